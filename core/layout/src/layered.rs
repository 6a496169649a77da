//! The layered graph: vertices in ranks, and dummy vertices where an edge passes a rank, so that
//! every link joins neighbouring ranks (Sugiyama, Tagawa and Toda, *Methods for visual understanding
//! of hierarchical system structures*, 1981).
//!
//! Links end at *slots*: ports, the sides of dummies, and the ends of the lanes in which reversed
//! edges pass their own vertices, above or below them. Edges that leave one port share their dummies.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::flat::{Edge, Flat, LEFT, RIGHT};
use super::lists::Lists;
use super::previous::{column_centre, height_at};
use super::watch::Watch;
use bobbin_sorting::Sorting as _;

/// The most dummies that long edges may need. The longest edges beyond it run above the drawing,
/// where they need none: ten thousand edges over a thousand ranks would need ten million dummies.
const MOST_DUMMIES: usize = 60_000;

/// A place at the side of a vertex where links end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub vertex: usize,
    /// The distance from the top of the vertex, negative for a lane above it.
    pub offset: f64,
    /// The port, if the slot is one.
    pub port: Option<usize>,
}

/// The course of an edge.
#[derive(Debug, Clone)]
pub(super) enum Path {
    /// Along these links, from left to right.
    Forward(Vec<usize>),
    /// From its start to the lane `out`, along these links from the last to the first, and from the
    /// lane `into` to its end. Lanes are slots.
    Backward { out: usize, links: Vec<usize>, into: usize },
    /// From a vertex to itself, by a lane at this offset.
    Loop(f64),
    /// Above the drawing, in the lane of this number.
    Above(usize),
}

/// The layered graph.
#[derive(Debug, Clone)]
pub(super) struct Layered {
    /// The vertices of the flat graph, in its order, come first; then dummies.
    pub n_real: usize,
    pub rank: Vec<usize>,
    /// The extent of each vertex, lanes included, above its top.
    pub above: Vec<f64>,
    /// The extent of each vertex, lanes included, below its top.
    pub below: Vec<f64>,
    pub slots: Vec<Slot>,
    /// The slots of each vertex on each side, from top to bottom.
    pub sides: [Lists; 2],
    /// Each from a slot at the right of a vertex to one at the left of a vertex in the next rank.
    pub links: Vec<(usize, usize)>,
    /// The links at each slot.
    pub links_at: Lists,
    /// The vertices of each rank, from top to bottom once they are ordered.
    pub layers: Vec<Vec<usize>>,
    /// The course of each edge.
    pub paths: Vec<Path>,
    /// The number of lanes above the drawing.
    pub n_above: usize,
    /// The vertical position of each vertex in the earlier layout.
    pub earlier: Vec<Option<f64>>,
}

impl Layered {
    /// Cuts edges into links. `below` tells for each edge that has lanes whether they run below its
    /// vertices; see [`lanes_below`].
    pub async fn new(
        flat: &Flat,
        reversed: &[bool],
        ranks: &[usize],
        below: &[bool],
        line_gap: f64,
        watch: &mut Watch,
    ) -> Layered {
        let mut builder = Builder::new(flat, ranks, below);
        let mut by_span: Vec<usize> = (0..flat.edges.len()).collect();
        let span = |it: usize| {
            let (from, to) = flat.ends(it);
            ranks[from].abs_diff(ranks[to])
        };
        // Short edges first: longer ones from the same port then share their dummies.
        by_span.order_by_key(|&it| span(it));
        let mut n_above = 0;
        for it in by_span {
            watch.step(24 + 8 * span(it)).await;
            let (from, to) = flat.ends(it);
            builder.paths[it] = if from == to {
                Path::Loop(builder.lane(it, from, line_gap))
            } else if builder.rank.len() + span(it) > flat.vertices.len() + MOST_DUMMIES {
                n_above += 1;
                Path::Above(n_above - 1)
            } else if reversed[it] {
                builder.backward(it, line_gap)
            } else {
                builder.forward(it)
            };
        }
        watch.step(20 * builder.slots.len()).await;
        let mut res = builder.finish(n_above);
        watch.step(20 * res.slots.len()).await;
        res.earlier = earlier_heights(&res, flat);
        res
    }

    /// Returns true if a vertex is a dummy.
    #[inline]
    pub fn is_dummy(&self, vertex: usize) -> bool {
        vertex >= self.n_real
    }

    /// Returns the vertices that a link joins.
    #[inline]
    pub fn ends(&self, link: usize) -> (usize, usize) {
        let (from, to) = self.links[link];
        (self.slots[from].vertex, self.slots[to].vertex)
    }
}

/// Returns the earlier height of each vertex of the layered graph, dummies included.
fn earlier_heights(graph: &Layered, flat: &Flat) -> Vec<Option<f64>> {
    let mut res: Vec<Option<f64>> =
        flat.vertices.iter().map(|it| it.previous.map(|at| at.y)).collect();
    res.resize(graph.rank.len(), None);
    if !flat.has_previous() {
        return res;
    }
    let columns: Vec<Option<f64>> =
        graph.layers.iter().map(|layer| column_centre(flat, layer)).collect();
    for (edge, path) in flat.edges.iter().zip(&graph.paths) {
        let (Path::Forward(links) | Path::Backward { links, .. }) = path else { continue };
        for &link in links {
            let (_, to) = graph.ends(link);
            if graph.is_dummy(to)
                && res[to].is_none()
                && let Some(x) = columns[graph.rank[to]]
            {
                res[to] = height_at(&edge.previous, x, flat.bounds);
            }
        }
    }
    res
}

