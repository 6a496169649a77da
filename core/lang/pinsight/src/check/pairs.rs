//! Body lines: whether the key is read at all.

use std::collections::HashMap;

use text_size::TextRange;

use crate::File;
use crate::diagnostics as say;
use crate::docs;
use crate::lower::{Pair, Section};
use crate::model::TRIPLE;
use crate::reading::{Complaint, ComplaintKind, PairResult, Subject};
use crate::tables::Domain;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::TextEdit;

const WINDOW: [&str; 3] = ["window_end_action", "window_end_trigger", "window_timeout"];

impl File {
    pub(super) fn check_pairs(
        &self,
        idx: usize,
        section: &Section,
        complaints: &[&Complaint],
        res: &mut Vec<Diagnostic>,
    ) {
        let Some(result) = self.log.sections.get(idx).filter(|it| it.takes_body) else { return };
        let mut last: HashMap<&str, TextRange> = HashMap::new();
        for (pair, it) in self.layout.pairs_of(section).rev() {
            let key = self.text_at(it.key);
            let read = self.log.pairs.get(pair).copied().unwrap_or_default();
            if let Some(&last) = last.get(key) {
                let comment = self.as_comment(it);
                res.push(say::repeated_key(self.key_range(it), key, last, comment));
            } else {
                last.insert(key, it.key.cover(it.value));
            }
            match read {
                PairResult::Applied => self.check_value(&result.subject, it, complaints, res),
                PairResult::On | PairResult::Off | PairResult::NotInstalled => {
                    self.check_switch(section, &result.subject, pair, it, read, res);
                }
                PairResult::NoSection => (),
                _ => self.check_unread(section, &result.subject, it, read, res),
            }
        }
    }

    /// The key, or where it should stand.
    pub(crate) fn key_range(&self, pair: &Pair) -> TextRange {
        if pair.key.is_empty() { TextRange::new(pair.equals, pair.value.end()) } else { pair.key }
    }

    /// The edit that makes the line of a pair a comment.
    pub(crate) fn as_comment(&self, pair: &Pair) -> TextEdit {
        let at = if pair.key.is_empty() { pair.equals } else { pair.key.start() };
        TextEdit::insert(at, "# ")
    }

    fn check_unread(
        &self,
        section: &Section,
        subject: &Subject,
        pair: &Pair,
        read: PairResult,
        res: &mut Vec<Diagnostic>,
    ) {
        let (range, key) = (self.key_range(pair), self.text_at(pair.key));
        if self.check_outdated_key(range, key, res) {
            return;
        }
        if let Some(place) = self.place_of(key, subject) {
            res.push(say::misplaced_key(range, key, &place, self.as_comment(pair)));
            return;
        }
        match read {
            PairResult::UnknownEvent | PairResult::UnknownDomain => {
                self.check_prefixed(pair, read, res);
                return;
            }
            PairResult::NotScope => {
                let Subject::Domain(domain) = *subject else { return };
                self.check_scope_key(pair, domain, res);
                return;
            }
            _ => (),
        }
        if self.check_event_form(subject, pair, res) {
            return;
        }
        let kind = docs::section_kind(section.header.target);
        let names = self.keys_of(subject);
        let near = nearest(key, names.iter().map(String::as_str));
        res.push(say::unknown_key(range, key, kind, near, self.as_comment(pair)));
    }

    /// Keys of earlier versions.
    fn check_outdated_key(&self, range: TextRange, key: &str, res: &mut Vec<Diagnostic>) -> bool {
        let new = match key {
            "trace_mode_after" => "window_end_action",
            "mode_after_trigger" => "window_end_trigger",
            _ => return false,
        };
        let edit = TextEdit::replace(range, new);
        res.push(say::outdated(range, key, &format!("`{new}`"), Some(edit)));
        true
    }

    /// In which other sections a key counts that does not count here.
    fn place_of(&self, key: &str, subject: &Subject) -> Option<String> {
        if self.is_seed() && !TRIPLE.contains(&key) {
            return None;
        }
        let is_region = matches!(
            subject,
            Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..)
        );
        let place = match key {
            "trace_mode" => "`[Domain.default]`",
            "device_activity" => "`[CUDA.default]` or `[HIP.default]`",
            "measure" => "`[Energy]`",
            "interval" => "`[Manifest]`",
            _ if !is_region && (TRIPLE.contains(&key) || WINDOW.contains(&key)) => {
                "a section of regions"
            }
            _ => return None,
        };
        Some(place.to_owned())
    }

    fn check_scope_key(&self, pair: &Pair, domain: Domain, res: &mut Vec<Diagnostic>) {
        let key = self.text_at(pair.key);
        let (name, behind) = key.split_once('.').unwrap_or((key, ""));
        if name == domain.name() && domain.event(behind).is_some() {
            res.push(say::prefixed_event(pair.key, key, behind));
            return;
        }
        let other = Domain::from_name(name).filter(|&it| it != domain);
        let is_key = |it: &Domain| it.kind(behind).is_some() || it.event(behind).is_some();
        if let Some(other) = other.filter(is_key) {
            let place = format!("`[{}.default]`", other.name());
            res.push(say::misplaced_key(pair.key, key, &place, self.as_comment(pair)));
            return;
        }
        let names: Vec<String> =
            domain.kinds().map(|it| format!("{}.{}", domain.name(), it.name())).collect();
        let near = nearest(key, names.iter().map(String::as_str));
        res.push(say::unknown_scope(pair.key, key, domain, near));
    }

    /// Keys that count in a section, without events.
    pub(crate) fn keys_of(&self, subject: &Subject) -> Vec<String> {
        let seed = self.is_seed();
        let mut res: Vec<String> = Vec::new();
        match *subject {
            Subject::Domain(domain) => {
                if !seed {
                    res.push("trace_mode".to_owned());
                }
                if !seed && domain.has_device_activity() {
                    res.push("device_activity".to_owned());
                }
                res.extend(domain.kinds().map(|it| format!("{}.{}", domain.name(), it.name())));
            }
            Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
                res.extend(TRIPLE.map(str::to_owned));
                if !seed {
                    res.extend(WINDOW.map(str::to_owned));
                }
            }
            Subject::Energy => res.push("measure".to_owned()),
            Subject::Manifest => res.push("interval".to_owned()),
            Subject::None | Subject::Punit(..) | Subject::Knobs => (),
        }
        res
    }

    /// The complaint about a value or a part of it.
    pub(super) fn complaint_in<'c>(
        &self,
        range: TextRange,
        complaints: &'c [&Complaint],
    ) -> impl Iterator<Item = (ComplaintKind, TextRange)> + 'c {
        // Sorted by where they start.
        let first = complaints.partition_point(|it| it.at.start() < range.start());
        let near = complaints.iter().skip(first).take_while(move |it| it.at.start() <= range.end());
        near.filter(move |it| range.contains_range(it.at)).map(|it| (it.kind, it.at))
    }
}
