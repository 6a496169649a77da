//! Ports that may change places: they go where their links lead.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Orders;
use crate::flat::{Flat, LEFT, RIGHT};
use crate::layered::Layered;
use crate::lists::Lists;

impl Orders<'_> {
    /// Orders all free ports by what they are linked with.
    pub(super) fn order_all_ports(&mut self) {
        for layer in 0..self.state.layers.len() {
            self.order_ports(layer, LEFT);
            self.order_ports(layer, RIGHT);
            self.number(layer);
        }
    }

    /// Orders the free ports on `side` of a layer's vertices.
    pub(super) fn order_ports(&mut self, layer: usize, side: usize) {
        if self.free.is_empty() {
            return;
        }
        for at in 0..self.state.layers[layer].len() {
            let vertex = self.state.layers[layer][at];
            if self.free[vertex] {
                let key = |slot: usize| -> f64 {
                    let ends = self.opposite.of(slot);
                    let sum: usize = ends.iter().map(|&it| self.place[it]).sum();
                    if ends.is_empty() { f64::MAX } else { sum as f64 / ends.len() as f64 }
                };
                let slots = &self.graph.slots;
                let list = self.state.sides[side].of_mut(vertex);
                // Lanes stay outside of the ports.
                let first = list.iter().position(|&it| slots[it].port.is_some()).unwrap_or(0);
                let n_ports = list.iter().filter(|&&it| slots[it].port.is_some()).count();
                list[first..first + n_ports].sort_by(|&a, &b| key(a).total_cmp(&key(b)));
            }
        }
    }
}

/// Gives free ports the heights that belong to their places.
pub(super) fn assign(graph: &mut Layered, flat: &Flat, sides: &[Lists; 2]) {
    for (vertex, it) in flat.vertices.iter().enumerate().filter(|(_, it)| it.free_order) {
        debug_assert!(it.free_order);
        for (before, after) in graph.sides.iter().zip(sides) {
            let offsets: Vec<f64> =
                before.of(vertex).iter().map(|&slot| graph.slots[slot].offset).collect();
            for (&slot, offset) in after.of(vertex).iter().zip(offsets) {
                graph.slots[slot].offset = offset;
            }
        }
    }
}
