//! Lines that the grammar lost.

use text_size::{TextRange, TextSize};

use crate::hardware::diagnostics;
use crate::hardware::file::File;
use crate::hardware::token::TokenKind;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::syntax::{Recovered, expected_phrase};
use bobbin_core::text::{len, slice};

/// Describes one of them.
pub(super) fn error(file: &File, it: &Recovered<TokenKind>) -> Diagnostic {
    let tokens = file.tokens();
    let range = it.range(tokens);
    let text = slice(file.text(), range);
    match it.found {
        Some((_, TokenKind::Unknown)) if text.starts_with('#') => {
            diagnostics::hash_line(range, TextRange::at(range.start(), TextSize::new(1)))
        }
        Some((at, TokenKind::Unknown)) if at == it.span.start => diagnostics::syntax(range, None),
        Some((_, TokenKind::Unknown)) => {
            diagnostics::syntax(range, Some("the end of the line after `]`"))
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
