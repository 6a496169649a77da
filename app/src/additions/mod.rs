//! Adding whole items to a text: the first one to an empty text, and any by name from the palette.

use bobbin_protocol::{Additions, AdditionsParams, Command, ItemAction, ViewKind};
use leptos::prelude::*;

use crate::canvas::{CanvasControl, CanvasRequest, use_canvas_control};
use crate::document::{Asked, DocumentStore, use_documents, use_editing};
use crate::following::{effect, memo};
use crate::inspector::{ItemActions, carry_out, named};
use crate::navigation::{Navigation, use_navigation};
use crate::platform::{editor, window};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};

/// Follows the items that can be added to the shown text; `None` until the server has answered.
fn follow(documents: DocumentStore) -> ReadSignal<Option<Additions>> {
    let (found, set_found) = signal(None);
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        if file.info.with(Option::is_none) {
            return;
        }
        leptos::task::spawn_local(async move {
            let params = AdditionsParams { uri: file.uri.clone() };
            let answer = editor::request::<_, Additions>(AdditionsParams::METHOD, &params).await;
            // A stale answer is followed by a newer one; the component may be gone by now.
            if let Ok(additions) = answer {
                let _ = set_found.try_set(Some(additions));
            }
        });
    });
    found
}

/// Opens the catalogue, from which the graph adds.
fn add_from_catalogue(navigation: Navigation, control: CanvasControl) {
    navigation.show_view(ViewKind::Graph);
    window::after_paint(move || control.ask(CanvasRequest::Add));
}

/// Offers first items for the shown text while it has none.
#[component]
pub fn FirstItems() -> impl IntoView {
    let documents = use_documents();
    let is_empty = memo(move |_| {
        let Some(file) = documents.active.get() else { return false };
        file.views.outline.with(|it| matches!(it, Asked::Here(it) if it.entries.is_empty()))
    });
    view! {
        <When when=is_empty>
            <Offers />
        </When>
    }
}

#[component]
fn Offers() -> impl IntoView {
    let control = use_canvas_control();
    let navigation = use_navigation();
    let additions = follow(use_documents());
    let actions = memo(move |_| {
        additions.with(|it| it.as_ref().map(|it| it.actions.clone()).unwrap_or_default())
    });
    let in_catalogue =
        memo(move |_| additions.with(|it| it.as_ref().and_then(|it| it.in_catalogue.clone())));
    // The form of an empty text offers the actions itself.
    let is_form = move || navigation.view.get() == Some(ViewKind::Form);
    // The empty drawing offers the catalogue itself.
    let is_drawing = move || navigation.view.get() == Some(ViewKind::Graph);
    let has_offers = move || match in_catalogue.with(Option::is_some) {
        true => !is_drawing(),
        false => additions.with(Option::is_some) && !is_form(),
    };
    // The form of an empty text says itself that there is nothing.
    let words = move || match is_form() {
        true => "Start with:",
        false => "There are no entries yet. Start with:",
    };
    view! {
        <When when=has_offers>
            <section class="first-items" aria-label="Start this file">
                <p class="first-items__text">{live(words)}</p>
                {part(move || {
                    in_catalogue
                        .get()
                        .map(|kind| {
                            view! {
                                <Button
                                    label=format!("Add {kind}…")
                                    icon=Icon::Plus
                                    is_primary=true
                                    on_press=move |()| add_from_catalogue(navigation, control)
                                />
                            }
                        })
                })}
                <When when=move || !is_form()>
                    <ItemActions actions=actions />
                </When>
            </section>
        </When>
    }
}

/// An item in the picker.
#[derive(Debug, Clone, PartialEq)]
enum Offer {
    /// Leads to the catalogue, where the type is picked.
    InCatalogue,
    /// Is added by this command.
    Made(Command),
}

/// Returns the items to pick from, each with its heading.
fn offers(additions: &Additions) -> Vec<(Offer, PickerItem, String)> {
    let from_catalogue = additions.in_catalogue.iter().map(|kind| {
        let item = PickerItem::new(&format!("{kind}…"), "from the catalogue");
        (Offer::InCatalogue, item, format!("Add {kind}"))
    });
    let made = additions.actions.iter().flat_map(|ItemAction { label, command, names }| {
        let bare = PickerItem::new(label, "");
        let only = names.is_empty().then(|| (Offer::Made(command.clone()), bare, label.clone()));
        let of_names = names.iter().map(|name| {
            (Offer::Made(named(command.clone(), name)), PickerItem::new(name, ""), label.clone())
        });
        only.into_iter().chain(of_names).collect::<Vec<_>>()
    });
    let icon =
        |(offer, item, heading)| (offer, PickerItem { icon: Some(Icon::Plus), ..item }, heading);
    from_catalogue.chain(made).map(icon).collect()
}

