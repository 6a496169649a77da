//! Two binaries side by side: by field, and by byte.

use super::decode::decode;
use crate::hardware::resolve;
use bobbin_core::view::{BinaryComparison, DecodeError, Meaning, Stretch, compare};

/// The greatest number of stretches, more of which help nobody; the last one then reaches to the
/// last difference.
const MAX_STRETCHES: usize = 10_000;

/// Compares two binaries.
///
/// # Errors
///
/// [`DecodeError`] with whether the right one is meant, if one of them cannot be read.
///
/// # Examples
///
/// ```
/// use bobbin_coil::hardware::compare_binaries;
///
/// let mut left = b"GFCC\0\x01\0\0".to_vec();
/// left.resize(33, 0);
/// let mut right = left.clone();
/// right[12] = 60;
/// let comparison = compare_binaries(&left, &right).unwrap();
/// assert_eq!((comparison.stretches[0].offset, comparison.stretches[0].len), (12, 1));
/// assert_eq!(comparison.fields[0].key, "timestamp");
/// assert_eq!(comparison.fields[0].right.as_ref().unwrap().value, "60");
/// ```
pub fn compare_binaries(
    left: &[u8],
    right: &[u8],
) -> Result<BinaryComparison, (DecodeError, bool)> {
    let old = decode(left).map_err(|error| (error, false))?.model;
    let new = decode(right).map_err(|error| (error, true))?.model;
    let values = |model| Meaning::of(resolve::leaves(model, None, usize::MAX).0, None);
    Ok(BinaryComparison {
        fields: compare(&values(&old), &values(&new)),
        stretches: stretches(left, right),
    })
}

fn stretches(left: &[u8], right: &[u8]) -> Vec<Stretch> {
    let mut res: Vec<Stretch> = Vec::new();
    let longest = left.len().max(right.len());
    let mut add = |start: usize, end: usize| {
        let (start, end) = (start as u32, end as u32);
        let is_full = res.len() >= MAX_STRETCHES;
        match res.last_mut() {
            Some(last) if is_full || last.offset + last.len == start => {
                last.len = end - last.offset;
            }
            _ => res.push(Stretch { offset: start, len: end - start }),
        }
    };
    for (at, (a, b)) in left.iter().zip(right).enumerate() {
        if a != b {
            add(at, at + 1);
        }
    }
    let common = left.len().min(right.len());
    if common < longest {
        add(common, longest);
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::file::parse;
    use bobbin_core::{Document, Input};

    fn compile(text: &str) -> Vec<u8> {
        parse(&Input::alone("x", text)).compile().unwrap().unwrap().bytes.data
    }

    #[test]
    fn fields_are_matched_by_what_they_are() {
        let left = compile("[cpu:0]\nname = A\n[integer]\nint_add = true\n[resources]\ncore = 4\n");
        let right = compile("[cpu:0]\nname = A\nmodel = M\n[resources]\ncore = 8\n[gpu:0]\n");
        let comparison = compare_binaries(&left, &right).unwrap();
        let value = |row: &Option<bobbin_core::view::ResolvedValue>| {
            row.as_ref().map_or("-".to_owned(), |it| it.value.clone())
        };
        let fields: Vec<String> = comparison
            .fields
            .iter()
            .map(|it| format!("{} {}: {} | {}", it.item, it.key, value(&it.left), value(&it.right)))
            .collect();
        assert_eq!(
            fields,
            [
                "unit › cpu:0 features.int_add: true | -",
                "unit › cpu:0 resources.core[0].count: 4 | 8",
                "unit › cpu:0 model: - | M",
            ]
        );
        assert_eq!(compare_binaries(&left, &left).unwrap(), BinaryComparison::default());
        let (error, is_right) = compare_binaries(&left, b"").unwrap_err();
        assert!(is_right && error.code == "E1_MAGIC");
    }

    #[test]
    fn stretches_reach_over_the_shorter_end() {
        let stretch = |offset, len| Stretch { offset, len };
        assert_eq!(stretches(b"abcd", b"aXXd"), [stretch(1, 2)]);
        assert_eq!(stretches(b"abcd", b"abX"), [stretch(2, 2)]);
        assert_eq!(stretches(b"abc", b"abcd"), [stretch(3, 1)]);
        let many: Vec<u8> = (0..60_000).map(|it| (it % 2) as u8).collect();
        let found = stretches(&many, &vec![0; 60_000]);
        assert_eq!(
            (found.len(), found.last().copied()),
            (MAX_STRETCHES, Some(stretch(19_999, 40_001)))
        );
    }
}
