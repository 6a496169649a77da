//! Values as the program reads them, which is never with an error (pinsight.md#lines-and-values and
//! pinsight.md#keys-by-section).

use crate::token::{is_blank, trim};

/// Reads a number by the rule of the C function `atoi`: blanks, a sign, decimal digits; the rest is
/// ignored, no digit gives 0, and the value wraps at 32 bits.
#[must_use]
pub fn decimal(text: &str) -> i32 {
    let (value, _) = c_long(text, 10);
    value as i32
}

/// Returns true if `text` is nothing but a decimal number that fits in 32 bits.
#[must_use]
pub fn is_plain_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|it| it.is_ascii_digit())
        && text.parse::<i32>().is_ok()
}

/// Returns true if `text` is a decimal number that is too great for 32 bits.
#[must_use]
pub fn is_too_great(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number && text.parse::<i32>().is_err()
}

/// Reads a number without sign by the rule of the C function `strtoul`, cut to 64 bits, with the
/// base taken from its prefix; a minus makes it count down from the greatest. Without a digit it is
/// 0.
#[must_use]
pub fn c_address(text: &str) -> (u64, &str) {
    let (negative, magnitude, rest) = c_digits(text, 0);
    let value = magnitude.unwrap_or(u64::MAX);
    (if negative && magnitude.is_some() { value.wrapping_neg() } else { value }, rest)
}

/// Reads a number by the rule of the C function `strtol`, cut to 64 bits, and returns the text
/// behind it; base 0 takes the base from a prefix. Without a digit the value is 0 and the rest is
/// all of `text`.
#[must_use]
pub fn c_long(text: &str, base: u32) -> (i64, &str) {
    let (negative, magnitude, rest) = c_digits(text, base);
    let value = magnitude.and_then(|it| i64::try_from(it).ok());
    match (negative, value) {
        (false, value) => (value.unwrap_or(i64::MAX), rest),
        (true, value) => (value.map_or(i64::MIN, |it| -it), rest),
    }
}

/// Reads blanks, a sign and digits: whether the sign is a minus, the number if it fits into 64
/// bits, and the text behind it.
fn c_digits(text: &str, base: u32) -> (bool, Option<u64>, &str) {
    let start = text.trim_start_matches(|it| is_blank(it) || it == '\n');
    let (negative, start) = match start.strip_prefix(['+', '-']) {
        Some(behind) => (start.starts_with('-'), behind),
        None => (false, start),
    };
    let prefixed = start.strip_prefix("0x").or_else(|| start.strip_prefix("0X"));
    let hex = prefixed.filter(|it| it.starts_with(|c: char| c.is_ascii_hexdigit()));
    let (base, digits) = match (base, hex) {
        (0 | 16, Some(behind)) => (16, behind),
        (0, None) if start.starts_with('0') => (8, start),
        (0, None) => (10, start),
        _ => (base, start),
    };
    let n_digits = digits.find(|it: char| !it.is_digit(base)).unwrap_or(digits.len());
    let (digits, rest) = digits.split_at_checked(n_digits).unwrap_or((digits, ""));
    if digits.is_empty() {
        return (false, Some(0), text);
    }
    let digits = digits.chars().filter_map(|it| it.to_digit(base));
    let value = digits.into_iter().try_fold(0_u64, |value, digit| {
        value.checked_mul(u64::from(base))?.checked_add(u64::from(digit))
    });
    (negative, value, rest)
}

/// Reads a code address: hexadecimal digits up to the first other character, cut to 64 bits.
#[must_use]
pub fn address(digits: &str) -> u64 {
    digits.chars().map_while(|it| it.to_digit(16)).fold(0_u64, |value, digit| {
        match value.checked_mul(16) {
            Some(value) => value | u64::from(digit),
            None => u64::MAX,
        }
    })
}

/// Returns true if `value` switches an event on; everything else switches it off.
#[must_use]
pub fn is_on(value: &str) -> bool {
    value == "1" || value.eq_ignore_ascii_case("on")
}

/// Returns true if `value` is one of the words that people write for on and off on purpose.
#[must_use]
pub fn is_switch_word(value: &str) -> bool {
    is_on(value) || value == "0" || value.eq_ignore_ascii_case("off")
}

/// The mode of a domain (pinsight.md#domain-modes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Nothing is counted or traced.
    Off,
    /// Nothing is counted or traced, but the domain is ready to start.
    Standby,
    /// Invocations are counted, none is traced.
    Monitoring,
    /// Invocations are counted and traced.
    Tracing,
}

impl Mode {
    /// All modes, from the least to the most.
    pub const ALL: [Mode; 4] = [Mode::Off, Mode::Standby, Mode::Monitoring, Mode::Tracing];

