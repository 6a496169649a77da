//! Inserting a piece of text: processes with the connections between them.

use text_size::TextRange;

use super::super::File;
use super::super::model::{Holder, HolderKind};
use super::{connections, entries, items, lines, some};
use crate::edit::{Refusal, Replacement, TextEdit};
use crate::lang::Input;
use crate::syntax::{TokenIdx, TokenSpan};
use crate::text::slice;

/// Adds the processes of `text` behind the last one of `file`, and the connections between them
/// behind the last connection. A name that is taken gets a number.
pub(super) fn insert(file: &File, text: &str) -> Result<TextEdit, Refusal> {
    let nl = lines::line_end(file);
    let text = text.replace("\r\n", "\n").replace('\n', nl);
    let piece = super::super::parse(&Input::alone(&file.input.path, &text));
    if !piece.model.errors.is_empty() || piece.model.processes().next().is_none() {
        return Err(Refusal::bad_value("the text that was copied is no piece of a pipeline"));
    }
    let names = names(file, &piece);
    let mut places = Vec::new();
    for (idx, holder, head) in piece.model.processes() {
        let Some(name) = names.iter().find(|it| it.holder == idx) else { continue };
        places.push((block(&piece, holder)?, head.name, name.new.as_str()));
    }
    let mut blocks: Vec<String> = Vec::new();
    for (range, name, new) in places {
        let name = piece.source.range(name);
        let mut block = slice(&text, TextRange::new(range.start(), name.start())).to_owned();
        block += new;
        block += slice(&text, TextRange::new(name.end(), range.end())).trim_end();
        blocks.push(block);
    }
    let block = blocks.join(&format!("{nl}{nl}"));
    let mut edits: Vec<Replacement> = items::place_process(file, &block)?.replacements().to_vec();
    let pairs = connected(&piece, &names);
    if !pairs.is_empty() {
        edits.extend_from_slice(connections::write(file, &pairs).replacements());
    }
    some(TextEdit::from_replacements(edits))
}

/// What a process of the piece is called in the text.
struct Named {
    holder: usize,
    old: String,
    new: String,
}

fn names(file: &File, piece: &File) -> Vec<Named> {
    let mut taken: Vec<String> = file.model.processes().map(|(_, it, _)| it.path.clone()).collect();
    let mut res = Vec::new();
    for (holder, it, _) in piece.model.processes() {
        let mut new = it.path.clone();
        // `reader2` is followed by `reader3`.
        let stem = it.path.trim_end_matches(|it: char| it.is_ascii_digit());
        let stem = if stem.is_empty() { it.path.as_str() } else { stem };
        let mut number = 2;
        while taken.contains(&new) {
            new = format!("{stem}{number}");
            number += 1;
        }
        taken.push(new.clone());
        res.push(Named { holder, old: it.path.clone(), new });
    }
    res
}

/// A process with its comments and blocks.
fn block(piece: &File, holder: &Holder) -> Result<TextRange, Refusal> {
    debug_assert!(matches!(holder.kind, HolderKind::Process(_)), "only processes are inserted");
    let last: TokenIdx = entries::last_statement(piece, holder)?;
    Ok(lines::owned(piece, TokenSpan::new(holder.head.start, last.next())))
}

/// The connections of the piece whose processes are both in it, with their new names.
fn connected(piece: &File, names: &[Named]) -> Vec<(String, String)> {
    let source = &piece.source;
    let renamed = |name: &str| names.iter().find(|it| it.old == name).map(|it| it.new.as_str());
    let mut res = Vec::new();
    for it in &piece.model.connections {
        let end = |address: super::super::ast::Address| {
            let name = source.joined(address.process());
            let port = source.joined(address.port()?);
            Some(format!("{}.{port}", renamed(&name)?))
        };
        if let (Some(from), Some(to)) = (end(it.from), end(it.to)) {
            res.push((from, to));
        }
    }
    res
}
