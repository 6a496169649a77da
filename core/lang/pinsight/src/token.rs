//! Text to tokens, line by line: every byte lies in exactly one token and nothing fails.

use text_size::TextSize;

use bobbin_core::syntax::TokenTable;
use bobbin_core::text::offset;

/// The kind of a token. A line end is a token only behind a header or a body line, so the grammar
/// never sees blank lines and comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Blanks; on a line without content also its line end.
    Blank,
    /// A line whose first non-blank character is `#`; there are no other comments.
    Comment,
    /// The end of a line with content; empty at the end of a text without one, and where a line is
    /// cut, see [`PIECE`].
    LineEnd,
    /// The `[` at the start of a header.
    Open,
    /// `]` in a header.
    Close,
    /// `:` in a header.
    Colon,
    /// `,` in a header.
    Comma,
    /// `(` in a header.
    OpenParen,
    /// `)` in a header.
    CloseParen,
    /// Any other stretch of a header without blanks.
    Word,
    /// The trimmed text in front of the first `=` of a body line.
    Key,
    /// The first `=` of a body line.
    Equals,
    /// The trimmed text behind the first `=`.
    Value,
    /// A byte order mark, which the program takes for text.
    Unknown,
}

impl TokenKind {
    /// Returns true if the grammar never sees it.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Blank | TokenKind::Comment)
    }
}

/// The number of bytes of a line that the program reads at once. The rest of a longer line counts
/// as a line of its own, also behind a comment (pinsight.md#lines).
pub const PIECE: usize = 1023;

/// Returns true if the program skips `it` around keys, values and names (pinsight.md#lines).
#[must_use]
pub fn is_blank(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\x0b' | '\x0c' | '\r')
}

/// Returns `text` without the blanks at both ends.
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Splits `text` into tokens.
#[must_use]
pub fn lex(text: &str) -> TokenTable<TokenKind> {
    let mut lexer = Lexer { tokens: Vec::with_capacity(text.len() / 4), at: 0 };
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix('\u{feff}') {
        lexer.push(TokenKind::Unknown, '\u{feff}'.len_utf8());
        let (first, behind) = split_line(behind);
        let (content, line_end) = split_line_end(first);
        lexer.body(content, line_end);
        rest = behind;
    }
    while !rest.is_empty() {
        let (line, behind) = split_line(rest);
        if line.len() > PIECE {
            lexer.pieces(line)
        } else {
            lexer.line(line)
        }
        rest = behind;
    }
    TokenTable::new(lexer.tokens, offset(text.len()))
}

/// Returns the first line with its line end, and the rest.
fn split_line(text: &str) -> (&str, &str) {
    match text.find('\n') {
        Some(at) => text.split_at_checked(at + 1).unwrap_or((text, "")),
        None => (text, ""),
    }
}

fn split_line_end(line: &str) -> (&str, usize) {
    match line.strip_suffix('\n') {
        Some(content) => (content, 1),
        None => (line, 0),
    }
}

struct Lexer {
    tokens: Vec<(TokenKind, TextSize)>,
    at: usize,
}

impl Lexer {
    fn push(&mut self, kind: TokenKind, len: usize) {
        self.tokens.push((kind, offset(self.at)));
        self.at += len;
    }

    fn push_some(&mut self, kind: TokenKind, len: usize) {
        if len > 0 {
            self.push(kind, len);
        }
    }

    /// Cuts a line that is longer than the program's buffer into the lines it counts for.
    fn pieces(&mut self, line: &str) {
        let mut rest = line;
        let (mut cut, mut done) = (PIECE, 0);
        while !rest.is_empty() {
            let mut len = cut.saturating_sub(done).min(rest.len());
            // The program cuts between bytes; a character is left whole, for its pieces are no text.
            while !rest.is_char_boundary(len) {
                len -= 1;
            }
            let (piece, behind) = rest.split_at_checked(len.max(1)).unwrap_or((rest, ""));
            self.line(piece);
            done += piece.len();
            cut += PIECE;
            rest = behind;
        }
    }

    /// Reads one line, or a piece that counts as one.
    fn line(&mut self, line: &str) {
        let (content, line_end) = split_line_end(line);
        let trimmed = content.trim_start_matches(is_blank);
        let indent = content.len() - trimmed.len();
        match trimmed.as_bytes().first() {
            None => self.push_some(TokenKind::Blank, line.len()),
            Some(b'#') => {
                self.push_some(TokenKind::Blank, indent);
                let comment = trimmed.trim_end_matches(is_blank).len();
                self.push(TokenKind::Comment, comment);
                self.push_some(TokenKind::Blank, trimmed.len() - comment + line_end);
            }
            Some(b'[') => {
                self.push_some(TokenKind::Blank, indent);
                self.header(trimmed, line_end);
            }
            Some(_) => self.body(content, line_end),
        }
    }

