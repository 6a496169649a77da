//! Findings.

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::LineIndex;
use bobbin_protocol as protocol;

use super::{edits, range};

/// A finding of the text in `snapshot`.
#[must_use]
pub fn diagnostic(it: &Diagnostic, snapshot: &Snapshot) -> protocol::Diagnostic {
    let lines = snapshot.lines();
    let input = snapshot.input();
    let related = it.related.iter().map(|it| {
        let other = it.path.as_ref().filter(|&path| *path != input.path);
        let other_text = other.and_then(|path| input.files.get(path));
        protocol::Related {
            path: other.cloned(),
            range: match other_text {
                Some(text) => range(&LineIndex::new(text), it.range),
                None => range(lines, it.range),
            },
            message: it.message.clone(),
        }
    });
    let fixes = it
        .fixes
        .iter()
        .map(|it| protocol::Fix { label: it.label.clone(), edits: edits(&it.edit, lines) });
    protocol::Diagnostic {
        code: it.code.name.to_owned(),
        reference: it.code.reference.map(str::to_owned),
        severity: match it.code.severity {
            Severity::Error => protocol::Severity::Error,
            Severity::Warning => protocol::Severity::Warning,
            Severity::Hint => protocol::Severity::Hint,
        },
        range: range(lines, it.range),
        message: it.message.clone(),
        help: it.help.clone(),
        related: related.collect(),
        fixes: fixes.collect(),
    }
}
