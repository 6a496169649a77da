//! The note in place of a list that has nothing to show.

use leptos::prelude::*;

/// Says why a list is empty.
#[component]
pub fn EmptyNote(
    /// The class of its place.
    #[prop(default = "picker__none")]
    class: &'static str,
    children: Children,
) -> impl IntoView {
    view! { <p class=class>{children()}</p> }
}
