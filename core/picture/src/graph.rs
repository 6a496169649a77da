//! The drawing of a graph, with everything that the style sheet of the page makes of it.

use std::collections::BTreeSet;

use bobbin_core::view::{Edge, Graph, Point, PortSide, Rect, Vertex};
use bobbin_sorting::Gathering as _;

use crate::marks::{Anchor, Mark, Picture};
use crate::rects::{overlap, wider};
use crate::route::Label;
use crate::text_metrics::{self, PADDING};
use crate::{comments, route};

/// The name of a colour of the page's style sheet.
pub type Paint = &'static str;

/// The space around the drawing, in canvas units.
pub const MARGIN: f64 = 24.0;

/// The distance of a port's name below the middle of its dot.
const BESIDE: f64 = 3.5;
/// The same for an open vertex, inside of which the lines go on: above them.
const ABOVE: f64 = -6.0;

/// A graph with what is known about its parts.
pub struct Drawn<'a, P> {
    /// The graph with its layout.
    pub graph: &'a Graph<P>,
    /// Returns true if a vertex, given by its index, contains others.
    pub is_group: &'a dyn Fn(usize) -> bool,
    /// Returns the bounding box of an edge, given by its index.
    pub edge_bounds: &'a dyn Fn(usize) -> Rect,
}

/// The colours of a picture.
pub struct Colours<'a> {
    /// Returns a colour of the style sheet.
    pub named: &'a dyn Fn(Paint) -> String,
    /// Returns the colour of a data type.
    pub of_type: &'a dyn Fn(&str) -> String,
}

/// Makes the picture of what lies in a rectangle, at a zoom.
#[must_use]
pub fn picture<P>(
    drawn: &Drawn<'_, P>,
    (rect, zoom): (Rect, f64),
    colours: &Colours<'_>,
) -> Picture {
    let graph = drawn.graph;
    // Badges stand above their vertices.
    let is_seen = |it: Rect| overlap(wider(it, MARGIN), rect);
    let vertices = |are_groups: bool| {
        let all = graph.vertices.iter().enumerate();
        let all = all.filter(move |(idx, _)| (drawn.is_group)(*idx) == are_groups);
        all.map(|it| it.1).filter(|it| is_seen(it.rect))
    };
    let mut painter = Painter { colours, marks: Vec::new() };
    vertices(true).for_each(|it| painter.group(it));
    let edges = graph.edges.iter().enumerate();
    for (_, it) in edges.filter(|(idx, _)| is_seen((drawn.edge_bounds)(*idx))) {
        painter.edge(it, type_of(graph, it), label_of(graph, it));
    }
    vertices(true).for_each(|it| painter.ports(it, Some("--bg-group")));
    for it in vertices(false) {
        painter.card(it);
        painter.ports(it, None);
    }
    let Painter { marks, .. } = painter;
    Picture { rect, zoom, ground: (colours.named)("--bg-sunken"), marks }
}

/// Returns the type of the data on an edge; empty if unknown.
#[must_use]
pub fn type_of<'a, P>(graph: &'a Graph<P>, edge: &Edge<P>) -> &'a str {
    let at = |(vertex, port): (usize, usize)| {
        let port = graph.vertices.get(vertex).and_then(|it| it.ports.get(port));
        port.map_or("", |it| it.data_type.as_str())
    };
    let from = at(edge.from());
    if from.is_empty() { at(edge.to()) } else { from }
}

/// The most other lines of a port that the label of one keeps clear of.
const MOST_NEIGHBOURS: usize = 64;

/// Returns the label of an edge, where there is one.
#[must_use]
pub fn label_of<P>(graph: &Graph<P>, edge: &Edge<P>) -> Option<Label> {
    if edge.label.is_empty() {
        return None;
    }
    let is_other = |it: &&Edge<P>| it.from() == edge.from() && !std::ptr::eq(*it, edge);
    // Of a hundred lines from one port the first few tell enough of what they share.
    let others = graph.edges.iter().filter(is_other).take(MOST_NEIGHBOURS);
    route::label(&edge.points, others.map(|it| it.points.as_slice()), &edge.label)
}

