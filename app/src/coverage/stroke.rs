//! Tools and strokes on the map.

use bobbin_protocol::Selection;
use leptos::prelude::*;

use super::state::CoverageState;
use super::tool::Tool;
use crate::widgets::dynamic::part;
use crate::widgets::prose::{Prose, sentence};
use crate::widgets::segments::{Segment, Segments};

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
        let text = match (state.tool.get(), selection) {
            (Tool::Explain, _) => "Click a cell to see which rule applies there.".to_owned(),
            (_, None) => "Pick the section to paint, in the legend or with the caret.".to_owned(),
            (_, Some(Selection { refusal: Some(reason), .. })) => sentence(&reason),
            (Tool::Add, Some(it)) => {
                format!("Drag over units, or over their ids, to add them to `{}`.", it.name)
            }
            (Tool::Remove, Some(it)) => {
                format!("Drag over units, or over their ids, to remove them from `{}`.", it.name)
            }
        };
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
