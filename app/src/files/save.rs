//! Saving texts: in place where the browser lets the page, else by a picker or as a download.

use std::cell::Cell;
use std::sync::Arc;

use bobbin_protocol::Encoding;
use leptos::prelude::*;

use super::{FileControl, last_part};
use crate::document::{FileId, OpenFile};
use crate::open_dialog::{AfterEncoding, Dialog};
use crate::platform::disk::{self, Outcome, ToPack, WayToSave};
use crate::platform::files;
use crate::widgets::prose::listed;
use crate::widgets::toast::{Toast, ToastKind};

/// A text on its way to the disk: what is typed meanwhile is not part of it.
struct Saved {
    text: String,
    bytes: Vec<u8>,
    encoding: Encoding,
}

/// The result of trying to save a text.
pub(super) enum Attempt {
    Saved,
    /// It was saved in place: where, if it has another name there, is still to be told.
    SavedInPlace(String),
    /// The user has to be asked first.
    Asks(Dialog),
    /// It was not saved, for the reason that this sentence gives.
    Failed(String),
    /// The user has cancelled it, or has been told why it was not saved.
    Ended,
}

impl From<bool> for Attempt {
    fn from(is_saved: bool) -> Attempt {
        if is_saved { Attempt::Saved } else { Attempt::Ended }
    }
}

thread_local! {
    static N_SAVING: Cell<u32> = const { Cell::new(0) };
}

/// A save that is under way.
pub(super) struct Saving;

impl Saving {
    pub(super) fn begin() -> Saving {
        N_SAVING.set(N_SAVING.get() + 1);
        Saving
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        N_SAVING.set(N_SAVING.get() - 1);
    }
}

/// Returns true while a text is being saved.
pub(super) fn is_saving() -> bool {
    N_SAVING.get() > 0
}

/// Returns what people call an encoding.
#[must_use]
pub fn name_of_encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Latin1 => "ISO 8859-1",
        Encoding::Utf16Le | Encoding::Utf16Be => "UTF-16",
    }
}

/// Returns the first character that ISO 8859-1 lacks, with its line and its place in the line, from 0, in UTF-16 units.
#[must_use]
pub fn beyond_latin1(text: &str) -> Option<(char, u32, u32)> {
    let (mut line, mut character) = (0, 0);
    let mut chars = text.chars().peekable();
    while let Some(it) = chars.next() {
        match it {
            '\n' => (line, character) = (line + 1, 0),
            '\r' if chars.peek() != Some(&'\n') => (line, character) = (line + 1, 0),
            it if u32::from(it) > 0xff => return Some((it, line, character)),
            it => character += it.len_utf16() as u32,
        }
    }
    None
}

impl FileControl {
    /// Begins to save the text of a file where it was opened from or saved to, or else where the user wants it.
    pub fn save(self, file: &Arc<OpenFile>) {
        self.save_in(file, file.encoding.get_untracked());
    }

    fn save_in(self, file: &Arc<OpenFile>, encoding: Encoding) {
        let file = file.clone();
        let saving = Saving::begin();
        leptos::task::spawn_local(async move {
            let attempt = self.attempt(&file, encoding).await;
            self.tell(&file, attempt);
            drop(saving);
        });
    }

    /// Saves the text of a file where it was opened from or saved to, or else where the user wants it; returns true
    /// once it is saved. If it is not, the user is told why.
    pub async fn save_now(self, file: &Arc<OpenFile>) -> bool {
        let _saving = Saving::begin();
        let attempt = self.attempt(file, file.encoding.get_untracked()).await;
        self.tell(file, attempt)
    }

    /// Tries to save the text of a file in an encoding; the user is neither asked nor told yet, but for a picker.
    pub(super) async fn attempt(self, file: &Arc<OpenFile>, encoding: Encoding) -> Attempt {
        let Some(saved) = self.text_to_save(file, &file.name, encoding) else {
            return Attempt::Ended;
        };
        if saved.encoding != encoding {
            return Attempt::Asks(Dialog::BecomeUtf8 { id: file.id, then: AfterEncoding::Save });
        }
        match disk::way_to_save(&file.uri, false) {
            WayToSave::Download => self.download(file, &file.name, saved).into(),
            WayToSave::Picker => self.save_by_picker(file, saved).await,
            WayToSave::InPlace | WayToSave::Lost => {
                let outcome = disk::save_in_place(&file.uri, saved.bytes.clone()).await;
                let place = if let Outcome::Saved(on_disk) = &outcome {
                    // It has another name here if that was taken when it was opened.
                    let is_renamed = on_disk != last_part(&file.name);
                    if is_renamed { format!(", to `{on_disk}` on disk") } else { String::new() }
                } else {
                    String::new()
                };
                match self.note_outcome(file, outcome, &saved) {
                    Attempt::Saved => Attempt::SavedInPlace(place),
                    other => other,
                }
            }
        }
    }

