//! Which documents are open, and what is known of each.

use std::sync::Arc;

use bobbin_protocol::{DocumentInfo, Encoding, ItemPath, LanguageInfo, Position, Range, ViewKind};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::views::Views;
use crate::platform::editor::{self, OpenDocument, WorkerState};

/// Names an open file for as long as it is open, also across reloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(pub u32);

/// How a text came to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Provenance {
    /// It was a text.
    Text,
    /// It was a binary.
    Decompiled {
        /// The name of the binary.
        binary: String,
        /// Whether compiling the text gives the same bytes.
        exact: bool,
        /// What differs, and what was remarkable.
        report: Vec<String>,
    },
}

/// The item that a form is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The item at the caret.
    Caret(Position),
    /// The item that was picked in a view.
    Item(ItemPath),
}

/// Where the caret is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caret {
    pub position: Position,
    pub range: Range,
}

/// What the history offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct History {
    pub can_undo: bool,
    pub can_redo: bool,
}

/// What it takes to open a file.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub name: String,
    pub language: String,
    pub text: String,
    pub encoding: Encoding,
    pub provenance: Provenance,
    /// Whether the text differs from what the user has on disk.
    pub is_modified: bool,
}

/// An open file. Its parts change on their own, so whoever shows one part is not disturbed by
/// another.
pub struct OpenFile {
    pub id: FileId,
    pub uri: String,
    pub name: String,
    pub encoding: Encoding,
    pub provenance: Provenance,
    pub language: ArcRwSignal<String>,
    pub version: ArcRwSignal<i32>,
    /// Whether the text differs from what the user has on disk.
    pub is_modified: ArcRwSignal<bool>,
    pub history: ArcRwSignal<History>,
    pub info: ArcRwSignal<Option<Arc<DocumentInfo>>>,
    pub problems: ArcRwSignal<Arc<Vec<Problem>>>,
    pub caret: ArcRwSignal<Caret>,
    /// Counts moves of the caret, but for those by which it gives way to an edit of the page.
    pub caret_moves: ArcRwSignal<u32>,
    pub target: ArcRwSignal<Target>,
    pub line_ends: ArcRwSignal<&'static str>,
    pub views: Views,
    /// Whether it was opened with changes nobody saved.
    pub was_modified: ArcRwSignal<bool>,
}

impl PartialEq for OpenFile {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl OpenFile {
    /// The text as it is now, with its own line ends.
    #[must_use]
    pub fn text(&self) -> String {
        editor::document_text(&self.uri)
    }

    /// Whether the newest graph is of the text as it is now: else its ranges may mean other places.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.views.graph_version.get_untracked() == self.version.get_untracked()
    }

    /// How its line ends are called.
    pub fn look_at_line_ends(&self) {
        let name = line_ends(&self.text());
        if self.line_ends.get_untracked() != name {
            self.line_ends.set(name);
        }
    }
}

/// All open files. The only writer of the list; a text is written through the editor.
#[derive(Clone, Copy)]
pub struct DocumentStore {
    pub files: RwSignal<Vec<Arc<OpenFile>>>,
    active_id: RwSignal<Option<FileId>>,
    /// The file that is shown.
    pub active: Memo<Option<Arc<OpenFile>>>,
    /// What the server can read.
    pub languages: RwSignal<Arc<Vec<LanguageInfo>>>,
    /// Languages whose new files can be made by answering questions.
    pub wizards: RwSignal<Vec<String>>,
    pub worker: RwSignal<WorkerState>,
    pub worker_failure: RwSignal<String>,
    /// Counts changes of any text, for whoever stores them.
    pub changes: RwSignal<u32>,
}

impl DocumentStore {
    /// With nothing open.
    #[must_use]
    pub fn new() -> DocumentStore {
        let files = RwSignal::new(Vec::<Arc<OpenFile>>::new());
        let active_id = RwSignal::new(None);
        let active = Memo::new(move |_| {
            let id = active_id.get()?;
            files.with(|files| files.iter().find(|it| it.id == id).cloned())
        });
        DocumentStore {
            files,
            active_id,
            active,
            languages: RwSignal::default(),
            wizards: RwSignal::default(),
            worker: RwSignal::new(WorkerState::Starting),
            worker_failure: RwSignal::default(),
            changes: RwSignal::new(0),
        }
    }

    /// The file that is shown, without following it.
    #[must_use]
    pub fn shown(self) -> Option<Arc<OpenFile>> {
        self.active.get_untracked()
    }

