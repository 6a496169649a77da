//! The network simplex method, as in §2.3 and §2.4 of Gansner, Koutsofios, North and Vo.
//!
//! A tree of tight arcs, of span 1, spans the nodes. Without one of its arcs the tree falls into
//! two parts; the arc's cut value says how much shorter all arcs would be if the two moved together
//! by one. While a cut value is negative, its arc is exchanged for the one that stops the move.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::lists::Lists;
use crate::watch::Watch;

/// An arc from a lower to a higher rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    pub from: usize,
    pub to: usize,
    pub weight: i32,
}

impl Arc {
    fn other(&self, node: usize) -> usize {
        if self.from == node { self.to } else { self.from }
    }
}

/// The number of negative cut values compared before the least one is taken.
const WINDOW: usize = 30;
/// The number of steps over nodes and arcs after which no exchange starts, and the best result so
/// far is kept: a bound for graphs that are a single long path.
const MOST_STEPS: usize = 60_000_000;
/// The number of steps between two looks at the watch.
const STEPS_TO_LOOK: usize = 100_000;
/// Stands for an absent node or arc.
const NONE: usize = usize::MAX;

/// Minimises the weighted sum of all spans. `ranks` must be feasible: every arc leads to a higher
/// rank.
pub(super) async fn shorten(n: usize, arcs: &[Arc], ranks: &mut [i32], watch: &mut Watch) {
    let ends: Vec<(usize, usize)> =
        arcs.iter().enumerate().flat_map(|(idx, it)| [(it.from, idx), (it.to, idx)]).collect();
    let incident = Lists::new(n, &ends);
    let mut part = vec![false; n];
    let mut tree = Tree::new(arcs, &incident);
    for first in 0..n {
        if part[first] || incident.of(first).is_empty() {
            continue;
        }
        let members = reachable(first, arcs, &incident, &mut part);
        tree.grow(&members, ranks, watch).await;
        if members.len() > 2 {
            tree.measure();
            tree.exchange(ranks, watch).await;
        }
    }
}

fn reachable(first: usize, arcs: &[Arc], incident: &Lists, seen: &mut [bool]) -> Vec<usize> {
    let mut res = vec![first];
    seen[first] = true;
    let mut at = 0;
    while let Some(&node) = res.get(at) {
        at += 1;
        for &arc in incident.of(node) {
            let other = arcs[arc].other(node);
            if !std::mem::replace(&mut seen[other], true) {
                res.push(other);
            }
        }
    }
    res
}

/// A spanning tree of connected nodes, with the sizes of subtrees as in Grigoriadis, *An efficient
/// implementation of the network simplex method*, 1986: an exchange costs as much as the smaller of
/// the two parts and the path between the ends of the new arc, not as much as the subtree that
/// would have to be numbered again.
struct Tree<'a> {
    arcs: &'a [Arc],
    incident: &'a Lists,
    in_tree: Vec<bool>,
    /// The arcs of the tree, in the order in which they are examined.
    list: Vec<usize>,
    /// The nodes, parents before children, as the tree was grown.
    nodes: Vec<usize>,
    /// The arc to each node's parent.
    parent: Vec<usize>,
    /// The number of nodes in the subtree of each node.
    size: Vec<usize>,
    /// The cut value of each arc of the tree.
    cut: Vec<i32>,
    /// The number of the last search that visited each node.
    met: Vec<usize>,
    n_searches: usize,
    /// The nodes that the last search visited.
    members: Vec<usize>,
    n_steps: usize,
}

