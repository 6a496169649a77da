//! The parts of a module that are fetched later: named by their content, also in the script that
//! fetches them.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::mode::Mode;
use super::tools::{OPTIMISE, optimise, place};
use crate::workspace::{Workspace, files_below, read_text, write};

/// The script that fetches parts, as `bobbin-bindgen --split` writes it.
pub const SCRIPT: &str = "parts.js";

/// Names the parts in `folder`, with `prefix` before their names, and returns the new names. A module
/// in one piece, such as Trunk builds, has none.
pub fn name_parts(
    workspace: &Workspace,
    folder: &Path,
    mode: Mode,
    prefix: &str,
) -> Result<Vec<String>> {
    let script = folder.join(SCRIPT);
    let mut names = Vec::new();
    if !script.is_file() {
        return Ok(names);
    }
    let streamed = "WebAssembly.instantiateStreaming(src, imports)";
    let mut text = read_text(&script)?;
    if !text.contains(streamed) {
        bail!("{SCRIPT} fetches parts in a way that is not known");
    }
    // Where a host does not know the type of its files, they are compiled as the main part is: once they are there.
    let whole = "src.then((it) => it.headers.get('content-type') === 'application/wasm' \
                 ? WebAssembly.instantiateStreaming(it, imports) \
                 : it.arrayBuffer().then((it) => WebAssembly.instantiate(it, imports)))";
    text = text.replace(streamed, whole);
    for file in files_below(folder)? {
        let Some(name) = file
            .strip_suffix(".wasm")
            .filter(|it| ["split_", "chunk_"].iter().any(|start| it.starts_with(start)))
        else {
            continue;
        };
        let module = folder.join(&file);
        if mode == Mode::Release {
            optimise(workspace, &module, OPTIMISE)?;
        }
        let quoted = format!("\"./{file}\"");
        if !text.contains(&quoted) {
            bail!("{SCRIPT} does not fetch {file}");
        }
        let name = format!("{prefix}{}", name.replace('_', "-"));
        let placed = place(&module, folder, &name, "wasm")?;
        text = text.replace(&quoted, &format!("\"./{placed}\""));
        fs::remove_file(&module)?;
        names.push(placed);
    }
    write(&script, text)?;
    Ok(names)
}
