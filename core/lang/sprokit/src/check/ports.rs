//! Processes and the ends of connections, as the program checks them when it builds the graph
//! (sprokit.md#connections and sprokit.md#clusters).

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::joining;
use super::verdicts::{Subject, Verdicts, place, port_name};
use crate::catalogue::{Flags, HEARTBEAT, is_concrete};
use crate::diagnostics::{UNKNOWN_CLUSTER_PORT, graph};
use crate::edit::{items, statements};
use crate::file::File;
use crate::network::{End, Link, LinkId, Network, PortInfo, ProcessId};
use crate::token;
use crate::wires::{self, Site, Wire};
use bobbin_core::diagnostics::nearest;
use bobbin_core::edit::{ItemPath, Replacement, TextEdit};
use bobbin_core::text::slice;
use bobbin_core::view::PortSide;

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    let ends = Ends { file, network, taken: OnceCell::new() };
    processes(file, network, verdicts);
    for (idx, link) in network.links.enumerated() {
        connection(&ends, idx, link, verdicts);
    }
    for (idx, end) in network.mapped.iter().enumerate() {
        let Some(end) = end else { continue };
        let is_input = file.model().mappings.get(idx).is_some_and(|it| it.is_input);
        let side = if is_input { PortSide::Input } else { PortSide::Output };
        one_end(&ends, Subject::Mapping(idx), (end, side), false, verdicts);
    }
    late(file, network, wires, verdicts);
    shared_outputs(file, network, wires, verdicts);
    inputs(file, network, wires, verdicts);
}

