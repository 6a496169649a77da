//! One header line, read by the rules of a dialect (pinsight.md#seed-headers and
//! pinsight.md#reading-a-header).

use text_size::TextRange;

use crate::tables::Domain;
use crate::token::{is_blank, trim};
use bobbin_core::text::{range_in, slice};

/// The two forms of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `[target : inheritance : constraints]`, as the document describes it.
    Seed,
    /// `[ACTION target] : inheritance : constraints`, as today's program reads it.
    Current,
}

/// The action of a header on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Merges the body into what is there; the action of a header without one.
    Set,
    /// Goes back to the installed state.
    Reset,
    /// Takes it away.
    Remove,
}

impl Action {
    /// All actions, as they are tried.
    pub const ALL: [Action; 3] = [Action::Set, Action::Reset, Action::Remove];

    /// Returns the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Action::Set => "SET",
            Action::Reset => "RESET",
            Action::Remove => "REMOVE",
        }
    }
}

/// The kind of section that a target selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// `Domain.default`; none if the domain is unknown.
    DomainDefault(Option<Domain>),
    /// `Domain.kind(idlist), …`, and everything that is nothing else.
    Punits,
    /// The header `Lexgion.default`.
    RegionDefault,
    /// `Lexgion(Domain).default`; none if the domain is unknown.
    DomainRegionDefault(Option<Domain>),
    /// `Lexgion(…)`; the range is what stands between the parentheses.
    Regions(TextRange),
    /// The header `Knob`.
    Knob,
    /// The header `Energy`.
    Energy,
    /// The header `Manifest`.
    Manifest,
    /// Begins with `Lexgion` and is none of the above.
    Dead,
}

/// A header line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The dialect by whose rules it is read.
    pub dialect: Dialect,
    /// The range from the `[` to the last character that is no blank.
    pub range: TextRange,
    /// The action; [`Action::Set`] if none is written.
    pub action: Action,
    /// The word for the action.
    pub action_range: Option<TextRange>,
    /// The section that it selects.
    pub target: Target,
    /// The text of the target, trimmed.
    pub target_range: TextRange,
    /// The parents, trimmed; empty if the part is blank.
    pub inherit: Option<TextRange>,
    /// The constraints, trimmed; empty if the part is blank.
    pub constraints: Option<TextRange>,
    /// The closing bracket that counts; none if it is missing.
    pub close: Option<TextRange>,
    /// The text behind the bracket that is not read (current), or in a fourth part (seed).
    pub ignored: Option<TextRange>,
    /// True if the reading of the file ends here.
    pub stops: bool,
}

impl Header {
    /// Reads `line`, which must be a slice of `text` that begins with `[` and has no line end.
    #[must_use]
    pub fn read(dialect: Dialect, text: &str, line: &str) -> Header {
        match dialect {
            Dialect::Seed => Header::read_seed(text, line),
            Dialect::Current => Header::read_current(text, line),
        }
    }

    /// Returns true if the program ignores a part of the header that is more than a note behind it, which
    /// commands that change the header move above it.
    pub(crate) fn ignores_more_than_note(&self, text: &str) -> bool {
        self.ignored.is_some_and(|it| {
            let note = split_comment(slice(text, self.range)).1.map(|it| range_in(text, it));
            self.dialect == Dialect::Seed || note.is_none_or(|note| note.start() != it.start())
        })
    }

    /// Returns true if units stand where the parents belong, and nothing where they would.
    pub(crate) fn has_units_as_parents(&self, text: &str) -> bool {
        let parents = self.inherit.map(|it| slice(text, it)).unwrap_or_default();
        self.constraints.is_none() && parents.contains('(') && !parents.contains(".default")
    }

    /// Returns the domains whose events the program takes for units where the parents belong: for
    /// regions that of the seed dialect asks for no more than the domain (pinsight.md#seed-headers).
    pub(crate) fn parents_by_kind(&self, text: &str) -> Vec<Domain> {
        let is_taken = self.dialect == Dialect::Seed && self.target != Target::Punits;
        let parents = self.inherit.filter(|_| is_taken).map(|it| slice(text, it));
        let items = parents.unwrap_or_default().split(',').map(trim);
        items.filter_map(domain_before_dot).filter(|it| it.in_seed()).collect()
    }

