//! A header of the seed dialect in the form that today's program reads.

use text_size::TextRange;

use crate::edit::lines;
use crate::file::File;
use crate::header::{Dialect, Header, Target, has_tail, note_in, split_note};
use crate::lower::FileDialect;
use crate::punits::PunitItems;
use crate::reading::is_unknown;
use crate::tables::Domain;
use crate::token::{is_blank, trim};
use crate::values::c_address;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{len, range_in, slice};
use bobbin_core::view::Remark;

/// Something that a conversion of a header leaves out.
pub(crate) struct Loss {
    pub(crate) at: TextRange,
    pub(crate) message: String,
}

impl Loss {
    pub(super) fn remark(self) -> Remark {
        Remark { message: self.message, range: Some(self.at) }
    }
}

/// Converts a header of the seed dialect to today's form
/// (pinsight.md#converting-to-the-current-dialect), and returns what is left out. In a file
/// that `is_mixed` a list of addresses stays, of which the program of that time read the first.
pub(super) fn convert(text: &str, header: &Header, is_mixed: bool) -> (String, Vec<Loss>) {
    let target = slice(text, header.target_range);
    let mut losses = Vec::new();
    let mut lose = |at: &str, message: &str| {
        losses.push(Loss { at: range_in(text, at), message: message.to_owned() });
    };
    let part = |it: Option<TextRange>| it.map(|it| slice(text, it)).unwrap_or_default();
    // A bracket in front of more parts closes nothing.
    let part = |it| part(it).trim_end_matches(|it| it == ']' || is_blank(it));
    let (mut inherit, mut constraints) = (part(header.inherit), part(header.constraints));
    // Between two colons nothing was written; behind one the units stood for their domains.
    let taken = header.parents_by_kind(text);
    let is_slid = header.inherit.is_some_and(|it| {
        slice(text, TextRange::new(header.target_range.end(), it.start())).contains("::")
    });
    // Today such a constraint silences a region (pinsight.md#region-constraints).
    let silences =
        |it: &str| matches!(header.target, Target::Regions(_)) && !it.is_empty() && is_unknown(it);
    if header.has_units_as_parents(text)
        && (header.target == Target::Punits || is_slid && header.target != Target::RegionDefault)
    {
        let how = if is_slid { "with `::` " } else { "" };
        let was = match taken.as_slice() {
            [] => "had no effect".to_owned(),
            [first, ..] => format!("meant `{}.default`", first.name()),
        };
        let message = format!(
            "{how}this stood in the place of the parents and {was}; it is a constraint now"
        );
        if !silences(inherit) {
            lose(inherit, &message);
        }
        (inherit, constraints) = ("", inherit);
    }
    if silences(constraints) {
        lose(
            constraints,
            "this constraint names no known unit, so it had no effect; today it would silence the \
             region, and it is left out",
        );
        constraints = "";
    }
    let items = || inherit.split(',').map(trim).filter(|it| !it.is_empty());
    let known = |it: &str| Domain::from_name(it.split('.').next().unwrap_or_default());
    // Where today's program reads the file, all domains of today are parents.
    let known = |it: &str| known(it).filter(|it| is_mixed || it.in_seed());
    let mut parents = Vec::new();
    let new = match header.target {
        Target::DomainDefault(_) => {
            if header.inherit.is_some() || header.constraints.is_some() {
                lose(
                    part(header.inherit.or(header.constraints)),
                    "a domain default has no parents and no constraints",
                );
            }
            format!("[{target}]")
        }
        Target::Punits => {
            let own = Domain::from_name(target.split('.').next().unwrap_or_default());
            for (n, item) in items().enumerate() {
                match known(item) {
                    // Only what stands in front of the first `.default` was a parent.
                    Some(_) if n > 0 => lose(
                        item,
                        "only the first parent of a punit section counted, so this one is left out",
                    ),
                    Some(domain) if Some(domain) == own => {
                        parents.push(domain);
                        if item != format!("{}.default", domain.name()) {
                            lose(item, &meant(item, domain));
                        }
                    }
                    Some(_) if item.contains(".default") && own.is_some_and(Domain::in_seed) => {
                        lose(
                            item,
                            "a parent of another domain, whose events were copied by their numbers, is left out",
                        );
                    }
                    Some(_) => lose(item, "a parent of another domain is left out"),
                    None if item == "Lexgion.default" => {
                        lose(item, "`Lexgion.default` is no parent, so this one is left out");
                    }
                    None => lose(item, UNKNOWN_PARENT),
                }
            }
            let is_own = |it: &str| own.is_some_and(|own| own.name() == it);
            let known_items: Vec<_> = PunitItems::new(target).filter_map(Result::ok).collect();
            let (kept, moved): (Vec<_>, Vec<_>) =
                known_items.into_iter().partition(|it| is_own(it.domain));
            if own.is_none() || moved.is_empty() {
                join(target, &parents, constraints)
            } else {
                let kept: Vec<&str> = kept.iter().map(|it| it.whole).collect();
                let mut others: Vec<&str> = moved.iter().map(|it| it.whole).collect();
                others.extend(Some(constraints).filter(|it| !it.is_empty()));
                join(&kept.join(", "), &parents, &others.join(", "))
            }
        }
        Target::RegionDefault | Target::Regions(_) => {
            for item in items() {
                match known(item) {
                    Some(domain) => {
                        if item != format!("{}.default", domain.name()) {
                            lose(item, &meant(item, domain));
                        }
                        parents.push(domain);
                    }
                    None if item == "Lexgion.default" => {
                        lose(
                            item,
                            "every region is a copy of `Lexgion.default` anyway, so this parent is left out",
                        );
                    }
                    None => lose(item, UNKNOWN_PARENT),
                }
            }
            match header.target {
                Target::Regions(list) if is_mixed && slice(text, list).contains(',') => {
                    lose(
                        target,
                        "of several regions the dialect of the document read the first; today's \
                         program reads all, and they stay",
                    );
                    let list = slice(text, list);
                    let target = target.replacen(list, &as_addresses(list), 1);
                    join(&target, &parents, constraints)
                }
                Target::Regions(list) if is_mixed && is_current(target, slice(text, list)) => {
                    join(target, &parents, constraints)
                }
                Target::Regions(address) => {
                    let behind = target.split_once(')').map_or("", |it| trim(it.1));
                    if !behind.is_empty() {
                        lose(
                            behind,
                            "the regions end at the first `)`, so what follows never had an effect and is left out",
                        );
                    }
                    let (value, rest) = c_address(slice(text, address));
                    if !trim(rest).is_empty() || address.is_empty() {
                        let words = format!("the region was read as the address 0x{value:x}");
                        lose(target, &words);
                    }
                    join(&format!("Lexgion(0x{value:x})"), &parents, constraints)
                }
                _ => {
                    if !constraints.is_empty() {
                        lose(
                            constraints,
                            "constraints of `Lexgion.default` never had an effect and are left out",
                        );
                    }
                    join(target, &parents, "")
                }
            }
        }
        _ => join(target, &parents, constraints),
    };
    (new, losses)
}

