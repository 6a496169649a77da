//! Rank assignment: gives each vertex a column, so that edges are short.
//!
//! Ranks start as the longest paths from the sources, and the network simplex method minimises the
//! sum of all spans (Gansner, Koutsofios, North and Vo, *A technique for drawing directed graphs*,
//! 1993, §2). After an edit they start as the columns of the earlier layout, and stay if they can.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

mod simplex;

use super::flat::{Flat, Role};
use super::lists::Lists;
use super::watch::Watch;
use bobbin_sorting::Sorting as _;
use simplex::Arc;

/// Columns of an earlier layout whose centres are closer than this count as one.
const SAME_COLUMN: f64 = 2.0;
/// The most arcs for which room is made with the fewest moves; a graph with more of them counts as
/// a different one.
const MOST_TO_GIVE_WAY: usize = 32;
/// The number of passes that slide all nodes.
const SLIDES: usize = 12;

/// Returns the rank of each vertex, from 0, without gaps. An edge that is not reversed leads to a
/// higher rank, a reversed one to a lower one. Entries alone have the lowest rank and exits alone
/// the highest.
pub(super) async fn ranks(flat: &Flat, reversed: &[bool], watch: &mut Watch) -> Vec<usize> {
    let nodes = Nodes::new(flat);
    let arcs = nodes.arcs(flat, reversed);
    // The steps of one pass over everything.
    let all = 8 * (nodes.n + arcs.len());
    watch.step(2 * all).await;
    let order = topological(nodes.n, &arcs);
    watch.step(all).await;
    let mut ranks =
        if flat.has_previous() { nodes.previous(flat, &order, &arcs) } else { vec![0; nodes.n] };
    if flat.has_previous() {
        give_way(&order, &arcs, &mut ranks);
    }
    watch.step(all).await;
    push_apart(&order, &arcs, &mut ranks);
    watch.step(all).await;
    if !flat.has_previous() {
        slide(&order, &arcs, &mut ranks, watch).await;
    }
    // A graph that was laid out before has short edges but for the few new ones, and should stay.
    let n_known = flat.vertices.iter().filter(|it| it.previous.is_some()).count();
    if n_known * 10 < flat.vertices.len() * 9 {
        simplex::shorten(nodes.n, &arcs, &mut ranks, watch).await;
    }
    let least = ranks.iter().min().copied().unwrap_or_default();
    nodes.of_vertex.iter().map(|&it| (ranks[it] - least) as usize).collect()
}

/// The vertices, with all entries as one node and all exits as one, since those share a rank.
struct Nodes {
    n: usize,
    of_vertex: Vec<usize>,
    entry: Option<usize>,
    exit: Option<usize>,
}

impl Nodes {
    fn new(flat: &Flat) -> Nodes {
        let mut res = Nodes { n: 0, of_vertex: Vec::new(), entry: None, exit: None };
        for it in &flat.vertices {
            let shared = match it.role {
                Role::Box => None,
                Role::Entry => Some(&mut res.entry),
                Role::Exit => Some(&mut res.exit),
            };
            let node = match shared {
                Some(shared) => *shared.get_or_insert(res.n),
                None => res.n,
            };
            res.n = res.n.max(node + 1);
            res.of_vertex.push(node);
        }
        res
    }

    /// Returns the edges from lower to higher ranks, parallel ones as one.
    fn arcs(&self, flat: &Flat, reversed: &[bool]) -> Vec<Arc> {
        let mut pairs: Vec<(usize, usize, i32)> = Vec::new();
        for (it, &reversed) in reversed.iter().enumerate() {
            let (from, to) = flat.ends(it);
            let (from, to) = (self.of_vertex[from], self.of_vertex[to]);
            if from != to {
                pairs.push(if reversed { (to, from, 1) } else { (from, to, 1) });
            }
        }
        // Vertices without a path from an entry or to an exit still lie between the two.
        let is_box = |it: &usize| Some(*it) != self.entry && Some(*it) != self.exit;
        for node in (0..self.n).filter(is_box) {
            pairs.extend(self.entry.map(|entry| (entry, node, 0)));
            pairs.extend(self.exit.map(|exit| (node, exit, 0)));
        }
        if let (Some(entry), Some(exit)) = (self.entry, self.exit) {
            pairs.push((entry, exit, 0));
        }
        pairs.order();
        let mut res: Vec<Arc> = Vec::with_capacity(pairs.len());
        for (from, to, weight) in pairs {
            match res.last_mut() {
                Some(last) if (last.from, last.to) == (from, to) => last.weight += weight,
                _ => res.push(Arc { from, to, weight }),
            }
        }
        res
    }

