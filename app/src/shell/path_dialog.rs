//! Dialogs that ask for the name of a file or a folder.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::document::{DocumentStore, FileId, use_documents};
use crate::files::{folder_of, in_folder, inside_of, last_part, tree, use_files};
use crate::following::memo;
use crate::platform::dom;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;

/// Asks for a name, which may have folders. Nothing can be pressed for as long as there is a fault.
#[component]
fn PathDialog(
    title: &'static str,
    /// The name of the field.
    field_label: &'static str,
    /// The label of the button.
    label: &'static str,
    value: String,
    /// Folders to choose from.
    #[prop(optional)]
    suggestions: Vec<String>,
    /// Selects only the last part at first, for a file whose folder is settled.
    #[prop(optional)]
    keeps_folder: bool,
    /// Returns what is wrong with a name, if anything is.
    #[prop(into)]
    fault_of: Callback<String, Option<String>>,
    on_commit: Callback<String>,
    close: Callback<()>,
) -> impl IntoView {
    let name = RwSignal::new(value.clone());
    let field = NodeRef::<html::Input>::new();
    let (start, end) = own_part(&value);
    dom::on_each_load(field, move |field| {
        // Runs after the dialog has set the focus itself.
        request_animation_frame(move || {
            request_animation_frame(move || {
                let _ = field.focus();
                field.select();
                if keeps_folder {
                    let _ = field.set_selection_range(start, end);
                }
            });
        });
    });
    let fault = memo(move |_| fault_of.run(name.get().trim().to_owned()));
    let commit = move || {
        if fault.get_untracked().is_none() {
            let name = name.get_untracked().trim().to_owned();
            on_commit.run(name);
            close.run(());
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            commit();
        }
    };
    // A field with choices is another one to screen readers.
    let choices = (!suggestions.is_empty()).then_some("path-folders");
    let options = suggestions.into_iter().map(|it| view! { <option value=it></option> });
    let options = options.collect_view();
    view! {
        <ModalDialog title=title on_close=close>
            <div class="message">
                <label class="message__field">
                    {field_label}
                    <input
                        class="input"
                        type="text"
                        autocomplete="off"
                        spellcheck="false"
                        list=choices
                        prop:value=value
                        node_ref=field
                        on:input=move |event| name.set(event_target_value(&event))
                        on:keydown=on_key
                    />
                    <datalist id="path-folders">{options}</datalist>
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

/// Returns where the last part of a path stands in it, up to the first dot, in UTF-16.
fn own_part(path: &str) -> (u32, u32) {
    let own = last_part(path);
    let stem = own.split_once('.').map_or(own, |it| it.0);
    let length = |it: &str| it.encode_utf16().count() as u32;
    let start = length(path) - length(own);
    (start, start + if stem.is_empty() { length(own) } else { length(stem) })
}

/// The length of the longest name that the usual file systems take, in bytes.
const LONGEST_NAME: usize = 255;

/// Returns what is wrong with a path, if anything is.
fn path_fault(path: &str) -> Option<&'static str> {
    if path.contains('\\') {
        Some("Folders are separated by a slash (/).")
    } else if path.split('/').any(|it| ["", ".", ".."].contains(&it.trim())) {
        Some("This is not a path from the top folder to a file.")
    } else if path.split('/').any(|it| it.len() > LONGEST_NAME) {
        Some(
            "A name is too long: many disks take 255 bytes, of which letters such as é are several.",
        )
    } else {
        None
    }
}

/// Returns what is wrong with a file name, if anything is.
fn fault_of(name: &str, own: &str, is_taken: impl Fn(&str) -> bool) -> Option<&'static str> {
    if name.is_empty() {
        Some("A file needs a name.")
    } else if let Some(fault) = path_fault(name) {
        Some(fault)
    } else if name != own && is_taken(name) {
        Some("Another open file has this name.")
    } else {
        None
    }
}

fn all_folders(documents: DocumentStore) -> Vec<String> {
    let files = documents.files.get_untracked();
    tree::folders(&files.iter().map(|it| it.name.clone()).collect::<Vec<_>>())
}

