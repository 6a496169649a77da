//! Targets that select nothing, or were written for an earlier version.

use text_size::{TextRange, TextSize};

use crate::diagnostics as say;
use crate::edit::lines;
use crate::file::File;
use crate::header::{Action, Dialect, Header, Target, split_comment};
use crate::misreading;
use crate::reading::Subject;
use crate::tables::Domain;
use crate::token::{is_blank, trim};
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::range_in;

/// Actions of earlier versions and what took their place.
const OUTDATED_ACTIONS: [(&str, &str); 2] = [("ADD ", "SET"), ("REPLACE ", "RESET")];

fn starts_with_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
}

/// Returns the likely intention of a punit target whose first word is almost `Lexgion`.
pub(crate) fn meant_for_regions(target: &str) -> Option<String> {
    let (name, rest) = target.split_at_checked(target.find('(')?)?;
    let is_apart = name != name.trim() && name.trim() == "Lexgion";
    let better = if is_apart { "Lexgion" } else { nearest(name.trim(), ["Lexgion"])? };
    Some(format!("{better}{rest}"))
}

/// Returns true if a target begins with an action that today's program does not take for one.
pub(crate) fn is_outdated(target: &str) -> bool {
    OUTDATED_ACTIONS.iter().any(|(word, _)| starts_with_word(target, word))
        || misplaced_action(target).is_some()
}

/// Returns the action that a target begins with, and what stands behind it: the program takes one only
/// right behind the bracket, with a space behind it (pinsight.md#reading-a-header).
fn misplaced_action(target: &str) -> Option<(Action, &str)> {
    Action::ALL.into_iter().find_map(|action| {
        let behind = target.get(action.word().len()..)?;
        let is_action = starts_with_word(target, action.word()) && behind.starts_with(is_blank);
        is_action.then(|| (action, trim(behind)))
    })
}

pub(crate) fn check_target(file: &File, idx: usize, header: &Header, res: &mut Vec<Diagnostic>) {
    let range = header.target_range;
    let text = file.text_at(range);
    if check_outdated_target(file, idx, header, res) {
        return;
    }
    let names =
        || Domain::ALL.iter().filter(|it| !file.is_seed() || it.in_seed()).map(|it| it.name());
    match header.target {
        Target::DomainDefault(Some(domain)) => {
            let is_exact = text.strip_suffix(".default") == Some(domain.name());
            if !is_exact {
                let (word, comment) = split_comment(text);
                let word = TextRange::at(range.start(), TextSize::of(word));
                let name = format!("{}.default", domain.name());
                let mut edits = vec![Replacement { range: word, text: name }];
                if let Some(comment) = comment {
                    let at = range_in(file.text(), comment);
                    let above = lines::comment_above(file, header.range.start(), at);
                    edits.extend(above.replacements().to_vec());
                }
                let fix = TextEdit::from_replacements(edits);
                res.push(say::loose_default(range, text, domain, fix));
            }
        }
        Target::DomainDefault(None) => {
            let name = text.split('.').next().unwrap_or_default();
            let at = TextRange::at(range.start(), TextSize::of(name));
            let regions = match meant_for_regions(text) {
                Some(it) => Some(it),
                None => nearest(name, ["Lexgion"]).map(|it| format!("{it}.default")),
            };
            if let Some(better) = regions.filter(|_| text.ends_with(".default")) {
                res.push(say::dead_section(range, text, Some(&better)));
            } else {
                res.push(say::unknown_domain(at, name, nearest(name, names())));
            }
        }
        Target::DomainRegionDefault(None) => {
            let name = text.strip_prefix("Lexgion(").unwrap_or_default();
            let name = name.split(')').next().unwrap_or_default();
            let at = TextRange::at(range.start() + TextSize::of("Lexgion("), TextSize::of(name));
            let trimmed = Domain::from_name(name.trim()).map(Domain::name);
            res.push(say::unknown_domain(at, name, trimmed.or_else(|| nearest(name, names()))));
        }
        Target::Dead => {
            let better = match text.strip_prefix("Lexgion") {
                Some(it) if it.starts_with('(') => Some(format!("{text})")),
                Some(it) if it.contains('(') => meant_for_regions(text),
                Some(it) if it.eq_ignore_ascii_case(".default") => {
                    Some("Lexgion.default".to_owned())
                }
                _ => None,
            };
            res.push(say::dead_section(range, text, better.as_deref()));
        }
        Target::Punits => check_dead_punits(file, idx, header, text, res),
        Target::Regions(list) => {
            let dead = file.log().sections.get(idx).is_some_and(|it| !it.takes_body);
            if dead && header.action == Action::Set && file.text_at(list).trim().is_empty() {
                res.push(say::dead_section(range, text, None));
            }
            check_region_tail(file, header, list, res);
        }
        _ => (),
    }
}

