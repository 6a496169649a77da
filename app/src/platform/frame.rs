//! The frame of another page that this one is shown in, as `embed.html`.

use serde::Deserialize;

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = answerFrame)]
        pub fn answer_frame(id: u32, uris: &str);
    }
}

/// What the page around the frame wants to be open in place of what is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Wish {
    /// The number to answer with.
    pub id: u32,
    /// Name, language (empty if that is to be found out) and Base64 of the bytes of each file.
    pub files: Vec<(String, String, String)>,
    /// The index of the file to show.
    pub shown: usize,
    /// What to show of it, as in [`wanted_view`].
    pub view: Option<String>,
}

/// Returns true if the page is made for frames: it keeps nothing, and has no files but those that it is
/// given.
#[must_use]
pub fn is_framed() -> bool {
    attribute("data-embed").is_some()
}

/// Returns what the address wants to be shown: the name of a view, `text` or `both`.
#[must_use]
pub fn wanted_view() -> Option<String> {
    attribute("data-embed-view")
}

/// Returns the colours that the address wants.
#[must_use]
pub fn wanted_theme() -> Option<String> {
    attribute("data-embed-theme")
}

/// Answers a wish with the URIs of its files, where they are open.
pub fn answer(id: u32, uris: &[Option<String>]) {
    js::answer_frame(id, &serde_json::to_string(uris).unwrap_or_default());
}

/// Returns an attribute of the page's root, which `boot.ts` sets by the address.
fn attribute(name: &str) -> Option<String> {
    leptos::prelude::document().document_element()?.get_attribute(name)
}
