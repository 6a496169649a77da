//! A new target by questions: each choice narrows the next, and the text is always valid.

use std::fmt::Write as _;

use super::schema::{self, UNITS};
use super::tables::{Architecture, tables};
use super::target::{Known, Target};
use super::{form, schema::ListRule};
use crate::view::{Choice, Field, FieldGroup, FieldKind, Origin, Wizard};

/// What to optimize for: the word, what it means, and what it makes of the section.
const GOALS: &[(&str, &str, [&str; 3])] = &[
    ("balanced", "the default configuration", ["1", "false", "true"]),
    ("speed", "the fastest code", ["3", "false", "true"]),
    ("size", "the smallest code", ["2", "true", "false"]),
    ("debugging", "code that follows the source", ["0", "false", "false"]),
];

/// The answer that leaves a section or key out.
const NONE: &str = "none";

/// The questions that lead to a new target, and the text that `answers` make.
///
/// Processing unit, architecture and mode follow each other; features, byte order and ABI follow
/// the three. What is not answered, or no longer fits, is chosen by the tables: their first
/// architecture for the unit, its widest mode up to 64 bits, its usual byte order and alignment.
#[must_use]
pub fn wizard(answers: &[(String, String)]) -> Wizard {
    let mut dialogue = Dialogue { answers, target: Vec::new(), rest: Vec::new() };
    let units: Vec<Choice> = UNITS.iter().map(|&(it, help)| form::choice(it, help)).collect();
    let unit = dialogue.choose("PU", "What kind of unit runs the code.", units, "CPU");
    let known: Vec<&Architecture> = tables().of_unit(&unit).collect();
    let usual = if unit == "CPU" { "x86" } else { known.first().map_or("", |it| it.name) };
    let choices = known.iter().map(|it| form::choice(it.name, &form::architecture_help(it)));
    let help = "The architecture of the unit.";
    let name = dialogue.choose("Architecture", help, choices.collect(), usual);
    let Some(architecture) = known.iter().find(|it| it.name == name).copied() else {
        return Wizard { groups: Vec::new(), text: String::new(), file_name: String::new() };
    };
    let modes: Vec<Choice> =
        architecture.modes.iter().map(|it| form::choice(&it.to_string(), "bits")).collect();
    let widest = architecture.modes.iter().filter(|&&it| it <= 64).max();
    let widest = widest.or(architecture.modes.first()).map(ToString::to_string);
    let mode = dialogue.choose("Mode", "Its width in bits.", modes, &widest.unwrap_or_default());
    let target = Target {
        unit: UNITS.iter().map(|it| it.0).find(|it| *it == unit),
        architecture: Some(Known::Tables(architecture)),
        mode: mode.parse().ok(),
    };
    let features = dialogue.features(&target);
    dialogue.rest(architecture, &target);
    dialogue.finish(architecture, &name, &mode, &features)
}

struct Dialogue<'a> {
    answers: &'a [(String, String)],
    target: Vec<Field>,
    /// The questions that do not narrow others.
    rest: Vec<Field>,
}

impl Dialogue<'_> {
    fn answer(&self, key: &str) -> Option<&str> {
        let found = self.answers.iter().rfind(|it| it.0 == key);
        found.map(|it| it.1.trim()).filter(|it| !it.is_empty())
    }

    /// Asks for one of `choices` and says what counts.
    fn choose(&mut self, key: &str, help: &str, choices: Vec<Choice>, usual: &str) -> String {
        let answer = self.answer(key).filter(|it| choices.iter().any(|choice| choice.value == *it));
        let written = answer.map(str::to_owned);
        let effective = written.clone().unwrap_or_else(|| usual.to_owned());
        let kind = FieldKind::Choice { choices };
        let field = field(key, help, kind, written, effective.clone());
        match key {
            "PU" | "Architecture" | "Mode" => self.target.push(field),
            _ => self.rest.push(field),
        }
        effective
    }

    /// The features that were chosen and that the target has.
    fn features(&mut self, target: &Target) -> String {
        let choices = form::items(ListRule::Features, target);
        let mut chosen: Vec<&str> = Vec::new();
        for it in self.answer("Features").unwrap_or_default().split(',').map(str::trim) {
            let known = choices.iter().find(|choice| choice.value.eq_ignore_ascii_case(it));
            if let Some(known) = known.filter(|it| !chosen.contains(&it.value.as_str())) {
                chosen.push(&known.value);
            }
        }
        let effective = chosen.join(", ");
        let written = Some(effective.clone()).filter(|it| !it.is_empty());
        let help = "Features of the architecture that may be used.";
        let kind = FieldKind::List { choices };
        self.target.push(field("Features", help, kind, written, effective.clone()));
        effective
    }

    fn rest(&mut self, architecture: &Architecture, target: &Target) {
        let goals = GOALS.iter().map(|&(it, help, _)| form::choice(it, help)).collect();
        self.choose("Goal", "What the code shall be optimized for.", goals, "balanced");
        self.choose("Model", "The memory protection model.", words("Memory", "Model"), "Protected");
        let orders: Vec<Choice> =
            architecture.endianness.iter().map(|it| form::choice(it, "")).collect();
        let usual = architecture.endianness.first().copied().unwrap_or("Little");
        self.choose("Endianness", "The byte order.", orders, usual);
        let mut abis = vec![form::choice(NONE, "no section [ABI]")];
        for it in form::abis(target) {
            // `Custom` says that a name of one's own follows, which the dialogue does not ask for.
            if it.value != "Custom" && abis.iter().all(|other| other.value != it.value) {
                abis.push(it);
            }
        }
        self.choose("ABI", "How functions are called.", abis, NONE);
        let mut formats = vec![form::choice(NONE, "left to the linker")];
        formats.extend(words("Linker", "OutputFormat"));
        self.choose("OutputFormat", "The format of the linked file.", formats, NONE);
    }

    /// What counts for one of the questions.
    fn effective(&self, key: &str) -> &str {
        let found = self.rest.iter().chain(&self.target).find(|it| it.key == key);
        found.map(|it| it.effective.as_str()).unwrap_or_default()
    }

    fn finish(self, architecture: &Architecture, name: &str, mode: &str, features: &str) -> Wizard {
        let bits: u16 = mode.parse().unwrap_or_default();
        let alignment = architecture.alignment(bits).unwrap_or(16);
        let goal = GOALS.iter().find(|it| it.0 == self.effective("Goal"));
        let [level, size, speed] = goal.map_or(["1", "false", "true"], |it| it.2);
        let unit = self.effective("PU");
        let mut text = format!(
            "# Code for {name}, {mode} bits.\n\n[Target]\nPU = {unit}\nArchitecture = {name}\n\
             Mode = {mode}\n"
        );
        if !features.is_empty() {
            _ = writeln!(text, "Features = {features}");
        }
        _ = write!(
            text,
            "\n[Optimization]\nLevel = {level}\nSizeOptimization = {size}\nSpeedOptimization = \
             {speed}\n\n[Memory]\nModel = {}\nAlignment = {alignment}\nStackGrowth = \
             Down\nEndianness = {}\n",
            self.effective("Model"),
            self.effective("Endianness"),
        );
        let abi = self.effective("ABI");
        if abi != NONE {
            _ = write!(text, "\n[ABI]\nName = {abi}\n");
        }
        let format = self.effective("OutputFormat");
        if format != NONE {
            _ = write!(text, "\n[Linker]\nOutputFormat = {format}\n");
        }
        let file_name = format!("{}-{mode}.coilcfg", name.to_ascii_lowercase());
        let group = |title: &str, fields| FieldGroup {
            title: title.to_owned(),
            note: String::new(),
            fields,
        };
        let groups = vec![group("Target", self.target), group("Code", self.rest)];
        Wizard { groups, text, file_name }
    }
}

