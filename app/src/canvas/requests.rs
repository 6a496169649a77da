//! Carries out what actions request of the canvas.

use leptos::prelude::*;

use super::align::{aligned, n_moved};
use super::control::{CanvasRequest, Question, Wanted, Writing};
use super::copy::duplicate;
use super::edit::{self, Deed, Purpose};
use super::nesting;
use super::new_port::NewPort;
use super::reachability::{Way, n_found, reach, starts};
use super::route;
use super::save;
use super::scene::Scene;
use super::state::CanvasState;
use super::toolbar;
use crate::document::commands::describe;
use crate::document::locate::GraphPart;
use crate::picture::PictureKind;
use crate::platform::dom::{self, Pixels};
use crate::widgets::prose::{counted, sentence};
use crate::widgets::toast::{Toast, ToastKind};
use bobbin_protocol::{Command, ItemPath, Location, Point, Rect};

/// Does what an action asks for.
pub fn hear(state: CanvasState, request: CanvasRequest) {
    // What it was asked of may have gone while this part of the module was on its way.
    if state.camera.viewport.is_disposed() {
        return;
    }
    let zoom = |factor| {
        let size = state.camera.size.get_untracked();
        let middle = Pixels { x: size.width / 2.0, y: size.height / 2.0 };
        state.camera.viewport.update(|it| *it = it.zoomed(factor, middle));
    };
    match request {
        CanvasRequest::Fit => state.camera.fit(),
        CanvasRequest::FitSelection => state.fit_selection(),
        CanvasRequest::ZoomIn => zoom(1.25),
        CanvasRequest::ZoomOut => zoom(0.8),
        CanvasRequest::Search => dom::focus(".canvas-bar__find .search-field__input"),
        CanvasRequest::Add => ask_what_to_add(state),
        CanvasRequest::Library => state.toggle_library(),
        CanvasRequest::Connect if state.selection.only().is_some_and(|it| state.refuses(it)) => {}
        CanvasRequest::Connect => state.prompts.question.set(Some(Question::Connect)),
        CanvasRequest::Delete => state.delete_selected(),
        CanvasRequest::Rename => match state.selection.only() {
            Some(GraphPart::Vertex(idx)) => state.ask_name(idx),
            _ => state.toasts.say("Select one process to rename it."),
        },
        CanvasRequest::Source => show_source(state),
        CanvasRequest::SetEdgeValue => match state.selection.only() {
            Some(GraphPart::Edge(idx)) => state.ask_edge_value(idx),
            _ => state.toasts.say("Select a connection first."),
        },
        CanvasRequest::Duplicate => duplicate(state),
        CanvasRequest::SelectAll => state.control.unpicked(|| state.select_all()),
        CanvasRequest::NextEdge => state.control.unpicked(|| state.select_next_edge()),
        CanvasRequest::Trace(way) => trace(state, way),
        CanvasRequest::AskHowToAlign if state.selected().len() < 2 => {
            state.toasts.say("Select the processes to align first.");
        }
        CanvasRequest::AskHowToAlign => state.prompts.question.set(Some(Question::Align)),
        CanvasRequest::Align(alignment) => {
            let cards: Vec<usize> = state.selected().into_iter().collect();
            let (places, n_moved) = state.scene.with_untracked(|scene| {
                let places = aligned(scene, &cards, alignment);
                let n_moved = n_moved(scene, &places);
                (places, n_moved)
            });
            state.moves.put(places);
            state.announce(match n_moved {
                0 => "They are aligned like this already.".to_owned(),
                n => format!("{} moved.", counted(n, "process")),
            });
        }
        CanvasRequest::Extract => state.ask_name_of_whole(),
        CanvasRequest::Inline => inline(state),
        CanvasRequest::Tidy => {
            state.tidy();
            nesting::lay_out_afresh(state);
        }
        CanvasRequest::Expand => nesting::toggle(state, state.selected()),
        CanvasRequest::Enter => match state.selection.only() {
            Some(GraphPart::Vertex(idx)) => nesting::enter(state, idx),
            _ => state.toasts.say("Select one process to go inside."),
        },
        CanvasRequest::Comments => toggle_comments(state),
        CanvasRequest::Banners => toggle_banners(state),
        CanvasRequest::List => state.prompts.show_list(!state.prompts.is_list.get_untracked()),
        CanvasRequest::SaveSvg(extent) => save::save_picture(state, PictureKind::Svg, extent),
        CanvasRequest::SavePng(extent) => save::save_picture(state, PictureKind::Png, extent),
        CanvasRequest::SaveLayout => save::save_layout(state),
        CanvasRequest::Print => save::print(state),
        CanvasRequest::Stop => toolbar::stop(state),
    }
}

/// Draws comments with their vertices, or no longer: in all graphs, from now on.
fn toggle_comments(state: CanvasState) {
    let is_on = !state.shows_comments.get_untracked();
    state.shows_comments.set(is_on);
    let has_some = state.scene.with_untracked(Scene::has_comments);
    state.announce(match (is_on, has_some) {
        (true, true) => "Comments are shown.",
        (false, _) => "Comments are no longer shown.",
        (true, false) => return state.toasts.say("No process has a comment above it here."),
    });
}

