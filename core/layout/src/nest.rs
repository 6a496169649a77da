//! Compound graphs: groups are laid out from the innermost outward, each as a vertex of the graph
//! around it. Edges cross the border of a group at its ports, which the layout of its content
//! places; a line that crosses a border elsewhere gets a port there.
//!
//! Sugiyama and Misue, *Visualization of structural information: automatic drawing of compound
//! digraphs*, 1991, and Sander, *Layout of compound directed graphs*, 1996, rank all groups at
//! once. Here ports say where an edge crosses a border, so each group is a graph of its own, and
//! opening or closing one moves only its surroundings.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::collections::HashMap;

use super::diagram::{Diagram, Line, Settings, Side, Spacing};
use super::flat::{Drawn, Edge, Flat, LEFT, Port, RIGHT, Role, Vertex};
use super::previous::height_at;
use super::watch::Watch;
use super::{Layout, Point, Rect, VertexBox, parts};

/// Stands for an absent index.
const NONE: usize = usize::MAX;

/// A port of a shape.
#[derive(Debug, Clone, Copy)]
struct NestPort {
    shape: usize,
    side: usize,
    y: f64,
}

/// A section of a line within one group, or outside of all.
#[derive(Debug, Clone, Copy)]
struct Hop {
    group: Option<usize>,
    from: usize,
    to: usize,
    feedback: bool,
    /// One of the lines that it belongs to.
    line: usize,
}

/// A diagram split by its groups.
struct Nest<'a> {
    diagram: &'a Diagram,
    settings: &'a Settings,
    /// The group around each shape, without cycles.
    parent: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// The shapes in no group.
    outermost: Vec<usize>,
    /// The ports of the diagram in their order, then those added at borders.
    ports: Vec<NestPort>,
    ports_of: Vec<Vec<usize>>,
    hops: Vec<Hop>,
    /// The hops of each group, then those outside of all.
    hops_in: Vec<Vec<usize>>,
    /// The hops that make up each line; several lines may share one.
    hops_of_line: Vec<Vec<usize>>,
    size: Vec<(f64, f64)>,
    /// The drawing of each group, then of the whole diagram.
    drawn: Vec<Option<Drawn>>,
}

/// Lays out a diagram.
pub(super) async fn layout(diagram: &Diagram, settings: &Settings, watch: &mut Watch) -> Layout {
    let mut nest = Nest::new(diagram, settings);
    watch.step(8 * nest.ports.len()).await;
    nest.cut_lines(watch).await;
    let mut number = vec![NONE; nest.ports.len()];
    for group in nest.inner_first() {
        nest.draw(Some(group), &mut number, watch).await;
    }
    nest.draw(None, &mut number, watch).await;
    watch.step(20 * nest.hops.len()).await;
    nest.compose(watch).await
}

