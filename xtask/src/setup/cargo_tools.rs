//! Tools written in Rust, installed by `cargo install` into `.tools/`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::lock_file;
use crate::command::{quiet_output, run};
use crate::steps::step;
use crate::workspace::{Workspace, on_path, write};

struct CargoTool {
    package: &'static str,
    executable: &'static str,
    version: String,
    /// The tool's purpose, and how long the installation takes.
    about: &'static str,
}

/// Compiles our own program that makes the JavaScript side of modules.
pub fn ensure_bindgen(workspace: &Workspace) -> Result<()> {
    let mut build = workspace.cargo();
    build.args(["build", "--package", "bobbin-bindgen", "--locked"]);
    // The program is looked for where Cargo puts those of this machine.
    build.env_remove("CARGO_BUILD_TARGET").env("CARGO_TARGET_DIR", &workspace.target);
    let version = lock_file::version(workspace, "wasm-bindgen-cli-support")?;
    let stamp = workspace.tools.join("stamps/bindgen");
    if fs::read_to_string(&stamp).is_ok_and(|it| it == version) {
        return run(build.arg("--quiet"));
    }
    let about = "makes the JavaScript side of modules; compiling it takes 1 minute";
    step(&format!("wasm-bindgen {version}"), about, || run(&mut build))?;
    write(&stamp, version)
}

/// Ensures rustfmt and clippy, which rustup's minimal profile leaves out.
pub fn ensure_components(workspace: &Workspace) -> Result<()> {
    let is_there = |name: &str| quiet_output(workspace.cargo().args([name, "--version"])).is_some();
    let missing: Vec<&str> = [("fmt", "rustfmt"), ("clippy", "clippy")]
        .into_iter()
        .filter(|(command, _)| !is_there(command))
        .map(|(_, component)| component)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!("rustup component add {}", missing.join(" "));
    step("rustfmt and clippy", "rustup component add; up to 1 minute", || {
        run(Command::new("rustup").args(["component", "add"]).args(&missing))
    })
    .with_context(|| format!("the checks need {}; by hand: {by_hand}", missing.join(" and ")))
}

pub fn ensure_nextest(workspace: &Workspace) -> Result<()> {
    if on_path("cargo-nextest").is_some() {
        return Ok(());
    }
    ensure(
        workspace,
        &CargoTool {
            package: "cargo-nextest",
            executable: "cargo-nextest",
            version: "0.9.143".to_owned(),
            about: "runs the native tests; compiling it takes 5 to 8 minutes",
        },
    )
}

pub fn ensure_fuzz(workspace: &Workspace) -> Result<()> {
    if on_path("cargo-fuzz").is_some() {
        return Ok(());
    }
    ensure(
        workspace,
        &CargoTool {
            package: "cargo-fuzz",
            executable: "cargo-fuzz",
            version: "0.13.2".to_owned(),
            about: "runs the fuzz targets; compiling it takes 1 to 2 minutes",
        },
    )
}

fn ensure(workspace: &Workspace, tool: &CargoTool) -> Result<()> {
    // Cargo writes this list last, so it does not name an interrupted installation.
    let installed = fs::read_to_string(workspace.tools.join(".crates.toml")).unwrap_or_default();
    if is_listed(&installed, tool.package, &tool.version)
        && workspace.tool(tool.executable).is_file()
    {
        return Ok(());
    }
    step(&format!("{} {}", tool.package, tool.version), tool.about, || install(workspace, tool))
        .with_context(|| {
            format!(
                "installing {0} failed; by hand: cargo install {0} --version {1} --root .tools",
                tool.package, tool.version
            )
        })
}

fn install(workspace: &Workspace, tool: &CargoTool) -> Result<()> {
    // A folder that survives an interruption lets the next run resume.
    let build = workspace.tools.join("build");
    let cargo_install = |locked: bool| {
        let mut command = workspace.cargo();
        command.args(["install", tool.package, "--version", &tool.version]);
        command.arg("--root").arg(&workspace.tools);
        command.arg("--force");
        command.args(locked.then_some("--locked"));
        command.env("CARGO_TARGET_DIR", &build).env_remove("CARGO_BUILD_TARGET");
        run(&mut command)
    };
    if let Err(error) = cargo_install(true) {
        // A lock file may name versions that a mirror of the registry does not have yet.
        println!("  {error:#}; trying without the tool's own lock file");
        cargo_install(false)?;
    }
    // Some hundred megabytes that are not needed again.
    if let Err(error) = fs::remove_dir_all(&build) {
        println!("  note: {} could not be removed: {error}", build.display());
    }
    Ok(())
}

fn is_listed(crates_toml: &str, package: &str, version: &str) -> bool {
    let start = format!("\"{package} {version} (");
    crates_toml.lines().any(|line| line.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installed_tool_counts_only_in_its_version() {
        let list = "[v1]\n\"trunk 0.21.14 (registry+https://example.org/index)\" = [\"trunk\"]\n";
        assert!(is_listed(list, "trunk", "0.21.14"));
        assert!(!is_listed(list, "trunk", "0.21.1"));
        assert!(!is_listed(list, "runk", "0.21.14"));
    }
}
