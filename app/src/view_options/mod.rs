//! View options, and the reasons that views give.

mod control;
mod reasons;

pub use control::ControlBar;
pub use reasons::ReasonList;
