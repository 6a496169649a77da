//! Orthogonal edge routing: horizontal through the columns, vertical in the gaps between them, each
//! vertical segment on a track of its own ([`tracks`]). The tracks determine the places of the
//! columns.
//!
//! The segments of Sander, *A fast heuristic for hierarchical Manhattan layout*, 1996.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod columns;
mod tracks;

use super::Point;
use super::diagram::Spacing;
use super::flat::{Drawn, Edge, Flat, RIGHT, Role};
use super::layered::{Layered, Path};
use super::position::SAME;
use super::watch::Watch;
use columns::Columns;
use tracks::Vertical;

/// Stands for an absent vertical segment.
const NONE: usize = usize::MAX;

/// Draws the edges, and in doing so finds the widths of the gaps between columns. `ys` are the
/// heights of the vertices.
pub(super) async fn route(
    graph: &Layered,
    flat: &Flat,
    ys: Vec<f64>,
    spacing: &Spacing,
    watch: &mut Watch,
) -> Drawn {
    let mut router = Router::new(graph, flat, ys, spacing);
    watch.step(20 * graph.links.len()).await;
    router.leave_slots();
    watch.step(20 * graph.links.len()).await;
    router.turn();
    let columns = Columns::new(graph, flat, &mut router.gaps, spacing, watch).await;
    router.draw(&columns, watch).await
}

struct Router<'a> {
    graph: &'a Layered,
    flat: &'a Flat,
    spacing: &'a Spacing,
    /// The top of each vertex.
    ys: Vec<f64>,
    /// The vertical segments left of each column, and right of the last one.
    gaps: Vec<Vec<Vertical>>,
    /// The segments right of each slot: upward and downward.
    of_slot: Vec<[usize; 2]>,
    /// The segment left of the vertex that each edge enters, for edges that turn around.
    of_end: Vec<usize>,
}

