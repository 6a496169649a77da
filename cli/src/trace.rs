//! `bobbin trace`: what a trace configuration decides, about one unit or about all.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::nearest;
use bobbin_core::text::Placed as _;
use bobbin_core::view::{Control, Coverage, Explanation, FieldKind, Verdict, ViewQuery};
use bobbin_languages::LanguageId;
use bobbin_protocol as protocol;
use bobbin_server::convert::Texts;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::arguments::{Reading, pair};
use crate::convert;
use crate::host;
use crate::json::json as as_json;
use crate::load::{load, write};
use crate::report;
use crate::resolve::columns;
use crate::say::escaped;

/// The words of `bobbin trace`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say whether an event is traced on a unit, and why
    Decide(Question),
    /// Count the units on which an event is traced, by the section that decides
    Coverage(Question),
    /// Convert a configuration to another format
    Convert(convert::Arguments),
}

/// What is asked; what is left out is chosen so that the answer tells most.
#[derive(Debug, Args)]
struct Question {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The domain, such as OpenMP; without it that of the event
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    /// The event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The region that the event is in, as a section names it or in another spelling of it; empty is
    /// one without a section
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// A unit that is asked about, such as MPI.rank=3; may be given several times
    #[arg(long = "unit", value_name = "KIND=ID", value_parser = pair)]
    units: Vec<(String, String)>,
    /// The number of the invocation, from 0
    #[arg(long, value_name = "N")]
    invocation: Option<u64>,
    /// Whose reading of the text counts: effective is what the program does, intended what its
    /// documents say, and today, of a text in the seed dialect, what today's program does
    #[arg(long = "reading", value_name = "NAME")]
    reading_by: Option<String>,
    /// The kind of units along the map
    #[arg(long, value_name = "KIND")]
    x: Option<String>,
    /// The other kind of units of the map
    #[arg(long, value_name = "KIND")]
    y: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    match &arguments.command {
        Command::Decide(it) => {
            let data = |map: &protocol::Coverage| json!({ "settings": settings_of(map), "explanations": map.explanations });
            answer(it, |snapshot, map| decided(it, snapshot, map), data)
        }
        Command::Coverage(it) => {
            let data = |map: &protocol::Coverage| {
                json!({
                    "settings": settings_of(map), "x": map.x, "y": map.y,
                    "deciders": map.deciders, "notes": map.notes,
                })
            };
            answer(it, |_, map| Ok((counted(map), true)), data)
        }
        Command::Convert(it) => convert::run_as("bobbin trace convert", it, |language| {
            *language == LanguageId::Pinsight
        }),
    }
}

/// Prints the answer to a question, which `shown` writes for people and `data` for programs. The exit
/// code is 1 if it is no.
fn answer(
    question: &Question,
    shown: impl Fn(&Snapshot, &Coverage) -> Result<(String, bool), String>,
    data: impl Fn(&protocol::Coverage) -> Value,
) -> Result<ExitCode, String> {
    let host = host::facts(&question.reading.host)?.into();
    let snapshot = load(&question.file, question.reading.language, &host)?.snapshot;
    let asked = question.settings();
    let mut settings = asked.clone();
    settings.push(("telling".to_owned(), "yes".to_owned()));
    let map_of = |settings| snapshot.document().coverage(&ViewQuery { item: None, settings });
    let Some(map) = map_of(settings.clone()) else {
        return Err(format!("a {} decides about no units", snapshot.info().title));
    };
    for (key, value) in &asked {
        understood(&map, key, value).map_err(|reason| {
            let region = asked.iter().find(|(it, _)| it == "region" && it != key);
            let alone = settings.iter().filter(|it| it.0 != "region").cloned().collect();
            let apart = region.and_then(|it| apart(&map_of(alone)?, key, value, &it.1));
            let is_open = key == "event" && question.domain.is_none();
            let unknown = || is_open.then(|| no_event(value, &map, |it| map_of(vec![it])));
            apart.or_else(unknown).unwrap_or(reason)
        })?;
    }
    let (text, is_yes) = shown(&snapshot, &map)?;
    let text = if question.json {
        as_json(&data(&map.map_place(&mut Texts::of(&snapshot))))?
    } else {
        text
    };
    write(None, text.as_bytes())?;
    Ok(if is_yes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns what was asked in the end, by the key of each setting.
fn settings_of(map: &protocol::Coverage) -> BTreeMap<&str, &str> {
    map.controls.iter().map(|it| (it.key.as_str(), it.value.as_str())).collect()
}

impl Question {
    /// Returns the settings of the view that are asked for.
    fn settings(&self) -> Vec<(String, String)> {
        let invocation = self.invocation.map(|it| it.to_string());
        let named = [
            ("domain", &self.domain),
            ("event", &self.event),
            ("region", &self.region),
            ("reading", &self.reading_by),
            ("x", &self.x),
            ("y", &self.y),
            ("invocation", &invocation),
        ];
        let named =
            named.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?)));
        // Of two units of a kind the later one counts.
        let units = self
            .units
            .iter()
            .enumerate()
            .filter(|(at, it)| self.units.iter().skip(at + 1).all(|later| later.0 != it.0));
        named.chain(units.map(|it| it.1.clone())).collect()
    }
}

