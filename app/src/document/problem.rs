//! Problems, as the page shows them.

use bobbin_protocol::{DocumentInfo, FileMove, Fix, Range, Severity};
use bobbin_sorting::Sorting as _;

use crate::platform::editor::{LspDiagnostic, RelatedInformation};
use crate::platform::turning;
use crate::widgets::prose::grouped;

/// A problem of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub severity: Severity,
    pub range: Range,
    /// Its stable name; may be empty.
    pub code: String,
    pub message: String,
    /// Advice on what to do; may be empty.
    pub help: String,
    pub fixes: Vec<Fix>,
    /// Open files that would mend it at another path.
    pub moves: Vec<FileMove>,
    /// The path of the server at which a file is looked for that is not open.
    pub wanted: Option<String>,
    pub related: Vec<RelatedInformation>,
}

impl From<LspDiagnostic> for Problem {
    fn from(it: LspDiagnostic) -> Problem {
        let (help, fixes, moves, wanted) =
            it.data.map(|it| (it.help, it.fixes, it.moves, it.wanted)).unwrap_or_default();
        Problem {
            severity: match it.severity {
                None | Some(1) => Severity::Error,
                Some(2) => Severity::Warning,
                Some(_) => Severity::Hint,
            },
            range: it.range,
            code: match it.code {
                Some(serde_json::Value::String(code)) => code,
                Some(other) => other.to_string(),
                None => String::new(),
            },
            message: turning::marked(it.message),
            help: turning::marked(help.unwrap_or_default()),
            fixes,
            moves,
            wanted,
            related: it.related_information,
        }
    }
}

/// The filter of a list of problems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemFilter {
    /// Words that must all occur.
    pub words: String,
    /// True for each severity that is shown, in the order of [`Severity::ALL`].
    pub shown: [bool; 3],
}

impl Default for ProblemFilter {
    fn default() -> Self {
        ProblemFilter { words: String::new(), shown: [true; 3] }
    }
}

impl ProblemFilter {
    /// Indices of the problems to show, in the order of the text.
    #[must_use]
    pub fn apply(&self, problems: &[Problem]) -> Vec<usize> {
        let words = self.words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let fits = |problem: &Problem| {
            let is_shown =
                Severity::ALL.iter().zip(self.shown).any(|(it, is)| is && *it == problem.severity);
            is_shown && {
                let text =
                    format!("{} {} {}", problem.message, problem.code, problem.severity.word());
                let text = text.to_lowercase();
                words.iter().all(|word| text.contains(word))
            }
        };
        let mut found: Vec<usize> =
            problems.iter().enumerate().filter(|(_, it)| fits(it)).map(|(idx, _)| idx).collect();
        found.order_by_key(|idx| problems.get(*idx).map(|it| (it.range.start, it.severity)));
        found
    }
}

/// The code of the problem that stands for those that are not listed.
const NOT_LISTED: &str = "not-listed";

/// Counts the problems by severity, in the order of [`Severity::ALL`]. Where not all are listed, the server's own
/// numbers are those of all.
#[must_use]
pub fn count(problems: &[Problem], info: Option<&DocumentInfo>) -> [usize; 3] {
    let is_cut = problems.iter().any(|it| it.code == NOT_LISTED);
    match info.filter(|_| is_cut) {
        Some(it) => [it.errors, it.warnings, it.hints].map(|it| it as usize),
        None => {
            let n = |severity| problems.iter().filter(|it| it.severity == severity).count();
            Severity::ALL.map(n)
        }
    }
}

/// The number of problems of a text behind which the core may have left out others.
const MOST_COUNTED: usize = 10_000;

/// Returns the number of problems of one severity as it is shown: of very many there may be more.
#[must_use]
pub fn shown_number(severity: Severity, counts: [usize; 3]) -> String {
    let n = Severity::ALL.into_iter().zip(counts).find(|it| it.0 == severity).map_or(0, |it| it.1);
    let is_least = n > 0 && counts.iter().sum::<usize>() >= MOST_COUNTED;
    format!("{}{}", grouped(n), if is_least { "+" } else { "" })
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::Position;

    use super::*;

    fn problem(severity: Severity, line: u32, message: &str) -> Problem {
        let at = Position { line, character: 0 };
        Problem {
            severity,
            range: Range { start: at, end: at },
            code: "unknown-key".into(),
            message: message.into(),
            help: String::new(),
            fixes: Vec::new(),
            moves: Vec::new(),
            wanted: None,
            related: Vec::new(),
        }
    }

    #[test]
    fn filtered_by_words_and_severity_in_text_order() {
        let problems = [
            problem(Severity::Warning, 9, "no key is called `foo`"),
            problem(Severity::Error, 3, "expected a number"),
            problem(Severity::Hint, 1, "`Foo` is never used"),
        ];
        let filter = |words: &str, shown| ProblemFilter { words: words.into(), shown };
        assert_eq!(ProblemFilter::default().apply(&problems), [2, 1, 0]);
        assert_eq!(filter("foo", [true; 3]).apply(&problems), [2, 0]);
        assert_eq!(filter("foo called", [true; 3]).apply(&problems), [0]);
        assert_eq!(filter("unknown error", [true; 3]).apply(&problems), [1]);
        assert_eq!(filter("", [true, false, false]).apply(&problems), [1]);
        assert_eq!(count(&problems, None), [1, 1, 1]);
    }

    #[test]
    fn what_is_not_listed_counts() {
        let info = DocumentInfo {
            uri: String::new(),
            version: 1,
            language: String::new(),
            dialect: None,
            views: Vec::new(),
            errors: 0,
            warnings: 2000,
            hints: 3,
        };
        let mut problems = vec![problem(Severity::Warning, 1, "one"); 1000];
        assert_eq!(count(&problems, Some(&info)), [0, 1000, 0], "as it is listed");
        let mut rest = problem(Severity::Hint, 1, "1003 more diagnostics are not listed");
        rest.code = NOT_LISTED.into();
        problems.push(rest);
        assert_eq!(count(&problems, Some(&info)), [0, 2000, 3]);
    }

    #[test]
    fn a_number_that_may_be_greater_is_shown_as_one() {
        let shown = |counts| Severity::ALL.map(|it| shown_number(it, counts));
        assert_eq!(shown([7, 0, 1_500]), ["7", "0", "1\u{202f}500"]);
        assert_eq!(shown([9_000, 0, 1_001]), ["9\u{202f}000+", "0", "1\u{202f}001+"]);
    }
}
