//! Vertices that two graphs have under different names.

use std::collections::BTreeMap;

use super::graph::{Graph, Vertex};
use crate::sorting::Sorting as _;

/// A vertex that has another name in another graph.
#[derive(Debug, Clone, Copy)]
pub struct Renaming<'g> {
    /// The vertex under its old name.
    pub old: &'g Vertex,
    /// The vertex under its new name.
    pub new: &'g Vertex,
}

impl Renaming<'_> {
    /// Returns a name, a key or the end of an edge with the new name in the place of the old one; `None` if it has
    /// no part that is called so.
    #[must_use]
    pub fn in_words(&self, text: &str) -> Option<String> {
        let (old, new) = (self.old.title.as_str(), self.new.title.as_str());
        if old.is_empty() {
            return None;
        }
        // Behind `:` are parts of keys, which are names only in the keys of edges.
        let begins = |before: &str| {
            before.is_empty() || before.ends_with([' ', '\n']) || before.ends_with("_edge_by_conn:")
        };
        let ends = |behind: &str| behind.is_empty() || behind.starts_with([':', '.', '/', ' ']);
        text.match_indices(old).find_map(|(at, _)| {
            let (before, behind) = (text.get(..at)?, text.get(at + old.len()..)?);
            (begins(before) && ends(behind)).then(|| format!("{before}{new}{behind}"))
        })
    }
}

/// An end of an edge at a vertex: the own port, whom it is connected to, and the port there.
type End<'g> = (&'g str, Known<'g>, &'g str);

/// A vertex as both graphs know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known<'g> {
    /// Its new name.
    Name(&'g str),
    /// The kind of one of which the new name is not known yet.
    Kind(&'g str),
}

/// A vertex that the other graph has not, with its index.
type Lone<'g> = (usize, &'g Vertex);

/// Returns the vertices that `right` has under other names than `left`, in the order of `left`. Two are the same if
/// they have the same kind, and nothing else of this kind is left to be one of them or to be connected so.
#[must_use]
pub fn renamed<'g>(left: &'g Graph, right: &'g Graph) -> Vec<Renaming<'g>> {
    let (mut gone, mut added) = (lone(left, right), lone(right, left));
    let mut names: BTreeMap<&str, &'g str> = BTreeMap::new();
    let mut res: Vec<(usize, Renaming<'g>)> = Vec::new();
    loop {
        let ends_of = |graph: &'g Graph, lone: &[Lone<'g>], names: &BTreeMap<&str, &'g str>| {
            lone.iter().map(|it| ends(graph, it.0, lone, names)).collect::<Vec<_>>()
        };
        let old = ends_of(left, &gone, &names);
        let new = ends_of(right, &added, &BTreeMap::new());
        let is_like = |one: Option<&Lone<'g>>, other: Option<&Lone<'g>>| {
            one.zip(other).is_some_and(|(one, other)| one.1.subtitle == other.1.subtitle)
        };
        let by_kind = |at: usize, to: usize| is_like(gone.get(at), added.get(to));
        let by_ends = |at: usize, to: usize| {
            let is_connected = old.get(at).is_some_and(|it| !it.is_empty());
            is_connected && old.get(at) == new.get(to) && by_kind(at, to)
        };
        let sizes = (gone.len(), added.len());
        let found = only_pair(sizes, by_ends).or_else(|| only_pair(sizes, by_kind));
        let Some((at, to)) = found else { break };
        let ((idx, old), (_, new)) = (gone.remove(at), added.remove(to));
        names.insert(&old.title, &new.title);
        res.push((idx, Renaming { old, new }));
    }
    res.order_by_key(|it| it.0);
    res.into_iter().map(|it| it.1).collect()
}

/// Returns a pair of which both have no other partner, by their indices.
fn only_pair(
    (n_old, n_new): (usize, usize),
    fits: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let only = |mut all: Box<dyn Iterator<Item = usize> + '_>| {
        let first = all.next()?;
        all.next().is_none().then_some(first)
    };
    (0..n_old).find_map(|at| {
        let to = only(Box::new((0..n_new).filter(|&it| fits(at, it))))?;
        only(Box::new((0..n_old).filter(|&it| fits(it, to))))?;
        Some((at, to))
    })
}

/// Returns the vertices of a graph with a kind and a name that the other graph does not have.
fn lone<'g>(graph: &'g Graph, other: &Graph) -> Vec<Lone<'g>> {
    let mut known: Vec<&[String]> = other.vertices.iter().map(|it| it.item.0.as_slice()).collect();
    known.order();
    let is_own = |it: &Vertex| !it.is_frame && it.parent.is_none() && !it.subtitle.is_empty();
    let is_lone = |it: &Vertex| is_own(it) && known.binary_search(&it.item.0.as_slice()).is_err();
    let mut res: Vec<Lone<'g>> = graph.vertices.iter().enumerate().collect();
    res.retain(|it| is_lone(it.1));
    // Of so many there is hardly one that is known again.
    // Some alone would seem to be the only ones of their kinds.
    if res.len() > MOST_RENAMED {
        res.clear();
    }
    res
}

