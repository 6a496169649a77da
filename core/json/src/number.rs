//! Numbers, from their text, which the scanner has found to be well-formed.

use crate::error::Error;

/// Reads an integer that is not negative.
pub fn unsigned(text: &str) -> Result<u64, Error> {
    text.parse().map_err(|_| refuse(text, "an unsigned integer"))
}

/// Reads an integer.
pub fn signed(text: &str) -> Result<i64, Error> {
    // A negative zero is one only to floating-point numbers.
    text.parse().ok().filter(|_| text != "-0").ok_or_else(|| refuse(text, "an integer"))
}

/// Reads a number, to the nearest that there is.
pub fn float(text: &str) -> Result<f64, Error> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|it| it.is_finite()).ok_or_else(|| refuse(text, "a number in range"))
}

#[cold]
fn refuse(text: &str, expected: &str) -> Error {
    Error::new(format!("`{text}` is not {expected}"))
}
