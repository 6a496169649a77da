//! Cycle removal: chooses edges to run against the flow, so that the others form no cycle.
//!
//! A linear order of the vertices decides: edges that lead backwards in it are reversed. Two orders
//! are computed and the better one is kept: the greedy one of Eades, Lin and Smyth (*A fast and
//! effective heuristic for the feedback arc set problem*, 1993), and that of a depth-first search.
//! Each is improved by moving single vertices. Edges meant as feedback weigh next to nothing.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::flat::{Flat, Role};
use super::lists::Lists;
use super::watch::Watch;
use bobbin_sorting::Sorting as _;

/// The weight of an edge that is not meant as feedback; one that is weighs 1.
const WEIGHT: i64 = 1000;
/// The number of passes that try all vertices in other places.
const PASSES: usize = 8;

/// Edges, indexed by their ends.
struct Arcs {
    roles: Vec<Role>,
    /// The arcs by edge: from, to, weight.
    list: Vec<(usize, usize, i64)>,
    /// The outgoing and the incoming edges of each vertex.
    next: Lists,
    before: Lists,
}

/// Returns for each edge whether it is drawn against the flow, as loops are.
pub(super) async fn reversed(flat: &Flat, watch: &mut Watch) -> Vec<bool> {
    let arcs = Arcs::new(flat);
    // The steps of one pass over everything.
    let all = 8 * (flat.vertices.len() + flat.edges.len());
    watch.step(all).await;
    let place = if flat.has_previous() {
        let mut may_move = vec![false; flat.vertices.len()];
        for it in (0..flat.edges.len()).filter(|&it| flat.edges[it].previous.is_empty()) {
            let (from, to) = flat.ends(it);
            (may_move[from], may_move[to]) = (true, true);
        }
        let keys = previous_keys(flat, &arcs);
        watch.step(all).await;
        arcs.improved(arcs.by_role(&keys), &may_move, watch).await
    } else {
        let may_move = vec![true; flat.vertices.len()];
        let deep = arcs.depth_first();
        watch.step(all).await;
        let deep = arcs.by_role(&deep);
        if arcs.cost(&deep) == 0 {
            deep
        } else {
            watch.step(all).await;
            let deep = arcs.improved(deep, &may_move, watch).await;
            let greedy = arcs.greedy();
            watch.step(2 * all).await;
            let greedy = arcs.improved(arcs.by_role(&greedy), &may_move, watch).await;
            if arcs.cost(&greedy) < arcs.cost(&deep) { greedy } else { deep }
        }
    };
    arcs.list.iter().map(|&(from, to, _)| place[from] >= place[to]).collect()
}

/// Returns keys that sort the vertices by their earlier places from left to right; a new one
/// follows its predecessors.
fn previous_keys(flat: &Flat, arcs: &Arcs) -> Vec<f64> {
    // By left edges: a group that was opened is wider now, so its middle may lie beyond vertices
    // that were behind it.
    let left = |it: usize| flat.vertices[it].previous.map(|at| at.x);
    let mut res: Vec<Option<f64>> = (0..flat.vertices.len()).map(left).collect();
    // A run of new vertices gets its keys from both ends; those that still have none are not
    // connected to an earlier vertex.
    for _ in 0..4 {
        for it in 0..res.len() {
            if res[it].is_some() {
                continue;
            }
            let latest = arcs.before(it).filter_map(|it| res[it.0]).reduce(f64::max);
            let earliest = arcs.next(it).filter_map(|it| res[it.0]).reduce(f64::min);
            res[it] = match (latest, earliest) {
                (Some(before), Some(next)) => Some((before + next) / 2.0),
                (Some(before), None) => Some(before + 1.0),
                (None, Some(next)) => Some(next - 1.0),
                (None, None) => None,
            };
        }
    }
    res.into_iter().map(Option::unwrap_or_default).collect()
}

impl Arcs {
    fn new(flat: &Flat) -> Arcs {
        let n = flat.vertices.len();
        let list: Vec<(usize, usize, i64)> = (0..flat.edges.len())
            .map(|it| {
                let (from, to) = flat.ends(it);
                (from, to, if flat.edges[it].feedback { 1 } else { WEIGHT })
            })
            .collect();
        let proper = || list.iter().enumerate().filter(|(_, it)| it.0 != it.1);
        let next: Vec<(usize, usize)> = proper().map(|(idx, it)| (it.0, idx)).collect();
        let before: Vec<(usize, usize)> = proper().map(|(idx, it)| (it.1, idx)).collect();
        let (next, before) = (Lists::new(n, &next), Lists::new(n, &before));
        let roles = flat.vertices.iter().map(|it| it.role).collect();
        Arcs { roles, list, next, before }
    }

    /// Returns the successors of a vertex, with weights.
    fn next(&self, vertex: usize) -> impl Iterator<Item = (usize, i64)> {
        self.next.of(vertex).iter().map(|&it| (self.list[it].1, self.list[it].2))
    }

    /// Returns the predecessors of a vertex, with weights.
    fn before(&self, vertex: usize) -> impl Iterator<Item = (usize, i64)> {
        self.before.of(vertex).iter().map(|&it| (self.list[it].0, self.list[it].2))
    }

    /// Returns the weight of the edges that lead backwards.
    fn cost(&self, place: &[usize]) -> i64 {
        self.list.iter().filter(|it| place[it.0] > place[it.1]).map(|it| it.2).sum()
    }

