//! `bobbin check --fix`: the fixes of diagnostics, written to their files.

use std::path::Path;
use std::sync::Arc;

use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{SourceText, slice};
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;

use crate::load::{load, parse, read, shown, write};
use crate::say::escaped;

/// A fix may bring another one into reach; more rounds than this are no progress.
const MOST_ROUNDS: usize = 20;

/// Which fixes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those that keep every letter and digit: they add, or change case, spaces and marks.
    Keeping,
    /// Also those that replace or remove.
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
    let mut n_fixes = 0;
    let mut text = loaded.snapshot.text().to_string();
    let mut snapshot = loaded.snapshot;
    for _ in 0..MOST_ROUNDS {
        let (edit, n) = lone_fixes(&snapshot, scope);
        let next = edit.apply(&text);
        if n == 0 || next == text {
            break;
        }
        n_fixes += n;
        text = next;
        let source = SourceText { text: text.clone().into(), encoding: loaded.encoding };
        snapshot = parse(language, &shown(path), &source, host);
    }
    if n_fixes == 0 {
        return Ok(String::new());
    }
    if read(path)? != loaded.bytes {
        return Err(format!("{} has changed meanwhile and is left as it is", shown(path)));
    }
    write(Some(path), &SourceText::encode(&text, loaded.encoding))?;
    let s = if n_fixes == 1 { "fix" } else { "fixes" };
    Ok(escaped(&format!("{}: {n_fixes} {s} applied", shown(path))) + "\n")
}

/// Returns the fixes that are the only ones of their diagnostics and do not touch each other, and how
/// many they are.
fn lone_fixes(snapshot: &Snapshot, scope: Scope) -> (TextEdit, usize) {
    let mut taken: Vec<Replacement> = Vec::new();
    let mut n = 0;
    for it in snapshot.diagnostics() {
        let [fix] = it.fixes.as_slice() else { continue };
        let parts = fix.edit.replacements();
        let touches = |it: &Replacement| {
            taken.iter().any(|other| {
                other.range.start() <= it.range.end() && it.range.start() <= other.range.end()
            })
        };
        let is_wanted = scope == Scope::All
            || parts.iter().all(|it| keeps(slice(snapshot.text(), it.range), &it.text));
        if is_wanted && !parts.is_empty() && !parts.iter().any(touches) {
            taken.extend(parts.iter().cloned());
            n += 1;
        }
    }
    (TextEdit::from_replacements(taken), n)
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
