//! The tooltip of what lies under the pointer.

use bobbin_protocol::{Comment, PortSide, Range};
use leptos::prelude::*;

use super::hit::Hit;
use super::scene::Scene;
use super::text_metrics::{self, PADDING};
use crate::platform::dom::{Pixels, Size};
use crate::widgets::prose::Prose;

/// A few lines about a part of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The part's name.
    pub title: String,
    /// The part's kind and properties, in lines.
    pub detail: Vec<String>,
    /// The statement in the text, on one line; may be empty.
    pub statement: String,
    /// The message of its diagnostic, if it has one.
    pub problem: Option<String>,
}

/// Returns the tooltip for a hit. Vertices show everything themselves unless they are small or
/// wrong. `text_of` returns the text in a range.
#[must_use]
pub fn remark(
    scene: &Scene,
    hit: Hit,
    is_small: bool,
    text_of: impl Fn(Range) -> String,
) -> Option<Remark> {
    match hit {
        Hit::Canvas => None,
        Hit::Vertex(idx) => {
            let vertex = scene.graph.vertices.get(idx)?;
            let room = vertex.rect.width - 2.0 * PADDING;
            let is_cut = text_metrics::title(&vertex.title, room) != vertex.title
                || text_metrics::fitted(&vertex.subtitle, room, text_metrics::SMALL)
                    != vertex.subtitle;
            let comment = vertex.comment.as_ref().filter(|it| is_small || is_cut_off(it));
            let fixed = vertex.fixed.clone().filter(|_| !vertex.is_frame);
            let says_more =
                vertex.problem.is_some() || fixed.is_some() || is_cut || comment.is_some();
            let badges = vertex.badges.iter().map(|it| it.text.clone());
            (is_small || says_more).then(|| Remark {
                title: vertex.title.clone(),
                detail: lines(
                    std::iter::once(vertex.subtitle.clone())
                        .chain(badges)
                        .chain(fixed)
                        .chain(comment.into_iter().flat_map(|it| words_of(&it.text))),
                ),
                statement: String::new(),
                problem: vertex.problem.clone(),
            })
        }
        Hit::Port(id) => {
            let port = scene.port(id)?;
            let data_type =
                if port.data_type.is_empty() { "type unknown" } else { &port.data_type };
            let required = if port.required { ", required" } else { "" };
            let guarded = match (port.guarded, port.side) {
                (false, _) => "",
                (true, PortSide::Output) => "its data must not be changed",
                (true, PortSide::Input) => "it changes the data it gets",
            };
            let n_edges = scene.edges_at(id).count();
            let connected = match (n_edges, port.side) {
                (0, _) => "not connected".to_owned(),
                (1, _) => "one connection".to_owned(),
                (n, _) => format!("{n} connections"),
            };
            let detail = [format!("{data_type}{required}"), guarded.to_owned(), connected];
            let (title, statement) = (port.name.clone(), String::new());
            Some(Remark { title, detail: lines(detail), statement, problem: None })
        }
        Hit::Edge(idx) | Hit::End(idx, _) => {
            let edge = scene.graph.edges.get(idx)?;
            let (from, to) = scene.ends(idx)?;
            let feedback = if edge.feedback { ", against the flow" } else { "" };
            let detail = [
                format!("{}{feedback}", scene.type_of(edge)),
                edge.note.clone(),
                format!("line {}", edge.range.start.line + 1),
                edge.fixed.clone().unwrap_or_default(),
            ];
            Some(Remark {
                title: format!("{} → {}", scene.name_of(from), scene.name_of(to)),
                detail: lines(detail),
                statement: if edge.fixed.is_some() { String::new() } else { text_of(edge.range) },
                problem: edge.problem.clone(),
            })
        }
    }
}

/// Returns true if not all of a comment is drawn.
fn is_cut_off(comment: &Comment) -> bool {
    comment.lines.last().is_none_or(|it| it.ends_with('…'))
}

/// Returns the paragraphs of a comment.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split('\n').map(str::to_owned)
}

fn lines(all: impl IntoIterator<Item = String>) -> Vec<String> {
    all.into_iter().filter(|it| !it.is_empty()).collect()
}

/// The greatest width, in pixels; the style sheet has the same.
const MAX_WIDTH: f64 = 334.0;

/// A remark beside the pointer.
#[component]
pub fn Tooltip(
    #[prop(into)] remark: Signal<Option<Remark>>,
    /// The place of the pointer.
    #[prop(into)]
    at: Signal<Pixels>,
    /// The size of the pane; nothing of the tooltip lies outside of it.
    #[prop(into)]
    pane: Signal<Size>,
) -> impl IntoView {
    let place = move || {
        let (Pixels { x, y }, size) = (at.get(), pane.get());
        // On the side where there is room, whatever its own extent.
        let (x, left) =
            if x > size.width - MAX_WIDTH { (x - 14.0, "-100%") } else { (x + 14.0, "0%") };
        let (y, top) = if y > size.height * 0.7 { (y - 14.0, "-100%") } else { (y + 14.0, "0%") };
        // In a narrow pane there is room on neither; then it begins at the left edge.
        let x = x.max(8.0);
        let least = 8.0 - x;
        format!("translate({x:.0}px, {y:.0}px) translate(max({left}, {least:.0}px), {top})")
    };
    move || {
        remark.get().map(|it| {
            view! {
                <div class="tooltip" role="tooltip" style:transform=place>
                    <p class="tooltip__title">{it.title}</p>
                    {it
                        .detail
                        .into_iter()
                        .map(|line| {
                            view! {
                                <p class="tooltip__detail">
                                    <Prose text=line />
                                </p>
                            }
                        })
                        .collect_view()}
                    {(!it.statement.is_empty())
                        .then(|| view! { <p class="tooltip__statement">{it.statement}</p> })}
                    {it
                        .problem
                        .map(|problem| {
                            view! {
                                <p class="tooltip__problem">
                                    <Prose text=problem />
                                </p>
                            }
                        })}
                </div>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::{PortId, sample};

    #[test]
    fn cards_that_can_be_read_are_not_repeated() {
        let scene = sample();
        let remark = |hit, is_small| {
            remark(&scene, hit, is_small, |range| format!("text of line {}", range.start.line))
        };
        assert_eq!(remark(Hit::Vertex(0), false), None);
        assert_eq!(remark(Hit::Vertex(0), true).unwrap().title, "a");
        assert!(remark(Hit::Vertex(2), false).unwrap().problem.is_some());
        let port = remark(Hit::Port(PortId { vertex: 1, port: 1 }), false).unwrap();
        assert_eq!(port.detail, ["type unknown", "one connection"]);
        let edge = remark(Hit::Edge(0), false).unwrap();
        assert_eq!(edge.title, "a.out → b.in");
        assert_eq!(edge.detail, ["image", "line 1"]);
        assert_eq!(edge.statement, "text of line 0");
    }

    #[test]
    fn a_connection_of_a_process_with_itself_is_one() {
        let mut graph = (*sample().graph).clone();
        let edge = graph.edges.remove(1);
        graph.edges.clear();
        graph.edges.push(bobbin_protocol::Edge { to_vertex: edge.from_vertex, to_port: 0, ..edge });
        let scene = Scene::new(std::sync::Arc::new(graph));
        let vertex = scene.graph.edges[0].from_vertex as usize;
        for port in [0, scene.graph.edges[0].from_port as usize] {
            let port = Hit::Port(PortId { vertex, port });
            let remark = remark(&scene, port, false, |_| String::new()).unwrap();
            assert_eq!(remark.detail.last().unwrap(), "one connection");
        }
    }
}
