//! `textDocument/prepareRename` and `textDocument/rename`.

use bobbin_core::edit::Refusal;
use bobbin_core::text::slice;
use bobbin_protocol as protocol;

use super::edit::Target;
use crate::{Analysis, lsp};

/// Returns the name at a place, if it can be changed.
pub(crate) fn prepare_rename(
    analysis: &Analysis,
    at: protocol::Position,
) -> Option<lsp::RenamePlace> {
    let at = analysis.lines().offset(at);
    let range = analysis.snapshot().document().renamable(at)?;
    Some(lsp::RenamePlace {
        range: analysis.lines().range(range),
        placeholder: slice(analysis.snapshot().text(), range).to_owned(),
    })
}

/// Gives the thing at a place another name.
pub(crate) fn rename(
    analysis: &Analysis,
    target: &Target<'_>,
    at: protocol::Position,
    name: &str,
) -> Result<lsp::WorkspaceEdit, Refusal> {
    let at = analysis.lines().offset(at);
    let change = analysis.snapshot().document().rename(at, name)?;
    let edits = analysis.document_edits(&change, |path| target.uri_of(path));
    Ok(target.workspace_edit(edits, &[]))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::features::fake;

    #[track_caller]
    fn check(takes_document_changes: bool, expect: Expect) {
        let (analysis, documents) = fake::analysis();
        let target = Target { uri: fake::URI, documents: &documents, takes_document_changes };
        let at = protocol::Position { line: 0, character: 0 };
        let edit = rename(&analysis, &target, at, "neu").expect("it has a name");
        expect.assert_eq(&serde_json::to_string(&edit).expect("it has a JSON form"));
    }

    #[test]
    fn all_texts_are_edited_in_the_shape_that_the_client_takes() {
        check(
            false,
            expect![[
                r#"{"changes":{"bobbin:///main.pipe":[{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":7}},"newText":"neu"}],"bobbin:///part%20%C3%A9.pipe":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":4}},"newText":"neu"}]}}"#
            ]],
        );
        check(
            true,
            expect![[
                r#"{"documentChanges":[{"textDocument":{"uri":"bobbin:///main.pipe","version":3},"edits":[{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":7}},"newText":"neu"}]},{"textDocument":{"uri":"bobbin:///part%20%C3%A9.pipe","version":7},"edits":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":4}},"newText":"neu"}]}]}"#
            ]],
        );
    }

    #[test]
    fn the_name_is_shown_as_it_is() {
        let (analysis, _) = fake::analysis();
        let at = protocol::Position { line: 0, character: 0 };
        assert_eq!(prepare_rename(&analysis, at).map(|it| it.placeholder).as_deref(), Some("name"));
    }
}
