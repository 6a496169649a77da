//! Compares the network simplex method with a search of all ranks.

use super::simplex::{Arc, shorten};
use crate::job::at_once;
use crate::tests::random::Random;
use crate::tests::sketch::watch;

fn length(arcs: &[Arc], ranks: &[i32]) -> i32 {
    arcs.iter().map(|it| it.weight * (ranks[it.to] - ranks[it.from])).sum()
}

fn is_feasible(arcs: &[Arc], ranks: &[i32]) -> bool {
    arcs.iter().all(|it| ranks[it.from] < ranks[it.to])
}

/// Returns the least total length over all feasible ranks of `n` nodes.
fn least_length(n: usize, arcs: &[Arc]) -> i32 {
    let mut best = i32::MAX;
    for number in 0..n.pow(n as u32) {
        let ranks: Vec<i32> = (0..n).map(|it| (number / n.pow(it as u32) % n) as i32).collect();
        if is_feasible(arcs, &ranks) {
            best = best.min(length(arcs, &ranks));
        }
    }
    best
}

#[test]
fn no_ranks_make_the_edges_shorter() {
    let mut random = Random(19);
    let mut n_better = 0;
    for _ in 0..150 {
        let n = 2 + random.below(5);
        let mut arcs: Vec<Arc> = Vec::new();
        for to in 1..n {
            for from in 0..to {
                if random.below(if from + 1 == to { 4 } else { 2 }) > 0 {
                    arcs.push(Arc { from, to, weight: random.below(4) as i32 });
                }
            }
        }
        // Feasible, and longer than necessary.
        let mut ranks: Vec<i32> = (0..n as i32).map(|it| it * 2).collect();
        let before = length(&arcs, &ranks);
        at_once(shorten(n, &arcs, &mut ranks, &mut watch()));
        assert!(is_feasible(&arcs, &ranks), "{arcs:?} {ranks:?}");
        assert_eq!(length(&arcs, &ranks), least_length(n, &arcs), "{arcs:?} {ranks:?}");
        n_better += usize::from(length(&arcs, &ranks) < before);
    }
    assert!(n_better > 100, "{n_better}");
}
