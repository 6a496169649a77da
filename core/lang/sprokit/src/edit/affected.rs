//! Other open texts that a change of a text reaches: those that include it, and those that use its cluster.

use std::sync::Arc;

use crate::diagnostics::UNKNOWN_PROCESS;
use crate::file::File;
use crate::workspace;
use bobbin_core::Input;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::text::Files;

/// A text that a change may reach, as it is before.
pub(super) struct Affected {
    pub(super) file: File,
    /// True if it includes the text, directly or not.
    pub(super) includes: bool,
    /// True if the text itself is the definition of a cluster.
    is_own_cluster: bool,
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
        format!("`{}`, which {how}", self.file.input().path)
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
    let own = Files::normalise(&file.input().path);
    let is_own_cluster = file.model().is_cluster;
    let includes = |it: &File| workspace::parts(it).skip(1).any(|it| it == own);
    let affected = |file: File| {
        let includes = includes(&file);
        Affected { file, includes, is_own_cluster }
    };
    let is_used = |it: &Affected| it.includes && it.file.model().is_cluster;
    let reaching: Vec<Affected> =
        workspace::others(file, false).into_iter().map(affected).collect();
    if is_own_cluster || reaching.iter().any(is_used) {
        return workspace::others(file, true).into_iter().map(affected).collect();
    }
    reaching.into_iter().filter(|it| it.includes).collect()
}
