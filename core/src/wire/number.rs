//! Whole numbers that JavaScript carries.

use std::cell::Cell;

use serde::{Serialize, Serializer};

/// The greatest whole number that JavaScript keeps exactly, 2⁵³ − 1. A greater one is another
/// number after it went through the client, and near the limits of 64 bits one that cannot be read
/// back at all.
const MOST_EXACT: u64 = (1 << 53) - 1;

thread_local! {
    static IS_IN_FULL: Cell<bool> = const { Cell::new(false) };
}

/// Does `work`, during which wide numbers are written as `{"$bigint":"…"}`, for who reads them in
/// full. No other value has such a key.
pub fn in_full<T>(work: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IS_IN_FULL.set(self.0);
        }
    }
    let _restore = Restore(IS_IN_FULL.replace(true));
    work()
}

/// A wide number in full.
#[derive(Serialize)]
struct InFull {
    #[serde(rename = "$bigint")]
    digits: String,
}

/// A number, or none, that can be bounded by what JavaScript keeps exactly.
pub(crate) trait Exact: Serialize {
    fn exact(&self) -> Self;
    /// Returns its digits, if it is a number.
    fn digits(&self) -> Option<String>;
}

impl Exact for u64 {
    fn exact(&self) -> u64 {
        (*self).min(MOST_EXACT)
    }

    fn digits(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Exact for i64 {
    fn exact(&self) -> i64 {
        let most = MOST_EXACT.cast_signed();
        (*self).clamp(-most, most)
    }

    fn digits(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<N: Exact> Exact for Option<N> {
    fn exact(&self) -> Option<N> {
        self.as_ref().map(N::exact)
    }

    fn digits(&self) -> Option<String> {
        self.as_ref().and_then(N::digits)
    }
}

/// Writes a number so that JavaScript reads the same: one beyond is written as the greatest that
/// it keeps, except [in full](in_full). Elsewhere exact values of any size travel as text.
pub(crate) fn exact<N: Exact, S: Serializer>(number: &N, serializer: S) -> Result<S::Ok, S::Error> {
    if IS_IN_FULL.get() {
        return number.digits().map(|digits| InFull { digits }).serialize(serializer);
    }
    number.exact().serialize(serializer)
}