/// Refuses a setting that the view did not take: its answer would be to another question.
fn understood(map: &Coverage, key: &str, value: &str) -> Result<(), String> {
    let Some(control) = map.controls.iter().find(|it| it.key == key) else {
        let units: Vec<&str> =
            map.controls.iter().map(|it| it.key.as_str()).filter(|it| it.contains('.')).collect();
        return Err(format!("nothing is asked about `{key}` here, but about {}", units.join(", ")));
    };
    // An event may have its domain in front, and a region another spelling; one that is not found
    // leaves the region open.
    let domain = map.controls.iter().find(|it| it.key == "domain").map(|it| it.value.as_str());
    let is_with_domain = || {
        let behind = domain.and_then(|it| value.strip_prefix(it)?.strip_prefix('.'));
        behind == Some(&control.value)
    };
    let is_understood = match key {
        "event" => control.value == value || is_with_domain(),
        "region" => control.value.is_empty() == value.is_empty(),
        _ => control.value == value,
    };
    if is_understood {
        return Ok(());
    }
    let Control { label, kind, .. } = control;
    // The page names its axes otherwise.
    let is_axis = key == "x" || key == "y";
    let label = match key {
        _ if key.contains('.') => label.clone(),
        _ if is_axis => format!("kind of units for `--{key}`"),
        _ => label.to_lowercase(),
    };
    let FieldKind::Choice { choices } = kind else {
        return Err(match value.trim().parse::<i64>() {
            Ok(_) => format!("`{value}` is no {label}; the nearest is {}", control.value),
            Err(_) => format!("`{value}` is no {label}; write a whole number from 0 on"),
        });
    };
    let names = choices.iter().filter(|it| !it.value.is_empty());
    let names: Vec<String> = names.map(|it| format!("`{}`", it.value)).collect();
    if choices.iter().any(|it| it.value == value) {
        let chosen = &control.value;
        if is_axis {
            return Err(format!(
                "`--{key} {value}` does not go with the rest; `--{key} {chosen}` would"
            ));
        }
        return Err(format!("the {label} `{value}` does not go with the rest; `{chosen}` would"));
    }
    // A region that no section is for is one like any other.
    let other = if key == "region" { "; `--region \"\"` asks about all others" } else { "" };
    if names.is_empty() {
        return Err(format!("`{value}` is no {label} here{other}"));
    }
    let are = if names.len() == 1 { "is" } else { "are" };
    Err(format!("`{value}` is no {label} here; there {are} {}{other}", names.join(", ")))
}

