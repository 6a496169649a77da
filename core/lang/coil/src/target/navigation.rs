//! Navigation from a name to what it means, to its other occurrences, and to the files it names.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::includers::{everywhere, includers};
use super::includes::{folder, resolve};
use super::occurrences::{Spot, location, same, settings, spot};
use super::source_file::{Include, SourceFile};
use bobbin_core::edit::Refusal;
use bobbin_core::text::{
    FileMoves, FileName, Files, Location, leads_above_root, relative_path, with_file_name,
};
use bobbin_core::view::{IncludeWord, Link};

/// Returns the included file; of a key that another setting overrides the one that counts; of the
/// key that counts those that it overrides.
pub(super) fn definition(file: &File, at: TextSize) -> Vec<Location> {
    let config = file.config();
    let Some(main) = config.main() else { return Vec::new() };
    match spot(main, at) {
        Some(Spot::Include(include)) => {
            let path = resolve(&main.path, include);
            let is_read = config.files.iter().any(|it| it.path == path);
            let start = TextRange::empty(TextSize::new(0));
            is_read.then(|| Location::elsewhere(path, start)).into_iter().collect()
        }
        Some(Spot::Key(section, pair)) => {
            let key = main.slice(pair.key);
            let winner = config.setting(section, key);
            let counts = winner.is_some_and(|it| it.file == 0 && it.pair.key == pair.key);
            match winner {
                Some(it) if !counts => location(config, it.file, it.pair.key).into_iter().collect(),
                _ => settings(config, section, key)
                    .filter(|it| it.0 != 0 || it.1.key != pair.key)
                    .filter_map(|(idx, it)| location(config, idx, it.key))
                    .collect(),
            }
        }
        Some(Spot::Section(..)) | None => Vec::new(),
    }
}

/// Returns all settings of a key, or all headers of a section.
pub(super) fn references(file: &File, at: TextSize) -> Vec<Location> {
    let config = file.config();
    let Some(main) = config.main() else { return Vec::new() };
    let (section, key) = match spot(main, at) {
        Some(Spot::Key(section, pair)) => (section, Some(main.slice(pair.key))),
        Some(Spot::Section(name, _)) => (name, None),
        Some(Spot::Include(_)) | None => return Vec::new(),
    };
    let includers = includers(config);
    let found = everywhere(config, &includers, |it| same(it, section, key)).places.into_iter();
    let location = |(path, range): (String, TextRange)| match path == main.path {
        true => Location::here(range),
        false => Location::elsewhere(path, range),
    };
    found.map(location).collect()
}

/// Returns the paths of includes.
pub(super) fn links(file: &File) -> Vec<Link> {
    let Some(main) = file.config().main() else { return Vec::new() };
    let link = |it: &Include| Link { range: it.path_range, path: resolve(&main.path, it) };
    main.includes.iter().map(link).collect()
}

/// Returns the paths in include lines. A file includes the same wherever it is included from, so those
/// of other files are not among them.
pub(super) fn includes(file: &File) -> Vec<IncludeWord> {
    let config = file.config();
    let Some(main) = config.main() else { return Vec::new() };
    let own = Files::normalise(&main.path);
    let is_known = |path: &String| *path == own || config.known_files.get(path).is_some();
    let include = |it: &Include| {
        let path = resolve(&main.path, it);
        IncludeWord {
            location: Location::here(it.path_range),
            name: it.path.clone(),
            is_unreadable: config.known_files.unreadable(&path).is_some(),
            path: Some(path).filter(is_known),
        }
    };
    main.includes.iter().map(include).collect()
}

/// Returns the paths of includes of files at hand, with their spelling after `moves`.
pub(super) fn names_of_files(file: &File, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
    let config = file.config();
    let Some(main) = config.main() else { return Ok(Vec::new()) };
    let own_after = moves.path_after(&main.path);
    let mut res = Vec::new();
    for it in &main.includes {
        let path = resolve(&main.path, it);
        if path != Files::normalise(&main.path) && config.known_files.get(&path).is_none() {
            continue;
        }
        let after = moves.path_after(&path);
        let has_own_moved = folder(&main.path) != folder(&own_after);
        // As far as the page knows, nothing lies above its files; on a disk there is something.
        let is_lifted =
            has_own_moved && leads_above_root(&format!("{}{}", folder(&own_after), it.path));
        let renamed = with_file_name(&it.path, &path, &after).filter(|_| !has_own_moved);
        let spelling = match resolve(&own_after, it) == after && !is_lifted {
            true => None,
            false => Some(respelled(main, it, renamed, &own_after, &after)?),
        };
        res.push(FileName { location: Location::here(it.path_range), spelling, note: None });
    }
    Ok(res)
}

/// Spells `path` as an include of the file at `own` does: relative or not, and with the quotes it has.
fn respelled(
    main: &SourceFile,
    it: &Include,
    renamed: Option<String>,
    own: &str,
    path: &str,
) -> Result<String, Refusal> {
    let relative = relative_path(folder(own), path).filter(|_| !it.path.starts_with('/'));
    let is_dotted = it.path.starts_with("./");
    let plain = match relative {
        _ if renamed.is_some() => renamed.unwrap_or_default(),
        Some(it) if is_dotted && !it.starts_with("../") => format!("./{it}"),
        Some(it) => it,
        None => path.to_owned(),
    };
    let escaped = plain.replace('\\', "\\\\").replace('"', "\\\"");
    let quoted = format!("\"{escaped}\"");
    let has_quotes = main.slice(it.path_range).starts_with('"');
    let spellings = if has_quotes { [quoted, plain] } else { [plain, quoted] };
    spellings.into_iter().find(|it| names(it, own, path)).ok_or_else(|| {
        Refusal::bad_value(format!("no `@include` can name `{path}`; choose another name"))
    })
}

/// True if an include of the file at `own` that is spelled like this leads to `path`.
fn names(spelling: &str, own: &str, path: &str) -> bool {
    let line = SourceFile::parse(own, &format!("@include {spelling}\n").into(), None);
    let [include] = line.includes.as_slice() else { return false };
    line.slice(include.path_range) == spelling && resolve(own, include) == path
}
