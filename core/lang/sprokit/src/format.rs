//! The canonical layout. Only blanks change: every line keeps its tokens and comments, because in
//! this language lines mean something.

use text_size::{TextRange, TextSize};

use crate::edit::lines::line_end;
use crate::file::File;
use crate::token::{self, Kind, Token};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{len, offset, slice};

/// Keys that are longer do not push the values of the others to the right.
const LONGEST_KEY: usize = 72;

/// A line of the text as it shall be.
struct Line {
    range: TextRange,
    indent: usize,
    /// The text behind the indent: up to the value of an entry, or all of the line.
    front: String,
    /// The operator of an entry, or of a legacy entry nothing, with its value.
    entry: Option<(&'static str, String)>,
    comment: String,
    /// A line that cannot be understood stays as it is.
    is_kept: bool,
}

/// Plans the canonical layout.
pub fn format(file: &File) -> TextEdit {
    let mut lines = lines(file);
    align(&mut lines);
    let text: &str = &file.input().text;
    let nl = first_line_end(file, &lines);
    let mut replacements = Vec::new();
    let mut blank_from: Option<TextSize> = Some(TextSize::new(0));
    let mut is_first = true;
    for line in &lines {
        let wanted = match line.is_kept {
            // A CR in front of the blanks would become a part of the line end.
            true => slice(text, line.range).trim_end_matches([' ', '\t', '\r']).to_owned(),
            false => written(line),
        };
        if wanted.is_empty() {
            blank_from = blank_from.or(Some(line.range.start()));
            continue;
        }
        // Of several blank lines one stays, and none at the start.
        if let Some(from) = blank_from.take() {
            let gap = slice(text, TextRange::new(from, line.range.start()));
            let wanted = if is_first || gap.is_empty() { "" } else { nl };
            // What would be a byte order mark at the start of the text is none here.
            if gap != wanted && !slice(text, line.range).starts_with('\u{feff}') {
                let range = TextRange::new(from, line.range.start());
                replacements.push(Replacement { range, text: wanted.to_owned() });
            }
        }
        is_first = false;
        if slice(text, line.range) != wanted {
            replacements.push(Replacement { range: line.range, text: wanted });
        }
    }
    // No blank line at the end, and a line end behind the last line.
    let last = lines.iter().rev().find(|it| it.is_kept || !written(it).is_empty());
    let end = last.map_or(TextSize::new(0), |it| it.range.end());
    let rest = slice(text, TextRange::new(end, len(text)));
    let wanted = if last.is_some() { nl } else { "" };
    if rest != wanted && !(rest == "\n" && last.is_some()) {
        replacements
            .push(Replacement { range: TextRange::new(end, len(text)), text: wanted.to_owned() });
    }
    TextEdit::from_replacements(replacements)
}

/// Returns the line break of the first line that stays, so that it is the same the next time.
fn first_line_end(file: &File, lines: &[Line]) -> &'static str {
    let text: &str = &file.input().text;
    let first = lines.iter().find(|it| it.is_kept || !written(it).is_empty());
    let end = first.map_or(len(text), |it| it.range.end());
    let rest = slice(text, TextRange::new(end, len(text)));
    match ["\r\n", "\n"].into_iter().find(|it| rest.starts_with(it)) {
        Some(found) => found,
        None => line_end(file),
    }
}

fn written(line: &Line) -> String {
    let mut res = String::new();
    if !line.front.is_empty() || line.entry.is_some() {
        res = " ".repeat(line.indent);
        res += &line.front;
        if let Some((operator, value)) = &line.entry {
            for it in [operator, value.as_str()] {
                if !it.is_empty() {
                    res.push(' ');
                    res += it;
                }
            }
        }
    }
    if !line.comment.is_empty() {
        res += &if res.is_empty() { " ".repeat(line.indent) } else { "  ".to_owned() };
        res += &line.comment;
    }
    res
}

