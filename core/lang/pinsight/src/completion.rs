//! Words that could stand at a place.

use text_size::{TextRange, TextSize};

use crate::docs;
use crate::file::File;
use crate::hover;
use crate::model::{is_installed, is_named};
use crate::reading::Subject;
use crate::subject;
use crate::tables::{Domain, Kind};
use crate::token::is_blank;
use crate::values::Mode;
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{offset, slice};
use bobbin_core::view::Completion;

/// A word before it has a place.
struct Word {
    label: String,
    detail: String,
    documentation: String,
    class: TokenClass,
    /// Written behind the label.
    tail: &'static str,
}

pub(crate) fn completions(file: &File, at: TextSize) -> Vec<Completion> {
    let text = file.text();
    let before = slice(text, TextRange::up_to(at));
    let line = before.rsplit('\n').next().unwrap_or_default();
    let start = line.trim_start_matches(is_blank);
    if start.starts_with('#') {
        return Vec::new();
    }
    let (typed, words) = if let Some(header) = start.strip_prefix('[') {
        let is_region = header.contains("Lexgion(") && !header.contains(')');
        // A colon is part of the name of a region.
        let stops = |it: char| match it {
            ':' => !is_region,
            _ => matches!(it, ' ' | '\t' | '(' | ',' | ']'),
        };
        let typed = header.rsplit(stops).next().unwrap_or(header);
        let behind = behind(file, at);
        let mut words = header_words(file, header);
        // What follows the header stands behind the bracket, but in the seed dialect inside of it.
        let is_open = behind.trim().is_empty() && !header.contains(']') && !file.is_seed();
        for it in words.iter_mut().filter(|it| is_open && it.is_whole_target()) {
            it.tail = if header.contains("Lexgion(") { ")]" } else { "]" };
        }
        (typed, words)
    } else if let Some((key, value)) = start.split_once('=') {
        let value = value.trim_start_matches(is_blank);
        let is_list = key.trim_end_matches(is_blank) == "window_end_action";
        // A list of modes, of which one item is being written.
        let typed = match value.rsplit_once(',').filter(|_| is_list) {
            Some((_, item)) => item.trim_start_matches(is_blank),
            None => value,
        };
        (typed, value_choices(file, at, key.trim_end_matches(is_blank)))
    } else {
        let mut words = key_choices(file, at);
        let written = written_keys(text, at);
        // What is written already comes last.
        words.sort_by_key(|it| written.contains(&it.label.as_str()));
        if !behind(file, at).contains('=') {
            words.iter_mut().for_each(|it| it.tail = " = ");
        }
        (start, words)
    };
    let range = TextRange::new(at - offset(typed.len()), at);
    let completion = |it: Word| Completion {
        insert: format!("{}{}", it.label, it.tail),
        label: it.label,
        detail: it.detail,
        documentation: it.documentation,
        range,
        class: it.class,
    };
    words.into_iter().map(completion).collect()
}

impl Word {
    /// Returns true for a word that names all that a header is about.
    fn is_whole_target(&self) -> bool {
        !self.label.ends_with([' ', '(']) && self.label != ADDRESS
    }
}

/// The start of a region's address.
const ADDRESS: &str = "Lexgion(0x";

/// Returns the rest of the line behind a place.
fn behind(file: &File, at: TextSize) -> &str {
    let rest = slice(file.text(), TextRange::new(at, bobbin_core::text::len(file.text())));
    rest.split('\n').next().unwrap_or_default()
}

/// Returns the keys that stand in the section at a place, without its own line.
fn written_keys(text: &str, at: TextSize) -> Vec<&str> {
    let (before, after) = text.split_at_checked(at.into()).unwrap_or((text, ""));
    let is_header = |it: &&str| it.trim_start_matches(is_blank).starts_with('[');
    let above = before.rsplit('\n').skip(1).take_while(|it| !is_header(it));
    let below = after.split('\n').skip(1).take_while(|it| !is_header(it));
    let keys = above.chain(below).filter_map(|it| it.split_once('='));
    keys.map(|(key, _)| key.trim_matches(is_blank)).collect()
}

fn domains(file: &File) -> impl Iterator<Item = Domain> {
    let seed = file.is_seed();
    Domain::ALL.into_iter().filter(move |it| !seed || it.in_seed())
}

fn subject_at(file: &File, at: TextSize) -> Option<&Subject> {
    let section = file.layout().section_at(at)?;
    let result = file.log().sections.get(section).filter(|it| it.takes_body)?;
    Some(&result.subject)
}

fn key_choices(file: &File, at: TextSize) -> Vec<Word> {
    let Some(subject) = subject_at(file, at) else { return Vec::new() };
    let mut res: Vec<Word> = subject::keys_of(file, subject)
        .into_iter()
        .map(|key| Word {
            detail: String::new(),
            documentation: hover::key_words(file, subject, &key).unwrap_or_default(),
            label: key,
            class: TokenClass::Key,
            tail: "",
        })
        .collect();
    match *subject {
        Subject::Domain(domain) | Subject::Punit(domain, _) => {
            res.extend(event_words(file, domain, ""));
        }
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
            for domain in domains(file) {
                res.extend(event_words(file, domain, &format!("{}.", domain.name())));
            }
        }
        _ => (),
    }
    res
}

fn event_words(file: &File, domain: Domain, prefix: &str) -> Vec<Word> {
    let seed = file.is_seed();
    let named = domain.events().iter().filter(|it| is_named(it, seed));
    // What cannot be switched on comes last: it is of little use.
    let (mut installed, others): (Vec<_>, Vec<_>) = named.partition(|it| is_installed(it, seed));
    installed.extend(others);
    installed
        .into_iter()
        .map(|it| Word {
            label: format!("{prefix}{}", it.name),
            detail: if is_installed(it, seed) { it.group } else { "off by default" }.to_owned(),
            documentation: docs::event(domain, it, seed),
            class: TokenClass::Key,
            tail: "",
        })
        .collect()
}

