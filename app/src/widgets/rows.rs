//! Long lists, of which only the visible rows exist.

use std::ops::Range;

use leptos::html;
use leptos::prelude::*;

use crate::following::{effect, memo};
use crate::platform::{dom, window as browser};
use crate::widgets::dynamic::{list, live};

/// Rows beyond the visible ones, so that a fast wheel does not outrun the drawing.
const MARGIN: usize = 12;

/// Returns the rows to draw: `n_rows` of `row_height` pixels, `height` of them visible from `top`
/// on.
#[must_use]
pub fn window(n_rows: usize, row_height: f64, top: f64, height: f64) -> Range<usize> {
    let first = (top.max(0.0) / row_height) as usize;
    let n_visible = (height.max(0.0) / row_height).ceil() as usize + 1;
    // In steps, so that a few pixels do not change the window.
    let start = first.saturating_sub(MARGIN) / 8 * 8;
    start.min(n_rows)..(first + n_visible + MARGIN + 8).min(n_rows)
}

/// Returns the scroll position that brings a row into view, or `None` if it is visible; a distant
/// row goes to the middle.
#[must_use]
pub fn reveal(row: usize, row_height: f64, top: f64, height: f64) -> Option<f64> {
    let (start, end) = (row as f64 * row_height, (row + 1) as f64 * row_height);
    if start >= top && end <= top + height {
        return None;
    }
    let distance = if start < top { top - start } else { end - top - height };
    Some(if distance < 3.0 * row_height {
        if start < top { start } else { end - height }
    } else {
        (start - (height - row_height) / 2.0).max(0.0)
    })
}

/// Shows a list of rows of equal height.
#[component]
pub fn Rows(
    /// The number of rows.
    #[prop(into)]
    n_rows: Signal<usize>,
    /// The height of a row in pixels; the style sheet gives rows the same height.
    #[prop(into)]
    row_height: Signal<f64>,
    /// Makes a row; it follows changes by itself.
    #[prop(into)]
    row: Callback<usize, AnyView>,
    /// A row to bring into view whenever it changes.
    #[prop(optional, into)]
    revealed: Signal<Option<usize>>,
    /// The name for screen readers.
    #[prop(into)]
    label: String,
    /// The role of the list.
    role: &'static str,
    /// The id by which a field refers to the list that it picks from; such a list is not reached by
    /// Tab.
    #[prop(optional)]
    id: Option<&'static str>,
    /// The id of the row that has the keys while the list has the focus: the `revealed` one.
    #[prop(optional, into)]
    active: Signal<Option<String>>,
    /// Set to the rows that exist now, for a field that refers to one of them.
    #[prop(optional)]
    drawn: Option<RwSignal<Range<usize>>>,
    /// Drawn over the rows, in the same coordinates.
    #[prop(optional, into)]
    over: Option<ViewFn>,
) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let size = dom::size_of(element);
    let top = RwSignal::new(0.0);
    // A list that is made anew may get the element of the one before, with its place.
    dom::on_each_load(element, move |it| top.set(dom::scroll_top_of(&it)));
    let visible =
        memo(move |_| window(n_rows.get(), row_height.get(), top.get(), size.get().height));
    if let Some(drawn) = drawn {
        effect(move || drawn.set(visible.get()));
    }
    let show = move || {
        let row = revealed.try_get_untracked().flatten();
        let element = element.try_get_untracked().flatten();
        let (Some(row), Some(element)) = (row, element) else { return };
        let (row_height, height) = (row_height.get_untracked(), size.get_untracked().height);
        if let Some(to) = reveal(row, row_height, top.get_untracked(), height) {
            dom::scroll_to(&element, to);
        }
    };
    effect(move |before: Option<(Option<usize>, f64)>| {
        let now @ (row, height) = (revealed.get(), size.get().height);
        let row_height = row_height.get();
        let Some(row) = row.filter(|_| height > 0.0) else { return now };
        // In a list that only became lower or higher, what was out of sight stays there.
        let was_out_of_sight = before.is_some_and(|(old, height)| {
            let is_out = reveal(row, row_height, top.get_untracked(), height).is_some();
            old == Some(row) && height > 0.0 && is_out
        });
        if !was_out_of_sight {
            show();
            // Rows that come with it may make room to scroll, and what stands below may take some.
            browser::after_paint(show);
        }
        now
    });
    view! {
        <div
            class="rows"
            node_ref=element
            role=role
            aria-label=label
            id=id
            aria-activedescendant=live(move || {
                // A row that was scrolled away from does not exist.
                let is_there = |row| visible.with(|it| it.contains(&row));
                active.get().filter(|_| revealed.get().is_some_and(is_there))
            })
            tabindex=if id.is_some() { "-1" } else { "0" }
            on:scroll=move |event| top.set(dom::scroll_top(&event))
        >
            <div
                class="rows__all"
                role="presentation"
                style:height=live(move || format!("{}px", n_rows.get() as f64 * row_height.get()))
            >
                <div
                    class="rows__visible"
                    role="presentation"
                    style:transform=live(move || {
                        format!("translateY({}px)", visible.get().start as f64 * row_height.get())
                    })
                >
                    {list(move || visible.get().collect(), usize::to_string, move |idx| row.run(idx))}
                </div>
                {over.map(|over| over.run())}
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_covers_what_is_visible() {
        for (top, height) in [(0.0, 100.0), (1000.0, 333.0), (19_990.0, 400.0), (0.0, 0.0)] {
            let rows = window(1000, 20.0, top, height);
            assert!(rows.start as f64 * 20.0 <= top, "{rows:?} for {top}");
            assert!(rows.end == 1000 || rows.end as f64 * 20.0 >= top + height, "{rows:?}");
            assert!(rows.end <= 1000 && rows.len() < 80, "{rows:?}");
        }
        assert_eq!(window(3, 20.0, 500.0, 100.0), 3..3, "scrolled beyond a list that shrank");
    }

    #[test]
    fn revealing_moves_as_little_as_possible() {
        assert_eq!(reveal(5, 20.0, 0.0, 200.0), None);
        assert_eq!(reveal(10, 20.0, 0.0, 200.0), Some(20.0));
        assert_eq!(reveal(4, 20.0, 100.0, 200.0), Some(80.0));
        assert_eq!(reveal(100, 20.0, 0.0, 200.0), Some(1910.0));
    }
}
