//! Bytes of the binary to edits of the text that makes them.

use std::collections::HashSet;

use super::lines;
use super::sections;
use super::values;
use crate::hardware::{bytes, items, value};
use text_size::TextRange;

use crate::hardware::binary::decode::decode;
use crate::hardware::binary::format::FLAG_COMPRESSED;
use crate::hardware::file::{File, parse};
use crate::hardware::model::{Abi, Model, Resource, Unit};
use crate::hardware::print::{argument_key, flag_words, quantities, quote_label, register};
use crate::hardware::sections::{Role, UnitKey};
use crate::hardware::source_map::{AbiSource, UnitSource};
use crate::hardware::tables::{self, ABI_FLAGS, CONFIG_FLAGS, Named, RESOURCE_FLAGS};
use bobbin_core::edit::{ItemPath, Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::view::{Binary, ByteField};
use bobbin_core::{Document as _, Input};

/// Plans the change of the text after which the binary has `wanted` at `offset`.
///
/// The changed bytes are read, what they say is compared with what the text says, and each
/// difference is written where the text says it. The plan is then tried: a change that gives
/// any other byte than the wanted ones is refused.
pub(crate) fn plan(file: &File, offset: u32, wanted: &[u8]) -> Result<SourceChange, Refusal> {
    let Binary { mut data, fields, .. } = bytes::compile(file)?.bytes;
    if file.lowered().model.flags & FLAG_COMPRESSED != 0 {
        let reason = "the binary is compressed; remove `compressed` from the flags first";
        return Err(Refusal::bad_value(reason));
    }
    let start = offset as usize;
    let n_inside = data.len().saturating_sub(start);
    let place = data.get_mut(start..start.saturating_add(wanted.len()));
    let place = place.ok_or_else(|| {
        Refusal::bad_value(match n_inside {
            0 => "these bytes lie outside the file".to_owned(),
            n => format!("only {n} of these {} bytes fit before the end of the file", wanted.len()),
        })
    })?;
    if *place == *wanted {
        return Ok(SourceChange::default());
    }
    place.copy_from_slice(wanted);
    let decoded = decode(&data).map_err(|error| {
        Refusal::bad_value(format!(
            "with these bytes the file could not be read: {}",
            error.message
        ))
    })?;
    let refused = || Refusal { reason: why_not(&fields, offset), at: source(&fields, offset) };
    let mut plan = Plan { file, replacements: Vec::new() };
    plan.model(&file.lowered().model, &decoded.model).map_err(|_| refused())?;
    let edit = TextEdit::from_replacements(plan.replacements);
    let text = edit.apply(file.text());
    let again = parse(&Input { text: text.into(), ..file.input().clone() });
    match again.compile() {
        Some(Ok(compiled)) if compiled.bytes.data == data => Ok(lines::change(file, edit)),
        _ => Err(refused()),
    }
}

/// Finds the leaf at `offset`, with the names of what it is in.
fn leaf(fields: &[ByteField], offset: u32) -> Option<&ByteField> {
    let mut level = fields;
    let mut res = None;
    while let Some(it) = level.iter().find(|it| it.offset <= offset && offset < it.offset + it.len)
    {
        res = Some(it);
        level = &it.children;
    }
    res.filter(|it| it.children.is_empty())
}

fn source(fields: &[ByteField], offset: u32) -> Option<TextRange> {
    leaf(fields, offset)?.source
}

/// Says why no text gives the wanted bytes.
fn why_not(fields: &[ByteField], offset: u32) -> String {
    let Some(leaf) = leaf(fields, offset) else {
        return "these bytes fill the gap before a table and are always zero".to_owned();
    };
    let name = &leaf.name;
    match leaf.name.as_str() {
        "padding" => "these bytes are padding, which is always zero".to_owned(),
        "magic" => "the magic number is always the same".to_owned(),
        _ if name.ends_with("_offset") || name.ends_with("_off") || name.ends_with("_size") => {
            format!("`{name}` follows from the positions of the file's parts")
        }
        _ if name.ends_with("_count") && name != "arg_count" => {
            format!("`{name}` counts what the text says; add or remove it there")
        }
        _ => format!("no small change of the text gives `{name}` this value"),
    }
}

/// Some difference has no place in the text.
struct NoPlace;

struct Plan<'f> {
    file: &'f File,
    replacements: Vec<Replacement>,
}

