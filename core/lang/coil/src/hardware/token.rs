//! The lexer: what a character means depends on its place in the line.

use text_size::TextSize;

use bobbin_core::syntax::TokenTable;
use bobbin_core::text::{len, offset};

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Blanks, blank lines, and a byte order mark at the start.
    Blank,
    /// A comment, from `;` to the end of the line.
    Comment,
    /// The end of a line that holds more than blanks and a comment.
    LineEnd,
    /// `[` as the first character of a line.
    Open,
    /// The text between the brackets, trimmed.
    Section,
    /// `]` as the last character of a line that starts with `[`.
    Close,
    /// The text before the first `=`, trimmed.
    Key,
    /// The first `=` of a line.
    Equals,
    /// The text behind the first `=`, trimmed.
    Value,
    /// Text that has no meaning in its place.
    Unknown,
}

impl TokenKind {
    /// True if the grammar skips it.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Blank | TokenKind::Comment)
    }
}

/// Cuts `text` into tokens without gaps.
#[must_use]
pub fn lex(text: &str) -> TokenTable<TokenKind> {
    let mut lexer = Lexer { tokens: Vec::with_capacity(text.len() / 6), end: 0 };
    let mut start = 0;
    if text.starts_with('\u{feff}') {
        lexer.push(TokenKind::Blank, '\u{feff}'.len_utf8());
        start = lexer.end;
    }
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        lexer.line(line);
    }
    TokenTable::new(lexer.tokens, len(text))
}

struct Lexer {
    tokens: Vec<(TokenKind, TextSize)>,
    /// Bytes read so far.
    end: usize,
}

impl Lexer {
    fn push(&mut self, kind: TokenKind, len: usize) {
        if len > 0 {
            self.tokens.push((kind, offset(self.end)));
            self.end += len;
        }
    }

    /// Adds `part`, with the blanks around it as tokens of their own.
    fn push_trimmed(&mut self, kind: TokenKind, part: &str) {
        let rest = part.trim_start();
        self.push(TokenKind::Blank, part.len() - rest.len());
        let trimmed = rest.trim_end();
        self.push(kind, trimmed.len());
        self.push(TokenKind::Blank, rest.len() - trimmed.len());
    }

    fn line(&mut self, line: &str) {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let bare = bare.strip_suffix('\r').unwrap_or(bare);
        let (content, comment) = split_comment(bare);
        let inner = content.trim();
        if inner.is_empty() {
            self.push(TokenKind::Blank, content.len());
        } else if let Some(name) = inner.strip_prefix('[') {
            self.push(TokenKind::Blank, content.len() - content.trim_start().len());
            self.push(TokenKind::Open, 1);
            let (name, rest) = split_header(name);
            self.push_trimmed(TokenKind::Section, name);
            if let Some(rest) = rest {
                self.push(TokenKind::Close, 1);
                self.push_trimmed(TokenKind::Unknown, rest);
            }
            self.push(TokenKind::Blank, content.len() - content.trim_end().len());
        } else if let Some((key, value)) = split_pair(content) {
            self.push_trimmed(TokenKind::Key, key);
            self.push(TokenKind::Equals, 1);
            self.push_trimmed(TokenKind::Value, value);
        } else {
            self.push_trimmed(TokenKind::Unknown, content);
        }
        self.push(TokenKind::Comment, comment.len());
        let kind = if inner.is_empty() { TokenKind::Blank } else { TokenKind::LineEnd };
        self.push(kind, line.len() - bare.len());
    }
}

/// Splits the text behind `[` at the `]` that ends the line; a name may hold
/// brackets itself. Of a line that does not end with `]`, up to the last `]`, if there is one.
fn split_header(rest: &str) -> (&str, Option<&str>) {
    match rest.rsplit_once(']') {
        Some((name, behind)) => (name, Some(behind)),
        None => (rest, None),
    }
}

/// Returns where the quote ends that `text` begins with; a quotation mark behind a backslash ends none.
pub(crate) fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    let close = text.bytes().skip(1).position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        byte => byte == b'"',
    })?;
    Some(close + 1)
}

/// Splits a pair at its `=`: the first one, or the one behind a key that
/// is wholly quoted.
fn split_pair(content: &str) -> Option<(&str, &str)> {
    let start = content.trim_start();
    if start.starts_with('"') {
        let behind = closing_quote(start).and_then(|it| start.get(it + 1..)).unwrap_or_default();
        if let Some(value) = behind.trim_start().strip_prefix('=') {
            let equals = content.len() - value.len() - 1;
            return Some((content.get(..equals)?, value));
        }
    }
    content.split_once('=')
}

/// Splits a line into what stands before its comment, and the comment. A `;` between double quotes
/// is text; inside them a backslash takes the next character along (coil.md#comments-and-quotes).
fn split_comment(line: &str) -> (&str, &str) {
    line.split_at_checked(comment_start(line)).unwrap_or((line, ""))
}

/// Finds the start of a line's comment; the line's length if it has none.
#[must_use]
pub fn comment_start(line: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return at,
            _ => (),
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use bobbin_core::text::slice;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let tokens = lex(text);
        let mut joined = String::new();
        let mut lines = String::new();
        for (idx, kind) in tokens.iter() {
            let part = slice(text, tokens.range(idx));
            joined.push_str(part);
            lines.push_str(&format!("{kind:?} {part:?}\n"));
        }
        assert_eq!(joined, text);
        expect.assert_eq(&lines);
    }

    #[test]
    fn sections_and_pairs() {
        check(
            "\u{feff}[ cpu:0 ] ; c\r\n  name =  A \"x;y\" b ; é\n\n",
            expect![[r#"
                Blank "\u{feff}"
                Open "["
                Blank " "
                Section "cpu:0"
                Blank " "
                Close "]"
                Blank " "
                Comment "; c"
                LineEnd "\r\n"
                Blank "  "
                Key "name"
                Blank " "
                Equals "="
                Blank "  "
                Value "A \"x;y\" b"
                Blank " "
                Comment "; é"
                LineEnd "\n"
                Blank "\n"
            "#]],
        );
    }

    #[test]
    fn broken_lines() {
        check(
            "[a\n[b] = 1\n[c]d]\n=\njunk\n# no comment\n[]",
            expect![[r##"
                Open "["
                Section "a"
                LineEnd "\n"
                Open "["
                Section "b"
                Close "]"
                Blank " "
                Unknown "= 1"
                LineEnd "\n"
                Open "["
                Section "c]d"
                Close "]"
                LineEnd "\n"
                Equals "="
                LineEnd "\n"
                Unknown "junk"
                LineEnd "\n"
                Unknown "# no comment"
                LineEnd "\n"
                Open "["
                Close "]"
            "##]],
        );
    }

    #[test]
    fn a_quoted_key_may_hold_an_equals_sign() {
        check(
            "\"a=\\\"b\" = c\n\"a=b",
            expect![[r#"
            Key "\"a=\\\"b\""
            Blank " "
            Equals "="
            Blank " "
            Value "c"
            LineEnd "\n"
            Key "\"a"
            Equals "="
            Value "b"
        "#]],
        );
    }

    #[test]
    fn quotes_hide_semicolons() {
        check(
            "k = \"a\\\";b\";c\nk = \"open ; x",
            expect![[r#"
                Key "k"
                Blank " "
                Equals "="
                Blank " "
                Value "\"a\\\";b\""
                Comment ";c"
                LineEnd "\n"
                Key "k"
                Blank " "
                Equals "="
                Blank " "
                Value "\"open ; x"
            "#]],
        );
    }
}
