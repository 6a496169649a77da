//! Differences between two texts, judged by the values that count.

use text_size::TextRange;

use super::{Graph, Origin, Resolved, ResolvedRow, ResolvedValue};
use crate::edit::ItemPath;
use crate::sorting::Sorting as _;
use crate::text::{Location, MapPlace, Placed as _};

/// A value that the two sides do not have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Difference<P = TextRange> {
    /// The item whose value differs.
    pub item: ItemPath,
    /// Its full key.
    pub key: String,
    /// The effective value on the left; none if there is none.
    #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
    pub left: Option<ResolvedValue<P>>,
    /// The effective value on the right; none if there is none.
    #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
    pub right: Option<ResolvedValue<P>>,
}

impl Difference {
    /// Maps the places of each side by the text they are in.
    pub fn map_sides<L: MapPlace, R: MapPlace<Place = L::Place>>(
        self,
        left: &mut L,
        right: &mut R,
    ) -> Difference<L::Place> {
        Difference {
            item: self.item,
            key: self.key,
            left: self.left.map_place(left),
            right: self.right.map_place(right),
        }
    }
}

/// Compares two sets of values: returns those that differ, in the order of the left side; what the
/// right side alone has comes last. The origin of a value makes no difference. A value that differs
/// by the second reading only is a difference, too, and says both readings.
///
/// Rows are matched by item and key. Where a text has several of one item and key, the first is
/// compared with the first, and so on.
#[must_use]
pub fn compare(left: &Resolved, right: &Resolved) -> Vec<Difference> {
    let partners = sorted(right);
    let mut taken = vec![false; right.rows.len()];
    let reading = left.titles.as_ref().or(right.titles.as_ref()).map(|it| it.1.to_lowercase());
    let reading = reading.as_deref().unwrap_or("otherwise");
    let mut res = Vec::new();
    let mut rows = sorted(left);
    rows.order_by_key(|it| it.1);
    for (key, idx) in rows {
        let Some(row) = left.rows.get(idx) else { continue };
        let found = partners.binary_search_by(|(it, _)| it.cmp(&key)).ok();
        let partner = found.and_then(|it| partners.get(it)).map(|it| it.1);
        if let Some(taken) = partner.and_then(|it| taken.get_mut(it)) {
            *taken = true;
        }
        let partner = partner.and_then(|it| right.rows.get(it));
        let is_same = |it: &ResolvedRow| it.value == row.value && intended(it) == intended(row);
        if !partner.is_some_and(is_same) {
            res.push(difference(Some(row), partner, reading));
        }
    }
    for (row, _) in right.rows.iter().zip(taken).filter(|it| !it.1) {
        res.push(difference(None, Some(row), reading));
    }
    res
}

/// Returns the value by the second reading, if it is another one.
fn intended(row: &ResolvedRow) -> Option<&str> {
    row.second.as_ref().map(|it| it.value.as_str()).filter(|it| *it != row.value)
}

/// Returns what a graph says beyond values, as rows to compare: the kind of each vertex, and where
/// each edge to an input comes from.
#[must_use]
pub fn rows_of_graph(graph: &Graph) -> Vec<ResolvedRow> {
    let row = |item: ItemPath, key: &str, value: String, range, written: &Option<Location>| {
        let origin = Origin { written: written.clone(), ..Origin::written(range) };
        ResolvedRow { item, key: key.to_owned(), value, origin, second: None }
    };
    let port = |(vertex, port): (usize, usize)| {
        let vertex = graph.vertices.get(vertex)?;
        Some(format!("{}.{}", vertex.title, vertex.ports.get(port)?.name))
    };
    let mut rows = Vec::with_capacity(graph.vertices.len() + graph.edges.len());
    // Without a kind it is a mere name, which nothing declares.
    for it in graph.vertices.iter().filter(|it| !it.subtitle.is_empty()) {
        rows.push(row(it.item.clone(), "type", it.subtitle.clone(), it.name_range, &it.written));
    }
    for it in &graph.edges {
        let Some((from, to)) = port(it.from()).zip(port(it.to())) else { continue };
        let kind = it.item.parts().first().copied().unwrap_or_default().to_owned();
        rows.push(row(ItemPath(vec![kind, to]), "from", from, it.range, &it.written));
    }
    rows
}

