//! The level of detail: only what is seen is drawn, and small vertices only as outlines.

use bobbin_protocol::{Point, Rect};

use super::rects::{bounds, overlap};
use super::scene::Scene;

/// The level of detail of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// An outline; thousands of them are one path.
    Box,
    /// An outline with the name.
    Title,
    /// All of it.
    Full,
}

impl Detail {
    /// Returns the detail that can be read at a zoom.
    #[must_use]
    pub fn at(zoom: f64) -> Detail {
        if zoom < 0.26 {
            Detail::Box
        } else if zoom < 0.5 {
            Detail::Title
        } else {
            Detail::Full
        }
    }
}

/// The part of the canvas that is drawn, in steps: small moves do not change it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Region {
    /// The level of detail of the vertices.
    pub detail: Detail,
    /// The area in which vertices are drawn.
    pub rect: Rect,
}

/// Returns the region to draw when `seen` is seen.
#[must_use]
pub fn region(seen: Rect, zoom: f64) -> Region {
    let detail = Detail::at(zoom);
    if detail == Detail::Box {
        // All of it is two paths; culling would only rebuild them.
        let everything = Rect { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
        return Region { detail, rect: everything };
    }
    // Small enough that each step adds little, large enough that there are few steps; a margin, so
    // that what is added step by step is there before it is seen.
    let (tile, margin) = if detail == Detail::Full { (256.0, 96.0) } else { (512.0, 192.0) };
    let floor = |it: f64| (it / tile).floor() * tile;
    let (left, top) = (floor(seen.x - margin), floor(seen.y - margin));
    let right = floor(seen.x + seen.width + margin) + tile;
    let bottom = floor(seen.y + seen.height + margin) + tile;
    Region { detail, rect: Rect { x: left, y: top, width: right - left, height: bottom - top } }
}

/// Indices of what lies in a region.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visible {
    /// Groups, the outermost first.
    pub groups: Vec<usize>,
    /// The vertices by index.
    pub cards: Vec<usize>,
    /// The edges by index.
    pub edges: Vec<usize>,
}

/// Returns the parts that lie in a region.
#[must_use]
pub fn visible(scene: &Scene, rect: Rect) -> Visible {
    let mut visible = Visible::default();
    for (idx, vertex) in scene.graph.vertices.iter().enumerate() {
        if overlap(vertex.rect, rect) {
            if scene.is_group(idx) { &mut visible.groups } else { &mut visible.cards }.push(idx);
        }
    }
    visible.edges = (scene.graph.edges.iter().enumerate())
        // A long line that turns has a large bounding box, most of which it does not come near.
        .filter(|(idx, it)| overlap(scene.edge_bounds(*idx), rect) && enters(&it.points, rect))
        .map(|(idx, _)| idx)
        .collect();
    visible
}

/// Returns true if a line of horizontal and vertical segments enters a rectangle.
fn enters(points: &[Point], rect: Rect) -> bool {
    points.windows(2).any(|piece| overlap(bounds(piece), rect))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn small_moves_do_not_change_the_region() {
        let seen = |x| Rect { x, y: 10.0, width: 800.0, height: 600.0 };
        assert_eq!(region(seen(100.0), 1.0), region(seen(110.0), 1.0));
        assert_ne!(region(seen(100.0), 1.0), region(seen(600.0), 1.0));
        let Region { rect, detail } = region(seen(100.0), 1.0);
        assert_eq!(detail, Detail::Full);
        assert!(rect.x <= 100.0 && rect.x + rect.width >= 900.0);
        assert_eq!(region(seen(0.0), 0.1), region(seen(9000.0), 0.1));
    }

    #[test]
    fn what_is_far_away_is_not_drawn() {
        let scene = sample();
        let seen = visible(&scene, Rect { x: 0.0, y: 0.0, width: 160.0, height: 60.0 });
        assert_eq!(seen, Visible { groups: vec![], cards: vec![0], edges: vec![0, 2] });
    }
}
