//! No change loses a comment: afterwards all earlier comments are there, except those that belong
//! to a removed item. That holds for commands, and for all else that edits texts: fixes, rewritings
//! and the canonical layout.
//!
//! So that no comment is missed that a language has no word for, as behind a value that goes to the
//! end of its line, texts are also strewn with notes: comments anywhere, in the middle of lists, behind
//! all else, in what is not closed. Each has a word of its own, which is looked for in the text.
//!
//! Which comments belong to an item is defined here independently, from the item as the views show
//! it: those on its lines, and the comment lines directly above if they stand above it alone and
//! are not a banner, or are a banner that heads nothing else. In pipelines those directly below that
//! are indented deeper than the item and than the line below them belong to it, too, and not to what
//! stands below; so do keys of a process or a section that are commented out right behind its last one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bobbin_core::edit::{Command, SourceChange, TextEdit};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::slice;
use bobbin_core::view::{ConversionEffect, OutlineKind};
use bobbin_core::{Document, Input};
use bobbin_languages::LanguageId;
use text_size::{TextRange, TextSize};

use bobbin_testing::commands::{self, flat, some};
use bobbin_testing::{Random, all_texts, n_rounds};

const PATH: &str = "text";

/// Returns the text with comments of all kinds, each different, between its lines and behind them.
fn dressed(language: LanguageId, text: &str, random: &mut Random) -> String {
    let (mark, may_trail) = (mark(language), language != LanguageId::Pinsight);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut res = String::new();
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        match random.below(10) {
            0 => res += &format!("{mark} alone {nth}{end}"),
            1 => res += &format!("{mark} ======= {nth} ======={end}{mark} title {nth}{end}"),
            2 => res += &format!("{mark} =========={nth}{end}{mark} title {nth}{end}"),
            3 => res += &format!("{end}{mark} first {nth}{end}  {mark} second {nth}{end}"),
            4 => res += end,
            5 => res += &format!("    {mark} deep {nth}{end}"),
            _ => (),
        }
        let words = line.trim_end_matches(['\r', '\n']);
        res += words;
        if may_trail && random.below(4) == 0 {
            res += &format!("  {mark} behind {nth}");
        }
        res += &line[words.len()..];
    }
    res
}

/// Returns the sign that starts a comment.
fn mark(language: LanguageId) -> char {
    if language == LanguageId::CoilHardware { ';' } else { '#' }
}

/// The word that all notes begin with, behind the mark and a blank; a number and `x` follow.
const NOTE: &str = "note";

/// Returns some lines of a text strewn with notes: behind a line, on a line of its own, in a line
/// that goes on behind it or on the next, and in place of the rest of a line.
fn strewn(language: LanguageId, text: &str, random: &mut Random) -> String {
    const MOST_LINES: usize = 40;
    let mark = mark(language);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let first = random.below((lines.len() + 1).saturating_sub(MOST_LINES));
    let (mut res, mut n_notes) = (String::new(), 0);
    let mut note = || {
        n_notes += 1;
        format!("{mark} {NOTE}{n_notes}x")
    };
    let rate = 3 + random.below(12);
    for line in lines.into_iter().skip(first).take(MOST_LINES) {
        let words = line.trim_end_matches(['\r', '\n']);
        let indent = &words[..words.len() - words.trim_start().len()];
        // Behind a blank or a sign, where a word ends.
        let ends = words.char_indices().filter(|it| " ,()[]{}=:.\"".contains(it.1));
        let ends: Vec<usize> = ends.map(|it| it.0 + 1).collect();
        let at = ends.get(random.below(ends.len())).copied().unwrap_or(words.len());
        let (head, tail) = words.split_at(at);
        match random.below(rate) {
            0 => res += &format!("{words} {}\n", note()),
            1 => res += &format!("{indent}{}\n{words}\n", note()),
            2 => res += &format!("{words}\n{indent}    {}\n", note()),
            3 => res += &format!("{head} {}\n{indent}  {tail}\n", note()),
            // What stands in quotes is no comment.
            4 if head.matches('"').count() % 2 == 0 => {
                res += &format!("{head} {}{tail}\n", note());
            }
            5 => res += &format!("{head} {}\n", note()),
            6 => res += &format!("{words} {} (a [b]: {}\n", note(), note()),
            7 => res += &format!("{words}{}\n", note()),
            8 => res += &format!("\n{}\n\n{words}\n", note()),
            // A quote behind the mark opens nothing, but closes what is open.
            9 if words.matches('"').count() % 2 == 0 => {
                res += &format!("{words}{} \"x\"\n", note())
            }
            _ => res += &format!("{words}\n"),
        }
    }
    if random.below(4) == 0 {
        res.truncate(res.trim_end().len());
    }
    if random.below(4) == 0 { res.replace('\n', "\r\n") } else { res }
}

