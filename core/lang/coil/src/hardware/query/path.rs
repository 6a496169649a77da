//! Paths to values, and patterns of them.

use crate::hardware::lower::argument_index;
use crate::hardware::token::closing_quote;
use crate::hardware::value::{quoted, unquote};
use bobbin_core::edit::Refusal;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The name; in a pattern `*` for any.
    pub name: String,
    /// The index of one of several.
    pub index: Option<String>,
    /// True if `*` is the name itself.
    pub(super) is_quoted: bool,
}

impl Segment {
    pub(super) fn new(name: impl Into<String>) -> Segment {
        Segment { name: name.into(), index: None, is_quoted: true }
    }

    pub(super) fn nth(name: &str, index: impl Into<String>) -> Segment {
        Segment { index: Some(index.into()), ..Segment::new(name) }
    }

    /// Returns the segment as a path spells it.
    #[must_use]
    pub fn spelling(&self) -> String {
        let is_plain = !self.name.is_empty()
            && self.name != "*"
            && !self.name.contains(['.', '[', ']', '"', '\\'])
            && !self.name.contains(char::is_control)
            && self.name.trim() == self.name;
        let mut res = if is_plain { self.name.clone() } else { quoted(&self.name) };
        if let Some(index) = &self.index {
            res.push('[');
            res.push_str(index);
            res.push(']');
        }
        res
    }

    /// True for `*` without quotes, which stands for any name.
    pub(super) fn is_any(&self) -> bool {
        self.name == "*" && !self.is_quoted
    }

    /// True if this segment of a pattern stands for `other`, which is one of a value's path.
    pub(super) fn matches(&self, other: &Segment) -> bool {
        let is_map = |it: &str| matches!(it, "map" | "mapping");
        let is_name =
            self.is_any() || self.name == other.name || is_map(&self.name) && is_map(&other.name);
        let is_index = match (self.index.as_deref(), other.index.as_deref()) {
            (None | Some("*"), _) => true,
            (Some(wanted), Some(found)) if is_map(&other.name) => {
                argument_index(wanted).is_some_and(|it| Some(it) == argument_index(found))
            }
            (wanted, found) => wanted == found,
        };
        is_name && is_index
    }
}

/// Joins segments to one path.
#[must_use]
pub fn spelling(path: &[Segment]) -> String {
    path.iter().map(Segment::spelling).collect::<Vec<_>>().join(".")
}

/// Reads a path.
pub(super) fn parse(path: &str) -> Result<Vec<Segment>, Refusal> {
    let bad = |reason: String| Err(Refusal::bad_value(reason));
    let mut res = Vec::new();
    let mut rest = path.trim();
    loop {
        let (name, behind, is_quoted) = if rest.starts_with('"') {
            let Some((name, behind)) = split_quoted(rest) else {
                return bad(format!("the quote of `{rest}` is never closed"));
            };
            (name, behind, true)
        } else {
            let end = rest.find(['.', '[', ']', '"']).unwrap_or(rest.len());
            let (name, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            (name.to_owned(), behind, false)
        };
        if name.is_empty() && !is_quoted {
            return bad(match rest {
                "" => "a name is missing at the end of the path".to_owned(),
                _ => format!("a name is missing before `{rest}`"),
            });
        }
        let mut segment = Segment { name, index: None, is_quoted };
        rest = behind;
        if let Some(inner) = rest.strip_prefix('[') {
            let Some((index, behind)) = inner.split_once(']') else {
                return bad(format!("the bracket of `{rest}` is never closed"));
            };
            segment.index = Some(index.trim().to_owned());
            rest = behind;
        }
        res.push(segment);
        match rest.strip_prefix('.') {
            Some(behind) => rest = behind,
            None if rest.is_empty() => return Ok(res),
            None => return bad(format!("expected `.` before `{rest}`")),
        }
    }
}

/// Splits off the name in quotes at the start of `rest`.
fn split_quoted(rest: &str) -> Option<(String, &str)> {
    let (quoted, behind) = rest.split_at_checked(closing_quote(rest)? + 1)?;
    Some((unquote(quoted)?.into_owned(), behind))
}
