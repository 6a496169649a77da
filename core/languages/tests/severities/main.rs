//! Every code's severity with the reason for it, in a table for each language. By the README's
//! glossary an error is what the real program rejects or stops reading at; a warning what it
//! ignores or misreads; a hint what is legal, but probably not meant.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod coil;
mod pinsight;
mod sprokit;

use bobbin_core::diagnostics::Severity;
use bobbin_languages::LanguageId;

/// A code, its severity, and the reaction of the real program.
type Row = (&'static str, Severity, &'static str);

/// Compares the codes of a language with a table: each code has one row and the severity of that
/// row, and neither reason nor summary implies another severity.
#[track_caller]
fn check(language: &str, table: &[Row]) {
    let codes = LanguageId::from_name(language).unwrap().info().codes;
    let mut wrong = Vec::new();
    for code in codes {
        let rows: Vec<&Row> = table.iter().filter(|it| it.0 == code.name).collect();
        let &[&(_, severity, reason)] = rows.as_slice() else {
            wrong.push(format!("{}: {} rows", code.name, rows.len()));
            continue;
        };
        if code.severity != severity {
            wrong.push(format!("{}: {:?}, not {severity:?}", code.name, code.severity));
        }
        let said = format!("{} {reason}", code.summary);
        let foreign: &[&str] = match severity {
            Severity::Error => &["ignores", "ignored"],
            Severity::Warning => &["rejects", "crashes"],
            Severity::Hint => &["crashes"],
        };
        for word in foreign.iter().filter(|it| said.contains(**it)) {
            wrong.push(format!("{}: `{word}` in `{said}`", code.name));
        }
    }
    let unknown = table.iter().filter(|row| codes.iter().all(|it| it.name != row.0));
    wrong.extend(unknown.map(|row| format!("{}: no such code", row.0)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
