//! The units that the selected section names, and whether they can be painted.

use text_size::TextRange;

use crate::file::File;
use crate::header::Target;
use crate::item;
use crate::punits::PunitSet;
use crate::question::{Question, kind_key};
use crate::tables::Kind;
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
        (None, _) => Some(Selection {
            item: ItemPath::default(),
            name: "a new section".to_owned(),
            range: TextRange::empty(bobbin_core::text::len(file.text())),
            x: Some(Vec::new()),
            y: Some(Vec::new()),
            refusal: None,
        }),
    }
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
        (!ids.contains(id)).then(|| (kind_key(kind), ids, id))
    });
    let (kind, ids, id) = others.next()?;
    Some(format!(
        "the section is for `{kind}({ids})`, and the map shows `{kind}` {id}: choose another below, \
         or put `{kind}` on an axis"
    ))
}
