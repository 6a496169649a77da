//! The rows of the open files, as far as this tab knows them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bobbin_protocol::Encoding;
use leptos::prelude::*;

use super::super::{FileId, OpenFile};
use crate::platform::database::{Order, StorageFault};
use crate::platform::editor;

/// The name under which the tab keeps which file it shows.
pub const SHOWN: &str = "bobbin.shown";

/// The facts that a row holds beside the text; a row with the same ones need not be written again.
#[derive(Debug, Clone, PartialEq)]
pub struct Stamp {
    version: i32,
    pub name: String,
    pub language: String,
    pub encoding: Encoding,
    pub is_modified: bool,
    pub deaths: u8,
}

impl Stamp {
    pub fn of(file: &OpenFile) -> Stamp {
        Stamp {
            version: editor::document_version(&file.uri),
            name: file.name.clone(),
            language: file.language.get_untracked(),
            encoding: file.encoding.get_untracked(),
            is_modified: file.is_modified.get_untracked(),
            deaths: file.deaths.get_untracked(),
        }
    }
}

/// The row of a file.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    pub id: String,
    /// The tab that the row belongs to so far; `None` if there is no row yet.
    pub owner: Option<String>,
    /// The content of the row; `None` if it has to be written.
    pub stamp: Option<Stamp>,
    /// The content that is being written.
    pub writing: Option<Stamp>,
    /// True if something has changed since that began.
    pub is_due: bool,
    /// The reason for which the last attempt failed.
    pub fault: Option<StorageFault>,
    /// The number of looks at the files since the browser was asked for what it has not answered.
    pub n_looks: u32,
    /// The name of the same text in the storage of earlier versions of the page.
    pub legacy: Option<String>,
}

thread_local! {
    /// This tab, once that is known. Before, nothing of the past is touched.
    pub static TAB: RefCell<Option<String>> = const { RefCell::new(None) };
    pub static KEPT: RefCell<BTreeMap<FileId, Kept>> = const { RefCell::new(BTreeMap::new()) };
    pub static ORDER: RefCell<Order> = RefCell::new(Order::default());
    /// The rows of the files that this tab has closed: one that is opened again goes on in its row.
    pub static CLOSED: RefCell<BTreeMap<FileId, String>> = const { RefCell::new(BTreeMap::new()) };
    /// Whether the browser keeps those files; `None` while it is at it.
    pub static KEEPS: RefCell<BTreeMap<FileId, Option<bool>>> = const { RefCell::new(BTreeMap::new()) };
}

impl Kept {
    pub fn new(id: FileId) -> Kept {
        Kept { id: id.0.to_string(), ..Kept::default() }
    }

    /// Returns the row of a file that has none in this tab: its old one, if it was closed and is open again.
    pub fn again(id: FileId) -> Kept {
        match CLOSED.with_borrow_mut(|it| it.remove(&id)) {
            Some(row) => Kept { id: row, owner: Some(String::new()), ..Kept::default() },
            None => Kept::new(id),
        }
    }

    /// Leaves the row to the tab that has taken it over.
    pub fn go_on_elsewhere(&mut self) {
        *self = Kept { legacy: self.legacy.take(), ..Kept::new(FileId::fresh()) };
    }
}
