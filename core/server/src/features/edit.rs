//! Edits of documents in LSP's shape.

use bobbin_protocol::DocumentEdit;

use crate::documents::Documents;
use crate::lsp;

/// The document that is asked about, among those that the client knows.
pub(crate) struct Target<'a> {
    pub(crate) uri: &'a str,
    pub(crate) documents: &'a Documents,
    /// True if the client accepts edits with the version they are for.
    pub(crate) takes_document_changes: bool,
}

impl Target<'_> {
    /// Returns the URI of the document at `path`.
    pub(crate) fn uri_of(&self, path: &str) -> String {
        self.documents.uri_of(path, self.uri)
    }

    /// Returns edits as the client takes them; the files at `made` do not exist yet.
    pub(crate) fn workspace_edit(
        &self,
        edits: Vec<DocumentEdit>,
        made: &[String],
    ) -> lsp::WorkspaceEdit {
        if !self.takes_document_changes {
            return lsp::WorkspaceEdit::Changes(lsp::Changes(edits));
        }
        let mut changes = Vec::new();
        for it in edits {
            let version = self.documents.get(&it.uri).map(|it| it.version);
            if made.contains(&it.uri) {
                changes.push(lsp::DocumentChange::Create(lsp::CreateFile::new(it.uri.clone())));
            }
            changes.push(lsp::DocumentChange::Edit(lsp::TextDocumentEdit {
                text_document: lsp::VersionedIdentifier { version, uri: it.uri },
                edits: it.edits,
            }));
        }
        lsp::WorkspaceEdit::DocumentChanges(changes)
    }
}
