//! Words that could stand at a place.

mod in_macros;
mod offer;

use std::collections::HashSet;

use text_size::{TextRange, TextSize};

use crate::catalogue::{self, HEARTBEAT, KeyKind, NON_BLOCKING, ProcessType, SCHEDULERS};
use crate::file::File;
use crate::hover;
use crate::inside;
use crate::model::{Entry, Holder, HolderKind, Owner};
use crate::network::{Network, Process};
use crate::resolve::{self, TUNABLE};
use crate::source::folder;
use crate::token::{Kind, STATEMENT_WORDS, is_blank_char};
use crate::wires::{self, Site, wires};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenClass, TokenIdx, TokenSpan};
use bobbin_core::text::{Files, len, offset, relative_path, slice};
use bobbin_core::view::{Completion, PortSide, next_word, rest_of_line, whole_word};

use self::offer::Offer;

/// Returns the words for the place `at`. The word there is replaced; the editor filters by what is typed of it.
pub fn completions(file: &File, at: TextSize) -> Vec<Completion> {
    Completion::finished(words(file, at), &file.input().text)
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_' || it == '-'
}

/// Returns true if one of `signs` follows a word that cannot be taken over, as blanks stand in front of it,
/// or a comma.
fn goes_on(text: &str, word: TextRange, signs: &[char]) -> bool {
    let behind = rest_of_line(text, word.end());
    rest(text, word.end()).starts_with(signs) && (behind.starts_with([' ', '\t', ',']))
}

/// Returns the text from a place to the end of its line, without a comment and the blanks around.
fn rest(text: &str, at: TextSize) -> &str {
    let rest = rest_of_line(text, at);
    rest.split('#').next().unwrap_or_default().trim_matches(is_blank_char)
}

/// Returns `word`, or the next one if it is empty and the next one is what stands behind a token of `kind`
/// rather than the start of what follows there.
fn standing_word(
    text: &str,
    word: TextRange,
    kind: Kind,
    is_name: impl Fn(char) -> bool,
) -> TextRange {
    let next = next_word(text, word, is_name);
    let name = slice(text, next).trim_start_matches(is_blank_char);
    let is_next = next != word;
    let is_from = kind == Kind::Connect && name == "from";
    let is_keyword = STATEMENT_WORDS.contains(&name) || ["from", "to"].contains(&name);
    // The rest of a key, or of an address in front of whose process or port the place is.
    let signs: &[char] = match kind {
        Kind::Connect | Kind::Dot => &['=', '[', '.'],
        _ => &['=', '['],
    };
    let is_key_part = rest_of_line(text, next.end()).starts_with(':');
    let begins_other = is_keyword
        || is_key_part
        || name.starts_with("--")
        || rest(text, next.end()).starts_with(signs);
    if is_next && begins_other && !is_from { word } else { next }
}

/// Returns the part of a name with slashes in an address up to `at`, of which `word` is the end, and the token in
/// front of it.
fn slashed_name(
    file: &File,
    at: TextSize,
    word: TextRange,
) -> Option<(TextRange, (TokenIdx, Kind))> {
    let before = slice(&file.input().text, TextRange::up_to(at));
    let name = before.trim_end_matches(|it: char| is_word(it) || it == '/');
    let range = TextRange::new(len(name), word.end());
    let front = before_word(file, range.start())?;
    let is_address = matches!(front.1, Kind::From | Kind::To | Kind::Dot);
    (range != word && is_address).then_some((range, front))
}

