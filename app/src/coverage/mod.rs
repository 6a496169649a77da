//! The map of units and the rules that decide about them: to ask, to explain, and to paint on.

mod bands;
mod drawing;
mod explanations;
mod grid;
mod legend;
mod map;
mod paint;
mod state;
mod stroke;
mod tool;

pub use drawing::svg_of;

use std::collections::VecDeque;

use leptos::prelude::*;

use crate::document::{Asked, use_documents};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::view_options::ControlBar;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::{Prose, sentence};
use explanations::Explanations;
use grid::Cell;
use legend::Legend;
use map::Map;
use state::CoverageState;
use stroke::ToolBar;

/// Shows the map of the shown document.
#[component]
pub fn CoveragePane() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let asked = memo(move |_| match documents.active.get() {
        Some(file) => file.views.coverage.get(),
        None => Asked::Absent,
    });
    let view = memo(move |_| asked.with(|it| it.here().cloned()));
    let state = CoverageState::new(view);
    // Strokes meant for one file must not be painted on another.
    effect(move || {
        documents.active.track();
        state.waiting.set_value(VecDeque::new());
    });
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        file.views.coverage_version.track();
        state.paint_next();
    });
    // The cursor stays at its units when the map changes, and goes to those that are asked about.
    effect(move |before: Option<Option<([String; 2], Cell)>>| {
        let before = before.flatten();
        view.with(|it| {
            let Some(it) = it else { return before };
            let axes = [it.x.key.clone(), it.y.key.clone()];
            let asked = Cell { x: it.x.at, y: it.y.at };
            let cursor = state.cursor.get_untracked();
            let is_same = before.as_ref().is_some_and(|it| it.0 == axes);
            let is_asked_anew = is_same
                && before.as_ref().is_some_and(|it| it.1 != asked)
                && state.explained.get_value() != Some(asked);
            let cell = match is_asked_anew {
                true => asked,
                false => grid::carried(cursor, before.as_ref().map(|it| &it.0), it),
            };
            if cell != cursor {
                state.cursor.set(cell);
            }
            if before.is_some() && !is_same {
                state.hovered.set(None);
            }
            Some((axes, asked))
        })
    });
    on_cleanup(move || navigation.light_text(&[]));
    let controls = Signal::derive(move || state.controls(false));
    let notes = move || {
        let notes = view.with(|it| it.as_ref().map(|it| it.notes.clone()).unwrap_or_default());
        notes
            .into_iter()
            .map(|note| {
                view! {
                    <li class="coverage__note">
                        <IconView icon=Icon::Hint />
                        <span>
                            <Prose text=sentence(&note) />
                        </span>
                    </li>
                }
            })
            .collect_view()
    };
    let has_notes = move || view.with(|it| it.as_ref().is_some_and(|it| !it.notes.is_empty()));
    view! {
        <div class="coverage">
            {part(move || {
                (!matches!(asked.get(), Asked::Here(_)))
                    .then(|| {
                        view! { <Placeholder asked=asked.get() absent="This text says nothing about units." /> }
                    })
            })}
            <When when=move || view.with(Option::is_some)>
                <ControlBar
                    label="Map options"
                    controls=controls
                    on_choose=move |(key, value): (String, String)| state.choose(&[(&key, &value)])
                />
                <ToolBar state=state />
                <Map state=state />
                <div class="coverage__below">
                    <Legend state=state />
                    <When when=has_notes>
                        <ul class="coverage__notes">{part(notes)}</ul>
                    </When>
                    <Explanations state=state />
                </div>
            </When>
        </div>
    }
}
