//! Compound graphs: groups are laid out from the innermost outward, each as a vertex of the graph
//! around it. Edges cross the border of a group at its ports, which the layout of its content
//! places; a line that crosses a border elsewhere gets a port there.
//!
//! Sugiyama and Misue, *Visualization of structural information: automatic drawing of compound
//! digraphs*, 1991, and Sander, *Layout of compound directed graphs*, 1996, rank all groups at
//! once. Here ports say where an edge crosses a border, so each group is a graph of its own, and
//! opening or closing one moves only its surroundings.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod earlier;
mod model;

use super::diagram::{Diagram, Settings, Spacing};
use super::flat::{Drawn, Edge, Flat, LEFT, Port, RIGHT, Role, Vertex};
use super::watch::Watch;
use super::{Layout, Point, Rect, VertexBox, parts};
use model::{Nest, NestPort};

/// Stands for an absent index.
const NONE: usize = usize::MAX;

/// Lays out a diagram.
pub(super) async fn layout(diagram: &Diagram, settings: &Settings, watch: &mut Watch) -> Layout {
    let mut nest = Nest::new(diagram, settings);
    watch.step(8 * nest.ports.len()).await;
    nest.cut_lines(watch).await;
    nest.earlier_ports = earlier::ports(&nest);
    earlier::keep_ports(&mut nest);
    watch.step(8 * nest.ports.len()).await;
    let mut number = vec![NONE; nest.ports.len()];
    for group in nest.inner_first() {
        nest.draw(Some(group), &mut number, watch).await;
    }
    nest.draw(None, &mut number, watch).await;
    watch.step(20 * nest.hops.len()).await;
    nest.compose(watch).await
}

