//! Lists of punits in targets and constraints.

use text_size::TextRange;

use super::target::{is_outdated, meant_for_regions};
use crate::diagnostics as say;
use crate::entry::{self, subject_of};
use crate::file::File;
use crate::header::{Action, Dialect, Header, Target};
use crate::model::{Region, RegionId};
use crate::punits::{IdSet, MAX_ID, PunitItem, PunitItems, PunitSet, PunitSyntax, wildcard};
use crate::reading::{Complaint, ComplaintKind, Subject};
use crate::removals;
use crate::tables::{Domain, Kind};
use crate::token::trim;
use bobbin_core::diagnostics::{Diagnostic, Fix, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::text::range_in;

/// The part of a header that a list of punits stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Target,
    PunitConstraint,
    RegionConstraint,
}

pub(super) fn check_punits(
    file: &File,
    idx: usize,
    header: &Header,
    complaints: &[&Complaint],
    res: &mut Vec<Diagnostic>,
) {
    let wildcard = wildcard(file.text_at(header.target_range))
        .filter(|_| header.target == Target::Punits && header.action == Action::Remove);
    if let Some(item) = wildcard.filter(|it| it.known_kind().is_none()) {
        check_unknown_kind(file, item, "so nothing is removed", res);
    }
    let subject = file.log().sections.get(idx).map(|it| &it.subject);
    if header.target == Target::Punits && wildcard.is_none() && header.action != Action::Reset {
        let text = file.text_at(header.target_range);
        let is_seed = header.dialect == Dialect::Seed;
        if is_seed && subject == Some(&Subject::None) {
            check_unfiled(file, header, res);
        } else if is_list(text) || (is_seed && subject.is_some()) {
            // What the seed program has filed under a domain it reads as a list, whatever it is.
            check_list(file, header, header.target_range, Place::Target, res);
        } else if is_outdated(text) {
            // The words take the first unit away; a list behind that is read and refused all the same.
            let mut found = Vec::new();
            check_list(file, header, header.target_range, Place::Target, &mut found);
            res.extend(found.into_iter().filter(|it| it.code.name == "bad-id-list"));
        }
        if let Some(Subject::Punit(domain, _)) = subject
            && header.dialect == Dialect::Current
        {
            check_lost(file, header, *domain, res);
        }
        if file.writers().first_punit == Some(idx) {
            res.push(say::punits_unused(header.target_range, file.is_seed()));
        }
    }
    if let Some(constraints) = header.constraints
        && header.action == Action::Set
    {
        let place = match (header.target, subject) {
            // What selects nothing has no constraint that the program would read.
            (_, Some(Subject::None)) => return,
            (_, Some(Subject::Regions(start, end))) if start == end => return,
            (Target::Punits, _) => Place::PunitConstraint,
            (Target::Regions(_), _) => Place::RegionConstraint,
            _ => return,
        };
        check_list(file, header, constraints, place, res);
    }
    check_scope_complaints(file, complaints, res);
}

/// Punit sections of one domain that are held against each other; of more no one has an overview.
const MOST_COMPARED: usize = 200;

/// Reports punit sections that are for no unit but those of sections above, of which by the documents the
/// first decides (pinsight.md#two-readings). Repeated sections are in `res` already.
pub(super) fn check_hidden(file: &File, res: &mut Vec<Diagnostic>) {
    for domain in Domain::ALL.into_iter().filter(|it| !file.is_seed() || it.in_seed()) {
        let mut punits = removals::intended_punits(file, domain);
        punits.truncate(MOST_COMPARED);
        for (n_above, entry) in punits.iter().enumerate().skip(1) {
            let above = punits.iter().take(n_above).map(|it| &it.punits);
            if !is_hidden(file, &entry.punits, above) {
                continue;
            }
            let sections = entry::sections_of(file, &Subject::Punit(domain, entry.number));
            let first = sections.first().and_then(|&it| file.layout().sections.get(it));
            let Some(at) = first.map(|it| it.header.target_range) else { continue };
            if res.iter().all(|it| it.range != at || it.code.name != "repeated-punits") {
                res.push(say::hidden_punits(at));
            }
        }
    }
}

