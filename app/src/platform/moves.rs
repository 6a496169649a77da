//! New names of open texts, which the editor bundle also writes where texts name them.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = renameFiles)]
        pub fn rename_files(json: &str) -> Promise;
    }
}

/// An open text that gets another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileRename {
    pub uri: String,
    pub new_uri: String,
    pub name: String,
}

/// A folder of which all open texts get other names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FolderRename {
    pub uri: String,
    pub new_uri: String,
}

/// Open texts that get other names, with the folder that they move with.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileRenames<'r> {
    files: &'r [FileRename],
    folder: Option<FolderRename>,
    is_back: bool,
}

/// The result of a step that gave texts other names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Renamed {
    /// The files in which references were rewritten, by the names that they have now.
    pub rewritten: Vec<String>,
    /// Sentences about the paths that stay as they are though they lead elsewhere now.
    pub notes: Vec<String>,
    /// The reason why the language server was not asked for references.
    pub unasked: Option<String>,
}

/// Gives open texts other names as one undoable step, and rewrites what names them; `Err` with a reason
/// for people if nothing was done. Where they get back the names that they had, the step that gave them others is
/// undone: the result is `None` then, and the user was told. If a text has changed since, it is a step as any other.
pub async fn rename(
    files: &[FileRename],
    folder: Option<FolderRename>,
    is_back: bool,
) -> Result<Option<Renamed>, String> {
    let json = serde_json::to_string(&FileRenames { files, folder, is_back })
        .map_err(|it| it.to_string())?;
    let answer = JsFuture::from(js::rename_files(&json)).await;
    let answer = answer.ok().as_ref().and_then(JsValue::as_string).unwrap_or_default();
    bobbin_json::from_str(&answer).unwrap_or_else(|_| Err("the editor did not answer".to_owned()))
}
