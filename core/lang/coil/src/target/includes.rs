//! The files that a file includes, and in which order their settings count (coil.md#includes).

use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use super::diagnostics::lines;
use super::source_file::{Include, SourceFile};
use super::token::is_blank;
use bobbin_core::Input;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::text::Files;

/// The ends of the names of target configurations.
pub(super) const EXTENSIONS: &[&str] = &[".coilcfg"];

/// The most files that may be open inside each other below the main one.
const MOST_NESTED: usize = 32;

/// The most files that are read again because a cycle cut an earlier reading short. Beyond, the
/// earlier reading counts: the diagnostics are the same, and the number of ways through a cycle has no
/// bound.
const MOST_REREAD: usize = 2000;

/// A file and all that it includes.
pub(super) struct Read {
    /// All files; the main one first.
    pub(super) sources: Vec<SourceFile>,
    /// The include of the main file that leads to each file first.
    pub(super) via: Vec<Option<TextRange>>,
    /// The diagnostics of the includes, by file.
    pub(super) findings: Vec<(usize, Diagnostic)>,
    /// The files in the order in which they are read for the first time, each behind what it
    /// includes.
    pub(super) first: Vec<usize>,
    /// The files in the order in which their settings count.
    pub(super) order: Vec<usize>,
}

/// Reads the text of `input` and the files it includes.
pub(super) fn read(input: &Input) -> Read {
    let main = SourceFile::parse(&input.path, &input.text, input.files.utf8_fault(&input.path));
    let mut reader = IncludeReader {
        files: &input.files,
        ids: HashMap::from([(Files::normalise(&input.path), 0)]),
        sources: vec![main],
        via: vec![None],
        findings: Vec::new(),
        known: vec![None],
        n_reread: 0,
        including: None,
        leading: HashMap::new(),
    };
    let Reading { first, order, .. } = reader.read(0, &mut vec![0]);
    let IncludeReader { sources, via, findings, .. } = reader;
    Read { sources, via, findings, first, order }
}

/// The result of reading a file and its includes.
#[derive(Debug, Clone)]
struct Reading {
    /// The files in the order in which they are read for the first time.
    first: Vec<usize>,
    /// The files in the order in which their settings count, each once, the last time it is read.
    order: Vec<usize>,
    /// The number of files that are open inside each other, this one included.
    height: usize,
    /// True if no include was left out.
    is_whole: bool,
}

struct IncludeReader<'i> {
    files: &'i Files,
    ids: HashMap<String, usize>,
    sources: Vec<SourceFile>,
    via: Vec<Option<TextRange>>,
    findings: Vec<(usize, Diagnostic)>,
    /// The result of the last reading of each file.
    known: Vec<Option<Reading>>,
    n_reread: usize,
    /// The files that include each file, once anything asks for them.
    including: Option<HashMap<String, Vec<String>>>,
    /// The files that lead to a file, of those that were asked about.
    leading: HashMap<String, HashSet<String>>,
}

