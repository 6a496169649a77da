//! What is drawn: groups, connections, cards, and what a gesture draws over them.

use bobbin_protocol::{Edge, Point, PortSide, Range, Vertex};
use leptos::prelude::*;

use super::detail::Detail;
use super::edge_line::{EdgeData, EdgeLine};
use super::far::FarView;
use super::gesture::{Gesture, spanned};
use super::hit::{Aim, Hit};
use super::route;
use super::scene::PortId;
use super::shown::Row;
use super::state::CanvasState;
use super::vertex_card::{Emphasis, VertexCard, port_mark};
use crate::document::locate::GraphPart;
use crate::widgets::dynamic::{When, list, live, part};

/// All of it, in canvas units. Drawings from near and from afar stay where they are when the other one
/// is seen: zooming to and fro makes nothing anew.
pub fn layers(state: CanvasState) -> AnyView {
    let is_far = Memo::new(move |_| state.region.get().detail == Detail::Box);
    let was_far =
        Memo::new(move |before: Option<&bool>| is_far.get() || before.copied().unwrap_or_default());
    let sought = sought(state);
    let display = move |is_seen: bool| if is_seen { "inline" } else { "none" };
    view! {
        <g class="far" style:display=live(move || display(is_far.get()))>
            <When when=was_far>
                <FarView scene=state.scene selection=state.selection is_seen=is_far />
            </When>
        </g>
        <g
            class="near"
            class:near--sought=live(move || sought.get().is_some())
            style:display=live(move || display(!is_far.get()))
        >
            {cards(state, true)}
            {edges(state)}
            {cards(state, false)}
            {part(move || fitting_ports(state, sought.get()))}
        </g>
        {over(state)}
    }
    .into_any()
}

/// The port that the line under the pointer comes from; the pointer's own way does not matter.
fn sought(state: CanvasState) -> Memo<Option<PortId>> {
    Memo::new(move |_| match state.gesture.get() {
        Gesture::Connecting { from, .. } => Some(from),
        Gesture::Rerouting { edge, side, .. } => state.scene.with(|it| it.kept_end(edge, side)),
        _ => None,
    })
}

/// The ports that could end the line under the pointer, over those that could not.
fn fitting_ports(state: CanvasState, from: Option<PortId>) -> Option<AnyView> {
    let from = from?;
    let ports = state.scene.with_untracked(|scene| {
        let ports = state.visible.with_untracked(|visible| {
            let vertices = visible.cards.iter().chain(&visible.groups).copied();
            vertices
                .flat_map(|vertex| {
                    let n_ports = scene.graph.vertices.get(vertex).map_or(0, |it| it.ports.len());
                    (0..n_ports).map(move |port| PortId { vertex, port })
                })
                .filter(|id| *id == from || scene.fits(from, *id))
                .filter_map(|id| scene.port(id))
                .map(|port| port_mark(port, None, state.colour_of(&port.data_type), true))
                .collect_view()
        });
        ports.into_any()
    });
    Some(view! { <g aria-hidden="true">{ports}</g> }.into_any())
}

fn cards(state: CanvasState, are_groups: bool) -> AnyView {
    let rows = move || {
        state.shown.with(|it| if are_groups { it.groups.clone() } else { it.cards.clone() })
    };
    let row = move |row: Row| {
        let idx = Memo::new(move |_| state.scene.with(|it| it.vertex(row.key).map(|it| it.0)));
        let vertex = Memo::new(move |_| {
            let vertex = state.scene.with(|scene| scene.vertex(row.key).map(|it| it.1.clone()));
            // Where it stands in the text is not drawn, so nothing is drawn anew for it.
            vertex.map(|it| Vertex { range: Range::default(), name_range: Range::default(), ..it })
        });
        let idx = move || idx.get();
        let emphasis = Memo::new(move |_| {
            let Some(idx) = idx() else { return Emphasis::default() };
            Emphasis {
                is_selected: state.selection.with(|it| it.contains(&GraphPart::Vertex(idx))),
                is_dimmed: state.lit.with(|it| it.as_ref().is_some_and(|it| !it.contains(&idx))),
                is_lit: false,
            }
        });
        view! {
            <VertexCard
                vertex=vertex
                is_group=are_groups
                detail=row.detail
                emphasis=emphasis
                colour_of=move |name: String| state.colour_of(&name)
                on_focus=move |()| {
                    if let Some(idx) = untrack(idx) {
                        focus_part(state, GraphPart::Vertex(idx));
                    }
                }
            />
        }
    };
    slots(rows, row)
}

