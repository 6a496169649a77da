//! Set-up checks: open ports, stray processes, cycles (sprokit.md#set-up-checks).
//!
//! The program gets here only if all before was right, and so do these checks: next to another
//! error they would only repeat it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::frequency;
use super::joining::Joints;
use super::verdicts::{Verdicts, of_process, place};
use crate::catalogue::Flags;
use crate::diagnostics::graph;
use crate::file::File;
use crate::network::{Network, PortInfo, ProcessId};
use crate::wires::{Site, Wire, ends};
use bobbin_core::IdVec;
use bobbin_core::view::PortSide;

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    let components = components(network, wires);
    let all_exist =
        network.links.iter().all(|it| it.from.process.is_some() && it.to.process.is_some());
    let is_certain = all_exist && network.by_name.len() == network.processes.len();
    let main = main_component(&components);
    let joints = OnceCell::new();
    let joints = || joints.get_or_init(|| Joints::new(file, network, wires));
    if !file.model().is_cluster && is_certain {
        orphans(file, network, &components, main, joints, verdicts);
    }
    // A process that does not exist may be a misspelt one, whose ports only seem to be open.
    if all_exist {
        required_ports(file, network, wires, (&components, main), joints, verdicts);
    }
    cycles(file, network, wires, verdicts);
    frequency::check(file, network, wires, verdicts);
}

/// The first process that each process hangs together with; none for an instance, in whose place
/// the processes inside stand.
type Components = IdVec<ProcessId, Option<ProcessId>>;

fn components(network: &Network<'_>, wires: &[Wire<'_>]) -> Components {
    let mut neighbours = IdVec::of(&network.processes, Vec::new());
    for wire in wires {
        for (one, other) in
            [(wire.from.process, wire.to.process), (wire.to.process, wire.from.process)]
        {
            if let Some(it) = neighbours.get_mut(one) {
                it.push(other);
            }
        }
    }
    let mut res = IdVec::of(&network.processes, None);
    for (start, process) in network.processes.enumerated() {
        if process.instance.is_some() {
            continue;
        }
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if let Some(slot @ None) = res.get_mut(at) {
                *slot = Some(start);
                open.extend(neighbours.get(at).into_iter().flatten());
            }
        }
    }
    res
}

/// Returns the component that is taken for the pipeline: the largest, of equal ones the first.
fn main_component(components: &Components) -> Option<ProcessId> {
    let mut sizes: HashMap<ProcessId, usize> = HashMap::new();
    for &it in components.iter().flatten() {
        *sizes.entry(it).or_default() += 1;
    }
    let sized = sizes.into_iter().max_by_key(|&(it, size)| (size, std::cmp::Reverse(it)));
    sized.map(|it| it.0)
}

fn orphans<'n>(
    file: &File,
    network: &Network<'n>,
    components: &Components,
    main: Option<ProcessId>,
    joints: impl Fn() -> &'n Joints<'n>,
    verdicts: &mut Verdicts<'_>,
) {
    let Some((main, main_process)) = main.and_then(|it| Some((it, network.processes.get(it)?)))
    else {
        return;
    };
    let mut strays: Vec<(ProcessId, Vec<&str>)> = Vec::new();
    let mut place: HashMap<ProcessId, usize> = HashMap::new();
    // The components that may only seem to be apart.
    let mut seeming: HashSet<ProcessId> = HashSet::new();
    for (process, &component) in network.processes.iter().zip(components) {
        let Some(component) = component.filter(|&it| it != main) else { continue };
        if verdicts.has_bad_end(network, process.root) {
            seeming.insert(component);
        }
        let at = *place.entry(component).or_insert_with(|| {
            strays.push((component, Vec::new()));
            strays.len() - 1
        });
        if let Some((_, names)) = strays.get_mut(at) {
            names.push(&process.name);
        }
    }
    let main_roots = roots(network, components, main).into_iter().collect();
    // An instance of a cluster that holds itself is never made.
    let endless: HashSet<ProcessId> =
        network.processes.iter().filter(|it| it.is_endless).map(|it| it.root).collect();
    for (first, names) in strays {
        let Some(process) = network.processes.get(first) else { continue };
        if process.within.is_some() && endless.contains(&process.root) {
            continue;
        }
        if seeming.contains(&first) {
            continue;
        }
        let place = of_process(file, process);
        let ways = if verdicts.findings.may_search() {
            joints().strays(&roots(network, components, first), &main_roots)
        } else {
            Vec::new()
        };
        let finding = graph::orphaned_processes(place.range, &names, &main_process.name, ways);
        verdicts.push(place.subject, place.at, finding);
    }
}

