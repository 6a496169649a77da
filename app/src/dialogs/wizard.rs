//! The wizard for a new file.

use bobbin_protocol::{Field, KeyValue, Wizard, WizardParams};
use leptos::prelude::*;

use crate::document::use_documents;
use crate::document::views::choose;
use crate::files::use_files;
use crate::following::{effect, memo};
use crate::inspector::{Change, FieldRow, taken};
use crate::platform::editor::ask;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{list, part};
use crate::widgets::icon::Icon;
use crate::widgets::prose::Prose;
use crate::widgets::toast::use_toasts;

/// Sets an answer; an answer that is taken back is removed.
fn answer(answers: &mut Vec<KeyValue>, key: &str, change: Change) {
    match change {
        Change::Set(value) => choose(answers, key, &value),
        Change::Unset => answers.retain(|it| it.key != key),
    }
}

/// Shows the questions at the left, the resulting text at the right.
#[component]
pub fn WizardDialog(language: String, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let toasts = use_toasts();
    let files = use_files();
    let answers = RwSignal::new(Vec::<KeyValue>::new());
    let result = RwSignal::new(Wizard::default());
    let title = documents.language_title(&language);
    let of_effect = language.clone();
    effect(move || {
        let params = WizardParams { language: of_effect.clone(), answers: answers.get() };
        leptos::task::spawn_local(async move {
            let answered: Result<Wizard, _> = ask(WizardParams::METHOD, &params).await;
            match answered {
                // The dialog may be gone by now, and its answers with it.
                Ok(it)
                    if answers.try_with_untracked(|now| *now == params.answers) == Some(true) =>
                {
                    result.set(it);
                }
                Ok(_) => {}
                Err(why) => toasts.complain(why),
            }
        });
    });
    let fields = move |group: usize| {
        let keys = move || {
            result.with(|it| {
                let fields = it.groups.get(group).map(|it| it.fields.as_slice());
                fields.unwrap_or_default().iter().map(|it| it.key.clone()).collect::<Vec<_>>()
            })
        };
        let row = move |key: String| {
            let of_key = key.clone();
            let field = memo(move |_| -> Option<Field> {
                result.with(|it| {
                    it.groups.get(group)?.fields.iter().find(|it| it.key == of_key).cloned()
                })
            });
            let on_change = move |change: Change| {
                answers.update(|all| answer(all, &key, change));
                taken()
            };
            view! { <FieldRow field=field on_change=on_change is_question=true /> }
        };
        list(keys, String::clone, row)
    };
    let titles = memo(move |_| {
        result.with(|it| {
            let groups = it.groups.iter().enumerate();
            groups.map(|(idx, it)| (idx, it.title.clone(), it.note.clone())).collect::<Vec<_>>()
        })
    });
    let group = move |(idx, title, note): (usize, String, String)| {
        view! {
            <section class="group">
                <h3 class="group__title">{title}</h3>
                {(!note.is_empty())
                    .then(|| {
                        view! {
                            <p class="group__note">
                                <Prose text=note />
                            </p>
                        }
                    })}
                <div class="group__fields">{fields(idx)}</div>
            </section>
        }
    };
    let create = move |()| {
        let made = result.get_untracked();
        close.run(());
        files.open_text(made.file_name, language.clone(), made.text);
    };
    view! {
        <ModalDialog title=format!("New {title}, step by step") is_wide=true on_close=close>
            <div class="wizard">
                <div class="wizard__questions">
                    {list(move || titles.get(), |(idx, title, note)| format!("{idx} {title} {note}"), group)}
                </div>
                <pre class="wizard__text" aria-label="The new file" tabindex="0">
                    {part(move || result.with(|it| it.text.clone()))}
                </pre>
            </div>
            <div class="message__actions wizard__actions">
                <Button label="Create" icon=Icon::NewFile is_primary=true on_press=create />
                <Button label="Cancel" on_press=close />
            </div>
        </ModalDialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_can_be_taken_back() {
        let mut answers = Vec::new();
        answer(&mut answers, "PU", Change::Set("CPU".into()));
        answer(&mut answers, "Mode", Change::Set("64".into()));
        answer(&mut answers, "PU", Change::Set("GPU".into()));
        answer(&mut answers, "Mode", Change::Unset);
        assert_eq!(answers, [KeyValue { key: "PU".into(), value: "GPU".into() }]);
    }
}
