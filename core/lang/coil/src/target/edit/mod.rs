//! From a command to the smallest edit of the main file.

pub(super) mod lines;

mod sections;

mod style;

pub(super) use self::lines::{line_end, line_range};
pub(super) use self::sections::{add_section, merge_section};

use text_size::TextRange;

use self::sections::remove_section;
use self::style::Style;

use super::config::{Config, Setting};
use super::places;
use super::schema;
use super::source_file::{Header, Pair, SourceFile};
use super::token::{comment_start, is_blank};
use super::value::{self, QuoteFault, Quoting};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::text::{len, offset, slice};

/// The first part of the path of every item.
pub(super) const SECTION: &str = "section";

/// Plans `command`.
pub(super) fn plan(config: &Config, command: &Command) -> Result<SourceChange, Refusal> {
    let file = config.main().ok_or_else(|| Refusal::unsupported("this change"))?;
    if !file.is_text {
        let at = file.findings.first().map(|it| it.diagnostic.range).unwrap_or_default();
        return Err(Refusal::broken_syntax(at));
    }
    let edit = match command {
        Command::SetValue { item, key, value } => set_value(config, file, item, key, value)?,
        Command::Unset { item, key } => unset(config, file, item, key)?,
        Command::AddItem { kind, name, values } => add_item(file, kind, name, values)?,
        Command::Remove { item } => remove_section(file, header(file, item)?),
        Command::Rename { item, name } => {
            return rename(config, file, header(file, item)?, name);
        }
        Command::Insert { .. } => return Err(Refusal::unsupported("inserting a piece of text")),
        Command::Move { .. } => return Err(Refusal::unsupported("moving a section")),
        Command::Duplicate { .. } => return Err(Refusal::unsupported("duplicating a section")),
        Command::Paint { .. } => return Err(Refusal::unsupported("painting units")),
        Command::Extract { .. } | Command::Inline { .. } => {
            return Err(Refusal::unsupported("extracting items to a file"));
        }
        Command::Connect { .. }
        | Command::Disconnect { .. }
        | Command::Reconnect { .. }
        | Command::Splice { .. } => {
            return Err(Refusal::unsupported("connecting"));
        }
    };
    Ok(SourceChange::single(&file.path, edit))
}

/// The path of a header of the main file.
#[must_use]
pub(super) fn item_of(file: &SourceFile, header: &Header) -> ItemPath {
    let mut parts = vec![SECTION.to_owned(), file.name(header).to_owned()];
    if header.nth > 1 {
        parts.push(format!("#{}", header.nth));
    }
    ItemPath(parts)
}

/// The header of the main file that `item` names, if it is there.
#[must_use]
pub(super) fn find_header<'f>(file: &'f SourceFile, item: &ItemPath) -> Option<&'f Header> {
    let (name, nth) = section_name(item)?;
    file.headers.iter().find(|it| it.nth == nth && file.name(it) == name)
}

/// Name and number of the section that `item` names, whether it is there or not.
#[must_use]
pub(super) fn section_name(item: &ItemPath) -> Option<(&str, u32)> {
    match item.0.as_slice() {
        [kind, name] if kind == SECTION => Some((name, 1)),
        [kind, name, nth] if kind == SECTION => Some((name, nth.strip_prefix('#')?.parse().ok()?)),
        _ => None,
    }
}

fn header<'f>(file: &'f SourceFile, item: &ItemPath) -> Result<&'f Header, Refusal> {
    find_header(file, item).ok_or_else(|| Refusal::unknown_item(item))
}

fn set_value(
    config: &Config,
    file: &SourceFile,
    item: &ItemPath,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let value = value::trim(value);
    let (section, nth) = section_name(item).ok_or_else(|| Refusal::unknown_item(item))?;
    judge(section, key, value)?;
    match find_header(file, item) {
        Some(header) => Ok(match pairs(file, header, key).last() {
            Some(pair) => write_value(file, pair, value),
            None => insert_pair(file, header, key, value),
        }),
        // An included section, or one of the document's, can be added to.
        None if nth == 1 && config.section(section).is_some() => {
            Ok(add_section(file, section, &[(key.to_owned(), value.to_owned())]))
        }
        None => Err(Refusal::unknown_item(item)),
    }
}

