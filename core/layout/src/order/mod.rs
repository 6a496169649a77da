//! Crossing minimisation: the order of the vertices in each rank.
//!
//! Several first orders are improved by sweeps with barycentres of ports and by exchanges of
//! neighbours, and the best is improved further by sifting. What counts is the order of slots, not
//! of vertices, so that crossings at the ports of one vertex are seen.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod count;
mod exchange;
mod first;
mod net;
mod ports;
mod sweep;

use super::flat::{Flat, LEFT, RIGHT};
use super::layered::{Layered, Path};
use super::lists::Lists;
use super::watch::Watch;
use bobbin_sorting::Sorting as _;
use net::Net;

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

/// A number of crossings that is not known.
const UNKNOWN: usize = usize::MAX;

/// Orders the layers, and the ports that may change places: so many ways at most, the one with the
/// fewest crossings of links first.
pub(super) async fn orders(
    graph: &Layered,
    flat: &Flat,
    n_most: usize,
    watch: &mut Watch,
) -> Vec<Order> {
    let net = Net::new(graph);
    let mut orders = Orders::new(graph, &net, flat);
    if flat.has_previous() {
        orders.begin(first::previous(graph, &net, flat));
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
    /// For each side the slots of each vertex, from top to bottom; none if no port may change places.
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

/// What is searched for; vertices and slots by their numbers in the [`Net`].
#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    /// The vertices layer by layer, each from top to bottom.
    order: Vec<u32>,
    /// For each side the slots of each vertex, from top to bottom; none if no port may change places.
    slots: [Vec<u32>; 2],
}

impl State {
    /// The order in terms of the layered graph.
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

/// An order with what its improvement needs.
struct Orders<'a> {
    graph: &'a Layered,
    net: &'a Net,
    /// Vertices whose ports may change places, if there are any.
    free: Vec<bool>,
    state: State,
    /// For each layer whether an exchange in it may help, and whether sifting it may: not if that
    /// was tried in vain since the layer and those beside it changed.
    may_exchange: Vec<bool>,
    may_sift: Vec<bool>,
    /// The crossings between each layer and the one before it, where known.
    crossed: Vec<usize>,
    /// How many links, by edges, lead to and from each layer.
    weight: Vec<usize>,
    /// For each side the place of each slot among those on its side of its rank.
    place: [Vec<u32>; 2],
    /// Room for counting.
    tree: Vec<u32>,
    ends: Vec<u32>,
    /// Room for sorting.
    keys: Vec<u64>,
    before: Vec<u32>,
    /// Room for a layer.
    room: exchange::Layer,
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
            crossed: vec![UNKNOWN; n_layers],
            weight: (0..n_layers).map(|it| net.weight(it)).collect(),
            place: [LEFT, RIGHT].map(|it| vec![0; net.sides[it].ids.len()]),
            tree: Vec::new(),
            ends: Vec::new(),
            keys: Vec::new(),
            before: Vec::new(),
            room: exchange::Layer::default(),
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
        self.crossed.fill(UNKNOWN);
    }

    /// Says that the order of a layer is another.
    fn changed(&mut self, layer: usize) {
        let end = (layer + 2).min(self.may_exchange.len());
        self.may_exchange[layer.saturating_sub(1)..end].fill(true);
        self.may_sift[layer.saturating_sub(1)..end].fill(true);
        self.crossed[layer..end].fill(UNKNOWN);
    }

    /// Looks for an order with few crossings: the best of many first orders are improved, and the
    /// best of those are sifted. They are returned in their order; none if there is nothing to improve.
    async fn search(&mut self, watch: &mut Watch) -> Vec<State> {
        let n = self.net.vertices.len().max(1);
        if self.count_all(watch).await == 0 {
            return Vec::new();
        }
        let n_starts = (VERTICES_TO_START / n).clamp(5, STARTS);
        let mut found: Vec<(usize, usize, State)> = Vec::with_capacity(n_starts);
        let mut starts = first::Starts::new(self.net);
        for number in 0..n_starts {
            watch.reach(STARTED * number as f64 / n_starts as f64).await;
            self.begin(starts.next_order(watch).await);
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
        for layer in 0..self.net.n_layers() {
            self.number(layer);
        }
    }

    /// Finds the places of the slots of a layer.
    fn number(&mut self, layer: usize) {
        for side in [LEFT, RIGHT] {
            let own = &self.net.sides[side];
            let place = &mut self.place[side];
            let ordered = &self.state.slots[side];
            let mut next = 0;
            for &vertex in &self.state.order[self.net.layer(layer)] {
                let slots = own.slots(vertex as usize);
                // A vertex without slots still keeps those around it apart.
                next += u32::from(slots.is_empty());
                for at in slots {
                    place[ordered.get(at).map_or(at, |&it| it as usize)] = next;
                    next += 1;
                }
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
