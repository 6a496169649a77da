//! The map of units and the rules that decide about them: to ask, to explain, and to paint on.

mod explanations;
mod grid;
mod legend;
mod map;
mod paint;
mod stroke;
mod svg;

use std::collections::VecDeque;
use std::sync::Arc;

use bobbin_protocol::{Command, Control, Coverage, FieldKind};
use leptos::prelude::*;

use crate::document::{Asked, Target, use_documents};
use crate::document::{DocumentStore, Editing, use_editing};
use crate::navigation::Navigation;
use crate::navigation::use_navigation;
use crate::platform::editor::Focus;
use crate::settings::{Settings, use_settings};
use crate::view_options::{ControlBar, choose};
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::{Prose, sentence};
use crate::widgets::toast::{Toasts, use_toasts};
use explanations::Explanations;
use grid::{Block, Cell};
use legend::Legend;
use map::Map;
use stroke::{Tool, ToolBar};

/// The state shared by the parts of the pane.
#[derive(Clone, Copy)]
struct CoverageState {
    documents: DocumentStore,
    toasts: Toasts,
    navigation: Navigation,
    editing: Editing,
    settings: Settings,
    view: Memo<Option<Arc<Coverage>>>,
    tool: RwSignal<Tool>,
    /// The keyboard's cell.
    cursor: RwSignal<Cell>,
    /// The cell under the pointer.
    hovered: RwSignal<Option<Cell>>,
    /// The cells being painted.
    stroke: RwSignal<Option<Block>>,
    /// Strokes on the map of an older text, with true for adding: items are named by their ids, so
    /// strokes wait until the map tells the present names.
    waiting: StoredValue<VecDeque<(Block, bool)>>,
}

impl CoverageState {
    /// Returns the view options about the explained point, which are numbers such as its ids, or
    /// those about the whole map.
    fn controls(self, of_point: bool) -> Vec<Control> {
        let is_wanted = |it: &&Control| matches!(it.kind, FieldKind::Integer { .. }) == of_point;
        self.view.with(|it| {
            let all = it.as_ref().map(|it| it.controls.as_slice()).unwrap_or_default();
            all.iter().filter(is_wanted).cloned().collect()
        })
    }

    /// Sets view options.
    fn choose(self, choices: &[(&str, &str)]) {
        let Some(file) = self.documents.shown() else { return };
        file.views.coverage_choices.update(|settings| {
            for (key, value) in choices {
                choose(settings, key, value);
            }
        });
    }

    /// Explains a cell, and selects the rule that decides there.
    fn explain(self, cell: Cell) {
        let Some(view) = self.view.get_untracked() else { return };
        self.choose(&[(&view.x.key, &cell.x.to_string()), (&view.y.key, &cell.y.to_string())]);
        let decider = grid::state_of(&view, cell);
        let decider = decider.and_then(|it| view.deciders.get(it.decider as usize));
        let Some((item, range)) = decider.and_then(|it| Some((it.item.clone()?, it.range?))) else {
            return;
        };
        self.navigation.pick_item(item, range);
    }

    /// Highlights the text that decides about a cell.
    fn light(self, cell: Option<Cell>) {
        let range = self.view.with_untracked(|view| {
            let view = view.as_ref()?;
            let state = grid::state_of(view, cell?)?;
            view.deciders.get(state.decider as usize)?.range
        });
        self.navigation.light_text(range.as_slice());
    }

    /// Adds cells to the selected section, or removes them.
    fn paint(self, block: Block, is_on: bool) {
        let Some(view) = self.view.get_untracked() else { return };
        let Some(file) = self.documents.shown() else { return };
        if !file.has_current_coverage() {
            return self.waiting.update_value(|it| it.push_back((block, is_on)));
        }
        let Some(selection) = &view.selection else {
            let has_items = file
                .views
                .outline
                .with_untracked(|it| it.here().is_some_and(|it| !it.entries.is_empty()));
            return self.toasts.complain(if has_items {
                "Pick a section to paint first: in the legend, or with the caret."
            } else {
                "There is no section to paint yet: add one first, above the map."
            });
        };
        if let Some(reason) = &selection.refusal {
            return self.toasts.complain(sentence(reason));
        }
        // A section is named by its ids, so it may have another name afterwards.
        file.target.set(Target::Caret(selection.range.start));
        self.editing.dispatch(Command::Paint {
            item: selection.item.clone(),
            is_on,
            units: paint::units(&view, block),
        });
    }

    /// Describes a cell.
    fn about(self, cell: Cell) -> String {
        self.view.with(|view| {
            let Some(view) = view else { return String::new() };
            let state = grid::state_of(view, cell);
            let says = state.map(|it| sentence(&it.sentence)).unwrap_or_default();
            format!("{} {}, {} {}: {says}", view.x.label, cell.x, view.y.label, cell.y)
        })
    }
}

/// Shows the map of the shown document.
#[component]
pub fn CoveragePane() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let asked = Memo::new(move |_| match documents.active.get() {
        Some(file) => file.views.coverage.get(),
        None => Asked::Absent,
    });
    let view = Memo::new(move |_| asked.with(|it| it.here().cloned()));
    let state = CoverageState {
        documents,
        toasts: use_toasts(),
        navigation,
        editing: use_editing(),
        settings: use_settings(),
        view,
        tool: RwSignal::new(Tool::Explain),
        cursor: RwSignal::new(Cell::default()),
        hovered: RwSignal::new(None),
        stroke: RwSignal::new(None),
        waiting: StoredValue::new(VecDeque::new()),
    };
    // Strokes meant for one file must not be painted on another.
    Effect::new(move || {
        documents.active.track();
        state.waiting.set_value(VecDeque::new());
    });
    Effect::new(move || {
        let Some(file) = documents.active.get() else { return };
        file.views.coverage_version.track();
        if file.has_current_coverage()
            && let Some((block, is_on)) =
                state.waiting.try_update_value(VecDeque::pop_front).flatten()
        {
            state.paint(block, is_on);
        }
    });
    // The cursor stays within the map when that changes.
    Effect::new(move || {
        let point = view.with(|it| {
            it.as_ref().map(|it| {
                let cursor = state.cursor.get_untracked();
                Cell {
                    x: cursor.x.clamp(it.x.low, it.x.high.max(it.x.low)),
                    y: cursor.y.clamp(it.y.low, it.y.high.max(it.y.low)),
                }
            })
        });
        if let Some(point) = point.filter(|it| *it != state.cursor.get_untracked()) {
            state.cursor.set(point);
        }
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
                    label="Options of the map"
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

/// Selects the text of an item of the legend.
fn show_range(state: CoverageState, range: bobbin_protocol::Range) {
    state.navigation.select_text(range, Focus::Stays);
}
