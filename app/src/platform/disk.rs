//! Files on the user's disk: the editor bundle picks, reads and writes them, and remembers where they are.

use js_sys::Uint8Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::DragEvent;

use super::exports::reason;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = pickFiles)]
        pub fn pick_files(endings: Promise) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = pickFolder)]
        pub fn pick_folder(endings: Promise) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = dropFiles)]
        pub fn drop_files(data: &web_sys::DataTransfer, endings: Promise) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = whereOpen)]
        pub fn where_open(token: u32) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = readFound)]
        pub fn read_found(token: u32) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = takeFound)]
        pub fn take_found(token: u32, uri: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = wayToSave)]
        pub fn way_to_save(uri: &str, is_elsewhere: bool) -> String;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = oldNameOnDisk)]
        pub fn old_name_on_disk(uri: &str) -> Option<String>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = acceptNameOnDisk, catch)]
        pub fn accept_name_on_disk(uri: &str) -> Result<(), JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = saveInPlace)]
        pub fn save_in_place(uri: &str, bytes: Vec<u8>) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = saveByPicker)]
        pub fn save_by_picker(uri: &str, name: &str, bytes: Vec<u8>) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = readDisk)]
        pub fn read_disk(uri: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = writerOnDisk)]
        pub fn writer_on_disk(uri: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = acceptDisk, catch)]
        pub fn accept_disk(uri: &str) -> Result<(), JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = packFiles)]
        pub fn pack_files(json: &str) -> Promise;
    }
}

/// The most bytes of a file that is opened; the editor bundle has the same limit.
pub const LARGEST: u64 = 64 * 1024 * 1024;

/// The ends of the names of files that may be of ours. Browsers show a chooser, and give what was dropped, only at
/// once, and the languages may not be known by then.
pub trait Endings: Future<Output = Result<Vec<String>, String>> + 'static {}

impl<T: Future<Output = Result<Vec<String>, String>> + 'static> Endings for T {}

/// A file that was picked or dropped, and not read yet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FoundFile {
    token: u32,
    /// The name, with the folders below the one that was picked.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The document that it is open as.
    pub uri: Option<String>,
}

/// Files that were picked or dropped and belong together: loose ones, or those of a folder or archive.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    pub files: Vec<FoundFile>,
    /// The folder or archive that they are from.
    pub origin: Option<String>,
    /// The number of files that are of no interest by their names.
    pub n_others: usize,
    /// Sentences about what was not read.
    pub remarks: Vec<String>,
}

/// The way in which a document would be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayToSave {
    InPlace,
    /// In place, where the file is no longer.
    Lost,
    Picker,
    Download,
}

/// The result of writing a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It is on disk under this name.
    Saved(String),
    /// There is no place to write to.
    Homeless,
    /// The user closed the picker.
    Cancelled,
    /// The user or the browser does not allow it.
    Denied,
    /// Another program has changed the file.
    Changed,
    /// The file is no longer there.
    Gone,
    Failed(String),
}

/// A document to pack.
#[derive(Debug, Serialize)]
pub struct ToPack<'a> {
    pub uri: &'a str,
    pub name: &'a str,
    pub encoding: bobbin_protocol::Encoding,
    /// The bytes that are packed in place of the text, Base64.
    pub data: Option<&'a str>,
}

/// Lets the user pick files; archives are taken apart, for the files in them whose names have one of these
/// endings, or say too little.
pub async fn pick_files(endings: impl Endings) -> Result<Vec<Found>, String> {
    found(js::pick_files(promise(endings))).await
}

/// Lets the user pick a folder, and finds the files in it.
pub async fn pick_folder(endings: impl Endings) -> Result<Vec<Found>, String> {
    found(js::pick_folder(promise(endings))).await
}

/// Finds the files that were dropped. It has to be called during the event.
pub fn drop_files<E: Endings>(
    event: &DragEvent,
    endings: E,
) -> impl Future<Output = Result<Vec<Found>, String>> + use<E> {
    let promise = event.data_transfer().map(|it| js::drop_files(&it, promise(endings)));
    async move {
        match promise {
            Some(promise) => found(promise).await,
            None => Ok(Vec::new()),
        }
    }
}

