//! Lists of parallel units: `Domain.kind(idlist), …` (pinsight.md#id-lists and
//! pinsight.md#punit-lists).

use std::fmt;

use crate::tables::{Domain, Kind, N_KINDS};
use crate::token::is_blank;
use bobbin_core::sorting::Sorting as _;

/// The greatest number an id list may hold.
pub const MAX_ID: u16 = 1024;

/// A set of ids as sorted, disjoint, non-touching ranges, both ends included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdSet {
    ranges: Vec<(u16, u16)>,
}

impl IdSet {
    /// Reads the text between the parentheses of an item.
    ///
    /// # Errors
    ///
    /// If the program refuses the list: then no id of it counts.
    pub fn read(text: &str) -> Result<IdSet, BadIdList> {
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|it| is_blank(it) || it == ',');
            if rest.is_empty() {
                break;
            }
            let (low, behind) = number(rest)?;
            rest = behind.trim_start_matches(is_blank);
            let mut high = low;
            if let Some(behind) = rest.strip_prefix('-') {
                (high, rest) = number(behind.trim_start_matches(is_blank))?;
                rest = rest.trim_start_matches(is_blank);
            }
            if high < low || !(rest.is_empty() || rest.starts_with(',')) {
                return Err(BadIdList);
            }
            ranges.push((low, high));
        }
        Ok(IdSet::from_ranges(ranges))
    }

    fn from_ranges(mut ranges: Vec<(u16, u16)>) -> IdSet {
        ranges.order();
        let mut res: Vec<(u16, u16)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match res.last_mut() {
                Some((_, end)) if low <= end.saturating_add(1) => *end = (*end).max(high),
                _ => res.push((low, high)),
            }
        }
        IdSet { ranges: res }
    }

    /// Returns these ids and those from `low` to `high`.
    #[must_use]
    pub fn with(&self, low: u16, high: u16) -> IdSet {
        let mut ranges = self.ranges.clone();
        ranges.push((low, high));
        IdSet::from_ranges(ranges)
    }

    /// Returns these ids without those from `low` to `high`.
    #[must_use]
    pub fn without(&self, low: u16, high: u16) -> IdSet {
        let mut ranges = Vec::new();
        for &(from, to) in &self.ranges {
            if let Some(end) = low.checked_sub(1).filter(|&it| from <= it) {
                ranges.push((from, end.min(to)));
            }
            let start = high.saturating_add(1);
            if start <= to {
                ranges.push((from.max(start), to));
            }
        }
        IdSet::from_ranges(ranges)
    }

    /// Returns the ids of both.
    #[must_use]
    pub fn union(&self, other: &IdSet) -> IdSet {
        IdSet::from_ranges(self.ranges.iter().chain(&other.ranges).copied().collect())
    }

    /// Returns these ids without those of another set.
    #[must_use]
    pub fn minus(&self, other: &IdSet) -> IdSet {
        other.ranges.iter().fold(self.clone(), |ids, &(low, high)| ids.without(low, high))
    }

    /// Returns the ids that are in both.
    #[must_use]
    pub fn intersection(&self, other: &IdSet) -> IdSet {
        self.minus(&self.minus(other))
    }

    /// Returns the ranges, sorted, both ends included.
    #[must_use]
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.ranges
    }

    /// Returns true if no id is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns true if `id` is in it.
    #[must_use]
    pub fn contains(&self, id: i64) -> bool {
        self.ranges.iter().any(|&(low, high)| i64::from(low) <= id && id <= i64::from(high))
    }

    /// Drops the ids outside `low..=high` and returns them as ranges. The program tests the ids
    /// 0..1023 only, so 1024 always stays.
    pub fn drop_outside(&mut self, (low, high): (i32, i32)) -> Vec<(u16, u16)> {
        let is_inside = |id: u16| id == MAX_ID || (low <= i32::from(id) && i32::from(id) <= high);
        // A stretch to 1024 may leave the scope on its way there.
        let ends =
            |&(from, to): &(u16, u16)| [from, if from < to { to.min(MAX_ID - 1) } else { to }];
        if low <= high && self.ranges.iter().flat_map(ends).all(is_inside) {
            return Vec::new();
        }
        let (mut kept, mut dropped) = (Vec::new(), Vec::new());
        for id in self.ranges.iter().flat_map(|&(from, to)| from..=to) {
            if is_inside(id) { kept.push((id, id)) } else { dropped.push((id, id)) }
        }
        self.ranges = IdSet::from_ranges(kept).ranges;
        IdSet::from_ranges(dropped).ranges
    }
}

