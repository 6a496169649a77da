//! Texts with the files they include, for those who can read files.

use std::sync::Arc;

use bobbin_core::lang::{Input, LanguageId};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::SourceText;

/// The text of the file at a path; none if there is no such file.
pub type ReadFile = fn(&str) -> Option<SourceText>;

/// Parses a text with all that it includes; of what is in `input.files` nothing is read.
///
/// `known` are the files that were read the last time. They are read again first, so that most often
/// the text is parsed once; afterwards `known` are those that were read now.
pub fn with_included(
    language: LanguageId,
    mut input: Input,
    read: ReadFile,
    known: &mut Vec<String>,
) -> Snapshot {
    let mut wanted = std::mem::take(known);
    loop {
        for path in wanted {
            if input.files.get(&path).is_none()
                && let Some(source) = read(&path)
            {
                Arc::make_mut(&mut input.files).insert_source(&path, &source);
                known.push(path);
            }
        }
        let snapshot = Snapshot::new(language, input.clone());
        wanted = snapshot.document().missing_files();
        // Each time around at least one more file is known, and files are finitely many.
        wanted.retain(|path| input.files.get(path).is_none() && read(path).is_some());
        if wanted.is_empty() {
            return snapshot;
        }
    }
}
