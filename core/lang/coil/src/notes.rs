//! What both languages say of a value.

/// The note of a refused value in whose place another one is shown: of a text with an error nothing is in
/// force (coil.md#validator-codes); it is not compiled.
pub(crate) const REFUSED: &str = "the value here makes the program refuse the file";
