//! Components: each is laid out on its own, and they are packed into rows, the next one into the
//! same row while it fits (the shelves of Coffman, Garey, Johnson and Tarjan, *Performance bounds
//! for level-oriented two-dimensional packing algorithms*, 1980).

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::diagram::Spacing;
use super::flat::{Drawn, Edge, Flat, Port, Role, Vertex};
use super::layered::{Layered, lanes_below};
use super::watch::Watch;
use super::{Point, acyclic, count, order, position, rank, route};
use bobbin_sorting::Sorting as _;

/// The aimed ratio of width to height of the drawing.
const ASPECT: f64 = 1.6;

/// The approximate number of vertices in all orders that are drawn, to keep the best drawing, and
/// the most orders.
const VERTICES_TO_DRAW: usize = 500;
const MOST_DRAWINGS: usize = 8;
/// The most vertices that are ordered again to try lanes on the other side of their vertices.
const VERTICES_TO_ORDER: usize = 160;

/// A component, with the indices of its vertices, ports and edges in the whole graph.
struct Part {
    flat: Flat,
    vertices: Vec<usize>,
    ports: Vec<usize>,
    edges: Vec<usize>,
}

/// Draws a graph: each component by all phases, then side by side.
pub(super) async fn draw(flat: &Flat, spacing: &Spacing, watch: &mut Watch) -> Drawn {
    // The steps of one pass over everything.
    let all = 8 * (flat.vertices.len() + flat.ports.len() + flat.edges.len());
    watch.step(all).await;
    let parts = split(flat);
    watch.step(2 * all).await;
    let mut drawn = Vec::with_capacity(parts.len());
    for part in &parts {
        watch.begin(part.flat.vertices.iter().filter(|it| it.role == Role::Box).count()).await;
        drawn.push(draw_part(&part.flat, spacing, watch).await);
    }
    watch.begin(0).await;
    let corners = if flat.has_previous() {
        keep_places(&parts, &drawn, spacing)
    } else {
        pack(&parts, &drawn, spacing)
    };
    watch.step(2 * all).await;
    merge(flat, &parts, drawn, &corners)
}

/// Runs the phases in their order; each ends at a share of the time as measured in a large graph.
async fn draw_part(flat: &Flat, spacing: &Spacing, watch: &mut Watch) -> Drawn {
    watch.phase(0.03).await;
    let reversed = acyclic::reversed(flat, watch).await;
    watch.phase(0.12).await;
    let ranks = rank::ranks(flat, &reversed, watch).await;
    let mut below = lanes_below(flat);
    let line_gap = spacing.line_gap;
    let mut graph = Layered::new(flat, &reversed, &ranks, &below, line_gap, watch).await;
    watch.phase(0.75).await;
    let n_orders = (VERTICES_TO_DRAW / flat.vertices.len().max(1)).min(MOST_DRAWINGS);
    let mut orders = order::orders(&graph, flat, n_orders, watch).await.into_iter();
    let Some(order) = orders.next() else { return Drawn::default() };
    order.apply(&mut graph, flat);
    let mut best = draw_ordered(&graph, flat, spacing, watch).await;
    if orders.len() == 0 && n_orders < 2 {
        return best;
    }
    // Crossings are counted in the drawing, which includes those where lines turn around.
    let mut n_best = count::crossings(&best.routes);
    let mut least = price(&best, n_best);
    for order in orders {
        order.apply(&mut graph, flat);
        let drawn = draw_ordered(&graph, flat, spacing, &mut Watch::aside()).await;
        let n_crossings = count::crossings(&drawn.routes);
        let price = price(&drawn, n_crossings);
        if price < least {
            (best, n_best, least) = (drawn, n_crossings, price);
        }
    }
    if flat.has_previous() {
        return best;
    }
    let n_tries = VERTICES_TO_ORDER / flat.vertices.len().max(1);
    let turning: Vec<usize> = (0..reversed.len()).filter(|&it| reversed[it]).collect();
    for edge in turning.into_iter().take(n_tries) {
        if n_best == 0 {
            break;
        }
        below[edge] = !below[edge];
        let aside = &mut Watch::aside();
        let mut graph = Layered::new(flat, &reversed, &ranks, &below, line_gap, aside).await;
        let mut found = None;
        for order in order::orders(&graph, flat, n_orders, &mut Watch::aside()).await {
            order.apply(&mut graph, flat);
            let drawn = draw_ordered(&graph, flat, spacing, &mut Watch::aside()).await;
            let n_crossings = count::crossings(&drawn.routes);
            let price = price(&drawn, n_crossings);
            if price < least {
                (n_best, least) = (n_crossings, price);
                found = Some(drawn);
            }
        }
        match found {
            Some(drawn) => best = drawn,
            None => below[edge] = !below[edge],
        }
    }
    best
}

