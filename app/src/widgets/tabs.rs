//! Tab lists: arrow keys move the focus, and the focused tab is shown.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::following::{effect, memo};
use crate::platform::dom;
use crate::widgets::dynamic::{list, live, part};

/// A tab. Its label is unique in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tab {
    pub label: &'static str,
    /// A number beside it, if it is not zero.
    pub count: usize,
}

impl Tab {
    /// Makes a tab without a number.
    #[must_use]
    pub fn new(label: &'static str) -> Tab {
        Tab { label, count: 0 }
    }
}

/// Shows a row of tabs.
#[component]
pub fn TabList(
    /// The name for screen readers.
    label: &'static str,
    /// The tabs, in order.
    #[prop(into)]
    tabs: Signal<Vec<Tab>>,
    /// The index of the shown tab.
    #[prop(into)]
    shown: Signal<Option<usize>>,
    /// Called with the index of the picked tab.
    #[prop(into)]
    on_pick: Callback<usize>,
) -> impl IntoView {
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            _ => return,
        };
        let n_tabs = tabs.with_untracked(Vec::len);
        let here = shown.get_untracked().unwrap_or(0) as i32;
        event.prevent_default();
        dom::focus_sibling(&event, "tab", step);
        on_pick.run((here + step).rem_euclid(n_tabs.max(1) as i32) as usize);
    };
    let row = move |tab: Tab| {
        let place =
            memo(move |_| tabs.with(|tabs| tabs.iter().position(|it| it.label == tab.label)));
        let count = move || {
            tabs.with(|tabs| place.get().and_then(|it| tabs.get(it)).map_or(0, |it| it.count))
        };
        let is_shown = move || place.get().is_some() && shown.get() == place.get();
        view! {
            <button
                type="button"
                class="tab"
                class:tab--shown=live(is_shown)
                role="tab"
                aria-selected=live(move || if is_shown() { "true" } else { "false" })
                tabindex=live(move || if is_shown() { "0" } else { "-1" })
                on:click=move |_| {
                    if let Some(place) = place.get_untracked() {
                        on_pick.run(place);
                    }
                }
            >
                <span class="tab__label">{tab.label}</span>
                {part(move || {
                    let count = count();
                    (count > 0).then(|| view! { <span class="tab__count">{count}</span> })
                })}
            </button>
        }
    };
    let row_of_tabs = NodeRef::<html::Div>::new();
    let size = dom::size_of(row_of_tabs);
    // Where not all tabs fit, the shown one is in sight.
    effect(move || {
        shown.track();
        tabs.track();
        size.track();
        request_animation_frame(move || {
            if let Some(Some(row)) = row_of_tabs.try_get_untracked() {
                dom::reveal_inside(&row, ".tab--shown");
            }
        });
    });
    view! {
        <div
            class="tabs"
            role="tablist"
            aria-label=label
            node_ref=row_of_tabs
            on:keydown=on_key
        >
            {list(move || tabs.get(), |tab| tab.label.to_owned(), row)}
        </div>
    }
}
