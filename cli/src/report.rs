//! Diagnostics in the forms that people and programs read.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet as Excerpt};
use bobbin_core::diagnostics::{Code, Diagnostic, Severity};
use bobbin_core::text::{LineIndex, offset, slice};
use bobbin_core::{Language, Snapshot};
use bobbin_languages::LanguageId;
use serde_json::{Value, json};
use text_size::{TextRange, TextSize};

use crate::paths::bytes_of;
use crate::say::escaped;

/// The longest piece of a text that is shown with a diagnostic, in bytes.
const LONGEST_EXCERPT: u32 = 2000;

/// Returns all diagnostics of a text.
pub(crate) fn all(snapshot: &Snapshot) -> Vec<&Diagnostic> {
    snapshot.diagnostics().iter().collect()
}

/// Returns `file:line:column: severity: message (code)` for each of these diagnostics.
pub(crate) fn short(snapshot: &Snapshot, listed: &[&Diagnostic]) -> String {
    lines(snapshot, listed.iter().copied())
}

/// Returns each error on a line of its own.
pub(crate) fn errors(snapshot: &Snapshot) -> String {
    let all = snapshot.diagnostics().iter();
    lines(snapshot, all.filter(|it| it.code.severity == Severity::Error))
}

fn lines<'d>(snapshot: &Snapshot, diagnostics: impl Iterator<Item = &'d Diagnostic>) -> String {
    let mut res = String::new();
    let mut line = |text: String| res.push_str(&(escaped(&text) + "\n"));
    for it in diagnostics {
        let at = place(snapshot, it.range);
        line(format!("{at}: {}: {} ({})", it.code.severity.word(), it.message, it.code.name));
        if let Some(help) = &it.help {
            line(format!("    help: {help}"));
        }
        for it in &it.related {
            let other = it.path.as_ref().filter(|&path| *path != snapshot.input().path);
            let other = other.and_then(|path| Some((path, snapshot.input().files.get(path)?)));
            let at = match other {
                Some((path, text)) => {
                    place_in(snapshot.info(), path, text, &LineIndex::new(text), it.range)
                }
                None => place(snapshot, it.range),
            };
            line(format!("    {at}: {}", it.message));
        }
    }
    res
}

/// Returns each of these diagnostics with the piece of the text that it is about, in colours.
pub(crate) fn full(snapshot: &Snapshot, listed: &[&Diagnostic]) -> String {
    let renderer = Renderer::styled();
    listed.iter().map(|it| renderer.render(&groups(snapshot, it)) + "\n\n").collect()
}

fn groups<'a>(snapshot: &Snapshot, finding: &Diagnostic) -> Vec<Group<'a>> {
    let level = match finding.code.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    };
    let title = level.primary_title(escaped(&finding.message)).id(finding.code.name);
    let path = escaped(&snapshot.input().path);
    let language = snapshot.info();
    let mut group = title.element(excerpt(
        language,
        path,
        snapshot.text(),
        snapshot.lines(),
        finding.range,
        AnnotationKind::Primary,
        None,
    ));
    for it in &finding.related {
        let label = Some(escaped(&it.message));
        let other = it.path.as_ref().filter(|&path| *path != snapshot.input().path);
        let other = other.and_then(|path| Some((path, snapshot.input().files.get(path)?)));
        let kind = AnnotationKind::Context;
        group = group.element(match other {
            Some((path, text)) => {
                let lines = LineIndex::new(text);
                excerpt(language, escaped(path), text, &lines, it.range, kind, label)
            }
            None => {
                let path = escaped(&snapshot.input().path);
                let (text, lines) = (snapshot.text(), snapshot.lines());
                excerpt(language, path, text, lines, it.range, kind, label)
            }
        });
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(escaped(help)));
    }
    for it in &finding.fixes {
        group = group.element(Level::HELP.with_name("fix").message(escaped(&it.label)));
    }
    vec![group]
}

