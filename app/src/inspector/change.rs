//! Changes that the fields of a form ask for.

use std::future::ready;
use std::time::Duration;

use leptos::html;
use leptos::prelude::{Callable, Callback, GetUntracked, NodeRef};

use crate::document::Answer;
use crate::platform::window;
use crate::widgets::prose::sentence;
use crate::widgets::toast::{Toasts, use_toasts};

/// A change of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Sets this value.
    Set(String),
    /// Removes the key from the text.
    Unset,
}

/// Asks for the changes of a field; each is answered by itself.
pub type OnChange = Callback<Change, Answer>;

/// Asks for a change that leaves nothing in a field to mend, such as a switch; a refusal is told by a message.
pub fn ask(on_change: OnChange, change: Change) {
    let toasts = use_toasts();
    let answer = on_change.run(change);
    leptos::task::spawn_local(async move {
        if let Err(why) = answer.await {
            toasts.complain(sentence(&why));
        }
    });
}

/// The time in which a form goes on to what the person has pressed.
const GOING_ON: Duration = Duration::from_millis(400);

/// Tells of a refusal by a message, unless the field that says why is still seen when the form has come to rest.
pub async fn tell_unless(is_seen: impl FnOnce() -> bool, toasts: Toasts, why: String) {
    window::pause(GOING_ON).await;
    if !is_seen() {
        toasts.complain(why);
    }
}

/// Returns true if an input is on the screen, or could be scrolled there: on a phone another pane may be shown.
#[must_use]
pub fn is_seen(input: NodeRef<html::Input>) -> bool {
    let input = input.try_get_untracked().flatten();
    input.is_some_and(|it| it.offset_parent().is_some())
}

/// Answers a change that is taken at once.
#[must_use]
pub fn taken() -> Answer {
    Box::pin(ready(Ok(())))
}
