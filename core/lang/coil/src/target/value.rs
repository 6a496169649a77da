//! Values: quotes, lists, numbers (coil.md#values).

use std::borrow::Cow;

use super::token::is_blank;

/// One element of a value; a value without a comma has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item<'t> {
    /// Everything between two commas, blanks included.
    pub part: &'t str,
    /// The item without the blanks at both ends; quotes included.
    pub raw: &'t str,
    /// The text without quotes and escapes.
    pub text: Cow<'t, str>,
    /// True if the whole item stands in quotes, which makes it a string whatever it says.
    pub quoted: bool,
    /// True if its quotes are well-formed; if not, its text is as it is written.
    pub is_sound: bool,
}

impl Item<'_> {
    /// True if nothing stands between the commas; `""` is a text of no characters instead.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

/// An error in the quotes of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteFault {
    /// The quote is never closed.
    Unterminated,
    /// An item is neither wholly quoted nor free of quotes.
    Misplaced,
}

/// The place at which a quote may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// At the start of the value only, which is one text.
    Alone,
    /// At the start of an item only.
    Whole,
    /// Also after `NAME=`, as in `Define` (coil.md#quotes).
    AfterName,
}

/// Splits `value` at the commas outside quotes; never empty.
pub fn parts(value: &str) -> Vec<&str> {
    if !value.contains(',') {
        return vec![value];
    }
    let mut res = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes_outside_quotes(value) {
        if byte == b',' {
            res.push(value.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    res.push(value.get(start..).unwrap_or_default());
    res
}

/// Returns the items of `value`; items with faulty quotes keep their text as it is.
pub fn items(value: &str, quoting: Quoting) -> Vec<Item<'_>> {
    parts(value)
        .into_iter()
        .map(|part| {
            let raw = trim(part);
            let (text, quoted, is_sound) = match unquote(raw, quoting) {
                Ok((text, quoted)) => (text, quoted, true),
                Err(_) => (Cow::Borrowed(raw), false, false),
            };
            Item { part, raw, text, quoted, is_sound }
        })
        .collect()
}

/// Returns the first item of `value` with faulty quotes.
pub fn quote_fault(value: &str, quoting: Quoting) -> Option<(&str, QuoteFault)> {
    quote_faults(value, quoting).next()
}

/// Returns the items of `value` with faulty quotes.
pub fn quote_faults(
    value: &str,
    quoting: Quoting,
) -> impl Iterator<Item = (&str, QuoteFault)> + use<'_> {
    let parts = match (value.contains('"'), quoting) {
        (false, _) => Vec::new(),
        (true, Quoting::Alone) => vec![value],
        (true, Quoting::Whole | Quoting::AfterName) => parts(value),
    };
    parts.into_iter().map(trim).filter_map(move |raw| Some((raw, unquote(raw, quoting).err()?)))
}

/// Reads `raw` as one text without quotes and escapes; as it is if its quotes are faulty.
#[must_use]
pub fn unquoted(raw: &str) -> String {
    unquote(raw, Quoting::Whole).map_or(raw.to_owned(), |(text, _)| text.into_owned())
}

/// Returns the error in the quotes of `raw` taken as one text.
#[must_use]
pub fn whole_quote_fault(raw: &str) -> Option<QuoteFault> {
    unquote(raw, Quoting::Whole).err()
}

/// Returns `text` without the blanks at both ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| u8::try_from(c).is_ok_and(is_blank))
}

/// Returns the bytes outside quotes, the quotes themselves left out.
fn bytes_outside_quotes(value: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut in_quotes = false;
    let mut is_escaped = false;
    let bytes = value.as_bytes();
    bytes.iter().enumerate().filter_map(move |(at, &byte)| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_quotes => is_escaped = matches!(bytes.get(at + 1), Some(b'"' | b'\\')),
            b'"' => in_quotes = !in_quotes,
            _ if !in_quotes => return Some((at, byte)),
            _ => (),
        }
        None
    })
}

/// Returns the text of a trimmed item and whether it was wholly quoted.
fn unquote(raw: &str, quoting: Quoting) -> Result<(Cow<'_, str>, bool), QuoteFault> {
    let Some(open) = raw.find('"') else { return Ok((Cow::Borrowed(raw), false)) };
    let (before, quoted) = raw.split_at_checked(open).unwrap_or((raw, ""));
    let may_open =
        before.is_empty() || (quoting == Quoting::AfterName && before.find('=') == Some(open - 1));
    let mut text = String::with_capacity(raw.len());
    text.push_str(before);
    let mut chars = quoted.char_indices().skip(1).peekable();
    let mut end = None;
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                end = Some(at + 1);
                break;
            }
            '\\' if chars.peek().is_some_and(|&(_, next)| matches!(next, '"' | '\\')) => {
                text.extend(chars.next().map(|(_, next)| next));
            }
            _ => text.push(c),
        }
    }
    match end {
        None => Err(QuoteFault::Unterminated),
        Some(end) if may_open && end == quoted.len() => Ok((Cow::Owned(text), before.is_empty())),
        Some(_) => Err(QuoteFault::Misplaced),
    }
}

