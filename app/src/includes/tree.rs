//! The rows of the tree of includes. A file that is included at several places is there several times,
//! and where it includes itself in the end, the tree ends.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_protocol::Inclusion;
use bobbin_sorting::Gathering as _;

/// The end from which the includes are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Below each file are those that it includes.
    Includes,
    /// Below each file are those that include it.
    IncludedBy,
}

/// A file of the tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// The document with this URI.
    Open(String),
    /// A file that is not open, as texts call it.
    Missing(String),
}

/// A row of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Names the row: the place where it begins and the includes on the way.
    pub key: String,
    pub node: Node,
    /// The include that leads here from the row around it, by its index; `None` for an outermost one.
    pub include: Option<usize>,
    pub depth: usize,
    /// True if the rows below are shown, false if they are folded; `None` if there are none.
    pub is_open: Option<bool>,
    /// True if the file is also around itself.
    pub is_circle: bool,
    /// The number of places where the file is included.
    pub n_places: usize,
}

/// The includes by their ends.
struct Ends<'a> {
    direction: Direction,
    includes: &'a [Inclusion],
    /// The includes that lead on from each file, by their indices.
    below: BTreeMap<Node, Vec<usize>>,
    n_places: BTreeMap<Node, usize>,
}

fn includer(it: &Inclusion) -> Node {
    Node::Open(it.uri.clone())
}

fn included(it: &Inclusion) -> Node {
    match &it.target {
        Some(uri) => Node::Open(uri.clone()),
        None => Node::Missing(it.name.clone()),
    }
}

/// Returns the rows of the tree. `toggled` are the keys of rows that are folded although they would be
/// open, or open although they would be folded.
#[must_use]
pub fn rows(includes: &[Inclusion], direction: Direction, toggled: &BTreeSet<String>) -> Vec<Row> {
    let mut ends = Ends { direction, includes, below: BTreeMap::new(), n_places: BTreeMap::new() };
    for (idx, it) in includes.iter().enumerate() {
        let from = match direction {
            Direction::Includes => includer(it),
            Direction::IncludedBy => included(it),
        };
        ends.below.entry(from).or_default().push(idx);
        *ends.n_places.entry(included(it)).or_default() += 1;
    }
    let mut rows = Vec::new();
    let mut opened = BTreeSet::new();
    for root in ends.roots() {
        ends.add(&root, &mut Vec::new(), None, &mut opened, toggled, &mut rows);
    }
    rows
}

