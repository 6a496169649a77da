//! Rewritings that mend nothing but may be wanted.

use text_size::TextRange;

use super::File;
use super::header::Target;
use super::punits::{IdSet, PunitItems};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};

impl File {
    /// What can be done with what stands in `range`.
    pub(super) fn refactorings_in(&self, range: TextRange) -> Vec<Fix> {
        let mut res = Vec::new();
        let Some(idx) = self.layout.section_at(range.start()) else { return res };
        let Some(section) = self.layout.sections.get(idx) else { return res };
        let header = &section.header;
        if !header.range.contains_inclusive(range.start()) {
            return res;
        }
        let target = Some(header.target_range).filter(|_| header.target == Target::Punits);
        let mut edits = Vec::new();
        for part in [target, header.constraints].into_iter().flatten() {
            for item in PunitItems::new(slice(&self.input.text, part)).filter_map(Result::ok) {
                let Ok(ids) = IdSet::read(item.ids) else { continue };
                let new = ids.to_string().replace(',', ", ");
                if item.known_kind().is_some() && new != item.ids {
                    edits.push(Replacement {
                        range: range_in(&self.input.text, item.ids),
                        text: new,
                    });
                }
            }
        }
        if !edits.is_empty() {
            let label = "Write the ids in the shortest way".to_owned();
            res.push(Fix { label, edit: TextEdit::from_replacements(edits) });
        }
        if let Some(edit) = self.ordered() {
            res.push(Fix { label: "Put the sections into the guide's order".to_owned(), edit });
        }
        res
    }
}
