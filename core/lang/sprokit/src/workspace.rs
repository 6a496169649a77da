//! A name in all texts that can mean the same by it: in the text, in what it includes, in the open
//! texts that include it, in what those include, and so on.

use std::collections::BTreeSet;
use std::sync::Arc;

use text_size::TextSize;

use crate::file::{EXTENSIONS, File};
use crate::occurrences::{Occurrence, Symbol, occurrences};
use bobbin_core::Input;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{Files, Location};

/// A place of any file, by its path; none is the text itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The place of the name.
    pub location: Location,
    /// True if it declares what it names.
    pub declares: bool,
}

/// Returns the other open texts, parsed for themselves: all of them, or those that may include
/// another.
pub fn others(file: &File, needs_all: bool) -> Vec<File> {
    let own = Files::normalise(&file.input().path);
    let may_include = |path: &str| {
        file.input().files.get(path).is_some_and(|it| needs_all || it.contains("include"))
    };
    let is_ours =
        |it: &&str| *it != own && EXTENSIONS.iter().any(|end| it.ends_with(end)) && may_include(it);
    let paths: Vec<&str> = file.input().files.paths().filter(is_ours).collect();
    if paths.is_empty() {
        return Vec::new();
    }
    let mut files = (*file.input().files).clone();
    files.insert(&own, Arc::clone(&file.input().text));
    let files = Arc::new(files);
    let parsed = paths.into_iter().map(|path| {
        file.parse_other(&Input {
            path: path.to_owned(),
            text: files.get(path).cloned().unwrap_or_default(),
            files: Arc::clone(&files),
            host: Arc::clone(&file.input().host),
        })
    });
    parsed.collect()
}

/// Returns the paths of the files that a text is made of, itself first.
fn parts(file: &File) -> impl Iterator<Item = String> + '_ {
    (0..).map_while(|it| file.source().file(it)).map(|it| Files::normalise(&it.path))
}

/// Returns everything that the word at a place names: to the text, and to each of `others` that
/// includes it, which may know it for what the text alone does not. All are of one word, those of
/// the text first.
pub fn at(file: &File, others: &[File], place: TextSize) -> Vec<Occurrence> {
    let own = Files::normalise(&file.input().path);
    let mut found: Vec<Occurrence> = Vec::new();
    for it in std::iter::once(file).chain(others) {
        let is_main = std::ptr::eq(it, file);
        let numbers: Vec<u32> = match is_main {
            true => vec![0],
            false => (0..).zip(parts(it)).filter(|it| it.1 == own).map(|it| it.0).collect(),
        };
        if numbers.is_empty() {
            continue;
        }
        let touches = |it: &Occurrence| {
            numbers.contains(&it.file) && it.range.contains_inclusive(place) && !it.range.is_empty()
        };
        found.extend(occurrences(it).into_iter().filter(touches));
    }
    // At a border the word that begins there is meant.
    let mut ends: Vec<TextSize> = found.iter().map(|it| it.range.end()).collect();
    ends.order();
    let last = ends.pop();
    found.retain(|it| Some(it.range.end()) == last);
    found
}

/// Returns what stands at a place, with the other texts in which that may be named; none if it is
/// nothing.
pub fn named(file: &File, place: TextSize) -> Option<(Vec<Symbol>, Vec<File>)> {
    let reaching = others(file, false);
    let found = at(file, &reaching, place).into_iter();
    let symbols: Vec<Symbol> = found.map(|it| it.symbol).collect();
    let is_shared = symbols.iter().any(Symbol::is_shared);
    let others = if is_shared { others(file, true) } else { reaching };
    (!symbols.is_empty()).then_some((symbols, others))
}

/// Returns all places that name one of `symbols`, those of the text first.
pub fn all(file: &File, others: &[File], symbols: &[Symbol]) -> Vec<Found> {
    let own = Files::normalise(&file.input().path);
    let is_shared = symbols.iter().any(Symbol::is_shared);
    let mut reached = BTreeSet::from([own.clone()]);
    let mut res: Vec<Found> = Vec::new();
    let mut left: Vec<&File> = others.iter().collect();
    let mut next = Some(file);
    while let Some(it) = next {
        let main = Files::normalise(&it.input().path);
        for found in occurrences(it).into_iter().filter(|it| symbols.contains(&it.symbol)) {
            let path = match found.file {
                0 => main.clone(),
                other => {
                    it.source().file(other).map(|it| Files::normalise(&it.path)).unwrap_or_default()
                }
            };
            reached.insert(path.clone());
            let location =
                Location { path: Some(path).filter(|it| *it != own), range: found.range };
            match res.iter_mut().find(|it| it.location == location) {
                Some(known) => known.declares |= found.declares,
                None => res.push(Found { location, declares: found.declares }),
            }
        }
        // Whoever includes a place that names it, means the same by it.
        let meets = |it: &&File| is_shared || parts(it).any(|it| reached.contains(&it));
        next = left.iter().position(meets).map(|at| left.remove(at));
    }
    res
}
