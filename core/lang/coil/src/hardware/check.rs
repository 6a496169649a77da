//! Everything that is wrong with a text: lines that the grammar lost, and what reading it found.

use text_size::{TextRange, TextSize};

use super::diagnostics;
use super::file::File;
use super::token::TokenKind;
use bobbin_core::diagnostics::{Diagnostic, Severity, sort};
use bobbin_core::syntax::{Recovered, expected_phrase};
use bobbin_core::text::{len, slice};

/// Returns all diagnostics in the order of the text.
pub(super) fn check(file: &File) -> Vec<Diagnostic> {
    let mut res = file.lowered().diagnostics.clone();
    res.extend(file.errors().iter().map(|it| syntax_error(file, it)));
    let input = file.input();
    if let Some(at) = input.files.utf8_fault(&input.path) {
        let rest = slice(file.text(), TextRange::new(at, len(file.text())));
        let size = rest.chars().next().map_or(TextSize::new(0), TextSize::of);
        res.push(diagnostics::not_utf8(TextRange::at(at, size)));
    }
    sort(&mut res);
    res
}

/// Returns the first error in the order of the text, which keeps the text from being compiled.
pub(super) fn first_error(file: &File) -> Option<Diagnostic> {
    check(file).into_iter().find(|it| it.code.severity == Severity::Error)
}

/// Returns the errors and warnings that start inside `range`.
pub(super) fn problems_in(file: &File, range: TextRange) -> Vec<&Diagnostic> {
    file.lowered()
        .diagnostics
        .iter()
        .filter(|it| it.code.severity <= Severity::Warning && range.contains(it.range.start()))
        .collect()
}

fn syntax_error(file: &File, it: &Recovered<TokenKind>) -> Diagnostic {
    let tokens = file.tokens();
    let range = it.range(tokens);
    let text = slice(file.text(), range);
    match it.found {
        Some((_, TokenKind::Unknown)) if text.starts_with('#') => {
            diagnostics::hash_line(range, TextRange::at(range.start(), TextSize::new(1)))
        }
        Some((at, TokenKind::Unknown)) if at == it.span.start => diagnostics::syntax(range, None),
        Some((_, TokenKind::Unknown)) => {
            diagnostics::syntax(range, Some("the end of the line behind `]`"))
        }
        Some((_, TokenKind::Equals)) => diagnostics::syntax(range, Some("a key before `=`")),
        Some((at, TokenKind::LineEnd)) => {
            // A line end is drawn at the end of what stands before it.
            let start = tokens.range(at).start();
            let line = tokens.range(it.span.start).start();
            let before = slice(file.text(), TextRange::new(line, start)).trim_end();
            let missing = expected_phrase(&it.expected);
            diagnostics::syntax(TextRange::at(line, len(before)), missing.as_deref())
        }
        _ => diagnostics::syntax(range, expected_phrase(&it.expected).as_deref()),
    }
}
