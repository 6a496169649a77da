//! The places of a text, and of what it includes, that name something, and the thing that each names.

use std::collections::{BTreeMap, BTreeSet};

use text_size::TextRange;

use crate::ast::{Address, EntryForm};
use crate::file::File;
use crate::macros;
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::resolve;
use crate::token::Kind;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// Something that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// A process of one text.
    Process(String),
    /// A process type that is no open cluster.
    Type(String),
    /// A cluster of the open files.
    Cluster(String),
    /// A port of a cluster: whether it is an input, and its name.
    ClusterPort(String, bool, String),
    /// A key that a cluster declares.
    ClusterKey(String, String),
    /// A port of a process: whether it is an input, and its name.
    Port(String, bool, String),
    /// A key of one text, with the names of what is around it.
    Key(String),
    /// A name that `:=` defines.
    Local(String),
    /// The path of sections that no process and no cluster has as its name, and that the program does
    /// not read by itself.
    Section(String),
}

impl Symbol {
    /// Returns true if other files can name it.
    pub fn is_shared(&self) -> bool {
        matches!(self, Symbol::Cluster(_) | Symbol::ClusterPort(..) | Symbol::ClusterKey(..))
    }
}

/// A place that names something.
#[derive(Debug)]
pub struct Occurrence {
    /// The symbol that is named.
    pub symbol: Symbol,
    /// The file of the text's source.
    pub file: u32,
    /// The word to change for another name.
    pub range: TextRange,
    /// True if it declares what it names.
    pub declares: bool,
}

struct Collector<'f> {
    file: &'f File,
    /// The paths of [`Symbol::Section`].
    sections: BTreeSet<&'f str>,
    /// The type of the first process of each name; `None` where it is missing.
    types: BTreeMap<&'f str, Option<&'f str>>,
    /// The name of the cluster that the text declares.
    own: Option<&'f str>,
    list: Vec<Occurrence>,
}

/// Returns every name in a text and in what it includes.
pub fn occurrences(file: &File) -> Vec<Occurrence> {
    let mut types = BTreeMap::new();
    for (_, holder, head) in file.model().processes() {
        let name = head.process_type.map(|it| file.source().text(it));
        types.entry(holder.path.as_str()).or_insert(name);
    }
    let own = resolve::cluster_name(file);
    let mut it = Collector { file, sections: own_sections(file), types, own, list: Vec::new() };
    for (idx, holder) in file.model().holders.enumerated() {
        it.holder(holder);
        for (_, entry) in file.model().entries_of(holder) {
            it.entry(idx, holder, entry);
        }
    }
    for connection in &file.model().connections {
        it.address(connection.from, false);
        it.address(connection.to, true);
    }
    for mapping in &file.model().mappings {
        it.address(mapping.inner, mapping.is_input);
        if let Some(own) = own {
            let name = file.source().joined(mapping.outer.span).into_owned();
            let symbol = Symbol::ClusterPort(own.to_owned(), mapping.is_input, name);
            it.last_word(symbol, mapping.outer.span, true);
        }
    }
    it.list
}

/// Returns the paths of sections that are named for themselves.
fn own_sections(file: &File) -> BTreeSet<&str> {
    let processes: BTreeSet<&str> = file.model().processes().map(|it| it.1.path.as_str()).collect();
    let cluster = resolve::cluster_name(file);
    let sections = file.model().holders.iter().filter_map(|it| match it.kind {
        HolderKind::Section { .. } => Some(it.path.as_str()),
        _ => None,
    });
    let is_own = |path: &&str| {
        let first = path.split(':').next().unwrap_or_default();
        !first.is_empty()
            && !first.starts_with('_')
            && !processes.contains(first)
            && cluster != Some(first)
    };
    sections.filter(is_own).collect()
}