/// Returns true if today's program reads a target with one region as it is written, and that of the seed
/// dialect did not: a name, or the default of a domain's regions.
fn is_current(target: &str, region: &str) -> bool {
    let behind = target.split_once(')').map_or("", |it| trim(it.1));
    let region = trim(region);
    match behind {
        ".default" => Domain::from_name(region).is_some(),
        "" => !region.is_empty() && !begins_number(region),
        _ => false,
    }
}

fn begins_number(item: &str) -> bool {
    item.trim_start_matches(['-', '+']).starts_with(|it: char| it.is_ascii_digit())
}

/// Writes the numbers of a list of regions as addresses: today a decimal or octal one is a name
/// (pinsight.md#region-lists).
fn as_addresses(list: &str) -> String {
    let items = list.split(',').map(|whole| {
        let item = trim(whole);
        match c_address(item) {
            (value, "") if begins_number(item) && !item.starts_with("0x") => {
                whole.replacen(item, &format!("0x{value:x}"), 1)
            }
            _ => whole.to_owned(),
        }
    });
    items.collect::<Vec<_>>().join(",")
}

const UNKNOWN_PARENT: &str = "a parent that does not exist is left out";

fn meant(item: &str, domain: Domain) -> String {
    format!("`{item}` meant `{}.default`", domain.name())
}

fn join(target: &str, parents: &[Domain], constraints: &str) -> String {
    let parents: Vec<String> = parents.iter().map(|it| format!("{}.default", it.name())).collect();
    let parents = parents.join(", ");
    match (parents.as_str(), constraints) {
        ("", "") => format!("[{target}]"),
        (_, "") => format!("[{target}] : {parents}"),
        ("", _) => format!("[{target}] : : {constraints}"),
        _ => format!("[{target}] : {parents} : {constraints}"),
    }
}

/// A header line of the seed dialect without what is meant for people.
struct Bare {
    /// The header, with blanks for a comment inside.
    line: String,
    /// The part of the line that it stands for.
    range: TextRange,
    /// The comments inside and behind it, and words behind the bracket.
    notes: Vec<TextRange>,
}

