//! Lines: horizontal through the columns, vertical in the gaps between them, each on a track of its
//! own.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::collections::{BinaryHeap, HashMap};

use super::layers::{Layers, Path};
use super::{Metrics, Point};

/// Beyond this many vertical lines in a gap, tracks are given out from top to bottom, without
/// looking at crossings.
const MOST_LINES_TO_COMPARE: usize = 1_200;
/// Two heights are the same.
const SAME: f64 = 0.01;

/// What the routes make of a part.
pub(super) struct Routed {
    /// The top left corner of each box.
    pub corners: Vec<Point>,
    /// The corners of each edge, in step with [`Layers::edges`].
    pub lines: Vec<Vec<Point>>,
    /// Of the whole part.
    pub width: f64,
    /// Of the whole part.
    pub height: f64,
}

/// A vertical line in a gap, with the heights of the horizontal lines that meet it from each side.
#[derive(Debug, Clone, Default)]
struct Vertical {
    left: Vec<f64>,
    right: Vec<f64>,
    top: f64,
    bottom: f64,
    track: usize,
}

impl Vertical {
    fn new(left: Vec<f64>, right: Vec<f64>) -> Vertical {
        let all = || left.iter().chain(&right).copied();
        let (top, bottom) =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        Vertical { left, right, top, bottom, track: 0 }
    }

    fn is_straight(&self) -> bool {
        self.bottom - self.top < SAME
    }
}

/// The gap left of column `i` is number `i`; the last one is right of the last column.
#[derive(Default)]
struct Gap {
    verticals: Vec<Vertical>,
    n_tracks: usize,
    x: f64,
    width: f64,
}

/// Finds the lines of all edges, and with them how wide the gaps must be.
pub(super) fn route(layers: &Layers, metrics: &Metrics) -> Routed {
    let mut gaps: Vec<Gap> = (0..=layers.columns.len()).map(|_| Gap::default()).collect();
    // Lines above the drawing push it down.
    let lane_gap = metrics.line_gap;
    let above =
        if layers.n_lanes == 0 { 0.0 } else { layers.n_lanes as f64 * lane_gap + metrics.box_gap };
    let lane_y = |lane: usize| lane as f64 * lane_gap;
    let y = |(node, offset): (usize, f64)| layers.nodes[node].y + offset + above;
    let rank = |node: usize| layers.nodes[node].rank;

    // All links that leave one port share a vertical line.
    let mut of_port: HashMap<(usize, u64), usize> = HashMap::new();
    let mut of_link: Vec<usize> = vec![0; layers.links.len()];
    for (idx, link) in layers.links.iter().enumerate() {
        let gap = &mut gaps[rank(link.from.0) + 1];
        let key = (link.from.0, link.from.1.to_bits());
        let vertical = *of_port.entry(key).or_insert_with(|| {
            gap.verticals.push(Vertical::new(vec![y(link.from)], Vec::new()));
            gap.verticals.len() - 1
        });
        let it = &mut gap.verticals[vertical];
        let right = y(link.to);
        it.right.push(right);
        (it.top, it.bottom) = (it.top.min(right), it.bottom.max(right));
        of_link[idx] = vertical;
    }
    // Where edges turn around: right of the box they leave, left of the box they enter.
    let mut turns: Vec<(usize, usize)> = vec![(0, 0); layers.edges.len()];
    for (idx, (edge, path)) in layers.edges.iter().zip(&layers.paths).enumerate() {
        let (first, last) = match path {
            Path::Forward(_) => continue,
            Path::Backward(dummies) => {
                let at = |it: Option<&usize>| it.map_or(0.0, |&it| y((it, 0.0)));
                (at(dummies.first()), at(dummies.last()))
            }
            Path::Above(lane) => (lane_y(*lane), lane_y(*lane)),
        };
        let out = &mut gaps[rank(edge.from.0) + 1].verticals;
        out.push(Vertical::new(vec![y(edge.from), first], Vec::new()));
        let out = out.len() - 1;
        let into = &mut gaps[rank(edge.to.0)].verticals;
        into.push(Vertical::new(Vec::new(), vec![y(edge.to), last]));
        turns[idx] = (out, into.len() - 1);
    }

    let n_gaps = gaps.len();
    let mut x = 0.0;
    let mut columns = Vec::new();
    for (idx, gap) in gaps.iter_mut().enumerate() {
        gap.n_tracks = give_tracks(&mut gap.verticals);
        let tracks = gap.n_tracks.saturating_sub(1) as f64 * metrics.line_gap;
        let is_outer = idx == 0 || idx + 1 == n_gaps;
        gap.width = match (is_outer, gap.n_tracks) {
            (true, 0) => 0.0,
            (true, _) => tracks + metrics.box_gap,
            (false, _) => metrics.column_gap.max(tracks + metrics.box_gap),
        };
        gap.x = x;
        x += gap.width;
        if let Some(column) = layers.columns.get(idx) {
            columns.push(x);
            x += column.iter().map(|&it| layers.nodes[it].width).fold(0.0, f64::max);
        }
    }
    let line_x = |gap: usize, vertical: usize| {
        let gap = &gaps[gap];
        let tracks = gap.n_tracks.saturating_sub(1) as f64 * metrics.line_gap;
        let first = gap.x + (gap.width - tracks) / 2.0;
        first + gap.verticals[vertical].track as f64 * metrics.line_gap
    };
    let is_box = |it: &&super::layers::Node| !it.is_dummy;
    let corners: Vec<Point> = layers
        .nodes
        .iter()
        .filter(is_box)
        .map(|it| Point { x: columns[it.rank], y: it.y + above })
        .collect();
    let mut lines = Vec::with_capacity(layers.edges.len());
    for (idx, (edge, path)) in layers.edges.iter().zip(&layers.paths).enumerate() {
        let from_box = &layers.nodes[edge.from.0];
        let start = Point { x: columns[from_box.rank] + from_box.width, y: y(edge.from) };
        let end = Point { x: columns[rank(edge.to.0)], y: y(edge.to) };
        let mut line = vec![start];
        // Down or up at `x`, if that is more than a rounding error.
        let step = |line: &mut Vec<Point>, x: f64, to: f64| {
            let from = line.last().map_or(to, |it| it.y);
            if (from - to).abs() >= SAME {
                line.extend([Point { x, y: from }, Point { x, y: to }]);
            }
        };
        let (out_gap, into_gap) = (rank(edge.from.0) + 1, rank(edge.to.0));
        match path {
            Path::Forward(links) => {
                for &it in links {
                    let link = layers.links[it];
                    step(&mut line, line_x(rank(link.from.0) + 1, of_link[it]), y(link.to));
                }
            }
            Path::Backward(dummies) => {
                for (place, &it) in dummies.iter().enumerate() {
                    // At the vertical line of the link between this dummy and the one before it.
                    let x = match layers.outgoing[it].first() {
                        Some(&link) if place > 0 => line_x(rank(it) + 1, of_link[link]),
                        _ => line_x(out_gap, turns[idx].0),
                    };
                    step(&mut line, x, y((it, 0.0)));
                }
                step(&mut line, line_x(into_gap, turns[idx].1), end.y);
            }
            Path::Above(lane) => {
                step(&mut line, line_x(out_gap, turns[idx].0), lane_y(*lane));
                step(&mut line, line_x(into_gap, turns[idx].1), end.y);
            }
        }
        line.push(end);
        lines.push(line);
    }
    let height = layers.nodes.iter().map(|it| it.y + it.height).fold(0.0, f64::max) + above;
    Routed { corners, lines, width: x, height }
}

