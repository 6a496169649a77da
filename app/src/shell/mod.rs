//! The panes and their connections.

mod address;
mod banners;
mod dialog_host;
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
mod palette;
mod parts;
mod path_dialog;
mod rail;
mod shortcut_list;
mod source;
mod status_bar;
mod top_bar;
mod view_pane;
mod welcome;
mod workspace;

use leptos::prelude::*;

use crate::actions::{Actions, use_actions};
use crate::canvas::CanvasControl;
use crate::conversion::Conversions;
use crate::document::{DocumentStore, Editing, drafts};
use crate::environment::{self, Environment, use_environment};
use crate::exports::Exports;
use crate::files::FileControl;
use crate::gallery::Gallery;
use crate::launch;
use crate::navigation::Navigation;
use crate::open_dialog::Dialogs;
use crate::picture::Pictures;
use crate::platform::editor::WorkerState;
use crate::platform::install::InstallOffer;
use crate::platform::{panic, service_worker};
use crate::problems;
use crate::reference::ReferencePlace;
use crate::search_all::SearchAll;
use crate::settings::Settings;
use crate::sharing::Sharing;
use crate::tour::{TourControl, TourPanel};
use crate::widgets::toast::{ToastList, Toasts};
use crate::workbench::Workbench;
use banners::Banners;
use dialog_host::DialogHost;
use drop::DropTarget;
use file_drag::FileDrag;
use file_menu::{FileMenu, FileMenuControl};
use held_files::HeldFiles;
use status_bar::StatusBar;
use top_bar::TopBar;
use workspace::Workspace;

/// Shows the page.
#[component]
pub fn App() -> impl IntoView {
    let workbench = assemble();
    let documents = workbench.documents;
    panic::install_hook(move || {
        drafts::save_now(documents);
    });
    events::follow_editor(workbench, use_actions());
    environment::follow(use_environment(), documents, workbench.toasts);
    drafts::start(documents);
    workbench.sharing.follow_links();
    address::follow();
    launch::follow(workbench);
    workbench.canvas.follow_files(documents);
    workbench.exports.follow_printing();
    events::follow_views(workbench);
    problems::follow_errors(documents, workbench.settings);
    use_actions().follow_keys();
    parts::follow(move || documents.worker.get() != WorkerState::Starting);
    view! {
        <TopBar />
        <Banners />
        <HeldFiles />
        <Workspace />
        <StatusBar />
        <FileMenu />
        <TourPanel />
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
    let gallery = Gallery::new();
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
    provide_context(gallery);
    provide_context(TourControl::new(settings, files));
    provide_context(ReferencePlace::new());
    provide_context(workbench.sharing);
    provide_context(workbench.conversions);
    provide_context(workbench.canvas);
    provide_context(workbench.search);
    provide_context(workbench.offline);
    provide_context(workbench.install);
    provide_context(Actions::new(workbench));
    workbench
}