fn field(
    key: &str,
    help: &str,
    kind: FieldKind,
    written: Option<String>,
    effective: String,
) -> Field {
    Field {
        key: key.to_owned(),
        label: key.to_owned(),
        kind,
        written,
        effective,
        origin: Origin::default_value(),
        range: None,
        help: help.to_owned(),
        inert: None,
        problem: None,
    }
}

/// The words of a key of the document.
fn words(section: &str, key: &str) -> Vec<Choice> {
    match schema::section(section).and_then(|it| it.key(key)).map(|it| it.value) {
        Some(schema::ValueType::Word(words)) => {
            words.iter().map(|&(it, help)| form::choice(it, help)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Document, Input, coil_target};

    fn field<'w>(wizard: &'w Wizard, key: &str) -> &'w Field {
        wizard.groups.iter().flat_map(|it| &it.fields).find(|it| it.key == key).unwrap()
    }

    fn choices<'w>(wizard: &'w Wizard, key: &str) -> Vec<&'w str> {
        match &field(wizard, key).kind {
            FieldKind::Choice { choices } | FieldKind::List { choices } => {
                choices.iter().map(|it| it.value.as_str()).collect()
            }
            it => panic!("{it:?}"),
        }
    }

    #[track_caller]
    fn check_valid(wizard: &Wizard) {
        let file = coil_target::parse(&Input::alone(&wizard.file_name, &wizard.text));
        assert_eq!(file.diagnostics(), [], "{}", wizard.text);
    }

    #[test]
    fn every_way_ends_in_a_valid_file() {
        let mut n_files = 0;
        for unit in choices(&wizard(&[]), "PU") {
            let mut answers = vec![("PU".to_owned(), unit.to_owned())];
            for architecture in choices(&wizard(&answers), "Architecture") {
                answers.truncate(1);
                answers.push(("Architecture".to_owned(), architecture.to_owned()));
                for mode in choices(&wizard(&answers), "Mode") {
                    answers.truncate(2);
                    answers.push(("Mode".to_owned(), mode.to_owned()));
                    for key in ["ABI", "Endianness", "Model", "OutputFormat", "Goal"] {
                        for word in choices(&wizard(&answers), key) {
                            let answer = (key.to_owned(), word.to_owned());
                            check_valid(&wizard(&[answers.as_slice(), &[answer]].concat()));
                            n_files += 1;
                        }
                    }
                    let features = choices(&wizard(&answers), "Features").join(",");
                    let answer = ("Features".to_owned(), features);
                    check_valid(&wizard(&[answers.as_slice(), &[answer]].concat()));
                }
            }
        }
        assert!(n_files > 500, "{n_files}");
    }

    #[test]
    fn answers_that_no_longer_fit_are_left_out() {
        let answers = [("PU", "GPU"), ("Architecture", "x86"), ("Mode", "16"), ("Features", "AVX")];
        let answers = answers.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let wizard = wizard(&answers);
        assert_eq!(field(&wizard, "PU").written.as_deref(), Some("GPU"));
        for key in ["Architecture", "Mode", "Features"] {
            assert_eq!(field(&wizard, key).written, None, "{key}");
        }
        check_valid(&wizard);
    }
}
