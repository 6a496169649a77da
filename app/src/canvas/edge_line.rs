//! One connection of the graph, as markup.

use bobbin_protocol::{Edge, Rect};

use super::dom_layer::Inside;
use super::route;
use super::scene::Scene;
use super::vertex_card::{Emphasis, text};
use crate::widgets::prose::plain;

/// Returns the classes of an edge.
#[must_use]
pub fn class(emphasis: Emphasis) -> String {
    let Emphasis { is_selected, is_dimmed, is_lit } = emphasis;
    let mut class = "edge".to_owned();
    for (is_so, word) in
        [(is_selected, " edge--selected"), (is_dimmed, " edge--dimmed"), (is_lit, " edge--lit")]
    {
        if is_so {
            class.push_str(word);
        }
    }
    class
}

/// Draws an edge of a scene, as markup; `colour` is the number of that of its data type.
#[must_use]
pub fn inside(scene: &Scene, edge: &Edge, colour: Option<usize>) -> Inside {
    let mut class = "edge__body".to_owned();
    for (is_so, word) in [
        (edge.feedback, " edge__body--feedback"),
        (edge.problem.is_some(), " edge__body--wrong"),
        (edge.fixed.is_some(), " edge__body--fixed"),
    ] {
        if is_so {
            class.push_str(word);
        }
    }
    let (line, head) = (route::rounded(&edge.points), route::arrow_head(&edge.points));
    let label = label(scene, edge).unwrap_or_default();
    Inside {
        attributes: vec![
            ("class", class),
            ("data-colour", colour.map(|it| it.to_string()).unwrap_or_default()),
            ("aria-label", edge_name(scene, edge)),
        ],
        button: format!(
            r#"<path class="edge__line" d="{line}"/><path class="edge__head" d="{head}"/>{label}"#
        ),
        beside: None,
        place: None,
    }
}

/// Returns the name of an edge for screen readers and messages.
#[must_use]
pub fn edge_name(scene: &Scene, edge: &Edge) -> String {
    let [from, to] = scene.ends_of(edge).map(|it| scene.name_of(it));
    let feedback = if edge.feedback { ", feedback" } else { "" };
    let note = if edge.label.is_empty() { String::new() } else { format!(", {}", edge.note) };
    let problem =
        edge.problem.as_ref().map(|it| format!(", problem: {}", plain(it))).unwrap_or_default();
    format!("connection {from} to {to}{feedback}{note}{problem}")
}

/// Draws a value that is out of the ordinary, on the line. What is cut is said in full beside the pointer.
fn label(scene: &Scene, edge: &Edge) -> Option<String> {
    let label = scene.label_of(edge)?;
    let Rect { x, y, width, height } = label.chip;
    let at = label.middle();
    let text = text("edge__label", at.x, at.y + 3.5, &label.letters);
    Some(format!(
        r#"<rect class="edge__chip" x="{x}" y="{y}" width="{width}" height="{height}" rx="7.5"/>{text}"#
    ))
}
