//! Inserting a piece of text: processes and sections, with the connections between them and to others.

use std::collections::{HashMap, HashSet};

use super::statements;
use text_size::TextRange;

use super::connections::{Port, Statement};
use super::statements::some;
use super::{connections, items, lines};
use crate::ast::ProcessHead;
use crate::copies::{self, Copies};
use crate::file::File;
use crate::macros;
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::network::Network;
use crate::relative_paths::{is_read, respelled};
use crate::resolve;
use crate::source::{folder, joined_path};
use crate::token::trim_end;
use crate::workspace;
use bobbin_core::Input;
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{len, offset, slice};

/// Adds the processes and sections of `text` behind the last process of `file`, and its connections behind the last
/// connection. A name of a process that is taken gets a number, also where a macro asks for it.
/// A copy takes along what sections set for the process that it is a copy of: sections of the piece,
/// of the text, or of another open text. What the text sets already stays, and the notes tell what of the
/// piece is left out.
/// Relative paths of a file in another folder lead where they led there (sprokit.md#relative-paths).
pub(super) fn insert(
    file: &File,
    text: &str,
    copied_from: Option<&str>,
) -> Result<SourceChange, Refusal> {
    let nl = lines::line_end(file);
    let text = text.replace("\r\n", "\n").replace('\n', nl);
    let own = &file.input().path;
    let name = own.rsplit('/').next().unwrap_or_default();
    let path = copied_from.map_or_else(|| own.clone(), |it| joined_path(folder(it), name));
    let piece = file.parse_other(&Input::alone(&path, &text));
    let is_section = |it: &Holder| matches!(it.kind, HolderKind::Section { .. });
    let model = piece.model();
    let n_processes = model.processes().count();
    let is_piece = n_processes > 0
        || !model.connections.is_empty()
        || model.holders.iter().any(|it| is_section(it) && !it.path.is_empty());
    if !model.errors.is_empty() || !is_piece {
        return Err(Refusal::bad_value("the text that was copied is not a piece of a pipeline"));
    }
    let names = Names::new(file, &piece);
    let copies = Copies::new(&piece);
    let of_processes = names.all.iter().flat_map(|it| copies.settings(&it.old));
    let sources = Sources {
        of_processes: of_processes.flat_map(|it| it.entries.iter().copied()).collect(),
        file: (file, Copies::new(file)),
        set: values(file),
        sections: file
            .model()
            .holders
            .iter()
            .filter(|it| is_section(it))
            .map(|it| it.path.clone())
            .collect(),
        piece: (&piece, copies),
        others: workspace::others(file, true),
        names: &names,
    };
    let mut notes = names.lost_paths(&piece);
    let mut taken = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    let mut has_sections = false;
    for (idx, holder) in model.holders.enumerated() {
        let Some((name, head)) = names.of_holder(idx).zip(head_of(holder)) else {
            if let Some(last) = statements::last_statement(&piece, holder)
                && is_section(holder)
            {
                let span = TokenSpan::new(holder.head.start, last.next());
                let section = sources.section(holder, span, &mut notes);
                // Of one that is not there as a whole, the comments above are not there.
                taken.push(match section {
                    Some((_, true)) => copies::with_comments(&piece, span),
                    _ => piece.source().span_range(span),
                });
                has_sections |= section.is_some();
                blocks.extend(section.map(|it| it.0.replace('\n', nl)));
            }
            continue;
        };
        let sections = sources.sections_of(name, &mut notes);
        let copies = |is_before: bool| {
            let there = sections.iter().filter(move |it| it.is_before == is_before);
            there.map(|it| it.text.replace('\n', nl))
        };
        blocks.extend(copies(true));
        let range = block(file, &piece, holder)?;
        taken.push(range);
        let entries = holder.entries.clone();
        blocks.push(copy(&piece, &names, range, entries, Some((head.name, &name.new))));
        blocks.extend(copies(false));
    }
    let mut edits: Vec<Replacement> = Vec::new();
    if !blocks.is_empty() {
        let block = blocks.join(&format!("{nl}{nl}"));
        let place = if has_sections { items::place_behind_all } else { items::place_process };
        edits.extend_from_slice(place(file, &block)?.replacements());
    }
    let after = TextEdit::from_replacements(edits.clone()).apply(&file.input().text);
    let statements = connected(file, &piece, &names, &after, &mut taken, &mut notes);
    if !statements.is_empty() {
        edits.extend_from_slice(connections::write_all(file, &statements).replacements());
    }
    notes.extend(left_out(&text, taken));
    if edits.is_empty() && !notes.is_empty() {
        return Err(Refusal::bad_value(notes.join("; ")));
    }
    let mut change =
        SourceChange::single(&file.input().path, some(TextEdit::from_replacements(edits))?);
    change.notes = notes;
    Ok(change)
}

