//! Navigation from a name to what it means, to its other occurrences, and to the files it names.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::includers::{everywhere, includers};
use super::includes::resolve;
use super::occurrences::{Spot, location, same, settings, spot};
use super::source_file::Include;
use bobbin_core::text::Location;
use bobbin_core::view::Link;

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
