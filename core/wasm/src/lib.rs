//! Core and language server in JavaScript's terms.
//!
//! Nothing is decided here: each export converts its arguments, calls once and converts the answer.
//! Values cross as JSON in the shapes of `bobbin-protocol`, for which `core/npm` has the TypeScript
//! types; its facade is what people use.

mod clock;
#[cfg(not(feature = "parts"))]
mod document;
#[cfg(feature = "parts")]
mod families;
#[cfg(not(feature = "parts"))]
mod files;
#[cfg(not(feature = "parts"))]
mod layout;
mod panic;

#[cfg(not(feature = "parts"))]
pub use document::Document;
#[cfg(feature = "parts")]
pub use families::{fetch_part, needs, needs_soon};
#[cfg(not(feature = "parts"))]
pub use files::{decompile, detect, encode, languages, open};
#[cfg(not(feature = "parts"))]
pub use layout::layout;
pub use panic::{PanicListener, crash, on_panic};

#[cfg(not(feature = "parts"))]
use serde::Serialize;
#[cfg(not(feature = "parts"))]
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// A language server for one client.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Server {
    server: bobbin_server::Server,
}

#[wasm_bindgen]
impl Server {
    /// Creates a server that waits for `initialize`.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Server {
        Server::default()
    }

    /// Takes one message and answers with the messages to send, in order.
    pub fn handle(&mut self, message: &str) -> Vec<String> {
        self.server.handle(message)
    }

    /// Begins like `handle`, for clients that have other things to do meanwhile: answers that take
    /// long are owed, as `hasWork` says.
    pub fn begin(&mut self, message: &str) -> Vec<String> {
        self.server.begin(message)
    }

    /// Returns true if there are answers that `work` brings nearer.
    #[wasm_bindgen(js_name = hasWork)]
    pub fn has_work(&self) -> bool {
        self.server.has_work()
    }

    /// Works on them for about so many milliseconds, and answers with the messages to send.
    pub fn work(&mut self, ms: f64) -> Vec<String> {
        let end = clock::now() + ms;
        self.server.work(&mut || clock::now() < end)
    }
}

#[cfg(not(feature = "parts"))]
#[wasm_bindgen]
extern "C" {
    /// JavaScript's error for arguments of a wrong type.
    type TypeError;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> TypeError;
}

/// Reads an argument that came as JSON; a `TypeError` with its name if it does not fit.
#[cfg(not(feature = "parts"))]
fn argument<T: DeserializeOwned>(name: &str, json: &str) -> Result<T, JsValue> {
    bobbin_json::from_str(json).map_err(|error| {
        let reason = error.to_string();
        // Nobody sees the JSON, so where in it the error is says nothing.
        let reason = reason.split(" at byte ").next().unwrap_or_default();
        TypeError::new(&format!("`{name}` does not fit: {reason}")).into()
    })
}

/// Writes `value` as it crosses to JavaScript.
#[cfg(not(feature = "parts"))]
fn json(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}