/// Returns the data types of the ports of a graph, sorted. A name with an underscore in front, such as
/// `_any`, stands for other types.
#[must_use]
pub fn data_types<P>(graph: &Graph<P>) -> Vec<String> {
    let ports = graph.vertices.iter().flat_map(|it| &it.ports);
    let types = ports.map(|it| it.data_type.as_str());
    // Few types, many ports.
    let types: BTreeSet<&str> = types.filter(|it| !it.is_empty() && !it.starts_with('_')).gather();
    types.into_iter().map(str::to_owned).collect()
}

/// Returns the distance of a port's name below its dot, by whether the vertex is open.
#[must_use]
pub fn below_dot(is_open: bool) -> f64 {
    if is_open { ABOVE } else { BESIDE }
}

/// Draws what the style sheet makes of the same parts on the page.
struct Painter<'a> {
    colours: &'a Colours<'a>,
    marks: Vec<Mark>,
}

impl Painter<'_> {
    fn colour(&self, paint: Paint) -> String {
        (self.colours.named)(paint)
    }

    fn shape(&mut self, path: String, fill: Option<String>, stroke: Option<(String, f64)>) {
        self.marks.push(Mark::Shape { path, fill, stroke, is_dashed: false, title: None });
    }

    fn dashed(&mut self, path: String, fill: Option<String>, stroke: (String, f64)) {
        self.marks.push(Mark::Shape {
            path,
            fill,
            stroke: Some(stroke),
            is_dashed: true,
            title: None,
        });
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

    fn group<P>(&mut self, it: &Vertex<P>) {
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

    fn comment<P>(&mut self, it: &Vertex<P>, is_group: bool) {
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

    fn names<P>(&mut self, it: &Vertex<P>) {
        let Rect { x, y, width, .. } = it.rect;
        let room = width - 2.0 * PADDING;
        let title = text_metrics::title(&it.title, room);
        self.letters((x + PADDING, y + 20.0), &title, BOLD, Anchor::Start, "--fg");
        let kind = text_metrics::fitted(&it.subtitle, room, text_metrics::SMALL);
        self.letters((x + PADDING, y + 35.0), &kind, SMALL, Anchor::Start, "--fg-muted");
    }

    fn edge<P>(&mut self, it: &Edge<P>, data_type: &str, label: Option<Label>) {
        let is_wrong = it.problem.is_some();
        let line =
            if is_wrong { self.colour("--error") } else { (self.colours.of_type)(data_type) };
        let (path, stroke) = (route::rounded(&it.points), (line.clone(), 1.6));
        if it.feedback || is_wrong {
            self.dashed(path, None, stroke);
        } else {
            self.shape(path, None, Some(stroke));
        }
        self.shape(route::arrow_head(&it.points), Some(line.clone()), None);
        if let Some(label) = label {
            let fill = self.colour("--bg-raised");
            let at = label.middle();
            let n_marks = self.marks.len();
            self.pill((at.x, at.y), &label.letters, fill, line, "--fg");
            let is_cut = label.letters != it.label;
            for mark in self.marks.iter_mut().skip(n_marks).filter(|_| is_cut) {
                if let Mark::Shape { title, .. } = mark {
                    *title = Some(it.label.clone());
                }
            }
        }
    }

    /// Draws a few letters on a chip with its middle at a place.
    fn pill(&mut self, (x, y): (f64, f64), text: &str, fill: String, line: String, ink: Paint) {
        let width = text.chars().count() as f64 * 6.2 + 10.0;
        let chip = Rect { x: x - width / 2.0, y: y - 7.5, width, height: 15.0 };
        self.shape(route::rounded_box(chip, 7.5), Some(fill), Some((line, 1.0)));
        self.letters((x, y + 3.5), text, (10.0, true), Anchor::Middle, ink);
    }

    fn card<P>(&mut self, it: &Vertex<P>) {
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
    fn ports<P>(&mut self, it: &Vertex<P>, ground: Option<Paint>) {
        for port in &it.ports {
            let line = (self.colours.of_type)(&port.data_type);
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
