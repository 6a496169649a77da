//! Modal dialogs, made from the browser's own element, which keeps the focus inside and closes on
//! Escape.

use crate::platform::dom;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::button::Button;
use super::icon::Icon;

/// Gives the focus back to where it was when the dialog was shown, before what the dialog decided is done: that may
/// move the focus further.
///
/// The browser remembers the place, also inside of the editor's shadow root, but only a dialog that is closed gives it
/// back; one that is taken away while it is open leaves the focus nowhere.
fn give_back_focus(dialog: &web_sys::HtmlDialogElement) {
    dialog.close();
}

/// Shows a dialog. Where the content is not there yet, the keyboard waits in the frame, from which Tab goes into it: the
/// way out would take the next Enter.
fn show(dialog: &web_sys::HtmlDialogElement) {
    let _ = dialog.show_modal();
    if let Ok(Some(frame)) = dialog.query_selector(".dialog__frame:has(> .dialog__close :focus)") {
        let frame: web_sys::HtmlElement = frame.unchecked_into();
        frame.set_tab_index(-1);
        let _ = frame.focus();
    }
}

/// Shows a dialog that is open for as long as it is mounted.
#[component]
pub fn ModalDialog(
    /// The heading, and name for screen readers.
    #[prop(into)]
    title: String,
    /// Omits the heading.
    #[prop(optional)]
    is_plain: bool,
    /// Makes room for a list.
    #[prop(optional)]
    is_wide: bool,
    /// Takes most of the window.
    #[prop(optional)]
    is_large: bool,
    /// The id of the words that say what can be lost: the dialog is a question that must not be missed.
    #[prop(optional)]
    warning: Option<&'static str>,
    /// Called on Escape, a press outside, or the close button.
    #[prop(into)]
    on_close: Callback<()>,
    /// The content of the dialog.
    children: Children,
) -> impl IntoView {
    let element = NodeRef::<html::Dialog>::new();
    dom::on_each_load(element, |dialog| {
        let shown = StoredValue::new_local(dialog.clone());
        on_cleanup(move || shown.with_value(give_back_focus));
        // A key that is pressed next is meant for the dialog, so it does not wait for a frame; only one that is not
        // part of the page yet cannot be shown.
        if dialog.is_connected() {
            show(&dialog);
            return;
        }
        request_animation_frame(move || show(&dialog));
    });
    let on_press = move |event: leptos::ev::MouseEvent| {
        // The frame fills the element's own box, so a press on the element itself is outside of the
        // frame.
        let is_outside = event.target().is_some() && event.target() == event.current_target();
        if is_outside {
            on_close.run(());
        }
    };
    let heading = (!is_plain).then(|| {
        view! {
            <header class="dialog__head">
                <h2 class="dialog__title">{title.clone()}</h2>
            </header>
        }
    });
    // Behind the content, so that the keyboard begins there.
    let way_out = (!is_plain).then(|| {
        view! {
            <div class="dialog__close">
                <Button label="Close" icon=Icon::Close is_bare=true on_press=on_close />
            </div>
        }
    });
    view! {
        <dialog
            node_ref=element
            class="dialog"
            class:dialog--wide=is_wide
            class:dialog--large=is_large
            class:dialog--plain=is_plain
            role=warning.map(|_| "alertdialog")
            aria-label=title.clone()
            aria-describedby=warning
            on:click=on_press
            on:cancel=move |event: leptos::ev::Event| {
                event.prevent_default();
                on_close.run(());
            }
        >
            <div class="dialog__frame">{heading} {children()} {way_out}</div>
        </dialog>
    }
}