impl IncludeReader<'_> {
    /// Reads the includes of `id` first, in order, then the file itself. `chain` is the files that
    /// are open, `id` last; its length bounds the recursion.
    fn read(&mut self, id: usize, chain: &mut Vec<usize>) -> Reading {
        let mut res = Reading { first: Vec::new(), order: Vec::new(), height: 1, is_whole: true };
        let mut met: HashSet<usize> = HashSet::new();
        let n_includes = self.sources.get(id).map_or(0, |it| it.includes.len());
        for idx in 0..n_includes {
            let Some(target) = self.target(id, idx, chain) else {
                res.is_whole = false;
                continue;
            };
            let reading = match self.usable(target, chain.len()) {
                Some(reading) => reading,
                None => {
                    chain.push(target);
                    let reading = self.read(target, chain);
                    chain.pop();
                    reading
                }
            };
            res.height = res.height.max(reading.height + 1);
            res.is_whole &= reading.is_whole;
            res.first.extend(reading.first.into_iter().filter(|&it| met.insert(it)));
            let again: HashSet<usize> = reading.order.iter().copied().collect();
            res.order.retain(|it| !again.contains(it));
            res.order.extend(reading.order);
        }
        res.order.retain(|&it| it != id);
        res.order.push(id);
        if !met.contains(&id) {
            res.first.push(id);
        }
        if let Some(known) = self.known.get_mut(id) {
            *known = Some(res.clone());
        }
        res
    }

    /// Returns the earlier reading of `target`, if reading it again below `n_open` files gives the
    /// same.
    fn usable(&mut self, target: usize, n_open: usize) -> Option<Reading> {
        let reading = self.known.get(target)?.as_ref()?;
        if reading.is_whole && n_open + reading.height <= MOST_NESTED + 1 {
            return Some(reading.clone());
        }
        self.n_reread += 1;
        (self.n_reread > MOST_REREAD).then(|| reading.clone())
    }

    /// Returns the file that an include names, read if need be; `None` with a diagnostic if it
    /// cannot be taken.
    fn target(&mut self, id: usize, include_idx: usize, chain: &[usize]) -> Option<usize> {
        let source = self.sources.get(id)?;
        let include = source.includes.get(include_idx)?;
        let path = resolve(&source.path, include);
        let (range, path_range) = (include.range, include.path_range);
        let found = self.ids.get(&path).copied();
        if let Some(start) = found.and_then(|target| chain.iter().position(|&it| it == target)) {
            let files = chain.get(start..).unwrap_or_default().iter().chain(&found);
            let names: Vec<&str> =
                files.filter_map(|&it| Some(shown_path(&self.sources.get(it)?.path))).collect();
            let edit = source.without_pair(range);
            self.findings.push((id, lines::include_cycle(path_range, &names, edit)));
            return None;
        }
        if chain.len() > MOST_NESTED {
            self.findings.push((id, lines::include_depth(range, MOST_NESTED)));
            return None;
        }
        let target = match found {
            Some(target) => target,
            None => {
                let Some(text) = self.files.get(&path) else {
                    let (own, wanted) = (source.path.clone(), include.path.clone());
                    let similar = self.similar(&own, &wanted);
                    let folder = folder(&own);
                    let why = match self.files.is_directory(&path) {
                        true => Some("it is a folder"),
                        false => self.files.unreadable(&path),
                    };
                    // One that is there is what is meant.
                    let similar = similar.as_deref().filter(|_| why.is_none());
                    let diagnostic = lines::include_not_found(path_range, &wanted, folder, similar);
                    let diagnostic = match why {
                        Some(why) => lines::unreadable(diagnostic, &path, why),
                        None => diagnostic,
                    };
                    self.findings.push((id, diagnostic));
                    return None;
                };
                let target = self.sources.len();
                let fault = self.files.utf8_fault(&path);
                self.sources.push(SourceFile::parse(&path, text, fault));
                self.known.push(None);
                let via = self.via.get(id).copied().flatten();
                self.via.push(via.or(Some(path_range)));
                self.ids.insert(path, target);
                target
            }
        };
        Some(target)
    }

    /// Returns the path, as the file `own` writes it, of the file that an include of `wanted` may mean.
    /// One that leads to `own` by its includes would close a cycle.
    fn similar(&mut self, own: &str, wanted: &str) -> Option<String> {
        let files = self.files;
        let folder = folder(own);
        let leading = self.leading_to(Files::normalise(own));
        let others = files.paths().filter(|it| !leading.contains(*it));
        let near: Vec<&str> = others.filter_map(|it| it.strip_prefix(folder)).collect();
        // The end, which all of them share, does not say which one is meant.
        let stem = |it| EXTENSIONS.iter().find_map(|end| str::strip_suffix(it, end)).unwrap_or(it);
        let wanted = stem(wanted);
        let same = near.iter().copied().find(|it| stem(it) == wanted);
        let similar = || {
            let similar = nearest(wanted, near.iter().copied().map(stem))?;
            near.iter().copied().find(|it| stem(it) == similar)
        };
        same.or_else(similar).map(str::to_owned)
    }

    /// Returns the files that lead to one by their includes, itself among them.
    fn leading_to(&mut self, path: String) -> &HashSet<String> {
        let (files, read) = (self.files, &self.sources);
        let including = self.including.get_or_insert_with(|| including(files, read));
        self.leading.entry(path).or_insert_with_key(|path| {
            let mut res = HashSet::from([path.clone()]);
            let mut left = vec![path];
            while let Some(it) = left.pop() {
                for file in including.get(it).into_iter().flatten() {
                    if res.insert(file.clone()) {
                        left.push(file);
                    }
                }
            }
            res
        })
    }
}

/// Lists, for each path that files include, those files. Those that were `read` are not parsed again, and of
/// the others only what may be an include.
fn including(files: &Files, read: &[SourceFile]) -> HashMap<String, Vec<String>> {
    let mut res: HashMap<String, Vec<String>> = HashMap::new();
    let mut add = |path: &str, source: &SourceFile| {
        for include in &source.includes {
            res.entry(resolve(path, include)).or_default().push(path.to_owned());
        }
    };
    let mut known: HashSet<String> = HashSet::new();
    for it in read {
        let path = Files::normalise(&it.path);
        add(&path, it);
        known.insert(path);
    }
    for path in files.paths().filter(|it| !known.contains(*it)) {
        let Some(text) = files.get(path).filter(|it| !it.contains('\0')) else { continue };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.split_inclusive(['\n', '\r']).filter(|it| may_include(it));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            add(path, &SourceFile::parse(path, &lines.into(), None));
        }
    }
    res
}

/// Returns true if a line may be an include, which begins and ends with its line.
fn may_include(line: &str) -> bool {
    let is_blank = |it: char| u8::try_from(it).is_ok_and(is_blank);
    line.trim_start_matches(is_blank).starts_with('@')
}

/// Returns a path as people write it: the root of a file without folders is Bobbin's own invention.
pub(super) fn shown_path(path: &str) -> &str {
    path.strip_prefix('/').filter(|it| !it.contains('/')).unwrap_or(path)
}

/// Returns the folder of a file, with its last slash; empty if the path has none.
pub(super) fn folder(path: &str) -> &str {
    path.rfind('/').and_then(|it| path.get(..=it)).unwrap_or_default()
}

/// Returns the path of an included file: relative to the file that includes it.
#[must_use]
pub fn resolve(from: &str, include: &Include) -> String {
    if include.path.starts_with('/') {
        Files::normalise(&include.path)
    } else {
        Files::normalise(&format!("{}{}", folder(from), include.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_known_who_includes_what() {
        let mut files = Files::default();
        let mut add = |path: &str, text: &str| files.insert(path, text.into());
        add("a.coilcfg", "\u{feff}@include c.coilcfg\n[Target]\nPU = CPU\n");
        add(
            "b.coilcfg",
            "# @include a\r\n  @INCLUDE \"c.coilcfg\" # base\rx = @include d\r@import e",
        );
        add("d/e.coilcfg", "\n@include ../c.coilcfg\n\u{feff}@include f.coilcfg\n");
        add("nul.coilcfg", "@include c.coilcfg\n\0");
        let read = SourceFile::parse("own.coilcfg", &"@include c.coilcfg\n".into(), None);
        let found = including(&files, &[read]);
        let includers = found.get("c.coilcfg").unwrap();
        assert_eq!(includers, &["own.coilcfg", "a.coilcfg", "b.coilcfg", "d/e.coilcfg"]);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
