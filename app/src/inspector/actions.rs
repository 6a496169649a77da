//! Actions on an item as a whole: copy, move, remove, add one beside it.

use bobbin_protocol::{Command, ItemAction, ItemPath};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::document::commands::{Done, describe};
use crate::document::{Editing, FileId, Target, use_editing};
use crate::following::effect;
use crate::navigation::focus_view;
use crate::platform::changes;
use crate::platform::dom::{self, HeldFocus};
use crate::platform::editor::{self, Focus};
use crate::platform::window;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{list, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// Sets the name of the item that a command adds.
pub fn named(command: Command, name: &str) -> Command {
    let name = name.trim().to_owned();
    match command {
        Command::AddItem { kind, values, .. } => Command::AddItem { kind, name, values },
        Command::Duplicate { item, .. } => Command::Duplicate { item, name },
        other => other,
    }
}

/// Returns the item to show after a command.
fn outcome(command: &Command) -> Option<ItemPath> {
    match command {
        Command::AddItem { kind, name, .. } => Some(ItemPath(vec![kind.clone(), name.clone()])),
        Command::Duplicate { item, name } => {
            let mut path = item.clone();
            path.0.truncate(1);
            path.0.push(name.clone());
            Some(path)
        }
        Command::Move { item, .. } => Some(item.clone()),
        _ => None,
    }
}

/// Returns true if an action still applies. The names it proposes may have changed.
fn is_offered(actions: &[ItemAction], action: &ItemAction) -> bool {
    actions.iter().any(|it| it.label == action.label && it.command == action.command)
}

fn is_move(action: &ItemAction) -> bool {
    matches!(action.command, Command::Move { .. })
}

/// Returns what a button is the same by: one that moves its item keeps the keyboard, but a key that is held must not
/// remove one item after the other.
fn key_of(action: &ItemAction) -> String {
    match &action.command {
        Command::Remove { item } => format!("{} {item:?}", action.label),
        _ => action.label.clone(),
    }
}

/// Changes the shown text by a command; the form shows the resulting item.
pub fn carry_out(editing: Editing, command: Command) {
    let Some(file) = editing.documents.shown() else { return };
    let label = describe(&command);
    let item = outcome(&command);
    let done = move |_: &Done| {
        if let Some(item) = item {
            file.target.set(Target::Item(item));
        }
    };
    editing.dispatch_all(vec![command], label, Box::new(done));
}

/// Shows a button for each action; those that add something ask for its name first.
#[component]
pub fn ItemActions(actions: Memo<Vec<ItemAction>>) -> impl IntoView {
    let editing = use_editing();
    let asked = RwSignal::new(None::<ItemAction>);
    let refused = RwSignal::new(None::<String>);
    let asked_from = StoredValue::new(None::<HeldFocus>);
    // The label of the button that has moved the item last.
    let moved_by = StoredValue::new(None::<String>);
    // What was just added, until it is known where it stands.
    let made = StoredValue::new(None::<(FileId, ItemPath)>);
    let button = move |ItemAction { label, .. }: ItemAction| {
        let name = label.clone();
        let press = move |()| {
            let newest = |all: &Vec<ItemAction>| all.iter().find(|it| it.label == name).cloned();
            let Some(action) = actions.with_untracked(newest) else { return };
            refused.set(None);
            moved_by.set_value(is_move(&action).then_some(action.label.clone()));
            if action.names.is_empty() {
                asked.set(None);
                carry_out(editing, action.command)
            } else {
                asked_from.set_value(Some(dom::held_focus()));
                asked.set(Some(action))
            }
        };
        view! { <Button label=label on_press=press /> }
    };
    let cancel = Callback::new(move |()| {
        if let Some(button) = asked_from.get_value() {
            button.give_back();
        }
        asked.set(None);
    });
    let question = move || {
        let action = asked.get()?;
        // A question is answered once, however long that takes.
        let is_answered = StoredValue::new(false);
        let answer = Callback::new({
            let command = action.command.clone();
            move |name: String| {
                if is_answered.get_value() {
                    return;
                }
                if name.trim().is_empty() {
                    return refused.set(Some("enter a name".to_owned()));
                }
                let command = named(command.clone(), &name);
                let Some(file) = editing.documents.shown() else { return };
                let (label, item) = (describe(&command), outcome(&command));
                is_answered.set_value(true);
                made.set_value(item.clone().map(|it| (file.id, it)));
                // What was typed stays until it is accepted.
                let answer = editing.ask(command, label);
                leptos::task::spawn_local(async move {
                    match answer.await {
                        Ok(()) => {
                            // A button would be pressed again by a key that is held.
                            if dom::is_focus_inside(QUESTION) {
                                focus_view();
                            }
                            let _ = asked.try_set(None);
                            if let Some(item) = item {
                                file.target.set(Target::Item(item));
                            }
                        }
                        Err(why) => {
                            let _ = made.try_set_value(None);
                            let _ = is_answered.try_set_value(false);
                            let _ = refused.try_set(Some(why));
                        }
                    }
                });
            }
        });
        let (label, names) = (action.label, action.names);
        Some(view! {
            <NameQuestion
                label=label
                names=names
                answer=answer
                cancel=cancel
                refused=refused.read_only()
            />
        })
    };
    // A question about another item does not apply to this one; one about the file stays, whatever
    // item the form shows meanwhile.
    effect(move || {
        let is_over = actions.with(|all| {
            asked.with_untracked(|it| it.as_ref().is_some_and(|it| !is_offered(all, it)))
        });
        if is_over {
            asked.set(None);
        }
    });
    // At the end there is only the way back.
    effect(move || {
        let Some(label) = moved_by.get_value() else { return actions.track() };
        let other = actions.with(|all| {
            let is_gone = !all.iter().any(|it| it.label == label);
            all.iter().position(is_move).filter(|_| is_gone)
        });
        let Some(nth) = other else { return };
        moved_by.set_value(None);
        window::after_paint(move || {
            if dom::is_focus_lost() || dom::is_focus_inside(VIEW_ITSELF) {
                dom::focus_nth(BUTTONS, nth);
            }
        });
    });
    effect(move || {
        let Some(file) = editing.documents.active.get() else { return };
        let found = file.views.outline.with(|outline| {
            let (_, item) = made.get_value().filter(|it| it.0 == file.id)?;
            let entry = outline.here()?.entries.iter().find(|it| it.item == item)?;
            Some(entry.name_range)
        });
        if let Some(range) = found {
            made.set_value(None);
            editor::select(&file.uri, range, Focus::Stays);
        }
    });
    // A key that is held would press what has the keyboard next, such as the way back.
    let on_key = |event: KeyboardEvent| {
        if event.repeat() && event.key() == "Enter" {
            event.prevent_default();
        }
    };
    view! {
        <div class="item-actions" role="group" aria-label="Actions on the item" on:keydown=on_key>
            {list(move || actions.get(), key_of, button)}
        </div>
        {part(question)}
    }
}

/// The buttons of the actions.
const BUTTONS: &str = ".item-actions > .button";

/// The view, when nothing in it has the keyboard.
const VIEW_ITSELF: &str = ".view__body:focus";

/// The selector of the question.
const QUESTION: &str = ".item-actions__ask";

/// The name of the field for what waits in it.
const PLACE: &str = "name of an item";

/// Asks for a name, with suggestions.
#[component]
fn NameQuestion(
    label: String,
    names: Vec<String>,
    answer: Callback<String>,
    cancel: Callback<()>,
    /// The reason why the last answer was not accepted.
    refused: ReadSignal<Option<String>>,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    dom::on_each_load(input, |input| {
        request_animation_frame(move || {
            let _ = input.focus();
            input.select();
        });
    });
    // Only the person says that there shall be such an item, so the browser asks before the page is left.
    on_cleanup(|| changes::note_unwritten(PLACE, false));
    let commit = move || {
        answer.run(input.get_untracked().map(|it| it.value()).unwrap_or_default());
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" => commit(),
            "Escape" => cancel.run(()),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let first = names.first().cloned().unwrap_or_default();
    let proposals = names
        .iter()
        .take(24)
        .map(|it| {
            let name = it.clone();
            view! {
                <button type="button" class="item-actions__name" on:click=move |_| answer.run(name.clone())>
                    {it.clone()}
                </button>
            }
        })
        .collect_view();
    view! {
        <div class="item-actions__ask" role="group" aria-label=label.clone()>
            <div class="item-actions__field">
                <input
                    class="input"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    aria-label="Name"
                    prop:value=first.clone()
                    node_ref=input
                    on:keydown=on_key
                    on:input=move |event| {
                        let is_typed = event_target_value(&event).trim() != first;
                        changes::note_unwritten(PLACE, is_typed);
                    }
                />
                <Button label="OK" is_primary=true on_press=move |()| commit() />
                <Button label="Cancel" on_press=cancel />
            </div>
            {part(move || {
                refused
                    .get()
                    .map(|why| {
                        view! {
                            <p class="field__problem" role="alert">
                                <IconView icon=Icon::Error />
                                <span>
                                    <Prose text=sentence(&why) />
                                </span>
                            </p>
                        }
                    })
            })}
            <div class="item-actions__names" role="group" aria-label="Suggested names">
                {proposals}
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_goes_into_the_command_and_the_outcome() {
        let path = |parts: &[&str]| ItemPath(parts.iter().map(|it| (*it).to_owned()).collect());
        let add =
            Command::AddItem { kind: "section".into(), name: String::new(), values: Vec::new() };
        let added = named(add, " MPI.default ");
        assert_eq!(outcome(&added), Some(path(&["section", "MPI.default"])));
        let item = path(&["section", "OpenMP.default", "#2"]);
        let copy = named(Command::Duplicate { item: item.clone(), name: String::new() }, "x");
        assert_eq!(outcome(&copy), Some(path(&["section", "x"])));
        let removal = named(Command::Remove { item: item.clone() }, "x");
        assert_eq!(removal, Command::Remove { item });
        assert_eq!(outcome(&removal), None);
    }

    #[test]
    fn a_button_stays_while_its_item_moves_and_goes_with_the_item_that_it_removes() {
        let item = |nth: &str| ItemPath(vec!["section".to_owned(), nth.to_owned()]);
        let key =
            |command| key_of(&ItemAction { label: "Do".to_owned(), command, names: Vec::new() });
        let up = |nth| key(Command::Move { item: item(nth), before: None });
        assert_eq!(up("a"), up("b"));
        let remove = |nth| key(Command::Remove { item: item(nth) });
        assert_ne!(remove("a"), remove("b"));
    }

    #[test]
    fn a_question_lasts_while_its_action_is_offered() {
        let action = |label: &str, item: Option<&str>, names: &[&str]| ItemAction {
            label: label.to_owned(),
            command: match item {
                Some(item) => Command::Duplicate {
                    item: ItemPath(vec!["section".to_owned(), item.to_owned()]),
                    name: String::new(),
                },
                None => Command::AddItem {
                    kind: "section".to_owned(),
                    name: String::new(),
                    values: Vec::new(),
                },
            },
            names: names.iter().map(|it| (*it).to_owned()).collect(),
        };
        let of_another_item =
            [action("Add section", None, &["b"]), action("Duplicate", Some("B"), &["b"])];
        assert!(is_offered(&of_another_item, &action("Add section", None, &["a"])));
        assert!(!is_offered(&of_another_item, &action("Duplicate", Some("A"), &["a"])));
    }
}
