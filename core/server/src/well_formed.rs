//! JSON as JavaScript writes it, whose strings may hold what no text can.

use std::borrow::Cow;

/// Replaces the escapes of lone surrogates, which `JSON.stringify` writes for the halves of broken
/// characters, by U+FFFD. That is what such a text has in a file, and as many UTF-16 code units, so
/// that all positions stay.
///
/// # Examples
///
/// ```
/// use bobbin_server::well_formed;
///
/// assert_eq!(well_formed(r#""a\ud83cb""#), r#""a\ufffdb""#);
/// assert_eq!(well_formed(r#""\ud83c\udf89""#), r#""\ud83c\udf89""#);
/// ```
#[must_use]
pub fn well_formed(json: &str) -> Cow<'_, str> {
    let mut lone = Vec::new();
    // Where an escape ends that was read already: the second backslash of `\\` starts none.
    let mut end = 0;
    for (at, _) in json.match_indices('\\') {
        if at < end {
            continue;
        }
        end = at + 2;
        match surrogate(json, at) {
            None => (),
            Some(Surrogate::High) if surrogate(json, at + 6) == Some(Surrogate::Low) => {
                end = at + 12;
            }
            Some(_) => lone.push(at),
        }
    }
    if lone.is_empty() {
        return Cow::Borrowed(json);
    }
    let mut res = String::with_capacity(json.len());
    let mut done = 0;
    for at in lone {
        res.push_str(json.get(done..at).unwrap_or_default());
        res.push_str("\\ufffd");
        done = at + 6;
    }
    res.push_str(json.get(done..).unwrap_or_default());
    Cow::Owned(res)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surrogate {
    High,
    Low,
}

/// Returns which surrogate the escape at `at` stands for, if it is one of a surrogate.
fn surrogate(json: &str, at: usize) -> Option<Surrogate> {
    let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xD800..=0xDBFF => Some(Surrogate::High),
        0xDC00..=0xDFFF => Some(Surrogate::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &str) {
        assert_eq!(well_formed(json), expected);
        assert!(serde_json::from_str::<String>(&well_formed(json)).is_ok());
    }

    #[test]
    fn halves_are_replaced_and_whole_characters_stay() {
        check(r#""""#, r#""""#);
        check(r#""é🎉 \n \u00e9""#, r#""é🎉 \n \u00e9""#);
        check(r#""\ud83c""#, r#""\ufffd""#);
        check(r#""\uDF89 \uD83C""#, r#""\ufffd \ufffd""#);
        check(r#""\ud83c\udf89""#, r#""\ud83c\udf89""#);
        check(r#""\ud83c\ud83c\udf89\udf89""#, r#""\ufffd\ud83c\udf89\ufffd""#);
        check(r#""\ud83c\n""#, r#""\ufffd\n""#);
    }

    #[test]
    fn a_backslash_of_the_text_starts_no_escape() {
        check(r#""\\ud83c""#, r#""\\ud83c""#);
        check(r#""\\\ud83c""#, r#""\\\ufffd""#);
        check(r#""\\\\ud83c\"""#, r#""\\\\ud83c\"""#);
    }

    #[test]
    fn what_is_no_json_stays_as_it_is() {
        for text in ["\\", "\\u", "\\ud8", "\\ud83", "\\ud83é", "\\u+123"] {
            assert_eq!(well_formed(text), text);
        }
    }
}
