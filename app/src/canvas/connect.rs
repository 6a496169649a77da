//! Connecting by keyboard: the possible connections of a vertex, to find by typing.

use bobbin_protocol::PortSide;
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

use super::edit::{self, Joining};
use super::new_port::NewPort;
use super::scene::{PortId, Scene};
use super::state::CanvasState;
use crate::document::locate::GraphPart;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};

/// Something that could be joined.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The change that makes the connection.
    pub joining: Joining,
    /// Both ends in words.
    pub label: String,
    /// The type of the data, and what would go.
    pub detail: String,
}

/// Returns the possible connections of the selected part: of a vertex by its outputs first, of an
/// edge by another end.
#[must_use]
pub fn offers(scene: &Scene, part: GraphPart) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut offer = |own: PortId, other: PortId, joining: Joining| {
        let Some((from, to)) = scene.directed(own, other) else { return };
        let data_type = scene.port(from).map(|it| it.data_type.as_str()).unwrap_or_default();
        let detail = match &joining {
            Joining::Impossible(_) | Joining::Unnamed(_) => return,
            Joining::Replacing { old, .. } => format!("{data_type}, replaces {old}"),
            Joining::Free(_) => data_type.to_owned(),
        };
        let label = format!("{} → {}", scene.name_of(from), scene.name_of(to));
        offers.push(Offer { joining, label, detail });
    };
    match part {
        GraphPart::Vertex(vertex) => {
            for side in [PortSide::Output, PortSide::Input] {
                let own = ports(scene).filter(|it| it.vertex == vertex);
                for own in own.filter(|it| scene.port(*it).is_some_and(|it| it.side == side)) {
                    let others = ports(scene).filter(|it| it.vertex != vertex);
                    for other in others.filter(|it| scene.fits(own, *it)) {
                        offer(own, other, edit::join(scene, own, other));
                    }
                }
            }
        }
        GraphPart::Edge(edge) => {
            let Some((from, to)) = scene.ends(edge) else { return Vec::new() };
            for (kept, old, side) in [(from, to, PortSide::Input), (to, from, PortSide::Output)] {
                for other in ports(scene).filter(|it| *it != old && scene.fits(kept, *it)) {
                    offer(kept, other, edit::reroute(scene, edge, side, other));
                }
            }
        }
    }
    offers.extend(new_ports(scene, part));
    // Those that take nothing away come first, and of these the ones for ports that are there.
    offers.order_by_key(|it| match it.joining {
        Joining::Free(_) => 0u8,
        Joining::Unnamed(_) => 1,
        Joining::Replacing { .. } | Joining::Impossible(_) => 2,
    });
    offers
}

/// Returns the possible connections of the selected part to ports that a vertex makes for them.
fn new_ports(scene: &Scene, part: GraphPart) -> Vec<Offer> {
    let making = scene.graph.vertices.iter().enumerate().filter(|it| !it.1.further.is_empty());
    let making: Vec<usize> = making.map(|it| it.0).collect();
    let mut kept: Vec<(PortId, Option<usize>)> = Vec::new();
    match part {
        _ if making.is_empty() => {}
        GraphPart::Vertex(_) => kept.extend(ports(scene).map(|it| (it, None))),
        GraphPart::Edge(edge) => {
            let ends = scene.ends(edge).map(|it| [it.0, it.1]);
            kept.extend(ends.into_iter().flatten().map(|it| (it, Some(edge))));
        }
    }
    let mut offers = Vec::new();
    for (kept, moved) in kept {
        let is_meant = |making: usize| match part {
            GraphPart::Vertex(it) => [kept.vertex, making].contains(&it),
            GraphPart::Edge(_) => true,
        };
        for vertex in making.iter().copied().filter(|it| is_meant(*it)) {
            let Some(port) = NewPort::for_port(scene, kept, vertex, moved) else { continue };
            let data_type = scene.port(kept).map_or("", |it| it.data_type.as_str());
            let what = format!("a new {}", port.side_in_words());
            let detail = if data_type.is_empty() { what } else { format!("{data_type}, {what}") };
            let label = port.ends_in_words();
            offers.push(Offer { joining: Joining::Unnamed(port), label, detail });
        }
    }
    offers
}

