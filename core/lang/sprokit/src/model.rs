//! The model: what a text means, in the language's own words: holders of entries, connections,
//! mappings.

use std::ops::Range;

use crate::ast::{Address, EntryForm, ProcessHead};
use crate::source::Source;
use crate::token::Kind;
use bobbin_core::IdVec;
use bobbin_core::syntax::{TokenIdx, TokenSpan};

bobbin_core::ids! {
    /// A holder of a [`Model`].
    pub struct HolderId;
    /// A connection of a [`Model`].
    pub struct ConnectionId;
}

/// The meaning of a text. Everything is in the order of the text.
#[derive(Debug, Default)]
pub struct Model {
    /// True if the text declares a cluster rather than a pipeline.
    pub is_cluster: bool,
    /// The first header of a cluster.
    pub header: Option<HolderId>,
    /// Sections, processes and the cluster's header: whatever can hold entries.
    pub holders: IdVec<HolderId, Holder>,
    /// The entries of all holders.
    pub entries: Vec<Entry>,
    /// The blocks of all holders.
    pub blocks: Vec<Block>,
    /// The connections, in the order of the text.
    pub connections: IdVec<ConnectionId, Connection>,
    /// The mappings of a cluster; an `imap` counts once for each of its targets.
    pub mappings: Vec<Mapping>,
    /// The statements in places where they are not allowed.
    pub faults: Vec<Fault>,
    /// The stretches that do not parse, each with true if it stands inside a holder.
    pub errors: Vec<(TokenSpan, bool)>,
}

/// Something that holds entries.
#[derive(Debug)]
pub struct Holder {
    /// The kind of holder.
    pub kind: HolderKind,
    /// Its first statement.
    pub head: TokenSpan,
    /// The span of all that belongs to it.
    pub span: TokenSpan,
    /// The words in front of its keys: the path of the section, or a name.
    pub path: String,
    /// Its entries, as indices in [`Model::entries`].
    pub entries: Range<usize>,
}

impl Holder {
    /// Returns the path as full keys begin with it: a colon that no word follows yet is no part of it.
    pub fn key_path(&self) -> &str {
        self.path.trim_end_matches(':')
    }
}

/// The kind of a holder of entries.
#[derive(Debug, Clone, Copy)]
pub enum HolderKind {
    /// A section: `config path`
    Section {
        /// The path, up to the end of the line.
        path: TokenSpan,
    },
    /// `process name :: type`
    Process(ProcessHead),
    /// The header of a cluster.
    Cluster {
        /// Its name; the word `cluster` if that is missing.
        name: TokenIdx,
        /// The lines that describe it.
        description: Option<TokenSpan>,
    },
}

/// A key with its value.
#[derive(Debug)]
pub struct Entry {
    /// The holder or header that it belongs to.
    pub owner: Owner,
    /// The innermost block around it, as index.
    pub block: Option<usize>,
    /// All of it.
    pub span: TokenSpan,
    /// The words of the key.
    pub key: TokenSpan,
    /// The flags with their brackets.
    pub flags: Option<TokenSpan>,
    /// The way in which the value is given.
    pub form: EntryForm,
    /// The value; `None` if nothing stands there.
    pub value: Option<TokenIdx>,
    /// The word `relativepath` in front of it.
    pub relative: Option<TokenIdx>,
}

/// The owner of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Nothing: no section is open.
    Nothing,
    /// The index of a holder of entries.
    Holder(HolderId),
    /// Nothing: a connection stands before it.
    Connection,
    /// It cannot be known, because something before it does not parse or is not open.
    Unknown,
}

impl Owner {
    /// Returns the holder, if there is one.
    pub fn holder(self) -> Option<HolderId> {
        match self {
            Owner::Holder(idx) => Some(idx),
            _ => None,
        }
    }
}

/// A block around entries.
#[derive(Debug)]
pub struct Block {
    /// The word `block`.
    pub open: TokenIdx,
    /// The rest of its line.
    pub name: Option<TokenIdx>,
    /// The block around it.
    pub parent: Option<usize>,
    /// The word `endblock`; none if it is never closed.
    pub close: Option<TokenIdx>,
}

/// A connection between two ports.
#[derive(Debug, Clone, Copy)]
pub struct Connection {
    /// The whole statement.
    pub span: TokenSpan,
    /// The output that is connected.
    pub from: Address,
    /// The input that is connected.
    pub to: Address,
    /// The word `from`, if it is there.
    pub from_word: Option<TokenIdx>,
    /// The word `to`, if it is there.
    pub to_word: Option<TokenIdx>,
}

