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
