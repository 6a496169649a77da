//! Tab lists: arrows move, the tab in focus is the one shown.

use std::hash::Hash;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use crate::platform::dom;

/// One tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tab<K> {
    /// What is shown.
    pub key: K,
    /// What people read.
    pub label: String,
    /// Left of it.
    pub icon: Option<Icon>,
    /// A number beside it, if it is not zero.
    pub count: usize,
}

/// A row of tabs.
#[component]
pub fn TabList<K>(
    /// Name for screen readers.
    label: &'static str,
    /// The tabs, in order.
    #[prop(into)]
    tabs: Signal<Vec<Tab<K>>>,
    /// The tab that is shown.
    #[prop(into)]
    shown: Signal<Option<K>>,
    /// A tab was picked.
    #[prop(into)]
    on_pick: Callback<K>,
) -> impl IntoView
where
    K: Copy + Eq + Hash + Send + Sync + 'static,
{
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            _ => return,
        };
        let tabs = tabs.get_untracked();
        let here = tabs.iter().position(|it| Some(it.key) == shown.get_untracked()).unwrap_or(0);
        let next = (here as i32 + step).rem_euclid(tabs.len().max(1) as i32) as usize;
        if let Some(tab) = tabs.get(next) {
            event.prevent_default();
            dom::focus_sibling(&event, "tab", step);
            on_pick.run(tab.key);
        }
    };
    let row = move |tab: Tab<K>| {
        let key = tab.key;
        let is_shown = move || shown.get() == Some(key);
        let count = Memo::new(move |_| {
            tabs.with(|tabs| tabs.iter().find(|it| it.key == key).map_or(0, |it| it.count))
        });
        view! {
            <button
                type="button"
                class="tab"
                class:tab--shown=is_shown
                role="tab"
                aria-selected=move || if is_shown() { "true" } else { "false" }
                tabindex=move || if is_shown() { "0" } else { "-1" }
                on:click=move |_| on_pick.run(key)
            >
                {tab.icon.map(|icon| view! { <IconView icon=icon /> })}
                <span class="tab__label">{tab.label}</span>
                {move || {
                    let count = count.get();
                    (count > 0).then(|| view! { <span class="tab__count">{count}</span> })
                }}
            </button>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=label on:keydown=on_key>
            <For each=move || tabs.get() key=|tab| tab.key children=row />
        </div>
    }
}
