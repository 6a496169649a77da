//! Headers: what they select and what they do.

use crate::File;
use crate::diagnostics as say;
use crate::header::{Action, Dialect, Header, Target};
use crate::lower::Section;
use crate::reading::{Complaint, ComplaintKind, Subject};
use crate::tables::Domain;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{offset, slice};
use text_size::{TextRange, TextSize};

/// Actions of earlier versions and what took their place.
const OUTDATED_ACTIONS: [(&str, &str); 2] = [("ADD ", "SET"), ("REPLACE ", "RESET")];

fn starts_with_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
}

/// What a punit target was most likely meant to be if its first word is almost `Lexgion`.
pub(super) fn meant_for_regions(target: &str) -> Option<String> {
    let (name, rest) = target.split_at_checked(target.find('(')?)?;
    let better = nearest(name.trim(), ["Lexgion"])?;
    Some(format!("{better}{rest}"))
}

/// Whether a target begins with an action that today's program does not know.
pub(super) fn is_outdated(target: &str) -> bool {
    OUTDATED_ACTIONS.iter().any(|(word, _)| starts_with_word(target, word))
}

impl File {
    pub(super) fn check_header(
        &self,
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
        self.check_ignored(header, res);
        let is_misread = header.dialect == Dialect::Current && self.has_seed_mark(section);
        if !is_misread && header.close.is_some() {
            self.check_target(idx, header, res);
        }
        self.check_action(section, complaints, res);
        if header.action == Action::Set {
            self.check_parents(idx, header, res);
        }
        self.check_punits(idx, header, complaints, res);
        if let Target::Regions(list) = header.target {
            self.check_regions(header, list, complaints, res);
            self.check_region_entry(idx, section, res);
        }
    }

