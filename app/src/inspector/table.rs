//! Entries of one kind as a table: a row for each, every part edited in its cell.

use bobbin_protocol::{
    Command, Field, FieldKind, Form, FormTable, ItemPath, Origin, OriginKind, TableCell,
    TableColumn, TableRow,
};
use leptos::prelude::*;

use std::sync::Arc;

use super::change::{Change, OnChange, taken};
use super::input::{TextInput, reason_id};
use super::list::ListInput;
use super::new_row::NewRow;
use super::row_parts::{Problem, ask, carry_out, is_doubtful};
use crate::document::{unwritten, use_documents};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::dom;
use crate::platform::editor::Focus;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, list, live, part};
use crate::widgets::icon::Icon;
use crate::widgets::prose::{Prose, counted, grouped, plain};
use crate::widgets::toast::use_toasts;

/// Returns true if a row matches the form's filter.
fn fits(row: &TableRow, typed: &str) -> bool {
    let cells = row.cells.iter();
    let said = cells.map(|it| {
        let written = it.written.as_deref().unwrap_or(&it.effective);
        format!("{written} {}", it.meaning)
    });
    let text = format!("{} {}", row.label, said.collect::<Vec<_>>().join(" ")).to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Returns a cell as a field for the inputs; `place` is a name that no other field has.
fn field(column: &TableColumn, cell: &TableCell, place: &str, label: &str) -> Field {
    Field {
        key: place.to_owned(),
        label: format!("{}, {label}", column.title),
        kind: column.kind.clone().unwrap_or(FieldKind::Text),
        written: cell.written.clone(),
        list: cell.list.clone(),
        effective: cell.effective.clone(),
        origin: Origin {
            kind: OriginKind::Written,
            range: cell.range,
            written: None,
            note: String::new(),
        },
        range: cell.range,
        help: column.help.clone(),
        inert: None,
        problem: cell.problem.clone(),
        is_kept: false,
    }
}

/// The rows of a table, each with a name that it has as long as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RowNames {
    /// The item that the form is of.
    form: Option<ItemPath>,
    rows: Vec<(ItemPath, String)>,
}

/// Names the rows of a table. What is typed in a row goes with its entry when others come or go. An entry that has
/// got another path where it stands, such as by another kind, is the same entry, since whoever has gone on to its next
/// cell types there already.
fn named_rows(before: Option<&RowNames>, form: Option<ItemPath>, items: Vec<ItemPath>) -> RowNames {
    let before = before.filter(|it| it.form == form).map_or(&[][..], |it| it.rows.as_slice());
    let is_at_another_place = |it: &(ItemPath, String)| items.contains(&it.0);
    let stays = before.len() == items.len() && !before.iter().all(is_at_another_place);
    let mut rows: Vec<(ItemPath, String)> = Vec::new();
    for (nth, item) in items.into_iter().enumerate() {
        let old = if stays { before.get(nth) } else { before.iter().find(|it| it.0 == item) };
        let mut name = old.map_or_else(|| item.0.join("/"), |it| it.1.clone());
        while rows.iter().any(|it| it.1 == name) {
            name.push('+');
        }
        rows.push((item, name));
    }
    RowNames { form, rows }
}

