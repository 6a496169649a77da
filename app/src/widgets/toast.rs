//! Toasts: passing messages.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use super::button::Button;
use super::icon::{Icon, IconView};
use super::prose::Prose;
use crate::following::effect;
use crate::platform::window;
use crate::widgets::dynamic::{list, while_here};

/// The time that a message stays.
const TOAST_TIME: Duration = Duration::from_secs(5);

/// The time that a message stays when the pointer or the focus has left it.
const REST_TIME: Duration = Duration::from_millis(1500);

/// The number of messages that are shown at a time; errors beyond it wait, anything else gives way.
const MOST: usize = 3;

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastKind {
    Info,
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

/// Tells whether a message is still true.
type Holds = Arc<dyn Fn() -> bool + Send + Sync>;

/// The messages on the screen.
#[derive(Clone, Copy)]
pub struct Toasts {
    /// The first ones are shown, the others wait.
    all: RwSignal<Vec<(u32, Toast)>>,
    /// The conditions of those that have one.
    conditions: RwSignal<Vec<(u32, Holds)>>,
    last_id: StoredValue<u32>,
    /// True while the pointer or the focus is on the messages.
    is_held: StoredValue<bool>,
    /// Those whose time has passed meanwhile.
    overdue: StoredValue<Vec<u32>>,
    /// The result of a key press, one line in the status bar.
    answer: RwSignal<Option<(u32, Toast)>>,
}

/// Returns the messages of the page.
#[must_use]
pub fn use_toasts() -> Toasts {
    expect_context()
}

impl Toasts {
    #[must_use]
    pub fn new() -> Toasts {
        Toasts {
            all: RwSignal::new(Vec::new()),
            conditions: RwSignal::new(Vec::new()),
            last_id: StoredValue::new(0),
            is_held: StoredValue::new(false),
            overdue: StoredValue::new(Vec::new()),
            answer: RwSignal::new(None),
        }
    }

    /// Shows a passing message.
    pub fn say(self, text: impl Into<String>) {
        self.show(Toast { kind: ToastKind::Info, text: text.into(), action: None });
    }

    /// Shows the result of a key press as a line in the status bar; the next such result replaces it.
    pub fn answer(self, text: impl Into<String>) {
        self.answer_with(text, None);
    }

    /// Shows the result of a key press as a line in the status bar, with an action that it offers.
    pub fn answer_with(self, text: impl Into<String>, action: Option<(String, Callback<()>)>) {
        let id = self.new_id();
        let time = if action.is_some() { TOAST_TIME * 2 } else { TOAST_TIME };
        self.answer.set(Some((id, Toast { kind: ToastKind::Info, text: text.into(), action })));
        let take_away = move || {
            if self.answer.with_untracked(|it| it.as_ref().is_some_and(|(it, _)| *it == id)) {
                self.answer.set(None);
            }
        };
        window::later(time, take_away);
    }

    /// Takes the result of the last key press away: something else is asked now.
    pub fn forget_answer(self) {
        if self.answer.with_untracked(Option::is_some) {
            self.answer.set(None);
        }
    }

    /// Returns the line for the status bar, and follows it.
    #[must_use]
    pub fn answered(self) -> Option<Toast> {
        self.answer.get().map(|(_, it)| it)
    }

    /// Shows an error.
    pub fn complain(self, text: impl Into<String>) {
        self.show(Toast { kind: ToastKind::Error, text: text.into(), action: None });
    }

    /// Shows a message for a while; the same message is not shown twice at a time.
    pub fn show(self, toast: Toast) {
        self.push(self.new_id(), toast);
    }

    /// Shows a message for a while, and no longer than it is true; `holds` is followed.
    pub fn show_while(self, toast: Toast, holds: impl Fn() -> bool + Send + Sync + 'static) {
        let id = self.new_id();
        self.push(id, toast);
        self.conditions.update(|it| it.push((id, Arc::new(holds))));
    }

    fn push(self, id: u32, toast: Toast) {
        self.change(|all| {
            all.retain(|(_, it)| it.text != toast.text);
            all.push((id, toast));
            make_room(all);
        });
    }

    /// Takes away what is not true any more, and follows what that depends on.
    fn take_away_untrue(self) {
        let untrue: Vec<u32> = self
            .conditions
            .with(|it| it.iter().filter(|(_, holds)| !holds()).map(|(id, _)| *id).collect());
        for id in untrue {
            untrack(|| self.take_away(id));
        }
    }

    fn new_id(self) -> u32 {
        let id = self.last_id.get_value() + 1;
        self.last_id.set_value(id);
        id
    }

    fn shown(self) -> Vec<(u32, Toast)> {
        self.all.with(|it| it.iter().take(MOST).cloned().collect())
    }

    /// Changes the messages; the time of those that are shown then, and were not before, begins.
    fn change(self, change: impl FnOnce(&mut Vec<(u32, Toast)>)) {
        let before = untrack(|| self.shown());
        self.all.update(change);
        for (id, toast) in untrack(|| self.shown()) {
            if before.iter().any(|(it, _)| *it == id) {
                continue;
            }
            // Reading a reason takes longer than noticing a success, and so does reaching a button.
            let is_brief = toast.kind == ToastKind::Info && toast.action.is_none();
            let time = if is_brief { TOAST_TIME } else { TOAST_TIME * 2 };
            window::later(time, move || self.expire(id));
        }
    }

    fn expire(self, id: u32) {
        if self.is_held.get_value() {
            self.overdue.update_value(|it| it.push(id));
        } else {
            self.take_away(id);
        }
    }

    fn hold(self) {
        self.is_held.set_value(true);
    }

    fn let_go(self) {
        self.is_held.set_value(false);
        for id in self.overdue.try_update_value(std::mem::take).unwrap_or_default() {
            window::later(REST_TIME, move || self.expire(id));
        }
    }

    fn take_away(self, id: u32) {
        self.change(|all| all.retain(|(it, _)| *it != id));
        let had_one = self.conditions.with_untracked(|it| it.iter().any(|(it, _)| *it == id));
        if had_one {
            self.conditions.update(|all| all.retain(|(it, _)| *it != id));
        }
        // What is gone is not left by the pointer any more.
        if self.all.with_untracked(Vec::is_empty) {
            self.let_go();
        }
    }
}

/// Takes away the oldest messages that are no errors, while there are too many.
fn make_room(all: &mut Vec<(u32, Toast)>) {
    while all.len() > MOST {
        // The newest one stays.
        let mut earlier = all.iter().take(all.len() - 1);
        let Some(idx) = earlier.position(|(_, it)| it.kind == ToastKind::Info) else { return };
        all.remove(idx);
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
    effect(move || toasts.take_away_untrue());
    view! {
        <div
            class="toasts"
            aria-live="polite"
            on:pointerenter=move |_| toasts.hold()
            on:pointerleave=move |_| toasts.let_go()
            on:focusin=move |_| toasts.hold()
            on:focusout=while_here(move |_| toasts.let_go())
        >
            {list(move || toasts.shown(), |(id, _)| id.to_string(), row)}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(kinds: &[ToastKind]) -> Vec<u32> {
        let mut all = Vec::new();
        for (id, &kind) in (1..).zip(kinds) {
            all.push((id, Toast { kind, text: String::new(), action: None }));
            make_room(&mut all);
        }
        all.into_iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn no_error_gives_way() {
        use ToastKind::{Error, Info};
        assert_eq!(after(&[Info, Info, Info, Info]), [2, 3, 4]);
        assert_eq!(after(&[Error, Info, Info, Error]), [1, 3, 4]);
        assert_eq!(after(&[Error, Error, Error, Info]), [1, 2, 3, 4]);
        assert_eq!(after(&[Error, Error, Error, Info, Error]), [1, 2, 3, 5]);
    }
}