/// Operators of entries that follow each other stand below each other.
fn align(lines: &mut [Line]) {
    let is_comment = |it: &Line| it.front.is_empty() && !it.comment.is_empty() && !it.is_kept;
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        if first.entry.is_none() || first.is_kept {
            at += 1;
            continue;
        }
        let (indent, is_legacy) = (first.indent, is_legacy(first));
        let fits = |it: &Line| {
            is_comment(it)
                || (it.entry.is_some()
                    && !it.is_kept
                    && it.indent == indent
                    && self::is_legacy(it) == is_legacy)
        };
        let n = lines.iter().skip(at).take_while(|it| fits(it)).count();
        let run = lines.get_mut(at..at + n).unwrap_or_default();
        let width = |it: &Line| it.front.chars().count();
        let entries = run.iter().filter(|it| it.entry.is_some()).map(width);
        let widest = entries.filter(|&it| it <= LONGEST_KEY).max().unwrap_or_default();
        for it in run.iter_mut().filter(|it| it.entry.is_some()) {
            let missing = widest.saturating_sub(width(it));
            it.front += &" ".repeat(missing);
        }
        at += n.max(1);
    }
}

fn is_legacy(line: &Line) -> bool {
    line.entry.as_ref().is_some_and(|it| it.0.is_empty())
}

/// Nesting of statements, in reading order over all files.
struct Levels<'f> {
    file: &'f File,
    /// First tokens of entries and of `relativepath` in front of them, sorted.
    starts: Vec<TokenIdx>,
    /// Connections that are complete, sorted.
    connections: Vec<TokenSpan>,
    /// True while a section, process or header is open.
    in_holder: bool,
    depth: usize,
    /// The statement that is open: what began it.
    statement: Kind,
    /// In a connection whose addresses are not complete, its `connect` or its `to`, which came last.
    open: Option<Kind>,
}

/// Blocks inside more blocks than this stand no further to the right: the blanks of all lines would
/// be longer than the file by far.
const MOST_INDENTED: usize = 50;

impl Levels<'_> {
    fn inside(&self) -> usize {
        if self.in_holder { 2 * (1 + self.depth.min(MOST_INDENTED)) } else { 0 }
    }

    /// Returns the indent of a line that begins with this token, before the token is passed.
    fn indent(&self, at: TokenIdx, kind: Kind) -> usize {
        match kind {
            Kind::Config | Kind::Process | Kind::Connect | Kind::Cluster => 0,
            Kind::Imap | Kind::Omap | Kind::Description | Kind::DoubleColon | Kind::BareType => 2,
            Kind::From => 8,
            Kind::To if self.statement == Kind::Connect => 8,
            Kind::To => 7,
            Kind::Endblock => self.inside().saturating_sub(2),
            Kind::Block => self.inside(),
            _ if self.starts.binary_search(&at).is_ok() => self.inside(),
            _ if self.is_connecting(at) => 13,
            _ => self.inside() + 4,
        }
    }

    /// Returns the indent of a comment that does not stand at the margin.
    fn comment(&self, at: TokenIdx) -> usize {
        if self.is_connecting(at) { 8 } else { self.inside() }
    }

    /// Returns true for a token inside a connection: also for the port that ends it.
    fn is_connecting(&self, at: TokenIdx) -> bool {
        let n_begun = self.connections.partition_point(|it| it.start <= at);
        let last = n_begun.checked_sub(1).and_then(|it| self.connections.get(it));
        self.open.is_some() || last.is_some_and(|it| at < it.end)
    }

    fn pass(&mut self, kind: Kind) {
        if kind.is_keyword() && kind != Kind::From {
            let is_second = kind == Kind::To && self.open.is_some();
            self.open = (kind == Kind::Connect || is_second).then_some(kind);
        }
        match kind {
            Kind::Dot if self.open == Some(Kind::To) => self.open = None,
            Kind::Config | Kind::Process | Kind::Cluster => {
                (self.in_holder, self.depth, self.statement) = (true, 0, kind);
            }
            Kind::Connect => (self.in_holder, self.depth, self.statement) = (false, 0, kind),
            Kind::Imap | Kind::Omap => self.statement = kind,
            Kind::Block => self.depth += 1,
            Kind::Endblock => self.depth = self.depth.saturating_sub(1),
            _ => (),
        }
    }
}

