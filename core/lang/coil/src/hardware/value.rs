//! The spelling of values: strings, booleans, numbers, sizes, lists.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use bobbin_core::edit::TextEdit;
use bobbin_core::text::{offset, range_in, slice};

/// Reads the text of a value: without its quotes and escapes if it is wholly quoted, else as it is
/// (coil.md#comments-and-quotes).
#[must_use]
pub fn plain(value: &str) -> Cow<'_, str> {
    unquote(value).unwrap_or(Cow::Borrowed(value))
}

/// Reads a wholly quoted value; none if it is not wholly quoted.
///
/// Escapes are `\"`, `\\`, `\n` and `\xHH`, the character with that number; another backslash
/// stays as it is.
#[must_use]
pub fn unquote(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix('"')?;
    let mut res = String::new();
    let mut rest = inner;
    loop {
        let at = rest.find(['"', '\\'])?;
        let (before, found) = rest.split_at_checked(at)?;
        if let Some(behind) = found.strip_prefix('"') {
            if !behind.is_empty() {
                return None;
            }
            return Some(if res.is_empty() {
                Cow::Borrowed(before)
            } else {
                Cow::Owned(res + before)
            });
        }
        res.push_str(before);
        let escape = found.strip_prefix('\\')?;
        let (character, len) = read_escape(escape);
        res.push(character.unwrap_or('\\'));
        rest = escape.get(len..)?;
    }
}

/// Returns the place of the quote that is still open at the end of a value, behind which `;` starts no
/// comment.
#[must_use]
pub fn open_quote(value: &str) -> Option<usize> {
    let (mut open, mut escaped) = (None, false);
    for (at, byte) in value.bytes().enumerate() {
        match (byte, open) {
            _ if escaped => escaped = false,
            (b'\\', Some(_)) => escaped = true,
            (b'"', Some(_)) => open = None,
            (b'"', None) => open = Some(at),
            _ => (),
        }
    }
    open
}

/// The beginning of what was most likely meant as a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentLike {
    /// The bytes in front of it.
    pub at: usize,
    /// `#` or `//`.
    pub sign: &'static str,
    /// True if what stands in front of it has a meaning alone.
    pub is_certain: bool,
}

/// Returns where a text has a comment of another language. Names may hold `#`, as in `C#` and `Rev #2`, so
/// there are blanks on both sides of it, or `has_meaning` is true of what stands in front.
#[must_use]
pub fn comment_like(text: &str, has_meaning: impl Fn(&str) -> bool) -> Option<CommentLike> {
    let read = |(at, sign): (usize, &'static str)| {
        let before = text.get(..at)?;
        let behind = text.get(at + sign.len()..)?.trim_start_matches('#');
        if !before.is_empty() && !before.ends_with(char::is_whitespace) {
            return None;
        }
        let is_number = sign == "#" && behind.starts_with(|it: char| it.is_ascii_digit());
        let is_certain = !is_number && has_meaning(before.trim_end());
        let is_apart = sign == "#" && behind.starts_with(char::is_whitespace);
        (is_certain || is_apart).then_some(CommentLike { at, sign, is_certain })
    };
    let mut signs = text.bytes().enumerate().filter_map(|(at, byte)| match byte {
        b'#' => Some((at, "#")),
        b'/' if text.get(at..at + 2) == Some("//") => Some((at, "//")),
        _ => None,
    });
    signs.find_map(read)
}

/// Returns the place of the first backslash in a wholly quoted value that begins no escape, and so
/// is part of the text.
#[must_use]
pub fn literal_backslash(value: &str) -> Option<usize> {
    unquote(value)?;
    let mut at = 0;
    loop {
        at += value.get(at..)?.find('\\')?;
        match read_escape(value.get(at + 1..)?) {
            (None, _) => return Some(at),
            (Some(_), len) => at += 1 + len,
        }
    }
}

/// Returns the character that an escape stands for, and how many bytes behind the backslash spell
/// it; `None` and 0 if there is no such escape.
fn read_escape(behind: &str) -> (Option<char>, usize) {
    match behind.bytes().next() {
        Some(b'"') => (Some('"'), 1),
        Some(b'\\') => (Some('\\'), 1),
        Some(b'n') => (Some('\n'), 1),
        Some(b'x') => {
            match behind.get(1..3).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit())) {
                Some(digits) => (u8::from_str_radix(digits, 16).ok().map(char::from), 3),
                None => (None, 0),
            }
        }
        _ => (None, 0),
    }
}

/// Writes a value so that [`plain`] gives `value` back: in quotes only if needed.
#[must_use]
pub fn quote(value: &str) -> Cow<'_, str> {
    let bare = !value.contains(['"', ';', '\n', '\r', '\0'])
        && value.trim() == value
        && !value.contains(|it: char| it.is_control());
    if bare { Cow::Borrowed(value) } else { Cow::Owned(quoted(value)) }
}

