//! `bobbin-bindgen MODULE FOLDER NAME [--types]`: makes the JavaScript side of a module for the web.
//!
//! The work of `wasm-bindgen --target web`, as a program of this workspace: it has the version that
//! Cargo.lock names, and needs none of the parts that run tests. `--types` writes `NAME.d.ts` too.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

use std::env;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (flags, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|it| it.starts_with("--"));
    let [module, folder, name] = paths.as_slice() else {
        bail!("usage: bobbin-bindgen MODULE FOLDER NAME [--types]");
    };
    let has_types = match flags.as_slice() {
        [] => false,
        [flag] if *flag == "--types" => true,
        _ => bail!("there is no flag {}", flags.iter().map(|it| it.as_str()).collect::<String>()),
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(has_types).web(true)?;
    // As the command does.
    bindgen.omit_default_module_path(false);
    bindgen.generate(folder).with_context(|| format!("binding {module}"))
}
