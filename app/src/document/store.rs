//! The open documents, and everything known about each.

use std::sync::Arc;

use bobbin_protocol::{Encoding, LanguageInfo, Position, ViewKind};
use leptos::prelude::*;

use super::before::Before;
use super::open_file::{line_ends, uri_of};
use super::unwritten;
use crate::following::memo;
use crate::platform::changes;
use crate::platform::database::{Entry, StorageFault};
use crate::platform::editor::{self, OpenDocument, WorkerState};
use crate::platform::frame;
use crate::platform::turning;
use crate::platform::window::{self, A_MOMENT};

pub use super::open_file::{Caret, DEATHS_ALLOWED, FileId, History, NewFile, OpenFile, Target};

/// The number of closed files that can be opened again.
const MAX_CLOSED: usize = 20;

/// A file that was closed.
pub struct ClosedFile {
    pub id: FileId,
    pub file: NewFile,
    /// The order of the files when it was open.
    order: Arc<[FileId]>,
}

/// The state of the browser's storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageState {
    /// It is being opened; nothing is stored yet.
    Opening,
    Open,
    /// The browser forbids it, for this reason.
    Forbidden(String),
    /// A later version of the page has taken it over.
    Superseded,
}

/// The place of something that this version of the page cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadPlace {
    /// A row of the browser's storage, and the tab that it belongs to.
    Stored { id: String, tab: String },
    /// An item of the `localStorage`, by its full name.
    Legacy(String),
}

/// Something that the browser keeps of an earlier time and this version of the page cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadDraft {
    pub place: UnreadPlace,
    /// The name to show.
    pub name: String,
    /// Its text, as far as one can be made out, or else all of it.
    pub text: String,
}

/// A file with changes that are neither on disk nor kept by the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unkept {
    pub name: String,
    pub cause: UnkeptCause,
}

/// The reason for which the browser does not keep a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnkeptCause {
    Refused(StorageFault),
    /// It has not answered for some time.
    Late,
}

/// The files that are shown as they are opened. While many are opened only one is, since each that is shown is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    /// The first of them, unless one is shown already.
    First,
    Only(FileId),
    /// One that comes late: unless the person has gone on since. Who types on would write into it.
    Since(Before),
}

/// Files of which not each is shown as it is opened while this is there, whatever else is opened.
#[must_use]
pub struct OpeningMany {
    documents: DocumentStore,
    nth: u32,
}

impl Drop for OpeningMany {
    fn drop(&mut self) {
        self.documents.showing.update_value(|it| it.retain(|(nth, _)| *nth != self.nth));
    }
}

/// All open files. The only writer of the list; a text is written through the editor.
#[derive(Clone, Copy)]
pub struct DocumentStore {
    pub files: RwSignal<Vec<Arc<OpenFile>>>,
    active_id: RwSignal<Option<FileId>>,
    /// The file that is shown.
    pub active: Memo<Option<Arc<OpenFile>>>,
    /// The languages that the server can read.
    pub languages: RwSignal<Arc<Vec<LanguageInfo>>>,
    pub worker: RwSignal<WorkerState>,
    pub worker_failure: RwSignal<String>,
    /// Counts changes of any text, for whoever stores them.
    pub changes: RwSignal<u32>,
    /// The files that were closed since the page was loaded, by what closed them, the last at the end.
    pub closed: StoredValue<Vec<Vec<ClosedFile>>>,
    /// Called with each file that the user closes, while its text is still there.
    pub before_close: StoredValue<Option<Callback<Arc<OpenFile>>>>,
    /// The files that are shown as they are opened, for each of the bunches that are being opened.
    showing: StoredValue<Vec<(u32, Showing)>>,
    pub storage: RwSignal<StorageState>,
    /// The stored files that this start left alone, since earlier ones failed with them.
    pub held: RwSignal<Vec<Entry>>,
    /// True once the files of earlier times are open again, as far as they are to be had.
    pub is_restored: RwSignal<bool>,
    /// True while files of tabs that are gone are opened, after this one's own.
    pub is_opening_more: RwSignal<bool>,
    /// The files with changes that are neither on disk nor kept by the browser.
    pub unkept: RwSignal<Vec<Unkept>>,
    /// The drafts of an earlier visit that this page cannot read.
    pub unread: RwSignal<Vec<UnreadDraft>>,
}

