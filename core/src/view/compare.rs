//! Differences between two texts, judged by the values that count.

use text_size::TextRange;

use super::renamed::Renaming;
use super::{Graph, Origin, Resolved, ResolvedRow, ResolvedValue, SecondReading, Vertex};
use crate::edit::ItemPath;
use crate::sorting::Sorting as _;
use crate::text::{Location, MapPlace, Placed as _};

/// The meaning of a text, as statements to compare with those of another text.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The titles of the two readings, if the language has two.
    pub titles: Option<(String, String)>,
    /// Its parts, in the order of the language.
    pub statements: Vec<Statement>,
}

/// A part of what a text means.
#[derive(Debug)]
pub struct Statement {
    /// Whom the row is about, the same for every spelling of it; empty if its key says so.
    pub subject: String,
    /// The value that is stated, by both readings.
    pub row: ResolvedRow,
    /// True if other rows of the text say the same: it counts beside one that is not implied.
    pub is_implied: bool,
}

impl Meaning {
    /// Puts both readings of all values together. Each is about its item.
    #[must_use]
    pub fn of(values: Resolved, second: Option<SecondReading>) -> Meaning {
        let titles = second.as_ref().map(|it| it.titles.map(str::to_owned));
        let titles = titles.map(|[first, title]| (first, title)).or(values.titles);
        let mut seconds = second.map(|it| it.values).unwrap_or_default().into_iter();
        let rows = values.rows.into_iter();
        let rows = rows.map(|it| ResolvedRow { second: seconds.next().or(it.second), ..it });
        Meaning { titles, statements: rows.map(Statement::about_item).collect() }
    }
}

impl Statement {
    /// States a row about its item, wherever it stands among its like.
    #[must_use]
    pub fn about_item(row: ResolvedRow) -> Statement {
        let mut parts = row.item.parts();
        // The number of an item among its like says where it stands, not what it is.
        if parts.last().is_some_and(|it| it.starts_with('#')) {
            parts.pop();
        }
        Statement { subject: parts.join("\n"), row, is_implied: false }
    }

    /// States a row whose key says it all.
    #[must_use]
    pub fn by_key(row: ResolvedRow) -> Statement {
        Statement { subject: String::new(), row, is_implied: false }
    }
}

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

/// Compares what two texts mean: returns what differs, in the order of the left side; what the
/// right side alone has comes last. The origin of a value makes no difference. A value that differs
/// by the second reading only is a difference, too, and says both readings.
///
/// Statements are matched by subject and key. Where a text has several of one subject and key, the
/// first is compared with the first, and so on.
#[must_use]
pub fn compare(left: &Meaning, right: &Meaning) -> Vec<Difference> {
    compare_renamed(left, right, &[])
}

/// Compares what two texts mean as [`compare`] does, where the right one has other names for some vertices. That is
/// a difference of each of them, and else nothing differs by it: what is said of one on the left is compared with
/// what is said of it under its new name.
#[must_use]
pub fn compare_renamed(left: &Meaning, right: &Meaning, names: &[Renaming<'_>]) -> Vec<Difference> {
    let partners = sorted(right);
    let mut taken = vec![false; right.statements.len()];
    let reading = left.titles.as_ref().or(right.titles.as_ref()).map(|it| it.1.to_lowercase());
    let reading = reading.as_deref().unwrap_or("otherwise");
    let mut res: Vec<Difference> = Vec::new();
    for it in names.iter().map(|it| renaming(it)) {
        if !res.contains(&it) {
            res.push(it);
        }
    }
    let mut rows = sorted(left);
    rows.order_by_key(|it| it.1);
    for (key, idx) in rows {
        let Some(Statement { row, subject, is_implied }) = left.statements.get(idx) else {
            continue;
        };
        let find = |key: StatementKey<'_>| {
            let found = partners.binary_search_by(|(it, _)| it.cmp(&key)).ok();
            found.and_then(|it| partners.get(it)).map(|it| it.1)
        };
        let under_new_name = || {
            names.iter().find_map(|it| {
                let (subject, name) = (it.in_words(key.0), it.in_words(key.1));
                if subject.is_none() && name.is_none() {
                    return None;
                }
                let subject = subject.as_deref().unwrap_or(key.0);
                find((subject, name.as_deref().unwrap_or(key.1), key.2))
            })
        };
        let (partner, is_renamed) = match find(key) {
            Some(it) => (Some(it), false),
            None => (under_new_name(), true),
        };
        if let Some(taken) = partner.and_then(|it| taken.get_mut(it)) {
            *taken = true;
        }
        let partner = partner.and_then(|it| right.statements.get(it));
        if *is_implied && partner.is_none_or(|it| it.is_implied) {
            continue;
        }
        let partner = partner.map(|it| &it.row);
        // What comes from a renamed one comes from the same one. A value that only looks like its name is another.
        let is_of_same = |value: &str| {
            let is_end = !subject.is_empty() && row.key == FROM;
            is_end && names.iter().any(|it| it.in_words(&row.value).is_some_and(|it| it == value))
        };
        let is_same = |it: &ResolvedRow| {
            (it.value == row.value || is_of_same(&it.value)) && intended(it) == intended(row)
        };
        if !partner.is_some_and(is_same) {
            let mut differing = difference(Some(row), partner, reading);
            if let Some(partner) = partner.filter(|_| is_renamed) {
                (differing.item, differing.key) = (partner.item.clone(), partner.key.clone());
            }
            res.push(differing);
        }
    }
    for (it, _) in right.statements.iter().zip(taken).filter(|it| !it.1 && !it.0.is_implied) {
        res.push(difference(None, Some(&it.row), reading));
    }
    res
}