/// Returns true if each unit that is in `punits` and in the scope is in one of the sets `above`. Sets of which
/// several have to be taken together count where they differ in one kind alone.
fn is_hidden<'s>(
    file: &File,
    punits: &PunitSet,
    above: impl Iterator<Item = &'s PunitSet>,
) -> bool {
    let in_scope = |kind: Kind| {
        let mut ids = punits.get(kind)?.clone();
        ids.drop_outside(file.state().scope(kind).value);
        Some(ids)
    };
    let own: Vec<(Kind, IdSet)> =
        punits.iter().filter_map(|(kind, _)| Some((kind, in_scope(kind)?))).collect();
    // One that is for no unit at all is told otherwise.
    if own.iter().any(|it| it.1.is_empty()) {
        return false;
    }
    let mut left = own.clone();
    for set in above {
        // The kinds in which the set above leaves units out.
        let mut narrower = set.iter().filter(|(kind, ids)| {
            own.iter().find(|it| it.0 == *kind).is_none_or(|own| !own.1.minus(ids).is_empty())
        });
        match (narrower.next(), narrower.next()) {
            (None, _) => return true,
            (Some((kind, ids)), None) => {
                let Some(left) = left.iter_mut().find(|it| it.0 == kind) else { continue };
                left.1 = left.1.minus(ids);
                if left.1.is_empty() {
                    return true;
                }
            }
            _ => (),
        }
    }
    false
}

/// Returns true if a target is to be read as a list of units: one without parentheses and one meant
/// for regions are reported as dead.
pub(super) fn is_list(target: &str) -> bool {
    target.contains('(') && !is_outdated(target) && meant_for_regions(target).is_none()
}

/// Reports a target that the seed program files under no domain, so that it reads neither the units nor the body
/// (pinsight.md#seed-headers).
fn check_unfiled(file: &File, header: &Header, res: &mut Vec<Diagnostic>) {
    let range = header.target_range;
    let text = file.text_at(range);
    if !text.contains('(') || meant_for_regions(text).is_some() {
        // Told of as a whole.
        return;
    }
    match PunitItems::new(text).next() {
        Some(Ok(item)) if item.known_kind().is_some_and(|it| it.domain().in_seed()) => {
            let start = range_in(text, item.whole).start();
            let better = text.get(usize::from(start)..);
            res.push(say::dead_section(range, text, better));
        }
        Some(Ok(item)) => {
            let then = "and the program ignores the body of the section";
            check_unknown_kind(file, item, then, res);
        }
        Some(Err((syntax, at))) => {
            let then = "so the program ignores the body of the section";
            res.push(say::punit_syntax(range_in(file.text(), at), at, describe(syntax), then));
        }
        None => res.push(say::dead_section(range, text, None)),
    }
}

