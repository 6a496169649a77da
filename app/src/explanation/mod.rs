//! What the codes of diagnostics mean, from `help/codes.json` with the sections of the reference: `bobbin explain` prints
//! the same.

mod example;

use std::sync::Arc;

use bobbin_protocol::{CodeHelp, Help, HelpBlock, Reference};
use leptos::prelude::*;

use crate::document::use_documents;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::files::fetch;
use crate::platform::links;
use crate::problems::icon_of;
use crate::reference::{self, Place, blocks};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};
use example::ExampleView;

/// The beginning of the fragment of addresses that lead to a code.
const FRAGMENT: &str = "explain/";

/// Returns the name of the code that the fragment of an address leads to, such as `explain/scope-comma`.
#[must_use]
pub fn code_of(fragment: &str) -> Option<String> {
    fragment.strip_prefix(FRAGMENT).filter(|it| !it.is_empty()).map(str::to_owned)
}

/// Loads the help; `Err` with a message for the user.
async fn load() -> Result<Arc<Help>, String> {
    let bytes = fetch("help/codes.json").await?;
    serde_json::from_slice(&bytes).map(Arc::new).map_err(|it| it.to_string())
}

/// Loads the help with the reference.
async fn load_all() -> Result<(Arc<Help>, Arc<Reference>), String> {
    Ok((load().await?, reference::load().await?))
}

/// Begins to load something; `None` until it is here.
fn loaded<T: Send + Sync + 'static>(
    load: impl Future<Output = Result<T, String>> + 'static,
) -> RwSignal<Option<Result<T, String>>> {
    let signal = RwSignal::new(None);
    leptos::task::spawn_local(async move {
        let found = load.await;
        // The dialog may be closed by now.
        let _ = signal.try_set(Some(found));
    });
    signal
}

/// Explains a code, in the language that is meant if several have it.
#[component]
pub fn CodeDialog(name: String, language: String, close: Callback<()>) -> impl IntoView {
    let dialogs = use_dialogs();
    let help = loaded(load_all());
    let title = name.clone();
    let fragment = format!("{FRAGMENT}{name}");
    links::hold_fragment(FRAGMENT, move || fragment.clone());
    let content = move || {
        let (help, reference) = match help.get()? {
            Ok(help) => help,
            Err(why) => return Some(view! { <p class="message">{why}</p> }.into_any()),
        };
        // The documents have names of their own for some.
        let is_meant = |it: &&CodeHelp| {
            it.name == name
                || it.reference.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(&name))
        };
        let mut found: Vec<&CodeHelp> = help.codes.iter().filter(is_meant).collect();
        if found.iter().any(|it| it.language == language) {
            found.retain(|it| it.language == language);
        }
        if found.is_empty() {
            let text = format!("No language has a code `{name}`.");
            return Some(
                view! {
                    <div class="message">
                        <p>
                            <Prose text=text />
                        </p>
                    </div>
                }
                .into_any(),
            );
        }
        let pages = found.into_iter().map(|it| page(&reference, it)).collect_view();
        Some(view! { <div class="explanation">{pages}</div> }.into_any())
    };
    view! {
        <ModalDialog title=title is_wide=true on_close=close>
            {part(content)}
            <footer class="explanation__foot">
                <Button label="All codes…" on_press=move |()| dialogs.open(Dialog::Codes) />
            </footer>
        </ModalDialog>
    }
}

fn page(reference: &Reference, code: &CodeHelp) -> impl IntoView + use<> {
    let documents = use_documents();
    let also = code.reference.clone().map(|it| {
        view! { <p class="explanation__also">"In the reference: " <code class="code">{it}</code></p> }
    });
    let section = |key: &String| {
        let place = Place::of_key(key);
        let document = reference.documents.iter().find(|it| it.name == place.document)?;
        let section = document.sections.iter().find(|it| it.anchor == place.anchor)?;
        let name = code.reference.as_ref().unwrap_or(&code.name);
        let text: Vec<HelpBlock> = section.blocks.iter().map(|it| it.about(name)).collect();
        Some(view! {
            <section class="explanation__section manual">
                <h3 class="explanation__title">{section.title.clone()}</h3>
                {blocks(&text)}
                <a class="link explanation__more" href=place.address()>
                    <IconView icon=Icon::Book />
                    {format!("“{}” in the reference", section.title)}
                </a>
            </section>
        })
    };
    let sections = code.sections.iter().filter_map(section).collect_view();
    let example = code.example.clone().map(|it| {
        view! { <ExampleView example=it language=code.language.clone() severity=code.severity /> }
    });
    let (severity, language) = (code.severity, code.language.clone());
    // An address may open this before the server has told the titles.
    let heading = move || {
        documents.languages.track();
        format!("{}: {}. ", documents.language_title(&language), severity.word())
    };
    view! {
        <article class="explanation__page">
            <p class="explanation__severity" data-severity=severity.word()>
                <IconView icon=icon_of(severity) />
                <span>
                    {part(heading)}
                    {sentence(code.meaning())}
                </span>
            </p>
            <p class="explanation__summary"><Prose text=sentence(&code.summary) /></p>
            {also}
            {example}
            {sections}
        </article>
    }
}

/// Finds a code by typing.
#[component]
pub fn CodesDialog(close: Callback<()>) -> impl IntoView {
    let dialogs = use_dialogs();
    let documents = use_documents();
    let help = loaded(load());
    move || {
        let codes = match help.get()? {
            Ok(help) => help.codes.clone(),
            Err(why) => {
                return Some(
                    view! {
                        <ModalDialog title="Problem codes" on_close=close>
                            <p class="message">{why}</p>
                        </ModalDialog>
                    }
                    .into_any(),
                );
            }
        };
        let item = |it: &CodeHelp| {
            let language = untrack(|| documents.language_title(&it.language));
            let mut about = it.summary.replace('`', "");
            if let Some(name) = &it.reference {
                about += &format!(" ({name})");
            }
            about += &format!(" · {language}");
            PickerItem { icon: Some(icon_of(it.severity)), ..PickerItem::new(&it.name, &about) }
        };
        let items = codes.iter().map(item).collect::<Vec<_>>();
        let on_pick = move |idx: usize| {
            if let Some(it) = codes.get(idx) {
                let (name, language) = (it.name.clone(), it.language.clone());
                dialogs.open(Dialog::Code { name, language });
            }
        };
        Some(
            view! {
                <ModalDialog title="Problem codes" is_plain=true is_wide=true on_close=close>
                    <Picker placeholder="Find a code or a condition" items=items on_pick=on_pick />
                </ModalDialog>
            }
            .into_any(),
        )
    }
}
