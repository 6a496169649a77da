//! The difference of two binaries, drawn.

use std::sync::Arc;

use bobbin_protocol::Stretch;
use leptos::prelude::*;

use crate::bytes_pane::Model;

/// The number of bytes in a row.
const N_COLUMNS: u32 = 8;
/// The most rows that are drawn.
const MAX_ROWS: usize = 400;
/// The most marks over the whole length.
const MAX_MARKS: usize = 500;

/// Two binaries and their models.
#[derive(Debug, Clone, PartialEq)]
pub struct BytePair {
    /// The left binary with its parts.
    pub left: Arc<Model>,
    /// The right binary with its parts.
    pub right: Arc<Model>,
    /// The ranges that differ.
    pub stretches: Vec<Stretch>,
}

/// The bytes of one side of a row, each with true if it differs; `None` beyond the end.
type Cells = Vec<Option<(u8, bool)>>;

/// The same few bytes of both binaries.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    offset: u32,
    left: Cells,
    right: Cells,
    /// The parts that the differing bytes belong to, at the left or else at the right.
    parts: String,
}

impl BytePair {
    /// Returns the rows that have a difference.
    fn rows(&self, most: usize) -> Vec<Row> {
        let mut rows: Vec<u32> = Vec::new();
        for it in self.stretches.iter().filter(|it| it.len > 0) {
            let (first, last) = (it.offset / N_COLUMNS, (it.offset + it.len - 1) / N_COLUMNS);
            let first = rows.last().map_or(first, |&known| first.max(known + 1));
            rows.extend((first..=last).take(most.saturating_sub(rows.len())));
        }
        rows.into_iter().map(|row| self.row(row * N_COLUMNS)).collect()
    }

    fn row(&self, offset: u32) -> Row {
        let differs = |at: u32| {
            let behind = self.stretches.partition_point(|it| it.offset <= at);
            let stretch = behind.checked_sub(1).and_then(|it| self.stretches.get(it));
            stretch.is_some_and(|it| at - it.offset < it.len)
        };
        let cells = |model: &Model| {
            let byte = |at: u32| Some((*model.bytes.get(at as usize)?, differs(at)));
            (offset..offset + N_COLUMNS).map(byte).collect()
        };
        let mut parts: Vec<String> = Vec::new();
        for at in (offset..offset + N_COLUMNS).filter(|&at| differs(at)) {
            let name = [&self.left, &self.right].into_iter().find_map(|it| it.path_at(at));
            if let Some(name) = name.filter(|it| !parts.contains(it)) {
                parts.push(name);
            }
        }
        Row { offset, left: cells(&self.left), right: cells(&self.right), parts: parts.join(", ") }
    }

    /// Returns start and length of the marks, in thousandths of the whole length.
    fn marks(&self) -> Vec<(f64, f64)> {
        let len = self.left.bytes.len().max(self.right.bytes.len()).max(1) as f64;
        let share = |n: u32| f64::from(n) * 1000.0 / len;
        let marks = self.stretches.iter().take(MAX_MARKS);
        marks.map(|it| (share(it.offset), share(it.len).max(2.0))).collect()
    }
}

/// Shows a bar with all differences, and the rows of bytes that differ, side by side.
#[component]
pub fn ByteDiff(pair: BytePair) -> impl IntoView {
    let marks = pair.marks().into_iter();
    let marks = marks
        .map(|(x, width)| {
            view! { <rect class="byte-diff__mark" x=x.to_string() y="0" width=width.to_string() height="10" /> }
        })
        .collect_view();
    let rows = pair.rows(MAX_ROWS).into_iter().map(row_view).collect_view();
    view! {
        <div class="byte-diff">
            <svg
                class="byte-diff__bar"
                viewBox="0 0 1000 10"
                preserveAspectRatio="none"
                role="img"
                aria-label="Where the binaries differ"
            >
                {marks}
            </svg>
            <div class="byte-diff__rows" role="table" aria-label="Bytes that differ" tabindex="0">
                {rows}
            </div>
        </div>
    }
}

fn row_view(row: Row) -> AnyView {
    let side = |cells: Cells| {
        let cells = cells.into_iter().map(|it| match it {
            Some((byte, differs)) => view! {
                <span class="byte-diff__byte" class:byte-diff__byte--other=differs>
                    {format!("{byte:02x}")}
                </span>
            }
            .into_any(),
            None => view! { <span class="byte-diff__byte">"  "</span> }.into_any(),
        });
        view! { <code class="byte-diff__bytes" role="cell">{cells.collect_view()}</code> }
    };
    view! {
        <div class="byte-diff__row" role="row">
            <span class="byte-diff__offset" role="rowheader">{format!("{:06x}", row.offset)}</span>
            {side(row.left)}
            {side(row.right)}
            <span class="byte-diff__parts" role="cell">{row.parts}</span>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{ByteField, Bytes};

    use super::*;
    use crate::base64;

    fn model(bytes: &[u8], parts: &[(&str, u32, u32)]) -> Arc<Model> {
        let field = |&(name, offset, len): &(&str, u32, u32)| ByteField {
            name: name.to_owned(),
            type_name: String::new(),
            offset,
            len,
            value: String::new(),
            meaning: String::new(),
            source: None,
            lines: Vec::new(),
            bits: None,
            children: Vec::new(),
        };
        let fields = parts.iter().map(field).collect();
        Arc::new(Model::new(&Bytes { data: base64::encode(bytes), fields, ..Bytes::default() }))
    }

    #[test]
    fn rows_show_what_differs_and_name_it() {
        let left = model(&[0; 20], &[("magic", 0, 4), ("count", 8, 4)]);
        let right = model(&[&[0; 9][..], &[7, 7], &[0; 13]].concat(), &[("tail", 20, 4)]);
        let stretch = |offset, len| Stretch { offset, len };
        let pair = BytePair { left, right, stretches: vec![stretch(9, 2), stretch(20, 4)] };
        let rows = pair.rows(100);
        let shown: Vec<(u32, &str)> =
            rows.iter().map(|it| (it.offset, it.parts.as_str())).collect();
        assert_eq!(shown, [(8, "count"), (16, "tail")]);
        assert_eq!(rows[0].left[..3], [Some((0, false)), Some((0, true)), Some((0, true))]);
        assert_eq!(rows[0].right[1], Some((7, true)));
        assert_eq!((rows[1].left[4], rows[1].right[4]), (None, Some((0, true))));
        assert_eq!(pair.rows(1).len(), 1);
        assert_eq!(pair.marks().len(), 2);
    }
}
