//! Types of values, and empty ones.

use super::{Checker, Value};
use crate::notes::comment_in;
use crate::target::diagnostics::values;
use crate::target::edit;
use crate::target::schema::ValueType;
use crate::target::source_file::MARKS;
use crate::target::value::{self, Item};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::offset;

impl<'c> Checker<'c> {
    /// Reports that nothing stands behind the `=` (coil.md#empty-values).
    pub(super) fn empty(&mut self, value: Value<'c>) {
        let key = value.key.name;
        let pair = value.setting.pair;
        let range = pair.range();
        if value.key.is_list() {
            let source = value.setting.source;
            let overridden = self.config.overridden(value.section, key);
            let included = overridden.iter().find(|it| it.file != value.setting.file);
            let is_clearing = included.is_some_and(|it| !it.raw().is_empty());
            let edit = overridden.is_empty().then(|| source.without_pair(pair.key));
            return self.fault(value, values::empty_list(range, key, is_clearing, edit));
        }
        let word = match value.key.value {
            ValueType::Boolean => value.key.default.or(Some("true")),
            _ => value.key.default,
        };
        let fix = word.map(|it| (it, edit::write_value(value.setting.source, pair, it)));
        self.fault(value, values::empty_value(range, key, fix));
    }

    pub(super) fn word(&mut self, value: Value<'c>, words: &[(&'static str, &str)]) {
        let raw = value.setting.raw();
        // A word has no comma, so the whole value is the word.
        let text = value::unquoted(raw);
        if words.iter().any(|&(it, _)| it == text) {
            return;
        }
        let words: Vec<&str> = words.iter().map(|&(it, _)| it).collect();
        self.fault(value, values::not_a_word(value.range(), raw, &text, &words));
    }

    /// Reads a value as a number, or reports that it is none.
    fn number(&mut self, value: Value<'c>) -> Option<i128> {
        let raw = value.setting.raw();
        let number = value::integer(raw);
        if number.is_none() {
            let inner = value::unquoted(raw);
            self.fault(value, values::not_an_integer(value.range(), raw, &inner));
        } else if value::decimal(raw).is_none() {
            self.fault(value, values::long_number(value.range(), value.key.name));
        }
        number
    }

    pub(super) fn integer(&mut self, value: Value<'c>, min: i128, max: Option<i128>) {
        let Some(number) = self.number(value) else { return };
        let is_mode = value.key.name == "Mode";
        let nearest = number.clamp(min, max.unwrap_or(i128::MAX));
        if number != nearest {
            let raw = value.setting.raw();
            // The bound itself may be no mode of the architecture.
            let tables = self.target.tables().filter(|_| is_mode);
            let right = tables.and_then(|it| it.nearest_mode(nearest)).map_or(nearest, i128::from);
            self.fault(value, values::range(value.range(), raw, min, max, right));
        } else if is_mode {
            self.mode(value, number);
        }
    }

    pub(super) fn power_of_two(&mut self, value: Value<'c>) {
        let Some(number) = self.number(value) else { return };
        if number < 1 {
            let raw = value.setting.raw();
            self.fault(value, values::range(value.range(), raw, 1, None, 1));
        } else if value::is_power_of_two(value.setting.raw()) == Some(false) {
            let shown = value::decimal(value.setting.raw()).unwrap_or_default();
            self.fault(value, values::not_a_power_of_two(value.range(), number, &shown));
        }
    }

    pub(super) fn boolean(&mut self, value: Value<'c>) {
        let raw = value.setting.raw();
        if value::boolean(raw).is_none() {
            let inner = value::unquoted(raw);
            self.fault(value, values::not_a_boolean(value.range(), raw, &inner));
        }
    }

    pub(super) fn not_one_text(&mut self, value: Value<'c>) {
        let raw = value.setting.raw();
        self.fault(value, values::not_one_text(value.range(), value.key.name, raw));
    }

    /// Returns the items of a list without the empty ones, which are reported. Those with faulty
    /// quotes, reported too, are among them, as what stands between two items goes with the second.
    pub(super) fn list_items(&mut self, value: Value<'c>) -> Vec<Item<'c>> {
        let items = value.setting.items();
        for idx in 0..items.len() {
            if items.get(idx).is_some_and(Item::is_empty) {
                let (range, edit) = removal(value, &items, idx);
                self.fault(value, values::list_element(range, edit));
            }
        }
        items.into_iter().filter(|it| !it.is_empty()).collect()
    }

    /// Reports the items that `same` makes equal to an earlier one.
    pub(super) fn repeated<K: Eq + std::hash::Hash>(
        &mut self,
        value: Value<'c>,
        items: &[Item<'c>],
        same: impl Fn(&Item<'c>) -> K,
    ) {
        self.repeated_names(value, items, same, |it| it.text.to_string());
    }

    /// Reports the items that `same` makes equal to an earlier one, by the name that they share; one without a
    /// name is wrong by itself.
    pub(super) fn repeated_names<K: Eq + std::hash::Hash>(
        &mut self,
        value: Value<'c>,
        items: &[Item<'c>],
        same: impl Fn(&Item<'c>) -> K,
        name: impl Fn(&Item<'c>) -> String,
    ) {
        let mut seen = std::collections::HashSet::new();
        for (idx, item) in items.iter().enumerate().filter(|it| it.1.is_sound) {
            if !name(item).is_empty() && !seen.insert(same(item)) {
                let (_, edit) = removal(value, items, idx);
                let range = value.range_of(item.raw);
                self.fault(value, values::duplicate_item(range, &name(item), edit));
            }
        }
    }

    /// Reports one item of a list.
    pub(super) fn item_fault(
        &mut self,
        value: Value<'c>,
        item: &Item<'c>,
        diagnostic: impl FnOnce(text_size::TextRange) -> Diagnostic,
    ) {
        self.fault(value, diagnostic(value.range_of(item.raw)));
    }
}

/// Returns the range of an item with its comma, and the edit that takes both away.
pub(super) fn removal(
    value: Value<'_>,
    items: &[Item<'_>],
    idx: usize,
) -> (text_size::TextRange, TextEdit) {
    let own = items.get(idx).map(|it| value.range_of(it.part)).unwrap_or_default();
    let before = idx.checked_sub(1).and_then(|it| items.get(it));
    let range = match before {
        // From the end of the item before, so that the blanks go too.
        Some(before) => {
            let start = value.range_of(before.part).end();
            text_size::TextRange::new(start.min(own.start()), own.end())
        }
        // With the commas and blanks behind it, which would be alone.
        None => {
            let start = |it: &Item<'_>| value.range_of(it.part.trim_start()).start();
            let next = items.get(1).map(start);
            let end = next.unwrap_or(value.range().end());
            text_size::TextRange::new(own.start(), end.max(own.end()))
        }
    };
    // Behind the last one may stand what is meant as a comment: apart from what is left it is one.
    let part = items.get(idx).map_or("", |it| it.part);
    let note = comment_in(part, MARKS).filter(|_| idx + 1 == items.len());
    let edit = match note {
        Some(at) => {
            let end = own.start() + offset(at);
            TextEdit::replace(text_size::TextRange::new(range.start(), end), " ")
        }
        None => TextEdit::delete(range),
    };
    (range, edit)
}
