//! Processes and connections with what is known of their ports; instances of clusters with the
//! processes inside them.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::ast::{Address, ProcessHead};
use crate::catalogue::{Dynamic, Flags, HEARTBEAT, Port, ProcessType};
use crate::file::Cluster;
use crate::file::File;
use crate::model::{ConnectionId, HolderId};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::Location;
use bobbin_core::view::PortSide;
use bobbin_core::{Id as _, IdVec};

/// Processes inside instances that are looked at, over the whole text: clusters that hold each
/// other twice double with each level.
const MOST_INNER: usize = 5_000;

bobbin_core::ids! {
    /// A process of a [`Network`].
    pub struct ProcessId;
    /// An instance of a cluster in a [`Network`].
    pub struct InstanceId;
    /// A connection of a [`Network`].
    pub struct LinkId;
}

/// The processes of a text and what joins them.
#[derive(Debug)]
pub struct Network<'f> {
    /// First those of the text, in its order, also those that have the name of another; then those
    /// inside instances of clusters.
    pub processes: IdVec<ProcessId, Process<'f>>,
    /// The number of processes that stand in the text.
    pub n_own: usize,
    /// The first process of each name.
    pub by_name: HashMap<Cow<'f, str>, ProcessId>,
    /// The connections that have a port at each end, in the order of the text.
    pub links: IdVec<LinkId, Link<'f>>,
    /// The ends inside the cluster, in step with the mappings of the model.
    pub mapped: Vec<Option<End<'f>>>,
    /// The processes that are instances of clusters whose file is open.
    pub instances: IdVec<InstanceId, Instance<'f>>,
    /// The process of the text inside which not all instances are made, as there would be too many.
    pub beyond: Option<ProcessId>,
}

/// A process of the network.
#[derive(Debug)]
pub struct Process<'f> {
    /// The holder in the text; inside an instance, that of the instance in the text.
    pub holder: HolderId,
    /// The head with its name and type; inside an instance, that of the instance in the text.
    pub head: ProcessHead,
    /// Its name; inside an instance with the names of what is around it.
    pub name: Cow<'f, str>,
    /// The name of its type; empty if it is missing.
    pub type_name: &'f str,
    /// The declaration of its type, if known.
    pub process_type: Option<&'f ProcessType>,
    /// The instance that it is.
    pub instance: Option<InstanceId>,
    /// The instance that it is inside.
    pub within: Option<InstanceId>,
    /// The process of the text that it is or is inside.
    pub root: ProcessId,
    /// Its name in the file of the cluster, inside an instance.
    pub inner_name: Option<TokenIdx>,
    /// True if its cluster contains itself, so that nothing is inside it here.
    pub is_endless: bool,
}

/// An instance of a cluster.
#[derive(Debug)]
pub struct Instance<'f> {
    /// The process whose type is the cluster.
    pub process: ProcessId,
    /// The cluster it is an instance of.
    pub cluster: &'f Cluster,
    /// The processes inside, in the order of the cluster's text.
    inner: std::ops::Range<usize>,
}

impl Instance<'_> {
    /// Returns the processes inside, in the order of the cluster's text.
    pub fn inner(&self) -> impl Iterator<Item = ProcessId> + use<> {
        self.inner.clone().map(ProcessId::from_index)
    }
}

/// A connection of the network.
#[derive(Debug)]
pub struct Link<'f> {
    /// The connection of the model.
    pub connection: ConnectionId,
    /// The output end.
    pub from: End<'f>,
    /// The input end.
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
    pub process: Option<ProcessId>,
    /// The port, as the process has it.
    pub port: Cow<'f, str>,
    /// The declaration of the port, as far as known.
    pub info: PortInfo<'f>,
}

/// The declaration of a port, as far as known.
#[derive(Debug, Clone, Copy)]
pub enum PortInfo<'f> {
    /// The type declares it.
    Declared(&'f Port),
    /// The type makes such ports when they are connected.
    Dynamic(&'f Dynamic),
    /// Nothing is known of the process or of its type.
    Open,
    /// The type has no such port on this side.
    Missing,
}

impl<'f> PortInfo<'f> {
    /// Returns the type of the data; empty if unknown.
    pub fn data_type(self) -> &'f str {
        match self {
            PortInfo::Declared(it) => &it.data_type,
            PortInfo::Dynamic(it) => &it.data_type,
            PortInfo::Open | PortInfo::Missing => "",
        }
    }

    /// Returns true if the port has a property.
    pub fn has(self, flags: Flags) -> bool {
        matches!(self, PortInfo::Declared(it) if it.flags.has(flags))
    }
}

