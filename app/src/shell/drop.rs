//! Files dropped anywhere.

use leptos::prelude::*;

use crate::document::files;
use crate::platform::{files as platform_files, window};
use crate::widgets::dynamic::When;
use crate::widgets::icon::{Icon, IconView};
use crate::workbench::use_workbench;

/// Hears drops, and says where they go while a file is over the page.
#[component]
pub fn DropTarget() -> impl IntoView {
    let workbench = use_workbench();
    let is_over = RwSignal::new(false);
    window::on_drag(
        move |over| {
            if is_over.get_untracked() != over {
                is_over.set(over);
            }
        },
        move |event| {
            platform_files::dropped(&event, move |picked| files::open_picked(workbench, picked));
        },
    );
    view! {
        <When when=move || is_over.get()>
            <div class="drop-overlay">
                <p class="drop-overlay__text">
                    <IconView icon=Icon::Open />
                    "Drop files to open them"
                </p>
            </div>
        </When>
    }
}
