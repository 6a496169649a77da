//! A new file by questions and answers.

use super::FieldGroup;

/// One step of a dialogue that ends in a new file: the questions with what is chosen so far, and
/// the text that these choices make.
///
/// The dialogue has no memory: whoever holds it keeps the answers, and asks again after each. An
/// answer that no longer fits, such as the mode of another architecture, counts as not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wizard {
    /// The questions as fields: `written` is the answer if one was given that fits, `effective` is
    /// what counts in any case.
    pub groups: Vec<FieldGroup>,
    /// A valid text, whatever was answered.
    pub text: String,
    /// What to call the new file.
    pub file_name: String,
}
