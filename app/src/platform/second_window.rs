//! The second window, which holds a pane of the page for as long as the user wants.
//!
//! What lies there belongs to another document; whoever looks for elements asks for all [`documents`].

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Document, HtmlElement};

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = detachPane)]
        pub fn detach_pane(
            pane: &web_sys::HtmlElement,
            title: &str,
            closed: &JsValue,
        ) -> Option<web_sys::Document>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = attachPane)]
        pub fn attach_pane();
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = comeForward)]
        pub fn come_forward();
    }
}

thread_local! {
    static SECOND: RefCell<Option<Document>> = const { RefCell::new(None) };
}

/// Moves a pane into a window of its own; returns false if the browser opens none. `closed` is called
/// when the pane is back because the user has closed that window.
pub fn detach(pane: &HtmlElement, title: &str, closed: impl Fn() + 'static) -> bool {
    let closed = Closure::<dyn Fn()>::new(move || {
        SECOND.set(None);
        closed();
    });
    let second = js::detach_pane(pane, title, closed.as_ref().unchecked_ref());
    // Called at most once a window, of which there are few.
    closed.forget();
    let is_there = second.is_some();
    SECOND.set(second);
    is_there
}

/// Takes the pane back, if it is away, and closes its window.
pub fn attach() {
    if SECOND.take().is_some() {
        js::attach_pane();
    }
}

/// Brings the page's own window to the front if the second one has the keyboard.
pub fn come_forward() {
    if SECOND.with_borrow(Option::is_some) {
        js::come_forward();
    }
}

/// Returns the documents of the page's windows, its own first.
pub fn documents() -> impl Iterator<Item = Document> {
    std::iter::once(leptos::prelude::document()).chain(SECOND.with_borrow(Clone::clone))
}

/// Returns the document that has the keyboard; the page's own if none has.
#[must_use]
pub fn active_document() -> Document {
    let mut documents = documents();
    let own = documents.next();
    documents
        .find(|it| it.has_focus().unwrap_or_default())
        .or(own)
        .unwrap_or_else(leptos::prelude::document)
}
