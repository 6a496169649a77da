//! One file: its lines as sections, pairs and includes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use lalrpop_util::lalrpop_mod;
use text_size::{TextRange, TextSize};

use super::ast::Line;
use super::diagnostics::lines as messages;
use super::lines::{line_end, line_range};
use super::schema::{self, KeySchema};
use super::token::{TokenKind, lex};
use super::value::{self, Quoting};
use bobbin_core::diagnostics::{Bounded, Diagnostic, Severity};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::{Recovered, TokenIdx, TokenSpan, TokenTable};
use bobbin_core::text::{len, offset, range_in, slice};

use crate::notes::comment_in;

/// The signs that start a comment.
pub(super) const MARKS: &[char] = &['#', ';'];

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused, missing_docs)]
    #[rustfmt::skip]
    grammar,
    "/target/grammar.rs"
);

/// The share of the bytes beyond which NULs are halves of characters: one in so many.
const MOST_NULS: usize = 4;

/// A file as it stands, without the files it includes.
#[derive(Debug)]
pub struct SourceFile {
    /// The path of the file.
    pub path: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// True if its bytes are UTF-8 without a NUL byte; else nothing of it counts.
    pub is_text: bool,
    /// The tokens of the whole text.
    pub tokens: TokenTable<TokenKind>,
    /// Well-formed headers in order.
    pub headers: Vec<Header>,
    /// The pairs of well-formed headers, in order.
    pub pairs: Vec<Pair>,
    /// The includes, in the order of the text.
    pub includes: Vec<Include>,
    /// The diagnostics of the lines of this file, whatever includes it.
    pub findings: Vec<LineFinding>,
    /// Well-formed keys in front of the first header, with their values.
    pub outside: Vec<(TextRange, Option<TextRange>)>,
    /// The names of headers that come again, each with the name of the first one.
    pub repeated_sections: Vec<(TextRange, TextRange)>,
    /// Pairs of a section and key that come again, each with the one before: indices into
    /// [`SourceFile::pairs`].
    pub repeated_pairs: Vec<(usize, usize)>,
    /// The starts of the second and later lines; counted when first needed.
    line_starts: OnceLock<Vec<TextSize>>,
}

impl SourceFile {
    /// Returns the first comment, if there is one.
    #[must_use]
    pub fn first_comment(&self) -> Option<TextRange> {
        let comment = self.tokens.iter().find(|it| it.1 == TokenKind::Comment);
        comment.map(|(idx, _)| self.tokens.range(idx))
    }
}

/// A section header.
#[derive(Debug)]
pub struct Header {
    /// The name between the brackets.
    pub name: TextRange,
    /// The range from bracket to bracket.
    pub range: TextRange,
    /// The offset behind the last pair, or behind the brackets if there is none.
    pub end: TextSize,
    /// The start of the next header, also a malformed one, or the end of the text.
    pub limit: TextSize,
    /// The number of headers of this name up to here, this one included.
    pub nth: u32,
    /// The pairs below it: indices into [`SourceFile::pairs`].
    pub pairs: std::ops::Range<usize>,
}

/// `key = value`.
#[derive(Debug)]
pub struct Pair {
    /// Index of its header.
    pub header: usize,
    /// The key, well-formed.
    pub key: TextRange,
    /// The range of the `=`.
    pub equals: TextRange,
    /// The value with its quotes, if there is one.
    pub value: Option<TextRange>,
    /// True if the quotes of the value are well-formed.
    pub is_sound: bool,
    /// True if the same file sets the same key again later.
    pub is_replaced: bool,
}

impl Pair {
    /// Returns the range from the key to the value, or to the `=` if there is none.
    #[must_use]
    pub fn range(&self) -> TextRange {
        self.key.cover(self.value.unwrap_or(self.equals))
    }

    /// Returns the value; an empty range behind the `=` if there is none.
    #[must_use]
    pub fn value_range(&self) -> TextRange {
        self.value.unwrap_or(TextRange::empty(self.equals.end()))
    }
}

/// An include: `@include path`.
#[derive(Debug)]
pub struct Include {
    /// The range from the directive to the path.
    pub range: TextRange,
    /// The path with its quotes.
    pub path_range: TextRange,
    /// The path without quotes.
    pub path: String,
}