/// Writes a text or an item of a list, in quotes if it may start a comment (coil.md#quotes).
#[must_use]
pub fn quoted_item(raw: &str) -> String {
    let is_quoted = raw.contains('"') || !raw.contains(['#', ';']);
    if is_quoted { raw.to_owned() } else { format!("\"{}\"", raw.replace('\\', "\\\\")) }
}

/// The most digits of a number that is computed exactly; the document has no limit.
pub const MOST_DIGITS: usize = 1000;

/// Returns the sign, the radix and the digits of a whole number in decimal or, after `0x`, in hexadecimal
/// digits (coil.md#integers).
fn number(text: &str) -> Option<(bool, u32, &str)> {
    let (is_negative, digits) = match text.strip_prefix(['+', '-']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix));
    is_number.then_some((is_negative, radix, digits))
}

/// Reads a whole number. One beyond 128 bits counts as the greatest or least, which is right for
/// comparing it with a smaller one; what it is exactly say [`decimal`] and [`is_power_of_two`].
#[must_use]
pub fn integer(text: &str) -> Option<i128> {
    let (is_negative, radix, digits) = number(text)?;
    let value = i128::from_str_radix(digits, radix).unwrap_or(i128::MAX);
    Some(if is_negative { -value } else { value })
}

/// Returns the digits of a number in the radix `to`, the last one first; none if they are too many.
fn digits_in(radix: u32, digits: &str, to: u64) -> Option<Vec<u64>> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let mut res: Vec<u64> = Vec::new();
    for digit in digits.chars().filter_map(|it| it.to_digit(radix)) {
        let mut carry = u64::from(digit);
        for it in &mut res {
            let sum = *it * u64::from(radix) + carry;
            (*it, carry) = (sum % to, sum / to);
        }
        if carry > 0 {
            res.push(carry);
        }
    }
    Some(res)
}

/// Writes a whole number in decimal digits; none if it is no number or has more than [`MOST_DIGITS`].
#[must_use]
pub fn decimal(text: &str) -> Option<String> {
    let (is_negative, radix, digits) = number(text)?;
    let digits = digits_in(radix, digits, 1_000_000_000)?;
    let Some((first, rest)) = digits.split_last() else { return Some("0".to_owned()) };
    let rest: String = rest.iter().rev().map(|it| format!("{it:09}")).collect();
    Some(format!("{}{first}{rest}", if is_negative { "-" } else { "" }))
}

/// True for a power of two; none if it is no number or has more than [`MOST_DIGITS`].
#[must_use]
pub fn is_power_of_two(text: &str) -> Option<bool> {
    let (is_negative, radix, digits) = number(text)?;
    let digits = digits_in(radix, digits, 1 << 32)?;
    Some(!is_negative && digits.iter().map(|it| it.count_ones()).sum::<u32>() == 1)
}

/// Reads `true`, `yes`, `1` or `false`, `no`, `0` in any case (coil.md#value-types).
#[must_use]
pub fn boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|it| it.eq_ignore_ascii_case(text));
    if is(["true", "yes", "1"]) {
        Some(true)
    } else if is(["false", "no", "0"]) {
        Some(false)
    } else {
        None
    }
}

/// True if `name` is a section name: `[A-Za-z_][A-Za-z0-9_ .-]*`.
#[must_use]
pub fn is_section_name(name: &str) -> bool {
    starts_as_word(name) && name.bytes().all(|it| is_key_byte(it) || it == b' ')
}

/// True if `name` is a key: `[A-Za-z_][A-Za-z0-9_.-]*`; ABI names have the same form.
#[must_use]
pub fn is_key(name: &str) -> bool {
    starts_as_word(name) && name.bytes().all(is_key_byte)
}

/// True if `name` is a vendor's section: letters and digits, an underscore and at least one more
/// character (coil.md#unknown-sections).
#[must_use]
pub fn is_vendor_section(name: &str) -> bool {
    let Some((vendor, rest)) = name.split_once('_') else { return false };
    vendor.starts_with(|it: char| it.is_ascii_alphabetic())
        && vendor.bytes().all(|it| it.is_ascii_alphanumeric())
        && !rest.is_empty()
        && rest.bytes().all(is_key_byte)
}

