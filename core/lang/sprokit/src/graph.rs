//! The graph of a pipeline, or of the inside of a cluster.

use std::borrow::Cow;
use std::collections::HashMap;

use text_size::TextRange;

use crate::catalogue::{Flags, ProcessType};
use crate::check::{self, FlowTypes, Subject, Verdicts};
use crate::comments::{self, Banners};
use crate::copies::{self, Copies};
use crate::file::File;
use crate::form;
use crate::inside;
use crate::items;
use crate::model::HolderKind;
use crate::network::{End, Instance, Network, PortInfo, Process, ProcessId};
use crate::notes::Notes;
use crate::wires::{Named, ends, inner_port};
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::edit::ItemPath;
use bobbin_core::syntax::TokenSpan;
use bobbin_core::text::Location;
use bobbin_core::view::{Edge, FurtherPorts, Graph, Point, Port, PortSide, Rect, Vertex};
use bobbin_core::{Id as _, IdVec};

/// Draws what `file` says: processes as vertices, connections as edges. A name that no process has
/// becomes a vertex of its own, so that its connections can be seen. The ports of a cluster stand
/// at two vertices, one for each side.
///
/// An instance of a cluster is one vertex with the cluster's ports; if `is_expanded`, the processes
/// inside are vertices too, with the instance as their parent.
pub fn graph(file: &File, is_expanded: bool) -> Graph {
    let is_clean =
        check::syntax_findings(file).iter().all(|it| it.code.severity != Severity::Error);
    let network = &Network::new(file);
    let verdicts = check::graph(file, network, is_clean);
    let keys = file.full_keys();
    let notes = Notes::new(file, network, &keys);
    let inner = if is_expanded { written_inside(network) } else { IdVec::default() };
    let mut builder = Builder {
        file,
        network,
        notes: &notes,
        copies: &Copies::new(file),
        banners: Banners::new(file),
        graph: Graph::default(),
        ports: HashMap::new(),
        ghosts: HashMap::new(),
        is_expanded,
    };
    let mut errors: Vec<&Diagnostic> = check::findings(file).iter().collect();
    errors.retain(|it| it.code.severity == Severity::Error);
    let n_shown = if is_expanded { network.processes.len() } else { network.n_own };
    for (id, it) in network.processes.enumerated().take(n_shown) {
        let problem =
            || verdicts.problem(Subject::Process(id)).or_else(|| error_within(file, &errors, it));
        let problem = if it.within.is_none() { problem() } else { None };
        let written = match it.within {
            Some(_) => inner.get(id).cloned().flatten(),
            None => builder.written(TokenSpan::of(it.head.name)),
        };
        builder.process(id, it, problem, written);
    }
    if is_expanded {
        network.instances.iter().for_each(|it| builder.inside(it));
    }
    builder.boundaries();
    for (id, it) in network.links.enumerated() {
        let from = builder.port(&it.from, PortSide::Output);
        let to = builder.port(&it.to, PortSide::Input);
        let Some(connection) = file.model().connections.get(it.connection) else { continue };
        let (label, note) = notes.of_link(network, it);
        builder.graph.edges.push(Edge {
            item: items::connection_path(file, it.connection),
            range: file.source().span_range(connection.span),
            feedback: it.to.info.has(Flags::NODEP),
            problem: verdicts.problem(Subject::Link(id)),
            label,
            note,
            fixed: notes.fixed(connection.span.start),
            written: builder.written(connection.span),
            copied: copies::of_connection(file, connection),
            ..Edge::between(from, to)
        });
    }
    builder.mappings(network, &verdicts);
    builder.flow_types();
    builder.graph.banners = builder.banners.finish();
    builder.graph
}

/// Returns the message of the first of `errors`, which are in the order of the text, that stands in the
/// statement of a process or in its keys.
fn error_within(file: &File, errors: &[&Diagnostic], process: &Process<'_>) -> Option<String> {
    let holder = file.model().holders.get(process.holder)?;
    // The line of an include stands for all that it brings in.
    if !file.source().is_own(holder.span.start) {
        return None;
    }
    let range = file.source().span_range(holder.span);
    let first = errors.partition_point(|it| it.range.start() < range.start());
    let mut within = errors.get(first..)?.iter().take_while(|it| it.range.start() <= range.end());
    within.find(|it| range.contains_range(it.range)).map(|it| it.message.clone())
}

