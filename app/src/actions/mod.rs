//! The list of everything a user can do: menus, shortcuts, palette and help are built from it.

mod action;
mod edit;
mod file;
mod graph;
mod look;
mod reasons;
mod share;
mod shortcut;
mod text_keys;
mod words;

use leptos::prelude::*;

use action::Deed;
pub use action::{Action, ActionGroup};
use shortcut::{Press, Shortcut};
pub use words::words_of;

use crate::platform::{changes, dom, window};
use crate::touch::TOUCH;
use crate::widgets::later::part_deed;
use crate::workbench::Workbench;

/// Declares what is shown of the rows of some files, and what they do.
macro_rules! tables {
    ($($file:ident),*) => {
        /// Returns all actions, by group.
        #[must_use]
        pub fn all() -> Vec<Action> {
            [$({
                const SHOWN: [Action; $file::ROWS.len()] = action::shown($file::ROWS);
                &SHOWN[..]
            }),*].concat()
        }

        /// Returns what the actions do, in the same order.
        fn all_deeds() -> Vec<Deed> {
            [$({
                const DONE: [Deed; $file::ROWS.len()] = action::done($file::ROWS);
                &DONE[..]
            }),*].concat()
        }
    };
}

tables!(file, share, edit, look, graph);

/// What can be done before the [desk](crate::desk) is here. Browsers show their chooser of files only
/// when the person has just pressed something.
const EARLY: &[(&str, Deed)] = &[
    ("file.new", file::ask_for_new),
    ("file.open", file::pick),
    ("file.openFolder", file::pick_folder),
    ("file.examples", file::show_examples),
    ("help.palette", look::show_palette),
    ("help.tour", look::show_tours),
];

part_deed! {
    /// Does what an action does, by its place in the list of all.
    TOUCH "touch" "07";
    fn perform_nth(nth: usize, workbench: Workbench) {
        if let Some(run) = all_deeds().get(nth) {
            run(workbench);
        }
    }
}

#[must_use]
pub fn by_id(id: &str) -> Option<Action> {
    all().into_iter().find(|it| it.id == id)
}

/// Runs actions, for those who show them.
#[derive(Clone, Copy)]
pub struct Actions {
    workbench: Workbench,
}

/// Returns the way to run actions.
#[must_use]
pub fn use_actions() -> Actions {
    expect_context()
}

/// The keys of "select all", which no action has.
const SELECT_ALL: Shortcut = shortcut::ctrl("a");

/// The elements of which they select one where nobody writes, and not the whole page with its bars.
const TEXTS: &str = "[role=tabpanel], .problems__body, .welcome";

/// The actions of a key alone that change the text without a question.
const AT_ONCE: [&str; 2] = ["graph.delete", "graph.duplicate"];

impl Actions {
    #[must_use]
    pub fn new(workbench: Workbench) -> Actions {
        Actions { workbench }
    }

    /// Tells whether an action applies now, and follows that.
    #[must_use]
    pub fn is_enabled(self, action: Action) -> bool {
        (action.enabled)(self.workbench)
    }

