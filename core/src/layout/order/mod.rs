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
use super::layered::Layered;
use super::lists::Lists;
use super::watch::{Cancelled, Watch};
use crate::sorting::Sorting as _;

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

/// Orders the layers, and the ports that may change places.
pub(super) fn order(
    graph: &mut Layered,
    flat: &Flat,
    watch: &mut Watch<'_>,
) -> Result<(), Cancelled> {
    let mut orders = Orders::new(graph, flat);
    if flat.has_previous() {
        orders.begin(first::previous(graph, flat));
        orders.order_all_ports();
        orders.exchange_all(3);
    } else {
        orders.search(watch)?;
    }
    let State { layers, sides } = orders.state;
    ports::assign(graph, flat, &sides);
    (graph.layers, graph.sides) = (layers, sides);
    Ok(())
}

/// What is searched for.
#[derive(Debug, Clone)]
struct State {
    /// The vertices of each rank, from top to bottom.
    layers: Vec<Vec<usize>>,
    /// For each side the slots of each vertex, from top to bottom.
    sides: [Lists; 2],
}

/// An order with what its improvement needs.
struct Orders<'a> {
    graph: &'a Layered,
    /// Vertices whose ports may change places, if there are any.
    free: Vec<bool>,
    /// For each slot those that its links lead to.
    opposite: Lists,
    state: State,
    /// The place of each slot among those on its side of its rank.
    place: Vec<usize>,
    /// Room for counting.
    tree: Vec<u32>,
}

impl<'a> Orders<'a> {
    fn new(graph: &'a Layered, flat: &Flat) -> Orders<'a> {
        let pairs: Vec<(usize, usize)> =
            graph.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
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
            place: vec![0; graph.slots.len()],
            tree: Vec::new(),
        };
        res.number_all();
        res
    }

    /// Starts from an order of the layers.
    fn begin(&mut self, layers: Vec<Vec<usize>>) {
        self.resume(State { layers, sides: self.graph.sides.clone() });
    }

    fn resume(&mut self, state: State) {
        self.state = state;
        self.number_all();
    }

    /// Looks for an order with few crossings: the best of many first orders are improved, and the
    /// best of those are sifted.
    fn search(&mut self, watch: &mut Watch<'_>) -> Result<(), Cancelled> {
        let n = self.graph.rank.len().max(1);
        if self.count_all() == 0 {
            return Ok(());
        }
        let mut found: Vec<(usize, usize, State)> = Vec::new();
        for number in 0..(VERTICES_TO_START / n).clamp(5, STARTS) {
            watch.look()?;
            self.begin(first::start(self.graph, number));
            found.push((self.count_all(), number, self.state.clone()));
        }
        found.order_by_key(|it| (it.0, it.1));
        found.truncate(VERTICES_TO_ORDER / n + 4);
        for (n_crossings, number, state) in &mut found {
            watch.look()?;
            self.resume(state.clone());
            *n_crossings = self.improve(*number);
            *state = self.state.clone();
        }
        found.order_by_key(|it| (it.0, it.1));
        found.truncate(VERTICES_TO_SIFT / n + 2);
        for (n_crossings, _, state) in &mut found {
            watch.look()?;
            self.resume(state.clone());
            for _ in 0..SIFTINGS {
                let sifted = self.sift_all();
                let saved = sifted + self.exchange_all(PASSES);
                *n_crossings -= saved;
                if sifted == 0 {
                    break;
                }
            }
            *state = self.state.clone();
        }
        if let Some((_, _, state)) = found.into_iter().min_by_key(|it| (it.0, it.1)) {
            self.resume(state);
        }
        Ok(())
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

    /// Sweeps to and fro, keeps the best order, and exchanges neighbours until that helps no more.
    fn improve(&mut self, attempt: usize) -> usize {
        let mut best = (self.count_all(), self.state.clone());
        let mut n_stale = 0;
        for turn in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            self.sweep(if (turn + attempt).is_multiple_of(2) { LEFT } else { RIGHT });
            if turn >= 2 {
                self.exchange_all(if turn % 2 == 0 { 1 } else { 2 });
            }
            let n_crossings = self.count_all();
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
        self.state = best.1;
        self.number_all();
        best.0 - self.exchange_all(PASSES)
    }
}
