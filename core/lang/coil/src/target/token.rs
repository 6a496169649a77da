//! The lexer: what a character means depends on its place in the line.

use text_size::TextSize;

use bobbin_core::syntax::TokenTable;
use bobbin_core::text::{len, offset};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The byte order mark at the start of the text.
    Bom,
    /// Blank space within a line.
    Blank,
    /// A comment, from `#` or `;` to the end of the line.
    Comment,
    /// LF, CRLF or CR.
    LineEnd,
    /// `[` at the start of a line.
    OpenBracket,
    /// The text between the brackets of a header, trimmed; may be malformed.
    SectionName,
    /// `]` of a header.
    CloseBracket,
    /// The text before the first `=`, trimmed; may be malformed.
    Key,
    /// The first `=` of a line.
    Equals,
    /// The text behind the `=`, trimmed, quotes included.
    Value,
    /// The word `@include`.
    Include,
    /// The text behind `@include`, trimmed, quotes included.
    Path,
    /// Text that has no place in its line.
    Unknown,
}

impl TokenKind {
    /// True if the grammar never sees it.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Bom | TokenKind::Blank | TokenKind::Comment)
    }
}

/// True if `byte` separates without a meaning of its own (coil.md#target-lines: white space).
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// Cuts `text` into tokens: every byte is in exactly one.
#[must_use]
pub fn lex(text: &str) -> TokenTable<TokenKind> {
    let mut lexer = Lexer { tokens: Vec::with_capacity(text.len() / 4) };
    let mut at = 0;
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        lexer.push(TokenKind::Bom, 0);
        at = text.len() - rest.len();
    }
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let end = rest.iter().position(|&it| it == b'\n' || it == b'\r').unwrap_or(rest.len());
        lexer.line(rest.get(..end).unwrap_or_default(), at);
        at += end;
        if end < rest.len() {
            lexer.push(TokenKind::LineEnd, at);
            at += if rest.get(end..end + 2) == Some(b"\r\n") { 2 } else { 1 };
        }
    }
    TokenTable::new(lexer.tokens, len(text))
}

/// Works on bytes: every border it sets lies beside an ASCII character or at the end of a line.
struct Lexer {
    tokens: Vec<(TokenKind, TextSize)>,
}

impl Lexer {
    fn push(&mut self, kind: TokenKind, at: usize) {
        self.tokens.push((kind, offset(at)));
    }

    /// Pushes `part`, which starts at `at`, as blanks, one token of `kind` and blanks.
    fn push_trimmed(&mut self, kind: TokenKind, part: &[u8], at: usize) {
        let Some(first) = part.iter().position(|&it| !is_blank(it)) else {
            if !part.is_empty() {
                self.push(TokenKind::Blank, at);
            }
            return;
        };
        if first > 0 {
            self.push(TokenKind::Blank, at);
        }
        self.push(kind, at + first);
        let last = part.iter().rposition(|&it| !is_blank(it)).unwrap_or(first);
        if last + 1 < part.len() {
            self.push(TokenKind::Blank, at + last + 1);
        }
    }

    /// Pushes `part` up to a trailing comment as one token of `kind`, then the comment.
    fn push_with_comment(&mut self, kind: TokenKind, part: &[u8], at: usize, has_quotes: bool) {
        let end = comment_start(part, has_quotes).unwrap_or(part.len());
        let (before, comment) = part.split_at_checked(end).unwrap_or((part, &[]));
        self.push_trimmed(kind, before, at);
        if !comment.is_empty() {
            self.push(TokenKind::Comment, at + end);
        }
    }

    fn line(&mut self, line: &[u8], at: usize) {
        let n_blanks = line.iter().take_while(|&&it| is_blank(it)).count();
        if n_blanks > 0 {
            self.push(TokenKind::Blank, at);
        }
        let rest = line.get(n_blanks..).unwrap_or_default();
        let at = at + n_blanks;
        match rest.first() {
            None => (),
            Some(b'#' | b';') => self.push(TokenKind::Comment, at),
            Some(b'[') => self.header(rest, at),
            Some(b'@') => self.directive(rest, at),
            Some(_) => self.pair(rest, at),
        }
    }

    /// Reads a `line` that starts with `[`.
    fn header(&mut self, line: &[u8], at: usize) {
        self.push(TokenKind::OpenBracket, at);
        let inner = line.get(1..).unwrap_or_default();
        let comment = comment_start(inner, false).unwrap_or(inner.len());
        match inner.iter().position(|&it| it == b']') {
            Some(close) if close < comment => {
                let (name, rest) = inner.split_at_checked(close).unwrap_or((inner, &[]));
                self.push_trimmed(TokenKind::SectionName, name, at + 1);
                self.push(TokenKind::CloseBracket, at + 1 + close);
                let tail = rest.get(1..).unwrap_or_default();
                self.push_with_comment(TokenKind::Unknown, tail, at + close + 2, false);
            }
            _ => self.push_with_comment(TokenKind::SectionName, inner, at + 1, false),
        }
    }

