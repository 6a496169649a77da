//! `workspace/willRenameFiles`: the names of files in all texts, once files have moved.

use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{FileMoves, Files};
use bobbin_protocol::DocumentEdit;

use super::edit::Target;
use crate::{Analysis, documents::Documents, lsp};

/// Plans the edits after which the open texts and the `closed` ones, by their URIs, name the same files as
/// before; `None` if there are none to make. The notes tell of what stays and names another file then.
pub(crate) fn will_rename_files(
    documents: &Documents,
    closed: &[(String, Analysis)],
    moves: &FileMoves,
    takes_document_changes: bool,
) -> Result<(Option<lsp::WorkspaceEdit>, Vec<String>), Refusal> {
    let all: Vec<(&str, Analysis)> = documents.all_current().collect();
    let (known, edits, notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut plan = Plan { documents, moves, known, edits, notes };
    // What a text says of itself counts; what it says in another one that includes it, only where it
    // says nothing alone.
    for in_own_text in [true, false] {
        let open = all.iter().map(|it| (it.0, &it.1));
        for (uri, analysis) in open.chain(closed.iter().map(|it| (it.0.as_str(), &it.1))) {
            plan.add(uri, analysis, in_own_text)?;
        }
    }
    let open = all.first().map(|it| it.0);
    let Some(uri) = open.or(closed.first().map(|it| it.0.as_str())) else {
        return Ok((None, Vec::new()));
    };
    let target = Target { uri, documents, takes_document_changes };
    let Plan { edits, notes, .. } = plan;
    Ok(((!edits.is_empty()).then(|| target.workspace_edit(edits, &[])), notes))
}

struct Plan<'a> {
    documents: &'a Documents,
    moves: &'a FileMoves,
    /// The places of names that are dealt with, by path and start.
    known: Vec<(String, u32)>,
    edits: Vec<DocumentEdit>,
    notes: Vec<String>,
}

impl Plan<'_> {
    fn add(&mut self, uri: &str, analysis: &Analysis, in_own_text: bool) -> Result<(), Refusal> {
        let own = &analysis.snapshot().input().path;
        let mut by_path: Vec<(String, Vec<Replacement>)> = Vec::new();
        for it in analysis.snapshot().document().names_of_files(self.moves)? {
            let path = it.location.path.map_or_else(|| own.clone(), |it| Files::normalise(&it));
            let place = (path.clone(), u32::from(it.location.range.start()));
            if (path == *own) != in_own_text || self.known.contains(&place) {
                continue;
            }
            self.known.push(place);
            self.notes.extend(it.note);
            let Some(text) = it.spelling else { continue };
            let replacement = Replacement { range: it.location.range, text };
            match by_path.iter_mut().find(|it| it.0 == path) {
                Some(it) => it.1.push(replacement),
                None => by_path.push((path, vec![replacement])),
            }
        }
        let mut change = SourceChange::default();
        for (path, replacements) in by_path {
            change.edits.insert(path, TextEdit::from_replacements(replacements));
        }
        for it in analysis.document_edits(&change, |path| self.documents.uri_of(path, uri)) {
            self.merge(it);
        }
        Ok(())
    }

    fn merge(&mut self, edit: DocumentEdit) {
        let Some(earlier) = self.edits.iter_mut().find(|it| it.uri == edit.uri) else {
            return self.edits.push(edit);
        };
        let mut all = std::mem::take(&mut earlier.edits).into_replacements();
        all.extend(edit.edits.into_replacements());
        all.order_by_key(|it| (it.range.start.line, it.range.start.character));
        earlier.edits = TextEdit::from_sorted(all);
    }
}
