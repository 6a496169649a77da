//! Diagnostics in the forms of other programs: GitHub's workflows and SARIF.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use serde_json::{Value, json};

use super::{Others, Place};
use crate::explain::{help, page};
use crate::paths::bytes_of;
use crate::say::escaped;

/// Returns these diagnostics as commands of GitHub's workflows, which shows them in the changes.
pub(crate) fn github(snapshot: &Snapshot, listed: &[&Diagnostic]) -> String {
    let data = |it: &str| it.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |it: &str| data(it).replace(':', "%3A").replace(',', "%2C");
    let (mut res, mut others) = (String::new(), Others::new());
    for it in listed {
        let command = match it.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let Place { path, start: (line, column), end: (end_line, end_column) } =
            Place::of(snapshot, it.range);
        // A command has one place; the others stand in its message.
        let mut message = with_help(it);
        for it in &it.related {
            let at = Place::of_related(snapshot, it, &mut others);
            message += &format!("\n{at}: {}", it.message);
        }
        res.push_str(&format!(
            "::{command} file={},line={line},col={column},endLine={end_line},endColumn={end_column},title={}::{}\n",
            property(&escaped(path)),
            property(it.code.name),
            data(&message.lines().map(escaped).collect::<Vec<String>>().join("\n")),
        ));
    }
    res
}

fn with_help(finding: &Diagnostic) -> String {
    match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    }
}

/// Returns these diagnostics as results of SARIF 2.1.0.
pub(crate) fn sarif_results(snapshot: &Snapshot, listed: &[&Diagnostic]) -> Vec<Value> {
    let mut others = Others::new();
    let result = |it: &&Diagnostic| {
        let related = it.related.iter().map(|it| {
            let place = location(&Place::of_related(snapshot, it, &mut others));
            json!({ "physicalLocation": place, "message": { "text": it.message } })
        });
        json!({
            "ruleId": rule_id(snapshot.info().name, it.code.name),
            "level": sarif_level(it.code.severity),
            "message": { "text": with_help(it) },
            "locations": [{ "physicalLocation": location(&Place::of(snapshot, it.range)) }],
            "relatedLocations": related.collect::<Vec<Value>>(),
        })
    };
    listed.iter().map(result).collect()
}

/// Returns a place as a physical location of SARIF.
fn location(place: &Place<'_>) -> Value {
    let Place { path, start: (line, column), end: (end_line, end_column) } = place;
    json!({
        "artifactLocation": { "uri": uri_of(path) },
        "region": {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        },
    })
}

/// Returns a log of SARIF 2.1.0 with all results, the codes that they name, and what could not be done.
pub(crate) fn sarif(results: Vec<Value>, failures: &[String]) -> Value {
    let used: BTreeSet<&str> = results.iter().filter_map(|it| it["ruleId"].as_str()).collect();
    let mut codes = BTreeMap::new();
    for it in if used.is_empty() { Vec::new() } else { help().codes } {
        codes.insert(rule_id(&it.language, &it.name), it);
    }
    codes.retain(|id, _| used.contains(id.as_str()));
    let rules = codes.iter().map(|(id, it)| {
        json!({
            "id": id,
            "shortDescription": { "text": it.summary },
            "fullDescription": { "text": format!("{}: {}.", it.summary, it.meaning()) },
            "help": { "text": page(it).trim_end() },
            "defaultConfiguration": { "level": sarif_level(it.severity) },
        })
    });
    let rules: Vec<Value> = rules.collect();
    let notification = |it: &String| json!({ "level": "error", "message": { "text": it } });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bobbin",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": failures.is_empty(),
                "toolExecutionNotifications":
                    failures.iter().map(notification).collect::<Vec<Value>>(),
            }],
            // Columns count characters, as everywhere in this command.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// Returns the name of a rule: codes of several languages may have one name and other meanings. The language
/// is always in it, so that no name changes once another language has the code, too.
fn rule_id(language: &str, code: &str) -> String {
    format!("{language}/{code}")
}

fn sarif_level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

/// Returns a path as a URI, or a reference to one if it is relative; a byte that is no UTF-8 stays what it is.
fn uri_of(path: &str) -> String {
    let mut res = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in bytes_of(path) {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => res.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => res.push(char::from(byte)),
            _ => res.push_str(&format!("%{byte:02X}")),
        }
    }
    res
}
