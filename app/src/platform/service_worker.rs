//! The service worker, which keeps the page for use offline.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ServiceWorker, ServiceWorkerRegistration, ServiceWorkerState};

/// The state of the page's copy for use offline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Offline {
    #[default]
    No,
    /// The copy is complete.
    Ready,
    /// A newer version waits to take over.
    Update,
}

/// Registers the service worker and follows its state.
#[must_use]
pub fn register() -> ReadSignal<Offline> {
    let (offline, set_offline) = signal(Offline::No);
    leptos::task::spawn_local(async move {
        let Some(container) = container() else { return };
        let Ok(registered) = JsFuture::from(container.register("./sw.js")).await else { return };
        let Ok(registration) = registered.dyn_into::<ServiceWorkerRegistration>() else { return };
        follow(&registration, set_offline);
        let hearing = registration.clone();
        let callback = Closure::<dyn Fn()>::new(move || follow(&hearing, set_offline));
        registration.set_onupdatefound(Some(callback.as_ref().unchecked_ref()));
        // The registration lives as long as the page.
        callback.forget();
    });
    offline
}

/// Lets the waiting version take over and reloads the page.
pub fn update() {
    let Some(container) = container() else { return };
    let callback = Closure::<dyn Fn()>::new(super::window::reload);
    container.set_oncontrollerchange(Some(callback.as_ref().unchecked_ref()));
    callback.forget();
    leptos::task::spawn_local(async move {
        let Ok(found) = JsFuture::from(container.get_registration()).await else { return };
        let waiting =
            found.dyn_into::<ServiceWorkerRegistration>().ok().and_then(|it| it.waiting());
        let message = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&message, &"type".into(), &"SKIP_WAITING".into());
        match waiting {
            Some(worker) => drop(worker.post_message(&message)),
            None => super::window::reload(),
        }
    });
}

/// Returns `None` where the browser or the address (not HTTPS, not this machine) forbids service
/// workers.
fn container() -> Option<web_sys::ServiceWorkerContainer> {
    let container = js_sys::Reflect::get(&window().navigator(), &"serviceWorker".into()).ok()?;
    (!container.is_undefined()).then(|| container.unchecked_into())
}

fn follow(registration: &ServiceWorkerRegistration, offline: WriteSignal<Offline>) {
    let is_update = registration.active().is_some();
    if is_update {
        offline.set(if registration.waiting().is_some() {
            Offline::Update
        } else {
            Offline::Ready
        });
    }
    let Some(worker) = registration.installing() else { return };
    let hearing: ServiceWorker = worker.clone();
    let callback = Closure::<dyn Fn()>::new(move || match hearing.state() {
        ServiceWorkerState::Installed if is_update => offline.set(Offline::Update),
        ServiceWorkerState::Activated => offline.set(Offline::Ready),
        _ => {}
    });
    worker.set_onstatechange(Some(callback.as_ref().unchecked_ref()));
    callback.forget();
}
