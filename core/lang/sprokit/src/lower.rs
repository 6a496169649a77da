//! Lowering: from the flat list of statements to what they mean together: which entry belongs to
//! which section, which block is closed by which `endblock`.

use crate::ast::{Entry as EntryNode, EntryForm, Item, ItemKind, ProcessHead};
use crate::model::{
    Block, Connection, Entry, Fault, FaultKind, Holder, HolderKind, Mapping, Model, Owner,
};
use crate::source::Source;
use crate::token::Kind;
use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// The number of bytes that the names around entries, repeated for each of them, may have in all for
/// each byte of the text, and what any text may have beyond that.
const MOST_OF_KEYS: (usize, usize) = (8, 3 << 20);

/// The number of blocks inside each other whose entries are read.
const MOST_NESTED: usize = 100;

/// The number of stretches that do not parse of which something is saved.
const MOST_SAVED: usize = 5_000;

/// The number of mappings that are read, each target of an `imap` for itself, and the number of bytes that
/// the names of outer ports may have in all, once for each.
const MOST_MAPPINGS: (usize, usize) = (4_000, 1 << 20);

/// The item that the next description describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Described {
    Nothing,
    Cluster,
    Entry,
    /// The mappings from this index on.
    Mappings(usize),
}

/// Finds the meaning of a text.
pub fn lower(source: &Source, items: &[Item], is_cluster: bool) -> Model {
    let mut lower = Lower {
        source,
        model: Model { is_cluster, ..Model::default() },
        owner: Owner::Nothing,
        in_header: false,
        open_blocks: Vec::new(),
        relative: None,
        undescribed: None,
        described: Described::Nothing,
        last_end: TokenIdx(0),
    };
    for (idx, item) in items.iter().enumerate() {
        lower.item(item, idx == 0);
    }
    lower.finish();
    lower.model
}

struct Lower<'s> {
    source: &'s Source,
    model: Model,
    owner: Owner,
    /// True while the statements are those of a cluster's header.
    in_header: bool,
    open_blocks: Vec<usize>,
    relative: Option<TokenIdx>,
    /// The item of a cluster's header that still needs its description.
    undescribed: Option<TokenSpan>,
    described: Described,
    last_end: TokenIdx,
}

