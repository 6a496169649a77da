//! What the words of a text name, and where else the same is named: in the text, in what it
//! includes, and in the other open files.

use std::collections::BTreeSet;

use text_size::{TextRange, TextSize};

use super::File;
use super::ast::{Address, EntryForm};
use super::everywhere;
use super::macro_sources;
use super::macros;
use super::model::{Entry, Holder, HolderKind};
use super::resolve;
use super::source::Target;
use super::token::{self, Kind};
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{Files, Location, offset};
use bobbin_core::view::Link;

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
    /// Whether other files can name it.
    pub fn is_shared(&self) -> bool {
        matches!(self, Symbol::Cluster(_) | Symbol::ClusterPort(..) | Symbol::ClusterKey(..))
    }

    /// Whether it can be called so.
    fn accepts(&self, name: &str) -> bool {
        match self {
            Symbol::Section(_) => name.split(':').all(token::is_name),
            _ => token::is_name(name),
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Symbol::Process(_) => "a process",
            Symbol::Type(_) => "a process type",
            Symbol::Cluster(_) => "a cluster",
            Symbol::ClusterPort(..) | Symbol::Port(..) => "a port",
            Symbol::ClusterKey(..) | Symbol::Key(_) | Symbol::Local(_) => "a key",
            Symbol::Section(_) => "a section",
        }
    }
}

/// A place that names something.
#[derive(Debug)]
pub struct Occurrence {
    /// What.
    pub symbol: Symbol,
    /// The file of the text's source.
    pub file: u32,
    /// The word to change for another name.
    pub range: TextRange,
    /// Whether it declares what it names.
    pub declares: bool,
}

struct Collector<'f> {
    file: &'f File,
    /// The paths of [`Symbol::Section`].
    sections: BTreeSet<&'f str>,
    list: Vec<Occurrence>,
}

/// All that is named in a text and in what it includes.
pub fn occurrences(file: &File) -> Vec<Occurrence> {
    let mut it = Collector { file, sections: own_sections(file), list: Vec::new() };
    for (idx, holder) in file.model.holders.iter().enumerate() {
        it.holder(holder);
        for (_, entry) in file.model.entries_of(holder) {
            it.entry(idx, holder, entry);
        }
    }
    for connection in &file.model.connections {
        it.address(connection.from, false);
        it.address(connection.to, true);
    }
    let own = resolve::cluster_name(file);
    for mapping in &file.model.mappings {
        it.address(mapping.inner, mapping.is_input);
        if let Some(own) = own {
            let name = file.source.joined(mapping.outer.span).into_owned();
            let symbol = Symbol::ClusterPort(own.to_owned(), mapping.is_input, name);
            it.last_word(symbol, mapping.outer.span, true);
        }
    }
    it.list
}