impl<'a> Router<'a> {
    fn new(graph: &'a Layered, flat: &'a Flat, ys: Vec<f64>, spacing: &'a Spacing) -> Router<'a> {
        let mut res = Router {
            graph,
            flat,
            spacing,
            ys,
            gaps: (0..=graph.layers.len()).map(|_| Vec::new()).collect(),
            of_slot: vec![[NONE; 2]; graph.slots.len()],
            of_end: vec![NONE; flat.edges.len()],
        };
        let tops = (0..res.ys.len()).map(|it| res.ys[it] - graph.above[it]);
        let top = tops.fold(f64::INFINITY, f64::min);
        let lanes = if graph.n_above == 0 {
            0.0
        } else {
            graph.n_above as f64 * spacing.line_gap + spacing.box_gap
        };
        if top.is_finite() {
            res.ys.iter_mut().for_each(|it| *it += lanes - top);
        }
        res
    }

    /// Returns the height of a slot.
    fn y(&self, slot: usize) -> f64 {
        let slot = self.graph.slots[slot];
        self.ys[slot.vertex] + slot.offset
    }

    fn rank(&self, slot: usize) -> usize {
        self.graph.rank[self.graph.slots[slot].vertex]
    }

    /// Lets all links that leave a slot upward share a vertical segment, and those that leave it
    /// downward another. No place of a single segment among others would be good for both
    /// directions.
    fn leave_slots(&mut self) {
        for link in 0..self.graph.links.len() {
            let (from, to) = self.graph.links[link];
            let y = self.y(to);
            if (y - self.y(from)).abs() >= SAME {
                self.out_of(from, y).add_right(y);
            }
        }
    }

    /// Returns the segment right of a slot that leads to the height `y`.
    fn out_of(&mut self, slot: usize, y: f64) -> &mut Vertical {
        let (gap, start) = (self.rank(slot) + 1, self.y(slot));
        let own = &mut self.of_slot[slot][usize::from(y > start)];
        if *own == NONE {
            *own = self.gaps[gap].len();
            self.gaps[gap].push(Vertical::new(Some(slot), vec![start], Vec::new()));
        }
        &mut self.gaps[gap][*own]
    }

    /// Turns edges that do not go from left to right around in the gap behind the port they leave
    /// and in the gap before the port they enter.
    fn turn(&mut self) {
        for edge in 0..self.flat.edges.len() {
            let Some((first, last)) = self.lanes(edge) else { continue };
            let Edge { from, to, .. } = self.flat.edges[edge];
            self.out_of(from, first).add_left(first);
            let (gap, y) = (self.rank(to), self.y(to));
            self.of_end[edge] = self.gaps[gap].len();
            self.gaps[gap].push(Vertical::new(None, Vec::new(), vec![y, last]));
        }
    }

    /// Returns the heights at which an edge runs back, behind its start and before its end.
    fn lanes(&self, edge: usize) -> Option<(f64, f64)> {
        match &self.graph.paths[edge] {
            Path::Forward(_) => None,
            Path::Backward { out, into, .. } => Some((self.y(*out), self.y(*into))),
            Path::Loop(offset) => {
                let y = self.ys[self.flat.ends(edge).0] + offset;
                Some((y, y))
            }
            Path::Above(lane) => {
                let y = *lane as f64 * self.spacing.line_gap;
                Some((y, y))
            }
        }
    }

    async fn draw(&self, columns: &Columns, watch: &mut Watch) -> Drawn {
        let corner = |it: usize| Point {
            x: match self.flat.vertices[it].role {
                Role::Entry => 0.0,
                Role::Box => columns.left_of(self.graph.rank[it], self.flat.vertices[it].width),
                Role::Exit => columns.width,
            },
            y: self.ys[it],
        };
        let corners: Vec<Point> = (0..self.flat.vertices.len()).map(corner).collect();
        let mut routes = Vec::with_capacity(self.flat.edges.len());
        for it in 0..self.flat.edges.len() {
            watch.step(50).await;
            routes.push(self.line(it, &corners, columns));
        }
        let bottoms = (0..self.ys.len()).map(|it| self.ys[it] + self.graph.below[it]);
        Drawn {
            routes,
            port_ys: self.graph.slots[..self.flat.ports.len()].iter().map(|it| it.offset).collect(),
            corners,
            width: columns.width,
            height: bottoms.fold(0.0, f64::max),
        }
    }

    /// Returns the place of a port in the drawing.
    fn port(&self, port: usize, corners: &[Point]) -> Point {
        let it = self.flat.ports[port];
        let width = if it.side == RIGHT { self.flat.vertices[it.vertex].width } else { 0.0 };
        Point { x: corners[it.vertex].x + width, y: self.y(port) }
    }

    fn line(&self, edge: usize, corners: &[Point], columns: &Columns) -> Vec<Point> {
        let it = &self.flat.edges[edge];
        let (start, end) = (self.port(it.from, corners), self.port(it.to, corners));
        // Goes to height `to` along the segment between a slot and height `y`, if there is one.
        let turn = |res: &mut Vec<Point>, slot: usize, y: f64, to: f64| {
            let gap = self.rank(slot) + 1;
            let own = self.of_slot[slot][usize::from(y > self.y(slot))];
            if let Some(stretch) = self.gaps[gap].get(own) {
                go(res, columns.track_x(gap, stretch), to);
            }
        };
        let leave = |res: &mut Vec<Point>, slot: usize, y: f64| turn(res, slot, y, y);
        let mut res = vec![start];
        match &self.graph.paths[edge] {
            Path::Forward(links) => {
                for &link in links {
                    let (from, to) = self.graph.links[link];
                    leave(&mut res, from, self.y(to));
                }
            }
            Path::Backward { links, .. } => {
                let (first, _) = self.lanes(edge).unwrap_or_default();
                leave(&mut res, it.from, first);
                for &link in links.iter().rev() {
                    let (from, to) = self.graph.links[link];
                    turn(&mut res, from, self.y(to), self.y(from));
                }
            }
            Path::Loop(_) | Path::Above(_) => {
                let (first, _) = self.lanes(edge).unwrap_or_default();
                leave(&mut res, it.from, first);
            }
        }
        if self.of_end[edge] != NONE {
            let gap = self.rank(it.to);
            go(&mut res, columns.track_x(gap, &self.gaps[gap][self.of_end[edge]]), end.y);
        }
        res.push(end);
        res
    }
}

/// Goes horizontally to `x` and then vertically to `y`, unless the line is at that height already.
fn go(line: &mut Vec<Point>, x: f64, y: f64) {
    let from = line.last().map_or(y, |it| it.y);
    if (from - y).abs() >= SAME {
        line.extend([Point { x, y: from }, Point { x, y }]);
    }
}
