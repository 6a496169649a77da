//! A difference on the screen.

use std::sync::Arc;

use leptos::prelude::*;

use super::rows::{LineChange, Row};
use crate::following::memo;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, counted, plain, sentence};
use crate::widgets::rows::Rows;

/// The height of a row, in pixels; the style sheet repeats it.
const ROW_HEIGHT: f64 = 20.0;

/// The words that screen readers say of lines that only one of the texts has.
#[derive(Debug, Clone, Copy)]
pub struct LineWords {
    pub old: &'static str,
    pub new: &'static str,
}

impl Default for LineWords {
    fn default() -> LineWords {
        LineWords { old: "removed", new: "added" }
    }
}

/// Shows the rows of a difference.
#[component]
pub fn Difference(
    #[prop(into)] rows: Signal<Arc<Vec<Row>>>,
    /// The remarks that rows refer to.
    #[prop(optional)]
    remarks: Vec<String>,
    /// A row to bring into view.
    #[prop(optional, into)]
    revealed: Signal<Option<usize>>,
    #[prop(optional)] words: LineWords,
) -> impl IntoView {
    let row = move |idx: usize| {
        let row = rows.with_untracked(|rows| rows.get(idx).cloned());
        let is_revealed = memo(move |_| revealed.get() == Some(idx));
        let remark = match row {
            Some(Row::Remark(idx)) => remarks.get(idx).cloned(),
            _ => None,
        };
        row.map(|row| row_view(row, words, remark.unwrap_or_default(), is_revealed)).into_any()
    };
    view! {
        <div class="difference">
            <Rows
                n_rows=Signal::derive(move || rows.with(|it| it.len()))
                row_height=ROW_HEIGHT
                row=row
                revealed=revealed
                label="Difference"
                role="list"
            />
        </div>
    }
}

fn row_view(row: Row, words: LineWords, remark: String, is_revealed: Memo<bool>) -> AnyView {
    match row {
        Row::Line { kind, numbers: [old, new], text, changed: (start, end) } => {
            let (class, sign, word) = match kind {
                LineChange::Same => ("difference__row", " ", ""),
                LineChange::Old => ("difference__row difference__row--old", "−", words.old),
                LineChange::New => ("difference__row difference__row--new", "+", words.new),
            };
            let cut =
                |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
            let parts = (cut(0..start), cut(start..end), cut(end..text.len()));
            view! {
                <div class=class role="listitem">
                    <span class="difference__number" aria-hidden="true">{old}</span>
                    <span class="difference__number" aria-hidden="true">{new}</span>
                    <span class="difference__sign" aria-hidden="true">{sign}</span>
                    <span class="visually-hidden">{word}</span>
                    <code class="difference__text">
                        {parts.0} <span class="difference__changed">{parts.1}</span> {parts.2}
                    </code>
                </div>
            }
            .into_any()
        }
        Row::Skipped(n) => view! {
            <div class="difference__row difference__row--skipped" role="listitem">
                {counted(n, "equal line")}
            </div>
        }
        .into_any(),
        Row::Remark(_) => view! {
            <div
                class="difference__row difference__row--remark"
                class:difference__row--here=is_revealed
                role="listitem"
                title=plain(&remark)
            >
                <IconView icon=Icon::Warning />
                <span>
                    <Prose text=sentence(&remark) />
                </span>
            </div>
        }
        .into_any(),
    }
}