    /// Returns the word that the program prints for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mode::Off => "OFF",
            Mode::Standby => "STANDBY",
            Mode::Monitoring => "MONITORING",
            Mode::Tracing => "TRACING",
        }
    }

    /// Returns the mode that `word` means to a person; `None` for words the program does not know.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Mode> {
        if word.eq_ignore_ascii_case("MONITOR") {
            return Some(Mode::Monitoring);
        }
        Mode::ALL.into_iter().find(|it| word.eq_ignore_ascii_case(it.word()))
    }

    /// Returns the mode that the program takes for `word`: a word it does not know is `TRACING`.
    #[must_use]
    pub fn read(word: &str) -> Mode {
        Mode::from_word(word).unwrap_or(Mode::Tracing)
    }
}

/// The processes of a machine that do something that needs to be done once per machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodePolicy {
    /// Done by no process.
    Off,
    /// Done by every process.
    On,
    /// Any one process.
    AnyonePerNode,
    /// The one with the least rank.
    LeaderPerNode,
    /// One after the other, each for so many milliseconds.
    RotatePerNode(i32),
}

impl NodePolicy {
    /// The policies that have no number (pinsight.md#node-policies).
    pub const UNTIMED: [NodePolicy; 4] =
        [NodePolicy::Off, NodePolicy::On, NodePolicy::AnyonePerNode, NodePolicy::LeaderPerNode];

    /// Returns the word for it, without the time of a rotation.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NodePolicy::Off => "off",
            NodePolicy::On => "on",
            NodePolicy::AnyonePerNode => "anyone_per_node",
            NodePolicy::LeaderPerNode => "leader_per_node",
            NodePolicy::RotatePerNode(_) => "rotate_per_node",
        }
    }

    /// Returns the policy that `value` names, if the program knows it.
    #[must_use]
    pub fn read(value: &str) -> Option<NodePolicy> {
        let value = trim(value);
        let (word, time) = match value.split_once(':') {
            Some((word, time)) => (trim(word), Some(time)),
            None => (value, None),
        };
        if word.eq_ignore_ascii_case("rotate_per_node") {
            let time = time.map(decimal).filter(|&it| it > 0);
            return Some(NodePolicy::RotatePerNode(time.unwrap_or(1000)));
        }
        NodePolicy::UNTIMED
            .into_iter()
            .find(|it| time.is_none() && word.eq_ignore_ascii_case(it.word()))
    }
}

impl std::fmt::Display for NodePolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NodePolicy::RotatePerNode(time) => write!(f, "{}:{time}", self.word()),
            _ => f.write_str(self.word()),
        }
    }
}

/// Reads the range of a scope value; never fails (pinsight.md#scope-values).
#[must_use]
pub fn scope(value: &str) -> (i32, i32) {
    let value = value.trim_start_matches(|it| it == '(' || is_blank(it));
    let (low, rest) = c_long(value, 0);
    let low = low as i32;
    match rest.trim_start_matches(is_blank).strip_prefix([',', '-']) {
        Some(behind) => (low, c_long(behind, 0).0 as i32),
        None => (low, low),
    }
}

/// Returns true if a scope value means what a person reads in it: one number or a range, in decimal or
/// with `0x`, and nothing else.
#[must_use]
pub fn is_plain_scope(value: &str) -> bool {
    let (low, high) = scope(value);
    let inner = value.trim_start_matches(|it| it == '(' || is_blank(it));
    let inner = inner.trim_end_matches(|it| it == ')' || is_blank(it));
    let is_read = |number: &str, read: i32| {
        let number = number.trim_matches(is_blank);
        let hex = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
        let (digits, base) = hex.map_or((number, 10), |it| (it, 16));
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
        is_number && i32::from_str_radix(digits, base).is_ok_and(|it| it == read)
    };
    match inner.split_once([',', '-']) {
        Some((first, second)) => is_read(first, low) && is_read(second, high),
        None => is_read(inner, low),
    }
}

/// The value of a knob (pinsight.md#knobs).
#[derive(Debug, Clone)]
pub enum KnobValue {
    /// The whole value is a C integer.
    Integer(i32),
    /// The whole value is a C floating-point number.
    Real(f64),
    /// Every other value.
    Text(String),
}

impl PartialEq for KnobValue {
    /// Returns true if both are the same value; `nan` is the same as itself.
    fn eq(&self, other: &KnobValue) -> bool {
        match (self, other) {
            (KnobValue::Integer(a), KnobValue::Integer(b)) => a == b,
            (KnobValue::Real(a), KnobValue::Real(b)) => a.to_bits() == b.to_bits(),
            (KnobValue::Text(a), KnobValue::Text(b)) => a == b,
            _ => false,
        }
    }
}

impl std::fmt::Display for KnobValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KnobValue::Integer(it) => it.fmt(f),
            KnobValue::Real(it) => it.fmt(f),
            KnobValue::Text(it) => it.fmt(f),
        }
    }
}

impl KnobValue {
    /// Reads a value; text is cut to 255 bytes.
    #[must_use]
    pub fn read(value: &str) -> KnobValue {
        let (integer, rest) = c_long(value, 0);
        if !value.is_empty() && rest.is_empty() {
            return KnobValue::Integer(integer as i32);
        }
        match c_double(value) {
            Some(real) => KnobValue::Real(real),
            None => KnobValue::Text(cut(value, 255).to_owned()),
        }
    }