/// Draws vertices in the frames of their banners, or no longer: in all graphs, from now on.
fn toggle_banners(state: CanvasState) {
    let is_on = !state.groups_by_banner.get_untracked();
    state.groups_by_banner.set(is_on);
    let said = if is_on { "Grouped by banner comments." } else { "No longer grouped." };
    state.announce(said);
}

/// Puts the contents of the selected vertex in its place.
fn inline(state: CanvasState) {
    // Of what is drawn inside a vertex the vertex is meant.
    let card = state.holder().or_else(|| state.selection.only()?.vertex());
    let item = state.scene.with_untracked(|scene| {
        let it = scene.graph.vertices.get(card?)?;
        it.inside.as_ref().map(|_| it.item.clone())
    });
    match item {
        Some(item) => {
            let command = Command::Inline { item };
            let label = describe(&command);
            state.perform(Deed { commands: vec![command], label });
        }
        None => state.toasts.say("Select one process with something inside."),
    }
}

/// Shows where the selected part is written: in this text or in another one.
fn show_source(state: CanvasState) {
    let Some(part) = state.selection.only() else {
        return state.toasts.say("Select one process or connection first.");
    };
    let found = state.scene.with_untracked(|scene| match part {
        GraphPart::Vertex(idx) => {
            scene.graph.vertices.get(idx).map(|it| (it.name_range, it.written.clone()))
        }
        GraphPart::Edge(idx) => scene.graph.edges.get(idx).map(|it| (it.range, it.written.clone())),
    });
    let Some((range, written)) = found else { return };
    nesting::go_to_source(state, written.unwrap_or(Location { path: None, range }));
}

/// Asks what to put into the selected connection, or what to add by itself.
fn ask_what_to_add(state: CanvasState) {
    let purpose = match state.selection.only() {
        Some(part @ GraphPart::Edge(_)) if state.refuses(part) => return,
        Some(GraphPart::Edge(idx)) => Purpose::Into(idx),
        _ => Purpose::Alone,
    };
    state.prompts.question.set(Some(Question::Add(purpose, None)));
}

/// Lights up the flow one way; asked again, all is lit as before.
fn trace(state: CanvasState, way: Way) {
    if state.traced.get_untracked().is_some_and(|it| it.0 == way) {
        return state.traced.set(None);
    }
    let selection = state.selection.parts.get_untracked();
    let cards =
        state.scene.with_untracked(|scene| reach(scene, starts(scene, &selection, way), way));
    if cards.is_empty() {
        return state.toasts.say("Select a process or a connection first.");
    }
    let n_found = state.scene.with_untracked(|scene| n_found(scene, &cards, &selection));
    let direction = match way {
        Way::Upstream => "upstream",
        Way::Downstream => "downstream",
    };
    state.announce(format!("{} {direction}.", counted(n_found, "process")));
    state.traced.set(Some((way, cards)));
}

impl CanvasState {
    /// Tells of a part that is drawn inside an open vertex where it is defined, with the way there; false for other
    /// parts.
    pub fn refuses(self, part: GraphPart) -> bool {
        let within = self.scene.with_untracked(|scene| scene.within(part));
        let Some((why, written)) = within else { return false };
        let action = written.map(|it| {
            let go = move |()| nesting::go_to_source(self, it.clone());
            ("Go there".to_owned(), Callback::new(go))
        });
        self.toasts.show(Toast { kind: ToastKind::Info, text: sentence(&why), action });
        true
    }

    /// As [`CanvasState::refuses`], of the first of the selected parts that is inside an open vertex.
    pub fn refuses_selected(self) -> bool {
        self.selection.parts.get_untracked().into_iter().any(|it| self.refuses(it))
    }

    /// Shows a field in the drawing.
    fn ask_in_place(self, writing: Writing) {
        self.toasts.forget_answer();
        self.prompts.question.set(Some(Question::Write(writing)));
    }

    /// Asks for another name of a vertex, where its name stands.
    pub fn ask_name(self, vertex: usize) {
        if self.refuses(GraphPart::Vertex(vertex)) {
            return;
        }
        let asked = self.scene.with_untracked(|scene| {
            let it = scene.graph.vertices.get(vertex)?;
            let why_not = scene.why_unnamed(vertex).map(str::to_owned);
            Some((it.rect, it.title.clone(), it.item.clone(), why_not))
        });
        let Some((rect, now, item, why_not)) = asked else { return };
        if let Some(why) = why_not {
            return self.toasts.complain(sentence(&why));
        }
        let at = Rect { x: rect.x + 4.0, y: rect.y + 4.0, width: rect.width - 8.0, height: 24.0 };
        let label = format!("New name for {now}");
        let writing =
            Writing { at, label, now, empty: None, wanted: Wanted::Name(item), refused: None };
        self.ask_in_place(writing);
    }

