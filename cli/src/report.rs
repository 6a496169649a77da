//! Diagnostics in the forms that people and programs read.

mod programs;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet as Excerpt};
use bobbin_core::diagnostics::{Diagnostic, Related, Severity};
use bobbin_core::text::{LineIndex, offset, slice};
use bobbin_core::{Language, Snapshot};
use bobbin_languages::LanguageId;
use bobbin_server::Analysis;
use text_size::{TextRange, TextSize};

use crate::say::escaped;

pub(crate) use self::programs::{github, sarif, sarif_results};

/// The lines of the other files that diagnostics are about, by path: each is counted once.
type Others = BTreeMap<String, LineIndex>;

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
    let (mut res, mut others) = (String::new(), Others::new());
    let mut line = |text: String| res.push_str(&(escaped(&text) + "\n"));
    for it in diagnostics {
        let at = Place::of(snapshot, it.range);
        line(format!("{at}: {}: {} ({})", it.code.severity.word(), it.message, it.code.name));
        if let Some(help) = &it.help {
            line(format!("    help: {help}"));
        }
        for it in &it.related {
            let at = Place::of_related(snapshot, it, &mut others);
            line(format!("    {at}: {}", it.message));
        }
    }
    res
}

/// Returns each of these diagnostics with the piece of the text that it is about, in colours.
pub(crate) fn full(snapshot: &Snapshot, listed: &[&Diagnostic]) -> String {
    let (renderer, mut others) = (Renderer::styled(), Others::new());
    let shown = |it: &&Diagnostic| renderer.render(&groups(snapshot, it, &mut others)) + "\n\n";
    listed.iter().map(shown).collect()
}

fn groups<'a>(snapshot: &Snapshot, finding: &Diagnostic, others: &mut Others) -> Vec<Group<'a>> {
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
        let kind = AnnotationKind::Context;
        group = group.element(match other_file(snapshot, it) {
            Some((path, text)) => {
                let lines = lines_of(path, text, others);
                excerpt(language, escaped(path), text, lines, it.range, kind, label)
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

/// A stretch of a file as messages name it: lines and columns count from 1, columns in characters.
struct Place<'p> {
    path: &'p str,
    start: (usize, usize),
    end: (usize, usize),
}

impl<'p> Place<'p> {
    /// Returns the place of a range in the text itself.
    fn of(snapshot: &'p Snapshot, range: TextRange) -> Place<'p> {
        let path = &snapshot.input().path;
        Place::within(snapshot.info(), path, snapshot.text(), snapshot.lines(), range)
    }

    /// Returns the other place that a diagnostic is about, wherever it is.
    fn of_related(snapshot: &'p Snapshot, related: &'p Related, others: &mut Others) -> Place<'p> {
        match other_file(snapshot, related) {
            Some((path, text)) => {
                let lines = lines_of(path, text, others);
                Place::within(snapshot.info(), path, text, lines, related.range)
            }
            None => Place::of(snapshot, related.range),
        }
    }

    fn within(
        language: &Language,
        path: &'p str,
        text: &str,
        lines: &LineIndex,
        range: TextRange,
    ) -> Place<'p> {
        let at = |it| line_and_column(language, text, lines, it);
        Place { path, start: at(range.start()), end: at(range.end()) }
    }
}

/// `file:line:column` of the start.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, start: (line, column), .. } = self;
        write!(f, "{path}:{line}:{column}")
    }
}

/// Returns the file that a diagnostic is also about, if it is another one, with its text.
fn other_file<'s>(snapshot: &'s Snapshot, related: &'s Related) -> Option<(&'s str, &'s str)> {
    let path = related.path.as_ref().filter(|&path| *path != snapshot.input().path)?;
    Some((path, snapshot.input().files.get(path)?))
}

/// Returns the lines of another file.
fn lines_of<'o>(path: &str, text: &str, others: &'o mut Others) -> &'o LineIndex {
    others.entry(path.to_owned()).or_insert_with(|| LineIndex::new(text))
}

/// Returns `file:line:column` of a range's start in the text itself.
pub(crate) fn place(snapshot: &Snapshot, range: TextRange) -> String {
    Place::of(snapshot, range).to_string()
}

fn line_and_column(
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

/// Returns what JSON is made of, with the lines that the other forms count.
pub(crate) fn analysis(snapshot: Snapshot) -> Analysis {
    if !ends_at_cr(snapshot.info()) {
        return Analysis::of(snapshot);
    }
    let mut input = snapshot.input().clone();
    Arc::make_mut(&mut input.files).end_lines_at_cr();
    Analysis::of(Snapshot::new(snapshot.info(), input))
}

/// Returns true if a CR alone ends a line in the language (coil.md#target-lines).
fn ends_at_cr(language: &Language) -> bool {
    language.name == LanguageId::CoilTarget.info().name
}
