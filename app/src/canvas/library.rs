//! The library: a panel beside the drawing with all that can be added to it, to drag from.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_protocol::{Catalogue, CatalogueEntry, Point, PortSide};
use bobbin_sorting::Sorting as _;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::add::add;
use super::edit::{self, Purpose};
use super::gesture::Carried;
use super::hit::{Hit, hit_test};
use super::route;
use super::scene::Scene;
use super::state::CanvasState;
use crate::following::memo;
use crate::platform::dom::{self, Pixels};
use crate::platform::window;
use crate::settings::use_settings;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::search_field::SearchField;

/// Travel below this is a press, in pixels.
const SLOP: f64 = 4.0;
/// The number of ports that an entry shows on each side.
const MAX_PORTS: usize = 5;
/// The place in a new vertex by which it is held, from its upper left corner, in canvas units.
const HELD_AT: Point = Point { x: 40.0, y: 22.0 };
/// The heading of what belongs to no group.
const NO_GROUP: &str = "Other";

const ENTRY: &str = ".library__entry";

/// The hint above the entries, for a mouse.
const HINT: &str = "Drag into the graph, onto a connection or a port; or press to add.";
/// The hint for a finger, which scrolls them.
const HINT_TO_FINGERS: &str = "Tap to add to the graph.";

/// A group of the catalogue, and which of its entries are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    name: String,
    entries: Vec<usize>,
}

/// Returns the entries that have all of the typed words, by group.
fn listed(catalogue: &Catalogue, typed: &str) -> Vec<Group> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let is_listed = |it: &CatalogueEntry| {
        let ports = it.ports.iter().flat_map(|it| [it.name.as_str(), it.data_type.as_str()]);
        let all = [it.name.as_str(), &it.group, &it.about].into_iter().chain(ports);
        let all: Vec<String> = all.map(str::to_lowercase).collect();
        words.iter().all(|word| all.iter().any(|it| it.contains(word)))
    };
    let mut found: Vec<(&str, usize)> = (catalogue.entries.iter().enumerate())
        .filter(|(_, it)| is_listed(it))
        .map(|(idx, it)| (it.group.as_str(), idx))
        .collect();
    // What belongs to no group, such as what is in the open files, comes first.
    found.order();
    let mut groups: Vec<Group> = Vec::new();
    for (name, idx) in found {
        let name = if name.is_empty() { NO_GROUP } else { name };
        match groups.last_mut().filter(|it| it.name == name) {
            Some(group) => group.entries.push(idx),
            None => groups.push(Group { name: name.to_owned(), entries: vec![idx] }),
        }
    }
    groups
}

/// Returns the place in the flow for something that is let go here.
fn purpose_at(scene: &Scene, entry: &CatalogueEntry, at: Point, grain: f64) -> Purpose {
    let purpose = match hit_test(scene, at, grain) {
        Hit::Port(id) if scene.port(id).is_some_and(|it| it.side == PortSide::Output) => {
            Purpose::To(id)
        }
        Hit::Port(id) if scene.taken_by(id).is_none() => Purpose::To(id),
        Hit::Edge(edge) if scene.graph.edges.get(edge).is_some_and(|it| it.fixed.is_none()) => {
            Purpose::Into(edge)
        }
        _ => Purpose::Alone,
    };
    let is_inside = matches!(purpose, Purpose::To(id) if scene.is_inside(id));
    if !is_inside && edit::suits(scene, entry, purpose) { purpose } else { Purpose::Alone }
}

/// Returns the mark on what the carried entry would be joined to.
pub fn mark_of_carried(state: CanvasState) -> Option<AnyView> {
    let Carried { entry, over, .. } = state.carried_entry.get()?;
    let (at, catalogue) = (over?, state.catalogue.get()?);
    let entry = catalogue.entries.get(entry)?;
    state.scene.with(|scene| match purpose_at(scene, entry, at, state.grain()) {
        Purpose::Alone => None,
        Purpose::Into(edge) => {
            let line = route::rounded(&scene.graph.edges.get(edge)?.points);
            Some(view! { <path class="splice" d=line /> }.into_any())
        }
        Purpose::To(id) => {
            let at = scene.port(id)?.anchor;
            Some(view! { <circle class="aim" cx=at.x cy=at.y r="9" /> }.into_any())
        }
    })
}

