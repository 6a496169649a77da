//! Links that carry files: the editor bundle writes and reads them, the address bar has them.

use leptos::prelude::{on_cleanup, window, window_event_listener_untyped};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = makeLink)]
        pub fn make_link(json: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = readFragment)]
        pub fn read_fragment(fragment: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = asMarkdown)]
        pub fn as_markdown(uri: &str) -> String;
    }
}

/// The documents that a link is to carry.
#[derive(Debug, Serialize)]
pub struct ToShare {
    pub uris: Vec<String>,
    /// The index of the document to show.
    pub shown: usize,
    /// The name of the view to show beside it.
    pub view: Option<String>,
}

/// The content of a link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shared {
    /// Name, language and text of each file.
    pub files: Vec<(String, String, String)>,
    /// The index of the file to show.
    pub shown: usize,
    /// The name of the view to show beside it.
    pub view: Option<String>,
    /// The selection: line and UTF-16 column of its start and end.
    pub selection: Option<(u32, u32, u32, u32)>,
}

/// Returns the address of this page with documents in it.
pub async fn make(documents: &ToShare) -> Result<String, String> {
    let json = serde_json::to_string(documents).map_err(|it| it.to_string())?;
    let made = JsFuture::from(js::make_link(&json)).await.map_err(|it| reason(&it))?;
    let location = window().location();
    let part = |it: Result<String, JsValue>| it.unwrap_or_default();
    let (origin, path) = (part(location.origin()), part(location.pathname()));
    Ok(format!("{origin}{path}#{}", made.as_string().unwrap_or_default()))
}

/// Reads the link in the address bar, and takes it away there, so that a reload does not open it
/// again. `None` if there is none; `Err` with a message for the user if it cannot be read.
pub async fn take() -> Option<Result<Shared, String>> {
    let location = window().location();
    let hash = location.hash().ok()?;
    let fragment = hash.strip_prefix('#').filter(|it| it.starts_with("bobbin"))?;
    // Before anything is awaited, so that nobody else opens it too.
    let path = location.pathname().unwrap_or_default();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    Some(match JsFuture::from(js::read_fragment(fragment)).await {
        Ok(read) => {
            let json = read.as_string()?;
            serde_json::from_str(&json).map_err(|it| it.to_string())
        }
        Err(why) => Err(reason(&why)),
    })
}

/// Calls back when another link was put into the address bar.
pub fn on_change(hear: impl Fn() + 'static) {
    let handle = window_event_listener_untyped("hashchange", move |_| hear());
    on_cleanup(move || handle.remove());
}

/// Returns the name and the text of a document as Markdown.
#[must_use]
pub fn markdown(uri: &str) -> String {
    js::as_markdown(uri)
}

/// Puts a text onto the clipboard; false if the browser forbids it.
pub async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    // Pages that do not come over a secure connection have none.
    let is_there =
        js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|it| it.is_object());
    is_there && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

fn reason(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().into(),
        None => format!("{error:?}"),
    }
}
