//! A file with its views as one web page.

use std::sync::Arc;

use bobbin_protocol::{Coverage, Encoding, Graph, Severity, Timeline, ViewKind};
use leptos::prelude::*;
use serde::Serialize;

use super::control::{Exports, ask, ask_for, own_name};
use crate::document::{OpenFile, Problem};
use crate::platform::canvas::Scheme;
use crate::platform::editor;
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
            let name = format!("{}.html", own_name(&file));
            let version = || editor::document_version(&file.uri);
            let make = async || exports::web_page(&self.parts_of(&file, &views).await).await;
            match of_one_version(version, make).await {
                Some(made) => self.give(&name, made),
                None => self.toasts.complain(format!(
                    "`{name}` was not downloaded: the text was changed again and again meanwhile. Try again."
                )),
            }
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

/// The number of times that a page is made for a text that changes meanwhile.
const MOST_TRIES: usize = 4;

/// Makes what has parts that come one after the other, until all are of one version of the text; `None` if that
/// never happens. What fails is no better for another version.
async fn of_one_version<T, E>(
    version: impl Fn() -> i32,
    make: impl AsyncFn() -> Result<T, E>,
) -> Option<Result<T, E>> {
    for _ in 0..MOST_TRIES {
        let before = version();
        let made = make().await;
        if made.is_err() || version() == before {
            return Some(made);
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn what_is_made_is_of_one_version() {
        #[track_caller]
        fn check(n_changes: i32, expected: Option<Result<i32, ()>>) {
            let version = Cell::new(1);
            let make = async || {
                version.set(version.get() + i32::from(version.get() <= n_changes));
                Ok(version.get())
            };
            let made = of_one_version(|| version.get(), make).now_or_never();
            assert_eq!(made, Some(expected));
        }
        check(0, Some(Ok(1)));
        check(1, Some(Ok(2)));
        check(3, Some(Ok(4)));
        check(100, None);
        let fails = async || Err::<i32, _>("why");
        let made = of_one_version(|| 1, fails).now_or_never();
        assert_eq!(made, Some(Some(Err("why"))));
    }
}
