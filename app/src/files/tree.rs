//! The open files by folder, as a list of rows.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{in_folder, inside_of, last_part};

/// A row of the tree; its depth is the number of folders around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeRow {
    Folder {
        path: String,
        depth: usize,
        is_open: bool,
    },
    /// A file, by its place among those that were given.
    File {
        idx: usize,
        depth: usize,
    },
}

/// A folder: those in it, and its files by name.
#[derive(Default)]
struct Folder {
    folders: BTreeMap<SortedName, Folder>,
    files: BTreeMap<SortedName, usize>,
}

/// A name in the order of people: capital letters do not count, and numbers by their value.
type SortedName = (Vec<(String, u64)>, String);

fn sorted(name: &str) -> SortedName {
    let mut parts = vec![(String::new(), 0_u64)];
    let mut is_number = false;
    for it in name.chars() {
        match it.to_digit(10) {
            Some(digit) => {
                is_number = true;
                if let Some((_, number)) = parts.last_mut() {
                    *number = number.saturating_mul(10).saturating_add(u64::from(digit));
                }
            }
            None => {
                if is_number {
                    parts.push((String::new(), 0));
                }
                is_number = false;
                if let Some((text, _)) = parts.last_mut() {
                    text.extend(it.to_lowercase());
                }
            }
        }
    }
    (parts, name.to_owned())
}

/// Returns the rows for files with these names: folders first, then files, each sorted; nothing of what
/// is in a folder that is `folded`.
#[must_use]
pub fn rows(names: &[String], folded: &BTreeSet<String>) -> Vec<TreeRow> {
    let mut root = Folder::default();
    for (idx, name) in names.iter().enumerate() {
        let mut folder = &mut root;
        let mut parts: Vec<&str> = name.split('/').collect();
        let own = parts.pop().unwrap_or_default();
        for part in parts {
            folder = folder.folders.entry(sorted(part)).or_default();
        }
        folder.files.insert(sorted(own), idx);
    }
    let mut rows = Vec::new();
    collect(&root, "", 0, folded, &mut rows);
    rows
}

fn collect(
    folder: &Folder,
    path: &str,
    depth: usize,
    folded: &BTreeSet<String>,
    rows: &mut Vec<TreeRow>,
) {
    for ((_, name), inside) in &folder.folders {
        let path = in_folder(path, name);
        let is_open = !folded.contains(&path);
        rows.push(TreeRow::Folder { path: path.clone(), depth, is_open });
        if is_open {
            collect(inside, &path, depth + 1, folded, rows);
        }
    }
    rows.extend(folder.files.values().map(|idx| TreeRow::File { idx: *idx, depth }));
}

/// Returns all folders of files with these names, sorted.
#[must_use]
pub fn folders(names: &[String]) -> Vec<String> {
    let rows = rows(names, &BTreeSet::new());
    let folders = rows.into_iter().filter_map(|it| match it {
        TreeRow::Folder { path, .. } => Some(path),
        TreeRow::File { .. } => None,
    });
    folders.collect()
}

/// Returns the folders in which each name has to be looked at to tell it from the others with its last
/// part: the shortest end of its path that no other has. Empty if the last part is enough.
#[must_use]
pub fn telling_folders(names: &[String]) -> Vec<String> {
    let telling = |name: &String| {
        let others = || names.iter().filter(|it| *it != name && last_part(it) == last_part(name));
        if others().next().is_none() {
            return String::new();
        }
        let folders: Vec<&str> = name.split('/').collect();
        let folders = folders.split_last().map(|it| it.1).unwrap_or_default();
        let own = last_part(name);
        for start in (0..folders.len()).rev() {
            let end = folders.get(start..).unwrap_or_default().join("/");
            let tail = in_folder(&end, own);
            if !others()
                .any(|it| *it == tail || it.strip_suffix(&tail).is_some_and(|it| it.ends_with('/')))
            {
                return end;
            }
        }
        folders.join("/")
    };
    names.iter().map(telling).collect()
}

/// True if a file with this name is somewhere in a folder.
#[must_use]
pub fn is_inside(folder: &str, name: &str) -> bool {
    inside_of(folder, name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    fn shown(all: &[&str], folded: &[&str]) -> Vec<String> {
        let names = names(all);
        let folded = folded.iter().map(|it| (*it).to_owned()).collect();
        let shown = rows(&names, &folded).into_iter().map(|it| match it {
            TreeRow::Folder { path, depth, is_open } => {
                format!("{}{path}{}", " ".repeat(depth), if is_open { "/" } else { "…" })
            }
            TreeRow::File { idx, depth } => format!("{}{}", " ".repeat(depth), names[idx]),
        });
        shown.collect()
    }

    #[test]
    fn folders_come_first_and_all_is_sorted() {
        let all =
            ["b.pipe", "x10.pipe", "lib/z.pipe", "A.pipe", "x9.pipe", "lib/sub/a.pipe", "a/q"];
        let sorted = [
            "a/",
            " a/q",
            "lib/",
            " lib/sub/",
            "  lib/sub/a.pipe",
            " lib/z.pipe",
            "A.pipe",
            "b.pipe",
            "x9.pipe",
            "x10.pipe",
        ];
        assert_eq!(shown(&all, &[]), sorted);
        assert_eq!(shown(&all, &["lib"])[2..4], ["lib…", "A.pipe"]);
        assert_eq!(folders(&names(&all)), ["a", "lib", "lib/sub"]);
    }

    #[test]
    fn names_that_differ_in_little_are_all_there() {
        assert_eq!(shown(&["x1", "X1", "x01"], &[]).len(), 3);
        assert_eq!(shown(&["a", "a/b"], &[]), ["a/", " a/b", "a"]);
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_as_little_as_possible() {
        let of = |all: &[&str]| telling_folders(&names(all));
        assert_eq!(of(&["a/m", "b/m", "b/n"]), ["a", "b", ""]);
        assert_eq!(of(&["m", "b/m"]), ["", "b"]);
        assert_eq!(of(&["x/a/m", "y/a/m", "y/b/m"]), ["x/a", "y/a", "b"]);
        assert_eq!(of(&["a/m", "x/a/m"]), ["a", "x/a"]);
    }

    #[test]
    fn what_is_in_a_folder_is_in_those_around_it() {
        assert!(is_inside("a", "a/b/x") && !is_inside("a", "ab/x") && !is_inside("a/b", "a/x"));
    }
}
