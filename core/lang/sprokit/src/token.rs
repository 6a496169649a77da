//! Tokens, reserved words and names (sprokit.md#reserved-words).

/// The kind of a token.
///
/// Kinds before [`Kind::Word`] are trivia: the grammar never sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Blanks and line ends.
    Blank,
    /// A comment, from `#` to the line's end.
    Comment,
    /// A `!` that stands first on its line and is dropped.
    Bang,
    /// The word `include` of an include line.
    Include,
    /// The rest of an include line.
    IncludeName,
    /// The text behind `endblock`, which the program does not read.
    Ignored,
    /// A byte order mark at the start of a file.
    ByteOrderMark,
    /// A word that is not reserved, or one that is reserved but stands inside a key.
    Word,
    /// A reserved word in a place where only a name can stand.
    Reserved,
    /// `config` at the start of a section.
    Config,
    /// The word `process`.
    Process,
    /// The word `connect`.
    Connect,
    /// The word `from`.
    From,
    /// The word `to`.
    To,
    /// The word `cluster`.
    Cluster,
    /// The word `imap`.
    Imap,
    /// The word `omap`.
    Omap,
    /// The word `block`.
    Block,
    /// The rest of the line behind `block`.
    BlockName,
    /// The word `endblock`.
    Endblock,
    /// The word `relativepath`.
    Relativepath,
    /// `::`, or a single `:` where only `::` can stand.
    DoubleColon,
    /// A word behind a process name on its line: a type without its `::`.
    BareType,
    /// `:` inside a key or a section header.
    Colon,
    /// `:` that begins a legacy entry.
    LegacyColon,
    /// A dot, `.`.
    Dot,
    /// A slash, `/`.
    Slash,
    /// An opening bracket, `[`.
    LeftBracket,
    /// A closing bracket, `]`.
    RightBracket,
    /// `,` between flags.
    Comma,
    /// The sign `=`.
    Assign,
    /// The sign `:=`.
    LocalAssign,
    /// The rest of the line behind an assignment or a legacy key.
    Value,
    /// `--` and the rest of its line.
    Description,
    /// The end of the line of a section header.
    HeaderEnd,
    /// The rest of a line from the first character that cannot stand there.
    Junk,
}

impl Kind {
    /// Returns true if the grammar skips it.
    pub fn is_trivia(self) -> bool {
        self < Kind::Word
    }

    /// Returns true if it is a reserved word that begins or joins a statement.
    pub fn is_keyword(self) -> bool {
        matches!(
            self,
            Kind::Config
                | Kind::Process
                | Kind::Connect
                | Kind::From
                | Kind::To
                | Kind::Cluster
                | Kind::Imap
                | Kind::Omap
                | Kind::Block
                | Kind::Endblock
                | Kind::Relativepath
        )
    }
}

/// The reserved words (sprokit.md#reserved-words) with their kinds.
const KEYWORDS: [(&str, Kind); 11] = [
    ("process", Kind::Process),
    ("connect", Kind::Connect),
    ("from", Kind::From),
    ("to", Kind::To),
    ("config", Kind::Config),
    ("block", Kind::Block),
    ("endblock", Kind::Endblock),
    ("cluster", Kind::Cluster),
    ("imap", Kind::Imap),
    ("omap", Kind::Omap),
    ("relativepath", Kind::Relativepath),
];

/// Returns the kind of a reserved word.
pub fn keyword(word: &[u8]) -> Option<Kind> {
    // Nearly all words are keys; their first letter already tells most of them apart.
    if !matches!(word.first(), Some(b'p' | b'c' | b'f' | b't' | b'b' | b'e' | b'i' | b'o' | b'r')) {
        return None;
    }
    KEYWORDS.iter().find(|(it, _)| it.as_bytes() == word).map(|&(_, kind)| kind)
}

/// The words that can begin a statement, for "did you mean".
pub const STATEMENT_WORDS: [&str; 10] = [
    "process",
    "connect",
    "config",
    "block",
    "endblock",
    "cluster",
    "imap",
    "omap",
    "relativepath",
    "include",
];

/// A token: its kind and where it stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The token's kind.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset behind its last byte.
    pub end: u32,
}

/// Returns true for the blanks of the language: space, TAB, CR, LF, FF, VT (sprokit.md#lines).
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// Returns true if the program takes a character for a blank, see [`is_blank`].
pub fn is_blank_char(it: char) -> bool {
    u8::try_from(it).is_ok_and(is_blank)
}

/// Returns a text without the blanks at its end. Unicode has more of them, which belong to a value.
pub fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_blank_char)
}

/// Returns true if a word may begin with the byte.
pub fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns true if a word may go on with the byte.
pub fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte == b'-'
}

/// Returns true if `word` is one word, also a reserved one.
pub fn is_part(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.first().copied().is_some_and(is_word_start) && bytes.iter().copied().all(is_word)
}

/// Returns true if `word` can name a process, a type, a port or a part of a key
/// (sprokit.md#tokens).
pub fn is_name(word: &str) -> bool {
    is_part(word) && keyword(word.as_bytes()).is_none()
}

/// Returns true if `key` can be written as the key of an entry.
pub fn is_key(key: &str) -> bool {
    let mut parts = key.split([':', '/', '.']);
    parts.next().is_some_and(is_name)
        && parts.all(|it| is_name(it) || keyword(it.as_bytes()).is_some())
}
