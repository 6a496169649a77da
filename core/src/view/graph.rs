//! Vertices with ports, and edges between ports.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_layout::{Point, Rect};
use text_size::TextRange;

use crate::edit::ItemPath;
use crate::sorting::Sorting as _;
use crate::text::{Location, placed};

/// A directed graph whose edges join ports, with its layout once it has one: until then all places
/// of the drawing are zero.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Graph<P = TextRange> {
    /// The vertices, in the order of the text; edges and `parent` refer to them by index.
    pub vertices: Vec<Vertex<P>>,
    /// The edges, in the order of the text.
    pub edges: Vec<Edge<P>>,
    /// The banner comments that head vertices, in the order of the text; [`Vertex::banner`] refers to
    /// them by index.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Banner<P>>>"))]
    pub banners: Vec<Banner<P>>,
    /// The drawing's extent; its top left corner is 0, 0.
    pub width: f64,
    /// The drawing's extent.
    pub height: f64,
    /// The number of slices after this one; 0 for a graph in one piece.
    #[cfg_attr(feature = "serde", serde(default))]
    pub slices_left: u32,
}

impl<P> Default for Graph<P> {
    fn default() -> Graph<P> {
        let (vertices, edges, banners) = (Vec::new(), Vec::new(), Vec::new());
        Graph { vertices, edges, banners, width: 0.0, height: 0.0, slices_left: 0 }
    }
}

impl Graph {
    /// Returns the graph without what is inside vertices that are not open; `None` if a vertex is
    /// its own ancestor, which no text can say.
    #[must_use]
    pub fn opened(mut self, is_open: impl Fn(&ItemPath) -> bool) -> Graph {
        let mut kept: Vec<Option<usize>> = Vec::with_capacity(self.vertices.len());
        let mut n_kept = 0;
        for vertex in &self.vertices {
            let (mut parent, mut is_kept, mut n_left) = (vertex.parent, true, self.vertices.len());
            while let Some(it) = parent.and_then(|it| self.vertices.get(it)) {
                is_kept &= is_open(&it.item) && n_left > 0;
                parent = if is_kept { it.parent } else { None };
                n_left = n_left.saturating_sub(1);
            }
            kept.push(is_kept.then_some(n_kept));
            n_kept += usize::from(is_kept);
        }
        let new = |old: usize| kept.get(old).copied().flatten();
        let mut at = 0;
        self.vertices.retain_mut(|it| {
            it.parent = it.parent.and_then(new);
            at += 1;
            new(at - 1).is_some()
        });
        self.edges.retain_mut(|it| match (new(it.from().0), new(it.to().0)) {
            (Some(from), Some(to)) => {
                (it.from_vertex, it.to_vertex) = (from as u32, to as u32);
                true
            }
            _ => false,
        });
        self
    }

    /// Returns the graph with a vertex for each banner, as the parent of the vertices that it heads.
    #[must_use]
    pub fn framed(mut self) -> Graph {
        let n_frames = self.banners.len();
        let mut n_same: BTreeMap<&str, usize> = BTreeMap::new();
        let mut vertices: Vec<Vertex> = Vec::with_capacity(n_frames + self.vertices.len());
        for banner in &self.banners {
            let nth = n_same.entry(&banner.title).or_default();
            *nth += 1;
            let number = (*nth > 1).then(|| nth.to_string());
            let parts = ["banner".to_owned(), banner.title.clone()].into_iter().chain(number);
            vertices.push(Vertex {
                item: ItemPath::new(parts),
                title: banner.title.clone(),
                range: banner.range,
                name_range: banner.range,
                fixed: Some("the frame stands for a comment in the text".to_owned()),
                is_frame: true,
                ..Vertex::default()
            });
        }
        for it in &mut self.vertices {
            let frame = it.banner.map(|it| it as usize).filter(|&it| it < n_frames);
            it.parent = it.parent.map(|it| it + n_frames).or(frame);
        }
        for it in &mut self.edges {
            it.from_vertex += n_frames as u32;
            it.to_vertex += n_frames as u32;
        }
        // A frame comes before what is inside of it.
        vertices.append(&mut self.vertices);
        self.vertices = vertices;
        self
    }
}