fn lines(file: &File) -> Vec<Line> {
    let source = file.source();
    let mut starts: Vec<TokenIdx> = Vec::new();
    for it in &file.model().entries {
        starts.push(it.span.start);
        starts.extend(it.relative);
    }
    starts.order();
    let mut connections: Vec<TokenSpan> =
        file.model().connections.iter().map(|it| it.span).collect();
    connections.order_by_key(|it| it.start);
    let mut levels = Levels {
        file,
        starts,
        connections,
        in_holder: false,
        depth: 0,
        statement: Kind::Process,
        open: None,
    };
    let mut res: Vec<Line> = Vec::new();
    let mut ranges = line_ranges(&file.input().text).into_iter().peekable();
    let mut on_line: Vec<(TokenIdx, Token)> = Vec::new();
    for (at, token, of) in source.tokens() {
        if of != 0 {
            // Tokens of other files only say where statements are nested.
            if let Some(range) = ranges.next_if(|_| !on_line.is_empty()) {
                res.push(line(&mut levels, range, &on_line));
                on_line.clear();
            }
            levels.pass(token.kind);
            continue;
        }
        if matches!(token.kind, Kind::Blank | Kind::HeaderEnd) {
            continue;
        }
        while let Some(range) =
            ranges.next_if(|it| u32::from(it.end()) <= token.start && token.start != token.end)
        {
            res.push(line(&mut levels, range, &on_line));
            on_line.clear();
        }
        on_line.push((at, token));
    }
    for range in ranges {
        res.push(line(&mut levels, range, &on_line));
        on_line.clear();
    }
    res
}

