//! The part of the page's module that every open file needs and the start page does without: the
//! panes, what actions do, and the keeping of texts and views. It is fetched at once, while the
//! start page can be used.

use crate::widgets::later::part;

part! {
    /// What every open file needs.
    DESK = desk, fetch_desk, mark_desk
}
