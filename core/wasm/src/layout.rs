//! Graphs without a text, for comparisons with other programs.

use wasm_bindgen::prelude::*;

use crate::clock::now;

/// Lays out a graph in the JSON of the layout bench; answers in the JSON of its checker, with the
/// milliseconds that the layout took.
#[wasm_bindgen]
pub fn layout(graph: &str) -> Result<String, JsError> {
    Ok(bobbin_server::layout_json(graph, &now)?)
}
