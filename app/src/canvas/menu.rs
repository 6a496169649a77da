//! The menu of the canvas: behind a button, and where the right button is pressed.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_protocol::{Command, ConversionEffect, ItemPath, QuickKey};
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::edit::{Deed, GONE};
use super::state::CanvasState;
use crate::document::locate::GraphPart;
use crate::platform::window;
use crate::widgets::dynamic::part;
use crate::widgets::menu::{MenuItem, MenuList, MenuPlace};
use crate::widgets::prose::sentence;
use crate::{actions, conversion};

/// Actions for what is selected, by their ids.
const OF_SELECTION: [&str; 13] = [
    "graph.rename",
    "graph.value",
    "graph.connect",
    "graph.expand",
    "graph.enter",
    "graph.extract",
    "graph.inline",
    "graph.duplicate",
    "graph.upstream",
    "graph.downstream",
    "graph.fit-selection",
    "graph.source",
    "graph.delete",
];

/// Actions of the selection for what stands elsewhere, and so cannot be changed here.
const OF_FIXED: [&str; 6] = [
    "graph.source",
    "graph.expand",
    "graph.enter",
    "graph.upstream",
    "graph.downstream",
    "graph.fit-selection",
];

/// Actions that need several selected vertices.
const OF_SEVERAL: [&str; 1] = ["graph.align"];

/// Actions for the whole drawing.
const OF_ALL: [&str; 4] = ["graph.add", "graph.select-all", "graph.list", "graph.tidy"];

/// Ways in which the drawing leaves the page.
const EXPORTS: [&str; 6] = [
    "graph.save-svg",
    "graph.save-png",
    "graph.save-seen-svg",
    "graph.save-seen-png",
    "graph.save-layout",
    "graph.print",
];

/// Returns the actions that are possible now; those on the selection first.
#[must_use]
pub fn items(state: CanvasState) -> Vec<MenuItem> {
    let selection = state.selection.parts.get_untracked();
    let is_edge = matches!(state.selection.only(), Some(GraphPart::Edge(_)));
    let has_value = state.selection.only().and_then(GraphPart::edge);
    let has_value =
        has_value.is_some_and(|it| state.scene.with_untracked(|scene| !scene.is_mapping(it)));
    let has_inside = state.scene.with_untracked(|scene| {
        let vertices = state.selected().into_iter().filter_map(|it| scene.graph.vertices.get(it));
        { vertices }.any(|it| it.inside.is_some())
    });
    let can_be_named = match state.selection.only() {
        Some(GraphPart::Vertex(idx)) => {
            state.scene.with_untracked(|scene| scene.why_unnamed(idx).is_none())
        }
        _ => false,
    };
    let item = |id: &&str| action(state, id);
    let mut items = Vec::new();
    let is_fixed = state.why_fixed().is_some();
    items.extend(state.holder().into_iter().flat_map(|it| of_holder(state, it)));
    if !selection.is_empty() {
        let fits = |id: &&&str| match **id {
            "graph.rename" => can_be_named,
            id if is_fixed && !OF_FIXED.contains(&id) => false,
            "graph.source" | "graph.connect" => selection.len() == 1,
            "graph.value" => has_value,
            "graph.duplicate" | "graph.extract" => !is_edge,
            "graph.expand" | "graph.enter" | "graph.inline" => has_inside,
            _ => true,
        };
        items.extend(OF_SELECTION.iter().filter(fits).filter_map(item));
        if selection.len() > 1 {
            items.extend(OF_SEVERAL.iter().filter_map(item));
        }
        if !is_fixed {
            items.extend(switches(state));
        }
    }
    items.extend(OF_ALL.iter().filter_map(item));
    items.extend(looks(state));
    items
}

/// Returns what of the text's comments can be drawn, as far as there are any.
fn looks(state: CanvasState) -> impl Iterator<Item = MenuItem> {
    let (has_comments, has_banners) =
        state.scene.with_untracked(|scene| (scene.has_comments(), !scene.graph.banners.is_empty()));
    let look = |has_some: bool, id: &str, label: &str, is_on: RwSignal<bool>| {
        let item = action(state, id).filter(|_| has_some)?;
        Some(MenuItem {
            label: label.to_owned(),
            icon: None,
            is_checked: Some(is_on.get_untracked()),
            ..item
        })
    };
    let all = [
        look(has_comments, "graph.comments", "Show comments", state.shows_comments),
        look(has_banners, "graph.banners", "Group by banner comments", state.groups_by_banner),
    ];
    all.into_iter().flatten()
}

/// Returns the actions on the open vertex around the selection.
fn of_holder(state: CanvasState, card: usize) -> Vec<MenuItem> {
    let name = state
        .scene
        .with_untracked(|it| it.graph.vertices.get(card).map(|it| it.title.clone()))
        .unwrap_or_default();
    // The text may change while the menu is open.
    let drawn = StoredValue::new(state.scene.get_untracked());
    let about_card = |id: &str, label: String| {
        let action = actions::by_id(id)?;
        let run = move |()| {
            let card = drawn
                .with_value(|before| state.scene.with_untracked(|it| it.vertex_of(before, card)));
            let Some(card) = card else { return state.toasts.answer(GONE) };
            state.select(GraphPart::Vertex(card));
            state.actions.perform(action);
        };
        Some(MenuItem {
            label,
            detail: String::new(),
            about: String::new(),
            icon: action.icon,
            is_checked: None,
            run: Callback::new(run),
        })
    };
    let all = [
        about_card("graph.rename", format!("Rename {name}")),
        about_card("graph.expand", format!("Collapse {name}")),
        about_card("graph.inline", format!("Replace {name} with its contents")),
        about_card("graph.delete", format!("Delete {name}")),
    ];
    all.into_iter().flatten().collect()
}

