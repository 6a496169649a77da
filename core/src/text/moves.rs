//! Files and folders that get other names.

use super::{Files, Location};

/// The new paths of files and folders. Everything in a folder moves along.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileMoves {
    /// Old and new paths, normalised.
    pairs: Vec<(String, String)>,
}

impl FileMoves {
    /// Creates moves of old paths to new ones.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> FileMoves {
        let normalised =
            |(from, to): (String, String)| (Files::normalise(&from), Files::normalise(&to));
        FileMoves { pairs: pairs.into_iter().map(normalised).collect() }
    }

    /// Returns the path that the file at `path` has afterwards.
    #[must_use]
    pub fn path_after(&self, path: &str) -> String {
        let path = Files::normalise(path);
        for (from, to) in &self.pairs {
            match path.strip_prefix(from.as_str()) {
                Some("") => return to.clone(),
                Some(inside) if inside.starts_with('/') => {
                    return format!("{}{inside}", to.trim_end_matches('/'));
                }
                _ => (),
            }
        }
        path
    }

    /// Returns the files as they are afterwards.
    #[must_use]
    pub fn files_after(&self, files: &Files) -> Files {
        let mut res = Files::default();
        for path in files.paths() {
            if let Some(text) = files.get(path) {
                res.insert(&self.path_after(path), text.clone());
            }
        }
        res
    }
}

/// A word that names a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    /// The word in the text, or in one that it includes.
    pub location: Location,
    /// The spelling that names the same file after the moves; none if the word can stay, or must.
    pub spelling: Option<String>,
    /// The reason why the word stays though it names another file then, for people.
    pub note: Option<String>,
}

/// Returns the way from a folder, which is empty for the current one, to `path`; both are normalised.
/// None if they have no start in common, as a relative and an absolute path.
#[must_use]
pub fn relative_path(folder: &str, path: &str) -> Option<String> {
    if folder.starts_with('/') != path.starts_with('/') {
        return None;
    }
    let mut from: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    let mut to: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
    let n_common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let n_common = n_common.min(to.len().saturating_sub(1));
    from.drain(..n_common);
    to.drain(..n_common);
    // What is above the start of a relative path has no name.
    if from.contains(&"..") {
        return None;
    }
    let up = from.iter().map(|_| "..");
    Some(up.chain(to).collect::<Vec<_>>().join("/"))
}

/// Returns `name`, which leads to `old`, with the file name of `new` if that lies in the same folder.
/// None if it does not, or if `name` does not end with the file name.
#[must_use]
pub fn with_file_name(name: &str, old: &str, new: &str) -> Option<String> {
    let split = |path| str::rsplit_once(path, '/').unwrap_or(("", path));
    let ((old_folder, old_file), (new_folder, new_file)) = (split(old), split(new));
    let start = name.strip_suffix(old_file).filter(|it| it.is_empty() || it.ends_with('/'))?;
    (old_folder == new_folder).then(|| format!("{start}{new_file}"))
}

/// True if an absolute path leads above the root on its way.
#[must_use]
pub fn leads_above_root(path: &str) -> bool {
    let mut depth = 0_usize;
    path.starts_with('/')
        && path.split('/').any(|part| {
            match part {
                "" | "." => (),
                ".." if depth == 0 => return true,
                ".." => depth -= 1,
                _ => depth += 1,
            }
            false
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(pairs: &[(&str, &str)]) -> FileMoves {
        FileMoves::new(pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())))
    }

    #[test]
    fn a_folder_takes_all_in_it_along_and_nothing_else() {
        let it = moves(&[("/a", "/b/c"), ("/x.pipe", "/a/x.pipe")]);
        for (path, after) in [
            ("/a/x.pipe", "/b/c/x.pipe"),
            ("/a/./y/z.pipe", "/b/c/y/z.pipe"),
            ("/ab/x.pipe", "/ab/x.pipe"),
            ("/x.pipe", "/a/x.pipe"),
            ("/sub/x.pipe", "/sub/x.pipe"),
        ] {
            assert_eq!(it.path_after(path), after);
        }
    }

    #[test]
    fn what_is_in_a_folder_can_move_to_the_top() {
        assert_eq!(moves(&[("/a", "/")]).path_after("/a/x.pipe"), "/x.pipe");
    }

    #[test]
    fn ways_lead_up_and_down() {
        for (folder, path, way) in [
            ("/a", "/a/x", Some("x")),
            ("/a/b", "/a/c/x", Some("../c/x")),
            ("/a/b", "/x", Some("../../x")),
            ("/", "/x", Some("x")),
            ("", "a/x", Some("a/x")),
            ("a", "x", Some("../x")),
            ("a", "/x", None),
            ("..", "x", None),
            ("/a/x", "/a/x", Some("../x")),
        ] {
            assert_eq!(relative_path(folder, path).as_deref(), way, "{folder} {path}");
        }
    }

    #[test]
    fn a_file_name_is_changed_in_place() {
        let of = |name| with_file_name(name, "/a/x.pipe", "/a/y.pipe");
        assert_eq!(of("../b/../a/x.pipe").as_deref(), Some("../b/../a/y.pipe"));
        assert_eq!(of("x.pipe").as_deref(), Some("y.pipe"));
        assert_eq!(of("xx.pipe"), None);
        assert_eq!(with_file_name("x.pipe", "/a/x.pipe", "/b/x.pipe"), None);
    }

    #[test]
    fn the_root_has_nothing_above_it() {
        assert!(leads_above_root("/../x") && leads_above_root("/a/../../x"));
        assert!(!leads_above_root("/a/../x") && !leads_above_root("../x"));
    }
}
