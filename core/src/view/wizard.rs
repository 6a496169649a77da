//! A new file by questions and answers.

use text_size::TextRange;

use super::FieldGroup;
use crate::text::placed;

/// One step of a dialogue that ends in a new file: the questions with what is chosen so far, and
/// the text that these choices make.
///
/// The dialogue has no memory: whoever holds it keeps the answers, and asks again after each. An
/// answer that no longer fits, such as the mode of another architecture, counts as not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WizardResult", concrete(P = crate::text::Range)))]
pub struct Wizard<P = TextRange> {
    /// The questions as fields: `written` is the answer if one was given that fits, `effective` is
    /// what counts in any case.
    pub groups: Vec<FieldGroup<P>>,
    /// A valid text, whatever was answered.
    pub text: String,
    /// A name for the new file.
    pub file_name: String,
}

placed!(Wizard { text, file_name; groups });
