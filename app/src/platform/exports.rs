//! Files that the editor bundle makes and reads: pictures and pages with the text that they show.

use bobbin_protocol::{Encoding, ViewKind};
use serde::Serialize;
use wasm_bindgen::prelude::*;

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = pictureWithSource, catch)]
        pub async fn picture_with_source(
            kind: &str,
            picture: &[u8],
            uri: &str,
            encoding: &str,
            view: &str,
        ) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = readCarrier, catch)]
        pub async fn read_carrier(name: &str, bytes: &[u8]) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = webPage, catch)]
        pub async fn web_page(json: &str) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = textSheet)]
        pub fn text_sheet(uri: &str) -> Option<web_sys::HtmlElement>;
    }
}

/// Returns the word of a view on the wire.
#[must_use]
pub fn word_of(view: ViewKind) -> Option<String> {
    serde_json::to_value(view).ok()?.as_str().map(str::to_owned)
}

/// Returns a picture, `svg` or `png`, with the text of a document in it, its encoding, and the view that it shows.
pub async fn with_source(
    kind: &str,
    picture: &[u8],
    uri: &str,
    encoding: Encoding,
    view: ViewKind,
) -> Result<Vec<u8>, String> {
    let view = word_of(view).unwrap_or_default();
    let encoding = serde_json::to_value(encoding).unwrap_or_default();
    let encoding = encoding.as_str().unwrap_or_default();
    let made = js::picture_with_source(kind, picture, uri, encoding, &view).await;
    made.map(|it| js_sys::Uint8Array::new(&it).to_vec()).map_err(|it| reason(&it))
}

/// Reads what a picture or a page carries, as JSON; `None` if a file is neither. `Err` with a message for the user
/// if it carries nothing that can be read.
pub async fn read_carrier(name: &str, bytes: &[u8]) -> Result<Option<String>, String> {
    let read = js::read_carrier(name, bytes).await.map_err(|it| reason(&it))?;
    Ok(read.as_string())
}

/// Returns a document with its views as one HTML page.
pub async fn web_page(parts: &impl Serialize) -> Result<String, String> {
    let json = serde_json::to_string(parts).map_err(|it| it.to_string())?;
    let made = js::web_page(&json).await.map_err(|it| reason(&it))?;
    Ok(made.as_string().unwrap_or_default())
}

/// Returns the text of a document with the numbers of its lines, for paper.
#[must_use]
pub fn text_sheet(uri: &str) -> Option<web_sys::HtmlElement> {
    js::text_sheet(uri)
}

/// Returns the message of an error of the editor's.
#[must_use]
pub fn reason(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().into(),
        None => format!("{error:?}"),
    }
}
