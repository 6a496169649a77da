//! Files that others include: what is wrong with one only because it stands alone is wrong with nothing
//! that there is.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::LineIndex;

/// Returns the whole files that one is a part of, by its includers and theirs: those that no other
/// includes. `includers` has for each file those that include it themselves.
#[must_use]
pub fn wholes<'p, P: Ord>(part: &'p P, includers: &'p BTreeMap<P, Vec<P>>) -> Vec<&'p P> {
    let (mut seen, mut todo) = (BTreeSet::from([part]), vec![part]);
    let mut wholes = Vec::new();
    while let Some(it) = todo.pop() {
        let above = includers.get(it).map(Vec::as_slice).unwrap_or_default();
        if above.is_empty() && it != part {
            wholes.push(it);
        }
        todo.extend(above.iter().filter(|&it| seen.insert(it)));
    }
    wholes
}

/// The errors of a part as the files see it that include it.
#[derive(Debug, Default)]
pub struct Context {
    /// Their codes and lines.
    errors: BTreeSet<(&'static str, u32)>,
}

impl Context {
    /// Adds what a file says of the part that it includes by the path `part`.
    pub fn add(&mut self, whole: &Snapshot, part: &str) {
        let Some(text) = whole.input().files.get(part) else { return };
        let lines = LineIndex::new(text);
        let all = whole.diagnostics().iter();
        let all = all.filter_map(|it| Some((it.code.name, it.related.first()?)));
        let its = all.filter(|it| it.1.path.as_deref() == Some(part));
        self.errors.extend(its.map(|it| (it.0, lines.line(it.1.range.start()))));
    }

    /// Returns true if a diagnostic of the part by itself counts: an error, if one of the files that
    /// include it has that, too.
    #[must_use]
    pub fn counts(&self, part: &Snapshot, it: &Diagnostic) -> bool {
        let line = part.lines().line(it.range.start());
        it.code.severity != Severity::Error || self.errors.contains(&(it.code.name, line))
    }
}
