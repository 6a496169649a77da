//! What an instance says beside the values of the processes inside: comments, and settings that
//! nothing inside takes.

use std::cell::Cell;

use bobbin_core::sorting::Sorting as _;
use text_size::{TextRange, TextSize};

use super::super::{lines, statements};
use super::meaning::section_of;
use crate::file::File;
use crate::instances::Setting;
use crate::model::{Holder, HolderKind};
use crate::token::{Kind, trim_end};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_end_after, line_indent};
use bobbin_core::text::slice;

/// All that an instance and its sections say.
pub(super) struct Said {
    entries: Vec<Entry>,
    /// Comments that are of no setting, with their places.
    rest: Vec<(TextSize, String)>,
}

/// A setting of the instance.
struct Entry {
    /// The place that a setting which comes of it names as its origin.
    origin: TextRange,
    /// All of it.
    range: TextRange,
    /// Its full key and its value.
    words: String,
    comments: Comments,
    /// True once it stands at a process inside.
    is_carried: Cell<bool>,
}

/// The comments of a setting.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// Those on lines of their own above it.
    pub(super) above: Vec<String>,
    /// The one behind it.
    pub(super) behind: Option<String>,
}

impl Said {
    /// Gathers what the instance of this name says.
    pub(super) fn new(file: &File, name: &str) -> Said {
        let mut res = Said { entries: Vec::new(), rest: Vec::new() };
        for holder in &file.model().holders {
            let is_process = matches!(holder.kind, HolderKind::Process(_)) && holder.path == name;
            let is_section = section_of(file, holder.kind).is_some_and(|it| it.1 == name);
            if is_process || is_section {
                res.add(file, holder);
            }
        }
        res
    }

    fn add(&mut self, file: &File, holder: &Holder) {
        let (source, text) = (file.source(), &*file.input().text);
        let Some(last) = statements::last_statement(file, holder) else { return };
        let span = TokenSpan::new(holder.head.start, last.next());
        let range = match holder.kind {
            HolderKind::Process(_) => going(file, span),
            _ => lines::remove_statement(file, span).range,
        };
        let first = self.entries.len();
        for (_, it) in file.model().entries_of(holder) {
            let value = it.value.map_or("", |it| source.text(it));
            let words = format!("{} = {value}", file.model().full_key(source, it));
            self.entries.push(Entry {
                origin: source.range(it.value.unwrap_or(it.span.start)),
                range: source.span_range(it.span),
                words: trim_end(&words).to_owned(),
                comments: Comments::default(),
                is_carried: Cell::new(false),
            });
        }
        let entries = self.entries.get_mut(first..).unwrap_or_default();
        let comments = source.tokens().filter(|it| it.1.kind == Kind::Comment);
        let comments = comments.map(|it| it.0).filter(|&it: &TokenIdx| source.is_own(it));
        for at in comments.map(|it| source.range(it)).filter(|it| range.contains_range(*it)) {
            let words = slice(text, at).trim().to_owned();
            let line = lines::line_start(file, at.start());
            if line_indent(text, at.start()).is_some() {
                match entries.iter_mut().find(|it| at.start() < it.range.end()) {
                    Some(it) if at.start() > source.span_range(holder.head).end() => {
                        it.comments.above.push(words);
                    }
                    _ => self.rest.push((at.start(), words)),
                }
                continue;
            }
            let before = entries.iter_mut().rev().find(|it| it.range.start() < at.start());
            match before.filter(|it| it.range.end() > line) {
                Some(it) if it.range.end() <= at.start() => it.comments.behind = Some(words),
                Some(it) => it.comments.above.push(words),
                None => self.rest.push((at.start(), words)),
            }
        }
    }

    /// Returns the comments that go along with a setting of a process inside; none if they stand at
    /// another one already.
    pub(super) fn carry(&self, setting: &Setting) -> Option<&Comments> {
        let found = self.entries.iter().find(|it| Some(it.origin) == setting.range)?;
        (!found.is_carried.replace(true)).then_some(&found.comments)
    }

    /// Returns which settings are carried, for [`Said::reset`].
    pub(super) fn state(&self) -> Vec<bool> {
        self.entries.iter().map(|it| it.is_carried.get()).collect()
    }

    pub(super) fn reset(&self, state: &[bool]) {
        for (entry, it) in self.entries.iter().zip(state) {
            entry.is_carried.set(*it);
        }
    }

    /// Returns the lines of comments for what stands at no process inside.
    pub(super) fn rest(mut self) -> Vec<String> {
        for it in self.entries.iter_mut().filter(|it| !it.is_carried.get()) {
            let at = it.range.start();
            self.rest.extend(it.comments.above.drain(..).map(|it| (at, it)));
            let behind = it.comments.behind.take().map_or(String::new(), |it| format!("  {it}"));
            self.rest.push((at, format!("# {}{behind}", it.words)));
        }
        self.rest.order_by_key(|it| it.0);
        self.rest.into_iter().map(|it| it.1).collect()
    }
}

/// Returns the lines of an instance that its processes take the place of. The comments above it
/// stay.
pub(super) fn going(file: &File, span: TokenSpan) -> TextRange {
    let text: &str = &file.input().text;
    let range = file.source().span_range(span);
    let end = lines::COMMENTS.lines_and_below(text, range).end();
    let (line, _) = line_end_after(text, range.end());
    TextRange::new(lines::line_start(file, range.start()), end.max(line))
}