    /// Asks what an attempt needs to know, or tells the user why it failed; returns true if the text is saved.
    pub(super) fn tell(self, file: &OpenFile, attempt: Attempt) -> bool {
        match attempt {
            Attempt::Saved => return true,
            Attempt::SavedInPlace(place) => {
                self.toasts.answer(format!("`{}` was saved in place{place}.", file.name));
                return true;
            }
            Attempt::Asks(dialog) => self.dialogs.open(dialog),
            Attempt::Failed(why) => self.complain_and_offer(file.id, why),
            Attempt::Ended => {}
        }
        false
    }

    /// Saves a text and closes its file and others, unless it is not saved or has been edited meanwhile.
    pub fn save_and_close(self, file: &Arc<OpenFile>, others: Vec<Arc<OpenFile>>) {
        let file = file.clone();
        leptos::task::spawn_local(async move {
            let is_saved = self.save_now(&file).await;
            // It may have another name now.
            let saved = self
                .documents
                .by_id(file.id)
                .filter(|it| is_saved && !it.is_modified.get_untracked());
            if let Some(file) = saved {
                self.close_now(&[vec![file], others].concat());
            }
        });
    }

    /// Saves a text under another name or in another place, which the user chooses.
    pub fn save_as(self, file: &Arc<OpenFile>) {
        if disk::way_to_save(&file.uri, true) == WayToSave::Download {
            return self.dialogs.open(Dialog::Name { id: file.id, is_copy: true });
        }
        self.save_elsewhere_in(file, file.encoding.get_untracked());
    }

    fn save_elsewhere_in(self, file: &Arc<OpenFile>, encoding: Encoding) {
        let Some(saved) = self.text_to_save(file, &file.name, encoding) else { return };
        if !self.keeps_encoding(file, &saved, encoding, AfterEncoding::SaveAs) {
            return;
        }
        let file = file.clone();
        leptos::task::spawn_local(async move {
            let attempt = self.save_by_picker(&file, saved).await;
            self.tell(&file, attempt);
        });
    }

    /// Downloads the text of a file under a name, which the file has from then on.
    pub fn download_as(self, file: &Arc<OpenFile>, name: &str) {
        self.download_in(file, name, file.encoding.get_untracked());
    }

    fn download_in(self, file: &Arc<OpenFile>, name: &str, encoding: Encoding) {
        let Some(saved) = self.text_to_save(file, name, encoding) else { return };
        if !self.keeps_encoding(file, &saved, encoding, AfterEncoding::Download(name.to_owned())) {
            return;
        }
        if self.download(file, name, saved) && name != file.name {
            self.documents.rename(file.id, name);
        }
    }

    fn text_to_save(self, file: &OpenFile, name: &str, encoding: Encoding) -> Option<Saved> {
        let Some(text) = file.text() else {
            self.toasts.complain(format!("`{name}` was not saved: it is not open any more."));
            return None;
        };
        let (bytes, encoding) = encoded(&text, encoding);
        Some(Saved { text, bytes, encoding })
    }

    /// Returns true if a text can be saved in an encoding; else asks whether it may become UTF-8.
    fn keeps_encoding(
        self,
        file: &OpenFile,
        saved: &Saved,
        encoding: Encoding,
        then: AfterEncoding,
    ) -> bool {
        let keeps = saved.encoding == encoding;
        if !keeps {
            self.dialogs.open(Dialog::BecomeUtf8 { id: file.id, then });
        }
        keeps
    }

    /// Goes on in UTF-8 with what asked for it. The file has its old encoding until that has succeeded: who takes the
    /// character back saves it as it was.
    pub fn become_utf8(self, file: &Arc<OpenFile>, then: &AfterEncoding) {
        match then {
            AfterEncoding::Save => self.save_in(file, Encoding::Utf8),
            AfterEncoding::SaveAs => self.save_elsewhere_in(file, Encoding::Utf8),
            AfterEncoding::Download(name) => self.download_in(file, name, Encoding::Utf8),
        }
    }

    /// Nothing is waited for between reading the text and giving it away: a key that is typed meanwhile, or a
    /// server that hangs, cannot come between.
    fn download(self, file: &OpenFile, name: &str, saved: Saved) -> bool {
        if !files::download(last_part(name), &saved.bytes) {
            self.toasts.complain(format!(
                "`{name}` was not saved: the browser refused the download. Copy the text elsewhere."
            ));
            return false;
        }
        self.toasts.answer(format!("`{}` was downloaded.", last_part(name)));
        self.note_saved(file, &saved);
        true
    }

