//! The drawing as something that leaves the page: pictures, paper, and where everything lies.

use std::cell::RefCell;
use std::collections::BTreeMap;

use leptos::prelude::*;

use super::control::Extent;
use super::state::CanvasState;
use super::svg_export::{Anchor, HALO, Mark, Picture, picture, svg};
use crate::base64;
use crate::platform::{canvas, files, window};

/// Pixels of a PNG for each of the drawing, so that letters are sharp on fine screens.
const SCALE: f64 = 2.0;
/// Browsers draw no larger pictures.
const MAX_PIXELS: f64 = 16_000.0;

/// Draws the picture in the colours of a scheme.
fn painted(state: CanvasState, extent: Extent, scheme: canvas::Scheme) -> Option<Picture> {
    let part = match extent {
        Extent::All => None,
        Extent::Seen => {
            let viewport = state.camera.viewport.get_untracked();
            Some((viewport.seen(state.camera.size.get_untracked()), viewport.zoom))
        }
    };
    canvas::with_probe(scheme, |probe| {
        // The browser takes its time for each answer, and there are thousands of parts.
        let known = RefCell::new(BTreeMap::<String, String>::new());
        let colour = |name: &str| {
            let mut known = known.borrow_mut();
            let ask = || canvas::colour_at(probe, &format!("var({name})"));
            known.entry(name.to_owned()).or_insert_with(ask).clone()
        };
        let of_type = |name: &str| match untrack(|| state.colour_of(name)) {
            Some(number) => colour(&format!("--type-{number}")),
            None => colour("--type-none"),
        };
        state.scene.with_untracked(|scene| picture(scene, part, colour, of_type))
    })
}

fn file_name(state: CanvasState, ending: &str) -> String {
    let name = state.documents.shown().map(|it| it.name.clone()).unwrap_or_default();
    format!("{name}.{ending}")
}

/// Saves the drawing, or what is seen of it, as an SVG file.
pub fn save_svg(state: CanvasState, extent: Extent) {
    let bytes = painted(state, extent, canvas::Scheme::OfPage).map(|it| svg(&it).into_bytes());
    save(state, "svg", bytes);
}

/// Saves the drawing, or what is seen of it, as a PNG file.
pub fn save_png(state: CanvasState, extent: Extent) {
    let bytes = painted(state, extent, canvas::Scheme::OfPage).and_then(|it| png(&it));
    save(state, "png", bytes);
}

/// Saves the graph with the places of all that is drawn, as [`bobbin_protocol::Graph`].
pub fn save_layout(state: CanvasState) {
    let json = state.scene.with_untracked(|scene| serde_json::to_vec(&*scene.graph).ok());
    save(state, "layout.json", json);
}

/// Prints the drawing, on white paper whatever the page looks like.
pub fn print(state: CanvasState) {
    match painted(state, Extent::All, canvas::Scheme::Light) {
        Some(it) => window::print(&svg(&it), it.rect.width > it.rect.height),
        None => state.toasts.complain("The browser could not make this picture."),
    }
}

fn save(state: CanvasState, ending: &str, bytes: Option<Vec<u8>>) {
    match bytes {
        Some(bytes) if files::download(&file_name(state, ending), &bytes) => {
            state.announce("The drawing was saved.");
        }
        _ => state.toasts.complain("The browser could not make this picture."),
    }
}

fn png(picture: &Picture) -> Option<Vec<u8>> {
    let rect = picture.rect;
    let scale = (SCALE * picture.zoom).min(MAX_PIXELS / rect.width.max(rect.height).max(1.0));
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
        Mark::Letters { at: (x, y), text, size, is_bold, anchor, fill, halo } => {
            let weight = if *is_bold { "600 " } else { "" };
            context.set_font(&format!("{weight}{size}px system-ui, sans-serif"));
            context.set_text_align(match anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            });
            if let Some(halo) = halo {
                canvas::set_dashes(context, &[]);
                context.set_line_join("round");
                context.set_stroke_style_str(halo);
                context.set_line_width(HALO);
                // Fails only for a canvas without a context.
                let _ = context.stroke_text(text, *x, *y);
            }
            context.set_fill_style_str(fill);
            // Fails only for a canvas without a context.
            let _ = context.fill_text(text, *x, *y);
        }
    }
}
