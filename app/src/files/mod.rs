//! Opening, saving and closing files.

mod close;
mod edit;
mod from_disk;
mod go_to;
mod on_disk;
mod paths;
mod rename;
mod save;
mod save_all;
mod stored;
pub mod tree;

use std::sync::Arc;

use bobbin_protocol::{
    BinaryRemark, CompileParams, CompileResult, DescribeParams, DescribeResult, Encoding,
    OpenParams, OpenResult, ViewKind,
};

use leptos::prelude::*;

use crate::base64;
use crate::document::commands::Refused;
use crate::document::provenance::{Content, OwnFile};
use crate::document::store::{DEATHS_ALLOWED, NewFile};
use crate::document::{
    Asked, Before, DocumentStore, Editing, FileId, OpenFile, Provenance, Showing, own,
};
use crate::navigation::Navigation;
use crate::open_dialog::{Dialog, Dialogs};
use crate::platform::editor::{self, RequestError};
use crate::platform::files::{self, PickedFile};
use crate::platform::machine;
use crate::sharing::Sharing;
use crate::widgets::prose::counted;
use crate::widgets::toast::{Toast, ToastKind, Toasts};

pub use go_to::name_of;
pub use on_disk::TextOnDisk;
pub use paths::{clean, folder_of, in_folder, inside_of, last_part};
pub use save::{beyond_latin1, name_of_encoding};

/// The ways to open, save and close files.
#[derive(Clone, Copy)]
pub struct FileControl {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub dialogs: Dialogs,
    pub editing: Editing,
    pub navigation: Navigation,
    /// Opens the files again that were closed last; outlives the dialog that closed them.
    pub reopen: Callback<()>,
    /// The files that were found in a folder, while the user is asked whether to open so many.
    pub many: StoredValue<Option<Callback<()>>>,
}

/// Returns the ways to open, save and close files.
#[must_use]
pub fn use_files() -> FileControl {
    expect_context()
}

/// What was opened.
pub struct Opened {
    /// The file, if it is the text of the bytes that were given.
    pub file: Option<Arc<OpenFile>>,
    /// False for a text whose language was guessed.
    pub is_certain: bool,
}

/// Why bytes were not opened.
pub enum Unopened {
    /// The server did not answer, in words.
    Failed(String),
    /// They are nothing that Bobbin knows.
    Unreadable {
        bytes: Vec<u8>,
        reason: String,
        /// The byte at which that shows.
        offset: Option<u32>,
    },
}

impl Unopened {
    /// Says it in words.
    pub fn why(&self) -> &str {
        match self {
            Unopened::Failed(why) | Unopened::Unreadable { reason: why, .. } => why,
        }
    }
}

impl FileControl {
    /// Opens the bytes of a file; `language` is the one it is known to have. Returns the file if it is the text of
    /// these bytes. What cannot be read or is uncertain is asked about.
    pub async fn open_bytes(
        self,
        file: PickedFile,
        language: Option<String>,
    ) -> Option<Arc<OpenFile>> {
        let name = file.name.clone();
        match self.open_or_refuse(file, language).await {
            Ok(Opened { file, is_certain }) => {
                // The question is about the file that is shown.
                if !is_certain && file.as_ref().is_some_and(|it| self.is_shown(it)) {
                    self.dialogs.open(Dialog::Language);
                }
                file
            }
            Err(Unopened::Failed(why)) => {
                self.toasts.complain(format!("`{name}` was not opened: {why}"));
                None
            }
            // Of several the first is asked about; the others are told of.
            Err(it) if self.dialogs.shows_one(|it| matches!(it, Dialog::Unreadable { .. })) => {
                let why = it.why().trim_end_matches('.');
                self.toasts.complain(format!(
                    "`{name}` was not opened: {why}. Open it by itself to choose how it is read."
                ));
                None
            }
            Err(Unopened::Unreadable { bytes, reason, offset }) => {
                let text = any_text_of(&bytes);
                self.dialogs.open(Dialog::Unreadable { name, reason, offset, text });
                None
            }
        }
    }

