//! Edits: from a command to the smallest edit of the main file.

mod sections;

mod style;

mod values;

pub(super) use self::sections::{add_section, merge_section};
pub(super) use self::values::{add_to_list, insert_pair, pairs, write_value};

use std::borrow::Cow;

use self::sections::remove_section;

use super::config::Config;
use super::file::File;
use super::items::{SECTION, find_header, section_name};
use super::rename;
use super::schema::{self, TextRule, ValueType};
use super::source_file::{Header, Pair, SourceFile};
use super::token::comment_start;
use super::value::{self, QuoteFault};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};

/// Plans a command for a target configuration.
pub(super) fn plan(file: &File, command: &Command) -> Result<SourceChange, Refusal> {
    let config = file.config();
    let main = config.main().ok_or_else(|| Refusal::unsupported("this change"))?;
    if !main.is_text {
        let at = main.findings.first().map(|it| it.diagnostic.range).unwrap_or_default();
        return Err(Refusal::broken_syntax(at));
    }
    let edit = match command {
        Command::SetValue { item, key, value } => set_value(config, main, item, key, value)?,
        Command::Unset { item, key } => unset(config, main, item, key)?,
        Command::AddItem { kind, name, values } => add_item(main, kind, name, values)?,
        Command::Remove { item } => remove_section(main, header(main, item)?),
        Command::Rename { item, name } => {
            return rename::rename_section(file, header(main, item)?, name);
        }
        Command::Insert { .. } => return Err(Refusal::unsupported("inserting a piece of text")),
        Command::Move { .. } => return Err(Refusal::unsupported("moving a section")),
        Command::Duplicate { .. } => return Err(Refusal::unsupported("duplicating a section")),
        Command::SetOnly { .. } => return Err(Refusal::unsupported("switching all others off")),
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
    Ok(SourceChange::single(&main.path, edit))
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
    let value = &*in_quotes(section, key, value);
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

/// Puts a text in quotes that would start a comment without them (coil.md#target-lines); of a list, each
/// such item. Numbers and words would be errors in quotes, and quotes that are there stay as written.
fn in_quotes<'v>(section: &str, key: &str, value: &'v str) -> Cow<'v, str> {
    if value.contains('"') || comment_start(value.as_bytes(), false).is_none() {
        return Cow::Borrowed(value);
    }
    let key = schema::section(section).and_then(|it| it.key(key));
    match key.map(|it| it.value) {
        Some(ValueType::List(_)) => {
            let items = value.split(',').map(|it| value::quoted_item(value::trim(it)));
            Cow::Owned(items.collect::<Vec<_>>().join(", "))
        }
        Some(ValueType::Text(TextRule::Path)) => Cow::Owned(value::quoted_item(value)),
        // A list, perhaps: nobody knows its type.
        None if !value.contains(',') => Cow::Owned(value::quoted_item(value)),
        _ => Cow::Borrowed(value),
    }
}

/// Refuses a `key = value` that would not be read as asked.
fn judge(section: &str, key: &str, value: &str) -> Result<(), Refusal> {
    if !value::is_key(key) {
        return Err(Refusal::bad_value(format!("`{key}` is not a valid key")));
    }
    if value.contains(['\n', '\r', '\0']) {
        return Err(Refusal::bad_value("a value is one line"));
    }
    if comment_start(value.as_bytes(), true).is_some() {
        let reason =
            "a `#` or `;` after whitespace starts a comment; put the value in double quotes";
        return Err(Refusal::bad_value(reason));
    }
    match value::quote_fault(value, schema::quoting(Some(section), key)) {
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
    fn what_looks_like_a_comment_in_a_value_stays() {
        let text = "[A_b]\n  x = \"1 # c\ny = r10# d\n";
        check(text, &unset("A_b", "x"), expect!["[A_b]\n  # c\ny = r10# d\n"]);
        check(text, &unset("A_b", "y"), expect!["[A_b]\n  x = \"1 # c\n# d\n"]);
        check(text, &set("A_b", "x", "2"), expect!["[A_b]\n  # c\n  x = 2\ny = r10# d\n"]);
        check(text, &set("A_b", "y", "2"), expect!["[A_b]\n  x = \"1 # c\n# d\ny = 2\n"]);
        check("[A_b]\nx = \"1 # c\"\n", &unset("A_b", "x"), expect!["[A_b]\n"]);
    }

    #[test]
    fn an_include_that_is_not_well_formed_stays_with_what_is_below_it() {
        check(
            "[A_a]\nx = 1\n# c\n@include \"third\n\n# d\n\n@include e\n",
            &remove("A_a"),
            expect!["# c\n@include \"third\n\n# d\n\n@include e\n"],
        );
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
        let refused = |old: &str, name: &str| {
            planned(&format!("[{old}]\nx = 1\n"), &rename(old, name)).unwrap_err()
        };
        expect!["`[Memory]` is the document's own section; a vendor's is named like `VENDOR_Name`"]
            .assert_eq(&refused("A_a", "Memory"));
        expect![
            "`x y` is not the name of a vendor's section; a vendor's is named like `VENDOR_Name`"
        ]
        .assert_eq(&refused("A_a", "x y"));
        expect!["`[x` cannot be the name of a section"].assert_eq(&refused("A_a", "[x"));
        // A name that is misspelt may be mended, whatever becomes of it.
        check("[Memry]\n", &rename("Memry", "Memory"), expect!["[Memory]\n"]);
    }

    #[test]
    fn a_text_that_would_start_a_comment_is_written_in_quotes() {
        let text = "[Linker]\nEntryPoint = main\n[A_b]\n";
        check(
            text,
            &set("Linker", "DefaultLibraryPath", r"D:\x y\ # z"),
            expect![[r#"
            [Linker]
            EntryPoint = main
            DefaultLibraryPath = "D:\\x y\\ # z"
            [A_b]
        "#]],
        );
        check(
            text,
            &set("Linker", "Libraries", "m, c ;1"),
            expect![[r#"
            [Linker]
            EntryPoint = main
            Libraries = m, "c ;1"
            [A_b]
        "#]],
        );
        check(
            text,
            &set("A_b", "x", r"D:\x\ # \"),
            expect![[r#"
            [Linker]
            EntryPoint = main
            [A_b]
            x = "D:\\x\\ # \\"
        "#]],
        );
        assert!(planned(text, &set("A_b", "x", "a, #b")).is_err());
        assert!(planned(text, &set("Linker", "EntryPoint", "main # it")).is_err());
    }

    #[test]
    fn what_would_be_read_differently_is_refused() {
        let text = "[Linker]\nEntryPoint = main\n";
        let refused =
            |key: &str, value: &str| planned(text, &set("Linker", key, value)).unwrap_err();
        expect![[
            r#"a `#` or `;` after whitespace starts a comment; put the value in double quotes"#
        ]]
        .assert_eq(&refused("EntryPoint", "main #1"));
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
