//! View options, and the reasons that views give.

mod control;
mod reasons;

pub use control::{ControlBar, choose};
pub use reasons::ReasonList;
