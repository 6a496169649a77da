//! Ports that a vertex makes when they are connected: which it would make, and how they are called.

use bobbin_protocol::{FurtherPorts, Point, Port, PortSide};

use super::scene::{PortId, Scene, compatible};

/// A port that a vertex makes to be joined to another one.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPort {
    /// The drawing in which the others are: the text may change until there is a name.
    pub drawn: Scene,
    /// The port to join it to.
    pub kept: PortId,
    /// The vertex that makes it.
    pub vertex: usize,
    /// The edge of which an end is taken there.
    pub moved: Option<usize>,
    /// The rule by which the vertex makes it.
    rule: FurtherPorts,
}

impl NewPort {
    /// Returns the port that a vertex would make for another one; `None` if it makes none that fits.
    #[must_use]
    pub fn for_port(
        scene: &Scene,
        kept: PortId,
        vertex: usize,
        moved: Option<usize>,
    ) -> Option<NewPort> {
        let other = scene.port(kept).filter(|_| kept.vertex != vertex && !scene.is_inside(kept))?;
        let rule = rule_for(&scene.graph.vertices.get(vertex)?.further, other)?.clone();
        Some(NewPort { drawn: scene.clone(), kept, vertex, moved, rule })
    }

    /// Returns what the name is asked for with.
    #[must_use]
    pub fn label(&self) -> String {
        let title = self.drawn.graph.vertices.get(self.vertex).map_or("", |it| it.title.as_str());
        let side = self.side_in_words();
        match self.rule.template.matches('<').count() {
            1 if self.rule.template.starts_with('<') => {
                format!("Name of the new {side} of {title}")
            }
            _ => format!("Name of the new {side} of {title}, {}", self.rule.template),
        }
    }

    /// Returns the connection with a placeholder for the name: the output first.
    #[must_use]
    pub fn ends_in_words(&self) -> String {
        let title = self.drawn.graph.vertices.get(self.vertex).map_or("", |it| it.title.as_str());
        let (kept, made) =
            (self.drawn.name_of(self.kept), format!("{title}.{}", self.rule.template));
        match self.rule.side {
            PortSide::Input => format!("{kept} → {made}"),
            PortSide::Output => format!("{made} → {kept}"),
        }
    }

    /// Returns the word for the side of the port.
    #[must_use]
    pub fn side_in_words(&self) -> &'static str {
        if self.rule.side == PortSide::Input { "input" } else { "output" }
    }

    /// Returns a name that the vertex has not given yet, after what the port is joined to.
    #[must_use]
    pub fn proposed(&self) -> String {
        let vertex = self.drawn.graph.vertices.get(self.vertex);
        let ports = vertex.map_or(&[] as &[Port], |it| &it.ports);
        name_for(&self.drawn, self.kept, &self.rule, ports)
    }
}

/// Returns the side and the name of the port that something new would make to be joined to another one.
pub fn made_for(
    scene: &Scene,
    other: PortId,
    further: &[FurtherPorts],
) -> Option<(PortSide, String)> {
    let rule = rule_for(further, scene.port(other)?)?;
    Some((rule.side, name_for(scene, other, rule, &[])))
}

fn rule_for<'r>(further: &'r [FurtherPorts], other: &Port) -> Option<&'r FurtherPorts> {
    further.iter().find(|it| compatible(&example(it), other))
}

/// Returns a name by a rule that none of the `ports` has, after what the port is joined to.
fn name_for(scene: &Scene, other: PortId, rule: &FurtherPorts, ports: &[Port]) -> String {
    let title = scene.graph.vertices.get(other.vertex).map_or("", |it| it.title.as_str());
    let port = scene.port(other).map_or("", |it| it.name.as_str());
    let (title, port) = (word_of(title), word_of(port));
    let is_group = rule.template.matches('<').count() > 1;
    // Ports of one group have one type, which the name of the other port mostly stands for.
    let first = if is_group { &port } else { &title };
    let numbers = (2u32..).map(|it| format!("{title}{it}"));
    let words = [title.clone(), port.clone()].into_iter().chain(numbers);
    let mut names = words.map(|it| filled(&rule.template, [first, &it]));
    names.find(|name| !ports.iter().any(|it| it.name == *name)).unwrap_or(title.clone())
}

