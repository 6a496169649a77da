//! The reference in its dialog.

use std::sync::Arc;

use bobbin_protocol::{Reference, ReferenceDocument};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::document::{contents, sections};
use super::load;
use super::place::{FRAGMENT, Place, use_reference_place};
use super::search::{Hit, Index, MOST};
use crate::document::use_documents;
use crate::following::{effect, memo};
use crate::platform::{dom, links};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::Icon;
use crate::widgets::prose::{counted, sentence};
use crate::widgets::search_field::SearchField;
use crate::widgets::segments::{Segment, Segments};

/// The state of the dialog.
#[derive(Clone, Copy)]
struct Reading {
    reference: StoredValue<Arc<Reference>>,
    index: StoredValue<Index>,
    /// The document that is shown, by its index.
    document: Memo<usize>,
    /// The section at the top of the visible part.
    here: RwSignal<Place>,
    query: RwSignal<String>,
    /// Where there is room for one of both, true for the contents instead of the text.
    is_list: RwSignal<bool>,
}

impl Reading {
    fn shown(self) -> Option<ReferenceDocument> {
        let idx = self.document.get();
        self.reference.with_value(|it| it.documents.get(idx).cloned())
    }
}

/// Shows the reference: contents, text and search.
#[component]
pub fn ReferenceDialog(close: Callback<()>) -> impl IntoView {
    let place = use_reference_place();
    let loaded = RwSignal::new(None);
    leptos::task::spawn_local(async move {
        let found = load().await;
        // The dialog may be closed by now.
        let _ = loaded.try_set(Some(found));
    });
    links::hold_fragment(FRAGMENT, move || place.get().fragment());
    let content = move || match loaded.get()? {
        Ok(reference) => Some(view! { <Reader reference=reference /> }.into_any()),
        Err(why) => Some(view! { <p class="message">{sentence(&why)}</p> }.into_any()),
    };
    view! {
        <ModalDialog title="Reference" is_large=true on_close=close>
            {part(content)}
        </ModalDialog>
    }
}

#[component]
fn Reader(reference: Arc<Reference>) -> impl IntoView {
    let place = use_reference_place();
    let documents = use_documents();
    // Without another wish it is the one about the shown file.
    let language = documents.shown().map(|it| it.language.get_untracked()).unwrap_or_default();
    let about = reference.documents.iter().position(|it| it.languages.contains(&language));
    let names: Vec<String> = reference.documents.iter().map(|it| it.name.clone()).collect();
    let by_index = names.clone();
    let document = memo(move |_| {
        let wanted = place.get().document;
        names.iter().position(|it| *it == wanted).or(about).unwrap_or(0)
    });
    let reading = Reading {
        index: StoredValue::new(Index::new(&reference)),
        document,
        here: RwSignal::new(place.get_untracked()),
        query: RwSignal::new(String::new()),
        is_list: RwSignal::new(place.get_untracked().anchor.is_empty()),
        reference: StoredValue::new(Arc::clone(&reference)),
    };
    let is_first = StoredValue::new(true);
    effect(move || {
        let to = place.get();
        // The text of another document is there in the next frame.
        document.track();
        let was_first = is_first.try_update_value(|it| std::mem::replace(it, false));
        let has_anchor = !to.anchor.is_empty();
        if has_anchor || was_first != Some(true) {
            reading.is_list.set(false);
        }
        request_animation_frame(move || {
            if has_anchor {
                dom::read_from(&to.fragment());
            } else if was_first == Some(true) {
                dom::focus(".reference__search input");
            }
        });
    });
    let segments = reference.documents.iter().map(|it| Segment::new(it.title.clone())).collect();
    let pick = move |idx: usize| {
        if let Some(name) = by_index.get(idx) {
            place.go(Place::new(name, ""));
        }
    };
    let toggle = move |()| reading.is_list.update(|it| *it = !*it);
    let toggle_label = move || if reading.is_list.get() { "Text" } else { "Contents" }.to_owned();
    view! {
        <div class="reference" class:reference--list=live(move || reading.is_list.get())>
            <div class="reference__bar">
                <Segments
                    label="Document"
                    segments=segments
                    picked=Signal::derive(move || Some(document.get()))
                    on_pick=pick
                />
                <Search reading=reading />
                <div class="reference__toggle">
                    <Button
                        label=Signal::derive(toggle_label)
                        icon=Icon::Section
                        on_press=toggle
                    />
                </div>
            </div>
            <Side reading=reading />
            <Text reading=reading />
        </div>
    }
}