/// True if `name` can be an entry point: `[A-Za-z_.$][A-Za-z0-9_.$@]*` (coil.md#target-keys).
#[must_use]
pub fn is_symbol(name: &str) -> bool {
    let is_start = |it: char| it.is_ascii_alphabetic() || matches!(it, '_' | '.' | '$');
    name.starts_with(is_start)
        && name.chars().all(|it| is_start(it) || it.is_ascii_digit() || it == '@')
}

/// True if `name` can be defined: `[A-Za-z_][A-Za-z0-9_]*`.
#[must_use]
pub fn is_macro(name: &str) -> bool {
    starts_as_word(name) && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// True if `name` can be a library: `[A-Za-z0-9_][A-Za-z0-9_.+-]*` (coil.md#target-keys).
#[must_use]
pub fn is_library(name: &str) -> bool {
    let is_start = |it: char| it.is_ascii_alphanumeric() || it == '_';
    name.starts_with(is_start)
        && name.chars().all(|it| is_start(it) || matches!(it, '.' | '+' | '-'))
}

/// True if `path` can be a path: not empty, no control characters (coil.md#paths).
#[must_use]
pub fn is_path(path: &str) -> bool {
    !path.is_empty() && !path.contains(|it: char| it < ' ')
}

fn starts_as_word(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, quoting: Quoting, expect: &[&str]) {
        assert_eq!(quote_fault(value, quoting), None);
        let texts: Vec<String> =
            items(value, quoting).into_iter().map(|it| it.text.into_owned()).collect();
        assert_eq!(texts, expect);
    }

    #[test]
    fn lists() {
        check("a, b ,c d", Quoting::Whole, &["a", "b", "c d"]);
        check("a,,", Quoting::Whole, &["a", "", ""]);
        check(r#""a, b",c"#, Quoting::Whole, &["a, b", "c"]);
        check(r#"A=1,P="x, \"64\"",B="#, Quoting::AfterName, &["A=1", r#"P=x, "64""#, "B="]);
        check(r#""C:\new\\dir""#, Quoting::Whole, &[r"C:\new\dir"]);
        check("é,🎉", Quoting::Whole, &["é", "🎉"]);
    }

    #[test]
    fn faulty_quotes() {
        use QuoteFault::{Misplaced, Unterminated};
        let fault = |value| quote_fault(value, Quoting::Whole).map(|(_, it)| it);
        assert_eq!(fault("\"a"), Some(Unterminated));
        assert_eq!(fault("a, \"b, c"), Some(Unterminated));
        assert_eq!(fault("a\"b\""), Some(Misplaced));
        assert_eq!(fault("\"a\" b"), Some(Misplaced));
        assert_eq!(fault("A=\"b\""), Some(Misplaced));
        assert_eq!(quote_fault("A=\"b\"", Quoting::AfterName), None);
        assert_eq!(quote_fault("A=b=\"c\"", Quoting::AfterName), Some(("A=b=\"c\"", Misplaced)));
    }

    #[test]
    fn numbers_and_booleans() {
        assert_eq!(integer("0x1F"), Some(31));
        assert_eq!(integer("-8"), Some(-8));
        assert_eq!(integer("0x"), None);
        assert_eq!(integer("0xG0"), None);
        assert_eq!(integer("1 2"), None);
        assert_eq!(integer(&"9".repeat(60)), Some(i128::MAX));
        let power = "340282366920938463463374607431768211456";
        let hexadecimal = "0x1".to_owned() + &"0".repeat(32);
        for it in [power, &format!("+00{power}"), &hexadecimal] {
            assert_eq!(decimal(it).as_deref(), Some(power));
            assert_eq!(is_power_of_two(it), Some(true));
        }
        for (text, is_power) in
            [("0", false), ("1", true), ("-8", false), ("24", false), ("4294967296", true)]
        {
            assert_eq!(decimal(text).as_deref(), Some(text));
            assert_eq!(is_power_of_two(text), Some(is_power), "{text}");
        }
        assert_eq!(decimal("1000000000"), Some("1000000000".to_owned()));
        assert_eq!(decimal("-0x0"), Some("0".to_owned()));
        assert_eq!(decimal(&"9".repeat(1000)), Some("9".repeat(1000)));
        assert_eq!((decimal(&"9".repeat(1001)), decimal("x")), (None, None));
        assert_eq!(boolean("YES"), Some(true));
        assert_eq!(boolean("0"), Some(false));
        assert_eq!(boolean("on"), None);
    }

    #[test]
    fn names() {
        assert!(is_section_name("Another Section") && !is_section_name("2nd"));
        assert!(is_key("a.b-c_1") && !is_key("Entry Point") && !is_key(""));
        assert!(is_vendor_section("ARM_NEON") && is_vendor_section("a1_.x"));
        assert!(
            !is_vendor_section("_x") && !is_vendor_section("ARM_") && !is_vendor_section("A B_c")
        );
    }
}
