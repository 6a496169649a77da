//! Words that could stand at a place.

use text_size::{TextRange, TextSize};

use crate::docs;
use crate::edit::lines;
use crate::file::File;
use crate::header::{split_comment, split_note};
use crate::hover;
use crate::model::{is_installed, is_named};
use crate::occurrences::{Thing, mentions};
use crate::question::kind_of_key;
use crate::reading::{Subject, action_parts};
use crate::subject;
use crate::tables::{Domain, Kind};
use crate::token::is_blank;
use crate::values::{Mode, NodePolicy};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::{len, offset, slice};
use bobbin_core::view::{Completion, rest_of_line, whole_word};

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
    let note = note_start(file, at - len(start));
    if note < at {
        return Vec::new();
    }
    let (range, words) = if let Some(header) = start.strip_prefix('[') {
        header_choices(file, header, at, note)
    } else if let Some((key, value)) = start.split_once('=') {
        let key = key.trim_matches(is_blank);
        let value = value.trim_start_matches(is_blank);
        // A list of modes, of which one item is being written.
        let (typed, end) = match key == "window_end_action" {
            true => (last_part(mode_list(value), ','), ","),
            false => (value, ""),
        };
        let is_first = typed == value;
        // All of the line is the value, but for what people mean as a comment.
        let value = whole_word(text, at - len(typed), at, |it| !end.contains(it));
        let value = TextRange::new(value.start(), value.end().min(note));
        (trimmed(text, value, at), value_choices(file, at, key, is_first))
    } else {
        let is_key = |it: char| !is_blank(it) && !"=[]#".contains(it);
        let range = whole_word(text, at - len(start), at, is_key);
        let behind = rest_of_line(text, range.end()).trim_matches(is_blank);
        if !behind.is_empty() && !behind.starts_with('=') {
            return Vec::new();
        }
        let mut words = key_choices(file, at);
        let written = written_keys(text, at);
        // What is written already comes last.
        words.sort_by_key(|it| written.contains(&it.label.as_str()));
        if behind.is_empty() {
            words.iter_mut().for_each(|it| it.tail = " = ");
        }
        (range, words)
    };
    // A mark makes a comment only behind a blank.
    let gap =
        if range.end() == note && rest_of_line(text, note).starts_with('#') { " " } else { "" };
    let completion = |it: Word| Completion {
        range: it.range(text, range, at),
        insert: format!("{}{}{gap}", it.label, it.tail),
        detail: it.detail,
        documentation: it.documentation,
        label: it.label,
        class: it.class,
    };
    Completion::finished(words.into_iter().map(completion).collect(), text)
}

/// Returns the start of what looks like a comment on the line of which `start` is the first sign; its end if there
/// is none. To the programs there are no comments behind a header or a value.
fn note_start(file: &File, start: TextSize) -> TextSize {
    let line = rest_of_line(file.text(), start);
    let end = start + len(line);
    if line.starts_with('[') {
        let (header, note) = if file.is_seed() { split_note(line) } else { split_comment(line) };
        if note.is_some() {
            let behind = line.get(header.len()..).unwrap_or_default();
            return end - len(behind.trim_start_matches(is_blank));
        }
        // A parenthesis that is being written is not closed.
        let open = line.rfind('(').filter(|&it| !line.get(it..).is_some_and(|it| it.contains(')')));
        let is_mark = |&it: &usize| line.get(..it).is_some_and(|it| it.ends_with(is_blank));
        let mut marks = line.match_indices('#').map(|it| it.0).filter(is_mark);
        let mark = open.and_then(|open| marks.find(|&it| it > open));
        return mark.map_or(end, |it| start + offset(it));
    }
    let pairs = &file.layout().pairs;
    let pair = pairs.get(pairs.partition_point(|it| it.equals < start));
    let pair = pair.filter(|it| it.equals < end);
    pair.and_then(|it| lines::split_comment(file, it)).map_or(end, |it| it.1.start())
}

/// Returns the mode list of a window action of which `value` is written; all of it as long as a script is missing.
fn mode_list(value: &str) -> &str {
    let parts = action_parts(value);
    let has_script = value.matches(':').nth(2).is_some();
    if parts.introspect.is_some() && !has_script { value } else { parts.list }
}

/// Returns what stands behind the last `separator`, without blanks in front.
fn last_part(text: &str, separator: char) -> &str {
    text.rsplit(separator).next().unwrap_or_default().trim_start_matches(is_blank)
}

