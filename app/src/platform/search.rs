//! Search and replace in all open texts: the editor bundle has them.

use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::JsFuture;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = searchFiles)]
        pub fn search_files(json: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = replaceFound)]
        pub fn replace_found(skipped: &str, label: &str) -> bool;
    }
}

/// A text or an expression to look for in all open files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    pub text: String,
    pub is_regex: bool,
    pub is_case: bool,
    pub is_word: bool,
    /// The text that is to take the place of each hit.
    pub replacement: Option<String>,
}

/// A place that was found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Hit {
    pub line: u32,
    /// UTF-16 columns.
    pub from: u32,
    pub to: u32,
    /// The surroundings and the hit itself, cut to what fits into a row.
    pub before: String,
    #[serde(rename = "match")]
    pub found: String,
    pub after: String,
    /// The text that would take its place.
    pub inserted: Option<String>,
}

/// The places in one text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FileHits {
    pub uri: String,
    pub name: String,
    pub hits: Vec<Hit>,
}

/// The places in all texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hits {
    pub files: Vec<FileHits>,
    /// True if there are more than are listed.
    pub is_cut: bool,
    /// The reason why nothing was searched.
    pub fault: Option<String>,
}

/// Finds a query in all open texts; `None` if another search was asked for meanwhile.
pub async fn run(query: &Query) -> Option<Hits> {
    let json = serde_json::to_string(query).ok()?;
    let answer = JsFuture::from(js::search_files(&json)).await.ok()?;
    bobbin_json::from_str(&answer.as_string()?).ok()
}

/// Replaces the places that were found last but for those of these indices, as one undoable step; false
/// if a text has changed since.
#[must_use]
pub fn replace(skipped: &[usize], label: &str) -> bool {
    js::replace_found(&serde_json::to_string(skipped).unwrap_or_default(), label)
}
