//! Local search in one rank, with the ranks beside it fixed: exchange of neighbours ("transpose",
//! Gansner et al. 1993, §3), and sifting, which tries every place for each vertex (Matuszewski,
//! Schönfeld and Molitor, *Using sifting for k-layer straightline crossing minimization*, 1999).

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::{Orders, PASSES};
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;
use bobbin_sorting::Sorting as _;

/// How far from its place a vertex is sifted.
const WINDOW: usize = 200;

/// A layer whose vertices, by their index in it, are known by the places that they are linked with.
#[derive(Debug, Default)]
pub(super) struct Layer {
    vertices: Vec<usize>,
    /// For each side where the places of each vertex start, and all places; those of a vertex are
    /// sorted.
    starts: [Vec<usize>; 2],
    places: [Vec<usize>; 2],
    /// The order.
    order: Vec<usize>,
}

impl Layer {
    fn of(&self, side: usize, it: usize) -> &[usize] {
        &self.places[side][self.starts[side][it]..self.starts[side][it + 1]]
    }

    /// How many more crossings there are with `b` above `a` than with `a` above `b`.
    #[inline]
    fn saved(&self, a: usize, b: usize) -> i64 {
        lead(self.of(LEFT, a), self.of(LEFT, b)) + lead(self.of(RIGHT, a), self.of(RIGHT, b))
    }

    fn degree(&self, it: usize) -> usize {
        self.of(LEFT, it).len() + self.of(RIGHT, it).len()
    }
}

/// How many pairs of an element of `a` and one of `b` ascend, less those that descend. Both are
/// sorted.
#[inline]
fn lead(a: &[usize], b: &[usize]) -> i64 {
    let (Some(&a_first), Some(&a_last)) = (a.first(), a.last()) else { return 0 };
    let (Some(&b_first), Some(&b_last)) = (b.first(), b.last()) else { return 0 };
    if a_last < b_first {
        return (a.len() * b.len()) as i64;
    }
    if b_last < a_first {
        return -((a.len() * b.len()) as i64);
    }
    let (mut res, mut less, mut not_more) = (0, 0, 0);
    for &it in a {
        while less < b.len() && b[less] < it {
            less += 1;
        }
        while not_more < b.len() && b[not_more] <= it {
            not_more += 1;
        }
        res += (b.len() - not_more) as i64 - less as i64;
    }
    res
}

impl Orders<'_> {
    /// The layer, in room that was used before.
    fn take(&mut self, layer: usize) -> Layer {
        let mut res = std::mem::take(&mut self.room);
        res.vertices.clear();
        res.vertices.extend_from_slice(&self.state.layers[layer]);
        for side in [LEFT, RIGHT] {
            let (starts, places) = (&mut res.starts[side], &mut res.places[side]);
            starts.clear();
            places.clear();
            starts.push(0);
            for &vertex in &res.vertices {
                let start = places.len();
                for &slot in self.state.sides[side].of(vertex) {
                    places.extend(self.opposite.of(slot).iter().map(|&it| self.place[it]));
                }
                if places.len() - start > 1 {
                    places[start..].sort_unstable();
                }
                starts.push(places.len());
            }
        }
        res.order.clear();
        res.order.extend(0..res.vertices.len());
        res
    }

    /// Puts the layer back, in another order if that saved crossings.
    fn put(&mut self, layer: usize, it: Layer, has_changed: bool) {
        if has_changed {
            for (place, &at) in self.state.layers[layer].iter_mut().zip(&it.order) {
                *place = it.vertices[at];
            }
            self.number(layer);
            self.changed(layer);
        }
        self.room = it;
    }

    /// Exchanges neighbours in all layers; returns how many crossings that saves.
    pub(super) async fn exchange_all(&mut self, n_passes: usize, watch: &mut Watch) -> usize {
        let mut res = 0;
        for _ in 0..n_passes {
            let mut saved = 0;
            for layer in 0..self.state.layers.len() {
                if self.may_exchange[layer] {
                    watch.step(4 * self.weight[layer]).await;
                    saved += self.exchange(layer);
                }
            }
            res += saved;
            if saved == 0 {
                break;
            }
        }
        res
    }

    fn exchange(&mut self, layer: usize) -> usize {
        let mut it = self.take(layer);
        let mut res = 0;
        let mut is_settled = false;
        for _ in 0..PASSES {
            let before = res;
            for at in 1..it.order.len() {
                let saved = it.saved(it.order[at - 1], it.order[at]);
                if saved < 0 {
                    it.order.swap(at - 1, at);
                    res += saved.unsigned_abs() as usize;
                }
            }
            is_settled = res == before;
            if is_settled {
                break;
            }
        }
        self.put(layer, it, res > 0);
        self.may_exchange[layer] = !is_settled;
        res
    }

    /// Sifts all layers; returns how many crossings that saves.
    pub(super) async fn sift_all(&mut self, watch: &mut Watch) -> usize {
        let mut res = 0;
        for layer in 0..self.state.layers.len() {
            if self.may_sift[layer] {
                res += self.sift(layer, watch).await;
            }
        }
        res
    }

    async fn sift(&mut self, layer: usize, watch: &mut Watch) -> usize {
        let mut it = self.take(layer);
        let n = it.order.len();
        let mut turns: Vec<usize> = (0..n).collect();
        turns.order_by_key(|&vertex| std::cmp::Reverse(it.degree(vertex)));
        let mut place: Vec<usize> = (0..n).collect();
        let mut res = 0;
        let mean_degree = self.weight[layer] / n.max(1) + 1;
        for vertex in turns {
            watch.step(n.min(2 * WINDOW) * (mean_degree + it.degree(vertex)) / 2).await;
            let from = place[vertex];
            let (mut best, mut to, mut change) = (0, from, 0);
            for at in (from.saturating_sub(WINDOW)..from).rev() {
                change += it.saved(it.order[at], vertex);
                if change < best {
                    (best, to) = (change, at);
                }
            }
            change = 0;
            for at in from + 1..n.min(from + 1 + WINDOW) {
                change += it.saved(vertex, it.order[at]);
                if change < best {
                    (best, to) = (change, at);
                }
            }
            if to != from {
                res += best.unsigned_abs() as usize;
                if to < from {
                    it.order[to..=from].rotate_right(1);
                } else {
                    it.order[from..=to].rotate_left(1);
                }
                for at in from.min(to)..=from.max(to) {
                    place[it.order[at]] = at;
                }
            }
        }
        self.put(layer, it, res > 0);
        if res == 0 {
            (self.may_exchange[layer], self.may_sift[layer]) = (false, false);
        }
        res
    }
}
