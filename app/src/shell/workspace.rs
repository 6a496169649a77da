//! The arrangement of the panes.

use bobbin_protocol::ViewKind;
use leptos::html;
use leptos::prelude::*;

use super::file_tabs::FileTabs;
use super::rail::Rail;
use super::source::SourcePane;
use super::view_pane::{ViewPane, label_of};
use super::welcome::Welcome;
use crate::document::use_documents;
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::platform::dom::{self, Size};
use crate::platform::frame;
use crate::problems::ProblemsPane;
use crate::settings::{NarrowTab, Side, Split, use_settings};
use crate::widgets::dynamic::{When, live};
use crate::widgets::splitter::{Axis, Limits, Splitter};
use crate::widgets::tabs::{Tab, TabList};

/// The least width of a pane, in pixels.
const MIN_PANE: f64 = 240.0;
/// The least height of a pane, in pixels.
const MIN_HEIGHT: f64 = 120.0;
/// The height of the row of files, in pixels; the style sheet has the same.
const TABS_HEIGHT: f64 = 36.0;

/// The content behind a tab of a narrow window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NarrowKey {
    Rail,
    Source,
    View(ViewKind),
    Problems,
}

/// Shows the panes: beside and below each other where there is room, else one at a time.
#[component]
pub fn Workspace() -> impl IntoView {
    let settings = use_settings();
    let documents = use_documents();
    let element = NodeRef::<html::Main>::new();
    let size = dom::size_of(element);
    let is_empty = memo(move |_| documents.active.get().is_none());
    let is_framed = frame::is_framed();
    // A frame of one file says nothing by its name.
    let has_tabs =
        move || !is_empty.get() && (!is_framed || documents.files.with(|files| files.len() > 1));
    let had_files = settings.had_files.get_untracked();
    effect(move || {
        if documents.is_restored.get() {
            settings.had_files.set(documents.files.with(|it| !it.is_empty()));
        }
    });
    // There is nothing to list while the start page is shown, which has the examples, too.
    let has_rail = memo(move |_| settings.is_rail_open.get() && !is_empty.get());
    // Limited to the room of the window; the user's wish itself is remembered.
    let rail_limits = Signal::derive(move || Limits {
        min: 160.0,
        max: (size.get().width - 2.0 * MIN_PANE).clamp(160.0, 520.0),
        usual: 232.0,
        step: 16.0,
    });
    let is_beside = move || settings.split.get() == Split::Beside;
    // The length that text and view share: the width or the height.
    let shared_length = move || {
        let Size { width, height } = size.get();
        let rail =
            if has_rail.get() { rail_limits.get().clamp(settings.rail_width.get()) } else { 0.0 };
        let length = if is_beside() { width - rail } else { height - TABS_HEIGHT };
        length.max(1.0)
    };
    let share_limits = Signal::derive(move || {
        let pane = if is_beside() { MIN_PANE } else { MIN_HEIGHT };
        let least = (pane / shared_length()).min(0.5);
        Limits { min: least, max: 1.0 - least, usual: 0.55, step: 0.02 }
    });
    let problems_limits = Signal::derive(move || Limits {
        min: 72.0,
        max: (size.get().height - 160.0).max(72.0),
        usual: 168.0,
        step: 16.0,
    });
    let has_problems_pane = memo(move |_| settings.shows_problems(documents.has_problems()));
    let useful_for_problems = RwSignal::new(f64::INFINITY);
    let view_length =
        move || (shared_length() * share_limits.get().clamp(settings.view_share.get())).round();
    let maximised = move || settings.alone();
    let columns = move || {
        let rail =
            if has_rail.get() { rail_limits.get().clamp(settings.rail_width.get()) } else { 0.0 };
        match maximised() {
            None if is_beside() => format!("{rail}px minmax(0, 1fr) {}px", view_length()),
            _ => format!("{rail}px minmax(0, 1fr)"),
        }
    };
    // Whoever moves the handle means that height.
    let is_height_given = RwSignal::new(false);
    effect(move |before: Option<f64>| {
        let now = settings.problems_height.get();
        if before.is_some_and(|it| it != now) {
            is_height_given.set(true);
        }
        now
    });
    let rows = move || {
        let problems = if has_problems_pane.get() {
            let limits = problems_limits.get();
            let given = limits.clamp(settings.problems_height.get());
            match is_height_given.get() {
                true => given,
                false => given.min(useful_for_problems.get().max(limits.min)),
            }
        } else {
            0.0
        };
        match maximised() {
            None if !is_beside() => {
                format!("auto minmax(0, 1fr) {}px {problems}px", view_length())
            }
            _ => format!("auto minmax(0, 1fr) {problems}px"),
        }
    };
    let arrangement = move || match (maximised(), settings.split.get()) {
        (Some(Side::Text), _) => "text",
        (Some(Side::View), _) => "view",
        (None, Split::Beside) => "beside",
        (None, Split::Below) => "below",
    };
    let is_wide = move || !settings.is_narrow.get();
    let shown_tab = move || match settings.narrow_tab.get() {
        NarrowTab::Rail => "rail",
        NarrowTab::Source => "source",
        NarrowTab::View => "view",
        NarrowTab::Problems => "problems",
    };
    view! {
        <When when=move || settings.is_narrow.get() && has_tabs()>
            <FileTabs />
        </When>
        <When when=move || settings.is_narrow.get() && !is_empty.get()>
            <NarrowTabs />
        </When>
        <main
            class="workspace"
            class:workspace--narrow=live(move || settings.is_narrow.get())
            class:workspace--empty=is_empty
            data-tab=shown_tab
            data-arrangement=live(arrangement)
            node_ref=element
            style:grid-template-columns=live(move || is_wide().then(columns))
            style:grid-template-rows=live(move || is_wide().then(rows))
        >
            <When when=move || has_rail.get() || !is_wide()>
                <div class="workspace__rail">
                    <Rail />
                    <When when=is_wide>
                        <Splitter
                            axis=Axis::Horizontal
                            label="Width of files and outline"
                            size=settings.rail_width
                            limits=rail_limits
                            grows_forward=true
                        />
                    </When>
                </div>
            </When>
            <When when=move || is_wide() && has_tabs()>
                <FileTabs />
            </When>
            <SourcePane />
            <When when=move || !is_empty.get()>
                <div class="workspace__view">
                    <When when=move || is_wide() && maximised().is_none() && is_beside()>
                        <Splitter
                            axis=Axis::Horizontal
                            label="Width of the view"
                            size=settings.view_share
                            limits=share_limits
                            grows_forward=false
                            scale=Signal::derive(move || 1.0 / shared_length())
                        />
                    </When>
                    <When when=move || is_wide() && maximised().is_none() && !is_beside()>
                        <Splitter
                            axis=Axis::Vertical
                            label="Height of the view"
                            size=settings.view_share
                            limits=share_limits
                            grows_forward=false
                            scale=Signal::derive(move || 1.0 / shared_length())
                        />
                    </When>
                    <ViewPane />
                </div>
            </When>
            // Files that are about to be open again are not preceded by the start page.
            <When when=move || {
                !is_framed && is_empty.get() && (documents.is_restored.get() || !had_files)
            }>
                <Welcome />
            </When>
            <When when=move || has_problems_pane.get() || !is_wide()>
                <div class="workspace__problems">
                    <When when=is_wide>
                        <Splitter
                            axis=Axis::Vertical
                            label="Height of the problems"
                            size=settings.problems_height
                            limits=problems_limits
                            grows_forward=false
                        />
                    </When>
                    <ProblemsPane useful=useful_for_problems />
                </div>
            </When>
        </main>
    }
}

