//! The wish that the page is started with, as the address says it.

use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use super::files::PickedFile;

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = takeLaunch)]
        pub fn take_launch() -> String;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = takeSharedFiles)]
        pub fn take_shared_files(open: &JsValue) -> js_sys::Promise;
    }
}

/// The wish of an address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Launch {
    /// The language of a file to make.
    pub new: Option<String>,
    /// The id of an action.
    #[serde(rename = "do")]
    pub action: Option<String>,
}

/// Returns the wish of the address, which has none from then on.
#[must_use]
pub fn take() -> Launch {
    bobbin_json::from_str(&js::take_launch()).unwrap_or_default()
}

/// Calls back with each file that another application has shared with the page; the answer is whether
/// it is stored.
pub fn take_shared<F: Future<Output = bool> + 'static>(open: impl Fn(PickedFile) -> F + 'static) {
    let callback =
        Closure::<dyn Fn(String, Vec<u8>) -> js_sys::Promise>::new(move |name, bytes| {
            let opening = open(PickedFile { name, bytes });
            future_to_promise(async move { Ok(opening.await.into()) })
        });
    let _ = js::take_shared_files(callback.as_ref().unchecked_ref());
    // Called at most once in the life of a page.
    callback.forget();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_read() {
        let read = |json: &str| bobbin_json::from_str::<Launch>(json).unwrap();
        assert_eq!(read(r#"{"new":null,"do":null}"#), Launch::default());
        let wish = read(r#"{"new":null,"do":"file.open"}"#);
        assert_eq!(wish.action.as_deref(), Some("file.open"));
    }
}