impl Nest<'_> {
    /// Lays out the content of a group, and finds the size of the group and the places of its
    /// ports.
    async fn draw(&mut self, group: Option<usize>, number: &mut [usize], watch: &mut Watch) {
        let key = group.unwrap_or(self.diagram.shapes.len());
        let flat = self.flat(group, number);
        let mut drawn = parts::draw(&flat, &self.settings.spacing, watch).await;
        if let Some(group) = group {
            self.frame(group, &flat, &mut drawn);
        }
        self.drawn[key] = Some(drawn);
    }

    /// Builds the graph of a group; `number` is scratch space for the indices of its ports.
    fn flat(&self, group: Option<usize>, number: &mut [usize]) -> Flat {
        let (children, borders) = self.members(group);
        let bounds = group.and_then(|it| self.previous_box(it));
        let mut res = Flat { outermost: group.is_none(), bounds, ..Flat::default() };
        for (vertex, &shape) in children.iter().enumerate() {
            let (width, height) = self.size[shape];
            let previous = self.previous_box(shape);
            res.vertices.push(Vertex {
                width,
                height,
                role: Role::Box,
                free_order: self.has_free_order(shape) && !self.keeps_ports[shape],
                previous: previous.map(|it| Point { x: it.x, y: it.y }),
                previous_width: previous.map_or(width, |it| it.width),
            });
            for &port in &self.ports_of[shape] {
                let NestPort { side, y, .. } = self.ports[port];
                number[port] = res.ports.len();
                res.ports.push(Port { vertex, side, y });
            }
        }
        for &port in borders {
            let side = self.ports[port].side;
            let role = if side == LEFT { Role::Entry } else { Role::Exit };
            number[port] = res.ports.len();
            res.ports.push(Port { vertex: res.vertices.len(), side: 1 - side, y: 0.0 });
            let previous = self.earlier_ports.get(port).copied().flatten();
            res.vertices.push(Vertex { role, previous, ..Vertex::default() });
        }
        let hops = &self.hops_in[group.unwrap_or(self.diagram.shapes.len())];
        for hop in hops.iter().map(|&it| &self.hops[it]) {
            let (from, to) = (number[hop.from], number[hop.to]);
            if from != NONE && to != NONE {
                let (feedback, previous) = (hop.feedback, earlier::route(self, hop));
                res.edges.push(Edge { from, to, feedback, previous });
            }
        }
        let own = children.iter().flat_map(|&it| &self.ports_of[it]).chain(borders);
        own.for_each(|&it| number[it] = NONE);
        res
    }

    /// Puts a frame around a drawing, moving it to make room for head and padding.
    fn frame(&mut self, group: usize, flat: &Flat, drawn: &mut Drawn) {
        let Spacing { padding, .. } = self.settings.spacing;
        let shape = &self.diagram.shapes[group];
        let has = |role: Role| flat.vertices.iter().any(|it| it.role == role);
        let left = if has(Role::Entry) { 0.0 } else { padding };
        let right = if has(Role::Exit) { 0.0 } else { padding };
        let top = shape.head + padding;
        let width = (left + drawn.width + right).max(shape.width);
        let height = (top + drawn.height + padding).max(shape.height);
        let inner_right = drawn.width;
        let place = |it: &mut Point| (it.x, it.y) = (it.x + left, it.y + top);
        drawn.corners.iter_mut().for_each(place);
        drawn.routes.iter_mut().flatten().for_each(place);
        // Exits stand on the border, even where the title needs a wider frame.
        for (edge, route) in drawn.routes.iter_mut().enumerate() {
            let to = flat.ends(edge).1;
            if let Some(last) = route.last_mut()
                && flat.vertices[to].role == Role::Exit
                && last.x >= left + inner_right - 0.5
            {
                last.x = width;
            }
        }
        let n_children = self.children[group].len();
        for (at, &port) in self.ports_of[group].iter().enumerate() {
            if let Some(corner) = drawn.corners.get(n_children + at) {
                self.ports[port].y = corner.y;
            }
        }
        self.size[group] = (width, height);
    }

    /// Computes absolute places, from the outermost group inward.
    async fn compose(self, watch: &mut Watch) -> Layout {
        let n = self.diagram.shapes.len();
        let mut corners = vec![Point::default(); n];
        let mut ys: Vec<f64> = self.ports.iter().map(|it| it.y).collect();
        let mut routes: Vec<Vec<Point>> = vec![Vec::new(); self.hops.len()];
        let mut groups: Vec<Option<usize>> = vec![None];
        groups.extend(self.inner_first().into_iter().rev().map(Some));
        let mut res = Layout::default();
        for group in groups {
            let Some(drawn) = &self.drawn[group.unwrap_or(n)] else { continue };
            let origin = group.map_or(Point::default(), |it| corners[it]);
            let place = |it: &Point| Point { x: it.x + origin.x, y: it.y + origin.y };
            let (children, _) = self.members(group);
            let mut port_ys = drawn.port_ys.iter();
            for (&shape, corner) in children.iter().zip(&drawn.corners) {
                corners[shape] = place(corner);
                for (&port, &y) in self.ports_of[shape].iter().zip(&mut port_ys) {
                    ys[port] = y;
                }
            }
            for (&hop, route) in self.hops_in[group.unwrap_or(n)].iter().zip(&drawn.routes) {
                routes[hop] = route.iter().map(place).collect();
            }
            if group.is_none() {
                (res.width, res.height) = (drawn.width, drawn.height);
            }
        }
        watch.step(20 * self.hops.len()).await;
        res.vertices = (0..n).map(|it| self.vertex_box(it, corners[it], &ys)).collect();
        res.edges.reserve(self.hops_of_line.len());
        for hops in &self.hops_of_line {
            watch.step(30).await;
            res.edges.push(chain(hops, &routes));
        }
        res
    }

    fn vertex_box(&self, shape: usize, corner: Point, ys: &[f64]) -> VertexBox {
        let (width, height) = self.size[shape];
        let n_anchors = self.diagram.shapes[shape].anchors.len();
        let ports = self.ports_of[shape].iter().take(n_anchors).map(|&port| {
            let x = if self.ports[port].side == RIGHT { width } else { 0.0 };
            Point { x: corner.x + x, y: corner.y + ys[port] }
        });
        let ports = ports.collect();
        VertexBox { rect: Rect { x: corner.x, y: corner.y, width, height }, ports }
    }
}

/// Joins the routes of hops, dropping corners where the line does not turn.
fn chain(hops: &[usize], routes: &[Vec<Point>]) -> Vec<Point> {
    let mut res: Vec<Point> = Vec::new();
    for point in hops.iter().flat_map(|&it| &routes[it]) {
        if res.last() == Some(point) {
            continue;
        }
        if let [.., a, b] = res.as_slice() {
            let straight = (a.y == b.y && b.y == point.y) || (a.x == b.x && b.x == point.x);
            if straight {
                res.pop();
            }
        }
        res.push(*point);
    }
    res
}