impl<P> Graph<P> {
    /// Returns the text of vertices, of what is about them alone, and of the edges between them; empty
    /// if none can be copied. Where several are, the comments about several go along if the copy is `afar`:
    /// beside what it is a copy of they would stand twice. `written` returns the text
    /// at a place, with its offset.
    pub fn copied<'t>(
        &self,
        vertices: &BTreeSet<usize>,
        afar: bool,
        written: impl Fn(&P) -> (usize, &'t str),
    ) -> String {
        let parts_of = |range: &P, copied: &'_ [CopyPart<P>], parts: &mut Vec<_>| {
            for it in copied {
                let comments = it.comments.as_ref().filter(|_| afar && vertices.len() > 1);
                parts.extend(comments.map(|it| (None, written(it), true)));
                parts.push((it.header.clone(), written(&it.range), false));
            }
            if copied.is_empty() {
                parts.push((None, written(range), false));
            }
        };
        let (mut own, mut between) = (Vec::new(), Vec::new());
        for it in vertices.iter().filter_map(|&it| self.vertices.get(it)) {
            // What an include brings in stands elsewhere.
            if it.fixed.is_none() {
                parts_of(&it.range, &it.copied, &mut own);
            }
        }
        if own.is_empty() {
            return String::new();
        }
        let comes_along = |it: usize| {
            vertices.contains(&it) && self.vertices.get(it).is_some_and(|it| !it.is_elsewhere())
        };
        for it in self.edges.iter().filter(|it| it.fixed.is_none()) {
            if comes_along(it.from().0) && comes_along(it.to().0) {
                parts_of(&it.range, &it.copied, &mut between);
            }
        }
        own.order_by_key(|it| it.1.0);
        let mut res = String::new();
        let (mut last, mut is_above) = (None, false);
        for (header, (_, text), is_comment) in own.into_iter().chain(between) {
            let is_below_last = is_above || (header.is_some() && header == last);
            if !is_below_last {
                res.push_str(if res.is_empty() { "" } else { "\n" });
                res.extend(header.iter().map(|it| format!("{it}\n")));
            }
            res.push_str(text.trim_end());
            res.push('\n');
            (last, is_above) = (header, is_comment);
        }
        res
    }
}

/// A vertex with ports.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Vertex<P = TextRange> {
    /// Names the item in commands.
    pub item: ItemPath,
    /// The vertex's name.
    pub title: String,
    /// The vertex's kind, such as a process type; may be empty.
    pub subtitle: String,
    /// The whole item in the text.
    pub range: P,
    /// Its name in the text.
    pub name_range: P,
    /// The place and size in the drawing.
    pub rect: Rect,
    /// Inputs and outputs, in the order they shall be drawn.
    pub ports: Vec<Port>,
    /// The group that it is drawn in: index of another vertex.
    pub parent: Option<usize>,
    /// The message of the diagnostic that marks it, if one does.
    pub problem: Option<String>,
    /// Marks to be seen in the drawing, such as a capacity.
    #[cfg_attr(feature = "serde", serde(default))]
    pub badges: Vec<Badge>,
    /// The reason why it cannot be changed in this text, such as that an include brings it in;
    /// `None` if it can be changed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub fixed: Option<String>,
    /// The place where its name is written, if that is in another text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub written: Option<Location<P>>,
    /// The path of the file with the graph that the vertex stands for, if it does. That graph can
    /// be drawn in it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub inside: Option<String>,
    /// The parts of the text that a copy consists of; empty if [`Vertex::range`] is all.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<CopyPart<P>>>"))]
    pub copied: Vec<CopyPart<P>>,
    /// The comment directly above the item, if it has one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub comment: Option<Comment<P>>,
    /// The index of the banner that heads it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub banner: Option<u32>,
    /// True for a frame around the vertices that a banner heads.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub is_frame: bool,
    /// True for a mere name: no statement of the open files declares it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub is_undeclared: bool,
    /// True if nothing is known about its kind, so only the ports show at which an edge ends.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub is_kind_unknown: bool,
    /// The further ports that it takes beside [`Vertex::ports`]: each is made by a connection to it.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<FurtherPorts>>"))]
    pub further: Vec<FurtherPorts>,
}

