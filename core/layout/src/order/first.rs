//! Initial orders for the search.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::net::Net;
use crate::flat::{Flat, LEFT, RIGHT};
use crate::layered::Layered;
use crate::watch::Watch;

/// Rounds that spread known heights.
const SPREADS: usize = 60;
/// Fewer rounds than this do not smooth coordinates, and more than this are not needed.
const ROUNDS: std::ops::RangeInclusive<usize> = 20..=120;
/// The rate, relative to a wave that never decays, up to which decaying waves are kept, in turn:
/// the smallest keeps only what separates the parts of a large graph, the largest also what orders
/// its parts.
const CUTS: [f32; 3] = [0.02, 0.05, 0.01];

/// The number of orders that are smoothed at once, which costs little more than one.
const LANES: usize = 4;

/// Different initial orders: two by a search, the rest smoothed.
pub(super) struct Starts<'a> {
    net: &'a Net,
    /// The number of the next order.
    number: usize,
    /// Keys of the orders to come, the next one last.
    smoothed: Vec<Vec<f32>>,
}

impl<'a> Starts<'a> {
    pub fn new(net: &'a Net) -> Starts<'a> {
        Starts { net, number: 0, smoothed: Vec::new() }
    }

    /// Returns the vertices in the next order, layer by layer.
    pub async fn next_order(&mut self, watch: &mut Watch) -> Vec<u32> {
        self.number += 1;
        match self.number {
            1 => return depth_first(self.net, LEFT),
            2 => return depth_first(self.net, RIGHT),
            _ if self.smoothed.is_empty() => {
                self.smoothed = smooth(self.net, self.number - 1, watch).await;
            }
            _ => {}
        }
        let keys = self.smoothed.pop().unwrap_or_default();
        by_key(self.net, |it| keys.get(it).copied().unwrap_or_default())
    }
}

/// Returns the vertices as a depth-first search meets them, from the first rank on (`side` LEFT) or
/// from the last.
fn depth_first(net: &Net, side: usize) -> Vec<u32> {
    let n = net.vertices.len();
    let mut seen = vec![false; n];
    let mut res = vec![0; n];
    let n_layers = net.n_layers();
    let mut layer_of = vec![0_u32; n];
    for layer in 0..n_layers {
        layer_of[net.layer(layer)].fill(layer as u32);
    }
    let mut next: Vec<usize> = (0..n_layers).map(|it| net.layer(it).start).collect();
    let mut stack: Vec<u32> = Vec::new();
    for step in 0..n_layers {
        let layer = if side == LEFT { step } else { n_layers - 1 - step };
        for root in net.layer(layer) {
            stack.push(root as u32);
            while let Some(vertex) = stack.pop() {
                if std::mem::replace(&mut seen[vertex as usize], true) {
                    continue;
                }
                let next = &mut next[layer_of[vertex as usize] as usize];
                res[*next] = vertex;
                *next += 1;
                for (side, own) in net.sides.iter().enumerate() {
                    let owners = &net.sides[1 - side].owners;
                    for slot in own.slots(vertex as usize).rev() {
                        for &end in own.ends(slot) {
                            let other = owners[end as usize];
                            if !seen[other as usize] {
                                stack.push(other);
                            }
                        }
                    }
                }
            }
        }
    }
    res
}

/// Computes spectral coordinates: each is near the mean of its neighbours', while those of a rank
/// have mean 0; without that the slowest waves would run along the ranks, not across. The idea is
/// from Carmel, Harel and Koren, *Combining hierarchy and energy for drawing directed graphs*,
/// 2004.
///
/// Smoothing starts from noise, different for each number from `number` on. Each round is a step of
/// Chebyshev's recurrence, which keeps waves that decay slower than `cut` and does as much as its
/// square in plain rounds (Saad, *Chebyshev acceleration techniques*, 1984).
async fn smooth(net: &Net, number: usize, watch: &mut Watch) -> Vec<Vec<f32>> {
    let n = net.vertices.len();
    // For each vertex the start of its neighbours; links count once.
    let (mut starts, mut beside) = (vec![0_u32], Vec::<u32>::new());
    for vertex in 0..n {
        for side in [LEFT, RIGHT] {
            let own = &net.sides[side];
            let owners = &net.sides[1 - side].owners;
            for slot in own.slots(vertex) {
                let mut last = u32::MAX;
                for &end in own.ends(slot) {
                    if std::mem::replace(&mut last, end) != end {
                        beside.push(owners[end as usize]);
                    }
                }
            }
        }
        starts.push(beside.len() as u32);
    }
    let scales: [f32; LANES] =
        std::array::from_fn(|lane| 2.0 / (1.0 - CUTS[(number + lane) % CUTS.len()]));
    let mut random: [Random; LANES] = std::array::from_fn(|lane| Random::new(number + lane));
    let mut ys = vec![[0.0_f32; LANES]; n];
    let mut by_number = vec![0; n];
    for (it, &vertex) in net.vertices.iter().enumerate() {
        by_number[vertex as usize] = it as u32;
    }
    for it in by_number {
        ys[it as usize] = std::array::from_fn(|lane| random[lane].next());
    }
    let mut last = vec![[0.0_f32; LANES]; n];
    let mut means: Vec<[f32; LANES]> = Vec::new();
    // A graph this many times as large has waves this many times as long.
    let n_rounds = (n * 25 / 16).isqrt().clamp(*ROUNDS.start(), *ROUNDS.end());
    for round in 0..n_rounds {
        let mut most = [0.0_f32; LANES];
        for layer in 0..net.n_layers() {
            let layer = net.layer(layer);
            watch
                .step(2 * (layer.len() + (starts[layer.end] - starts[layer.start]) as usize))
                .await;
            let (mut sum, mut weight) = ([0.0_f32; LANES], 0.0);
            means.clear();
            for it in layer.clone() {
                let others = &beside[starts[it] as usize..starts[it + 1] as usize];
                let mut mean = [0.0_f32; LANES];
                if !others.is_empty() {
                    let degree = others.len() as f32;
                    for &other in others {
                        let other = &ys[other as usize];
                        each(|lane| mean[lane] += other[lane]);
                    }
                    let (own, share) = (&ys[it], 0.5 / degree);
                    each(|lane| mean[lane] = own[lane] * 0.5 + mean[lane] * share);
                    each(|lane| sum[lane] += mean[lane] * degree);
                    weight += degree;
                }
                means.push(mean);
            }
            if weight > 0.0 {
                each(|lane| sum[lane] /= weight);
            }
            for (it, mean) in layer.zip(&means) {
                let (own, last) = (&ys[it], &mut last[it]);
                each(|lane| {
                    let step = (mean[lane] - sum[lane]) * scales[lane] - own[lane];
                    let next = if round == 0 { step } else { 2.0 * step - last[lane] };
                    last[lane] = next;
                    most[lane] = most[lane].max(next.abs());
                });
            }
        }
        std::mem::swap(&mut ys, &mut last);
        // Growing values must not overflow, and fading ones must not be lost.
        if most.iter().any(|&it| it > 1e15) {
            let scale: [f32; LANES] = most.map(|it| if it > 1e15 { 1.0 / it } else { 1.0 });
            for it in last.iter_mut().chain(&mut ys) {
                each(|lane| it[lane] *= scale[lane]);
            }
        }
    }
    let keys = |lane: usize| ys.iter().map(|it| it[lane]).collect();
    (0..LANES).rev().map(keys).collect()
}

/// Does the same in each lane.
#[inline(always)]
fn each(work: impl FnMut(usize)) {
    (0..LANES).for_each(work);
}

/// Returns the order of an earlier layout; dummies and new vertices lie between their neighbours.
pub(super) fn previous(graph: &Layered, net: &Net, flat: &Flat) -> Vec<u32> {
    let n = graph.rank.len();
    let mut known: Vec<bool> = graph.earlier.iter().map(Option::is_some).collect();
    let mut ys: Vec<f64> = graph.earlier.iter().map(|it| it.unwrap_or_default()).collect();
    let open: Vec<usize> = (0..n).filter(|&it| !known[it]).collect();
    let mut next: Vec<Option<f64>> = Vec::new();
    for _ in 0..SPREADS {
        next.clear();
        next.extend(open.iter().map(|&vertex| {
            // The mean of the means of both sides, so that a fan on one side does not outweigh the
            // other.
            let (mut sum, mut count) = (0.0, 0.0);
            for side in [LEFT, RIGHT] {
                if let Some(mean) = mean_beside(graph, side, vertex, &known, &ys) {
                    (sum, count) = (sum + mean, count + 1.0);
                }
            }
            (count > 0.0).then(|| sum / count)
        }));
        for (&vertex, y) in open.iter().zip(&next) {
            if let &Some(y) = y {
                (known[vertex], ys[vertex]) = (true, y);
            }
        }
    }
    for vertex in (0..n).filter(|&it| !known[it]) {
        ys[vertex] = f64::from(f32::MAX);
    }
    // Heights are of reference lines: for dummies, the line meets the middle of vertices.
    for (y, vertex) in ys.iter_mut().zip(&flat.vertices) {
        *y += vertex.height / 2.0;
    }
    by_key(net, |it| ys[net.vertices[it] as usize] as f32)
}

/// Returns the mean height of the slots beside a vertex, minus the offsets of its own slots.
fn mean_beside(
    graph: &Layered,
    side: usize,
    vertex: usize,
    known: &[bool],
    ys: &[f64],
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for &slot in graph.sides[side].of(vertex) {
        for &link in graph.links_at.of(slot) {
            let (from, to) = graph.links[link];
            let other = graph.slots[if side == LEFT { from } else { to }];
            if known[other.vertex] {
                sum += ys[other.vertex] + other.offset - graph.slots[slot].offset;
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| sum / count)
}

/// Sorts the vertices of each layer by a key; the sort is stable.
fn by_key(net: &Net, key: impl Fn(usize) -> f32) -> Vec<u32> {
    let mut res = Vec::with_capacity(net.vertices.len());
    let mut keys: Vec<u64> = Vec::new();
    for layer in 0..net.n_layers() {
        keys.clear();
        keys.extend(net.layer(layer).map(|it| ordered(key(it)) << 32 | it as u64));
        keys.sort_unstable();
        res.extend(keys.iter().map(|&it| it as u32));
    }
    res
}

/// Maps a number to an integer with the same order.
fn ordered(it: f32) -> u64 {
    let bits = it.to_bits();
    u64::from(if bits >> 31 == 1 { !bits } else { bits | 1 << 31 })
}

/// Marsaglia's xorshift, which gives the same numbers everywhere.
struct Random(u32);

impl Random {
    fn new(seed: usize) -> Random {
        Random((seed as u32).wrapping_mul(0x9E37_79B9) | 1)
    }

    /// Returns a number from -1 to 1.
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (f64::from(self.0) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
    }
}
