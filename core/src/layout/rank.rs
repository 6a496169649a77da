//! The column of each box: behind all that flows into it, with short edges.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::layers::PartEdge;

/// How often boxes are moved to shorten their edges.
const PASSES: usize = 12;

/// The rank of each vertex, from 0, without gaps. An edge that is not reversed leads to a higher
/// rank; a reversed one does not count.
pub(super) fn ranks(n: usize, edges: &[PartEdge], reversed: &[bool]) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut behind: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (it, _) in edges.iter().zip(reversed).filter(|(_, reversed)| !**reversed) {
        before[it.to.0].push(it.from.0);
        behind[it.from.0].push(it.to.0);
    }
    let order = topological(&before, &behind);
    let mut ranks = vec![0; n];
    for &it in &order {
        ranks[it] = before[it].iter().map(|&it| ranks[it] + 1).max().unwrap_or(0);
    }
    // A box moves to the side where it has more edges, as far as they allow.
    for pass in 0..PASSES {
        let mut moved = false;
        for at in 0..order.len() {
            let it = if pass % 2 == 0 { order[order.len() - 1 - at] } else { order[at] };
            let least = before[it].iter().map(|&it| ranks[it] + 1).max();
            let most = behind[it].iter().map(|&it| ranks[it]).min().map(|it| it - 1);
            let target = match before[it].len().cmp(&behind[it].len()) {
                std::cmp::Ordering::Less => most,
                std::cmp::Ordering::Greater => least,
                std::cmp::Ordering::Equal => None,
            };
            if let Some(target) = target
                && target != ranks[it]
            {
                ranks[it] = target;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    compress(&mut ranks);
    ranks
}

fn topological(before: &[Vec<usize>], behind: &[Vec<usize>]) -> Vec<usize> {
    let mut n_open: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut res: Vec<usize> = (0..before.len()).filter(|&it| n_open[it] == 0).collect();
    let mut at = 0;
    while let Some(&vertex) = res.get(at) {
        at += 1;
        for &it in &behind[vertex] {
            n_open[it] -= 1;
            if n_open[it] == 0 {
                res.push(it);
            }
        }
    }
    res
}

/// Takes out ranks that no vertex has.
fn compress(ranks: &mut [usize]) {
    let mut used: Vec<usize> = ranks.to_vec();
    used.sort_unstable();
    used.dedup();
    for it in ranks {
        *it = used.partition_point(|&rank| rank < *it);
    }
}
