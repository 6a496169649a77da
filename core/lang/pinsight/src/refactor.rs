//! Rewritings that mend nothing but may be wanted.

use text_size::TextRange;

use crate::convert::today;
use crate::file::File;
use crate::header::Target;
use crate::punits::{IdSet, PunitItems};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{range_in, slice};

/// Returns the rewritings of what stands in `range`.
pub(crate) fn refactorings(file: &File, range: TextRange) -> Vec<Fix> {
    let mut res = Vec::new();
    let Some(idx) = file.layout().section_at(range.start()) else { return res };
    let Some(section) = file.layout().sections.get(idx) else { return res };
    let header = &section.header;
    if !header.range.contains_inclusive(range.start()) {
        return res;
    }
    let target = Some(header.target_range).filter(|_| header.target == Target::Punits);
    let mut edits = Vec::new();
    for part in [target, header.constraints].into_iter().flatten() {
        for item in PunitItems::new(slice(file.text(), part)).filter_map(Result::ok) {
            let Ok(ids) = IdSet::read(item.ids) else { continue };
            let new = ids.to_string().replace(',', ", ");
            if item.known_kind().is_some() && new != item.ids {
                edits.push(Replacement { range: range_in(file.text(), item.ids), text: new });
            }
        }
    }
    if !edits.is_empty() {
        let label = "Write the ids in the shortest way".to_owned();
        res.push(Fix::new(label, TextEdit::from_replacements(edits)));
    }
    if let Some(edit) = today::ordered(file) {
        res.push(Fix::new("Put the sections into the guide's order", edit));
    }
    res
}

#[cfg(test)]
mod tests;
