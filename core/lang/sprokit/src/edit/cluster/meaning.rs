//! The checks that a change across files keeps the meaning, and what both changes need.

use super::super::affected::affected;
use super::super::statements::elsewhere;
use super::flat;
use crate::check;
use crate::file::File;
use crate::model::HolderKind;
use crate::source::folder;
use crate::token::Kind;
use bobbin_core::Input;
use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::{Refusal, SourceChange};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::Files;

/// The section with all settings of the pipeline.
pub(super) const PIPELINE: &str = "_pipeline";

/// The section with the settings of single connections.
pub(super) const EDGES: &str = "_pipeline:_edge_by_conn";

/// Refuses what does not stand in the text itself from end to end.
pub(super) fn check_own(file: &File, span: TokenSpan) -> Result<(), Refusal> {
    let source = file.source();
    for at in (span.start.0..span.end.0).map(TokenIdx) {
        if !source.is_own(at) {
            return Err(elsewhere(file, at));
        }
        if source.kind(at) == Some(Kind::IncludeName) {
            return Err(Refusal {
                reason: "there is an include in between; remove it from the text first".to_owned(),
                at: Some(source.range(at)),
            });
        }
    }
    Ok(())
}

/// Returns the path of the file of a cluster of this name: beside the text.
pub(super) fn path_of(file: &File, name: &str) -> String {
    match folder(&file.input().path) {
        "" => format!("{name}.cluster"),
        folder => Files::normalise(&format!("{folder}/{name}.cluster")),
    }
}

/// True if a process of the text has this name.
pub(super) fn has_process(file: &File, name: &str) -> bool {
    file.model().processes().any(|(_, it, _)| it.path == name)
}

/// Returns the first word of the path of a section, which may be the name of a process.
pub(super) fn section_of(file: &File, kind: HolderKind) -> Option<(TokenIdx, &str)> {
    let HolderKind::Section { path } = kind else { return None };
    let (at, _) = file.source().significant_in(path).next()?;
    Some((at, file.source().text(at)))
}

/// Refuses a change after which the text would mean something else. `rename` makes of the name that
/// a process has before the one that it has behind the change.
pub(super) fn check_meaning(
    file: &File,
    change: &SourceChange,
    before_name: impl Fn(&str) -> String,
) -> Result<(), Refusal> {
    let mut input = file.input().clone();
    input.apply(change);
    let after = file.parse_other(&input);
    let old = flat::lines(file, &before_name)?;
    let new = flat::lines(&after, str::to_owned)?;
    if let Some(line) = difference(&old, &new) {
        let reason = format!("it would change what the pipeline means: `{line}`");
        return Err(Refusal::bad_value(reason));
    }
    let errors = |file: &File| {
        let all = check::findings(file).iter();
        all.filter(|it| it.code.severity == Severity::Error).cloned().collect::<Vec<_>>()
    };
    if let Some(it) = check::new_fault(&errors(file), &errors(&after)) {
        return Err(Refusal::bad_value(format!(
            "the pipeline would then have an error: {}",
            it.message
        )));
    }
    check_others(file, &input, before_name)
}

/// Refuses a change that takes something away which another open text names: one that includes the text, or, inside of
/// an instance, one that uses the cluster. A value would be lost there, or a connection (sprokit.md#clusters).
fn check_others(
    file: &File,
    input: &Input,
    before_name: impl Fn(&str) -> String,
) -> Result<(), Refusal> {
    for other in affected(file) {
        let after = other.after(input);
        let (before, now) = (check::findings(&other.file), check::findings(&after));
        if let Some(it) = check::new_fault(before, now) {
            return Err(Refusal::bad_value(format!(
                "it would leave a fault in {}: {}{}",
                other.words(),
                it.message,
                other.advice(it)
            )));
        }
        // What cannot be read as a whole has no meaning that could be lost.
        let lines = (flat::lines(&other.file, &before_name), flat::lines(&after, str::to_owned));
        if other.includes
            && let (Ok(old), Ok(new)) = lines
            && let Some(line) = difference(&old, &new)
        {
            return Err(Refusal::bad_value(format!(
                "it would change what {} means: `{line}`; move that into this file first",
                other.words()
            )));
        }
    }
    Ok(())
}

/// Returns what only one of two contents has; both are sorted.
fn difference<'l>(old: &'l [String], new: &'l [String]) -> Option<&'l str> {
    let missing = |from: &'l [String], others: &[String]| {
        from.iter().find(|it| others.binary_search(it).is_err())
    };
    let line = missing(old, new).or_else(|| missing(new, old));
    line.map(|it| it.split(" {").next().unwrap_or_default())
}

/// Puts new names into words: of many only the first.
pub(super) fn renamed(pairs: &[(String, String)]) -> Vec<String> {
    const MOST: usize = 3;
    let changed: Vec<_> = pairs.iter().filter(|it| it.0 != it.1).collect();
    // One more is named as shortly as it is counted.
    let n_named = if changed.len() == MOST + 1 { MOST + 1 } else { MOST };
    let named = changed.iter().take(n_named);
    let mut res: Vec<String> = named.map(|(old, new)| format!("`{old}` is now `{new}`")).collect();
    let rest = changed.len().saturating_sub(n_named);
    if rest > 0 {
        res.push(format!("{rest} more have new names"));
    }
    res
}