/// Returns `range` without the blanks at its end that stand behind `at`.
fn trimmed(text: &str, range: TextRange, at: TextSize) -> TextRange {
    let behind = slice(text, TextRange::new(at, range.end())).trim_end_matches(is_blank);
    TextRange::new(range.start(), at + len(behind))
}

/// Returns the words of a header whose text in front of the place, behind its bracket, is `header`, and
/// what they replace in front of `note`, the end of the header.
fn header_choices(
    file: &File,
    header: &str,
    at: TextSize,
    note: TextSize,
) -> (TextRange, Vec<Word>) {
    let (text, seed) = (file.text(), file.is_seed());
    let nothing = (TextRange::empty(at), Vec::new());
    // What follows the target stands behind the bracket, but in the seed dialect inside of it.
    let (parts, is_behind) = match header.split_once(']') {
        Some(_) if seed => return nothing,
        Some((_, tail)) => (tail, true),
        None => (header, false),
    };
    let n_part = if seed || is_behind { parts.matches(':').count() } else { 0 };
    let is_target = !is_behind && n_part == 0;
    if is_behind && n_part == 0 {
        return nothing;
    }
    // A colon is part of the name of a region.
    let has_colons = seed || is_behind;
    let before =
        if has_colons { last_part(parts, ':') } else { parts.trim_start_matches(is_blank) };
    let is_part = |it: char| it != ']' && !(has_colons && it == ':');
    let behind = slice(text, TextRange::new(at, whole_word(text, at, at, is_part).end().min(note)));
    let action = before.split_once(' ').filter(|it| {
        let is_action = |action: &&str| it.0.eq_ignore_ascii_case(action);
        is_target && !seed && ["SET", "RESET", "REMOVE"].iter().any(is_action)
    });
    let (action, before) = action.unwrap_or(("", before));
    let is_removal = action.eq_ignore_ascii_case("REMOVE");
    let rest = slice(text, TextRange::new(at, note));
    let is_open = is_target && !seed && rest.trim_matches(is_blank).is_empty();
    let open = before.rfind('(').filter(|&it| !before.get(it..).is_some_and(|it| it.contains(')')));
    if let Some((name, inside)) =
        open.and_then(|it| Some((before.get(..it)?, before.get(it + 1..)?)))
    {
        let name = name.get(item_start(name)..).unwrap_or_default().trim_matches(is_blank);
        let tail = if is_open { ")]" } else { "" };
        if is_target && name == "Lexgion" {
            let typed = last_part(inside, ',');
            let range =
                whole_word(text, at - len(typed), at, |it| is_part(it) && !",)".contains(it));
            let range = TextRange::new(range.start(), range.end().min(note));
            let is_domain = rest_of_line(text, range.end()).starts_with(").default");
            let range = trimmed(text, range, at);
            let mut words = match is_domain {
                true => domains(file).map(|it| type_word(it.name().to_owned(), "domain")).collect(),
                false => regions(file, range, is_removal),
            };
            words.iter_mut().for_each(|it| it.tail = tail);
            return (range, words);
        }
        let ids = behind.split(')').next().unwrap_or_default();
        let is_empty = inside.chars().chain(ids.chars()).all(is_blank);
        let kind = kind_of_key(name).filter(|_| is_empty && n_part != 1);
        let all = kind.map(|kind| match is_removal {
            true => "*".to_owned(),
            false => scope_words(file, kind),
        });
        let tail = if is_open { tail } else { ")" };
        let words = all.map(|it| Word { tail, ..type_word(it, "all ids") }).into_iter().collect();
        return (TextRange::empty(at), words);
    }
    let start = item_start(before);
    let typed = before.get(start..).unwrap_or_default().trim_start_matches(is_blank);
    let item = behind.get(..item_end(behind)).unwrap_or_default();
    let is_alone = start == 0 && item.len() == behind.len();
    let range = TextRange::new(at - len(typed), at + len(item));
    let mut words = match n_part {
        0 if is_alone => {
            let mut words = targets(file, action, typed);
            // A domain default with further parts stops the reading of the seed dialect.
            let has_parts = rest.contains(':');
            words.retain(|it| !(seed && has_parts && is_domain_default(&it.label)));
            for it in words.iter_mut().filter(|it| is_open && it.is_whole_target()) {
                it.tail = "]";
            }
            words
        }
        1 => domain_defaults(file).collect(),
        _ => kinds(file).collect(),
    };
    let range = trimmed(text, range, at);
    // Ids that are written stay.
    if list_start(text, range, at).is_some() {
        words.iter_mut().for_each(Word::keep_name);
    }
    (range, words)
}

