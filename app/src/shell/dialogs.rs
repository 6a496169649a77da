//! All dialogs.

use bobbin_protocol::Encoding;
use leptos::prelude::*;

use super::early_dialogs::early;
use super::file_dialogs::{BecomeUtf8, CloseModified};
use super::palette::Items;
use super::path_dialog::{MoveFileDialog, NameDialog, NewFileInDialog, RenameFolderDialog};
use super::shortcut_list::ShortcutList;
use crate::additions::AddItemDialog;
use crate::conversion::{
    ConversionDialog, ConversionPicker, ConversionQuestionDialog, use_conversions,
};
use crate::dialogs::{CompareDialog, QueryDialog, SettingsDialog, WizardDialog};
use crate::disk::{ChangedOnDiskDialog, ManyFilesDialog};
use crate::document::{DocumentStore, use_documents};
use crate::environment::EnvironmentDialog;
use crate::explanation::{CodeDialog, CodesDialog};
use crate::files::use_files;
use crate::includes::IncludesDialog;
use crate::open_dialog::Dialog;
use crate::reference::ReferenceDialog;
use crate::search_all::SearchAllDialog;
use crate::sharing::{OpenSealedDialog, SealDialog};
use crate::tour::ToursDialog;
use crate::versions::{ClosedFilesDialog, VersionsDialog};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::picker::{Picker, PickerItem};
use crate::widgets::prose::{Prose, sentence};

/// Makes a dialog that calls `close` when it is to be closed.
pub fn dialog_of(dialog: Dialog, close: Callback<()>) -> AnyView {
    let documents = use_documents();
    let conversions = use_conversions();
    match dialog {
        Dialog::Palette | Dialog::NewFile | Dialog::Examples => early(&dialog, close).into_any(),
        Dialog::Items => view! { <Items close=close /> }.into_any(),
        Dialog::AddItem => view! { <AddItemDialog close=close /> }.into_any(),
        Dialog::Language => {
            let pick = Callback::new(move |name: String| set_language(documents, &name));
            let title = "Read this file as";
            view! { <LanguageChooser title=title on_pick=pick close=close /> }.into_any()
        }
        Dialog::Convert => view! { <ConversionPicker close=close /> }.into_any(),
        Dialog::Conversion => {
            let made = conversions.made.get_value();
            made.map(|it| view! { <ConversionDialog conversion=it close=close /> }).into_any()
        }
        Dialog::ConversionQuestion => {
            let asked = conversions.question.get_value();
            asked
                .map(|it| view! { <ConversionQuestionDialog question=it close=close /> })
                .into_any()
        }
        Dialog::Wizard(it) => view! { <WizardDialog language=it close=close /> }.into_any(),
        Dialog::Query => view! { <QueryDialog close=close /> }.into_any(),
        Dialog::Compare => view! { <CompareDialog close=close /> }.into_any(),
        Dialog::Environment => view! { <EnvironmentDialog close=close /> }.into_any(),
        Dialog::Code { name, language } => {
            view! { <CodeDialog name=name language=language close=close /> }.into_any()
        }
        Dialog::Codes => view! { <CodesDialog close=close /> }.into_any(),
        Dialog::Tours => view! { <ToursDialog close=close /> }.into_any(),
        Dialog::Settings => view! { <SettingsDialog close=close /> }.into_any(),
        Dialog::Reference => view! { <ReferenceDialog close=close /> }.into_any(),
        Dialog::Help => view! { <ShortcutList close=close /> }.into_any(),
        Dialog::Unreadable { name, reason, offset, text } => {
            view! { <Unreadable name=name reason=reason offset=offset text=text close=close /> }
                .into_any()
        }
        Dialog::BecomeUtf8 { id, then } => {
            view! { <BecomeUtf8 id=id then=then close=close /> }.into_any()
        }
        Dialog::ClosedFiles => view! { <ClosedFilesDialog close=close /> }.into_any(),
        Dialog::Versions(id) => view! { <VersionsDialog id=id close=close /> }.into_any(),
        Dialog::Seal => view! { <SealDialog close=close /> }.into_any(),
        Dialog::OpenSealed(fragment) => {
            view! { <OpenSealedDialog fragment=fragment close=close /> }.into_any()
        }
        Dialog::ChangedOnDisk(id) => view! { <ChangedOnDiskDialog id=id close=close /> }.into_any(),
        Dialog::ManyFiles { origin, n_files } => {
            view! { <ManyFilesDialog origin=origin n_files=n_files close=close /> }.into_any()
        }
        Dialog::Includes => view! { <IncludesDialog close=close /> }.into_any(),
        Dialog::SearchAll => view! { <SearchAllDialog close=close /> }.into_any(),
        Dialog::CloseModified(ids) => view! { <CloseModified ids=ids close=close /> }.into_any(),
        Dialog::MoveFile(id) => view! { <MoveFileDialog id=id close=close /> }.into_any(),
        Dialog::NewFileIn(it) => view! { <NewFileInDialog folder=it close=close /> }.into_any(),
        Dialog::RenameFolder(it) => view! { <RenameFolderDialog path=it close=close /> }.into_any(),
        Dialog::Name { id, is_copy } => {
            view! { <NameDialog id=id is_copy=is_copy close=close /> }.into_any()
        }
    }
}

fn set_language(documents: DocumentStore, name: &str) {
    if let Some(file) = documents.shown() {
        documents.set_language(&file, name);
    }
}

#[component]
fn LanguageChooser(
    title: &'static str,
    on_pick: Callback<String>,
    close: Callback<()>,
) -> impl IntoView {
    let documents = use_documents();
    let languages = documents.languages.get_untracked();
    let items = languages
        .iter()
        .map(|it| PickerItem::new(&it.title, &it.extensions.join(" ")))
        .collect::<Vec<_>>();
    let picked = move |idx: usize| {
        close.run(());
        if let Some(language) = languages.get(idx) {
            on_pick.run(language.name.clone());
        }
    };
    view! {
        <ModalDialog title=title is_plain=true on_close=close>
            <Picker placeholder=format!("{title}…") items=items on_pick=picked />
        </ModalDialog>
    }
}

/// Says why a file was not opened, and offers to read it all the same if it is a text.
#[component]
fn Unreadable(
    name: String,
    reason: String,
    offset: Option<u32>,
    text: Option<(String, Encoding)>,
    close: Callback<()>,
) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let has_text = text.is_some();
    // Reasons about the whole file name it.
    let named = (!reason.contains(&format!("`{name}`"))).then(|| {
        view! {
            <code class="code">{name.clone()}</code>
            ": "
        }
    });
    let read_as = text.map(|text| {
        let languages = documents.languages.get_untracked();
        let buttons = languages.iter().map(|it| {
            let (language, name, text) = (it.name.clone(), name.clone(), text.clone());
            let on_press = move |()| {
                close.run(());
                files.open_as(name.clone(), language.clone(), text.clone());
            };
            view! { <Button label=it.title.clone() on_press=on_press /> }
        });
        view! {
            <p>"Read it as"</p>
            <div class="message__choices">{buttons.collect_view()}</div>
        }
    });
    view! {
        <ModalDialog title="The file was not opened" on_close=close>
            <div class="message">
                <p>
                    {named}
                    <Prose text=sentence(&reason) />
                </p>
                {offset.map(|it| view! { <p class="message__minor">{format!("At byte offset {it} (0x{it:x}).")}</p> })}
                {read_as}
                <div class="message__actions">
                    <Button
                        label=if has_text { "Cancel" } else { "OK" }
                        is_primary=!has_text
                        on_press=close
                    />
                </div>
            </div>
        </ModalDialog>
    }
}
