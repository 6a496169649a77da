//! The units that the selected section names, and whether they can be painted.

use text_size::TextRange;

use crate::File;
use crate::header::{Action, Header, Target};
use crate::lower::Section;
use crate::punits::{IdSet, PunitItem, PunitItems, PunitSet};
use crate::question::{Question, kind_key};
use crate::reading::Subject;
use crate::tables::{Domain, Kind};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::slice;
use bobbin_core::view::Selection;

/// Whether the header of a section has a place for units.
fn names_units(section: &Section) -> bool {
    matches!(section.header.target, Target::Punits | Target::Regions(_))
}

impl File {
    /// The lists of ids in the header of a section that count, in their order; of two for one kind
    /// the later counts.
    pub(crate) fn counting_items(&self, idx: usize) -> Vec<(Kind, PunitItem<'_>)> {
        let Some(section) = self.layout.sections.get(idx) else { return Vec::new() };
        let header = &section.header;
        let target = (header.target == Target::Punits).then_some(header.target_range);
        let reads = matches!(header.target, Target::Punits | Target::Regions(_));
        // The kinds of other domains in a target are lost today (pinsight.md#punit-sections).
        let kept = match self.log.sections.get(idx).map(|it| &it.subject) {
            Some(Subject::Punit(domain, _)) if !self.is_seed() => Some(*domain),
            _ => None,
        };
        let items = |part: Option<TextRange>, kept: Option<Domain>| {
            let part = part.map(|it| slice(&self.input.text, it)).unwrap_or_default();
            let items = PunitItems::new(part).filter_map(Result::ok);
            let known = items.filter_map(|it| Some((it.known_kind()?, it)));
            known.filter(move |(kind, _)| kept.is_none_or(|it| kind.domain() == it))
        };
        let constraints = header.constraints.filter(|_| reads);
        items(target, kept).chain(items(constraints, None)).collect()
    }

    /// The ids that a section names, as they are written: also those outside the scope.
    pub(crate) fn written_units(&self, idx: usize) -> PunitSet {
        let mut res = PunitSet::default();
        for (kind, item) in self.counting_items(idx) {
            if let Ok(ids) = IdSet::read(item.ids) {
                res.set(kind, ids);
            }
        }
        res
    }

    /// Whether no section names units that could be painted.
    pub(crate) fn has_no_units(&self) -> bool {
        !self.layout.sections.iter().any(names_units)
    }

    /// What is painted where nothing is picked: the only section that names units, or the section that
    /// painting makes where there is none.
    pub(super) fn unpicked_selection(
        &self,
        axes: [Kind; 2],
        question: &Question,
    ) -> Option<Selection> {
        let mut all = self.layout.sections.iter().enumerate().filter(|(_, it)| names_units(it));
        match (all.next(), all.next()) {
            (Some((only, _)), None) => self.selection(only, axes, question),
            (Some(_), Some(_)) => None,
            (None, _) => Some(Selection {
                item: ItemPath::default(),
                name: "a new section".to_owned(),
                range: TextRange::empty(bobbin_core::text::len(&self.input.text)),
                x: Some(Vec::new()),
                y: Some(Vec::new()),
                refusal: None,
            }),
        }
    }

    pub(super) fn selection(
        &self,
        idx: usize,
        [x, y]: [Kind; 2],
        question: &Question,
    ) -> Option<Selection> {
        let section = self.layout.sections.get(idx)?;
        if !matches!(section.header.target, Target::Punits | Target::Regions(_)) {
            return None;
        }
        let units = self.written_units(idx);
        let ranges = |kind: Kind| {
            let ranges = units.get(kind)?.ranges().iter();
            Some(ranges.map(|&(low, high)| (u32::from(low), u32::from(high))).collect())
        };
        Some(Selection {
            item: self.item_path(idx)?,
            name: self.target(section).to_owned(),
            range: self.section_range(section),
            x: ranges(x),
            y: ranges(y),
            refusal: self.unpaintable(idx).or_else(|| self.out_of_sight(&units, [x, y], question)),
        })
    }

    /// Why painting would not be seen: the map shows units of a third kind that the section is not
    /// for.
    fn out_of_sight(
        &self,
        units: &PunitSet,
        axes: [Kind; 2],
        question: &Question,
    ) -> Option<String> {
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

    /// Why the ids of a section cannot be changed by pointing.
    pub(crate) fn unpaintable(&self, idx: usize) -> Option<String> {
        let section = self.layout.sections.get(idx)?;
        let header = &section.header;
        let subject = self.log.sections.get(idx).map_or(&Subject::None, |it| &it.subject);
        let reason = if !matches!(header.target, Target::Punits | Target::Regions(_)) {
            "only punit and region sections name units"
        } else if header.action != Action::Set {
            "a section that resets or removes names no units to paint"
        } else if header.close.is_none() || header.ignored.is_some() {
            "the header has a mistake; mend it first"
        } else if *subject == Subject::None {
            "the program does not read this section"
        } else if self.has_broken_list(header) {
            "a list of units has a mistake; mend it first"
        } else if self.is_never_met(header) {
            "the constraint names no kind that exists, so the section is for no unit; mend it first"
        } else if self.is_constrained_elsewhere(idx, subject) {
            "another section names units for the same region, and both count"
        } else {
            return None;
        };
        Some(reason.to_owned())
    }

    /// Whether the program gives up in a list of units of a header, or cannot read its ids.
    fn has_broken_list(&self, header: &Header) -> bool {
        let target = (header.target == Target::Punits).then_some(header.target_range);
        let parts = target.into_iter().chain(header.constraints);
        let mut items = parts.flat_map(|it| PunitItems::new(slice(&self.input.text, it)));
        items.any(|it| match it {
            Ok(item) => item.known_kind().is_some() && IdSet::read(item.ids).is_err(),
            Err(_) => true,
        })
    }

    /// Whether a region has a constraint without any kind, which holds nowhere
    /// (pinsight.md#region-constraints).
    fn is_never_met(&self, header: &Header) -> bool {
        let part = header.constraints.filter(|_| matches!(header.target, Target::Regions(_)));
        part.is_some_and(|it| {
            let mut items = PunitItems::new(slice(&self.input.text, it)).filter_map(Result::ok);
            !items.any(|it| it.known_kind().is_some())
        })
    }

    /// Whether a section beside `idx` has a constraint for a region of it: what either says of a kind
    /// adds to what the other says of others.
    fn is_constrained_elsewhere(&self, idx: usize, subject: &Subject) -> bool {
        let regions = |it: &Subject| match *it {
            Subject::Regions(start, end) => self.log.regions.get(start..end).unwrap_or_default(),
            _ => &[],
        };
        let own = regions(subject);
        let sections = self.layout.sections.iter().zip(&self.log.sections).enumerate();
        sections
            .filter(|(other, (section, _))| *other != idx && section.header.constraints.is_some())
            .any(|(_, (_, result))| regions(&result.subject).iter().any(|it| own.contains(it)))
    }
}
