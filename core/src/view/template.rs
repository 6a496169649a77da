//! Beginnings of new files.

/// A small, complete text of a language, to begin a new file with. It has no findings, so that a
/// person starts from something that works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Stable kebab-case name, for example `x86-64-linux`.
    pub id: &'static str,
    /// What a menu shows.
    pub title: &'static str,
    /// One sentence: what it is a beginning of.
    pub about: &'static str,
    /// What to call the new file.
    pub file_name: &'static str,
    /// The text.
    pub text: &'static str,
}
