//! Findings, computed from the reading when they are asked for.

mod events;
mod header;
mod lines;
mod order;
mod pairs;
mod punits;
mod regions;
mod silent;
mod values;

use text_size::TextRange;

use super::File;
use super::reading::Complaint;
use bobbin_core::diagnostics::{Diagnostic, Severity, sort};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::slice;

impl File {
    /// All findings in the order of the text.
    pub(super) fn all_diagnostics(&self) -> Vec<Diagnostic> {
        let mut res = Vec::new();
        self.check_lines(&mut res);
        self.check_dialect(&mut res);
        self.check_order(&mut res);
        self.check_scopes(&mut res);
        self.check_reset(&mut res);
        self.check_environment(&mut res);
        self.check_window_end(&mut res);
        let complaints = self.sorted_complaints();
        for idx in 0..self.layout.sections.len() {
            self.check_section(idx, &complaints, &mut res);
        }
        finish(res)
    }

    /// Messages of the errors and warnings inside one section, with their places.
    pub(super) fn section_problems(&self, idx: usize) -> Vec<(TextRange, String)> {
        let mut res = Vec::new();
        let complaints = self.sorted_complaints();
        self.check_section(idx, &complaints, &mut res);
        let marked = finish(res).into_iter().filter(|it| it.code.severity != Severity::Hint);
        marked.map(|it| (it.range, it.message)).collect()
    }

    fn check_section(&self, idx: usize, complaints: &[&Complaint], res: &mut Vec<Diagnostic>) {
        let Some(section) = self.layout.sections.get(idx) else { return };
        let start = section.header.range.start();
        let end = self.layout.sections.get(idx + 1).map(|it| it.header.range.start());
        let from = complaints.partition_point(|it| it.at.start() < start);
        let to = end
            .map_or(complaints.len(), |end| complaints.partition_point(|it| it.at.start() < end));
        let mine = complaints.get(from..to).unwrap_or_default();
        self.check_header(idx, section, mine, res);
        self.check_pairs(idx, section, mine, res);
    }

    fn sorted_complaints(&self) -> Vec<&Complaint> {
        let mut complaints: Vec<&Complaint> = self.log.complaints.iter().collect();
        complaints.order_by_key(|it| it.at.start());
        complaints
    }

    fn text_at(&self, range: TextRange) -> &str {
        slice(&self.input.text, range)
    }
}

/// Sorts, and drops what was said twice because the program reads a header once for each region.
fn finish(mut res: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort(&mut res);
    res.dedup_by(|a, b| a.code == b.code && a.range == b.range && a.message == b.message);
    res
}
