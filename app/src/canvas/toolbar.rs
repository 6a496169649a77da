//! Around the drawing: zoom, choices, legend.

use std::time::Duration;

use bobbin_protocol::ViewKind;
use leptos::html;
use leptos::prelude::*;

use super::control::CanvasRequest;
use super::menu::{exports, items};
use super::search_bar::GraphSearch;
use super::state::CanvasState;
use super::viewport::{MAX_IN_LEGEND, is_narrow};
use crate::document::view_requests;
use crate::document::views::Drawing;
use crate::following::{effect, memo};
use crate::platform::{dom, window};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::menu::Menu;
use crate::widgets::prose::counted;

/// Shows what changes the graph at the left, where it stays whether there is room for the search beside it or not, and
/// zoom at the right.
#[component]
pub fn CanvasBar(
    /// Of the canvas.
    state: CanvasState,
) -> impl IntoView {
    let ask = move |request| Callback::new(move |()| state.control.ask(request));
    let menu = Callback::new(move |()| items(state));
    let ways_out = Callback::new(move |()| exports(state));
    let bar = NodeRef::<html::Div>::new();
    let size = dom::size_of(bar);
    effect(move || state.camera.bar_height.set(size.get().height));
    view! {
        <div class="canvas-bar" node_ref=bar>
            <div class="canvas-bar__edit" role="group" aria-label="Change the graph">
                <When when=move || state.catalogue.with(Option::is_some)>
                    <Button
                        label="Add"
                        icon=Icon::Plus
                        title=Signal::stored("Add to the graph (A)".to_owned())
                        on_press=ask(CanvasRequest::Add)
                    />
                    <button
                        type="button"
                        class="button button--bare"
                        aria-label="Library"
                        title="Library: processes to add to the graph (Shift+L)"
                        aria-pressed=live(move || {
                            if state.is_library_open.get() { "true" } else { "false" }
                        })
                        on:click=move |_| state.control.ask(CanvasRequest::Library)
                    >
                        <IconView icon=Icon::Library />
                    </button>
                </When>
                <Menu
                    label=Signal::stored("More".to_owned())
                    icon=Signal::stored(Some(Icon::ChevronDown))
                    is_bare=true
                    items=menu
                />
                <Menu
                    label=Signal::stored("Export".to_owned())
                    icon=Signal::stored(Some(Icon::Download))
                    is_bare=true
                    items=ways_out
                />
            </div>
            <GraphSearch state=state />
            <ZoomGroup state=state />
        </div>
    }
}

#[component]
fn ZoomGroup(state: CanvasState) -> impl IntoView {
    let ask = move |request| Callback::new(move |()| state.control.ask(request));
    let percent = move || format!("{:.0}%", state.camera.viewport.get().zoom * 100.0);
    view! {
        <div class="canvas-bar__zoom" role="group" aria-label="Zoom">
            <Button
                label="Zoom out"
                icon=Icon::Minus
                is_bare=true
                on_press=ask(CanvasRequest::ZoomOut)
            />
            <span class="canvas-bar__percent">{percent}</span>
            <Button
                label="Zoom in"
                icon=Icon::Plus
                is_bare=true
                on_press=ask(CanvasRequest::ZoomIn)
            />
            <Button
                label="Fit graph"
                icon=Icon::Fit
                is_bare=true
                on_press=ask(CanvasRequest::Fit)
            />
        </div>
    }
}

/// Most drawings are there before anybody would read that they are on their way.
const PATIENCE: Duration = Duration::from_millis(300);

/// Says that a drawing is on its way, and lets it be given up.
pub fn busy(state: CanvasState) -> impl IntoView {
    let active = state.documents.active;
    let drawing = memo(move |_| active.get().map(|it| it.views.drawing.get()));
    let is_awaited = memo(move |_| matches!(drawing.get(), Some(Drawing::Awaited { .. })));
    effect(move || {
        state.prompts.is_late.set(false);
        if is_awaited.get() {
            let timer = window::after(PATIENCE, move || state.prompts.is_late.set(true));
            // Dropped when the drawing comes.
            StoredValue::new_local(timer);
        }
    });
    let text = move || match drawing.get() {
        Some(Drawing::Awaited { percent }) if percent > 0 => format!("Laying out… {percent}%"),
        _ => "Laying out…".to_owned(),
    };
    let again = move |_| {
        if let Some(file) = state.documents.shown() {
            view_requests::refresh(file, ViewKind::Graph);
        }
    };
    view! {
        <When when=move || state.prompts.is_late.get()>
            <p class="canvas__busy">
                <span class="canvas__progress">{live(text)}</span>
                <button
                    type="button"
                    class="link"
                    title="Stop the layout (Esc)"
                    on:click=move |_| stop(state)
                >
                    "Stop"
                </button>
            </p>
        </When>
        <When when=move || drawing.get() == Some(Drawing::GivenUp)>
            <p class="canvas__busy">
                "The text has changed since this was drawn."
                <button type="button" class="link" on:click=again>
                    "Lay out"
                </button>
            </p>
        </When>
    }
}

/// Gives up the drawing that is on its way.
pub fn stop(state: CanvasState) {
    if let Some(file) = state.documents.shown() {
        view_requests::give_up_graph(&file);
        state.announce("The layout was stopped.");
    }
}

/// Explains the colours of the ports.
#[component]
pub fn Legend(state: CanvasState) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let is_folded = memo(move |_| !is_open.get() && is_narrow(state.camera.size.get().width));
    let legend = NodeRef::<html::Div>::new();
    let size = dom::size_of(legend);
    // Who opens it for a moment does not move the drawing by that.
    effect(move || {
        let height = size.get().height;
        if !is_open.get_untracked() {
            state.camera.legend_height.set(height);
        }
    });
    let n_shown = move || match (is_open.get(), is_folded.get()) {
        (true, _) => usize::MAX,
        (false, true) => 0,
        (false, false) => MAX_IN_LEGEND,
    };
    let rows = move || {
        let n_shown = n_shown();
        let row = |(name, colour): (String, usize)| {
            view! {
                <li class="legend__row" data-colour=colour.to_string()>
                    <span class="legend__dot"></span>
                    {name}
                </li>
            }
        };
        state.legend.get().into_iter().take(n_shown).map(row).collect_view()
    };
    let n_types = move || state.legend.with(Vec::len);
    let has_more = move || is_open.get() || n_types() > n_shown();
    let ways_to_more = move || match (is_open.get(), is_folded.get()) {
        (true, _) => "fewer".to_owned(),
        (false, true) => counted(n_types(), "data type"),
        (false, false) => format!("{} more", n_types().saturating_sub(MAX_IN_LEGEND)),
    };
    view! {
        <When when=move || state.legend.with(|it| !it.is_empty())>
            <div class="legend" class:legend--folded=is_folded node_ref=legend>
                <ul class="legend__rows" aria-label="Data types">
                    {rows}
                </ul>
                <When when=has_more>
                    <button
                        type="button"
                        class="legend__more"
                        aria-expanded=live(move || if is_open.get() { "true" } else { "false" })
                        on:click=move |_| is_open.update(|it| *it = !*it)
                    >
                        {part(ways_to_more)}
                    </button>
                </When>
            </div>
        </When>
    }
}
