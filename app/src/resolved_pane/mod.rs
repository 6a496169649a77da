//! Every effective value with its origin.

mod table;

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{ItemPath, Origin, ResolvedRow};
use leptos::html;
use leptos::prelude::*;

use crate::document::{Asked, OpenFile, locate, use_documents};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::platform::window::{self, Timer};
use crate::settings::use_settings;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::middle_cut::MiddleCut;
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::{Prose, counted, grouped, plain};
use crate::widgets::rows::Rows;
use crate::widgets::search_field::SearchField;
use crate::widgets::toast::use_toasts;
use table::{Column, Order, arrange, cell, is_default};

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 24.0;
/// That of a row of two lines, the key above the rest.
const TALL_HEIGHT: f64 = 44.0;
/// Below this width, in pixels, one line is too short for a key beside its value.
const NARROW: f64 = 560.0;

/// The pause in typing after which the server searches.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows the table of effective values.
#[component]
pub fn ResolvedPane() -> impl IntoView {
    let documents = use_documents();
    let asked = memo(move |_| match documents.active.get() {
        Some(file) => file.views.resolved.get(),
        None => Asked::Absent,
    });
    let view = memo(move |_| asked.with(|it| it.here().cloned()));
    let typed = RwSignal::new(String::new());
    let order = RwSignal::new(Order::OWN);
    let with_defaults = use_settings().shows_defaults;
    let n_defaults = memo(move |_| {
        view.with(|it| {
            it.as_ref().map_or(0, |it| it.rows.iter().filter(|it| is_default(it)).count())
        })
    });
    let shown = memo(move |_| {
        let rows = view.read();
        let rows = rows.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
        arrange(rows, &typed.read(), order.get(), with_defaults.get())
    });
    let n_rows = memo(move |_| shown.with(Vec::len));
    let is_asked = move || documents.active.get().is_some_and(|it| is_searched(&it));
    let n_left_out =
        memo(move |_| view.with(|it| it.as_ref().map_or(0, |it| it.n_left_out as usize)));
    let n_hidden = move || if with_defaults.get() { 0 } else { n_defaults.get() };
    let n_here = move || view.with(|it| it.as_ref().map_or(0, |it| it.rows.len()));
    let n_all = move || n_here() - n_hidden().min(n_here()) + n_left_out.get();
    search_left_out(typed, n_left_out);
    let current_row = memo(move |_| {
        let file = documents.active.get()?;
        let at = file.caret.with(|it| it.position);
        let idx = view.with(|it| it.as_ref().and_then(|it| locate::in_rows(&it.rows, at)))?;
        shown.with(|it| it.iter().position(|it| *it == idx))
    });
    let picked = RwSignal::new(None::<Picked>);
    let told = memo(move |_| {
        let rows = view.read();
        let rows = &rows.as_ref()?.rows;
        let picked = picked.read();
        let picked = picked.as_ref()?;
        rows.iter().find(|it| picked.is(it)).cloned()
    });
    let row = move |row: usize| {
        let data = memo(move |_| {
            let idx = shown.with(|it| it.get(row).copied())?;
            view.with(|it| it.as_ref().and_then(|it| it.rows.get(idx).cloned()))
        });
        let is_current = memo(move |_| current_row.get() == Some(row));
        let is_told = memo(move |_| told.with(|it| it.is_some() && *it == data.get()));
        // The name of an item stands once above its values, and what keys share gives way to what they do not.
        let shared = memo(move |_| {
            let above = row.checked_sub(1)?;
            let above = shown.with(|all| all.get(above).copied())?;
            view.with(|it| {
                let above = it.as_ref()?.rows.get(above)?;
                data.read().as_ref().and_then(|it| table::shared(above, it))
            })
        });
        (move || {
            data.get().map(|data| {
                view! {
                    <ValueRow
                        row=Arc::new(data)
                        picked=picked
                        is_current=is_current
                        is_told=is_told
                        shared=shared
                    />
                }
            })
        })
        .into_any()
    };
    let table = NodeRef::<html::Div>::new();
    let size = dom::size_of(table);
    let is_narrow = memo(move |_| {
        let width = size.get().width;
        width > 0.0 && width < NARROW
    });
    let row_height = Signal::derive(move || if is_narrow.get() { TALL_HEIGHT } else { ROW_HEIGHT });
    let titles = memo(move |_| view.with(|it| it.as_ref().and_then(|it| it.titles.clone())));
    let columns = memo(move |_| {
        let rows = view.read();
        let rows = rows.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
        table::columns(rows, with_defaults.get(), titles.read().as_ref())
    });
    let headings = move || {
        let titles = titles.get();
        Column::ALL
            .into_iter()
            .filter(|it| *it != Column::Second || titles.is_some())
            .map(|column| {
                let label = table::heading(column, titles.as_ref()).to_owned();
                view! { <Heading column=column label=label order=order /> }
            })
            .collect_view()
    };
    view! {
        <div class="resolved">
            <header class="pane-head">
                <SearchField
                    label="Filter values"
                    placeholder="Filter by item, key, value or origin"
                    class="resolved__filter"
                    on_type=move |it| typed.set(it)
                />
                <span class="pane-head__detail" aria-live="polite">
                    {part(move || {
                        let n_found = n_rows.get() + n_left_out.get();
                        if typed.with(String::is_empty) {
                            counted(n_all(), "value")
                        } else if is_asked() {
                            format!("{n_found} found")
                        } else {
                            format!("{n_found} of {}", n_all())
                        }
                    })}
                </span>
                <When when=move || { n_defaults.get() > 0 }>
                    <label class="resolved__defaults" title="Values that stand nowhere in the text">
                        <input
                            type="checkbox"
                            prop:checked=live(move || with_defaults.get())
                            on:change=move |event| with_defaults.set(event_target_checked(&event))
                        />
                        {part(move || counted(n_defaults.get(), "default"))}
                    </label>
                </When>
            </header>
            {part(move || {
                let is_here =
                    matches!(asked.get(), Asked::Here(_)) && (n_here() > 0 || is_asked());
                (!is_here)
                    .then(|| {
                        view! { <Placeholder asked=asked.get() absent="There are no effective values yet." /> }
                    })
            })}
            <div
                class="resolved__table"
                class:resolved__table--two=live(move || titles.with(Option::is_some))
                class:resolved__table--narrow=is_narrow
                style=("--columns", live(move || columns.get()))
                node_ref=table
                role="table"
                aria-label="Effective values"
            >
                <div class="resolved__head" role="row">
                    {part(headings)}
                </div>
                <When when=move || {
                    n_rows.get() == 0 && n_left_out.get() == 0 && !typed.with(String::is_empty)
                }>
                    <p class="notice notice--info resolved__more" role="status">
                        "No value matches the filter."
                    </p>
                </When>
                <Rows
                    n_rows=n_rows
                    row_height=row_height
                    row=row
                    revealed=current_row
                    label="Values"
                    role="rowgroup"
                />
                {part(move || {
                    let n_left_out = n_left_out.get();
                    (n_left_out > 0)
                        .then(|| {
                            view! {
                                <p class="notice resolved__more" role="status">
                                    {format!("… and {} more: narrow the search.", grouped(n_left_out))}
                                </p>
                            }
                        })
                })}
            </div>
            <div class="resolved__told" role="status">
                {part(move || told.get().map(|row| whole(&row, titles.get())))}
            </div>
        </div>
    }
}

