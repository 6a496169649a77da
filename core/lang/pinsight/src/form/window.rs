//! The fields about the end of a window.

use super::Builder;
use super::Plain;
use crate::docs;
use crate::model::{Sourced, Trigger, Window};
use crate::reading::Subject;
use bobbin_core::view::FieldKind;

impl Builder<'_> {
    pub(super) fn window(&mut self, window: &Window) {
        let action = window.action.as_ref().map(|it| it.1);
        let effective = action
            .and_then(|it| self.file.layout().pairs.get(it as usize))
            .map_or(String::new(), |it| self.text(it.value).to_owned());
        let origin = self.origin(action, "by default no mode changes");
        let action = self.field(Plain {
            key: "window_end_action".to_owned(),
            label: "Action at the end".to_owned(),
            kind: FieldKind::Text,
            effective,
            origin,
            help: docs::key_help("window_end_action"),
            inert: None,
        });
        let (trigger, pair) = window.trigger.unzip();
        let word = if trigger == Some(Trigger::All) { "all" } else { "first" };
        let origin = self.origin(pair, "");
        let words = ["first".to_owned(), "all".to_owned()];
        let trigger =
            self.choice("window_end_trigger", "Ends with", &words, word.to_owned(), origin);
        let (timeout, pair) = window.timeout.unzip();
        let value = Sourced { value: timeout.unwrap_or(0), pair };
        let mut timeout = self.integer("window_timeout", "Ends after seconds", value, 0);
        if self.subject != Subject::RegionDefault {
            timeout.inert = Some("only the value of Lexgion.default drives the timer".to_owned());
        }
        self.group("Window", "", vec![action, trigger, timeout]);
    }
}
