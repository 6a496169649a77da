//! Adding to the graph: what the catalogue has, to find by typing.

use std::sync::Arc;

use bobbin_protocol::{Catalogue, CatalogueEntry, CatalogueParams, Point, Port, PortSide};
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

use super::edit::{self, Purpose};
use super::scene::{Scene, item_key};
use super::state::{Beside, CanvasState};
use crate::platform::editor::{self, RequestError};
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};

/// Asks what can be added to the shown document; it arrives in the state.
pub fn ask_catalogue(state: CanvasState) {
    let Some(file) = state.documents.shown() else { return };
    leptos::task::spawn_local(async move {
        let params = CatalogueParams { uri: file.uri.clone() };
        let answer = loop {
            // A text that changes meanwhile has a catalogue all the same.
            match editor::request::<_, Option<Catalogue>>(CatalogueParams::METHOD, &params).await {
                Err(RequestError::Stale) => {}
                answer => break answer,
            }
        };
        // The canvas may be gone by now.
        if let Ok(Some(catalogue)) = answer {
            let is_new =
                state.catalogue.try_with_untracked(|old| old.as_deref() != Some(&catalogue));
            if is_new == Some(true) {
                state.catalogue.set(Some(Arc::new(catalogue)));
            }
        }
    });
}

/// Returns what suits a purpose, by index in the catalogue; by group, and there by name.
#[must_use]
pub fn suitable(scene: &Scene, catalogue: &Catalogue, purpose: Purpose) -> Vec<usize> {
    let all = catalogue.entries.iter().enumerate();
    let mut found: Vec<(&str, usize)> = all
        .filter(|(_, it)| edit::suits(scene, it, purpose))
        .map(|(idx, it)| (it.group.as_str(), idx))
        .collect();
    found.order();
    found.into_iter().map(|it| it.1).collect()
}

/// Returns the ports of an entry in words: what goes in, and what comes out.
#[must_use]
pub fn ports_in_words(entry: &CatalogueEntry) -> String {
    let side = |side| {
        let ports = entry.ports.iter().filter(|it| it.side == side);
        let further = entry.further.iter().filter(|it| it.side == side);
        let further = further.map(|it| it.template.as_str());
        let names: Vec<&str> = ports.map(|it: &Port| it.name.as_str()).chain(further).collect();
        match names.as_slice() {
            [first, second, third, rest @ ..] if !rest.is_empty() => {
                format!("{first}, {second}, {third} and {} more", rest.len())
            }
            names => names.join(", "),
        }
    };
    let (input, output) = (side(PortSide::Input), side(PortSide::Output));
    match (input.is_empty(), output.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("→ {output}"),
        (false, true) => format!("{input} →"),
        (false, false) => format!("{input} → {output}"),
    }
}

/// Asks what to add.
#[component]
pub fn AddDialog(
    state: CanvasState,
    /// The place in the flow.
    purpose: Purpose,
    /// The place on the canvas; `None` leaves it to the layout.
    at: Option<Point>,
) -> impl IntoView {
    ask_catalogue(state);
    // The text may change while the dialog is open, in another window or by what was asked for before.
    let drawn = StoredValue::new(state.scene.get_untracked());
    let picker = move || {
        let Some(catalogue) = state.catalogue.get() else {
            return view! { <EmptyNote>"Loading…"</EmptyNote> }.into_any();
        };
        let suitable = drawn.with_value(|scene| suitable(scene, &catalogue, purpose));
        let items = suitable
            .iter()
            .filter_map(|it| catalogue.entries.get(*it))
            .map(|it| {
                let detail =
                    if it.about.is_empty() { ports_in_words(it) } else { it.about.clone() };
                PickerItem { icon: Some(Icon::Unit), ..PickerItem::new(&it.name, &detail) }
            })
            .collect::<Vec<_>>();
        let groups = suitable.iter().filter_map(|it| catalogue.entries.get(*it));
        let headings: Vec<String> = groups.map(|it| it.group.clone()).collect();
        let placeholder = match purpose {
            Purpose::Alone => format!("Add a {}…", catalogue.kind),
            Purpose::Into(_) => format!("Insert a {} that fits here…", catalogue.kind),
            Purpose::To(_) => format!("Connect a new {}…", catalogue.kind),
        };
        let on_pick = move |idx: usize| {
            let picked = suitable.get(idx).and_then(|it| catalogue.entries.get(*it));
            let now = drawn
                .with_value(|before| state.scene.with_untracked(|it| purpose.in_next(before, it)));
            match picked.zip(now) {
                Some((entry, purpose)) => add(state, &catalogue, entry, purpose, at),
                None => state
                    .toasts
                    .complain("Nothing was added: what it was for is not in the graph any more."),
            }
            state.prompts.close_question();
        };
        view! { <Picker placeholder=placeholder items=items headings=headings on_pick=on_pick /> }
            .into_any()
    };
    view! {
        <ModalDialog
            title="Add to the graph"
            is_plain=true
            on_close=move |()| state.prompts.close_question()
        >
            <div class="add">{part(picker)}</div>
        </ModalDialog>
    }
}

/// Adds an entry of the catalogue for a purpose, with its upper left corner at a place if one is given.
pub fn add(
    state: CanvasState,
    catalogue: &Catalogue,
    entry: &CatalogueEntry,
    purpose: Purpose,
    at: Option<Point>,
) {
    let added = state.scene.with_untracked(|scene| edit::add(scene, catalogue, entry, purpose));
    let Some((deed, item)) = added else { return };
    let place = at.map(|it| (item_key(&item), it));
    state.perform_with(deed, Beside { place, ..Beside::default() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_protocol::FurtherPorts;

    #[test]
    fn ports_are_told_in_a_line() {
        let entry = |ports: &[(&str, PortSide)]| CatalogueEntry {
            name: String::new(),
            group: String::new(),
            about: String::new(),
            ports: ports
                .iter()
                .map(|&(name, side)| Port {
                    name: name.into(),
                    side,
                    data_type: String::new(),
                    required: false,
                    guarded: false,
                    missing: false,
                    is_flow_typed: false,
                    is_inner: false,
                    anchor: Point::default(),
                })
                .collect(),
            further: Vec::new(),
        };
        let (input, output) = (PortSide::Input, PortSide::Output);
        assert_eq!(ports_in_words(&entry(&[])), "");
        assert_eq!(ports_in_words(&entry(&[("number", output)])), "→ number");
        assert_eq!(
            ports_in_words(&entry(&[("a", input), ("o", output), ("b", input)])),
            "a, b → o"
        );
        let many = entry(&[("a", input), ("b", input), ("c", input), ("d", input), ("e", input)]);
        assert_eq!(ports_in_words(&many), "a, b, c and 2 more →");
        let (template, data_type) = ("<name>".to_owned(), String::new());
        let rule = FurtherPorts { side: input, template, data_type };
        let merge = CatalogueEntry { further: vec![rule], ..entry(&[("o", output)]) };
        assert_eq!(ports_in_words(&merge), "<name> → o");
    }
}
