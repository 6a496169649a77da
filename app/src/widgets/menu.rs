//! A button that opens a list of choices.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use crate::platform::dom;
use crate::widgets::dynamic::{live, part, while_here};

#[derive(Clone)]
pub struct MenuItem {
    pub label: String,
    /// A few more words; may be empty.
    pub detail: String,
    /// A sentence below it; may be empty.
    pub about: String,
    /// Left of the label.
    pub icon: Option<Icon>,
    /// True for the current choice, or among actions for what is switched on; `None` for an action.
    pub is_checked: Option<bool>,
    /// Called when it is chosen.
    pub run: Callback<()>,
}

/// Shows a button with a menu below it.
#[component]
pub fn Menu(
    /// The button's text, and name for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// The icon on the button.
    #[prop(into)]
    icon: Signal<Option<Icon>>,
    /// Shows only the icon.
    #[prop(optional)]
    is_bare: bool,
    /// Opens above the button, for buttons at the bottom.
    #[prop(optional)]
    opens_up: bool,
    /// Returns the choices when the menu opens.
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
    // The list handles its own keys.
    let on_key = move |event: KeyboardEvent| {
        match (event.key().as_str(), is_open.get_untracked()) {
            ("ArrowDown", false) => is_open.set(true),
            ("Escape", true) => close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let on_leave = move |event: FocusEvent| {
        if !stays_in(root, &event) {
            is_open.set(false);
        }
    };
    let list = move || {
        view! { <MenuList items=items.run(()) opens_up=opens_up close=move |()| close() /> }
    };
    view! {
        <div class="menu" node_ref=root on:keydown=on_key on:focusout=while_here(on_leave)>
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

/// The place of a menu in the pane that it is opened in, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MenuPlace {
    pub x: f64,
    pub y: f64,
    /// The height that it has below its top; what is longer scrolls.
    pub room: f64,
}

/// Shows the choices of an open menu; the first gets the focus.
#[component]
pub fn MenuList(
    /// The choices to show.
    items: Vec<MenuItem>,
    /// Stands above the element that opened it.
    #[prop(optional)]
    opens_up: bool,
    /// The name for screen readers, where no button gives it one.
    #[prop(optional)]
    label: Option<&'static str>,
    /// The place on a canvas.
    #[prop(optional, into)]
    place: Option<Signal<MenuPlace>>,
    /// Called when something was chosen or Escape pressed.
    #[prop(into)]
    close: Callback<()>,
    /// Called when the focus went elsewhere.
    #[prop(optional, into)]
    leave: Option<Callback<()>>,
) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    let stands_by_button = place.is_none();
    let held = dom::held_focus();
    let close = Callback::new(move |()| {
        held.give_back();
        close.run(());
    });
    // Among actions, what is checked is switched on, and pressing Enter at once would switch it off.
    let is_choice = items.iter().all(|it| it.is_checked.is_some());
    dom::on_each_load(list, move |list| {
        // The keyboard at once: whoever sees the menu may press Escape before the next frame.
        let is_in_page = list.is_connected();
        let take_keys = move || {
            if stands_by_button {
                dom::keep_in_window(&list, opens_up);
            }
            // The current choice, where there is one.
            if !(is_choice && dom::focus_first(&list, "[aria-checked=true]")) {
                dom::focus_first(&list, CHOICE);
            }
        };
        if is_in_page {
            take_keys();
        } else {
            request_animation_frame(take_keys);
        }
    });
    // The text typed since the menu opened, to find a choice by.
    let typed = StoredValue::new(String::new());
    let on_key = move |event: KeyboardEvent| {
        let key = event.key();
        let has_modifier = event.ctrl_key() || event.alt_key() || event.meta_key();
        match key.as_str() {
            "Escape" => close.run(()),
            // Goes on from where the menu was opened.
            "Tab" => return close.run(()),
            "Backspace" => typed.update_value(String::clear),
            _ if key.chars().count() == 1 && key != " " && !has_modifier => {
                typed.update_value(|it| it.push_str(&key));
                typed.with_value(|it| dom::focus_containing(&event, CHOICE, it));
            }
            "ArrowDown" => dom::focus_neighbour(&event, CHOICE, 1),
            "ArrowUp" => dom::focus_neighbour(&event, CHOICE, -1),
            "Home" | "End" => {
                if let Some(list) = list.get_untracked() {
                    let which = if event.key() == "Home" { "first" } else { "last" };
                    dom::focus_first(&list, &format!("{CHOICE}:{which}-child"));
                }
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let on_leave = move |event: FocusEvent| {
        if let Some(leave) = leave
            && !stays_in(list, &event)
        {
            leave.run(());
        }
    };
    let rows = items.into_iter().map(|it| choice(it, is_choice, close)).collect::<Vec<_>>();
    view! {
        <div
            class="menu__list"
            class:menu__list--up=opens_up
            class:menu__list--placed=place.is_some()
            role="menu"
            aria-label=label
            style:transform=live(move || {
                place
                    .map_or_else(
                        || "none".to_owned(),
                        |place| {
                            let MenuPlace { x, y, .. } = place.get();
                            format!("translate({x:.0}px, {y:.0}px)")
                        },
                    )
            })
            style:max-height=live(move || place.map(|it| format!("{:.0}px", it.get().room)))
            node_ref=list
            on:keydown=on_key
            on:focusout=while_here(on_leave)
        >
            {rows}
        </div>
    }
}

const CHOICE: &str = "[role^=menuitem]";

fn choice(item: MenuItem, is_choice: bool, close: Callback<()>) -> AnyView {
    let run = item.run;
    let role = match item.is_checked {
        Some(_) if is_choice => "menuitemradio",
        Some(_) => "menuitemcheckbox",
        None => "menuitem",
    };
    let icon = if item.is_checked == Some(true) && item.icon.is_none() {
        Some(Icon::Check)
    } else {
        item.icon
    };
    view! {
        <button
            type="button"
            class="menu__item"
            role=role
            aria-checked=item.is_checked.map(|it| if it { "true" } else { "false" })
            on:click=move |_| {
                close.run(());
                run.run(());
            }
        >
            <span class="menu__mark">{icon.map(|icon| view! { <IconView icon=icon /> })}</span>
            <span class="menu__label">
                {item.label}
                {(!item.about.is_empty())
                    .then(|| view! { <span class="menu__about">{item.about}</span> })}
            </span>
            <span class="menu__detail">{item.detail}</span>
        </button>
    }
    .into_any()
}

/// Returns true if the focus stays inside.
fn stays_in(root: NodeRef<html::Div>, event: &FocusEvent) -> bool {
    let next = event.related_target();
    root.get_untracked().is_some_and(|root| next.is_some_and(|next| dom::contains(&root, &next)))
}
