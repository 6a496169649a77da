//! The items of a text as a tree: sections and processes with their keys, connections, includes.

use text_size::TextRange;

use crate::file::File;
use crate::items;
use crate::model::{Holder, HolderId, HolderKind};
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};

/// Returns what can be added beside processes, which the catalogue has.
pub fn additions() -> Vec<ItemAction> {
    let command =
        Command::AddItem { kind: "config".to_owned(), name: String::new(), values: Vec::new() };
    let names = ["_pipeline:_edge", "_scheduler"].map(str::to_owned).to_vec();
    vec![ItemAction { label: "Add config section".to_owned(), command, names }]
}

/// Returns the outline of `file`, in the order of the text. What an included file brings in is not
/// listed: it stands in another text.
pub fn outline(file: &File) -> Outline {
    let source = file.source();
    let mut entries = Vec::new();
    for (idx, it) in file.model().holders.enumerated() {
        if source.is_own(it.head.start) {
            entries.push(holder(file, idx, it));
        }
    }
    for (idx, it) in file.model().connections.enumerated() {
        if !source.is_own(it.span.start) {
            continue;
        }
        let (from, to) = (source.span_range(it.from.span), source.span_range(it.to.span));
        let range = source.span_range(it.span);
        let name_range = TextRange::new(from.start(), to.end().max(from.start()));
        entries.push(OutlineEntry {
            item: items::connection_path(file, idx),
            name: source.joined(it.from.span).into_owned(),
            detail: format!("→ {}", source.joined(it.to.span)),
            kind: OutlineKind::Connection,
            range,
            name_range: inside(name_range, range),
            children: Vec::new(),
        });
    }
    for it in source.includes().iter().filter(|it| source.is_own(it.name)) {
        let range = source.range(it.name);
        entries.push(OutlineEntry {
            item: ItemPath::new(["include", source.text(it.name)]),
            name: source.text(it.name).to_owned(),
            detail: "include".to_owned(),
            kind: OutlineKind::Include,
            range,
            name_range: range,
            children: Vec::new(),
        });
    }
    entries.order_by_key(|it| it.range.start());
    Outline { entries, ..Outline::default() }
}

fn holder(file: &File, idx: HolderId, holder: &Holder) -> OutlineEntry {
    let source = file.source();
    let item = items::holder_path(file, idx);
    let range = source.span_range(holder.span);
    let (kind, name_range, detail) = match holder.kind {
        HolderKind::Section { path } => {
            let name = if path.start < path.end { path } else { holder.head };
            (OutlineKind::Section, source.span_range(name), String::new())
        }
        HolderKind::Process(head) => {
            let detail = head.process_type.map_or("", |it| source.text(it));
            (OutlineKind::Unit, source.range(head.name), detail.to_owned())
        }
        HolderKind::Cluster { name, .. } => {
            (OutlineKind::Group, source.range(name), "cluster".to_owned())
        }
    };
    let mut children: Vec<OutlineEntry> = Vec::new();
    for (_, it) in file.model().entries_of(holder).filter(|(_, it)| source.is_own(it.span.start)) {
        let range = source.span_range(it.span);
        children.push(OutlineEntry {
            item: item.clone(),
            name: file.model().local_key(source, it),
            detail: it.value.map_or("", |it| source.text(it)).to_owned(),
            kind: OutlineKind::Key,
            range,
            name_range: inside(source.span_range(it.key), range),
            children: Vec::new(),
        });
    }
    if matches!(holder.kind, HolderKind::Cluster { .. }) {
        for it in file.model().mappings.iter().filter(|it| source.is_own(it.span.start)) {
            let range = source.span_range(it.span);
            children.push(OutlineEntry {
                item: item.clone(),
                name: source.joined(it.outer.span).into_owned(),
                detail: format!(
                    "{} {}",
                    if it.is_input { "→" } else { "←" },
                    source.joined(it.inner.span)
                ),
                kind: OutlineKind::Port,
                range,
                name_range: inside(source.span_range(it.outer.span), range),
                children: Vec::new(),
            });
        }
        children.order_by_key(|it| it.range.start());
    }
    let name_range = inside(name_range, range);
    OutlineEntry { item, name: holder.path.clone(), detail, kind, range, name_range, children }
}

/// Cuts the range of a name to that of its item: it reaches out only if an include stands between
/// them.
fn inside(name: TextRange, range: TextRange) -> TextRange {
    name.intersect(range).unwrap_or(TextRange::empty(range.start()))
}
