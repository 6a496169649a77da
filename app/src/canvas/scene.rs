//! A graph with what drawing and walking need to find quickly.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_protocol::{Edge, Graph, ItemPath, Location, Port, PortSide, Rect, Vertex};
use bobbin_sorting::Gathering as _;

use super::index::{Index, Key};
use super::route::Label;
use crate::document::locate::GraphPart;

/// A port of a vertex, by indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PortId {
    /// Index of the vertex.
    pub vertex: usize,
    /// Index of the port there.
    pub port: usize,
}

/// A graph and its indices. Copies share both.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The graph that is drawn.
    pub graph: Arc<Graph>,
    /// True if vertices lie elsewhere than the layout put them.
    pub is_moved: bool,
    index: Arc<Index>,
}

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }
}

impl Scene {
    /// Indexes a graph.
    #[must_use]
    pub fn new(graph: Arc<Graph>) -> Scene {
        let index = Index::new(&graph).into();
        Scene { graph, is_moved: false, index }
    }

    /// Returns a vertex by its key.
    #[must_use]
    pub fn vertex(&self, key: Key) -> Option<(usize, &Vertex)> {
        let idx = self.index.vertices.find(key)?;
        Some((idx, self.graph.vertices.get(idx)?))
    }

    /// Returns an edge by its key.
    #[must_use]
    pub fn edge(&self, key: Key) -> Option<(usize, &Edge)> {
        let idx = self.index.edges.find(key)?;
        Some((idx, self.graph.edges.get(idx)?))
    }

    /// Returns the key of a vertex.
    #[must_use]
    pub fn vertex_key(&self, vertex: usize) -> Option<Key> {
        self.index.vertices.get(vertex)
    }

    /// Returns the key of an edge.
    #[must_use]
    pub fn edge_key(&self, edge: usize) -> Option<Key> {
        self.index.edges.get(edge)
    }

    /// Returns the vertex here that was one of the drawing before.
    #[must_use]
    pub fn vertex_of(&self, before: &Scene, vertex: usize) -> Option<usize> {
        Some(self.vertex(before.vertex_key(vertex)?)?.0)
    }

    /// Returns the edge here that was one of the drawing before.
    #[must_use]
    pub fn edge_of(&self, before: &Scene, edge: usize) -> Option<usize> {
        Some(self.edge(before.edge_key(edge)?)?.0)
    }

    /// Returns the port here that was one of the drawing before.
    #[must_use]
    pub fn port_of(&self, before: &Scene, id: PortId) -> Option<PortId> {
        let known = before.port(id)?;
        let vertex = self.vertex_of(before, id.vertex)?;
        let is_it = |it: &Port| it.side == known.side && it.name == known.name;
        let port = self.graph.vertices.get(vertex)?.ports.iter().position(is_it)?;
        Some(PortId { vertex, port })
    }

    /// Returns true if a vertex contains others.
    #[must_use]
    pub fn is_group(&self, vertex: usize) -> bool {
        self.index.is_group.get(vertex).copied().unwrap_or(false)
    }

