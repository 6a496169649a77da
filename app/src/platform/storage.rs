//! The browser's storage. All pages of one origin share it, so every name includes the folder that
//! the page was loaded from: two deployments do not collide.

use js_sys::{JSON, Object, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the folder that the page was loaded from, such as `/tools/bobbin/`.
#[must_use]
pub fn deployment() -> String {
    let path = window().location().pathname().unwrap_or_default();
    folder_of(&path).to_owned()
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').and_then(|(folder, _)| path.get(..=folder.len())).unwrap_or("/")
}

/// Returns the full name under which the browser stores a name.
#[must_use]
pub fn scoped(name: &str) -> String {
    format!("{name}@{}", deployment())
}

/// Returns the text stored under a name.
#[must_use]
pub fn load(name: &str) -> Option<String> {
    load_unscoped(&scoped(name))
}

/// Returns the text stored under a name, or else under the name that an earlier version of the page
/// used.
#[must_use]
pub fn load_or_old(name: &str) -> Option<String> {
    load(name).or_else(|| load_unscoped(name))
}

/// Stores a text; returns false if the browser has no room for it or forbids it.
pub fn store(name: &str, text: &str) -> bool {
    store_unscoped(&scoped(name), text)
}

/// Stores those members of a JSON object that differ from what they were `before`: another tab may have stored others
/// since. Returns false if the browser has no room for it or forbids it.
pub fn store_changes(name: &str, before: &str, now: &str) -> bool {
    let object = |json: &str| JSON::parse(json).ok().and_then(|it| it.dyn_into::<Object>().ok());
    let member = |of: &Object, key: &JsValue| Reflect::get(of, key).unwrap_or_default();
    let written = |it: &JsValue| JSON::stringify(it).ok();
    let Some(new) = object(now) else { return false };
    let known = load(name).and_then(|it| object(&it)).zip(object(before));
    let Some((stored, before)) = known else { return store(name, now) };
    for key in Object::keys(&new) {
        let value = member(&new, &key);
        if written(&value) != written(&member(&before, &key)) {
            let _ = Reflect::set(&stored, &key, &value);
        }
    }
    JSON::stringify(&stored).is_ok_and(|it| store(name, &String::from(it)))
}

/// Removes the text stored under a name.
pub fn remove(name: &str) {
    remove_unscoped(&scoped(name));
}

/// Returns the names with this prefix under which this deployment has stored something.
#[must_use]
pub fn names(prefix: &str) -> Vec<String> {
    let end = scoped("");
    let all = unscoped_names(prefix).into_iter();
    all.filter_map(|it| it.strip_suffix(&end).map(str::to_owned)).collect()
}

/// Returns the full names with this prefix, of any deployment.
#[must_use]
pub fn unscoped_names(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let all = (0..storage.length().unwrap_or(0)).filter_map(|it| storage.key(it).ok().flatten());
    all.filter(|it| it.starts_with(prefix)).collect()
}

/// Returns the text stored under a full name.
#[must_use]
pub fn load_unscoped(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Returns the text that this tab keeps under a name. It is there at once after a reload, and gone with the tab.
#[must_use]
pub fn load_in_tab(name: &str) -> Option<String> {
    tab_storage()?.get_item(&scoped(name)).ok()?
}

/// Keeps a text for this tab, before this returns. A browser that forbids it forgets the text with the page.
pub fn store_in_tab(name: &str, text: &str) {
    if let Some(storage) = tab_storage() {
        let _ = storage.set_item(&scoped(name), text);
    }
}

fn tab_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// Stores a text under a full name.
pub fn store_unscoped(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Removes the text stored under a full name.
pub fn remove_unscoped(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deployment_is_a_folder() {
        for (path, folder) in [
            ("/", "/"),
            ("/index.html", "/"),
            ("/tools/bobbin/", "/tools/bobbin/"),
            ("/tools/bobbin/index.html", "/tools/bobbin/"),
            ("", "/"),
        ] {
            assert_eq!(folder_of(path), folder, "{path}");
        }
    }
}