fn promise(endings: impl Endings) -> js_sys::Promise {
    // Many pick files only, for which nobody looks at them: a promise that fails would be an error that nobody handles.
    future_to_promise(async { Ok(json(&endings.await).into()) })
}

async fn found(promise: js_sys::Promise) -> Result<Vec<Found>, String> {
    read_json(promise).await
}

/// Looks again which document a file that was found is open as: more may be open by now.
pub async fn look_again(file: &mut FoundFile) {
    let uri = JsFuture::from(js::where_open(file.token)).await.ok();
    file.uri = uri.and_then(|it| it.as_string()).filter(|it| !it.is_empty());
}

/// Returns the content of a file that was found.
pub async fn read(file: &FoundFile) -> Result<Vec<u8>, String> {
    bytes(js::read_found(file.token)).await
}

/// Forgets a file that was found; it was opened at `uri`, or nowhere.
pub fn take(file: &FoundFile, uri: Option<&str>) {
    js::take_found(file.token, uri.unwrap_or_default());
}

/// Returns the way in which a document would be saved now, where it is or elsewhere.
#[must_use]
pub fn way_to_save(uri: &str, is_elsewhere: bool) -> WayToSave {
    match js::way_to_save(uri, is_elsewhere).as_str() {
        "inPlace" => WayToSave::InPlace,
        "lost" => WayToSave::Lost,
        "picker" => WayToSave::Picker,
        _ => WayToSave::Download,
    }
}

/// Returns the name on disk of a document that the user has given another one; none if it has that.
#[must_use]
pub fn old_name(uri: &str) -> Option<String> {
    js::old_name_on_disk(uri)
}

/// Notes that a document keeps its name, though its file has another one on disk.
pub fn accept_name(uri: &str) {
    // A document that was closed meanwhile has no need of it.
    let _ = js::accept_name_on_disk(uri);
}

/// Writes a document to its place on disk.
pub async fn save_in_place(uri: &str, bytes: Vec<u8>) -> Outcome {
    read_json(js::save_in_place(uri, bytes)).await.unwrap_or_else(Outcome::Failed)
}

/// Lets the user choose where to write a document, which is there from then on.
pub async fn save_by_picker(uri: &str, name: &str, bytes: Vec<u8>) -> Outcome {
    read_json(js::save_by_picker(uri, name, bytes)).await.unwrap_or_else(Outcome::Failed)
}

/// Returns the content of a document's file as it is on disk now.
pub async fn read_disk(uri: &str) -> Result<Vec<u8>, String> {
    bytes(js::read_disk(uri)).await
}

/// Returns the name of the open document that was saved to the file of this one; none if it was another program.
pub async fn writer_on_disk(uri: &str) -> Option<String> {
    JsFuture::from(js::writer_on_disk(uri)).await.ok()?.as_string()
}

/// Notes that the user has decided what becomes of the content that was read last.
pub fn accept_disk(uri: &str) {
    // A document that was closed meanwhile has no need of it.
    let _ = js::accept_disk(uri);
}

/// Packs documents into an archive.
pub async fn pack(documents: &[ToPack<'_>]) -> Result<Vec<u8>, String> {
    bytes(js::pack_files(&json(documents))).await
}

async fn bytes(promise: js_sys::Promise) -> Result<Vec<u8>, String> {
    let read = JsFuture::from(promise).await.map_err(|it| reason(&it))?;
    Ok(Uint8Array::new(&read).to_vec())
}

async fn read_json<T: DeserializeOwned>(promise: js_sys::Promise) -> Result<T, String> {
    let answer = JsFuture::from(promise).await.map_err(|it| reason(&it))?;
    let json = answer.as_string().unwrap_or_default();
    bobbin_json::from_str(&json).map_err(|it| it.to_string())
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read() {
        let read = |json: &str| bobbin_json::from_str::<Outcome>(json).unwrap();
        assert_eq!(read(r#"{"saved":"a.pipe"}"#), Outcome::Saved("a.pipe".to_owned()));
        assert_eq!(read(r#""changed""#), Outcome::Changed);
        assert_eq!(read(r#"{"failed":"no room"}"#), Outcome::Failed("no room".to_owned()));
    }
}
