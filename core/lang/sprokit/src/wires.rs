//! Wires: the connections at set-up, with ends at clusters replaced by the ports inside
//! (sprokit.md#ends-at-clusters).

use std::borrow::Cow;

use crate::ast::Address;
use crate::catalogue::Port;
use crate::model::ConnectionId;
use crate::network::{Instance, InstanceId, Link, LinkId, Network, PortInfo, ProcessId};
use crate::source::Source;
use bobbin_core::Id as _;
use bobbin_core::view::PortSide;

/// The number of times that an end at a cluster is replaced at most.
const MOST_STEPS: usize = 1_000;

/// A connection between two processes that are no instances of clusters.
#[derive(Debug)]
pub struct Wire<'f> {
    /// The place of the connection.
    pub site: Site,
    /// The output end.
    pub from: Socket<'f>,
    /// The input end.
    pub to: Socket<'f>,
    /// True if an end was replaced, or is a cluster whose inside is not known: the program looks at
    /// it at set-up only.
    pub is_late: bool,
}

/// The place of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// A connection of the text.
    Link(LinkId),
    /// A connection in the file of a cluster, for an instance of it.
    Inner(InstanceId, ConnectionId),
}

/// A port of a process.
#[derive(Debug, Clone)]
pub struct Socket<'f> {
    /// The process that has the port.
    pub process: ProcessId,
    /// The port's name.
    pub port: Cow<'f, str>,
    /// The declaration of the port, as far as known.
    pub info: PortInfo<'f>,
}

/// Returns all wires, those inside of clusters first, as the program makes them.
pub fn wires<'f>(network: &Network<'f>) -> Vec<Wire<'f>> {
    let mut res = Vec::with_capacity(network.links.len());
    for (idx, instance) in network.instances.enumerated() {
        for (at, it) in instance.cluster.file.model().connections.enumerated() {
            let ends =
                (inner_port(network, instance, it.from), inner_port(network, instance, it.to));
            if let (Some(from), Some(to)) = ends {
                join(network, Site::Inner(idx, at), from, to, &mut res);
            }
        }
    }
    for (idx, link) in network.links.enumerated() {
        if let (Some(from), Some(to)) = (link.from.process, link.to.process) {
            let (from, to) = ((from, link.from.port.clone()), (to, link.to.port.clone()));
            join(network, Site::Link(idx), from, to, &mut res);
        }
    }
    res
}

/// Returns the wires that one connection of the text becomes: one for each input behind that of a
/// cluster, none if an end is not known.
pub fn of_link<'f>(network: &Network<'f>, link: &Link<'f>) -> Vec<Wire<'f>> {
    let mut res = Vec::new();
    let site = network.links.binary_search_by_key(&link.connection, |it| it.connection);
    if let (Some(from), Some(to), Ok(site)) = (link.from.process, link.to.process, site) {
        let (from, to) = ((from, link.from.port.clone()), (to, link.to.port.clone()));
        join(network, Site::Link(LinkId::from_index(site)), from, to, &mut res);
    }
    res
}

/// A process with the name of a port.
pub type Named<'f> = (ProcessId, Cow<'f, str>);

/// Returns the process and port that an address in the file of a cluster names.
pub fn inner_port<'f>(
    network: &Network<'f>,
    instance: &Instance<'f>,
    address: Address,
) -> Option<Named<'f>> {
    let source: &'f Source = instance.cluster.file.source();
    let name = source.joined(address.process());
    let outer = network.processes.get(instance.process)?;
    let &process = network.by_name.get(format!("{}/{name}", outer.name).as_str())?;
    Some((process, source.joined(address.port()?)))
}

fn join<'f>(
    network: &Network<'f>,
    site: Site,
    from: Named<'f>,
    to: Named<'f>,
    wires: &mut Vec<Wire<'f>>,
) {
    let is_late = network.is_cluster(from.0) || network.is_cluster(to.0);
    if !is_late {
        let (from, to) =
            (socket(network, from, PortSide::Output), socket(network, to, PortSide::Input));
        wires.push(Wire { site, from, to, is_late });
        return;
    }
    let froms = ends(network, from, PortSide::Output);
    for to in ends(network, to, PortSide::Input) {
        for from in &froms {
            wires.push(Wire { site, from: from.clone(), to: to.clone(), is_late });
        }
    }
}

fn socket<'f>(network: &Network<'f>, (process, port): Named<'f>, side: PortSide) -> Socket<'f> {
    let info = network.port_info(process, side, &port);
    Socket { process, port, info }
}

/// Returns a declared port of a process with the type that counts: one of an instance has that of the
/// port inside for which it stands.
pub fn typed_port<'f>(
    network: &Network<'f>,
    process: ProcessId,
    port: &'f Port,
    side: PortSide,
) -> Cow<'f, Port> {
    let is_instance = network.processes.get(process).is_some_and(|it| it.instance.is_some());
    let name = Cow::Borrowed(port.name.as_ref());
    let inner = if is_instance { ends(network, (process, name), side) } else { Vec::new() };
    match inner.first().map(|it| it.info.data_type()) {
        Some("") | None => Cow::Borrowed(port),
        Some(it) => Cow::Owned(Port { data_type: it.to_owned().into(), ..port.clone() }),
    }
}

/// Returns the ports inside that a port stands for: itself, unless its process is an instance.
pub fn ends<'f>(network: &Network<'f>, port: Named<'f>, side: PortSide) -> Vec<Socket<'f>> {
    follow(network, port, side).0
}

/// Returns the port of an instance at which the way of a port to the inside ends, as no mapping has its
/// name. It is another than the port itself where a mapping leads to the `_heartbeat` of an instance.
pub fn dead_end<'f>(network: &Network<'f>, port: Named<'f>, side: PortSide) -> Option<Named<'f>> {
    follow(network, port, side).1
}

/// Follows a port to the inside: returns the ports that it stands for, and one where the way ends.
fn follow<'f>(
    network: &Network<'f>,
    port: Named<'f>,
    side: PortSide,
) -> (Vec<Socket<'f>>, Option<Named<'f>>) {
    let mut res = Vec::new();
    let mut dead_end = None;
    let mut open = vec![port];
    for _ in 0..MOST_STEPS {
        let Some((process, port)) = open.pop() else { break };
        let instance = network.processes.get(process).and_then(|it| it.instance);
        let Some(instance) = instance.and_then(|it| network.instances.get(it)) else {
            res.push(socket(network, (process, port), side));
            continue;
        };
        let file = &instance.cluster.file;
        let mut is_mapped = false;
        // The last one is gone on with first: so the ports stand in the order of the text.
        for it in file.model().mappings.iter().rev() {
            let is_side = it.is_input == (side == PortSide::Input);
            if is_side && file.source().joined(it.outer.span) == port {
                is_mapped = true;
                open.extend(inner_port(network, instance, it.inner));
            }
        }
        if !is_mapped {
            dead_end = dead_end.or(Some((process, port)));
        }
    }
    (res, dead_end)
}
