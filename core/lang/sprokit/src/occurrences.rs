//! The places of a text, and of what it includes, that name something, and the thing that each names.

use std::collections::{BTreeSet, HashMap};

use text_size::TextRange;

use crate::ast::{Address, EntryForm};
use crate::file::File;
use crate::key_words::{self, Part};
use crate::macros::{self, Macro};
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::resolve;
use crate::symbols::{Names, Symbol};
use crate::token::Kind;
use bobbin_core::Id as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// A place that names something.
#[derive(Debug)]
pub struct Occurrence {
    /// The symbol that is named.
    pub symbol: Symbol,
    /// The token that it stands in.
    pub at: TokenIdx,
    /// The file of the text's source.
    pub file: u32,
    /// The word to change for another name.
    pub range: TextRange,
    /// True if it declares what it names.
    pub declares: bool,
    /// True if it is part of a macro, whose names are made of fewer letters than others.
    pub is_in_macro: bool,
}

struct Collector<'f> {
    file: &'f File,
    /// The paths of [`Symbol::Section`].
    sections: BTreeSet<&'f str>,
    names: Names<'f>,
    /// The holders that set each key, and those that define each name for `$LOCAL`, with the blocks
    /// around it; empty where no macro asks.
    setters: HashMap<String, Vec<HolderId>>,
    definers: HashMap<String, HolderId>,
    list: Vec<Occurrence>,
}

