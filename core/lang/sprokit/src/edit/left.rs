//! Settings that a change leaves without effect: those of processes and connections that are gone.

use std::collections::{HashMap, HashSet};

use super::affected;
use crate::file::File;
use crate::items as paths;
use crate::macros;
use crate::model::HolderKind;
use bobbin_core::Input;
use bobbin_core::edit::{Command, ItemPath, Leftovers, SourceChange};

/// The number of names that are listed; more are counted.
const MOST: usize = 3;
/// The start of the key of a setting of a connection.
const EDGES: &str = "_pipeline:_edge_by_conn:";

/// Adds to a change what it leaves without effect.
pub(super) fn with_leftovers(file: &File, change: SourceChange) -> SourceChange {
    let mut after = file.input().clone();
    after.apply(&change);
    let left = behind(file, &after);
    SourceChange { notes: left.notes, leftovers: left.commands, ..change }
}

/// Finds the sections, settings of connections and macros of a text that name a process which the text
/// before it had, and the settings of connections that it had.
/// Of what another open text says of them, only notes tell.
pub(crate) fn behind(file: &File, after: &Input) -> Leftovers {
    let in_others = affected::notes(file, after);
    let after = file.parse_other(after);
    let is_there: HashSet<&str> =
        after.model().processes().map(|(_, it, _)| it.path.as_str()).collect();
    let processes = file.model().processes().map(|(_, it, _)| it.path.as_str());
    let gone: HashSet<&str> = processes.filter(|it| !is_there.contains(it)).collect();
    let (before, now) = (ends(file), ends(&after));
    let is_loose = |end: &str| before.contains(end) && !now.contains(end);
    let gone_in = |path: &str| {
        let word = path.strip_prefix(EDGES).unwrap_or(path).split(':').next()?;
        // Of `a/b`, too, that has a setting of a part of the cluster `a`.
        let ends = word.match_indices('/').map(|it| it.0).chain([word.len()]);
        ends.filter_map(|end| gone.get(word.get(..end)?)).next().copied()
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
            let of_process = it.name.split_once(':').and_then(|it| gone.get(it.0));
            if let Some(name) = of_process {
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
    /// The processes that are gone and still named, in the order of the text.
    names: Vec<String>,
    /// Settings that name a process that is gone, by that process.
    named: HashMap<String, Vec<String>>,
    /// Settings of connections that are gone.
    loose: Vec<String>,
    /// All that was said.
    said: HashSet<String>,
    commands: Vec<Command>,
    /// The keys of items that a command is for.
    unset: HashSet<(ItemPath, String)>,
}

impl Left {
    fn add(&mut self, name: Option<&str>, said: String, command: Option<Command>) {
        if self.said.insert(said.clone()) {
            match name {
                Some(name) => {
                    let of_name = self.named.entry(name.to_owned()).or_default();
                    if of_name.is_empty() {
                        self.names.push(name.to_owned());
                    }
                    of_name.push(said);
                }
                None => self.loose.push(said),
            }
        }
        // One command is for all that an item says of a key.
        self.commands.extend(command.filter(|it| match it {
            Command::Unset { item, key } => self.unset.insert((item.clone(), key.clone())),
            _ => true,
        }));
    }

    fn finish(mut self) -> Leftovers {
        let mut notes = Vec::new();
        for name in self.names {
            let (list, is_one) = listed(self.named.remove(&name).unwrap_or_default());
            let verb = if is_one { "names" } else { "name" };
            notes.push(format!("{list} still {verb} `{name}`, which is gone"));
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