    /// Returns the place of each vertex in the order of `keys`: entries first, exits last.
    fn by_role(&self, keys: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order
            .order_by(|&a, &b| self.roles[a].cmp(&self.roles[b]).then(keys[a].total_cmp(&keys[b])));
        let mut res = vec![0; keys.len()];
        for (place, it) in order.into_iter().enumerate() {
            res[it] = place;
        }
        res
    }

    /// Returns keys in reverse postorder of a depth-first search from the sources, which come in
    /// the order of the text.
    fn depth_first(&self) -> Vec<f64> {
        let n = self.next.len();
        let is_source = |it: &usize| self.before.of(*it).is_empty();
        let mut roots: Vec<usize> = (0..n).filter(is_source).collect();
        roots.extend((0..n).filter(|it| !is_source(it)));
        let mut seen = vec![false; n];
        let mut n_left = n;
        let mut res = vec![0.0; n];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in roots {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            stack.push((root, 0));
            while let Some((vertex, at)) = stack.pop() {
                let Some(&arc) = self.next.of(vertex).get(at) else {
                    n_left -= 1;
                    res[vertex] = n_left as f64;
                    continue;
                };
                stack.push((vertex, at + 1));
                let (_, to, weight) = self.list[arc];
                // Feedback edges are not followed.
                if weight == WEIGHT && !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
        }
        res
    }

    /// Returns keys in the order of Eades, Lin and Smyth: sinks go to the end and sources to the
    /// start; when there is neither, the vertex with the largest weight out minus weight in goes to
    /// the start.
    fn greedy(&self) -> Vec<f64> {
        let n = self.next.len();
        let mut out: Vec<i64> = (0..n).map(|it| self.next(it).map(|it| it.1).sum()).collect();
        let mut into: Vec<i64> = (0..n).map(|it| self.before(it).map(|it| it.1).sum()).collect();
        let rating = |out: i64, into: i64| match (out, into) {
            (_, 0) => i64::MAX,
            (0, _) => i64::MAX - 1,
            _ => out - into,
        };
        let mut heap: std::collections::BinaryHeap<(i64, usize)> =
            (0..n).map(|it| (rating(out[it], into[it]), it)).collect();
        let mut res: Vec<Option<f64>> = vec![None; n];
        let (mut first, mut last) = (0.0, n as f64);
        while let Some((rated, it)) = heap.pop() {
            if res[it].is_some() || rated != rating(out[it], into[it]) {
                continue;
            }
            if rated == i64::MAX - 1 {
                res[it] = Some(last);
                last -= 1.0;
            } else {
                res[it] = Some(first);
                first += 1.0;
            }
            for (other, weight) in self.next(it) {
                into[other] -= weight;
                if res[other].is_none() {
                    heap.push((rating(out[other], into[other]), other));
                }
            }
            for (other, weight) in self.before(it) {
                out[other] -= weight;
                if res[other].is_none() {
                    heap.push((rating(out[other], into[other]), other));
                }
            }
        }
        res.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Moves single movable vertices to where the weight of their backward edges is least, while
    /// that helps.
    async fn improved(
        &self,
        place: Vec<usize>,
        may_move: &[bool],
        watch: &mut Watch,
    ) -> Vec<usize> {
        let mut keys: Vec<f64> = place.iter().map(|&it| it as f64).collect();
        for _ in 0..PASSES {
            watch.step(4 * (keys.len() + self.list.len())).await;
            let mut moved = false;
            for it in (0..keys.len()).filter(|&it| may_move[it] && self.roles[it] == Role::Box) {
                if let Some(better) = self.better_key(&keys, it) {
                    keys[it] = better;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        self.by_role(&keys)
    }

    /// Returns a place with less backward weight for a vertex that has backward edges.
    fn better_key(&self, keys: &[f64], vertex: usize) -> Option<f64> {
        let here = keys[vertex];
        let backwards = self.before(vertex).any(|it| keys[it.0] > here)
            || self.next(vertex).any(|it| keys[it.0] < here);
        if !backwards {
            return None;
        }
        // Moved behind another vertex, it saves the weight of the edges from that one and pays for
        // those to it.
        let before = self.before(vertex).map(|(it, weight)| (keys[it], -weight));
        let next = self.next(vertex).map(|(it, weight)| (keys[it], weight));
        let mut others: Vec<(f64, i64)> = before.chain(next).collect();
        others.order_by(|a, b| a.0.total_cmp(&b.0));
        let at = others.partition_point(|it| it.0 < here);
        let mut best = 0;
        let mut res = None;
        let mut change = 0;
        for (idx, &(key, weight)) in others.iter().enumerate().skip(at) {
            change += weight;
            let behind = others.get(idx + 1).map_or(key + 1.0, |it| it.0);
            if change < best && behind > key {
                (best, res) = (change, Some(key + (behind - key) * 0.37));
            }
        }
        change = 0;
        for (idx, &(key, weight)) in others.iter().enumerate().take(at).rev() {
            change -= weight;
            let ahead = idx.checked_sub(1).map_or(key - 1.0, |it| others[it].0);
            if change < best && ahead < key {
                (best, res) = (change, Some(key + (ahead - key) * 0.37));
            }
        }
        res
    }
}
