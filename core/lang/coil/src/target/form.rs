//! The keys of a section as fields.

use std::collections::{BTreeSet, HashMap};

use text_size::{TextRange, TextSize};

use super::check::{self, Finding, Strictness};
use super::choices::{abis, architecture_help, choice, items};
use super::config::{Config, Setting};
use super::file::File;
use super::includes::shown_path;
use super::items::{find_header, section_name};
use super::schema::{self, KeySchema, SectionSchema, TextRule, ValueType};
use super::source_file::{Header, Pair, SourceFile};
use super::tables::tables;
use super::target_section::{CUSTOM, CUSTOM_HELP, Target};
use super::value::{self, Item};
use super::{defaults, resolve};
use crate::notes::REFUSED;
use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::ItemPath;
use bobbin_core::text::range_in;
use bobbin_core::view::{
    Choice, Field, FieldGroup, FieldKind, FieldProblem, Form, Origin, OriginKind, WrittenList,
};

/// The greatest alignment that is offered, in bytes.
const MOST_ALIGNMENT: u32 = 4096;

/// The number of fields for keys that the document does not define.
const MOST_OTHERS: usize = 5_000;

/// Returns the form of a section of the main file, or of an included one that the main file may add
/// to.
#[must_use]
pub(super) fn form(file: &File, item: &ItemPath) -> Option<Form> {
    let (name, nth) = section_name(item)?;
    let config = file.config();
    let main = config.main()?;
    let header = find_header(main, item);
    let section = config.section(name).filter(|_| header.is_some() || nth == 1)?;
    let mut written: HashMap<&str, &Pair> = HashMap::new();
    let pairs = header.and_then(|it| main.pairs.get(it.pairs.clone())).unwrap_or_default();
    written.extend(pairs.iter().map(|it| (main.slice(it.key), it)));
    let mut findings: HashMap<String, Vec<Finding>> = HashMap::new();
    let mut refused: HashMap<(Option<String>, String), BTreeSet<TextSize>> = HashMap::new();
    for mut it in check::findings(file, Strictness::Normal) {
        let is_error = it.diagnostic.code.severity == Severity::Error;
        if let Some(key) =
            it.key.clone().filter(|_| is_error && it.section.as_deref() == Some(name))
        {
            let place = it.diagnostic.range.start();
            refused.entry((it.path.clone(), key)).or_default().insert(place);
        }
        let is_meant = it.path.is_none() && it.section.as_deref() == Some(name);
        if let Some(key) = it.key.take().filter(|_| is_meant) {
            findings.entry(key).or_default().push(it);
        }
    }
    let builder = Builder {
        config,
        file: main,
        name,
        target: Target::of(config),
        lacks_files: !config.missing_files().is_empty(),
        written,
        findings,
        refused,
    };
    let schema = schema::section(name);
    let mut groups = Vec::new();
    if let Some(schema) = schema {
        let fields = schema.keys.iter().map(|it| builder.known(schema, it)).collect();
        groups.push(FieldGroup::new(name, schema.about, fields));
    }
    let (mut others, mut n_more) = (Vec::new(), 0);
    for setting in section.settings.iter().filter_map(|&it| config.at(it)) {
        let key = setting.key();
        let is_here = builder.written.contains_key(key) || setting.file != 0;
        if is_here && schema.is_none_or(|it| it.key(key).is_none()) {
            if others.len() < MOST_OTHERS {
                others.push(builder.other(setting));
            } else {
                n_more += 1;
            }
        }
    }
    if !others.is_empty() {
        let (title, note) = match schema {
            Some(_) => ("Other keys", "the document does not define them"),
            None => ("Keys", "not checked"),
        };
        let more =
            if n_more > 0 { format!("; {n_more} more are in the text") } else { String::new() };
        groups.push(FieldGroup::new(title, format!("{note}{more}"), others));
    }
    Some(Form {
        item: item.clone(),
        title: format!("[{name}]"),
        kind: "section".to_owned(),
        range: range(config, header, section.header.file),
        note: note(main, header, name, config.files.get(section.header.file)),
        actions: Vec::new(),
        groups,
        tables: Vec::new(),
    })
}

