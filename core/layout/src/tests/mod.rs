mod again;
mod phases;
mod properties;
pub(super) mod random;
pub(super) mod sketch;
