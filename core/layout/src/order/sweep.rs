//! Sweeps: rank by rank, each vertex goes to the barycentre of the slots it is linked with in the
//! rank before (Sugiyama, Tagawa and Toda, 1981).

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::state::Orders;
use crate::flat::LEFT;
use crate::watch::Watch;

impl Orders<'_> {
    /// Orders all layers by their neighbours on `side`, starting from there.
    pub(super) async fn sweep(&mut self, side: usize, watch: &mut Watch) {
        let n = self.net.n_layers();
        for step in 1..n {
            let layer = if side == LEFT { step } else { n - 1 - step };
            watch.step(4 * self.weight[layer]).await;
            let is_other = self.order_by_barycentres(layer, side);
            if is_other || !self.free.is_empty() {
                self.order_ports(layer, side);
                self.number(layer);
                self.changed(layer);
            }
        }
    }

    /// Orders a layer by barycentres; returns true if the order has changed.
    fn order_by_barycentres(&mut self, layer: usize, side: usize) -> bool {
        let (own, place) = (&self.net.sides[side], &self.place[1 - side]);
        let order = &mut self.state.order[self.net.layer(layer)];
        self.keys.clear();
        // A vertex without links stays behind the one before it.
        let mut last = 0;
        for (at, &vertex) in order.iter().enumerate() {
            let ends = own.ends_of(vertex as usize);
            if !ends.is_empty() {
                let sum: u64 = ends.iter().map(|&it| u64::from(place[it as usize])).sum();
                last = (sum << 12) / ends.len() as u64;
            }
            self.keys.push((last << 24) | at as u64);
        }
        if self.keys.is_sorted() {
            return false;
        }
        self.keys.sort_unstable();
        self.before.clear();
        self.before.extend_from_slice(order);
        for (it, key) in order.iter_mut().zip(&self.keys) {
            *it = self.before[(key & 0xFF_FFFF) as usize];
        }
        true
    }
}
