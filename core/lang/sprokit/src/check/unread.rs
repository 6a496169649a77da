//! Keys of processes that nobody reads: the type does not declare them, and no macro asks for them
//! (sprokit.md#building-the-graph and sprokit.md#instantiation).

use std::collections::HashSet;

use super::special;
use super::written::{key_range, key_token, removal};
use crate::catalogue::{Key, KeyKind, ProcessType};
use crate::diagnostics::{Findings, config};
use crate::file::File;
use crate::inside;
use crate::key_parts;
use crate::model::Entry;
use crate::network::{Network, ProcessId};
use crate::resolve::{self, Baked, Configuration};
use crate::token::Kind;
use bobbin_core::diagnostics::nearest;
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::TokenIdx;

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    baked: &Baked<'_>,
    asked: &HashSet<&str>,
    declared: &HashSet<&str>,
    findings: &mut Findings<'_>,
) {
    let Some((first, rest)) = baked.key.split_once(':') else { return };
    let Some(&process) = network.by_name.get(first) else { return };
    let Some(known) = network.processes.get(process).and_then(|it| it.process_type) else { return };
    if baked.flags.local || asked.contains(baked.key) {
        return;
    }
    if let Some(key) = known.key(rest).filter(|it| it.kind == KeyKind::Algorithm) {
        algorithm_key(file, baked, &key.name, rest, findings);
    }
    if file.source().has_gaps()
        || declared.contains(baked.key)
        || is_handed_on(file, network, first, rest)
    {
        return;
    }
    if let Some(port) = rest.strip_prefix("static/").filter(|_| known.key(rest).is_none()) {
        return special::static_value(file, network, configuration, process, port, baked, findings);
    }
    let Some(unread) = unread(network, process, rest) else { return };
    let (known, key) = (unread.known, unread.key);
    // Only the part of the key that could be a declared one is wrong.
    let head = key.split(':').next().unwrap_or(key);
    let entry = file.model().entries.get(baked.entry);
    let head_token = entry
        .and_then(|it| head_token(file, it, key.split(':').count()))
        .filter(|&it| file.source().text(it) == head);
    let names = known.keys.iter().chain(unread.inside).map(|it| it.name.as_ref());
    let near = findings.nearest(head, names).zip(head_token);
    let range = match near {
        Some((_, at)) => file.source().range(at),
        None => key_range(file, baked),
    };
    let removal = removal(file, configuration, baked);
    let finding = config::unknown_key(range, key, &known.name, near.map(|it| it.0), removal);
    let finding = match entry {
        None => finding.with_help("a setting of the command line sets it"),
        Some(_) => finding,
    };
    let finding = match known.keys.iter().find(|it| it.name == head) {
        Some(it) if it.kind != KeyKind::Algorithm => {
            finding.with_help(format!("`{head}` has no parts"))
        }
        _ => finding,
    };
    findings.push(key_token(file, baked), finding);
}

/// Returns the full keys that the cluster of a text declares.
pub(super) fn declared<'f>(file: &File, configuration: &Configuration<'f>) -> HashSet<&'f str> {
    let header = file.model().cluster().map(|it| it.1.entries.clone()).unwrap_or_default();
    configuration.entries.iter().filter(|it| header.contains(&it.entry)).map(|it| it.key).collect()
}

/// Returns true for a key of a process that has the name of the cluster around it, if the cluster hands it to a
/// process inside.
fn is_handed_on(file: &File, network: &Network<'_>, first: &str, rest: &str) -> bool {
    let Some((name, key)) = rest.split_once(':').filter(|_| file.model().is_cluster) else {
        return false;
    };
    let inner = network.by_name.get(name).filter(|_| resolve::cluster_name(file) == Some(first));
    inner.is_some_and(|&it| unread(network, it, key).is_none())
}

/// A key that nobody reads.
struct Unread<'n, 'k> {
    /// The type of the process that would have to read it.
    known: &'n ProcessType,
    /// The key as that process sees it.
    key: &'k str,
    /// The keys that it would have beyond those of its type.
    inside: &'n [Key],
}

/// Returns the process that would have to read a key, if it does not; `None` as well if that is not known. An instance
/// hands keys to the processes inside (sprokit.md#instantiation).
fn unread<'n, 'k>(
    network: &Network<'n>,
    process: ProcessId,
    key: &'k str,
) -> Option<Unread<'n, 'k>> {
    let its = network.processes.get(process)?;
    let known = its.process_type?;
    if key.starts_with('_') || known.key(key).is_some() {
        return None;
    }
    if !known.is_cluster {
        return (!key.starts_with("static/")).then_some(Unread { known, key, inside: &[] });
    }
    let instance = network.instances.get(its.instance?)?;
    let cluster = &instance.cluster.name;
    let below = |name: &str| key.strip_prefix(name)?.strip_prefix(':');
    // What belongs to the cluster counts at the top level, too.
    if below(cluster).is_some_and(|it| known.key(it).is_some()) {
        return None;
    }
    let (mut inside, mut found): (&[Key], _) = (&[], None);
    for at in instance.inner() {
        let Some(inner) = network.processes.get(at) else { continue };
        let name = inside::own_name(&inner.name);
        if let Some(key) = below(name) {
            found = Some(unread(network, at, key)?);
        }
        if name == cluster {
            unread(network, at, key)?;
            inside = inner.process_type.map_or(&[], |it| &it.keys);
        }
    }
    found.or(Some(Unread { known, key, inside }))
}

/// Returns the word that the last `n_parts` parts of an entry's own key begin with.
fn head_token(file: &File, entry: &Entry, n_parts: usize) -> Option<TokenIdx> {
    let words: Vec<(TokenIdx, Kind)> = file.source().significant_in(entry.key).collect();
    let starts = words.iter().enumerate().filter(|(at, it)| {
        let before = at.checked_sub(1).and_then(|it| words.get(it));
        it.1 != Kind::Colon && before.is_none_or(|it| it.1 == Kind::Colon)
    });
    let starts: Vec<TokenIdx> = starts.map(|it| it.1.0).collect();
    starts.get(starts.len().checked_sub(n_parts)?).copied()
}

/// Keys of an algorithm that are neither its type nor below an implementation
/// (sprokit.md#catalogue-of-process-types).
fn algorithm_key(
    file: &File,
    baked: &Baked<'_>,
    algorithm: &str,
    local: &str,
    findings: &mut Findings<'_>,
) {
    let below = local.strip_prefix(algorithm).unwrap_or_default().trim_start_matches(':');
    if below == "type" || below.contains(':') {
        return;
    }
    let token = key_token(file, baked);
    let parts = key_parts::of(file, baked);
    let last = parts.last().map(|it| it.range);
    let range = last.unwrap_or_else(|| key_range(file, baked));
    let edit = last.and_then(|it| match below {
        "" => Some(TextEdit::insert(it.end(), ":type")),
        _ => nearest(below, ["type"]).map(|near| TextEdit::replace(it, near)),
    });
    findings.push(token, config::algorithm_key(range, algorithm, below, edit));
}