/// Whether `key = value` can be written so that it is read as asked.
fn judge(section: &str, key: &str, value: &str) -> Result<(), Refusal> {
    if !value::is_key(key) {
        return Err(Refusal::bad_value(format!("`{key}` is not a valid key")));
    }
    if value.contains(['\n', '\r', '\0']) {
        return Err(Refusal::bad_value("a value is one line"));
    }
    if comment_start(value.as_bytes(), true).is_some() {
        let reason = "a `#` or `;` after a blank starts a comment; put the value in double quotes";
        return Err(Refusal::bad_value(reason));
    }
    let quoting = if key == "Define" { Quoting::AfterName } else { Quoting::Whole };
    match value::quote_fault(value, quoting) {
        Some((_, QuoteFault::Unterminated)) => {
            return Err(Refusal::bad_value("the double quote is never closed"));
        }
        Some((_, QuoteFault::Misplaced)) => {
            return Err(Refusal::bad_value("put the whole item in double quotes, or none of it"));
        }
        None => (),
    }
    let needs_value =
        schema::section(section).and_then(|it| it.key(key)).is_some_and(|it| !it.is_list());
    if value.is_empty() && needs_value {
        return Err(Refusal::bad_value(format!("`{key}` cannot be empty; unset it instead")));
    }
    Ok(())
}

fn unset(
    config: &Config,
    file: &SourceFile,
    item: &ItemPath,
    key: &str,
) -> Result<TextEdit, Refusal> {
    let (section, _) = section_name(item).ok_or_else(|| Refusal::unknown_item(item))?;
    let found: Vec<&Pair> =
        find_header(file, item).map(|it| pairs(file, it, key).collect()).unwrap_or_default();
    if found.is_empty() {
        return Err(match config.setting(section, key) {
            Some(setting) => Refusal {
                reason: format!("`{key}` is written in `{}`, not here", setting.source.path),
                at: config.via(setting.file),
            },
            None => Refusal::bad_value(format!("`{key}` is not written in `[{section}]`")),
        });
    }
    let edits = found.iter().flat_map(|it| file.without_pair(it.key).replacements().to_vec());
    Ok(TextEdit::from_replacements(edits.collect()))
}

fn add_item(
    file: &SourceFile,
    kind: &str,
    name: &str,
    values: &[(String, String)],
) -> Result<TextEdit, Refusal> {
    if kind != SECTION {
        return Err(Refusal::unsupported(&format!("adding a {kind}")));
    }
    let name = value::trim(name);
    if !value::is_section_name(name) {
        let reason = format!("`{name}` cannot be the name of a section");
        return Err(Refusal::bad_value(reason));
    }
    if let Some(found) = file.headers.iter().find(|it| file.name(it) == name) {
        let reason = format!("there is a `[{name}]` already");
        return Err(Refusal { reason, at: Some(found.range) });
    }
    for (key, value) in values {
        judge(name, key, value)?;
    }
    Ok(add_section(file, name, values))
}

fn rename(
    config: &Config,
    file: &SourceFile,
    header: &Header,
    name: &str,
) -> Result<SourceChange, Refusal> {
    let old = file.name(header);
    if schema::section(old).is_some() {
        return Err(Refusal {
            reason: format!("`[{old}]` is the document's own name"),
            at: Some(header.name),
        });
    }
    places::rename(config, header.name.start(), name)
}

/// The pairs of `key` below a header.
pub(super) fn pairs<'f>(
    file: &'f SourceFile,
    header: &Header,
    key: &str,
) -> impl Iterator<Item = &'f Pair> {
    let pairs = file.pairs.get(header.pairs.clone()).unwrap_or_default();
    pairs.iter().filter(move |it| file.slice(it.key) == key)
}

