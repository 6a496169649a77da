//! Search for the parts of a view that belong to a place in the text.
//!
//! All of them look for the innermost match: the one that starts last, and of those the
//! shortest.

use bobbin_protocol::{
    ByteField, Graph, Origin, Outline, OutlineEntry, Position, Range, ResolvedRow,
};
use bobbin_sorting::Sorting as _;

/// Something drawn in a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphPart {
    /// A vertex by its index.
    Vertex(usize),
    /// An edge by its index.
    Edge(usize),
}

impl GraphPart {
    /// Returns the index of a vertex, if it is one.
    #[must_use]
    pub fn vertex(self) -> Option<usize> {
        match self {
            GraphPart::Vertex(idx) => Some(idx),
            GraphPart::Edge(_) => None,
        }
    }

    /// Returns the index of an edge, if it is one.
    #[must_use]
    pub fn edge(self) -> Option<usize> {
        match self {
            GraphPart::Vertex(_) => None,
            GraphPart::Edge(idx) => Some(idx),
        }
    }
}

/// Returns an origin that calls its file as the page does: the open files have no folder around them.
#[must_use]
pub fn named_here(origin: &Origin) -> Origin {
    let mut origin = origin.clone();
    if let Some(path) = origin.written.as_mut().and_then(|it| it.path.as_mut())
        && let Some(name) = path.strip_prefix('/')
    {
        *path = name.to_owned();
    }
    origin
}

/// Ranks matches: the better of two is the greater one.
fn closeness(range: Range) -> (Position, std::cmp::Reverse<Position>) {
    (range.start, std::cmp::Reverse(range.end))
}

/// Returns the innermost range that `at` touches.
fn innermost<K>(ranges: impl Iterator<Item = (K, Range)>, at: Position) -> Option<K> {
    let touching = ranges.filter(|(_, range)| range.touches(at));
    touching.max_by_key(|(_, range)| closeness(*range)).map(|(key, _)| key)
}

/// Returns the vertex or edge at a place.
#[must_use]
pub fn in_graph(graph: &Graph, at: Position) -> Option<GraphPart> {
    let vertices =
        graph.vertices.iter().enumerate().map(|(idx, it)| (GraphPart::Vertex(idx), it.range));
    let edges = graph.edges.iter().enumerate().map(|(idx, it)| (GraphPart::Edge(idx), it.range));
    innermost(vertices.chain(edges), at)
}

/// Returns the range that is selected in the text when a vertex or an edge is picked: its name, or
/// its statement. What is written elsewhere shares that with the others that come with it.
#[must_use]
pub fn picked_in_graph(graph: &Graph, part: GraphPart) -> Option<Range> {
    match part {
        GraphPart::Vertex(idx) => graph.vertices.get(idx).map(|it| it.name_range),
        GraphPart::Edge(idx) => graph.edges.get(idx).map(|it| it.range),
    }
}

/// Returns the statement of a vertex or an edge.
#[must_use]
pub fn range_in_graph(graph: &Graph, part: GraphPart) -> Option<Range> {
    match part {
        GraphPart::Vertex(idx) => graph.vertices.get(idx).map(|it| it.range),
        GraphPart::Edge(idx) => graph.edges.get(idx).map(|it| it.range),
    }
}

/// Returns the entries at a place, from the outermost to the innermost, as child indices.
#[must_use]
pub fn in_outline(outline: &Outline, at: Position) -> Vec<usize> {
    let mut path = Vec::new();
    let mut entries = &outline.entries;
    loop {
        let candidates = entries.iter().enumerate().map(|(idx, it)| ((idx, it), it.range));
        let Some((idx, entry)): Option<(usize, &OutlineEntry)> = innermost(candidates, at) else {
            return path;
        };
        path.push(idx);
        entries = &entry.children;
    }
}

/// Returns the row whose value is said at a place.
#[must_use]
pub fn in_rows(rows: &[ResolvedRow], at: Position) -> Option<usize> {
    innermost(rows.iter().enumerate().filter_map(|(idx, it)| Some((idx, it.origin.range?))), at)
}

/// Returns the parts of a binary that the text at a place made, or else the nearest on its line: a line is pressed
/// anywhere, at its key or its comment. Offsets and lengths, sorted.
#[must_use]
pub fn in_bytes(fields: &[ByteField], at: Position) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    collect_sources(fields, &mut all, 0);
    let here = innermost(all.iter().map(|(range, ..)| (*range, *range)), at);
    let Some(best) = here.or_else(|| nearest_in_line(all.iter().map(|it| it.0), at)) else {
        return Vec::new();
    };
    let mut found: Vec<(u32, u32)> = all
        .iter()
        .filter(|(range, ..)| *range == best)
        .map(|(_, offset, len)| (*offset, *len))
        .collect();
    found.order();
    found.dedup();
    found
}

/// Returns the range that begins or ends nearest to a place, of those in its line alone.
fn nearest_in_line(ranges: impl Iterator<Item = Range>, at: Position) -> Option<Range> {
    let in_line = ranges.filter(|it| it.start.line == at.line && it.end.line == at.line);
    in_line.min_by_key(|it| {
        at.character.abs_diff(it.start.character).min(at.character.abs_diff(it.end.character))
    })
}

/// Structures nest a few levels deep; what is deeper is not worth a light.
const MAX_DEPTH: u32 = 32;

