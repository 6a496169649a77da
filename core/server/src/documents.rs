//! The open documents.

mod dependants;
mod names;

use std::cell::RefCell;
#[cfg(feature = "native")]
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(feature = "native")]
use bobbin_core::text::ColumnUnit;
#[cfg(feature = "native")]
use bobbin_core::text::SourceText;
use bobbin_core::text::{Files, LineIndex};
use bobbin_core::{HostFacts, Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};
use bobbin_protocol as protocol;

use crate::included::{Disk, with_included};
use crate::words::file_name;
#[cfg(feature = "native")]
use crate::words::{clusters, names};
use crate::{Analysis, uri};

/// All open documents; each is a file that the others may include.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    /// The open documents, in the order they were opened.
    open: Vec<OpenDocument>,
    /// The texts by path; where several documents have one, that of the first in [`Documents::at`].
    files: Arc<Files>,
    /// The paths that several open documents have.
    shared: Vec<String>,
    /// The number of times that a file came, went or changed.
    n_turns: u64,
    /// The document that was renewed last, and the turn it is of.
    renewed: RefCell<Option<(String, u64, Rc<Analysis>)>>,
    /// The paths that are other names of files, with the files' own, as far as they were met.
    #[cfg(feature = "native")]
    other_names: RefCell<BTreeMap<String, String>>,
    host: Arc<HostFacts>,
    /// The language of documents that nothing else tells the language of.
    language: Option<LanguageId>,
    /// Finds included files that are not open.
    disk: Option<Disk>,
    #[cfg(feature = "native")]
    workspace: Workspace,
    /// The documents that were opened, changed or closed since [`Documents::parse`].
    changed: Vec<String>,
    /// The documents that were parsed since the client was told of them.
    untold: Vec<String>,
    /// The number of times that documents were parsed.
    #[cfg(feature = "native")]
    n_parses: u64,
}

/// The folders of the workspace, of which clusters count as if they were open.
#[cfg(feature = "native")]
#[derive(Debug, Default)]
struct Workspace {
    /// The paths of the folders.
    folders: Vec<String>,
    /// True if they were not looked through since they, or the files in them, became others.
    is_stale: bool,
    /// The number of times that the clusters in them became others.
    n_changes: u64,
}

/// The ending of cluster files.
const CLUSTER_ENDING: &str = ".cluster";

/// More clusters than anybody has; each is read for every text that speaks of one.
#[cfg(feature = "native")]
const MOST_BESIDE: usize = 1000;

/// One open document.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    pub(crate) uri: String,
    /// The path, normalised.
    path: String,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    /// The language, as the client says or as it was found out; `None` as long as nothing tells
    /// what it is.
    pub(crate) language: Option<LanguageId>,
    /// The files it includes that are not open, by path, as of the last look.
    read: Vec<String>,
    /// The analysis; of the newest text only after [`Documents::parse`].
    pub(crate) analysis: Option<Analysis>,
    /// [`Documents::n_turns`] when it was parsed.
    turn: u64,
    /// The fingerprint of the diagnostics that the client keeps for it, if it keeps them.
    pub(crate) published: Option<u64>,
}

impl OpenDocument {
    /// Returns the lines of the newest text, unless it is still to be parsed.
    pub(crate) fn lines(&self) -> Option<&LineIndex> {
        let snapshot = self.analysis.as_ref()?.snapshot();
        Arc::ptr_eq(snapshot.text(), &self.text).then(|| snapshot.lines())
    }

    /// Returns true if there is an error in the text, perhaps only because it stands alone.
    #[cfg(feature = "native")]
    pub(crate) fn has_error(&self) -> bool {
        self.analysis.as_ref().is_some_and(|it| it.n_errors() > 0)
    }
}

impl Documents {
    /// Creates documents of which none is open yet, and which may include files on `disk`.
    pub(crate) fn on_machine(host: HostFacts, disk: Disk) -> Documents {
        let host = HostFacts { has_all_files: true, ..host }.into();
        let mut files = Files::default();
        files.hide_marks();
        Documents { host, files: files.into(), disk: Some(disk), ..Documents::default() }
    }

