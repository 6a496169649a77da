//! A file and all that it includes, merged (coil.md#includes).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use text_size::TextRange;

use super::includes::{self, Read, resolve};
use super::source_file::{Header, Include, Pair, SourceFile};
use super::value::{self, Item, Quoting};
use bobbin_core::Input;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Files;

/// The settings that count, with where each stands.
#[derive(Debug)]
pub struct Config {
    /// All files that were read; the main one first.
    pub files: Vec<SourceFile>,
    /// The include of the main file that leads to each file first.
    via: Vec<Option<TextRange>>,
    /// The diagnostics of the includes, by file.
    pub include_findings: Vec<(usize, Diagnostic)>,
    /// The sections, in the order in which they are first met.
    pub sections: Vec<Section>,
    /// The files that an include could name.
    pub known_files: Arc<Files>,
}

/// A section after merging.
#[derive(Debug)]
pub struct Section {
    /// Its first header: in the main file, or else in an included one.
    pub header: Place,
    /// The setting that counts for each key, in the order in which the keys are first met.
    pub settings: Vec<Place>,
    /// The settings of the same key that each setting overrides, the last one first.
    pub overridden: Vec<Vec<Place>>,
}

/// A header or pair of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Index into [`Config::files`].
    pub file: usize,
    /// Index into the headers or pairs of the file.
    pub idx: usize,
}

/// A key with its value, where both stand.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'c> {
    /// Index into [`Config::files`].
    pub file: usize,
    /// The file that contains it.
    pub source: &'c SourceFile,
    /// Key and value.
    pub pair: &'c Pair,
}

impl<'c> Setting<'c> {
    /// Returns the key as written.
    #[must_use]
    pub fn key(&self) -> &'c str {
        self.source.slice(self.pair.key)
    }

    /// Returns the value with its quotes; empty if there is none.
    #[must_use]
    pub fn raw(&self) -> &'c str {
        self.source.value(self.pair)
    }

    /// Returns the items of the value.
    #[must_use]
    pub fn items(&self) -> Vec<Item<'c>> {
        let quoting = if self.key() == "Define" { Quoting::AfterName } else { Quoting::Whole };
        value::items(self.raw(), quoting)
    }

    /// Returns the only item of the value, if its quotes are sound and it is not empty.
    #[must_use]
    pub fn word(&self) -> Option<Item<'c>> {
        let mut items = self.items().into_iter();
        let only = items.next().filter(|it| !it.is_empty() && self.pair.is_sound)?;
        items.next().is_none().then_some(only)
    }
}

/// The settings of one key that another one overrides.
#[derive(Debug, Clone, Copy)]
pub struct Overridden<'c> {
    config: &'c Config,
    places: &'c [Place],
}

impl<'c> Overridden<'c> {
    /// Returns true if nothing is overridden.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.places.is_empty()
    }

    /// Returns the settings, the last one first.
    pub fn iter(self) -> impl Iterator<Item = Setting<'c>> {
        self.places.iter().filter_map(move |&it| self.config.at(it))
    }
}

impl Config {
    /// Reads the text of `input` and the files it includes.
    #[must_use]
    pub fn read(input: &Input) -> Config {
        let Read { sources, via, findings, first, order } = includes::read(input);
        let mut config = Config {
            sections: merge(&sources, &first, &order),
            files: sources,
            via,
            include_findings: findings,
            known_files: Arc::clone(&input.files),
        };
        // A cycle is met once for each way that leads to it.
        let mut seen = HashSet::new();
        config.include_findings.retain(|(file, it)| seen.insert((*file, it.range, it.code.name)));
        config
    }

    /// Returns the file that is being edited.
    #[must_use]
    pub fn main(&self) -> Option<&SourceFile> {
        self.files.first()
    }

    /// Returns the paths of included files that were not found.
    #[must_use]
    pub fn missing_files(&self) -> Vec<String> {
        self.missing(|source, it| resolve(&source.path, it))
    }

    /// Returns the names by which the texts include those files.
    #[must_use]
    pub fn absent_files(&self) -> Vec<String> {
        self.missing(|_, it| it.path.clone())
    }

