//! Texts of files that are stored and not open.

use super::save::encoded;
use super::{FileControl, last_part};
use crate::document::drafts;
use crate::platform::database::Entry;
use crate::platform::files;

impl FileControl {
    /// Gives the user the text of a stored file that is not open.
    pub async fn download_stored(self, entry: &Entry) {
        let name = &entry.name;
        let Some((text, encoding)) = drafts::stored_text(entry).await else {
            return self
                .toasts
                .complain(format!("`{name}` cannot be read from the browser's storage."));
        };
        if !files::download(last_part(name), &encoded(&text, encoding).0) {
            self.toasts.complain(format!(
                "`{name}` was not downloaded: the browser refused the download."
            ));
        }
    }
}
