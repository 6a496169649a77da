//! Laws of the edits of whole sections of a trace configuration, on every corpus file: each one
//! makes the sections it says and no others, keeps every line that is not part of what it takes
//! away, and is taken back by its inverse.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::cell::Cell;

use bobbin_core::edit::{Command, ItemPath, UnitRange};
use bobbin_core::text::slice;
use bobbin_core::{Document as _, Input};
use bobbin_pinsight::punits::PunitSet;
use bobbin_pinsight::reading::{PairResult, Subject};
use bobbin_pinsight::tables::{Domain, Kind};
use bobbin_pinsight::{Dialect, File, parse, parse_as};

use bobbin_testing::{Random, corpus};

/// Files with more sections than this are tried at some of them only.
const MOST_SECTIONS: usize = 10;

/// Texts with lists of units that can be told apart.
const PAINTED: [&str; 2] = [
    "[OpenMP.default]\nOpenMP.thread = 0-9\n[MPI.default]\nMPI.rank = 0-5\n\
     [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0,2)\nomp_work = off\n\
     [MPI.rank(1)] : MPI.default\n[Lexgion(0x10)] : : MPI.rank(0-3)\n[OpenMP.team(1)]\n",
    "[OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]\n[MPI.rank(0), OpenMP.thread(2)]\n\
     [Lexgion(0x10): OpenMP.default]\n",
];

/// A section as the program takes it: its header, and its lines as key and value.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Read {
    header: String,
    target: String,
    pairs: Vec<(String, String)>,
}

/// A text with what the program takes from it.
struct Text {
    text: String,
    file: File,
    /// The lines in front of the first section, and the sections.
    before: Vec<(String, String)>,
    sections: Vec<Read>,
}

impl Text {
    /// Reads a text in the dialect of another, if there is one.
    fn new(text: &str, dialect: Option<Dialect>) -> Text {
        let input = Input::alone("text", text);
        let file = dialect.map_or_else(|| parse(&input), |it| parse_as(&input, Some(it)));
        let layout = file.layout();
        let words = |it| slice(text, it).to_owned();
        let pairs: Vec<(String, String)> =
            layout.pairs.iter().map(|it| (words(it.key), words(it.value))).collect();
        let sections = layout.sections.iter().map(|it| Read {
            header: words(it.header.range),
            target: words(it.header.target_range),
            pairs: pairs[it.pairs.clone()].to_vec(),
        });
        let sections = sections.collect();
        let n_before = layout.sections.first().map_or(pairs.len(), |it| it.pairs.start);
        Text { text: text.to_owned(), before: pairs[..n_before].to_vec(), sections, file }
    }

    fn item(&self, section: usize) -> ItemPath {
        let start = self.file.layout().sections[section].header.range.start();
        self.file.item_at(start).unwrap()
    }

    /// Returns the text after a command, or the reason why it is refused.
    fn after(&self, command: &Command) -> Result<Text, String> {
        let change = self.file.plan(command).map_err(|it| {
            assert!(!it.reason.is_empty());
            it.reason
        })?;
        let edit = &change.edits["text"];
        let new = edit.apply(&self.text);
        assert_eq!(edit.invert(&self.text).apply(&new), self.text, "{command:?}");
        Ok(Text::new(&new, Some(self.file.layout().dialect.reading())))
    }

    /// Returns the lines that say something, sorted, without blanks around them.
    fn lines(&self) -> Vec<String> {
        let lines = self.text.lines().map(|it| it.trim().to_owned());
        let mut lines: Vec<String> = lines.filter(|it| !it.is_empty()).collect();
        lines.sort();
        lines
    }

    /// Returns some of the sections, all of them if they are few.
    fn some_sections(&self, random: &mut Random) -> Vec<usize> {
        let n = self.sections.len();
        if n <= MOST_SECTIONS {
            return (0..n).collect();
        }
        (0..MOST_SECTIONS).map(|_| random.below(n)).collect()
    }

    /// Returns true if a line is one that the program reads in pieces: edits of whole lines refuse
    /// there.
    fn has_long_line(&self) -> bool {
        self.text.lines().any(|it| it.len() >= 1023)
    }
}

/// Runs a check on every corpus file, and on each with a mistake behind it.
fn on_every_text(check: impl Fn(&str, &Text, &mut Random) -> usize) -> usize {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut n_planned = 0;
    for (name, text) in corpus(&bobbin_pinsight::INFO) {
        let broken = format!("{}\n%%% ?\n", text.trim_end_matches('\n'));
        for text in [text.as_str(), &broken, text.trim_end(), &text.replace('\n', "\r\n")] {
            n_planned += check(&name, &Text::new(text, None), &mut random);
        }
    }
    for text in PAINTED {
        n_planned += check("small", &Text::new(text, None), &mut random);
    }
    n_planned
}

