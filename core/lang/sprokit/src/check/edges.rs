//! Settings of the pipeline that no edge reads (sprokit.md#edge-capacity).

use text_size::TextRange;

use super::verdicts::is_fragment;
use super::written::{key_token, only_where_written, removal, value_token};
use crate::catalogue::{NON_BLOCKING, SCHEDULERS};
use crate::diagnostics::{Findings, config};
use crate::edges;
use crate::file::File;
use crate::instances;
use crate::key_parts;
use crate::network::{Network, PortInfo, Process, ProcessId};
use crate::resolve::{self, Baked, Configuration};
use crate::scalars::yes_or_no;
use crate::wires::{Wire, ends, wires};
use bobbin_core::IdVec;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::view::PortSide;

/// The keys of an edge.
const EDGE_KEYS: [&str; 2] = ["capacity", "blocking"];

/// The keys that the program looks up below `_pipeline`.
const PIPELINE_KEYS: [&str; 4] =
    ["_edge", "_edge_by_type", "_edge_by_conn", "embedded_pipeline_extension"];

/// The ends of an edge, as `_edge_by_conn` spells them.
const ENDS: [(&str, PortSide); 2] = [("up", PortSide::Output), ("down", PortSide::Input)];

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    let is_ours = |it: &&Baked<'_>| {
        let first = it.key.split(':').next().unwrap_or_default();
        matches!(first, "_pipeline" | "_scheduler")
            && !it.is_refused
            && !it.flags.local
            && !configuration.asked.contains(&it.key)
    };
    let settings: Vec<&Baked<'_>> = configuration.entries.iter().filter(is_ours).collect();
    if settings.is_empty() {
        return;
    }
    // What is not open may bring processes and connections.
    let is_whole = network.n_own > 0
        && !file.model().is_cluster
        && !file.source().has_gaps()
        && !is_fragment(file);
    let wires = if is_whole { wires(network) } else { Vec::new() };
    let configured = instances::configure(file, network, configuration);
    let is_non_blocking = |process| {
        edges::non_blocking_inside(&configured, process).is_some()
            || configuration.get(&format!("{}:{NON_BLOCKING}", network.name(process))).is_some()
    };
    let mut overruled = IdVec::of(&network.processes, false);
    for it in &wires {
        if let Some(slot) = overruled.get_mut(it.to.process) {
            *slot = *slot || is_non_blocking(it.to.process);
        }
    }
    let edges = Edges { file, network, configuration, wires: &wires, overruled, is_whole };
    for baked in settings {
        let parts: Vec<&str> = baked.key.split(':').collect();
        let found = match parts.as_slice() {
            [first, ..] if file.model().is_cluster => {
                let message = format!("`{first}` is read from the pipeline that uses the cluster");
                Some(edges.finding(baked, Fault { part: 0, message, near: None }))
            }
            ["_scheduler", rest @ ..] => edges.scheduler(baked, rest),
            ["_pipeline", "_edge", rest @ ..] => edges.key(baked, 2, rest),
            ["_pipeline", "_edge_by_type", rest @ ..] => edges.by_type(baked, rest),
            ["_pipeline", "_edge_by_conn", rest @ ..] => edges.by_connection(baked, rest),
            ["_pipeline", "embedded_pipeline_extension", ..] => None,
            ["_pipeline", first, ..] => {
                let message = format!("no pipeline reads the setting `{first}`");
                let near = nearest(first, PIPELINE_KEYS);
                Some(edges.finding(baked, Fault { part: 1, message, near }))
            }
            _ => None,
        };
        if let Some(finding) = found.or_else(|| edges.blocking(baked)) {
            findings.push(key_token(file, baked), finding);
        }
    }
}

/// A part of a key that makes a setting have no effect.
struct Fault<'n> {
    /// The index of the part of the key that is wrong.
    part: usize,
    message: String,
    /// The name that was probably meant.
    near: Option<&'n str>,
}

struct Edges<'a, 'f> {
    file: &'f File,
    network: &'a Network<'f>,
    configuration: &'a Configuration<'f>,
    wires: &'a [Wire<'f>],
    /// True for processes whose `_non_blocking` decides for all connections into them.
    overruled: IdVec<ProcessId, bool>,
    /// True if all processes and connections are known.
    is_whole: bool,
}

