//! The graph of the shown document.
//!
//! `viewport`, `scene`, `index`, `shown`, `places`, `align`, `hit`, `gesture`, `edit`, `reach`, `walk`, `detail`, `detour`,
//! `search` and `settle` know neither DOM nor signals, nor do `vertex_card` and `edge_line`,
//! which say how a part looks as markup; `near` brings that into the page. What changes the text goes
//! by `edit`, as one step of the history for each gesture.

mod add;
mod align;
mod camera;
mod connect;
mod control;
mod copy;
mod detail;
mod dom_layer;
mod edge_line;
mod edge_routing;
mod edit;
mod finder;
mod follow;
mod free_place;
mod gesture;
mod hit;
mod incremental_render;
mod index;
mod keyboard_navigation;
mod layers;
mod library;
mod list_view;
mod menu;
mod minimap;
mod moves;
mod nesting;
mod new_port;
mod overview_layer;
mod places;
mod pointer;
mod prompts;
mod questions;
mod reachability;
mod renames;
mod requests;
mod save;
mod scene;
mod search;
mod search_bar;
mod selection;
mod settle;
mod state;
mod svg_export;
mod toolbar;
mod tooltip;
mod touch;
mod vertex_card;
mod viewport;

pub use align::Alignment;
pub use control::{CanvasControl, CanvasRequest, Extent, use_canvas_control};
pub use reachability::Way;
pub use save::drawing_of;

use bobbin_picture::{colour, comments, rects, route, text_metrics};
use bobbin_protocol::Point;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use control::Question;
use detail::Detail;
use edit::Purpose;
use follow::follow;
use gesture::Gesture;
use layers::{hear_focus, layers};
use pointer::PointerHandlers;
use state::CanvasState;
use toolbar::{CanvasBar, Legend};
use tooltip::Tooltip;
use touch::touched;

use crate::document::Asked;
use crate::document::locate::GraphPart;
use crate::following::memo;
use crate::platform::dom::{self, Pixels};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{live, part, while_here};
use crate::widgets::icon::Icon;
use crate::widgets::placeholder::Placeholder;

/// The graph of the shown document.
#[component]
pub fn Canvas() -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let frame = NodeRef::<html::Div>::new();
    let size = dom::size_of(element);
    let state = CanvasState::new(size, dom::size_of(frame));
    follow(state);

    let pointer_at = RwSignal::new(Pixels::default());
    let handlers = PointerHandlers::new(state, pointer_at);
    let remark = memo(move |_| {
        let is_small = state.camera.region.get().detail != Detail::Full;
        // Neither a gesture nor an answer is talked over.
        let is_quiet = state.gesture.with(|it| *it != Gesture::Idle)
            || state.prompts.question.with(Option::is_some)
            || state.prompts.menu_at.with(Option::is_some);
        let hover = state.hover.get();
        if is_quiet {
            return None;
        }
        state.scene.with(|scene| tooltip::remark(scene, hover, is_small, |it| state.text_of(it)))
    });
    let on_key = move |event: KeyboardEvent| {
        // A dialog keeps the keys to itself, and a button those that press it.
        let is_elsewhere = dom::is_typing(&event)
            || dom::is_dialog_open()
            || (dom::is_in(&event, "button, a, [role=menu]") && is_of_button(&event.key()));
        if !is_elsewhere {
            state.prompts.forget_refused_drop();
        }
        if !is_elsewhere && press_key(state, handlers, &event) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let transform = move || {
        let it = state.camera.viewport.get();
        format!("translate({} {}) scale({})", it.x, it.y, it.zoom)
    };
    let dots = memo(move |_| state.camera.viewport.get().dots());
    view! {
        <div class="canvas-frame" node_ref=frame>
            <div class="canvas-frame__panes">
                <div
                    class="canvas"
                    on:keydown=on_key
                    on:keyup=move |event| handlers.key_up(&event)
                    on:focusout=while_here(move |_| handlers.lose_keys())
                    on:wheel=move |event| handlers.wheel(&event)
                >
                    <div
                        class="canvas__ground"
                        data-cursor=live(move || handlers.cursor())
                        node_ref=element
                        on:pointerdown=move |event| handlers.down(&event)
                        on:pointermove=move |event| handlers.moved(&event)
                        on:pointerup=move |event| handlers.up(&event)
                        on:pointercancel=move |event| handlers.cancel(&event)
                        on:pointerleave=while_here(move |_| handlers.leave())
                        on:dblclick=move |_| handlers.double()
                        on:contextmenu=move |event| handlers.menu(&event)
                        on:mousedown=move |event| handlers.take_keys(&event)
                    >
                        <div
                            class="canvas__dots"
                            style:transform=live(move || dots.with(|it| it.0.clone()))
                            style:background-size=live(move || dots.with(|it| it.1.clone()))
                        ></div>
                        <svg
                            class="canvas__drawing"
                            role="group"
                            aria-label="Drawing"
                            aria-describedby="canvas-keys"
                            tabindex="0"
                            on:focusin=move |event| hear_focus(state, &event)
                        >
                            <g transform=transform>{layers(state)}</g>
                        </svg>
                        <Tooltip remark=remark at=pointer_at pane=state.camera.size />
                    </div>
                    {touched(state, touch::list_view)}
                    {part(move || nothing(state))}
                    {toolbar::busy(state)}
                    <CanvasBar state=state />
                    {nesting::breadcrumb(state)}
                    <Legend state=state />
                    {touched(state, touch::minimap)}
                    {touched(state, touch::context_menu)}
                    {touched(state, touch::questions)}
                    <p class="visually-hidden" id="canvas-keys">
                        "Arrow keys follow connections, E steps through those of a process, Enter \
                         opens its properties, C connects, A adds, L lists everything."
                    </p>
                    <p class="visually-hidden" role="status">{state.prompts.announced}</p>
                </div>
                {touched(state, touch::library)}
            </div>
        </div>
    }
}

