//! Tools and strokes on the map.

use bobbin_protocol::Selection;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::state::CoverageState;
use super::tool::Tool;
use crate::platform::dom;
use crate::widgets::dynamic::{live, part};
use crate::widgets::prose::{Prose, sentence};

/// Shows the tools, and the section that they paint.
#[component]
pub fn ToolBar(state: CoverageState) -> impl IntoView {
    let on_key = |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => 1,
            "ArrowLeft" | "ArrowUp" => -1,
            _ => return,
        };
        event.prevent_default();
        dom::focus_sibling(&event, "radio", step);
    };
    let buttons = Tool::ALL
        .into_iter()
        .map(|tool| {
            let is_picked = Memo::new(move |_| state.tool.get() == tool);
            view! {
                <button
                    type="button"
                    class="segment"
                    class:segment--picked=is_picked
                    role="radio"
                    aria-checked=live(move || if is_picked.get() { "true" } else { "false" })
                    tabindex=live(move || if is_picked.get() { "0" } else { "-1" })
                    on:click=move |_| state.tool.set(tool)
                    on:focus=move |_| state.tool.set(tool)
                >
                    {tool.label()}
                </button>
            }
        })
        .collect_view();
    let about = move || {
        let selection = state.view.with(|it| it.as_ref().and_then(|it| it.selection.clone()));
        let text = match (state.tool.get(), selection) {
            (Tool::Explain, _) => "Press a cell to see which rule decides there.".to_owned(),
            (_, None) => "Pick the section to paint: in the legend, or with the caret.".to_owned(),
            (_, Some(Selection { refusal: Some(reason), .. })) => sentence(&reason),
            (Tool::Add, Some(it)) => format!("Drag over units to add them to `{}`.", it.name),
            (Tool::Remove, Some(it)) => {
                format!("Drag over units to remove them from `{}`.", it.name)
            }
        };
        view! { <Prose text=text /> }
    };
    view! {
        <div class="coverage__tools">
            <div class="segments" role="radiogroup" aria-label="Tool for the map" on:keydown=on_key>
                {buttons}
            </div>
            <p class="coverage__hint">{part(about)}</p>
        </div>
    }
}
