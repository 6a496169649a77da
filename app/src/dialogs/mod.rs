//! Dialogs that ask the language server: values by path, differences of two files, and the wizard
//! for a new file.

mod byte_diff;
mod compare;
mod query;
mod wizard;

pub use compare::{CompareDialog, partners};
pub use query::QueryDialog;
pub use wizard::{WizardDialog, find_wizards};
