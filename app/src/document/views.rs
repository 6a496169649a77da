//! The views of a document as they arrive from the language server.

use std::sync::{Arc, Mutex};

use bobbin_protocol::{
    Bytes, Coverage, Form, Graph, KeyValue, Outline, Resolved, Timeline, ViewKind, ViewOptions,
};
use leptos::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::byte_edits::ByteEdit;
use super::pace::Pace;
use super::provenance::Content;
use crate::asked::Asked;

/// The newest views of one document.
pub struct Views {
    pub outline: ArcRwSignal<Asked<Outline>>,
    pub graph: ArcRwSignal<Asked<Graph>>,
    /// The version of the text that [`Views::graph`] is of, or would be if it were drawn anew; 0 if
    /// there is none.
    pub graph_version: ArcRwSignal<i32>,
    pub form: ArcRwSignal<Asked<Form>>,
    /// Counts the answers that were the newest when they came, with or without a form.
    pub form_answers: ArcRwSignal<u32>,
    /// The version of the text that the newest view with fields is of, though it may be the same as the one
    /// before; 0 if there is none.
    pub fields_version: ArcRwSignal<i32>,
    /// The version of the text that [`Views::timeline`] is of, or would be if drawn anew; 0 without one.
    pub timeline_version: ArcRwSignal<i32>,
    pub bytes: ArcRwSignal<Asked<Bytes>>,
    /// The bytes of the binary that was opened.
    pub own_bytes: ArcRwSignal<Asked<Content>>,
    /// The last changes of bytes, the newest first.
    pub byte_edits: ArcRwSignal<Vec<ByteEdit>>,
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
    /// The keys of those that an explanation made, so that the map stays as it is: they go with the next pick.
    held: Mutex<Vec<&'static str>>,
    /// The choices made in [`Views::timeline`].
    pub timeline_choices: ArcRwSignal<Vec<KeyValue>>,
    flights: Mutex<Vec<(ViewKind, Flight)>>,
}

/// The choices that say what map and line are about, and by whose reading: one that is made in either counts in both.
const SHARED: [&str; 4] = ["domain", "event", "reading", "region"];

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
            form_answers: ArcRwSignal::default(),
            fields_version: ArcRwSignal::default(),
            timeline_version: ArcRwSignal::default(),
            bytes: ArcRwSignal::new(Asked::NotYet),
            own_bytes: ArcRwSignal::new(Asked::NotYet),
            byte_edits: ArcRwSignal::default(),
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
            held: Mutex::default(),
            timeline_choices: ArcRwSignal::default(),
            flights: Mutex::default(),
        }
    }
}