fn line(levels: &mut Levels<'_>, range: TextRange, tokens: &[(TokenIdx, Token)]) -> Line {
    let source = levels.file.source();
    let text: &str = &levels.file.input().text;
    let mut res = Line {
        range,
        indent: 0,
        front: String::new(),
        entry: None,
        comment: String::new(),
        is_kept: false,
    };
    let written = slice(text, range);
    let at_margin = !written.starts_with([' ', '\t']);
    let first = tokens.iter().find(|it| !matches!(it.1.kind, Kind::Bang | Kind::ByteOrderMark));
    res.indent = match first {
        Some(&(at, it)) if matches!(it.kind, Kind::Comment | Kind::Include) => {
            if at_margin {
                0
            } else {
                levels.comment(at)
            }
        }
        Some(&(at, it)) => levels.indent(at, it.kind),
        None => 0,
    };
    // What is not understood, and marks in front of a line, stay as they are.
    res.is_kept = tokens.iter().any(|it| matches!(it.1.kind, Kind::Junk | Kind::ByteOrderMark))
        || (tokens.iter().any(|it| it.1.kind == Kind::Bang)
            && tokens.iter().all(|it| it.1.kind != Kind::Include));
    // Where something is wrong, blanks help to tell what was meant.
    let errors = &levels.file.model().errors;
    let mut kinds = tokens.iter().map(|it| it.1.kind).filter(|it| *it != Kind::Comment);
    let mut last = kinds.next();
    res.is_kept |= last == Some(Kind::Reserved);
    for kind in kinds {
        res.is_kept |= kind == Kind::Reserved
            || (kind.is_keyword() && last.is_some_and(is_mark))
            || (is_mark(kind) && last.is_some_and(Kind::is_keyword))
            || (is_colon(kind) && last.is_some_and(is_colon));
        last = Some(kind);
    }
    res.is_kept |= tokens.iter().any(|&(at, _)| {
        let next = errors.partition_point(|it| it.0.start <= at);
        let error = next.checked_sub(1).and_then(|it| errors.get(it));
        error.is_some_and(|it| at < it.0.end)
    });
    // A blank behind this word would make an include of a key.
    res.is_kept |=
        first.is_some_and(|&(at, it)| it.kind == Kind::Word && source.text(at) == "include");
    let is_legacy = tokens.iter().any(|it| it.1.kind == Kind::LegacyColon);
    let mut before: Option<Token> = None;
    for &(at, token) in tokens {
        let word = source.text(at);
        match token.kind {
            Kind::Comment => token::trim_end(word).clone_into(&mut res.comment),
            Kind::Assign | Kind::LocalAssign if res.entry.is_none() => {
                let operator = if token.kind == Kind::Assign { "=" } else { ":=" };
                res.entry = Some((operator, String::new()));
            }
            Kind::Value if res.entry.is_some() => {
                if let Some((operator, value)) = &mut res.entry {
                    // The program drops the character behind `:=`; what is not blank shall stay so.
                    let is_tight =
                        *operator == ":=" && before.is_some_and(|it| it.end == token.start);
                    res.is_kept |= is_tight;
                    word.clone_into(value);
                }
            }
            Kind::Value => res.entry = Some(("", word.to_owned())),
            kind => {
                // Blanks end the flags of a legacy entry (sprokit.md#legacy-entries).
                let is_in_flags = is_legacy && before.is_some_and(|it| it.kind == Kind::Comma);
                if !res.front.is_empty() && !is_in_flags && has_gap(before.map(|it| it.kind), kind)
                {
                    res.front.push(' ');
                }
                if kind == Kind::To && before.is_none() {
                    res.front += "to  ";
                } else {
                    res.front += word;
                }
            }
        }
        before = Some(token);
        levels.pass(token.kind);
    }
    // A `to` makes room for its address, which may stand on the next line.
    res.front.truncate(res.front.trim_end().len());
    // Several statements on one line are rare enough to be left alone.
    let n_entries = tokens
        .iter()
        .filter(|it| matches!(it.1.kind, Kind::Assign | Kind::LocalAssign | Kind::LegacyColon))
        .count();
    let heads = tokens
        .iter()
        .filter(|it| matches!(it.1.kind, Kind::Process | Kind::Connect | Kind::DoubleColon))
        .count();
    if n_entries > 1 || (n_entries == 1 && heads > 0) {
        res.is_kept = true;
    }
    if res.entry.is_some() && res.front.is_empty() {
        // A value whose key stands on the line above.
        res.is_kept = true;
    }
    res
}

/// Marks that join words; beside a reserved word, blanks decide what it is taken for.
fn is_mark(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Colon
            | Kind::DoubleColon
            | Kind::Dot
            | Kind::Slash
            | Kind::LeftBracket
            | Kind::Assign
    )
}

/// Marks of which two side by side would be one of another kind.
fn is_colon(kind: Kind) -> bool {
    matches!(kind, Kind::Colon | Kind::DoubleColon | Kind::LegacyColon)
}

/// Returns true if a blank belongs between two tokens.
fn has_gap(before: Option<Kind>, kind: Kind) -> bool {
    let Some(before) = before else { return false };
    let is_tight = |it: Kind| {
        matches!(it, Kind::Colon | Kind::Dot | Kind::Slash | Kind::LeftBracket | Kind::Bang)
    };
    !(is_tight(before)
        || before == Kind::LegacyColon
        || matches!(
            kind,
            Kind::Colon
                | Kind::Dot
                | Kind::Slash
                | Kind::LeftBracket
                | Kind::RightBracket
                | Kind::Comma
        ))
}

/// Returns the lines of a text without their line ends.
fn line_ranges(text: &str) -> Vec<TextRange> {
    let mut res = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let content = line.strip_suffix('\r').unwrap_or(line);
        res.push(TextRange::new(offset(start), offset(start + content.len())));
        start += line.len() + 1;
    }
    res
}

