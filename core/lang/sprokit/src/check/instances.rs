//! Instances of clusters, as the program makes them (sprokit.md#instantiation).

use std::collections::HashSet;

use super::verdicts::{Subject, Verdicts, is_fragment, of_process};
use super::written::only_where_written;
use super::{behaviour, typed};
use crate::ast::Address;
use crate::catalogue::NON_BLOCKING;
use crate::catalogue::{INSTRUMENTATION, KeyKind, ProcessType};
use crate::diagnostics::config::{InnerDefault, WayIn};
use crate::diagnostics::{
    DUPLICATE_PROCESS, INPUT_MAPPED_TWICE, INSTANCE_OVERRIDE, PARTIAL_NUMBER, UNKNOWN_CLUSTER_KEY,
    UNKNOWN_CLUSTER_PORT, UNKNOWN_PORT, UNKNOWN_PROCESS, UNKNOWN_PROCESS_TYPE, config, graph,
    syntax,
};
use crate::file::File;
use crate::inside::own_name;
use crate::instances::{Configured, FaultKind, Setting, configure};
use crate::macros;
use crate::network::{Instance, Network, PortInfo, Process, ProcessId};
use crate::resolve;
use crate::scalars::leading_number;
use crate::source::shown_path;
use crate::wires::{self, Wire, inner_port};
use bobbin_core::diagnostics::{Code, Diagnostic, nearest};
use bobbin_core::syntax::TokenSpan;
use bobbin_core::text::slice;
use bobbin_core::view::PortSide;

/// The key that names the instrumentation of a process (sprokit.md#instrumentation).
const INSTRUMENTATION_TYPE: &str = "_instrumentation:type";

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    wires: &[Wire<'_>],
    verdicts: &mut Verdicts<'_>,
) {
    // Clusters that hold each other do so on many ways, and the program stops at the first.
    let mut endless = HashSet::new();
    for (idx, process) in network.processes.enumerated() {
        if process.is_endless && !endless.insert(process.root) {
            continue;
        }
        let place = of_process(file, process);
        let at = process.head.process_type.unwrap_or(place.at);
        let range = file.source().range(at);
        if process.is_endless {
            let finding = graph::endless_cluster(range, process.type_name);
            verdicts.push(place.subject, at, finding);
        } else if let Some(cluster) = file.library().cluster(process.type_name)
            && let Some(fault) = &cluster.fault
        {
            let finding = {
                let shown = shown_path(&cluster.path, &file.input().path);
                graph::broken_cluster(range, &cluster.name, (&cluster.path, shown), fault)
            };
            verdicts.push(Subject::Process(process.root), at, finding);
        } else if process.within.is_none()
            && let Some(cluster) = file.library().cluster(process.type_name)
            && let Some(rival) = &cluster.rival
        {
            let own = &file.input().path;
            let files = [&cluster.path, rival].map(|it| shown_path(it, own));
            let finding = graph::rival_clusters(range, &cluster.name, files);
            verdicts.push(place.subject, at, finding);
        }
        let instance = process.instance.and_then(|it| network.instances.get(it));
        if let Some(instance) = instance
            && let Some(finding) = inside(file, network, idx, instance)
        {
            verdicts.push(place.subject, at, finding);
        }
    }
    settings(file, network, wires, verdicts);
}

