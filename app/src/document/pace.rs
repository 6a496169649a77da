//! The pace at which a view is shown anew while somebody types.

use std::time::Duration;

use leptos::prelude::*;

use crate::platform::window;

/// The time between changes below which they are keys of one word: nobody looks at what is shown
/// between two of them, and it would keep the diagnostics of the next key waiting.
const BURST: Duration = Duration::from_millis(80);

/// The longest wait for a view after the last key.
const LONGEST: Duration = Duration::from_millis(400);

/// Lets the first of several quick changes through at once and the others when there is a pause: a
/// large graph that is drawn for every key would keep the next key waiting.
///
/// The pause is twice what it took to show the view the last time, but at least that between the keys
/// of somebody who types fast.
#[derive(Clone)]
pub struct Pace {
    took: ArcStoredValue<Duration>,
    changed: ArcStoredValue<Duration>,
    /// Counts the changes, of which only the last is shown after a pause.
    turn: ArcStoredValue<u32>,
}

impl Pace {
    /// Creates a pace before anything was shown.
    #[must_use]
    pub fn new() -> Pace {
        Pace {
            took: ArcStoredValue::new(Duration::ZERO),
            changed: ArcStoredValue::new(Duration::ZERO),
            turn: ArcStoredValue::new(0),
        }
    }

    /// Shows the view now, or when nothing has changed for a while.
    pub fn changed(&self, show: impl FnOnce() + 'static) {
        let now = window::now();
        let since = now.saturating_sub(self.changed.get_value());
        self.changed.set_value(now);
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        let pause = pause(self.took.get_value());
        if since >= pause {
            show();
        } else {
            let last = self.turn.clone();
            window::later(pause, move || {
                if last.get_value() == turn {
                    show();
                }
            });
        }
    }

    /// Notes that a view came and is about to be shown.
    pub fn arrived(&self) {
        let start = window::now();
        let took = self.took.clone();
        window::after_paint(move || took.set_value(window::now().saturating_sub(start)));
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace::new()
    }
}

/// Returns the time to wait for the next change, by how long showing took.
fn pause(took: Duration) -> Duration {
    (took * 2).clamp(BURST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_of_keys_is_waited_for_and_nothing_waits_long() {
        assert_eq!(pause(Duration::from_millis(5)), BURST);
        assert_eq!(pause(Duration::from_millis(60)), Duration::from_millis(120));
        assert_eq!(pause(Duration::from_secs(9)), LONGEST);
    }
}
