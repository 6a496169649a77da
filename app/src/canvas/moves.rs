//! The places that vertices were moved to.

use std::collections::BTreeSet;

use bobbin_protocol::Point;
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::control::CanvasControl;
use super::places::{Places, arranged_so, arrangement, shift, unmoved};
use super::renames::names;
use super::scene::Scene;
use super::settle::settled;
use crate::document::DocumentStore;
use crate::following::memo;
use crate::platform::editor;

/// The moves of the shown file.
#[derive(Clone, Copy)]
pub struct Moves {
    documents: DocumentStore,
    control: CanvasControl,
    /// The places to which vertices were moved, in all arrangements.
    places: RwSignal<Places>,
    /// The arrangement that is shown, as the names of its places begin.
    arrangement: Memo<&'static str>,
    /// The places to which vertices were moved in the arrangement that is shown.
    pub shown: Memo<Places>,
    /// The places of the vertices that follow the pointer.
    pub carried: RwSignal<Places>,
    /// The places before the moves that are to be one step; `None` if there are none.
    unsettled: StoredValue<Option<Places>>,
    /// The place near which new vertices go that are connected to nothing, if the next drawing of the
    /// text shall keep the others where they are.
    kept: StoredValue<Option<Point>>,
}

impl Moves {
    /// Returns the moves of the file that is shown.
    #[must_use]
    pub fn new(documents: DocumentStore, control: CanvasControl) -> Moves {
        let shown = documents.shown();
        let kept = shown.as_ref().map(|it| control.places(it.id)).unwrap_or_default();
        let places = RwSignal::from(kept);
        let arrangement =
            memo(move |_| shown.as_ref().map_or("", |it| it.views.graph_options.with(arrangement)));
        let shown = memo(move |_| places.with(|it| arranged_so(it, arrangement.get())));
        Moves {
            documents,
            control,
            places,
            arrangement,
            shown,
            carried: RwSignal::new(Places::new()),
            unsettled: StoredValue::new(None),
            kept: StoredValue::new(None),
        }
    }

    /// Puts vertices at places, as a step of the history.
    pub fn put(self, moved: impl IntoIterator<Item = (String, Point)>) {
        let before = self.places.get_untracked();
        self.add(moved);
        self.note(&before);
    }

    /// Puts the vertex that a change of the text brings at a place: no step by itself.
    pub fn prepare(self, name: String, place: Point) {
        self.add([(name, place)]);
        self.control.store_places();
    }

    /// Lets the next drawing of the text keep vertices where they are; new ones that are connected to
    /// nothing go near a place.
    pub fn keep_next(self, near: Point) {
        self.kept.set_value(Some(near));
    }

    /// Lets vertices with new names stay where they were put.
    pub fn follow_names(self, new: &Scene) {
        if let Some(file) = self.documents.shown().filter(|_| !new.graph.vertices.is_empty()) {
            self.control.follow_names(file.id, names(&new.graph));
        }
    }

    /// Keeps the vertices of `old` where they are in a drawing of a text that was changed by hand.
    pub fn keep(self, old: Option<&Scene>, new: &Scene) {
        let near = self.kept.try_update_value(Option::take).flatten();
        let (Some(near), Some(old)) = (near, old) else { return };
        let kept = self.shown.with_untracked(|it| settled(&old.graph, &new.graph, it, Some(near)));
        if !kept.is_empty() {
            self.add(kept);
            self.control.store_places();
        }
    }

    /// Forgets all moves in the arrangement that is shown, as a step of the history.
    pub fn clear(self) {
        let before = self.places.get_untracked();
        let shown = self.shown.get_untracked();
        let shown: BTreeSet<String> = shown.into_keys().map(|it| self.named(it)).gather();
        self.places.update(|it| it.retain(|name, _| !shown.contains(name)));
        self.note(&before);
    }

    /// Moves vertices for now; until [`Self::settle`] it is one step with further ones.
    pub fn nudge(self, moved: Vec<(String, Point)>) {
        if self.unsettled.with_value(Option::is_none) {
            self.unsettled.set_value(Some(self.places.get_untracked()));
        }
        self.add(moved);
    }

    /// Adds places in the arrangement that is shown; nothing else moves by that.
    fn add(self, moved: impl IntoIterator<Item = (String, Point)>) {
        let mut moved: Places = moved.into_iter().collect();
        let file = self.documents.shown();
        let graph = file.and_then(|it| it.views.graph.with_untracked(|it| it.here().cloned()));
        if let Some(graph) = graph {
            let unmoved = self.shown.with_untracked(|it| unmoved(&graph, it, &moved));
            moved.extend(unmoved);
        }
        let moved = moved.into_iter().map(|(name, place)| (self.named(name), place));
        self.places.update(|it| it.extend(moved));
    }

    /// Returns the arrangement that is shown, as the names of its places begin.
    pub fn arrangement(self) -> &'static str {
        self.arrangement.get_untracked()
    }

    fn named(self, name: String) -> String {
        self.arrangement.get_untracked().to_owned() + &name
    }

    /// Ends a step of several moves.
    pub fn settle(self) {
        if let Some(before) = self.unsettled.try_update_value(Option::take).flatten() {
            self.note(&before);
        }
    }

    /// Notes the moves since `before` as a step of the history.
    fn note(self, before: &Places) {
        let after = self.places.get_untracked();
        let shown = self.documents.shown().filter(|_| *before != after);
        let Some(file) = shown else { return };
        editor::note_step(&file.uri, &shift(before, &after), &shift(&after, before));
        self.control.store_places();
    }
}
