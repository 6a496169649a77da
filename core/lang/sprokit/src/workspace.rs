//! A name in all texts that can mean the same by it: in the text, in what it includes, in the open
//! texts that include it, in what those include, and so on.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use text_size::TextSize;

use crate::file::{EXTENSIONS, File};
use crate::occurrences::{Occurrence, occurrences};
use crate::resolve;
use crate::symbols::Symbol;
use bobbin_core::Input;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Location;

/// A place of any file, by its path; none is the text itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The place of the name.
    pub location: Location,
    /// True if it declares what it names.
    pub declares: bool,
    /// True if it is part of a macro.
    pub is_in_macro: bool,
}

/// Returns the other open texts, parsed for themselves: all of them, or those that may include
/// another.
pub fn others(file: &File, needs_all: bool) -> Vec<File> {
    let own = one_name(file, &file.input().path);
    let may_include = |path: &str| {
        file.input().files.get(path).is_some_and(|it| needs_all || it.contains("include"))
    };
    let is_ours = |it: &&str| {
        *it != own
            && EXTENSIONS.iter().any(|end| it.ends_with(end))
            && may_include(it)
            && one_name(file, it) == *it
    };
    let paths: Vec<&str> = file.input().files.paths().filter(is_ours).collect();
    if paths.is_empty() {
        return Vec::new();
    }
    let mut files = (*file.input().files).clone();
    files.insert(&file.input().path, Arc::clone(&file.input().text));
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
pub fn parts(file: &File) -> impl Iterator<Item = String> + '_ {
    (0..).map_while(|it| file.source().file(it)).map(|it| one_name(file, &it.path))
}

/// Returns the path by which a file counts, whichever of its names one is.
pub fn one_name(file: &File, path: &str) -> String {
    file.input().files.one_name(path)
}

/// Returns everything that the word at a place names: to the text, and to each of `others` that
/// includes it, which may know it for what the text alone does not. All are of one word, those of
/// the text first.
pub fn at(file: &File, others: &[File], place: TextSize) -> Vec<Occurrence> {
    let own = one_name(file, &file.input().path);
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
    let mut symbols: Vec<Symbol> = found.map(|it| it.symbol).collect();
    let mut all = reaching;
    let mut is_whole = false;
    loop {
        if !is_whole && symbols.iter().any(Symbol::is_shared) {
            all = others(file, true);
            is_whole = true;
        }
        let more = joined(file, &all, &symbols);
        if more.is_empty() {
            break;
        }
        symbols.extend(more);
    }
    let all = of_same_clusters(file, all, &symbols);
    (!symbols.is_empty()).then_some((symbols, all))
}

/// Returns those of `others` that mean the same cluster as the text: of several open ones with one
/// name, only one counts for each text (sprokit.md#cluster-files).
pub fn of_same_clusters(file: &File, mut others: Vec<File>, symbols: &[Symbol]) -> Vec<File> {
    for name in symbols.iter().filter_map(Symbol::cluster) {
        let declares = |it: &&File| resolve::cluster_name(it) == Some(name);
        if std::iter::once(file).chain(&others).filter(declares).count() < 2 {
            continue;
        }
        let meant = |it: &File| {
            let own = declares(&it).then(|| one_name(file, &it.input().path));
            own.or_else(|| {
                let known = it.library().clusters.iter().find(|it| it.name == name)?;
                Some(one_name(file, &known.path))
            })
        };
        let own = meant(file);
        others.retain(|it| meant(it) == own);
    }
    others
}

/// Finds what lines declare together with one of `symbols`: the key and the name for `$LOCAL` of a
/// `:=` have one word, and another word for one is another for both.
fn joined(file: &File, others: &[File], symbols: &[Symbol]) -> Vec<Symbol> {
    let mut res = Vec::new();
    if !symbols.iter().any(Symbol::is_key) {
        return res;
    }
    for (_, list) in reached(file, others, symbols) {
        let (known, more): (Vec<_>, Vec<_>) = (list.into_iter())
            .filter(|it| !it.is_in_macro && it.symbol.is_key())
            .partition(|it| symbols.contains(&it.symbol));
        let places: BTreeSet<_> = known.iter().map(|it| (it.file, it.range.start())).collect();
        for it in more {
            if places.contains(&(it.file, it.range.start())) && !res.contains(&it.symbol) {
                res.push(it.symbol);
            }
        }
    }
    res
}

/// Returns the names in all texts that mean the same by `symbols`, those of the text first.
fn reached<'f>(
    file: &'f File,
    others: &'f [File],
    symbols: &[Symbol],
) -> Vec<(&'f File, Vec<Occurrence>)> {
    let is_shared = symbols.iter().any(Symbol::is_shared);
    let mut reached = BTreeSet::from([one_name(file, &file.input().path)]);
    let mut res = Vec::new();
    let mut left: Vec<&File> = others.iter().collect();
    let mut next = Some(file);
    while let Some(it) = next {
        let list = occurrences(it);
        let found = list.iter().filter(|it| symbols.contains(&it.symbol));
        reached.extend(found.map(|found| path(it, found)));
        res.push((it, list));
        // Whoever includes a place that names it, means the same by it.
        let meets = |it: &&File| is_shared || parts(it).any(|it| reached.contains(&it));
        next = left.iter().position(meets).map(|at| left.remove(at));
    }
    res
}

/// Returns the path of the file that a name stands in.
fn path(file: &File, it: &Occurrence) -> String {
    match it.file {
        0 => one_name(file, &file.input().path),
        other => file.source().file(other).map_or(String::new(), |it| one_name(file, &it.path)),
    }
}

/// Returns all places that name one of `symbols`, those of the text first.
pub fn all(file: &File, others: &[File], symbols: &[Symbol]) -> Vec<Found> {
    let own = one_name(file, &file.input().path);
    let mut res: Vec<Found> = Vec::new();
    let mut places: HashMap<Location, usize> = HashMap::new();
    for (it, list) in reached(file, others, symbols) {
        for found in list.into_iter().filter(|it| symbols.contains(&it.symbol)) {
            let path = Some(path(it, &found)).filter(|it| *it != own);
            let location = Location { path, range: found.range };
            let place = places.entry(location.clone()).or_insert(res.len());
            match res.get_mut(*place) {
                Some(known) => {
                    known.declares |= found.declares;
                    known.is_in_macro |= found.is_in_macro;
                }
                None => {
                    let Occurrence { declares, is_in_macro, .. } = found;
                    res.push(Found { location, declares, is_in_macro });
                }
            }
        }
    }
    res
}
