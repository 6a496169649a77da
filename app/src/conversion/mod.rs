//! Converting the shown text: to a file to save, to a text beside it, or to a new text in its
//! place, which is shown before it is applied.

mod dialog;

use std::sync::Arc;

use bobbin_protocol::{
    ConversionChoice, ConversionEffect, ConversionInfo, ConvertBinaryParams, ConvertParams,
    ConvertResult, FileContent, Remark,
};
use leptos::prelude::*;

pub use dialog::{ConversionDialog, ConversionPicker, ConversionQuestionDialog};

use crate::base64;
use crate::difference;
use crate::document::commands::Refused;
use crate::document::{Before, DocumentStore, Editing, FileId, OpenFile, Showing, drafts};
use crate::files::{FileControl, folder_of, in_folder};
use crate::open_dialog::{Dialog, Dialogs};
use crate::platform::changes;
use crate::platform::database::VersionCause;
use crate::platform::editor::{self, RequestError};
use crate::platform::files::{PickedFile, download};
use crate::touch::TOUCH;
use crate::widgets::icon::Icon;
use crate::widgets::later::part_deed;
use crate::widgets::toast::{Toast, ToastKind, Toasts};

/// A finished conversion that waits for the user's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    pub info: ConversionInfo,
    /// The converted file.
    pub from: FileId,
    /// The converted version of the text.
    version: i32,
    /// The converted text.
    pub before: String,
    /// The proposed file name of the result.
    pub name: String,
    /// The language of the result, if it is one of Bobbin's.
    language: Option<String>,
    pub content: Content,
    pub remarks: Vec<Remark>,
}

/// A conversion that waits for the user's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    pub info: ConversionInfo,
    /// The fact that the text does not state.
    pub reason: String,
    pub choices: Vec<ConversionChoice>,
}

/// The content of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

/// Returns the icon for the destination of the result.
#[must_use]
pub fn icon_of(effect: ConversionEffect) -> Icon {
    match effect {
        ConversionEffect::Download => Icon::Download,
        ConversionEffect::Replace => Icon::Replace,
        ConversionEffect::Open => Icon::NewFile,
    }
}

/// The conversions of the shown file, and what became of the last one.
#[derive(Clone, Copy)]
pub struct Conversions {
    documents: DocumentStore,
    toasts: Toasts,
    dialogs: Dialogs,
    editing: Editing,
    files: FileControl,
    /// The result that the dialog shows.
    pub made: StoredValue<Option<Arc<Conversion>>>,
    /// The question that the dialog asks.
    pub question: StoredValue<Option<Arc<OpenQuestion>>>,
}

/// Returns the conversions of the shown file.
#[must_use]
pub fn use_conversions() -> Conversions {
    expect_context()
}

impl Conversions {
    #[must_use]
    pub fn new(files: FileControl) -> Conversions {
        let FileControl { documents, toasts, dialogs, editing, .. } = files;
        Conversions {
            documents,
            toasts,
            dialogs,
            editing,
            files,
            made: StoredValue::new(None),
            question: StoredValue::new(None),
        }
    }

    /// Forgets what a dialog has shown, which may be large.
    pub fn forget(self) {
        self.made.set_value(None);
        self.question.set_value(None);
    }

    /// Returns the conversions of the shown file.
    #[must_use]
    pub fn offered(self) -> Vec<ConversionInfo> {
        let Some(file) = self.documents.active.get() else { return Vec::new() };
        self.documents.language(&file.language.get()).map(|it| it.conversions).unwrap_or_default()
    }

    /// Converts the shown file. If something is lost or replaced, a dialog asks first.
    pub fn start(self, info: ConversionInfo) {
        let id = info.id.clone();
        self.start_as(info, id);
    }

    /// Converts under an id that may contain an answer.
    pub fn start_as(self, info: ConversionInfo, id: String) {
        convert(self, info, id);
    }

    fn ask(self, info: ConversionInfo, id: String) {
        let Some(file) = self.documents.shown() else { return };
        leptos::task::spawn_local(async move {
            // What a field was just given is on its way, and no sign that the person has gone on since.
            changes::settled().await;
            let asked = Before::of(self.documents.shown().as_deref());
            let answer = loop {
                match request(&file, info.effect, id.clone()).await {
                    Err(RequestError::Stale) => {}
                    answer => break answer,
                }
            };
            match answer {
                Ok(ConvertResult::File { name, content, language, remarks, .. }) => {
                    let content = match content {
                        FileContent::Text { text } => Content::Text(text),
                        FileContent::Bytes { data } => match base64::decode(&data) {
                            Some(bytes) => Content::Bytes(bytes),
                            None => return self.toasts.complain("The converted file is damaged."),
                        },
                    };
                    let version = file.version.get_untracked();
                    let Some(before) = file.text() else { return };
                    let from = file.id;
                    let made = Conversion {
                        info,
                        from,
                        version,
                        before,
                        name,
                        language,
                        content,
                        remarks,
                    };
                    self.arrive(made, asked);
                }
                Ok(ConvertResult::Refusal { reason, choices, .. }) if !choices.is_empty() => {
                    let open = OpenQuestion { info, reason, choices };
                    self.question.set_value(Some(Arc::new(open)));
                    self.dialogs.open(Dialog::ConversionQuestion);
                }
                Ok(ConvertResult::Refusal { reason, at, .. }) => {
                    self.editing.show_refusal(&file, Refused { reason, at });
                }
                Err(RequestError::Failed(why)) => self.toasts.complain(why),
                Err(RequestError::Stale) => {}
            }
        });
    }