    /// Opens the bytes of a file as [`Self::open_bytes`] does, and asks nothing.
    pub async fn open_or_refuse(
        self,
        file: PickedFile,
        language: Option<String>,
    ) -> Result<Opened, Unopened> {
        let PickedFile { name, bytes } = file;
        let FileControl { documents, navigation, toasts, dialogs, .. } = self;
        // A picture or a page that Bobbin saved opens as the text that it carries.
        if (Sharing { documents, navigation, toasts, dialogs }).open_carrier(&name, &bytes).await {
            return Ok(Opened { file: None, is_certain: true });
        }
        let params = OpenParams { name: name.clone(), data: base64::encode(&bytes) };
        let answer = loop {
            match editor::request::<_, OpenResult>(OpenParams::METHOD, &params).await {
                Ok(answer) => break answer,
                Err(RequestError::Stale) => {}
                // The server is not there, or died of it: the text can be read and changed all the same.
                Err(RequestError::Failed(why)) => {
                    let text = text_of(&bytes).ok_or(Unopened::Failed(why))?;
                    let file = Some(self.open_as_plain_file(name, text, language));
                    return Ok(Opened { file, is_certain: true });
                }
            }
        };
        let own = match &answer {
            OpenResult::Binary { exact: false, .. } | OpenResult::Damaged { .. } => {
                Some(own::read(&name, &bytes).await)
            }
            _ => None,
        };
        self.open_answer(PickedFile { name, bytes }, answer, language, own)
    }

    fn is_shown(self, file: &OpenFile) -> bool {
        self.documents.shown().is_some_and(|it| it.id == file.id)
    }

    /// Opens a file of the user without the server's help, and does not show it to the server.
    fn open_as_plain_file(
        self,
        name: String,
        text: String,
        language: Option<String>,
    ) -> Arc<OpenFile> {
        let language = language.unwrap_or_else(|| self.language_of(&name));
        self.documents.open_among(
            FileId::fresh(),
            NewFile {
                name,
                language,
                text,
                encoding: Encoding::Utf8,
                provenance: Provenance::Text,
                is_modified: false,
                deaths: DEATHS_ALLOWED,
            },
        )
    }

    /// Opens a text that is nowhere else as a file of the language that its name says.
    pub fn open_plain(self, name: String, text: String) {
        let language = self.language_of(&name);
        self.documents.open(NewFile::unsaved(name, language, text));
    }

    /// The language that the end of a name says, the longest first; an empty name if none does.
    fn language_of(self, name: &str) -> String {
        let languages = self.documents.languages.get_untracked();
        let ends = languages.iter().flat_map(|it| it.extensions.iter().map(move |end| (end, it)));
        let fitting = ends.filter(|(end, _)| name.ends_with(end.as_str()));
        fitting.max_by_key(|(end, _)| end.len()).map(|(_, it)| it.name.clone()).unwrap_or_default()
    }

    fn open_answer(
        self,
        PickedFile { name, bytes }: PickedFile,
        answer: OpenResult,
        known_language: Option<String>,
        own: Option<(OwnFile, Option<Content>)>,
    ) -> Result<Opened, Unopened> {
        let FileControl { documents, navigation, .. } = self;
        match answer {
            OpenResult::Text { language, others, text, encoding } => {
                let is_certain =
                    known_language.is_some() || (others.is_empty() && !language.is_empty());
                let file = documents.open_among(
                    FileId::fresh(),
                    NewFile {
                        name: name.clone(),
                        language: known_language.unwrap_or(language),
                        text,
                        encoding,
                        provenance: Provenance::Text,
                        is_modified: false,
                        deaths: 0,
                    },
                );
                self.note_utf16(&file);
                Ok(Opened { file: Some(file), is_certain })
            }
            OpenResult::Binary { language, name: text_name, text, exact, report } => {
                let in_words = |it: BinaryRemark| match it.code {
                    Some(code) => format!("{} ({code})", it.message),
                    None => it.message,
                };
                let report = report.into_iter().map(in_words).collect();
                let opened_as = Some(own::fingerprint(&text));
                let (own, content) = own.unzip();
                let provenance = Provenance::Decompiled {
                    binary: name,
                    exact,
                    report,
                    opened_as,
                    own,
                    fault: None,
                };
                self.open_decompiled((text_name, language, text), provenance, content.flatten());
                Ok(Opened { file: None, is_certain: true })
            }
            OpenResult::Damaged { language, name: text_name, text, fault } => {
                let opened_as = Some(own::fingerprint(&text));
                let (own, content) = own.unzip();
                let provenance = Provenance::Decompiled {
                    binary: name,
                    exact: false,
                    report: Vec::new(),
                    opened_as,
                    own,
                    fault: Some(fault),
                };
                let text = (text_name, language, text);
                let file = self.open_decompiled(text, provenance, content.flatten());
                // Behind others it is shown by and by, as files of its language are.
                if self.is_shown(&file) {
                    navigation.show_view(ViewKind::Bytes);
                }
                Ok(Opened { file: None, is_certain: true })
            }
            OpenResult::Unreadable { reason, offset } => {
                Err(Unopened::Unreadable { bytes, reason, offset })
            }
        }
    }

