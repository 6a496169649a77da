//! `bobbin check --fix`: the fixes of diagnostics, written to their files.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{SourceText, slice};
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;

use crate::load::{load, parse, read, shown, write};
use crate::say::escaped;

/// A fix may bring another one into reach; more rounds that leave as much to mend as before are no
/// progress.
const MOST_ROUNDS: usize = 20;

/// Which fixes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those of errors and warnings that keep every letter and digit: they add, or change case,
    /// spaces and marks. What a hint is about is legal, so its fix changes what the text means.
    Keeping,
    /// All, also those that replace or remove.
    All,
}

/// Applies the fix of each diagnostic that has exactly one: of several, a person has to choose.
/// Writes the file if something changed, and returns the line to print.
///
/// # Errors
///
/// A message for the user if the file cannot be read or written, or has changed meanwhile.
pub(crate) fn fixed(
    path: &Path,
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
    scope: Scope,
) -> Result<String, String> {
    if path == Path::new("-") {
        return Err("standard input cannot be mended; name a file".to_owned());
    }
    let loaded = load(path, language, host)?;
    let language = LanguageId::from_name(loaded.snapshot.info().name);
    let language = language.ok_or_else(|| format!("{} has no language", shown(path)))?;
    let judge = |text: String| {
        let source = SourceText { text: text.into(), encoding: loaded.encoding };
        parse(language, &shown(path), &source, host)
    };
    let (snapshot, n_fixes) = mended(loaded.snapshot, scope, judge);
    if n_fixes == 0 {
        return Ok(String::new());
    }
    if read(path)? != loaded.bytes {
        return Err(format!("{} has changed meanwhile and is left as it is", shown(path)));
    }
    write(Some(path), &SourceText::encode(snapshot.text(), loaded.encoding))?;
    let s = if n_fixes == 1 { "fix" } else { "fixes" };
    Ok(escaped(&format!("{}: {n_fixes} {s} applied", shown(path))) + "\n")
}

/// Applies fixes in rounds, each judged anew, and returns the text and how many it took. A round
/// that leaves what it was to mend is taken back, and its fix is not tried again; where all fixes of a
/// round together make a text fail that passed, they are applied one by one.
fn mended(
    mut snapshot: Snapshot,
    scope: Scope,
    judge: impl Fn(String) -> Snapshot,
) -> (Snapshot, usize) {
    let mut n_fixes = 0;
    let mut useless = BTreeSet::new();
    let mut fewest = n_grave(&snapshot);
    let mut n_rounds = 0;
    let mut n_at_once = usize::MAX;
    while n_rounds < MOST_ROUNDS {
        let mut chosen = chosen(&snapshot, scope, &useless);
        chosen.truncate(n_at_once);
        let parts = chosen.iter().flat_map(|it| it.1.edit.replacements()).cloned().collect();
        let edit = TextEdit::from_replacements(parts);
        let text = edit.apply(snapshot.text());
        if text == **snapshot.text() {
            break;
        }
        let next = judge(text);
        // Each fix was tried alone where it is offered, but not together with the others.
        if chosen.len() > 1 && n_errors(&next) > 0 && n_errors(&snapshot) == 0 {
            n_at_once = 1;
            continue;
        }
        let failed: Vec<String> = chosen
            .iter()
            .filter(|(it, _)| {
                let n_chosen = chosen.iter().filter(|other| other.0.code == it.code).count();
                of_kind(&next, it).count() + n_chosen > of_kind(&snapshot, it).count()
                    && remains(it, &snapshot, &edit, &next)
            })
            .map(|(it, fix)| name(&snapshot, it, fix))
            .collect();
        if !failed.is_empty() {
            // Each name is new, so this comes to an end.
            useless.extend(failed);
            continue;
        }
        n_fixes += chosen.len();
        snapshot = next;
        let n = n_grave(&snapshot);
        n_rounds = if n < fewest { 0 } else { n_rounds + 1 };
        fewest = n.min(fewest);
    }
    (snapshot, n_fixes)
}

/// Returns how many errors a text has.
fn n_errors(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity == Severity::Error).count()
}

/// Returns how many errors and warnings a text has.
fn n_grave(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity != Severity::Hint).count()
}

