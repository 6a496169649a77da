//! Dialogs that ask the language server (values by path, differences of two files, the wizard for a
//! new file), and the settings of the page.

mod byte_diff;
mod compare;
mod query;
mod settings;
mod wizard;

pub use compare::{CompareDialog, partners};
pub use query::QueryDialog;
pub use settings::SettingsDialog;
pub use wizard::WizardDialog;