/// Returns the lines of a range, with a mark below it.
fn excerpt<'a>(
    language: &Language,
    path: String,
    text: &str,
    lines: &LineIndex,
    range: TextRange,
    kind: AnnotationKind,
    label: Option<String>,
) -> Excerpt<'a, annotate_snippets::Annotation<'a>> {
    let line = line_range(language, text, lines, range.start());
    let (start, end) = (line.start(), line.end());
    // Of a long line, what is around the place; of a long range, its first line.
    let most = TextSize::new(LONGEST_EXCERPT / 2);
    let from = start.max(range.start().checked_sub(most).unwrap_or_default());
    let to = end.min(range.start() + most).max(from);
    let piece = on_boundaries(text, from, to);
    let shown = harmless(slice(text, piece));
    let at = |it: TextSize| usize::from(it.clamp(piece.start(), piece.end()) - piece.start());
    let marked = at(range.start())..at(range.end().max(range.start()));
    Excerpt::source(shown)
        .path(path)
        .line_start(line_number(language, text, lines, range.start()))
        .annotation(kind.span(marked).label(label))
}

/// Returns the range between two places, widened to whole characters.
fn on_boundaries(text: &str, from: TextSize, to: TextSize) -> TextRange {
    let (mut from, mut to) = (usize::from(from), usize::from(to));
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to += 1;
    }
    TextRange::new(TextSize::new(from as u32), TextSize::new(to as u32))
}

/// Replaces what would control the terminal by characters of the same length.
fn harmless(text: &str) -> String {
    let replaced = |it: char| match (it, it.len_utf8()) {
        ('\n' | '\t', _) => it,
        _ if escaped(it.encode_utf8(&mut [0; 4])) == it.to_string() => it,
        (_, 1) => '?',
        (_, 2) => '·',
        _ => '\u{fffd}',
    };
    text.trim_end_matches(['\r', '\n']).chars().map(replaced).collect()
}

/// Returns these diagnostics as commands of GitHub's workflows, which shows them in the changes.
pub(crate) fn github(snapshot: &Snapshot, listed: &[&Diagnostic]) -> String {
    let data = |it: &str| it.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |it: &str| data(it).replace(':', "%3A").replace(',', "%2C");
    let mut res = String::new();
    for it in listed {
        let command = match it.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let [(line, column), (end_line, end_column)] =
            [it.range.start(), it.range.end()].map(|at| line_and_column(snapshot, at));
        let message = match &it.help {
            Some(help) => format!("{}\n{help}", it.message),
            None => it.message.clone(),
        };
        res.push_str(&format!(
            "::{command} file={},line={line},col={column},endLine={end_line},endColumn={end_column},title={}::{}\n",
            property(&escaped(&snapshot.input().path)),
            property(it.code.name),
            data(&message.lines().map(escaped).collect::<Vec<String>>().join("\n")),
        ));
    }
    res
}

/// Returns these diagnostics as results of SARIF 2.1.0.
pub(crate) fn sarif_results(snapshot: &Snapshot, listed: &[&Diagnostic]) -> Vec<Value> {
    let result = |it: &&Diagnostic| {
        let [(line, column), (end_line, end_column)] =
            [it.range.start(), it.range.end()].map(|at| line_and_column(snapshot, at));
        let message = match &it.help {
            Some(help) => format!("{}\n{help}", it.message),
            None => it.message.clone(),
        };
        json!({
            "ruleId": it.code.name,
            "level": sarif_level(it.code.severity),
            "message": { "text": message },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": uri_of(&snapshot.input().path) },
                "region": {
                    "startLine": line,
                    "startColumn": column,
                    "endLine": end_line,
                    "endColumn": end_column,
                },
            } }],
        })
    };
    listed.iter().map(result).collect()
}

