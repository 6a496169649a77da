//! The structure of a binary.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::model::Part;
use super::state::BytesState;
use crate::following::memo;
use crate::widgets::aria::aria;
use crate::widgets::dynamic::live;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::rows::Rows;

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 22.0;

/// All parts with their values, those inside others below them.
#[component]
pub fn PartTree(state: BytesState) -> impl IntoView {
    let listed = memo(move |_| state.model.with(|it| it.listed(&state.toggled.read())));
    let n_rows = memo(move |_| listed.with(Vec::len));
    let revealed = memo(move |_| {
        let wanted = state.selected.get().or_else(|| {
            let (offset, _) = state.lit.with(|it| it.first().copied())?;
            state.model.with(|it| it.part_at(offset))
        })?;
        listed.with(|listed| listed.iter().position(|it| *it == wanted))
    });
    let on_key = move |event: KeyboardEvent| {
        let here = state.selected.get_untracked();
        let row =
            here.and_then(|here| listed.with_untracked(|it| it.iter().position(|it| *it == here)));
        let go = |row: Option<usize>| {
            let part = listed.with_untracked(|it| it.get(row.unwrap_or(0)).copied());
            if let Some(part) = part {
                state.select(part);
            }
        };
        match event.key().as_str() {
            "ArrowDown" => go(row.map(|it| it + 1)),
            "ArrowUp" => go(row.map(|it| it.saturating_sub(1))),
            "ArrowRight" => set_open(state, here, true),
            "ArrowLeft" => set_open(state, here, false),
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |row: usize| {
        let part = memo(move |_| {
            let idx = listed.with(|it| it.get(row).copied())?;
            state.model.with(|it| it.parts.get(idx).map(|part| (idx, part.clone())))
        });
        move || part.get().map(|(idx, part)| view! { <PartRow state=state idx=idx part=part /> })
    };
    view! {
        <div class="parts" on:pointerleave=move |_| state.hover(None) on:keydown=on_key>
            <div class="parts__head" aria-hidden="true">
                <span>"Structure"</span>
                <span>"Value"</span>
                <span>"Offset"</span>
                <span>"Size"</span>
            </div>
            <Rows
                n_rows=n_rows
                row_height=ROW_HEIGHT
                row=move |idx| row(idx).into_any()
                revealed=revealed
                label="Structure"
                role="tree"
                active=Signal::derive(move || state.selected.get().map(part_id))
            />
        </div>
    }
}

fn set_open(state: BytesState, part: Option<usize>, is_open: bool) {
    let Some(idx) = part else { return };
    let change = state.model.with_untracked(|model| {
        let part = model.parts.get(idx)?;
        let is_now = state.toggled.with_untracked(|it| model.is_open(part, it));
        (is_now != is_open && part.n_inside > 0).then(|| part.key.clone())
    });
    if let Some(key) = change {
        toggle(state, key);
    }
}

fn toggle(state: BytesState, key: String) {
    state.toggled.update(|toggled| {
        if !toggled.remove(&key) {
            toggled.insert(key);
        }
    });
}

/// Returns the id of the element of a part.
fn part_id(idx: usize) -> String {
    format!("part-{idx}")
}

#[component]
fn PartRow(state: BytesState, idx: usize, part: Part) -> impl IntoView {
    let is_open = {
        let part = part.clone();
        memo(move |_| state.model.with(|it| it.is_open(&part, &state.toggled.read())))
    };
    let (offset, len) = (part.offset, part.len);
    let is_lit = memo(move |_| state.lit.with(|it| it.contains(&(offset, len))));
    let is_selected = memo(move |_| state.selected.get() == Some(idx));
    let (nth, n) = part.nth;
    let has_parts = part.n_inside > 0;
    let region = state.model.with_untracked(|it| it.region_of(part.offset));
    let twist = has_parts.then(|| {
        let key = part.key.clone();
        view! {
            <span
                class="twist"
                class:twist--open=live(move || is_open.get())
                on:click=move |event| {
                    event.stop_propagation();
                    toggle(state, key.clone());
                }
            >
                <IconView icon=Icon::ChevronRight />
            </span>
        }
    });
    view! {
        <div
            class="parts__row"
            class:parts__row--selected=is_selected
            class:parts__row--lit=is_lit
            class:parts__row--hovered=live(move || state.hovered.get() == Some(idx))
            role="treeitem"
            id=part_id(idx)
            {..aria("aria-level", (part.depth + 1).to_string())}
            aria-posinset=nth.to_string()
            aria-setsize=n.to_string()
            aria-selected=live(move || if is_selected.get() { "true" } else { "false" })
            aria-expanded=live(move || {
                has_parts.then(|| if is_open.get() { "true" } else { "false" })
            })
            on:pointerenter=move |_| state.hover(Some(idx))
            on:click=move |_| state.select(idx)
        >
            <span class="parts__name" style:padding-left=format!("{}px", part.depth * 14)>
                <span class="parts__twist">{twist}</span>
                {(part.depth == 0)
                    .then(|| {
                        view! { <span class="parts__region" data-region=region.map(|it| it.to_string())></span> }
                    })}
                <span class="parts__text">{part.name}</span>
                <span class="parts__type">{part.type_name}</span>
            </span>
            <span class="parts__value">
                {part.value}
                {(!part.meaning.is_empty())
                    .then(|| view! { <span class="parts__meaning">{part.meaning}</span> })}
            </span>
            <span class="parts__offset">{format!("0x{:04x}", part.offset)}</span>
            <span class="parts__len">{part.len}</span>
        </div>
    }
}