/// A row that was pressed: its item and key, which stay when others come and go.
#[derive(Clone)]
struct Picked {
    item: ItemPath,
    key: String,
}

impl Picked {
    fn is(&self, row: &ResolvedRow) -> bool {
        row.item == self.item && row.key == self.key
    }
}

/// Shows the whole of a row, of which narrow columns cut the end: a finger has no tooltips. Each of two readings has a
/// title of its own.
fn whole(row: &ResolvedRow, titles: Option<(String, String)>) -> impl IntoView + use<> {
    let reading = |title: Option<String>, value: &str, origin: &Origin| {
        let words = locate::named_here(origin).in_words();
        view! {
            <p>
                {title.map(|it| format!("{it}: "))} <code>{shown_value(value)}</code> " – "
                <Prose text=words />
            </p>
        }
    };
    let (first, second) = titles.unzip();
    let second = row.second.as_ref().map(|it| reading(second, &it.value, &it.origin));
    view! {
        <p>
            {row.item.name().to_owned()} " · " <code>{row.key.clone()}</code>
        </p>
        {reading(first, &row.value, &row.origin)}
        {second}
    }
}

/// Shows a value; an empty one says so, as it would look like none.
fn shown_value(value: &str) -> AnyView {
    if value.is_empty() {
        return view! { <span class="resolved__empty">"(empty)"</span> }.into_any();
    }
    value.to_owned().into_any()
}

/// Returns true if the server searches, because not all rows are here.
fn is_searched(file: &OpenFile) -> bool {
    file.views.resolved_options.with(|it| !it.search.is_empty())
}

