//! A graph seen from afar: all vertices and all edges as a handful of paths.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::route;
use super::scene::Scene;
use crate::document::locate::GraphPart;
use crate::following::memo;
use crate::widgets::dynamic::live;

/// The paths of a whole graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FarPaths {
    /// The vertices that contain others.
    pub groups: String,
    /// The other vertices.
    pub cards: String,
    /// The vertices with a diagnostic.
    pub wrong_cards: String,
    /// The edges of the drawing.
    pub edges: String,
}

impl FarPaths {
    /// Draws a scene.
    #[must_use]
    pub fn new(scene: &Scene) -> FarPaths {
        let mut paths = FarPaths::default();
        for (idx, vertex) in scene.graph.vertices.iter().enumerate() {
            let path = if scene.is_group(idx) {
                &mut paths.groups
            } else if vertex.problem.is_some() {
                &mut paths.wrong_cards
            } else {
                &mut paths.cards
            };
            path.push_str(&route::boxed(vertex.rect));
        }
        for edge in &scene.graph.edges {
            paths.edges.push_str(&route::straight(&edge.points));
        }
        paths
    }
}

/// Returns the selected parts, drawn over the others.
fn selected(scene: &Scene, selection: &BTreeSet<GraphPart>) -> (String, String) {
    let (mut cards, mut edges) = (String::new(), String::new());
    for part in selection {
        match part {
            GraphPart::Vertex(idx) => {
                if let Some(vertex) = scene.graph.vertices.get(*idx) {
                    cards.push_str(&route::boxed(vertex.rect));
                }
            }
            GraphPart::Edge(idx) => {
                if let Some(edge) = scene.graph.edges.get(*idx) {
                    edges.push_str(&route::straight(&edge.points));
                }
            }
        }
    }
    (cards, edges)
}

/// The whole graph, and what is selected.
#[component]
pub fn FarView(
    scene: Memo<Scene>,
    #[prop(into)] selection: Signal<BTreeSet<GraphPart>>,
    /// The vertices that stand out; `None` if all do.
    lit: Memo<Option<BTreeSet<usize>>>,
    /// True while the layer is seen: the paths of a large graph are not made in vain.
    is_seen: Memo<bool>,
) -> impl IntoView {
    let paths = memo(move |before: Option<&Arc<FarPaths>>| match before {
        Some(before) if !is_seen.get() => before.clone(),
        _ => scene.with(FarPaths::new).into(),
    });
    let path = move |of: fn(&FarPaths) -> &String| live(move || paths.with(|it| of(it).clone()));
    let found = memo(move |_| {
        let lit = lit.get().filter(|_| is_seen.get()).unwrap_or_default();
        let parts: BTreeSet<GraphPart> = lit.into_iter().map(GraphPart::Vertex).gather();
        scene.with(|scene| selected(scene, &parts).0)
    });
    let selected = memo(move |_| {
        if is_seen.get() {
            scene.with(|scene| selected(scene, &selection.read()))
        } else {
            Default::default()
        }
    });
    view! {
        <path class="far__groups" d=path(|it| &it.groups) />
        <path class="far__edges" d=path(|it| &it.edges) />
        <path class="far__cards" d=path(|it| &it.cards) />
        <path class="far__cards far__cards--wrong" d=path(|it| &it.wrong_cards) />
        <path class="far__cards far__cards--found" d=live(move || found.get()) />
        <path class="far__edges far__edges--selected" d=live(move || selected.get().1) />
        <path class="far__cards far__cards--selected" d=live(move || selected.get().0) />
    }
}
