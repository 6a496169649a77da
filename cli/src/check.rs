//! `bobbin check`: findings as other command line tools print them.

use std::process::ExitCode;

use bobbin_core::diagnostics::Severity;
use bobbin_core::snapshot::Snapshot;

use crate::{Arguments, load};

/// Prints the findings of all files; fails if one has an error.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.files.is_empty() {
        return Err("no file is given".to_owned());
    }
    let mut has_errors = false;
    for path in &arguments.files {
        has_errors |= print(&load(path, arguments.language)?);
    }
    Ok(if has_errors { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints `file:line:column: severity: message (code)` for each finding; tells whether one is an
/// error. Columns count characters from 1.
pub(crate) fn print(snapshot: &Snapshot) -> bool {
    let mut has_errors = false;
    for it in snapshot.diagnostics() {
        let severity = match it.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        };
        has_errors |= it.code.severity == Severity::Error;
        let line = snapshot.lines().line(it.range.start());
        let start = snapshot.lines().line_range(line).start();
        let before = text_before(snapshot, start.into(), it.range.start().into());
        eprintln!(
            "{}:{}:{}: {severity}: {} ({})",
            snapshot.input().path,
            line + 1,
            before.chars().count() + 1,
            it.message,
            it.code.name
        );
        if let Some(help) = &it.help {
            eprintln!("    help: {help}");
        }
    }
    has_errors
}

fn text_before(snapshot: &Snapshot, start: usize, end: usize) -> &str {
    snapshot.text().get(start..end).unwrap_or_default()
}