    fn read_current(text: &str, line: &str) -> Header {
        let content = line.strip_prefix('[').unwrap_or(line);
        let (inside, tail) = match content.split_once(']') {
            Some((inside, tail)) => (inside, Some(tail)),
            None => (content, None),
        };
        let action = Action::ALL.into_iter().find_map(|it| {
            let word = inside.get(..it.word().len())?;
            let behind = inside.get(word.len()..)?.strip_prefix(' ')?;
            word.eq_ignore_ascii_case(it.word()).then_some((it, word, behind))
        });
        let target = trim(action.map_or(inside, |(.., behind)| behind));
        let range = range_in(text, line.trim_end_matches(is_blank));
        let mut header = Header {
            dialect: Dialect::Current,
            range,
            action: action.map_or(Action::Set, |(it, ..)| it),
            action_range: action.map(|(_, word, _)| range_in(text, word)),
            target: current_target(text, target),
            target_range: within(range, range_in(text, target)),
            inherit: None,
            constraints: None,
            close: None,
            ignored: None,
            stops: tail.is_none(),
        };
        let Some(tail) = tail else { return header };
        let close = line.get(line.len() - tail.len() - 1..line.len() - tail.len());
        header.close = close.map(|it| range_in(text, it));
        let start = tail.trim_start_matches(is_blank);
        if start.starts_with(':') {
            let mut parts = start.split(':').filter(|it| !it.is_empty());
            header.inherit = parts.next().map(|it| range_in(text, trim(it)));
            header.constraints = parts.next().map(|it| range_in(text, trim(it)));
            header.ignored = rest_of(start, parts.next()).map(|it| range_in(text, trim(it)));
        } else if !start.is_empty() {
            header.ignored = Some(range_in(text, trim(start)));
        }
        header
    }

    fn read_seed(text: &str, line: &str) -> Header {
        let content = line.strip_prefix('[').unwrap_or(line);
        let inside = content.trim_end_matches(|it| it == ']' || is_blank(it));
        let behind = content.get(inside.len()..).unwrap_or_default();
        let close = behind.find(']').and_then(|at| behind.get(at..=at));
        let mut parts = inside.split(':').filter(|it| !it.is_empty());
        let first = parts.next();
        let target = trim(first.unwrap_or_default());
        let inherit = parts.next().map(|it| range_in(text, trim(it)));
        let constraints = parts.next().map(|it| range_in(text, trim(it)));
        let kind = seed_target(text, target);
        let has_parts = inherit.is_some() || constraints.is_some();
        let range = range_in(text, line.trim_end_matches(is_blank));
        Header {
            dialect: Dialect::Seed,
            range,
            action: Action::Set,
            action_range: None,
            target: kind,
            target_range: within(
                range,
                range_in(text, if first.is_some() { target } else { inside }),
            ),
            inherit,
            constraints,
            close: close.map(|it| range_in(text, it)),
            ignored: rest_of(inside, parts.next()).map(|it| range_in(text, trim(it))),
            stops: first.is_none() || (has_parts && matches!(kind, Target::DomainDefault(_))),
        }
    }
}

/// Cuts a range to the header: an empty target may stand behind the blanks that end it.
fn within(header: TextRange, target: TextRange) -> TextRange {
    TextRange::new(target.start().min(header.end()), target.end().min(header.end()))
}

/// Returns true if a header line has a colon between its brackets and outside parentheses, which
/// marks the seed dialect (pinsight.md#telling-the-dialects-apart).
#[must_use]
pub fn has_inner_colon(line: &str) -> bool {
    let inside = line.split(']').next().unwrap_or_default();
    let mut is_outside = true;
    inside.bytes().any(|it| {
        match it {
            b'(' => is_outside = false,
            b')' => is_outside = true,
            _ => (),
        }
        it == b':' && is_outside
    })
}

/// Returns true if a colon follows the first closing bracket of a header line, which
/// marks the current dialect (pinsight.md#telling-the-dialects-apart).
pub(crate) fn has_tail(line: &str) -> bool {
    line.split_once(']').is_some_and(|(_, it)| it.trim_start_matches(is_blank).starts_with(':'))
}

/// Splits a header line into the header and what looks like a comment behind it: a `#` outside
/// parentheses, or in a list that is not closed, which follows a blank or a bracket, or which a blank
/// follows. To the programs it is a part of the line.
pub(crate) fn split_comment(line: &str) -> (&str, Option<&str>) {
    let (mut is_outside, mut before) = (true, '[');
    for (at, it) in line.char_indices() {
        match it {
            '(' => is_outside = false,
            ')' => is_outside = true,
            '#' if before == ']'
                || is_blank(before)
                || line.get(at + 1..).is_some_and(|it| it.starts_with(is_blank)) =>
            {
                let (header, comment) = line.split_at(at);
                let next = comment.chars().find(|it| ['(', ')'].contains(it));
                if !is_outside && next == Some(')') {
                    before = it;
                    continue;
                }
                return (header.trim_end_matches(is_blank), Some(trim(comment)));
            }
            _ => (),
        }
        before = it;
    }
    (line, None)
}

