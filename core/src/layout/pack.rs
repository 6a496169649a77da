//! Parts that do not hang together, side by side.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::{Layout, Metrics, VertexBox};
use crate::view::Graph;

/// How much wider than high the drawing shall be.
const ASPECT: f64 = 1.6;

/// Vertices that hang together.
pub(super) struct Part {
    /// As indices of the graph, in its order.
    pub vertices: Vec<usize>,
    /// As indices of the graph, in its order.
    pub edges: Vec<usize>,
    /// For each vertex of the graph its place in `vertices`; shared by all parts.
    pub places: std::rc::Rc<[usize]>,
    /// Once it is laid out.
    pub width: f64,
    /// Once it is laid out.
    pub height: f64,
}

/// The parts of a graph, by their first vertex. Edges that name no vertex belong to none.
pub(super) fn parts(graph: &Graph, boxes: &[VertexBox]) -> Vec<Part> {
    let n = boxes.len();
    let mut root: Vec<usize> = (0..n).collect();
    let find = |root: &mut [usize], mut it: usize| {
        while root[it] != it {
            root[it] = root[root[it]];
            it = root[it];
        }
        it
    };
    let known = |idx: usize| {
        let it = &graph.edges[idx];
        (it.from.0 < n && it.to.0 < n).then_some((it.from.0, it.to.0))
    };
    for (from, to) in (0..graph.edges.len()).filter_map(known) {
        let (a, b) = (find(&mut root, from), find(&mut root, to));
        root[a.max(b)] = a.min(b);
    }
    let mut part_of = vec![0; n];
    let mut vertices: Vec<Vec<usize>> = Vec::new();
    let mut places = vec![0; n];
    for it in 0..n {
        let first = find(&mut root, it);
        if first == it {
            part_of[it] = vertices.len();
            vertices.push(Vec::new());
        } else {
            part_of[it] = part_of[first];
        }
        let part = &mut vertices[part_of[it]];
        places[it] = part.len();
        part.push(it);
    }
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); vertices.len()];
    for idx in 0..graph.edges.len() {
        if let Some((from, _)) = known(idx) {
            edges[part_of[from]].push(idx);
        }
    }
    let places: std::rc::Rc<[usize]> = places.into();
    vertices
        .into_iter()
        .zip(edges)
        .map(|(vertices, edges)| Part {
            vertices,
            edges,
            places: std::rc::Rc::clone(&places),
            width: 0.0,
            height: 0.0,
        })
        .collect()
}

/// Puts the parts into rows, those with edges first, and moves what they hold there.
pub(super) fn pack(parts: &[Part], metrics: &Metrics, layout: &mut Layout) {
    let gap = metrics.part_gap;
    let area: f64 = parts.iter().map(|it| (it.width + gap) * (it.height + gap)).sum();
    let widest = parts.iter().map(|it| it.width).fold(0.0, f64::max);
    let row_width = (area * ASPECT).sqrt().max(widest);
    let mut order: Vec<&Part> = parts.iter().collect();
    order.sort_by_key(|it| it.edges.is_empty());
    let (mut x, mut y, mut row_height): (f64, f64, f64) = (0.0, 0.0, 0.0);
    for part in order {
        if x > 0.0 && x + part.width > row_width {
            (x, y, row_height) = (0.0, y + row_height + gap, 0.0);
        }
        for &it in &part.vertices {
            let rect = &mut layout.vertices[it].rect;
            (rect.x, rect.y) = (rect.x + x, rect.y + y);
            let (left, top) = (rect.x, rect.y);
            for port in &mut layout.vertices[it].ports {
                (port.x, port.y) = (port.x + left, port.y + top);
            }
        }
        for &it in &part.edges {
            for point in &mut layout.edges[it] {
                (point.x, point.y) = (point.x + x, point.y + y);
            }
        }
        layout.width = layout.width.max(x + part.width);
        layout.height = layout.height.max(y + part.height);
        x += part.width + gap;
        row_height = row_height.max(part.height);
    }
}
