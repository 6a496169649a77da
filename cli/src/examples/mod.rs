//! An example of each code: a text that has it, and one that does not.
//!
//! The texts of a language are in the file of its name. `%% code` begins a text that has the code; names behind `with` are
//! codes that it cannot do without, those behind `leaves` codes that its other text has, and `as` stands in front of the end
//! of the file's name where it is not the usual one. The text without the code is what the first fix makes, or it follows
//! below `%% mended`.

use std::sync::Arc;

use bobbin_core::Input;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::text::Files;
use bobbin_languages::LanguageId;
use bobbin_protocol::{CodeExample, ExampleText};

/// The examples, by the stable names of the languages.
const SOURCES: [(&str, &str); 4] = [
    ("sprokit", include_str!("sprokit.txt")),
    ("pinsight", include_str!("pinsight.txt")),
    ("coil-hardware", include_str!("coil-hardware.txt")),
    ("coil-target", include_str!("coil-target.txt")),
];

/// An example as it is written in its file.
struct Source {
    code: String,
    /// Other codes of the text that has it.
    with: Vec<String>,
    /// Codes of the text that does not.
    leaves: Vec<String>,
    /// The end of the file's name.
    extension: String,
    failing: String,
    /// The text without the code; `None` for what the first fix makes.
    mended: Option<String>,
}

/// Returns the example of a code.
pub(crate) fn example(language: LanguageId, code: &str) -> Option<CodeExample> {
    let source = sources(language).into_iter().find(|it| it.code == code)?;
    let name = format!("{code}{}", source.extension);
    let all = diagnostics(language, &name, &source.failing);
    let mut own = all.iter().filter(|it| it.code.name == code);
    let (first, fix, mended) = match source.mended {
        Some(text) => (own.next()?, None, text),
        None => {
            let (first, fix) = own.find_map(|it| Some((it, it.fixes.first()?)))?;
            (first, Some(fix), fix.edit.apply(&source.failing))
        }
    };
    let marked = all.iter().filter(|it| it.code.name == code);
    let mut lines: Vec<u32> = marked.map(|it| line(&source.failing, it)).collect();
    lines.sort_unstable();
    lines.dedup();
    Some(CodeExample {
        message: first.message.clone(),
        fix: fix.map(|it| it.label.clone()),
        mended: ExampleText { lines: changed_lines(&source.failing, &mended), text: mended },
        failing: ExampleText { text: source.failing, lines },
        name,
    })
}

/// Reads the examples of a language.
fn sources(language: LanguageId) -> Vec<Source> {
    let info = language.info();
    let Some((_, text)) = SOURCES.iter().find(|it| it.0 == info.name) else { return Vec::new() };
    let usual = info.extensions.first().copied().unwrap_or_default();
    let mut sources: Vec<Source> = Vec::new();
    for line in text.split_inclusive('\n') {
        let source = sources.last_mut();
        match (line.trim_end().strip_prefix("%% "), source) {
            (Some("mended"), Some(source)) => source.mended = Some(String::new()),
            (Some(head), _) => sources.push(begun(head, usual)),
            (None, Some(source)) => match &mut source.mended {
                Some(text) => text.push_str(line),
                None => source.failing.push_str(line),
            },
            (None, None) => {}
        }
    }
    sources
}

/// Returns the example whose first line this is.
fn begun(head: &str, usual: &str) -> Source {
    let mut words = head.split(' ');
    let mut source = Source {
        code: words.next().unwrap_or_default().to_owned(),
        with: Vec::new(),
        leaves: Vec::new(),
        extension: usual.to_owned(),
        failing: String::new(),
        mended: None,
    };
    let mut sort = "";
    for word in words {
        match (word, sort) {
            ("as" | "with" | "leaves", _) => sort = word,
            (_, "as") => word.clone_into(&mut source.extension),
            (_, "leaves") => source.leaves.push(word.to_owned()),
            _ => source.with.push(word.to_owned()),
        }
    }
    source
}

fn diagnostics(language: LanguageId, name: &str, text: &str) -> Vec<Diagnostic> {
    let mut files = Files::default();
    files.insert(name, text.into());
    let input = Input { files: Arc::new(files), ..Input::alone(name, text) };
    language.parse(&input).diagnostics()
}

/// Returns the line of a diagnostic, counted from 0.
fn line(text: &str, diagnostic: &Diagnostic) -> u32 {
    let before = text.get(..diagnostic.range.start().into()).unwrap_or_default();
    u32::try_from(before.matches('\n').count()).unwrap_or_default()
}

