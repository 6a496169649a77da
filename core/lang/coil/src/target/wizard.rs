//! A new target by questions: each choice narrows the next, and the text is always valid.

use std::fmt::Write as _;

use super::diagnostics::values::{LIBRARY_FORM, MACRO_FORM, SYMBOL_FORM};
use super::schema::ListRule;
use super::schema::{self, UNITS};
use super::tables::{Architecture, tables};
use super::target_section::{Known, Target};
use super::value::{self, Quoting};
use super::{choices, resolve};
use bobbin_core::diagnostics::Severity;
use bobbin_core::view::{
    Choice, Field, FieldGroup, FieldKind, FieldProblem, Origin, OriginKind, Wizard, WrittenList,
};

/// The goals of an optimization: the word, its meaning, and the values of the section.
const GOALS: &[(&str, &str, [&str; 3])] = &[
    ("balanced", "the default configuration", ["1", "false", "true"]),
    ("speed", "the fastest code", ["3", "false", "true"]),
    ("size", "the smallest code", ["2", "true", "false"]),
    ("debugging", "code that follows the source", ["0", "false", "false"]),
];

/// The answer that leaves a section or key out.
const NONE: &str = "none";

/// Returns the questions that lead to a new target, and the text that `answers` make.
///
/// Processing unit, architecture and mode follow each other; features, byte order and ABI follow
/// the three. What is not answered, or no longer fits, is chosen by the tables: their first
/// architecture for the unit, its widest mode up to 64 bits, its usual byte order and alignment.
#[must_use]
pub fn wizard(answers: &[(String, String)]) -> Wizard {
    let mut dialogue = Dialogue { answers, asked: vec![("Target", Vec::new())] };
    let units: Vec<Choice> = UNITS.iter().map(|&(it, help)| choices::choice(it, help)).collect();
    let unit = dialogue.choose("PU", "What kind of unit runs the code.", units, "CPU");
    let known: Vec<&Architecture> = tables().of_unit(&unit).collect();
    let usual = if unit == "CPU" { "x86" } else { known.first().map_or("", |it| it.name) };
    let choices = known.iter().map(|it| choices::choice(it.name, &choices::architecture_help(it)));
    let help = "The architecture of the unit.";
    let name = dialogue.choose("Architecture", help, choices.collect(), usual);
    let Some(architecture) = known.iter().find(|it| it.name == name).copied() else {
        return Wizard { groups: Vec::new(), text: String::new(), file_name: String::new() };
    };
    let modes: Vec<Choice> =
        architecture.modes.iter().map(|it| choices::choice(&it.to_string(), "")).collect();
    let widest = architecture.modes.iter().filter(|&&it| it <= 64).max();
    let widest = widest.or(architecture.modes.first()).map(ToString::to_string);
    let mode = dialogue.choose("Mode", "Its width in bits.", modes, &widest.unwrap_or_default());
    let target = Target {
        unit: UNITS.iter().map(|it| it.0).find(|it| *it == unit),
        architecture: Some(Known::Tables(architecture)),
        mode: mode.parse().ok(),
    };
    let features = dialogue.features(&target);
    dialogue.group("Code");
    dialogue.code(architecture, &target);
    dialogue.group("Extensions");
    dialogue.extensions(architecture, &target, &features);
    dialogue.group("Building");
    dialogue.build();
    dialogue.finish(architecture, &target, features)
}

struct Dialogue<'a> {
    answers: &'a [(String, String)],
    /// The questions so far, in groups.
    asked: Vec<(&'static str, Vec<Field>)>,
}

impl<'a> Dialogue<'a> {
    /// Starts a new group for the next questions.
    fn group(&mut self, title: &'static str) {
        self.asked.push((title, Vec::new()));
    }

    fn ask(&mut self, field: Field) {
        if let Some((_, fields)) = self.asked.last_mut() {
            fields.push(field);
        }
    }