/// A diagnostic in a line of one file.
#[derive(Debug)]
pub struct LineFinding {
    /// Section and key, as reports name them.
    pub section: Option<TextRange>,
    /// The key; may be malformed.
    pub key: Option<TextRange>,
    /// The diagnostic in terms of this file.
    pub diagnostic: Diagnostic,
}

/// The header that the pairs of the next lines belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Current {
    /// No header yet.
    None,
    /// A well-formed header.
    Header(usize),
    /// A malformed header, whose keys are skipped (coil.md#suppressed-checks).
    Malformed,
}

impl SourceFile {
    /// Reads `text`; never fails. `utf8_fault` is where its bytes stopped being UTF-8, if they did.
    #[must_use]
    pub fn parse(path: &str, text: &Arc<str>, utf8_fault: Option<TextSize>) -> SourceFile {
        let tokens = lex(text);
        let mut errors = Vec::new();
        let end = tokens.end();
        let stream = tokens.significant(TokenKind::is_trivia);
        // The last line may have no line end of its own.
        let stream = stream.chain([(end, TokenKind::LineEnd, end)]);
        let lines = match grammar::FileParser::new().parse(&mut errors, stream) {
            Ok(lines) => lines,
            Err(error) => {
                let span = TokenSpan::new(TokenIdx(0), end);
                errors.push(Recovered::from_error(span, error));
                vec![Line::Error { span }]
            }
        };
        let mut file = SourceFile {
            path: path.to_owned(),
            text: Arc::clone(text),
            is_text: true,
            tokens,
            headers: Vec::new(),
            pairs: Vec::new(),
            includes: Vec::new(),
            findings: Vec::new(),
            outside: Vec::new(),
            repeated_sections: Vec::new(),
            repeated_pairs: Vec::new(),
            line_starts: OnceLock::new(),
        };
        // A NUL byte or a byte that is not UTF-8 makes it no text at all, so that nothing of it counts.
        let fault = match utf8_fault {
            Some(at) => Some(messages::not_utf8(character_at(text, usize::from(at)))),
            None => text.find('\0').map(|at| {
                let all = text.match_indices('\0').map(|(at, _)| character_at(text, at));
                let edits = all.map(|range| Replacement { range, text: String::new() });
                let edit = TextEdit::from_replacements(edits.collect());
                // In UTF-16 at least each character of the grammar has one.
                let is_wide = edit.replacements().len() > text.len() / MOST_NULS;
                messages::nul(character_at(text, at), (!is_wide).then_some(edit))
            }),
        };
        match fault {
            Some(diagnostic) => {
                file.is_text = false;
                file.report(None, None, diagnostic);
            }
            None => Reader::new(&mut file).read(&lines, &errors),
        }
        file
    }

    /// Takes the pair with the key at `key`, or an include, away: the whole line, or all but its
    /// comment.
    #[must_use]
    pub fn without_pair(&self, key: TextRange) -> TextEdit {
        let line = line_range(&self.text, key);
        let mut at = self.tokens.at(key.start());
        while let Some(idx) = at {
            let range = self.tokens.range(idx);
            match self.tokens.kind(idx) {
                Some(TokenKind::Comment) => {
                    return TextEdit::delete(TextRange::new(key.start(), range.start()));
                }
                Some(kind) if kind != TokenKind::LineEnd && idx < self.tokens.end() => {
                    at = Some(idx.next());
                }
                _ => break,
            }
        }
        // Of an include only the path has quotes.
        let start = line.start().max(key.start());
        let rest = self.slice(TextRange::new(start, line.end())).trim_end();
        match comment_in(rest, MARKS) {
            Some(at) if at > 0 => TextEdit::delete(TextRange::at(start, offset(at))),
            _ => TextEdit::delete(line),
        }
    }

    /// Returns what looks like a comment in the value of a pair.
    #[must_use]
    pub(super) fn comment_in(&self, pair: &Pair) -> Option<TextRange> {
        let value = pair.value?;
        let at = comment_in(self.slice(value), MARKS)?;
        Some(TextRange::new(value.start() + offset(at), value.end()))
    }

    /// Returns the text of `range`.
    #[must_use]
    pub fn slice(&self, range: TextRange) -> &str {
        slice(&self.text, range)
    }

