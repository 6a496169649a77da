//! The panes and their connections.

mod banners;
mod dialogs;
mod drop;
mod events;
mod file_dialogs;
mod file_drag;
mod file_list;
mod file_menu;
mod file_tabs;
mod held_files;
mod new_file;
mod path_dialog;
mod rail;
mod source;
mod status_bar;
mod top_bar;
mod view_pane;
mod welcome;

use bobbin_protocol::ViewKind;
use leptos::html;
use leptos::prelude::*;

use crate::actions::{Actions, use_actions};
use crate::canvas::CanvasControl;
use crate::conversion::Conversions;
use crate::document::{DocumentStore, Editing, drafts, use_documents};
use crate::environment::{self, Environment, use_environment};
use crate::exports::Exports;
use crate::files::FileControl;
use crate::gallery::Gallery;
use crate::launch;
use crate::navigation::{Navigation, use_navigation};
use crate::open_dialog::Dialogs;
use crate::picture::Pictures;
use crate::platform::dom::{self, Size};
use crate::platform::editor::WorkerState;
use crate::platform::install::InstallOffer;
use crate::platform::{panic, service_worker};
use crate::problems::ProblemsPane;
use crate::search_all::SearchAll;
use crate::settings::{NarrowTab, Settings, use_settings};
use crate::sharing::Sharing;
use crate::widgets::dynamic::{When, live};
use crate::widgets::splitter::{Axis, Limits, Splitter};
use crate::widgets::tabs::{Tab, TabList};
use crate::widgets::toast::{ToastList, Toasts};
use crate::workbench::Workbench;
use banners::Banners;
use dialogs::DialogHost;
use drop::DropTarget;
use file_drag::FileDrag;
use file_list::FoldedFolders;
use file_menu::{FileMenu, FileMenuControl};
use held_files::HeldFiles;
use rail::Rail;
use source::SourcePane;
use status_bar::StatusBar;
use top_bar::TopBar;
use view_pane::{ViewPane, label_of};
use welcome::Welcome;

/// Shows the page.
#[component]
pub fn App() -> impl IntoView {
    let workbench = assemble();
    let documents = workbench.documents;
    panic::install_hook(move || {
        drafts::save_now(documents);
    });
    events::follow_editor(workbench);
    environment::follow(use_environment(), documents, workbench.toasts);
    drafts::start(documents);
    workbench.sharing.follow_links();
    launch::follow(workbench);
    workbench.canvas.follow_files(documents);
    workbench.exports.follow_printing();
    events::follow_views(workbench);
    use_actions().follow_keys();
    view! {
        <TopBar />
        <Banners />
        <HeldFiles />
        <Workspace />
        <StatusBar />
        <FileMenu />
        <DialogHost />
        <DropTarget />
        <ToastList toasts=workbench.toasts />
    }
}

/// Makes the parts of the page that others share, and provides each to those who ask for it.
fn assemble() -> Workbench {
    let documents = DocumentStore::new();
    let settings = Settings::restore();
    let toasts = Toasts::new();
    let dialogs = Dialogs::new();
    let editing = Editing { documents, toasts };
    let navigation = Navigation::new(documents, settings, toasts);
    let reopen = Callback::new(move |()| documents.reopen());
    let many = StoredValue::default();
    let canvas = CanvasControl::new();
    let files = FileControl { documents, toasts, dialogs, editing, navigation, reopen, many };
    let environment = Environment::restore();
    let gallery = Gallery::load();
    let workbench = Workbench {
        documents,
        settings,
        toasts,
        dialogs,
        navigation,
        files,
        conversions: Conversions::new(files),
        exports: Exports { documents, navigation, toasts, canvas },
        sharing: Sharing { documents, navigation, toasts, dialogs },
        search: SearchAll::new(documents, navigation, toasts),
        canvas,
        // A core that does not start may be what a new version mends.
        offline: service_worker::register(move || documents.worker.get() != WorkerState::Starting),
        install: InstallOffer::listen(),
    };
    provide_context(documents);
    provide_context(settings);
    provide_context(environment);
    provide_context(toasts);
    provide_context(dialogs);
    provide_context(editing);
    provide_context(navigation);
    provide_context(Pictures { documents, settings, toasts });
    provide_context(files);
    provide_context(FileMenuControl::new());
    provide_context(FileDrag::new());
    provide_context(FoldedFolders(RwSignal::default()));
    provide_context(gallery);
    provide_context(workbench.sharing);
    provide_context(workbench.conversions);
    provide_context(workbench.canvas);
    provide_context(workbench.search);
    provide_context(workbench.offline);
    provide_context(workbench.install);
    provide_context(Actions::new(workbench));
    workbench
}

