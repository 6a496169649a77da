//! Comments as a drawing shows them: the one directly above a process, and the banners that divide a
//! text into sections.

use text_size::{TextRange, TextSize};

use crate::copies;
use crate::edit::lines::COMMENTS;
use crate::edit::statements;
use crate::file::File;
use crate::model::{Holder, HolderId};
use bobbin_core::syntax::{STROKES, TokenSpan};
use bobbin_core::text::{len, offset, slice};
use bobbin_core::view::{Banner, Comment};

/// The number of letters that are told of a comment, and of the title of a banner.
const MOST_LETTERS: usize = 600;
const MOST_IN_TITLE: usize = 80;
/// The most lines of a title between two rules.
const MOST_BOXED: usize = 2;

/// Returns the comment directly above a process: the lines that edits keep together with it. Nothing
/// if no words are there, or if it is not written in the text itself.
pub fn above(file: &File, process: HolderId) -> Option<Comment> {
    let holder = file.model().holders.get(process)?;
    let last = statements::last_statement(file, holder)?;
    if !file.source().is_own(holder.head.start) || !file.source().is_own(last) {
        return None;
    }
    let text: &str = &file.input().text;
    let owned = copies::range(file, TokenSpan::new(holder.head.start, last.next()));
    let head = file.source().range(holder.head.start).start();
    let above = slice(text, TextRange::new(owned.start().min(head), head));
    // Without the indentation of the process.
    let above = above.get(..above.rfind('\n')? + 1)?;
    let words = cut(joined(above), MOST_LETTERS);
    let start = offset(above.len() - above.trim_start().len());
    let range = TextRange::at(owned.start() + start, len(above.trim()));
    (!words.is_empty()).then_some(Comment { text: words, range, lines: Vec::new() })
}

/// The titles above the processes of a text.
#[derive(Debug, Default)]
pub struct Banners {
    /// All banners, in the order of the text. One without a title ends the section above it.
    all: Vec<(TextRange, String)>,
    /// The banners with a title that head processes.
    used: Vec<usize>,
}

impl Banners {
    /// Finds the banners of the text itself. Those inside an item are about its parts.
    pub fn new(file: &File) -> Banners {
        let inside: Vec<TextRange> =
            file.model().holders.iter().filter_map(|it| extent(file, it)).collect();
        let is_inside = |at: TextSize| {
            let before = inside.partition_point(|it| it.start() <= at);
            inside.get(..before).and_then(<[_]>::last).is_some_and(|it| at < it.end())
        };
        let blocks = blocks(&file.input().text).into_iter();
        let blocks = blocks.filter(|it| !is_inside(it.start()));
        let all = blocks.filter_map(|it| Some((it, title(slice(&file.input().text, it))?)));
        Banners { all: all.collect(), used: Vec::new() }
    }

    /// Returns the index of the banner that heads a process, among those of [`Banners::finish`].
    pub fn of_process(&mut self, file: &File, process: HolderId) -> Option<u32> {
        let holder = file.model().holders.get(process)?;
        if !file.source().is_own(holder.head.start) {
            return None;
        }
        let head = file.source().range(holder.head.start).start();
        let above = self.all.partition_point(|it| it.0.start() < head).checked_sub(1)?;
        self.all.get(above).filter(|it| !it.1.is_empty())?;
        // Processes come in the order of the text.
        if self.used.last() != Some(&above) {
            self.used.push(above);
        }
        Some(self.used.len() as u32 - 1)
    }

    /// Returns the banners that head processes.
    pub fn finish(self) -> Vec<Banner> {
        let used = self.used.iter().filter_map(|&it| self.all.get(it));
        used.map(|(range, title)| Banner { title: title.clone(), range: *range }).collect()
    }
}

/// Returns the lines of a section or process of the text itself, from its head to the comments below
/// its last statement.
fn extent(file: &File, holder: &Holder) -> Option<TextRange> {
    let last = statements::last_statement(file, holder)?;
    let source = file.source();
    let is_own = source.is_own(holder.head.start) && source.is_own(last);
    let range = || source.range(holder.head.start).cover(source.range(last));
    is_own.then(|| COMMENTS.lines_and_below(&file.input().text, range()))
}

