//! The graph with its layout.

use std::collections::BTreeMap;

use bobbin_core::Snapshot;
use bobbin_core::layout::{self, Fold, Job, Layout, Metrics, Room, VertexBox};
use bobbin_core::sorting::Gathering as _;
use bobbin_core::text::Placed as _;
use bobbin_core::view::{Banner, Edge, Graph, Point, Rect, Vertex};
use bobbin_protocol::{self as protocol, ItemPath};

use super::earlier::{in_same_order, previous};
use super::texts::{Others, Texts};

/// Returns the layout of an earlier drawing if it is that of `graph` as well: nothing moves at an edit
/// that changes values, comments or marks.
#[must_use]
pub fn same_layout(graph: &Graph, earlier: &protocol::Graph) -> Option<Layout> {
    let metrics = Metrics::default();
    let is_same = in_same_order(graph, earlier)
        && layout::measure(graph, &metrics) == layout::measure(earlier, &metrics);
    is_same.then(|| Layout {
        vertices: earlier
            .vertices
            .iter()
            .map(|it| VertexBox {
                rect: it.rect,
                ports: it.ports.iter().map(|port| port.anchor).collect(),
            })
            .collect(),
        edges: earlier.edges.iter().map(|it| it.points.clone()).collect(),
        width: earlier.width,
        height: earlier.height,
    })
}

/// Begins to lay out a graph for the page's fonts; what was in an earlier drawing of it stays there as
/// far as possible.
#[must_use]
pub fn begin_layout(graph: &Graph, earlier: Option<&protocol::Graph>) -> Job {
    let previous = earlier.map(|it| previous(graph, it)).unwrap_or_default();
    layout::begin(graph, &Metrics::default(), previous)
}

/// Lets comments be drawn with their vertices, in the page's fonts.
pub fn show_comments(graph: &mut Graph) {
    layout::show_comments(graph, &Metrics::default());
}

/// The most vertices, and half the most edges, of a drawing that is folded: of more there is no overview, and folding
/// takes its time.
const MOST_FOLDED: usize = 1500;

fn is_foldable(graph: &protocol::Graph) -> bool {
    graph.vertices.len() <= MOST_FOLDED && graph.edges.len() <= 2 * MOST_FOLDED
}

/// Folds a drawing into rows, if that shows it larger; `earlier` are the cuts of the last fold. Returns
/// the cuts, too. Where rows are held, it is folded between the places of `held`, or not at all if there are none.
#[must_use]
pub fn folded(
    graph: &protocol::Graph,
    room: Room,
    earlier: &[f64],
    held: Option<&[(f64, f64)]>,
) -> Option<(protocol::Graph, Vec<f64>)> {
    if !is_foldable(graph) || held.is_some_and(<[_]>::is_empty) {
        return None;
    }
    let boxes: Vec<Rect> = graph.vertices.iter().map(|it| it.rect).collect();
    let routes: Vec<&[Point]> = graph.edges.iter().map(|it| it.points.as_slice()).collect();
    let gap = Metrics::default().spacing().line_gap;
    let kept = held.and_then(|it| Fold::between(&boxes, &routes, gap, it));
    let fold = kept.or_else(|| Fold::find(&boxes, &routes, room, gap, earlier))?;
    let mut graph = graph.clone();
    for it in &mut graph.vertices {
        let Point { x, y } = fold.shift(it.rect);
        (it.rect.x, it.rect.y) = (it.rect.x + x, it.rect.y + y);
        for port in &mut it.ports {
            (port.anchor.x, port.anchor.y) = (port.anchor.x + x, port.anchor.y + y);
        }
    }
    for it in &mut graph.edges {
        it.points = fold.route(&it.points);
    }
    (graph.width, graph.height) = (fold.width, fold.height);
    Some((graph, fold.cuts()))
}

/// The rows in which a drawing is shown.
#[derive(Debug)]
pub struct Rows {
    n_rows: usize,
    /// The rows of the vertices that lie in no other one.
    row_of: BTreeMap<ItemPath, usize>,
}

