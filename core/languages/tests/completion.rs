//! Laws of completion at the places of all texts: what is offered fits its place.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that panics has found something")]

use std::collections::BTreeSet;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{len, slice};
use bobbin_core::view::{Completion, rest_of_line};
use bobbin_core::{Input, Snapshot};
use bobbin_languages::LanguageId;
use text_size::{TextRange, TextSize};

use bobbin_testing::{all_texts, n_rounds};

/// The codes of errors in the form of a text, rather than in what it says.
const ABOUT_FORM: [&str; 29] = [
    // Sprokit, and most of them in the others.
    "syntax",
    "unknown-statement",
    "reserved-word",
    "reserved-key-part",
    "missing-type",
    "incomplete-connection",
    "incomplete-mapping",
    "section-header",
    "missing-assignment",
    "key-character",
    "legacy-entry",
    "flag-list",
    "bad-flag-list",
    "entry-outside",
    "block-outside",
    "unmatched-endblock",
    "misplaced-relativepath",
    "cluster-not-first",
    "mapping-outside",
    "block-in-header",
    "stray-description",
    "missing-description",
    // PInsight.
    "missing-bracket",
    "reading-stopped",
    "bad-id-list",
    // COIL.
    "key-outside-section",
    "bad-mapping",
    "section-name",
    "include-syntax",
];

/// The longest text whose places are tried, in bytes.
const LONGEST: usize = 2_500;

/// The number of words that are accepted at a place.
const WORDS: usize = 5;

/// Returns the errors in the form of a text.
fn errors(snapshot: &Snapshot) -> impl Iterator<Item = &Diagnostic> {
    let errors = snapshot.diagnostics().iter().filter(|it| it.code.severity == Severity::Error);
    errors.filter(|it| ABOUT_FORM.contains(&it.code.name))
}

/// Returns true if a word is a beginning, after which more has to be written.
fn goes_on(it: &Completion, behind: &str) -> bool {
    let behind = behind.split(['#', ';']).next().unwrap_or_default();
    // Flags stand in front of a sign and a value.
    let is_flag = it.class == TokenClass::Flag && it.insert.ends_with(']');
    let is_beginning = it.class == TokenClass::Keyword && it.label != "endblock";
    behind.trim().is_empty()
        && (is_beginning
            || is_flag
            || it.insert.ends_with([' ', '(', '.', ':', '{'])
            || it.insert.ends_with("0x"))
}

/// Checks the words at a place; notes what is wrong with them, and returns how many were accepted.
fn check_place(
    (language, path): (LanguageId, &str),
    snapshot: &Snapshot,
    at: TextSize,
    faults: &mut Vec<String>,
) -> usize {
    let text: &str = snapshot.text();
    let before = slice(text, TextRange::up_to(at));
    let start = before.rsplit('\n').next().unwrap_or_default();
    let line_start = at - len(start);
    let mut note = |fault: String| {
        faults.push(format!("{path}: {start:?} | {:?}: {fault}", rest_of_line(text, at)));
    };
    let words = snapshot.document().completions(at);
    let is_comment = snapshot
        .highlights()
        .iter()
        .any(|it| it.class == TokenClass::Comment && it.range.start() < at && at <= it.range.end());
    if is_comment && !words.is_empty() {
        note("words in a comment".to_owned());
    }
    let mut labels = BTreeSet::new();
    for it in &words {
        if !labels.insert(&it.label) {
            note(format!("{:?} is there twice", it.label));
        }
        let replaced = slice(text, it.range);
        if !it.range.contains_inclusive(at) || replaced.contains(['\n', '\r']) {
            note(format!("{:?} replaces {replaced:?}", it.label));
        }
    }
    let step = words.len().div_ceil(WORDS).max(1);
    let mut n_accepted = 0;
    for it in words.iter().step_by(step) {
        if goes_on(it, rest_of_line(text, it.range.end())) {
            continue;
        }
        n_accepted += 1;
        let mut after = text.to_owned();
        after.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert);
        let line = TextRange::at(line_start, len(rest_of_line(&after, line_start)));
        let snapshot = Snapshot::new(language.info(), Input::alone(path, &after));
        for error in errors(&snapshot).filter(|it| line.contains_range(it.range)) {
            note(format!("{:?} makes {:?}: {}", it.label, slice(&after, line), error.code.name));
        }
    }
    n_accepted
}

