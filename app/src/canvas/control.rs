//! Requests to the canvas from other parts of the page, and questions of the canvas to the user.

use std::collections::BTreeMap;
use std::time::Duration;

use bobbin_protocol::{ItemPath, Point, Rect};
use leptos::prelude::*;
use serde::Deserialize;

use super::align::Alignment;
use super::edit::{Deed, Purpose};
use super::new_port::NewPort;
use super::places::{Places, shifted};
use super::reachability::Way;
use super::renames::{Names, rename, renamed};
use super::scene::item_key;
use super::viewport::Viewport;
use crate::document::{DocumentStore, FileId};
use crate::following::effect;
use crate::platform::{storage, window};

/// The name under which the browser keeps [`Places`] by file.
const PLACES: &str = "bobbin.places";

/// The time in which a key that is pressed once more is meant for the same.
const ONCE_MORE: Duration = Duration::from_secs(1);

/// The request of an action to the canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanvasRequest {
    /// Show all of the drawing.
    Fit,
    /// Show what is selected.
    FitSelection,
    ZoomIn,
    ZoomOut,
    /// Give the search field the keyboard.
    Search,
    /// Ask what to add.
    Add,
    /// Show or hide the library.
    Library,
    /// Ask what to connect the selected vertex to.
    Connect,
    /// Remove what is selected.
    Delete,
    /// Ask for another name of the selected vertex.
    Rename,
    /// Show where the selected part is written.
    Source,
    /// Ask for the value that a connection has of its own.
    SetEdgeValue,
    /// Add copies of the selected vertices.
    Duplicate,
    /// Select all vertices.
    SelectAll,
    /// Select the next connection of the selected vertex.
    NextEdge,
    /// Highlight what the selected vertices depend on, or what depends on them.
    Trace(Way),
    /// Ask how to align the selected vertices.
    AskHowToAlign,
    /// Align the selected vertices.
    Align(Alignment),
    /// Move the selected vertices to a file of their own, with one vertex in their place.
    Extract,
    /// Put the contents of the selected vertex in its place.
    Inline,
    /// Forget where vertices were moved to.
    Tidy,
    /// Draw the contents of the selected vertices in them, or no longer.
    Expand,
    /// Show the file with the contents of the selected vertex.
    Enter,
    /// Draw comments with the vertices that they stand above, or no longer.
    Comments,
    /// Draw vertices in frames by the banner comments that head them, or no longer.
    Banners,
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

/// The part of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    All,
    /// The part that is seen.
    Seen,
}

/// A question to the user.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Asks what to connect the selected part to.
    Connect,
    /// Asks what to add at a place in the flow; the new vertex lies at the point, if there is one.
    Add(Purpose, Option<Point>),
    /// Asks how to align the selection.
    Align,
    /// Asks whether a connection shall replace another.
    Replace {
        /// The output that the input has now.
        old: String,
        /// The input that has a connection.
        input: String,
        /// True if the input is an output of the cluster, seen from inside.
        is_side: bool,
        /// The change that replaces it.
        deed: Deed,
    },
    /// Asks for a word.
    Write(Writing),
}

/// A word that is asked for in the drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Writing {
    /// The place of the field, in canvas units.
    pub at: Rect,
    /// The label of the field.
    pub label: String,
    /// The word that is there now.
    pub now: String,
    /// The meaning of an empty field; `None` if it must be filled in.
    pub empty: Option<&'static str>,
    /// The purpose of the word.
    pub wanted: Wanted,
    /// The name or value that was refused, with the reason.
    pub refused: Option<(String, String)>,
}

/// The purpose of a word that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// The name of an item.
    Name(ItemPath),
    /// The value of a key of an item.
    Value(ItemPath, String),
    /// The name of what items become together.
    Whole(Vec<ItemPath>),
    /// The name of a port that is made to be connected.
    Port(NewPort),
}

/// Items that a step creates, of which the places go and come with it. The editor writes it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Making {
    created: Vec<ItemPath>,
    /// The arrangement that was shown, as the names of its places begin.
    kept: String,
    /// True if the step was done again, false if it was undone.
    is_there: bool,
}

impl Making {
    /// Takes the places of the items to those that are set aside, or brings them back.
    fn take_along(&self, places: &mut Places, aside: &mut Places) {
        let (from, to) = if self.is_there { (aside, places) } else { (places, aside) };
        let names = self.created.iter().map(|it| self.kept.clone() + &item_key(it));
        names.for_each(|it| to.extend(from.remove_entry(&it)));
    }
}