#[cfg(test)]
mod tests {
    use crate::parse;
    use bobbin_core::{Document, Input};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let file = parse(&Input::alone("t.pipe", text));
        expect.assert_eq(&file.format().unwrap().apply(text).replace('\r', "␍"));
    }

    #[test]
    fn a_comment_inside_a_connection_stays_inside() {
        let text = "connect from a.number\n    # The first.\n  to b.number\n  # Behind it.\nconnect\n# At the margin.\n from a.number\n to c.number\n";
        check(
            text,
            expect![[r#"
            connect from a.number
                    # The first.
                    to   b.number
            # Behind it.
            connect
            # At the margin.
                    from a.number
                    to   c.number
        "#]],
        );
        check(
            &text.replace('\n', "\r\n"),
            expect![[r#"
            connect from a.number␍
                    # The first.␍
                    to   b.number␍
            # Behind it.␍
            connect␍
            # At the margin.␍
                    from a.number␍
                    to   c.number␍
        "#]],
        );
    }

    #[test]
    fn the_parts_of_an_address_stand_below_it() {
        check(
            "connect from\n a\n .\n number/x\n to\n b\n .\n # c\n number\n /x\n # d\nconnect from a.\n number\n to b.\n number\n",
            expect![[r#"
                connect from
                             a
                             .
                             number/x
                        to
                             b
                             .
                        # c
                             number
                             /x
                # d
                connect from a.
                             number
                        to   b.
                             number
            "#]],
        );
    }

    #[test]
    fn no_line_ends_in_blanks() {
        check(
            "connect from a.number # a\n  # b\n  to # c\n  # d\n  b.number # e\nconnect from a.number\n  to\n  b.number\n",
            expect![[r#"
                connect from a.number  # a
                        # b
                        to  # c
                        # d
                             b.number  # e
                connect from a.number
                        to
                             b.number
            "#]],
        );
        check(
            "config a\n  @x \t\n  k := \n  l =\n",
            expect![[r#"
                config a
                  @x
                  k :=
                  l =
            "#]],
        );
    }

    #[test]
    fn lines_are_laid_out() {
        check(
            "\n\n# head\nprocess   a::numbers # source\n\n\n end=100\n    start_here[ro]   =  1 # c\n # about\n\
             \x20:k  v w\nblock b c\nx:y   = 1\nendblock b\nrelativepath f=g\nconnect from a . number\nto b.x/y # d\n\
             config _pipeline : _edge\n capacity=3\n\n\n",
            expect![[r#"
                # head
                process a :: numbers  # source

                  end            = 100
                  start_here[ro] = 1  # c
                  # about
                  :k v w
                  block b c
                    x:y = 1
                  endblock b
                  relativepath f = g
                connect from a.number
                        to   b.x/y  # d
                config _pipeline:_edge
                  capacity = 3
            "#]],
        );
        check(
            "config a\r\n k:=v\r\n  !j = 2\r\n @x\r\nprocess p :: t l = 1",
            expect![[r#"
            config a␍
             k:=v␍
              !j = 2␍
             @x␍
            process p :: t l = 1␍
        "#]],
        );
        check(
            "cluster c\n-- what\n k = 1\n   --  x\nimap from i\n to a.b\n to c.d\n-- y\nprocess a\n:: t\n",
            expect![[r#"
                cluster c
                  -- what
                  k = 1
                  --  x
                  imap from i
                       to   a.b
                       to   c.d
                  -- y
                process a
                  :: t
            "#]],
        );
    }

    #[test]
    fn colons_are_not_pushed_together() {
        check("config   a:b: : c\n", expect!["config   a:b: : c\n"]);
        check("process   p : :: t\n", expect!["process   p : :: t\n"]);
    }

    #[test]
    fn flags_of_a_legacy_entry_have_no_blanks() {
        check(
            "config a\n :k[RO,Tunable]   v\n :j[RO,Tunable] w,x]\n m[RO,Tunable]=1\n",
            expect![[r#"
                config a
                  :k[RO,Tunable] v
                  :j[RO,Tunable] w,x]
                  m[RO, Tunable] = 1
            "#]],
        );
    }
}