/// Splits a header line in the seed dialect into the header and what is meant for people behind it: a
/// comment, or any words behind the bracket that closes it. To the program of that time they were a
/// part of the last part of the header.
pub(crate) fn split_note(line: &str) -> (&str, Option<&str>) {
    let mut is_outside = true;
    for (at, it) in line.char_indices() {
        match it {
            '(' => is_outside = false,
            ')' => is_outside = true,
            '#' if is_outside => break,
            ']' if is_outside => {
                let (header, behind) = line.split_at(at + 1);
                let note = trim(behind.trim_start_matches(|it| it == ']' || is_blank(it)));
                if note.is_empty() || note.starts_with([':', '#']) {
                    break;
                }
                return (header, Some(note));
            }
            _ => (),
        }
    }
    let (header, comment) = split_comment(line);
    if comment.is_some() || is_outside {
        return (header, comment);
    }
    // A parenthesis that is never closed hides no comment behind the bracket.
    let is_before = |it: &str| it.trim_start_matches(is_blank).starts_with('#');
    let mut ends = line.match_indices(']').map(|(at, _)| line.split_at(at + 1));
    let found = ends.find(|it| is_before(it.1));
    found.map_or((line, None), |(header, comment)| (header, Some(trim(comment))))
}

/// Returns what people may mean as a comment in a part of a header, to its end: from the first `#` that
/// follows a blank, a bracket or a comma, or that a blank follows. In a name or a list it may be a part of
/// that as well, so this is for what takes the whole part away.
pub(crate) fn note_in(part: &str) -> Option<&str> {
    let starts = |at: &usize| {
        let before = part.get(..*at).and_then(|it| it.chars().next_back());
        let behind = part.get(at + 1..).and_then(|it| it.chars().next());
        before.is_none_or(|it| ['[', ']', '(', ')', ','].contains(&it) || is_blank(it))
            || behind.is_none_or(is_blank)
    };
    let at = part.match_indices('#').map(|(at, _)| at).find(starts)?;
    part.get(at..).map(trim)
}

/// Returns the text from `part`, a slice of `whole`, to the end.
fn rest_of<'t>(whole: &'t str, part: Option<&'t str>) -> Option<&'t str> {
    let start = range_in(whole, part?).start();
    whole.get(usize::from(start)..)
}

fn domain_before_dot(target: &str) -> Option<Domain> {
    Domain::from_name(target.split('.').next().unwrap_or_default())
}

fn current_target(text: &str, target: &str) -> Target {
    if target == "Lexgion.default" {
        return Target::RegionDefault;
    }
    if let Some(behind) = target.strip_prefix("Lexgion(") {
        return match behind.split_once(')') {
            Some((domain, ".default")) => Target::DomainRegionDefault(Domain::from_name(domain)),
            Some((regions, _)) => Target::Regions(range_in(text, regions)),
            None => Target::Dead,
        };
    }
    match target {
        _ if target.starts_with("Lexgion") => Target::Dead,
        "Knob" => Target::Knob,
        "Energy" => Target::Energy,
        "Manifest" => Target::Manifest,
        _ if target.contains(".default") => Target::DomainDefault(domain_before_dot(target)),
        _ => Target::Punits,
    }
}