/// Returns the notes in a text, each from its mark.
fn notes(language: LanguageId, text: &str) -> Vec<TextRange> {
    let start = format!("{} {NOTE}", mark(language));
    let found = text.match_indices(&start).filter_map(|(at, it)| {
        let n_digits = text[at + it.len()..].find(|it: char| !it.is_ascii_digit())?;
        let end = at + it.len() + n_digits + 1;
        let range = TextRange::new(TextSize::new(at as u32), TextSize::new(end as u32));
        (text.get(end - 1..end)? == "x").then_some(range)
    });
    found.collect()
}

/// A parsed text with its comments.
struct Read {
    input: Input,
    document: Box<dyn Document>,
    comments: Vec<TextRange>,
    /// The notes, also where they are a part of something else.
    notes: Vec<TextRange>,
}

impl Read {
    fn new(language: LanguageId, input: Input) -> Read {
        let document = language.parse(&input);
        let comments = comments(&*document);
        let notes = notes(language, &input.text);
        Read { input, document, comments, notes }
    }

    /// Returns the comments without notes, and the notes.
    fn marked(&self) -> Vec<TextRange> {
        let has_note = |it: &&TextRange| self.notes.iter().any(|note| it.contains_range(*note));
        // Text that is ignored may look like a comment.
        let has_mark = |it: &&TextRange| self.words(**it).starts_with(['#', ';']);
        let rest = self.comments.iter().filter(|it| has_mark(it) && !has_note(it));
        rest.chain(&self.notes).copied().collect()
    }

    fn is_comment(&self, at: TextSize) -> bool {
        self.comments.iter().chain(&self.notes).any(|it| it.contains(at))
    }

    fn text(&self) -> &str {
        &self.input.text
    }

    fn words(&self, comment: TextRange) -> &str {
        slice(self.text(), comment).trim()
    }
}

fn comments(document: &dyn Document) -> Vec<TextRange> {
    let all = document.highlights().into_iter();
    all.filter(|it| it.class == TokenClass::Comment).map(|it| it.range).collect()
}

/// Counts the occurrences of each comment in the texts.
fn counted<'t>(words: impl Iterator<Item = &'t str>) -> BTreeMap<String, usize> {
    let mut res = BTreeMap::new();
    for it in words {
        *res.entry(it.to_owned()).or_default() += 1;
    }
    res
}

/// Something that can be removed as a whole.
#[derive(Debug, Clone, Copy)]
struct Item {
    range: TextRange,
    /// True if a banner may head it alone.
    may_head: bool,
}

