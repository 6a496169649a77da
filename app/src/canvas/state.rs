//! The state of the canvas, shared by its parts.

use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;

use bobbin_protocol::{Catalogue, Command, Point, Range, Rect};
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::camera::Camera;
use super::colour;
use super::control::{CanvasControl, Question, use_canvas_control};
use super::edit::{self, Deed, Joining};
use super::finder::Finder;
use super::gesture::{Carried, Gesture};
use super::hit::{Aim, Hit, aim, edge_under};
use super::moves::Moves;
use super::places::arranged;
use super::prompts::Prompts;
use super::reachability::Way;
use super::scene::{PortId, Scene, place_key};
use super::selection::Selection;
use super::viewport::Viewport;
use crate::actions::{Actions, use_actions};
use crate::conversion::{Conversions, use_conversions};
use crate::document::commands::{self, Done, Refused};
use crate::document::locate::{self, GraphPart};
use crate::document::{Asked, DocumentStore, Editing, OpenFile, use_documents, use_editing};
use crate::files::{FileControl, use_files};
use crate::following::memo;
use crate::navigation::{Navigation, use_navigation};
use crate::picture::{Pictures, use_pictures};
use crate::platform::dom::{self, Size};
use crate::platform::turning;
use crate::settings::use_settings;
use crate::widgets::prose::{counted, sentence};
use crate::widgets::toast::{Toasts, use_toasts};

/// The number of vertices in a drawing above which only outlines follow the pointer: their edges
/// would be late.
const MAX_CARRIED_IN: usize = 300;

/// The usual size of a new vertex, before its layout says it, and its distance from another one.
const NEW: Size = Size { width: 150.0, height: 80.0 };
const SPACE: f64 = 28.0;

/// The canvas' own state.
#[derive(Clone, Copy)]
pub struct CanvasState {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub navigation: Navigation,
    pub editing: Editing,
    pub files: FileControl,
    pub conversions: Conversions,
    pub control: CanvasControl,
    pub actions: Actions,
    pub pictures: Pictures,
    pub scene: Memo<Scene>,
    pub camera: Camera,
    pub selection: Selection,
    pub moves: Moves,
    pub prompts: Prompts,
    pub gesture: RwSignal<Gesture>,
    /// True if the pointer that came down last is a finger, which hides what it aims at.
    pub is_finger: RwSignal<bool>,
    pub hover: RwSignal<Hit>,
    pub finder: Finder,
    /// The direction from the selected vertices in which the flow is highlighted, and the vertices
    /// on it.
    pub traced: RwSignal<Option<(Way, BTreeSet<usize>)>>,
    /// The vertices that stand out; `None` if all do.
    pub lit: Memo<Option<BTreeSet<usize>>>,
    /// The catalogue of what can be added; `None` until the server has sent it.
    pub catalogue: RwSignal<Option<Arc<Catalogue>>>,
    pub is_library_open: RwSignal<bool>,
    /// True for a drawing whose first vertex was put at its place by hand.
    pub is_begun_by_hand: StoredValue<bool>,
    pub shows_comments: RwSignal<bool>,
    pub groups_by_banner: RwSignal<bool>,
    /// The entry of the library that follows the pointer.
    pub carried_entry: RwSignal<Option<Carried>>,
    /// The end of the line under the pointer.
    pub aim: Memo<Option<Aim>>,
    /// Data types and the numbers of their colours.
    pub legend: Memo<Vec<(String, usize)>>,
}

/// The place of a new vertex, the answer to a refusal and the message that belong to a change of the text.
#[derive(Default)]
pub struct Beside {
    /// The name of the vertex that it brings, and where that goes.
    pub place: Option<(String, Point)>,
    /// Gets the refusal, if it is refused; else the user is told.
    pub on_refused: Option<Box<dyn FnOnce(Refused)>>,
    /// The message to the user once it is done.
    pub told: Option<String>,
}

