//! Files of one call that others of them include, which are parts of those: what is changed in a part may
//! do them harm.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::SourceText;
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;
use bobbin_server::{Analysis, Context};

use crate::files::Given;
use crate::load::{load_to_check, names_of, shown, sources, with_part};
use crate::paths::path_of;

/// Returns for each file those of the others that include it. `sources` has the real paths of the files
/// that each is made from.
pub(crate) fn including<'f>(
    files: &'f [Given],
    sources: &[&BTreeSet<PathBuf>],
) -> Vec<Vec<&'f Path>> {
    let real: Vec<Option<PathBuf>> =
        files.iter().map(|it| fs::canonicalize(&it.path).ok()).collect();
    let mut including: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for ((file, own), parts) in files.iter().zip(&real).zip(sources) {
        for part in parts.iter().filter(|it| own.as_ref() != Some(*it)) {
            including.entry(part).or_default().push(&file.path);
        }
    }
    let of = |part: &Option<PathBuf>| Some(including.get(part.as_deref()?)?.clone());
    real.iter().map(|it| of(it).unwrap_or_default()).collect()
}

/// Returns the files that a text is made from, by their real paths.
pub(crate) fn real_sources(snapshot: &Snapshot) -> BTreeSet<PathBuf> {
    sources(snapshot).into_iter().filter_map(|it| fs::canonicalize(it).ok()).collect()
}

/// Returns the files that a text includes itself, by their real paths.
pub(crate) fn includes_of(snapshot: &Snapshot) -> Vec<PathBuf> {
    let included = snapshot.document().includes().into_iter().filter_map(|it| it.path);
    let included: BTreeSet<String> = included.collect();
    included.iter().filter_map(|it| fs::canonicalize(path_of(it)).ok()).collect()
}

/// Returns for each file the whole ones that it is a part of. `includes` has what each includes itself.
pub(crate) fn wholes<'f>(files: &'f [Given], includes: &[&[PathBuf]]) -> Vec<Vec<&'f Path>> {
    if includes.iter().all(|it| it.is_empty()) {
        return files.iter().map(|_| Vec::new()).collect();
    }
    let real: Vec<Option<PathBuf>> =
        files.iter().map(|it| fs::canonicalize(&it.path).ok()).collect();
    let mut includers: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let mut named: BTreeMap<&Path, &Path> = BTreeMap::new();
    for ((file, real), parts) in files.iter().zip(&real).zip(includes) {
        let Some(real) = real else { continue };
        named.insert(real, &file.path);
        for part in *parts {
            includers.entry(part.clone()).or_default().push(real.clone());
        }
    }
    let of = |part: &Option<PathBuf>| {
        let found = part.as_ref().map(|it| bobbin_server::wholes(it, &includers));
        let found = found.unwrap_or_default().into_iter();
        found.filter_map(|it| named.get(it.as_path()).copied()).collect()
    };
    real.iter().map(of).collect()
}

/// Reads the errors of a part as the files see it that include it; `None` if none can be read.
pub(crate) fn context_of(
    part: &Path,
    wholes: &[&Path],
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
) -> Option<Context> {
    let mut res = None;
    for whole in wholes.iter().filter_map(|it| load_to_check(it, language, host).ok()) {
        let context: &mut Context = res.get_or_insert_default();
        names_of(&whole, part).iter().for_each(|it| context.add(&whole, it));
    }
    res
}

/// The files that include a part.
pub(crate) struct Includers<'a> {
    part: &'a Path,
    paths: &'a [&'a Path],
    language: Option<LanguageId>,
    host: &'a Arc<HostFacts>,
    /// The files themselves, once the part is to be mended.
    files: OnceCell<Vec<Snapshot>>,
    /// The paths of those that a fix would have harmed.
    harmed: RefCell<BTreeSet<String>>,
}

impl<'a> Includers<'a> {
    pub(crate) fn new(
        part: &'a Path,
        paths: &'a [&'a Path],
        language: Option<LanguageId>,
        host: &'a Arc<HostFacts>,
    ) -> Includers<'a> {
        Includers {
            part,
            paths,
            language,
            host,
            files: OnceCell::new(),
            harmed: RefCell::default(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns true if one of the files can be read less with the `new` text of the part than with the `old`
    /// one, or as well and has more errors or warnings, or as many and another meaning.
    pub(crate) fn are_harmed(&self, old: &SourceText, new: &SourceText) -> bool {
        let load = |path: &&Path| load_to_check(path, self.language, self.host).ok();
        let load_all = || self.paths.iter().filter_map(load).collect();
        let files: &Vec<Snapshot> = self.files.get_or_init(load_all);
        let harmed = files.iter().find(|it| {
            let with = |text| Some(Analysis::of(with_part(it, self.part, text)?));
            with(old).zip(with(new)).is_some_and(|(old, new)| is_worse(&old, &new))
        });
        let Some(harmed) = harmed else { return false };
        self.harmed.borrow_mut().insert(harmed.input().path.clone());
        true
    }

    /// Returns the line that says why fixes were left out, if some were.
    pub(crate) fn note(&self) -> Option<String> {
        let harmed = self.harmed.borrow();
        let first = harmed.first()?;
        let part = shown(self.part);
        let more = match harmed.len() {
            1 => "includes".to_owned(),
            n => format!("and {} more include", n - 1),
        };
        Some(format!(
            "{part}: fixes left out: {first} {more} it, and would get worse or mean something else"
        ))
    }
}

/// As long as a text cannot be read, what its statements mean together is not looked at: one that can be read
/// may have more to tell.
fn is_worse(old: &Analysis, new: &Analysis) -> bool {
    let (old_unread, new_unread) = (n_unread(old.snapshot()), n_unread(new.snapshot()));
    if old_unread != new_unread {
        return new_unread > old_unread;
    }
    let counts = |it: &Analysis| (n_errors(it.snapshot()), n_grave(it.snapshot()));
    let ((old_errors, old_grave), (new_errors, new_grave)) = (counts(old), counts(new));
    let means_other = || old.compare(new).is_ok_and(|it| !it.is_empty());
    new_errors > old_errors || new_grave > old_grave || new_grave == old_grave && means_other()
}

/// Returns how many places of a text cannot be read.
fn n_unread(snapshot: &Snapshot) -> usize {
    let is_unread = |it: &&Diagnostic| it.code.reference == Some("parse_error");
    snapshot.diagnostics().iter().filter(is_unread).count()
}

/// Returns how many errors a text has.
pub(crate) fn n_errors(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity == Severity::Error).count()
}

/// Returns how many errors and warnings a text has.
pub(crate) fn n_grave(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity != Severity::Hint).count()
}