/// Parts in slots. One that comes or goes moves no other one.
fn slots<V: IntoView + 'static>(
    rows: impl Fn() -> Vec<Option<Row>> + Send + Sync + 'static,
    row: impl Fn(Row) -> V + Send + Sync + 'static,
) -> AnyView {
    let key = |(slot, row): &(usize, Option<Row>)| match row {
        Some(Row { key, detail }) => format!("{key:x} {}", *detail as u8),
        None => format!("- {slot}"),
    };
    let rows = move || rows().into_iter().enumerate().collect();
    list(rows, key, move |(_, it)| it.map(&row))
}

fn edges(state: CanvasState) -> AnyView {
    let row = move |row: Row| {
        let place = Memo::new(move |_| {
            let ends = |it: &Edge| [it.from_vertex as usize, it.to_vertex as usize];
            state.scene.with(|scene| scene.edge(row.key).map(|(idx, it)| (idx, ends(it))))
        });
        let data = Memo::new(move |_| {
            state.scene.with(|scene| {
                let (_, edge) = scene.edge(row.key)?;
                Some(EdgeData::new(scene, edge, state.colour_of(scene.type_of(edge))))
            })
        });
        let emphasis = Memo::new(move |_| {
            let Some((idx, ends)) = place.get() else { return Emphasis::default() };
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
                is_lit: match state.hover.get() {
                    Hit::Edge(hovered) | Hit::End(hovered, _) => hovered == idx,
                    Hit::Vertex(vertex) | Hit::Port(PortId { vertex, .. }) => {
                        ends.contains(&vertex)
                    }
                    Hit::Canvas => false,
                },
            }
        });
        view! {
            <EdgeLine
                data=data
                emphasis=emphasis
                on_focus=move |()| {
                    if let Some((idx, _)) = place.get_untracked() {
                        focus_part(state, GraphPart::Edge(idx));
                    }
                }
            />
        }
    };
    slots(move || state.shown.with(|it| it.edges.clone()), row)
}

/// What has the keyboard is selected; pressing it did that already.
fn focus_part(state: CanvasState, part: GraphPart) {
    let is_selected = state.selection.with_untracked(|it| it.contains(&part));
    if !is_selected && state.gesture.get_untracked() == Gesture::Idle {
        state.select(part);
    }
}

/// What is drawn over everything: what a pointer draws, and the ends of selected edges.
fn over(state: CanvasState) -> AnyView {
    let rubber = move || match state.gesture.get() {
        Gesture::Connecting { from, to } => line_from(state, from, to),
        Gesture::Rerouting { edge, side, to } => {
            let kept = state.scene.with(|it| it.kept_end(edge, side));
            kept.and_then(|from| line_from(state, from, to))
        }
        Gesture::Moving { card, from, to } => {
            let path = if state.carried.with(|it| it.is_empty()) {
                moved_boxes(state, card, to.x - from.x, to.y - from.y)
            } else {
                String::new()
            };
            let line = state.scene.with(|scene| {
                let edge = scene.graph.edges.get(state.edge_for(scene, card, to)?)?;
                Some(route::rounded(&edge.points))
            });
            let shown = view! {
                <path class="splice" d=line />
                <path class="ghost" d=path />
            };
            Some(shown.into_any())
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
    let end = match state.aim.get() {
        Some(Aim::Port(id)) => state.scene.with(|it| it.port(id).map(|it| it.anchor)),
        _ => None,
    };
    let path = route::rubber(port.anchor, end.unwrap_or(to), leaves_right);
    let ring = end.map(|it| view! { <circle class="aim" cx=it.x cy=it.y r="9" /> });
    let line = view! {
        <path class="rubber" d=path />
        {ring}
    };
    Some(line.into_any())
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