/// Returns a log of SARIF 2.1.0 with all results, and the codes that they name.
pub(crate) fn sarif(results: Vec<Value>) -> Value {
    let codes = LanguageId::ALL.into_iter().flat_map(|it| it.info().codes.iter().copied());
    let mut codes: Vec<&Code> = codes.collect();
    codes.sort_by_key(|it| it.name);
    codes.dedup_by_key(|it| it.name);
    let is_used = |it: &&Code| results.iter().any(|result| result["ruleId"] == it.name);
    let rule = |it: &Code| {
        json!({
            "id": it.name,
            "shortDescription": { "text": it.summary },
            "defaultConfiguration": { "level": sarif_level(it.severity) },
        })
    };
    let rules: Vec<Value> = codes.into_iter().filter(is_used).map(rule).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bobbin",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            // Columns count characters, as everywhere in this command.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn sarif_level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

/// Returns a path as a reference of a URI; a byte that is no UTF-8 stays what it is.
fn uri_of(path: &str) -> String {
    let mut res = String::new();
    for byte in bytes_of(path) {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => res.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => res.push(char::from(byte)),
            _ => res.push_str(&format!("%{byte:02X}")),
        }
    }
    res
}

/// Returns `file:line:column` of a range's start in the text itself.
pub(crate) fn place(snapshot: &Snapshot, range: TextRange) -> String {
    let path = &snapshot.input().path;
    place_in(snapshot.info(), path, snapshot.text(), snapshot.lines(), range)
}

/// Returns `file:line:column`; lines and columns count from 1, columns in characters.
fn place_in(
    language: &Language,
    path: &str,
    text: &str,
    lines: &LineIndex,
    range: TextRange,
) -> String {
    let (line, column) = line_and_column_in(language, text, lines, range.start());
    format!("{path}:{line}:{column}")
}

fn line_and_column(snapshot: &Snapshot, at: TextSize) -> (usize, usize) {
    line_and_column_in(snapshot.info(), snapshot.text(), snapshot.lines(), at)
}

fn line_and_column_in(
    language: &Language,
    text: &str,
    lines: &LineIndex,
    at: TextSize,
) -> (usize, usize) {
    let start = line_range(language, text, lines, at).start();
    let before = slice(text, TextRange::new(start, at.max(start)));
    (line_number(language, text, lines, at), before.chars().count() + 1)
}

/// Returns the line of a place, from 1, as the messages of the language count it.
pub(crate) fn line_number(
    language: &Language,
    text: &str,
    lines: &LineIndex,
    at: TextSize,
) -> usize {
    let before = text.get(..usize::from(at)).filter(|_| ends_at_cr(language)).unwrap_or_default();
    // Most texts have none, and a character is found much faster than two.
    let n_cr = match before.matches('\r').count() {
        0 => 0,
        n => n - before.matches("\r\n").count(),
    };
    let n_half = usize::from(is_in_line_end(text, at) && ends_at_cr(language));
    lines.line(at) as usize + 1 + n_cr - n_half
}

/// Returns the line of a place without its end.
fn line_range(language: &Language, text: &str, lines: &LineIndex, at: TextSize) -> TextRange {
    let line = lines.line_range(lines.line(at));
    if !ends_at_cr(language) || !line.contains_inclusive(at) || is_in_line_end(text, at) {
        return line;
    }
    let before = slice(text, TextRange::new(line.start(), at));
    let behind = slice(text, TextRange::new(at, line.end()));
    let start = before.rfind('\r').map_or(line.start(), |it| line.start() + offset(it + 1));
    let end = behind.find('\r').map_or(line.end(), |it| at + offset(it));
    TextRange::new(start, end)
}

/// Returns true between a CR and the LF that ends the line together with it.
fn is_in_line_end(text: &str, at: TextSize) -> bool {
    let halves = text.split_at_checked(usize::from(at));
    halves.is_some_and(|(before, behind)| before.ends_with('\r') && behind.starts_with('\n'))
}

/// Returns true if a CR alone ends a line in the language (coil.md#target-lines).
fn ends_at_cr(language: &Language) -> bool {
    language.name == LanguageId::CoilTarget.info().name
}
