//! The fields of one section.

mod table;

use std::collections::HashMap;

use text_size::TextRange;

use super::file::File;
use super::hover::{feature_words, fixed_key_words, group_of};
use super::items::kind;
use super::print::flag_words;
use super::sections::{Pair, Role, Section, SectionId};
use super::tables::{self, ABI_FLAGS, CONFIG_FLAGS, Group, Named};
use super::{check, items, value};
use crate::notes::REFUSED;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::ItemPath;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::slice;
use bobbin_core::view::{
    Choice, Field, FieldGroup, FieldKind, FieldProblem, Form, Origin, OriginKind, WrittenList,
};

/// The word that a toggle writes for a feature that is there.
pub(super) const ON: &str = "true";

/// The word that a toggle writes for a feature that is not there.
pub(super) const OFF: &str = "false";

pub(super) fn form(file: &File, item: &ItemPath) -> Option<Form> {
    let idx = items::section_of(file, item)?;
    let section = file.sections().all.get(idx)?;
    let problems = check::problems_in(file, section.range);
    let fields = Fields { file, idx, section, problems: &problems };
    let groups = match &section.role {
        Role::Metadata => vec![fields.metadata()],
        Role::Unit => vec![fields.unit()],
        Role::Features(name) => fields.features(name),
        Role::Resources | Role::Mapping(_) => Vec::new(),
        Role::Abi(_) => vec![fields.abi()],
        Role::Arch(_) => vec![fields.arch()],
        Role::Unknown(_) => return None,
    };
    let is_used = items::used_by(file, idx).is_some() || section.role == Role::Metadata;
    let note = match (is_used, items::unit_spelling(file, idx)) {
        (false, _) => {
            "No unit uses this section, so nothing of it gets into the binary.".to_owned()
        }
        (true, Some(unit)) if section.role != Role::Unit => format!("Part of {unit}."),
        _ => String::new(),
    };
    Some(Form {
        item: item.clone(),
        title: slice(file.text(), section.name).to_owned(),
        kind: kind_words(&section.role).to_owned(),
        range: section.range,
        note,
        actions: Vec::new(),
        groups,
        tables: table::tables(file, idx, section),
    })
}

fn kind_words(role: &Role) -> &'static str {
    match role {
        Role::Unit => "processing unit",
        Role::Features(_) => "feature section",
        Role::Abi(_) => "ABI",
        Role::Mapping(_) => "register mapping",
        Role::Arch(_) => "architecture facts",
        _ => kind(role).unwrap_or_default(),
    }
}

struct Fields<'f> {
    file: &'f File,
    idx: SectionId,
    section: &'f Section,
    problems: &'f [&'f Diagnostic],
}

fn group(title: &str, fields: Vec<Field>) -> FieldGroup {
    FieldGroup::new(title, "", fields)
}

fn choices(table: &[Named]) -> FieldKind {
    let choice = |it: &Named| Choice { value: it.key.to_owned(), help: it.doc.to_owned() };
    FieldKind::List { choices: table.iter().map(choice).collect() }
}

