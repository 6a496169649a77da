//! Headers: what they select and what they do.

use text_size::{TextRange, TextSize};

use super::lines::is_misread as is_told_as_misread;
use super::punits;
use super::regions;
use super::target;
use crate::diagnostics as say;
use crate::edit::lines;
use crate::file::File;
use crate::header::{Action, Dialect, Header, Target, split_comment, split_note};
use crate::lower::Section;
use crate::misreading;
use crate::punits::{IdSet, PunitItems, wildcard};
use crate::reading::{Complaint, ComplaintKind, Subject, first_parent};
use crate::tables::{Domain, Kind};
use crate::token::{is_blank, trim};
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{offset, range_in, slice};

pub(super) fn check_header(
    file: &File,
    idx: usize,
    section: &Section,
    complaints: &[&Complaint],
    res: &mut Vec<Diagnostic>,
) {
    let header = &section.header;
    if header.dialect == Dialect::Seed && header.stops {
        let why = match header.target {
            Target::DomainDefault(_) => "a domain default has no parents and constraints",
            _ => "this header is empty",
        };
        res.push(say::reading_stopped(header.range, why));
    }
    check_ignored(file, header, res);
    let is_misread = header.dialect == Dialect::Current && is_told_as_misread(file, section);
    if !is_misread && header.close.is_some() {
        target::check_target(file, idx, header, res);
    }
    check_action(file, section, complaints, res);
    if header.action == Action::Set {
        check_parents(file, idx, header, res);
    }
    punits::check_punits(file, idx, header, complaints, res);
    if let Target::Regions(list) = header.target {
        regions::check_regions(file, idx, header, list, complaints, res);
        regions::check_region_entry(file, idx, section, res);
    }
}

fn check_ignored(file: &File, header: &Header, res: &mut Vec<Diagnostic>) {
    if let Some(range) = header.ignored.filter(|it| !it.is_empty()) {
        let text = file.text_at(range);
        if header.inherit.is_some() {
            let found = say::ignored_part(range, text, "a header has two parts after its target");
            res.push(match punits::has_blank_constraint(header) {
                true => found.with_fixes(punits::mended_blank_constraint(file, header)),
                false => {
                    let (label, fix) = without_part(file, header, range);
                    found.with_fix(label, fix)
                }
            });
        } else if text.starts_with('#') || text.contains(char::is_alphanumeric) {
            let fix = lines::comment_above(file, header.range.start(), range);
            res.push(say::header_tail(range, text, fix));
        } else {
            let before = file.text_at(TextRange::new(header.range.start(), range.start()));
            let n_blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
            let all = TextRange::new(range.start() - offset(n_blanks), range.end());
            res.push(say::header_tail(range, text, TextEdit::delete(all)));
        }
    }
    let seed = header.dialect == Dialect::Seed;
    let (parents, constraints) = match header.target {
        Target::DomainDefault(Some(_)) if !seed => (false, false),
        Target::Knob | Target::Energy | Target::Manifest => (false, false),
        Target::RegionDefault | Target::DomainRegionDefault(Some(_)) => (true, false),
        _ => (true, true),
    };
    // What selects nothing is told of as a whole.
    let is_dead = matches!(
        header.target,
        Target::Dead | Target::DomainDefault(None) | Target::DomainRegionDefault(None)
    );
    let reads_parts = header.action == Action::Set || is_dead;
    for (part, has_part) in [(header.inherit, parents), (header.constraints, constraints)] {
        let Some(range) = part.filter(|it| !it.is_empty()) else { continue };
        let why = match (has_part, reads_parts) {
            (false, _) => "this kind of section does not have it".to_owned(),
            (true, false) => {
                format!("of a header with `{}` only the target is read", header.action.word())
            }
            (true, true) => continue,
        };
        let (label, fix) = without_part(file, header, range);
        res.push(say::ignored_part(range, file.text_at(range), &why).with_fix(label, fix));
    }
}

/// Takes a part of a header away, with the colons in front of it. What people mean as a comment there
/// goes to a line of its own, all of it: it may have colons, too.
fn without_part(file: &File, header: &Header, part: TextRange) -> (&'static str, TextEdit) {
    let (end, note) = end_and_note(file, header);
    let above = note.map(|it| lines::comment_above(file, header.range.start(), it));
    let mut edits = above.map_or(Vec::new(), |it| it.replacements().to_vec());
    if part.start() >= end {
        return ("Put the comment above", TextEdit::from_replacements(edits));
    }
    let before = file.text_at(TextRange::new(header.range.start(), part.start()));
    let kept = match before.trim_end_matches([' ', '\t']).ends_with(':') {
        true => before.trim_end_matches([' ', '\t', ':']),
        false => before,
    };
    let start = header.range.start() + offset(kept.len());
    let range = TextRange::new(start, part.end().min(end));
    edits.push(Replacement { range, text: String::new() });
    ("Remove it", TextEdit::from_replacements(edits))
}

