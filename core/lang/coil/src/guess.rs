//! What a word that has no meaning was most likely meant for.

use bobbin_core::diagnostics::{nearest, switch_meant};

/// Returns the boolean that `word`, which neither language takes for one, most likely stands for.
pub(crate) fn boolean(word: &str) -> Option<&'static str> {
    match switch_meant(word) {
        Some(is_on) => Some(if is_on { "true" } else { "false" }),
        // Of so few letters one more or less makes any word.
        None if word.chars().count() < 3 => None,
        None => nearest(word, ["true", "false", "yes", "no"]),
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
