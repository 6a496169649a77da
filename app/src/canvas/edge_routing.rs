//! Routing around vertices, for edges that the layout did not route: horizontal and vertical
//! segments that cross no vertex, short and with few bends. The candidates run along the sides of
//! the vertices, a little away from them; A* finds the best (Hart, Nilsson and Raphael, 1968).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bobbin_protocol::{Point, Rect};
use bobbin_sorting::Sorting as _;

use super::rects::{contains, overlap};

/// The length of the straight piece at a port, before an edge turns.
pub const STUB: f64 = 18.0;
/// A bend is worth a way of this length.
const BEND: f64 = 60.0;
/// The distance to a vertex below which a line counts as crossing it.
const LEAST_GAP: f64 = 2.0;
/// The distances around both ends in which a route is searched, one after the other.
const REACHES: [f64; 3] = [100.0, 400.0, 2000.0];
/// The number of candidate lines in each direction: a line shall be there at once.
const MAX_WAYS: usize = 64;
/// The number of crossings that are looked at, for the same reason.
const MAX_STEPS: usize = 4000;

/// The four ways to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Heading {
    Right,
    Left,
    Down,
    Up,
}

impl Heading {
    const ALL: [Heading; 4] = [Heading::Right, Heading::Left, Heading::Down, Heading::Up];

    fn is_back(self, other: Heading) -> bool {
        matches!(
            (self, other),
            (Heading::Right, Heading::Left)
                | (Heading::Left, Heading::Right)
                | (Heading::Down, Heading::Up)
                | (Heading::Up, Heading::Down)
        )
    }
}

/// Finds a line from an output at `from` to an input at `to` that crosses none of `boxes`, `gap`
/// away from them; `None` if there is none in reach.
#[must_use]
pub fn detour(from: Point, to: Point, boxes: &[Rect], gap: f64) -> Option<Vec<Point>> {
    let (start, end) = (Point { x: from.x + STUB, ..from }, Point { x: to.x - STUB, ..to });
    REACHES.into_iter().find_map(|reach| {
        let region = Rect {
            x: start.x.min(end.x) - reach,
            y: start.y.min(end.y) - reach,
            width: (start.x - end.x).abs() + 2.0 * reach,
            height: (start.y - end.y).abs() + 2.0 * reach,
        };
        // What an end lies in cannot be kept clear of.
        let is_hindrance = |it: &&Rect| {
            overlap(**it, region) && !contains(**it, start, 0.0) && !contains(**it, end, 0.0)
        };
        let boxes: Vec<Rect> = boxes.iter().filter(is_hindrance).copied().collect();
        let within = |it: &f64, low: f64, size: f64| *it >= low && *it <= low + size;
        let xs = boxes.iter().flat_map(|it| [it.x - gap, it.x + it.width + gap]);
        let xs = xs.filter(|it| within(it, region.x, region.width));
        let ys = boxes.iter().flat_map(|it| [it.y - gap, it.y + it.height + gap]);
        let ys = ys.filter(|it| within(it, region.y, region.height));
        let middle = Point { x: (start.x + end.x) / 2.0, y: (start.y + end.y) / 2.0 };
        let grid = Grid {
            xs: ways(xs, [start.x, end.x, middle.x]),
            ys: ways(ys, [start.y, end.y, middle.y]),
            boxes,
        };
        let corners = grid.search(start, end)?;
        Some(joined(from, corners, to))
    })
}

/// Sorts and deduplicates lines; of too many it keeps those nearest to `ends`, which are all among
/// them.
fn ways(all: impl Iterator<Item = f64>, ends: [f64; 3]) -> Vec<f64> {
    let mut all: Vec<f64> = all.collect();
    let distance = |it: &f64| ends.iter().map(|end| (end - it).abs()).fold(f64::MAX, f64::min);
    all.order_by(|a, b| distance(a).total_cmp(&distance(b)));
    all.truncate(MAX_WAYS);
    all.extend(ends);
    all.order_by(f64::total_cmp);
    all.dedup();
    all
}

/// The ways that a line can take.
struct Grid {
    xs: Vec<f64>,
    ys: Vec<f64>,
    boxes: Vec<Rect>,
}