#[track_caller]
fn check_after(name: &str, command: &Command, before: &Text, after: &Text, expected: &[Read]) {
    let context = || format!("{name}: {command:?}\n{}\n--- after\n{}", before.text, after.text);
    assert_eq!(after.sections, expected, "{}", context());
    assert_eq!(after.before, before.before, "{}", context());
}

/// Returns the lines of `all` without those of `some`, one for one.
fn without(all: &[String], some: &[String]) -> Vec<String> {
    let mut rest = all.to_vec();
    for line in some {
        if let Some(at) = rest.iter().position(|it| it == line) {
            rest.remove(at);
        }
    }
    rest
}

#[test]
fn removing_takes_one_section_away() {
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        for idx in text.some_sections(random) {
            let command = Command::Remove { item: text.item(idx) };
            let Ok(after) = text.after(&command) else { continue };
            let mut expected = text.sections.clone();
            let gone = expected.remove(idx);
            check_after(name, &command, text, &after, &expected);
            // What is gone is the section and the comments it owns.
            for line in without(&text.lines(), &after.lines()) {
                let is_pair = gone.pairs.iter().any(|(key, value)| {
                    line.starts_with(key.as_str()) && line.ends_with(value.as_str())
                });
                // Behind a long line stand pieces of it, which go with it.
                let is_own =
                    line == gone.header || is_pair || line.starts_with('#') || line.len() >= 1023;
                let is_inside =
                    text.file.layout().junk.iter().any(|&it| slice(&text.text, it) == line);
                assert!(is_own || is_inside, "{name}: {line:?} is gone\n{}", text.text);
            }
            assert!(without(&after.lines(), &text.lines()).is_empty(), "{name}: {command:?}");
            n_planned += 1;
        }
        n_planned
    });
    assert!(n > 500, "{n}");
}

#[test]
fn moving_changes_the_order_alone() {
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        let sections = text.some_sections(random);
        for &idx in &sections {
            for _ in 0..4 {
                let to = random.below(text.sections.len() + 1);
                let before = (to < text.sections.len()).then(|| text.item(to));
                let command = Command::Move { item: text.item(idx), before };
                let Ok(after) = text.after(&command) else { continue };
                let mut expected = text.sections.clone();
                let moved = expected.remove(idx);
                expected.insert(if to > idx { to - 1 } else { to }, moved);
                check_after(name, &command, text, &after, &expected);
                assert_eq!(after.lines(), text.lines(), "{name}: {command:?}\n{}", text.text);
                n_planned += 1;
            }
        }
        n_planned
    });
    assert!(n > 1000, "{n}");
}

/// The copies and new sections that the form offers, and names that it does not.
#[test]
fn adding_and_duplicating_add_one_section() {
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        for idx in text.some_sections(random) {
            let actions = text.file.form(&text.item(idx)).unwrap().actions;
            for action in actions {
                let mut names = action.names.clone();
                names.push("CUDA.device(1, 3-4)".to_owned());
                names.push("Lexgion(0xfeed)".to_owned());
                for target in names {
                    let values = [("k".to_owned(), "1".to_owned())];
                    let command = match action.command.clone() {
                        Command::AddItem { kind, .. } => {
                            let values = values[..random.below(2)].to_vec();
                            Command::AddItem { kind, name: target.clone(), values }
                        }
                        Command::Duplicate { item, .. } => {
                            Command::Duplicate { item, name: target.clone() }
                        }
                        _ => continue,
                    };
                    let Ok(after) = text.after(&command) else {
                        assert!(
                            !action.names.contains(&target) || text.has_long_line(),
                            "{name}: {command:?} is offered and refused\n{}",
                            text.text
                        );
                        continue;
                    };
                    // The new one is the only one that the text did not have, wherever it stands.
                    let at = (0..after.sections.len())
                        .find(|&it| text.sections.get(it) != after.sections.get(it))
                        .unwrap();
                    let new = after.sections[at].clone();
                    let mut expected = text.sections.clone();
                    expected.insert(at, new.clone());
                    check_after(name, &command, text, &after, &expected);
                    assert_eq!(new.target, target, "{name}: {command:?}");
                    match &command {
                        Command::AddItem { values, .. } => assert_eq!(new.pairs, *values),
                        _ => {
                            assert_eq!(at, idx + 1, "{name}: {command:?}");
                            assert_eq!(new.pairs, text.sections[idx].pairs);
                            let old = &text.sections[idx];
                            assert_eq!(new.header, old.header.replacen(&old.target, &target, 1));
                        }
                    }
                    assert!(
                        without(&text.lines(), &after.lines()).is_empty(),
                        "{name}: {command:?}"
                    );
                    n_planned += 1;
                }
            }
        }
        n_planned
    });
    assert!(n > 2000, "{n}");
}

