//! The lexer: from bytes to tokens (sprokit.md#lines and sprokit.md#tokens).
//!
//! The lexer works line by line, because comments, includes and values are decided by the line, and
//! keeps a [`Place`] between lines, because nothing else is. It is total: every byte lies in exactly
//! one token, and what cannot be used is a token of its own.

use crate::token::{Kind, Token, is_blank, is_word, is_word_start, keyword};

/// The tokens that may come next. Kept over line ends, and into and out of included files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    /// A statement may begin.
    #[default]
    Statement,
    /// Behind a part of a key.
    Key,
    /// Behind a separator inside a key.
    KeyPart,
    /// Between the brackets of flags.
    Flags,
    /// The place behind flags.
    AfterFlags,
    /// In the header of a section, which ends with its line.
    Header,
    /// The place behind `process`.
    ProcessName,
    /// Behind the name of a process.
    ProcessColons,
    /// Behind its `::`.
    ProcessType,
    /// The place behind `cluster`.
    ClusterName,
    /// Inside an address: `named` if it has a word for its end, `dotted` if it has a dot.
    Address { named: bool, dotted: bool },
}

/// A lexer between two lines.
#[derive(Debug, Default)]
pub struct Lexer {
    /// The tokens so far.
    pub tokens: Vec<Token>,
    /// Tokens before this index belong to another file and must not grow.
    barrier: usize,
    place: Place,
    /// True while only blanks stand before the current place on its line.
    fresh: bool,
}

/// The content of one line: `bytes[at..end]` of a file.
#[derive(Clone, Copy)]
struct Rest<'t> {
    bytes: &'t [u8],
    end: usize,
}

impl Rest<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        if at < self.end { self.bytes.get(at).copied() } else { None }
    }

    /// Returns the first place from `at` on for whose byte `is` returns false.
    fn skip(self, mut at: usize, is: impl Fn(u8) -> bool) -> usize {
        while self.byte(at).is_some_and(&is) {
            at += 1;
        }
        at
    }
}

impl Lexer {
    /// Notes that the next tokens come from another file than the last.
    pub fn enter_file(&mut self) {
        self.barrier = self.tokens.len();
    }

    /// Reads the physical line that begins at `start`; returns where the next one begins, and
    /// whether the line is an include, whose name is then the last [`Kind::IncludeName`].
    pub fn line(&mut self, bytes: &[u8], start: usize) -> (usize, bool) {
        let newline = find(bytes, start, bytes.len(), b'\n');
        let line_end = newline.unwrap_or(bytes.len());
        let hash = find(bytes, start, line_end, b'#');
        let mut end = hash.unwrap_or(line_end);
        while end > start && bytes.get(end - 1).copied().is_some_and(is_blank) {
            end -= 1;
        }
        self.fresh = true;
        let rest = Rest { bytes, end };
        let mut at = start;
        if start == 0 && bytes.starts_with("\u{feff}".as_bytes()) {
            at = 3;
            end = end.max(at);
            self.push(Kind::ByteOrderMark, start, at);
        }
        let first = rest.skip(at, is_blank);
        self.push(Kind::Blank, at, first);
        at = first;
        if rest.byte(at) == Some(b'!') {
            self.push(Kind::Bang, at, at + 1);
            at += 1;
        }
        let is_include = bytes.get(at..end).is_some_and(|it| it.starts_with(b"include "));
        if is_include {
            let word_end = at + "include".len();
            let name = rest.skip(word_end, is_blank);
            self.push(Kind::Include, at, word_end);
            self.push(Kind::Blank, word_end, name);
            self.push(Kind::IncludeName, name, end);
        } else {
            self.content(rest, at);
        }
        // The line end belongs to a header if one is open, else to the blanks around it.
        let comment_end = match hash {
            Some(hash) => {
                let mut comment_end = line_end;
                while comment_end > hash && bytes.get(comment_end - 1) == Some(&b'\r') {
                    comment_end -= 1;
                }
                self.push(Kind::Blank, end, hash);
                self.push(Kind::Comment, hash, comment_end);
                comment_end
            }
            None => end,
        };
        self.push(Kind::Blank, comment_end, line_end);
        let next = newline.map_or(line_end, |it| it + 1);
        if self.place == Place::Header && !is_include {
            self.put(Kind::HeaderEnd, line_end, next);
            self.place = Place::Statement;
        } else {
            self.push(Kind::Blank, line_end, next);
        }
        (next, is_include)
    }

