//! Small tables that grow as they are filled.

use bobbin_protocol::KeyValue;
use leptos::prelude::*;

use crate::following::memo;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, list, part};
use crate::widgets::icon::Icon;
use crate::widgets::prose::{Prose, sentence};

/// The column of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Key,
    Value,
}

/// Writes typed text into a row; the row behind the last one is new.
fn write(rows: &mut Vec<KeyValue>, row: usize, column: Column, typed: &str) {
    if row == rows.len() && !typed.trim().is_empty() {
        rows.push(KeyValue { key: String::new(), value: String::new() });
    }
    let Some(here) = rows.get_mut(row) else { return };
    match column {
        Column::Key => typed.trim().clone_into(&mut here.key),
        Column::Value => typed.clone_into(&mut here.value),
    }
    if here.key.is_empty() && here.value.is_empty() {
        rows.remove(row);
    }
}

/// Edits names and values, or names alone, with an empty row at the end.
#[component]
pub fn PairTable(
    /// The content of a row, for screen readers: `variable`.
    what: &'static str,
    rows: RwSignal<Vec<KeyValue>>,
    /// The placeholder of a name: an example that cannot be taken for one.
    key_example: &'static str,
    /// The same for a value; `None` for names alone.
    #[prop(optional)]
    value_example: Option<&'static str>,
    /// The remark on a row, by its index.
    #[prop(optional, into)]
    remark: Option<Callback<usize, Option<String>>>,
) -> impl IntoView {
    let cell = move |row: usize, column: Column, example: &'static str| {
        let value = memo(move |_| {
            let read = |it: &KeyValue| match column {
                Column::Key => it.key.clone(),
                Column::Value => it.value.clone(),
            };
            rows.with(|rows| rows.get(row).map(read).unwrap_or_default())
        });
        let before = match (column, value_example) {
            (Column::Key, Some(_)) => "name of ",
            (Column::Key, None) => "",
            (Column::Value, _) => "value of ",
        };
        view! {
            <input
                class="input"
                type="text"
                autocomplete="off"
                spellcheck="false"
                aria-label=format!("{before}{what} {}", row + 1)
                placeholder=example
                prop:value=value
                on:change=move |event| {
                    let typed = event_target_value(&event);
                    rows.update(|rows| write(rows, row, column, &typed));
                }
            />
        }
    };
    let row = move |row: usize| {
        let is_there = memo(move |_| rows.with(|rows| row < rows.len()));
        view! {
            <div class="pairs__row" class:pairs__row--single=value_example.is_none()>
                {cell(row, Column::Key, key_example)}
                {value_example.map(|example| cell(row, Column::Value, example))}
                <When when=is_there>
                    <Button
                        label=format!("Remove {what} {}", row + 1)
                        icon=Icon::Close
                        is_bare=true
                        on_press=move |()| {
                            rows.update(|rows| {
                                if row < rows.len() {
                                    rows.remove(row);
                                }
                            });
                        }
                    />
                </When>
            </div>
            {remark.map(|remark| part(move || {
                let text = sentence(&remark.run(row)?);
                Some(view! { <p class="pairs__remark" role="note"><Prose text=text /></p> })
            }))}
        }
    };
    view! {
        <div class="pairs">
            {list(move || (0..=rows.with(Vec::len)).collect(), usize::to_string, row)}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_and_shrink_as_they_are_typed_into() {
        let mut rows = Vec::new();
        write(&mut rows, 0, Column::Value, "  ");
        assert!(rows.is_empty(), "blanks make no row");
        write(&mut rows, 0, Column::Key, " HOME ");
        write(&mut rows, 0, Column::Value, "/home/a b ");
        assert_eq!(rows, [KeyValue { key: "HOME".into(), value: "/home/a b ".into() }]);
        write(&mut rows, 1, Column::Key, "X");
        write(&mut rows, 0, Column::Key, "");
        assert_eq!(rows.len(), 2, "a row with a value stays");
        write(&mut rows, 0, Column::Value, "");
        assert_eq!(rows, [KeyValue { key: "X".into(), value: String::new() }]);
    }
}