/// The paths of sections that are named for themselves.
fn own_sections(file: &File) -> BTreeSet<&str> {
    let processes: BTreeSet<&str> = file.model.processes().map(|it| it.1.path.as_str()).collect();
    let cluster = resolve::cluster_name(file);
    let sections = file.model.holders.iter().filter_map(|it| match it.kind {
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

/// The first word of the path of a section that is named for itself, if no other has the path.
pub fn own_section(file: &File, section: &Holder) -> Option<TokenIdx> {
    let HolderKind::Section { path } = section.kind else { return None };
    let is_only = file.model.holders.iter().filter(|it| it.path == section.path).count() == 1;
    let is_own = is_only && own_sections(file).contains(section.path.as_str());
    let first = file.source.significant_in(path).find(|it| it.1 == Kind::Word);
    first.filter(|_| is_own).map(|it| it.0)
}

impl Collector<'_> {
    fn push(&mut self, symbol: Symbol, at: TokenIdx, declares: bool) {
        let range = self.file.source.local_range(at);
        self.part(symbol, at, range, declares);
    }

    fn part(&mut self, symbol: Symbol, at: TokenIdx, range: TextRange, declares: bool) {
        let file = self.file.source.file_of(at);
        // One `imap` may have several targets and one outer port.
        if self.list.iter().rev().take(4).all(|it| it.file != file || it.range != range) {
            self.list.push(Occurrence { symbol, file, range, declares });
        }
    }

    /// The last word of a key or address, which is what another name takes the place of.
    fn last_word(&mut self, symbol: Symbol, span: TokenSpan, declares: bool) {
        if let Some((at, _)) = self.file.source.significant_in(span).next_back() {
            self.push(symbol, at, declares);
        }
    }

    /// The cluster of the open files that a process is an instance of.
    fn cluster_of(&self, process: &str) -> Option<String> {
        let file = self.file;
        let (_, _, head) = file.model.processes().find(|(_, it, _)| it.path == process)?;
        let name = file.source.text(head.process_type?);
        self.is_cluster(name).then(|| name.to_owned())
    }

    fn is_cluster(&self, name: &str) -> bool {
        self.file.library().has_file(name) || resolve::cluster_name(self.file) == Some(name)
    }

    fn holder(&mut self, holder: &Holder) {
        let source = &self.file.source;
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
                    for (_, it) in file.model.entries_of(holder).filter(|it| it.1.block.is_none()) {
                        self.process(it.key.start);
                    }
                }
            }
        }
    }

    /// A word that names a process, if there is one of this name.
    fn process(&mut self, at: TokenIdx) {
        let name = self.file.source.text(at);
        if self.file.model.processes().any(|(_, it, _)| it.path == name) {
            self.push(Symbol::Process(name.to_owned()), at, false);
        }
    }

    fn address(&mut self, address: Address, is_input: bool) {
        let source = &self.file.source;
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

    /// A full key, as the text or a macro writes it.
    fn key(&self, full: &str) -> Symbol {
        let (first, local) = full.split_once(':').unwrap_or((full, ""));
        let cluster = if resolve::cluster_name(self.file) == Some(first) {
            Some(first.to_owned())
        } else {
            self.cluster_of(first)
        };
        let is_declared = |cluster: &String| {
            resolve::cluster_name(self.file) == Some(cluster)
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

    fn entry(&mut self, _: usize, holder: &Holder, entry: &Entry) {
        let file = self.file;
        if matches!(entry.form, EntryForm::Junk | EntryForm::LegacyJunk | EntryForm::LegacyAssign) {
            return;
        }
        let is_local = resolve::flags(file, entry).local;
        let symbol = if is_local {
            let key = file.source.joined(entry.key);
            Symbol::Local(last_part(&key).to_owned())
        } else {
            self.key(&file.model.full_key(&file.source, entry))
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
        let text = file.source.text(value);
        let start = file.source.local_range(value).start();
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
        let Some(own) = resolve::cluster_name(file) else { return };
        if let Some(key) = text.strip_prefix(own).and_then(|it| it.strip_prefix(':'))
            && resolve::flags(file, entry).read_only
        {
            self.part(Symbol::Cluster(own.to_owned()), value, range(0, own.len()), false);
            let last = last_part(key);
            let symbol = Symbol::ClusterKey(own.to_owned(), key.to_owned());
            self.part(symbol, value, range(text.len() - last.len(), text.len()), false);
        }
    }

    /// The first word of a full key, which may name a process or the cluster.
    fn head(&mut self, first: &str, value: TokenIdx, range: TextRange) {
        let symbol = if resolve::cluster_name(self.file) == Some(first) {
            Symbol::Cluster(first.to_owned())
        } else if self.file.model.processes().any(|(_, it, _)| it.path == first) {
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

/// Where the thing at a place is declared.
pub fn definition(file: &File, place: TextSize) -> Vec<Location> {
    let source = &file.source;
    let include = source
        .includes()
        .iter()
        .find(|it| source.is_own(it.name) && source.range(it.name).contains_inclusive(place));
    if let Some(Target::Opened { file: opened }) = include.map(|it| it.target) {
        let path = source.file(opened).map(|it| Files::normalise(&it.path)).unwrap_or_default();
        return vec![Location::elsewhere(path, TextRange::empty(0.into()))];
    }
    let found = named(file, place);
    // The first word of a key may name a process or a cluster, which is declared by itself.
    let is_key = |it: &Symbol| {
        matches!(
            it,
            Symbol::Key(_) | Symbol::Local(_) | Symbol::ClusterKey(..) | Symbol::Section(_)
        )
    };
    if found.as_ref().is_none_or(|(symbols, _)| symbols.iter().all(is_key)) {
        let sources = macro_sources::definitions(file, place);
        if !sources.is_empty() {
            return sources;
        }
    }
    let Some((mut symbols, others)) = found else { return Vec::new() };
    // What is a section for itself to one text sets keys of a process to another.
    if symbols.iter().any(|it| !matches!(it, Symbol::Section(_))) {
        symbols.retain(|it| !matches!(it, Symbol::Section(_)));
    }
    let all = everywhere::all(file, &others, &symbols).into_iter().filter(|it| it.declares);
    all.map(|it| it.location).collect()
}

/// All places that name the thing at a place.
pub fn references(file: &File, place: TextSize) -> Vec<Location> {
    let Some((symbols, others)) = named(file, place) else { return Vec::new() };
    let all = everywhere::all(file, &others, &symbols);
    let mut res: Vec<Location> = all.into_iter().map(|it| it.location).collect();
    res.order_by(|one, other| {
        (&one.path, one.range.start()).cmp(&(&other.path, other.range.start()))
    });
    res
}

/// The word at a place that can be another one.
pub fn renamable(file: &File, place: TextSize) -> Option<TextRange> {
    let found = everywhere::at(file, &everywhere::others(file, false), place);
    let is_fixed = |it: &Occurrence| may_rename(file, &it.symbol).is_err();
    if found.iter().any(is_fixed) {
        return None;
    }
    found.first().map(|it| it.range)
}

/// What stands at a place, with the other texts in which that may be named; none if it is nothing.
fn named(file: &File, place: TextSize) -> Option<(Vec<Symbol>, Vec<File>)> {
    let others = everywhere::others(file, false);
    let found = everywhere::at(file, &others, place).into_iter();
    let symbols: Vec<Symbol> = found.map(|it| it.symbol).collect();
    let is_shared = symbols.iter().any(Symbol::is_shared);
    let others = if is_shared { everywhere::others(file, true) } else { others };
    (!symbols.is_empty()).then_some((symbols, others))
}

fn may_rename(file: &File, symbol: &Symbol) -> Result<(), Refusal> {
    let fixed = |what: &str| Err(Refusal::bad_value(format!("{what}, so the name is fixed")));
    match symbol {
        Symbol::Type(_) => fixed("a plug-in declares the process type"),
        Symbol::Port(..) => fixed("the process type declares the port"),
        Symbol::Key(full) => {
            let (first, local) = full.split_once(':').unwrap_or((full, ""));
            let process = file.model.processes().find(|(_, it, _)| it.path == first);
            let known = process
                .and_then(|(_, _, head)| head.process_type)
                .and_then(|it| file.process_type(file.source.text(it)));
            if known.is_some_and(|it| it.key(local).is_some()) {
                return fixed("the process type declares the key");
            }
            if first.starts_with('_') || local.starts_with('_') {
                return fixed("the program itself reads the key");
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Gives the thing at a place another name wherever it is named, in all open files.
pub fn rename(file: &File, place: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let Some((symbols, others)) = named(file, place) else {
        return Err(Refusal::bad_value("nothing here has a name"));
    };
    let places = everywhere::all(file, &others, &symbols);
    for symbol in &symbols {
        may_rename(file, symbol)?;
        let what = symbol.words();
        if !symbol.accepts(name) {
            return Err(Refusal::bad_value(format!("`{name}` cannot be the name of {what}")));
        }
        if std::iter::once(file).chain(&others).any(|it| is_taken(it, symbol, name)) {
            return Err(Refusal::bad_value(format!("there is {what} called `{name}` already")));
        }
    }
    let mut res = SourceChange::default();
    let mut by_path: Vec<(String, Vec<Replacement>)> = Vec::new();
    for it in places {
        let path = it.location.path.unwrap_or_else(|| file.input.path.clone());
        let replacement = Replacement { range: it.location.range, text: name.to_owned() };
        match by_path.iter_mut().find(|it| it.0 == path) {
            Some(it) => it.1.push(replacement),
            None => by_path.push((path, vec![replacement])),
        }
    }
    for (path, replacements) in by_path {
        res.edits.insert(path, TextEdit::from_replacements(replacements));
    }
    Ok(res)
}

/// Whether a text that names `symbol` has something else of its kind called `name`.
fn is_taken(file: &File, symbol: &Symbol, name: &str) -> bool {
    match symbol {
        Symbol::Process(old) => {
            old != name
                && file.model.processes().any(|(_, it, _)| it.path == name)
                && occurrences(file).iter().any(|it| it.symbol == *symbol)
        }
        Symbol::Cluster(old) => old != name && file.process_type(name).is_some(),
        Symbol::ClusterPort(cluster, is_input, old) => {
            let is_own = resolve::cluster_name(file) == Some(cluster);
            let own = file.model.mappings.iter().filter(|it| is_own && it.is_input == *is_input);
            let mut own = own.map(|it| file.source.joined(it.outer.span));
            let known = file
                .process_type(cluster)
                .map(|it| if *is_input { &it.inputs } else { &it.outputs });
            old != name
                && (own.any(|it| it == name)
                    || known.is_some_and(|it| it.iter().any(|it| it.name == name)))
        }
        _ => false,
    }
}

/// The names of included files that are open.
pub fn links(file: &File) -> Vec<Link> {
    let source = &file.source;
    let own = source.includes().iter().filter(|it| source.is_own(it.name));
    own.filter_map(|it| {
        let Target::Opened { file: opened } = it.target else { return None };
        let path = Files::normalise(&source.file(opened)?.path);
        Some(Link { range: source.range(it.name), path })
    })
    .collect()
}
