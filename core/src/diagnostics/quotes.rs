//! Quoted texts in messages.

/// The number of characters of a quoted text above which it hides the end of its message.
const MOST: usize = 60;

/// Cuts long texts in backticks in the middle.
pub(super) fn with_short_quotes(message: String) -> String {
    if message.len() <= MOST {
        return message;
    }
    let mut parts: Vec<&str> = message.split('`').collect();
    // One with a backtick in it leaves open which of the others are the ends of quoted texts.
    if parts.len().is_multiple_of(2) {
        let outer = message.split_once('`').and_then(|(before, rest)| {
            let (quoted, after) = rest.rsplit_once('`')?;
            Some(vec![before, quoted, after])
        });
        parts = outer.unwrap_or_else(|| vec![&message]);
    }
    let short = |(nth, it): (usize, &str)| if nth % 2 == 1 { short(it) } else { it.to_owned() };
    parts.into_iter().enumerate().map(short).collect::<Vec<_>>().join("`")
}

/// Cuts a long text in the middle.
fn short(text: &str) -> String {
    let n = text.chars().count();
    if n <= MOST {
        return text.to_owned();
    }
    let first = text.chars().take(MOST / 2);
    first.chain(['…']).chain(text.chars().skip(n - MOST / 2 + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_keep_their_ends() {
        #[track_caller]
        fn check(message: &str, expected: &str) {
            assert_eq!(with_short_quotes(message.to_owned()), expected);
        }
        let same = "there is no quoted text in this message, which is longer than most of them are";
        check(same, same);
        let long = format!("{}{}", "é".repeat(50), "b".repeat(50));
        let short = format!("{}…{}", "é".repeat(30), "b".repeat(29));
        check(&format!("`{long}` is no `x`"), &format!("`{short}` is no `x`"));
        check(&format!("`y` is no `{long}`: {same}"), &format!("`y` is no `{short}`: {same}"));
        // A backtick of a value is no end of it.
        check(&format!("`{long}`{long}` is not so"), &format!("`{short}` is not so"));
        let alone = format!("a backtick ` alone: {long}");
        check(&alone, &alone);
        let exact = "x".repeat(60);
        check(&format!("`{exact}` is long"), &format!("`{exact}` is long"));
    }
}
