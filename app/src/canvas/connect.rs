//! Connecting by keyboard: the possible connections of a card, to find by typing.

use bobbin_protocol::PortSide;
use leptos::prelude::*;

use super::scene::{PortId, Scene};
use super::state::CanvasState;
use crate::document::locate::GraphPart;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};

/// A connection that could be made: output, input, and both in words.
type Offer = (PortId, PortId, String);

/// What a card could be connected to, its outputs first.
#[must_use]
fn offers(scene: &Scene, vertex: usize) -> Vec<Offer> {
    let name = |id: PortId| {
        let title = scene.graph.vertices.get(id.vertex).map_or("", |it| it.title.as_str());
        format!("{title}.{}", scene.port(id).map_or("", |it| it.name.as_str()))
    };
    let all_ports =
        || {
            scene.graph.vertices.iter().enumerate().flat_map(|(vertex, it)| {
                (0..it.ports.len()).map(move |port| PortId { vertex, port })
            })
        };
    let is_connected = |from: PortId, to: PortId| {
        scene.graph.edges.iter().any(|it| {
            (it.from_vertex as usize, it.from_port as usize) == (from.vertex, from.port)
                && (it.to_vertex as usize, it.to_port as usize) == (to.vertex, to.port)
        })
    };
    let mut offers = Vec::new();
    for side in [PortSide::Output, PortSide::Input] {
        for own in all_ports().filter(|it| it.vertex == vertex) {
            if scene.port(own).is_none_or(|it| it.side != side) {
                continue;
            }
            for other in all_ports().filter(|it| it.vertex != vertex && scene.fits(own, *it)) {
                if let Some((from, to)) = scene.directed(own, other)
                    && !is_connected(from, to)
                {
                    offers.push((from, to, format!("{} → {}", name(from), name(to))));
                }
            }
        }
    }
    offers
}

/// Asks which connection to make.
#[component]
pub fn ConnectDialog(
    /// Of the canvas.
    state: CanvasState,
) -> impl IntoView {
    let close = move || state.is_asking.set(false);
    let selected = state.selection.with_untracked(|it| it.iter().next().copied());
    let Some(GraphPart::Vertex(vertex)) = selected else {
        state.workbench.say("Select a card first; then `C` lists what it can be connected to.");
        request_animation_frame(close);
        return ().into_any();
    };
    let offers = state.scene.with_untracked(|it| offers(it, vertex));
    let items = offers
        .iter()
        .map(|(from, _, label)| PickerItem {
            label: label.clone(),
            detail: state.scene.with_untracked(|it| {
                it.port(*from).map(|it| it.data_type.clone()).unwrap_or_default()
            }),
            keys: String::new(),
            icon: Some(Icon::Connection),
        })
        .collect::<Vec<_>>();
    let on_pick = move |idx: usize| {
        if let Some((from, to, _)) = offers.get(idx) {
            state.connect(*from, *to);
        }
        close();
    };
    view! {
        <ModalDialog title="Connect" is_plain=true on_close=move |()| close()>
            <Picker placeholder="Which connection?" items=items on_pick=on_pick />
        </ModalDialog>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn what_fits_and_is_not_there_yet_is_offered() {
        let scene = sample();
        let labels = |vertex| {
            offers(&scene, vertex).into_iter().map(|(.., label)| label).collect::<Vec<_>>()
        };
        assert_eq!(labels(0), Vec::<String>::new(), "both are connected");
        assert_eq!(labels(1), ["b.out → c.in2"]);
        assert_eq!(labels(2), ["b.out → c.in2"]);
    }
}