/// Returns the lines of `new` that are not in the same place of `old`; with more or fewer lines, those between the lines
/// that both texts begin and end with.
fn changed_lines(old: &str, new: &str) -> Vec<u32> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old.len() == new.len() {
        let pairs = (0..).zip(old.iter().zip(&new));
        return pairs.filter(|(_, (a, b))| a != b).map(|(idx, _)| idx).collect();
    }
    let n_before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - n_before;
    let pairs = old.iter().rev().zip(new.iter().rev());
    let n_behind = pairs.take(rest).take_while(|(a, b)| a == b).count();
    (n_before..new.len() - n_behind).filter_map(|it| u32::try_from(it).ok()).collect()
}

/// The codes without an example: language, reason, names.
#[cfg(test)]
#[rustfmt::skip]
const WITHOUT: &[(&str, &str, &[&str])] = &[
    ("sprokit", "the character cannot be seen", &["byte-order-mark"]),
    ("sprokit", "the command alone knows which files there are", &["include-not-found", "include-unreadable", "include-directory"]),
    ("sprokit", "it is about the command line", &["bad-setting"]),
    ("sprokit", "it is about a catalogue", &["unread-catalogue"]),
    ("sprokit", "it takes a cluster in a file of its own beside the pipeline",
        &["cluster-type-mismatch", "cluster-flag-mismatch", "broken-cluster", "instance-override", "endless-cluster", "rival-clusters"]),
    ("sprokit", "the text would be too long to read", &["beyond-budget"]),
    ("pinsight", "the character cannot be seen", &["byte-order-mark"]),
    ("pinsight", "the text would be too long to read",
        &["line-too-long", "text-cut", "too-many-items", "region-table-full", "region-crash", "region-dropped", "knob-table-full"]),
    ("pinsight", "it takes a variable of the environment", &["mode-variable", "window-variable", "unknown-variable", "outdated-variable", "outdated-field"]),
    ("coil-hardware", "the file is no text", &["encoding"]),
    ("coil-hardware", "the character cannot be seen", &["lone-cr"]),
    ("coil-hardware", "it is about the binary form", &["magic", "truncated", "compressed", "reserved-bytes", "feature-size"]),
    ("coil-hardware", "it is said on demand only", &["unknown-resource-left-out", "architecture-left-out"]),
    ("coil-hardware", "the text would be too long to read", &["beyond-budget", "unlisted-problems"]),
    ("coil-target", "the file is no text", &["encoding"]),
    ("coil-target", "it takes more than 32 files", &["include-depth"]),
    ("coil-target", "it is said on demand only", &["vendor-section"]),
    ("coil-target", "the text would be too long to read", &["beyond-budget"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the codes that a text has, each once.
    fn codes(language: LanguageId, name: &str, text: &str) -> Vec<&'static str> {
        let all = diagnostics(language, name, text);
        let mut codes: Vec<&str> = all.iter().map(|it| it.code.name).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    #[test]
    fn changed_lines_stand_out() {
        assert_eq!(changed_lines("a\nb\nc\n", "x\nb\ny\n"), [0, 2]);
        assert_eq!(changed_lines("a\nb\nc\n", "a\nx\ny\nc\n"), [1, 2]);
        assert_eq!(changed_lines("a\nb\nc\n", "a\nc\n"), [0; 0]);
    }

    #[test]
    fn examples_have_their_code_and_lose_it() {
        let mut wrong = Vec::new();
        for language in LanguageId::ALL {
            let info = language.info();
            let sources = sources(language);
            for source in &sources {
                let code = source.code.as_str();
                let name = format!("{code}{}", source.extension);
                let mut fault = |what: String| wrong.push(format!("{}: {code} {what}", info.name));
                if sources.iter().filter(|it| it.code == code).count() > 1 {
                    fault("stands there twice".to_owned());
                }
                let found = codes(language, &name, &source.failing);
                let mut expected: Vec<&str> = source.with.iter().map(String::as_str).collect();
                expected.push(code);
                expected.sort_unstable();
                if found != expected {
                    fault(format!("has {found:?}"));
                }
                let Some(example) = example(language, code) else {
                    fault("has no such fix".to_owned());
                    continue;
                };
                let left = codes(language, &name, &example.mended.text);
                if left.iter().any(|it| {
                    *it == code
                        || !(expected.contains(it) || source.leaves.iter().any(|left| left == it))
                }) {
                    fault(format!(
                        "leaves {left:?} by {:?} in {:?}",
                        example.fix, example.mended.text
                    ));
                }
                if example.failing.text.matches('\n').count() > 15 {
                    fault("is too long".to_owned());
                }
            }
            for code in info.codes {
                let has_example = sources.iter().any(|it| it.code == code.name);
                let is_without =
                    WITHOUT.iter().any(|it| it.0 == info.name && it.2.contains(&code.name));
                if has_example == is_without {
                    wrong.push(format!("{}: {} example {has_example}", info.name, code.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