/// Returns the outermost and inner items of a text, as the views show them.
fn items(document: &dyn Document) -> Vec<Item> {
    let mut res = Vec::new();
    for it in flat(&document.outline().entries) {
        let is_one_of_many =
            [OutlineKind::Connection, OutlineKind::Port, OutlineKind::Include].contains(&it.kind);
        let may_head = !is_one_of_many;
        res.push(Item { range: it.range, may_head });
        if let Some(form) = document.form(&it.item) {
            let rows = form.tables.iter().flat_map(|it| &it.rows);
            res.extend(rows.map(|it| Item { range: it.range, may_head: false }));
        }
    }
    // A misplaced entry is in no view, and goes with the process that it names.
    let misplaced =
        document.diagnostics().into_iter().filter(|it| it.code.name == "mapping-outside");
    res.extend(misplaced.map(|it| Item { range: it.range, may_head: false }));
    if let Some(graph) = document.graph() {
        res.extend(graph.edges.iter().map(|it| Item { range: it.range, may_head: false }));
    }
    res
}

/// Returns the lines with their ends; one language also ends them with a carriage return alone.
fn lines_of(language: LanguageId, text: &str) -> Vec<TextRange> {
    let bytes = text.as_bytes();
    let mut res = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let is_bare = *byte == b'\r'
            && bytes.get(at + 1) != Some(&b'\n')
            && language == LanguageId::CoilTarget;
        if *byte == b'\n' || is_bare || at + 1 == bytes.len() {
            res.push(TextRange::new(TextSize::new(start), TextSize::new(at as u32 + 1)));
            start = at as u32 + 1;
        }
    }
    res
}

/// The words that begin what has keys in a pipeline.
const BLOCKS: [&str; 3] = ["process ", "config ", "cluster "];

/// Returns true if a line of a pipeline, or a comment, is a key, a type or a part of a block.
fn is_commented_out(line: &str) -> bool {
    let words = line.trim_start_matches(['#', ' ', '\t']).trim();
    let is_of_key = |it: char| it.is_ascii_alphanumeric() || "_-:/.".contains(it);
    let is_key = |it: &str| {
        let it = it.trim_start_matches("relativepath").split('[').next().unwrap_or_default();
        !it.trim().is_empty() && it.trim().chars().all(is_of_key)
    };
    words.starts_with(':')
        || words == "endblock"
        || (words.starts_with("block ") && words.split_whitespace().count() == 2)
        || words.split_once('=').is_some_and(|(key, _)| is_key(key))
}

/// Returns the processes and sections of a pipeline, each with the lines that are its keys or look as
/// if they had been: those below its header down to the first blank line or other statement.
fn keys_of_blocks(text: &str) -> BTreeMap<String, Vec<&str>> {
    let mut res: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        let words = line.trim();
        // A key may have the name of a word.
        let is_head = BLOCKS.iter().any(|it| words.starts_with(it)) && !is_commented_out(words);
        if is_head {
            let head: Vec<&str> = words.split_whitespace().take(2).collect();
            current = Some(head.join(" "));
            res.entry(head.join(" ")).or_default();
        } else if !is_commented_out(words) {
            // A comment between keys, or the end.
            current = current.filter(|_| words.starts_with('#') && !words.contains("====="));
        } else if let Some(block) = current.clone().filter(|_| words.starts_with('#')) {
            res.entry(block).or_default().push(words);
        }
    }
    res
}

/// Returns a pipeline with keys that are commented out behind some of its lines with keys and types.
fn with_spare_keys(text: &str, random: &mut Random) -> String {
    let mut res = String::new();
    for (nth, line) in text.lines().enumerate() {
        res += &format!("{line}\n");
        let is_key = line.starts_with([' ', '\t']) && is_commented_out(line);
        if is_key && !line.contains('#') && random.below(2) == 0 {
            let blanks = ["", " ", "\t", "    "][random.below(4)];
            res += &format!("#{blanks}spare{nth} = {nth}\n");
        }
    }
    res
}

