//! Toasts: passing messages.

use std::time::Duration;

use leptos::prelude::*;

use super::button::Button;
use super::icon::{Icon, IconView};
use super::prose::Prose;
use crate::platform::window;
use crate::widgets::dynamic::list;

/// The time that a passing message stays.
const TOAST_TIME: Duration = Duration::from_secs(7);

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastKind {
    Info,
    /// The result of a key press, which the next such result replaces.
    Passing,
    /// Something was not done.
    Error,
}

/// A message to show for a while.
#[derive(Clone)]
pub struct Toast {
    pub kind: ToastKind,
    /// The message as a sentence.
    pub text: String,
    /// An action that the message offers.
    pub action: Option<(String, Callback<()>)>,
}

/// The messages on the screen.
#[derive(Clone, Copy)]
pub struct Toasts {
    shown: RwSignal<Vec<(u32, Toast)>>,
    last_id: StoredValue<u32>,
}

/// Returns the messages of the page.
#[must_use]
pub fn use_toasts() -> Toasts {
    expect_context()
}

impl Toasts {
    #[must_use]
    pub fn new() -> Toasts {
        Toasts { shown: RwSignal::new(Vec::new()), last_id: StoredValue::new(0) }
    }

    /// Shows a passing message.
    pub fn say(self, text: impl Into<String>) {
        self.show(Toast { kind: ToastKind::Info, text: text.into(), action: None });
    }

    /// Shows the result of a key press; the next such result replaces it.
    pub fn answer(self, text: impl Into<String>) {
        self.show(Toast { kind: ToastKind::Passing, text: text.into(), action: None });
    }

    /// Shows an error.
    pub fn complain(self, text: impl Into<String>) {
        self.show(Toast { kind: ToastKind::Error, text: text.into(), action: None });
    }

    /// Shows a message for a while; the same message is not shown twice at a time.
    pub fn show(self, toast: Toast) {
        let id = self.last_id.get_value() + 1;
        self.last_id.set_value(id);
        // Reading a reason takes longer than noticing a success.
        let time = match toast.kind {
            ToastKind::Info => TOAST_TIME,
            ToastKind::Passing => TOAST_TIME / 2,
            ToastKind::Error => TOAST_TIME * 2,
        };
        self.shown.update(|shown| {
            let is_passing = toast.kind == ToastKind::Passing;
            shown.retain(|(_, it)| {
                it.text != toast.text && !(is_passing && it.kind == ToastKind::Passing)
            });
            shown.push((id, toast));
        });
        window::after(time, move || self.take_away(id)).forget();
    }

    fn take_away(self, id: u32) {
        self.shown.update(|shown| shown.retain(|(it, _)| *it != id));
    }
}

/// Shows the messages, which are read out as they come.
#[component]
pub fn ToastList(toasts: Toasts) -> impl IntoView {
    let row = move |(id, toast): (u32, Toast)| {
        let is_error = toast.kind == ToastKind::Error;
        let icon = if is_error { Icon::Error } else { Icon::Hint };
        let action = toast.action.map(|(label, run)| {
            let on_press = move |()| {
                toasts.take_away(id);
                run.run(());
            };
            view! { <Button label=label on_press=on_press /> }
        });
        view! {
            <div class="toast" class:toast--error=is_error role=if is_error { "alert" } else { "status" }>
                <IconView icon=icon />
                <p class="toast__text">
                    <Prose text=toast.text />
                </p>
                {action}
                <Button
                    label="Dismiss"
                    icon=Icon::Close
                    is_bare=true
                    on_press=move |()| toasts.take_away(id)
                />
            </div>
        }
    };
    view! {
        <div class="toasts" aria-live="polite">
            {list(move || toasts.shown.get(), |(id, _)| id.to_string(), row)}
        </div>
    }
}
