//! Opening files and folders from the user's disk, and archives.

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{OpenParams, OpenResult};
use futures_util::future::join_all;
use leptos::prelude::*;
use web_sys::DragEvent;

use super::FileControl;
use super::save::encoded;
use crate::base64;
use crate::document::renamed::{Renamed, renamed_in_words};
use crate::document::{Before, FileId, OpenFile, Provenance, Showing, drafts, uri_of};
use crate::open_dialog::Dialog;
use crate::platform::disk::{self, Found, FoundFile, LARGEST, WayToSave};
use crate::platform::dom;
use crate::platform::editor;
use crate::platform::files::PickedFile;
use crate::platform::window::{self, A_MOMENT};
use crate::widgets::prose::counted;

/// The number of files of a folder that are opened without asking.
const MANY: usize = 200;

/// The number of files of a folder from which on the user is told that they are being read.
const NOTABLE: usize = 30;

/// The number of files that are read at a time and opened at one go.
const AT_A_TIME: usize = 50;

/// The most remarks that are shown, each as a message of its own.
const MOST_REMARKS: usize = 3;

impl FileControl {
    /// Lets the user pick files and opens them.
    pub fn pick(self) {
        self.pick_and(|| {});
    }

    /// Lets the user pick files and opens them; `on_open` is called once they were read.
    pub fn pick_and(self, on_open: impl Fn() + 'static) {
        leptos::task::spawn_local(async move {
            self.open_found(disk::pick_files(self.endings()).await).await;
            self.take_keys();
            on_open();
        });
    }

    /// Lets the user pick a folder, and opens the files of the known languages in it.
    pub fn pick_folder(self) {
        leptos::task::spawn_local(async move {
            self.open_found(disk::pick_folder(self.endings()).await).await;
            self.take_keys();
        });
    }

    /// Gives the text the keyboard, if what had it went with the start page.
    fn take_keys(self) {
        if self.documents.shown().is_some() {
            window::after_paint(|| {
                if dom::is_focus_lost() && !dom::is_dialog_open() {
                    editor::run_command("focus");
                }
            });
        }
    }

    /// Opens what was dropped; called during the event.
    pub fn open_dropped(self, event: &DragEvent) {
        let found = disk::drop_files(event, self.endings());
        leptos::task::spawn_local(async move {
            self.open_found(found.await).await;
        });
    }

    /// Opens the files that the installed page was started with, behind those of earlier times.
    pub fn open_launched(self, mut found: Found) {
        leptos::task::spawn_local(async move {
            while !self.documents.is_restored.get_untracked() {
                window::pause(A_MOMENT).await;
            }
            for file in &mut found.files {
                disk::look_again(file).await;
            }
            self.open_found(Ok(vec![found])).await;
        });
    }

    /// Opens a file that another application has shared with the page; false if it is not stored.
    pub async fn open_shared(self, file: PickedFile) -> bool {
        self.open_bytes(file, None).await;
        drafts::save_and_wait(self.documents).await
    }

    async fn endings(self) -> Result<Vec<String>, String> {
        let languages = self.documents.known_languages().await?;
        let all = languages.iter().flat_map(|it| &it.extensions);
        Ok(all.map(|it| it.to_lowercase()).collect())
    }

    async fn open_found(self, found: Result<Vec<Found>, String>) {
        let found = match found {
            Ok(found) => found,
            Err(why) => return self.toasts.complain(format!("Nothing was opened: {why}.")),
        };
        let n_remarks = found.iter().map(|it| it.remarks.len()).sum::<usize>();
        // The last one of them tells how many more there are.
        let n_told = if n_remarks > MOST_REMARKS { MOST_REMARKS - 1 } else { n_remarks };
        for it in found.iter().flat_map(|it| &it.remarks).take(n_told) {
            self.toasts.complain(it.clone());
        }
        if let more @ 1.. = n_remarks - n_told {
            self.toasts.complain(format!("{more} more were not opened for similar reasons."));
        }
        for Found { files, origin, n_others, .. } in found {
            match origin {
                None => self.open_loose(&files).await,
                Some(origin) => self.open_from(origin, files, n_others).await,
            }
        }
    }