/// Says that no domain has an event, with the one whose name ends so or is like it, or those of the chosen domain.
/// `map_of` has the view by a setting.
fn no_event(
    event: &str,
    map: &Coverage,
    map_of: impl Fn((String, String)) -> Option<Coverage>,
) -> String {
    let choices = |map: &Coverage, key: &str| -> Vec<String> {
        match map.controls.iter().find(|it| it.key == key).map(|it| &it.kind) {
            Some(FieldKind::Choice { choices }) => {
                choices.iter().map(|it| it.value.clone()).filter(|it| !it.is_empty()).collect()
            }
            _ => Vec::new(),
        }
    };
    let domains = choices(map, "domain").into_iter();
    let maps = domains.filter_map(|it| map_of(("domain".to_owned(), it)));
    let all: Vec<String> = maps.flat_map(|it| choices(&it, "event")).collect();
    let ends_so = |it: &&str| it.strip_suffix(event).is_some_and(|it| it.ends_with('_'));
    let names = || all.iter().map(String::as_str);
    // Of the domain that is asked about first.
    let own = choices(map, "event");
    let mut near = own.iter().map(String::as_str).chain(names()).filter(|_| !event.is_empty());
    let near = near.find(ends_so);
    let near = near.or_else(|| nearest(event, names()));
    match near {
        Some(near) => format!("`{event}` is no event here; did you mean `{near}`?"),
        None => {
            let own: Vec<String> = own.iter().map(|it| format!("`{it}`")).collect();
            let chosen = map.controls.iter().find(|it| it.key == "domain");
            let chosen = chosen.map_or("", |it| it.value.as_str());
            let others = choices(map, "domain").into_iter().filter(|it| it != chosen);
            let others: Vec<String> = others.map(|it| format!("`--domain {it}`")).collect();
            let own = own.join(", ");
            let others = others.join(", ");
            format!(
                "`{event}` is no event here; those of {chosen} are {own}; others go with {others}"
            )
        }
    }
}

/// Says that a setting does not go with a region, if it is understood by `alone`, the view that is not
/// asked about the region; none if it is not, either.
fn apart(alone: &Coverage, key: &str, value: &str, region: &str) -> Option<String> {
    understood(alone, key, value).ok()?;
    let control = |key: &str| alone.controls.iter().find(|it| it.key == key);
    let label = control(key)?.label.to_lowercase();
    let res = format!("the {label} `{value}` does not go with the region `{region}`");
    let domain = control("domain")?;
    let FieldKind::Choice { choices } = &domain.kind else { return Some(res) };
    // A region may have its domain in front, also within parentheses.
    let region = region.split_once('(').map_or(region, |it| it.1);
    let own = region.split_once(':').map(|it| it.0);
    let own = choices.iter().find(|it| own == Some(&it.value) && it.value != domain.value);
    Some(match own {
        Some(own) if key != "domain" => {
            format!("{res}: that is of {}, the {label} of {}", own.value, domain.value)
        }
        _ => res,
    })
}

/// Writes the answer of each reading with its reasons; true if the chosen reading says yes.
fn decided(
    question: &Question,
    snapshot: &Snapshot,
    map: &Coverage,
) -> Result<(String, bool), String> {
    let mut res = String::new();
    for Explanation { title, sentence, reasons, .. } in &map.explanations {
        res.push_str(&format!("{}: {}\n", escaped(title), escaped(sentence)));
        for it in reasons {
            let verdict = match it.verdict {
                Verdict::Passes => "yes",
                Verdict::Stops => "no",
                Verdict::Ignored => "not asked",
            };
            let at = it.ranges.first().map(|it| report::place(snapshot, *it) + ": ");
            let at = escaped(&at.unwrap_or_default());
            res.push_str(&format!("    {verdict}: {at}{}\n", escaped(&it.sentence)));
        }
    }
    // The readings are listed in the order of the choices.
    let reading = map.controls.iter().find(|it| it.key == "reading");
    let at = match reading.map(|it| (&it.kind, &it.value)) {
        Some((FieldKind::Choice { choices }, value)) if question.reading_by.is_some() => {
            choices.iter().position(|it| it.value == *value).unwrap_or_default()
        }
        _ => 0,
    };
    let chosen = map.explanations.get(at).ok_or("there is no answer to this")?;
    Ok((res, chosen.is_on))
}

/// Writes what the map is about, and a line for each section that decides.
fn counted(map: &Coverage) -> String {
    let about = map.controls.iter().filter(|it| !it.key.contains('.') && !it.value.is_empty());
    let about = about.map(|it| format!("{} {}", it.key, escaped(&it.value)));
    let mut res = about.collect::<Vec<_>>().join(", ") + "\n";
    let axes = [&map.x, &map.y].map(|it| format!("{} {} to {}", it.label, it.low, it.high));
    res.push_str(&format!("units: {}\n", escaped(&axes.join(" × "))));
    let rows: Vec<Vec<String>> = map
        .deciders
        .iter()
        .map(|it| {
            let count = format!("traced on {} of {} units", it.n_on, it.n_cells);
            vec![escaped(&it.name), count]
        })
        .collect();
    res.push_str(&columns(&rows));
    for it in &map.notes {
        res.push_str(&format!("note: {}\n", escaped(it)));
    }
    res
}
