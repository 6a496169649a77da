//! The graph as it is drawn: what is expanded, near where it was drawn before, whole or in slices.

use std::sync::Mutex;

use bobbin_core::snapshot::Snapshot;
use bobbin_protocol as protocol;

use crate::convert;

/// Setting of the view: the parts of the item of a vertex that is drawn with its inside, joined by
/// U+001F. May be given several times.
const EXPANDED: &str = "expanded";

/// Setting of the view: `fresh` does not look at how it was drawn before.
const LAYOUT: &str = "layout";

/// Setting of the view: the number of the slice that is wanted; all if it is missing. A client that
/// draws on one thread reads a large graph without a pause this way.
const SLICE: &str = "slice";

/// How much is in a slice: about this many times a hundred bytes of JSON.
const SLICE_SIZE: usize = 4000;

/// The drawings of one text.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    last: Mutex<Last>,
}

#[derive(Debug, Default)]
struct Last {
    /// The last drawing of an earlier text.
    earlier: Option<protocol::Graph>,
    /// The last drawing of this text with what was expanded in it: placing the vertices is the
    /// dearest of the views.
    graph: Option<(Vec<String>, protocol::Graph)>,
}

impl Drawing {
    /// That of a text that came after another one.
    pub(crate) fn after(earlier: Drawing) -> Drawing {
        let Last { earlier, graph } = earlier.last.into_inner().unwrap_or_default();
        let earlier = graph.map(|it| it.1).or(earlier);
        Drawing { last: Mutex::new(Last { earlier, graph: None }) }
    }

    /// The graph with its layout, if the language has graphs.
    pub(crate) fn view(
        &self,
        snapshot: &Snapshot,
        settings: &[protocol::KeyValue],
    ) -> Option<protocol::Graph> {
        let expanded: Vec<String> =
            settings.iter().filter(|it| it.key == EXPANDED).map(|it| it.value.clone()).collect();
        let slice = settings.iter().find(|it| it.key == SLICE).map(|it| it.value.parse::<usize>());
        let slice = slice.map(Result::unwrap_or_default);
        // The further slices are those of the drawing that the first one began.
        let is_fresh = slice.unwrap_or_default() == 0
            && settings.iter().any(|it| it.key == LAYOUT && it.value == "fresh");
        let mut last = self.last.lock().ok()?;
        let is_drawn = last.graph.as_ref().is_some_and(|(shown, _)| *shown == expanded);
        if !is_drawn || is_fresh {
            let graph = draw(snapshot, &expanded, if is_fresh { None } else { last.near() })?;
            last.graph = Some((expanded, graph));
        }
        let (_, graph) = last.graph.as_ref()?;
        Some(slice.map_or_else(|| graph.clone(), |nth| sliced(graph, nth)))
    }
}

impl Last {
    /// What a new drawing stays near.
    fn near(&self) -> Option<&protocol::Graph> {
        self.graph.as_ref().map(|it| &it.1).or(self.earlier.as_ref())
    }
}

fn draw(
    snapshot: &Snapshot,
    expanded: &[String],
    near: Option<&protocol::Graph>,
) -> Option<protocol::Graph> {
    let lines = snapshot.lines();
    if expanded.is_empty() {
        return Some(convert::graph(snapshot.graph()?, lines, near));
    }
    let whole = snapshot.document().expanded_graph()?;
    let graph = whole.opened(|it| expanded.contains(&it.0.join("\u{1f}")));
    Some(convert::graph(&graph, lines, near))
}

/// The `nth` piece of a graph; vertices come before edges.
fn sliced(graph: &protocol::Graph, nth: usize) -> protocol::Graph {
    let vertex_size = |it: &protocol::Vertex| 4 + it.ports.len();
    let edge_size = |it: &protocol::Edge| 3 + it.points.len() / 4;
    let mut used = 0;
    let mut slice_of = |size: usize| {
        used += size;
        (used - size) / SLICE_SIZE
    };
    let mut slice = protocol::Graph {
        vertices: Vec::new(),
        edges: Vec::new(),
        width: graph.width,
        height: graph.height,
        slices_left: 0,
    };
    let mut last = 0;
    for it in &graph.vertices {
        last = slice_of(vertex_size(it));
        if last == nth {
            slice.vertices.push(it.clone());
        }
    }
    for it in &graph.edges {
        last = slice_of(edge_size(it));
        if last == nth {
            slice.edges.push(it.clone());
        }
    }
    slice.slices_left = last.saturating_sub(nth) as u32;
    slice
}
