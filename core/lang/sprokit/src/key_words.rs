//! The words of full keys and of addresses, each with the place in the file where it is written.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::model::HolderKind;
use crate::model::{Entry, Holder};
use crate::token::Kind;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// The number of parts in front of a key that are looked at: as deep as anybody nests clusters.
const MOST_PARTS: usize = 16;

/// A word, and where it is written.
#[derive(Debug, Clone, Copy)]
pub struct Word<'f> {
    /// The word itself.
    pub text: &'f str,
    /// The token that it stands in.
    pub at: TokenIdx,
    /// Its range in the file that it stands in.
    pub range: TextRange,
}

/// What stands between two colons of a full key, or on one side of the dot of an address.
#[derive(Debug, Clone, Default)]
pub struct Part<'f> {
    /// The words between `/`.
    pub words: Vec<Word<'f>>,
}

impl<'f> Part<'f> {
    /// Returns the word of a part that is one word.
    pub fn word(&self) -> Option<&Word<'f>> {
        match self.words.as_slice() {
            [it] => Some(it),
            _ => None,
        }
    }

    /// Returns the text of a part that is one word.
    pub fn text(&self) -> Option<&'f str> {
        self.word().map(|it| it.text)
    }

    /// Returns the words with `/` between them.
    pub fn joined(&self) -> String {
        self.words.iter().map(|it| it.text).collect::<Vec<_>>().join("/")
    }
}

/// Returns the parts that tokens make up. A part with a dot in it has no words: nothing is called so.
pub fn of_span<'f>(file: &'f File, span: TokenSpan) -> Vec<Part<'f>> {
    let source = file.source();
    let (mut res, mut open, mut has_dot) = (Vec::new(), Part::default(), false);
    for (at, kind) in source.significant_in(span) {
        match kind {
            Kind::Colon if !open.words.is_empty() => {
                let done = std::mem::take(&mut open);
                res.push(if has_dot { Part::default() } else { done });
                has_dot = false;
            }
            Kind::Colon | Kind::HeaderEnd => (),
            _ => match source.text(at) {
                "/" => (),
                "." => has_dot = true,
                text => open.words.push(Word { text, at, range: source.local_range(at) }),
            },
        }
    }
    if !open.words.is_empty() {
        res.push(if has_dot { Part::default() } else { open });
    }
    res
}

/// Returns the parts of a text inside the token `at`, whose first letter is the one at `from` there.
pub fn of_text<'f>(file: &File, at: TokenIdx, from: usize, text: &'f str) -> Vec<Part<'f>> {
    let start: TextSize = file.source().local_range(at).start() + offset(from);
    let (mut res, mut from) = (Vec::new(), 0);
    for part in text.split(':') {
        let (mut words, mut inside) = (Vec::new(), from);
        for word in part.split('/') {
            let range = TextRange::at(start + offset(inside), offset(word.len()));
            words.push(Word { text: word, at, range });
            inside += word.len() + 1;
        }
        // Empty parts of names of blocks are dropped (sprokit.md#blocks).
        if !part.is_empty() {
            res.push(Part { words });
        }
        from += part.len() + 1;
    }
    res
}

/// Returns the parts in front of all keys of a holder.
pub fn of_holder<'f>(file: &'f File, holder: &Holder) -> Vec<Part<'f>> {
    match holder.kind {
        HolderKind::Section { path } => of_span(file, path),
        HolderKind::Process(head) => of_span(file, TokenSpan::of(head.name)),
        HolderKind::Cluster { name, .. } => match holder.path.is_empty() {
            true => Vec::new(),
            false => of_span(file, TokenSpan::of(name)),
        },
    }
}

/// Adds the parts that a block and those around it put in front of keys.
pub fn push_blocks<'f>(file: &'f File, block: Option<usize>, parts: &mut Vec<Part<'f>>) {
    let mut around = Vec::new();
    let mut next = block;
    while let Some(it) = next.and_then(|it| file.model().blocks.get(it)) {
        around.extend(it.name);
        next = it.parent;
    }
    for &name in around.iter().rev().take(MOST_PARTS) {
        parts.extend(of_text(file, name, 0, file.source().text(name)));
    }
}

/// Returns the parts of an entry's full key without the last, which is the key itself, and the number
/// of those in front that are written elsewhere.
pub fn of_entry<'f>(file: &'f File, holder: &Holder, entry: &Entry) -> (Vec<Part<'f>>, usize) {
    let mut parts = of_holder(file, holder);
    push_blocks(file, entry.block, &mut parts);
    let before = parts.len();
    parts.extend(of_span(file, entry.key));
    if parts.len() > before {
        parts.pop();
    }
    (parts, before)
}
