//! The dialog that is open. What it shows is known to its feature; here it has only a name.

use bobbin_protocol::Encoding;
use leptos::prelude::*;

use crate::document::FileId;
use crate::platform::{dom, second_window};

/// A dialog that may be open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Finds an action by typing.
    Palette,
    /// Finds an item of the shown file by typing.
    Items,
    /// Adds a whole item to the shown file.
    AddItem,
    /// Asks for the language of a file.
    Language,
    /// Offers starting points of new files.
    NewFile,
    /// Offers the conversions of the shown file.
    Convert,
    /// Shows the result of a conversion.
    Conversion,
    /// Asks for a fact that a conversion needs.
    ConversionQuestion,
    /// Edits the environment of the texts.
    Environment,
    /// Asks the questions of a language's wizard.
    Wizard(String),
    /// Finds values of the shown file by path.
    Query,
    /// Compares the shown file with another one.
    Compare,
    /// Explains the code of a diagnostic, of the language if several have it.
    Code { name: String, language: String },
    /// Finds the code of a diagnostic.
    Codes,
    /// Offers the tours.
    Tours,
    /// Edits the settings of the page.
    Settings,
    /// Shows the reference of the languages.
    Reference,
    /// Lists all shortcuts.
    Help,
    /// Lists all examples.
    Examples,
    /// Reports a file that could not be opened.
    Unreadable {
        name: String,
        reason: String,
        /// The place of the error in the file, in bytes.
        offset: Option<u32>,
        /// Its text, if it is one.
        text: Option<(String, Encoding)>,
    },
    /// Asks before a file becomes UTF-8 because of a character that its encoding lacks.
    BecomeUtf8 { id: FileId, then: AfterEncoding },
    /// Lists the files that were closed in the last weeks.
    ClosedFiles,
    /// Compares a file with its earlier versions, and brings one back.
    Versions(FileId),
    /// Asks for the passphrase of a link to copy.
    Seal,
    /// Asks for the passphrase of a link to open, which is here without its `#`.
    OpenSealed(String),
    /// Asks what to do about a file that another program has changed on disk.
    ChangedOnDisk(FileId),
    /// Asks before opening very many files of a folder or archive.
    ManyFiles { origin: String, n_files: usize },
    /// Shows which file includes which.
    Includes,
    /// Finds and replaces in all open files.
    SearchAll,
    /// Asks before closing files of which some have unsaved changes.
    CloseModified(Vec<FileId>),
    /// Asks for the folder of a file.
    MoveFile(FileId),
    /// Asks for the name of a new file in a folder.
    NewFileIn(String),
    /// Asks for another name of a folder.
    RenameFolder(String),
    /// Asks for a name of a file.
    Name {
        id: FileId,
        /// Saves a copy under the name instead of renaming the file.
        is_copy: bool,
    },
}

/// The work that goes on once a file has become UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AfterEncoding {
    Save,
    SaveAs,
    /// Downloads it under a name.
    Download(String),
}

/// Opens and closes dialogs, one at a time.
#[derive(Clone, Copy)]
pub struct Dialogs {
    open: RwSignal<Option<Dialog>>,
}

/// Returns the dialogs of the page.
#[must_use]
pub fn use_dialogs() -> Dialogs {
    expect_context()
}

impl Dialogs {
    #[must_use]
    pub fn new() -> Dialogs {
        Dialogs { open: RwSignal::new(None) }
    }

    /// Opens a dialog in place of the one that is open.
    pub fn open(self, dialog: Dialog) {
        second_window::come_forward();
        self.open.set(Some(dialog));
    }

    /// Closes the dialog. The focus is where it was before at once, so that it can be moved from there.
    pub fn close(self) {
        dom::close_dialogs();
        self.open.set(None);
    }

    /// Returns the open dialog, and follows it.
    #[must_use]
    pub fn shown(self) -> Option<Dialog> {
        self.open.get()
    }

    /// Returns whether the dialog that is open is one of a kind.
    #[must_use]
    pub fn shows_one(self, is_meant: fn(&Dialog) -> bool) -> bool {
        self.open.with_untracked(|it| it.as_ref().is_some_and(is_meant))
    }

    /// Closes the dialog if it is one of a kind.
    pub fn close_if(self, is_meant: fn(&Dialog) -> bool) {
        if self.shows_one(is_meant) {
            self.close();
        }
    }

    #[must_use]
    pub fn is_any_open(self) -> bool {
        self.open.with_untracked(Option::is_some)
    }

    #[must_use]
    pub fn is_open(self, dialog: &Dialog) -> bool {
        self.open.with_untracked(|it| it.as_ref() == Some(dialog))
    }
}
