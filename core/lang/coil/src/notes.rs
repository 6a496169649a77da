//! What both languages say of a value.

/// The note of a refused value in whose place another one is shown: of a text with an error nothing is in
/// force (coil.md#validator-codes); it is not compiled.
pub(crate) const REFUSED: &str = "the value here makes the program refuse the file";

/// Returns where people may mean a comment to start in a value: at a mark that a blank follows or stands
/// before, unless quotes around it are closed. To the program it is a part of the value, of one whose
/// quotes are not closed, or stands right behind a word.
pub(crate) fn comment_in(value: &str, marks: &[char]) -> Option<usize> {
    let is_blank = |it: Option<char>| it.is_none_or(|it| it.is_whitespace());
    // A mark inside quotes that are open so far counts only if they are never closed.
    let (mut inside, mut is_open, mut is_escaped, mut before) = (None, false, false, None);
    for (at, it) in value.char_indices() {
        if it == '"' && !is_escaped {
            (inside, is_open) = (None, !is_open);
        } else if marks.contains(&it) && inside.is_none() {
            let next = value.get(at + 1..).and_then(|it| it.chars().next());
            if is_blank(before) || is_blank(next) {
                if !is_open {
                    return Some(at);
                }
                inside = Some(at);
            }
        }
        is_escaped = it == '\\' && !is_escaped;
        before = Some(it);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_in_a_value_is_found_unless_it_is_quoted() {
        let check = |value: &str, expected: Option<&str>| {
            let found = comment_in(value, &['#', ';']).and_then(|it| value.get(it..));
            assert_eq!(found, expected, "{value}");
        };
        check("R10# c", Some("# c"));
        check("\"x # c", Some("# c"));
        check("\"x\", \"y # c", Some("# c"));
        check("\"x # y\"", None);
        check("\"x # y\", a# c \"d", Some("# c \"d"));
        check("/opt/a#b;c", None);
        check("\"a \\\" # b\"", None);
        // Quotes behind the mark are a part of the comment, and a sign that is escaped escapes none.
        check("r10# see \"d\"", Some("# see \"d\""));
        check("r10# see \"d", Some("# see \"d"));
        check("\"a # b\\\\\"", None);
    }
}
