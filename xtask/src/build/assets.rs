//! Editor, its parts that are loaded on demand, worker and core, named by their content.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::core_wasm;
use super::mode::Mode;
use super::tools::{esbuild, keep_source_map, outfile, place, place_script, source_maps};
use crate::command::run;
use crate::workspace::{Workspace, files_below, read, read_text, write};

const FOLDER: &str = "app/generated/assets";
const LIST: &str = "app/generated/assets.json";

/// The file names of one build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assets {
    /// The editor's ES module, for the page.
    pub editor: String,
    /// The modules that it imports, at once or for some habits of keys.
    pub editor_chunks: Vec<String>,
    /// The ES module of what the editor's module loads when it is first asked for.
    pub on_demand: String,
    /// The worker's ES module.
    pub worker: String,
    /// The core's WebAssembly module, for the worker.
    pub core: String,
    /// Its parts, which the worker fetches when a message needs them.
    pub core_parts: Vec<String>,
}

/// Bundles editor and worker, names them and the core, and writes the list.
pub fn build(workspace: &Workspace, mode: Mode) -> Result<()> {
    let bundles = workspace.target.join("bundles");
    let sources = workspace.root.join("app/editor/src");
    let folder = workspace.root.join(FOLDER);
    // Files of earlier builds must not pile up.
    for folder in [&folder, &source_maps(workspace)] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("emptying {}", folder.display()))?;
        }
    }
    // The editor's LSP client bundles a Markdown library, of which hovers need little.
    let markdown = format!("--alias:marked={}", sources.join("markdown.ts").display());
    let named = |source: &str, name: &str| {
        let bundle = bundles.join(format!("{name}.js"));
        let mut esbuild = esbuild(workspace, mode);
        run(esbuild.arg(&markdown).arg(sources.join(source)).arg(outfile(&bundle)))?;
        place_script(workspace, &bundle, &folder, name)
    };
    let (editor, editor_chunks) = editor(workspace, mode, &markdown, &folder)?;
    let assets = Assets {
        editor,
        editor_chunks,
        on_demand: named("on_demand.ts", "on-demand")?,
        worker: named("worker.ts", "worker")?,
        core: {
            let module = format!("{}_bg.wasm", core_wasm::NAME);
            place(&core_wasm::worker_dir(workspace).join(module), &folder, "core", "wasm")?
        },
        core_parts: core_parts(workspace, &folder)?,
    };
    let list = json!({
        "editor": assets.editor, "editorChunks": assets.editor_chunks, "onDemand": assets.on_demand,
        "worker": assets.worker, "core": assets.core, "coreParts": assets.core_parts,
    });
    write(&workspace.root.join(LIST), format!("{list:#}\n"))
}

/// Copies the parts of the core into `folder` and returns their names.
fn core_parts(workspace: &Workspace, folder: &Path) -> Result<Vec<String>> {
    let from = core_wasm::worker_dir(workspace);
    let mut names = files_below(&from)?;
    names.retain(|it| it.starts_with("core-"));
    for name in &names {
        write(&folder.join(name), read(&from.join(name))?)?;
    }
    Ok(names)
}

/// Bundles the editor into `folder`. Returns the name of its module and those of the modules that it
/// shares with what it imports later.
fn editor(
    workspace: &Workspace,
    mode: Mode,
    markdown: &str,
    folder: &Path,
) -> Result<(String, Vec<String>)> {
    let bundles = workspace.target.join("bundles/editor");
    if bundles.exists() {
        fs::remove_dir_all(&bundles).with_context(|| format!("emptying {}", bundles.display()))?;
    }
    // It marks as pure the calls that bind its keys, which would be left out.
    // The bundler looks for what it uses from there.
    let emacs = workspace.root.join("app/generated/emacs.js");
    let mut annotated = esbuild(workspace, Mode::Dev);
    annotated.args(["--ignore-annotations", "--external:@codemirror/*"]);
    run(annotated.arg("@replit/codemirror-emacs").arg(outfile(&emacs)))?;

    let mut esbuild = esbuild(workspace, mode);
    esbuild.args(["--splitting", "--entry-names=editor-[hash]"]);
    esbuild.args(["--chunk-names=editor-[name]-[hash]", markdown]);
    esbuild.arg(format!("--alias:@replit/codemirror-emacs={}", emacs.display()));
    esbuild.arg(workspace.root.join("app/editor/src/main.ts"));
    run(esbuild.arg(format!("--outdir={}", bundles.display())))?;
    let mut entry = None;
    let mut chunks = Vec::new();
    for name in files_below(&bundles)? {
        if name.ends_with(".map") {
            continue;
        }
        keep_source_map(workspace, &bundles.join(&name), &name)?;
        write(&folder.join(&name), read(&bundles.join(&name))?)?;
        match name.matches('-').count() {
            1 => entry = Some(name),
            _ => chunks.push(name),
        }
    }
    Ok((entry.context("esbuild wrote no editor")?, chunks))
}

/// Reads the names that the last [`build`] wrote.
pub fn read_list(workspace: &Workspace) -> Result<Assets> {
    let list: Value = serde_json::from_str(&read_text(&workspace.root.join(LIST))?)?;
    let name = |key: &str| {
        let name = list.get(key).and_then(Value::as_str);
        name.map(str::to_owned).with_context(|| format!("{LIST} has no `{key}`"))
    };
    let names = |key: &str| {
        let names = list.get(key).and_then(Value::as_array).into_iter().flatten();
        names.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Ok(Assets {
        editor: name("editor")?,
        editor_chunks: names("editorChunks"),
        on_demand: name("onDemand")?,
        worker: name("worker")?,
        core: name("core")?,
        core_parts: names("coreParts"),
    })
}

/// Copies the files of a list into `dir`.
pub fn copy(workspace: &Workspace, assets: &Assets, dir: &Path) -> Result<()> {
    let named = [&assets.editor, &assets.on_demand, &assets.worker, &assets.core];
    for name in named.into_iter().chain(&assets.editor_chunks).chain(&assets.core_parts) {
        let from = workspace.root.join(FOLDER).join(name);
        fs::copy(&from, dir.join(name)).with_context(|| format!("copying {}", from.display()))?;
    }
    Ok(())
}
