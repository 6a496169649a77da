//! Commands: from a change in words to the smallest edit of the text.

mod affected;
mod capacity;
mod cluster;
pub(crate) mod connections;
mod entries;
mod insert;
pub(crate) mod items;
mod left;
pub(crate) mod lines;
mod mappings;
mod moving;
pub(crate) mod plain;
pub(crate) mod rename;
mod splice;
pub(crate) mod statements;
mod verified;

pub use cluster::refactorings as wider_refactorings;
pub(super) use left::behind as left_behind;

use crate::file::File;
use crate::items::{ItemRef, TYPE_KEY};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};

/// Plans the edit that does what `command` says.
pub fn plan(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let change = plan_step(file, command)?;
    Ok(match command {
        Command::Remove { .. } | Command::Disconnect { .. } => left::with_leftovers(file, change),
        _ => change,
    })
}

/// Plans the edit that does what `command` says, without what it leaves behind.
pub fn plan_step(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let edit = match command {
        Command::SetValue { item, key, value } => set(file, item, key, value),
        Command::Unset { item, key } => unset(file, item, key),
        Command::AddItem { kind, name, values } => items::add(file, kind, name, values),
        Command::Remove { item } => items::remove(file, item),
        Command::Rename { item, name } => return rename::everywhere(file, item, name),
        Command::Connect { from, to } => connections::connect(file, from, to),
        Command::Disconnect { from, to } => connections::disconnect(file, from, to),
        Command::Reconnect { item, from, to } => {
            connections::reconnect(file, item, from.as_ref(), to.as_ref())
        }
        Command::Splice { item, input, output } => splice::splice(file, item, input, output),
        Command::Insert { text, copied_from } => {
            return insert::insert(file, text, copied_from.as_deref());
        }
        Command::Move { item, before } => moving::plan(file, item, before.as_ref()),
        Command::Duplicate { .. } => Err(Refusal::unsupported("duplicating an item")),
        Command::SetOnly { .. } => Err(Refusal::unsupported("switching all others off")),
        Command::Paint { .. } => Err(Refusal::unsupported("painting units")),
        Command::Extract { items, name } => return cluster::extract(file, items, name),
        Command::Inline { item } => return cluster::inline(file, item),
    }?;
    let change = SourceChange::single(&file.input().path, edit);
    match command {
        // Other ports and other keys.
        Command::SetValue { key, .. } if key == TYPE_KEY => Ok(affected::with_notes(file, change)),
        _ => Ok(change),
    }
}

/// Gives a key of an item a value.
fn set(file: &File, item: &ItemPath, key: &str, value: &str) -> Result<TextEdit, Refusal> {
    match statements::find(file, item)? {
        ItemRef::Connection(idx) => capacity::set(file, idx, key, value),
        ItemRef::Holder(_) => entries::set(file, item, key, value),
    }
}

/// Takes away what an item says of a key.
fn unset(file: &File, item: &ItemPath, key: &str) -> Result<TextEdit, Refusal> {
    match statements::find(file, item)? {
        ItemRef::Connection(idx) => capacity::unset(file, idx, key),
        ItemRef::Holder(_) => entries::unset(file, item, key),
    }
}

#[cfg(test)]
mod tests;