/// The least width of a pane, in pixels.
const MIN_PANE: f64 = 240.0;

/// The content behind a tab of a narrow window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NarrowKey {
    Rail,
    Source,
    View(ViewKind),
    Problems,
}

#[component]
fn Workspace() -> impl IntoView {
    let settings = use_settings();
    let documents = use_documents();
    let element = NodeRef::<html::Main>::new();
    let size = dom::size_of(element);
    let is_empty = Memo::new(move |_| documents.active.get().is_none());
    let has_rail = Memo::new(move |_| settings.is_rail_open.get());
    // Limited to the room of the window; the user's wish itself is remembered.
    let rail_limits = Signal::derive(move || Limits {
        min: 160.0,
        max: (size.get().width - 2.0 * MIN_PANE).clamp(160.0, 520.0),
        usual: 232.0,
        step: 16.0,
    });
    let shared_width = move || {
        let Size { width, .. } = size.get();
        let rail =
            if has_rail.get() { rail_limits.get().clamp(settings.rail_width.get()) } else { 0.0 };
        (width - rail).max(1.0)
    };
    let share_limits = Signal::derive(move || {
        let least = (MIN_PANE / shared_width()).min(0.5);
        Limits { min: least, max: 1.0 - least, usual: 0.55, step: 0.02 }
    });
    let problems_limits = Signal::derive(move || Limits {
        min: 72.0,
        max: (size.get().height - 160.0).max(72.0),
        usual: 168.0,
        step: 16.0,
    });
    let columns = move || {
        let rail =
            if has_rail.get() { rail_limits.get().clamp(settings.rail_width.get()) } else { 0.0 };
        let view = (shared_width() * share_limits.get().clamp(settings.view_share.get())).round();
        format!("{rail}px minmax(0, 1fr) {view}px")
    };
    let rows = move || {
        let problems = if settings.are_problems_open.get() {
            problems_limits.get().clamp(settings.problems_height.get())
        } else {
            0.0
        };
        format!("minmax(0, 1fr) {problems}px")
    };
    let is_wide = move || !settings.is_narrow.get();
    let shown_tab = move || match settings.narrow_tab.get() {
        NarrowTab::Rail => "rail",
        NarrowTab::Source => "source",
        NarrowTab::View => "view",
        NarrowTab::Problems => "problems",
    };
    view! {
        <When when=move || settings.is_narrow.get() && !is_empty.get()>
            <NarrowTabs />
        </When>
        <main
            class="workspace"
            class:workspace--narrow=live(move || settings.is_narrow.get())
            class:workspace--empty=is_empty
            data-tab=shown_tab
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
            <SourcePane />
            <When when=move || !is_empty.get()>
                <div class="workspace__view">
                    <When when=is_wide>
                        <Splitter
                            axis=Axis::Horizontal
                            label="Width of the view"
                            size=settings.view_share
                            limits=share_limits
                            grows_forward=false
                            scale=Signal::derive(move || 1.0 / shared_width())
                        />
                    </When>
                    <ViewPane />
                </div>
            </When>
            <When when=move || is_empty.get()>
                <Welcome />
            </When>
            <When when=move || settings.are_problems_open.get() || !is_wide()>
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
                    <ProblemsPane />
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
        let n_problems = file.map_or(0, |it| it.problems.with(|it| it.len()));
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