    fn missing(&self, called: impl Fn(&SourceFile, &Include) -> String) -> Vec<String> {
        let mut found: Vec<String> =
            self.files.iter().map(|it| Files::normalise(&it.path)).collect();
        found.order();
        let mut missing = Vec::new();
        for source in &self.files {
            let is_missing =
                |it: &&Include| found.binary_search(&resolve(&source.path, it)).is_err();
            missing.extend(source.includes.iter().filter(is_missing).map(|it| called(source, it)));
        }
        missing.order();
        missing.dedup();
        missing
    }

    /// Returns the include of the main file that leads to `file`; `None` for the main file.
    #[must_use]
    pub fn via(&self, file: usize) -> Option<TextRange> {
        self.via.get(file).copied().flatten()
    }

    /// Returns the merged section of this name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|it| self.section_name(it) == name)
    }

    /// Returns the name of a section.
    #[must_use]
    pub fn section_name(&self, section: &Section) -> &str {
        let Some((file, header)) = self.header(section.header) else { return "" };
        file.name(header)
    }

    /// Returns the header at `place` with its file.
    #[must_use]
    pub fn header(&self, place: Place) -> Option<(&SourceFile, &Header)> {
        let file = self.files.get(place.file)?;
        Some((file, file.headers.get(place.idx)?))
    }

    /// Returns the setting at `place`.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<Setting<'_>> {
        let source = self.files.get(place.file)?;
        Some(Setting { file: place.file, source, pair: source.pairs.get(place.idx)? })
    }

    /// Returns the setting that counts for `key` of `section`.
    #[must_use]
    pub fn setting(&self, section: &str, key: &str) -> Option<Setting<'_>> {
        let section = self.section(section)?;
        section.settings.iter().filter_map(|&it| self.at(it)).find(|it| it.key() == key)
    }

    /// Returns the settings of a section that count, each with those that it overrides.
    pub fn settings<'c>(
        &'c self,
        section: &'c Section,
    ) -> impl Iterator<Item = (Setting<'c>, Overridden<'c>)> {
        let both = section.settings.iter().zip(&section.overridden);
        both.filter_map(|(&it, places)| Some((self.at(it)?, Overridden { config: self, places })))
    }

    /// Returns the settings that the one that counts overrides.
    #[must_use]
    pub fn overridden(&self, section: &str, key: &str) -> Overridden<'_> {
        let mut all = self.section(section).into_iter().flat_map(|it| self.settings(it));
        let found = all.find(|(it, _)| it.key() == key);
        found.map_or(Overridden { config: self, places: &[] }, |it| it.1)
    }

    /// Returns the text of a key that has one word, if it has a sound value.
    #[must_use]
    pub fn word(&self, section: &str, key: &str) -> Option<String> {
        Some(self.setting(section, key)?.word()?.text.into_owned())
    }
}

