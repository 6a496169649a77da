//! DOT as kwiver's exporter writes it (sprokit.md#dot-export). Names are inserted as they are,
//! because their alphabet needs no escape.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::network::{Instance, Network, PortInfo, Process, ProcessId};
use crate::wires::{Named, inner_port};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::PortSide;

/// A connection as written: the ends at clusters are ports of the clusters.
type Joint<'f> = (Named<'f>, Named<'f>);

struct Writer<'n, 'f> {
    network: &'n Network<'f>,
    joints: Vec<Joint<'f>>,
    href: Option<&'n str>,
    res: String,
}

/// Draws a network; `href` is what stands in front of the type in links.
pub fn write(network: &Network<'_>, href: Option<&str>) -> String {
    let mut joints = Vec::new();
    for it in &network.instances {
        joints.extend(inner_joints(network, it));
    }
    for it in &network.links {
        if let (Some(from), Some(to)) = (it.from.process, it.to.process) {
            joints.push(((from, it.from.port.clone()), (to, it.to.port.clone())));
        }
    }
    let mut writer = Writer { network, joints, href, res: String::new() };
    writer.res += "strict digraph \"unnamed\" {\nclusterrank=local;\n\n";
    writer.level(network.own_enumerated().map(|it| it.0).collect());
    let is_cluster =
        |it: ProcessId| network.processes.get(it).is_some_and(|it| it.instance.is_some());
    let mut order: Vec<&Joint<'_>> = writer.joints.iter().collect();
    order.order_by_key(|((from, port), _)| (is_cluster(*from), network.name(*from), port.as_ref()));
    let mut end = String::new();
    order.into_iter().for_each(|it| joint(network, it, &mut end));
    writer.res + &end + "\n}\n"
}

/// Returns the connections inside an instance.
fn inner_joints<'f>(network: &Network<'f>, instance: &Instance<'f>) -> Vec<Joint<'f>> {
    let connections = &instance.cluster.file.model().connections;
    let ends = connections.iter().filter_map(|it| {
        Some((inner_port(network, instance, it.from)?, inner_port(network, instance, it.to)?))
    });
    ends.collect()
}

fn joint(network: &Network<'_>, ((from, output), (to, input)): &Joint<'_>, res: &mut String) {
    let _ = writeln!(
        res,
        "\"{}_output_{output}\" -> \"{}_input_{input}\" [minlen=1,color=black,weight=1];",
        network.name(*from),
        network.name(*to)
    );
}

impl Writer<'_, '_> {
    /// Processes by name, then clusters by name.
    fn level(&mut self, mut processes: Vec<ProcessId>) {
        let network = self.network;
        let get = |it: ProcessId| network.processes.get(it);
        processes.order_by_key(|&it| get(it).map(|it| (it.instance.is_some(), it.name.clone())));
        for at in processes {
            let Some(process) = get(at) else { continue };
            match process.instance.and_then(|it| network.instances.get(it)) {
                Some(instance) => self.cluster(process, instance),
                None => self.process(at, process),
            }
        }
    }

    fn process(&mut self, at: ProcessId, process: &Process<'_>) {
        let (name, kind) = (process.name.as_ref(), process.type_name);
        let _ = writeln!(self.res, "subgraph \"cluster_{name}\" {{");
        let size = match self.href {
            Some(href) => {
                let _ = writeln!(
                    self.res,
                    "color=lightgray;\n\n\"{name}_main\" [label=<<u>{name}<br/>:: {kind}</u>>,\
                     shape=ellipse,rank=same,fontcolor=blue,fontsize=16,\
                     href=\"{href}{kind}.html\"];\n"
                );
                12
            }
            None => {
                let _ = writeln!(
                    self.res,
                    "color=lightgray;style=filled;fillcolor=lightgray;\n\n\
                     \"{name}_main\" [label=\"{name}\\n:: {kind}\",shape=ellipse,rank=same];\n"
                );
                7
            }
        };
        for side in [PortSide::Input, PortSide::Output] {
            for (port, data_type) in self.ports(at, process, side) {
                let word = if side == PortSide::Input { "input" } else { "output" };
                let node = format!("{name}_{word}_{port}");
                let _ = writeln!(
                    self.res,
                    "\"{node}\" [label=\"{port}\\n:: {data_type}\",shape=none,height=0,width=0,\
                     fontsize={size}];"
                );
                let main = format!("{name}_main");
                let (from, to) = match side {
                    PortSide::Input => (node, main),
                    PortSide::Output => (main, node),
                };
                let _ = writeln!(self.res, "\"{from}\" -> \"{to}\" [arrowhead=none,color=black];");
            }
            self.res.push('\n');
        }
        self.res += "}\n\n";
    }

