//! Texts with the files they include, for those who can read files.

use std::path::Path;
use std::sync::Arc;

use bobbin_core::text::{Files, SourceText};
use bobbin_core::{Input, Snapshot};
use bobbin_languages::LanguageId;

/// The files of a machine.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// The text of the file at a path; none if there is no such file.
    pub read: fn(&str) -> Option<SourceText>,
    /// The path of the file at a path with all links followed; none if there is no such file.
    pub real: fn(&str) -> Option<String>,
    /// The reason why the file at a path cannot be read, if there is one: of what is no directory and has no text.
    pub fault: fn(&str) -> Option<String>,
    /// True if there is a directory at a path.
    pub is_directory: fn(&str) -> bool,
    /// The paths of the files in a folder itself; none if there is no such folder.
    pub in_folder: fn(&str) -> Vec<String>,
    /// The paths of all files below a folder that have a name of our languages.
    pub list: fn(&str) -> Vec<String>,
}

/// Returns true for a setting that files other than pipelines have.
#[must_use]
pub fn is_of_others(setting: &str) -> bool {
    setting == "dialect" || matches!(setting.trim_start_matches('-'), "lenient" | "strict-spec")
}

/// Parses a text with all that it includes; of what is in `input.files` nothing is read.
///
/// `known` are the files that were read the last time. They are read again first, so that most often
/// the text is parsed once; afterwards `known` are those that were read now. A file that has another
/// name in `input.files`, or is the text itself, has its text from there.
pub fn with_included(
    language: LanguageId,
    mut input: Input,
    disk: Disk,
    known: &mut Vec<String>,
) -> Snapshot {
    let Disk { read, real, fault, is_directory, in_folder, .. } = disk;
    // A pipeline would stop on a setting of another language.
    let is_strange = |it: &(String, String)| is_of_others(&it.0);
    // By its name: a server for other families has no such variant.
    if language.info().name == "sprokit" && input.host.settings.iter().any(is_strange) {
        Arc::make_mut(&mut input.host).settings.retain(|it| !is_strange(it));
    }
    let place = |files: &mut Arc<Files>, path: &str, its_real: &str| {
        let files = Arc::make_mut(files);
        if let Some(folder) = Path::new(its_real).parent().and_then(Path::to_str) {
            files.set_folder(path, folder);
        }
        files.set_real(path, its_real);
        let by_folder = |(folder, name)| Some(format!("{}/{name}", real(folder)?));
        if path != its_real
            && path.rsplit_once('/').and_then(by_folder).as_deref() != Some(its_real)
        {
            files.add_link(path);
        }
    };
    let mut open: Vec<(String, Arc<str>)> = Vec::new();
    let paths: Vec<String> = input.files.paths().map(str::to_owned).collect();
    for path in [&input.path].into_iter().chain(&paths) {
        let Some(real) = real(path) else { continue };
        place(&mut input.files, path, &real);
        let text = input.files.get(path).filter(|_| *path != input.path).unwrap_or(&input.text);
        // Of several names of one the file's own comes first.
        let at = if real == *path { 0 } else { open.len() };
        open.insert(at, (real, Arc::clone(text)));
    }
    let mut wanted = std::mem::take(known);
    loop {
        for path in wanted {
            if input.files.get(&path).is_some() {
                continue;
            }
            let real = real(&path);
            if let Some((_, text)) = open.iter().find(|it| Some(&it.0) == real.as_ref()) {
                Arc::make_mut(&mut input.files).insert(&path, Arc::clone(text));
            } else if let Some(source) = read(&path) {
                Arc::make_mut(&mut input.files).insert_source(&path, &source);
            } else if is_directory(&path) {
                Arc::make_mut(&mut input.files).add_directory(&path);
                known.push(path);
                continue;
            } else if let Some(why) = fault(&path) {
                Arc::make_mut(&mut input.files).set_unreadable(&path, why);
                known.push(path);
                continue;
            } else {
                continue;
            }
            if let Some(real) = real {
                place(&mut input.files, &path, &real);
            }
            known.push(path);
        }
        let snapshot = Snapshot::new(language.info(), input.clone());
        wanted = snapshot.document().missing_files();
        for (folder, ending) in snapshot.document().searched_folders() {
            wanted.extend(in_folder(&folder).into_iter().filter(|it| it.ends_with(ending)));
        }
        // Each time around at least one more file or directory is known, and they are finitely many.
        wanted.retain(|path| {
            let files = &input.files;
            let is_known = files.get(path).is_some()
                || files.is_directory(path)
                || files.unreadable(path).is_some();
            !is_known && (read(path).is_some() || is_directory(path) || fault(path).is_some())
        });
        if wanted.is_empty() {
            return snapshot;
        }
    }
}