/// Returns the section in the main file, or the include that brings it.
fn range(config: &Config, header: Option<&Header>, file: usize) -> TextRange {
    match header {
        Some(header) => TextRange::new(header.range.start(), header.end),
        None => config.via(file).unwrap_or_default(),
    }
}

fn note(
    file: &SourceFile,
    header: Option<&Header>,
    name: &str,
    from: Option<&SourceFile>,
) -> String {
    if header.is_none() {
        let path = from.map_or("", |it| shown_path(&it.path));
        return format!("included from `{path}`; a change adds `[{name}]` to this file");
    }
    let n_headers = file.headers.iter().filter(|it| file.name(it) == name).count();
    if n_headers > 1 {
        return format!("`[{name}]` appears here {n_headers} times; the last value of a key wins");
    }
    let note = match schema::section(name) {
        Some(_) => "",
        None if value::is_vendor_section(name) => {
            "the document leaves this section to others and does not check it"
        }
        None => {
            "the document does not define this section; sections of vendors are named `VENDOR_Name`"
        }
    };
    note.to_owned()
}

struct Builder<'c> {
    config: &'c Config,
    file: &'c SourceFile,
    name: &'c str,
    target: Target,
    /// True if an included file is not at hand.
    lacks_files: bool,
    /// The last pair of each key below the header.
    written: HashMap<&'c str, &'c Pair>,
    /// The diagnostics of this section in the main file, by key.
    findings: HashMap<String, Vec<Finding>>,
    /// The starts of the errors in this section, by file (`None` is the main one) and key.
    refused: HashMap<(Option<String>, String), BTreeSet<TextSize>>,
}