impl CanvasState {
    /// Creates the state for the file that is shown, on an element of this size in a frame of that one.
    #[must_use]
    pub fn new(size: ReadSignal<Size>, frame: ReadSignal<Size>) -> CanvasState {
        let documents = use_documents();
        let control = use_canvas_control();
        let moves = Moves::new(documents, control);
        let scene = memo(move |_| {
            let file = documents.active.get();
            let graph = file.and_then(|it| it.views.graph.with(|it| it.here().cloned()));
            graph
                .map(|it| arranged(&it, &moves.shown.read(), &moves.carried.read()))
                .unwrap_or_default()
        });
        let legend = memo(move |_| {
            let types = scene.with(Scene::data_types);
            let coloured = |name: String| {
                let colour = colour::of_type(&name);
                (name, colour)
            };
            types.into_iter().map(coloured).collect::<Vec<_>>()
        });
        let camera = Camera::new(scene, size, frame, legend);
        let gesture = RwSignal::new(Gesture::Idle);
        let is_finger = RwSignal::new(false);
        let aim = memo(move |_| {
            let (from, to) = match gesture.get() {
                Gesture::Connecting { from, to } => (Some(from), to),
                Gesture::Rerouting { edge, side, to } => {
                    (scene.with_untracked(|it| it.kept_end(edge, side)), to)
                }
                _ => return None,
            };
            let grain = grain(camera.viewport.get_untracked(), is_finger.get_untracked());
            scene.with_untracked(|scene| aim(scene, from?, to, grain))
        });
        let finder = Finder::new(scene);
        let traced = RwSignal::new(None::<(Way, BTreeSet<usize>)>);
        let lit = memo(move |_| match (finder.found.get(), traced.get()) {
            (Some(found), Some((_, traced))) => Some(&found & &traced),
            (found, traced) => found.or(traced.map(|it| it.1)),
        });
        let settings = use_settings();
        CanvasState {
            documents,
            toasts: use_toasts(),
            navigation: use_navigation(),
            editing: use_editing(),
            files: use_files(),
            conversions: use_conversions(),
            control,
            actions: use_actions(),
            pictures: use_pictures(),
            scene,
            camera,
            selection: Selection::new(scene, control),
            moves,
            prompts: Prompts::new(),
            gesture,
            is_finger,
            hover: RwSignal::new(Hit::Canvas),
            finder,
            traced,
            lit,
            catalogue: RwSignal::new(None),
            is_library_open: settings.is_library_open,
            is_begun_by_hand: StoredValue::new(false),
            shows_comments: settings.shows_comments,
            groups_by_banner: settings.groups_by_banner,
            carried_entry: RwSignal::new(None),
            aim,
            legend,
        }
    }

    /// Returns the number of a type's colour.
    #[must_use]
    pub fn colour_of(self, data_type: &str) -> Option<usize> {
        self.legend.with(|legend| {
            let at = legend.binary_search_by(|(name, _)| name.as_str().cmp(data_type)).ok()?;
            legend.get(at).map(|(_, colour)| *colour)
        })
    }

    pub fn select_none(self) {
        self.selection.set([]);
        self.selection.show_in_text_when_drawn(self.is_drawn());
    }

    /// True if the drawing is of the text there is now.
    fn is_drawn(self) -> bool {
        self.documents.shown().is_some_and(|it| it.is_drawn())
    }

    /// Selects one part, in the text too: there as soon as the drawing is of the text.
    pub fn select(self, part: GraphPart) {
        let is_drawn = self.is_drawn();
        self.selection.set([part]);
        self.selection.show_in_text_when_drawn(is_drawn);
        self.scene.with_untracked(|scene| {
            let item = match part {
                GraphPart::Vertex(idx) => scene.graph.vertices.get(idx).map(|it| &it.item),
                GraphPart::Edge(idx) => scene.graph.edges.get(idx).map(|it| &it.item),
            };
            if let Some((item, range)) = item.zip(locate::picked_in_graph(&scene.graph, part)) {
                if is_drawn {
                    self.navigation.pick_item(item.clone(), range);
                } else {
                    self.navigation.show_item(item.clone());
                }
            }
        });
    }

    /// Selects in the text too what was selected while the drawing was of another text; false if
    /// there is no such thing.
    pub fn pick_late(self) -> bool {
        let was_unshown = self.selection.take_unshown();
        let part = self.selection.only().filter(|_| was_unshown);
        part.into_iter().for_each(|it| self.control.unpicked(|| self.select(it)));
        was_unshown
    }