impl<'f> Fields<'f> {
    fn text(&self, range: TextRange) -> &'f str {
        slice(self.file.text(), range)
    }

    /// Returns the field of a key that may stand once; `default` counts if it is not written, or if
    /// what is written is refused.
    fn field(&self, key: &str, kind: FieldKind, default: &str) -> Field {
        let pair = items::pair_of(self.file, self.section, key);
        let help = fixed_key_words(&self.section.role, key).unwrap_or_default();
        let mut res = self.entry(key, key, kind, pair, default, help);
        let refused = &self.file.lowered().sources.refused;
        if let Some(pair) = pair.filter(|it| refused.contains(&it.value)) {
            default.clone_into(&mut res.effective);
            res.origin = refused_value(pair.value);
        }
        res
    }

    /// Returns the field of flags, of which `in_force` count; of several written ones, some may be
    /// refused.
    fn flags(&self, table: &'static [Named], in_force: Option<u64>) -> Field {
        let words = in_force.map(|it| flag_words(table, it).join(", ")).unwrap_or_default();
        let mut res = self.field("flags", choices(table), &words);
        if res.origin.kind == OriginKind::Default && res.written.is_some() && !words.is_empty() {
            let note = format!("the other items; {REFUSED}");
            res.origin = Origin { note, kind: OriginKind::Written, ..res.origin };
        }
        res
    }

    fn entry(
        &self,
        key: &str,
        label: &str,
        kind: FieldKind,
        pair: Option<&Pair>,
        default: &str,
        help: &str,
    ) -> Field {
        let written = pair.map(|it| self.text(it.value).to_owned());
        let is_list = matches!(kind, FieldKind::List { .. });
        Field {
            key: key.to_owned(),
            label: label.to_owned(),
            kind,
            list: is_list.then(|| items_of(self.file, pair)),
            effective: written.clone().unwrap_or_else(|| default.to_owned()),
            written,
            origin: pair.map_or_else(Origin::default_value, |it| Origin::written(it.range)),
            range: pair.map(|it| it.value),
            help: help.to_owned(),
            inert: None,
            problem: pair.and_then(|it| self.problem(it)),
            is_kept: false,
        }
    }

    fn problem(&self, pair: &Pair) -> Option<FieldProblem> {
        let found = self.problems.iter().find(|it| pair.range.contains_range(it.range));
        found.copied().map(FieldProblem::from)
    }

    /// Returns the field of a key of the unit: of the line that counts, which may be in another section of the
    /// same name (coil.md#booleans-and-repetition).
    fn unit_field(&self, key: &str, kind: FieldKind, default: &str) -> Field {
        let idx = items::counting_section(self.file, self.idx, key);
        let own = self.field(key, kind.clone(), default);
        let section = self.file.sections().all.get(idx).filter(|_| idx != self.idx);
        let Some(section) = section else { return own };
        let problems = check::problems_in(self.file, section.range);
        let other = Fields { file: self.file, idx, section, problems: &problems };
        let mut res = other.field(key, kind, default);
        let is_later = section.range.start() > self.section.range.start();
        let which = if is_later { "a later" } else { "an earlier" };
        let mut note = format!("set in {which} `[{}]`", self.text(section.name));
        if own.written.is_some() {
            note.push_str("; the line here has no effect");
        }
        res.origin = Origin::inherited(res.range, note);
        res
    }

    /// Returns the name of the section that holds a place.
    fn section_name(&self, range: TextRange) -> &'f str {
        let place = items::section_at(self.file, range.start());
        let name = place.and_then(|it| self.file.sections().all.get(it)).map(|it| it.name);
        self.text(name.unwrap_or_default())
    }

    fn metadata(&self) -> FieldGroup {
        let timestamp = FieldKind::Integer { min: 0, max: i64::MAX };
        let fields = vec![
            self.field("version", FieldKind::Text, "0.1.0"),
            self.field("timestamp", timestamp, "0"),
            self.flags(CONFIG_FLAGS, Some(u64::from(self.file.lowered().model.flags))),
        ];
        group("Header", fields)
    }

    fn unit(&self) -> FieldGroup {
        let mut names: Vec<Choice> = Vec::new();
        for it in &self.file.sections().all {
            let Role::Features(name) = &it.role else { continue };
            let reachable = it.unit.is_none_or(|unit| Some(unit) == self.section.unit);
            if reachable && names.iter().all(|it| it.value != *name) {
                let help = format!("[{}]", self.text(it.name));
                names.push(Choice { value: name.clone(), help });
            }
        }
        let string = |it| unquoted(self.unit_field(it, FieldKind::Text, ""));
        let mut fields: Vec<Field> = ["name", "vendor", "model"].into_iter().map(string).collect();
        let mut features = self.unit_field("features", FieldKind::List { choices: names }, "");
        if let Some(list) = &mut features.list {
            // Without the key every feature section applies (coil.md#missing-features-key).
            list.keeps_key = true;
        }
        fields.push(features);
        let max = i64::from(u16::MAX);
        let own = self.section.unit.map(|it| it.unit_type.to_string()).unwrap_or_default();
        let unit_type = self.unit_field("type", FieldKind::Integer { min: 0, max }, &own);
        if unit_type.written.is_some() {
            fields.push(unit_type);
        }
        group("Processing unit", fields)
    }

    /// Returns the toggles of the section's own group first, then of groups that it has keys of.
    fn features(&self, name: &str) -> Vec<FieldGroup> {
        let unit_type = items::unit_type_of(self.file, self.idx);
        let unit = items::used_by(self.file, self.idx).and_then(|it| {
            let (model, sources) = (&self.file.lowered().model, &self.file.lowered().sources);
            Some((model.units.get(it)?, sources.units.get(it)?))
        });
        let bits = unit.map(|(_, source)| source.bits.as_slice()).unwrap_or_default();
        let decided: HashMap<u8, TextRange> = bits.iter().copied().collect();
        let words = unit.and_then(|(unit, _)| unit.features).unwrap_or_default();
        let pairs: HashMap<&str, &Pair> =
            self.section.pairs.iter().map(|it| (self.text(it.key), it)).collect();
        let own = group_of(unit_type, name).map(|(number, _)| number);
        let groups = tables::groups(unit_type);
        let has_keys = |group: &Group| group.features.iter().any(|it| pairs.contains_key(it.key));
        let any_keys = groups.iter().flatten().any(|it| has_keys(it));
        let mut res: Vec<(bool, FieldGroup)> = Vec::new();
        for (number, it) in groups.iter().enumerate() {
            let Some(it) = it else { continue };
            let is_own = own == Some(number);
            // A section of another name shows all groups until it has a key.
            if !(is_own || has_keys(it) || own.is_none() && !any_keys) {
                continue;
            }
            let toggle = |feature: &tables::Feature| {
                let bit = number as u8 * 32 + feature.bit;
                let pair = pairs.get(feature.key).copied();
                self.toggle(unit_type, bit, feature.key, pair, &decided, &words)
            };
            let fields = it.features.iter().map(toggle).collect();
            res.push((!is_own, group(it.title, fields)));
        }
        res.order_by_key(|it| it.0);
        let mut res: Vec<FieldGroup> = res.into_iter().map(|it| it.1).collect();
        let other = self.other_features(unit_type, &pairs, &decided, &words);
        if !other.is_empty() {
            res.push(group("Other keys", other));
        }
        res
    }

    /// Keys of bits without a name, and keys that name no bit.
    fn other_features(
        &self,
        unit_type: u16,
        pairs: &HashMap<&str, &'f Pair>,
        decided: &HashMap<u8, TextRange>,
        words: &[u32; 8],
    ) -> Vec<Field> {
        let mut res: Vec<Field> = Vec::new();
        for pair in &self.section.pairs {
            let key = self.text(pair.key);
            let bit = tables::feature_bit(unit_type, key);
            let is_named = bit.is_some() && !key.starts_with("bit_");
            if is_named || res.iter().any(|it| it.key == key) {
                continue;
            }
            let pair = pairs.get(key).copied();
            res.push(match bit {
                Some(bit) => self.toggle(unit_type, bit, key, pair, decided, words),
                None => self.entry(key, key, FieldKind::Text, pair, "", ""),
            });
        }
        res
    }

    fn toggle(
        &self,
        unit_type: u16,
        bit: u8,
        key: &str,
        pair: Option<&Pair>,
        decided: &HashMap<u8, TextRange>,
        words: &[u32; 8],
    ) -> Field {
        let kind = FieldKind::Toggle { on: ON.to_owned(), off: OFF.to_owned() };
        let help = feature_words(unit_type, key).unwrap_or_default().replace("**", "");
        let mut res = self.entry(key, key, kind, pair, OFF, &help);
        let word = words.get(usize::from(bit / 32)).copied().unwrap_or_default();
        res.effective = if word & (1 << (bit % 32)) != 0 { ON } else { OFF }.to_owned();
        let says = pair.map(|it| value::boolean(&value::plain(self.text(it.value))));
        if let Some(Some(is_on)) = says {
            // `yes` and `1` are other spellings (coil.md#booleans-and-repetition).
            res.written = Some(if is_on { ON } else { OFF }.to_owned());
        }
        let refused = pair.filter(|_| says == Some(None));
        let decided = decided.get(&bit).copied();
        if let Some(pair) = refused {
            // An earlier line may say it, here or in another section.
            res.origin = match decided {
                Some(range) => Origin { note: REFUSED.to_owned(), ..Origin::written(range) },
                None => refused_value(pair.value),
            };
        }
        if let Some(range) = decided
            && !self.section.range.contains_range(range)
        {
            let name = self.section_name(range);
            let why = refused.map_or(String::new(), |_| format!("; {REFUSED}"));
            res.origin = Origin::inherited(Some(range), format!("set in `[{name}]`{why}"));
            if pair.is_some() && refused.is_none() {
                res.inert = Some(format!("`[{name}]` comes later and sets the same bit"));
            }
        }
        res
    }

    fn abi(&self) -> FieldGroup {
        let unit = items::used_by(self.file, self.idx)
            .and_then(|it| self.file.lowered().model.units.get(it));
        let Role::Abi(name) = &self.section.role else { return group("ABI", Vec::new()) };
        let abi = unit.and_then(|it| it.abis.iter().find(|it| it.name == *name));
        let highest = abi.map(|it| it.arg_count.to_string()).unwrap_or_default();
        let arg_count = FieldKind::Integer { min: 0, max: i64::from(u16::MAX) };
        let fields = vec![
            self.field("arg_count", arg_count, &highest),
            self.flags(ABI_FLAGS, abi.map(|it| u64::from(it.flags))),
        ];
        group("ABI", fields)
    }

    fn arch(&self) -> FieldGroup {
        let fields = self.lines();
        group("Facts", fields.into_iter().map(unquoted).collect())
    }

    /// Returns a text field for each line of the section.
    fn lines(&self) -> Vec<Field> {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut res = Vec::new();
        for pair in &self.section.pairs {
            let key = self.text(pair.key);
            let nth = seen.entry(key).or_default();
            *nth += 1;
            let name = if *nth > 1 { format!("{key}#{nth}") } else { key.to_owned() };
            res.push(self.entry(&name, key, FieldKind::Text, Some(pair), "", ""));
        }
        res
    }
}

