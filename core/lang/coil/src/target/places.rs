//! Places that belong together: settings of one key, headers of one section, includes.

use std::collections::BTreeMap;

use text_size::{TextRange, TextSize};

use super::config::Config;
use super::edit;
use super::everywhere::{everywhere, includers};
use super::includes::resolve;
use super::schema;
use super::source_file::{Include, Pair, SourceFile};
use super::value;
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::text::Location;
use bobbin_core::view::Link;

/// What stands at a place of the main file.
enum Spot<'c> {
    Include(&'c Include),
    /// The name of a section in its header.
    Section(&'c str, TextRange),
    /// A key, with its section.
    Key(&'c str, &'c Pair),
}

fn spot(file: &SourceFile, at: TextSize) -> Option<Spot<'_>> {
    if let Some(it) = file.includes.iter().find(|it| it.range.contains_inclusive(at)) {
        return Some(Spot::Include(it));
    }
    if let Some(it) = file.headers.iter().find(|it| it.name.contains_inclusive(at)) {
        return Some(Spot::Section(file.name(it), it.name));
    }
    let pair = file.pair_at(at).filter(|it| it.key.contains_inclusive(at))?;
    Some(Spot::Key(file.section_of(pair), pair))
}

fn location(config: &Config, file: usize, range: TextRange) -> Option<Location> {
    match file {
        0 => Some(Location::here(range)),
        _ => Some(Location::elsewhere(config.files.get(file)?.path.as_str(), range)),
    }
}

/// Every setting of a key, file by file.
fn settings<'c>(
    config: &'c Config,
    section: &'c str,
    key: &'c str,
) -> impl Iterator<Item = (usize, &'c Pair)> {
    config.files.iter().enumerate().flat_map(move |(idx, file)| {
        let same = move |it: &&Pair| file.slice(it.key) == key && file.section_of(it) == section;
        file.pairs.iter().filter(same).map(move |it| (idx, it))
    })
}

/// Every header of a section, file by file.
fn headers<'c>(config: &'c Config, name: &'c str) -> impl Iterator<Item = (usize, TextRange)> {
    config.files.iter().enumerate().flat_map(move |(idx, file)| {
        file.headers.iter().filter(move |it| file.name(it) == name).map(move |it| (idx, it.name))
    })
}

/// The included file; of a key that another setting overrides the one that counts; of the key that
/// counts those that it overrides.
#[must_use]
pub(super) fn definition(config: &Config, at: TextSize) -> Vec<Location> {
    let Some(file) = config.main() else { return Vec::new() };
    match spot(file, at) {
        Some(Spot::Include(include)) => {
            let path = resolve(&file.path, include);
            let is_read = config.files.iter().any(|it| it.path == path);
            let start = TextRange::empty(TextSize::new(0));
            is_read.then(|| Location::elsewhere(path, start)).into_iter().collect()
        }
        Some(Spot::Key(section, pair)) => {
            let key = file.slice(pair.key);
            let winner = config.setting(section, key);
            let counts = winner.is_some_and(|it| it.file == 0 && it.pair.key == pair.key);
            match winner {
                Some(it) if !counts => location(config, it.file, it.pair.key).into_iter().collect(),
                _ => settings(config, section, key)
                    .filter(|it| it.0 != 0 || it.1.key != pair.key)
                    .filter_map(|(idx, it)| location(config, idx, it.key))
                    .collect(),
            }
        }
        Some(Spot::Section(..)) | None => Vec::new(),
    }
}

/// What names the same thing in one file and what it includes, by file.
fn same(config: &Config, section: &str, key: Option<&str>) -> Vec<(usize, TextRange)> {
    match key {
        Some(key) => settings(config, section, key).map(|(idx, it)| (idx, it.key)).collect(),
        None => headers(config, section).collect(),
    }
}

