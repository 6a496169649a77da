//! Drawing of pixels.

use leptos::prelude::*;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasPattern, CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, ImageData};

/// The element to draw on.
pub type Surface = HtmlCanvasElement;

/// An element whose computed style tells the colours of the style sheet.
pub type Probe = HtmlElement;

/// Left, top, width and height, in pixels of the page.
pub type Box4 = [f64; 4];

/// The shortest side of a rectangle whose line is drawn inside of it, in pixels.
const MIN_INSIDE: f64 = 7.0;

/// The data of a drawn map.
#[derive(Debug, Default)]
pub struct Picture<'a> {
    /// The number of columns.
    pub n_x: u32,
    pub n_y: u32,
    /// Red, green, blue and opacity of each cell, row by row.
    pub pixels: &'a [u8],
    /// The size on the page, in its pixels.
    pub width: f64,
    pub height: f64,
    /// The colour of lines between cells, if there are any.
    pub lines: Option<&'a str>,
    /// Rectangles with a pattern over them, drawn in one colour.
    pub patterns: &'a [(Pattern, Box4)],
    pub ink: &'a str,
    /// The colour of the page, around dots, so that they are seen on every colour.
    pub ground: &'a str,
    /// Rectangles with a line around them.
    pub outlines: &'a [Box4],
    pub outline: &'a str,
}

/// A pattern over a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Rising,
    Dots,
    Crossed,
}

/// Returns the colour of a style sheet's word at an element, as the browser writes it.
#[must_use]
pub fn colour_at(element: &HtmlElement, word: &str) -> String {
    // Fails only where the browser does not know the property.
    let _ = element.style().set_property("color", word);
    let style = window().get_computed_style(element).ok().flatten();
    style.and_then(|it| it.get_property_value("color").ok()).unwrap_or_default()
}

/// Draws a map. It fails only where the browser has no canvas, and then nothing can be done.
pub fn draw(canvas: &HtmlCanvasElement, picture: &Picture<'_>) -> Option<()> {
    let dots = window().device_pixel_ratio().clamp(1.0, 3.0);
    canvas.set_width((picture.width * dots).ceil().max(1.0) as u32);
    canvas.set_height((picture.height * dots).ceil().max(1.0) as u32);
    let context = context_of(canvas)?;
    context.scale(dots, dots).ok()?;
    let (small, image) = new_canvas(picture.n_x, picture.n_y)?;
    let data = ImageData::new_with_u8_clamped_array_and_sh(
        Clamped(picture.pixels),
        picture.n_x,
        picture.n_y,
    );
    image.put_image_data(&data.ok()?, 0.0, 0.0).ok()?;
    let (width, height) = (picture.width, picture.height);
    let (cell_x, cell_y) = (width / f64::from(picture.n_x), height / f64::from(picture.n_y));
    // Where several cells share a pixel, each should contribute to it; where cells are large, none should fade into the
    // next.
    let few = |cell: f64, n: u32, length: f64| {
        if cell * dots < 1.0 { (length * dots).ceil().max(1.0) as u32 } else { n }
    };
    let (fit_x, fit_y) = (few(cell_x, picture.n_x, width), few(cell_y, picture.n_y, height));
    let (fitted, shrunk) = new_canvas(fit_x, fit_y)?;
    shrunk.set_image_smoothing_enabled(true);
    shrunk
        .draw_image_with_html_canvas_element_and_dw_and_dh(
            &small,
            0.0,
            0.0,
            f64::from(fit_x),
            f64::from(fit_y),
        )
        .ok()?;
    context.set_image_smoothing_enabled(false);
    context
        .draw_image_with_html_canvas_element_and_dw_and_dh(&fitted, 0.0, 0.0, width, height)
        .ok()?;
    for (pattern, [left, top, width, height]) in picture.patterns {
        context.set_fill_style_canvas_pattern(&pattern_of(*pattern, picture)?);
        context.fill_rect(*left, *top, *width, *height);
    }
    if let Some(lines) = picture.lines {
        context.set_fill_style_str(lines);
        for column in 1..picture.n_x {
            context.fill_rect(f64::from(column) * cell_x - 0.5, 0.0, 1.0, height);
        }
        for row in 1..picture.n_y {
            context.fill_rect(0.0, f64::from(row) * cell_y - 0.5, width, 1.0);
        }
    }
    context.set_stroke_style_str(picture.outline);
    context.set_line_width(2.0);
    for [left, top, width, height] in picture.outlines {
        // The colour of small cells would not be seen beneath it.
        let by = if width.min(*height) < MIN_INSIDE { -1.0 } else { 1.0 };
        // Nor is anything seen beyond the edges of the map.
        let (from_x, from_y) = ((left + by).max(1.0), (top + by).max(1.0));
        let to_x = (left + width - by).min(f64::from(picture.n_x) * cell_x - 1.0);
        let to_y = (top + height - by).min(f64::from(picture.n_y) * cell_y - 1.0);
        context.stroke_rect(from_x, from_y, to_x - from_x, to_y - from_y);
    }
    Some(())
}

