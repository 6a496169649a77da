//! News about the page itself.

use leptos::prelude::*;

use crate::actions;
use crate::platform::editor::{self, WorkerState};
use crate::platform::service_worker::Offline;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::Prose;
use crate::workbench::{sentence, use_workbench};

/// A failed language core; a new version.
#[component]
pub fn Banners() -> impl IntoView {
    let workbench = use_workbench();
    let has_failed = move || workbench.documents.worker.get() == WorkerState::Failed;
    let is_put_off = RwSignal::new(false);
    let has_update = move || workbench.offline.get() == Offline::Update && !is_put_off.get();
    view! {
        <When when=has_failed>
            <div class="banner banner--error" role="alert">
                <IconView icon=Icon::Error />
                <p class="banner__text">
                    "The language core does not start; the texts are safe and can be edited. "
                    {part(move || {
                        let why = workbench.documents.worker_failure.get();
                        (!why.is_empty()).then(|| view! { <Prose text=sentence(&why) /> })
                    })}
                </p>
                <Button label="Try again" on_press=move |()| editor::restart_worker() />
            </div>
        </When>
        <When when=has_update>
            <div class="banner" role="status">
                <IconView icon=Icon::Hint />
                <p class="banner__text">"A new version is ready."</p>
                <Button
                    label="Reload"
                    is_primary=true
                    on_press=move |()| actions::run(workbench, "help.update")
                />
                <Button label="Later" on_press=move |()| is_put_off.set(true) />
            </div>
        </When>
    }
}