    fn arrive(self, made: Conversion, asked: Before) {
        let is_certain = made.remarks.is_empty();
        match made.info.effect {
            ConversionEffect::Download if is_certain => made.download(self),
            ConversionEffect::Open if is_certain => made.open(self, asked),
            ConversionEffect::Replace if is_certain && made.changes_nothing() => {
                self.toasts.say("The conversion would not change the text.");
            }
            _ => {
                self.made.set_value(Some(Arc::new(made)));
                self.dialogs.open(Dialog::Conversion);
            }
        }
    }
}

part_deed! {
    TOUCH "touch" "08";
    fn convert(conversions: Conversions, info: ConversionInfo, id: String) {
        conversions.ask(info, id);
    }
}

/// Asks for a conversion. A binary is converted by its own bytes as long as its text is as it was opened: the text may
/// compile to others, or have a part of a damaged one.
async fn request(
    file: &OpenFile,
    effect: ConversionEffect,
    id: String,
) -> Result<ConvertResult, RequestError> {
    let own = file.own().filter(|_| effect != ConversionEffect::Replace && file.is_as_opened());
    if let Some((own, name)) = own.zip(file.binary_name()) {
        let params = ConvertBinaryParams { name: name.to_owned(), data: own.data.clone(), id };
        return editor::request(ConvertBinaryParams::METHOD, &params).await;
    }
    let params = ConvertParams { uri: file.uri.clone(), id };
    editor::request(ConvertParams::METHOD, &params).await
}

impl Conversion {
    /// Returns true if the result equals the converted text.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        matches!(&self.content, Content::Text(text) if *text == self.before)
    }

    /// Lets the user save the result as a file.
    pub fn download(&self, conversions: Conversions) {
        let bytes = match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        };
        if download(&self.name, bytes) {
            conversions.toasts.say(format!("`{}` was downloaded.", self.name));
        } else {
            conversions.toasts.complain("The browser refused the download.");
        }
    }

    /// Opens the result now.
    pub fn open_now(&self, conversions: Conversions) {
        self.open(conversions, Before::of(conversions.documents.shown().as_deref()));
    }

    /// Opens the result, which was asked for when the person had what was `before`, beside the text.
    fn open(&self, conversions: Conversions, before: Before) {
        match (&self.content, self.language.clone()) {
            (Content::Text(text), Some(language)) => {
                let name = self.name_beside(conversions);
                conversions.files.open_late(before, name, language, text.clone());
            }
            (Content::Text(text), None) => {
                self.open_bytes(conversions, before, text.as_bytes().to_vec());
            }
            (Content::Bytes(bytes), _) => self.open_bytes(conversions, before, bytes.clone()),
        }
    }

    fn open_bytes(&self, conversions: Conversions, before: Before, bytes: Vec<u8>) {
        let file = PickedFile { name: self.name_beside(conversions), bytes };
        let language = self.language.clone();
        leptos::task::spawn_local(async move {
            let newest = || conversions.documents.newest().map(|it| it.id);
            let last = newest();
            let late = conversions.documents.open_many(Showing::Since(before));
            conversions.files.open_bytes(file, language).await;
            drop(late);
            if let Some(opened) = newest().filter(|it| Some(*it) != last) {
                conversions.files.tell_of(opened);
            }
        });
    }

    /// Returns the name of the result in the folder of the converted file, which its paths start from.
    fn name_beside(&self, conversions: Conversions) -> String {
        let source = self.source(conversions);
        in_folder(source.as_ref().map_or("", |it| folder_of(&it.name)), &self.name)
    }

    /// Replaces the text by the result, as one step in the history.
    pub fn replace(&self, conversions: Conversions) {
        let Content::Text(text) = &self.content else { return };
        let Some(file) = self.source(conversions) else { return };
        drafts::note_version(&file, VersionCause::Converting);
        let label = format!("convert to {}", self.info.title);
        let is_done = difference::replace(&file, self.version, (&self.before, text), label, None);
        if is_done {
            let version = file.version.get_untracked();
            let toast = Toast {
                kind: ToastKind::Info,
                text: "The text was replaced. Undo brings it back.".to_owned(),
                action: None,
            };
            conversions.toasts.show_while(toast, move || file.version.get() == version);
        } else {
            conversions.toasts.complain("The text has changed since; convert it again.");
        }
    }

    /// Returns the converted file, if it is still open.
    #[must_use]
    pub fn source(&self, conversions: Conversions) -> Option<Arc<OpenFile>> {
        conversions
            .documents
            .files
            .with_untracked(|files| files.iter().find(|it| it.id == self.from).cloned())
    }
}