/// Returns the content of a canvas as a PNG file in Base64.
#[must_use]
pub fn png(canvas: &HtmlCanvasElement) -> Option<String> {
    let url = canvas.to_data_url().ok()?;
    url.split_once("base64,").map(|(_, data)| data.to_owned())
}

/// The colours to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// The present colours of the page.
    OfPage,
    /// The colours for white paper.
    Light,
    Dark,
}

/// Reads colours of the style sheet from an element that exists while `read` runs.
pub fn with_probe<T>(scheme: Scheme, read: impl FnOnce(&Probe) -> T) -> Option<T> {
    let probe = document().create_element("span").ok()?.dyn_into::<HtmlElement>().ok()?;
    let wanted = match scheme {
        Scheme::OfPage => None,
        Scheme::Light => Some("light"),
        Scheme::Dark => Some("dark"),
    };
    // What is drawn keeps its colours where the person's system chooses those of text and boxes.
    let _ = probe.style().set_property("forced-color-adjust", "none");
    document().body()?.append_child(&probe).ok()?;
    // High contrast has colours of its own, so the whole page takes the other theme while nobody looks.
    let root = document().document_element()?;
    let theme = root.get_attribute("data-theme");
    if let Some(wanted) = wanted {
        root.set_attribute("data-theme", wanted).ok()?;
    }
    let answer = read(&probe);
    if let (Some(_), Some(theme)) = (wanted, theme) {
        root.set_attribute("data-theme", &theme).ok()?;
    }
    probe.remove();
    Some(answer)
}

/// Sets the lengths of dashes and gaps, in turn; none for a solid line.
pub fn set_dashes(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let lengths: js_sys::Array = lengths.iter().map(|it| JsValue::from(*it)).collect();
    // Fails only for a value that is not a list of numbers.
    let _ = context.set_line_dash(&lengths);
}

fn context_of(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Makes a canvas outside of the page, with its context; sizes in pixels.
#[must_use]
pub fn new_canvas(
    width: u32,
    height: u32,
) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas = document().create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = context_of(&canvas)?;
    Some((canvas, context))
}

fn pattern_of(pattern: Pattern, picture: &Picture<'_>) -> Option<CanvasPattern> {
    const TILE: f64 = 7.0;
    let (canvas, context) = new_canvas(TILE as u32, TILE as u32)?;
    context.set_stroke_style_str(picture.ink);
    context.set_line_width(1.0);
    let line = |from: (f64, f64), to: (f64, f64)| {
        context.move_to(from.0, from.1);
        context.line_to(to.0, to.1);
    };
    context.begin_path();
    match pattern {
        Pattern::Dots => {
            context.set_fill_style_str(picture.ground);
            context.fill_rect(2.0, 2.0, 3.5, 3.5);
            context.set_fill_style_str(picture.ink);
            context.fill_rect(3.0, 3.0, 1.5, 1.5);
        }
        Pattern::Rising | Pattern::Crossed => {
            // Includes the corners, so that lines continue from tile to tile.
            for off in [-TILE, 0.0, TILE] {
                line((off, TILE), (off + TILE, 0.0));
                if pattern == Pattern::Crossed {
                    line((off, 0.0), (off + TILE, TILE));
                }
            }
            context.stroke();
        }
    }
    context.create_pattern_with_html_canvas_element(&canvas, "repeat").ok()?
}