    /// Says why an action that does not apply now does not.
    #[must_use]
    pub fn why_not(self, action: Action) -> &'static str {
        reasons::reason_of(action, self.workbench.documents.shown().is_some())
    }

    /// Runs an action that is enabled.
    pub fn perform(self, action: Action) {
        if let Some((_, run)) = EARLY.iter().find(|(id, _)| *id == action.id) {
            run(self.workbench);
        } else if let Some(nth) = all().iter().position(|it| it.id == action.id) {
            // What a field has just been given belongs to the text that is saved or closed.
            if changes::are_under_way() {
                let shown = move || self.workbench.documents.shown().map(|it| it.id);
                let (meant, n_picks) = (shown(), self.workbench.canvas.n_picks);
                let picked = n_picks.get_value();
                leptos::task::spawn_local(async move {
                    let is_complete = changes::settled().await;
                    // Whoever has gone to another file meanwhile does not mean that one.
                    if shown() != meant {
                        return;
                    }
                    if action.group == ActionGroup::Graph && n_picks.get_value() != picked {
                        return self.workbench.toasts.answer(format!(
                            "“{}” was not done: what it was meant for is not selected any more.",
                            action.label
                        ));
                    }
                    if is_complete || action.group != ActionGroup::File {
                        return perform_nth(nth, self.workbench);
                    }
                    // A file that is saved or closed now would lack the change, and nobody would know.
                    self.workbench.toasts.complain(format!(
                        "“{}” has to wait: a change that you made before is not in the text yet. Try again in a moment.",
                        action.label
                    ));
                });
            } else {
                perform_nth(nth, self.workbench);
            }
        }
    }

    /// Runs an action by its id if it is enabled.
    pub fn run(self, id: &str) {
        if let Some(action) = by_id(id)
            && untrack(|| self.is_enabled(action))
        {
            self.perform(action);
        }
    }

    /// Listens for shortcuts from now on.
    pub fn follow_keys(self) {
        let actions = all();
        let is_apple = window::has_apple_keyboard();
        window::on_key(move |event| {
            // The editor handles its own keys, and a dialog keeps the keyboard to itself.
            if event.default_prevented() || dom::is_dialog_open() {
                return;
            }
            let press = Press::of(&event, is_apple);
            let is_typing = dom::is_typing(&event);
            let fits = |it: &Shortcut| {
                it.fits(&press) && !it.is_of_text() && !(is_typing && it.is_for_typing())
            };
            let Some(action) = actions.iter().find(|it| it.shortcuts.iter().any(fits)) else {
                if SELECT_ALL.fits(&press) && !is_typing {
                    dom::select_around(&event, TEXTS);
                }
                return;
            };
            let is_in_field = is_typing && !dom::is_in_editor(&event);
            let is_of_history = matches!(action.id, "edit.undo" | "edit.redo")
                && changes::is_in_written_field(&event);
            // In a field, undo belongs to the field, unless the text has got what was typed. The search in all files
            // is about no text.
            let is_of_field = action.group == ActionGroup::Edit && action.id != "edit.findAll";
            if is_in_field && is_of_field && !is_of_history {
                return;
            }
            if untrack(|| self.is_enabled(*action)) {
                event.prevent_default();
                if action.id != "graph.delete" {
                    self.workbench.canvas.removed_at.set_value(None);
                } else if self.workbench.canvas.removes_again() {
                    return;
                }
                // What the caret stands in is drawn as selected, but who presses a key elsewhere may not look there.
                if AT_ONCE.contains(&action.id)
                    && self.workbench.canvas.is_of_caret.get_value()
                    && !dom::has_keys_inside(".canvas")
                {
                    return self.workbench.toasts.answer(
                        "Nothing was changed: the keyboard is not in the drawing. Click there what you mean first.",
                    );
                }
                if is_in_field && !is_of_history {
                    // The action may remove the field, and the text typed into it must not be lost.
                    dom::end_typing();
                    let action = *action;
                    // The change that this asked for is under way once others have had their turn.
                    return leptos::task::spawn_local(async move { self.perform(action) });
                }
                self.perform(*action);
            } else if matches!(action.id, "edit.undo" | "edit.redo") {
                let verb = action.label.to_lowercase();
                self.workbench.toasts.answer(format!("There is nothing to {verb}."));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn further_words_belong_to_actions() {
        let actions = all();
        let mut seen = BTreeSet::new();
        for (id, _) in words::WORDS {
            assert!(actions.iter().any(|it| it.id == *id), "no action {id}");
            assert!(seen.insert(id), "{id} twice");
        }
    }

    #[test]
    fn reasons_belong_to_actions() {
        let actions = all();
        let mut seen = BTreeSet::new();
        for (id, _) in reasons::OF_PAGE.iter().chain(reasons::OF_FILE) {
            assert!(actions.iter().any(|it| it.id == *id), "no action {id}");
            assert!(seen.insert(id), "{id} twice");
        }
        let compare = by_id("file.compare").unwrap();
        assert_eq!(reasons::reason_of(compare, false), "no file is open");
        assert_eq!(reasons::reason_of(compare, true), "no other file of its language is open");
        let (reopen, closed) = (by_id("file.reopen").unwrap(), by_id("file.closed").unwrap());
        assert!(reasons::reason_of(reopen, false).contains(closed.label), "it leads there");
    }

    #[test]
    fn what_can_be_done_early_is_an_action() {
        for (id, _) in EARLY {
            assert!(by_id(id).is_some(), "no action {id}");
        }
        assert_eq!(all().len(), all_deeds().len());
    }

    #[test]
    fn ids_and_shortcuts_are_unique() {
        let actions = all();
        let ids: BTreeSet<&str> = actions.iter().map(|it| it.id).collect();
        assert_eq!(ids.len(), actions.len());
        let mut shown = BTreeSet::new();
        for action in &actions {
            for shortcut in action.shortcuts {
                let keys = shortcut.shown(false);
                assert!(shown.insert(keys.clone()), "{keys} is taken, wanted by {}", action.id);
            }
        }
    }

    #[test]
    fn the_browsers_own_keys_stay_free() {
        for action in all() {
            for shortcut in action.shortcuts.iter().filter(|it| !it.is_of_text()) {
                let keys = shortcut.shown(false);
                for taken in ["Ctrl+D", "Ctrl+W", "Ctrl+T", "Ctrl+H"] {
                    assert_ne!(keys, taken, "{}", action.id);
                }
            }
        }
    }
}