type Planned = Result<(), NoPlace>;

/// Compares lists entry by entry; other lengths have no place in the text.
fn same_len<T>(old: &[T], new: &[T]) -> Planned {
    if old.len() == new.len() { Ok(()) } else { Err(NoPlace) }
}

impl Plan<'_> {
    fn replace(&mut self, range: TextRange, text: impl Into<String>) {
        self.replacements.push(Replacement { range, text: text.into() });
    }

    /// Writes a value where the text has it, or as a new line of the section that `section` names.
    fn set(&mut self, section: &ItemPath, key: &str, value: &str) -> Planned {
        let edit = values::set_value(self.file, section, key, value).map_err(|_| NoPlace)?;
        self.replacements.extend(edit.replacements().iter().cloned());
        Ok(())
    }

    fn add(&mut self, kind: &str, name: &str, values: &[(String, String)]) -> Planned {
        let edit = sections::add_item(self.file, kind, name, values).map_err(|_| NoPlace)?;
        self.replacements.extend(edit.replacements().iter().cloned());
        Ok(())
    }

    fn model(&mut self, old: &Model, new: &Model) -> Planned {
        let mut header: Vec<(String, String)> = Vec::new();
        let mut write = |key: &str, value: String| header.push((key.to_owned(), value));
        if old.version != new.version {
            let [major, minor, patch] = new.version;
            write("version", format!("{major}.{minor}.{patch}"));
        }
        if old.timestamp != new.timestamp {
            write("timestamp", new.timestamp.to_string());
        }
        if old.flags != new.flags {
            write("flags", words(CONFIG_FLAGS, u64::from(new.flags)));
        }
        let metadata = ItemPath::new(["metadata", "metadata"]);
        if items::section_of(self.file, &metadata).is_some() {
            for (key, value) in &header {
                self.set(&metadata, key, value)?;
            }
        } else if !header.is_empty() {
            self.add("metadata", "metadata", &header)?;
        }
        same_len(&old.units, &new.units)?;
        for (idx, (old, new)) in old.units.iter().zip(&new.units).enumerate() {
            let file = self.file;
            let source = file.lowered().sources.units.get(idx).ok_or(NoPlace)?;
            self.unit(idx, source, old, new)?;
        }
        Ok(())
    }

    fn unit(&mut self, idx: usize, source: &UnitSource, old: &Unit, new: &Unit) -> Planned {
        if old == new {
            return Ok(());
        }
        let item = self.file.item_at(source.header.start()).ok_or(NoPlace)?;
        if (old.unit_type, old.index) != (new.unit_type, new.index) {
            let name = UnitKey { unit_type: new.unit_type, index: new.index }.spelling();
            let edit = sections::rename(self.file, &item, &name).map_err(|_| NoPlace)?;
            self.replacements.extend(edit.replacements().iter().cloned());
        }
        for (key, old, new) in [
            ("name", &old.name, &new.name),
            ("vendor", &old.vendor, &new.vendor),
            ("model", &old.model, &new.model),
        ] {
            if old != new {
                self.set(&item, key, &value::quote(new))?;
            }
        }
        match (&old.features, &new.features) {
            (Some(old), Some(new)) => {
                for bit in 0..=255_u8 {
                    let is_set = |words: &[u32; 8]| {
                        let word = words.get(usize::from(bit / 32)).copied().unwrap_or_default();
                        word & (1 << (bit % 32)) != 0
                    };
                    if is_set(old) != is_set(new) {
                        self.feature(idx, source, bit, is_set(new))?;
                    }
                }
            }
            (None, None) => (),
            _ => return Err(NoPlace),
        }
        same_len(&old.resources, &new.resources)?;
        for ((old, new), &line) in old.resources.iter().zip(&new.resources).zip(&source.resources) {
            if old != new {
                self.resource(line, old, new)?;
            }
        }
        same_len(&old.abis, &new.abis)?;
        for ((old, new), source) in old.abis.iter().zip(&new.abis).zip(&source.abis) {
            self.abi(source, old, new)?;
        }
        if old.arch.len() != new.arch.len() {
            return Err(NoPlace);
        }
        let mut renamed = HashSet::new();
        for ((old, new), source) in old.arch.iter().zip(new.arch.iter()).zip(&source.arch) {
            if old.arch != new.arch {
                let file = self.file;
                let section = items::section_at(file, source.arch.start());
                let unit = section.and_then(|it| file.sections().all.get(it)).map(|it| it.unit);
                // Headers of one name change in one step.
                if renamed.insert((unit, old.arch)) {
                    let item = file.item_at(source.arch.start()).ok_or(NoPlace)?;
                    let edit = sections::rename(file, &item, new.arch).map_err(|_| NoPlace)?;
                    self.replacements.extend(edit.replacements().iter().cloned());
                }
            }
            if old.key != new.key {
                self.replace(source.key, value::quote(new.key));
            }
            if old.value != new.value {
                self.replace(source.value, value::quote(new.value));
            }
        }
        Ok(())
    }

    /// Sets or clears a bit in the section that decides it, or else in one that has its group.
    fn feature(&mut self, unit: usize, source: &UnitSource, bit: u8, is_on: bool) -> Planned {
        let file = self.file;
        let unit_type = file.lowered().model.units.get(unit).map_or(0, |it| it.unit_type);
        let word = if is_on { "true" } else { "false" };
        let decided = source.bits.binary_search_by_key(&bit, |it| it.0).ok();
        if let Some((_, line)) = decided.and_then(|it| source.bits.get(it)) {
            let idx = items::section_at(file, line.start()).ok_or(NoPlace)?;
            let pairs = file.sections().all.get(idx).map(|it| it.pairs.as_slice());
            let pair = pairs.unwrap_or_default().iter().find(|it| it.range == *line);
            let range = pair.ok_or(NoPlace)?.value;
            self.replace(range, word);
            return Ok(());
        }
        let groups = tables::groups(unit_type);
        let group = groups.get(usize::from(bit / 32)).copied().flatten();
        let customary = group.map(|it| it.sections).unwrap_or_default();
        let mut found = None;
        for (idx, section) in file.sections().all.enumerated() {
            let Role::Features(name) = &section.role else { continue };
            if items::used_by(file, idx) != Some(unit) {
                continue;
            }
            let is_own = customary.contains(&name.as_str());
            if found.is_none() || is_own {
                found = Some(section);
            }
            if is_own {
                break;
            }
        }
        let key = tables::feature_key(unit_type, bit);
        let Some(section) = found.and_then(|it| file.item_at(it.header.start())) else {
            let unit = file.lowered().model.units.get(unit).ok_or(NoPlace)?;
            let unit = UnitKey { unit_type: unit.unit_type, index: unit.index }.spelling();
            let name = customary.first().ok_or(NoPlace)?;
            let values = [("unit".to_owned(), unit), (key, word.to_owned())];
            return self.add("features", name, &values);
        };
        self.set(&section, &key, word)
    }

    fn resource(&mut self, line: TextRange, old: &Resource, new: &Resource) -> Planned {
        let idx = items::section_at(self.file, line.start()).ok_or(NoPlace)?;
        let section = self.file.sections().all.get(idx).ok_or(NoPlace)?;
        let pair = section.pairs.iter().find(|it| it.range == line).ok_or(NoPlace)?;
        if old.kind != new.kind {
            return Err(NoPlace);
        }
        let mut items = vec![quantities(new.kind, new.count, new.size)];
        items.extend(flag_words(RESOURCE_FLAGS, u64::from(new.flags)));
        if let Some((_, labels)) = new.name.split_once(':') {
            items.extend(labels.split(',').map(|it| quote_label(it).into_owned()));
        }
        self.replace(pair.value, items.join(", "));
        Ok(())
    }

    fn abi(&mut self, source: &AbiSource, old: &Abi, new: &Abi) -> Planned {
        if old == new {
            return Ok(());
        }
        let item = self.file.item_at(source.header.start()).ok_or(NoPlace)?;
        if old.name != new.name {
            let edit = sections::rename(self.file, &item, &new.name).map_err(|_| NoPlace)?;
            self.replacements.extend(edit.replacements().iter().cloned());
        }
        if old.arg_count != new.arg_count {
            self.set(&item, "arg_count", &new.arg_count.to_string())?;
        }
        if old.flags != new.flags {
            self.set(&item, "flags", &words(ABI_FLAGS, u64::from(new.flags)))?;
        }
        same_len(&old.mappings, &new.mappings)?;
        for (idx, (old, new)) in old.mappings.iter().zip(&new.mappings).enumerate() {
            if old == new {
                continue;
            }
            let (key, range) = source.keys.get(idx).zip(source.mappings.get(idx)).ok_or(NoPlace)?;
            if old.arg_index != new.arg_index {
                self.replace(*key, argument_key(new.arg_index));
            }
            let spelled = register(new);
            if register(old) != spelled {
                self.replace(*range, spelled);
            }
        }
        Ok(())
    }
}

