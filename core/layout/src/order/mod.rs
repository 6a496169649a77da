//! Crossing minimisation: orders the vertices in each rank.
//!
//! Several initial orders are improved by sweeps with barycentres of ports and by exchanges of
//! neighbours, in rounds that keep the best, and those are improved further by sifting and by
//! putting back long edges. The order of slots counts, not that of vertices, so crossings at the
//! ports of one vertex are counted too.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod count;
mod exchange;
mod first;
mod insert;
mod net;
mod ports;
mod sweep;

use super::flat::{Flat, LEFT, RIGHT};
use super::layered::{Layered, Path};
use super::lists::Lists;
use super::watch::Watch;
use bobbin_sorting::Sorting as _;
use net::Net;

/// The most edges that a shared link counts for.
const MOST_EDGES: usize = 4;
/// The number of sweeps over the best orders in each round, and the number of vertices that these
/// have together, less one order. Large graphs do without sweeps, as their smoothed orders are
/// better.
const ROUNDS: [(usize, usize); 3] = [(3, 5_000), (2, 1_500), (4, 1_500)];
/// A round ends after this many sweeps that helped little.
const STALE: usize = 2;
/// The most passes of neighbour exchange.
const PASSES: usize = 12;
/// The most times that an order is sifted and its long edges are put back.
const TURNS: usize = 3;
/// The approximate number of vertices in all initial orders together, and the number of orders.
const VERTICES_TO_START: usize = 120_000;
const LEAST_STARTS: usize = 5;
const STARTS: usize = 8;
/// The approximate number of vertices in all orders that are sifted; at least one order is.
const VERTICES_TO_SIFT: usize = 900;
/// The shares of the time at which all initial orders are made and at which they are swept, in a
/// large graph.
const STARTED: f64 = 0.3;
const SWEPT: f64 = 0.4;
/// Stands for a number of crossings that is not known.
const UNKNOWN: usize = usize::MAX;

/// Orders the layers and the ports that may be permuted; returns up to the given number of orders,
/// the one with the fewest crossings of links first.
pub(super) async fn orders(
    graph: &Layered,
    flat: &Flat,
    n_most: usize,
    watch: &mut Watch,
) -> Vec<Order> {
    // The steps of one pass over everything.
    let all = 8 * (graph.slots.len() + graph.links.len());
    watch.step(2 * all).await;
    let net = Net::new(graph);
    watch.step(all).await;
    let mut orders = Orders::new(graph, &net, flat);
    if flat.has_previous() {
        let order = first::previous(graph, &net, flat);
        watch.step(all).await;
        orders.begin(order);
        orders.order_all_ports();
        orders.exchange_all(3, watch).await;
    } else {
        let found = orders.search(watch).await;
        if !found.is_empty() {
            return found.into_iter().take(n_most.max(1)).map(|it| it.of(graph, &net)).collect();
        }
    }
    vec![orders.state.of(graph, &net)]
}

/// An order of the layered graph.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// The vertices of each rank, from top to bottom.
    layers: Vec<Vec<usize>>,
    /// The slots of each vertex on each side, from top to bottom; `None` if no port may be
    /// permuted.
    sides: Option<[Lists; 2]>,
}

impl Order {
    /// Brings the graph into this order.
    pub fn apply(self, graph: &mut Layered, flat: &Flat) {
        graph.layers = self.layers;
        if let Some(sides) = self.sides {
            ports::assign(graph, flat, &sides);
            graph.sides = sides;
        }
    }
}

/// A state of the search; vertices and slots by their numbers in the [`Net`].
#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    /// The vertices layer by layer, each from top to bottom.
    order: Vec<u32>,
    /// The slots of each vertex on each side, from top to bottom; empty if no port may be permuted.
    slots: [Vec<u32>; 2],
}

impl State {
    /// Returns the order in terms of the layered graph.
    fn of(&self, graph: &Layered, net: &Net) -> Order {
        let layer = |it: usize| {
            let vertices = self.order[net.layer(it)].iter();
            vertices.map(|&it| net.vertices[it as usize] as usize).collect()
        };
        let layers = (0..net.n_layers()).map(layer).collect();
        let list = |side: usize| {
            let own = &net.sides[side];
            let pairs: Vec<(usize, usize)> = self.slots[side]
                .iter()
                .map(|&it| (own.owners[it as usize], own.ids[it as usize]))
                .map(|(vertex, slot)| (net.vertices[vertex as usize] as usize, slot as usize))
                .collect();
            Lists::new(graph.rank.len(), &pairs)
        };
        let is_free = self.slots.iter().any(|it| !it.is_empty());
        Order { layers, sides: is_free.then(|| [list(LEFT), list(RIGHT)]) }
    }
}