impl CanvasState {
    /// Shows the library, and gives its field the keyboard, or hides it.
    pub fn toggle_library(self) {
        if self.catalogue.with_untracked(Option::is_none) {
            return self.toasts.say("There is nothing to add to this drawing.");
        }
        let is_open = !self.is_library_open.get_untracked();
        let was_all_seen = self.camera.shows_all();
        self.is_library_open.set(is_open);
        // Whoever saw all of the drawing goes on seeing it.
        window::after_paint(move || {
            let is_here = self.camera.viewport.try_get_untracked().is_some();
            if is_here && was_all_seen && !self.camera.shows_all() {
                self.camera.show_first();
            }
        });
        let selector = if is_open { ".library .search-field__input" } else { ".canvas__drawing" };
        request_animation_frame(move || dom::focus(selector));
    }

    /// Adds an entry of the catalogue by itself, beside what is selected or in the middle of what is
    /// seen.
    fn add_entry(self, entry: usize) {
        self.drop_entry(entry, None);
    }

    /// Adds an entry of the catalogue where it was let go, and joins it to what lies there.
    fn drop_entry(self, entry: usize, at: Option<Point>) {
        let Some(catalogue) = self.catalogue.get_untracked() else { return };
        let Some(entry) = catalogue.entries.get(entry) else { return };
        let grain = self.grain();
        let purpose = self.scene.with_untracked(|scene| {
            at.map_or(Purpose::Alone, |at| purpose_at(scene, entry, at, grain))
        });
        let corner = at
            .filter(|_| purpose == Purpose::Alone)
            .map(|at| Point { x: (at.x - HELD_AT.x).round(), y: (at.y - HELD_AT.y).round() });
        add(self, &catalogue, entry, purpose, corner);
    }
}

/// Shows the library while it is open and there is something to add.
pub fn library(state: CanvasState) -> impl IntoView {
    let is_shown = move || state.is_library_open.get() && state.catalogue.with(Option::is_some);
    view! {
        <When when=is_shown>
            <Panel state=state />
        </When>
        {part(move || ghost(state))}
    }
}

/// Draws what is dragged out of the library at the pointer.
fn ghost(state: CanvasState) -> Option<AnyView> {
    let Carried { entry, at, over } = state.carried_entry.get()?;
    let name = state.catalogue.with(|it| Some(it.as_ref()?.entries.get(entry)?.name.clone()))?;
    // On the canvas as large as the vertex, and held at the same place.
    let zoom = state.camera.viewport.with(|it| it.zoom);
    let scale = if over.is_some() { zoom.clamp(0.3, 2.0) } else { 1.0 };
    let (x, y) = (at.x - HELD_AT.x * scale, at.y - HELD_AT.y * scale);
    let transform = format!("translate({x}px, {y}px) scale({scale})");
    let class = if over.is_some() { "library__ghost library__ghost--on" } else { "library__ghost" };
    let ghost = view! {
        <div class=class style:transform=transform aria-hidden="true">
            {name}
        </div>
    };
    Some(ghost.into_any())
}

#[component]
fn Panel(state: CanvasState) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let folded = RwSignal::new(BTreeSet::<String>::new());
    let is_touched = use_settings().is_touched;
    let groups = memo(move |_| {
        state.catalogue.with(|it| it.as_ref().map_or_else(Vec::new, |it| listed(it, &typed.read())))
    });
    let n_found = move || groups.with(|it| it.iter().map(|it| it.entries.len()).sum::<usize>());
    let count = move || match (typed.with(|it| it.trim().is_empty()), n_found()) {
        (true, _) => String::new(),
        (false, 0) => "none".to_owned(),
        (false, n) => format!("{n} found"),
    };
    let on_field_key = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            dom::focus(ENTRY);
        }
        "Enter" => {
            let first = groups.with_untracked(|it| it.first()?.entries.first().copied());
            if let Some(first) = first.filter(|_| typed.with_untracked(|it| !it.trim().is_empty()))
            {
                event.prevent_default();
                state.add_entry(first);
            }
        }
        "Escape" if typed.with_untracked(String::is_empty) => dom::focus(".canvas__drawing"),
        "Escape" => {
            event.prevent_default();
            typed.set(String::new());
        }
        _ => {}
    };
    let on_list_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowDown" => dom::focus_neighbour(&event, ENTRY, 1),
            "ArrowUp" => dom::focus_neighbour(&event, ENTRY, -1),
            "Home" => dom::focus_end(&event, ENTRY, false),
            "End" => dom::focus_end(&event, ENTRY, true),
            "Escape" if state.carried_entry.get_untracked().is_some() => {
                state.carried_entry.set(None);
            }
            "Escape" => dom::focus(".library .search-field__input"),
            _ if dom::is_undo(&event) && state.carried_entry.get_untracked().is_some() => {
                state.carried_entry.set(None);
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let list = move || {
        let catalogue = state.catalogue.get()?;
        let is_searched = typed.with(|it| !it.trim().is_empty());
        let groups = groups.get();
        if groups.is_empty() {
            return Some(view! { <EmptyNote>"Nothing has these words."</EmptyNote> }.into_any());
        }
        let shown = groups.into_iter().map(|group| {
            let is_open = is_searched || !folded.with(|it| it.contains(&group.name));
            group_view(state, &catalogue, group, is_open, folded)
        });
        Some(shown.collect::<Vec<_>>().into_any())
    };
    view! {
        <aside class="library" aria-label="Library">
            <div class="library__head">
                <h2 class="library__title">"Library"</h2>
                <Button
                    label="Close the library"
                    icon=Icon::Close
                    is_bare=true
                    on_press=move |()| state.toggle_library()
                />
            </div>
            <SearchField
                label="Search the library"
                placeholder="Search names and ports"
                class="library__find"
                icon=Icon::Search
                text=typed
                count=Signal::derive(count)
                on_type=move |text| typed.set(text)
                on_key=on_field_key
            />
            <div class="library__list" data-scroller="" on:keydown=on_list_key>
                {part(list)}
            </div>
            <p class="library__hint">
                {live(move || if is_touched.get() { HINT_TO_FINGERS } else { HINT })}
            </p>
        </aside>
    }
}