/// Returns the comments that may go with the items that an edit removes whole.
fn may_go(language: LanguageId, before: &Read, edit: &TextEdit) -> Vec<TextRange> {
    let text = before.text();
    let is_deleted = |at: TextSize| edit.replacements().iter().any(|it| it.range.contains(at));
    let is_gone = |range: TextRange| {
        slice(text, range).char_indices().all(|(at, it)| {
            let at = range.start() + TextSize::new(at as u32);
            it.is_whitespace() || before.is_comment(at) || is_deleted(at)
        })
    };
    let lines = lines_of(language, text);
    let line_at = |at: TextSize| lines.partition_point(|it| it.end() <= at);
    let line = |nth: usize| lines.get(nth).map_or("", |it| slice(text, *it)).trim();
    let alone = |nth: usize| {
        let range = lines.get(nth).copied().unwrap_or_default();
        let start = range.start() + TextSize::of(slice(text, range))
            - TextSize::of(slice(text, range).trim_start());
        let start = if slice(text, range).starts_with('\u{feff}') {
            start + TextSize::new(3)
        } else {
            start
        };
        !line(nth).is_empty() && before.comments.iter().any(|it| it.start() == start)
    };
    let is_banner = |nth: usize| {
        let inner = line(nth).trim_start_matches(['#', ';', ' ']);
        let line = line(nth);
        let n_strokes = |it: &str| it.chars().take_while(|it| "=-#;*_~+/".contains(*it)).count();
        alone(nth) && (n_strokes(inner) >= 4 || n_strokes(line) >= 4)
    };
    let all = items(&*before.document);
    let heads: BTreeSet<usize> =
        all.iter().filter(|it| it.may_head).map(|it| line_at(it.range.start())).collect();
    let starts: BTreeSet<usize> = all.iter().map(|it| line_at(it.range.start())).collect();
    let is_code = |nth: usize| !line(nth).is_empty() && !alone(nth);
    let column = |nth: usize| {
        let line = lines.get(nth).map_or("", |it| slice(text, *it));
        let mut width = 0;
        for it in line.chars() {
            match it {
                ' ' => width += 1,
                '\t' => width += 8 - width % 8,
                _ => break,
            }
        }
        width
    };
    let has_comments_below = language == LanguageId::Sprokit;
    let mut res = Vec::new();
    for item in all.iter().filter(|it| !it.range.is_empty()) {
        let first = line_at(item.range.start());
        let mut own = first..=line_at(item.range.end() - TextSize::new(1));
        let meets = |nth: usize| lines[nth].intersect(item.range).unwrap_or_default();
        // Parts that do not parse may remain of an item, as what a `;` or a quote cuts off: its last line
        // goes with it if that line begins with something that goes.
        let begins_gone = |it: TextRange| {
            let n_blanks = slice(text, it).len() - slice(text, it).trim_start().len();
            !it.is_empty() && is_deleted(it.start() + TextSize::new(n_blanks as u32))
        };
        let Some(last) =
            own.rfind(|&it| is_code(it) && (is_gone(meets(it)) || begins_gone(meets(it))))
        else {
            continue;
        };
        if !is_gone(meets(first)) {
            continue;
        }
        // An include in a section of a target, or a line below a header that does not parse.
        let below = (last + 1..lines.len()).filter(|&it| is_code(it));
        let goes = |it: &usize| {
            (language == LanguageId::CoilTarget && line(*it).starts_with('@'))
                || (is_gone(lines[*it]) && !starts.contains(it))
        };
        let mut last = below.take_while(goes).last().unwrap_or(last);
        let behind = (last + 1..lines.len()).find(|&it| !alone(it)).unwrap_or(lines.len());
        let limit = if is_code(behind) { column(behind) } else { 0 }.max(column(first));
        let is_block = has_comments_below && BLOCKS.iter().any(|it| line(first).starts_with(it));
        let is_part = |nth: usize| is_commented_out(line(nth));
        while has_comments_below
            && last + 1 < behind
            && (column(last + 1) > limit || (is_block && is_part(last + 1)))
        {
            last += 1;
        }
        if is_block && !is_code(behind) {
            let is_apart = |it: &usize| {
                let words = line(*it).trim_start_matches(['#', ' ']);
                is_banner(*it) || BLOCKS.iter().any(|it| words.contains(it))
            };
            let next = (last + 1..behind).find(is_apart).unwrap_or(behind);
            last = (last + 1..next).rfind(|it| is_part(*it)).unwrap_or(last);
        }
        let mut taken: Vec<usize> = (first..=last).collect();
        let mut block: Vec<usize> = (0..first).rev().take_while(|&it| alone(it)).collect();
        let above = block.last().map_or(first, |it| *it).checked_sub(1);
        if has_comments_below && above.is_some_and(is_code) {
            let is_above = |it: usize| {
                column(it) > column(first) || (is_part(it) && !is_commented_out(line(first)))
            };
            while block.pop_if(|it| is_above(*it)).is_some() {}
        }
        // Of an item of several sections, the first owns comments, too.
        let next_head = heads.range(first + 1..=last.max(first + 1)).next();
        let first_end = next_head.and_then(|it| (first..*it).rfind(|&it| is_code(it)));
        let ends_apart = |last: usize| {
            last + 1 >= lines.len() || !is_code(last + 1) || above.is_some_and(is_code)
        };
        let is_last_of_banner = |last: usize| {
            let next = (last + 1..lines.len()).find(|&it| is_banner(it)).unwrap_or(lines.len());
            heads.range(last + 1..next.max(last + 1)).next().is_none()
        };
        let is_alone = ends_apart(last) || first_end.is_some_and(ends_apart);
        let is_headed =
            item.may_head && (is_last_of_banner(last) || first_end.is_some_and(is_last_of_banner));
        let has_banner = block.iter().any(|&it| is_banner(it));
        if if has_banner { is_headed } else { is_alone } {
            taken.extend(block);
        }
        let all = before.marked().into_iter();
        res.extend(all.filter(|it| taken.contains(&line_at(it.start()))));
    }
    res
}

