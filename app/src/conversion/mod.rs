//! Converting the shown text: to a file to save, to a text beside it, or to a new text in its
//! place, which is shown before it is applied.

mod dialog;
mod diff;
mod rows;

use std::sync::Arc;

use bobbin_protocol::{
    ConversionChoice, ConversionEffect, ConversionInfo, ConvertParams, ConvertResult, DocumentEdit,
    Encoding, FileContent, Remark,
};
use leptos::prelude::*;

pub use dialog::{ConversionDialog, ConversionPicker, ConversionQuestion};

use crate::base64;
use crate::document::commands::Refused;
use crate::document::store::NewFile;
use crate::document::{FileId, OpenFile, Provenance, files};
use crate::platform::editor::{self, LabelledEdits, RequestError};
use crate::platform::files::{PickedFile, download};
use crate::widgets::icon::Icon;
use crate::workbench::{Dialog, Workbench};

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

/// Returns the conversions of the shown file.
#[must_use]
pub fn offered(workbench: Workbench) -> Vec<ConversionInfo> {
    let Some(file) = workbench.documents.active.get() else { return Vec::new() };
    workbench.documents.language(&file.language.get()).map(|it| it.conversions).unwrap_or_default()
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

/// Converts the shown file. If something is lost or replaced, a dialog asks first.
pub fn start(workbench: Workbench, info: ConversionInfo) {
    let id = info.id.clone();
    start_as(workbench, info, id);
}

/// Converts under an id that may contain an answer.
fn start_as(workbench: Workbench, info: ConversionInfo, id: String) {
    let Some(file) = workbench.documents.shown() else { return };
    leptos::task::spawn_local(async move {
        let params = ConvertParams { uri: file.uri.clone(), id };
        let answer = loop {
            match editor::request::<_, ConvertResult>(ConvertParams::METHOD, &params).await {
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
                        None => return workbench.complain("The converted file is damaged."),
                    },
                };
                let version = file.version.get_untracked();
                let Some(before) = file.text() else { return };
                let from = file.id;
                let made =
                    Conversion { info, from, version, before, name, language, content, remarks };
                arrive(workbench, made);
            }
            Ok(ConvertResult::Refusal { reason, choices, .. }) if !choices.is_empty() => {
                let open = OpenQuestion { info, reason, choices };
                workbench.dialog.set(Some(Dialog::ConversionQuestion(Arc::new(open))));
            }
            Ok(ConvertResult::Refusal { reason, at, .. }) => {
                workbench.show_refusal(&file, Refused { reason, at });
            }
            Err(RequestError::Failed(why)) => workbench.complain(why),
            Err(RequestError::Stale) => {}
        }
    });
}

fn arrive(workbench: Workbench, made: Conversion) {
    let is_certain = made.remarks.is_empty();
    match made.info.effect {
        ConversionEffect::Download if is_certain => made.download(workbench),
        ConversionEffect::Open if is_certain => made.open(workbench),
        ConversionEffect::Replace if is_certain && made.changes_nothing() => {
            workbench.say("The conversion would not change the text.");
        }
        _ => workbench.dialog.set(Some(Dialog::Conversion(Arc::new(made)))),
    }
}

impl Conversion {
    /// Returns true if the result equals the converted text.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        matches!(&self.content, Content::Text(text) if *text == self.before)
    }

    /// Lets the user save the result as a file.
    pub fn download(&self, workbench: Workbench) {
        let bytes = match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        };
        if download(&self.name, bytes) {
            workbench.say(format!("`{}` was downloaded.", self.name));
        } else {
            workbench.complain("The browser did not take the file.");
        }
    }

    /// Opens the result beside the text.
    pub fn open(&self, workbench: Workbench) {
        match (&self.content, self.language.clone()) {
            (Content::Text(text), Some(language)) => {
                workbench.documents.open(NewFile {
                    name: self.name.clone(),
                    language,
                    text: text.clone(),
                    encoding: Encoding::Utf8,
                    provenance: Provenance::Text,
                    // No file on the disk has this content.
                    is_modified: true,
                    deaths: 0,
                });
            }
            (Content::Text(text), None) => self.open_bytes(workbench, text.as_bytes().to_vec()),
            (Content::Bytes(bytes), _) => self.open_bytes(workbench, bytes.clone()),
        }
    }

    fn open_bytes(&self, workbench: Workbench, bytes: Vec<u8>) {
        let file = PickedFile { name: self.name.clone(), bytes };
        leptos::task::spawn_local(files::open_bytes(workbench, file, self.language.clone()));
    }

    /// Replaces the text by the result, as one step in the history.
    pub fn replace(&self, workbench: Workbench) {
        let Content::Text(text) = &self.content else { return };
        let Some(file) = self.source(workbench) else { return };
        let edits = diff::edits(&self.before, text);
        let is_done = editor::apply_edits(&LabelledEdits {
            uri: file.uri.clone(),
            version: self.version,
            documents: vec![DocumentEdit { uri: file.uri.clone(), version: None, edits }],
            label: format!("convert to {}", self.info.title),
        });
        if is_done {
            workbench.say("The text was replaced. Undo brings it back.");
        } else {
            workbench.complain("The text has changed since; convert it again.");
        }
    }

    /// Returns the converted file, if it is still open.
    #[must_use]
    pub fn source(&self, workbench: Workbench) -> Option<Arc<OpenFile>> {
        workbench
            .documents
            .files
            .with_untracked(|files| files.iter().find(|it| it.id == self.from).cloned())
    }
}