impl Edges<'_, '_> {
    fn finding(&self, baked: &Baked<'_>, fault: Fault<'_>) -> Diagnostic {
        let Fault { part, message, near } = fault;
        let parts = key_parts::of(self.file, baked);
        let whole = parts.iter().map(|it| it.range).reduce(TextRange::cover);
        let part = parts.get(part).filter(|it| !it.range.is_empty());
        // A part of the header or of a block belongs to other keys too, and so does not tell this one.
        let range = part.map(|it| it.range).or(whole).unwrap_or_default();
        let fix = part.zip(near).map(|(it, near)| (near, TextEdit::replace(it.range, near)));
        config::ignored_setting(range, message, fix, removal(self.file, self.configuration, baked))
    }

    /// Checks the last part of a key of edges, whose first parts are `n_before` others.
    fn key(&self, baked: &Baked<'_>, n_before: usize, rest: &[&str]) -> Option<Diagnostic> {
        let (&key, below) = rest.split_first()?;
        // The pipeline sets `_dependency` itself.
        let message = match (EDGE_KEYS.contains(&key), below) {
            (true, []) => return None,
            (true, _) => format!("`{key}` of an edge has no parts"),
            (false, _) if key == "_dependency" => {
                "the pipeline sets `_dependency` of its edges itself".to_owned()
            }
            (false, _) => format!("no edge reads the setting `{key}`"),
        };
        let near = nearest(key, EDGE_KEYS).filter(|_| below.is_empty());
        let part = if below.is_empty() { n_before } else { n_before + 1 };
        Some(self.finding(baked, Fault { part, message, near }))
    }

    /// Reports a setting that lacks the name of the edge's key at its end.
    fn without_key(&self, baked: &Baked<'_>) -> Diagnostic {
        let parts = key_parts::of(self.file, baked);
        let range = parts.last().map(|it| it.range);
        let edit = range.map(|it| TextEdit::insert(it.end(), ":capacity"));
        config::incomplete_edge_key(range.unwrap_or_default(), edit)
    }