    /// Returns true if a comment stands above a vertex.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        self.graph.vertices.iter().any(|it| it.comment.is_some())
    }

    /// Returns the innermost vertex that can be changed around a part that cannot be changed here.
    #[must_use]
    pub fn holder(&self, part: GraphPart) -> Option<usize> {
        let vertex = |idx: usize| self.graph.vertices.get(idx);
        let is_fixed = |idx: usize| vertex(idx).is_some_and(|it| it.fixed.is_some());
        let inner = match part {
            GraphPart::Vertex(idx) => idx,
            GraphPart::Edge(idx) => {
                let edge = self.graph.edges.get(idx)?;
                edge.fixed.as_ref()?;
                // One end of it may be the frame itself.
                let ends = [edge.from_vertex as usize, edge.to_vertex as usize];
                let is_inside = |it: &usize| vertex(*it).is_some_and(|it| it.parent.is_some());
                ends.into_iter().find(|it| is_fixed(*it) && is_inside(it))?
            }
        };
        if !is_fixed(inner) {
            return None;
        }
        let around = |idx: &usize| vertex(*idx)?.parent;
        std::iter::successors(around(&inner), around).find(|it| !is_fixed(*it))
    }

    /// Returns why a vertex cannot be given another name. One that an included file declares can: where its name is
    /// written is known, and all files are changed together.
    #[must_use]
    pub fn why_unnamed(&self, vertex: usize) -> Option<&str> {
        let it = self.graph.vertices.get(vertex)?;
        let is_declared = it.written.is_some() && !it.is_undeclared;
        let is_within = self.within(GraphPart::Vertex(vertex)).is_some();
        it.fixed.as_deref().filter(|_| !is_declared || is_within)
    }

    /// Returns why a part that is drawn inside an open vertex cannot be changed here, and where it is written;
    /// `None` for other parts.
    #[must_use]
    pub fn within(&self, part: GraphPart) -> Option<(String, Option<Location>)> {
        let vertex = |idx: usize| self.graph.vertices.get(idx);
        let is_within = |idx: usize| {
            let around = vertex(idx).and_then(|it| vertex(it.parent?));
            around.is_some_and(|it| !it.is_frame)
        };
        let (fixed, written, is_within) = match part {
            GraphPart::Vertex(idx) => {
                let it = vertex(idx)?;
                (&it.fixed, &it.written, is_within(idx))
            }
            GraphPart::Edge(idx) => {
                let it = self.graph.edges.get(idx)?;
                let ends = [it.from_vertex as usize, it.to_vertex as usize];
                // One end of it may be the open vertex itself.
                (&it.fixed, &it.written, ends.into_iter().any(is_within))
            }
        };
        let why = fixed.clone().filter(|_| is_within)?;
        Some((why, written.clone()))
    }

    /// True for an edge at a side of the whole graph: it says what a port there stands for, and has no value of
    /// its own.
    #[must_use]
    pub fn is_mapping(&self, edge: usize) -> bool {
        let ends = self.ends(edge).map(|(from, to)| [from.vertex, to.vertex]);
        let vertices = ends.into_iter().flatten().filter_map(|it| self.graph.vertices.get(it));
        { vertices }.any(is_side)
    }

    /// Returns these vertices, and those in a frame instead of the frame: that is only a comment.
    #[must_use]
    pub fn without_frames(&self, vertices: &BTreeSet<usize>) -> BTreeSet<usize> {
        let is_frame = |idx: usize| self.graph.vertices.get(idx).is_some_and(|it| it.is_frame);
        let frames: BTreeSet<usize> = vertices.iter().copied().filter(|it| is_frame(*it)).gather();
        let all = self.graph.vertices.iter().enumerate();
        let in_frames = all.filter(|it| it.1.parent.is_some_and(|it| frames.contains(&it)));
        let others = vertices.difference(&frames).copied();
        others.chain(in_frames.map(|it| it.0)).gather()
    }

    /// True for a port of a vertex that is drawn inside another one: its connections are written
    /// there.
    #[must_use]
    pub fn is_inside(&self, id: PortId) -> bool {
        let vertex = self.graph.vertices.get(id.vertex);
        vertex.is_some_and(|it| it.parent.is_some() && it.fixed.is_some())
    }

    /// Returns the edges that leave or enter a vertex.
    #[must_use]
    pub fn edges_of(&self, vertex: usize) -> &[usize] {
        self.index.edges_of(vertex)
    }

    /// Returns the bounding box of an edge.
    #[must_use]
    pub fn edge_bounds(&self, edge: usize) -> Rect {
        self.index.edge_bounds.get(edge).copied().unwrap_or_default()
    }

    /// Returns a port by its id.
    #[must_use]
    pub fn port(&self, id: PortId) -> Option<&Port> {
        self.graph.vertices.get(id.vertex)?.ports.get(id.port)
    }

    /// Returns the type of the data on an edge; empty if unknown.
    #[must_use]
    pub fn type_of(&self, edge: &Edge) -> &str {
        bobbin_picture::type_of(&self.graph, edge)
    }

    /// Returns the label of an edge, where there is one.
    #[must_use]
    pub fn label_of(&self, edge: &Edge) -> Option<Label> {
        bobbin_picture::label_of(&self.graph, edge)
    }

    /// Returns true if data could go from one port to the other: ends of different sides whose
    /// types agree, as far as they are known.
    #[must_use]
    pub fn fits(&self, one: PortId, other: PortId) -> bool {
        let (Some(one), Some(other)) = (self.port(one), self.port(other)) else { return false };
        compatible(one, other)
    }

    /// Returns the output that an edge leaves and the input that it enters.
    #[must_use]
    pub fn ends(&self, edge: usize) -> Option<(PortId, PortId)> {
        let [from, to] = self.ends_of(self.graph.edges.get(edge)?);
        Some((from, to))
    }

    /// Returns the output that an edge leaves and the input that it enters.
    #[must_use]
    pub fn ends_of(&self, edge: &Edge) -> [PortId; 2] {
        let end = |vertex: u32, port: u32| PortId { vertex: vertex as usize, port: port as usize };
        [end(edge.from_vertex, edge.from_port), end(edge.to_vertex, edge.to_port)]
    }

    /// Returns the end of an edge that stays when the one on `side` is taken elsewhere.
    #[must_use]
    pub fn kept_end(&self, edge: usize, side: PortSide) -> Option<PortId> {
        let (from, to) = self.ends(edge)?;
        Some(if side == PortSide::Input { from } else { to })
    }

    /// Returns the edges that end at a port.
    pub fn edges_at(&self, id: PortId) -> impl Iterator<Item = usize> + '_ {
        let edges = self.edges_of(id.vertex).iter().copied();
        edges.filter(move |it| self.ends(*it).is_some_and(|(from, to)| from == id || to == id))
    }

    /// Returns the edge that an input has already, which can have no second one.
    #[must_use]
    pub fn taken_by(&self, input: PortId) -> Option<usize> {
        self.edges_at(input).find(|it| self.ends(*it).is_some_and(|(_, to)| to == input))
    }

    /// Returns the port as the text names it.
    #[must_use]
    pub fn name_of(&self, id: PortId) -> String {
        let title = self.graph.vertices.get(id.vertex).map_or("", |it| it.title.as_str());
        let (port, is_inner) = self.port(id).map_or(("", false), |it| (&it.name, it.is_inner));
        let sign = if is_inner { '/' } else { '.' };
        format!("{title}{sign}{port}")
    }

    /// Returns the two ports in the direction of the data, the output first.
    #[must_use]
    pub fn directed(&self, one: PortId, other: PortId) -> Option<(PortId, PortId)> {
        match (self.port(one)?.side, self.port(other)?.side) {
            (PortSide::Output, PortSide::Input) => Some((one, other)),
            (PortSide::Input, PortSide::Output) => Some((other, one)),
            _ => None,
        }
    }

    /// Returns the data types of the ports, sorted.
    #[must_use]
    pub fn data_types(&self) -> Vec<String> {
        bobbin_picture::data_types(&self.graph)
    }

    /// Returns the extent of the whole drawing. Vertices that were moved may lie outside the
    /// layout's own.
    #[must_use]
    pub fn extent(&self) -> Rect {
        let own = Rect { x: 0.0, y: 0.0, width: self.graph.width, height: self.graph.height };
        if !self.is_moved {
            return own;
        }
        let boxes = self.graph.vertices.iter().map(|it| it.rect);
        boxes.chain(self.index.edge_bounds.iter().copied()).fold(None, union).unwrap_or(own)
    }

    /// Returns the bounding box of vertices.
    #[must_use]
    pub fn around(&self, vertices: impl Iterator<Item = usize>) -> Option<Rect> {
        vertices.filter_map(|it| self.graph.vertices.get(it)).map(|it| it.rect).fold(None, union)
    }
}

