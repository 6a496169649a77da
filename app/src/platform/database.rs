//! The browser's storage of files, which the editor bundle writes: it has their texts and histories.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::exports::reason;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = openStorage)]
        pub fn open_storage(deployment: &str, tell: &JsValue) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = storedFiles)]
        pub fn stored_files() -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = coverFiles)]
        pub fn cover_files() -> bool;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = storedFile)]
        pub fn stored_file(id: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = keepFile, catch)]
        pub fn keep_file(json: &str) -> Result<Promise, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = takeFile)]
        pub fn take_file(id: &str, from: &str, to: &str, is_open: bool) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = forgetFile)]
        pub fn forget_file(id: &str, owner: &str, is_own: bool) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = recallHistory)]
        pub fn recall_history(uri: &str, id: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = noteVersion)]
        pub fn note_version(uri: &str, id: &str, cause: &str, text: Option<String>) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = fileVersions)]
        pub fn file_versions(id: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = versionText)]
        pub fn version_text(id: &str, at: f64) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = keepOrder)]
        pub fn keep_order(json: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = forgetOrder)]
        pub fn forget_order(tab: &str) -> Promise;
    }
}

/// An event of the storage.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StorageEvent {
    /// The browser has taken everything away that was stored.
    Lost,
    /// A later version of the page, in another tab, has taken the storage over.
    Superseded,
    /// Another tab has taken a file over.
    Taken(String),
}

/// The facts of a stored file that lists show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub id: String,
    /// The tab that has the file open; empty if none has.
    pub tab: String,
    pub name: String,
    pub language: String,
    /// The number of UTF-16 units of the text; filled in by the editor.
    #[serde(default, skip_serializing)]
    pub length: u64,
    /// Milliseconds since the epoch; filled in by the editor.
    #[serde(default, skip_serializing)]
    pub changed_at: u64,
    /// Milliseconds since the epoch; `None` while the file is open.
    pub closed_at: Option<u64>,
}

/// The order of a tab's files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub tab: String,
    pub files: Vec<String>,
    pub shown: Option<String>,
}

/// Everything that is stored, but for the files themselves.
#[derive(Debug, Default, Deserialize)]
pub struct Stored {
    pub entries: Vec<Entry>,
    pub orders: Vec<Order>,
}

/// The facts of a version of a file that lists show.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VersionEntry {
    /// Milliseconds since the epoch.
    pub at: u64,
    pub cause: VersionCause,
    /// The number of UTF-16 units of the text.
    pub length: u64,
}

/// The event at which a text was kept as a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VersionCause {
    /// The file was opened.
    Opening,
    /// It was being edited for five minutes.
    Editing,
    /// An earlier version was about to take its place.
    Restoring,
    /// The file on disk was about to take its place.
    Reloading,
    /// It was on disk, and about to be overwritten.
    Overwriting,
    /// It was about to be converted.
    Converting,
    /// Several commands were about to change it in one step.
    Changing,
    /// The page was about to be replaced by a new version.
    Updating,
    /// An event of a later version of the page.
    #[serde(other)]
    Other,
}

/// A file to store; the editor adds text and history.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileToKeep<'a> {
    pub uri: &'a str,
    pub entry: Entry,
    /// The page's own facts, as JSON.
    pub record: String,
    /// The tab that the stored file belongs to so far; `None` if it should be new.
    pub owner: Option<String>,
    /// True if the user has changed the text: the browser is then asked not to throw it away.
    pub is_own: bool,
}

/// The reason for which a file is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageFault {
    /// The browser has no room.
    Full,
    /// Anything else, in the browser's words.
    Other(String),
}

impl StorageFault {
    fn of(error: &JsValue) -> StorageFault {
        match error.dyn_ref::<js_sys::Error>() {
            Some(it) if it.name() == "QuotaExceededError" => StorageFault::Full,
            _ => StorageFault::Other(reason(error)),
        }
    }
}

/// Opens the storage of a deployment; fails if the browser forbids it.
pub async fn open(deployment: &str, hear: impl Fn(StorageEvent) + 'static) -> Result<(), String> {
    let callback =
        Closure::<dyn Fn(String)>::new(move |json: String| match bobbin_json::from_str(&json) {
            Ok(event) => hear(event),
            Err(error) => leptos::logging::warn!("storage event not understood: {error}: {json}"),
        });
    let opening = js::open_storage(deployment, callback.as_ref().unchecked_ref());
    // The storage is open for as long as the page lives.
    callback.forget();
    settled(opening).await.map(|_| ())
}

