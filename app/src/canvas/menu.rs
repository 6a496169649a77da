//! What can be done on the canvas, as a list: behind a button, and where the right button is pressed.

use std::collections::BTreeSet;

use bobbin_protocol::{Command, QuickKey};
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::edit::Deed;
use super::state::CanvasState;
use crate::actions;
use crate::document::locate::GraphPart;
use crate::platform::{dom, window};
use crate::widgets::dynamic::{live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::menu::MenuItem;

/// Actions for what is selected, by their ids.
const OF_SELECTION: [&str; 10] = [
    "graph.rename",
    "graph.value",
    "graph.connect",
    "graph.expand",
    "graph.enter",
    "graph.duplicate",
    "graph.upstream",
    "graph.downstream",
    "graph.fit-selection",
    "graph.delete",
];

/// Actions for cards only, when several are selected.
const OF_SEVERAL: [&str; 2] = ["graph.align-left", "graph.align-top"];

/// Actions for the whole drawing.
const OF_ALL: [&str; 6] = [
    "graph.add",
    "graph.select-all",
    "graph.list",
    "graph.tidy",
    "graph.save-svg",
    "graph.save-png",
];

/// What can be done now; for what is selected first.
#[must_use]
pub fn items(state: CanvasState, with_selection: bool) -> Vec<MenuItem> {
    let is_apple = window::has_apple_keyboard();
    let selection = state.selection.get_untracked();
    let is_edge = matches!(state.only_selected(), Some(GraphPart::Edge(_)));
    let has_inside = state.scene.with_untracked(|scene| {
        let vertices = state.selected().into_iter().filter_map(|it| scene.graph.vertices.get(it));
        { vertices }.any(|it| it.inside.is_some())
    });
    let item = |id: &&str| {
        let action = actions::by_id(id)?;
        let run = action.run;
        let workbench = state.workbench;
        Some(MenuItem {
            label: action.label.to_owned(),
            detail: action.shortcuts.first().map(|it| it.shown(is_apple)).unwrap_or_default(),
            about: String::new(),
            icon: action.icon,
            is_checked: false,
            run: Callback::new(move |()| run(workbench)),
        })
    };
    let mut items = Vec::new();
    if with_selection && !selection.is_empty() {
        let fits = |id: &&&str| match **id {
            "graph.value" => is_edge,
            "graph.rename" | "graph.duplicate" => !is_edge,
            "graph.expand" | "graph.enter" => has_inside,
            _ => true,
        };
        items.extend(OF_SELECTION.iter().filter(fits).filter_map(item));
        if selection.len() > 1 {
            items.extend(OF_SEVERAL.iter().filter_map(item));
        }
        items.extend(switches(state));
    }
    items.extend(OF_ALL.iter().filter_map(item));
    items
}

/// Keys of the selected cards that are on or off.
fn switches(state: CanvasState) -> Vec<MenuItem> {
    let Some(catalogue) = state.catalogue.get_untracked() else { return Vec::new() };
    let selection = state.selection.get_untracked();
    let cards: Vec<usize> = selection
        .iter()
        .filter_map(|it| match it {
            GraphPart::Vertex(idx) => Some(*idx),
            GraphPart::Edge(_) => None,
        })
        .collect();
    if cards.is_empty() {
        return Vec::new();
    }
    let switch = |it: &QuickKey| {
        let (key, cards) = (it.clone(), cards.clone());
        let is_on = state.scene.with_untracked(|scene| {
            let has = |card: &usize| {
                let vertex = scene.graph.vertices.get(*card);
                vertex.is_some_and(|vertex| vertex.badges.iter().any(|badge| badge.key == it.key))
            };
            cards.iter().all(has)
        });
        MenuItem {
            label: it.label.clone(),
            detail: String::new(),
            about: it.help.clone(),
            icon: None,
            is_checked: is_on,
            run: Callback::new(move |()| switch_all(state, &key, &cards, !is_on)),
        }
    };
    catalogue.vertex_keys.iter().map(switch).collect()
}

fn switch_all(state: CanvasState, key: &QuickKey, cards: &[usize], is_on: bool) {
    let commands: Vec<Command> = state.scene.with_untracked(|scene| {
        let cards: BTreeSet<&usize> = cards.iter().collect();
        let vertices = cards.into_iter().filter_map(|it| scene.graph.vertices.get(*it));
        vertices
            .filter(|it| it.badges.iter().any(|badge| badge.key == key.key) != is_on)
            .map(|it| {
                let (item, name) = (it.item.clone(), key.key.clone());
                if is_on {
                    Command::SetValue { item, key: name, value: key.initial.clone() }
                } else {
                    Command::Unset { item, key: name }
                }
            })
            .collect()
    });
    let state_of = if is_on { "on" } else { "off" };
    state.perform(Deed { commands, label: format!("{} {state_of}", key.label.to_lowercase()) });
}

/// The menu where the right button was pressed.
pub fn context_menu(state: CanvasState) -> impl IntoView {
    part(move || {
        let at = state.menu_at.get()?;
        let close = move || {
            state.menu_at.set(None);
            dom::focus(".canvas__drawing");
        };
        let rows = items(state, true)
            .into_iter()
            .map(|item| {
                let run = item.run;
                view! {
                    <button
                        type="button"
                        class="menu__item"
                        role="menuitemradio"
                        aria-checked=if item.is_checked { "true" } else { "false" }
                        on:click=move |_| {
                            close();
                            run.run(());
                        }
                    >
                        <span class="menu__mark">
                            {match (item.is_checked, item.icon) {
                                (true, _) => Some(view! { <IconView icon=Icon::Check /> }),
                                (_, icon) => icon.map(|icon| view! { <IconView icon=icon /> }),
                            }}
                        </span>
                        <span class="menu__label">
                            {item.label}
                            {(!item.about.is_empty())
                                .then(|| view! { <span class="menu__about">{item.about}</span> })}
                        </span>
                        <span class="menu__detail">{item.detail}</span>
                    </button>
                }
            })
            .collect::<Vec<_>>();
        let n_rows = rows.len() as f64;
        let place = move || {
            // Inside the pane, whatever is pressed.
            let size = state.size.get();
            let x = at.x.min(size.width - MENU_WIDTH - 8.0).max(8.0);
            let y = at.y.min(size.height - n_rows * ROW_HEIGHT - 16.0).max(8.0);
            format!("translate({x:.0}px, {y:.0}px)")
        };
        let list = NodeRef::<html::Div>::new();
        list.on_load(|list| {
            request_animation_frame(move || dom::focus_first(&list, "[role=menuitemradio]"));
        });
        let on_key = move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Escape" => close(),
                "ArrowDown" => dom::focus_sibling(&event, "menuitemradio", 1),
                "ArrowUp" => dom::focus_sibling(&event, "menuitemradio", -1),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        };
        let on_leave = move |event: FocusEvent| {
            let next = event.related_target();
            let stays = list
                .get_untracked()
                .is_some_and(|list| next.is_some_and(|next| dom::contains(&list, &next)));
            if !stays {
                state.menu_at.set(None);
            }
        };
        Some(view! {
            <div
                class="menu__list canvas__menu"
                role="menu"
                aria-label="What to do here"
                style:transform=live(place)
                node_ref=list
                on:keydown=on_key
                on:focusout=on_leave
            >
                {rows}
            </div>
        })
    })
}

/// Of the context menu, in pixels; the style sheet has the same.
const MENU_WIDTH: f64 = 296.0;
/// Of one of its rows.
const ROW_HEIGHT: f64 = 30.0;