/// The vertex of a process has its index.
struct Builder<'f> {
    file: &'f File,
    network: &'f Network<'f>,
    notes: &'f Notes<'f>,
    copies: &'f Copies,
    banners: Banners,
    is_expanded: bool,
    graph: Graph,
    /// Index of each port at its vertex.
    ports: HashMap<(usize, PortSide, String), usize>,
    /// Vertices for names that no process has.
    ghosts: HashMap<String, usize>,
}

impl Builder<'_> {
    /// Returns the place where a span is written, if an include brings it in.
    fn written(&self, span: TokenSpan) -> Option<Location> {
        let source = self.file.source();
        if source.is_own(span.start) { None } else { source.written(span) }
    }

    fn process(
        &mut self,
        id: ProcessId,
        process: &Process<'_>,
        problem: Option<String>,
        written: Option<Location>,
    ) {
        let source = self.file.source();
        let vertex = self.graph.vertices.len();
        let holder = self.file.model().holders.get(process.holder);
        let span = holder.map_or(TextRange::default(), |it| source.span_range(it.span));
        let own = process.within.is_none().then_some(process.holder);
        let around = process.within.and_then(|it| self.network.instances.get(it));
        self.graph.vertices.push(Vertex {
            item: match process.within {
                Some(_) => inside::process_path(&process.name),
                None => items::holder_path(self.file, process.holder),
            },
            title: match process.within {
                Some(_) => inside::own_name(&process.name).to_owned(),
                None => process.name.to_string(),
            },
            subtitle: process.type_name.to_owned(),
            range: span,
            name_range: source.range(process.head.name),
            rect: Rect::default(),
            ports: Vec::new(),
            parent: around.map(|it| it.process.index()),
            problem,
            badges: self.notes.of_process(&process.name),
            fixed: match around {
                Some(it) => Some(inside::place_of_process(&process.name, it.cluster)),
                None => self.notes.fixed(process.head.name),
            },
            written,
            inside: process
                .instance
                .and_then(|it| self.network.instances.get(it))
                .map(|it| it.cluster.path.clone())
                .filter(|it| !it.is_empty()),
            copied: match process.within {
                Some(_) => Vec::new(),
                None => self.copies.of_process(self.file, process.holder),
            },
            comment: own.and_then(|it| comments::above(self.file, it)),
            banner: own.and_then(|it| self.banners.of_process(self.file, it)),
            is_frame: false,
            is_undeclared: false,
            is_kind_unknown: process.process_type.is_none(),
            further: match process.within {
                Some(_) => Vec::new(),
                None => further_ports(process.process_type),
            },
        });
        let Some(known) = process.process_type else { return };
        for side in [PortSide::Input, PortSide::Output] {
            for it in known.ports(side) {
                let name = it.name.as_ref();
                let marks = Marks {
                    required: it.flags.has(Flags::REQUIRED),
                    guarded: is_guarded(it.flags),
                    ..PLAIN
                };
                // A port of a cluster shows the type of what it stands for.
                let inner = process.instance.and_then(|_| {
                    ends(self.network, (id, Cow::Borrowed(name)), side).into_iter().next()
                });
                let data_type = inner.map_or(it.data_type.as_ref(), |it| it.info.data_type());
                self.add_port(vertex, side, name, data_type, marks);
            }
        }
    }

    fn add_port(
        &mut self,
        vertex: usize,
        side: PortSide,
        name: &str,
        data_type: &str,
        marks: Marks,
    ) -> usize {
        let Some(it) = self.graph.vertices.get_mut(vertex) else { return 0 };
        *self.ports.entry((vertex, side, name.to_owned())).or_insert_with(|| {
            it.ports.push(Port {
                name: name.to_owned(),
                side,
                data_type: data_type.to_owned(),
                required: marks.required,
                guarded: marks.guarded,
                missing: marks.missing,
                is_flow_typed: false,
                is_inner: marks.is_inner,
                anchor: Point::default(),
            });
            it.ports.len() - 1
        })
    }

    /// Returns the vertex and the port of an end, made if need be.
    fn port(&mut self, end: &End<'_>, side: PortSide) -> (usize, usize) {
        let data_type = end.info.data_type();
        let marks = Marks::of(end.info);
        match end.process {
            Some(shown) if self.network.is_own(shown) || self.is_expanded => {
                let vertex = shown.index();
                (vertex, self.add_port(vertex, side, &end.port, data_type, marks))
            }
            // A process inside an instance shows as a port of the instance.
            Some(inner) => {
                let process = self.network.processes.get(inner);
                let vertex = process.map_or(0, |it| it.root.index());
                let name = process.and_then(|it| it.name.split_once('/')).map_or("", |it| it.1);
                let port = format!("{name}.{}", end.port);
                let marks = Marks { is_inner: true, ..marks };
                (vertex, self.add_port(vertex, side, &port, data_type, marks))
            }
            None => {
                let vertex = self.ghost(end);
                (vertex, self.add_port(vertex, side, &end.port, data_type, marks))
            }
        }
    }

    /// Adds the connections and mappings inside an instance.
    fn inside(&mut self, instance: &Instance<'_>) {
        let network = self.network;
        let Some(outer) = network.processes.get(instance.process) else { return };
        let range = self.file.source().range(outer.head.name);
        let model = instance.cluster.file.model();
        let source = instance.cluster.file.source();
        let mut edges: Vec<([Cow<'_, str>; 2], Named<'_>, Named<'_>, TokenSpan)> = Vec::new();
        for it in &model.connections {
            let ends =
                (inner_port(network, instance, it.from), inner_port(network, instance, it.to));
            if let (Some(from), Some(to)) = ends {
                let names = [source.joined(it.from.span), source.joined(it.to.span)];
                edges.push((names, from, to, it.span));
            }
        }
        for it in &model.mappings {
            let Some(inner) = inner_port(network, instance, it.inner) else { continue };
            let outside = (instance.process, source.joined(it.outer.span));
            let names = [source.joined(it.outer.span), source.joined(it.inner.span)];
            let (from, to) = if it.is_input { (outside, inner) } else { (inner, outside) };
            edges.push((names, from, to, it.span));
        }
        for ([one, other], from, to, span) in edges {
            let mut port = |(process, port): Named<'_>, side: PortSide| {
                // Seen from inside, an input of the instance gives data.
                let side = match (process == instance.process, side) {
                    (true, PortSide::Output) => PortSide::Input,
                    (true, PortSide::Input) => PortSide::Output,
                    (false, side) => side,
                };
                let info = network.mappable_port(process, side, &port);
                let (vertex, marks) = (process.index(), Marks::of(info));
                (vertex, self.add_port(vertex, side, &port, info.data_type(), marks))
            };
            let (from, to) = (port(from, PortSide::Output), port(to, PortSide::Input));
            let item = inside::edge_path(&outer.name, &one, &other);
            let fixed = Some(inside::place_of_edge(&one, &other, instance.cluster));
            let written = source.written(span);
            self.graph.edges.push(Edge { item, range, fixed, written, ..Edge::between(from, to) });
        }
    }

    /// Gives ports that take the type of what they are connected to the one they get.
    fn flow_types(&mut self) {
        const FLOWS: &str = "_flow_dependent/";
        let mut ports = self.graph.vertices.iter().flat_map(|it| &it.ports);
        if !ports.any(|it| it.data_type.starts_with(FLOWS)) {
            return;
        }
        let types = FlowTypes::new(self.file, self.network);
        let ids = self.network.processes.enumerated().map(|it| it.0);
        for (process, vertex) in ids.zip(&mut self.graph.vertices) {
            let ports = vertex.ports.iter_mut().filter(|it| it.data_type.starts_with(FLOWS));
            for port in ports {
                let named = (process, Cow::Owned(port.name.clone()));
                let known = ends(self.network, named, port.side);
                if let Some(found) = known.first().and_then(|it| types.of(it)) {
                    port.data_type = found.to_owned();
                    port.is_flow_typed = true;
                }
            }
        }
    }

    fn ghost(&mut self, end: &End<'_>) -> usize {
        if let Some(&it) = self.ghosts.get(end.name.as_ref()) {
            return it;
        }
        let source = self.file.source();
        let name_range = source.span_range(end.name_span);
        let idx = self.graph.vertices.len();
        let is_certain = !source.has_gaps();
        self.graph.vertices.push(Vertex {
            item: ItemPath::new(["process", end.name.as_ref()]),
            title: end.name.to_string(),
            range: name_range,
            name_range,
            problem: is_certain.then(|| format!("there is no process called `{}`", end.name)),
            fixed: Some(match is_certain {
                true => format!("no statement declares a process called `{}`", end.name),
                false => format!("no open file declares a process called `{}`", end.name),
            }),
            written: self.written(end.name_span),
            is_undeclared: true,
            ..Vertex::default()
        });
        self.ghosts.insert(end.name.to_string(), idx);
        idx
    }

    /// Adds the two sides of a cluster, if it has ports there.
    fn boundaries(&mut self) {
        let source = self.file.source();
        let Some((idx, holder)) = self.file.model().cluster() else { return };
        let HolderKind::Cluster { name, .. } = holder.kind else { return };
        for is_input in [true, false] {
            let mut mappings =
                self.file.model().mappings.iter().filter(|it| it.is_input == is_input).peekable();
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
                fixed: Some(BOUNDARY.to_owned()),
                written: self.written(TokenSpan::of(name)),
                ..Vertex::default()
            });
            self.ghosts.insert(boundary(is_input).to_owned(), vertex);
            for it in mappings {
                let side = if is_input { PortSide::Output } else { PortSide::Input };
                let port = self.file.source().joined(it.outer.span);
                self.add_port(vertex, side, &port, "_any", PLAIN);
            }
        }
    }

    fn mappings(&mut self, network: &Network<'_>, verdicts: &Verdicts<'_>) {
        let file = self.file;
        let mappings = file.model().mappings.iter().zip(&network.mapped).enumerate();
        for (idx, (mapping, end)) in mappings {
            let Some(end) = end else { continue };
            let Some(&vertex) = self.ghosts.get(boundary(mapping.is_input)) else { continue };
            let outer = file.source().joined(mapping.outer.span);
            let inner = file.source().joined(mapping.inner.span);
            let (from, to, item) = if mapping.is_input {
                let outer_port = self.add_port(vertex, PortSide::Output, &outer, "_any", PLAIN);
                let inner_port = self.port(end, PortSide::Input);
                ((vertex, outer_port), inner_port, ["imap", &outer, &inner])
            } else {
                let outer_port = self.add_port(vertex, PortSide::Input, &outer, "_any", PLAIN);
                let inner_port = self.port(end, PortSide::Output);
                (inner_port, (vertex, outer_port), ["omap", &inner, &outer])
            };
            self.graph.edges.push(Edge {
                item: ItemPath::new(item),
                range: file.source().span_range(mapping.span),
                feedback: false,
                problem: verdicts.problem(Subject::Mapping(idx)),
                label: String::new(),
                note: mapping.description.map_or(String::new(), |it| form::described(file, it)),
                fixed: self.notes.fixed(mapping.span.start),
                written: self.written(mapping.span),
                ..Edge::between(from, to)
            });
        }
    }
}