/// The way from actions to the canvas, wherever it is mounted.
#[derive(Clone, Copy)]
pub struct CanvasControl {
    /// Counts, so that the same request twice is two requests.
    requested: RwSignal<Option<(u32, CanvasRequest)>>,
    /// The part of each file's drawing that was last seen.
    viewports: StoredValue<BTreeMap<FileId, Viewport>>,
    /// The places in each file to which vertices were moved.
    places: StoredValue<BTreeMap<FileId, ArcRwSignal<Places>>>,
    /// The vertices of each file that were drawn last.
    drawn: StoredValue<BTreeMap<FileId, Names>>,
    /// The places of items that undo has taken away, for redo.
    set_aside: StoredValue<BTreeMap<FileId, Places>>,
    /// The text that was copied or cut last, and the path of its file.
    pub copied: StoredValue<Option<(String, String)>>,
    /// The files that were entered, from the outermost to the one that is shown.
    pub trail: RwSignal<Vec<FileId>>,
    /// True if what is selected is what stands at the caret of the text, and nobody has picked it in the drawing.
    pub is_of_caret: StoredValue<bool>,
    /// The time at which the key that removes was pressed last, unless something was picked or done since.
    pub removed_at: StoredValue<Option<Duration>>,
    /// Counts how often undo or redo moved vertices.
    n_recalled: RwSignal<u32>,
    /// Counts how often something else was selected, but for what changes and actions select.
    pub n_picks: StoredValue<u32>,
}

/// Returns the way to the canvas.
#[must_use]
pub fn use_canvas_control() -> CanvasControl {
    expect_context()
}

impl CanvasControl {
    /// Creates a control with nothing requested, and vertices where they were when the page was
    /// last left.
    #[must_use]
    pub fn new() -> CanvasControl {
        CanvasControl {
            requested: RwSignal::new(None),
            viewports: StoredValue::new(BTreeMap::new()),
            places: StoredValue::new(
                stored_places().into_iter().map(|(id, it)| (id, ArcRwSignal::new(it))).collect(),
            ),
            drawn: StoredValue::new(BTreeMap::new()),
            copied: StoredValue::new(None),
            set_aside: StoredValue::new(BTreeMap::new()),
            trail: RwSignal::new(Vec::new()),
            is_of_caret: StoredValue::new(false),
            removed_at: StoredValue::new(None),
            n_recalled: RwSignal::new(0),
            n_picks: StoredValue::new(0),
        }
    }

    /// Notes that the key that removes is pressed. True if that is once more for what has just gone, or still held: what is
    /// selected by now is what the caret stands in, and nobody meant that.
    #[must_use]
    pub fn removes_again(self) -> bool {
        let (before, now) = (self.removed_at.get_value(), window::now());
        self.removed_at.set_value(Some(now));
        is_soon(before, now)
    }

    /// Lets something select that is no pick of the person's: what was asked for before means that, too.
    pub fn unpicked(self, select: impl FnOnce()) {
        let (n_picks, removed_at) = (self.n_picks.get_value(), self.removed_at.get_value());
        select();
        self.n_picks.set_value(n_picks);
        self.removed_at.set_value(removed_at);
    }

    /// Asks the canvas for something.
    pub fn ask(self, request: CanvasRequest) {
        self.requested.update(|it| {
            let n_asked = it.map_or(0, |(n, _)| n) + 1;
            *it = Some((n_asked, request));
        });
    }

    /// Returns the part of a file's drawing that was last seen.
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

    /// Returns the places to which a file's vertices were moved. Whoever changes them calls
    /// [`Self::store_places`].
    #[must_use]
    pub fn places(self, file: FileId) -> ArcRwSignal<Places> {
        self.places.try_update_value(|it| it.entry(file).or_default().clone()).unwrap_or_default()
    }

    /// Moves vertices of a file back, or there again: called by undo and redo, with the JSON of a
    /// [`super::places::Shift`] or of a [`Making`].
    pub fn recall(self, file: FileId, step: &str) {
        if let Ok(making) = bobbin_json::from_str::<Making>(step) {
            self.set_aside.update_value(|aside| {
                let aside = aside.entry(file).or_default();
                self.places(file).update(|places| making.take_along(places, aside));
            });
        } else if let Ok(shift) = bobbin_json::from_str(step) {
            self.places(file).update(|it| shifted(it, shift));
        } else {
            return;
        }
        self.store_places();
        self.n_recalled.update(|it| *it = it.wrapping_add(1));
    }

