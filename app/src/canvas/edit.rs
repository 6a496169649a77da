//! Edits: the commands that gestures on the canvas stand for; the text is changed elsewhere.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;

use bobbin_protocol::{
    Catalogue, CatalogueEntry, Command, FurtherPorts, ItemPath, Port, PortRef, PortSide,
};
use bobbin_sorting::Gathering as _;

use super::new_port::{self, NewPort};
use super::scene::{PortId, Scene, compatible, is_side};
use crate::document::locate::GraphPart;

/// Something to do, in one step of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Deed {
    /// Carried out one after the other.
    pub commands: Vec<Command>,
    /// A few words for the history and for screen readers.
    pub label: String,
}

/// The result of joining two ports.
#[derive(Debug, Clone, PartialEq)]
pub enum Joining {
    /// The ports can be joined.
    Free(Deed),
    /// The input has a connection, which would go.
    Replacing {
        /// The output that the input has now.
        old: String,
        /// The input that has a connection.
        input: String,
        /// True if the input is an output of the cluster, seen from inside.
        is_side: bool,
        /// The change that replaces it.
        deed: Deed,
    },
    /// The port to join to is made by that, under a name that is asked for.
    Unnamed(NewPort),
    /// The ports cannot be joined, with the reason.
    Impossible(Cow<'static, str>),
}

/// Returns a port as commands name it.
#[must_use]
pub fn port_ref(scene: &Scene, id: PortId) -> Option<PortRef> {
    let item: ItemPath = scene.graph.vertices.get(id.vertex)?.item.clone();
    Some(PortRef { item, port: scene.port(id)?.name.clone() })
}

fn disconnect(scene: &Scene, edge: usize) -> Option<Command> {
    let (from, to) = scene.ends(edge)?;
    Some(Command::Disconnect { from: port_ref(scene, from)?, to: port_ref(scene, to)? })
}

/// Joins two ports, whichever of them is the output.
#[must_use]
pub fn join(scene: &Scene, one: PortId, other: PortId) -> Joining {
    joined(scene, one, other, None)
}

/// Takes the end of an edge that is on `side` to another port.
#[must_use]
pub fn reroute(scene: &Scene, edge: usize, side: PortSide, to: PortId) -> Joining {
    let Some(kept) = scene.kept_end(edge, side) else { return Joining::Impossible(GONE.into()) };
    joined(scene, kept, to, Some(edge))
}

/// Joins a port to a vertex of which no port fits, or takes the end of the edge `moved` there: to a port that
/// the vertex makes for it, if it does so.
#[must_use]
pub fn join_vertex(scene: &Scene, kept: PortId, vertex: usize, moved: Option<usize>) -> Joining {
    match NewPort::for_port(scene, kept, vertex, moved) {
        Some(port) => Joining::Unnamed(port),
        None => Joining::Impossible(no_port(scene, vertex).into()),
    }
}

const INSIDE: &str = "The inside of a process is connected in its own file: go inside, or replace the process with its contents.";

pub const GONE: &str = "It is no longer in the graph.";

/// Returns why a line cannot end at a vertex, of which no port fits.
fn no_port(scene: &Scene, vertex: usize) -> &'static str {
    // A side of a cluster is no process, and gets its ports otherwise.
    let is_side = scene.graph.vertices.get(vertex).is_some_and(is_side);
    if is_side {
        "No port of this card fits. Further ones are added in its form."
    } else {
        "This process has no port that fits."
    }
}

/// Joins a port that a vertex makes under this name.
#[must_use]
pub fn join_new(port: &NewPort, name: &str) -> Joining {
    let NewPort { drawn, kept, vertex, moved, .. } = port;
    let (end, made) = (End::at(drawn, *kept), End::new(drawn, *vertex, name));
    match drawn.port(*kept).map(|it| it.side) {
        Some(PortSide::Input) => connected(drawn, made, end, *moved),
        _ => connected(drawn, end, made, *moved),
    }
}