/// Returns the ranges of comment lines that follow each other, without the last line end.
fn blocks(text: &str) -> Vec<TextRange> {
    let mut res: Vec<TextRange> = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut is_open = false;
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        let range = TextRange::at(offset(at), len(line.trim_end()));
        at += line.len();
        let is_comment = COMMENTS.is_comment(line);
        match res.last_mut() {
            Some(last) if is_comment && is_open => *last = last.cover(range),
            _ if is_comment => res.push(range),
            _ => {}
        }
        is_open = is_comment;
    }
    res
}

/// Returns the title of a block of comments; empty if it has none, and `None` if it is no banner.
fn title(block: &str) -> Option<String> {
    let all: Vec<&str> = block.lines().collect();
    let rules: Vec<usize> = (all.iter().enumerate())
        .filter(|(_, line)| COMMENTS.is_rule(line))
        .map(|(at, _)| at)
        .collect();
    let (&last, before) = rules.split_last()?;
    let lines = |from: usize, to: usize| all.get(from..to).unwrap_or_default();
    let within = all.get(last).map(|it| words(it)).unwrap_or_default();
    let boxed = before.last().map(|it| lines(it + 1, last));
    let below = lines(last + 1, all.len());
    let underlined = lines(0, last);
    let title: &[&str] = if !within.is_empty() {
        &[within]
    } else if let Some(boxed) = boxed.filter(|it| (1..=MOST_BOXED).contains(&it.len())) {
        boxed
    } else if below.iter().any(|it| !words(it).is_empty()) {
        // The first paragraph.
        let is_empty = |it: &&str| words(it).is_empty();
        let start = below.iter().take_while(|it| is_empty(it)).count();
        let below = below.get(start..).unwrap_or_default();
        let n_lines = below.iter().take_while(|it| !is_empty(it)).count();
        below.get(..n_lines).unwrap_or_default()
    } else if underlined.len() == 1 {
        underlined
    } else {
        &[]
    };
    let is_code = title.iter().any(|it| is_statement(words(it)));
    let title: Vec<&str> = title.iter().map(|it| words(it)).collect();
    Some(if is_code {
        String::new()
    } else {
        cut(title.join(" ").trim().to_owned(), MOST_IN_TITLE)
    })
}

/// Returns the words of a comment line, without what marks it as one.
fn words(line: &str) -> &str {
    let inner = line.trim().trim_start_matches('#').trim();
    if COMMENTS.is_rule(line) {
        inner.trim_matches(|it: char| STROKES.contains(&it) || it.is_whitespace())
    } else {
        inner
    }
}

/// Joins the lines of a comment, without those that are drawn and those that are statements or stand
/// above one: they are about what is commented out.
fn joined(comment: &str) -> String {
    let mut res = String::new();
    let mut is_begun = false;
    for line in comment.lines() {
        let words = words(line);
        if is_statement(words) {
            res.clear();
            is_begun = false;
            continue;
        }
        let is_title = COMMENTS.is_rule(line);
        if !words.is_empty() {
            let is_entry = ["- ", "* ", "• "].iter().any(|it| words.starts_with(it));
            let gap = if is_begun && !is_entry && !is_title { " " } else { "\n" };
            res.push_str(if res.is_empty() { "" } else { gap });
            res.push_str(words);
        }
        is_begun = !words.is_empty() && !is_title;
    }
    res
}

/// Returns true for words that read as a statement, or the beginning of one.
fn is_statement(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_assignment = |it: &str| matches!(it, "=" | ":=" | "<-");
    match words.as_slice() {
        ["process" | "cluster" | "config" | "include" | "!include" | "block", _] | ["endblock"] => {
            true
        }
        ["process", _, next, ..] if next.starts_with("::") => true,
        ["connect" | "imap" | "omap", "from", ..] => true,
        ["from" | "to", port] => port.trim_end_matches('.').contains('.'),
        ["relativepath", _, next, ..] | [_, next, ..] if is_assignment(next) => true,
        [first, ..] => first.starts_with("::") || first.contains('='),
        [] => false,
    }
}

/// Cuts a text that is longer than so many letters.
fn cut(text: String, most: usize) -> String {
    let Some((at, _)) = text.char_indices().nth(most) else { return text };
    format!("{}…", text.get(..at).unwrap_or_default().trim_end())
}

