//! What others ask of the canvas, and what the canvas asks of the user.

use std::collections::BTreeMap;

use bobbin_protocol::{ItemPath, Point, Rect};
use leptos::prelude::*;

use super::align::Alignment;
use super::edit::{Deed, Purpose};
use super::places::{Places, shifted};
use super::reachability::Way;
use super::viewport::Viewport;
use crate::document::{DocumentStore, FileId};
use crate::platform::storage;

/// Under this name the browser keeps [`Places`] by file.
const PLACES: &str = "bobbin.places";

/// What an action asks of the canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanvasRequest {
    /// Show all of the drawing.
    Fit,
    /// Show what is selected.
    FitSelection,
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// Give the search field the keyboard.
    Search,
    /// Ask what to add.
    Add,
    /// Ask what to connect the selected card to.
    Connect,
    /// Remove what is selected.
    Delete,
    /// Ask for another name of the selected card.
    Rename,
    /// Show where the selected part is written.
    Source,
    /// Ask for the value that a connection has of its own.
    SetEdgeValue,
    /// Add the selected cards again.
    Duplicate,
    /// Select all cards.
    SelectAll,
    /// Select the next connection of the selected card.
    NextEdge,
    /// Light up what the selected cards depend on, or what depends on them.
    Trace(Way),
    /// Ask how to line up the selected cards.
    AskHowToAlign,
    /// Line up the selected cards.
    Align(Alignment),
    /// Move the selected cards to a file of their own, with one card in their place.
    Extract,
    /// Put what is inside the selected card in its place.
    Inline,
    /// Forget where cards were moved to.
    Tidy,
    /// Draw what is inside the selected cards in them, or no longer.
    Expand,
    /// Show the file of what is inside the selected card.
    Enter,
    /// Show or hide the list of all that is drawn.
    List,
    /// Save the drawing as an SVG file.
    SaveSvg(Extent),
    /// Save the drawing as a PNG file.
    SavePng(Extent),
    /// Save where everything lies, as JSON.
    SaveLayout,
    /// Print the drawing.
    Print,
    /// Give up the drawing that is on its way.
    Stop,
}

/// How much of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The whole.
    All,
    /// The part that is seen.
    Seen,
}

/// What the user is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// What to connect the selected part to.
    Connect,
    /// What to add, where it goes, and where its card shall lie.
    Add(Purpose, Option<Point>),
    /// How to line up what is selected.
    Align,
    /// Whether a connection shall take the place of another.
    Replace {
        /// The output that the input has now.
        old: String,
        /// The input.
        input: String,
        /// What replaces it.
        deed: Deed,
    },
    /// A word.
    Write(Writing),
}

/// A word that is asked for in the drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Writing {
    /// Where, in canvas units.
    pub at: Rect,
    /// What is asked for.
    pub label: String,
    /// What is there now.
    pub now: String,
    /// Whether the field may be left empty, and what that means.
    pub empty: Option<&'static str>,
    /// What it is for.
    pub wanted: Wanted,
}

/// What a word is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// The name of an item.
    Name(ItemPath),
    /// The value of a key of an item.
    Value(ItemPath, String),
    /// The name of what items become together.
    Whole(Vec<ItemPath>),
}

/// The way from actions to the canvas, wherever it is mounted.
#[derive(Clone, Copy)]
pub struct CanvasControl {
    /// Counts, so that the same request twice is two requests.
    requested: RwSignal<Option<(u32, CanvasRequest)>>,
    /// What was seen of each file.
    viewports: StoredValue<BTreeMap<FileId, Viewport>>,
    /// Where cards of each file were moved to.
    places: StoredValue<BTreeMap<FileId, ArcRwSignal<Places>>>,
    /// The files that were entered, from the outermost to the one that is shown.
    pub trail: RwSignal<Vec<FileId>>,
}

/// Returns the way to the canvas.
#[must_use]
pub fn use_canvas_control() -> CanvasControl {
    expect_context()
}

impl CanvasControl {
    /// With nothing requested, and cards where they were when the page was last left.
    #[must_use]
    pub fn new() -> CanvasControl {
        CanvasControl {
            requested: RwSignal::new(None),
            viewports: StoredValue::new(BTreeMap::new()),
            places: StoredValue::new(
                stored_places().into_iter().map(|(id, it)| (id, ArcRwSignal::new(it))).collect(),
            ),
            trail: RwSignal::new(Vec::new()),
        }
    }

    /// Asks the canvas for something.
    pub fn ask(self, request: CanvasRequest) {
        self.requested.update(|it| {
            let n_asked = it.map_or(0, |(n, _)| n) + 1;
            *it = Some((n_asked, request));
        });
    }

    /// What was last seen of a file.
    #[must_use]
    pub fn remembered(self, file: FileId) -> Option<Viewport> {
        self.viewports.with_value(|it| it.get(&file).copied())
    }

    /// Remembers what is seen of a file.
    pub fn remember(self, file: FileId, viewport: Viewport) {
        self.viewports.update_value(|it| {
            it.insert(file, viewport);
        });
    }

    /// Where the cards of a file were moved to. Whoever changes that says [`Self::store_places`].
    #[must_use]
    pub fn places(self, file: FileId) -> ArcRwSignal<Places> {
        self.places.try_update_value(|it| it.entry(file).or_default().clone()).unwrap_or_default()
    }

    /// Takes cards of a file back to where they were, or there again: undo and redo say
    /// so, in the JSON of a [`super::places::Shift`].
    pub fn recall(self, file: FileId, shift: &str) {
        if let Ok(shift) = serde_json::from_str(shift) {
            self.places(file).update(|it| shifted(it, shift));
            self.store_places();
        }
    }

    /// Forgets files that are closed, from now on.
    pub fn follow_files(self, documents: DocumentStore) {
        Effect::new(move |before: Option<Vec<FileId>>| {
            let open: Vec<FileId> =
                documents.files.with(|files| files.iter().map(|it| it.id).collect());
            let closed: Vec<FileId> =
                before.into_iter().flatten().filter(|it| !open.contains(it)).collect();
            if !closed.is_empty() {
                self.viewports.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.places.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.store_places_without(&closed);
            }
            open
        });
    }

    /// Keeps where cards were moved to for the next time. Where there is no room, they are there
    /// until the page is left.
    pub fn store_places(self) {
        self.store_places_without(&[]);
    }

    /// The same, and forgets files that are closed. What other tabs stored stays.
    fn store_places_without(self, closed: &[FileId]) {
        let mut all = stored_places();
        self.places.with_value(|ours| {
            all.extend(ours.iter().map(|(id, it)| (*id, it.get_untracked())));
        });
        all.retain(|id, it| !it.is_empty() && !closed.contains(id));
        storage::store(PLACES, &serde_json::to_string(&all).unwrap_or_default());
    }

    /// Follows the requests that are made from now on.
    pub fn on_request(self, hear: impl Fn(CanvasRequest) + 'static) {
        let seen = self.requested.get_untracked().map_or(0, |(n, _)| n);
        Effect::new(move || {
            if let Some((n, request)) = self.requested.get()
                && n > seen
            {
                untrack(|| hear(request));
            }
        });
    }
}

fn stored_places() -> BTreeMap<FileId, Places> {
    let json = storage::load_or_old(PLACES);
    json.and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_their_json() {
        let at = Point { x: -20.5, y: 340.0 };
        let places = Places::from([("process\u{1f}a".to_owned(), at)]);
        let all = BTreeMap::from([(FileId(0), places), (FileId(12), Places::new())]);
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<BTreeMap<FileId, Places>>(&json).unwrap(), all);
    }
}
