//! Edits of whole sections.

use text_size::{TextRange, TextSize};

use super::header;
use super::lines;
use super::refusal::check_line;
use crate::file::File;
use crate::header::Target;
use crate::item::{self, KIND};
use crate::lower::Section;
use crate::token::PIECE;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{CommentStyle, line_end_after, line_indent};
use bobbin_core::text::{len, offset, slice};

/// Returns the rank in the order that the guide asks for: whoever is copied from stands first
/// (pinsight.md#inheritance).
pub(crate) fn guide_order(target: Target) -> u8 {
    match target {
        Target::Knob | Target::Energy | Target::Manifest => 0,
        Target::DomainDefault(_) => 1,
        Target::Punits => 2,
        Target::RegionDefault => 3,
        Target::DomainRegionDefault(_) => 4,
        Target::Regions(_) | Target::Dead => 5,
    }
}

/// The way this language writes comments.
const COMMENTS: CommentStyle = CommentStyle {
    marks: &['#'],
    has_bare_returns: false,
    part_below: None,
    is_head: |it| it.starts_with('['),
};

/// Returns the lines of a section: the comments above that it owns, its header and its body.
pub(crate) fn block(file: &File, section: &Section) -> TextRange {
    let lines = COMMENTS.owned_lines(file.text(), item::section_range(file, section));
    below_section_above(file, section, lines)
}

/// Returns the start of a section with all the comments above it.
pub(crate) fn above(file: &File, section: &Section) -> TextSize {
    let lines = COMMENTS.lines_with_comments(file.text(), item::section_range(file, section));
    below_section_above(file, section, lines).start()
}

/// Leaves to the section above the comments that end it.
fn below_section_above(file: &File, section: &Section, lines: TextRange) -> TextRange {
    let start = section.header.range.start();
    let sections = &file.layout().sections;
    let n_above = sections.partition_point(|it| it.header.range.start() < start);
    let before = n_above.checked_sub(1).and_then(|it| sections.get(it));
    let end = before.map(|it| end_with_comments(file, it)).filter(|it| *it <= start);
    TextRange::new(end.map_or(lines.start(), |it| it.max(lines.start())), lines.end())
}

/// Returns the end of a section with the comments that end it: those right behind its body, unless
/// the next header follows them at once, and those that are indented below its header. A rule
/// begins something else.
pub(super) fn end_with_comments(file: &File, section: &Section) -> TextSize {
    let text: &str = file.text();
    let range = item::section_range(file, section);
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let own = line_indent(text, range.start()).map_or(0, str::len);
    let mut end = line_end_after(text, range.end()).0;
    let (mut at, mut is_apart) = (end, false);
    loop {
        let rest = slice(text, TextRange::new(at, len(text)));
        let mut lines = rest.split_inclusive('\n').peekable();
        let mut run = Vec::new();
        // What is longer is read as several lines, one of which may be a header.
        run.extend(std::iter::from_fn(|| {
            lines.next_if(|it| COMMENTS.is_comment(it) && it.len() <= PIECE)
        }));
        let next = lines.peek().filter(|it| !it.trim().is_empty());
        let least = next.map_or(own, |it| indent(it).max(own));
        let is_own = |it: &&&str| {
            indent(it) > least || (!is_apart && next.is_none() && !COMMENTS.is_rule(it))
        };
        let n_own = run.iter().take_while(is_own).count();
        let n_bytes: usize = run.iter().take(n_own).map(|it| it.len()).sum();
        if n_own > 0 {
            end = at + offset(n_bytes);
        }
        if n_own < run.len() || next.is_some() || lines.peek().is_none() {
            return end;
        }
        let blank = std::iter::from_fn(|| lines.next_if(|it| it.trim().is_empty()));
        let n_blank: usize = blank.map(str::len).sum();
        at += offset(n_bytes + n_blank);
        is_apart = true;
    }
}

/// Returns true if only blanks stand on the line that starts at `at`; the end of the text is no
/// line.
fn is_blank_line(file: &File, at: TextSize) -> bool {
    let (end, _) = line_end_after(file.text(), at);
    at < end && slice(file.text(), TextRange::new(at, end)).trim().is_empty()
}

/// Returns a block with one of the blank lines around it, so that taking it away leaves one.
fn block_with_gap(file: &File, block: TextRange) -> TextRange {
    let text = file.text();
    let before = slice(text, TextRange::up_to(block.start()));
    let above = before.strip_suffix('\n').unwrap_or(before);
    let last_line = above.rsplit('\n').next().unwrap_or_default();
    let starts_apart = before.is_empty() || last_line.trim().is_empty();
    if starts_apart && is_blank_line(file, block.end()) {
        return TextRange::new(block.start(), line_end_after(text, block.end()).0);
    }
    if block.end() == len(text) && !before.is_empty() && last_line.trim().is_empty() {
        let start = block.start() - len(last_line) - TextSize::new(1);
        return TextRange::new(start, block.end());
    }
    block
}

