//! Straightens long edges: consecutive dummies become one block (the linear segments of Sander, *A
//! fast heuristic for hierarchical Manhattan layout*, 1996), and blocks go to the mean of their
//! dummies' heights, as far as their neighbours let them.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Heights;
use crate::flat::RIGHT;
use crate::lists::Lists;
use crate::watch::Watch;

/// Vertices in blocks, with the order of blocks above each other.
pub(super) struct Blocks {
    pub of: Vec<usize>,
    pub members: Lists,
    /// The blocks from top to bottom.
    order: Vec<usize>,
}

impl Heights {
    pub(super) async fn straighten_chains(&mut self, watch: &mut Watch) {
        let n_steps = 20 * self.ys.len();
        watch.step(n_steps).await;
        let blocks = self.blocks();
        watch.step(n_steps).await;
        let n = blocks.members.len();
        let mut wish = vec![0.0; n];
        for (it, wish) in wish.iter_mut().enumerate() {
            let members = blocks.members.of(it);
            let sum: f64 = members.iter().map(|&it| self.ys[it]).sum();
            *wish = sum / members.len().max(1) as f64;
        }
        // Pushed down from the wishes, and pushed up from them: both are feasible, and so is their
        // mean.
        let mut down = wish.clone();
        for &block in &blocks.order {
            for &it in blocks.members.of(block) {
                if let Some(above) = self.above(it) {
                    down[block] = down[block].max(down[blocks.of[above]] + self.apart(it));
                }
            }
        }
        let mut up = wish;
        for &block in blocks.order.iter().rev() {
            for &it in blocks.members.of(block) {
                if let Some(below) = self.below(it) {
                    up[block] = up[block].min(up[blocks.of[below]] - self.apart(below));
                }
            }
        }
        for (it, &block) in blocks.of.iter().enumerate() {
            self.ys[it] = (down[block] + up[block]) / 2.0;
        }
    }

    pub(super) fn blocks(&self) -> Blocks {
        let n = self.ys.len();
        let mut of: Vec<usize> = (0..n).collect();
        for layer in 0..self.n_layers() {
            for (from, to) in self.inner_links(layer) {
                of[to] = from;
            }
        }
        // Vertices are numbered from left to right, so the first vertex of a block is known first.
        let mut n_blocks = 0;
        let mut number = vec![0; n];
        for it in 0..n {
            if of[it] == it {
                number[it] = n_blocks;
                n_blocks += 1;
            } else {
                number[it] = number[of[it]];
            }
        }
        let pairs: Vec<(usize, usize)> = (0..n).map(|it| (number[it], it)).collect();
        let members = Lists::new(n_blocks, &pairs);
        let order = self.top_down(&number, &members);
        Blocks { of: number, members, order }
    }

    /// Returns the most links between dummies of a layer and dummies of the next that do not cross
    /// each other: the longest ascending sequence of their right ends (Fredman, *On computing the
    /// length of longest increasing subsequences*, 1975).
    fn inner_links(&self, layer: usize) -> Vec<(usize, usize)> {
        let mut links: Vec<(usize, usize)> = Vec::new();
        for it in self.layer(layer).filter(|&it| self.is_dummy[it]) {
            // A new line goes around vertices that keep their places.
            let keeps = !self.holds || self.is_anchored(it);
            let inner = self.pulls_on(RIGHT, it).iter().map(|it| it.other as usize);
            let inner = inner
                .filter(|&to| self.is_dummy[to] && keeps && self.is_anchored(to) == self.holds);
            links.extend(inner.map(|to| (it, to)));
        }
        let end = |it: usize| links[it].1;
        // `tails[k]` ends the sequence of length `k + 1` with the least right end.
        let mut tails: Vec<usize> = Vec::new();
        let mut before: Vec<Option<usize>> = Vec::with_capacity(links.len());
        for it in 0..links.len() {
            let length = tails.partition_point(|&tail| end(tail) < end(it));
            before.push(length.checked_sub(1).map(|it| tails[it]));
            match tails.get_mut(length) {
                Some(tail) => *tail = it,
                None => tails.push(it),
            }
        }
        let mut res = Vec::with_capacity(tails.len());
        let mut at = tails.last().copied();
        while let Some(it) = at {
            res.push(links[it]);
            at = before[it];
        }
        res
    }

    fn top_down(&self, number: &[usize], members: &Lists) -> Vec<usize> {
        let mut n_above = vec![0; members.len()];
        for it in 0..number.len() {
            n_above[number[it]] += usize::from(self.apart[it].is_some());
        }
        let mut res: Vec<usize> = (0..n_above.len()).filter(|&it| n_above[it] == 0).collect();
        let mut at = 0;
        while let Some(&block) = res.get(at) {
            at += 1;
            for &it in members.of(block) {
                if let Some(below) = self.below(it) {
                    let below = number[below];
                    n_above[below] -= 1;
                    if n_above[below] == 0 {
                        res.push(below);
                    }
                }
            }
        }
        res
    }
}
