//! A drawing as a picture, for files that leave the page.

use bobbin_picture::rects::wider;
use bobbin_picture::{Colours, Drawn, MARGIN, Paint};
use bobbin_protocol::Rect;

use super::scene::Scene;
use crate::picture::Picture;

/// Makes the picture of a scene: the part of it in a rectangle at a zoom, or the whole. `colour`
/// knows the colours of the style sheet; `type_colour` those of data types.
#[must_use]
pub fn picture(
    scene: &Scene,
    part: Option<(Rect, f64)>,
    colour: impl Fn(Paint) -> String,
    type_colour: impl Fn(&str) -> String,
) -> Picture {
    let drawn = Drawn {
        graph: &scene.graph,
        is_group: &|it| scene.is_group(it),
        edge_bounds: &|it| scene.edge_bounds(it),
    };
    let colours = Colours { named: &colour, of_type: &type_colour };
    bobbin_picture::picture(&drawn, part.unwrap_or((wider(scene.extent(), MARGIN), 1.0)), &colours)
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::Comment;

    use super::*;
    use crate::canvas::scene::sample;
    use crate::picture::svg;

    #[test]
    fn all_that_is_drawn_is_in_the_file() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[0].title = "a<b>&c".into();
        graph.edges[0].label = "20".into();
        let scene = Scene::new(std::sync::Arc::new(graph));
        let picture = picture(&scene, None, str::to_owned, |it| format!("[{it}]"));
        let svg = svg(&picture);
        assert!(svg.starts_with("<svg xmlns"));
        for part in ["a&lt;b&gt;&amp;c", ">b_type<", ">in2<", ">20<", "stroke=\"[image]\""] {
            assert!(svg.contains(part), "{part}");
        }
        let n_shapes = 2 * 3 + 1 + 3 + 5 + 2;
        assert_eq!(svg.matches("<path").count(), n_shapes, "edges, chip, boxes, ports, a mark");
        assert!(svg.contains("viewBox=\"-24 -24 548 208\""));
    }

    #[test]
    fn comments_and_frames_are_in_the_file() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[0].is_frame = true;
        graph.vertices[1].parent = Some(0);
        let comment = |lines: &[&str]| {
            let lines = lines.iter().map(|it| (*it).to_owned()).collect();
            Some(Comment { text: "a <b>".into(), lines, ..Comment::default() })
        };
        graph.vertices[1].comment = comment(&["a <b>"]);
        graph.vertices[2].comment = comment(&[]);
        let scene = Scene::new(std::sync::Arc::new(graph));
        let svg = svg(&picture(&scene, None, str::to_owned, |_| String::new()));
        assert!(svg.contains(">a &lt;b&gt;<"), "the note");
        assert_eq!(svg.matches("--bg-comment").count(), 2, "the ground of the note, and a mark");
        assert_eq!(svg.matches("--bg-frame").count(), 1);
        assert!(!svg.contains(">a_type<"), "a frame has a title alone");
    }

    #[test]
    fn a_part_has_what_is_seen_of_it_alone() {
        let seen = Rect { x: 180.0, y: -20.0, width: 200.0, height: 60.0 };
        let picture = picture(&sample(), Some((seen, 0.5)), str::to_owned, |_| String::new());
        let svg = svg(&picture);
        assert!(svg.contains("width=\"100\" height=\"30\" viewBox=\"180 -20 200 60\""), "{svg}");
        assert!(svg.contains(">b</text>"));
        assert!(!svg.contains(">c</text>"), "it lies below");
        assert_eq!(svg.matches("stroke-width=\"1.6\"").count(), 3, "lines that only pass by, too");
    }
}
