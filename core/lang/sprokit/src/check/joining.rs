//! Connections that would mend open ports and stray processes, and names for processes of which
//! there are two.
//!
//! What is offered leads to no new error: types and properties of the ports agree, no cycle closes,
//! and an input gets one connection.

use std::collections::{HashMap, HashSet};

use crate::catalogue::Flags;
use crate::catalogue::is_concrete;
use crate::edit::{connections, items as edit_items};
use crate::file::File;
use crate::items;
use crate::network::{End, Network, PortInfo, ProcessId};
use crate::wires::{Socket, Wire, ends};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{ItemPath, PortRef, Replacement, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::PortSide;
use bobbin_core::{Id as _, IdVec};

/// The number of ways to connect something that are offered.
const MOST_WAYS: usize = 5;

/// A port of a process of the text, with what it stands for inside of a cluster.
#[derive(Debug)]
struct Candidate<'n> {
    process: ProcessId,
    port: &'n str,
    is_required: bool,
    sockets: Vec<Socket<'n>>,
}

/// The processes that are joined to each process.
type Feeds = IdVec<ProcessId, Vec<ProcessId>>;

/// An output with an input.
type Pair<'c, 'n> = (&'c Candidate<'n>, &'c Candidate<'n>);

/// The connected ports, and the processes that feed each other.
#[derive(Debug)]
pub(super) struct Joints<'n> {
    file: &'n File,
    network: &'n Network<'n>,
    /// The number of connections of each port.
    connected: HashMap<(ProcessId, PortSide, &'n str), usize>,
    /// The processes that each process of the text feeds, and those that feed it.
    next: Feeds,
    before: Feeds,
    inputs: Vec<Candidate<'n>>,
    outputs: Vec<Candidate<'n>>,
}

