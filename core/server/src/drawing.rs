//! The graph as it is drawn: what is expanded, near where it was drawn before, whole or in slices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use bobbin_core::Snapshot;
use bobbin_core::layout::Job;
use bobbin_core::view::Graph;
use bobbin_protocol as protocol;

use crate::convert::{self, Conversion};

/// Setting of the view: the parts of the item of a vertex that is drawn with its inside, joined by
/// U+001F. May be given several times.
const EXPANDED: &str = "expanded";

/// Setting of the view: `fresh` does not look at how it was drawn before.
const LAYOUT: &str = "layout";

/// Setting of the view: the number of the slice that is wanted; all if it is missing. A client that
/// draws on one thread reads a large graph without a pause this way.
const SLICE: &str = "slice";

/// How much is in a slice: about this many times a hundred bytes of JSON.
const SLICE_SIZE: usize = 4000;

/// What is asked of a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    /// What is drawn with its inside.
    expanded: Vec<String>,
    /// Whether it shall not look at how it was drawn before.
    is_fresh: bool,
    /// Which slice; all if none.
    slice: Option<usize>,
}

impl Wish {
    /// As the settings of the view say.
    pub(crate) fn read(settings: &[protocol::KeyValue]) -> Wish {
        let all = |key: &'static str| settings.iter().filter(move |it| it.key == key);
        let slice = slice(settings);
        // The further slices are those of the drawing that the first one began.
        let is_first = slice.unwrap_or_default() == 0;
        Wish {
            expanded: all(EXPANDED).map(|it| it.value.clone()).collect(),
            is_fresh: is_first && all(LAYOUT).any(|it| it.value == "fresh"),
            slice,
        }
    }
}

/// Which slice of a view is wanted, as its settings say; all if none.
pub(crate) fn slice(settings: &[protocol::KeyValue]) -> Option<usize> {
    let slice = settings.iter().find(|it| it.key == SLICE)?;
    Some(slice.value.parse().unwrap_or_default())
}

/// So many drawings of earlier texts are remembered, and so many vertices and edges of them in all.
const MOST_REMEMBERED: usize = 32;
const MOST_PARTS: usize = 20_000;

/// How far a drawing has come.
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
    earlier: Vec<Drawn>,
    /// The last drawing of this text: placing the vertices is the dearest of the views.
    graph: Option<Drawn>,
    /// The one that is being made.
    running: Option<Running>,
}

/// A drawing, and of what.
#[derive(Debug)]
struct Drawn {
    /// The hash of the text.
    text: u64,
    expanded: Vec<String>,
    graph: protocol::Graph,
}

/// A drawing that is being made, and what for.
#[derive(Debug)]
struct Running {
    text: u64,
    expanded: Vec<String>,
    is_fresh: bool,
    graph: Graph,
    stage: Stage,
}

/// How far a drawing is; each stage has pieces of its own.
#[derive(Debug)]
enum Stage {
    /// The graph was made from the text.
    Made,
    LaidOut(Job),
    Converted(Conversion),
}

impl Drawing {
    /// That of a text that came after another one. What was being made for that one is given up.
    pub(crate) fn after(earlier: Drawing) -> Drawing {
        let Last { mut earlier, graph, .. } = earlier.last.into_inner().unwrap_or_default();
        if let Some(graph) = graph {
            earlier.retain(|it| (it.text, &it.expanded) != (graph.text, &graph.expanded));
            earlier.push(graph);
            forget_oldest(&mut earlier);
        }
        Drawing { last: Mutex::new(Last { earlier, ..Last::default() }) }
    }

    /// The graph with its layout, if the language has graphs.
    pub(crate) fn view(&self, snapshot: &Snapshot, wish: &Wish) -> Option<protocol::Graph> {
        if !self.is_ready(wish) {
            while self.work(snapshot, wish) != Work::Done {}
        }
        self.picture(wish)
    }

    /// Whether [`Drawing::picture`] has it without work.
    pub(crate) fn is_ready(&self, wish: &Wish) -> bool {
        self.last.lock().is_ok_and(|it| !wish.is_fresh && it.drawn(wish).is_some())
    }

    /// Does one piece of the work for a drawing. Only one is made at a time.
    pub(crate) fn work(&self, snapshot: &Snapshot, wish: &Wish) -> Work {
        let Ok(mut last) = self.last.lock() else { return Work::Done };
        let is_for = |it: &Running| it.expanded == wish.expanded && it.is_fresh == wish.is_fresh;
        if !last.running.as_ref().is_some_and(is_for) {
            last.running = begin(snapshot, wish);
            // That is a piece of its own: it makes the graph from the text.
            return if last.running.is_some() { Work::Left(0.0) } else { Work::Done };
        }
        let Some(mut running) = last.running.take() else { return Work::Done };
        let (stage, share) = match running.stage {
            Stage::Made => {
                let near = last.near(&running).filter(|_| !wish.is_fresh);
                (Stage::LaidOut(convert::begin_layout(&running.graph, near)), 0.0)
            }
            Stage::LaidOut(mut job) => match job.step() {
                Some(layout) => (Stage::Converted(Conversion::new(layout)), 1.0),
                None => {
                    let share = job.progress();
                    (Stage::LaidOut(job), share)
                }
            },
            Stage::Converted(mut conversion) => {
                if !conversion.step(&running.graph, snapshot) {
                    let Running { text, expanded, .. } = running;
                    last.graph = Some(Drawn { text, expanded, graph: conversion.finish() });
                    return Work::Done;
                }
                (Stage::Converted(conversion), 1.0)
            }
        };
        running.stage = stage;
        last.running = Some(running);
        Work::Left(share)
    }

    /// What was drawn.
    pub(crate) fn picture(&self, wish: &Wish) -> Option<protocol::Graph> {
        let last = self.last.lock().ok()?;
        let graph = last.drawn(wish)?;
        Some(wish.slice.map_or_else(|| graph.clone(), |nth| sliced(graph, nth)))
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
        self.graph.as_ref().filter(|it| it.expanded == wish.expanded).map(|it| &it.graph)
    }

    /// What a new drawing stays near.
    fn near(&self, made: &Running) -> Option<&protocol::Graph> {
        let is_same = |it: &&Drawn| it.text == made.text && it.expanded == made.expanded;
        let as_before = || self.earlier.iter().rfind(is_same);
        let drawn = self.graph.as_ref().or_else(as_before).or(self.earlier.last())?;
        Some(&drawn.graph)
    }
}

/// Keeps the newest drawings, at least one.
fn forget_oldest(earlier: &mut Vec<Drawn>) {
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
    let graph = if wish.expanded.is_empty() {
        snapshot.graph()?.clone()
    } else {
        let whole = snapshot.document().expanded_graph()?;
        whole.opened(|it| wish.expanded.contains(&it.0.join("\u{1f}")))
    };
    let Wish { expanded, is_fresh, .. } = wish.clone();
    Some(Running { text: hash_of(snapshot.text()), expanded, is_fresh, graph, stage: Stage::Made })
}

/// The `nth` piece of a graph; vertices come before edges.
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
