//! A drawing as a picture: shapes and letters, for files that leave the page.

use std::fmt::Write as _;

use bobbin_protocol::{PortSide, Rect};

use super::route;
use super::scene::Scene;

/// A colour of the style sheet, by its name.
pub type Paint = &'static str;

/// Something to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A path as SVG spells it.
    Shape {
        /// The path.
        path: String,
        /// Inside.
        fill: Option<String>,
        /// Along it, and how wide.
        stroke: Option<(String, f64)>,
        /// Whether the stroke is dashed.
        is_dashed: bool,
    },
    /// A line of letters.
    Letters {
        /// Where its base line starts, or its middle, or where it ends.
        at: (f64, f64),
        /// The letters.
        text: String,
        /// Their height.
        size: f64,
        /// Whether they are bold.
        is_bold: bool,
        /// Which part of them stands at the place.
        anchor: Anchor,
        /// Their colour.
        fill: String,
    },
}

/// Which part of a line of letters stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// As SVG says it.
    #[must_use]
    pub fn svg(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What of the canvas it shows.
    pub rect: Rect,
    /// Behind all.
    pub ground: String,
    /// From the back to the front.
    pub marks: Vec<Mark>,
}

/// Around the drawing, in canvas units.
const MARGIN: f64 = 24.0;
/// Between the edge of a box and its text; the layout makes room with the same number.
const PADDING: f64 = 12.0;

/// The whole of a scene. `colour` knows the colours of the style sheet; `type_colour` those of data
/// types.
#[must_use]
pub fn picture(
    scene: &Scene,
    colour: impl Fn(Paint) -> String,
    type_colour: impl Fn(&str) -> String,
) -> Picture {
    let mut marks = Vec::new();
    let shape = |path: String, fill: Option<String>, stroke: Option<(String, f64)>| Mark::Shape {
        path,
        fill,
        stroke,
        is_dashed: false,
    };
    let letters = |at, text: &str, size, is_bold, anchor, fill| Mark::Letters {
        at,
        text: text.to_owned(),
        size,
        is_bold,
        anchor,
        fill,
    };
    let is_group = |idx: usize| scene.is_group(idx);
    let vertices = || scene.graph.vertices.iter().enumerate();
    for (_, it) in vertices().filter(|(idx, _)| is_group(*idx)) {
        let stroke = Some((colour("--border-strong"), 1.0));
        let path = route::rounded_box(it.rect, 10.0);
        marks.push(Mark::Shape { path, fill: None, stroke, is_dashed: true });
        let at = (it.rect.x + PADDING, it.rect.y + 20.0);
        marks.push(letters(at, &it.title, 13.0, true, Anchor::Start, colour("--fg")));
    }
    for it in &scene.graph.edges {
        let line =
            if it.problem.is_some() { colour("--error") } else { type_colour(scene.type_of(it)) };
        marks.push(Mark::Shape {
            path: route::rounded(&it.points),
            fill: None,
            stroke: Some((line.clone(), 1.6)),
            is_dashed: it.feedback || it.problem.is_some(),
        });
        marks.push(shape(route::arrow_head(&it.points), Some(line.clone()), None));
        if let Some(at) = route::label_place(&it.points).filter(|_| !it.label.is_empty()) {
            let width = it.label.chars().count() as f64 * 6.2 + 10.0;
            let chip = Rect { x: at.x - width / 2.0, y: at.y - 7.5, width, height: 15.0 };
            let path = route::rounded_box(chip, 7.5);
            marks.push(shape(path, Some(colour("--bg-raised")), Some((line.clone(), 1.0))));
            let at = (at.x, at.y + 3.5);
            marks.push(letters(at, &it.label, 10.0, true, Anchor::Middle, colour("--fg")));
        }
    }
    for (_, it) in vertices().filter(|(idx, _)| !is_group(*idx)) {
        let Rect { x, y, .. } = it.rect;
        let border = if it.problem.is_some() { "--error" } else { "--border-strong" };
        let path = route::rounded_box(it.rect, 7.0);
        marks.push(shape(path, Some(colour("--bg-raised")), Some((colour(border), 1.0))));
        let title = (x + PADDING, y + 20.0);
        let room = it.rect.width - 2.0 * PADDING;
        let name = super::letters::title(&it.title, room);
        marks.push(letters(title, &name, 13.0, true, Anchor::Start, colour("--fg")));
        let muted = || colour("--fg-muted");
        let subtitle = (x + PADDING, y + 35.0);
        let kind = super::letters::fitted(&it.subtitle, room, super::letters::SMALL);
        marks.push(letters(subtitle, &kind, 11.0, false, Anchor::Start, muted()));
        if !it.badges.is_empty() {
            let badges: Vec<&str> = it.badges.iter().map(|it| it.text.as_str()).collect();
            let at = (x + it.rect.width - PADDING, y - 4.0);
            marks.push(letters(at, &badges.join(", "), 10.0, true, Anchor::End, colour("--hint")));
        }
        for port in &it.ports {
            let line = type_colour(&port.data_type);
            let fill = if port.required { line.clone() } else { colour("--bg-raised") };
            let path = route::disc(port.anchor, 4.5);
            marks.push(shape(path, Some(fill), Some((line, 2.0))));
            let (dx, anchor) = match port.side {
                PortSide::Input => (PADDING, Anchor::Start),
                PortSide::Output => (-PADDING, Anchor::End),
            };
            let at = (port.anchor.x + dx, port.anchor.y + 3.5);
            let name = super::letters::fitted(
                &port.name,
                super::letters::WIDEST_PORT,
                super::letters::SMALL,
            );
            marks.push(letters(at, &name, 11.0, false, anchor, muted()));
        }
    }
    let extent = scene.extent();
    let rect = Rect {
        x: extent.x - MARGIN,
        y: extent.y - MARGIN,
        width: extent.width + 2.0 * MARGIN,
        height: extent.height + 2.0 * MARGIN,
    };
    Picture { rect, ground: colour("--bg-sunken"), marks }
}