/// Shows one pane at a time.
#[component]
fn NarrowTabs() -> impl IntoView {
    let settings = use_settings();
    let documents = use_documents();
    let navigation = use_navigation();
    let keys = move || {
        let views = documents.offered_views().into_iter().map(NarrowKey::View);
        let mut keys = vec![NarrowKey::Source];
        keys.extend(views);
        keys.extend([NarrowKey::Problems, NarrowKey::Rail]);
        keys
    };
    let tabs = Signal::derive(move || {
        let file = documents.active.get();
        let n_problems = file.map_or(0, |it| it.problem_counts().iter().sum());
        let tab = |key| match key {
            NarrowKey::Source => Tab::new("Source"),
            NarrowKey::View(kind) => Tab::new(label_of(kind)),
            NarrowKey::Problems => Tab { label: "Problems", count: n_problems },
            NarrowKey::Rail => Tab::new("Browse"),
        };
        keys().into_iter().map(tab).collect::<Vec<_>>()
    });
    let shown = Signal::derive(move || {
        let shown = match settings.narrow_tab.get() {
            NarrowTab::Rail => NarrowKey::Rail,
            NarrowTab::Source => NarrowKey::Source,
            NarrowTab::View => NarrowKey::View(navigation.view.get()?),
            NarrowTab::Problems => NarrowKey::Problems,
        };
        keys().iter().position(|it| *it == shown)
    });
    let on_pick = move |idx: usize| match untrack(keys).get(idx) {
        Some(NarrowKey::Rail) => settings.narrow_tab.set(NarrowTab::Rail),
        Some(NarrowKey::Source) | None => settings.narrow_tab.set(NarrowTab::Source),
        Some(NarrowKey::View(kind)) => navigation.show_view(*kind),
        Some(NarrowKey::Problems) => settings.narrow_tab.set(NarrowTab::Problems),
    };
    view! {
        <nav class="narrow-tabs" aria-label="Panes">
            <TabList label="Panes" tabs=tabs shown=shown on_pick=on_pick />
        </nav>
    }
}
