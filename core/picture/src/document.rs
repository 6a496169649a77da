//! The figure of the graph of a text.

use bobbin_core::Snapshot;
use bobbin_core::view::Remark;

use crate::palette::Theme;
use crate::paper::paper;

/// A figure of the graph of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The proposed name of its file.
    pub file_name: String,
    /// The SVG; `None` if there is nothing to draw.
    pub svg: Option<String>,
    /// What no drawing of the text can show, such as a type that is not known: as its conversions remark.
    pub remarks: Vec<Remark>,
}

/// Draws the graph of a text, with what is in clusters unless `is_closed`; `None` if its language has
/// no graph. `shown` says how a name looks that has letters nobody could see.
#[must_use]
pub fn figure(
    snapshot: &Snapshot,
    is_closed: bool,
    theme: Theme,
    shown: impl Fn(&str) -> String,
) -> Option<Figure> {
    let document = snapshot.document();
    let mut graph = if is_closed { snapshot.graph().cloned() } else { document.expanded_graph() }?;
    let path = &snapshot.input().path;
    let name = path.rsplit('/').next().unwrap_or_default();
    let file_name = format!("{name}.svg");
    if graph.vertices.is_empty() {
        return Some(Figure { file_name, svg: None, remarks: Vec::new() });
    }
    let remarks = document.convert("dot").map(|it| it.remarks).unwrap_or_default();
    for it in graph.vertices.iter_mut().filter(|it| it.is_kind_unknown) {
        it.subtitle = format!("{} (not known)", it.subtitle).trim_start().to_owned();
    }
    let svg = Some(paper(graph, name, theme, shown));
    Some(Figure { file_name, svg, remarks })
}