    fn by_type(&self, baked: &Baked<'_>, rest: &[&str]) -> Option<Diagnostic> {
        let types: Vec<&str> = self.wires.iter().map(|it| it.to.info.data_type()).collect();
        let (&key, of_type) = rest.split_last()?;
        let whole = rest.join(":");
        if !EDGE_KEYS.contains(&key) {
            let is_type = types.contains(&whole.as_str());
            return match is_type || of_type.is_empty() {
                true if nearest(key, EDGE_KEYS).is_none() => Some(self.without_key(baked)),
                _ => self.key(baked, 2 + of_type.len(), &[key]),
            };
        }
        let name = of_type.join(":");
        if !self.is_whole {
            return None;
        }
        if types.contains(&name.as_str()) {
            let part = 2 + of_type.len();
            // An input of an unknown process may have any type.
            let is_of_type = |it: &Wire<'_>| {
                matches!(it.to.info, PortInfo::Open) || it.to.info.data_type() == name
            };
            return self.overruled(baked, part, is_of_type);
        }
        // Most types begin with the name of who makes them.
        let full =
            types.iter().copied().find(|it| it.split_once(':').is_some_and(|it| it.1 == name));
        let is_open = self.wires.iter().any(|it| matches!(it.to.info, PortInfo::Open));
        if is_open && full.is_none() {
            return None;
        }
        let message = match name.as_str() {
            "" => "the setting names no type".to_owned(),
            _ => format!("no connected input has the type `{name}`"),
        };
        let near =
            full.or_else(|| nearest(&name, types.iter().copied().filter(|it| !it.is_empty())));
        let parts = key_parts::of(self.file, baked);
        let own = parts.get(2..2 + of_type.len()).unwrap_or_default();
        let range = own.iter().map(|it| it.range).reduce(TextRange::cover);
        let is_one = key_parts::are_together(own);
        let mut finding = self.finding(baked, Fault { part: 2, message, near: None });
        if let Some(range) = range {
            finding.range = range;
            if let Some(near) = near.filter(|_| is_one) {
                finding = config::meant(finding, near, TextEdit::replace(range, near));
            }
        }
        Some(finding)
    }

    fn by_connection(&self, baked: &Baked<'_>, rest: &[&str]) -> Option<Diagnostic> {
        let (process, way, port) = match *rest {
            [_] => {
                let message = "the setting names no end of a connection".to_owned();
                return Some(self.finding(baked, Fault { part: 2, message, near: None }));
            }
            [process, way] => (process, way, None),
            [process, way, port, ..] => (process, way, Some(port)),
            [] => return None,
        };
        if let Some(found) = self.process(baked, process, rest) {
            return Some(found);
        }
        let Some((_, side)) = ENDS.iter().find(|it| it.0 == way) else {
            let message = format!("`{way}` is neither `up` nor `down`");
            let by_port = port.and_then(|port| self.way_of(process, port));
            let near = nearest(way, ENDS.map(|it| it.0)).or(by_port);
            return Some(self.finding(baked, Fault { part: 3, message, near }));
        };
        let Some(port) = port else {
            let message = "the setting names no port".to_owned();
            return Some(self.finding(baked, Fault { part: 3, message, near: None }));
        };
        if let Some(found) = self.port(baked, process, *side, port) {
            return Some(found);
        }
        match rest.get(3..).unwrap_or_default() {
            [] => Some(self.without_key(baked)),
            keys => {
                let found = self.key(baked, 5, keys);
                found.or_else(|| {
                    let &at = self.network.by_name.get(process)?;
                    let is_of_port = |it: &Wire<'_>| {
                        let end = if *side == PortSide::Input { &it.to } else { &it.from };
                        end.process == at && end.port == port
                    };
                    self.overruled(baked, 5, is_of_port)
                })
            }
        }
    }

    /// Reports a setting of connections that all lead to processes which decide for themselves
    /// (sprokit.md#non-blocking-processes).
    fn overruled(
        &self,
        baked: &Baked<'_>,
        part: usize,
        is_meant: impl Fn(&Wire<'_>) -> bool,
    ) -> Option<Diagnostic> {
        let mut meant = self.wires.iter().filter(|it| is_meant(it)).map(|it| it.to.process);
        let first = meant.clone().next()?;
        if !meant.all(|it| self.overruled.get(it).copied().unwrap_or_default()) {
            return None;
        }
        let name = self.network.name(first);
        let message = format!("`{NON_BLOCKING}` of `{name}` decides for all its inputs");
        Some(self.finding(baked, Fault { part, message, near: None }))
    }

    fn process(&self, baked: &Baked<'_>, name: &str, rest: &[&str]) -> Option<Diagnostic> {
        if !self.is_whole {
            return None;
        }
        let Some(&at) = self.network.by_name.get(name) else {
            // The inside of a cluster that is not open is not known.
            let outer = name.split_once('/').and_then(|it| self.network.by_name.get(it.0));
            let outer = outer.and_then(|&it| self.network.processes.get(it));
            let is_unknown = |it: &Process<'_>| {
                it.instance.is_none() && it.process_type.is_none_or(|it| it.is_cluster)
            };
            if outer.is_some_and(is_unknown) {
                return None;
            }
            let message = format!("there is no process called `{name}`");
            let near = nearest(name, self.network.processes.iter().map(|it| it.name.as_ref()));
            return Some(self.finding(baked, Fault { part: 2, message, near }));
        };
        let it = self.network.processes.get(at)?;
        it.instance?;
        // Behind the ports of a cluster stand those of the processes inside.
        let side = ENDS.iter().find(|it| rest.get(1) == Some(&it.0)).map(|it| it.1);
        let port = rest.get(2).copied().unwrap_or_default();
        let inside = side.map(|side| ends(self.network, (at, port.into()), side));
        let inside: Vec<(String, String)> = inside
            .into_iter()
            .flatten()
            .filter_map(|it| {
                let process = self.network.processes.get(it.process)?;
                Some((process.name.to_string(), it.port.to_string()))
            })
            .collect();
        let message = format!("`{name}` is a cluster, and only the processes inside have edges");
        let mut finding = self.finding(baked, Fault { part: 2, message, near: None });
        let way = rest.get(1).copied().unwrap_or_default();
        let shown: Vec<String> =
            inside.iter().map(|(process, port)| format!("`{process}:{way}:{port}`")).collect();
        if !shown.is_empty() {
            finding = finding.with_help(format!("the edge is that of {}", shown.join(" and ")));
        }
        let parts = key_parts::of(self.file, baked);
        let own = parts.get(2..5).unwrap_or_default();
        if let ([(process, port)], true) = (inside.as_slice(), key_parts::are_together(own))
            && let Some(range) = own.iter().map(|it| it.range).reduce(TextRange::cover)
        {
            let new = format!("{process}:{way}:{port}");
            finding = config::meant(finding, &new, TextEdit::replace(range, &new));
        }
        Some(finding)
    }

    /// Returns the ports of a process that are connected on a side.
    fn connected<'w>(&'w self, process: &'w str, side: PortSide) -> impl Iterator<Item = &'w str> {
        self.wires.iter().filter_map(move |it| {
            let end = if side == PortSide::Input { &it.to } else { &it.from };
            let its = self.network.processes.get(end.process)?;
            (its.name == process).then_some(end.port.as_ref())
        })
    }

    /// Returns up or down, by the side of a process that has a connected port of this name.
    fn way_of(&self, process: &str, port: &str) -> Option<&'static str> {
        let has = |side| self.connected(process, side).any(|it| it == port);
        ENDS.into_iter().find(|it| has(it.1)).map(|it| it.0)
    }

    fn port(
        &self,
        baked: &Baked<'_>,
        process: &str,
        side: PortSide,
        port: &str,
    ) -> Option<Diagnostic> {
        let &at = self.network.by_name.get(process).filter(|_| self.is_whole)?;
        if self.connected(process, side).any(|it| it == port) {
            return None;
        }
        let word = if side == PortSide::Input { "into" } else { "from" };
        if let Some(other) = self.way_of(process, port) {
            let what = if side == PortSide::Input { "an output" } else { "an input" };
            let message = format!("`{port}` of `{process}` is {what}");
            return Some(self.finding(baked, Fault { part: 3, message, near: Some(other) }));
        }
        let message = match self.network.port_info(at, side, port) {
            PortInfo::Missing => {
                let name = self.network.processes.get(at).map_or("", |it| it.type_name);
                let what = if side == PortSide::Input { "input" } else { "output" };
                format!("`{name}` has no {what} port `{port}`")
            }
            _ => format!("no connection leads {word} `{process}.{port}`"),
        };
        let mut ports: Vec<&str> = self.connected(process, side).collect();
        ports.dedup();
        let only = match *ports.as_slice() {
            [it] => Some(it),
            _ => None,
        };
        let near = nearest(port, ports.iter().copied()).or(only);
        Some(self.finding(baked, Fault { part: 4, message, near }))
    }

    fn scheduler(&self, baked: &Baked<'_>, rest: &[&str]) -> Option<Diagnostic> {
        let first = match *rest {
            [first] => first,
            ["type", _, ..] => {
                let message = "`type` of the scheduler has no parts".to_owned();
                return Some(self.finding(baked, Fault { part: 2, message, near: None }));
            }
            _ => return None,
        };
        if first == "type" || SCHEDULERS.contains(&first) {
            return None;
        }
        let message = format!("nothing reads the setting `{first}` of the scheduler");
        let near = nearest(first, ["type"]);
        Some(self.finding(baked, Fault { part: 1, message, near }))
    }

    /// Reports a value of `blocking` that is neither yes nor no.
    fn blocking(&self, baked: &Baked<'_>) -> Option<Diagnostic> {
        let is_it = baked.key.starts_with("_pipeline:_edge") && baked.key.ends_with(":blocking");
        let said = resolve::known(self.file, baked).filter(|it| yes_or_no(it).is_none());
        let said = said.filter(|_| is_it)?;
        let range = self.file.source().range(value_token(self.file, baked));
        let finding = config::bad_blocking(range, &said);
        Some(only_where_written(self.file, &said, finding))
    }
}