    /// Selects what stands at the caret, and shows it. The drawing is of the text.
    pub fn follow_caret(self, file: &Arc<OpenFile>) {
        let at = file.caret.with_untracked(|it| it.position);
        let (picked, part) = self.scene.with_untracked(|scene| {
            // Picking it brought the caret there, where others may stand, too.
            let is_picked = |it: &GraphPart| {
                locate::picked_in_graph(&scene.graph, *it).is_some_and(|it| it.end == at)
            };
            let picked =
                self.selection.parts.with_untracked(|it| it.iter().copied().find(is_picked));
            (picked, picked.or_else(|| locate::in_graph(&scene.graph, at)))
        });
        let selection: BTreeSet<GraphPart> = part.into_iter().gather();
        let is_other = self.selection.parts.with_untracked(|it| *it != selection);
        if picked.is_none() {
            self.selection.follow_caret(part);
        }
        if let Some(GraphPart::Vertex(idx)) = part.filter(|_| is_other) {
            self.camera.reveal(idx);
        }
    }

    /// Shows what is selected.
    pub fn fit_selection(self) {
        let around = self.scene.with_untracked(|scene| scene.around(self.selected().into_iter()));
        if let Some(rect) = around {
            self.camera.fit_onto(rect);
        }
    }

    /// Returns the selected vertices, and of selected edges both ends.
    #[must_use]
    pub fn selected(self) -> BTreeSet<usize> {
        let selection = self.selection.parts.get_untracked();
        self.scene.with_untracked(|scene| {
            let parts = selection.into_iter().flat_map(|part| match part {
                GraphPart::Vertex(idx) => vec![idx],
                GraphPart::Edge(idx) => {
                    scene.ends(idx).map_or_else(Vec::new, |(a, b)| vec![a.vertex, b.vertex])
                }
            });
            parts.gather()
        })
    }

    /// Returns the vertices that follow the pointer when it drags `card`: the whole selection, if
    /// it is part of it.
    #[must_use]
    pub fn dragged_with(self, card: usize) -> BTreeSet<usize> {
        let selected = self.selection.vertices();
        if selected.contains(&card) { selected } else { iter::once(card).gather() }
    }

    /// Moves a vertex, and those that are selected with it, on by this much. In a large drawing
    /// only their outlines follow the pointer.
    pub fn carry(self, card: usize, dx: f64, dy: f64) {
        let n_cards = self.scene.with_untracked(|it| it.graph.vertices.len());
        if n_cards <= MAX_CARRIED_IN {
            self.moves.carried.set(self.taken(card, dx, dy).collect());
        }
    }

    /// Returns the places of a vertex and those selected with it, moved by so much. Frames around
    /// others stay around them.
    pub fn taken(self, card: usize, dx: f64, dy: f64) -> impl Iterator<Item = (String, Point)> {
        let cards = self.dragged_with(card);
        let taken: Vec<(String, Point)> = self.scene.with_untracked(|scene| {
            let cards = cards.into_iter().filter(|it| !scene.is_group(*it));
            let cards = cards.filter_map(|it| scene.graph.vertices.get(it));
            let place = |rect: Rect| Point { x: rect.x + dx, y: rect.y + dy };
            cards.map(|it| (place_key(it), place(it.rect))).collect()
        });
        taken.into_iter()
    }

    /// Returns how finely the pointer aims, in pixels per canvas unit.
    #[must_use]
    pub fn grain(self) -> f64 {
        grain(self.camera.viewport.get_untracked(), self.is_finger.get_untracked())
    }

    /// Returns the edge into which a vertex is spliced when it is let go here.
    #[must_use]
    pub fn edge_for(self, scene: &Scene, card: usize, at: Point) -> Option<usize> {
        let edge = edge_under(scene, card, at, self.grain())
            .filter(|_| self.dragged_with(card).len() == 1);
        edge.filter(|it| edit::splice(scene, card, *it).is_some())
    }

