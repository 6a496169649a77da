//! Bytes to a model.