#[test]
fn words_fit_their_places() {
    let n_places = n_rounds(25, 400);
    let mut faults = Vec::new();
    for language in LanguageId::ALL {
        let mut n_accepted = 0;
        for (path, text) in all_texts(language.info()) {
            let snapshot = Snapshot::new(language.info(), Input::alone(&path, &text));
            if text.len() > LONGEST || errors(&snapshot).next().is_some() {
                continue;
            }
            let places = (0..=text.len()).filter(|&it| {
                let is_in_line_end = text.get(..it).is_some_and(|it| it.ends_with('\r'))
                    && text.get(it..).is_some_and(|it| it.starts_with('\n'));
                text.is_char_boundary(it) && !is_in_line_end
            });
            for at in places.step_by((text.len() / n_places).max(1)) {
                let at = TextSize::new(u32::try_from(at).unwrap());
                n_accepted += check_place((language, &path), &snapshot, at, &mut faults);
            }
        }
        assert!(n_accepted > 100, "{}: {n_accepted}", language.info().name);
    }
    let some: Vec<String> =
        faults.iter().step_by(faults.len().div_ceil(40).max(1)).cloned().collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), some.join("\n"));
}

/// Checks the words at the place of a token that is taken away from a text, in front of a comment: that, and keywords
/// and keys behind the word there, have to stay. Returns how many were accepted.
fn check_gap(
    (language, path): (LanguageId, &str),
    text: &str,
    token: TextRange,
    faults: &mut Vec<String>,
) -> usize {
    let at = token.start();
    let note = if language == LanguageId::CoilHardware { " ; kept" } else { " # kept" };
    let mut damaged = text.to_owned();
    damaged.insert_str(usize::from(token.end() + len(rest_of_line(text, token.end()))), note);
    damaged.replace_range(std::ops::Range::<usize>::from(token), "");
    let snapshot = Snapshot::new(language.info(), Input::alone(path, &damaged));
    let kept = [TokenClass::Comment, TokenClass::Keyword, TokenClass::Key];
    let kept = snapshot.highlights().iter().filter(|it| kept.contains(&it.class));
    // What is typed of a word is what the editor filters by, and the rest of the word goes with it.
    let behind = rest_of_line(&damaged, at);
    let word_end = at + len(behind.split([' ', '\t']).next().unwrap_or_default());
    let kept: Vec<_> = kept.filter(|it| it.range.start() >= word_end).collect();
    let words = snapshot.document().completions(at);
    let step = words.len().div_ceil(WORDS).max(1);
    let mut n_accepted = 0;
    for it in words.iter().step_by(step) {
        n_accepted += 1;
        let mut after = damaged.clone();
        after.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert);
        let is_lost = !rest_of_line(&after, it.range.start()).ends_with(note)
            || kept.iter().any(|kept| {
                kept.range.intersect(it.range).is_some_and(|both| !both.is_empty())
                    && !it.insert.contains(slice(&damaged, kept.range))
            });
        if is_lost {
            let before =
                slice(&damaged, TextRange::up_to(at)).rsplit('\n').next().unwrap_or_default();
            let (behind, replaced) = (rest_of_line(&damaged, at), slice(&damaged, it.range));
            faults.push(format!(
                "{path}: {before:?} | {behind:?}: {:?} replaces {replaced:?}",
                it.label
            ));
        }
    }
    n_accepted
}

#[test]
fn what_stands_around_a_missing_word_stays() {
    let n_tokens = n_rounds(25, 400);
    let mut faults = Vec::new();
    for language in LanguageId::ALL {
        let mut n_accepted = 0;
        for (path, text) in all_texts(language.info()) {
            let snapshot = Snapshot::new(language.info(), Input::alone(&path, &text));
            if text.len() > LONGEST || errors(&snapshot).next().is_some() {
                continue;
            }
            let tokens = snapshot.highlights();
            let step = (tokens.len() / n_tokens).max(1);
            // Some programs read lines of a thousand bytes in pieces.
            let is_short = |at: TextSize| {
                let before = slice(&text, TextRange::up_to(at)).rsplit('\n').next();
                before.map_or(0, str::len) + rest_of_line(&text, at).len() < 900
            };
            let tokens = tokens
                .iter()
                .filter(|it| it.class != TokenClass::Comment && is_short(it.range.start()));
            for it in tokens.step_by(step) {
                n_accepted += check_gap((language, &path), &text, it.range, &mut faults);
            }
        }
        assert!(n_accepted > 100, "{}: {n_accepted}", language.info().name);
    }
    let some: Vec<String> =
        faults.iter().step_by(faults.len().div_ceil(40).max(1)).cloned().collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), some.join("\n"));
}