    /// Returns the shown text in a range, on one line.
    #[must_use]
    pub fn text_of(self, range: Range) -> String {
        let text = self.documents.shown().and_then(|it| it.text()).unwrap_or_default();
        let words: Vec<&str> = locate::part_of(&text, range).1.split_whitespace().collect();
        turning::marked(words.join(" "))
    }

    /// Lets the layout place all vertices, as a step of the history.
    pub fn tidy(self) {
        self.moves.clear();
        self.announce("Manual moves were discarded.");
    }

    /// Announces the last change to screen readers.
    pub fn announce(self, text: impl Into<String>) {
        self.prompts.announce(text);
    }

    /// Changes the text in one step.
    pub fn perform(self, deed: Deed) {
        self.perform_with(deed, Beside::default());
    }

    /// Changes the text in one step, with what goes with it.
    pub fn perform_with(self, deed: Deed, beside: Beside) {
        let Beside { place, on_refused, told } = beside;
        let (editing, file) = (self.editing, self.documents.shown());
        let near = self.place_beside();
        // Not a callback of the view's: the dialog that began it is gone by then.
        let on_done = Box::new(move |it: &Done| {
            if let Some((file, told)) = file.zip(told) {
                editing.say_of(&file, told);
            }
            // The canvas may have gone meanwhile.
            if self.prompts.announced.try_get_untracked().is_some() {
                let is_first = self.scene.with_untracked(|it| it.graph.vertices.is_empty());
                self.is_begun_by_hand.set_value(is_first && place.is_some());
                place.into_iter().for_each(|(name, place)| self.moves.prepare(name, place));
                self.moves.keep_next(near);
                self.selection.wait_for_created(&it.created);
            }
        });
        // A new name is followed whatever gave it.
        let is_rename = deed.commands.iter().any(|it| matches!(it, Command::Rename { .. }));
        let kept = (!is_rename).then(|| self.moves.arrangement());
        self.editing.dispatch_kept(deed.commands, deed.label, kept, on_done, on_refused);
    }

    /// Returns the place of something new that is connected to nothing: below what is selected, else in
    /// the middle of what is seen.
    fn place_beside(self) -> Point {
        let around = self.scene.with_untracked(|scene| scene.around(self.selected().into_iter()));
        around.map_or_else(
            || self.camera.middle_for(NEW),
            |it| Point { x: it.x, y: it.y + it.height + SPACE },
        )
    }

    /// Joins ports, or says why not, or asks whether to replace what is there. A line that was let go `at` a
    /// place is answered there.
    pub fn join(self, joining: Joining, at: Option<Point>) {
        match joining {
            Joining::Free(deed) => {
                let on_refused = at.map(|at| -> Box<dyn FnOnce(Refused)> {
                    Box::new(move |it: Refused| self.refuse(sentence(&it.reason), Some(at)))
                });
                self.perform_with(deed, Beside { on_refused, ..Beside::default() });
            }
            Joining::Replacing { old, input, is_side, deed } => {
                let Some(file) = self.documents.shown() else { return };
                let version = file.version.get_untracked();
                leptos::task::spawn_local(async move {
                    // Nobody is asked for leave to do what cannot be done.
                    let why = commands::why_refused(&file, deed.commands.clone()).await;
                    // The canvas may have gone meanwhile, or the person has gone on to something else.
                    let is_open = self.prompts.question.try_with_untracked(Option::is_some);
                    let shown = self.documents.shown().map(|it| it.id);
                    if is_open != Some(false)
                        || shown != Some(file.id)
                        || file.version.get_untracked() != version
                    {
                        return;
                    }
                    match why {
                        Some(why) => self.refuse(sentence(&why), at),
                        None => {
                            let question = Question::Replace { old, input, is_side, deed };
                            self.prompts.question.set(Some(question));
                        }
                    }
                });
            }
            Joining::Unnamed(port) => self.ask_port(port, at),
            Joining::Impossible(why) => self.refuse(why.into_owned(), at),
        }
    }

