//! Lines gathered into sections, and what each section's name says it is.

use std::borrow::Cow;
use std::collections::HashMap;

use text_size::TextRange;

use super::ast::Item;
use super::tables::{self, UNIT_TYPES};
use super::token::{TokenKind, comment_start};
use super::value::unquote;
use bobbin_core::IdVec;
use bobbin_core::diagnostics::nearest;
use bobbin_core::syntax::{TokenIdx, TokenSpan, TokenTable, line_end_after, line_indent};
use bobbin_core::text::{len, offset, slice};

use crate::notes::comment_in;

/// A unit as headers name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitKey {
    /// Number of `enum pu_type`.
    pub unit_type: u16,
    /// Tells units of one type apart.
    pub index: u16,
}

/// The role of a section, by its name (coil.md#several-units, coil.md#unit-section-names and
/// coil.md#architecture-tail).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Role {
    /// The section `metadata`.
    Metadata,
    /// The section of a unit, such as `cpu:0`.
    Unit,
    /// The section `resources`.
    Resources,
    /// A section `abi:NAME`.
    Abi(String),
    /// A section `NAME.mapping`.
    Mapping(String),
    /// A section `arch:NAME`.
    Arch(String),
    /// Any other name: features.
    Features(String),
    /// A name that cannot be any of these.
    Unknown(UnknownName),
}

/// The reason why a name with a colon names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnknownName {
    /// It is longer than anybody means it.
    TooLong,
    /// A unit type or an index that is no number below 65536.
    BadNumber,
    /// Nothing stands between the brackets, which is a syntax error already.
    Missing,
    /// A word that is neither a unit type nor `abi` nor `arch`.
    UnitType,
}

/// `key = value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The range from the key to the end of the value, or of the `=` if there is no value.
    pub range: TextRange,
    /// The range of the key.
    pub key: TextRange,
    /// The value; empty behind the `=` if there is none.
    pub value: TextRange,
}

impl Pair {
    /// Returns what looks like a comment in the value, which a quote that is not closed makes a part of it.
    #[must_use]
    pub(super) fn hidden_comment(&self, text: &str) -> Option<TextRange> {
        let at = comment_in(slice(text, self.value), &[';'])?;
        Some(TextRange::new(self.value.start() + offset(at), self.value.end()))
    }

    /// Returns the range that goes with a pair: its whole line, but not a comment at its end.
    #[must_use]
    pub fn with_line(&self, text: &str) -> TextRange {
        if let Some(note) = self.hidden_comment(text) {
            return TextRange::new(self.range.start(), note.start());
        }
        let (end, _) = line_end_after(text, self.range.end());
        let rest = slice(text, TextRange::new(self.range.end(), end));
        let comment = comment_start(rest.trim_end());
        if comment < rest.trim_end().len() {
            return TextRange::new(self.range.start(), self.range.end() + offset(comment));
        }
        let indent = line_indent(text, self.range.start()).unwrap_or_default();
        let indent = indent.trim_start_matches('\u{feff}');
        TextRange::new(self.range.start() - len(indent), end)
    }
}

/// A header and the pairs below it, up to the next header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The range from `[` to `]`.
    pub header: TextRange,
    /// The name between the brackets.
    pub name: TextRange,
    /// The unit that the name starts with, of `cpu:0` and `cpu:0.resources` alike.
    pub unit: Option<UnitKey>,
    /// The role by its name.
    pub role: Role,
    /// The pairs, in the order of the text.
    pub pairs: Vec<Pair>,
    /// The range from `[` to the end of the last line that is not blank or a comment.
    pub range: TextRange,
}

bobbin_core::ids! {
    /// A section of a text.
    pub struct SectionId;
}

/// All sections of a text.
#[derive(Debug, Clone, Default)]
pub struct Sections {
    /// The sections, in the order of the text.
    pub all: IdVec<SectionId, Section>,
    /// Pairs before the first header.
    pub stray: Vec<Pair>,
}

