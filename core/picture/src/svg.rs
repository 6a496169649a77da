//! A picture as SVG.

use std::fmt::Write as _;

use crate::marks::{HALO, Mark, Picture};
use crate::xml::escaped;

/// Writes the picture as an SVG file.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let mut svg = String::new();
    open(picture, &mut svg);
    draw(picture, &mut svg);
    svg
}

/// Works like [`svg`], with a title and a description for those who do not see the picture.
#[must_use]
pub fn titled_svg(picture: &Picture, title: &str, description: &str) -> String {
    let mut svg = String::new();
    open(picture, &mut svg);
    let (title, description) = (escaped(title), escaped(description));
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<title>{title}</title>\n<desc>{description}</desc>");
    draw(picture, &mut svg);
    svg
}

/// Opens the file.
fn open(Picture { rect, zoom, .. }: &Picture, svg: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"{:.0} {:.0} {w:.0} {h:.0}\" direction=\"ltr\" font-family=\"system-ui, sans-serif\">",
        rect.width * zoom,
        rect.height * zoom,
        rect.x,
        rect.y,
        w = rect.width,
        h = rect.height,
    );
}

/// Draws the ground and the marks, and ends the file.
fn draw(Picture { rect, ground, marks, .. }: &Picture, svg: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" fill=\"{ground}\"/>",
        rect.x, rect.y, rect.width, rect.height,
    );
    for mark in marks {
        match mark {
            Mark::Shape { path, fill, stroke, is_dashed, title } => {
                let fill = fill.as_deref().unwrap_or("none");
                let _ = write!(svg, "<path d=\"{path}\" fill=\"{fill}\"");
                if let Some((colour, width)) = stroke {
                    let _ = write!(svg, " stroke=\"{colour}\" stroke-width=\"{width}\"");
                }
                svg.push_str(if *is_dashed { " stroke-dasharray=\"6 4\"" } else { "" });
                let _ = match title {
                    Some(title) => writeln!(svg, "><title>{}</title></path>", escaped(title)),
                    None => writeln!(svg, "/>"),
                };
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
}
