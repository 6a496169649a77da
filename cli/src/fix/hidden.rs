//! Fixes that make a comment of what counted.

use std::collections::BTreeSet;

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::len;
use text_size::TextSize;

/// Returns what is true for a fix, one of those that `edit` is made of, if a part of its new text is a comment and
/// was none.
pub(super) fn hiding(
    before: &Snapshot,
    edit: &TextEdit,
    after: &Snapshot,
) -> impl Fn(&Fix) -> bool {
    let starts = |snapshot: &Snapshot| -> BTreeSet<TextSize> {
        let all = snapshot.highlights().iter();
        all.filter(|it| it.class == TokenClass::Comment).map(|it| it.range.start()).collect()
    };
    let (old, new) = (starts(before), starts(after));
    // What begins with the mark of a comment is to be one.
    let n_inside = |starts: &BTreeSet<TextSize>, start: TextSize, end: TextSize| {
        starts.range(start..end).filter(|it| **it > start).count()
    };
    let hides = move |part: &Replacement| {
        let end = edit.map_offset(part.range.end());
        let start = end.checked_sub(len(&part.text)).unwrap_or_default();
        n_inside(&new, start, end) > n_inside(&old, part.range.start(), part.range.end())
    };
    move |fix| fix.edit.replacements().iter().any(&hides)
}

#[cfg(test)]
mod tests {
    use bobbin_core::Input;
    use bobbin_languages::LanguageId;
    use text_size::TextRange;

    use super::*;

    #[test]
    fn what_becomes_a_comment_is_hidden() {
        let judge = |text: &str| {
            Snapshot::new(LanguageId::CoilTarget.info(), Input::alone("a.coilcfg", text))
        };
        // Replaces what is between the bars.
        let check = |text: &str, new: &str, is_hidden: bool| {
            let parts: Vec<&str> = text.split('|').collect();
            let edit = TextEdit::replace(TextRange::at(len(parts[0]), len(parts[1])), new);
            let before = judge(&parts.concat());
            let after = judge(&edit.apply(before.text()));
            let fix = Fix::new("Mend", edit.clone());
            assert_eq!(hiding(&before, &edit, &after)(&fix), is_hidden, "{text:?} {new:?}");
        };
        check("[X_y]\nz = |a \"b # c\"|\n", "a b # c", true);
        check("[X_y]\nz = |a \"b # c\"|\n", "\"a b # c\"", false);
        check("[X_y]\n||just words\n", "# ", false);
        check("[X_y]\nz = \"a|| # c\n", "\"", false);
        check("[X_y]\n|z = 1 # c|\n", "y = 1 # c", false);
    }
}
