//! Bobbin's page.
//!
//! It shows and changes texts without understanding them: that is left to the language server,
//! which runs with the core in a worker. `platform` talks to the browser and the editor, `document`
//! knows the open documents, each pane shows a view of one, `shell` puts the panes together, and the
//! state that they share: each part takes what it needs of that from a context.

#![allow(missing_docs, reason = "a program, not a library: names that say it all need no doc")]

mod actions;
mod additions;
mod asked;
mod base64;
mod bytes_pane;
mod canvas;
mod conversion;
mod coverage;
mod desk;
mod dialogs;
mod difference;
mod disk;
mod document;
mod environment;
mod explanation;
mod exports;
mod files;
mod following;
mod framed;
mod gallery;
mod includes;
mod inspector;
mod launch;
mod navigation;
mod open_dialog;
mod outline;
mod picture;
mod platform;
mod problems;
mod reference;
mod resolved_pane;
mod search_all;
mod settings;
mod sharing;
mod shell;
mod timeline;
mod touch;
mod tour;
mod versions;
mod view_options;
mod visited;
mod widgets;
mod workbench;

use bobbin_picture::xml;

fn main() {
    if let Some(host) = platform::dom::page_host() {
        // The page is never unmounted.
        leptos::mount::mount_to(host, shell::App).forget();
    }
}
