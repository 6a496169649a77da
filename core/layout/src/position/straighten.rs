//! Reduces bends within the available room: vertices joined by straight links move together to
//! where their other links become straight or short.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use bobbin_sorting::Sorting as _;

use super::{Heights, SAME};
use crate::flat::LEFT;
use crate::lists::Lists;
use crate::watch::Watch;

/// The cost of a bent link, in addition to its drop.
const BEND: f64 = 60.0;
/// The most passes over all groups.
const PASSES: usize = 10;
/// The most places tried for a group.
const MOST_PLACES: usize = 24;
/// The share of its height that a drawing may keep without its slope; one that keeps more has none.
const SLOPE: f64 = 0.5;
/// The least saving that justifies a move.
const WORTHWHILE: f64 = 0.5;

impl Heights {
    pub(super) async fn straighten(&mut self, watch: &mut Watch) {
        let mut ends: Vec<(f64, f64)> = Vec::new();
        watch.step(8 * self.pulls.len()).await;
        self.shift_layers(&mut ends);
        for pass in 0..PASSES {
            watch.reach(0.5 + pass as f64 / PASSES as f64 / 2.0).await;
            let (groups, group_of) = self.straight_groups();
            watch.step(8 * self.pulls.len()).await;
            let mut moved = false;
            for at in 0..groups.len() {
                let at = if pass % 2 == 0 { at } else { groups.len() - 1 - at };
                watch.step(20 * groups.of(at).len()).await;
                moved |= self.move_group(groups.of(at), &group_of, at, &mut ends);
            }
            if !moved {
                break;
            }
        }
    }

    /// Takes a slope out of the drawing: moves all that lies behind each border of two layers to where
    /// the links across it are straight or short. No group gets that far by itself, since on a slope the
    /// links behind it would get longer by all the steps in front of it. Where there is no slope, groups
    /// find better places.
    fn shift_layers(&mut self, ends: &mut Vec<(f64, f64)>) {
        if self.holds {
            return;
        }
        let before = self.ys.clone();
        let mut change = 0.0;
        for layer in 1..self.n_layers() {
            ends.clear();
            for vertex in self.layer(layer) {
                for pull in self.pulls_on(LEFT, vertex) {
                    let weight = if pull.n_dummies == 2 { 2.0 } else { 1.0 };
                    // The other end has moved with its layer, this one not yet.
                    ends.push((self.bend(vertex, pull) - change, weight));
                }
            }
            change += best_change(ends, f64::NEG_INFINITY, f64::INFINITY).unwrap_or_default();
            for vertex in self.layer(layer) {
                self.ys[vertex] += change;
            }
        }
        let height = |ys: &[f64]| {
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            let ends = ys.iter().fold(ends, |it, &y| (it.0.min(y), it.1.max(y)));
            ends.1 - ends.0
        };
        if height(&self.ys) > SLOPE * height(&before) {
            self.ys = before;
        }
    }

    /// Groups vertices that are connected by straight links; returns the groups, and the group of
    /// each vertex.
    pub(super) fn straight_groups(&self) -> (Lists, Vec<usize>) {
        const NONE: usize = usize::MAX;
        let mut group_of = vec![NONE; self.ys.len()];
        let mut groups = Lists::default();
        let mut members: Vec<usize> = Vec::with_capacity(self.ys.len());
        for first in 0..self.ys.len() {
            if group_of[first] != NONE {
                continue;
            }
            let group = groups.len();
            group_of[first] = group;
            members.clear();
            members.push(first);
            let mut at = 0;
            while let Some(&vertex) = members.get(at) {
                at += 1;
                for pull in self.pulls(vertex) {
                    let other = pull.other as usize;
                    if group_of[other] == NONE && self.bend(vertex, pull).abs() < SAME {
                        group_of[other] = group;
                        members.push(other);
                    }
                }
            }
            groups.push(&members);
        }
        (groups, group_of)
    }

    /// Moves a group to the best place between its neighbours; returns true if it moved.
    fn move_group(
        &mut self,
        group: &[usize],
        group_of: &[usize],
        own: usize,
        ends: &mut Vec<(f64, f64)>,
    ) -> bool {
        if self.holds && group.iter().any(|&it| self.is_anchored(it)) {
            return false;
        }
        ends.clear();
        let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
        for &vertex in group {
            if let Some(above) = self.above(vertex).filter(|&it| group_of[it] != own) {
                least = least.max(self.ys[above] + self.apart(vertex) - self.ys[vertex]);
            }
            if let Some(below) = self.below(vertex).filter(|&it| group_of[it] != own) {
                most = most.min(self.ys[below] - self.apart(below) - self.ys[vertex]);
            }
            for pull in self.pulls(vertex) {
                if group_of[pull.other as usize] != own {
                    let weight = if pull.n_dummies == 2 { 2.0 } else { 1.0 };
                    ends.push((self.bend(vertex, pull), weight));
                }
            }
        }
        if ends.is_empty() || least > SAME || most < -SAME {
            return false;
        }
        let Some(change) = best_change(ends, least.min(0.0), most.max(0.0)) else { return false };
        for &it in group {
            self.ys[it] += change;
        }
        true
    }
}

/// Returns the change from `least` to `most` with the least cost of links, if one is worthwhile; a
/// link is given by the change that makes it straight, and its weight.
fn best_change(ends: &[(f64, f64)], least: f64, most: f64) -> Option<f64> {
    let cost = |change: f64| -> f64 {
        let of_link = |&(straight, weight): &(f64, f64)| {
            let drop = (straight - change).abs();
            if drop < SAME { 0.0 } else { weight * (drop + BEND) }
        };
        ends.iter().map(of_link).sum()
    };
    let mut places: Vec<f64> = ends.iter().map(|it| it.0.clamp(least, most)).collect();
    places.order_by(f64::total_cmp);
    places.dedup();
    let step = places.len() / MOST_PLACES + 1;
    let mut best = (cost(0.0) - WORTHWHILE, None);
    for &place in places.iter().step_by(step) {
        let cost = cost(place);
        if cost < best.0 {
            best = (cost, Some(place));
        }
    }
    best.1
}
