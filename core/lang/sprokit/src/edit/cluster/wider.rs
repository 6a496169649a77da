//! Rewritings of a selection that make or edit other files too.

use text_size::TextRange;

use super::meaning::path_of;
use super::{extract, inline};
use crate::file::File;
use crate::items;
use crate::items::free_name;
use crate::resolve;
use crate::token;
use bobbin_core::edit::{ItemPath, LabelledChange};

/// Names more than these are counted.
const MOST_NAMES: usize = 3;

/// Plans refactorings of the processes that `range` touches: those of a selection can go into a
/// cluster, and an instance can be taken apart.
pub fn refactorings(file: &File, range: TextRange) -> Vec<LabelledChange> {
    let source = file.source();
    let touches = |it: TextRange| it.start() <= range.end() && range.start() <= it.end();
    let mut names: Vec<&str> = Vec::new();
    let mut paths: Vec<ItemPath> = Vec::new();
    for (idx, holder, head) in file.model().processes() {
        if source.is_own(head.name) && touches(source.span_range(holder.span)) {
            names.push(&holder.path);
            paths.push(items::holder_path(file, idx));
        }
    }
    let mut res = Vec::new();
    if let [only] = paths.as_slice()
        && let Ok(change) = inline(file, only)
    {
        let name = names.first().copied().unwrap_or_default();
        let label = format!("Replace `{name}` with the processes of its cluster");
        res.push(LabelledChange { label, change });
    }
    if range.is_empty() || paths.is_empty() {
        return res;
    }
    let own = resolve::cluster_name(file);
    let name = free_name("group", |it| {
        !token::is_name(it)
            || own == Some(it)
            || file.process_type(it).is_some()
            || file.input().files.get(&path_of(file, it)).is_some()
    });
    if let Ok(change) = extract(file, &paths, &name) {
        let words = match names.as_slice() {
            [one] => format!("`{one}`"),
            [first @ .., last] if names.len() <= MOST_NAMES => {
                let first: Vec<String> = first.iter().map(|it| format!("`{it}`")).collect();
                format!("{} and `{last}`", first.join(", "))
            }
            _ => format!("{} processes", names.len()),
        };
        let label = format!("Extract {words} to a cluster `{name}`, as `{name}/…`");
        res.push(LabelledChange { label, change });
    }
    res
}