/// Reports what stands behind the first `)` of a list of regions, where the program stops reading
/// it.
fn check_region_tail(file: &File, header: &Header, list: TextRange, res: &mut Vec<Diagnostic>) {
    let all = TextRange::new(list.end(), header.target_range.end());
    let behind = file.text_at(all).strip_prefix(')').map(trim).unwrap_or_default();
    // In the seed dialect a bracket there begins what `header-tail` is about.
    if behind.is_empty() || (header.dialect == Dialect::Seed && behind.starts_with(']')) {
        return;
    }
    let (range, regions) = (range_in(file.text(), behind), file.text_at(list));
    let (word, comment) = match behind.starts_with('#') {
        true => ("", Some(behind)),
        false => split_comment(behind),
    };
    let above = comment
        .map(|it| lines::comment_above(file, header.range.start(), range_in(file.text(), it)));
    let domain = Domain::from_name(trim(regions));
    let is_default = word.eq_ignore_ascii_case(".default") || nearest(word, [".default"]).is_some();
    // The program of the seed dialect has no such section.
    if let Some(domain) = domain.filter(|_| is_default && header.dialect == Dialect::Current) {
        let written = TextRange::new(list.start(), range.start() + TextSize::of(word));
        let text = format!("{}).default", domain.name());
        let mut edits = vec![Replacement { range: written, text }];
        edits.extend(above.iter().flat_map(|it| it.replacements().to_vec()));
        let fix = TextEdit::from_replacements(edits);
        res.push(say::region_tail_default(range, behind, domain, fix));
        return;
    }
    let fix = match above {
        Some(above) if word.is_empty() => Some(("Put the comment above", above)),
        // A parenthesis in a name was meant to be read, and a comment is not taken away.
        None if domain.is_none() && !regions.contains('(') && !behind.contains(')') => {
            let start = list.end() + TextSize::of(')');
            Some(("Remove it", TextEdit::delete(TextRange::new(start, range.end()))))
        }
        _ => None,
    };
    res.push(say::region_tail(range, behind, regions, fix));
}

/// Reports a punit section none of whose kinds exists, which may be meant for another kind of
/// section.
fn check_dead_punits(
    file: &File,
    idx: usize,
    header: &Header,
    text: &str,
    res: &mut Vec<Diagnostic>,
) {
    let is_dead = file.log().sections.get(idx).is_some_and(|it| it.subject == Subject::None);
    // Regions are removed, too, but not reset.
    if is_dead && header.action != Action::Reset && misreading::is_bare_region(file, header) {
        let better = format!("Lexgion({text})");
        res.push(say::dead_section(header.target_range, text, Some(&better)));
        return;
    }
    if !is_dead || header.action != Action::Set {
        return;
    }
    if let Some(better) = meant_for_regions(text) {
        res.push(say::dead_section(header.target_range, text, Some(&better)));
        return;
    }
    if text.contains('(') {
        return;
    }
    let known = ["Lexgion.default", "Knob", "Energy", "Manifest"];
    let defaults = Domain::ALL.map(|it| format!("{}.default", it.name()));
    let better = if text.starts_with("0x") {
        Some(format!("Lexgion({text})"))
    } else if Domain::from_name(text).is_some() {
        Some(format!("{text}.default"))
    } else {
        let names = known.iter().copied().chain(defaults.iter().map(String::as_str));
        nearest(text, names).map(str::to_owned)
    };
    res.push(say::dead_section(header.target_range, text, better.as_deref()));
}

/// Actions and targets of earlier versions; whether the target is such a one.
fn check_outdated_target(
    file: &File,
    idx: usize,
    header: &Header,
    res: &mut Vec<Diagnostic>,
) -> bool {
    if header.dialect == Dialect::Seed {
        return false;
    }
    let (range, text) = (header.target_range, file.text_at(header.target_range));
    if let Some((action, behind)) = misplaced_action(text).filter(|_| header.action_range.is_none())
    {
        let start = header.range.start() + TextSize::of('[');
        let written = TextRange::new(start, range_in(file.text(), behind).start());
        let fix = TextEdit::replace(written, format!("{} ", action.word()));
        let at = TextRange::at(range.start(), TextSize::of(action.word()));
        // Only the first list is lost by it, and those behind it select the section.
        let is_dead = file.log().sections.get(idx).is_some_and(|it| it.subject == Subject::None);
        res.push(say::misplaced_action(at, action.word(), is_dead, fix));
        return true;
    }
    for (word, action) in OUTDATED_ACTIONS {
        if starts_with_word(text, word) {
            let at = TextRange::at(range.start(), TextSize::of(word.trim()));
            let rest = text.get(word.len()..).unwrap_or_default().trim();
            let fix = match action {
                "SET" => Some(TextEdit::replace(at, action)),
                // Only defaults can be reset.
                _ if rest.ends_with(".default") => {
                    let end = lines::line_end_style(file, at.start());
                    Some(TextEdit::replace(at, format!("RESET {rest}]{end}[SET")))
                }
                _ => None,
            };
            let new = match (action, &fix) {
                ("SET", _) => "`SET`",
                (_, Some(_)) => "a `RESET` section followed by a `SET` section",
                (_, None) => "`SET`, which adds to what is set; only defaults can be reset today",
            };
            res.push(say::outdated(at, file.text_at(at), new, fix));
            return true;
        }
    }
    if let Some(domain) = text.strip_suffix(".global")
        && Domain::from_name(domain).is_some()
    {
        let new = format!("{domain}.default");
        let edit = TextEdit::replace(range, new.clone());
        res.push(say::outdated(range, text, &format!("`{new}`"), Some(edit)));
        return true;
    }
    false
}
