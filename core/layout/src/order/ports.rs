//! Orders ports that may be permuted by the ends of their links.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use bobbin_sorting::Sorting as _;

use super::state::Orders;
use crate::flat::{LEFT, RIGHT};

impl Orders<'_> {
    /// Orders all free ports by their links.
    pub(super) fn order_all_ports(&mut self) {
        for layer in 0..self.net.n_layers() {
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
        let own = &self.net.sides[side];
        let place = &self.place[1 - side];
        let key = |slot: u32| -> f64 {
            let ends = own.ends(slot as usize);
            let sum: u64 = ends.iter().map(|&it| u64::from(place[it as usize])).sum();
            if ends.is_empty() { f64::MAX } else { sum as f64 / ends.len() as f64 }
        };
        let is_port = |slot: u32| self.graph.slots[own.ids[slot as usize] as usize].port.is_some();
        for vertex in self.net.layer(layer).filter(|&it| self.free[it]) {
            let list = &mut self.state.slots[side][own.slots(vertex)];
            // Lanes stay outside of the ports.
            let first = list.iter().position(|&it| is_port(it)).unwrap_or(0);
            let n_ports = list.iter().filter(|&&it| is_port(it)).count();
            list[first..first + n_ports].order_by(|&a, &b| key(a).total_cmp(&key(b)));
        }
    }
}
