//! Orders to start from.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use crate::layout::flat::{Flat, LEFT, RIGHT};
use crate::layout::layered::Layered;
use crate::sorting::Sorting as _;

/// Rounds that spread known heights, and that smooth coordinates.
const ROUNDS: usize = 60;
/// How much slower than a wave that never dies one must die to be kept, by turns: the least keeps
/// only what parts a large graph, the most also what orders its parts.
const CUTS: [f64; 3] = [0.02, 0.05, 0.01];

/// The layers in a first order of this number; each number has another.
pub(super) fn start(graph: &Layered, number: usize) -> Vec<Vec<usize>> {
    match number {
        0 => depth_first(graph, LEFT),
        1 => depth_first(graph, RIGHT),
        _ => smooth(graph, number, CUTS[number % CUTS.len()]),
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
/// Smoothing starts from noise. Each round is a step of Chebyshev's recurrence, which keeps waves
/// that die slower than `cut` and is as good as its square in plain rounds (Saad, *Chebyshev
/// acceleration techniques*, 1984).
fn smooth(graph: &Layered, seed: usize, cut: f64) -> Vec<Vec<usize>> {
    let n = graph.rank.len();
    let ends: Vec<(usize, usize)> = (0..graph.links.len()).map(|it| graph.ends(it)).collect();
    let mut degrees = vec![0.0; n];
    for &(from, to) in &ends {
        degrees[from] += 1.0;
        degrees[to] += 1.0;
    }
    let mut random = Random::new(seed);
    let mut ys: Vec<f64> = (0..n).map(|_| random.next()).collect();
    let mut last = vec![0.0; n];
    let mut means = vec![0.0; n];
    for round in 0..ROUNDS {
        means.fill(0.0);
        for &(from, to) in &ends {
            means[from] += ys[to];
            means[to] += ys[from];
        }
        let mut most = 0.0_f64;
        for layer in &graph.layers {
            let (mut sum, mut weight) = (0.0, 0.0);
            for &it in layer.iter().filter(|&&it| degrees[it] > 0.0) {
                means[it] = (ys[it] + means[it] / degrees[it]) / 2.0;
                sum += means[it] * degrees[it];
                weight += degrees[it];
            }
            let middle = if weight > 0.0 { sum / weight } else { 0.0 };
            for &it in layer {
                let step = (means[it] - middle) * 2.0 / (1.0 - cut) - ys[it];
                let next = if round == 0 { step } else { 2.0 * step - last[it] };
                (last[it], ys[it]) = (ys[it], next);
                most = most.max(next.abs());
            }
        }
        // What grows without bound must not overflow.
        if most > 1e100 {
            last.iter_mut().chain(&mut ys).for_each(|it| *it /= most);
        }
    }
    by_key(graph, &ys)
}

/// As in an earlier layout; dummies and new vertices lie between what they are linked with.
pub(super) fn previous(graph: &Layered, flat: &Flat) -> Vec<Vec<usize>> {
    let n = graph.rank.len();
    let mut known: Vec<bool> = graph.earlier.iter().map(Option::is_some).collect();
    let mut ys: Vec<f64> = graph.earlier.iter().map(|it| it.unwrap_or_default()).collect();
    let is_fixed = known.clone();
    for _ in 0..ROUNDS {
        let before = (known.clone(), ys.clone());
        for vertex in (0..n).filter(|&it| !is_fixed[it]) {
            // The mean of both sides' means: a fan on one side does not outweigh the other.
            let (mut sum, mut count) = (0.0, 0.0);
            for side in [LEFT, RIGHT] {
                if let Some(mean) = mean_beside(graph, side, vertex, &before.0, &before.1) {
                    (sum, count) = (sum + mean, count + 1.0);
                }
            }
            if count > 0.0 {
                (known[vertex], ys[vertex]) = (true, sum / count);
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
