//! The line itself: the invocations that count, the end of the window, and the place under the
//! pointer.

use std::time::Duration;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::line::{Marks, ends, marks, ordinal, place_of};
use super::state::{MARGIN, TimelineState};
use crate::following::{effect, memo};
use crate::platform::{dom, window};
use crate::widgets::aria::aria;
use crate::widgets::dynamic::{list, live, part};
use crate::widgets::prose::grouped;
use crate::widgets::slider::SliderStep;

/// The time for which an answer to the last pick is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The height of the part with marks, in pixels; the style sheet repeats it.
const HEIGHT: f64 = 40.0;

/// Shows the line of invocations.
#[component]
pub fn Strip(
    state: TimelineState,
    /// True where other rules leave the unit out, whatever the schedule says.
    #[prop(optional, into)]
    is_left_out: Signal<bool>,
) -> impl IntoView {
    let pointed = RwSignal::new(None::<u64>);
    // The view options may be changed elsewhere too.
    let chosen = memo(move |_| state.view.with(|it| it.as_ref().and_then(|it| it.at)));
    let picked = RwSignal::new(chosen.get_untracked().unwrap_or(0));
    // What was picked last and is not answered: earlier answers would take the line back.
    let asked = StoredValue::new(None::<u64>);
    effect(move || {
        let Some(at) = chosen.get() else { return };
        if asked.get_value().is_none_or(|it| it == at) {
            asked.set_value(None);
            picked.set(at);
        }
    });
    let pick = move |at: u64| {
        asked.set_value(Some(at).filter(|it| Some(*it) != chosen.get_untracked()));
        // The line may be of something else by then, which has no such invocation.
        window::later(PATIENCE, move || {
            let _ = asked.try_update_value(|it| {
                if *it == Some(at) {
                    *it = None;
                }
            });
        });
        picked.set(at);
        state.pick(at);
    };
    let at = move |event: &PointerEvent| {
        let scale = state.scale.get_untracked();
        scale.at(dom::pointer_in(event).x - MARGIN).min(scale.n.saturating_sub(1))
    };
    let on_key = move |event: KeyboardEvent| {
        let new = match SliderStep::of(&event) {
            Some(SliderStep::By(step)) => picked.get_untracked().saturating_add_signed(step),
            Some(SliderStep::ToStart) => 0,
            Some(SliderStep::ToEnd) => u64::MAX,
            None => return,
        };
        event.prevent_default();
        pick(new.min(state.scale.get_untracked().n.saturating_sub(1)));
    };
    let about = move |invocation: u64| {
        state.view.with(|it| {
            let place = it.as_ref().and_then(|it| place_of(it, invocation));
            let nth = grouped(invocation);
            // A line beside a map, which has no totals: other rules may have decided before.
            let is_beside = it.as_ref().is_some_and(|it| it.totals.is_empty());
            match (place, is_beside) {
                (Some(place), true) if is_left_out.get() => format!(
                    "The schedule alone would let invocation {nth} through as the {}; this unit is not traced.",
                    ordinal(place)
                ),
                (Some(place), false) => {
                    format!("Invocation {nth} is traced; it is the {} trace.", ordinal(place))
                }
                (Some(place), true) => {
                    format!(
                        "Invocation {nth} is the {} that the schedule lets through.",
                        ordinal(place)
                    )
                }
                (None, false) => format!("Invocation {nth} is not traced."),
                (None, true) => format!("The schedule does not let invocation {nth} through."),
            }
        })
    };
    let shown_marks = move || {
        let scale = state.scale.get();
        let marks = state.view.with(|it| it.as_ref().map(|it| marks(it, scale)));
        Some(match marks? {
            Marks::Lines(all) => {
                let path: String = all.iter().map(|x| format!("M{x:.1} 8V{HEIGHT}")).collect();
                view! { <path class="strip__marks" d=path /> }.into_any()
            }
            Marks::Band(from, to) => view! {
                <rect
                    class="strip__band"
                    x=from.to_string()
                    y="8"
                    width=(to - from).max(2.0).to_string()
                    height=(HEIGHT - 8.0).to_string()
                />
            }
            .into_any(),
        })
    };
    let shown_ends = move || {
        let scale = state.scale.get();
        let all = state.view.with(|it| it.as_ref().map(|it| ends(it, scale))).unwrap_or_default();
        let path: String = all.iter().map(|x| format!("M{x:.1} 0V{HEIGHT}")).collect();
        (!path.is_empty()).then(|| view! { <path class="strip__end" d=path /> })
    };
    let here = move |invocation: u64, class: &'static str| {
        let x = state.scale.get().x(invocation).to_string();
        view! { <line class=class x1=x.clone() x2=x y1="2" y2=HEIGHT.to_string() /> }
    };
    let tick = move |at: u64| {
        let x = move || format!("{}px", state.scale.get().x(at) + MARGIN);
        view! { <span class="strip__tick" style:left=live(x)>{grouped(at)}</span> }
    };
    let ticks = move || state.scale.get().ticks();
    let last = move || state.scale.get().n.saturating_sub(1).to_string();
    view! {
        <div class="lane lane--line">
            <span class="lane__label" aria-hidden="true">"invocations"</span>
            <div
                class="strip"
                class:strip--off=live(move || is_left_out.get())
                role="slider"
                tabindex="0"
                aria-label="Invocation"
                {..aria("aria-valuemin", "0")}
                aria-valuemax=live(last)
                aria-valuenow=live(move || picked.get().to_string())
                {..aria("aria-valuetext", live(move || about(picked.get())))}
                on:pointermove=move |event| pointed.set(Some(at(&event)))
                on:pointerleave=move |_| pointed.set(None)
                on:pointerdown=move |event| pick(at(&event))
                on:keydown=on_key
            >
                <svg class="strip__picture" aria-hidden="true">
                    <line
                        class="strip__base"
                        x1="0"
                        x2=live(move || state.scale.get().width.to_string())
                        y1=HEIGHT.to_string()
                        y2=HEIGHT.to_string()
                    />
                    {part(shown_marks)}
                    {part(shown_ends)}
                    {part(move || here(picked.get(), "strip__picked"))}
                    {part(move || pointed.get().map(|it| here(it, "strip__pointed")))}
                </svg>
                {list(ticks, u64::to_string, tick)}
            </div>
            <span class="lane__value"></span>
        </div>
        <p class="strip__about">{part(move || about(pointed.get().unwrap_or_else(|| picked.get())))}</p>
    }
}