/// An end of a connection that is to be made.
struct End {
    vertex: usize,
    /// The port, if the vertex has it already.
    id: Option<PortId>,
    /// The port as commands name it.
    port: PortRef,
    /// The port as people read it.
    name: String,
}

impl End {
    /// Returns a port that is there.
    fn at(scene: &Scene, id: PortId) -> Option<End> {
        let (port, name) = (port_ref(scene, id)?, scene.name_of(id));
        Some(End { vertex: id.vertex, id: Some(id), port, name })
    }

    /// Returns a port that a vertex is to make.
    fn new(scene: &Scene, vertex: usize, port: &str) -> Option<End> {
        let it = scene.graph.vertices.get(vertex)?;
        let name = format!("{}.{port}", it.title);
        let port = PortRef { item: it.item.clone(), port: port.to_owned() };
        Some(End { vertex, id: None, port, name })
    }
}

fn joined(scene: &Scene, one: PortId, other: PortId, old: Option<usize>) -> Joining {
    let Some((from, to)) = scene.directed(one, other) else {
        return Joining::Impossible("A connection goes from an output to an input.".into());
    };
    connected(scene, End::at(scene, from), End::at(scene, to), old)
}

fn connected(scene: &Scene, from: Option<End>, to: Option<End>, old: Option<usize>) -> Joining {
    let (Some(from), Some(to)) = (from, to) else { return Joining::Impossible(GONE.into()) };
    if [&from, &to].iter().filter_map(|it| it.id).any(|it| scene.is_inside(it)) {
        return Joining::Impossible(INSIDE.into());
    }
    let taken = to.id.and_then(|it| scene.taken_by(it));
    let both = from.id.zip(to.id);
    if taken.is_some_and(|it| both.is_some() && scene.ends(it) == both) {
        return Joining::Impossible("These are already connected.".into());
    }
    // That of an input which stays is the one that is moved.
    let taken = taken.filter(|it| Some(*it) != old);
    // An edge that takes the place of another one is that one with another end: the statement stays
    // where it is, with its comments.
    let changed = old.or(taken).filter(|it| stays_written(scene, *it, &from, &to));
    let mut commands: Vec<Command> = Vec::new();
    for gone in [old, taken].into_iter().flatten().filter(|it| Some(*it) != changed) {
        commands.extend(disconnect(scene, gone));
    }
    let label = format!("connect {} to {}", from.name, to.name);
    match changed.and_then(|it| Some((scene.graph.edges.get(it)?, scene.ends(it)?))) {
        Some((edge, ends)) => {
            let is_to = Some(ends.0) == from.id;
            commands.push(Command::Reconnect {
                item: edge.item.clone(),
                from: (!is_to).then_some(from.port),
                to: is_to.then_some(to.port),
            });
        }
        None => commands.push(Command::Connect { from: from.port, to: to.port }),
    }
    let deed = Deed { commands, label };
    match taken.and_then(|it| scene.ends(it)) {
        Some((old, _)) => Joining::Replacing {
            old: scene.name_of(old),
            input: to.name,
            is_side: scene.graph.vertices.get(to.vertex).is_some_and(is_side),
            deed,
        },
        None => Joining::Free(deed),
    }
}

/// Returns true if the statement of an edge can join these ends instead: a connection others of its kind, a mapping
/// the same port of the cluster.
fn stays_written(scene: &Scene, edge: usize, from: &End, to: &End) -> bool {
    let is_fixed = |end: &End| is_fixed(scene, end.vertex);
    if !scene.is_mapping(edge) {
        return is_free(scene, edge) && !is_fixed(from) && !is_fixed(to);
    }
    let is_same = |old: PortId, new: &End, other: &End| {
        is_fixed(new) && Some(old) == new.id && !is_fixed(other)
    };
    let ends = scene.ends(edge);
    ends.is_some_and(|ends| is_same(ends.0, from, to) || is_same(ends.1, to, from))
}