fn seed_target(text: &str, target: &str) -> Target {
    if let Some(behind) = target.strip_prefix("Lexgion(") {
        let address = behind.split(')').next().unwrap_or_default();
        return Target::Regions(range_in(text, address));
    }
    if target == "Lexgion.default" {
        return Target::RegionDefault;
    }
    if target.contains(".default") {
        return Target::DomainDefault(domain_before_dot(target).filter(|it| it.in_seed()));
    }
    Target::Punits
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_core::text::slice;

    /// Checks target, parents, constraints and what is ignored.
    #[track_caller]
    fn check(dialect: Dialect, line: &str, expected: [&str; 4]) {
        let header = Header::read(dialect, line, line);
        let shown = |it: Option<TextRange>| it.map_or("-", |it| slice(line, it));
        let actual = [
            slice(line, header.target_range),
            shown(header.inherit),
            shown(header.constraints),
            shown(header.ignored),
        ];
        assert_eq!(actual, expected, "{header:?}");
    }

    #[test]
    fn current_headers() {
        let check = |line, expected| check(Dialect::Current, line, expected);
        check("[ OpenMP.default ]", ["OpenMP.default", "-", "-", "-"]);
        check(
            "[set OpenMP.thread(0)]: OpenMP.default : MPI.rank(0)\r",
            ["OpenMP.thread(0)", "OpenMP.default", "MPI.rank(0)", "-"],
        );
        check("[SET\tx] junk : y", ["SET\tx", "-", "-", "junk : y"]);
        check("[x] :: MPI.rank(0)", ["x", "MPI.rank(0)", "-", "-"]);
        check("[x] : : MPI.rank(0)", ["x", "", "MPI.rank(0)", "-"]);
        check("[x] : a : b : c : d", ["x", "a", "b", "c : d"]);
        check("[x : a]", ["x : a", "-", "-", "-"]);
    }

    #[test]
    fn seed_headers() {
        let check = |line, expected| check(Dialect::Seed, line, expected);
        check("[T : I : P]", ["T", "I", "P", "-"]);
        check("[T : I : P : X ] ]", ["T", "I", "P", "X"]);
        check("[T:: P", ["T", "P", "-", "-"]);
        check("[T : : P]", ["T", "", "P", "-"]);
        check("[T] : I # c", ["T]", "I # c", "-", "-"]);
    }

    #[test]
    fn a_comment_behind_a_header_is_found() {
        let check = |line, header, comment| {
            assert_eq!(split_comment(line), (header, comment), "{line}");
        };
        check("[T : I : P]   # c # d ", "[T : I : P]", Some("# c # d"));
        check("[T : I : P]#c", "[T : I : P]", Some("#c"));
        check("[T : I # keep]", "[T : I", Some("# keep]"));
        check("[T : I#2]", "[T : I#2]", None);
        check("[MPI.rank(0 # 1)]", "[MPI.rank(0 # 1)]", None);
        check("[T] : : MPI.rank(0 # c (d)", "[T] : : MPI.rank(0", Some("# c (d)"));
    }

    #[test]
    fn a_note_behind_a_header_is_found() {
        let check = |line, header, note| assert_eq!(split_note(line), (header, note), "{line}");
        check("[T : I : P] ; c # d ", "[T : I : P]", Some("; c # d"));
        check("[T : I : P]c [1]", "[T : I : P]", Some("c [1]"));
        check("[T : I : P]] # c", "[T : I : P]]", Some("# c"));
        check("[T : I # keep] this", "[T : I", Some("# keep] this"));
        check("[T : I : P ] ]", "[T : I : P ] ]", None);
        check("[T] : I", "[T] : I", None);
        check("[Lexgion(a]b): I", "[Lexgion(a]b): I", None);
        check("[T(1: I]  # c]", "[T(1: I]", Some("# c]"));
    }

    #[test]
    fn the_target_lies_in_the_header() {
        for dialect in [Dialect::Current, Dialect::Seed] {
            for line in ["[RESET ", "[RESET \t\r", "[", "[ ", "[ :", "[REMOVE ]"] {
                let header = Header::read(dialect, line, line);
                assert!(header.range.contains_range(header.target_range), "{header:?}");
            }
        }
    }

    #[test]
    fn targets() {
        let current = |it: &str| Header::read(Dialect::Current, it, it);
        assert_eq!(
            current("[Lexgion(MPI).default]").target,
            Target::DomainRegionDefault(Some(Domain::Mpi))
        );
        assert_eq!(current("[Lexgion( MPI).default]").target, Target::DomainRegionDefault(None));
        assert_eq!(
            current("[Lexgion(a).defaults]").target,
            Target::Regions(TextRange::new(9.into(), 10.into()))
        );
        assert_eq!(current("[Lexgion(0x10]").target, Target::Dead);
        assert_eq!(current("[Lexgion.default : OpenMP.default]").target, Target::Dead);
        assert_eq!(current("[RESET Knob]").target, Target::Knob);
        assert_eq!(
            current("[OpenMP.thread(0-3): OpenMP.default]").target,
            Target::DomainDefault(Some(Domain::OpenMp))
        );
        let seed = |it: &str| Header::read(Dialect::Seed, it, it);
        assert_eq!(seed("[HIP.default]").target, Target::DomainDefault(None));
        assert!(seed("[MPI.default : OpenMP.default]").stops);
        assert!(seed("[:]").stops);
        assert!(!seed("[OpenMP.default").stops);
    }
}
