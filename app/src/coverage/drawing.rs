//! The visible map as a picture: the view options, the cells in their colours between their ids, and a legend.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bobbin_protocol::{Axis, Coverage, FieldKind, Rect};

use super::bands::n_ids;
use super::paint::{Mark as Sign, N_COLOURS, Palette, Rgb, colour, mark_of, rgb};
use crate::picture::{Anchor, Mark, Picture, svg};
use crate::platform::canvas::{self, Scheme};
use crate::widgets::prose::{plain, sentence};

/// Room around the map, in pixels.
const MARGIN: (u32, u32) = (140, 64);
/// The approximate length of the map's longer side, in pixels.
const EXTENT: u32 = 960;
/// The largest size of a cell, in pixels.
const MAX_CELL: u32 = 24;
/// The least size of a cell that has a sign, in pixels.
const SIGN: u32 = 8;
/// The height of a line of text, in pixels.
const LINE: u32 = 20;
/// The size of letters, in pixels.
const LETTERS: f64 = 13.0;
/// The least width for lines of text, in pixels.
const MIN_WIDTH: u32 = 480;
/// The least distances of two ids along the axes, across and down, in pixels.
const TICKS: (u32, u32) = (40, 18);

/// Renders the map as an SVG file in the colours of a scheme.
#[must_use]
pub fn svg_of(view: &Coverage, scheme: Scheme) -> Option<String> {
    drawing_of(view, scheme).map(|it| svg(&it))
}