impl Ends<'_> {
    fn node_below(&self, idx: usize) -> Option<Node> {
        let it = self.includes.get(idx)?;
        Some(match self.direction {
            Direction::Includes => included(it),
            Direction::IncludedBy => includer(it),
        })
    }

    /// Returns the files that the tree begins with, in the order in which they are met.
    fn roots(&self) -> Vec<Node> {
        let mut met: Vec<Node> = Vec::new();
        let mut known = BTreeSet::new();
        let mut add = |node: Node| {
            if known.insert(node.clone()) {
                met.push(node);
            }
        };
        match self.direction {
            Direction::IncludedBy => self.includes.iter().map(included).for_each(add),
            Direction::Includes => {
                // Only itself may include it.
                let by_others: BTreeSet<Node> = (self.includes.iter())
                    .filter(|it| included(it) != includer(it))
                    .map(included)
                    .gather();
                let is_free = |it: &Node| !by_others.contains(it);
                let all = || self.includes.iter().map(includer);
                let mut reached = BTreeSet::new();
                // Of files that include each other round and round the first one begins.
                for it in all().filter(is_free).chain(all()) {
                    if !reached.contains(&it) {
                        self.reach(&it, &mut reached);
                        add(it);
                    }
                }
            }
        }
        met
    }

    /// Adds all files below `node`, and itself.
    fn reach(&self, node: &Node, reached: &mut BTreeSet<Node>) {
        let mut left = vec![node.clone()];
        while let Some(it) = left.pop() {
            let below = self.below.get(&it).into_iter().flatten();
            left.extend(
                below.filter_map(|it| self.node_below(*it)).filter(|it| !reached.contains(it)),
            );
            reached.insert(it);
        }
    }

    fn add(
        &self,
        node: &Node,
        around: &mut Vec<(Node, String)>,
        include: Option<usize>,
        opened: &mut BTreeSet<Node>,
        toggled: &BTreeSet<String>,
        rows: &mut Vec<Row>,
    ) {
        let key = match (around.last(), include) {
            (Some((_, around)), Some(idx)) => format!("{around} {idx}"),
            _ => format!("{node:?}"),
        };
        let is_circle = around.iter().any(|it| it.0 == *node);
        let below = self.below.get(node).filter(|_| !is_circle);
        // What is shared is shown with all below it once, so that the tree stays short.
        let is_first = match self.direction {
            Direction::Includes => opened.insert(node.clone()),
            Direction::IncludedBy => around.is_empty(),
        };
        let is_open = below.map(|_| is_first != toggled.contains(&key));
        rows.push(Row {
            key: key.clone(),
            node: node.clone(),
            include,
            depth: around.len(),
            is_open,
            is_circle,
            n_places: self.n_places.get(node).copied().unwrap_or_default(),
        });
        if is_open != Some(true) {
            return;
        }
        around.push((node.clone(), key));
        for &idx in below.into_iter().flatten() {
            if let Some(it) = self.node_below(idx) {
                self.add(&it, around, Some(idx), opened, toggled, rows);
            }
        }
        around.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_protocol::{Position, Range};

    /// Reads includes such as `a>b`; a file with `?` in front is missing.
    fn includes(all: &str) -> Vec<Inclusion> {
        let include = |it: &str| {
            let (uri, name) = it.split_once('>').unwrap();
            let at = Position { line: 0, character: 0 };
            Inclusion {
                uri: uri.to_owned(),
                range: Range { start: at, end: at },
                name: name.trim_start_matches('?').to_owned(),
                target: (!name.starts_with('?')).then(|| name.to_owned()),
            }
        };
        all.split(' ').map(include).collect()
    }

    fn shown(all: &str, direction: Direction, toggled: &[usize]) -> Vec<String> {
        let includes = includes(all);
        let before = rows(&includes, direction, &BTreeSet::new());
        let toggled = toggled.iter().map(|it| before[*it].key.clone()).collect();
        let shown = rows(&includes, direction, &toggled).into_iter().map(|it| {
            let name = match &it.node {
                Node::Open(name) => name.clone(),
                Node::Missing(name) => format!("?{name}"),
            };
            let state = match (it.is_circle, it.is_open) {
                (true, _) => " circle",
                (false, Some(false)) => "…",
                (false, _) => "",
            };
            let places =
                if it.n_places > 1 { format!(" ×{}", it.n_places) } else { String::new() };
            format!("{}{name}{state}{places}", " ".repeat(it.depth))
        });
        shown.collect()
    }

    #[test]
    fn files_stand_below_those_that_include_them() {
        use Direction::{IncludedBy, Includes};
        let all = "a>b a>?gone b>c x>c x>c";
        assert_eq!(
            shown(all, Includes, &[]),
            ["a", " b", "  c ×3", " ?gone", "x", " c ×3", " c ×3"]
        );
        assert_eq!(shown(all, Includes, &[0]), ["a…", "x", " c ×3", " c ×3"]);
        assert_eq!(
            shown(all, IncludedBy, &[]),
            ["b", " a", "?gone", " a", "c ×3", " b…", " x", " x"]
        );
    }

    #[test]
    fn what_is_below_a_shared_file_is_shown_once() {
        let all = "a>b a>c b>d c>d d>e";
        let folded = ["a", " b", "  d ×2", "   e", " c", "  d… ×2"];
        assert_eq!(shown(all, Direction::Includes, &[]), folded);
        assert_eq!(shown(all, Direction::Includes, &[5]).len(), 7);
    }

    #[test]
    fn circles_end() {
        assert_eq!(shown("a>b b>a", Direction::Includes, &[]), ["a", " b", "  a circle"]);
        assert_eq!(shown("a>a", Direction::Includes, &[]), ["a", " a circle"]);
        let all = "m>a a>b b>a";
        assert_eq!(shown(all, Direction::Includes, &[]), ["m", " a ×2", "  b", "   a circle ×2"]);
        // Forty files that include the next one twice have a short tree.
        let doubled: Vec<String> = (0..40)
            .flat_map(|it| [format!("{it}>{}", it + 1), format!("{it}>{}", it + 1)])
            .collect();
        assert_eq!(shown(&doubled.join(" "), Direction::Includes, &[]).len(), 81);
    }
}