/// Shows a table of a form.
#[component]
pub fn EntryTable(
    form: Memo<Option<Arc<Form>>>,
    /// The index of the table in the form.
    idx: usize,
    /// The text in the form's filter.
    typed: RwSignal<String>,
) -> impl IntoView {
    let table = memo(move |_| form.with(|it| it.as_ref()?.tables.get(idx).cloned()));
    let columns = memo(move |_| table.with(|it| it.as_ref().map(|it| it.columns.clone())));
    let names = memo(move |before: Option<&RowNames>| {
        let shown = form.with(|it| it.as_ref().map(|it| it.item.clone()));
        let items = table.with(|it| {
            let rows = it.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
            rows.iter().map(|it| it.item.clone()).collect()
        });
        named_rows(before, shown, items)
    });
    let documents = use_documents();
    effect(move |before: Option<RowNames>| {
        let now = names.get();
        if let (Some(before), Some(file)) =
            (before.filter(|it| it.form == now.form), documents.shown())
        {
            let paths =
                |it: &RowNames| it.rows.iter().map(|it| it.0.0.join("/")).collect::<Vec<_>>();
            unwritten::note_rows(file.id, now.form.as_ref(), idx, &paths(&before), &paths(&now));
        }
        now
    });
    let rows = memo(move |_| {
        table.with(|it| {
            let rows = it.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
            let (typed, names) = (typed.read(), names.read());
            let fitting = rows.iter().zip(&names.rows).filter(|it| fits(it.0, &typed));
            fitting.map(|it| it.1.1.clone()).collect::<Vec<_>>()
        })
    });
    let n_rows = memo(move |_| table.with(|it| it.as_ref().map_or(0, |it| it.rows.len())));
    let only_adds = memo(move |_| table.with(|it| it.as_ref().is_some_and(|it| it.only_adds)));
    let title =
        memo(move |_| table.with(|it| it.as_ref().map(|it| it.title.clone()).unwrap_or_default()));
    let notes = move || {
        let (note, n_left_out) =
            table.with(|it| it.as_ref().map(|it| (it.note.clone(), it.n_left_out)))?;
        let cut = (n_left_out > 0).then(|| {
            format!(
                "Only the first {} are shown; edit the other {} in the text.",
                grouped(n_rows.get()),
                grouped(n_left_out)
            )
        });
        let hidden = n_rows.get().saturating_sub(rows.with(Vec::len));
        let hidden = (hidden > 0)
            .then(|| format!("The filter hides {hidden} of {}.", counted(n_rows.get(), "row")));
        let is_empty = n_rows.get() == 0 && !only_adds.get();
        let empty = is_empty.then(|| "There are no entries yet.".to_owned());
        let said: Vec<String> = [Some(note).filter(|it| !it.is_empty()), cut, hidden, empty]
            .into_iter()
            .flatten()
            .collect();
        (!said.is_empty()).then(|| {
            view! {
                <p class="group__note">
                    <Prose text=said.join(" ") />
                </p>
            }
        })
    };
    let widths = memo(move |_| table.with(|it| it.as_ref().map(least_letters).unwrap_or_default()));
    let heads = move || {
        let columns = columns.get().unwrap_or_default();
        let head = |(at, it): (usize, TableColumn)| {
            let width = move || {
                widths
                    .with(|all| all.get(at).map(|it| format!("{}px", it * LETTER)))
                    .unwrap_or_default()
            };
            view! {
                <th
                    scope="col"
                    title=plain(&it.help)
                    style:min-width=live(width)
                >
                    {it.title}
                </th>
            }
        };
        columns.into_iter().enumerate().map(head).collect_view()
    };
    let row = move |name: String| {
        let nth = memo(move |_| names.with(|it| it.rows.iter().position(|it| it.1 == name)));
        view! { <Row form=form table=table idx=idx nth=nth /> }
    };
    view! {
        <section class="group">
            <h3 class="group__title">
                {title}
                {part(move || {
                    (!only_adds.get())
                        .then(|| {
                            view! {
                                <span class="group__count">{live(move || n_rows.get())}</span>
                            }
                        })
                })}
            </h3>
            {part(notes)}
            <table class="entries" aria-label=title>
                <thead>
                    <tr>
                        <th scope="col" class="entries__place" title="The line in the text">
                            {live(move || if only_adds.get() { "" } else { "Line" })}
                        </th>
                        {part(heads)}
                        <th class="entries__end"></th>
                    </tr>
                </thead>
                <tbody>{list(move || rows.get(), String::clone, row)}</tbody>
                <When when=move || table.with(|it| it.as_ref().is_some_and(|it| it.add.is_some()))>
                    <NewRow form=form table=table idx=idx />
                </When>
            </table>
        </section>
    }
}