    /// Names its type.
    pub(crate) fn kind_words(&self) -> &'static str {
        match self {
            KnobValue::Integer(_) => "an integer",
            KnobValue::Real(_) => "a real number",
            KnobValue::Text(_) => "text",
        }
    }
}

/// Returns `text` cut to at most `n_bytes`, on a character boundary.
#[must_use]
pub fn cut(text: &str, n_bytes: usize) -> &str {
    let mut end = text.len().min(n_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// Reads a whole C floating-point number, decimal or hexadecimal.
fn c_double(value: &str) -> Option<f64> {
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    let Some(hex) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) else {
        // C lets a word in brackets follow `nan`.
        let (number, word) =
            value.strip_suffix(')').and_then(|it| it.split_once('(')).unwrap_or((value, ""));
        let is_nan = number.trim_start_matches(['+', '-']).eq_ignore_ascii_case("nan");
        let is_word = word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        return if is_nan && is_word { number } else { value }.parse().ok();
    };
    let (mantissa, exponent) = hex.split_once(['p', 'P']).unwrap_or((hex, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut res = 0.0;
    for it in whole.chars().chain(fraction.chars()) {
        res = res * 16.0 + f64::from(it.to_digit(16)?);
    }
    let exponent = exponent.parse::<i32>().ok()?.saturating_sub(4 * fraction.len() as i32);
    let res: f64 = res * 2.0_f64.powi(exponent);
    Some(if value.starts_with('-') { -res } else { res })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_stop_at_the_first_other_character() {
        let cases = [
            ("10abc", 10),
            ("abc", 0),
            ("0x10", 0),
            ("1e3", 1),
            ("2.9", 2),
            ("", 0),
            ("+7", 7),
            ("4294967297", 1),
            ("3000000000", -1_294_967_296),
            ("99999999999999999999", -1),
            ("-99999999999999999999", 0),
        ];
        for (text, value) in cases {
            assert_eq!(decimal(text), value, "{text:?}");
        }
    }

    #[test]
    fn addresses_have_64_bits() {
        let cases = [
            ("4198589", (0x40_10bd, "")),
            (" 0X4010bd, 0x10", (0x40_10bd, ", 0x10")),
            ("010", (8, "")),
            ("08", (0, "8")),
            ("OpenMP", (0, "OpenMP")),
            ("0xffffffffffffffff", (u64::MAX, "")),
            ("0xffff800000000000", (0xffff_8000_0000_0000, "")),
            ("99999999999999999999", (u64::MAX, "")),
            ("-1", (u64::MAX, "")),
        ];
        for (text, value) in cases {
            assert_eq!(c_address(text), value, "{text:?}");
        }
    }

    #[test]
    fn scopes_are_ranges() {
        let cases = [
            ("(0, 15)", (0, 15)),
            ("(0-4)", (0, 4)),
            ("3", (3, 3)),
            ("( ( 0x10 , 0x1f", (16, 31)),
            ("(0, 4, 9)", (0, 4)),
            ("(7-2)", (7, 2)),
            ("()", (0, 0)),
            ("all", (0, 0)),
            ("-1", (-1, -1)),
            ("(010)", (8, 8)),
        ];
        for (text, value) in cases {
            assert_eq!(scope(text), value, "{text:?}");
        }
    }

    #[test]
    fn words_and_policies() {
        for on in ["on", "ON", "1"] {
            assert!(is_on(on));
        }
        for off in ["true", "yes", "01", "\"on\"", "on;", "on # note", ""] {
            assert!(!is_on(off));
        }
        assert_eq!(Mode::read("monitor"), Mode::Monitoring);
        assert_eq!(Mode::read("OFF # note"), Mode::Tracing);
        assert_eq!(NodePolicy::read(" Rotate_Per_Node:x"), Some(NodePolicy::RotatePerNode(1000)));
        assert_eq!(NodePolicy::read("maybe"), None);
    }

    #[test]
    fn knobs_have_types() {
        let real = |it| KnobValue::Real(it);
        let cases = [
            ("0x10", KnobValue::Integer(16)),
            ("010", KnobValue::Integer(8)),
            ("08", real(8.0)),
            ("2.5", real(2.5)),
            ("0x1.8p1", real(3.0)),
            ("nan", real(f64::NAN)),
            ("NaN(a_1)", real(f64::NAN)),
            ("-nan()", real(-f64::NAN)),
            ("nan(a b)", KnobValue::Text("nan(a b)".to_owned())),
            ("1(a)", KnobValue::Text("1(a)".to_owned())),
            ("4294967297", KnobValue::Integer(1)),
            ("fast", KnobValue::Text("fast".to_owned())),
            ("", KnobValue::Text(String::new())),
        ];
        for (text, value) in cases {
            assert_eq!(KnobValue::read(text), value, "{text:?}");
        }
    }
}
