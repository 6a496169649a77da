//! Effective values with their origins, as rows.

use std::collections::{HashMap, HashSet};

use crate::catalogue::KeyKind;
use crate::file::File;
use crate::instances;
use crate::items;
use crate::model::{Entry, HolderKind};
use crate::network::Network;
use crate::resolve::{self, Baked};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Origin, Resolved, ResolvedRow};

/// Returns every value that counts, sorted by key as the program reports them, and behind them those
/// of the processes inside instances.
pub fn resolved(file: &File) -> Resolved {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let replaced: HashMap<usize, usize> = configuration.replaced.iter().copied().collect();
    let mut lines = HashMap::new();
    let rows = configuration.effective.iter().filter_map(|&(key, at)| {
        let baked = configuration.entries.get(at)?;
        let before = replaced.get(&at).and_then(|&it| configuration.entries.get(it));
        let remark = before.and_then(|it| replacement(file, it, &mut lines)).unwrap_or_default();
        let entry = file.model().entries.get(baked.entry);
        Some(ResolvedRow {
            item: entry.map(|it| owner_path(file, it)).unwrap_or_default(),
            key: key.to_owned(),
            value: resolve::stored(file, baked),
            origin: resolve::origin_with(file, baked, &remark),
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
            let tunable = if key.tunable { ", can be changed while the pipeline runs" } else { "" };
            let note = format!("default of `{name}`{tunable}");
            if rows.len() == MOST_UNSET {
                return rows;
            }
            rows.push(ResolvedRow {
                item: items::holder_path(file, idx),
                key: full,
                value: key.default.to_string(),
                origin: Origin { note, ..Origin::default_value() },
                second: None,
            });
        }
    }
    rows
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

/// Returns the item that holds an entry.
fn owner_path(file: &File, entry: &Entry) -> ItemPath {
    let holder = entry.owner.holder();
    holder.map(|it| items::holder_path(file, it)).unwrap_or_default()
}