    fn check_ignored(&self, header: &Header, res: &mut Vec<Diagnostic>) {
        if let Some(range) = header.ignored {
            let text = self.text_at(range);
            if header.inherit.is_some() {
                res.push(say::ignored_part(
                    range,
                    text,
                    "a header has two parts behind its target",
                    self.without_part(header, range),
                ));
            } else if text.starts_with('#') {
                let fix = self.comment_above(header.range.start(), range);
                res.push(say::header_tail(range, text, fix));
            } else {
                let before = self.text_at(TextRange::new(header.range.start(), range.start()));
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
        let why = "this kind of section does not have it";
        if let (Some(range), false) = (header.inherit.filter(|it| !it.is_empty()), parents) {
            let fix = self.without_part(header, range);
            res.push(say::ignored_part(range, self.text_at(range), why, fix));
        }
        if let (Some(range), false) = (header.constraints.filter(|it| !it.is_empty()), constraints)
        {
            let fix = self.without_part(header, range);
            res.push(say::ignored_part(range, self.text_at(range), why, fix));
        }
    }

    /// Takes a part of a header away, with the colon in front of it.
    fn without_part(&self, header: &Header, part: TextRange) -> TextEdit {
        let before = self.text_at(TextRange::new(header.range.start(), part.start()));
        let trimmed = before.trim_end_matches([' ', '\t']);
        let kept = match trimmed.strip_suffix(':') {
            Some(it) => it.trim_end_matches([' ', '\t']),
            None => before,
        };
        let start = header.range.start() + offset(kept.len());
        TextEdit::delete(TextRange::new(start, part.end()))
    }

    fn check_target(&self, idx: usize, header: &Header, res: &mut Vec<Diagnostic>) {
        let range = header.target_range;
        let text = self.text_at(range);
        if self.check_outdated_target(header, res) {
            return;
        }
        let names =
            || Domain::ALL.iter().filter(|it| !self.is_seed() || it.in_seed()).map(|it| it.name());
        match header.target {
            Target::DomainDefault(Some(domain)) => {
                let is_exact = text.strip_suffix(".default") == Some(domain.name());
                res.extend((!is_exact).then(|| say::loose_default(range, text, domain)));
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
                let at =
                    TextRange::at(range.start() + TextSize::of("Lexgion("), TextSize::of(name));
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
            Target::Punits => self.check_dead_punits(idx, header, text, res),
            Target::Regions(list) => {
                let dead = self.log.sections.get(idx).is_some_and(|it| !it.takes_body);
                if dead && header.action == Action::Set && self.text_at(list).trim().is_empty() {
                    res.push(say::dead_section(range, text, None));
                }
            }
            _ => (),
        }
    }

    /// A punit section none of whose kinds exists, which may be meant for another kind of section.
    fn check_dead_punits(
        &self,
        idx: usize,
        header: &Header,
        text: &str,
        res: &mut Vec<Diagnostic>,
    ) {
        let is_dead = self.log.sections.get(idx).is_some_and(|it| it.subject == Subject::None);
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
    fn check_outdated_target(&self, header: &Header, res: &mut Vec<Diagnostic>) -> bool {
        if header.dialect == Dialect::Seed {
            return false;
        }
        let (range, text) = (header.target_range, self.text_at(header.target_range));
        for (word, action) in OUTDATED_ACTIONS {
            if starts_with_word(text, word) {
                let at = TextRange::at(range.start(), TextSize::of(word.trim()));
                let rest = text.get(word.len()..).unwrap_or_default().trim();
                let fix = match action {
                    "SET" => Some(TextEdit::replace(at, action)),
                    // Only defaults can be reset.
                    _ if rest.ends_with(".default") => {
                        let end = self.line_end_style(at.start());
                        Some(TextEdit::replace(at, format!("RESET {rest}]{end}[SET")))
                    }
                    _ => None,
                };
                let new = if action == "SET" {
                    "`SET`"
                } else {
                    "a `RESET` section followed by a `SET` section"
                };
                res.push(say::outdated(at, self.text_at(at), new, fix));
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

    fn check_action(
        &self,
        section: &Section,
        complaints: &[&Complaint],
        res: &mut Vec<Diagnostic>,
    ) {
        let header = &section.header;
        let (range, text) = (header.target_range, self.text_at(header.target_range));
        for it in complaints {
            match it.kind {
                ComplaintKind::RemoveNotAllowed => {
                    let restarts = matches!(header.target, Target::DomainRegionDefault(_));
                    res.push(say::remove_refused(range, text, restarts));
                }
                ComplaintKind::ResetNotAllowedRegion => {
                    res.push(say::reset_refused(range, text, text.contains("0x")))
                }
                ComplaintKind::ResetNotAllowedPunit => {
                    res.push(say::reset_refused(range, text, false))
                }
                ComplaintKind::PunitsRemoved(kind, n) => {
                    res.push(say::punits_removed(range, kind, n))
                }
                _ => (),
            }
        }
        let is_single = matches!(header.target, Target::Knob | Target::Energy | Target::Manifest);
        if let (Some(at), true) = (header.action_range, is_single)
            && header.action != Action::Set
        {
            res.push(say::unused_action(at, header.action.word(), text));
        }
        let is_wildcard = text.contains("(*)");
        if header.action == Action::Remove && header.target == Target::Punits && !is_wildcard {
            let is_openmp = text.starts_with("OpenMP.");
            let plain = |it: &str| it.chars().filter(|it| !it.is_whitespace()).collect::<String>();
            let is_there = self.layout.sections.iter().any(|it| {
                it.header.target == Target::Punits
                    && it.header.range.start() < header.range.start()
                    && it.header.action == Action::Set
                    && plain(self.target(it)) == plain(text)
            });
            let does = if is_openmp && !is_there {
                "does nothing, as there is no such section above"
            } else if is_openmp {
                "switches all its events off, and the section stays"
            } else {
                "does nothing, as the program does not find the section"
            };
            res.push(say::remove_punits(range, text, does));
        }
        let has_body = !section.pairs.is_empty();
        let ignores = header.action != Action::Set
            && !matches!(header.target, Target::Knob | Target::Energy | Target::Manifest);
        if has_body
            && ignores
            && let Some((_, pair)) = self.layout.pairs_of(section).next()
        {
            let at = if pair.key.is_empty() { pair.key.cover(pair.value) } else { pair.key };
            let lines = self.layout.pairs_of(section).map(|(_, it)| {
                let start = if it.key.is_empty() { it.equals } else { it.key.start() };
                Replacement { range: TextRange::empty(start), text: "# ".to_owned() }
            });
            let comment = TextEdit::from_replacements(lines.collect());
            res.push(say::body_not_read(at, header.action.word(), comment));
        }
    }

    fn check_parents(&self, idx: usize, header: &Header, res: &mut Vec<Diagnostic>) {
        let Some(inherit) = header.inherit.filter(|it| !it.is_empty()) else { return };
        let text = self.text_at(inherit);
        match header.target {
            Target::RegionDefault | Target::DomainRegionDefault(Some(_)) | Target::Regions(_) => {
                if text.contains('(') && header.constraints.is_none() && !text.contains(".default")
                {
                    let fix = TextEdit::insert(inherit.start(), self.colon_blank(inherit));
                    res.push(say::misplaced_constraint(inherit, text, fix));
                    return;
                }
                for item in self.items(inherit) {
                    self.check_parent(header, inherit, item, res);
                }
            }
            Target::Punits => {
                let own = match self.log.sections.get(idx).map(|it| &it.subject) {
                    Some(Subject::Punit(domain, _)) => *domain,
                    _ => return,
                };
                if text.contains('(') && header.constraints.is_none() && !text.contains(".default")
                {
                    let fix = TextEdit::insert(inherit.start(), self.colon_blank(inherit));
                    res.push(say::misplaced_constraint(inherit, text, fix));
                    return;
                }
                for (number, item) in self.items(inherit).into_iter().enumerate() {
                    let name = self.text_at(item);
                    let domain = name.strip_suffix(".default").and_then(Domain::from_name);
                    match domain {
                        _ if number > 0 => {
                            let edit = self.without_item(inherit, item);
                            let fix = TextEdit::from_replacements(vec![edit]);
                            res.push(say::extra_parent(item, name, fix));
                        }
                        Some(domain) if domain == own => (),
                        Some(_) => res.push(say::foreign_parent(item, name, own)),
                        None => self.check_parent(header, inherit, item, res),
                    }
                }
            }
            _ => (),
        }
    }

    /// What makes two colons out of one: a blank goes between them.
    fn colon_blank(&self, part: TextRange) -> &'static str {
        let before = self.text_at(TextRange::up_to(part.start()));
        if before.ends_with(':') { " : " } else { ": " }
    }

    fn check_parent(
        &self,
        header: &Header,
        inherit: TextRange,
        item: TextRange,
        res: &mut Vec<Diagnostic>,
    ) {
        let name = self.text_at(item);
        let seed = header.dialect == Dialect::Seed;
        let domain = name.split('.').next().unwrap_or_default();
        let known = Domain::from_name(domain).filter(|it| !seed || it.in_seed());
        let names = Domain::ALL.iter().filter(|it| !seed || it.in_seed()).map(|it| it.name());
        match known {
            Some(_) if seed => (),
            Some(known) if name == format!("{}.default", known.name()) => (),
            Some(known) => {
                let better = format!("{}.default", known.name());
                let fix = TextEdit::replace(item, better.clone());
                let is_comment = name.contains('#');
                let it = say::bad_parent(item, name);
                res.push(if is_comment {
                    it.with_help("write the comment on a line of its own")
                        .with_fix("Put the comment above", self.parent_comment(header, item, name))
                } else {
                    it.with_fix(format!("Change to `{better}`"), fix)
                });
            }
            None if domain == "Lexgion" && seed => (),
            None if name == "Lexgion.default" => {
                let fix = TextEdit::from_replacements(vec![self.without_item(inherit, item)]);
                res.push(say::region_default_parent(item, name, fix));
            }
            None if name.ends_with(".default") || seed => {
                let near = nearest(domain, names).map(|it| format!("{it}.default"));
                res.push(say::unknown_parent(item, name, near.as_deref()));
            }
            None => res.push(say::bad_parent(item, name)),
        }
    }

    fn parent_comment(&self, header: &Header, item: TextRange, name: &str) -> TextEdit {
        let at = name.find('#').unwrap_or_default();
        let comment = TextRange::new(item.start() + offset(at), item.end());
        self.comment_above(header.range.start(), comment)
    }

    /// The trimmed items of a comma-separated part.
    fn items(&self, part: TextRange) -> Vec<TextRange> {
        let text = self.text_at(part);
        let items = text.split(',').map(crate::token::trim);
        let range = |it| bobbin_core::text::range_in(&self.input.text, it);
        items.filter(|it| !it.is_empty()).map(range).collect()
    }

    /// Takes an item of a list away, with one of the commas beside it.
    fn without_item(&self, part: TextRange, item: TextRange) -> Replacement {
        let text: &str = &self.input.text;
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
}