/// All settings of a key, or all headers of a section.
#[must_use]
pub(super) fn references(config: &Config, at: TextSize) -> Vec<Location> {
    let Some(file) = config.main() else { return Vec::new() };
    let (section, key) = match spot(file, at) {
        Some(Spot::Key(section, pair)) => (section, Some(file.slice(pair.key))),
        Some(Spot::Section(name, _)) => (name, None),
        Some(Spot::Include(_)) | None => return Vec::new(),
    };
    let includers = includers(config);
    let found = everywhere(config, &includers, |it| same(it, section, key)).places.into_iter();
    let location = |(path, range): (String, TextRange)| match path == file.path {
        true => Location::here(range),
        false => Location::elsewhere(path, range),
    };
    found.map(location).collect()
}

/// The name that [`rename`] can change: what the document does not define.
#[must_use]
pub(super) fn renamable(config: &Config, at: TextSize) -> Option<TextRange> {
    match spot(config.main()?, at)? {
        Spot::Section(name, range) if schema::section(name).is_none() => Some(range),
        Spot::Key(section, pair) => {
            let is_fixed = is_fixed_key(section, config.main()?.slice(pair.key));
            (!is_fixed).then_some(pair.key)
        }
        _ => None,
    }
}

/// Renames a section or key that the document does not define, in all open files that mean it.
pub(super) fn rename(config: &Config, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let name = value::trim(name);
    let file = config.main().ok_or_else(|| Refusal::unsupported("this change"))?;
    let includers = includers(config);
    let found = match spot(file, at) {
        Some(Spot::Section(old, range)) => {
            check_free_name(schema::section(old).is_some(), old, range)?;
            if !value::is_section_name(name) {
                let reason = format!("`{name}` cannot be the name of a section");
                return Err(Refusal::bad_value(reason));
            }
            let found = everywhere(config, &includers, |it| same(it, old, None));
            if name != old && found.configs.iter().any(|it| headers(it, name).next().is_some()) {
                let reason = format!("there is a `[{name}]` already");
                return Err(Refusal { reason, at: Some(range) });
            }
            found
        }
        Some(Spot::Key(section, pair)) => {
            let old = file.slice(pair.key);
            check_free_name(is_fixed_key(section, old), old, pair.key)?;
            if !value::is_key(name) {
                return Err(Refusal::bad_value(format!("`{name}` is not a valid key")));
            }
            let found = everywhere(config, &includers, |it| same(it, section, Some(old)));
            let has_it = |it: &&Config| settings(it, section, name).next().is_some();
            if name != old && found.configs.iter().any(has_it) {
                let reason = format!("`[{section}]` has a key `{name}` already");
                return Err(Refusal { reason, at: Some(pair.key) });
            }
            found
        }
        Some(Spot::Include(_)) | None => {
            return Err(Refusal::bad_value("no section and no key is named here"));
        }
    };
    let mut by_path: BTreeMap<String, Vec<Replacement>> = BTreeMap::new();
    for (path, range) in found.places {
        let edits = by_path.entry(path).or_default();
        edits.push(Replacement { range, text: name.to_owned() });
    }
    let mut res = SourceChange::default();
    for (path, edits) in by_path {
        res.edits.insert(path, TextEdit::from_replacements(edits));
    }
    Ok(res)
}

/// Whether the document defines the key.
fn is_fixed_key(section: &str, key: &str) -> bool {
    schema::section(section).is_some_and(|it| it.key(key).is_some())
}

fn check_free_name(is_fixed: bool, name: &str, at: TextRange) -> Result<(), Refusal> {
    if is_fixed {
        return Err(Refusal {
            reason: format!("`{name}` is the document's own name"),
            at: Some(at),
        });
    }
    Ok(())
}

/// The paths of includes.
#[must_use]
pub(super) fn links(config: &Config) -> Vec<Link> {
    let Some(file) = config.main() else { return Vec::new() };
    let link = |it: &Include| Link { range: it.path_range, path: resolve(&file.path, it) };
    file.includes.iter().map(link).collect()
}

