//! Painting: ids into the lists of a section and out of them.

use super::check_line;
use crate::edit::{ItemPath, Refusal, TextEdit, UnitRange};
use crate::lang::pinsight::File;
use crate::lang::pinsight::form::CONSTRAINTS;
use crate::lang::pinsight::header::Target;
use crate::lang::pinsight::lower::Section;
use crate::lang::pinsight::punits::{IdSet, MAX_ID, PunitItem, PunitItems};
use crate::lang::pinsight::question::{kind_key, kind_of_key};
use crate::lang::pinsight::tables::Kind;
use crate::lang::pinsight::token::trim;
use crate::text::{range_in, slice};

/// The ids painted on one axis.
struct Stroke {
    kind: Kind,
    low: u16,
    high: u16,
}

impl File {
    /// Puts a rectangle of units into the ids of a section, or takes it out.
    pub(super) fn paint(
        &self,
        item: &ItemPath,
        is_on: bool,
        units: &[UnitRange],
    ) -> Result<TextEdit, Refusal> {
        let (idx, section) = self.section(item)?;
        if let Some(reason) = self.unpaintable(idx) {
            return Err(Refusal { reason, at: Some(section.header.range) });
        }
        let mut strokes = Vec::new();
        for it in units {
            let kind = kind_of_key(&it.axis).ok_or_else(|| {
                Refusal::bad_value(format!("`{}` is no kind of parallel unit", it.axis))
            })?;
            let id = |id: u32| u16::try_from(id).unwrap_or(MAX_ID).min(MAX_ID - 1);
            let (low, high) = (id(it.low.min(it.high)), id(it.low.max(it.high)));
            strokes.push(Stroke { kind, low, high });
        }
        match is_on {
            true => self.paint_in(idx, section, &strokes),
            false => self.paint_out(idx, section, &strokes),
        }
    }

    fn paint_in(
        &self,
        idx: usize,
        section: &Section,
        strokes: &[Stroke],
    ) -> Result<TextEdit, Refusal> {
        let written = self.written_units(idx);
        let mut edits = Vec::new();
        for it in strokes {
            // Without a list of this kind the section is for all its ids already.
            let Some(old) = written.get(it.kind) else { continue };
            let (low, high) = self.state.scope(it.kind).value;
            if i32::from(it.low) < low || i32::from(it.high) > high {
                let name = kind_key(it.kind);
                return Err(Refusal::bad_value(format!(
                    "the scope of `{name}` is {low} to {high}, and the program drops ids outside it"
                )));
            }
            let new = old.with(it.low, it.high);
            if new != *old {
                edits.extend(self.write_ids(section, it.kind, &new).replacements().to_vec());
            }
        }
        if edits.is_empty() {
            return Err(Refusal::bad_value("the section is for these units already"));
        }
        self.checked_header(section, TextEdit::from_replacements(edits))
    }

    fn paint_out(
        &self,
        idx: usize,
        section: &Section,
        strokes: &[Stroke],
    ) -> Result<TextEdit, Refusal> {
        let written = self.written_units(idx);
        let met = |kind: Kind| {
            let (low, high) = self.state.scope(kind).value;
            let mut ids = written.get(kind).cloned().unwrap_or_else(|| {
                let id = |id: i32| u16::try_from(id.max(0)).unwrap_or(MAX_ID).min(MAX_ID - 1);
                IdSet::default().with(id(low), id(high))
            });
            ids.drop_outside((low, high));
            ids
        };
        let covers = |it: &Stroke| met(it.kind).without(it.low, it.high).is_empty();
        let misses = |it: &Stroke| met(it.kind).without(it.low, it.high) == met(it.kind);
        if strokes.is_empty() || strokes.iter().any(misses) {
            return Err(Refusal::bad_value("the section is not for these units"));
        }
        if strokes.iter().all(covers) {
            let words = "no unit would be left; remove the section instead";
            return Err(Refusal::bad_value(words));
        }
        // All units of one axis are painted: what is left out is a stretch of the other.
        let mut partial = strokes.iter().filter(|it| !covers(it));
        let (Some(it), None) = (partial.next(), partial.next()) else {
            return Err(Refusal::bad_value(
                "a section is for each id of one kind with each id of the other: take out whole \
                 columns or rows",
            ));
        };
        let old = written.get(it.kind);
        let new = old.cloned().unwrap_or_else(|| met(it.kind)).without(it.low, it.high);
        if old.is_some() {
            return self.checked_header(section, self.write_ids(section, it.kind, &new));
        }
        let item = format!("{}({})", kind_key(it.kind), spaced(&new, ", "));
        let text = &self.input.text;
        let target = slice(text, section.header.target_range);
        let own = PunitItems::new(target).find_map(Result::ok);
        let is_own = section.header.target == Target::Punits
            && own.is_some_and(|own| own.domain == it.kind.domain().name());
        if is_own {
            let end = section.header.target_range.end();
            return self.checked_header(section, TextEdit::insert(end, format!(", {item}")));
        }
        let constraints = section.header.constraints.map(|it| slice(text, it)).unwrap_or_default();
        let value = match constraints.trim_end_matches([',', ' ']) {
            "" => item,
            before => format!("{before}, {item}"),
        };
        self.set_header_part(section, CONSTRAINTS, &value)
    }

    /// Replaces the ids of a kind where they are written last, for there they count.
    fn write_ids(&self, section: &Section, kind: Kind, ids: &IdSet) -> TextEdit {
        let text = &self.input.text;
        let header = &section.header;
        let is_punits = header.target == Target::Punits;
        let mut last: Option<PunitItem<'_>> = None;
        for part in [Some(header.target_range).filter(|_| is_punits), header.constraints] {
            let items = PunitItems::new(part.map(|it| slice(text, it)).unwrap_or_default());
            last = items
                .filter_map(Result::ok)
                .filter(|it| it.known_kind() == Some(kind))
                .last()
                .or(last);
        }
        let Some(item) = last else { return TextEdit::default() };
        let is_tight = item.ids.contains(',') && !item.ids.contains(", ");
        let new = spaced(ids, if is_tight { "," } else { ", " });
        let old = trim(item.ids);
        TextEdit::replace(range_in(text, if old.is_empty() { item.ids } else { old }), new)
    }

    /// Refuses an edit that makes the header longer than the program reads at once.
    fn checked_header(&self, section: &Section, edit: TextEdit) -> Result<TextEdit, Refusal> {
        self.check_length(section.header.range.start(), &edit)?;
        Ok(edit)
    }

    /// Copies a section behind itself, under another name.
    pub(super) fn duplicate_section(
        &self,
        item: &ItemPath,
        name: &str,
    ) -> Result<TextEdit, Refusal> {
        let (_, section) = self.section(item)?;
        let header = &section.header;
        if header.close.is_none() {
            return Err(Refusal::broken_syntax(header.range));
        }
        check_line(name, "")?;
        if self.target_of(name).is_none() {
            let name = name.escape_debug();
            return Err(Refusal::bad_value(format!(
                "`{name}` is no target that the program knows"
            )));
        }
        let text = &self.input.text;
        let block = self.block(section);
        let start = header.range.start();
        let lines = slice(text, text_size::TextRange::new(start, block.end()));
        let target = TextEdit::replace(header.target_range - start, name);
        let mut copy = target.apply(lines);
        let end = self.line_end_style(start);
        if !copy.ends_with('\n') {
            copy.push_str(end);
        }
        Ok(self.insert_below(block.end(), &copy, end))
    }
}

fn spaced(ids: &IdSet, comma: &str) -> String {
    ids.to_string().replace(',', comma)
}
