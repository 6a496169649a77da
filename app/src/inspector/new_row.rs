//! The new row of a table, which is written to the text when it is left.

use std::sync::Arc;

use bobbin_protocol::{Command, FieldKind, Form, FormTable, TableColumn};
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::row_parts::{Problem, carry_out};
use crate::document::{DocumentStore, FileId, unwritten, use_documents};
use crate::following::effect;
use crate::platform::{changes, dom};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{live, part};
use crate::widgets::icon::Icon;

/// Returns the command that adds a row with these cells; empty ones are left out.
fn addition(template: Command, columns: &[TableColumn], typed: &[String]) -> Command {
    let Command::AddItem { kind, name, mut values } = template else { return template };
    let cells = columns.iter().zip(typed).filter(|it| !it.1.trim().is_empty());
    values.extend(cells.map(|(it, typed)| (it.key.clone(), typed.trim().to_owned())));
    Command::AddItem { kind, name, values }
}

fn is_filled(cells: &[String]) -> bool {
    cells.iter().any(|it| !it.trim().is_empty())
}

/// Returns what is said of a setting of which only the key stands there when the keyboard leaves it: its value may be
/// empty, but more likely it is still to come.
fn unfinished(cells: &[String]) -> Option<String> {
    match cells {
        [key, value] if !key.trim().is_empty() && value.trim().is_empty() => Some(format!(
            "`{}` has no value yet and is not in the text. Enter adds it with an empty one.",
            key.trim()
        )),
        _ => None,
    }
}

/// Names the place of a new row: a table of the form that is shown.
fn place_of(documents: DocumentStore, form: Memo<Option<Arc<Form>>>, table: usize) -> String {
    let file = documents.shown().map_or(FileId(0), |it| it.id);
    let item = form.with_untracked(|it| it.as_ref().map(|it| it.item.clone()));
    unwritten::name_place(file, item.as_ref(), &format!("new row of {table}"))
}

/// Shows the fields of a new row, which is written to the text when it is left, or at once by Enter or its button.
#[component]
pub fn NewRow(
    form: Memo<Option<Arc<Form>>>,
    table: Memo<Option<FormTable>>,
    idx: usize,
) -> impl IntoView {
    let columns = table.with_untracked(|it| it.as_ref().map(|it| it.columns.clone()));
    let columns = StoredValue::new(columns.unwrap_or_default());
    let documents = use_documents();
    let place = StoredValue::new(place_of(documents, form, idx));
    let kept = unwritten::kept_at(&place.get_value());
    let empty = || vec![String::new(); columns.with_value(Vec::len)];
    let typed = RwSignal::new(kept.unwrap_or_else(empty));
    effect(move || {
        let cells = typed.get();
        let place = place.get_value();
        match is_filled(&cells) {
            true => unwritten::keep(&place, cells),
            false => unwritten::forget(&place),
        }
    });
    let refused = RwSignal::new(None::<String>);
    let first = NodeRef::<html::Input>::new();
    let is_asked = StoredValue::new(false);
    let commit = move |stays: bool| {
        let template = table.with_untracked(|it| it.as_ref().and_then(|it| it.add.clone()));
        let Some(template) = template.filter(|_| !is_asked.get_value()) else { return };
        let command = columns
            .with_value(|columns| typed.with_untracked(|typed| addition(template, columns, typed)));
        is_asked.set_value(true);
        let asked = (place.get_value(), typed.get_untracked());
        let on_end = move |is_taken: bool| {
            let _ = is_asked.try_set_value(false);
            if !is_taken {
                return;
            }
            // The form may show another item by now, or this one anew.
            if unwritten::kept_at(&asked.0).as_ref() == Some(&asked.1) {
                unwritten::forget(&asked.0);
            }
            let _ = typed.try_update(|it| {
                if *it == asked.1 {
                    it.iter_mut().for_each(String::clear);
                }
            });
            if let Some(first) = first.try_get_untracked().flatten().filter(|_| stays) {
                let _ = first.focus();
            }
        };
        let title = table.with_untracked(|it| it.as_ref().map(|it| it.title.clone()));
        let label = format!("add to {}", title.unwrap_or_default().to_lowercase());
        carry_out(form, command, label, refused, on_end);
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            commit(true);
        }
        // As in the other fields: what was typed is taken back first, and then the form is left.
        "Escape" if typed.with_untracked(|it| it.iter().any(|it| !it.is_empty())) => {
            event.prevent_default();
            changes::note_half_typed(false);
            refused.set(None);
            typed.update(|it| it.iter_mut().for_each(String::clear));
        }
        _ => {}
    };
    let row = NodeRef::<html::Tr>::new();
    let on_leave = move |event: FocusEvent| {
        // The keyboard also leaves a row that goes away with its form: what stands in it waits for that.
        let Some(is_filled) = typed.try_with_untracked(|it| is_filled(it)) else { return };
        if place.get_value() != place_of(documents, form, idx) {
            return;
        }
        let next = event.related_target();
        let stays =
            row.get_untracked().is_some_and(|row| next.is_some_and(|it| dom::contains(&row, &it)));
        // Whoever looks up a value in another window is not done with the row.
        if !stays && dom::has_windows_keyboard() {
            changes::note_half_typed(false);
            let only_adds = table.with_untracked(|it| it.as_ref().is_some_and(|it| it.only_adds));
            let lacks = typed.with_untracked(|it| unfinished(it)).filter(|_| only_adds);
            match (is_filled, lacks) {
                (true, None) => commit(false),
                (true, lacks) => {
                    // Whoever closes the file learns that the text lacks it.
                    changes::note_refused();
                    refused.set(lacks);
                }
                (false, _) => refused.set(None),
            }
        }
    };
    let cell = move |(at, column): (usize, TableColumn)| {
        let Some(input) = column.kind else {
            return view! { <td class="entries__cell"></td> }.into_any();
        };
        let (FieldKind::Suggestion { choices }
        | FieldKind::Choice { choices }
        | FieldKind::List { choices }) = input
        else {
            let node = (at == 0).then_some(first);
            return new_cell(at, &column.title, Vec::new(), idx, typed, node, on_key);
        };
        let words = choices.into_iter().map(|it| (it.value, it.help)).collect();
        new_cell(at, &column.title, words, idx, typed, (at == 0).then_some(first), on_key)
    };
    let cells = columns.get_value().into_iter().enumerate().map(cell).collect_view();
    let width = columns.with_value(Vec::len) + 2;
    view! {
        <tfoot>
            <tr class="entries__new" node_ref=row on:focusout=on_leave>
                <th scope="row" class="entries__place">
                    "new"
                </th>
                {cells}
                <td class="entries__end">
                    <Button
                        label="Add row"
                        icon=Icon::Plus
                        is_bare=true
                        on_press=move |()| commit(true)
                    />
                </td>
            </tr>
            {part(move || {
                refused
                    .get()
                    .map(|it| {
                        view! {
                            <tr>
                                <td colspan=width class="entries__refused">
                                    <Problem text=it />
                                </td>
                            </tr>
                        }
                    })
            })}
        </tfoot>
    }
}