/// Returns where the last part of a header ends, and what is meant as a comment behind it. The bracket
/// that closes a header of the seed dialect is behind its parts, and may be behind the comment.
fn end_and_note(file: &File, header: &Header) -> (TextSize, Option<TextRange>) {
    let is_end = |it: char| it == ']' || is_blank(it);
    let line = file.text_at(header.range);
    let is_seed = header.dialect == Dialect::Seed;
    let (kept, note) = if is_seed { split_note(line) } else { split_comment(line) };
    let parts = if is_seed { kept.trim_end_matches(is_end) } else { kept };
    let note = note.map(|it| match is_seed && !kept.ends_with(']') {
        true => it.trim_end_matches(is_end),
        false => it,
    });
    (header.range.start() + offset(parts.len()), note.map(|it| range_in(file.text(), it)))
}

fn check_action(
    file: &File,
    section: &Section,
    complaints: &[&Complaint],
    res: &mut Vec<Diagnostic>,
) {
    let header = &section.header;
    let (range, text) = (header.target_range, file.text_at(header.target_range));
    for it in complaints {
        match it.kind {
            ComplaintKind::RemoveNotAllowed => {
                let restarts = matches!(header.target, Target::DomainRegionDefault(_));
                res.push(say::remove_refused(range, text, restarts));
            }
            ComplaintKind::ResetNotAllowedRegion => {
                let list = match header.target {
                    Target::Regions(list) => file.text_at(list),
                    _ => "",
                };
                let mut items = list.split(',').map(trim);
                let has_address = items.any(|it| it.starts_with("0x") || it.starts_with("0X"));
                res.push(say::reset_refused(range, text, has_address));
            }
            ComplaintKind::ResetNotAllowedPunit => res.push(say::reset_punits(range, text)),
            ComplaintKind::PunitsRemoved(kind, n) => res.push(say::punits_removed(range, kind, n)),
            _ => (),
        }
    }
    let is_single = matches!(header.target, Target::Knob | Target::Energy | Target::Manifest);
    if let (Some(at), true) = (header.action_range, is_single)
        && header.action != Action::Set
    {
        res.push(say::unused_action(at, header.action.word(), text));
    }
    if header.action == Action::Remove
        && header.target == Target::Punits
        && wildcard(text).is_none()
        && !misreading::is_bare_region(file, header)
        && let Some(does) = removal(file, header)
    {
        res.push(say::remove_punits(range, text, does));
    }
    let has_body = !section.pairs.is_empty();
    let ignores = header.action != Action::Set
        && !matches!(header.target, Target::Knob | Target::Energy | Target::Manifest);
    if has_body
        && ignores
        && let Some((_, pair)) = file.layout().pairs_of(section).next()
    {
        let at = if pair.key.is_empty() { pair.key.cover(pair.value) } else { pair.key };
        let lines = file.layout().pairs_of(section).map(|(_, it)| {
            let start = if it.key.is_empty() { it.equals } else { it.key.start() };
            Replacement { range: TextRange::empty(start), text: "# ".to_owned() }
        });
        let comment = TextEdit::from_replacements(lines.collect());
        res.push(say::body_not_read(at, header.action.word(), comment));
    }
}

/// Says what removing the punit section of a header does, where no error in its target decides that.
fn removal(file: &File, header: &Header) -> Option<&'static str> {
    let target = file.text_at(header.target_range);
    let items = || PunitItems::new(target).filter_map(Result::ok);
    let domain = items().filter_map(|it| it.known_kind()).map(Kind::domain).min();
    let is_read = PunitItems::new(target)
        .all(|it| it.is_ok_and(|it| it.known_kind().is_none() || IdSet::read(it.ids).is_ok()));
    if punits::is_list(target) && (domain.is_none() || !is_read) {
        return None;
    }
    Some(if file.log().silenced.contains(&header.target_range) {
        "switches all its events off, and the section stays"
    } else if domain == Some(Domain::OpenMp) {
        "does nothing, as there is no such section above"
    } else {
        "does nothing, as the program does not find the section"
    })
}