/// Reports the first thing inside an instance at which the program stops.
fn inside(
    file: &File,
    network: &Network<'_>,
    process: ProcessId,
    instance: &Instance<'_>,
) -> Option<Diagnostic> {
    let outer = network.processes.get(process)?;
    let at = outer.head.process_type.unwrap_or(outer.head.name);
    let cluster = instance.cluster;
    let source = cluster.file.source();
    let say = |code: &'static Code, message: String, span: TokenSpan| {
        let range = source.span_range(span);
        Some(graph::inside_instance(code, file.source().range(at), message, &cluster.path, range))
    };
    let name = &cluster.name;
    let mut names: Vec<&str> = Vec::new();
    for (_, it, head) in cluster.file.model().processes() {
        let span = TokenSpan::new(head.name, head.name.next());
        if names.contains(&it.path.as_str()) {
            let message = format!("cluster `{name}` has several processes called `{}`", it.path);
            return say(&DUPLICATE_PROCESS, message, span);
        }
        names.push(&it.path);
        let type_name = head.process_type.map_or("", |it| source.text(it));
        if file.process_type(type_name).is_none() {
            let message = format!("in cluster `{name}` no known process type is `{type_name}`");
            return say(&UNKNOWN_PROCESS_TYPE, message, span);
        }
    }
    let end = |address: Address, side: PortSide, is_mapped: bool| {
        let text = source.joined(address.span);
        let Some((process, port)) = inner_port(network, instance, address) else {
            let message = format!("cluster `{name}` has no process for `{text}`");
            return say(&UNKNOWN_PROCESS, message, address.span);
        };
        let info = match is_mapped {
            true => network.mappable_port(process, side, &port),
            false => network.port_info(process, side, &port),
        };
        if matches!(info, PortInfo::Missing) {
            let message = format!("in cluster `{name}` there is no port `{text}` on this side");
            return say(&UNKNOWN_PORT, message, address.span);
        }
        if !is_mapped && wires::dead_end(network, (process, port), side).is_some() {
            let message =
                format!("in cluster `{name}` the port `{text}` stands for none of a process");
            return say(&UNKNOWN_CLUSTER_PORT, message, address.span);
        }
        None
    };
    let mut mapped = Vec::new();
    // All inputs are mapped before the first output.
    let (inputs, outputs): (Vec<_>, Vec<_>) =
        cluster.file.model().mappings.iter().partition(|it| it.is_input);
    for it in inputs.into_iter().chain(outputs) {
        let side = if it.is_input { PortSide::Input } else { PortSide::Output };
        if let Some(found) = end(it.inner, side, true) {
            return Some(found);
        }
        let text = source.joined(it.inner.span);
        if it.is_input && mapped.contains(&text) {
            let message = format!("cluster `{name}` maps the input `{text}` twice");
            return say(&INPUT_MAPPED_TWICE, message, it.inner.span);
        }
        if it.is_input {
            mapped.push(text);
        }
    }
    let connections = cluster.file.model().connections.iter();
    let mut ends =
        connections.flat_map(|it| [(it.from, PortSide::Output), (it.to, PortSide::Input)]);
    ends.find_map(|(address, side)| end(address, side, false))
}

