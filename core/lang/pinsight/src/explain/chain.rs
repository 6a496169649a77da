//! The chain of rules as an explanation.

use super::{Case, IF_ENDED};
use crate::question;
use crate::run_time;
use bobbin_core::view::{Explanation, Reason, Verdict};

impl Case<'_> {
    /// The chain of rules for the unit of the question.
    pub(crate) fn explain(&self, title: &str) -> Explanation {
        let state = self.file.state();
        let units = &self.question.units;
        let section = self.punits().iter().find(|it| run_time::all_match(state, &it.punits, units));
        let holds = run_time::holds(state, &self.config.punits, units);
        let mut reasons = Vec::new();
        let steps: [&dyn Fn() -> Option<Reason>; 9] = [
            &|| Some(self.mode()),
            &|| self.never(),
            &|| self.domain_default(),
            &|| section.map_or_else(|| self.no_punit(), |it| Some(self.punit(it))),
            &|| self.remark(),
            &|| Some(self.which_entry()),
            &|| Some(self.event()),
            &|| self.constraint(holds, self.outside()),
            &|| Some(self.triple()),
        ];
        for step in steps {
            reasons.extend(step());
            if reasons.last().is_some_and(|it| it.verdict == Verdict::Stops) {
                break;
            }
        }
        let stop = reasons.last().filter(|it| it.verdict == Verdict::Stops);
        let sentence = match stop {
            Some(stop) => format!("{} is not traced: {}", self.what(), stop.sentence),
            None => format!("{} is traced{}", self.what(), self.when()),
        };
        Explanation { title: title.to_owned(), is_on: stop.is_none(), sentence, reasons }
    }

    /// The question in words.
    fn what(&self) -> String {
        let question = self.question;
        let mut res = format!("`{}.{}`", question.domain.name(), question.event.name);
        if let Some(region) = question.region_words(self.asked) {
            res.push_str(&format!(" in `{region}`"));
        }
        let mut before = " on ";
        for kind in question::relevant_kinds(self.asked, question.domain) {
            if let Some(id) = question.units.id(kind) {
                res.push_str(&format!("{before}{}.{} {id}", kind.domain().name(), kind.name()));
                before = ", ";
            }
        }
        if let Some(invocation) = question.invocation {
            res.push_str(&format!(" at invocation {invocation}"));
        }
        res
    }

    fn when(&self) -> String {
        if !self.asks_triple() {
            return String::new();
        }
        if let Some(it) = self.question.invocation {
            return if self.waits_for(it) { format!(" {IF_ENDED}") } else { String::new() };
        }
        let words = self.traced_words();
        let when = words.strip_prefix("traces ").unwrap_or(&words);
        format!(" at {}", when.strip_prefix("the ").unwrap_or(when))
    }
}