impl Views {
    pub fn fail(&self, kind: ViewKind, why: &str) {
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

    pub fn clear(&self, kind: ViewKind) {
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

    /// Returns the version of the text that a view with a picture is of; 0 if there is none. Of those that have none of
    /// their own it is that of the view with fields.
    #[must_use]
    pub fn version_of(&self, kind: ViewKind) -> &ArcRwSignal<i32> {
        match kind {
            ViewKind::Graph => &self.graph_version,
            ViewKind::Coverage => &self.coverage_version,
            ViewKind::Timeline => &self.timeline_version,
            _ => &self.fields_version,
        }
    }

    /// Takes the JSON of a [`bobbin_protocol::ViewResult`]; false if it has no view, and then the
    /// one before stays: the caller knows whether another is about to come. Its parts are read by the kind that was asked for, which needs half the code of reading any kind.
    pub fn arrive(&self, kind: ViewKind, answer: &str) -> Result<bool, String> {
        let version = match kind {
            ViewKind::Outline => arrive(&self.outline, answer),
            ViewKind::Graph => arrive(&self.graph, answer),
            ViewKind::Form => arrive(&self.form, answer),
            ViewKind::Bytes => arrive(&self.bytes, answer),
            ViewKind::Resolved => arrive(&self.resolved, answer),
            ViewKind::Coverage => arrive(&self.coverage, answer),
            ViewKind::Timeline => arrive(&self.timeline, answer),
        }?;
        if let Some(version) = version {
            match kind {
                ViewKind::Coverage => self.coverage_version.set(version),
                ViewKind::Form => self.fields_version.set(version),
                ViewKind::Timeline => {
                    self.fields_version.set(version);
                    self.timeline_version.set(version);
                }
                _ => {}
            }
        }
        Ok(version.is_some())
    }

    /// Says in all views why there are none: the language server is not told of the file.
    pub fn leave_out(&self) {
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
            self.clear(kind);
            self.fail(kind, why);
        }
    }

    pub fn note_asked(&self, kind: ViewKind) {
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

    /// Notes that an answer came that is not of a text or an item of before.
    pub fn note_newest(&self, kind: ViewKind) {
        if kind == ViewKind::Form && !self.is_outdated(kind) {
            self.form_answers.update(|it| *it = it.wrapping_add(1));
        }
    }

    /// No answer is awaited any more; there `is_here` a view unless the last one failed.
    pub fn note_answered(&self, kind: ViewKind, is_here: bool) {
        if kind != ViewKind::Graph {
            return;
        }
        match self.drawing.get_untracked() {
            Drawing::GivenUp if !is_here => fail(&self.graph, "the layout was stopped"),
            _ => self.drawing.set(Drawing::Settled),
        }
    }

    /// Returns those keys of the map's choices that the person has made no choice for.
    pub fn unchosen(&self, keys: &[&'static str]) -> Vec<&'static str> {
        let held = self.held.lock().map(|it| it.clone()).unwrap_or_default();
        self.coverage_choices.with_untracked(|all| {
            let is_chosen = |key: &str| all.iter().any(|it| it.key == key);
            keys.iter().copied().filter(|it| held.contains(it) || !is_chosen(it)).collect()
        })
    }

    /// Notes that the present choices for these keys of the map are to go with the next pick.
    pub fn hold(&self, keys: Vec<&'static str>) {
        if let Ok(mut held) = self.held.lock() {
            *held = keys;
        }
    }

    /// Notes that the person has made a choice for the map.
    pub fn note_chosen(&self, key: &str) {
        if let Ok(mut held) = self.held.lock() {
            held.retain(|it| *it != key);
        }
    }

    /// Takes what is held out of the choices for the map.
    pub fn let_go(&self, choices: &mut Vec<KeyValue>) {
        let held = self.held.lock().map(|mut it| std::mem::take(&mut *it)).unwrap_or_default();
        choices.retain(|it| !held.contains(&it.key.as_str()));
    }

    /// Makes choices in the map or in the line; those that say what it is about count in both.
    pub fn choose(&self, kind: ViewKind, choices: &[(&str, &str)]) {
        for of in [ViewKind::Coverage, ViewKind::Timeline] {
            let counts = |key: &str| of == kind || SHARED.contains(&key);
            let Some(list) = self.choices(of).filter(|_| choices.iter().any(|it| counts(it.0)))
            else {
                continue;
            };
            list.update(|settings| {
                // Another domain has other units.
                if of == ViewKind::Coverage && choices.iter().any(|it| it.0 == "domain") {
                    self.let_go(settings);
                }
                for (key, value) in choices.iter().filter(|it| counts(it.0)) {
                    if of == ViewKind::Coverage {
                        self.note_chosen(key);
                    }
                    choose(settings, key, value);
                }
            });
        }
    }

    /// Takes back a choice that was made in the map or in the line.
    pub fn forget(&self, key: &str) {
        for list in [&self.coverage_choices, &self.timeline_choices] {
            list.update(|it| it.retain(|it| it.key != key));
        }
    }

    /// Notes that an item was picked: what was chosen before is older than it.
    pub fn note_picked(&self) {
        self.coverage_choices.update(|it| {
            self.let_go(it);
            choose(it, "picked", "yes");
        });
        self.timeline_choices.update(|it| choose(it, "picked", "yes"));
    }

    pub fn has_no_form(&self) -> bool {
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
    pub fn take_off(&self, kind: ViewKind) -> bool {
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
    pub fn land(&self, kind: ViewKind) -> bool {
        let Ok(mut flights) = self.flights.lock() else { return false };
        let Some(idx) = flights.iter().position(|(it, _)| *it == kind) else { return false };
        let (_, flight) = flights.swap_remove(idx);
        if flight == Flight::AskedAndOutdated {
            flights.push((kind, Flight::Asked));
        }
        flight == Flight::AskedAndOutdated
    }
}

/// Sets a view option, which comes last then: where two contradict, the language takes the later.
/// Options that are not set are left to the language.
pub fn choose(settings: &mut Vec<KeyValue>, key: &str, value: &str) {
    settings.retain(|it| it.key != key);
    settings.push(KeyValue { key: key.to_owned(), value: value.to_owned() });
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
    let answer: Answer<T> = bobbin_json::from_str(answer).map_err(|it| it.to_string())?;
    Ok(take(slot, answer.view).then_some(answer.version))
}

/// Takes away a view that is no longer there.
fn clear<T: Send + Sync + 'static>(slot: &ArcRwSignal<Asked<T>>) {
    if slot.with_untracked(|it| !matches!(it, Asked::Absent)) {
        slot.set(Asked::Absent);
    }
}

/// Puts a view where it is followed; false if there is none, and then the one before stays.
pub fn take<T>(slot: &ArcRwSignal<Asked<T>>, view: Option<T>) -> bool
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
    fn the_last_choice_counts() {
        let mut settings = Vec::new();
        choose(&mut settings, "x", "1");
        choose(&mut settings, "y", "2");
        choose(&mut settings, "x", "3");
        let all: Vec<(&str, &str)> =
            settings.iter().map(|it| (it.key.as_str(), it.value.as_str())).collect();
        assert_eq!(all, [("y", "2"), ("x", "3")]);
    }

    #[test]
    fn map_and_line_are_about_the_same() {
        let views = Views::default();
        let of = |it: &ArcRwSignal<Vec<KeyValue>>| {
            let all = it.get_untracked().into_iter();
            all.map(|it| format!("{}={}", it.key, it.value)).collect::<Vec<_>>().join(" ")
        };
        let both = || [of(&views.coverage_choices), of(&views.timeline_choices)];
        views.choose(ViewKind::Coverage, &[("region", "a"), ("x", "1")]);
        assert_eq!(both(), ["region=a x=1", "region=a"]);
        views.choose(ViewKind::Timeline, &[("ranks", "4")]);
        views.choose(ViewKind::Timeline, &[("domain", "d")]);
        assert_eq!(both(), ["region=a x=1 domain=d", "region=a ranks=4 domain=d"]);
        views.note_picked();
        assert_eq!(
            both(),
            ["region=a x=1 domain=d picked=yes", "region=a ranks=4 domain=d picked=yes"]
        );
        // Units of another domain that only an explanation chose are let go in the map.
        views.hold(vec!["x"]);
        views.choose(ViewKind::Timeline, &[("domain", "e")]);
        assert_eq!(both()[0], "region=a picked=yes domain=e");
        views.forget("region");
        assert_eq!(both(), ["picked=yes domain=e", "ranks=4 picked=yes domain=e"]);
    }

    #[test]
    fn what_an_explanation_chose_goes_with_the_next_pick() {
        let views = Views::default();
        let choose = |key: &str| {
            let value = String::new();
            views.coverage_choices.update(|it| it.push(KeyValue { key: key.to_owned(), value }));
        };
        let chosen = || {
            let all = views.coverage_choices.get_untracked();
            all.into_iter().map(|it| it.key).filter(|it| it != "picked").collect::<Vec<_>>()
        };
        choose("y");
        let held = views.unchosen(&["x", "y"]);
        assert_eq!(held, ["x"], "the person has chosen the other one");
        choose("x");
        views.hold(held);
        assert_eq!(views.unchosen(&["x", "y"]), ["x"], "explaining again is no choice either");
        views.note_picked();
        assert_eq!(chosen(), ["y"]);
        choose("x");
        views.hold(vec!["x"]);
        views.note_chosen("x");
        views.note_picked();
        assert_eq!(chosen(), ["y", "x"], "chosen after all");
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
