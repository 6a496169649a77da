//! All that is drawn as a list: the same facts and actions for who does not see the drawing, or
//! would rather read.

use bobbin_sorting::Sorting as _;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use super::edge_line::edge_name;
use super::scene::{PortId, Scene};
use super::state::CanvasState;
use super::vertex_card::port_name;
use crate::document::locate::GraphPart;
use crate::following::memo;
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::Prose;

/// The number of vertices that are listed at once; a search finds the others.
const MAX_SHOWN: usize = 200;

/// A vertex in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The vertex's index.
    pub vertex: usize,
    /// The vertex's name.
    pub title: String,
    /// The vertex's kind, and what is special about it.
    pub detail: String,
    /// The message of its diagnostic, if it has one.
    pub problem: Option<String>,
    /// Its connections, with their names; those it feeds first.
    pub edges: Vec<(usize, String)>,
    /// Its ports without connections.
    pub open_ports: Vec<String>,
}

/// Returns the vertices for which `is_shown` returns true, in words.
#[must_use]
pub fn rows(scene: &Scene, is_shown: impl Fn(usize) -> bool) -> Vec<Row> {
    let vertices = scene.graph.vertices.iter().enumerate();
    let vertices = vertices.filter(|(idx, it)| !it.is_frame && is_shown(*idx));
    vertices
        .take(MAX_SHOWN)
        .map(|(idx, vertex)| {
            let own = scene.edges_of(idx).iter();
            let mut edges: Vec<(bool, usize, String)> = own
                .filter_map(|edge| {
                    let it = scene.graph.edges.get(*edge)?;
                    let name = edge_name(scene, it);
                    let name = name.strip_prefix("connection ").unwrap_or(&name);
                    let facts = [scene.type_of(it), it.fixed.as_deref().unwrap_or_default()];
                    let facts = facts.into_iter().filter(|it| !it.is_empty());
                    let name = facts.fold(name.to_owned(), |name, it| format!("{name}, {it}"));
                    Some((it.from_vertex as usize != idx, *edge, name))
                })
                .collect();
            edges.order();
            let badges = vertex.badges.iter().map(|it| it.text.clone());
            let detail: Vec<String> = std::iter::once(vertex.subtitle.clone())
                .chain(badges)
                .chain(vertex.fixed.clone())
                .chain(vertex.comment.as_ref().map(|it| it.text.clone()))
                .filter(|it| !it.is_empty())
                .collect();
            Row {
                vertex: idx,
                title: vertex.title.clone(),
                detail: detail.join(", "),
                problem: vertex.problem.clone(),
                edges: edges.into_iter().map(|(_, idx, name)| (idx, name)).collect(),
                open_ports: (vertex.ports.iter().enumerate())
                    .filter(|(port, _)| {
                        scene.edges_at(PortId { vertex: idx, port: *port }).next().is_none()
                    })
                    .map(|(_, port)| port_name(&vertex.title, port))
                    .collect(),
            }
        })
        .collect()
}

/// The list, over the drawing.
pub fn list_view(state: CanvasState) -> impl IntoView {
    let shown = memo(move |_| {
        if !state.prompts.is_list.get() {
            return Vec::new();
        }
        state.lit.with(|lit| {
            let is_shown = |idx: usize| lit.as_ref().is_none_or(|it| it.contains(&idx));
            state.scene.with(|scene| rows(scene, is_shown))
        })
    });
    let n_all = move || {
        state.lit.with(|lit| {
            lit.as_ref()
                .map_or_else(|| state.scene.with(|it| it.graph.vertices.len()), |it| it.len())
        })
    };
    let more = move || {
        let n_hidden = n_all().saturating_sub(MAX_SHOWN);
        (n_hidden > 0).then(|| view! { <p class="graph-list__more">{format!("and {n_hidden} more; search to find them")}</p> })
    };
    let key = |row: &Row| format!("{row:?}");
    view! {
        <When when=move || state.prompts.is_list.get()>
            <div
                class="graph-list"
                role="region"
                aria-label="Graph as a list"
                data-scroller=""
                tabindex="0"
                on:keydown=walk
            >
                <div class="graph-list__close">
                    <Button
                        label="Close the list"
                        icon=Icon::Close
                        is_bare=true
                        on_press=move |()| state.prompts.show_list(false)
                    />
                </div>
                <ul class="graph-list__rows">{list(move || shown.get(), key, move |it| row(state, it))}</ul>
                {part(more)}
            </div>
        </When>
    }
}