/// Ways out of the page: as a drawing, and as what the language makes of the text.
#[must_use]
pub fn exports(state: CanvasState) -> Vec<MenuItem> {
    let drawings = EXPORTS.iter().filter_map(|id| action(state, id));
    let offered = untrack(|| state.conversions.offered()).into_iter();
    let texts = offered.filter(|it| it.effect == ConversionEffect::Download).map(|it| MenuItem {
        label: it.title.clone(),
        detail: String::new(),
        about: sentence(&it.about),
        icon: Some(conversion::icon_of(it.effect)),
        is_checked: None,
        run: Callback::new(move |()| state.conversions.start(it.clone())),
    });
    drawings.chain([state.pictures.choice()]).chain(texts).collect()
}

fn action(state: CanvasState, id: &str) -> Option<MenuItem> {
    let action = actions::by_id(id)?;
    let is_apple = window::has_apple_keyboard();
    Some(MenuItem {
        label: action.label.to_owned(),
        detail: action.shortcuts.first().map(|it| it.shown(is_apple)).unwrap_or_default(),
        about: String::new(),
        icon: action.icon,
        is_checked: None,
        run: Callback::new(move |()| state.actions.perform(action)),
    })
}

/// Returns the keys of the selected vertices that are on or off.
fn switches(state: CanvasState) -> Vec<MenuItem> {
    let Some(catalogue) = state.catalogue.get_untracked() else { return Vec::new() };
    let cards = state.selection.vertices();
    if cards.is_empty() {
        return Vec::new();
    }
    // The text may change while the menu is open; the items stay what was meant.
    let items: Arc<BTreeSet<ItemPath>> = Arc::new(state.scene.with_untracked(|scene| {
        let vertices = cards.iter().filter_map(|it| scene.graph.vertices.get(*it));
        vertices.map(|it| it.item.clone()).gather()
    }));
    let switch = |it: &QuickKey| {
        let (key, items) = (it.clone(), Arc::clone(&items));
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
            is_checked: Some(is_on),
            run: Callback::new(move |()| switch_all(state, &key, &items, !is_on)),
        }
    };
    catalogue.vertex_keys.iter().map(switch).collect()
}

fn switch_all(state: CanvasState, key: &QuickKey, items: &BTreeSet<ItemPath>, is_on: bool) {
    let commands: Vec<Command> = state.scene.with_untracked(|scene| {
        let vertices = scene.graph.vertices.iter().filter(|it| items.contains(&it.item));
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
        let at = state.prompts.menu_at.get()?;
        let close = move |()| {
            state.prompts.menu_at.set(None);
            state.prompts.take_keys();
        };
        let items = items(state);
        let least =
            if window::media("(pointer: coarse)").get_untracked() { TOUCH_ROW } else { 0.0 };
        let height: f64 = items.iter().map(|it| height_of(it).max(least)).sum();
        let place = move || {
            let size = state.camera.size.get();
            place_of((at.x, at.y), height, (size.width, size.height))
        };
        Some(view! {
            <MenuList
                items=items
                label="Actions here"
                place=Signal::derive(place)
                close=close
                leave=Callback::new(move |()| state.prompts.menu_at.set(None))
            />
        })
    })
}

/// The width of the context menu, in pixels; the style sheet has the same.
const MENU_WIDTH: f64 = 296.0;

/// The least height of a row under a finger, in pixels; the style sheet has the same.
const TOUCH_ROW: f64 = 40.0;

/// The distance of the menu from the edges of the pane, in pixels.
const EDGE: f64 = 8.0;

/// Returns the place of a menu that is opened at a point of a pane: inside of it, whatever is pressed.
fn place_of((x, y): (f64, f64), height: f64, (pane_width, pane_height): (f64, f64)) -> MenuPlace {
    let x = x.min(pane_width - MENU_WIDTH - EDGE).max(EDGE);
    let y = y.min(pane_height - height - 2.0 * EDGE).max(EDGE);
    MenuPlace { x, y, room: (pane_height - y - EDGE).max(TOUCH_ROW) }
}

/// Returns the approximate height of a row, in pixels.
fn height_of(item: &MenuItem) -> f64 {
    let n_letters = item.about.chars().count() as f64;
    30.0 + (n_letters / 40.0).ceil() * 16.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_is_inside_of_its_pane_or_scrolls_in_it() {
        let pane = (390.0, 600.0);
        let place = |y, height| place_of((380.0, y), height, pane);
        assert_eq!(place(100.0, 200.0), MenuPlace { x: 86.0, y: 100.0, room: 492.0 });
        // However wrong the height is that was guessed, it ends in the pane.
        for (y, height) in [(590.0, 200.0), (590.0, 5000.0), (0.0, 5000.0), (300.0, 10.0)] {
            let it = place(y, height);
            assert!(it.y >= EDGE && it.y + it.room <= pane.1 - EDGE, "{it:?}");
        }
    }
}