impl<'a> Nest<'a> {
    fn new(diagram: &'a Diagram, settings: &'a Settings) -> Nest<'a> {
        let n = diagram.shapes.len();
        let parent = without_circles(diagram);
        let (mut children, mut outermost) = (vec![Vec::new(); n], Vec::new());
        for (it, parent) in parent.iter().enumerate() {
            match parent {
                Some(parent) => children[*parent].push(it),
                None => outermost.push(it),
            }
        }
        let mut res = Nest {
            diagram,
            settings,
            parent,
            children,
            outermost,
            ports: Vec::new(),
            ports_of: vec![Vec::new(); n],
            hops: Vec::new(),
            hops_in: vec![Vec::new(); n + 1],
            hops_of_line: Vec::with_capacity(diagram.lines.len()),
            size: diagram.shapes.iter().map(|it| (it.width, it.height)).collect(),
            drawn: vec![None; n + 1],
        };
        for (shape, it) in diagram.shapes.iter().enumerate() {
            for anchor in &it.anchors {
                let side = if anchor.side == Side::Right { RIGHT } else { LEFT };
                res.add_port(NestPort { shape, side, y: anchor.y });
            }
        }
        res
    }

    fn add_port(&mut self, port: NestPort) -> usize {
        self.ports_of[port.shape].push(self.ports.len());
        self.ports.push(port);
        self.ports.len() - 1
    }

    fn is_group(&self, shape: usize) -> bool {
        !self.children[shape].is_empty()
    }

    /// Returns a group and those around it, from the innermost outward.
    fn around(&self, group: Option<usize>) -> Vec<usize> {
        std::iter::successors(group, |&it| self.parent[it]).collect()
    }

    /// Cuts lines at the borders they cross.
    async fn cut_lines(&mut self, watch: &mut Watch) {
        let mut made: HashMap<(usize, usize, usize), usize> = HashMap::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        for line in 0..self.diagram.lines.len() {
            watch.step(50).await;
            let hops = self.cut(line, &mut made);
            let hops = hops.unwrap_or_default().into_iter().map(|hop| {
                *known.entry((hop.from, hop.to)).or_insert_with(|| {
                    self.hops.push(hop);
                    let group = hop.group.unwrap_or(self.diagram.shapes.len());
                    self.hops_in[group].push(self.hops.len() - 1);
                    self.hops.len() - 1
                })
            });
            let hops = hops.collect();
            self.hops_of_line.push(hops);
        }
    }

    /// Returns the hops of a line; none if it does not lead from an output to an input or names no
    /// port. Ports needed at borders are looked up in `made` by shape, side and start of the line.
    fn cut(
        &mut self,
        line: usize,
        made: &mut HashMap<(usize, usize, usize), usize>,
    ) -> Option<Vec<Hop>> {
        let Line { from, to, feedback } = *self.diagram.lines.get(line)?;
        let (from, to) = (self.port(from)?, self.port(to)?);
        let inside_of = |port: usize, border: usize| {
            let NestPort { shape, side, .. } = self.ports[port];
            match (side == border, self.is_group(shape)) {
                (true, true) => Some(Some(shape)),
                (true, false) => None,
                (false, _) => Some(self.parent[shape]),
            }
        };
        // The groups that contain the line where it leaves and where it arrives.
        let (mut group, last) = (inside_of(from, LEFT)?, inside_of(to, RIGHT)?);
        let inward = self.around(last);
        let (mut res, mut at) = (Vec::new(), from);
        while let Some(shape) = group.filter(|it| !inward.contains(it)) {
            let port = self.border_port(shape, RIGHT, from, made);
            res.push(Hop { group, from: at, to: port, feedback, line });
            (group, at) = (self.parent[shape], port);
        }
        let n_common = group.map_or(0, |it| self.around(Some(it)).len());
        for &shape in inward.iter().rev().skip(n_common) {
            let port = self.border_port(shape, LEFT, from, made);
            res.push(Hop { group, from: at, to: port, feedback, line });
            (group, at) = (Some(shape), port);
        }
        res.push(Hop { group, from: at, to, feedback, line });
        Some(res)
    }

    fn border_port(
        &mut self,
        shape: usize,
        side: usize,
        start: usize,
        made: &mut HashMap<(usize, usize, usize), usize>,
    ) -> usize {
        let next = NestPort { shape, side, y: 0.0 };
        *made.entry((shape, side, start)).or_insert_with(|| self.add_port(next))
    }

    /// Returns the index of a port of the diagram.
    fn port(&self, (shape, anchor): (usize, usize)) -> Option<usize> {
        let shape = self.diagram.shapes.get(shape).filter(|it| anchor < it.anchors.len()).and(
            // Ports of the diagram come first in each list.
            self.ports_of.get(shape),
        )?;
        shape.get(anchor).copied()
    }

    /// Returns all groups, each behind those that it contains.
    fn inner_first(&self) -> Vec<usize> {
        let mut res = Vec::new();
        let mut stack = self.outermost.clone();
        while let Some(it) = stack.pop() {
            if self.is_group(it) {
                res.push(it);
                stack.extend(&self.children[it]);
            }
        }
        res.reverse();
        res
    }

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

    /// Returns the vertices of a group's graph: its content, then its ports.
    fn members(&self, group: Option<usize>) -> (&[usize], &[usize]) {
        match group {
            Some(it) => (&self.children[it], &self.ports_of[it]),
            None => (&self.outermost, &[]),
        }
    }

    /// Builds the graph of a group; `number` is scratch space for the indices of its ports.
    fn flat(&self, group: Option<usize>, number: &mut [usize]) -> Flat {
        let (children, borders) = self.members(group);
        let bounds = group.and_then(|it| self.previous_box(it));
        let mut res = Flat { outermost: group.is_none(), bounds, ..Flat::default() };
        for (vertex, &shape) in children.iter().enumerate() {
            let (width, height) = self.size[shape];
            res.vertices.push(Vertex {
                width,
                height,
                role: Role::Box,
                free_order: self.diagram.shapes[shape].free_order && !self.is_group(shape),
                previous: self.previous_box(shape).map(|it| Point { x: it.x, y: it.y }),
            });
            for &port in &self.ports_of[shape] {
                let NestPort { side, y, .. } = self.ports[port];
                number[port] = res.ports.len();
                res.ports.push(Port { vertex, side, y });
            }
        }
        let earlier_ports = self.earlier_ports(group);
        for (idx, &port) in borders.iter().enumerate() {
            let side = self.ports[port].side;
            let role = if side == LEFT { Role::Entry } else { Role::Exit };
            number[port] = res.ports.len();
            res.ports.push(Port { vertex: res.vertices.len(), side: 1 - side, y: 0.0 });
            let previous = earlier_ports.get(idx).copied().flatten();
            res.vertices.push(Vertex { role, previous, ..Vertex::default() });
        }
        let hops = &self.hops_in[group.unwrap_or(self.diagram.shapes.len())];
        for &Hop { from, to, feedback, line, .. } in hops.iter().map(|&it| &self.hops[it]) {
            let (from, to) = (number[from], number[to]);
            if from != NONE && to != NONE {
                let previous = self.settings.previous.routes.get(line).cloned().unwrap_or_default();
                res.edges.push(Edge { from, to, feedback, previous });
            }
        }
        let own = children.iter().flat_map(|&it| &self.ports_of[it]).chain(borders);
        own.for_each(|&it| number[it] = NONE);
        res
    }

    fn previous_box(&self, shape: usize) -> Option<Rect> {
        self.settings.previous.boxes.get(shape).copied().flatten()
    }

    /// Returns the earlier places of a group's ports, where lines crossed its border.
    fn earlier_ports(&self, group: Option<usize>) -> Vec<Option<Point>> {
        let Some((group, rect)) = group.and_then(|it| Some((it, self.previous_box(it)?))) else {
            return Vec::new();
        };
        let mut res = vec![None; self.ports_of[group].len()];
        for &Hop { from, to, line, .. } in self.hops_in[group].iter().map(|&it| &self.hops[it]) {
            let Some(route) = self.settings.previous.routes.get(line) else { continue };
            for (port, x) in [(from, rect.x), (to, rect.x + rect.width)] {
                let own = self.ports_of[group].iter().position(|&it| it == port);
                if let Some(it) = own.and_then(|it| res.get_mut(it)) {
                    *it = height_at(route, x, Some(rect)).map(|y| Point { x, y });
                }
            }
        }
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

/// Returns the parents of shapes, without those that would make a shape contain itself.
fn without_circles(diagram: &Diagram) -> Vec<Option<usize>> {
    let n = diagram.shapes.len();
    let mut res: Vec<Option<usize>> =
        diagram.shapes.iter().map(|it| it.parent.filter(|&it| it < n)).collect();
    let mut is_fine = vec![false; n];
    let mut turn = vec![usize::MAX; n];
    for first in 0..n {
        let mut at = first;
        while !is_fine[at] && turn[at] != first {
            turn[at] = first;
            match res[at] {
                Some(parent) => at = parent,
                None => is_fine[at] = true,
            }
        }
        if !is_fine[at] {
            res[at] = None;
        }
        at = first;
        while !std::mem::replace(&mut is_fine[at], true) {
            match res[at] {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }
    res
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