    async fn save_by_picker(self, file: &Arc<OpenFile>, saved: Saved) -> Attempt {
        let own_name = last_part(&file.name);
        let old_name = disk::old_name(&file.uri);
        let outcome = disk::save_by_picker(&file.uri, own_name, saved.bytes.clone()).await;
        match &outcome {
            Outcome::Saved(name) => {
                self.take_name(file, name);
                // There it is from now on, though its name here may be another one, which an open file has.
                if let Some(own) = self.documents.by_id(file.id) {
                    disk::accept_name(&own.uri);
                }
                let old = old_name.filter(|it| it != name);
                let old = old.map(|it| format!(" `{it}` is still there, too.")).unwrap_or_default();
                self.toasts.say(format!(
                    "`{name}` was saved to disk. From now on, Save writes to that file.{old}"
                ));
            }
            Outcome::Homeless => return self.download(file, &file.name, saved).into(),
            _ => {}
        }
        self.note_outcome(file, outcome, &saved)
    }

    /// Gives a file the name that it was saved under, in its folder; another file of that name keeps it.
    fn take_name(self, file: &OpenFile, name: &str) {
        // It may have been renamed while the picker was open.
        let Some(file) = self.documents.by_id(file.id) else { return };
        let folders = file.name.len() - last_part(&file.name).len();
        let full = format!("{}{name}", file.name.get(..folders).unwrap_or_default());
        if full != file.name {
            self.documents.rename(file.id, &full);
        }
    }

    fn note_outcome(self, file: &Arc<OpenFile>, outcome: Outcome, saved: &Saved) -> Attempt {
        let name = &file.name;
        match outcome {
            Outcome::Saved(_) => {
                // It may have been renamed meanwhile, or closed.
                if let Some(file) = self.documents.by_id(file.id) {
                    file.is_overtaken.set(false);
                    // Renamed while it was written, it is on disk under its old name only.
                    if disk::old_name(&file.uri).is_none() {
                        self.note_saved(&file, saved);
                    }
                }
                Attempt::Saved
            }
            Outcome::Cancelled | Outcome::Homeless => Attempt::Ended,
            Outcome::Changed => Attempt::Asks(Dialog::ChangedOnDisk(file.id)),
            Outcome::Denied => Attempt::Failed(format!(
                "`{name}` was not saved: the browser was not allowed to write the file. Save again and allow it, or save it elsewhere."
            )),
            Outcome::Gone => Attempt::Failed(format!(
                "`{name}` was not saved: the file is no longer where it was. Save it as a new file."
            )),
            Outcome::Failed(why) => Attempt::Failed(format!(
                "`{name}` was not saved: {}. Save it elsewhere.",
                why.trim_end_matches('.')
            )),
        }
    }

    /// Tells the user of a fault, with a way to save the file elsewhere.
    pub(super) fn complain_and_offer(self, id: FileId, text: String) {
        let save_as = Callback::new(move |()| {
            if let Some(file) = self.documents.by_id(id) {
                self.save_as(&file);
            }
        });
        let action = Some(("Save as…".to_owned(), save_as));
        self.toasts.show(Toast { kind: ToastKind::Error, text, action });
    }

    fn note_saved(self, file: &OpenFile, saved: &Saved) {
        if file.encoding.get_untracked() != saved.encoding {
            file.encoding.set(saved.encoding);
            self.documents.note_change();
        }
        self.documents.note_saved(file, &saved.text);
    }

    /// Downloads all open texts as one archive, as they are now. A binary whose text is as it was opened is in it itself,
    /// if that text compiles to other bytes: opening the archive gives both again.
    pub fn download_all(self) {
        let files = self.documents.files.get_untracked();
        leptos::task::spawn_local(async move {
            let names: Vec<&str> = files.iter().map(|it| it.name.as_str()).collect();
            let all: Vec<_> = files
                .iter()
                .map(|it| (it, it.encoding.get_untracked(), packed_bytes(it, &names)))
                .collect();
            let to_pack: Vec<_> = all
                .iter()
                .map(|(it, encoding, own)| {
                    let own = own.and_then(|(name, data)| Some((name?, data)));
                    let name = own.map_or(it.name.as_str(), |it| it.0);
                    let data = own.map(|it| it.1);
                    ToPack { uri: &it.uri, name, encoding: *encoding, data }
                })
                .collect();
            let as_text = all.iter().filter(|it| matches!(it.2, Some((None, _))));
            let as_text: Vec<&str> = as_text.filter_map(|it| it.0.binary_name()).collect();
            match disk::pack(&to_pack).await {
                Ok(bytes) if files::download("bobbin-files.zip", &bytes) => {
                    let n_files = to_pack.len();
                    let what = if n_files == 1 {
                        "1 file was".to_owned()
                    } else {
                        format!("{n_files} files were")
                    };
                    let binaries = to_pack.iter().filter(|it| it.data.is_some());
                    let binaries: Vec<&str> = binaries.map(|it| it.name).collect();
                    let binaries = about_binaries(&binaries, &as_text);
                    self.toasts.say(format!("{what} downloaded as `bobbin-files.zip`.{binaries}"));
                }
                Ok(_) => self.toasts.complain("The browser refused the download."),
                Err(why) => {
                    self.toasts.complain(format!("The archive could not be created: {why}."))
                }
            }
        });
    }
}

