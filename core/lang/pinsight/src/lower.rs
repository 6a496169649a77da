//! Lines to sections: which header a line belongs to, and in which dialect it is read.

use std::ops::Range;

use text_size::{TextRange, TextSize};

use crate::ast::Line;
use crate::header::{Dialect, Header, Target, has_inner_colon, has_tail};
use crate::token::{TokenKind, trim};
use bobbin_core::syntax::{TokenIdx, TokenTable};
use bobbin_core::text::{range_in, slice};

/// A header with the body lines below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The header by the rules of the dialect the section is read in.
    pub header: Header,
    /// Its body lines, as indices of [`Layout::pairs`].
    pub pairs: Range<usize>,
}

/// A body line `key = value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Trimmed; empty in front of the `=` if nothing is written.
    pub key: TextRange,
    /// The place of the `=`.
    pub equals: TextSize,
    /// Trimmed; if nothing is written, empty behind the `=` and the blanks that follow it.
    pub value: TextRange,
}

/// The sections and body lines of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The dialect of the text.
    pub dialect: FileDialect,
    /// The sections, in the order of the text.
    pub sections: Vec<Section>,
    /// All body lines in the order of the text; those in front of the first section come first and
    /// belong to none.
    pub pairs: Vec<Pair>,
    /// Body lines without `=`.
    pub junk: Vec<TextRange>,
}

/// The dialect of a whole text (pinsight.md#telling-the-dialects-apart).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileDialect {
    /// Marks of the seed dialect only.
    Seed,
    /// Marks of the current dialect only, or none.
    Current,
    /// Marks of both; today's program is taken to be the reader.
    Mixed,
}

impl FileDialect {
    /// Returns the name that people and settings have for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FileDialect::Seed => "seed",
            FileDialect::Current => "current",
            FileDialect::Mixed => "mixed",
        }
    }

    /// Returns the rules by which the text is read.
    #[must_use]
    pub fn reading(self) -> Dialect {
        match self {
            FileDialect::Seed => Dialect::Seed,
            FileDialect::Current | FileDialect::Mixed => Dialect::Current,
        }
    }
}

/// Sorts lines into sections. `dialect` overrides what the text itself says.
#[must_use]
pub fn lower(
    text: &str,
    tokens: &TokenTable<TokenKind>,
    lines: &[Line],
    dialect: Option<Dialect>,
) -> Layout {
    let dialect = match dialect {
        Some(Dialect::Seed) => FileDialect::Seed,
        Some(Dialect::Current) => FileDialect::Current,
        None => detect(text, tokens, lines),
    };
    let reading = dialect.reading();
    let mut layout = Layout {
        dialect,
        sections: Vec::new(),
        pairs: Vec::with_capacity(lines.len()),
        junk: Vec::new(),
    };
    for line in lines {
        match line {
            Line::Header { open } => layout.open(text, tokens, *open, reading),
            Line::Error { span } if tokens.kind(span.start) == Some(TokenKind::Open) => {
                layout.open(text, tokens, span.start, reading);
            }
            Line::Error { span } => {
                let range = tokens.span_range(*span);
                layout.junk.push(range_in(text, trim(slice(text, range).trim_end_matches('\n'))));
            }
            Line::Pair { key, equals, value } => {
                let equals = tokens.range(*equals);
                layout.pairs.push(Pair {
                    key: key.map_or(TextRange::empty(equals.start()), |it| tokens.range(it)),
                    equals: equals.start(),
                    value: value.map_or_else(
                        || TextRange::empty(blanks_end(text, equals.end())),
                        |it| tokens.range(it),
                    ),
                });
                let n_pairs = layout.pairs.len();
                if let Some(section) = layout.sections.last_mut() {
                    section.pairs.end = n_pairs;
                }
            }
        }
    }
    layout
}

impl Layout {
    fn open(
        &mut self,
        text: &str,
        tokens: &TokenTable<TokenKind>,
        open: TokenIdx,
        reading: Dialect,
    ) {
        let line = header_line(text, tokens, open);
        let n_pairs = self.pairs.len();
        self.sections
            .push(Section { header: Header::read(reading, text, line), pairs: n_pairs..n_pairs });
    }

    /// Returns the body lines of `section` with their indices.
    pub fn pairs_of(&self, section: &Section) -> impl DoubleEndedIterator<Item = (usize, &Pair)> {
        let pairs = self.pairs.get(section.pairs.clone()).unwrap_or_default();
        pairs.iter().enumerate().map({
            let start = section.pairs.start;
            move |(idx, it)| (start + idx, it)
        })
    }

    /// Returns the last section whose header starts at or before `at`.
    #[must_use]
    pub fn section_at(&self, at: TextSize) -> Option<usize> {
        self.sections.partition_point(|it| it.header.range.start() <= at).checked_sub(1)
    }
}

/// Returns the offset behind the spaces and tabs that follow `at`.
fn blanks_end(text: &str, at: TextSize) -> TextSize {
    let rest = text.get(usize::from(at)..).unwrap_or_default();
    let n_blanks = rest.bytes().take_while(|it| matches!(it, b' ' | b'\t')).count();
    at + bobbin_core::text::offset(n_blanks)
}

/// Returns the text from `open` to the end of its line or piece of a line.
fn header_line<'t>(text: &'t str, tokens: &TokenTable<TokenKind>, open: TokenIdx) -> &'t str {
    let mut end = open;
    while end < tokens.end() && tokens.kind(end) != Some(TokenKind::LineEnd) {
        end = end.next();
    }
    slice(text, TextRange::new(tokens.range(open).start(), tokens.range(end).start()))
}

/// Decides by the marks of all headers and of the keys that only today's program knows.
fn detect(text: &str, tokens: &TokenTable<TokenKind>, lines: &[Line]) -> FileDialect {
    let (mut seed, mut current) = (false, false);
    for line in lines {
        // A header that the grammar does not take has its marks all the same.
        let open = match line {
            Line::Header { open } => Some(*open),
            Line::Error { span } => {
                Some(span.start).filter(|&it| tokens.kind(it) == Some(TokenKind::Open))
            }
            Line::Pair { key: Some(key), .. } if !current => {
                let key = slice(text, tokens.range(*key));
                current =
                    matches!(key, "trace_mode" | "device_activity") || key.starts_with("window_");
                None
            }
            Line::Pair { .. } => None,
        };
        if let Some(open) = open {
            let line = header_line(text, tokens, open);
            let is_seed = has_inner_colon(line);
            seed |= is_seed;
            current = current
                || has_tail(line)
                || Header::read(Dialect::Current, text, line).action_range.is_some()
                || (!is_seed && has_current_mark(text, line));
        }
        if seed && current {
            return FileDialect::Mixed;
        }
    }
    if seed { FileDialect::Seed } else { FileDialect::Current }
}

/// Returns true if a header without parts has something that the seed dialect lacks.
fn has_current_mark(text: &str, line: &str) -> bool {
    let header = Header::read(Dialect::Current, text, line);
    match header.target {
        Target::DomainRegionDefault(_) | Target::Knob | Target::Energy | Target::Manifest => true,
        Target::Regions(list) => {
            let list = trim(slice(text, list));
            list.contains(',') || list.starts_with(|it: char| !it.is_ascii_digit())
        }
        Target::Punits => slice(text, header.target_range).contains("(*)"),
        Target::DomainDefault(_) | Target::RegionDefault | Target::Dead => false,
    }
}