impl Bare {
    /// Reads the header line at `range`.
    fn of(text: &str, range: TextRange) -> Bare {
        let (mut head, mut note) = split_note(slice(text, range));
        let (mut line, mut notes) = (head.to_owned(), Vec::new());
        while let Some(inner) = note.filter(|it| it.starts_with('#') && !head.contains(']')) {
            // The program cut the line at its colons (pinsight.md#seed-headers).
            let cut = inner.match_indices(':').map(|(at, _)| at);
            let cut = cut.take(1).find(|&at| inner.get(at..).is_some_and(has_parts));
            let is_closed =
                inner.ends_with(']') && inner.matches(']').count() > inner.matches('[').count();
            let inside = match cut {
                Some(at) => inner.get(..at).unwrap_or(inner),
                None if is_closed => inner.trim_end_matches(|it| it == ']' || is_blank(it)),
                None => break,
            };
            notes.push(range_in(text, trim(inside)));
            let behind = slice(text, TextRange::new(range_in(text, inside).end(), range.end()));
            (head, note) = split_note(behind);
            let n_blanks = range_in(text, head).start() - range.start();
            line.push_str(&" ".repeat(usize::from(n_blanks).saturating_sub(line.len())));
            line.push_str(head);
        }
        notes.extend(note.map(|it| range_in(text, it)));
        let range = TextRange::at(range.start(), len(&line));
        Bare { line, range, notes }
    }

    /// Plans to write `new` for the header, and each of its comments on a line of its own above.
    fn edits(&self, file: &File, new: &str) -> Vec<Replacement> {
        let mut res = Vec::new();
        for &note in &self.notes {
            let above = lines::comment_above(file, self.range.start(), note);
            // The header takes the place of a comment inside.
            let is_inside = self.range.contains_range(note);
            let n_kept = if is_inside { 1 } else { usize::MAX };
            res.extend(above.replacements().iter().take(n_kept).cloned());
        }
        if new != slice(file.text(), self.range) {
            res.push(Replacement { range: self.range, text: new.to_owned() });
        }
        res
    }
}

/// Returns true if the colon at the start of `rest` is in front of parents or of units, rather than
/// in a comment.
fn has_parts(rest: &str) -> bool {
    let part = rest.split(':').nth(1).unwrap_or_default();
    let part = trim(split_note(part).0.trim_end_matches(|it| it == ']' || is_blank(it)));
    let is_parent =
        |it: &str| it.strip_suffix(".default").is_some_and(|it| Domain::from_name(it).is_some());
    part.split(',').map(trim).any(is_parent)
        || PunitItems::new(part).filter_map(Result::ok).any(|it| it.known_kind().is_some())
}

/// A header of the seed dialect in today's form.
pub(crate) struct Rewritten {
    /// The text of the header in today's form.
    pub(crate) new: String,
    /// Edits that make it of the old one; a comment or a note in or behind that, which was part of it,
    /// goes to a line of its own above.
    pub(crate) edits: Vec<Replacement>,
    /// Remarks on what is left out, and on what is worth a look.
    pub(crate) losses: Vec<Loss>,
}

/// Stands for a colon that parts no header, while one is taken apart.
const INNER_COLON: &str = "\0";

/// Hides the colons between the parentheses of a list of regions, where today a domain and a file stand in
/// front of a name (pinsight.md#region-lists); the program of the seed dialect cut there, too.
fn with_hidden_colons(line: &str) -> String {
    let start = line.find("Lexgion(").unwrap_or(line.len());
    let is_target = line.get(..start).is_some_and(|it| trim(it.trim_start_matches('[')).is_empty());
    let end = line.find(')').filter(|&it| it > start && is_target);
    match end.and_then(|it| Some((line.get(..it)?, line.get(it..)?))) {
        Some((list, rest)) => list.replace(':', INNER_COLON) + rest,
        None => line.to_owned(),
    }
}

/// Writes a header that has parts inside its bracket and behind it with all of them inside, and returns what
/// has no place there.
fn joined_parts(line: &str) -> (String, Vec<TextRange>) {
    let (inside, _) = line.split_once(']').unwrap_or((line, ""));
    let (inner, outer) =
        (Header::read(Dialect::Seed, inside, inside), Header::read(Dialect::Current, line, line));
    let part = |text: &str, it: Option<TextRange>| it.map(|it| slice(text, it).to_owned());
    let join = |inner: Option<TextRange>, outer: Option<TextRange>| {
        let parts = [part(inside, inner), part(line, outer)].into_iter().flatten();
        parts.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
    };
    let target = slice(inside, inner.target_range);
    let parents = join(inner.inherit, outer.inherit);
    let joined = match join(inner.constraints, outer.constraints).as_str() {
        "" => format!("[{target} : {parents}]"),
        constraints => format!("[{target} : {parents} : {constraints}]"),
    };
    (joined, [inner.ignored, outer.ignored].into_iter().flatten().collect())
}

