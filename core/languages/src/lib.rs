//! The only list of the languages, and detection.
//!
//! [`LanguageId`] is matched in this crate only. Everything else goes through
//! [`bobbin_core::Document`], so callers never learn which language they talk to. Each family has a
//! cargo feature, so a build can choose its languages.

mod detect;
mod language;
#[cfg(feature = "late")]
pub mod late;
#[cfg(feature = "late")]
mod reading;

#[cfg(all(feature = "coil", not(feature = "late")))]
pub use bobbin_coil::hardware::{Records, decompile, decompile_all};
pub use detect::{Detected, by_name, detect};
pub use language::LanguageId;