/// An order being improved.
#[derive(Debug, Clone)]
struct Attempt {
    n_crossings: usize,
    /// The number of its initial order.
    number: usize,
    n_sweeps: usize,
    state: State,
}

/// An order with the data that its improvement needs.
struct Orders<'a> {
    graph: &'a Layered,
    net: &'a Net,
    /// True for vertices whose ports may be permuted; empty if there are none.
    free: Vec<bool>,
    state: State,
    /// Three flags for each layer: exchanging in it may help, sifting it may, putting back long
    /// edges through it may. Each is false once tried in vain, until the layer or a neighbour
    /// changes.
    may_exchange: Vec<bool>,
    may_sift: Vec<bool>,
    may_insert: Vec<bool>,
    /// The crossings between each layer and the one before it, where known.
    crossed: Vec<usize>,
    /// The number of links, weighted by their edges, to and from each layer.
    weight: Vec<usize>,
    /// The place of each slot among those on its side of its rank.
    place: [Vec<u32>; 2],
    /// Scratch space for counting.
    tree: Vec<u32>,
    ends: Vec<u32>,
    /// Scratch space for sorting.
    keys: Vec<u64>,
    before: Vec<u32>,
    /// Scratch space for a layer.
    room: exchange::Layer,
    /// Scratch space for a search of ways.
    insert_room: insert::Room,
}