/// Puts the two sides of a difference together; `reading` is the name of the second reading.
fn difference(
    left: Option<&ResolvedRow>,
    right: Option<&ResolvedRow>,
    reading: &str,
) -> Difference {
    let one = left.or(right);
    // Of a value that is the same by the first reading, the second says where it comes from.
    let is_by_second = left.zip(right).is_some_and(|(left, right)| left.value == right.value);
    let value = |it: &ResolvedRow| {
        let mut res = ResolvedValue { value: it.value.clone(), origin: it.origin.clone() };
        if let Some(second) = intended(it) {
            res.value = format!("{}; {reading}: {second}", it.value);
        }
        let by_second = || is_by_second || it.origin.range.is_none();
        if let Some(second) = it.second.as_ref().filter(|_| by_second()) {
            res.origin = second.origin.clone();
        }
        res
    };
    Difference {
        item: one.map(|it| it.item.clone()).unwrap_or_default(),
        key: one.map(|it| it.key.clone()).unwrap_or_default(),
        left: left.map(value),
        right: right.map(value),
    }
}

/// Item, key, and a number that tells equal ones apart.
type RowKey<'r> = (Vec<&'r str>, &'r str, usize);

/// Sorts the rows by their keys, with the index of each.
fn sorted(resolved: &Resolved) -> Vec<(RowKey<'_>, usize)> {
    let mut res: Vec<(RowKey<'_>, usize)> = Vec::with_capacity(resolved.rows.len());
    for (idx, row) in resolved.rows.iter().enumerate() {
        let mut item = row.item.parts();
        // The number of an item among its like says where it stands, not what it is.
        if item.last().is_some_and(|it| it.starts_with('#')) {
            item.pop();
        }
        res.push(((item, &row.key, 0), idx));
    }
    res.order();
    let mut before: Option<(Vec<&str>, &str)> = None;
    let mut nth = 0;
    for ((item, key, number), _) in &mut res {
        let is_same = before.as_ref().is_some_and(|it| it.0 == *item && it.1 == *key);
        nth = if is_same { nth + 1 } else { 0 };
        *number = nth;
        before = Some((item.clone(), key));
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(rows: &[(&[&str], &str, &str)]) -> Resolved {
        let row = |&(item, key, value): &(&[&str], &str, &str)| ResolvedRow {
            item: ItemPath::new(item.iter().copied()),
            key: key.to_owned(),
            value: value.to_owned(),
            origin: Origin::default_value(),
            second: None,
        };
        Resolved { rows: rows.iter().map(row).collect(), ..Resolved::default() }
    }

    #[test]
    fn what_differs_is_told_in_order() {
        let left = resolved(&[
            (&["s", "B"], "k", "1"),
            (&["s", "B"], "gone", "x"),
            (&["s", "A"], "k", "1"),
            (&["s", "A"], "k", "2"),
            (&["s", "C", "#2"], "k", "1"),
        ]);
        let right = resolved(&[
            (&["s", "new"], "k", "9"),
            (&["s", "C"], "k", "1"),
            (&["s", "A"], "k", "1"),
            (&["s", "A"], "k", "3"),
            (&["s", "B"], "k", "one"),
        ]);
        let shown: Vec<String> = compare(&left, &right)
            .iter()
            .map(|it| {
                let value = |row: &Option<ResolvedValue>| {
                    row.as_ref().map_or("-".to_owned(), |it| it.value.clone())
                };
                format!("{} {}: {} | {}", it.item, it.key, value(&it.left), value(&it.right))
            })
            .collect();
        assert_eq!(
            shown,
            ["s › B k: 1 | one", "s › B gone: x | -", "s › A k: 2 | 3", "s › new k: - | 9"]
        );
        assert_eq!(compare(&left, &left), []);
    }

    #[test]
    fn what_differs_by_the_second_reading_says_both() {
        let with_second = |value: &str, second: &str| {
            let mut res = resolved(&[(&["s"], "k", value)]);
            res.titles = Some(("Today".to_owned(), "Intended".to_owned()));
            for it in &mut res.rows {
                let (value, origin) = (second.to_owned(), Origin::default_value());
                it.second = Some(ResolvedValue { value, origin });
            }
            res
        };
        let check = |left: (&str, &str), right: (&str, &str), expected: Option<(&str, &str)>| {
            let (left, right) = (with_second(left.0, left.1), with_second(right.0, right.1));
            let differences = compare(&left, &right);
            let found = differences.first().map(|it| {
                let value = |it: &Option<ResolvedValue>| it.as_ref().unwrap().value.clone();
                (value(&it.left), value(&it.right))
            });
            let found = found.as_ref().map(|it| (it.0.as_str(), it.1.as_str()));
            assert_eq!(found, expected);
        };
        check(("on", "on"), ("off", "off"), Some(("on", "off")));
        check(
            ("unused", "on"),
            ("unused", "off"),
            Some(("unused; intended: on", "unused; intended: off")),
        );
        check(("on", "on"), ("on", "off"), Some(("on", "on; intended: off")));
        check(("unused", "on"), ("unused", "on"), None);
    }
}