/// Returns the processes of the text that are in a component, or whose inside is.
fn roots(network: &Network<'_>, components: &Components, component: ProcessId) -> Vec<ProcessId> {
    let inside = network.processes.iter().zip(components);
    let mut res: Vec<ProcessId> =
        inside.filter(|it| *it.1 == Some(component)).map(|it| it.0.root).collect();
    res.sort_unstable();
    res.dedup();
    res
}

fn required_ports<'n>(
    file: &File,
    network: &Network<'n>,
    wires: &[Wire<'_>],
    (components, main): (&Components, Option<ProcessId>),
    joints: impl Fn() -> &'n Joints<'n>,
    verdicts: &mut Verdicts<'_>,
) {
    let mut connected: HashSet<(ProcessId, PortSide, &str)> = HashSet::new();
    for wire in wires {
        for (side, it) in [(PortSide::Output, &wire.from), (PortSide::Input, &wire.to)] {
            if it.info.has(Flags::REQUIRED) {
                connected.insert((it.process, side, it.port.as_ref()));
            }
        }
    }
    let mut mapped = Vec::new();
    for (end, mapping) in network.mapped.iter().zip(&file.model().mappings) {
        let side = if mapping.is_input { PortSide::Input } else { PortSide::Output };
        let Some((end, process)) = end.as_ref().and_then(|it| Some((it, it.process?))) else {
            continue;
        };
        mapped.extend(
            ends(network, (process, end.port.clone()), side).into_iter().map(|it| (side, it)),
        );
    }
    connected.extend(mapped.iter().map(|(side, it)| (it.process, *side, it.port.as_ref())));
    // The program walks from the first process by name, and never gets to others.
    let first = { network.processes.ids() }
        .filter(|&it| components.get(it).copied().flatten().is_some())
        .min_by_key(|&it| network.processes.get(it).map(|it| &it.name));
    let first = first.and_then(|it| components.get(it).copied().flatten());
    for (idx, process) in network.processes.enumerated() {
        let component = components.get(idx).copied().flatten();
        let in_main = component.is_some()
            && (component == main || component == first || file.model().is_cluster);
        let Some(known) = process.process_type.filter(|_| in_main) else { continue };
        if verdicts.has_bad_end(network, process.root) {
            continue;
        }
        for (side, word) in [(PortSide::Input, "input"), (PortSide::Output, "output")] {
            let open: Vec<&str> = known
                .ports(side)
                .iter()
                .filter(|it| it.flags.has(Flags::REQUIRED))
                .map(|it| it.name.as_ref())
                .filter(|it| !connected.contains(&(idx, side, it)))
                .collect();
            if open.is_empty() {
                continue;
            }
            let place = of_process(file, process);
            let ways = if verdicts.findings.may_search() {
                joints().open_ports(idx, side, &open)
            } else {
                Vec::new()
            };
            let finding = graph::required_port_unconnected(
                place.range,
                &process.name,
                (&open, word),
                file.model().is_cluster,
                ways,
            );
            verdicts.push(place.subject, place.at, finding);
        }
    }
}

/// The processes that wait for each process, each with the wire, as index.
type Waits = IdVec<ProcessId, Vec<(ProcessId, usize)>>;

