//! The end of the core after a panic: the listener hears of it before the instance dies.

use std::cell::RefCell;
use std::panic;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A function that takes the message of a panic.
    #[wasm_bindgen(typescript_type = "(message: string) => void")]
    #[derive(Debug)]
    pub type PanicListener;

    #[wasm_bindgen(method)]
    fn call(this: &PanicListener, receiver: &JsValue, message: &str);
}

thread_local! {
    static LISTENER: RefCell<Option<PanicListener>> = const { RefCell::new(None) };
}

/// Calls `listener` with the message when the core panics. The call that panicked throws, and the
/// instance must not be used again.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(listener: PanicListener) {
    LISTENER.set(Some(listener));
    panic::set_hook(Box::new(|info| {
        if let Some(listener) = LISTENER.take() {
            listener.call(&JsValue::UNDEFINED, &info.to_string());
        }
    }));
}

/// Panics, for tests of what happens then.
#[wasm_bindgen]
#[expect(clippy::panic, reason = "that is what it is for")]
pub fn crash() {
    panic!("a crash was asked for");
}
