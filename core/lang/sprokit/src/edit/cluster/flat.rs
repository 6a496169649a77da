//! The effective content of a text, as lines that can be compared.

use bobbin_core::sorting::Sorting as _;
use std::borrow::Cow;

use crate::convert;
use crate::edges;
use crate::file::File;
use crate::instances::{self, Setting};
use crate::network::Network;
use crate::resolve;
use crate::source::joined_path;
use crate::wires::{Socket, ends, wires};
use bobbin_core::edit::Refusal;
use bobbin_core::view::PortSide;

/// Lists the processes that are no instances, with their type and what they are set up with; the
/// connections between them, with how much waits there; and of a cluster what its ports stand for.
/// `rename` gives the processes the names to compare by. Sorted.
pub(super) fn lines(file: &File, rename: impl Fn(&str) -> String) -> Result<Vec<String>, Refusal> {
    let mut res = Vec::new();
    if file.model().is_cluster {
        let instance = convert::instance(file)?;
        let own = format!("{}/", convert::INSTANCE);
        let rename = |name: &str| rename(name.strip_prefix(&own).unwrap_or(name));
        collect(&instance, rename, &mut res);
    } else {
        collect(file, rename, &mut res);
    }
    res.order();
    Ok(res)
}

/// Returns the value of a setting: a path in a folder of which it is not known where that is goes by the
/// folder's name.
fn value(setting: &Setting) -> Cow<'_, str> {
    match setting.relative.as_ref().filter(|it| it.real_folder.is_none()) {
        Some(it) => Cow::Owned(format!("relativepath {}", joined_path(&it.folder, &it.value))),
        None => Cow::Borrowed(&setting.value),
    }
}

fn collect(file: &File, rename: impl Fn(&str) -> String, res: &mut Vec<String>) {
    let network = Network::new(file);
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let configured = instances::configure(file, &network, &configuration);
    let end = |it: &Socket<'_>| {
        let name = network.name(it.process);
        format!("{}.{}", rename(name), it.port)
    };
    for (at, it) in network.processes.enumerated().filter(|it| it.1.instance.is_none()) {
        let settings: Vec<Setting> = match it.within {
            None => instances::given(file, &configuration, &it.name),
            Some(_) => configured.settings.get(at).cloned().unwrap_or_default(),
        };
        let settings: Vec<(&str, Cow<'_, str>)> =
            settings.iter().map(|it| (it.key.as_str(), value(it))).collect();
        res.push(format!("process {} :: {} {{{settings:?}}}", rename(&it.name), it.type_name));
    }
    for wire in wires(&network) {
        let edge = edges::settings(file, &network, &configuration, &configured, &wire);
        let (from, to) = (end(&wire.from), end(&wire.to));
        res.push(format!("connect from {from} to {to} {{{} {}}}", edge.capacity, edge.blocking));
    }
    // Of an instance that stands alone, the ports are those of the cluster.
    let alone = network.processes.first().filter(|it| it.name == convert::INSTANCE);
    let Some(instance) = alone.and_then(|it| network.instances.get(it.instance?)) else { return };
    let inside = &instance.cluster.file;
    for it in &inside.model().mappings {
        let side = if it.is_input { PortSide::Input } else { PortSide::Output };
        let outer: Cow<'_, str> = inside.source().joined(it.outer.span);
        for socket in ends(&network, (instance.process, outer.clone()), side) {
            res.push(format!("port {outer} is {}", end(&socket)));
        }
    }
}
