//! Counts and saves crossings on random layered graphs: the numbers of the phases are compared with
//! plain counting.

use super::net::{MOST_EDGES, edges_per_link};
use super::{Net, Order, Orders};
use crate::flat::{Edge, Flat, LEFT, Port, RIGHT, Vertex};
use crate::job::at_once;
use crate::layered::{Layered, lanes_below};
use crate::lists::Lists;
use crate::tests::random::Random;
use crate::tests::sketch::{SPACING, watch};

/// Makes ranks of a few vertices, with edges to the next rank and beyond it.
fn layered(random: &mut Random) -> (Flat, Layered) {
    let n_ranks = 2 + random.below(4);
    let n = n_ranks * (1 + random.below(7));
    let mut flat = Flat { outermost: true, ..Flat::default() };
    let mut ports = vec![[Vec::new(), Vec::new()]; n];
    for (vertex, ports) in ports.iter_mut().enumerate() {
        let free_order = random.below(4) == 0;
        flat.vertices.push(Vertex { width: 50.0, height: 90.0, free_order, ..Vertex::default() });
        for (side, ports) in ports.iter_mut().enumerate() {
            for at in 0..1 + random.below(3) {
                ports.push(flat.ports.len());
                flat.ports.push(Port { vertex, side, y: 20.0 + 20.0 * at as f64 });
            }
        }
    }
    let ranks: Vec<usize> = (0..n).map(|it| it % n_ranks).collect();
    for _ in 0..n * 3 {
        let (a, b) = (random.below(n), random.below(n));
        if ranks[a] < ranks[b] {
            let from = ports[a][RIGHT][random.below(ports[a][RIGHT].len())];
            let to = ports[b][LEFT][random.below(ports[b][LEFT].len())];
            flat.edges.push(Edge { from, to, feedback: false, previous: Vec::new() });
        }
    }
    let reversed = vec![false; flat.edges.len()];
    let below = lanes_below(&flat);
    let gap = SPACING.line_gap;
    let graph = at_once(Layered::new(&flat, &reversed, &ranks, &below, gap, &mut watch()));
    (flat, graph)
}

/// Counts crossings of edges along links, pair by pair: two links cross if the order of their left
/// ends differs from that of their right ends.
fn crossings(graph: &Layered, layers: &[Vec<usize>], sides: &[Lists; 2]) -> usize {
    let mut place = vec![0; graph.slots.len()];
    for (side, layer) in layers.iter().flat_map(|layer| [(LEFT, layer), (RIGHT, layer)]) {
        let slots = layer.iter().flat_map(|&it| sides[side].of(it));
        slots.enumerate().for_each(|(at, &slot)| place[slot] = at);
    }
    let mut res = 0;
    let n_edges = edges_per_link(graph);
    let n_edges = |link: usize| n_edges[link].clamp(1, MOST_EDGES);
    for (at, a) in graph.links.iter().enumerate() {
        for (beyond, b) in graph.links[at + 1..].iter().enumerate() {
            let same_gap =
                graph.rank[graph.slots[a.0].vertex] == graph.rank[graph.slots[b.0].vertex];
            let left = place[a.0].cmp(&place[b.0]);
            if same_gap && left.is_ne() && left == place[b.1].cmp(&place[a.1]) {
                res += n_edges(at) * n_edges(at + 1 + beyond);
            }
        }
    }
    res
}

/// Returns the vertices of each layer in a random order.
fn shuffled(net: &Net, random: &mut Random) -> Vec<u32> {
    let mut res: Vec<u32> = (0..net.vertices.len() as u32).collect();
    for layer in 0..net.n_layers() {
        let layer = net.layer(layer);
        for at in 1..layer.len() {
            res.swap(layer.start + at, layer.start + random.below(at + 1));
        }
    }
    res
}

/// Returns the layers of an order, and the slots of all vertices.
fn in_graph(orders: &Orders) -> (Vec<Vec<usize>>, [Lists; 2]) {
    let Order { layers, sides } = orders.state.of(orders.graph, orders.net);
    (layers, sides.unwrap_or(orders.graph.sides.clone()))
}

#[test]
fn crossings_are_counted_pair_by_pair() {
    let mut random = Random(11);
    let mut most = 0;
    for _ in 0..200 {
        let (flat, graph) = layered(&mut random);
        let net = Net::new(&graph);
        let mut orders = Orders::new(&graph, &net, &flat);
        orders.begin(shuffled(&net, &mut random));
        let (layers, sides) = in_graph(&orders);
        let expected = crossings(&graph, &layers, &sides);
        assert_eq!(at_once(orders.count_all(&mut watch())), expected);
        most = most.max(expected);
    }
    assert!(most > 50, "{most}");
}