fn value_choices(file: &File, at: TextSize, key: &str) -> Vec<Word> {
    let Some(subject) = subject_at(file, at) else { return Vec::new() };
    let word = |label: &str, detail: &str| Word {
        label: label.to_owned(),
        detail: detail.to_owned(),
        documentation: String::new(),
        class: TokenClass::Constant,
        tail: "",
    };
    if subject::event_of(file, subject, key).is_some() {
        return vec![word("off", ""), word("on", "")];
    }
    match key {
        "trace_mode" => Mode::ALL.iter().map(|it| word(it.word(), "")).collect(),
        "device_activity" | "measure" => vec![
            word("off", "no process"),
            word("on", "every process"),
            word("anyone_per_node", "one process of each machine"),
            word("leader_per_node", "the process of the least rank of each machine"),
            word("rotate_per_node:1000", "one after the other, milliseconds each"),
        ],
        "window_end_trigger" => vec![
            word("first", "with the first region that has all its traces"),
            word("all", "when all regions with a maximum have their traces"),
        ],
        "window_end_action" => {
            let modes = Mode::ALL.iter().map(|it| word(it.word(), "all domains"));
            let each = domains(file).flat_map(|domain| {
                let name = domain.name();
                let modes = Mode::ALL.iter();
                modes.map(move |it| word(&format!("{name}:{}", it.word()), "this domain"))
            });
            let script = word("INTROSPECT:10:script.sh:", "pause, run a script, then modes");
            modes.chain(each).chain([script]).collect()
        }
        "max_num_traces" => vec![word("-1", "no limit"), word("0", "never")],
        _ => match crate::question::kind_of_key(key) {
            Some(kind) if *subject == Subject::Domain(kind.domain()) => {
                let (low, high) = kind.limits();
                vec![word(&format!("({low}-{high})"), "all ids")]
            }
            _ => Vec::new(),
        },
    }
}

/// The functions whose calls are regions under their own names.
fn functions(file: &File) -> impl Iterator<Item = Word> {
    let is_called = |it: &Domain| matches!(it, Domain::Mpi | Domain::Cuda | Domain::Hip);
    domains(file).filter(is_called).flat_map(|domain| {
        let events = domain.events().iter().filter(|it| is_named(it, false));
        events.filter(|it| is_installed(it, false)).map(move |it| Word {
            label: format!("{}:{}", domain.name(), it.name),
            detail: it.group.to_owned(),
            documentation: docs::event(domain, it, false),
            class: TokenClass::Name,
            tail: "",
        })
    })
}

/// Words of a header whose text in front of the place is `header`.
fn header_words(file: &File, header: &str) -> Vec<Word> {
    let word = |label: String, detail: &str| Word {
        label,
        detail: detail.to_owned(),
        documentation: String::new(),
        class: TokenClass::Type,
        tail: "",
    };
    let defaults =
        || domains(file).map(|it| word(format!("{}.default", it.name()), "domain default"));
    let kinds = || {
        domains(file).flat_map(Domain::kinds).map(|it| {
            let (low, high) = file.state().scope(it).value;
            word(format!("{}.{}({low}-{high})", it.domain().name(), it.name()), "punits")
        })
    };
    let tail = header.split_once(']').map(|(_, tail)| tail);
    let n_colons = tail.unwrap_or(header).matches(':').count();
    let in_parts = tail.is_some() || (file.is_seed() && n_colons > 0);
    match (in_parts, n_colons) {
        (true, 0) => Vec::new(),
        (true, 1) => defaults().collect(),
        (true, _) => kinds().collect(),
        (false, _) => {
            if header.contains("Lexgion(") {
                let regions = file.state().regions.iter();
                let regions = regions.map(|it| it.id.words());
                let mut res: Vec<Word> =
                    regions.map(|it| word(it, "region of this file")).collect();
                // The current dialect knows regions by name, too.
                if !file.is_seed() && !header.starts_with("REMOVE ") {
                    let known: Vec<String> = res.iter().map(|it| it.label.clone()).collect();
                    let functions = functions(file).filter(|it| !known.contains(&it.label));
                    res.extend(functions);
                }
                return res;
            }
            let mut res: Vec<Word> = defaults().collect();
            if !file.is_seed() && !header.contains([' ', '.', '(']) {
                for (name, detail) in [
                    ("RESET ", "sets a default back; scope and node policy stay"),
                    ("REMOVE ", "removes regions by address; punit sections only with `kind(*)`"),
                ] {
                    res.push(word(name.to_owned(), detail));
                }
            }
            if header.starts_with("REMOVE ") {
                let kinds = domains(file).flat_map(Domain::kinds);
                let all = |it: Kind| format!("{}(*)", it.words());
                res.extend(kinds.map(|it| word(all(it), "all punit sections of this kind")));
            }
            res.push(word("Lexgion.default".to_owned(), "default of all regions"));
            if !file.is_seed() {
                res.extend(domains(file).map(|it| {
                    word(format!("Lexgion({}).default", it.name()), "default of a domain's regions")
                }));
                for (name, detail) in
                    [("Knob", "knobs"), ("Energy", "energy"), ("Manifest", "manifest")]
                {
                    res.push(word(name.to_owned(), detail));
                }
            }
            // A file cannot remove regions by name.
            if !file.is_seed() && !header.starts_with("REMOVE ") {
                res.push(word("Lexgion(".to_owned(), "regions by name"));
            }
            res.push(word(ADDRESS.to_owned(), "region by code address"));
            res.extend(kinds());
            res
        }
    }
}

#[cfg(test)]
mod tests;