    /// Returns the name of a header.
    #[must_use]
    pub fn name(&self, header: &Header) -> &str {
        self.slice(header.name)
    }

    /// Returns the value of a pair with its quotes; empty if there is none.
    #[must_use]
    pub fn value(&self, pair: &Pair) -> &str {
        pair.value.map(|it| self.slice(it)).unwrap_or_default()
    }

    /// Returns the section of a pair.
    #[must_use]
    pub fn section_of(&self, pair: &Pair) -> &str {
        self.headers.get(pair.header).map(|it| self.name(it)).unwrap_or_default()
    }

    /// Returns the line of `at` from 1; LF, CRLF and CR end lines (coil.md#target-lines).
    #[must_use]
    pub fn line(&self, at: TextSize) -> u32 {
        let starts = self.line_starts.get_or_init(|| {
            let ends = self.tokens.iter().filter(|&(_, kind)| kind == TokenKind::LineEnd);
            ends.map(|(idx, _)| self.tokens.range(idx).end()).collect()
        });
        starts.partition_point(|&it| it <= at) as u32 + 1
    }

    /// Returns the header whose lines `at` lies in.
    #[must_use]
    pub fn header_at(&self, at: TextSize) -> Option<usize> {
        let idx = self.headers.partition_point(|it| it.range.start() <= at).checked_sub(1)?;
        self.headers.get(idx).filter(|it| at < it.limit || it.limit == len(&self.text))?;
        Some(idx)
    }

    /// Returns the pair on the line of `at`, if its header is well-formed.
    #[must_use]
    pub fn pair_at(&self, at: TextSize) -> Option<&Pair> {
        let idx = self.pairs.partition_point(|it| it.key.start() <= at).checked_sub(1)?;
        self.pairs.get(idx).filter(|it| at <= it.value_range().end())
    }

    fn report(
        &mut self,
        section: Option<TextRange>,
        key: Option<TextRange>,
        mut diagnostic: Diagnostic,
    ) {
        match self.findings.len().cmp(&Bounded::MOST) {
            Ordering::Less => (),
            Ordering::Equal => diagnostic = messages::too_many(diagnostic.range),
            // One error is kept, as without any the file would pass for valid.
            Ordering::Greater if !self.is_first_error(&diagnostic) => return,
            Ordering::Greater => (),
        }
        self.findings.push(LineFinding { section, key, diagnostic });
    }

    fn is_first_error(&self, diagnostic: &Diagnostic) -> bool {
        let is_error = |it: &Diagnostic| it.code.severity == Severity::Error;
        is_error(diagnostic) && !self.findings.iter().rev().any(|it| is_error(&it.diagnostic))
    }
}

/// Names of sections are repeated by all that is said of their keys, so they are not taken at any
/// length.
const MOST_NAME: usize = 1000;

/// The number of bytes that the names of sections, repeated for each of their keys, may have in all for
/// each byte of the text, and what any text may have beyond that.
const MOST_OF_NAMES: (usize, usize) = (8, 1 << 20);

/// The number of elements that the lists of one file may have in all.
const MOST_ELEMENTS: usize = 10_000;

/// Takes the lines in order.
struct Reader<'f> {
    file: &'f mut SourceFile,
    current: Current,
    /// Start of the first header or pair: what an include should stand in front of.
    first_setting: Option<TextSize>,
    /// The bytes of the sections' names, once for each key.
    n_of_names: usize,
    /// The elements of lists so far.
    n_elements: usize,
}

