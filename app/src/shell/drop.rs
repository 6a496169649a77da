//! Files dropped anywhere.

use leptos::prelude::*;

use crate::document::files;
use crate::platform::{files as platform_files, window};
use crate::widgets::dynamic::When;
use crate::widgets::icon::{Icon, IconView};
use crate::workbench::{Dialog, Workbench, sentence, use_workbench};

/// Returns true if dropped files are catalogues, because the environment's dialog is open.
fn takes_catalogues(workbench: Workbench) -> bool {
    workbench.dialog.with_untracked(|it| *it == Some(Dialog::Environment))
}

/// Handles drops, and says where they go while a file is over the page.
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
            let is_catalogue = takes_catalogues(workbench);
            platform_files::dropped(&event, move |picked| {
                if !is_catalogue {
                    return files::open_picked(workbench, picked);
                }
                let added = picked.and_then(|file| workbench.environment.add_catalogue(file));
                if let Err(why) = added {
                    workbench.complain(sentence(&why));
                }
            });
        },
    );
    view! {
        <When when=move || is_over.get()>
            <div class="drop-overlay">
                <p class="drop-overlay__text">
                    <IconView icon=Icon::Open />
                    {if takes_catalogues(workbench) {
                        "Drop JSON files to add them as catalogues"
                    } else {
                        "Drop files to open them"
                    }}
                </p>
            </div>
        </When>
    }
}
