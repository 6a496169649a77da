//! Assignments that count whatever another section or process says of their key
//! (sprokit.md#configuration-bake).

use crate::file::File;
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::resolve::Configuration;

/// An assignment of another section.
pub struct DecidingEntry<'f> {
    /// The section that it stands in.
    pub holder: HolderId,
    /// The assignment itself.
    pub entry: &'f Entry,
    /// Its key as its holder sees it.
    pub key: String,
}

/// Returns the assignment of a section that would still count if `holder`, which does not have `key`,
/// said something of it: one that stands behind, or that is read-only. One without a value is none to
/// change, and one of another process of the same name is that one's own.
pub fn decider<'f>(
    file: &'f File,
    configuration: &Configuration<'_>,
    holder: &Holder,
    key: &str,
) -> Option<DecidingEntry<'f>> {
    let baked = configuration.get(&full_key(holder, key))?;
    let entry = file.model().entries.get(baked.entry)?;
    let is_own = holder.entries.contains(&baked.entry);
    let counts = baked.flags.read_only || baked.entry >= holder.entries.end;
    let there = entry.owner.holder().filter(|_| counts && !is_own)?;
    let section = file.model().holders.get(there)?;
    let key = file.model().local_key(file.source(), entry);
    // Of several lines of one key, the last is what an edit of the section changes.
    let last = file
        .model()
        .entries_of(section)
        .filter(|(_, it)| file.model().local_key(file.source(), it) == key)
        .last();
    let is_last = last.is_some_and(|(_, it)| std::ptr::eq(it, entry));
    let is_section = matches!(section.kind, HolderKind::Section { .. });
    (entry.value.is_some() && is_section && is_last).then_some(DecidingEntry {
        holder: there,
        entry,
        key,
    })
}

/// Returns the full key of what a holder calls `key`.
pub fn full_key(holder: &Holder, key: &str) -> String {
    match holder.key_path() {
        "" => key.to_owned(),
        path => format!("{path}:{key}"),
    }
}
