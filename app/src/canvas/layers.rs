//! What is drawn: groups, connections, cards, and what a gesture draws over them.

use std::sync::Arc;

use bobbin_protocol::{Point, PortSide};
use leptos::prelude::*;

use super::detail::Detail;
use super::edge_line::{EdgeData, EdgeLine};
use super::far::FarView;
use super::gesture::{Gesture, spanned};
use super::hit::Hit;
use super::route;
use super::scene::PortId;
use super::state::CanvasState;
use super::vertex_card::{Emphasis, VertexCard};
use crate::document::locate::GraphPart;
use crate::widgets::dynamic::{list, part};

/// All of it, in canvas units.
pub fn layers(state: CanvasState) -> AnyView {
    let is_far = Memo::new(move |_| state.region.get().detail == Detail::Box);
    let near = move || {
        if is_far.get() {
            view! { <FarView scene=state.scene selection=state.selection /> }.into_any()
        } else {
            view! {
                {cards(state, true)}
                {edges(state)}
                {cards(state, false)}
            }
            .into_any()
        }
    };
    view! {
        {near}
        {over(state)}
    }
    .into_any()
}

fn cards(state: CanvasState, are_groups: bool) -> AnyView {
    let keys = move || {
        state.scene.with(|scene| {
            state.visible.with(|visible| {
                let indices = if are_groups { &visible.groups } else { &visible.cards };
                let keys = indices.iter().filter_map(|it| scene.vertex_keys.get(*it).cloned());
                keys.collect::<Vec<_>>()
            })
        })
    };
    let detail = Memo::new(move |_| state.region.get().detail);
    // The port that the line under the pointer comes from; the pointer's own way does not matter.
    let sought = Memo::new(move |_| match state.gesture.get() {
        Gesture::Connecting { from, .. } => Some(from),
        Gesture::Rerouting { edge, side, .. } => kept_end(state, edge, side),
        _ => None,
    });
    let row = move |key: Arc<str>| {
        let vertex = Memo::new(move |_| {
            state.scene.with(|scene| scene.vertex(&key).map(|(idx, it)| (idx, it.clone())))
        });
        let idx = Memo::new(move |_| vertex.with(|it| it.as_ref().map(|(idx, _)| *idx)));
        let emphasis = Memo::new(move |_| {
            let Some(idx) = idx.get() else { return Emphasis::default() };
            Emphasis {
                is_selected: state.selection.with(|it| it.contains(&GraphPart::Vertex(idx))),
                is_dimmed: state.lit.with(|it| it.as_ref().is_some_and(|it| !it.contains(&idx))),
            }
        });
        view! {
            <VertexCard
                vertex=vertex
                is_group=are_groups
                detail=detail
                emphasis=emphasis
                colour_of=move |name: String| state.colour_of(&name)
                fits=move |id: PortId| sought.get().map(|from| {
                    from == id || state.scene.with(|it| it.fits(from, id))
                })
                on_focus=move |()| {
                    if let Some(idx) = idx.get_untracked() {
                        focus_part(state, GraphPart::Vertex(idx));
                    }
                }
            />
        }
    };
    list(keys, |key| key.to_string(), row)
}

fn edges(state: CanvasState) -> AnyView {
    let keys = move || {
        state.scene.with(|scene| {
            state.visible.with(|visible| {
                let keys = visible.edges.iter().filter_map(|it| scene.edge_keys.get(*it).cloned());
                keys.collect::<Vec<_>>()
            })
        })
    };
    let row = move |key: Arc<str>| {
        let of_idx = key.clone();
        let idx = Memo::new(move |_| state.scene.with(|it| it.edge(&of_idx).map(|(idx, _)| idx)));
        let data = Memo::new(move |_| {
            state.scene.with(|scene| {
                let (_, edge) = scene.edge(&key)?;
                Some(EdgeData::new(scene, edge, state.colour_of(scene.type_of(edge))))
            })
        });
        let ends = Memo::new(move |_| {
            data.with(|it| {
                it.as_ref().map(|it| [it.edge.from_vertex as usize, it.edge.to_vertex as usize])
            })
        });
        let emphasis = Memo::new(move |_| {
            let (Some(idx), Some(ends)) = (idx.get(), ends.get()) else {
                return Emphasis::default();
            };
            Emphasis {
                is_selected: state.selection.with(|it| it.contains(&GraphPart::Edge(idx))),
                is_dimmed: state.lit.with(|lit| {
                    // Of a search also the connections of what is found stand out, of the flow only
                    // those in it.
                    let is_traced = state.traced.with(Option::is_some);
                    lit.as_ref().is_some_and(|it| {
                        let is_lit = |end: &usize| it.contains(end);
                        !if is_traced { ends.iter().all(is_lit) } else { ends.iter().any(is_lit) }
                    })
                }),
            }
        });
        let is_lit = Memo::new(move |_| match state.hover.get() {
            Hit::Edge(hovered) | Hit::End(hovered, _) => Some(hovered) == idx.get(),
            Hit::Vertex(vertex) | Hit::Port(PortId { vertex, .. }) => {
                ends.get().is_some_and(|it| it.contains(&vertex))
            }
            Hit::Canvas => false,
        });
        view! {
            <EdgeLine
                data=data
                emphasis=emphasis
                is_lit=is_lit
                on_focus=move |()| {
                    if let Some(idx) = idx.get_untracked() {
                        focus_part(state, GraphPart::Edge(idx));
                    }
                }
            />
        }
    };
    list(keys, |key| key.to_string(), row)
}

