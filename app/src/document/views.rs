//! The views of a document as they arrive from the language server.
//!
//! Of each kind one request is on its way at a time. What changes meanwhile is asked for once
//! the answer is there, so fast typing asks as often as the server can answer, not more.

use std::sync::{Arc, Mutex};

use bobbin_protocol::{
    Bytes, Coverage, Form, Graph, ItemPath, KeyValue, Outline, Position, Resolved, Timeline,
    ViewKind, ViewOptions, ViewParams,
};
use leptos::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::own::Content;
use super::pace::Pace;
use super::slices::ask_in_slices;
use super::{OpenFile, Target};
use crate::platform::editor::{self, RequestError};

/// A view, or why it is not there.
#[derive(Debug)]
pub enum Asked<T> {
    /// No answer yet.
    NotYet,
    /// The document has none.
    Absent,
    /// Could not be computed, in words.
    Failed(String),
    /// Here it is.
    Here(Arc<T>),
}

impl<T> Clone for Asked<T> {
    fn clone(&self) -> Self {
        match self {
            Asked::NotYet => Asked::NotYet,
            Asked::Absent => Asked::Absent,
            Asked::Failed(why) => Asked::Failed(why.clone()),
            Asked::Here(it) => Asked::Here(it.clone()),
        }
    }
}

