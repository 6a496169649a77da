//! Words that could stand at a place.

use text_size::{TextRange, TextSize};

use super::choices::{abis, architecture_help, items};
use super::config::Config;
use super::file::File;
use super::hover::{key_text, type_text};
use super::lines::line_range;
use super::schema::{self, KeySchema, SECTIONS, SectionSchema, TextRule, ValueType};
use super::source_file::SourceFile;
use super::tables::tables;
use super::target_section::{CUSTOM, CUSTOM_HELP, Target};
use super::token::{TokenKind, is_blank};
use super::{defaults, edit, value};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{Files, len, offset, range_in, relative_path, slice};
use bobbin_core::view::{Completion, rest_of_line, whole_word};

/// Sections in a header, keys at the start of a line, values behind the `=`.
#[must_use]
pub(super) fn completions(file: &File, at: TextSize) -> Vec<Completion> {
    let config = file.config();
    let Some(main) = config.main() else { return Vec::new() };
    let line = line_range(&main.text, TextRange::empty(at));
    if at < line.start() {
        return Vec::new();
    }
    let before = slice(&main.text, TextRange::new(line.start(), at));
    let start = before.trim_start_matches(is_blank_char);
    let is_comment = |it: TextSize| {
        main.tokens.at(it).is_some_and(|idx| {
            main.tokens.kind(idx) == Some(TokenKind::Comment) && main.tokens.range(idx).start() < at
        })
    };
    let is_in_comment = at > line.start() && is_comment(at - TextSize::new(1));
    if is_in_comment {
        return Vec::new();
    }
    let word_start = at - len(start);
    let words = if start.starts_with('@') {
        includes(config, main, at, word_start)
    } else if start.starts_with('[') {
        // What stands behind a header is no part of its name.
        if start.contains(']') {
            return Vec::new();
        }
        sections(config, main, header_range(&main.text, word_start, at))
    } else if let Some((key, _)) = start.split_once('=') {
        values(config, main, value::trim(key), at)
    } else {
        let is_word = |it: char| !is_blank_char(it) && !"=[]#;".contains(it);
        let word = whole_word(&main.text, word_start, at, is_word);
        let mut words = keys(config, main, word);
        if is_end(rest_of_line(&main.text, word.end())) {
            words.extend(sections(config, main, word));
        }
        words
    };
    Completion::finished(words, &main.text)
}

fn is_blank_char(it: char) -> bool {
    u8::try_from(it).is_ok_and(is_blank)
}

/// Returns true if nothing but a comment follows on the line.
fn is_end(rest: &str) -> bool {
    rest.trim_start_matches(is_blank_char).chars().next().is_none_or(|it| "#;".contains(it))
}

/// Returns the range of a header from its bracket on, with the blanks in it, without the closing one.
fn header_range(text: &str, start: TextSize, at: TextSize) -> TextRange {
    let rest = rest_of_line(text, at);
    let is_name = |it: char| !"]#;".contains(it);
    let named = whole_word(text, start, at, is_name);
    match rest.find(']') {
        Some(end) if named.end() == at + offset(end) => named,
        _ => whole_word(text, start, at, |it| is_name(it) && !is_blank_char(it)),
    }
}

/// Files by their paths from the folder of this one, or the directive itself.
fn includes(
    config: &Config,
    file: &SourceFile,
    at: TextSize,
    word_start: TextSize,
) -> Vec<Completion> {
    let Some(typed) = typed_include(&file.text, at) else {
        let range = whole_word(&file.text, word_start, at, |it| it == '@' || it.is_alphanumeric());
        // A path that stands behind it stays.
        let has_path = !is_end(rest_of_line(&file.text, range.end()));
        return vec![Completion {
            label: "@include".to_owned(),
            detail: "reads another file first".to_owned(),
            documentation: String::new(),
            range,
            insert: if has_path { "@include" } else { "@include \"\"" }.to_owned(),
            class: TokenClass::Macro,
        }];
    };
    let rest = rest_of_line(&file.text, at);
    let behind = match typed.strip_prefix('"') {
        // The place is behind the path.
        Some(path) if path.contains('"') => return Vec::new(),
        Some(_) => rest.find('"').map_or(0, |it| it + 1),
        None if typed.contains([' ', '\t']) => return Vec::new(),
        None => rest.find([' ', '\t', '#', ';']).unwrap_or(rest.len()),
    };
    let range = TextRange::new(at - len(typed), at + offset(behind));
    let own = Files::normalise(&file.path);
    let folder = own.rsplit_once('/').map_or("", |it| it.0);
    let targets = config.known_files.paths().filter(|it| it.ends_with(".coilcfg") && *it != own);
    targets
        .map(|it| {
            let name = relative_path(folder, it).unwrap_or_else(|| it.to_owned());
            Completion {
                detail: "file".to_owned(),
                documentation: String::new(),
                range,
                insert: format!("\"{name}\""),
                label: name,
                class: TokenClass::Value,
            }
        })
        .collect()
}