impl<'f> Reader<'f> {
    fn new(file: &'f mut SourceFile) -> Reader<'f> {
        Reader { file, current: Current::None, first_setting: None, n_of_names: 0, n_elements: 0 }
    }

    fn read(mut self, lines: &[Line], errors: &[Recovered<TokenKind>]) {
        let mut errors = errors.iter();
        for line in lines {
            match *line {
                Line::Blank => (),
                Line::Header { span, name } => self.header(span, name),
                Line::Pair { span, key, equals, value } => self.pair(span, key, equals, value),
                Line::Include { span, path } => self.include(span, path),
                Line::Error { span } => self.error(span, errors.next()),
            }
        }
        let end = len(&self.file.text);
        self.close(end);
        self.find_repetitions();
    }

    /// Ends the lines of the header that is open in front of `at`.
    fn close(&mut self, at: TextSize) {
        if let Current::Header(idx) = self.current
            && let Some(header) = self.file.headers.get_mut(idx)
        {
            header.limit = at;
        }
    }

    fn header(&mut self, span: TokenSpan, name: TokenIdx) {
        let range = self.file.tokens.span_range(span);
        let name = self.file.tokens.range(name);
        if !value::is_section_name(self.file.slice(name)) {
            return self.malformed(range);
        }
        if usize::from(name.len()) > MOST_NAME {
            self.close(range.start());
            self.current = Current::Malformed;
            return self.file.report(None, None, messages::long_name(name));
        }
        self.close(range.start());
        self.first_setting.get_or_insert(range.start());
        self.current = Current::Header(self.file.headers.len());
        let n_pairs = self.file.pairs.len();
        self.file.headers.push(Header {
            name,
            range,
            end: range.end(),
            limit: range.end(),
            nth: 1,
            pairs: n_pairs..n_pairs,
        });
    }

    fn malformed(&mut self, range: TextRange) {
        self.close(range.start());
        self.current = Current::Malformed;
        let diagnostic = messages::section_name(range, self.file.slice(range));
        self.file.report(None, None, diagnostic);
    }

    fn pair(
        &mut self,
        span: TokenSpan,
        key: Option<TokenIdx>,
        equals: TokenIdx,
        value: Option<TokenIdx>,
    ) {
        let range = self.file.tokens.span_range(span);
        self.first_setting.get_or_insert(range.start());
        let header = match self.current {
            Current::Malformed => return,
            Current::None => None,
            Current::Header(idx) => Some(idx),
        };
        let tokens = &self.file.tokens;
        let equals = tokens.range(equals);
        let value = value.map(|it| tokens.range(it));
        let key = key.map_or(TextRange::empty(equals.start()), |it| tokens.range(it));
        let section = header.and_then(|it| self.file.headers.get(it)).map(|it| it.name);
        let key_text = self.file.slice(key);
        if !value::is_key(key_text) {
            let range = if key.is_empty() { equals } else { key };
            let diagnostic = messages::key_name(range, key_text);
            return self.file.report(section, Some(key), diagnostic);
        }
        let Some(header_idx) = header else {
            return self.file.outside.push((key, value));
        };
        self.n_of_names += section.map_or(0, |it| usize::from(it.len()));
        let (factor, base) = MOST_OF_NAMES;
        if self.n_of_names > base + factor * self.file.text.len() {
            self.current = Current::Malformed;
            return self.file.report(None, None, messages::long_keys(key));
        }
        let n_commas = value.map_or(0, |it| self.file.slice(it).matches(',').count());
        self.n_elements += n_commas;
        if n_commas > 0 && self.n_elements > MOST_ELEMENTS {
            let finding = messages::long_lists(key, MOST_ELEMENTS);
            return self.file.report(section, Some(key), finding);
        }
        let section_text = section.map(|it| self.file.slice(it));
        let known = section_text.and_then(schema::section).and_then(|it| it.key(key_text));
        // Each bad item of a list has its error; what is no known list has one.
        let n_faults = if known.is_some_and(KeySchema::is_list) { usize::MAX } else { 1 };
        let quoting = schema::quoting(section_text, key_text);
        let written = value.map(|it| self.file.slice(it)).unwrap_or_default();
        let faults: Vec<Diagnostic> = value::quote_faults(written, quoting)
            .take(n_faults)
            .map(|(raw, fault)| {
                messages::quote(range_in(&self.file.text, raw), raw, fault, quoting)
            })
            .collect();
        let is_sound = faults.is_empty();
        for it in faults {
            self.file.report(section, Some(key), it);
        }
        let pair = Pair { header: header_idx, key, equals, value, is_sound, is_replaced: false };
        let end = pair.range().end();
        self.file.pairs.push(pair);
        let n_pairs = self.file.pairs.len();
        if let Some(header) = self.file.headers.get_mut(header_idx) {
            header.pairs.end = n_pairs;
            header.end = end;
        }
    }

    fn include(&mut self, span: TokenSpan, path: Option<TokenIdx>) {
        let range = self.file.tokens.span_range(span);
        let path_range = path.map(|it| self.file.tokens.range(it));
        let raw = path_range.map(|it| self.file.slice(it)).unwrap_or_default();
        // A path may hold commas, so it is one item whatever it says.
        let (path, fault) = (value::unquoted(raw), value::whole_quote_fault(raw));
        let finding = match fault {
            Some(fault) => {
                Some(messages::quote(path_range.unwrap_or(range), raw, fault, Quoting::Whole))
            }
            None if path.is_empty() => {
                Some(messages::include_syntax(range, self.file.without_pair(range)))
            }
            None => None,
        };
        if let Some(diagnostic) = finding {
            return self.file.report(None, None, diagnostic);
        }
        if let Some(at) = self.first_setting {
            let is_first = !self.file.includes.iter().any(|it| it.range.start() > at);
            let edit = is_first.then(|| move_line(&self.file.text, range, at)).flatten();
            self.file.report(None, None, messages::include_not_first(range, edit));
        }
        let path_range = path_range.unwrap_or(range);
        self.file.includes.push(Include { range, path_range, path });
    }

    fn error(&mut self, span: TokenSpan, error: Option<&Recovered<TokenKind>>) {
        let range = trimmed(&self.file.text, self.file.tokens.span_range(span));
        if self.file.slice(range).starts_with('[') {
            return self.malformed(range);
        }
        let section = match self.current {
            Current::Header(idx) => self.file.headers.get(idx).map(|it| it.name),
            _ => None,
        };
        let line = range.start();
        let range = error.map_or(range, |it| trimmed(&self.file.text, it.range(&self.file.tokens)));
        let diagnostic = messages::syntax(range, self.file.slice(range), line);
        self.file.report(section, None, diagnostic);
    }

    /// Finds repeated sections and keys (coil.md#repeated-sections-and-keys).
    fn find_repetitions(&mut self) {
        let text = Arc::clone(&self.file.text);
        let name_of = |range: TextRange| slice(&text, range);
        let mut sections: HashMap<&str, (TextRange, u32)> = HashMap::new();
        for header in &mut self.file.headers {
            let (first, n_headers) =
                sections.entry(name_of(header.name)).or_insert((header.name, 0));
            *n_headers += 1;
            header.nth = *n_headers;
            if header.nth > 1 {
                self.file.repeated_sections.push((*first, header.name));
            }
        }
        let mut keys: HashMap<(&str, &str), usize> = HashMap::with_capacity(self.file.pairs.len());
        for idx in 0..self.file.pairs.len() {
            let Some(pair) = self.file.pairs.get(idx) else { continue };
            let section = self.file.headers.get(pair.header).map(|it| it.name).unwrap_or_default();
            let Some(before) = keys.insert((name_of(section), name_of(pair.key)), idx) else {
                continue;
            };
            if let Some(it) = self.file.pairs.get_mut(before) {
                it.is_replaced = true;
            }
            self.file.repeated_pairs.push((before, idx));
        }
    }
}

/// Returns the character that starts at `at`.
fn character_at(text: &str, at: usize) -> TextRange {
    let rest = text.get(at..).unwrap_or_default();
    let size = rest.chars().next().map_or(0, char::len_utf8);
    range_in(text, rest.get(..size).unwrap_or_default())
}

/// Returns `range` without blank space at both ends.
fn trimmed(text: &str, range: TextRange) -> TextRange {
    let part = slice(text, range);
    if part.trim().is_empty() { range } else { range_in(text, part.trim()) }
}

/// FileMoves the line of `range` in front of the line of `at`.
fn move_line(text: &str, range: TextRange, at: TextSize) -> Option<TextEdit> {
    let line = line_range(text, range);
    let target = line_range(text, TextRange::empty(at));
    if target.start() >= line.start() {
        return None;
    }
    let mut moved = slice(text, line).to_owned();
    if !moved.ends_with(['\n', '\r']) {
        moved.push_str(line_end(text));
    }
    Some(TextEdit::from_replacements(vec![
        Replacement { range: TextRange::empty(target.start()), text: moved },
        Replacement { range: line, text: String::new() },
    ]))
}