#[component]
fn Search(reading: Reading) -> impl IntoView {
    let on_type = move |text: String| {
        reading.is_list.set(true);
        reading.query.set(text);
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            if let Some(hit) = hits(reading).first() {
                event.prevent_default();
                links::follow(&hit.place.fragment());
            }
        }
        "ArrowDown" => {
            event.prevent_default();
            dom::focus(".reference__side a");
        }
        // The dialog stays open for what else is to be found.
        "Escape" if !reading.query.read_untracked().is_empty() => {
            event.prevent_default();
            event.stop_propagation();
            reading.query.set(String::new());
        }
        _ => {}
    };
    view! {
        <SearchField
            label="Search the reference"
            placeholder="Search all documents"
            class="reference__search"
            icon=Icon::Search
            text=reading.query
            on_type=on_type
            on_key=on_key
        />
    }
}

fn hits(reading: Reading) -> Vec<Hit> {
    let document = reading.document.get_untracked();
    let name =
        reading.reference.with_value(|it| it.documents.get(document).map(|it| it.name.clone()));
    let query = reading.query.get();
    reading.index.with_value(|it| it.search(&query, &name.unwrap_or_default()))
}

/// Shows the results of the search, or else the contents.
#[component]
fn Side(reading: Reading) -> impl IntoView {
    let is_searching = memo(move |_| !reading.query.read().trim().is_empty());
    let content = move || {
        if is_searching.get() {
            view! { <Results reading=reading /> }.into_any()
        } else {
            reading.shown().map(|it| contents(&it, reading.here)).into_any()
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            _ => return,
        };
        event.prevent_default();
        dom::focus_neighbour(&event, "a", step);
    };
    effect(move || {
        reading.here.track();
        request_animation_frame(|| dom::reveal_first(".reference__contents [aria-current]"));
    });
    view! {
        <div class="reference__side" on:keydown=on_key>
            {part(content)}
        </div>
    }
}

#[component]
fn Results(reading: Reading) -> impl IntoView {
    let found = memo(move |_| hits(reading));
    let summary = move || match found.read().len() {
        0 => "Nothing found.".to_owned(),
        n => format!("{}.", counted(n, "section")),
    };
    let rows = move || {
        let row = |it: &Hit| {
            let snippet = it.snippet.iter().map(|(text, is_find)| match is_find {
                true => view! { <mark>{text.clone()}</mark> }.into_any(),
                false => text.clone().into_any(),
            });
            view! {
                <li>
                    <a class="reference__hit" href=it.place.address()>
                        <span class="reference__hit-title">
                            {it.title.clone()}
                            <span class="reference__hit-document">{it.document.clone()}</span>
                        </span>
                        <span class="reference__snippet">{snippet.collect_view()}</span>
                    </a>
                </li>
            }
        };
        let found = found.read();
        let more = found.len().saturating_sub(MOST);
        let note = (more > 0).then(|| {
            let text = format!("{more} more; another word narrows it down.");
            view! { <EmptyNote class="reference__more">{text}</EmptyNote> }
        });
        let rows = found.iter().take(MOST).map(row).collect_view();
        view! {
            <ul aria-label="Results">{rows}</ul>
            {note}
        }
    };
    view! {
        <p class="reference__summary" role="status">
            {part(summary)}
        </p>
        {part(rows)}
    }
}

/// Shows the text of the document, and follows which section is read.
#[component]
fn Text(reading: Reading) -> impl IntoView {
    let place = use_reference_place();
    let element = NodeRef::<html::Div>::new();
    let content = move || reading.shown().map(|it| sections(&it));
    let is_due = StoredValue::new(false);
    let on_scroll = move |_| {
        if is_due.get_value() {
            return;
        }
        is_due.set_value(true);
        request_animation_frame(move || {
            let _ = is_due.try_set_value(false);
            let Some(element) = element.try_get_untracked().flatten() else { return };
            let id = dom::last_above(&element, ".reference__heading", 48.0);
            if let Some(place) = id.and_then(|it| Place::of_fragment(&it)) {
                let is_other = reading.here.try_with_untracked(|it| *it != place);
                if is_other == Some(true) {
                    reading.here.set(place);
                }
            }
        });
    };
    effect(move || {
        let idx = reading.document.get();
        let name =
            reading.reference.with_value(|it| it.documents.get(idx).map(|it| it.name.clone()));
        // A place in the text is gone to once it is there.
        let is_beginning = place.get().anchor.is_empty();
        if let Some(element) = element.get().filter(|_| is_beginning) {
            dom::scroll_to(&element, 0.0);
        }
        reading.here.update(|it| {
            let name = name.unwrap_or_default();
            if it.document != name {
                *it = Place::new(&name, "");
            }
        });
    });
    view! {
        <div class="reference__text" node_ref=element tabindex="0" role="region" aria-label="Text" on:scroll=on_scroll>
            {part(content)}
        </div>
    }
}
