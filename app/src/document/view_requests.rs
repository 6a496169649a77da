//! Asking the language server for the views of a document.
//!
//! Of each kind one request is on its way at a time. What changes meanwhile is asked for once
//! the answer is there, so fast typing asks as often as the server can answer, not more.

use std::sync::Arc;

use bobbin_protocol::{ItemPath, KeyValue, Position, ViewKind, ViewParams};
use leptos::prelude::*;
use serde::Serialize;

use super::slices::ask_in_slices;
use super::views::{Drawing, take};
use super::{OpenFile, Target, unwritten};
use crate::desk::DESK;
use crate::platform::editor::{self, RequestError};
use crate::widgets::later::part_deed;

/// Asks once; false if there is no such view.
async fn ask(file: &OpenFile, kind: ViewKind, params: ViewParams) -> Result<bool, RequestError> {
    match kind {
        ViewKind::Graph => {
            let Some((version, graph)) = ask_in_slices(&file.views, kind, params).await? else {
                return Ok(false);
            };
            let is_here = take(&file.views.graph, Some(graph));
            if file.views.graph_version.get_untracked() != version {
                file.views.graph_version.set(version);
            }
            return Ok(is_here);
        }
        ViewKind::Outline => {
            let outline = ask_in_slices(&file.views, kind, params).await?;
            if let Some((_, now)) = &outline {
                file.views.outline.with_untracked(|before| {
                    before.here().inspect(|it| unwritten::note_items(file.id, it, now));
                });
            }
            return Ok(take(&file.views.outline, outline.map(|it| it.1)));
        }
        _ => {}
    }
    let answer = editor::request_shown(ViewParams::METHOD, &params).await?;
    file.views.arrive(kind, &answer).map_err(RequestError::Failed)
}

/// Returns true if a view is about the item at the caret or the one that was picked.
#[must_use]
pub fn follows_target(kind: ViewKind) -> bool {
    matches!(kind, ViewKind::Form | ViewKind::Coverage | ViewKind::Timeline)
}

/// The first item, if a place lies above all items.
fn first_item_behind(file: &OpenFile, at: Position) -> Option<ItemPath> {
    file.views.outline.with_untracked(|it| {
        let first = it.here()?.entries.iter().min_by_key(|it| it.range.start)?;
        (at < first.range.start).then(|| first.item.clone())
    })
}

fn is_above_all_items(file: &OpenFile) -> bool {
    match file.target.get_untracked() {
        Target::Caret(at) => first_item_behind(file, at).is_some(),
        Target::Item(_) => false,
    }
}

/// Returns the request for a view as it is shown: of what stands at the caret, with the choices made in it.
#[must_use]
pub fn params_of(file: &OpenFile, kind: ViewKind) -> ViewParams {
    let (at, item) = match file.target.get_untracked() {
        _ if !follows_target(kind) => (None, None),
        Target::Caret(at) => match first_item_behind(file, at) {
            // Above all items, for example in a comment, the first is meant.
            Some(item) if kind == ViewKind::Form => (None, Some(item)),
            _ => (Some(at), None),
        },
        Target::Item(item) => (None, Some(item)),
    };
    let mut settings = file.views.choices(kind).map(|it| it.get_untracked());
    if matches!(kind, ViewKind::Coverage | ViewKind::Timeline) {
        // The first sight says something, where the person has not asked about anything yet.
        let telling = KeyValue { key: "telling".to_owned(), value: "yes".to_owned() };
        settings.get_or_insert_default().push(telling);
    }
    let options = file.views.options(kind).map(|it| it.get_untracked()).unwrap_or_default();
    ViewParams { uri: file.uri.clone(), view: kind, at, item, settings, options }
}

part_deed! {
    /// Asks for a view; it arrives in [`OpenFile::views`].
    DESK "desk" "08";
    fn refresh(file: Arc<OpenFile>, kind: ViewKind) {
        ask_until_new(&file, kind);
    }
}

fn ask_until_new(file: &Arc<OpenFile>, kind: ViewKind) {
    if !file.views.take_off(kind) {
        if kind == ViewKind::Graph {
            // The one that is being drawn would be thrown away.
            cancel_graph(file);
        }
        return;
    }
    let file = file.clone();
    leptos::task::spawn_local(async move {
        loop {
            file.views.note_asked(kind);
            let params = params_of(&file, kind);
            let at_item = params.item.is_some();
            let answer = ask(&file, kind, params).await;
            let is_here = answer.is_ok();
            let is_picked = matches!(file.target.get_untracked(), Target::Item(_));
            // Of a text or an item of before.
            let is_old = match &answer {
                Err(RequestError::Stale) => true,
                Ok(false) => follows_target(kind) && is_picked,
                _ => false,
            };
            match answer {
                // The item is gone, for example renamed: what stands at the caret? Whoever follows
                // the target asks for it, and until that is here the old view stays, so that
                // nothing is torn from under the pointer.
                Ok(false) if is_old => {
                    let at = file.caret.with_untracked(|it| it.position);
                    file.target.set(Target::Caret(at));
                }
                Ok(false) if file.views.is_outdated(kind) => {}
                // The outline came meanwhile, and with it the item that is meant.
                Ok(false) if kind == ViewKind::Form && !at_item && is_above_all_items(&file) => {
                    file.views.take_off(kind);
                }
                Ok(false) => file.views.clear(kind),
                // Only now it is known which item is the first.
                Ok(true) if kind == ViewKind::Outline => {
                    file.views.outline_pace.arrived();
                    if file.views.has_no_form() {
                        ask_until_new(&file, ViewKind::Form);
                    }
                }
                Ok(true) => file.views.pace.arrived(),
                // News of the newer version follows, and with it the next request.
                Err(RequestError::Stale) => {}
                Err(RequestError::Failed(why)) => file.views.fail(kind, &why),
            }
            if !is_old {
                file.views.note_newest(kind);
            }
            if !file.views.land(kind) {
                file.views.note_answered(kind, is_here);
                break;
            }
        }
    });
}

/// Gives up the graph that is on its way, because the user says so; the one that is shown stays.
pub fn give_up_graph(file: &OpenFile) {
    if matches!(file.views.drawing.get_untracked(), Drawing::Awaited { .. }) {
        file.views.drawing.set(Drawing::GivenUp);
        cancel_graph(file);
    }
}

fn cancel_graph(file: &OpenFile) {
    /// Those by which the request is found.
    #[derive(Serialize)]
    struct SomeParams<'a> {
        uri: &'a str,
        view: ViewKind,
    }
    let some = SomeParams { uri: &file.uri, view: ViewKind::Graph };
    editor::cancel(ViewParams::METHOD, &some);
}