/// Triple, events, window, mode and scope: the line has the value that was asked for, the program
/// takes it as it is meant, and no other line changes.
#[test]
fn setting_a_value_changes_one_line() {
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        for idx in text.some_sections(random) {
            let result = text.file.log().sections.get(idx).filter(|it| it.takes_body);
            let values: &[(&str, &str)] = match result.map(|it| &it.subject) {
                Some(Subject::Domain(_)) => &[
                    ("trace_mode", "MONITORING"),
                    ("OpenMP.thread", "(0-7)"),
                    ("omp_work", "off"),
                    ("MPI_Send", "on"),
                ],
                Some(Subject::Punit(..)) => &[("omp_work", "on"), ("MPI_Send", "off")],
                Some(
                    Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..),
                ) => &[
                    ("trace_starts_at", "7"),
                    ("max_num_traces", "-1"),
                    ("tracing_rate", "12"),
                    ("OpenMP.omp_work", "off"),
                    ("MPI.MPI_Recv", "on"),
                    ("window_end_action", "OpenMP:OFF, MPI:STANDBY"),
                    ("window_end_trigger", "all"),
                    ("window_timeout", "30"),
                ],
                _ => continue,
            };
            for &(key, value) in values {
                let item = text.item(idx);
                let set = Command::SetValue { item, key: key.to_owned(), value: value.to_owned() };
                let Ok(after) = text.after(&set) else { continue };
                let mut expected = text.sections.clone();
                let pairs = &mut expected[idx].pairs;
                match pairs.iter_mut().rfind(|it| it.0 == key) {
                    Some(it) => value.clone_into(&mut it.1),
                    None => pairs.push((key.to_owned(), value.to_owned())),
                }
                check_after(name, &set, text, &after, &expected);
                let section = &after.file.layout().sections[idx];
                let pair = after
                    .file
                    .layout()
                    .pairs_of(section)
                    .rfind(|(_, it)| slice(&after.text, it.key) == key);
                let result = after.file.log().pairs[pair.unwrap().0];
                let foreign = [
                    PairResult::UnknownKey,
                    PairResult::NotScope,
                    PairResult::UnknownDomain,
                    PairResult::UnknownEvent,
                ];
                let meant = match value {
                    "on" => PairResult::On,
                    "off" => PairResult::Off,
                    _ => PairResult::Applied,
                };
                assert!(
                    result == meant || foreign.contains(&result),
                    "{name}: {set:?} is {result:?}\n{}",
                    after.text
                );
                let unset = Command::Unset { item: after.item(idx), key: key.to_owned() };
                let gone = after.after(&unset).unwrap();
                expected[idx].pairs.retain(|it| it.0 != key);
                check_after(name, &unset, &after, &gone, &expected);
                n_planned += 1;
            }
        }
        n_planned
    });
    assert!(n > 1000, "{n}");
}

/// Parents and constraints: the header has the part that was asked for, and keeps the others.
#[test]
fn header_parts_change_alone() {
    let parts = [
        ("=inheritance", "OpenMP.default"),
        ("=inheritance", "OpenMP.default, MPI.default"),
        ("=inheritance", ""),
        ("=constraints", "MPI.rank(0-3, 8)"),
        ("=constraints", "MPI.rank(1), CUDA.device(0)"),
        ("=constraints", ""),
    ];
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        for idx in text.some_sections(random) {
            for (key, value) in parts {
                let command = Command::SetValue {
                    item: text.item(idx),
                    key: key.to_owned(),
                    value: value.to_owned(),
                };
                let Ok(after) = text.after(&command) else { continue };
                let (old, new) = (
                    &text.file.layout().sections[idx].header,
                    &after.file.layout().sections[idx].header,
                );
                let part = |text: &Text, it: Option<_>| {
                    it.map(|it| slice(&text.text, it).to_owned()).unwrap_or_default()
                };
                // A comment moves above.
                let is_current = old.dialect == Dialect::Current;
                let written = |it: String| match it.split_once('#') {
                    Some((before, _)) if is_current && it.contains(" #") => {
                        before.trim().to_owned()
                    }
                    _ => it,
                };
                let mut expected = [old.inherit, old.constraints].map(|it| written(part(text, it)));
                expected[usize::from(key == "=constraints")] = value.to_owned();
                let actual = [part(&after, new.inherit), part(&after, new.constraints)];
                assert_eq!(actual, expected, "{name}: {command:?}\n{}", after.text);
                // No comment behind a header is lost.
                let header = &text.sections[idx].header;
                let note = header.find(']').and_then(|at| Some((at, header[at..].find(" #")?)));
                if let Some((bracket, at)) = note.filter(|_| is_current) {
                    let note = &header[bracket + at + 1..];
                    assert!(after.text.contains(note), "{name}: {command:?}\n{}", after.text);
                }
                let mut sections = text.sections.clone();
                sections[idx].header.clone_from(&after.sections[idx].header);
                check_after(name, &command, text, &after, &sections);
                n_planned += 1;
            }
        }
        n_planned
    });
    assert!(n > 500, "{n}");
}

