//! Sweeps: rank by rank, each vertex goes to the barycentre of the slots that it is linked with in
//! the rank before (Sugiyama, Tagawa and Toda, 1981).

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Orders;
use crate::flat::LEFT;
use crate::watch::Watch;

impl Orders<'_> {
    /// Orders all layers by what is on `side` of them, starting from there.
    pub(super) async fn sweep(&mut self, side: usize, watch: &mut Watch) {
        let n = self.state.layers.len();
        let mut keys: Vec<(f64, usize)> = Vec::new();
        for step in 1..n {
            let layer = if side == LEFT { step } else { n - 1 - step };
            watch.step(4 * self.weight[layer]).await;
            keys.clear();
            // What is linked with nothing stays behind the one before it.
            let mut last = -1.0;
            for &vertex in &self.state.layers[layer] {
                last = self.barycentre(vertex, side).unwrap_or(last);
                keys.push((last, vertex));
            }
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut is_other = !self.free.is_empty();
            for (it, &(_, vertex)) in self.state.layers[layer].iter_mut().zip(&keys) {
                is_other |= *it != vertex;
                *it = vertex;
            }
            if is_other {
                self.order_ports(layer, side);
                self.number(layer);
                self.changed(layer);
            }
        }
    }

    fn barycentre(&self, vertex: usize, side: usize) -> Option<f64> {
        let (mut sum, mut n) = (0, 0);
        for &slot in self.state.sides[side].of(vertex) {
            for &it in self.opposite.of(slot) {
                sum += self.place[it];
                n += 1;
            }
        }
        (n > 0).then(|| sum as f64 / n as f64)
    }
}