/// About the width of a letter in an input, in pixels.
const LETTER: usize = 8;

/// The least and the greatest room that a column asks for, in letters.
const ROOM: (usize, usize) = (8, 18);

/// The greatest room that a column of mere words asks for, in letters: they go on in a further line.
const ROOM_FOR_WORDS: usize = 10;

/// Returns the room that each column of a table asks for, in letters: a column of counts needs less than one of names.
fn least_letters(table: &FormTable) -> Vec<usize> {
    let room = |(at, column): (usize, &TableColumn)| {
        if matches!(column.kind, Some(FieldKind::List { .. })) {
            return ROOM.1;
        }
        let cells = table.rows.iter().filter_map(|it| it.cells.get(at));
        let shown = cells.map(|it| it.written.as_ref().unwrap_or(&it.effective).chars().count());
        if column.kind.is_none() {
            return shown.max().unwrap_or(0).clamp(ROOM.0, ROOM_FOR_WORDS);
        }
        // The frame of an input takes the room of about three letters.
        (shown.max().unwrap_or(0) + 3).clamp(ROOM.0, ROOM.1)
    };
    table.columns.iter().enumerate().map(room).collect()
}

#[component]
fn Row(
    form: Memo<Option<Arc<Form>>>,
    table: Memo<Option<FormTable>>,
    idx: usize,
    /// The place of the row, as long as it is there.
    nth: Memo<Option<usize>>,
) -> impl IntoView {
    let navigation = use_navigation();
    let row = memo(move |_| table.with(|it| it.as_ref()?.rows.get(nth.get()?).cloned()));
    let label = memo(move |_| {
        row.with(|it| {
            format!(
                "row {} {}",
                nth.get().map_or(0, |it| it + 1),
                it.as_ref().map(|it| it.label.as_str()).unwrap_or_default()
            )
        })
    });
    let range = move || row.with_untracked(|it| it.as_ref().map(|it| it.range));
    let line = live(move || row.with(|it| it.as_ref().map(|it| it.range.start.line + 1)));
    let n_columns = table.with_untracked(|it| it.as_ref().map_or(0, |it| it.columns.len()));
    let refused = RwSignal::new(None::<String>);
    let remove = move |()| {
        let Some(item) = row.with_untracked(|it| it.as_ref().map(|it| it.item.clone())) else {
            return;
        };
        let what = label.get_untracked();
        let beside = dom::beside_row("tr", ".entries__end button");
        let on_end = move |is_taken: bool| {
            // The person may have gone on meanwhile.
            let is_here = dom::is_focus_lost() || dom::has_keys_inside(".entries__end");
            if is_taken
                && is_here
                && let Some(button) = beside
            {
                let _ = button.focus();
            }
        };
        carry_out(form, Command::Remove { item }, format!("remove {what}"), refused, on_end);
    };
    let light = move |is_over: bool| {
        let range = range();
        navigation.light_text(if is_over { range.as_slice() } else { &[] });
    };
    let cells = (0..n_columns)
        .map(|at| view! { <Cell form=form table=table row=row place=(idx, at) label=label /> })
        .collect_view();
    let show = move |_| {
        if let Some(range) = range() {
            navigation.select_text(range, Focus::Stays);
        }
    };
    view! {
        <tr on:pointerenter=move |_| light(true) on:pointerleave=move |_| light(false)>
            <th scope="row" class="entries__place">
                <button
                    type="button"
                    class="link"
                    title="Show in text"
                    aria-label=live(move || format!("Show {} in the text", label.get()))
                    on:click=show
                >
                    {line}
                </button>
            </th>
            {cells}
            <td class="entries__end">
                <Button
                    label=Signal::derive(move || format!("Remove {}", label.get()))
                    icon=Icon::Close
                    is_bare=true
                    on_press=remove
                />
                {part(move || refused.get().map(|it| view! { <Problem text=it /> }))}
            </td>
        </tr>
    }
}

