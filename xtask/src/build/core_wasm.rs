//! Core and language server as WebAssembly with its JavaScript side: in one module for the npm
//! package (`core/wasm/pkg/`), and with a part for each family of languages for the page's worker.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::mode::Mode;
use super::parts;
use super::tools::{OPTIMISE, bindgen, optimise};
use crate::command::run;
use crate::setup::WasmToolchain;
use crate::workspace::{Workspace, content_hash, read, read_text, write};

pub const NAME: &str = "bobbin_wasm";

pub fn package_dir(workspace: &Workspace) -> PathBuf {
    workspace.root.join("core/wasm/pkg")
}

/// Returns the folder of the page's worker: the core in parts, and `parts.js` that fetches them.
pub fn worker_dir(workspace: &Workspace) -> PathBuf {
    workspace.root.join("app/generated/core")
}

pub fn build(workspace: &Workspace, toolchain: &WasmToolchain, mode: Mode) -> Result<()> {
    let module = compile(workspace, toolchain, mode, &[])?;
    let package = package_dir(workspace);
    made_from(workspace, &module, mode, &package, || {
        run(bindgen(workspace).args([&module, &package]).args([NAME, "--types"]))?;
        optimise_in(workspace, mode, &package)
    })?;
    let module = compile(workspace, toolchain, mode, &["--features", "parts"])?;
    let folder = worker_dir(workspace);
    made_from(workspace, &module, mode, &folder, || {
        run(bindgen(workspace).args([&module, &folder]).args([NAME, "--types", "--split"]))?;
        optimise_in(workspace, mode, &folder)?;
        parts::name_parts(workspace, &folder, mode, "core-").map(drop)
    })
}

/// Compiles the module; returns its path, which the next call compiles to as well.
fn compile(
    workspace: &Workspace,
    toolchain: &WasmToolchain,
    mode: Mode,
    features: &[&str],
) -> Result<PathBuf> {
    let mut cargo = toolchain.cargo(workspace)?;
    cargo.args(["rustc", "--locked", "-p", "bobbin-wasm", "--lib"]);
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    cargo.args(["--profile", mode.profile()]).args(features);
    if !features.is_empty() {
        // Says where the module can be cut.
        cargo.args(["--", "-Clink-arg=--emit-relocs"]);
    }
    run(&mut cargo)?;
    let folder = toolchain.target_dir(workspace).join("wasm32-unknown-unknown");
    Ok(folder.join(mode.profile()).join(format!("{NAME}.wasm")))
}

/// Makes the content of `folder` from a module, unless it was made from the same one before.
fn made_from(
    workspace: &Workspace,
    module: &Path,
    mode: Mode,
    folder: &Path,
    make: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let stamp = folder.join(".built-from");
    let wanted = content_hash([
        read(module)?.as_slice(),
        mode.profile().as_bytes(),
        read_text(&workspace.root.join("package-lock.json"))?.as_bytes(),
        OPTIMISE.join(" ").as_bytes(),
    ]);
    if fs::read_to_string(&stamp).is_ok_and(|built| built == wanted) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("emptying {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    make()?;
    write(&stamp, wanted)
}

fn optimise_in(workspace: &Workspace, mode: Mode, folder: &Path) -> Result<()> {
    match mode {
        Mode::Release => optimise(workspace, &folder.join(format!("{NAME}_bg.wasm")), OPTIMISE),
        Mode::Dev => Ok(()),
    }
}
