//! Other names and other folders for open files, with all that names them.

use leptos::prelude::*;

use super::FileControl;
use super::paths::{in_folder, inside_of, last_part};
use crate::document::{FileId, uri_of};
use crate::platform::disk::{self, WayToSave};
use crate::platform::moves::{self, FileRename, FolderRename, Renamed};
use crate::widgets::prose::counted;
use crate::widgets::toast::{Toast, ToastKind};

impl FileControl {
    /// Gives a file another name, which may lead to another folder.
    pub fn rename(self, id: FileId, name: String) {
        self.rename_all(vec![(id, name)], None, false);
    }

    /// Moves a file into a folder; an empty one is that of all files.
    pub fn move_to(self, id: FileId, folder: &str) {
        if let Some(file) = self.documents.by_id(id) {
            self.rename(id, in_folder(folder, last_part(&file.name)));
        }
    }

    /// Moves everything in a folder to another one.
    pub fn rename_folder(self, from: &str, to: &str) {
        let files = self.documents.files.get_untracked();
        let moved = files.iter().filter_map(|file| {
            let inside = inside_of(from, &file.name)?;
            Some((file.id, in_folder(to, inside)))
        });
        self.rename_all(moved.collect(), Some((from.to_owned(), to.to_owned())), false);
    }

    /// Gives files other names as one step; one that has its name already is passed over. A folder that
    /// they move with takes along what is not open, too. Names that they had before come with the texts of then.
    fn rename_all(
        self,
        names: Vec<(FileId, String)>,
        folder: Option<(String, String)>,
        is_back: bool,
    ) {
        let has_all = |from: &str| {
            let is_left = |(id, name): (FileId, &str)| {
                inside_of(from, name).is_some() && !names.iter().any(|it| it.0 == id)
            };
            self.documents
                .files
                .with_untracked(|all| !all.iter().any(|it| is_left((it.id, &it.name))))
        };
        // In the folder of all files there may be anything, and one that goes into another is no longer the same: on
        // the way back its files would be told from those that were there by nothing.
        let folder = folder.filter(|(from, to)| {
            !from.is_empty() && !to.is_empty() && has_all(from) && has_all(to)
        });
        let renames: Vec<(FileId, FileRename)> = names
            .into_iter()
            .filter_map(|(id, name)| {
                let file = self.documents.by_id(id).filter(|it| it.name != name)?;
                let new_uri = uri_of(&name);
                Some((id, FileRename { uri: file.uri.clone(), new_uri, name }))
            })
            .collect();
        if renames.is_empty() {
            return;
        }
        let before: Vec<(FileId, String)> = renames
            .iter()
            .filter_map(|(id, _)| Some((*id, self.documents.by_id(*id)?.name.clone())))
            .collect();
        leptos::task::spawn_local(async move {
            let (ids, renames): (Vec<FileId>, Vec<FileRename>) = renames.into_iter().unzip();
            let what = what(&before);
            let moved = folder
                .as_ref()
                .map(|(from, to)| FolderRename { uri: uri_of(from), new_uri: uri_of(to) });
            match moves::rename(&renames, moved, is_back).await {
                Ok(None) => {}
                Ok(Some(done)) => self.tell_renamed(&what, before, folder, &ids, &done),
                Err(why) => self.toasts.complain(format!("{what} not renamed: {why}.")),
            }
        });
    }

    fn tell_renamed(
        self,
        what: &str,
        before: Vec<(FileId, String)>,
        folder: Option<(String, String)>,
        ids: &[FileId],
        done: &Renamed,
    ) {
        let now = match ids {
            [id] => self.documents.by_id(*id).map(|it| format!("{what} renamed to `{}`.", it.name)),
            _ => None,
        };
        let mut text = now.unwrap_or_else(|| format!("{what} renamed."));
        if let Some(rewritten) = rewritten(&done.rewritten) {
            text = format!("{text} {rewritten}");
        }
        for note in &done.notes {
            text = format!("{text} {note}.");
        }
        if let Some(why) = &done.unasked {
            let why = why.trim_end_matches('.');
            text = format!("{text} Other files were not searched for the old name: {why}.");
        }
        if let Some(left) = self.left_on_disk(ids, !done.rewritten.is_empty()) {
            text = format!("{text} {left}");
        }
        let back = Callback::new(move |()| {
            let back = folder.clone().map(|(from, to)| (to, from));
            self.rename_all(before.clone(), back, true);
        });
        let action = Some(("Undo".to_owned(), back));
        let names: Vec<_> = ids.iter().filter_map(|it| self.documents.by_id(*it)).collect();
        let rewritten = done.rewritten.clone();
        let left: Vec<_> =
            names.iter().filter(|it| disk::old_name(&it.uri).is_some()).cloned().collect();
        let is_true = move || {
            let has_names = self.documents.files.with(|files| {
                let is_there = |name: &String| files.iter().any(|it| it.name == *name);
                names.iter().all(|it| files.contains(it)) && rewritten.iter().all(is_there)
            });
            // A file that was saved since is on disk under its new name.
            has_names
                && left.iter().all(|it| it.is_modified.get() || disk::old_name(&it.uri).is_some())
        };
        self.toasts.show_while(Toast { kind: ToastKind::Info, text, action }, is_true);
    }

    /// Says where some files are on disk, which nothing here renames or moves.
    fn left_on_disk(self, ids: &[FileId], is_rewritten: bool) -> Option<String> {
        let files: Vec<_> = ids.iter().filter_map(|it| self.documents.by_id(*it)).collect();
        let left = files.iter().filter_map(|it| {
            let old = disk::old_name(&it.uri)?;
            let (name, own_part) = (it.name.as_str(), last_part(&it.name));
            // A folder tells the two apart where nothing else does.
            let new = if last_part(&old) == own_part { name } else { own_part };
            Some((old, new))
        });
        let left: Vec<_> = left.collect();
        let is_there = |uri: &str| disk::way_to_save(uri, false) == WayToSave::InPlace;
        match left.as_slice() {
            [] if is_rewritten && files.iter().any(|it| is_there(&it.uri)) => {
                Some("On disk nothing was moved.".to_owned())
            }
            [] => None,
            [(old, new)] => {
                Some(format!("On disk it is still `{old}`; Save will ask where to put `{new}`."))
            }
            all => Some(format!(
                "On disk {} are still where they were; Save will ask where to put each.",
                counted(all.len(), "file")
            )),
        }
    }
}

/// Names the files that get other names, with the verb.
fn what(before: &[(FileId, String)]) -> String {
    match before {
        [(_, name)] => format!("`{name}` was"),
        all => format!("{} were", counted(all.len(), "file")),
    }
}

/// Says in which files references were rewritten.
fn rewritten(names: &[String]) -> Option<String> {
    let list = match names {
        [] => return None,
        [one] => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
        [one, other, rest @ ..] => {
            format!("`{one}`, `{other}` and {}", counted(rest.len(), "other file"))
        }
    };
    Some(format!("The paths in {list} were updated."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_named_as_long_as_they_are_few() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
            rewritten(&names).unwrap_or_default()
        };
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["a"]), "The paths in `a` were updated.");
        assert_eq!(
            of(&["a", "b", "c", "d"]),
            "The paths in `a`, `b` and 2 other files were updated."
        );
    }
}
