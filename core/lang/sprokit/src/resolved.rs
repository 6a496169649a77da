//! Effective values with their origins, as rows.

use std::collections::{HashMap, HashSet};

use crate::ast::ProcessHead;
use crate::catalogue::{Key, KeyKind};
use crate::file::File;
use crate::inside;
use crate::instances;
use crate::items;
use crate::model::{Entry, HolderId, HolderKind};
use crate::network::Network;
use crate::resolve::{self, Baked, Configuration};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Meaning, Origin, Resolved, ResolvedRow, Statement};

/// Returns every value that counts, sorted by key as the program reports them, and behind them those
/// of the processes inside instances.
pub fn resolved(file: &File) -> Resolved {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let replaced: HashMap<usize, usize> = configuration.replaced.iter().copied().collect();
    let (mut lines, mut heads) = (HashMap::new(), None);
    let mut processes: HashMap<&str, HolderId> = HashMap::new();
    for (idx, it, _) in file.model().processes() {
        processes.entry(&it.path).or_insert(idx);
    }
    let rows = configuration.effective.iter().filter_map(|&(key, at)| {
        let baked = configuration.entries.get(at)?;
        let before = replaced.get(&at).and_then(|&it| configuration.entries.get(it));
        let remark = before.and_then(|it| replacement(file, it, &mut lines));
        let own = builtin(file, &mut heads, key).filter(|_| !baked.flags.read_only);
        let own = own.map(|it| format!("kwiver overwrites it with `{it}` as it makes the process"));
        let remarks: Vec<String> = remark.into_iter().chain(own).collect();
        let entry = file.model().entries.get(baked.entry);
        Some(ResolvedRow {
            item: entry.map(|it| row_path(file, it, key, &processes)).unwrap_or_default(),
            key: key.to_owned(),
            value: resolve::stored(file, baked),
            origin: resolve::origin_with(file, baked, &remarks.join(", ")),
            second: None,
        })
    });
    let mut res = Resolved { rows: rows.collect(), ..Resolved::default() };
    if !file.library().clusters.is_empty() {
        let network = Network::new(file);
        let configured = instances::configure(file, &network, &configuration);
        instances::rows(&network, &configured, &mut res.rows);
    }
    res
}

/// Returns what the program puts in the place of a key's value when it makes the process
/// (sprokit.md#building-the-graph); `heads` are the processes by name.
fn builtin<'f>(
    file: &'f File,
    heads: &mut Option<HashMap<&'f str, ProcessHead>>,
    key: &str,
) -> Option<&'f str> {
    let (name, word @ ("_name" | "_type")) = key.split_once(':')? else { return None };
    let processes = file.model().processes();
    let heads =
        heads.get_or_insert_with(|| processes.map(|it| (it.1.path.as_str(), it.2)).collect());
    let head = heads.get(name)?;
    let at = if word == "_name" { head.name } else { head.process_type? };
    Some(file.source().text(at))
}

/// The number of rows for keys that nothing sets; more than are shown at once.
const MOST_UNSET: usize = 30_000;

/// Returns the keys that the types of the processes declare and nothing sets, with the declared
/// defaults, which is what the processes get.
pub fn unset(file: &File) -> Vec<ResolvedRow> {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for (idx, holder) in file.model().holders.enumerated() {
        let HolderKind::Process(head) = holder.kind else { continue };
        let name = head.process_type.map_or("", |it| file.source().text(it));
        let Some(known) = file.process_type(name) else { continue };
        for key in known.keys.iter().filter(|it| it.kind != KeyKind::Algorithm) {
            let full = format!("{}:{}", holder.path, key.name);
            if configuration.get(&full).is_some() || !seen.insert(full.clone()) {
                continue;
            }
            if rows.len() == MOST_UNSET {
                return rows;
            }
            rows.push(unset_row(items::holder_path(file, idx), full, name, key));
        }
    }
    if !file.library().clusters.is_empty() {
        unset_inside(file, &configuration, &mut rows);
    }
    rows
}

/// Adds the keys of processes inside instances that nothing sets.
fn unset_inside(file: &File, configuration: &Configuration<'_>, rows: &mut Vec<ResolvedRow>) {
    let network = Network::new(file);
    let configured = instances::configure(file, &network, configuration);
    // What is not set up may have other values.
    if configured.beyond.is_some() {
        return;
    }
    let inside = network.processes.iter().zip(&configured.settings).skip(network.n_own);
    for (process, settings) in inside {
        let Some(known) = process.process_type else { continue };
        let set: HashSet<&str> = settings.iter().map(|it| it.key.as_str()).collect();
        for key in known.keys.iter().filter(|it| it.kind != KeyKind::Algorithm) {
            if set.contains(&*key.name) {
                continue;
            }
            if rows.len() == MOST_UNSET {
                return;
            }
            let full = format!("{}:{}", process.name, key.name);
            let item = inside::process_path(&process.name);
            rows.push(unset_row(item, full, process.type_name, key));
        }
    }
}

