//! Changes that the fields of a form ask for.

use std::future::ready;

use leptos::prelude::{Callable, Callback};

use crate::document::Answer;
use crate::widgets::prose::sentence;
use crate::widgets::toast::use_toasts;

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

/// Asks for a change whose answer no field waits for; the user is told of a refusal.
pub fn ask(on_change: OnChange, change: Change) {
    let toasts = use_toasts();
    let answer = on_change.run(change);
    leptos::task::spawn_local(async move {
        if let Err(why) = answer.await {
            toasts.complain(sentence(&why));
        }
    });
}

/// Answers a change that is taken at once.
#[must_use]
pub fn taken() -> Answer {
    Box::pin(ready(Ok(())))
}
