//! Navigation from a word to where its thing is declared and named, and from an include to its
//! file.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::macro_sources;
use crate::source::{Include, Target};
use crate::symbols::Symbol;
use crate::workspace::{self, named};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{Files, Location};
use bobbin_core::view::{IncludeWord, Link};

/// Returns where the thing at a place is declared.
pub fn definition(file: &File, place: TextSize) -> Vec<Location> {
    let source = file.source();
    let include = source
        .includes()
        .iter()
        .find(|it| source.is_own(it.name) && source.range(it.name).contains_inclusive(place));
    if let Some(Target::Opened { file: opened }) = include.map(|it| it.target) {
        let path = source.file(opened).map(|it| Files::normalise(&it.path)).unwrap_or_default();
        return vec![Location::elsewhere(path, TextRange::empty(0.into()))];
    }
    let found = named(file, place);
    // The first word of a key may name a process or a cluster, which is declared by itself.
    let is_key = |it: &Symbol| {
        matches!(
            it,
            Symbol::Key(_)
                | Symbol::Local(_)
                | Symbol::ClusterKey(..)
                | Symbol::InnerKey(..)
                | Symbol::Section(_)
        )
    };
    if found.as_ref().is_none_or(|(symbols, _)| symbols.iter().all(is_key)) {
        let sources = macro_sources::definitions(file, place);
        if !sources.is_empty() {
            return sources;
        }
    }
    let Some((mut symbols, others)) = found else { return Vec::new() };
    // What is a section for itself to one text sets keys of a process to another.
    if symbols.iter().any(|it| !matches!(it, Symbol::Section(_))) {
        symbols.retain(|it| !matches!(it, Symbol::Section(_)));
    }
    let all = workspace::all(file, &others, &symbols).into_iter().filter(|it| it.declares);
    all.map(|it| it.location).collect()
}

/// Returns all places that name the thing at a place.
pub fn references(file: &File, place: TextSize) -> Vec<Location> {
    let Some((symbols, others)) = named(file, place) else { return Vec::new() };
    let all = workspace::all(file, &others, &symbols);
    let mut res: Vec<Location> = all.into_iter().map(|it| it.location).collect();
    res.order_by(|one, other| {
        (&one.path, one.range.start()).cmp(&(&other.path, other.range.start()))
    });
    res
}

/// Returns the names of included files that are open.
pub fn links(file: &File) -> Vec<Link> {
    let source = file.source();
    let own = source.includes().iter().filter(|it| source.is_own(it.name));
    own.filter_map(|it| {
        let Target::Opened { file: opened } = it.target else { return None };
        let path = Files::normalise(&source.file(opened)?.path);
        Some(Link { range: source.range(it.name), path })
    })
    .collect()
}

/// Returns the names of files in include lines, here and in what is included.
pub fn includes(file: &File) -> Vec<IncludeWord> {
    let source = file.source();
    let include = |it: &Include| {
        let target = match it.target {
            Target::Opened { file } | Target::Cycle { file } => Some(source.file(file)?),
            Target::Missing | Target::Directory => None,
            // The file may be there; its own includes say more.
            Target::TooMany => return None,
        };
        let here = Location::here(source.local_range(it.name));
        Some(IncludeWord {
            location: source.elsewhere(it.name).unwrap_or(here),
            name: source.text(it.name).to_owned(),
            path: target.map(|it| Files::normalise(&it.path)),
            is_unreadable: it.unreadable.is_some(),
        })
    };
    source.includes().iter().filter_map(include).collect()
}
