//! Hit testing: what lies under the pointer.

use std::collections::BTreeSet;

use bobbin_protocol::{Point, PortSide, Rect, Vertex};
use bobbin_sorting::Gathering as _;

use super::comments;
use super::new_port::NewPort;
use super::rects::{contains, overlap};
use super::scene::{PortId, Scene};
use crate::document::locate::GraphPart;

/// The distance from a port within which a press still means it, in pixels.
const PORT_REACH: f64 = 11.0;
/// The greatest distance however small the drawing is, in canvas units: most of a vertex shall mean
/// the vertex.
const FARTHEST: f64 = 28.0;
/// The distance from an edge within which a press still means it, in pixels.
const EDGE_REACH: f64 = 6.0;

/// Something under the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// The bare canvas.
    Canvas,
    /// A vertex by its index.
    Vertex(usize),
    /// A port of a vertex.
    Port(PortId),
    /// An edge by its index.
    Edge(usize),
    /// The end of a connection, which can be taken elsewhere: that at its output or that at its
    /// input.
    End(usize, PortSide),
}

impl Hit {
    /// Returns the same part in the next drawing, if it is there.
    #[must_use]
    pub fn in_next(self, old: &Scene, new: &Scene) -> Option<Hit> {
        Some(match self {
            Hit::Canvas => Hit::Canvas,
            Hit::Vertex(idx) => Hit::Vertex(new.vertex_of(old, idx)?),
            Hit::Port(id) => Hit::Port(new.port_of(old, id)?),
            Hit::Edge(idx) => Hit::Edge(new.edge_of(old, idx)?),
            Hit::End(idx, side) => Hit::End(new.edge_of(old, idx)?, side),
        })
    }

    /// Returns the part that is selected by pressing here.
    #[must_use]
    pub fn part(self) -> Option<GraphPart> {
        match self {
            Hit::Canvas => None,
            Hit::Vertex(idx) => Some(GraphPart::Vertex(idx)),
            Hit::Port(id) => Some(GraphPart::Vertex(id.vertex)),
            Hit::Edge(idx) | Hit::End(idx, _) => Some(GraphPart::Edge(idx)),
        }
    }
}

/// Returns the port near a place, the nearest of several.
#[must_use]
pub fn port_at(scene: &Scene, at: Point, zoom: f64) -> Option<PortId> {
    let reach = (PORT_REACH / zoom).min(FARTHEST);
    let mut best = None;
    for (vertex, it) in scene.graph.vertices.iter().enumerate() {
        if !contains(it.rect, at, reach) {
            continue;
        }
        for (port, it) in it.ports.iter().enumerate() {
            let distance = (it.anchor.x - at.x).hypot(it.anchor.y - at.y);
            if distance <= reach && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, PortId { vertex, port }));
            }
        }
    }
    best.map(|(_, id)| id)
}

/// The end of a line that is being drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// At a port that fits.
    Port(PortId),
    /// On something that it cannot be joined to.
    Misfit,
}

/// Returns the end of a line from a port to a place; `None` on the bare canvas.
#[must_use]
pub fn aim(scene: &Scene, from: PortId, at: Point, zoom: f64) -> Option<Aim> {
    match end_for(scene, from, at, zoom) {
        Some(end) if end == from => None,
        Some(end) if scene.fits(from, end) => Some(Aim::Port(end)),
        Some(_) => Some(Aim::Misfit),
        None => match hit_test(scene, at, zoom) {
            // It asks for a name there, as the bare canvas asks what to add.
            Hit::Vertex(card) if NewPort::for_port(scene, from, card, None).is_some() => None,
            Hit::Vertex(card) if card != from.vertex && !scene.is_group(card) => Some(Aim::Misfit),
            _ => None,
        },
    }
}

/// Returns the port that a line from another one means when it is let go: one near the place, else
/// the one of the vertex there that fits best.
#[must_use]
pub fn end_for(scene: &Scene, from: PortId, at: Point, zoom: f64) -> Option<PortId> {
    port_at(scene, at, zoom).or_else(|| match hit_test(scene, at, zoom) {
        Hit::Vertex(card) if card != from.vertex && !scene.is_group(card) => {
            best_port(scene, from, card)
        }
        _ => None,
    })
}

