//! Local search in one rank while the ranks beside it are fixed: exchange of neighbours
//! ("transpose", Gansner et al. 1993, §3), and sifting, which tries every place for each vertex
//! (Matuszewski, Schönfeld and Molitor, *Using sifting for k-layer straightline crossing
//! minimization*, 1999).

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::layer::{Layer, Span};
use super::state::Orders;
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

/// The greatest distance that a vertex is sifted from its place.
const WINDOW: usize = 200;
/// Sifting a vertex stops where it has this many more crossings per link than at its place.
const HOPELESS: i64 = 24;
/// The most passes of neighbour exchange.
pub(super) const PASSES: usize = 12;

impl Orders<'_> {
    /// Takes a layer out for the search, in reused memory.
    fn take(&mut self, layer: usize) -> Layer {
        let mut res = std::mem::take(&mut self.room);
        res.vertices.clear();
        res.vertices.extend_from_slice(&self.state.order[self.net.layer(layer)]);
        res.places.clear();
        res.spans.clear();
        for &vertex in &res.vertices {
            let mut spans = [Span::default(); 2];
            for side in [LEFT, RIGHT] {
                let place = &self.place[1 - side];
                let start = res.places.len();
                let ends = self.net.sides[side].ends_of(vertex as usize);
                res.places.extend(ends.iter().map(|&it| place[it as usize]));
                let own = &mut res.places[start..];
                if own.len() > 1 {
                    own.sort_unstable();
                }
                if let (Some(&first), Some(&last)) = (own.first(), own.last()) {
                    let end = (start + own.len()) as u32;
                    spans[side] = Span { first, last, start: start as u32, end };
                }
            }
            res.spans.push(spans);
        }
        let n = res.vertices.len() as u32;
        res.order.clear();
        res.order.extend(0..n);
        res
    }

    /// Puts the layer back, in its new order if that saves crossings.
    fn put(&mut self, layer: usize, it: Layer, has_changed: bool) {
        if has_changed {
            let order = &mut self.state.order[self.net.layer(layer)];
            for (place, &at) in order.iter_mut().zip(&it.order) {
                *place = it.vertices[at as usize];
            }
            self.number(layer);
            self.changed(layer);
        }
        self.room = it;
    }

    /// Exchanges neighbours in all layers; returns the number of crossings saved.
    pub(super) async fn exchange_all(&mut self, n_passes: usize, watch: &mut Watch) -> usize {
        let mut res = 0;
        for _ in 0..n_passes {
            let mut saved = 0;
            for layer in 0..self.net.n_layers() {
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
        it.is_open.clear();
        it.is_open.resize(it.order.len() + 1, true);
        for _ in 0..PASSES {
            is_settled = true;
            for at in 1..it.order.len() {
                if !std::mem::replace(&mut it.is_open[at], false) {
                    continue;
                }
                let saved = it.saved(it.order[at - 1], it.order[at]);
                if saved < 0 {
                    it.order.swap(at - 1, at);
                    res += saved.unsigned_abs() as usize;
                    is_settled = false;
                    (it.is_open[at - 1], it.is_open[at + 1]) = (true, true);
                }
            }
            if is_settled {
                break;
            }
        }
        self.put(layer, it, res > 0);
        self.may_exchange[layer] = !is_settled;
        res
    }

    /// Sifts all layers; returns the number of crossings saved.
    pub(super) async fn sift_all(&mut self, watch: &mut Watch) -> usize {
        let mut res = 0;
        for layer in 0..self.net.n_layers() {
            if self.may_sift[layer] {
                res += self.sift(layer, watch).await;
            }
        }
        res
    }

    async fn sift(&mut self, layer: usize, watch: &mut Watch) -> usize {
        let mut it = self.take(layer);
        let n = it.order.len();
        // Vertices with most links first.
        let mut turns = std::mem::take(&mut self.keys);
        turns.clear();
        turns.extend((0..n as u32).map(|vertex| {
            let degree = it.degree(vertex) as u64;
            (u64::from(u32::MAX) - degree) << 32 | u64::from(vertex)
        }));
        turns.sort_unstable();
        it.place.clear();
        it.place.extend(0..n as u32);
        let mut res = 0;
        for &turn in &turns {
            let vertex = turn as u32;
            let from = it.place[vertex as usize] as usize;
            let too_many = HOPELESS * it.degree(vertex);
            let (mut best, mut to, mut change) = (0, from, 0);
            let mut n_steps = 2;
            for at in (from.saturating_sub(WINDOW)..from).rev() {
                change += it.saved(it.order[at], vertex);
                n_steps += 1;
                if change < best {
                    (best, to) = (change, at);
                } else if change > too_many {
                    break;
                }
            }
            change = 0;
            for at in from + 1..n.min(from + 1 + WINDOW) {
                change += it.saved(vertex, it.order[at]);
                n_steps += 1;
                if change < best {
                    (best, to) = (change, at);
                } else if change > too_many {
                    break;
                }
            }
            watch.step(n_steps).await;
            if to != from {
                res += best.unsigned_abs() as usize;
                if to < from {
                    it.order[to..=from].rotate_right(1);
                } else {
                    it.order[from..=to].rotate_left(1);
                }
                for at in from.min(to)..=from.max(to) {
                    it.place[it.order[at] as usize] = at as u32;
                }
            }
        }
        self.keys = turns;
        self.put(layer, it, res > 0);
        if res == 0 {
            (self.may_exchange[layer], self.may_sift[layer]) = (false, false);
        }
        res
    }
}
