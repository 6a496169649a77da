//! The list of completions while it is made.

use bobbin_core::syntax::TokenClass;
use bobbin_core::view::Completion;
use text_size::TextRange;

/// The words that are offered, and what they take the place of.
pub(super) struct Offer {
    pub range: TextRange,
    pub list: Vec<Completion>,
}

impl Offer {
    /// Offers a word that is inserted as it is.
    pub fn word(&mut self, label: &str, detail: &str, class: TokenClass) {
        self.insert(label, detail, String::new(), label, class);
    }

    /// Offers a word for which something is inserted.
    pub fn insert(
        &mut self,
        label: &str,
        detail: &str,
        documentation: String,
        insert: &str,
        class: TokenClass,
    ) {
        self.list.push(Completion {
            label: label.to_owned(),
            detail: detail.to_owned(),
            documentation,
            range: self.range,
            insert: insert.to_owned(),
            class,
        });
    }
}
