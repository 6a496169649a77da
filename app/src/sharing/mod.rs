//! Links that carry files, with and without a passphrase, and pictures and pages that do.

mod control;
mod dialogs;

pub use control::{Sharing, use_sharing, view_of};
pub use dialogs::{OpenSealedDialog, SealDialog};
