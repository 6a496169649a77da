//! Texts that LSP divides into other lines than most of the languages do.

use std::sync::Arc;

use crate::documents::Documents;
use crate::lsp::{Changes, DocumentChange, WorkspaceEdit};
use crate::rpc::{ErrorCode, RpcError};
use crate::{Server, uri};

impl Server {
    /// Refuses an edit of a text with a CR that stands alone: LSP ends a line there; most of the
    /// languages, our offsets and some editors do not, so that it would be made in another place.
    pub(crate) fn check_places(&self, edit: &WorkspaceEdit) -> Result<(), RpcError> {
        let uris: Vec<&str> = match edit {
            WorkspaceEdit::DocumentChanges(all) => all
                .iter()
                .filter_map(|it| match it {
                    DocumentChange::Edit(it) => Some(it.text_document.uri.as_str()),
                    DocumentChange::Create(_) => None,
                })
                .collect(),
            WorkspaceEdit::Changes(Changes(all)) => all.iter().map(|it| it.uri.as_str()).collect(),
        };
        uris.into_iter().try_for_each(|it| self.check_lines(it))
    }

    /// Refuses edits of the text at a URI in the same case.
    pub(crate) fn check_lines(&self, uri: &str) -> Result<(), RpcError> {
        if text_at(&self.documents, uri).is_none_or(|it| !has_lone_cr(&it)) {
            return Ok(());
        }
        let reason = format!(
            "`{uri}` has a carriage return that stands alone, which only some programs take for the end of a line"
        );
        Err(RpcError::new(ErrorCode::RequestFailed, reason))
    }
}

fn text_at(documents: &Documents, uri: &str) -> Option<Arc<str>> {
    let open = documents.get(uri).map(|it| Arc::clone(&it.text));
    open.or_else(|| documents.read_text(&uri::path(uri)))
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
