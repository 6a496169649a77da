//! The spelling of includes and relative paths once files have moved.

use crate::file::File;
use crate::macros;
use crate::relative_paths;
use crate::source::{self, Include, SEARCH_PATH, Source, Target, is_absolute, joined_path};
use bobbin_core::HostFacts;
use bobbin_core::edit::Refusal;
use bobbin_core::text::{
    FileMoves, FileName, Files, Location, leads_above_root, relative_path, with_file_name,
};

/// The files and folders before and after moves.
struct Moved<'a> {
    source: &'a Source,
    moves: &'a FileMoves,
    files: Files,
    host: &'a HostFacts,
}

/// Returns the names in all include lines that the text is made of and whose file is open, and the
/// relative paths that would lead elsewhere, with their spelling after `moves`. What an included file
/// includes may be found for this text alone, in one of its folders (sprokit.md#includes).
pub fn names_of_files(file: &File, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
    let source = file.source();
    let mut files = moves.files_after(&file.input().files);
    files.insert(&moves.path_after(&file.input().path), file.input().text.clone());
    let moved = Moved { source, moves, files, host: &file.input().host };
    let mut res = Vec::new();
    for include in source.includes() {
        let (Target::Opened { file: opened } | Target::Cycle { file: opened }) = include.target
        else {
            continue;
        };
        let Some(target) = source.file(opened) else { continue };
        let spelling = moved.spelling(include, &Files::normalise(&target.path))?;
        let location = match source.elsewhere(include.name) {
            Some(it) => Location { path: it.path.map(|it| Files::normalise(&it)), ..it },
            None => Location::here(source.local_range(include.name)),
        };
        res.push(FileName { location, spelling, note: None });
    }
    res.extend(relative_paths::names_of_files(file, moves));
    Ok(res)
}

impl Moved<'_> {
    /// Returns the new spelling of the name in an include line that leads to `path`; none if it leads
    /// there as it is.
    fn spelling(&self, include: &Include, path: &str) -> Result<Option<String>, Refusal> {
        let after = self.moves.path_after(path);
        let folders = self.folders(include);
        let own = folders.first().map_or("", |it| it.1.as_str());
        let written = self.source.text(include.name);
        let has_own_moved = folders.first().is_some_and(|(before, after)| before != after);
        // As far as the page knows, nothing lies above its files; on a disk there is something.
        let is_lifted = has_own_moved && leads_above_root(&joined_path(own, &include.expanded));
        if !is_lifted && self.leads_to(written, &folders, &after) {
            return Ok(None);
        }
        let mut names = Vec::new();
        if !has_own_moved {
            names.extend(with_file_name(&include.expanded, path, &after));
        }
        if !is_absolute(&include.expanded) {
            names.extend(self.name_from_same_folder(include, path, &folders));
            names.extend(relative_path(own, &after));
        }
        names.push(after.clone());
        let names = names.into_iter().map(|it| with_macros(written, &include.expanded, it));
        let mut fitting = names.filter(|it| is_name(it) && self.leads_to(it, &folders, &after));
        fitting.next().map(Some).ok_or_else(|| {
            Refusal::bad_value(format!("no `include` can name `{after}`; choose another name"))
        })
    }

    /// Returns the name relative to the folder in which the file was found, with a `./` if it had one.
    fn name_from_same_folder(
        &self,
        include: &Include,
        path: &str,
        folders: &[(String, String)],
    ) -> Option<String> {
        let host = self.host;
        let search_path = host.env.get(SEARCH_PATH).map(String::as_str).unwrap_or_default();
        let search_path = search_path.split(':').filter(|it| !it.is_empty());
        let fixed = search_path.chain(host.include_path.iter().map(|it| it.trim_end_matches('/')));
        let fixed = fixed.map(|it| (it.to_owned(), Files::normalise(it)));
        let here = std::iter::once((String::new(), String::new()));
        let mut all = fixed.chain(folders.iter().cloned()).chain(here);
        let is_base =
            |before: &str| Files::normalise(&joined_path(before, &include.expanded)) == path;
        let (_, base) = all.find(|it| is_base(&it.0))?;
        let name = relative_path(&base, &self.moves.path_after(path))?;
        let is_dotted = include.expanded.starts_with("./") && !name.starts_with("../");
        Some(if is_dotted { format!("./{name}") } else { name })
    }

    /// Returns the folders of the files that lead to an include, the innermost first, as they are and as
    /// they will be.
    fn folders(&self, include: &Include) -> Vec<(String, String)> {
        let chain = self.source.chain(0, include.name);
        let folder = |path: &str| source::folder(path).to_owned();
        let both = |it: &&str| (folder(it), folder(&self.moves.path_after(it)));
        chain.iter().rev().map(both).collect()
    }

    /// True if an include with this name will find the file at `path`.
    fn leads_to(&self, name: &str, folders: &[(String, String)], path: &str) -> bool {
        let expanded = macros::expand_include(name, self.host);
        let folders = folders.iter().map(|it| it.1.as_str());
        let found = source::search(&expanded, folders, &self.files, self.host);
        found.file.is_some_and(|(found, _)| Files::normalise(&found) == path)
    }
}

/// Returns `name` with the macros at the start of `written`, as far as they stand for its start.
fn with_macros(written: &str, expanded: &str, name: String) -> String {
    let end = macros::find(written).map(|it| it.range.end).last().unwrap_or_default();
    let (head, tail) = written.split_at_checked(end).unwrap_or(("", written));
    let start = expanded.strip_suffix(tail).unwrap_or_default();
    match name.strip_prefix(start) {
        Some(rest) if !start.is_empty() => format!("{head}{rest}"),
        _ => name,
    }
}

/// True if an include line can hold the name: a `#` starts a comment, and blanks at the ends are none
/// of it.
fn is_name(it: &str) -> bool {
    !it.is_empty() && !it.contains(['#', '\n', '\r']) && it.trim() == it
}
