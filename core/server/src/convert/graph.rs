//! The graph with its layout.

use bobbin_core::Snapshot;
use bobbin_core::layout::{self, Job, Layout, Metrics, VertexBox};
use bobbin_core::view::{Badge, Catalogue, Edge, Graph, Port, PortSide, QuickKey, Vertex};
use bobbin_protocol as protocol;

use super::earlier::previous;
use super::texts::{Others, Texts};
use super::{item, range};

/// Begins to lay out a graph for the page's fonts; what was in an earlier drawing of it stays there as
/// far as possible.
#[must_use]
pub fn begin_layout(graph: &Graph, earlier: Option<&protocol::Graph>) -> Job {
    let previous = earlier.map(|it| previous(graph, it)).unwrap_or_default();
    layout::begin(graph, &Metrics::default(), previous)
}

/// So many vertices or edges are converted in one go.
const PIECE: usize = 1000;

/// A graph with its layout, on its way to the client.
#[derive(Debug)]
pub struct Conversion {
    vertices: std::vec::IntoIter<VertexBox>,
    edges: std::vec::IntoIter<Vec<layout::Point>>,
    /// The lines of other texts that parts of the drawing are written in.
    others: Others,
    /// What is converted.
    made: protocol::Graph,
}

impl Conversion {
    /// Begins; nothing is converted yet.
    #[must_use]
    pub fn new(layout: Layout) -> Conversion {
        let Layout { vertices, edges, width, height } = layout;
        let made = protocol::Graph {
            vertices: Vec::with_capacity(vertices.len()),
            edges: Vec::with_capacity(edges.len()),
            width,
            height,
            slices_left: 0,
        };
        let (vertices, edges) = (vertices.into_iter(), edges.into_iter());
        Conversion { vertices, edges, others: Others::new(), made }
    }

    /// Converts a piece of the graph that was laid out; says whether something is left.
    pub fn step(&mut self, graph: &Graph, snapshot: &Snapshot) -> bool {
        let Conversion { vertices, edges, others, made } = self;
        let mut texts = Texts::with(snapshot, std::mem::take(others));
        let rest = graph.vertices.iter().skip(made.vertices.len());
        // The places come first: what is taken from them is used.
        let pairs = vertices.by_ref().take(PIECE).zip(rest);
        made.vertices.extend(pairs.map(|(place, it)| vertex(it, &place, &mut texts)));
        if vertices.len() == 0 {
            let rest = graph.edges.iter().skip(made.edges.len());
            let pairs = edges.by_ref().take(PIECE).zip(rest);
            made.edges.extend(pairs.map(|(points, it)| edge(it, &points, &mut texts)));
        }
        *others = texts.into_others();
        vertices.len() > 0 || edges.len() > 0
    }

    /// What is converted.
    #[must_use]
    pub fn finish(self) -> protocol::Graph {
        self.made
    }
}

fn vertex(it: &Vertex, place: &VertexBox, texts: &mut Texts<'_>) -> protocol::Vertex {
    let lines = texts.lines;
    let layout::Rect { x, y, width, height } = place.rect;
    let ports = it.ports.iter().zip(&place.ports).map(|(it, &at)| port(it, at));
    protocol::Vertex {
        item: item(&it.item),
        title: it.title.clone(),
        subtitle: it.subtitle.clone(),
        range: range(lines, it.range),
        name_range: range(lines, it.name_range),
        rect: protocol::Rect { x, y, width, height },
        ports: ports.collect(),
        parent: it.parent.map(|it| it as u32),
        problem: it.problem.clone(),
        badges: it.badges.iter().map(badge).collect(),
        fixed: it.fixed.clone(),
        written: texts.written(it.written.as_ref()),
        inside: it.inside.clone(),
    }
}

fn badge(it: &Badge) -> protocol::Badge {
    protocol::Badge { key: it.key.clone(), text: it.text.clone() }
}

fn port(it: &Port, at: layout::Point) -> protocol::Port {
    protocol::Port {
        name: it.name.clone(),
        side: match it.side {
            PortSide::Input => protocol::PortSide::Input,
            PortSide::Output => protocol::PortSide::Output,
        },
        data_type: it.data_type.clone(),
        required: it.required,
        guarded: it.guarded,
        anchor: point(at),
    }
}

fn edge(it: &Edge, points: &[layout::Point], texts: &mut Texts<'_>) -> protocol::Edge {
    let lines = texts.lines;
    protocol::Edge {
        item: item(&it.item),
        from_vertex: it.from.0 as u32,
        from_port: it.from.1 as u32,
        to_vertex: it.to.0 as u32,
        to_port: it.to.1 as u32,
        range: range(lines, it.range),
        feedback: it.feedback,
        problem: it.problem.clone(),
        label: it.label.clone(),
        note: it.note.clone(),
        fixed: it.fixed.clone(),
        written: texts.written(it.written.as_ref()),
        points: points.iter().map(|&it| point(it)).collect(),
    }
}

fn point(layout::Point { x, y }: layout::Point) -> protocol::Point {
    protocol::Point { x, y }
}

/// What can be put into a graph.
#[must_use]
pub fn catalogue(it: Catalogue) -> protocol::Catalogue {
    let entries = it.entries.into_iter().map(|it| protocol::CatalogueEntry {
        name: it.name,
        group: it.group,
        about: it.about,
        ports: it.ports.iter().map(|it| port(it, layout::Point::default())).collect(),
    });
    protocol::Catalogue {
        item_kind: it.kind,
        type_key: it.type_key,
        entries: entries.collect(),
        vertex_keys: quick_keys(it.vertex_keys),
        edge_keys: quick_keys(it.edge_keys),
    }
}

fn quick_keys(keys: Vec<QuickKey>) -> Vec<protocol::QuickKey> {
    let keys = keys.into_iter().map(|it| protocol::QuickKey {
        key: it.key,
        label: it.label,
        help: it.help,
        initial: it.initial,
    });
    keys.collect()
}
