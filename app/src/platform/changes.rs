//! Changes of texts that were asked for and are not in the texts yet.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

use web_sys::KeyboardEvent;

use super::{dom, window};

/// The longest time that anything waits for a change: a language core that hangs gives none.
const LONGEST: Duration = Duration::from_secs(2);

/// The time between two looks.
const STEP: Duration = Duration::from_millis(8);

thread_local! {
    static UNDER_WAY: Cell<usize> = const { Cell::new(0) };
    static IS_HALF_TYPED: Cell<bool> = const { Cell::new(false) };
    static N_REFUSED: Cell<usize> = const { Cell::new(0) };
    static UNWRITTEN: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// A change that is under way as long as this is there.
pub struct UnderWay(());

impl UnderWay {
    pub fn begin() -> UnderWay {
        UNDER_WAY.set(UNDER_WAY.get() + 1);
        UnderWay(())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.set(UNDER_WAY.get().saturating_sub(1));
    }
}

/// Returns true while a change is under way.
#[must_use]
pub fn are_under_way() -> bool {
    UNDER_WAY.get() > 0
}

/// Waits until the texts have all changes that were asked for before; returns false if that takes too long.
pub async fn settled() -> bool {
    let mut left = LONGEST;
    while are_under_way() && !left.is_zero() {
        window::pause(STEP).await;
        left = left.saturating_sub(STEP);
    }
    !are_under_way()
}

/// Notes that a change that was under way is not in the texts, and will not be.
pub fn note_refused() {
    N_REFUSED.set(N_REFUSED.get() + 1);
}

/// A change that is about to be asked for, and whose end somebody wants to know.
pub struct Watch {
    n_refused: usize,
}

impl Watch {
    pub fn begin() -> Watch {
        Watch { n_refused: N_REFUSED.get() }
    }

    /// Waits until it is known whether the texts have the change, but not for long; returns true if they have, and
    /// nothing was refused meanwhile.
    pub async fn ends_soon(self) -> bool {
        // What was asked for is under way once others have had their turn.
        window::pause(Duration::ZERO).await;
        settled().await && N_REFUSED.get() == self.n_refused
    }
}

/// Notes whether the field with the keyboard has a value that nobody has asked for yet.
pub fn note_half_typed(is_half_typed: bool) {
    IS_HALF_TYPED.set(is_half_typed);
}

/// Returns true if the field with the keyboard has a value that nobody has asked for yet.
#[must_use]
pub fn is_half_typed() -> bool {
    // A field that is gone has no value any more.
    IS_HALF_TYPED.get() && dom::is_in_field()
}

/// Returns true if a key was pressed in a field that writes into the text, and the text has what stands there: undo is
/// then the text's.
#[must_use]
pub fn is_in_written_field(event: &KeyboardEvent) -> bool {
    !IS_HALF_TYPED.get() && dom::is_inside(event, "[data-writes]:not([aria-invalid=true])")
}

/// Notes whether what was typed at a place of the page is to become a part of a text, and is none yet.
pub fn note_unwritten(place: &str, is_unwritten: bool) {
    UNWRITTEN.with_borrow_mut(|all| match is_unwritten {
        true => drop(all.insert(place.to_owned())),
        false => drop(all.remove(place)),
    });
}

/// Asks for what stands half typed in a field. Returns true if a change comes of that, or is on its way already: a
/// moment later at the earliest.
pub fn ask_for_half_typed() -> bool {
    let is_half_typed = is_half_typed();
    note_half_typed(false);
    if is_half_typed {
        dom::end_typing();
    }
    is_half_typed || are_under_way()
}

/// Asks for what stands half typed in a field. Returns true if the texts lack something that was
/// meant for them.
pub fn complete() -> bool {
    ask_for_half_typed() || UNWRITTEN.with_borrow(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_under_way_until_the_last_of_them_is_done() {
        let first = UnderWay::begin();
        let second = UnderWay::begin();
        drop(first);
        assert!(are_under_way());
        drop(second);
        assert!(!are_under_way());
    }
}