    /// Returns the ports of a side with their types, sorted: those declared, and those made by
    /// connections. What a type is known not to have is no port, whatever a connection says.
    fn ports(&self, at: ProcessId, process: &Process<'_>, side: PortSide) -> Vec<(String, String)> {
        let mut res: Vec<(String, String)> = Vec::new();
        if side == PortSide::Output {
            res.push(("_heartbeat".to_owned(), "_none".to_owned()));
        }
        let declared = process.process_type.map_or(&[][..], |it| it.ports(side));
        res.extend(declared.iter().map(|it| (it.name.to_string(), it.data_type.to_string())));
        for (from, to) in &self.joints {
            let (process, port) = if side == PortSide::Input { to } else { from };
            if *process == at && res.iter().all(|it| it.0 != *port) {
                let info = self.network.port_info(at, side, port);
                if matches!(info, PortInfo::Missing) {
                    continue;
                }
                let data_type = info.data_type();
                let data_type = if data_type.is_empty() { "_any" } else { data_type };
                res.push((port.to_string(), data_type.to_owned()));
            }
        }
        res.order();
        res
    }

    fn cluster(&mut self, process: &Process<'_>, instance: &Instance<'_>) {
        let name = process.name.as_ref();
        let _ = writeln!(
            self.res,
            "subgraph \"cluster_{name}\" {{\n\
             labelloc=t;labeljust=l;color=black;style=filled;fillcolor=gray;\n"
        );
        self.boundary(name, instance, true);
        self.boundary(name, instance, false);
        self.level(instance.inner().collect());
        for it in inner_joints(self.network, instance) {
            joint(self.network, &it, &mut self.res);
        }
        let _ = writeln!(self.res, "\nlabel = \"{name}\\n:: {}\";\n\n}}\n", process.type_name);
    }

    /// Writes the ports of a side of a cluster, and what they stand for.
    fn boundary(&mut self, name: &str, instance: &Instance<'_>, is_input: bool) {
        let file = &instance.cluster.file;
        let word = if is_input { "input" } else { "output" };
        let _ = writeln!(
            self.res,
            "subgraph \"cluster_{name}_{word}s\" {{\nclusterrank=local;rankdir=BT;\n"
        );
        let mappings = || file.model().mappings.iter().filter(|it| it.is_input == is_input);
        // Of the nodes each stands once, sorted like all ports; the edges follow the file.
        let mut outers: Vec<Cow<'_, str>> =
            mappings().map(|it| file.source().joined(it.outer.span)).collect();
        outers.order();
        outers.dedup();
        for outer in outers {
            let _ = writeln!(
                self.res,
                "\"{name}_{word}_{outer}\" [label=\"{outer}\",shape=none,height=0,width=0,\
                 fontsize=7];"
            );
        }
        let mut edges = String::new();
        for it in mappings() {
            let outer = file.source().joined(it.outer.span);
            let Some((inner, port)) = inner_port(self.network, instance, it.inner) else {
                continue;
            };
            let inner = self.network.name(inner);
            let (boundary, inside) =
                (format!("{name}_{word}_{outer}"), format!("{inner}_{word}_{port}"));
            let (from, to) = if is_input { (boundary, inside) } else { (inside, boundary) };
            let _ = writeln!(edges, "\"{from}\" -> \"{to}\" [color=\"#808080\"];\n");
        }
        self.res += "\n}\n\n";
        self.res += &edges;
    }
}
