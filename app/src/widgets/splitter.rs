//! Splitters: the lines between panes, moved by pointer or keyboard.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::aria::aria;
use crate::platform::dom;
use crate::widgets::dynamic::live;

/// The direction in which a splitter moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Left and right; the line is vertical.
    Horizontal,
    /// Up and down; the line is horizontal.
    Vertical,
}

/// The limits of a pane's size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The least size.
    pub min: f64,
    /// The greatest size.
    pub max: f64,
    /// The size that a double-click restores.
    pub usual: f64,
    /// The step of an arrow key.
    pub step: f64,
}

impl Limits {
    /// Returns the size after a key, if the key changes it.
    #[must_use]
    pub fn after_key(self, key: &str, size: f64, grows_forward: bool) -> Option<f64> {
        let forward = if grows_forward { self.step } else { -self.step };
        let size = match key {
            "ArrowRight" | "ArrowDown" => size + forward,
            "ArrowLeft" | "ArrowUp" => size - forward,
            "Home" => self.min,
            "End" => self.max,
            "Enter" => self.usual,
            _ => return None,
        };
        Some(self.clamp(size))
    }

    /// Returns the nearest allowed size.
    #[must_use]
    pub fn clamp(self, size: f64) -> f64 {
        size.max(self.min).min(self.max.max(self.min))
    }
}

/// Shows a line that resizes a pane.
#[component]
pub fn Splitter(
    /// The direction of movement.
    axis: Axis,
    /// The name of the resized pane, for screen readers.
    label: &'static str,
    /// The size, in the unit of `scale`.
    size: RwSignal<f64>,
    /// The allowed sizes.
    #[prop(into)]
    limits: Signal<Limits>,
    /// True if the pane lies before the line and grows as the line moves forward.
    grows_forward: bool,
    /// The size of a pixel in that unit.
    #[prop(default = Signal::stored(1.0), into)]
    scale: Signal<f64>,
) -> impl IntoView {
    let drag = RwSignal::new(None::<(f64, f64)>);
    let along = move |event: &PointerEvent| match axis {
        Axis::Horizontal => f64::from(event.client_x()),
        Axis::Vertical => f64::from(event.client_y()),
    };
    let on_down = move |event: PointerEvent| {
        dom::capture_pointer(&event);
        drag.set(Some((along(&event), limits.get_untracked().clamp(size.get_untracked()))));
    };
    let on_move = move |event: PointerEvent| {
        let Some((start, old_size)) = drag.get_untracked() else { return };
        let moved = (along(&event) - start) * scale.get_untracked();
        let moved = if grows_forward { moved } else { -moved };
        size.set(limits.get_untracked().clamp(old_size + moved));
    };
    let on_key = move |event: KeyboardEvent| {
        let new =
            limits.get_untracked().after_key(&event.key(), size.get_untracked(), grows_forward);
        if let Some(new) = new {
            event.prevent_default();
            size.set(new);
        }
    };
    let percent = move || {
        let limits = limits.get();
        let share = (size.get() - limits.min) / (limits.max - limits.min).max(f64::MIN_POSITIVE);
        (share.clamp(0.0, 1.0) * 100.0).round().to_string()
    };
    view! {
        <div
            class="splitter"
            class:splitter--vertical=axis == Axis::Vertical
            class:splitter--held=live(move || drag.get().is_some())
            role="separator"
            tabindex="0"
            aria-label=label
            aria-orientation=if axis == Axis::Horizontal { "vertical" } else { "horizontal" }
            {..aria("aria-valuemin", "0")}
            {..aria("aria-valuemax", "100")}
            aria-valuenow=percent
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=move |_| drag.set(None)
            on:pointercancel=move |_| drag.set(None)
            on:dblclick=move |_| size.set(limits.get_untracked().usual)
            on:keydown=on_key
        ></div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_resize_within_the_limits() {
        let limits = Limits { min: 100.0, max: 400.0, usual: 232.0, step: 16.0 };
        for (key, grows_forward, size) in [
            ("ArrowRight", true, Some(216.0)),
            ("ArrowRight", false, Some(184.0)),
            ("ArrowLeft", true, Some(184.0)),
            ("Home", true, Some(100.0)),
            ("End", true, Some(400.0)),
            ("Enter", true, Some(232.0)),
            ("a", true, None),
        ] {
            assert_eq!(limits.after_key(key, 200.0, grows_forward), size, "{key}");
        }
        assert_eq!(limits.after_key("ArrowLeft", 104.0, true), Some(100.0));
        let crowded = Limits { max: 50.0, ..limits };
        assert_eq!(crowded.clamp(300.0), 100.0, "the least size wins");
    }
}