/// Returns the open documents of the page.
#[must_use]
pub fn use_documents() -> DocumentStore {
    expect_context()
}

impl DocumentStore {
    /// Creates a store with nothing open.
    #[must_use]
    pub fn new() -> DocumentStore {
        let files = RwSignal::new(Vec::<Arc<OpenFile>>::new());
        let active_id = RwSignal::new(None);
        let active = memo(move |_| {
            let id = active_id.get()?;
            files.with(|files| files.iter().find(|it| it.id == id).cloned())
        });
        DocumentStore {
            files,
            active_id,
            active,
            languages: RwSignal::default(),
            worker: RwSignal::new(WorkerState::Starting),
            worker_failure: RwSignal::default(),
            changes: RwSignal::new(0),
            closed: StoredValue::default(),
            before_close: StoredValue::default(),
            showing: StoredValue::default(),
            storage: RwSignal::new(StorageState::Opening),
            held: RwSignal::default(),
            is_restored: RwSignal::new(false),
            is_opening_more: RwSignal::new(false),
            unkept: RwSignal::default(),
            unread: RwSignal::default(),
        }
    }

    /// Returns true if the shown file has problems; tracked.
    #[must_use]
    pub fn has_problems(self) -> bool {
        self.active.get().is_some_and(|it| it.problems.with(|it| !it.is_empty()))
    }

    /// Returns the file that is shown, without following it.
    #[must_use]
    pub fn shown(self) -> Option<Arc<OpenFile>> {
        self.active.get_untracked()
    }

    /// Returns the file that was opened last, of those that are open.
    #[must_use]
    pub fn newest(self) -> Option<Arc<OpenFile>> {
        self.files.with_untracked(|files| files.last().cloned())
    }

    /// Returns the file with a number.
    #[must_use]
    pub fn by_id(self, id: FileId) -> Option<Arc<OpenFile>> {
        self.files.with_untracked(|files| files.iter().find(|it| it.id == id).cloned())
    }

    /// Returns the file at a URI.
    #[must_use]
    pub fn by_uri(self, uri: &str) -> Option<Arc<OpenFile>> {
        self.files.with_untracked(|files| files.iter().find(|it| it.uri == uri).cloned())
    }

    /// Returns the open file at a path of the server, which may be one that a view shows.
    #[must_use]
    pub fn by_path(self, path: &str) -> Option<Arc<OpenFile>> {
        let path = turning::meant(path.to_owned());
        let name = path.rsplit('/').next().unwrap_or_default();
        self.by_uri(&uri_of(path.trim_start_matches('/'))).or_else(|| self.by_uri(&uri_of(name)))
    }

    /// Returns the folder under which files that come together are opened, with its `/`: empty if all their names are
    /// free. Each under another name, they would include the files that were there before.
    #[must_use]
    pub fn folder_for(self, names: &[&str], wanted: &str) -> String {
        self.files.with_untracked(|files| {
            let taken: Vec<&str> = files.iter().map(|it| it.name.as_str()).collect();
            folder_for(names, &taken, wanted)
        })
    }

    /// Opens a file and shows it.
    pub fn open(self, new: NewFile) -> Arc<OpenFile> {
        self.open_as(FileId::fresh(), new)
    }

    /// Opens a file that had a number before, and shows it.
    pub fn open_as(self, id: FileId, new: NewFile) -> Arc<OpenFile> {
        self.add(id, new, false)
    }

    /// Opens a file that may be one of many, and then is shown as their opener says.
    pub fn open_among(self, id: FileId, new: NewFile) -> Arc<OpenFile> {
        let file = self.shown();
        let shown = file.as_ref().map(|it| it.id);
        // What is opened meanwhile, such as the files of earlier times, does not come before the others either.
        let is_behind = self.showing.get_value().into_iter().any(|(_, showing)| match showing {
            Showing::First => shown.is_some(),
            Showing::Only(one) => one != id,
            Showing::Since(before) => !before.is_untouched(file.as_deref(), shown),
        });
        self.add(id, new, is_behind)
    }

