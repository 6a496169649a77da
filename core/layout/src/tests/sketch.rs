//! Reads small graphs from a line of text, and draws layouts as text.

use crate::diagram::Spacing;
use crate::flat::{Drawn, Edge, Flat, LEFT, Port, RIGHT, Vertex};
use crate::job::at_once;
use crate::layered::{Layered, lanes_below};
use crate::watch::{Progress, Watch};
use crate::{
    Anchor, Diagram, Job, Layout, Line, Point, Previous, Rect, Settings, Shape, Side, acyclic,
    order, position, rank, route,
};

/// Returns a watch without an observer.
pub(crate) fn watch() -> Watch {
    Watch::new(1, Progress::default())
}

/// The width and height of one character.
const CELL: f64 = 10.0;

pub(crate) const SPACING: Spacing = Spacing {
    box_gap: 20.0,
    line_gap: 10.0,
    column_gap: 40.0,
    part_gap: 30.0,
    padding: 10.0,
    port_gap: 20.0,
};

/// Parses a graph from edges such as `a>b`; `a1>b0` names ports by their indices from the top, and
/// `!` behind an edge marks it as feedback.
pub(crate) fn flat(text: &str) -> (Flat, Vec<char>) {
    let mut names: Vec<char> = Vec::new();
    let mut ends: Vec<[(usize, usize); 2]> = Vec::new();
    let mut n_ports: Vec<[usize; 2]> = Vec::new();
    for edge in text.split_whitespace() {
        let mut sides = edge.trim_end_matches('!').split('>').enumerate().map(|(at, end)| {
            let name = end.chars().next().unwrap();
            let vertex = names.iter().position(|&it| it == name).unwrap_or_else(|| {
                names.push(name);
                n_ports.push([0, 0]);
                names.len() - 1
            });
            let port: usize = end.trim_start_matches(name).parse().unwrap_or(0);
            let n = &mut n_ports[vertex][if at == 0 { RIGHT } else { LEFT }];
            *n = (*n).max(port + 1);
            (vertex, port)
        });
        let from = sides.next().unwrap();
        if let Some(to) = sides.next() {
            ends.push([from, to]);
        }
    }
    let mut res = Flat { outermost: true, ..Flat::default() };
    let mut first_port = Vec::new();
    for (vertex, n) in n_ports.iter().enumerate() {
        let height = 20.0 * n[0].max(n[1]).max(1) as f64 + 10.0;
        res.vertices.push(Vertex { width: 50.0, height, ..Vertex::default() });
        let mut first = [0, 0];
        for side in [LEFT, RIGHT] {
            first[side] = res.ports.len();
            for it in 0..n[side] {
                res.ports.push(Port { vertex, side, y: 10.0 + 20.0 * it as f64 });
            }
        }
        first_port.push(first);
    }
    let feedback: Vec<bool> = text.split_whitespace().map(|it| it.ends_with('!')).collect();
    for (idx, [from, to]) in ends.into_iter().enumerate() {
        res.edges.push(Edge {
            from: first_port[from.0][RIGHT] + from.1,
            to: first_port[to.0][LEFT] + to.1,
            feedback: feedback[idx],
            previous: Vec::new(),
        });
    }
    (res, names)
}

/// Renders the reversed edges.
pub(super) fn reversed(text: &str) -> String {
    let (flat, _) = flat(text);
    let reversed = at_once(acyclic::reversed(&flat, &mut watch()));
    let edges = text.split_whitespace().zip(reversed);
    edges.filter(|it| it.1).map(|it| it.0).collect::<Vec<_>>().join(" ")
}

/// Renders the vertices by rank.
pub(super) fn ranks(text: &str) -> String {
    let (flat, names) = flat(text);
    let reversed = at_once(acyclic::reversed(&flat, &mut watch()));
    let ranks = at_once(rank::ranks(&flat, &reversed, &mut watch()));
    let most = ranks.iter().max().map_or(0, |it| it + 1);
    let in_rank = |rank: usize| -> String {
        names.iter().zip(&ranks).filter(|it| *it.1 == rank).map(|it| *it.0).collect()
    };
    (0..most).map(in_rank).collect::<Vec<_>>().join(" | ")
}

/// Renders the layers from top to bottom, dummies as dots.
pub(super) fn orders(text: &str, free_order: bool) -> String {
    let (mut flat, names) = flat(text);
    for it in &mut flat.vertices {
        it.free_order = free_order;
    }
    let graph = ordered(&flat);
    let name = |it: &usize| names.get(*it).copied().unwrap_or('.');
    let layers = graph.layers.iter().map(|it| it.iter().map(name).collect::<String>());
    layers.collect::<Vec<_>>().join(" | ")
}

fn ordered(flat: &Flat) -> Layered {
    let reversed = at_once(acyclic::reversed(flat, &mut watch()));
    let ranks = at_once(rank::ranks(flat, &reversed, &mut watch()));
    let (below, gap) = (lanes_below(flat), SPACING.line_gap);
    let mut graph = at_once(Layered::new(flat, &reversed, &ranks, &below, gap, &mut watch()));
    let orders = at_once(order::orders(&graph, flat, 1, &mut watch()));
    orders.into_iter().next().unwrap().apply(&mut graph, flat);
    graph
}

/// Renders a drawing made by all phases.
pub(super) fn picture(text: &str) -> String {
    let (flat, names) = flat(text);
    let graph = ordered(&flat);
    let ys = at_once(position::heights(&graph, &flat, &SPACING, &mut watch()));
    let drawn = at_once(route::route(&graph, &flat, ys, &SPACING, &mut watch()));
    draw_flat(&flat, &names, &drawn)
}

