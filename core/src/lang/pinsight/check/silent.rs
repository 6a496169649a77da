//! What the documents promise and the program does not do (facts, pinsight §7).

use text_size::{TextRange, TextSize};

use crate::diagnostics::Diagnostic;
use crate::edit::TextEdit;
use crate::lang::pinsight::File;
use crate::lang::pinsight::diagnostics as say;
use crate::lang::pinsight::lower::Pair;
use crate::lang::pinsight::model::WindowAction;
use crate::lang::pinsight::punits::PunitItems;
use crate::lang::pinsight::reading::{PairResult, Subject};
use crate::lang::pinsight::tables::{Domain, N_KINDS};
use crate::lang::pinsight::values::Mode;
use crate::text::slice;

impl File {
    /// Scopes that no list of ids below asks for.
    pub(super) fn check_scopes(&self, res: &mut Vec<Diagnostic>) {
        if self.is_seed() {
            return;
        }
        let text = &*self.input.text;
        // From the end: which kinds the sections below name.
        let mut named = [false; N_KINDS];
        let sections = self.layout.sections.iter().zip(&self.log.sections);
        let read: Vec<_> = sections.collect();
        for (section, result) in read.into_iter().rev() {
            let header = &section.header;
            if let Subject::Domain(domain) = result.subject {
                for (pair, it) in self.layout.pairs_of(section) {
                    let key = slice(text, it.key);
                    let kind = key.split_once('.').and_then(|(_, kind)| domain.kind(kind));
                    let is_set = self.log.pairs.get(pair) == Some(&PairResult::Applied);
                    let is_named = kind.and_then(|it| named.get(it.index()));
                    if is_set && is_named == Some(&false) {
                        res.push(say::scope_unused(it.key, key));
                    }
                }
                continue;
            }
            for part in [Some(header.target_range), header.constraints].into_iter().flatten() {
                for item in PunitItems::new(slice(text, part)).filter_map(Result::ok) {
                    let slot = item.known_kind().and_then(|it| named.get_mut(it.index()));
                    if let Some(slot) = slot {
                        *slot = true;
                    }
                }
            }
        }
    }

    /// The variable that people take for an override of the file.
    pub(super) fn check_environment(&self, res: &mut Vec<Diagnostic>) {
        let names = ["PINSIGHT_TRACE_WINDOW", "PINSIGHT_TRACE_RATE"];
        let found = names.into_iter().find(|it| self.input.host.env.contains_key(*it));
        let (Some(name), false) = (found, self.is_seed()) else { return };
        let default = self.sections_of(&Subject::RegionDefault);
        let section = default.last().and_then(|&it| self.layout.sections.get(it));
        let section = section.or_else(|| self.layout.sections.first());
        res.extend(section.map(|it| say::window_variable(it.header.target_range, name)));
    }

    /// What a window action leaves open or contradicts.
    pub(super) fn check_action_sense(
        &self,
        pair: &Pair,
        action: &WindowAction,
        res: &mut Vec<Diagnostic>,
    ) {
        for domain in Domain::ALL {
            let mode = action.modes.get(domain.index()).copied().flatten();
            let policy = action.device_activity.get(domain.index()).copied().flatten();
            if let (Some(mode), Some(_)) = (mode, policy)
                && mode != Mode::Tracing
            {
                res.push(say::policy_beside_mode(pair.value, domain, mode));
            }
        }
        let has_script = action.introspect.as_ref().is_some_and(|it| !it.script.is_empty());
        let changes = action.modes.iter().any(Option::is_some)
            || action.device_activity.iter().any(Option::is_some);
        if has_script && !changes {
            let colon = if self.text_at(pair.value).ends_with(':') { "" } else { ":" };
            let fix = TextEdit::insert(pair.value.end(), format!("{colon}MONITORING"));
            let word = TextRange::at(pair.value.start(), TextSize::of("INTROSPECT"));
            res.push(say::introspect_keeps_modes(word, fix));
        }
    }
}