    /// Asks for a name of the selected vertices together, in the middle of them.
    fn ask_name_of_whole(self) {
        let cards = self.selection.vertices();
        let cards = self.scene.with_untracked(|scene| scene.without_frames(&cards));
        if cards.iter().any(|it| self.refuses(GraphPart::Vertex(*it))) {
            return;
        }
        let asked = self.scene.with_untracked(|scene| {
            let items = cards.iter().filter_map(|it| scene.graph.vertices.get(*it));
            let items: Vec<ItemPath> = items.map(|it| it.item.clone()).collect();
            Some((items, scene.around(cards.iter().copied())?, edit::free_name(scene, "part")))
        });
        let Some((items, around, now)) = asked else {
            return self.toasts.say("Select the processes to extract first.");
        };
        let (width, height) = (160.0, 28.0);
        let at = Rect {
            x: around.x + (around.width - width) / 2.0,
            y: around.y + (around.height - height) / 2.0,
            width,
            height,
        };
        let label = "Name of the cluster".to_owned();
        let writing =
            Writing { at, label, now, empty: None, wanted: Wanted::Whole(items), refused: None };
        self.ask_in_place(writing);
    }

    /// Asks for the name of a port that is made to be connected: where the line was let go, else at the vertex.
    pub fn ask_port(self, port: NewPort, at: Option<Point>) {
        let vertex = |scene: &Scene| scene.graph.vertices.get(port.vertex).map(|it| it.rect);
        let rect = self.scene.with_untracked(vertex).unwrap_or_default();
        let middle = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let Point { x, y } = at.unwrap_or(middle);
        let (width, height) = (160.0, 28.0);
        let at = Rect { x: x - width / 2.0, y: y - height / 2.0, width, height };
        let (label, now) = (port.label(), port.proposed());
        let wanted = Wanted::Port(port);
        self.ask_in_place(Writing { at, label, now, empty: None, wanted, refused: None });
    }

    /// Asks for the value that a connection has of its own, on its line.
    fn ask_edge_value(self, edge: usize) {
        if self.refuses(GraphPart::Edge(edge)) {
            return;
        }
        let key = self
            .catalogue
            .with_untracked(|it| it.as_ref().and_then(|it| it.edge_keys.first().cloned()));
        let Some(key) = key else {
            return self.toasts.say("Connections have no values of their own here.");
        };
        if self.scene.with_untracked(|it| it.is_mapping(edge)) {
            return self.toasts.say(
                "This line says what a port of the cluster stands for: only connections have a \
                 value of their own.",
            );
        }
        let asked = self.scene.with_untracked(|scene| {
            let it = scene.graph.edges.get(edge)?;
            let label = scene.label_of(it).map(|it| it.middle());
            let place = label.or_else(|| route::label_place(&it.points))?;
            Some((place, it.label.clone(), it.item.clone()))
        });
        let Some((place, now, item)) = asked else { return };
        let at = Rect { x: place.x - 60.0, y: place.y - 14.0, width: 120.0, height: 28.0 };
        let label = format!("{}: {}", key.label, key.help);
        let wanted = Wanted::Value(item, key.key);
        let writing = Writing { at, label, now, empty: Some("default"), wanted, refused: None };
        self.ask_in_place(writing);
    }

    fn select_all(self) {
        let cards: Vec<usize> = self.scene.with_untracked(|scene| {
            let vertices = scene.graph.vertices.iter().enumerate();
            vertices.filter(|it| !it.1.is_frame).map(|it| it.0).collect()
        });
        let n_cards = cards.len();
        self.selection.set(cards.into_iter().map(GraphPart::Vertex));
        self.announce(format!("{} selected.", counted(n_cards, "process")));
    }

    /// Selects the first connection of the selected vertex, or the one behind the selected
    /// connection.
    fn select_next_edge(self) {
        let next = self.scene.with_untracked(|scene| {
            let (card, here) = match self.selection.only()? {
                GraphPart::Vertex(idx) => (idx, None),
                GraphPart::Edge(idx) => (scene.ends(idx)?.0.vertex, Some(idx)),
            };
            let edges = scene.edges_of(card);
            let behind = here.and_then(|it| edges.iter().position(|edge| *edge == it));
            let at = behind.map_or(0, |it| (it + 1) % edges.len().max(1));
            edges.get(at).copied()
        });
        match next {
            Some(idx) => {
                self.select(GraphPart::Edge(idx));
                self.announce_edge(idx);
            }
            None => self.announce("No connections here."),
        }
    }

    /// Announces the vertex that was reached.
    pub fn announce_card(self, vertex: usize) {
        let name = self.scene.with_untracked(|scene| {
            let it = scene.graph.vertices.get(vertex);
            it.map(super::vertex_card::accessible_name).unwrap_or_default()
        });
        self.announce(name);
    }

    fn announce_edge(self, edge: usize) {
        let name = self.scene.with_untracked(|scene| {
            let it = scene.graph.edges.get(edge);
            it.map(|it| super::edge_line::edge_name(scene, it)).unwrap_or_default()
        });
        self.announce(name);
    }
}
