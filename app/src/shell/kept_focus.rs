//! The keyboard, which stays where the person had it when what had it goes away: another file is shown, a file is
//! renamed or closed, or a pane is hidden.

use std::time::Duration;

use leptos::ev::{self, FocusEvent};
use leptos::prelude::*;

use crate::document::DocumentStore;
use crate::following::effect;
use crate::navigation::focus_view;
use crate::platform::editor;
use crate::platform::{dom, window};
use crate::settings::Settings;

/// A part of the page that has the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Tabs,
    /// The list of files, at this row.
    Files(usize),
    Outline,
    View,
    /// The text, or what does not go away with a file.
    Text,
}

/// The selector of what asks or offers something, and gives the keyboard back itself; and of the start page, from which
/// it goes back with the file.
const PASSING: &str = "dialog, [role=menu], .toasts, .tour, .welcome:focus";

/// The start page, which has the keyboard once the last file is closed: none of its buttons, as a key may be held.
const START_PAGE: &str = ".welcome";

const FILE_ROWS: &str = ".files__tree [role=treeitem]";

/// The time for which the parts of another file come and go.
const PATIENCE: Duration = Duration::from_millis(600);

/// The time between two looks.
const STEP: Duration = Duration::from_millis(60);

impl Part {
    /// Returns the part whose element gets the keyboard; `None` for what is there in passing.
    fn of(event: &FocusEvent) -> Option<Part> {
        if dom::is_in(event, PASSING) {
            None
        } else if dom::is_in(event, ".file-tabs") {
            Some(Part::Tabs)
        } else if let Some(nth) = dom::nth_of(event, FILE_ROWS) {
            Some(Part::Files(nth))
        } else if dom::is_in(event, ".outline") {
            Some(Part::Outline)
        } else if dom::is_in(event, ".workspace__view") {
            Some(Part::View)
        } else {
            Some(Part::Text)
        }
    }

    /// Gives the keyboard to the part, or to the text if the part is not there.
    fn take_keys(self, is_touched: bool) {
        match self {
            Part::Tabs => dom::focus(".file-tab--shown"),
            Part::Files(nth) => dom::focus_nth(FILE_ROWS, nth),
            Part::Outline => dom::focus(".outline [role=tree]"),
            Part::View => focus_view(),
            Part::Text => {}
        }
        // Under fingers the text would call for the keyboard of the screen.
        if dom::is_focus_lost() && !is_touched {
            editor::run_command("focus");
        }
        // The text may be hidden.
        if dom::is_focus_lost() {
            focus_view();
        }
    }
}

/// Gives the keyboard to the part that had it whenever it is lost with a file, and to the text once the files of earlier
/// times are open again.
pub fn follow(documents: DocumentStore, settings: Settings) {
    let last = StoredValue::new(None::<Part>);
    window::on(ev::focusin, move |event| {
        if let Some(part) = Part::of(&event) {
            last.set_value(Some(part));
        }
    });
    let n_changes = StoredValue::new(0u32);
    effect(move || {
        documents.active.track();
        documents.files.track();
        settings.track_panes();
        n_changes.update_value(|it| *it = it.wrapping_add(1));
        let now = n_changes.get_value();
        let is_newest = move || n_changes.get_value() == now;
        // The person may have gone on meanwhile: keys that were meant for a drawing must not write in the text.
        give_back((documents, settings), move || last.get_value(), is_newest, PATIENCE, false);
    });
    effect(move |was_restored: Option<bool>| {
        let is_restored = documents.is_restored.get();
        if is_restored && was_restored != Some(true) && last.get_value().is_none() {
            let text = move || documents.shown().map(|_| Part::Text);
            give_back((documents, settings), text, || true, STEP, false);
        }
        is_restored
    });
}

/// Gives the keyboard to the part that had it last if it is lost now or soon, and stays lost for a moment: what is drawn
/// anew gives it back itself.
fn give_back(
    page: (DocumentStore, Settings),
    last: impl Fn() -> Option<Part> + 'static,
    is_newest: impl Fn() -> bool + 'static,
    patience: Duration,
    was_lost: bool,
) {
    let (documents, settings) = page;
    window::after_paint(move || {
        if !is_newest() {
            return;
        }
        let is_lost = dom::is_focus_lost() && !dom::is_dialog_open();
        match last().filter(|_| is_lost && was_lost) {
            Some(_) if documents.shown().is_none() => dom::focus(START_PAGE),
            Some(part) => part.take_keys(settings.is_touched.get_untracked()),
            None => {}
        }
        if patience > STEP || is_lost && !was_lost {
            let left = patience.saturating_sub(STEP);
            window::later(STEP, move || give_back(page, last, is_newest, left, is_lost));
        }
    });
}
