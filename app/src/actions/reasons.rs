//! Why an action does not apply now, as the palette says it.

use super::action::{Action, ActionGroup};

/// Returns why an action that does not apply does not.
#[must_use]
pub fn reason_of(action: Action, has_file: bool) -> &'static str {
    let find = |all: &[(&str, &'static str)]| {
        all.iter().find(|(id, _)| *id == action.id).map(|(_, reason)| *reason)
    };
    match (find(OF_PAGE), has_file) {
        (Some(reason), _) => reason,
        (None, false) => "no file is open",
        (None, true) => find(OF_FILE).unwrap_or(match action.group {
            ActionGroup::Graph => "no graph is shown",
            _ => "not possible now",
        }),
    }
}

/// The reasons that have nothing to do with the shown file.
pub(super) const OF_PAGE: &[(&str, &str)] = &[
    ("file.reopen", "no closed file since the page was loaded; see “Recently closed files…”"),
    ("file.closed", "nothing is stored in this browser"),
    ("help.install", "the browser does not offer that here"),
    ("help.update", "there is no newer one"),
];

/// The reasons that a file is shown with.
pub(super) const OF_FILE: &[(&str, &str)] = &[
    ("edit.undo", "there is nothing to undo"),
    ("edit.redo", "there is nothing to redo"),
    ("edit.lineEnds", "all line ends are alike"),
    ("go.next-found", "nothing was found"),
    ("go.previous-found", "nothing was found"),
    ("go.value", NO_BINARY),
    ("file.download", NO_BINARY),
    ("file.downloadCompressed", NO_BINARY),
    ("file.convert", "this file can become nothing else"),
    ("file.compare", "no other file of its language is open"),
    ("file.closeOthers", NO_OTHER),
    ("file.linkAll", NO_OTHER),
    ("file.next", NO_OTHER),
    ("file.previous", NO_OTHER),
    ("file.moveLeft", NO_OTHER),
    ("file.moveRight", NO_OTHER),
    ("file.versions", "nothing is stored in this browser"),
    ("graph.banners", "no graph with such comments is shown"),
    ("graph.save-svg", NO_DRAWING),
    ("graph.save-png", NO_DRAWING),
    ("graph.stop", "no graph is being laid out"),
    ("view.graph", NO_VIEW),
    ("view.form", NO_VIEW),
    ("view.bytes", NO_VIEW),
    ("view.settings", NO_VIEW),
    ("view.coverage", NO_VIEW),
    ("view.timeline", NO_VIEW),
    ("view.window", "the window has no room for both"),
];

const NO_DRAWING: &str = "no graph, map or timeline is shown";
const NO_BINARY: &str = "this file has no binary form";
const NO_OTHER: &str = "no other file is open";
const NO_VIEW: &str = "this file has no such view";