/// What has the keyboard is selected; pressing it did that already.
fn focus_part(state: CanvasState, part: GraphPart) {
    let is_selected = state.selection.with_untracked(|it| it.contains(&part));
    if !is_selected && state.gesture.get_untracked() == Gesture::Idle {
        state.select(part);
    }
}

/// The end of an edge that stays when the one on `side` is taken elsewhere.
fn kept_end(state: CanvasState, edge: usize, side: PortSide) -> Option<PortId> {
    let (from, to) = state.scene.with(|it| it.ends(edge))?;
    Some(if side == PortSide::Input { from } else { to })
}

/// What is drawn over everything: what a pointer draws, and the ends of selected edges.
fn over(state: CanvasState) -> AnyView {
    let rubber = move || match state.gesture.get() {
        Gesture::Connecting { from, to } => line_from(state, from, to),
        Gesture::Rerouting { edge, side, to } => {
            kept_end(state, edge, side).and_then(|from| line_from(state, from, to))
        }
        Gesture::Moving { card, from, to } => {
            let path = moved_boxes(state, card, to.x - from.x, to.y - from.y);
            Some(view! { <path class="ghost" d=path /> }.into_any())
        }
        Gesture::Boxing { from, to } => {
            let rect = spanned(from, to);
            let (width, height) = (rect.width, rect.height);
            Some(
                view! { <rect class="select-box" x=rect.x y=rect.y width=width height=height /> }
                    .into_any(),
            )
        }
        _ => None,
    };
    let handles = move || {
        if state.region.get().detail == Detail::Box {
            return None;
        }
        let ends = state.selection.with(|selection| {
            state.scene.with(|scene| {
                let edges = selection.iter().filter_map(|it| scene.graph.edges.get(it.edge()?));
                // With many selected nobody takes a single end.
                let ends = edges.take(4).filter(|it| it.fixed.is_none());
                ends.flat_map(|it| [it.points.first(), it.points.last()])
                    .flatten()
                    .map(|it| (it.x, it.y))
                    .collect::<Vec<_>>()
            })
        });
        let handles = ends.into_iter().map(|(x, y)| {
            view! { <circle class="edge-handle" cx=x cy=y r="6" /> }
        });
        Some(handles.collect_view())
    };
    view! {
        {part(handles)}
        {part(rubber)}
    }
    .into_any()
}

fn line_from(state: CanvasState, from: PortId, to: Point) -> Option<AnyView> {
    let port = state.scene.with(|it| it.port(from).cloned())?;
    let leaves_right = port.side == PortSide::Output;
    let path = route::rubber(port.anchor, to, leaves_right);
    Some(view! { <path class="rubber" d=path /> }.into_any())
}

/// The outlines of the cards that move, where they would lie.
fn moved_boxes(state: CanvasState, card: usize, dx: f64, dy: f64) -> String {
    let cards = state.dragged_with(card);
    state.scene.with(|scene| {
        let boxes = cards.iter().filter_map(|it| scene.graph.vertices.get(*it));
        boxes
            .map(|it| {
                let (x, y) = (it.rect.x + dx, it.rect.y + dy);
                route::boxed(bobbin_protocol::Rect { x, y, ..it.rect })
            })
            .collect()
    })
}
