//! Installing the page as an application, where the browser offers it.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// The browser's offer to install the page.
#[derive(Clone, Copy)]
pub struct InstallOffer {
    offered: RwSignal<Option<JsValue>, LocalStorage>,
}

impl InstallOffer {
    /// Listens for the offer from now on.
    #[must_use]
    pub fn listen() -> InstallOffer {
        let offered = RwSignal::new_local(None);
        let offer = ev::Custom::<web_sys::Event>::new("beforeinstallprompt");
        super::window::on(offer, move |event| {
            event.prevent_default();
            offered.set(Some(event.into()));
        });
        InstallOffer { offered }
    }

    /// Returns true if there is an offer.
    #[must_use]
    pub fn is_there(self) -> bool {
        self.offered.with(Option::is_some)
    }

    /// Shows the browser's own prompt.
    pub fn take(self) {
        let Some(event) = self.offered.get_untracked() else { return };
        self.offered.set(None);
        let prompt = js_sys::Reflect::get(&event, &"prompt".into());
        if let Some(prompt) = prompt.ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok()) {
            let _ = prompt.call0(&event);
        }
    }
}
