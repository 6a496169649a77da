//! The parts of a full key and the places where they are written: the header of its section, the
//! names of blocks, and the key itself.

use text_size::TextRange;

use crate::file::File;
use crate::model::{Entry, HolderKind};
use crate::resolve::Baked;
use crate::token::Kind;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// A part of a full key, between its colons.
#[derive(Debug, Clone)]
pub struct KeyPart {
    /// The range in the text itself; of an included file that of the name in the include line.
    pub range: TextRange,
    /// The token that it begins in; the same for what is written together.
    owner: Written,
}

/// The construct that a part is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Holder,
    Block(TokenIdx),
    Key,
}

/// Returns the parts of the key of an entry, one for each part of `baked.key`; nothing for a setting
/// of the command line, and where the parts do not make up the key.
pub fn of(file: &File, baked: &Baked<'_>) -> Vec<KeyPart> {
    let Some(entry) = file.model().entries.get(baked.entry) else { return Vec::new() };
    let mut res = Vec::new();
    holder(file, entry, &mut res);
    blocks(file, entry, &mut res);
    words(file, entry.key, Written::Key, &mut res);
    if res.len() != baked.key.split(':').count() {
        return Vec::new();
    }
    res
}

/// Returns true if parts stand in one stretch of the text, so that other words can take their
/// place.
pub fn are_together(parts: &[KeyPart]) -> bool {
    let first = parts.first().map(|it| it.owner);
    !parts.is_empty() && parts.iter().all(|it| Some(it.owner) == first)
}

fn holder(file: &File, entry: &Entry, res: &mut Vec<KeyPart>) {
    let holder = entry.owner.holder().and_then(|it| file.model().holders.get(it));
    match holder.map(|it| it.kind) {
        Some(HolderKind::Section { path }) => words(file, path, Written::Holder, res),
        Some(HolderKind::Process(head)) => {
            words(file, TokenSpan::of(head.name), Written::Holder, res);
        }
        Some(HolderKind::Cluster { name, .. }) => {
            words(file, TokenSpan::of(name), Written::Holder, res);
        }
        None => (),
    }
}

/// Words with `/` and `.` between them are one part.
fn words(file: &File, span: TokenSpan, owner: Written, res: &mut Vec<KeyPart>) {
    let mut open: Option<TextRange> = None;
    for (at, kind) in file.source().significant_in(span) {
        let range = file.source().range(at);
        if kind == Kind::Colon {
            res.extend(open.take().map(|range| KeyPart { range, owner }));
        } else if kind != Kind::HeaderEnd {
            open = Some(open.map_or(range, |it| it.cover(range)));
        }
    }
    res.extend(open.map(|range| KeyPart { range, owner }));
}

fn blocks(file: &File, entry: &Entry, res: &mut Vec<KeyPart>) {
    let mut around = Vec::new();
    let mut next = entry.block;
    while let Some(it) = next.and_then(|it| file.model().blocks.get(it)) {
        around.extend(it.name);
        next = it.parent;
    }
    for &name in around.iter().rev() {
        let (text, whole) = (file.source().text(name), file.source().range(name));
        let mut start = 0;
        for part in text.split(':') {
            let range = match file.source().is_own(name) {
                true => TextRange::at(whole.start() + offset(start), offset(part.len())),
                false => whole,
            };
            if !part.is_empty() {
                res.push(KeyPart { range, owner: Written::Block(name) });
            }
            start += part.len() + 1;
        }
    }
}
