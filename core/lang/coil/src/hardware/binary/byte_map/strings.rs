//! The table of strings.

use text_size::TextRange;

use super::ByteMap;
use bobbin_core::view::ByteField;

impl ByteMap<'_> {
    pub(super) fn strings(&self) -> ByteField {
        let start = self.encoded.layout.strings as usize;
        let table = self.encoded.data.get(start..).unwrap_or_default();
        let origins = self.string_origins();
        let mut at = start;
        let mut origins = origins.into_iter();
        let mut children = Vec::new();
        for bytes in table.split_inclusive(|&it| it == 0) {
            let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
            let (name, source) = if text.is_empty() {
                ("empty".to_owned(), None)
            } else {
                origins.next().unwrap_or_default()
            };
            children.push(ByteField {
                name,
                type_name: format!("char[{}]", bytes.len()),
                offset: at as u32,
                len: bytes.len() as u32,
                value: format!("{:?}", String::from_utf8_lossy(text)),
                meaning: format!("string offset {}", at - start),
                source,
                lines: Vec::new(),
                bits: None,
                children: Vec::new(),
            });
            at += bytes.len();
        }
        ByteField {
            name: "string table".to_owned(),
            type_name: "char[]".to_owned(),
            offset: start as u32,
            len: table.len() as u32,
            value: String::new(),
            meaning: String::new(),
            source: None,
            lines: Vec::new(),
            bits: None,
            children,
        }
    }

    /// Returns the origin of each string of the table, in the table's order.
    fn string_origins(&self) -> Vec<(String, Option<TextRange>)> {
        let mut seen = std::collections::HashSet::from([""]);
        let mut res = Vec::new();
        let mut add = |text, name: &dyn Fn() -> String, source| {
            if seen.insert(text) {
                res.push((name(), source));
            }
        };
        for (unit, source, _, spelling) in self.each_unit() {
            add(unit.name.as_str(), &|| format!("name of {spelling}"), source.name);
            add(unit.vendor.as_str(), &|| format!("vendor of {spelling}"), source.vendor);
            add(unit.model.as_str(), &|| format!("model of {spelling}"), source.model);
        }
        for (unit, source, _, spelling) in self.each_unit() {
            for (resource, &line) in unit.resources.iter().zip(&source.resources) {
                add(&resource.name, &|| format!("resource of {spelling}"), Some(line));
            }
        }
        for (unit, source, _, spelling) in self.each_unit() {
            for (abi, source) in unit.abis.iter().zip(&source.abis) {
                add(&abi.name, &|| format!("ABI of {spelling}"), Some(source.header));
            }
        }
        for (unit, source, _, spelling) in self.each_unit() {
            for (record, it) in unit.arch.iter().zip(&source.arch) {
                add(record.arch, &|| format!("architecture of {spelling}"), Some(it.arch));
                add(record.key, &|| format!("{} key", record.arch), Some(it.key));
                add(record.value, &|| format!("{} value", record.arch), Some(it.value));
            }
        }
        res
    }
}