/// Returns the fixes of a round: as long as an error has one, only the first, since the errors behind
/// it may follow from what it mends; then those of all diagnostics that do not touch each other.
fn chosen<'s>(
    snapshot: &'s Snapshot,
    scope: Scope,
    useless: &BTreeSet<String>,
) -> Vec<(&'s Diagnostic, &'s Fix)> {
    let all = snapshot.diagnostics().iter();
    let fixes: Vec<(&Diagnostic, &Fix)> = all
        .filter_map(|it| Some((it, lone_fix(snapshot, it, scope)?)))
        .filter(|(it, fix)| !useless.contains(&name(snapshot, it, fix)))
        .collect();
    if fixes.iter().any(|(it, _)| it.code.severity == Severity::Error) {
        // What is missing in a text is said at its start and added at its end.
        let place = |fix: &Fix| fix.edit.replacements().first().map(|it| it.range.start());
        let grave = fixes.into_iter().filter(|(it, _)| it.code.severity != Severity::Hint);
        return Vec::from_iter(grave.min_by_key(|(it, fix)| (place(fix), it.code.severity)));
    }
    let mut taken: Vec<&Replacement> = Vec::new();
    let mut res = Vec::new();
    for (it, fix) in fixes {
        let touches = |it: &Replacement| {
            taken.iter().any(|other| {
                other.range.start() <= it.range.end() && it.range.start() <= other.range.end()
            })
        };
        let parts = fix.edit.replacements();
        if !parts.iter().any(touches) {
            taken.extend(parts);
            res.push((it, fix));
        }
    }
    res
}

/// Returns the fix of a diagnostic if it is the only one and within the scope.
fn lone_fix<'s>(snapshot: &Snapshot, it: &'s Diagnostic, scope: Scope) -> Option<&'s Fix> {
    let [fix] = it.fixes.as_slice() else { return None };
    let parts = fix.edit.replacements();
    let is_wanted = match scope {
        Scope::All => true,
        Scope::Keeping => {
            it.code.severity != Severity::Hint
                && parts.iter().all(|it| keeps(slice(snapshot.text(), it.range), &it.text))
        }
    };
    (is_wanted && !parts.is_empty()).then_some(fix)
}

/// Returns what tells a fix from others, whatever happens to the lines in front of it.
fn name(snapshot: &Snapshot, it: &Diagnostic, fix: &Fix) -> String {
    let at = usize::from(it.range.start());
    let (before, behind) = snapshot.text().split_at_checked(at).unwrap_or_default();
    let start = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let end = behind.split(['\n', '\r']).next().unwrap_or_default();
    let line = &format!("{start}{end}");
    [it.code.name, &it.message, &fix.label, line].join("\n")
}

/// Returns the diagnostics with the code of the given one.
fn of_kind<'s>(snapshot: &'s Snapshot, it: &Diagnostic) -> impl Iterator<Item = &'s Diagnostic> {
    let code = it.code;
    snapshot.diagnostics().iter().filter(move |other| other.code == code)
}

/// Returns true if an edit left as many diagnostics of the same kind in the same line as there were.
fn remains(it: &Diagnostic, before: &Snapshot, edit: &TextEdit, after: &Snapshot) -> bool {
    let in_line = |snapshot: &Snapshot, line: u32| {
        let same = of_kind(snapshot, it);
        same.filter(|it| snapshot.lines().line(it.range.start()) == line).count()
    };
    let line = before.lines().line(it.range.start());
    // What the edit puts in front of the line moves it.
    let ends = |text: &str| text.matches('\n').count() as i64;
    let moved: i64 = edit
        .replacements()
        .iter()
        .filter(|part| part.range.end() <= it.range.start())
        .map(|part| ends(&part.text) - ends(slice(before.text(), part.range)))
        .sum();
    let moved_line = u32::try_from(i64::from(line) + moved).unwrap_or(line);
    in_line(after, moved_line) >= in_line(before, line)
}

/// Returns true if every letter and digit of `old` is in `new`, in the same order.
fn keeps(old: &str, new: &str) -> bool {
    let words =
        |text: &str| text.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
    let (old, new): (String, String) = (words(old), words(new));
    let mut new = new.chars();
    old.chars().all(|it| new.any(|other| other == it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_that_keeps_what_is_written_removes_no_letter() {
        assert!(keeps("cpu", "CPU"));
        assert!(keeps("k = 1\n", "# k = 1\n"));
        assert!(keeps("", "[Memory]\n"));
        assert!(keeps("  ", ""));
        assert!(!keeps("k = 1\n", ""));
        assert!(!keeps("b", "a"));
        assert!(!keeps("writter", "writer"));
    }
}