fn words(file: &File, at: TextSize) -> Vec<Completion> {
    let text: &str = &file.input().text;
    let before = slice(text, TextRange::up_to(at));
    let typed = before.len() - before.trim_end_matches(is_word).len();
    let word = whole_word(text, at - offset(typed), at, is_word);
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.contains('#') {
        return Vec::new();
    }
    let mut offer = Offer { range: word, list: Vec::new() };
    // From the start of `typed` as far as `belongs` says.
    let replaced = |typed: &str, belongs: fn(char) -> bool| {
        let start = at - TextSize::of(typed);
        let range = whole_word(text, start, at, belongs);
        let behind = slice(text, TextRange::new(at, range.end())).trim_end_matches(is_blank_char);
        TextRange::new(start, at + TextSize::of(behind))
    };
    let start = line.trim_start_matches(is_blank_char);
    let directive = start.trim_start_matches('!');
    if let Some(name) = directive.strip_prefix("include ")
        && !name.contains('$')
    {
        offer.range = replaced(name.trim_start(), |it| it != '#');
        includes(file, &mut offer);
        return offer.list;
    }
    if let Some(path) = start.strip_prefix("config ").map(str::trim_start)
        && path.chars().all(|it| is_word(it) || it == ':')
    {
        // The header is all of its line.
        offer.range = replaced(path, |it| it != '#');
        sections(file, path, &mut offer);
        return offer.list;
    }
    if let Some(path) = start.strip_prefix("block ").map(str::trim_start)
        && path.chars().all(|it| is_word(it) || it == ':')
    {
        // The name is all of its line.
        offer.range = replaced(path, |it| it != '#');
        let network = Network::new(file);
        if let Some(place) = context(file, &network, at - TextSize::of(start)) {
            blocks(file, &network, &place, "", &mut offer);
        }
        return offer.list;
    }
    if let Some(open) =
        line.rfind('$').and_then(|it| line.get(it + 1..)).filter(|it| !it.contains('}'))
    {
        in_macros::words(file, open, at, &mut offer);
        return offer.list;
    }
    // Nothing but macros has braces.
    if before.ends_with('{') {
        return offer.list;
    }
    // An entry goes on as without that word.
    let relative = start.strip_prefix("relativepath").filter(|it| it.starts_with(is_blank_char));
    let is_relative = relative.is_some();
    let start = relative.map_or(start, |it| it.trim_start_matches(is_blank_char));
    let Some((idx, kind)) = before_word(file, word.start()) else {
        statements(file, None, &mut offer);
        return offer.list;
    };
    let (word, (idx, kind)) = slashed_name(file, at, word).unwrap_or((word, (idx, kind)));
    if let Some(colon) = single_colon(file, slice(text, TextRange::up_to(word.start()))) {
        let more = rest_of_line(text, word.end());
        let second = TextSize::of(if word.is_empty() && more.starts_with(':') { ":" } else { "" });
        let word = standing_word(text, word + second, Kind::DoubleColon, is_word);
        offer.range = TextRange::new(colon, word.end());
        types(file, ":: ", &mut offer);
        return offer.list;
    }
    if matches!(kind, Kind::DoubleColon | Kind::From | Kind::To | Kind::Dot | Kind::Connect) {
        // Names in addresses have slashes.
        let is_name = |it: char| is_word(it) || (it == '/' && kind != Kind::DoubleColon);
        let word = whole_word(text, word.start(), at, is_name);
        offer.range = standing_word(text, word, kind, is_name);
    }
    match kind {
        Kind::DoubleColon => types(file, "", &mut offer),
        Kind::From | Kind::To => processes(file, idx, &mut offer),
        Kind::Dot => ports(file, idx, &mut offer),
        Kind::Connect => offer.word("from", "", TokenClass::Keyword),
        // The real program knows no list of flags (sprokit.md#flags).
        Kind::Comma => (),
        Kind::LeftBracket => {
            offer.range = next_word(text, word, is_word);
            let tail = if goes_on(text, offer.range, &[',', ']']) { "" } else { "]" };
            let holder = file.model().holders.last_while(|it| it.head.start <= idx);
            let is_header =
                holder.is_some_and(|it| matches!(it.1.kind, HolderKind::Cluster { .. }));
            // Elsewhere it has no effect.
            for (flag, about) in FLAGS.into_iter().filter(|it| is_header || it.0 != TUNABLE) {
                let insert = format!("{flag}{tail}");
                offer.insert(flag, about, String::new(), &insert, TokenClass::Flag);
            }
        }
        Kind::Assign => {
            let typed = slice(text, TextRange::new(word.start(), at));
            offer.range = replaced(typed, |it| it != '#');
            values(file, idx, &mut offer);
        }
        // Of a value that names a key, the parts in front are written already.
        Kind::Value if file.source().range(idx).contains_inclusive(word.start()) => {
            let start = file.source().range(idx).start();
            let typed = slice(text, TextRange::new(start, at.max(start)));
            let assign = before_word(file, start).filter(|it| it.1 == Kind::Assign);
            if let Some((assign, _)) = assign
                && typed.chars().all(|it| is_word(it) || it == ':')
            {
                offer.range = replaced(typed, |it| it != '#');
                values(file, assign, &mut offer);
            }
        }
        Kind::Config | Kind::Process | Kind::Cluster | Kind::Imap | Kind::Omap => (),
        _ => {
            // Keys have parts, of which the earlier ones may be written already.
            let is_part = |it: char| is_word(it) || it == ':' || it == '/';
            let is_key = !start.starts_with(':') && start.chars().all(is_part);
            let behind = rest(text, word.end());
            let is_in_connection = in_connection(file, idx);
            if kind == Kind::Slash && (is_in_connection || !is_key) {
                return Vec::new();
            }
            if is_in_connection && !behind.starts_with(['.', '/']) {
                if behind.split(is_blank_char).next() == Some("to") {
                    offer.range = next_word(text, word, is_word);
                }
                offer.word("to", "", TokenClass::Keyword);
            } else if is_key {
                offer.range = replaced(start, is_part);
                let key = slice(text, offer.range);
                if !STATEMENT_WORDS.contains(&key) {
                    keys(file, offer.range.start(), " = ", &mut offer);
                }
                if !key.contains([':', '/']) && !is_relative {
                    statements(file, Some((idx, kind)), &mut offer);
                }
            } else if matches!(kind, Kind::Colon | Kind::LegacyColon) {
                let tail = if kind == Kind::LegacyColon { " " } else { " = " };
                keys(file, word.start(), tail, &mut offer);
            }
        }
    }
    offer.list
}

