//! Switching many fields at once.

use std::sync::Arc;

use bobbin_protocol::{Command, Field, FieldGroup, FieldKind, Form};
use leptos::prelude::*;

use super::filter::fits;
use crate::document::commands::Done;
use crate::document::{Target, use_documents, use_editing};
use crate::following::memo;
use crate::widgets::dynamic::part;
use crate::widgets::toast::use_toasts;

/// Returns the groups of switches of a form, or one of them.
fn groups(form: &Form, idx: Option<usize>) -> impl Iterator<Item = &FieldGroup> {
    let all = form.groups.iter().enumerate();
    all.filter(move |(it, group)| group.are_switches && idx.is_none_or(|idx| idx == *it))
        .map(|(_, group)| group)
}

/// Returns the switches of groups that have an effect and match what is typed.
fn switches<'f>(
    form: &'f Form,
    idx: Option<usize>,
    typed: &str,
) -> impl Iterator<Item = &'f Field> {
    let fields = groups(form, idx).flat_map(|it| &it.fields);
    fields.filter(move |it| it.inert.is_none() && fits(it, typed))
}

/// Offers to switch the fields of a group on or off, or those of all groups; of a filtered list
/// those that are left.
#[component]
pub fn Switches(
    form: Memo<Option<Arc<Form>>>,
    /// The group; `None` is all of them.
    idx: Option<usize>,
    /// What the fields are filtered by.
    typed: RwSignal<String>,
) -> impl IntoView {
    let documents = use_documents();
    let editing = use_editing();
    let toasts = use_toasts();
    let is_wanted = memo(move |_| {
        form.with(|it| {
            it.as_ref().is_some_and(|it| {
                let n_groups = groups(it, idx).count();
                (idx.is_some() || n_groups > 1) && switches(it, idx, &typed.read()).count() > 1
            })
        })
    });
    // Only what is written otherwise gets a line.
    let switch_all = move |is_on: bool| {
        let Some(form) = form.get_untracked() else { return };
        let mut commands = Vec::new();
        for it in switches(&form, idx, &typed.read_untracked()) {
            let FieldKind::Toggle { on, off } = &it.kind else { continue };
            let word = if is_on { on } else { off };
            if it.effective != *word {
                let (item, key) = (form.item.clone(), it.key.clone());
                commands.push(Command::SetValue { item, key, value: word.clone() });
            }
        }
        let word = if is_on { "on" } else { "off" };
        if commands.is_empty() {
            return toasts.answer(format!("All of them that have an effect are {word} already."));
        }
        // The form stays with its item while the text changes.
        if let Some(file) = documents.shown() {
            file.target.set(Target::Item(form.item.clone()));
        }
        let title = idx.and_then(|it| form.groups.get(it)).map_or("switches", |it| &it.title);
        let label = format!("{title}: all {word}");
        editing.dispatch_all(commands, label, Box::new(|_: &Done| ()));
    };
    let (on, off) = match idx {
        Some(_) => ("all on", "all off"),
        None => ("all groups on", "all groups off"),
    };
    part(move || {
        is_wanted.get().then(|| {
            view! {
                <span class="group__switches">
                    <button type="button" class="link" on:click=move |_| switch_all(true)>
                        {on}
                    </button>
                    " "
                    <button type="button" class="link" on:click=move |_| switch_all(false)>
                        {off}
                    </button>
                </span>
            }
        })
    })
}