    /// Opens the text of a binary: its name, language and content.
    fn open_decompiled(
        self,
        (name, language, text): (String, String, String),
        provenance: Provenance,
        content: Option<Content>,
    ) -> Arc<OpenFile> {
        let gives_same =
            matches!(provenance, Provenance::Decompiled { exact: true, own: None, .. });
        let file = self.documents.open_among(
            FileId::fresh(),
            NewFile {
                name,
                language,
                text,
                encoding: Encoding::Utf8,
                provenance,
                // There is no such text on disk, but nothing is lost with one that the binary there gives again.
                is_modified: !gives_same,
                deaths: 0,
            },
        );
        if let Some(content) = content {
            file.views.own_bytes.set(Asked::Here(Arc::new(content)));
        }
        file
    }

    /// Opens a text as a language that the user chose.
    pub fn open_as(self, name: String, language: String, (text, encoding): (String, Encoding)) {
        let file = self.documents.open(NewFile {
            name,
            language,
            text,
            encoding,
            provenance: Provenance::Text,
            is_modified: false,
            deaths: 0,
        });
        self.note_utf16(&file);
        focus_editor_soon();
    }

    /// Says of a file in UTF-16 that the programs do not read it, with the way out.
    fn note_utf16(self, file: &Arc<OpenFile>) {
        if !matches!(file.encoding.get_untracked(), Encoding::Utf16Le | Encoding::Utf16Be) {
            return;
        }
        let id = file.id;
        let change = Callback::new(move |()| {
            if let Some(file) = self.documents.by_id(id) {
                file.encoding.set(Encoding::Utf8);
                // The text is the same, and the bytes on disk are others.
                editor::mark_unsaved(&file.uri);
                self.documents.note_change();
                self.toasts.answer(format!("`{}` will be saved as UTF-8.", file.name));
            }
        });
        self.toasts.show(Toast {
            kind: ToastKind::Info,
            text: format!(
                "`{}` is UTF-16, which the programs that use it do not read. It will be saved as UTF-16 again.",
                file.name
            ),
            action: Some(("Use UTF-8".to_owned(), change)),
        });
    }

    /// Opens a pasted text as a new file of the language that it seems to have.
    pub fn open_pasted(self, text: String) {
        let before = Before::of(self.documents.shown().as_deref());
        leptos::task::spawn_local(async move {
            let params =
                OpenParams { name: "pasted.txt".to_owned(), data: base64::encode(text.as_bytes()) };
            let answer = loop {
                match editor::request::<_, OpenResult>(OpenParams::METHOD, &params).await {
                    Err(RequestError::Stale) => {}
                    answer => break answer,
                }
            };
            match answer {
                Ok(OpenResult::Text { language, others, .. }) => {
                    let name = self.new_name(&language);
                    let is_shown = self.open_late(before, name, language, text);
                    if is_shown {
                        focus_editor_soon();
                        if !others.is_empty() {
                            self.dialogs.open(Dialog::Language);
                        }
                    }
                }
                Ok(_) => self.dialogs.open(Dialog::Unreadable {
                    name: "pasted.txt".to_owned(),
                    reason: "the pasted text is not in a language that Bobbin knows".to_owned(),
                    offset: None,
                    text: Some((text, Encoding::Utf8)),
                }),
                Err(RequestError::Failed(why)) => self.toasts.complain(why),
                Err(RequestError::Stale) => {}
            }
        });
    }

