//! Values as the program reads them: numbers and words for yes and no.

/// Returns the number a value begins with, and whether there is more behind it.
pub fn leading_number(value: &str) -> Option<(i64, bool)> {
    let (is_negative, digits, is_cut) = leading_digits(value)?;
    let number: i64 = digits.parse().ok()?;
    Some((if is_negative { -number } else { number }, is_cut))
}

/// A capacity as the program reads it (sprokit.md#edge-capacity).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// The capacity itself.
    pub number: u64,
    /// True if the value has a minus in front and so wraps to this number.
    pub wraps: bool,
    /// True if there is more behind the number.
    pub is_cut: bool,
}

/// Returns the capacity that a value begins with.
pub fn leading_capacity(value: &str) -> Option<Capacity> {
    let (is_negative, digits, is_cut) = leading_digits(value)?;
    let number: u64 = digits.parse().ok()?;
    let wraps = is_negative && number > 0;
    Some(Capacity { number: if wraps { number.wrapping_neg() } else { number }, wraps, is_cut })
}

/// Returns the digits that a value begins with, whether there is a minus in front of them, and whether there is
/// more behind.
fn leading_digits(value: &str) -> Option<(bool, &str, bool)> {
    let (is_negative, digits) = match value.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    Some((is_negative, digits.get(..n_digits)?, n_digits < digits.len()))
}

/// Words for yes, in any case.
pub const YES: [&str; 6] = ["true", "yes", "on", "1", "t", "y"];

/// Words for no, in any case.
pub const NO: [&str; 6] = ["false", "no", "off", "0", "f", "n"];

/// Returns what a word for yes or no says; none for another word.
pub fn yes_or_no(value: &str) -> Option<bool> {
    if is_word(value, &YES) { Some(true) } else { is_word(value, &NO).then_some(false) }
}

/// True if a value is one of `words`, in any case.
pub fn is_word(value: &str, words: &[&str]) -> bool {
    words.iter().any(|it| value.eq_ignore_ascii_case(it))
}