/// Returns true if one of some entries is for a thread and a rank; other units are not looked at.
fn is_for(file: &File, punits: &[PunitSet], thread: i64, rank: i64) -> bool {
    let has = |it: &PunitSet, kind: Kind, id: i64| {
        let (low, high) = file.state().scope(kind).value;
        let is_met = i64::from(low) <= id && id <= i64::from(high);
        is_met && it.get(kind).is_none_or(|it| it.contains(id))
    };
    let thread_kind = Domain::OpenMp.kind("thread").unwrap();
    let rank_kind = Domain::Mpi.kind("rank").unwrap();
    punits.iter().any(|it| has(it, thread_kind, thread) && has(it, rank_kind, rank))
}

/// Returns the units a section is for, with the copies that painting adds: the entries of the
/// section and of the `n` behind it.
fn meant(file: &File, section: usize, n: usize) -> Vec<PunitSet> {
    let subjects = file.log().sections.iter().skip(section).take(n + 1).map(|it| &it.subject);
    let mut res = Vec::new();
    for subject in subjects {
        match *subject {
            Subject::Punit(domain, number) => {
                let entries = &file.state().domain(domain).punits;
                res.extend(
                    entries.iter().find(|it| it.number == number).map(|it| it.punits.clone()),
                );
            }
            Subject::Regions(start, _) => {
                let region = file.log().regions[start] as usize;
                let config = &file.state().regions[region].config;
                res.push(if config.armed { config.punits.clone() } else { PunitSet::default() });
            }
            _ => (),
        }
    }
    res
}

/// A stroke means what was painted, no cell more and none less, on every text.
#[test]
fn painting_means_what_was_painted() {
    let n_split = Cell::new(0);
    let n = on_every_text(|name, text, random| {
        let mut n_planned = 0;
        for section in text.some_sections(random) {
            for _ in 0..24 {
                let mut range = |axis: &str| {
                    let (a, b) = (random.below(9) as u32, random.below(9) as u32);
                    UnitRange { axis: axis.to_owned(), low: a.min(b), high: a.max(b) }
                };
                let units = vec![range("OpenMP.thread"), range("MPI.rank")];
                let is_on = random.below(2) == 0;
                let item = text.item(section);
                let command = Command::Paint { item, is_on, units: units.clone() };
                let Ok(after) = text.after(&command) else { continue };
                let n = after.sections.len() - text.sections.len();
                let (old, now) = (meant(&text.file, section, 0), meant(&after.file, section, n));
                if old.is_empty() {
                    continue;
                }
                n_planned += 1;
                n_split.set(n_split.get() + usize::from(n > 0));
                for (thread, rank) in (0..12).flat_map(|it| (0..12).map(move |rank| (it, rank))) {
                    let holds =
                        |it: &UnitRange, id: i64| (it.low.into()..=it.high.into()).contains(&id);
                    let is_painted = holds(&units[0], thread) && holds(&units[1], rank);
                    let was = is_for(&text.file, &old, thread, rank);
                    let expected = if is_painted { is_on } else { was };
                    let cell = is_for(&after.file, &now, thread, rank);
                    let context = || {
                        format!(
                            "{name}: {thread} {rank} {command:?}\n{}\n---\n{}",
                            text.text, after.text
                        )
                    };
                    assert_eq!(cell, expected, "{}", context());
                }
                let mut others = after.sections.clone();
                others.drain(section..=section + n);
                let mut expected = text.sections.clone();
                expected.remove(section);
                assert_eq!(others, expected, "{name}: {command:?}");
            }
        }
        n_planned
    });
    println!("painting: {n} strokes, {} of them split a section", n_split.get());
    assert!(n > 500 && n_split.get() > 100, "{n} {}", n_split.get());
}
