//! Single values: metadata, numbers, sets of flags, strings.

use text_size::TextRange;

use super::lowering::Lowering;
use crate::hardware::diagnostics as say;
use crate::hardware::model::Model;
use crate::hardware::sections::{Pair, Role};
use crate::hardware::source_map::SourceMap;
use crate::hardware::tables::{self, CONFIG_FLAGS, Named};
use crate::hardware::value;
use bobbin_core::diagnostics::Diagnostic;

/// Keys of `[metadata]`.
pub const METADATA_KEYS: &[&str] = &["version", "timestamp", "flags"];

impl Lowering<'_> {
    pub(super) fn metadata(&mut self) -> (Model, SourceMap) {
        let mut model = Model { version: [0, 1, 0], ..Model::default() };
        let mut sources = SourceMap::default();
        let sections = self.sections_of(None, &Role::Metadata);
        for &idx in &sections {
            self.claim(idx, None);
        }
        let [version, timestamp, flags] =
            self.last_pairs(&sections, METADATA_KEYS, ["version", "timestamp", "flags"]);
        if let Some(pair) = version {
            sources.version = Some(pair.value);
            let value = value::plain(self.value_of(pair));
            match read_version(&value) {
                Some(version @ ([0, 1, _] | [1, 0, _])) => model.version = version,
                Some(_) => self.refuse(pair, say::unreadable_version(pair.value, &value)),
                None => self.refuse(pair, say::bad_version(pair.value, &value)),
            }
        }
        if let Some(pair) = timestamp {
            sources.timestamp = Some(pair.value);
            model.timestamp = self.integer(pair, "timestamp", u64::MAX).unwrap_or_default();
        }
        if let Some(pair) = flags {
            sources.flags = Some(pair.value);
            model.flags = self.flags(pair, CONFIG_FLAGS, u64::from(u8::MAX)) as u8;
        }
        (model, sources)
    }

    /// Reads the number of a pair; reports one that is not a number up to `max`.
    pub(super) fn integer(&mut self, pair: &Pair, what: &str, max: u64) -> Option<u64> {
        let value = value::plain(self.value_of(pair));
        let res = value::integer(&value).filter(|&it| it <= max);
        if res.is_none() {
            self.refuse(pair, say::bad_integer(pair.value, what, &value, max));
        }
        res
    }

    /// Reports a value, or an item of one, that does not count.
    fn refuse(&mut self, pair: &Pair, diagnostic: Diagnostic) {
        self.refused.insert(pair.value);
        self.found.push(diagnostic);
    }

    /// Returns the range of the items of a list.
    pub(super) fn list_range(&self, pair: &Pair) -> TextRange {
        value::inside_quotes(self.text, pair.value)
    }

    /// Reads the bits of a list of flag names and numbers.
    pub(super) fn flags(&mut self, pair: &Pair, table: &'static [Named], max: u64) -> u64 {
        let mut res = 0;
        let list = self.list_range(pair);
        let mut seen = 0_u64;
        for item in value::list(self.text, list) {
            let named = tables::by_key(table, item.text).map_or(0, |it| 1 << it.number);
            if seen & named != 0 {
                let remove = value::without_item(self.text, list, item.range);
                self.found.push(say::repeated_item(item.range, item.text, remove));
            }
            seen |= named;
            if let Some(flag) = tables::by_key(table, item.text) {
                res |= 1 << flag.number;
            } else if value::looks_like_integer(item.text) {
                match value::integer(item.text).filter(|&it| it <= max) {
                    Some(bits) => {
                        res |= bits;
                        let known = table.iter().fold(0, |bits, it| bits | 1_u64 << it.number);
                        if bits & !known != 0 {
                            self.found.push(say::reserved_bits(item.range, bits & !known));
                        }
                    }
                    None => {
                        let it = say::bad_integer(item.range, "set of flags", item.text, max);
                        self.refuse(pair, it);
                    }
                }
            } else if !item.text.is_empty() {
                self.refuse(pair, say::unknown_flag(item.range, item.text, table));
            }
        }
        res
    }

    /// Reads the string that a pair writes into the binary.
    pub(super) fn string(&mut self, pair: &Pair) -> String {
        let value = self.value_of(pair);
        let res = value::plain(value).into_owned();
        if res.contains('\0') {
            self.found.push(say::nul(pair.value));
        }
        if let Some(at) = value::open_quote(value) {
            let at = pair.value.start() + text_size::TextSize::new(at as u32);
            self.found.push(say::open_quote(TextRange::at(at, QUOTE), (pair.value, value)));
        } else if value.starts_with('"') && value::unquote(value).is_none() {
            self.found.push(say::literal_quotes(pair.value, value));
        } else if let Some(at) = value::literal_backslash(value) {
            let escape: String = value.get(at..).unwrap_or_default().chars().take(2).collect();
            let at = pair.value.start() + text_size::TextSize::new(at as u32);
            self.found.push(say::literal_backslash(TextRange::at(at, QUOTE), &escape));
        } else if !value.contains('"') {
            // A name may be a number, as a model is.
            let is_value = |it: &str| value::boolean(it).is_some();
            self.report_comment(pair.value, value, "of the text", is_value);
        }
        res
    }
}

pub(super) const QUOTE: text_size::TextSize = text_size::TextSize::new(1);

fn read_version(text: &str) -> Option<[u8; 3]> {
    let mut parts = text.split('.');
    let mut next = || {
        let part = parts.next()?;
        part.bytes().all(|it| it.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    let res = [next()?, next()?, next()?];
    parts.next().is_none().then_some(res)
}
