//! `bobbin-bindgen MODULE FOLDER NAME [--types] [--split]`: makes the JavaScript side of a module for
//! the web.
//!
//! The work of `wasm-bindgen --target web`, as a program of this workspace: it has the version that
//! Cargo.lock names, and needs none of the parts that run tests. `--types` writes `NAME.d.ts` too.
//! `--split` first cuts the module at its functions with `#[wasm_split]`, as `wasm-split-cli` does:
//! the parts are `split_*.wasm` and `chunk_*.wasm`, and `parts.js` fetches them.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (flags, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|it| it.starts_with("--"));
    let [module, folder, name] = paths.as_slice() else {
        bail!("usage: bobbin-bindgen MODULE FOLDER NAME [--types] [--split]");
    };
    if let Some(flag) = flags.iter().find(|it| !["--types", "--split"].contains(&it.as_str())) {
        bail!("there is no flag {flag}");
    }
    let has_flag = |name: &str| flags.iter().any(|it| *it == name);
    let (module, folder) = (Path::new(module), Path::new(folder));
    let whole = if has_flag("--split") { Some(split(module, folder, name)?) } else { None };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(whole.as_deref().unwrap_or(module)).out_name(name);
    bindgen.typescript(has_flag("--types")).web(true)?;
    // As the command does.
    bindgen.omit_default_module_path(false);
    // The parts use the table and the memory of the main one.
    bindgen.keep_lld_exports(whole.is_some());
    bindgen.generate(folder).with_context(|| format!("binding {}", module.display()))?;
    if let Some(main) = whole {
        fs::remove_file(main)?;
    }
    Ok(())
}

/// Cuts a module into `folder`; returns the part that is always needed.
fn split(module: &Path, folder: &Path, name: &str) -> Result<PathBuf> {
    let bytes = fs::read(module).with_context(|| format!("reading {}", module.display()))?;
    let main = folder.join("main.wasm");
    let script = format!("./{name}.js");
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    options.link_name = "./parts.js";
    wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("splitting {}: {error:#}", module.display()))?;
    Ok(main)
}
