//! The drawing of a graph as a figure: on a plain ground, with a key to its colours.

use bobbin_core::layout::{self, Metrics};
use bobbin_core::view::{Graph, Point, Rect};

use crate::graph::{Colours, Drawn, MARGIN, data_types, picture};
use crate::marks::{Anchor, Mark, Picture};
use crate::palette::Theme;
use crate::rects::wider;
use crate::svg::{svg, titled_svg};
use crate::text_metrics::{self, SMALL};
use crate::{colour, route};

/// The height of a row of the key.
const ROW: f64 = 20.0;
/// The space between a sign of the key and its words, and between two entries.
const GAPS: (f64, f64) = (8.0, 24.0);
/// The radius of the dot of a port.
const DOT: f64 = 4.5;

/// Lays a graph out and draws it as SVG, with a key to what the colours and signs in it mean. Comments
/// are left out. `shown` says how a name looks that has letters nobody could see.
///
/// The same graph always gives the same file.
#[must_use]
pub fn paper(
    mut graph: Graph,
    title: &str,
    theme: Theme,
    shown: impl Fn(&str) -> String,
) -> String {
    clean(&mut graph, &shown);
    place(&mut graph);
    titled_svg(&figure(&graph, theme), &shown(title), &description(&graph))
}

/// Draws a graph that is laid out as SVG, with the same key: for a ground of the theme's, as the picture
/// has none, and for a place that has a title.
#[must_use]
pub fn laid_out<P>(mut graph: Graph<P>, theme: Theme, shown: impl Fn(&str) -> String) -> String {
    clean(&mut graph, &shown);
    svg(&figure(&graph, theme).on_paper())
}

/// Returns for each vertex whether it contains others.
fn groups<P>(graph: &Graph<P>) -> Vec<bool> {
    let mut res = vec![false; graph.vertices.len()];
    for parent in graph.vertices.iter().filter_map(|it| it.parent) {
        res.get_mut(parent).into_iter().for_each(|it| *it = true);
    }
    res
}

/// Draws a graph that is laid out, with its key.
fn figure<P>(graph: &Graph<P>, theme: Theme) -> Picture {
    let is_group = groups(graph);
    let types = data_types(graph);
    let of_type = |name: &str| {
        let is_known = types.binary_search_by(|it| it.as_str().cmp(name)).is_ok();
        let name = match is_known {
            true => format!("--type-{}", colour::of_type(name)),
            false => "--type-none".to_owned(),
        };
        theme.colour(&name).to_owned()
    };
    let colours = Colours { named: &|it| theme.colour(it).to_owned(), of_type: &of_type };
    let whole = Rect { x: 0.0, y: 0.0, width: graph.width, height: graph.height };
    let drawn = Drawn {
        graph,
        is_group: &|it| is_group.get(it).copied().unwrap_or(false),
        edge_bounds: &|_| whole,
    };
    let mut picture = picture(&drawn, (wider(whole, MARGIN), 1.0), &colours);
    picture.ground = theme.ground().to_owned();
    draw_key(&mut picture, &entries(graph, &types, &colours), theme);
    picture
}

/// Makes all names of a graph such that they can be shown.
fn clean<P>(graph: &mut Graph<P>, shown: &dyn Fn(&str) -> String) {
    let clean = |it: &mut String| *it = shown(it);
    for vertex in &mut graph.vertices {
        clean(&mut vertex.title);
        clean(&mut vertex.subtitle);
        vertex.badges.iter_mut().for_each(|it| clean(&mut it.text));
        for port in &mut vertex.ports {
            clean(&mut port.name);
            clean(&mut port.data_type);
        }
        // Its mark would say that there is something to read, which on paper there is not.
        vertex.comment = None;
    }
    graph.edges.iter_mut().for_each(|it| clean(&mut it.label));
}

/// Puts everything where the layout wants it.
fn place(graph: &mut Graph) {
    let layout = layout::layout(graph, &Metrics::default());
    for (vertex, place) in graph.vertices.iter_mut().zip(layout.vertices) {
        vertex.rect = place.rect;
        for (port, anchor) in vertex.ports.iter_mut().zip(place.ports) {
            port.anchor = anchor;
        }
    }
    for (edge, points) in graph.edges.iter_mut().zip(layout.edges) {
        edge.points = points;
    }
    (graph.width, graph.height) = (layout.width, layout.height);
}