/// Renders a whole diagram. Groups are given in the form `G:ab H:Gc`: the shapes behind the colon
/// lie in the group. Groups have capital letters as names, and their frames are drawn with them.
pub(super) fn whole(groups: &str, edges: &str) -> String {
    let (names, diagram) = diagram(groups, edges);
    drawing(&names, &lay(diagram, Previous::default()))
}

/// Renders a changed diagram, laid out near the layout of `before`.
pub(super) fn changed(before: &str, after: &str) -> String {
    let (old_names, old) = diagram("", before);
    let drawn = lay(old.clone(), Previous::default());
    let (names, diagram) = diagram("", after);
    let place = |name: &char| old_names.iter().position(|it| it == name);
    let same = |it: (usize, usize)| place(&names[it.0]).map(|at| (at, it.1));
    let route = |it: &Line| {
        let (from, to) = (same(it.from), same(it.to));
        let at = old.lines.iter().position(|it| Some(it.from) == from && Some(it.to) == to);
        at.map(|it| drawn.edges[it].clone()).unwrap_or_default()
    };
    let previous = Previous {
        boxes: names.iter().map(|it| place(it).map(|at| drawn.vertices[at].rect)).collect(),
        routes: diagram.lines.iter().map(route).collect(),
        ..Previous::default()
    };
    drawing(&names, &lay(diagram, previous))
}

/// Lays out a diagram with the distances of the drawings.
pub(super) fn lay(diagram: Diagram, previous: Previous) -> Layout {
    Job::new(diagram, Settings { spacing: SPACING, previous }).finish()
}

fn diagram(groups: &str, edges: &str) -> (Vec<char>, Diagram) {
    let (flat, mut names) = flat(edges);
    let shape = |it: &Vertex| Shape { width: it.width, height: it.height, ..Shape::default() };
    let mut res = Diagram { shapes: flat.vertices.iter().map(shape).collect(), lines: Vec::new() };
    let mut anchor_of: Vec<(usize, usize)> = Vec::new();
    for it in &flat.ports {
        let anchors = &mut res.shapes[it.vertex].anchors;
        anchor_of.push((it.vertex, anchors.len()));
        let side = if it.side == LEFT { Side::Left } else { Side::Right };
        anchors.push(Anchor { side, y: it.y });
    }
    for it in &flat.edges {
        let (from, to) = (anchor_of[it.from], anchor_of[it.to]);
        res.lines.push(Line { from, to, feedback: it.feedback });
    }
    for group in groups.split_whitespace() {
        names.extend(group.chars().next());
        res.shapes.push(Shape::default());
    }
    for (at, group) in groups.split_whitespace().enumerate() {
        for inner in group.chars().skip(2) {
            let inner = names.iter().position(|&it| it == inner).unwrap();
            res.shapes[inner].parent = Some(flat.vertices.len() + at);
        }
    }
    (names, res)
}

fn drawing(names: &[char], layout: &Layout) -> String {
    let boxes: Vec<(char, Rect)> =
        names.iter().zip(&layout.vertices).map(|(&name, it)| (name, it.rect)).collect();
    draw(&boxes, &layout.edges, layout.width, layout.height)
}

fn draw_flat(flat: &Flat, names: &[char], drawn: &Drawn) -> String {
    let boxes = flat.vertices.iter().zip(&drawn.corners).zip(names);
    let boxes = boxes.map(|((&Vertex { width, height, .. }, &Point { x, y }), &name)| {
        (name, Rect { x, y, width, height })
    });
    draw(&boxes.collect::<Vec<_>>(), &drawn.routes, drawn.width, drawn.height)
}

fn draw(boxes: &[(char, Rect)], routes: &[Vec<Point>], width: f64, height: f64) -> String {
    let cell = |it: f64| (it / CELL).round() as usize;
    let mut rows = vec![vec![' '; cell(width) + 2]; cell(height) + 2];
    for &(name, it) in boxes.iter().filter(|it| it.0.is_uppercase()) {
        let (left, right) = (cell(it.x), cell(it.x + it.width));
        let (top, bottom) = (cell(it.y), cell(it.y + it.height) - 1);
        rows[top][left..=right].fill(name);
        rows[bottom][left..=right].fill(name);
        for row in &mut rows[top..bottom] {
            (row[left], row[right]) = (name, name);
        }
    }
    for route in routes {
        for pair in route.windows(2) {
            stretch(&mut rows, pair[0], pair[1], &cell);
        }
        for corner in &route[1..route.len() - 1] {
            rows[cell(corner.y)][cell(corner.x)] = '+';
        }
    }
    for &(name, it) in boxes.iter().filter(|it| !it.0.is_uppercase()) {
        for row in &mut rows[cell(it.y)..cell(it.y + it.height)] {
            row[cell(it.x)..=cell(it.x + it.width)].fill(name);
        }
    }
    let lines = rows.iter().map(|it| it.iter().collect::<String>().trim_end().to_owned());
    let lines: Vec<String> = lines.collect();
    // Expectations do not contain the indentation that all lines share.
    let indent = |it: &String| it.len() - it.trim_start().len();
    let least = lines.iter().filter(|it| !it.is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|it| it.get(least..).unwrap_or("")).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn stretch(rows: &mut [Vec<char>], a: Point, b: Point, cell: &dyn Fn(f64) -> usize) {
    let (left, right) = (cell(a.x.min(b.x)), cell(a.x.max(b.x)));
    let (top, bottom) = (cell(a.y.min(b.y)), cell(a.y.max(b.y)));
    for row in &mut rows[top..=bottom] {
        for it in &mut row[left..=right] {
            let line = if top == bottom { '-' } else { '|' };
            *it = match *it {
                ' ' => line,
                other if other == line => line,
                // The border of a group shows where a line crosses it.
                other if other.is_uppercase() && line == '-' => line,
                _ => '+',
            };
        }
    }
}
