//! Files of the user: picking, dropping, downloading; and files of our own origin.

use std::time::Duration;

use gloo_events::EventListener;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, DragEvent, Event, FileList, HtmlAnchorElement, HtmlInputElement,
    Response, Url,
};

/// A file with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickedFile {
    /// The name, without folders.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The field that files other than documents are being picked by.
const PICKING: &str = "bobbin-picking-other";

/// Lets the user pick files; calls back with each.
pub fn pick(on_file: impl Fn(Result<PickedFile, String>) + Clone + 'static) {
    let Ok(input) =
        document().create_element("input").map(JsCast::unchecked_into::<HtmlInputElement>)
    else {
        return;
    };
    input.set_type("file");
    input.set_multiple(true);
    // A field that stands nowhere may be collected before the person has chosen.
    if let Some(earlier) = document().get_element_by_id(PICKING) {
        earlier.remove();
    }
    input.set_id(PICKING);
    input.set_hidden(true);
    if let Some(body) = document().body() {
        let _ = body.append_child(&input);
    }
    let picked = input.clone();
    let hear = move |_: &Event| {
        if let Some(files) = picked.files() {
            read_all(&files, on_file);
        }
        picked.remove();
    };
    EventListener::once(&input, "change", hear).forget();
    input.click();
}

/// Marks a drag as one of something in the page, which nothing outside of it takes.
pub fn carry(event: &DragEvent) {
    if let Some(data) = event.data_transfer() {
        data.set_effect_allowed("move");
        // Some browsers drag only what carries something; no text, which the editor would insert.
        let _ = data.set_data("application/x-bobbin", "file");
    }
}

/// Returns true if a file is dragged over the page.
#[must_use]
pub fn carries_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| {
        data.types().iter().any(|it| it.as_string().as_deref() == Some("Files"))
    })
}

/// Reads dropped files.
pub fn dropped(event: &DragEvent, on_file: impl Fn(Result<PickedFile, String>) + Clone + 'static) {
    if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
        read_all(&files, on_file);
    }
}

fn read_all(files: &FileList, on_file: impl Fn(Result<PickedFile, String>) + Clone + 'static) {
    for file in (0..files.length()).filter_map(|it| files.item(it)) {
        let on_file = on_file.clone();
        leptos::task::spawn_local(async move {
            let name = file.name();
            on_file(match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => Ok(PickedFile { name, bytes: Uint8Array::new(&buffer).to_vec() }),
                Err(_) => Err(format!("`{name}` cannot be read")),
            });
        });
    }
}

/// Downloads a file; returns false if the browser refuses.
#[must_use]
pub fn download(name: &str, bytes: &[u8]) -> bool {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type("application/octet-stream");
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) else {
        return false;
    };
    // gloo's type for it throws where the browser refuses.
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return false };
    let link = document().create_element("a").map(JsCast::unchecked_into::<HtmlAnchorElement>);
    let is_given = link.is_ok();
    if let Ok(link) = link {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The browser needs the address until it has started to save.
    let revoke = move || {
        let _ = Url::revoke_object_url(&url);
    };
    set_timeout(revoke, Duration::from_secs(60));
    is_given
}

/// Fetches a file of our own origin, by its path below the page.
pub async fn fetch(path: &str) -> Result<Vec<u8>, String> {
    let failed = || format!("`{path}` cannot be loaded");
    let response = JsFuture::from(window().fetch_with_str(path)).await.map_err(|_| failed())?;
    let response: Response = response.dyn_into().map_err(|_| failed())?;
    if !response.ok() {
        return Err(failed());
    }
    let buffer = JsFuture::from(response.array_buffer().map_err(|_| failed())?);
    let buffer = buffer.await.map_err(|_| failed())?.unchecked_into::<ArrayBuffer>();
    Ok(Uint8Array::new(&buffer).to_vec())
}
