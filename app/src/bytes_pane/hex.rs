//! Bytes as numbers and characters.

use bobbin_protocol::DecodeFault;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::model::{Cells, cells, character};
use super::numbers::{as_hex, hex_bytes};
use super::state::{BytesState, Stretch};
use crate::following::memo;
use crate::platform::{changes, dom, window};
use crate::widgets::aria::aria;
use crate::widgets::rows::Rows;

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 20.0;
/// Width of the offset column, in letters.
const OFFSET_WIDTH: u32 = 10;
/// Below this width, in pixels, rows have small digits and no characters.
const WIDE: f64 = 560.0;
/// Below this width, in pixels, rows have half as many bytes, with characters.
const NARROW: f64 = 420.0;

/// All bytes, 16 a row; 8 where there is much less room.
#[component]
pub fn HexGrid(state: BytesState) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let size = dom::size_of(element);
    let n_columns = memo(move |_| {
        let width = size.get().width;
        if width > 0.0 && width < NARROW { 8 } else { 16 }
    });
    let is_compact = memo(move |_| (NARROW..WIDE).contains(&size.get().width));
    let n_rows = memo(move |_| state.model.with(|it| it.bytes.len().div_ceil(n_columns.get())));
    let revealed = memo(move |_| {
        let goal = state.goal.get().map(|it| (it, 1));
        let stretch = goal.or_else(|| state.stretch(state.selected.get()));
        let (offset, _) = stretch.or_else(|| state.lit.with(|it| it.first().copied()))?;
        Some(offset as usize / n_columns.get())
    });
    let part_under = move |event: &leptos::ev::PointerEvent| {
        let offset = dom::attribute_at(event, "data-offset")?.parse().ok()?;
        state.model.with_untracked(|it| it.part_at(offset))
    };
    let offset_under = |event: &leptos::ev::PointerEvent| {
        dom::attribute_at(event, "data-offset").and_then(|it| it.parse::<u32>().ok())
    };
    let is_marking = RwSignal::new(false);
    let on_down = move |event: leptos::ev::PointerEvent| {
        let Some(offset) = offset_under(&event).filter(|_| event.button() == 0) else { return };
        // Half-typed bytes are for what is marked now; the browser takes the keyboard from their field only after this.
        changes::ask_for_half_typed();
        is_marking.set(true);
        if event.shift_key() {
            state.cursor.set(offset);
        } else {
            state.mark(offset, 1);
        }
    };
    let on_move = move |event: leptos::ev::PointerEvent| {
        state.hover(part_under(&event));
        if event.buttons() & 1 == 0 {
            is_marking.set(false);
        }
        if let Some(offset) = offset_under(&event).filter(|_| is_marking.get_untracked()) {
            state.cursor.set(offset);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let n_columns = n_columns.get_untracked() as i64;
        let cursor = state.cursor.get_untracked();
        let key = event.key();
        let step = match key.as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "ArrowDown" => n_columns,
            "ArrowUp" => -n_columns,
            "PageDown" => 16 * n_columns,
            "PageUp" => -16 * n_columns,
            "Home" => -(i64::from(cursor) % n_columns),
            "End" => n_columns - 1 - i64::from(cursor) % n_columns,
            "Escape" if state.digit.get_untracked().is_some() => {
                event.prevent_default();
                return state.digit.set(None);
            }
            _ => {
                if let Some(digit) = typed_digit(&key) {
                    event.prevent_default();
                    write_digit(state, digit);
                } else if let Some(why) = why_not(&key) {
                    event.prevent_default();
                    state.toasts.answer(why);
                }
                return;
            }
        };
        event.prevent_default();
        let last = state.model.with_untracked(|it| it.bytes.len() as i64 - 1);
        let offset = (i64::from(cursor) + step).clamp(0, last.max(0)) as u32;
        if event.shift_key() {
            state.cursor.set(offset);
            state.goal.set(Some(offset));
        } else {
            state.mark(offset, 1);
        }
    };
    follow_clipboard(state);
    let row =
        move |row: usize| view! { <HexRow state=state row=row n_columns=n_columns /> }.into_any();
    let over = move || {
        view! {
            {stretches(n_columns, is_compact, "hex__lit", Signal::derive(move || state.lit.get()))}
            {stretches(
                n_columns,
                is_compact,
                "hex__selected",
                Signal::derive(move || state.stretch(state.selected.get()).into_iter().collect()),
            )}
            {stretches(
                n_columns,
                is_compact,
                "hex__marked",
                Signal::derive(move || vec![state.marked.get()]),
            )}
            {stretches(
                n_columns,
                is_compact,
                "hex__hovered",
                Signal::derive(move || state.stretch(state.hovered.get()).into_iter().collect()),
            )}
            {stretches(
                n_columns,
                is_compact,
                "hex__fault",
                Signal::derive(move || {
                    let fault = state.fault.get();
                    fault.map(|it| (it.offset, it.len.max(1))).into_iter().collect()
                }),
            )}
        }
    };
    view! {
        <div
            class="hex"
            class:hex--compact=is_compact
            node_ref=element
            role="grid"
            aria-label="Bytes"
            {..aria("aria-rowcount", move || n_rows.get().to_string())}
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=move |_| is_marking.set(false)
            on:pointerleave=move |_| state.hover(None)
            on:keydown=on_key
        >
            <Rows
                n_rows=n_rows
                row_height=ROW_HEIGHT
                row=row
                revealed=revealed
                label="Rows of bytes"
                role="rowgroup"
                over=over
            />
        </div>
    }
}

