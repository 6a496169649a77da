//! The graph as it is drawn: what is expanded, near where it was drawn before, whole or in slices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use bobbin_core::Snapshot;
use bobbin_core::layout::{Job, Room};
use bobbin_core::view::{Graph, ViewKind};
use bobbin_protocol::{self as protocol, ItemPath, ViewOptions};

use crate::convert::{self, Drawn, Rows};

/// The size of a slice, in units of about a hundred bytes of JSON.
const SLICE_SIZE: usize = 4000;

/// The parts of a graph that are drawn. Drawings of the same text that differ in them are laid out
/// apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Extent {
    /// The vertices that are drawn with their contents.
    expanded: Vec<ItemPath>,
    /// True if comments are drawn with their vertices.
    has_comments: bool,
    /// True if vertices are drawn in the frames of their banners.
    is_framed: bool,
}

impl Extent {
    /// Returns true if a drawing may take places over from another one: what is not expanded lies
    /// nearly where it lay, but comments and frames need room everywhere.
    fn is_near(&self, other: &Extent) -> bool {
        (self.has_comments, self.is_framed) == (other.has_comments, other.is_framed)
    }
}

/// A request for a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    extent: Extent,
    /// True to ignore earlier drawings.
    is_fresh: bool,
    /// The index of the slice; `None` for the whole drawing.
    slice: Option<usize>,
    /// The room in which it is shown.
    room: Option<Room>,
}

impl Wish {
    /// Reads the request from the options of the view.
    pub(crate) fn read(options: &ViewOptions) -> Wish {
        let slice = options.slice.map(|it| it as usize);
        // The further slices are those of the drawing that the first one began.
        let is_first = slice.unwrap_or_default() == 0;
        let is_fresh = is_first && options.is_fresh;
        let ViewOptions { ref expanded, has_comments, is_framed, room, .. } = *options;
        let extent = Extent { expanded: expanded.clone(), has_comments, is_framed };
        Wish { extent, is_fresh, slice, room }
    }
}

/// The number of drawings of earlier texts that are remembered, and of the vertices and edges of
/// them all.
const MOST_REMEMBERED: usize = 32;
const MOST_PARTS: usize = 20_000;

/// Progress of a drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Work {
    /// It is there, unless the language has no graphs.
    Done,
    /// The share that is done, from 0 to 1.
    Left(f64),
}

/// The drawings of one text.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    last: Mutex<Last>,
}

#[derive(Debug, Default)]
struct Last {
    /// Drawings of earlier texts, the newest last. A text that comes back, for example by undo, is drawn as
    /// it was.
    earlier: Vec<Remembered>,
    /// The last drawing of this text: placing the vertices is the dearest of the views.
    graph: Option<Remembered>,
    /// The one that is being made.
    running: Option<Running>,
    /// The folding of the last drawing.
    folding: Option<Folding>,
}

/// The rows in which a drawing was shown, and what for.
#[derive(Debug)]
struct Folding {
    room: Room,
    extent: Extent,
    /// The places of the cuts; none if it was not cut.
    cuts: Vec<f64>,
    rows: Option<Rows>,
}

impl Folding {
    /// Returns true if the rows are those of a drawing of `extent`, too: what opens or closes a vertex leaves the
    /// others in their rows, and so does what happens meanwhile.
    fn is_held(&self, extent: &Extent) -> bool {
        self.extent.is_near(extent) && (self.extent != *extent || !extent.expanded.is_empty())
    }
}

/// A drawing, and of what.
#[derive(Debug)]
struct Remembered {
    /// The hash of the text.
    text: u64,
    extent: Extent,
    graph: protocol::Graph,
}

/// A drawing that is being made, and what for.
#[derive(Debug)]
struct Running {
    text: u64,
    extent: Extent,
    is_fresh: bool,
    stage: Stage,
}

/// The stage of a drawing; each stage is worked off in pieces of its own.
#[derive(Debug)]
enum Stage {
    /// The graph was made from the text.
    Made(Graph),
    LaidOut(Graph, Job),
    Drawn(Drawn),
}

/// The functions for which all that lays out graphs is needed.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    work: fn(&Drawing, &Snapshot, &Wish) -> Work,
    picture: fn(&Drawing, &Wish) -> Option<protocol::Graph>,
}

pub(crate) const FUNCTIONS: Draw = Draw { work: Drawing::do_work, picture: Drawing::take_picture };

/// These functions, in a program that fetches them later.
#[cfg(feature = "late")]
pub(crate) static DRAW: std::sync::OnceLock<Draw> = std::sync::OnceLock::new();

