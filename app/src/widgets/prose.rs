//! Messages with the user's text in backticks.

use leptos::prelude::*;
use std::fmt::Display;

use crate::platform::turning;

/// Groups the digits of a large number in threes.
#[must_use]
pub fn grouped(n: impl Display) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with its noun: `1 process`, `2 processes`.
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    let plural = if noun.ends_with(['s', 'h']) { "es" } else { "s" };
    format!("{} {noun}{}", grouped(n), if n == 1 { "" } else { plural })
}

/// The most names that a message lists.
const MAX_NAMED: usize = 3;

/// Lists names in a message: the first few, and how many more there are.
#[must_use]
pub fn listed(names: &[impl AsRef<str>]) -> String {
    // One that is left out takes as much room as its name.
    let n_shown = if names.len() > MAX_NAMED + 1 { MAX_NAMED } else { names.len() };
    let mut parts: Vec<String> =
        names.iter().take(n_shown).map(|it| format!("`{}`", it.as_ref())).collect();
    if names.len() > n_shown {
        parts.push(format!("{} more", grouped(names.len() - n_shown)));
    }
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

/// Turns a message into a sentence with a capital letter and a full stop.
#[must_use]
pub fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let Some(first) = chars.next() else { return String::new() };
    let mut text: String = first.to_uppercase().chain(chars).collect();
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

/// A segment of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Words(String),
    /// Text of the user, or of a language.
    Code(String),
}

/// Splits a message at its backticks. An unpaired one is an ordinary character.
#[must_use]
pub fn segments(message: &str) -> Vec<Segment> {
    let mut found = Vec::new();
    let message = turning::marked(message.to_owned());
    let mut rest = message.as_str();
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, behind)) = after.split_once('`') else { break };
        if !before.is_empty() {
            found.push(Segment::Words(before.to_owned()));
        }
        if code.is_empty() {
            found.push(Segment::Words("``".to_owned()));
        } else {
            found.push(Segment::Code(code.to_owned()));
        }
        rest = behind;
    }
    if !rest.is_empty() {
        found.push(Segment::Words(rest.to_owned()));
    }
    found
}

/// Returns a message without the backticks around its code, for places that show plain text only.
#[must_use]
pub fn plain(message: &str) -> String {
    segments(message)
        .into_iter()
        .map(|segment| match segment {
            Segment::Words(text) | Segment::Code(text) => text,
        })
        .collect()
}

/// Shows a message with its code set as code.
#[component]
pub fn Prose(#[prop(into)] text: String) -> impl IntoView {
    segments(&text)
        .into_iter()
        .map(|segment| match segment {
            Segment::Words(words) => words.into_any(),
            Segment::Code(code) => view! { <code class="code">{code}</code> }.into_any(),
        })
        .collect_view()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("no key is called `x`"), "No key is called `x`.");
        assert_eq!(sentence("Really?"), "Really?");
        assert_eq!(sentence(""), "");
    }

    #[test]
    fn long_lists_end_in_a_number() {
        for (names, expected) in [
            (&[][..], ""),
            (&["a"][..], "`a`"),
            (&["a", "b"][..], "`a` and `b`"),
            (&["a", "b", "c", "d"][..], "`a`, `b`, `c` and `d`"),
            (&["a", "b", "c", "d", "e"][..], "`a`, `b`, `c` and 2 more"),
        ] {
            assert_eq!(listed(names), expected);
        }
    }

    #[test]
    fn backticks_set_code() {
        let words = |it: &str| Segment::Words(it.into());
        let code = |it: &str| Segment::Code(it.into());
        for (message, expected) in [
            ("no `a` here", vec![words("no "), code("a"), words(" here")]),
            ("`a`", vec![code("a")]),
            ("a ` alone", vec![words("a ` alone")]),
            ("`a` and `b", vec![code("a"), words(" and `b")]),
            ("", vec![]),
        ] {
            assert_eq!(segments(message), expected, "{message}");
        }
    }

    #[test]
    fn plain_text_has_no_backticks_around_code() {
        assert_eq!(plain("no `a` in `b`"), "no a in b");
        assert_eq!(plain("a ` alone"), "a ` alone");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567_u64), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(1200, "process"), "1\u{202f}200 processes");
    }
}