/// Returns what is stored, but for the files themselves.
pub async fn list() -> Result<Stored, String> {
    json(settled(js::stored_files()).await?)
}

/// A stored file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    /// The page's own facts, as JSON.
    pub record: String,
    pub text: String,
    pub is_modified: bool,
}

/// Begins to read a stored file; `None` if there is none.
pub fn file(id: &str) -> impl Future<Output = Option<StoredFile>> + use<> {
    let reading = js::stored_file(id);
    async move { json(settled(reading).await.ok()?).ok()? }
}

/// Begins to store an open file as it is now. The answer is false if another tab has taken it over.
pub fn keep(file: &FileToKeep<'_>) -> impl Future<Output = Result<bool, StorageFault>> + use<> {
    let json = serde_json::to_string(file).map_err(|it| StorageFault::Other(it.to_string()));
    // Called before anything is awaited: the page may be about to go away.
    let keeping = json.and_then(|json| js::keep_file(&json).map_err(|it| StorageFault::of(&it)));
    async move {
        let answer = JsFuture::from(keeping?).await.map_err(|it| StorageFault::of(&it))?;
        Ok(answer.as_bool() == Some(true))
    }
}

/// Writes the files that are being stored where a page that goes away leaves them; false if there is no room for one
/// with changes.
pub fn cover() -> bool {
    js::cover_files()
}

/// Takes a stored file over from a tab; false if another one was faster, or if it is an open file (`is_open`) of a tab
/// that is not gone.
pub async fn take(id: &str, from: &str, to: &str, is_open: bool) -> bool {
    settled(js::take_file(id, from, to, is_open)).await.is_ok_and(|it| it.as_bool() == Some(true))
}

/// Begins to remove a stored file that belongs to the tab `owner`.
pub fn forget(id: &str, owner: &str) {
    ignore(js::forget_file(id, owner, false));
}

/// Begins to remove a stored file of this tab: at once, where the page may be about to go away.
pub fn forget_own(id: &str, tab: &str) {
    ignore(js::forget_file(id, tab, true));
}

/// Gives an open document the history that was stored with its text.
pub fn recall_history(uri: &str, id: &str) {
    js::recall_history(uri, id);
}

/// Begins to keep `text`, or else the present text of a document, as a version of its file.
pub fn note_version(
    uri: &str,
    id: &str,
    cause: VersionCause,
    text: Option<String>,
) -> impl Future<Output = Result<(), String>> + use<> {
    let word = serde_json::to_value(cause).ok();
    let word = word.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    // Called before anything is awaited: the text may be about to change.
    let noting = js::note_version(uri, id, word, text);
    async move { settled(noting).await.map(|_| ()) }
}

/// Returns what is known of the versions of a file, the newest first.
pub async fn versions(id: &str) -> Result<Vec<VersionEntry>, String> {
    json(settled(js::file_versions(id)).await?)
}

/// Returns the text of a version; `None` if it is no longer kept.
pub async fn version_text(id: &str, at: u64) -> Option<String> {
    settled(js::version_text(id, at as f64)).await.ok()?.as_string()
}

/// Begins to store the order of a tab's files. Without it they come back in another order.
pub fn keep_order(order: &Order) {
    if let Ok(json) = serde_json::to_string(order) {
        ignore(js::keep_order(&json));
    }
}

/// Begins to remove the order of a tab that is gone.
pub fn forget_order(tab: &str) {
    ignore(js::forget_order(tab));
}

fn ignore(promise: js_sys::Promise) {
    wasm_bindgen_futures::spawn_local(async move {
        let _ = JsFuture::from(promise).await;
    });
}

async fn settled(promise: js_sys::Promise) -> Result<JsValue, String> {
    JsFuture::from(promise).await.map_err(|it| reason(&it))
}

fn json<T: DeserializeOwned>(value: JsValue) -> Result<T, String> {
    let text = value.as_string().unwrap_or_default();
    bobbin_json::from_str(&text).map_err(|it| it.to_string())
}
