//! Going to an offset and searching.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::find::{Needle, find, next, offset};
use super::state::BytesState;
use crate::following::memo;
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::icon::Icon;
use crate::widgets::search_field::SearchField;

/// The number of finds above which they are not counted.
const MAX_FOUND: usize = 10_000;
/// The size above which the search waits for Enter: each letter would hold the page up.
const MAX_AT_ONCE: usize = 1 << 20;

/// Shows a field for an offset and one for what to find.
#[component]
pub fn ByteTools(state: BytesState) -> impl IntoView {
    view! {
        <div class="byte-tools" role="search" aria-label="Bytes">
            <OffsetField state=state />
            <ByteSearch state=state />
        </div>
    }
}

/// Goes to an offset.
#[component]
fn OffsetField(state: BytesState) -> impl IntoView {
    let offset_field = NodeRef::<html::Input>::new();
    let on_offset = move |event: KeyboardEvent| {
        if event.key() != "Enter" {
            return;
        }
        event.prevent_default();
        let Some(field) = offset_field.get_untracked() else { return };
        let n_bytes = state.model.with_untracked(|it| it.bytes.len());
        match offset(&field.value(), state.marked.get_untracked().0, n_bytes) {
            Some(offset) => {
                field.set_value("");
                state.mark(offset, 1);
                // Digits and arrows go on from there.
                dom::focus(".hex [tabindex]");
            }
            None => state.toasts.complain("There is no byte at this offset."),
        }
    };
    view! {
        <input
            class="input byte-tools__offset"
            type="text"
            node_ref=offset_field
            aria-label="Go to offset"
            placeholder="Go to 0x…"
            title="Decimal, 0x hexadecimal, or +n and -n from here"
            on:keydown=on_offset
        />
    }
}

/// Finds bytes by what they mean.
#[component]
fn ByteSearch(state: BytesState) -> impl IntoView {
    let needle = RwSignal::new(Needle::Hex);
    let typed = RwSignal::new(String::new());
    let found = memo(move |_| {
        let patterns = needle.get().patterns(&typed.read());
        state.model.with(|it| find(&it.bytes, &patterns, MAX_FOUND))
    });
    // Where the search has led to, which the next step leaves.
    let reached = RwSignal::new(None::<(u32, u32)>);
    let go = move |is_forward: bool| {
        let marked = state.marked.get_untracked();
        let is_there = reached.get_untracked() == Some(marked);
        if typed.with_untracked(|it| it.trim().is_empty()) {
            return state.toasts.answer("Type something to find first.");
        }
        let place =
            found.with_untracked(|it| it.get(next(it, marked.0, is_there, is_forward)?).copied());
        if let Some((offset, len)) = place {
            state.mark(offset, len);
        }
        reached.set(place);
    };
    let on_type = move |text: String| {
        if state.model.with_untracked(|it| it.bytes.len() <= MAX_AT_ONCE) {
            reached.set(None);
            typed.set(text);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            let value = event_target_value(&event);
            if typed.with_untracked(|it| *it != value) {
                reached.set(None);
                typed.set(value);
            }
            go(!event.shift_key());
        }
    };
    let count = move || {
        let n = found.with(Vec::len);
        if typed.with(|it| it.trim().is_empty()) {
            return String::new();
        }
        let here = Some(state.marked.get()).filter(|it| reached.get() == Some(*it));
        let place = found.with(|it| it.iter().position(|it| Some(*it) == here));
        match (place, n) {
            (_, 0) => "not found".to_owned(),
            (Some(place), n) => format!("{} of {n}", place + 1),
            (None, MAX_FOUND..) => format!("{MAX_FOUND} or more"),
            (None, n) => format!("{n} found"),
        }
    };
    let kinds = Needle::ALL
        .map(|it| view! { <option value=it.label()>{it.label()}</option> })
        .into_iter()
        .collect_view();
    let on_kind = move |event: leptos::ev::Event| {
        let label = event_target_value(&event);
        if let Some(kind) = Needle::ALL.into_iter().find(|it| it.label() == label) {
            reached.set(None);
            needle.set(kind);
        }
    };
    view! {
        <select class="input byte-tools__kind" aria-label="What to find" on:change=on_kind>
            {kinds}
        </select>
        <SearchField
            label="Find bytes"
            placeholder="Find"
            class="byte-tools__find"
            icon=Icon::Search
            count=Signal::derive(count)
            on_type=on_type
            on_key=on_key
        />
        <div class="byte-tools__steps">
            <Button label="Previous match" icon=Icon::ChevronUp is_bare=true on_press=move |()| go(false) />
            <Button label="Next match" icon=Icon::ChevronDown is_bare=true on_press=move |()| go(true) />
        </div>
    }
}