fn head_of(holder: &Holder) -> Option<ProcessHead> {
    match holder.kind {
        HolderKind::Process(head) => Some(head),
        _ => None,
    }
}

/// Returns the keys that a text sets, each with its last value.
fn values(file: &File) -> HashMap<String, String> {
    let all = file.model().entries.iter();
    all.map(|it| said(file, it)).collect()
}

/// Returns the full key of an entry, and its value.
fn said(file: &File, it: &Entry) -> (String, String) {
    let value = it.value.map_or("", |at| file.source().text(at)).to_owned();
    (file.model().full_key(file.source(), it), value)
}

/// Says which lines of a text are in none of these ranges.
fn left_out(text: &str, mut taken: Vec<TextRange>) -> Option<String> {
    const MOST: usize = 3;
    taken.order_by_key(|it| it.start());
    let mut taken = taken.into_iter().peekable();
    let mut left = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = TextRange::at(offset(start), len(line));
        start += line.len();
        while taken.next_if(|it| it.end() <= range.start()).is_some() {}
        let is_taken = taken.peek().is_some_and(|it| it.start() < range.end());
        if !is_taken && !line.trim().is_empty() {
            left.push(line.trim());
        }
    }
    let mut words: Vec<String> = left.iter().take(MOST).map(|it| format!("`{it}`")).collect();
    match left.len().saturating_sub(MOST) {
        0 => (),
        1 => words.push("one more line".to_owned()),
        n => words.push(format!("{n} more lines")),
    }
    (!words.is_empty()).then(|| format!("left out of the pasted text: {}", words.join(", ")))
}

/// A process of the piece, with its name in the text.
struct Named {
    holder: HolderId,
    old: String,
    new: String,
}

/// The processes of the piece, to be found by what they are called there.
struct Names {
    /// The folder of the text.
    folder: String,
    all: Vec<Named>,
    by_holder: HashMap<HolderId, usize>,
    /// The first one of each name.
    by_old: HashMap<String, usize>,
}

impl Names {
    fn new(file: &File, piece: &File) -> Names {
        let mut taken: HashSet<String> =
            file.model().processes().map(|(_, it, _)| it.path.clone()).collect();
        let mut next_numbers: HashMap<&str, u32> = HashMap::new();
        let mut all = Vec::new();
        for (holder, it, _) in piece.model().processes() {
            let mut new = it.path.clone();
            // `reader2` is followed by `reader3`.
            let stem = it.path.trim_end_matches(|it: char| it.is_ascii_digit());
            let stem = if stem.is_empty() { it.path.as_str() } else { stem };
            while taken.contains(&new) {
                let number = next_numbers.entry(stem).or_insert(2);
                new = format!("{stem}{number}");
                *number += 1;
            }
            taken.insert(new.clone());
            all.push(Named { holder, old: it.path.clone(), new });
        }
        let by_holder = all.iter().enumerate().map(|(idx, it)| (it.holder, idx)).collect();
        let mut by_old = HashMap::new();
        for (idx, it) in all.iter().enumerate() {
            by_old.entry(it.old.clone()).or_insert(idx);
        }
        let folder = folder(&file.input().path).to_owned();
        Names { folder, all, by_holder, by_old }
    }

    /// Returns the value with which a relative path of another text leads from the folder of the text
    /// where it led; `None` if it can stay, `Some(None)` if no value does so alone.
    fn respelled(&self, from: &File, entry: &Entry) -> Option<Option<String>> {
        let flags = resolve::flags(from, entry);
        let value = from.source().text(entry.value.filter(|_| flags.relative)?);
        let before = folder(&from.input().path);
        let new = respelled(value, before, &self.folder, &str::to_owned)?;
        Some(new.filter(|_| !is_read(from, entry, flags)))
    }

    /// Says which relative paths of the piece lead elsewhere in the text.
    fn lost_paths(&self, piece: &File) -> Vec<String> {
        let entries = piece.model().entries.iter();
        let lost = entries.filter(|it| self.respelled(piece, it) == Some(None));
        lost.map(|it| format!("`{}` is a path in another folder here", said(piece, it).0)).collect()
    }

    fn of_holder(&self, holder: HolderId) -> Option<&Named> {
        self.all.get(*self.by_holder.get(&holder)?)
    }

