//! A diagram that did not change, laid out near its own layout, stays where it is.

use crate::{Layout, Line, Previous, Side};

use super::properties::{diagram, lay};
use super::random::Random;

/// Returns the places of a layout.
fn places(layout: &Layout) -> Previous {
    let ports = |ports: &[crate::Point]| ports.iter().copied().map(Some).collect();
    Previous {
        boxes: layout.vertices.iter().map(|it| Some(it.rect)).collect(),
        routes: layout.edges.clone(),
        ports: layout.vertices.iter().map(|it| ports(&it.ports)).collect(),
    }
}

/// Returns the numbers of vertices and of lines that are elsewhere.
fn moved(before: &Layout, after: &Layout) -> (usize, usize) {
    let vertices = before.vertices.iter().zip(&after.vertices).filter(|(a, b)| a != b);
    let lines = before.edges.iter().zip(&after.edges).filter(|(a, b)| a != b);
    (vertices.count(), lines.count())
}

/// Returns the seed, the number of vertices and of groups, and what else is random of each diagram.
fn graphs() -> impl Iterator<Item = (u64, usize, usize, Random)> {
    (1..32).map(|seed| {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let n = 1 + random.below(60);
        let n_groups = if seed % 2 == 0 { 0 } else { random.below(8) };
        (seed, n, n_groups, random)
    })
}

#[test]
fn nothing_moves_without_an_edit() {
    for (seed, n, n_groups, mut random) in graphs() {
        let diagram = diagram(n, n_groups, &mut random);
        let first = lay(&diagram, &Previous::default());
        let second = lay(&diagram, &places(&first));
        assert_eq!(moved(&first, &second), (0, 0), "seed {seed}");
        assert_eq!((first.width, first.height), (second.width, second.height), "seed {seed}");
    }
}

/// Lines are taken away and drawn at random, also against the flow, which turns cycles round. On
/// average little moves.
#[test]
fn lines_come_and_go_between_vertices_that_stay() {
    let (mut n_vertices, mut n_moved) = (0, [0, 0]);
    for (_, n, n_groups, mut random) in graphs().take(20) {
        let mut diagram = diagram(n, n_groups, &mut random);
        let first = lay(&diagram, &Previous::default());
        n_vertices += diagram.shapes.len();
        let previous = places(&first);
        let at = random.below(diagram.lines.len());
        let (mut without, mut left) = (diagram.clone(), previous.clone());
        without.lines.remove(at);
        left.routes.remove(at);
        n_moved[0] += far(&first, &lay(&without, &left));
        let port = |shape: usize, side: Side| {
            let anchors = &diagram.shapes[shape].anchors;
            anchors.iter().position(|it| it.side == side).map(|it| (shape, it))
        };
        let (a, b) = (n_groups + random.below(n), n_groups + random.below(n));
        let ends = (port(a, Side::Right), port(b, Side::Left));
        if let ((Some(from), Some(to)), true) = (ends, a != b) {
            let mut previous = previous;
            diagram.lines.push(Line { from, to, feedback: false });
            previous.routes.push(Vec::new());
            n_moved[1] += far(&first, &lay(&diagram, &previous));
        }
    }
    let share = n_moved.map(|it| it as f64 / n_vertices as f64);
    assert!(share[0] < 0.1 && share[1] < 0.25, "{share:?}");
}

/// Returns the number of vertices that moved by more than 60 pixels.
fn far(before: &Layout, after: &Layout) -> usize {
    let both = before.vertices.iter().zip(&after.vertices).map(|(a, b)| (a.rect, b.rect));
    both.filter(|(a, b)| (a.x - b.x).abs() > 60.0 || (a.y - b.y).abs() > 60.0).count()
}
