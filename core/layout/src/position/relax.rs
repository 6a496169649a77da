//! Least squares: layer by layer, each vertex as near to what it is linked with as the order and the
//! distances allow. Pool adjacent violators (Ayer et al. 1955; Best and Chakravarti 1990) solves a
//! layer exactly in linear time.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Heights;
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

/// How often all layers are solved, to and fro.
const SWEEPS: usize = 24;
/// How often they are if vertices shall keep their places.
const SWEEPS_TO_KEEP: usize = 8;
/// So many sweeps look at the links on one side only, as sweeps for the order do.
const ONE_SIDED: usize = 8;
/// How much the earlier place of a vertex weighs against its links: it gives way to what must have
/// room, not to a long line that pulls.
const ANCHOR: f64 = 1e6;

/// Vertices of a layer that touch: the height of the first if nothing were above it, their weight
/// and number.
type Pool = (f64, f64, usize);

impl Heights<'_> {
    pub(super) async fn relax(&mut self, watch: &mut Watch) {
        let n = self.graph.layers.len();
        let mut pools: Vec<Pool> = Vec::new();
        let (n_sweeps, n_one_sided) =
            if self.holds { (SWEEPS_TO_KEEP, 0) } else { (SWEEPS, ONE_SIDED) };
        for sweep in 0..n_sweeps {
            watch.reach(sweep as f64 / n_sweeps as f64 / 2.0).await;
            for step in 0..n {
                let forward = sweep % 2 == 0;
                let layer = if forward { step } else { n - 1 - step };
                let sides: &[usize] = match (sweep < n_one_sided, forward) {
                    (true, true) => &[LEFT],
                    (true, false) => &[RIGHT],
                    _ => &[LEFT, RIGHT],
                };
                self.relax_layer(layer, sides, &mut pools);
            }
        }
    }

    fn relax_layer(&mut self, layer: usize, sides: &[usize], pools: &mut Vec<Pool>) {
        let graph = self.graph;
        let layer = &graph.layers[layer];
        pools.clear();
        let mut least = 0.0;
        for (place, &vertex) in layer.iter().enumerate() {
            if let Some(above) = place.checked_sub(1) {
                least += self.apart(layer[above], vertex);
            }
            let (wish, mut weight) = self.wish(vertex, sides);
            let (mut y, mut n) = (wish - least, 1);
            while let Some(&(above, above_weight, above_n)) = pools.last()
                && above > y
            {
                pools.pop();
                y = (y * weight + above * above_weight) / (weight + above_weight);
                (weight, n) = (weight + above_weight, n + above_n);
            }
            pools.push((y, weight, n));
        }
        let (mut place, mut least) = (0_usize, 0.0);
        for &(y, _, n) in pools.iter() {
            for _ in 0..n {
                if let Some(above) = place.checked_sub(1) {
                    least += self.apart(layer[above], layer[place]);
                }
                self.ys[layer[place]] = y + least;
                place += 1;
            }
        }
    }

    /// Where the links of a vertex would be straight on the average, and how much that weighs.
    fn wish(&self, vertex: usize, sides: &[usize]) -> (f64, f64) {
        let (mut sum, mut weights) = (0.0, 0.0);
        let slots = &self.graph.slots;
        for &side in sides {
            for &slot in self.graph.sides[side].of(vertex) {
                for &link in self.graph.links_at.of(slot) {
                    let (from, to) = self.graph.links[link];
                    let other = slots[if side == LEFT { from } else { to }];
                    let n_dummies = u8::from(self.graph.is_dummy(vertex))
                        + u8::from(self.graph.is_dummy(other.vertex));
                    // Long edges shall be straighter, as in Gansner et al. 1993, §4.
                    let weight = [1.0, 2.0, 8.0][usize::from(n_dummies)];
                    weights += weight;
                    sum += weight * (self.ys[other.vertex] + other.offset - slots[slot].offset);
                }
            }
        }
        if let Some(y) = self.graph.earlier[vertex] {
            (sum, weights) = (sum + ANCHOR * y, weights + ANCHOR);
        }
        if weights > 0.0 { (sum / weights, weights) } else { (self.ys[vertex], 0.01) }
    }
}