    fn put(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token { kind, start: start as u32, end: end as u32 });
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        if start >= end {
            return;
        }
        if kind == Kind::Blank
            && self.tokens.len() > self.barrier
            && let Some(last) = self.tokens.last_mut()
            && last.kind == Kind::Blank
        {
            last.end = end as u32;
            return;
        }
        self.put(kind, start, end);
    }

    fn content(&mut self, rest: Rest<'_>, mut at: usize) {
        while let Some(byte) = rest.byte(at) {
            if is_blank(byte) {
                let end = rest.skip(at, is_blank);
                self.push(Kind::Blank, at, end);
                at = end;
                continue;
            }
            at = if is_word_start(byte) { self.word(rest, at) } else { self.mark(rest, at, byte) };
            self.fresh = false;
        }
    }

    /// Reads the rest of the line from `at` as one token.
    fn junk(&mut self, rest: Rest<'_>, at: usize) -> usize {
        self.push(Kind::Junk, at, rest.end);
        if self.place != Place::Header {
            self.place = Place::Statement;
        }
        rest.end
    }

    /// Adds a token of `len` bytes, and expects `place` behind it.
    fn token(&mut self, kind: Kind, at: usize, len: usize, place: Place) -> usize {
        self.push(kind, at, at + len);
        self.place = place;
        at + len
    }

    /// Adds a token that takes the rest of its line with it as another token.
    fn capture(&mut self, rest: Rest<'_>, kind: Kind, at: usize, len: usize, what: Kind) -> usize {
        let end = self.token(kind, at, len, Place::Statement);
        let first = rest.skip(end, is_blank);
        self.push(Kind::Blank, end, first);
        self.push(what, first, rest.end);
        rest.end
    }

    fn mark(&mut self, rest: Rest<'_>, at: usize, byte: u8) -> usize {
        let next = rest.byte(at + 1);
        match (byte, self.place) {
            (b'-', Place::Statement | Place::Address { named: true, .. }) if next == Some(b'-') => {
                self.push(Kind::Description, at, rest.end);
                self.place = Place::Statement;
                rest.end
            }
            (b':', place) if next == Some(b':') => match place {
                Place::Header => self.token(Kind::DoubleColon, at, 2, Place::Header),
                Place::ProcessName | Place::ProcessColons => {
                    self.token(Kind::DoubleColon, at, 2, Place::ProcessType)
                }
                _ => self.junk(rest, at),
            },
            (b':', Place::Key | Place::AfterFlags) if next == Some(b'=') => {
                self.capture(rest, Kind::LocalAssign, at, 2, Kind::Value)
            }
            (b':', Place::Key) => self.token(Kind::Colon, at, 1, Place::KeyPart),
            (b':', Place::Header) => self.token(Kind::Colon, at, 1, Place::Header),
            (b':', Place::ProcessColons) => {
                self.token(Kind::DoubleColon, at, 1, Place::ProcessType)
            }
            (b':', Place::Statement | Place::Address { named: true, dotted: true }) => {
                self.legacy(rest, at)
            }
            (b'=', Place::Key | Place::AfterFlags) => {
                self.capture(rest, Kind::Assign, at, 1, Kind::Value)
            }
            (b'.', Place::Key) => self.token(Kind::Dot, at, 1, Place::KeyPart),
            (b'/', Place::Key) => self.token(Kind::Slash, at, 1, Place::KeyPart),
            (b'.', Place::Address { named: true, dotted: false }) => {
                self.token(Kind::Dot, at, 1, Place::Address { named: false, dotted: true })
            }
            (b'/', Place::Address { named: true, dotted }) => {
                self.token(Kind::Slash, at, 1, Place::Address { named: false, dotted })
            }
            (b'[', Place::Key) => self.token(Kind::LeftBracket, at, 1, Place::Flags),
            (b',', Place::Flags) => self.token(Kind::Comma, at, 1, Place::Flags),
            (b']', Place::Flags) => self.token(Kind::RightBracket, at, 1, Place::AfterFlags),
            _ => self.junk(rest, at),
        }
    }

    fn word(&mut self, rest: Rest<'_>, at: usize) -> usize {
        let end = rest.skip(at, is_word);
        let reserved = rest.bytes.get(at..end).and_then(keyword);
        let len = end - at;
        // A reserved word on a line of its own is a statement that begins, whatever the line before
        // has left open; on the same line it is a name that may not be one.
        let name = |place: Place, lexer: &mut Lexer| match reserved {
            Some(keyword) if lexer.fresh => lexer.keyword(rest, keyword, at, len),
            Some(_) => lexer.token(Kind::Reserved, at, len, place),
            None => lexer.token(Kind::Word, at, len, place),
        };
        match self.place {
            Place::Header => {
                let kind = if reserved.is_some() { Kind::Reserved } else { Kind::Word };
                self.token(kind, at, len, Place::Header)
            }
            Place::KeyPart => match reserved {
                Some(keyword) if self.fresh => self.keyword(rest, keyword, at, len),
                // sprokit.md#reserved-words: reserved words may stand behind the first part of a
                // key.
                _ => self.token(Kind::Word, at, len, Place::Key),
            },
            Place::Flags => name(Place::Flags, self),
            Place::ProcessName => name(Place::ProcessColons, self),
            Place::ProcessType | Place::ClusterName => name(Place::Statement, self),
            Place::ProcessColons if !self.fresh && reserved.is_none() => {
                self.token(Kind::BareType, at, len, Place::Statement)
            }
            Place::Key | Place::AfterFlags if !self.fresh => self.junk(rest, at),
            Place::Address { named: false, dotted } => {
                let place = Place::Address { named: true, dotted };
                match reserved {
                    None => self.token(Kind::Word, at, len, place),
                    Some(_) if is_address_part(rest, at, end) => {
                        self.token(Kind::Reserved, at, len, place)
                    }
                    Some(keyword) => self.keyword(rest, keyword, at, len),
                }
            }
            _ => match reserved {
                None => self.token(Kind::Word, at, len, Place::Key),
                Some(keyword) if is_key(rest, keyword, end) => {
                    self.token(Kind::Reserved, at, len, Place::Key)
                }
                Some(keyword) => self.keyword(rest, keyword, at, len),
            },
        }
    }

    fn keyword(&mut self, rest: Rest<'_>, keyword: Kind, at: usize, len: usize) -> usize {
        let place = match keyword {
            Kind::Block => return self.capture(rest, keyword, at, len, Kind::BlockName),
            Kind::Endblock => return self.capture(rest, keyword, at, len, Kind::Ignored),
            Kind::Config => Place::Header,
            Kind::Process => Place::ProcessName,
            Kind::Cluster => Place::ClusterName,
            Kind::Relativepath => Place::Statement,
            _ => Place::Address { named: false, dotted: false },
        };
        self.token(keyword, at, len, place)
    }

    /// Reads a legacy entry: `:key value`, all on one line and without blanks in front of the value
    /// (sprokit.md#legacy-entries).
    fn legacy(&mut self, rest: Rest<'_>, colon: usize) -> usize {
        let mut at = self.token(Kind::LegacyColon, colon, 1, Place::Statement);
        loop {
            let end = rest.skip(at, is_word);
            if !rest.byte(at).is_some_and(is_word_start) {
                return self.junk(rest, at);
            }
            self.push(Kind::Word, at, end);
            at = end;
            let separator = match rest.byte(at) {
                Some(b':') => Kind::Colon,
                Some(b'.') => Kind::Dot,
                Some(b'/') => Kind::Slash,
                _ => break,
            };
            if !rest.byte(at + 1).is_some_and(is_word_start) {
                return self.junk(rest, at);
            }
            self.push(separator, at, at + 1);
            at += 1;
        }
        if rest.byte(at) == Some(b'[') {
            let word_end = rest.skip(at + 1, |it| is_word(it) || it == b',');
            let words = rest.bytes.get(at + 1..word_end).unwrap_or_default();
            let begins = |word: &[u8]| word.first().copied().is_none_or(is_word_start);
            if rest.byte(word_end) != Some(b']') || !words.split(|it| *it == b',').all(begins) {
                return self.junk(rest, at);
            }
            self.push(Kind::LeftBracket, at, at + 1);
            at = self.legacy_flags(rest, at + 1, word_end);
        }
        match rest.byte(at) {
            None => rest.end,
            Some(b'=') => self.capture(rest, Kind::Assign, at, 1, Kind::Value),
            Some(byte) if is_blank(byte) => {
                let first = rest.skip(at, is_blank);
                self.push(Kind::Blank, at, first);
                self.push(Kind::Value, first, rest.end);
                rest.end
            }
            Some(_) => self.junk(rest, at),
        }
    }

    /// Words and commas up to the bracket at `end`, and the bracket.
    fn legacy_flags(&mut self, rest: Rest<'_>, mut at: usize, end: usize) -> usize {
        while at < end {
            if rest.byte(at) == Some(b',') {
                self.push(Kind::Comma, at, at + 1);
                at += 1;
                continue;
            }
            let word_end = rest.skip(at, is_word);
            let reserved = rest.bytes.get(at..word_end).and_then(keyword).is_some();
            self.push(if reserved { Kind::Reserved } else { Kind::Word }, at, word_end);
            at = word_end;
        }
        self.push(Kind::RightBracket, end, end + 1);
        end + 1
    }
}