    /// Says why something is refused: where it was let go, if it was.
    pub fn refuse(self, why: String, at: Option<Point>) {
        match at {
            // The canvas may have gone meanwhile.
            Some(at) if self.prompts.refused_drop.try_get_untracked().is_some() => {
                self.prompts.refuse_drop(at, why);
            }
            _ => self.toasts.complain(why),
        }
    }

    /// Asks for a connection between two ports, of which a line from one was let go `at` the other.
    pub fn connect(self, one: PortId, other: PortId, at: Point) {
        self.join(self.scene.with_untracked(|scene| edit::join(scene, one, other)), Some(at));
    }

    /// Asks for the removal of what is selected.
    pub fn delete_selected(self) {
        let selection = self.selection.parts.get_untracked();
        if selection.is_empty() {
            return self.toasts.say("Select a process or a connection first.");
        }
        if let Some(why) = self.why_fixed() {
            if !self.refuses_selected() {
                self.toasts.complain(sentence(&why));
            }
            return;
        }
        // The card that has the keyboard goes, and what comes next is for the drawing.
        if dom::has_keys_inside(".canvas") {
            dom::focus(".canvas__drawing");
        }
        self.remove(&selection, false);
    }

    /// Removes parts from the text, and tells what goes with them; of what is `cut` out, what no paste brings back.
    pub fn remove(self, parts: &BTreeSet<GraphPart>, is_cut: bool) {
        let (deed, n_along, whose) = self.scene.with_untracked(|scene| {
            let cards: Vec<usize> = parts.iter().filter_map(|it| it.vertex()).collect();
            // A card may stand for more than a process: a port of the cluster itself.
            let whose = match *cards.as_slice() {
                [idx] => scene.graph.vertices.get(idx).map(|it| format!("`{}`", it.title)),
                _ => None,
            };
            (edit::delete(scene, parts), edit::n_along(scene, parts, is_cut), whose)
        });
        let told = (n_along > 0).then(|| {
            let whose = whose.as_deref().unwrap_or("them");
            let also = match (is_cut, n_along) {
                (false, _) => "",
                (true, 1) => " A paste does not bring it back; undo does.",
                (true, _) => " A paste brings back none of them; undo does.",
            };
            format!("{} went with {whose}.{also}", counted(n_along, "connection"))
        });
        if let Some(deed) = deed {
            self.perform_with(deed, Beside { told, ..Beside::default() });
        }
    }

    /// Returns why nothing of what is selected can be changed in this text; `None` if some of it can.
    #[must_use]
    pub fn why_fixed(self) -> Option<String> {
        let selection = self.selection.parts.get_untracked();
        self.scene.with_untracked(|scene| {
            let reasons = selection.iter().map(|part| match *part {
                GraphPart::Vertex(idx) => scene.graph.vertices.get(idx)?.fixed.clone(),
                GraphPart::Edge(idx) => scene.graph.edges.get(idx)?.fixed.clone(),
            });
            let all: Option<Vec<String>> = reasons.collect();
            all?.into_iter().next()
        })
    }

    /// Returns the open vertex that contains the whole selection, where that cannot be changed
    /// here.
    #[must_use]
    pub fn holder(self) -> Option<usize> {
        let selection = self.selection.parts.get_untracked();
        self.scene.with_untracked(|scene| {
            let mut holders = selection.iter().map(|it| scene.holder(*it));
            let holder = holders.next()?;
            if holders.all(|it| it == holder) { holder } else { None }
        })
    }

    /// Returns how far the graph has come.
    #[must_use]
    pub fn asked(self) -> Asked<()> {
        let Some(file) = self.documents.active.get() else { return Asked::Absent };
        file.views.graph.with(|graph| match graph {
            Asked::NotYet => Asked::NotYet,
            Asked::Absent => Asked::Absent,
            Asked::Failed(why) => Asked::Failed(why.clone()),
            Asked::Here(graph) if graph.vertices.is_empty() => Asked::Absent,
            Asked::Here(_) => Asked::Here(Arc::new(())),
        })
    }
}

/// Returns how finely a pointer aims: a finger means what is twice as far away.
fn grain(viewport: Viewport, is_finger: bool) -> f64 {
    if is_finger { viewport.zoom / 2.0 } else { viewport.zoom }
}
