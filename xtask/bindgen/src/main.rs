//! `bobbin-bindgen MODULE FOLDER NAME [--types] [--split[=PART] [--after=PART:PART,…]…]`: makes the JavaScript side of a module for
//! the web.
//!
//! The work of `wasm-bindgen --target web`, as a program of this workspace: it has the version that
//! Cargo.lock names, and needs none of the parts that run tests. `--types` writes `NAME.d.ts` too.
//! `--split` first cuts the module at its functions with `#[wasm_split]`, as `wasm-split-cli` does:
//! the parts are `split_*.wasm` and `chunk_*.wasm`, and `parts.js` fetches them. `--split=PART` names
//! the part that is always fetched first, `--after` one and those that are always fetched before it
//! (see [`parts`]). The names that module and script share are shortened (see [`names`]).
//!
//! `bobbin-bindgen --arrange MODULE`: puts the functions of a module that is otherwise finished into an
//! order in which it compresses well (see [`arrange`]).

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

mod arrange;
mod merge;
mod names;
mod parts;

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::parts::Order;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [flag, module] = arguments.as_slice()
        && flag == "--arrange"
    {
        return rearrange(Path::new(module));
    }
    let (flags, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|it| it.starts_with("--"));
    let [module, folder, name] = paths.as_slice() else {
        bail!(
            "usage: bobbin-bindgen MODULE FOLDER NAME [--types] [--split[=PART] [--after=PART:PART,…]…]"
        );
    };
    let mut has_types = false;
    let mut cut: Option<Order> = None;
    for flag in flags {
        match flag.split_once('=') {
            None if flag == "--types" => has_types = true,
            None if flag == "--split" => cut = Some(Order::default()),
            Some(("--split", first)) => {
                cut = Some(Order { first: Some(first.to_owned()), ..Order::default() });
            }
            Some(("--after", rule)) => {
                let (part, before) = rule.split_once(':').context("--after=PART:PART,…")?;
                let before = before.split(',').map(str::to_owned).collect();
                let order = cut.as_mut().context("--after comes behind --split")?;
                order.after.insert(part.to_owned(), before);
            }
            _ => bail!("there is no flag {flag}"),
        }
    }
    let (module, folder) = (Path::new(module), Path::new(folder));
    let whole = match cut {
        Some(order) => Some(split(module, folder, name, &order)?),
        None => None,
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(whole.as_deref().unwrap_or(module)).out_name(name);
    bindgen.typescript(has_types).web(true)?;
    // As the command does.
    bindgen.omit_default_module_path(false);
    // The parts use the table and the memory of the main one.
    bindgen.keep_lld_exports(whole.is_some());
    bindgen.generate(folder).with_context(|| format!("binding {}", module.display()))?;
    if let Some(main) = whole {
        fs::remove_file(main)?;
    }
    shorten_names(folder, name)
}

/// Puts the functions of a module into an order in which it compresses well, in place.
fn rearrange(module: &Path) -> Result<()> {
    let arranged = arrange::arrange(&read(module)?)
        .with_context(|| format!("arranging {}", module.display()))?;
    write(module, arranged)
}

/// Shortens the names that a module and its script share.
fn shorten_names(folder: &Path, name: &str) -> Result<()> {
    let (module, script) =
        (folder.join(format!("{name}_bg.wasm")), folder.join(format!("{name}.js")));
    let text = String::from_utf8(read(&script)?)?;
    let (shorter, text) = names::shorten(&read(&module)?, &text)
        .with_context(|| format!("shortening names of {}", module.display()))?;
    write(&module, shorter)?;
    write(&script, text.into_bytes())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("reading {}", path.display()))
}

fn write(path: &Path, content: Vec<u8>) -> Result<()> {
    fs::write(path, content).with_context(|| format!("writing {}", path.display()))
}

/// Cuts a module into `folder`; returns the part that is always needed. `order` says which of the
/// others are fetched before which.
fn split(module: &Path, folder: &Path, name: &str, order: &Order) -> Result<PathBuf> {
    let bytes = read(module)?;
    let main = folder.join("main.wasm");
    let script = format!("./{name}.js");
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    let script_of_parts = format!("./{}", parts::SCRIPT);
    options.link_name = &script_of_parts;
    let cut = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("splitting {}: {error:#}", module.display()))?;
    parts::join(folder, &cut.prefetch_map, order)?;
    Ok(main)
}