/// Returns true if data could go from one port to the other.
#[must_use]
pub fn compatible(one: &Port, other: &Port) -> bool {
    // Such as `_any`: a name with an underscore in front stands for other types. What has its type from a connection
    // gets another one with that.
    let is_unknown =
        |it: &Port| it.is_flow_typed || it.data_type.is_empty() || it.data_type.starts_with('_');
    one.side != other.side
        && !(one.guarded && other.guarded)
        && (one.data_type == other.data_type || is_unknown(one) || is_unknown(other))
}

/// Returns the stable name of an item that no other item has.
#[must_use]
pub fn item_key(item: &ItemPath) -> String {
    item.0.join("\u{1f}")
}

/// Returns the stable name by which a vertex keeps its place: that of its item, which the two sides of a cluster
/// have in common. Of these the inputs have a name of their own; what was kept for both is the outputs'.
#[must_use]
pub fn place_key(vertex: &Vertex) -> String {
    let mut res = item_key(&vertex.item);
    if is_side(vertex) && !vertex.ports.iter().any(|it| it.side == PortSide::Input) {
        res.push_str("\u{1f}inputs");
    }
    res
}

/// Returns true for a vertex that stands for a side of the whole graph: it is declared in this very text, and yet
/// cannot be changed as a vertex.
#[must_use]
pub fn is_side(vertex: &Vertex) -> bool {
    let is_part = vertex.is_frame || vertex.is_undeclared || vertex.parent.is_some();
    vertex.fixed.is_some() && vertex.written.is_none() && !is_part
}

