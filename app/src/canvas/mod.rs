//! The graph of the shown document.
//!
//! `viewport`, `scene`, `hit`, `gesture`, `route`, `walk`, `detail`, `search` and `colour` know
//! neither DOM nor signals.

mod chrome;
mod colour;
mod connect;
mod detail;
mod edge_line;
mod far;
mod gesture;
mod hit;
mod pointer;
mod route;
mod scene;
mod search;
mod state;
mod tooltip;
mod vertex_card;
mod viewport;
mod walk;

pub use state::{CanvasControl, CanvasRequest};

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use chrome::{CanvasBar, Legend};
use connect::ConnectDialog;
use detail::Detail;
use edge_line::{EdgeData, EdgeLine};
use far::FarView;
use gesture::{Gesture, spanned};
use hit::Hit;
use pointer::PointerHandlers;
use scene::PortId;
use state::CanvasState;
use tooltip::Tooltip;
use vertex_card::{Emphasis, VertexCard};

use crate::document::Asked;
use crate::document::locate::GraphPart;
use crate::platform::dom::{self, Pixels};
use crate::shell::placeholder::Placeholder;
use crate::widgets::dynamic::{When, list, live, part};
use crate::workbench::use_workbench;

/// The graph of the shown document.
#[component]
pub fn Canvas() -> impl IntoView {
    let workbench = use_workbench();
    let element = NodeRef::<html::Div>::new();
    let size = dom::size_of(element);
    let state = CanvasState::new(workbench, size);
    follow(state);

    let pointer_at = RwSignal::new(Pixels::default());
    let handlers = PointerHandlers::new(state, pointer_at);
    let remark = Memo::new(move |_| {
        let is_small = state.region.get().detail != Detail::Full;
        let is_quiet = state.gesture.get() != Gesture::Idle;
        let hover = state.hover.get();
        state
            .scene
            .with(|scene| if is_quiet { None } else { tooltip::remark(scene, hover, is_small) })
    });
    let on_key = move |event: KeyboardEvent| {
        if !dom::is_typing(&event) && press_key(state, handlers, &event) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let transform = move || {
        let it = state.viewport.get();
        format!("translate({} {}) scale({})", it.x, it.y, it.zoom)
    };
    view! {
        <div class="canvas" on:keydown=on_key on:keyup=move |event| handlers.key_up(&event)>
            <div
                class="canvas__ground"
                class:canvas__ground--panning=live(move || handlers.is_panning())
                class:canvas__ground--connecting=live(move || {
                    matches!(state.gesture.get(), Gesture::Connecting { .. })
                        || matches!(state.hover.get(), Hit::Port(_))
                })
                class:canvas__ground--pointing=live(move || {
                    matches!(state.hover.get(), Hit::Vertex(_) | Hit::Edge(_))
                })
                node_ref=element
                on:pointerdown=move |event| handlers.down(&event)
                on:pointermove=move |event| handlers.moved(&event)
                on:pointerup=move |event| handlers.up(&event)
                on:pointercancel=move |event| handlers.cancel(&event)
                on:pointerleave=move |_| handlers.leave()
                on:dblclick=move |_| handlers.double()
                on:wheel=move |event| handlers.wheel(&event)
            >
                <svg class="canvas__drawing" role="group" aria-label="Drawing" tabindex="0">
                    <g transform=transform>{layers(state)}</g>
                </svg>
                <Tooltip remark=remark at=pointer_at />
            </div>
            {part(move || {
                (!matches!(state.asked(), Asked::Here(_)))
                    .then(|| {
                        view! {
                            <Placeholder
                                asked=state.asked()
                                absent="There is nothing to draw yet: the text has no items that connect."
                            />
                        }
                    })
            })}
            <CanvasBar state=state />
            <Legend state=state />
            <When when=move || state.is_asking.get()>
                <ConnectDialog state=state />
            </When>
        </div>
    }
}

/// What happens around the canvas and moves it.
fn follow(state: CanvasState) {
    let workbench = state.workbench;
    // A file that is looked at for the first time is shown as a whole, later as it was left.
    let placed = StoredValue::new(false);
    Effect::new(move || {
        let size = state.size.get();
        let is_empty = state.scene.with(|it| it.graph.vertices.is_empty());
        let Some(file) = workbench.documents.shown() else { return };
        if size.width > 0.0 && !is_empty && !placed.get_value() {
            placed.set_value(true);
            match workbench.canvas.remembered(file.id) {
                Some(viewport) => state.viewport.set(viewport),
                None => state.show_first(),
            }
            state.follow_caret(&file);
        }
    });
    Effect::new(move || {
        let viewport = state.viewport.get();
        if let (true, Some(file)) = (placed.get_value(), workbench.documents.shown()) {
            workbench.canvas.remember(file.id, viewport);
        }
    });
    Effect::new(move || {
        let Some(file) = workbench.documents.active.get() else { return };
        file.caret.track();
        // Indices of a drawing mean other parts in the next one.
        state.scene.track();
        untrack(|| state.follow_caret(&file));
    });
    Effect::new(move || {
        let ranges = match state.hover.get() {
            Hit::Canvas => Vec::new(),
            hit => state.scene.with_untracked(|scene| {
                let range = match hit.part() {
                    Some(GraphPart::Vertex(idx)) => {
                        scene.graph.vertices.get(idx).map(|it| it.range)
                    }
                    Some(GraphPart::Edge(idx)) => scene.graph.edges.get(idx).map(|it| it.range),
                    None => None,
                };
                range.into_iter().collect()
            }),
        };
        workbench.light_text(&ranges);
    });
    on_cleanup(move || workbench.light_text(&[]));
    workbench.canvas.on_request(move |request| {
        let size = state.size.get_untracked();
        let middle = Pixels { x: size.width / 2.0, y: size.height / 2.0 };
        let zoom = |factor| state.viewport.update(|it| *it = it.zoomed(factor, middle));
        match request {
            CanvasRequest::Fit => state.fit(),
            CanvasRequest::ZoomIn => zoom(1.25),
            CanvasRequest::ZoomOut => zoom(0.8),
            CanvasRequest::Search => dom::focus(".canvas-bar__search"),
            CanvasRequest::Connect => state.is_asking.set(true),
            CanvasRequest::Delete => state.delete_selected(),
        }
    });
}

/// Whether the key meant something.
fn press_key(state: CanvasState, handlers: PointerHandlers, event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    let key = event.key();
    if let Some(direction) = walk::Direction::of_key(&key) {
        let selected = state.selection.with_untracked(|it| it.iter().next().copied());
        let next = state.scene.with_untracked(|scene| match selected {
            Some(GraphPart::Vertex(from)) => walk::step(scene, from, direction),
            Some(GraphPart::Edge(idx)) => scene.graph.edges.get(idx).map(|edge| {
                let end = if direction == walk::Direction::Back {
                    edge.from_vertex
                } else {
                    edge.to_vertex
                };
                end as usize
            }),
            None => walk::first(scene),
        });
        if let Some(next) = next {
            state.select(GraphPart::Vertex(next));
            state.reveal(next);
        }
        return true;
    }
    match key.as_str() {
        " " => handlers.hold_space(),
        "Enter" => state.workbench.show_view(bobbin_protocol::ViewKind::Form),
        "Delete" | "Backspace" => state.delete_selected(),
        "Escape" => {
            handlers.abandon();
            state.typed_search.set(String::new());
        }
        _ => return false,
    }
    true
}

fn layers(state: CanvasState) -> AnyView {
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
    let row = move |key: Arc<str>| {
        let vertex = Memo::new(move |_| {
            state.scene.with(|scene| scene.vertex(&key).map(|(idx, it)| (idx, it.clone())))
        });
        let idx = Memo::new(move |_| vertex.with(|it| it.as_ref().map(|(idx, _)| *idx)));
        let emphasis = Memo::new(move |_| {
            let Some(idx) = idx.get() else { return Emphasis::default() };
            Emphasis {
                is_selected: state.selection.with(|it| it.contains(&GraphPart::Vertex(idx))),
                is_dimmed: state.found.with(|it| it.as_ref().is_some_and(|it| !it.contains(&idx))),
            }
        });
        view! {
            <VertexCard
                vertex=vertex
                is_group=are_groups
                detail=detail
                emphasis=emphasis
                colour_of=move |name: String| state.colour_of(&name)
                fits=move |id: PortId| match state.gesture.get() {
                    Gesture::Connecting { from, .. } if from == id => Some(true),
                    Gesture::Connecting { from, .. } => Some(state.scene.with(|it| it.fits(from, id))),
                    _ => None,
                }
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
                is_dimmed: state.found.with(|found| {
                    found.as_ref().is_some_and(|it| !ends.iter().any(|end| it.contains(end)))
                }),
            }
        });
        let is_lit = Memo::new(move |_| match state.hover.get() {
            Hit::Edge(hovered) => Some(hovered) == idx.get(),
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

/// What is drawn over everything while a pointer is down.
fn over(state: CanvasState) -> AnyView {
    let rubber = move || match state.gesture.get() {
        Gesture::Connecting { from, to } => {
            let port = state.scene.with(|it| it.port(from).cloned())?;
            let leaves_right = port.side == bobbin_protocol::PortSide::Output;
            Some(
                view! { <path class="rubber" d=route::rubber(port.anchor, to, leaves_right) /> }
                    .into_any(),
            )
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
    rubber.into_any()
}