/// The number of vertices from which on area weighs more.
const MANY: usize = 60;

/// Returns the price by which drawings are compared: one crossing in a hundred weighs as much as
/// four per cent of the area, or as one per cent in a drawing of many vertices.
fn price(drawn: &Drawn, n_crossings: usize) -> f64 {
    let crossings = n_crossings as f64 + 5.0;
    // Products are the same on every machine; powers of the standard library need not be.
    let square = crossings * crossings;
    let weight = if drawn.corners.len() < MANY { square * square } else { crossings };
    weight * drawn.width * drawn.height
}

/// Runs the phases that follow the order.
async fn draw_ordered(graph: &Layered, flat: &Flat, spacing: &Spacing, watch: &mut Watch) -> Drawn {
    watch.phase(0.92).await;
    let heights = position::heights(graph, flat, spacing, watch).await;
    watch.phase(1.0).await;
    route::route(graph, flat, heights, spacing, watch).await
}

/// Splits a graph into components, in the order of their first vertices. Vertices that are joined
/// with the border of the enclosing group count as connected by it.
fn split(flat: &Flat) -> Vec<Part> {
    let n = flat.vertices.len();
    let mut root: Vec<usize> = (0..n).collect();
    for edge in 0..flat.edges.len() {
        let (from, to) = flat.ends(edge);
        join(&mut root, from, to);
    }
    let border: Vec<usize> = (0..n).filter(|&it| flat.vertices[it].role != Role::Box).collect();
    for pair in border.windows(2) {
        join(&mut root, pair[0], pair[1]);
    }
    let mut part_of = vec![0; n];
    let mut place = vec![0; n];
    let mut res: Vec<Part> = Vec::new();
    for it in 0..n {
        let first = find(&mut root, it);
        part_of[it] = if first == it { res.len() } else { part_of[first] };
        if first == it {
            let (vertices, ports, edges) = (Vec::new(), Vec::new(), Vec::new());
            let Flat { outermost, bounds, .. } = *flat;
            let flat = Flat { outermost, bounds, ..Flat::default() };
            res.push(Part { flat, vertices, ports, edges });
        }
        let part = &mut res[part_of[it]];
        place[it] = part.vertices.len();
        part.vertices.push(it);
        part.flat.vertices.push(flat.vertices[it]);
    }
    let mut port_place = vec![0; flat.ports.len()];
    for (it, port) in flat.ports.iter().enumerate() {
        let part = &mut res[part_of[port.vertex]];
        port_place[it] = part.ports.len();
        part.ports.push(it);
        part.flat.ports.push(Port { vertex: place[port.vertex], ..*port });
    }
    for (it, edge) in flat.edges.iter().enumerate() {
        let part = &mut res[part_of[flat.ends(it).0]];
        part.edges.push(it);
        let (from, to) = (port_place[edge.from], port_place[edge.to]);
        part.flat.edges.push(Edge { from, to, ..edge.clone() });
    }
    res
}

fn find(root: &mut [usize], mut it: usize) -> usize {
    while root[it] != it {
        root[it] = root[root[it]];
        it = root[it];
    }
    it
}

fn join(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(root, a), find(root, b));
    root[a.max(b)] = a.min(b);
}

/// Returns the top left corner of each component: in rows, those with edges first.
fn pack(parts: &[Part], drawn: &[Drawn], spacing: &Spacing) -> Vec<Point> {
    let gap = spacing.part_gap;
    let area: f64 = drawn.iter().map(|it| (it.width + gap) * (it.height + gap)).sum();
    let widest = drawn.iter().map(|it| it.width).fold(0.0, f64::max);
    let row_width = (area * ASPECT).sqrt().max(widest);
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.order_by_key(|&it| (!on_border(&parts[it]), parts[it].edges.is_empty()));
    let mut res = vec![Point::default(); parts.len()];
    let (mut at, mut row_height) = (Point::default(), 0.0_f64);
    for it in order {
        let Drawn { width, height, .. } = drawn[it];
        if at.x > 0.0 && at.x + width > row_width {
            at = Point { x: 0.0, y: at.y + row_height + gap };
            row_height = 0.0;
        }
        res[it] = at;
        row_height = row_height.max(height);
        // Nothing stands between a component and the border that it is joined with.
        at.x += if on_border(&parts[it]) { f64::MAX / 4.0 } else { width + gap };
    }
    res
}

fn on_border(part: &Part) -> bool {
    part.flat.vertices.iter().any(|it| it.role != Role::Box)
}

