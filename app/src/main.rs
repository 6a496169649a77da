//! Bobbin's page.

use leptos::prelude::*;

fn main() {
    leptos::mount::mount_to_body(|| view! { <h1>"Bobbin"</h1> });
}
