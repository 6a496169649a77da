//! The earlier versions of a file that the browser keeps.

use std::sync::Arc;

use super::super::{FileId, OpenFile};
use super::kept::{CLOSED, KEPT, Kept};
use crate::platform::database::{self, VersionCause, VersionEntry};

/// Returns the id of the file's row; `None` if it has none yet.
fn row_of(file: &OpenFile) -> Option<String> {
    KEPT.with_borrow(|kept| Some(kept.get(&file.id)?.id.clone()))
}

/// Returns the id of the row of a file that this tab has closed.
pub fn row_of_closed(id: FileId) -> Option<String> {
    CLOSED.with_borrow(|it| it.get(&id).cloned())
}

/// Returns what is known of the versions of a file, the newest first.
pub async fn versions(file: &OpenFile) -> Result<Vec<VersionEntry>, String> {
    match row_of(file) {
        Some(row) => database::versions(&row).await,
        None => Ok(Vec::new()),
    }
}

/// Returns the text of a version; `None` if it is no longer kept.
pub async fn version_text(file: &OpenFile, at: u64) -> Option<String> {
    database::version_text(&row_of(file)?, at).await
}

/// Begins to keep the present text of a file as a version, before something changes it.
pub fn note_version(file: &Arc<OpenFile>, cause: VersionCause) {
    note(file, cause, None);
}

/// Begins to keep a text of a file that is only on disk as a version, before it is overwritten.
pub fn note_text_on_disk(file: &Arc<OpenFile>, text: &str) {
    note(file, VersionCause::Overwriting, Some(text.to_owned()));
}

fn note(file: &OpenFile, cause: VersionCause, text: Option<String>) {
    // A file that is not stored yet has its versions in the row that it will have.
    let row = KEPT.with_borrow_mut(|kept| {
        kept.entry(file.id).or_insert_with(|| Kept::again(file.id)).id.clone()
    });
    let noting = database::note_version(&file.uri, &row, cause, text);
    leptos::task::spawn_local(async move {
        if let Err(why) = noting.await {
            leptos::logging::warn!("no version was kept: {why}");
        }
    });
}
