//! `bobbin check`: prints diagnostics the way other command line tools do.

use std::process::ExitCode;

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::{LineIndex, slice};
use bobbin_server::Analysis;
use serde::Serialize;
use text_size::TextRange;

use crate::arguments::Arguments;
use crate::host;
use crate::json::json;
use crate::load::{load_to_check, write};

/// The result for one file, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Checked {
    path: String,
    diagnostics: Vec<bobbin_protocol::Diagnostic>,
}

/// Prints the diagnostics of all files; fails if one of them is an error.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.host)?.into();
    let (mut has_errors, mut is_whole) = (false, true);
    let mut found = Vec::new();
    for path in arguments.some_files()? {
        // A file that cannot be read must not hide the diagnostics of the others.
        let snapshot = match load_to_check(path, arguments.language, &host) {
            Ok(snapshot) => snapshot,
            Err(message) => {
                complain!("bobbin: {message}");
                is_whole = false;
                continue;
            }
        };
        has_errors |= fails(snapshot.diagnostics());
        if arguments.json {
            let path = snapshot.input().path.clone();
            found.push(Checked { path, diagnostics: Analysis::of(snapshot).diagnostics() });
        } else {
            print(&snapshot);
        }
    }
    if arguments.json {
        write(None, json(&found)?.as_bytes())?;
    }
    Ok(match (is_whole, has_errors) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    })
}

/// Returns true if one of the diagnostics is an error.
pub(crate) fn fails(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|it| it.code.severity == Severity::Error)
}

/// Prints `file:line:column: severity: message (code)` for each diagnostic.
pub(crate) fn print(snapshot: &Snapshot) {
    for it in snapshot.diagnostics() {
        let severity = match it.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        };
        let at = place(snapshot, it.range);
        complain!("{at}: {severity}: {} ({})", it.message, it.code.name);
        if let Some(help) = &it.help {
            complain!("    help: {help}");
        }
        for it in &it.related {
            let other = it.path.as_ref().filter(|&path| *path != snapshot.input().path);
            let other = other.and_then(|path| Some((path, snapshot.input().files.get(path)?)));
            let at = match other {
                Some((path, text)) => place_in(path, text, &LineIndex::new(text), it.range),
                None => place(snapshot, it.range),
            };
            complain!("    {at}: {}", it.message);
        }
    }
}

/// Returns `file:line:column` of a range's start in the text itself.
pub(crate) fn place(snapshot: &Snapshot, range: TextRange) -> String {
    place_in(&snapshot.input().path, snapshot.text(), snapshot.lines(), range)
}

/// Returns `file:line:column`; lines and columns count from 1, columns in characters.
fn place_in(path: &str, text: &str, lines: &LineIndex, range: TextRange) -> String {
    let line = lines.line(range.start());
    let start = lines.line_range(line).start();
    let before = slice(text, TextRange::new(start, range.start().max(start)));
    format!("{path}:{}:{}", line + 1, before.chars().count() + 1)
}
