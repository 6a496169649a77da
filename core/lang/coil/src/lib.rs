//! The two COIL languages: hardware configurations (a text and its binary), target configurations,
//! and the bridge that turns one into the other.

mod booleans;
mod bridge;
mod notes;

pub mod hardware;

pub mod target;
