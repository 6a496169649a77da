//! What the rows of a table share: how they change the text, and how they say what is wrong.

use std::sync::Arc;

use bobbin_protocol::{Command, FieldProblem, Form, Severity};
use leptos::prelude::*;

use crate::document::{Answer, Target, use_documents, use_editing};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// Changes the text by one command, and keeps the form on its item meanwhile.
#[must_use]
pub fn ask(form: Memo<Option<Arc<Form>>>, command: Command, label: String) -> Answer {
    let item = form.with_untracked(|it| it.as_ref().map(|it| it.item.clone()));
    if let Some((item, file)) = item.zip(use_documents().shown()) {
        file.target.set(Target::Item(item));
    }
    use_editing().ask(command, label)
}

/// Changes the text like [`ask`]; `on_end` is told whether the text has the change, and `refused` why not.
pub fn carry_out(
    form: Memo<Option<Arc<Form>>>,
    command: Command,
    label: String,
    refused: RwSignal<Option<String>>,
    on_end: impl FnOnce(bool) + 'static,
) {
    let answer = ask(form, command, label);
    leptos::task::spawn_local(async move {
        let why = answer.await.err();
        let is_taken = why.is_none();
        let _ = refused.try_set(why.map(|it| sentence(&it)));
        on_end(is_taken);
    });
}

/// Returns true if the program reads what a problem is about, though not as one may think.
#[must_use]
pub fn is_doubtful(problem: &FieldProblem) -> bool {
    problem.severity != Severity::Error
}

/// Explains why a cell is wrong or was not changed.
#[component]
pub fn Problem(
    text: String,
    /// The name by which a field is described with it.
    #[prop(optional_no_strip)]
    id: Option<String>,
    /// True for what is not wrong, but perhaps not meant.
    #[prop(optional)]
    is_doubtful: bool,
) -> impl IntoView {
    let icon = if is_doubtful { Icon::Warning } else { Icon::Error };
    view! {
        <p class="field__problem" role="alert" id=id>
            <IconView icon=icon />
            <span>
                <Prose text=text />
            </span>
        </p>
    }
}