/// Equal views need not be shown again.
impl<T: PartialEq> PartialEq for Asked<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Asked::NotYet, Asked::NotYet) | (Asked::Absent, Asked::Absent) => true,
            (Asked::Failed(a), Asked::Failed(b)) => a == b,
            (Asked::Here(a), Asked::Here(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl<T> Asked<T> {
    /// Returns the view, if it is there.
    #[must_use]
    pub fn here(&self) -> Option<&Arc<T>> {
        match self {
            Asked::Here(it) => Some(it),
            _ => None,
        }
    }
}

/// The newest views of one document.
pub struct Views {
    pub outline: ArcRwSignal<Asked<Outline>>,
    pub graph: ArcRwSignal<Asked<Graph>>,
    /// The version of the text that [`Views::graph`] is of, or would be if it were drawn anew; 0 if
    /// there is none.
    pub graph_version: ArcRwSignal<i32>,
    pub form: ArcRwSignal<Asked<Form>>,
    pub bytes: ArcRwSignal<Asked<Bytes>>,
    /// The bytes of the binary that was opened.
    pub own_bytes: ArcRwSignal<Asked<Content>>,
    pub resolved: ArcRwSignal<Asked<Resolved>>,
    pub coverage: ArcRwSignal<Asked<Coverage>>,
    /// The version of the text that [`Views::coverage`] is of; 0 if there is none.
    pub coverage_version: ArcRwSignal<i32>,
    pub timeline: ArcRwSignal<Asked<Timeline>>,
    /// The pace of the outline.
    pub outline_pace: Pace,
    /// The pace of all other views, of which one is shown at a time.
    pub pace: Pace,
    /// Progress of the newest [`Views::graph`].
    pub drawing: ArcRwSignal<Drawing>,
    /// Options of [`Views::graph`].
    pub graph_options: ArcRwSignal<ViewOptions>,
    /// Options of [`Views::resolved`]: the rows that are wanted.
    pub resolved_options: ArcRwSignal<ViewOptions>,
    /// The choices made in [`Views::coverage`].
    pub coverage_choices: ArcRwSignal<Vec<KeyValue>>,
    /// The choices made in [`Views::timeline`].
    pub timeline_choices: ArcRwSignal<Vec<KeyValue>>,
    flights: Mutex<Vec<(ViewKind, Flight)>>,
}

/// The way of a graph to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Drawing {
    /// Nothing is on its way.
    #[default]
    Settled,
    /// It is being laid out.
    Awaited {
        /// The share that is done, in percent.
        percent: u32,
    },
    /// The user did not want to wait; what was drawn before is shown.
    GivenUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flight {
    Asked,
    AskedAndOutdated,
}

impl Default for Views {
    fn default() -> Self {
        Views {
            outline: ArcRwSignal::new(Asked::NotYet),
            graph: ArcRwSignal::new(Asked::NotYet),
            graph_version: ArcRwSignal::default(),
            form: ArcRwSignal::new(Asked::NotYet),
            bytes: ArcRwSignal::new(Asked::NotYet),
            own_bytes: ArcRwSignal::new(Asked::NotYet),
            resolved: ArcRwSignal::new(Asked::NotYet),
            coverage: ArcRwSignal::new(Asked::NotYet),
            coverage_version: ArcRwSignal::default(),
            timeline: ArcRwSignal::new(Asked::NotYet),
            outline_pace: Pace::new(),
            pace: Pace::new(),
            drawing: ArcRwSignal::default(),
            graph_options: ArcRwSignal::default(),
            resolved_options: ArcRwSignal::default(),
            coverage_choices: ArcRwSignal::default(),
            timeline_choices: ArcRwSignal::default(),
            flights: Mutex::default(),
        }
    }
}

impl Views {
    fn fail(&self, kind: ViewKind, why: &str) {
        match kind {
            ViewKind::Outline => fail(&self.outline, why),
            ViewKind::Graph => fail(&self.graph, why),
            ViewKind::Form => fail(&self.form, why),
            ViewKind::Bytes => fail(&self.bytes, why),
            ViewKind::Resolved => fail(&self.resolved, why),
            ViewKind::Coverage => fail(&self.coverage, why),
            ViewKind::Timeline => fail(&self.timeline, why),
        }
    }

    fn clear(&self, kind: ViewKind) {
        match kind {
            ViewKind::Outline => clear(&self.outline),
            ViewKind::Graph => clear(&self.graph),
            ViewKind::Form => clear(&self.form),
            ViewKind::Bytes => clear(&self.bytes),
            ViewKind::Resolved => clear(&self.resolved),
            ViewKind::Coverage => clear(&self.coverage),
            ViewKind::Timeline => clear(&self.timeline),
        }
    }

    /// Takes the JSON of a [`bobbin_protocol::ViewResult`]; false if it has no view, and then the
    /// one before stays: the caller knows whether another is about to come. Its parts are read by the kind that was asked for, which needs half the code of reading any kind.
    fn arrive(&self, kind: ViewKind, answer: &str) -> Result<bool, String> {
        let version = match kind {
            ViewKind::Outline => arrive(&self.outline, answer),
            ViewKind::Graph => arrive(&self.graph, answer),
            ViewKind::Form => arrive(&self.form, answer),
            ViewKind::Bytes => arrive(&self.bytes, answer),
            ViewKind::Resolved => arrive(&self.resolved, answer),
            ViewKind::Coverage => arrive(&self.coverage, answer),
            ViewKind::Timeline => arrive(&self.timeline, answer),
        }?;
        if let (ViewKind::Coverage, Some(version)) = (kind, version) {
            self.coverage_version.set(version);
        }
        Ok(version.is_some())
    }

    fn note_asked(&self, kind: ViewKind) {
        if kind == ViewKind::Graph {
            self.drawing.set(Drawing::Awaited { percent: 0 });
        }
    }

    /// Notes how far the graph is.
    pub fn note_progress(&self, percent: u32) {
        if matches!(self.drawing.get_untracked(), Drawing::Awaited { .. }) {
            self.drawing.set(Drawing::Awaited { percent });
        }
    }

    /// Notes that no answer is awaited any more; `is_here` is true if there is a view.
    fn note_answered(&self, kind: ViewKind, is_here: bool) {
        if kind != ViewKind::Graph {
            return;
        }
        match self.drawing.get_untracked() {
            Drawing::GivenUp if !is_here => fail(&self.graph, "the layout was stopped"),
            _ => self.drawing.set(Drawing::Settled),
        }
    }

    fn has_no_form(&self) -> bool {
        self.form.with_untracked(|it| matches!(it, Asked::Absent))
    }

    /// Returns the options of a view, if it has any.
    #[must_use]
    pub fn options(&self, kind: ViewKind) -> Option<&ArcRwSignal<ViewOptions>> {
        match kind {
            ViewKind::Graph => Some(&self.graph_options),
            ViewKind::Resolved => Some(&self.resolved_options),
            _ => None,
        }
    }

    /// Returns the choices made in a view, if it has controls of its own.
    #[must_use]
    pub fn choices(&self, kind: ViewKind) -> Option<&ArcRwSignal<Vec<KeyValue>>> {
        match kind {
            ViewKind::Coverage => Some(&self.coverage_choices),
            ViewKind::Timeline => Some(&self.timeline_choices),
            _ => None,
        }
    }

    /// Returns true if the caller shall ask; if not, somebody does and has been told to ask again.
    fn take_off(&self, kind: ViewKind) -> bool {
        let Ok(mut flights) = self.flights.lock() else { return false };
        if let Some((_, flight)) = flights.iter_mut().find(|(it, _)| *it == kind) {
            *flight = Flight::AskedAndOutdated;
            return false;
        }
        flights.push((kind, Flight::Asked));
        true
    }

    /// Returns true if somebody asked for a newer view since this one was asked for.
    pub fn is_outdated(&self, kind: ViewKind) -> bool {
        let Ok(flights) = self.flights.lock() else { return true };
        flights.contains(&(kind, Flight::AskedAndOutdated))
    }

    /// Returns true if the view must be asked for again.
    fn land(&self, kind: ViewKind) -> bool {
        let Ok(mut flights) = self.flights.lock() else { return false };
        let Some(idx) = flights.iter().position(|(it, _)| *it == kind) else { return false };
        let (_, flight) = flights.swap_remove(idx);
        if flight == Flight::AskedAndOutdated {
            flights.push((kind, Flight::Asked));
        }
        flight == Flight::AskedAndOutdated
    }
}

/// Notes that a view failed; one that was there stays until there is a newer one.
fn fail<T: Send + Sync + 'static>(slot: &ArcRwSignal<Asked<T>>, why: &str) {
    if slot.with_untracked(|it| it.here().is_none()) {
        slot.set(Asked::Failed(why.to_owned()));
    }
}

/// The answer with one kind of view.
#[derive(Deserialize)]
struct Answer<T> {
    version: i32,
    view: Option<T>,
}

/// Takes an answer, and returns the version of the text that its view is of, if it has one.
fn arrive<T>(slot: &ArcRwSignal<Asked<T>>, answer: &str) -> Result<Option<i32>, String>
where
    T: DeserializeOwned + PartialEq + Send + Sync + 'static,
{
    let answer: Answer<T> = serde_json::from_str(answer).map_err(|it| it.to_string())?;
    Ok(take(slot, answer.view).then_some(answer.version))
}

/// Takes away a view that is no longer there.
fn clear<T: Send + Sync + 'static>(slot: &ArcRwSignal<Asked<T>>) {
    if slot.with_untracked(|it| !matches!(it, Asked::Absent)) {
        slot.set(Asked::Absent);
    }
}

