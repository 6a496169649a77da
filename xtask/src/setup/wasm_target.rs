//! A compiler for `wasm32-unknown-unknown`.
//!
//! Normally rustup has the target or fetches it. Where rustup cannot reach its server, Debian's
//! newer Rust builds the standard library from Debian's own source. The two compilers must not
//! share a target folder, or each discards the other's results.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::apt;
use crate::command::{output, quiet_output, run_within};
use crate::steps::step;
use crate::workspace::{Workspace, on_path, write};

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
/// The minor version of the workspace's `rust-version`.
const OLDEST_MINOR: u32 = 95;
/// The time in which the target's 20 MB arrive on a slow line; where the server cannot be reached,
/// a longer wait would not help.
const RUSTUP_LIMIT: Duration = Duration::from_secs(120);

/// The way modules are compiled on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WasmToolchain {
    /// The toolchain that runs us has the target.
    Installed,
    /// Debian's compiler builds `std` from source, and links with this `lld`.
    DebianSource { linker: PathBuf },
}

impl WasmToolchain {
    pub fn name(&self) -> &'static str {
        match self {
            WasmToolchain::Installed => "WebAssembly target of the toolchain",
            WasmToolchain::DebianSource { .. } => "WebAssembly by Debian's rustc, std from source",
        }
    }

    /// Returns Cargo's target folder for modules.
    pub fn target_dir(&self, workspace: &Workspace) -> PathBuf {
        workspace.target.join(match self {
            WasmToolchain::Installed => "wasm",
            WasmToolchain::DebianSource { .. } => "wasm-std",
        })
    }

    /// Returns a cargo that builds modules.
    pub fn cargo(&self, workspace: &Workspace) -> Result<Command> {
        let mut command = match self {
            WasmToolchain::Installed => workspace.cargo(),
            WasmToolchain::DebianSource { .. } => Command::new(DEBIAN_CARGO),
        };
        self.prepare(workspace, &mut command)?;
        Ok(command)
    }

    /// Makes a cargo build modules.
    fn prepare(&self, workspace: &Workspace, command: &mut Command) -> Result<()> {
        command.current_dir(&workspace.root);
        command.env("CARGO_TARGET_DIR", self.target_dir(workspace));
        command.env("CARGO_ENCODED_RUSTFLAGS", rust_flags(workspace).join("\u{1f}"));
        if let WasmToolchain::DebianSource { linker } = self {
            // Set by the cargo that runs us, for its own compiler's libraries.
            command.env_remove("LD_LIBRARY_PATH");
            command.env("RUSTC", DEBIAN_RUSTC).env("CARGO", DEBIAN_CARGO);
            command.env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command.env("PATH", workspace.path()?);
        Ok(())
    }
}

/// Returns the compiler flags for every module, beyond Cargo.toml's profiles.
fn rust_flags(workspace: &Workspace) -> Vec<String> {
    let home = |name: &str, folder: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(folder)))
    };
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    // One type for all of Leptos's views instead of one for each makes the page's module a seventh
    // smaller and compiles faster.
    let mut flags = vec!["--cfg=erase_components".to_owned()];
    // Modules contain the paths of panics, which must not reveal the machine they were built on.
    flags.push(remap(&workspace.root, "bobbin"));
    // A later flag goes first. What is generated lies below the target folder, which may be anywhere.
    flags.push(remap(&workspace.target, "bobbin/target"));
    flags.extend(home("CARGO_HOME", ".cargo").map(|path| remap(&path, "cargo")));
    flags.extend(home("RUSTUP_HOME", ".rustup").map(|path| remap(&path, "rustup")));
    flags
}

/// Finds a compiler for modules, or installs one.
pub fn ensure(workspace: &Workspace) -> Result<WasmToolchain> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))
        .context("rustc is missing; install Rust by https://rustup.rs")?;
    let sysroot = PathBuf::from(sysroot.trim());
    let wants_source = env::var_os("BOBBIN_WASM_STD").is_some_and(|value| value == "source");
    let has_target = || sysroot.join("lib/rustlib").join(TARGET).is_dir();
    if has_target() && !wants_source {
        return Ok(WasmToolchain::Installed);
    }
    let stamp = workspace.tools.join("stamps/wasm-std-from-source");
    if (wants_source || stamp.is_file())
        && let Some(toolchain) = debian_source(&sysroot)
    {
        return Ok(toolchain);
    }
    if !wants_source {
        let about = format!("rustup target add {TARGET}; 20 MB, or up to 2 minutes of trying");
        let added = step("WebAssembly target", &about, || {
            let mut rustup = Command::new("rustup");
            run_within(rustup.args(["target", "add", TARGET]), RUSTUP_LIMIT)
        });
        match added {
            Ok(()) if has_target() => return Ok(WasmToolchain::Installed),
            Ok(()) => println!("  rustup added the target to another toolchain"),
            Err(error) => println!("  rustup could not add the target: {error:#}"),
        }
    }
    if debian_source(&sysroot).is_none() {
        let about = "Debian's rustc and library source instead of rustup's target; 1 to 3 minutes";
        step("WebAssembly by Debian", about, || apt::install(&DEBIAN_PACKAGES)).with_context(
            || {
                format!(
                    "there is no {TARGET}: run `rustup target add {TARGET}`, or on Debian `{}`",
                    apt::by_hand(&DEBIAN_PACKAGES)
                )
            },
        )?;
    }
    let toolchain = debian_source(&sysroot).with_context(|| {
        format!(
            "{} installed, but {DEBIAN_RUSTC}, its library source or an lld is missing; \
             `rustup target add {TARGET}` is the other way",
            DEBIAN_PACKAGES.join(", ")
        )
    })?;
    write(&stamp, "rustup could not add the target\n")?;
    Ok(toolchain)
}

/// Returns Debian's compiler with its library source, if it is complete and new enough.
fn debian_source(sysroot: &Path) -> Option<WasmToolchain> {
    let version = quiet_output(Command::new(DEBIAN_RUSTC).arg("--version"))?;
    if !Path::new(DEBIAN_CARGO).is_file() || minor(&version)? < OLDEST_MINOR {
        return None;
    }
    let debian_sysroot = quiet_output(Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"]))?;
    let source = Path::new(debian_sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
    if !source.is_file() {
        return None;
    }
    let host = quiet_output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let shipped = sysroot.join("lib/rustlib").join(host.trim()).join("bin/rust-lld");
    let linker = Some(shipped)
        .filter(|path| path.is_file())
        .or_else(|| ["rust-lld", "wasm-ld", "lld-22"].iter().find_map(|name| on_path(name)))?;
    Some(WasmToolchain::DebianSource { linker })
}

/// Returns 96 for `rustc 1.96.0 (…)`.
fn minor(version: &str) -> Option<u32> {
    version.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_compiler_version() {
        assert_eq!(minor("rustc 1.96.0 (ac68faa20 2026-05-25)"), Some(96));
        assert_eq!(minor("clang 1.96.0"), None);
    }
}