impl<'f> Network<'f> {
    /// Finds out what joins what in `file`.
    pub fn new(file: &'f File) -> Network<'f> {
        let source = file.source();
        let mut res = Network {
            processes: IdVec::default(),
            n_own: 0,
            by_name: HashMap::new(),
            links: IdVec::default(),
            mapped: Vec::new(),
            instances: IdVec::default(),
            beyond: None,
        };
        // Growing would hash all names again.
        res.by_name.reserve(file.model().processes().count());
        for (holder, it, head) in file.model().processes() {
            let type_name = head.process_type.map_or("", |it| source.text(it));
            let at = ProcessId::from_index(res.processes.len());
            res.by_name.entry(Cow::Borrowed(it.path.as_str())).or_insert(at);
            res.processes.push(Process {
                holder,
                head,
                name: Cow::Borrowed(it.path.as_str()),
                type_name,
                process_type: file.process_type(type_name),
                instance: None,
                within: None,
                root: at,
                inner_name: None,
                is_endless: false,
            });
        }
        res.n_own = res.processes.len();
        if !file.library().clusters.is_empty() || file.model().is_cluster {
            res.expand(file);
        }
        for (connection, it) in file.model().connections.enumerated() {
            let from = res.end(file, it.from, PortSide::Output);
            let to = res.end(file, it.to, PortSide::Input);
            if let (Some(from), Some(to)) = (from, to) {
                res.links.push(Link { connection, from, to });
            }
        }
        for it in &file.model().mappings {
            let side = if it.is_input { PortSide::Input } else { PortSide::Output };
            let end = res.end(file, it.inner, side).map(|it| {
                let mappable = it.process.map(|at| res.mappable_port(at, side, &it.port));
                End { info: mappable.unwrap_or(it.info), ..it }
            });
            res.mapped.push(end);
        }
        res
    }

    /// Makes the processes inside of instances.
    fn expand(&mut self, file: &'f File) {
        let own = crate::resolve::cluster_name(file);
        let mut ids = (0..).map(ProcessId::from_index);
        // Each process inside may be an instance too.
        while let Some((at, outer)) = ids.next().and_then(|it| Some((it, self.processes.get(it)?)))
        {
            let cluster = file.library().cluster(outer.type_name).filter(|it| it.fault.is_none());
            let is_endless = self.is_inside(outer, outer.type_name)
                || (!outer.type_name.is_empty() && own == Some(outer.type_name));
            if let Some(it) = self.processes.get_mut(at) {
                it.is_endless = is_endless;
            }
            if let Some(cluster) = cluster
                && !is_endless
            {
                if self.processes.len() < MOST_INNER + self.n_own {
                    self.instantiate(file, at, cluster);
                } else {
                    let root = self.processes.get(at).map(|it| it.root);
                    self.beyond = self.beyond.or(root);
                }
            }
        }
    }

    /// Returns true if a process is inside an instance of the cluster `name`.
    fn is_inside(&self, process: &Process<'_>, name: &str) -> bool {
        let mut within = process.within;
        while let Some(it) = within.and_then(|it| self.instances.get(it)) {
            if it.cluster.name == name {
                return true;
            }
            within = self.processes.get(it.process).and_then(|it| it.within);
        }
        false
    }

    fn instantiate(&mut self, file: &'f File, at: ProcessId, cluster: &'f Cluster) {
        let Some(outer) = self.processes.get_mut(at) else { return };
        let instance = InstanceId::from_index(self.instances.len());
        outer.instance = Some(instance);
        let (holder, head, root) = (outer.holder, outer.head, outer.root);
        let prefix = outer.name.clone();
        let first = self.processes.len();
        for (_, it, inner_head) in cluster.file.model().processes() {
            let name = format!("{prefix}/{}", it.path);
            let type_name = inner_head.process_type.map_or("", |it| cluster.file.source().text(it));
            self.by_name
                .entry(Cow::Owned(name.clone()))
                .or_insert(ProcessId::from_index(self.processes.len()));
            self.processes.push(Process {
                holder,
                head,
                name: Cow::Owned(name),
                type_name,
                process_type: file.process_type(type_name),
                instance: None,
                within: Some(instance),
                root,
                inner_name: Some(inner_head.name),
                is_endless: false,
            });
        }
        let inner = first..self.processes.len();
        self.instances.push(Instance { process: at, cluster, inner });
    }

    /// Returns the processes that stand in the text.
    pub fn own(&self) -> &[Process<'f>] {
        self.processes.split_at_checked(self.n_own).map_or(&[], |it| it.0)
    }

    /// Returns the processes that stand in the text, with their ids.
    pub fn own_enumerated(&self) -> impl Iterator<Item = (ProcessId, &Process<'f>)> {
        self.processes.enumerated().take(self.n_own)
    }

    /// Returns true if a process stands in the text.
    pub fn is_own(&self, process: ProcessId) -> bool {
        process.index() < self.n_own
    }

    /// Returns a process, if it stands in the text.
    pub fn own_process(&self, process: ProcessId) -> Option<&Process<'f>> {
        self.processes.get(process).filter(|_| self.is_own(process))
    }

