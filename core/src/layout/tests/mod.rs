use super::*;
use crate::edit::ItemPath;
use crate::view::{Edge, Port, PortSide, Vertex};
use text_size::TextRange;

/// A vertex, and an output or input of it.
type PortAt = (usize, usize);

/// Builds a graph of vertices with the given numbers of inputs and outputs, and edges from an
/// output to an input, all counted from 0.
fn graph(vertices: &[(usize, usize)], edges: &[(PortAt, PortAt)]) -> Graph {
    let port = |side: PortSide, n: usize| Port {
        name: format!("port_{n}"),
        side,
        data_type: String::new(),
        required: false,
        guarded: false,
        missing: false,
        is_flow_typed: false,
        is_inner: false,
        anchor: Point::default(),
    };
    let vertex = |n: usize, inputs: usize, outputs: usize| Vertex {
        item: ItemPath::new(["process", &n.to_string()]),
        title: format!("vertex {n}"),
        subtitle: "a type".to_owned(),
        range: TextRange::default(),
        name_range: TextRange::default(),
        ports: (0..inputs)
            .map(|it| port(PortSide::Input, it))
            .chain((0..outputs).map(|it| port(PortSide::Output, it)))
            .collect(),
        ..Vertex::default()
    };
    Graph {
        vertices: vertices
            .iter()
            .enumerate()
            .map(|(n, &(inputs, outputs))| vertex(n, inputs, outputs))
            .collect(),
        edges: edges
            .iter()
            .map(|&((from, output), to)| Edge::between((from, vertices[from].0 + output), to))
            .collect(),
        ..Graph::default()
    }
}

/// Builds a graph like a pipeline: `n` vertices, each fed by one or two that stand before it not
/// far away, now and then a line back.
fn pipeline(n: usize) -> Graph {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |limit: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    };
    let mut edges = Vec::new();
    for to in 1..n {
        for input in 0..=random(2) {
            let back = 1 + random(12).min(random(12));
            edges.push(((to.saturating_sub(back), random(2)), (to, input)));
        }
        if random(40) == 0 {
            edges.push(((to, 0), (to.saturating_sub(random(6)), 2)));
        }
    }
    graph(&vec![(3, 2); n], &edges)
}

/// Checks what must hold for every layout.
#[track_caller]
fn check(graph: &Graph) -> Layout {
    let layout = layout(graph, &Metrics::default());
    assert_eq!(layout.vertices.len(), graph.vertices.len());
    // No vertices overlap; sorted by their left edge, only near ones need to be compared.
    let mut boxes: Vec<Rect> = layout.vertices.iter().map(|it| it.rect).collect();
    boxes.sort_by(|a, b| a.x.total_cmp(&b.x));
    for (n, a) in boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0);
        assert!(a.x + a.width <= layout.width + 0.5 && a.y + a.height <= layout.height + 0.5);
        for b in boxes[n + 1..].iter().take_while(|b| b.x < a.x + a.width) {
            assert!(a.y + a.height <= b.y || b.y + b.height <= a.y, "{a:?} overlaps {b:?}");
        }
    }
    for (edge, line) in graph.edges.iter().zip(&layout.edges) {
        let anchor = |(vertex, port): (usize, usize)| layout.vertices[vertex].ports[port];
        assert_eq!(line.first(), Some(&anchor(edge.from())));
        assert_eq!(line.last(), Some(&anchor(edge.to())));
        for pair in line.windows(2) {
            let along =
                (pair[0].x - pair[1].x).abs() < 0.02 || (pair[0].y - pair[1].y).abs() < 0.02;
            assert!(along, "a slanted line: {line:?}");
        }
    }
    assert_eq!(super::layout(graph, &Metrics::default()), layout, "not the same again");
    layout
}

/// True if the line runs through a vertex that it does not belong to.
fn crosses_a_box(layout: &Layout, line: &[Point]) -> bool {
    line.windows(2).any(|pair| {
        let (left, right) = (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x));
        let (top, bottom) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
        layout.vertices.iter().any(|it| {
            let it = it.rect;
            left < it.x + it.width - 0.5
                && right > it.x + 0.5
                && top < it.y + it.height - 0.5
                && bottom > it.y + 0.5
        })
    })
}

#[test]
fn nothing_is_laid_out_as_nothing() {
    let layout = check(&Graph::default());
    assert_eq!((layout.width, layout.height), (0.0, 0.0));
}

#[test]
fn a_chain_is_one_straight_line() {
    let layout = check(&graph(&[(0, 1), (1, 1), (1, 0)], &[((0, 0), (1, 0)), ((1, 0), (2, 0))]));
    assert!(layout.edges.iter().all(|it| it.len() == 2), "{:?}", layout.edges);
    let x: Vec<f64> = layout.vertices.iter().map(|it| it.rect.x).collect();
    assert!(x[0] < x[1] && x[1] < x[2]);
}

