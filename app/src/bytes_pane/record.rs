//! The record of the bytes that were written, with what each change did to the text.

use leptos::prelude::*;

use super::numbers::as_hex;
use super::state::BytesState;
use crate::document::byte_edits::{ByteEdit, Standing};
use crate::following::memo;
use crate::platform::dom;
use crate::platform::editor::{self, ChangedLine};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::icon::{Icon, IconView};

/// The number of bytes that are shown of a longer change.
const MAX_SHOWN: usize = 8;

/// The number of letters that are shown of what stays at the end of a line, so that what changes is in sight.
const MAX_TAIL: usize = 16;

/// Lists the last changes of bytes, the newest first; only that one until more are asked for.
#[component]
pub fn ByteRecord(state: BytesState) -> impl IntoView {
    let documents = state.documents;
    let is_open = RwSignal::new(false);
    let edits = memo(move |_| {
        documents.active.get().map(|it| it.views.byte_edits.get()).unwrap_or_default()
    });
    let toggle = move || match is_open.get() {
        true => "Show the last change only",
        false => "Show earlier changes",
    };
    let rows = move || {
        let n_shown = if is_open.get() { usize::MAX } else { 1 };
        let row = |edit| view! { <RecordRow state=state edit=edit /> };
        edits.get().into_iter().take(n_shown).map(row).collect_view()
    };
    view! {
        <When when=move || !edits.with(Vec::is_empty)>
            <section class="byte-record" aria-label="Changes of bytes">
                <span class="byte-record__more">
                    <When when=move || edits.with(|it| it.len() > 1)>
                        <button
                            type="button"
                            class="button button--bare"
                            aria-label=toggle
                            title=toggle
                            aria-expanded=live(move || if is_open.get() { "true" } else { "false" })
                            on:click=move |_| is_open.update(|it| *it = !*it)
                        >
                            <span class="twist" class:twist--open=live(move || is_open.get())>
                                <IconView icon=Icon::ChevronRight />
                            </span>
                        </button>
                    </When>
                </span>
                <ol class="byte-record__rows" aria-live="polite">
                    {part(rows)}
                </ol>
            </section>
        </When>
    }
}

#[component]
fn RecordRow(state: BytesState, edit: ByteEdit) -> impl IntoView {
    let (offset, len) = (edit.offset, edit.after.len() as u32);
    let bytes = format!("{} → {}", shortened(&edit.before), shortened(&edit.after));
    let whole = in_lines(&edit.lines);
    let lines = in_lines(&edit.lines.iter().map(without_tail).collect::<Vec<_>>());
    let standing = {
        let edit = edit.clone();
        memo(move |_| state.model.with(|it| edit.standing(&it.bytes)))
    };
    let back = move || match standing.get() {
        Standing::Stands => {
            let edit = edit.clone();
            // Undo gives the text back as it was spelled; later its bytes can be written again.
            let is_last =
                state.documents.active.get().is_some_and(|it| it.version.get() == edit.version);
            let label = if is_last { "Undo" } else { "Write back" };
            let title =
                Signal::stored(format!("Bring back {} at 0x{offset:x}", shortened(&edit.before)));
            let on_press = move |()| {
                if is_last {
                    editor::run_command("undo");
                } else {
                    state.write(offset, &edit.before);
                }
                // This button is about to go.
                dom::focus(".hex .rows");
            };
            view! { <Button label=label title=title on_press=on_press /> }.into_any()
        }
        Standing::Undone => view! { <span class="byte-record__state">"undone"</span> }.into_any(),
        Standing::Overtaken => {
            view! { <span class="byte-record__state">"changed since"</span> }.into_any()
        }
        Standing::Moved => {
            view! { <span class="byte-record__state">"file length changed"</span> }.into_any()
        }
    };
    view! {
        <li
            class="byte-record__row"
            class:byte-record__row--past=live(move || standing.get() != Standing::Stands)
        >
            <button
                type="button"
                class="byte-record__place"
                title="Go to these bytes"
                on:click=move |_| state.mark(offset, len)
            >
                {format!("0x{offset:x}")}
            </button>
            <code class="byte-record__bytes">{bytes}</code>
            <span class="byte-record__text" title=whole>{lines}</span>
            {part(back)}
        </li>
    }
}

