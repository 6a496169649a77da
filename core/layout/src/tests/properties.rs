//! Properties of every layout, on random graphs.

use crate::{
    Anchor, Diagram, Fold, Job, Layout, Line, Point, Previous, Rect, Room, Settings, Shape, Side,
};

use super::random::Random;
use super::sketch::SPACING;

fn anchors(n_in: usize, n_out: usize) -> Vec<Anchor> {
    let on =
        |side: Side, n: usize| (0..n).map(move |it| Anchor { side, y: 30.0 + 20.0 * it as f64 });
    on(Side::Left, n_in).chain(on(Side::Right, n_out)).collect()
}

/// Makes vertices, some in nested groups, with lines that mostly lead forward; some cross borders,
/// some are repeated, some lead back or to their own vertex.
pub(super) fn diagram(n: usize, n_groups: usize, random: &mut Random) -> Diagram {
    let mut shapes: Vec<Shape> = Vec::new();
    for group in 0..n_groups {
        let parent = (group > 0 && random.below(2) == 0).then(|| random.below(group));
        let (width, height, anchors) = (60.0, 60.0, anchors(1, 1));
        let free_order = false;
        shapes.push(Shape { width, height, head: 20.0, anchors, free_order, parent });
    }
    for _ in 0..n {
        let (n_in, n_out) = (1 + random.below(4), 1 + random.below(4));
        let parent = (n_groups > 0 && random.below(3) > 0).then(|| random.below(n_groups));
        shapes.push(Shape {
            width: 60.0 + random.below(120) as f64,
            height: 40.0 + 20.0 * n_in.max(n_out) as f64,
            head: 0.0,
            anchors: anchors(n_in, n_out),
            free_order: random.below(4) == 0,
            parent,
        });
    }
    let mut lines: Vec<Line> = Vec::new();
    for _ in 0..n * 2 {
        let (mut a, mut b) = (n_groups + random.below(n), n_groups + random.below(n));
        if random.below(8) > 0 && a > b {
            (a, b) = (b, a);
        }
        let port = |shape: usize, side: Side, random: &mut Random| {
            let ports: Vec<usize> = (0..shapes[shape].anchors.len())
                .filter(|&it| shapes[shape].anchors[it].side == side)
                .collect();
            (shape, ports[random.below(ports.len())])
        };
        let from = port(a, Side::Right, random);
        let to = port(b, Side::Left, random);
        lines.push(Line { from, to, feedback: random.below(20) == 0 });
        if random.below(15) == 0 {
            lines.push(Line { from, to, feedback: false });
        }
    }
    Diagram { shapes, lines }
}

pub(super) fn lay(diagram: &Diagram, previous: &Previous) -> Layout {
    super::sketch::lay(diagram.clone(), previous.clone())
}

fn job(diagram: &Diagram) -> Job {
    let settings = Settings { spacing: SPACING, previous: Previous::default() };
    Job::new(diagram.clone(), settings)
}

fn contains(outer: Rect, inner: Rect) -> bool {
    outer.x <= inner.x + 0.5
        && outer.y <= inner.y + 0.5
        && outer.x + outer.width + 0.5 >= inner.x + inner.width
        && outer.y + outer.height + 0.5 >= inner.y + inner.height
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x + 0.5 < b.x + b.width
        && b.x + 0.5 < a.x + a.width
        && a.y + 0.5 < b.y + b.height
        && b.y + 0.5 < a.y + a.height
}

fn is_group(diagram: &Diagram, shape: usize) -> bool {
    diagram.shapes.iter().any(|it| it.parent == Some(shape))
}

/// Returns true if `shape` is in `group`, at any depth.
fn is_in(diagram: &Diagram, shape: usize, group: usize) -> bool {
    std::iter::successors(diagram.shapes[shape].parent, |&it| diagram.shapes[it].parent)
        .any(|it| it == group)
}