#[cfg(test)]
mod tests {
    use bobbin_core::text::slice;
    use bobbin_core::{Document, Input};
    use expect_test::{Expect, expect};

    use crate::parse;

    /// Checks the comments and the banners of processes.
    #[track_caller]
    fn check(text: &str, expect: &Expect) {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let graph = parse(&Input::alone("t.pipe", &text)).graph().unwrap();
            let mut found = String::new();
            for it in &graph.vertices {
                found += &it.title;
                let banner = it.banner.map(|it| &graph.banners[it as usize].title);
                found += &banner.map_or(String::new(), |it| format!(" [{it}]"));
                let comment = it.comment.as_ref();
                found += &comment.map_or(String::new(), |it| format!(" {:?}", it.text));
                found += "\n";
                for range in comment.iter().map(|it| it.range) {
                    let place = slice(&text, range);
                    assert!(place.starts_with('#') && place.trim_end() == place, "{place:?}");
                }
            }
            expect.assert_eq(&found);
        }
    }

    #[test]
    fn a_comment_directly_above_is_of_the_process() {
        let text = "\
# Licence of the file

# Reads the frames,
#   one by one.
process a # behind
  :: numbers
  # inside
  end = 3

# about what follows

process b :: sink
connect from a.number to b.sink
  # Größe 漢字
  process c :: sink
";
        check(
            text,
            &expect![[r#"
                a "Reads the frames, one by one."
                b
                c "Größe 漢字"
            "#]],
        );
    }

    #[test]
    fn a_comment_at_the_start_of_the_file_is_of_the_process_right_below_it() {
        check(
            "\u{feff}# one\nprocess a :: sink\n",
            &expect![[r#"
            a "one"
        "#]],
        );
        check(
            "# both\nprocess a :: sink\nprocess b :: sink\n",
            &expect![[r#"
            a
            b
        "#]],
        );
    }

    #[test]
    fn paragraphs_and_entries_of_lists_are_lines() {
        let text = "\
# One of:
#  - ocv
#  - vxl,
#    the other
#
# See below.
process a :: sink
";
        check(
            text,
            &expect![[r#"
            a "One of:\n- ocv\n- vxl, the other\nSee below."
        "#]],
        );
    }

    #[test]
    fn what_is_commented_out_is_no_comment() {
        let text = "\
# for debugging
# process old
#   :: numbers
#   end = 3
process a :: sink

# connect from old.number
#         to   a.sink
# the new one
process b :: sink

#process c :: sink
process c :: sink
# process images and so on
process d :: sink
";
        check(
            text,
            &expect![[r#"
            a
            b "the new one"
            c
            d "process images and so on"
        "#]],
        );
    }

    #[test]
    fn banners_head_the_processes_up_to_the_next() {
        let text = "\
# ===========================
# Detection, the first part
# ===========================

process a :: sink
  # ---- not a section ----
  _non_blocking = 4
process b :: sink

# ---- Output ----
process c :: sink
# ----------------
process d :: sink
########## Größe ##########

process e :: sink
# Last
# ****
process f :: sink
# ~~~~
# connections
connect from a.x to b.sink
";
        check(
            text,
            &expect![[r#"
            a [Detection, the first part]
            b [Detection, the first part]
            c [Output] "Output"
            d
            e [Größe]
            f [Last]
        "#]],
        );
    }

    #[test]
    fn rules_alone_and_code_are_no_titles() {
        let text = "\
# ==========
process a :: sink
# ==========
# process old
#   :: sink
# ==========
process b :: sink
# ==========
# Takes all.
process c :: sink
";
        check(
            text,
            &expect![[r#"
            a
            b
            c [Takes all.] "Takes all."
        "#]],
        );
    }

    #[test]
    fn long_comments_are_cut() {
        let text = format!("# {}\nprocess a :: sink\n", "word ".repeat(200));
        let graph = parse(&Input::alone("t.pipe", &text)).graph().unwrap();
        let comment = graph.vertices[0].comment.as_ref().unwrap();
        assert!(comment.text.ends_with("word…") && comment.text.chars().count() <= 601);
    }
}
