//! The dialogs that ask for a passphrase.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::control::use_sharing;
use crate::document::use_documents;
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{live, part};

/// Asks for the passphrase of a link to copy.
#[component]
pub fn SealDialog(close: Callback<()>) -> impl IntoView {
    let sharing = use_sharing();
    let name = use_documents().shown().map(|it| it.name.clone()).unwrap_or_default();
    let fault = RwSignal::new(String::new());
    let is_busy = RwSignal::new(false);
    let on_submit = Callback::new(move |passphrase: String| {
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let made = sharing.copy_sealed(passphrase).await;
            // The dialog may have been closed meanwhile.
            let _ = is_busy.try_set(false);
            match made {
                Ok(()) => close.run(()),
                Err(why) => drop(fault.try_set(why)),
            }
        });
    });
    view! {
        <ModalDialog title="Copy link with a passphrase" on_close=close>
            <div class="message">
                <p>
                    "The link carries " <code class="code">{name}</code>
                    ", encrypted. Send the passphrase separately from the link: nobody can read the link without it, and it cannot be recovered."
                </p>
                <Passphrase label="Copy link" fault=fault is_busy=is_busy on_submit=on_submit close=close />
            </div>
        </ModalDialog>
    }
}

/// Asks for the passphrase of a link to open.
#[component]
pub fn OpenSealedDialog(
    /// The link, behind its `#`.
    fragment: String,
    close: Callback<()>,
) -> impl IntoView {
    let sharing = use_sharing();
    let fault = RwSignal::new(String::new());
    let is_busy = RwSignal::new(false);
    let fragment = StoredValue::new(fragment);
    let on_submit = Callback::new(move |passphrase: String| {
        is_busy.set(true);
        fault.set(String::new());
        let fragment = fragment.get_value();
        leptos::task::spawn_local(async move {
            let opened = sharing.open_sealed(&fragment, &passphrase).await;
            let _ = is_busy.try_set(false);
            match opened {
                Ok(()) => close.run(()),
                Err(why) => drop(fault.try_set(why)),
            }
        });
    });
    view! {
        <ModalDialog title="Open a link with a passphrase" on_close=close>
            <div class="message">
                <p>
                    "What this link carries is encrypted. Whoever sent it has the passphrase. If you cancel, nothing is opened, and you need the link again."
                </p>
                <Passphrase label="Open" fault=fault is_busy=is_busy on_submit=on_submit close=close />
            </div>
        </ModalDialog>
    }
}

/// A field for a passphrase, with the buttons of its dialog.
#[component]
fn Passphrase(
    /// The word on the button that uses it.
    label: &'static str,
    /// The reason why the last one was of no use; may be empty.
    fault: RwSignal<String>,
    is_busy: RwSignal<bool>,
    on_submit: Callback<String>,
    close: Callback<()>,
) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let is_shown = RwSignal::new(false);
    let field = NodeRef::<html::Input>::new();
    dom::on_each_load(field, |field| {
        // Runs after the dialog has set the focus itself.
        request_animation_frame(move || {
            request_animation_frame(move || {
                let _ = field.focus();
            });
        });
    });
    let submit = move || {
        let passphrase = typed.get_untracked();
        if !passphrase.is_empty() && !is_busy.get_untracked() {
            on_submit.run(passphrase);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            submit();
        }
    };
    let status =
        move || if is_busy.get() { "Computing the key…".to_owned() } else { fault.get() };
    view! {
        <label class="message__field">
            "Passphrase"
            <input
                class="input"
                type=live(move || if is_shown.get() { "text" } else { "password" })
                autocomplete="off"
                spellcheck="false"
                node_ref=field
                on:input=move |event| typed.set(event_target_value(&event))
                on:keydown=on_key
            />
        </label>
        <label class="message__check">
            <input
                type="checkbox"
                on:change=move |event| is_shown.set(event_target_checked(&event))
            />
            "Show it"
        </label>
        <p
            class="message__minor"
            class:message__minor--fault=live(move || !is_busy.get() && !fault.with(String::is_empty))
            role="status"
        >
            {part(status)}
        </p>
        <div class="message__actions">
            <Button
                label=label
                is_primary=true
                is_enabled=Signal::derive(move || !typed.with(String::is_empty) && !is_busy.get())
                on_press=move |()| submit()
            />
            <Button label="Cancel" on_press=close />
        </div>
    }
}
