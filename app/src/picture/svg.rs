//! A picture as SVG.

use std::fmt::Write as _;

use super::marks::{HALO, Mark, Picture};
use crate::xml::escaped;

/// Writes the picture as an SVG file.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let Picture { rect, zoom, ground, marks } = picture;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"{:.0} {:.0} {w:.0} {h:.0}\" font-family=\"system-ui, sans-serif\">\n<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" fill=\"{ground}\"/>\n",
        rect.width * zoom,
        rect.height * zoom,
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
            Mark::Letters { at: (x, y), text, size, is_bold, anchor, fill, halo } => {
                let weight = if *is_bold { " font-weight=\"600\"" } else { "" };
                let around = halo.as_ref().map(|it| {
                    format!(" stroke=\"{it}\" stroke-width=\"{HALO}\" paint-order=\"stroke\"")
                });
                let around = around.unwrap_or_default();
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{weight} text-anchor=\"{}\" fill=\"{fill}\"{around}>{}</text>",
                    anchor.svg(),
                    escaped(text),
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}