/// Renders bytes as digits, only the first of many.
fn shortened(bytes: &[u8]) -> String {
    match bytes.get(..MAX_SHOWN) {
        Some(first) if bytes.len() > MAX_SHOWN => format!("{} …", as_hex(first)),
        _ => as_hex(bytes),
    }
}

/// Describes changed lines in one line.
fn in_lines(lines: &[ChangedLine]) -> String {
    let line = |it: &ChangedLine| {
        let side = |it: &Option<String>| it.as_deref().map(|it| it.trim().to_owned());
        let change = match (side(&it.before), side(&it.after)) {
            (Some(before), Some(after)) => format!("{before} → {after}"),
            (None, Some(after)) => format!("+ {after}"),
            (Some(before), None) => format!("− {before}"),
            (None, None) => String::new(),
        };
        format!("line {}: {change}", it.line)
    };
    lines.iter().map(line).collect::<Vec<_>>().join(" · ")
}

/// Returns a changed line without most of what stays at its end, such as a comment.
fn without_tail(line: &ChangedLine) -> ChangedLine {
    let mut res = line.clone();
    let (Some(before), Some(after)) = (&line.before, &line.after) else { return res };
    let (before, after) = (before.trim(), after.trim());
    let same = before.chars().rev().zip(after.chars().rev()).take_while(|(a, b)| a == b);
    let tail: usize = same.map(|it| it.0.len_utf8()).sum();
    let tail = before.get(before.len() - tail..).unwrap_or_default();
    let Some((end, _)) = tail.char_indices().nth(MAX_TAIL) else { return res };
    let shown = tail.get(..end).unwrap_or_default();
    let shown = shown.rfind(char::is_whitespace).and_then(|it| tail.get(..it)).unwrap_or(shown);
    let cut = |it: &str| {
        let changed = it.strip_suffix(tail).unwrap_or(it);
        Some(format!("{} …", format!("{changed}{shown}").trim_end()))
    };
    (res.before, res.after) = (cut(before), cut(after));
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_in_sight_before_a_long_comment() {
        let line = |before: &str, after: &str| {
            let (before, after) = (Some(before.to_owned()), Some(after.to_owned()));
            in_lines(&[without_tail(&ChangedLine { line: 74, before, after })])
        };
        let comment = "  ; Second argument in RSI (virtual register RSI)";
        assert_eq!(
            line(&format!("  2 = gpr:5{comment}"), &format!("  7 = gpr:5{comment}")),
            "line 74: 2 = gpr:5  ; … → 7 = gpr:5  ; …"
        );
        assert_eq!(line("a = é1; note", "a = é2; note"), "line 74: a = é1; note → a = é2; note");
        assert_eq!(
            line("a = 1ééééééééééééééééééé", "a = 2ééééééééééééééééééé"),
            "line 74: a = 1éééééééééééééééé … → a = 2éééééééééééééééé …"
        );
    }

    #[test]
    fn changed_lines_are_said_in_one() {
        let line = |line, before: Option<&str>, after: Option<&str>| ChangedLine {
            line,
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let lines = [
            line(12, Some("  cores = 4"), Some("  cores = 5")),
            line(13, None, Some("simd = true")),
            line(14, Some("x"), None),
        ];
        assert_eq!(
            in_lines(&lines),
            "line 12: cores = 4 → cores = 5 · line 13: + simd = true · line 14: − x"
        );
    }

    #[test]
    fn many_bytes_are_cut() {
        assert_eq!(shortened(&[4]), "04");
        assert_eq!(shortened(&[0; 9]), "00 00 00 00 00 00 00 00 …");
    }
}