/// Gives each vertical line that is one a track, so that no two that overlap share one; returns how
/// many tracks there are.
///
/// Of two lines that overlap, the order with fewer crossings counts: a line on the left is crossed
/// by what leaves it to the right, a line on the right by what reaches it from the left.
fn give_tracks(verticals: &mut [Vertical]) -> usize {
    let mut active: Vec<usize> =
        (0..verticals.len()).filter(|&it| !verticals[it].is_straight()).collect();
    active.sort_by(|&a, &b| verticals[a].top.total_cmp(&verticals[b].top));
    if active.len() > MOST_LINES_TO_COMPARE {
        return give_tracks_in_turn(verticals, &active);
    }
    // For each line: lines that should be right of it, with how many crossings that saves.
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
    // Leftmost next: what has nothing that wants to be left of it, else what loses least.
    let pull = |list: &[(usize, i64)]| list.iter().map(|it| it.1).sum::<i64>();
    let mut wants_left: Vec<i64> = left_of.iter().map(|it| pull(it)).collect();
    let wants_right: Vec<i64> = right_of.iter().map(|it| pull(it)).collect();
    let rating = |wants_left: &[i64], it: usize| {
        if wants_left[it] == 0 { i64::MAX } else { wants_right[it] - wants_left[it] }
    };
    let mut heap: BinaryHeap<(i64, std::cmp::Reverse<usize>)> =
        (0..n).map(|it| (rating(&wants_left, it), std::cmp::Reverse(it))).collect();
    let mut track: Vec<Option<usize>> = vec![None; n];
    let mut most = 0;
    while let Some((rated, std::cmp::Reverse(it))) = heap.pop() {
        if track[it].is_some() || rated != rating(&wants_left, it) {
            continue;
        }
        let beside = right_of[it].iter().chain(&left_of[it]);
        let free = beside.filter_map(|other| track[other.0]).map(|it| it + 1).max().unwrap_or(0);
        track[it] = Some(free);
        most = most.max(free + 1);
        for &(other, saved) in &right_of[it] {
            if track[other].is_none() && saved > 0 {
                wants_left[other] -= saved;
                heap.push((rating(&wants_left, other), std::cmp::Reverse(other)));
            }
        }
    }
    for (&it, track) in active.iter().zip(track) {
        verticals[it].track = track.unwrap_or_default();
    }
    most
}

/// Crossings if `left` stands left of `right`, and a high price if they would lie on each other.
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

/// The first track that is free again, from top to bottom.
fn give_tracks_in_turn(verticals: &mut [Vertical], active: &[usize]) -> usize {
    let mut free: BinaryHeap<std::cmp::Reverse<usize>> = BinaryHeap::new();
    // Ends of lines are compared as whole pixels, rounded away from each other.
    let mut busy: BinaryHeap<std::cmp::Reverse<(i64, usize)>> = BinaryHeap::new();
    let mut n_tracks = 0;
    for &it in active {
        let top = verticals[it].top.floor() as i64;
        while let Some(&std::cmp::Reverse((bottom, track))) = busy.peek()
            && bottom < top
        {
            busy.pop();
            free.push(std::cmp::Reverse(track));
        }
        let track = free.pop().map_or(n_tracks, |it| it.0);
        n_tracks = n_tracks.max(track + 1);
        verticals[it].track = track;
        busy.push(std::cmp::Reverse((verticals[it].bottom.ceil() as i64, track)));
    }
    n_tracks
}
