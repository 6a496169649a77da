//! Orders to start from.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use crate::flat::{Flat, LEFT, RIGHT};
use crate::layered::Layered;
use crate::lists::Lists;
use crate::watch::Watch;
use bobbin_sorting::Sorting as _;

/// Rounds that spread known heights.
const SPREADS: usize = 60;
/// Fewer rounds than this do not smooth coordinates, and more than this are not needed.
const ROUNDS: std::ops::RangeInclusive<usize> = 20..=120;
/// How much slower than a wave that never dies one must die to be kept, by turns: the least keeps
/// only what parts a large graph, the most also what orders its parts.
const CUTS: [f64; 3] = [0.02, 0.05, 0.01];

/// How many orders are smoothed at once: that costs little more than one.
const LANES: usize = 4;

/// First orders, each another: two by a search, the rest smoothed.
pub(super) struct Starts<'a> {
    graph: &'a Layered,
    /// The number of the next one.
    number: usize,
    /// Keys of those to come, the next one last.
    smoothed: Vec<Vec<f64>>,
}

impl<'a> Starts<'a> {
    pub fn new(graph: &'a Layered) -> Starts<'a> {
        Starts { graph, number: 0, smoothed: Vec::new() }
    }

    /// The layers in the next order.
    pub async fn next_layers(&mut self, watch: &mut Watch) -> Vec<Vec<usize>> {
        self.number += 1;
        match self.number {
            1 => return depth_first(self.graph, LEFT),
            2 => return depth_first(self.graph, RIGHT),
            _ if self.smoothed.is_empty() => {
                self.smoothed = smooth(self.graph, self.number - 1, watch).await;
            }
            _ => {}
        }
        self.smoothed.pop().map_or_else(|| self.graph.layers.clone(), |it| by_key(self.graph, &it))
    }
}

/// As a depth-first search meets the vertices, from the first rank on (`side` LEFT) or the last.
fn depth_first(graph: &Layered, side: usize) -> Vec<Vec<usize>> {
    let n = graph.rank.len();
    let mut roots: Vec<usize> = (0..n).collect();
    let last = graph.layers.len();
    roots.order_by_key(|&it| if side == LEFT { graph.rank[it] } else { last - graph.rank[it] });
    let mut seen = vec![false; n];
    let mut layers = vec![Vec::new(); last];
    let mut stack = Vec::new();
    for root in roots {
        stack.push(root);
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            layers[graph.rank[vertex]].push(vertex);
            for side in [LEFT, RIGHT] {
                for &slot in graph.sides[side].of(vertex).iter().rev() {
                    for &link in graph.links_at.of(slot) {
                        let (from, to) = graph.ends(link);
                        stack.push(if side == LEFT { from } else { to });
                    }
                }
            }
        }
    }
    layers
}

