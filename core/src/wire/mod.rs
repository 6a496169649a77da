//! Serialisation of values whose JSON is not what serde derives.

mod number;
pub(crate) mod packed;
pub(crate) mod pairs;

pub(crate) use number::exact;
pub use packed::{pack, unpack};