    fn answer(&self, key: &str) -> Option<&'a str> {
        let found = self.answers.iter().rfind(|it| it.0 == key);
        found.map(|it| it.1.trim()).filter(|it| !it.is_empty())
    }

    /// Asks for one of `choices` and says what counts.
    fn choose(&mut self, key: &str, help: &str, choices: Vec<Choice>, usual: &str) -> String {
        let answer = self.answer(key).filter(|it| choices.iter().any(|choice| choice.value == *it));
        let written = answer.map(str::to_owned);
        let effective = written.clone().unwrap_or_else(|| usual.to_owned());
        let kind = FieldKind::Choice { choices };
        self.ask(field(key, help, kind, written, effective.clone()));
        effective
    }

    /// Returns the features that were chosen and that the target has.
    fn features(&mut self, target: &Target) -> Vec<String> {
        let choices = choices::items(ListRule::Features, target);
        let mut chosen: Vec<String> = Vec::new();
        for it in self.answer("Features").unwrap_or_default().split(',').map(str::trim) {
            let known = choices.iter().find(|choice| choice.value.eq_ignore_ascii_case(it));
            if let Some(known) = known.filter(|it| !chosen.contains(&it.value)) {
                chosen.push(known.value.clone());
            }
        }
        let effective = chosen.join(", ");
        let written = Some(effective.clone()).filter(|it| !it.is_empty());
        let help = "Features of the architecture that may be used.";
        let kind = FieldKind::List { choices };
        self.ask(Field {
            list: Some(WrittenList::of(value::parts(&effective))),
            ..field("Features", help, kind, written, effective)
        });
        chosen
    }

    fn code(&mut self, architecture: &Architecture, target: &Target) {
        let goals = GOALS.iter().map(|&(it, help, _)| choices::choice(it, help)).collect();
        self.choose("Goal", "What to optimize the code for.", goals, "balanced");
        self.choose("Model", "The memory protection model.", words("Memory", "Model"), "Protected");
        let orders: Vec<Choice> =
            architecture.endianness.iter().map(|it| choices::choice(it, "")).collect();
        let usual = architecture.endianness.first().copied().unwrap_or("Little");
        self.choose("Endianness", "The byte order.", orders, usual);
        let mut abis = vec![choices::choice(NONE, "no section [ABI]")];
        for it in choices::abis(target) {
            // `Custom` says that a name of one's own follows, which the dialogue does not ask for.
            if it.value != "Custom" && abis.iter().all(|other| other.value != it.value) {
                abis.push(it);
            }
        }
        self.choose("ABI", "How functions are called.", abis, NONE);
    }

    /// Asks for the content of `[Extensions]`.
    fn extensions(&mut self, architecture: &Architecture, target: &Target, features: &[String]) {
        let mut extensions = vec![choices::choice(NONE, "no SIMD extension")];
        let is_offered = |name: &str| match architecture.feature(name) {
            Some(it) => {
                target.mode.is_none_or(|mode| it.modes.is_empty() || it.modes.contains(&mode))
            }
            // It cannot be added to the features, which must imply it.
            None => features.is_empty() || architecture.imply(features, name),
        };
        let known = architecture.simd.iter().filter(|it| is_offered(it));
        extensions.extend(known.map(|it| choices::choice(it, "")));
        self.choose("SIMD", "The SIMD extension to use.", extensions, NONE);
        let crypto = architecture.crypto.iter().map(|it| choices::choice(it, "")).collect();
        let why = "the architecture has no such extension";
        self.list("Crypto", "Cryptographic extensions to use.", crypto, why, |it| {
            architecture.crypto.iter().any(|known| known.eq_ignore_ascii_case(it))
        });
        self.toggle("AtomicOperations", "Whether atomic operations are used.");
        if target.unit == Some("GPU") {
            self.toggle("SharedMemory", "Whether shared memory is used.");
        }
    }

    /// Asks for the content of `[Preprocessor]` and `[Linker]`.
    fn build(&mut self) {
        let macro_of = |it: &str| value::is_macro(it.split('=').next().unwrap_or_default());
        self.list("Define", "Macros: `NAME` or `NAME=VALUE`.", Vec::new(), MACRO_FORM, macro_of);
        let why = "a path is not empty and has no control characters";
        self.list("Include", "Folders of headers.", Vec::new(), why, value::is_path);
        let libraries = "Libraries to link with.";
        self.list("Libraries", libraries, Vec::new(), LIBRARY_FORM, value::is_library);
        let start = "The symbol where the program starts.";
        self.text("EntryPoint", start, SYMBOL_FORM, value::is_symbol);
        let mut formats = vec![choices::choice(NONE, "left to the linker")];
        formats.extend(words("Linker", "OutputFormat"));
        self.choose("OutputFormat", "The format of the linked file.", formats, NONE);
    }

    /// Asks for items; those that will not do, and repeated ones, are left out and named, with `why`.
    fn list(
        &mut self,
        key: &str,
        help: &str,
        choices: Vec<Choice>,
        why: &str,
        is_right: impl Fn(&str) -> bool,
    ) {
        let quoting = if key == "Define" { Quoting::AfterName } else { Quoting::Whole };
        let answer = self.answer(key).unwrap_or_default();
        let mut chosen: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut problem = None;
        let is_sound = value::quote_fault(answer, quoting).is_none();
        for it in value::items(answer, quoting).iter().filter(|it| !it.is_empty()) {
            // What makes two items the same.
            let name = match key {
                "Define" => it.text.split('=').next().unwrap_or_default().to_owned(),
                "Crypto" => it.text.to_ascii_lowercase(),
                _ => it.text.clone().into_owned(),
            };
            if !is_sound || !is_right(&it.text) {
                let why = if is_sound { why } else { "quotes go around a whole item" };
                problem = Some(left_out(it.raw, why));
            } else if !names.contains(&name) {
                names.push(name);
                chosen.push(value::quoted_item(it.raw));
            }
        }
        let effective = chosen.join(", ");
        let written = Some(effective.clone()).filter(|it| !it.is_empty());
        let kind = FieldKind::List { choices };
        let list = Some(WrittenList::of(value::parts(&effective)));
        self.ask(Field { problem, list, ..field(key, help, kind, written, effective) });
    }

    /// Asks for one word; one that will not do stays in the answer, and is left out of the text.
    fn text(&mut self, key: &str, help: &str, why: &str, is_right: impl Fn(&str) -> bool) {
        let answer = self.answer(key);
        let right = answer.filter(|it| is_right(it));
        let wrong = answer.filter(|_| right.is_none());
        let problem = wrong.map(|it| left_out(it, why));
        let (written, effective) =
            (answer.map(str::to_owned), right.unwrap_or_default().to_owned());
        self.ask(Field { problem, ..field(key, help, FieldKind::Text, written, effective) });
    }

    fn toggle(&mut self, key: &str, help: &str) {
        let kind = FieldKind::Toggle { on: "true".to_owned(), off: "false".to_owned() };
        let written = self.answer(key).and_then(resolve::toggle).map(str::to_owned);
        let effective = written.clone().unwrap_or_else(|| "false".to_owned());
        self.ask(field(key, help, kind, written, effective));
    }

    fn finish(self, architecture: &Architecture, target: &Target, features: Vec<String>) -> Wizard {
        let (name, mode) = (architecture.name, target.mode.unwrap_or_default());
        let groups = self.asked.into_iter();
        let groups = groups.map(|(title, fields)| FieldGroup::new(title, "", fields));
        let groups: Vec<FieldGroup> = groups.collect();
        let of = |key: &str| {
            let fields = groups.iter().flat_map(|it| &it.fields);
            let found = fields.filter(|it| it.key == key).map(|it| it.effective.as_str()).next();
            found.filter(|&it| it != NONE && !it.is_empty())
        };
        let mut text = format!("# Code for {name}, {mode} bits.\n");
        let goal = GOALS.iter().find(|it| Some(it.0) == of("Goal"));
        let [level, size, speed] = goal.map_or(["1", "false", "true"], |it| it.2);
        let simd = of("SIMD");
        let mut features = features;
        // What is used must be among the features, if any are given.
        if let Some(simd) =
            simd.filter(|it| !features.is_empty() && !architecture.imply(&features, it))
        {
            features.push(simd.to_owned());
        }
        let (features, bits) = (features.join(", "), mode.to_string());
        let alignment = architecture.alignment(mode).unwrap_or(16).to_string();
        section(
            &mut text,
            "Target",
            &[
                ("PU", of("PU")),
                ("Architecture", Some(name)),
                ("Mode", Some(&bits)),
                ("Features", Some(features.as_str()).filter(|it| !it.is_empty())),
            ],
        );
        section(
            &mut text,
            "Optimization",
            &[
                ("Level", Some(level)),
                ("SizeOptimization", Some(size)),
                ("SpeedOptimization", Some(speed)),
            ],
        );
        section(
            &mut text,
            "Memory",
            &[
                ("Model", of("Model")),
                ("Alignment", Some(&alignment)),
                ("StackGrowth", Some("Down")),
                ("Endianness", of("Endianness")),
            ],
        );
        let fitting = tables().abis.iter().filter(|it| it.fits(architecture, mode));
        if let Some(abi) = of("ABI").and_then(|name| fitting.into_iter().find(|it| it.name == name))
        {
            let list = |names: &Option<Vec<&str>>| {
                names.as_ref().filter(|it| !it.is_empty()).map(|it| it.join(", "))
            };
            let (parameters, returns) = (list(&abi.parameters), list(&abi.returns));
            let alignment = abi.stack_alignment.map(|it| it.to_string());
            let red_zone = abi.red_zone.map(|it| it.to_string());
            section(
                &mut text,
                "ABI",
                &[
                    ("Name", Some(abi.name)),
                    ("ParameterRegisters", parameters.as_deref()),
                    ("ReturnRegisters", returns.as_deref()),
                    ("StackAlignment", alignment.as_deref()),
                    ("RedZoneSize", red_zone.as_deref()),
                ],
            );
        }
        let is_on = |key: &'static str| (key, of(key).filter(|it| *it == "true"));
        let plain = |key: &'static str| (key, of(key));
        section(
            &mut text,
            "Extensions",
            &[("SIMD", simd), plain("Crypto"), is_on("AtomicOperations"), is_on("SharedMemory")],
        );
        section(&mut text, "Preprocessor", &[plain("Define"), plain("Include")]);
        let linker = ["Libraries", "EntryPoint", "OutputFormat"].map(plain);
        section(&mut text, "Linker", &linker);
        let file_name = format!("{}-{mode}.coilcfg", name.to_ascii_lowercase());
        Wizard { groups, text, file_name }
    }
}

