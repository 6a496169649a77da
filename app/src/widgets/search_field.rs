//! A field to search or filter by.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::dynamic::part;
use super::icon::{Icon, IconView};

/// Shows a field to search or filter by, with an icon and the number of finds.
#[component]
pub fn SearchField(
    /// The name for screen readers.
    label: &'static str,
    placeholder: &'static str,
    /// The class of its place.
    class: &'static str,
    #[prop(default = Icon::Filter)] icon: Icon,
    /// A longer explanation.
    #[prop(optional)]
    title: Option<&'static str>,
    /// The text that was set from elsewhere.
    #[prop(default = Signal::stored(String::new()), into)]
    text: Signal<String>,
    /// The number of finds, in words.
    #[prop(optional, into)]
    count: Option<Signal<String>>,
    /// Called with the text whenever it is edited.
    #[prop(into)]
    on_type: Callback<String>,
    #[prop(default = Callback::new(|_| ()), into)] on_key: Callback<KeyboardEvent>,
    /// Shown at its end, such as ways to the finds.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class=format!("search-field {class}")>
            <IconView icon=icon />
            <input
                class="search-field__input"
                type="search"
                aria-label=label
                placeholder=placeholder
                title=title
                prop:value=text
                on:input=move |event| on_type.run(event_target_value(&event))
                on:keydown=move |event| on_key.run(event)
            />
            {count
                .map(|it| {
                    view! {
                        <span class="search-field__count" aria-live="polite">{part(move || it.get())}</span>
                    }
                })}
            {children.map(|it| it())}
        </div>
    }
}
