//! Frequencies: the rates of data at the two ends of a connection must agree, along every path
//! (sprokit.md#frequencies).
//!
//! Nearly all processes put out once for each time they step. Of `duplicate` it is known how often;
//! of a few others, and of types that are not known, it is not, and nothing is said there.

use super::behaviour::{inner_setting, inner_value, own_value};
use super::verdicts::{Verdicts, place, port_name};
use crate::diagnostics::graph;
use crate::file::File;
use crate::instances;
use crate::network::{Network, ProcessId};
use crate::resolve;
use crate::wires::{Site, Socket, Wire};
use bobbin_core::IdVec;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Location;

/// A positive fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rate(u64, u64);

impl Rate {
    fn times(self, other: Rate) -> Option<Rate> {
        let (up, down) = (self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?);
        let (mut a, mut b) = (up, down);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (a != 0).then(|| Rate(up / a, down / a))
    }

    fn inverse(self) -> Rate {
        Rate(self.1, self.0)
    }
}

/// Types of which it is not known how often they put out.
const UNKNOWN: [&str; 8] = [
    "skip",
    "collate",
    "distribute",
    "multiplexer",
    "downsample",
    "keyframe_selection",
    "input_adapter",
    "output_adapter",
];

/// The key of `duplicate` for how many times more it puts out what it gets.
const COPIES: &str = "copies";

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    if network.processes.iter().all(|it| it.type_name != "duplicate") {
        return;
    }
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let configured = instances::configure(file, network, &configuration);
    let port_rate = |socket: &Socket<'_>| -> Option<Rate> {
        let process = network.processes.get(socket.process)?;
        if process.process_type.is_none() || UNKNOWN.contains(&process.type_name) {
            return None;
        }
        if process.type_name != "duplicate" || socket.port != "duplicate" {
            return Some(Rate(1, 1));
        }
        let copies = match process.within {
            None => own_value(file, &configuration, process, COPIES),
            Some(_) => inner_value(&configured, socket.process, COPIES),
        };
        let copies = u64::try_from(copies.number(1)?).ok()?;
        Some(Rate(copies.checked_add(1)?, 1))
    };
    let mut neighbours: IdVec<ProcessId, Vec<usize>> = IdVec::of(&network.processes, Vec::new());
    for (idx, wire) in wires.iter().enumerate() {
        for process in [wire.from.process, wire.to.process] {
            if let Some(it) = neighbours.get_mut(process) {
                it.push(idx);
            }
        }
    }
    let mut rates: IdVec<ProcessId, Option<Rate>> = IdVec::of(&network.processes, None);
    // The program begins with the first process by name.
    let mut starts: Vec<ProcessId> = network.processes.ids().collect();
    starts.order_by_key(|&it| network.processes.get(it).map(|it| &it.name));
    for start in starts {
        if rates.get(start).copied().flatten().is_some() {
            continue;
        }
        if let Some(it) = rates.get_mut(start) {
            *it = Some(Rate(1, 1));
        }
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for wire in neighbours.get(at).into_iter().flatten().filter_map(|&it| wires.get(it)) {
                let (Some(up), Some(down)) = (port_rate(&wire.from), port_rate(&wire.to)) else {
                    continue;
                };
                let rate = |it: ProcessId| rates.get(it).copied().flatten();
                let (from, to) = (rate(wire.from.process), rate(wire.to.process));
                let (other, found) = match (from, to) {
                    (Some(from), None) => {
                        let found = from.times(up).and_then(|it| it.times(down.inverse()));
                        (wire.to.process, found)
                    }
                    (None, Some(to)) => {
                        let found = to.times(down).and_then(|it| it.times(up.inverse()));
                        (wire.from.process, found)
                    }
                    _ => continue,
                };
                if let (Some(found), Some(slot)) = (found, rates.get_mut(other)) {
                    *slot = Some(found);
                    open.push(other);
                }
            }
        }
    }
    let mut said: Vec<ProcessId> = Vec::new();
    for wire in wires {
        let of = |socket: &Socket<'_>| {
            rates.get(socket.process).copied().flatten()?.times(port_rate(socket)?)
        };
        let (Some(up), Some(down)) = (of(&wire.from), of(&wire.to)) else { continue };
        if up == down || said.contains(&wire.to.process) {
            continue;
        }
        let Some(place) = place(file, network, wire) else { continue };
        said.push(wire.to.process);
        let (from, to) = (
            port_name(network, wire.from.process, &wire.from.port),
            port_name(network, wire.to.process, &wire.to.port),
        );
        let mut range = place.range;
        if let Site::Inner(..) = wire.site {
            // The text may set what makes the difference.
            let set = [&wire.from, &wire.to].into_iter().find_map(|it| {
                let is_it = it.port == "duplicate";
                let setting = inner_setting(&configured, it.process, COPIES).filter(|_| is_it);
                setting?.range
            });
            range = set.unwrap_or(range);
        }
        let finding = graph::frequency_mismatch(range, (&from, up.0, up.1), (&to, down.0, down.1));
        let inner = written(network, wire);
        verdicts.push(place.subject, place.at, graph::noted_inside(finding, inner));
    }
}

/// Returns the place of a wire in the file of a cluster: the connection, or a process inside that one of the text
/// leads to.
fn written(network: &Network<'_>, wire: &Wire<'_>) -> Option<Location> {
    let Site::Inner(instance, connection) = wire.site else {
        let mut ends = [&wire.to, &wire.from].into_iter();
        return ends.find_map(|it| network.written(network.processes.get(it.process)?));
    };
    let file = &network.instances.get(instance)?.cluster.file;
    file.source().written(file.model().connections.get(connection)?.to.span)
}