/// Returns every name in a text and in what it includes.
pub fn occurrences(file: &File) -> Vec<Occurrence> {
    let mut it = Collector {
        file,
        sections: own_sections(file),
        names: Names::new(file),
        setters: HashMap::new(),
        definers: HashMap::new(),
        list: Vec::new(),
    };
    it.index();
    for (idx, holder) in file.model().holders.enumerated() {
        it.holder(holder);
        it.blocks(idx, holder);
        for (_, entry) in file.model().entries_of(holder) {
            it.entry(holder, entry);
        }
    }
    for connection in &file.model().connections {
        it.address(connection.from, false);
        it.address(connection.to, true);
    }
    for mapping in &file.model().mappings {
        it.address(mapping.inner, mapping.is_input);
        if let Some(own) = it.names.own {
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

impl<'f> Collector<'f> {
    /// Remembers what macros may ask for.
    fn index(&mut self) {
        let file = self.file;
        let mut values = file.model().entries.iter().filter_map(|it| it.value);
        if !values.any(|it| file.source().text(it).contains('$')) {
            return;
        }
        for entry in &file.model().entries {
            let Some(holder) = entry.owner.holder() else { continue };
            let full = file.model().full_key(file.source(), entry);
            self.setters.entry(full).or_default().push(holder);
            if resolve::flags(file, entry).local {
                let local = file.model().local_key(file.source(), entry);
                self.definers.entry(local).or_insert(holder);
            }
        }
    }

    fn push(&mut self, symbol: Symbol, at: TokenIdx, declares: bool) {
        let range = self.file.source().local_range(at);
        self.part(symbol, at, range, declares, false);
    }

    fn part(
        &mut self,
        symbol: Symbol,
        at: TokenIdx,
        range: TextRange,
        declares: bool,
        is_in_macro: bool,
    ) {
        let file = self.file.source().file_of(at);
        // One `imap` may have several targets and one outer port.
        let mut last = self.list.iter().rev().take(4);
        if last.all(|it| it.file != file || it.range != range || it.symbol != symbol) {
            self.list.push(Occurrence { symbol, at, file, range, declares, is_in_macro });
        }
    }

    /// Adds the last word of a key or address, which is what another name takes the place of.
    fn last_word(&mut self, symbol: Symbol, span: TokenSpan, declares: bool) {
        if let Some((at, _)) = self.file.source().significant_in(span).next_back() {
            self.push(symbol, at, declares);
        }
    }

    /// Adds what the parts of a key name, from the part `from` on.
    fn along(&mut self, parts: &[Part<'f>], from: usize, is_in_macro: bool) {
        for (symbol, word) in self.names.along(parts, from) {
            self.part(symbol, word.at, word.range, false, is_in_macro);
        }
    }

    fn holder(&mut self, holder: &Holder) {
        let source = self.file.source();
        match holder.kind {
            HolderKind::Process(head) => {
                self.push(self.names.process(&holder.path), head.name, true);
                let Some(at) = head.process_type else { return };
                let name = source.text(at).to_owned();
                let symbol = match self.names.is_cluster(&name) {
                    true => Symbol::Cluster(name),
                    false => Symbol::Type(name),
                };
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
                        let symbol = Symbol::Section(holder.path.clone());
                        self.part(symbol, *first, range, true, false);
                    }
                    return;
                }
                self.along(&key_words::of_holder(self.file, holder), 0, false);
            }
        }
    }

    /// Adds what the names of the blocks of a holder name.
    fn blocks(&mut self, idx: HolderId, holder: &Holder) {
        let file = self.file;
        let behind = file.model().holders.get(HolderId::from_index(idx.index() + 1));
        let until = behind.map(|it| it.head.start);
        let first = file.model().blocks.partition_point(|it| it.open < holder.head.end);
        let blocks = file.model().blocks.iter().skip(first);
        let inside = blocks.take_while(|it| until.is_none_or(|until| it.open < until));
        for block in inside {
            let Some(name) = block.name else { continue };
            let mut parts = key_words::of_holder(file, holder);
            key_words::push_blocks(file, block.parent, &mut parts);
            let before = parts.len();
            parts.extend(key_words::of_text(file, name, 0, file.source().text(name)));
            self.along(&parts, before, false);
        }
    }

    fn address(&mut self, address: Address, is_input: bool) {
        let file = self.file;
        let process = key_words::of_span(file, address.process()).pop().unwrap_or_default();
        let (known, last) = self.names.path(&process.words);
        if known.is_empty()
            && let Some(first) = process.words.first()
        {
            self.push(self.names.process(first.text), first.at, false);
        }
        for (symbol, word) in known {
            self.push(symbol, word.at, false);
        }
        let Some(port) = address.port() else { return };
        let name = file.source().joined(port);
        let symbol = self.names.port(last.as_ref(), &process.joined(), is_input, &name);
        self.last_word(symbol, port, false);
    }

    fn entry(&mut self, holder: &Holder, entry: &Entry) {
        let file = self.file;
        if matches!(entry.form, EntryForm::Junk | EntryForm::LegacyJunk | EntryForm::LegacyAssign) {
            return;
        }
        let (parts, before) = key_words::of_entry(file, holder, entry);
        self.along(&parts, before, false);
        if resolve::flags(file, entry).local {
            let key = file.source().joined(entry.key);
            self.last_word(Symbol::Local(last_part(&key).to_owned()), entry.key, true);
        }
        // What `:=` defines is an ordinary key, too (sprokit.md#local-definitions).
        let full = file.model().full_key(file.source(), entry);
        let symbol = self.names.key(&full);
        let is_header = matches!(holder.kind, HolderKind::Cluster { .. });
        let declares = is_header || !matches!(symbol, Symbol::ClusterKey(..));
        self.last_word(symbol, entry.key, declares);
        if let Some(value) = entry.value {
            self.value(holder, entry, value);
        }
    }

    fn value(&mut self, holder: &Holder, entry: &Entry, value: TokenIdx) {
        let file = self.file;
        let text = file.source().text(value);
        for it in macros::find(text) {
            match it.provider {
                "CONFIG" => self.config(value, &it),
                "LOCAL" => self.local(value, &it),
                _ => (),
            }
        }
        let Some(own) = self.names.own else { return };
        let key = text.strip_prefix(own).and_then(|it| it.strip_prefix(':'));
        let Some(key) = key.filter(|_| resolve::flags(file, entry).read_only) else { return };
        // Of another key the value is no mapping (sprokit.md#config-mapping).
        let is_inner = matches!(holder.kind, HolderKind::Process(_)) || {
            let full = file.model().full_key(file.source(), entry);
            full.split(':').next().is_some_and(|it| self.names.has_process(it))
        };
        if is_inner {
            let cluster = self.inside(value, 0, own.len());
            self.part(Symbol::Cluster(own.to_owned()), value, cluster, false, false);
            let last = self.inside(value, text.len() - last_part(key).len(), text.len());
            let symbol = Symbol::ClusterKey(own.to_owned(), key.to_owned());
            self.part(symbol, value, last, false, false);
        }
    }

    /// Adds what `$CONFIG{a:b}` names: what is around the key, and the key.
    fn config(&mut self, value: TokenIdx, it: &Macro<'f>) {
        let mut parts = key_words::of_text(self.file, value, it.name_range.start, it.name);
        parts.pop();
        self.along(&parts, 0, true);
        if let Some(path) = self.section_of(it.name) {
            let from = it.name_range.start;
            let place = self.inside(value, from, from + path.len());
            self.part(Symbol::Section(path.to_owned()), value, place, false, true);
        }
        self.last_of_macro(self.names.key(it.name), value, it);
    }

    /// Returns the path of a section that the name of a macro begins with: of the one that sets the
    /// key, and else the longest.
    fn section_of(&self, name: &str) -> Option<&'f str> {
        let holders = self.setters.get(name).into_iter().flatten();
        let setters = holders.filter_map(|&it| self.file.model().holders.get(it));
        let setters = setters.map(|it| it.path.as_str()).filter(|it| self.sections.contains(it));
        let setting = setters.max_by_key(|it| it.len());
        let ends = name.match_indices(':').map(|it| it.0);
        let mut paths = ends.rev().filter_map(|end| self.sections.get(name.get(..end)?).copied());
        setting.or_else(|| paths.next())
    }

    /// Adds what `$LOCAL{a}` names. The names of blocks are part of it.
    fn local(&mut self, value: TokenIdx, it: &Macro<'f>) {
        let definer = self.definers.get(it.name).and_then(|&it| self.file.model().holders.get(it));
        if let Some(holder) = definer {
            let mut parts = key_words::of_holder(self.file, holder);
            let before = parts.len();
            parts.extend(key_words::of_text(self.file, value, it.name_range.start, it.name));
            parts.pop();
            self.along(&parts, before, true);
        }
        self.last_of_macro(Symbol::Local(last_part(it.name).to_owned()), value, it);
    }

    fn last_of_macro(&mut self, symbol: Symbol, value: TokenIdx, it: &Macro<'_>) {
        let end = it.name_range.end;
        let place = self.inside(value, end - last_part(it.name).len(), end);
        self.part(symbol, value, place, false, true);
    }

    /// Returns the place of bytes of a token in its file.
    fn inside(&self, at: TokenIdx, from: usize, to: usize) -> TextRange {
        let start = self.file.source().local_range(at).start();
        TextRange::new(start + offset(from), start + offset(to))
    }
}

fn last_part(key: &str) -> &str {
    key.rsplit([':', '/', '.']).next().unwrap_or(key)
}