/// Shows a field of the new row.
fn new_cell(
    at: usize,
    title: &str,
    words: Vec<(String, String)>,
    idx: usize,
    typed: RwSignal<Vec<String>>,
    node: Option<NodeRef<html::Input>>,
    on_key: impl Fn(KeyboardEvent) + 'static,
) -> AnyView {
    let id = format!("new-{idx}-{at}");
    let options =
        words.into_iter().map(|it| view! { <option value=it.0>{it.1}</option> }).collect_view();
    let on_input = move |event| {
        let value = event_target_value(&event);
        changes::note_half_typed(!value.is_empty());
        typed.update(|it| {
            if let Some(cell) = it.get_mut(at) {
                *cell = value;
            }
        });
    };
    let value = live(move || typed.with(|it| it.get(at).cloned().unwrap_or_default()));
    view! {
        <td class="entries__cell" data-title=title.to_owned()>
            <input
                class="input"
                type="text"
                data-writes=""
                autocomplete="off"
                spellcheck="false"
                aria-label=format!("{title}, new row")
                placeholder=title.to_lowercase()
                list=id.clone()
                node_ref=node.unwrap_or_default()
                prop:value=value
                on:input=on_input
                on:keydown=on_key
            />
            <datalist id=id>{options}</datalist>
        </td>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_alone_waits_for_its_value() {
        let cells = |all: [&str; 2]| all.map(str::to_owned);
        assert!(unfinished(&cells(["half", " "])).is_some());
        assert_eq!(unfinished(&cells(["half", "1"])), None);
        assert_eq!(unfinished(&cells(["", "1"])), None, "the text refuses it with a reason");
        assert_eq!(unfinished(&cells(["", ""])), None);
    }

    #[test]
    fn a_new_row_has_the_cells_that_were_filled_in() {
        let column = |key: &str| TableColumn {
            key: key.to_owned(),
            title: key.to_owned(),
            help: String::new(),
            kind: Some(FieldKind::Text),
        };
        let value = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let template = Command::AddItem {
            kind: "resource".to_owned(),
            name: "resources".to_owned(),
            values: vec![value("unit", "cpu:0")],
        };
        let columns = ["kind", "count", "size"].map(column);
        let typed = ["cache_l1", " ", " 32 KiB "].map(str::to_owned);
        let Command::AddItem { values, .. } = addition(template, &columns, &typed) else {
            panic!("another command");
        };
        let expected = [value("unit", "cpu:0"), value("kind", "cache_l1"), value("size", "32 KiB")];
        assert_eq!(values, expected);
    }
}
