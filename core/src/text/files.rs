//! The files that a text may include.

use std::sync::Arc;

use text_size::TextSize;

use super::{ColumnUnit, LineIndex, SourceText};

/// The byte order mark.
const MARK: char = '\u{feff}';

/// Texts by path: what an include can find.
///
/// Paths are `/`-separated and compared as they are after [`Files::normalise`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    /// The texts, sorted by path; they are few, and a map would be a hundred times the code.
    texts: Vec<(String, Arc<str>)>,
    /// The places where the bytes of texts stopped being UTF-8, in no order.
    faults: Vec<(String, TextSize)>,
    /// The real folders of texts, where somebody knows them. In no order.
    folders: Vec<(String, String)>,
    /// The paths that are other names of files, with the files' own, in no order.
    other_names: Vec<(String, String)>,
    /// The paths of files that are links themselves, in no order.
    links: Vec<String>,
    /// The paths that are known to be directories, in no order.
    directories: Vec<String>,
    /// The paths of files that are there and cannot be read, with the reasons, in no order.
    unreadable: Vec<(String, String)>,
    /// The unit of the columns in which clients are told of places.
    unit: ColumnUnit,
    /// True if a CR alone ends a line in the places that clients are told.
    ends_at_cr: bool,
    /// True if a byte order mark that was read from a file has no width.
    hides_marks: bool,
    /// The paths of the texts that begin with such a mark, in no order.
    marked: Vec<String>,
}

impl Files {
    /// Adds or replaces the text at `path`.
    pub fn insert(&mut self, path: &str, text: Arc<str>) {
        let path = Files::normalise(path);
        self.faults.retain(|it| it.0 != path);
        self.marked.retain(|it| *it != path);
        match self.index(&path) {
            Ok(idx) => {
                if let Some(it) = self.texts.get_mut(idx) {
                    it.1 = text;
                }
            }
            Err(idx) => self.texts.insert(idx, (path, text)),
        }
    }

    /// Says in which unit columns of the texts are counted.
    pub fn set_column_unit(&mut self, unit: ColumnUnit) {
        self.unit = unit;
    }

    /// Says that a CR alone ends a line in all places that the client is told, as it does in the language
    /// of the texts.
    pub fn end_lines_at_cr(&mut self) {
        self.ends_at_cr = true;
    }

    /// Says that the byte order marks of texts which are read from files are not counted, as editors do
    /// not: for them it is no part of the text.
    pub fn hide_marks(&mut self) {
        self.hides_marks = true;
    }

    /// Indexes the lines of `text`, which is the one at `path`, with columns as the client counts them.
    #[must_use]
    pub fn lines_at(&self, path: &str, text: &str) -> LineIndex {
        let is_marked = !self.marked.is_empty() && self.marked.contains(&Files::normalise(path));
        let n_hidden = if is_marked { MARK.len_utf8() } else { 0 };
        self.ended(LineIndex::behind(n_hidden, text, self.unit), text)
    }

    /// Indexes the lines of a text, with columns as the client counts them.
    #[must_use]
    pub fn lines_of(&self, text: &str) -> LineIndex {
        self.ended(LineIndex::counting(text, self.unit), text)
    }

    fn ended(&self, lines: LineIndex, text: &str) -> LineIndex {
        if self.ends_at_cr { lines.ended_by_cr(text) } else { lines }
    }

    /// Adds or replaces the text at `path`, and remembers if its bytes were not UTF-8.
    pub fn insert_source(&mut self, path: &str, source: &SourceText) {
        self.insert(path, Arc::clone(&source.text));
        self.faults.extend(source.utf8_fault().map(|at| (Files::normalise(path), at)));
        if self.hides_marks && source.text.starts_with(MARK) {
            self.marked.push(Files::normalise(path));
        }
    }

    /// Returns the place where the bytes of the text at `path` stopped being UTF-8; `None` if they
    /// are UTF-8, or if there is no such text.
    #[must_use]
    pub fn utf8_fault(&self, path: &str) -> Option<TextSize> {
        if self.faults.is_empty() {
            return None;
        }
        let path = Files::normalise(path);
        self.faults.iter().find(|it| it.0 == path).map(|it| it.1)
    }

    /// Says in which folder of the machine the text at `path` lies, with all links followed.
    pub fn set_folder(&mut self, path: &str, folder: impl Into<String>) {
        let path = Files::normalise(path);
        self.folders.retain(|it| it.0 != path);
        self.folders.push((path, folder.into()));
    }

    /// Returns the folder of the machine that the text at `path` lies in; none if that is not known,
    /// as in a browser.
    #[must_use]
    pub fn folder(&self, path: &str) -> Option<&str> {
        let path = Files::normalise(path);
        self.folders.iter().find(|it| it.0 == path).map(|it| it.1.as_str())
    }

    /// Says that `path` is another name of the file at `real`, by a link.
    pub fn set_real(&mut self, path: &str, real: &str) {
        let path = Files::normalise(path);
        self.other_names.retain(|it| it.0 != path);
        if path != real {
            self.other_names.push((path, real.to_owned()));
        }
    }

    /// Says that the file at `path` is a link itself; other names that files have come from the folders around.
    pub fn add_link(&mut self, path: &str) {
        if !self.is_link(path) {
            self.links.push(Files::normalise(path));
        }
    }

    /// Returns true if the file at `path` is known to be a link itself.
    #[must_use]
    pub fn is_link(&self, path: &str) -> bool {
        let path = Files::normalise(path);
        self.links.contains(&path)
    }

    /// Returns the path that the file at `path` has with all links followed, or itself if that is not known.
    #[must_use]
    pub fn real<'f>(&'f self, path: &'f str) -> &'f str {
        self.other_names.iter().find(|it| it.0 == path).map_or(path, |it| &it.1)
    }

