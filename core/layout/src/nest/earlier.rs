//! What a group takes over from the earlier layout: places of ports, and the stretches of routes.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::model::{Hop, Nest, NestPort};
use crate::Point;
use crate::flat::{LEFT, RIGHT};
use crate::previous::height_at;
use bobbin_sorting::Sorting as _;

/// The greatest difference of two places that count as equal.
const SAME: f64 = 0.01;

/// Returns the earlier places of all ports: those that the earlier layout tells, and those where lines
/// met or crossed the borders of shapes.
pub(super) fn ports(nest: &Nest<'_>) -> Vec<Option<Point>> {
    let mut res = vec![None; nest.ports.len()];
    if nest.settings.previous.boxes.iter().all(Option::is_none) {
        return res;
    }
    for (shape, ports) in nest.ports_of.iter().enumerate() {
        let Some(rect) = nest.previous_box(shape) else { continue };
        let told = nest.settings.previous.ports.get(shape).map_or(&[][..], Vec::as_slice);
        let is_fixed = !nest.is_group(shape) && !nest.has_free_order(shape);
        for (at, &port) in ports.iter().enumerate() {
            let NestPort { side, y, .. } = nest.ports[port];
            let x = if side == RIGHT { rect.x + rect.width } else { rect.x };
            let fixed = is_fixed.then_some(Point { x, y: rect.y + y });
            res[port] = told.get(at).copied().flatten().or(fixed);
        }
    }
    for (line, hops) in nest.hops_of_line.iter().enumerate() {
        let Some(route) = nest.settings.previous.routes.get(line) else { continue };
        for port in hops.iter().map(|&it| nest.hops[it]).flat_map(|it| [it.from, it.to]) {
            let NestPort { shape, side, .. } = nest.ports[port];
            if let Some(rect) = nest.previous_box(shape)
                && res[port].is_none()
            {
                let x = if side == LEFT { rect.x } else { rect.x + rect.width };
                res[port] = height_at(route, x, Some(rect)).map(|y| Point { x, y });
            }
        }
    }
    res
}

/// Lets the ports of a shape that could be permuted stay in their earlier order, unless a line is
/// new there. Ports without an earlier place take the heights that are left.
pub(super) fn keep_ports(nest: &mut Nest<'_>) {
    let mut is_new = vec![false; nest.ports.len()];
    for (line, hops) in nest.hops_of_line.iter().enumerate() {
        if nest.settings.previous.routes.get(line).is_none_or(Vec::is_empty) {
            for hop in hops.iter().map(|&it| nest.hops[it]) {
                (is_new[hop.from], is_new[hop.to]) = (true, true);
            }
        }
    }
    for shape in 0..nest.ports_of.len() {
        let Some(rect) = nest.previous_box(shape) else { continue };
        let own = &nest.ports_of[shape];
        if !nest.has_free_order(shape) || own.iter().any(|&it| is_new[it]) {
            continue;
        }
        for side in [LEFT, RIGHT] {
            for (port, y) in in_earlier_order(nest, shape, side, rect.y) {
                nest.ports[port].y = y;
            }
        }
        nest.keeps_ports[shape] = true;
    }
}

/// Returns the ports on a side of a shape with the heights that they have if they are permuted as
/// they were when the shape's top was at `top`.
fn in_earlier_order(nest: &Nest<'_>, shape: usize, side: usize, top: f64) -> Vec<(usize, f64)> {
    let own = || nest.ports_of[shape].iter().copied().filter(|&it| nest.ports[it].side == side);
    let mut heights: Vec<f64> = own().map(|it| nest.ports[it].y).collect();
    heights.order_by(f64::total_cmp);
    let mut is_taken = vec![false; heights.len()];
    let (mut res, mut others) = (Vec::with_capacity(heights.len()), Vec::new());
    for port in own() {
        let found = nest.earlier_ports[port].and_then(|place| {
            let y = place.y - top;
            let at = heights.partition_point(|&it| it < y - SAME);
            let is_same = heights.get(at).is_some_and(|it| it - y < SAME);
            (is_same && !std::mem::replace(&mut is_taken[at], true)).then(|| heights[at])
        });
        match found {
            Some(y) => res.push((port, y)),
            None => others.push(port),
        }
    }
    let left = heights.into_iter().zip(is_taken).filter(|it| !it.1).map(|it| it.0);
    res.extend(others.into_iter().zip(left));
    res
}

/// Returns the stretch of a line's earlier route that belongs to a hop; the whole route if it is not
/// known where the hop begins and ends.
pub(super) fn route(nest: &Nest<'_>, hop: &Hop) -> Vec<Point> {
    let Some(route) = nest.settings.previous.routes.get(hop.line) else { return Vec::new() };
    let ends = nest.earlier_ports[hop.from].zip(nest.earlier_ports[hop.to]);
    ends.and_then(|(from, to)| stretch(route, from, to)).unwrap_or_else(|| route.clone())
}

/// Returns the corners of a route from one of its points to a later one.
fn stretch(route: &[Point], from: Point, to: Point) -> Option<Vec<Point>> {
    let first = (1..route.len()).find(|&it| is_between(from, route[it - 1], route[it]))?;
    let last = (first..route.len()).find(|&it| is_between(to, route[it - 1], route[it]))?;
    let mut res = vec![from];
    res.extend(&route[first..last]);
    res.push(to);
    res.dedup();
    Some(res)
}

fn is_between(point: Point, a: Point, b: Point) -> bool {
    let within = |it: f64, a: f64, b: f64| a.min(b) - SAME <= it && it <= a.max(b) + SAME;
    within(point.x, a.x, b.x) && within(point.y, a.y, b.y)
}
