//! The units that the header of a section names, and whether they can be painted.

use text_size::TextRange;

use crate::file::File;
use crate::header::{Action, Header, Target};
use crate::lower::Section;
use crate::punits::{IdSet, PunitItem, PunitItems, PunitSet};
use crate::reading::Subject;
use crate::tables::{Domain, Kind};
use bobbin_core::text::slice;

/// Returns the lists of ids in the header of a section that count, in their order; of two for one
/// kind the later counts.
pub(crate) fn counting_items(file: &File, idx: usize) -> Vec<(Kind, PunitItem<'_>)> {
    let Some(section) = file.layout().sections.get(idx) else { return Vec::new() };
    let header = &section.header;
    let target = (header.target == Target::Punits).then_some(header.target_range);
    let reads = matches!(header.target, Target::Punits | Target::Regions(_));
    // The kinds of other domains in a target are lost today (pinsight.md#punit-sections).
    let kept = match file.log().sections.get(idx).map(|it| &it.subject) {
        Some(Subject::Punit(domain, _)) if !file.is_seed() => Some(*domain),
        _ => None,
    };
    let items = |part: Option<TextRange>, kept: Option<Domain>| {
        let part = part.map(|it| slice(file.text(), it)).unwrap_or_default();
        let items = PunitItems::new(part).filter_map(Result::ok);
        let known = items.filter_map(|it| Some((it.known_kind()?, it)));
        known.filter(move |(kind, _)| kept.is_none_or(|it| kind.domain() == it))
    };
    let constraints = header.constraints.filter(|_| reads);
    items(target, kept).chain(items(constraints, None)).collect()
}

/// Returns the ids that a section names, as they are written: also those outside the scope.
pub(crate) fn written_units(file: &File, idx: usize) -> PunitSet {
    let mut res = PunitSet::default();
    for (kind, item) in counting_items(file, idx) {
        if let Ok(ids) = IdSet::read(item.ids) {
            res.set(kind, ids);
        }
    }
    res
}

/// Returns true if a section of the file has a place for units in its header.
pub(crate) fn has_place_for_units(file: &File, idx: usize) -> bool {
    file.layout().sections.get(idx).is_some_and(names_units)
}

/// Returns the punit sections that the program files under a domain.
pub(crate) fn punit_sections(file: &File, domain: Domain) -> impl Iterator<Item = usize> {
    let results = file.log().sections.iter().enumerate();
    let of_domain = move |it: &Subject| matches!(it, Subject::Punit(own, _) if *own == domain);
    results.filter(move |(_, it)| of_domain(&it.subject)).map(|(idx, _)| idx)
}

/// Returns true if the header of a section has a place for units.
pub(crate) fn names_units(section: &Section) -> bool {
    matches!(section.header.target, Target::Punits | Target::Regions(_))
}

/// Returns the reason why the ids of a section cannot be changed by pointing, if there is one.
pub(crate) fn unpaintable(file: &File, idx: usize) -> Option<String> {
    let section = file.layout().sections.get(idx)?;
    let header = &section.header;
    let subject = file.log().sections.get(idx).map_or(&Subject::None, |it| &it.subject);
    let reason = if !matches!(header.target, Target::Punits | Target::Regions(_)) {
        "only punit and region sections name units"
    } else if header.action != Action::Set {
        "a section that resets or removes names no units to paint"
    } else if header.close.is_none() || header.ignores_more_than_note(file.text()) {
        "the header has an error; fix it first"
    } else if *subject == Subject::None {
        "the program does not read this section"
    } else if has_broken_list(file, header) {
        "a list of units has an error; fix it first"
    } else if is_never_met(file, header) {
        "the constraint names no kind that exists, so the section covers no unit; fix it first"
    } else if is_constrained_elsewhere(file, idx, subject) {
        "another section names units for the same region, and both apply"
    } else {
        return None;
    };
    Some(reason.to_owned())
}

/// Returns true if the program gives up in a list of units of a header, or cannot read its ids.
fn has_broken_list(file: &File, header: &Header) -> bool {
    let target = (header.target == Target::Punits).then_some(header.target_range);
    let parts = target.into_iter().chain(header.constraints);
    let mut items = parts.flat_map(|it| PunitItems::new(slice(file.text(), it)));
    items.any(|it| match it {
        Ok(item) => item.known_kind().is_some() && IdSet::read(item.ids).is_err(),
        Err(_) => true,
    })
}

/// Returns true if a region has a constraint without any kind, which holds nowhere
/// (pinsight.md#region-constraints).
fn is_never_met(file: &File, header: &Header) -> bool {
    let part = header.constraints.filter(|_| matches!(header.target, Target::Regions(_)));
    part.is_some_and(|it| {
        let mut items = PunitItems::new(slice(file.text(), it)).filter_map(Result::ok);
        !items.any(|it| it.known_kind().is_some())
    })
}

/// Returns true if a section beside `idx` has a constraint for a region of it: what either says of
/// a kind adds to what the other says of others.
fn is_constrained_elsewhere(file: &File, idx: usize, subject: &Subject) -> bool {
    let regions = |it: &Subject| match *it {
        Subject::Regions(start, end) => file.log().regions.get(start..end).unwrap_or_default(),
        _ => &[],
    };
    let own = regions(subject);
    let sections = file.layout().sections.iter().zip(&file.log().sections).enumerate();
    sections
        .filter(|(other, (section, _))| *other != idx && section.header.constraints.is_some())
        .any(|(_, (_, result))| regions(&result.subject).iter().any(|it| own.contains(it)))
}