    /// Returns the normalised path by which the file at `path` counts, whichever of its names that is: its own
    /// if that is among the texts.
    #[must_use]
    pub fn one_name(&self, path: &str) -> String {
        let path = Files::normalise(path);
        if self.other_names.is_empty() {
            return path;
        }
        let real = self.real(&path);
        if self.get(real).is_some() {
            return real.to_owned();
        }
        let names = self.other_names.iter().filter(|it| it.1 == real).map(|it| &it.0);
        names.min().unwrap_or(&path).clone()
    }

    /// Returns the normalised paths that are other names of files, each with the file's own.
    #[must_use]
    pub fn other_names(&self) -> &[(String, String)] {
        &self.other_names
    }

    /// Says that a directory is at `path`.
    pub fn add_directory(&mut self, path: &str) {
        if !self.is_directory(path) {
            self.directories.push(Files::normalise(path));
        }
    }

    /// Returns true if a directory is known to be at `path`: only where the disk was asked, and for
    /// what was included from there.
    #[must_use]
    pub fn is_directory(&self, path: &str) -> bool {
        let path = Files::normalise(path);
        self.directories.contains(&path)
    }

    /// Says that there is a file at `path` which cannot be read, and why.
    pub fn set_unreadable(&mut self, path: &str, why: impl Into<String>) {
        self.unreadable.push((Files::normalise(path), why.into()));
    }

    /// Returns why the file at `path` cannot be read, if it is known to be there.
    #[must_use]
    pub fn unreadable(&self, path: &str) -> Option<&str> {
        let path = Files::normalise(path);
        self.unreadable.iter().find(|it| it.0 == path).map(|it| it.1.as_str())
    }

    /// Takes the text at `path` away.
    pub fn remove(&mut self, path: &str) {
        let path = Files::normalise(path);
        self.texts.retain(|it| it.0 != path);
        self.faults.retain(|it| it.0 != path);
        self.marked.retain(|it| *it != path);
        self.folders.retain(|it| it.0 != path);
        self.other_names.retain(|it| it.0 != path);
        self.links.retain(|it| *it != path);
    }

    /// Returns the text at `path`, if there is one.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Arc<str>> {
        let idx = self.index(&Files::normalise(path)).ok()?;
        self.texts.get(idx).map(|it| &it.1)
    }

    /// Returns all paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|it| it.0.as_str())
    }

    /// Returns the paths that share the longest tail of folders with `name`, and at least the name of
    /// the file; without `own`.
    #[must_use]
    pub fn alike(&self, name: &str, own: &str) -> Vec<&str> {
        let own = Files::normalise(own);
        let common = |path: &str| {
            let both = name.rsplit('/').zip(path.rsplit('/'));
            both.take_while(|(one, other)| one == other).count()
        };
        let others = || self.paths().filter(|it| *it != own);
        let most = others().map(common).max().unwrap_or_default();
        others().filter(|it| most > 0 && common(it) == most).collect()
    }

    fn index(&self, path: &str) -> Result<usize, usize> {
        self.texts.binary_search_by(|it| it.0.as_str().cmp(path))
    }

    /// Resolves `.` and `..` and doubled slashes by their spelling alone; a `..` above the start stays: the root may
    /// be the top of what is open, and what is above that is not in it.
    #[must_use]
    pub fn normalise(path: &str) -> String {
        let start = if path.starts_with('/') { "/" } else { "" };
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => (),
                ".." if parts.last().is_some_and(|&it| it != "..") => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        format!("{start}{}", parts.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_goes_with_its_text() {
        let mut files = Files::default();
        files.insert_source("a/../b", &SourceText::decode(b"ab\xe9"));
        assert_eq!(files.utf8_fault("b"), Some(TextSize::new(2)));
        files.insert_source("b", &SourceText::decode(b"ab"));
        assert_eq!(files.utf8_fault("b"), None);
        files.insert_source("b", &SourceText::decode(b"\xe9"));
        files.remove("./b");
        assert_eq!(files.utf8_fault("b"), None);
    }

    #[test]
    fn a_file_counts_by_one_name() {
        let mut files = Files::default();
        files.insert("/a", "".into());
        files.set_real("/c", "/a");
        files.set_real("/a", "/a");
        assert_eq!(["/b/../c", "/a", "/d"].map(|it| files.one_name(it)), ["/a", "/a", "/d"]);
        files.set_real("/z", "/gone");
        files.set_real("/y", "/gone");
        assert_eq!(["/y", "/z", "/gone"].map(|it| files.one_name(it)), ["/y", "/y", "/y"]);
        files.remove("/c");
        assert_eq!(files.other_names().len(), 2);
    }

    #[test]
    fn paths_are_compared_by_meaning() {
        let mut files = Files::default();
        files.insert("/a/./b//x.pipe", "text".into());
        assert!(files.get("/a/c/../b/x.pipe").is_some());
        assert!(files.get("a/b/x.pipe").is_none());
        files.insert("/a/a", "first".into());
        files.insert("/a/b/x.pipe", "other".into());
        assert_eq!(files.paths().collect::<Vec<_>>(), ["/a/a", "/a/b/x.pipe"]);
        assert_eq!(files.get("/a//b/x.pipe").map(|it| &**it), Some("other"));
        files.remove("/a/a");
        assert_eq!(Files::normalise("../x/../y"), "../y");
        assert_eq!(Files::normalise("/../a/../y"), "/../y");
        assert_eq!(Files::normalise("/a/../../../y"), "/../../y");
        files.remove("/a/b/x.pipe");
        assert_eq!(files.paths().count(), 0);
    }
}
