//! Diagnostics up to a limit: a text of nothing but errors would fill the memory with what is said of it.

use text_size::TextRange;

use super::{Diagnostic, Severity};

/// The diagnostics of one text, as far as they are listed.
#[derive(Debug, Clone, Default)]
pub struct Bounded {
    listed: Vec<Diagnostic>,
    has_error: bool,
    /// The place of the first that is left out.
    beyond: Option<TextRange>,
}

impl Bounded {
    /// The number of diagnostics that are listed of one text.
    pub const MOST: usize = 10_000;

    /// Adds a diagnostic, unless there are too many. Of the others the first error is kept if there is
    /// none before, as the text would pass for a sound one without any.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.code.severity == Severity::Error;
        if self.is_full() {
            self.leave_out(diagnostic.range);
        }
        if !self.is_full() || (is_error && !self.has_error) {
            self.listed.push(diagnostic);
        }
        self.has_error |= is_error;
    }

    /// Notes that something at `range` is not listed.
    pub fn leave_out(&mut self, range: TextRange) {
        self.beyond.get_or_insert(range);
    }

    /// True if no more diagnostics are listed; then they need not be made.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.listed.len() >= Bounded::MOST
    }

    /// Returns the number of diagnostics that are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Returns the diagnostics that are listed.
    #[must_use]
    pub fn listed(&self) -> &[Diagnostic] {
        &self.listed
    }

    /// Returns the diagnostics; if some are left out, what `say` says of that at the place of the first
    /// is the last one.
    #[must_use]
    pub fn finish(self, say: impl FnOnce(TextRange) -> Diagnostic) -> Vec<Diagnostic> {
        let mut res = self.listed;
        res.extend(self.beyond.map(say));
        res
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::codes! {
        static CODES;
        SYNTAX: "syntax", Error, "wrong";
        BEYOND: "beyond", Error, "too many";
        HINT: "hint", Hint, "unlikely";
    }

    #[test]
    fn what_is_beyond_the_limit_is_told_once() {
        let at = |it: u32| TextRange::at(it.into(), 1.into());
        let listed = |n: u32| {
            let mut all = Bounded::default();
            (0..n).for_each(|it| all.push(Diagnostic::new(&SYNTAX, at(it), "wrong")));
            all.finish(|range| Diagnostic::new(&BEYOND, range, "too many"))
        };
        assert_eq!(CODES.len(), 3);
        let most = Bounded::MOST as u32;
        assert!(listed(most).iter().all(|it| it.code.name == "syntax"));
        let beyond = listed(most + 5);
        assert_eq!(beyond.len(), Bounded::MOST + 1);
        assert_eq!(beyond.last().map(|it| (it.code.name, it.range)), Some(("beyond", at(most))));
    }

    #[test]
    fn an_error_is_not_lost_behind_hints() {
        let at = TextRange::default();
        let mut all = Bounded::default();
        (0..=Bounded::MOST).for_each(|_| all.push(Diagnostic::new(&HINT, at, "unlikely")));
        (0..2).for_each(|_| all.push(Diagnostic::new(&SYNTAX, at, "wrong")));
        let errors = all.listed().iter().filter(|it| it.code.name == "syntax");
        assert_eq!((errors.count(), all.len()), (1, Bounded::MOST + 1));
    }
}