/// Returns a port that a rule makes, as far as it is known.
fn example(rule: &FurtherPorts) -> Port {
    Port {
        name: rule.template.clone(),
        side: rule.side,
        data_type: rule.data_type.clone(),
        required: false,
        guarded: false,
        missing: false,
        is_flow_typed: false,
        is_inner: false,
        anchor: Point::default(),
    }
}

/// Returns the last word of a name, which can be part of the name of a port.
fn word_of(name: &str) -> String {
    let last = name.rsplit(['/', '.']).next().unwrap_or(name).trim_start_matches('_');
    if last.is_empty() { "port".to_owned() } else { last.to_owned() }
}

/// Returns a template with words in its places: the second in the last one, the first in those before.
fn filled(template: &str, [first, last]: [&str; 2]) -> String {
    let n_places = template.matches('<').count();
    let mut pieces = template.split('<');
    let mut res = pieces.next().unwrap_or_default().to_owned();
    for (n, piece) in pieces.enumerate() {
        res += if n + 1 == n_places { last } else { first };
        res += piece.split_once('>').map_or("", |it| it.1);
    }
    res
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::canvas::scene::sample;

    /// The sample, in which a vertex makes ports by these rules.
    fn making(vertex: usize, rules: &[(PortSide, &str, &str)]) -> Scene {
        let mut graph = (*sample().graph).clone();
        let rule = |&(side, template, data_type): &(PortSide, &str, &str)| FurtherPorts {
            side,
            template: template.into(),
            data_type: data_type.into(),
        };
        graph.vertices[vertex].further = rules.iter().map(rule).collect();
        Scene::new(Arc::new(graph))
    }

    const A_OUT: PortId = PortId { vertex: 0, port: 0 };
    const B_OUT: PortId = PortId { vertex: 1, port: 1 };
    const C_IN: PortId = PortId { vertex: 2, port: 0 };

    #[test]
    fn a_vertex_makes_what_fits_by_side_and_type() {
        let scene = making(2, &[(PortSide::Input, "<name>", "image")]);
        let made = |from, vertex| NewPort::for_port(&scene, from, vertex, None).is_some();
        assert!(made(A_OUT, 2));
        assert!(made(B_OUT, 2), "its type is not known");
        assert!(!made(A_OUT, 1), "it makes none");
        assert!(!made(PortId { vertex: 1, port: 0 }, 2), "two inputs");
        assert!(!made(C_IN, 2), "its own");
        let other = making(2, &[(PortSide::Input, "<name>", "track")]);
        assert_eq!(NewPort::for_port(&other, A_OUT, 2, None), None);
    }

    #[test]
    fn the_proposed_name_is_that_of_the_other_end_and_free() {
        let proposed = |scene: &Scene, from| {
            let port = NewPort::for_port(scene, from, 2, None).unwrap();
            (port.proposed(), port.label())
        };
        let scene = making(2, &[(PortSide::Input, "<name>", "")]);
        assert_eq!(proposed(&scene, A_OUT), ("a".into(), "Name of the new input of c".into()));
        let mut graph = (*scene.graph).clone();
        for (taken, next) in [("a", "out"), ("out", "a2"), ("a2", "a3")] {
            graph.vertices[2].ports[0].name = taken.into();
            let port = graph.vertices[2].ports[0].clone();
            graph.vertices[2].ports.push(port);
            assert_eq!(proposed(&Scene::new(Arc::new(graph.clone())), A_OUT).0, next);
        }
        let scene = making(2, &[(PortSide::Input, "coll/<tag>/<item>", "_flow_dependent/<tag>")]);
        let label = "Name of the new input of c, coll/<tag>/<item>";
        assert_eq!(proposed(&scene, A_OUT), ("coll/out/a".into(), label.into()));
    }

    #[test]
    fn the_connection_is_told_before_it_has_a_name() {
        let scene = making(2, &[(PortSide::Input, "<name>", "")]);
        let port = NewPort::for_port(&scene, A_OUT, 2, None).unwrap();
        assert_eq!(port.ends_in_words(), "a.out → c.<name>");
        let scene = making(0, &[(PortSide::Output, "<name>", "")]);
        let port = NewPort::for_port(&scene, C_IN, 0, None).unwrap();
        assert_eq!(port.ends_in_words(), "a.<name> → c.in");
    }
}