/// Returns the ports that a process of a type takes beside the declared ones: any where the type is not known.
pub fn further_ports(known: Option<&ProcessType>) -> Vec<FurtherPorts> {
    let further = |side: PortSide, template: &str, data_type: &str| FurtherPorts {
        side,
        template: template.to_owned(),
        data_type: data_type.to_owned(),
    };
    match known {
        Some(it) => {
            let rules = it.dynamic.iter();
            rules.map(|it| further(it.side, &it.template, &it.data_type)).collect()
        }
        None => [PortSide::Input, PortSide::Output].map(|it| further(it, "<name>", "")).into(),
    }
}

/// Returns the places where the names of processes inside instances are written.
fn written_inside(network: &Network<'_>) -> IdVec<ProcessId, Option<Location>> {
    let mut res = IdVec::of(&network.processes, None);
    for it in &network.instances {
        let file = &it.cluster.file;
        for (at, (_, _, head)) in it.inner().zip(file.model().processes()) {
            if let Some(place) = res.get_mut(at) {
                *place = file.source().written(TokenSpan::of(head.name));
            }
        }
    }
    res
}

/// The facts about a port beside its type: see [`Port`].
#[derive(Clone, Copy)]
struct Marks {
    required: bool,
    guarded: bool,
    missing: bool,
    is_inner: bool,
}

/// The marks of a port of which no fact holds.
const PLAIN: Marks = Marks { required: false, guarded: false, missing: false, is_inner: false };

impl Marks {
    /// Returns what an end says of a port that its process does not declare.
    fn of(info: PortInfo<'_>) -> Marks {
        Marks { missing: matches!(info, PortInfo::Missing), ..PLAIN }
    }
}

/// Returns true for a port whose data is shared or changed: see [`Port::guarded`].
pub fn is_guarded(flags: Flags) -> bool {
    flags.has(Flags::CONST) || flags.has(Flags::MUTABLE)
}

/// The reason why nothing but lines can be changed at the ports of a cluster.
const BOUNDARY: &str = "the names of a cluster's ports are changed in its text; lines to its ports can be drawn and removed";

/// Returns a key that no process name can be.
fn boundary(is_input: bool) -> &'static str {
    if is_input { "." } else { ".." }
}