/// The text whose ends are checked, with what the ends of others are led to.
struct Ends<'a, 'f> {
    file: &'a File,
    network: &'a Network<'f>,
    /// The inputs of the text that a connection or a mapping leads to, found when they are first asked for.
    taken: OnceCell<HashSet<(ProcessId, &'a str)>>,
}

impl Ends<'_, '_> {
    /// Returns whether one more connection or mapping can lead to a port: an input takes one
    /// (sprokit.md#connections).
    fn is_free(&self, process: ProcessId, side: PortSide, port: &str) -> bool {
        let taken = || {
            let mapped = self.file.model().mappings.iter().zip(&self.network.mapped);
            let mapped = mapped.filter(|it| it.0.is_input).filter_map(|it| it.1.as_ref());
            let ends = self.network.links.iter().map(|it| &it.to).chain(mapped);
            ends.filter_map(|it| Some((it.process?, it.port.as_ref()))).collect()
        };
        side == PortSide::Output || !self.taken.get_or_init(taken).contains(&(process, port))
    }
}

fn processes(file: &File, network: &Network<'_>, verdicts: &mut Verdicts<'_>) {
    let source = file.source();
    for (idx, it) in network.own_enumerated() {
        let subject = Subject::Process(idx);
        let name_range = source.range(it.head.name);
        if let Some(&first) = network.by_name.get(&it.name)
            && first != idx
            && let Some(first) = network.processes.get(first)
        {
            let first = source.range(first.head.name);
            let rename = if verdicts.findings.may_search() {
                joining::rename_duplicate(file, network, idx)
            } else {
                None
            };
            let finding = graph::duplicate_process(name_range, &it.name, first, rename);
            verdicts.push(subject, it.head.name, finding);
        }
        // A cluster that holds itself is told of as that.
        if it.process_type.is_none()
            && !it.is_endless
            && let Some(at) = it.head.process_type
        {
            let nearest = verdicts.nearest_type(it.type_name);
            let finding = graph::unknown_process_type(source.range(at), it.type_name, nearest);
            verdicts.push(subject, at, finding);
        }
    }
}

fn connection(ends: &Ends<'_, '_>, idx: LinkId, link: &Link<'_>, verdicts: &mut Verdicts<'_>) {
    let &Ends { file, network, .. } = ends;
    let source = file.source();
    let subject = Subject::Link(idx);
    let (from, to) = (&link.from, &link.to);
    if is_swapped(network, link) {
        let (from_text, to_text) = (source.joined(from.span), source.joined(to.span));
        let (from_range, to_range) = (source.span_range(from.span), source.span_range(to.span));
        // As they are written: a comment may stand between the words of an address.
        let own = source.files().first().map_or("", |it| &it.text);
        let as_written = |at| slice(own, at).to_owned();
        let swap = TextEdit::from_replacements(vec![
            Replacement { range: from_range, text: as_written(to_range) },
            Replacement { range: to_range, text: as_written(from_range) },
        ]);
        let is_late = is_cluster_end(network, from) || is_cluster_end(network, to);
        let finding = graph::swapped_direction(from_range, &from_text, &to_text, swap, is_late);
        verdicts.push(subject, from.span.start, finding);
        return;
    }
    let is_late = is_cluster_end(network, from) || is_cluster_end(network, to);
    one_end(ends, subject, (from, PortSide::Output), is_late, verdicts);
    one_end(ends, subject, (to, PortSide::Input), is_late, verdicts);
    if is_late {
        leads_nowhere(file, network, subject, from, verdicts);
        return;
    }
    let (up, down) = (from.info.data_type(), to.info.data_type());
    let range = source.span_range(to.span);
    let (from_text, to_text) = (source.joined(from.span), source.joined(to.span));
    // The program stops at the flags first (sprokit.md#connections).
    if from.info.has(Flags::CONST) && to.info.has(Flags::MUTABLE) {
        let finding = graph::const_into_mutable(range, &from_text, &to_text, false);
        verdicts.push(subject, to.span.start, finding);
    } else if is_concrete(up) && is_concrete(down) && up != down {
        let finding = graph::port_type_mismatch(range, (&from_text, up), (&to_text, down), false);
        verdicts.push(subject, to.span.start, finding);
    }
}

/// Reports an output of an instance that stands for the `_heartbeat` of an instance inside: the one can
/// be mapped, but there is no port behind the other (sprokit.md#ends-at-clusters).
fn leads_nowhere(
    file: &File,
    network: &Network<'_>,
    subject: Subject,
    end: &End<'_>,
    verdicts: &mut Verdicts<'_>,
) {
    let Some(process) = end.process.filter(|_| !matches!(end.info, PortInfo::Missing)) else {
        return;
    };
    let port = (process, end.port.clone());
    if let Some((inner, port)) = wires::dead_end(network, port, PortSide::Output) {
        let at = port_name(network, inner, &port);
        let range = file.source().span_range(end.port_span);
        let finding = graph::leads_nowhere(range, &file.source().joined(end.span), Some(&at));
        verdicts.push(subject, end.port_span.start, finding);
    }
}

fn is_cluster_end(network: &Network<'_>, end: &End<'_>) -> bool {
    end.process.is_some_and(|it| network.is_cluster(it))
}

/// Connections of and inside clusters, whose ends meet at set-up only.
fn late(file: &File, network: &Network<'_>, wires: &[Wire<'_>], verdicts: &mut Verdicts<'_>) {
    for wire in wires.iter().filter(|it| it.is_late || matches!(it.site, Site::Inner(..))) {
        let Some(place) = place(file, network, wire) else { continue };
        let (from, to) = (
            port_name(network, wire.from.process, &wire.from.port),
            port_name(network, wire.to.process, &wire.to.port),
        );
        let (up, down) = (wire.from.info.data_type(), wire.to.info.data_type());
        if wire.from.info.has(Flags::CONST) && wire.to.info.has(Flags::MUTABLE) {
            let finding = graph::const_into_mutable(place.range, &from, &to, true);
            verdicts.push(place.subject, place.at, finding);
        } else if is_concrete(up) && is_concrete(down) && up != down {
            let finding = graph::port_type_mismatch(place.range, (&from, up), (&to, down), true);
            verdicts.push(place.subject, place.at, finding);
        }
    }
}