/// Writes a value in quotes.
#[must_use]
pub fn quoted(value: &str) -> String {
    let mut res = String::from("\"");
    for character in value.chars() {
        match character {
            '"' => res.push_str("\\\""),
            '\\' => res.push_str("\\\\"),
            '\n' => res.push_str("\\n"),
            // Beyond ASCII a reader may take `\x` for a byte of UTF-8.
            it if it.is_ascii_control() => {
                res.push_str(&format!("\\x{:02x}", u32::from(it)));
            }
            it => res.push(it),
        }
    }
    res.push('"');
    res
}

/// Reads `true`, `yes`, `1` and their opposites, in any case (coil.md#booleans-and-repetition).
#[must_use]
pub fn boolean(value: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|it| it.eq_ignore_ascii_case(value));
    if is(["true", "yes", "1"]) {
        Some(true)
    } else if is(["false", "no", "0"]) {
        Some(false)
    } else {
        None
    }
}

/// Reads a decimal number, or a hexadecimal one behind `0x`; `None` beyond 64 bits.
#[must_use]
pub fn integer(value: &str) -> Option<u64> {
    match value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|it| it.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).ok()
        }
        None if value.bytes().all(|it| it.is_ascii_digit()) => value.parse().ok(),
        _ => None,
    }
}

/// Reads a number as [`integer`] does, up to 128 bits: the bits of a size may have more than 64.
fn wide(digits: &str) -> Option<u128> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// True if the words look like a number, be it too large.
#[must_use]
pub fn looks_like_integer(value: &str) -> bool {
    let digits = value.strip_prefix("0x").or_else(|| value.strip_prefix("0X"));
    match digits {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit()),
        None => !value.is_empty() && value.bytes().all(|it| it.is_ascii_digit()),
    }
}

/// The size units that texts know, with their bytes (coil.md#count-and-size).
pub const SIZE_UNITS: &[(&str, u64)] =
    &[("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

/// The meaning of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// A bare number.
    Number(u64),
    /// A number with a unit, in bytes.
    Size(u64),
    /// A number beyond 64 bits.
    TooLarge,
}

/// Reads `16`, `64bit` or `32KiB`; none if it is a word (coil.md#count-and-size).
#[must_use]
pub fn quantity(item: &str) -> Option<Quantity> {
    if looks_like_integer(item) {
        return Some(integer(item).map_or(Quantity::TooLarge, Quantity::Number));
    }
    let scaled = |digits: &str, scale: u64| {
        let digits = digits.trim_end();
        looks_like_integer(digits).then(|| {
            integer(digits)
                .and_then(|it| it.checked_mul(scale))
                .map_or(Quantity::TooLarge, Quantity::Size)
        })
    };
    if let Some(digits) = item.strip_suffix("bit") {
        let digits = digits.trim_end();
        return looks_like_integer(digits).then(|| {
            let bytes = wide(digits).and_then(|it| u64::try_from(it.div_ceil(8)).ok());
            bytes.map_or(Quantity::TooLarge, Quantity::Size)
        });
    }
    SIZE_UNITS
        .iter()
        .find_map(|&(unit, scale)| item.strip_suffix(unit).and_then(|it| scaled(it, scale)))
}

/// One item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListItem<'t> {
    /// Trimmed; empty between two commas.
    pub text: &'t str,
    /// The place of the item.
    pub range: TextRange,
}

/// Returns the comma separated items of the value at `range`; commas in quotes do not separate. A
/// wholly quoted value is one item for [`unquote`] to read. A value of blanks has no item.
#[must_use]
pub fn list<'t>(text: &'t str, range: TextRange) -> Vec<ListItem<'t>> {
    let trimmed = pieces(slice(text, range)).into_iter().map(str::trim);
    trimmed.map(|it| ListItem { text: it, range: range_in(text, it) }).collect()
}

/// Returns what stands between the separating commas of a value, blanks included.
#[must_use]
pub fn pieces(value: &str) -> Vec<&str> {
    let mut res = Vec::new();
    if value.is_empty() {
        return res;
    }
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                res.push(value.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => (),
        }
    }
    res.push(value.get(start..).unwrap_or_default());
    res
}

/// Returns the range of the items of the list at `range`: inside the quotes of a wholly quoted value.
/// Escapes stay, because no item of such a list can have one.
#[must_use]
pub fn inside_quotes(text: &str, range: TextRange) -> TextRange {
    let quote = TextSize::of('"');
    match unquote(slice(text, range)) {
        Some(_) => TextRange::new(range.start() + quote, range.end() - quote),
        None => range,
    }
}