/// Says in a sentence what the figure shows.
fn description(graph: &Graph) -> String {
    let counted =
        |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let n_groups = groups(graph).iter().filter(|it| **it).count();
    let n_plain = graph.vertices.len() - n_groups;
    let groups = match n_groups {
        0 => String::new(),
        _ => format!(", {}", counted(n_groups, "group", "groups")),
    };
    let edges = counted(graph.edges.len(), "connection", "connections");
    format!("{}{groups}, {edges}", counted(n_plain, "box", "boxes"))
}

/// A sign of the key.
enum Sign {
    Dot { line: String, fill: String },
    Line(String),
    Wrong,
}

/// Returns what is to be explained: only what is in the drawing.
fn entries<P>(graph: &Graph<P>, types: &[String], colours: &Colours<'_>) -> Vec<(Sign, String)> {
    let raised = || (colours.named)("--bg-raised");
    let dot = |line: String| Sign::Dot { line, fill: raised() };
    let mut res: Vec<(Sign, String)> =
        types.iter().map(|it| (dot((colours.of_type)(it)), it.clone())).collect();
    let ports = || graph.vertices.iter().flat_map(|it| &it.ports);
    let is_open = ports().any(|it| it.data_type.starts_with('_'));
    let is_unknown = ports().any(|it| it.data_type.is_empty());
    let words = match (is_open, is_unknown) {
        (true, true) => Some("no fixed type, or not known"),
        (true, false) => Some("no fixed type"),
        (false, true) => Some("type not known"),
        (false, false) => None,
    };
    res.extend(words.map(|it| (dot((colours.of_type)("")), it.to_owned())));
    let grey = (colours.of_type)("");
    if ports().any(|it| it.required) {
        res.push((
            Sign::Dot { line: grey.clone(), fill: grey.clone() },
            "must be connected".to_owned(),
        ));
    }
    if graph.edges.iter().any(|it| it.feedback && it.problem.is_none()) {
        res.push((Sign::Line(grey), "feedback".to_owned()));
    }
    let is_wrong = graph.vertices.iter().any(|it| it.problem.is_some())
        || graph.edges.iter().any(|it| it.problem.is_some());
    if is_wrong {
        res.push((Sign::Wrong, "has a problem".to_owned()));
    }
    res
}

/// Draws the key below the drawing, in as many rows as its width needs.
fn draw_key(picture: &mut Picture, entries: &[(Sign, String)], theme: Theme) {
    let Rect { x: left, width, .. } = picture.rect;
    let named = |it: &str| theme.colour(it).to_owned();
    let (left, right) = (left + MARGIN, left + width - MARGIN);
    let (mut x, mut y) = (left, picture.rect.y + picture.rect.height + ROW / 2.0);
    let mut widest = right;
    for (sign, words) in entries {
        let sign_width = if matches!(sign, Sign::Line(_)) { 24.0 } else { 2.0 * DOT };
        let length = sign_width + GAPS.0 + text_metrics::width(words, SMALL);
        if x > left && x + length > right {
            (x, y) = (left, y + ROW);
        }
        let middle = Point { x: x + sign_width / 2.0, y };
        let shape = |path, fill, stroke, is_dashed| Mark::Shape {
            path,
            fill,
            stroke,
            is_dashed,
            title: None,
        };
        match sign {
            Sign::Dot { line, fill } => {
                let stroke = Some((line.clone(), 2.0));
                let path = route::disc(middle, DOT);
                picture.marks.push(shape(path, Some(fill.clone()), stroke, false));
            }
            Sign::Line(line) => {
                let path = format!("M{x:.1} {y:.1}h{sign_width}");
                picture.marks.push(shape(path, None, Some((line.clone(), 1.6)), true));
            }
            Sign::Wrong => {
                let path = route::disc(middle, 6.5);
                picture.marks.push(shape(path, Some(named("--error")), None, false));
                let path = format!("M{} {}v4.2M{} {}v.8", middle.x, y - 3.4, middle.x, y + 2.8);
                let stroke = Some((named("--bg"), 1.8));
                picture.marks.push(shape(path, None, stroke, false));
            }
        }
        picture.marks.push(Mark::Letters {
            at: (x + sign_width + GAPS.0, y + 3.5),
            text: words.clone(),
            size: SMALL,
            is_bold: false,
            anchor: Anchor::Start,
            fill: named("--fg-muted"),
            halo: None,
        });
        widest = widest.max(x + length);
        x += length + GAPS.1;
    }
    if !entries.is_empty() {
        picture.rect.height = y + MARGIN - picture.rect.y;
        picture.rect.width = widest + MARGIN - picture.rect.x;
    }
}

