//! The spelling of relative paths that are read from another folder than before.

use crate::file::File;
use crate::macros;
use crate::model::Entry;
use crate::resolve::{self, EntryFlags};
use crate::source::{folder, joined_path, way};
use crate::workspace;
use bobbin_core::text::{FileMoves, FileName, Files, Location, leads_above_root, relative_path};

/// Returns the relative paths that would lead elsewhere after `moves`, with the spelling that leads
/// where they lead now (sprokit.md#relative-paths). Where another one would change more than that,
/// a note tells of it.
pub fn names_of_files(file: &File, moves: &FileMoves) -> Vec<FileName> {
    let source = file.source();
    let mut including: Option<Vec<File>> = None;
    let mut res = Vec::new();
    for entry in &file.model().entries {
        let flags = resolve::flags(file, entry);
        let Some(value) = entry.value.filter(|_| flags.relative) else { continue };
        let Some(it) = source.file(source.file_of(value)) else { continue };
        let path = Files::normalise(&it.path);
        // The folder is that of the file itself, where links to it lie does not count.
        if file.input().files.is_link(&path) {
            continue;
        }
        let after = moves.path_after(&path);
        let written = source.text(value);
        // Through a link to a folder around it only what is inside of that leads where its path says.
        let real = file.input().files.real(&path);
        if let Some(link) = linked_folder(&path, real) {
            let target = Files::normalise(&joined_path(folder(&path), written));
            let is_inside = |it: &str| it.strip_prefix(link).is_some_and(|it| it.starts_with('/'));
            if written.contains('$') || !is_inside(&after) || !is_inside(&target) {
                continue;
            }
        }
        let Some(spelling) =
            respelled(written, folder(&path), folder(&after), &|it| moves.path_after(it))
        else {
            continue;
        };
        let range = source.local_range(value);
        let key = file.model().full_key(source, entry);
        // All that may include this text is parsed for it, so only where one of all asks for such a key.
        let including: &[File] = match may_be_read(file, &key, flags) {
            true => including.get_or_insert_with(|| {
                let others = workspace::others(file, false).into_iter();
                others.filter(|it| it.source().files().len() > 1).collect()
            }),
            false => &[],
        };
        let is_it = |of: &File, it: &Entry| {
            let place = it.value.map(|it| (of.source().file_of(it), of.source().local_range(it)));
            place.is_some_and(|it| {
                let there = of.source().file(it.0).map(|it| Files::normalise(&it.path));
                it.1 == range && there.as_ref() == Some(&path)
            })
        };
        let is_read = std::iter::once(file).chain(including.iter()).any(|of| {
            let mut entries = of.model().entries.iter().filter(|it| is_it(of, it));
            entries.any(|it| is_read(of, it, flags))
        });
        let (spelling, note) = match spelling {
            Some(it) if !is_read => (Some(it), None),
            it => (None, Some(note(&key, &after, is_read && it.is_some()))),
        };
        let location = match source.elsewhere(value) {
            Some(_) => Location::elsewhere(&path, range),
            None => Location::here(range),
        };
        res.push(FileName { location, spelling, note });
    }
    res
}

/// Returns the folder around a file that is another one on the disk, by a link to it or to one around it.
fn linked_folder<'p>(path: &'p str, real: &str) -> Option<&'p str> {
    let same = path.rsplit('/').zip(real.rsplit('/')).take_while(|(one, other)| one == other);
    let length: usize = same.map(|it| it.0.len() + 1).sum();
    path.get(..path.len().saturating_sub(length)).filter(|_| path != real)
}

/// Says why a relative path stays as it is in the file that is at `path` then.
fn note(key: &str, path: &str, is_read: bool) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    let reason = match is_read {
        true => "a macro reads it without its folder",
        false => "no value can lead where it did",
    };
    format!("`{key}` in `{path}` leads elsewhere now: {reason}, so it stays as it is")
}

/// Returns the value that leads from the folder `after` where `value` leads from `before`, once what it
/// leads to has the path that `moved` gives it; `None` if it can stay, `Some(None)` if no value does so.
pub fn respelled(
    value: &str,
    before: &str,
    after: &str,
    moved: &dyn Fn(&str) -> String,
) -> Option<Option<String>> {
    let (old, new) = (joined_path(before, value), joined_path(after, value));
    // What a macro gives is not known, and of an absolute path the program takes all to be below
    // the folder; nothing is known of what is above all files either.
    let is_plain = !value.contains('$') && !value.starts_with('/') && !leads_above_root(&old);
    let res = if is_plain {
        let target = moved(&Files::normalise(&old));
        if Files::normalise(&new) == target && !leads_above_root(&new) {
            return None;
        }
        let end = if value.ends_with('/') { "/" } else { "" };
        relative_path(after, &target).map(|it| it + end)
    } else {
        // The folder may have moved itself.
        let before = moved(before);
        if before == after {
            return None;
        }
        way(after, &before).map(|it| joined_path(&it, value))
    };
    Some(res.filter(|it| is_value(it)))
}

/// True if this is a value as it stands: a `#` begins a comment, and blanks at the ends are none of it.
fn is_value(it: &str) -> bool {
    !it.is_empty() && !it.contains(['#', '\n', '\r']) && it.trim() == it
}

/// Returns false if no open text has a macro that could ask for a key.
fn may_be_read(file: &File, key: &str, flags: EntryFlags) -> bool {
    let files = &file.input().files;
    let mut texts = files.paths().filter_map(|it| files.get(it));
    texts.any(|it| {
        it.contains("$CONFIG{") && it.contains(key) || flags.local && it.contains("$LOCAL{")
    })
}

/// Returns true if a macro of the text asks for the value of an entry, which comes without the folder.
pub fn is_read(file: &File, entry: &Entry, flags: EntryFlags) -> bool {
    let source = file.source();
    let key = file.model().full_key(source, entry);
    let locals = [file.model().local_key(source, entry), source.joined(entry.key).into_owned()];
    let reads = |it: &macros::Macro<'_>| {
        let is_local =
            flags.local && it.provider == "LOCAL" && locals.iter().any(|key| key == it.name);
        is_local || (it.provider == "CONFIG" && it.name == key)
    };
    let mut values = file.model().entries.iter().filter_map(|it| it.value);
    values.any(|it| macros::find(source.text(it)).any(|it| reads(&it)))
}
