//! One connection of the graph.

use bobbin_protocol::{Edge, Range};
use leptos::prelude::*;

use super::detail::cut;
use super::route;
use super::scene::Scene;
use super::vertex_card::Emphasis;
use crate::widgets::dynamic::live;

/// What an edge line shows.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeData {
    /// The edge, without what is not drawn of it: where it stands in the text and in the graph.
    pub edge: Edge,
    /// Its name in words.
    pub name: String,
    /// The colour of its data type, by its number.
    pub colour: Option<usize>,
}

impl EdgeData {
    /// Of an edge of a scene.
    #[must_use]
    pub fn new(scene: &Scene, edge: &Edge, colour: Option<usize>) -> EdgeData {
        let name = edge_name(scene, edge);
        let (from_vertex, to_vertex, range) = (0, 0, Range::default());
        EdgeData { edge: Edge { from_vertex, to_vertex, range, ..edge.clone() }, name, colour }
    }
}

/// What an edge is called where there is no picture of it.
#[must_use]
pub fn edge_name(scene: &Scene, edge: &Edge) -> String {
    let [from, to] = scene.ends_of(edge).map(|it| scene.name_of(it));
    let feedback = if edge.feedback { ", feedback" } else { "" };
    let note = if edge.label.is_empty() { String::new() } else { format!(", {}", edge.note) };
    let problem = edge.problem.as_ref().map(|it| format!(", problem: {it}")).unwrap_or_default();
    format!("connection {from} to {to}{feedback}{note}{problem}")
}

/// A value that is out of the ordinary, on the line.
fn label(edge: &Edge) -> Option<AnyView> {
    let at = route::label_place(&edge.points).filter(|_| !edge.label.is_empty())?;
    let text = cut(&edge.label, MAX_LABEL, LETTER);
    let width = text.chars().count() as f64 * LETTER + 10.0;
    Some(
        view! {
            <rect class="edge__chip" x=at.x - width / 2.0 y=at.y - 7.5 width=width height="15" rx="7.5" />
            <text class="edge__label" x=at.x y=at.y + 3.5>
                {text}
            </text>
        }
        .into_any(),
    )
}

/// Width of a letter of a label, in canvas units; the style sheet has its size.
const LETTER: f64 = 6.2;
/// Labels are no wider, in canvas units; what they say is said in full beside the pointer.
const MAX_LABEL: f64 = 90.0;

/// A connection. Shows what it is given; the canvas hears the pointer.
#[component]
pub fn EdgeLine(
    /// What to show.
    #[prop(into)]
    data: Signal<Option<EdgeData>>,
    /// How it stands out.
    #[prop(into)]
    emphasis: Signal<Emphasis>,
    /// It got the keyboard.
    #[prop(into)]
    on_focus: Callback<()>,
) -> impl IntoView {
    let body = move || {
        data.get().map(|EdgeData { edge, name, colour, .. }| {
            view! {
                <g
                    class="edge__body"
                    class:edge__body--feedback=edge.feedback
                    class:edge__body--wrong=edge.problem.is_some()
                    class:edge__body--fixed=edge.fixed.is_some()
                    data-colour=colour.map(|it| it.to_string())
                    role="button"
                    tabindex="-1"
                    aria-label=name
                    aria-pressed=live(move || if emphasis.get().is_selected { "true" } else { "false" })
                    on:focus=move |_| on_focus.run(())
                >
                    <path class="edge__line" d=route::rounded(&edge.points) />
                    <path class="edge__head" d=route::arrow_head(&edge.points) />
                    {label(&edge)}
                </g>
            }
        })
    };
    // One attribute for all: there are hundreds of lines.
    let class = move || {
        let Emphasis { is_selected, is_dimmed, is_lit } = emphasis.get();
        let mut class = "edge".to_owned();
        for (is_so, word) in
            [(is_selected, " edge--selected"), (is_dimmed, " edge--dimmed"), (is_lit, " edge--lit")]
        {
            if is_so {
                class.push_str(word);
            }
        }
        class
    };
    view! {
        <g class=live(class)>{body}</g>
    }
}