/// Returns the items of a list that a pair sets, or those of none.
fn items_of(file: &File, pair: Option<&Pair>) -> WrittenList {
    let range = pair.map(|it| value::inside_quotes(file.text(), it.value));
    WrittenList::of(value::pieces(slice(file.text(), range.unwrap_or_default())))
}

/// Returns the origin of the default that would count without the value in `range`.
fn refused_value(range: TextRange) -> Origin {
    let note = format!("the default; {REFUSED}");
    Origin { note, range: Some(range), ..Origin::default_value() }
}

/// Takes the quotes off a field.
fn unquoted(mut field: Field) -> Field {
    if let Some(written) = &field.written {
        let plain = value::plain(written).into_owned();
        if field.origin.kind == OriginKind::Written {
            field.effective.clone_from(&plain);
        }
        field.written = Some(plain);
    }
    field
}

#[cfg(test)]
mod tests {
    use text_size::TextSize;

    use crate::hardware::file::parse;
    use bobbin_core::edit::{Command, ItemPath};
    use bobbin_core::{Document as _, Input};

    /// A repeated unit is merged with the first, so the form of either has the lines of both that count
    /// (coil.md#booleans-and-repetition).
    #[test]
    fn a_value_of_a_unit_may_be_set_in_another_section() {
        let text = "[cpu:0]\nname = A\nmodel = M\n\n[cpu:0]\nvendor = \"V\"\nmodel = N\nfeatures = a, b\ntype = 0\n";
        let file = parse(&Input::alone("x.coilcfg.txt", text));
        let check = |line: &str, expected: [(&str, &str, &str); 5]| {
            let item = file.item_at(TextSize::new(text.find(line).unwrap() as u32)).unwrap();
            let form = file.form(&item).unwrap();
            let found: Vec<(&str, &str, &str)> = form.groups[0]
                .fields
                .iter()
                .map(|it| {
                    (it.key.as_str(), it.written.as_deref().unwrap(), it.origin.note.as_str())
                })
                .collect();
            assert_eq!(found, expected, "{line}");
        };
        let later = "set in a later `[cpu:0]`";
        let again = "set in a later `[cpu:0]`; the line here has no effect";
        check(
            "name",
            [
                ("name", "A", ""),
                ("vendor", "V", later),
                ("model", "N", again),
                ("features", "a, b", later),
                ("type", "0", later),
            ],
        );
        check(
            "vendor",
            [
                ("name", "A", "set in an earlier `[cpu:0]`"),
                ("vendor", "V", ""),
                ("model", "N", ""),
                ("features", "a, b", ""),
                ("type", "0", ""),
            ],
        );
    }