#[track_caller]
fn check(diagram: &Diagram, layout: &Layout) {
    let rect = |it: usize| layout.vertices[it].rect;
    let n = diagram.shapes.len();
    for a in 0..n {
        if let Some(parent) = diagram.shapes[a].parent {
            assert!(contains(rect(parent), rect(a)), "{a} sticks out of {parent}");
        }
        for b in a + 1..n {
            let nested = is_in(diagram, a, b) || is_in(diagram, b, a);
            assert!(nested || !overlap(rect(a), rect(b)), "{a} lies on {b}");
        }
        for (port, at) in diagram.shapes[a].anchors.iter().zip(&layout.vertices[a].ports) {
            let is_out = port.side == Side::Right;
            let edge = rect(a).x + if is_out { rect(a).width } else { 0.0 };
            assert_eq!(at.x, edge, "a port of {a} is off its edge");
            assert!(at.y >= rect(a).y && at.y <= rect(a).y + rect(a).height);
        }
    }
    for (line, route) in diagram.lines.iter().zip(&layout.edges) {
        let port = |(shape, port): (usize, usize)| layout.vertices[shape].ports[port];
        assert_eq!(route.first(), Some(&port(line.from)));
        assert_eq!(route.last(), Some(&port(line.to)));
        for pair in route.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            assert!(a.x == b.x || a.y == b.y, "a slanted stretch in {route:?}");
            let stretch = Rect {
                x: a.x.min(b.x),
                y: a.y.min(b.y),
                width: (a.x - b.x).abs().max(0.6),
                height: (a.y - b.y).abs().max(0.6),
            };
            for it in (0..n).filter(|&it| !is_group(diagram, it)) {
                assert!(!overlap(stretch, rect(it)), "a line from {:?} through {it}", line.from);
            }
        }
        let (right, bottom) = (layout.width + 0.5, layout.height + 0.5);
        let is_inside =
            |it: &Point| it.x >= -0.5 && it.y >= -0.5 && it.x <= right && it.y <= bottom;
        assert!(route.iter().all(is_inside), "{route:?} leaves the drawing");
    }
    check_lines_are_apart(diagram, layout);
}

/// The greatest length that two lines may share: where one leaves a height that the other one
/// enters, and the other way round in the same gap, no order of their tracks keeps them apart.
const MOST_SHARED: f64 = 40.0;

/// Asserts that lines without a common port do not run along each other.
#[track_caller]
fn check_lines_are_apart(diagram: &Diagram, layout: &Layout) {
    // The axis first, then the position on the other axis, then start and end.
    let mut stretches: Vec<(bool, f64, f64, f64, &Line)> = Vec::new();
    for (line, route) in diagram.lines.iter().zip(&layout.edges) {
        for pair in route.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            stretches.push(if a.x == b.x {
                (true, a.x, a.y.min(b.y), a.y.max(b.y), line)
            } else {
                (false, a.y, a.x.min(b.x), a.x.max(b.x), line)
            });
        }
    }
    for (at, a) in stretches.iter().enumerate() {
        for b in &stretches[at + 1..] {
            let related = a.4.from == b.4.from || a.4.to == b.4.to;
            let shared = a.3.min(b.3) - a.2.max(b.2);
            let is_apart = a.0 != b.0 || (a.1 - b.1).abs() >= 0.5 || shared <= MOST_SHARED;
            assert!(related || is_apart, "{:?} lies on {:?} for {shared}", a.4, b.4);
        }
    }
}

#[test]
fn boxes_and_lines_keep_out_of_each_others_way() {
    for seed in 1..60 {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let n = 1 + random.below(40);
        let n_groups = if seed % 2 == 0 { 0 } else { random.below(6) };
        let diagram = diagram(n, n_groups, &mut random);
        let layout = lay(&diagram, &Previous::default());
        check(&diagram, &layout);
        assert_eq!(layout, lay(&diagram, &Previous::default()), "not the same again");
    }
}

/// Lays out graphs after a single change. One edit may split the graph or turn a cycle round; on
/// average little moves.
#[test]
fn an_edit_moves_little() {
    let mut by_edit = 0.0;
    let seeds = 1..30;
    for seed in seeds.clone() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let mut diagram = diagram(30, if seed % 2 == 0 { 0 } else { 3 }, &mut random);
        let before = lay(&diagram, &Previous::default());
        let mut previous = Previous {
            boxes: before.vertices.iter().map(|it| Some(it.rect)).collect(),
            routes: before.edges.clone(),
            ..Previous::default()
        };
        let at = random.below(diagram.lines.len());
        diagram.lines.remove(at);
        previous.routes.remove(at);
        let after = lay(&diagram, &previous);
        check(&diagram, &after);
        by_edit += share_moved(&before, &after) / seeds.clone().count() as f64;
    }
    assert!(by_edit < 0.1, "{by_edit} moved by removing a line");
}

