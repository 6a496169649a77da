//! Tools and strokes on the map.

use bobbin_protocol::Selection;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::CoverageState;
use super::grid::{Cell, names};
use crate::platform::dom;
use crate::widgets::dynamic::{live, part};
use crate::widgets::prose::{Prose, sentence};

/// The effect of a stroke on the map.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Explains a cell.
    #[default]
    Explain,
    /// Adds cells to the selected section.
    Add,
    /// Removes cells from the selected section.
    Remove,
}

impl Tool {
    const ALL: [Tool; 3] = [Tool::Explain, Tool::Add, Tool::Remove];

    fn label(self) -> &'static str {
        match self {
            Tool::Explain => "Explain",
            Tool::Add => "Add units",
            Tool::Remove => "Remove units",
        }
    }

    /// Returns true if painting that starts at a cell adds cells; without a tool, painting inverts
    /// the first cell.
    #[must_use]
    pub fn adds(self, selection: Option<&Selection>, cell: Cell) -> bool {
        match self {
            Tool::Add => true,
            Tool::Remove => false,
            Tool::Explain => !selection.is_some_and(|it| names(it, cell)),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::super::grid::tests::sample;
    use super::*;

    #[test]
    fn without_a_tool_painting_does_the_opposite() {
        let selection = sample().selection;
        let (inside, outside) = (Cell { x: 3, y: 0 }, Cell { x: 0, y: 0 });
        for (tool, cell, adds) in [
            (Tool::Explain, inside, false),
            (Tool::Explain, outside, true),
            (Tool::Add, inside, true),
            (Tool::Remove, outside, false),
        ] {
            assert_eq!(tool.adds(selection.as_ref(), cell), adds, "{tool:?} {cell:?}");
        }
        assert!(Tool::Explain.adds(None, inside));
    }
}
