//! Checks of region lists.

use text_size::TextRange;

use crate::diagnostics as say;
use crate::docs;
use crate::edit::header;
use crate::edit::header::INHERITANCE;
use crate::entry;
use crate::file::File;
use crate::header::{Action, Dialect, Header, Target};
use crate::lower::Section;
use crate::misreading;
use crate::model::{RegionConfig, RegionId, TRIPLE, effective_bits, install_bits};
use crate::punits::IdSet;
use crate::reading::{
    Complaint, ComplaintKind, FILE_BYTES, ITEM_BYTES, MAX_LIST, NAME_BYTES, PairResult, Subject,
};
use crate::run_time::Schedule;
use crate::tables::{Domain, Kind};
use crate::token::{is_blank, trim};
use crate::values::{Mode, address, c_address, cut};
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::text::range_in;

pub(super) fn check_regions(
    file: &File,
    idx: usize,
    header: &Header,
    list: TextRange,
    complaints: &[&Complaint],
    res: &mut Vec<Diagnostic>,
) {
    if header.dialect == Dialect::Seed {
        check_seed_address(file, list, res);
        // In the order of the text, like the lists they stand in.
        let behind = file.log().dropped.partition_point(|it| it.start() <= list.start());
        let dropped = behind.checked_sub(1).and_then(|it| file.log().dropped.get(it));
        let dropped = dropped.filter(|it| it.contains_range(list));
        res.extend(dropped.map(|&at| say::region_dropped(at)));
        return;
    }
    let text = file.text_at(list);
    let items: Vec<&str> = text.split(',').map(trim).filter(|it| !it.is_empty()).collect();
    let is_dead = header.action == Action::Set
        && file.log().sections.get(idx).is_some_and(|it| !it.takes_body);
    for item in items.iter().take(MAX_LIST) {
        check_item(file, header, item, is_dead, res);
    }
    if let Some(first) = items.get(MAX_LIST) {
        let at = TextRange::new(range_in(file.text(), first).start(), list.end());
        res.push(say::too_many_items(at, items.len() - MAX_LIST));
    }
    let names = || Domain::ALL.iter().map(|it| it.name());
    for it in complaints {
        match it.kind {
            ComplaintKind::RegionUnknownDomain => {
                let name = file.text_at(it.at);
                res.push(say::region_domain(it.at, name, nearest(name, names())));
            }
            ComplaintKind::RegionTableFull => res.push(say::region_table_full(it.at)),
            _ => (),
        }
    }
    if let Some(at) = file.log().crashed.filter(|it| list.contains_range(*it)) {
        res.push(say::region_crash(at));
    }
}

/// Reports what a region gets or lacks beyond what its section says.
pub(super) fn check_region_entry(
    file: &File,
    idx: usize,
    section: &Section,
    res: &mut Vec<Diagnostic>,
) {
    let header = &section.header;
    let Some(result) = file.log().sections.get(idx).filter(|it| it.takes_body) else { return };
    if header.dialect == Dialect::Seed {
        check_seed_region(file, idx, header, section, res);
        return;
    }
    let Subject::Regions(start, end) = result.subject else { return };
    // Of what is removed nothing is asked.
    let entry_at = |nth: usize| {
        let region = *file.log().regions.get(nth)?;
        file.state().regions.get(region as usize).filter(|it| !it.removed)
    };
    let found = (start..end).find_map(|nth| Some((nth, entry_at(nth)?)));
    let Some((nth, entry)) = found else { return };
    let config = &entry.config;
    let has_set = |it: &Domain| config.filter(*it).is_some();
    let is_address = matches!(entry.id, RegionId::Address(_));
    if let Some(constraints) = header.constraints.filter(|it| !it.is_empty())
        && config.armed
        && !config.punits.is_empty()
        && is_address
        && is_of_openmp(file, section, config)
        && is_traced(file, config, Domain::OpenMp)
    {
        res.push(say::constraint_not_asked(constraints));
    }
    // An address or a name without any set may be of any domain that may find it.
    let is_of = |it: &Domain| {
        let names_it = matches!(entry.id, RegionId::Name(Some(_), _));
        entry::is_asked(&entry.id, *it) && (names_it || !Domain::ALL.iter().any(has_set))
    };
    let switches_off = |it: &Domain| {
        let on = file.state().domain(*it).events.bits;
        // Of a region that is a function of MPI only its own event occurs
        // (pinsight.md#domain-callbacks).
        let own = match &entry.id {
            RegionId::Name(_, name) if *it == Domain::Mpi => it.event(name),
            _ => None,
        };
        let asked = install_bits(*it, false) & effective_bits(*it);
        let all = own.map_or(u64::MAX, |it| it.bit()) & asked;
        on & all != all
    };
    let passes = |it: &Domain| !lets_none(file, config) && is_traced(file, config, *it);
    let mut open = Domain::ALL.to_vec();
    open.retain(|it| !has_set(it) && is_of(it) && switches_off(it) && passes(it));
    if !open.is_empty() && last_section_of(file, nth) == Some(idx) {
        let old = header.inherit.map(|it| file.text_at(it)).unwrap_or_default();
        let is_early = open.iter().any(|it| changes_below(file, idx, *it));
        let open: Vec<&str> = open.iter().map(|it| it.name()).collect();
        let new: Vec<String> = open.iter().map(|it| format!("{it}.default")).collect();
        let comma = if old.is_empty() { "" } else { ", " };
        let new = format!("{old}{comma}{}", new.join(", "));
        let fix = header::set_header_part(file, section, INHERITANCE, &new).ok();
        res.push(say::open_events(header.target_range, &open, is_early, fix));
    }
}

