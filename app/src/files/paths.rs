//! Names of files and folders as paths.

/// Returns the path of a file in a folder, which is empty for that of all files.
#[must_use]
pub fn in_folder(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns the rest of a name behind a folder; none if the file is not in it.
#[must_use]
pub fn inside_of<'a>(folder: &str, name: &'a str) -> Option<&'a str> {
    name.strip_prefix(folder)?.strip_prefix('/')
}

/// Returns the folder of a file; empty if it is in none.
#[must_use]
pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |it| it.0)
}

/// Returns the name of a file or a folder without those around it.
#[must_use]
pub fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns a name without what changes nothing in a path, as the server reads it: no two names may be one path. One of
/// which nothing is left stays as it is.
#[must_use]
pub fn clean(name: &str) -> String {
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    if parts.is_empty() { name.to_owned() } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_whole_parts_of_names() {
        assert_eq!(inside_of("a", "a/x.pipe"), Some("x.pipe"));
        assert_eq!(inside_of("a", "ab/x.pipe"), None);
        assert_eq!(inside_of("a/b", "a/b/c/x.pipe"), Some("c/x.pipe"));
        assert_eq!((in_folder("", "x"), in_folder("a/b", "x")), ("x".into(), "a/b/x".into()));
        assert_eq!((folder_of("a/b/x"), folder_of("x"), last_part("a/b/x")), ("a/b", "", "x"));
    }

    #[test]
    fn names_of_one_path_are_one() {
        let cleaned = ["./main.pipe", "main.pipe", "/a//b/../c.pipe", "../x.pipe", "."].map(clean);
        assert_eq!(cleaned, ["main.pipe", "main.pipe", "a/c.pipe", "x.pipe", "."]);
    }
}
