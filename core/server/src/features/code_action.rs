//! `textDocument/codeAction`: the fixes of diagnostics.

use bobbin_protocol as protocol;

use super::diagnostics::lsp_diagnostic;
use crate::{Analysis, lsp};

/// The document that the actions are for, as the client knows it.
pub(crate) struct Target<'a> {
    pub(crate) uri: &'a str,
    pub(crate) version: i32,
    /// Whether the client takes edits with the version they are for.
    pub(crate) takes_document_changes: bool,
}

/// The fixes of all findings that touch `range`.
pub(crate) fn code_actions(
    analysis: &Analysis,
    target: &Target<'_>,
    range: protocol::Range,
    uri_of: impl Fn(&str) -> String,
) -> Vec<lsp::CodeAction> {
    let mut actions = Vec::new();
    let touches = |it: &protocol::Range| it.touches(range.start) || range.touches(it.start);
    for diagnostic in analysis.diagnostics() {
        if !touches(&diagnostic.range) || diagnostic.fixes.is_empty() {
            continue;
        }
        let own_path = &analysis.snapshot().input().path;
        let shown = lsp_diagnostic(diagnostic.clone(), own_path, &uri_of);
        // With one fix there is nothing to choose.
        let is_preferred = diagnostic.fixes.len() == 1;
        actions.extend(diagnostic.fixes.into_iter().map(|fix| lsp::CodeAction {
            title: fix.label,
            kind: "quickfix",
            diagnostics: vec![shown.clone()],
            is_preferred,
            edit: workspace_edit(target, fix.edits),
        }));
    }
    actions
}

fn workspace_edit(target: &Target<'_>, edits: Vec<protocol::TextEdit>) -> lsp::WorkspaceEdit {
    let uri = target.uri.to_owned();
    if target.takes_document_changes {
        let text_document = lsp::VersionedIdentifier { uri, version: target.version };
        lsp::WorkspaceEdit::DocumentChanges(vec![lsp::TextDocumentEdit { text_document, edits }])
    } else {
        lsp::WorkspaceEdit::Changes(lsp::ChangesOf { uri, edits })
    }
}
