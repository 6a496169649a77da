//! The mark by which `bobbin convert` and `bobbin graph` know a file that they wrote and that nobody has
//! edited since.

use bobbin_core::view::Converted;
use bobbin_languages::LanguageId;

/// The command that makes a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    Convert,
    Graph,
}

impl Maker {
    const ALL: [Maker; 2] = [Maker::Convert, Maker::Graph];

    /// Returns what the command is called.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Maker::Convert => "convert",
            Maker::Graph => "graph",
        }
    }

    /// Returns the words in front of the fingerprint. Files carry them: other words would make them
    /// strangers.
    fn words(self) -> String {
        let word = self.word();
        format!("Made by `bobbin {word}`, which replaces it unless it is edited:")
    }
}

/// Returns what a command made below a line with its mark; unchanged if its format has no comments.
pub(crate) fn marked(converted: &Converted, maker: Maker) -> Vec<u8> {
    let mut res = comment(converted).map(|it| mark(it, maker, &converted.data)).unwrap_or_default();
    res.extend_from_slice(&converted.data);
    res
}

/// Returns true for a file in the format of `converted` that is below the mark of all of it, by whichever
/// command: both make the same of a graph.
pub(crate) fn is_untouched(bytes: &[u8], converted: &Converted) -> bool {
    let Some(comment) = comment(converted) else { return false };
    let end = bytes.iter().position(|it| *it == b'\n');
    let parts = end.and_then(|it| bytes.split_at_checked(it + 1));
    parts.is_some_and(|(line, rest)| Maker::ALL.iter().any(|it| line == mark(comment, *it, rest)))
}

/// Returns the line above a file.
fn mark((open, close): (&str, &str), maker: Maker, rest: &[u8]) -> Vec<u8> {
    format!("{open} {} {:016x}{close}\n", maker.words(), fingerprint(rest)).into_bytes()
}

/// Returns what stands around a comment of one line.
fn comment(converted: &Converted) -> Option<(&'static str, &'static str)> {
    match converted.media_type {
        "text/vnd.graphviz" => Some(("//", "")),
        "text/vnd.mermaid" => Some(("%%", "")),
        "text/x-c" => Some(("/*", " */")),
        "image/svg+xml" => Some(("<!--", " -->")),
        _ => Some((LanguageId::from_name(converted.language?)?.info().comment, "")),
    }
}

/// FNV-1a: an edit is noticed, an attack need not be.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |all, &it| {
        (all ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(media_type: &'static str, language: Option<&'static str>) -> Converted {
        let data = b"one\ntwo\n".to_vec();
        Converted { file_name: "x".to_owned(), media_type, data, language, remarks: Vec::new() }
    }

    #[test]
    fn an_edit_ends_the_mark() {
        for (media_type, language, open) in [
            ("text/vnd.graphviz", None, "//"),
            ("text/x-c", None, "/*"),
            ("image/svg+xml", None, "<!--"),
            ("text/plain", Some("coil-hardware"), ";"),
            ("text/plain", Some("sprokit"), "#"),
        ] {
            let converted = converted(media_type, language);
            let file = marked(&converted, Maker::Convert);
            assert!(is_untouched(&marked(&converted, Maker::Graph), &converted), "{media_type}");
            assert!(file.starts_with(open.as_bytes()), "{media_type}");
            assert!(is_untouched(&file, &converted), "{media_type}");
            for at in 0..=file.len() {
                let mut edited = file.clone();
                edited.insert(at, b'x');
                assert!(!is_untouched(&edited, &converted), "{media_type}, {at}");
            }
        }
        for text in ["", "one\ntwo\n", "\n", "# one\n"] {
            assert!(!is_untouched(text.as_bytes(), &converted("text/plain", Some("sprokit"))));
        }
    }

    #[test]
    fn json_stays_as_it_is() {
        assert_eq!(marked(&converted("application/json", None), Maker::Graph), b"one\ntwo\n");
    }
}
