//! The legend of the colours.

use std::collections::BTreeSet;

use bobbin_protocol::{Coverage, Decider};
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
        // In the colour that such a cell has.
        let off = state.view.with(|it| it.as_ref().and_then(|it| colour_of_off(it)));
        let words = marks.into_iter().map(|mark| match mark {
            Mark::Overlap => ("overlap", "several sections; the first wins"),
            Mark::Gap => ("gap", "no section"),
            Mark::Outside => ("outside", "outside the scope"),
        });
        let words = words.map(|(mark, words)| (mark, words, None));
        let faint = off.map(|colour| ("off", "faint: not traced", Some(colour.to_string())));
        faint
            .into_iter()
            .chain(words)
            .map(|(mark, words, colour)| {
                view! {
                    <li class="cover-legend__mark">
                        <span class="cover-legend__sample" data-mark=mark data-colour=colour></span>
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

/// Returns the colour of the rule behind most of the cells within the possible ids whose answer is no; `None` if there
/// are none.
fn colour_of_off(view: &Coverage) -> Option<u32> {
    let mut n_cells = [0_u64; N_COLOURS as usize];
    for rows in &view.rows {
        for (n, look) in &rows.runs {
            let state = view.states.get(*look as usize);
            let Some(state) = state.filter(|it| !it.is_on && !it.is_outside) else {
                continue;
            };
            let decider = view.deciders.get(state.decider as usize).map_or(0, |it| it.colour);
            if let Some(it) = n_cells.get_mut((decider % N_COLOURS) as usize) {
                *it += u64::from(*n) * u64::from(rows.n_rows);
            }
        }
    }
    let most = n_cells.into_iter().max().filter(|it| *it > 0)?;
    n_cells.iter().position(|it| *it == most).map(|it| it as u32)
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
    use super::super::grid::tests::sample;
    use super::*;

    #[test]
    fn no_is_shown_in_the_colour_of_most_of_its_cells() {
        let mut view = sample();
        assert_eq!(colour_of_off(&view), Some(0), "also without a section");
        for it in &mut view.deciders {
            it.colour = 7;
        }
        assert_eq!(colour_of_off(&view), Some(7));
        for it in &mut view.states {
            it.is_outside = true;
        }
        assert_eq!(colour_of_off(&view), None);
    }

    #[test]
    fn cells_are_counted_in_words() {
        assert_eq!(counted(4, 4), "4 on");
        assert_eq!(counted(0, 9), "9 off");
        assert_eq!(counted(2, 9), "2 of 9 on");
    }
}