    fn of(&self, old: &str) -> Option<&Named> {
        self.all.get(*self.by_old.get(old)?)
    }
}

/// The settings of a section for a process that is copied.
#[derive(PartialEq, Eq)]
struct SectionCopy {
    text: String,
    /// True if it stands in front of the process, which then sets the same keys again.
    is_before: bool,
}

/// The texts that may set something of a process that is copied.
struct Sources<'f> {
    file: (&'f File, Copies),
    /// The keys that the file sets, with their values.
    set: HashMap<String, String>,
    /// The paths of the sections of the file.
    sections: HashSet<String>,
    piece: (&'f File, Copies),
    /// The entries of sections of the piece that are about its processes, as indices.
    of_processes: HashSet<usize>,
    others: Vec<File>,
    names: &'f Names,
}

impl Sources<'_> {
    /// Returns what a section of the piece sets that is about none of its processes, and that the text does not set,
    /// and true if that is all of it.
    fn section(
        &self,
        it: &Holder,
        span: TokenSpan,
        notes: &mut Vec<String>,
    ) -> Option<(String, bool)> {
        let piece = self.piece.0;
        if it.entries.is_empty() {
            let is_known = self.sections.contains(&it.path);
            return (!is_known).then(|| (self.part(piece, span, &[], None), true));
        }
        let all = it.entries.len();
        let entries: Vec<usize> =
            it.entries.clone().filter(|it| !self.of_processes.contains(it)).collect();
        if entries.is_empty() {
            return None;
        }
        let missing = self.missing(piece, &entries, true, notes);
        match missing.len() {
            0 => None,
            n if n == all => Some((self.part(piece, span, &entries, None), true)),
            _ => Some((self.parts(piece, &missing), false)),
        }
    }

    /// Returns a stretch of a text with its comments, as it is copied.
    fn part(
        &self,
        from: &File,
        span: TokenSpan,
        entries: &[usize],
        word: Option<(TokenIdx, &str)>,
    ) -> String {
        let range = match std::ptr::eq(from, self.piece.0) {
            true => copies::with_comments(from, span),
            false => copies::range(from, span),
        };
        let text = copy(from, self.names, range, entries.iter().copied(), word);
        trim_end(&text).replace(lines::line_end(from), "\n")
    }

    /// Returns entries below headers that give them their full keys.
    fn parts(&self, from: &File, entries: &[MissingEntry]) -> String {
        let mut res = String::new();
        let mut header = "";
        for it in entries {
            if it.header != header {
                header = &it.header;
                res += if res.is_empty() { "" } else { "\n" };
                res += header;
            }
            res += &format!("\n{}", self.part(from, it.span, &[it.idx], None));
        }
        res
    }

    /// Returns what sections set for a process that is copied, as that of the copy.
    fn sections_of(&self, name: &Named, notes: &mut Vec<String>) -> Vec<SectionCopy> {
        let (file, piece) = (self.file.0, self.piece.0);
        let Some(copied) = piece.model().holders.get(name.holder) else { return Vec::new() };
        let own = self.copies(piece, &self.piece.1, copied, name, notes);
        if !own.is_empty() {
            return own;
        }
        if let Some(original) = original(file, piece, copied) {
            // Without another name it stands where it was cut out, and the sections are still there.
            return match name.old == name.new {
                true => Vec::new(),
                false => self.copies(file, &self.file.1, original, name, notes),
            };
        }
        let mut res: Option<Vec<SectionCopy>> = None;
        for other in &self.others {
            let Some(original) = original(other, piece, copied) else { continue };
            let sections = self.copies(other, &Copies::new(other), original, name, notes);
            match &res {
                Some(known) if *known != sections => {
                    notes.push(format!(
                        "several open files have the process `{}` and set other keys for it in sections; none of these was copied",
                        name.old
                    ));
                    return Vec::new();
                }
                _ => res = Some(sections),
            }
        }
        res.unwrap_or_default()
    }

    /// Returns the settings of a process as those of its copy.
    fn copies(
        &self,
        from: &File,
        settings: &Copies,
        original: &Holder,
        name: &Named,
        notes: &mut Vec<String>,
    ) -> Vec<SectionCopy> {
        let mut res: Vec<SectionCopy> = Vec::new();
        let mut last_header = None;
        for it in settings.settings(&name.old) {
            let missing = self.missing(from, &it.entries, name.old == name.new, notes);
            let is_before = it.span.start < original.head.start;
            let word = it.word.map(|at| (at, name.new.as_str()));
            let (header, text) = match missing.len() {
                0 => continue,
                n if n == it.entries.len() => {
                    (it.header_for(&name.new), self.part(from, it.span, &it.entries, word))
                }
                _ => (None, self.parts(from, &missing)),
            };
            match (&header, res.last_mut()) {
                (Some(_), Some(last)) if header == last_header && last.is_before == is_before => {
                    last.text += &format!("\n{text}");
                }
                (Some(header), _) => {
                    res.push(SectionCopy { text: format!("{header}\n{text}"), is_before });
                }
                (None, _) => res.push(SectionCopy { text, is_before }),
            }
            last_header = header;
        }
        res
    }

    /// Returns those of some entries whose keys the text does not set already, where these keep their keys.
    fn missing(
        &self,
        from: &File,
        entries: &[usize],
        is_same: bool,
        notes: &mut Vec<String>,
    ) -> Vec<MissingEntry> {
        let mut res = Vec::new();
        let entries = entries.iter().map(|&it| (it, from.model().entries.get(it)));
        for (idx, entry) in entries.filter_map(|(idx, it)| Some((idx, it?))) {
            let (key, value) = said(from, entry);
            // As it would stand here.
            let value = self.names.respelled(from, entry).flatten().unwrap_or(value);
            match self.set.get(&key).filter(|_| is_same) {
                None => {
                    let own = from.source().joined(entry.key);
                    let section = key.strip_suffix(&*own).unwrap_or_default();
                    let header = format!("config {}", section.trim_end_matches(':'));
                    let start = entry.relative.unwrap_or(entry.span.start);
                    let end = lines::last_token(from, entry.span).next();
                    res.push(MissingEntry { idx, header, span: TokenSpan::new(start, end) });
                }
                Some(known) if *known != value => {
                    notes.push(format!("`{key}` is set here already and stays as it is"));
                }
                Some(_) => (),
            }
        }
        res
    }
}

