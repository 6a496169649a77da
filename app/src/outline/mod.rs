//! The items of the shown text as a tree.

mod tree;

use std::collections::BTreeSet;

use bobbin_protocol::OutlineKind;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::{Asked, Target, locate, use_documents};
use crate::following::memo;
use crate::navigation::use_navigation;
use crate::widgets::aria::aria;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::middle_cut::MiddleCut;
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::counted;
use crate::widgets::rows::Rows;
use tree::listed;
pub use tree::{Entry, flatten};

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 24.0;

#[must_use]
pub fn icon_of(kind: OutlineKind) -> Icon {
    match kind {
        OutlineKind::Section => Icon::Section,
        OutlineKind::Unit => Icon::Unit,
        OutlineKind::Group => Icon::Group,
        OutlineKind::Connection => Icon::Connection,
        OutlineKind::Key => Icon::Key,
        OutlineKind::Table => Icon::Table,
        OutlineKind::Include => Icon::Include,
        OutlineKind::Port => Icon::Port,
    }
}

/// Shows the outline of the shown document.
#[component]
pub fn OutlinePane() -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let actions = use_actions();
    let asked = memo(move |_| match documents.active.get() {
        Some(file) => file.views.outline.get(),
        None => Asked::Absent,
    });
    let entries: Memo<Vec<Entry>> =
        memo(move |_| asked.with(|it| it.here().map(|it| flatten(it)).unwrap_or_default()));
    let toggled = RwSignal::new(BTreeSet::<String>::new());
    let rows = memo(move |_| entries.with(|it| listed(it, &toggled.read())));
    let n_rows = memo(move |_| rows.with(Vec::len));
    // The picked item, or the innermost one at the caret, as an index into `entries`.
    let current = memo(move |_| {
        let file = documents.active.get()?;
        if let Target::Item(item) = file.target.get()
            && let Some(idx) = entries.with(|it| it.iter().position(|it| it.item == item))
        {
            return Some(idx);
        }
        let at = file.caret.with(|it| it.position);
        let path = asked.with(|it| it.here().map(|it| locate::in_outline(it, at)))?;
        entries.with(|it| tree::by_path(it, &path))
    });
    // Its row, or that of the nearest enclosing item that is listed.
    let current_row = memo(move |_| {
        let current = current.get()?;
        rows.with(|rows| rows.partition_point(|it| *it <= current).checked_sub(1))
    });
    let pick = move |idx: usize| {
        let found =
            entries.with_untracked(|it| it.get(idx).map(|it| (it.item.clone(), it.name_range)));
        if let Some((item, range)) = found {
            navigation.pick_item(item, range);
        }
    };
    let toggle = move |idx: usize| {
        if let Some(key) = entries.with_untracked(|it| it.get(idx).map(|it| it.key.clone())) {
            toggled.update(|toggled| {
                if !toggled.remove(&key) {
                    toggled.insert(key);
                }
            });
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let here = current_row.get_untracked();
        let idx_of = |row: usize| rows.with_untracked(|it| it.get(row).copied());
        match (event.key().as_str(), here) {
            ("ArrowDown", Some(row)) => idx_of(row + 1).into_iter().for_each(pick),
            ("ArrowUp", Some(row)) => idx_of(row.saturating_sub(1)).into_iter().for_each(pick),
            ("ArrowDown" | "ArrowUp", None) => idx_of(0).into_iter().for_each(pick),
            ("Enter", Some(row)) => {
                idx_of(row).into_iter().for_each(pick);
                navigation.enter_form();
            }
            ("ArrowLeft" | "ArrowRight", Some(row)) => {
                let Some(idx) = idx_of(row) else { return };
                let is_open = entries.with_untracked(|it| {
                    it.get(idx)
                        .is_some_and(|it| it.n_inside > 0 && it.is_open(&toggled.read_untracked()))
                });
                if is_open == (event.key() == "ArrowLeft") {
                    toggle(idx);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let row = move |row: usize| {
        let entry = memo(move |_| {
            let idx = rows.with(|it| it.get(row).copied())?;
            entries.with(|it| it.get(idx).map(|it| (idx, it.clone())))
        });
        let is_current = memo(move |_| current_row.get() == Some(row));
        (move || {
            entry.get().map(|(idx, entry)| {
                view! {
                    <OutlineRow
                        row=row
                        entry=entry.clone()
                        is_current=is_current
                        is_open=move || entry.is_open(&toggled.read())
                        on_pick=move |()| pick(idx)
                        on_toggle=move |()| toggle(idx)
                    />
                }
            })
        })
        .into_any()
    };
    let add = move |()| actions.run("edit.add");
    view! {
        <div class="outline" on:keydown=on_key>
            {part(move || {
                // Read before `entries`, which are the same while it comes and once it is here
                // without an item: a change met while another memo is checked would go unseen.
                let asked = asked.get();
                let is_empty = entries.with(Vec::is_empty);
                is_empty
                    .then(|| {
                        let is_here = matches!(asked, Asked::Here(_));
                        view! {
                            <Placeholder asked=asked absent="Items appear here as you write them." />
                            {is_here
                                .then(|| {
                                    view! {
                                        <div class="outline__first">
                                            <Button label="Add an item…" icon=Icon::Plus on_press=add />
                                        </div>
                                    }
                                })}
                        }
                    })
            })}
            <Rows
                n_rows=n_rows
                row_height=ROW_HEIGHT
                row=row
                revealed=current_row
                label="Outline"
                role="tree"
                active=Signal::derive(move || current_row.get().map(row_id))
            />
            {part(move || {
                let n_left_out = asked.with(|it| it.here().map_or(0, |it| it.n_left_out));
                (n_left_out > 0)
                    .then(|| view! { <p class="notice">{format!("… and {} more", counted(n_left_out as usize, "item"))}</p> })
            })}
        </div>
    }
}

/// Returns the id of the element of a row.
fn row_id(row: usize) -> String {
    format!("outline-{row}")
}

#[component]
fn OutlineRow(
    row: usize,
    entry: Entry,
    #[prop(into)] is_current: Signal<bool>,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(into)] on_pick: Callback<()>,
    #[prop(into)] on_toggle: Callback<()>,
) -> impl IntoView {
    let has_inside = entry.n_inside > 0;
    let title = format!("{} {}", entry.name, entry.detail).trim_end().to_owned();
    // Of the two ends of a connection the longer one gives way.
    let is_pair = entry.kind == OutlineKind::Connection;
    let gives_way = move |text: &str| is_pair.then(|| text.chars().count().pow(2).to_string());
    let (name_shrinks, detail_shrinks) = (gives_way(&entry.name), gives_way(&entry.detail));
    let twist = has_inside.then(|| {
        view! {
            <span
                class="twist"
                class:twist--open=live(move || is_open.get())
                on:click=move |event| {
                    event.stop_propagation();
                    on_toggle.run(());
                }
            >
                <IconView icon=Icon::ChevronRight />
            </span>
        }
    });
    view! {
        <div
            class="outline__row"
            class:outline__row--pair=is_pair
            class:outline__row--current=live(move || is_current.get())
            role="treeitem"
            id=row_id(row)
            {..aria("aria-level", (entry.depth + 1).to_string())}
            aria-posinset=entry.nth.0.to_string()
            aria-setsize=entry.nth.1.to_string()
            aria-selected=live(move || if is_current.get() { "true" } else { "false" })
            aria-expanded=live(move || has_inside.then(|| if is_open.get() { "true" } else { "false" }))
            aria-label=title.clone()
            title=title
            style:padding-left=format!("{}px", 6 + entry.depth * 14)
            on:click=move |_| on_pick.run(())
        >
            <span class="outline__twist">{twist}</span>
            <span class="outline__icon">
                <IconView icon=icon_of(entry.kind) />
            </span>
            <span class="outline__name" style:flex-shrink=name_shrinks><MiddleCut text=entry.name is_named=true /></span>
            <span class="outline__detail" style:flex-shrink=detail_shrinks><MiddleCut text=entry.detail is_named=true /></span>
        </div>
    }
}