/// Returns true if the ends of an edge stand in a statement of their own.
fn is_free(scene: &Scene, edge: usize) -> bool {
    let ends = scene.ends(edge);
    ends.is_some_and(|(from, to)| !is_fixed(scene, from.vertex) && !is_fixed(scene, to.vertex))
}

/// Returns true if a vertex is no item of this text, such as the border of a cluster.
fn is_fixed(scene: &Scene, vertex: usize) -> bool {
    scene.graph.vertices.get(vertex).is_some_and(|it| it.fixed.is_some())
}

/// Takes an edge away.
#[must_use]
pub fn cut(scene: &Scene, edge: usize) -> Option<Deed> {
    delete(scene, &iter::once(GraphPart::Edge(edge)).gather())
}

/// Removes the selection; vertices go with their connections.
#[must_use]
pub fn delete(scene: &Scene, selection: &BTreeSet<GraphPart>) -> Option<Deed> {
    let is_going = |vertex: usize| selection.contains(&GraphPart::Vertex(vertex));
    let mut names = Vec::new();
    let mut commands = Vec::new();
    for part in selection {
        match part {
            GraphPart::Vertex(idx) => {
                let vertex = scene.graph.vertices.get(*idx).filter(|it| !it.is_frame);
                let Some(vertex) = vertex else { continue };
                names.push(vertex.title.clone());
                commands.push(Command::Remove { item: vertex.item.clone() });
            }
            GraphPart::Edge(idx) => {
                let Some((from, to)) = scene.ends(*idx) else { continue };
                if is_going(from.vertex) || is_going(to.vertex) {
                    continue;
                }
                names.push(format!("{} → {}", scene.name_of(from), scene.name_of(to)));
                commands.extend(disconnect(scene, *idx));
            }
        }
    }
    let label = match names.as_slice() {
        [] => return None,
        [name] => format!("remove {name}"),
        many => format!("remove {} items", many.len()),
    };
    Some(Deed { commands, label })
}

/// Returns the number of connections that are not selected and go with what is; those of other texts stay there.
/// What is `cut` out comes back with the connections in it.
#[must_use]
pub fn n_along(scene: &Scene, selection: &BTreeSet<GraphPart>, is_cut: bool) -> usize {
    let is_going = |vertex: u32| selection.contains(&GraphPart::Vertex(vertex as usize));
    let cards = selection.iter().filter_map(|it| it.vertex());
    let edges = cards.flat_map(|it| scene.edges_of(it).iter().copied());
    let along: BTreeSet<usize> =
        edges.filter(|it| !selection.contains(&GraphPart::Edge(*it))).gather();
    let edges = along.iter().filter_map(|it| scene.graph.edges.get(*it));
    let edges = edges.filter(|it| it.fixed.is_none());
    edges.filter(|it| !is_cut || !is_going(it.from_vertex) || !is_going(it.to_vertex)).count()
}

/// The place in the flow for something new.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Purpose {
    /// Unconnected to anything.
    Alone,
    /// Into an edge.
    Into(usize),
    /// Joined to a port.
    To(PortId),
}

impl Purpose {
    /// Returns the purpose in the next drawing; `None` if what it was for is gone.
    #[must_use]
    pub fn in_next(self, old: &Scene, new: &Scene) -> Option<Purpose> {
        match self {
            Purpose::Alone => Some(self),
            Purpose::Into(edge) => new.edge_of(old, edge).map(Purpose::Into),
            Purpose::To(port) => new.port_of(old, port).map(Purpose::To),
        }
    }
}

/// Returns the names of the ports of something new that a purpose needs: its input, and its output. One that takes
/// `further` ports gives one where no port fits.
fn meeting(
    scene: &Scene,
    ports: &[Port],
    further: &[FurtherPorts],
    purpose: Purpose,
) -> Option<(Option<String>, Option<String>)> {
    let best = |id: PortId| -> Option<(PortSide, String)> {
        let other = scene.port(id)?;
        let fitting = || ports.iter().filter(|it| compatible(it, other));
        // The very type before one that stands for any.
        let exact = fitting().find(|it| it.data_type == other.data_type);
        let best = exact.or_else(|| fitting().next());
        best.map_or_else(
            || new_port::made_for(scene, id, further),
            |it| Some((it.side, it.name.clone())),
        )
    };
    match purpose {
        Purpose::Alone => Some((None, None)),
        Purpose::To(id) => Some(match best(id)? {
            (PortSide::Input, name) => (Some(name), None),
            (PortSide::Output, name) => (None, Some(name)),
        }),
        Purpose::Into(edge) => {
            let (from, to) = scene.ends(edge)?;
            Some((Some(best(from)?.1), Some(best(to)?.1)))
        }
    }
}

