//! The two COIL languages: hardware configurations (a text and its binary), target configurations,
//! and the bridge that turns one into the other.

mod bridge;
mod guess;
mod notes;

pub mod hardware;

pub mod target;