/// Returns the port of a vertex that fits another one best: free before taken, the same type before
/// one that stands for any. A vertex that makes a port for it gives no taken one.
fn best_port(scene: &Scene, from: PortId, vertex: usize) -> Option<PortId> {
    let ports = &scene.graph.vertices.get(vertex)?.ports;
    let data_type = &scene.port(from)?.data_type;
    let fitting = (0..ports.len()).map(|port| PortId { vertex, port });
    let fitting = fitting.filter(|it| scene.fits(from, *it));
    let ends = scene.edges_of(vertex).iter().filter_map(|it| scene.ends(*it));
    let taken: BTreeSet<usize> =
        ends.filter(|(_, to)| to.vertex == vertex).map(|(_, to)| to.port).gather();
    let best = fitting.min_by_key(|it| {
        let is_other_type = scene.port(*it).is_none_or(|port| port.data_type != *data_type);
        (taken.contains(&it.port), is_other_type, it.port)
    });
    let makes_one = || NewPort::for_port(scene, from, vertex, None).is_some();
    best.filter(|it| !taken.contains(&it.port) || !makes_one())
}

/// Returns the end of one of these edges near a place.
#[must_use]
pub fn end_at(
    scene: &Scene,
    edges: impl Iterator<Item = usize>,
    at: Point,
    zoom: f64,
) -> Option<Hit> {
    let reach = (PORT_REACH / zoom).min(FARTHEST);
    for edge in edges {
        let points = scene.graph.edges.get(edge).map(|it| it.points.as_slice());
        let [first, .., last] = points? else { continue };
        for (end, side) in [(first, PortSide::Output), (last, PortSide::Input)] {
            if (end.x - at.x).hypot(end.y - at.y) <= reach {
                return Some(Hit::End(edge, side));
            }
        }
    }
    None
}

/// The length of the piece of a line, from its port, that can be taken off the port, in pixels.
const GRIP: f64 = 38.0;
/// The greatest share of a line that each of these pieces takes: the middle means the line.
const GRIP_SHARE: f64 = 0.4;

/// Returns the length of each piece of a line that can be taken off its port, in canvas units.
fn grip_length(points: &[Point], zoom: f64) -> f64 {
    (GRIP / zoom).min(length_of(points) * GRIP_SHARE)
}

/// Returns the end of an edge that a place on its line belongs to, if that end can be taken
/// elsewhere: the line near its port.
#[must_use]
pub fn grip_at(scene: &Scene, edge: usize, at: Point, zoom: f64) -> Option<PortSide> {
    let it = scene.graph.edges.get(edge).filter(|it| it.fixed.is_none())?;
    let reach = grip_length(&it.points, zoom);
    let from_output = travelled(&it.points, at);
    let rest = length_of(&it.points) - from_output;
    if from_output <= reach {
        Some(PortSide::Output)
    } else {
        (rest <= reach).then_some(PortSide::Input)
    }
}

/// Returns the place of the grip at an end of an edge: on its line, clear of the port.
#[must_use]
pub fn grip_of(scene: &Scene, edge: usize, side: PortSide, zoom: f64) -> Option<Point> {
    let points = &scene.graph.edges.get(edge)?.points;
    let length = grip_length(points, zoom);
    let along = (length + (PORT_REACH / zoom).min(length)) / 2.0;
    let along = if side == PortSide::Output { along } else { length_of(points) - along };
    let mut left = along;
    for (start, end) in points.iter().zip(points.iter().skip(1)) {
        let length = (end.x - start.x).hypot(end.y - start.y);
        if left <= length && length > 0.0 {
            let share = left / length;
            let (dx, dy) = (end.x - start.x, end.y - start.y);
            return Some(Point { x: start.x + dx * share, y: start.y + dy * share });
        }
        left -= length;
    }
    points.last().copied()
}

/// Returns which of two edges is meant at a place where both run: the one under the pointer already.
#[must_use]
pub fn steady(scene: &Scene, found: usize, before: usize, at: Point) -> usize {
    let distance = |idx: usize| {
        let edge = scene.graph.edges.get(idx);
        edge.map_or(f64::INFINITY, |it| distance_to(&it.points, at))
    };
    if distance(before) <= distance(found) + 0.5 { before } else { found }
}

fn length_of(points: &[Point]) -> f64 {
    let segments = points.iter().zip(points.iter().skip(1));
    segments.map(|(start, end)| (end.x - start.x).hypot(end.y - start.y)).sum()
}

