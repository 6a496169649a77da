//! Rules: what is wrong with the merged settings (coil.md#validation).
//!
//! Validation runs once, on the merged result: a bad value that is overridden is no error. Errors of
//! lines count wherever they are.

mod abi;
mod lists;
mod notes;
mod repetitions;
mod sections;
mod target;
mod texts;
mod types;

use std::cmp::Ordering;

use text_size::{TextRange, TextSize};

pub use super::file::Strictness;

use super::config::{Config, Setting};
use super::diagnostics::lines as messages;
use super::file::{File, parse};
use super::includes::shown_path;
use super::schema::{KeySchema, ListRule, SECTIONS, TextRule, ValueType};
use super::target_section::Target;
use bobbin_core::Input;
use bobbin_core::diagnostics::{self, Bounded, Diagnostic, Related, Severity};
use bobbin_core::text::slice;

/// A diagnostic of any of the files, with what the document's own validator reports of its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file; none for the main one.
    pub path: Option<String>,
    /// The line from 1, by the line ends of the format; 0 for what has no line.
    pub line: u32,
    /// The section it is about.
    pub section: Option<String>,
    /// The key; may be malformed.
    pub key: Option<String>,
    /// The diagnostic in terms of its own file.
    pub diagnostic: Diagnostic,
    /// The include of the main file that leads to the file; none for the main one.
    pub via: Option<TextRange>,
}

/// Returns everything that is wrong in any of the files, file by file and rule by rule, with file
/// and line as the document's own validator reports them.
#[must_use]
pub fn findings(file: &File, strictness: Strictness) -> Vec<Finding> {
    let config = file.config();
    let mut checker =
        Checker { config, target: Target::of(config), strictness, findings: Vec::new() };
    checker.lines();
    checker.sections();
    for section in SECTIONS {
        for key in section.keys {
            if let Some(setting) = config.setting(section.name, key.name) {
                checker.value(section.name, key, setting);
            }
        }
    }
    checker.together();
    checker.findings
}

/// Fixes of these may bring settings into force that did not count so far, or let others win.
const AWAKENING: [&str; 4] =
    ["unknown-key", "unknown-section", "duplicate-section", "include-not-first"];

/// Returns the diagnostics in terms of the main file: those in other files stand at the include.
pub(super) fn check(file: &File) -> Vec<Diagnostic> {
    let mut res = found(file);
    diagnostics::drop_failing_fixes(&mut res, &AWAKENING, &file.input().text, |text| {
        let text = text.into();
        let after = parse(&Input { text, ..file.input().clone() });
        found(&after).iter().any(|it| it.code.severity == Severity::Error)
    });
    res
}

/// Returns the diagnostics with all of their fixes.
fn found(file: &File) -> Vec<Diagnostic> {
    let findings = findings(file, file.strictness());
    let mut res: Vec<Diagnostic> = findings.into_iter().map(Finding::in_main_file).collect();
    for it in res.iter_mut().filter(|it| it.code.severity == Severity::Error) {
        if let Some(fix) = notes::fix(file, it.range) {
            it.fixes = vec![fix];
        }
    }
    diagnostics::sort(&mut res);
    res
}

impl Finding {
    /// FileMoves a diagnostic to the main file: what is wrong in another one stands at the include.
    pub(super) fn in_main_file(self) -> Diagnostic {
        let (Some(path), Some(via)) = (self.path, self.via) else { return self.diagnostic };
        let inner = self.diagnostic;
        let shown = shown_path(&path);
        let message = format!("in `{shown}`, line {}: {}", self.line, inner.message);
        let mut res = Diagnostic::new(inner.code, via, message);
        res.help = inner.help;
        res.related =
            vec![Related { path: Some(path.clone()), range: inner.range, message: inner.message }];
        let of_same_file = |it: Related| Related { path: it.path.or(Some(path.clone())), ..it };
        res.related.extend(inner.related.into_iter().map(of_same_file));
        res
    }
}

/// Runs the rules.
struct Checker<'c> {
    config: &'c Config,
    target: Target,
    strictness: Strictness,
    findings: Vec<Finding>,
}

/// A value whose type is being judged.
#[derive(Clone, Copy)]
struct Value<'c> {
    section: &'static str,
    key: &'static KeySchema,
    setting: Setting<'c>,
}

impl<'c> Value<'c> {
    /// Returns the value with its quotes.
    fn range(&self) -> TextRange {
        self.setting.pair.value_range()
    }

    /// Returns the range of a piece of the value.
    fn range_of(&self, part: &str) -> TextRange {
        bobbin_core::text::range_in(&self.setting.source.text, part)
    }
}

impl<'c> Checker<'c> {
    /// Reports something of a file. `line_at` is where the line number is taken from.
    fn report(
        &mut self,
        file: usize,
        line_at: Option<TextSize>,
        section: Option<&str>,
        key: Option<&str>,
        mut diagnostic: Diagnostic,
    ) {
        match self.findings.len().cmp(&Bounded::MOST) {
            Ordering::Less => (),
            Ordering::Equal => diagnostic = messages::too_many(diagnostic.range),
            // One error is kept, as without any the text would pass for valid.
            Ordering::Greater if !self.is_first_error(&diagnostic) => return,
            Ordering::Greater => (),
        }
        let source = self.config.files.get(file);
        let line = line_at.zip(source).map_or(0, |(at, source)| source.line(at));
        self.findings.push(Finding {
            path: source.filter(|_| file != 0).map(|it| it.path.clone()),
            line,
            section: section.map(str::to_owned),
            key: key.map(str::to_owned),
            diagnostic,
            via: self.config.via(file),
        });
    }

