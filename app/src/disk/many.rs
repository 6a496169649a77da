//! Asks before very many files are opened.

use leptos::prelude::*;

use crate::files::use_files;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;

/// Asks before the files of a folder or archive are opened, if they are very many.
#[component]
pub fn ManyFilesDialog(origin: String, n_files: usize, close: Callback<()>) -> impl IntoView {
    let files = use_files();
    let open = move |()| {
        close.run(());
        if let Some(open) = files.many.try_update_value(Option::take).flatten() {
            open.run(());
        }
    };
    view! {
        <ModalDialog title=format!("Open {n_files} files?") on_close=close>
            <div class="message">
                <p>
                    <code class="code">{origin}</code>
                    {format!(
                        " has {n_files} files in known languages. Opening that many makes the page slow. To open fewer, open one of its subfolders.",
                    )}
                </p>
                <div class="message__actions">
                    <Button label=format!("Open {n_files} files") on_press=open />
                    <Button label="Cancel" is_primary=true has_keys=true on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
}