/// A crossing of two ways, come to by a heading.
type State = (usize, usize, Heading);

impl Grid {
    fn point(&self, (x, y): (usize, usize)) -> Option<Point> {
        Some(Point { x: *self.xs.get(x)?, y: *self.ys.get(y)? })
    }

    fn place(&self, at: Point) -> Option<(usize, usize)> {
        let find = |all: &[f64], it: f64| all.binary_search_by(|other| other.total_cmp(&it)).ok();
        Some((find(&self.xs, at.x)?, find(&self.ys, at.y)?))
    }

    fn is_free(&self, a: Point, b: Point) -> bool {
        let piece = Rect {
            x: a.x.min(b.x),
            y: a.y.min(b.y),
            width: (a.x - b.x).abs(),
            height: (a.y - b.y).abs(),
        };
        !self.boxes.iter().any(|it| crosses(*it, piece))
    }

    fn index(&self, (x, y, heading): State) -> usize {
        (y * self.xs.len() + x) * 4 + heading as usize
    }

    /// Returns the crossings of the best line that comes to `start` and goes on from `end` to the
    /// right.
    fn search(&self, start: Point, end: Point) -> Option<Vec<Point>> {
        let (first, last) = (self.place(start)?, self.place(end)?);
        let n_states = self.xs.len() * self.ys.len() * 4;
        let mut costs = vec![f64::INFINITY; n_states];
        let mut before: Vec<Option<State>> = vec![None; n_states];
        let rest = |at: Point| (at.x - end.x).abs() + (at.y - end.y).abs();
        // Lengths in tenths of a unit: whole numbers have an order.
        let rank = |cost: f64| Reverse((cost * 10.0) as u64);
        let mut open = BinaryHeap::new();
        let begin = (first.0, first.1, Heading::Right);
        *costs.get_mut(self.index(begin))? = 0.0;
        open.push((rank(rest(start)), begin));
        for _ in 0..MAX_STEPS {
            let (came_at, state) = open.pop()?;
            let (x, y, heading) = state;
            if (x, y) == last {
                return self.trace(&before, state);
            }
            let (here, cost) = (self.point((x, y))?, *costs.get(self.index(state))?);
            if came_at < rank(cost + rest(here)) {
                // A better way came here since.
                continue;
            }
            for next_heading in Heading::ALL {
                if heading.is_back(next_heading) {
                    continue;
                }
                let Some(next) = self.neighbour((x, y), next_heading) else { continue };
                let Some(there) = self.point(next) else { continue };
                if !self.is_free(here, there) {
                    continue;
                }
                let is_end = next == last;
                if is_end && next_heading == Heading::Left {
                    continue;
                }
                let turns_at_end = is_end && next_heading != Heading::Right;
                let n_bends = u8::from(next_heading != heading) + u8::from(turns_at_end);
                let bend = f64::from(n_bends) * BEND;
                let length = (there.x - here.x).abs() + (there.y - here.y).abs();
                let next = (next.0, next.1, next_heading);
                let at = self.index(next);
                let is_better = costs.get(at).is_some_and(|it| cost + length + bend < *it);
                if is_better {
                    *costs.get_mut(at)? = cost + length + bend;
                    *before.get_mut(at)? = Some(state);
                    open.push((rank(cost + length + bend + rest(there)), next));
                }
            }
        }
        None
    }

    fn neighbour(&self, (x, y): (usize, usize), heading: Heading) -> Option<(usize, usize)> {
        match heading {
            Heading::Right => (x + 1 < self.xs.len()).then(|| (x + 1, y)),
            Heading::Left => Some((x.checked_sub(1)?, y)),
            Heading::Down => (y + 1 < self.ys.len()).then(|| (x, y + 1)),
            Heading::Up => Some((x, y.checked_sub(1)?)),
        }
    }

    fn trace(&self, before: &[Option<State>], last: State) -> Option<Vec<Point>> {
        let back = std::iter::successors(Some(last), |it| *before.get(self.index(*it))?);
        let mut points: Vec<Point> =
            back.map(|(x, y, _)| self.point((x, y))).collect::<Option<_>>()?;
        points.reverse();
        Some(points)
    }
}