    /// Shows only some of the files that [`Self::open_among`] opens while the answer is there.
    pub fn open_many(self, showing: Showing) -> OpeningMany {
        let nth = self.showing.with_value(|it| it.last().map_or(0, |it| it.0 + 1));
        self.showing.update_value(|it| it.push((nth, showing)));
        OpeningMany { documents: self, nth }
    }

    fn add(self, id: FileId, new: NewFile, is_behind: bool) -> Arc<OpenFile> {
        if !is_behind {
            changes::ask_for_half_typed();
        }
        let name = self.files.with_untracked(|files| {
            free_name(&new.name, |name| files.iter().any(|it| it.name == name))
        });
        let file = Arc::new(OpenFile {
            id,
            uri: uri_of(&name),
            name,
            encoding: ArcRwSignal::new(new.encoding),
            is_compressed: ArcRwSignal::new(new.provenance.is_compressed()),
            provenance: new.provenance,
            language: ArcRwSignal::new(new.language.clone()),
            version: ArcRwSignal::new(0),
            is_modified: ArcRwSignal::new(new.is_modified),
            history: ArcRwSignal::default(),
            info: ArcRwSignal::new(None),
            problems: ArcRwSignal::default(),
            caret: ArcRwSignal::default(),
            caret_moves: ArcRwSignal::default(),
            target: ArcRwSignal::new(Target::Caret(Position::default())),
            line_ends: ArcRwSignal::new(line_ends(&new.text)),
            views: Arc::default(),
            deaths: ArcRwSignal::new(new.deaths),
            is_left_out: ArcRwSignal::new(new.deaths >= DEATHS_ALLOWED),
            is_overtaken: ArcRwSignal::default(),
        });
        if file.is_left_out.get_untracked() {
            file.views.leave_out();
        }
        self.files.update(|files| files.push(file.clone()));
        editor::open_document(&OpenDocument {
            uri: &file.uri,
            name: &file.name,
            language: &new.language,
            text: &new.text,
            encoding: new.encoding,
            pristine: !new.is_modified,
            deaths: new.deaths,
            is_behind,
        });
        if !is_behind {
            self.active_id.set(Some(id));
        }
        self.note_change();
        file
    }

    /// Shows a file that is open.
    pub fn show(self, id: FileId) {
        let found = self.files.with_untracked(|files| files.iter().find(|it| it.id == id).cloned());
        let Some(file) = found else { return };
        if self.active_id.get_untracked() != Some(id) {
            // The field goes with its file, and belongs to that as long as it is shown.
            changes::ask_for_half_typed();
            self.active_id.set(Some(id));
            editor::show_document(&file.uri);
            self.note_change();
        }
    }

    /// Shows the next (+1) or previous (-1) file.
    pub fn show_neighbour(self, step: isize) {
        let neighbour = self.files.with_untracked(|files| {
            let here = files.iter().position(|it| Some(it.id) == self.active_id.get_untracked())?;
            let next = (here as isize + step).rem_euclid(files.len() as isize) as usize;
            files.get(next).map(|it| it.id)
        });
        if let Some(id) = neighbour {
            self.show(id);
        }
    }

    /// Forgets files; a neighbour is shown instead. They can be opened again together.
    pub fn close_all(self, ids: &[FileId]) {
        let mut closed = Vec::new();
        let order: Arc<[FileId]> =
            self.files.with_untracked(|files| files.iter().map(|it| it.id).collect());
        for id in ids {
            if let (Some(file), Some(before_close)) =
                (self.by_id(*id), self.before_close.get_value())
            {
                before_close.run(file);
            }
            let file = self.take_out(*id);
            closed.extend(file.map(|file| ClosedFile { id: *id, file, order: order.clone() }));
        }
        if !closed.is_empty() {
            self.closed.update_value(|all| {
                all.push(closed);
                let n_many = all.len().saturating_sub(MAX_CLOSED);
                all.drain(..n_many);
            });
        }
    }

    /// Closes a file that an edit made and that was taken back; the edit itself can make it again.
    pub fn withdraw(self, id: FileId) {
        self.take_out(id);
    }

