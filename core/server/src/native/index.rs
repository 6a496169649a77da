//! The files of the workspace that are not open: their items and what they include.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_core::text::Files;
use bobbin_protocol::Range;

use super::symbols::{self, Symbol};
use crate::documents::Documents;
use crate::{Analysis, uri};

/// What is known of the files in the workspace's folders. They are read when a request first needs
/// them, one after the other, and again after they have changed.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The folders, by their URIs.
    folders: Vec<String>,
    /// The paths of all files; `None` until the folders are looked through.
    listing: Option<Vec<String>>,
    /// The paths that are still to be read, the last ones first.
    todo: Vec<String>,
    /// The files by path. Nothing is known of one that is in no language of ours.
    files: BTreeMap<String, Option<IndexedFile>>,
}

/// A file that is not open.
#[derive(Debug)]
pub(super) struct IndexedFile {
    pub(super) symbols: Vec<Symbol>,
    /// The words that include files, with the path of the file if it was found.
    pub(super) includes: Vec<(Range, Option<String>)>,
    /// The paths of the files that were read because this one includes them.
    read: Vec<String>,
}

impl Index {
    pub(super) fn change_folders(&mut self, added: Vec<String>, removed: Vec<String>) {
        self.folders.retain(|it| !removed.contains(it));
        self.folders.extend(added);
        self.clear();
    }

    /// Forgets all files.
    pub(super) fn clear(&mut self) {
        self.listing = None;
        self.todo.clear();
        self.files.clear();
    }

    /// Forgets files that have changed, and those that include them.
    pub(super) fn forget(&mut self, uris: &[String]) {
        let changed: BTreeSet<String> =
            uris.iter().map(|it| Files::normalise(&uri::path(it))).collect();
        self.files.retain(|path, file| {
            let read = file.as_ref().map(|it| it.read.as_slice()).unwrap_or_default();
            !changed.contains(path) && !read.iter().any(|it| changed.contains(it))
        });
        // Some may be new, and a file that was not found may be there now.
        self.files.retain(|_, file| {
            file.as_ref().is_none_or(|it| it.includes.iter().all(|it| it.1.is_some()))
        });
        self.listing = None;
    }

    /// Returns true if all files are known.
    pub(super) fn is_complete(&mut self, documents: &Documents) -> bool {
        self.look_through(documents);
        self.todo.is_empty()
    }

    /// Returns the part of the files that are known, in percent.
    pub(super) fn percent(&self) -> usize {
        let n_known = self.files.len();
        (100 * n_known).checked_div(n_known + self.todo.len()).unwrap_or(100)
    }

    /// Reads one more file; false if all are known.
    pub(super) fn read_next(&mut self, documents: &Documents) -> bool {
        self.look_through(documents);
        let Some(path) = self.todo.pop() else { return false };
        let file = documents.read_closed(&path).map(|(analysis, read)| IndexedFile {
            symbols: symbols::of(&analysis),
            includes: includes_of(&analysis),
            read: read.iter().map(|it| Files::normalise(it)).collect(),
        });
        self.files.insert(path, file);
        !self.todo.is_empty()
    }

    /// Returns the files that are not open, with their URIs.
    pub(super) fn closed<'i>(
        &'i self,
        documents: &Documents,
    ) -> impl Iterator<Item = (String, &'i IndexedFile)> {
        let beside = self.folders.first().map_or("file:///", String::as_str);
        let files = self.files.iter().filter_map(|(path, file)| Some((path, file.as_ref()?)));
        files.filter_map(move |(path, file)| {
            let uri = documents.uri_of(path, beside);
            documents.get(&uri).is_none().then_some((uri, file))
        })
    }

    fn look_through(&mut self, documents: &Documents) {
        if self.listing.is_some() {
            return;
        }
        let folders = self.folders.iter().map(|it| uri::path(it));
        let mut paths: Vec<String> = folders.flat_map(|it| documents.list(&it)).collect();
        for it in &mut paths {
            *it = Files::normalise(it);
        }
        paths.sort();
        paths.dedup();
        self.files.retain(|it, _| paths.binary_search(it).is_ok());
        self.todo = paths.iter().filter(|it| !self.files.contains_key(*it)).cloned().collect();
        self.todo.reverse();
        self.listing = Some(paths);
    }
}

/// Returns the words of a text that include files, with the path of the file if it was found.
pub(super) fn includes_of(analysis: &Analysis) -> Vec<(Range, Option<String>)> {
    let own = &analysis.snapshot().input().path;
    let words = analysis.snapshot().document().includes().into_iter();
    let words =
        words.filter(|it| it.location.path.as_ref().is_none_or(|it| Files::normalise(it) == *own));
    words.map(|it| (analysis.lines().range(it.location.range), it.path)).collect()
}
