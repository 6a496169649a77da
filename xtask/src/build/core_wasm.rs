//! Core and language server as WebAssembly with its JavaScript side: in one module for the npm
//! package (`core/wasm/pkg/`), in one for each family of languages (`core/wasm/families/`), and with a
//! part for each family for the page's worker.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::mode::Mode;
use super::parts;
use super::tools::{OPTIMISE, bindgen, bindgen_path, optimise};
use crate::command::run;
use crate::setup::WasmToolchain;
use crate::workspace::{Workspace, content_hash, read, read_text, write};

pub const NAME: &str = "bobbin_wasm";

/// The families of languages, as the cargo features of the core name them.
pub const FAMILIES: [&str; 3] = ["sprokit", "pinsight", "coil"];

/// The features of the module of the page's worker: all families, in parts. The page draws by itself.
const OF_PAGE: [&str; 2] = ["--no-default-features", "--features=sprokit,pinsight,coil,parts"];

/// Returns the folder of the module of all languages.
pub fn package_dir(workspace: &Workspace) -> PathBuf {
    workspace.root.join("core/wasm/pkg")
}

/// The parts that are fetched after others; see `core/wasm/src/families.rs`.
const ORDER: [&str; 3] = [
    "--after=sprokit_tools:sprokit,tools",
    "--after=pinsight_tools:pinsight,tools",
    "--after=coil_tools:coil,tools",
];

/// Returns the folder of the module of one family.
fn family_dir(workspace: &Workspace, family: &str) -> PathBuf {
    workspace.root.join("core/wasm/families").join(family)
}

/// Returns the folder of the page's worker: the core in parts, and `parts.js` that fetches them.
pub fn worker_dir(workspace: &Workspace) -> PathBuf {
    workspace.root.join("app/generated/core")
}

pub fn build(workspace: &Workspace, toolchain: &WasmToolchain, mode: Mode) -> Result<()> {
    let module = compile(workspace, toolchain, mode, &[])?;
    for_package(workspace, &module, mode, &package_dir(workspace))?;
    let module = compile(workspace, toolchain, mode, &OF_PAGE)?;
    let folder = worker_dir(workspace);
    made_from(workspace, &module, mode, &folder, || {
        let flags = [NAME, "--types", "--split"];
        run(bindgen(workspace).args([&module, &folder]).args(flags).args(ORDER))?;
        optimise_in(workspace, mode, &folder)?;
        parts::name_parts(workspace, &folder, mode, "core-").map(drop)
    })
}

/// Builds a module for each family of languages. On two cores each takes 8 seconds to compile, beyond
/// what all have in common, and 8 to be made smaller.
pub fn build_families(workspace: &Workspace, toolchain: &WasmToolchain) -> Result<()> {
    for family in FAMILIES {
        // No other family has graphs.
        let picture = if family == "sprokit" { ",picture" } else { "" };
        let features = format!("--features={family}{picture}");
        let features = ["--no-default-features", &features];
        let module = compile(workspace, toolchain, Mode::Release, &features)?;
        for_package(workspace, &module, Mode::Release, &family_dir(workspace, family))?;
    }
    Ok(())
}

/// Makes the content of `folder`, for the npm package, from a module.
fn for_package(workspace: &Workspace, module: &Path, mode: Mode, folder: &Path) -> Result<()> {
    made_from(workspace, module, mode, folder, || {
        run(bindgen(workspace).args([module, folder]).args([NAME, "--types"]))?;
        optimise_in(workspace, mode, folder)
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
    if features == OF_PAGE {
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
        read(&bindgen_path(workspace))?.as_slice(),
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