    /// Takes a file out of the list; answers with what it takes to open it again, if it was open.
    fn take_out(self, id: FileId) -> Option<NewFile> {
        let (idx, file) = self.files.with_untracked(|files| {
            let idx = files.iter().position(|it| it.id == id)?;
            Some((idx, files.get(idx)?.clone()))
        })?;
        let again = file.text().map(|text| NewFile {
            name: file.name.clone(),
            language: file.language.get_untracked(),
            text,
            encoding: file.encoding.get_untracked(),
            provenance: file.provenance.clone(),
            // Where its place on disk is known, what another program writes there is found when it is saved.
            is_modified: file.is_modified.get_untracked(),
            deaths: file.deaths.get_untracked(),
        });
        let neighbour = self.files.with_untracked(|files| {
            files.get(idx + 1).or_else(|| files.get(idx.checked_sub(1)?)).map(|it| it.id)
        });
        if self.active_id.get_untracked() == Some(id) {
            match neighbour {
                Some(neighbour) => self.show(neighbour),
                None => self.active_id.set(None),
            }
        }
        self.files.update(|files| files.retain(|it| it.id != id));
        unwritten::forget_file(id);
        editor::close_document(&file.uri);
        self.note_change();
        again
    }

    /// Opens again what was closed last.
    pub fn reopen(self) {
        let last = self.closed.try_update_value(Vec::pop).flatten();
        for ClosedFile { id, file, order } in last.into_iter().flatten() {
            // It may be open already, from the list of closed files: two of it would share one row.
            if self.by_id(id).is_some() {
                self.show(id);
            } else {
                self.open_as(id, file);
                self.place_as_in(id, &order);
            }
        }
    }

    /// Returns the name of a file that was closed since the page was loaded, its text and its encoding.
    pub fn closed_text(self, id: FileId) -> Option<(String, String, Encoding)> {
        self.closed.with_value(|all| {
            let file = &all.iter().rev().flatten().find(|it| it.id == id)?.file;
            Some((file.name.clone(), file.text.clone(), file.encoding))
        })
    }

    /// Opens a file again that was closed since the page was loaded, unless it is open.
    pub fn reopen_one(self, id: FileId) {
        let found = self.closed.try_update_value(|all| {
            let group = all.iter_mut().rev().find(|it| it.iter().any(|it| it.id == id))?;
            let at = group.iter().position(|it| it.id == id)?;
            let found = group.remove(at);
            all.retain(|it| !it.is_empty());
            Some(found)
        });
        if let Some(found) = found.flatten().filter(|_| self.by_id(id).is_none()) {
            self.open_as(id, found.file);
            self.place_as_in(id, &found.order);
        }
    }

    /// Reads a file as another language.
    pub fn set_language(self, file: &OpenFile, language: &str) {
        file.language.set(language.to_owned());
        file.info.set(None);
        editor::set_language(&file.uri, language);
        self.note_change();
    }

    /// Notes that the user has `text` on disk now, which the file had when it was written.
    pub fn note_saved(self, file: &OpenFile, text: &str) {
        editor::mark_saved(&file.uri, text);
        self.note_change();
    }

    /// Returns whether an open file has a name.
    #[must_use]
    pub fn is_taken(self, name: &str) -> bool {
        self.files.with_untracked(|files| files.iter().any(|it| it.name == name))
    }

    /// Gives a file another name; false if another one has it. Text, history and views stay.
    pub fn rename(self, id: FileId, name: &str) -> bool {
        if self.is_taken(name) {
            return false;
        }
        let Some(file) = self.by_id(id) else { return false };
        let renamed = Arc::new(file.renamed(name.to_owned()));
        // First the list: the editor reports what it does by the new name.
        self.files.update(|files| {
            if let Some(it) = files.iter_mut().find(|it| it.id == id) {
                *it = renamed.clone();
            }
        });
        editor::rename_document(&file.uri, &renamed.uri, name);
        self.note_change();
        true
    }

    /// Notes that something that is stored across reloads has changed.
    pub fn note_change(self) {
        self.changes.update(|it| *it = it.wrapping_add(1));
    }

    /// Returns true if the browser keeps what is open, and for a while what is closed.
    #[must_use]
    pub fn are_kept(self) -> bool {
        !frame::is_framed() && self.storage.with_untracked(|it| *it == StorageState::Open)
    }