fn group_view(
    state: CanvasState,
    catalogue: &Arc<Catalogue>,
    group: Group,
    is_open: bool,
    folded: RwSignal<BTreeSet<String>>,
) -> AnyView {
    let Group { name, entries } = group;
    let n_entries = entries.len();
    let rows = is_open.then(|| {
        let rows = entries.into_iter().filter_map(|idx| {
            Some(view! { <li>{entry_view(state, catalogue.entries.get(idx)?, idx)}</li> })
        });
        view! { <ul class="library__entries">{rows.collect::<Vec<_>>()}</ul> }
    });
    let icon = if is_open { Icon::ChevronDown } else { Icon::ChevronRight };
    let shown = name.clone();
    let on_fold = move |_| {
        folded.update(|it| {
            if !it.remove(&name) {
                it.insert(name.clone());
            }
        });
    };
    view! {
        <section class="library__group">
            <h3 class="library__heading">
                <button
                    type="button"
                    class="library__fold"
                    aria-expanded=if is_open { "true" } else { "false" }
                    on:click=on_fold
                >
                    <IconView icon=icon />
                    <span class="library__group-name">{shown}</span>
                    <span class="library__number">{n_entries}</span>
                </button>
            </h3>
            {rows}
        </section>
    }
    .into_any()
}