    /// A change in the form of a repeated unit is one of the line that counts.
    #[test]
    fn the_line_that_counts_is_changed() {
        let text = "[cpu:0]\nname = A\nmodel = M\n\n[cpu:0]\nvendor = V ; note\nmodel = N\n\n[cpu:1]\nname = B\n";
        let file = parse(&Input::alone("x.coilcfg.txt", text));
        let item = |nth: &str| {
            ItemPath::new(["unit", "cpu:0", nth].into_iter().filter(|it| !it.is_empty()))
        };
        let set = |nth: &str, key: &str, value: &str| Command::SetValue {
            item: item(nth),
            key: key.to_owned(),
            value: value.to_owned(),
        };
        let unset = |key: &str| Command::Unset { item: item(""), key: key.to_owned() };
        for (command, old, new) in [
            (set("", "vendor", "W"), "= V ;", "= W ;"),
            (set("", "model", "W"), "model = N", "model = W"),
            (set("#2", "name", "W"), "name = A", "name = W"),
            (unset("vendor"), "vendor = V ; note", "; note"),
            // Where there is none, the line is written where it is asked for.
            (set("#2", "features", "a"), "model = N", "model = N\nfeatures = a"),
            (set("", "features", "a"), "model = M", "model = M\nfeatures = a"),
        ] {
            let change = file.plan(&command).unwrap();
            let after = change.edits["x.coilcfg.txt"].apply(text);
            assert_eq!(after, text.replace(old, new), "{command:?}");
        }
    }
}
