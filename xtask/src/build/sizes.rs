//! Prints the size of every file, and compares totals with the record of what they were.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::compress;
use super::page::FRAMED;
use crate::workspace::{Workspace, files_below, read, read_text, write};

/// The record of sizes: a build that is larger than it by more than the tolerance fails the tests.
const RECORD: &str = "xtask/sizes.txt";
/// By how much a size may exceed its record.
const TOLERANCE: f64 = 0.01;

/// The aim for the tables of targets inside the core, in kB after brotli.
const TABLES_BUDGET: u64 = 60;
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

/// The pictures of the examples, which are loaded as far as they are looked at.
const PICTURES: &str = "gallery/pictures/";

/// Returns true if the service worker keeps this file for use offline.
pub fn is_kept_offline(path: &str) -> bool {
    is_first_load(path)
        || is_keymap(path)
        || path.starts_with(PICTURES)
        || path.starts_with("help/")
}

/// Returns true for what only pages in frames of others load.
fn is_of_frames(path: &str) -> bool {
    path == FRAMED || path.starts_with("editor-guest-")
}

/// Returns true for the keys of other editors, which are loaded for those who want them.
fn is_keymap(path: &str) -> bool {
    path.starts_with("editor-vim-") || path.starts_with("editor-emacs-")
}

/// Returns true if a first visit loads this file.
pub fn is_first_load(path: &str) -> bool {
    if path.starts_with(PICTURES) || is_keymap(path) {
        return false;
    }
    match path.split_once('/') {
        // The gallery's files work offline too. Icons in other sizes are for installing;
        // `examples/` are pages of their own.
        Some((folder, _)) => folder == "gallery" || path == "icons/bobbin.svg",
        None => path != "_headers" && !path.ends_with(".txt") && !is_of_frames(path),
    }
}

/// Returns true if the page waits for this file before it can be used.
fn is_start_page(path: &str) -> bool {
    let starts = ["index.html", "boot-", "start-", "page-", "app-"];
    starts.iter().any(|it| path.starts_with(it))
}

/// Returns true for parts of the page's module that are fetched later.
fn is_part(path: &str) -> bool {
    path.starts_with("split-") || path.starts_with("chunk-")
}

/// Returns true for parts of the core, of which a first visit fetches those of its file's language.
fn is_core_part(path: &str) -> bool {
    path.starts_with("core-split-") || path.starts_with("core-chunk-")
}

/// Tells whether a file belongs to what is weighed.
type Belongs = fn(&str) -> bool;

/// The totals that are weighed, and the files of each.
const WEIGHED: [(&str, Belongs); 9] = [
    ("first load", is_first_load),
    ("start page", is_start_page),
    ("page", |it| it.starts_with("app-")),
    ("parts", is_part),
    ("core", |it| it.starts_with("core-") && !is_core_part(it)),
    ("core's parts", is_core_part),
    ("editor", |it| it.starts_with("editor-") && !is_keymap(it) && !is_of_frames(it)),
    ("styles", |it| it.ends_with(".css")),
    ("kept offline", is_kept_offline),
];

/// Prints all files of `dist` with totals, and each total beside its record.
pub fn print(workspace: &Workspace) -> Result<()> {
    let dist = &workspace.dist();
    println!("\n{:<44} {:>9} {:>9} {:>9}", "dist/ (kB)", "raw", "gzip", "brotli");
    let mut all = Size::default();
    for file in built_files(dist)? {
        let size = size(dist, &file)?;
        let mark = if is_first_load(&file) { " " } else { "·" };
        line(&format!("{mark} {file}"), size);
        all = all.plus(size);
    }
    line("all files; a first visit loads those without ·", all);
    let record = read_record(workspace)?;
    for (name, bytes) in weigh(dist)? {
        println!("{}", verdict(name, bytes, record.get(name).copied()));
    }
    let tables = TABLES.iter().map(|path| read(&workspace.root.join(path)));
    let tables: Vec<u8> = tables.collect::<Result<Vec<_>>>()?.concat();
    let tables = compress::brotli(&tables)?.len() as f64 / 1000.0;
    println!("the core's tables of targets: {tables:.1} kB brotli of {TABLES_BUDGET} kB");
    Ok(())
}