/// The picture as an SVG file.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let Picture { rect, ground, marks } = picture;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"{:.0} {:.0} {w:.0} {h:.0}\" font-family=\"system-ui, sans-serif\">\n<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" fill=\"{ground}\"/>\n",
        rect.x,
        rect.y,
        rect.x,
        rect.y,
        w = rect.width,
        h = rect.height,
    );
    for mark in marks {
        match mark {
            Mark::Shape { path, fill, stroke, is_dashed } => {
                let fill = fill.as_deref().unwrap_or("none");
                let _ = write!(svg, "<path d=\"{path}\" fill=\"{fill}\"");
                if let Some((colour, width)) = stroke {
                    let _ = write!(svg, " stroke=\"{colour}\" stroke-width=\"{width}\"");
                }
                svg.push_str(if *is_dashed { " stroke-dasharray=\"6 4\"/>\n" } else { "/>\n" });
            }
            Mark::Letters { at: (x, y), text, size, is_bold, anchor, fill } => {
                let weight = if *is_bold { " font-weight=\"600\"" } else { "" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{weight} text-anchor=\"{}\" fill=\"{fill}\">{}</text>",
                    anchor.svg(),
                    escaped(text),
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Text between tags.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn all_that_is_drawn_is_in_the_file() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[0].title = "a<b>&c".into();
        graph.edges[0].label = "20".into();
        let scene = Scene::new(std::sync::Arc::new(graph));
        let picture = picture(&scene, str::to_owned, |it| format!("[{it}]"));
        let svg = svg(&picture);
        assert!(svg.starts_with("<svg xmlns"));
        for part in ["a&lt;b&gt;&amp;c", ">b_type<", ">in2<", ">20<", "stroke=\"[image]\""] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("<path").count(), 2 * 3 + 1 + 3 + 5, "edges, chip, boxes, ports");
        assert!(svg.contains("viewBox=\"-24 -24 548 208\""));
    }
}
