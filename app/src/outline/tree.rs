//! A tree as a list of rows.

use std::collections::BTreeSet;

use bobbin_protocol::{ItemPath, Outline, OutlineEntry, OutlineKind, Range};

/// Texts nest a few levels deep; deeper items are not listed.
const MAX_DEPTH: usize = 32;

/// An item of an outline, in preorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The number of items around it.
    pub depth: usize,
    /// Identifies the item across versions.
    pub key: String,
    pub item: ItemPath,
    pub name: String,
    pub detail: String,
    pub kind: OutlineKind,
    pub name_range: Range,
    /// Its place among the items around which the same item is, from 1 on, and their number.
    pub nth: (usize, usize),
    /// The number of items inside, at any depth.
    pub n_inside: usize,
}

impl Entry {
    /// Returns true if the items inside are listed. Single keys are hidden at first.
    #[must_use]
    pub fn is_open(&self, toggled: &BTreeSet<String>) -> bool {
        let is_open_at_first = self.depth == 0 && self.kind == OutlineKind::Group;
        is_open_at_first != toggled.contains(&self.key)
    }
}

/// Returns all items in preorder.
#[must_use]
pub fn flatten(outline: &Outline) -> Vec<Entry> {
    let mut entries = Vec::new();
    collect(&outline.entries, "", 0, &mut entries);
    entries
}

fn collect(from: &[OutlineEntry], around: &str, depth: usize, entries: &mut Vec<Entry>) {
    for (idx, it) in from.iter().enumerate() {
        let key = format!("{around}/{}", it.item.0.last().unwrap_or(&it.name));
        let at = entries.len();
        entries.push(Entry {
            depth,
            key: key.clone(),
            item: it.item.clone(),
            name: it.name.clone(),
            detail: it.detail.clone(),
            kind: it.kind,
            name_range: it.name_range,
            nth: (idx + 1, from.len()),
            n_inside: 0,
        });
        if depth < MAX_DEPTH {
            collect(&it.children, &key, depth + 1, entries);
        }
        let n_inside = entries.len() - at - 1;
        if let Some(entry) = entries.get_mut(at) {
            entry.n_inside = n_inside;
        }
    }
}

/// Returns the indices of the visible items.
#[must_use]
pub fn listed(entries: &[Entry], toggled: &BTreeSet<String>) -> Vec<usize> {
    let mut listed = Vec::new();
    let mut idx = 0;
    while let Some(entry) = entries.get(idx) {
        listed.push(idx);
        idx += if entry.is_open(toggled) { 1 } else { entry.n_inside + 1 };
    }
    listed
}

/// Returns the index of the item that child indices lead to.
#[must_use]
pub fn by_path(entries: &[Entry], path: &[usize]) -> Option<usize> {
    let mut idx = 0;
    for (depth, n_before) in path.iter().enumerate() {
        if depth > 0 {
            idx += 1;
        }
        for _ in 0..*n_before {
            idx += entries.get(idx)?.n_inside + 1;
        }
    }
    (!path.is_empty() && idx < entries.len()).then_some(idx)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: OutlineKind, children: Vec<OutlineEntry>) -> OutlineEntry {
        OutlineEntry {
            item: ItemPath(vec![name.into()]),
            name: name.into(),
            detail: String::new(),
            kind,
            range: Range::default(),
            name_range: Range::default(),
            children,
        }
    }

    fn sample() -> Vec<Entry> {
        let key = |name: &str| entry(name, OutlineKind::Key, vec![]);
        flatten(&Outline {
            entries: vec![
                entry("a", OutlineKind::Section, vec![key("a1"), key("a2")]),
                entry("g", OutlineKind::Group, vec![entry("u", OutlineKind::Unit, vec![key("k")])]),
            ],
            n_left_out: 0,
            slices_left: 0,
        })
    }

    #[test]
    fn sections_are_closed_and_groups_open_at_first() {
        let entries = sample();
        let names = |toggled: &[&str]| {
            let toggled = toggled.iter().map(|it| (*it).to_owned()).collect();
            let listed = listed(&entries, &toggled);
            listed.into_iter().map(|it| entries[it].name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["a", "g", "u"]);
        assert_eq!(names(&["/a", "/g"]), ["a", "a1", "a2", "g"]);
    }

    #[test]
    fn paths_lead_to_entries() {
        let entries = sample();
        for (path, name) in [
            (&[][..], None),
            (&[0], Some("a")),
            (&[0, 1], Some("a2")),
            (&[1], Some("g")),
            (&[1, 0, 0], Some("k")),
            (&[7], None),
        ] {
            let found = by_path(&entries, path).map(|it| entries[it].name.as_str());
            assert_eq!(found, name, "{path:?}");
        }
    }
}