fn check_parents(file: &File, idx: usize, header: &Header, res: &mut Vec<Diagnostic>) {
    let Some(inherit) = header.inherit.filter(|it| !it.is_empty()) else { return };
    match header.target {
        Target::RegionDefault | Target::DomainRegionDefault(Some(_)) | Target::Regions(_) => {
            if header.has_units_as_parents(file.text()) {
                res.push(spoken(header, misplaced(file, header, inherit)));
                return;
            }
            for item in items(file, inherit) {
                let found = parent_fault(file, header, inherit, item);
                res.extend(found.map(|it| spoken(header, it)));
            }
        }
        Target::Punits => {
            let own = match file.log().sections.get(idx).map(|it| &it.subject) {
                Some(Subject::Punit(domain, _)) => *domain,
                _ => return,
            };
            if header.has_units_as_parents(file.text()) {
                res.push(spoken(header, misplaced(file, header, inherit)));
                return;
            }
            check_punit_parents(file, header, own, inherit, res);
        }
        _ => (),
    }
}

/// Checks the parents of a punit section, which has one: all in front of the first `.default` is its name
/// (pinsight.md#inheritance).
fn check_punit_parents(
    file: &File,
    header: &Header,
    own: Domain,
    inherit: TextRange,
    res: &mut Vec<Diagnostic>,
) {
    let items = items(file, inherit);
    let is_known = |it: &Domain| header.dialect == Dialect::Current || it.in_seed();
    let domain_of = |it: TextRange| {
        let name = file.text_at(it).strip_suffix(".default");
        name.and_then(Domain::from_name).filter(is_known)
    };
    let is_taken = first_parent(file.text_at(inherit)).is_some_and(|it| is_known(&it));
    let first = items.iter().position(|it| file.text_at(*it).contains(".default"));
    let hidden = first
        .and_then(|it| items.get(it))
        .filter(|it| it.start() > inherit.start() && !file.text_at(**it).contains('#'));
    if let Some(&hidden) = hidden {
        let before = TextRange::new(inherit.start(), hidden.start());
        let is_between = |it: char| it == ',' || is_blank(it);
        let words = file.text_at(before).trim_end_matches(is_between);
        let n_bytes = if words.is_empty() { 1 } else { words.len() };
        let at = TextRange::at(before.start(), offset(n_bytes));
        let fix = (domain_of(hidden) == Some(own)).then(|| TextEdit::delete(before));
        res.push(say::hidden_parent(at, file.text_at(at), file.text_at(hidden), fix));
    }
    for (number, &item) in items.iter().enumerate() {
        if hidden.is_some_and(|it| item.start() <= it.start()) {
            continue;
        }
        let name = file.text_at(item);
        match domain_of(item) {
            _ if number > 0 => {
                let word = without_comment(file, item);
                // Of a comment nothing goes, not a comma either.
                let end = if word == item { inherit.end() } else { word.end() };
                let part = TextRange::new(inherit.start(), end);
                let edit = without_item(file, part, word);
                // Where nothing is copied, this may be the parent that was meant.
                let fix = is_taken.then(|| TextEdit::from_replacements(vec![edit]));
                res.push(say::extra_parent(word, file.text_at(word), fix));
            }
            Some(domain) if domain == own => (),
            Some(_) => res.push(say::foreign_parent(item, name, own)),
            None => {
                let found = parent_fault(file, header, inherit, item);
                res.extend(found.map(|it| spoken(header, it)));
            }
        }
    }
}

/// Reports units where the parents belong, and plans a colon of its own in front of them, apart
/// from the one that is there (pinsight.md#reading-a-header).
fn misplaced(file: &File, header: &Header, part: TextRange) -> Diagnostic {
    let taken = header.parents_by_kind(file.text()).into_iter().next();
    if matches!(header.target, Target::RegionDefault | Target::DomainRegionDefault(_)) {
        // Constraints are ignored there (pinsight.md#region-constraints).
        let fix = without_part(file, header, part);
        return say::constraint_of_default(part, file.text_at(part), taken, fix);
    }
    let before = file.text_at(TextRange::up_to(part.start())).trim_end_matches(is_blank);
    let kept = before.strip_suffix("::").map_or(before.len(), |it| it.len() + 1);
    let fix = TextEdit::replace(TextRange::new(offset(kept), part.start()), " : ");
    let form = match header.dialect {
        Dialect::Seed => "[target : : constraints]",
        Dialect::Current => "[target] : : constraints",
    };
    say::misplaced_constraint(part, file.text_at(part), taken, form, fix)
}

/// Gives a diagnostic about a parent the code that tells whether the program complains of it, too
/// (pinsight.md#inheritance and pinsight.md#seed-headers).
fn spoken(header: &Header, it: Diagnostic) -> Diagnostic {
    let is_silent = header.dialect == Dialect::Seed || header.target == Target::Punits;
    if is_silent { say::odd_parent(it) } else { it }
}

