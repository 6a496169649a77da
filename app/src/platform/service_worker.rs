//! The page's copy for use offline, which the editor bundle registers and follows.

use leptos::prelude::*;

use crate::following::effect;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = keepOffline)]
        pub fn keep_offline(tell: &JsValue);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = updatePage)]
        pub fn update_page() -> js_sys::Promise;
    }
}

/// The state of the page's copy for use offline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Offline {
    #[default]
    No,
    /// The copy is complete.
    Ready,
    /// A newer version is there, and waits to take over unless another tab has loaded it already.
    Update,
}

/// Begins to keep the page as soon as `is_idle`, and follows the state of its copy.
#[must_use]
pub fn register(is_idle: impl Fn() -> bool + 'static) -> ReadSignal<Offline> {
    let (offline, set_offline) = signal(Offline::No);
    effect(move |was_idle: Option<bool>| {
        if was_idle == Some(true) {
            return true;
        }
        let is_idle = is_idle();
        if is_idle {
            follow(set_offline);
        }
        is_idle
    });
    offline
}

fn follow(offline: WriteSignal<Offline>) {
    let callback = Closure::<dyn Fn(String)>::new(move |word: String| {
        offline.set(match word.as_str() {
            "none" => Offline::No,
            "update" => Offline::Update,
            _ => Offline::Ready,
        });
    });
    js::keep_offline(callback.as_ref().unchecked_ref());
    // The copy is followed for as long as the page lives.
    callback.forget();
}

/// Lets the newer version take over and reloads the page. Returns false if it could not take over yet.
pub async fn update() -> bool {
    let answer = wasm_bindgen_futures::JsFuture::from(js::update_page()).await;
    answer.is_ok_and(|it| it.is_truthy())
}
