//! State shared by the parts of a line, and the changes they make to it.

use std::future::ready;
use std::sync::Arc;

use bobbin_protocol::{Command, Timeline};
use leptos::html;
use leptos::prelude::*;

use super::line::Scale;
use crate::document::views::choose;
use crate::document::{Answer, DocumentStore, Editing, Target, use_documents, use_editing};
use crate::following::memo;
use crate::inspector::Change;
use crate::navigation::{Navigation, use_navigation};
use crate::platform::dom;
use crate::widgets::toast::{Toasts, use_toasts};

/// Room for the grips at both ends of the line, in pixels; the style sheet repeats it.
pub const MARGIN: f64 = 10.0;

/// The state shared by the parts of a line.
#[derive(Clone, Copy)]
pub struct TimelineState {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub navigation: Navigation,
    pub editing: Editing,
    pub view: Memo<Option<Arc<Timeline>>>,
    pub scale: Memo<Scale>,
}

impl TimelineState {
    /// Makes a line as wide as an element.
    #[must_use]
    pub fn new(view: Memo<Option<Arc<Timeline>>>, track: NodeRef<html::Div>) -> TimelineState {
        let size = dom::size_of(track);
        let scale = memo(move |_| Scale {
            n: view.with(|it| it.as_ref().map_or(0, |it| it.n_invocations)),
            width: (size.get().width - 2.0 * MARGIN).max(1.0),
        });
        TimelineState {
            documents: use_documents(),
            toasts: use_toasts(),
            navigation: use_navigation(),
            editing: use_editing(),
            view,
            scale,
        }
    }

    /// Chooses the invocation to explain, here and on the map of units.
    pub fn pick(self, at: u64) {
        let key = self.view.with_untracked(|it| it.as_ref().and_then(|it| it.pick.clone()));
        let (Some(key), Some(file)) = (key, self.documents.shown()) else { return };
        for choices in [&file.views.coverage_choices, &file.views.timeline_choices] {
            choices.update(|it| choose(it, &key, &at.to_string()));
        }
    }

    /// Sets or unsets a value of the section whose line is shown; whoever waits for the answer says why it is refused.
    #[must_use]
    pub fn set(self, key: &str, change: Change) -> Answer {
        let item = self.view.with_untracked(|it| it.as_ref().and_then(|it| it.item.clone()));
        let Some(item) = item else {
            let why = "no section sets this value; add one first".to_owned();
            return Box::pin(ready(Err(why)));
        };
        if let Some(file) = self.documents.shown() {
            file.target.set(Target::Item(item.clone()));
        }
        let key = key.to_owned();
        self.editing.change(match change {
            Change::Set(value) => Command::SetValue { item, key, value },
            Change::Unset => Command::Unset { item, key },
        })
    }
}
