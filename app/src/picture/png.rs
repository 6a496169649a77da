//! A picture as PNG, painted by the browser.

use bobbin_picture::{Anchor, HALO, Mark, Picture};

use crate::base64;
use crate::platform::canvas;

/// Pixels of a PNG for each of the drawing, so that letters are sharp on fine screens.
const SCALE: f64 = 2.0;
/// Browsers draw no larger pictures.
const MAX_PIXELS: f64 = 16_000.0;

/// Paints a picture; `None` if the browser cannot.
#[must_use]
pub fn png(picture: &Picture) -> Option<Vec<u8>> {
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
        Mark::Shape { path, fill, stroke, is_dashed, .. } => {
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
