//! What the canvas shows, and does, once people touch it: in the part for that.

use leptos::prelude::*;

use super::control::CanvasRequest;
use super::state::CanvasState;
use super::{library, list_view, menu, minimap, questions, requests};
use crate::touch::TOUCH;
use crate::widgets::later::{once_here, part_deed, part_view};

part_view!("touch" "01"; fn library(state: CanvasState) { library::library(state) });
part_view!("touch" "02"; fn list_view(state: CanvasState) { list_view::list_view(state) });
part_view!("touch" "03"; fn context_menu(state: CanvasState) { menu::context_menu(state) });
part_view!("touch" "04"; fn minimap(state: CanvasState) { minimap::minimap(state) });
part_view!("touch" "05"; fn questions(state: CanvasState) {
    (questions::questions(state), questions::refused_drop(state))
});

part_deed! {
    /// Does what an action asks for.
    TOUCH "touch" "06";
    fn hear(state: CanvasState, request: CanvasRequest) {
        requests::hear(state, request);
    }
}

/// Shows one of these views from when the part is here.
pub fn touched(state: CanvasState, make: fn(CanvasState) -> AnyView) -> AnyView {
    once_here(&TOUCH, move || make(state))
}
