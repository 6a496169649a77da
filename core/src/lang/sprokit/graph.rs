//! The graph of a pipeline, or of the inside of a cluster.

use std::collections::HashMap;

use text_size::TextRange;

use super::File;
use super::catalogue::Flags;
use super::check::{Subject, Verdicts};
use super::items;
use super::model::HolderKind;
use super::network::{End, Network};
use crate::edit::ItemPath;
use crate::view::{Edge, Graph, Port, PortSide, Vertex};

/// Draws what `file` says: processes as vertices, connections as edges. A name that no process has
/// becomes a vertex of its own, so that its connections can be seen. The ports of a cluster stand
/// at two vertices, one for each side.
pub fn graph(file: &File, network: &Network<'_>, verdicts: &Verdicts<'_>) -> Graph {
    let mut builder =
        Builder { file, graph: Graph::default(), ports: HashMap::new(), ghosts: HashMap::new() };
    for (idx, it) in network.processes.iter().enumerate() {
        let problem = verdicts.problem(Subject::Process(idx));
        builder.process(it, problem);
    }
    builder.boundaries();
    for (idx, it) in network.links.iter().enumerate() {
        let from = builder.port(&it.from, PortSide::Output);
        let to = builder.port(&it.to, PortSide::Input);
        let Some(connection) = file.model.connections.get(it.connection) else { continue };
        builder.graph.edges.push(Edge {
            item: items::connection_path(file, it.connection),
            from,
            to,
            range: file.source.span_range(connection.span),
            feedback: it.to.info.has(Flags::NODEP),
            problem: verdicts.problem(Subject::Link(idx)),
        });
    }
    builder.mappings(network, verdicts);
    builder.graph
}

struct Builder<'f> {
    file: &'f File,
    graph: Graph,
    /// Index of each port at its vertex.
    ports: HashMap<(usize, PortSide, String), usize>,
    /// Vertices for names that no process has.
    ghosts: HashMap<String, usize>,
}

impl Builder<'_> {
    fn process(&mut self, process: &super::network::Process<'_>, problem: Option<String>) {
        let source = &self.file.source;
        let vertex = self.graph.vertices.len();
        let holder = self.file.model.holders.get(process.holder);
        let span = holder.map_or(TextRange::default(), |it| source.span_range(it.span));
        self.graph.vertices.push(Vertex {
            item: items::holder_path(self.file, process.holder),
            title: process.name.to_owned(),
            subtitle: process.type_name.to_owned(),
            range: span,
            name_range: source.range(process.head.name),
            ports: Vec::new(),
            parent: None,
            problem,
        });
        let Some(known) = process.process_type else { return };
        for side in [PortSide::Input, PortSide::Output] {
            for it in known.ports(side) {
                self.add_port(vertex, side, it.name, it.data_type, it.flags.has(Flags::REQUIRED));
            }
        }
    }

    fn add_port(
        &mut self,
        vertex: usize,
        side: PortSide,
        name: &str,
        data_type: &str,
        required: bool,
    ) -> usize {
        let Some(it) = self.graph.vertices.get_mut(vertex) else { return 0 };
        *self.ports.entry((vertex, side, name.to_owned())).or_insert_with(|| {
            it.ports.push(Port {
                name: name.to_owned(),
                side,
                data_type: data_type.to_owned(),
                required,
            });
            it.ports.len() - 1
        })
    }

    /// The vertex and the port of an end, made if need be.
    fn port(&mut self, end: &End<'_>, side: PortSide) -> (usize, usize) {
        let vertex = match end.process {
            Some(it) => it,
            None => self.ghost(end),
        };
        (vertex, self.add_port(vertex, side, &end.port, end.info.data_type(), false))
    }

    fn ghost(&mut self, end: &End<'_>) -> usize {
        if let Some(&it) = self.ghosts.get(end.name.as_ref()) {
            return it;
        }
        let source = &self.file.source;
        let name_range = source.span_range(end.name_span);
        let idx = self.graph.vertices.len();
        let is_certain = !source.has_gaps();
        self.graph.vertices.push(Vertex {
            item: ItemPath::new(["process", end.name.as_ref()]),
            title: end.name.to_string(),
            subtitle: String::new(),
            range: name_range,
            name_range,
            ports: Vec::new(),
            parent: None,
            problem: is_certain.then(|| format!("there is no process called `{}`", end.name)),
        });
        self.ghosts.insert(end.name.to_string(), idx);
        idx
    }

    /// The two sides of a cluster, if it has ports there.
    fn boundaries(&mut self) {
        let source = &self.file.source;
        let Some((idx, holder)) = self.file.model.cluster() else { return };
        let HolderKind::Cluster { name, .. } = holder.kind else { return };
        for is_input in [true, false] {
            let mut mappings =
                self.file.model.mappings.iter().filter(|it| it.is_input == is_input).peekable();
            if mappings.peek().is_none() {
                continue;
            }
            let vertex = self.graph.vertices.len();
            self.graph.vertices.push(Vertex {
                item: items::holder_path(self.file, idx),
                title: holder.path.clone(),
                subtitle: if is_input { "cluster inputs" } else { "cluster outputs" }.to_owned(),
                range: source.span_range(holder.span),
                name_range: source.range(name),
                ports: Vec::new(),
                parent: None,
                problem: None,
            });
            self.ghosts.insert(boundary(is_input).to_owned(), vertex);
            for it in mappings {
                let side = if is_input { PortSide::Output } else { PortSide::Input };
                let port = self.file.source.joined(it.outer.span);
                self.add_port(vertex, side, &port, "_any", false);
            }
        }
    }

    fn mappings(&mut self, network: &Network<'_>, verdicts: &Verdicts<'_>) {
        let file = self.file;
        let mappings = file.model.mappings.iter().zip(&network.mapped).enumerate();
        for (idx, (mapping, end)) in mappings {
            let Some(end) = end else { continue };
            let Some(&vertex) = self.ghosts.get(boundary(mapping.is_input)) else { continue };
            let outer = file.source.joined(mapping.outer.span);
            let inner = file.source.joined(mapping.inner.span);
            let (from, to, item) = if mapping.is_input {
                let outer_port = self.add_port(vertex, PortSide::Output, &outer, "_any", false);
                let inner_port = self.port(end, PortSide::Input);
                ((vertex, outer_port), inner_port, ["imap", &outer, &inner])
            } else {
                let outer_port = self.add_port(vertex, PortSide::Input, &outer, "_any", false);
                let inner_port = self.port(end, PortSide::Output);
                (inner_port, (vertex, outer_port), ["omap", &inner, &outer])
            };
            self.graph.edges.push(Edge {
                item: ItemPath::new(item),
                from,
                to,
                range: file.source.span_range(mapping.span),
                feedback: false,
                problem: verdicts.problem(Subject::Mapping(idx)),
            });
        }
    }
}

/// A key that no process name can be.
fn boundary(is_input: bool) -> &'static str {
    if is_input { "." } else { ".." }
}
