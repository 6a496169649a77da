//! What a build is for.

use std::env;

/// The purpose of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Small and fast for users.
    Release,
    /// Quick to build, readable, for `serve --dev`.
    Dev,
}

impl Mode {
    /// Returns Cargo's profile for modules, as in Cargo.toml and app/index.html.
    pub fn profile(self) -> &'static str {
        match self {
            Mode::Release => "web",
            Mode::Dev => "web-dev",
        }
    }

    /// Reads the mode that Trunk passes to its hooks.
    pub fn of_trunk() -> Mode {
        match env::var("TRUNK_PROFILE").as_deref() {
            Ok("debug") => Mode::Dev,
            _ => Mode::Release,
        }
    }
}
