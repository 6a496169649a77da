//! The severity of every code follows from what the real program does, by the README's definition.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that panics has found something")]

mod coil;

use std::collections::BTreeMap;

use bobbin_core::diagnostics::Severity;
use bobbin_core::lang::LanguageId;

/// Checks a table with one line of reason for each code of a language. Its first word says what the
/// real program does: it `rejects` or `stops`, it `ignores` or `misreads`, or the text is `legal`.
#[track_caller]
pub fn check(language: LanguageId, reasons: &[(&str, &str)]) {
    let codes = language.info().codes;
    let mut left: BTreeMap<&str, &str> = reasons.iter().copied().collect();
    assert_eq!(left.len(), reasons.len(), "a code has two reasons");
    for code in codes {
        let reason = left.remove(code.name);
        let reason = reason.unwrap_or_else(|| panic!("`{}` has no reason", code.name));
        let (does, why) = reason.split_once(": ").unwrap();
        let severity = match does {
            "rejects" | "stops" => Severity::Error,
            "ignores" | "misreads" => Severity::Warning,
            "legal" => Severity::Hint,
            _ => panic!("`{}`: what does `{does}` mean?", code.name),
        };
        assert!(!why.is_empty());
        assert_eq!(code.severity, severity, "`{}`: {reason}; {}", code.name, code.summary);
    }
    assert!(left.is_empty(), "no such codes: {left:?}");
}