#[cfg(test)]
mod tests {
    use bobbin_core::view::{Comment, Edge, Port, PortSide, Vertex};

    use super::*;

    fn port(name: &str, side: PortSide, data_type: &str) -> Port {
        let (name, data_type) = (name.to_owned(), data_type.to_owned());
        Port {
            name,
            side,
            data_type,
            required: false,
            guarded: false,
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point::default(),
        }
    }

    fn vertex(title: &str, parent: Option<usize>, data_type: &str) -> Vertex {
        Vertex {
            title: title.to_owned(),
            subtitle: format!("type_of_{title}"),
            parent,
            ports: vec![
                port("in", PortSide::Input, data_type),
                port("out", PortSide::Output, data_type),
            ],
            ..Vertex::default()
        }
    }

    /// `a → c → b` with `inside` in `c`.
    fn sample() -> Graph {
        let vertices = vec![
            vertex("a", None, "image"),
            vertex("c", None, "image"),
            vertex("inside", Some(1), "image"),
            vertex("b", None, ""),
        ];
        let between = Edge::between;
        let edges = vec![
            between((0, 1), (1, 0)),
            between((1, 0), (2, 0)),
            between((2, 1), (1, 1)),
            between((1, 1), (3, 0)),
        ];
        Graph { vertices, edges, ..Graph::default() }
    }

    #[test]
    fn names_are_shown_whatever_they_are() {
        let mut graph = sample();
        graph.vertices[0].title = "<a>&\"'\u{1}\u{fffe}".to_owned();
        graph.vertices[3].ports[0].name = "]]>".to_owned();
        graph.edges[0].label = "\t".to_owned();
        let svg = paper(graph, "x<y\u{7}", Theme::Light, |it| it.replace('\u{1}', "^A"));
        assert!(svg.contains(
            "<title>x&lt;y\u{fffd}</title>\n<desc>3 boxes, 1 group, 4 connections</desc>"
        ));
        assert!(svg.contains(">&lt;a&gt;&amp;\"'^A\u{fffd}<"), "{svg}");
        assert!(svg.contains(">]]&gt;<"), "{svg}");
        let is_open = |it: char| it != '\n' && (it.is_control() || it == '\u{fffe}');
        assert!(!svg.contains(is_open), "{svg}");
    }

    #[test]
    fn letters_stay_within_the_picture_and_their_boxes() {
        let mut graph = sample();
        graph.vertices[0].title = "a_name_of_many_letters_".repeat(4);
        graph.vertices[2].ports[0].name = "another_name_of_many_letters_".repeat(4);
        place(&mut graph);
        let picture = figure(&graph, Theme::Light);
        let is_inside = |outer: Rect, (left, right): (f64, f64), y: f64| {
            outer.x <= left
                && right <= outer.x + outer.width
                && outer.y <= y
                && y <= outer.y + outer.height
        };
        let mut n_letters = 0;
        for mark in &picture.marks {
            let Mark::Letters { at: (x, y), text, size, is_bold, anchor, .. } = mark else {
                continue;
            };
            n_letters += 1;
            let bold = if *is_bold { layout::BOLD } else { 1.0 };
            let width = text_metrics::width(text, *size) * bold;
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            let across = (left, left + width);
            assert!(is_inside(picture.rect, across, *y), "{text} at {across:?}, {y}");
            let is_key = *y > graph.height;
            let boxes = || graph.vertices.iter().map(|it| it.rect);
            assert!(is_key || boxes().any(|it| is_inside(it, across, *y)), "{text} {across:?}");
        }
        assert_eq!(n_letters, 4 * (2 + 2) + 2, "title, type and ports of each, and the key");
    }

