//! Explanations of a place in the text.

use text_size::TextSize;

use super::config::{Config, Setting};
use super::file::File;
use super::includes::resolve;
use super::resolve::{Meaning, listed, meaning, value_with_place};
use super::schema::{self, KeySchema, ListRule, SectionSchema, TextRule, ValueType};
use super::source_file::{Pair, SourceFile};
use super::tables::{Abi, Architecture, plain_register, tables};
use super::target_section::{Known, Target};
use super::value::{self, Item};
use bobbin_core::text::{bold, code, range_in};
use bobbin_core::view::Hover;

/// Explains the words at `at`.
#[must_use]
pub(super) fn hover(file: &File, at: TextSize) -> Option<Hover> {
    let config = file.config();
    let main = config.main()?;
    if let Some(include) = main.includes.iter().find(|it| it.range.contains_inclusive(at)) {
        return Some(include_hover(config, main, include));
    }
    if let Some(pair) = main.pair_at(at) {
        return pair_hover(config, main, pair, at);
    }
    let header = main.headers.get(main.header_at(at)?)?;
    if !header.range.contains_inclusive(at) {
        return None;
    }
    let name = main.name(header);
    let markdown = match schema::section(name) {
        Some(schema) => section_text(schema),
        None if value::is_vendor_section(name) => format!(
            "**[{name}]** is a vendor section: it is kept as it is; only lines that do not parse, \
             key names and quotes are checked."
        ),
        None => format!(
            "**[{name}]** is not a section of the document; in it, only lines that do not parse, \
             key names, repeated keys and quotes are checked."
        ),
    };
    Some(Hover { range: header.range, markdown })
}

