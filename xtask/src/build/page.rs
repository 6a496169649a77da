//! Makes a staged page, ours or Trunk's, ready to serve: `index.html` without inline scripts, one start script for
//! editor and page, all files named by content, policy and headers.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::mode::Mode;
use super::{assets, headers, parts, reload, start_page, tools};
use crate::command::run;
use crate::workspace::{Workspace, files_below, read, read_text, write};

/// The element of `index.html` that names the files made from the page's crate, as
/// [`stage`](super::stage) and Trunk.toml's `pattern_script` write it.
#[derive(Debug, PartialEq, Eq)]
struct Marker {
    element: String,
    js: String,
    wasm: String,
}

pub fn finish(workspace: &Workspace, staging: &Path, mode: Mode) -> Result<()> {
    let index = staging.join("index.html");
    let mut html = read_text(&index)?;
    let marker = marker(&html).context("the staged page has no start marker; see Trunk.toml")?;
    let assets = assets::read_list(workspace)?;
    assets::copy(workspace, &assets, staging)?;

    let module = staging.join(&marker.wasm);
    if mode == Mode::Release {
        tools::optimise(workspace, &module, tools::OPTIMISE)?;
    }
    let app = tools::place(&module, staging, "app", "wasm")?;
    fs::remove_file(&module)?;

    parts::name_parts(workspace, staging, mode, "")?;

    let start = start_script(workspace, staging, mode, &marker, &assets, &app)?;
    html = html
        .replace(&marker.element, &format!(r#"<script type="module" src="./{start}"></script>"#));
    html = start_page::fill_in(&html, staging)?;
    html = join_styles(workspace, staging, mode, &html)?;
    // Before the style sheet, which it does not have to wait for there.
    let boot = boot_script(workspace, staging, mode)?;
    html = html.replace(
        "<link rel=\"stylesheet\"",
        &format!("<script src=\"./{boot}\"></script>\n<link rel=\"stylesheet\""),
    );
    let head = format!(
        "<link rel=\"modulepreload\" href=\"./{start}\">\n\
         <link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"./{app}\">\n"
    );
    html = with_head(&html, mode, &head)?;
    match mode {
        Mode::Release => refuse_inline(&html)?,
        Mode::Dev => html = reload::with_script(&html, staging)?,
    }
    write(&staging.join(FRAMED), framed(&html)?)?;
    write(&index, html)?;
    let examples = staging.join("examples");
    if mode == Mode::Release && examples.is_dir() {
        copy_npm_package(workspace, &examples.join("bobbin-config"))?;
    }
    write(&staging.join("_headers"), headers::render(&files_below(staging)?))
}

/// The page for frames of other pages, beside `index.html`.
pub const FRAMED: &str = "embed.html";

/// Makes of the page the one for frames: marked, and nothing that could be installed.
fn framed(html: &str) -> Result<String> {
    const ROOT: &str = "<html lang=\"en\"";
    if !html.contains(ROOT) {
        bail!("index.html does not begin with `{ROOT}`");
    }
    let kept = html.split_inclusive('\n').filter(|it| !it.contains("rel=\"manifest\""));
    Ok(kept.collect::<String>().replacen(ROOT, &format!("{ROOT} data-embed"), 1))
}

/// The files of the npm package that the pages in `examples/` import.
const OF_EXAMPLES: [&str; 4] = ["browser.js", "errors.js", "frame.js", "bobbin.wasm"];

/// Copies of the built npm package what the pages in `examples/` import to where they do it.
fn copy_npm_package(workspace: &Workspace, to: &Path) -> Result<()> {
    let from = workspace.root.join("core/npm/dist");
    for file in OF_EXAMPLES {
        write(&to.join(file), read(&from.join(file))?)?;
    }
    Ok(())
}

/// Writes the script that runs before the first paint.
fn boot_script(workspace: &Workspace, staging: &Path, mode: Mode) -> Result<String> {
    let bundle = workspace.target.join("bundles/boot.js");
    let source = workspace.root.join("app/editor/src/boot.ts");
    let mut esbuild = tools::esbuild(workspace, mode);
    run(esbuild.arg("--format=iife").arg(source).arg(tools::outfile(&bundle)))?;
    tools::place_script(workspace, &bundle, staging, "boot")
}

/// Writes the script that starts page and editor and contains the page's JavaScript.
fn start_script(
    workspace: &Workspace,
    staging: &Path,
    mode: Mode,
    marker: &Marker,
    assets: &assets::Assets,
    app: &str,
) -> Result<String> {
    // The bundler resolves `./snippets/…`, which the page's JavaScript may import, from this folder.
    let source = staging.join("start.js");
    let is_shared = |it: &&String| it.starts_with("editor-chunk-");
    let editor_parts: Vec<&String> = assets.editor_chunks.iter().filter(is_shared).collect();
    let files = json!({
        "app": app, "editor": assets.editor, "editorParts": editor_parts, "worker": assets.worker,
        "core": assets.core, "onDemand": assets.on_demand,
    });
    let sources = workspace.root.join("app/editor/src/start.ts");
    write(
        &source,
        format!(
            "import {{ start }} from {sources};\n\
             import init from './{js}';\n\
             await start(init, {files});\n",
            sources = json!(sources),
            js = marker.js,
        ),
    )?;
    let bundle = workspace.target.join("bundles/start.js");
    let mut esbuild = tools::esbuild(workspace, mode);
    run(esbuild.arg(&source).arg(tools::outfile(&bundle)))?;
    for file in [source, staging.join(&marker.js)] {
        fs::remove_file(&file)?;
    }
    let _ = fs::remove_file(staging.join(parts::SCRIPT));
    let snippets = staging.join("snippets");
    if snippets.is_dir() {
        fs::remove_dir_all(snippets)?;
    }
    tools::place_script(workspace, &bundle, staging, "start")
}

/// Joins the style sheets that the page links into one, in their order, minified and named by
/// content: each sheet of its own would hold up the first paint. Returns the page with the one link.
fn join_styles(workspace: &Workspace, staging: &Path, mode: Mode, html: &str) -> Result<String> {
    let mut styles = String::new();
    let mut rest = String::new();
    for line in html.split_inclusive('\n') {
        let Some(file) = style_of(line) else {
            rest.push_str(line);
            continue;
        };
        if styles.is_empty() {
            rest.push_str(STYLES_MARK);
        }
        styles.push_str(&read_text(&staging.join(file))?);
        fs::remove_file(staging.join(file))?;
    }
    if styles.is_empty() {
        bail!("index.html links no style sheet");
    }
    let source = staging.join("all.css");
    write(&source, styles)?;
    let bundle = workspace.target.join("bundles/page.css");
    let mut esbuild = workspace.npm_command("esbuild");
    esbuild.args(["--log-level=warning", "--target=es2022"]);
    esbuild.args((mode == Mode::Release).then_some("--minify"));
    run(esbuild.arg(&source).arg(tools::outfile(&bundle)))?;
    fs::remove_file(&source)?;
    let file = tools::place(&bundle, staging, "page", "css")?;
    Ok(rest.replace(STYLES_MARK, &format!("<link rel=\"stylesheet\" href=\"./{file}\">\n")))
}

/// Stands for the link of the joined style sheet until its name is known.
const STYLES_MARK: &str = "<!-- styles -->";

/// Returns the file that a line links as a style sheet, if it does and that is in the same folder.
fn style_of(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("<link rel=\"stylesheet\" href=\"")?;
    let (file, _) = rest.split_once('"')?;
    Some(file.trim_start_matches("./"))
}

fn marker(html: &str) -> Option<Marker> {
    let (_, rest) = html.split_once("<script type=\"module\" data-start ")?;
    let (attributes, _) = rest.split_once("></script>")?;
    let value = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
        let (value, _) = rest.split_once('"')?;
        Some(value.trim_start_matches("./").to_owned())
    };
    Some(Marker {
        element: format!("<script type=\"module\" data-start {attributes}></script>"),
        js: value("data-js")?,
        wasm: value("data-wasm")?,
    })
}

/// Inserts the policy before everything it governs, and `links` at the end of the head.
fn with_head(html: &str, mode: Mode, links: &str) -> Result<String> {
    let policy = match mode {
        Mode::Release => headers::POLICY.to_owned(),
        // Trunk reloads the page by an inline script.
        Mode::Dev => headers::POLICY.replace("script-src", "script-src 'unsafe-inline'"),
    };
    let meta = format!("\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let start = html.find("<meta charset").or_else(|| html.find("<head"));
    let after = start.and_then(|start| Some(start + html.get(start..)?.find('>')? + 1));
    let (before, rest) = after
        .and_then(|after| html.split_at_checked(after))
        .context("app/index.html has no <head>")?;
    let (head, body) = rest.split_once("</head>").context("app/index.html has no </head>")?;
    Ok(format!("{before}{meta}{head}{links}</head>{body}"))
}

/// Refuses inline scripts and styles, which the policy forbids and the page could not run.
fn refuse_inline(html: &str) -> Result<()> {
    let scripts = html.split("<script").skip(1);
    let has_inline_script =
        scripts.filter_map(|rest| rest.split('>').next()).any(|it| !it.contains("src="));
    let found = [
        (has_inline_script, "an inline script"),
        (html.contains("<style"), "an inline style sheet"),
        (html.contains(" style="), "a style attribute"),
        (html.contains(" onclick=") || html.contains(" onload="), "an event attribute"),
    ];
    for (is_there, what) in found {
        if is_there {
            bail!("index.html has {what}, which its content security policy forbids");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_trunk_built() {
        let element = r#"<script type="module" data-start data-js="./a-1.js" data-wasm="./a-1_bg.wasm"></script>"#;
        let html = format!("<body>{element}</body>");
        assert_eq!(
            marker(&html),
            Some(Marker {
                element: element.to_owned(),
                js: "a-1.js".to_owned(),
                wasm: "a-1_bg.wasm".to_owned()
            })
        );
        assert_eq!(marker("<body></body>"), None);
    }

    #[test]
    fn links_of_style_sheets_are_found() {
        let link = "<link rel=\"stylesheet\" href=\"./base-1f.css\" integrity=\"x\"/>\n";
        assert_eq!(style_of(link), Some("base-1f.css"));
        assert_eq!(style_of("<link rel=\"icon\" href=\"a.svg\">"), None);
    }

    #[test]
    fn the_policy_comes_first() {
        let html = "<html><head><meta charset=\"utf-8\"><script src=a></script></head></html>";
        let html = with_head(html, Mode::Release, "<link>").unwrap();
        let policy = html.find("Content-Security-Policy").unwrap();
        assert!(html.find("charset").unwrap() < policy);
        assert!(policy < html.find("<script").unwrap());
        assert!(html.contains("</script><link></head>"));
        assert!(with_head("<p>", Mode::Release, "").is_err());
    }

    #[test]
    fn inline_code_is_refused() {
        refuse_inline("<script type=\"module\" src=\"./a.js\"></script>").unwrap();
        for html in ["<script>a</script>", "<style>a</style>", "<p style=\"a\">"] {
            assert!(refuse_inline(html).is_err(), "{html}");
        }
    }
}