/// Returns true if something can be put at the place it is meant for.
#[must_use]
pub fn suits(scene: &Scene, entry: &CatalogueEntry, purpose: Purpose) -> bool {
    meeting(scene, &entry.ports, &entry.further, purpose).is_some()
}

/// Adds something under a free name, connected as the purpose says.
#[must_use]
pub fn add(
    scene: &Scene,
    catalogue: &Catalogue,
    entry: &CatalogueEntry,
    purpose: Purpose,
) -> Option<(Deed, ItemPath)> {
    let name = free_name(scene, &entry.name);
    let item = ItemPath(vec![catalogue.kind.clone(), name.clone()]);
    let (input, output) = meeting(scene, &entry.ports, &entry.further, purpose)?;
    let own = |name: Option<String>| Some(PortRef { item: item.clone(), port: name? });
    let mut commands = vec![Command::AddItem {
        kind: catalogue.kind.clone(),
        name: name.clone(),
        values: vec![(catalogue.type_key.clone(), entry.name.clone())],
    }];
    commands.extend(wires(scene, purpose, own(input), own(output)));
    Some((Deed { commands, label: format!("add {name}") }, item))
}

/// Returns the commands that join something with these ports as the purpose says.
fn wires(
    scene: &Scene,
    purpose: Purpose,
    input: Option<PortRef>,
    output: Option<PortRef>,
) -> Vec<Command> {
    match (purpose, input, output) {
        (Purpose::Alone, ..) => Vec::new(),
        (Purpose::To(id), Some(to), _) => {
            let from = port_ref(scene, id);
            from.map(|from| Command::Connect { from, to }).into_iter().collect()
        }
        (Purpose::To(id), None, Some(from)) => {
            let taken = scene.taken_by(id);
            // The connection that is there stays where it is written, with its comments.
            let is_side = scene.graph.vertices.get(id.vertex).is_some_and(is_side);
            let free = taken.filter(|it| is_free(scene, *it) || is_side);
            if let Some(edge) = free.and_then(|it| scene.graph.edges.get(it)) {
                let item = edge.item.clone();
                return vec![Command::Reconnect { item, from: Some(from), to: None }];
            }
            let connect = port_ref(scene, id).map(|to| Command::Connect { from, to });
            taken.and_then(|it| disconnect(scene, it)).into_iter().chain(connect).collect()
        }
        (Purpose::Into(edge), Some(input), Some(output)) => {
            let item = scene.graph.edges.get(edge).map(|it| it.item.clone());
            item.map(|item| Command::Splice { item, input, output }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Splices a vertex that has no connections into an edge; `None` if it does not fit there.
#[must_use]
pub fn splice(scene: &Scene, vertex: usize, edge: usize) -> Option<Deed> {
    let card = scene.graph.vertices.get(vertex)?;
    if !scene.edges_of(vertex).is_empty() || card.fixed.is_some() {
        return None;
    }
    // Where a name is needed, somebody is to be asked for it.
    let (input, output) = meeting(scene, &card.ports, &[], Purpose::Into(edge))?;
    let own = |name: Option<String>| Some(PortRef { item: card.item.clone(), port: name? });
    let commands = wires(scene, Purpose::Into(edge), own(input), own(output));
    Some(Deed { commands, label: format!("insert {} into the connection", card.title) })
}

/// Returns a name like `wanted` that no vertex has.
#[must_use]
pub fn free_name(scene: &Scene, wanted: &str) -> String {
    let is_taken = |name: &str| scene.graph.vertices.iter().any(|it| it.title == name);
    if !is_taken(wanted) {
        return wanted.to_owned();
    }
    let stem = wanted.trim_end_matches(|it: char| it.is_ascii_digit());
    let stem = if stem.is_empty() { wanted } else { stem };
    let names = (2u32..).map(|number| format!("{stem}{number}"));
    { names }.find(|it| !is_taken(it)).unwrap_or_else(|| wanted.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;
    use bobbin_protocol::Point;

    fn id(vertex: usize, port: usize) -> PortId {
        PortId { vertex, port }
    }

    /// Commands in a short form.
    fn said(commands: &[Command]) -> Vec<String> {
        let end = |it: &PortRef| format!("{}.{}", it.item.0.join("/"), it.port);
        let say = |it: &Command| match it {
            Command::AddItem { kind, name, values } => {
                let values: Vec<&str> = values.iter().map(|it| it.1.as_str()).collect();
                format!("add {kind} {name} {}", values.join(","))
            }
            Command::Connect { from, to } => format!("connect {} {}", end(from), end(to)),
            Command::Disconnect { from, to } => format!("cut {} {}", end(from), end(to)),
            Command::Reconnect { item, from, to } => {
                let end = |word: &str, it: &Option<PortRef>| {
                    it.as_ref().map(|it| format!(" {word} {}", end(it))).unwrap_or_default()
                };
                format!("reconnect {}{}{}", item.0.join("/"), end("from", from), end("to", to))
            }
            Command::Splice { item, input, output } => {
                format!("splice {} {} {}", item.0.join("/"), end(input), end(output))
            }
            Command::Remove { item } => format!("remove {}", item.0.join("/")),
            other => format!("{other:?}"),
        };
        commands.iter().map(say).collect()
    }

    fn entry(name: &str, ports: &[(&str, PortSide, &str)]) -> CatalogueEntry {
        let port = |&(name, side, data_type): &(&str, PortSide, &str)| Port {
            name: name.into(),
            side,
            data_type: data_type.into(),
            required: true,
            guarded: false,
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point::default(),
        };
        CatalogueEntry {
            name: name.into(),
            group: String::new(),
            about: String::new(),
            ports: ports.iter().map(port).collect(),
            further: Vec::new(),
        }
    }

    fn catalogue() -> Catalogue {
        Catalogue { kind: "process".into(), type_key: "::".into(), ..Catalogue::default() }
    }

    #[test]
    fn a_taken_input_is_offered_to_be_replaced() {
        let scene = sample();
        // Drawn from the input to the output, and taken by `a.out`.
        let Joining::Replacing { old, input, is_side: false, deed } =
            join(&scene, id(2, 1), id(1, 1))
        else {
            panic!("the input is taken");
        };
        assert_eq!((old.as_str(), input.as_str()), ("a.out", "c.in2"));
        assert_eq!(said(&deed.commands), ["reconnect connection/3 from process/b.out"]);
        assert!(
            matches!(join(&scene, id(0, 0), id(1, 0)), Joining::Impossible(_)),
            "there already"
        );
        assert!(matches!(join(&scene, id(0, 0), id(1, 1)), Joining::Impossible(_)), "two outputs");
    }

    /// The sample, in which a vertex is a side of a cluster.
    fn with_side(vertex: usize) -> Scene {
        let mut graph = (*sample().graph).clone();
        graph.vertices[vertex].item.0 = vec!["cluster".into(), "mine".into()];
        graph.vertices[vertex].fixed = Some("its ports are mapped in the text".into());
        Scene::new(graph.into())
    }

    #[test]
    fn an_end_of_a_mapping_goes_to_another_port() {
        let scene = with_side(2);
        let Joining::Free(deed) = reroute(&scene, 2, PortSide::Output, id(1, 1)) else {
            panic!("only the mapping itself is at the input");
        };
        assert_eq!(said(&deed.commands), ["reconnect connection/3 from process/b.out"]);
        let Joining::Replacing { deed, .. } = reroute(&scene, 1, PortSide::Input, id(2, 1)) else {
            panic!("another mapping is there");
        };
        assert_eq!(
            said(&deed.commands),
            [
                "cut process/b.out cluster/mine.in",
                "cut process/a.out cluster/mine.in2",
                "connect process/b.out cluster/mine.in2"
            ],
            "it may be one of several"
        );
        // A connection becomes a mapping.
        let Joining::Free(deed) = reroute(&with_side(0), 1, PortSide::Output, id(0, 0)) else {
            panic!("only the connection itself is at the input");
        };
        assert_eq!(
            said(&deed.commands),
            ["cut process/b.out process/c.in", "connect cluster/mine.out process/c.in"]
        );
    }

    #[test]
    fn a_port_that_is_made_is_joined_under_its_name() {
        let making = |vertex: usize, side| {
            let mut graph = (*sample().graph).clone();
            let (template, data_type) = ("<name>".to_owned(), String::new());
            graph.vertices[vertex].further = vec![FurtherPorts { side, template, data_type }];
            Scene::new(graph.into())
        };
        let scene = making(2, PortSide::Input);
        let port =
            |scene: &Scene, kept, vertex, moved| match join_vertex(scene, kept, vertex, moved) {
                Joining::Unnamed(port) => port,
                other => panic!("{other:?}"),
            };
        let Joining::Free(deed) = join_new(&port(&scene, id(0, 0), 2, None), "x") else {
            panic!("nothing is there");
        };
        assert_eq!(deed.label, "connect a.out to c.x");
        assert_eq!(said(&deed.commands), ["connect process/a.out process/c.x"]);
        let Joining::Free(deed) = join_new(&port(&scene, id(0, 0), 2, Some(0)), "x") else {
            panic!("nothing is there");
        };
        assert_eq!(said(&deed.commands), ["reconnect connection/1 to process/c.x"]);
        // An output for an input that has a connection.
        let scene = making(0, PortSide::Output);
        let joining = join_new(&port(&scene, id(2, 0), 0, None), "x");
        let Joining::Replacing { old, input, deed, .. } = joining else { panic!("taken") };
        assert_eq!((old.as_str(), input.as_str()), ("b.out", "c.in"));
        assert_eq!(said(&deed.commands), ["reconnect connection/2 from process/a.x"]);
        assert!(matches!(join_vertex(&scene, id(2, 0), 1, None), Joining::Impossible(_)));
    }

    #[test]
    fn an_output_of_a_cluster_is_not_called_an_input() {
        let scene = with_side(2);
        let joining = join(&scene, id(1, 1), id(2, 1));
        assert!(matches!(joining, Joining::Replacing { is_side: true, .. }), "{joining:?}");
    }

    #[test]
    fn a_side_of_a_cluster_is_called_no_process() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[2].item.0 = vec!["cluster".into(), "mine".into()];
        graph.vertices[2].fixed = Some("its ports are mapped in the text".into());
        let scene = Scene::new(graph.into());
        assert_eq!(no_port(&scene, 1), "This process has no port that fits.");
        assert_eq!(
            no_port(&scene, 2),
            "No port of this card fits. Further ones are added in its form."
        );
    }

    #[test]
    fn an_end_goes_to_another_port() {
        let scene = sample();
        let Joining::Replacing { deed, .. } = reroute(&scene, 1, PortSide::Input, id(2, 1)) else {
            panic!("the new input is taken");
        };
        assert_eq!(
            said(&deed.commands),
            ["cut process/a.out process/c.in2", "reconnect connection/2 to process/c.in2"]
        );
        let Joining::Free(deed) = reroute(&scene, 2, PortSide::Output, id(1, 1)) else {
            panic!("an output takes any number");
        };
        assert_eq!(said(&deed.commands), ["reconnect connection/3 from process/b.out"]);
    }

    #[test]
    fn a_connection_goes_once_with_its_card() {
        let scene = sample();
        let all = BTreeSet::from([GraphPart::Vertex(0), GraphPart::Edge(0), GraphPart::Edge(1)]);
        let deed = delete(&scene, &all).unwrap();
        assert_eq!(said(&deed.commands), ["remove process/a", "cut process/b.out process/c.in"]);
        assert_eq!(deed.label, "remove 2 items");
        assert_eq!(n_along(&scene, &all, false), 1);
        let card = BTreeSet::from([GraphPart::Vertex(0)]);
        assert_eq!(n_along(&scene, &card, false), 2);
        let both = BTreeSet::from([GraphPart::Vertex(0), GraphPart::Vertex(2)]);
        assert_eq!(n_along(&scene, &both, false), 3);
        assert_eq!(n_along(&scene, &both, true), 2, "one comes back with them");
        let mut scene = scene;
        std::sync::Arc::make_mut(&mut scene.graph).edges[0].fixed =
            Some("an include brings it in".to_owned());
        assert_eq!(n_along(&scene, &card, false), 1);
        assert_eq!(delete(&scene, &BTreeSet::new()), None);
    }

    #[test]
    fn something_new_goes_into_an_edge() {
        let scene = sample();
        let (input, output) = (PortSide::Input, PortSide::Output);
        let filter = entry(
            "b",
            &[
                ("mask", input, "mask"),
                ("any", input, "_any"),
                ("in", input, "image"),
                ("out", output, "image"),
            ],
        );
        let (deed, item) = add(&scene, &catalogue(), &filter, Purpose::Into(2)).unwrap();
        assert_eq!(item.0, ["process", "b2"]);
        assert_eq!(
            said(&deed.commands),
            ["add process b2 b", "splice connection/3 process/b2.in process/b2.out"]
        );
        let source = entry("s", &[("out", output, "image")]);
        assert!(!suits(&scene, &source, Purpose::Into(2)), "nothing can go in");
        assert!(suits(&scene, &source, Purpose::Alone));
    }

    #[test]
    fn something_new_is_joined_to_a_port() {
        let scene = sample();
        let sink = entry("sink", &[("in", PortSide::Input, "_any")]);
        let (deed, _) = add(&scene, &catalogue(), &sink, Purpose::To(id(0, 0))).unwrap();
        assert_eq!(
            said(&deed.commands),
            ["add process sink sink", "connect process/a.out process/sink.in"]
        );
        assert!(!suits(&scene, &sink, Purpose::To(id(1, 0))), "two inputs");
        let source = entry("a", &[("out", PortSide::Output, "track")]);
        let (deed, _) = add(&scene, &catalogue(), &source, Purpose::To(id(2, 0))).unwrap();
        assert_eq!(
            said(&deed.commands),
            ["add process a2 a", "reconnect connection/2 from process/a2.out"]
        );
    }

    #[test]
    fn something_new_makes_the_port_that_it_is_joined_to() {
        let scene = sample();
        let rule = FurtherPorts {
            side: PortSide::Input,
            template: "<name>".into(),
            data_type: "image".into(),
        };
        let merge = CatalogueEntry { further: vec![rule], ..entry("merge", &[]) };
        let (deed, _) = add(&scene, &catalogue(), &merge, Purpose::To(id(0, 0))).unwrap();
        assert_eq!(
            said(&deed.commands),
            ["add process merge merge", "connect process/a.out process/merge.a"]
        );
        assert!(!suits(&scene, &merge, Purpose::To(id(2, 0))), "it makes no outputs");
    }

    #[test]
    fn only_a_card_without_connections_is_spliced() {
        let scene = sample();
        assert_eq!(splice(&scene, 1, 2), None);
        let mut graph = (*scene.graph).clone();
        graph.edges.retain(|it| it.to_vertex == 2 && it.from_vertex == 0);
        let scene = Scene::new(std::sync::Arc::new(graph));
        let deed = splice(&scene, 1, 0).unwrap();
        assert_eq!(said(&deed.commands), ["splice connection/3 process/b.in process/b.out"]);
    }
}
