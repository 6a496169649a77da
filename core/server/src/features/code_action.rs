//! `textDocument/codeAction`: the fixes of diagnostics, and refactorings.

use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::LabelledChange;
use bobbin_core::text::Placed as _;
use bobbin_protocol as protocol;
use text_size::TextRange;

use super::diagnostics::lsp_diagnostic;
use super::edit::Target;
use crate::convert::Texts;
use crate::{Analysis, lsp};

/// LSP's kind of an action that mends something.
pub(crate) const QUICK_FIX: &str = "quickfix";

/// LSP's kind of an action that mends nothing.
pub(crate) const REFACTORING: &str = "refactor";

/// The actions that a client asks for.
pub(crate) struct Wanted {
    /// Their kinds; all if it names none.
    pub(crate) only: Option<Vec<String>>,
    /// True if it can make files.
    #[cfg(feature = "native")]
    pub(crate) makes_files: bool,
}

impl Wanted {
    /// Returns true if a kind is asked for: each stands for all kinds below it, the empty kind for
    /// all.
    fn has(&self, kind: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|it| it.is_empty() || it == kind))
    }
}

/// Code actions for a stretch of a text.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    pub(crate) all: Vec<lsp::CodeAction>,
    /// The paths of files that are where a new one would have been made, so that it is left out.
    #[cfg(feature = "native")]
    pub(crate) in_the_way: Vec<String>,
}

/// Returns the fixes of all diagnostics that touch `range`, then what else can be done with it.
pub(crate) fn code_actions(
    analysis: &Analysis,
    target: &Target<'_>,
    range: protocol::Range,
    wanted: &Wanted,
) -> Actions {
    let range = analysis.lines().offsets(range);
    let mut actions = Actions::default();
    if wanted.has(QUICK_FIX) {
        fixes(analysis, target, range, &mut actions.all);
    }
    if wanted.has(REFACTORING) {
        for it in analysis.snapshot().document().refactorings(range) {
            actions.all.push(action(analysis, target, &it, REFACTORING));
        }
        for it in analysis.snapshot().document().wider_refactorings(range) {
            #[cfg(feature = "native")]
            if !can_be_made(analysis, target, &it, wanted, &mut actions.in_the_way) {
                continue;
            }
            actions.all.push(wider_action(analysis, target, it, REFACTORING));
        }
    }
    actions
}

/// Returns true if the client can make the new files of a change, and none is there; those that are go to
/// `in_the_way`.
#[cfg(feature = "native")]
fn can_be_made(
    analysis: &Analysis,
    target: &Target<'_>,
    it: &LabelledChange,
    wanted: &Wanted,
    in_the_way: &mut Vec<String>,
) -> bool {
    let new = it.change.edits.keys().filter(|it| analysis.is_new(it));
    let new: Vec<&String> = new.collect();
    // A text that has no folder has none for another one.
    if new.iter().any(|it| !wanted.makes_files || !it.contains('/')) {
        return false;
    }
    let there = new.into_iter().filter(|it| target.documents.read_text(it).is_some());
    let n_before = in_the_way.len();
    in_the_way.extend(there.cloned());
    in_the_way.len() == n_before
}

fn fixes(
    analysis: &Analysis,
    target: &Target<'_>,
    range: TextRange,
    actions: &mut Vec<lsp::CodeAction>,
) {
    let own_path = &analysis.snapshot().input().path;
    for diagnostic in analysis.snapshot().diagnostics() {
        let touches =
            diagnostic.range.start() <= range.end() && range.start() <= diagnostic.range.end();
        if !touches {
            continue;
        }
        let mut elsewhere = analysis.snapshot().document().fixes_elsewhere(diagnostic);
        elsewhere.retain(|it| is_seen(analysis, it));
        let n_fixes = diagnostic.fixes.len() + elsewhere.len();
        if n_fixes == 0 {
            continue;
        }
        let shown = diagnostic.clone().map_place(&mut Texts::of(analysis.snapshot()));
        let shown = lsp_diagnostic(shown, own_path, &|path: &str| target.uri_of(path));
        // With one fix there is nothing to choose, unless a person has to want that one.
        let is_open = diagnostic.fixes.iter().any(|it| it.is_choice || it.is_guess);
        let here = diagnostic.fixes.iter().map(|it| action(analysis, target, it, QUICK_FIX));
        let there = elsewhere.into_iter().map(|it| wider_action(analysis, target, it, QUICK_FIX));
        for mut action in here.chain(there) {
            action.diagnostics.push(shown.clone());
            action.is_preferred = n_fixes == 1 && !is_open;
            actions.push(action);
        }
    }
}

/// Returns true if a change of other files changes what the client has of them: of a file that begins with a byte
/// order mark, that is no part.
fn is_seen(analysis: &Analysis, it: &LabelledChange) -> bool {
    let edits = analysis.document_edits(&it.change, str::to_owned);
    let mut parts = edits.iter().flat_map(|it| it.edits.replacements());
    parts.any(|it| it.range.start != it.range.end || !it.text.is_empty())
}

/// Makes the code action of a change of other files.
fn wider_action(
    analysis: &Analysis,
    target: &Target<'_>,
    it: LabelledChange,
    kind: &'static str,
) -> lsp::CodeAction {
    let edits = analysis.document_edits(&it.change, |path| target.uri_of(path));
    let new = it.change.edits.keys().filter(|it| analysis.is_new(it));
    let made: Vec<String> = new.map(|it| target.uri_of(it)).collect();
    lsp::CodeAction {
        title: it.label,
        kind,
        diagnostics: Vec::new(),
        is_preferred: false,
        edit: Some(target.workspace_edit(edits, &made)),
        #[cfg(feature = "native")]
        disabled: None,
    }
}

fn action(
    analysis: &Analysis,
    target: &Target<'_>,
    fix: &Fix,
    kind: &'static str,
) -> lsp::CodeAction {
    let edits = fix.edit.clone().map_place(&mut analysis.lines());
    let edit = protocol::DocumentEdit { uri: target.uri.to_owned(), version: None, edits };
    lsp::CodeAction {
        title: fix.label.clone(),
        kind,
        diagnostics: Vec::new(),
        is_preferred: false,
        edit: Some(target.workspace_edit(vec![edit], &[])),
        #[cfg(feature = "native")]
        disabled: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::fake;

    #[track_caller]
    fn check(only: Option<&[&str]>, expected: &[&str]) {
        let (analysis, documents) = fake::analysis();
        let target =
            Target { uri: fake::URI, documents: &documents, takes_document_changes: false };
        let only = only.map(|it| it.iter().map(|&it| it.to_owned()).collect());
        let wanted = Wanted {
            only,
            #[cfg(feature = "native")]
            makes_files: true,
        };
        let at = protocol::Position { line: 0, character: 6 };
        let range = protocol::Range { start: at, end: at };
        let actions = code_actions(&analysis, &target, range, &wanted);
        let found: Vec<String> =
            actions.all.iter().map(|it| format!("{}: {}", it.kind, it.title)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_client_gets_the_kinds_it_asks_for() {
        check(None, &["quickfix: Mend", "quickfix: Mend there", "refactor: Extract at 9"]);
        check(Some(&[""]), &["quickfix: Mend", "quickfix: Mend there", "refactor: Extract at 9"]);
        check(Some(&["quickfix"]), &["quickfix: Mend", "quickfix: Mend there"]);
        check(Some(&["refactor", "source"]), &["refactor: Extract at 9"]);
        // Which of the refactorings extract something is not known.
        check(Some(&["refactor.extract"]), &[]);
        check(Some(&[]), &[]);
    }
}