/// Keys of instances that their cluster does not let them set.
fn settings(file: &File, network: &Network<'_>, wires: &[Wire<'_>], verdicts: &mut Verdicts<'_>) {
    if network.instances.is_empty() {
        return;
    }
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let global = configuration.effective.iter().find(|it| it.0.starts_with("_global:"));
    for instance in &network.instances {
        let has_global = instance.cluster.assigned.iter().any(|it| it.key.starts_with("_global:"));
        if let Some(process) = network.processes.get(instance.process).filter(|_| has_global) {
            let at = process.head.process_type.unwrap_or(process.head.name);
            let finding = graph::global_section(file.source().range(at), &process.name);
            verdicts.push(Subject::Process(process.root), at, finding);
        }
    }
    if let Some(baked) = global.and_then(|it| configuration.entries.get(it.1))
        && let Some(instance) = network.instances.first()
        && let Some(process) = network.processes.get(instance.process)
    {
        // A setting of the command line stands nowhere in the text.
        let entry = file.model().entries.get(baked.entry).map(|it| it.key);
        let at =
            entry.unwrap_or(TokenSpan::of(process.head.process_type.unwrap_or(process.head.name)));
        let finding = graph::global_section(file.source().span_range(at), &process.name);
        let finding = match entry {
            Some(_) => finding,
            None => finding.with_help("a setting of the command line has it"),
        };
        verdicts.push(Subject::Process(process.root), at.start, finding);
    }
    let configured = configure(file, network, &configuration);
    // What is not open, or includes this file, may set what the cluster leaves open, and so may an
    // instance of the cluster that this file declares.
    let is_whole =
        resolve::cluster_name(file).is_none() && !file.source().has_gaps() && !is_fragment(file);
    inner_values(file, network, &configured, is_whole, verdicts);
    behaviour::inside(file, network, wires, &configured, is_whole, verdicts);
    if let Some(process) = configured.beyond.and_then(|it| network.processes.get(it)) {
        let place = of_process(file, process);
        verdicts.push(place.subject, place.at, syntax::many_settings(place.range));
    }
    if let Some(process) = network.beyond.and_then(|it| network.processes.get(it)) {
        let place = of_process(file, process);
        verdicts.push(place.subject, place.at, syntax::many_instances(place.range));
    }
    // What is not open, or includes this file, may set the key inside, too.
    if !file.source().has_gaps() && !is_fragment(file) {
        unreached(file, network, &configured, verdicts);
    }
    for fault in configured.faults {
        let Some(process) = network.processes.get(fault.root) else { continue };
        let place = of_process(file, process);
        let range = fault.range.unwrap_or(place.range);
        let finding = match fault.kind {
            FaultKind::ReadOnly { key, cluster, own, written } => {
                let message = match own {
                    Some(own) => {
                        format!("`{key}` cannot be set, because it is `{own}`, which is read-only")
                    }
                    None => format!(
                        "`{key}` cannot be set, because cluster `{cluster}` makes it read-only"
                    ),
                };
                let finding = Diagnostic::new(&INSTANCE_OVERRIDE, range, message);
                graph::noted_inside(finding, written.filter(|_| fault.range.is_none()))
            }
            FaultKind::Undeclared { key, cluster, path, value } => graph::inside_instance(
                &UNKNOWN_CLUSTER_KEY,
                range,
                match key.as_str() {
                    "" => format!("cluster `{cluster}` maps a value to a key without a name"),
                    _ => format!(
                        "cluster `{cluster}` maps a value to `{key}`, a key it does not declare"
                    ),
                },
                &path,
                value,
            ),
        };
        verdicts.push(place.subject, place.at, finding);
    }
}

/// Values of instances that do not reach the inside.
fn unreached(
    file: &File,
    network: &Network<'_>,
    configured: &Configured,
    verdicts: &mut Verdicts<'_>,
) {
    for it in &configured.unreached {
        let (Some(process), Some(range)) = (network.processes.get(it.root), it.range) else {
            continue;
        };
        let place = of_process(file, process);
        let written = it.written.as_ref().and_then(|it| Some((it.path.as_deref()?, it.range)));
        let there = written.and_then(|it| Some(slice(file.input().files.get(it.0)?, it.1)));
        let live = there.and_then(|text| {
            let found = macros::find(text).next()?;
            (found.range == (0..text.len())).then_some(found.name)
        });
        // A key of the header is no mapping.
        let way = match (it.is_key, live) {
            (true, _) if !it.read_only => WayIn::Set,
            (false, Some(live)) => WayIn::Map(live),
            _ => WayIn::None,
        };
        let finding = config::unreached_value(range, &it.key, &it.inner, way, written);
        verdicts.push(place.subject, place.at, finding);
    }
}