impl<'n> Joints<'n> {
    pub(super) fn new(file: &'n File, network: &'n Network<'n>, wires: &'n [Wire<'n>]) -> Self {
        let mut connected = HashMap::new();
        let mut next: Feeds = IdVec::of(&network.processes, Vec::new());
        let mut before = next.clone();
        let root = |it: ProcessId| network.processes.get(it).map(|it| it.root);
        for wire in wires {
            for (side, end) in [(PortSide::Output, &wire.from), (PortSide::Input, &wire.to)] {
                // Candidates are declared, and only behind those of an instance may be others.
                if !matches!(end.info, PortInfo::Declared(_)) && network.instances.is_empty() {
                    continue;
                }
                *connected.entry((end.process, side, end.port.as_ref())).or_default() += 1;
            }
            if let (Some(from), Some(to)) = (root(wire.from.process), root(wire.to.process))
                && let (Some(next), Some(before)) = (next.get_mut(from), before.get_mut(to))
            {
                next.push(to);
                before.push(from);
            }
        }
        let all =
            |side| network.own_enumerated().flat_map(|it| ports(network, it.0, side)).collect();
        let (inputs, outputs) = (all(PortSide::Input), all(PortSide::Output));
        Joints { file, network, connected, next, before, inputs, outputs }
    }

    fn n_connections(&self, side: PortSide, socket: &Socket<'_>) -> usize {
        self.connected
            .get(&(socket.process, side, socket.port.as_ref()))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the pairs of an output of `from` and an input of `to` that go together.
    fn pairs(
        &self,
        from: impl Fn(&Candidate<'n>) -> bool,
        to: impl Fn(&Candidate<'n>) -> bool,
    ) -> Vec<Pair<'_, 'n>> {
        let inputs: Vec<&Candidate<'n>> = self.inputs.iter().filter(|it| to(it)).collect();
        let mut res = Vec::new();
        for output in self.outputs.iter().filter(|it| from(it)) {
            let fitting = inputs.iter().filter(|input| self.fits(output, input));
            res.extend(fitting.map(|&input| (output, input)));
        }
        res
    }

    /// Returns true if the program would accept a connection between two ports.
    fn fits(&self, from: &Candidate<'_>, to: &Candidate<'_>) -> bool {
        let is_free = to.sockets.iter().all(|it| self.n_connections(PortSide::Input, it) == 0);
        is_free
            && from.sockets.iter().all(|up| {
                to.sockets.iter().all(|down| {
                    let (one, other) = (up.info.data_type(), down.info.data_type());
                    let is_changed = down.info.has(Flags::MUTABLE);
                    let same_type = one == other || !is_concrete(one) || !is_concrete(other);
                    // Other consumers of a shared output may be those that change it.
                    let is_shared =
                        up.info.has(Flags::SHARED) && self.n_connections(PortSide::Output, up) > 0;
                    same_type && !is_shared && !(up.info.has(Flags::CONST) && is_changed)
                })
            })
    }

    /// Ranks how well two ports go together; less is better.
    fn distance(
        &self,
        from: &Candidate<'_>,
        to: &Candidate<'_>,
    ) -> (bool, bool, bool, bool, usize) {
        let data_type = |it: &Candidate<'_>| -> String {
            it.sockets.first().map_or("", |it| it.info.data_type()).to_owned()
        };
        let is_used = from.sockets.iter().any(|it| self.n_connections(PortSide::Output, it) > 0);
        let apart = from.process.index().abs_diff(to.process.index());
        let differ = data_type(from) != data_type(to);
        (differ, from.port != to.port, is_used, !to.is_required, apart)
    }

    fn name(&self, process: ProcessId) -> &'n str {
        self.network.own_process(process).map_or("", |it| it.name.as_ref())
    }

    /// Returns the best of the pairs as fixes.
    fn best(&self, mut pairs: Vec<Pair<'_, 'n>>) -> Vec<Fix> {
        pairs.order_by_key(|it| self.distance(it.0, it.1));
        let fix = |&(from, to): &Pair<'_, 'n>| {
            let from = format!("{}.{}", self.name(from.process), from.port);
            let to = format!("{}.{}", self.name(to.process), to.port);
            let label = format!("Connect `{from}` to `{to}`");
            Fix::new(label, connections::write(self.file, &[(from, to)])).as_guess()
        };
        pairs.iter().take(MOST_WAYS).map(fix).collect()
    }

    /// Connections of open ports of a process of the text, or, in a cluster, mappings of them.
    pub(super) fn open_ports(&self, process: ProcessId, side: PortSide, open: &[&str]) -> Vec<Fix> {
        // Of an instance the ports inside are open, which the text cannot name.
        let is_instance = self.network.own_process(process).is_none_or(|it| it.instance.is_some());
        if is_instance || !is_named(self.network, process) {
            return Vec::new();
        }
        let is_own = |it: &Candidate<'n>| it.process == process && open.contains(&it.port);
        let pairs = match side {
            PortSide::Input => {
                let behind = reached(&self.next, process);
                self.pairs(|it| !behind.contains(&it.process), is_own)
            }
            PortSide::Output => {
                let before = reached(&self.before, process);
                self.pairs(is_own, |it| !before.contains(&it.process))
            }
        };
        let mut res = self.best(pairs);
        if self.file.model().is_cluster {
            res.extend(open.iter().filter_map(|it| self.mapping(process, side, it)));
        }
        res
    }

    /// Plans a port of the cluster itself for an open port inside.
    fn mapping(&self, process: ProcessId, side: PortSide, port: &str) -> Option<Fix> {
        let (_, cluster) = self.file.model().cluster()?;
        let is_input = side == PortSide::Input;
        let name = self.name(process);
        let taken = |outer: &str| {
            let mut same = self.file.model().mappings.iter().filter(|it| it.is_input == is_input);
            same.any(|it| self.file.source().joined(it.outer.span) == outer)
        };
        let wanted = if taken(port) { format!("{name}_{port}") } else { port.to_owned() };
        let outer = items::free_name(&wanted, taken);
        let inside = PortRef { item: ItemPath::new(["process", name]), port: port.to_owned() };
        let own = PortRef { item: ItemPath::new(["cluster", &cluster.path]), port: outer.clone() };
        let (from, to) = if is_input { (own, inside) } else { (inside, own) };
        let edit = connections::connect(self.file, &from, &to).ok()?;
        let word = if is_input { "input" } else { "output" };
        let label = format!("Make it the {word} `{outer}` of the cluster");
        // What a cluster is for is not to be guessed, and the port needs a description.
        Some(Fix::new(label, edit).as_choice())
    }

    /// Connections of processes that hang together with `main`, and the removal of a process that
    /// stands alone. All are processes of the text.
    pub(super) fn strays(&self, strays: &[ProcessId], main: &HashSet<ProcessId>) -> Vec<Fix> {
        let is_stray = |it: &Candidate<'n>| strays.contains(&it.process);
        let is_main = |it: &Candidate<'n>| main.contains(&it.process);
        let mut pairs = self.pairs(is_stray, is_main);
        pairs.extend(self.pairs(is_main, is_stray));
        // With a required port open all the same there would be another mistake.
        let open: Vec<(ProcessId, PortSide, &str)> =
            strays.iter().flat_map(|&it| self.required_and_open(it)).collect();
        pairs.retain(|(from, to)| {
            open.iter().all(|&(process, side, port)| {
                let end = if side == PortSide::Input { to } else { from };
                end.process == process && end.port == port
            })
        });
        let mut res = self.best(pairs);
        if let [alone] = strays
            && let Some(process) = self.network.own_process(*alone)
        {
            let item = items::holder_path(self.file, process.holder);
            if let Ok(edit) = edit_items::remove(self.file, &item) {
                res.push(Fix::new(format!("Remove `{}`", process.name), edit));
            }
        }
        res
    }

    fn required_and_open(&self, process: ProcessId) -> Vec<(ProcessId, PortSide, &'n str)> {
        let mut res = Vec::new();
        let known = self.network.own_process(process).and_then(|it| it.process_type);
        for side in [PortSide::Input, PortSide::Output] {
            for port in known.map_or(&[][..], |it| it.ports(side)) {
                let sockets = ends(self.network, (process, port.name.as_ref().into()), side);
                let is_open = sockets
                    .iter()
                    .any(|it| it.info.has(Flags::REQUIRED) && self.n_connections(side, it) == 0);
                if is_open {
                    res.push((process, side, port.name.as_ref()));
                }
            }
        }
        res
    }
}

/// Returns the ports of a process on one side whose data types are known.
fn ports<'n>(network: &'n Network<'n>, process: ProcessId, side: PortSide) -> Vec<Candidate<'n>> {
    let known = network.own_process(process).and_then(|it| it.process_type);
    let known = known.filter(|_| is_named(network, process));
    let ports = known.map_or(&[][..], |it| it.ports(side));
    let candidate = |name: &'n str, flags: Flags| {
        let sockets = ends(network, (process, name.into()), side);
        let has_types = sockets.iter().all(|it| is_joinable(it.info.data_type()));
        let is_required = flags.has(Flags::REQUIRED);
        (has_types && !sockets.is_empty()).then_some(Candidate {
            process,
            port: name,
            is_required,
            sockets,
        })
    };
    ports.iter().filter_map(|it| candidate(&it.name, it.flags)).collect()
}

/// Returns true if an address with the name of a process means this one, and not an earlier one of
/// that name.
fn is_named(network: &Network<'_>, process: ProcessId) -> bool {
    let it = network.own_process(process);
    it.is_some_and(|it| network.by_name.get(&it.name) == Some(&process))
}

/// Returns everything reachable from `start` over `next`, itself included.
fn reached(next: &Feeds, start: ProcessId) -> HashSet<ProcessId> {
    let mut res = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for &it in next.get(at).into_iter().flatten() {
            if res.insert(it) {
                open.push(it);
            }
        }
    }
    res
}