/// Returns the first word of the path of a section that is named for itself, if no other has the
/// path.
pub fn own_section(file: &File, section: &Holder) -> Option<TokenIdx> {
    let HolderKind::Section { path } = section.kind else { return None };
    let is_only = file.model().holders.iter().filter(|it| it.path == section.path).count() == 1;
    let is_own = is_only && own_sections(file).contains(section.path.as_str());
    let first = file.source().significant_in(path).find(|it| it.1 == Kind::Word);
    first.filter(|_| is_own).map(|it| it.0)
}

impl Collector<'_> {
    fn push(&mut self, symbol: Symbol, at: TokenIdx, declares: bool) {
        let range = self.file.source().local_range(at);
        self.part(symbol, at, range, declares);
    }

    fn part(&mut self, symbol: Symbol, at: TokenIdx, range: TextRange, declares: bool) {
        let file = self.file.source().file_of(at);
        // One `imap` may have several targets and one outer port.
        if self.list.iter().rev().take(4).all(|it| it.file != file || it.range != range) {
            self.list.push(Occurrence { symbol, file, range, declares });
        }
    }

    /// Adds the last word of a key or address, which is what another name takes the place of.
    fn last_word(&mut self, symbol: Symbol, span: TokenSpan, declares: bool) {
        if let Some((at, _)) = self.file.source().significant_in(span).next_back() {
            self.push(symbol, at, declares);
        }
    }

    /// Returns the cluster of the open files that a process is an instance of.
    fn cluster_of(&self, process: &str) -> Option<String> {
        let name = (*self.types.get(process)?)?;
        self.is_cluster(name).then(|| name.to_owned())
    }

    fn is_cluster(&self, name: &str) -> bool {
        self.file.library().has_file(name) || self.own == Some(name)
    }

    fn holder(&mut self, holder: &Holder) {
        let source = self.file.source();
        match holder.kind {
            HolderKind::Process(head) => {
                self.push(Symbol::Process(holder.path.clone()), head.name, true);
                let Some(at) = head.process_type else { return };
                let name = source.text(at).to_owned();
                let symbol =
                    if self.is_cluster(&name) { Symbol::Cluster(name) } else { Symbol::Type(name) };
                self.push(symbol, at, false);
            }
            HolderKind::Cluster { name, .. } if !holder.path.is_empty() => {
                self.push(Symbol::Cluster(holder.path.clone()), name, true);
            }
            HolderKind::Cluster { .. } => (),
            HolderKind::Section { path } => {
                let words = source.significant_in(path).filter(|it| it.1 == Kind::Word);
                let words: Vec<TokenIdx> = words.map(|it| it.0).collect();
                if self.sections.contains(holder.path.as_str())
                    && let [first, ..] = words.as_slice()
                {
                    let range = (words.iter())
                        .map(|&it| source.local_range(it))
                        .fold(source.local_range(*first), TextRange::cover);
                    let is_whole =
                        words.iter().all(|&it| source.file_of(it) == source.file_of(*first));
                    if is_whole {
                        self.part(Symbol::Section(holder.path.clone()), *first, range, true);
                    }
                    return;
                }
                let of_edges = holder.path.starts_with("_pipeline:_edge_by_conn");
                if let Some(&at) = words.get(if of_edges { 2 } else { 0 }) {
                    self.process(at);
                }
                if holder.path == "_pipeline:_edge_by_conn" {
                    let file = self.file;
                    for (_, it) in file.model().entries_of(holder).filter(|it| it.1.block.is_none())
                    {
                        self.process(it.key.start);
                    }
                }
            }
        }
    }

    /// Adds a word that names a process, if there is one of this name.
    fn process(&mut self, at: TokenIdx) {
        let name = self.file.source().text(at);
        if self.types.contains_key(name) {
            self.push(Symbol::Process(name.to_owned()), at, false);
        }
    }

    fn address(&mut self, address: Address, is_input: bool) {
        let source = self.file.source();
        let Some((first, _)) = source.significant_in(address.process()).next() else { return };
        self.push(Symbol::Process(source.text(first).to_owned()), first, false);
        let Some(port) = address.port() else { return };
        let process = source.joined(address.process());
        let name = source.joined(port).into_owned();
        let symbol = match self.cluster_of(&process) {
            Some(cluster) => Symbol::ClusterPort(cluster, is_input, name),
            None => Symbol::Port(process.into_owned(), is_input, name),
        };
        self.last_word(symbol, port, false);
    }

    /// Returns the symbol of a full key, as the text or a macro writes it.
    fn key(&self, full: &str) -> Symbol {
        let (first, local) = full.split_once(':').unwrap_or((full, ""));
        let cluster =
            if self.own == Some(first) { Some(first.to_owned()) } else { self.cluster_of(first) };
        let is_declared = |cluster: &String| {
            self.own == Some(cluster)
                || self
                    .file
                    .process_type(cluster)
                    .is_some_and(|it| it.keys.iter().any(|it| it.name == local))
        };
        match cluster.filter(is_declared) {
            Some(cluster) => Symbol::ClusterKey(cluster, local.to_owned()),
            None => Symbol::Key(full.to_owned()),
        }
    }

    fn entry(&mut self, _: HolderId, holder: &Holder, entry: &Entry) {
        let file = self.file;
        if matches!(entry.form, EntryForm::Junk | EntryForm::LegacyJunk | EntryForm::LegacyAssign) {
            return;
        }
        let is_local = resolve::flags(file, entry).local;
        let symbol = if is_local {
            let key = file.source().joined(entry.key);
            Symbol::Local(last_part(&key).to_owned())
        } else {
            self.key(&file.model().full_key(file.source(), entry))
        };
        let is_header = matches!(holder.kind, HolderKind::Cluster { .. });
        let declares = is_header || !matches!(symbol, Symbol::ClusterKey(..));
        self.last_word(symbol, entry.key, declares);
        if let Some(value) = entry.value {
            self.value(entry, value);
        }
    }

    fn value(&mut self, entry: &Entry, value: TokenIdx) {
        let file = self.file;
        let text = file.source().text(value);
        let start = file.source().local_range(value).start();
        let range =
            |from: usize, to: usize| TextRange::new(start + offset(from), start + offset(to));
        for it in macros::find(text) {
            let last = last_part(it.name);
            let part = range(it.name_range.end - last.len(), it.name_range.end);
            match it.provider {
                "CONFIG" => {
                    let symbol = self.key(it.name);
                    let (first, _) = it.name.split_once(':').unwrap_or((it.name, ""));
                    let head = range(it.name_range.start, it.name_range.start + first.len());
                    self.head(first, value, head);
                    // The longest path of a section that the macro begins with.
                    let ends = it.name.match_indices(':').map(|it| it.0);
                    let mut paths = ends.rev().filter_map(|end| it.name.get(..end));
                    if let Some(path) = paths.find(|it| self.sections.contains(it)) {
                        let from = it.name_range.start;
                        let place = range(from, from + path.len());
                        self.part(Symbol::Section(path.to_owned()), value, place, false);
                    }
                    self.part(symbol, value, part, false);
                }
                "LOCAL" => self.part(Symbol::Local(last.to_owned()), value, part, false),
                _ => (),
            }
        }
        let Some(own) = self.own else { return };
        if let Some(key) = text.strip_prefix(own).and_then(|it| it.strip_prefix(':'))
            && resolve::flags(file, entry).read_only
        {
            self.part(Symbol::Cluster(own.to_owned()), value, range(0, own.len()), false);
            let last = last_part(key);
            let symbol = Symbol::ClusterKey(own.to_owned(), key.to_owned());
            self.part(symbol, value, range(text.len() - last.len(), text.len()), false);
        }
    }

    /// Adds the first word of a full key, which may name a process or the cluster.
    fn head(&mut self, first: &str, value: TokenIdx, range: TextRange) {
        let symbol = if self.own == Some(first) {
            Symbol::Cluster(first.to_owned())
        } else if self.types.contains_key(first) {
            Symbol::Process(first.to_owned())
        } else {
            return;
        };
        self.part(symbol, value, range, false);
    }
}

fn last_part(key: &str) -> &str {
    key.rsplit([':', '/', '.']).next().unwrap_or(key)
}