impl Builder<'_> {
    /// Returns the field of a key of the document.
    fn known(&self, schema: &SectionSchema, key: &KeySchema) -> Field {
        let setting = self.config.setting(self.name, key.name);
        let written = self.written.get(key.name).copied();
        let found = resolve::effective(self.config, &self.target, schema, key, setting);
        let (mut effective, mut origin) = found.unwrap_or_else(|| {
            let note = "nothing sets it".to_owned();
            (String::new(), Origin { note, ..Origin::default_value() })
        });
        if resolve::is_toggle(key) {
            let is_refused = !effective.is_empty() && resolve::toggle(&effective).is_none();
            effective = resolve::toggle(&effective).unwrap_or("false").to_owned();
            if is_refused {
                let default = defaults::of(key, &self.target);
                effective = default.unwrap_or(effective);
                origin.kind = OriginKind::Default;
                origin.note = format!("the default; {REFUSED}");
            }
        } else if let Some(setting) = setting {
            self.leave_out_refused(key, setting, &mut effective, &mut origin);
        }
        let written_text = written.map(|it| {
            let raw = self.file.value(it);
            // `YES` and `1` are other spellings.
            let word = resolve::is_toggle(key).then(|| resolve::toggle(raw)).flatten();
            word.unwrap_or(raw).to_owned()
        });
        let kind = self.kind(key);
        let mut help = key.about.to_owned();
        if key.required {
            help.push_str(" Required.");
        }
        Field {
            key: key.name.to_owned(),
            label: key.name.to_owned(),
            kind,
            list: key.is_list().then(|| WrittenList {
                keeps_key: self.has_other_items(key.name, written),
                ..items_of(written_text.as_deref().unwrap_or_default())
            }),
            effective,
            origin,
            range: written.map(Pair::value_range),
            help,
            inert: self.inert(written, setting),
            problem: self.problem(key.name, written),
            is_kept: false,
            written: written_text,
        }
    }

    /// Returns true if a list would have items without the lines below this header, or may have: an included file
    /// that is not at hand may say some (coil.md#empty-values).
    fn has_other_items(&self, key: &str, written: Option<&Pair>) -> bool {
        let is_own =
            |it: &Setting<'_>| it.file == 0 && Some(it.pair.header) == written.map(|it| it.header);
        let overridden = self.config.overridden(self.name, key);
        let all = self.config.setting(self.name, key).into_iter().chain(overridden.iter());
        let other = all.into_iter().find(|it| !is_own(it));
        other.map_or(self.lacks_files, |it| !it.raw().is_empty())
    }

    /// Shows what is left without a value that has an error, of a key that is no switch: of a list the
    /// other items, else the default. In force it is not, as the program refuses the file.
    fn leave_out_refused(
        &self,
        key: &KeySchema,
        setting: Setting<'_>,
        effective: &mut String,
        origin: &mut Origin,
    ) {
        let path = (setting.file != 0).then(|| setting.source.path.clone());
        let Some(places) = self.refused.get(&(path, key.name.to_owned())) else { return };
        let range = setting.pair.range();
        if places.range(range.start()..=range.end()).next().is_none() {
            return;
        }
        let is_refused = |it: &Item<'_>| {
            let range = range_in(&setting.source.text, it.part);
            it.is_empty() || places.range(range.start()..range.end()).next().is_some()
        };
        let items = if key.is_list() { setting.items() } else { Vec::new() };
        let left: Vec<&str> = items.iter().filter(|it| !is_refused(it)).map(|it| it.raw).collect();
        if !left.is_empty() {
            *effective = left.join(", ");
            origin.note = format!("the other items; {REFUSED}");
            return;
        }
        let default = defaults::of(key, &self.target);
        let what = if default.is_some() { "the default" } else { "no default" };
        *effective = default.unwrap_or_default();
        origin.kind = OriginKind::Default;
        origin.note = format!("{what}; {REFUSED}");
    }

    /// Returns the field of a key of a vendor section, or of an unknown one.
    fn other(&self, setting: Setting<'_>) -> Field {
        let key = setting.key();
        let written = self.written.get(key).copied();
        Field {
            key: key.to_owned(),
            label: key.to_owned(),
            kind: FieldKind::Text,
            written: written.map(|it| self.file.value(it).to_owned()),
            list: None,
            effective: setting.raw().to_owned(),
            origin: resolve::origin(self.config, setting),
            range: written.map(Pair::value_range),
            help: String::new(),
            inert: self.inert(written, Some(setting)),
            problem: self.problem(key, written),
            is_kept: false,
        }
    }

    /// Says why the pair below this header has no effect.
    fn inert(&self, written: Option<&Pair>, setting: Option<Setting<'_>>) -> Option<String> {
        let (pair, winner) = (written?, setting?);
        if winner.file != 0 || winner.pair.key == pair.key {
            return None;
        }
        let line = self.file.line(winner.pair.key.start());
        Some(format!("line {line} of this file sets it again, and the last one wins"))
    }

    fn problem(&self, key: &str, written: Option<&Pair>) -> Option<FieldProblem> {
        let found = self.findings.get(key)?.iter().filter(|it| {
            it.diagnostic.code.severity != Severity::Hint
                && written.is_none_or(|pair| pair.range().contains_range(it.diagnostic.range))
        });
        let worst = found.min_by_key(|it| it.diagnostic.code.severity)?;
        Some(FieldProblem::from(&worst.diagnostic))
    }

    fn kind(&self, key: &KeySchema) -> FieldKind {
        let architecture = self.target.tables();
        match key.value {
            ValueType::Boolean => {
                FieldKind::Toggle { on: "true".to_owned(), off: "false".to_owned() }
            }
            ValueType::Word(words) => {
                let choices = words.iter().map(|&(word, help)| choice(word, help));
                FieldKind::Choice { choices: choices.collect() }
            }
            ValueType::Integer(min, max) => match architecture.filter(|_| key.name == "Mode") {
                Some(it) => {
                    let modes = it.modes.iter().map(|it| choice(&it.to_string(), "bits"));
                    FieldKind::Choice { choices: modes.collect() }
                }
                None => FieldKind::Integer {
                    min: i64::try_from(min).unwrap_or(i64::MIN),
                    max: max.and_then(|it| i64::try_from(it).ok()).unwrap_or(i64::MAX),
                },
            },
            ValueType::PowerOfTwo => {
                let powers = std::iter::successors(Some(1_u32), |it| Some(it * 2))
                    .take_while(|&it| it <= MOST_ALIGNMENT);
                let choices = powers.map(|it| choice(&it.to_string(), "")).collect();
                or_text(choices)
            }
            ValueType::Text(TextRule::Architecture) => {
                let known = self.target.unit.into_iter().flat_map(|it| tables().of_unit(it));
                let mut choices: Vec<Choice> =
                    known.map(|it| choice(it.name, &architecture_help(it))).collect();
                if !choices.is_empty() {
                    choices.push(choice(CUSTOM, CUSTOM_HELP));
                }
                or_text(choices)
            }
            ValueType::Text(TextRule::Abi) => or_text(abis(&self.target)),
            ValueType::Text(TextRule::Simd) => {
                let known = architecture.map(|it| it.simd.as_slice()).unwrap_or_default();
                let help = |it: &str| architecture.map(|tables| tables.extension_help(it));
                or_text(known.iter().map(|it| choice(it, &help(it).unwrap_or_default())).collect())
            }
            ValueType::Text(TextRule::Path | TextRule::Symbol) => FieldKind::Text,
            ValueType::List(rule) => FieldKind::List { choices: items(rule, &self.target) },
        }
    }
}

