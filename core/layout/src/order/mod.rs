//! Crossing minimisation: the order of the vertices in each rank.
//!
//! Several first orders are improved by sweeps with barycentres of ports and by exchanges of
//! neighbours, and the best is improved further by sifting. What counts is the order of slots, not
//! of vertices, so that crossings at the ports of one vertex are seen.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod count;
mod exchange;
mod first;
mod ports;
mod sweep;

use super::flat::{Flat, LEFT, RIGHT};
use super::layered::{Layered, Path};
use super::lists::Lists;
use super::watch::Watch;
use bobbin_sorting::Sorting as _;

/// A link that edges share counts as so many at most.
const MOST_EDGES: usize = 4;
/// Sweeps of one attempt.
const SWEEPS: usize = 12;
/// An attempt ends after this many sweeps that helped little.
const STALE: usize = 3;
/// An order is sifted at most so often.
const SIFTINGS: usize = 3;
/// Passes of neighbour exchange or sifting end after this many.
const PASSES: usize = 12;
/// Of at most so many first orders, those with the fewest crossings are improved.
const STARTS: usize = 14;
/// All first orders together have about this many vertices.
const VERTICES_TO_START: usize = 120_000;
/// The first orders that are improved have about this many vertices, beyond four orders.
const VERTICES_TO_ORDER: usize = 1_500;
/// The improved orders that are sifted have about this many vertices, beyond two orders.
const VERTICES_TO_SIFT: usize = 600;
/// The share of the time after which all first orders are made, and that after which they are
/// improved, in a large graph.
const STARTED: f64 = 0.3;
const IMPROVED: f64 = 0.6;

/// Orders the layers, and the ports that may change places: so many ways at most, the one with the
/// fewest crossings of links first.
pub(super) async fn orders(
    graph: &Layered,
    flat: &Flat,
    n_most: usize,
    watch: &mut Watch,
) -> Vec<State> {
    let mut orders = Orders::new(graph, flat);
    if flat.has_previous() {
        orders.begin(first::previous(graph, flat));
        orders.order_all_ports();
        orders.exchange_all(3, watch).await;
    } else {
        let found = orders.search(watch).await;
        if !found.is_empty() {
            return found.into_iter().take(n_most.max(1)).collect();
        }
    }
    vec![orders.state]
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    /// The vertices of each rank, from top to bottom.
    layers: Vec<Vec<usize>>,
    /// For each side the slots of each vertex, from top to bottom.
    sides: [Lists; 2],
}

impl State {
    /// The graph in this order.
    pub(super) fn of(self, graph: &Layered, flat: &Flat) -> Layered {
        let State { layers, sides } = self;
        let mut res = graph.clone();
        ports::assign(&mut res, flat, &sides);
        (res.layers, res.sides) = (layers, sides);
        res
    }
}

/// An order with what its improvement needs.
struct Orders<'a> {
    graph: &'a Layered,
    /// Vertices whose ports may change places, if there are any.
    free: Vec<bool>,
    /// For each slot those that its links lead to, as often as there are edges along the link.
    opposite: Lists,
    state: State,
    /// For each layer whether an exchange in it may help, and whether sifting it may: not if that
    /// was tried in vain since the layer and those beside it changed.
    may_exchange: Vec<bool>,
    may_sift: Vec<bool>,
    /// How many links, by edges, lead to and from each layer.
    weight: Vec<usize>,
    /// The place of each slot among those on its side of its rank.
    place: Vec<usize>,
    /// Room for counting.
    tree: Vec<u32>,
    /// Room for a layer.
    room: exchange::Layer,
}

