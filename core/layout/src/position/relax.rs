//! Least squares: layer by layer, each vertex goes as near to its neighbours as order and distances
//! allow. Pool adjacent violators (Ayer et al. 1955; Best and Chakravarti 1990) solves a layer
//! exactly in linear time.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Heights;
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

/// The number of passes over all layers, to and fro.
const SWEEPS: usize = 24;
/// The number of passes if vertices should keep their places.
const SWEEPS_TO_KEEP: usize = 8;
/// The number of passes that use the links on one side only, as sweeps for the order do.
const ONE_SIDED: usize = 8;
/// The weight of a vertex's earlier place against its links: it gives way to others that need room,
/// but not to the pull of a long line.
const ANCHOR: f64 = 1e6;

/// Touching vertices of a layer: the height of the first if nothing were above it, their weight and
/// number.
type Pool = (f64, f64, usize);

impl Heights {
    pub(super) async fn relax(&mut self, watch: &mut Watch) {
        let n = self.n_layers();
        let mut pools: Vec<Pool> = Vec::new();
        let (n_sweeps, n_one_sided) =
            if self.holds { (SWEEPS_TO_KEEP, 0) } else { (SWEEPS, ONE_SIDED) };
        for sweep in 0..n_sweeps {
            watch.reach(sweep as f64 / n_sweeps as f64 / 2.0).await;
            for step in 0..n {
                let forward = sweep % 2 == 0;
                let layer = if forward { step } else { n - 1 - step };
                let side = match (sweep < n_one_sided, forward) {
                    (true, true) => Some(LEFT),
                    (true, false) => Some(RIGHT),
                    _ => None,
                };
                watch.step(4 * self.layer(layer).len()).await;
                self.relax_layer(layer, side, &mut pools);
            }
        }
    }

    fn relax_layer(&mut self, layer: usize, side: Option<usize>, pools: &mut Vec<Pool>) {
        pools.clear();
        let layer = self.layer(layer);
        let mut least = 0.0;
        for vertex in layer.clone() {
            least += self.apart(vertex);
            let (wish, mut weight) = self.wish(vertex, side);
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
        let (mut vertex, mut least) = (layer.start, 0.0);
        for &(y, _, n) in pools.iter() {
            for _ in 0..n {
                least += self.apart(vertex);
                self.ys[vertex] = y + least;
                vertex += 1;
            }
        }
    }

    /// Returns the height at which the links of a vertex on a side, or on both, would be straight
    /// on average, and its weight.
    #[inline]
    fn wish(&self, vertex: usize, side: Option<usize>) -> (f64, f64) {
        let (mut sum, mut weights) = (0.0, 0.0);
        let pulls = match side {
            Some(side) => self.pulls_on(side, vertex),
            None => self.pulls(vertex),
        };
        for pull in pulls {
            // Long edges should be straighter, as in Gansner et al. 1993, §4.
            let weight = [1.0, 2.0, 8.0][pull.n_dummies as usize];
            weights += weight;
            sum += weight * (self.ys[pull.other as usize] + pull.drop);
        }
        if let Some(y) = self.earlier[vertex] {
            (sum, weights) = (sum + ANCHOR * y, weights + ANCHOR);
        }
        if weights > 0.0 { (sum / weights, weights) } else { (self.ys[vertex], 0.01) }
    }
}
