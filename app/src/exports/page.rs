//! A file with its views as one web page.

use std::sync::Arc;

use bobbin_protocol::{Coverage, Encoding, Graph, Severity, Timeline, ViewKind};
use leptos::prelude::*;
use serde::Serialize;

use super::control::{Exports, ask, ask_for, own_name};
use crate::document::{OpenFile, Problem};
use crate::platform::canvas::Scheme;
use crate::platform::exports::{self, word_of};
use crate::{canvas, coverage, picture, timeline};

/// Everything that the editor needs for a page beside the text.
#[derive(Serialize)]
struct PageParts {
    uri: String,
    encoding: Encoding,
    view: Option<String>,
    /// The name that people use for the language.
    language: String,
    drawings: Vec<PageDrawing>,
    diagnostics: Vec<serde_json::Value>,
    /// The JSON of a [`bobbin_protocol::ViewResult`], as is the next one.
    resolved: Option<String>,
    bytes: Option<String>,
}

/// A picture in both schemes, as SVG.
#[derive(Serialize)]
struct PageDrawing {
    title: &'static str,
    light: String,
    dark: String,
}

impl Exports {
    /// Saves the shown file with its views as a web page that needs neither script nor network.
    pub fn save_page(self) {
        let Some(file) = self.documents.shown() else { return };
        let views = self.documents.offered_views();
        leptos::task::spawn_local(async move {
            let parts = self.parts_of(&file, &views).await;
            self.give(&format!("{}.html", own_name(&file)), exports::web_page(&parts).await);
        });
    }

    async fn parts_of(self, file: &OpenFile, views: &[ViewKind]) -> PageParts {
        let mut drawings = Vec::new();
        for kind in views {
            drawings.extend(self.drawing(file, *kind).await);
        }
        let problems = file.problems.get_untracked();
        PageParts {
            uri: file.uri.clone(),
            encoding: file.encoding.get_untracked(),
            view: self.navigation.view.get_untracked().and_then(word_of),
            language: untrack(|| self.documents.language_title(&file.language.get())),
            drawings,
            diagnostics: problems.iter().map(diagnostic).collect(),
            resolved: table(file, views, ViewKind::Resolved).await,
            bytes: table(file, views, ViewKind::Bytes).await,
        }
    }

    /// Draws a view in both schemes; `None` if it is no picture.
    async fn drawing(self, file: &OpenFile, kind: ViewKind) -> Option<PageDrawing> {
        let (title, [light, dark]) = match kind {
            ViewKind::Graph => {
                let graph = Arc::new(ask_for::<Graph>(file, kind).await?);
                (
                    "Graph",
                    both(|scheme| {
                        let drawn = canvas::drawing_of(&graph, file, self.canvas, scheme);
                        drawn.map(|it| picture::svg(&it.on_paper()))
                    })?,
                )
            }
            ViewKind::Coverage => {
                let view = ask_for::<Coverage>(file, kind).await?;
                ("Coverage", both(|scheme| coverage::svg_of(&view, scheme))?)
            }
            ViewKind::Timeline => {
                let view = ask_for::<Timeline>(file, kind).await?;
                let draw = |scheme| timeline::drawing_of(&view, scheme);
                ("Timeline", both(|scheme| draw(scheme).map(|it| picture::svg(&it)))?)
            }
            ViewKind::Outline | ViewKind::Form | ViewKind::Bytes | ViewKind::Resolved => {
                return None;
            }
        };
        Some(PageDrawing { title, light, dark })
    }
}

fn both(draw: impl Fn(Scheme) -> Option<String>) -> Option<[String; 2]> {
    Some([draw(Scheme::Light)?, draw(Scheme::Dark)?])
}

/// Asks for a view that the editor writes as a table.
async fn table(file: &OpenFile, views: &[ViewKind], kind: ViewKind) -> Option<String> {
    if views.contains(&kind) { ask(file, kind).await.ok() } else { None }
}

/// Returns a problem in the form of LSP.
fn diagnostic(it: &Problem) -> serde_json::Value {
    let severity = match it.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Hint => 4,
    };
    serde_json::json!({
        "range": it.range, "severity": severity, "code": it.code, "message": it.message,
        "data": { "message": it.message, "help": it.help, "fixes": [] },
    })
}