    fn is_first_error(&self, diagnostic: &Diagnostic) -> bool {
        let is_error = |it: &Diagnostic| it.code.severity == Severity::Error;
        is_error(diagnostic) && !self.findings.iter().rev().any(|it| is_error(&it.diagnostic))
    }

    /// Reports something of a value, on the line of its key.
    fn fault(&mut self, value: Value<'c>, diagnostic: Diagnostic) {
        self.report(
            value.setting.file,
            Some(value.setting.pair.key.start()),
            Some(value.section),
            Some(value.key.name),
            diagnostic,
        );
    }

    /// Collects the diagnostics of each file and each include.
    fn lines(&mut self) {
        for (idx, file) in self.config.files.iter().enumerate() {
            for it in &file.findings {
                let section = it.section.map(|range| slice(&file.text, range));
                let key = it.key.map(|range| slice(&file.text, range));
                let start = it.diagnostic.range.start();
                self.report(idx, Some(start), section, key, it.diagnostic.clone());
            }
            self.repetitions(idx, file);
        }
        for (file, it) in &self.config.include_findings {
            self.report(*file, Some(it.range.start()), None, None, it.clone());
        }
    }

    /// Judges the value of a key by its type.
    fn value(&mut self, section: &'static str, key: &'static KeySchema, setting: Setting<'c>) {
        let value = Value { section, key, setting };
        // Faulty quotes are reported with the line; of a list, the other items are judged.
        if !setting.pair.is_sound && !key.is_list() {
            return;
        }
        if setting.raw().is_empty() {
            return self.empty(value);
        }
        match key.value {
            ValueType::Word(words) => self.word(value, words),
            ValueType::Integer(min, max) => self.integer(value, min, max),
            ValueType::PowerOfTwo => self.power_of_two(value),
            ValueType::Boolean => self.boolean(value),
            ValueType::Text(rule) => {
                let items = setting.items();
                let [item] = items.as_slice() else { return self.not_one_text(value) };
                match rule {
                    TextRule::Architecture => self.architecture(value, &item.text),
                    TextRule::Abi => self.abi_name(value, &item.text),
                    TextRule::Simd => self.simd(value, &item.text),
                    TextRule::Path => self.path(value, item),
                    TextRule::Symbol => self.symbol(value, &item.text),
                }
            }
            ValueType::List(rule) => {
                let items = self.list_items(value);
                match rule {
                    ListRule::Features => self.features(value, &items),
                    ListRule::Registers => self.registers(value, &items),
                    ListRule::Crypto => self.crypto(value, &items),
                    ListRule::Defines => self.defines(value, &items),
                    ListRule::Paths => self.paths(value, &items),
                    ListRule::Libraries => self.libraries(value, &items),
                }
            }
        }
    }

    /// Rules over several keys.
    fn together(&mut self) {
        self.optimize_both();
        self.endianness();
        self.simd_in_features();
        self.abi();
    }
}

#[cfg(test)]
mod tests {
    use bobbin_core::text::Files;
    use bobbin_core::{Document, Input};

    use crate::target;
    use std::fs;
    use std::path::Path;

    /// Counts the diagnostics of a code.
    fn count(text: &str, code: &str) -> usize {
        let file = target::parse(&Input::alone("includes.coilcfg", text));
        file.diagnostics().iter().filter(|it| it.code.name == code).count()
    }

    #[test]
    fn a_file_beside_this_one_is_called_by_its_name() {
        let message = |path: &str, include: &str, base: &str| {
            let text = format!("@include \"{include}\"\n");
            let mut files = Files::default();
            files.insert(base, "[Target]\nMode = 3\n".into());
            let input = Input { files: files.into(), ..Input::alone(path, &text) };
            let found = target::parse(&input).diagnostics();
            found.into_iter().find(|it| it.message.contains("line 2")).map(|it| it.message).unwrap()
        };
        let message_of = message("/main.coilcfg", "base.coilcfg", "/base.coilcfg");
        assert!(message_of.starts_with("in `base.coilcfg`, line 2: "), "{message_of}");
        let message_of = message("/a/main.coilcfg", "../base/c.coilcfg", "/base/c.coilcfg");
        assert!(message_of.starts_with("in `/base/c.coilcfg`, line 2: "), "{message_of}");
    }

    #[test]
    fn every_fix_mends_its_finding() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/coil-target/err");
        let mut n_fixes = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "expected") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = target::parse(&Input::alone("includes.coilcfg", &text));
            for it in file.diagnostics() {
                for fix in &it.fixes {
                    let mended = fix.edit.apply(&text);
                    let (before, after) =
                        (count(&text, it.code.name), count(&mended, it.code.name));
                    let path = path.display();
                    assert!(after < before, "{path}: {} {:?}\n{mended}", it.message, fix.label);
                    n_fixes += 1;
                }
            }
        }
        assert!(n_fixes > 50, "only {n_fixes} fixes");
    }
}
