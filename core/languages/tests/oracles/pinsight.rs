//! Trace configurations read by the real programs of both dialects: state, messages, what each line
//! did, and run-time decisions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bobbin_core::text::{LineIndex, slice};
use bobbin_core::{HostFacts, Input};
use bobbin_pinsight::header::{Action, Target};
use bobbin_pinsight::lower::Layout;
use bobbin_pinsight::model::{
    EventSet, RegionConfig, RegionId, State, TRIPLE, Trigger, install_bits,
};
use bobbin_pinsight::punits::PunitSet;
use bobbin_pinsight::reading::{
    Complaint, ComplaintKind, Log, PairResult, SeedReading, Subject, apply_environment, read_seed,
};
use bobbin_pinsight::run_time::{Entry, Place, Run, Units, entry, seed_decision};
use bobbin_pinsight::tables::{Domain, Event, Kind, N_KINDS};
use bobbin_pinsight::values::{KnobValue, NodePolicy};
use bobbin_pinsight::{Dialect, File, parse_as};
use serde_json::{Map, Value, json};
use text_size::TextRange;

/// Cases in which Bobbin differs on purpose, by name, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn cases() {
    let own = bobbin_testing::root().join("core").join("testdata/pinsight/oracle");
    let mut cases = read_cases(&own);
    assert!(!cases.is_empty(), "the cases are missing");
    let more = std::env::var_os("BOBBIN_ORACLES").map(PathBuf::from);
    cases.extend(more.iter().flat_map(|it| read_cases(it)));
    let (mut n_passed, mut n_excepted, mut failed) = (0, 0, Vec::new());
    for case in &cases {
        let id = case["id"].as_str().unwrap_or("?");
        let differences = check(case);
        let excepted = EXCEPTIONS.iter().find(|(it, _)| *it == id);
        match (differences.is_empty(), excepted) {
            (true, None) => n_passed += 1,
            (true, Some((_, reason))) => {
                failed.push(format!("{id} passes, but is an exception: {reason}"));
            }
            (false, Some(_)) => n_excepted += 1,
            (false, None) => failed.push(format!("{id}:\n  {}", differences.join("\n  "))),
        }
    }
    println!(
        "pinsight: {} cases, {n_passed} passed, {} failed, {n_excepted} excepted",
        cases.len(),
        failed.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Reads the cases of this language from a file, or from all files of a folder.
fn read_cases(path: &Path) -> Vec<Value> {
    let files: Vec<PathBuf> = match fs::read_dir(path) {
        Ok(entries) => entries.map(|it| it.unwrap().path()).collect(),
        Err(_) => vec![path.to_owned()],
    };
    let mut res = Vec::new();
    for file in files.iter().filter(|it| it.extension().is_some_and(|it| it == "json")) {
        let json: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let Some(cases) = json["cases"].as_array() else { continue };
        let is_ours = |it: &&Value| matches!(it["dialect"].as_str(), Some("seed" | "current"));
        res.extend(cases.iter().filter(is_ours).cloned());
    }
    res
}

/// Returns the differences from the observed outcome.
fn check(case: &Value) -> Vec<String> {
    let seed = case["dialect"] == "seed";
    let dialect = if seed { Dialect::Seed } else { Dialect::Current };
    let text = match case["input"].as_str() {
        Some(text) => text.to_owned(),
        None => generate(case["input_generator"].as_str().unwrap_or_default()),
    };
    let env: BTreeMap<String, String> = case["env"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect();
    let host = Arc::new(HostFacts { env, ..HostFacts::default() });
    let input = Input { host, ..Input::alone("case", &text) };
    let first = parse_as(&input, Some(dialect));
    let again = case["reload"].as_str().map(|it| (it, first.reload(&Input::alone("case", it))));
    let last = again.as_ref().map_or(&first, |(_, it)| it);
    let mut different = Different::default();
    let expected = &case["expected"];

    different.check("crash", json!(first.log().crashed.is_some()), &expected["crash"]);
    if expected["crash"] == true {
        return different.found;
    }
    different.check("end", json!(first.log().stopped.is_none()), &expected["accepted_to_the_end"]);
    let line = first.log().stopped.and_then(|it| first.layout().sections.get(it));
    if let Some(section) = line {
        let line = LineIndex::new(&text).line(section.header.range.start()) + 1;
        different.check("stopped at", json!(line), &expected["stopped_at_line"]);
    }
    let mut complaints: Vec<&Complaint> = first.log().complaints.iter().collect();
    complaints.extend(&first.log().outside);
    let mut said = said(&text, complaints);
    if let Some((text, again)) = &again {
        said.extend(self::said(text, again.log().complaints.iter().collect()));
    }
    different.complaints(said, &expected["complaints"]);
    if let Some(expected) = expected.get("sections") {
        let actual = sections(&text, &first);
        different.check("sections", actual.clone(), &with_known_refusals(&actual, expected));
    }
    if let (Some((text, again)), Some(expected)) = (&again, expected.get("reload_sections")) {
        let actual = sections(text, again);
        different.check("reload_sections", actual.clone(), &with_known_refusals(&actual, expected));
    }
    if let Some(expected) = expected.get("before_first_section") {
        different.check("before_first_section", before_first(&text, &first), expected);
    }
    if seed {
        // The oracle is the program with its defects, while Bobbin shows the reading of the
        // documentation.
        let mut program = State::installed(true);
        let log = read_seed(&text, first.layout(), &mut program, SeedReading::Program);
        assert_eq!(log.pairs, first.log().pairs, "both readings take the same lines");
        let _ = apply_environment(&input.host.env, Dialect::Seed, &mut program);
        if input.host.env.contains_key("PINSIGHT_TRACE_RATE") {
            program.regions[0].config.triple = program.region_default.triple;
        }
        different.effective(&program, true, &expected["effective"]);
    } else {
        different.effective(last.state(), false, &expected["effective"]);
    }
    // One thread takes the decisions of a case one after the other.
    let mut run = Run::new(last.state());
    for (idx, it) in expected["decisions"].as_array().into_iter().flatten().enumerate() {
        different.decision(&format!("decision {idx}"), last.state(), &mut run, it);
    }
    let switched: Vec<Value> = run
        .switched
        .iter()
        .map(|(domain, mode)| json!({"domain": domain.name(), "mode": mode.word()}))
        .collect();
    let switched_there: Vec<Value> = expected["complaints"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|it| it["level"] == "runtime")
        .map(|it| json!({"domain": it["domain"], "mode": it["mode"]}))
        .collect();
    different.check("switched", json!(switched), &json!(switched_there));
    different.found
}

/// Generates the inputs that are described in words.
fn generate(words: &str) -> String {
    let (count, _) = words.split_once(" sections").unwrap();
    let count: usize = count.parse().unwrap();
    let section = |i: usize| {
        if words.contains("Python:f<i>") {
            format!("[Lexgion(Python:f{i})]\nmax_num_traces = 1\n")
        } else {
            format!("[Lexgion(0x{:x})]\nmax_num_traces = 1\n", 0x1000 + i)
        }
    };
    (0..count).map(section).collect()
}

#[derive(Default)]
struct Different {
    found: Vec<String>,
}

impl Different {
    fn check(&mut self, what: &str, actual: Value, expected: &Value) {
        if &actual != expected {
            self.found.push(format!("{what}: {actual}\n    expected {expected}"));
        }
    }

    /// Compares diagnostics code by code, and of each the fields that both sides have.
    fn complaints(&mut self, actual: Vec<Value>, expected: &Value) {
        let expected: Vec<&Value> = expected
            .as_array()
            .into_iter()
            .flatten()
            .filter(|it| it["level"] != "runtime")
            .collect();
        let codes = |it: &Value| it["code"].clone();
        let (ours, theirs): (Vec<Value>, Vec<Value>) =
            (actual.iter().map(codes).collect(), expected.iter().map(|it| codes(it)).collect());
        if ours != theirs {
            self.found.push(format!("complaints: {ours:?}\n    expected {theirs:?}"));
            return;
        }
        for (actual, expected) in actual.iter().zip(expected) {
            for (key, value) in actual.as_object().unwrap() {
                if expected.get(key).is_some_and(|it| it != value) {
                    self.found.push(format!("complaint: {actual}\n    expected {expected}"));
                }
            }
        }
    }

    fn effective(&mut self, state: &State, seed: bool, expected: &Value) {
        let empty = parse_as(
            &Input::alone("", ""),
            Some(if seed { Dialect::Seed } else { Dialect::Current }),
        );
        for domain in Domain::ALL.into_iter().filter(|it| !seed || it.in_seed()) {
            let mut actual = domain_json(state, domain);
            let default = domain_json(empty.state(), domain);
            let expected = &expected["domains"][domain.name()];
            let says_mode = ["mode", "enabled"].iter().any(|it| expected.get(it).is_some());
            let expected = expected_domain(&default, expected, domain, seed);
            // Modes came later; the decisions also tell whether a domain is enabled.
            if seed && !says_mode {
                actual["mode"] = expected["mode"].clone();
            }
            self.check(domain.name(), actual, &expected);
        }
        let config = |it: &Value, default: &RegionConfig| match it {
            Value::Null => region_json(default, seed),
            _ => expected_region(it, seed),
        };
        if seed {
            let slots: Vec<Value> = state
                .regions
                .iter()
                .enumerate()
                .map(|(slot, it)| {
                    let mut json = region_json(&it.config, seed);
                    json["slot"] = json!(slot);
                    json["address"] = json!(address(&it.id));
                    json
                })
                .collect();
            let expected = expected["slots"].as_array().into_iter().flatten();
            let expected: Vec<Value> = expected.map(|it| expected_region(it, seed)).collect();
            self.check("slots", json!(slots), &json!(expected));
            return;
        }
        let expected_default = config(&expected["lexgion_default"], &empty.state().region_default);
        self.check("Lexgion.default", region_json(&state.region_default, seed), &expected_default);
        for domain in Domain::ALL {
            let (default, explicit) = state.domain_region_default(domain);
            let mut actual = region_json(default, seed);
            actual["explicit"] = json!(explicit);
            let expected = &expected["lexgion_domain_default"][domain.name()];
            let (empty, _) = empty.state().domain_region_default(domain);
            let mut default = config(expected, empty);
            if expected.is_null() {
                default["explicit"] = json!(false);
                actual["explicit"] = json!(false);
            }
            self.check(&format!("Lexgion({}).default", domain.name()), actual, &default);
        }
        if let Some(count) = expected.get("lexgion_count") {
            self.check("regions", json!(state.regions.len()), count);
        } else {
            let actual: Vec<Value> = state.regions.iter().map(entry_json).collect();
            let expected = expected["lexgions"].as_array().into_iter().flatten();
            let expected: Vec<Value> = expected.map(|it| expected_region(it, seed)).collect();
            self.check("regions", json!(actual), &json!(expected));
        }
        let knobs: Map<String, Value> =
            state.knobs.iter().map(|it| (it.name.clone(), knob_json(&it.value))).collect();
        let expected_knobs = expected.get("knobs").cloned().unwrap_or_else(|| json!({}));
        self.check("knobs", json!(knobs), &expected_knobs);
        let interval = expected.get("manifest_interval").cloned().unwrap_or_else(|| json!(10));
        self.check("interval", json!(state.manifest_interval.value), &interval);
        let is_energy = |key: &&String| key.contains("energy") || *key == "measure";
        let object = expected.as_object().unwrap();
        for key in object.keys().filter(is_energy) {
            let expected = object[key].get("measure").unwrap_or(&object[key]);
            self.check(key, policy_json(state.energy.value), expected);
        }
    }

    fn decision(&mut self, name: &str, state: &State, run: &mut Run<'_>, expected: &Value) {
        let domain = Domain::from_name(expected["domain"].as_str().unwrap()).unwrap();
        let event = domain.event(expected["event"].as_str().unwrap()).unwrap();
        let units = units(&expected["punits"], domain);
        if expected.get("traced").is_some() {
            let traced = seed_decision(state, domain, event, &units);
            self.check(name, json!(traced), &expected["traced"]);
            return;
        }
        let address = expected["code_address"].as_str().unwrap().trim_start_matches("0x");
        let place = Place {
            domain,
            address: Some(u64::from_str_radix(address, 16).unwrap()),
            name: expected["region_name"].as_str(),
            file: expected["region_file"].as_str(),
        };
        let n_invocations = expected["invocations"].as_u64().unwrap();
        let traced: Vec<u64> =
            (0..n_invocations).filter(|_| run.invoke(&place, event, &units)).collect();
        self.check(name, json!(entry_name(state, entry(state, &place))), &expected["resolved_to"]);
        self.check(name, json!(traced), &expected["traced_invocations_0based"]);
        let mode = run.modes[domain.index()].word();
        self.check(name, json!(mode), &expected["mode_at_end"]);
    }
}

/// Parses ids as the cases name them; units that a case does not name have the id 0.
fn units(json: &Value, domain: Domain) -> Units {
    let mut ids = [Some(0); N_KINDS];
    for (name, id) in json.as_object().into_iter().flatten() {
        let id = id.as_i64().or_else(|| id.as_str()?.parse().ok());
        let kind = match name.as_str() {
            "cuda" => Domain::Cuda.kind("device"),
            "hip" => Domain::Hip.kind("device"),
            "python" => Domain::Python.kind("thread"),
            "rank" => Domain::Mpi.kind("rank"),
            "team" => Domain::OpenMp.kind("team"),
            "thread" if domain == Domain::Python => Domain::Python.kind("thread"),
            "thread" => Domain::OpenMp.kind("thread"),
            _ => domain.kind(name),
        };
        ids[kind.unwrap_or_else(|| panic!("no kind {name}")).index()] = id;
    }
    Units(ids)
}

fn entry_name(state: &State, entry: Entry) -> String {
    match entry {
        Entry::DomainDefault(domain) => format!("Lexgion({}).default", domain.name()),
        Entry::Region(idx) => match &state.regions[idx].id {
            RegionId::Address(address) => format!("Lexgion(0x{address:x})"),
            RegionId::Name(_, name) => format!("Lexgion({name})"),
        },
    }
}

fn said(text: &str, complaints: Vec<&Complaint>) -> Vec<Value> {
    let mut res = Vec::new();
    for it in complaints {
        let code = it.kind.code();
        let at = slice(text, it.at);
        match it.kind {
            ComplaintKind::EventNotInstalled(domain, event) => {
                res.push(json!({"code": code, "domain": domain.name(), "event": event}));
            }
            ComplaintKind::IdOutOfScope { kind, ids: (from, to), scope: (low, high) } => {
                res.extend((from..=to).map(|id| {
                    json!({
                        "code": code, "id": id, "low": low, "high": high,
                        "domain": kind.domain().name(), "kind": kind.name(),
                    })
                }));
            }
            ComplaintKind::PunitsRemoved(kind, count) => res.push(json!({
                "code": code, "count": count,
                "domain": kind.domain().name(), "kind": kind.name(),
            })),
            ComplaintKind::ReadingStopped => {
                let line = LineIndex::new(text).line(it.at.start()) + 1;
                res.push(json!({"code": code, "line": line}));
            }
            ComplaintKind::ActionUnknownDomain | ComplaintKind::RegionUnknownDomain => {
                res.push(json!({"code": code, "domain": at}));
            }
            ComplaintKind::BadIdList
            | ComplaintKind::BadInheritance
            | ComplaintKind::BadNodePolicy => res.push(json!({"code": code, "text": at})),
            ComplaintKind::KnobTableFull => res.push(json!({"code": code, "knob": at})),
            _ => res.push(json!({"code": code})),
        }
    }
    res
}

fn sections(text: &str, file: &File) -> Value {
    let (layout, log) = (file.layout(), file.log());
    let mut res = Vec::new();
    for (idx, section) in layout.sections.iter().enumerate() {
        let header = &section.header;
        let mut json = json!({"header": slice(text, header.range)});
        if log.stopped == Some(idx) {
            json["kind"] = json!("error: reading stops here");
            res.push(json);
            break;
        }
        if header.dialect == Dialect::Current {
            json["action"] = json!(header.action.word());
        }
        json["target"] = json!(slice(text, header.target_range));
        let mut part = |name: &str, range: Option<TextRange>| {
            if let Some(range) = range {
                json[name] = json!(slice(text, range));
            }
        };
        part("inheritance", header.inherit);
        part("constraints", header.constraints);
        json["kind"] = json!(kind(file, idx));
        json["takes_body"] = json!(log.sections[idx].takes_body);
        let body = body(text, layout, log, idx);
        if !body.is_empty() {
            json["body"] = json!(body);
        }
        res.push(json);
    }
    json!(res)
}

/// Returns the expected sections with our word for a refused key, which no given case has: any word
/// may stand there that is not used for another result.
fn with_known_refusals(actual: &Value, expected: &Value) -> Value {
    const OTHERS: [&str; 10] = [
        "ignored: no usable section",
        "ignored: no equals sign",
        "applied",
        "applied: on",
        "applied: off",
        "forced off: event not installed",
        "ignored: unknown key",
        "ignored: not a scope key of this domain",
        "ignored: unknown domain",
        "ignored: unknown event",
    ];
    let mut res = expected.clone();
    for (n, section) in res.as_array_mut().into_iter().flatten().enumerate() {
        for (m, line) in section["body"].as_array_mut().into_iter().flatten().enumerate() {
            let word = line["result"].as_str().unwrap_or_default();
            if actual[n]["body"][m]["result"] == "refused" && !OTHERS.contains(&word) {
                line["result"] = json!("refused");
            }
        }
        if section["body"].is_null() {
            section.as_object_mut().unwrap().remove("body");
        }
    }
    res
}

fn kind(file: &File, idx: usize) -> &'static str {
    let header = &file.layout().sections[idx].header;
    let seed = header.dialect == Dialect::Seed;
    // Only addresses are found to be removed; names take another path through the program.
    let finds_none = match file.log().sections[idx].subject {
        Subject::Regions(start, end) => start == end,
        _ => false,
    };
    match header.target {
        Target::Knob => "knob",
        Target::Energy => "energy",
        Target::Manifest => "manifest",
        Target::Regions(_) if header.action == Action::Remove && finds_none => "lexgion",
        _ if header.action != Action::Set => "none",
        Target::DomainDefault(_) => "domain_default",
        Target::Punits => "punit",
        Target::RegionDefault if seed => "lexgion",
        Target::RegionDefault => "lexgion_default",
        Target::DomainRegionDefault(Some(_)) => "lexgion_domain_default",
        Target::Regions(_) => "lexgion",
        Target::DomainRegionDefault(None) | Target::Dead => "none",
    }
}

/// Returns the body lines of a section in the order of the text, including those without `=`.
fn body(text: &str, layout: &Layout, log: &Log, idx: usize) -> Vec<Value> {
    let section = &layout.sections[idx];
    let start = section.header.range.end();
    let end = layout.sections.get(idx + 1).map(|it| it.header.range.start());
    let mut lines: Vec<(TextRange, Value)> = layout
        .pairs_of(section)
        .map(|(pair, it)| (it.key, pair_json(text, it.key, it.value, log.pairs[pair])))
        .collect();
    // A piece of a long line starts where the header ends.
    let mine = |it: &&TextRange| it.start() >= start && end.is_none_or(|end| it.start() < end);
    lines.extend(layout.junk.iter().filter(mine).map(|&it| (it, junk_json(text, it))));
    lines.sort_by_key(|(range, _)| range.start());
    lines.into_iter().map(|(_, it)| it).collect()
}

fn before_first(text: &str, file: &File) -> Value {
    let layout = file.layout();
    let first = layout.sections.first();
    let n_pairs = first.map_or(layout.pairs.len(), |it| it.pairs.start);
    let mut lines: Vec<(TextRange, Value)> = layout.pairs[..n_pairs]
        .iter()
        .map(|it| (it.key, pair_json(text, it.key, it.value, PairResult::NoSection)))
        .collect();
    let before =
        |it: &&TextRange| first.is_none_or(|first| it.start() < first.header.range.start());
    lines.extend(layout.junk.iter().filter(before).map(|&it| (it, junk_json(text, it))));
    lines.sort_by_key(|(range, _)| range.start());
    lines.into_iter().map(|(_, it)| it).collect()
}

fn pair_json(text: &str, key: TextRange, value: TextRange, result: PairResult) -> Value {
    let result = match result {
        PairResult::NoSection => "ignored: no usable section",
        PairResult::Applied | PairResult::Kept => "applied",
        PairResult::On => "applied: on",
        PairResult::Off => "applied: off",
        PairResult::NotInstalled => "forced off: event not installed",
        PairResult::UnknownKey => "ignored: unknown key",
        PairResult::NotScope => "ignored: not a scope key of this domain",
        PairResult::UnknownDomain => "ignored: unknown domain",
        PairResult::UnknownEvent => "ignored: unknown event",
        PairResult::Refused => "refused",
    };
    json!({"key": slice(text, key), "value": slice(text, value), "result": result})
}

fn junk_json(text: &str, range: TextRange) -> Value {
    json!({"text": slice(text, range), "result": "ignored: no equals sign"})
}

/// Converts event sets to bits, as the cases abbreviate them in several ways.
fn bits(set: &EventSet) -> Value {
    json!(format!("{:#x}", set.bits))
}

fn expected_bits(json: &Value, domain: Domain, seed: bool) -> Value {
    let event = |name: &str| match name.strip_prefix('#') {
        Some(id) => 1 << id.parse::<u32>().unwrap(),
        None => domain.event(name).map_or(0, Event::bit),
    };
    let install = install_bits(domain, seed);
    let apply = |start: u64, changes: &Value| {
        changes.as_array().into_iter().flatten().fold(start, |bits, it| {
            let it = it.as_str().unwrap();
            match (it.strip_prefix('-'), it.strip_prefix('+')) {
                (Some(name), _) => bits & !event(name),
                (_, Some(name)) => bits | event(name),
                _ => bits | event(it),
            }
        })
    };
    let bits = match json {
        Value::String(it) if it == "install default" => install,
        Value::Object(it) => apply(install, &it["install default with"]),
        _ => apply(0, json),
    };
    json!(format!("{bits:#x}"))
}

fn punits_json(punits: &PunitSet) -> Value {
    let name = |kind: Kind| format!("{}.{}", kind.domain().name(), kind.name());
    let ids: Map<String, Value> =
        punits.iter().map(|(kind, ids)| (name(kind), json!(ids.to_string()))).collect();
    json!(ids)
}

fn policy_json(policy: NodePolicy) -> Value {
    let time = if let NodePolicy::RotatePerNode(time) = policy { time } else { 0 };
    json!([policy.word(), time])
}

fn domain_json(state: &State, domain: Domain) -> Value {
    let it = state.domain(domain);
    let scope: Map<String, Value> = domain
        .kinds()
        .map(|kind| {
            (kind.name().to_owned(), json!([state.scope(kind).value.0, state.scope(kind).value.1]))
        })
        .collect();
    let punits: Vec<Value> = it
        .punits
        .iter()
        .map(|it| json!({"punits": punits_json(&it.punits), "events_on": bits(&it.events)}))
        .collect();
    json!({
        "mode": it.mode.value.word(),
        "events": bits(&it.events),
        "scope": scope,
        "punit_sections": punits,
        "nodepolicy": {"device_activity": policy_json(it.device_activity.value)},
    })
}

fn expected_domain(default: &Value, json: &Value, domain: Domain, seed: bool) -> Value {
    let mut res = default.clone();
    for (key, value) in json.as_object().into_iter().flatten() {
        match key.as_str() {
            "events" => {
                let changes = json!({"install default with": value});
                res[key] = expected_bits(&changes, domain, seed);
            }
            "scope" | "nodepolicy" => {
                for (name, value) in value.as_object().unwrap() {
                    res[key][name] = value.clone();
                }
            }
            "punit_sections" => {
                res[key] = value.clone();
                for it in res[key].as_array_mut().unwrap() {
                    it["events_on"] = expected_bits(&it["events_on"], domain, seed);
                }
            }
            // Domains of the seed era are enabled or not.
            "enabled" => {
                let mode = if value == true { "TRACING" } else { "OFF" };
                res["mode"] = json!(mode);
            }
            _ => res[key] = value.clone(),
        }
    }
    res
}

fn address(id: &RegionId) -> String {
    match id {
        RegionId::Address(address) => format!("0x{address:x}"),
        RegionId::Name(..) => "0x0".to_owned(),
    }
}

fn entry_json(region: &bobbin_pinsight::model::Region) -> Value {
    let mut json = region_json(&region.config, false);
    match &region.id {
        RegionId::Address(_) => json["address"] = json!(address(&region.id)),
        RegionId::Name(domain, name) => {
            json["name"] = json!(name);
            if let Some(domain) = domain {
                json["domain"] = json!(domain.name());
            }
            if let Some(file) = &region.file {
                json["file"] = json!(file);
            }
        }
    }
    if region.removed {
        json["removed"] = json!(true);
    }
    json
}

fn region_json(config: &RegionConfig, seed: bool) -> Value {
    let mut res = json!({});
    for (key, value) in TRIPLE.iter().zip(config.triple) {
        res[key] = json!(value.value);
    }
    if !config.punits.is_empty() {
        res["punits"] = punits_json(&config.punits);
    }
    if config.armed && !seed {
        res["punit_filter_active"] = json!(true);
    }
    for domain in Domain::ALL {
        if let Some(set) = config.filter(domain) {
            res["event_filter"][domain.name()] = bits(&set);
        }
    }
    if let Some(window) = &config.window {
        let mut json = json!({});
        if let Some((action, _)) = &window.action {
            for domain in Domain::ALL {
                if let Some(mode) = action.modes[domain.index()] {
                    json["modes"][domain.name()] = json!(mode.word());
                }
                if let Some(policy) = action.device_activity[domain.index()] {
                    json["device_activity"][domain.name()] = policy_json(policy);
                }
            }
            if let Some(it) = &action.introspect {
                json["introspect"] = json!({"pause": it.pause, "script": it.script});
            }
        }
        if let Some((Trigger::All, _)) = window.trigger {
            json["trigger"] = json!("all");
        }
        if let Some((timeout, _)) = window.timeout.filter(|it| it.0 != 0) {
            json["window_timeout"] = json!(timeout);
        }
        if json != json!({}) {
            res["window_end"] = json;
        }
    }
    res
}

fn expected_region(json: &Value, seed: bool) -> Value {
    let mut res = json.clone();
    if let Some(window) = res.get_mut("window_end").and_then(Value::as_object_mut) {
        // The given cases show neither a trigger nor an action without a script, so no name is fixed.
        for (name, own) in [("window_end_trigger", "trigger"), ("timeout", "window_timeout")] {
            if let Some(value) = window.remove(name) {
                window.insert(own.to_owned(), value);
            }
        }
        if window.get("trigger").is_some_and(|it| it == "first") {
            window.remove("trigger");
        }
        if let Some(introspect) = window.get_mut("introspect").and_then(Value::as_object_mut) {
            let script = introspect.entry("script").or_insert(Value::Null);
            if script.is_null() || script == "-" {
                *script = json!("");
            }
        }
    }
    if let Some(filter) = res.get_mut("event_filter").and_then(Value::as_object_mut) {
        for (name, set) in filter {
            *set = expected_bits(set, Domain::from_name(name).unwrap(), seed);
        }
    }
    res
}

fn knob_json(value: &KnobValue) -> Value {
    match value {
        KnobValue::Integer(it) => json!(it),
        KnobValue::Real(it) => json!(it),
        KnobValue::Text(it) => json!(it),
    }
}
