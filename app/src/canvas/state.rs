//! What the canvas shows and what is selected on it; shared by its parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bobbin_protocol::{Command, ItemPath, PortRef};
use leptos::prelude::*;

use super::colour;
use super::detail::{Region, Visible, region, visible};
use super::gesture::Gesture;
use super::hit::Hit;
use super::scene::{PortId, Scene};
use super::search::Search;
use super::viewport::Viewport;
use crate::document::locate::{self, GraphPart};
use crate::document::{Asked, FileId, OpenFile};
use crate::platform::dom::Size;
use crate::workbench::Workbench;

/// What an action asks of the canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanvasRequest {
    /// Show all of the drawing.
    Fit,
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// Give the search field the keyboard.
    Search,
    /// Ask what to connect the selected card to.
    Connect,
    /// Remove what is selected.
    Delete,
}

/// The way from actions to the canvas, wherever it is mounted.
#[derive(Clone, Copy)]
pub struct CanvasControl {
    /// Counts, so that the same request twice is two requests.
    requested: RwSignal<Option<(u32, CanvasRequest)>>,
    /// What was seen of each file.
    viewports: StoredValue<BTreeMap<FileId, Viewport>>,
}

impl CanvasControl {
    /// With nothing requested.
    #[must_use]
    pub fn new() -> CanvasControl {
        CanvasControl {
            requested: RwSignal::new(None),
            viewports: StoredValue::new(BTreeMap::new()),
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

/// The canvas' own state.
#[derive(Clone, Copy)]
pub struct CanvasState {
    pub workbench: Workbench,
    /// What is drawn.
    pub scene: Memo<Scene>,
    pub viewport: RwSignal<Viewport>,
    pub size: ReadSignal<Size>,
    pub region: Memo<Region>,
    pub visible: Memo<Visible>,
    pub gesture: RwSignal<Gesture>,
    pub hover: RwSignal<Hit>,
    pub selection: RwSignal<BTreeSet<GraphPart>>,
    pub typed_search: RwSignal<String>,
    /// Whether the user is asked what to connect.
    pub is_asking: RwSignal<bool>,
    /// The cards that the search finds; None if nothing is looked for.
    pub found: Memo<Option<BTreeSet<usize>>>,
    /// Data types and the numbers of their colours.
    pub legend: Memo<Vec<(String, usize)>>,
}

impl CanvasState {
    /// For the file that is shown, on an element of this size.
    #[must_use]
    pub fn new(workbench: Workbench, size: ReadSignal<Size>) -> CanvasState {
        let viewport = RwSignal::new(Viewport::default());
        let scene = Memo::new(move |_| {
            let file = workbench.documents.active.get();
            let graph = file.and_then(|it| it.views.graph.with(|it| it.here().cloned()));
            graph.map(Scene::new).unwrap_or_default()
        });
        let region = Memo::new(move |_| {
            let viewport = viewport.get();
            region(viewport.seen(size.get()), viewport.zoom)
        });
        let typed_search = RwSignal::new(String::new());
        CanvasState {
            workbench,
            scene,
            viewport,
            size,
            region,
            visible: Memo::new(move |_| scene.with(|it| visible(it, region.get().rect))),
            gesture: RwSignal::new(Gesture::Idle),
            hover: RwSignal::new(Hit::Canvas),
            selection: RwSignal::new(BTreeSet::new()),
            typed_search,
            is_asking: RwSignal::new(false),
            found: Memo::new(move |_| {
                let search = Search::read(&typed_search.read());
                (!search.is_empty()).then(|| {
                    scene.with(|scene| {
                        let all = scene.graph.vertices.iter().enumerate();
                        all.filter(|(_, it)| search.finds(it)).map(|(idx, _)| idx).collect()
                    })
                })
            }),
            legend: Memo::new(move |_| {
                let types = scene.with(Scene::data_types);
                let colours = colour::assign(&types);
                types.into_iter().zip(colours).collect()
            }),
        }
    }

    /// The number of a type's colour.
    #[must_use]
    pub fn colour_of(self, data_type: &str) -> Option<usize> {
        self.legend.with(|legend| {
            let at = legend.binary_search_by(|(name, _)| name.as_str().cmp(data_type)).ok()?;
            legend.get(at).map(|(_, colour)| *colour)
        })
    }

    /// Selects one part, in the text too.
    pub fn select(self, part: GraphPart) {
        self.selection.set(BTreeSet::from([part]));
        self.scene.with_untracked(|scene| {
            let found = match part {
                GraphPart::Vertex(idx) => {
                    scene.graph.vertices.get(idx).map(|it| (it.item.clone(), it.name_range))
                }
                GraphPart::Edge(idx) => {
                    scene.graph.edges.get(idx).map(|it| (it.item.clone(), it.range))
                }
            };
            if let Some((item, range)) = found {
                self.workbench.pick_item(item, range);
            }
        });
    }

    /// Selects what stands at the caret, and shows it.
    pub fn follow_caret(self, file: &Arc<OpenFile>) {
        let at = file.caret.with_untracked(|it| it.position);
        let part = self.scene.with_untracked(|scene| locate::in_graph(&scene.graph, at));
        let selection: BTreeSet<GraphPart> = part.into_iter().collect();
        if self.selection.with_untracked(|it| *it != selection) {
            self.selection.set(selection);
            if let Some(GraphPart::Vertex(idx)) = part {
                self.reveal(idx);
            }
        }
    }

    /// Moves the viewport just enough to show a card.
    pub fn reveal(self, vertex: usize) {
        let rect = self.scene.with_untracked(|it| it.graph.vertices.get(vertex).map(|it| it.rect));
        let size = self.size.get_untracked();
        if let Some(rect) = rect
            && size.width > 0.0
        {
            let moved = self.viewport.get_untracked().revealing(rect, size);
            if moved != self.viewport.get_untracked() {
                self.viewport.set(moved);
            }
        }
    }

    /// Shows all of the drawing.
    pub fn fit(self) {
        let extent = self.scene.with_untracked(Scene::extent);
        self.viewport.set(Viewport::fit(extent, self.size.get_untracked()));
    }

    /// Shows as much of the drawing as can be read.
    pub fn show_first(self) {
        let extent = self.scene.with_untracked(Scene::extent);
        self.viewport.set(Viewport::first(extent, self.size.get_untracked()));
    }

    /// Asks for a connection between two ports.
    pub fn connect(self, one: PortId, other: PortId) {
        let command = self.scene.with_untracked(|scene| {
            let Some((from, to)) = scene.directed(one, other) else {
                self.workbench.complain("A connection goes from an output to an input.");
                return None;
            };
            Some(Command::Connect { from: port_ref(scene, from)?, to: port_ref(scene, to)? })
        });
        if let Some(command) = command {
            self.workbench.dispatch(command);
        }
    }

    /// Asks for the removal of what is selected.
    pub fn delete_selected(self) {
        let commands: Vec<Command> = self.scene.with_untracked(|scene| {
            let selection = self.selection.get_untracked();
            // From the end of the text, so that one removal does not move the next.
            selection.iter().rev().filter_map(|part| removal(scene, *part)).collect()
        });
        if !commands.is_empty() {
            self.workbench.dispatch_all(commands);
        }
    }

    /// Whether the graph has arrived.
    #[must_use]
    pub fn asked(self) -> Asked<()> {
        let Some(file) = self.workbench.documents.active.get() else { return Asked::Absent };
        file.views.graph.with(|graph| match graph {
            Asked::NotYet => Asked::NotYet,
            Asked::Absent => Asked::Absent,
            Asked::Failed(why) => Asked::Failed(why.clone()),
            Asked::Here(graph) if graph.vertices.is_empty() => Asked::Absent,
            Asked::Here(_) => Asked::Here(Arc::new(())),
        })
    }
}

fn port_ref(scene: &Scene, id: PortId) -> Option<PortRef> {
    let item: ItemPath = scene.graph.vertices.get(id.vertex)?.item.clone();
    Some(PortRef { item, port: scene.port(id)?.name.clone() })
}

fn removal(scene: &Scene, part: GraphPart) -> Option<Command> {
    match part {
        GraphPart::Vertex(idx) => {
            Some(Command::Remove { item: scene.graph.vertices.get(idx)?.item.clone() })
        }
        GraphPart::Edge(idx) => {
            let edge = scene.graph.edges.get(idx)?;
            let end =
                |vertex: u32, port: u32| PortId { vertex: vertex as usize, port: port as usize };
            Some(Command::Disconnect {
                from: port_ref(scene, end(edge.from_vertex, edge.from_port))?,
                to: port_ref(scene, end(edge.to_vertex, edge.to_port))?,
            })
        }
    }
}