fn sections(config: &Config, file: &SourceFile, range: TextRange) -> Vec<Completion> {
    let absent = SECTIONS
        .iter()
        .filter(|it| !file.headers.iter().any(|header| file.name(header) == it.name));
    let completion = |it: &SectionSchema| {
        let is_missing = it.required && config.section(it.name).is_none();
        Completion {
            label: format!("[{}]", it.name),
            detail: if is_missing { "required" } else { "section" }.to_owned(),
            documentation: it.about.to_owned(),
            range,
            insert: format!("[{}]", it.name),
            class: TokenClass::Section,
        }
    };
    let mut res: Vec<Completion> = absent.map(completion).collect();
    // Vendor sections of the files that are included: what they say can be overridden here.
    let names = config.sections.iter().map(|it| config.section_name(it));
    let foreign = names.filter(|name| {
        schema::section(name).is_none() && !file.headers.iter().any(|it| file.name(it) == *name)
    });
    res.extend(foreign.map(|name| Completion {
        label: format!("[{name}]"),
        detail: "from an included file".to_owned(),
        documentation: String::new(),
        range,
        insert: format!("[{name}]"),
        class: TokenClass::Section,
    }));
    res
}

fn keys(config: &Config, file: &SourceFile, range: TextRange) -> Vec<Completion> {
    let rest = rest_of_line(&file.text, range.end());
    let is_assigned = rest.trim_start_matches(is_blank_char).starts_with('=');
    if !is_assigned && !is_end(rest) {
        return Vec::new();
    }
    let header = file.header_at(range.start()).and_then(|it| file.headers.get(it));
    let Some(header) = header else { return Vec::new() };
    let is_written = |key: &str| edit::pairs(file, header, key).next().is_some();
    let Some(schema) = schema::section(file.name(header)) else {
        // What the same section of an included file says can be overridden here.
        let settings = config.section(file.name(header)).map(|it| it.settings.as_slice());
        let settings = settings.unwrap_or_default().iter().filter_map(|&it| config.at(it));
        return settings
            .filter(|it| it.file != 0 && !is_written(it.key()))
            .map(|it| Completion {
                label: it.key().to_owned(),
                detail: format!("`{}` says {}", it.source.path, it.raw()).replace('`', ""),
                documentation: String::new(),
                range,
                insert: match is_assigned {
                    true => it.key().to_owned(),
                    false => format!("{} = {}", it.key(), it.raw()),
                },
                class: TokenClass::Key,
            })
            .collect();
    };
    let target = Target::of(config);
    let completion = |key: &KeySchema| {
        // Values to choose from are listed behind the key.
        let value = match key.value {
            ValueType::Word(_) | ValueType::Boolean | ValueType::List(_) => String::new(),
            ValueType::Text(TextRule::Architecture | TextRule::Abi | TextRule::Simd) => {
                String::new()
            }
            _ => defaults::of(key, &target).unwrap_or_default().to_string(),
        };
        let tail = if is_assigned { String::new() } else { format!(" = {value}") };
        let required = if key.required { ", required" } else { "" };
        Completion {
            label: key.name.to_owned(),
            detail: format!("{}{required}", type_text(key).replace('`', "")),
            documentation: key_text(config, schema, key, &target),
            range,
            insert: format!("{}{tail}", key.name),
            class: TokenClass::Key,
        }
    };
    schema.keys.iter().filter(|it| !is_written(it.name)).map(completion).collect()
}

