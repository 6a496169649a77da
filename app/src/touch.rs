//! The part of the page's module for what people do with what they see: actions, and what is shown
//! once one of them was begun. It is fetched when the first view is there, and at once when
//! something of it is needed.

use crate::widgets::later::part;

part! {
    /// The part with actions, and with what is shown once one of them was begun.
    TOUCH = touch, fetch_touch, mark_touch
}
