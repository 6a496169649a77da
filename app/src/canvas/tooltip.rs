//! What is said about what lies under the pointer.

use leptos::prelude::*;

use super::edge_line::edge_name;
use super::hit::Hit;
use super::scene::Scene;
use crate::platform::dom::Pixels;
use crate::widgets::prose::Prose;

/// A few lines about a part of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Its name.
    pub title: String,
    /// What it is.
    pub detail: String,
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
            (is_small || vertex.problem.is_some()).then(|| Remark {
                title: vertex.title.clone(),
                detail: vertex.subtitle.clone(),
                problem: vertex.problem.clone(),
            })
        }
        Hit::Port(id) => {
            let port = scene.port(id)?;
            let data_type =
                if port.data_type.is_empty() { "type not known" } else { &port.data_type };
            let required = if port.required { ", required" } else { "" };
            Some(Remark {
                title: port.name.clone(),
                detail: format!("{data_type}{required}"),
                problem: None,
            })
        }
        Hit::Edge(idx) => {
            let edge = scene.graph.edges.get(idx)?;
            let name = edge_name(scene, edge);
            let name = name.strip_prefix("connection ").unwrap_or(&name);
            let title = name.split(", problem: ").next().unwrap_or(name);
            Some(Remark {
                title: title.replacen(" to ", " → ", 1),
                detail: scene.type_of(edge).to_owned(),
                problem: edge.problem.clone(),
            })
        }
    }
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
                    {(!it.detail.is_empty()).then(|| view! { <p class="tooltip__detail">{it.detail}</p> })}
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
        assert_eq!(port.detail, "type not known");
        let edge = remark(&scene, Hit::Edge(0), false).unwrap();
        assert_eq!((edge.title.as_str(), edge.detail.as_str()), ("a.out → b.in", "image"));
    }
}
