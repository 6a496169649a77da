//! The units that the selected section names, and whether they can be painted.

use text_size::TextRange;

use crate::entry;
use crate::file::File;
use crate::header::Target;
use crate::item;
use crate::model::RegionId;
use crate::punits::PunitSet;
use crate::question::{Question, Reading};
use crate::tables::{Domain, Kind};
use crate::units;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::Selection;

/// Returns what is painted where nothing is picked: the only section that names units, or the
/// section that painting makes where there is none.
pub(super) fn unpicked_selection(
    file: &File,
    axes: [Kind; 2],
    question: &Question,
) -> Option<Selection> {
    let mut all =
        file.layout().sections.iter().enumerate().filter(|(_, it)| units::names_units(it));
    match (all.next(), all.next()) {
        (Some((only, _)), None) => selection(file, only, axes, question),
        (Some(_), Some(_)) => None,
        (None, _) => Some(new_section(file)),
    }
}

/// Returns what is painted where nothing is picked that names units, so that painting changes the
/// answer to the question that the map asks: the section of its region; else, as today's program
/// looks at units nowhere but there (pinsight.md#order-of-decisions), a new section for the regions
/// of that name; by other readings the only punit section of the domain, or a new one.
pub(super) fn telling_selection(
    file: &File,
    axes: [Kind; 2],
    question: &Question,
    reading: Reading,
) -> Option<Selection> {
    let only = |mut all: Box<dyn Iterator<Item = usize> + '_>| match (all.next(), all.next()) {
        (Some(only), None) => Some(selection(file, only, axes, question)),
        (Some(_), Some(_)) => Some(None),
        (None, _) => None,
    };
    let is_effective = reading == Reading::Effective && !file.is_seed();
    // Regions of MPI are called by the function, which is the event.
    let name = (question.domain == Domain::Mpi).then_some(question.event.name);
    let is_asked = |it: &RegionId| match (&question.region, it) {
        (Some(region), it) => region == it,
        (None, RegionId::Name(None | Some(Domain::Mpi), own)) => {
            is_effective && name == Some(&**own)
        }
        _ => false,
    };
    let sections = 0..file.layout().sections.len();
    let of_region = sections.filter(|it| entry::section_region(file, *it).is_some_and(is_asked));
    if let Some(found) = only(Box::new(of_region)) {
        return found;
    }
    if is_effective {
        let new = new_section(file);
        return Some(match name {
            Some(name) => {
                let target = format!("Lexgion({}:{name})", Domain::Mpi.name());
                let item = ItemPath::new([item::KIND, &target]);
                Selection { item, name: target, ..new }
            }
            None => Selection { refusal: Some(no_region(question.domain)), ..new },
        });
    }
    only(Box::new(units::punit_sections(file, question.domain)))
        .unwrap_or_else(|| Some(new_section(file)))
}

/// Returns what stands for the section that painting adds.
fn new_section(file: &File) -> Selection {
    Selection {
        item: ItemPath::default(),
        name: "a new section".to_owned(),
        range: TextRange::empty(bobbin_core::text::len(file.text())),
        x: Some(Vec::new()),
        y: Some(Vec::new()),
        refusal: None,
    }
}

/// Says why no section can be made whose units today's program would look at.
fn no_region(domain: Domain) -> String {
    let how = match domain {
        Domain::OpenMp => {
            "OpenMP's have no names, so add one by its address, such as `Lexgion(0x401000)`"
        }
        _ => "add one, such as `Lexgion(name)`",
    };
    format!(
        "today's program looks at units only in sections for regions: {how}; or choose the intended \
         reading to write a punit section"
    )
}

pub(super) fn selection(
    file: &File,
    idx: usize,
    [x, y]: [Kind; 2],
    question: &Question,
) -> Option<Selection> {
    let section = file.layout().sections.get(idx)?;
    if !matches!(section.header.target, Target::Punits | Target::Regions(_)) {
        return None;
    }
    let units = units::written_units(file, idx);
    let ranges = |kind: Kind| {
        let ranges = units.get(kind)?.ranges().iter();
        Some(ranges.map(|&(low, high)| (u32::from(low), u32::from(high))).collect())
    };
    Some(Selection {
        item: item::item_path(file, idx)?,
        name: item::name(file, section).to_owned(),
        range: item::section_range(file, section),
        x: ranges(x),
        y: ranges(y),
        refusal: units::unpaintable(file, idx).or_else(|| out_of_sight(&units, [x, y], question)),
    })
}

/// Returns the reason why painting would not be seen: the map shows units of a third kind that the
/// section is not for.
fn out_of_sight(units: &PunitSet, axes: [Kind; 2], question: &Question) -> Option<String> {
    let others = units.iter().filter(|(kind, _)| !axes.contains(kind));
    let mut others = others.filter_map(|(kind, ids)| {
        let id = question.units.id(kind)?;
        (!ids.contains(id)).then(|| (kind.words(), ids, id))
    });
    let (kind, ids, id) = others.next()?;
    Some(format!(
        "the section is for `{kind}({ids})`, and the map shows `{kind}` {id}: choose another below, \
         or put `{kind}` on an axis"
    ))
}