/// Returns true if a section below changes the events of a domain, which a copy made here lacks
/// (pinsight.md#inheritance).
fn changes_below(file: &File, idx: usize, domain: Domain) -> bool {
    let sections = file.layout().sections.iter().zip(&file.log().sections).skip(idx + 1);
    sections.filter(|(_, it)| it.subject == Subject::Domain(domain)).any(|(section, _)| {
        let results = file.log().pairs.get(section.pairs.clone()).unwrap_or_default();
        section.header.action == Action::Reset
            || results.iter().any(|it| matches!(it, PairResult::On | PairResult::Off))
    })
}

/// Returns true if the mode of a domain, or the one that the end of a window gives it, and the triple of a region
/// let an invocation be traced (pinsight.md#window-end).
fn is_traced(file: &File, config: &RegionConfig, domain: Domain) -> bool {
    let state = file.state();
    let awakens = |config: &RegionConfig| {
        let action = config.window.as_ref().and_then(|it| it.action.as_ref());
        let mode = action.and_then(|it| it.0.modes.get(domain.index()).copied().flatten());
        mode == Some(Mode::Tracing)
    };
    let defaults = state.domain_region_defaults.iter().map(|it| &it.0);
    let mut configs = defaults.chain([config, &state.region_default]);
    (state.domain(domain).mode.value == Mode::Tracing || configs.any(awakens))
        && Schedule::of(config, domain).first.is_some()
}

/// Returns true if no unit meets the constraint of a region (pinsight.md#constraints-at-run-time).
fn lets_none(file: &File, config: &RegionConfig) -> bool {
    let is_empty = |(kind, ids): (Kind, &IdSet)| {
        let mut ids = ids.clone();
        ids.drop_outside(file.state().scope(kind).value);
        ids.is_empty()
    };
    config.armed && (config.punits.is_empty() || config.punits.iter().any(is_empty))
}

/// Returns true if the section of an address says that it is about OpenMP: by its parents, its keys
/// or the units that it asks for; if it names no domain, by what it has from `Lexgion.default`.
fn is_of_openmp(file: &File, section: &Section, config: &RegionConfig) -> bool {
    let parents = section.header.inherit.map(|it| file.text_at(it)).unwrap_or_default();
    let parents = parents.split(',').map(trim);
    let keys = file.layout().pairs_of(section).map(|(_, it)| file.text_at(it.key));
    let named = parents.chain(keys).filter_map(|it| Domain::from_name(it.split_once('.')?.0));
    let units = config.punits.iter().map(|(kind, _)| kind.domain());
    let mut named = named.peekable();
    let by_name = match named.peek() {
        Some(_) => named.any(|it| it == Domain::OpenMp),
        None => config.filter(Domain::OpenMp).is_some(),
    };
    by_name || units.into_iter().any(|it| it == Domain::OpenMp)
}

/// Returns the last section that writes into the entry at `nth` of the log.
fn last_section_of(file: &File, nth: usize) -> Option<usize> {
    let region = *file.log().regions.get(nth)?;
    entry::last_region_section(file, region as usize)
}

/// Reports what the program of February 2026 made of a region.
fn check_seed_region(
    file: &File,
    idx: usize,
    header: &Header,
    section: &Section,
    res: &mut Vec<Diagnostic>,
) {
    let name = file.text_at(header.target_range);
    if misreading::usurper(file) == Some(idx) {
        let triple = file.era().region_default.triple.map(|it| it.value);
        res.push(say::taken_default(header.target_range, name, &docs::traced(triple, false)));
        return;
    }
    let has_triple = |idx: usize, section: &Section| {
        matches!(section.header.target, Target::Regions(_))
            && misreading::usurper(file) != Some(idx)
            && file.layout().pairs_of(section).any(|(_, it)| TRIPLE.contains(&file.text_at(it.key)))
    };
    let mut all = file.layout().sections.iter().enumerate();
    let first = all.find(|(idx, it)| has_triple(*idx, it));
    if first.is_some_and(|(first, _)| first == idx) && has_triple(idx, section) {
        res.push(say::regions_unused(header.target_range));
    }
}