    /// Returns the languages, for which it waits as long as the server has not told them.
    pub async fn known_languages(self) -> Result<Arc<Vec<LanguageInfo>>, String> {
        while self.languages.with_untracked(|it| it.is_empty()) {
            if self.worker.get_untracked() == WorkerState::Failed {
                return Err("the language core is not running".to_owned());
            }
            window::pause(A_MOMENT).await;
        }
        Ok(self.languages.get_untracked())
    }

    /// Returns a language by its stable name.
    #[must_use]
    pub fn language(self, name: &str) -> Option<LanguageInfo> {
        self.languages.with(|languages| languages.iter().find(|it| it.name == name).cloned())
    }

    /// Returns the name that people use for a language.
    #[must_use]
    pub fn language_title(self, name: &str) -> String {
        self.language(name).map_or_else(|| name.to_owned(), |it| it.title)
    }

    /// Returns the views the shown file offers, the most telling first; the outline is not among
    /// them.
    #[must_use]
    pub fn offered_views(self) -> Vec<ViewKind> {
        let Some(file) = self.active.get() else { return Vec::new() };
        let views = match file.info.get() {
            Some(info) => info.views.clone(),
            None => self.language(&file.language.get()).map(|it| it.views).unwrap_or_default(),
        };
        views.into_iter().filter(|it| *it != ViewKind::Outline).collect()
    }
}

/// Returns `name`, or `name` with a number in front of its ending.
fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let folders = name.rfind('/').map_or(0, |it| it + 1);
    let own = name.get(folders..).unwrap_or_default();
    let (stem, ending) = match own.split_once('.') {
        Some((stem, ending)) if !stem.is_empty() => {
            (name.get(..folders + stem.len()).unwrap_or_default(), format!(".{ending}"))
        }
        _ => (name, String::new()),
    };
    (2u32..)
        .map(|number| format!("{stem}-{number}{ending}"))
        .find(|it| !is_taken(it))
        .unwrap_or_else(|| name.to_owned())
}

/// Returns `wanted` or `wanted` with a number as a folder that no taken name is in, for several names of which one is
/// taken; else an empty text.
fn folder_for(names: &[&str], taken: &[&str], wanted: &str) -> String {
    if names.len() < 2 || !names.iter().any(|it| taken.contains(it)) {
        return String::new();
    }
    // It is written in includes, which take no other letters everywhere.
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
    let plain = wanted.replace(|it| !is_plain(it), "-");
    let stem = match plain.trim_matches('.') {
        "" => "files",
        it => it,
    };
    let numbered = (2u32..).map(|number| format!("{stem}-{number}/"));
    std::iter::once(format!("{stem}/"))
        .chain(numbered)
        .find(|folder| !taken.iter().any(|it| it.starts_with(folder)))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_free_and_addresses_plain() {
        let taken = ["a.coilcfg.txt", "a-2.coilcfg.txt", ".hidden"];
        let is_taken = |name: &str| taken.contains(&name);
        assert_eq!(free_name("b.txt", is_taken), "b.txt");
        assert_eq!(free_name("a.coilcfg.txt", is_taken), "a-3.coilcfg.txt");
        assert_eq!(free_name(".hidden", is_taken), ".hidden-2");
        assert_eq!(free_name("a.d/x.pipe", |it| it == "a.d/x.pipe"), "a.d/x-2.pipe");
        assert_eq!(uri_of("é 1.pipe"), "bobbin:///%C3%A9%201.pipe");
    }

    #[test]
    fn files_that_come_together_stay_together() {
        let taken = ["a.pipe", "d/b.pipe"];
        assert_eq!(folder_for(&["b.pipe", "c.pipe"], &taken, "d"), "");
        assert_eq!(folder_for(&["a.pipe"], &taken, "d"), "");
        assert_eq!(folder_for(&["b.pipe", "a.pipe"], &taken, "d"), "d-2/");
        assert_eq!(folder_for(&["b.pipe", "a.pipe"], &taken, "my # set"), "my---set/");
        assert_eq!(folder_for(&["b.pipe", "a.pipe"], &taken, ".."), "files/");
    }
}