    /// Follows the moves that undo and redo make from now on.
    pub fn on_recall(self, hear: impl Fn() + 'static) {
        let seen = self.n_recalled.get_untracked();
        effect(move || {
            if self.n_recalled.get() != seen {
                untrack(&hear);
            }
        });
    }

    /// Lets vertices that were moved stay where they are under the names that they have in a drawing.
    pub fn follow_names(self, file: FileId, now: Names) {
        let before = self.drawn.try_update_value(|it| it.insert(file, now.clone())).flatten();
        let renamed = before.map(|it| renamed(&it, &now)).unwrap_or_default();
        if renamed.is_empty() {
            return;
        }
        let places = self.places(file);
        let mut new = places.get_untracked();
        if rename(&mut new, &renamed) {
            places.set(new);
            self.store_places();
        }
    }

    /// Forgets files that are closed, from now on.
    pub fn follow_files(self, documents: DocumentStore) {
        effect(move |before: Option<Vec<FileId>>| {
            let open: Vec<FileId> =
                documents.files.with(|files| files.iter().map(|it| it.id).collect());
            let closed: Vec<FileId> =
                before.into_iter().flatten().filter(|it| !open.contains(it)).collect();
            if !closed.is_empty() {
                self.viewports.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.places.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.drawn.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.set_aside.update_value(|it| it.retain(|id, _| !closed.contains(id)));
                self.store_places_without(&closed);
            }
            open
        });
    }

    /// Stores the places of moved vertices for the next visit. If the browser has no room, they
    /// last until the page is left.
    pub fn store_places(self) {
        self.store_places_without(&[]);
    }

    /// Stores the places too, and forgets files that are closed. What other tabs stored stays.
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
        effect(move || {
            if let Some((n, request)) = self.requested.get()
                && n > seen
            {
                untrack(|| hear(request));
            }
        });
    }
}

/// Returns true if a key was pressed just before.
fn is_soon(before: Option<Duration>, now: Duration) -> bool {
    before.is_some_and(|it| now.saturating_sub(it) < ONCE_MORE)
}

fn stored_places() -> BTreeMap<FileId, Places> {
    let json = storage::load_or_old(PLACES);
    json.and_then(|it| bobbin_json::from_str(&it).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_takes_the_places_of_what_it_takes_away() {
        let at = |x| Point { x, y: 0.0 };
        let all = Places::from([
            ("process\u{1f}a".to_owned(), at(1.0)),
            ("process\u{1f}b".to_owned(), at(2.0)),
            ("frames\u{1e}process\u{1f}b".to_owned(), at(3.0)),
        ]);
        // As the editor writes it.
        let step = |is_there| {
            let json = format!(r#"{{"created":[["process","b"]],"kept":"","isThere":{is_there}}}"#);
            bobbin_json::from_str::<Making>(&json).unwrap()
        };
        let (mut places, mut aside) = (all.clone(), Places::new());
        step(false).take_along(&mut places, &mut aside);
        assert_eq!(places.values().map(|it| it.x).collect::<Vec<_>>(), [3.0, 1.0]);
        step(true).take_along(&mut places, &mut aside);
        assert_eq!((places, aside), (all, Places::new()));
        assert!(bobbin_json::from_str::<Making>(r#"{"process":{"x":1,"y":2}}"#).is_err());
    }

    #[test]
    fn a_key_is_pressed_once_more_within_a_moment() {
        let at = Duration::from_millis;
        assert!(is_soon(Some(at(5000)), at(5999)));
        assert!(!is_soon(Some(at(5000)), at(6000)));
        assert!(!is_soon(None, at(0)));
    }

    #[test]
    fn places_survive_their_json() {
        let at = Point { x: -20.5, y: 340.0 };
        let places = Places::from([("process\u{1f}a".to_owned(), at)]);
        let all = BTreeMap::from([(FileId(0), places), (FileId(12), Places::new())]);
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(bobbin_json::from_str::<BTreeMap<FileId, Places>>(&json).unwrap(), all);
    }
}
