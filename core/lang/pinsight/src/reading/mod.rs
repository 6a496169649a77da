//! Reading a file as the program does: sections in order, into a [`State`](crate::model::State).
//!
//! What the program says and what it skips without a word is logged, so that diagnostics, forms and
//! tests with observed outcomes see the same reading.

mod current;
mod environment;
mod keys;
mod limits;
mod log;
mod punits;
mod seed;
mod window;
mod writers;

pub use current::read_current;
pub(crate) use current::{first_parent, is_unknown};
pub use environment::apply_environment;
pub use limits::{
    FILE_BYTES, ITEM_BYTES, KNOB_BYTES, MAX_KNOBS, MAX_LIST, MAX_REGIONS, NAME_BYTES,
};
pub use log::{Complaint, ComplaintKind, Log, PairResult, SectionResult, Subject};
pub use punits::PunitFault;
pub use seed::{SeedReading, read_seed};
pub(crate) use window::action_parts;
pub use window::{ActionItem, action_items, action_of};
pub use writers::Writers;