impl Rows {
    /// Returns the rows of a drawing that is cut at these places; `None` if it has too many vertices to be folded.
    #[must_use]
    pub fn of(graph: &protocol::Graph, cuts: &[f64]) -> Option<Rows> {
        let row = |it: &protocol::Vertex| {
            let middle = it.rect.x + it.rect.width / 2.0;
            (it.item.clone(), cuts.iter().take_while(|x| **x < middle).count())
        };
        let outer = graph.vertices.iter().filter(|it| it.parent.is_none());
        let rows = || Rows { n_rows: cuts.len() + 1, row_of: outer.map(row).gather() };
        is_foldable(graph).then(rows)
    }

    /// Returns the places between which another drawing of the same vertices is cut for the same rows; `None` if some
    /// of them would have to change theirs.
    #[must_use]
    pub fn places_in(&self, graph: &protocol::Graph) -> Option<Vec<(f64, f64)>> {
        let outer = graph.vertices.iter().filter(|it| it.parent.is_none());
        let known: Vec<(usize, Rect)> =
            outer.filter_map(|it| Some((*self.row_of.get(&it.item)?, it.rect))).collect();
        let between = |row: usize| {
            let above = known.iter().filter(|it| it.0 < row).map(|it| it.1.x + it.1.width);
            let below = known.iter().filter(|it| it.0 >= row).map(|it| it.1.x);
            let place =
                (above.fold(f64::NEG_INFINITY, f64::max), below.fold(f64::INFINITY, f64::min));
            (place.0 < place.1).then_some(place)
        };
        (1..self.n_rows).map(between).collect()
    }
}

/// The number of vertices or edges that are put in place in one go.
const PIECE: usize = 1000;

/// A graph whose layout is known, on its way to the client.
#[derive(Debug)]
pub struct Drawn {
    vertices: std::vec::IntoIter<(Vertex, VertexBox)>,
    edges: std::vec::IntoIter<(Edge, Vec<Point>)>,
    banners: Vec<Banner>,
    /// The lines of other texts that parts of the drawing are written in.
    others: Others,
    /// The part of the drawing that is already in place.
    made: protocol::Graph,
}

impl Drawn {
    /// Begins a drawing; nothing is put in place yet.
    #[must_use]
    pub fn new(graph: Graph, layout: Layout) -> Drawn {
        let made = protocol::Graph {
            vertices: Vec::with_capacity(graph.vertices.len()),
            edges: Vec::with_capacity(graph.edges.len()),
            banners: Vec::new(),
            width: layout.width,
            height: layout.height,
            slices_left: 0,
        };
        let vertices: Vec<_> = graph.vertices.into_iter().zip(layout.vertices).collect();
        let edges: Vec<_> = graph.edges.into_iter().zip(layout.edges).collect();
        let (vertices, edges) = (vertices.into_iter(), edges.into_iter());
        Drawn { vertices, edges, banners: graph.banners, others: Others::new(), made }
    }

    /// Puts a piece of the graph in place; says whether something is left.
    pub fn step(&mut self, snapshot: &Snapshot) -> bool {
        let Drawn { vertices, edges, banners, others, made } = self;
        let mut texts = Texts::with(snapshot, std::mem::take(others));
        for (mut it, place) in vertices.by_ref().take(PIECE) {
            it.rect = place.rect;
            for (port, anchor) in it.ports.iter_mut().zip(place.ports) {
                port.anchor = anchor;
            }
            made.vertices.push(it.map_place(&mut texts));
        }
        made.banners.extend(std::mem::take(banners).map_place(&mut texts));
        if vertices.len() == 0 {
            for (it, points) in edges.by_ref().take(PIECE) {
                made.edges.push(Edge { points, ..it }.map_place(&mut texts));
            }
        }
        *others = texts.into_others();
        vertices.len() > 0 || edges.len() > 0
    }

    /// Returns the drawing, with all its parts in place.
    #[must_use]
    pub fn finish(self) -> protocol::Graph {
        self.made
    }
}