/// Draws the map in the colours of a scheme.
#[must_use]
pub fn drawing_of(view: &Coverage, scheme: Scheme) -> Option<Picture> {
    canvas::with_probe(scheme, |probe| {
        let ink = rgb(&canvas::colour_at(probe, "var(--fg)")).unwrap_or([0; 3]);
        picture(view, &palette_at(probe), ink)
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

/// Draws the map in the colours of a theme; `ink` is the colour of text.
fn picture(view: &Coverage, palette: &Palette, ink: Rgb) -> Picture {
    let (n_x, n_y) = (n_ids(&view.x), n_ids(&view.y));
    let cell = (EXTENT / n_x.max(n_y).max(1)).clamp(1, MAX_CELL);
    let (left, top) = MARGIN;
    let (width, height) = (n_x * cell, n_y * cell);
    let mut painter = Painter { ink: hex(ink), marks: Vec::new() };
    let title = title(view);
    painter.words((left, 18), Anchor::Start, title.clone());
    let signs = painter.cells(view, palette, cell);
    let frame = rect_path(left, top, width, height);
    painter.shape(frame, None, Some(1.0), None);
    painter.words((left, top - 26), Anchor::Start, name_of(&view.x));
    for (id, at) in ticks(&view.x, cell, TICKS.0) {
        painter.words((left + at, top - 6), Anchor::Middle, id.to_string());
    }
    // Above its ids, so that no letters lie on their side.
    painter.words((left - 10, top - 26), Anchor::End, name_of(&view.y));
    for (id, at) in ticks(&view.y, cell, TICKS.1) {
        painter.words((left - 8, top + at + 4), Anchor::End, id.to_string());
    }
    let mut y = top + height + LINE + 8;
    let mut widest = width_of(&title);
    for it in &view.deciders {
        let own = palette.deciders.get(it.colour as usize % palette.deciders.len().max(1));
        let own = hex(own.copied().unwrap_or(palette.outside));
        painter.shape(rect_path(left, y - 12, 14, 14), Some(own), None, None);
        let words = format!("{}: traced on {} of {} units", it.name, it.n_on, it.n_cells);
        widest = widest.max(22 + width_of(&words));
        painter.words((left + 22, y), Anchor::Start, words);
        y += LINE;
    }
    let notes = view.notes.iter().map(|it| plain(&sentence(it)));
    for (nth, note) in note(view, &signs).into_iter().chain(notes).enumerate() {
        y += if nth == 0 { 0 } else { LINE };
        widest = widest.max(width_of(&note));
        painter.words((left, y), Anchor::Start, note);
    }
    let size = (left + width.max(MIN_WIDTH).max(widest) + LINE, y + LINE);
    let rect = Rect { x: 0.0, y: 0.0, width: f64::from(size.0), height: f64::from(size.1) };
    Picture { rect, zoom: 1.0, ground: hex(palette.ground), marks: painter.marks }
}

/// Draws shapes and letters in the colour of text.
struct Painter {
    ink: String,
    marks: Vec<Mark>,
}

impl Painter {
    fn words(&mut self, (x, y): (u32, u32), anchor: Anchor, text: String) {
        self.marks.push(Mark::Letters {
            at: (f64::from(x), f64::from(y)),
            text,
            size: LETTERS,
            is_bold: false,
            anchor,
            fill: self.ink.clone(),
            halo: None,
        });
    }

    fn shape(
        &mut self,
        path: String,
        fill: Option<String>,
        stroke: Option<f64>,
        title: Option<String>,
    ) {
        let stroke = stroke.map(|width| (self.ink.clone(), width));
        self.marks.push(Mark::Shape { path, fill, stroke, is_dashed: false, title });
    }

    /// Draws the cells as ranges of one look, each with a description; returns the signs among them.
    fn cells(&mut self, view: &Coverage, palette: &Palette, cell: u32) -> BTreeSet<Sign> {
        let (left, top) = MARGIN;
        let mut signs = BTreeSet::new();
        let mut y = 0;
        for rows in &view.rows {
            let mut x = 0;
            for (n_cells, look) in &rows.runs {
                if let Some(state) = view.states.get(*look as usize) {
                    let decider =
                        view.deciders.get(state.decider as usize).map_or(0, |it| it.colour);
                    let fill = hex(colour(state, decider, palette));
                    let at = (left + x * cell, top + y * cell);
                    let size = (n_cells * cell, rows.n_rows * cell);
                    let path = rect_path(at.0, at.1, size.0, size.1);
                    self.shape(path, Some(fill), None, Some(plain(&state.sentence)));
                    let sign = mark_of(state);
                    signs.extend(sign);
                    if let Some(sign) = sign.filter(|_| cell >= SIGN) {
                        self.sign(sign, at, (*n_cells, rows.n_rows), cell);
                    }
                }
                x += n_cells;
            }
            y += rows.n_rows;
        }
        signs
    }

    /// Draws a sign over some cells: a line through each one outside the scope, a letter in the middle of others.
    fn sign(&mut self, sign: Sign, (x, y): (u32, u32), (n_x, n_y): (u32, u32), cell: u32) {
        if sign != Sign::Outside {
            let middle = (x + n_x * cell / 2, y + n_y * cell / 2 + 4);
            return self.words(middle, Anchor::Middle, sign.letter().to_string());
        }
        let mut path = String::new();
        for (column, row) in (0..n_y).flat_map(|row| (0..n_x).map(move |it| (it, row))) {
            let (x, y) = (x + column * cell, y + row * cell);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}L{} {}", x + 2, y + cell - 2, x + cell - 2, y + 2);
        }
        self.shape(path, None, Some(1.0), None);
    }
}

fn rect_path(x: u32, y: u32, width: u32, height: u32) -> String {
    format!("M{x} {y}h{width}v{height}h-{width}z")
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

/// Names an axis with the ids on it.
fn name_of(axis: &Axis) -> String {
    if axis.low == axis.high {
        return format!("{} {}", axis.label, axis.low);
    }
    format!("{} {}–{}", axis.label, axis.low, axis.high)
}

/// Returns the ids that stand along an axis, each with the middle of its cell, in pixels from the first cell's edge.
fn ticks(axis: &Axis, cell: u32, distance: u32) -> impl Iterator<Item = (u32, u32)> {
    let least = distance.div_ceil(cell);
    let steps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    let step = steps.into_iter().find(|it| *it >= least).unwrap_or(1024);
    let low = axis.low;
    (low..=axis.high)
        .filter(move |id| id.is_multiple_of(step))
        .map(move |id| (id, (id - low) * cell + cell / 2))
}

/// Explains the looks and the signs that the map has, as its legend does.
fn note(view: &Coverage, signs: &BTreeSet<Sign>) -> Option<String> {
    let inside = || view.states.iter().filter(|it| !it.is_outside);
    let full = inside().any(|it| it.is_on).then_some("full colour: traced");
    let faint = inside().any(|it| !it.is_on).then_some("faint: not traced");
    let is_half = view.states.iter().any(|it| it.is_outside && it.is_on);
    let signs = signs.iter().map(|it| match it {
        Sign::Overlap => "~ several sections; the first wins",
        Sign::Gap => "? no section",
        Sign::Outside if is_half => {
            "struck through, in half the colour if traced: outside the scope"
        }
        Sign::Outside => "struck through: outside the scope",
    });
    let all: Vec<&str> = full.into_iter().chain(faint).chain(signs).collect();
    (!all.is_empty()).then(|| all.join(" · "))
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
        let svg_before = svg(&picture(&view, &palette, [0, 0, 0]));
        let n_runs: usize = view.rows.iter().map(|it| it.runs.len()).sum();
        assert_eq!(svg_before.matches("<title>").count(), n_runs);
        assert_eq!(svg_before.matches("<svg").count(), svg_before.matches("</svg>").count());
        assert!(svg_before.contains("fill=\"#f2c6c6\""), "{svg_before}");
        assert!(svg_before.contains(&format!(">{}</text>", name_of(&view.x))), "{svg_before}");
        for (id, _) in ticks(&view.y, MAX_CELL, TICKS.1) {
            assert!(svg_before.contains(&format!(">{id}</text>")), "{id}: {svg_before}");
        }
        // Another answer gives another picture.
        for it in &mut view.states {
            it.is_on = !it.is_on;
            it.sentence = "a < b".to_owned();
        }
        let svg_after = svg(&picture(&view, &palette, [0, 0, 0]));
        assert_ne!(svg_before, svg_after);
        assert!(svg_after.contains("<title>a &lt; b</title>"), "{svg_after}");
    }

    #[test]
    fn ids_stand_apart_along_an_axis() {
        let axis = |low, high| Axis { low, high, ..sample().x };
        let ids = |axis: Axis, cell| ticks(&axis, cell, 40).map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(ids(axis(0, 5), 24), [0, 2, 4]);
        assert_eq!(ids(axis(3, 9), 40), [3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(ids(axis(0, 100), 1), [0, 64]);
        assert_eq!(ticks(&axis(3, 9), 10, 40).collect::<Vec<_>>(), [(4, 15), (8, 55)]);
    }

    #[test]
    fn only_looks_and_signs_that_a_map_has_are_explained() {
        let mut view = sample();
        let gaps = note(&view, &BTreeSet::from([Sign::Gap]));
        assert_eq!(gaps.as_deref(), Some("full colour: traced · faint: not traced · ? no section"));
        view.states.iter_mut().for_each(|it| it.is_on = true);
        assert_eq!(note(&view, &BTreeSet::new()).as_deref(), Some("full colour: traced"));
        view.states.iter_mut().for_each(|it| it.is_outside = true);
        assert_eq!(
            note(&view, &BTreeSet::from([Sign::Outside])).as_deref(),
            Some("struck through, in half the colour if traced: outside the scope")
        );
        view.states.iter_mut().for_each(|it| it.is_on = false);
        assert_eq!(
            note(&view, &BTreeSet::from([Sign::Outside])).as_deref(),
            Some("struck through: outside the scope")
        );
        view.states.iter_mut().for_each(|it| it.is_outside = false);
        assert_eq!(note(&view, &BTreeSet::new()).as_deref(), Some("faint: not traced"));
        view.states.clear();
        assert_eq!(note(&view, &BTreeSet::new()), None);
    }
}
