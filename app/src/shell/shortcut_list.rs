//! The list of all keys, with those of the place where one is first.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;

use crate::actions::{self, ActionGroup};
use crate::document::use_documents;
use crate::navigation::use_navigation;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::window;
use crate::settings::{KeyHabits, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::Icon;

/// A title, and the rows below it: keys and what they do.
struct Keys {
    title: &'static str,
    /// The view that they are of.
    view: Option<ViewKind>,
    rows: &'static [(&'static [&'static str], &'static str)],
}

/// Keys that belong to no action: gestures and the editor's own.
const OTHER_KEYS: [Keys; 7] = [
    Keys {
        title: "In the graph",
        view: Some(ViewKind::Graph),
        rows: &[
            (&["Wheel", "Space+drag"], "Move it"),
            (&["Ctrl+wheel", "Pinch"], "Zoom"),
            (&["Shift+drag"], "Select a rectangle"),
            (&["Drag"], "From port to port: connect"),
            (&["Arrows"], "Move along connections"),
            (&["Enter"], "Into the form"),
        ],
    },
    Keys {
        title: "In the form",
        view: Some(ViewKind::Form),
        rows: &[(&["Esc"], "Back to where you pressed Enter, or to the graph")],
    },
    Keys {
        title: "In the bytes",
        view: Some(ViewKind::Bytes),
        rows: &[
            (&["0–9", "A–F"], "Write a digit"),
            (&["Arrows", "PgUp", "PgDn"], "Move"),
            (&["Home", "End"], "To the start, to the end of the row"),
            (&["Esc"], "Take half a byte back"),
        ],
    },
    Keys {
        title: "On the map",
        view: Some(ViewKind::Coverage),
        rows: &[
            (&["Arrows", "Ctrl+arrows"], "Move by one, by ten"),
            (&["Enter"], "Explain a unit"),
            (&["Shift+arrows"], "Select units"),
            (&["Space"], "Add or remove them"),
        ],
    },
    Keys {
        title: "In the text",
        view: None,
        rows: &[
            (&["Ctrl+M", "Esc Tab"], "Leave the editor with Tab"),
            (&["Alt+click", "Alt+drag"], "One more caret, or a column of them"),
        ],
    },
    Keys {
        title: "In lists and panes",
        view: None,
        rows: &[
            (&["Enter"], "On an item of the outline: into the form"),
            (&["Del"], "On a file's tab: close the file"),
            (&["F2"], "On a file or folder in the list: rename it"),
            (&["Del"], "On a file or folder in the list: delete it"),
            (&["Enter"], "On a line between panes: restore its default position"),
        ],
    },
    Keys {
        title: "In the command palette",
        view: None,
        rows: &[(&[">", "@", ":"], "At the start: only commands, only items, go to a line")],
    },
];

/// Returns keys as Apple's keyboards have them.
fn of_apple(keys: &str) -> String {
    match keys {
        "Ctrl+M" => "⇧⌥M".to_owned(),
        _ => keys.replace("Shift+", "⇧ ").replace("Alt+", "⌥ ").replace("Ctrl+", "⌃ "),
    }
}

/// Returns true if a group of actions is about a view.
fn is_about(group: ActionGroup, view: Option<ViewKind>) -> bool {
    group == ActionGroup::Graph && view == Some(ViewKind::Graph)
}

fn row(keys: impl IntoIterator<Item = String>, label: &'static str) -> AnyView {
    let keys = keys.into_iter().map(|it| view! { <kbd class="keys">{it}</kbd> " " });
    view! {
        <div class="help__row">
            <dt>{keys.collect_view()}</dt>
            <dd>{label}</dd>
        </div>
    }
    .into_any()
}

fn group(title: &'static str, rows: Vec<AnyView>) -> AnyView {
    view! {
        <section class="help__group">
            <h3 class="help__title">{title}</h3>
            <dl>{rows}</dl>
        </section>
    }
    .into_any()
}

/// Lists all shortcuts; those of the shown view come first.
#[component]
pub fn ShortcutList(close: Callback<()>) -> impl IntoView {
    let dialogs = use_dialogs();
    let (documents, navigation) = (use_documents(), use_navigation());
    let is_apple = window::has_apple_keyboard();
    let view = documents.shown().and_then(|_| navigation.view.get_untracked());
    let habits = use_settings().keys.get_untracked();
    // Whether it comes first, and the group.
    let mut groups: Vec<(bool, AnyView)> = Vec::new();
    if habits != KeyHabits::Usual {
        let own = |it: actions::Action| Some(row([habits.own_keys(it.id)?.to_owned()], it.label));
        let rows = actions::all().into_iter().filter_map(own).collect();
        let title = match habits {
            KeyHabits::Vim => "In the text, where Vim's other keys come before those of the page",
            _ => "In the text, where Emacs's other keys come before those of the page",
        };
        groups.push((true, group(title, rows)));
    }
    for it in ActionGroup::ALL {
        let rows: Vec<AnyView> = actions::all()
            .into_iter()
            .filter(|action| action.group == it && !action.shortcuts.is_empty())
            .map(|it| row(it.shortcuts.iter().map(|it| it.shown(is_apple)), it.label))
            .collect();
        if !rows.is_empty() {
            groups.push((is_about(it, view), group(it.label(), rows)));
        }
    }
    for it in OTHER_KEYS {
        let shown = |keys: &&str| if is_apple { of_apple(keys) } else { (*keys).to_owned() };
        let rows = it.rows.iter().map(|(keys, label)| row(keys.iter().map(shown), label));
        groups.push((it.view.is_some() && it.view == view, group(it.title, rows.collect())));
    }
    let (here, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|it| it.0);
    let here = (!here.is_empty()).then(|| {
        let here = here.into_iter().map(|it| it.1).collect_view();
        view! { <div class="help__here">{here}</div> }
    });
    let others = others.into_iter().map(|it| it.1).collect_view();
    view! {
        <ModalDialog title="Shortcuts" is_wide=true on_close=close>
            <div class="help" tabindex="0" role="region" aria-label="Keys">{here} {others}</div>
            <footer class="help__foot">
                <Button
                    label="Reference of the languages"
                    icon=Icon::Book
                    on_press=move |()| dialogs.open(Dialog::Reference)
                />
                <Button
                    label="Codes of problems"
                    icon=Icon::Help
                    on_press=move |()| dialogs.open(Dialog::Codes)
                />
            </footer>
        </ModalDialog>
    }
}
