//! What a field of a form asks for.

/// A change of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Sets this value.
    Set(String),
    /// Removes the key from the text.
    Unset,
}