fn unset_row(item: ItemPath, full: String, type_name: &str, key: &Key) -> ResolvedRow {
    let tunable = if key.tunable { ", can be changed while the pipeline runs" } else { "" };
    let note = format!("default of `{type_name}`{tunable}");
    ResolvedRow {
        item,
        key: full,
        value: key.default.to_string(),
        origin: Origin { note, ..Origin::default_value() },
        second: None,
    }
}

/// Returns what a text means beyond its graph: the values, the type that a cluster is, and the
/// flags that count of the settings in force: whether one can be set again, by a file that is
/// included or on the command line, and whether it can be changed while the pipeline runs
/// (sprokit.md#flags). Keys are whole: which block sets one makes no difference.
pub fn meaning(file: &File) -> Meaning {
    let rows = resolved(file).rows.into_iter().chain(beyond_values(file));
    Meaning { titles: None, statements: rows.map(Statement::by_key).collect() }
}

fn beyond_values(file: &File) -> Vec<ResolvedRow> {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let rows = configuration.effective.iter().filter_map(|&(key, at)| {
        let baked = configuration.entries.get(at)?;
        let entry = file.model().entries.get(baked.entry)?;
        let holder = entry.owner.holder();
        let kind = holder.and_then(|it| file.model().holders.get(it)).map(|it| &it.kind);
        // Elsewhere the program takes no notice of it.
        let is_tunable = baked.flags.tunable && matches!(kind, Some(HolderKind::Cluster { .. }));
        let flags = [(baked.flags.read_only, "read-only"), (is_tunable, "tunable")];
        let flags: Vec<&str> = flags.iter().filter(|it| it.0).map(|it| it.1).collect();
        (!flags.is_empty()).then(|| ResolvedRow {
            item: owner_path(file, entry),
            key: format!("flag of {key}"),
            value: flags.join(", "),
            origin: resolve::origin_with(file, baked, ""),
            second: None,
        })
    });
    let cluster = file.model().cluster().and_then(|(_, it)| match it.kind {
        HolderKind::Cluster { name, .. } => {
            let origin = Origin::written(file.source().range(name));
            Some((it.path.clone(), origin))
        }
        _ => None,
    });
    let cluster = cluster.map(|(value, origin)| ResolvedRow {
        item: ItemPath::default(),
        key: "type that the cluster is".to_owned(),
        value,
        origin,
        second: None,
    });
    cluster.into_iter().chain(rows).collect()
}

/// Describes the value that another one has taken the place of, such as ``"replaces `4` in line
/// 11"``; nothing of one on the command line. `lines` remembers the lines of files by number.
fn replacement(
    file: &File,
    before: &Baked<'_>,
    lines: &mut HashMap<u32, LineIndex>,
) -> Option<String> {
    let source = file.source();
    let entry = file.model().entries.get(before.entry)?;
    let at = entry.value.unwrap_or(entry.span.start);
    let number = source.file_of(at);
    let of_file = source.file(number)?;
    let lines = lines.entry(number).or_insert_with(|| LineIndex::new(&of_file.text));
    let line = lines.line(source.local_range(at).start()) + 1;
    let place = match source.is_own(at) {
        true => format!("line {line}"),
        false => format!("line {line} of `{}`", file.shown_path(at)),
    };
    Some(match before.raw {
        "" => format!("replaces an empty value in {place}"),
        raw => format!("replaces `{raw}` in {place}"),
    })
}

/// Returns the item that has the value of an entry: the process, whichever section sets its key.
fn row_path(
    file: &File,
    entry: &Entry,
    key: &str,
    processes: &HashMap<&str, HolderId>,
) -> ItemPath {
    let holder = entry.owner.holder().and_then(|it| file.model().holders.get(it));
    let is_section = holder.is_some_and(|it| matches!(it.kind, HolderKind::Section { .. }));
    let name = key.split_once(':').map(|it| it.0).filter(|_| is_section);
    match name.and_then(|it| processes.get(it)) {
        Some(process) => items::holder_path(file, *process),
        None => owner_path(file, entry),
    }
}

/// Returns the item that holds an entry.
fn owner_path(file: &File, entry: &Entry) -> ItemPath {
    let holder = entry.owner.holder();
    holder.map(|it| items::holder_path(file, it)).unwrap_or_default()
}
