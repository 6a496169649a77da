//! The pane on the right: one tab per view that the document offers.

use bobbin_protocol::ViewKind;
use leptos::html;
use leptos::prelude::*;

use crate::additions::FirstItems;
use crate::document::{Asked, use_documents};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::second_window;
use crate::settings::{Side, use_settings};
use crate::widgets::dynamic::{When, live};
use crate::widgets::later::later;
use crate::widgets::placeholder::Placeholder;
use crate::widgets::tabs::{Tab, TabList};
use crate::widgets::toast::use_toasts;

use super::parts;

/// Returns the label of a view's tab.
#[must_use]
pub fn label_of(kind: ViewKind) -> &'static str {
    match kind {
        ViewKind::Outline => "Outline",
        ViewKind::Graph => "Graph",
        ViewKind::Form => "Form",
        ViewKind::Bytes => "Bytes",
        ViewKind::Resolved => "Effective values",
        ViewKind::Coverage => "Coverage",
        ViewKind::Timeline => "Timeline",
    }
}

/// Shows the views of the shown document.
#[component]
pub fn ViewPane() -> impl IntoView {
    let documents = use_documents();
    let settings = use_settings();
    let navigation = use_navigation();
    let tabs = memo(move |_| {
        let views = documents.offered_views();
        views.into_iter().map(|it| Tab::new(label_of(it))).collect::<Vec<_>>()
    });
    let shown = navigation.view;
    let place = move || {
        let shown = shown.get()?;
        documents.offered_views().iter().position(|it| *it == shown)
    };
    let pick = move |idx: usize| {
        if let Some(kind) = untrack(|| documents.offered_views()).get(idx) {
            navigation.show_view(*kind);
        }
    };
    // Another file of the same kind keeps its kind of view, but starts it afresh.
    let shown_file = memo(move |_| documents.active.get().map(|it| it.id));
    let panel = move || {
        shown_file.track();
        match shown.get() {
            Some(ViewKind::Graph) => later(&parts::GRAPH, parts::graph),
            Some(ViewKind::Form) => later(&parts::FORM, parts::form),
            Some(ViewKind::Bytes) => later(&parts::BYTES, parts::bytes),
            Some(ViewKind::Resolved) => later(&parts::FORM, parts::values),
            Some(ViewKind::Coverage) => later(&parts::COVERAGE, parts::coverage),
            Some(ViewKind::Timeline) => later(&parts::COVERAGE, parts::timeline),
            Some(ViewKind::Outline) | None => {
                let asked: Asked<()> = Asked::NotYet;
                view! { <Placeholder asked=asked absent="" /> }.into_any()
            }
        }
    };
    let section = NodeRef::<html::Section>::new();
    follow_window(section);
    view! {
        <section class="view" aria-label="View" node_ref=section>
            <When when=move || !settings.is_narrow.get()>
                <div
                    class="view__head"
                    on:dblclick=move |_| settings.toggle_maximised(Side::View)
                >
                    <TabList
                        label="Views"
                        tabs=tabs
                        shown=Signal::derive(place)
                        on_pick=pick
                    />
                </div>
            </When>
            <div
                class="view__body"
                tabindex="-1"
                role="tabpanel"
                aria-label=live(move || shown.get().map_or("View", label_of))
                on:keydown=move |event| {
                    if event.key() == "Tab" && navigation.awaits_field() {
                        event.prevent_default();
                    }
                }
            >
                // The text of a damaged binary is not to be begun anew.
                <When when=move || {
                    documents.active.get().is_none_or(|it| it.fault().is_none())
                }>
                    <FirstItems />
                </When>
                {panel}
            </div>
        </section>
    }
}

/// Moves the pane to a window of its own and back, as the settings say.
fn follow_window(pane: NodeRef<html::Section>) {
    let settings = use_settings();
    let toasts = use_toasts();
    let is_away = settings.is_view_away;
    effect(move || {
        let is_wanted = is_away.get() && !settings.is_phone.get();
        if !is_wanted {
            if is_away.get_untracked() {
                is_away.set(false);
            }
            return second_window::attach();
        }
        let Some(pane) = pane.get() else { return };
        let back = move || {
            let _ = is_away.try_set(false);
        };
        if !second_window::detach(&pane, "View \u{2013} Bobbin", back) {
            is_away.set(false);
            toasts.complain("The browser opened no window. Allow pop-up windows for this page.");
        }
    });
    on_cleanup(move || {
        let _ = is_away.try_set(false);
        second_window::attach();
    });
}
