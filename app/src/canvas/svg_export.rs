//! A drawing as a picture, for files that leave the page.

use bobbin_protocol::{Edge, Point, PortSide, Rect, Vertex};

use super::comments;
use super::rects::overlap;
use super::route;
use super::scene::Scene;
use super::text_metrics::{self, PADDING};
use super::vertex_card::below_dot;
use crate::picture::{Anchor, Mark, Picture};

/// A colour of the style sheet, by its name.
pub type Paint = &'static str;

/// Around the drawing, in canvas units.
const MARGIN: f64 = 24.0;

/// Makes the picture of a scene: the part of it in a rectangle at a zoom, or the whole. `colour`
/// knows the colours of the style sheet; `type_colour` those of data types.
#[must_use]
pub fn picture(
    scene: &Scene,
    part: Option<(Rect, f64)>,
    colour: impl Fn(Paint) -> String,
    type_colour: impl Fn(&str) -> String,
) -> Picture {
    let (rect, zoom) = part.unwrap_or((wider(scene.extent(), MARGIN), 1.0));
    // Badges stand above their vertices.
    let is_seen = |it: Rect| overlap(wider(it, MARGIN), rect);
    let vertices = |are_groups: bool| {
        let all = scene.graph.vertices.iter().enumerate();
        let all = all.filter(move |(idx, _)| scene.is_group(*idx) == are_groups);
        all.map(|it| it.1).filter(|it| is_seen(it.rect))
    };
    let mut painter = Painter { colour: &colour, type_colour: &type_colour, marks: Vec::new() };
    vertices(true).for_each(|it| painter.group(it));
    let edges = scene.graph.edges.iter().enumerate();
    for (_, it) in edges.filter(|(idx, _)| is_seen(scene.edge_bounds(*idx))) {
        painter.edge(it, scene.type_of(it));
    }
    vertices(true).for_each(|it| painter.ports(it, Some("--bg-group")));
    for it in vertices(false) {
        painter.card(it);
        painter.ports(it, None);
    }
    let Painter { marks, .. } = painter;
    Picture { rect, zoom, ground: colour("--bg-sunken"), marks }
}

/// Draws what the style sheet makes of the same parts on the page.
struct Painter<'a> {
    colour: &'a dyn Fn(Paint) -> String,
    type_colour: &'a dyn Fn(&str) -> String,
    marks: Vec<Mark>,
}