/// Spectral: coordinates of which each is near the mean of its neighbours', while those of a rank
/// have mean 0 — without that the slowest waves would run along the ranks, not across. The idea of
/// Carmel, Harel and Koren, *Combining hierarchy and energy for drawing directed graphs*, 2004.
///
/// Smoothing starts from noise, of another kind for each number from `number` on. Each round is a step of Chebyshev's recurrence, which keeps waves
/// that die slower than `cut` and is as good as its square in plain rounds (Saad, *Chebyshev
/// acceleration techniques*, 1984).
async fn smooth(graph: &Layered, number: usize, watch: &mut Watch) -> Vec<Vec<f64>> {
    let n = graph.rank.len();
    // By layers, so that neighbours are near each other in memory.
    let order: Vec<usize> = graph.layers.iter().flatten().copied().collect();
    let mut place = vec![0; n];
    for (at, &it) in order.iter().enumerate() {
        place[it] = at;
    }
    let pairs: Vec<(usize, usize)> = (0..graph.links.len())
        .map(|it| graph.ends(it))
        .flat_map(|(from, to)| [(place[from], place[to]), (place[to], place[from])])
        .collect();
    let beside = Lists::new(n, &pairs);
    let cuts: [f64; LANES] = std::array::from_fn(|lane| CUTS[(number + lane) % CUTS.len()]);
    let mut random: [Random; LANES] = std::array::from_fn(|lane| Random::new(number + lane));
    let mut ys = vec![[0.0; LANES]; n];
    for it in 0..n {
        ys[place[it]] = std::array::from_fn(|lane| random[lane].next());
    }
    let mut last = vec![[0.0; LANES]; n];
    let mut means: Vec<[f64; LANES]> = Vec::new();
    // In a graph that is so many times as large, waves are so many times as long.
    let n_rounds = (n * 25 / 16).isqrt().clamp(*ROUNDS.start(), *ROUNDS.end());
    for round in 0..n_rounds {
        watch.step(4 * (n + pairs.len())).await;
        let mut most = [0.0_f64; LANES];
        let mut start = 0;
        for layer in &graph.layers {
            let end = start + layer.len();
            let (mut sum, mut weight) = ([0.0; LANES], 0.0);
            means.clear();
            for it in start..end {
                let others = beside.of(it);
                let mut mean = [0.0; LANES];
                if !others.is_empty() {
                    let degree = others.len() as f64;
                    for &other in others {
                        each(|lane| mean[lane] += ys[other][lane]);
                    }
                    each(|lane| mean[lane] = (ys[it][lane] + mean[lane] / degree) / 2.0);
                    each(|lane| sum[lane] += mean[lane] * degree);
                    weight += degree;
                }
                means.push(mean);
            }
            if weight > 0.0 {
                each(|lane| sum[lane] /= weight);
            }
            for (it, mean) in (start..end).zip(&means) {
                each(|lane| {
                    let step = (mean[lane] - sum[lane]) * 2.0 / (1.0 - cuts[lane]) - ys[it][lane];
                    let next = if round == 0 { step } else { 2.0 * step - last[it][lane] };
                    last[it][lane] = next;
                    most[lane] = most[lane].max(next.abs());
                });
            }
            start = end;
        }
        std::mem::swap(&mut ys, &mut last);
        // What grows without bound must not overflow.
        let too_much: [f64; LANES] = most.map(|it| if it > 1e100 { it } else { 1.0 });
        if too_much.iter().any(|&it| it > 1.0) {
            for it in last.iter_mut().chain(&mut ys) {
                each(|lane| it[lane] /= too_much[lane]);
            }
        }
    }
    let keys = |lane: usize| (0..n).map(|it| ys[place[it]][lane]).collect();
    (0..LANES).rev().map(keys).collect()
}

/// Does the same in each lane.
#[inline(always)]
fn each(work: impl FnMut(usize)) {
    (0..LANES).for_each(work);
}

/// As in an earlier layout; dummies and new vertices lie between what they are linked with.
pub(super) fn previous(graph: &Layered, flat: &Flat) -> Vec<Vec<usize>> {
    let n = graph.rank.len();
    let mut known: Vec<bool> = graph.earlier.iter().map(Option::is_some).collect();
    let mut ys: Vec<f64> = graph.earlier.iter().map(|it| it.unwrap_or_default()).collect();
    let open: Vec<usize> = (0..n).filter(|&it| !known[it]).collect();
    let mut next: Vec<Option<f64>> = Vec::new();
    for _ in 0..SPREADS {
        next.clear();
        next.extend(open.iter().map(|&vertex| {
            // The mean of both sides' means: a fan on one side does not outweigh the other.
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
        ys[vertex] = f64::MAX;
    }
    // Heights are of reference lines: those of dummies count against the middle of boxes.
    for (y, vertex) in ys.iter_mut().zip(&flat.vertices) {
        *y += vertex.height / 2.0;
    }
    by_key(graph, &ys)
}

/// The mean height of the slots beside a vertex, below its own slots' offsets.
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

fn by_key(graph: &Layered, keys: &[f64]) -> Vec<Vec<usize>> {
    let mut layers = graph.layers.clone();
    for layer in &mut layers {
        layer.order_by(|&a, &b| keys[a].total_cmp(&keys[b]));
    }
    layers
}

/// Marsaglia's xorshift: the same numbers everywhere.
struct Random(u32);

impl Random {
    fn new(seed: usize) -> Random {
        Random((seed as u32).wrapping_mul(0x9E37_79B9) | 1)
    }

    /// From -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}