    /// Returns the name of a new file of a language.
    fn new_name(self, language: &str) -> String {
        let ending = self
            .documents
            .language(language)
            .and_then(|it| it.extensions.first().cloned())
            .unwrap_or_else(|| ".txt".to_owned());
        let dot = if ending.starts_with('.') { "" } else { "." };
        format!("untitled{dot}{ending}")
    }

    /// Opens an empty file of a language.
    pub fn open_new(self, language: &str) {
        self.open_empty_as(self.new_name(language), language.to_owned());
    }

    /// Opens an empty file of the language that its name says.
    pub fn open_empty(self, name: String) {
        let language = self.language_of(&name);
        self.open_empty_as(name, language);
    }

    fn open_empty_as(self, name: String, language: String) {
        let empty = NewFile::unsaved(name, language, String::new());
        self.documents.open(NewFile { is_modified: false, ..empty });
        focus_editor_soon();
    }

    /// Opens a new file with a text that is nowhere else.
    pub fn open_text(self, name: String, language: String, text: String) {
        self.documents.open(NewFile::unsaved(name, language, text));
        focus_editor_soon();
    }

    /// Opens a new text that was asked for when the person had what was `before`; returns true if it is shown.
    pub fn open_late(self, before: Before, name: String, language: String, text: String) -> bool {
        let late = self.documents.open_many(Showing::Since(before));
        let file =
            self.documents.open_among(FileId::fresh(), NewFile::unsaved(name, language, text));
        drop(late);
        self.tell_of(file.id);
        self.is_shown(&file)
    }

    /// Says of a file that was opened while the person went on that it is there, unless it is shown.
    pub fn tell_of(self, id: FileId) {
        if let Some(file) = self.documents.by_id(id).filter(|it| !self.is_shown(it)) {
            self.offer(id, format!("`{}` is open, behind this file.", file.name));
        }
    }

    /// Says something of an open file that is not shown, and offers to show it.
    pub fn offer(self, id: FileId, text: String) {
        let documents = self.documents;
        let show = Callback::new(move |()| documents.show(id));
        let action = Some(("Show".to_owned(), show));
        self.toasts.show_while(Toast { kind: ToastKind::Info, text, action }, move || {
            documents.files.with(|all| all.iter().any(|it| it.id == id))
        });
    }

    /// Opens a new text that describes the machine the page runs on, as far as the browser tells.
    pub fn describe_machine(self) {
        let before = Before::of(self.documents.shown().as_deref());
        leptos::task::spawn_local(async move {
            let params = DescribeParams { machine: machine::look().await };
            match editor::request::<_, DescribeResult>(DescribeParams::METHOD, &params).await {
                Ok(DescribeResult { language, file_name, text }) => {
                    if self.open_late(before, file_name, language, text) {
                        focus_editor_soon();
                    }
                }
                Err(RequestError::Failed(why)) => self.toasts.complain(why),
                // No text is asked about that could have changed meanwhile.
                Err(RequestError::Stale) => {}
            }
        });
    }

    /// Takes the open file at a path of the server for the one at another path, and gives it that
    /// name.
    pub fn take_for(self, from: &str, to: &str) {
        let FileControl { documents, toasts, .. } = self;
        let Some(file) = documents.by_path(from) else {
            return toasts.complain("That file is not open any more.");
        };
        let (id, old, name) = (file.id, file.name.clone(), to.trim_start_matches('/').to_owned());
        if !documents.rename(id, &name) {
            return toasts.complain(format!("Another open file is called `{name}`."));
        }
        let back = Callback::new(move |()| {
            if !documents.rename(id, &old) {
                toasts.complain(format!("Another open file is called `{old}`."));
            }
        });
        let text = format!("`{}` is now `{name}`.", file.name);
        let action = Some(("Undo".to_owned(), back));
        toasts.show(Toast { kind: ToastKind::Info, text, action });
    }

