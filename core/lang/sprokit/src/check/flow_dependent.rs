//! Ports that take the type of what they are connected to (sprokit.md#flow-dependent-types).
//!
//! Ports of a process whose type has the same text behind `_flow_dependent/` change together; with
//! no text, each changes alone. Types spread along connections until nothing changes.

use std::collections::HashMap;

use super::verdicts::{Verdicts, place, port_name};
use crate::catalogue::is_concrete;
use crate::diagnostics::graph;
use crate::file::File;
use crate::network::{Network, PortInfo, ProcessId};
use crate::wires::{self, Socket, Wire};
use bobbin_core::view::PortSide;

/// The data type of a set of ports that change together, as far as it is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum FlowType<'n> {
    /// No connection has said anything yet.
    #[default]
    Unknown,
    /// It may be anything, because an end is not known or takes anything.
    Open,
    /// All ports have this type.
    Known(&'n str),
}

/// Names a set of ports that change together: the process, and the tag or the port.
type Group<'n> = (ProcessId, &'n str);

/// The data types that ports have by their connections, where their process type fixes none.
#[derive(Debug)]
pub struct FlowTypes(HashMap<(ProcessId, String), String>);

impl FlowTypes {
    /// Finds out what the connections say.
    pub fn new(file: &File, network: &Network<'_>) -> FlowTypes {
        let wires = wires::wires(network);
        let sockets = outside(file, network);
        let types = types(&wires, &sockets).into_iter();
        let known = types.filter_map(|((process, name), it)| match it {
            FlowType::Known(it) => Some(((process, name.to_owned()), it.to_owned())),
            FlowType::Unknown | FlowType::Open => None,
        });
        FlowTypes(known.collect())
    }

    /// Returns the type of a port, if its process type fixes none and a connection does.
    pub fn of(&self, port: &Socket<'_>) -> Option<&str> {
        let (process, name) = group(port)?;
        self.0.get(&(process, name.to_owned())).map(String::as_str)
    }
}

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    let sockets = outside(file, network);
    let types = types(wires, &sockets);
    for wire in wires {
        let (from_group, to_group) = (group(&wire.from), group(&wire.to));
        if from_group.is_none() && to_group.is_none() {
            continue;
        }
        let Some(place) = place(file, network, wire) else { continue };
        let (from, to) = (
            port_name(network, wire.from.process, &wire.from.port),
            port_name(network, wire.to.process, &wire.to.port),
        );
        match (side(&wire.from, &types), side(&wire.to, &types)) {
            (FlowType::Unknown, FlowType::Unknown) => {
                let finding = graph::untyped_connection(place.range, &from, &to);
                verdicts.push(place.subject, place.at, finding);
            }
            (FlowType::Known(up), FlowType::Known(down)) if up != down => {
                let finding = if to_group.is_some() {
                    graph::flow_type_conflict(place.range, &to, down, up)
                } else {
                    graph::flow_type_conflict(place.range, &from, up, down)
                };
                verdicts.push(place.subject, place.at, finding);
            }
            _ => (),
        }
    }
}

/// Returns what is known of each set of ports that change together. Those `outside` get their types elsewhere.
fn types<'n>(wires: &'n [Wire<'_>], outside: &'n [Socket<'_>]) -> HashMap<Group<'n>, FlowType<'n>> {
    let mut types: HashMap<Group<'_>, FlowType<'_>> = HashMap::new();
    let mut of_group: HashMap<Group<'_>, Vec<usize>> = HashMap::new();
    for (idx, wire) in wires.iter().enumerate() {
        for group in [group(&wire.from), group(&wire.to)].into_iter().flatten() {
            of_group.entry(group).or_default().push(idx);
        }
    }
    if of_group.is_empty() {
        return types;
    }
    for group in outside.iter().filter_map(group) {
        types.insert(group, FlowType::Open);
    }
    let mut open: Vec<usize> = (0..wires.len()).rev().collect();
    while let Some(idx) = open.pop() {
        let Some(wire) = wires.get(idx) else { continue };
        let (from, to) = (side(&wire.from, &types), side(&wire.to, &types));
        for (group, type_there) in [(group(&wire.from), to), (group(&wire.to), from)] {
            let Some(group) = group else { continue };
            let current = types.get(&group).copied().unwrap_or_default();
            // A type counts before what may be anything, whichever is seen first.
            let says_more = match current {
                FlowType::Unknown => type_there != FlowType::Unknown,
                FlowType::Open => matches!(type_there, FlowType::Known(_)),
                FlowType::Known(_) => false,
            };
            if says_more {
                types.insert(group, type_there);
                // The first in the order of the text is the next.
                open.extend(of_group.get(&group).into_iter().flatten().rev());
            }
        }
    }
    types
}

/// Returns the ports that the cluster's own ports stand for: the pipeline outside decides what their types are.
fn outside<'f>(file: &File, network: &Network<'f>) -> Vec<Socket<'f>> {
    let mappings = file.model().mappings.iter().zip(&network.mapped);
    let ends = mappings.filter_map(|(mapping, end)| {
        let side = if mapping.is_input { PortSide::Input } else { PortSide::Output };
        let end = end.as_ref()?;
        Some(wires::ends(network, (end.process?, end.port.clone()), side))
    });
    ends.flatten().collect()
}

fn group<'n>(socket: &'n Socket<'_>) -> Option<Group<'n>> {
    group_of(socket.process, &socket.port, socket.info)
}

/// Returns the set that a port belongs to, if its type is not fixed.
fn group_of<'n>(process: ProcessId, port: &'n str, info: PortInfo<'n>) -> Option<Group<'n>> {
    let tag = info.data_type().strip_prefix("_flow_dependent/")?;
    let tag = match info {
        // The tag of a port that is made is a part of its name.
        PortInfo::Dynamic(rule) if tag.starts_with('<') => varying(&rule.template, tag, port)?,
        _ => tag,
    };
    Some((process, if tag.is_empty() { port } else { tag }))
}

/// Returns the part of a port's name that stands where its template has `part`; what stands last
/// reaches to the end of the name, and what stands before it as far as it can.
fn varying<'n>(template: &str, part: &str, port: &'n str) -> Option<&'n str> {
    let (before, behind) = template.split_once(part)?;
    let rest =
        if before.contains('<') { port.split_once('/')?.1 } else { port.strip_prefix(before)? };
    if behind.is_empty() { Some(rest) } else { rest.rsplit_once('/').map(|it| it.0) }
}

fn side<'n>(socket: &'n Socket<'_>, types: &HashMap<Group<'n>, FlowType<'n>>) -> FlowType<'n> {
    match group(socket) {
        Some(group) => types.get(&group).copied().unwrap_or_default(),
        None if is_concrete(socket.info.data_type()) => FlowType::Known(socket.info.data_type()),
        None => FlowType::Open,
    }
}