/// Values that the text gives processes inside instances, and that those cannot use.
fn inner_values(
    file: &File,
    network: &Network<'_>,
    configured: &Configured,
    is_whole: bool,
    verdicts: &mut Verdicts<'_>,
) {
    for (process, settings) in network.processes.iter().zip(&configured.settings) {
        // What a macro gives, or an instance of this file's cluster, is not known.
        let settings = settings.iter().filter(|it| !it.is_open);
        for it in settings.clone().filter(|it| it.key == INSTRUMENTATION_TYPE) {
            if it.value != "none" && !INSTRUMENTATION.contains(&it.value.as_str()) {
                let place = of_process(file, process);
                let range = it.range.unwrap_or(place.range);
                let nearest = nearest(&it.value, INSTRUMENTATION);
                let finding = config::unknown_instrumentation(range, &it.value, nearest);
                let finding = only_where_written(file, &it.value, finding);
                verdicts.push(place.subject, place.at, finding);
            }
        }
        let Some(known) = process.process_type.filter(|it| !it.is_cluster) else { continue };
        for it in settings {
            let Some(range) = it.range else {
                if let Some(finding) =
                    unusable_default(file, network, configured, (process, it), known)
                    && is_whole
                {
                    let place = of_process(file, process);
                    verdicts.push(place.subject, place.at, finding);
                }
                continue;
            };
            let kind = known.key(&it.key).map_or(KeyKind::Text, |it| it.kind);
            let finding = if it.key == NON_BLOCKING {
                typed::judge_non_blocking(range, &it.value)
            } else {
                typed::judge(range, &it.value, kind)
            };
            if let Some(finding) = finding {
                let place = of_process(file, process);
                let finding = only_where_written(file, &it.value, finding);
                verdicts.push(place.subject, place.at, finding);
            }
        }
    }
}

/// Reports a value that a process inside an instance gets from the cluster, because nobody sets
/// another one, and that it cannot use.
fn unusable_default(
    file: &File,
    network: &Network<'_>,
    configured: &Configured,
    (process, setting): (&Process<'_>, &Setting),
    known: &ProcessType,
) -> Option<Diagnostic> {
    let kind = known.key(&setting.key)?.kind;
    let place = of_process(file, process);
    let judged = typed::judge(place.range, &setting.value, kind)?;
    let is_mapped = setting.mapped.is_some();
    // The file of the cluster tells of what stands there in a process itself.
    let is_partial = judged.code == &PARTIAL_NUMBER;
    if is_partial && !is_mapped {
        return None;
    }
    let (key, read_only) = decider(network, configured, process, setting);
    let value = setting.value.as_str();
    let found = InnerDefault { key: &key, value, is_mapped, read_only };
    if !is_partial {
        return Some(config::unusable_default(place.range, &found, kind));
    }
    let (taken, is_cut) = leading_number(value.trim_start_matches('+'))?;
    Some(config::partial_default(place.range, &found, taken, is_cut))
}

/// Returns the outermost key that a setting inside an instance is mapped to, with the names of what is around
/// it, and the cluster that makes it read-only, if one does: then no pipeline can set it
/// (sprokit.md#instantiation).
fn decider<'f>(
    network: &'f Network<'_>,
    configured: &Configured,
    process: &Process<'_>,
    setting: &Setting,
) -> (String, Option<&'f str>) {
    let (mut process, mut setting) = (process, setting);
    loop {
        let shown = format!("{}:{}", process.name, setting.key);
        let Some(instance) = process.within.and_then(|it| network.instances.get(it)) else {
            return (shown, None);
        };
        let cluster = instance.cluster;
        let is_read_only =
            |key: &str| cluster.assigned.iter().any(|it| it.read_only && it.key == key);
        let name = || Some(cluster.name.as_str());
        let Some(mapped) = &setting.mapped else {
            let key = format!("{}:{}", own_name(&process.name), setting.key);
            return (shown, is_read_only(&key).then(name).flatten());
        };
        let Some(outer) = network.processes.get(instance.process) else { return (shown, None) };
        let given = configured.settings.get(instance.process).into_iter().flatten();
        match given.into_iter().find(|it| it.key == *mapped) {
            Some(given) => (process, setting) = (outer, given),
            None => {
                let key = format!("{}:{mapped}", cluster.name);
                let shown = format!("{}:{mapped}", outer.name);
                return (shown, is_read_only(&key).then(name).flatten());
            }
        }
    }
}