    /// Compiles a file and downloads the binary, in the language's compressed form if that is asked for. A binary
    /// that was opened is given back byte for byte until its text is edited.
    pub fn download_binary(self, file: Arc<OpenFile>, compressed: bool) {
        if let Provenance::Decompiled { binary, own: Some(own), .. } = &file.provenance
            && (own.is_compressed == compressed || file.fault().is_some())
            && file.is_as_opened()
        {
            return self.give_binary(binary, &own.data);
        }
        leptos::task::spawn_local(async move {
            let params = CompileParams { uri: file.uri.clone(), compressed };
            let answer = loop {
                match editor::request::<_, CompileResult>(CompileParams::METHOD, &params).await {
                    Err(RequestError::Stale) => {}
                    answer => break answer,
                }
            };
            match answer {
                Ok(CompileResult::File { name, data }) => self.give_binary(&name, &data),
                Ok(CompileResult::Refusal { reason, at }) => {
                    self.editing.show_refusal(&file, Refused { reason, at });
                }
                Err(RequestError::Failed(why)) => self.toasts.complain(why),
                Err(RequestError::Stale) => {}
            }
        });
    }

    fn give_binary(self, name: &str, data: &str) {
        match base64::decode(data) {
            Some(bytes) if files::download(last_part(name), &bytes) => {
                self.toasts
                    .say(format!("`{name}` was downloaded, {}.", counted(bytes.len(), "byte")));
            }
            Some(_) => self.toasts.complain("The browser refused the download."),
            None => self.toasts.complain("The binary is damaged; it was not saved."),
        }
    }

    /// Opens what could not be read as plain text. What is kept of it stays until the user forgets
    /// it.
    pub fn open_unread(self) {
        for it in self.documents.unread.get_untracked() {
            self.open_plain(it.name, it.text);
        }
    }
}

/// The text of bytes that cannot be anything else.
fn text_of(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then(|| text.to_owned())
}

/// The text of bytes that people can read, whatever it is about.
fn any_text_of(bytes: &[u8]) -> Option<(String, Encoding)> {
    if let Some(text) = text_of(bytes) {
        return Some((text, Encoding::Utf8));
    }
    let pair: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => {
            // Control characters are a sign of something else than text.
            let is_text = |it: &u8| matches!(it, b'\t' | b'\n' | b'\r' | 0x20..0x7f | 0xa0..);
            let text = || bytes.iter().map(|&it| char::from(it)).collect();
            return bytes.iter().all(is_text).then(|| (text(), Encoding::Latin1));
        }
    };
    let (units, odd) = bytes.get(2..)?.as_chunks::<2>();
    let text =
        char::decode_utf16(units.iter().map(|it| pair(*it))).collect::<Result<_, _>>().ok()?;
    let is_little = bytes.first() == Some(&0xff);
    odd.is_empty().then_some((text, if is_little { Encoding::Utf16Le } else { Encoding::Utf16Be }))
}

/// Gives the keyboard to the editor, after the dialog or menu that asked for it has given it back.
fn focus_editor_soon() {
    request_animation_frame(|| {
        editor::run_command("focus");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_can_read_is_text() {
        let encoding = |bytes| any_text_of(bytes).map(|(_, it)| it);
        assert_eq!(encoding(b"hello\n"), Some(Encoding::Utf8));
        assert_eq!(encoding(b"caf\xe9\n"), Some(Encoding::Latin1));
        assert_eq!(encoding(b"\xff\xfeh\0i\0"), Some(Encoding::Utf16Le));
        assert_eq!(encoding(b"\x89PNG\r\n\x1a\n\0"), None);
    }

    #[test]
    fn bytes_that_may_be_a_binary_are_no_text() {
        assert_eq!(text_of(b"process a\n").as_deref(), Some("process a\n"));
        assert_eq!(text_of(b"GF\0\x01"), None);
        assert_eq!(text_of(b"caf\xe9"), None);
    }
}
