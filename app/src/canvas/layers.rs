//! The layers of the drawing: groups, edges, vertices, and what a gesture draws over them.

use bobbin_protocol::{Point, PortSide};
use leptos::ev::FocusEvent;
use leptos::prelude::*;
use leptos::svg;
use web_sys::Element;

use super::detail::Detail;
use super::dom_layer::{self, Layer, Look, Painter};
use super::edge_line;
use super::gesture::{Gesture, spanned};
use super::hit::{Aim, Hit, grip_of};
use super::incremental_render::Row;
use super::index::Key;
use super::library::mark_of_carried;
use super::overview_layer::FarView;
use super::route;
use super::scene::{PortId, Scene};
use super::state::CanvasState;
use super::vertex_card::{self, Emphasis, ports};
use crate::document::locate::GraphPart;
use crate::following::{effect, memo};
use crate::platform::{dom, window};
use crate::widgets::dynamic::{When, live, part};

/// Draws all layers, in canvas units. Drawings from near and from afar stay where they are when the
/// other one is seen: zooming to and fro makes nothing anew.
pub fn layers(state: CanvasState) -> AnyView {
    let is_far = memo(move |_| state.camera.region.get().detail == Detail::Box);
    let was_far =
        memo(move |before: Option<&bool>| is_far.get() || before.copied().unwrap_or_default());
    let sought = sought(state);
    let display = move |is_seen: bool| if is_seen { "inline" } else { "none" };
    view! {
        <g
            class="far"
            class:far--searched=live(move || state.lit.with(Option::is_some))
            style:display=live(move || display(is_far.get()))
        >
            <When when=was_far>
                <FarView
                    scene=state.scene
                    selection=state.selection.parts
                    lit=state.lit
                    is_seen=is_far
                />
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

/// Returns the port that the line under the pointer comes from; the pointer's own way does not
/// matter.
fn sought(state: CanvasState) -> Memo<Option<PortId>> {
    memo(move |_| match state.gesture.get() {
        Gesture::Connecting { from, .. } => Some(from),
        Gesture::Rerouting { edge, side, .. } => state.scene.with(|it| it.kept_end(edge, side)),
        _ => None,
    })
}

/// Returns the ports that could end the line under the pointer, over those that could not.
fn fitting_ports(state: CanvasState, from: Option<PortId>) -> Option<AnyView> {
    let from = from?;
    let fitting = state.scene.with_untracked(|scene| {
        state.camera.visible.with_untracked(|visible| {
            let vertices = visible.cards.iter().chain(&visible.groups).copied();
            let ids = vertices.flat_map(|vertex| {
                let n_ports = scene.graph.vertices.get(vertex).map_or(0, |it| it.ports.len());
                (0..n_ports).map(move |port| PortId { vertex, port })
            });
            let fitting = ids.filter(|id| *id == from || scene.fits(from, *id));
            let fitting =
                fitting.filter_map(|id| Some((scene.port(id)?, scene.is_group(id.vertex))));
            ports(fitting, |_| None, &|it| state.colour_of(&it.data_type))
        })
    });
    Some(view! { <g class="fitting" aria-hidden="true" inner_html=fitting></g> }.into_any())
}

fn cards(state: CanvasState, are_groups: bool) -> AnyView {
    let draw = move |layer: &mut Layer, root: &Element, scene: &Scene, is_changed: bool| {
        let colour_of = |name: &str| state.colour_of(name);
        let inside = |row: Row| {
            let (_, vertex) = scene.vertex(row.key)?;
            Some(vertex_card::inside(vertex, are_groups, row.detail, &colour_of))
        };
        let selection = state.selection.parts.read();
        let lit = state.lit.read();
        let look = |key: Key| {
            let Some((idx, vertex)) = scene.vertex(key) else { return Look::default() };
            let is_selected = selection.contains(&GraphPart::Vertex(idx));
            let is_dimmed = lit.as_ref().is_some_and(|it| !it.contains(&idx));
            let emphasis = Emphasis { is_selected, is_dimmed, is_lit: false };
            let class = vertex_card::class(vertex, are_groups, emphasis);
            Look { class, is_pressed: is_selected }
        };
        let painter = Painter { inside: &inside, look: &look };
        let shown = state.camera.shown.read();
        let rows = if are_groups { &shown.groups } else { &shown.cards };
        layer.draw(root, rows, &painter, is_changed, are_groups);
    };
    layer(state, draw)
}

fn edges(state: CanvasState) -> AnyView {
    let draw = move |layer: &mut Layer, root: &Element, scene: &Scene, is_changed: bool| {
        let inside = |row: Row| {
            let (_, edge) = scene.edge(row.key)?;
            Some(edge_line::inside(scene, edge, state.colour_of(scene.type_of(edge))))
        };
        let (selection, lit) = (state.selection.parts.read(), state.lit.read());
        let hover = state.hover.get();
        let is_traced = state.traced.with(Option::is_some);
        let look = |key: Key| {
            let Some((idx, edge)) = scene.edge(key) else { return Look::default() };
            let ends = [edge.from_vertex as usize, edge.to_vertex as usize];
            let is_selected = selection.contains(&GraphPart::Edge(idx));
            // Of a search also the connections of what is found stand out, of the flow only those
            // in it.
            let is_dimmed = lit.as_ref().is_some_and(|it| {
                let is_lit = |end: &usize| it.contains(end);
                !if is_traced { ends.iter().all(is_lit) } else { ends.iter().any(is_lit) }
            });
            let is_lit = match hover {
                Hit::Edge(hovered) | Hit::End(hovered, _) => hovered == idx,
                Hit::Vertex(vertex) | Hit::Port(PortId { vertex, .. }) => ends.contains(&vertex),
                Hit::Canvas => false,
            };
            let class = edge_line::class(Emphasis { is_selected, is_dimmed, is_lit });
            Look { class, is_pressed: is_selected }
        };
        let painter = Painter { inside: &inside, look: &look };
        layer.draw(root, &state.camera.shown.read().edges, &painter, is_changed, false);
    };
    layer(state, draw)
}

/// Parts of one kind, drawn anew whenever something that `draw` reads has changed.
fn layer(
    state: CanvasState,
    draw: impl Fn(&mut Layer, &Element, &Scene, bool) + 'static,
) -> AnyView {
    let root = NodeRef::<svg::G>::new();
    let layer = StoredValue::new_local(Layer::default());
    effect(move |drawn: Option<Option<Scene>>| {
        let scene = state.scene.get();
        let root = root.get()?;
        let is_changed = drawn.flatten().as_ref() != Some(&scene);
        let focused = dom::attribute_of_focus(&root, dom_layer::PART);
        layer.update_value(|layer| draw(layer, &root, &scene, is_changed));
        if let Some(part) = focused.filter(|_| dom::is_focus_lost()) {
            window::after_paint(move || give_focus_back(&part));
        }
        Some(scene)
    });
    view! { <g node_ref=root></g> }.into_any()
}

/// Gives the keyboard to a part that was drawn anew, or to the drawing if it is there no more.
fn give_focus_back(part: &str) {
    let again = format!(".near [{}=\"{part}\"]", dom_layer::PART);
    for place in [&again, ".canvas__drawing"] {
        if dom::is_focus_lost() {
            dom::focus(place);
        }
    }
}

/// Selects the part that gets the keyboard; a press has done that already.
///
/// The whole drawing hears of it: Chromium makes a stop of Tab of each element of a drawing that hears of the focus.
pub fn hear_focus(state: CanvasState, event: &FocusEvent) {
    let key = dom::attribute_at(event, dom_layer::PART).and_then(|it| dom_layer::key_of(&it));
    let part = key.and_then(|key| {
        state.scene.with_untracked(|scene| {
            let vertex = scene.vertex(key).map(|it| GraphPart::Vertex(it.0));
            vertex.or_else(|| scene.edge(key).map(|it| GraphPart::Edge(it.0)))
        })
    });
    let Some(part) = part else { return };
    let is_selected = state.selection.contains(part);
    if !is_selected && state.gesture.get_untracked() == Gesture::Idle {
        state.select(part);
    }
}

/// Returns the top layer: what a pointer draws, and the ends of selected edges.
fn over(state: CanvasState) -> AnyView {
    let rubber = move || match state.gesture.get() {
        Gesture::Connecting { from, to } => line_from(state, from, to),
        Gesture::Rerouting { edge, side, to } => {
            let kept = state.scene.with(|it| it.kept_end(edge, side));
            kept.and_then(|from| line_from(state, from, to))
        }
        Gesture::Moving { card, from, to } => {
            let path = if state.moves.carried.with(|it| it.is_empty()) {
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
        if state.camera.region.get().detail == Detail::Box {
            return None;
        }
        let ends = state.selection.parts.with(|selection| {
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
        {part(move || grip(state))}
        {part(rubber)}
        {part(move || mark_of_carried(state))}
    }
    .into_any()
}

/// Returns the grip of the end under the pointer, by which it is taken off its port.
fn grip(state: CanvasState) -> Option<AnyView> {
    let Hit::End(edge, side) = state.hover.get() else { return None };
    let is_free = state.gesture.with(|it| matches!(it, Gesture::Idle | Gesture::Pressed { .. }));
    if !is_free || state.camera.region.get().detail == Detail::Box {
        return None;
    }
    let zoom = state.camera.viewport.with(|it| it.zoom);
    let at = state.scene.with(|scene| grip_of(scene, edge, side, zoom))?;
    // As large to the hand from afar.
    let radius = (5.0 / zoom).min(9.0);
    Some(view! { <circle class="edge-grip" cx=at.x cy=at.y r=radius /> }.into_any())
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

/// Returns the outlines of the vertices that move, where they would lie.
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
