//! The search of the graph: its field, the way from one find to the next, and what is seen of them.

use std::collections::BTreeSet;
use std::iter;

use bobbin_sorting::Gathering as _;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::control::CanvasRequest;
use super::state::CanvasState;
use crate::document::locate::GraphPart;
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::Icon;
use crate::widgets::menu::{Menu, MenuItem};
use crate::widgets::search_field::SearchField;

/// The number of finds that the menu lists; the list of the whole graph has the others.
const MAX_LISTED: usize = 50;

/// Returns the finds in a few words.
fn count(n_found: usize, place: Option<usize>) -> String {
    match (n_found, place) {
        (0, _) => "none".to_owned(),
        (n, None) => format!("{n} found"),
        (n, Some(at)) => format!("{} of {n}", at + 1),
    }
}

/// Returns the find to go to from another one, round and round.
fn step(n_found: usize, place: Option<usize>, is_back: bool) -> usize {
    match place {
        None if is_back => n_found.saturating_sub(1),
        None => 0,
        Some(at) if is_back => (at + n_found.max(1) - 1) % n_found.max(1),
        Some(at) => (at + 1) % n_found.max(1),
    }
}

impl CanvasState {
    /// Searches for what was typed, and shows what it finds.
    pub fn search_for(self, typed: String) {
        self.finder.current.set(None);
        self.finder.typed.set(typed);
        let found = self.finder.found.get_untracked();
        let here = self.camera.viewport.get_untracked();
        let Some(found) = found else {
            // Nobody who has gone elsewhere since is led back.
            if let Some((before, shown)) = self.finder.left.get_value()
                && shown == here
            {
                self.camera.viewport.set(before);
            }
            return self.finder.left.set_value(None);
        };
        self.show_finds(&found);
        let before = match self.finder.left.get_value() {
            Some((before, shown)) if shown == here => before,
            _ => here,
        };
        self.finder.left.set_value(Some((before, self.camera.viewport.get_untracked())));
    }

    /// Ends the search.
    pub fn end_search(self) {
        self.search_for(String::new());
    }

    fn show_finds(self, found: &BTreeSet<usize>) {
        let (all, first) = self.scene.with_untracked(|scene| {
            (scene.around(found.iter().copied()), scene.around(found.iter().copied().take(1)))
        });
        if let Some((all, first)) = all.zip(first) {
            self.camera.seek(all, first);
        }
    }

    /// Goes to the next find, or to the one before.
    fn go_to_find(self, is_back: bool) {
        let Some(found) = self.finder.found.get_untracked() else { return };
        let place = untrack(|| self.scene.with(|scene| self.finder.place(scene)));
        if let Some(idx) = found.iter().nth(step(found.len(), place, is_back)) {
            self.show_find(*idx);
        }
    }

    fn show_find(self, vertex: usize) {
        self.finder.current.set(self.scene.with_untracked(|it| it.vertex_key(vertex)));
        self.select(GraphPart::Vertex(vertex));
        self.show_finds(&iter::once(vertex).gather());
        self.finder.left.set_value(None);
        self.announce_card(vertex);
    }

    /// Returns the finds as choices.
    fn finds(self) -> Vec<MenuItem> {
        let Some(found) = self.finder.found.get_untracked() else { return Vec::new() };
        let current = self.finder.current.get_untracked();
        let mut items: Vec<MenuItem> = self.scene.with_untracked(|scene| {
            let vertices =
                found.iter().filter_map(|it| Some((*it, scene.graph.vertices.get(*it)?)));
            let item = |(idx, it): (usize, &bobbin_protocol::Vertex)| MenuItem {
                label: it.title.clone(),
                detail: it.subtitle.clone(),
                about: String::new(),
                icon: None,
                is_checked: Some(current.is_some() && scene.vertex_key(idx) == current),
                run: Callback::new(move |()| self.show_find(idx)),
            };
            vertices.take(MAX_LISTED).map(item).collect()
        });
        if found.len() > MAX_LISTED {
            items.push(MenuItem {
                label: format!("List all {}", found.len()),
                detail: String::new(),
                about: String::new(),
                icon: Some(Icon::Section),
                is_checked: None,
                run: Callback::new(move |()| self.control.ask(CanvasRequest::List)),
            });
        }
        items
    }
}

/// Shows a field to search the graph, with the number of finds and the ways to them.
#[component]
pub fn GraphSearch(state: CanvasState) -> impl IntoView {
    let finder = state.finder;
    let n_found = move || finder.found.with(|it| it.as_ref().map(BTreeSet::len));
    let has_several = move || n_found().is_some_and(|it| it > 1);
    let words = move || {
        let place = state.scene.with(|scene| finder.place(scene));
        n_found().map_or_else(String::new, |n| count(n, place))
    };
    let on_key = move |event: KeyboardEvent| {
        event.stop_propagation();
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                state.go_to_find(event.shift_key());
            }
            // Once more, and the drawing has the keyboard again.
            "Escape" if finder.typed.with_untracked(String::is_empty) => {
                dom::focus(".canvas__drawing");
            }
            "Escape" => {
                // The browser would empty the field without a word.
                event.prevent_default();
                state.end_search();
            }
            _ => {}
        }
    };
    let finds = Callback::new(move |()| state.finds());
    view! {
        <SearchField
            label="Search the graph"
            placeholder="Search, is:unused, type:…"
            title="Words, is:invalid, is:unused, type:…, uses:…. Enter goes to the next find, Shift+Enter to the one before."
            class="canvas-bar__find"
            icon=Icon::Search
            text=finder.typed
            on_type=move |text| state.search_for(text)
            on_key=on_key
        >
            <span class="search-field__count" aria-live="polite">
                {part(move || (n_found() == Some(0)).then_some("none"))}
                <When when=move || n_found().is_some_and(|it| it > 0)>
                    <Menu
                        label=Signal::derive(words)
                        icon=Signal::stored(None)
                        items=finds
                    />
                </When>
            </span>
            <When when=has_several>
                <span class="canvas-bar__steps">
                    <Button
                        label="Previous find"
                        icon=Icon::ChevronUp
                        is_bare=true
                        title=Signal::stored("Previous find (Shift+Enter)".to_owned())
                        on_press=move |()| state.go_to_find(true)
                    />
                    <Button
                        label="Next find"
                        icon=Icon::ChevronDown
                        is_bare=true
                        title=Signal::stored("Next find (Enter)".to_owned())
                        on_press=move |()| state.go_to_find(false)
                    />
                </span>
            </When>
        </SearchField>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_are_gone_through_round_and_round() {
        assert_eq!(step(3, None, false), 0);
        assert_eq!(step(3, None, true), 2);
        assert_eq!(step(3, Some(2), false), 0);
        assert_eq!(step(3, Some(0), true), 2);
        assert_eq!(step(0, None, true), 0);
        assert_eq!(count(7, Some(2)), "3 of 7");
        assert_eq!(count(7, None), "7 found");
        assert_eq!(count(0, None), "none");
    }
}
