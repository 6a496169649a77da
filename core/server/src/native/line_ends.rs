//! Texts that editors would change elsewhere than is meant: LSP divides them into other lines than most of the
//! languages do, or they are not in UTF-8.

use std::collections::HashMap;
use std::sync::Arc;

use bobbin_core::text::{Encoding, SourceText};
use bobbin_protocol::PlanResult;

use crate::lsp::{Changes, DocumentChange, WorkspaceEdit};
use crate::rpc::{ErrorCode, RpcError};
use crate::{Server, uri};

impl Server {
    /// Refuses an edit of a text with a CR that stands alone: LSP ends a line there; most of the
    /// languages, our offsets and some editors do not, so that it would be made in another place. Refuses one
    /// of a file that is not open and not in UTF-8, too: an editor that opens it as UTF-8 to make the edit has
    /// other characters for its bytes, and saves those.
    pub(crate) fn check_places(&self, edit: &WorkspaceEdit) -> Result<(), RpcError> {
        edited(edit).into_iter().try_for_each(|it| self.check_lines(it))
    }

    /// Refuses what [`Server::check_places`] refuses, with the reason. `known` has those of texts that were
    /// looked at, as thousands of edits may be about one.
    pub(super) fn check_places_once(
        &self,
        edit: &WorkspaceEdit,
        known: &mut HashMap<String, Result<(), String>>,
    ) -> Result<(), String> {
        edited(edit).into_iter().try_for_each(|uri| match known.get(uri) {
            Some(it) => it.clone(),
            None => {
                let found = self.check_lines(uri).map_err(|it| it.message().to_owned());
                known.entry(uri.to_owned()).or_insert(found).clone()
            }
        })
    }

    /// Refuses a plan for the document at a URI that edits such a text.
    pub(crate) fn sound_plan(&self, uri: &str, plan: PlanResult) -> PlanResult {
        let PlanResult::Edit { documents, .. } = &plan else { return plan };
        let edited = documents.iter().map(|it| it.uri.as_str());
        let checked = edited.chain([uri]).try_for_each(|it| self.check_lines(it));
        match checked {
            Ok(()) => plan,
            Err(error) => PlanResult::Refusal { reason: error.message().to_owned(), at: None },
        }
    }

    /// Leaves out of an edit what is about such texts, and has the client log that.
    pub(crate) fn sound_edit(&mut self, edit: Option<WorkspaceEdit>) -> Option<WorkspaceEdit> {
        let mut edit = edit?;
        let mut warnings = Vec::new();
        let mut is_sound = |uri: &str| match self.check_lines(uri) {
            Ok(()) => true,
            Err(error) => {
                warnings.push(format!("{}: the names of files in it stay", error.message()));
                false
            }
        };
        let is_empty = match &mut edit {
            WorkspaceEdit::DocumentChanges(all) => {
                all.retain(|it| match it {
                    DocumentChange::Edit(it) => is_sound(&it.text_document.uri),
                    DocumentChange::Create(_) => true,
                });
                all.is_empty()
            }
            WorkspaceEdit::Changes(Changes(all)) => {
                all.retain(|it| is_sound(&it.uri));
                all.is_empty()
            }
        };
        self.native.warnings.extend(warnings);
        (!is_empty).then_some(edit)
    }

    /// Refuses edits of the text at a URI in the same case, and of an earlier version of a file.
    pub(crate) fn check_lines(&self, uri: &str) -> Result<(), RpcError> {
        if is_still(uri) {
            let reason =
                format!("`{uri}` is an earlier version of a file, which cannot be changed");
            return Err(RpcError::new(ErrorCode::RequestFailed, reason));
        }
        let open = self.documents.get(uri).map(|it| Arc::clone(&it.text));
        let closed = || self.documents.read_source(&uri::path(uri));
        let (text, encoding) = match open {
            Some(text) => (text, Encoding::Utf8),
            None => match closed() {
                Some(SourceText { text, encoding }) => (text, encoding),
                None => return Ok(()),
            },
        };
        let reason = if encoding == Encoding::Latin1 {
            format!("`{uri}` is not in UTF-8, so an editor may spoil it")
        } else if has_lone_cr(&text) {
            format!(
                "`{uri}` has a carriage return that stands alone, which only some programs take for the end of a line"
            )
        } else {
            return Ok(());
        };
        Err(RpcError::new(ErrorCode::RequestFailed, reason))
    }
}

/// Returns the URIs of the texts that an edit changes.
fn edited(edit: &WorkspaceEdit) -> Vec<&str> {
    match edit {
        WorkspaceEdit::DocumentChanges(all) => all
            .iter()
            .filter_map(|it| match it {
                DocumentChange::Edit(it) => Some(it.text_document.uri.as_str()),
                DocumentChange::Create(_) => None,
            })
            .collect(),
        WorkspaceEdit::Changes(Changes(all)) => all.iter().map(|it| it.uri.as_str()).collect(),
    }
}

/// Returns true for documents that can only be read, which editors show beside the newest version.
pub(super) fn is_still(uri: &str) -> bool {
    uri::place(uri).0 == "git"
}

fn has_lone_cr(text: &str) -> bool {
    text.split('\r').skip(1).any(|behind| !behind.starts_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_alone_is_found() {
        let found = ["", "a\r\n\r\n", "\n\n", "\r", "a\rb\n", "\r\r\n"].map(has_lone_cr);
        assert_eq!(found, [false, false, false, true, true, true]);
    }
}
