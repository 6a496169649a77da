//! What lies in a folder and cannot be read, checked or written: it is named, and the rest is done.

use crate::bobbin::Folder;

/// A file that nobody could look into may have errors.
#[cfg(unix)]
#[test]
fn a_file_of_a_folder_that_cannot_be_read_is_named() {
    for words in [&["check", "."][..], &["check", "--fix", "."], &["format", "."]] {
        let folder = Folder::new("folders_closed")
            .with("a.pipe", "process  a :: numbers\n")
            .with("b.pipe", "process  b :: numbers\n");
        folder.permit("a.pipe", 0);
        let called = folder.run_as_nobody(words);
        assert_eq!(called.code, 2, "{words:?}: {}", called.err);
        assert_eq!(called.err.matches("cannot read a.pipe: ").count(), 1, "{}", called.err);
    }
}
