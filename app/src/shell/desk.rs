//! The functions of the [desk](crate::desk) that the start page calls.

use leptos::prelude::*;

use super::banners::Banners;
use super::events;
use super::file_menu::FileMenu;
use super::held_files::HeldFiles;
use super::kept_focus;
use super::status_bar::StatusBar;
use super::workspace::Workspace;
use crate::actions::use_actions;
use crate::desk::DESK;
use crate::document::{DocumentStore, StorageState, drafts};
use crate::environment::{self, use_environment};
use crate::launch;
use crate::platform::frame;
use crate::problems;
use crate::touch::TOUCH;
use crate::tour::TourPanel;
use crate::widgets::later::{once_here, part_deed, part_view};
use crate::workbench::Workbench;

part_view!("desk" "01"; fn workspace() { view! { <Workspace /> } });

part_view!("desk" "02"; fn above() {
    view! {
        <Banners />
        <HeldFiles />
    }
});

part_view!("desk" "03"; fn below() {
    view! {
        <StatusBar />
        {once_here(&TOUCH, touched)}
    }
});

part_view!("touch" "09"; fn touched() {
    view! {
        <FileMenu />
        <TourPanel />
    }
});

part_deed! {
    /// Opens the files of earlier times, and keeps what the page knows and stores as new as the texts.
    DESK "desk" "04";
    fn begin(workbench: Workbench) {
        let documents = workbench.documents;
        environment::follow(use_environment(), documents, workbench.toasts);
        if frame::is_framed() {
            documents.storage.set(StorageState::Open);
            documents.is_restored.set(true);
        } else {
            drafts::start(documents, workbench.toasts);
            // A page that shows this one in a frame has the keyboard itself.
            kept_focus::follow(documents, workbench.settings);
            launch::follow(workbench);
        }
        workbench.sharing.follow_links();
        workbench.canvas.follow_files(documents);
        workbench.exports.follow_printing();
        events::follow_views(workbench);
        problems::follow_errors(documents, workbench.settings);
    }
}

part_deed! {
    /// Applies an event of the editor, in JSON.
    DESK "desk" "05";
    fn hear(workbench: Workbench, event: String) {
        events::hear(workbench, use_actions(), &event);
    }
}

part_deed! {
    /// Stores the texts.
    DESK "desk" "06";
    fn save(documents: DocumentStore) {
        drafts::save_now(documents);
    }
}
