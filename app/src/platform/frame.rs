//! The frame of another page that this one is shown in, as `embed.html`.

use serde::{Deserialize, Serialize};

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = answerFrame)]
        pub fn answer_frame(id: u32, files: &str);
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

/// The outcome for one file of a wish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Given {
    /// The URI under which it is open.
    Open(String),
    /// Why it is not.
    Refused(String),
}

/// Answers a wish with what became of its files.
pub fn answer(id: u32, files: &[Given]) {
    js::answer_frame(id, &serde_json::to_string(files).unwrap_or_default());
}

/// Returns an attribute of the page's root, which `boot.ts` sets by the address.
fn attribute(name: &str) -> Option<String> {
    leptos::prelude::document().document_element()?.get_attribute(name)
}
