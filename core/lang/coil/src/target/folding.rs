//! Sections of the main file that can be folded.

use text_size::TextRange;

use super::file::File;

/// Returns each section from its header to its last pair.
pub(super) fn folds(file: &File) -> Vec<TextRange> {
    let Some(main) = file.config().main() else { return Vec::new() };
    main.headers
        .iter()
        .filter(|it| !it.pairs.is_empty())
        .map(|it| TextRange::new(it.range.start(), it.end))
        .collect()
}