/// Returns the place of the parenthesis in front of the ids of a punit item of which the name is being written at `at`.
fn list_start(text: &str, item: TextRange, at: TextSize) -> Option<TextSize> {
    let (words, _) = slice(text, item).split_once('(')?;
    // An action may stand in front.
    let name = words.trim_end_matches(is_blank).rsplit(is_blank).next().unwrap_or_default();
    let start = item.start() + len(words.trim_end_matches(is_blank)) - len(name);
    let end = item.start() + len(words);
    (name != "Lexgion" && (start..=end).contains(&at)).then_some(end)
}

/// Returns the place behind the last comma that is in no parentheses.
fn item_start(text: &str) -> usize {
    let mut rest = text;
    while let Some((_, behind)) = rest.get(item_end(rest)..).and_then(|it| it.split_once(',')) {
        rest = behind;
    }
    text.len() - rest.len()
}

/// Returns the place of the first comma that is in no parentheses; the end if there is none.
fn item_end(text: &str) -> usize {
    let mut is_inside = false;
    let end = text.find(|it| {
        is_inside = it == '(' || (is_inside && it != ')');
        it == ',' && !is_inside
    });
    end.unwrap_or(text.len())
}

impl Word {
    /// Returns what the word replaces of `all` that is to be written anew, in which the place `at` is.
    fn range(&self, text: &str, all: TextRange, at: TextSize) -> TextRange {
        let is_word = |it: char| !is_blank(it) && !"(),]".contains(it);
        match self.label.chars().next_back() {
            // An action goes in front of its target.
            Some(' ') if all.start() == at => TextRange::empty(at),
            Some(' ') => {
                let word = whole_word(text, all.start(), at, is_word);
                whole_word(text, word.start(), word.end(), is_blank)
            }
            Some('(') => {
                let word = whole_word(text, all.start(), at, is_word);
                TextRange::new(word.start(), word.end().min(all.end()))
            }
            _ if kind_of_key(&self.label).is_some() => {
                TextRange::new(all.start(), list_start(text, all, at).unwrap_or(all.end()))
            }
            _ => all,
        }
    }

    /// Cuts the ids off that are offered with a kind.
    fn keep_name(&mut self) {
        if let Some((name, _)) = self.label.split_once('(')
            && kind_of_key(name).is_some()
        {
            self.label.truncate(name.len());
        }
    }

    /// Returns true for a word that names all that a header is about.
    fn is_whole_target(&self) -> bool {
        !self.label.ends_with([' ', '(']) && self.label != ADDRESS
    }
}

/// The start of a region's address.
const ADDRESS: &str = "Lexgion(0x";

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

fn value_choices(file: &File, at: TextSize, key: &str, is_first: bool) -> Vec<Word> {
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
    let policies = || NodePolicy::UNTIMED.into_iter().map(|it| word(it.word(), chosen(it)));
    match key {
        "trace_mode" => Mode::ALL.iter().map(|it| word(it.word(), "")).collect(),
        "device_activity" => {
            let rotation = word("rotate_per_node:1000", "one after the other, milliseconds each");
            policies().chain([rotation]).collect()
        }
        // There the rotation means nothing (pinsight.md#documents-and-program).
        "measure" => policies().collect(),
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
            let with_activity = domains(file).filter(|it| it.has_device_activity());
            let activities = with_activity.flat_map(|domain| {
                let name = domain.name();
                let words = move |it: NodePolicy| format!("{name}:device_activity={}", it.word());
                NodePolicy::UNTIMED.into_iter().map(move |it| word(&words(it), chosen(it)))
            });
            // In a list it is no mode (pinsight.md#keys-by-section).
            let script = is_first.then_some(script);
            modes.chain(each).chain(activities).chain(script).collect()
        }
        "max_num_traces" => vec![word("-1", "no limit"), word("0", "never")],
        _ => match kind_of_key(key) {
            Some(kind) if *subject == Subject::Domain(kind.domain()) => {
                let (low, high) = kind.limits();
                vec![word(&format!("({low}-{high})"), "all ids")]
            }
            _ => Vec::new(),
        },
    }
}

