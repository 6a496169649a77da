//! Search for bytes.

use super::numbers::{Order, bytes_of, hex_bytes, whole};

/// The kind of what is searched for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Needle {
    /// Pairs of hexadecimal digits.
    #[default]
    Hex,
    /// The characters of a text.
    Text,
    /// A whole number, in as few bytes as hold it, in either order.
    Number,
}

impl Needle {
    /// The kinds, in the order they are listed.
    pub const ALL: [Needle; 3] = [Needle::Hex, Needle::Text, Needle::Number];

    /// Returns the label of the choice.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Needle::Hex => "Hex",
            Needle::Text => "Text",
            Needle::Number => "Number",
        }
    }

    /// Returns the runs of bytes that are meant; empty if what is typed means none.
    #[must_use]
    pub fn patterns(self, typed: &str) -> Vec<Vec<u8>> {
        match self {
            Needle::Hex => hex_bytes(typed).into_iter().collect(),
            Needle::Text if typed.is_empty() => Vec::new(),
            Needle::Text => vec![typed.as_bytes().to_vec()],
            Needle::Number => {
                let Some(number) = whole(typed) else { return Vec::new() };
                let fits = |n: &usize| {
                    let half = 1i128 << (8 * n - 1);
                    (-half..2 * half).contains(&number)
                };
                let Some(n) = [1, 2, 4, 8].into_iter().find(fits) else { return Vec::new() };
                let mut both = vec![
                    bytes_of(number as u64, n, Order::Little),
                    bytes_of(number as u64, n, Order::Big),
                ];
                both.dedup();
                both
            }
        }
    }
}

/// Returns all places of any of the patterns, as offset and length, up to `most` of them.
#[must_use]
pub fn find(bytes: &[u8], patterns: &[Vec<u8>], most: usize) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let firsts: Vec<u8> = patterns.iter().filter_map(|it| it.first().copied()).collect();
    for (offset, byte) in bytes.iter().enumerate() {
        if !firsts.contains(byte) {
            continue;
        }
        let rest = bytes.get(offset..).unwrap_or_default();
        if let Some(pattern) = patterns.iter().find(|it| !it.is_empty() && rest.starts_with(it)) {
            found.push((offset as u32, pattern.len() as u32));
            if found.len() == most {
                break;
            }
        }
    }
    found
}

/// Returns the place after (or before) an offset, around the end if there is none. A place at the
/// offset itself is the next one, unless the search has led there (`is_there`).
#[must_use]
pub fn next(found: &[(u32, u32)], from: u32, is_there: bool, is_forward: bool) -> Option<usize> {
    let place = if is_forward {
        let first = from + u32::from(is_there);
        found.iter().position(|(offset, _)| *offset >= first)
    } else {
        found.iter().rposition(|(offset, _)| *offset < from)
    };
    place
        .or(if is_forward { Some(0) } else { found.len().checked_sub(1) })
        .filter(|it| *it < found.len())
}

/// Reads the offset that is typed: decimal, with `0x`, or with a sign from where the cursor is.
#[must_use]
pub fn offset(typed: &str, from: u32, n_bytes: usize) -> Option<u32> {
    let typed = typed.trim();
    let number = match typed.strip_prefix('+') {
        Some(rest) => i128::from(from) + whole(rest)?,
        None if typed.starts_with('-') => i128::from(from) + whole(typed)?,
        None => whole(typed)?,
    };
    u32::try_from(number).ok().filter(|it| (*it as usize) < n_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_text_and_numbers_are_found() {
        let bytes = b"GFCC\x00\x01\x00\x00cpu\x01\x02cpu";
        for (needle, typed, places) in [
            (Needle::Hex, "47 46", vec![(0, 2)]),
            (Needle::Text, "cpu", vec![(8, 3), (13, 3)]),
            (Needle::Number, "513", vec![(11, 2)]),
            (Needle::Number, "258", vec![(11, 2)]),
            (Needle::Number, "0x01", vec![(5, 1), (11, 1)]),
            (Needle::Number, "-1", vec![]),
            (Needle::Hex, "4", vec![]),
            (Needle::Text, "", vec![]),
        ] {
            assert_eq!(find(bytes, &needle.patterns(typed), 100), places, "{needle:?} {typed}");
        }
        assert_eq!(find(&[0; 50], &[vec![0]], 7).len(), 7);
    }

    #[test]
    fn searching_goes_around() {
        let found = [(3, 1), (9, 1)];
        for (from, is_there, is_forward, place) in [
            (0, false, true, Some(0)),
            (3, false, true, Some(0)),
            (3, true, true, Some(1)),
            (9, true, true, Some(0)),
            (9, true, false, Some(0)),
            (3, true, false, Some(1)),
        ] {
            let found = next(&found, from, is_there, is_forward);
            assert_eq!(found, place, "{from} {is_there} {is_forward}");
        }
        // Before the first step the first byte is marked, which is no find yet.
        assert_eq!(next(&[(0, 1), (4, 1)], 0, false, true), Some(0));
        assert_eq!(next(&[], 0, false, true), None);
        assert_eq!(next(&[], 0, false, false), None);
    }

    #[test]
    fn offsets_may_count_from_the_cursor() {
        for (typed, place) in [
            ("12", Some(12)),
            ("0x1f", Some(31)),
            ("+8", Some(18)),
            ("-0x2", Some(8)),
            ("-11", None),
            ("100", None),
            ("", None),
        ] {
            assert_eq!(offset(typed, 10, 100), place, "{typed}");
        }
    }
}
