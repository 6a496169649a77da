//! Files whose names were taken when they were opened, and the sentence that tells of them.

use super::OpenFile;

/// A file whose name was taken by another open file.
pub struct Renamed {
    wanted: String,
    got: String,
}

impl Renamed {
    /// Returns what became of a name that a file was to have; `None` if it has it.
    #[must_use]
    pub fn of(wanted: &str, opened: &OpenFile) -> Option<Renamed> {
        (opened.name != wanted)
            .then(|| Renamed { wanted: wanted.to_owned(), got: opened.name.clone() })
    }
}

/// Returns a sentence that says which files have other names here, and that includes of the old names find the files
/// that were open before.
#[must_use]
pub fn renamed_in_words(renamed: &[Renamed]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<String> = renamed
        .iter()
        .take(SHOWN)
        .map(|Renamed { wanted, got }| format!("`{wanted}` is `{got}` here"))
        .collect();
    let more = match renamed.len().saturating_sub(SHOWN) {
        0 => String::new(),
        1 => ", and 1 more has another name".to_owned(),
        n => format!(", and {n} more have other names"),
    };
    let shown = shown.join(", ");
    match renamed {
        [Renamed { wanted, .. }] => format!(
            "{shown}, as the name was taken: what includes `{wanted}` reads the file that was open before."
        ),
        _ => format!(
            "{shown}{more}, as the names were taken: what includes them reads the files that were open before."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_taken_are_told_with_what_includes_them() {
        let renamed = |wanted: &str, got: &str| Renamed { wanted: wanted.into(), got: got.into() };
        assert_eq!(
            renamed_in_words(&[renamed("a.pipe", "a-2.pipe")]),
            "`a.pipe` is `a-2.pipe` here, as the name was taken: what includes `a.pipe` reads the file that was open before."
        );
        let four: Vec<Renamed> =
            ["a", "b", "c", "d"].iter().map(|it| renamed(it, &format!("{it}-2"))).collect();
        assert_eq!(
            renamed_in_words(&four),
            "`a` is `a-2` here, `b` is `b-2` here, `c` is `c-2` here, and 1 more has another name, as the names were taken: what includes them reads the files that were open before."
        );
    }
}
