//! Edits of whole sections.

use text_size::{TextRange, TextSize};

use super::check_line;
use crate::File;
use crate::header::Target;
use crate::item::KIND;
use crate::lower::Section;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{CommentStyle, line_end_after};
use bobbin_core::text::{len, slice};

/// The order that the guide asks for: whoever is copied from stands first
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

/// How this language writes comments.
const COMMENTS: CommentStyle =
    CommentStyle { marks: &['#'], has_bare_returns: false, is_head: |it| it.starts_with('[') };

impl File {
    /// The lines of a section: the comments above that it owns, its header and its body.
    pub(crate) fn block(&self, section: &Section) -> TextRange {
        COMMENTS.owned_lines(&self.input.text, self.section_range(section))
    }

    /// Where a line in front of a section and of all comments above it starts.
    pub(super) fn above(&self, section: &Section) -> TextSize {
        COMMENTS.lines_with_comments(&self.input.text, self.section_range(section)).start()
    }

    /// Whether only blanks stand on the line that starts at `at`; the end of the text is no line.
    fn is_blank_line(&self, at: TextSize) -> bool {
        let (end, _) = line_end_after(&self.input.text, at);
        at < end && slice(&self.input.text, TextRange::new(at, end)).trim().is_empty()
    }

    /// A block with one of the blank lines around it, so that taking it away leaves one.
    fn block_with_gap(&self, block: TextRange) -> TextRange {
        let text = &self.input.text;
        let before = slice(text, TextRange::up_to(block.start()));
        let above = before.strip_suffix('\n').unwrap_or(before);
        let last_line = above.rsplit('\n').next().unwrap_or_default();
        let starts_apart = before.is_empty() || last_line.trim().is_empty();
        if starts_apart && self.is_blank_line(block.end()) {
            return TextRange::new(block.start(), line_end_after(text, block.end()).0);
        }
        if block.end() == len(text) && !before.is_empty() && last_line.trim().is_empty() {
            let start = block.start() - len(last_line) - TextSize::new(1);
            return TextRange::new(start, block.end());
        }
        block
    }

    pub(super) fn remove_section(&self, item: &ItemPath) -> Result<TextEdit, Refusal> {
        let (_, section) = self.section(item)?;
        Ok(TextEdit::delete(self.block_with_gap(self.block(section))))
    }

    pub(super) fn add_section(
        &self,
        kind: &str,
        name: &str,
        values: &[(String, String)],
    ) -> Result<TextEdit, Refusal> {
        if kind != KIND {
            return Err(Refusal::unsupported(&format!("an item of the kind `{kind}`")));
        }
        let Some(target) = self.target_of(name) else {
            let name = name.escape_debug();
            return Err(Refusal::bad_value(format!(
                "`{name}` is no target that the program knows"
            )));
        };
        let end = self.line_end_style(TextSize::new(0));
        let indent = match self.layout.sections.first() {
            Some(section) => self.body_indent(section),
            None => "    ",
        };
        let mut block = format!("[{name}]{end}");
        for (key, value) in values {
            check_line(key, value)?;
            block.push_str(&format!("{indent}{key} = {value}{end}"));
        }
        Ok(self.place_section(target, &block, end))
    }

    /// Inserts the lines of a new section where the guide wants it.
    pub(super) fn place_section(&self, target: Target, block: &str, end: &str) -> TextEdit {
        let sections = &self.layout.sections;
        let before =
            sections.iter().rev().find(|it| guide_order(it.header.target) <= guide_order(target));
        match (before, sections.first()) {
            (Some(before), _) => self.insert_below(self.block(before).end(), block, end),
            (None, Some(first)) => TextEdit::insert(self.above(first), format!("{block}{end}")),
            (None, None) => self.insert_below(len(&self.input.text), block, end),
        }
    }

    /// Inserts a block behind `at`, the end of a line, with a blank line in front of it.
    pub(super) fn insert_below(&self, at: TextSize, block: &str, end: &str) -> TextEdit {
        let text = &self.input.text;
        let before = slice(text, TextRange::up_to(at));
        let gap = match before {
            "" => "",
            _ if before.ends_with('\n') => end,
            _ => return TextEdit::insert(at, format!("{end}{end}{block}")),
        };
        // A line that follows at once would otherwise join the new section's body.
        let behind = if at < len(text) && !self.is_blank_line(at) { end } else { "" };
        TextEdit::insert(at, format!("{gap}{block}{behind}"))
    }

    pub(super) fn move_section(
        &self,
        item: &ItemPath,
        before: Option<&ItemPath>,
    ) -> Result<TextEdit, Refusal> {
        let text = &self.input.text;
        let (idx, section) = self.section(item)?;
        let target = before.map(|it| self.section(it)).transpose()?;
        if target.is_some_and(|(it, _)| it == idx) {
            return Err(Refusal::bad_value("a section cannot stand in front of itself"));
        }
        if section.header.close.is_none() {
            return Err(Refusal::broken_syntax(section.header.range));
        }
        let block = self.block(section);
        let taken = self.block_with_gap(block);
        let end = self.line_end_style(TextSize::new(0));
        let mut lines = slice(text, block).to_owned();
        if !lines.ends_with('\n') {
            lines.push_str(end);
        }
        let at = match target {
            Some((_, target)) => self.above(target),
            None => len(text),
        };
        if at >= taken.start() && at <= block.end() {
            return Err(Refusal::bad_value("the section stands there already"));
        }
        let insertion = match target {
            Some(_) => Replacement { range: TextRange::empty(at), text: format!("{lines}{end}") },
            None => {
                let gap = if text.ends_with('\n') { end.to_owned() } else { format!("{end}{end}") };
                Replacement { range: TextRange::empty(at), text: format!("{gap}{lines}") }
            }
        };
        let deletion = Replacement { range: taken, text: String::new() };
        Ok(TextEdit::from_replacements(vec![deletion, insertion]))
    }
}