/// Returns the bounding box of both.
#[must_use]
pub fn union(one: Option<Rect>, other: Rect) -> Option<Rect> {
    let Some(one) = one else { return Some(other) };
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.width).max(other.x + other.width);
    let bottom = (one.y + one.height).max(other.y + other.height);
    Some(Rect { x, y, width: right - x, height: bottom - y })
}

/// A small graph for tests: `a.out → b.in → c.in` and `a.out → c.in2`, left to right.
#[cfg(test)]
pub(crate) fn sample() -> Scene {
    use bobbin_protocol::{Point, Range};

    let port = |name: &str, side, data_type: &str, x, y| Port {
        name: name.into(),
        side,
        data_type: data_type.into(),
        required: false,
        guarded: false,
        missing: false,
        is_flow_typed: false,
        is_inner: false,
        anchor: Point { x, y },
    };
    let vertex = |title: &str, x: f64, y: f64, ports| Vertex {
        item: ItemPath(vec!["process".into(), title.into()]),
        title: title.into(),
        subtitle: format!("{title}_type"),
        rect: Rect { x, y, width: 100.0, height: 60.0 },
        ports,
        problem: (title == "c").then(|| "`c` has no type".into()),
        ..Vertex::default()
    };
    let edge = |name: &str, from: (u32, u32), to: (u32, u32), points| Edge {
        item: ItemPath(vec!["connection".into(), name.into()]),
        from_vertex: from.0,
        from_port: from.1,
        to_vertex: to.0,
        to_port: to.1,
        range: Range::default(),
        feedback: false,
        problem: None,
        label: String::new(),
        note: String::new(),
        fixed: None,
        written: None,
        points,
        copied: Vec::new(),
    };
    let at = |x, y| Point { x, y };
    let (input, output) = (PortSide::Input, PortSide::Output);
    Scene::new(Arc::new(Graph {
        vertices: vec![
            vertex("a", 0.0, 0.0, vec![port("out", output, "image", 100.0, 40.0)]),
            vertex(
                "b",
                200.0,
                0.0,
                vec![port("in", input, "image", 200.0, 40.0), port("out", output, "", 300.0, 40.0)],
            ),
            vertex(
                "c",
                400.0,
                100.0,
                vec![
                    port("in", input, "track", 400.0, 140.0),
                    port("in2", input, "image", 400.0, 150.0),
                ],
            ),
        ],
        edges: vec![
            edge("1", (0, 0), (1, 0), vec![at(100.0, 40.0), at(200.0, 40.0)]),
            edge(
                "2",
                (1, 1),
                (2, 0),
                vec![at(300.0, 40.0), at(350.0, 40.0), at(350.0, 140.0), at(400.0, 140.0)],
            ),
            edge(
                "3",
                (0, 0),
                (2, 1),
                vec![at(100.0, 40.0), at(150.0, 40.0), at(150.0, 150.0), at(400.0, 150.0)],
            ),
        ],
        width: 500.0,
        height: 160.0,
        ..Graph::default()
    }))
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{Point, Range};

    use super::*;

    #[test]
    fn ports_fit_by_side_and_known_type() {
        let scene = sample();
        let id = |vertex, port| PortId { vertex, port };
        for (one, other, fits) in [
            (id(0, 0), id(1, 0), true),
            (id(1, 0), id(0, 0), true),
            (id(0, 0), id(2, 0), false),
            (id(1, 1), id(2, 0), true),
            (id(0, 0), id(1, 1), false),
        ] {
            assert_eq!(scene.fits(one, other), fits, "{one:?} {other:?}");
        }
        assert_eq!(scene.directed(id(1, 0), id(0, 0)), Some((id(0, 0), id(1, 0))));
    }

    #[test]
    fn what_may_not_be_changed_does_not_fit_what_changes_it() {
        let port = |side, guarded| Port {
            name: "p".into(),
            side,
            data_type: "image".into(),
            required: false,
            guarded,
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point::default(),
        };
        let (input, output) = (PortSide::Input, PortSide::Output);
        assert!(compatible(&port(output, true), &port(input, false)));
        assert!(compatible(&port(output, false), &port(input, true)));
        assert!(!compatible(&port(output, true), &port(input, true)));
        let typed = Port { data_type: "track".into(), ..port(input, false) };
        assert!(!compatible(&port(output, false), &typed));
        // By another connection, which may be the one that goes.
        assert!(compatible(&port(output, false), &Port { is_flow_typed: true, ..typed }));
    }

    #[test]
    fn what_is_drawn_inside_a_card_has_it_as_holder() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[1].parent = Some(0);
        graph.vertices[1].fixed = Some("elsewhere".into());
        graph.vertices[2].parent = Some(1);
        graph.vertices[2].fixed = Some("elsewhere".into());
        graph.edges[1].fixed = Some("elsewhere".into());
        let mut framed = graph.clone();
        framed.vertices[0].is_frame = true;
        let framed = Scene::new(Arc::new(framed));
        assert_eq!(framed.within(GraphPart::Vertex(1)), None, "a comment holds it, and no file");
        let scene = Scene::new(Arc::new(graph));
        assert_eq!(scene.holder(GraphPart::Vertex(2)), Some(0));
        assert_eq!(scene.holder(GraphPart::Edge(1)), Some(0));
        assert_eq!(scene.holder(GraphPart::Vertex(0)), None, "it can be changed itself");
        assert_eq!(scene.holder(GraphPart::Edge(0)), None);
        let within = |part| scene.within(part).is_some();
        assert!(within(GraphPart::Vertex(1)) && within(GraphPart::Edge(1)));
        assert!(!within(GraphPart::Vertex(0)), "it is around them");
        assert!(!within(GraphPart::Edge(0)), "it is written here");
        assert_eq!(scene.why_unnamed(0), None);
        assert_eq!(scene.why_unnamed(1), Some("elsewhere"));
        let mut included = (*sample().graph).clone();
        included.vertices[1].fixed = Some("in another file".into());
        included.vertices[1].written = Some(Location { path: None, range: Range::default() });
        assert_eq!(Scene::new(Arc::new(included)).why_unnamed(1), None, "it is renamed there");
        assert!(scene.is_inside(PortId { vertex: 2, port: 0 }));
        assert!(!scene.is_inside(PortId { vertex: 0, port: 0 }));
    }

    #[test]
    fn a_line_to_a_side_of_a_cluster_is_a_mapping() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[2].fixed = Some("its ports are mapped in the text".into());
        let scene = Scene::new(Arc::new(graph));
        assert_eq!([0, 1, 2].map(|it| scene.is_mapping(it)), [false, true, true]);
        assert!(!sample().is_mapping(1));
    }

    #[test]
    fn a_frame_stands_for_what_is_in_it() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[0].is_frame = true;
        graph.vertices[1].parent = Some(0);
        let scene = Scene::new(Arc::new(graph));
        let meant = |all: &[usize]| scene.without_frames(&all.iter().copied().collect());
        assert_eq!(meant(&[0]), BTreeSet::from([1]));
        assert_eq!(meant(&[0, 1, 2]), BTreeSet::from([1, 2]));
        assert_eq!(meant(&[2]), BTreeSet::from([2]));
    }

    #[test]
    fn an_input_knows_its_edge() {
        let scene = sample();
        let id = |vertex, port| PortId { vertex, port };
        assert_eq!(scene.taken_by(id(2, 1)), Some(2));
        assert_eq!(scene.taken_by(id(0, 0)), None, "an output can have many");
        assert_eq!(scene.edges_at(id(0, 0)).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(scene.name_of(id(1, 1)), "b.out");
        let mut graph = (*scene.graph).clone();
        graph.vertices[1].ports[1].name = "k.out".into();
        let dotted = Scene::new(Arc::new(graph.clone()));
        assert_eq!(dotted.name_of(id(1, 1)), "b.k.out", "a dot may be part of a name");
        graph.vertices[1].ports[1].is_inner = true;
        assert_eq!(Scene::new(Arc::new(graph)).name_of(id(1, 1)), "b/k.out");
    }
}
