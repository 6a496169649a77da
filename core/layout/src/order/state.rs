//! An order with the data that its improvement needs.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::found::Order;
use super::layer::Layer;
use super::net::Net;
use super::way::Room;
use crate::flat::{Flat, LEFT, RIGHT};
use crate::layered::Layered;
use crate::lists::Lists;

/// Stands for a number of crossings that is not known.
pub(super) const UNKNOWN: usize = usize::MAX;

/// A state of the search; vertices and slots by their numbers in the [`Net`].
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct State {
    /// The vertices layer by layer, each from top to bottom.
    pub order: Vec<u32>,
    /// For each side the slots of each vertex, from top to bottom; empty if no port may be
    /// permuted.
    pub slots: [Vec<u32>; 2],
}

impl State {
    /// Returns the order in terms of the layered graph.
    pub fn of(&self, graph: &Layered, net: &Net) -> Order {
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

/// An order with the data that its improvement needs.
pub(super) struct Orders<'a> {
    pub graph: &'a Layered,
    pub net: &'a Net,
    /// True for vertices whose ports may be permuted; empty if there are none.
    pub free: Vec<bool>,
    pub state: State,
    /// For each layer whether exchanging in it may help, whether sifting it may, and whether
    /// putting back long edges through it may: false once tried in vain, until the layer or a
    /// neighbour changes.
    pub may_exchange: Vec<bool>,
    pub may_sift: Vec<bool>,
    pub may_insert: Vec<bool>,
    /// The crossings between each layer and the one before it, where known.
    pub crossed: Vec<usize>,
    /// The number of links, weighted by their edges, to and from each layer.
    pub weight: Vec<usize>,
    /// For each side the place of each slot among those on its side of its rank.
    pub place: [Vec<u32>; 2],
    /// Scratch space for counting.
    pub tree: Vec<u32>,
    pub ends: Vec<u32>,
    /// Scratch space for sorting.
    pub keys: Vec<u64>,
    pub before: Vec<u32>,
    /// Scratch space for a layer.
    pub room: Layer,
    /// Scratch space for a search of ways.
    pub insert_room: Room,
}

impl<'a> Orders<'a> {
    pub fn new(graph: &'a Layered, net: &'a Net, flat: &Flat) -> Orders<'a> {
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
            room: Layer::default(),
            insert_room: Room::default(),
        };
        res.begin((0..net.vertices.len() as u32).collect());
        res
    }

    /// Starts from an order of the vertices, layer by layer.
    pub fn begin(&mut self, order: Vec<u32>) {
        let n_slots = |side: usize| match self.free.is_empty() {
            true => 0,
            false => self.net.sides[side].ids.len() as u32,
        };
        let slots = [LEFT, RIGHT].map(|it| (0..n_slots(it)).collect());
        self.resume(State { order, slots });
    }

    pub fn resume(&mut self, state: State) {
        self.state = state;
        self.number_all();
        self.may_exchange.fill(true);
        self.may_sift.fill(true);
        self.may_insert.fill(true);
        self.crossed.fill(UNKNOWN);
    }

    /// Notes that the order of a layer has changed.
    pub fn changed(&mut self, layer: usize) {
        let end = (layer + 2).min(self.may_exchange.len());
        for it in [&mut self.may_exchange, &mut self.may_sift, &mut self.may_insert] {
            it[layer.saturating_sub(1)..end].fill(true);
        }
        self.crossed[layer..end].fill(UNKNOWN);
    }

    pub fn number_all(&mut self) {
        for layer in 0..self.net.n_layers() {
            self.number(layer);
        }
    }

    /// Numbers the places of the slots of a layer.
    pub fn number(&mut self, layer: usize) {
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
}
