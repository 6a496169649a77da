//! Core and language server in JavaScript's terms.
//!
//! Nothing is decided here: each export converts its arguments, calls once and converts the answer.
//! Values cross as JSON in the shapes of `bobbin-protocol`, for which `core/npm` has the TypeScript
//! types; its facade is what people use.

mod document;
mod files;
mod layout;
mod panic;

pub use document::Document;
pub use files::{decompile, detect, encode, languages, open};
pub use layout::layout;
pub use panic::{PanicListener, crash, on_panic};

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A language server for one client.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Server {
    server: bobbin_server::Server,
}

#[wasm_bindgen]
impl Server {
    /// A server that waits for `initialize`.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Server {
        Server::default()
    }

    /// Takes one message and answers with the messages to send, in order.
    pub fn handle(&mut self, message: &str) -> Vec<String> {
        self.server.handle(message)
    }
}

/// `value` as it crosses to JavaScript.
fn json(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}
