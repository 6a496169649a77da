//! The order of each column from top to bottom, for few crossings.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::layers::Layers;

/// How often all columns are sorted.
const SWEEPS: usize = 24;
/// Sweeps without a better result after which no better one is expected.
const PATIENCE: usize = 5;
/// Beyond this many links, neighbours are not tried the other way round one by one.
const MOST_LINKS_TO_SWAP: usize = 8_000;

/// Sorts the columns: each node moves to the mean of the ports it is linked to, in the column
/// before and then in the column behind, again and again; the best order seen stays.
pub(super) fn order(layers: &mut Layers) {
    let mut places = vec![0; layers.nodes.len()];
    for column in &layers.columns {
        number(column, &mut places);
    }
    let mut best = layers.columns.clone();
    let mut fewest = crossings(layers, &places);
    let mut stale = 0;
    for sweep in 0..SWEEPS {
        if fewest == 0 || stale > PATIENCE {
            break;
        }
        let rightward = sweep % 2 == 0;
        for at in 0..layers.columns.len() {
            let at = if rightward { at } else { layers.columns.len() - 1 - at };
            sort(layers, at, rightward, &mut places);
        }
        let n = crossings(layers, &places);
        if n < fewest {
            (fewest, stale) = (n, 0);
            best.clone_from(&layers.columns);
        } else {
            stale += 1;
        }
    }
    layers.columns = best;
    for column in &layers.columns {
        number(column, &mut places);
    }
    if fewest > 0 && layers.links.len() <= MOST_LINKS_TO_SWAP {
        swap_neighbours(layers, &mut places);
    }
}

fn number(column: &[usize], places: &mut [usize]) {
    for (place, &it) in column.iter().enumerate() {
        places[it] = place;
    }
}

/// The place of a port in its column: that of its node, and a part of one for its height.
fn port_place(layers: &Layers, places: &[usize], (node, y): (usize, f64)) -> f64 {
    let height = layers.nodes[node].height;
    places[node] as f64 + if height > 0.0 { y / height * 0.9 } else { 0.45 }
}

fn sort(layers: &mut Layers, column: usize, rightward: bool, places: &mut [usize]) {
    let mut keys: Vec<(f64, usize)> = Vec::with_capacity(layers.columns[column].len());
    for &it in &layers.columns[column] {
        let links = if rightward { &layers.incoming[it] } else { &layers.outgoing[it] };
        let mut sum = 0.0;
        for &link in links {
            let link = layers.links[link];
            let (there, here) = if rightward { (link.from, link.to) } else { (link.to, link.from) };
            let height = layers.nodes[it].height;
            // What pulls at a low port pulls the whole node less far down.
            let offset = if height > 0.0 { here.1 / height * 0.9 - 0.45 } else { 0.0 };
            sum += port_place(layers, places, there) - offset;
        }
        let key = match (links.len(), layers.nodes[it].turns_at) {
            (0, Some(turned)) => places[turned] as f64 + 0.9,
            (0, None) => places[it] as f64 + 0.45,
            (n, _) => sum / n as f64,
        };
        keys.push((key, it));
    }
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    layers.columns[column] = keys.into_iter().map(|it| it.1).collect();
    number(&layers.columns[column], places);
}

/// How many pairs of links cross.
fn crossings(layers: &Layers, places: &[usize]) -> u64 {
    let mut res = 0;
    let mut ends: Vec<(f64, f64)> = Vec::new();
    for column in &layers.columns {
        ends.clear();
        for link in column.iter().flat_map(|&it| &layers.outgoing[it]) {
            let link = layers.links[*link];
            ends.push((port_place(layers, places, link.from), port_place(layers, places, link.to)));
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let rights: Vec<f64> = ends.iter().map(|it| it.1).collect();
        res += inversions(&rights);
    }
    res
}

/// Pairs in the wrong order, counted with a tree of sums.
fn inversions(values: &[f64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    let mut tree = vec![0_u64; sorted.len() + 1];
    let mut res = 0;
    for (n_before, value) in values.iter().enumerate() {
        let place = sorted.partition_point(|it| it < value) + 1;
        let (mut at, mut n_not_greater) = (place, 0);
        while at > 0 {
            n_not_greater += tree[at];
            at &= at - 1;
        }
        res += n_before as u64 - n_not_greater;
        at = place;
        while at < tree.len() {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    res
}

/// Exchanges neighbours in a column while that takes crossings away.
fn swap_neighbours(layers: &mut Layers, places: &mut [usize]) {
    for _ in 0..PATIENCE {
        let mut better = false;
        for column in 0..layers.columns.len() {
            for at in 1..layers.columns[column].len() {
                let (upper, lower) = (layers.columns[column][at - 1], layers.columns[column][at]);
                let now = pair_crossings(layers, places, upper, lower);
                if now > 0 && pair_crossings(layers, places, lower, upper) < now {
                    layers.columns[column].swap(at - 1, at);
                    (places[lower], places[upper]) = (at - 1, at);
                    better = true;
                }
            }
        }
        if !better {
            break;
        }
    }
}

/// Crossings among the links of two nodes if the one stands above the other.
fn pair_crossings(layers: &Layers, places: &[usize], upper: usize, lower: usize) -> usize {
    let mut res = 0;
    let place = |it: (usize, f64)| port_place(layers, places, it);
    for &a in &layers.outgoing[upper] {
        let a = place(layers.links[a].to);
        res += layers.outgoing[lower].iter().filter(|&&b| place(layers.links[b].to) < a).count();
    }
    for &a in &layers.incoming[upper] {
        let a = place(layers.links[a].from);
        res += layers.incoming[lower].iter().filter(|&&b| place(layers.links[b].from) < a).count();
    }
    res
}
