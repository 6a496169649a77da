//! Other open texts that a change of a text reaches: those that include it, and those that use its cluster.

use std::sync::Arc;

use crate::check;
use crate::diagnostics::UNKNOWN_PROCESS;
use crate::file::File;
use crate::source::path_from;
use crate::workspace;
use bobbin_core::Input;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::SourceChange;
use bobbin_core::text::Files;

/// The number of texts that notes are about.
const MOST: usize = 3;

/// A text that a change may reach, as it is before.
pub(super) struct Affected {
    pub(super) file: File,
    /// True if it includes the text, directly or not.
    pub(super) includes: bool,
    /// True if the text itself is the definition of a cluster.
    is_own_cluster: bool,
    /// The path, as people read it in the edited text.
    shown: String,
}

impl Affected {
    /// Reads the text again behind a change that leaves the edited text and its files as in `input`.
    pub(super) fn after(&self, input: &Input) -> File {
        let mut files = (*input.files).clone();
        files.insert(&input.path, Arc::clone(&input.text));
        let text = files.get(&self.file.input().path).cloned().unwrap_or_default();
        let before = self.file.input().clone();
        self.file.parse_other(&Input { text, files: Arc::new(files), ..before })
    }

    /// Says which text it is, and how it has to do with the edited one.
    pub(super) fn words(&self) -> String {
        let how = match (self.includes, self.is_own_cluster) {
            (true, _) => "includes this file",
            (false, true) => "uses this cluster",
            (false, false) => "uses a cluster that includes this file",
        };
        format!("`{}`, which {how}", self.shown)
    }

    /// Says what to do about a fault that a change would leave there, behind a semicolon; nothing if there is no
    /// other way than to leave the inside of the cluster alone.
    pub(super) fn advice(&self, fault: &Diagnostic) -> &'static str {
        match self.includes {
            true if *fault.code == UNKNOWN_PROCESS => {
                "; move what names it there into this file first"
            }
            true => "; change that there first",
            false => "",
        }
    }
}

/// Finds the open texts that a change of the text may reach.
pub(super) fn affected(file: &File) -> Vec<Affected> {
    let own = workspace::one_name(file, &file.input().path);
    let is_own_cluster = file.model().is_cluster;
    let includes = |it: &File| workspace::parts(it).skip(1).any(|it| it == own);
    let affected = |file: File| {
        let includes = includes(&file);
        let shown = path_from(&file.input().path, &own);
        Affected { file, includes, is_own_cluster, shown }
    };
    let is_used = |it: &Affected| it.includes && it.file.model().is_cluster;
    let reaching: Vec<Affected> =
        workspace::others(file, false).into_iter().map(affected).collect();
    if is_own_cluster || reaching.iter().any(is_used) {
        return workspace::others(file, true).into_iter().map(affected).collect();
    }
    reaching.into_iter().filter(|it| it.includes).collect()
}

/// Tells the faults that a change leaves in other texts: one for each of them. What is wrong in the edited text
/// is no news about another one.
pub(super) fn notes(file: &File, after: &Input) -> Vec<String> {
    let own = Files::normalise(&file.input().path);
    let is_there = |it: &&Diagnostic| {
        let place = it.related.first().and_then(|it| it.path.as_deref());
        place.is_none_or(|it| Files::normalise(it) != own)
    };
    let faults = |file: &File| -> Vec<Diagnostic> {
        check::findings(file).iter().filter(is_there).cloned().collect()
    };
    let told = affected(file).into_iter().filter_map(|it| {
        let now = faults(&it.after(after));
        let fault = check::new_fault(&faults(&it.file), &now)?;
        Some(format!("{}, has a fault now: {}", it.words(), fault.message))
    });
    told.take(MOST).collect()
}

/// Adds to a change of the text what it leaves in others.
pub(super) fn with_notes(file: &File, mut change: SourceChange) -> SourceChange {
    let mut after = file.input().clone();
    after.apply(&change);
    change.notes.extend(notes(file, &after));
    change
}
