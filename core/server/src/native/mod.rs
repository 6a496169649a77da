//! What other editors than the page ask for. The page's module leaves all of it out.

mod capabilities;
mod hierarchy;
mod hints;
mod index;
mod judging;
mod lenses;
mod line_ends;
mod occurrences;
mod params;
mod plain;
mod pull;
mod queue;
mod report;
mod requests;
mod search;
mod shapes;
mod state;
mod symbols;
mod verdicts;

pub(crate) use capabilities::MoreCapabilities;
pub use queue::{Farewell, Queue, farewell, not_utf_8};
pub(crate) use state::Native;