    async fn open_loose(self, files: &[FoundFile]) {
        let folder = self.folder_for(files.iter(), "opened");
        let is_inside = |it: &Arc<OpenFile>| it.name.starts_with(&folder);
        let is_new = self.documents.files.with_untracked(|it| !it.iter().any(is_inside));
        let n_before = self.documents.files.with_untracked(Vec::len);
        if files.len() >= NOTABLE {
            self.toasts.answer(format!("Reading {} files…", files.len()));
        }
        let mut renamed = Vec::new();
        // Each that is shown takes the keyboard: who types on would write into all of them.
        let before = Before::of(self.documents.shown().as_deref());
        let is_one = files.len() == 1;
        let showing = if is_one { Showing::Since(before) } else { Showing::First };
        let many = self.documents.open_many(showing);
        let (mut first, mut last) = (None, None);
        for file in files {
            let name = format!("{folder}{}", file.name);
            let (found, opened) = self.open_one(file, &name).await;
            (first, last) = (first.or(found), found.or(last));
            renamed.extend(opened.and_then(|it| Renamed::of(&name, &it)));
        }
        let n_opened = self.documents.files.with_untracked(Vec::len).saturating_sub(n_before);
        drop(many);
        match last {
            Some(last) if before.is_untouched(self.documents.shown().as_deref(), first) => {
                self.documents.show(last)
            }
            Some(last) if is_one => self.tell_of(last),
            Some(_) if n_opened > 0 => {
                let were = if n_opened == 1 { "was" } else { "were" };
                self.toasts.say(format!("{} {were} opened.", counted(n_opened, "file")));
            }
            _ => {}
        }
        if is_new && !folder.is_empty() && n_opened > 0 {
            let were = if n_opened == 1 { "was" } else { "were" };
            self.toasts.say(format!(
                "{} {were} opened in the folder `{}`, beside your own: some names were taken.",
                counted(n_opened, "file"),
                folder.trim_end_matches('/')
            ));
        }
        if !renamed.is_empty() {
            self.toasts.say(renamed_in_words(&renamed));
        }
    }

