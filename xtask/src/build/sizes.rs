//! Compares the size of every file with the budgets.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::compress;
use crate::workspace::{Workspace, files_below, read};

/// The files of a first visit, in bytes after brotli.
const FIRST_LOAD_BUDGET: u64 = 450_000;
/// The core's module alone, in bytes after brotli.
const CORE_BUDGET: u64 = 300_000;

/// The tables of targets inside the core, in bytes after brotli.
const TABLES_BUDGET: u64 = 60_000;
/// The tables that the core embeds: names of architectures, features, registers and ABIs, and the
/// schema.
const TABLES: &[&str] =
    &["core/lang/coil/src/target/tables.txt", "core/lang/coil/src/target/coil-config.schema.json"];

/// The size of one file or of several, in bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Size {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl Size {
    fn plus(self, other: Size) -> Size {
        Size {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// Returns true if a first visit loads this file, for the page or for use offline.
pub fn is_first_load(path: &str) -> bool {
    match path.split_once('/') {
        // The gallery's files work offline too. Icons in other sizes are for installing;
        // `examples/` are pages of their own.
        Some((folder, _)) => folder == "gallery" || path == "icons/bobbin.svg",
        None => path != "_headers" && !path.ends_with(".txt"),
    }
}

/// Prints all files of `dist` with totals, and the share of the tables in the core.
pub fn print(workspace: &Workspace) -> Result<()> {
    let dist = &workspace.dist();
    println!("\n{:<44} {:>9} {:>9} {:>9}", "dist/ (kB)", "raw", "gzip", "brotli");
    let (mut first_load, mut all, mut core) = (Size::default(), Size::default(), Size::default());
    let files = files_below(dist)?;
    let is_twin = |file: &str| file.ends_with(".br") || file.ends_with(".gz");
    for file in files.iter().filter(|file| !is_twin(file)) {
        let size = size(dist, file)?;
        let mark = if is_first_load(file) { " " } else { "·" };
        line(&format!("{mark} {file}"), size);
        all = all.plus(size);
        if is_first_load(file) {
            first_load = first_load.plus(size);
        }
        if file.starts_with("core-") {
            core = core.plus(size);
        }
    }
    line("all files", all);
    line("first load (all but those with ·)", first_load);
    println!("{}", verdict("first load", first_load.brotli, FIRST_LOAD_BUDGET));
    println!("{}", verdict("core", core.brotli, CORE_BUDGET));
    let tables = TABLES.iter().map(|path| read(&workspace.root.join(path)));
    let tables: Vec<u8> = tables.collect::<Result<Vec<_>>>()?.concat();
    let tables = compress::brotli(&tables)?.len() as u64;
    println!("{}", verdict("its tables of targets", tables, TABLES_BUDGET));
    Ok(())
}

fn size(dist: &Path, file: &str) -> Result<Size> {
    let length =
        |suffix: &str| fs::metadata(dist.join(format!("{file}{suffix}"))).map(|it| it.len());
    let raw = length("")?;
    Ok(Size { raw, gzip: length(".gz").unwrap_or(raw), brotli: length(".br").unwrap_or(raw) })
}

fn line(name: &str, size: Size) {
    let kb = |bytes: u64| format!("{:.1}", bytes as f64 / 1000.0);
    println!("{name:<44} {:>9} {:>9} {:>9}", kb(size.raw), kb(size.gzip), kb(size.brotli));
}

fn verdict(name: &str, bytes: u64, budget: u64) -> String {
    let kb = bytes as f64 / 1000.0;
    let budget_kb = budget / 1000;
    if bytes <= budget {
        format!("{name}: {kb:.1} kB brotli, within the budget of {budget_kb} kB")
    } else {
        let over = kb - budget_kb as f64;
        format!("{name}: {kb:.1} kB brotli, OVER the budget of {budget_kb} kB by {over:.1} kB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_plain() {
        assert_eq!(
            verdict("core", 300_000, CORE_BUDGET),
            "core: 300.0 kB brotli, within the budget of 300 kB"
        );
        assert_eq!(
            verdict("core", 312_300, CORE_BUDGET),
            "core: 312.3 kB brotli, OVER the budget of 300 kB by 12.3 kB"
        );
    }

    #[test]
    fn the_first_load_is_the_page_itself() {
        for file in
            ["index.html", "start-0123456789abcdef.js", "icons/bobbin.svg", "manifest.webmanifest"]
        {
            assert!(is_first_load(file), "{file}");
        }
        for file in ["_headers", "icons/512.png", "examples/plain.html"] {
            assert!(!is_first_load(file), "{file}");
        }
    }
}
