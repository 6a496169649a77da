//! What the codes of diagnostics mean, from `help/codes.json`: `bobbin explain` prints the same.

mod block;

use std::sync::Arc;

use bobbin_protocol::{CodeHelp, Help};
use leptos::prelude::*;

use crate::document::use_documents;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::files::fetch;
use crate::platform::links;
use crate::problems::icon_of;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::icon::IconView;
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};
use block::blocks;

/// Loads the help; `Err` with a message for the user.
async fn load() -> Result<Arc<Help>, String> {
    let bytes = fetch("help/codes.json").await?;
    serde_json::from_slice(&bytes).map(Arc::new).map_err(|it| it.to_string())
}

/// Begins to load the help; `None` until it is here.
fn loaded() -> RwSignal<Option<Result<Arc<Help>, String>>> {
    let help = RwSignal::new(None);
    leptos::task::spawn_local(async move {
        let found = load().await;
        // The dialog may be closed by now.
        let _ = help.try_set(Some(found));
    });
    help
}

/// Explains a code, in the language that is meant if several have it.
#[component]
pub fn CodeDialog(name: String, language: String, close: Callback<()>) -> impl IntoView {
    let dialogs = use_dialogs();
    let help = loaded();
    let title = name.clone();
    let content = move || {
        let help = match help.get()? {
            Ok(help) => help,
            Err(why) => return Some(view! { <p class="message">{why}</p> }.into_any()),
        };
        let mut found: Vec<&CodeHelp> = help.codes.iter().filter(|it| it.name == name).collect();
        if found.iter().any(|it| it.language == language) {
            found.retain(|it| it.language == language);
        }
        if found.is_empty() {
            let text = format!("No language has a code `{name}`.");
            return Some(view! { <p class="message"><Prose text=text /></p> }.into_any());
        }
        let pages = found.into_iter().map(|it| page(&help, it)).collect_view();
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

fn page(help: &Help, code: &CodeHelp) -> impl IntoView + use<> {
    let documents = use_documents();
    let title = documents.language_title(&code.language);
    let reference = code.reference.clone().map(|it| {
        view! { <p class="explanation__also">"In the documents: " <code class="code">{it}</code></p> }
    });
    let sections = code.sections.iter().filter_map(|it| help.sections.get(it));
    let sections = sections
        .map(|it| {
            view! {
                <section class="explanation__section">
                    <h3 class="explanation__title">{it.title.clone()}</h3>
                    {blocks(&it.blocks)}
                </section>
            }
        })
        .collect_view();
    let severity = code.severity;
    view! {
        <article class="explanation__page">
            <p class="explanation__severity" data-severity=severity.word()>
                <IconView icon=icon_of(severity) />
                <span>
                    {format!("{title}: {}. ", severity.word())}
                    {sentence(severity.meaning())}
                </span>
            </p>
            <p class="explanation__summary"><Prose text=sentence(&code.summary) /></p>
            {reference}
            {sections}
        </article>
    }
}

/// Finds a code by typing.
#[component]
pub fn CodesDialog(close: Callback<()>) -> impl IntoView {
    let dialogs = use_dialogs();
    let documents = use_documents();
    let help = loaded();
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
            let about = format!("{language}: {}", it.summary.replace('`', ""));
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
                <ModalDialog title="Problem codes" is_plain=true on_close=close>
                    <Picker placeholder="Find a code or a condition" items=items on_pick=on_pick />
                </ModalDialog>
            }
            .into_any(),
        )
    }
}

/// Opens the explanation that the page's address asks for, as in `#explain/unknown-process-type`.
pub fn follow_address() {
    let dialogs = use_dialogs();
    let open = move || {
        if let Some(name) = links::code_to_explain() {
            dialogs.open(Dialog::Code { name, language: String::new() });
        }
    };
    open();
    links::on_change(open);
}