/// Lets the server search for the typed text while rows are left out, shortly after the last key.
fn search_left_out(typed: RwSignal<String>, n_left_out: Memo<usize>) {
    let documents = use_documents();
    let pending = StoredValue::new_local(None::<Timer>);
    effect(move |_| {
        let Some(file) = documents.active.get() else { return };
        let search = typed.get();
        pending.set_value(None);
        if n_left_out.get() == 0 && !is_searched(&file) {
            return;
        }
        let search = search.trim().to_owned();
        let ask = move || {
            let is_same = file.views.resolved_options.with_untracked(|it| it.search == search);
            if !is_same {
                file.views.resolved_options.update(|it| it.search.clone_from(&search));
            }
        };
        pending.set_value(Some(window::after(PAUSE, ask)));
    });
}

#[component]
fn Heading(column: Column, label: String, order: RwSignal<Order>) -> impl IntoView {
    let direction = move || {
        let order = order.get();
        (order.column == Some(column)).then_some(order.is_reversed)
    };
    view! {
        <span
            role="columnheader"
            aria-sort=live(move || match direction() {
                Some(false) => "ascending",
                Some(true) => "descending",
                None => "none",
            })
        >
            <button
                type="button"
                class="resolved__heading"
                on:click=move |_| order.update(|it| *it = it.pressed(column))
            >
                {label}
                <span class="resolved__sort" aria-hidden="true">
                    {part(move || match direction() {
                        Some(false) => "↑",
                        Some(true) => "↓",
                        None => "",
                    })}
                </span>
            </button>
        </span>
    }
}

#[component]
fn ValueRow(
    row: Arc<ResolvedRow>,
    picked: RwSignal<Option<Picked>>,
    is_current: Memo<bool>,
    is_told: Memo<bool>,
    /// The bytes that the key shares with that of the row above, if both have one item.
    shared: Memo<Option<usize>>,
) -> impl IntoView {
    let toasts = use_toasts();
    let navigation = use_navigation();
    let (key, value) = (cell(&row, Column::Key), cell(&row, Column::Value));
    let in_words = cell(&row, Column::Origin);
    // The place first: it is short, and a narrow column cuts the note.
    let (place, note) = locate::named_here(&row.origin).place_and_note();
    let note = table::short_note(&key, &note).to_owned();
    let origin = match place {
        Some(place) => {
            let from = row.origin.clone();
            view! {
            <button
                type="button"
                class="link"
                on:click=move |_| navigation.go_to_origin(&from, Focus::Stays)
            >
                {place}
            </button>
            " "
            <span class="resolved__default"><Prose text=note /></span>
            }
            .into_any()
        }
        None => view! { <span class="resolved__default"><Prose text=note /></span> }.into_any(),
    };
    let item = cell(&row, Column::Item);
    let second = row.second.as_ref().map(|it| {
        let title = format!("{} ({})", it.value, plain(&locate::named_here(&it.origin).in_words()));
        let differs = it.value != row.value;
        view! {
            <span
                class="resolved__value"
                class:resolved__value--differs=differs
                role="cell"
                title=title
            >
                {shown_value(&it.value)}
            </span>
        }
    });
    // The item has a column of its own.
    let short_key = table::short_key(&item, &key).to_owned();
    let whole_key =
        if short_key == key && !item.is_empty() { format!("{item} · {key}") } else { key.clone() };
    let lit = row.origin.range;
    let this = Picked { item: row.item.clone(), key: key.clone() };
    // A double-click means that the user wants to change the value.
    let from = row.origin.clone();
    let (name, words) = (key.clone(), in_words.clone());
    let edit = move |_| {
        if from.range.is_none() && from.written.is_none() {
            return toasts.answer(format!(
                "`{name}` is not set in the text ({words}). Set it there or in the form."
            ));
        }
        navigation.go_to_origin(&from, Focus::Editor);
    };
    view! {
        <div
            class="resolved__row"
            class:resolved__row--current=live(move || is_current.get())
            class:resolved__row--told=live(move || is_told.get())
            class:resolved__row--same=live(move || shared.get().is_some())
            class:resolved__row--default=is_default(&row)
            role="row"
            on:click=move |_| picked.set(Some(this.clone()))
            on:dblclick=edit
            on:pointerenter=move |_| navigation.light_text(lit.as_slice())
            on:pointerleave=move |_| navigation.light_text(&[])
        >
            <span class="resolved__item" role="cell" title=item.clone()>{item.clone()}</span>
            <span class="resolved__key" role="cell" title=format!("{item}, {key}")>
                <span class="resolved__short">
                    {part(move || {
                        view! { <MiddleCut text=short_key.clone() shared=shared.get().unwrap_or(0) /> }
                    })}
                </span>
                <span class="resolved__whole"><MiddleCut text=whole_key /></span>
            </span>
            <span class="resolved__value" role="cell" title=value.clone()>{shown_value(&value)}</span>
            {second}
            <span class="resolved__origin" role="cell" title=plain(&in_words)>{origin}</span>
        </div>
    }
}