/// Returns the bytes of a file, Base64, that are packed in place of its text, and the name of that entry if there can be
/// one, beside open files with these names.
fn packed_bytes<'a>(file: &'a OpenFile, names: &[&str]) -> Option<(Option<&'a str>, &'a str)> {
    let own = file.own().filter(|_| file.is_as_opened())?;
    Some((name_in_archive(&file.name, file.binary_name()?, names), &own.data))
}

/// Returns the name by which a binary is in an archive, in place of the text that it was opened as: the one from which
/// that name is made again. None if the text has been renamed to something else, or if an open file has that name.
fn name_in_archive<'a>(text: &'a str, binary: &str, names: &[&str]) -> Option<&'a str> {
    let ending = |name: &str| last_part(name).rsplit_once('.').map(|it| it.1.to_lowercase());
    let name = text.strip_suffix(".txt")?;
    (ending(name) == ending(binary) && !names.contains(&name)).then_some(name)
}

/// Says which binaries are in an archive as they were opened, and of which only the text is.
fn about_binaries(as_opened: &[&str], as_text: &[&str]) -> String {
    let mut text = String::new();
    if !as_opened.is_empty() {
        let is = if as_opened.len() == 1 { "is" } else { "are" };
        text += &format!(" {} {is} in it as opened.", listed(as_opened));
    }
    if !as_text.is_empty() {
        text += &format!(" Of {} only the text is in it, not the bytes.", listed(as_text));
    }
    text
}

/// The bytes of a text, and the encoding that has all its characters.
pub(super) fn encoded(text: &str, encoding: Encoding) -> (Vec<u8>, Encoding) {
    let other = match encoding {
        Encoding::Utf8 => None,
        Encoding::Latin1 => text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect(),
        Encoding::Utf16Le => Some(utf16(text, u16::to_le_bytes)),
        Encoding::Utf16Be => Some(utf16(text, u16::to_be_bytes)),
    };
    match other {
        Some(bytes) => (bytes, encoding),
        None => (text.as_bytes().to_vec(), Encoding::Utf8),
    }
}

/// Encodes a text as UTF-16, behind a byte order mark.
fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_encoding_as_long_as_that_has_its_characters() {
        let latin1 = |text: &str| encoded(text, Encoding::Latin1);
        assert_eq!(latin1("café\r\n"), (b"caf\xe9\r\n".to_vec(), Encoding::Latin1));
        assert_eq!(latin1("5 €"), ("5 €".as_bytes().to_vec(), Encoding::Utf8));
        assert_eq!(encoded("é", Encoding::Utf8), ("é".as_bytes().to_vec(), Encoding::Utf8));
        assert_eq!(encoded("é", Encoding::Utf16Be).0, b"\xfe\xff\0\xe9");
    }

    #[test]
    fn a_binary_is_packed_in_place_of_its_text() {
        let name = |text, binary| name_in_archive(text, binary, &["a.coilcfg", text]);
        assert_eq!(name("box.coilcfg.txt", "box.coilcfg"), Some("box.coilcfg"));
        // Renamed, in a folder, or opened beside one of the same name.
        assert_eq!(name("a/b/box-2.coilcfg.txt", "box.coilcfg"), Some("a/b/box-2.coilcfg"));
        assert_eq!(name("box.txt", "box.coilcfg"), None);
        assert_eq!(name("a.coilcfg.txt", "a.coilcfg"), None);
        assert_eq!(name("firmware.txt", "firmware"), Some("firmware"));
        assert_eq!(about_binaries(&[], &[]), "");
        assert_eq!(
            about_binaries(&["a", "b"], &["c"]),
            " `a` and `b` are in it as opened. Of `c` only the text is in it, not the bytes."
        );
    }

    #[test]
    fn what_an_encoding_lacks_is_found() {
        assert_eq!(beyond_latin1("caf\u{e9}\r\n"), None);
        assert_eq!(beyond_latin1("a\r\nb\rx \u{20ac}"), Some(('\u{20ac}', 2, 2)));
    }
}
