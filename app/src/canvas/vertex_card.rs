//! One vertex of the graph, as markup.

use bobbin_picture::below_dot;
use bobbin_protocol::{Point, Port, PortSide, Rect, Vertex};

use super::comments;
use super::detail::Detail;
use super::dom_layer::{Inside, quoted};
use super::nesting;
use super::text_metrics::{self, PADDING};
use crate::widgets::prose::plain;
use crate::xml::escaped;

/// The emphasis of a vertex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Emphasis {
    /// Selected, and so is its text.
    pub is_selected: bool,
    /// True if the search does not find it.
    pub is_dimmed: bool,
    /// True if it is under the pointer, or joined with what is.
    pub is_lit: bool,
}

/// Returns the classes of a vertex.
#[must_use]
pub fn class(vertex: &Vertex, is_group: bool, emphasis: Emphasis) -> String {
    let mut class = "vertex".to_owned();
    for (is_so, word) in [
        (is_group, " vertex--group"),
        (emphasis.is_selected, " vertex--selected"),
        (emphasis.is_dimmed, " vertex--dimmed"),
        (vertex.fixed.is_some() && !vertex.is_frame, " vertex--fixed"),
        (vertex.is_frame, " vertex--frame"),
        (vertex.problem.is_some(), " vertex--wrong"),
    ] {
        if is_so {
            class.push_str(word);
        }
    }
    class
}

/// Draws a vertex with its ports, as markup.
#[must_use]
pub fn inside(
    vertex: &Vertex,
    is_group: bool,
    detail: Detail,
    colour_of: &dyn Fn(&str) -> Option<usize>,
) -> Inside {
    let is_full = detail == Detail::Full;
    let Rect { x, y, .. } = vertex.rect;
    let vertex = &at_origin(vertex);
    Inside {
        attributes: vec![
            ("class", "vertex__card".to_owned()),
            ("data-vertex", vertex.title.clone()),
            ("aria-label", accessible_name(vertex)),
        ],
        button: card(vertex, is_group, is_full),
        beside: Some(if is_full {
            let name = |port: &Port| Some(port_name(&vertex.title, port));
            let all = vertex.ports.iter().map(|it| (it, is_group));
            ports(all, name, &|it| colour_of(&it.data_type))
        } else {
            String::new()
        }),
        place: Some(Point { x, y }),
    }
}

/// Returns the vertex with its upper left corner where the canvas begins.
fn at_origin(vertex: &Vertex) -> Vertex {
    let mut vertex = vertex.clone();
    let Rect { x, y, .. } = vertex.rect;
    (vertex.rect.x, vertex.rect.y) = (0.0, 0.0);
    for port in &mut vertex.ports {
        port.anchor.x -= x;
        port.anchor.y -= y;
    }
    vertex
}

/// Returns the name of a vertex for screen readers.
#[must_use]
pub fn accessible_name(vertex: &Vertex) -> String {
    let mut name = vertex.title.clone();
    if !vertex.subtitle.is_empty() {
        name.push(' ');
        name.push_str(&vertex.subtitle);
    }
    for badge in &vertex.badges {
        name.push_str(", ");
        name.push_str(&badge.text);
    }
    if let Some(why) = &vertex.fixed {
        name.push_str(", not editable here: ");
        name.push_str(&plain(why));
    }
    if let Some(problem) = &vertex.problem {
        name.push_str(", problem: ");
        name.push_str(&plain(problem));
    }
    if let Some(comment) = &vertex.comment {
        name.push_str(", comment: ");
        name.push_str(&comment.text);
    }
    name
}

/// Returns what stands in place of its type for a vertex that has none. A frame is only around others.
fn missing_kind(vertex: &Vertex) -> Option<&'static str> {
    match vertex {
        it if !it.subtitle.is_empty() || it.is_frame => None,
        it if !it.is_undeclared => Some("no type"),
        it if it.problem.is_some() => Some("not declared"),
        // An include that is not open may declare it.
        _ => Some("in no open file"),
    }
}

