//! Places that name the same thing: settings of one key, headers of one section, includes.

use text_size::{TextRange, TextSize};

use super::config::Config;
use super::source_file::{Include, Pair, SourceFile};
use bobbin_core::text::Location;

/// The thing that stands at a place of the main file.
pub(super) enum Spot<'c> {
    Include(&'c Include),
    /// The name of a section in its header.
    Section(&'c str, TextRange),
    /// A key, with its section.
    Key(&'c str, &'c Pair),
}

pub(super) fn spot(file: &SourceFile, at: TextSize) -> Option<Spot<'_>> {
    if let Some(it) = file.includes.iter().find(|it| it.range.contains_inclusive(at)) {
        return Some(Spot::Include(it));
    }
    if let Some(it) = file.headers.iter().find(|it| it.name.contains_inclusive(at)) {
        return Some(Spot::Section(file.name(it), it.name));
    }
    let pair = file.pair_at(at).filter(|it| it.key.contains_inclusive(at))?;
    Some(Spot::Key(file.section_of(pair), pair))
}

pub(super) fn location(config: &Config, file: usize, range: TextRange) -> Option<Location> {
    match file {
        0 => Some(Location::here(range)),
        _ => Some(Location::elsewhere(config.files.get(file)?.path.as_str(), range)),
    }
}

/// Returns every setting of a key, file by file.
pub(super) fn settings<'c>(
    config: &'c Config,
    section: &'c str,
    key: &'c str,
) -> impl Iterator<Item = (usize, &'c Pair)> {
    config.files.iter().enumerate().flat_map(move |(idx, file)| {
        let same = move |it: &&Pair| file.slice(it.key) == key && file.section_of(it) == section;
        file.pairs.iter().filter(same).map(move |it| (idx, it))
    })
}

/// Returns every header of a section, file by file.
pub(super) fn headers<'c>(
    config: &'c Config,
    name: &'c str,
) -> impl Iterator<Item = (usize, TextRange)> {
    config.files.iter().enumerate().flat_map(move |(idx, file)| {
        file.headers.iter().filter(move |it| file.name(it) == name).map(move |it| (idx, it.name))
    })
}

/// Finds the headers of a section, or the settings of a key, in one file and those it includes.
pub(super) fn same(config: &Config, section: &str, key: Option<&str>) -> Vec<(usize, TextRange)> {
    match key {
        Some(key) => settings(config, section, key).map(|(idx, it)| (idx, it.key)).collect(),
        None => headers(config, section).collect(),
    }
}