    /// Returns the folder under which files that were found together are opened: that of those among them which are
    /// open already, else a free one like `wanted` if one of their names is taken.
    fn folder_for<'a>(self, files: impl Iterator<Item = &'a FoundFile>, wanted: &str) -> String {
        let mut names = Vec::new();
        for file in files {
            match file.uri.as_deref().and_then(|it| self.documents.by_uri(it)) {
                Some(open) => {
                    if let Some(folder) = open.name.strip_suffix(&file.name)
                        && (folder.is_empty() || folder.ends_with('/'))
                    {
                        return folder.to_owned();
                    }
                }
                None => names.push(file.name.as_str()),
            }
        }
        self.documents.folder_for(&names, wanted)
    }

    /// Opens a file under a name, unless it is open; returns the one that is to be shown then, and the file if it was
    /// opened as a text.
    async fn open_one(
        self,
        file: &FoundFile,
        name: &str,
    ) -> (Option<FileId>, Option<Arc<OpenFile>>) {
        if let Some(open) = file.uri.as_deref().and_then(|it| self.documents.by_uri(it)) {
            disk::take(file, None);
            return (Some(open.id), None);
        }
        let Some(bytes) = self.read(file).await else { return (None, None) };
        if let Some(open) = self.same_open(name, &bytes) {
            disk::take(file, Some(&open.uri));
            if let Some(text) = open.text() {
                self.documents.note_saved(&open, &text);
            }
            self.toasts.answer(format!("`{name}` is open already, with the same content."));
            return (Some(open.id), None);
        }
        let newest = || self.documents.newest().map(|it| it.id);
        let before = newest();
        let opened = self.open_bytes(PickedFile { name: name.to_owned(), bytes }, None).await;
        disk::take(file, opened.as_deref().map(|it: &OpenFile| it.uri.as_str()));
        (newest().filter(|it| Some(*it) != before), opened)
    }

    /// Returns the open file that has the name and all bytes of one that is about to be opened, unless it has a place on
    /// disk of its own.
    fn same_open(self, name: &str, bytes: &[u8]) -> Option<Arc<OpenFile>> {
        let open = self.documents.by_uri(&uri_of(name))?;
        let is_at_home = disk::way_to_save(&open.uri, false) == WayToSave::InPlace;
        let text = open.text().filter(|_| !is_at_home)?;
        let is_text = matches!(open.provenance, Provenance::Text);
        (is_text && encoded(&text, open.encoding.get_untracked()).0 == bytes).then_some(open)
    }

    /// Reads a file; `None` if that failed, and then the user is told why.
    async fn read(self, file: &FoundFile) -> Option<Vec<u8>> {
        let name = &file.name;
        let read = match file.size {
            size if size > LARGEST => {
                Err(format!("it has {} MB, and the limit is 64 MB", size.div_ceil(1024 * 1024)))
            }
            _ => disk::read(file).await,
        };
        match read {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                disk::take(file, None);
                self.toasts
                    .complain(format!("`{name}` was not opened: {}.", why.trim_end_matches('.')));
                None
            }
        }
    }

    /// Opens the files of a folder or archive that are of a known language, and tells what was left out.
    async fn open_from(self, origin: String, files: Vec<FoundFile>, n_others: usize) {
        if files.len() >= NOTABLE {
            self.toasts.answer(format!("Reading {} files from `{origin}`…", files.len()));
        }
        let mut known = Vec::new();
        let (mut n_others, mut unread) = (n_others, Vec::new());
        let mut n_held = 0;
        let mut files = files.into_iter().peekable();
        while files.peek().is_some() {
            let some: Vec<FoundFile> = files.by_ref().take(AT_A_TIME).collect();
            let seen = join_all(some.iter().map(|it| self.look_into(it))).await;
            for (file, seen) in some.into_iter().zip(seen) {
                match seen {
                    Ok(Some(seen)) => {
                        n_held += seen.n_bytes();
                        let is_held = n_held <= LARGEST;
                        known.push((file, if is_held { seen } else { seen.without_text() }));
                    }
                    Ok(None) => {
                        disk::take(&file, None);
                        n_others += 1;
                    }
                    Err(why) => {
                        disk::take(&file, None);
                        unread.push(format!("`{}` ({})", file.name, why.trim_end_matches('.')));
                    }
                }
            }
        }
        let left_out = left_out(n_others, &unread);
        let n_files = known.len();
        if n_files == 0 {
            return self
                .toasts
                .complain(format!("`{origin}` has no file in a known language.{left_out}"));
        }
        if n_files <= MANY {
            // What is opened next has to know which names are taken.
            return self.open_known(&known, &origin, &left_out).await;
        }
        let known = Arc::new(known);
        let of_open = origin.clone();
        let open = Callback::new(move |()| {
            let (known, left_out, origin) = (known.clone(), left_out.clone(), of_open.clone());
            leptos::task::spawn_local(async move {
                self.open_known(&known, &origin, &left_out).await;
            });
        });
        if self.dialogs.shows_one(|it| matches!(it, Dialog::ManyFiles { .. })) {
            return self.toasts.complain(format!(
                "`{origin}` was not opened: it has {n_files} files. Open it by itself."
            ));
        }
        self.many.set_value(Some(open));
        self.dialogs.open(Dialog::ManyFiles { origin, n_files });
    }

    async fn open_known(self, files: &[(FoundFile, Seen)], origin: &str, left_out: &str) {
        let mut first: Option<FileId> = None;
        let mut n_opened = 0;
        let mut renamed = Vec::new();
        let stem = origin.strip_suffix(".zip").unwrap_or(origin);
        let folder = self.folder_for(files.iter().map(|it| &it.0), stem);
        let before = Before::of(self.documents.shown().as_deref());
        let many = self.documents.open_many(Showing::First);
        for (nth, (file, seen)) in files.iter().enumerate() {
            if let Some(open) = file.uri.as_deref().and_then(|it| self.documents.by_uri(it)) {
                disk::take(file, None);
                first = first.or(Some(open.id));
                continue;
            }
            let name = format!("{folder}{}", file.name);
            let opened = match seen {
                // What follows the list of files does its work once for all that are opened at one go.
                Seen::Text { language, answer, bytes } => {
                    let picked = PickedFile { name: name.clone(), bytes: bytes.clone() };
                    let language = Some(language.clone());
                    let opened = self.open_answer(picked, answer.clone(), language, None);
                    let opened = opened.ok().and_then(|it| it.file);
                    if nth % AT_A_TIME == AT_A_TIME - 1 {
                        window::pause(Duration::ZERO).await;
                    }
                    opened
                }
                Seen::Other { language } => {
                    let Some(bytes) = self.read(file).await else { continue };
                    let picked = PickedFile { name: name.clone(), bytes };
                    self.open_bytes(picked, language.clone()).await
                }
            };
            disk::take(file, opened.as_deref().map(|it: &OpenFile| it.uri.as_str()));
            renamed.extend(opened.and_then(|it| Renamed::of(&name, &it)));
            first = first.or(self.documents.newest().map(|it| it.id));
            n_opened += 1;
        }
        drop(many);
        if let Some(first) = first
            && before.is_untouched(self.documents.shown().as_deref(), Some(first))
        {
            self.documents.show(first);
        }
        let what = match n_opened {
            0 => "All files are already open".to_owned(),
            1 => format!("1 file from `{origin}` was opened"),
            n => format!("{n} files from `{origin}` were opened"),
        };
        let place = match folder.trim_end_matches('/') {
            "" => String::new(),
            it if n_opened > 0 => format!(" in the folder `{it}`, beside your own"),
            _ => String::new(),
        };
        let names = match renamed.is_empty() {
            true => String::new(),
            false => format!(" {}", renamed_in_words(&renamed)),
        };
        self.toasts.say(format!("{what}{place}.{names}{left_out}"));
    }

    /// Looks into a file of a folder; `None` if it is of no known language.
    async fn look_into(self, file: &FoundFile) -> Result<Option<Seen>, String> {
        if file.uri.as_deref().is_some_and(|it| self.documents.by_uri(it).is_some()) {
            return Ok(Some(Seen::Other { language: None }));
        }
        if file.size > LARGEST {
            return Err("more than 64 MB".to_owned());
        }
        let bytes = disk::read(file).await?;
        // A name that says the language makes it worth a word.
        let is_ours = !self.language_of(&file.name).is_empty();
        let params = OpenParams { name: file.name.clone(), data: base64::encode(&bytes) };
        let answer = editor::ask::<_, OpenResult>(OpenParams::METHOD, &params).await?;
        Ok(match &answer {
            OpenResult::Text { language, .. } => {
                let language = language.clone();
                // Other names may be of pictures that carry texts.
                Some(match is_ours {
                    true => Seen::Text { language, answer, bytes },
                    false => Seen::Other { language: Some(language) },
                })
            }
            OpenResult::Binary { .. } | OpenResult::Damaged { .. } => {
                Some(Seen::Other { language: None })
            }
            OpenResult::Unreadable { reason, .. } if is_ours => return Err(reason.clone()),
            OpenResult::Unreadable { .. } => None,
        })
    }
}

