//! The reasons why something is or is not in force.

use bobbin_protocol::{Range, Reason, Verdict};
use leptos::prelude::*;

use crate::navigation::use_navigation;
use crate::platform::editor::Focus;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// Shows a chain of rules, each with a link to its place in the text.
#[component]
pub fn ReasonList(
    /// The reasons, in the order of evaluation.
    reasons: Vec<Reason>,
) -> impl IntoView {
    let navigation = use_navigation();
    let row = move |it: Reason| {
        let (icon, word, name) = match it.verdict {
            Verdict::Passes => (Icon::Check, "passes", "passes"),
            Verdict::Stops => (Icon::Close, "stops", "stops here"),
            Verdict::Ignored => (Icon::Minus, "ignored", "has no effect"),
        };
        let lit = it.ranges.clone();
        // Of several places in a line the first is enough.
        let mut places: Vec<Range> = Vec::new();
        for range in it.ranges {
            if places.iter().all(|it| it.start.line != range.start.line) {
                places.push(range);
            }
        }
        let places = places
            .into_iter()
            .take(3)
            .map(|range| {
                view! {
                    " "
                    <button
                        type="button"
                        class="link reasons__place"
                        on:click=move |_| navigation.select_text(range, Focus::Stays)
                    >
                        {format!("line {}", range.start.line + 1)}
                    </button>
                }
            })
            .collect_view();
        view! {
            <li
                class="reasons__item"
                data-verdict=word
                on:pointerenter=move |_| navigation.light_text(&lit)
                on:pointerleave=move |_| navigation.light_text(&[])
            >
                <IconView icon=icon />
                <span class="visually-hidden">{format!("{name}: ")}</span>
                <span class="reasons__text">
                    <Prose text=sentence(&it.sentence) />
                    {places}
                </span>
            </li>
        }
    };
    view! { <ol class="reasons">{reasons.into_iter().map(row).collect_view()}</ol> }
}