/// Merges the files into sections. These come in the order in which the files bring them when they
/// are read for the first time, which is `first`. Then the files apply in `order`: later settings
/// replace earlier ones key by key.
fn merge(files: &[SourceFile], first: &[usize], order: &[usize]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut section_ids: HashMap<&str, usize> = HashMap::new();
    for &id in first {
        let Some(file) = files.get(id) else { continue };
        for (idx, header) in file.headers.iter().enumerate() {
            let place = Place { file: id, idx };
            let section_id = *section_ids.entry(file.name(header)).or_insert_with(|| {
                let (settings, overridden) = (Vec::new(), Vec::new());
                sections.push(Section { header: place, settings, overridden });
                sections.len() - 1
            });
            // The first header of the main file comes before those of included ones.
            if let Some(section) = sections.get_mut(section_id)
                && id == 0
                && section.header.file != 0
            {
                section.header = place;
            }
        }
    }
    let mut setting_ids: HashMap<(usize, &str), usize> = HashMap::new();
    for &id in order {
        let Some(file) = files.get(id) else { continue };
        for header in &file.headers {
            let Some(&section_id) = section_ids.get(file.name(header)) else { continue };
            let Some(section) = sections.get_mut(section_id) else { continue };
            for idx in header.pairs.clone() {
                let Some(pair) = file.pairs.get(idx) else { continue };
                let place = Place { file: id, idx };
                let setting_id = setting_ids.entry((section_id, file.slice(pair.key)));
                let setting_id = *setting_id.or_insert(section.settings.len());
                match section.settings.get_mut(setting_id) {
                    Some(setting) => {
                        let old = std::mem::replace(setting, place);
                        if let Some(overridden) = section.overridden.get_mut(setting_id) {
                            overridden.push(old);
                        }
                    }
                    None => {
                        section.settings.push(place);
                        section.overridden.push(Vec::new());
                    }
                }
            }
        }
    }
    // The last one first.
    sections.iter_mut().flat_map(|it| &mut it.overridden).for_each(|it| it.reverse());
    sections
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::check::{self, Strictness, findings};
    use crate::target::file::{File, parse};
    use crate::target::resolve;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;
    use std::sync::Arc;

    const BASE: &str = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = BOGUS\n\
        [Optimization]\nLevel = 1\n[Memory]\nModel = Protected\nAlignment = 3\n\
        StackGrowth = Down\nEndianness = Little\n";

    fn read(main: &str, files: &[(&str, &str)]) -> File {
        let mut all = Files::default();
        for (path, text) in files {
            all.insert(path, (*text).into());
        }
        let input = Input {
            path: "targets/main.coilcfg".to_owned(),
            text: main.into(),
            files: Arc::new(all),
            ..Input::default()
        };
        parse(&input)
    }

    /// Diagnostics with their places, then the diagnostics of the main file.
    #[track_caller]
    fn check(main: &str, files: &[(&str, &str)], expect: Expect) {
        let file = read(main, files);
        let mut res = String::new();
        let found = findings(&file, Strictness::Normal);
        for it in &found {
            let path = it.path.as_deref().unwrap_or("main");
            let code = it.diagnostic.code.name;
            writeln!(res, "{path}:{} {code}: {}", it.line, it.diagnostic.message).unwrap();
        }
        for it in check::check(&file) {
            let text = bobbin_core::text::slice(main, it.range);
            writeln!(res, "{text:?} {}", it.message).unwrap();
        }
        expect.assert_eq(&res);
    }

    #[test]
    fn a_bad_value_that_is_overridden_is_no_fault() {
        let files = [("targets/cpu/base.coilcfg", BASE)];
        check(
            "@include \"cpu/../cpu/base.coilcfg\"\n[Target]\nFeatures = AVX2\n",
            &files,
            expect![[r#"
                targets/cpu/base.coilcfg:10 power-of-two: 3 is not a power of two
                "\"cpu/../cpu/base.coilcfg\"" in `targets/cpu/base.coilcfg`, line 10: 3 is not a power of two
            "#]],
        );
    }

    #[test]
    fn an_include_is_read_first_wherever_it_stands() {
        let file = read(
            "[Optimization]\nLevel = 3\n@include base.coilcfg\n[ARM_X]\nA = 1\n",
            &[("targets/base.coilcfg", BASE), ("base.coilcfg", "[Nope]\n")],
        );
        let rows: Vec<String> = resolve::resolved(&file)
            .rows
            .iter()
            .map(|it| {
                let place = it.origin.written.as_ref().map(|it| {
                    let path = it.path.as_deref().unwrap_or_default();
                    let range = it.range;
                    format!("{path}: {}; ", bobbin_core::text::slice(BASE, range))
                });
                let (place, note) = (place.unwrap_or_default(), &it.origin.note);
                format!("{} {} = {} ({place}{note})", it.item, it.key, it.value)
            })
            .collect();
        expect![[r#"
            section › Target PU = CPU (targets/base.coilcfg: CPU; )
            section › Target Architecture = x86 (targets/base.coilcfg: x86; )
            section › Target Mode = 64 (targets/base.coilcfg: 64; )
            section › Target Features = BOGUS (targets/base.coilcfg: BOGUS; )
            section › Optimization Level = 3 (overrides `1` in line 7 of `targets/base.coilcfg`)
            section › Optimization SizeOptimization = false (nothing sets it; the default configuration, for no file at all, has this)
            section › Optimization SpeedOptimization = true (nothing sets it; the default configuration, for no file at all, has this)
            section › Memory Model = Protected (targets/base.coilcfg: Protected; )
            section › Memory Alignment = 3 (targets/base.coilcfg: 3; )
            section › Memory StackGrowth = Down (targets/base.coilcfg: Down; )
            section › Memory Endianness = Little (targets/base.coilcfg: Little; )
            section › ARM_X A = 1 ()"#]]
        .assert_eq(&rows.join("\n"));
    }

    #[test]
    fn later_includes_replace_earlier_ones_also_when_read_twice() {
        let level = |order: &str| {
            let includes: String = order.chars().map(|it| format!("@include {it}\n")).collect();
            let files = [
                ("targets/a", "[Optimization]\nLevel = 1\n"),
                ("targets/b", "[Optimization]\nLevel = 2\n"),
                ("targets/c", "@include a\n"),
            ];
            read(&includes, &files).config().word("Optimization", "Level").unwrap()
        };
        assert_eq!(level("ab"), "2");
        assert_eq!(level("aba"), "1");
        assert_eq!(level("abc"), "1");
        assert_eq!(level("cab"), "2");
    }

    #[test]
    fn cycles_and_missing_files_are_named() {
        check(
            &format!("@include a\n@include bose\n@include main.coilcfg\n{BASE}"),
            &[
                ("targets/a", "@include \"b\"\n"),
                ("targets/b", "\n@include ./a\n"),
                ("targets/base", ""),
            ],
            expect![[r#"
                targets/b:2 include-cycle: include cycle: targets/a -> targets/b -> targets/a
                main:2 include-not-found: cannot read `bose`
                main:3 include-cycle: include cycle: targets/main.coilcfg -> targets/main.coilcfg
                main:8 feature: `BOGUS` is not a feature of `x86`
                main:13 power-of-two: 3 is not a power of two
                "a" in `targets/b`, line 2: include cycle: targets/a -> targets/b -> targets/a
                "bose" cannot read `bose`
                "main.coilcfg" include cycle: targets/main.coilcfg -> targets/main.coilcfg
                "BOGUS" `BOGUS` is not a feature of `x86`
                "3" 3 is not a power of two
            "#]],
        );
    }

    #[test]
    fn what_is_missing_is_known_by_its_path() {
        let main = "@include \"../a.coilcfg\"\n@include b.coilcfg\n@include b.coilcfg\n";
        let file =
            read(main, &[("targets/b.coilcfg", "@include /c.coilcfg\n@include b.coilcfg\n")]);
        assert_eq!(file.config().missing_files(), ["/c.coilcfg", "a.coilcfg"]);
        assert_eq!(file.config().absent_files(), ["../a.coilcfg", "/c.coilcfg"]);
    }

    #[test]
    fn what_is_above_the_top_is_not_what_is_in_it() {
        let mut files = Files::default();
        files.insert("/b.coilcfg", "[Optimization]\nLevel = 2\n".into());
        let missing = |text: &str| {
            let input = Input::alone("/a/main.coilcfg", text);
            Config::read(&Input { files: Arc::new(files.clone()), ..input }).missing_files()
        };
        assert!(missing("@include ../b.coilcfg\n").is_empty());
        assert_eq!(missing("@include ../../b.coilcfg\n"), ["/../b.coilcfg"]);
    }

    #[test]
    fn too_many_nested_includes_end_with_a_finding() {
        let name = |it: usize| format!("targets/f{it}");
        let text = |it: usize| format!("@include f{}\n", it + 1);
        let files: Vec<(String, String)> = (1..=40).map(|it| (name(it), text(it))).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let file = read("@include f1\n", &files);
        let found = findings(&file, Strictness::Normal);
        let depth: Vec<_> =
            found.iter().filter(|it| it.diagnostic.code.name == "include-depth").collect();
        assert_eq!(depth.len(), 1);
        // The main file includes f1, and f32 is the thirty-second that is open inside another.
        assert_eq!(depth[0].path.as_deref(), Some("targets/f32"));
    }

    #[test]
    fn many_ways_to_one_file_are_read_in_time() {
        // 2^30 ways lead to the last file of the chain, and every file leads to every other.
        let name = |it: usize| format!("targets/f{it}");
        let chain: Vec<(String, String)> = (1..=30)
            .map(|it| (name(it), format!("@include f{0}\n@include f{0}\n", it + 1)))
            .collect();
        let knot: String = (1..=12).map(|it| format!("@include f{it}\n")).collect();
        let knot: Vec<(String, String)> = (1..=12).map(|it| (name(it), knot.clone())).collect();
        for files in [chain, knot] {
            let files: Vec<(&str, &str)> =
                files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            let file = read("@include f1\n", &files);
            assert!(file.config().files.len() <= 31);
        }
    }
}