/// Returns true if each end is a port of the other side.
fn is_swapped(network: &Network<'_>, link: &Link<'_>) -> bool {
    let other = |end: &End<'_>, side: PortSide| {
        matches!(end.info, PortInfo::Missing)
            && end.process.is_some_and(|it| {
                !matches!(
                    network.port_info(it, side, &end.port),
                    PortInfo::Missing | PortInfo::Open
                )
            })
    };
    let from_is_input = other(&link.from, PortSide::Input);
    let to_is_output = other(&link.to, PortSide::Output);
    // Of an unknown type nothing speaks against it.
    let from_is_open = matches!(link.from.info, PortInfo::Open) && link.from.process.is_some();
    let to_is_open = matches!(link.to.info, PortInfo::Open) && link.to.process.is_some();
    (from_is_input && (to_is_output || to_is_open)) || (from_is_open && to_is_output)
}

/// Checks an end against the side that its port must be on. With a cluster at either end the
/// program looks at a connection at set-up only, so it `is_late` (sprokit.md#connections).
fn one_end(
    ends: &Ends<'_, '_>,
    subject: Subject,
    (end, side): (&End<'_>, PortSide),
    is_late: bool,
    verdicts: &mut Verdicts<'_>,
) {
    let &Ends { file, network, .. } = ends;
    let source = file.source();
    let found = end.process.and_then(|it| Some((it, network.processes.get(it)?)));
    let Some((id, process)) = found else {
        // What is not open may declare it.
        if !source.has_gaps() {
            let range = source.span_range(end.name_span);
            let has_port = |name: &&str| {
                // Written as a reserved word, it would be none.
                let is_name = token::keyword(name.as_bytes()).is_none();
                let process = network.by_name.get(*name).copied().filter(|_| is_name);
                process.is_some_and(|it| {
                    !matches!(network.mappable_port(it, side, &end.port), PortInfo::Missing)
                        && ends.is_free(it, side, &end.port)
                })
            };
            let names = network.names().filter(has_port);
            let nearest = verdicts.findings.nearest(&end.name, names);
            let finding = graph::unknown_process(range, &end.name, nearest);
            verdicts.push(subject, end.name_span.start, finding);
        }
        return;
    };
    let (PortInfo::Missing, Some(known)) = (end.info, process.process_type) else { return };
    let range = source.span_range(end.port_span);
    let word = match side {
        PortSide::Input => "input",
        PortSide::Output => "output",
    };
    // Every process has that output (sprokit.md#connections), but that of a cluster stands for none
    // inside, so that it can be mapped only.
    let has_heartbeat = side == PortSide::Output && !(known.is_cluster && is_late);
    if side == PortSide::Output && !has_heartbeat && end.port == HEARTBEAT.name {
        let finding = graph::leads_nowhere(range, &source.joined(end.span), None);
        return verdicts.push(subject, end.port_span.start, finding);
    }
    let mut names: Vec<&str> = known.ports(side).iter().map(|it| it.name.as_ref()).collect();
    // If the one that is meant is taken, another one is no better.
    let nearest = nearest(&end.port, names.iter().copied());
    let nearest = nearest.filter(|it| ends.is_free(id, side, it));
    names.extend(known.dynamic.iter().filter(|it| it.side == side).map(|it| it.template.as_ref()));
    if has_heartbeat {
        names.push(HEARTBEAT.name.as_ref());
    }
    let mut finding = graph::unknown_port(range, &end.port, &known.name, word, &names, nearest);
    if is_late {
        finding.code = &UNKNOWN_CLUSTER_PORT;
    }
    verdicts.push(subject, end.port_span.start, finding);
}

/// Checks shared outputs: each has one consumer only, if any of them changes what it gets.
fn shared_outputs(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    /// The consumers seen so far: their number, and whether one of them changes the data.
    #[derive(Default)]
    struct Consumers {
        n: usize,
        any_mutable: bool,
    }
    let mut consumers: HashMap<(ProcessId, &str), Consumers> = HashMap::new();
    for wire in wires.iter().filter(|it| it.from.info.has(Flags::SHARED)) {
        let it = consumers.entry((wire.from.process, wire.from.port.as_ref())).or_default();
        let is_mutable = wire.to.info.has(Flags::MUTABLE);
        if it.n > 0
            && (it.any_mutable || is_mutable)
            && let Some(place) = place(file, network, wire)
        {
            let from = port_name(network, wire.from.process, &wire.from.port);
            let finding = graph::shared_and_mutable(place.range, &from, wire.is_late);
            verdicts.push(place.subject, place.at, finding);
        }
        it.n += 1;
        it.any_mutable |= is_mutable;
    }
}

/// Checks inputs: each takes one connection, and one mapping.
fn inputs(file: &File, network: &Network<'_>, wires: &[Wire<'_>], verdicts: &mut Verdicts<'_>) {
    let source = file.source();
    let mut mapped: HashMap<(ProcessId, &str), &End<'_>> = HashMap::new();
    for (idx, end) in network.mapped.iter().enumerate() {
        let is_input = file.model().mappings.get(idx).is_some_and(|it| it.is_input);
        let (Some(end), true) = (end, is_input) else { continue };
        let Some(process) = end.process else { continue };
        if let Some(first) = mapped.insert((process, &end.port), end) {
            let range = source.span_range(end.span);
            let to = source.joined(end.span);
            let first = source.span_range(first.span);
            let outer = file.model().mappings.get(idx).map(|it| source.joined(it.outer.span));
            let item = ItemPath::new(["imap", outer.as_deref().unwrap_or_default(), &to]);
            let removal = items::remove(file, &item).ok();
            let finding = graph::input_mapped_twice(range, &to, first, removal);
            verdicts.push(Subject::Mapping(idx), end.span.start, finding);
        }
    }
    let mut connected: HashMap<(ProcessId, &str), usize> = HashMap::with_capacity(wires.len());
    for (idx, wire) in wires.iter().enumerate() {
        let key = (wire.to.process, wire.to.port.as_ref());
        let first = *connected.entry(key).or_insert(idx);
        let mapping = mapped.get(&key);
        if first == idx && mapping.is_none() {
            continue;
        }
        let Some(here) = place(file, network, wire) else { continue };
        let to = port_name(network, wire.to.process, &wire.to.port);
        let finding = match (wires.get(first).filter(|_| first != idx), mapping) {
            (Some(first), _) => {
                let removal = repeated(file, network, first, wire);
                let first = place(file, network, first).map_or(here.range, |it| it.range);
                graph::input_connected_twice(here.range, &to, first, removal)
            }
            (None, Some(mapping)) => {
                let link = match wire.site {
                    Site::Link(idx) => network.links.get(idx),
                    Site::Inner(..) => None,
                };
                // With another one the input would still be connected.
                let to_it = |it: &&Wire<'_>| (it.to.process, it.to.port.as_ref()) == key;
                let link = link.filter(|_| wires.iter().filter(to_it).count() == 1);
                let connection = link.and_then(|it| file.model().connections.get(it.connection));
                let removal = connection.and_then(|it| statements::remove_statement(file, it.span));
                let mapping = source.span_range(mapping.span);
                graph::mapped_and_connected(here.range, &to, mapping, removal)
            }
            (None, None) => continue,
        };
        verdicts.push(here.subject, here.at, finding);
    }
}

/// Takes a connection away that only repeats another.
fn repeated(
    file: &File,
    network: &Network<'_>,
    first: &Wire<'_>,
    second: &Wire<'_>,
) -> Option<TextEdit> {
    let link = |wire: &Wire<'_>| match wire.site {
        Site::Link(idx) => network.links.get(idx),
        Site::Inner(..) => None,
    };
    let (first, second) = (link(first)?, link(second)?);
    let same = |one: &End<'_>, other: &End<'_>| one.name == other.name && one.port == other.port;
    let connection = file.model().connections.get(second.connection)?;
    let is_repeated = same(&first.from, &second.from) && same(&first.to, &second.to);
    is_repeated.then(|| statements::remove_statement(file, connection.span))?
}