/// Says why nothing is drawn, and what to do about it.
fn nothing(state: CanvasState) -> Option<AnyView> {
    if matches!(state.asked(), Asked::Here(_)) {
        return None;
    }
    let add = move |()| state.prompts.question.set(Some(Question::Add(Purpose::Alone, None)));
    let is_empty = matches!(state.asked(), Asked::Absent);
    let button = is_empty.then(|| {
        part(move || {
            let kind = state.catalogue.with(|it| it.as_ref().map(|it| it.kind.clone()))?;
            let label = format!("Add a {kind}");
            Some(view! { <Button label=label icon=Icon::Plus is_primary=true on_press=add /> })
        })
    });
    Some(
        view! {
            <div class="canvas__nothing">
                <Placeholder
                    asked=state.asked()
                    absent="There is nothing to draw yet: the text has no items that connect."
                />
                {button}
            </div>
        }
        .into_any(),
    )
}

/// Returns true if the key meant something.
fn press_key(state: CanvasState, handlers: PointerHandlers, event: &KeyboardEvent) -> bool {
    let key = event.key();
    if (event.ctrl_key() || event.meta_key()) && key.eq_ignore_ascii_case("a") {
        state.control.ask(CanvasRequest::SelectAll);
        return true;
    }
    // What is under way comes after every step: who takes it back means no step, and its end would bury those undone.
    if dom::is_undo(event) && state.gesture.with_untracked(|it| it.writes()) {
        return handlers.abandon();
    }
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    if let Some(direction) = keyboard_navigation::Direction::of_key(&key) {
        if event.shift_key() {
            nudge(state, direction);
            return true;
        }
        let selected = state.selection.parts.with_untracked(|it| it.iter().next().copied());
        let next = state.scene.with_untracked(|scene| match selected {
            Some(GraphPart::Vertex(from)) => keyboard_navigation::step(scene, from, direction),
            Some(GraphPart::Edge(idx)) => scene.graph.edges.get(idx).map(|edge| {
                let end = if direction == keyboard_navigation::Direction::Back {
                    edge.from_vertex
                } else {
                    edge.to_vertex
                };
                end as usize
            }),
            None => keyboard_navigation::first(scene),
        });
        if let Some(next) = next {
            state.select(GraphPart::Vertex(next));
            state.camera.reveal(next);
            state.announce_card(next);
        }
        return true;
    }
    match key.as_str() {
        " " => handlers.hold_space(),
        "Enter" if state.selection.only().is_some_and(|it| state.refuses(it)) => {}
        "Enter" => state.navigation.enter_form(),
        "F2" => state.control.ask(match state.selection.only() {
            Some(GraphPart::Edge(_)) => CanvasRequest::SetEdgeValue,
            _ => CanvasRequest::Rename,
        }),
        "ContextMenu" => open_menu(state),
        "F10" if event.shift_key() => open_menu(state),
        "Delete" | "Backspace" if state.control.removes_again() => {}
        "Delete" | "Backspace" => state.delete_selected(),
        "Escape" => return leave(state, handlers),
        _ => return false,
    }
    true
}

/// Returns true if a key means something to a button that has the keyboard.
fn is_of_button(key: &str) -> bool {
    matches!(key, "Enter" | " ") || keyboard_navigation::Direction::of_key(key).is_some()
}

/// Ends what was begun last: a gesture, a long wait, the list, a search, what is lit up, and then the selection.
/// False if there is nothing to end.
fn leave(state: CanvasState, handlers: PointerHandlers) -> bool {
    if handlers.abandon() {
        return true;
    }
    if state.prompts.is_late.get_untracked() {
        toolbar::stop(state);
    } else if state.prompts.is_list.get_untracked() {
        state.prompts.show_list(false);
    } else if state.lit.with_untracked(Option::is_some) {
        state.end_search();
        state.traced.set(None);
    } else if state.selection.parts.with_untracked(|it| !it.is_empty()) {
        state.select_none();
    } else {
        return false;
    }
    true
}

/// Moves the selected vertices a little.
fn nudge(state: CanvasState, direction: keyboard_navigation::Direction) {
    let (dx, dy) = match direction {
        keyboard_navigation::Direction::Forward => (NUDGE, 0.0),
        keyboard_navigation::Direction::Back => (-NUDGE, 0.0),
        keyboard_navigation::Direction::Up => (0.0, -NUDGE),
        keyboard_navigation::Direction::Down => (0.0, NUDGE),
    };
    let moved = state.scene.with_untracked(|scene| {
        // What is around others stays around them.
        let is_group = |it: &usize| scene.is_group(*it);
        let cards = state.selection.vertices().into_iter().filter(|it| !is_group(it));
        let cards = cards.filter_map(|it| scene.graph.vertices.get(it));
        let place = |rect: bobbin_protocol::Rect| Point { x: rect.x + dx, y: rect.y + dy };
        cards.map(|it| (scene::place_key(it), place(it.rect))).collect::<Vec<_>>()
    });
    if !moved.is_empty() {
        state.moves.nudge(moved);
    }
}

/// The distance by which Shift and an arrow move a vertex, in canvas units.
const NUDGE: f64 = 20.0;

/// Opens the context menu beside what is selected.
fn open_menu(state: CanvasState) {
    let around = state.scene.with_untracked(|scene| scene.around(state.selected().into_iter()));
    let viewport = state.camera.viewport.get_untracked();
    let at = around.map_or(Pixels { x: 24.0, y: 60.0 }, |it| {
        viewport.to_pixels(Point { x: it.x, y: it.y + it.height })
    });
    state.prompts.menu_at.set(Some(at));
}
