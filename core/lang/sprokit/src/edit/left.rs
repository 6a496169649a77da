//! What a text still says of a process that is taken away.

use super::super::File;
use super::super::items::{self as paths, ItemRef};
use super::super::macros;
use super::super::model::HolderKind;
use bobbin_core::edit::ItemPath;

/// More than these are counted.
const MOST: usize = 3;

/// The sections, capacities and macros that name a process which goes, in one sentence for people;
/// nothing if there are none, or if another process has the name.
pub(super) fn behind(file: &File, item: &ItemPath) -> Vec<String> {
    let Some(ItemRef::Holder(idx)) = paths::find(file, item) else { return Vec::new() };
    let Some(holder) = file.model.holders.get(idx) else { return Vec::new() };
    let name = holder.path.as_str();
    let is_process = matches!(holder.kind, HolderKind::Process(_));
    if !is_process || file.model.processes().any(|(other, it, _)| other != idx && it.path == name) {
        return Vec::new();
    }
    let mut left: Vec<String> = Vec::new();
    for it in &file.model.holders {
        if matches!(it.kind, HolderKind::Section { .. }) {
            let mut words = it.path.split(':');
            let is_edge = it.path.starts_with("_pipeline:_edge_by_conn:");
            let named = if is_edge { words.nth(2) } else { words.next() };
            if named == Some(name) {
                left.push(format!("`config {}`", it.path));
            }
        }
    }
    for (at, entry) in file.model.entries.iter().enumerate() {
        if holder.entries.contains(&at) {
            continue;
        }
        let owner = entry.owner.holder().and_then(|it| file.model.holders.get(it));
        if owner.is_some_and(|it| it.path == "_pipeline:_edge_by_conn") {
            let key = file.model.local_key(&file.source, entry);
            if key.split(':').next() == Some(name) {
                left.push(format!("`{key}`"));
            }
        }
        let value = entry.value.map_or("", |it| file.source.text(it));
        for it in macros::find(value).filter(|it| it.provider == "CONFIG") {
            if it.name.strip_prefix(name).is_some_and(|it| it.starts_with(':')) {
                left.push(format!("`$CONFIG{{{}}}`", it.name));
            }
        }
    }
    left.dedup();
    let n_more = left.len().saturating_sub(MOST);
    left.truncate(MOST);
    let named = match left.as_slice() {
        [] => return Vec::new(),
        [first @ .., last] if n_more == 0 && !first.is_empty() => {
            format!("{} and {last} still name", first.join(", "))
        }
        [only] => format!("{only} still names"),
        all => format!("{} and {n_more} more still name", all.join(", ")),
    };
    vec![format!("{named} `{name}`, which is gone")]
}