    /// The file at a URI.
    #[must_use]
    pub fn by_uri(self, uri: &str) -> Option<Arc<OpenFile>> {
        self.files.with_untracked(|files| files.iter().find(|it| it.uri == uri).cloned())
    }

    /// Returns the open file at a path of the server.
    #[must_use]
    pub fn by_path(self, path: &str) -> Option<Arc<OpenFile>> {
        let name = path.rsplit('/').next().unwrap_or_default();
        self.by_uri(&uri_of(path.trim_start_matches('/'))).or_else(|| self.by_uri(&uri_of(name)))
    }

    /// Opens a file and shows it.
    pub fn open(self, new: NewFile) -> Arc<OpenFile> {
        let id = self
            .files
            .with_untracked(|files| FileId(files.iter().map(|it| it.id.0 + 1).max().unwrap_or(0)));
        self.open_as(id, new)
    }

    /// Opens a file that had a number before.
    pub fn open_as(self, id: FileId, new: NewFile) -> Arc<OpenFile> {
        let name = self.files.with_untracked(|files| {
            free_name(&new.name, |name| files.iter().any(|it| it.name == name))
        });
        let file = Arc::new(OpenFile {
            id,
            uri: uri_of(&name),
            name,
            encoding: new.encoding,
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
            views: Views::default(),
            was_modified: ArcRwSignal::new(new.is_modified),
        });
        self.files.update(|files| files.push(file.clone()));
        editor::open_document(&OpenDocument {
            uri: &file.uri,
            name: &file.name,
            language: &new.language,
            text: &new.text,
            encoding: file.encoding,
        });
        self.active_id.set(Some(id));
        self.note_change();
        file
    }

    /// Shows a file that is open.
    pub fn show(self, id: FileId) {
        let found = self.files.with_untracked(|files| files.iter().find(|it| it.id == id).cloned());
        let Some(file) = found else { return };
        if self.active_id.get_untracked() != Some(id) {
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

    /// Forgets a file; a neighbour is shown instead.
    pub fn close(self, id: FileId) {
        let Some((idx, file)) = self.files.with_untracked(|files| {
            let idx = files.iter().position(|it| it.id == id)?;
            Some((idx, files.get(idx)?.clone()))
        }) else {
            return;
        };
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
        editor::close_document(&file.uri);
        self.note_change();
    }

    /// Reads a file as another language.
    pub fn set_language(self, file: &OpenFile, language: &str) {
        file.language.set(language.to_owned());
        file.info.set(None);
        editor::set_language(&file.uri, language);
        self.note_change();
    }

    /// The user has this text on disk now.
    pub fn note_saved(self, file: &OpenFile) {
        file.was_modified.set(false);
        file.is_modified.set(false);
        editor::mark_saved(&file.uri);
        self.note_change();
    }

    /// Something of what is stored across reloads changed.
    pub fn note_change(self) {
        self.changes.update(|it| *it = it.wrapping_add(1));
    }

    /// A language by its stable name.
    #[must_use]
    pub fn language(self, name: &str) -> Option<LanguageInfo> {
        self.languages.with(|languages| languages.iter().find(|it| it.name == name).cloned())
    }

    /// What people call a language.
    #[must_use]
    pub fn language_title(self, name: &str) -> String {
        self.language(name).map_or_else(|| name.to_owned(), |it| it.title)
    }

    /// The views the shown file offers, the most telling first; the outline is not among them.
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

/// Spaces and other signs that a URI cannot have are spelled by their bytes.
fn uri_of(name: &str) -> String {
    let mut uri = "bobbin:///".to_owned();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// `name`, or `name` with a number in front of its ending.
fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let (stem, ending) = match name.split_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    (2u32..)
        .map(|number| format!("{stem}-{number}{ending}"))
        .find(|it| !is_taken(it))
        .unwrap_or_else(|| name.to_owned())
}

fn line_ends(text: &str) -> &'static str {
    let n_all = text.matches('\n').count();
    let n_crlf = text.matches("\r\n").count();
    match (n_all, n_crlf) {
        (0, _) => "LF",
        (all, crlf) if all == crlf => "CRLF",
        (_, 0) => "LF",
        _ => "mixed line ends",
    }
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
        assert_eq!(uri_of("é 1.pipe"), "bobbin:///%C3%A9%201.pipe");
    }

    #[test]
    fn line_ends_have_names() {
        for (text, name) in
            [("", "LF"), ("a\nb", "LF"), ("a\r\nb\r\n", "CRLF"), ("a\r\nb\n", "mixed line ends")]
        {
            assert_eq!(line_ends(text), name, "{text:?}");
        }
    }
}