/// Returns what people may mean as comments in a part of a header, with the place of each: in a list it ends
/// with that, and others end with the part.
fn notes_in(line: &str, part: TextRange) -> Vec<(String, TextRange)> {
    let (mut res, mut rest) = (Vec::new(), slice(line, part));
    while let Some(note) = note_in(rest) {
        let at = range_in(line, note).start();
        let before = slice(line, TextRange::new(part.start(), at));
        let is_in_list = before.rfind('(') > before.rfind(')');
        let words = note.trim_start_matches('#');
        let next = note_in(words).map(|it| usize::from(range_in(note, it).start()));
        let close = words.find(')').filter(|_| is_in_list).map(|it| it + note.len() - words.len());
        let end = next.into_iter().chain(close).min().unwrap_or(note.len());
        let (piece, behind) = note.split_at(end);
        res.push((trim(piece).to_owned(), range_in(line, trim(piece))));
        rest = behind;
    }
    res
}

/// Plans today's form of the header at `range`. An action, which the seed dialect does not have,
/// stays in front of its target.
pub(crate) fn rewritten(file: &File, range: TextRange) -> Rewritten {
    let text = file.text();
    let mut bare = Bare::of(text, range);
    let action = Header::read(Dialect::Current, &bare.line, &bare.line).action_range;
    let mut line = bare.line.clone();
    if let Some(action) = action {
        line.replace_range(
            usize::from(action.start())..usize::from(action.end()),
            &" ".repeat(action.len().into()),
        );
    }
    let is_mixed = file.layout().dialect != FileDialect::Seed;
    if is_mixed {
        line = with_hidden_colons(&line);
    }
    // Of an address the program reads what stands in front of it, and units may go with all that is among
    // their numbers.
    let parts = Header::read(Dialect::Seed, &line, &line);
    let parts = [Some(parts.target_range), parts.inherit, parts.constraints, parts.ignored];
    let notes: Vec<(String, TextRange)> =
        parts.into_iter().flatten().flat_map(|it| notes_in(&line, it)).collect();
    let is_joined = is_mixed && has_tail(&line);
    let mut dropped = Vec::new();
    if is_joined {
        (line, dropped) = joined_parts(&line);
    }
    let header = Header::read(Dialect::Seed, &line, &line);
    let (new, lost) = convert(&line, &header, is_mixed);
    let mut new = new.replace(INNER_COLON, ":");
    let notes = notes.into_iter().filter(|(it, _)| !new.contains(&it.replace(INNER_COLON, ":")));
    bare.notes.extend(notes.map(|(_, at)| at + range.start()));
    let mut losses = Vec::new();
    for &at in &bare.notes {
        let message = match (slice(text, at).starts_with('#'), bare.range.contains_range(at)) {
            (true, true) => "a comment in a header was part of it",
            (true, false) => "a comment after a header was part of it",
            (false, _) => "this stood after a header and was part of it; it is a comment now",
        };
        losses.push(Loss { at, message: message.to_owned() });
    }
    if is_joined {
        let message = "what stood inside the bracket was ignored and counts now".to_owned();
        losses.push(Loss { at: range, message });
    }
    if let Some(word) = action.map(|it| slice(&bare.line, it)) {
        new = new.replacen('[', &format!("[{word} "), 1);
    }
    let start = range.start();
    // Of a joined line no place is one of the text.
    let place = |it: TextRange| if is_joined { range } else { it + start };
    losses.extend(lost.into_iter().map(|it| Loss { at: place(it.at), ..it }));
    if header.close.is_none() {
        losses.push(Loss { at: range, message: "the missing `]` is added".to_owned() });
    }
    dropped.extend(header.ignored);
    for at in dropped {
        let message = "a fourth part was dropped and is left out".to_owned();
        losses.push(Loss { at: at + start, message });
    }
    let edits = bare.edits(file, &new);
    Rewritten { new, edits, losses }
}

/// Plans today's form of all headers.
pub(crate) fn convert_headers(file: &File) -> TextEdit {
    let ranges = file.layout().sections.iter().map(|it| it.header.range);
    TextEdit::from_replacements(ranges.flat_map(|it| rewritten(file, it).edits).collect())
}
