//! Files of one call that others of them include, which are parts of those: what is changed in a part may
//! do them harm.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::{LineIndex, SourceText};
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;
use bobbin_server::Analysis;

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

/// Returns for each file the whole ones that it is a part of, by its includers and theirs: those that no
/// other includes. `includes` has what each includes itself.
pub(crate) fn wholes<'f>(files: &'f [Given], includes: &[&[PathBuf]]) -> Vec<Vec<&'f Path>> {
    let mut includers: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (idx, parts) in includes.iter().enumerate() {
        for part in *parts {
            includers.entry(part).or_default().push(idx);
        }
    }
    let includers_of = |idx: usize| {
        let path = files.get(idx).filter(|_| !includers.is_empty());
        let real = path.and_then(|it| fs::canonicalize(&it.path).ok());
        real.and_then(|it| includers.get(it.as_path())).cloned().unwrap_or_default()
    };
    let includers: Vec<Vec<usize>> = (0..files.len()).map(includers_of).collect();
    let wholes_of = |idx: usize| {
        let (mut seen, mut todo) = (BTreeSet::from([idx]), vec![idx]);
        let mut wholes = Vec::new();
        while let Some(it) = todo.pop() {
            let above = includers.get(it).map(Vec::as_slice).unwrap_or_default();
            if above.is_empty() && it != idx {
                wholes.extend(files.get(it).map(|it| it.path.as_path()));
            }
            todo.extend(above.iter().copied().filter(|&it| seen.insert(it)));
        }
        wholes
    };
    (0..files.len()).map(wholes_of).collect()
}

/// The errors of a part as the files see it that include it.
pub(crate) struct Context {
    /// Their codes and lines.
    errors: BTreeSet<(&'static str, u32)>,
}

impl Context {
    /// Reads the files that include a part; `None` if none can be read.
    pub(crate) fn read(
        part: &Path,
        wholes: &[&Path],
        language: Option<LanguageId>,
        host: &Arc<HostFacts>,
    ) -> Option<Context> {
        let mut errors = BTreeSet::new();
        let mut is_read = false;
        for whole in wholes.iter().filter_map(|it| load_to_check(it, language, host).ok()) {
            is_read = true;
            for name in names_of(&whole, part) {
                let Some(text) = whole.input().files.get(&name) else { continue };
                let lines = LineIndex::new(text);
                let all = whole.diagnostics().iter();
                let all = all.filter_map(|it| Some((it.code.name, it.related.first()?)));
                let its = all.filter(|it| it.1.path.as_ref() == Some(&name));
                errors.extend(its.map(|it| (it.0, lines.line(it.1.range.start()))));
            }
        }
        is_read.then_some(Context { errors })
    }

    /// Returns true if a diagnostic of the part by itself counts: an error, if one of the files that
    /// include it has that, too.
    pub(crate) fn counts(&self, part: &Snapshot, it: &Diagnostic) -> bool {
        let line = part.lines().line(it.range.start());
        it.code.severity != Severity::Error || self.errors.contains(&(it.code.name, line))
    }
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

    /// Returns true if one of the files has more errors or warnings with the `new` text of the part than
    /// with the `old` one, or as many and another meaning.
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

fn is_worse(old: &Analysis, new: &Analysis) -> bool {
    let counts = |it: &Analysis| (n_errors(it.snapshot()), n_grave(it.snapshot()));
    let ((old_errors, old_grave), (new_errors, new_grave)) = (counts(old), counts(new));
    let means_other = || old.compare(new).is_ok_and(|it| !it.is_empty());
    new_errors > old_errors || new_grave > old_grave || new_grave == old_grave && means_other()
}

/// Returns how many errors a text has.
pub(crate) fn n_errors(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity == Severity::Error).count()
}

/// Returns how many errors and warnings a text has.
pub(crate) fn n_grave(snapshot: &Snapshot) -> usize {
    snapshot.diagnostics().iter().filter(|it| it.code.severity != Severity::Hint).count()
}