/// Plans to take an item out of the list at `range`, with one of the commas beside it.
#[must_use]
pub fn without_item(text: &str, range: TextRange, item: TextRange) -> TextEdit {
    let behind = slice(text, TextRange::new(item.end(), range.end()));
    let before = slice(text, TextRange::new(range.start(), item.start()));
    let blanks = |it: &str| it.len() - it.trim_start().len();
    match (before.trim_end().strip_suffix(','), behind.trim_start().strip_prefix(',')) {
        (Some(kept), _) => TextEdit::delete(TextRange::new(
            range.start() + bobbin_core::text::len(kept.trim_end()),
            item.end(),
        )),
        (None, Some(rest)) => {
            let n_bytes = behind.len() - rest.len() + blanks(rest);
            TextEdit::delete(TextRange::new(item.start(), item.end() + offset(n_bytes)))
        }
        (None, None) => TextEdit::delete(item),
    }
}

/// A number of bytes, in words.
pub(super) fn bytes_words(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_come_and_go() {
        #[track_caller]
        fn check(written: &str, meant: Option<&str>) {
            assert_eq!(unquote(written).as_deref(), meant, "{written}");
        }
        check("\"a;b\"", Some("a;b"));
        check("\"\"", Some(""));
        check(r#""\x41\"\\\n""#, Some("A\"\\\n"));
        check(r#""\q""#, Some("\\q"));
        check("\"a\" b", None);
        check("\"a", None);
        check("a", None);
        for it in ["", "a b", " a", "a;b", "5\" disk", "tab\tend", "\\", "\"\\x", "é🎉", "\u{85}"]
        {
            assert_eq!(plain(&quote(it)), it);
        }
        assert_eq!(quote("a\\b, c=d"), "a\\b, c=d");
        assert_eq!(quoted("\u{7f}\u{85}"), "\"\\x7f\u{85}\"");
    }

    #[test]
    fn open_quotes() {
        for (value, expected) in [
            ("\"a", Some(0)),
            ("a \"b\" \"c ; d", Some(6)),
            (r#""a\" ; c"#, Some(0)),
            (r#""a" b"#, None),
            (r#""a\\""#, None),
            (r#"a\" b"#, Some(2)),
            ("a", None),
        ] {
            assert_eq!(open_quote(value), expected, "{value}");
        }
    }

    #[test]
    fn comments_of_other_languages() {
        #[track_caller]
        fn check(text: &str, expected: Option<(usize, bool)>) {
            let found = comment_like(text, |it| quantity(it).is_some());
            assert_eq!(found.map(|it| (it.at, it.is_certain)), expected, "{text}");
        }
        check("Foo # my cpu", Some((4, false)));
        check("# my cpu", Some((0, false)));
        check("Foo ## my cpu", Some((4, false)));
        check("4 # c", Some((2, true)));
        check("4 #c", Some((2, true)));
        check("4 // c", Some((2, true)));
        for it in ["C#", "C# 7", "Rev #2", "4 #2", "Rev #A", "Foo #", "a // b", "http://a", "#", ""]
        {
            check(it, None);
        }
    }

    #[test]
    fn quantities() {
        #[track_caller]
        fn check(item: &str, expected: Option<Quantity>) {
            assert_eq!(quantity(item), expected, "{item}");
        }
        check("16", Some(Quantity::Number(16)));
        check("0x10", Some(Quantity::Number(16)));
        check("64bit", Some(Quantity::Size(8)));
        check("65bit", Some(Quantity::Size(9)));
        check("32KiB", Some(Quantity::Size(32768)));
        check("16 GiB", Some(Quantity::Size(17_179_869_184)));
        check("18446744073709551616", Some(Quantity::TooLarge));
        check("16777216TiB", Some(Quantity::TooLarge));
        check("18446744073709551616bit", Some(Quantity::Size(1 << 61)));
        check("0x7FFFFFFFFFFFFFFF8bit", Some(Quantity::Size(u64::MAX)));
        check("147573952589676412921bit", Some(Quantity::TooLarge));
        check(&format!("{}bit", "9".repeat(50)), Some(Quantity::TooLarge));
        check("64B_line", None);
        check("8_way", None);
        check("KiB", None);
        check("1.5GiB", None);
        check("-1", None);
    }

    #[test]
    fn lists() {
        let text = "k = a , \"b,c\",, d";
        let items: Vec<&str> =
            list(text, TextRange::new(4.into(), 17.into())).iter().map(|it| it.text).collect();
        assert_eq!(items, ["a", "\"b,c\"", "", "d"]);
        assert_eq!(list(text, TextRange::empty(4.into())), []);
    }
}
