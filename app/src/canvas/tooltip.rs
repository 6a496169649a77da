//! What is said about what lies under the pointer.

use bobbin_protocol::PortSide;
use leptos::prelude::*;

use super::hit::Hit;
use super::scene::Scene;
use crate::platform::dom::Pixels;
use crate::widgets::prose::Prose;

/// A few lines about a part of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Its name.
    pub title: String,
    /// What it is; lines.
    pub detail: Vec<String>,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// What to say about a hit. Cards say all themselves unless they are small or wrong.
#[must_use]
pub fn remark(scene: &Scene, hit: Hit, is_small: bool) -> Option<Remark> {
    match hit {
        Hit::Canvas => None,
        Hit::Vertex(idx) => {
            let vertex = scene.graph.vertices.get(idx)?;
            let says_more = vertex.problem.is_some() || vertex.fixed.is_some();
            let badges = vertex.badges.iter().map(|it| it.text.clone());
            (is_small || says_more).then(|| Remark {
                title: vertex.title.clone(),
                detail: lines(
                    std::iter::once(vertex.subtitle.clone())
                        .chain(badges)
                        .chain(vertex.fixed.clone()),
                ),
                problem: vertex.problem.clone(),
            })
        }
        Hit::Port(id) => {
            let port = scene.port(id)?;
            let data_type =
                if port.data_type.is_empty() { "type not known" } else { &port.data_type };
            let required = if port.required { ", required" } else { "" };
            let guarded = match (port.guarded, port.side) {
                (false, _) => "",
                (true, PortSide::Output) => "its data may not be changed",
                (true, PortSide::Input) => "it changes what it gets",
            };
            let n_edges = scene.edges_at(id).count();
            let connected = match (n_edges, port.side) {
                (0, _) => "not connected".to_owned(),
                (1, _) => "one connection".to_owned(),
                (n, _) => format!("{n} connections"),
            };
            let detail = [format!("{data_type}{required}"), guarded.to_owned(), connected];
            Some(Remark { title: port.name.clone(), detail: lines(detail), problem: None })
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
                problem: edge.problem.clone(),
            })
        }
    }
}

fn lines(all: impl IntoIterator<Item = String>) -> Vec<String> {
    all.into_iter().filter(|it| !it.is_empty()).collect()
}

/// A remark beside the pointer.
#[component]
pub fn Tooltip(
    /// What to say.
    #[prop(into)]
    remark: Signal<Option<Remark>>,
    /// Where the pointer is.
    #[prop(into)]
    at: Signal<Pixels>,
) -> impl IntoView {
    let place = move || {
        let Pixels { x, y } = at.get();
        format!("translate({}px, {}px)", (x + 14.0).round(), (y + 14.0).round())
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
        assert_eq!(remark(&scene, Hit::Vertex(0), false), None);
        assert_eq!(remark(&scene, Hit::Vertex(0), true).unwrap().title, "a");
        assert!(remark(&scene, Hit::Vertex(2), false).unwrap().problem.is_some());
        let port = remark(&scene, Hit::Port(PortId { vertex: 1, port: 1 }), false).unwrap();
        assert_eq!(port.detail, ["type not known", "one connection"]);
        let edge = remark(&scene, Hit::Edge(0), false).unwrap();
        assert_eq!(edge.title, "a.out → b.in");
        assert_eq!(edge.detail, ["image", "line 1"]);
    }
}