/// The most vertices that are looked at: each is compared with each.
const MOST_RENAMED: usize = 100;

/// Returns what a vertex is connected to, sorted, with the `names` that vertices have got; those that are `lone` are
/// not known by their names.
fn ends<'g>(
    graph: &'g Graph,
    vertex: usize,
    lone: &[Lone<'g>],
    names: &BTreeMap<&str, &'g str>,
) -> Vec<End<'g>> {
    let port = |(vertex, port): (usize, usize)| {
        let it = graph.vertices.get(vertex)?;
        let title = it.title.as_str();
        let known = match lone.iter().any(|it| it.0 == vertex) {
            true => Known::Kind(&it.subtitle),
            false => Known::Name(names.get(title).copied().unwrap_or(title)),
        };
        Some((known, it.ports.get(port)?.name.as_str()))
    };
    let mut res = Vec::new();
    for edge in &graph.edges {
        for (own, other) in [(edge.from(), edge.to()), (edge.to(), edge.from())] {
            if own.0 == vertex
                && let Some(((_, own), (known, other))) = port(own).zip(port(other))
            {
                res.push((own, known, other));
            }
        }
    }
    res.order();
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::ItemPath;
    use crate::view::{Edge, Point, Port, PortSide};

    /// Draws vertices, each as `name type`, and edges, each as `from to`, between ports that are called `out` and `in`.
    fn graph(vertices: &[&str], edges: &[&str]) -> Graph {
        let port = |name: &str, side| Port {
            name: name.to_owned(),
            side,
            data_type: String::new(),
            required: false,
            guarded: false,
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point { x: 0.0, y: 0.0 },
        };
        let vertices: Vec<Vertex> = (vertices.iter())
            .map(|it| {
                let (name, kind) = it.split_once(' ').unwrap();
                Vertex {
                    item: ItemPath::new(["process", name]),
                    title: name.to_owned(),
                    subtitle: kind.to_owned(),
                    ports: vec![port("in", PortSide::Input), port("out", PortSide::Output)],
                    ..Vertex::default()
                }
            })
            .collect();
        let at = |name: &str| vertices.iter().position(|it| it.title == name).unwrap();
        let edges = edges.iter().map(|it| {
            let (from, to) = it.split_once(' ').unwrap();
            Edge::between((at(from), 1), (at(to), 0))
        });
        let edges = edges.collect();
        Graph { vertices, edges, ..Graph::default() }
    }

    fn check(left: &Graph, right: &Graph, expected: &[&str]) {
        let found = renamed(left, right);
        let found: Vec<_> =
            found.iter().map(|it| format!("{} {}", it.old.title, it.new.title)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_vertex_is_known_again_by_its_kind() {
        let left = graph(&["reader video", "view screen"], &["reader view"]);
        let right =
            graph(&["input video", "half filter", "view screen"], &["input half", "half view"]);
        check(&left, &right, &["reader input"]);
        check(&left, &left, &[]);
        check(&left, &graph(&["reader other", "view screen"], &[]), &[]);
        check(&left, &graph(&["a video", "b video", "view screen"], &[]), &[]);
    }

    #[test]
    fn of_several_of_a_kind_the_connections_tell() {
        let left = graph(
            &["a video", "b video", "x filter", "y filter", "one screen", "two screen"],
            &["a x", "b y", "x one", "y two"],
        );
        let right = graph(
            &["c video", "d video", "u filter", "v filter", "one screen", "two screen"],
            &["c u", "d v", "v one", "u two"],
        );
        check(&left, &right, &["a d", "b c", "x v", "y u"]);
        let loose = graph(&["c video", "d video", "one screen", "two screen"], &["c one", "d one"]);
        check(&left, &loose, &[]);
    }

    /// One that is left out might be of the same kind.
    #[test]
    fn of_too_many_none_is_known_again() {
        let all = |of: &str| (0..MOST_RENAMED).map(|it| format!("{of}{it} filter")).collect();
        let mut left: Vec<String> = all("a");
        let mut right: Vec<String> = all("b");
        left.insert(0, "reader video".to_owned());
        right.insert(0, "input video".to_owned());
        right.push("other video".to_owned());
        let drawn =
            |all: &[String]| graph(&all.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        check(&drawn(&left), &drawn(&right), &[]);
    }

    #[test]
    fn names_are_parts_of_keys_and_ends() {
        let graph = graph(&["in video", "input video"], &[]);
        let it = Renaming { old: &graph.vertices[0], new: &graph.vertices[1] };
        for (text, expected) in [
            ("in:key", Some("input:key")),
            ("flag of in:in", Some("flag of input:in")),
            ("process\nin", Some("process\ninput")),
            ("in.in", Some("input.in")),
            ("begin:in_key", None),
            ("other:in", None),
            ("other\nkey:in", None),
            (
                "_pipeline:_edge_by_conn:in:down:in:capacity",
                Some("_pipeline:_edge_by_conn:input:down:in:capacity"),
            ),
            ("", None),
        ] {
            assert_eq!(it.in_words(text).as_deref(), expected, "{text}");
        }
    }
}