/// Decides for each edge whether its lanes run below its boxes: where they ran before, or else on
/// the side to which the ports at its two ends, taken together, are nearer.
pub(super) fn lanes_below(flat: &Flat) -> Vec<bool> {
    let below_middle = |it: usize| {
        let port = flat.ports[it];
        port.y - flat.vertices[port.vertex].height / 2.0
    };
    let below = |it: &Edge| {
        let from = flat.vertices[flat.ports[it.from].vertex];
        match (from.previous, it.previous.get(2)) {
            (Some(at), Some(lane)) => lane.y > at.y + from.height / 2.0,
            _ => below_middle(it.from) + below_middle(it.to) > 0.0,
        }
    };
    flat.edges.iter().map(below).collect()
}

struct Builder<'a> {
    flat: &'a Flat,
    below_boxes: &'a [bool],
    rank: Vec<usize>,
    above: Vec<f64>,
    below: Vec<f64>,
    slots: Vec<Slot>,
    side: Vec<usize>,
    links: Vec<(usize, usize)>,
    paths: Vec<Path>,
    /// The links to the dummies of the edges that leave each slot.
    chains: Vec<Vec<usize>>,
}

impl<'a> Builder<'a> {
    /// Slots of ports have the same indices as the ports.
    fn new(flat: &'a Flat, ranks: &[usize], below_boxes: &'a [bool]) -> Builder<'a> {
        let slot = |(idx, it): (usize, &super::flat::Port)| Slot {
            vertex: it.vertex,
            offset: it.y,
            port: Some(idx),
        };
        Builder {
            rank: ranks.to_vec(),
            above: vec![0.0; flat.vertices.len()],
            below: flat.vertices.iter().map(|it| it.height).collect(),
            slots: flat.ports.iter().enumerate().map(slot).collect(),
            side: flat.ports.iter().map(|it| it.side).collect(),
            links: Vec::new(),
            paths: vec![Path::Above(0); flat.edges.len()],
            chains: vec![Vec::new(); flat.ports.len()],
            flat,
            below_boxes,
        }
    }

    fn slot(&mut self, vertex: usize, side: usize, offset: f64) -> usize {
        self.slots.push(Slot { vertex, offset, port: None });
        self.side.push(side);
        self.chains.push(Vec::new());
        self.slots.len() - 1
    }

    fn link(&mut self, from: usize, to: usize) -> usize {
        self.links.push((from, to));
        self.links.len() - 1
    }

    /// Makes room for a lane of an edge beside a vertex, above or below it.
    fn lane(&mut self, edge: usize, vertex: usize, line_gap: f64) -> f64 {
        if self.below_boxes[edge] {
            self.below[vertex] += line_gap;
            self.below[vertex]
        } else {
            self.above[vertex] += line_gap;
            -self.above[vertex]
        }
    }

    fn forward(&mut self, edge: usize) -> Path {
        let it = &self.flat.edges[edge];
        Path::Forward(self.chain(it.from, it.to))
    }

    fn backward(&mut self, edge: usize, line_gap: f64) -> Path {
        let (from, to) = self.flat.ends(edge);
        let lane = self.lane(edge, from, line_gap);
        let out = self.slot(from, LEFT, lane);
        let lane = self.lane(edge, to, line_gap);
        let into = self.slot(to, RIGHT, lane);
        Path::Backward { out, links: self.chain(into, out), into }
    }

    /// Makes links from slot to slot, through dummies that it may share with other links from the
    /// same slot.
    fn chain(&mut self, from: usize, to: usize) -> Vec<usize> {
        let first = self.rank[self.slots[from].vertex] + 1;
        let last = self.rank[self.slots[to].vertex];
        let mut res = Vec::with_capacity(last + 1 - first);
        let mut at = from;
        for rank in first..last {
            let link = match self.chains[from].get(rank - first) {
                Some(&link) => link,
                None => {
                    let dummy = self.rank.len();
                    self.rank.push(rank);
                    self.above.push(0.0);
                    self.below.push(0.0);
                    let left = self.slot(dummy, LEFT, 0.0);
                    self.slot(dummy, RIGHT, 0.0);
                    let link = self.link(at, left);
                    self.chains[from].push(link);
                    link
                }
            };
            res.push(link);
            // The right slot of a dummy follows its left one.
            at = self.links[link].1 + 1;
        }
        res.push(self.link(at, to));
        res
    }

    fn finish(self, n_above: usize) -> Layered {
        let n = self.rank.len();
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.order_by(|&a, &b| self.slots[a].offset.total_cmp(&self.slots[b].offset));
        let on_side = |side: usize| -> Vec<(usize, usize)> {
            let slots = order.iter().filter(|&&it| self.side[it] == side);
            slots.map(|&it| (self.slots[it].vertex, it)).collect()
        };
        let sides = [Lists::new(n, &on_side(LEFT)), Lists::new(n, &on_side(RIGHT))];
        let ends: Vec<(usize, usize)> = self
            .links
            .iter()
            .enumerate()
            .flat_map(|(idx, &(from, to))| [(from, idx), (to, idx)])
            .collect();
        let mut layers = vec![Vec::new(); self.rank.iter().max().map_or(0, |it| it + 1)];
        for (it, &rank) in self.rank.iter().enumerate() {
            layers[rank].push(it);
        }
        Layered {
            n_real: self.flat.vertices.len(),
            above: self.above,
            below: self.below,
            sides,
            links_at: Lists::new(self.slots.len(), &ends),
            links: self.links,
            slots: self.slots,
            layers,
            paths: self.paths,
            n_above,
            earlier: Vec::new(),
            rank: self.rank,
        }
    }
}