impl Painter<'_> {
    fn colour(&self, paint: Paint) -> String {
        (self.colour)(paint)
    }

    fn shape(&mut self, path: String, fill: Option<String>, stroke: Option<(String, f64)>) {
        self.marks.push(Mark::Shape { path, fill, stroke, is_dashed: false });
    }

    fn dashed(&mut self, path: String, fill: Option<String>, stroke: (String, f64)) {
        self.marks.push(Mark::Shape { path, fill, stroke: Some(stroke), is_dashed: true });
    }

    fn letters(
        &mut self,
        at: (f64, f64),
        text: &str,
        font: (f64, bool),
        anchor: Anchor,
        fill: Paint,
    ) {
        let (text, fill) = (text.to_owned(), self.colour(fill));
        let (size, is_bold) = font;
        let halo = None;
        self.marks.push(Mark::Letters { at, text, size, is_bold, anchor, fill, halo });
    }

    fn group(&mut self, it: &Vertex) {
        let stroke = (self.colour("--border-strong"), 1.0);
        let path = route::rounded_box(it.rect, 10.0);
        if it.is_frame {
            let fill = self.colour("--bg-frame");
            self.shape(path, Some(fill), Some(stroke));
            let title = text_metrics::title(&it.title, it.rect.width - 2.0 * PADDING);
            let at = (it.rect.x + PADDING, it.rect.y + 20.0);
            return self.letters(at, &title, BOLD, Anchor::Start, "--fg-muted");
        }
        let fill = self.colour("--bg-group");
        self.dashed(path, Some(fill), stroke);
        self.names(it);
        self.comment(it, true);
    }

    fn comment(&mut self, it: &Vertex, is_group: bool) {
        if let Some(at) = comments::mark_of(it) {
            let (fill, line) = (self.colour("--bg-comment"), self.colour("--comment"));
            let path = comments::mark_path(Point { x: at.x, y: at.y });
            self.shape(path, Some(fill), Some((line, 1.0)));
        }
        let Some(ground) = comments::ground_of(it, is_group) else { return };
        let fill = self.colour("--bg-comment");
        self.shape(comments::shape(ground), Some(fill), None);
        for (line, at) in comments::lines_of(it, ground) {
            self.letters((at.x, at.y), line, SMALL, Anchor::Start, "--fg");
        }
    }

    fn names(&mut self, it: &Vertex) {
        let Rect { x, y, width, .. } = it.rect;
        let room = width - 2.0 * PADDING;
        let title = text_metrics::title(&it.title, room);
        self.letters((x + PADDING, y + 20.0), &title, BOLD, Anchor::Start, "--fg");
        let kind = text_metrics::fitted(&it.subtitle, room, text_metrics::SMALL);
        self.letters((x + PADDING, y + 35.0), &kind, SMALL, Anchor::Start, "--fg-muted");
    }

    fn edge(&mut self, it: &Edge, data_type: &str) {
        let is_wrong = it.problem.is_some();
        let line = if is_wrong { self.colour("--error") } else { (self.type_colour)(data_type) };
        let (path, stroke) = (route::rounded(&it.points), (line.clone(), 1.6));
        if it.feedback || is_wrong {
            self.dashed(path, None, stroke);
        } else {
            self.shape(path, None, Some(stroke));
        }
        self.shape(route::arrow_head(&it.points), Some(line.clone()), None);
        if let Some(at) = route::label_place(&it.points).filter(|_| !it.label.is_empty()) {
            let fill = self.colour("--bg-raised");
            self.pill((at.x, at.y), &it.label, fill, line, "--fg");
        }
    }

    /// Draws a few letters on a chip with its middle at a place.
    fn pill(&mut self, (x, y): (f64, f64), text: &str, fill: String, line: String, ink: Paint) {
        let width = text.chars().count() as f64 * 6.2 + 10.0;
        let chip = Rect { x: x - width / 2.0, y: y - 7.5, width, height: 15.0 };
        self.shape(route::rounded_box(chip, 7.5), Some(fill), Some((line, 1.0)));
        self.letters((x, y + 3.5), text, (10.0, true), Anchor::Middle, ink);
    }

    fn card(&mut self, it: &Vertex) {
        let Rect { x, y, width, .. } = it.rect;
        let path = route::rounded_box(it.rect, 7.0);
        let border = if it.problem.is_some() { ("--error", 1.5) } else { ("--border-strong", 1.0) };
        let stroke = (self.colour(border.0), border.1);
        if it.fixed.is_some() {
            let fill = self.colour("--bg-sunken");
            self.dashed(path, Some(fill), stroke);
        } else {
            let fill = self.colour("--bg-raised");
            self.shape(path, Some(fill), Some(stroke));
        }
        self.names(it);
        self.comment(it, false);
        let mut right = x + width - PADDING;
        for badge in &it.badges {
            let half = badge.text.chars().count() as f64 * 3.1 + 5.0;
            let (fill, line) = (self.colour("--hint-soft"), self.colour("--hint"));
            self.pill((right - half, y), &badge.text, fill, line, "--hint");
            right -= 2.0 * half + 4.0;
        }
        if it.problem.is_some() {
            let (at, sign) = (Point { x: x + width, y }, self.colour("--bg"));
            let fill = self.colour("--error");
            self.shape(route::disc(at, 6.5), Some(fill), None);
            let path = format!("M{} {}v4.2M{} {}v.8", at.x, at.y - 3.4, at.x, at.y + 2.8);
            self.shape(path, None, Some((sign, 1.8)));
        }
    }

    /// Draws the ports of a vertex; an open one has a ground, on which lines run on.
    fn ports(&mut self, it: &Vertex, ground: Option<Paint>) {
        for port in &it.ports {
            let line = (self.type_colour)(&port.data_type);
            let fill = if port.required { line.clone() } else { self.colour("--bg-raised") };
            self.shape(route::disc(port.anchor, 4.5), Some(fill), Some((line, 2.0)));
            let (dx, anchor) = match port.side {
                PortSide::Input => (PADDING, Anchor::Start),
                PortSide::Output => (-PADDING, Anchor::End),
            };
            let at = (port.anchor.x + dx, port.anchor.y + below_dot(ground.is_some()));
            let name =
                text_metrics::fitted(&port.name, text_metrics::WIDEST_PORT, text_metrics::SMALL);
            self.letters(at, &name, SMALL, anchor, "--fg-muted");
            let around = ground.map(|it| self.colour(it));
            if let Some(Mark::Letters { halo, .. }) = self.marks.last_mut() {
                *halo = around;
            }
        }
    }
}

/// The letters of names: their height, and true for bold.
const BOLD: (f64, bool) = (text_metrics::TITLE, true);
/// The letters below or beside names.
const SMALL: (f64, bool) = (text_metrics::SMALL, false);

fn wider(rect: Rect, margin: f64) -> Rect {
    Rect {
        x: rect.x - margin,
        y: rect.y - margin,
        width: rect.width + 2.0 * margin,
        height: rect.height + 2.0 * margin,
    }
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
