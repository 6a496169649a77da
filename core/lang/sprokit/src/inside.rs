//! What stands inside instances of clusters: it is drawn with the text, and defined in other files.

use crate::file::Cluster;
use crate::model::HolderId;
use crate::network::{Network, Process};
use bobbin_core::edit::{ItemPath, Refusal};

/// The first part of the paths of what is inside.
const INNER: &str = "inner";

/// Returns the path of a process inside an instance, by its name with those of what is around it.
pub fn process_path(name: &str) -> ItemPath {
    ItemPath::new([INNER, name])
}

/// Returns the path of a connection or mapping inside an instance.
pub fn edge_path(instance: &str, from: &str, to: &str) -> ItemPath {
    ItemPath::new([INNER, instance, from, to])
}

/// Returns the own name of a process inside an instance.
pub fn own_name(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |it| it.1)
}

/// Says in which file a process of a cluster is defined, by its name there.
pub fn place_of_process(name: &str, cluster: &Cluster) -> String {
    defined_in(&format!("`{}`", own_name(name)), cluster)
}

/// Says in which file a connection or a mapping of a cluster is defined; the first end of a mapping is a port of the
/// cluster itself.
pub fn place_of_edge(from: &str, to: &str, cluster: &Cluster) -> String {
    let is_mapping = !from.contains('.');
    let what =
        if is_mapping { format!("the mapping of `{from}`") } else { format!("`{from} → {to}`") };
    defined_in(&what, cluster)
}

fn defined_in(what: &str, cluster: &Cluster) -> String {
    match cluster.path.rsplit('/').next() {
        None | Some("") => format!("{what} is part of `{}`, which is built in", cluster.name),
        Some(file) => format!("{what} is defined in `{file}`"),
    }
}

/// Something inside an instance.
pub struct Inside {
    /// Where it is defined, in words.
    pub place: String,
    /// The process of the text that holds it.
    pub holder: HolderId,
}

/// Finds what a path names inside an instance.
pub fn find(network: &Network<'_>, item: &ItemPath) -> Option<Inside> {
    let parts = item.parts();
    let [INNER, name, ends @ ..] = parts.as_slice() else { return None };
    let is_edge = !ends.is_empty();
    let is_meant = |it: &&Process<'_>| {
        it.name == *name && if is_edge { it.instance.is_some() } else { it.within.is_some() }
    };
    let process = network.processes.iter().find(is_meant)?;
    let instance = if is_edge { process.instance } else { process.within };
    let cluster = network.instances.get(instance?)?.cluster;
    let place = match ends {
        [from, to] => place_of_edge(from, to, cluster),
        _ => place_of_process(name, cluster),
    };
    Some(Inside { place, holder: network.processes.get(process.root)?.holder })
}

/// Refuses because an item is not in the text: what is inside an instance is in another one.
pub fn not_here(network: &Network<'_>, item: &ItemPath) -> Refusal {
    find(network, item)
        .map_or_else(|| Refusal::unknown_item(item), |it| Refusal::bad_value(it.place))
}
