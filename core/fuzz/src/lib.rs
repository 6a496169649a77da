//! What the fuzz targets do with bytes. `cargo xtask fuzz` runs them guided by the code they reach, and the
//! tests of this crate with bytes of chance from a seed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a target that panics has found something"
)]

mod bytes;
mod commands;
mod conversions;
pub mod seeded;
mod server;
mod texts;

pub use bytes::Bytes;

/// Something that bytes are fed to.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name on the command line.
    pub name: &'static str,
    /// The kind of its bytes.
    pub kind: Kind,
    run: fn(&[u8]),
}

/// The meaning of a target's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text of the language of this name.
    Text(&'static str),
    /// A file in the binary form of COIL hardware configurations.
    Binary,
    /// Choices, behind them a text of a language that they choose.
    Choices,
}

/// The targets, in the order in which `cargo xtask fuzz --all` runs them.
pub const TARGETS: [Target; 8] = [
    Target { name: "sprokit", kind: Kind::Text("sprokit"), run: |it| texts::text("sprokit", it) },
    Target {
        name: "pinsight",
        kind: Kind::Text("pinsight"),
        run: |it| texts::text("pinsight", it),
    },
    Target {
        name: "coil-hardware",
        kind: Kind::Text("coil-hardware"),
        run: |it| texts::text("coil-hardware", it),
    },
    Target {
        name: "coil-target",
        kind: Kind::Text("coil-target"),
        run: |it| texts::text("coil-target", it),
    },
    Target { name: "coil-decoder", kind: Kind::Binary, run: texts::binary },
    Target { name: "commands", kind: Kind::Choices, run: commands::run },
    Target { name: "conversions", kind: Kind::Choices, run: conversions::run },
    Target { name: "server", kind: Kind::Choices, run: server::run },
];

/// Feeds bytes to the target of this name.
///
/// # Panics
///
/// If something is wrong, and if there is no such target.
pub fn run(target: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|it| it.name == target);
    (target.expect("a target has this name").run)(bytes);
}