impl<P> Vertex<P> {
    /// Returns true if no statement of the text itself declares it, so that a copy has no part of it.
    #[must_use]
    pub fn is_elsewhere(&self) -> bool {
        self.fixed.is_some() && (self.written.is_some() || self.is_undeclared)
    }
}

/// Ports that a vertex does not have until they are connected.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FurtherPorts {
    /// Inputs or outputs.
    pub side: PortSide,
    /// Their names, with what varies between angle brackets.
    pub template: String,
    /// The type of their data; empty if unknown.
    pub data_type: String,
}

/// A comment about an item, without the characters that mark it as a comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Comment<P = TextRange> {
    /// The words; each paragraph and each entry of a list is a line.
    pub text: String,
    /// The place of the comment in the text.
    pub range: P,
    /// The lines to draw with the vertex, for which the layout has made room; empty where comments
    /// are not drawn.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub lines: Vec<String>,
}

/// A banner comment: the title of the items between it and the next banner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Banner<P = TextRange> {
    /// The words of the banner.
    pub title: String,
    /// The place of the comment in the text.
    pub range: P,
}

/// A part of the text that goes along when an item is copied: the item with its comments, or what
/// stands elsewhere and is about it alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct CopyPart<P = TextRange> {
    /// The line to write above the part, such as the header of the section that it is taken out of.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub header: Option<String>,
    /// The comments directly above the part that are about several items: they go along only where
    /// several are copied.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub comments: Option<P>,
    /// The range of the part in its text.
    pub range: P,
}

/// A mark on a vertex: a key that has a value out of the ordinary.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Badge {
    /// The key, as [`QuickKey::key`] and commands name it.
    pub key: String,
    /// A word or two.
    pub text: String,
}

/// The direction of data through a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum PortSide {
    /// Into the vertex; drawn on its left.
    Input,
    /// Out of the vertex; drawn on its right.
    Output,
}

/// An end for edges at a vertex.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Port {
    /// Unique among the ports of its side.
    pub name: String,
    /// Input or output.
    pub side: PortSide,
    /// The type of the data; empty if unknown. Chooses the colour.
    pub data_type: String,
    /// True if the port must be connected.
    pub required: bool,
    /// An output whose data nobody may change, or an input that changes what it gets: the two do
    /// not go together.
    #[cfg_attr(feature = "serde", serde(default))]
    pub guarded: bool,
    /// True if there is no such port, and a statement names it all the same.
    #[cfg_attr(feature = "serde", serde(default))]
    pub missing: bool,
    /// True if it takes the type of what it is connected to, and has it from there.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub is_flow_typed: bool,
    /// True if it belongs to what is inside of its vertex, and is named by both: the name of what it
    /// is inside there, a dot, and its own.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub is_inner: bool,
    /// The point where edges end.
    pub anchor: Point,
}

/// A connection from an output to an input.
///
/// [`crate::edit::Command::SetValue`] of its item with the key `from` or `to` takes that end to
/// another port, named as the text names it.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Edge<P = TextRange> {
    /// Names the item in commands.
    pub item: ItemPath,
    /// Index of the vertex it leaves.
    pub from_vertex: u32,
    /// Index of its port in [`Vertex::ports`].
    pub from_port: u32,
    /// Index of the vertex it enters.
    pub to_vertex: u32,
    /// Index of its port in [`Vertex::ports`].
    pub to_port: u32,
    /// The statement in the text.
    pub range: P,
    /// True if it is meant to run against the flow.
    pub feedback: bool,
    /// The message of the diagnostic that marks it, if one does.
    pub problem: Option<String>,
    /// The label beside its line: a value out of the ordinary, such as a capacity; mostly empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub label: String,
    /// A few words about what counts for it and why; may be empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub note: String,
    /// The reason why it cannot be changed in this text; `None` if it can be changed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub fixed: Option<String>,
    /// The place where its statement is written, if that is in another text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub written: Option<Location<P>>,
    /// The line to draw, from the output to the input.
    pub points: Vec<Point>,
    /// The parts of the text that a copy consists of; empty if [`Edge::range`] is all.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<CopyPart<P>>>"))]
    pub copied: Vec<CopyPart<P>>,
}

