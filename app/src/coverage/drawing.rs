//! The visible map as an SVG file: the view options, the cells in their colours, and a legend.

use std::fmt::Write as _;

use bobbin_protocol::{Coverage, FieldKind};

use super::bands::n_ids;
use super::paint::{N_COLOURS, Palette, Rgb, colour, mark_of, rgb};
use crate::platform::canvas::{self, Scheme};
use crate::xml::escaped;

/// Room around the map, in pixels.
const MARGIN: (u32, u32) = (60, 44);
/// The approximate length of the map's longer side, in pixels.
const EXTENT: u32 = 960;
/// The largest size of a cell, in pixels.
const MAX_CELL: u32 = 24;
/// The height of a line of text, in pixels.
const LINE: u32 = 20;
/// The least width for lines of text, in pixels.
const MIN_WIDTH: u32 = 480;

/// Renders the map as an SVG file in the colours of a scheme.
#[must_use]
pub fn svg_of(view: &Coverage, scheme: Scheme) -> Option<String> {
    canvas::with_probe(scheme, |probe| {
        let ink = rgb(&canvas::colour_at(probe, "var(--fg)")).unwrap_or([0; 3]);
        svg(view, &palette_at(probe), ink)
    })
}

/// Reads the colours of the style sheet.
pub fn palette_at(probe: &canvas::Probe) -> Palette {
    let channel = |word: &str| rgb(&canvas::colour_at(probe, word)).unwrap_or([128; 3]);
    Palette {
        deciders: (0..N_COLOURS).map(|it| channel(&format!("var(--cover-{it})"))).collect(),
        ground: channel("var(--bg)"),
        outside: channel("var(--cover-outside)"),
    }
}

/// Renders the map as an SVG file in the colours of a theme; `ink` is the colour of text.
#[must_use]
fn svg(view: &Coverage, palette: &Palette, ink: Rgb) -> String {
    let (n_x, n_y) = (n_ids(&view.x), n_ids(&view.y));
    let cell = (EXTENT / n_x.max(n_y).max(1)).clamp(1, MAX_CELL);
    let (left, top) = MARGIN;
    let (width, height) = (n_x * cell, n_y * cell);
    let below = top + height + LINE;
    let n_lines = u32::try_from(view.deciders.len()).unwrap_or_default() + 1;
    let title = title(view);
    let room = width.max(MIN_WIDTH).max(width_of(&title));
    let whole = (left + room + LINE, below + n_lines * LINE);
    let (ground, ink) = (hex(palette.ground), hex(ink));
    let mut res = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"{ink}\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>\n\
         <text x=\"{left}\" y=\"18\">{}</text>\n",
        escaped(&title),
        w = whole.0,
        h = whole.1,
    );
    cells(view, palette, cell, &mut res);
    let axis =
        |it: &bobbin_protocol::Axis| escaped(&format!("{} {}–{}", it.label, it.low, it.high));
    let _ = write!(
        res,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{ink}\"/>\n\
         <text x=\"{left}\" y=\"{}\">{}</text>\n\
         <text transform=\"translate(24 {top}) rotate(90)\">{}</text>\n",
        top - 6,
        axis(&view.x),
        axis(&view.y)
    );
    let mut y = below;
    for it in &view.deciders {
        let own = palette.deciders.get(it.colour as usize % palette.deciders.len().max(1));
        let own = hex(own.copied().unwrap_or(palette.outside));
        let words = format!("{}: yes on {} of {} units", it.name, it.n_on, it.n_cells);
        let _ = writeln!(
            res,
            "<rect x=\"{left}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{own}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            y - 12,
            left + 22,
            y,
            escaped(&words)
        );
        y += LINE;
    }
    let note = "full colour: yes; faint: no; ~ several sections, ? none, × outside the scope";
    let _ = write!(res, "<text x=\"{left}\" y=\"{y}\">{note}</text>\n</svg>\n");
    res
}

/// Returns the approximate width of a line of text, in pixels.
fn width_of(text: &str) -> u32 {
    u32::try_from(text.chars().count().min(400)).unwrap_or_default() * 15 / 2
}

/// Describes the view options of the whole map.
fn title(view: &Coverage) -> String {
    let about_all = view.controls.iter().filter(|it| !matches!(it.kind, FieldKind::Integer { .. }));
    let chosen = about_all.filter(|it| !it.value.is_empty());
    chosen.map(|it| format!("{}: {}", it.label, it.value)).collect::<Vec<_>>().join(", ")
}

/// Adds the cells as ranges of one look, each with a description.
fn cells(view: &Coverage, palette: &Palette, cell: u32, res: &mut String) {
    let (left, top) = MARGIN;
    let mut y = 0;
    for rows in &view.rows {
        let mut x = 0;
        for (n_cells, look) in &rows.runs {
            if let Some(state) = view.states.get(*look as usize) {
                let decider = view.deciders.get(state.decider as usize).map_or(0, |it| it.colour);
                let fill = hex(colour(state, decider, palette));
                let [at_x, at_y] = [left + x * cell, top + y * cell];
                let (width, height) = (n_cells * cell, rows.n_rows * cell);
                let _ = writeln!(
                    res,
                    "<rect x=\"{at_x}\" y=\"{at_y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\">\
                     <title>{}</title></rect>",
                    escaped(&state.sentence)
                );
                if let Some(mark) = mark_of(state)
                    && height >= 8
                {
                    let _ = writeln!(
                        res,
                        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\">{}</text>",
                        at_x + width / 2,
                        at_y + height / 2 + 4,
                        height.min(13),
                        mark.letter()
                    );
                }
            }
            x += n_cells;
        }
        y += rows.n_rows;
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::sample;
    use super::*;

    #[test]
    fn the_picture_shows_what_was_chosen() {
        let palette = Palette {
            deciders: vec![[200, 0, 0], [0, 100, 0]],
            ground: [255, 255, 255],
            outside: [9, 9, 9],
        };
        let mut view = sample();
        let svg_before = svg(&view, &palette, [0, 0, 0]);
        let n_runs: usize = view.rows.iter().map(|it| it.runs.len()).sum();
        assert_eq!(svg_before.matches("<title>").count(), n_runs);
        assert_eq!(svg_before.matches("<svg").count(), svg_before.matches("</svg>").count());
        assert!(svg_before.contains("fill=\"#ffffff\""), "{svg_before}");
        // Another answer gives another picture.
        for it in &mut view.states {
            it.is_on = !it.is_on;
            it.sentence = "a < b".to_owned();
        }
        let svg_after = svg(&view, &palette, [0, 0, 0]);
        assert_ne!(svg_before, svg_after);
        assert!(svg_after.contains("<title>a &lt; b</title>"), "{svg_after}");
    }
}