/// Returns the digit that a key writes.
fn typed_digit(key: &str) -> Option<u8> {
    let mut chars = key.chars();
    let digit = chars.next()?.to_digit(16)? as u8;
    chars.next().is_none().then_some(digit)
}

/// Returns why a key changes nothing here; none for keys that nobody takes for an edit.
fn why_not(key: &str) -> Option<String> {
    match key {
        "Backspace" | "Delete" | "Insert" | "Enter" => Some(
            "Bytes can be overwritten, but not inserted or deleted: the text decides how many there are."
                .to_owned(),
        ),
        _ if key.chars().count() == 1 && key != " " => {
            Some(format!("`{key}` is not a hexadecimal digit. A byte is two digits of 0 to 9 and a to f."))
        }
        _ => None,
    }
}

/// Copies the marked bytes as digits, and writes digits over the bytes from the first marked one on.
fn follow_clipboard(state: BytesState) {
    let is_here = || dom::has_keys_inside(".hex");
    let marked = move || {
        let (offset, len) = state.marked.get_untracked();
        let range = offset as usize..(offset + len) as usize;
        state.model.with_untracked(|it| as_hex(it.bytes.get(range).unwrap_or_default()))
    };
    window::on(leptos::ev::copy, move |event| {
        let data = event.clipboard_data().filter(|_| is_here());
        if data.is_some_and(|it| it.set_data("text/plain", &marked()).is_ok()) {
            event.prevent_default();
            state.toasts.answer("The selected bytes were copied as hexadecimal digits.");
        }
    });
    window::on(leptos::ev::cut, move |_| {
        if let Some(why) = why_not("Delete").filter(|_| is_here()) {
            state.toasts.answer(why);
        }
    });
    window::on(leptos::ev::paste, move |event| {
        let Some(data) = event.clipboard_data().filter(|_| is_here()) else { return };
        event.prevent_default();
        match hex_bytes(&data.get_data("text/plain").unwrap_or_default()) {
            Some(bytes) => state.write(state.marked.get_untracked().0, &bytes),
            None => state
                .toasts
                .complain("Nothing was pasted: bytes are written as pairs of hexadecimal digits."),
        }
    });
}