/// Returns true if a command removes something.
fn removes(command: &Command) -> bool {
    matches!(command, Command::Remove { .. } | Command::Disconnect { .. })
}

/// Returns the comments that a change loses.
fn lost(language: LanguageId, before: &Read, change: &SourceChange, removes: bool) -> Vec<String> {
    let mut left: Vec<String> = Vec::new();
    for (path, edit) in &change.edits {
        let old: Arc<str> = match path == PATH {
            true => before.input.text.clone(),
            false => before.input.files.get(path).cloned().unwrap_or_default(),
        };
        let after = Read::new(language, Input::alone(path, &edit.apply(&old)));
        let all = after.comments.iter().chain(&after.notes);
        left.extend(all.map(|it| after.words(*it).to_owned()));
    }
    let n_left = counted(left.iter().map(String::as_str));
    let mut old = before.marked();
    if let Some(edit) = change.edits.get(PATH).filter(|_| removes) {
        let may_go = may_go(language, before, edit);
        old.retain(|it| !may_go.contains(it));
    }
    let old = counted(old.iter().map(|it| before.words(*it)));
    // A line that becomes a comment includes the comments behind it.
    let holds = |longer: &str, it: &str| {
        longer.match_indices(it).any(|(at, _)| {
            let behind = longer[at + it.len()..].chars().next();
            behind.is_none_or(char::is_whitespace)
        })
    };
    let is_kept = |it: &str, n: usize| {
        n_left.get(it).copied().unwrap_or_default() >= n
            || left.iter().filter(|longer| holds(longer, it)).count() >= n
    };
    let missing = old.into_iter().filter(|(it, n)| !is_kept(it, *n));
    missing.map(|it| it.0).collect()
}

