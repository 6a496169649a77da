//! Heights: each node near what it is linked to, in the order of its column, and links straight
//! where there is room.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::Metrics;
use super::layers::Layers;

/// How often all columns are moved towards their neighbours.
const SWEEPS: usize = 10;
/// How often straight stretches are moved as a whole.
const STRAIGHTENINGS: usize = 10;
/// What a bend costs, in pixels of way.
const BEND: f64 = 60.0;
/// Beyond this many places, only some are tried for a straight stretch.
const MOST_TARGETS: usize = 24;
/// Two heights are the same.
const SAME: f64 = 0.01;

/// Sets the height of every node; the highest is at 0.
pub(super) fn position(layers: &mut Layers, metrics: &Metrics) {
    for column in &layers.columns {
        let mut y = 0.0;
        for (place, &it) in column.iter().enumerate() {
            if place > 0 {
                y += distance(layers, metrics, column[place - 1], it);
            }
            layers.nodes[it].y = y;
        }
    }
    for sweep in 0..SWEEPS {
        let n = layers.columns.len();
        let sides =
            if sweep + 2 >= SWEEPS { [true, true] } else { [sweep % 2 == 0, sweep % 2 == 1] };
        for at in 0..n {
            let at = if sweep % 2 == 0 { at } else { n - 1 - at };
            settle(layers, metrics, at, sides);
        }
    }
    straighten(layers, metrics);
    let top = layers.nodes.iter().map(|it| it.y).fold(f64::INFINITY, f64::min);
    for it in &mut layers.nodes {
        // Whole pixels are drawn sharp. What is straight stays straight: its offsets are whole.
        it.y = ((it.y - top) * 100.0).round() / 100.0;
        it.y = it.y.round();
    }
}

/// The least distance between the tops of two neighbours.
fn distance(layers: &Layers, metrics: &Metrics, upper: usize, lower: usize) -> f64 {
    let (upper, lower) = (&layers.nodes[upper], &layers.nodes[lower]);
    let gap = match (upper.is_dummy, lower.is_dummy) {
        (true, true) => metrics.line_gap,
        (false, false) => metrics.box_gap,
        _ => beside_line(metrics),
    };
    upper.height + gap
}

/// Between a box and a line that passes it.
fn beside_line(metrics: &Metrics) -> f64 {
    (metrics.box_gap * 0.6).round()
}

/// A long edge should rather be straight than a short one.
fn weight(layers: &Layers, link: usize) -> f64 {
    let link = layers.links[link];
    let is_dummy = |it: usize| layers.nodes[it].is_dummy;
    match (is_dummy(link.from.0), is_dummy(link.to.0)) {
        (true, true) => 8.0,
        (false, false) => 1.0,
        _ => 2.0,
    }
}

/// A run of nodes that touch and so move together.
struct Run {
    /// Where its first node wants to be, counted without the distances between nodes.
    at: f64,
    weight: f64,
    len: usize,
}

/// Puts a column's nodes where the linked ones on the given sides want them, as near as the
/// distances allow: least squares with a fixed order (pool adjacent violators).
fn settle(layers: &mut Layers, metrics: &Metrics, column: usize, [left, right]: [bool; 2]) {
    let nodes = std::mem::take(&mut layers.columns[column]);
    let mut runs: Vec<Run> = Vec::with_capacity(nodes.len());
    let mut shift = 0.0;
    let mut shifts = Vec::with_capacity(nodes.len());
    for (place, &it) in nodes.iter().enumerate() {
        if place > 0 {
            shift += distance(layers, metrics, nodes[place - 1], it);
        }
        shifts.push(shift);
        let (mut sum, mut weights) = (0.0, 0.0);
        let mut pull = |link: usize, there: (usize, f64), here: (usize, f64)| {
            let weight = weight(layers, link);
            sum += weight * (layers.nodes[there.0].y + there.1 - here.1);
            weights += weight;
        };
        if left {
            layers.incoming[it].iter().for_each(|&link| {
                pull(link, layers.links[link].from, layers.links[link].to);
            });
        }
        if right {
            layers.outgoing[it].iter().for_each(|&link| {
                pull(link, layers.links[link].to, layers.links[link].from);
            });
        }
        let (wanted, weight) = match (weights > 0.0, layers.nodes[it].turns_at) {
            (true, _) => (sum / weights, weights),
            // Close below the box that it turns around.
            (false, Some(box_)) => {
                let it = &layers.nodes[box_];
                (it.y + it.height + beside_line(metrics), 0.1)
            }
            (false, None) => (layers.nodes[it].y, 0.01),
        };
        let mut run = Run { at: wanted - shift, weight, len: 1 };
        while let Some(before) = runs.pop_if(|it| it.at > run.at) {
            let weight = run.weight + before.weight;
            run.at = (run.at * run.weight + before.at * before.weight) / weight;
            run.weight = weight;
            run.len += before.len;
        }
        runs.push(run);
    }
    let ats = runs.iter().flat_map(|it| std::iter::repeat_n(it.at, it.len));
    for ((&it, at), shift) in nodes.iter().zip(ats).zip(shifts) {
        layers.nodes[it].y = at + shift;
    }
    layers.columns[column] = nodes;
}

