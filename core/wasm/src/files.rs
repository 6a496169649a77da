//! Calls that need no document.

use bobbin_protocol::Encoding;
use wasm_bindgen::prelude::*;

use crate::{argument, json};

/// Returns a `Languages`.
#[wasm_bindgen]
pub fn languages() -> Result<String, JsError> {
    json(&bobbin_server::languages())
}

/// Returns a `DetectResult` for a file of this name with these bytes.
#[wasm_bindgen]
pub fn detect(name: &str, bytes: &[u8]) -> Result<String, JsError> {
    json(&bobbin_server::detect(name, bytes))
}

/// Returns an `OpenResult` for a file of this name with these bytes.
#[wasm_bindgen]
pub fn open(name: &str, bytes: &[u8]) -> Result<String, JsError> {
    json(&bobbin_server::open(name, bytes))
}

/// Returns an `OpenResult` for a binary of this name with these bytes.
#[wasm_bindgen]
pub fn decompile(name: &str, bytes: &[u8]) -> Result<String, JsError> {
    json(&bobbin_server::decompile(name, bytes))
}

/// Encodes a text in `encoding`, an `Encoding`.
#[wasm_bindgen]
pub fn encode(text: &str, encoding: &str) -> Result<Vec<u8>, JsValue> {
    let encoding: Encoding = argument("encoding", &json(&encoding)?)?;
    Ok(bobbin_server::encode(text, encoding))
}
