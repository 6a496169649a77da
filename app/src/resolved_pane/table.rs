//! Sorting and filtering of effective values.

use bobbin_protocol::{OriginKind, ResolvedRow};
use bobbin_sorting::Sorting as _;

use crate::document::locate;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The owner of the value.
    Item,
    /// The key of the value.
    Key,
    /// The value itself.
    Value,
    /// The value in a second reading, if the language has one.
    Second,
    /// The origin of the value.
    Origin,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 5] =
        [Column::Item, Column::Key, Column::Value, Column::Second, Column::Origin];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Column::Item => "Item",
            Column::Key => "Key",
            Column::Value => "Value",
            Column::Second => "Second value",
            Column::Origin => "Origin",
        }
    }
}

/// The order of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The sorted column; `None` keeps the language's own order.
    pub column: Option<Column>,
    /// True for a descending order.
    pub is_reversed: bool,
}

impl Order {
    /// The language's own order.
    pub const OWN: Order = Order { column: None, is_reversed: false };

    /// Returns the order after a click on a heading: ascending, descending, the language's own.
    #[must_use]
    pub fn pressed(self, column: Column) -> Order {
        match (self.column == Some(column), self.is_reversed) {
            (false, _) => Order { column: Some(column), is_reversed: false },
            (true, false) => Order { column: Some(column), is_reversed: true },
            (true, true) => Order::OWN,
        }
    }
}

/// Returns the text of a cell.
#[must_use]
pub fn cell(row: &ResolvedRow, column: Column) -> String {
    match column {
        Column::Item => row.item.name().to_owned(),
        Column::Key => row.key.clone(),
        Column::Value => row.value.clone(),
        Column::Second => row.second.as_ref().map(|it| it.value.clone()).unwrap_or_default(),
        Column::Origin => locate::named_here(&row.origin).in_words(),
    }
}

/// Returns true for a value that stands nowhere: the language's own, or that of a type.
#[must_use]
pub fn is_default(row: &ResolvedRow) -> bool {
    row.origin.kind == OriginKind::Default
}

/// About the width of a letter in pixels, in the font of values and in that of words.
const CODE_LETTER: f64 = 7.6;
const WORD_LETTER: f64 = 6.4;

/// The least and the greatest width that a column asks for, in pixels: one long value takes no room from the others.
const LEAST: f64 = 60.0;
const MOST: f64 = 420.0;

/// The width of values that are not cut while others share the room, in pixels.
const SHORT: f64 = 120.0;

/// Returns the columns of a grid; two columns of values if there are `titles` of them. What tells one row from the next, its item
/// and key, is as wide as it asks for and gives way last; values and origins share the rest, and a few long ones take
/// no room from the others.
#[must_use]
pub fn columns(
    rows: &[ResolvedRow],
    with_defaults: bool,
    titles: Option<&(String, String)>,
) -> String {
    let mut shown = Column::ALL.to_vec();
    shown.retain(|it| *it != Column::Second || titles.is_some());
    let width = |column: Column| {
        let letter = match column {
            Column::Item | Column::Origin => WORD_LETTER,
            Column::Key | Column::Value | Column::Second => CODE_LETTER,
        };
        let rows = rows.iter().filter(|it| with_defaults || !is_default(it));
        let mut all: Vec<usize> = rows.map(|it| n_letters(it, column)).collect();
        all.order_by(usize::cmp);
        let n_asked = match column {
            Column::Item => all.len(),
            Column::Origin => all.len() * 9 / 10 + 1,
            // The middle of a few long ones is cut.
            Column::Key | Column::Value | Column::Second => all.len() * 19 / 20 + 1,
        };
        let n_letters = all.into_iter().take(n_asked).next_back().unwrap_or(0);
        let heading = heading(column, titles).chars().count() + 2;
        (n_letters as f64 * letter).max(heading as f64 * WORD_LETTER).clamp(LEAST, MOST)
    };
    let columns = shown.into_iter().map(|it| {
        let width = width(it);
        match it {
            Column::Item => format!("min({width:.0}px, 16%)"),
            Column::Key => format!("min({width:.0}px, 40%)"),
            // Of values that are short none is cut, so that two columns of them can be compared.
            Column::Value | Column::Second => {
                format!("minmax({:.0}px, {width:.0}fr)", width.min(SHORT))
            }
            Column::Origin => format!("minmax({LEAST}px, {width:.0}fr)"),
        }
    });
    columns.collect::<Vec<_>>().join(" ")
}