impl<'a> Tree<'a> {
    fn new(arcs: &'a [Arc], incident: &'a Lists) -> Tree<'a> {
        let n = incident.len();
        Tree {
            arcs,
            incident,
            in_tree: vec![false; arcs.len()],
            list: Vec::new(),
            nodes: Vec::new(),
            parent: vec![NONE; n],
            size: vec![1; n],
            cut: vec![0; arcs.len()],
            met: vec![0; n],
            n_searches: 0,
            members: Vec::new(),
            n_steps: 0,
        }
    }

    /// Grows a tree of tight arcs from the first member; where none leads on, the whole tree moves
    /// until one does.
    async fn grow(&mut self, members: &[usize], ranks: &mut [i32], watch: &mut Watch) {
        let arcs = self.arcs;
        self.list.clear();
        self.nodes.clear();
        self.n_searches += 1;
        // The distance that the tree has moved; ranks of its nodes are stored without it.
        let mut shift = 0;
        // Arcs that leave and that enter the tree, by their slack before the tree moved.
        let mut leaving: BinaryHeap<(Reverse<i32>, Reverse<usize>)> = BinaryHeap::new();
        let mut entering: BinaryHeap<(Reverse<i32>, Reverse<usize>)> = BinaryHeap::new();
        let mut newest = members.first().copied();
        while let Some(node) = newest {
            self.met[node] = self.n_searches;
            self.nodes.push(node);
            let is_inside = |it: usize| self.met[it] == self.n_searches;
            let incident = self.incident.of(node);
            watch.step(8 * incident.len()).await;
            for &idx in incident {
                let arc = arcs[idx];
                if is_inside(arc.other(node)) {
                    continue;
                }
                let slack = ranks[arc.to] - ranks[arc.from] - 1;
                let list = if arc.from == node { &mut leaving } else { &mut entering };
                list.push((Reverse(slack), Reverse(idx)));
            }
            for list in [&mut leaving, &mut entering] {
                while let Some(&(_, Reverse(idx))) = list.peek()
                    && is_inside(arcs[idx].from)
                    && is_inside(arcs[idx].to)
                {
                    list.pop();
                }
            }
            let slack_out = leaving.peek().map(|it| it.0.0 - shift);
            let slack_in = entering.peek().map(|it| it.0.0 + shift);
            let is_out = match (slack_out, slack_in) {
                (Some(out), Some(into)) => out <= into,
                (out, _) => out.is_some(),
            };
            let nearest = if is_out { leaving.pop() } else { entering.pop() };
            newest = nearest.map(|(Reverse(slack), Reverse(idx))| {
                shift = if is_out { slack } else { -slack };
                let next = if is_out { arcs[idx].to } else { arcs[idx].from };
                ranks[next] -= shift;
                self.in_tree[idx] = true;
                self.parent[next] = idx;
                self.list.push(idx);
                next
            });
        }
        for &it in members {
            ranks[it] += shift;
        }
    }

    /// Computes all cut values and the sizes of subtrees, from the leaves upward.
    fn measure(&mut self) {
        for &node in self.nodes.iter().rev() {
            let up = self.parent[node];
            if up == NONE {
                continue;
            }
            self.size[self.arcs[up].other(node)] += self.size[node];
            let is_tail = self.arcs[up].from == node;
            let mut cut = self.arcs[up].weight;
            for &idx in self.incident.of(node).iter().filter(|&&idx| idx != up) {
                let arc = self.arcs[idx];
                let beyond = if self.in_tree[idx] { self.cut[idx] } else { 0 };
                let same_way = (arc.from == node) == is_tail;
                cut += if same_way { arc.weight - beyond } else { beyond - arc.weight };
            }
            self.cut[up] = cut;
        }
    }

    async fn exchange(&mut self, ranks: &mut [i32], watch: &mut Watch) {
        let (mut at, mut next_look) = (0, 0);
        while let Some(place) = self.negative(&mut at) {
            if self.n_steps > MOST_STEPS {
                break;
            }
            if self.n_steps >= next_look {
                watch.reach(self.n_steps as f64 / MOST_STEPS as f64).await;
                next_look = self.n_steps + STEPS_TO_LOOK;
            }
            let leaving = self.list[place];
            let Some((entering, slack)) = self.entering(leaving, ranks) else {
                self.cut[leaving] = 0;
                continue;
            };
            // The tail moves back from the head, or the head moves on.
            let is_tail = self.met[self.arcs[leaving].from] == self.n_searches;
            for &it in &self.members {
                ranks[it] += if is_tail { -slack } else { slack };
            }
            self.replace(leaving, entering);
            self.list[place] = entering;
        }
    }

    /// Returns the place in the list of the arc with the least of the next negative cut values.
    fn negative(&mut self, at: &mut usize) -> Option<usize> {
        let mut res: Option<usize> = None;
        let mut n_found = 0;
        let mut n_steps = 0;
        for _ in 0..self.list.len() {
            let idx = self.list[*at];
            n_steps += 1;
            if self.cut[idx] < 0 {
                if res.is_none_or(|it| self.cut[idx] < self.cut[self.list[it]]) {
                    res = Some(*at);
                }
                n_found += 1;
                if n_found == WINDOW {
                    break;
                }
            }
            *at += 1;
            if *at == self.list.len() {
                *at = 0;
            }
        }
        self.n_steps += n_steps / 4;
        res
    }

    /// Returns the lower node of an arc of the tree.
    fn below(&self, idx: usize) -> usize {
        let Arc { from, to, .. } = self.arcs[idx];
        if self.parent[from] == idx { from } else { to }
    }

    /// Returns the arc with the least slack among those that lead the other way between the two
    /// parts of the tree without `leaving`. The nodes of the smaller part are marked as visited.
    fn entering(&mut self, leaving: usize, ranks: &[i32]) -> Option<(usize, i32)> {
        let below = self.below(leaving);
        let is_small = 2 * self.size[below] <= self.nodes.len();
        let first = if is_small { below } else { self.arcs[leaving].other(below) };
        let is_tail = self.arcs[leaving].from == first;
        self.n_searches += 1;
        let number = self.n_searches;
        self.members.clear();
        self.members.push(first);
        self.met[first] = number;
        let mut at = 0;
        while let Some(&node) = self.members.get(at) {
            at += 1;
            for &idx in self.incident.of(node) {
                let other = self.arcs[idx].other(node);
                if self.in_tree[idx] && idx != leaving && self.met[other] != number {
                    self.met[other] = number;
                    self.members.push(other);
                }
            }
        }
        let mut best: Option<(i32, usize)> = None;
        for &node in &self.members {
            let incident = self.incident.of(node);
            self.n_steps += incident.len();
            for &idx in incident {
                let arc = self.arcs[idx];
                // Arcs of the tree join members, except the leaving arc, which leads the wrong way.
                let leads_back = if is_tail { arc.to == node } else { arc.from == node };
                if leads_back && self.met[arc.other(node)] != number {
                    let slack = ranks[arc.to] - ranks[arc.from] - 1;
                    if best.is_none_or(|it| (slack, idx) < it) {
                        best = Some((slack, idx));
                    }
                }
            }
        }
        best.map(|(slack, idx)| (idx, slack))
    }

    /// Replaces one arc of the tree by another; only cut values between the ends of the new one
    /// change.
    fn replace(&mut self, leaving: usize, entering: usize) {
        let cut = self.cut[leaving];
        let Arc { from, to, .. } = self.arcs[entering];
        self.change_cuts(from, to, cut);
        self.in_tree[leaving] = false;
        self.in_tree[entering] = true;
        self.cut[entering] = -cut;
        self.cut[leaving] = 0;
        // Everything below the leaving arc now hangs on the new one, by its end there: on the path
        // from there to the old top, parents become children.
        let top = self.below(leaving);
        let end = if self.is_above(top, from) { from } else { to };
        let n_moved = self.size[top];
        self.resize(self.arcs[leaving].other(top), n_moved, false);
        let (mut node, mut up) = (end, entering);
        let mut n_below = 0;
        loop {
            let next = std::mem::replace(&mut self.parent[node], up);
            let size = std::mem::replace(&mut self.size[node], n_moved - n_below);
            if node == top {
                break;
            }
            n_below = size;
            (node, up) = (self.arcs[next].other(node), next);
        }
        self.resize(self.arcs[entering].other(end), n_moved, true);
    }

    /// Returns true if a node is another one or an ancestor of it.
    fn is_above(&self, upper: usize, mut node: usize) -> bool {
        while self.size[node] < self.size[upper] {
            node = self.arcs[self.parent[node]].other(node);
        }
        node == upper
    }

    /// Changes the sizes of a node and all its ancestors.
    fn resize(&mut self, mut node: usize, by: usize, more: bool) {
        loop {
            self.n_steps += 1;
            if more {
                self.size[node] += by;
            } else {
                self.size[node] -= by;
            }
            let up = self.parent[node];
            if up == NONE {
                break;
            }
            node = self.arcs[up].other(node);
        }
    }

    /// Changes cut values on the path between the ends of a new arc.
    fn change_cuts(&mut self, from: usize, to: usize, cut: i32) {
        let (mut tail, mut head) = (from, to);
        while tail != head {
            // A node whose subtree is no larger than the other's is not above it.
            let is_tail = self.size[tail] <= self.size[head];
            let node = if is_tail { tail } else { head };
            let up = self.parent[node];
            let arc = self.arcs[up];
            let leads_up = arc.from == node;
            self.cut[up] += if leads_up == is_tail { cut } else { -cut };
            let above = arc.other(node);
            if is_tail {
                tail = above;
            } else {
                head = above;
            }
        }
    }
}