/// A port of a cluster that stands for a port inside.
#[derive(Debug)]
pub struct Mapping {
    /// The whole statement.
    pub span: TokenSpan,
    /// True if it brings data in (`imap`).
    pub is_input: bool,
    /// The port of the cluster.
    pub outer: Address,
    /// The port inside.
    pub inner: Address,
    /// The lines that describe it.
    pub description: Option<TokenSpan>,
}

/// Something that stands where it may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The kind of error.
    pub kind: FaultKind,
    /// The statement or word.
    pub span: TokenSpan,
}

/// An error in the order of statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// `block` or `endblock` in no section.
    BlockOutside,
    /// `endblock` without `block`.
    UnmatchedEndblock,
    /// `block` without `endblock`.
    UnclosedBlock {
        /// Index in [`Model::blocks`].
        block: usize,
    },
    /// `relativepath` without an entry.
    DanglingRelativepath,
    /// The same in front of something other than the end of its section.
    InterruptedRelativepath,
    /// The same in no section.
    RelativepathOutside,
    /// A second `relativepath` on one entry.
    DoubleRelativepath,
    /// `relativepath` in front of a legacy entry.
    LegacyRelativepath,
    /// `cluster` that is not the first word of the text.
    ClusterNotFirst,
    /// `imap` or `omap` outside the header of a cluster.
    MappingOutside,
    /// Entries whose full keys are too long together.
    LongKeys,
    /// More mappings than are read.
    ManyMappings,
    /// A block inside more blocks than are read.
    DeepBlock {
        /// The number of blocks that are read inside each other.
        most: usize,
    },
    /// A block in the header of a cluster.
    BlockInHeader,
    /// A description that describes nothing.
    StrayDescription,
    /// An item of a cluster's header without its description.
    MissingDescription,
}

impl Model {
    /// Returns the processes, with their places among the holders.
    pub fn processes(&self) -> impl Iterator<Item = (HolderId, &Holder, ProcessHead)> {
        self.holders.enumerated().filter_map(|(idx, it)| match it.kind {
            HolderKind::Process(head) => Some((idx, it, head)),
            _ => None,
        })
    }

    /// Returns the header of the cluster.
    pub fn cluster(&self) -> Option<(HolderId, &Holder)> {
        let idx = self.header?;
        Some((idx, self.holders.get(idx)?))
    }

    /// Returns the entries of a holder, with their indices.
    pub fn entries_of<'m>(
        &'m self,
        holder: &Holder,
    ) -> impl DoubleEndedIterator<Item = (usize, &'m Entry)> + use<'m> {
        let first = holder.entries.start;
        let entries = self.entries.get(holder.entries.clone()).unwrap_or_default();
        entries.iter().enumerate().map(move |(idx, it)| (first + idx, it))
    }

    /// Returns the end of the lines that describe an entry of a cluster's header; that of the entry, if it
    /// has none.
    pub fn description_end(&self, source: &Source, header: &Holder, entry: &Entry) -> TokenIdx {
        let behind = TokenSpan::new(entry.span.end, header.span.end);
        let lines = source.significant_in(behind).take_while(|it| it.1 == Kind::Description);
        lines.last().map_or(entry.span.end, |it| it.0.next())
    }

    /// Returns the names of the blocks around an entry and its own key, joined with `:`: its key as
    /// its holder sees it (sprokit.md#keys-and-values and sprokit.md#blocks).
    pub fn local_key(&self, source: &Source, entry: &Entry) -> String {
        let mut res = String::new();
        self.push_local_key(source, entry, &mut res);
        res
    }

    fn push_local_key(&self, source: &Source, entry: &Entry, res: &mut String) {
        if entry.block.is_some() {
            res.push_str(&self.block_path(source, entry.block));
        }
        res.push_str(&source.joined(entry.key));
    }

    /// Returns the names of a block and those around it, each with a `:` behind it.
    pub fn block_path(&self, source: &Source, block: Option<usize>) -> String {
        let mut around = Vec::new();
        let mut next = block;
        while let Some(it) = next.and_then(|it| self.blocks.get(it)) {
            around.push(it);
            next = it.parent;
        }
        let mut res = String::new();
        for name in around.iter().rev().filter_map(|it| it.name) {
            for part in source.text(name).split(':').filter(|it| !it.is_empty()) {
                res.push_str(part);
                res.push(':');
            }
        }
        res
    }

    /// Returns the full key of an entry.
    pub fn full_key(&self, source: &Source, entry: &Entry) -> String {
        let holder = entry.owner.holder().and_then(|it| self.holders.get(it));
        let path = holder.map_or("", Holder::key_path);
        let mut res = String::with_capacity(path.len() + 32);
        if !path.is_empty() {
            res.push_str(path);
            res.push(':');
        }
        self.push_local_key(source, entry, &mut res);
        res
    }
}