fn find(bytes: &[u8], from: usize, to: usize, byte: u8) -> Option<usize> {
    bytes.get(from..to)?.iter().position(|&it| it == byte).map(|it| from + it)
}

/// Returns true if a reserved word up to `end` is meant as a key: an assignment, flags or a
/// separator follows. `block` and `endblock` take the rest of their line, whatever it is.
fn is_key(rest: Rest<'_>, keyword: Kind, end: usize) -> bool {
    if matches!(keyword, Kind::Block | Kind::Endblock) {
        return false;
    }
    let next = rest.skip(end, is_blank);
    match rest.byte(next) {
        Some(b'=' | b'[') => true,
        Some(b':') if keyword != Kind::Relativepath => rest.byte(next + 1).is_some_and(|it| {
            // Behind `config` and a blank it is the path of a section, which cannot begin so.
            it == b'=' || is_word_start(it) && (keyword != Kind::Config || next == end)
        }),
        Some(b'.' | b'/') => next == end,
        _ => false,
    }
}

/// Returns true if a reserved word at `at..end` is meant as a part of an address.
fn is_address_part(rest: Rest<'_>, at: usize, end: usize) -> bool {
    let before = at.checked_sub(1).and_then(|it| rest.bytes.get(it));
    matches!(rest.byte(rest.skip(end, is_blank)), Some(b'.' | b'/'))
        || matches!(before, Some(b'.' | b'/'))
}

#[cfg(test)]
mod tests;
