//! Effective values with their origins, as rows.

use crate::file::File;
use crate::instances;
use crate::items;
use crate::model::Entry;
use crate::network::Network;
use crate::resolve;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Resolved, ResolvedRow};

/// Returns every value that counts, sorted by key as the program reports them, and behind them those
/// of the processes inside instances.
pub fn resolved(file: &File) -> Resolved {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let rows = configuration.effective.iter().filter_map(|&(key, at)| {
        let baked = configuration.entries.get(at)?;
        let entry = file.model().entries.get(baked.entry);
        Some(ResolvedRow {
            item: entry.map(|it| owner_path(file, it)).unwrap_or_default(),
            key: key.to_owned(),
            value: resolve::stored(file, baked),
            origin: resolve::origin(file, baked),
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

/// Returns the item that holds an entry.
fn owner_path(file: &File, entry: &Entry) -> ItemPath {
    let holder = entry.owner.holder();
    holder.map(|it| items::holder_path(file, it)).unwrap_or_default()
}
