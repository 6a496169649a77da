//! Values as the program reads them: numbers and words for yes and no.

/// Returns the number a value begins with, and whether there is more behind it.
pub fn leading_number(value: &str) -> Option<(i64, bool)> {
    let (sign, digits) = match value.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, value.strip_prefix('+').unwrap_or(value)),
    };
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    let number: i64 = digits.get(..n_digits)?.parse().ok()?;
    Some((sign * number, n_digits < digits.len()))
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