/// Writes a section with the keys that have a value; none if no key has one.
fn section(text: &mut String, name: &str, pairs: &[(&str, Option<&str>)]) {
    let mut written = pairs.iter().filter_map(|(key, value)| Some((key, (*value)?))).peekable();
    if written.peek().is_none() {
        return;
    }
    _ = write!(text, "\n[{name}]\n");
    for (key, value) in written {
        _ = writeln!(text, "{key} = {value}");
    }
}

fn field(
    key: &str,
    help: &str,
    kind: FieldKind,
    written: Option<String>,
    effective: String,
) -> Field {
    // An answer that counts is no default.
    let is_answered = written.as_ref() == Some(&effective);
    let origin = if is_answered { OriginKind::Written } else { OriginKind::Default };
    Field {
        key: key.to_owned(),
        label: key.to_owned(),
        kind,
        written,
        list: None,
        effective,
        origin: Origin { kind: origin, ..Origin::default_value() },
        range: None,
        help: help.to_owned(),
        inert: None,
        problem: None,
        is_kept: false,
    }
}

/// Returns the problem of an answer, or of a part of one, that does not get into the text.
fn left_out(answer: &str, why: &str) -> FieldProblem {
    let message = format!("`{answer}` is left out: {why}");
    FieldProblem { message, severity: Severity::Error }
}

/// Returns the words of a key of the document.
fn words(section: &str, key: &str) -> Vec<Choice> {
    match schema::section(section).and_then(|it| it.key(key)).map(|it| it.value) {
        Some(schema::ValueType::Word(words)) => {
            words.iter().map(|&(it, help)| choices::choice(it, help)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
