//! Processes and connections with what the catalogue knows of their ports.

use std::borrow::Cow;
use std::collections::HashMap;

use super::File;
use super::ast::{Address, ProcessHead};
use super::catalogue::{self, Dynamic, Flags, Port, ProcessType};
use crate::syntax::TokenSpan;
use crate::view::PortSide;

/// The processes of a text and what joins them.
#[derive(Debug)]
pub struct Network<'f> {
    /// In the order of the text, also those that have the name of another.
    pub processes: Vec<Process<'f>>,
    /// The first process of each name.
    pub by_name: HashMap<&'f str, usize>,
    /// The connections that have a port at each end, in the order of the text.
    pub links: Vec<Link<'f>>,
    /// In step with the mappings of the model: the ends inside the cluster.
    pub mapped: Vec<Option<End<'f>>>,
}

/// A process.
#[derive(Debug)]
pub struct Process<'f> {
    /// Index among the holders.
    pub holder: usize,
    /// Where its name and type stand.
    pub head: ProcessHead,
    /// Its name.
    pub name: &'f str,
    /// The name of its type; empty if it is missing.
    pub type_name: &'f str,
    /// What the catalogue knows.
    pub process_type: Option<&'static ProcessType>,
}

/// A connection.
#[derive(Debug)]
pub struct Link<'f> {
    /// Index among the connections of the model.
    pub connection: usize,
    /// The output.
    pub from: End<'f>,
    /// The input.
    pub to: End<'f>,
}

/// One end of a connection.
#[derive(Debug, Clone)]
pub struct End<'f> {
    /// All of it.
    pub span: TokenSpan,
    /// The name of the process.
    pub name_span: TokenSpan,
    /// The name of the port.
    pub port_span: TokenSpan,
    /// The name of the process, as written.
    pub name: Cow<'f, str>,
    /// The process; none if there is none of this name.
    pub process: Option<usize>,
    /// The port, as the process has it.
    pub port: Cow<'f, str>,
    /// What is known of the port.
    pub info: PortInfo,
}

/// What is known of a port.
#[derive(Debug, Clone, Copy)]
pub enum PortInfo {
    /// The type declares it.
    Declared(&'static Port),
    /// The type makes such ports when they are connected.
    Dynamic(&'static Dynamic),
    /// Nothing is known of the process or of its type.
    Open,
    /// The type has no such port on this side.
    Missing,
}

impl PortInfo {
    /// The type of the data; empty if unknown.
    pub fn data_type(self) -> &'static str {
        match self {
            PortInfo::Declared(it) => it.data_type,
            PortInfo::Dynamic(it) => it.data_type,
            PortInfo::Open | PortInfo::Missing => "",
        }
    }

    /// Whether the port has a property.
    pub fn has(self, flags: Flags) -> bool {
        matches!(self, PortInfo::Declared(it) if it.flags.has(flags))
    }
}

impl<'f> Network<'f> {
    /// Finds out what joins what in `file`.
    pub fn new(file: &'f File) -> Network<'f> {
        let source = &file.source;
        let mut res = Network {
            processes: Vec::new(),
            by_name: HashMap::new(),
            links: Vec::new(),
            mapped: Vec::new(),
        };
        for (holder, it, head) in file.model.processes() {
            let type_name = head.process_type.map_or("", |it| source.text(it));
            let name = it.path.as_str();
            res.by_name.entry(name).or_insert(res.processes.len());
            res.processes.push(Process {
                holder,
                head,
                name,
                type_name,
                process_type: catalogue::process_type(type_name),
            });
        }
        for (connection, it) in file.model.connections.iter().enumerate() {
            let from = res.end(file, it.from, PortSide::Output);
            let to = res.end(file, it.to, PortSide::Input);
            if let (Some(from), Some(to)) = (from, to) {
                res.links.push(Link { connection, from, to });
            }
        }
        for it in &file.model.mappings {
            let side = if it.is_input { PortSide::Input } else { PortSide::Output };
            let end = res.end(file, it.inner, side);
            res.mapped.push(end);
        }
        res
    }

    fn end(&self, file: &'f File, address: Address, side: PortSide) -> Option<End<'f>> {
        let (name_span, port_span) = (address.process(), address.port()?);
        let name = file.source.joined(name_span);
        let port = file.source.joined(port_span);
        let (process, port, info) = match self.by_name.get(name.as_ref()) {
            Some(&process) => {
                let info = self.port_info(process, side, &port);
                (Some(process), port, info)
            }
            None => match self.inside_cluster(&name) {
                Some((process, inner)) => {
                    (Some(process), Cow::Owned(format!("{inner}.{port}")), PortInfo::Open)
                }
                None => (None, port, PortInfo::Open),
            },
        };
        Some(End { span: address.span, name_span, port_span, name, process, port, info })
    }

    /// What is known of a port of a process.
    pub fn port_info(&self, process: usize, side: PortSide, port: &str) -> PortInfo {
        let known = self.processes.get(process).and_then(|it| it.process_type);
        let Some(known) = known else { return PortInfo::Open };
        if let Some(it) = known.port(side, port) {
            return PortInfo::Declared(it);
        }
        known.dynamic_port(side, port).map_or(PortInfo::Missing, PortInfo::Dynamic)
    }

    /// A connection may name a process inside a cluster, as in `cluster/inner.port` (facts §9).
    fn inside_cluster<'n>(&self, name: &'n str) -> Option<(usize, &'n str)> {
        let (outer, inner) = name.split_once('/')?;
        let &process = self.by_name.get(outer)?;
        let it = self.processes.get(process)?;
        it.process_type.is_none_or(|it| it.is_cluster).then_some((process, inner))
    }

    /// The names of all processes, in the order of the text.
    pub fn names(&self) -> impl Iterator<Item = &'f str> + '_ {
        self.processes.iter().map(|it| it.name)
    }
}
