//! Changes that the fields of a form ask for.

/// A change of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Sets this value.
    Set(String),
    /// Removes the key from the text.
    Unset,
}