impl Sections {
    /// Gathers the lines of a text.
    #[must_use]
    pub fn new(text: &str, tokens: &TokenTable<TokenKind>, items: &[Item]) -> Sections {
        let mut res = Sections::default();
        for item in items {
            match *item {
                Item::Section { span, name } => {
                    let name = tokens.range(name);
                    let (unit, role) = classify(slice(text, name));
                    let header = tokens.span_range(span);
                    let pairs = Vec::new();
                    res.all.push(Section { header, name, unit, role, pairs, range: header });
                }
                Item::Pair { span, key, equals, value } => {
                    let pair = Pair {
                        range: tokens.span_range(span),
                        key: tokens.range(key),
                        value: match value {
                            Some(value) => tokens.range(value),
                            None => TextRange::empty(tokens.range(equals).end()),
                        },
                    };
                    // The span ends where the next significant token begins.
                    let range = TextRange::new(pair.range.start(), pair.value.end());
                    let pair = Pair { range, ..pair };
                    match res.all.last_mut() {
                        Some(section) => {
                            section.range = section.range.cover(range);
                            section.pairs.push(pair);
                        }
                        None => res.stray.push(pair),
                    }
                }
                Item::Error { span } => {
                    let range = tokens.span_range(span);
                    if tokens.kind(span.start) == Some(TokenKind::Open) {
                        res.all.push(broken_section(text, tokens, span, range));
                    } else if let Some(section) = res.all.last_mut() {
                        section.range = section.range.cover(range);
                    }
                }
            }
        }
        res
    }

    /// Returns the sections by unit and role, each list in the order of the text.
    #[must_use]
    pub fn by_part(&self) -> HashMap<Part<'_>, Vec<SectionId>> {
        let mut res: HashMap<Part<'_>, Vec<SectionId>> = HashMap::with_capacity(self.all.len());
        for (idx, it) in self.all.enumerated() {
            res.entry(Part { unit: it.unit, role: &it.role }).or_default().push(idx);
        }
        res
    }
}

/// The role of a section, and the unit it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part<'s> {
    /// The unit its name starts with.
    pub unit: Option<UnitKey>,
    /// The role of the section.
    pub role: &'s Role,
}

/// Returns the section that a header was meant to open, so that the pairs below do not count as
/// another section's.
fn broken_section(
    text: &str,
    tokens: &TokenTable<TokenKind>,
    span: TokenSpan,
    header: TextRange,
) -> Section {
    let tokens_of_line = (span.start.0..span.end.0).map(TokenIdx);
    let name = tokens_of_line
        .filter(|&it| tokens.kind(it) == Some(TokenKind::Section))
        .map(|it| tokens.range(it))
        .next();
    let (unit, role) = match name {
        Some(name) => classify(slice(text, name)),
        None => (None, Role::Unknown(UnknownName::Missing)),
    };
    let name = name.unwrap_or(TextRange::empty(header.start()));
    Section { header, name, unit, role, pairs: Vec::new(), range: header }
}

/// Names of sections are repeated by all that is read below them, so they are not taken at any length.
const MOST_NAME: usize = 1000;

/// Reads a section's name.
#[must_use]
pub fn classify(name: &str) -> (Option<UnitKey>, Role) {
    if name == "metadata" {
        return (None, Role::Metadata);
    }
    if name.len() > MOST_NAME {
        return (None, Role::Unknown(UnknownName::TooLong));
    }
    let (head, rest) = match name.split_once('.') {
        Some((head, rest)) => (head, Some(rest)),
        None => (name, None),
    };
    let Some((type_name, index)) = head.split_once(':') else {
        return (None, part_role(name));
    };
    let Some(unit_type) = unit_type(type_name) else {
        let digits = type_name.strip_prefix("pu").unwrap_or_default();
        return match !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) {
            true => (None, Role::Unknown(UnknownName::BadNumber)),
            false => (None, part_role(name)),
        };
    };
    let Some(index) = parse_index(index) else {
        return (None, Role::Unknown(UnknownName::BadNumber));
    };
    let unit = Some(UnitKey { unit_type, index });
    let role = rest.map_or(Role::Unit, |rest| match part_role(rest) {
        // Behind the unit, a colon is one of the name.
        Role::Unknown(UnknownName::UnitType) => Role::Features(rest.to_owned()),
        role => role,
    });
    (unit, role)
}

