//! The outline of the main file, and what can be added to it.

use std::collections::HashMap;

use text_size::TextRange;

use super::file::File;
use super::items::{SECTION, item_of};
use super::schema::SECTIONS;
use super::source_file::{Header, Include, Pair, SourceFile};
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};

/// Sections with their keys, and includes, in the order of the text.
pub(super) fn outline(file: &File) -> Outline {
    let Some(main) = file.config().main() else { return Outline::default() };
    let mut includes = includes(main).into_iter().peekable();
    let mut entries = Vec::new();
    for header in &main.headers {
        while let Some(it) = includes.next_if(|it| it.range.start() < header.range.start()) {
            entries.push(it);
        }
        let mut entry = section(main, header);
        while let Some(it) = includes.next_if(|it| it.range.start() < header.end) {
            entry.children.push(it);
        }
        entry.children.order_by_key(|it| it.range.start());
        entries.push(entry);
    }
    entries.extend(includes);
    entries.order_by_key(|it| it.range.start());
    Outline { entries, ..Outline::default() }
}

/// Returns what can be added to the text as a whole: the sections of the document that it lacks.
pub(super) fn additions(file: &File) -> Vec<ItemAction> {
    let Some(main) = file.config().main() else { return Vec::new() };
    let is_absent = |name: &str| !main.headers.iter().any(|it| main.name(it) == name);
    let names = SECTIONS.iter().map(|it| it.name).filter(|it| is_absent(it));
    vec![ItemAction {
        label: "Add section".to_owned(),
        command: Command::AddItem {
            kind: SECTION.to_owned(),
            name: String::new(),
            values: Vec::new(),
        },
        names: names.map(str::to_owned).collect(),
    }]
}

fn includes(file: &SourceFile) -> Vec<OutlineEntry> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let entry = |it: &Include, nth: u32| OutlineEntry {
        item: numbered(ItemPath::new(["include", it.path.as_str()]), nth),
        name: it.path.clone(),
        detail: "include".to_owned(),
        kind: OutlineKind::Include,
        range: it.range,
        name_range: it.path_range,
        children: Vec::new(),
    };
    let mut res = Vec::new();
    for include in &file.includes {
        let nth = seen.entry(&include.path).or_default();
        *nth += 1;
        res.push(entry(include, *nth));
    }
    res
}

fn numbered(mut path: ItemPath, nth: u32) -> ItemPath {
    if nth > 1 {
        path.0.push(format!("#{nth}"));
    }
    path
}

fn section(file: &SourceFile, header: &Header) -> OutlineEntry {
    let item = item_of(file, header);
    let pairs = file.pairs.get(header.pairs.clone()).unwrap_or_default();
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut children = Vec::new();
    for pair in pairs {
        let key = file.slice(pair.key);
        let nth = seen.entry(key).or_default();
        *nth += 1;
        let mut path = item.clone();
        path.0.push(key.to_owned());
        children.push(OutlineEntry {
            item: numbered(path, *nth),
            name: key.to_owned(),
            detail: file.value(pair).to_owned(),
            kind: OutlineKind::Key,
            range: pair.range(),
            name_range: pair.key,
            children: Vec::new(),
        });
    }
    OutlineEntry {
        item,
        name: file.name(header).to_owned(),
        detail: detail(file, header, pairs),
        kind: OutlineKind::Section,
        range: TextRange::new(header.range.start(), header.end),
        name_range: header.name,
        children,
    }
}

/// Sums up a section in a few words: the target, the ABI, the level.
fn detail(file: &SourceFile, header: &Header, pairs: &[Pair]) -> String {
    let keys: &[&str] = match file.name(header) {
        "Target" => &["PU", "Architecture", "Mode"],
        "ABI" => &["Name"],
        "Optimization" => &["Level"],
        "Memory" => &["Model", "Endianness"],
        "Linker" => &["OutputFormat"],
        _ => return String::new(),
    };
    let words = keys.iter().filter_map(|key| {
        let pair = pairs.iter().rev().find(|it| file.slice(it.key) == *key)?;
        Some(file.value(pair)).filter(|it| !it.is_empty())
    });
    words.collect::<Vec<_>>().join(" ")
}