/// Writes `value` behind the `=` of a pair; comment and spacing stay.
pub(super) fn write_value(file: &SourceFile, pair: &Pair, value: &str) -> TextEdit {
    if let Some(range) = pair.value {
        // An empty list leaves no blank behind the `=`.
        let range =
            if value.is_empty() { TextRange::new(pair.equals.end(), range.end()) } else { range };
        return TextEdit::replace(range, value);
    }
    let at = pair.equals.end();
    let rest = slice(&file.text, TextRange::new(at, len(&file.text)));
    let n_blanks = rest.bytes().take_while(|&it| is_blank(it)).count();
    let next = rest.as_bytes().get(n_blanks).copied();
    let has_comment = !matches!(next, None | Some(b'\n' | b'\r'));
    match (has_comment, n_blanks) {
        (true, 0) => TextEdit::insert(at, format!(" {value} ")),
        (true, _) => TextEdit::insert(at, format!(" {value}")),
        (false, _) => TextEdit::replace(TextRange::at(at, offset(n_blanks)), format!(" {value}")),
    }
}

/// Adds a pair below the last one of a header, in its style.
pub(super) fn insert_pair(file: &SourceFile, header: &Header, key: &str, value: &str) -> TextEdit {
    let line = line_range(&file.text, TextRange::empty(header.end));
    let style = Style::of(file, header);
    let pair = style.write(key, value);
    let old = slice(&file.text, line);
    let end = line_end(&file.text);
    if old.ends_with(['\n', '\r']) {
        TextEdit::insert(line.end(), format!("{pair}{end}"))
    } else {
        TextEdit::insert(line.end(), format!("{end}{pair}"))
    }
}