fn check_list(
    file: &File,
    header: &Header,
    part: TextRange,
    place: Place,
    res: &mut Vec<Diagnostic>,
) {
    let text = file.text_at(part);
    let range = |it: &str| range_in(file.text(), it);
    let mut kinds: Vec<Kind> = Vec::new();
    let mut known = 0;
    let seed = header.dialect == Dialect::Seed;
    let of_dialect =
        |it: PunitItem<'_>| it.known_kind().filter(|it| !seed || it.domain().in_seed());
    let items = || PunitItems::new(text).filter_map(Result::ok);
    // Without any known kind a target selects nothing today; the seed program filed the section
    // under its domain, where no condition held it back (pinsight.md#seed-punit-sections).
    let is_lost = items().all(|it| of_dialect(it).is_none());
    let is_removal = place == Place::Target && header.action == Action::Remove;
    let is_open = |res: &mut Vec<Diagnostic>, at: &str| {
        // One that was armed by another section stays so (pinsight.md#region-constraints).
        let is_armed = regions_of(file, header).iter().all(|it| it.config.armed);
        if place == Place::RegionConstraint && header.dialect == Dialect::Current && !is_armed {
            res.push(say::open_constraint(part, at));
        }
    };
    for item in PunitItems::new(text) {
        let item = match item {
            Ok(item) => item,
            Err((syntax, at)) => {
                let then = match (place, header.dialect) {
                    _ if is_removal => "so nothing is removed",
                    (Place::Target, Dialect::Current) => {
                        "so the program ignores the body of the section"
                    }
                    (Place::Target, Dialect::Seed) if known == 0 => {
                        "so the target leaves no unit out"
                    }
                    _ => "and the program does not read the rest of the list",
                };
                let say = match (place, header.dialect) {
                    (Place::Target, Dialect::Seed) => say::broken_target,
                    _ => say::punit_syntax,
                };
                res.push(say(range(at), at, describe(syntax), then));
                is_open(res, text);
                return;
            }
        };
        let Some(kind) = of_dialect(item) else {
            let then = match subject_of(file, header) {
                _ if is_lost && is_removal => "so nothing is removed",
                _ if !is_lost || place != Place::Target => "and the program skips it with its ids",
                Some(Subject::Punit(..)) if seed => "so the target leaves no unit out",
                _ => "and the program ignores the body of the section",
            };
            check_unknown_kind(file, item, then, res);
            continue;
        };
        known += 1;
        match IdSet::read(item.ids) {
            Ok(ids) if ids.is_empty() => res.push(say::empty_ids(range(item.whole), item.whole)),
            Ok(ids)
                if ids.contains(i64::from(MAX_ID))
                    && file.state().scope(kind).value.1 < i32::from(MAX_ID) =>
            {
                let rest = ids.without(MAX_ID, MAX_ID);
                let rest = (!rest.is_empty()).then(|| rest.to_string().replace(',', ", "));
                res.push(say::id_1024(range(item.ids), kind, rest));
            }
            Ok(ids) if place == Place::RegionConstraint && !seed => {
                check_narrowed(file, header, item, kind, ids, res);
            }
            Ok(_) => (),
            Err(_) => {
                let at = if item.ids.is_empty() { item.whole } else { item.ids };
                // Blanks keep the program from seeing the wildcard.
                let is_wildcard = is_removal && trim(item.ids) == "*" && items().count() == 1;
                let better = if is_wildcard { Some("*".to_owned()) } else { repaired(item.ids) };
                // Something behind the parentheses may be what keeps it from being one.
                let better = better.filter(|it| it != item.ids);
                let then = match place {
                    Place::Target if is_removal => " and removes nothing".to_owned(),
                    Place::Target if !seed => " and ignores the body of the section".to_owned(),
                    Place::RegionConstraint if !seed => {
                        emptied(file, header, kind).unwrap_or_default()
                    }
                    _ => String::new(),
                };
                res.push(say::bad_id_list(range(at), item.ids, &then, better.as_deref()));
                is_open(res, text);
                return;
            }
        }
        let is_own = place == Place::PunitConstraint && is_in_target(file, header, kind);
        if kinds.contains(&kind) || is_own {
            res.push(say::repeated_kind(range(item.whole), item.whole));
        }
        kinds.push(kind);
    }
    let is_region = place == Place::RegionConstraint && header.dialect == Dialect::Current;
    if is_region && known == 0 {
        // An empty part has no place of its own, so the header stands for it.
        let at = if part.is_empty() { header.range } else { part };
        let idx = file.layout().section_at(header.range.start());
        let kept = file.log().kept_constraints.iter().filter(|it| Some(it.0) == idx);
        let kept: Vec<String> = kept.map(|it| it.1.words()).collect();
        let regions = regions_of(file, header);
        // Those to which no other section gives units (pinsight.md#actions).
        let silenced: Vec<&Region> =
            regions.iter().copied().filter(|it| it.config.punits.is_empty()).collect();
        if kept.len() < regions.len() || kept.is_empty() {
            let found = match (silenced.len(), regions.len()) {
                (0, 1..) => say::constraint_from_below(at, text),
                (n, all) => say::silenced_region(at, text, has_address(&silenced), n < all),
            };
            res.push(found.with_fixes(mended_blank_constraint(file, header)));
        } else if has_constraint_below(file, header) {
            res.push(say::constraint_from_below(at, text));
        } else {
            let is_one = kept.iter().all(|it| Some(it) == kept.first());
            let kept = kept.first().filter(|_| is_one).map(String::as_str);
            res.push(say::kept_constraint(at, text, kept));
        }
    }
}

/// Returns true if the constraint of a region is blank, which lets nothing through
/// (pinsight.md#region-constraints).
pub(super) fn has_blank_constraint(header: &Header) -> bool {
    header.dialect == Dialect::Current
        && header.action == Action::Set
        && matches!(header.target, Target::Regions(_))
        && header.constraints.is_some_and(|it| it.is_empty())
}