/// Fails if `dist` is larger than its record by more than the tolerance.
pub fn check(workspace: &Workspace) -> Result<()> {
    let record = read_record(workspace)?;
    let weighed = weigh(&workspace.dist())?.into_iter();
    let too_large: Vec<String> = weighed
        .filter(|(name, bytes)| is_over(*bytes, record.get(*name).copied()))
        .map(|(name, bytes)| verdict(name, bytes, record.get(name).copied()))
        .collect();
    if !too_large.is_empty() {
        bail!(
            "{}\nMake it smaller, or if it is worth its weight, run `cargo xtask build --record`",
            too_large.join("\n")
        );
    }
    Ok(())
}

/// Writes the sizes of `dist` to the record.
pub fn record(workspace: &Workspace) -> Result<()> {
    let lines =
        weigh(&workspace.dist())?.into_iter().map(|(name, bytes)| format!("{name}: {bytes}\n"));
    write(&workspace.root.join(RECORD), lines.collect::<String>())
}

fn read_record(workspace: &Workspace) -> Result<BTreeMap<String, u64>> {
    let text = read_text(&workspace.root.join(RECORD))?;
    let entry = |line: &str| {
        let (name, bytes) = line.split_once(": ")?;
        Some((name.to_owned(), bytes.trim().parse().ok()?))
    };
    Ok(text.lines().filter_map(entry).collect())
}

/// Returns the bytes after brotli of all that is weighed.
fn weigh(dist: &Path) -> Result<Vec<(&'static str, u64)>> {
    let mut res = Vec::new();
    let files = built_files(dist)?;
    for (name, belongs) in WEIGHED {
        let mut bytes = 0;
        for file in files.iter().filter(|it| belongs(it)) {
            bytes += size(dist, file)?.brotli;
        }
        res.push((name, bytes));
    }
    Ok(res)
}

/// Returns the files of `dist` without their compressed twins.
fn built_files(dist: &Path) -> Result<Vec<String>> {
    let mut files = files_below(dist)?;
    files.retain(|file| !file.ends_with(".br") && !file.ends_with(".gz"));
    Ok(files)
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

fn is_over(bytes: u64, record: Option<u64>) -> bool {
    record.is_some_and(|it| bytes as f64 > it as f64 * (1.0 + TOLERANCE))
}

fn verdict(name: &str, bytes: u64, record: Option<u64>) -> String {
    let kb = bytes as f64 / 1000.0;
    let Some(record) = record else { return format!("{name}: {kb:.1} kB brotli, not recorded") };
    let share = (bytes as f64 / record.max(1) as f64 - 1.0) * 100.0;
    let mark = if is_over(bytes, Some(record)) { ", TOO LARGE" } else { "" };
    let record = record as f64 / 1000.0;
    format!("{name}: {kb:.1} kB brotli, {share:+.1} % of the recorded {record:.1} kB{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_plain() {
        for (bytes, record, says) in [
            (300_000, None, "core: 300.0 kB brotli, not recorded"),
            (302_000, Some(300_000), "core: 302.0 kB brotli, +0.7 % of the recorded 300.0 kB"),
            (200_000, Some(300_000), "core: 200.0 kB brotli, -33.3 % of the recorded 300.0 kB"),
            (
                306_000,
                Some(300_000),
                "core: 306.0 kB brotli, +2.0 % of the recorded 300.0 kB, TOO LARGE",
            ),
        ] {
            assert_eq!(verdict("core", bytes, record), says);
            assert_eq!(is_over(bytes, record), says.ends_with("TOO LARGE"));
        }
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