/// Adds an item behind the last one of a list, with the spacing of the list.
pub(super) fn add_to_list(list: Setting<'_>, item: &str) -> TextEdit {
    let raw = list.raw();
    if raw.is_empty() {
        return write_value(list.source, list.pair, item);
    }
    let is_spaced = raw.contains(", ");
    let separator = if is_spaced { ", " } else { "," };
    TextEdit::insert(list.pair.value_range().end(), format!("{separator}{item}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_core::{Document, Input};

    use crate::target;
    use expect_test::{Expect, expect};

    fn planned(before: &str, command: &Command) -> Result<String, String> {
        let file = target::parse(&Input::alone("a.coilcfg", before));
        let change = file.plan(command).map_err(|it| it.reason)?;
        Ok(change.edits["a.coilcfg"].apply(before))
    }

    #[track_caller]
    fn check(before: &str, command: &Command, expect: Expect) {
        expect.assert_eq(&planned(before, command).unwrap().replace('\r', "<CR>"));
    }

    fn set(section: &str, key: &str, value: &str) -> Command {
        let item = ItemPath::new([SECTION, section]);
        Command::SetValue { item, key: key.into(), value: value.into() }
    }

    fn unset(section: &str, key: &str) -> Command {
        Command::Unset { item: ItemPath::new([SECTION, section]), key: key.into() }
    }

    fn remove(section: &str) -> Command {
        Command::Remove { item: ItemPath::new([SECTION, section]) }
    }

    #[test]
    fn a_value_is_replaced_in_place() {
        check(
            "[Target]\n  PU =  CPU   # unit\n",
            &set("Target", "PU", "GPU"),
            expect![[r#"
                [Target]
                  PU =  GPU   # unit
            "#]],
        );
        check("[A_b]\nx =# c\n", &set("A_b", "x", "1"), expect!["[A_b]\nx = 1 # c\n"]);
        check("[A_b]\nx =  \ny=2", &set("A_b", "x", "1"), expect!["[A_b]\nx = 1\ny=2"]);
        check(
            "[Target]\nFeatures = AVX, FMA # c\n",
            &set("Target", "Features", ""),
            expect!["[Target]\nFeatures = # c\n"],
        );
        // Of two the last one counts.
        check("[A_b]\nx = 1\nx = 2\n", &set("A_b", "x", "3"), expect!["[A_b]\nx = 1\nx = 3\n"]);
    }

    #[test]
    fn a_missing_key_is_added_in_the_style_of_its_section() {
        check(
            "[Optimization] # how\r\n\tLevel=2 ; two\r\n\r\n[Memory]\r\n",
            &set("Optimization", "InliningLevel", "1"),
            expect![[r#"
                [Optimization] # how<CR>
                	Level=2 ; two<CR>
                	InliningLevel=1<CR>
                <CR>
                [Memory]<CR>
            "#]],
        );
        check(
            "[Target]\nPU           = CPU\nArchitecture = x86",
            &set("Target", "Mode", "64"),
            expect![[r#"
                [Target]
                PU           = CPU
                Architecture = x86
                Mode         = 64"#]],
        );
        check("[Memory]", &set("Memory", "Model", "Flat"), expect!["[Memory]\nModel = Flat"]);
        check(
            "[Memory]\r[Linker]\r",
            &set("Memory", "Model", "Flat"),
            expect!["[Memory]<CR>Model = Flat<CR>[Linker]<CR>"],
        );
    }

    #[test]
    fn a_key_goes_and_its_comment_stays() {
        check("[A_b]\n# x\nx = 1\ny = 2\n", &unset("A_b", "x"), expect!["[A_b]\n# x\ny = 2\n"]);
        check("[A_b]\n  x = 1 # c\nx = 2", &unset("A_b", "x"), expect!["[A_b]\n  # c\n"]);
    }

    #[test]
    fn sections_come_and_go() {
        let add = |text: &str| {
            let values = vec![("Name".to_owned(), "SystemV".to_owned())];
            let command = Command::AddItem { kind: SECTION.into(), name: "ABI".into(), values };
            planned(text, &command)
        };
        assert_eq!(add("").unwrap(), "[ABI]\nName = SystemV\n");
        assert_eq!(add("\u{feff}").unwrap(), "\u{feff}[ABI]\nName = SystemV\n");
        assert_eq!(add("[Target]\nPU=CPU").unwrap(), "[Target]\nPU=CPU\n\n[ABI]\nName=SystemV\n");
        assert_eq!(add("[ABI]\n").unwrap_err(), "there is a `[ABI]` already");
        check(
            "# file\n\n# of a\n[A_a]\nx = 1\n@include c\ny = 2\n\n# of b\n[B_b]\nz = 3\n",
            &remove("A_a"),
            expect![[r#"
                # file

                @include c
                # of b
                [B_b]
                z = 3
            "#]],
        );
        check("[A_a]\nx = 1", &remove("A_a"), expect![""]);
    }

    #[test]
    fn vendor_sections_are_renamed_everywhere() {
        let rename = |section: &str, name: &str| Command::Rename {
            item: ItemPath::new([SECTION, section]),
            name: name.into(),
        };
        check(
            "[A_a] # one\n[B_b]\n[ A_a ]\n",
            &rename("A_a", "C_c"),
            expect!["[C_c] # one\n[B_b]\n[ C_c ]\n"],
        );
        let reason = planned("[Target]\n", &rename("Target", "T_t")).unwrap_err();
        assert_eq!(reason, "`[Target]` is the document's own name");
    }

    #[test]
    fn what_would_be_read_differently_is_refused() {
        let text = "[Linker]\nEntryPoint = main\n";
        let refused =
            |key: &str, value: &str| planned(text, &set("Linker", key, value)).unwrap_err();
        expect![[r#"a `#` or `;` after a blank starts a comment; put the value in double quotes"#]]
            .assert_eq(&refused("DefaultLibraryPath", "/usr/lib #1"));
        expect!["the double quote is never closed"].assert_eq(&refused("EntryPoint", "\"main"));
        expect!["`EntryPoint` cannot be empty; unset it instead"]
            .assert_eq(&refused("EntryPoint", " "));
        expect!["`Entry Point` is not a valid key"].assert_eq(&refused("Entry Point", "main"));
        expect!["a value is one line"].assert_eq(&refused("EntryPoint", "a\nb"));
        assert!(planned(text, &set("Linker", "DefaultLibraryPath", "\"/lib #1\"")).is_ok());
        assert!(planned(text, &set("Memory", "Model", "Flat")).is_err());
        assert!(planned("[Linker]\n\0", &set("Linker", "EntryPoint", "a")).is_err());
    }
}
