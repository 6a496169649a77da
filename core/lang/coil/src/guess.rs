//! What a word that has no meaning was most likely meant for.

use bobbin_core::diagnostics::nearest;

/// Returns the boolean that `word`, which neither language takes for one, most likely stands for.
///
/// Words that say it otherwise come first: by its letters, `on` is a misspelt `no`.
pub(crate) fn boolean(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "y" | "t" | "enable" | "enabled" | "true" | "yes" | "1" => Some("true"),
        "off" | "of" | "n" | "f" | "disable" | "disabled" | "false" | "no" | "0" | "none"
        | "not" => Some("false"),
        // Of so few letters one more or less makes any word.
        short if short.chars().count() < 3 => None,
        _ => nearest(word, ["true", "false", "yes", "no"]),
    }
}

/// Returns the candidate that is nearest to `word`, if only one is: of short words, several are one letter
/// away.
pub(crate) fn only_nearest<'c, I>(word: &str, candidates: I) -> Option<&'c str>
where
    I: DoubleEndedIterator<Item = &'c str> + Clone,
{
    let last = nearest(word, candidates.clone().rev());
    nearest(word, candidates).filter(|it| last == Some(it))
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
            assert_eq!(boolean(word), expected, "{word}");
        }
    }

    #[test]
    fn what_may_be_several_is_none() {
        let units = ["CPU", "GPU", "DSP", "FPGA"];
        assert_eq!(only_nearest("XPU", units.into_iter()), None);
        assert_eq!(only_nearest("gpu", units.into_iter()), Some("GPU"));
        assert_eq!(only_nearest("FPAG", units.into_iter()), Some("FPGA"));
    }
}
