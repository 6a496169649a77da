//! A flowchart for Markdown.

use std::fmt::Write as _;

use crate::network::{Network, Process, ProcessId};
use crate::wires::inner_port;
use bobbin_core::Id as _;

/// Draws a network, clusters as groups.
pub fn write(network: &Network<'_>) -> String {
    let mut res = String::from("flowchart LR\n");
    let own: Vec<ProcessId> = network.own_enumerated().map(|it| it.0).collect();
    level(network, &own, 1, &mut res);
    let mut edge = |from: ProcessId, output: &str, to: ProcessId, input: &str| {
        // The names of ports may need no escape: they have no quotes.
        let _ = writeln!(res, "  p{} -- \"{output} → {input}\" --> p{}", from.index(), to.index());
    };
    for instance in &network.instances {
        for it in &instance.cluster.file.model().connections {
            let from = inner_port(network, instance, it.from);
            let to = inner_port(network, instance, it.to);
            if let (Some((from, output)), Some((to, input))) = (from, to) {
                edge(from, &output, to, &input);
            }
        }
    }
    for it in &network.links {
        if let (Some(from), Some(to)) = (it.from.process, it.to.process) {
            edge(from, &it.from.port, to, &it.to.port);
        }
    }
    res
}

fn level(network: &Network<'_>, processes: &[ProcessId], depth: usize, res: &mut String) {
    // Clusters cannot hold themselves, so their files bound the depth.
    let indent = "  ".repeat(depth);
    for &at in processes {
        let Some(it) = network.processes.get(at) else { continue };
        match it.instance.and_then(|it| network.instances.get(it)) {
            Some(instance) => {
                let _ = writeln!(res, "{indent}subgraph p{}[\"{}\"]", at.index(), label(it));
                let inner: Vec<ProcessId> = instance.inner().collect();
                level(network, &inner, depth + 1, res);
                let _ = writeln!(res, "{indent}end");
            }
            None => {
                let _ = writeln!(res, "{indent}p{}[\"{}\"]", at.index(), label(it));
            }
        }
    }
}

fn label(process: &Process<'_>) -> String {
    let name = match process.name.rsplit_once('/') {
        Some((_, inner)) => inner,
        None => &process.name,
    };
    format!("{name}<br>:: {}", process.type_name)
}