/// Returns true if it is known to what a port of this type can be connected: types that depend on
/// others are resolved at set-up, and `_none` carries no data.
fn is_joinable(data_type: &str) -> bool {
    is_concrete(data_type) && data_type != "_none" || data_type == "_any"
}

/// Plans another name for a process whose name an earlier one has, together with the ends of
/// connections that can only mean this one: by their port.
pub(super) fn rename_duplicate(file: &File, network: &Network<'_>, idx: ProcessId) -> Option<Fix> {
    let process = network.own_process(idx)?;
    let own = network.own();
    let is_taken = |name: &str| own.iter().any(|it| it.name == name);
    let stem = process.name.trim_end_matches(|it: char| it.is_ascii_digit());
    let stem = if stem.is_empty() { process.name.as_ref() } else { stem };
    let new = items::free_name(stem, |it| it == stem || is_taken(it));
    let mut places = vec![process.head.name];
    for link in &network.links {
        for (end, side) in [(&link.from, PortSide::Output), (&link.to, PortSide::Input)] {
            if end.name == process.name && is_of(network, idx, end, side) {
                places.push(end.name_span.start);
            }
        }
    }
    if places.iter().any(|&it| !file.source().is_own(it)) {
        return None;
    }
    let edits = places
        .into_iter()
        .map(|it| Replacement { range: file.source().range(it), text: new.clone() });
    let edit = TextEdit::from_replacements(edits.collect());
    Some(Fix::new(format!("Rename to `{new}`"), edit))
}

/// Returns true if, of all processes that have the name in an address, only this one has the port.
fn is_of(network: &Network<'_>, idx: ProcessId, end: &End<'_>, side: PortSide) -> bool {
    let same = network.own_enumerated().filter(|it| it.1.name == end.name);
    let mut having = same
        .filter(|(at, _)| !matches!(network.port_info(*at, side, &end.port), PortInfo::Missing));
    having.next().is_some_and(|it| it.0 == idx) && having.next().is_none()
}
