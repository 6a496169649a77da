//! The programs that the steps of a build share, and the names by content that their files get.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::mode::Mode;
use crate::command::run;
use crate::workspace::{Workspace, content_hash, read, write};

/// Prepares the program that makes the JavaScript side of a module, which set-up compiled.
pub fn bindgen(workspace: &Workspace) -> Command {
    Command::new(bindgen_path(workspace))
}

/// Returns where set-up puts that program.
pub fn bindgen_path(workspace: &Workspace) -> PathBuf {
    let name = format!("bobbin-bindgen{}", env::consts::EXE_SUFFIX);
    workspace.target.join("debug").join(name)
}

/// A higher level makes modules smaller on disk but not on the wire: compressed, the core is 8 %
/// larger after `-O3` and after `-Oz`, and the page 1 % after `-Oz`. The passes behind the level, which
/// drop what is set to what it is, take 0.3 % away.
pub const OPTIMISE: &[&str] = &["-O1", "--rse", "--vacuum"];

/// Runs `wasm-opt` on a module, and puts its functions into an order in which it compresses well, in
/// place: the page's modules are then 2 to 5 % smaller on the wire.
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
    run(wasm_opt.arg(module).arg("-o").arg(module))?;
    run(bindgen(workspace).arg("--arrange").arg(module))
}

/// Copies `file` into `dir` as `<name>-<hash>.<extension>` and returns that name.
pub fn place(file: &Path, dir: &Path, name: &str, extension: &str) -> Result<String> {
    let content = read(file)?;
    let name = format!("{name}-{}.{extension}", content_hash([content.as_slice()]));
    write(&dir.join(&name), content)?;
    Ok(name)
}

/// Copies a script that [`esbuild`] made into `dir` under a name by content, which is returned, and its
/// source map into [`source_maps`].
pub fn place_script(
    workspace: &Workspace,
    bundle: &Path,
    dir: &Path,
    name: &str,
) -> Result<String> {
    let name = place(bundle, dir, name, "js")?;
    keep_source_map(workspace, bundle, &name)?;
    Ok(name)
}

/// Moves the source map that [`esbuild`] wrote beside a release's script to [`source_maps`], for the
/// script `name` of the page.
pub fn keep_source_map(workspace: &Workspace, script: &Path, name: &str) -> Result<()> {
    let map = script.with_extension("js.map");
    if !map.exists() {
        return Ok(());
    }
    write(&source_maps(workspace).join(format!("{name}.map")), read(&map)?)?;
    // A build of another mode must not take it for its own.
    fs::remove_file(&map).with_context(|| format!("removing {}", map.display()))
}

/// Returns the folder of the source maps of a release. No script refers to them: who looks for a fault
/// in a page that is served loads them into the browser's tools by hand.
pub fn source_maps(workspace: &Workspace) -> PathBuf {
    workspace.target.join("source-maps")
}

/// Prepares esbuild to make one ES module.
pub fn esbuild(workspace: &Workspace, mode: Mode) -> Command {
    let mut esbuild = workspace.npm_command("esbuild");
    esbuild.args(["--bundle", "--format=esm", "--target=es2022", "--log-level=warning"]);
    // wasm-bindgen names the module of the parts once for each function that the page takes from it.
    esbuild.args(["--legal-comments=none", "--log-override:duplicate-object-key=silent"]);
    esbuild.args(match mode {
        Mode::Release => ["--minify", "--sourcemap=external"].as_slice(),
        Mode::Dev => ["--sourcemap=inline"].as_slice(),
    });
    esbuild
}

pub fn outfile(path: &Path) -> String {
    format!("--outfile={}", path.display())
}