    fn header(&mut self, content: &str, line_end: usize) {
        self.push(TokenKind::Open, 1);
        let mut word = 0;
        let mut blank = 0;
        for it in content.bytes().skip(1) {
            let kind = match it {
                b']' => TokenKind::Close,
                b':' => TokenKind::Colon,
                b',' => TokenKind::Comma,
                b'(' => TokenKind::OpenParen,
                b')' => TokenKind::CloseParen,
                b' ' | b'\t' | 0x0b | 0x0c | b'\r' => {
                    self.push_some(TokenKind::Word, word);
                    word = 0;
                    blank += 1;
                    continue;
                }
                _ => {
                    self.push_some(TokenKind::Blank, blank);
                    blank = 0;
                    word += 1;
                    continue;
                }
            };
            self.push_some(TokenKind::Blank, blank);
            self.push_some(TokenKind::Word, word);
            (blank, word) = (0, 0);
            self.push(kind, 1);
        }
        self.push_some(TokenKind::Blank, blank);
        self.push_some(TokenKind::Word, word);
        self.push(TokenKind::LineEnd, line_end);
    }

    fn body(&mut self, content: &str, line_end: usize) {
        let (key, value) = match content.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (content, None),
        };
        self.trimmed(TokenKind::Key, key);
        if let Some(value) = value {
            self.push(TokenKind::Equals, 1);
            self.trimmed(TokenKind::Value, value);
        }
        self.push(TokenKind::LineEnd, line_end);
    }

    fn trimmed(&mut self, kind: TokenKind, text: &str) {
        let start = text.len() - text.trim_start_matches(is_blank).len();
        let len = trim(text).len();
        self.push_some(TokenKind::Blank, start);
        self.push_some(kind, len);
        self.push_some(TokenKind::Blank, text.len() - start - len);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use bobbin_core::text::slice;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let tokens = lex(text);
        let lines: Vec<String> = tokens
            .iter()
            .map(|(idx, kind)| format!("{kind:?} {:?}\n", slice(text, tokens.range(idx))))
            .collect();
        expect.assert_eq(&lines.concat());
        let joined: String = tokens.iter().map(|(idx, _)| slice(text, tokens.range(idx))).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn a_header_has_fine_tokens() {
        check(
            "  [SET Lexgion(Python:f, 0x10)] : OpenMP.default\r\n",
            expect![[r#"
                Blank "  "
                Open "["
                Word "SET"
                Blank " "
                Word "Lexgion"
                OpenParen "("
                Word "Python"
                Colon ":"
                Word "f"
                Comma ","
                Blank " "
                Word "0x10"
                CloseParen ")"
                Close "]"
                Blank " "
                Colon ":"
                Blank " "
                Word "OpenMP.default"
                Blank "\r"
                LineEnd "\n"
            "#]],
        );
    }

    #[test]
    fn a_body_line_is_split_at_the_first_equals() {
        check(
            "# a = b\n\tomp_work  = on # x\n= =\nno equals  \n\n k=",
            expect![[r##"
                Comment "# a = b"
                Blank "\n"
                Blank "\t"
                Key "omp_work"
                Blank "  "
                Equals "="
                Blank " "
                Value "on # x"
                LineEnd "\n"
                Equals "="
                Blank " "
                Value "="
                LineEnd "\n"
                Key "no equals"
                Blank "  "
                LineEnd "\n"
                Blank "\n"
                Blank " "
                Key "k"
                Equals "="
                LineEnd ""
            "##]],
        );
    }

    #[test]
    fn a_byte_order_mark_hides_a_header() {
        check(
            "\u{feff}[OpenMP.default]\n[MPI.default]",
            expect![[r#"
                Unknown "\u{feff}"
                Key "[OpenMP.default]"
                LineEnd "\n"
                Open "["
                Word "MPI.default"
                Close "]"
                LineEnd ""
            "#]],
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = format!("#{}\nk = é{}", "x".repeat(1022), "é".repeat(600));
        let tokens = lex(&text);
        let kinds: Vec<TokenKind> = tokens.iter().map(|(_, kind)| kind).collect();
        use TokenKind::{Blank, Comment, Equals, Key, LineEnd, Value};
        // The newline of the comment is the first byte of the second piece.
        let second = [Key, Blank, Equals, Blank, Value, LineEnd];
        let expected = [&[Comment, Blank][..], &second, &[Key, LineEnd]].concat();
        assert_eq!(kinds, expected);
        let joined: String =
            tokens.iter().map(|(idx, _)| slice(&text, tokens.range(idx))).collect();
        assert_eq!(joined, text);
    }
}
