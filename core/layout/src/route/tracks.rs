//! Tracks: the order of the vertical segments in a gap, from left to right.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bobbin_sorting::Sorting as _;

use crate::position::SAME;

/// The number of vertical segments in a gap above which tracks are assigned from top to bottom
/// without regard to crossings.
const MOST_LINES_TO_COMPARE: usize = 1_200;

/// A vertical segment in a gap, with the heights of the horizontal segments that meet it from each
/// side.
#[derive(Debug, Clone)]
pub(super) struct Vertical {
    left: Vec<f64>,
    right: Vec<f64>,
    top: f64,
    bottom: f64,
    /// The slot that it leaves, if any.
    from: Option<usize>,
    pub track: usize,
}

impl Vertical {
    pub fn new(from: Option<usize>, left: Vec<f64>, right: Vec<f64>) -> Vertical {
        let all = || left.iter().chain(&right).copied();
        let top = all().fold(f64::INFINITY, f64::min);
        let bottom = all().fold(f64::NEG_INFINITY, f64::max);
        Vertical { left, right, top, bottom, from, track: 0 }
    }

    /// Adds a horizontal segment that meets it from the left.
    pub fn add_left(&mut self, y: f64) {
        self.left.push(y);
        (self.top, self.bottom) = (self.top.min(y), self.bottom.max(y));
    }

    /// Adds a horizontal segment that meets it from the right.
    pub fn add_right(&mut self, y: f64) {
        self.right.push(y);
        (self.top, self.bottom) = (self.top.min(y), self.bottom.max(y));
    }

    /// Returns true if it can share a track with one above. The upward and the downward segment of
    /// one slot may meet there.
    fn is_below(&self, other: &Vertical) -> bool {
        let gap = self.top - other.bottom;
        gap > SAME || (gap > -SAME && self.from.is_some() && self.from == other.from)
    }

    fn is_straight(&self) -> bool {
        self.bottom - self.top < SAME
    }
}

/// Gives each vertical segment of some length a track, so that no two that overlap share one;
/// returns the number of tracks.
///
/// Of two segments that overlap, the order with fewer crossings is preferred: lines that leave the
/// left one to the right may cross the right one, and lines that reach the right one from the left
/// may cross the left one. Within these orders, tracks are filled from the left, as in Hashimoto
/// and Stevens, *Wire routing by optimizing channel assignment within large apertures*, 1971.
pub(super) fn give_tracks(verticals: &mut [Vertical]) -> usize {
    let mut active: Vec<usize> =
        (0..verticals.len()).filter(|&it| !verticals[it].is_straight()).collect();
    active.order_by(|&a, &b| verticals[a].top.total_cmp(&verticals[b].top));
    if active.len() > MOST_LINES_TO_COMPARE {
        return give_tracks_in_turn(verticals, &active);
    }
    // For each segment: those that should be right of it, with the number of crossings that this
    // saves.
    let n = active.len();
    let mut right_of: Vec<Vec<(usize, i64)>> = vec![Vec::new(); n];
    let mut left_of: Vec<Vec<(usize, i64)>> = vec![Vec::new(); n];
    for a in 0..n {
        for b in a + 1..n {
            let (upper, lower) = (&verticals[active[a]], &verticals[active[b]]);
            if lower.top > upper.bottom + SAME {
                break;
            }
            let (this, other) = (cost(upper, lower), cost(lower, upper));
            let (left, right) = if this <= other { (a, b) } else { (b, a) };
            right_of[left].push((right, (this - other).abs()));
            left_of[right].push((left, (this - other).abs()));
        }
    }
    let pull = |list: &[(usize, i64)]| list.iter().map(|it| it.1).sum::<i64>();
    let mut wants_left: Vec<i64> = left_of.iter().map(|it| pull(it)).collect();
    let wants_right: Vec<i64> = right_of.iter().map(|it| pull(it)).collect();
    let mut open: Vec<usize> = (0..n).collect();
    let mut track: Vec<Option<usize>> = vec![None; n];
    let mut n_tracks = 0;
    while !open.is_empty() {
        // First a segment that no remaining one should be left of, else the one that loses least.
        let all = || open.iter().copied();
        let mut ready: Vec<usize> = all().filter(|&it| wants_left[it] == 0).collect();
        if ready.is_empty() {
            let gain = |it: usize| wants_right[it] - wants_left[it];
            ready.extend(all().max_by_key(|&it| (gain(it), Reverse(it))));
        }
        ready
            .order_by(|&a, &b| verticals[active[a]].bottom.total_cmp(&verticals[active[b]].bottom));
        // As many as fit on one track: always the one that ends first.
        let mut last: Option<&Vertical> = None;
        for it in ready {
            let line = &verticals[active[it]];
            if last.is_none_or(|last| line.is_below(last)) {
                last = Some(line);
                track[it] = Some(n_tracks);
            }
        }
        open.retain(|&it| {
            if track[it].is_some() {
                right_of[it].iter().for_each(|&(other, saved)| wants_left[other] -= saved);
            }
            track[it].is_none()
        });
        n_tracks += 1;
    }
    for (&it, track) in active.iter().zip(track) {
        verticals[it].track = track.unwrap_or_default();
    }
    n_tracks
}

