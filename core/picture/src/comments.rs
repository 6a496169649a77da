//! Comments that are drawn with the vertices that they stand above: a mark, or their lines in the
//! vertex, where the layout has made room for them.

use bobbin_core::layout::{COMMENT_LINE, COMMENT_PADDING, comment_height};
use bobbin_core::view::{Point, Rect, Vertex};

use super::rects::contains;
use super::text_metrics::PADDING;

/// The size of the mark.
const MARK_SIZE: f64 = 12.0;
/// The height of the head of a group, below which its comment is drawn.
const HEAD: f64 = 44.0;
/// The distance of the ground of a comment from the border of its vertex.
const INSET: f64 = 1.0;

/// Returns the place of the mark of a comment, on the upper edge; `None` if the lines are drawn, or
/// there is no comment.
#[must_use]
pub fn mark_of<P>(vertex: &Vertex<P>) -> Option<Rect> {
    vertex.comment.as_ref().filter(|it| it.lines.is_empty())?;
    let Rect { x, y, .. } = vertex.rect;
    let size = MARK_SIZE;
    // As far above the edge as the mark of a problem.
    Some(Rect { x: x + PADDING, y: y - 7.0, width: size, height: size })
}

/// Returns the shape of a mark: a leaf with two lines.
#[must_use]
pub fn mark_path(Point { x, y }: Point) -> String {
    let (left, top) = (x + 0.5, y + 0.5);
    let (inner, upper, lower) = (x + 3.0, y + 3.4, y + 5.8);
    format!("M{left} {top}h11v8h-5l-3 3v-3h-3zM{inner} {upper}h6M{inner} {lower}h4")
}

/// Returns the ground of the lines of a comment: at the foot of a vertex, or below the head of a
/// group.
#[must_use]
pub fn ground_of<P>(vertex: &Vertex<P>, is_group: bool) -> Option<Rect> {
    let n_lines = vertex.comment.as_ref()?.lines.len();
    let height = (n_lines > 0).then(|| comment_height(n_lines))?;
    let Rect { x, y, width, height: whole } = vertex.rect;
    let top = if is_group { y + HEAD } else { y + whole - height - INSET };
    Some(Rect { x: x + INSET, y: top, width: width - 2.0 * INSET, height })
}

/// Returns the outline of a ground: round where the corners of the vertex are.
#[must_use]
pub fn shape(ground: Rect) -> String {
    let Rect { x, y, width, height } = ground;
    let (right, bottom) = (x + width, y + height);
    let (low, inner) = (bottom - 6.0, right - 6.0);
    let left = x + 6.0;
    format!(
        "M{x} {y}H{right}V{low}Q{right} {bottom} {inner} {bottom}H{left}Q{x} {bottom} {x} {low}Z"
    )
}

/// Returns the lines of a comment with the places where they begin.
pub fn lines_of<P>(vertex: &Vertex<P>, ground: Rect) -> impl Iterator<Item = (&str, Point)> {
    let lines = vertex.comment.iter().flat_map(|it| &it.lines).enumerate();
    lines.map(move |(nth, line)| {
        let y = ground.y + COMMENT_PADDING + nth as f64 * COMMENT_LINE + 11.0;
        (line.as_str(), Point { x: ground.x - INSET + PADDING, y })
    })
}

/// Returns true if a place is on what is drawn of the comment of a vertex.
#[must_use]
pub fn is_on_comment<P>(vertex: &Vertex<P>, is_group: bool, at: Point) -> bool {
    let drawn = mark_of(vertex).or_else(|| ground_of(vertex, is_group));
    drawn.is_some_and(|it| contains(it, at, 0.0))
}

#[cfg(test)]
mod tests {
    use bobbin_core::view::Comment;

    use super::*;

    #[test]
    fn a_comment_is_a_mark_or_lines_at_the_foot() {
        let rect = Rect { x: 0.0, y: 0.0, width: 100.0, height: 60.0 };
        let mut vertex: Vertex = Vertex { rect, ..Vertex::default() };
        assert_eq!((mark_of(&vertex), ground_of(&vertex, false)), (None, None));
        vertex.comment = Some(Comment { text: "a b".into(), ..Comment::default() });
        assert!(is_on_comment(&vertex, false, Point { x: 15.0, y: 3.0 }));
        assert!(!is_on_comment(&vertex, false, Point { x: 50.0, y: 3.0 }));
        vertex.comment.as_mut().unwrap().lines = vec!["a".into(), "b".into()];
        vertex.rect.height += comment_height(2);
        assert_eq!(mark_of(&vertex), None);
        let ground = ground_of(&vertex, false).unwrap();
        assert_eq!((ground.y, ground.height), (59.0, 40.0));
        let lines: Vec<_> = lines_of(&vertex, ground).collect();
        assert_eq!(lines.iter().map(|it| it.0).collect::<Vec<_>>(), ["a", "b"]);
        assert!(lines.iter().all(|it| is_on_comment(&vertex, false, it.1)));
        assert_eq!(ground_of(&vertex, true).unwrap().y, HEAD);
    }
}