impl<'a> Orders<'a> {
    fn new(graph: &'a Layered, flat: &Flat) -> Orders<'a> {
        let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(2 * graph.links.len());
        for (&(from, to), &n_edges) in graph.links.iter().zip(&edges_per_link(graph)) {
            for _ in 0..n_edges.clamp(1, MOST_EDGES) {
                pairs.extend([(from, to), (to, from)]);
            }
        }
        let mut free = Vec::new();
        if flat.vertices.iter().any(|it| it.free_order) {
            free = flat.vertices.iter().map(|it| it.free_order).collect();
            free.resize(graph.rank.len(), false);
        }
        let mut res = Orders {
            graph,
            free,
            opposite: Lists::new(graph.slots.len(), &pairs),
            state: State { layers: graph.layers.clone(), sides: graph.sides.clone() },
            may_exchange: vec![true; graph.layers.len()],
            may_sift: vec![true; graph.layers.len()],
            weight: Vec::new(),
            place: vec![0; graph.slots.len()],
            tree: Vec::new(),
            room: exchange::Layer::default(),
        };
        let links = |&it: &usize| res.n_links(LEFT, it) + res.n_links(RIGHT, it);
        let weight = |layer: &Vec<usize>| layer.iter().map(links).sum::<usize>();
        res.weight = graph.layers.iter().map(weight).collect();
        res.number_all();
        res
    }

    fn n_links(&self, side: usize, vertex: usize) -> usize {
        self.graph.sides[side].of(vertex).iter().map(|&it| self.opposite.of(it).len()).sum()
    }

    /// Starts from an order of the layers.
    fn begin(&mut self, layers: Vec<Vec<usize>>) {
        self.resume(State { layers, sides: self.graph.sides.clone() });
    }

    fn resume(&mut self, state: State) {
        self.state = state;
        self.number_all();
        self.may_exchange.fill(true);
        self.may_sift.fill(true);
    }

    /// Says that the order of a layer is another.
    fn changed(&mut self, layer: usize) {
        let end = (layer + 2).min(self.may_exchange.len());
        self.may_exchange[layer.saturating_sub(1)..end].fill(true);
        self.may_sift[layer.saturating_sub(1)..end].fill(true);
    }

    /// Looks for an order with few crossings: the best of many first orders are improved, and the
    /// best of those are sifted. They are returned in their order; none if there is nothing to improve.
    async fn search(&mut self, watch: &mut Watch) -> Vec<State> {
        let n = self.graph.rank.len().max(1);
        if self.count_all(watch).await == 0 {
            return Vec::new();
        }
        let n_starts = (VERTICES_TO_START / n).clamp(5, STARTS);
        let mut found: Vec<(usize, usize, State)> = Vec::with_capacity(n_starts);
        let mut starts = first::Starts::new(self.graph);
        for number in 0..n_starts {
            watch.reach(STARTED * number as f64 / n_starts as f64).await;
            self.begin(starts.next_layers(watch).await);
            found.push((self.count_all(watch).await, number, self.state.clone()));
        }
        found.order_by_key(|it| (it.0, it.1));
        found.truncate(VERTICES_TO_ORDER / n + 4);
        let n_found = found.len() as f64;
        for (turn, (n_crossings, number, state)) in found.iter_mut().enumerate() {
            let share = |it: usize| STARTED + (IMPROVED - STARTED) * it as f64 / n_found;
            self.resume(state.clone());
            let shares = (share(turn), share(turn + 1));
            *n_crossings = self.improve(*n_crossings, *number, shares, watch).await;
            *state = self.state.clone();
        }
        found.order_by_key(|it| (it.0, it.1));
        found.truncate(VERTICES_TO_SIFT / n + 2);
        let n_turns = (found.len() * SIFTINGS) as f64;
        for (at, (n_crossings, _, state)) in found.iter_mut().enumerate() {
            self.resume(state.clone());
            for turn in 0..SIFTINGS {
                let n_done = (at * SIFTINGS + turn) as f64;
                watch.reach(IMPROVED + (1.0 - IMPROVED) * n_done / n_turns).await;
                let sifted = self.sift_all(watch).await;
                let saved = sifted + self.exchange_all(PASSES, watch).await;
                *n_crossings -= saved;
                if sifted == 0 {
                    break;
                }
            }
            *state = self.state.clone();
        }
        found.order_by_key(|it| (it.0, it.1));
        let mut res: Vec<State> = Vec::with_capacity(found.len());
        for (_, _, state) in found {
            if !res.contains(&state) {
                res.push(state);
            }
        }
        res
    }

    fn number_all(&mut self) {
        for layer in 0..self.state.layers.len() {
            self.number(layer);
        }
    }

    /// Finds the places of the slots of a layer.
    fn number(&mut self, layer: usize) {
        for side in [LEFT, RIGHT] {
            let mut next = 0;
            for &vertex in &self.state.layers[layer] {
                let slots = self.state.sides[side].of(vertex);
                for &slot in slots {
                    self.place[slot] = next;
                    next += 1;
                }
                // A vertex without slots still keeps those around it apart.
                next += usize::from(slots.is_empty());
            }
        }
    }

    /// Sweeps to and fro, keeps the best order, and exchanges neighbours until that helps no more;
    /// returns how many crossings of `n_crossings` are left. `start` and `end` are the shares of the
    /// phase that are done before and after it.
    async fn improve(
        &mut self,
        n_crossings: usize,
        attempt: usize,
        (start, end): (f64, f64),
        watch: &mut Watch,
    ) -> usize {
        let mut best = (n_crossings, self.state.clone());
        let mut n_stale = 0;
        for turn in 0..SWEEPS {
            watch.reach(start + (end - start) * turn as f64 / SWEEPS as f64).await;
            if best.0 == 0 {
                break;
            }
            self.sweep(if (turn + attempt).is_multiple_of(2) { LEFT } else { RIGHT }, watch).await;
            if turn >= 2 {
                self.exchange_all(if turn % 2 == 0 { 1 } else { 2 }, watch).await;
            }
            let n_crossings = self.count_all(watch).await;
            n_stale += 1;
            if n_crossings < best.0 {
                if n_crossings * 200 <= best.0 * 199 {
                    n_stale = 0;
                }
                best = (n_crossings, self.state.clone());
            }
            if n_stale > STALE {
                break;
            }
        }
        self.resume(best.1);
        best.0 - self.exchange_all(PASSES, watch).await
    }
}

/// How many edges run along each link.
fn edges_per_link(graph: &Layered) -> Vec<usize> {
    let mut res = vec![0; graph.links.len()];
    for path in &graph.paths {
        if let Path::Forward(links) | Path::Backward { links, .. } = path {
            links.iter().for_each(|&it| res[it] += 1);
        }
    }
    res
}

#[cfg(test)]
mod tests;
