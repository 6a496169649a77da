//! Counts crossings between two ranks: Barth, Jünger and Mutzel, *Simple and efficient bilayer
//! cross counting*, 2002. Only ranks whose order has changed are counted again.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::state::{Orders, UNKNOWN};
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

impl Orders<'_> {
    /// Counts all crossings of links.
    pub(super) async fn count_all(&mut self, watch: &mut Watch) -> usize {
        let mut res = 0;
        for layer in 1..self.net.n_layers() {
            if self.crossed[layer] == UNKNOWN {
                watch.step(4 * self.weight[layer]).await;
                self.crossed[layer] = self.count(layer);
            }
            res += self.crossed[layer];
        }
        res
    }

    /// Counts the crossings between a layer and the one before it.
    fn count(&mut self, layer: usize) -> usize {
        let n_places = self.net.sides[LEFT].n_places[layer] as usize;
        if n_places <= 64 {
            return self.count_few(layer);
        }
        let n_leaves = n_places.next_power_of_two();
        self.tree.clear();
        self.tree.resize(2 * n_leaves, 0);
        let right = &self.net.sides[RIGHT];
        let place = &self.place[LEFT];
        let mut res = 0;
        for &vertex in &self.state.order[self.net.layer(layer - 1)] {
            for at in right.slots(vertex as usize) {
                let slot = self.state.slots[RIGHT].get(at).map_or(at, |&it| it as usize);
                match *right.ends(slot) {
                    [] => {}
                    [end] => res += add(&mut self.tree, n_leaves + place[end as usize] as usize),
                    ref ends => {
                        self.ends.clear();
                        self.ends.extend(ends.iter().map(|&it| place[it as usize]));
                        self.ends.sort_unstable();
                        for &end in &self.ends {
                            res += add(&mut self.tree, n_leaves + end as usize);
                        }
                    }
                }
            }
        }
        res
    }

    /// Counts the crossings before a layer of at most 64 places with words in place of the tree:
    /// one for the first end at each place, one for the second, and so on.
    fn count_few(&mut self, layer: usize) -> usize {
        let right = &self.net.sides[RIGHT];
        let place = &self.place[LEFT];
        let mut words: Vec<u64> = std::mem::take(&mut self.keys);
        words.clear();
        let mut res = 0;
        for &vertex in &self.state.order[self.net.layer(layer - 1)] {
            for at in right.slots(vertex as usize) {
                let slot = self.state.slots[RIGHT].get(at).map_or(at, |&it| it as usize);
                let ends = right.ends(slot);
                // All ends of a slot are counted before any is entered, as they do not cross each
                // other.
                for &end in ends {
                    let behind = u64::MAX << place[end as usize] << 1;
                    res += words.iter().map(|it| (it & behind).count_ones()).sum::<u32>();
                }
                for &end in ends {
                    let own = 1 << place[end as usize];
                    match words.iter_mut().find(|it| **it & own == 0) {
                        Some(word) => *word |= own,
                        None => words.push(own),
                    }
                }
            }
        }
        self.keys = words;
        res as usize
    }
}

/// Adds an end at a leaf of the tree; returns the number of ends already behind it.
#[inline]
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
