//! Effective values with their origins, as rows.

use std::collections::HashMap;

use crate::file::File;
use crate::instances;
use crate::items;
use crate::model::Entry;
use crate::network::Network;
use crate::resolve::{self, Baked};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Resolved, ResolvedRow};

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
        false => format!("line {line} of `{}`", of_file.path),
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