/// Returns the heading of a column.
#[must_use]
pub fn heading(column: Column, titles: Option<&(String, String)>) -> &str {
    match (column, titles) {
        (Column::Value, Some((first, _))) => first,
        (Column::Second, Some((_, second))) => second,
        _ => column.label(),
    }
}

/// Returns the number of letters of a cell.
fn n_letters(row: &ResolvedRow, column: Column) -> usize {
    let text = cell(row, column);
    let shown = match column {
        Column::Key => short_key(row.item.name(), &text),
        _ => &text,
    };
    shown.chars().count()
}

/// Returns what is said of an origin without the key that it begins with, which has a column of its own.
#[must_use]
pub fn short_note<'n>(key: &str, note: &'n str) -> &'n str {
    let rest = note.strip_prefix('`').and_then(|it| it.strip_prefix(key));
    rest.and_then(|it| it.strip_prefix("` ")).unwrap_or(note)
}

/// Returns a key without the item, which has a column of its own.
#[must_use]
pub fn short_key<'k>(item: &str, key: &'k str) -> &'k str {
    key.strip_prefix(item).and_then(|it| it.strip_prefix(':')).unwrap_or(key)
}

/// Returns the number of bytes that the short key of a row begins with as that of the row above it, whole parts of a
/// key only; `None` if the row above has another item.
#[must_use]
pub fn shared(above: &ResolvedRow, row: &ResolvedRow) -> Option<usize> {
    let item = row.item.name();
    let (above_key, key) = (short_key(item, &above.key), short_key(item, &row.key));
    let ends = key.match_indices(':').map(|it| it.0 + 1);
    let n_bytes = ends.take_while(|it| above_key.get(..*it) == key.get(..*it)).last();
    (above.item == row.item).then_some(n_bytes.unwrap_or(0))
}

/// Returns the indices of the rows to show, defaults too if `with_defaults`.
#[must_use]
pub fn arrange(rows: &[ResolvedRow], typed: &str, order: Order, with_defaults: bool) -> Vec<usize> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let fits = |row: &ResolvedRow| (with_defaults || !is_default(row)) && row.holds(&words);
    let fitting = rows.iter().enumerate().filter(|(_, row)| fits(row));
    let mut shown: Vec<usize> = fitting.map(|(idx, _)| idx).collect();
    if let Some(column) = order.column {
        let key = |idx: usize| rows.get(idx).map(|row| sort_key(row, column)).unwrap_or_default();
        let mut keyed: Vec<_> = shown.into_iter().map(|idx| (key(idx), idx)).collect();
        keyed.order_by(|one, other| one.0.cmp(&other.0));
        shown = keyed.into_iter().map(|it| it.1).collect();
        if order.is_reversed {
            shown.reverse();
        }
    }
    shown
}