/// The line with its include, for completing its path: what is typed, up to `at`.
#[must_use]
pub(super) fn typed_include(text: &str, at: TextSize) -> Option<&str> {
    let line = edit::line_range(text, TextRange::empty(at));
    let before = bobbin_core::text::slice(text, TextRange::new(line.start(), at));
    let start = before.trim_start();
    let word = start.get(..8).filter(|it| it.eq_ignore_ascii_case("@include"))?;
    let rest = start.get(word.len()..)?;
    let path = rest.trim_start();
    (path.len() < rest.len() || path.starts_with('"')).then_some(path)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::target::parse;
    use bobbin_core::text::{Files, offset, slice};
    use bobbin_core::{Document, HostFacts, Input};

    const TEXT: &str = "\
@include \"../base.coilcfg\"
[Target]
Mode = 32
[ARM_X]
Fast = yes
[Target]
Mode = 64
";
    const BASE: &str = "[Target]\nPU = CPU\nMode = 16\n[ARM_X]\nFast = no\n";

    fn input(text: &str) -> Input {
        let mut files = Files::default();
        files.insert("t/base.coilcfg", BASE.into());
        files.insert("t/cpu/other.coilcfg", "".into());
        Input { files: Arc::new(files), ..Input::alone("t/cpu/main.coilcfg", text) }
    }

    /// Each place as its file and what stands there, with the line's start.
    fn shown(places: &[Location]) -> Vec<String> {
        let shown = places.iter().map(|it| {
            let text = if it.path.is_some() { BASE } else { TEXT };
            let line = slice(text, TextRange::up_to(it.range.start())).matches('\n').count() + 1;
            let path = it.path.as_deref().unwrap_or("here");
            format!("{path}:{line} {}", slice(text, it.range))
        });
        shown.collect()
    }

    fn at(word: &str, nth: usize) -> TextSize {
        offset(TEXT.match_indices(word).nth(nth).unwrap().0 + 1)
    }

    #[test]
    fn a_key_leads_to_what_it_overrides_and_to_what_overrides_it() {
        let file = parse(&input(TEXT));
        assert_eq!(shown(&file.definition(at("Mode", 0))), ["here:7 Mode"]);
        assert_eq!(
            shown(&file.definition(at("Mode", 1))),
            ["here:3 Mode", "t/base.coilcfg:3 Mode"]
        );
        assert_eq!(shown(&file.definition(at("base", 0))), ["t/base.coilcfg:1 "]);
        assert_eq!(
            shown(&file.references(at("Fast", 0))),
            ["here:5 Fast", "t/base.coilcfg:5 Fast"]
        );
        assert_eq!(file.links()[0].path, "t/base.coilcfg");
        let notes: Vec<String> =
            file.resolved().unwrap().rows.into_iter().map(|it| it.origin.note).collect();
        assert!(
            notes.contains(
                &"overrides `32` in line 3 and `16` in line 3 of `t/base.coilcfg`".to_owned()
            ),
            "{notes:?}"
        );
    }

    #[test]
    fn vendor_names_are_changed_in_all_files() {
        let file = parse(&input(TEXT));
        let change = file.rename(at("Fast", 0), "Quick").unwrap();
        assert_eq!(change.edits["t/base.coilcfg"].apply(BASE), BASE.replace("Fast", "Quick"));
        assert_eq!(change.edits["t/cpu/main.coilcfg"].apply(TEXT), TEXT.replace("Fast", "Quick"));
        let change = file.rename(at("ARM_X", 0), "ARM_Y").unwrap();
        assert_eq!(change.edits.len(), 2);
        assert_eq!(file.renamable(at("Mode", 0)), None);
        let reason = |word: &str, name: &str| file.rename(at(word, 0), name).unwrap_err().reason;
        assert_eq!(reason("Mode", "Width"), "`Mode` is the document's own name");
        assert_eq!(reason("Target", "T"), "`Target` is the document's own name");
        assert_eq!(reason("Fast", "a b"), "`a b` is not a valid key");
        assert_eq!(reason("ARM_X", "2"), "`2` cannot be the name of a section");
    }

    #[test]
    fn a_name_is_changed_in_the_files_that_include_it() {
        let mut files = Files::default();
        let (top, main) = ("@include \"cpu/main.coilcfg\"\n[ARM_X]\nFast = 1\n", TEXT);
        files.insert("t/top.coilcfg", top.into());
        files.insert("t/cpu/main.coilcfg", main.into());
        files.insert("t/alone.coilcfg", "[ARM_X]\nFast = no\n".into());
        let input = Input { files: Arc::new(files), ..Input::alone("t/base.coilcfg", BASE) };
        let file = parse(&input);
        let at = offset(BASE.find("Fast").unwrap() + 1);
        assert_eq!(file.references(at).len(), 3);
        let quick = |text: &str| text.replace("Fast", "Quick");
        let change = file.rename(at, "Quick").unwrap();
        assert_eq!(change.edits["t/base.coilcfg"].apply(BASE), quick(BASE));
        assert_eq!(change.edits["t/cpu/main.coilcfg"].apply(main), quick(main));
        assert_eq!(change.edits["t/top.coilcfg"].apply(top), quick(top));
        assert_eq!(change.edits.len(), 3);
        let item = bobbin_core::edit::ItemPath::new(["section", "ARM_X"]);
        let command = bobbin_core::edit::Command::Rename { item, name: "ARM_Y".to_owned() };
        assert_eq!(file.plan(&command).unwrap().edits.len(), 3);
    }

    #[test]
    fn a_key_that_the_document_does_not_define_can_be_renamed() {
        let text = "[Optimization]\nLevle = 1\n";
        let at = offset(text.find("Levle").unwrap() + 1);
        let file = parse(&Input::alone("a.coilcfg", text));
        assert_eq!(file.renamable(at).map(|it| slice(text, it)), Some("Levle"));
        let change = file.rename(at, "Level").unwrap();
        assert_eq!(change.edits["a.coilcfg"].apply(text), "[Optimization]\nLevel = 1\n");
        let twice = parse(&Input::alone("a.coilcfg", "[Optimization]\nLevle = 1\nLevel = 2\n"));
        let reason = twice.rename(at, "Level").unwrap_err().reason;
        assert_eq!(reason, "`[Optimization]` has a key `Level` already");
    }

    #[test]
    fn paths_of_includes_are_completed() {
        let words = |text: &str| -> Vec<String> {
            let place = text.find("$0").unwrap();
            let text = text.replace("$0", "");
            let found = parse(&input(&text)).completions(offset(place));
            found
                .iter()
                .map(|it| format!("{:?} -> {}", slice(&text, it.range), it.insert))
                .collect()
        };
        let both = |range: &str| {
            [format!("{range:?} -> \"../base.coilcfg\""), format!("{range:?} -> \"other.coilcfg\"")]
        };
        assert_eq!(words("@include \"$0\"\n"), both("\"\""));
        assert_eq!(words("@include $0ba # c\n"), both("ba"));
        assert_eq!(words("@inc$0"), ["\"@inc\" -> @include \"\""]);
    }

    #[test]
    fn vendor_sections_are_mentioned_in_strict_mode() {
        let codes = |strict: bool| -> Vec<&str> {
            let host = Arc::new(HostFacts { strict, ..HostFacts::default() });
            let file = parse(&Input { host, ..Input::alone("x", "[ARM_X]\na = 1\n") });
            file.diagnostics().iter().map(|it| it.code.name).collect()
        };
        assert!(!codes(false).contains(&"vendor-section"));
        assert!(codes(true).contains(&"vendor-section"));
    }
}
