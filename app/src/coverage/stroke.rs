//! Tools and strokes on the map.

use bobbin_protocol::Selection;
use leptos::prelude::*;

use super::grid::{is_new, is_new_region};
use super::state::CoverageState;
use super::tool::Tool;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, sentence};
use crate::widgets::segments::{Segment, Segments};

/// Says what a stroke does.
fn hint(tool: Tool, selection: Option<&Selection>) -> String {
    let over = "over units, or over their ids,";
    match (tool, selection) {
        (Tool::Explain, _) => "Press a cell to see which rule applies there.".to_owned(),
        (_, None) => "Pick the section to paint, in the legend or with the caret.".to_owned(),
        (_, Some(Selection { refusal: Some(reason), .. })) => sentence(reason),
        (Tool::Add, Some(it)) if is_new_region(it) => {
            format!("`{}` has no section yet. Drag {over} to trace it on those alone.", it.name)
        }
        (Tool::Add, Some(it)) if is_new(it) => {
            format!("Drag {over} to add a section for them.")
        }
        (Tool::Remove, Some(it)) if is_new(it) => {
            "There is no section yet to take units out of.".to_owned()
        }
        (Tool::Add, Some(it)) => format!("Drag {over} to add them to `{}`.", it.name),
        (Tool::Remove, Some(it)) => format!("Drag {over} to remove them from `{}`.", it.name),
    }
}

/// Shows the tools, and the section that they paint.
#[component]
pub fn ToolBar(state: CoverageState) -> impl IntoView {
    let segments = Tool::ALL.map(|it| Segment::new(it.label())).into_iter().collect::<Vec<_>>();
    let picked = move || Tool::ALL.iter().position(|it| *it == state.tool.get());
    let on_pick = move |idx: usize| {
        if let Some(tool) = Tool::ALL.get(idx) {
            state.tool.set(*tool);
        }
    };
    let about = move || {
        let selection = state.view.with(|it| it.as_ref().and_then(|it| it.selection.clone()));
        let text = hint(state.tool.get(), selection.as_ref());
        view! { <Prose text=text /> }
    };
    view! {
        <div class="coverage__tools">
            <Segments
                label="Tool for the map"
                segments=segments
                picked=Signal::derive(picked)
                on_pick=on_pick
            />
            <p class="coverage__hint">{part(about)}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{ItemPath, Position, Range};

    use super::*;

    #[test]
    fn a_hint_says_what_a_stroke_makes_of_the_text() {
        let at = |line| Position { line, character: 0 };
        let selection = |item: &[&str], name: &str, end| Selection {
            item: ItemPath(item.iter().map(|it| (*it).to_owned()).collect()),
            name: name.to_owned(),
            range: Range { start: at(0), end: at(end) },
            x: None,
            y: None,
            refusal: None,
        };
        let region = selection(&["section", "Lexgion(MPI:MPI_Init)"], "Lexgion(MPI:MPI_Init)", 0);
        let there = Selection { range: Range { start: at(0), end: at(2) }, ..region.clone() };
        let punits = selection(&[], "a new section", 0);
        for (tool, selection, expected) in [
            (Tool::Add, &region, "trace it on those alone"),
            (Tool::Remove, &region, "no section yet"),
            (Tool::Add, &there, "add them to `Lexgion(MPI:MPI_Init)`"),
            (Tool::Remove, &there, "remove them from"),
            (Tool::Add, &punits, "add a section for them"),
        ] {
            let said = hint(tool, Some(selection));
            assert!(said.contains(expected), "{tool:?} {}: {said}", selection.name);
        }
    }
}