fn entry_view(state: CanvasState, entry: &CatalogueEntry, idx: usize) -> AnyView {
    // Where the pointer came down; `None` when nothing is pressed.
    let pressed = StoredValue::new(None::<Pixels>);
    // True if the press that ends now was a drag, and no press on the entry.
    let was_dragged = StoredValue::new(false);
    let pixels = |event: &PointerEvent| Pixels {
        x: f64::from(event.client_x()),
        y: f64::from(event.client_y()),
    };
    let on_down = move |event: PointerEvent| {
        was_dragged.set_value(false);
        // A finger scrolls the list.
        if event.button() == 0 && event.pointer_type() != "touch" {
            dom::capture_pointer(&event);
            pressed.set_value(Some(pixels(&event)));
        }
    };
    let on_move = move |event: PointerEvent| {
        let Some(from) = pressed.get_value() else { return };
        let at = pixels(&event);
        let is_begun = was_dragged.get_value();
        if is_begun && state.carried_entry.get_untracked().is_none() {
            // Escape has ended it.
            return pressed.set_value(None);
        }
        if is_begun || (at.x - from.x).hypot(at.y - from.y) >= SLOP {
            was_dragged.set_value(true);
            let viewport = state.camera.viewport.get_untracked();
            let over = dom::place_over(&event, ".canvas__ground");
            let over = over.map(|it| viewport.to_canvas(it));
            state.carried_entry.set(Some(Carried { entry: idx, at, over }));
        }
    };
    let on_up = move |_: PointerEvent| {
        pressed.set_value(None);
        if let Some(Carried { over: Some(at), .. }) = state.carried_entry.get_untracked() {
            state.drop_entry(idx, Some(at));
            dom::focus(".canvas__drawing");
        }
        state.carried_entry.set(None);
    };
    let on_cancel = move |_: PointerEvent| {
        pressed.set_value(None);
        state.carried_entry.set(None);
    };
    let on_click = move |_| {
        if !was_dragged.get_value() {
            state.add_entry(idx);
        }
    };
    let side = |side| {
        let ports: Vec<_> = entry.ports.iter().filter(|it| it.side == side).collect();
        let n_more = ports.len().saturating_sub(MAX_PORTS);
        let shown = ports.into_iter().take(MAX_PORTS).map(|it| {
            let data_type = it.data_type.clone();
            let colour =
                move || state.colour_of(&data_type).map(|it| it.to_string()).unwrap_or_default();
            let class =
                if it.required { "library__dot library__dot--required" } else { "library__dot" };
            let title = if it.data_type.is_empty() {
                it.name.clone()
            } else {
                format!("{}: {}", it.name, it.data_type)
            };
            view! {
                <span class="library__port" title=title data-colour=live(colour)>
                    <span class=class></span>
                    <span class="library__port-name">{it.name.clone()}</span>
                </span>
            }
        });
        let shown = shown.collect::<Vec<_>>();
        let more = (n_more > 0)
            .then(|| view! { <span class="library__more">{format!("{n_more} more")}</span> });
        view! {
            {shown}
            {more}
        }
    };
    let about = entry.about.clone();
    view! {
        <button
            type="button"
            class="library__entry"
            title=entry.about.clone()
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=on_up
            on:pointercancel=on_cancel
            on:click=on_click
        >
            <span class="library__name">{entry.name.clone()}</span>
            <span class="library__about">{about}</span>
            <span class="library__ports">
                <span class="library__side">{side(PortSide::Input)}</span>
                <span class="library__side library__side--output">{side(PortSide::Output)}</span>
            </span>
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::Port;

    use super::*;
    use crate::canvas::scene::{PortId, sample};

    fn entry(name: &str, group: &str, ports: &[(&str, PortSide, &str)]) -> CatalogueEntry {
        let port = |&(name, side, data_type): &(&str, PortSide, &str)| Port {
            name: name.into(),
            side,
            data_type: data_type.into(),
            required: false,
            guarded: false,
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point::default(),
        };
        let ports = ports.iter().map(port).collect();
        CatalogueEntry {
            name: name.into(),
            group: group.into(),
            about: String::new(),
            ports,
            further: Vec::new(),
        }
    }

    #[test]
    fn words_find_names_groups_and_ports() {
        let catalogue = Catalogue {
            kind: "process".into(),
            type_key: "type".into(),
            entries: vec![
                entry("reader", "video", &[("image", PortSide::Output, "image")]),
                entry("own", "", &[]),
                entry("viewer", "video", &[("picture", PortSide::Input, "image")]),
            ],
            vertex_keys: Vec::new(),
            edge_keys: Vec::new(),
        };
        let found = |typed: &str| {
            let groups = listed(&catalogue, typed).into_iter();
            groups.map(|it| (it.name, it.entries)).collect::<Vec<_>>()
        };
        let video = || "video".to_owned();
        assert_eq!(found(""), [(NO_GROUP.to_owned(), vec![1]), (video(), vec![0, 2])]);
        assert_eq!(found("VIDEO pict"), [(video(), vec![2])]);
        assert_eq!(found("image"), [(video(), vec![0, 2])]);
        assert_eq!(found("nothing"), []);
    }

    #[test]
    fn what_is_let_go_on_a_line_or_a_port_is_joined_if_it_fits() {
        let scene = sample();
        let (input, output) = (PortSide::Input, PortSide::Output);
        let filter = entry("f", "", &[("in", input, "image"), ("out", output, "image")]);
        let source = entry("s", "", &[("out", output, "image")]);
        let at = |entry: &CatalogueEntry, x, y| purpose_at(&scene, entry, Point { x, y }, 1.0);
        assert_eq!(at(&filter, 150.0, 40.0), Purpose::Into(0));
        assert_eq!(at(&source, 150.0, 40.0), Purpose::Alone, "it has no input");
        assert_eq!(at(&filter, 100.0, 40.0), Purpose::To(PortId { vertex: 0, port: 0 }));
        assert_eq!(at(&source, 200.0, 40.0), Purpose::Alone, "that input is taken");
        assert_eq!(at(&filter, 250.0, 300.0), Purpose::Alone);
    }
}
