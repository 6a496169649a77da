//! The names by which texts speak of files and of clusters.

/// More clusters than a file has; each is looked for in every text.
const MOST_CLUSTERS: usize = 100;

/// Returns the names of the clusters in a text, and perhaps other words.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|it| !it.trim_start().starts_with('#'));
    let words = lines.flat_map(str::split_whitespace);
    let names = words.clone().zip(words.skip(1)).filter(|it| it.0 == "cluster").map(|it| it.1);
    names.take(MOST_CLUSTERS)
}

/// Returns true if a text has `name` as a word, or as a part of one with signs in it.
pub(crate) fn names(text: &str, name: &str) -> bool {
    let is_of_word = |it: char| it.is_alphanumeric() || it == '_';
    text.match_indices(name).any(|(at, it)| {
        let (before, behind) = (text.get(..at), text.get(at + it.len()..));
        !before.is_some_and(|it| it.ends_with(is_of_word))
            && !behind.is_some_and(|it| it.starts_with(is_of_word))
    })
}

/// Returns the name of a file up to its ending; of a hidden file without the dot before it.
pub(crate) fn stem(path: &str) -> &str {
    file_name(path).trim_start_matches('.').split('.').next().unwrap_or_default()
}

/// Returns the name of a file, without its folders.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}