/// Returns a sort key: numbers sort as numbers, places as places.
fn sort_key(row: &ResolvedRow, column: Column) -> (u32, i64, String) {
    let text = cell(row, column);
    match column {
        Column::Origin => {
            let line = row.origin.range.map_or(u32::MAX, |it| it.start.line);
            (line, 0, text)
        }
        _ => match text.parse::<i64>() {
            Ok(number) => (0, number, String::new()),
            Err(_) => (1, 0, text.to_lowercase()),
        },
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{ItemPath, Origin, Position, Range, ResolvedValue};

    use super::*;

    fn row(key: &str, value: &str, line: Option<u32>) -> ResolvedRow {
        let at = |line| Position { line, character: 0 };
        ResolvedRow {
            item: ItemPath(vec!["section".into(), "cpu:0".into()]),
            key: key.into(),
            value: value.into(),
            origin: Origin {
                kind: if line.is_some() { OriginKind::Written } else { OriginKind::Default },
                range: line.map(|line| Range { start: at(line), end: at(line) }),
                written: None,
                note: String::new(),
            },
            second: None,
        }
    }

    #[test]
    fn an_item_of_an_earlier_name_shows_the_name() {
        let mut row = row("b:output", "x", None);
        row.item = ItemPath(vec!["config".into(), "b".into(), "#2".into()]);
        assert_eq!(cell(&row, Column::Item), "b");
    }

    #[test]
    fn columns_are_as_wide_as_what_they_have() {
        let long = "x".repeat(200);
        let rows = [row("cpu:0:a", "1", Some(4)), row("b", &long, None)];
        let names = "min(60px, 16%) min(60px, 40%)";
        let all = format!("{names} minmax(120px, 420fr) minmax(60px, 60fr)");
        assert_eq!(columns(&rows, true, None), all);
        let written = format!("{names} minmax(60px, 60fr) minmax(60px, 60fr)");
        assert_eq!(columns(&rows, false, None), written);
        let mut many = vec![row("a", "1", None); 20];
        many.push(row("b", &long, None));
        assert_eq!(columns(&many, true, None), written, "one long value among many");
        let titles = ("Effective now".to_owned(), "Intended".to_owned());
        let rows = [row("a_key_that_is_rather_long", "1", None)];
        assert!(columns(&rows, true, Some(&titles)).contains(" min(190px, 40%) "));
        // What is short has its room, however much the others ask for.
        let mut pair = row("a", "(0, 255, 7)", None);
        let (value, origin) = (pair.value.clone(), pair.origin.clone());
        pair.second = Some(ResolvedValue { value, origin });
        pair.origin.note = "an origin that takes a good many words to be told".into();
        assert!(
            columns(&[pair], true, Some(&titles)).contains("minmax(96px, 96fr) minmax(84px, 84fr)")
        );
        assert_eq!(short_key("a", "ab"), "ab");
    }

    #[test]
    fn rows_share_whole_parts_of_their_keys() {
        for (above, key, n_bytes) in [
            ("track:core:ocv:upright", "track:core:type", 11),
            ("track:core", "track:core:type", 6),
            ("track:coarse:a", "track:core:a", 6),
            ("track:a", "track:a", 6),
            ("cpu:0:track:a", "cpu:0:track:b", 6),
            ("a", "b", 0),
        ] {
            let (above, row) = (row(above, "1", None), row(key, "1", None));
            assert_eq!(shared(&above, &row), Some(n_bytes), "{key}");
        }
        let mut other = row("track:a", "1", None);
        other.item = ItemPath(vec!["section".into(), "cpu:1".into()]);
        assert_eq!(shared(&other, &row("track:b", "1", None)), None);
    }

    #[test]
    fn an_origin_does_not_begin_with_the_key() {
        assert_eq!(short_note("omp_work", "`omp_work` is on by default"), "is on by default");
        for note in ["`omp_work_begin` is on", "the switch of `omp_work`", "`omp_work`", ""] {
            assert_eq!(short_note("omp_work", note), note);
        }
    }

    #[test]
    fn sorted_and_filtered() {
        let rows = [row("b", "10", Some(4)), row("a", "9", None), row("c", "x", Some(1))];
        let by = |column| Order { column: Some(column), is_reversed: false };
        assert_eq!(arrange(&rows, "", Order::OWN, true), [0, 1, 2]);
        assert_eq!(arrange(&rows, "", by(Column::Key), true), [1, 0, 2]);
        assert_eq!(arrange(&rows, "", by(Column::Value), true), [1, 0, 2]);
        assert_eq!(arrange(&rows, "", by(Column::Origin), true), [2, 0, 1]);
        assert_eq!(arrange(&rows, "", by(Column::Key).pressed(Column::Key), true), [2, 0, 1]);
        assert_eq!(arrange(&rows, "line 5", Order::OWN, true), [0]);
        assert_eq!(arrange(&rows, "default", Order::OWN, true), [1]);
        assert_eq!(arrange(&rows, "", Order::OWN, false), [0, 2]);
        assert_eq!(by(Column::Key).pressed(Column::Key).pressed(Column::Key), Order::OWN);
    }
}