/// The flags of entries.
const FLAGS: [(&str, &str); 2] =
    [("ro", "read-only"), (TUNABLE, "can be changed while the pipeline runs")];

/// Returns the place of the colon at the end of `before` if it is the first of the two between the name of a
/// process and its type.
fn single_colon(file: &File, before: &str) -> Option<TextSize> {
    let header = before.trim_end_matches([' ', '\t']).strip_suffix(':')?;
    let (name, kind) = before_word(file, len(header))?;
    let (_, word) = before_word(file, file.source().range(name).start())?;
    (kind == Kind::Word && word == Kind::Process).then_some(len(header))
}

/// Returns the significant token in front of the word that is being typed.
fn before_word(file: &File, start: TextSize) -> Option<(TokenIdx, Kind)> {
    let source = file.source();
    let mut idx = start.checked_sub(TextSize::new(1)).and_then(|it| source.at(it))?;
    loop {
        let kind = source.kind(idx)?;
        if source.is_own(idx) && !kind.is_trivia() && kind != Kind::HeaderEnd {
            return Some((idx, kind));
        }
        idx = TokenIdx(idx.0.checked_sub(1)?);
    }
}

/// Adds the files that are known, by the shortest name under which an include in this text finds them.
fn includes(file: &File, offer: &mut Offer) {
    let input = file.input();
    let own = Files::normalise(&input.path);
    let mut folders: Vec<String> = vec![Files::normalise(folder(&input.path))];
    folders.extend(input.host.include_path.iter().map(|it| Files::normalise(it)));
    for path in input.files.paths().filter(|it| *it != own && !it.ends_with(".cluster")) {
        let below = folders.iter().filter_map(|it| match it.as_str() {
            "" => Some(path),
            folder => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        // One in a folder beside is reached from the own folder, which comes first.
        let beside = || relative_path(folders.first()?, path);
        let name = below.min_by_key(|it| it.len()).map(str::to_owned).or_else(beside);
        offer.word(name.as_deref().unwrap_or(path), "", TokenClass::Value);
    }
}

/// Adds the words that begin a statement, where the grammar takes them (sprokit.md#grammar): `before` is the
/// last token in front of the word.
fn statements(file: &File, before: Option<(TokenIdx, Kind)>, offer: &mut Offer) {
    let text: &str = &file.input().text;
    let word = slice(text, offer.range);
    let behind = rest(text, offer.range.end());
    let is_path = |it: char| is_word(it) || it == ':';
    let mut allowed = statements_at(file, offer.range.start(), before);
    allowed.retain(|&it| match it {
        // One that stands there is not exchanged: what follows belongs to it.
        _ if STATEMENT_WORDS.contains(&word) => it == word,
        _ if behind.is_empty() => true,
        _ if word.is_empty() => false,
        "connect" | "imap" | "omap" => behind.starts_with("from"),
        "process" => behind.contains("::"),
        "config" | "cluster" => behind.starts_with(is_word) && behind.chars().all(is_path),
        "include" => behind.starts_with(is_word) && !behind.contains('='),
        "relativepath" => behind.starts_with(is_word) && behind.contains('='),
        _ => false,
    });
    for word in allowed {
        let about = hover::keyword(word).unwrap_or_default().to_owned();
        offer.insert(word, "", about, word, TokenClass::Keyword);
    }
}

/// Returns the statements that the grammar takes at a place.
fn statements_at(file: &File, at: TextSize, before: Option<(TokenIdx, Kind)>) -> Vec<&'static str> {
    let (source, model) = (file.source(), file.model());
    let Some((last, kind)) = before else {
        let cluster = model.cluster().map(|it| source.range(it.1.head.start).start());
        return match cluster {
            // A cluster is the first statement of its file.
            Some(start) if start > at => vec!["include"],
            None if !model.is_cluster => vec!["process", "connect", "config", "include"],
            _ => vec!["cluster", "include"],
        };
    };
    let holder = model.holders.last_while(|it| it.head.start <= last).map(|it| it.1);
    let connection = model.connections.last_while(|it| it.span.start <= last).map(|it| it.1);
    let is_last = |it: &&Holder| connection.is_none_or(|other| other.span.start < it.head.start);
    let Some(holder) = holder.filter(is_last) else {
        return vec!["process", "connect", "config", "include"];
    };
    // True if more of the holder stands behind the place than the word that is being written.
    let behind = TokenSpan::new(TokenIdx(last.0 + 1), holder.span.end.max(TokenIdx(last.0 + 1)));
    let goes_on = source.significant_in(behind).any(|it| source.range(it.0).start() > at);
    if matches!(holder.kind, HolderKind::Cluster { .. }) {
        // Each item of the header needs its description first, and none stands behind a process.
        return match (kind == Kind::Description, goes_on) {
            (false, _) => vec!["include"],
            (true, true) => vec!["imap", "omap", "relativepath", "include"],
            (true, false) => {
                vec!["imap", "omap", "process", "connect", "config", "relativepath", "include"]
            }
        };
    }
    let is_open = model.blocks.iter().any(|it| {
        it.open > holder.head.start
            && it.open <= last
            && it.close.is_none_or(|it| source.range(it).start() >= at)
    });
    let mut res = vec!["block", "relativepath", "include"];
    if is_open {
        res.insert(0, "endblock");
    } else {
        // No entry may follow a connection.
        let statements = ["process", "connect", "config"];
        res.splice(0..0, statements.into_iter().filter(|it| !(goes_on && *it == "connect")));
    }
    res
}

/// Adds the types, behind `prefix`.
fn types(file: &File, prefix: &str, offer: &mut Offer) {
    for it in file.library().types.iter().chain(catalogue::built_in()) {
        let name = format!("{prefix}{}", it.name);
        offer.insert(&name, &it.module, hover::type_markdown(it), &name, TokenClass::Type);
    }
}

/// Adds the processes behind `from` or `to`, with the dot in front of a port.
fn processes(file: &File, idx: TokenIdx, offer: &mut Offer) {
    let kinds = (0..idx.0).rev().take(LONG).filter_map(|it| file.source().kind(TokenIdx(it)));
    let statement = kinds
        .into_iter()
        .find(|it| matches!(it, Kind::Connect | Kind::Imap | Kind::Omap | Kind::Process));
    let is_from = file.source().kind(idx) == Some(Kind::From);
    // Ports of the cluster have no process.
    let is_outside =
        matches!((statement, is_from), (Some(Kind::Imap), true) | (Some(Kind::Omap), false));
    if is_outside {
        return;
    }
    let dot = if goes_on(&file.input().text, offer.range, &['.']) { "" } else { "." };
    // Those inside instances, which come last, can be named, too (sprokit.md#connections).
    for it in Network::new(file).processes.iter() {
        let insert = format!("{}{dot}", it.name);
        offer.insert(&it.name, it.type_name, String::new(), &insert, TokenClass::Name);
    }
}

/// More tokens than a connection has up to its `to`.
const LONG: usize = 16;

/// Adds the ports of the process in front of the dot, on the side the statement asks for.
fn ports(file: &File, dot: TokenIdx, offer: &mut Offer) {
    let source = file.source();
    let mut before = (0..dot.0)
        .rev()
        .map(TokenIdx)
        .filter(|&it| source.kind(it).is_some_and(|it| !it.is_trivia()));
    let is_keyword =
        |it: &TokenIdx| matches!(source.kind(*it), Some(Kind::From | Kind::Connect | Kind::To));
    let Some(keyword) = before.by_ref().take(LONG).find(is_keyword) else { return };
    let side = match source.kind(keyword) {
        Some(Kind::To) => PortSide::Input,
        _ => PortSide::Output,
    };
    let network = Network::new(file);
    let name = source.joined(TokenSpan::new(keyword.next(), dot));
    let Some(&id) = network.by_name.get(name.as_ref()) else { return };
    let process = network.processes.get(id);
    let Some((process, known)) = process.and_then(|it| Some((it, it.process_type?))) else {
        return;
    };
    let is_connected = |port: &str| {
        let ends = network.links.iter().map(|it| match side {
            PortSide::Input => &it.to,
            PortSide::Output => &it.from,
        });
        ends.into_iter().any(|it| it.name == process.name && it.port == port)
    };
    // What still needs a connection comes first.
    let (free, taken): (Vec<_>, Vec<_>) =
        known.ports(side).iter().partition(|it| !is_connected(&it.name));
    for it in free.into_iter().chain(taken) {
        let it = wires::typed_port(&network, id, it, side);
        let about = hover::port_markdown(&it, side, &process.name);
        offer.insert(&it.name, &it.data_type, about, &it.name, TokenClass::Port);
    }
    // Every process has that output, but the one of a cluster stands for none inside
    // (sprokit.md#connections).
    if side == PortSide::Output && !known.is_cluster {
        let about = hover::port_markdown(&HEARTBEAT, side, &process.name);
        offer.insert(
            &HEARTBEAT.name,
            &HEARTBEAT.data_type,
            about,
            &HEARTBEAT.name,
            TokenClass::Port,
        );
    }
}

fn in_connection(file: &File, idx: TokenIdx) -> bool {
    let source = file.source();
    let before = (0..idx.0)
        .rev()
        .map(TokenIdx)
        .filter_map(|it| source.kind(it))
        .filter(|it| !it.is_trivia());
    before.take(6).take_while(|it| !matches!(it, Kind::To | Kind::Value)).any(|it| it == Kind::From)
}

/// The process whose keys those at a place are, if it is known, and what stands in front of them: all of it, and the
/// part behind the process. Both end with `:`, unless they are empty.
type Context<'n, 'f> = (Option<&'n Process<'f>>, String, String);

/// Returns whose keys those at a place are.
fn context<'n, 'f>(
    file: &'f File,
    network: &'n Network<'f>,
    at: TextSize,
) -> Option<Context<'n, 'f>> {
    let source = file.source();
    let idx = source.at(at).unwrap_or(TokenIdx(0));
    let (_, holder) = file.model().holders.last_while(|it| it.head.start <= idx)?;
    let connection = file.model().connections.last_while(|it| it.span.start <= idx);
    if connection.is_some_and(|it| it.1.span.start > holder.head.start) {
        return None;
    }
    let block = file.model().blocks.iter().rposition(|it| {
        it.open < idx && it.open > holder.head.start && it.close.is_none_or(|it| it >= idx)
    });
    let path = format!("{}:{}", holder.path, file.model().block_path(source, block));
    let (first, inside) = path.split_once(':')?;
    let process = match holder.kind {
        HolderKind::Process(_) | HolderKind::Section { .. } => network.named(first),
        HolderKind::Cluster { .. } => None,
    };
    let inside = inside.to_owned();
    Some((process, path, inside))
}

/// Adds the keys of the process or section at a place, with `tail` in front of a value.
fn keys(file: &File, at: TextSize, tail: &str, offer: &mut Offer) {
    let behind = rest(&file.input().text, offer.range.end());
    let has_value = match tail {
        " " => !behind.is_empty(),
        _ => behind.starts_with(['=', '[']) || behind.starts_with(":="),
    };
    if !has_value && !behind.is_empty() {
        return;
    }
    let network = Network::new(file);
    let Some(place) = context(file, &network, at) else { return };
    let n_before = offer.list.len();
    known_keys(file, &network, &place, offer);
    // Those inside an instance are many, so they come when one of its processes is named.
    if !place.2.is_empty() || slice(&file.input().text, offer.range).contains(':') {
        inner_keys(&network, &place, offer);
    }
    let written = written_keys(file, at);
    let mut keys = offer.list.split_off(n_before);
    // What is written already comes last: a second time it would only replace the first.
    keys.sort_by_key(|it| written.contains(&it.label));
    for it in &mut keys {
        if !has_value {
            it.insert.push_str(tail);
        }
    }
    offer.list.append(&mut keys);
}

/// Adds the keys of the processes inside an instance, which can be set from it (sprokit.md#instantiation).
fn inner_keys(network: &Network<'_>, (process, _, block): &Context<'_, '_>, offer: &mut Offer) {
    let instance = process.and_then(|it| it.instance);
    let Some(instance) = instance.and_then(|it| network.instances.get(it)) else { return };
    let is_fixed =
        |key: &str| instance.cluster.assigned.iter().any(|it| it.read_only && it.key == key);
    for it in instance.inner().filter_map(|it| network.processes.get(it)) {
        let Some(known) = it.process_type else { continue };
        let mut keys = Offer { range: offer.range, list: Vec::new() };
        type_keys(known, "", &mut keys);
        for key in keys.list {
            let full = format!("{}:{}", inside::own_name(&it.name), key.label);
            if let Some(rest) = full.strip_prefix(block.as_str()).filter(|_| !is_fixed(&full)) {
                offer.insert(rest, &key.detail, key.documentation, rest, TokenClass::Key);
            }
        }
    }
}

/// Adds the keys that something reads at a place.
fn known_keys(
    file: &File,
    network: &Network<'_>,
    (process, path, block): &Context<'_, '_>,
    offer: &mut Offer,
) {
    if let Some(known) = process.and_then(|it| it.process_type) {
        type_keys(known, block, offer);
    }
    // The program asks each process for them, but not what stands for others.
    if process.is_some_and(|it| it.process_type.is_none_or(|it| !it.is_cluster)) {
        for (key, about) in RESERVED_KEYS {
            if let Some(key) = key.strip_prefix(block.as_str()) {
                offer.insert(key, "", about.to_owned(), key, TokenClass::Key);
            }
        }
    }
    // Those of a cluster are read from the pipeline that uses it.
    if !file.model().is_cluster {
        edge_keys(network, path, offer);
    }
    if path == "_scheduler:" && !file.model().is_cluster {
        offer.insert("type", "", String::new(), "type", TokenClass::Key);
    }
}

/// Returns the keys of the section or process at a place, as they are written, without the one at the place itself.
fn written_keys(file: &File, at: TextSize) -> Vec<String> {
    let source = file.source();
    let idx = source.at(at).unwrap_or(TokenIdx(0));
    let holder = file.model().holders.last_while(|it| it.head.start <= idx);
    let Some((owner, _)) = holder else { return Vec::new() };
    let entries = file.model().entries.iter().filter(|it| {
        matches!(it.owner, Owner::Holder(it) if it == owner)
            && !(it.span.start <= idx && idx < it.span.end)
    });
    entries.map(|it| source.joined(it.key).to_string()).collect()
}

/// The keys that mean something to the program itself in any process (sprokit.md#reserved-configuration).
const RESERVED_KEYS: [(&str, &str); 2] = [
    (
        NON_BLOCKING,
        "nothing that is connected to an input waits, and so many data sets are kept for each",
    ),
    ("_instrumentation:type", "what measures the process"),
];

/// Adds the keys that are about connections in a section, or a block of it; `path` ends with `:`.
fn edge_keys(network: &Network<'_>, path: &str, offer: &mut Offer) {
    let Some(inside) = path.strip_prefix("_pipeline:") else { return };
    // The program asks for the ends at set-up, when those at clusters are replaced
    // (sprokit.md#edge-capacity). What stands in the text comes first.
    let mut wires = wires(network);
    wires.order_by_key(|it| matches!(it.site, Site::Inner(..)));
    let mut ends = vec![("_edge:".to_owned(), String::new())];
    for it in &wires {
        let data_type = it.to.info.data_type();
        if !data_type.is_empty() && !data_type.starts_with('_') {
            ends.push((format!("_edge_by_type:{data_type}:"), String::new()));
        }
    }
    for it in &wires {
        let (from, to) = (network.name(it.from.process), network.name(it.to.process));
        let about = format!("{from}.{} to {to}.{}", it.from.port, it.to.port);
        ends.push((format!("_edge_by_conn:{to}:down:{}:", it.to.port), about.clone()));
        ends.push((format!("_edge_by_conn:{from}:up:{}:", it.from.port), about));
    }
    keep_inside(&mut ends, inside);
    for (key, about) in [("capacity", "default 10"), ("blocking", "default true")] {
        for (end, connection) in &ends {
            let label = format!("{end}{key}");
            let detail = if connection.is_empty() { about } else { connection };
            offer.insert(&label, detail, String::new(), &label, TokenClass::Key);
        }
    }
}

/// Keeps what goes on behind `prefix`, each once and without it.
fn keep_inside(ends: &mut Vec<(String, String)>, prefix: &str) {
    let mut seen: HashSet<String> = HashSet::new();
    ends.retain_mut(|(end, _)| match end.strip_prefix(prefix).map(str::to_owned) {
        Some(rest) => {
            let is_new = seen.insert(rest.clone());
            *end = rest;
            is_new
        }
        None => false,
    });
}

fn type_keys(known: &ProcessType, block: &str, offer: &mut Offer) {
    for it in &known.keys {
        if it.kind == KeyKind::Algorithm {
            let interface = it.interface.as_ref();
            if block.is_empty() {
                let label = format!("{}:type", it.name);
                offer.insert(&label, interface, String::new(), &label, TokenClass::Key);
            } else if block.strip_suffix(':') == Some(it.name.as_ref()) {
                offer.insert("type", interface, String::new(), "type", TokenClass::Key);
            }
        } else if block.is_empty() {
            let about = if it.about.is_empty() { it.kind.words() } else { &it.about };
            offer.insert(&it.name, &it.default, about.to_owned(), &it.name, TokenClass::Key);
        }
    }
}

fn values(file: &File, assign: TokenIdx, offer: &mut Offer) {
    let source = file.source();
    let place = file.model().entries.partition_point(|it| it.span.start <= assign).checked_sub(1);
    let Some(entry) = place.and_then(|it| file.model().entries.get(it)) else { return };
    let full = file.model().full_key(source, entry);
    let network = Network::new(file);
    let (first, rest) = full.split_once(':').unwrap_or((&full, ""));
    let process = network.named(first);
    let key = process.and_then(|it| it.process_type).and_then(|it| it.key(rest));
    let default = key.map(|it| it.default.as_ref()).filter(|it| !it.is_empty());
    let mut words: Vec<&str> = match full.as_str() {
        "_scheduler:type" => SCHEDULERS.to_vec(),
        it if it.starts_with("_pipeline:_edge") && it.ends_with(":capacity") => vec!["10"],
        it if it.starts_with("_pipeline:_edge") && it.ends_with(":blocking") => {
            vec!["true", "false"]
        }
        it if it.ends_with(":_instrumentation:type") => {
            [&["none"], catalogue::INSTRUMENTATION.as_slice()].concat()
        }
        _ => match key.map(|it| it.kind) {
            Some(KeyKind::Bool("True")) => vec!["True", "False"],
            Some(KeyKind::Bool(_)) => vec!["true", "false"],
            _ => default.into_iter().collect(),
        },
    };
    // Whoever writes a key mostly wants something other than its default.
    words.sort_by_key(|it| default == Some(*it));
    for it in words {
        let is_default = default == Some(it);
        offer.word(it, if is_default { "default" } else { "" }, TokenClass::Constant);
    }
    if process.is_some() {
        cluster_keys(file, entry, offer);
    }
}

/// Adds the keys of the cluster that an entry of a process inside it can take its value from: it does as read-only
/// (sprokit.md#config-mapping).
fn cluster_keys(file: &File, entry: &Entry, offer: &mut Offer) {
    let flags = resolve::flags(file, entry);
    if !flags.read_only || flags.relative || flags.local {
        return;
    }
    let (Some((_, header)), Some(name)) = (file.model().cluster(), resolve::cluster_name(file))
    else {
        return;
    };
    for (_, it) in file.model().entries_of(header) {
        let key = format!("{name}:{}", file.model().local_key(file.source(), it));
        let default = it.value.map_or("", |it| file.source().text(it));
        offer.word(&key, default, TokenClass::Key);
    }
}

/// Adds the paths of sections; `typed` is what stands there of one.
fn sections(file: &File, typed: &str, offer: &mut Offer) {
    // Those of a cluster are read from the pipeline that uses it.
    if !file.model().is_cluster {
        for it in
            ["_pipeline:_edge", "_pipeline:_edge_by_type", "_pipeline:_edge_by_conn", "_scheduler"]
        {
            offer.word(it, "", TokenClass::Section);
        }
    }
    let network = Network::new(file);
    for it in network.own() {
        offer.word(&it.name, it.type_name, TokenClass::Section);
    }
    let name = typed.split_once(':').map(|it| it.0);
    if let Some(process) = name.and_then(|it| network.named(it)) {
        let path = format!("{}:", process.name);
        blocks(file, &network, &(Some(process), path.clone(), String::new()), &path, offer);
    }
}

/// Adds what can stand in front of the last part of a key at a place, behind `prefix`.
fn blocks(
    file: &File,
    network: &Network<'_>,
    place: &Context<'_, '_>,
    prefix: &str,
    offer: &mut Offer,
) {
    let mut keys = Offer { range: offer.range, list: Vec::new() };
    known_keys(file, network, place, &mut keys);
    inner_keys(network, place, &mut keys);
    let mut seen = HashSet::new();
    for it in keys.list {
        let Some((block, _)) = it.label.rsplit_once(':') else { continue };
        if seen.insert(block.to_owned()) {
            offer.word(&format!("{prefix}{block}"), &it.detail, TokenClass::Section);
        }
    }
}

#[cfg(test)]
mod tests;
