//! The same thing in all files that can mean it: in the file, in those it includes, in the open files
//! that include it, in what those include, and so on.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use text_size::TextRange;

use super::config::Config;
use super::includes::EXTENSIONS;
use bobbin_core::Input;

/// Returns the other open files that include something, each with all that it includes.
#[must_use]
pub(super) fn includers(config: &Config) -> Vec<Config> {
    let Some(main) = config.main() else { return Vec::new() };
    let own = config.known_files.one_name(&main.path);
    let includes = |path: &&str| {
        let text = config.known_files.get(path);
        text.is_some_and(|it| it.to_ascii_lowercase().contains("@include"))
    };
    let is_ours = |it: &&str| {
        *it != own
            && EXTENSIONS.iter().any(|end| it.ends_with(end))
            && config.known_files.one_name(it) == *it
    };
    let paths: Vec<&str> = config.known_files.paths().filter(is_ours).filter(includes).collect();
    if paths.is_empty() {
        return Vec::new();
    }
    let mut files = (*config.known_files).clone();
    files.insert(&main.path, Arc::clone(&main.text));
    let files = Arc::new(files);
    let read = paths.into_iter().map(|path| {
        let text = files.get(path).cloned().unwrap_or_default();
        let files = Arc::clone(&files);
        Config::read(&Input { path: path.to_owned(), text, files, ..Input::default() })
    });
    read.collect()
}

/// All that a file and those that may include it say of one thing.
pub(super) struct Everywhere<'c> {
    /// The file, and each of the others that includes a place.
    pub(super) configs: Vec<&'c Config>,
    /// The paths and places, each path as the file is called, or normalised; each place once.
    pub(super) places: Vec<(String, TextRange)>,
}

/// Collects what `find` finds, as numbers of files and places in them.
pub(super) fn everywhere<'c>(
    config: &'c Config,
    includers: &'c [Config],
    find: impl Fn(&Config) -> Vec<(usize, TextRange)>,
) -> Everywhere<'c> {
    let own = config.main().map_or("", |it| it.path.as_str());
    let name = |it: &str| config.known_files.one_name(it);
    let mut reached = BTreeSet::from([name(own)]);
    let mut res = Everywhere { configs: Vec::new(), places: Vec::new() };
    let mut seen = HashSet::new();
    let mut left: Vec<&Config> = includers.iter().collect();
    let mut next = Some(config);
    while let Some(it) = next {
        res.configs.push(it);
        for (file, range) in find(it) {
            let Some(path) = it.files.get(file).map(|it| name(&it.path)) else {
                continue;
            };
            reached.insert(path.clone());
            let path = if path == name(own) { own.to_owned() } else { path };
            let place = (path, range);
            if seen.insert(place.clone()) {
                res.places.push(place);
            }
        }
        let meets = |it: &&Config| it.files.iter().any(|it| reached.contains(&name(&it.path)));
        next = left.iter().position(meets).map(|at| left.remove(at));
    }
    res
}