    /// Returns the first process of a name.
    pub fn named(&self, name: &str) -> Option<&Process<'f>> {
        self.processes.get(*self.by_name.get(name)?)
    }

    /// Returns the name of a process.
    pub fn name(&self, process: ProcessId) -> &str {
        self.processes.get(process).map_or("", |it| it.name.as_ref())
    }

    fn end(&self, file: &'f File, address: Address, side: PortSide) -> Option<End<'f>> {
        let (name_span, port_span) = (address.process(), address.port()?);
        let name = file.source().joined(name_span);
        let port = file.source().joined(port_span);
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

    /// Returns the declaration of a port of a process, as far as known.
    pub fn port_info(&self, process: ProcessId, side: PortSide, port: &str) -> PortInfo<'f> {
        let known = self.processes.get(process).and_then(|it| it.process_type);
        let Some(known) = known else { return PortInfo::Open };
        if let Some(it) = known.port(side, port) {
            return PortInfo::Declared(it);
        }
        known.dynamic_port(side, port).map_or(PortInfo::Missing, PortInfo::Dynamic)
    }

    /// Returns the declaration of a port of a process inside a cluster, as a mapping may name it: the
    /// program asks there only whether the process has it, and `_heartbeat` has an instance, too
    /// (sprokit.md#port-mapping).
    pub fn mappable_port(&self, process: ProcessId, side: PortSide, port: &str) -> PortInfo<'f> {
        match self.port_info(process, side, port) {
            PortInfo::Missing if side == PortSide::Output && port == HEARTBEAT.name => {
                PortInfo::Declared(&HEARTBEAT)
            }
            info => info,
        }
    }

    /// Returns the place of a process inside an instance: its name in the file of the cluster.
    pub fn written(&self, process: &Process<'_>) -> Option<Location> {
        let source = self.instances.get(process.within?)?.cluster.file.source();
        source.written(TokenSpan::of(process.inner_name?))
    }

    /// Finds a process inside a cluster, as a connection may name it: `cluster/inner.port`
    /// (sprokit.md#connections). Here nothing is known of the inside.
    fn inside_cluster<'n>(&self, name: &'n str) -> Option<(ProcessId, &'n str)> {
        let (outer, inner) = name.split_once('/')?;
        let &process = self.by_name.get(outer)?;
        let it = self.processes.get(process).filter(|it| it.instance.is_none())?;
        it.process_type.is_none_or(|it| it.is_cluster).then_some((process, inner))
    }

    /// Returns the names of all processes of the text, in its order.
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ {
        self.own().iter().map(|it| it.name.as_ref())
    }

    /// Returns true if a process is a cluster, so that connections to it count at set-up only
    /// (sprokit.md#connections).
    pub fn is_cluster(&self, process: ProcessId) -> bool {
        let it = self.processes.get(process).and_then(|it| it.process_type);
        it.is_some_and(|it| it.is_cluster)
    }
}