impl fmt::Display for IdSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, &(low, high)) in self.ranges.iter().enumerate() {
            let comma = if idx > 0 { "," } else { "" };
            if low == high { write!(f, "{comma}{low}")? } else { write!(f, "{comma}{low}-{high}")? }
        }
        Ok(())
    }
}

/// A list of ids that the program refuses as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadIdList;

/// Reads a decimal number up to [`MAX_ID`] and returns the text behind it.
fn number(text: &str) -> Result<(u16, &str), BadIdList> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(n_digits).ok_or(BadIdList)?;
    if digits.is_empty() {
        return Err(BadIdList);
    }
    let significant = digits.trim_start_matches('0');
    let value = if significant.is_empty() { Ok(0) } else { significant.parse() };
    match value {
        Ok(value) if value <= MAX_ID => Ok((value, rest)),
        _ => Err(BadIdList),
    }
}

/// The ids of some kinds; a kind without entry is not asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PunitSet {
    ids: [Option<Box<IdSet>>; N_KINDS],
}

impl PunitSet {
    /// Returns the ids of `kind`, if it is asked for.
    #[must_use]
    pub fn get(&self, kind: Kind) -> Option<&IdSet> {
        self.ids.get(kind.index())?.as_deref()
    }

    /// Asks for these ids of `kind`, in place of earlier ones.
    pub fn set(&mut self, kind: Kind, ids: IdSet) {
        if let Some(slot) = self.ids.get_mut(kind.index()) {
            *slot = Some(Box::new(ids));
        }
    }

    /// Asks for `kind` no more.
    pub fn clear(&mut self, kind: Kind) {
        if let Some(slot) = self.ids.get_mut(kind.index()) {
            *slot = None;
        }
    }

    /// Returns the kinds that are asked for, with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &IdSet)> {
        let kinds = (0..N_KINDS).filter_map(Kind::from_index);
        kinds.filter_map(|kind| Some((kind, self.get(kind)?)))
    }

    /// Returns true if nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.iter().all(Option::is_none)
    }

    /// Names the units as a header does, the same for equal sets.
    #[must_use]
    pub fn words(&self) -> String {
        let units: Vec<String> =
            self.iter().map(|(kind, ids)| format!("{}({ids})", kind.words())).collect();
        if units.is_empty() { "all".to_owned() } else { units.join(", ") }
    }

    /// Returns what is asked for of a domain.
    #[must_use]
    pub fn of_domain(&self, domain: Domain) -> PunitSet {
        let mut own = PunitSet::default();
        for (kind, ids) in self.iter().filter(|it| it.0.domain() == domain) {
            own.set(kind, ids.clone());
        }
        own
    }

    /// Returns the domain registered first that has a kind in it.
    #[must_use]
    pub fn first_domain(&self) -> Option<Domain> {
        self.iter().map(|(kind, _)| kind.domain()).min()
    }
}

/// One `Domain.kind(idlist)`, as slices of the text it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PunitItem<'t> {
    /// The text from the start of the domain to behind the `)`.
    pub whole: &'t str,
    /// The domain in front of the first dot.
    pub domain: &'t str,
    /// The kind between the dot and the `(`.
    pub kind: &'t str,
    /// The ids between the parentheses.
    pub ids: &'t str,
}

