//! What was typed for a text and is not in it: the text refused it, or nobody has asked for it yet. It waits while the
//! person looks elsewhere, and the browser asks before it is left.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bobbin_protocol::ItemPath;

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

/// Returns true if two places are one cell, whose row has got another name in the same form; what waits there goes
/// along.
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

/// Forgets all that waits for a file, which is closed.
pub fn forget_file(file: FileId) {
    let start = format!("{} ", file.0);
    let places = UNWRITTEN.with_borrow(|all| {
        all.keys().filter(|it| it.starts_with(&start)).cloned().collect::<Vec<_>>()
    });
    for it in places {
        forget(&it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
