//! Making a cluster of processes, and putting the processes of a cluster in its place. Both keep
//! what the pipeline comes to in the end, but for the names of processes; a change that would not is
//! refused.

mod extract;
mod flat;
mod inline;
mod wider;

pub(super) use extract::extract;
pub(super) use inline::inline;
pub use wider::refactorings;

use super::statements::elsewhere;
use crate::check;
use crate::file::File;
use crate::model::HolderKind;
use crate::source::folder;
use crate::token::Kind;
use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::{Refusal, SourceChange};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::Files;

/// Where the settings of single connections stand.
const EDGES: &str = "_pipeline:_edge_by_conn";

/// Refuses what does not stand in the text itself from end to end.
fn check_own(file: &File, span: TokenSpan) -> Result<(), Refusal> {
    let source = &file.source;
    for at in (span.start.0..span.end.0).map(TokenIdx) {
        if !source.is_own(at) {
            return Err(elsewhere(file, at));
        }
        if source.kind(at) == Some(Kind::IncludeName) {
            return Err(Refusal {
                reason: "an include stands in between; take it out in the text first".to_owned(),
                at: Some(source.range(at)),
            });
        }
    }
    Ok(())
}

/// Where the file of a cluster of this name would lie: beside the text.
fn path_of(file: &File, name: &str) -> String {
    match folder(&file.input.path) {
        "" => format!("{name}.cluster"),
        folder => Files::normalise(&format!("{folder}/{name}.cluster")),
    }
}

/// Whether a process of the text has this name.
fn has_process(file: &File, name: &str) -> bool {
    file.model.processes().any(|(_, it, _)| it.path == name)
}

/// The path of a section with the name of a process as its first word: that word.
fn section_of(file: &File, kind: HolderKind) -> Option<(TokenIdx, &str)> {
    let HolderKind::Section { path } = kind else { return None };
    let (at, _) = file.source.significant_in(path).next()?;
    Some((at, file.source.text(at)))
}

/// Refuses a change after which the text would mean something else. `rename` makes of the name that
/// a process has before the one that it has behind the change.
fn check_meaning(
    file: &File,
    change: &SourceChange,
    before_name: impl Fn(&str) -> String,
) -> Result<(), Refusal> {
    let mut input = file.input.clone();
    input.apply(change);
    let after = file.parse_other(&input);
    let old = flat::lines(file, before_name)?;
    let new = flat::lines(&after, str::to_owned)?;
    let differs =
        old.iter().find(|it| !new.contains(it)).or(new.iter().find(|it| !old.contains(it)));
    if let Some(line) = differs {
        return Err(Refusal::bad_value(format!(
            "it would change what the pipeline means: `{}`",
            line.split(" {").next().unwrap_or_default()
        )));
    }
    let n_errors = |file: &File| {
        check::findings(file).iter().filter(|it| it.code.severity == Severity::Error).count()
    };
    if n_errors(&after) > n_errors(file) {
        let error = check::findings(&after).iter().find(|it| it.code.severity == Severity::Error);
        let why = error.map_or("", |it| it.message.as_str());
        return Err(Refusal::bad_value(format!("the pipeline would have a mistake then: {why}")));
    }
    Ok(())
}

/// New names in words: of many only the first.
fn renamed(pairs: &[(String, String)]) -> Vec<String> {
    const MOST: usize = 3;
    let changed = pairs.iter().filter(|it| it.0 != it.1);
    let mut res: Vec<String> =
        changed.clone().take(MOST).map(|(old, new)| format!("`{old}` is now `{new}`")).collect();
    let rest = changed.count().saturating_sub(MOST);
    if rest > 0 {
        res.push(format!("and so are {rest} others"));
    }
    res
}

#[cfg(test)]
mod tests;
