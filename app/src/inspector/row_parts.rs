//! What the rows of a table share: how they change the text, and how they say what is wrong.

use std::sync::Arc;

use bobbin_protocol::{Command, Form};
use leptos::prelude::*;

use crate::document::{Target, use_documents, use_editing};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// Changes the text by one command, and keeps the form on its item meanwhile. `on_end` is told whether the text has the
/// change.
pub fn carry_out(
    form: Memo<Option<Arc<Form>>>,
    command: Command,
    label: String,
    refused: RwSignal<Option<String>>,
    on_end: impl FnOnce(bool) + 'static,
) {
    let documents = use_documents();
    let editing = use_editing();
    let item = form.with_untracked(|it| it.as_ref().map(|it| it.item.clone()));
    let (Some(item), Some(file)) = (item, documents.shown()) else { return };
    file.target.set(Target::Item(item));
    editing.dispatch_or(command, label, move |answer| match answer {
        Ok(()) => {
            let _ = refused.try_set(None);
            on_end(true);
        }
        Err(reason) => {
            let _ = refused.try_set(Some(sentence(&reason)));
            on_end(false);
        }
    });
}

/// Explains why a cell is wrong or was not changed.
#[component]
pub fn Problem(text: String) -> impl IntoView {
    view! {
        <p class="field__problem" role="alert">
            <IconView icon=Icon::Error />
            <span>
                <Prose text=text />
            </span>
        </p>
    }
}