pub(super) fn remove_section(file: &File, item: &ItemPath) -> Result<TextEdit, Refusal> {
    let (_, section) = item::section(file, item)?;
    Ok(TextEdit::delete(block_with_gap(file, block(file, section))))
}

pub(super) fn add_section(
    file: &File,
    kind: &str,
    name: &str,
    values: &[(String, String)],
) -> Result<TextEdit, Refusal> {
    if kind != KIND {
        return Err(Refusal::unsupported(&format!("an item of the kind `{kind}`")));
    }
    let Some(target) = header::target_of(file, name) else {
        let name = name.escape_debug();
        return Err(Refusal::bad_value(format!("`{name}` is not a target that the program knows")));
    };
    let end = lines::line_end_style(file, TextSize::new(0));
    let indent = match file.layout().sections.first() {
        Some(section) => lines::body_indent(file, section),
        None => "    ",
    };
    let mut block = format!("[{name}]{end}");
    for (key, value) in values {
        check_line(key, value)?;
        block.push_str(&format!("{indent}{key} = {value}{end}"));
    }
    Ok(place_section(file, target, &block, end))
}

/// Inserts the lines of a new section where the guide wants it.
pub(super) fn place_section(file: &File, target: Target, lines: &str, end: &str) -> TextEdit {
    let sections = &file.layout().sections;
    let before =
        sections.iter().rev().find(|it| guide_order(it.header.target) <= guide_order(target));
    match (before, sections.first()) {
        (Some(before), _) => insert_below(file, end_with_comments(file, before), lines, end),
        (None, Some(first)) => TextEdit::insert(above(file, first), format!("{lines}{end}")),
        (None, None) => insert_below(file, len(file.text()), lines, end),
    }
}

/// Inserts a block behind `at`, the end of a line, with a blank line in front of it.
pub(super) fn insert_below(file: &File, at: TextSize, block: &str, end: &str) -> TextEdit {
    let text = file.text();
    let before = slice(text, TextRange::up_to(at));
    let gap = match before {
        "" => "",
        _ if before.ends_with('\n') => end,
        _ => return TextEdit::insert(at, format!("{end}{end}{block}")),
    };
    // A line that follows at once would otherwise join the new section's body.
    let behind = if at < len(text) && !is_blank_line(file, at) { end } else { "" };
    TextEdit::insert(at, format!("{gap}{block}{behind}"))
}

/// Returns true if no blank line is above a block; of the first one, below it.
fn is_close(file: &File, block: TextRange) -> bool {
    match block.start() == TextSize::new(0) {
        true => block.end() < len(file.text()) && !is_blank_line(file, block.end()),
        false => follows_at_once(file, block.start()),
    }
}

/// Returns true if the line above the one that starts at `at` is not blank.
fn follows_at_once(file: &File, at: TextSize) -> bool {
    let before = slice(file.text(), TextRange::up_to(at)).strip_suffix('\n');
    let above = before.and_then(|it| it.rsplit('\n').next());
    above.is_some_and(|it| !it.trim().is_empty())
}

pub(super) fn move_section(
    file: &File,
    item: &ItemPath,
    before: Option<&ItemPath>,
) -> Result<TextEdit, Refusal> {
    let text = file.text();
    let (idx, section) = item::section(file, item)?;
    let target = before.map(|it| item::section(file, it)).transpose()?;
    if target.is_some_and(|(it, _)| it == idx) {
        return Err(Refusal::bad_value("a section cannot be moved before itself"));
    }
    if section.header.close.is_none() {
        return Err(Refusal::broken_syntax(section.header.range));
    }
    let block = block(file, section);
    let block = TextRange::new(block.start(), end_with_comments(file, section));
    let taken = block_with_gap(file, block);
    let end = lines::line_end_style(file, TextSize::new(0));
    let mut lines = slice(text, block).to_owned();
    if !lines.ends_with('\n') {
        lines.push_str(end);
    }
    let at = match target {
        Some((_, target)) => above(file, target),
        None => len(text),
    };
    if at >= taken.start() && at <= block.end() {
        return Err(Refusal::bad_value("the section is there already"));
    }
    // Between sections that stand close together there is no line to add.
    let ends_with_body = |it: &Section| {
        end_with_comments(file, it) == line_end_after(text, item::section_range(file, it).end()).0
    };
    let is_close = is_close(file, block)
        && ends_with_body(section)
        && match target {
            Some(_) => at == TextSize::new(0) || follows_at_once(file, at),
            None => file.layout().sections.last().is_some_and(|last| {
                !text.ends_with("\n\n")
                    && ends_with_body(last)
                    && follows_at_once(file, above(file, last))
            }),
        };
    let blank = if is_close { "" } else { end };
    let insertion = match target {
        Some(_) => Replacement { range: TextRange::empty(at), text: format!("{lines}{blank}") },
        None => {
            let gap = if text.ends_with('\n') { blank.to_owned() } else { format!("{end}{blank}") };
            Replacement { range: TextRange::empty(at), text: format!("{gap}{lines}") }
        }
    };
    let deletion = Replacement { range: taken, text: String::new() };
    Ok(TextEdit::from_replacements(vec![deletion, insertion]))
}
