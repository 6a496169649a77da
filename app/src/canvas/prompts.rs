//! Prompts: questions, menus and messages over the drawing.

use std::time::Duration;

use bobbin_protocol::Point;
use leptos::prelude::*;

use super::control::Question;
use crate::platform::dom::{self, Pixels};
use crate::platform::window;
use crate::widgets::prose::plain;

/// The time for which the reason of a refusal stays in the drawing.
const REASON_TIME: Duration = Duration::from_secs(8);

/// The reason why what was let go somewhere is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedDrop {
    /// The place where it was let go.
    pub at: Point,
    /// The reason as a sentence.
    pub why: String,
}

/// The open question, menu and list of the canvas, and its last message.
#[derive(Clone, Copy)]
pub struct Prompts {
    /// The question to the user.
    pub question: RwSignal<Option<Question>>,
    /// What was let go last, if it is refused.
    pub refused_drop: RwSignal<Option<RefusedDrop>>,
    /// The place of the open context menu.
    pub menu_at: RwSignal<Option<Pixels>>,
    /// True while the drawing is shown as a list.
    pub is_list: RwSignal<bool>,
    /// True once the layout has been running for so long that it can be stopped.
    pub is_late: RwSignal<bool>,
    /// The answer to the last key that changed no text, for screen readers; changes are announced by the editor.
    pub announced: RwSignal<String>,
}

impl Prompts {
    /// Creates prompts of which none is open.
    #[must_use]
    pub fn new() -> Prompts {
        Prompts {
            question: RwSignal::new(None),
            refused_drop: RwSignal::new(None),
            menu_at: RwSignal::new(None),
            is_list: RwSignal::new(false),
            is_late: RwSignal::new(false),
            announced: RwSignal::new(String::new()),
        }
    }

    /// Announces what came of a key to screen readers.
    pub fn announce(self, text: impl Into<String>) {
        self.announced.set(plain(&text.into()));
    }

    /// Says for a while at a place why what was let go there is refused.
    pub fn refuse_drop(self, at: Point, why: String) {
        let refused = Some(RefusedDrop { at, why });
        self.refused_drop.set(refused.clone());
        window::later(REASON_TIME, move || {
            // The canvas may have gone, and something else may have been refused meanwhile.
            if self.refused_drop.try_with_untracked(|it| *it == refused) == Some(true) {
                self.refused_drop.set(None);
            }
        });
    }

    /// Takes the reason of a refusal away, as soon as something else is begun.
    pub fn forget_refused_drop(self) {
        if self.refused_drop.with_untracked(Option::is_some) {
            self.refused_drop.set(None);
        }
    }

    /// Shows all that is drawn as a list, or no longer.
    pub fn show_list(self, is_list: bool) {
        self.is_list.set(is_list);
        request_animation_frame(move || self.take_keys());
    }

    /// Closes the question and gives the keyboard back to the drawing.
    pub fn close_question(self) {
        self.question.set(None);
        request_animation_frame(move || self.take_keys());
    }

    /// Gives the keyboard to the drawing, or to the list over it.
    pub fn take_keys(self) {
        if self.is_list.try_get_untracked() != Some(true) {
            dom::focus(".canvas__drawing");
        } else if !dom::focus_if_there(".graph-list__name[aria-pressed=true]") {
            dom::focus(".graph-list__name");
        }
    }
}