/// Returns an item under the typed name for each action whose names are only proposals, with its heading; none if
/// one that is there is meant.
fn typed_offers(additions: &Additions, typed: &str) -> Vec<(Offer, PickerItem, String)> {
    let typed = typed.trim();
    let lower = typed.to_lowercase();
    let is_in = |it: &str| it.to_lowercase().contains(&lower);
    let is_name = !typed.is_empty() && !typed.contains(char::is_whitespace);
    // One that is named by its kind has no other name.
    let is_free = |it: &&ItemAction| !it.names.iter().all(|name| it.label.ends_with(name.as_str()));
    let made = additions.actions.iter().filter(|it| is_name && is_free(it));
    let others = made.filter(|it| !is_in(&it.label) && !it.names.iter().any(|it| is_in(it)));
    let offer = |ItemAction { label, command, .. }: &ItemAction| {
        let item =
            PickerItem { icon: Some(Icon::Plus), is_typed: true, ..PickerItem::new(typed, label) };
        (Offer::Made(named(command.clone(), typed)), item, label.clone())
    };
    others.map(offer).collect()
}

/// Asks which item to add.
#[component]
pub fn AddItemDialog(close: Callback<()>) -> impl IntoView {
    let navigation = use_navigation();
    let control = use_canvas_control();
    let editing = use_editing();
    let additions = follow(use_documents());
    // The list on the screen stays, whatever arrives meanwhile.
    let first = memo(move |before: Option<&Option<Additions>>| {
        before.cloned().flatten().or_else(|| additions.get())
    });
    let picker = move || {
        let Some(additions) = first.get() else {
            return view! { <EmptyNote>"Loading…"</EmptyNote> }.into_any();
        };
        let typed = RwSignal::new(String::new());
        let own = offers(&additions);
        let headings = own.iter().map(|it| it.2.clone()).collect::<Vec<_>>();
        let all = memo(move |_| {
            let further = typed.with(|it| typed_offers(&additions, it));
            own.iter().cloned().chain(further).collect::<Vec<_>>()
        });
        let items =
            Signal::derive(move || all.with(|all| all.iter().map(|it| it.1.clone()).collect()));
        let on_pick = move |idx: usize| {
            let picked = all.with_untracked(|all| all.get(idx).map(|it| it.0.clone()));
            close.run(());
            match picked {
                Some(Offer::InCatalogue) => add_from_catalogue(navigation, control),
                Some(Offer::Made(command)) => carry_out(editing, command),
                None => {}
            }
        };
        view! {
            <Picker
                placeholder="Add an item…"
                items=items
                headings=headings
                typed=typed
                on_pick=on_pick
            />
        }
        .into_any()
    };
    view! {
        <ModalDialog title="Add an item" is_plain=true on_close=close>
            <div class="add">{part(picker)}</div>
        </ModalDialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_name_is_an_offer_too() {
        let command =
            Command::AddItem { kind: "section".into(), name: String::new(), values: Vec::new() };
        let action = |label: &str, names: &[&str]| ItemAction {
            label: label.into(),
            command: command.clone(),
            names: names.iter().map(|it| (*it).to_owned()).collect(),
        };
        let additions = Additions {
            actions: vec![
                action("Add section", &["a", "scheduler"]),
                action("Add metadata", &["metadata"]),
                action("Move up", &[]),
            ],
            in_catalogue: None,
        };
        let told = |typed: &str| {
            let offers = typed_offers(&additions, typed).into_iter();
            offers.map(|it| (it.0, it.1.label, it.1.detail)).collect::<Vec<_>>()
        };
        let mine = Offer::Made(named(command.clone(), "myconf"));
        assert_eq!(told(" myconf "), [(mine, "myconf".to_owned(), "Add section".to_owned())]);
        for typed in ["", "sched", "Section", "two words"] {
            assert_eq!(told(typed), [], "{typed}");
        }
    }

    #[test]
    fn each_name_is_an_offer_of_its_own() {
        let add = |name: &str| Command::AddItem {
            kind: "section".into(),
            name: name.into(),
            values: Vec::new(),
        };
        let action = |label: &str, name: &str, names: &[&str]| ItemAction {
            label: label.into(),
            command: add(name),
            names: names.iter().map(|it| (*it).to_owned()).collect(),
        };
        let additions = Additions {
            actions: vec![action("Add metadata", "m", &[]), action("Add section", "", &["a", "b"])],
            in_catalogue: Some("process".into()),
        };
        let told: Vec<(Offer, String, String)> =
            offers(&additions).into_iter().map(|it| (it.0, it.1.label, it.2)).collect();
        let made = |name| Offer::Made(add(name));
        let row = |offer, label: &str, heading: &str| (offer, label.to_owned(), heading.to_owned());
        assert_eq!(
            told,
            [
                row(Offer::InCatalogue, "process…", "Add process"),
                row(made("m"), "Add metadata", "Add metadata"),
                row(made("a"), "a", "Add section"),
                row(made("b"), "b", "Add section"),
            ]
        );
    }
}
