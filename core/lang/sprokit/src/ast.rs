//! The statements of a text, flat, as the grammar finds them.
//!
//! Nodes hold indices of tokens; [`crate::source::Source`] knows their text. Sections do not end in
//! this language, so nesting is found later, in [`crate::lower`].

use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// A statement, or a stretch that is none.
#[derive(Debug, Clone)]
pub struct Item {
    /// All its tokens.
    pub span: TokenSpan,
    /// The kind of the statement.
    pub kind: ItemKind,
}

/// The kind of a statement.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `config a:b`: the parts of the header, up to the end of its line.
    Section {
        /// The path behind the word `config`.
        path: TokenSpan,
    },
    /// `process name :: type`
    Process(ProcessHead),
    /// `key[flags] = value` in one of its forms.
    Entry(Entry),
    /// The head of a block: `block name`
    Block {
        /// The rest of the line.
        name: Option<TokenIdx>,
    },
    /// The end of a block: `endblock`
    Endblock,
    /// `relativepath`, which belongs to the entry behind it.
    Relativepath,
    /// `connect from a.x to b.y`
    Connect(Connect),
    /// The head of a cluster: `cluster name`
    Cluster {
        /// The cluster's name.
        name: TokenIdx,
    },
    /// `imap from x to a.y`
    Imap {
        /// The outer port.
        outer: Address,
        /// The inner ports.
        inner: Vec<Address>,
    },
    /// `omap from a.y to x`
    Omap {
        /// The inner port.
        inner: Address,
        /// The outer port.
        outer: Address,
    },
    /// A line of the description: `-- text`
    Description,
    /// A stretch that the grammar could not use.
    Error,
}

/// The head of a process.
#[derive(Debug, Clone, Copy)]
pub struct ProcessHead {
    /// The process's name.
    pub name: TokenIdx,
    /// The `::`, or the `:` that stands for it; none if it is missing.
    pub colons: Option<TokenIdx>,
    /// Its type; none if it is missing.
    pub process_type: Option<TokenIdx>,
}

/// A key with its value.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The words of the key.
    pub key: TokenSpan,
    /// The flags with their brackets.
    pub flags: Option<TokenSpan>,
    /// The way in which the value is given.
    pub form: EntryForm,
    /// The value; `None` if nothing stands there.
    pub value: Option<TokenIdx>,
}

/// The way in which an entry gives its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryForm {
    /// `key = value`
    Assign,
    /// `key := value`
    Local,
    /// The older notation: `:key value`
    Legacy,
    /// `:key=value`, which is none.
    LegacyAssign,
    /// `:key` with something else behind it.
    LegacyJunk,
    /// `key` with something else behind it.
    Junk,
}

/// `connect`, in the forms that can be understood.
#[derive(Debug, Clone, Copy)]
pub struct Connect {
    /// The word `from`; none if it is missing.
    pub from_word: Option<TokenIdx>,
    /// The output that is connected.
    pub from: Address,
    /// The word `to`; none if it is missing.
    pub to_word: Option<TokenIdx>,
    /// The input that is connected.
    pub to: Address,
}

/// `process.port`, or a name alone.
#[derive(Debug, Clone, Copy)]
pub struct Address {
    /// All of it.
    pub span: TokenSpan,
    /// The dot between process and port.
    pub dot: Option<TokenIdx>,
}

impl Address {
    /// Returns the process, or the name alone.
    pub fn process(self) -> TokenSpan {
        TokenSpan::new(self.span.start, self.dot.unwrap_or(self.span.end))
    }

    /// Returns the port, if there is a dot.
    pub fn port(self) -> Option<TokenSpan> {
        self.dot.map(|dot| TokenSpan::new(dot.next(), self.span.end))
    }
}
