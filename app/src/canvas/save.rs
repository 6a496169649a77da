//! The drawing as something that leaves the page: pictures, paper, and where everything lies.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use bobbin_protocol::{Graph, Rect, ViewKind};
use leptos::prelude::*;

use super::colour;
use super::control::{CanvasControl, Extent};
use super::places::{Places, arranged, arranged_so, arrangement};
use super::scene::Scene;
use super::state::CanvasState;
use super::svg_export::picture;
use crate::document::OpenFile;
use crate::picture::{Picture, PictureKind, png, svg};
use crate::platform::{canvas, files, window};

/// Draws a scene, or a part of it at a zoom, in the colours of a scheme.
fn painted(scene: &Scene, part: Option<(Rect, f64)>, scheme: canvas::Scheme) -> Option<Picture> {
    let types = scene.data_types();
    canvas::with_probe(scheme, |probe| {
        // The browser takes its time for each answer, and there are thousands of parts.
        let known = RefCell::new(BTreeMap::<String, String>::new());
        let colour = |name: &str| {
            let mut known = known.borrow_mut();
            let ask = || canvas::colour_at(probe, &format!("var({name})"));
            known.entry(name.to_owned()).or_insert_with(ask).clone()
        };
        let of_type = |name: &str| match types.binary_search_by(|it| it.as_str().cmp(name)) {
            Ok(_) => colour(&format!("--type-{}", colour::of_type(name))),
            Err(_) => colour("--type-none"),
        };
        picture(scene, part, colour, of_type)
    })
}

/// Draws the shown drawing, or what is seen of it.
fn shown(state: CanvasState, extent: Extent, scheme: canvas::Scheme) -> Option<Picture> {
    let part = match extent {
        Extent::All => None,
        Extent::Seen => {
            let viewport = state.camera.viewport.get_untracked();
            Some((viewport.seen(state.camera.size.get_untracked()), viewport.zoom))
        }
    };
    state.scene.with_untracked(|scene| painted(scene, part, scheme))
}

/// Draws the graph of a file with its vertices where the user put them; `None` if it is empty.
#[must_use]
pub fn drawing_of(
    graph: &Arc<Graph>,
    file: &OpenFile,
    control: CanvasControl,
    scheme: canvas::Scheme,
) -> Option<Picture> {
    if graph.vertices.is_empty() {
        return None;
    }
    let arrangement = file.views.graph_options.with_untracked(arrangement);
    let places = control.places(file.id).with_untracked(|it| arranged_so(it, arrangement));
    let scene = arranged(graph, &places, &Places::new());
    painted(&scene, None, scheme)
}

/// Saves the drawing, or what is seen of it, as a picture.
pub fn save_picture(state: CanvasState, kind: PictureKind, extent: Extent) {
    let drawn = shown(state, extent, canvas::Scheme::OfPage);
    let bytes = drawn.and_then(|it| match kind {
        PictureKind::Svg => Some(svg(&it).into_bytes()),
        PictureKind::Png => png(&it),
    });
    state.pictures.save(ViewKind::Graph, kind, bytes);
}

/// Saves the graph with the places of all that is drawn, as [`bobbin_protocol::Graph`].
pub fn save_layout(state: CanvasState) {
    let json = state.scene.with_untracked(|scene| serde_json::to_vec(&*scene.graph).ok());
    let name = state.documents.shown().map(|it| it.name.clone()).unwrap_or_default();
    match json {
        Some(bytes) if files::download(&format!("{name}.layout.json"), &bytes) => {
            state.announce("The drawing was downloaded.");
        }
        _ => state.toasts.complain("The browser could not save this drawing."),
    }
}

/// Prints the drawing, on white paper whatever the page looks like.
pub fn print(state: CanvasState) {
    match shown(state, Extent::All, canvas::Scheme::Light) {
        Some(it) => window::print(&svg(&it), it.rect.width > it.rect.height),
        None => state.toasts.complain("The browser could not make this picture."),
    }
}