/// Returns how far along a line the point is that is nearest to a place.
fn travelled(points: &[Point], at: Point) -> f64 {
    let (mut before, mut best) = (0.0, (f64::INFINITY, 0.0));
    for (start, end) in points.iter().zip(points.iter().skip(1)) {
        let length = (end.x - start.x).hypot(end.y - start.y);
        let share = share_of_segment(*start, *end, at);
        let distance = distance_to_segment(*start, *end, at);
        if distance < best.0 {
            best = (distance, before + share * length);
        }
        before += length;
    }
    best.1
}

/// Returns the edge under a vertex dropped at a place, if it is not one of its own.
#[must_use]
pub fn edge_under(scene: &Scene, card: usize, at: Point, zoom: f64) -> Option<usize> {
    let reach = 2.0 * EDGE_REACH / zoom;
    let near = scene.graph.edges.iter().enumerate().filter_map(|(idx, edge)| {
        let is_own = [edge.from_vertex, edge.to_vertex].contains(&(card as u32));
        let is_near = !is_own && contains(scene.edge_bounds(idx), at, reach);
        let distance = if is_near { distance_to(&edge.points, at) } else { f64::INFINITY };
        (distance <= reach).then_some((distance, idx))
    });
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|it| it.1)
}

/// Returns what lies at a place: ports over vertices, vertices over edges, edges over the groups
/// around vertices.
#[must_use]
pub fn hit_test(scene: &Scene, at: Point, zoom: f64) -> Hit {
    if let Some(id) = port_at(scene, at, zoom) {
        return Hit::Port(id);
    }
    let vertices = || scene.graph.vertices.iter().enumerate().rev();
    let is_group = |idx: usize| scene.is_group(idx);
    let is_on = |it: &Vertex| {
        contains(it.rect, at, 0.0)
            || comments::mark_of(it).is_some_and(|mark| contains(mark, at, 0.0))
    };
    let card = vertices().find(|(idx, it)| !is_group(*idx) && is_on(it));
    if let Some((idx, _)) = card {
        return Hit::Vertex(idx);
    }
    let reach = EDGE_REACH / zoom;
    let near = scene.graph.edges.iter().enumerate().filter_map(|(idx, edge)| {
        if !contains(scene.edge_bounds(idx), at, reach) {
            return None;
        }
        let distance = distance_to(&edge.points, at);
        (distance <= reach).then_some((distance, idx))
    });
    if let Some((_, idx)) = near.min_by(|one, other| one.0.total_cmp(&other.0)) {
        return Hit::Edge(idx);
    }
    // Of nested groups the smallest is meant.
    let groups = vertices().filter(|(idx, it)| is_group(*idx) && contains(it.rect, at, 0.0));
    let area = |rect: Rect| rect.width * rect.height;
    match groups.min_by(|one, other| area(one.1.rect).total_cmp(&area(other.1.rect))) {
        Some((idx, _)) => Hit::Vertex(idx),
        None => Hit::Canvas,
    }
}

/// Returns what a line lies on that is let go at a place: a frame is as bare as the canvas.
#[must_use]
pub fn target_at(scene: &Scene, at: Point, zoom: f64) -> Hit {
    match hit_test(scene, at, zoom) {
        Hit::Vertex(idx) if scene.graph.vertices.get(idx).is_some_and(|it| it.is_frame) => {
            Hit::Canvas
        }
        hit => hit,
    }
}

/// Returns the vertices and edges that a rectangle touches.
#[must_use]
pub fn inside(scene: &Scene, rect: Rect) -> Vec<GraphPart> {
    let cards = scene.graph.vertices.iter().enumerate();
    let cards = cards
        .filter(|(idx, it)| !scene.is_group(*idx) && overlap(it.rect, rect))
        .map(|(idx, _)| GraphPart::Vertex(idx));
    let edges = scene.graph.edges.iter().enumerate();
    // A long edge runs through many rectangles; it is meant when it lies in one as a whole.
    let edges = edges
        .filter(|(_, it)| it.points.iter().all(|point| contains(rect, *point, 0.0)))
        .map(|(idx, _)| GraphPart::Edge(idx));
    cards.chain(edges).collect()
}

fn distance_to(points: &[Point], at: Point) -> f64 {
    let segments = points.iter().zip(points.iter().skip(1));
    segments.map(|(start, end)| distance_to_segment(*start, *end, at)).fold(f64::INFINITY, f64::min)
}

