//! Texts of users in the Markdown of hovers and documentation.

use std::fmt::Display;

/// Returns a code span that shows `text` as it is, on one line: a backtick in it does not end the
/// span.
#[must_use]
pub fn code(text: impl Display) -> String {
    span(&text.to_string())
}

fn span(text: &str) -> String {
    let line = text.replace(['\n', '\r'], " ");
    if !line.contains('`') {
        return format!("`{line}`");
    }
    // As CommonMark has it: more backticks around than within, and a space that is not shown.
    let longest = line.split(|it| it != '`').map(str::len).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    format!("{ticks} {line} {ticks}")
}

/// Returns `text` in bold; nothing in it is taken for Markdown.
#[must_use]
pub fn bold(text: impl Display) -> String {
    let mut res = "**".to_owned();
    for it in text.to_string().chars() {
        match it {
            '\\' | '`' | '*' | '[' | '<' | '&' => res.extend(['\\', it]),
            '\n' | '\r' => res.push(' '),
            _ => res.push(it),
        }
    }
    res + "**"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_stay_in_their_span() {
        assert_eq!(code("a b"), "`a b`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("``"), "``` `` ```");
        assert_eq!(code("one\n\ntwo"), "`one  two`");
    }

    #[test]
    fn marks_in_bold_words_are_words() {
        assert_eq!(bold("a*b`c"), "**a\\*b\\`c**");
        assert_eq!(bold("MPI.MPI_Send"), "**MPI.MPI_Send**");
    }
}
