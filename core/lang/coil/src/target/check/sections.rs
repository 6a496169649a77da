//! Sections and keys that are missing or unknown.

use text_size::{TextRange, TextSize};

use super::{Checker, Strictness};
use crate::target::diagnostics::lines;
use crate::target::schema::{self, SECTIONS};
use crate::target::value;
use crate::target::{defaults, edit};

impl<'c> Checker<'c> {
    pub(super) fn sections(&mut self) {
        let config = self.config;
        for section in SECTIONS.iter().filter(|it| it.required) {
            if config.section(section.name).is_none() {
                let main = config.main();
                let is_text = main.is_some_and(|it| it.is_text);
                let edit = main
                    .filter(|_| is_text)
                    .zip(defaults::required(section, &self.target))
                    .map(|(main, values)| edit::add_section(main, section.name, &values));
                let range = TextRange::empty(TextSize::new(0));
                let diagnostic = lines::missing_section(range, section, edit);
                self.report(0, None, Some(section.name), None, diagnostic);
            }
        }
        for section in &config.sections {
            let Some((file, header)) = config.header(section.header) else { continue };
            let name = file.name(header);
            let place = section.header.file;
            let at = Some(header.range.start());
            let Some(schema) = schema::section(name) else {
                if !value::is_vendor_section(name) {
                    let is_there = |name: &str| config.section(name).is_some();
                    let diagnostic = lines::unknown_section(header.name, name, is_there);
                    self.report(place, at, Some(name), None, diagnostic);
                } else if self.strictness == Strictness::Strict {
                    let diagnostic = lines::vendor_section(header.name, name);
                    self.report(place, at, Some(name), None, diagnostic);
                }
                continue;
            };
            for setting in section.settings.iter().filter_map(|&it| config.at(it)) {
                let key = setting.key();
                if schema.key(key).is_none() {
                    let range = setting.pair.key;
                    let is_set = |key: &str| config.setting(name, key).is_some();
                    let diagnostic = lines::unknown_key(range, schema, key, is_set);
                    self.report(
                        setting.file,
                        Some(range.start()),
                        Some(name),
                        Some(key),
                        diagnostic,
                    );
                }
            }
            for key in schema.keys.iter().filter(|it| it.required) {
                if config.setting(name, key.name).is_none() {
                    let default = defaults::of(key, &self.target);
                    let fix = default
                        .as_deref()
                        .map(|it| (it, edit::insert_pair(file, header, key.name, it)));
                    let diagnostic = lines::missing_key(header.name, name, key.name, fix);
                    self.report(place, at, Some(name), Some(key.name), diagnostic);
                }
            }
        }
        self.shared_memory();
    }
}
