//! The form of an item: written values, effective values and their origins.

mod actions;
mod change;
mod field;
mod filter;
mod input;
mod item_choice;
mod list;
mod new_row;
mod paths;
mod row_parts;
mod switches;
mod table;

use std::sync::Arc;

use bobbin_protocol::{Command, FieldGroup, Form, ItemPath, ViewKind};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::document::{Asked, OpenFile, Target, use_documents, use_editing, view_requests};
use crate::following::memo;
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::widgets::dynamic::{When, list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::placeholder::Placeholder;
use crate::widgets::prose::Prose;
use crate::widgets::search_field::SearchField;
pub use actions::{ItemActions, carry_out, named};
pub use change::{Change, taken};
pub use field::FieldRow;
use filter::fits;
use item_choice::ItemChoice;
use switches::Switches;
use table::EntryTable;

/// Forms with more fields than this get a filter.
const MANY_FIELDS: usize = 8;

/// The filter of the fields.
const FILTER: &str = "[type=search]";

/// Shows the form of the item at the caret, or of the one picked in a view.
#[component]
pub fn Inspector() -> impl IntoView {
    let documents = use_documents();
    let asked = memo(move |_| match documents.active.get() {
        Some(file) => file.views.form.get(),
        None => Asked::Absent,
    });
    let form = memo(move |_| asked.with(|it| it.here().cloned()));
    let is_of_before = follow_first_answer();
    let typed = RwSignal::new(String::new());
    let group_titles = memo(move |_| {
        form.with(|it| {
            let groups = it.as_ref().map(|it| it.groups.as_slice()).unwrap_or_default();
            groups.iter().enumerate().map(|(idx, it)| (idx, it.title.clone())).collect::<Vec<_>>()
        })
    });
    let has_filter = memo(move |_| {
        form.with(|it| {
            it.as_ref().is_some_and(|it| {
                let n_fields: usize = it.groups.iter().map(|it| it.fields.len()).sum();
                let n_rows: usize = it.tables.iter().map(|it| it.rows.len()).sum();
                n_fields + n_rows > MANY_FIELDS
            })
        })
    });
    let actions =
        memo(move |_| form.with(|it| it.as_ref().map(|it| it.actions.clone()).unwrap_or_default()));
    let item_key = memo(move |_| form.with(|it| it.as_ref().map(|it| it.item.clone())));
    let groups = move || {
        // Another item has other fields, even under the same names.
        item_key.track();
        list(
            move || group_titles.get(),
            |(idx, title)| format!("{idx} {title}"),
            move |(idx, _)| view! { <Group form=form idx=idx typed=typed /> },
        )
    };
    let n_tables = memo(move |_| form.with(|it| it.as_ref().map_or(0, |it| it.tables.len())));
    // Tables of another item have other columns, even at the same place.
    let shown_tables = move || {
        let item = item_key.get();
        (0..n_tables.get()).map(|idx| (item.clone(), idx)).collect::<Vec<_>>()
    };
    let tables = move || {
        list(
            shown_tables,
            |(item, idx)| format!("{item:?} {idx}"),
            move |(_, idx)| view! { <EntryTable form=form idx=idx typed=typed /> },
        )
    };
    let navigation = use_navigation();
    let on_key = move |event: KeyboardEvent| {
        let is_meant = event.key() == "Escape" && !event.default_prevented();
        // A filter is emptied first.
        if is_meant && !dom::is_filled(&event, FILTER) && navigation.leave_form() {
            event.prevent_default();
        }
    };
    view! {
        <div class="inspector" on:keydown=on_key inert=live(move || is_of_before.get())>
            {part(move || {
                match asked.get() {
                    Asked::Here(_) => None,
                    Asked::Absent => Some(view! { <ItemChoice /> }.into_any()),
                    other => Some(view! { <Placeholder asked=other absent="" /> }.into_any()),
                }
            })}
            <When when=move || form.with(Option::is_some)>
                <header class="pane-head inspector__head">
                    {part(move || form.get().map(|form| view! { <ItemHeading form=form /> }))}
                    <When when=move || !actions.with(Vec::is_empty)>
                        <ItemActions actions=actions />
                    </When>
                    <When when=move || has_filter.get()>
                        <SearchField
                            label="Filter fields"
                            placeholder="Filter fields"
                            class="inspector__filter"
                            text=typed
                            on_type=move |it| typed.set(it)
                        />
                    </When>
                    <Switches form=form idx=None typed=typed />
                </header>
                <div class="inspector__body">
                    {part(move || {
                        let note = form.with(|it| it.as_ref().map(|it| it.note.clone()));
                        note.filter(|it| !it.is_empty())
                            .map(|note| {
                                view! {
                                    <p class="notice notice--info">
                                        <IconView icon=Icon::Hint />
                                        <span class="notice__text">
                                            <Prose text=note />
                                        </span>
                                    </p>
                                }
                            })
                    })}
                    {groups}
                    {tables}
                </div>
            </When>
        </div>
    }
}

/// Returns whether what is shown is the form of another time: the item at the caret may be another one since,
/// and a press meant for that one would change this one.
fn follow_first_answer() -> Memo<bool> {
    let file = use_documents().active.get_untracked();
    let is_known = |it: &Arc<OpenFile>| it.info.with_untracked(Option::is_some);
    let Some(file) = file.filter(is_known) else { return memo(|_| false) };
    // The pace is that of somebody who types, and the pane has only just come.
    view_requests::refresh(file.clone(), ViewKind::Form);
    let before = file.views.form_answers.get_untracked();
    memo(move |_| file.views.form_answers.get() == before)
}

#[component]
fn ItemHeading(form: Arc<Form>) -> impl IntoView {
    let navigation = use_navigation();
    let range = form.range;
    view! {
        <h2 class="pane-head__title">
            <button
                type="button"
                class="inspector__title"
                title="Show in text"
                on:click=move |_| navigation.select_text(range, Focus::Stays)
            >
                {form.title.clone()}
            </button>
        </h2>
        <span class="pane-head__detail">{form.kind.clone()}</span>
    }
}

#[component]
fn Group(form: Memo<Option<Arc<Form>>>, idx: usize, typed: RwSignal<String>) -> impl IntoView {
    let documents = use_documents();
    let editing = use_editing();
    let with_group = move |read: &mut dyn FnMut(&FieldGroup)| {
        form.with(|it| {
            if let Some(group) = it.as_ref().and_then(|it| it.groups.get(idx)) {
                read(group);
            }
        });
    };
    let names = memo(move |_| {
        let mut names = Vec::new();
        with_group(&mut |group| {
            let typed = typed.read();
            let fitting = group.fields.iter().filter(|it| fits(it, &typed));
            let labels: Vec<_> = fitting.map(|it| (it.key.clone(), it.label.clone())).collect();
            names = paths::name(&labels);
        });
        names
    });
    let heading = memo(move |_| {
        let mut heading = (String::new(), String::new());
        with_group(&mut |group| heading = (group.title.clone(), group.note.clone()));
        heading
    });
    let n_written = memo(move |_| {
        let mut n = 0;
        with_group(&mut |group| n = group.fields.iter().filter(|it| it.written.is_some()).count());
        n
    });
    let shown_item = move || form.with_untracked(|it| it.as_ref().map(|it| it.item.clone()));
    // The form stays with its item while the text changes.
    let stay_with = move |item: &ItemPath| {
        if let Some(file) = documents.shown() {
            file.target.set(Target::Item(item.clone()));
        }
    };
    let row = move |key: String| {
        let (of_key, own) = (key.clone(), key.clone());
        let field = memo(move |_| {
            let mut found = None;
            with_group(&mut |group| {
                found = group.fields.iter().find(|it| it.key == of_key).cloned()
            });
            found
        });
        let on_change = move |change: Change| {
            let Some(item) = shown_item() else { return taken() };
            let key = key.clone();
            stay_with(&item);
            editing.change(match change {
                Change::Set(value) => Command::SetValue { item, key, value },
                Change::Unset => Command::Unset { item, key },
            })
        };
        let only = Callback::new(move |()| {
            let Some((item, key)) =
                shown_item().zip(field.with_untracked(|it| it.as_ref().map(|it| it.key.clone())))
            else {
                return;
            };
            stay_with(&item);
            editing.dispatch(Command::SetOnly { item, key });
        });
        let name = memo(move |_| names.with(|all| all.iter().find(|it| it.key == own).cloned()));
        let path = part(move || {
            let path = name.with(|it| it.as_ref().and_then(|it| it.path.clone()))?;
            Some(view! { <p class="group__path">{paths::broken(&path)}</p> })
        });
        let mut is_switch = false;
        untrack(|| with_group(&mut |group| is_switch = group.are_switches));
        // Alone, a switch without an effect says nothing.
        if is_switch && field.with_untracked(|it| it.as_ref().is_some_and(|it| it.inert.is_none()))
        {
            view! {
                {path}
                <FieldRow field=field name=name on_change=on_change on_only=only />
            }
            .into_any()
        } else {
            view! {
                {path}
                <FieldRow field=field name=name on_change=on_change />
            }
            .into_any()
        }
    };
    view! {
        <When when=move || names.with(|it| !it.is_empty())>
            <section class="group">
                {part(move || {
                    let (title, note) = heading.get();
                    view! {
                        <h3 class="group__title">
                            {title}
                            {(n_written.get() > 0)
                                .then(|| {
                                    view! { <span class="group__count">{format!("{} set", n_written.get())}</span> }
                                })}
                            <Switches form=form idx=Some(idx) typed=typed />
                        </h3>
                        {(!note.is_empty())
                            .then(|| {
                                view! {
                                    <p class="group__note">
                                        <Prose text=note />
                                    </p>
                                }
                            })}
                    }
                })}
                <div class="group__fields">
                    {list(
                        move || names.with(|all| all.iter().map(|it| it.key.clone()).collect()),
                        String::clone,
                        row,
                    )}
                </div>
            </section>
        </When>
    }
}