impl<'a> Orders<'a> {
    fn new(graph: &'a Layered, net: &'a Net, flat: &Flat) -> Orders<'a> {
        let mut free = Vec::new();
        if flat.vertices.iter().any(|it| it.free_order) {
            let is_free =
                |&it: &u32| flat.vertices.get(it as usize).is_some_and(|it| it.free_order);
            free = net.vertices.iter().map(is_free).collect();
        }
        let n_layers = net.n_layers();
        let mut res = Orders {
            graph,
            net,
            free,
            state: State::default(),
            may_exchange: vec![true; n_layers],
            may_sift: vec![true; n_layers],
            may_insert: vec![true; n_layers],
            crossed: vec![UNKNOWN; n_layers],
            weight: (0..n_layers).map(|it| net.weight(it)).collect(),
            place: [LEFT, RIGHT].map(|it| vec![0; net.sides[it].ids.len()]),
            tree: Vec::new(),
            ends: Vec::new(),
            keys: Vec::new(),
            before: Vec::new(),
            room: exchange::Layer::default(),
            insert_room: insert::Room::default(),
        };
        res.begin((0..net.vertices.len() as u32).collect());
        res
    }

    /// Starts from an order of the vertices, layer by layer.
    fn begin(&mut self, order: Vec<u32>) {
        let n_slots = |side: usize| match self.free.is_empty() {
            true => 0,
            false => self.net.sides[side].ids.len() as u32,
        };
        let slots = [LEFT, RIGHT].map(|it| (0..n_slots(it)).collect());
        self.resume(State { order, slots });
    }

    fn resume(&mut self, state: State) {
        self.state = state;
        self.number_all();
        self.may_exchange.fill(true);
        self.may_sift.fill(true);
        self.may_insert.fill(true);
        self.crossed.fill(UNKNOWN);
    }

    /// Notes that the order of a layer has changed.
    fn changed(&mut self, layer: usize) {
        let end = (layer + 2).min(self.may_exchange.len());
        for it in [&mut self.may_exchange, &mut self.may_sift, &mut self.may_insert] {
            it[layer.saturating_sub(1)..end].fill(true);
        }
        self.crossed[layer..end].fill(UNKNOWN);
    }

    /// Searches for orders with few crossings: the best of many initial orders are improved, and
    /// the best of those are sifted. Returns them best first; none if there is nothing to improve.
    async fn search(&mut self, watch: &mut Watch) -> Vec<State> {
        let n = self.net.vertices.len().max(1);
        if self.count_all(watch).await == 0 {
            return Vec::new();
        }
        let n_starts = (VERTICES_TO_START / n).clamp(LEAST_STARTS, STARTS);
        let n_to_sift = (VERTICES_TO_SIFT / n).max(1);
        let mut found: Vec<Attempt> = Vec::with_capacity(n_starts);
        let mut starts = first::Starts::new(self.net);
        for number in 0..n_starts {
            watch.reach(STARTED * number as f64 / n_starts as f64).await;
            let order = starts.next_order(watch).await;
            watch.step(20 * n).await;
            self.begin(order);
            let n_crossings = self.count_all(watch).await;
            found.push(Attempt { n_crossings, number, n_sweeps: 0, state: self.state.clone() });
        }
        for (round, &(n_sweeps, n_vertices)) in ROUNDS.iter().enumerate() {
            let n_to_sweep = (n_vertices / n).saturating_sub(1);
            keep_best(&mut found, n_to_sweep.max(n_to_sift));
            let end =
                |at: usize| (round as f64 + at as f64 / n_to_sweep as f64) / ROUNDS.len() as f64;
            for (at, attempt) in found.iter_mut().enumerate().take(n_to_sweep) {
                watch.reach(STARTED + (SWEPT - STARTED) * end(at)).await;
                self.improve(attempt, n_sweeps, watch).await;
            }
        }
        keep_best(&mut found, n_to_sift);
        let n_turns = (found.len() * TURNS) as f64;
        for (at, attempt) in found.iter_mut().enumerate() {
            self.resume(attempt.state.clone());
            attempt.n_crossings -= self.exchange_all(PASSES, watch).await;
            for turn in 0..TURNS {
                let n_done = (at * TURNS + turn) as f64;
                watch.reach(SWEPT + (1.0 - SWEPT) * n_done / n_turns).await;
                let saved = self.sift_all(watch).await + self.insert_all(watch).await;
                attempt.n_crossings -= saved + self.exchange_all(PASSES, watch).await;
                if saved == 0 {
                    break;
                }
            }
            attempt.state = self.state.clone();
        }
        keep_best(&mut found, n_to_sift);
        let mut res: Vec<State> = Vec::with_capacity(found.len());
        for Attempt { state, .. } in found {
            if !res.contains(&state) {
                res.push(state);
            }
        }
        res
    }

    fn number_all(&mut self) {
        for layer in 0..self.net.n_layers() {
            self.number(layer);
        }
    }

    /// Numbers the places of the slots of a layer.
    fn number(&mut self, layer: usize) {
        for side in [LEFT, RIGHT] {
            let own = &self.net.sides[side];
            let place = &mut self.place[side];
            let ordered = &self.state.slots[side];
            let mut next = 0;
            for &vertex in &self.state.order[self.net.layer(layer)] {
                let slots = own.slots(vertex as usize);
                // A vertex without slots still separates its neighbours.
                next += u32::from(slots.is_empty());
                for at in slots {
                    place[ordered.get(at).map_or(at, |&it| it as usize)] = next;
                    next += 1;
                }
            }
        }
    }

    /// Sweeps to and fro, with exchanges of neighbours, and keeps the best order.
    async fn improve(&mut self, attempt: &mut Attempt, n_sweeps: usize, watch: &mut Watch) {
        self.resume(attempt.state.clone());
        let mut n_stale = 0;
        for turn in attempt.n_sweeps..attempt.n_sweeps + n_sweeps {
            if attempt.n_crossings == 0 || n_stale > STALE {
                break;
            }
            let is_even = (turn + attempt.number).is_multiple_of(2);
            self.sweep(if is_even { LEFT } else { RIGHT }, watch).await;
            if turn >= 2 {
                self.exchange_all(if turn % 2 == 0 { 1 } else { 2 }, watch).await;
            }
            let n_crossings = self.count_all(watch).await;
            n_stale += 1;
            if n_crossings < attempt.n_crossings {
                if n_crossings * 200 <= attempt.n_crossings * 199 {
                    n_stale = 0;
                }
                attempt.n_crossings = n_crossings;
                attempt.state.clone_from(&self.state);
            }
        }
        attempt.n_sweeps += n_sweeps;
    }
}

/// Sorts the attempts by crossings, fewest first, and drops all but the first `n`.
fn keep_best(attempts: &mut Vec<Attempt>, n: usize) {
    attempts.order_by_key(|it| (it.n_crossings, it.number));
    attempts.truncate(n);
}

/// Counts the edges along each link.
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