fn values(config: &Config, file: &SourceFile, key: &str, at: TextSize) -> Vec<Completion> {
    let header = file.header_at(at).and_then(|it| file.headers.get(it));
    let schema = header.and_then(|it| schema::section(file.name(it)));
    let Some(key) = schema.and_then(|it| it.key(key)) else { return Vec::new() };
    // In the blanks around a word the word is meant.
    let pair = file.pairs.iter().rev().find(|it| it.key.start() <= at);
    let value = pair.and_then(|it| it.value);
    let value = value.map_or(TextRange::empty(at), |it| it.cover_offset(at));
    let parts = value::parts(slice(&file.text, value)).into_iter();
    let item = parts.map(|it| (range_in(&file.text, it), range_in(&file.text, value::trim(it))));
    let item = item.filter(|_| key.is_list()).find(|it| it.0.contains_inclusive(at));
    let range = item.map_or(value, |it| {
        if it.1.is_empty() { TextRange::empty(at) } else { it.1.cover_offset(at) }
    });
    let completion = |word: &str, help: &str, class: TokenClass| Completion {
        label: word.to_owned(),
        detail: help.to_owned(),
        documentation: String::new(),
        range,
        insert: word.to_owned(),
        class,
    };
    let target = Target::of(config);
    let architecture = target.tables();
    match key.value {
        ValueType::Word(words) => {
            words.iter().map(|(word, help)| completion(word, help, TokenClass::Constant)).collect()
        }
        ValueType::Boolean => {
            ["true", "false"].iter().map(|it| completion(it, "", TokenClass::Constant)).collect()
        }
        ValueType::Integer(min, max) => {
            let numbers: Vec<String> = match (architecture, max) {
                (Some(it), _) if key.name == "Mode" => {
                    it.modes.iter().map(ToString::to_string).collect()
                }
                (_, Some(max)) if max - min < 10 => (min..=max).map(|it| it.to_string()).collect(),
                _ => Vec::new(),
            };
            numbers.iter().map(|it| completion(it, "", TokenClass::Number)).collect()
        }
        ValueType::PowerOfTwo => ["1", "2", "4", "8", "16", "32", "64"]
            .iter()
            .map(|it| completion(it, "bytes", TokenClass::Number))
            .collect(),
        ValueType::Text(TextRule::Architecture) => target
            .unit
            .into_iter()
            .flat_map(|it| tables().of_unit(it))
            .map(|it| completion(it.name, &architecture_help(it), TokenClass::Type))
            .chain([completion(CUSTOM, CUSTOM_HELP, TokenClass::Type)])
            .collect(),
        ValueType::Text(TextRule::Abi) => abis(&target)
            .iter()
            .map(|it| completion(&it.value, &it.help, TokenClass::Type))
            .collect(),
        ValueType::Text(TextRule::Simd) => architecture
            .into_iter()
            .flat_map(|tables| tables.simd.iter().map(|it| (*it, tables.extension_help(it))))
            .map(|(it, help)| completion(it, &help, TokenClass::Type))
            .collect(),
        ValueType::Text(TextRule::Path | TextRule::Symbol) => Vec::new(),
        ValueType::List(rule) => {
            let choices = items(rule, &target);
            let items = choices.iter().map(|it| completion(&it.value, &it.help, TokenClass::Flag));
            // The whole list that the ABI lays down, where no other item stands yet.
            let is_alone = range.start() <= value.start() && value.end() <= range.end();
            let whole = abi_registers(config, &target, key.name).filter(|_| is_alone);
            let whole = whole.map(|(abi, list)| {
                completion(&list, &format!("all of {abi}, in its order"), TokenClass::Flag)
            });
            whole.into_iter().chain(items).collect()
        }
    }
}

/// Returns the registers that the ABI of the target has for a key, with the name of the ABI.
fn abi_registers(config: &Config, target: &Target, key: &str) -> Option<(&'static str, String)> {
    let name = config.word("ABI", "Name")?;
    let (architecture, mode) = target.tables().zip(target.mode)?;
    let abi = tables().abis_called(&name).find(|it| it.fits(architecture, mode))?;
    let list = match key {
        "ParameterRegisters" => abi.parameters.as_deref()?,
        "ReturnRegisters" => abi.returns.as_deref()?,
        _ => return None,
    };
    (!list.is_empty()).then(|| (abi.name, list.join(",")))
}