fn ports(scene: &Scene) -> impl Iterator<Item = PortId> + '_ {
    scene.graph.vertices.iter().enumerate().flat_map(|(vertex, it)| {
        let there = it.ports.iter().enumerate().filter(|it| !it.1.missing);
        there.map(move |(port, _)| PortId { vertex, port })
    })
}

/// Asks which connection to make.
#[component]
pub fn ConnectDialog(state: CanvasState) -> impl IntoView {
    let Some(part) = state.selection.only() else {
        state.toasts.say("Select a process first; then `C` lists what it can be connected to.");
        request_animation_frame(move || state.prompts.close_question());
        return ().into_any();
    };
    let offers = state.scene.with_untracked(|it| offers(it, part));
    let items = offers
        .iter()
        .map(|it| PickerItem {
            icon: Some(Icon::Connection),
            ..PickerItem::new(&it.label, &it.detail)
        })
        .collect::<Vec<_>>();
    let on_pick = move |idx: usize| {
        state.prompts.close_question();
        if let Some(offer) = offers.get(idx) {
            state.join(offer.joining.clone(), None);
        }
    };
    let placeholder = match part {
        GraphPart::Vertex(_) => "Which connection?",
        GraphPart::Edge(_) => "Which connection instead?",
    };
    view! {
        <ModalDialog title="Connect" is_plain=true on_close=move |()| state.prompts.close_question()>
            <Picker placeholder=placeholder items=items on_pick=on_pick />
        </ModalDialog>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bobbin_protocol::{FurtherPorts, Graph};

    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn what_fits_and_is_not_there_yet_is_offered() {
        let scene = sample();
        let told = |part| {
            let offers = offers(&scene, part).into_iter();
            offers.map(|it| format!("{} ({})", it.label, it.detail)).collect::<Vec<_>>()
        };
        assert_eq!(told(GraphPart::Vertex(0)), Vec::<String>::new(), "both are connected");
        assert_eq!(told(GraphPart::Vertex(1)), ["b.out → c.in2 (, replaces a.out)"]);
        assert_eq!(told(GraphPart::Vertex(2)), ["b.out → c.in2 (, replaces a.out)"]);
        assert_eq!(
            told(GraphPart::Edge(2)),
            ["b.out → c.in2 ()"],
            "the edge itself does not stand in the way"
        );
    }

    #[test]
    fn ports_that_a_vertex_would_make_are_offered() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[2].further = vec![FurtherPorts {
            side: PortSide::Input,
            template: "<name>".into(),
            data_type: "image".into(),
        }];
        let scene = Scene::new(Arc::new(graph));
        let told = |part| {
            let offers = offers(&scene, part).into_iter();
            offers.map(|it| format!("{} ({})", it.label, it.detail)).collect::<Vec<_>>()
        };
        assert_eq!(told(GraphPart::Vertex(0)), ["a.out → c.<name> (image, a new input)"]);
        let of_c = [
            "a.out → c.<name> (image, a new input)",
            "b.out → c.<name> (a new input)",
            "b.out → c.in2 (, replaces a.out)",
        ];
        assert_eq!(told(GraphPart::Vertex(2)), of_c);
        assert!(told(GraphPart::Edge(0)).contains(&of_c[0].to_owned()));
    }

    #[test]
    fn ports_that_only_a_faulty_connection_names_are_not_offered() {
        let mut graph = sample().graph.as_ref().clone();
        let labels = |graph: &Graph| {
            let offers = offers(&Scene::new(Arc::new(graph.clone())), GraphPart::Vertex(2));
            offers.into_iter().map(|it| it.label).collect::<Vec<_>>()
        };
        graph.edges[1].problem = Some("`b` has no output port `out`".to_owned());
        assert_eq!(labels(&graph), ["b.out → c.in2"]);
        let made_up = graph.edges[1].from_port as usize;
        graph.vertices[1].ports[made_up].missing = true;
        assert_eq!(labels(&graph), Vec::<String>::new());
    }
}