/// Returns the crossings if `left` stands left of `right`, and a high price if they would overlap.
fn cost(left: &Vertical, right: &Vertical) -> i64 {
    let inside = |y: f64, it: &Vertical| y > it.top + SAME && y < it.bottom - SAME;
    let mut res = 0;
    for &it in &left.right {
        res += i64::from(inside(it, right));
    }
    for &it in &right.left {
        res += i64::from(inside(it, left));
    }
    for &a in &left.right {
        res += 50 * right.left.iter().filter(|&&b| (a - b).abs() < 3.0).count() as i64;
    }
    res
}

/// Assigns the first track that is free again, from top to bottom.
fn give_tracks_in_turn(verticals: &mut [Vertical], active: &[usize]) -> usize {
    let mut free: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    // Ends of segments are compared as whole pixels, rounded away from each other.
    let mut busy: BinaryHeap<Reverse<(i64, usize)>> = BinaryHeap::new();
    let mut n_tracks = 0;
    for &it in active {
        let top = verticals[it].top.floor() as i64;
        while let Some(&Reverse((bottom, track))) = busy.peek()
            && bottom < top
        {
            busy.pop();
            free.push(Reverse(track));
        }
        let track = free.pop().map_or(n_tracks, |it| it.0);
        n_tracks = n_tracks.max(track + 1);
        verticals[it].track = track;
        busy.push(Reverse((verticals[it].bottom.ceil() as i64, track)));
    }
    n_tracks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::Random;

    fn verticals(n: usize, random: &mut Random) -> Vec<Vertical> {
        let mut ys = |n: usize| (0..n).map(|_| random.below(400) as f64).collect::<Vec<f64>>();
        (0..n).map(|it| Vertical::new(None, ys(1), ys(1 + it % 3))).collect()
    }

    #[track_caller]
    fn check(verticals: &[Vertical], n_tracks: usize) {
        for (at, a) in verticals.iter().enumerate().filter(|it| !it.1.is_straight()) {
            assert!(a.track < n_tracks);
            for b in verticals[at + 1..].iter().filter(|it| !it.is_straight()) {
                let apart = a.bottom < b.top || b.bottom < a.top;
                assert!(apart || a.track != b.track, "{a:?} lies on {b:?}");
            }
        }
    }

    #[test]
    fn what_overlaps_has_tracks_of_its_own() {
        let mut random = Random(23);
        for n in 0..60 {
            let mut list = verticals(n, &mut random);
            let n_tracks = give_tracks(&mut list);
            check(&list, n_tracks);
            let mut active: Vec<usize> = (0..n).filter(|&it| !list[it].is_straight()).collect();
            active.order_by(|&a, &b| list[a].top.total_cmp(&list[b].top));
            let n_tracks = give_tracks_in_turn(&mut list, &active);
            check(&list, n_tracks);
            // In turn, there are no more tracks than segments at the most crowded height.
            let at = |y: f64| list.iter().filter(|it| it.top <= y && y <= it.bottom).count();
            assert!(n_tracks <= (0..400).map(|y| at(f64::from(y))).max().unwrap_or_default());
        }
    }

    /// Segments that can share a track do, and two segments stand in the order that saves both
    /// crossings.
    #[test]
    fn tracks_are_few_and_save_crossings() {
        let tracks = |list: &[(f64, f64)]| {
            let mut list: Vec<Vertical> =
                list.iter().map(|it| Vertical::new(None, vec![it.0], vec![it.1])).collect();
            give_tracks(&mut list);
            list.iter().map(|it| it.track).collect::<Vec<_>>()
        };
        assert_eq!(tracks(&[(0.0, 20.0), (30.0, 50.0)]), [0, 0]);
        // Both lead down: the lower one turns first.
        assert_eq!(tracks(&[(0.0, 40.0), (20.0, 60.0)]), [1, 0]);
        // Both lead up: the upper one turns first.
        assert_eq!(tracks(&[(40.0, 0.0), (60.0, 20.0)]), [0, 1]);
    }
}