#[component]
fn Cell(
    form: Memo<Option<Arc<Form>>>,
    table: Memo<Option<FormTable>>,
    row: Memo<Option<TableRow>>,
    /// The indices of table and column.
    place: (usize, usize),
    label: Memo<String>,
) -> impl IntoView {
    let toasts = use_toasts();
    let at = place.1;
    let column = memo(move |_| table.with(|it| it.as_ref()?.columns.get(at).cloned()));
    let cell = memo(move |_| row.with(|it| it.as_ref()?.cells.get(at).cloned()));
    // What is refused waits with its entry.
    let id = memo(move |_| {
        let item = row.with(|it| it.as_ref().map(|it| it.item.0.join("/"))).unwrap_or_default();
        let key = column.with(|it| it.as_ref().map(|it| it.key.clone())).unwrap_or_default();
        unwritten::name_cell(place.0, &item, &key)
    });
    let field = memo(move |_| Some(field(&column.get()?, &cell.get()?, &id.read(), &label.get())));
    let refused = RwSignal::new(None::<String>);
    let on_change = OnChange::new(move |change: Change| {
        let found = row
            .with_untracked(|it| it.as_ref().map(|it| it.item.clone()))
            .zip(column.with_untracked(|it| it.as_ref().map(|it| it.key.clone())));
        let Some((item, key)) = found else { return taken() };
        let what = label.get_untracked();
        let (command, words) = match change {
            Change::Set(value) => {
                let words = format!("set {key} of {what} to {value}");
                (Command::SetValue { item, key, value }, words)
            }
            Change::Unset => {
                let words = format!("unset {key} of {what}");
                (Command::Unset { item, key }, words)
            }
        };
        ask(form, command, words)
    });
    let input = move || {
        let input = column.with_untracked(|it| it.as_ref().map(|it| it.kind.clone()));
        match input.flatten() {
            None => {
                let words = move || {
                    cell.with(|it| it.as_ref().map(|it| it.effective.clone()).unwrap_or_default())
                };
                let tell = move |_| {
                    let title = column.with_untracked(|it| it.as_ref().map(|it| it.title.clone()));
                    toasts.answer(format!(
                        "`{}` cannot be edited here; change it in the text.",
                        title.unwrap_or_default()
                    ));
                };
                view! { <span class="entries__words" on:dblclick=tell>{words}</span> }.into_any()
            }
            Some(FieldKind::List { .. }) => {
                view! { <ListInput field=field on_change=on_change refused=refused /> }.into_any()
            }
            Some(_) => {
                view! { <TextInput field=field on_change=on_change refused=refused /> }.into_any()
            }
        }
    };
    let problem = move || {
        let why = refused.get().map(|it| (it, Some(id.with(|it| reason_id(it)))));
        why.or_else(|| cell.with(|it| it.as_ref()?.problem.clone().map(|it| (it.message, None))))
    };
    let is_warning = memo(move |_| {
        let is_refused = refused.with(Option::is_some);
        let problem = cell.with(|it| it.as_ref()?.problem.as_ref().map(is_doubtful));
        !is_refused && problem.unwrap_or(false)
    });
    let meaning = move || {
        let words = cell.with(|it| it.as_ref().map(|it| it.meaning.clone())).unwrap_or_default();
        (!words.is_empty()).then(|| view! { <p class="entries__meaning">{words}</p> })
    };
    let title =
        live(move || column.with(|it| it.as_ref().map(|it| it.title.clone()).unwrap_or_default()));
    view! {
        <td
            class="entries__cell"
            class:entries__cell--wrong=live(move || problem().is_some())
            class:entries__cell--doubtful=is_warning
            data-title=title
        >
            {input()}
            {part(meaning)}
            {part(move || {
                let is_doubtful = is_warning.get();
                problem().map(|(text, id)| view! { <Problem text=text id=id is_doubtful=is_doubtful /> })
            })}
        </td>
    }
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{Position, Range};

    use super::*;

    fn cell(written: &str, meaning: &str) -> TableCell {
        TableCell {
            written: Some(written.to_owned()),
            effective: String::new(),
            meaning: meaning.to_owned(),
            list: None,
            range: None,
            problem: None,
        }
    }

    #[test]
    fn rows_keep_their_names_while_others_come_and_go() {
        let item = |name: &str| ItemPath(vec!["row".to_owned(), name.to_owned()]);
        let names = |before: Option<&RowNames>, form: &str, all: &[&str]| {
            named_rows(before, Some(item(form)), all.iter().map(|it| item(it)).collect())
        };
        let said = |it: &RowNames| {
            it.rows.iter().map(|it| it.1.trim_start_matches("row/").to_owned()).collect::<Vec<_>>()
        };
        let first = names(None, "a", &["gpr", "core", "core#2"]);
        assert_eq!(said(&first), ["gpr", "core", "core#2"]);
        let less = names(Some(&first), "a", &["core", "core#2"]);
        assert_eq!(said(&less), ["core", "core#2"]);
        assert_eq!(
            said(&names(Some(&less), "a", &["new", "core", "core#2"])),
            ["new", "core", "core#2"]
        );
        // Another kind where it stands, by which the next is the first of its kind.
        let other = names(Some(&less), "a", &["thread", "core"]);
        assert_eq!(said(&other), ["core", "core#2"]);
        assert_eq!(said(&names(Some(&other), "a", &["core", "thread"])), ["core#2", "core"]);
        assert_eq!(said(&names(Some(&other), "b", &["thread", "core"])), ["thread", "core"]);
        assert_eq!(said(&names(Some(&other), "a", &["core", "core"])), ["core", "core#2"]);
        assert_eq!(said(&names(None, "a", &["core", "core"])), ["core", "core+"]);
    }

    #[test]
    fn columns_have_room_for_what_stands_in_them() {
        let place = Position::default();
        let column = |kind: FieldKind| TableColumn {
            key: String::new(),
            title: String::new(),
            help: String::new(),
            kind: Some(kind),
        };
        let words = || TableColumn { kind: None, ..column(FieldKind::Text) };
        let table = FormTable {
            title: String::new(),
            note: String::new(),
            columns: vec![
                column(FieldKind::Text),
                column(FieldKind::Text),
                column(FieldKind::Text),
                column(FieldKind::List { choices: Vec::new() }),
                words(),
                words(),
            ],
            rows: vec![TableRow {
                item: ItemPath(Vec::new()),
                label: String::new(),
                range: Range { start: place, end: place },
                cells: vec![
                    cell("1", ""),
                    cell("instruction", ""),
                    cell(&"x".repeat(99), ""),
                    cell("", ""),
                    cell(&"x, ".repeat(9), ""),
                    cell("xmm0", ""),
                ],
            }],
            n_left_out: 0,
            only_adds: false,
            add: None,
        };
        assert_eq!(least_letters(&table), [8, 14, 18, 18, 10, 8]);
    }

    #[test]
    fn rows_are_found_by_what_they_say_and_mean() {
        let place = Position { line: 3, character: 0 };
        let row = TableRow {
            item: ItemPath(Vec::new()),
            label: "1 in gpr:4".to_owned(),
            range: Range { start: place, end: place },
            cells: vec![cell("1", "Argument 1"), cell("gpr", "General purpose register")],
        };
        for (typed, is_found) in
            [("", true), ("argument GENERAL", true), ("gpr:4", true), ("stack", false)]
        {
            assert_eq!(fits(&row, typed), is_found, "{typed}");
        }
    }
}