/// Returns the changes that are offered beside commands: the name of each, true if it may remove
/// something, and the change.
fn offered(before: &Read, random: &mut Random) -> Vec<(&'static str, String, SourceChange)> {
    let document = &*before.document;
    let mut res = Vec::new();
    let single = |edit: TextEdit| SourceChange::single(PATH, edit);
    for finding in some(document.diagnostics(), random) {
        for fix in &finding.fixes {
            let label = format!("{}: {}", finding.code.name, fix.label);
            res.push(("fix", label, single(fix.edit.clone())));
        }
        for it in document.fixes_elsewhere(&finding) {
            res.push(("fix elsewhere", it.label, it.change));
        }
    }
    let text = before.text();
    let places = some(items(document), random).into_iter().map(|it| it.range);
    for range in places.chain([TextRange::up_to(TextSize::of(text))]) {
        for it in document.refactorings(range) {
            res.push(("rewriting", it.label, single(it.edit)));
        }
        for it in document.wider_refactorings(range) {
            res.push(("wider rewriting", it.label, it.change));
        }
    }
    if let Some(edit) = document.format() {
        res.push(("layout", "format".to_owned(), single(edit)));
    }
    for it in document.info().conversions.iter().filter(|it| it.effect == ConversionEffect::Replace)
    {
        if let Ok(converted) = document.convert(it.id) {
            let new = String::from_utf8(converted.data).unwrap();
            let all = TextRange::up_to(TextSize::of(text));
            res.push(("conversion", it.id.to_owned(), single(TextEdit::replace(all, new))));
        }
    }
    res
}

/// The kinds of commands that copy a part of the text with its comments.
const COPYING: &[&str] = &["Duplicate", "Insert", "Paint"];

/// Returns the notes of which a change makes more than there were.
fn doubled(language: LanguageId, before: &Read, change: &SourceChange) -> Vec<String> {
    let Some(edit) = change.edits.get(PATH) else { return Vec::new() };
    let count = |text: &str| {
        let all = notes(language, text);
        counted(all.iter().map(|it| slice(text, *it)))
    };
    let (old, new) = (count(before.text()), count(&edit.apply(&before.input.text)));
    let more = new.into_iter().filter(|(it, n)| old.get(it).is_none_or(|old| old < n));
    more.map(|it| it.0).collect()
}

/// Tries changes on all texts, as they are and with more comments; returns how many of each kind
/// there were.
fn check(
    mut changes: impl FnMut(&Read, &mut Random) -> Vec<(String, String, bool, SourceChange)>,
) -> BTreeMap<String, usize> {
    let mut faults: Vec<String> = Vec::new();
    let mut n_tried: BTreeMap<String, usize> = BTreeMap::new();
    for language in LanguageId::ALL {
        for (name, text) in all_texts(language.info()) {
            let mut random = Random::for_text(0xA076_1D64_78BD_642F, &text);
            let mut other = Random::for_text(0x2545_F491_4F6C_DD1D, &text);
            let plain = text.len() < 40_000;
            let mut versions = vec![text.clone()];
            if plain {
                versions.push(dressed(language, &text, &mut random));
            }
            versions.extend((0..n_rounds(1, 8)).map(|_| strewn(language, &text, &mut other)));
            for text in versions {
                let before = Read::new(language, Input::alone(PATH, &text));
                for (kind, label, removes, change) in changes(&before, &mut random) {
                    *n_tried.entry(format!("{} {kind}", language.info().name)).or_default() += 1;
                    let lost = lost(language, &before, &change, removes);
                    let doubled = match COPYING.contains(&kind.as_str()) {
                        true => Vec::new(),
                        false => doubled(language, &before, &change),
                    };
                    if !lost.is_empty() || !doubled.is_empty() {
                        let after = change.edits.get(PATH).map(|it| it.apply(&text));
                        faults.push(format!(
                            "{name}: {label} loses {lost:?}, doubles {doubled:?}\n--- before\n{text}\n\
                             --- after\n{}",
                            after.unwrap_or_default()
                        ));
                    }
                }
            }
        }
    }
    println!("{n_tried:#?}");
    faults.sort_by_key(String::len);
    assert!(
        faults.is_empty(),
        "{} changes lose or double comments; the shortest:\n{}",
        faults.len(),
        faults[..faults.len().min(6)].join("\n=======\n")
    );
    n_tried
}

