//! Sizes of text and of what is around it.

use super::{Anchor, Shape, Side, Spacing};
use crate::view::{PortSide, Vertex};

/// Sizes in pixels. The page cuts names with the same numbers (`app/src/canvas/text_metrics.rs`), so
/// that text fits its vertex: a change here is one there.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics {
    /// Font size of a vertex's title, set in bold.
    pub title_size: f64,
    /// Font size of its subtitle and of its ports.
    pub small_size: f64,
    /// Height of the head of a vertex, with title and subtitle.
    pub head: f64,
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
            title_size: 13.0,
            small_size: 11.0,
            head: 44.0,
            row: 20.0,
            foot: 8.0,
            padding: 12.0,
            port_gap: 20.0,
            least_width: 120.0,
            widest_title: 260.0,
            widest_port: 150.0,
            box_gap: 28.0,
            line_gap: 10.0,
            column_gap: 56.0,
            part_gap: 56.0,
        }
    }
}

impl Metrics {
    /// Estimates the width of `text` at a font size from the classes of its letters; rather too
    /// wide than too narrow.
    #[must_use]
    pub fn text_width(&self, text: &str, font_size: f64) -> f64 {
        let em: f64 = text
            .chars()
            .map(|it| match it {
                'i' | 'j' | 'l' | 'f' | 't' | 'r' | 'I' | '.' | ',' | ':' | ';' | '|' | '!'
                | '\'' | '/' | '(' | ')' | '[' | ']' | ' ' => 0.40,
                'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
                'A'..='Z' => 0.70,
                _ if it.is_ascii() => 0.60,
                _ => 1.0,
            })
            .sum();
        em * font_size
    }

    /// Distances for vertices of these sizes.
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
    pub(super) fn shape(&self, vertex: &Vertex) -> Shape {
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
                let width = self.text_width(&port.name, self.small_size);
                *widest = widest.max(width.min(self.widest_port));
            }
        }
        let [left, right] = widest;
        let both = left + right + if left > 0.0 && right > 0.0 { self.port_gap } else { 0.0 };
        let width = [
            self.least_width,
            // Titles are bold.
            (self.text_width(&vertex.title, self.title_size) * 1.08).min(self.widest_title)
                + 2.0 * self.padding,
            self.text_width(&vertex.subtitle, self.small_size).min(self.widest_title)
                + 2.0 * self.padding,
            both + 2.0 * self.padding,
        ]
        .into_iter()
        .fold(0.0, f64::max)
        .ceil();
        let n_rows = rows.into_iter().max().unwrap_or_default();
        let foot = if n_rows > 0 { self.foot } else { 0.0 };
        Shape {
            width,
            height: self.head + n_rows as f64 * self.row + foot,
            head: self.head,
            anchors,
            free_order: false,
            parent: vertex.parent,
        }
    }
}
