//! The journal of starts, which the editor bundle keeps: a start that does not get as far as showing its
//! files is noticed by the next one.

use wasm_bindgen_futures::JsFuture;

mod js {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = beginStart)]
        pub fn begin_start(deployment: &str, tab: &str, others: &str) -> Promise;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = resumeStart)]
        pub fn resume_start();
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = settleStart)]
        pub fn settle_start(is_whole: bool);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = failStart)]
        pub fn fail_start();
    }
}

/// Notes at once that a tab starts to open its files; the answer is the number of starts in a row that
/// failed before.
pub fn begin(deployment: &str, tab: &str, others: &[String]) -> impl Future<Output = u32> + use<> {
    let others = serde_json::to_string(others).unwrap_or_default();
    let begun = js::begin_start(deployment, tab, &others);
    async move { JsFuture::from(begun).await.ok().and_then(|it| it.as_f64()).unwrap_or(0.0) as u32 }
}

/// Notes that files are opened that a start before this one failed with.
pub fn resume() {
    js::resume_start();
}

/// Notes that what was to be opened is there; `is_whole` if nothing of it was left out.
pub fn settle(is_whole: bool) {
    js::settle_start(is_whole);
}

/// Notes that the page has failed.
pub fn fail() {
    js::fail_start();
}