/// Returns the share of the vertices that moved by more than 60 pixels.
fn share_moved(before: &Layout, after: &Layout) -> f64 {
    let both = before.vertices.iter().zip(&after.vertices);
    let far = |a: Rect, b: Rect| (a.x - b.x).abs() > 60.0 || (a.y - b.y).abs() > 60.0;
    let n_moved = both.filter(|(a, b)| far(a.rect, b.rect)).count();
    n_moved as f64 / before.vertices.len() as f64
}

#[test]
fn ranks_grow_along_lines_that_are_not_against_the_flow() {
    for seed in 1..20 {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let mut diagram = diagram(40, 0, &mut random);
        // Only lines that lead forward stay, so there is no cycle.
        diagram.lines.retain(|it| it.from.0 < it.to.0);
        let layout = lay(&diagram, &Previous::default());
        for it in &diagram.lines {
            let (from, to) = (layout.vertices[it.from.0].rect, layout.vertices[it.to.0].rect);
            assert!(from.x + from.width < to.x, "a line from {} leads back", it.from.0);
        }
    }
}

#[test]
fn progress_grows_in_small_steps_to_the_end() {
    for (n, n_groups) in [(1, 0), (200, 0), (400, 6)] {
        let mut job = job(&diagram(n, n_groups, &mut Random(7)));
        let mut shares: Vec<f64> = vec![job.progress()];
        while job.step().is_none() {
            shares.push(job.progress());
        }
        assert!(shares.is_sorted() && shares.last() == Some(&1.0), "{shares:?}");
        let most = shares.windows(2).map(|it| it[1] - it[0]).fold(0.0, f64::max);
        assert!(n == 1 || most < 0.2, "a step of {most}");
    }
}

/// Layouts whose pieces alternate do not disturb each other, nor does one that is dropped.
#[test]
fn a_layout_in_pieces_is_the_same_as_at_once() {
    let diagrams = [3, 4, 5].map(|seed| diagram(20 * seed as usize, 3, &mut Random(seed)));
    let mut jobs = diagrams.each_ref().map(job);
    let mut layouts = [const { None }; 3];
    let mut n_pieces = 0;
    while layouts.iter().any(Option::is_none) {
        for (job, layout) in jobs.iter_mut().zip(&mut layouts).filter(|it| it.1.is_none()) {
            *layout = job.step();
        }
        let mut given_up = job(&diagrams[0]);
        assert!((0..n_pieces % 40).all(|_| given_up.step().is_none()));
        n_pieces += 1;
    }
    assert!(n_pieces > 50, "{n_pieces}");
    let whole = diagrams.map(|it| Some(lay(&it, &Previous::default())));
    assert_eq!(layouts, whole);
}

#[test]
fn groups_in_a_circle_and_far_parents_do_no_harm() {
    let mut diagram = diagram(10, 3, &mut Random(3));
    diagram.shapes[0].parent = Some(1);
    diagram.shapes[1].parent = Some(2);
    diagram.shapes[2].parent = Some(0);
    diagram.shapes[5].parent = Some(99);
    let layout = lay(&diagram, &Previous::default());
    assert_eq!(layout.vertices.len(), diagram.shapes.len());
}

/// A chain of groups, each in the one before it.
#[test]
fn deep_nesting_is_fine() {
    let n = 300;
    let mut shapes: Vec<Shape> = (0..n)
        .map(|it: usize| Shape { parent: it.checked_sub(1), head: 10.0, ..Shape::default() })
        .collect();
    let inner = Shape { width: 50.0, height: 40.0, anchors: anchors(1, 1), ..Shape::default() };
    shapes.push(Shape { parent: Some(n - 1), ..inner.clone() });
    shapes.push(inner);
    let line = Line { from: (n, 1), to: (n + 1, 0), feedback: false };
    let diagram = Diagram { shapes, lines: vec![line] };
    let layout = lay(&diagram, &Previous::default());
    assert_eq!(layout.edges[0].last(), layout.vertices[n + 1].ports.first());
}

#[test]
fn a_huge_fan_is_laid_out() {
    let n = 2_000;
    let leaf = Shape { width: 50.0, height: 40.0, anchors: anchors(1, 0), ..Shape::default() };
    let mut shapes = vec![leaf; n];
    shapes.push(Shape { width: 50.0, height: 40.0, anchors: anchors(0, 1), ..Shape::default() });
    let line = |it: usize| Line { from: (n, 0), to: (it, 0), feedback: false };
    let diagram = Diagram { shapes, lines: (0..n).map(line).collect() };
    let layout = lay(&diagram, &Previous::default());
    assert!(layout.edges.iter().all(|it| it.len() >= 2));
}