/// Puts a view where it is followed; false if there is none, and then the one before stays.
fn take<T>(slot: &ArcRwSignal<Asked<T>>, view: Option<T>) -> bool
where
    T: PartialEq + Send + Sync + 'static,
{
    let Some(view) = view else { return false };
    let is_same = slot.with_untracked(|it| it.here().is_some_and(|it| **it == view));
    if !is_same {
        slot.set(Asked::Here(Arc::new(view)));
    }
    true
}

/// Asks once; false if there is no such view.
async fn ask(file: &OpenFile, kind: ViewKind, params: ViewParams) -> Result<bool, RequestError> {
    match kind {
        ViewKind::Graph => {
            let Some((version, graph)) = ask_in_slices(file, kind, params).await? else {
                return Ok(false);
            };
            let is_here = take(&file.views.graph, Some(graph));
            if file.views.graph_version.get_untracked() != version {
                file.views.graph_version.set(version);
            }
            return Ok(is_here);
        }
        ViewKind::Outline => {
            let outline = ask_in_slices(file, kind, params).await?;
            return Ok(take(&file.views.outline, outline.map(|it| it.1)));
        }
        _ => {}
    }
    let answer = editor::request_json(ViewParams::METHOD, &params).await?;
    file.views.arrive(kind, &answer).map_err(RequestError::Failed)
}

/// Returns true if a view is about the item at the caret or the one that was picked.
#[must_use]
pub fn follows_target(kind: ViewKind) -> bool {
    matches!(kind, ViewKind::Form | ViewKind::Coverage | ViewKind::Timeline)
}

/// Returns the first item, if a place lies above all items.
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