/// Returns the top left corner of each component: its earlier place, or one below those in its way;
/// new components stand below everything.
fn keep_places(parts: &[Part], drawn: &[Drawn], spacing: &Spacing) -> Vec<Point> {
    let gap = spacing.part_gap;
    let mut wishes: Vec<(usize, Option<Point>)> =
        (0..parts.len()).map(|it| (it, earlier_corner(&parts[it].flat, &drawn[it]))).collect();
    let border = |it: usize| on_border(&parts[it]);
    wishes.order_by_key(|it| (!border(it.0), it.1.is_none()));
    // A component on the border of a group starts there.
    let origin = wishes.first().filter(|it| border(it.0)).and_then(|it| it.1).unwrap_or_default();
    let mut res = vec![Point::default(); parts.len()];
    let mut placed: Vec<(Point, Point)> = Vec::new();
    let mut bottom = 0.0_f64;
    for (it, wish) in wishes {
        let Drawn { width, height, .. } = drawn[it];
        let mut at = match wish {
            Some(wish) => Point { x: wish.x - origin.x, y: wish.y - origin.y },
            None => Point { x: 0.0, y: if bottom > 0.0 { bottom + gap } else { 0.0 } },
        };
        // Components may come closer to each other than packing puts them, before one gives way.
        let near = gap / 2.0;
        while let Some(other) = placed.iter().find(|other| {
            at.x < other.1.x + near
                && at.x + width + near > other.0.x
                && at.y < other.1.y + near
                && at.y + height + near > other.0.y
        }) {
            at.y = other.1.y + gap;
        }
        placed.push((at, Point { x: at.x + width, y: at.y + height }));
        bottom = bottom.max(at.y + height);
        res[it] = at;
    }
    res
}

/// Returns the corner of a component that leaves most of its vertices where they were.
fn earlier_corner(flat: &Flat, drawn: &Drawn) -> Option<Point> {
    let median = |mut list: Vec<f64>| {
        list.order_by(f64::total_cmp);
        list.get(list.len() / 2).copied()
    };
    let both = || flat.vertices.iter().zip(&drawn.corners);
    // Exits go where the border goes.
    let stays = |it: &Vertex| it.role != Role::Exit;
    let moved = |(it, at): (&Vertex, &Point)| Some(it.previous.filter(|_| stays(it))?.x - at.x);
    let x = median(both().filter_map(moved).collect())?;
    let y = median(both().filter_map(|(it, at)| Some(it.previous?.y - at.y)).collect())?;
    Some(Point { x: x.round(), y: y.round() })
}

/// The most space that may stay empty at the left and the top, where something has gone, before
/// everything moves.
const MOST_EMPTY: f64 = 240.0;

/// Merges all components into one drawing, with its top left corner at 0, 0.
fn merge(flat: &Flat, parts: &[Part], drawn: Vec<Drawn>, corners: &[Point]) -> Drawn {
    let least = |of: fn(&Point) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
    let keeps_place = flat.outermost && flat.has_previous();
    let shift = |least: f64| {
        if keeps_place && (0.0..MOST_EMPTY).contains(&least) { 0.0 } else { least }
    };
    let (left, top) = (shift(least(|it| it.x)), shift(least(|it| it.y)));
    let mut res = Drawn {
        corners: vec![Point::default(); flat.vertices.len()],
        port_ys: vec![0.0; flat.ports.len()],
        routes: vec![Vec::new(); flat.edges.len()],
        ..Drawn::default()
    };
    for ((part, drawn), corner) in parts.iter().zip(drawn).zip(corners) {
        let (x, y) = (corner.x - left, corner.y - top);
        let place = |it: Point| Point { x: it.x + x, y: it.y + y };
        for (&it, &corner) in part.vertices.iter().zip(&drawn.corners) {
            res.corners[it] = place(corner);
        }
        for (&it, y) in part.ports.iter().zip(drawn.port_ys) {
            res.port_ys[it] = y;
        }
        for (&it, route) in part.edges.iter().zip(drawn.routes) {
            res.routes[it] = route.into_iter().map(place).collect();
        }
        res.width = res.width.max(x + drawn.width);
        res.height = res.height.max(y + drawn.height);
    }
    reach_border(flat, &mut res);
    res
}

/// Moves exits to the right border of the whole drawing.
fn reach_border(flat: &Flat, drawn: &mut Drawn) {
    for (it, corner) in flat.vertices.iter().zip(&mut drawn.corners) {
        if it.role == Role::Exit {
            corner.x = drawn.width;
        }
    }
    for (edge, route) in drawn.routes.iter_mut().enumerate() {
        let (_, to) = flat.ends(edge);
        if let Some(last) = route.last_mut()
            && flat.vertices[to].role == Role::Exit
        {
            last.x = drawn.width;
        }
    }
}