/// Makes units behind a blank constraint the constraint, or takes the blank one away, if nothing is
/// behind it. With either, invocations are traced that never were, so both are guesses.
pub(super) fn mended_blank_constraint(file: &File, header: &Header) -> Option<Fix> {
    if !has_blank_constraint(header) {
        return None;
    }
    let parents = header.inherit.filter(|it| !it.is_empty());
    let kept = parents.or(header.close)?.end();
    Some(match header.ignored.filter(|it| !it.is_empty()) {
        Some(ignored) => {
            let colons = if parents.is_some() { " : " } else { " : : " };
            let is_units = PunitItems::new(file.text_at(ignored)).all(|it| it.is_ok());
            let edit = TextEdit::replace(TextRange::new(kept, ignored.start()), colons);
            is_units.then(|| Fix::new("Make it the constraint", edit).as_guess())?
        }
        None => {
            let edit = TextEdit::delete(TextRange::new(kept, header.range.end()));
            Fix::new("Remove the blank constraint", edit).as_guess()
        }
    })
}

/// Reports ids of a constraint that a scope below excludes: while reading only the scope above drops
/// any (pinsight.md#constraints-at-run-time).
fn check_narrowed(
    file: &File,
    header: &Header,
    item: PunitItem<'_>,
    kind: Kind,
    mut ids: IdSet,
    res: &mut Vec<Diagnostic>,
) {
    let Some(section) = file.layout().section_at(header.range.start()) else { return };
    let scope = file.state().scope(kind);
    let pair = scope.pair.and_then(|it| file.layout().pairs.get(it as usize));
    // What is set above is all there is, and drops ids while the list is read.
    if pair.is_none_or(|it| it.key.start() < header.range.start())
        || !counts_below(file, section, header)
    {
        return;
    }
    let above = entry::scope_at(file, section, kind);
    if above == scope.value {
        return;
    }
    ids.drop_outside(above);
    if ids.drop_outside(scope.value).is_empty() {
        return;
    }
    let at = pair.map(|it| it.key.cover(it.value));
    let left = ids.to_string().replace(',', ", ");
    let range = range_in(file.text(), item.whole);
    res.push(say::narrowed_constraint(range, item.whole, &left, scope.value, at));
}

/// Returns true if the constraint of a section still counts for one of its regions at the end: none below it has
/// another one, or takes the region away.
fn counts_below(file: &File, section: usize, header: &Header) -> bool {
    let Some(&Subject::Regions(start, end)) = subject_of(file, header) else { return false };
    file.log().regions.get(start..end).unwrap_or_default().iter().any(|&region| {
        let region = region as usize;
        // One with an error lets everything through (pinsight.md#region-constraints).
        let is_asked =
            file.state().regions.get(region).is_some_and(|it| !it.removed && it.config.armed);
        is_asked && file.writers().last_constraint(region).is_none_or(|it| it <= section)
    })
}

/// Returns true if a section below gives one of the regions of a header another constraint.
fn has_constraint_below(file: &File, header: &Header) -> bool {
    let Some(section) = file.layout().section_at(header.range.start()) else { return false };
    let Some(&Subject::Regions(start, end)) = subject_of(file, header) else { return false };
    let last = |region: u32| file.writers().last_constraint(region as usize);
    let regions = file.log().regions.get(start..end).unwrap_or_default();
    regions.iter().any(|&it| last(it).is_some_and(|it| it > section))
}

/// Returns the entries that a list of regions writes into.
fn regions_of<'f>(file: &'f File, header: &Header) -> Vec<&'f Region> {
    let Some(&Subject::Regions(start, end)) = subject_of(file, header) else { return Vec::new() };
    let regions = file.log().regions.get(start..end).unwrap_or_default().iter();
    regions.filter_map(|&it| file.state().regions.get(it as usize)).collect()
}

/// Says what a refused list does to a constraint that counts: the program leaves the kind without
/// ids, in the first region of the header (pinsight.md#region-constraints).
fn emptied(file: &File, header: &Header, kind: Kind) -> Option<String> {
    let regions = regions_of(file, header);
    let first = regions.first()?;
    let is_empty = first.config.punits.get(kind).is_some_and(IdSet::is_empty);
    if !first.config.armed || !is_empty {
        return None;
    }
    let of = match regions.len() {
        1 => String::new(),
        _ => format!(" of `{}`", first.words()),
    };
    let kind = kind.words();
    Some(format!(" and leaves `{kind}` without ids, so the constraint{of} never holds"))
}

