//! A value as a grip along the line.

use std::time::Duration;

use bobbin_protocol::Handle;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::line::{inside, place_at, value_at, value_of};
use super::state::{MARGIN, TimelineState};
use crate::following::{effect, memo};
use crate::inspector::Change;
use crate::platform::{dom, window};
use crate::widgets::aria::aria;
use crate::widgets::dynamic::{live, part};
use crate::widgets::prose::plain;
use crate::widgets::prose::sentence;
use crate::widgets::slider::SliderStep;

/// The time for which the line may lack a value that the text has got.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows a grip on a track of its own.
#[component]
pub fn Lane(state: TimelineState, key: String) -> impl IntoView {
    let of_key = key.clone();
    let handle = memo(move |_| {
        state.view.with(|it| it.as_ref()?.handles.iter().find(|it| it.field.key == of_key).cloned())
    });
    // The value while the grip is dragged.
    let held = RwSignal::new(None::<i64>);
    let key = StoredValue::new(key);
    let label = memo(move |_| {
        handle.with(|it| it.as_ref().map(|it| it.field.label.clone()).unwrap_or_default())
    });
    let value = memo(move |_| handle.with(|it| it.as_ref().and_then(value_of)));
    // The value that was asked for last, until the line has it: the next key goes on from there, as it may come before
    // the line does.
    let asked = RwSignal::new(None::<i64>);
    effect(move || {
        if value.get().is_some_and(|it| asked.get_untracked() == Some(it)) {
            asked.set(None);
        }
    });
    let latest = move || asked.get().or_else(|| value.get());
    let set = move |new: i64| {
        if untrack(latest) == Some(new) {
            return;
        }
        asked.set(Some(new));
        // The line may be gone when this is called, or something else asked for.
        let forget = move || {
            if asked.try_get_untracked().flatten() == Some(new) {
                let _ = asked.try_set(None);
            }
        };
        let answer = key.with_value(|key| state.set(key, Change::Set(new.to_string())));
        leptos::task::spawn_local(async move {
            match answer.await {
                // Undo may take the value back before the line has had it.
                Ok(()) => window::later(PATIENCE, forget),
                Err(why) => {
                    forget();
                    state.toasts.complain(sentence(&why));
                }
            }
        });
    };
    let on_down = move |event: PointerEvent| {
        if event.button() == 0 {
            dom::capture_pointer(&event);
            held.set(untrack(latest));
        }
    };
    // The track handles the pointer, as it shares the line's coordinates.
    let on_move = move |event: PointerEvent| {
        if held.get_untracked().is_none() {
            return;
        }
        let x = dom::pointer_in(&event).x - MARGIN;
        let at = state.scale.get_untracked().at(x);
        held.set(handle.with_untracked(|it| it.as_ref().map(|it| value_at(it, at))));
    };
    let on_up = move |_| {
        if let Some(value) = held.get_untracked() {
            held.set(None);
            set(value);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            return held.set(None);
        }
        let step = match SliderStep::of(&event) {
            Some(SliderStep::By(step)) => step,
            Some(SliderStep::ToStart) => i64::MIN / 2,
            // Some values have no end.
            Some(SliderStep::ToEnd) | None => return,
        };
        event.prevent_default();
        let next = handle.with_untracked(|it| {
            let it = it.as_ref()?;
            Some(inside(it, untrack(latest).unwrap_or(0).max(0).saturating_add(step)))
        });
        if let Some(next) = next {
            set(next);
        }
    };
    // What the line does not say yet.
    let shown = memo(move |_| held.get().or_else(|| asked.get()));
    let place = move || {
        let scale = state.scale.get();
        handle.with(|it| {
            let Some(it) = it else { return 0.0 };
            match shown.get() {
                Some(value) => scale.grip(&Handle { at: Some(place_at(it, value)), ..it.clone() }),
                None => scale.grip(it),
            }
        })
    };
    let words = move || match shown.get() {
        Some(value) => value.to_string(),
        None => {
            handle.with(|it| it.as_ref().map(|it| it.field.effective.clone()).unwrap_or_default())
        }
    };
    let number = move || shown.get().or_else(|| value.get()).unwrap_or(0).to_string();
    let help =
        move || handle.with(|it| it.as_ref().map(|it| plain(&it.field.help)).unwrap_or_default());
    view! {
        <div class="lane" title=live(help)>
            <span class="lane__label" aria-hidden="true">{label}</span>
            <div class="lane__track" on:pointermove=on_move on:pointerup=on_up on:pointercancel=move |_| held.set(None)>
                <div
                    class="lane__fill"
                    style:width=live(move || format!("{}px", place()))
                ></div>
                <div
                    class="lane__grip"
                    class:lane__grip--held=live(move || held.get().is_some())
                    class:lane__grip--parked=live(move || {
                        handle.with(|it| it.as_ref().is_some_and(|it| it.at.is_none()))
                    })
                    role="slider"
                    tabindex="0"
                    aria-label=label
                    aria-valuenow=live(number)
                    {..aria("aria-valuemin", "0")}
                    {..aria("aria-valuetext", live(words))}
                    style:left=live(move || format!("{}px", place() + MARGIN))
                    on:pointerdown=on_down
                    on:keydown=on_key
                ></div>
            </div>
            <span class="lane__value">{part(words)}</span>
        </div>
    }
}