#[test]
fn no_command_loses_a_comment() {
    let n_planned = check(|before, random| {
        let planned = commands::offered(&*before.document, before.text(), usize::MAX, random)
            .into_iter()
            .filter_map(|command| {
                let change = before.document.plan(&command).ok()?;
                let label = format!("{command:?}");
                let kind = label.split(' ').next().unwrap_or_default().to_owned();
                Some((kind, label, removes(&command), change))
            });
        planned.collect()
    });
    for kind in [
        "sprokit Remove",
        "sprokit Disconnect",
        "sprokit Extract",
        "pinsight Remove",
        "pinsight Move",
        "pinsight Paint",
        "coil-hardware Remove",
        "coil-target Remove",
    ] {
        let n = n_planned.get(kind).copied().unwrap_or_default();
        assert!(n >= 20, "{kind} was planned {n} times only");
    }
}

/// Fixes may remove an item, as a command does.
#[test]
fn nothing_that_is_offered_loses_a_comment() {
    let n_offered = check(|before, random| {
        let all = offered(before, random).into_iter();
        all.map(|(kind, label, change)| {
            (kind.to_owned(), label, !["layout", "conversion"].contains(&kind), change)
        })
        .collect()
    });
    for kind in [
        "sprokit fix",
        "sprokit rewriting",
        "sprokit layout",
        "pinsight fix",
        "pinsight layout",
        "pinsight conversion",
        "coil-hardware fix",
        "coil-hardware layout",
        "coil-target fix",
        "coil-target layout",
    ] {
        let n = n_offered.get(kind).copied().unwrap_or_default();
        assert!(n >= 20, "{kind} was offered {n} times only");
    }
}

/// Keys that are commented out stay with their process when something is put behind it, copied or moved.
#[test]
fn keys_that_are_commented_out_stay_at_their_process() {
    let mut n_tried = 0;
    for (name, text) in all_texts(LanguageId::Sprokit.info()) {
        let mut random = Random::for_text(0x1234_5678_9ABC_DEF1, &text);
        let text = with_spare_keys(&text, &mut random);
        let blocks = keys_of_blocks(&text);
        if blocks.values().all(Vec::is_empty) {
            continue;
        }
        let before = Read::new(LanguageId::Sprokit, Input::alone(PATH, &text));
        let mut commands = commands::offered(&*before.document, &text, usize::MAX, &mut random);
        for it in flat(&before.document.outline().entries) {
            let block = slice(&text, it.range);
            if block.starts_with("process ") {
                commands.push(Command::Insert { text: block.to_owned(), copied_from: None });
            }
        }
        for command in commands {
            let Ok(change) = before.document.plan(&command) else { continue };
            let Some(edit) = change.edits.get(PATH) else { continue };
            let new = edit.apply(&text);
            let after = keys_of_blocks(&new);
            let is_new = matches!(command, Command::AddItem { .. } | Command::Extract { .. });
            for (block, keys) in &blocks {
                n_tried += keys.len();
                let has =
                    |block: &str, key: &&str| after.get(block).is_some_and(|it| it.contains(key));
                for key in keys.iter().filter(|it| !has(block, it)) {
                    // A block that is renamed, or whose keys become a section, takes them along.
                    let other = after.iter().find(|(other, there)| {
                        let is_other =
                            blocks.contains_key(*other) || (is_new && other.starts_with("process"));
                        is_other && there.contains(key)
                    });
                    assert!(
                        other.is_none(),
                        "{name}: {command:?} takes {key:?} from `{block}` to {other:?}\n{text}\n---\n{new}"
                    );
                }
            }
        }
    }
    assert!(n_tried > 100, "{n_tried} keys only");
}
