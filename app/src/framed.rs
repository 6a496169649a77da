//! The files of a page in a frame: those that the page around it wants to be open.

use leptos::prelude::*;

use crate::base64;
use crate::document::FileId;
use crate::platform::files::PickedFile;
use crate::platform::frame::{self, Wish};
use crate::settings::Side;
use crate::sharing::view_of;
use crate::workbench::Workbench;

/// Opens the files of a wish in place of those that are open, and answers it.
pub fn open(workbench: Workbench, wish: Wish) {
    let documents = workbench.documents;
    leptos::task::spawn_local(async move {
        let before: Vec<FileId> =
            documents.files.with_untracked(|it| it.iter().map(|it| it.id).collect());
        documents.close_all(&before);
        // What an earlier wish has asked the person is about files that are gone.
        workbench.dialogs.close_if(|_| true);
        // What another one had given is not for this one to open again.
        documents.closed.set_value(Vec::new());
        let mut uris = Vec::new();
        for (name, language, data) in wish.files {
            uris.push(open_file(workbench, name, language, &data).await);
        }
        let shown = uris.get(wish.shown).cloned().flatten();
        if let Some(file) = shown.and_then(|it| documents.by_uri(&it)) {
            documents.show(file.id);
        }
        show(workbench, wish.view.or_else(frame::wanted_view).as_deref());
        frame::answer(wish.id, &uris);
    });
}

/// Opens a file and returns its URI; nothing if it cannot be read.
async fn open_file(
    workbench: Workbench,
    name: String,
    language: String,
    data: &str,
) -> Option<String> {
    let bytes = base64::decode(data)?;
    let language = Some(language).filter(|it| !it.is_empty());
    let n_before = workbench.documents.files.with_untracked(Vec::len);
    workbench.files.open_bytes(PickedFile { name, bytes }, language).await;
    workbench
        .documents
        .files
        .with_untracked(|files| files.get(n_before..)?.last().map(|it| it.uri.clone()))
}

/// Gives a view, or the text, all the room, or shares it.
pub fn show(workbench: Workbench, view: Option<&str>) {
    match view {
        Some("text") => workbench.settings.maximise(Some(Side::Text)),
        Some(word) => match view_of(word) {
            Some(kind) => {
                workbench.navigation.show_view(kind);
                workbench.settings.maximise(Some(Side::View));
            }
            None => workbench.settings.maximise(None),
        },
        None => {}
    }
}
