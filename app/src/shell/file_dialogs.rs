//! Dialogs about open files: closing and naming them.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::document::{FileId, OpenFile, use_documents};
use crate::files::use_files;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;

/// Asks what to do with changes that are saved nowhere.
#[component]
pub fn CloseModified(ids: Vec<FileId>, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let found: Vec<Arc<OpenFile>> = ids.into_iter().filter_map(|id| documents.by_id(id)).collect();
    let n_files = found.len();
    let names: Vec<String> = found.iter().map(|it| it.name.clone()).collect();
    // The dialog is gone once the files are closed, with all its signals.
    let dropped = found.clone();
    let drop_all = move |()| {
        close.run(());
        files.close_now(&dropped);
    };
    // A browser may download only the first of several files, without saying so.
    let save_it = move |()| {
        close.run(());
        let Some(file) = found.first().cloned() else { return };
        leptos::task::spawn_local(async move {
            let is_saved = files.save_now(&file).await;
            // It may have another name now, or have been edited meanwhile.
            let saved =
                documents.by_id(file.id).filter(|it| is_saved && !it.is_modified.get_untracked());
            if let Some(file) = saved {
                files.close_now(&[file]);
            }
        });
    };
    let names = names
        .into_iter()
        .enumerate()
        .map(|(nth, it)| view! { {(nth > 0).then_some(", ")} <code class="code">{it}</code> })
        .collect_view();
    let (verb, what) =
        if n_files == 1 { ("has", "it discards") } else { ("have", "them discards") };
    let drop_label = if n_files == 1 { "Close without saving" } else { "Close all without saving" };
    view! {
        <ModalDialog title="Close without saving?" on_close=close>
            <div class="message">
                <p>
                    {names}
                    {format!(" {verb} unsaved changes. Closing {what} them.")}
                </p>
                <div class="message__actions">
                    {(n_files == 1)
                        .then(|| view! { <Button label="Save and close" is_primary=true on_press=save_it /> })}
                    <Button label=drop_label on_press=drop_all />
                    <Button label="Cancel" on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
}

/// Returns what is wrong with a file name, if anything is.
fn fault_of(name: &str, own: &str, is_taken: impl Fn(&str) -> bool) -> Option<&'static str> {
    if name.is_empty() {
        Some("A file needs a name.")
    } else if name.contains('\\') {
        Some("Folders are separated by `/`.")
    } else if name.split('/').any(|it| ["", ".", ".."].contains(&it)) {
        Some("This is no path from the folder of all files to a file.")
    } else if name != own && is_taken(name) {
        Some("Another open file has this name.")
    } else {
        None
    }
}

/// Asks for a file name: to rename the file or to save a copy.
#[component]
pub fn NameDialog(id: FileId, is_copy: bool, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let own = documents.by_id(id).map(|it| it.name.clone()).unwrap_or_default();
    let name = RwSignal::new(own.clone());
    let field = NodeRef::<html::Input>::new();
    field.on_load(|field| {
        // Runs after the dialog has set the focus itself.
        request_animation_frame(move || {
            request_animation_frame(move || {
                let _ = field.focus();
                field.select();
            });
        });
    });
    let fault = {
        let own = own.clone();
        Memo::new(move |_| fault_of(name.get().trim(), &own, |it| documents.is_taken(it)))
    };
    let commit = move || {
        if fault.get_untracked().is_some() {
            return;
        }
        let name = name.get_untracked().trim().to_owned();
        close.run(());
        let Some(file) = documents.by_id(id) else { return };
        if is_copy {
            files.download_as(&file, &name);
        } else if name != file.name {
            documents.rename(id, &name);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            commit();
        }
    };
    let (title, label) = if is_copy { ("Save as", "Save") } else { ("Rename file", "Rename") };
    view! {
        <ModalDialog title=title on_close=close>
            <div class="message">
                <label class="message__field">
                    "Name"
                    <input
                        class="input"
                        type="text"
                        autocomplete="off"
                        spellcheck="false"
                        prop:value=own
                        node_ref=field
                        on:input=move |event| name.set(event_target_value(&event))
                        on:keydown=on_key
                    />
                </label>
                <p class="message__minor" role="status">
                    {part(move || fault.get().unwrap_or_default())}
                </p>
                <div class="message__actions">
                    <Button
                        label=label
                        is_primary=true
                        is_enabled=Signal::derive(move || fault.get().is_none())
                        on_press=move |()| commit()
                    />
                    <Button label="Cancel" on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_there_and_free() {
        let fault = |name: &str| fault_of(name, "a.pipe", |it| ["a.pipe", "b.pipe"].contains(&it));
        assert_eq!(fault("c.pipe"), None);
        assert_eq!(fault("a.pipe"), None, "its own");
        assert_eq!(fault("x/c.pipe"), None, "as an include names it");
        for bad in ["", "b.pipe", "x\\c.pipe", "/c.pipe", "x/", "x//c.pipe", "../c.pipe"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
