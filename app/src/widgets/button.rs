use leptos::html;
use leptos::prelude::*;

use super::icon::{Icon, IconView};
use crate::platform::dom;
use crate::widgets::dynamic::live;

/// Shows a button with an icon, and a text if there is room for one.
#[component]
pub fn Button(
    /// The name for screen readers, and the text unless `is_bare`.
    #[prop(into)]
    label: Signal<String>,
    /// Left of the text.
    #[prop(optional, into)]
    icon: Option<Icon>,
    /// Shows the icon only.
    #[prop(optional)]
    is_bare: bool,
    /// Marks the main action.
    #[prop(optional)]
    is_primary: bool,
    /// Gets the focus in its dialog.
    #[prop(optional)]
    has_keys: bool,
    /// Allows it to be pressed.
    #[prop(default = Signal::stored(true), into)]
    is_enabled: Signal<bool>,
    /// A longer explanation.
    #[prop(optional, into)]
    title: Option<Signal<String>>,
    /// Called when it is pressed.
    #[prop(into)]
    on_press: Callback<()>,
) -> impl IntoView {
    let hint = move || match title {
        Some(title) => Some(title.get()),
        None => is_bare.then(|| label.get()),
    };
    let element = NodeRef::<html::Button>::new();
    if has_keys {
        // The browser's own way is for what is there when the dialog is shown.
        dom::on_each_load(element, |button| {
            let _ = button.focus();
        });
    }
    // The keyboard would be lost with the last step of undo, so a button that has it is only said to be disabled.
    let is_off = move || {
        let has_keys = |it: web_sys::HtmlButtonElement| it.matches(":focus").unwrap_or(false);
        !is_enabled.get() && !element.get_untracked().is_some_and(has_keys)
    };
    let press = move |_| {
        if is_enabled.get_untracked() {
            on_press.run(());
        }
    };
    view! {
        <button
            node_ref=element
            type="button"
            class="button"
            class:button--bare=is_bare
            class:button--primary=is_primary
            aria-label=label
            autofocus=has_keys
            title=hint
            disabled=live(is_off)
            aria-disabled=live(move || (!is_enabled.get()).then_some("true"))
            on:click=press
        >
            {icon.map(|icon| view! { <IconView icon=icon /> })}
            {(!is_bare).then(|| view! { <span class="button__label">{label}</span> })}
        </button>
    }
}
