//! The network simplex method, as in §2.3 and §2.4 of Gansner, Koutsofios, North and Vo.
//!
//! A tight tree spans the nodes: arcs of span 1. Taking an arc out of the tree parts the nodes in
//! two; its cut value says how much shorter all arcs would be if the two moved together by one. While
//! there is a negative cut value, that arc is exchanged for the one that stops the move.

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

/// How many negative cut values are compared before the least one is taken.
const WINDOW: usize = 30;
/// No exchange begins after this many steps over nodes and arcs, the best so far is kept: a bound for
/// graphs that are all one long path.
const MOST_STEPS: usize = 60_000_000;
/// After so many steps it is asked whether to go on.
const STEPS_TO_LOOK: usize = 100_000;
/// No node, or no arc.
const NONE: usize = usize::MAX;

/// Makes the weighted sum of all spans least. `ranks` must be feasible: every arc leads to a higher
/// rank.
pub(super) async fn shorten(n: usize, arcs: &[Arc], ranks: &mut [i32], watch: &mut Watch) {
    let ends: Vec<(usize, usize)> =
        arcs.iter().enumerate().flat_map(|(idx, it)| [(it.from, idx), (it.to, idx)]).collect();
    let incident = Lists::new(n, &ends);
    let mut part = vec![false; n];
    for first in 0..n {
        if part[first] || incident.of(first).is_empty() {
            continue;
        }
        let members = reachable(first, arcs, &incident, &mut part);
        let mut tree = Tree::tight(&members, arcs, &incident, ranks);
        if members.len() > 2 {
            tree.number(first, NONE, 1);
            tree.measure(&members);
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

/// A spanning tree of nodes that hang together.
struct Tree<'a> {
    arcs: &'a [Arc],
    incident: &'a Lists,
    /// The tree's arcs at each node.
    at: Vec<Vec<usize>>,
    in_tree: Vec<bool>,
    /// The tree's arcs, in the order in which they are looked at.
    list: Vec<usize>,
    /// The arc to each node's parent.
    parent: Vec<usize>,
    /// Numbers in postorder: the subtree of a node has those from `low` to `lim`.
    low: Vec<usize>,
    lim: Vec<usize>,
    /// Of each arc of the tree.
    cut: Vec<i32>,
    n_steps: usize,
}

impl<'a> Tree<'a> {
    /// Grows a tree of tight arcs from the first member; where none leads on, all that is in the tree
    /// moves until one does.
    fn tight(
        members: &[usize],
        arcs: &'a [Arc],
        incident: &'a Lists,
        ranks: &mut [i32],
    ) -> Tree<'a> {
        let n = incident.len();
        let mut res = Tree {
            arcs,
            incident,
            at: vec![Vec::new(); n],
            in_tree: vec![false; arcs.len()],
            list: Vec::new(),
            parent: vec![NONE; n],
            low: vec![0; n],
            lim: vec![0; n],
            cut: vec![0; arcs.len()],
            n_steps: 0,
        };
        let mut inside = vec![false; n];
        // How far the tree has moved; ranks of its nodes are stored without it.
        let mut shift = 0;
        // Arcs that leave the tree and that enter it, by their slack when the tree has not moved.
        let mut leaving: BinaryHeap<(Reverse<i32>, Reverse<usize>)> = BinaryHeap::new();
        let mut entering: BinaryHeap<(Reverse<i32>, Reverse<usize>)> = BinaryHeap::new();
        let mut newest = members.first().copied();
        while let Some(node) = newest {
            inside[node] = true;
            for &idx in incident.of(node) {
                let arc = arcs[idx];
                if inside[arc.other(node)] {
                    continue;
                }
                let slack = ranks[arc.to] - ranks[arc.from] - 1;
                let list = if arc.from == node { &mut leaving } else { &mut entering };
                list.push((Reverse(slack), Reverse(idx)));
            }
            for list in [&mut leaving, &mut entering] {
                while let Some(&(_, Reverse(idx))) = list.peek()
                    && inside[arcs[idx].from]
                    && inside[arcs[idx].to]
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
                res.add(idx);
                res.list.push(idx);
                next
            });
        }
        for &it in members {
            ranks[it] += shift;
        }
        res
    }

    fn add(&mut self, idx: usize) {
        let Arc { from, to, .. } = self.arcs[idx];
        self.in_tree[idx] = true;
        self.at[from].push(idx);
        self.at[to].push(idx);
    }

    fn remove(&mut self, idx: usize) {
        let Arc { from, to, .. } = self.arcs[idx];
        self.in_tree[idx] = false;
        for node in [from, to] {
            self.at[node].retain(|&it| it != idx);
        }
    }

    /// Numbers the subtree of `top`, whose arc upward is `parent`, from `first` on.
    fn number(&mut self, top: usize, parent: usize, first: usize) {
        self.parent[top] = parent;
        self.low[top] = first;
        let mut next = first;
        let mut stack = vec![(top, 0)];
        while let Some((node, at)) = stack.pop() {
            let Some(&idx) = self.at[node].get(at) else {
                self.lim[node] = next;
                next += 1;
                continue;
            };
            stack.push((node, at + 1));
            if idx != self.parent[node] {
                let child = self.arcs[idx].other(node);
                self.parent[child] = idx;
                self.low[child] = next;
                stack.push((child, 0));
            }
        }
        self.n_steps += next - first;
    }

    /// Finds all cut values, from the leaves upward.
    fn measure(&mut self, members: &[usize]) {
        let mut order = members.to_vec();
        order.sort_by_key(|&it| self.lim[it]);
        for node in order {
            let up = self.parent[node];
            if up == NONE {
                continue;
            }
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
            let (members, entering) = self.entering(leaving, ranks);
            let Some((entering, slack)) = entering else {
                self.cut[leaving] = 0;
                continue;
            };
            let moved = if self.is_tail_below(leaving) { -slack } else { slack };
            for it in members {
                ranks[it] += moved;
            }
            self.replace(leaving, entering);
            self.list[place] = entering;
        }
    }

    /// The place in the list of the arc with the least of the next negative cut values.
    fn negative(&self, at: &mut usize) -> Option<usize> {
        let mut res: Option<usize> = None;
        let mut n_found = 0;
        for _ in 0..self.list.len() {
            let idx = self.list[*at];
            if self.cut[idx] < 0 {
                if res.is_none_or(|it| self.cut[idx] < self.cut[self.list[it]]) {
                    res = Some(*at);
                }
                n_found += 1;
                if n_found == WINDOW {
                    break;
                }
            }
            *at = (*at + 1) % self.list.len();
        }
        res
    }

    /// The node below an arc of the tree.
    fn below(&self, idx: usize) -> usize {
        let Arc { from, to, .. } = self.arcs[idx];
        if self.parent[from] == idx { from } else { to }
    }

    fn is_tail_below(&self, idx: usize) -> bool {
        self.below(idx) == self.arcs[idx].from
    }

    /// The nodes below an arc of the tree, and of the arcs that lead the other way between them and
    /// the others the one with the least slack.
    fn entering(&mut self, leaving: usize, ranks: &[i32]) -> (Vec<usize>, Option<(usize, i32)>) {
        let top = self.below(leaving);
        let tail_below = self.is_tail_below(leaving);
        let is_below = |it: usize| (self.low[top]..=self.lim[top]).contains(&self.lim[it]);
        let mut members = vec![top];
        let mut best: Option<(usize, i32)> = None;
        let (mut at, mut n_steps) = (0, 0);
        while let Some(&node) = members.get(at) {
            at += 1;
            for &idx in self.incident.of(node) {
                let arc = self.arcs[idx];
                if self.in_tree[idx] {
                    if idx != self.parent[node] {
                        members.push(arc.other(node));
                    }
                    continue;
                }
                let inward = arc.to == node;
                if inward == tail_below && !is_below(arc.other(node)) {
                    let slack = ranks[arc.to] - ranks[arc.from] - 1;
                    if best.is_none_or(|it| (slack, idx) < (it.1, it.0)) {
                        best = Some((idx, slack));
                    }
                }
            }
            n_steps += self.incident.of(node).len();
        }
        self.n_steps += n_steps;
        (members, best)
    }

    /// Takes one arc out of the tree and another in; only cut values between the ends of the new one
    /// change.
    fn replace(&mut self, leaving: usize, entering: usize) {
        let cut = self.cut[leaving];
        let Arc { from, to, .. } = self.arcs[entering];
        let top = self.change_cuts(from, to, cut);
        self.change_cuts(to, from, -cut);
        self.cut[entering] = -cut;
        self.cut[leaving] = 0;
        self.remove(leaving);
        self.add(entering);
        self.number(top, self.parent[top], self.low[top]);
    }

    /// Changes cut values on the way up from `node` to the first one that is also above `other`;
    /// returns that.
    fn change_cuts(&mut self, mut node: usize, other: usize, cut: i32) -> usize {
        let lim = self.lim[other];
        while !(self.low[node]..=self.lim[node]).contains(&lim) {
            let up = self.parent[node];
            let arc = self.arcs[up];
            self.cut[up] += if arc.from == node { cut } else { -cut };
            node = arc.other(node);
        }
        node
    }
}