/// Returns the processes that a node policy without a number chooses.
fn chosen(policy: NodePolicy) -> &'static str {
    match policy {
        NodePolicy::Off => "no process",
        NodePolicy::On => "every process",
        NodePolicy::AnyonePerNode => "one process of each machine",
        NodePolicy::LeaderPerNode => "the process of the least rank of each machine",
        NodePolicy::RotatePerNode(_) => "one after the other",
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

fn type_word(label: String, detail: &str) -> Word {
    Word {
        label,
        detail: detail.to_owned(),
        documentation: String::new(),
        class: TokenClass::Type,
        tail: "",
    }
}

fn domain_defaults(file: &File) -> impl Iterator<Item = Word> {
    domains(file).map(|it| type_word(format!("{}.default", it.name()), "domain default"))
}

fn is_domain_default(label: &str) -> bool {
    label.strip_suffix(".default").is_some_and(|it| Domain::from_name(it).is_some())
}

/// Returns all ids in the scope of a kind, without parentheses.
fn scope_words(file: &File, kind: Kind) -> String {
    let (low, high) = file.state().scope(kind).value;
    format!("{low}-{high}")
}

fn kinds(file: &File) -> impl Iterator<Item = Word> {
    domains(file)
        .flat_map(Domain::kinds)
        .map(|it| type_word(format!("{}({})", it.words(), scope_words(file, it)), "punits"))
}

/// Words for a region between the parentheses of a target, in the place of the one at `range`.
fn regions(file: &File, range: TextRange, is_removal: bool) -> Vec<Word> {
    let mentions = mentions(file);
    let here = mentions.iter().find(|it| range.contains_range(it.range));
    // What is being written is not to be had yet.
    let here = here.filter(|here| {
        matches!(here.thing, Thing::Region(_))
            && mentions.iter().filter(|it| it.thing == here.thing).count() == 1
    });
    let regions = file.state().regions.iter();
    let regions = regions.filter(|it| {
        here.is_none_or(|here| !matches!(&here.thing, Thing::Region(id) if *id == it.id))
    });
    let mut res: Vec<Word> =
        regions.map(|it| type_word(it.id.words(), "region of this file")).collect();
    // The current dialect knows regions by name, too.
    if !file.is_seed() && !is_removal {
        let known: Vec<String> = res.iter().map(|it| it.label.clone()).collect();
        res.extend(functions(file).filter(|it| !known.contains(&it.label)));
    }
    res
}

/// Words for what a header is about, behind the word `action`, of which `typed` stands there.
fn targets(file: &File, action: &str, typed: &str) -> Vec<Word> {
    let all_regions = || type_word("Lexgion.default".to_owned(), "default of all regions");
    let domain_regions = || {
        domains(file).filter(|_| !file.is_seed()).map(|it| {
            type_word(format!("Lexgion({}).default", it.name()), "default of a domain's regions")
        })
    };
    // Only what the action does something to (pinsight.md#actions).
    if action.eq_ignore_ascii_case("REMOVE") {
        let kinds = domains(file).flat_map(Domain::kinds);
        let all = |it: Kind| format!("{}(*)", it.words());
        let kinds = kinds.map(|it| type_word(all(it), "all punit sections of this kind"));
        let address = type_word(ADDRESS.to_owned(), "region by code address");
        return [address].into_iter().chain(kinds).collect();
    }
    if action.eq_ignore_ascii_case("RESET") {
        return domain_defaults(file).chain([all_regions()]).chain(domain_regions()).collect();
    }
    let mut res: Vec<Word> = domain_defaults(file).collect();
    if !file.is_seed() && action.is_empty() && !typed.contains([' ', '.', '(']) {
        for (name, detail) in [
            ("RESET ", "sets a default back; scope and node policy stay"),
            ("REMOVE ", "removes regions by address; punit sections only with `kind(*)`"),
        ] {
            res.push(type_word(name.to_owned(), detail));
        }
    }
    res.push(all_regions());
    res.extend(domain_regions());
    if !file.is_seed() {
        for (name, detail) in [("Knob", "knobs"), ("Energy", "energy"), ("Manifest", "manifest")] {
            res.push(type_word(name.to_owned(), detail));
        }
        res.push(type_word("Lexgion(".to_owned(), "regions by name"));
    }
    res.push(type_word(ADDRESS.to_owned(), "region by code address"));
    res.extend(kinds(file));
    res
}

#[cfg(test)]
mod tests;
