//! Sizes of text and of what is around it.

use super::{Anchor, Shape, Side, Spacing};
use crate::view::{PortSide, Vertex};

/// The font size of a vertex's title, set in bold.
pub const TITLE_SIZE: f64 = 13.0;
/// The font size of its subtitle and of the names of its ports.
pub const SMALL_SIZE: f64 = 11.0;
/// The width of bold letters beside that of others.
pub const BOLD: f64 = 1.08;
/// The name of a port gets no more room; what is wider is cut.
pub const WIDEST_PORT: f64 = 150.0;
/// The height of a line of a comment.
pub const COMMENT_LINE: f64 = 15.0;
/// The space above the first line of a comment and below the last one.
pub const COMMENT_PADDING: f64 = 5.0;

/// Returns the width of `text` at a font size, estimated by kinds of letters; rather too wide than
/// too narrow.
#[must_use]
pub fn text_width(text: &str, font_size: f64) -> f64 {
    text.chars().map(letter_width).sum::<f64>() * font_size
}

/// Returns the estimated width of a letter at font size 1.
#[must_use]
pub fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'f' | 't' | 'r' | 'I' | '.' | ',' | ':' | ';' | '|' | '!' | '\''
        | '/' | '(' | ')' | '[' | ']' | ' ' => 0.40,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' => 0.70,
        _ if letter.is_ascii() => 0.60,
        _ => 1.0,
    }
}

/// Returns the height of a comment that is drawn in so many lines; 0 without any.
#[must_use]
pub fn comment_height(n_lines: usize) -> f64 {
    if n_lines == 0 { 0.0 } else { n_lines as f64 * COMMENT_LINE + 2.0 * COMMENT_PADDING }
}

/// Sizes in pixels. The page cuts names by the same constants, so that text fits its box.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics {
    /// Font size of a vertex's title, set in bold.
    pub title_size: f64,
    /// Font size of its subtitle and of its ports.
    pub small_size: f64,
    /// Height of the head of a vertex, with title and subtitle.
    pub head: f64,
    /// Height of the head of a frame, which has a title alone.
    pub frame_head: f64,
    /// The height from the top of one port's row to the next.
    pub row: f64,
    /// Below the last row.
    pub foot: f64,
    /// The space between the edge of a vertex and its text.
    pub padding: f64,
    /// The space between the names of an input and an output on one row.
    pub port_gap: f64,
    /// The least width of a vertex.
    pub least_width: f64,
    /// A title and a subtitle get no more room; the page cuts what is wider.
    pub widest_title: f64,
    /// The name of a port gets no more room.
    pub widest_port: f64,
    /// The space between vertices of one column; a line that passes a vertex comes nearer.
    pub box_gap: f64,
    /// The space between lines that run side by side.
    pub line_gap: f64,
    /// The least distance between columns.
    pub column_gap: f64,
    /// The space between parts that do not hang together.
    pub part_gap: f64,
}

impl Default for Metrics {
    /// Returns the metrics of a user interface font of 13 pixels.
    fn default() -> Metrics {
        Metrics {
            title_size: TITLE_SIZE,
            small_size: SMALL_SIZE,
            head: 44.0,
            frame_head: 24.0,
            row: 20.0,
            foot: 8.0,
            padding: 12.0,
            port_gap: 20.0,
            least_width: 120.0,
            widest_title: 260.0,
            widest_port: WIDEST_PORT,
            box_gap: 28.0,
            line_gap: 10.0,
            column_gap: 56.0,
            part_gap: 56.0,
        }
    }
}

impl Metrics {
    /// Distances for boxes of these sizes.
    #[must_use]
    pub fn spacing(&self) -> Spacing {
        Spacing {
            box_gap: self.box_gap,
            line_gap: self.line_gap,
            column_gap: self.column_gap,
            part_gap: self.part_gap,
            padding: self.box_gap,
            port_gap: self.row,
        }
    }

    /// Returns the size of a vertex and the places of its ports.
    pub(super) fn shape<P>(&self, vertex: &Vertex<P>) -> Shape {
        let comment = vertex.comment.as_ref().map_or(&[][..], |it| &it.lines);
        let mut rows = [0_usize; 2];
        let mut widest = [0.0_f64; 2];
        let mut anchors = Vec::with_capacity(vertex.ports.len());
        for port in &vertex.ports {
            let (at, side) = match port.side {
                PortSide::Input => (0, Side::Left),
                PortSide::Output => (1, Side::Right),
            };
            if let (Some(rows), Some(widest)) = (rows.get_mut(at), widest.get_mut(at)) {
                let y = self.head + *rows as f64 * self.row + self.row / 2.0;
                anchors.push(Anchor { side, y });
                *rows += 1;
                let width = text_width(&port.name, self.small_size);
                *widest = widest.max(width.min(self.widest_port));
            }
        }
        let [left, right] = widest;
        let both = left + right + if left > 0.0 && right > 0.0 { self.port_gap } else { 0.0 };
        let width = [
            self.least_width,
            // Titles are bold.
            (text_width(&vertex.title, self.title_size) * BOLD).min(self.widest_title)
                + 2.0 * self.padding,
            text_width(&vertex.subtitle, self.small_size).min(self.widest_title)
                + 2.0 * self.padding,
            both + 2.0 * self.padding,
        ]
        .into_iter()
        .chain(comment.iter().map(|it| text_width(it, self.small_size) + 2.0 * self.padding))
        .fold(0.0, f64::max)
        .ceil();
        let n_rows = rows.into_iter().max().unwrap_or_default();
        let foot = if n_rows > 0 { self.foot } else { 0.0 };
        let below = comment_height(comment.len());
        Shape {
            width,
            height: self.head + n_rows as f64 * self.row + foot + below,
            // Around others a comment stands below the title.
            head: if vertex.is_frame { self.frame_head } else { self.head + below },
            anchors,
            free_order: false,
            parent: vertex.parent,
        }
    }
}