impl PunitItem<'_> {
    /// Returns the kind, if domain and kind exist.
    #[must_use]
    pub fn known_kind(&self) -> Option<Kind> {
        Domain::from_name(self.domain)?.kind(self.kind)
    }
}

/// Returns the item of a target `Domain.kind(*)`, which stands alone and has no blanks in its
/// parentheses (pinsight.md#current-grammar).
#[must_use]
pub fn wildcard(target: &str) -> Option<PunitItem<'_>> {
    let mut items = PunitItems::new(target);
    let item = items.next()?.ok().filter(|it| it.ids == "*")?;
    items.next().is_none().then_some(item)
}

/// A mistake in a punit text, behind which nothing is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PunitSyntax {
    /// An item has no `.` behind its domain.
    NoDot,
    /// An item has no `(` behind its kind.
    NoOpen,
    /// An item has no `)` behind its ids.
    NoClose,
    /// Something other than `,` stands behind an item.
    Junk,
}

/// Reads the items of a punit text one by one; an error is the last thing it gives.
#[derive(Debug, Clone)]
pub struct PunitItems<'t> {
    rest: &'t str,
    /// True if something other than a comma stands behind an item. The item still counts.
    is_junk: bool,
}

impl<'t> PunitItems<'t> {
    /// Starts at the beginning of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> PunitItems<'t> {
        PunitItems { rest: text, is_junk: false }
    }
}

impl<'t> Iterator for PunitItems<'t> {
    /// An item, or a mistake with the text from there on.
    type Item = Result<PunitItem<'t>, (PunitSyntax, &'t str)>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = std::mem::take(&mut self.rest);
        if self.is_junk {
            self.is_junk = false;
            return Some(Err((PunitSyntax::Junk, start)));
        }
        let start = start.trim_start_matches(|it| is_blank(it) || it == '.');
        if start.is_empty() {
            return None;
        }
        let Some((domain, behind)) = start.split_once('.') else {
            return Some(Err((PunitSyntax::NoDot, start)));
        };
        let Some((kind, behind)) = behind.split_once('(') else {
            return Some(Err((PunitSyntax::NoOpen, start)));
        };
        let Some((ids, behind)) = behind.split_once(')') else {
            return Some(Err((PunitSyntax::NoClose, start)));
        };
        let whole = start.get(..start.len() - behind.len()).unwrap_or(start);
        let behind = behind.trim_start_matches(is_blank);
        match behind.strip_prefix(',') {
            Some(rest) => self.rest = rest,
            None => (self.rest, self.is_junk) = (behind, !behind.is_empty()),
        }
        Some(Ok(PunitItem { whole, domain, kind, ids }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let actual = IdSet::read(text).ok().map(|it| it.to_string());
        assert_eq!(actual.as_deref(), expected, "{text:?}");
    }

    #[test]
    fn id_lists() {
        check("4, 6, 8-12, 14 - 16, 20-24", Some("4,6,8-12,14-16,20-24"));
        check(",,2,,3", Some("2-3"));
        check("", Some(""));
        check(" , ", Some(""));
        check("007", Some("7"));
        check("1024", Some("1024"));
        for bad in
            ["3-1", "1-", "-1", "1-2-3", "1 2", "0x2", "a", "*", "1025", "99999999999999999999"]
        {
            check(bad, None);
        }
    }

    #[test]
    fn ids_outside_the_scope_are_dropped() {
        let mut ids = IdSet::read("4, 6, 14-16, 20-22, 1024").unwrap();
        assert_eq!(ids.drop_outside((0, 15)), [(16, 16), (20, 22)]);
        assert_eq!(ids.to_string(), "4,6,14-15,1024");
        let mut ids = IdSet::read("0-1024").unwrap();
        assert_eq!(ids.drop_outside((0, 15)), [(16, 1023)]);
        assert_eq!(ids.to_string(), "0-15,1024");
        let mut ids = IdSet::read("0-3").unwrap();
        assert_eq!(ids.drop_outside((8, 2)), [(0, 3)]);
        assert!(ids.is_empty());
    }
}
