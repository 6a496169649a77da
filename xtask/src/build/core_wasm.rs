//! Core and language server as one WebAssembly module with its JavaScript side.
//!
//! The result, `core/wasm/pkg/`, is made for the web (`--target web`); the page's
//! worker and the npm package are both built from it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::mode::Mode;
use crate::command::run;
use crate::setup::WasmToolchain;
use crate::workspace::{Workspace, content_hash, read, read_text, write};

pub const NAME: &str = "bobbin_wasm";

pub fn package_dir(workspace: &Workspace) -> PathBuf {
    workspace.root.join("core/wasm/pkg")
}

pub fn build(workspace: &Workspace, toolchain: &WasmToolchain, mode: Mode) -> Result<()> {
    let mut cargo = toolchain.cargo(workspace)?;
    cargo.args(["build", "-p", "bobbin-wasm", "--lib", "--target", "wasm32-unknown-unknown"]);
    run(cargo.args(["--profile", mode.profile()]))?;
    let module = toolchain
        .target_dir(workspace)
        .join("wasm32-unknown-unknown")
        .join(mode.profile())
        .join(format!("{NAME}.wasm"));

    let package = package_dir(workspace);
    let stamp = package.join(".built-from");
    let wanted = content_hash([
        read(&module)?.as_slice(),
        mode.profile().as_bytes(),
        read_text(&workspace.root.join("package-lock.json"))?.as_bytes(),
        OPTIMISE_CORE.join(" ").as_bytes(),
    ]);
    if fs::read_to_string(&stamp).is_ok_and(|built| built == wanted) {
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    run(bindgen(workspace).args([&module, &package]).args([NAME, "--types"]))?;
    if mode == Mode::Release {
        optimise(workspace, &package.join(format!("{NAME}_bg.wasm")), &OPTIMISE_CORE)?;
    }
    write(&stamp, wanted)
}

/// Prepares the program that makes the JavaScript side of a module, which set-up compiled.
pub fn bindgen(workspace: &Workspace) -> Command {
    let name = format!("bobbin-bindgen{}", env::consts::EXE_SUFFIX);
    Command::new(workspace.target.join("debug").join(name))
}

/// A higher level makes modules smaller on disk but not on the wire: compressed, the core is 8 %
/// larger after `-O3` and after `-Oz`.
const OPTIMISE_CORE: [&str; 1] = ["-O1"];
/// The options for the page, as for the core: after `-Oz` it is 1 % larger.
pub const OPTIMISE_PAGE: [&str; 1] = ["-O1"];

/// Runs `wasm-opt` on a module, in place.
pub fn optimise(workspace: &Workspace, module: &Path, level: &[&str]) -> Result<()> {
    let mut wasm_opt = workspace.npm_command("wasm-opt");
    wasm_opt.args(level).args(["--strip-debug", "--strip-producers"]);
    // rustc enables these for the target; all current browsers have them.
    wasm_opt.args([
        "--enable-bulk-memory",
        "--enable-bulk-memory-opt",
        "--enable-call-indirect-overlong",
        "--enable-multivalue",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int",
        "--enable-reference-types",
        "--enable-sign-ext",
    ]);
    run(wasm_opt.arg(module).arg("-o").arg(module))
}
