//! Counting crossings between two ranks: Barth, Jünger and Mutzel, *Simple and efficient bilayer
//! cross counting*, 2002.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Orders;
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

impl Orders<'_> {
    /// All crossings of links.
    pub(super) async fn count_all(&mut self, watch: &mut Watch) -> usize {
        let mut res = 0;
        for layer in 1..self.state.layers.len() {
            watch.step(4 * self.weight[layer]).await;
            res += self.count(layer);
        }
        res
    }

    /// Crossings between a layer and the one before it.
    fn count(&mut self, layer: usize) -> usize {
        let slots = |it: &usize| self.state.sides[LEFT].of(*it).len().max(1);
        let n_places: usize = self.state.layers[layer].iter().map(slots).sum();
        let n_leaves = n_places.next_power_of_two();
        let mut tree = std::mem::take(&mut self.tree);
        tree.clear();
        tree.resize(2 * n_leaves, 0);
        let mut res = 0;
        let mut ends: Vec<usize> = Vec::new();
        for &vertex in &self.state.layers[layer - 1] {
            for &slot in self.state.sides[RIGHT].of(vertex) {
                ends.clear();
                ends.extend(self.opposite.of(slot).iter().map(|&it| self.place[it]));
                ends.sort_unstable();
                for &end in &ends {
                    res += add(&mut tree, n_leaves + end);
                }
            }
        }
        self.tree = tree;
        res
    }
}

/// Adds an end at a leaf of the tree; returns how many ends are behind it already.
fn add(tree: &mut [u32], leaf: usize) -> usize {
    let mut res = 0;
    let mut at = leaf;
    tree[at] += 1;
    while at > 1 {
        if at.is_multiple_of(2) {
            res += tree[at + 1];
        }
        at /= 2;
        tree[at] += 1;
    }
    res as usize
}