    /// Three inputs that one output feeds, and two connections side by side.
    #[test]
    fn labels_lie_on_no_card_and_on_no_other_label() {
        let mut vertices: Vec<Vertex> =
            ["a", "b", "c", "d", "e"].map(|it| vertex(it, None, "image")).into();
        for (vertex, side) in [(4, PortSide::Input), (1, PortSide::Output)] {
            vertices[vertex].ports.push(port("more", side, "image"));
        }
        let edge =
            |from, to, label: &str| Edge { label: label.to_owned(), ..Edge::between(from, to) };
        let edges = vec![
            edge((0, 1), (1, 0), "non-blocking 7"),
            edge((0, 1), (2, 0), "unbounded"),
            edge((0, 1), (3, 0), "4"),
            edge((1, 1), (4, 0), "unbounded"),
            edge((1, 2), (4, 2), "non-blocking 7"),
        ];
        let mut graph = Graph { vertices, edges, ..Graph::default() };
        place(&mut graph);
        let labels = graph.edges.iter().map(|it| (it, crate::label_of(&graph, it).unwrap()));
        let labels: Vec<_> = labels.collect();
        let within = |it: Rect| crate::rects::wider(it, -0.01);
        for (idx, (edge, it)) in labels.iter().enumerate() {
            for vertex in &graph.vertices {
                let is_over = crate::rects::overlap(within(it.chip), vertex.rect);
                assert!(!is_over, "{} over {}", it.letters, vertex.title);
            }
            for (other_edge, other) in labels.iter().skip(idx + 1) {
                let is_over = crate::rects::overlap(within(it.chip), within(other.chip));
                assert!(!is_over, "{it:?} {edge:?}\n{other:?} {other_edge:?}");
            }
        }
        let letters: Vec<&str> = labels.iter().map(|it| it.1.letters.as_str()).collect();
        assert_eq!(letters, ["…", "…", "4", "unb…", "non…"]);
        // What is cut is said in full where the pointer rests.
        let svg = paper(graph, "", Theme::Light, str::to_owned);
        assert!(svg.contains("<title>non-blocking 7</title>"), "{svg}");
    }

    #[test]
    fn the_key_explains_what_is_drawn() {
        #[track_caller]
        fn check(graph: &Graph, expected: &[&str]) {
            let picture = figure(graph, Theme::Dark);
            let letters = picture.marks.iter().filter_map(|it| match it {
                Mark::Letters { at, text, .. } if at.1 > graph.height => Some(text.as_str()),
                _ => None,
            });
            assert_eq!(letters.collect::<Vec<_>>(), expected);
        }

        let mut graph = sample();
        graph.vertices[3].ports.clear();
        graph.edges.truncate(3);
        place(&mut graph);
        check(&graph, &["image"]);
        graph.vertices[0].ports[0].data_type = "_any".to_owned();
        check(&graph, &["image", "no fixed type"]);
        graph.vertices[0].ports[1].data_type = String::new();
        graph.vertices[0].ports[1].required = true;
        check(&graph, &["image", "no fixed type, or not known", "must be connected"]);
        graph.edges[0].feedback = true;
        graph.vertices[0].problem = Some("wrong".to_owned());
        let all = [
            "image",
            "no fixed type, or not known",
            "must be connected",
            "feedback",
            "has a problem",
        ];
        check(&graph, &all);
    }

    #[test]
    fn comments_are_left_out_and_groups_are_framed() {
        let mut graph = sample();
        graph.vertices[0].comment = Some(Comment { text: "c".to_owned(), ..Comment::default() });
        let svg = paper(graph.clone(), "", Theme::Light, str::to_owned);
        assert!(!svg.contains(Theme::Light.colour("--bg-comment")), "{svg}");
        let frame = format!("fill=\"{}\"", Theme::Light.colour("--bg-group"));
        assert_eq!(svg.matches(&frame).count(), 1, "{svg}");
        assert_eq!(svg, paper(graph, "", Theme::Light, str::to_owned));
    }
}
