//! The rules for a fix in every language: its diagnostic is gone afterwards, no error is new, and
//! the edit can be taken back.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bobbin_core::Document;
use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use text_size::TextSize;

use crate::{Random, mutate};

/// A fix of a table: the code of the diagnostic, the label, the text before and after.
pub type FixRow = (&'static str, &'static str, &'static str, &'static str);

/// A fix that was carried out, with the diagnostics before and after it.
#[derive(Debug)]
pub struct Fixed<'d> {
    /// The text before the fix.
    pub text: &'d str,
    /// The diagnostics of the text.
    pub old: &'d [Diagnostic],
    /// The diagnostic that offers the fix.
    pub diagnostic: &'d Diagnostic,
    /// The fix itself.
    pub fix: &'d Fix,
    /// The text after the fix.
    pub after: &'d str,
    /// The diagnostics after the fix.
    pub new: &'d [Diagnostic],
}

impl Fixed<'_> {
    /// Returns true if the text has as many diagnostics that say the same as before, up to what the fix mends: what
    /// comes behind may have been hidden by it.
    pub fn is_left(&self) -> bool {
        let ends = self.fix.edit.replacements().iter().map(|it| it.range.end());
        let end = ends.fold(self.diagnostic.range.end(), TextSize::max);
        let rest = self.text.len().saturating_sub(end.into());
        let end_after = TextSize::try_from(self.after.len().saturating_sub(rest)).unwrap_or(end);
        let n_alike = |all: &[Diagnostic], end: TextSize| {
            let is_alike = |it: &&Diagnostic| {
                (it.code, &it.message) == (self.diagnostic.code, &self.diagnostic.message)
                    && it.range.start() <= end
            };
            all.iter().filter(is_alike).count()
        };
        n_alike(self.new, end_after) >= n_alike(self.old, end)
    }

    /// Returns the codes of errors of which the fix brings more.
    pub fn new_errors(&self) -> Vec<&'static str> {
        let (before, after) = (errors(self.old), errors(self.new));
        let is_more = |it: &(&&str, &usize)| *it.1 > before.get(*it.0).copied().unwrap_or_default();
        after.iter().filter(is_more).map(|it| *it.0).collect()
    }

    /// Lists what is wrong, beyond the text that it makes and new errors.
    pub fn faults(&self) -> Vec<String> {
        let mut res = Vec::new();
        if self.is_left() {
            res.push(format!("the diagnostic is still there: {}", self.diagnostic.message));
        }
        if self.fix.edit.invert(self.text).apply(self.after) != self.text {
            res.push("it cannot be taken back".to_owned());
        }
        res
    }
}

/// Counts the errors by code.
fn errors(all: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut res = BTreeMap::new();
    for it in all.iter().filter(|it| it.code.severity == Severity::Error) {
        *res.entry(it.code.name).or_default() += 1;
    }
    res
}

/// Carries out the fixes of a table. `faults` lists what is wrong with one, beyond the text that it
/// makes.
#[track_caller]
pub fn check_table(
    table: &[FixRow],
    diagnostics: impl Fn(&str) -> Vec<Diagnostic>,
    faults: impl Fn(&Fixed<'_>) -> Vec<String>,
) {
    let mut failed = Vec::new();
    for &(code, label, text, expected) in table {
        let old = diagnostics(text);
        let fixes = old.iter().flat_map(|it| it.fixes.iter().map(move |fix| (it, fix)));
        let mut fixes = fixes.filter(|(it, fix)| it.code.name == code && fix.label == label);
        let Some((diagnostic, fix)) = fixes.next() else {
            failed.push(format!("{code}, {label}: no such fix in {text:?}: {old:#?}"));
            continue;
        };
        let after = fix.edit.apply(text);
        let new = diagnostics(&after);
        let fixed = Fixed { text, old: &old, diagnostic, fix, after: &after, new: &new };
        let mut wrong = faults(&fixed);
        if after != expected {
            wrong.push(format!("expected {expected:?}"));
        }
        if !wrong.is_empty() {
            failed.push(format!("{code}, {label}: {after:?}\n    {}", wrong.join("\n    ")));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Carries out the fixes of `texts`, each as it is and in `n_rounds` random changes, at most `most`
/// of a kind. `faults` lists what is wrong with one; its flag is true for a changed text. Returns
/// the number of fixes of each kind.
#[track_caller]
pub fn check_all<K: Ord + Clone + Debug>(
    texts: &[String],
    (mut random, n_rounds, most): (Random, usize, usize),
    diagnostics: impl Fn(&str) -> Vec<Diagnostic>,
    kind: impl Fn(&Diagnostic, &Fix) -> K,
    faults: impl Fn(&Fixed<'_>, bool) -> Vec<String>,
) -> BTreeMap<K, usize> {
    let mut seen: BTreeMap<K, usize> = BTreeMap::new();
    let mut failed: BTreeMap<K, Vec<String>> = BTreeMap::new();
    for text in texts {
        for n in 0..=n_rounds {
            let text = if n == 0 { text.clone() } else { mutate(text, &mut random) };
            let old = diagnostics(&text);
            for (diagnostic, fix) in
                old.iter().flat_map(|it| it.fixes.iter().map(move |fix| (it, fix)))
            {
                let kind = kind(diagnostic, fix);
                let n_seen = seen.entry(kind.clone()).or_default();
                *n_seen += 1;
                if *n_seen > most {
                    continue;
                }
                let after = fix.edit.apply(&text);
                let new = diagnostics(&after);
                let fixed =
                    Fixed { text: &text, old: &old, diagnostic, fix, after: &after, new: &new };
                let wrong = faults(&fixed, n > 0);
                if !wrong.is_empty() {
                    let why = format!("{}: {wrong:?}\n{text:?}\n{after:?}", fix.label);
                    failed.entry(kind).or_default().push(why);
                }
            }
        }
    }
    let failed: Vec<String> = failed
        .into_iter()
        .flat_map(|(kind, why)| why.into_iter().take(3).map(move |it| format!("{kind:?}: {it}")))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    seen
}

/// Carries out the fixes in the other file `path`, whose text is `there`, and lists them with that
/// text afterwards; the diagnostics must be gone then. `parse` parses the main file beside a text of
/// the other one.
#[track_caller]
pub fn fixed_elsewhere<D: Document>(parse: impl Fn(&str) -> D, path: &str, there: &str) -> String {
    let file = parse(there);
    let mut res = String::new();
    for diagnostic in file.diagnostics() {
        for it in file.fixes_elsewhere(&diagnostic) {
            assert_eq!(it.change.edits.keys().collect::<Vec<_>>(), [path]);
            let after = it.change.edits[path].apply(there);
            let rest = parse(&after).diagnostics();
            assert!(!rest.contains(&diagnostic), "{} is still there", diagnostic.message);
            res += &format!("{}: {}\n{after}", diagnostic.code.name, it.label);
        }
    }
    res
}
