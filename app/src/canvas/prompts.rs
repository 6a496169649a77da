//! Prompts: questions, menus and messages over the drawing.

use leptos::prelude::*;

use super::control::Question;
use crate::platform::dom::{self, Pixels};
use crate::widgets::prose::plain;

/// The open question, menu and list of the canvas, and its last message.
#[derive(Clone, Copy)]
pub struct Prompts {
    /// The question to the user.
    pub question: RwSignal<Option<Question>>,
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
