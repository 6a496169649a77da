//! Files dropped anywhere, and text pasted where nothing is open.

use leptos::prelude::*;

use crate::document::use_documents;
use crate::environment::use_environment;
use crate::files::use_files;
use crate::open_dialog::{Dialog, Dialogs, use_dialogs};
use crate::platform::{dom, files as platform_files, frame, window};
use crate::widgets::dynamic::When;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::sentence;
use crate::widgets::toast::use_toasts;

/// Returns true if dropped files are catalogues, because the environment's dialog is open.
fn takes_catalogues(dialogs: Dialogs) -> bool {
    dialogs.is_open(&Dialog::Environment)
}

/// Handles drops, and says where they go while a file is over the page.
#[component]
pub fn DropTarget() -> impl IntoView {
    let toasts = use_toasts();
    let files = use_files();
    let environment = use_environment();
    let dialogs = use_dialogs();
    let is_over = RwSignal::new(false);
    if frame::is_framed() {
        // The browser would show a dropped file in the place of the page. What is given to the page around
        // the frame is not for the frame to take.
        window::on_drag(|_| {}, |_| {});
        return ().into_any();
    }
    window::on_drag(
        move |over| {
            if is_over.get_untracked() != over {
                is_over.set(over);
            }
        },
        move |event| {
            if !takes_catalogues(dialogs) {
                return files.open_dropped(&event);
            }
            platform_files::dropped(&event, move |picked| {
                let added = picked.and_then(|file| environment.add_catalogue(file));
                if let Err(why) = added {
                    toasts.complain(sentence(&why));
                }
            });
        },
    );
    let documents = use_documents();
    let paste = window_event_listener(leptos::ev::paste, move |event| {
        let is_elsewhere = event.default_prevented() || dom::is_dialog_open();
        if is_elsewhere || dom::is_in(&event, "input, textarea, [contenteditable=true]") {
            return;
        }
        if documents.active.with_untracked(Option::is_some) {
            return;
        }
        let data = event.clipboard_data();
        let text = data.and_then(|it| it.get_data("text/plain").ok()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            files.open_pasted(text);
        }
    });
    on_cleanup(move || paste.remove());
    view! {
        <When when=move || is_over.get()>
            <div class="drop-overlay">
                <p class="drop-overlay__text">
                    <IconView icon=Icon::Open />
                    {if takes_catalogues(dialogs) {
                        "Drop JSON files to add them as catalogues"
                    } else {
                        "Drop files, folders or archives to open them"
                    }}
                </p>
            </div>
        </When>
    }
    .into_any()
}
