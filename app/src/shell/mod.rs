//! The panes and their connections.

mod address;
mod banners;
mod desk;
mod dialog_host;
mod dialogs;
mod drop;
mod early_dialogs;
mod events;
mod file_dialogs;
mod file_drag;
mod file_list;
mod file_menu;
mod file_tabs;
mod held_files;
mod kept_focus;
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
use crate::desk::DESK;
use crate::document::{Asked, DocumentStore, Editing, use_documents};
use crate::environment::Environment;
use crate::exports::Exports;
use crate::files::FileControl;
use crate::following::memo;
use crate::gallery::Gallery;
use crate::navigation::Navigation;
use crate::open_dialog::Dialogs;
use crate::picture::Pictures;
use crate::platform::editor::{self, WorkerState};
use crate::platform::install::InstallOffer;
use crate::platform::{frame, panic, service_worker};
use crate::reference::ReferencePlace;
use crate::search_all::SearchAll;
use crate::settings::{Settings, use_settings};
use crate::sharing::Sharing;
use crate::tour::TourControl;
use crate::widgets::dynamic::part;
use crate::widgets::later::{later, later_instead};
use crate::widgets::toast::{ToastList, Toasts};
use crate::workbench::Workbench;
use dialog_host::DialogHost;
use drop::DropTarget;
use file_drag::FileDrag;
use file_menu::FileMenuControl;
use top_bar::TopBar;
use welcome::Welcome;

/// Shows the page.
#[component]
pub fn App() -> impl IntoView {
    let workbench = assemble();
    let documents = workbench.documents;
    panic::install_hook(move || desk::save(documents));
    desk::begin(workbench);
    let owner = Owner::current();
    editor::listen(move |event| {
        let hear = || desk::hear(workbench, event);
        match &owner {
            Some(owner) => owner.with(hear),
            None => hear(),
        }
    });
    address::follow();
    address::name_window(documents);
    use_actions().follow_keys();
    parts::follow(move || {
        documents.worker.get() != WorkerState::Starting
            && documents
                .active
                .get()
                .is_none_or(|file| file.views.outline.with(|it| !matches!(it, Asked::NotYet)))
    });
    let is_framed = frame::is_framed();
    view! {
        {(!is_framed).then(|| view! { <TopBar /> })}
        {later_instead(&DESK, desk::above, || ().into_any())}
        <Content />
        {later_instead(&DESK, desk::below, || {
            view! { <footer class="status"></footer> }.into_any()
        })}
        <DialogHost />
        <DropTarget />
        <ToastList toasts=workbench.toasts />
    }
}

/// Shows the start page until a file is opened, and the panes from then on.
#[component]
fn Content() -> impl IntoView {
    let documents = use_documents();
    // Files that are about to be open again are not preceded by the start page.
    let had_files = use_settings().had_files.get_untracked();
    let has_begun = memo(move |before: Option<&bool>| {
        had_files || before == Some(&true) || documents.active.get().is_some()
    });
    let content = move || {
        if has_begun.get() {
            later(&DESK, desk::workspace)
        } else {
            view! {
                <main class="workspace workspace--empty">
                    <Welcome />
                </main>
            }
            .into_any()
        }
    };
    view! { <div class="content">{part(content)}</div> }
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
        pictures: Pictures::new(documents, settings, toasts),
        exports: Exports { documents, navigation, toasts, canvas },
        sharing: Sharing { documents, navigation, toasts, dialogs },
        search: SearchAll::new(documents, navigation, toasts),
        canvas,
        // A core that does not start may be what a new version mends.
        offline: service_worker::register(move || {
            !frame::is_framed() && documents.worker.get() != WorkerState::Starting
        }),
        install: InstallOffer::listen(),
    };
    provide_context(documents);
    provide_context(settings);
    provide_context(environment);
    provide_context(toasts);
    provide_context(dialogs);
    provide_context(editing);
    provide_context(navigation);
    provide_context(workbench.pictures);
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