/// Moves nodes that are joined by straight links together to where more links become straight,
/// within the room that their neighbours leave.
fn straighten(layers: &mut Layers, metrics: &Metrics) {
    const NONE: usize = usize::MAX;
    let mut places = vec![0; layers.nodes.len()];
    for column in &layers.columns {
        for (place, &it) in column.iter().enumerate() {
            places[it] = place;
        }
    }
    for round in 0..STRAIGHTENINGS {
        let mut group_of = vec![NONE; layers.nodes.len()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for start in layers.columns.iter().flatten().copied() {
            if group_of[start] != NONE {
                continue;
            }
            let mut group = vec![start];
            group_of[start] = groups.len();
            let mut at = 0;
            while let Some(&it) = group.get(at) {
                at += 1;
                for &link in layers.incoming[it].iter().chain(&layers.outgoing[it]) {
                    let other = other_end(layers, link, it);
                    if group_of[other] == NONE && bend(layers, link).abs() < SAME {
                        group_of[other] = groups.len();
                        group.push(other);
                    }
                }
            }
            groups.push(group);
        }
        let mut moved = false;
        for idx in 0..groups.len() {
            let idx = if round % 2 == 0 { idx } else { groups.len() - 1 - idx };
            moved |= shift_group(layers, metrics, &groups[idx], idx, &group_of, &places);
        }
        if !moved {
            break;
        }
    }
}

fn other_end(layers: &Layers, link: usize, node: usize) -> usize {
    let link = layers.links[link];
    if link.from.0 == node { link.to.0 } else { link.from.0 }
}

/// How far the right end of a link must go down for it to be straight.
fn bend(layers: &Layers, link: usize) -> f64 {
    let link = layers.links[link];
    layers.nodes[link.from.0].y + link.from.1 - layers.nodes[link.to.0].y - link.to.1
}

/// Moves one group to the best of the places that make one of its links straight.
fn shift_group(
    layers: &mut Layers,
    metrics: &Metrics,
    group: &[usize],
    idx: usize,
    group_of: &[usize],
    places: &[usize],
) -> bool {
    let (mut up, mut down) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut pulls: Vec<(f64, f64)> = Vec::new();
    for &it in group {
        let column = &layers.columns[layers.nodes[it].rank];
        let place = places[it];
        let y = layers.nodes[it].y;
        if let Some(&above) = place.checked_sub(1).and_then(|it| column.get(it))
            && group_of[above] != idx
        {
            up = up.max(layers.nodes[above].y + distance(layers, metrics, above, it) - y);
        }
        if let Some(&below) = column.get(place + 1)
            && group_of[below] != idx
        {
            down = down.min(layers.nodes[below].y - distance(layers, metrics, it, below) - y);
        }
        for &link in layers.incoming[it].iter().chain(&layers.outgoing[it]) {
            if group_of[other_end(layers, link, it)] != idx {
                let bend = bend(layers, link);
                let sign = if layers.links[link].to.0 == it { 1.0 } else { -1.0 };
                pulls.push((bend * sign, weight(layers, link)));
            }
        }
    }
    if pulls.is_empty() || up > SAME || down < -SAME {
        return false;
    }
    let (up, down) = (up.min(0.0), down.max(0.0));
    let mut targets: Vec<f64> = pulls.iter().map(|it| it.0.clamp(up, down)).collect();
    targets.sort_by(f64::total_cmp);
    targets.dedup();
    let step = targets.len() / MOST_TARGETS + 1;
    let cost = |shift: f64| -> f64 {
        let of_link = |&(bend, weight): &(f64, f64)| {
            let left = (bend - shift).abs();
            if left < SAME { 0.0 } else { weight * (left + BEND) }
        };
        pulls.iter().map(of_link).sum()
    };
    let mut best = (cost(0.0) - 0.5, 0.0);
    for &target in targets.iter().step_by(step) {
        let cost = cost(target);
        if cost < best.0 {
            best = (cost, target);
        }
    }
    if best.1 == 0.0 {
        return false;
    }
    for &it in group {
        layers.nodes[it].y += best.1;
    }
    true
}
