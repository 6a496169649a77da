//! A segmented control: a few choices side by side.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::dynamic::live;
use crate::following::memo;
use crate::platform::dom;

/// A choice of a segmented control.
pub struct Segment {
    pub text: Signal<String>,
    /// A longer explanation.
    pub title: Option<String>,
    /// Stands out when it is picked, as what is switched on.
    pub is_on: bool,
}

impl Segment {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Segment {
        Segment { text: Signal::stored(text.into()), title: None, is_on: false }
    }
}

/// Shows choices side by side. Tab reaches the picked one, or else the first; arrows pick another.
#[component]
pub fn Segments(
    #[prop(into)] label: Signal<String>,
    segments: Vec<Segment>,
    /// The picked choice, by its index.
    #[prop(into)]
    picked: Signal<Option<usize>>,
    /// Called with the index of another choice.
    #[prop(into)]
    on_pick: Callback<usize>,
) -> impl IntoView {
    let is_arrow = StoredValue::new(false);
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => 1,
            "ArrowLeft" | "ArrowUp" => -1,
            _ => return,
        };
        event.prevent_default();
        is_arrow.set_value(true);
        dom::focus_sibling(&event, "radio", step);
        is_arrow.set_value(false);
    };
    let pick = move |idx: usize| {
        if picked.get_untracked() != Some(idx) {
            on_pick.run(idx);
        }
    };
    let button = |(idx, segment): (usize, Segment)| {
        let is_picked = memo(move |_| picked.get() == Some(idx));
        let is_reached = move || is_picked.get() || (idx == 0 && picked.get().is_none());
        view! {
            <button
                type="button"
                class="segment"
                class:segment--picked=is_picked
                class:segment--on=segment.is_on
                role="radio"
                aria-checked=live(move || if is_picked.get() { "true" } else { "false" })
                tabindex=live(move || if is_reached() { "0" } else { "-1" })
                title=segment.title
                on:click=move |_| pick(idx)
                on:focus=move |_| {
                    if is_arrow.get_value() {
                        pick(idx);
                    }
                }
            >
                {segment.text}
            </button>
        }
    };
    let buttons = segments.into_iter().enumerate().map(button).collect_view();
    view! {
        <div class="segments" role="radiogroup" aria-label=label on:keydown=on_key>
            {buttons}
        </div>
    }
}