/// Returns true if one of the regions is an address. That may be one of OpenMP, whatever its section
/// says: regions have the same address in all domains (pinsight.md#region-lookup).
fn has_address(regions: &[&Region]) -> bool {
    regions.iter().any(|it| matches!(it.id, RegionId::Address(_)))
}

fn is_in_target(file: &File, header: &Header, kind: Kind) -> bool {
    let items = PunitItems::new(file.text_at(header.target_range));
    items.filter_map(Result::ok).any(|it| it.known_kind() == Some(kind))
}

fn check_unknown_kind(file: &File, item: PunitItem<'_>, then: &str, res: &mut Vec<Diagnostic>) {
    let name = format!("{}.{}", item.domain, item.kind);
    let start = range_in(file.text(), item.domain).start();
    let end = range_in(file.text(), item.kind).end();
    let kinds = Domain::ALL.iter().filter(|it| !file.is_seed() || it.in_seed());
    let names: Vec<String> = kinds
        .flat_map(|it| it.kinds())
        .map(|it| format!("{}.{}", it.domain().name(), it.name()))
        .collect();
    let trimmed: String = name.chars().filter(|it| !it.is_whitespace()).collect();
    let exact = names.iter().find(|it| **it == trimmed).map(String::as_str);
    let near = exact.or_else(|| nearest(&name, names.iter().map(String::as_str)));
    res.push(say::unknown_kind(TextRange::new(start, end), &name, then, near));
}

/// Kinds of other domains in the target of a punit section.
fn check_lost(file: &File, header: &Header, kept: Domain, res: &mut Vec<Diagnostic>) {
    let items = PunitItems::new(file.text_at(header.target_range)).filter_map(Result::ok);
    for item in items.filter(|it| it.known_kind().is_some_and(|it| it.domain() != kept)) {
        let range = range_in(file.text(), item.whole);
        res.push(say::lost_domain(range, item.whole, kept));
    }
}

/// Reports dropped ids, those of one list in one diagnostic.
fn check_scope_complaints(file: &File, complaints: &[&Complaint], res: &mut Vec<Diagnostic>) {
    let mut done: Vec<TextRange> = Vec::new();
    for it in complaints {
        let ComplaintKind::IdOutOfScope { kind, scope, .. } = it.kind else { continue };
        if done.contains(&it.at) {
            continue;
        }
        done.push(it.at);
        let text = file.text_at(it.at);
        let Ok(mut ids) = IdSet::read(text) else { continue };
        let dropped = ids.drop_outside(scope);
        let words: Vec<String> = dropped
            .iter()
            .map(|&(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") })
            .collect();
        let fix = (!ids.is_empty()).then(|| {
            let list = ids.to_string().replace(',', ", ");
            TextEdit::replace(it.at, list)
        });
        res.push(say::id_out_of_scope(it.at, &words.join(", "), kind, scope, fix));
    }
}

fn describe(syntax: PunitSyntax) -> &'static str {
    match syntax {
        PunitSyntax::NoDot => "has no `.` after a domain",
        PunitSyntax::NoOpen => "has no `(` after a kind",
        PunitSyntax::NoClose => "has no `)` after its ids",
        PunitSyntax::Junk => "is where a comma belongs",
    }
}

/// Returns a list of ids with its ranges turned the right way around, without empty items, and with
/// commas for other separators; `None` if something else is wrong with it too.
fn repaired(ids: &str) -> Option<String> {
    let items = ids.split([',', ';', ' ', '\t']).filter(|it| !it.is_empty());
    let number = |it: &str| it.parse::<u16>().ok().filter(|&it| it <= MAX_ID);
    let mut res = Vec::new();
    for item in items {
        let item = item.replace("..", "-").replace(':', "-");
        match item.split_once('-') {
            None => res.push(number(&item)?.to_string()),
            Some((one, other)) => {
                let (one, other) = (number(one)?, number(other)?);
                res.push(format!("{}-{}", one.min(other), one.max(other)));
            }
        }
    }
    let res = res.join(", ");
    (!res.is_empty() && res != ids && IdSet::read(&res).is_ok()).then_some(res)
}