    /// Says the language of documents that nothing else tells the language of.
    pub(crate) fn set_language(&mut self, language: Option<LanguageId>) {
        self.language = language;
    }

    /// Says in which unit the client counts columns.
    #[cfg(feature = "native")]
    pub(crate) fn set_column_unit(&mut self, unit: ColumnUnit) {
        Arc::make_mut(&mut self.files).set_column_unit(unit);
    }

    /// Indexes the lines of a text, with columns as the client counts them.
    pub(crate) fn lines_of(&self, text: &str) -> LineIndex {
        self.files.lines_of(text)
    }

    pub(crate) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.open.iter().find(|it| it.uri == uri)
    }

    fn get_mut(&mut self, uri: &str) -> Option<&mut OpenDocument> {
        self.open.iter_mut().find(|it| it.uri == uri)
    }

    /// Notes what the client was told of a document's diagnostics.
    pub(crate) fn note_published(&mut self, uri: &str, fingerprint: Option<u64>) {
        if let Some(document) = self.get_mut(uri) {
            document.published = fingerprint;
        }
    }

    /// Says of each edit of an open document which version of its text it is for.
    pub(crate) fn versioned(&self, mut plan: protocol::PlanResult) -> protocol::PlanResult {
        if let protocol::PlanResult::Edit { documents, .. } = &mut plan {
            for it in documents {
                it.version = self.get(&it.uri).map(|it| it.version);
            }
        }
        plan
    }

    /// Opens a document, or one that is open anew.
    pub(crate) fn open(&mut self, uri: &str, language: &str, version: i32, text: &str) {
        self.open.retain(|it| it.uri != uri);
        let path = Files::normalise(&uri::path(uri));
        self.open.push(OpenDocument {
            uri: uri.to_owned(),
            path: path.clone(),
            version,
            text: text.into(),
            language: LanguageId::from_name(language),
            read: Vec::new(),
            analysis: None,
            turn: 0,
            published: None,
        });
        #[cfg(feature = "native")]
        if let Some(real) = self.disk.and_then(|it| (it.real)(&path)).filter(|it| *it != path) {
            self.other_names.get_mut().insert(path.clone(), real);
        }
        self.note_shared(&path);
        self.note_change(uri);
    }

    /// Gives an open document another text.
    pub(crate) fn change(&mut self, uri: &str, version: i32, text: &str) {
        if let Some(document) = self.get_mut(uri) {
            document.version = version;
            document.text = text.into();
        }
        self.note_change(uri);
    }

    /// Returns a document among the texts that all others have now. One that depends on this one
    /// may have changed since this one was looked at, and what names things in both needs both as
    /// they are.
    pub(crate) fn current(&self, uri: &str) -> Option<Analysis> {
        self.current_among(uri, Vec::new())
    }

    /// Returns a document among the texts that all others have now, and those of `closed` files, by path.
    pub(crate) fn current_among(&self, uri: &str, closed: Vec<String>) -> Option<Analysis> {
        let document = self.get(uri)?;
        self.analysed(document, self.input(document), closed)
    }

    /// Returns a document among the texts that all others have now, if some became others since it was parsed: it
    /// is not parsed again for a file that it does not name, but what that declares can be named.
    pub(crate) fn renewed(&self, uri: &str) -> Option<Rc<Analysis>> {
        let document = self.get(uri).filter(|it| it.analysis.is_some())?;
        if document.turn == self.n_turns {
            return None;
        }
        let mut last = self.renewed.borrow_mut();
        // Asked about again and again, as at each place that the caret comes to, it is parsed once.
        if last.as_ref().is_none_or(|it| it.0 != uri || it.1 != self.n_turns) {
            *last = Some((uri.to_owned(), self.n_turns, Rc::new(self.current(uri)?)));
        }
        last.as_ref().map(|it| Rc::clone(&it.2))
    }

    /// Returns a document among the files that its language reads: of those that are open or were read, and
    /// of `listed` ones in that language, whose texts are empty here.
    pub(crate) fn among_own_kind(&self, uri: &str, listed: Vec<String>) -> Option<Analysis> {
        let document = self.get(uri)?;
        let language = document.language?;
        let mut input = document.analysis.as_ref()?.snapshot().input().clone();
        let files = Arc::make_mut(&mut input.files);
        let is_own = |it: &&OpenDocument| it.language == Some(language);
        let others = self.open.iter().filter(|it| !is_own(it));
        for path in others.map(|it| Files::normalise(&uri::path(&it.uri))) {
            // Another document at the same path may be in it.
            let is_at = |it: &OpenDocument| Files::normalise(&uri::path(&it.uri)) == path;
            if !self.shared.contains(&path) || !self.open.iter().filter(is_own).any(is_at) {
                files.remove(&path);
            }
        }
        for it in listed {
            if files.get(&it).is_none() {
                files.insert(&it, "".into());
            }
        }
        Some(Analysis::of(Snapshot::new(language.info(), input)))
    }

    /// Returns a document as it would be with another text, among the texts that all others have
    /// now.
    pub(crate) fn with_text(&self, uri: &str, text: &str) -> Option<Analysis> {
        let document = self.get(uri)?;
        let mut input = self.input(document);
        input.text = text.into();
        Arc::make_mut(&mut input.files).insert(&input.path, Arc::clone(&input.text));
        self.analysed(document, input, Vec::new())
    }

    fn analysed(
        &self,
        document: &OpenDocument,
        input: Input,
        closed: Vec<String>,
    ) -> Option<Analysis> {
        let language = document.language?;
        let snapshot = match self.disk {
            Some(disk) => {
                // What includes this one may include others, which are not open.
                let mut known = closed;
                for it in self.open.iter().flat_map(|it| &it.read) {
                    if !known.contains(it) {
                        known.push(it.clone());
                    }
                }
                with_included(language, input, disk, &mut known)
            }
            None => Snapshot::new(language.info(), input),
        };
        #[cfg(feature = "native")]
        self.note_names(&snapshot.input().files);
        Some(Analysis::of(snapshot))
    }

    /// Returns all documents, each among the texts that the others have now.
    pub(crate) fn all_current(&self) -> impl Iterator<Item = (&str, Analysis)> {
        self.open.iter().filter_map(|it| Some((it.uri.as_str(), self.current(&it.uri)?)))
    }

    /// Returns all documents whose language is known, in the order they were opened.
    pub(crate) fn analyses(&self) -> impl Iterator<Item = (&str, &Analysis)> {
        self.open.iter().filter_map(|it| Some((it.uri.as_str(), it.analysis.as_ref()?)))
    }

    fn input(&self, document: &OpenDocument) -> Input {
        Input {
            path: document.path.clone(),
            text: Arc::clone(&document.text),
            files: self.files_for(document),
            host: Arc::clone(&self.host),
        }
    }

    /// Closes a document; false if it was not open.
    pub(crate) fn close(&mut self, uri: &str) -> bool {
        let was_open = self.get(uri).is_some();
        if was_open {
            self.open.retain(|it| it.uri != uri);
            self.note_shared(&Files::normalise(&uri::path(uri)));
            self.untold.retain(|it| it != uri);
            self.renewed.take();
            self.note_change(uri);
        }
        was_open
    }

    /// True if included files are looked for on a disk.
    pub(crate) fn reads_files(&self) -> bool {
        self.disk.is_some()
    }

    /// Returns the text of the file at a path of the disk.
    #[cfg(feature = "native")]
    pub(crate) fn read_text(&self, path: &str) -> Option<Arc<str>> {
        Some(self.read_source(path)?.text)
    }

    /// Returns the text of the file at a path of the disk, with its encoding.
    #[cfg(feature = "native")]
    pub(crate) fn read_source(&self, path: &str) -> Option<SourceText> {
        (self.disk?.read)(path)
    }

    /// Returns the paths of the files below a folder of the disk that may be in one of our languages.
    #[cfg(feature = "native")]
    pub(crate) fn list(&self, folder: &str) -> Vec<String> {
        self.disk.map(|it| (it.list)(folder)).unwrap_or_default()
    }

    /// Reads a file that is not open, with all that it includes, and the paths of that and of the open
    /// clusters that it names; `None` if it is no text in one of our languages.
    #[cfg(feature = "native")]
    pub(crate) fn read_closed(&self, path: &str) -> Option<(Analysis, Vec<String>)> {
        let disk = self.disk?;
        let source = (disk.read)(path)?;
        let mut input = Input {
            path: Files::normalise(path),
            text: Arc::clone(&source.text),
            files: Arc::clone(&self.files),
            host: Arc::clone(&self.host),
        };
        if source.utf8_fault().is_some() || source.text.starts_with('\u{feff}') {
            Arc::make_mut(&mut input.files).insert_source(path, &source);
        }
        let language = language_at(path, &input.text)?;
        let mut read = Vec::new();
        let snapshot = with_included(language, input, disk, &mut read);
        self.note_names(&snapshot.input().files);
        let text = &snapshot.input().text;
        let open = self.files.paths().filter(|it| it.ends_with(CLUSTER_ENDING));
        let is_named = |path: &&str| {
            self.files.get(path).is_some_and(|it| clusters(it).any(|it| names(text, it)))
        };
        read.extend(open.filter(is_named).map(str::to_owned));
        Some((Analysis::of(snapshot), read))
    }

    /// Notes that files changed on the disk, so that they are read again. Of a document that is open
    /// the text counts that the client has.
    pub(crate) fn note_changes_on_disk(&mut self, uris: &[String]) {
        if !self.reads_files() {
            return;
        }
        // By their names alone: a folder may have several, through links.
        let paths = uris.iter().filter(|it| self.get(it).is_none()).map(|it| uri::path(it));
        let changed: Vec<String> = paths.map(|it| file_name(&it).to_owned()).collect();
        // It may be a folder that came or went, with all that is in it.
        let is_changed =
            |path: &String| path.split('/').any(|part| changed.iter().any(|it| it == part));
        let affected = self.open.iter().filter(|it| {
            let snapshot = it.analysis.as_ref().map(Analysis::snapshot);
            let missing = snapshot.map(|it| it.document().missing_files());
            let real = snapshot.into_iter().flat_map(|it| it.input().files.other_names());
            let known = it.read.iter().chain(missing.iter().flatten());
            known.chain(real.map(|it| &it.1)).any(is_changed)
        });
        for uri in affected.map(|it| it.uri.clone()).collect::<Vec<_>>() {
            self.note_change(&uri);
        }
        // One may be new, of which no text could say that it is missing.
        #[cfg(feature = "native")]
        if changed.iter().any(|it| it.ends_with(CLUSTER_ENDING))
            || self.host.beside.iter().any(is_changed)
            || uris
                .iter()
                .any(|it| self.disk.is_some_and(|disk| (disk.is_directory)(&uri::path(it))))
        {
            self.workspace.is_stale = true;
            self.note_all();
        }
    }

    /// Says what the surroundings are like, which all documents may depend on.
    pub(crate) fn set_host(&mut self, host: HostFacts) {
        let beside = self.host.beside.clone();
        let host = HostFacts { has_all_files: self.disk.is_some(), beside, ..host };
        if *self.host == host {
            return;
        }
        self.host = host.into();
        self.note_all();
    }

    /// Says which folders the workspace has.
    #[cfg(feature = "native")]
    pub(crate) fn set_folders(&mut self, folders: Vec<String>) {
        if self.workspace.folders != folders {
            self.workspace.folders = folders;
            self.workspace.is_stale = true;
            self.note_all();
        }
    }

    /// Finds the clusters in the folders of the workspace, if they may be others than before.
    #[cfg(feature = "native")]
    fn look_beside(&mut self) {
        if !std::mem::take(&mut self.workspace.is_stale) {
            return;
        }
        let folders = self.workspace.folders.iter();
        let mut beside: Vec<String> = folders
            .flat_map(|it| self.list(it))
            .filter(|it| it.ends_with(CLUSTER_ENDING))
            .map(|it| Files::normalise(&it))
            .collect();
        beside.sort();
        beside.dedup();
        beside.truncate(MOST_BESIDE);
        if self.host.beside != beside {
            Arc::make_mut(&mut self.host).beside = beside;
            self.workspace.n_changes += 1;
            // What was found beside a text before may be there no longer.
            self.open.iter_mut().for_each(|it| it.read.clear());
            self.note_all();
        }
    }

    /// Returns the number of times that the clusters of the workspace became others.
    #[cfg(feature = "native")]
    pub(crate) fn n_beside(&self) -> u64 {
        self.workspace.n_changes
    }

    /// Returns the number of times that documents were parsed.
    #[cfg(feature = "native")]
    pub(crate) fn n_parses(&self) -> u64 {
        self.n_parses
    }

    /// Returns true if the file at a path is open.
    #[cfg(feature = "native")]
    pub(crate) fn is_open(&self, path: &str) -> bool {
        self.files.get(path).is_some() || self.at_other_name(path, "").is_some()
    }

    /// Has the client told again of a document.
    #[cfg(feature = "native")]
    pub(crate) fn tell_again(&mut self, uri: &str) {
        if self.get(uri).is_some() && !self.untold.iter().any(|it| it == uri) {
            self.untold.push(uri.to_owned());
        }
    }

    /// Has the client told again of all documents with an error: they may be parts of files that are known
    /// only now.
    #[cfg(feature = "native")]
    pub(crate) fn tell_errors_again(&mut self) {
        let with_errors = self.open.iter().filter(|it| it.has_error());
        for uri in with_errors.map(|it| it.uri.clone()).collect::<Vec<_>>() {
            self.tell_again(&uri);
        }
    }

    /// Has all documents parsed again.
    fn note_all(&mut self) {
        for uri in self.open.iter().map(|it| it.uri.clone()).collect::<Vec<_>>() {
            self.note_change(&uri);
        }
    }

    fn note_change(&mut self, uri: &str) {
        if !self.changed.iter().any(|it| it == uri) {
            self.changed.push(uri.to_owned());
        }
    }

    /// Returns whether there is something to parse, or to tell the client.
    pub(crate) fn has_news(&self) -> bool {
        !self.changed.is_empty() || !self.untold.is_empty()
    }

    /// Returns the next document to tell the client of.
    pub(crate) fn next_untold(&mut self) -> Option<String> {
        self.parse();
        (!self.untold.is_empty()).then(|| self.untold.remove(0))
    }

    /// Parses all that has changed, and all documents that depend on it. Changes that came one after
    /// the other are parsed once.
    pub(crate) fn parse(&mut self) {
        // Files that are closed use clusters, too.
        #[cfg(feature = "native")]
        self.look_beside();
        if self.changed.is_empty() {
            return;
        }
        #[cfg(feature = "native")]
        {
            self.n_parses += 1;
        }
        let changed = std::mem::take(&mut self.changed);
        // The texts of each file, before and now; empty while it is closed.
        let mut texts: Vec<(Arc<str>, Arc<str>)> = Vec::new();
        let mut before_by_path: Vec<(String, Arc<str>)> = Vec::new();
        for uri in &changed {
            let path = Files::normalise(&uri::path(uri));
            if let Some(document) = self.open.iter_mut().find(|it| it.uri == *uri) {
                document.language = document
                    .language
                    .or_else(|| language_of(uri, &document.text))
                    .or(self.language);
            }
            let own = self.get(uri).map(|it| Arc::clone(&it.text));
            let first = self.at(&path, "").map(|it| Arc::clone(&it.text));
            let before = self.files.get(&path).cloned().unwrap_or_default();
            before_by_path.push((path.clone(), Arc::clone(&before)));
            texts.push((before, own.clone().unwrap_or_default()));
            if own != first || self.shared.contains(&path) {
                // What is at the path was perhaps that of another one with it, or has come just now.
                texts.push((Arc::default(), own.unwrap_or_default()));
            }
            let files = Arc::make_mut(&mut self.files);
            match first {
                Some(text) => files.insert(&path, text),
                None => files.remove(&path),
            }
            self.n_turns += 1;
        }
        let mut affected = self.affected(changed, &before_by_path);
        affected.extend(self.included_otherwise(&texts, &affected));
        self.parse_all(&affected);
        #[cfg(feature = "native")]
        affected.extend(self.judged_otherwise(&affected));
        for uri in affected {
            if !self.untold.contains(&uri) {
                self.untold.push(uri);
            }
        }
    }

    fn parse_all(&mut self, uris: &[String]) {
        #[cfg(feature = "native")]
        let before = self.included(uris);
        self.parse_each(uris);
        #[cfg(feature = "native")]
        self.forget_left(before);
    }

    /// Returns the paths that open documents include, of those for which files were read.
    #[cfg(feature = "native")]
    fn included(&self, uris: &[String]) -> Vec<(String, Vec<String>)> {
        let paths = |it: &OpenDocument| {
            let includes = it.analysis.as_ref()?.snapshot().document().includes();
            Some((it.uri.clone(), includes.into_iter().filter_map(|it| it.path).collect()))
        };
        let open = self.open.iter().filter(|it| !it.read.is_empty() && uris.contains(&it.uri));
        open.filter_map(paths).collect()
    }

    /// Parses documents anew that do not include any longer what was read for them: it may include them in
    /// turn, and what is said of a text must not depend on what stood there before.
    #[cfg(feature = "native")]
    fn forget_left(&mut self, before: Vec<(String, Vec<String>)>) {
        let now = self.included(&before.iter().map(|it| it.0.clone()).collect::<Vec<_>>());
        let mut left = Vec::new();
        for (uri, mut before) in before {
            let now = now.iter().find(|it| it.0 == uri).map(|it| &it.1);
            let Some(now) = now.filter(|it| **it != before) else { continue };
            before.retain(|it| !now.contains(it));
            if let Some(document) = self.get_mut(&uri)
                && document.read.iter().any(|it| before.contains(&Files::normalise(it)))
            {
                document.read.clear();
                left.push(uri);
            }
        }
        if !left.is_empty() {
            self.parse_each(&left);
        }
    }

    fn parse_each(&mut self, uris: &[String]) {
        let input = |it: &OpenDocument| uris.contains(&it.uri).then(|| self.input(it));
        let inputs: Vec<Option<Input>> = self.open.iter().map(input).collect();
        #[cfg(feature = "native")]
        let mut parsed = Vec::new();
        for (document, input) in self.open.iter_mut().zip(inputs) {
            let Some(input) = input else { continue };
            let earlier = document.analysis.take();
            let Some(language) = document.language else { continue };
            let snapshot = match self.disk {
                Some(disk) => with_included(language, input, disk, &mut document.read),
                None => Snapshot::new(language.info(), input),
            };
            #[cfg(feature = "native")]
            parsed.push(Arc::clone(&snapshot.input().files));
            document.analysis = Some(Analysis::of(snapshot).after(earlier));
            document.turn = self.n_turns;
        }
        #[cfg(feature = "native")]
        parsed.iter().for_each(|it| self.note_names(it));
    }
}

fn language_of(uri: &str, text: &str) -> Option<LanguageId> {
    language_at(&uri::path(uri), text)
}

fn language_at(path: &str, text: &str) -> Option<LanguageId> {
    match detect(path, text.as_bytes()) {
        Detected::Text { language, .. } => Some(language),
        Detected::Binary | Detected::Unknown | Detected::Unsupported(_) | Detected::LeftOut(_) => {
            None
        }
    }
}
