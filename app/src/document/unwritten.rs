//! What was typed for a text and is not in it: the text refused it, or nobody has asked for it yet. It waits while the
//! person looks elsewhere, and the browser asks before it is left.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bobbin_protocol::{ItemPath, Outline, OutlineEntry};

use super::FileId;
use crate::platform::changes;

thread_local! {
    static UNWRITTEN: RefCell<BTreeMap<String, Vec<String>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Stands between the item of a form and a cell of a table.
const CELL: &str = " cell-";

/// Names a cell of a table, as a part of the form: the column of a row.
#[must_use]
pub fn name_cell(table: usize, row: &str, column: &str) -> String {
    format!("{}{table}-{row}-{column}", CELL.trim_start())
}

/// Names a part of an item's form: a field, or the new row of a table.
#[must_use]
pub fn name_place(file: FileId, item: Option<&ItemPath>, part: &str) -> String {
    format!("{} {item:?} {part}", file.0)
}

/// Returns what waits at a place.
#[must_use]
pub fn kept_at(place: &str) -> Option<Vec<String>> {
    UNWRITTEN.with_borrow(|all| all.get(place).cloned())
}

/// Keeps what was typed at a place.
pub fn keep(place: &str, typed: Vec<String>) {
    changes::note_unwritten(place, true);
    UNWRITTEN.with_borrow_mut(|all| all.insert(place.to_owned(), typed));
}

/// Forgets what waits at a place: it is in the text, or was taken back.
pub fn forget(place: &str) {
    changes::note_unwritten(place, false);
    UNWRITTEN.with_borrow_mut(|all| all.remove(place));
}

/// Returns true if two places are one cell, whose row has got another name in the same form. Takes what waits there
/// to the new name.
#[must_use]
pub fn follow_row(from: &str, to: &str) -> bool {
    let form = |place: &str| place.split_once(CELL).map(|it| it.0.to_owned());
    let is_same = from != to && form(from).is_some_and(|it| form(to) == Some(it));
    if let Some(typed) = kept_at(from).filter(|_| is_same) {
        forget(from);
        keep(to, typed);
    }
    is_same
}

/// Counts what waits for an item among what would be lost only while the item is there. It waits on: the item comes
/// back by an undo, or with the next letter of its name.
pub fn note_items(file: FileId, before: &Outline, now: &Outline) {
    let starts = |outline: &Outline| {
        let mut res = Vec::new();
        each_item(&outline.entries, &mut |it| res.push(name_place(file, Some(it), "")));
        res
    };
    note_places(file, || (starts(before), starts(now)));
}

/// Does the same for the rows of a table.
pub fn note_rows(
    file: FileId,
    form: Option<&ItemPath>,
    table: usize,
    before: &[String],
    now: &[String],
) {
    let start = |row: &String| name_place(file, form, &name_cell(table, row, ""));
    let starts = |rows: &[String]| rows.iter().map(start).collect();
    note_places(file, || (starts(before), starts(now)));
}

/// Notes which places of a file are there, by how their names begin: those of before, and those of now. What neither
/// has, such as a form of an item that no outline names, is left as it is.
fn note_places(file: FileId, starts: impl FnOnce() -> (Vec<String>, Vec<String>)) {
    let places = places_of(file);
    if places.is_empty() {
        return;
    }
    let (before, now) = starts();
    for (starts, is_there) in [(before, false), (now, true)] {
        for it in places.iter().filter(|it| starts.iter().any(|start| it.starts_with(start))) {
            changes::note_unwritten(it, is_there);
        }
    }
}

/// Returns the places where something waits for a file.
fn places_of(file: FileId) -> Vec<String> {
    let start = format!("{} ", file.0);
    UNWRITTEN.with_borrow(|all| all.keys().filter(|it| it.starts_with(&start)).cloned().collect())
}

/// Calls back with each item of an outline.
fn each_item(entries: &[OutlineEntry], run: &mut impl FnMut(&ItemPath)) {
    for it in entries {
        run(&it.item);
        each_item(&it.children, run);
    }
}

/// Forgets all that waits for a file, which is closed.
pub fn forget_file(file: FileId) {
    for it in places_of(file) {
        forget(&it);
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{OutlineKind, Range};

    use super::*;

    #[test]
    fn what_waits_for_an_item_counts_while_that_is_there() {
        let item = |name: &str| ItemPath(vec!["process".to_owned(), name.to_owned()]);
        let outline = |names: &[&str]| {
            let entry = |name: &&str| OutlineEntry {
                item: item(name),
                name: String::new(),
                detail: String::new(),
                kind: OutlineKind::Section,
                range: Range::default(),
                name_range: Range::default(),
                children: Vec::new(),
            };
            let entries = names.iter().map(entry).collect();
            Outline { entries, n_left_out: 0, slices_left: 0 }
        };
        let place = name_place(FileId(3), Some(&item("a")), "start");
        let of_all = name_place(FileId(3), Some(&ItemPath(Vec::new())), "start");
        keep(&place, vec!["7".to_owned()]);
        note_items(FileId(3), &outline(&["a", "ab"]), &outline(&["b", "ab"]));
        assert!(!changes::complete());
        assert_eq!(kept_at(&place), Some(vec!["7".to_owned()]));
        note_items(FileId(3), &outline(&["b", "ab"]), &outline(&["a", "ab"]));
        assert!(changes::complete());
        forget(&place);
        let cell = name_place(FileId(3), Some(&item("a")), &name_cell(0, "row/gpr", "size"));
        let [less, more] = [vec!["row/core".to_owned()], vec!["row/gpr".to_owned()]];
        keep(&cell, vec!["7".to_owned()]);
        note_rows(FileId(3), Some(&item("a")), 0, &more, &less);
        assert!(!changes::complete());
        note_rows(FileId(3), Some(&item("a")), 0, &less, &more);
        assert!(changes::complete());
        forget(&cell);
        keep(&of_all, vec!["7".to_owned()]);
        note_items(FileId(3), &outline(&["a"]), &outline(&["b"]));
        assert!(changes::complete(), "no outline has it");
        forget(&of_all);
    }

    #[test]
    fn what_waits_in_a_cell_follows_its_row_in_the_same_form() {
        let place = |item: &str, row: &str| {
            let item = ItemPath(vec![item.to_owned()]);
            name_place(FileId(2), Some(&item), &name_cell(0, row, "size"))
        };
        let (old, new, other) = (place("a", "gpr"), place("a", "fpr"), place("b", "fpr"));
        keep(&old, vec!["7".to_owned()]);
        assert!(!follow_row(&old, &other));
        assert_eq!(kept_at(&other), None);
        assert!(follow_row(&old, &new));
        assert_eq!((kept_at(&old), kept_at(&new)), (None, Some(vec!["7".to_owned()])));
        forget(&new);
    }

    #[test]
    fn what_was_typed_waits_at_its_place_until_its_file_is_closed() {
        let item = ItemPath(vec!["a".to_owned()]);
        let place = name_place(FileId(1), Some(&item), "start");
        let other = name_place(FileId(11), Some(&item), "start");
        keep(&place, vec!["7".to_owned()]);
        keep(&other, vec!["8".to_owned()]);
        assert_eq!(kept_at(&place), Some(vec!["7".to_owned()]));
        assert!(changes::complete());
        forget_file(FileId(1));
        assert_eq!(kept_at(&place), None);
        assert_eq!(kept_at(&other), Some(vec!["8".to_owned()]));
        forget(&other);
        assert!(!changes::complete());
    }
}
