//! The drawing as something that leaves the page: pictures, paper, and where everything lies.

use leptos::prelude::*;

use super::picture::{Anchor, Mark, Picture, picture, svg};
use super::state::CanvasState;
use crate::base64;
use crate::platform::{canvas, files, window};

/// Pixels of a PNG for each unit of the canvas, so that letters are sharp on fine screens.
const SCALE: f64 = 2.0;
/// Browsers draw no larger pictures.
const MAX_PIXELS: f64 = 16_000.0;

/// The drawing in the colours of a scheme.
fn painted(state: CanvasState, scheme: canvas::Scheme) -> Option<Picture> {
    canvas::with_probe(scheme, |probe| {
        let colour = |name: &str| canvas::colour_at(probe, &format!("var({name})"));
        let of_type = |name: &str| match untrack(|| state.colour_of(name)) {
            Some(number) => colour(&format!("--type-{number}")),
            None => colour("--type-none"),
        };
        state.scene.with_untracked(|scene| picture(scene, colour, of_type))
    })
}

fn file_name(state: CanvasState, ending: &str) -> String {
    let name = state.workbench.documents.shown().map(|it| it.name.clone()).unwrap_or_default();
    format!("{name}.{ending}")
}

/// Saves the drawing as an SVG file.
pub fn save_svg(state: CanvasState) {
    let bytes = painted(state, canvas::Scheme::OfPage).map(|it| svg(&it).into_bytes());
    save(state, "svg", bytes);
}

/// Saves the drawing as a PNG file.
pub fn save_png(state: CanvasState) {
    let bytes = painted(state, canvas::Scheme::OfPage).and_then(|it| png(&it));
    save(state, "png", bytes);
}

/// Saves the graph with the places of all that is drawn, as [`bobbin_protocol::Graph`].
pub fn save_layout(state: CanvasState) {
    let json = state.scene.with_untracked(|scene| serde_json::to_vec(&*scene.graph).ok());
    save(state, "layout.json", json);
}

/// Prints the drawing, on white paper whatever the page looks like.
pub fn print(state: CanvasState) {
    match painted(state, canvas::Scheme::Light) {
        Some(it) => window::print(&svg(&it), it.rect.width > it.rect.height),
        None => state.workbench.complain("The browser could not make this picture."),
    }
}

fn save(state: CanvasState, ending: &str, bytes: Option<Vec<u8>>) {
    match bytes {
        Some(bytes) => {
            files::download(&file_name(state, ending), &bytes);
            state.announce("The drawing was saved.");
        }
        None => state.workbench.complain("The browser could not make this picture."),
    }
}

fn png(picture: &Picture) -> Option<Vec<u8>> {
    let rect = picture.rect;
    let scale = SCALE.min(MAX_PIXELS / rect.width.max(rect.height).max(1.0));
    let width = (rect.width * scale).ceil() as u32;
    let height = (rect.height * scale).ceil() as u32;
    let (surface, context) = canvas::new_canvas(width, height)?;
    context.scale(scale, scale).ok()?;
    context.set_fill_style_str(&picture.ground);
    context.fill_rect(0.0, 0.0, rect.width, rect.height);
    context.translate(-rect.x, -rect.y).ok()?;
    for mark in &picture.marks {
        paint(&context, mark);
    }
    base64::decode(&canvas::png(&surface)?)
}

fn paint(context: &web_sys::CanvasRenderingContext2d, mark: &Mark) {
    match mark {
        Mark::Shape { path, fill, stroke, is_dashed } => {
            let Ok(path) = web_sys::Path2d::new_with_path_string(path) else { return };
            if let Some(fill) = fill {
                context.set_fill_style_str(fill);
                context.fill_with_path_2d(&path);
            }
            if let Some((colour, width)) = stroke {
                canvas::set_dashes(context, if *is_dashed { &[6.0, 4.0] } else { &[] });
                context.set_stroke_style_str(colour);
                context.set_line_width(*width);
                context.stroke_with_path(&path);
            }
        }
        Mark::Letters { at: (x, y), text, size, is_bold, anchor, fill } => {
            let weight = if *is_bold { "600 " } else { "" };
            context.set_font(&format!("{weight}{size}px system-ui, sans-serif"));
            context.set_text_align(match anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            });
            context.set_fill_style_str(fill);
            // Fails only for a canvas without a context.
            let _ = context.fill_text(text, *x, *y);
        }
    }
}
