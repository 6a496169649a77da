//! The dialog for the environment.

use leptos::prelude::*;

use super::tables::PairTable;
use super::{Catalogue, Environment, remark_on_folder, remark_on_variable};
use crate::document::use_documents;
use crate::environment::use_environment;
use crate::platform::files;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{list, live};
use crate::widgets::icon::Icon;
use crate::widgets::prose::sentence;
use crate::widgets::toast::use_toasts;

/// Edits variables, settings, folders and catalogues; every change takes effect at once.
#[component]
pub fn EnvironmentDialog(close: Callback<()>) -> impl IntoView {
    let environment = use_environment();
    let Environment { env, system, settings, include_path, strict, .. } = environment;
    let documents = use_documents();
    let on_variable = Callback::new(move |row| env.with(|it| remark_on_variable(it, row)));
    let on_folder = Callback::new(move |row: usize| {
        let path = include_path.with(|it| it.get(row).map(|it| it.key.clone()))?;
        documents.files.with(|files| {
            let names: Vec<&str> = files.iter().map(|it| it.name.as_str()).collect();
            remark_on_folder(&path, &names)
        })
    });
    view! {
        <ModalDialog title="Environment" is_wide=true on_close=close>
            <div class="environment" data-scroller="">
                <p class="environment__about">
                    "The machine these files are meant for. Changes apply to all open files at once, and this browser remembers them."
                </p>
                {section(
                    "Environment variables",
                    "What a text reads as $ENV{NAME}, and what the programs ask for: SPROKIT_PIPE_INCLUDE_PATH, SPROKIT_CLUSTER_PATH, PINSIGHT_TRACE_OPENMP and so on, one for each domain, PINSIGHT_TRACE_WINDOW, PINSIGHT_MEASURE_ENERGY.",
                    view! { <PairTable what="variable" rows=env key_example="NAME" value_example="value" remark=on_variable /> }.into_any(),
                )}
                {section(
                    "Settings on the command line",
                    "Passed to the program in addition to the file, in this order; a later one wins.",
                    view! { <PairTable what="setting" rows=settings key_example="for example detector:threshold" value_example="for example 0.5" /> }.into_any(),
                )}
                {section(
                    "Include folders",
                    "Folders that are searched for included files, in this order, as paths of open files.",
                    view! { <PairTable what="folder" rows=include_path key_example="for example pipelines/common" remark=on_folder /> }.into_any(),
                )}
                {section(
                    "Facts about the system",
                    "For example the number of processors.",
                    view! { <PairTable what="fact" rows=system key_example="for example numproc" value_example="for example 8" /> }.into_any(),
                )}
                {section(
                    "Catalogues",
                    "JSON files with types that Bobbin does not know. Drop them anywhere while this dialog is open.",
                    view! { <CatalogueList environment=environment /> }.into_any(),
                )}
                {section(
                    "Strictness",
                    "",
                    view! {
                        <label class="environment__switch">
                            <input
                                type="checkbox"
                                prop:checked=live(move || strict.get())
                                on:change=move |event| strict.set(event_target_checked(&event))
                            />
                            "Check strictly by the specification where a language has a strict mode"
                        </label>
                    }
                    .into_any(),
                )}
            </div>
        </ModalDialog>
    }
}

fn section(title: &'static str, about: &'static str, content: AnyView) -> impl IntoView {
    view! {
        <section class="environment__section" aria-label=title>
            <h3 class="environment__title">{title}</h3>
            {(!about.is_empty()).then(|| view! { <p class="environment__help">{about}</p> })}
            {content}
        </section>
    }
}

#[component]
fn CatalogueList(environment: Environment) -> impl IntoView {
    let toasts = use_toasts();
    let pick = move |()| {
        files::pick(move |picked| {
            let added = picked.and_then(|file| environment.add_catalogue(file));
            if let Err(why) = added {
                toasts.complain(sentence(&why));
            }
        });
    };
    let row = move |it: Catalogue| {
        let name = it.name.clone();
        let taken = it.name.clone();
        view! {
            <li class="catalogues__item">
                <code class="code">{name.clone()}</code>
                <Button
                    label=format!("Remove {name}")
                    icon=Icon::Close
                    is_bare=true
                    on_press=move |()| environment.catalogues.update(|all| all.retain(|it| it.name != taken))
                />
            </li>
        }
    };
    view! {
        <ul class="catalogues">
            {list(move || environment.catalogues.get(), |it| it.name.clone(), row)}
        </ul>
        <Button label="Add a JSON file…" icon=Icon::Plus on_press=pick />
    }
}
