//! Questions about files: before unsaved changes are lost, and before an encoding changes.

use std::sync::Arc;

use bobbin_protocol::{Position, Range};
use leptos::prelude::*;

use crate::document::{FileId, OpenFile, drafts, use_documents};
use crate::files::{beyond_latin1, name_of_encoding, use_files};
use crate::navigation::use_navigation;
use crate::open_dialog::AfterEncoding;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;

/// Asks what to do with changes that are saved nowhere, of files some of which may have none.
#[component]
pub fn CloseModified(ids: Vec<FileId>, close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let meant: Vec<Arc<OpenFile>> = ids.into_iter().filter_map(|id| documents.by_id(id)).collect();
    let (modified, saved): (Vec<_>, Vec<_>) =
        meant.iter().cloned().partition(|it| it.is_modified.get_untracked());
    let n_files = modified.len();
    let names: Vec<String> = modified.iter().map(|it| it.name.clone()).collect();
    let is_kept = documents.are_kept() && !modified.iter().any(|it| drafts::is_unkept(it.id));
    let (save_label, drop_label) = match meant.len() {
        1 => ("Save and close", "Close without saving"),
        _ => ("Save and close all", "Close all without saving"),
    };
    // The dialog is gone once the files are closed, with all its signals.
    let drop_all = move |()| {
        close.run(());
        files.close_now(&meant);
    };
    // A browser may download only the first of several files, without saying so.
    let save_it = move |()| {
        close.run(());
        if let Some(file) = modified.first() {
            files.save_and_close(file, saved.clone());
        }
    };
    let names = names
        .into_iter()
        .enumerate()
        .map(|(nth, it)| view! { {(nth > 0).then_some(", ")} <code class="code">{it}</code> })
        .collect_view();
    let words = match (n_files == 1, is_kept) {
        (true, true) => {
            "has unsaved changes. The browser keeps it with them among the closed files."
        }
        (true, false) => "has unsaved changes. Closing it discards them.",
        (false, true) => "have unsaved changes. The browser keeps them among the closed files.",
        (false, false) => "have unsaved changes. Closing them discards these.",
    };
    view! {
        <ModalDialog title="Close without saving?" warning="close-warning" on_close=close>
            <div class="message">
                <p id="close-warning">
                    {names}
                    " " {words}
                </p>
                <div class="message__actions">
                    {(n_files == 1)
                        .then(|| view! { <Button label=save_label is_primary=true on_press=save_it /> })}
                    <Button label=drop_label on_press=drop_all />
                    <Button label="Cancel" has_keys=n_files != 1 on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
}

/// Asks before a file becomes UTF-8 because of a character that its encoding lacks.
#[component]
pub fn BecomeUtf8(id: FileId, then: AfterEncoding, close: Callback<()>) -> impl IntoView {
    let files = use_files();
    let navigation = use_navigation();
    let Some(file) = use_documents().by_id(id) else { return ().into_any() };
    let encoding = name_of_encoding(file.encoding.get_untracked());
    let found = file.text().and_then(|it| beyond_latin1(&it));
    let Some((sign, line, character)) = found else { return ().into_any() };
    let start = Position { line, character };
    let end = Position { line, character: character + sign.len_utf16() as u32 };
    let (name, uri) = (file.name.clone(), file.uri.clone());
    let convert = move |()| {
        close.run(());
        files.become_utf8(&file, &then);
    };
    let show = move |()| {
        close.run(());
        navigation.show_place(id, &uri, Range { start, end });
    };
    view! {
        <ModalDialog title="Save as UTF-8?" warning="utf8-warning" on_close=close>
            <div class="message" id="utf8-warning">
                <p>
                    <code class="code">{name}</code>
                    {format!(" is {encoding}, which has no ")}
                    <code class="code">{sign.to_string()}</code>
                    {format!(" (line {}).", line + 1)}
                </p>
                <p class="message__minor">
                    "UTF-8 keeps every character, but all other letters beyond ASCII will be stored as different bytes."
                </p>
                <div class="message__actions">
                    <Button label="Save as UTF-8" is_primary=true on_press=convert />
                    <Button label="Go to the character" on_press=show />
                    <Button label="Cancel" on_press=close />
                </div>
            </div>
        </ModalDialog>
    }
    .into_any()
}
