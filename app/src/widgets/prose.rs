//! Messages with the user's text in backticks.

use leptos::prelude::*;

/// Returns a number with its noun: `1 row`, `2 rows`.
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
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
    let mut rest = message;
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
}
