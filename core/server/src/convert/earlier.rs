//! Places of the vertices and edges of a graph in an earlier drawing of it.

use std::collections::HashMap;

use bobbin_core::edit::ItemPath;
use bobbin_core::layout::{Point, Previous};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Graph, Port, PortSide, Vertex};
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
        ports: same_ports(graph, earlier, &vertices),
    }
}

/// Finds for each port of each vertex its place in `earlier`, by its side and name.
fn same_ports(
    graph: &Graph,
    earlier: &protocol::Graph,
    vertices: &[Option<usize>],
) -> Vec<Vec<Option<Point>>> {
    let of = |(vertex, known): (&Vertex, &Option<usize>)| {
        let before = known.and_then(|it| earlier.vertices.get(it));
        let before = before.map(|it| it.ports.as_slice()).unwrap_or_default();
        let places: HashMap<(PortSide, &str), Point> =
            before.iter().map(|it| ((it.side, it.name.as_str()), it.anchor)).collect();
        let place = |it: &Port| places.get(&(it.side, it.name.as_str())).copied();
        vertex.ports.iter().map(place).collect()
    };
    graph.vertices.iter().zip(vertices).map(of).collect()
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use bobbin_core::layout::{Job, Layout, Metrics, begin, layout};
    use bobbin_core::text::Files;
    use bobbin_core::{Input, Snapshot};
    use bobbin_languages::LanguageId;

    use super::*;
    use crate::convert::Drawn;

    fn files(folder: &Path, res: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, res);
            } else if path.extension().is_some_and(|it| it == "pipe" || it == "cluster") {
                res.push(path);
            }
        }
    }

    fn drawn(snapshot: &Snapshot, graph: &Graph, layout: &Layout) -> protocol::Graph {
        let mut drawn = Drawn::new(graph.clone(), layout.clone());
        while drawn.step(snapshot) {}
        drawn.finish()
    }

    /// Returns a pipeline of that many processes, joined across, with names of any length.
    fn pipeline(n: usize) -> String {
        let name = |it: usize| format!("p{it}{}", "_long".repeat(it % 5));
        let process = |it: usize| format!("process {}\n  :: multiplication\n", name(it));
        let connect = |from: usize, to: usize, port: usize| {
            let (from, to) = (name(from), name(to));
            format!("connect from {from}.product\n        to   {to}.factor{port}\n")
        };
        let joins = (1..n).map(|it| connect(it / 2, it, 1) + &connect((it * 7) % n, it, 2));
        (0..n).map(process).chain(joins).collect()
    }

    /// Every pipeline of the corpus and of the gallery, with its clusters opened and its banners as
    /// frames, too, and some that are larger.
    #[test]
    fn what_is_laid_out_again_stays() {
        let mut paths = Vec::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        files(&root.join("core/testdata/sprokit"), &mut paths);
        files(&root.join("public/gallery"), &mut paths);
        let name = |it: &PathBuf| it.file_name().unwrap().to_string_lossy().into_owned();
        let text = |it: &PathBuf| Some((name(it), std::fs::read_to_string(it).ok()?));
        let mut texts: Vec<(String, String)> = paths.iter().filter_map(text).collect();
        texts.extend([15, 40, 90].map(|n| (format!("large_{n}.pipe"), pipeline(n))));
        let mut clusters = Files::default();
        for (name, text) in texts.iter().filter(|it| it.0.ends_with(".cluster")) {
            clusters.insert(name, text.as_str().into());
        }
        let clusters = Arc::new(clusters);
        let (mut n_vertices, mut n_inner) = (0, 0);
        for (name, text) in texts {
            let input = Input { files: clusters.clone(), ..Input::alone(&name, &text) };
            let snapshot = Snapshot::new(LanguageId::Sprokit.info(), input);
            let opened = snapshot.document().expanded_graph().map(|it| it.opened(|_| true));
            let plain = snapshot.graph().cloned();
            let framed = plain.clone().map(|it| it.framed());
            for graph in [plain, framed, opened].into_iter().flatten() {
                let first = layout(&graph, &Metrics::default());
                let near = previous(&graph, &drawn(&snapshot, &graph, &first));
                let second = Job::finish(begin(&graph, &Metrics::default(), near));
                assert_eq!(second.vertices, first.vertices, "{name}");
                assert_eq!(second.edges, first.edges, "{name}");
                n_vertices += graph.vertices.len();
                n_inner += graph.vertices.iter().filter(|it| it.parent.is_some()).count();
            }
        }
        assert!(n_vertices > 500 && n_inner > 2, "{n_vertices} {n_inner}");
    }
}
