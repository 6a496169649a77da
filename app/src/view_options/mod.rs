//! What views with choices of their own share: the choices, and the reasons that they give.

mod control;
mod reasons;

pub use control::{ControlBar, choose};
pub use reasons::ReasonList;
