//! The page's crate and `app/index.html` as one folder, as Trunk makes it: the page is built without
//! Trunk, which takes longer to compile than all else that set-up installs, and `trunk serve` works
//! for people who have it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::mode::Mode;
use super::tools;
use crate::command::run;
use crate::setup::WasmToolchain;
use crate::workspace::{Workspace, files_below, read, read_text, write};

/// The page's crate and its program.
const PAGE: &str = "bobbin-app";

/// Builds the page's crate, and writes it with `index.html` and what that names to `staging`, which
/// is ready for [`finish`](super::page::finish) then.
pub fn build(
    workspace: &Workspace,
    toolchain: &WasmToolchain,
    mode: Mode,
    staging: &Path,
) -> Result<()> {
    let source = workspace.root.join("app/index.html");
    let folder = source.parent().context("index.html lies in a folder")?;
    let mut html = String::new();
    for line in read_text(&source)?.split_inclusive('\n') {
        match Part::of(line)? {
            None => html.push_str(line),
            Some(Part::Styles(href)) => {
                let name = href.rsplit('/').next().unwrap_or(&href);
                write(&staging.join(name), read(&folder.join(&href))?)?;
                html.push_str(&format!("<link rel=\"stylesheet\" href=\"./{name}\">\n"));
            }
            Some(Part::Folder(href)) => {
                let from = folder.join(&href);
                for file in files_below(&from)? {
                    write(&staging.join(&file), read(&from.join(&file))?)?;
                }
            }
            Some(Part::Rust) => {
                bind(workspace, toolchain, mode, staging)?;
                html.push_str(&format!(
                    "<script type=\"module\" data-start data-js=\"./{PAGE}.js\" \
                     data-wasm=\"./{PAGE}_bg.wasm\"></script>\n"
                ));
            }
        }
    }
    write(&staging.join("index.html"), html)
}

/// Compiles the page's crate and makes its JavaScript side in `staging`.
fn bind(
    workspace: &Workspace,
    toolchain: &WasmToolchain,
    mode: Mode,
    staging: &Path,
) -> Result<()> {
    let mut cargo = toolchain.cargo(workspace)?;
    cargo.args(["rustc", "--locked", "-p", PAGE, "--bin", PAGE]);
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    cargo.args(["--profile", mode.profile()]);
    // Marks the parts that are fetched later, of which each open file needs the desk first, and says
    // where they can be cut.
    run(cargo.args(["--", "--cfg=split", "-Clink-arg=--emit-relocs"]))?;
    let module = toolchain
        .target_dir(workspace)
        .join("wasm32-unknown-unknown")
        .join(mode.profile())
        .join(format!("{PAGE}.wasm"));
    fs::create_dir_all(staging).with_context(|| format!("making {}", staging.display()))?;
    run(tools::bindgen(workspace).arg(module).arg(staging).args([
        PAGE,
        "--split=desk",
        "--after=dialogs:touch",
    ]))
}

/// What a line of `index.html` wants from Trunk.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// A style sheet.
    Styles(String),
    /// A folder whose content is copied.
    Folder(String),
    /// The page's crate.
    Rust,
}

impl Part {
    fn of(line: &str) -> Result<Option<Part>> {
        if !line.contains("data-trunk") {
            return Ok(None);
        }
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let part = match (value("rel").as_deref(), value("href")) {
            (Some("css"), Some(href)) => Part::Styles(href),
            (Some("copy-dir"), Some(href)) if value("data-target-path").as_deref() == Some(".") => {
                Part::Folder(href)
            }
            (Some("rust"), None) => Part::Rust,
            _ => bail!("app/index.html has a line for Trunk that is not understood: {line}"),
        };
        Ok(Some(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_for_trunk_are_understood_or_refused() {
        let part = |line: &str| Part::of(line).unwrap();
        assert_eq!(part("<link rel=\"icon\" href=\"a.svg\">"), None);
        let styles = part("<link data-trunk rel=\"css\" href=\"style/a.css\">");
        assert_eq!(styles, Some(Part::Styles("style/a.css".to_owned())));
        let folder = "<link data-trunk rel=\"copy-dir\" href=\"../public\" data-target-path=\".\">";
        assert_eq!(part(folder), Some(Part::Folder("../public".to_owned())));
        assert_eq!(part("<link data-trunk rel=\"rust\" data-bin=\"a\">"), Some(Part::Rust));
        for line in
            ["<link data-trunk rel=\"sass\" href=\"a.scss\">", "<link data-trunk rel=\"css\">"]
        {
            assert!(Part::of(line).is_err(), "{line}");
        }
    }
}