fn card(vertex: &Vertex, is_group: bool, is_full: bool) -> String {
    let Rect { x, y, width, height } = vertex.rect;
    let room = width - 2.0 * PADDING;
    let radius = if is_group { 10 } else { 7 };
    let mut card = format!(
        r#"<rect class="vertex__box" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>"#
    );
    if is_full {
        let left = x + PADDING;
        let title = text_metrics::title(&vertex.title, room);
        let is_wrong = missing_kind(vertex).is_some() && vertex.problem.is_some();
        let class = if is_wrong {
            "vertex__subtitle vertex__subtitle--missing"
        } else {
            "vertex__subtitle"
        };
        let kind = missing_kind(vertex).unwrap_or(&vertex.subtitle);
        let subtitle = text_metrics::fitted(kind, room, text_metrics::SMALL);
        card += "<text>";
        card += &line("vertex__title", left, y + 20.0, &title);
        card.push(' ');
        card += &line(class, left, y + 35.0, &subtitle);
        card += "</text>";
        badges(vertex, &mut card);
        comment_mark(vertex, &mut card);
        comment_lines(vertex, is_group, &mut card);
        fold_mark(vertex, is_group, &mut card);
    } else {
        // Seen from afar letters are drawn larger, in the middle of the vertex; others lie in the middle
        // of a group.
        let (x, y) =
            if is_group { (x + PADDING, y + 22.0) } else { (x + width / 2.0, y + height / 2.0) };
        let title = text_metrics::far_title(&vertex.title, width - 8.0);
        card += &text("vertex__title vertex__title--far", x, y, &title);
    }
    if vertex.problem.is_some() {
        let (x, top, low) = (x + width, y - 3.4, y + 3.2);
        card += &format!(
            r#"<g class="vertex__mark"><circle cx="{x}" cy="{y}" r="6.5"/><path d="M{x} {top}v4.2M{x} {low}v.4"/></g>"#
        );
    }
    card
}