#[cfg(feature = "late")]
#[expect(clippy::panic, reason = "the program says before a message what it needs")]
fn draw() -> Draw {
    *DRAW.get().unwrap_or_else(|| panic!("what draws graphs is not installed"))
}

#[cfg(not(feature = "late"))]
fn draw() -> Draw {
    FUNCTIONS
}

impl Drawing {
    /// Creates the drawing of a text that came after another one. What was being made for that one
    /// is given up.
    pub(crate) fn after(earlier: Drawing) -> Drawing {
        let Last { mut earlier, graph, folding, .. } =
            earlier.last.into_inner().unwrap_or_default();
        if let Some(graph) = graph {
            earlier.retain(|it| (it.text, &it.extent) != (graph.text, &graph.extent));
            earlier.push(graph);
            forget_oldest(&mut earlier);
        }
        Drawing { last: Mutex::new(Last { earlier, folding, ..Last::default() }) }
    }

    /// Returns the graph with its layout, if the language has graphs.
    pub(crate) fn view(&self, snapshot: &Snapshot, wish: &Wish) -> Option<protocol::Graph> {
        if !self.is_ready(wish) {
            while self.work(snapshot, wish) != Work::Done {}
        }
        self.picture(wish)
    }

    /// Returns true if [`Drawing::picture`] can answer without work.
    pub(crate) fn is_ready(&self, wish: &Wish) -> bool {
        self.last.lock().is_ok_and(|it| !wish.is_fresh && it.drawn(wish).is_some())
    }

    /// Does one piece of the work for a drawing. Only one is made at a time.
    pub(crate) fn work(&self, snapshot: &Snapshot, wish: &Wish) -> Work {
        if snapshot.info().views.contains(&ViewKind::Graph) {
            (draw().work)(self, snapshot, wish)
        } else {
            Work::Done
        }
    }

    /// Returns the finished drawing, or the slice that was asked for.
    pub(crate) fn picture(&self, wish: &Wish) -> Option<protocol::Graph> {
        // What was never made needs no code that makes it.
        let is_there = self.last.lock().is_ok_and(|it| it.drawn(wish).is_some());
        if is_there { (draw().picture)(self, wish) } else { None }
    }

    fn do_work(&self, snapshot: &Snapshot, wish: &Wish) -> Work {
        let Ok(mut last) = self.last.lock() else { return Work::Done };
        let is_for = |it: &Running| it.extent == wish.extent && it.is_fresh == wish.is_fresh;
        if !last.running.as_ref().is_some_and(is_for) {
            last.running = begin(snapshot, wish);
            // That is a piece of its own: it makes the graph from the text.
            return if last.running.is_some() { Work::Left(0.0) } else { Work::Done };
        }
        let Some(mut running) = last.running.take() else { return Work::Done };
        let (stage, share) = match running.stage {
            Stage::Made(graph) => {
                let near = last.near(running.text, &running.extent).filter(|_| !wish.is_fresh);
                match near.and_then(|it| convert::same_layout(&graph, it)) {
                    Some(layout) => (Stage::Drawn(Drawn::new(graph, layout)), 1.0),
                    None => {
                        let job = convert::begin_layout(&graph, near);
                        (Stage::LaidOut(graph, job), 0.0)
                    }
                }
            }
            Stage::LaidOut(graph, mut job) => match job.step() {
                Some(layout) => (Stage::Drawn(Drawn::new(graph, layout)), 1.0),
                None => {
                    let share = job.progress();
                    (Stage::LaidOut(graph, job), share)
                }
            },
            Stage::Drawn(mut drawn) => {
                if !drawn.step(snapshot) {
                    let Running { text, extent, .. } = running;
                    last.keep(Remembered { text, extent, graph: drawn.finish() });
                    return Work::Done;
                }
                (Stage::Drawn(drawn), 1.0)
            }
        };
        running.stage = stage;
        last.running = Some(running);
        Work::Left(share)
    }

