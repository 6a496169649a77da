//! An open file, and what it takes to open one.

use std::sync::Arc;

use bobbin_protocol::{DocumentInfo, Encoding, ItemPath, Position, Range};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::problem::{self, Problem};
use super::provenance::Provenance;
use super::views::Views;
use crate::platform::editor;
use crate::platform::window;

/// So often the language server may die over a text before it is no longer told of it; the editor
/// counts the same way.
pub const DEATHS_ALLOWED: u8 = 2;

/// Names an open file for as long as it is open, also across reloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(pub u64);

impl FileId {
    /// Returns one that no file had before, in this tab or another.
    #[must_use]
    pub fn fresh() -> FileId {
        FileId(window::random())
    }
}

/// The item that a form is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The item at the caret.
    Caret(Position),
    /// The item that was picked in a view.
    Item(ItemPath),
}

/// The place of the caret.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caret {
    pub position: Position,
    pub range: Range,
}

/// The steps that the history offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct History {
    pub can_undo: bool,
    pub can_redo: bool,
}

/// Everything needed to open a file.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub name: String,
    pub language: String,
    pub text: String,
    pub encoding: Encoding,
    pub provenance: Provenance,
    /// True if the text differs from what the user has on disk.
    pub is_modified: bool,
    /// The number of times the language server died over the text.
    pub deaths: u8,
}

impl NewFile {
    /// Makes a text that is a file nowhere yet: nobody has it on disk.
    #[must_use]
    pub fn unsaved(name: String, language: String, text: String) -> NewFile {
        NewFile {
            name,
            language,
            text,
            encoding: Encoding::Utf8,
            provenance: Provenance::Text,
            is_modified: true,
            deaths: 0,
        }
    }
}

/// An open file. Its parts change on their own, so whoever shows one part is not disturbed by
/// another.
pub struct OpenFile {
    pub id: FileId,
    pub uri: String,
    pub name: String,
    pub encoding: ArcRwSignal<Encoding>,
    pub provenance: Provenance,
    pub language: ArcRwSignal<String>,
    pub version: ArcRwSignal<i32>,
    /// True if the text differs from what the user has on disk.
    pub is_modified: ArcRwSignal<bool>,
    pub history: ArcRwSignal<History>,
    pub info: ArcRwSignal<Option<Arc<DocumentInfo>>>,
    pub problems: ArcRwSignal<Arc<Vec<Problem>>>,
    pub caret: ArcRwSignal<Caret>,
    /// Counts moves of the caret, but for those by which it gives way to an edit of the page.
    pub caret_moves: ArcRwSignal<u32>,
    pub target: ArcRwSignal<Target>,
    pub line_ends: ArcRwSignal<&'static str>,
    /// True if its binary shall be compressed.
    pub is_compressed: ArcRwSignal<bool>,
    pub views: Arc<Views>,
    /// The number of times the language server died over it.
    pub deaths: ArcRwSignal<u8>,
    /// The language server is not told of it, because it died of it.
    pub is_left_out: ArcRwSignal<bool>,
    /// True while its file on disk has a content of which the user has been told and has not decided.
    pub is_overtaken: ArcRwSignal<bool>,
}

/// The same file under another name is another one to whoever shows names.
impl PartialEq for OpenFile {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.uri == other.uri
    }
}

impl OpenFile {
    /// Returns the text as it is now, with its own line ends; none if the file was closed.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        editor::document_text(&self.uri)
    }

    /// Counts its problems by severity, in the order of [`bobbin_protocol::Severity::ALL`]; tracked.
    #[must_use]
    pub fn problem_counts(&self) -> [usize; 3] {
        self.info.with(|info| self.problems.with(|it| problem::count(it, info.as_deref())))
    }

    /// Makes another file of a text of this one: it is saved in the same encoding, and has the same origin, so that a
    /// binary that was opened is given back byte for byte from there, too.
    #[must_use]
    pub fn sibling(&self, text: String) -> NewFile {
        NewFile {
            encoding: self.encoding.get_untracked(),
            provenance: self.provenance.clone(),
            ..NewFile::unsaved(self.name.clone(), self.language.get_untracked(), text)
        }
    }

    /// Returns the same file under another name.
    #[must_use]
    pub fn renamed(&self, name: String) -> OpenFile {
        OpenFile {
            id: self.id,
            uri: uri_of(&name),
            name,
            encoding: self.encoding.clone(),
            provenance: self.provenance.clone(),
            language: self.language.clone(),
            version: self.version.clone(),
            is_modified: self.is_modified.clone(),
            history: self.history.clone(),
            info: self.info.clone(),
            problems: self.problems.clone(),
            caret: self.caret.clone(),
            caret_moves: self.caret_moves.clone(),
            target: self.target.clone(),
            line_ends: self.line_ends.clone(),
            is_compressed: self.is_compressed.clone(),
            views: self.views.clone(),
            deaths: self.deaths.clone(),
            is_left_out: self.is_left_out.clone(),
            is_overtaken: self.is_overtaken.clone(),
        }
    }

    /// Returns true if the newest graph is of the text as it is now: else its ranges may mean other
    /// places.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.views.graph_version.get_untracked() == self.version.get_untracked()
    }

    /// True if the newest coverage is of the text as it is now: else its items may have other names.
    #[must_use]
    pub fn has_current_coverage(&self) -> bool {
        self.views.coverage_version.get_untracked() == self.version.get_untracked()
    }

    /// Updates the name of the line ends from the text.
    pub fn look_at_line_ends(&self) {
        let Some(text) = self.text() else { return };
        let name = line_ends(&text);
        if self.line_ends.get_untracked() != name {
            self.line_ends.set(name);
        }
    }
}

/// Spaces and other signs that a URI cannot have are spelled by their bytes.
#[must_use]
pub fn uri_of(name: &str) -> String {
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

/// The name of line ends of several kinds.
pub const MIXED_ENDS: &str = "mixed line endings";

/// Returns the name of the line ends of a text.
#[must_use]
pub fn line_ends(text: &str) -> &'static str {
    let (n_lf, n_cr) = (text.matches('\n').count(), text.matches('\r').count());
    let n_crlf = text.matches("\r\n").count();
    match (n_lf, n_cr) {
        (_, 0) => "LF",
        (0, _) => "CR",
        // A CR more, or a LF more, ends no line as the others do.
        (lf, cr) if lf == n_crlf && cr == n_crlf => "CRLF",
        _ => MIXED_ENDS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_have_names() {
        for (text, name) in [
            ("", "LF"),
            ("a\nb", "LF"),
            ("a\rb\r", "CR"),
            ("a\r\nb\r\n", "CRLF"),
            ("a\r\nb\n", "mixed line endings"),
            ("a\r\r\nb\r\n", "mixed line endings"),
            ("a\r\nb\r", "mixed line endings"),
            ("a\nb\rc\n", "mixed line endings"),
        ] {
            assert_eq!(line_ends(text), name, "{text:?}");
        }
    }
}
