//! Walking over a graph with the arrow keys.

use bobbin_protocol::Rect;

use super::scene::Scene;

/// The direction of an arrow key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Along connections, with the data.
    Forward,
    /// Along connections, against the data.
    Back,
    /// To the vertex above.
    Up,
    /// To the vertex below.
    Down,
}

impl Direction {
    /// Returns the direction of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Direction> {
        Some(match key {
            "ArrowRight" => Direction::Forward,
            "ArrowLeft" => Direction::Back,
            "ArrowUp" => Direction::Up,
            "ArrowDown" => Direction::Down,
            _ => return None,
        })
    }
}

/// Returns the vertex to start at: the first in reading order.
#[must_use]
pub fn first(scene: &Scene) -> Option<usize> {
    let cards = scene.graph.vertices.iter().enumerate().filter(|it| !it.1.is_frame);
    cards
        .min_by(|(_, one), (_, other)| {
            (one.rect.x, one.rect.y)
                .partial_cmp(&(other.rect.x, other.rect.y))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
        .map(|(idx, _)| idx)
}

/// Returns the next vertex in a direction.
#[must_use]
pub fn step(scene: &Scene, from: usize, direction: Direction) -> Option<usize> {
    let here = middle(scene.graph.vertices.get(from)?.rect);
    let candidates: Vec<usize> = match direction {
        Direction::Forward | Direction::Back => {
            let edges = scene.edges_of(from).iter().filter_map(|it| scene.graph.edges.get(*it));
            edges
                .filter_map(|edge| {
                    let (source, sink) = (edge.from_vertex as usize, edge.to_vertex as usize);
                    match direction {
                        Direction::Forward => (source == from && sink != from).then_some(sink),
                        _ => (sink == from && source != from).then_some(source),
                    }
                })
                .collect()
        }
        Direction::Up | Direction::Down => (0..scene.graph.vertices.len())
            .filter(|it| *it != from && !scene.is_group(*it))
            .filter(|it| {
                let dy = scene.graph.vertices.get(*it).map_or(0.0, |it| middle(it.rect).1 - here.1);
                if direction == Direction::Up { dy < -1.0 } else { dy > 1.0 }
            })
            .collect(),
    };
    let cost = |idx: &usize| {
        let (x, y) = scene.graph.vertices.get(*idx).map_or((0.0, 0.0), |it| middle(it.rect));
        let (dx, dy) = ((x - here.0).abs(), (y - here.1).abs());
        match direction {
            // The connection that leads straightest on.
            Direction::Forward | Direction::Back => dy * 2.0 + dx,
            // Within the column first.
            Direction::Up | Direction::Down => dx * 3.0 + dy,
        }
    };
    candidates.into_iter().min_by(|one, other| cost(one).total_cmp(&cost(other)))
}

fn middle(rect: Rect) -> (f64, f64) {
    (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn arrows_walk_along_connections() {
        let scene = sample();
        for (from, direction, to) in [
            (0, Direction::Forward, Some(1)),
            (1, Direction::Forward, Some(2)),
            (2, Direction::Forward, None),
            (2, Direction::Back, Some(1)),
            (0, Direction::Back, None),
            (0, Direction::Down, Some(2)),
            (2, Direction::Up, Some(1)),
        ] {
            assert_eq!(step(&scene, from, direction), to, "{from} {direction:?}");
        }
        assert_eq!(first(&scene), Some(0));
    }
}