/// An entry of a section that the text it is copied to lacks.
struct MissingEntry {
    /// Its index.
    idx: usize,
    /// The header below which its own words are its key.
    header: String,
    span: TokenSpan,
}

/// Finds the process of a text that was copied. One that only happens to have the same name has
/// nothing to do with it.
fn original<'f>(file: &'f File, piece: &File, copied: &Holder) -> Option<&'f Holder> {
    let written = |of: &File, it: &Holder| -> Vec<String> {
        let tokens = of.source().significant_in(it.span);
        tokens.map(|it| of.source().text(it.0).to_owned()).collect()
    };
    let found = file.model().processes().map(|it| it.1).find(|it| it.path == copied.path);
    found.filter(|it| written(file, it) == written(piece, copied))
}

/// Returns a stretch of a text that has `entries`, with the new names of processes in their macros, and with
/// another word in the place of one token.
fn copy(
    file: &File,
    names: &Names,
    range: TextRange,
    entries: impl Iterator<Item = usize>,
    word: Option<(TokenIdx, &str)>,
) -> String {
    let source = file.source();
    let mut edits: Vec<Replacement> = Vec::new();
    edits.extend(
        word.map(|(at, new)| Replacement { range: source.range(at), text: new.to_owned() }),
    );
    for entry in entries.filter_map(|it| file.model().entries.get(it)) {
        let Some(value) = entry.value else { continue };
        let at = source.range(value);
        if !source.is_own(value) || !range.contains_range(at) {
            continue;
        }
        if let Some(Some(new)) = names.respelled(file, entry) {
            // What is put in front leaves macros alone.
            let added = new.strip_suffix(source.text(value));
            edits.push(match added {
                Some(it) => {
                    Replacement { range: TextRange::empty(at.start()), text: it.to_owned() }
                }
                None => Replacement { range: at, text: new },
            });
        }
        for it in macros::find(source.text(value)).filter(|it| it.provider == "CONFIG") {
            let old = it.name.split(':').next().unwrap_or_default();
            let new = names.of(old).filter(|_| old != it.name);
            let start = at.start() + offset(it.name_range.start);
            edits.extend(new.filter(|it| it.old != it.new).map(|named| Replacement {
                range: TextRange::at(start, len(old)),
                text: named.new.clone(),
            }));
        }
    }
    for it in &mut edits {
        it.range = TextRange::at(it.range.start() - range.start(), it.range.len());
    }
    let text = slice(&file.input().text, range);
    trim_end(&TextEdit::from_replacements(edits).apply(text)).to_owned()
}

