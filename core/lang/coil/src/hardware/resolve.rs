//! The effective values with their origins.

use super::file::File;
use super::model::{Model, Unit};
use super::query;
use super::sections::UnitKey;
use super::source_map::{SourceMap, UnitSource};
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Meaning, Origin, Resolved, ResolvedRow, Statement};

/// Returns the first `most` rows of a text, and how many more there are.
pub(super) fn resolved(file: &File, most: usize) -> (Resolved, usize) {
    leaves(&file.lowered().model, Some(&file.lowered().sources), most)
}

/// Returns what the text means: its values, and its units, since one without any value is a unit,
/// too.
pub(super) fn meaning(file: &File) -> Meaning {
    let mut res = Meaning::of(resolved(file, usize::MAX).0, None);
    res.statements.extend(units(file).into_iter().map(Statement::about_item));
    res
}

/// Returns a row for each unit.
fn units(file: &File) -> Vec<ResolvedRow> {
    let lowered = file.lowered();
    let units = lowered.model.units.iter().zip(&lowered.sources.units);
    let row = |(unit, source): (&Unit, &UnitSource)| {
        let name = UnitKey { unit_type: unit.unit_type, index: unit.index }.spelling();
        ResolvedRow {
            item: ItemPath::new(["unit", &name]),
            key: name,
            value: "a unit".to_owned(),
            origin: Origin::written(source.header),
            second: None,
        }
    };
    units.map(row).collect()
}

/// Returns the first rows that no other rows sum up or repeat, by unit, and how many more there
/// are.
pub(super) fn leaves(model: &Model, sources: Option<&SourceMap>, most: usize) -> (Resolved, usize) {
    let (rows, n_more) = query::leaves(model, sources, most);
    let rows = rows.into_iter().filter_map(|it| {
        let (first, rest) = it.path.split_first()?;
        let kind = if first.name == "metadata" { "metadata" } else { "unit" };
        Some(ResolvedRow {
            item: ItemPath::new([kind, &first.name]),
            key: query::spelling(rest),
            value: it.value,
            origin: it.origin,
            second: None,
        })
    });
    (Resolved { rows: rows.collect(), ..Resolved::default() }, n_more)
}