/// Flags as a value; `0` for none, because an empty value looks forgotten.
fn words(table: &'static [Named], bits: u64) -> String {
    let words = flag_words(table, bits);
    if words.is_empty() { "0".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const TEXT: &str = "\
[metadata]
version = 0.1.0    ; header
[cpu:0]
name = Big
features = integer
[integer]
int_add = true
[resources]
gpr = 16, 64bit, tagged ; sixteen
[abi:sysv]
arg_count = 1
[sysv.mapping]
ret = gpr:0, gpr:3
1 = gpr:4
";

    /// Finds the offset of the leaf that `path` leads to by names.
    fn place(path: &[&str]) -> u32 {
        let mut fields = parse(&Input::alone("x", TEXT)).compile().unwrap().unwrap().bytes.fields;
        for (nth, name) in path.iter().enumerate() {
            let it = fields.into_iter().find(|it| it.name == *name).unwrap();
            if nth + 1 == path.len() {
                return it.offset;
            }
            fields = it.children;
        }
        0
    }

    /// Checks the lines of the text that change.
    #[track_caller]
    fn check(path: &[&str], bytes: &[u8], expect: Expect) {
        let file = parse(&Input::alone("x", TEXT));
        let offset = place(path);
        let shown = match file.plan_bytes(offset, bytes) {
            Ok(change) => {
                let new = change.edits["x"].apply(TEXT);
                let data = parse(&Input::alone("x", &new)).compile().unwrap().unwrap().bytes.data;
                assert_eq!(data[offset as usize..][..bytes.len()], *bytes);
                new.lines()
                    .filter(|it| !TEXT.lines().any(|old| old == *it))
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            Err(refusal) => format!("refused: {}", refusal.reason),
        };
        expect.assert_eq(&shown);
    }

    #[test]
    fn a_byte_changes_the_line_that_made_it() {
        check(&["header", "version_patch"], &[7], expect!["version = 0.1.7    ; header"]);
        check(&["header", "timestamp"], &[1, 1], expect!["timestamp = 257"]);
        check(&["header", "flags"], &[4], expect!["flags = autodetected"]);
        check(&["processing units", "cpu:0", "index"], &[3], expect!["[cpu:3]"]);
        check(
            &["feature bitmaps", "cpu:0 features", "Integer Operations"],
            &[3],
            expect!["int_sub = true"],
        );
        check(
            &["feature bitmaps", "cpu:0 features", "Integer Operations"],
            &[0],
            expect!["int_add = false"],
        );
        check(
            &["resource tables", "cpu:0 resources", "gpr:tagged", "count"],
            &[32],
            expect!["gpr = 32, 64bit, tagged ; sixteen"],
        );
        check(
            &["resource tables", "cpu:0 resources", "gpr:tagged", "flags"],
            &[1],
            expect!["gpr = 16, 64bit, shared, tagged ; sixteen"],
        );
        check(
            &["ABI tables", "cpu:0 ABIs", "sysv", "flags"],
            &[2],
            expect!["flags = preserves_sp"],
        );
        check(
            &["register mapping tables", "cpu:0 sysv mappings", "argument 1", "reg_index"],
            &[9],
            expect!["1 = gpr:9"],
        );
        check(
            &["register mapping tables", "cpu:0 sysv mappings", "argument 1", "arg_index"],
            &[2],
            expect!["2 = gpr:4"],
        );
        check(&["string table", "name of cpu:0"], b"Pig", expect!["name = Pig"]);
        check(
            &["string table", "ABI of cpu:0"],
            b"win6",
            expect![[r#"
            [abi:win6]
            [win6.mapping]"#]],
        );
        check(
            &["string table", "ABI of cpu:0"],
            b"win64abi",
            expect!["refused: only 5 of these 8 bytes fit before the end of the file"],
        );
        check(
            &["string table", "resource of cpu:0"],
            b"gpr:boxes",
            expect!["gpr = 16, 64bit, boxesd ; sixteen"],
        );
    }

    #[test]
    fn sections_are_added_where_they_are_missing() {
        let text = "[cpu:0]\nfeatures =\n";
        let file = parse(&Input::alone("x", text));
        let bytes = file.compile().unwrap().unwrap().bytes.data;
        let bitmap = u32::from_le_bytes(bytes[48..52].try_into().unwrap());
        let change = file.plan_bytes(bitmap + 8, &[1]).unwrap();
        assert_eq!(
            change.edits["x"].apply(text),
            "[cpu:0]\nfeatures = floating_point\n\n[cpu:0.floating_point]\nfp16 = true\n"
        );
        let change = file.plan_bytes(12, &[9]).unwrap();
        assert_eq!(
            change.edits["x"].apply(text),
            "[metadata]\ntimestamp = 9\n\n[cpu:0]\nfeatures =\n"
        );
    }

    /// The name of an architecture stands in each header that has it.
    #[test]
    fn an_architecture_is_renamed_in_its_headers() {
        let text = "[cpu:0]\n[arch:x86_64] ; a\navx2 = true\nsse = true\n[gpu:0]\n\
            [cpu:0.arch:x86_64]\nb = 1\n";
        let file = parse(&Input::alone("x", text));
        let mut bytes = file.compile().unwrap().unwrap().bytes.data;
        let at = bytes.windows(7).position(|it| it == b"x86_64\0").unwrap();
        let change = file.plan_bytes(at as u32, b"xA").unwrap();
        let new = change.edits["x"].apply(text);
        assert_eq!(new, text.replace("x86_64", "xA6_64"));
        bytes[at..at + 2].copy_from_slice(b"xA");
        let again = parse(&Input::alone("x", &new));
        assert_eq!(again.compile().unwrap().unwrap().bytes.data, bytes);
    }

    #[test]
    fn bytes_that_no_text_makes_are_refused() {
        check(
            &["header", "magic"],
            &[0],
            expect![
                "refused: with these bytes the file could not be read: expected the bytes 47 46 43 43 or 43 43 46 47 of a configuration"
            ],
        );
        check(
            &["header", "version_major"],
            &[9],
            expect![
                "refused: with these bytes the file could not be read: expected version 0.1.x or 1.0.x, found 9.1.0"
            ],
        );
        check(
            &["header", "padding"],
            &[1],
            expect!["refused: these bytes are padding, which is always zero"],
        );
        check(
            &["header", "pu_count"],
            &[0],
            expect!["refused: `pu_count` counts what the text says; add or remove it there"],
        );
        check(
            &["processing units", "cpu:0", "name_offset"],
            &[5],
            expect!["refused: `name_offset` follows from the positions of the file's parts"],
        );
        check(
            &["processing units", "cpu:0", "resource_count"],
            &[0],
            expect!["refused: `resource_count` counts what the text says; add or remove it there"],
        );
        check(
            &["resource tables", "cpu:0 resources", "gpr:tagged", "type"],
            &[1],
            expect!["refused: no small change of the text gives `type` this value"],
        );
        check(
            &["register mapping tables", "cpu:0 sysv mappings", "ARG_INDEX_RETURN", "arg_index"],
            &[2],
            expect!["refused: no small change of the text gives `arg_index` this value"],
        );
    }
}
