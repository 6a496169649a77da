//! A file with the view that is shown, on paper.

use bobbin_protocol::ViewKind;
use leptos::prelude::*;

use super::control::Exports;
use crate::document::OpenFile;
use crate::platform::canvas::Scheme;
use crate::platform::{exports, window};
use crate::{canvas, coverage, picture, timeline};

impl Exports {
    /// Puts the shown text with the numbers of its lines on paper whenever the page is printed, and the picture of
    /// the shown view.
    pub fn follow_printing(self) {
        window::on_print(move || {
            let file = self.documents.shown()?;
            let text = exports::text_sheet(&file.uri)?;
            Some((text, self.drawing_for_paper(&file)))
        });
    }

    /// Draws the shown view as it is now: printing does not wait.
    fn drawing_for_paper(self, file: &OpenFile) -> Option<String> {
        match self.navigation.view.get_untracked()? {
            ViewKind::Graph => {
                let graph = file.views.graph.with_untracked(|it| it.here().cloned())?;
                let drawn = canvas::drawing_of(&graph, file, self.canvas, Scheme::Light)?;
                Some(picture::svg(&drawn.on_paper()))
            }
            ViewKind::Coverage => {
                let view = file.views.coverage.with_untracked(|it| it.here().cloned())?;
                coverage::svg_of(&view, Scheme::Light)
            }
            ViewKind::Timeline => {
                let view = file.views.timeline.with_untracked(|it| it.here().cloned())?;
                Some(picture::svg(&timeline::drawing_of(&view, Scheme::Light)?))
            }
            ViewKind::Outline | ViewKind::Form | ViewKind::Bytes | ViewKind::Resolved => None,
        }
    }
}
