//! The graph as it is drawn: what is expanded, and near where it was drawn before.

use std::sync::Mutex;

use bobbin_core::snapshot::Snapshot;
use bobbin_protocol as protocol;

use crate::convert;

/// Setting of the view: the parts of the item of a vertex that is drawn with its inside, joined by
/// U+001F. May be given several times.
const EXPANDED: &str = "expanded";

/// Setting of the view: `fresh` does not look at how it was drawn before.
const LAYOUT: &str = "layout";

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
        let is_fresh = settings.iter().any(|it| it.key == LAYOUT && it.value == "fresh");
        let mut last = self.last.lock().ok()?;
        if let Some((shown, graph)) = &last.graph
            && *shown == expanded
            && !is_fresh
        {
            return Some(graph.clone());
        }
        let near = match &last.graph {
            _ if is_fresh => None,
            Some((_, graph)) => Some(graph),
            None => last.earlier.as_ref(),
        };
        let lines = snapshot.lines();
        let graph = if expanded.is_empty() {
            convert::graph(snapshot.graph()?, lines, near)
        } else {
            let whole = snapshot.document().expanded_graph()?;
            let graph = whole.opened(|it| expanded.contains(&it.0.join("\u{1f}")));
            convert::graph(&graph, lines, near)
        };
        last.graph = Some((expanded, graph.clone()));
        Some(graph)
    }
}