fn distance_to_segment(start: Point, end: Point, at: Point) -> f64 {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let share = share_of_segment(start, end, at);
    (start.x + share * dx - at.x).hypot(start.y + share * dy - at.y)
}

/// Returns the share of a segment, from 0 to 1, that lies before the point nearest to a place.
fn share_of_segment(start: Point, end: Point, at: Point) -> f64 {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let length = dx * dx + dy * dy;
    if length == 0.0 {
        return 0.0;
    }
    (((at.x - start.x) * dx + (at.y - start.y) * dy) / length).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn ports_before_cards_before_edges() {
        let scene = sample();
        for (x, y, hit) in [
            (50.0, 20.0, Hit::Vertex(0)),
            (97.0, 38.0, Hit::Port(PortId { vertex: 0, port: 0 })),
            (175.0, 43.0, Hit::Edge(0)),
            (350.0, 90.0, Hit::Edge(1)),
            (250.0, 90.0, Hit::Canvas),
            (401.0, 148.0, Hit::Port(PortId { vertex: 2, port: 1 })),
        ] {
            assert_eq!(hit_test(&scene, Point { x, y }, 1.0), hit, "{x} {y}");
        }
    }

    #[test]
    fn a_line_ends_at_the_port_of_a_card_that_fits_best() {
        let mut graph = (*sample().graph).clone();
        graph.edges.remove(2);
        let scene = Scene::new(std::sync::Arc::new(graph));
        let id = |vertex, port| PortId { vertex, port };
        let aim = |from, x, y| aim(&scene, from, Point { x, y }, 1.0);
        assert_eq!(aim(id(0, 0), 450.0, 115.0), Some(Aim::Port(id(2, 1))), "on the card");
        assert_eq!(aim(id(0, 0), 397.0, 138.0), Some(Aim::Misfit), "on a port of another type");
        assert_eq!(aim(id(0, 0), 50.0, 20.0), None, "on its own card");
        assert_eq!(aim(id(0, 0), 250.0, 100.0), None, "on the canvas");
        assert_eq!(aim(id(1, 0), 450.0, 115.0), Some(Aim::Misfit), "two inputs");
    }

    #[test]
    fn ends_of_selected_edges_can_be_taken() {
        let scene = sample();
        let at = |x, y| Point { x, y };
        let end = |place| end_at(&scene, std::iter::once(1), place, 1.0);
        assert_eq!(end(at(304.0, 40.0)), Some(Hit::End(1, PortSide::Output)));
        assert_eq!(end(at(396.0, 141.0)), Some(Hit::End(1, PortSide::Input)));
        assert_eq!(end(at(350.0, 90.0)), None);
    }

    #[test]
    fn a_line_has_a_grip_at_each_end_and_none_in_the_middle() {
        let scene = sample();
        let at = |x, y| grip_at(&scene, 0, Point { x, y }, 1.0);
        assert_eq!(at(125.0, 42.0), Some(PortSide::Output));
        assert_eq!(at(150.0, 40.0), None);
        assert_eq!(at(175.0, 40.0), Some(PortSide::Input));
        let place = grip_of(&scene, 0, PortSide::Input, 1.0).unwrap();
        assert_eq!((place.x, place.y), (175.5, 40.0));
        let mut graph = (*scene.graph).clone();
        graph.edges[0].fixed = Some("elsewhere".into());
        let fixed = Scene::new(std::sync::Arc::new(graph));
        assert_eq!(grip_at(&fixed, 0, Point { x: 125.0, y: 42.0 }, 1.0), None);
    }

    #[test]
    fn a_card_lies_on_the_edges_of_others_only() {
        let scene = sample();
        let at = Point { x: 350.0, y: 90.0 };
        assert_eq!(edge_under(&scene, 0, at, 1.0), Some(1));
        assert_eq!(edge_under(&scene, 2, at, 1.0), None);
    }

    #[test]
    fn a_box_takes_cards_it_touches_and_edges_it_holds() {
        let scene = sample();
        let all = inside(&scene, Rect { x: 90.0, y: 10.0, width: 150.0, height: 60.0 });
        assert_eq!(all, [GraphPart::Vertex(0), GraphPart::Vertex(1), GraphPart::Edge(0)]);
    }
}