    /// Reads a `line` that starts with `@`.
    fn directive(&mut self, line: &[u8], at: usize) {
        let is_end = |it: u8| is_blank(it) || it == b'"';
        let end = line.iter().position(|&it| is_end(it)).unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
        if word.eq_ignore_ascii_case(b"@include") {
            self.push(TokenKind::Include, at);
            self.push_with_comment(TokenKind::Path, rest, at + end, true);
        } else {
            self.push_with_comment(TokenKind::Unknown, line, at, true);
        }
    }

    /// Reads a `line` that starts with anything else that is not blank.
    fn pair(&mut self, line: &[u8], at: usize) {
        let comment = comment_start(line, false).unwrap_or(line.len());
        match line.iter().position(|&it| it == b'=') {
            Some(equals) if equals < comment => {
                let (key, rest) = line.split_at_checked(equals).unwrap_or((line, &[]));
                self.push_trimmed(TokenKind::Key, key, at);
                self.push(TokenKind::Equals, at + equals);
                let value = rest.get(1..).unwrap_or_default();
                self.push_with_comment(TokenKind::Value, value, at + equals + 1, true);
            }
            _ => self.push_with_comment(TokenKind::Unknown, line, at, false),
        }
    }
}

/// Finds the start of a trailing comment: a `#` or `;` that opens `part` or follows blank space,
/// outside double quotes if `has_quotes` (coil.md#target-lines). In quotes `\"` and `\\` are
/// escapes.
pub(super) fn comment_start(part: &[u8], has_quotes: bool) -> Option<usize> {
    let mut in_quotes = false;
    let mut is_escaped = false;
    let mut before = b' ';
    for (at, &byte) in part.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_quotes => {
                is_escaped = matches!(part.get(at + 1), Some(b'"' | b'\\'));
            }
            b'"' if has_quotes => in_quotes = !in_quotes,
            b'#' | b';' if !in_quotes && is_blank(before) => return Some(at),
            _ => (),
        }
        before = byte;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_core::text::slice;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let tokens = lex(text);
        let mut res = String::new();
        let mut joined = String::new();
        for (idx, kind) in tokens.iter() {
            let token = slice(text, tokens.range(idx));
            joined.push_str(token);
            if !matches!(kind, TokenKind::Blank | TokenKind::LineEnd) {
                writeln!(res, "{kind:?} {token:?}").unwrap();
            }
        }
        assert_eq!(joined, text);
        expect.assert_eq(&res);
    }

    #[test]
    fn headers() {
        check(
            "[Target] # main\n  [ My Part ]\r[]\n[open # x\r\n[a]b ; c\n[a#b]",
            expect![[r##"
                OpenBracket "["
                SectionName "Target"
                CloseBracket "]"
                Comment "# main"
                OpenBracket "["
                SectionName "My Part"
                CloseBracket "]"
                OpenBracket "["
                CloseBracket "]"
                OpenBracket "["
                SectionName "open"
                Comment "# x"
                OpenBracket "["
                SectionName "a"
                CloseBracket "]"
                Unknown "b"
                Comment "; c"
                OpenBracket "["
                SectionName "a#b"
                CloseBracket "]"
            "##]],
        );
    }

    #[test]
    fn pairs() {
        check(
            "\u{feff}Mode = 64   # bits\n2nd key=\nA = x=y ;c\n= 5\nP = /opt/a#b\nQ = \"a # \\\" b\" # c\nE =#é\n",
            expect![[r##"
                Bom "\u{feff}"
                Key "Mode"
                Equals "="
                Value "64"
                Comment "# bits"
                Key "2nd key"
                Equals "="
                Key "A"
                Equals "="
                Value "x=y"
                Comment ";c"
                Equals "="
                Value "5"
                Key "P"
                Equals "="
                Value "/opt/a#b"
                Key "Q"
                Equals "="
                Value "\"a # \\\" b\""
                Comment "# c"
                Key "E"
                Equals "="
                Comment "#é"
            "##]],
        );
    }

    #[test]
    fn directives_and_the_rest() {
        check(
            "@include \"a b.coilcfg\" # base\n@Include base.coilcfg\n@include\n@import x = 1\njust words # a = b\n; only\n\"",
            expect![[r##"
                Include "@include"
                Path "\"a b.coilcfg\""
                Comment "# base"
                Include "@Include"
                Path "base.coilcfg"
                Include "@include"
                Unknown "@import x = 1"
                Unknown "just words"
                Comment "# a = b"
                Comment "; only"
                Unknown "\""
            "##]],
        );
    }

    #[test]
    fn every_line_end_ends_a_line() {
        let text = "a\nb\r\nc\rd";
        let tokens = lex(text);
        let ends: Vec<&str> = tokens
            .iter()
            .filter(|&(_, kind)| kind == TokenKind::LineEnd)
            .map(|(idx, _)| slice(text, tokens.range(idx)))
            .collect();
        assert_eq!(ends, ["\n", "\r\n", "\r"]);
    }
}