/// Reports a parent that is not `Domain.default`.
fn parent_fault(
    file: &File,
    header: &Header,
    inherit: TextRange,
    item: TextRange,
) -> Option<Diagnostic> {
    let name = file.text_at(item);
    let seed = header.dialect == Dialect::Seed;
    let is_punits = header.target == Target::Punits;
    let domain = name.split('.').next().unwrap_or_default();
    let known = Domain::from_name(domain).filter(|it| !seed || it.in_seed());
    let names = Domain::ALL.iter().filter(|it| !seed || it.in_seed()).map(|it| it.name());
    // What stands behind `Domain.default` does not matter to punit sections.
    let taken = known.filter(|&it| is_punits && first_parent(name) == Some(it));
    let is_default = name.strip_suffix(".default").is_some_and(|it| !it.contains('.'));
    match known {
        // Regions of the seed dialect ask for no more than the domain.
        Some(_) if seed && !is_punits => None,
        Some(_) if is_default => None,
        Some(known) => {
            let better = format!("{}.default", known.name());
            // Of a list of units all goes, though the program reads on behind its first comma.
            let whole = match name.split_once('(') {
                Some((_, ids)) if !ids.contains(')') => {
                    let behind = file.text_at(TextRange::new(item.end(), inherit.end()));
                    let is_first =
                        |it: &usize| !behind.get(..*it).unwrap_or_default().contains('(');
                    let end = behind.find(')').filter(is_first);
                    end.map_or(item, |it| TextRange::new(item.start(), item.end() + offset(it + 1)))
                }
                _ => item,
            };
            let fix = TextEdit::replace(whole, better.clone());
            let is_comment = name.contains('#');
            let it = say::bad_parent(item, name, taken);
            Some(if is_comment {
                it.with_help("write the comment on a line of its own")
                    .with_fix("Put the comment above", parent_comment(file, header, item, name))
            } else {
                it.with_fix(format!("Change to `{better}`"), fix)
            })
        }
        None if domain == "Lexgion" && seed && !is_punits => None,
        None if name == "Lexgion.default" => {
            let fix = TextEdit::from_replacements(vec![without_item(file, inherit, item)]);
            Some(say::region_default_parent(item, name, is_punits, fix))
        }
        None if is_default || seed => {
            let near = nearest(domain, names).map(|it| format!("{it}.default"));
            let word = without_comment(file, item);
            Some(say::unknown_parent(word, file.text_at(word), near.as_deref()))
        }
        None => Some(say::bad_parent(item, name, None)),
    }
}

/// Puts the comment that begins in a parent above its header.
fn parent_comment(file: &File, header: &Header, item: TextRange, name: &str) -> TextEdit {
    let at = name.find('#').unwrap_or_default();
    let here = TextRange::new(item.start() + offset(at), item.end());
    let whole = end_and_note(file, header).1.filter(|it| it.start() == here.start());
    lines::comment_above(file, header.range.start(), whole.unwrap_or(here))
}

/// Cuts off what looks like a comment behind a word, with a bracket in front of it.
fn without_comment(file: &File, item: TextRange) -> TextRange {
    let text = file.text_at(item);
    let is_end = |&(at, it): &(usize, char)| match it {
        ']' => true,
        '#' => text.get(..at).is_some_and(|it| it.ends_with(is_blank)),
        _ => false,
    };
    let end = text.char_indices().find(is_end).map_or(text.len(), |(at, _)| at);
    let word = text.get(..end).unwrap_or(text).trim_end_matches(is_blank);
    // A comment alone is what stands there.
    if word.is_empty() { item } else { TextRange::at(item.start(), offset(word.len())) }
}

/// Returns the trimmed items of a comma-separated part.
fn items(file: &File, part: TextRange) -> Vec<TextRange> {
    let text = file.text_at(part);
    let items = text.split(',').map(trim);
    let range = |it| bobbin_core::text::range_in(file.text(), it);
    items.filter(|it| !it.is_empty()).map(range).collect()
}

/// Takes an item of a list away, with one of the commas beside it.
fn without_item(file: &File, part: TextRange, item: TextRange) -> Replacement {
    let text: &str = file.text();
    let behind = slice(text, TextRange::new(item.end(), part.end()));
    let n_behind = behind.find(',').map(|at| {
        let rest = behind.get(at + 1..).unwrap_or_default();
        at + 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len()
    });
    let range = match n_behind {
        Some(n) => TextRange::new(item.start(), item.end() + offset(n)),
        None => {
            let before = slice(text, TextRange::new(part.start(), item.start()));
            let n = before.rfind(',').map_or(0, |at| before.len() - at);
            TextRange::new(item.start() - offset(n), item.end())
        }
    };
    Replacement { range, text: String::new() }
}
