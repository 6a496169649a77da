//! What the browser keeps for the page.

use leptos::prelude::window;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// What was stored under a name.
#[must_use]
pub fn load(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Stores a text; false if the browser has no room for it or forbids it.
pub fn store(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Forgets what was stored.
pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}