/// Draws a line of letters of a text that has several: the browser is done with one such text
/// sooner than with a text for each line.
fn line(class: &str, x: f64, y: f64, letters: &str) -> String {
    format!(r#"<tspan class="{class}" x="{x}" y="{y}">{}</tspan>"#, escaped(letters))
}

/// Draws a line of letters by itself.
#[must_use]
pub fn text(class: &str, x: f64, y: f64, letters: &str) -> String {
    format!(r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#, escaped(letters))
}

/// Draws the mark that opens and closes a vertex that has a graph inside.
fn fold_mark(vertex: &Vertex, is_open: bool, card: &mut String) {
    let Some(Point { x, y }) = nesting::mark_of(vertex) else { return };
    let sign = if is_open {
        format!("M{} {}l4 4l4 -4", x - 4.0, y - 2.0)
    } else {
        format!("M{} {}l4 4l-4 4", x - 2.0, y - 4.0)
    };
    let (left, top) = (x - 8.0, y - 8.0);
    *card += &format!(
        r#"<rect class="vertex__fold" x="{left}" y="{top}" width="16" height="16" rx="4"/><path class="vertex__fold-sign" d="{sign}"/>"#
    );
}

/// Draws the mark of a comment that is not drawn.
fn comment_mark(vertex: &Vertex, card: &mut String) {
    if let Some(Rect { x, y, .. }) = comments::mark_of(vertex) {
        let path = comments::mark_path(Point { x, y });
        *card += &format!(r#"<path class="vertex__comment-mark" d="{path}"/>"#);
    }
}

/// Draws the lines of a comment on their ground.
fn comment_lines(vertex: &Vertex, is_group: bool, card: &mut String) {
    let Some(ground) = comments::ground_of(vertex, is_group) else { return };
    *card += &format!(r#"<path class="vertex__comment" d="{}"/><text>"#, comments::shape(ground));
    for (letters, at) in comments::lines_of(vertex, ground) {
        *card += &line("vertex__comment-line", at.x, at.y, letters);
    }
    *card += "</text>";
}

/// Width of a letter of a badge, in canvas units; the style sheet has its size.
const BADGE_LETTER: f64 = 5.6;

/// Draws badges on the upper edge, from the right; the corner is for diagnostics.
fn badges(vertex: &Vertex, card: &mut String) {
    let mut right = vertex.rect.x + vertex.rect.width - PADDING;
    let y = vertex.rect.y;
    for badge in &vertex.badges {
        let width = badge.text.chars().count() as f64 * BADGE_LETTER + 12.0;
        let (x, top) = (right - width, y - 7.5);
        *card += &format!(
            r#"<rect class="vertex__badge" x="{x}" y="{top}" width="{width}" height="15" rx="7.5"/>"#
        );
        *card += &text("vertex__badge-text", x + width / 2.0, y + 3.5, &badge.text);
        right = x - 4.0;
    }
}

/// Ports with their names, as markup, each with whether its vertex is open. `name_of` says what one is
/// called where there is no picture of it, `colour_of` the number of its colour.
#[must_use]
pub fn ports<'a>(
    ports: impl Iterator<Item = (&'a Port, bool)>,
    name_of: impl Fn(&Port) -> Option<String>,
    colour_of: &dyn Fn(&Port) -> Option<usize>,
) -> String {
    let (mut dots, mut names) = (String::new(), String::new());
    for (port, is_open) in ports {
        let (x, y) = (port.anchor.x, port.anchor.y);
        let class = if port.required { "port__dot port__dot--required" } else { "port__dot" };
        let colour = colour_of(port).map(|it| it.to_string()).unwrap_or_default();
        let label = name_of(port).map(|it| format!(r#" role="img" aria-label="{}""#, quoted(&it)));
        let label = label.unwrap_or_default();
        dots += &format!(
            r#"<circle class="{class}" data-colour="{colour}"{label} cx="{x}" cy="{y}" r="4.5"/>"#
        );
        let (class, x) = match port.side {
            PortSide::Input => ("port__name port__name--input", x + PADDING),
            PortSide::Output => ("port__name", x - PADDING),
        };
        let shown =
            text_metrics::fitted(&port.name, text_metrics::WIDEST_PORT, text_metrics::SMALL);
        names += &line(class, x, y + below_dot(is_open), &shown);
    }
    if !names.is_empty() {
        for text in ["<text>", &names, "</text>"] {
            dots += text;
        }
    }
    dots
}

/// Returns the name of a port for screen readers.
#[must_use]
pub fn port_name(vertex: &str, port: &Port) -> String {
    let side = match port.side {
        PortSide::Input => "input",
        PortSide::Output => "output",
    };
    let data =
        if port.data_type.is_empty() { String::new() } else { format!(", {}", port.data_type) };
    let required = if port.required { ", required" } else { "" };
    format!("{side} {vertex}.{}{data}{required}", port.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn a_card_that_moves_stays_as_it_is() {
        let mut vertex = sample().graph.vertices[1].clone();
        vertex.title = "<b>".into();
        let inside = |it: &Vertex| inside(it, false, Detail::Full, &|_| Some(3));
        let before = inside(&vertex);
        assert!(before.button.contains("&lt;b&gt;</tspan>"), "{}", before.button);
        let ports = before.beside.as_deref().unwrap_or_default();
        assert_eq!(ports.matches("data-colour=\"3\"").count(), vertex.ports.len());
        vertex.rect.x += 40.0;
        for port in &mut vertex.ports {
            port.anchor.x += 40.0;
        }
        let after = inside(&vertex);
        let place = before.place.map(|it| Point { x: it.x + 40.0, ..it });
        assert_eq!(after, Inside { place, ..before });
    }
}