/// Returns the path of the included file that closes a block of a process.
fn closing_file<'f>(file: &'f File, process: &str, block: &str) -> Option<&'f str> {
    let holder = file.model().processes().map(|it| it.1).find(|it| it.path == process)?;
    let is_named = |it: TokenIdx| file.source().text(it) == block;
    let mut found = statements::blocks(file, holder).filter(|it| it.name.is_some_and(is_named));
    let close = found.find_map(|it| it.close.filter(|&at| !file.source().is_own(at)))?;
    Some(file.shown_path(close))
}

/// Returns a process with its comments and blocks.
fn block(file: &File, piece: &File, holder: &Holder) -> Result<TextRange, Refusal> {
    debug_assert!(matches!(holder.kind, HolderKind::Process(_)), "only processes are inserted");
    // Its places are those of the piece, which nobody sees.
    let unclosed = statements::blocks(piece, holder).find(|it| it.close.is_none());
    if let Some(block) = unclosed {
        let name = block.name.map_or("", |it| piece.source().text(it));
        let closes = closing_file(file, &holder.path, name);
        let reason = match closes {
            Some(path) => format!(
                "the block `{name}` of `{}` is closed in the included file `{path}`, which is not copied",
                holder.path
            ),
            None => format!("the block `{name}` of `{}` is not closed", holder.path),
        };
        return Err(Refusal::bad_value(reason));
    }
    let last: TokenIdx = statements::try_last_statement(piece, holder)?;
    Ok(lines::with_comments(piece, TokenSpan::new(holder.head.start, last.next())))
}

/// Returns the connections of the piece, with the new names of its processes. Those with
/// comments stay as they are written. Those to processes of the text come along if the text `after` has room
/// for them.
fn connected(
    file: &File,
    piece: &File,
    names: &Names,
    after: &str,
    taken: &mut Vec<TextRange>,
    notes: &mut Vec<String>,
) -> Vec<Statement> {
    let source = piece.source();
    let text = &*piece.input().text;
    let mut res = Vec::new();
    // The connections that join the piece with the text.
    let mut joining = Vec::new();
    for it in &piece.model().connections {
        let end = |address: crate::ast::Address| {
            let old = source.joined(address.process());
            let port = source.joined(address.port()?);
            let new = names.of(&old).map(|it| it.new.as_str());
            let range = source.span_range(address.process());
            let text = new.unwrap_or(&old).to_owned();
            Some((format!("{text}.{port}"), Replacement { range, text }, new.is_some()))
        };
        let (Some(from), Some(to)) = (end(it.from), end(it.to)) else { continue };
        let range = copies::with_comments(piece, it.span);
        taken.push(range);
        let is_joining = !(from.2 && to.2);
        let statement = if slice(text, range).contains('#') {
            let edits = [from.1, to.1].map(|it| Replacement {
                range: TextRange::at(it.range.start() - range.start(), it.range.len()),
                ..it
            });
            let edit = TextEdit::from_replacements(edits.to_vec());
            let written = edit.apply(slice(text, range));
            Statement::Written(trim_end(&written).to_owned())
        } else {
            Statement::New(from.0.clone(), to.0.clone())
        };
        if is_joining {
            joining.push((res.len(), from.0.clone(), to.0.clone()));
        }
        res.push((to.0, Some(statement)));
    }
    if joining.is_empty() {
        return res.into_iter().filter_map(|it| it.1).collect();
    }
    let after = file.parse_other(&Input { text: after.into(), ..file.input().clone() });
    let network = Network::new(&after);
    let mut inputs: HashSet<String> = HashSet::new();
    let is_joining: HashSet<usize> = joining.iter().map(|it| it.0).collect();
    let inside = res.iter().enumerate().filter(|it| !is_joining.contains(&it.0));
    inputs.extend(inside.map(|it| it.1.0.clone()));
    for (idx, from, to) in joining {
        let check = || {
            let (up, down) = (Port::named(&network, &from)?, Port::named(&network, &to)?);
            connections::check_ends(&network, &up, &down)?;
            connections::check_free(&after, &network, &down, None)
        };
        let reason = match check() {
            Ok(()) if inputs.insert(to.clone()) => continue,
            Ok(()) => format!("the input `{to}` takes only one connection"),
            Err(it) => it.reason,
        };
        notes.push(format!("the connection from `{from}` to `{to}` was left out: {reason}"));
        if let Some(it) = res.get_mut(idx) {
            it.1 = None;
        }
    }
    res.into_iter().filter_map(|it| it.1).collect()
}