fn check_seed_address(file: &File, list: TextRange, res: &mut Vec<Diagnostic>) {
    let text = file.text_at(list);
    let (value, rest) = c_address(text);
    let range = |it: &str| range_in(file.text(), it);
    if value == 0 {
        let at = if text.is_empty() { list } else { range(trim(text)) };
        res.push(say::no_address(at, text));
    } else if !trim(rest).is_empty() {
        res.push(say::address_junk(range(trim(rest)), trim(rest)));
    }
}

/// Checks an item of a list; `is_dead` is true if nothing in the list is a region.
fn check_item(file: &File, header: &Header, item: &str, is_dead: bool, res: &mut Vec<Diagnostic>) {
    let range = |it: &str| range_in(file.text(), it);
    // The program cuts an item before it takes it apart, so what is lost may have been a part.
    let (whole, item) = (item, cut(item, ITEM_BYTES));
    let item_cut = || say::text_cut(range(whole), "the region", ITEM_BYTES, item);
    let digits = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X"));
    if let Some(digits) = digits {
        let n_digits = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        let is_cut = n_digits == digits.len() && item.len() < whole.len();
        if is_cut {
            res.push(item_cut());
        }
        // Junk goes on to its end, whether it is kept or not.
        let junk = whole.get(item.len() - digits.len() + n_digits..).filter(|_| !is_cut);
        let junk = junk.unwrap_or_default();
        if address(digits) == 0 {
            // The entry with this address is made where no name is above (pinsight.md#region-lists).
            let is_own = file.log().index.contains_key(&RegionId::Address(0));
            res.push(say::null_address(range(whole), whole, is_own));
        } else if !junk.is_empty() {
            res.push(say::address_junk(range(junk), junk));
        }
        return;
    }
    if header.action == Action::Remove {
        res.push(say::remove_by_name(range(whole), whole));
        return;
    }
    if whole.bytes().all(|it| it.is_ascii_digit()) {
        res.push(say::decimal_address(range(whole), whole));
        return;
    }
    let (domain, hint, name) = entry::item_parts(item);
    let kept_of = |(domain, hint, name): (Option<Domain>, Option<&str>, &str)| {
        (domain, hint.map(|it| cut(it, FILE_BYTES).len()), cut(name, NAME_BYTES).len())
    };
    // Where the same is kept of each part, that is told of the part.
    if kept_of(entry::item_parts(whole)) != kept_of((domain, hint, name)) {
        res.push(item_cut());
        // Without a name it is no region, of whatever file.
        if name.is_empty() {
            return;
        }
    }
    // An unknown domain in front of a file is reported elsewhere, and its item makes no region.
    let is_skipped = domain.is_none() && item.matches(':').count() > 1;
    if name.is_empty() {
        if !is_skipped {
            res.push(say::nameless_region(range(whole), whole, is_dead));
        }
        return;
    }
    // What makes no region, or is refused, has no name that could match.
    let is_set = !is_skipped && header.action == Action::Set;
    for part in item.split(':').filter(|_| is_set) {
        let trimmed = trim(part);
        let start = part.trim_start_matches(is_blank);
        if trimmed.len() == part.len() || trimmed.is_empty() {
            continue;
        }
        let n_before = part.len() - start.len();
        let blanks = if n_before > 0 { part.get(..n_before) } else { part.get(trimmed.len()..) };
        res.extend(blanks.map(|it| say::inner_blank(range(it))));
    }
    if domain == Some(Domain::OpenMp) {
        res.push(say::openmp_name(range(whole), whole));
    }
    let function = trim(name);
    if domain == Some(Domain::Mpi) && is_set && Domain::Mpi.event(function).is_none() {
        let functions = Domain::Mpi.events().iter().map(|it| it.name);
        res.push(say::mpi_name(range(function), whole, nearest(function, functions)));
    }
    if let Some(hint) = hint
        .filter(|_| is_set)
        .filter(|it| !it.is_empty() && !it.contains('.') && Domain::from_name(trim(it)).is_none())
    {
        res.push(say::file_prefix(range(hint), hint));
    }
    for (what, text, n_bytes) in
        [("the name", name, NAME_BYTES), ("the file", hint.unwrap_or_default(), FILE_BYTES)]
    {
        let kept = cut(text, n_bytes);
        if kept.len() < text.len() {
            res.push(say::text_cut(range(text), what, n_bytes, kept));
        }
    }
    let id = RegionId::Name(domain, cut(name, NAME_BYTES).into());
    let number = file.log().index.get(&id);
    // Those of OpenMP are never found at all.
    if let Some(&number) = number.filter(|_| domain != Some(Domain::OpenMp))
        && let Some(first) = entry::shadowing(file, number)
    {
        res.push(say::shadowed_region(range(whole), whole, &first.words()));
    }
    let entry = number.and_then(|&it| file.state().regions.get(it));
    // An empty file is none (pinsight.md#region-lists).
    let own = hint.filter(|it| !it.is_empty()).map(|it| cut(it, FILE_BYTES));
    if let Some(entry) = entry
        && !is_skipped
        && entry.file.as_deref() != own
    {
        res.push(say::file_collision(range(whole), whole, entry.file.as_deref()));
    }
}
