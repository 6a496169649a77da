//! Links that carry files: the editor bundle writes and reads them, the address bar has them.

use bobbin_protocol::{Encoding, ItemPath};
use leptos::ev;
use leptos::prelude::{on_cleanup, window};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::following::effect;

use super::exports::reason;
use super::frame;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = makeLink)]
        pub fn make_link(json: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = readFragment)]
        pub fn read_fragment(fragment: &str, passphrase: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = asMarkdown)]
        pub fn as_markdown(uri: &str) -> String;
    }
}

/// The documents that a link is to carry, and how.
#[derive(Debug, Serialize)]
pub struct ToShare {
    pub files: Vec<FileToShare>,
    /// The index of the document to show.
    pub shown: usize,
    /// The name of the view to show beside it.
    pub view: Option<String>,
    pub select: Select,
    /// The choices in the views of the shown document.
    pub picked: Option<Picked>,
    /// Empty for a link that everybody can read.
    pub passphrase: String,
}

/// The item and the axes that a person chose in the views of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Picked {
    /// The item that the views are about, if one was picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemPath>,
    /// The axes of the map that the person chose: the key of each, and its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<(String, String)>,
}

/// A document that a link is to carry, and the encoding that it is saved in.
#[derive(Debug, Serialize)]
pub struct FileToShare {
    pub uri: String,
    pub encoding: Encoding,
}

/// The part of the text that is selected where a link is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Select {
    /// The part that is selected now.
    Selection,
    /// The line of the caret.
    Line,
}

/// Name, language, text and encoding of a file.
pub type SharedFile = (String, String, String, Encoding);

/// The content of a link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shared {
    pub files: Vec<SharedFile>,
    /// The index of the file to show.
    pub shown: usize,
    /// The name of the view to show beside it.
    pub view: Option<String>,
    /// The selection: line and UTF-16 column of its start and end.
    pub selection: Option<(u32, u32, u32, u32)>,
    /// Links of earlier days have none.
    #[serde(default)]
    pub picked: Option<Picked>,
}

/// A link as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum ReadLink {
    Opened(Shared),
    /// It takes a passphrase to read it.
    Sealed,
}

/// Returns the address of this page with documents in it; `Err` with a message for the user.
pub async fn make(documents: &ToShare) -> Result<String, String> {
    let json = serde_json::to_string(documents).map_err(|it| it.to_string())?;
    let made = JsFuture::from(js::make_link(&json)).await.map_err(|it| reason(&it))?;
    let location = window().location();
    let part = |it: Result<String, JsValue>| it.unwrap_or_default();
    let (origin, path) = (part(location.origin()), part(location.pathname()));
    // A frame is no place to send anybody to.
    let path = path.strip_suffix("embed.html").unwrap_or(&path);
    Ok(format!("{origin}{path}#{}", made.as_string().unwrap_or_default()))
}

/// Returns the link in the address bar, and takes it away there, so that a reload does not open it again.
#[must_use]
pub fn take() -> Option<String> {
    let location = window().location();
    let hash = location.hash().ok()?;
    let fragment = link_in(&hash)?;
    // A frame that is loaded again shows the same.
    if frame::is_framed() {
        return Some(fragment.to_owned());
    }
    let path = location.pathname().unwrap_or_default();
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    Some(fragment.to_owned())
}

/// Returns the link in what an address has from its `#` on. Mails and chats put blanks in front of it.
fn link_in(hash: &str) -> Option<&str> {
    let fragment = hash.strip_prefix('#')?.trim_start_matches("%20").trim_start();
    fragment.starts_with("bobbin").then_some(fragment)
}

/// Returns the address behind its `#`.
#[must_use]
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    let fragment = hash.strip_prefix('#').unwrap_or_default();
    let decoded = js_sys::decode_uri_component(fragment).ok().and_then(|it| it.as_string());
    decoded.unwrap_or_else(|| fragment.to_owned())
}

/// Goes to another fragment of the address, as a link does.
pub fn follow(fragment: &str) {
    // Fails in frames that may not go anywhere.
    let _ = window().location().set_hash(fragment);
}

/// Writes the fragment of the address without going there; an empty one is taken away.
fn write_fragment(fragment: &str) {
    let location = window().location();
    let part = |it: Result<String, JsValue>| it.unwrap_or_default();
    let (path, query) = (part(location.pathname()), part(location.search()));
    let sign = if fragment.is_empty() { "" } else { "#" };
    if let Ok(history) = window().history() {
        let address = format!("{path}{query}{sign}{fragment}");
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Keeps a fragment in the address as long as the component that calls this is shown. Afterwards what begins with
/// `own` is taken away there.
pub fn hold_fragment(own: &'static str, wanted: impl Fn() -> String + Send + Sync + 'static) {
    effect(move || {
        let wanted = wanted();
        if fragment() != wanted {
            write_fragment(&wanted);
        }
    });
    on_cleanup(move || {
        if fragment().starts_with(own) {
            write_fragment("");
        }
    });
}

/// Reads a link. `None` if it is none of ours; `Err` with a message for the user if it cannot be read.
pub async fn read(fragment: &str, passphrase: &str) -> Result<Option<ReadLink>, String> {
    let read = JsFuture::from(js::read_fragment(fragment, passphrase)).await;
    match read.map_err(|it| reason(&it))?.as_string() {
        Some(json) => bobbin_json::from_str(&json).map_err(|it| it.to_string()),
        None => Ok(None),
    }
}

/// Calls back when another link was put into the address bar.
pub fn on_change(hear: impl Fn() + 'static) {
    super::window::on(ev::hashchange, move |_| hear());
}

/// Opens an address in a window that knows nothing of this one.
pub fn open_window(address: &str) {
    // Whether it was opened is not told where the windows know nothing of each other.
    let _ = window().open_with_url_and_target_and_features(address, "_blank", "noopener");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_may_stand_behind_blanks() {
        assert_eq!(link_in("#bobbin2.AA"), Some("bobbin2.AA"));
        assert_eq!(link_in("#%20%20bobbin2e.AA"), Some("bobbin2e.AA"));
        assert_eq!(link_in("# bobbin2.AA"), Some("bobbin2.AA"));
        assert_eq!(link_in("#explain/bobbin"), None);
        assert_eq!(link_in(""), None);
    }
}
