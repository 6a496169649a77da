//! Serialisation of values whose JSON is not what serde derives.

pub(crate) mod mebibytes;
mod number;
pub(crate) mod packed;
pub(crate) mod pairs;

pub(crate) use number::exact;
pub use number::in_full;
pub use packed::{pack, unpack};
