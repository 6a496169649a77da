//! Which boolean a word that is none was meant for.

use bobbin_core::diagnostics::nearest;

/// Returns the boolean that `word`, which neither language takes for one, most likely stands for.
///
/// Words that say it otherwise come first: by its letters, `on` is a misspelt `no`.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "y" | "t" | "enable" | "enabled" | "true" | "yes" | "1" => Some("true"),
        "off" | "of" | "n" | "f" | "disable" | "disabled" | "false" | "no" | "0" | "none"
        | "not" => Some("false"),
        // Of so few letters one more or less makes any word.
        short if short.chars().count() < 3 => None,
        _ => nearest(word, ["true", "false", "yes", "no"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meaning_counts_before_the_letters() {
        for (word, expected) in [
            ("on", Some("true")),
            ("ON", Some("true")),
            ("off", Some("false")),
            ("n", Some("false")),
            ("ture", Some("true")),
            ("yess", Some("yes")),
            ("noo", Some("no")),
            ("to", None),
            ("maybe", None),
        ] {
            assert_eq!(meant(word), expected, "{word}");
        }
    }
}