#[test]
fn exchanges_and_sifting_save_what_they_say_and_end_where_nothing_helps() {
    let mut random = Random(13);
    let (mut by_exchange, mut by_sifting) = (0, 0);
    for _ in 0..200 {
        let (flat, graph) = layered(&mut random);
        let net = Net::new(&graph);
        let mut orders = Orders::new(&graph, &net, &flat);
        orders.begin(shuffled(&net, &mut random));
        let before = at_once(orders.count_all(&mut watch()));
        let exchanged = at_once(orders.exchange_all(100, &mut watch()));
        assert_eq!(before - exchanged, at_once(orders.count_all(&mut watch())));
        let sifted = at_once(orders.sift_all(&mut watch()));
        assert_eq!(before - exchanged - sifted, at_once(orders.count_all(&mut watch())));
        (by_exchange, by_sifting) = (by_exchange + exchanged, by_sifting + sifted);
        while at_once(orders.sift_all(&mut watch()))
            + at_once(orders.exchange_all(100, &mut watch()))
            > 0
        {}
        // No vertex at another place of its layer saves a crossing.
        let least = at_once(orders.count_all(&mut watch()));
        let (layers, sides) = in_graph(&orders);
        assert_eq!(crossings(&graph, &layers, &sides), least);
        for (rank, layer) in layers.iter().enumerate() {
            for (from, to) in (0..layer.len()).flat_map(|a| (0..layer.len()).map(move |b| (a, b))) {
                let mut other = layers.clone();
                let vertex = other[rank].remove(from);
                other[rank].insert(to, vertex);
                assert!(crossings(&graph, &other, &sides) >= least);
            }
        }
    }
    assert!(by_exchange > 1000 && by_sifting > 50, "{by_exchange}, {by_sifting}");
}

#[test]
fn long_edges_save_what_they_say_and_end_where_no_edge_is_better_elsewhere() {
    let mut random = Random(19);
    let mut by_edges = 0;
    for _ in 0..200 {
        let (flat, graph) = layered(&mut random);
        let net = Net::new(&graph);
        let mut orders = Orders::new(&graph, &net, &flat);
        orders.begin(shuffled(&net, &mut random));
        while at_once(orders.sift_all(&mut watch()))
            + at_once(orders.exchange_all(100, &mut watch()))
            > 0
        {}
        let before = at_once(orders.count_all(&mut watch()));
        let saved = at_once(orders.insert_all(&mut watch()));
        by_edges += saved;
        let (layers, sides) = in_graph(&orders);
        assert_eq!(before - saved, crossings(&graph, &layers, &sides));
        assert_eq!(before - saved, at_once(orders.count_all(&mut watch())));
        while at_once(orders.insert_all(&mut watch())) > 0 {}
        // No two dummies in a row at other places save a crossing.
        let least = at_once(orders.count_all(&mut watch()));
        let (layers, sides) = in_graph(&orders);
        for &(from, to) in &graph.links {
            let (a, b) = (graph.slots[from].vertex, graph.slots[to].vertex);
            let is_alone = |it: usize| {
                let links = |side: usize| graph.links_at.of(graph.sides[side].of(it)[0]).len();
                graph.is_dummy(it) && links(LEFT) == 1 && links(RIGHT) == 1
            };
            if !is_alone(a) || !is_alone(b) {
                continue;
            }
            let rank = graph.rank[a];
            for (up, down) in (0..layers[rank].len())
                .flat_map(|up| (0..layers[rank + 1].len()).map(move |down| (up, down)))
            {
                let mut other = layers.clone();
                other[rank].retain(|&it| it != a);
                other[rank].insert(up, a);
                other[rank + 1].retain(|&it| it != b);
                other[rank + 1].insert(down, b);
                assert!(crossings(&graph, &other, &sides) >= least);
            }
        }
    }
    assert!(by_edges > 20, "{by_edges}");
}

#[test]
fn a_search_does_not_end_worse_than_a_plain_sweep() {
    let mut random = Random(17);
    let (mut by_search, mut by_sweep) = (0, 0);
    for _ in 0..100 {
        let (flat, mut graph) = layered(&mut random);
        let net = Net::new(&graph);
        let mut orders = Orders::new(&graph, &net, &flat);
        at_once(orders.sweep(LEFT, &mut watch()));
        by_sweep += at_once(orders.count_all(&mut watch()));
        let found = at_once(super::orders(&graph, &flat, 1, &mut watch()));
        found.into_iter().next().unwrap().apply(&mut graph, &flat);
        by_search += crossings(&graph, &graph.layers, &graph.sides);
    }
    assert!(by_search * 2 < by_sweep, "{by_search} against {by_sweep}");
}
