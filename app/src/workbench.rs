//! All that the parts of the page share. It is put together in `shell`; actions, which may be about
//! anything, take it as a whole, and everything else takes only what it needs.

use leptos::prelude::ReadSignal;

use crate::canvas::CanvasControl;
use crate::conversion::Conversions;
use crate::document::DocumentStore;
use crate::exports::Exports;
use crate::files::FileControl;
use crate::navigation::Navigation;
use crate::open_dialog::Dialogs;
use crate::picture::Pictures;
use crate::platform::install::InstallOffer;
use crate::platform::service_worker::Offline;
use crate::search_all::SearchAll;
use crate::settings::Settings;
use crate::sharing::Sharing;
use crate::widgets::toast::Toasts;

/// The state of the page; cheap to copy.
#[derive(Clone, Copy)]
pub struct Workbench {
    pub documents: DocumentStore,
    pub settings: Settings,
    pub toasts: Toasts,
    pub dialogs: Dialogs,
    pub navigation: Navigation,
    pub files: FileControl,
    pub conversions: Conversions,
    pub sharing: Sharing,
    pub pictures: Pictures,
    pub exports: Exports,
    pub search: SearchAll,
    pub canvas: CanvasControl,
    pub offline: ReadSignal<Offline>,
    pub install: InstallOffer,
}