/// Tells of a new name.
fn renaming(Renaming { old, new }: &Renaming<'_>) -> Difference {
    let value = |it: &Vertex| {
        let origin = Origin { written: it.written.clone(), ..Origin::written(it.name_range) };
        Some(ResolvedValue { value: it.title.clone(), origin })
    };
    let key = format!("renamed from {}", old.title);
    Difference { item: new.item.clone(), key, left: value(old), right: value(new) }
}

/// Returns the value by the second reading, if it is another one.
fn intended(row: &ResolvedRow) -> Option<&str> {
    row.second.as_ref().map(|it| it.value.as_str()).filter(|it| *it != row.value)
}

/// The key of what says where an edge comes from.
const FROM: &str = "from";

/// Returns what a graph says beyond values: the kind of each vertex, and where each edge to an
/// input comes from.
#[must_use]
pub fn statements_of_graph(graph: &Graph) -> Vec<Statement> {
    let row = |item: ItemPath, key: &str, value: String, range, written: &Option<Location>| {
        let origin = Origin { written: written.clone(), ..Origin::written(range) };
        let row = ResolvedRow { item, key: key.to_owned(), value, origin, second: None };
        Statement::about_item(row)
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
        rows.push(row(ItemPath(vec![kind, to]), FROM, from, it.range, &it.written));
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

/// Subject, key, and a number that tells equal ones apart.
type StatementKey<'r> = (&'r str, &'r str, usize);

/// Sorts the statements by their keys, with the index of each.
fn sorted(meaning: &Meaning) -> Vec<(StatementKey<'_>, usize)> {
    let statements = meaning.statements.iter().enumerate();
    let mut res: Vec<(StatementKey<'_>, usize)> =
        statements.map(|(idx, it)| ((it.subject.as_str(), it.row.key.as_str(), 0), idx)).collect();
    res.order();
    let mut before = None;
    let mut nth = 0;
    for ((subject, key, number), _) in &mut res {
        nth = if before == Some((*subject, *key)) { nth + 1 } else { 0 };
        *number = nth;
        before = Some((*subject, *key));
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(rows: &[(&[&str], &str, &str)]) -> Meaning {
        let row = |&(item, key, value): &(&[&str], &str, &str)| ResolvedRow {
            item: ItemPath::new(item.iter().copied()),
            key: key.to_owned(),
            value: value.to_owned(),
            origin: Origin::default_value(),
            second: None,
        };
        Meaning::of(Resolved { rows: rows.iter().map(row).collect(), ..Resolved::default() }, None)
    }

    #[test]
    fn what_differs_is_told_in_order() {
        let left = meaning(&[
            (&["s", "B"], "k", "1"),
            (&["s", "B"], "gone", "x"),
            (&["s", "A"], "k", "1"),
            (&["s", "A"], "k", "2"),
            (&["s", "C", "#2"], "k", "1"),
        ]);
        let right = meaning(&[
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
    fn what_has_another_name_is_compared_under_it() {
        let vertex = |name: &str| Vertex {
            item: ItemPath::new(["process", name]),
            title: name.to_owned(),
            ..Vertex::default()
        };
        let side = |name: &str, rate: &str| {
            let mut values = meaning(&[
                (&["process", name], &format!("{name}:rate"), rate),
                (&["process", name], &format!("{name}:file"), "a.mp4"),
                (&["process", "other"], "other:source", name),
            ]);
            for it in &mut values.statements {
                it.subject.clear();
            }
            let graph = meaning(&[
                (&["process", name], "type", "video"),
                (&["connection", "view.image"], FROM, &format!("{name}.image")),
            ]);
            values.statements.extend(graph.statements);
            values
        };
        let (old, new) = (vertex("reader"), vertex("input"));
        let names = [Renaming { old: &old, new: &new }];
        let (left, right) = (side("reader", "5"), side("input", "6"));
        let differences = compare_renamed(&left, &right, &names);
        let value = |it: &Option<ResolvedValue>| it.as_ref().unwrap().value.clone();
        let shown: Vec<String> = (differences.iter())
            .map(|it| format!("{} {}: {} | {}", it.item, it.key, value(&it.left), value(&it.right)))
            .collect();
        assert_eq!(
            shown,
            [
                "process › input renamed from reader: reader | input",
                "process › input input:rate: 5 | 6",
                "process › other other:source: reader | input",
            ]
        );
    }

    #[test]
    fn what_differs_by_the_second_reading_says_both() {
        let with_second = |value: &str, second: &str| {
            let mut res = meaning(&[(&["s"], "k", value)]);
            res.titles = Some(("Today".to_owned(), "Intended".to_owned()));
            for it in &mut res.statements {
                let (value, origin) = (second.to_owned(), Origin::default_value());
                it.row.second = Some(ResolvedValue { value, origin });
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