fn collect_sources(fields: &[ByteField], all: &mut Vec<(Range, u32, u32)>, depth: u32) {
    for field in fields {
        let whole = field.source.as_slice();
        let ranges = if field.lines.is_empty() { whole } else { &field.lines };
        all.extend(ranges.iter().map(|it| (*it, field.offset, field.len)));
        if depth < MAX_DEPTH {
            collect_sources(&field.children, all, depth + 1);
        }
    }
}

/// Returns the part of a text in a range, with its offset; lines that are not there give nothing.
#[must_use]
pub fn part_of(text: &str, range: Range) -> (usize, &str) {
    Lines::of(text).part(range)
}

/// The lines of a text of which several parts are wanted.
pub struct Lines<'t> {
    text: &'t str,
    /// The offsets of all lines.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    #[must_use]
    pub fn of(text: &'t str) -> Lines<'t> {
        let ends = text.match_indices('\n').map(|it| it.0 + 1);
        Lines { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the part in a range, as [`part_of`] does.
    #[must_use]
    pub fn part(&self, range: Range) -> (usize, &'t str) {
        let start = self.offset(range.start);
        (start, self.text.get(start..self.offset(range.end)).unwrap_or_default())
    }

    fn offset(&self, at: Position) -> usize {
        let line = at.line as usize;
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let mut units = at.character as usize;
        for (at, it) in self.text.get(start..end).unwrap_or_default().char_indices() {
            if units < it.len_utf16() {
                return start + at;
            }
            units -= it.len_utf16();
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{ItemPath, Location, OriginKind, OutlineKind};

    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn lines(first: u32, last: u32) -> Range {
        Range { start: at(first, 0), end: at(last, 9) }
    }

    fn entry(range: Range, children: Vec<OutlineEntry>) -> OutlineEntry {
        OutlineEntry {
            item: ItemPath::default(),
            name: String::new(),
            detail: String::new(),
            kind: OutlineKind::Section,
            range,
            name_range: range,
            children,
        }
    }

    #[test]
    fn an_origin_has_the_name_of_its_file_here() {
        let origin = |path: &str| Origin {
            kind: OriginKind::Written,
            range: None,
            written: Some(Location::elsewhere(path, lines(6, 6))),
            note: String::new(),
        };
        for (path, words) in [
            ("/pipelines/inpaint.pipe", "line 7 of pipelines/inpaint.pipe"),
            ("/common.pipe", "line 7 of common.pipe"),
            ("sub/common.pipe", "line 7 of sub/common.pipe"),
        ] {
            assert_eq!(named_here(&origin(path)).in_words(), words);
        }
    }

    #[test]
    fn ranges_count_as_the_editor_does() {
        let text = "a🎉b\r\ncé\n\nd";
        let range = |start: (u32, u32), end: (u32, u32)| Range {
            start: at(start.0, start.1),
            end: at(end.0, end.1),
        };
        for (range, part) in [
            (range((0, 1), (0, 3)), "🎉"),
            (range((0, 3), (1, 2)), "b\r\ncé"),
            (range((1, 0), (3, 1)), "cé\n\nd"),
            (range((3, 0), (9, 9)), "d"),
            (range((7, 0), (8, 0)), ""),
        ] {
            assert_eq!(part_of(text, range).1, part, "{range:?}");
        }
    }

    #[test]
    fn the_innermost_entry_is_found() {
        let outline = Outline {
            entries: vec![
                entry(lines(0, 4), vec![entry(lines(1, 1), vec![]), entry(lines(2, 3), vec![])]),
                entry(lines(6, 8), vec![]),
            ],
            n_left_out: 0,
            slices_left: 0,
        };
        for (place, path) in [
            (at(0, 0), vec![0]),
            (at(1, 3), vec![0, 0]),
            (at(3, 9), vec![0, 1]),
            (at(5, 0), vec![]),
            (at(8, 9), vec![1]),
        ] {
            assert_eq!(in_outline(&outline, place), path, "{place:?}");
        }
    }

    #[test]
    fn all_bytes_of_the_innermost_source_are_found() {
        let field = |offset, len, source, children| ByteField {
            name: String::new(),
            type_name: String::new(),
            offset,
            len,
            value: String::new(),
            meaning: String::new(),
            source,
            lines: Vec::new(),
            bits: None,
            children,
        };
        let word = |from, to| Some(Range { start: at(12, from), end: at(12, to) });
        let one_line = [field(0, 4, word(7, 9), vec![]), field(4, 4, word(12, 14), vec![])];
        assert_eq!(in_bytes(&one_line, at(12, 0)), [(0, 4)], "the key of the line");
        assert_eq!(in_bytes(&one_line, at(12, 30)), [(4, 4)], "the comment behind it");
        assert_eq!(in_bytes(&one_line, at(13, 8)), [], "another line");
        let fields = [
            field(
                0,
                8,
                Some(lines(0, 9)),
                vec![
                    field(0, 4, Some(lines(1, 1)), vec![]),
                    field(4, 4, Some(lines(2, 2)), vec![]),
                ],
            ),
            field(8, 2, Some(lines(1, 1)), vec![]),
        ];
        assert_eq!(in_bytes(&fields, at(1, 2)), [(0, 4), (8, 2)]);
        assert_eq!(in_bytes(&fields, at(5, 0)), [(0, 8)]);
        assert_eq!(in_bytes(&fields, at(11, 0)), []);
    }
}