impl Lower<'_> {
    fn fault(&mut self, kind: FaultKind, span: TokenSpan) {
        self.model.faults.push(Fault { kind, span });
    }

    fn item(&mut self, item: &Item, is_first: bool) {
        let span = item.span;
        if self.source.has_gap_between(self.last_end, span.start) {
            self.undescribed = None;
            if self.owner.holder().is_none() {
                self.owner = Owner::Unknown;
            }
        }
        self.last_end = span.end;
        if !matches!(item.kind, ItemKind::Description) && !self.continues(item) {
            self.need_description();
            self.described = Described::Nothing;
        }
        if !matches!(item.kind, ItemKind::Entry(_) | ItemKind::Relativepath | ItemKind::Error) {
            self.drop_relative(Some(&item.kind));
        }
        if matches!(item.kind, ItemKind::Error) {
            // It belongs to what cannot be read.
            self.relative = None;
        }
        match &item.kind {
            ItemKind::Section { path } => {
                let kind = HolderKind::Section { path: *path };
                self.open_holder(kind, span, self.section_path(*path));
            }
            ItemKind::Process(head) => self.process(*head, span),
            ItemKind::Entry(entry) => self.entry(entry, span),
            ItemKind::Block { name } => self.open_block(*name, span),
            ItemKind::Endblock => self.close_block(span),
            ItemKind::Relativepath => {
                if let Some(before) = self.relative.replace(span.start) {
                    self.fault(FaultKind::DoubleRelativepath, one(before));
                }
                self.extend(span);
            }
            ItemKind::Connect(connect) => {
                self.close_all_blocks();
                self.in_header = false;
                self.owner = Owner::Connection;
                self.model.connections.push(Connection {
                    span,
                    from: connect.from,
                    to: connect.to,
                    from_word: connect.from_word,
                    to_word: connect.to_word,
                });
            }
            ItemKind::Cluster { name } => self.cluster(*name, span, is_first),
            ItemKind::Imap { outer, inner } => {
                let first = self.model.mappings.len();
                self.model.mappings.extend(inner.iter().map(|&inner| Mapping {
                    span,
                    is_input: true,
                    outer: *outer,
                    inner,
                    description: None,
                }));
                self.mapping(first, span);
            }
            ItemKind::Omap { inner, outer } => {
                let first = self.model.mappings.len();
                self.model.mappings.push(Mapping {
                    span,
                    is_input: false,
                    outer: *outer,
                    inner: *inner,
                    description: None,
                });
                self.mapping(first, span);
            }
            ItemKind::Description => self.description(span),
            ItemKind::Error => self.error(span),
        }
    }

    fn finish(&mut self) {
        if !self.source.has_gap_between(self.last_end, self.source.end()) {
            self.need_description();
        }
        self.drop_relative(None);
        self.last_end = self.source.end();
        self.close_all_blocks();
        self.keep_to_budget();
    }

    /// Cuts entries off whose full keys would fill the memory: each entry repeats the names of its
    /// section and of all blocks around it, so their lengths multiply.
    fn keep_to_budget(&mut self) {
        let mut around: Vec<usize> = Vec::with_capacity(self.model.blocks.len());
        for it in &self.model.blocks {
            let outer = it.parent.and_then(|it| around.get(it)).copied().unwrap_or_default();
            around.push(outer + it.name.map_or(0, |it| self.source.text(it).len() + 1));
        }
        let (factor, base) = MOST_OF_KEYS;
        let most = base + factor * self.source.n_bytes();
        let mut spent = 0_usize;
        for holder in self.model.holders.iter_mut() {
            let own = holder.path.len();
            let mut entries = self.model.entries.get(holder.entries.clone()).into_iter().flatten();
            let cut = entries.position(|it| {
                let blocks = it.block.and_then(|it| around.get(it)).copied().unwrap_or_default();
                spent = spent.saturating_add(own + blocks);
                spent > most
            });
            let Some(cut) = cut else { continue };
            let first = holder.entries.start + cut;
            let lost = first..holder.entries.end;
            holder.entries.end = first;
            let mut span = None;
            for it in self.model.entries.get_mut(lost).into_iter().flatten() {
                span.get_or_insert(it.span);
                (it.owner, it.block) = (Owner::Unknown, None);
            }
            if let Some(span) = span {
                self.model.faults.push(Fault { kind: FaultKind::LongKeys, span });
            }
        }
        self.keep_mappings_to_budget();
    }

    /// Cuts mappings off that would make too large a graph.
    fn keep_mappings_to_budget(&mut self) {
        let (most, most_bytes) = MOST_MAPPINGS;
        let mut spent = 0;
        let cut = self.model.mappings.iter().enumerate().position(|(nth, it)| {
            spent += usize::from(self.source.span_range(it.outer.span).len());
            nth >= most || spent > most_bytes
        });
        let Some(cut) = cut else { return };
        if let Some(span) = self.model.mappings.get(cut).map(|it| it.span) {
            self.model.faults.push(Fault { kind: FaultKind::ManyMappings, span });
        }
        self.model.mappings.truncate(cut);
    }

    fn need_description(&mut self) {
        if let Some(span) = self.undescribed.take() {
            self.fault(FaultKind::MissingDescription, span);
        }
    }

    /// Forgets a `relativepath` that no entry follows, but `next`, or the end of the text.
    fn drop_relative(&mut self, next: Option<&ItemKind>) {
        if let Some(at) = self.relative.take() {
            let ends_section = match next {
                Some(ItemKind::Section { .. } | ItemKind::Process(_) | ItemKind::Connect(_))
                | None => true,
                Some(_) => false,
            };
            let kind = match self.owner {
                Owner::Nothing | Owner::Connection => FaultKind::RelativepathOutside,
                _ if ends_section => FaultKind::DanglingRelativepath,
                Owner::Holder(_) | Owner::Unknown => FaultKind::InterruptedRelativepath,
            };
            self.fault(kind, one(at));
        }
    }

    /// Extends the last holder up to `span`.
    fn extend(&mut self, span: TokenSpan) {
        if let Some(holder) = self.owner.holder().and_then(|it| self.model.holders.get_mut(it)) {
            holder.span.end = holder.span.end.max(span.end);
        }
    }

    /// Returns the path of a section. Words that no colon joins stay apart: together they would be another name.
    fn section_path(&self, path: TokenSpan) -> String {
        let mut res = String::new();
        let mut is_behind_word = false;
        for (at, kind) in self.source.significant_in(path) {
            let is_word = matches!(kind, Kind::Word | Kind::Reserved);
            if is_word && is_behind_word {
                res.push(' ');
            }
            res += self.source.text(at);
            is_behind_word = is_word;
        }
        res
    }

    fn open_holder(&mut self, kind: HolderKind, span: TokenSpan, path: String) {
        self.close_all_blocks();
        self.in_header = matches!(kind, HolderKind::Cluster { .. });
        let entries = self.model.entries.len()..self.model.entries.len();
        let holder = Holder { kind, head: span, span, path, entries };
        let idx = self.model.holders.push(holder);
        if self.in_header {
            self.model.header.get_or_insert(idx);
        }
        self.owner = Owner::Holder(idx);
    }

    fn process(&mut self, head: ProcessHead, span: TokenSpan) {
        let path = self.source.text(head.name).to_owned();
        self.open_holder(HolderKind::Process(head), span, path);
    }

    fn cluster(&mut self, name: TokenIdx, span: TokenSpan, is_first: bool) {
        if !is_first {
            self.fault(FaultKind::ClusterNotFirst, span);
            if self.model.cluster().is_some() {
                self.owner = Owner::Unknown;
                return;
            }
        }
        let path = match self.source.kind(name) {
            Some(Kind::Cluster) | None => String::new(),
            Some(_) => self.source.text(name).to_owned(),
        };
        self.open_holder(HolderKind::Cluster { name, description: None }, span, path);
        self.undescribed = Some(span);
        self.described = Described::Cluster;
    }

    fn mapping(&mut self, first: usize, span: TokenSpan) {
        if !self.in_header {
            if self.owner != Owner::Unknown || !self.model.is_cluster {
                self.fault(FaultKind::MappingOutside, span);
            }
            return;
        }
        self.extend(span);
        self.undescribed = Some(span);
        self.described = Described::Mappings(first);
    }

    fn entry(&mut self, entry: &EntryNode, span: TokenSpan) {
        let relative = self.relative.take();
        if let Some(at) = relative
            && !matches!(entry.form, EntryForm::Assign | EntryForm::Local | EntryForm::Junk)
        {
            self.fault(FaultKind::LegacyRelativepath, one(at));
        }
        self.extend(span);
        let is_too_deep = self.open_blocks.len() > MOST_NESTED;
        self.model.entries.push(Entry {
            owner: if is_too_deep { Owner::Unknown } else { self.owner },
            block: self.open_blocks.last().copied().filter(|_| !is_too_deep),
            span,
            key: entry.key,
            flags: entry.flags,
            form: entry.form,
            value: entry.value,
            relative,
        });
        if let Some(it) = self.owner.holder().and_then(|it| self.model.holders.get_mut(it)) {
            it.entries.end = self.model.entries.len();
        }
        if self.in_header {
            self.undescribed = Some(span);
            self.described = Described::Entry;
        }
    }

    fn open_block(&mut self, name: Option<TokenIdx>, span: TokenSpan) {
        if self.in_header {
            self.fault(FaultKind::BlockInHeader, span);
        } else if matches!(self.owner, Owner::Nothing | Owner::Connection) {
            self.fault(FaultKind::BlockOutside, span);
        }
        self.extend(span);
        if self.open_blocks.len() == MOST_NESTED {
            self.fault(FaultKind::DeepBlock { most: MOST_NESTED }, span);
        }
        let parent = self.open_blocks.last().copied();
        self.open_blocks.push(self.model.blocks.len());
        self.model.blocks.push(Block { open: span.start, name, parent, close: None });
    }

    fn close_block(&mut self, span: TokenSpan) {
        self.extend(span);
        match self.open_blocks.pop().and_then(|it| self.model.blocks.get_mut(it)) {
            Some(block) => block.close = Some(span.start),
            None => {
                let holder = self.owner.holder().and_then(|it| self.model.holders.get(it));
                let first = holder.map_or(TokenIdx(0), |it| it.head.end);
                let is_known = !self.source.has_gap_between(first, span.start);
                if is_known && self.owner != Owner::Unknown {
                    self.fault(FaultKind::UnmatchedEndblock, span);
                }
            }
        }
    }

    /// Reports the blocks that are still open when the section ends.
    fn close_all_blocks(&mut self) {
        for block in std::mem::take(&mut self.open_blocks) {
            let Some(open) = self.model.blocks.get(block).map(|it| it.open) else { continue };
            if !self.source.has_gap_between(open, self.last_end) {
                self.fault(FaultKind::UnclosedBlock { block }, one(open));
            }
        }
    }

    fn description(&mut self, span: TokenSpan) {
        let first = self.undescribed.take().is_some();
        let joined = |before: Option<TokenSpan>| {
            Some(TokenSpan::new(before.map_or(span.start, |it| it.start), span.end))
        };
        match self.described {
            Described::Nothing => {
                if self.owner != Owner::Unknown || !self.model.is_cluster {
                    self.fault(FaultKind::StrayDescription, span);
                }
                return;
            }
            Described::Cluster => {
                if let Some(holder) = self.model.holders.last_mut()
                    && let HolderKind::Cluster { description, .. } = &mut holder.kind
                {
                    *description = joined(*description);
                }
            }
            Described::Entry => (),
            Described::Mappings(from) => {
                for it in self.model.mappings.iter_mut().skip(from) {
                    it.description = joined(if first { None } else { it.description });
                }
            }
        }
        self.extend(span);
    }

    /// Returns true for what cannot be read behind an item that waits for its description, and begins
    /// nothing: the description may stand behind it.
    fn continues(&self, item: &Item) -> bool {
        let first = self.source.significant_in(item.span).next();
        matches!(item.kind, ItemKind::Error)
            && self.undescribed.is_some()
            && first.is_some_and(|it| matches!(it.1, Kind::Slash | Kind::Dot | Kind::Junk))
    }

    /// Saves what it can of a stretch that does not parse: a process keeps its name, and what
    /// follows still belongs to it.
    fn error(&mut self, span: TokenSpan) {
        let inside = self.owner.holder().is_some();
        let mut tokens = self.source.significant_in(span);
        let (first, second) = (tokens.next(), tokens.next());
        match first {
            Some((_, Kind::Process)) => {
                let may_save = self.model.errors.len() < MOST_SAVED;
                if let Some((name, Kind::Word | Kind::Reserved)) = second.filter(|_| may_save) {
                    self.drop_relative(None);
                    self.process(ProcessHead { name, colons: None, process_type: None }, span);
                } else {
                    self.close_all_blocks();
                    self.owner = Owner::Unknown;
                }
            }
            // Also behind other sections, as a whole one is: one that is put in front changes nothing.
            Some((at, Kind::Cluster)) if self.model.cluster().is_none() => {
                self.cluster(at, span, true);
                self.undescribed = None;
            }
            Some((_, Kind::Connect | Kind::Cluster)) => {
                self.close_all_blocks();
                self.owner = Owner::Unknown;
                self.in_header = false;
            }
            Some((_, Kind::Imap | Kind::Omap)) => self.described = Described::Mappings(usize::MAX),
            Some((_, Kind::From | Kind::To)) if !inside => self.owner = Owner::Unknown,
            _ => {
                self.extend(span);
                if self.in_header && self.undescribed.is_none() {
                    self.described = Described::Entry;
                }
            }
        }
        self.model.errors.push((span, inside));
    }
}

fn one(at: TokenIdx) -> TokenSpan {
    TokenSpan::new(at, at.next())
}