/// A single long cycle, and ten thousand components, on a stack of a quarter of a megabyte.
#[test]
fn ten_thousand_boxes_need_no_deep_stack() {
    let n = 10_000;
    let shape = Shape { width: 50.0, height: 40.0, anchors: anchors(1, 1), ..Shape::default() };
    let line = |from: usize, to: usize| Line { from: (from, 1), to: (to, 0), feedback: false };
    let circle = (0..n).map(|it| line(it, (it + 1) % n)).collect();
    let all: [Vec<Line>; 2] = [circle, Vec::new()];
    let work = move || {
        for lines in all {
            let diagram = Diagram { shapes: vec![shape.clone(); n], lines };
            let layout = lay(&diagram, &Previous::default());
            assert_eq!(layout.vertices.len(), n);
            assert!(layout.edges.iter().all(|it| it.len() >= 2));
        }
    };
    std::thread::Builder::new().stack_size(1 << 18).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_dense_graph_is_laid_out() {
    let n = 24;
    let shape = Shape { width: 50.0, height: 500.0, anchors: anchors(n, n), ..Shape::default() };
    let ends = (0..n).flat_map(|to| (0..n).map(move |from| (from, to)));
    let line = |(from, to)| Line { from: (from, n + to), to: (to, from), feedback: false };
    let diagram = Diagram { shapes: vec![shape; n], lines: ends.map(line).collect() };
    check(&diagram, &lay(&diagram, &Previous::default()));
}

fn apply(fold: &Fold, layout: &mut Layout) {
    for it in &mut layout.vertices {
        let shift = fold.shift(it.rect);
        (it.rect.x, it.rect.y) = (it.rect.x + shift.x, it.rect.y + shift.y);
        for port in &mut it.ports {
            (port.x, port.y) = (port.x + shift.x, port.y + shift.y);
        }
    }
    for it in &mut layout.edges {
        *it = fold.route(it);
    }
    (layout.width, layout.height) = (fold.width, fold.height);
}

/// A narrow room, for which wide drawings are folded.
const ROOM: Room = Room { width: 600, height: 700 };

#[test]
fn a_fold_changes_nothing_but_places() {
    let mut n_folded = 0;
    for seed in 1..120 {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let n = 4 + random.below(12);
        let n_groups = if seed % 2 == 0 { 0 } else { random.below(3) };
        let diagram = diagram(n, n_groups, &mut random);
        let plain = lay(&diagram, &Previous::default());
        let boxes: Vec<Rect> = plain.vertices.iter().map(|it| it.rect).collect();
        let routes: Vec<&[Point]> = plain.edges.iter().map(Vec::as_slice).collect();
        let Some(fold) = Fold::find(&boxes, &routes, ROOM, SPACING.line_gap, &[]) else { continue };
        n_folded += 1;
        let mut folded = plain.clone();
        apply(&fold, &mut folded);
        check(&diagram, &folded);
        let n_crossings = crate::count::crossings(&plain.edges);
        assert!(crate::count::crossings(&folded.edges) <= n_crossings, "more crossings: {seed}");
        let zoom = |it: &Layout| (600.0 / it.width).min(700.0 / it.height);
        assert!(zoom(&folded) > 1.2 * zoom(&plain), "hardly larger: {seed}");
    }
    assert!(n_folded > 10, "{n_folded}");
}

/// Makes a chain of boxes.
fn chain(n: usize) -> Diagram {
    let shape = Shape { width: 180.0, height: 80.0, anchors: anchors(1, 1), ..Shape::default() };
    let lines = (1..n).map(|it| Line { from: (it - 1, 1), to: (it, 0), feedback: false });
    Diagram { shapes: vec![shape; n], lines: lines.collect() }
}

#[test]
fn a_very_long_chain_has_the_proportions_of_its_room() {
    for n in [100, 300, 1000] {
        let layout = lay(&chain(n), &Previous::default());
        let boxes: Vec<Rect> = layout.vertices.iter().map(|it| it.rect).collect();
        let routes: Vec<&[Point]> = layout.edges.iter().map(Vec::as_slice).collect();
        let room = Room { width: 800, height: 700 };
        let find = |earlier: &[f64]| Fold::find(&boxes, &routes, room, SPACING.line_gap, earlier);
        let fold = find(&[]).expect("it is a thin line");
        let proportions = fold.width / fold.height;
        assert!((0.75..1.6).contains(&proportions), "{n}: {proportions}");
        assert_eq!(find(&fold.cuts()), Some(fold), "it stays");
    }
}

#[test]
fn a_long_band_with_many_lines_is_folded_too() {
    let n = 300;
    let shape = Shape { width: 180.0, height: 100.0, anchors: anchors(2, 1), ..Shape::default() };
    let mut random = Random(11);
    let mut lines = Vec::new();
    for to in 1..n {
        for input in 0..2 {
            let from = to - 1 - random.below(to.min(8));
            lines.push(Line { from: (from, 2), to: (to, input), feedback: false });
        }
    }
    let layout = lay(&Diagram { shapes: vec![shape; n], lines }, &Previous::default());
    let boxes: Vec<Rect> = layout.vertices.iter().map(|it| it.rect).collect();
    let routes: Vec<&[Point]> = layout.edges.iter().map(Vec::as_slice).collect();
    let room = Room { width: 800, height: 700 };
    let fold = Fold::find(&boxes, &routes, room, SPACING.line_gap, &[]).expect("it is a band");
    let proportions = fold.width / fold.height;
    assert!((0.6..2.0).contains(&proportions), "{proportions}");
    let zoom = |width: f64, height: f64| (800.0 / width).min(700.0 / height);
    let gain = zoom(fold.width, fold.height) / zoom(layout.width, layout.height);
    assert!(gain > 3.0, "{gain}");
}

#[test]
fn a_chain_becomes_rows() {
    let diagram = chain(9);
    let mut layout = lay(&diagram, &Previous::default());
    let boxes: Vec<Rect> = layout.vertices.iter().map(|it| it.rect).collect();
    let routes: Vec<&[Point]> = layout.edges.iter().map(Vec::as_slice).collect();
    let of = |room: Room| Fold::find(&boxes, &routes, room, SPACING.line_gap, &[]);
    assert_eq!(of(Room { width: 4000, height: 500 }), None);
    let fold = of(Room { width: 700, height: 600 }).expect("it is too wide");
    let kept = Fold::find(
        &boxes,
        &routes,
        Room { width: 800, height: 600 },
        SPACING.line_gap,
        &fold.cuts(),
    );
    assert_eq!(kept.as_ref(), Some(&fold), "a little more room changes nothing");
    apply(&fold, &mut layout);
    let mut rows: Vec<f64> = layout.vertices.iter().map(|it| it.rect.y).collect();
    assert!(rows.is_sorted(), "{rows:?}");
    rows.dedup();
    assert!((3..=4).contains(&rows.len()), "{rows:?}");
    check(&diagram, &layout);
}

#[test]
fn rows_are_kept_whatever_else_would_be_better() {
    let shape = Shape { width: 180.0, height: 80.0, anchors: anchors(1, 1), ..Shape::default() };
    let lines = (0..8).map(|it| Line { from: (it, 1), to: (it + 1, 0), feedback: false });
    let mut diagram = Diagram { shapes: vec![shape; 9], lines: lines.collect() };
    diagram.shapes[1].width = 2000.0;
    let layout = lay(&diagram, &Previous::default());
    let boxes: Vec<Rect> = layout.vertices.iter().map(|it| it.rect).collect();
    let routes: Vec<&[Point]> = layout.edges.iter().map(Vec::as_slice).collect();
    let behind = |it: usize| (boxes[it].x + boxes[it].width, boxes[it + 1].x);
    let at = |places: &[(f64, f64)]| Fold::between(&boxes, &routes, SPACING.line_gap, places);
    let fold = at(&[behind(2), behind(5)]).expect("there are columns");
    let mut folded = layout.clone();
    apply(&fold, &mut folded);
    check(&diagram, &folded);
    let rows: Vec<f64> = folded.vertices.iter().map(|it| it.rect.y).collect();
    for row in rows.chunks(3) {
        assert!(row.iter().all(|it| *it == row[0]), "{rows:?}");
    }
    assert_eq!(at(&[]), None);
    assert_eq!(at(&[behind(5), behind(2)]), None);
    assert_eq!(at(&[(boxes[1].x, boxes[1].x + boxes[1].width)]), None, "in the middle of a box");
}
