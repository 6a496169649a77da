//! Ports that take the type of what they are connected to (facts, sprokit §10 step 4).
//!
//! Ports of a process whose type has the same text behind `_flow_dependent/` change together; with
//! no text, each changes alone. Types spread along connections until nothing changes.

use std::collections::HashMap;

use super::super::File;
use super::super::diagnostics::graph;
use super::super::network::{End, Network, PortInfo};
use super::ports::is_concrete;
use super::{Subject, Verdicts};

/// What a set of ports that change together is known to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum FlowType {
    /// No connection has said anything yet.
    #[default]
    Unknown,
    /// It may be anything, because an end is not known or takes anything.
    Open,
    /// All ports have this type.
    Known(&'static str),
}

/// Names a set of ports that change together: the process, and the tag or the port.
type Group<'n> = (usize, &'n str);

pub(super) fn check(file: &File, network: &Network<'_>, verdicts: &mut Verdicts<'_>) {
    let mut types: HashMap<Group<'_>, FlowType> = HashMap::new();
    let mut of_group: HashMap<Group<'_>, Vec<usize>> = HashMap::new();
    for (idx, link) in network.links.iter().enumerate() {
        for group in [group(&link.from), group(&link.to)].into_iter().flatten() {
            of_group.entry(group).or_default().push(idx);
        }
    }
    if of_group.is_empty() {
        return;
    }
    for end in network.mapped.iter().flatten() {
        // The pipeline outside decides.
        if let Some(group) = group(end) {
            types.insert(group, FlowType::Open);
        }
    }
    let mut open: Vec<usize> = (0..network.links.len()).rev().collect();
    while let Some(idx) = open.pop() {
        let Some(link) = network.links.get(idx) else { continue };
        let (from, to) = (side(&link.from, &types), side(&link.to, &types));
        for (group, type_there) in [(group(&link.from), to), (group(&link.to), from)] {
            let Some(group) = group else { continue };
            let current = types.get(&group).copied().unwrap_or_default();
            if current == FlowType::Unknown && type_there != FlowType::Unknown {
                types.insert(group, type_there);
                open.extend(of_group.get(&group).into_iter().flatten());
            }
        }
    }
    for (idx, link) in network.links.iter().enumerate() {
        let (from_group, to_group) = (group(&link.from), group(&link.to));
        if from_group.is_none() && to_group.is_none() {
            continue;
        }
        let range = file.source.span_range(link.to.span);
        let (from, to) = (file.source.joined(link.from.span), file.source.joined(link.to.span));
        let subject = Subject::Link(idx);
        match (side(&link.from, &types), side(&link.to, &types)) {
            (FlowType::Unknown, FlowType::Unknown) => {
                let finding = graph::untyped_connection(range, &from, &to);
                verdicts.push(subject, link.to.span.start, finding);
            }
            (FlowType::Known(up), FlowType::Known(down)) if up != down => {
                let finding = if to_group.is_some() {
                    graph::flow_type_conflict(range, &to, down, up)
                } else {
                    graph::flow_type_conflict(range, &from, up, down)
                };
                verdicts.push(subject, link.to.span.start, finding);
            }
            _ => (),
        }
    }
}

/// The set that an end belongs to, if its type is not fixed. Which ports of a process with dynamic
/// ports change together is not known well enough.
fn group<'n>(end: &'n End<'_>) -> Option<Group<'n>> {
    let PortInfo::Declared(port) = end.info else { return None };
    let tag = port.data_type.strip_prefix("_flow_dependent/")?;
    Some((end.process?, if tag.is_empty() { end.port.as_ref() } else { tag }))
}

fn side<'n>(end: &'n End<'_>, types: &HashMap<Group<'n>, FlowType>) -> FlowType {
    match group(end) {
        Some(group) => types.get(&group).copied().unwrap_or_default(),
        None if is_concrete(end.info.data_type()) => FlowType::Known(end.info.data_type()),
        None => FlowType::Open,
    }
}