/// Arrows go from name to name.
fn walk(event: KeyboardEvent) {
    let step = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    if dom::is_in(&event, ".graph-list__name") {
        dom::focus_neighbour(&event, ".graph-list__name", step);
        event.prevent_default();
        event.stop_propagation();
    }
}

fn row(state: CanvasState, row: Row) -> AnyView {
    let pick = move |part: GraphPart| {
        state.select(part);
        if let GraphPart::Vertex(idx) = part {
            state.camera.reveal(idx);
        }
    };
    let entry = move |target: GraphPart, name: String| {
        let is_selected = move || state.selection.parts.with(|it| it.contains(&target));
        view! {
            <button
                type="button"
                class="graph-list__name"
                aria-pressed=live(move || if is_selected() { "true" } else { "false" })
                on:click=move |_| pick(target)
            >
                {name}
            </button>
        }
        .into_any()
    };
    let doings = move |target: GraphPart, label: String| {
        let open = move |event: MouseEvent| {
            state.select(target);
            state.prompts.menu_at.set(dom::place_below(&event, ".canvas"));
        };
        view! {
            <button
                type="button"
                class="button button--bare"
                aria-haspopup="menu"
                aria-label=label.clone()
                title=label
                on:click=open
            >
                <IconView icon=Icon::ChevronDown />
            </button>
        }
        .into_any()
    };
    let on_menu = move |target: GraphPart| {
        move |event: MouseEvent| {
            event.prevent_default();
            state.select(target);
            state.prompts.menu_at.set(dom::place_below(&event, ".canvas"));
        }
    };
    let edges = row
        .edges
        .into_iter()
        .map(|(idx, name)| {
            let part = GraphPart::Edge(idx);
            view! {
                <li class="graph-list__edge" on:contextmenu=on_menu(part)>
                    {entry(part, name.clone())} {doings(part, format!("Actions on {name}"))}
                </li>
            }
        })
        .collect::<Vec<_>>();
    let card = GraphPart::Vertex(row.vertex);
    let port = |it| view! { <li class="graph-list__port">{format!("{it}, not connected")}</li> };
    let ports = row.open_ports.into_iter().map(port).collect::<Vec<_>>();
    view! {
        <li class="graph-list__card">
            <div class="graph-list__head" on:contextmenu=on_menu(card)>
                {entry(card, row.title.clone())} <span class="graph-list__detail">{row.detail}</span>
                {doings(card, format!("Actions on {}", row.title))}
            </div>
            {row.problem.map(|it| view! { <p class="graph-list__problem"><Prose text=it /></p> })}
            <ul>{edges} {ports}</ul>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn every_card_and_edge_is_named() {
        let rows = rows(&sample(), |idx| idx != 0);
        let told: Vec<String> = rows
            .iter()
            .map(|it| {
                let edges: Vec<&str> = it.edges.iter().map(|it| it.1.as_str()).collect();
                format!("{} ({}): {}", it.title, it.detail, edges.join("; "))
            })
            .collect();
        assert_eq!(
            told,
            [
                "b (b_type): b.out to c.in, track; a.out to b.in, image",
                "c (c_type): b.out to c.in, track; a.out to c.in2, image"
            ]
        );
        let mut graph = (*sample().graph).clone();
        graph.edges.clear();
        let alone = super::rows(&Scene::new(std::sync::Arc::new(graph)), |idx| idx == 1);
        assert_eq!(alone[0].open_ports, ["input b.in, image", "output b.out"]);
        assert!(rows[1].problem.is_some());
    }
}
