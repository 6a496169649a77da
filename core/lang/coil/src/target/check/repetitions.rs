//! Errors that only a whole file shows: keys in front of its first header, repeated sections and
//! keys.

use std::collections::HashMap;

use text_size::TextRange;

use super::Checker;
use crate::target::diagnostics::lines;
use crate::target::lines::{line_end, line_range};
use crate::target::source_file::{Header, Pair, SourceFile};
use crate::target::{edit, schema, value};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;

impl Checker<'_> {
    /// Judges the file at `idx`.
    pub(super) fn repetitions(&mut self, idx: usize, file: &SourceFile) {
        let mut headers: HashMap<&str, &Header> = HashMap::new();
        for it in file.headers.iter().filter(|_| !file.outside.is_empty()) {
            headers.entry(file.name(it)).or_insert(it);
        }
        for &(key, value) in &file.outside {
            let diagnostic = outside(file, key, value, &headers);
            self.report(idx, Some(key.start()), None, Some(file.slice(key)), diagnostic);
        }
        for &(first, name) in &file.repeated_sections {
            let edit = edit::merge_section(file, name);
            let text = file.slice(name);
            let diagnostic = lines::duplicate_section(name, text, first, edit);
            self.report(idx, Some(name.start()), Some(text), None, diagnostic);
        }
        for &(before, pair) in &file.repeated_pairs {
            if let (Some(before), Some(pair)) = (file.pairs.get(before), file.pairs.get(pair)) {
                self.repeated_pair(idx, file, before, pair);
            }
        }
    }

    /// Reports repeated pairs; vendor sections are not looked into.
    fn repeated_pair(&mut self, idx: usize, file: &SourceFile, before: &Pair, pair: &Pair) {
        let section = file.section_of(pair);
        if schema::section(section).is_none() && value::is_vendor_section(section) {
            return;
        }
        let key = file.slice(pair.key);
        let edit = file.without_pair(before.key);
        let diagnostic = lines::duplicate_key(pair.key, key, before.key, edit);
        self.report(idx, Some(pair.key.start()), Some(section), Some(key), diagnostic);
    }
}

/// Reports a key in front of the first header, with the way to the section it belongs to.
fn outside(
    file: &SourceFile,
    key: TextRange,
    value: Option<TextRange>,
    headers: &HashMap<&str, &Header>,
) -> Diagnostic {
    let name = file.slice(key);
    let section = schema::SECTIONS.iter().find(|it| it.key(name).is_some());
    let belongs = section.map(|it| {
        let section = it.name;
        let header = headers.get(section).copied();
        let (label, edit) = match header {
            None => {
                let line = line_range(&file.text, key).start();
                let header = format!("[{section}]{}", line_end(&file.text));
                (format!("Write `[{section}]` above it"), TextEdit::insert(line, header))
            }
            Some(header) if edit::pairs(file, header, name).next().is_some() => {
                ("Remove it".to_owned(), file.without_pair(key))
            }
            Some(header) => {
                let words = value.map(|it| file.slice(it)).unwrap_or_default();
                let added = edit::insert_pair(file, header, name, words);
                let removed = without_whole_pair(file, key, value);
                let both = [removed.replacements(), added.replacements()].concat();
                let label = format!("Move it below `[{section}]`");
                (label, TextEdit::from_replacements(both))
            }
        };
        (section, label, edit)
    });
    lines::key_outside_section(key, name, belongs)
}

/// Plans to take a pair away that is written elsewhere, with its whole value: a note in that goes along,
/// or else it would be there twice.
fn without_whole_pair(file: &SourceFile, key: TextRange, value: Option<TextRange>) -> TextEdit {
    let removed = file.without_pair(key);
    let end = removed.replacements().last().map(|it| it.range.end());
    match value {
        Some(value) if end.is_some_and(|it| it < value.end()) => {
            TextEdit::delete(line_range(&file.text, key))
        }
        _ => removed,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::target;
    use bobbin_core::{Document, Input};

    #[test]
    fn a_key_moves_with_its_whole_value() {
        #[track_caller]
        fn check(text: &str, expect: Expect) {
            let found = target::parse(&Input::alone("a.coilcfg", text)).diagnostics();
            let found = found.into_iter().find(|it| it.code.name == "key-outside-section").unwrap();
            expect.assert_eq(&found.fixes[0].edit.apply(text));
        }
        let section = "[Optimization]\nInliningLevel = 1\n";
        check(
            &format!("Level = 2\n{section}"),
            expect![[r#"
            [Optimization]
            InliningLevel = 1
            Level = 2
        "#]],
        );
        check(
            &format!("Level = 2 # note\n{section}"),
            expect![[r#"
            # note
            [Optimization]
            InliningLevel = 1
            Level = 2
        "#]],
        );
        check(
            &format!("Level = 2# note \"x\"\n{section}"),
            expect![[r#"
            [Optimization]
            InliningLevel = 1
            Level = 2# note "x"
        "#]],
        );
    }
}
