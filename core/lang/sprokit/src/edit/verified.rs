//! Checks by reading the text again that an edit of one key changes what it says and nothing else.

use super::statements;
use std::borrow::Cow;

use crate::ast::EntryForm;
use crate::file::File;
use crate::items::TYPE_KEY;
use crate::model::{Connection, Entry, Holder, HolderId, HolderKind, Model};
use bobbin_core::Id as _;
use bobbin_core::Input;
use bobbin_core::edit::{Refusal, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::len;
use text_size::TextRange;

/// Refuses an edit that gives `key` of a holder another value than `value`, or that changes how
/// anything else is read: something broken in front of it would go on with what comes behind.
pub(super) fn check(
    file: &File,
    holder: HolderId,
    key: &str,
    value: Option<&str>,
    edit: &TextEdit,
) -> Result<(), Refusal> {
    let text = edit.apply(&file.input().text).into();
    let after = file.parse_other(&Input { text, ..file.input().clone() });
    let (old, new) = (Said { file, holder, key }, Said { file: &after, holder, key });
    let without = if value.is_none() { "without it" } else { "with that" };
    if let Some((words, span)) = first_difference(&old, &new) {
        let reason = format!("{without} `{words}` would be read differently; fix that first");
        let is_own = file.source().is_own(span.start);
        return Err(Refusal { reason, at: is_own.then(|| file.source().span_range(span)) });
    }
    let n = |it: &Said<'_>| it.others().len() + it.file.model().connections.len();
    if n(&new) != n(&old) || file.model().holders.len() != after.model().holders.len() {
        let reason = format!("{without} more would be read than is now; fix the text first");
        return Err(Refusal { reason, at: old.place() });
    }
    if new.value().as_deref() != value {
        let reason = match value {
            Some(it) => format!("`{key}` would not be read as `{it}` there; fix the text first"),
            None => format!("`{key}` would still be read there; fix the text first"),
        };
        return Err(Refusal { reason, at: old.place() });
    }
    Ok(())
}

/// Returns true if an edit only adds statements: all others are read as before.
pub(super) fn only_adds(file: &File, edit: &TextEdit) -> bool {
    let text = edit.apply(&file.input().text).into();
    let after = file.parse_other(&Input { text, ..file.input().clone() });
    let [added] = edit.replacements() else { return false };
    let added = TextRange::at(added.range.start(), len(&added.text));
    let is_old = |at: TokenIdx| {
        let source = after.source();
        !(source.is_own(at) && added.contains(source.range(at).start()))
    };
    let key = "";
    let (old, new) = (
        Said { file, holder: HolderId::from_index(0), key },
        Said { file: &after, holder: HolderId::from_index(0), key },
    );
    let (old_model, new_model) = (file.model(), after.model());
    let headings = new_model.holders.enumerated().filter(|it| is_old(it.1.head.start));
    let entries = new_model.entries.iter().filter(|it| is_old(it.span.start));
    let connections = new_model.connections.iter().filter(|it| is_old(it.span.start));
    let n_mistakes = |model: &Model| {
        let n_open = model.blocks.iter().filter(|it| it.close.is_none()).count();
        (model.errors.len(), model.faults.len(), n_open)
    };
    n_mistakes(old_model) == n_mistakes(new_model)
        && headings
            .map(|it| new.heading(it.0))
            .eq(old_model.holders.enumerated().map(|it| old.heading(it.0)))
        && entries.map(|it| new.entry(it)).eq(old_model.entries.iter().map(|it| old.entry(it)))
        && connections
            .map(|it| new.ends(it))
            .eq(old_model.connections.iter().map(|it| old.ends(it)))
}

/// Finds the first statement of the old text that the new one has no longer, or has otherwise.
fn first_difference(old: &Said<'_>, new: &Said<'_>) -> Option<(String, TokenSpan)> {
    for (idx, it) in old.file.model().holders.enumerated() {
        if old.heading(idx) != new.heading(idx) {
            return Some((it.path.clone(), it.head));
        }
    }
    let (entries, others) = (old.others(), new.others());
    for (idx, it) in entries.iter().enumerate() {
        if others.get(idx).is_none_or(|other| old.entry(it) != new.entry(other)) {
            return Some((old.file.source().joined(it.key).into_owned(), it.span));
        }
    }
    for (idx, it) in old.file.model().connections.enumerated() {
        let other = new.file.model().connections.get(idx);
        if other.is_none_or(|other| old.ends(it) != new.ends(other)) {
            return Some((old.file.source().joined(it.from.span).into_owned(), it.span));
        }
    }
    None
}

/// A text, and the key that is edited in it.
struct Said<'f> {
    file: &'f File,
    holder: HolderId,
    key: &'f str,
}

impl<'f> Said<'f> {
    fn is_type(&self) -> bool {
        self.key == TYPE_KEY
    }

    fn own(&self) -> Option<&'f Holder> {
        self.file.model().holders.get(self.holder)
    }

    fn named(&self) -> impl Iterator<Item = &'f Entry> {
        let all = self.own().map(|it| statements::written(self.file, it, self.key));
        all.into_iter().flatten().map(|it| it.1)
    }

    /// Returns the entries that are not those of the key.
    fn others(&self) -> Vec<&'f Entry> {
        let mut named = self.named().peekable();
        let mut res = Vec::with_capacity(self.file.model().entries.len());
        for it in &self.file.model().entries {
            match named.next_if(|named| std::ptr::eq(*named, it)) {
                Some(_) => (),
                None => res.push(it),
            }
        }
        res
    }

    /// Returns the value of the key; `None` if it is not written.
    fn value(&self) -> Option<Cow<'f, str>> {
        let source = self.file.source();
        if self.is_type() {
            let HolderKind::Process(head) = self.own()?.kind else { return None };
            return head.process_type.map(|it| source.text(it).into());
        }
        self.named().last().map(|it| it.value.map_or("", |it| source.text(it)).into())
    }

    fn place(&self) -> Option<TextRange> {
        let source = self.file.source();
        let span = self.named().last().map_or(self.own()?.head, |it| it.span);
        source.is_own(span.start).then(|| source.span_range(span))
    }

    /// Returns the path of a holder and its keyword or type, but not the type that is edited.
    fn heading(&self, idx: HolderId) -> Option<(&'f str, &'f str)> {
        let it = self.file.model().holders.get(idx)?;
        let word = match it.kind {
            HolderKind::Section { .. } => "config",
            HolderKind::Cluster { .. } => "cluster",
            HolderKind::Process(_) if idx == self.holder && self.is_type() => "process",
            HolderKind::Process(head) => {
                head.process_type.map_or("process", |it| self.file.source().text(it))
            }
        };
        Some((it.path.as_str(), word))
    }

    fn ends(&self, it: &Connection) -> [Cow<'f, str>; 2] {
        [it.from.span, it.to.span].map(|it| self.file.source().joined(it))
    }

    /// Returns the content of an entry, to be compared.
    fn entry(&self, it: &Entry) -> (String, EntryForm, Option<&'f str>, Cow<'f, str>, bool) {
        let source = self.file.source();
        let value = it.value.map(|it| source.text(it));
        let flags = it.flags.map_or(Cow::Borrowed(""), |it| source.joined(it));
        (self.file.model().full_key(source, it), it.form, value, flags, it.relative.is_some())
    }
}
