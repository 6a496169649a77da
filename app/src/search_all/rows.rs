//! The rows of the list of hits: each file, and below it its hits.

use leptos::prelude::*;

use super::SearchAll;
use crate::following::memo;
use crate::platform::search::{Hit, Hits};
use crate::widgets::aria::aria;
use crate::widgets::dynamic::live;

/// The height of a row, in pixels; the style sheet repeats it.
pub const ROW_HEIGHT: f64 = 24.0;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// A file, and the hits that it has, by the index of the first.
    File {
        file: usize,
        first: usize,
    },
    Hit {
        file: usize,
        nth: usize,
        idx: usize,
    },
}

/// Returns the rows of hits.
#[must_use]
pub fn rows(hits: &Hits) -> Vec<Row> {
    let mut all = Vec::new();
    let mut idx = 0;
    for (file, it) in hits.files.iter().enumerate() {
        all.push(Row::File { file, first: idx });
        for nth in 0..it.hits.len() {
            all.push(Row::Hit { file, nth, idx });
            idx += 1;
        }
    }
    all
}

/// Returns the id of the row of a hit, for screen readers.
#[must_use]
pub fn row_id(idx: usize) -> String {
    format!("search-hit-{idx}")
}

/// Shows a row; `go_to` is called with the index of a hit that is pressed.
pub fn row_view(search: SearchAll, row: Row, go_to: Callback<usize>) -> AnyView {
    let hits = search.hits.get_untracked();
    match row {
        Row::File { file, first } => {
            let Some(it) = hits.files.get(file) else { return ().into_any() };
            let all = first..first + it.hits.len();
            let n_hits = it.hits.len();
            let name = it.name.clone();
            let check = check_box(search, format!("Replace in {name}"), all);
            view! {
                <div
                    class="search-all__file"
                    role="treeitem"
                    {..aria("aria-level", "1")}
                    aria-setsize=hits.files.len().to_string()
                    aria-posinset=(file + 1).to_string()
                >
                    {check}
                    <span class="search-all__name">{name}</span>
                    <span class="search-all__count">{n_hits}</span>
                </div>
            }
            .into_any()
        }
        Row::Hit { file, nth, idx } => {
            let Some(of_file) = hits.files.get(file) else { return ().into_any() };
            let Some(it) = of_file.hits.get(nth) else { return ().into_any() };
            let place = (nth, of_file.hits.len());
            hit_view(search, it.clone(), &of_file.name, place, idx, go_to)
        }
    }
}

fn hit_view(
    search: SearchAll,
    hit: Hit,
    file: &str,
    (nth, n_hits): (usize, usize),
    idx: usize,
    go_to: Callback<usize>,
) -> AnyView {
    let Hit { line, before, found, after, inserted, .. } = hit;
    let before = without_gaps(&before);
    let number = line + 1;
    let check = inserted.as_ref().and_then(|_| {
        check_box(search, format!("Replace in line {number} of {file}"), idx..idx + 1)
    });
    let becomes = inserted.as_ref().map(|it| format!(", becomes {it}")).unwrap_or_default();
    let label = format!("{before}{found}{after}{becomes}, line {number} of {file}");
    let has_inserted = inserted.is_some();
    let (far, near) = before.split_at(near_start(&before));
    let (far, near) = (far.to_owned(), near.to_owned());
    let is_current = memo(move |_| search.current.get() == Some(idx));
    view! {
        <div
            class="search-all__hit"
            class:search-all__hit--current=is_current
            role="treeitem"
            id=row_id(idx)
            {..aria("aria-level", "2")}
            aria-setsize=n_hits.to_string()
            aria-posinset=(nth + 1).to_string()
            aria-selected=live(move || if is_current.get() { "true" } else { "false" })
            aria-label=label
        >
            {check}
            <button
                type="button"
                class="search-all__place"
                tabindex="-1"
                aria-current=move || is_current.get().then_some("true")
                on:click=move |_| go_to.run(idx)
            >
                <span class="search-all__number">{number}</span>
                <code class="search-all__line">
                    <span class="search-all__before">{far}</span>
                    <span class="search-all__near">{near}</span>
                    <mark class="search-all__match" class:search-all__match--old=has_inserted>{found}</mark>
                    {inserted.map(|it| view! { <ins class="search-all__inserted">{it}</ins> })}
                    <span class="search-all__after">{after}</span>
                </code>
            </button>
        </div>
    }
    .into_any()
}

/// Returns what stands before a hit without indentation and with single blanks: wider gaps would take the room of what
/// tells one hit from the next.
fn without_gaps(before: &str) -> String {
    let mut words = before.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() && before.ends_with(char::is_whitespace) {
        words.push(' ');
    }
    words
}

/// The number of letters before a hit that stay where there is little room.
const N_NEAR: usize = 8;

/// Returns where the last few letters of what stands before a hit begin, in bytes.
fn near_start(before: &str) -> usize {
    // Not before an accent, which belongs to its letter.
    let mut letters = before.char_indices().rev().skip(N_NEAR - 1);
    letters.find(|(_, it)| it.is_ascii()).map_or(0, |(at, _)| at)
}

/// Shows a box for hits that are to be replaced; none while nothing is.
fn check_box(search: SearchAll, label: String, hits: std::ops::Range<usize>) -> Option<AnyView> {
    search.query.with_untracked(|it| it.replacement.is_some()).then_some(())?;
    let of_view = hits.clone();
    let is_checked =
        move || search.skipped.with(|skipped| of_view.clone().any(|it| !skipped.contains(&it)));
    let change = move |event: leptos::ev::Event| {
        let is_checked = event_target_checked(&event);
        search.skipped.update(|skipped| {
            for it in hits.clone() {
                if is_checked {
                    skipped.remove(&it);
                } else {
                    skipped.insert(it);
                }
            }
        });
    };
    Some(
        view! {
            <input
                type="checkbox"
                class="search-all__check"
                aria-label=label
                prop:checked=live(is_checked)
                on:change=change
            />
        }
        .into_any(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_gaps_before_a_hit_are_single_blanks() {
        for (before, shown) in [
            ("                         image_file = ", "image_file = "),
            ("detector:type\t      = ", "detector:type = "),
            ("…e   f", "…e f"),
            ("   ", ""),
            ("", ""),
        ] {
            assert_eq!(without_gaps(before), shown);
        }
    }

    #[test]
    fn the_last_letters_before_a_hit_stay() {
        let split = |text: &'static str| text.split_at(near_start(text));
        assert_eq!(split("image_file = @EXAMPLE_DIR@/pi"), ("image_file = @EXAMPLE", "_DIR@/pi"));
        assert_eq!(split("short"), ("", "short"));
        assert_eq!(split(""), ("", ""));
        assert_eq!(split("be\u{301}1234567"), ("b", "e\u{301}1234567"));
    }
}
