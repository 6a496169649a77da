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

/// The code and the line of an error.
type Place = (&'static str, u32);

/// The errors that a file tells of in those that it includes, by their paths and by their real ones.
#[derive(Debug)]
pub(crate) struct Said(BTreeMap<String, BTreeSet<Place>>);

impl Said {
    /// Notes what a file says.
    pub(crate) fn new(whole: &Snapshot) -> Said {
        let (mut res, mut lines) = (BTreeMap::<String, BTreeSet<Place>>::new(), BTreeMap::new());
        for it in whole.diagnostics() {
            let Some(place) = it.related.first() else { continue };
            let Some(path) = place.path.as_deref() else { continue };
            let Some(text) = whole.input().files.get(path) else { continue };
            let lines = lines.entry(path).or_insert_with(|| LineIndex::new(text));
            let line = lines.line(place.range.start());
            let place = (it.code.name, line);
            res.entry(path.to_owned()).or_default().insert(place);
            res.entry(whole.input().files.real(path).to_owned()).or_default().insert(place);
        }
        Said(res)
    }
}

/// The errors of a part as the files see it that include it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    errors: BTreeSet<Place>,
}

impl Context {
    /// Adds what a file says of the part that it includes by the path `part`.
    pub fn add(&mut self, whole: &Snapshot, part: &str) {
        self.add_said(&Said::new(whole), part);
    }

    /// Adds what a file says of the part that it includes by the path `part`.
    pub(crate) fn add_said(&mut self, said: &Said, part: &str) {
        self.errors.extend(said.0.get(part).into_iter().flatten());
    }

    /// Returns the context of another text of the part, with the errors of the lines that both have at
    /// their beginnings and their ends.
    pub(crate) fn moved(&self, before: &str, now: &str) -> Context {
        let n_same =
            |a: &mut dyn Iterator<Item = (&str, &str)>| a.take_while(|it| it.0 == it.1).count();
        let (n_before, n_now) = (before.lines().count(), now.lines().count());
        let n_first = n_same(&mut before.lines().zip(now.lines()));
        let n_last = n_same(&mut before.lines().rev().zip(now.lines().rev()));
        let moved = |&(code, line): &Place| {
            let line = line as usize;
            let behind = n_before.saturating_sub(line);
            let line = if line < n_first {
                line
            } else if behind <= n_last {
                n_now.checked_sub(behind)?
            } else {
                return None;
            };
            Some((code, line as u32))
        };
        Context { errors: self.errors.iter().filter_map(moved).collect() }
    }

    /// Returns true if a diagnostic of the part by itself counts: an error, if one of the files that
    /// include it has that, too.
    #[must_use]
    pub fn counts(&self, part: &Snapshot, it: &Diagnostic) -> bool {
        let line = part.lines().line(it.range.start());
        it.code.severity != Severity::Error || self.errors.contains(&(it.code.name, line))
    }
}