    fn take_picture(&self, wish: &Wish) -> Option<protocol::Graph> {
        let mut last = self.last.lock().ok()?;
        let graph = last.drawn(wish)?;
        let earlier = last.folding.as_ref();
        let earlier = earlier.filter(|it| Some(it.room) == wish.room && !wish.is_fresh);
        let held = earlier.filter(|it| it.is_held(&wish.extent));
        let held = held.and_then(|it| it.rows.as_ref()?.places_in(graph));
        let cuts = earlier.map_or(&[][..], |it| &it.cuts);
        let folded = wish.room.and_then(|room| convert::folded(graph, room, cuts, held.as_deref()));
        let (folded, cuts) = folded.unzip();
        let folding = wish.room.map(|room| {
            let cuts = cuts.unwrap_or_default();
            let rows = Rows::of(graph, &cuts);
            Folding { room, extent: wish.extent.clone(), cuts, rows }
        });
        let graph = folded.as_ref().unwrap_or(graph);
        let picture = wish.slice.map_or_else(|| graph.clone(), |nth| sliced(graph, nth));
        last.folding = folding;
        Some(picture)
    }

    /// Gives up what is being made.
    pub(crate) fn give_up(&self) {
        if let Ok(mut last) = self.last.lock() {
            last.running = None;
        }
    }
}

impl Last {
    fn drawn(&self, wish: &Wish) -> Option<&protocol::Graph> {
        self.graph.as_ref().filter(|it| it.extent == wish.extent).map(|it| &it.graph)
    }

    /// Keeps a new drawing of this text. One of other parts is remembered, for when the user wants it back.
    fn keep(&mut self, new: Remembered) {
        if let Some(old) = self.graph.take().filter(|it| it.extent != new.extent) {
            if !old.extent.is_near(&new.extent) {
                self.folding = None;
            }
            self.earlier.retain(|it| (it.text, &it.extent) != (old.text, &old.extent));
            self.earlier.push(old);
            forget_oldest(&mut self.earlier);
        }
        self.graph = Some(new);
    }

    /// Returns the earlier drawing that a new one should resemble: that of the same parts of this text, so that what
    /// is opened and closed again leaves all where it was, else the last one.
    fn near(&self, text: u64, extent: &Extent) -> Option<&protocol::Graph> {
        let is_same = |it: &&Remembered| it.text == text && it.extent == *extent;
        let is_near = |it: &&Remembered| it.extent.is_near(extent);
        let as_before = self.earlier.iter().rfind(is_same);
        let last = || self.earlier.iter().rfind(is_near);
        let drawn = as_before.or_else(|| self.graph.as_ref().filter(is_near)).or_else(last)?;
        Some(&drawn.graph)
    }
}

/// Keeps the newest drawings, at least one.
fn forget_oldest(earlier: &mut Vec<Remembered>) {
    let mut n_parts = 0;
    let n_kept = earlier.iter().rev().take(MOST_REMEMBERED).take_while(|it| {
        n_parts += it.graph.vertices.len() + it.graph.edges.len();
        n_parts <= MOST_PARTS
    });
    let n_gone = earlier.len() - n_kept.count().max(1).min(earlier.len());
    earlier.drain(..n_gone);
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Makes the graph that is wished for.
fn begin(snapshot: &Snapshot, wish: &Wish) -> Option<Running> {
    let Extent { ref expanded, has_comments, is_framed } = wish.extent;
    let mut graph = if expanded.is_empty() {
        snapshot.graph()?.clone()
    } else {
        let whole = snapshot.document().expanded_graph()?;
        whole.opened(|it| expanded.contains(it))
    };
    if is_framed {
        graph = graph.framed();
    }
    if has_comments {
        convert::show_comments(&mut graph);
    }
    let Wish { extent, is_fresh, .. } = wish.clone();
    Some(Running { text: hash_of(snapshot.text()), extent, is_fresh, stage: Stage::Made(graph) })
}

/// Returns the `nth` piece of a graph; vertices come before edges.
fn sliced(graph: &protocol::Graph, nth: usize) -> protocol::Graph {
    let vertex_size = |it: &protocol::Vertex| 4 + it.ports.len();
    let edge_size = |it: &protocol::Edge| 3 + it.points.len() / 4;
    let mut used = 0;
    let mut slice_of = |size: usize| {
        used += size;
        (used - size) / SLICE_SIZE
    };
    let mut slice = protocol::Graph {
        vertices: Vec::new(),
        edges: Vec::new(),
        banners: if nth == 0 { graph.banners.clone() } else { Vec::new() },
        width: graph.width,
        height: graph.height,
        slices_left: 0,
    };
    let mut last = 0;
    for it in &graph.vertices {
        last = slice_of(vertex_size(it));
        if last == nth {
            slice.vertices.push(it.clone());
        }
    }
    for it in &graph.edges {
        last = slice_of(edge_size(it));
        if last == nth {
            slice.edges.push(it.clone());
        }
    }
    slice.slices_left = last.saturating_sub(nth) as u32;
    slice
}