/// Writes a digit; two digits write a byte, and the cursor goes on.
fn write_digit(state: BytesState, digit: u8) {
    if let Some(why) = untrack(|| state.why_fixed()) {
        return state.toasts.answer(why);
    }
    let offset = state.marked.get_untracked().0;
    match state.digit.get_untracked() {
        None => {
            state.mark(offset, 1);
            state.digit.set(Some(digit));
        }
        Some(high) => {
            state.digit.set(None);
            state.write(offset, &[high << 4 | digit]);
            let n_bytes = state.model.with_untracked(|it| it.bytes.len() as u32);
            if offset + 1 < n_bytes {
                state.mark(offset + 1, 1);
            } else {
                state.toasts.answer("This is the last byte: the next digits overwrite it again.");
            }
        }
    }
}

#[component]
fn HexRow(state: BytesState, row: usize, n_columns: Memo<usize>) -> impl IntoView {
    let content = memo(move |_| {
        let n_columns = n_columns.get();
        state.model.with(|model| {
            let start = row * n_columns;
            let end = (start + n_columns).min(model.bytes.len());
            let bytes = model.bytes.get(start..end).unwrap_or_default();
            let cell = |(idx, byte): (usize, &u8)| {
                let offset = (start + idx) as u32;
                (offset, *byte, model.region_of(offset))
            };
            bytes.iter().enumerate().map(cell).collect::<Vec<_>>()
        })
    });
    move || {
        let start = row * n_columns.get();
        let content = content.get();
        let region = |it: Option<usize>| it.map_or_else(|| "none".to_owned(), |it| it.to_string());
        let fault = state.fault.get();
        let is_wrong = |offset: u32| {
            let distance = |it: &DecodeFault| offset.checked_sub(it.offset);
            fault.as_ref().is_some_and(|it| distance(it).is_some_and(|n| n < it.len))
        };
        let numbers = content
            .iter()
            .map(|(offset, byte, colour)| {
                view! {
                    <span
                        class="hex__byte"
                        class:hex__byte--zero=*byte == 0
                        role="gridcell"
                        aria-invalid=is_wrong(*offset).then_some("true")
                        aria-label=format!("0x{offset:08x} {byte:02x}")
                        data-offset=offset.to_string()
                        data-region=region(*colour)
                    >
                        {format!("{byte:02x}")}
                    </span>
                }
            })
            .collect_view();
        let characters = content
            .iter()
            .map(|(offset, byte, colour)| {
                view! {
                    <span
                        class="hex__character"
                        data-offset=offset.to_string()
                        data-region=region(*colour)
                    >
                        {character(*byte)}
                    </span>
                }
            })
            .collect_view();
        view! {
            <div class="hex__row" role="row" {..aria("aria-rowindex", (row + 1).to_string())}>
                <span class="hex__offset" role="rowheader">{format!("{start:08x}")}</span>
                <span class="hex__bytes" class:hex__bytes--narrow=n_columns.get() == 8 role="presentation">
                    {numbers}
                </span>
                <span class="hex__characters" aria-hidden="true">{characters}</span>
            </div>
        }
    }
}

/// Draws marks over the bytes, and over the characters beside them.
fn stretches(
    n_columns: Memo<usize>,
    is_compact: Memo<bool>,
    class: &'static str,
    of: Signal<Vec<Stretch>>,
) -> impl IntoView {
    move || {
        let (n_columns, is_compact) = (n_columns.get() as u32, is_compact.get());
        let boxes = of.get().into_iter().flat_map(|(offset, len)| cells(offset, len, n_columns));
        boxes
            .map(|it| {
                let characters = OFFSET_WIDTH + 3 * n_columns + 1 + it.column;
                view! {
                    {stretch(class, it, OFFSET_WIDTH + 3 * it.column, 3 * it.n_columns)}
                    {(!is_compact).then(|| stretch(class, it, characters, it.n_columns))}
                }
            })
            .collect_view()
    }
}

fn stretch(class: &'static str, cells: Cells, left: u32, width: u32) -> impl IntoView {
    view! {
        <div
            class=class
            data-lit=(class == "hex__lit").then_some("true")
            style:top=format!("{}px", f64::from(cells.row) * ROW_HEIGHT)
            style:height=format!("{}px", f64::from(cells.n_rows) * ROW_HEIGHT)
            style:left=format!("{left}ch")
            style:width=format!("{width}ch")
        ></div>
    }
}
