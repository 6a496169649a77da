//! A file that another program has changed on disk: the text here or the one there.

use std::sync::Arc;

use bobbin_protocol::{Encoding, OpenParams, OpenResult};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::FileControl;
use crate::base64;
use crate::difference;
use crate::document::{OpenFile, drafts};
use crate::open_dialog::Dialog;
use crate::platform::database::VersionCause;
use crate::platform::disk;
use crate::platform::editor::{self, Beside, RequestError};
use crate::widgets::toast::{Toast, ToastKind};

/// The text of a file as it is on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextOnDisk {
    pub text: String,
    pub encoding: Encoding,
    /// The open file that was saved there, if it was not another program.
    pub writer: Option<String>,
}

/// The encoding of a file as the history of its text has it.
#[derive(Debug, Serialize, Deserialize)]
struct EncodingStep {
    encoding: Encoding,
}

impl FileControl {
    /// Does what undo or redo asks for beside the text of a file; false if it is not about files.
    pub fn recall(self, file: &OpenFile, step: &str) -> bool {
        let Ok(EncodingStep { encoding }) = bobbin_json::from_str(step) else { return false };
        file.encoding.set(encoding);
        self.documents.note_change();
        true
    }

    /// Tells the user that the file of a text was changed by another program, or by saving another text to it.
    pub fn tell_changed_on_disk(self, file: &OpenFile, writer: Option<&str>) {
        let id = file.id;
        let name = &file.name;
        let what = match writer {
            Some(writer) => format!("`{writer}` was saved to the file of `{name}`."),
            None => format!("Another program or window has changed `{name}` on disk."),
        };
        let ask = Callback::new(move |()| self.dialogs.open(Dialog::ChangedOnDisk(id)));
        file.is_overtaken.set(true);
        let is_overtaken = file.is_overtaken.clone();
        let toast = Toast {
            kind: ToastKind::Error,
            text: format!("{what} The text here was left as it is."),
            action: Some(("Compare…".to_owned(), ask)),
        };
        self.toasts.show_while(toast, move || is_overtaken.get());
    }

    /// Tells the user that the file of a text is no longer on disk, so that the text here is the only one.
    pub fn tell_lost_on_disk(self, file: &OpenFile) {
        let name = &file.name;
        let text = format!(
            "`{name}` is no longer where it was on disk. The text here counts as not saved."
        );
        self.complain_and_offer(file.id, text);
    }

    /// Reads the file of a text as it is on disk now; `Err` says why it is no text.
    pub async fn read_on_disk(self, file: &OpenFile) -> Result<TextOnDisk, String> {
        let bytes = disk::read_disk(&file.uri).await?;
        let writer = disk::writer_on_disk(&file.uri).await;
        let params = OpenParams { name: file.name.clone(), data: base64::encode(&bytes) };
        loop {
            match editor::request::<_, OpenResult>(OpenParams::METHOD, &params).await {
                Ok(OpenResult::Text { text, encoding, .. }) => {
                    return Ok(TextOnDisk { text, encoding, writer });
                }
                Ok(OpenResult::Binary { .. } | OpenResult::Damaged { .. }) => {
                    return Err("it is a binary now".to_owned());
                }
                Ok(OpenResult::Unreadable { reason, .. }) => return Err(reason),
                Err(RequestError::Stale) => {}
                Err(RequestError::Failed(why)) => match String::from_utf8(bytes) {
                    Ok(text) => return Ok(TextOnDisk { text, encoding: Encoding::Utf8, writer }),
                    Err(_) => return Err(why),
                },
            }
        }
    }

    /// Writes the text here over the content on disk that the user has seen; `theirs`, if that is a
    /// text, is kept as a version.
    pub fn take_mine(self, file: &Arc<OpenFile>, theirs: Option<&TextOnDisk>) {
        if let Some(theirs) = theirs {
            drafts::note_text_on_disk(file, &theirs.text);
        }
        disk::accept_disk(&file.uri);
        file.is_overtaken.set(false);
        self.save(file);
    }

    /// Replaces the text here by the one on disk that the user has seen, as one step.
    pub fn take_theirs(self, file: &Arc<OpenFile>, theirs: &TextOnDisk) {
        let Some(before) = file.text() else { return };
        drafts::note_version(file, VersionCause::Reloading);
        let version = editor::document_version(&file.uri);
        let label = "use the text on disk".to_owned();
        // Bytes of one encoding are another text in the other, so it goes and comes with its text.
        let encoding = file.encoding.get_untracked();
        let beside = (encoding != theirs.encoding).then(|| {
            Beside::new(&EncodingStep { encoding: theirs.encoding }, &EncodingStep { encoding })
        });
        if !difference::replace(file, version, (&before, &theirs.text), label, beside) {
            return self.toasts.complain("The text is changing; try again.");
        }
        disk::accept_disk(&file.uri);
        file.is_overtaken.set(false);
        file.encoding.set(theirs.encoding);
        self.documents.note_saved(file, &theirs.text);
        let name = &file.name;
        self.toasts.say(match file.text().as_ref() == Some(&theirs.text) {
            true => format!("`{name}` now has the text from disk. Undo brings yours back."),
            false => format!(
                "`{name}` now has the text from disk, except for its line endings, which stay as they are here. Undo brings yours back."
            ),
        });
    }
}