/// Asks for a view; it arrives in [`OpenFile::views`].
pub fn refresh(file: &Arc<OpenFile>, kind: ViewKind) {
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
            let (at, item) = match file.target.get_untracked() {
                _ if !follows_target(kind) => (None, None),
                Target::Caret(at) => match first_item_behind(&file, at) {
                    // Above all items, for example in a comment, the first is meant.
                    Some(item) if kind == ViewKind::Form => (None, Some(item)),
                    _ => (Some(at), None),
                },
                Target::Item(item) => (None, Some(item)),
            };
            let settings = file.views.choices(kind).map(|it| it.get_untracked());
            let options = file.views.options(kind).map(|it| it.get_untracked());
            let options = options.unwrap_or_default();
            let at_item = item.is_some();
            let uri = file.uri.clone();
            let params = ViewParams { uri, view: kind, at, item, settings, options };
            let answer = ask(&file, kind, params).await;
            let is_here = answer.is_ok();
            match answer {
                // The item is gone, for example renamed: what stands at the caret? Whoever follows
                // the target asks for it, and until that is here the old view stays, so that
                // nothing is torn from under the pointer.
                Ok(false)
                    if follows_target(kind)
                        && matches!(file.target.get_untracked(), Target::Item(_)) =>
                {
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
                        refresh(&file, ViewKind::Form);
                    }
                }
                Ok(true) => file.views.pace.arrived(),
                // News of the newer version follows, and with it the next request.
                Err(RequestError::Stale) => {}
                Err(RequestError::Failed(why)) => file.views.fail(kind, &why),
            }
            if !file.views.land(kind) {
                file.views.note_answered(kind, is_here);
                break;
            }
        }
    });
}

/// Says in all views of a file why there are none: the language server is not told of it.
pub fn leave_out(file: &OpenFile) {
    let why = "the language core failed on this file, so it is shown as plain text";
    for kind in [
        ViewKind::Outline,
        ViewKind::Graph,
        ViewKind::Form,
        ViewKind::Bytes,
        ViewKind::Resolved,
        ViewKind::Coverage,
        ViewKind::Timeline,
    ] {
        // A view of the text before would look as if it followed the text.
        file.views.clear(kind);
        file.views.fail(kind, why);
    }
}

/// Gives up the graph that is on its way, because the user says so; the one that is shown stays.
pub fn give_up_graph(file: &OpenFile) {
    if matches!(file.views.drawing.get_untracked(), Drawing::Awaited { .. }) {
        file.views.drawing.set(Drawing::GivenUp);
        cancel_graph(file);
    }
}

fn cancel_graph(file: &OpenFile) {
    /// The parameters by which the request is found.
    #[derive(Serialize)]
    struct SomeParams<'a> {
        uri: &'a str,
        view: ViewKind,
    }
    let some = SomeParams { uri: &file.uri, view: ViewKind::Graph };
    editor::cancel(ViewParams::METHOD, &some);
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{View, ViewResult};

    use super::*;

    #[test]
    fn one_request_per_kind_is_on_its_way() {
        let views = Views::default();
        assert!(views.take_off(ViewKind::Graph));
        assert!(views.take_off(ViewKind::Form), "another kind");
        assert!(!views.take_off(ViewKind::Graph));
        assert!(!views.take_off(ViewKind::Graph));
        assert!(views.land(ViewKind::Graph), "outdated meanwhile: ask again");
        assert!(!views.land(ViewKind::Graph), "and that was the newest");
        assert!(views.take_off(ViewKind::Graph));
    }

    #[test]
    fn a_view_stays_when_the_next_one_fails() {
        let views = Views::default();
        views.fail(ViewKind::Outline, "no");
        assert!(matches!(views.outline.get_untracked(), Asked::Failed(_)));
        let answer = ViewResult { version: 1, view: Some(View::Outline(Outline::default())) };
        let answer = serde_json::to_string(&answer).unwrap();
        assert_eq!(views.arrive(ViewKind::Outline, &answer), Ok(true));
        views.fail(ViewKind::Outline, "no");
        assert!(views.outline.get_untracked().here().is_some());
        let answer = serde_json::to_string(&ViewResult { version: 1, view: None }).unwrap();
        assert_eq!(views.arrive(ViewKind::Outline, &answer), Ok(false));
        assert!(views.outline.get_untracked().here().is_some(), "until it is known to be gone");
        views.clear(ViewKind::Outline);
        assert!(matches!(views.outline.get_untracked(), Asked::Absent));
    }
}