/// Returns the path of an include as far as it is typed, up to `at`.
fn typed_include(text: &str, at: TextSize) -> Option<&str> {
    let line = line_range(text, TextRange::empty(at));
    let before = slice(text, TextRange::new(line.start(), at));
    let start = before.trim_start();
    let word = start.get(..8).filter(|it| it.eq_ignore_ascii_case("@include"))?;
    let rest = start.get(word.len()..)?;
    let path = rest.trim_start();
    (path.len() < rest.len() || path.starts_with('"')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::file::parse;
    use bobbin_core::Input;
    use bobbin_core::text::offset;
    use expect_test::{Expect, expect};

    /// Checks what the text is after the first word was accepted at `$0`, and on which line.
    #[track_caller]
    fn check_accepted(text: &str, expected: &str) {
        let at = offset(text.find("$0").unwrap());
        let text = text.replace("$0", "");
        let file = parse(&Input::alone("main", &text));
        let words = completions(&file, at);
        let accepted = words.first().map(|it| {
            let mut text = text.clone();
            text.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert);
            text.lines().last().unwrap_or_default().to_owned()
        });
        assert_eq!(accepted.as_deref().unwrap_or("nothing"), expected);
    }

    #[test]
    fn whole_words_are_replaced() {
        check_accepted("[Optimization]\nLe$0vel = 2", "SizeOptimization = 2");
        check_accepted("[Optimization]\n$0Level = 2", "SizeOptimization = 2");
        check_accepted("[Optimization]\nLevel$0 2", "nothing");
        check_accepted("[Target]\n[A$0BI]", "[Optimization]");
        check_accepted("[Target]\n[ A$0BI ] # c", "[Optimization] # c");
        check_accepted("[Target]\n[A$0BI # c", "[Optimization] # c");
        check_accepted("[Target]\n$0[ABI]", "nothing");
        check_accepted("[Target]\n[ABI]$0", "nothing");
        check_accepted("[Target]\n[ABI] PU = $0", "nothing");
        check_accepted("@inc$0lude \"base.coilcfg\"", "@include \"base.coilcfg\"");
        check_accepted("@inc$0lude # c", "@include \"\" # c");
        check_accepted("[Target]\nPU =$0  GPU # c", "PU =CPU # c");
        check_accepted(
            "[Target]\nPU = CPU\nArchitecture = Alpha\nFeatures = BWX,$0 FIX",
            "Features = BWX,BWX",
        );
        check_accepted("[Target]\nPU = CPU\nArchitecture = Alpha\nFeatures = $0", "Features = BWX");
    }

    /// Checks the first words that could stand at `$0`, with what they replace.
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let at = offset(text.find("$0").unwrap());
        let text = text.replace("$0", "");
        let file = parse(&Input::alone("main", &text));
        let words: Vec<String> = completions(&file, at)
            .iter()
            .take(4)
            .map(|it| format!("{:?} -> {:?}", slice(&text, it.range), it.insert))
            .collect();
        expect.assert_eq(&words.join("\n"));
    }

    #[test]
    fn a_key_that_nothing_sets_is_not_said_to_be_in_force() {
        let text = "[Optimization]\nLevel = 1\nSp";
        let found = completions(&parse(&Input::alone("main", text)), offset(text.len()));
        let speed = found.iter().find(|it| it.insert.starts_with("SpeedOptimization")).unwrap();
        expect![[r#"
            **SpeedOptimization** in `[Optimization]`

            Nothing sets it.

            Optional. Value: true or false. The default configuration, which counts when no file is given, has `true`.

            Optimize for speed over size."#]].assert_eq(&speed.documentation);
    }

    #[test]
    fn a_custom_architecture_says_what_is_not_checked() {
        let text = "[Target]\nPU = CPU\nArchitecture = \n";
        let file = parse(&Input::alone("main", text));
        let found = completions(&file, offset(text.len() - 1));
        let custom = found.iter().find(|it| it.label == "Custom").unwrap();
        assert_eq!(custom.detail, "features, extensions and registers are not checked");
    }

    #[test]
    fn words_fit_their_place() {
        check(
            "[Optimization]\nLevel = 1\nIn$0\n",
            expect![[r#"
                "In" -> "SizeOptimization = "
                "In" -> "SpeedOptimization = "
                "In" -> "VectorizationLevel = "
                "In" -> "InliningLevel = ""#]],
        );
        check(
            "[Target]\n[$0]\n",
            expect![[r#"
                "[]" -> "[Optimization]"
                "[]" -> "[Memory]"
                "[]" -> "[ABI]"
                "[]" -> "[Extensions]""#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = Alpha\nFeatures = BWX, F$0 # c\n",
            expect![[r#"
                "F" -> "BWX"
                "F" -> "FIX"
                "F" -> "CIX"
                "F" -> "MVI""#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = $0\n",
            expect![[r#"
                "" -> "16"
                "" -> "32"
                "" -> "64""#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[ABI]\nName = sysv\nReturnRegisters = $0\n",
            expect![[r#"
                "" -> "rax,rdx"
                "" -> "rax"
                "" -> "rbx"
                "" -> "rcx""#]],
        );
        check("[Target]\nPU = CPU # x$0\n", expect![""]);
        check("# $0", expect![""]);
    }
}