#[test]
fn data_flows_from_left_to_right() {
    let graph = pipeline(120);
    let layout = check(&graph);
    let forward = layout.edges.iter().filter(|it| it[0].x < it[it.len() - 1].x).count();
    assert!(forward * 10 > graph.edges.len() * 9, "{forward} of {}", graph.edges.len());
    assert!(layout.edges.iter().all(|it| !crosses_a_box(&layout, it)));
}

#[test]
fn a_long_line_runs_around_the_boxes_between() {
    let layout = check(&graph(
        &[(0, 2), (1, 1), (1, 1), (2, 0)],
        &[((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)), ((0, 1), (3, 1))],
    ));
    assert!(layout.edges.iter().all(|it| !crosses_a_box(&layout, it)));
}

#[test]
fn lines_back_run_around_their_boxes() {
    let layout = check(&graph(
        &[(2, 1), (1, 1), (2, 2)],
        &[
            ((0, 0), (1, 0)),
            ((1, 0), (2, 0)),
            ((2, 0), (0, 0)), // back over two vertices
            ((2, 1), (2, 1)), // into itself
        ],
    ));
    assert!(layout.edges.iter().all(|it| !crosses_a_box(&layout, it)));
    assert!(layout.vertices[0].rect.x < layout.vertices[2].rect.x);
}

#[test]
fn an_edge_meant_as_feedback_is_the_one_that_runs_back() {
    let mut graph = graph(&[(1, 1), (1, 1)], &[((0, 0), (1, 0)), ((1, 0), (0, 0))]);
    graph.edges[0].feedback = true;
    let layout = check(&graph);
    assert!(layout.vertices[1].rect.x < layout.vertices[0].rect.x);
}

#[test]
fn parts_stand_side_by_side() {
    let layout = check(&graph(
        &[(0, 1), (1, 0), (0, 1), (1, 0), (0, 0), (0, 0)],
        &[((0, 0), (1, 0)), ((2, 0), (3, 0))],
    ));
    assert!(layout.width > 0.0);
}

#[test]
fn an_edge_that_names_no_port_is_left_out() {
    let mut graph = graph(&[(1, 1), (1, 1)], &[((0, 0), (1, 0)), ((0, 0), (1, 0))]);
    (graph.edges[0].to_vertex, graph.edges[0].to_port) = (1, 9);
    (graph.edges[1].from_vertex, graph.edges[1].from_port) = (7, 0);
    let layout = layout(&graph, &Metrics::default());
    assert!(layout.edges.iter().all(Vec::is_empty));
}

#[test]
fn text_fits_its_box() {
    let mut graph = graph(&[(1, 1)], &[]);
    let metrics = Metrics::default();
    graph.vertices[0].title = "a_rather_long_name_that_must_fit".to_owned();
    let width = layout(&graph, &metrics).vertices[0].rect.width;
    assert!(width > text_width(&graph.vertices[0].title, metrics.title_size));
    // The page cuts names that are too long for any box.
    graph.vertices[0].title = "x".repeat(300);
    let width = layout(&graph, &metrics).vertices[0].rect.width;
    assert_eq!(width, metrics.widest_title + 2.0 * metrics.padding);
}

/// Many lines between one vertex and many others need many tracks; none may be shared by two that
/// overlap.
#[test]
fn vertical_lines_do_not_lie_on_each_other() {
    let n = 12;
    let mut vertices = vec![(0, 1); n];
    vertices.extend(vec![(1, 0); n]);
    let edges: Vec<_> = (0..n).map(|it| ((it, 0), (2 * n - 1 - it, 0))).collect();
    // All in one part.
    vertices.push((n, 0));
    let last = vertices.len() - 1;
    let joined: Vec<_> = (0..n).map(|it| ((it, 0), (last, it))).chain(edges).collect();
    let layout = check(&graph(&vertices, &joined));
    let mut verticals: Vec<(f64, f64, f64, Point)> = Vec::new();
    for line in &layout.edges {
        for pair in line.windows(2).filter(|it| (it[0].x - it[1].x).abs() < 0.02) {
            let (top, bottom) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
            verticals.push((pair[0].x, top, bottom, line[0]));
        }
    }
    for (n, a) in verticals.iter().enumerate() {
        for b in &verticals[n + 1..] {
            let overlap = (a.0 - b.0).abs() < 1.0 && a.1 < b.2 - 0.5 && b.1 < a.2 - 0.5;
            assert!(!overlap || a.3 == b.3, "{a:?} lies on {b:?}");
        }
    }
}

/// Neither time nor stack: ten thousand vertices, and a thousand lines over a thousand columns.
#[test]
fn large_graphs_are_laid_out() {
    let many = pipeline(10_000);
    assert_eq!(layout(&many, &Metrics::default()).vertices.len(), many.vertices.len());
    let n = 1_500;
    let mut edges: Vec<_> = (1..n).map(|it| ((it - 1, 0), (it, 0))).collect();
    edges.extend((0..n - 1).map(|it| ((it, 1), (n - 1, 1))));
    check(&graph(&vec![(2, 2); n], &edges));
}
