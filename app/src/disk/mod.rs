//! Dialogs about files on the user's disk.

mod changed;
mod many;

pub use changed::ChangedOnDiskDialog;
pub use many::ManyFilesDialog;
