//! The past as the browser keeps it: earlier versions of open files, and closed files.

mod ago;
mod closed_files;
mod dialog;
mod recent;

pub use ago::ago;
pub use closed_files::ClosedFilesDialog;
pub use dialog::VersionsDialog;
pub use recent::RecentFiles;
