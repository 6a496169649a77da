//! The legend of the colours.

use std::collections::BTreeSet;

use bobbin_protocol::Decider;
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::paint::{Mark, N_COLOURS, mark_of};
use super::state::CoverageState;
use crate::following::memo;
use crate::platform::editor::Focus;
use crate::widgets::dynamic::{list, part};
use crate::widgets::prose::grouped;

/// Shows every rule that decides somewhere, with its colour, and the marks that occur.
#[component]
pub fn Legend(state: CoverageState) -> impl IntoView {
    let deciders =
        move || state.view.with(|it| it.as_ref().map(|it| it.deciders.clone()).unwrap_or_default());
    let selected =
        memo(move |_| state.view.with(|it| Some(it.as_ref()?.selection.as_ref()?.item.clone())));
    let row = move |it: Decider| {
        let Decider { item, name, range, colour, n_cells, n_on } = it;
        let of_row = item.clone();
        let is_selected = memo(move |_| of_row.is_some() && selected.get() == of_row);
        let press = move |_| match (item.clone(), range) {
            (Some(item), Some(range)) => state.navigation.pick_item(item, range),
            (None, Some(range)) => state.navigation.select_text(range, Focus::Stays),
            _ => {}
        };
        view! {
            <li>
                <button
                    type="button"
                    class="cover-legend__item"
                    class:cover-legend__item--selected=is_selected
                    disabled=range.is_none()
                    on:click=press
                    on:pointerenter=move |_| state.navigation.light_text(range.as_slice())
                    on:pointerleave=move |_| state.navigation.light_text(&[])
                >
                    <span class="cover-legend__colour" data-colour=(colour % N_COLOURS).to_string()></span>
                    <span class="cover-legend__name" title=name.clone()>{name.clone()}</span>
                    <span class="cover-legend__count">{counted(n_on, n_cells)}</span>
                </button>
            </li>
        }
    };
    let marks = move || {
        let marks: BTreeSet<Mark> = state.view.with(|it| {
            let states = it.as_ref().map(|it| it.states.as_slice()).unwrap_or_default();
            states.iter().filter_map(mark_of).gather()
        });
        let has_off = state.view.with(|it| {
            it.as_ref()
                .is_some_and(|it| it.states.iter().any(|it| !it.is_on && mark_of(it).is_none()))
        });
        let words = marks.into_iter().map(|mark| match mark {
            Mark::Overlap => ("overlap", "several sections; the first wins"),
            Mark::Gap => ("gap", "no section"),
            Mark::Outside => ("outside", "outside the scope"),
        });
        let faint = has_off.then_some(("off", "faint: no"));
        faint
            .into_iter()
            .chain(words)
            .map(|(mark, words)| {
                view! {
                    <li class="cover-legend__mark">
                        <span class="cover-legend__sample" data-mark=mark></span>
                        {words}
                    </li>
                }
            })
            .collect_view()
    };
    let key = |it: &Decider| {
        let place = it.range.map(|it| it.start.line);
        format!("{} {place:?} {} {} {}", it.name, it.colour, it.n_cells, it.n_on)
    };
    view! {
        <section class="cover-legend" aria-label="Legend">
            <ul class="cover-legend__items">{list(deciders, key, row)}</ul>
            <ul class="cover-legend__marks">{part(marks)}</ul>
        </section>
    }
}

/// Describes a number of cells.
fn counted(n_on: u32, n_cells: u32) -> String {
    let all = grouped(n_cells);
    if n_on == n_cells {
        format!("{all} on")
    } else if n_on == 0 {
        format!("{all} off")
    } else {
        format!("{} of {all} on", grouped(n_on))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_in_words() {
        assert_eq!(counted(4, 4), "4 on");
        assert_eq!(counted(0, 9), "9 off");
        assert_eq!(counted(2, 9), "2 of 9 on");
    }
}
