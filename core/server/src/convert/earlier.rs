//! Places of the vertices and edges of a graph in an earlier drawing of it.

use bobbin_core::edit::ItemPath;
use bobbin_core::layout::{Point, Previous};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Graph, Vertex};
use bobbin_protocol as protocol;

/// Returns the places that `graph` takes over from `earlier`: vertices by what they name, edges by
/// their ports. Empty if most vertices are new: then it is another graph.
#[must_use]
pub fn previous(graph: &Graph, earlier: &protocol::Graph) -> Previous {
    let vertices = same_vertices(graph, earlier);
    if vertices.iter().flatten().count() * 2 < graph.vertices.len() {
        return Previous::default();
    }
    let rect = |it: &Option<usize>| Some(earlier.vertices.get((*it)?)?.rect);
    Previous {
        boxes: vertices.iter().map(rect).collect(),
        routes: same_routes(graph, earlier, &vertices),
    }
}

/// Returns true if each vertex has the index that it, or what it was renamed from, has in `earlier`.
#[must_use]
pub fn in_same_order(graph: &Graph, earlier: &protocol::Graph) -> bool {
    let vertices = same_vertices(graph, earlier);
    vertices.len() == earlier.vertices.len()
        && vertices.iter().enumerate().all(|(idx, it)| *it == Some(idx))
}

/// Finds for each vertex its index in `earlier`.
fn same_vertices(graph: &Graph, earlier: &protocol::Graph) -> Vec<Option<usize>> {
    let mut now: Vec<(&ItemPath, usize)> =
        graph.vertices.iter().enumerate().map(|(idx, it)| (&it.item, idx)).collect();
    let mut before: Vec<(&ItemPath, usize)> =
        earlier.vertices.iter().enumerate().map(|(idx, it)| (&it.item, idx)).collect();
    now.order();
    before.order();
    let mut res = vec![None; graph.vertices.len()];
    let mut gone = Vec::new();
    let mut before = before.into_iter().peekable();
    for (item, idx) in &now {
        while let Some((_, idx)) = before.next_if(|it| it.0 < *item) {
            gone.push(idx);
        }
        if let Some((_, known)) = before.next_if(|it| it.0 == *item)
            && let Some(it) = res.get_mut(*idx)
        {
            *it = Some(known);
        }
    }
    gone.extend(before.map(|it| it.1));
    // What is new by name alone was renamed.
    let new: Vec<usize> = (0..res.len()).filter(|&it| res.get(it) == Some(&None)).collect();
    if new.len() == gone.len() {
        gone.order();
        for (new, gone) in new.into_iter().zip(gone) {
            if let Some(it) = res.get_mut(new) {
                *it = Some(gone);
            }
        }
    }
    res
}

/// An end of an edge: the index of the vertex in the earlier graph, and the name of the port.
type End<'a> = (usize, &'a str);

fn same_routes(
    graph: &Graph,
    earlier: &protocol::Graph,
    vertices: &[Option<usize>],
) -> Vec<Vec<Point>> {
    let end = |(vertex, port): (usize, usize)| -> Option<End<'_>> {
        let ports = &earlier.vertices.get(vertex)?.ports;
        Some((vertex, &ports.get(port)?.name))
    };
    let mut known: Vec<(End<'_>, End<'_>, usize)> = Vec::new();
    for (idx, it) in earlier.edges.iter().enumerate() {
        let ends = (end(it.from()), end(it.to()));
        if let (Some(from), Some(to)) = ends {
            known.push((from, to, idx));
        }
    }
    known.order();
    let same_end = |(vertex, port): (usize, usize)| -> Option<End<'_>> {
        let it: &Vertex = graph.vertices.get(vertex)?;
        Some(((*vertices.get(vertex)?)?, &it.ports.get(port)?.name))
    };
    let route = |from: (usize, usize), to: (usize, usize)| {
        let ends = (same_end(from)?, same_end(to)?);
        let at = known.binary_search_by(|it| (it.0, it.1).cmp(&ends)).ok()?;
        let edge = earlier.edges.get(known.get(at)?.2)?;
        Some(edge.points.clone())
    };
    graph.edges.iter().map(|it| route(it.from(), it.to()).unwrap_or_default()).collect()
}
