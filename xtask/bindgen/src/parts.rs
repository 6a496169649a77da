//! Puts what the splitter cut into few files.
//!
//! It makes a module for each part, and one for each set of parts that need the same code. Where one
//! part is always fetched first, all that it needs is put into it; what only others share is put into
//! one module, which each of them fetches. So whoever needs one part fetches at most three files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::merge::merge;

/// The name of the script that fetches parts.
pub const SCRIPT: &str = "parts.js";

/// The module of what several parts share, and the first one does not need.
const SHARED: &str = "chunk_shared";

/// Joins the modules in `folder`, of which `needed` lists those of each part, and writes the script
/// that fetches what is left. `first` is the part that is always fetched first.
///
/// # Errors
///
/// A file cannot be read or written, or is not as the splitter makes it.
pub fn join(
    folder: &Path,
    needed: &HashMap<String, Vec<String>>,
    first: Option<&str>,
) -> Result<()> {
    let needed: BTreeMap<&str, BTreeSet<&str>> = needed
        .iter()
        .map(|(part, modules)| (part.as_str(), modules.iter().map(String::as_str).collect()))
        .collect();
    let of_first = match first {
        Some(first) => needed.get(first).with_context(|| format!("there is no part {first}"))?,
        None => &BTreeSet::new(),
    };
    let is_own = |module: &str| module.starts_with("split_");
    let shared: BTreeSet<&str> = needed
        .values()
        .flatten()
        .copied()
        .filter(|it| !is_own(it) && !of_first.contains(it))
        .collect();
    if let Some(first) = first {
        replace(folder, of_first, &format!("split_{first}"))?;
    }
    replace(folder, &shared, SHARED)?;

    let script = folder.join(SCRIPT);
    let written = fs::read_to_string(&script).context("reading the script of parts")?;
    let mut text = runtime(&written)?.to_owned();
    let mut before = Vec::new();
    if let Some(first) = first {
        text += &format!("const __first = {};\n", loader(&format!("split_{first}"), &[]));
        before.push("__first");
    }
    if !shared.is_empty() {
        text += &format!("const __shared = {};\n", loader(SHARED, &before));
    }
    for (part, modules) in &needed {
        let fetched = if Some(*part) == first {
            "__first".to_owned()
        } else {
            let mut before = before.clone();
            before.extend(modules.iter().any(|it| shared.contains(it)).then_some("__shared"));
            match modules.iter().find(|it| is_own(it)) {
                Some(own) => loader(own, &before),
                // All that it needs is in other modules.
                None => format!("makeLoad(() => async () => ({{}}), [{}])", before.join(", ")),
            }
        };
        text += &format!("export const __wasm_split_load_{part} = wrapAsyncCb({fetched});\n");
    }
    fs::write(&script, text).context("writing the script of parts")
}

/// Puts modules into one, called `name`, and removes them.
fn replace(folder: &Path, modules: &BTreeSet<&str>, name: &str) -> Result<()> {
    if modules.is_empty() {
        return Ok(());
    }
    let path = |name: &str| folder.join(format!("{name}.wasm"));
    let read = |it: &&str| fs::read(path(it)).with_context(|| format!("reading {it}.wasm"));
    let contents = modules.iter().map(read).collect::<Result<Vec<_>>>()?;
    for module in modules {
        fs::remove_file(path(module)).with_context(|| format!("removing {module}.wasm"))?;
    }
    fs::write(path(name), merge(&contents)?).with_context(|| format!("writing {name}.wasm"))
}

/// Returns the beginning of the splitter's script, which lets modules be fetched and linked.
fn runtime(script: &str) -> Result<&str> {
    let ends = ["\n/* ", "\nexport const __wasm_split_load_"];
    let end = ends.iter().filter_map(|it| script.find(it)).min();
    let runtime = end.and_then(|it| script.get(..=it));
    runtime.filter(|it| it.contains("function makeLoad(")).context("parts.js is not as expected")
}

/// Writes what fetches a module after others, as the splitter does.
fn loader(module: &str, before: &[&str]) -> String {
    format!(
        "makeLoad(() => {{
    const src = fetch(new URL(\"./{module}.wasm\", import.meta.url));
    src.catch(() => {{}});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}}, [{}])",
        before.join(", ")
    )
}