fn include_hover(
    config: &Config,
    file: &SourceFile,
    include: &super::source_file::Include,
) -> Hover {
    let path = resolve(&file.path, include);
    let found = config.files.iter().skip(1).find(|it| it.path == path);
    let what = match found {
        Some(found) => {
            let mut names: Vec<String> = Vec::new();
            for header in &found.headers {
                let name = code(format_args!("[{}]", found.name(header)));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let brings = if names.is_empty() { "no section".to_owned() } else { names.join(", ") };
            format!("It brings {brings}.")
        }
        None => "It was not read.".to_owned(),
    };
    let markdown = format!(
        "**@include** {}\n\n{what} Included files are read first, wherever the line is; \
         the settings of this file replace theirs key by key, and a list replaces a list.",
        code(path)
    );
    Hover { range: include.range, markdown }
}

fn section_text(schema: &SectionSchema) -> String {
    let mut res = format!("**[{}]** — {}", schema.name, schema.about);
    res.push_str(if schema.required { " Required.\n" } else { "\n" });
    for key in schema.keys {
        let required = if key.required { ", required" } else { "" };
        res.push_str(&format!("\n- `{}`: {}{required}", key.name, type_text(key)));
    }
    res
}

/// Describes the values that a key may have, as a phrase.
pub(super) fn type_text(key: &KeySchema) -> String {
    match key.value {
        ValueType::Word(words) => {
            let words: Vec<&str> = words.iter().map(|&(it, _)| it).collect();
            super::diagnostics::values::words_phrase(&words)
        }
        ValueType::Integer(min, Some(max)) => format!("a whole number from {min} to {max}"),
        ValueType::Integer(min, None) => format!("a whole number from {min}"),
        ValueType::PowerOfTwo => "a power of two".to_owned(),
        ValueType::Boolean => "true or false".to_owned(),
        ValueType::Text(TextRule::Architecture) => "an architecture of the unit".to_owned(),
        ValueType::Text(TextRule::Abi) => "a known ABI or an identifier".to_owned(),
        ValueType::Text(TextRule::Simd) => "one SIMD extension".to_owned(),
        ValueType::Text(TextRule::Path) => "a path".to_owned(),
        ValueType::Text(TextRule::Symbol) => "a symbol".to_owned(),
        ValueType::List(rule) => format!(
            "a list of {}",
            match rule {
                ListRule::Features => "features",
                ListRule::Registers => "registers",
                ListRule::Crypto => "cryptographic extensions",
                ListRule::Defines => "`NAME` or `NAME=VALUE`",
                ListRule::Paths => "paths",
                ListRule::Libraries => "libraries",
            }
        ),
    }
}

fn pair_hover(config: &Config, file: &SourceFile, pair: &Pair, at: TextSize) -> Option<Hover> {
    let section = file.section_of(pair);
    let setting = Setting { file: 0, source: file, pair };
    let place = place_text(config, section, setting);
    let known = schema::section(section).and_then(|it| Some((it, it.key(setting.key())?)));
    let value = pair.value.filter(|it| it.contains_inclusive(at));
    // What is said of the key counts for a value of which there is no more to say.
    let range = value.unwrap_or(pair.key);
    let Some((schema, key)) = known else {
        let markdown = format!("{}{place}", free_key_text(section, setting));
        return Some(Hover { range, markdown });
    };
    let target = Target::of(config);
    if value.is_some() && pair.is_sound {
        let items = setting.items();
        let item = items.iter().find(|it| range_in(&file.text, it.raw).contains_inclusive(at));
        let found = item.and_then(|it| {
            Some((range_in(&file.text, it.raw), value_text(key, it, setting, &target)?))
        });
        if let Some((range, markdown)) = found {
            return Some(Hover { range, markdown });
        }
    }
    let markdown = format!("{}{place}", key_text(config, schema, key, &target));
    Some(Hover { range, markdown })
}

/// Describes a key that the document does not define, and how its value is read
/// (coil.md#value-types).
fn free_key_text(section: &str, setting: Setting<'_>) -> String {
    let about = if value::is_vendor_section(section) {
        "a vendor's key; it is kept as it is, and only its name and quotes are checked"
    } else {
        "the document does not define this key"
    };
    let read = match meaning(setting, None) {
        Meaning::Text(_) => "a text".to_owned(),
        Meaning::Boolean(it) => format!("the boolean {it}"),
        Meaning::Integer(it) => format!("the number {it}"),
        Meaning::List(items) if items.len() == 1 => "a list of one item".to_owned(),
        Meaning::List(items) => format!("a list of {} items", items.len()),
    };
    format!(
        "{} in {} — {about}\n\nThe value is read as {read}.",
        bold(setting.key()),
        code(format_args!("[{section}]"))
    )
}

/// Says what a setting overrides, or what overrides it; empty if neither.
fn place_text(config: &Config, section: &str, setting: Setting<'_>) -> String {
    let Some(winner) = config.setting(section, setting.key()) else { return String::new() };
    if winner.file != 0 || winner.pair.key != setting.pair.key {
        return format!("\n\nIt has no effect: {} overrides it.", value_with_place(winner));
    }
    match listed(config.overridden(section, setting.key())) {
        it if it.is_empty() => it,
        it => format!("\n\nIt overrides {it}."),
    }
}

/// Describes a key: first the value in force with its place, then what it may be, its default
/// and what it is for.
pub(super) fn key_text(
    config: &Config,
    schema: &SectionSchema,
    key: &KeySchema,
    target: &Target,
) -> String {
    let mut res = format!("**{}** in `[{}]`\n\n", key.name, schema.name);
    let default = super::defaults::of(key, target);
    match config.setting(schema.name, key.name) {
        Some(setting) => {
            res.push_str(&format!("In force: {}.\n\n", value_with_place(setting)));
        }
        None => res.push_str("Nothing sets it.\n\n"),
    }
    let required = if key.required { "Required. " } else { "Optional. " };
    res.push_str(&format!("{required}Value: {}.", type_text(key)));
    if let Some(default) = default {
        let whose = match key.default {
            Some(_) => "The default configuration, which counts when no file is given, has",
            None => "Usual for the architecture:",
        };
        res.push_str(&format!(" {whose} `{default}`."));
    }
    res.push_str(&format!("\n\n{}", key.about));
    res
}

/// Describes a value, or one item of a list.
fn value_text(
    key: &KeySchema,
    item: &Item<'_>,
    setting: Setting<'_>,
    target: &Target,
) -> Option<String> {
    let text = item.text.as_ref();
    let architecture = target.tables();
    match key.value {
        ValueType::Word(words) => {
            let (word, help) = words.iter().find(|(it, _)| *it == text)?;
            Some(format!("**{word}** — {help}"))
        }
        ValueType::Integer(..) | ValueType::PowerOfTwo => {
            let number = value::decimal(setting.raw())?;
            if key.name == "Mode" {
                let it = architecture?;
                let modes: Vec<String> = it.modes.iter().map(ToString::to_string).collect();
                return Some(format!("**{number} bits** — {} has {}", it.name, modes.join(", ")));
            }
            let is_hexadecimal = setting.raw().to_ascii_lowercase().contains("0x");
            is_hexadecimal.then(|| format!("{} is {number}", code(setting.raw())))
        }
        ValueType::Boolean => {
            let on = value::boolean(setting.raw())?;
            // What the key is about is what is on.
            Some(if on { format!("**true** — {}", key.about) } else { "**false**".to_owned() })
        }
        ValueType::Text(TextRule::Architecture) => match Known::find(target.unit?, text)? {
            Known::Tables(it) => Some(architecture_text(it)),
            Known::Custom => Some("**Custom** — a custom architecture; features, extensions and registers are not checked.".to_owned()),
        },
        ValueType::Text(TextRule::Abi) => {
            let mut known = tables().abis_called(text).peekable();
            let first = known.peek().copied();
            let fits = |it: &&Abi| {
                target.tables().zip(target.mode).is_some_and(|(arch, mode)| it.fits(arch, mode))
            };
            match known.find(fits).or(first) {
                Some(abi) => Some(abi_text(abi)),
                None => Some(format!("{} — a custom ABI", bold(text))),
            }
        }
        ValueType::Text(TextRule::Simd) | ValueType::List(ListRule::Features | ListRule::Crypto) => {
            feature_text(architecture?, text)
        }
        ValueType::List(ListRule::Registers) => {
            let name = plain_register(text);
            let group = architecture?.register(&name, target.mode)?;
            let width = group.width.map(|it| format!(" of {it} bits")).unwrap_or_default();
            let modes: Vec<String> = group.modes.iter().map(ToString::to_string).collect();
            Some(format!("**{name}** — {}{width}; in modes {}", group.class_name(), modes.join(", ")))
        }
        ValueType::Text(TextRule::Path | TextRule::Symbol) | ValueType::List(_) => None,
    }
}

fn architecture_text(it: &Architecture) -> String {
    let modes: Vec<String> = it.modes.iter().map(ToString::to_string).collect();
    let alignments: Vec<String> =
        it.alignments.iter().map(|(mode, bytes)| format!("{bytes} ({mode}-bit)")).collect();
    let mut res = format!(
        "**{}** ({}) — {}\n\n- modes: {}\n- byte order: {}",
        it.name,
        it.unit,
        it.tier.about(),
        modes.join(", "),
        it.endianness.join(" or ")
    );
    if !alignments.is_empty() {
        res.push_str(&format!("\n- usual alignment: {}", alignments.join(", ")));
    }
    let n_registers = it.register_names(None).count();
    let registers = match n_registers {
        0 => "no register names known".to_owned(),
        n => format!("{n} register names"),
    };
    res.push_str(&format!("\n- {} features, {registers}", it.features.len()));
    if !it.aliases.is_empty() {
        res.push_str(&format!("\n- other names, not accepted: {}", it.aliases.join(", ")));
    }
    res
}

fn feature_text(it: &Architecture, name: &str) -> Option<String> {
    let feature = it.feature(name);
    let is_extension = it.simd.iter().chain(&it.crypto).any(|it| it.eq_ignore_ascii_case(name));
    if feature.is_none() && !is_extension {
        return None;
    }
    let about = feature.map_or("an extension", |it| it.tier.about());
    let mut res = format!("**{}** of {} — {about}", feature.map_or(name, |it| it.name), it.name);
    if let Some(modes) = feature.map(|it| &it.modes).filter(|it| !it.is_empty()) {
        let modes: Vec<String> = modes.iter().map(ToString::to_string).collect();
        res.push_str(&format!("; {} bits only", modes.join(", ")));
    }
    let upper = name.to_ascii_uppercase();
    if let Some((_, implied)) = it.implies.iter().find(|(name, _)| *name == upper) {
        res.push_str(&format!("\n\nIt implies {}.", implied.join(", ")));
    }
    Some(res)
}

pub(super) fn abi_text(abi: &Abi) -> String {
    let mut res = format!("**{}**", abi.name);
    if let Some((unit, architecture)) = abi.architecture {
        let modes: Vec<String> = abi.modes.iter().map(ToString::to_string).collect();
        res.push_str(&format!(" of {unit} {architecture}, {} bits", modes.join(", ")));
    }
    res.push_str(&format!(" — {}\n", abi.tier.about()));
    let mut list = |what: &str, registers: &[&str]| {
        if !registers.is_empty() {
            res.push_str(&format!("\n- {what}: `{}`", registers.join(",")));
        }
    };
    list("parameters", abi.parameters.as_deref().unwrap_or_default());
    list("returns", abi.returns.as_deref().unwrap_or_default());
    list("saved by the caller", &abi.caller_saved);
    list("saved by the callee", &abi.callee_saved);
    if let Some(bytes) = abi.stack_alignment {
        res.push_str(&format!("\n- stack alignment: {bytes} bytes"));
    }
    if let Some(bytes) = abi.red_zone {
        res.push_str(&format!("\n- red zone: {bytes} bytes"));
    }
    if abi.shadow_space > 0 {
        res.push_str(&format!("\n- shadow space: {} bytes", abi.shadow_space));
    }
    if !abi.note.is_empty() {
        res.push_str(&format!("\n- {}", abi.note));
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::file::parse;
    use bobbin_core::Input;
    use bobbin_core::text::{offset, slice};
    use expect_test::{Expect, expect};

    /// Checks the hover at `$0`.
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let at = offset(text.find("$0").unwrap());
        let text = text.replace("$0", "");
        let file = parse(&Input::alone("main", &text));
        let shown = hover(&file, at).map_or("nothing".to_owned(), |it| {
            format!("{:?}\n{}", slice(&text, it.range), it.markdown)
        });
        expect.assert_eq(&shown);
    }

    #[test]
    fn keys_and_values_say_what_they_mean() {
        let text = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = SSE, avx2\n\
            [ABI]\nName = sysv\nParameterRegisters = rdi, %RSI\n[Memory]\nModel = Flat\n";
        let at = |place: &str| text.replacen(place, &format!("{place}$0"), 1);
        check(
            &at("avx"),
            expect![[r#"
                "avx2"
                **AVX2** of x86 — named in the document

                It implies AVX."#]],
        );
        check(
            &at("%RS"),
            expect![[r#"
            "%RSI"
            **rsi** — general register of 64 bits; in modes 64"#]],
        );
        check(
            &at("sys"),
            expect![[r#"
                "sysv"
                **SystemV** of CPU x86, 64 bits — named in the document

                - parameters: `rdi,rsi,rdx,rcx,r8,r9`
                - returns: `rax,rdx`
                - saved by the caller: `rax,rcx,rdx,rdi,rsi,r8,r9,r10,r11`
                - saved by the callee: `rbx,rbp,rsp,r12,r13,r14,r15`
                - stack alignment: 16 bytes
                - red zone: 128 bytes"#]],
        );
        check(
            &at("Mod"),
            expect![[r#"
                "Mode"
                **Mode** in `[Target]`

                In force: `64` in line 4.

                Required. Value: a whole number from 8 to 128.

                The width in bits; it must exist for the architecture."#]],
        );
        // The place is that of the value, though the key says all there is.
        check(
            "[Linker]\nEntryPoint = ma$0in\n",
            expect![[r#"
            "main"
            **EntryPoint** in `[Linker]`

            In force: `main` in line 2.

            Optional. Value: a symbol.

            The symbol at which the program starts."#]],
        );
        check(
            "[ARM_X]\nDepth = 0x$010\n",
            expect![[r#"
            "0x10"
            **Depth** in `[ARM_X]` — a vendor's key; it is kept as it is, and only its name and quotes are checked

            The value is read as the number 16."#]],
        );
        check(
            &at("Fla"),
            expect![[r#"
            "Flat"
            **Flat** — no protection mechanisms"#]],
        );
        check(
            "[ARM_X]\nDep$0th = 0x10\nDepth = a, b\n",
            expect![[r#"
                "Depth"
                **Depth** in `[ARM_X]` — a vendor's key; it is kept as it is, and only its name and quotes are checked

                The value is read as the number 16.

                It has no effect: `a, b` in line 3 overrides it."#]],
        );
        check(
            "[Linker]\nSt$0rip = no\n",
            expect![[r#"
                "Strip"
                **Strip** in `[Linker]` — the document does not define this key

                The value is read as the boolean false."#]],
        );
        check(
            "[Memory]\nModel = flat\nMod$0el = Flat\n",
            expect![[r#"
                "Model"
                **Model** in `[Memory]`

                In force: `Flat` in line 3.

                Required. Value: `Protected`, `Flat` or `Segmented`. The default configuration, which counts when no file is given, has `Protected`.

                The memory protection model.

                It overrides `flat` in line 2."#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = s390x\nMode = 64\n[Memory]\nEndian$0ness = Big\n",
            expect![[r#"
                "Endianness"
                **Endianness** in `[Memory]`

                In force: `Big` in line 6.

                Required. Value: `Little` or `Big`. Usual for the architecture: `Big`.

                The byte order."#]],
        );
        check(
            "[Extensions]\nSI$0MD = AVX\n",
            expect![[r#"
            "SIMD"
            **SIMD** in `[Extensions]`

            In force: `AVX` in line 2.

            Optional. Value: one SIMD extension.

            The one SIMD extension to use. Where Features is given, it should imply it; else there is a warning."#]],
        );
        check(
            "[ARM$0_X]\nA = \"b\n",
            expect![[r#"
            "[ARM_X]"
            **[ARM_X]** is a vendor section: it is kept as it is; only lines that do not parse, key names and quotes are checked."#]],
        );
        check(
            "[Profi$0ler]\nA = \"b\n",
            expect![[r#"
            "[Profiler]"
            **[Profiler]** is not a section of the document; in it, only lines that do not parse, key names, repeated keys and quotes are checked."#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[ABI]\nName = linux-x64-$0syscall\n",
            expect![[r#"
                "linux-x64-syscall"
                **linux-x64-syscall** of CPU x86, 64 bits — named in the document

                - parameters: `rdi,rsi,rdx,r10,r8,r9`
                - returns: `rax`
                - saved by the caller: `rcx,r11`
                - from the Configuration Format 0.1.0; the number of the system call is in rax"#]],
        );
        check("[Target]\n$0# c\n", expect!["nothing"]);
        check(
            "@include $0x\n",
            expect![[r#"
                "@include x"
                **@include** `x`

                It was not read. Included files are read first, wherever the line is; the settings of this file replace theirs key by key, and a list replaces a list."#]],
        );
    }
}
