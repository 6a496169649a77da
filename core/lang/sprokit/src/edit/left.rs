//! Settings that a change leaves without effect: those of processes and connections that are gone.

use std::collections::HashSet;

use super::affected;
use crate::file::File;
use crate::items as paths;
use crate::macros;
use crate::model::HolderKind;
use bobbin_core::Input;
use bobbin_core::edit::{Command, Leftovers, SourceChange, TextEdit};

/// The number of names that are listed; more are counted.
const MOST: usize = 3;
/// The start of the key of a setting of a connection.
const EDGES: &str = "_pipeline:_edge_by_conn:";

/// Adds to an edit what it leaves without effect.
pub(super) fn with_leftovers(file: &File, edit: TextEdit) -> SourceChange {
    let text = edit.apply(&file.input().text).into();
    let left = behind(file, &Input { text, ..file.input().clone() });
    let change = SourceChange::single(&file.input().path, edit);
    SourceChange { notes: left.notes, leftovers: left.commands, ..change }
}

/// Finds the sections, settings of connections and macros of a text that name a process which the text
/// before it had, and the settings of connections that it had.
/// Of what another open text says of them, only notes tell.
pub(crate) fn behind(file: &File, after: &Input) -> Leftovers {
    let in_others = affected::notes(file, after);
    let after = file.parse_other(after);
    let is_there = |name: &str| after.model().processes().any(|(_, it, _)| it.path == name);
    let processes = file.model().processes().map(|(_, it, _)| it.path.as_str());
    let gone: Vec<&str> = processes.filter(|it| !is_there(it)).collect();
    let (before, now) = (ends(file), ends(&after));
    let is_loose = |end: &str| before.contains(end) && !now.contains(end);
    let gone_in = |path: &str| {
        let word = path.strip_prefix(EDGES).unwrap_or(path).split(':').next()?;
        let names = |it: &&str| {
            word.strip_prefix(*it).is_some_and(|it| it.is_empty() || it.starts_with('/'))
        };
        gone.iter().copied().find(names)
    };
    let mut left = Left::default();
    let mut sections = HashSet::new();
    for (idx, it) in after.model().holders.enumerated() {
        if !matches!(it.kind, HolderKind::Section { .. }) {
            continue;
        }
        if let Some(name) = gone_in(&it.path) {
            sections.insert(idx);
            let item = paths::holder_path(&after, idx);
            let remove = after.source().is_own(it.head.start).then_some(Command::Remove { item });
            left.add(Some(name), format!("`config {}`", it.path), remove);
        }
    }
    for entry in &after.model().entries {
        let Some(idx) = entry.owner.holder() else { continue };
        let Some(holder) = after.model().holders.get(idx) else { continue };
        if matches!(holder.kind, HolderKind::Section { .. }) && !sections.contains(&idx) {
            let full = after.model().full_key(after.source(), entry);
            let name = gone_in(&full);
            let of_edge = full.strip_prefix(EDGES);
            let end = of_edge.and_then(|it| Some(it.rsplit_once(':')?.0));
            if name.is_some() || end.is_some_and(is_loose) {
                let key = after.model().local_key(after.source(), entry);
                let unset = Command::Unset { item: paths::holder_path(&after, idx), key };
                let is_own = after.source().is_own(entry.key.start);
                let said = of_edge.unwrap_or(&full);
                left.add(name, format!("`{said}`"), is_own.then_some(unset));
            }
        }
        let value = entry.value.map_or("", |it| after.source().text(it));
        for it in macros::find(value).filter(|it| it.provider == "CONFIG") {
            let of_process =
                |name: &&&str| it.name.strip_prefix(**name).is_some_and(|it| it.starts_with(':'));
            if let Some(name) = gone.iter().find(of_process) {
                left.add(Some(name), format!("`$CONFIG{{{}}}`", it.name), None);
            }
        }
    }
    let mut res = left.finish();
    // What can go too is told last.
    res.notes.splice(0..0, in_others);
    res
}

/// Returns the ends of all connections, as the keys of their settings name them.
fn ends(file: &File) -> HashSet<String> {
    let ends = file.model().connections.iter().flat_map(|it| {
        let (from, to) = paths::ends(file, it);
        let name = |end: &str, side: &str| {
            let (process, port) = end.split_once('.')?;
            Some(format!("{process}:{side}:{port}"))
        };
        [name(&from, "up"), name(&to, "down")]
    });
    ends.flatten().collect()
}

#[derive(Default)]
struct Left {
    /// Settings that name a process that is gone, each with that process.
    named: Vec<(String, String)>,
    /// Settings of connections that are gone.
    loose: Vec<String>,
    commands: Vec<Command>,
}

impl Left {
    fn add(&mut self, name: Option<&str>, said: String, command: Option<Command>) {
        match name {
            Some(name) if !self.named.iter().any(|it| it.1 == said) => {
                self.named.push((name.to_owned(), said));
            }
            None if !self.loose.contains(&said) => self.loose.push(said),
            _ => (),
        }
        // One command is for all that an item says of a key.
        self.commands.extend(command.filter(|it| !self.commands.contains(it)));
    }

    fn finish(self) -> Leftovers {
        let mut names: Vec<&str> = self.named.iter().map(|it| it.0.as_str()).collect();
        names.dedup();
        let mut notes = Vec::new();
        for name in names {
            let of_name = self.named.iter().filter(|it| it.0 == name).map(|it| it.1.clone());
            let (list, is_one) = listed(of_name.collect());
            let verb = if is_one { "names" } else { "name" };
            let note = format!("{list} still {verb} `{name}`, which is gone");
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        if !self.loose.is_empty() {
            let (list, is_one) = listed(self.loose);
            let verb = if is_one { "has" } else { "have" };
            notes.push(format!("{list} no longer {verb} a connection"));
        }
        let mut commands = self.commands;
        // From the end on, so that none changes the name of what another one takes away.
        commands.reverse();
        commands.sort_by_key(|it| matches!(it, Command::Remove { .. }));
        Leftovers { notes, commands }
    }
}

/// Lists some of the names in words, and returns true if there is only one.
fn listed(mut names: Vec<String>) -> (String, bool) {
    let n_more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    match names.as_slice() {
        [only] => (only.clone(), true),
        [first @ .., last] if n_more == 0 => (format!("{} and {last}", first.join(", ")), false),
        all => (format!("{} and {n_more} more", all.join(", ")), false),
    }
}