impl Edge {
    /// Creates an edge from an output to an input: each the index of the vertex, and of the port in
    /// [`Vertex::ports`].
    #[must_use]
    pub fn between(from: (usize, usize), to: (usize, usize)) -> Edge {
        Edge {
            from_vertex: from.0 as u32,
            from_port: from.1 as u32,
            to_vertex: to.0 as u32,
            to_port: to.1 as u32,
            ..Edge::default()
        }
    }
}

impl<P> Edge<P> {
    /// Returns the indices of the vertex and the port it leaves from.
    #[must_use]
    pub fn from(&self) -> (usize, usize) {
        (self.from_vertex as usize, self.from_port as usize)
    }

    /// Returns the indices of the vertex and the port it enters.
    #[must_use]
    pub fn to(&self) -> (usize, usize) {
        (self.to_vertex as usize, self.to_port as usize)
    }
}

placed!(Graph { width, height, slices_left; vertices, edges, banners });
placed!(Vertex {
    item, title, subtitle, rect, ports, parent, problem, badges, fixed, inside, banner, is_frame,
    is_undeclared, is_kind_unknown, further;
    range, name_range, written, copied, comment
});
placed!(Comment { text, lines; range });
placed!(Banner { title; range });
placed!(Edge {
    item, from_vertex, from_port, to_vertex, to_port, feedback, problem, label, note, fixed, points;
    range, written, copied
});
placed!(CopyPart { header; comments, range });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_a_closed_vertex_goes_with_its_edges() {
        let vertex = |title: &str, parent| Vertex {
            item: ItemPath::new([title]),
            title: title.to_owned(),
            parent,
            ..Vertex::default()
        };
        let edge = |from, to| Edge::between((from, 0), (to, 0));
        let graph = Graph {
            vertices: vec![
                vertex("in a", Some(1)),
                vertex("a", None),
                vertex("b", None),
                vertex("in b", Some(2)),
                vertex("in in b", Some(3)),
            ],
            edges: vec![edge(1, 2), edge(1, 0), edge(2, 3), edge(3, 4)],
            ..Graph::default()
        };
        let drawn = |open: &[&str]| {
            let graph = graph.clone().opened(|it| open.contains(&it.0[0].as_str()));
            let title = |at: usize| graph.vertices[at].title.clone();
            let vertices: Vec<String> = (0..graph.vertices.len())
                .map(|it| {
                    let parent = graph.vertices[it].parent.map_or(String::new(), title);
                    format!("{}<{parent}", title(it))
                })
                .collect();
            let edges: Vec<String> = graph
                .edges
                .iter()
                .map(|it| format!("{}>{}", title(it.from().0), title(it.to().0)))
                .collect();
            format!("{} {}", vertices.join(","), edges.join(","))
        };
        assert_eq!(drawn(&[]), "a<,b< a>b");
        assert_eq!(drawn(&["b"]), "a<,b<,in b<b a>b,b>in b");
        assert_eq!(drawn(&["in b"]), "a<,b< a>b", "what is around it is closed");
        assert_eq!(drawn(&["b", "in b"]), "a<,b<,in b<b,in in b<in b a>b,b>in b,in b>in in b");
    }

    #[test]
    fn frames_come_first_and_keep_edges_and_parents() {
        let vertex = |title: &str, parent, banner| Vertex {
            title: title.to_owned(),
            parent,
            banner,
            ..Vertex::default()
        };
        let banner = |title: &str| Banner { title: title.to_owned(), ..Banner::default() };
        let graph = Graph {
            vertices: vec![
                vertex("a", None, Some(1)),
                vertex("in a", Some(0), None),
                vertex("b", None, None),
            ],
            edges: vec![Edge::between((0, 0), (2, 0))],
            banners: vec![banner("x"), banner("x")],
            ..Graph::default()
        };
        let framed = graph.framed();
        let parents: Vec<_> = framed.vertices.iter().map(|it| it.parent).collect();
        assert_eq!(parents, [None, None, Some(1), Some(2), None]);
        assert_eq!((framed.edges[0].from().0, framed.edges[0].to().0), (2, 4));
        assert_eq!(framed.vertices[0].item, ItemPath::new(["banner", "x"]));
        assert_eq!(framed.vertices[1].item, ItemPath::new(["banner", "x", "2"]));
    }
}
