//! Punit sections that by the documents are deleted: the program leaves them as they are, or without events
//! (pinsight.md#documents-and-program).

use std::collections::HashMap;

use crate::entry;
use crate::file::File;
use crate::header::{Action, Target};
use crate::model::PunitEntry;
use crate::punits::{IdSet, PunitItems, PunitSet, wildcard};
use crate::reading::Subject;
use crate::tables::Domain;

/// Returns the punit sections of a domain that the documents leave, in their order.
pub(crate) fn intended_punits(file: &File, domain: Domain) -> Vec<&PunitEntry> {
    let mut res: Vec<&PunitEntry> = file.state().domain(domain).punits.iter().collect();
    if res.is_empty() {
        return res;
    }
    let removals = removals(file, domain);
    if removals.is_empty() {
        return res;
    }
    let mut last: HashMap<u32, usize> = HashMap::new();
    for (idx, it) in file.log().sections.iter().enumerate() {
        if let Subject::Punit(of, number) = it.subject
            && of == domain
        {
            last.insert(number, idx);
        }
    }
    // What is written again below a removal is there again.
    res.retain(|it| {
        let removal = removals.get(&it.punits.of_domain(domain).words());
        removal.is_none_or(|removal| last.get(&it.number).is_none_or(|last| removal < last))
    });
    res
}

/// Returns the last sections that remove punits of a domain by name, by the units that they name.
fn removals(file: &File, domain: Domain) -> HashMap<String, usize> {
    let mut res = HashMap::new();
    for idx in 0..file.log().sections.len() {
        let Some(section) = file.layout().sections.get(idx) else { break };
        let header = &section.header;
        let target = file.text_at(header.target_range);
        if header.action != Action::Remove
            || header.target != Target::Punits
            || wildcard(target).is_some()
        {
            continue;
        }
        let mut named = PunitSet::default();
        for item in PunitItems::new(target).filter_map(Result::ok) {
            if let Some(kind) = item.known_kind()
                && let Ok(mut ids) = IdSet::read(item.ids)
            {
                ids.drop_outside(entry::scope_at(file, idx, kind));
                named.set(kind, ids);
            }
        }
        if named.first_domain() == Some(domain) {
            res.insert(named.of_domain(domain).words(), idx);
        }
    }
    res
}
