//! Everything that is wrong with a text: lines that the grammar lost, and what reading it found.

mod syntax;

use text_size::{TextRange, TextSize};

use super::diagnostics;
use super::file::{File, parse};
use bobbin_core::Input;
use bobbin_core::diagnostics::{
    Bounded, Diagnostic, Severity, drop_failing_fixes, leave_failing_fixes, sort,
};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{len, offset, slice};

/// Fixes of these may bring lines into force that nothing has used so far.
const AWAKENING: [&str; 2] = ["unused-section", "unknown-key"];

/// Fixes of these may, too, but nothing else mends them.
const NAMING: [&str; 2] = ["missing-section", "lone-cr"];

/// Returns all diagnostics in the order of the text.
pub(super) fn check(file: &File) -> Vec<Diagnostic> {
    let mut res = found(file);
    let fails = |text: String| {
        let text = text.into();
        let after = parse(&Input { text, ..file.input().clone() });
        found(&after).iter().any(|it| it.code.severity == Severity::Error)
    };
    drop_failing_fixes(&mut res, &AWAKENING, file.text(), fails);
    leave_failing_fixes(&mut res, &NAMING, file.text(), fails);
    res
}

/// Returns the diagnostics with all of their fixes.
fn found(file: &File) -> Vec<Diagnostic> {
    let mut res = file.lowered().diagnostics.clone();
    res.extend(file.errors().iter().take(Bounded::MOST).map(|it| syntax::error(file, it)));
    if let Some(first) = file.errors().get(Bounded::MOST) {
        res.push(diagnostics::too_many(first.range(file.tokens())));
    }
    let input = file.input();
    if let Some(at) = input.files.utf8_fault(&input.path) {
        let rest = slice(file.text(), TextRange::new(at, len(file.text())));
        let size = rest.chars().next().map_or(TextSize::new(0), TextSize::of);
        res.push(diagnostics::not_utf8(TextRange::at(at, size)));
    }
    res.extend(lone_cr(file.text()));
    sort(&mut res);
    res
}

/// Reports a carriage return that ends no line (coil.md#hardware-text-grammar).
fn lone_cr(text: &str) -> Option<Diagnostic> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let is_alone = |at: &usize| !text.get(at + 1..).unwrap_or_default().starts_with('\n');
    let range = |at: usize| TextRange::at(offset(at), TextSize::of('\r'));
    let all = || text.match_indices('\r').map(|it| it.0).filter(is_alone);
    let first = all().next()?;
    let replacements = all().map(|at| Replacement { range: range(at), text: line_end.to_owned() });
    // More of them are a list longer than the text.
    let replacements: Vec<Replacement> = replacements.take(Bounded::MOST + 1).collect();
    let n = replacements.len();
    let edit = (n <= Bounded::MOST).then(|| TextEdit::from_replacements(replacements));
    Some(diagnostics::lone_cr(range(first), n, edit))
}

/// Returns the first error in the order of the text, which keeps the text from being compiled.
pub(super) fn first_error(file: &File) -> Option<Diagnostic> {
    found(file).into_iter().find(|it| it.code.severity == Severity::Error)
}

/// Returns the errors and warnings that start inside `range`.
pub(super) fn problems_in(file: &File, range: TextRange) -> Vec<&Diagnostic> {
    file.lowered()
        .diagnostics
        .iter()
        .filter(|it| it.code.severity <= Severity::Warning && range.contains(it.range.start()))
        .collect()
}
