//! The parts of the text that go along when a process or a connection is copied: its comments, and for a process what
//! sections set for it (sprokit.md#instantiation).

use std::collections::HashMap;

use text_size::TextRange;

use crate::edit::{lines, statements};
use crate::file::File;
use crate::model::{Connection, Holder, HolderId, HolderKind};
use crate::token::Kind;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;
use bobbin_core::view::CopyPart;

/// The start of the key of a setting of a connection, in front of the name of the process.
const EDGES: [&str; 2] = ["_pipeline", "_edge_by_conn"];

/// A part of a text outside of a process that sets keys of it, or of connections at its ports.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// The header of the section, without which the part means nothing; none if it is in the part.
    pub(crate) header: Option<String>,
    /// The tokens of the statements that are copied.
    pub(crate) span: TokenSpan,
    /// The word in them that names the process; none if the header does.
    pub(crate) word: Option<TokenIdx>,
    /// The entries, as indices.
    pub(crate) entries: Vec<usize>,
}

/// The settings of all processes of a text, by the name of the process.
#[derive(Debug, Default)]
pub(crate) struct Copies(HashMap<String, Vec<Setting>>);

impl Copies {
    pub(crate) fn new(file: &File) -> Copies {
        let mut res = Copies::default();
        for holder in &file.model().holders {
            let HolderKind::Section { path } = holder.kind else { continue };
            if !file.source().is_own(holder.head.start) || holder.entries.is_empty() {
                continue;
            }
            let words = words(file, path);
            let parts: Vec<&str> = holder.path.split(':').collect();
            let n_edges = parts.iter().zip(EDGES).take_while(|it| *it.0 == it.1).count();
            let word = match n_edges {
                0 => words.first(),
                n if n == EDGES.len() && parts.len() > n => words.get(n),
                n if n == parts.len() => {
                    holder.entries.clone().for_each(|it| res.add_entry(file, holder, it));
                    continue;
                }
                _ => continue,
            };
            let last = statements::last_statement(file, holder);
            if let (Some(&word), Some(last)) = (word, last) {
                let span = TokenSpan::new(holder.head.start, last.next());
                let entries = holder.entries.clone().collect();
                let (header, name) = (None, file.source().text(word));
                res.add(name, Setting { header, span, word: Some(word), entries });
            }
        }
        res
    }

    /// Adds an entry of a section about connections of several processes.
    fn add_entry(&mut self, file: &File, holder: &Holder, idx: usize) {
        let Some(entry) = file.model().entries.get(idx) else { return };
        let full = file.model().full_key(file.source(), entry);
        let key = file.source().joined(entry.key);
        let section = full.strip_suffix(&*key).and_then(|it| it.strip_suffix(':'));
        let (Some(section), words) = (section, words(file, entry.key)) else { return };
        let before: Vec<&str> = section.split(':').collect();
        if !before.iter().chain(&words_of(file, &words)).zip(EDGES).all(|it| *it.0 == it.1) {
            return;
        }
        // The name of a block may have it.
        let at = EDGES.len();
        let word = at.checked_sub(before.len()).and_then(|it| words.get(it)).copied();
        let name = before.get(at).copied().or_else(|| Some(file.source().text(word?)));
        let start = entry.relative.unwrap_or(entry.span.start);
        let span = TokenSpan::new(start, lines::last_token(file, entry.span).next());
        let (Some(name), true) = (name, start >= holder.head.end && is_own(file, span)) else {
            return;
        };
        let header = Some(format!("config {section}"));
        self.add(name, Setting { header, span, word, entries: vec![idx] });
    }

    fn add(&mut self, name: &str, setting: Setting) {
        self.0.entry(name.to_owned()).or_default().push(setting);
    }

    /// Returns the settings of a process, in the order of the text.
    pub(crate) fn settings(&self, name: &str) -> &[Setting] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the parts that a copy of a process consists of; nothing if its own range is all.
    pub(crate) fn of_process(&self, file: &File, holder: HolderId) -> Vec<CopyPart> {
        let Some(holder) = file.model().holders.get(holder) else { return Vec::new() };
        let Some(last) = statements::last_statement(file, holder) else { return Vec::new() };
        let span = TokenSpan::new(holder.head.start, last.next());
        if !is_own(file, span) {
            return Vec::new();
        }
        let mut res = vec![part(file, span, None)];
        let settings = self.settings(&holder.path).iter();
        res.extend(settings.map(|it| part(file, it.span, it.header.clone())));
        if res.len() == 1 && is_plain(file, &res, holder.span) {
            return Vec::new();
        }
        res
    }
}

/// Returns the parts that a copy of a connection consists of; nothing if its own range is all.
pub(crate) fn of_connection(file: &File, connection: &Connection) -> Vec<CopyPart> {
    if !is_own(file, connection.span) {
        return Vec::new();
    }
    let res = vec![part(file, connection.span, None)];
    if is_plain(file, &res, connection.span) { Vec::new() } else { res }
}

fn part(file: &File, span: TokenSpan, header: Option<String>) -> CopyPart {
    let own = file.source().span_range(span);
    let (range, all) = match lines::shares_lines(file, span) {
        true => (own, own),
        false => lines::owned_and_all(file, span),
    };
    let above = TextRange::new(all.start().min(range.start()), range.start());
    // Without the line that the part itself begins on.
    let is_comment = header.is_none() && slice(&file.input().text, above).contains('#');
    CopyPart { header, comments: is_comment.then_some(above), range }
}

/// Returns the lines of statements with all comments directly above.
pub(crate) fn with_comments(file: &File, span: TokenSpan) -> TextRange {
    match lines::shares_lines(file, span) {
        true => file.source().span_range(span),
        false => lines::with_comments(file, span),
    }
}

/// Returns the lines of statements with the comments that they own, or only the statements if
/// something else stands on these lines.
pub(crate) fn range(file: &File, span: TokenSpan) -> TextRange {
    match lines::shares_lines(file, span) {
        true => file.source().span_range(span),
        false => lines::owned(file, span),
    }
}

/// Returns true if a copy is the words of an item and nothing else.
fn is_plain(file: &File, parts: &[CopyPart], span: TokenSpan) -> bool {
    let text = |it| slice(&file.input().text, it).trim();
    let own = text(file.source().span_range(span));
    parts.iter().all(|it| it.comments.is_none() && text(it.range) == own)
}

fn is_own(file: &File, span: TokenSpan) -> bool {
    let last = lines::last_token(file, span);
    file.source().is_own(span.start) && file.source().is_own(last)
}

/// Returns the words between the colons of a key or of a path.
fn words(file: &File, span: TokenSpan) -> Vec<TokenIdx> {
    let tokens = file.source().significant_in(span);
    let words = tokens.filter(|it| !matches!(it.1, Kind::Colon | Kind::HeaderEnd));
    words.map(|it| it.0).collect()
}

fn words_of<'f>(file: &'f File, words: &[TokenIdx]) -> Vec<&'f str> {
    words.iter().map(|&it| file.source().text(it)).collect()
}

impl Setting {
    /// Returns the header for a process of another name.
    pub(crate) fn header_for(&self, new: &str) -> Option<String> {
        let header = self.header.as_ref()?;
        let mut parts: Vec<&str> = header.split(':').collect();
        if let Some(name) = parts.get_mut(EDGES.len()) {
            *name = new;
        }
        Some(parts.join(":"))
    }
}
