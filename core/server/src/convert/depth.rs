//! The depth of trees.

/// The greatest depth of a tree. What lies deeper is left out: the page shows no more, and a tree
/// that deep, from a text made to be nasty, must not exhaust the stack of who reads the JSON.
pub(crate) const MAX_DEPTH: usize = 64;