/// Keeps the corners alone.
fn joined(from: Point, way: Vec<Point>, to: Point) -> Vec<Point> {
    let mut points: Vec<Point> = vec![from];
    for at in way.into_iter().chain([to]) {
        if let [.., before, last] = points.as_slice() {
            let is_straight =
                (before.x == last.x && last.x == at.x) || (before.y == last.y && last.y == at.y);
            if is_straight {
                points.pop();
            }
        }
        if points.last() != Some(&at) {
            points.push(at);
        }
    }
    points
}

fn crosses(rect: Rect, piece: Rect) -> bool {
    piece.x < rect.x + rect.width + LEAST_GAP
        && rect.x - LEAST_GAP < piece.x + piece.width
        && piece.y < rect.y + rect.height + LEAST_GAP
        && rect.y - LEAST_GAP < piece.y + piece.height
}

/// Returns true if a line runs through a rectangle.
#[must_use]
pub fn runs_through(points: &[Point], rect: Rect) -> bool {
    points.iter().zip(points.iter().skip(1)).any(|(a, b)| {
        let piece = Rect {
            x: a.x.min(b.x),
            y: a.y.min(b.y),
            width: (a.x - b.x).abs(),
            height: (a.y - b.y).abs(),
        };
        crosses(rect, piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    fn rect(x: f64, y: f64) -> Rect {
        Rect { x, y, width: 100.0, height: 60.0 }
    }

    fn line(points: &[Point]) -> Vec<(f64, f64)> {
        points.iter().map(|it| (it.x, it.y)).collect()
    }

    #[test]
    fn a_free_way_has_as_few_bends_as_it_can() {
        for (from, to, n_corners) in [
            (at(100.0, 30.0), at(300.0, 30.0), 0),
            (at(100.0, 30.0), at(300.0, 90.0), 2),
            (at(100.0, 30.0), at(0.0, 300.0), 4),
        ] {
            let found = detour(from, to, &[], 12.0).unwrap();
            assert_eq!(found.len(), n_corners + 2, "{found:?}");
        }
    }

    #[test]
    fn a_box_in_the_way_is_gone_round() {
        let boxes = [rect(0.0, 0.0), rect(200.0, 0.0), rect(400.0, 0.0)];
        let found = detour(at(100.0, 30.0), at(400.0, 30.0), &boxes, 12.0).unwrap();
        assert!(boxes.iter().all(|it| !inside_of(&found, *it)), "{found:?}");
        assert_eq!(
            line(&found),
            [
                (100.0, 30.0),
                (188.0, 30.0),
                (188.0, 72.0),
                (382.0, 72.0),
                (382.0, 30.0),
                (400.0, 30.0)
            ]
        );
    }

    /// Returns true if a line, without the pieces at its own ports, runs through a rectangle.
    fn inside_of(points: &[Point], rect: Rect) -> bool {
        runs_through(points.get(1..points.len() - 1).unwrap_or_default(), rect)
    }

    #[test]
    fn a_line_back_goes_round_its_own_boxes() {
        let boxes = [rect(200.0, 0.0), rect(0.0, 20.0)];
        let found = detour(at(300.0, 30.0), at(0.0, 50.0), &boxes, 12.0).unwrap();
        assert!(boxes.iter().all(|it| !inside_of(&found, *it)), "{found:?}");
    }

    #[test]
    fn no_way_out_is_said() {
        // An end inside of four walls.
        let wall = |x, y, width, height| Rect { x, y, width, height };
        let walls = [
            wall(-5000.0, -5000.0, 10000.0, 4900.0),
            wall(-5000.0, 200.0, 10000.0, 4900.0),
            wall(-5000.0, -5000.0, 4900.0, 10000.0),
            wall(200.0, -5000.0, 4900.0, 10000.0),
        ];
        assert_eq!(detour(at(0.0, 0.0), at(9000.0, 0.0), &walls, 12.0), None);
    }

    #[test]
    fn lines_through_boxes_are_noticed() {
        let through = [at(0.0, 30.0), at(400.0, 30.0)];
        assert!(runs_through(&through, rect(100.0, 0.0)));
        assert!(!runs_through(&through, rect(100.0, 40.0)));
        assert!(!runs_through(&through, rect(500.0, 0.0)));
    }
}
