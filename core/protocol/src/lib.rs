//! Bobbin.