    /// Returns the columns of the earlier layout; a new vertex follows its predecessors.
    fn previous(&self, flat: &Flat, order: &[usize], arcs: &[Arc]) -> Vec<i32> {
        let mut centres: Vec<(f64, usize)> = Vec::new();
        for (it, &node) in flat.vertices.iter().zip(&self.of_vertex) {
            centres.extend(it.previous_centre().map(|x| (x, node)));
        }
        centres.order_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut known = vec![None; self.n];
        let (mut rank, mut last) = (0, f64::NEG_INFINITY);
        for (x, node) in centres {
            rank += i32::from(x > last + SAME_COLUMN);
            last = x;
            known[node] = Some(rank);
        }
        let [next, _] = ends(self.n, arcs);
        let mut res: Vec<i32> = known.iter().map(|it| it.unwrap_or(i32::MIN)).collect();
        // From the right, so that new vertices stand close before their successors; those without
        // successors are pushed into place later.
        for &it in order.iter().rev().filter(|&&it| known[it].is_none()) {
            let right = next.of(it).iter().map(|&to| res[to]).filter(|&it| it != i32::MIN).min();
            res[it] = right.map_or(i32::MIN, |it| it - 1);
        }
        res.into_iter().map(|it| if it == i32::MIN { 0 } else { it }).collect()
    }
}

/// Returns for each node its successors and its predecessors.
fn ends(n: usize, arcs: &[Arc]) -> [Lists; 2] {
    let forward: Vec<(usize, usize)> = arcs.iter().map(|it| (it.from, it.to)).collect();
    let backward: Vec<(usize, usize)> = arcs.iter().map(|it| (it.to, it.from)).collect();
    [Lists::new(n, &forward), Lists::new(n, &backward)]
}

/// Sorts the nodes so that arcs lead from earlier to later ones.
fn topological(n: usize, arcs: &[Arc]) -> Vec<usize> {
    let [next, before] = ends(n, arcs);
    let mut n_open: Vec<usize> = (0..n).map(|it| before.of(it).len()).collect();
    let mut res: Vec<usize> = (0..n).filter(|&it| n_open[it] == 0).collect();
    let mut at = 0;
    while let Some(&node) = res.get(at) {
        at += 1;
        for &it in next.of(node) {
            n_open[it] -= 1;
            if n_open[it] == 0 {
                res.push(it);
            }
        }
    }
    res
}

/// Raises ranks by as little as every arc needs to lead to a higher one.
fn push_apart(order: &[usize], arcs: &[Arc], ranks: &mut [i32]) {
    let [next, _] = ends(ranks.len(), arcs);
    for &it in order {
        for &to in next.of(it) {
            ranks[to] = ranks[to].max(ranks[it] + 1);
        }
    }
}

/// Makes room for a few arcs that do not lead to a higher rank: either the nodes behind such an arc
/// move on or those before it move back, whichever moves less.
fn give_way(order: &[usize], arcs: &[Arc], ranks: &mut Vec<i32>) {
    let n = ranks.len();
    let [next, before] = ends(n, arcs);
    let mut n_left = MOST_TO_GIVE_WAY;
    for it in arcs {
        if ranks[it.from] < ranks[it.to] {
            continue;
        }
        if n_left == 0 {
            return;
        }
        n_left -= 1;
        let (mut on, mut back) = (ranks.clone(), ranks.clone());
        (on[it.to], back[it.from]) = (ranks[it.from] + 1, ranks[it.to] - 1);
        for &node in order {
            if on[node] != ranks[node] {
                let least = on[node] + 1;
                next.of(node).iter().for_each(|&it| on[it] = on[it].max(least));
            }
        }
        for &node in order.iter().rev() {
            if back[node] != ranks[node] {
                let most = back[node] - 1;
                before.of(node).iter().for_each(|&it| back[it] = back[it].min(most));
            }
        }
        let n_moved = |it: &[i32]| it.iter().zip(ranks.iter()).filter(|it| it.0 != it.1).count();
        *ranks = if n_moved(&back) < n_moved(&on) { back } else { on };
    }
}

/// Moves nodes to the side where they have more edges, as far as their arcs allow: a good start,
/// which saves the network simplex method most of its exchanges.
async fn slide(order: &[usize], arcs: &[Arc], ranks: &mut [i32], watch: &mut Watch) {
    let [next, before] = ends(ranks.len(), arcs);
    let mut pull = vec![0; ranks.len()];
    for it in arcs {
        pull[it.from] += it.weight;
        pull[it.to] -= it.weight;
    }
    for pass in 0..SLIDES {
        watch.step(2 * (order.len() + arcs.len())).await;
        let mut moved = false;
        for at in 0..order.len() {
            let it = if pass % 2 == 0 { order[order.len() - 1 - at] } else { order[at] };
            let target = match pull[it] {
                0 => None,
                1.. => next.of(it).iter().map(|&it| ranks[it] - 1).min(),
                _ => before.of(it).iter().map(|&it| ranks[it] + 1).max(),
            };
            if let Some(target) = target.filter(|&target| target != ranks[it]) {
                ranks[it] = target;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests;
