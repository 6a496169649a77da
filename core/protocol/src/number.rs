//! Whole numbers that JavaScript carries.

use serde::{Serialize, Serializer};

/// The greatest whole number that JavaScript keeps exactly, 2⁵³ − 1. A greater one is another
/// number after it went through the client, and near the limits of 64 bits one that cannot be read
/// back at all.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// A number, or none, that can be bounded by what JavaScript keeps exactly.
pub(crate) trait Exact: Serialize {
    fn exact(&self) -> Self;
}

impl Exact for u64 {
    fn exact(&self) -> u64 {
        (*self).min(MOST_EXACT)
    }
}

impl Exact for i64 {
    fn exact(&self) -> i64 {
        let most = MOST_EXACT.cast_signed();
        (*self).clamp(-most, most)
    }
}

impl<N: Exact> Exact for Option<N> {
    fn exact(&self) -> Option<N> {
        self.as_ref().map(N::exact)
    }
}

/// Writes a number so that JavaScript reads the same: one beyond is written as the greatest that
/// it keeps. Exact values of any size travel as text.
pub(crate) fn exact<N: Exact, S: Serializer>(number: &N, serializer: S) -> Result<S::Ok, S::Error> {
    number.exact().serialize(serializer)
}

#[cfg(test)]
mod tests {
    use crate::{FieldInput, Total};

    #[test]
    fn every_wide_number_is_written_like_that() {
        let sources = [include_str!("form.rs"), include_str!("timeline.rs")];
        let mut n_found = 0;
        for source in sources {
            let lines: Vec<&str> = source.lines().map(str::trim).collect();
            for (idx, line) in lines.iter().enumerate() {
                let is_wide =
                    ["u64,", "i64,", "u64>,", "i64>,"].iter().any(|it| line.ends_with(it));
                if is_wide && !line.starts_with("///") {
                    let above = &lines[idx.saturating_sub(3)..idx];
                    assert!(above.iter().any(|it| it.contains("number::exact")), "{line}");
                    n_found += 1;
                }
            }
        }
        assert!(n_found > 10, "{n_found}");
    }

    #[test]
    fn numbers_are_those_that_javascript_reads() {
        let json = |value: u64| {
            let total = Total { label: String::new(), value, help: String::new() };
            serde_json::to_value(total).unwrap()["value"].clone()
        };
        assert_eq!(json(7), 7);
        assert_eq!(json(9_007_199_254_740_991), 9_007_199_254_740_991_u64);
        assert_eq!(json(u64::MAX), 9_007_199_254_740_991_u64);
        let bounds = FieldInput::Integer { min: i64::MIN, max: i64::MAX };
        let bounds = serde_json::to_value(bounds).unwrap();
        assert_eq!(bounds["min"], -9_007_199_254_740_991_i64);
        assert_eq!(bounds["max"], 9_007_199_254_740_991_i64);
    }
}
