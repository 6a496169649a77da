//! Sliders: what their keys mean.

use leptos::ev::KeyboardEvent;

/// A step along a slider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliderStep {
    By(i64),
    ToStart,
    ToEnd,
}

impl SliderStep {
    /// Returns the step that a key asks for.
    #[must_use]
    pub fn of(event: &KeyboardEvent) -> Option<SliderStep> {
        Some(match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => SliderStep::By(1),
            "ArrowLeft" | "ArrowDown" => SliderStep::By(-1),
            "PageUp" => SliderStep::By(10),
            "PageDown" => SliderStep::By(-10),
            "Home" => SliderStep::ToStart,
            "End" => SliderStep::ToEnd,
            _ => return None,
        })
    }
}