/// Cycles of connections into inputs that wait for their data. What an unknown type waits for is
/// not known.
fn cycles(file: &File, network: &Network<'_>, wires: &[Wire<'_>], verdicts: &mut Verdicts<'_>) {
    let mut next: Waits = IdVec::of(&network.processes, Vec::new());
    for (idx, wire) in wires.iter().enumerate() {
        let waits = match wire.to.info {
            PortInfo::Declared(it) => !it.flags.has(Flags::NODEP),
            PortInfo::Dynamic(_) => true,
            PortInfo::Open | PortInfo::Missing => false,
        };
        if waits && let Some(it) = next.get_mut(wire.from.process) {
            it.push((wire.to.process, idx));
        }
    }
    for component in strong_components(&next) {
        let inside: HashSet<ProcessId> = component.iter().copied().collect();
        let links = component.iter().flat_map(|&it| next.get(it).into_iter().flatten());
        let closing = links.filter(|(to, _)| inside.contains(to)).map(|&(_, link)| link).max();
        let Some(wire) = closing.and_then(|it| wires.get(it)) else { continue };
        let path = path(&next, &inside, wire.to.process, wire.from.process);
        let names: Vec<&str> = path
            .iter()
            .filter_map(|&it| network.processes.get(it))
            .map(|it| it.name.as_ref())
            .collect();
        let Some(mut place) = place(file, network, wire) else { continue };
        if let Site::Link(idx) = wire.site
            && let Some(link) = network.links.get(idx)
            && let Some(connection) = file.model().connections.get(link.connection)
        {
            (place.at, place.range) =
                (connection.span.start, file.source().span_range(connection.span));
        }
        let finding = graph::cycle(place.range, &names);
        verdicts.push(place.subject, place.at, finding);
    }
}

/// Returns the sets of vertices that reach each other, without single ones that do not reach
/// themselves (Tarjan's algorithm with a stack of its own).
fn strong_components(next: &Waits) -> Vec<Vec<ProcessId>> {
    const UNSEEN: usize = usize::MAX;
    let mut index = IdVec::of(next, UNSEEN);
    let mut low = IdVec::of(next, 0);
    let mut on_stack = IdVec::of(next, false);
    let (mut stack, mut res, mut count) = (Vec::new(), Vec::new(), 0);
    let at = |list: &IdVec<ProcessId, usize>, it| list.get(it).copied().unwrap_or(UNSEEN);
    for start in next.ids() {
        if at(&index, start) != UNSEEN {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((vertex, edge)) = work.pop() {
            if edge == 0 {
                set(&mut index, vertex, count);
                set(&mut low, vertex, count);
                set(&mut on_stack, vertex, true);
                stack.push(vertex);
                count += 1;
            }
            match next.get(vertex).and_then(|it| it.get(edge)) {
                Some(&(to, _)) => {
                    work.push((vertex, edge + 1));
                    if at(&index, to) == UNSEEN {
                        work.push((to, 0));
                    } else if on_stack.get(to).copied().unwrap_or_default() {
                        let least = at(&low, vertex).min(at(&index, to));
                        set(&mut low, vertex, least);
                    }
                }
                None => {
                    if let Some(&(parent, _)) = work.last() {
                        let least = at(&low, parent).min(at(&low, vertex));
                        set(&mut low, parent, least);
                    }
                    if at(&low, vertex) == at(&index, vertex) {
                        let from = stack.iter().rposition(|&it| it == vertex).unwrap_or_default();
                        let component = stack.split_off(from);
                        component.iter().for_each(|&it| set(&mut on_stack, it, false));
                        let loops = next.get(vertex).into_iter().flatten().any(|it| it.0 == vertex);
                        if component.len() > 1 || loops {
                            res.push(component);
                        }
                    }
                }
            }
        }
    }
    res
}

fn set<T>(list: &mut IdVec<ProcessId, T>, at: ProcessId, value: T) {
    if let Some(it) = list.get_mut(at) {
        *it = value;
    }
}

/// Returns a shortest way from one vertex to another inside a set.
fn path(
    next: &Waits,
    inside: &HashSet<ProcessId>,
    from: ProcessId,
    to: ProcessId,
) -> Vec<ProcessId> {
    let mut before: HashMap<ProcessId, ProcessId> = HashMap::from([(from, from)]);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        for &(it, _) in next.get(at).into_iter().flatten() {
            if inside.contains(&it) && !before.contains_key(&it) {
                before.insert(it, at);
                queue.push_back(it);
            }
        }
    }
    let mut res = vec![to];
    while let Some(&last) = res.last()
        && last != from
        && let Some(&it) = before.get(&last)
    {
        res.push(it);
    }
    res.reverse();
    res
}
