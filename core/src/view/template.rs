//! Beginnings of new files.

/// A small, complete text of a language, to begin a new file with. It has no diagnostics, so that a
/// person starts from something that works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(S = String)))]
pub struct Template<S = &'static str> {
    /// Stable kebab-case name, for example `x86-64-linux`.
    pub id: S,
    /// The label in a menu.
    pub title: S,
    /// One sentence: what it is a beginning of.
    pub about: S,
    /// A name for the new file.
    pub file_name: S,
    /// The content of the new file.
    pub text: S,
}

impl Template {
    /// Returns the same for who keeps it.
    #[must_use]
    pub fn owned(&self) -> Template<String> {
        let Template { id, title, about, file_name, text } = *self;
        Template {
            id: id.into(),
            title: title.into(),
            about: about.into(),
            file_name: file_name.into(),
            text: text.into(),
        }
    }
}