/// Asks for a file name: to rename the file or to save a copy.
#[component]
pub fn NameDialog(id: FileId, is_copy: bool, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let own = documents.by_id(id).map(|it| it.name.clone()).unwrap_or_default();
    let value = own.clone();
    let fault = Callback::new(move |name: String| {
        fault_of(&name, &own, |it| documents.is_taken(it)).map(str::to_owned)
    });
    let commit = Callback::new(move |name: String| {
        let Some(file) = documents.by_id(id) else { return };
        if is_copy {
            files.download_as(&file, &name);
        } else {
            files.rename(id, name);
        }
    });
    let (title, label) = if is_copy { ("Save as", "Save") } else { ("Rename file", "Rename") };
    view! {
        <PathDialog
            title=title
            field_label="Name"
            label=label
            value=value
            fault_of=fault
            on_commit=commit
            close=close
        />
    }
}

/// Asks for the folder that a file is to be in.
#[component]
pub fn MoveFileDialog(id: FileId, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let own = documents.by_id(id).map(|it| it.name.clone()).unwrap_or_default();
    let value = folder_of(&own).to_owned();
    let fault = Callback::new(move |folder: String| {
        let name = in_folder(&folder, last_part(&own));
        if !folder.is_empty() && path_fault(&folder).is_some() {
            path_fault(&folder).map(str::to_owned)
        } else if name != own && documents.is_taken(&name) {
            Some(format!("Another open file is called {name}."))
        } else {
            None
        }
    });
    let commit = Callback::new(move |folder: String| files.move_to(id, &folder));
    view! {
        <PathDialog
            title="Move to folder"
            field_label="Folder (empty for the top)"
            label="Move"
            value=value
            suggestions=all_folders(documents)
            fault_of=fault
            on_commit=commit
            close=close
        />
    }
}

/// Asks for the name of a new, empty file in a folder.
#[component]
pub fn NewFileInDialog(folder: String, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    // As the file beside which it was asked for.
    let all = documents.files.get_untracked();
    let sibling = all.iter().find(|it| tree::is_inside(&folder, &it.name));
    let ending = sibling.and_then(|it| last_part(&it.name).split_once('.')).map(|it| it.1);
    let value = in_folder(&folder, &format!("untitled.{}", ending.unwrap_or("txt")));
    let fault = Callback::new(move |name: String| {
        fault_of(&name, "", |it| documents.is_taken(it)).map(str::to_owned)
    });
    let commit = Callback::new(move |name: String| files.open_empty(name));
    view! {
        <PathDialog
            title="New file"
            field_label="Name"
            label="Create"
            value=value
            keeps_folder=true
            fault_of=fault
            on_commit=commit
            close=close
        />
    }
}

/// Asks for another name of a folder, with all that is in it.
#[component]
pub fn RenameFolderDialog(path: String, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let (value, from) = (path.clone(), path.clone());
    let fault = Callback::new(move |to: String| {
        if to.is_empty() {
            return Some("A folder needs a name.".to_owned());
        }
        if let Some(fault) = path_fault(&to) {
            return Some(fault.to_owned());
        }
        let files = documents.files.get_untracked();
        let new = files.iter().filter_map(|it| Some(in_folder(&to, inside_of(&path, &it.name)?)));
        let taken = new.into_iter().find(|new| {
            files.iter().any(|it| it.name == *new && !tree::is_inside(&path, &it.name))
        });
        taken.map(|it| format!("Another open file is called {it}."))
    });
    let commit = Callback::new(move |to: String| files.rename_folder(&from, &to));
    view! {
        <PathDialog
            title="Rename folder"
            field_label="Name"
            label="Rename"
            value=value
            suggestions=all_folders(documents)
            fault_of=fault
            on_commit=commit
            close=close
        />
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
        for bad in ["", "b.pipe", "x\\c.pipe", "/c.pipe", "x/", "x//c.pipe", "../c.pipe", "x/ /c"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
        assert_eq!(fault(&format!("{0}/{0}", "x".repeat(255))), None);
        assert!(fault(&"é".repeat(128)).is_some(), "disks count bytes");
    }

    #[test]
    fn what_is_selected_first_is_the_own_name() {
        assert_eq!(own_part("a/é🎉.coilcfg.txt"), (2, 5));
        assert_eq!(own_part("x"), (0, 1));
        assert_eq!(own_part("a/.hidden"), (2, 9));
    }
}