/// Returns the items of a written list; commas in quotes do not separate (coil.md#quotes).
fn items_of(written: &str) -> WrittenList {
    WrittenList::of(value::parts(written))
}

/// Words to choose from or any other text, or only a text if nothing can be offered.
fn or_text(choices: Vec<Choice>) -> FieldKind {
    if choices.is_empty() { FieldKind::Text } else { FieldKind::Suggestion { choices } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::file::parse;
    use bobbin_core::text::Files;
    use bobbin_core::{Document as _, Input};
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;
    use std::sync::Arc;

    #[test]
    fn a_problem_says_how_bad_it_is() {
        let text = "[Optimization]\nLevel = 1\nSpeedOptimization = maybe\nNonsense = 1\n";
        let file = parse(&Input::alone("main", text));
        let form = form(&file, &ItemPath::new(["section", "Optimization"])).unwrap();
        let fields = form.groups.iter().flat_map(|it| &it.fields);
        let found = fields.filter_map(|it| Some((it.key.as_str(), it.problem.as_ref()?.severity)));
        let found: Vec<_> = found.collect();
        assert_eq!(
            found,
            [("SpeedOptimization", Severity::Error), ("Nonsense", Severity::Warning)]
        );
    }

    #[test]
    fn a_refused_switch_shows_the_default() {
        let text = "[Optimization]\nLevel = 1\nSpeedOptimization = maybe\nSizeOptimization = yes\n";
        let file = parse(&Input::alone("main", text));
        let form = form(&file, &ItemPath::new(["section", "Optimization"])).unwrap();
        let field = |key: &str| {
            let found = form.groups[0].fields.iter().find(|it| it.key == key).unwrap();
            let note = found.origin.note.as_str();
            (found.effective.as_str(), found.origin.kind, note, found.problem.is_some())
        };
        let note = "the default; the value here makes the program refuse the file";
        assert_eq!(field("SpeedOptimization"), ("true", OriginKind::Default, note, true));
        assert_eq!(field("SizeOptimization"), ("true", OriginKind::Written, "", false));
    }

    /// An empty list is the only way to clear an inherited one (coil.md#empty-values).
    #[test]
    fn a_list_keeps_its_key_where_another_would_count() {
        #[track_caller]
        fn check(text: &str, keeps_key: bool) {
            let mut files = Files::default();
            files.insert("base", "[Target]\nFeatures = SSE2\n[Linker]\nLibraries =\n".into());
            let input = Input { files: Arc::new(files), ..Input::alone("main", text) };
            let file = parse(&input);
            let item = file.outline().entries.last().map(|it| it.item.clone()).unwrap();
            let form = form(&file, &item).unwrap();
            let mut lists = form.groups[0].fields.iter().filter_map(|it| it.list.as_ref());
            let found = lists.find(|it| !it.items.is_empty()).unwrap();
            assert_eq!(found.keeps_key, keeps_key, "{text}");
        }
        check("[Target]\nFeatures = AVX\n", false);
        check("@include base\n[Target]\nFeatures = AVX\n", true);
        check("@include base\n[Target]\nFeatures = AVX\nFeatures = AVX2\n", true);
        check("@include base\n[Linker]\nLibraries = m\n", false);
        check("@include base\n[Extensions]\nCrypto = AES\n", false);
        check("@include nowhere\n[Extensions]\nCrypto = AES\n", true);
        check("[Target]\nFeatures = AVX\nFeatures = AVX2\n", false);
        check("[Target]\nFeatures = AVX\n[Target]\nFeatures = AVX2\n", true);
    }

    #[test]
    fn a_refused_value_shows_what_is_left() {
        #[track_caller]
        fn check(
            text: &str,
            section: &str,
            key: &str,
            effective: &str,
            kind: OriginKind,
            note: &str,
        ) {
            let mut files = Files::default();
            files.insert("base", "[Optimization]\nLevel = high\n".into());
            let input = Input { files: Arc::new(files), ..Input::alone("main", text) };
            let form = form(&parse(&input), &ItemPath::new(["section", section])).unwrap();
            let found = form.groups[0].fields.iter().find(|it| it.key == key).unwrap();
            let shown = (found.effective.as_str(), found.origin.kind, found.origin.note.as_str());
            assert_eq!(shown, (effective, kind, note), "{text}");
        }
        let default = "the default; the value here makes the program refuse the file";
        let nothing = "no default; the value here makes the program refuse the file";
        let partly = "the other items; the value here makes the program refuse the file";
        let level = |value: &str| format!("[Optimization]\nLevel = {value}\n");
        check(&level("9"), "Optimization", "Level", "1", OriginKind::Default, default);
        check(&level("2"), "Optimization", "Level", "2", OriginKind::Written, "");
        check("@include base\n", "Optimization", "Level", "1", OriginKind::Default, default);
        let again = "@include base\n[Optimization]\nLevel = 3\n";
        check(again, "Optimization", "Level", "3", OriginKind::Written, "");
        let target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 128\nFeatures = ";
        check(target, "Target", "Mode", "", OriginKind::Default, nothing);
        let list = format!("{target}SSE, NEON, \"A\"b,, AVX\n");
        check(&list, "Target", "Features", "SSE, AVX", OriginKind::Written, partly);
        check(&format!("{target}NEON\n"), "Target", "Features", "", OriginKind::Default, nothing);
        check(
            &format!("{target}SSE,AVX\n"),
            "Target",
            "Features",
            "SSE,AVX",
            OriginKind::Written,
            "",
        );
        let linker = "[Linker]\nEntryPoint = my main\n";
        check(linker, "Linker", "EntryPoint", "", OriginKind::Default, nothing);
    }

    #[track_caller]
    fn check(text: &str, item: &[&str], expect: Expect) {
        let mut files = Files::default();
        files.insert("base", "[Optimization]\nLevel = 2\n[Linker]\nEntryPoint = main\n".into());
        let input = Input {
            path: "main".to_owned(),
            text: text.into(),
            files: Arc::new(files),
            ..Input::default()
        };
        let file = parse(&input);
        let item = ItemPath(item.iter().map(|&it| it.to_owned()).collect());
        let mut res = String::new();
        let Some(form) = form(&file, &item) else { return expect.assert_eq("no form\n") };
        writeln!(res, "{} {:?}", form.title, form.note).unwrap();
        for group in &form.groups {
            for it in &group.fields {
                let kind = match &it.kind {
                    FieldKind::Text => "text".to_owned(),
                    FieldKind::Integer { min, max } => format!("{min}..{max}"),
                    FieldKind::Toggle { on, off } => format!("{on}/{off}"),
                    FieldKind::Choice { choices }
                    | FieldKind::Suggestion { choices }
                    | FieldKind::List { choices } => {
                        let first = choices.first().map(|it| it.value.as_str());
                        format!("{} from {}", choices.len(), first.unwrap_or("nothing"))
                    }
                };
                let written = it.written.as_deref().unwrap_or("-");
                let from = it.origin.written.as_ref().and_then(|it| it.path.as_deref());
                let note = format!("{} {}", from.unwrap_or_default(), it.origin.note);
                let origin = format!("{:?} {}", it.origin.kind, note.trim());
                write!(
                    res,
                    "{} [{kind}] {written} => {} ({})",
                    it.label,
                    it.effective,
                    origin.trim()
                )
                .unwrap();
                for remark in it.inert.iter().chain(it.problem.as_ref().map(|it| &it.message)) {
                    write!(res, " ! {remark}").unwrap();
                }
                res.push('\n');
            }
        }
        expect.assert_eq(&res);
    }

    #[test]
    fn choices_follow_each_other() {
        check(
            "[Target]\nPU = CPU\nArchitecture = s390x\nMode = 32\n[Memory]\nModel = flat\n",
            &["section", "Target"],
            expect![[r#"
                [Target] ""
                PU [4 from CPU] CPU => CPU (Written)
                Architecture [16 from ARM] s390x => s390x (Written)
                Mode [1 from 64] 32 => 64 (Default the default; the value here makes the program refuse the file) ! `s390x` has no 32-bit mode
                Features [29 from BACKCHAIN] - =>  (Default nothing sets it)
            "#]],
        );
        check(
            "[Target]\nPU = CPU\nArchitecture = s390x\nMode = 64\n[Memory]\nModel = flat\n",
            &["section", "Memory"],
            expect![[r#"
                [Memory] ""
                Model [3 from Protected] flat => Protected (Default the default; the value here makes the program refuse the file) ! `flat` is not one of Protected, Flat, Segmented
                Alignment [13 from 1] - => 8 (Default usual for the architecture; `[Memory]` must say it) ! `[Memory]` needs `Alignment`
                StackGrowth [2 from Up] - => Down (Default nothing sets it; the default configuration, for no file at all, has this; `[Memory]` must say it) ! `[Memory]` needs `StackGrowth`
                Endianness [2 from Little] - => Big (Default usual for the architecture; `[Memory]` must say it) ! `[Memory]` needs `Endianness`
            "#]],
        );
    }

    #[test]
    fn notes_and_choices_say_what_is_not_checked() {
        let text = "[Target]\nPU = CPU\n[ARM_X]\nA = 1\n[Profiler]\nA = 1\n";
        let file = parse(&Input::alone("main", text));
        let form = |name: &str| form(&file, &ItemPath::new(["section", name])).unwrap();
        let others = "the document leaves this section to others and does not check it";
        assert_eq!(form("ARM_X").note, others);
        let undefined = "the document does not define this section; sections of vendors are named `VENDOR_Name`";
        assert_eq!(form("Profiler").note, undefined);
        let target = form("Target");
        let kinds = target.groups.iter().flat_map(|it| &it.fields).map(|it| &it.kind);
        let choices = kinds.flat_map(|it| match it {
            FieldKind::Choice { choices } | FieldKind::Suggestion { choices } => choices.as_slice(),
            _ => &[],
        });
        let custom: Vec<&str> =
            choices.filter(|it| it.value == CUSTOM).map(|it| it.help.as_str()).collect();
        assert_eq!(custom, ["features, extensions and registers are not checked"]);
    }

    #[test]
    fn included_and_repeated_values_say_so() {
        check(
            "@include base\n[Optimization]\nSizeOptimization = yes\nMine = 1\n[Optimization]\nSizeOptimization = 0\n",
            &["section", "Optimization"],
            expect![[r#"
                [Optimization] "`[Optimization]` appears here 2 times; the last value of a key wins"
                Level [0..3] - => 2 (Inherited base)
                SizeOptimization [true/false] true => false (Written) ! line 6 of this file sets it again, and the last one wins
                SpeedOptimization [true/false] - => true (Default nothing sets it; the default configuration, for no file at all, has this)
                VectorizationLevel [0..2] - =>  (Default nothing sets it)
                InliningLevel [0..2] - =>  (Default nothing sets it)
                Mine [text] 1 => 1 (Written) ! unknown key `Mine` in `[Optimization]`
            "#]],
        );
        check(
            "@include base\n",
            &["section", "Linker"],
            expect![[r#"
                [Linker] "included from `base`; a change adds `[Linker]` to this file"
                DefaultLibraryPath [text] - =>  (Default nothing sets it)
                Libraries [0 from nothing] - =>  (Default nothing sets it)
                EntryPoint [text] - => main (Inherited base)
                OutputFormat [4 from ELF] - =>  (Default nothing sets it)
            "#]],
        );
        check("", &["section", "Linker"], expect!["no form\n"]);
        check("[Linker]\n", &["section", "Linker", "#2"], expect!["no form\n"]);
    }
}