/// Returns the name that a feature section's was probably meant to be, if that is one of another role:
/// `metadata`, `resources` or the mapping of an ABI.
#[must_use]
pub fn misspelt_role(section: &Section) -> Option<String> {
    let Role::Features(name) = &section.role else { return None };
    let meant = match name.rsplit_once('.') {
        Some((abi, last)) => format!("{abi}.{}", nearest(last, ["mapping"])?),
        None if section.unit.is_some() => nearest(name, ["resources"])?.to_owned(),
        None => nearest(name, ["metadata", "resources"])?.to_owned(),
    };
    Some(match section.unit {
        Some(unit) => format!("{}.{meant}", unit.spelling()),
        None => meant,
    })
}

/// Returns the unit and the short name of the feature section that a whole name such as `cpu:0.simd` means.
#[must_use]
pub fn whole_name(name: &str) -> Option<(UnitKey, String)> {
    match classify(name) {
        (Some(unit), Role::Features(short)) => Some((unit, short)),
        _ => None,
    }
}

/// Returns the role of a name without its unit.
fn part_role(name: &str) -> Role {
    let plain = |it: &str| unquote(it).map_or_else(|| it.to_owned(), Cow::into_owned);
    if name == "resources" {
        Role::Resources
    } else if let Some(name) = name.strip_prefix("abi:") {
        Role::Abi(plain(name))
    } else if let Some(name) = name.strip_prefix("arch:") {
        Role::Arch(plain(name))
    } else if let Some(name) = name.strip_suffix(".mapping") {
        Role::Mapping(plain(name))
    } else if name.contains(':') {
        Role::Unknown(UnknownName::UnitType)
    } else {
        Role::Features(name.to_owned())
    }
}

/// Returns the number of a unit type: a known name, or `pu` with a number.
fn unit_type(name: &str) -> Option<u16> {
    tables::by_key(UNIT_TYPES, name)
        .map(|it| it.number)
        .or_else(|| name.strip_prefix("pu").and_then(parse_index))
}

fn parse_index(text: &str) -> Option<u16> {
    text.bytes().all(|it| it.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl UnitKey {
    /// Spells the unit as headers do.
    #[must_use]
    pub fn spelling(self) -> String {
        match tables::by_number(UNIT_TYPES, self.unit_type) {
            Some(it) => format!("{}:{}", it.key, self.index),
            None => format!("pu{}:{}", self.unit_type, self.index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_sections_are() {
        #[track_caller]
        fn check(name: &str, unit: Option<&str>, role: Role) {
            let (found_unit, found) = classify(name);
            assert_eq!(found_unit.map(UnitKey::spelling).as_deref(), unit, "{name}");
            assert_eq!(found, role, "{name}");
        }
        check("metadata", None, Role::Metadata);
        check("cpu:0", Some("cpu:0"), Role::Unit);
        check("pu17:3", Some("pu17:3"), Role::Unit);
        check("pu1:3", Some("gpu:3"), Role::Unit);
        check("gpu:0.resources", Some("gpu:0"), Role::Resources);
        check("cpu:0.abi:a.b:c", Some("cpu:0"), Role::Abi("a.b:c".into()));
        check("abi:\"a;b\"", None, Role::Abi("a;b".into()));
        check("a.b.mapping", None, Role::Mapping("a.b".into()));
        check("cpu:0.sysv.mapping", Some("cpu:0"), Role::Mapping("sysv".into()));
        check("arch:x86_64", None, Role::Arch("x86_64".into()));
        check("gpu:1.gpu", Some("gpu:1"), Role::Features("gpu".into()));
        check("simd", None, Role::Features("simd".into()));
        check("cpu:0.foo:bar", Some("cpu:0"), Role::Features("foo:bar".into()));
        check("cpu:0.cpu:1.simd", Some("cpu:0"), Role::Features("cpu:1.simd".into()));
        check("cpu:65536", None, Role::Unknown(UnknownName::BadNumber));
        check("cpu:one.resources", None, Role::Unknown(UnknownName::BadNumber));
        check("pu65536:0", None, Role::Unknown(UnknownName::BadNumber));
        check("npu:0", None, Role::Unknown(UnknownName::UnitType));
    }
}
