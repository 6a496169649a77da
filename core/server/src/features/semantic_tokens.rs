//! `textDocument/semanticTokens/full` and `textDocument/semanticTokens/range`.

use bobbin_core::syntax::{Highlight, TokenClass};
use bobbin_protocol::{Position, Range};

use crate::{Analysis, lsp};

/// The token types by number, in the order of [`TokenClass`].
pub(crate) const LEGEND: [&str; 15] = [
    "comment",
    "keyword",
    "section",
    "type",
    "name",
    "port",
    "key",
    "value",
    "number",
    "constant",
    "operator",
    "macro",
    "flag",
    "description",
    "unknown",
];

/// Returns the place of a class in [`LEGEND`].
fn token_type(class: TokenClass) -> u32 {
    match class {
        TokenClass::Comment => 0,
        TokenClass::Keyword => 1,
        TokenClass::Section => 2,
        TokenClass::Type => 3,
        TokenClass::Name => 4,
        TokenClass::Port => 5,
        TokenClass::Key => 6,
        TokenClass::Value => 7,
        TokenClass::Number => 8,
        TokenClass::Constant => 9,
        TokenClass::Operator => 10,
        TokenClass::Macro => 11,
        TokenClass::Flag => 12,
        TokenClass::Description => 13,
        TokenClass::Unknown => 14,
    }
}

/// Returns all coloured stretches, or those that touch `within`, each in terms of the one before
/// it.
pub(crate) fn semantic_tokens(analysis: &Analysis, within: Option<Range>) -> lsp::SemanticTokens {
    let all = analysis.snapshot().highlights();
    let mut before = Position::default();
    let mut data = Vec::new();
    for it in within.map_or(all, |it| touching(analysis, all, it)) {
        let range = analysis.lines().range(it.range);
        let (start, end) = (range.start, range.end);
        let delta_line = start.line.saturating_sub(before.line);
        let from = if delta_line == 0 { before.character } else { 0 };
        let delta_start = start.character.saturating_sub(from);
        let length = end.character.saturating_sub(start.character);
        data.extend([delta_line, delta_start, length, token_type(it.class), 0]);
        before = start;
    }
    lsp::SemanticTokens { data }
}

/// Returns the part of `all`, which do not overlap and stand in the order of the text, that touches
/// `within`.
fn touching<'h>(analysis: &Analysis, all: &'h [Highlight], within: Range) -> &'h [Highlight] {
    let within = analysis.lines().offsets(within);
    let start = all.partition_point(|it| it.range.end() <= within.start());
    let end = all.partition_point(|it| it.range.start() < within.end());
    all.get(start..end).unwrap_or_default()
}
