//! Classes of tokens, for colours.

use text_size::TextRange;

/// The class of a stretch of text, in words that themes know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// Text the language skips.
    Comment,
    /// A reserved word.
    Keyword,
    /// The name of a section or another named part that is declared here.
    Section,
    /// A type, a domain, an architecture: a name from a catalogue.
    Type,
    /// The name of an item that is referred to, such as a process in a connection.
    Name,
    /// The name of a port.
    Port,
    /// The key of a setting.
    Key,
    /// A value as text.
    Value,
    /// A value that is a number.
    Number,
    /// A value that is one of a fixed set of words.
    Constant,
    /// Punctuation with a meaning.
    Operator,
    /// A macro, an include or another thing that is replaced before it counts.
    Macro,
    /// A flag or an attribute.
    Flag,
    /// Documentation that belongs to the language, such as a cluster's description.
    Description,
    /// Text that the language cannot use.
    Unknown,
}

/// A coloured stretch of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// Never over a line end.
    pub range: TextRange,
    /// The class that decides its colour.
    pub class: TokenClass,
}
