//! A button that opens a list of choices.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use crate::platform::dom;
use crate::widgets::dynamic::{live, part};

/// One choice.
#[derive(Clone)]
pub struct MenuItem {
    /// What people read.
    pub label: String,
    /// A few words more; may be empty.
    pub detail: String,
    /// A sentence below it; may be empty.
    pub about: String,
    /// Left of it.
    pub icon: Option<Icon>,
    /// Whether it is the one that counts now.
    pub is_checked: bool,
    /// What happens.
    pub run: Callback<()>,
}

/// A button with a menu below it.
#[component]
pub fn Menu(
    /// The button's text, and name for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// On the button.
    #[prop(into)]
    icon: Signal<Option<Icon>>,
    /// Shows only the icon.
    #[prop(optional)]
    is_bare: bool,
    /// Opens above the button, for buttons at the bottom.
    #[prop(optional)]
    opens_up: bool,
    /// The choices when it is opened.
    #[prop(into)]
    items: Callback<(), Vec<MenuItem>>,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let root = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let close = move || {
        if is_open.get_untracked() {
            is_open.set(false);
            if let Some(button) = button.get_untracked() {
                let _ = button.focus();
            }
        }
    };
    // What was typed since the menu opened, to find a choice by.
    let typed = StoredValue::new(String::new());
    let on_key = move |event: KeyboardEvent| {
        let is_shown = is_open.get_untracked();
        let key = event.key();
        match key.as_str() {
            "Escape" if is_shown => close(),
            "ArrowDown" if is_shown => dom::focus_sibling(&event, "menuitemradio", 1),
            "ArrowUp" if is_shown => dom::focus_sibling(&event, "menuitemradio", -1),
            "ArrowDown" => is_open.set(true),
            "Backspace" if is_shown => typed.update_value(String::clear),
            _ if is_shown
                && key.chars().count() == 1
                && key != " "
                && !event.ctrl_key()
                && !event.alt_key()
                && !event.meta_key() =>
            {
                typed.update_value(|it| it.push_str(&key));
                typed.with_value(|it| dom::focus_containing(&event, "[role=menuitemradio]", it));
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let on_leave = move |event: FocusEvent| {
        let next = event.related_target();
        let stays = root
            .get_untracked()
            .is_some_and(|root| next.is_some_and(|next| dom::contains(&root, &next)));
        if !stays {
            is_open.set(false);
        }
    };
    let list = move || {
        let rows = items
            .run(())
            .into_iter()
            .map(|item| {
                let run = item.run;
                view! {
                    <button
                        type="button"
                        class="menu__item"
                        role="menuitemradio"
                        aria-checked=if item.is_checked { "true" } else { "false" }
                        on:click=move |_| {
                            close();
                            run.run(());
                        }
                    >
                        <span class="menu__mark">
                            {match item.icon {
                                Some(icon) => Some(view! { <IconView icon=icon /> }),
                                None => item.is_checked.then(|| view! { <IconView icon=Icon::Check /> }),
                            }}
                        </span>
                        <span class="menu__label">
                            {item.label}
                            {(!item.about.is_empty())
                                .then(|| view! { <span class="menu__about">{item.about}</span> })}
                        </span>
                        <span class="menu__detail">{item.detail}</span>
                    </button>
                }
            })
            .collect_view();
        let list = NodeRef::<html::Div>::new();
        list.on_load(move |list| {
            typed.update_value(String::clear);
            request_animation_frame(move || {
                dom::focus_first(&list, "[role=menuitemradio]");
                dom::focus_first(&list, "[role=menuitemradio][aria-checked=true]");
            });
        });
        view! {
            <div class="menu__list" class:menu__list--up=opens_up role="menu" node_ref=list>
                {rows}
            </div>
        }
    };
    view! {
        <div class="menu" node_ref=root on:keydown=on_key on:focusout=on_leave>
            <button
                type="button"
                class="button"
                class:button--bare=is_bare
                node_ref=button
                aria-haspopup="menu"
                aria-expanded=live(move || if is_open.get() { "true" } else { "false" })
                aria-label=label
                title=live(move || is_bare.then(|| label.get()))
                on:click=move |_| is_open.update(|it| *it = !*it)
            >
                {part(move || icon.get().map(|icon| view! { <IconView icon=icon /> }))}
                {(!is_bare).then(|| view! { <span class="button__label">{label}</span> })}
            </button>
            {part(move || is_open.get().then(list))}
        </div>
    }
}