/// The kind of a file that was found in a folder, known before it is opened.
enum Seen {
    /// A text, and the bytes that it was read from.
    Text { language: String, answer: OpenResult, bytes: Vec<u8> },
    /// A binary, or a text that is read again when it is opened; `language` is the name of its language, if known.
    Other { language: Option<String> },
}

impl Seen {
    fn n_bytes(&self) -> u64 {
        match self {
            Seen::Text { bytes, .. } => bytes.len() as u64,
            Seen::Other { .. } => 0,
        }
    }

    fn without_text(self) -> Seen {
        match self {
            Seen::Text { language, .. } => Seen::Other { language: Some(language) },
            Seen::Other { .. } => self,
        }
    }
}

/// Says what was left out of a folder, behind another sentence.
fn left_out(n_others: usize, unread: &[String]) -> String {
    let mut text = match n_others {
        0 => String::new(),
        1 => " 1 other file is not in a known language and was left out.".to_owned(),
        n => format!(" {n} other files are not in a known language and were left out."),
    };
    const SHOWN: usize = 3;
    if !unread.is_empty() {
        let shown: Vec<&str> = unread.iter().take(SHOWN).map(String::as_str).collect();
        let more = unread.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        text += &format!(" Not readable: {}{more}.", shown.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_counted_and_named() {
        assert_eq!(left_out(0, &[]), "");
        assert_eq!(left_out(1, &[]), " 1 other file is not in a known language and was left out.");
        let unread: Vec<String> =
            ["a", "b", "c", "d", "e"].iter().map(|it| format!("`{it}`")).collect();
        assert_eq!(left_out(0, &unread), " Not readable: `a`, `b`, `c` and 2 more.");
    }
}
