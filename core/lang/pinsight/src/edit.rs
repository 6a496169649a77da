//! Commands to edits of the text, as small as they can be.

mod header;
mod paint;
mod section;
mod verified;

pub(super) use section::guide_order;

use text_size::{TextRange, TextSize};

use super::File;
use super::form::{CONSTRAINTS, INHERITANCE, TARGET};
use super::header::{Dialect, Target};
use super::lower::{FileDialect, Pair, Section};
use super::model::{TRIPLE, is_installed, is_named};
use super::punits::{IdSet, PunitItems};
use super::reading::{Subject, action_items};
use super::tables::Domain;
use super::token::{PIECE, is_blank, trim};
use super::values::{Mode, NodePolicy, is_plain_decimal, is_switch_word};
use bobbin_core::Input;
use bobbin_core::edit::{Command, ItemPath, Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{line_end_after, line_indent};
use bobbin_core::text::{offset, slice};

impl File {
    /// Plans the edit for a command.
    pub(super) fn plan_edit(&self, command: &Command) -> Result<SourceChange, Refusal> {
        let edit = match command {
            Command::SetValue { item, key, value } => self.set_value(item, key, value),
            Command::Unset { item, key } => self.unset(item, key),
            Command::AddItem { kind, name, values } => self.add_section(kind, name, values),
            Command::Remove { item } => self.remove_section(item),
            Command::Rename { item, name } => self.rename_section(item, name),
            Command::Move { item, before } => self.move_section(item, before.as_ref()),
            Command::Connect { .. }
            | Command::Disconnect { .. }
            | Command::Reconnect { .. }
            | Command::Splice { .. } => Err(Refusal::unsupported("a connection")),
            Command::Duplicate { item, name } => self.duplicate_section(item, name),
            Command::Paint { item, is_on, units } => self.paint(item, *is_on, units),
            Command::Insert { .. } => Err(Refusal::unsupported("inserting a piece of text")),
            Command::Extract { .. } | Command::Inline { .. } => {
                Err(Refusal::unsupported("extracting items to a file"))
            }
        };
        let edit = edit?;
        self.keeps_reading(&edit)?;
        if let Command::SetValue { item, key, .. } | Command::Unset { item, key } = command {
            let value = match command {
                Command::SetValue { value, .. } => Some(value.as_str()),
                _ => None,
            };
            verified::check(self, self.section(item)?.0, key, value, &edit)?;
        }
        Ok(SourceChange::single(&self.input.path, edit))
    }

    /// Refuses an edit after which all sections would be read in the other style.
    fn keeps_reading(&self, edit: &TextEdit) -> Result<(), Refusal> {
        // A text without marks of the older style is always read in today's.
        if self.layout.dialect == FileDialect::Current {
            return Ok(());
        }
        let text = edit.apply(&self.input.text);
        let after = super::parse(&Input { text: text.into(), ..self.input.clone() });
        let reading = self.layout.dialect.reading();
        if after.layout.dialect.reading() == reading {
            return Ok(());
        }
        let (has, other) = match reading {
            Dialect::Current => ("today's style", "that of February 2026"),
            Dialect::Seed => ("the style of February 2026", "today's"),
        };
        Err(Refusal::bad_value(format!(
            "the text would no longer be read in {has} but in {other}, every other section too"
        )))
    }

    fn section(&self, item: &ItemPath) -> Result<(usize, &Section), Refusal> {
        self.find_section(item)
            .and_then(|idx| Some((idx, self.layout.sections.get(idx)?)))
            .ok_or_else(|| Refusal::unknown_item(item))
    }

    fn set_value(&self, item: &ItemPath, key: &str, value: &str) -> Result<TextEdit, Refusal> {
        let (idx, section) = self.section(item)?;
        match key {
            TARGET => {
                return Err(Refusal::bad_value("rename the section to change what it is for"));
            }
            INHERITANCE | CONSTRAINTS => return self.set_header_part(section, key, value),
            _ => (),
        }
        check_line(key, value)?;
        self.refuse_value(idx, key, value)?;
        let written = self.layout.pairs_of(section).rfind(|(_, it)| self.key(it) == key);
        let Some((_, pair)) = written else { return self.insert_line(idx, section, key, value) };
        let spaced = if pair.value.start() == pair.equals + TextSize::new(1)
            && pair.value.is_empty()
            && pair.key.end() < pair.equals
        {
            " "
        } else {
            ""
        };
        let edit = TextEdit::replace(pair.value, format!("{spaced}{value}"));
        self.check_length(pair.equals, &edit)?;
        Ok(self.with_comment_kept(idx, pair, value, edit))
    }

    /// Moves what looks like a comment behind the old value to a line of its own; to the program it is
    /// a part of the value, and to people a note. The text of a knob is all value.
    fn with_comment_kept(&self, idx: usize, pair: &Pair, new: &str, edit: TextEdit) -> TextEdit {
        let is_knob = self.log.sections.get(idx).is_some_and(|it| it.subject == Subject::Knobs);
        let comment = self.split_comment(pair).map(|it| slice(&self.input.text, it.1));
        let Some(comment) = comment.filter(|it| !is_knob && !new.ends_with(it)) else {
            return edit;
        };
        let start = pair.key.start();
        let indent = line_indent(&self.input.text, start).unwrap_or_default();
        let end = self.line_end_style(start);
        let above = Replacement {
            range: TextRange::empty(start - offset(indent.len())),
            text: format!("{indent}{comment}{end}"),
        };
        let edits = edit.replacements().iter().cloned();
        TextEdit::from_replacements(std::iter::once(above).chain(edits).collect())
    }

    fn key(&self, pair: &Pair) -> &str {
        slice(&self.input.text, pair.key)
    }

    /// Takes all lines of a key away; the comments around them stay.
    fn unset(&self, item: &ItemPath, key: &str) -> Result<TextEdit, Refusal> {
        let (_, section) = self.section(item)?;
        match key {
            TARGET => return Err(Refusal::bad_value("a section cannot be without a target")),
            INHERITANCE | CONSTRAINTS => return self.set_header_part(section, key, ""),
            _ => (),
        }
        let pairs = self.layout.pairs_of(section).filter(|(_, it)| self.key(it) == key);
        let edits: Vec<Replacement> = pairs
            .map(|(_, it)| Replacement { range: self.line_of(it), text: String::new() })
            .collect();
        if edits.is_empty() {
            return Err(Refusal::bad_value(format!("`{key}` is not written in this section")));
        }
        Ok(TextEdit::from_replacements(edits))
    }

    /// The whole line of a pair with its line end, or its piece of a longer line.
    fn line_of(&self, pair: &Pair) -> TextRange {
        let text = &self.input.text;
        let first = if pair.key.is_empty() { pair.equals } else { pair.key.start() };
        let indent = line_indent(text, first).map_or(0, str::len);
        let last = pair.value.end().max(pair.equals + TextSize::new(1));
        let rest = text.get(usize::from(last)..).unwrap_or_default();
        let n_blanks = rest.len() - rest.trim_start_matches(is_blank).len();
        let line_end = usize::from(rest.get(n_blanks..).is_some_and(|it| it.starts_with('\n')));
        TextRange::new(first - offset(indent), last + offset(n_blanks + line_end))
    }

    /// Adds a line behind the last body line of a section, or behind its header.
    fn insert_line(
        &self,
        idx: usize,
        section: &Section,
        key: &str,
        value: &str,
    ) -> Result<TextEdit, Refusal> {
        if section.header.stops && section.header.close.is_none() {
            return Err(Refusal::broken_syntax(section.header.range));
        }
        if !self.log.sections.get(idx).is_some_and(|it| it.takes_body) {
            return Err(Refusal {
                reason: "the program does not read the body of this section".to_owned(),
                at: Some(section.header.range),
            });
        }
        let last = self.layout.pairs_of(section).next_back().map(|(_, it)| it);
        let line = match last {
            Some(sibling) => self.like_sibling(sibling, key, value),
            None => format!("{}{key} = {value}", self.body_indent(section)),
        };
        if line.len() + 1 > PIECE {
            return Err(Refusal::bad_value(too_long()));
        }
        let end = last.map_or(section.header.range.end(), |it| it.value.end());
        let (at, has_line_end) = line_end_after(&self.input.text, end);
        let end = self.line_end_style(end);
        Ok(TextEdit::insert(
            at,
            if has_line_end { format!("{line}{end}") } else { format!("{end}{line}{end}") },
        ))
    }

    /// A line with the indentation and the blanks around `=` of another. Where the other is padded
    /// to a column, so is the new one.
    fn like_sibling(&self, sibling: &Pair, key: &str, value: &str) -> String {
        let text = &self.input.text;
        let first = if sibling.key.is_empty() { sibling.equals } else { sibling.key.start() };
        let indent = line_indent(text, first).unwrap_or_default();
        let indent = indent.trim_matches(|it| it != ' ' && it != '\t');
        let n_before = usize::from(sibling.equals - sibling.key.end().min(sibling.equals));
        let before = match n_before {
            0 => 0,
            1 => 1,
            _ => (usize::from(sibling.key.len()) + n_before).saturating_sub(key.len()).max(1),
        };
        let after =
            slice(text, TextRange::new(sibling.equals + TextSize::new(1), sibling.value.start()));
        let after = match (after.is_empty(), n_before) {
            (true, 0) => "",
            _ => " ",
        };
        format!("{indent}{key}{}={after}{value}", " ".repeat(before))
    }

    /// The indentation of the first body line of the nearest section that has one.
    fn body_indent(&self, section: &Section) -> &str {
        let text = &self.input.text;
        let header = section.header.range.start();
        let nearest = self
            .layout
            .sections
            .iter()
            .filter_map(|it| self.layout.pairs_of(it).next())
            .min_by_key(|(_, it)| u32::from(it.equals).abs_diff(u32::from(header)));
        let indent = nearest.and_then(|(_, it)| line_indent(text, it.key.start()));
        indent.filter(|it| it.chars().all(|it| it == ' ' || it == '\t')).unwrap_or("    ")
    }

    /// How the line of `at` ends, or the first line of the text.
    pub(super) fn line_end_style(&self, at: TextSize) -> &'static str {
        let text = &self.input.text;
        let rest = text.get(usize::from(at)..).unwrap_or_default();
        let line = rest.split_inclusive('\n').next().filter(|it| it.ends_with('\n'));
        let line = line.or_else(|| text.split_inclusive('\n').next());
        if line.is_some_and(|it| it.ends_with("\r\n")) { "\r\n" } else { "\n" }
    }

    /// Refuses an edit that makes a line longer than the program reads at once.
    fn check_length(&self, at: TextSize, edit: &TextEdit) -> Result<(), Refusal> {
        let text = &self.input.text;
        let before = slice(text, TextRange::up_to(at));
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let (end, _) = line_end_after(text, at);
        let old = usize::from(end) - start;
        let grown: usize = edit.replacements().iter().map(|it| it.text.len()).sum();
        let shrunk: usize = edit.replacements().iter().map(|it| usize::from(it.range.len())).sum();
        if old <= PIECE && old + grown - shrunk > PIECE {
            return Err(Refusal::bad_value(too_long()));
        }
        Ok(())
    }

    /// Whether the program would read `value` as it is meant.
    fn refuse_value(&self, idx: usize, key: &str, value: &str) -> Result<(), Refusal> {
        let Some(result) = self.log.sections.get(idx).filter(|it| it.takes_body) else {
            return Ok(());
        };
        let refuse = |reason: &str| Err(Refusal::bad_value(format!("`{value}` {reason}")));
        let seed = self.is_seed();
        let integer = |min: i32| {
            if is_plain_decimal(value) && value.parse::<i32>().is_ok_and(|it| it >= min) {
                Ok(())
            } else {
                Err(Refusal::bad_value(format!("`{value}` is not a whole number from {min} on")))
            }
        };
        let event = |domain: Domain, name: &str| {
            let event = domain.event(name).filter(|it| is_named(it, seed));
            match event {
                None => Ok(()),
                Some(_) if !is_switch_word(value) => refuse("is neither `on` nor `off`"),
                Some(it) if !is_installed(it, seed) && super::values::is_on(value) => {
                    Err(Refusal::bad_value(format!(
                        "`{name}` is off by default, and the program refuses to switch it on"
                    )))
                }
                Some(_) => Ok(()),
            }
        };
        match result.subject {
            Subject::Domain(_) if key == "trace_mode" && !seed => match Mode::from_word(value) {
                Some(_) => Ok(()),
                None => refuse("is no mode"),
            },
            Subject::Domain(domain) if key == "device_activity" && domain.has_device_activity() => {
                NodePolicy::read(value).map_or_else(|| refuse("is no policy"), |_| Ok(()))
            }
            Subject::Domain(domain) => match key.split_once('.') {
                Some((name, kind)) if name == domain.name() && domain.kind(kind).is_some() => {
                    let digits = value.trim_start_matches(|it| it == '(' || is_blank(it));
                    if digits.starts_with(|it: char| it.is_ascii_digit()) {
                        Ok(())
                    } else {
                        refuse("is no range of ids")
                    }
                }
                _ => event(domain, key),
            },
            Subject::Punit(domain, _) => event(domain, key),
            Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
                match key {
                    _ if key == TRIPLE[0] => integer(0),
                    _ if key == TRIPLE[1] => integer(-1),
                    _ if key == TRIPLE[2] => integer(1),
                    "window_timeout" if !seed => integer(0),
                    "window_end_trigger" if !seed => match value {
                        "first" | "all" => Ok(()),
                        _ => refuse("is no trigger; write `first` or `all`"),
                    },
                    "window_end_action" if !seed => {
                        let is_bad = |it: &super::reading::ActionItem<'_>| {
                            it.policy.is_none() && Mode::from_word(it.word).is_none()
                        };
                        match action_items(value).find(is_bad) {
                            Some(it) => {
                                Err(Refusal::bad_value(format!("`{}` is no mode", it.word)))
                            }
                            None => Ok(()),
                        }
                    }
                    _ => match key.split_once('.') {
                        Some((domain, name)) => match Domain::from_name(domain) {
                            Some(domain) => event(domain, name),
                            None => Ok(()),
                        },
                        None => Ok(()),
                    },
                }
            }
            Subject::Energy if key == "measure" => {
                NodePolicy::read(value).map_or_else(|| refuse("is no policy"), |_| Ok(()))
            }
            Subject::Manifest if key == "interval" => integer(0),
            _ => Ok(()),
        }
    }
}

fn too_long() -> String {
    format!("the line would be longer than the {} bytes the program reads at once", PIECE - 1)
}

/// Refuses a key or a value that cannot stand in a line.
fn check_line(key: &str, value: &str) -> Result<(), Refusal> {
    let is_key = !key.is_empty()
        && trim(key) == key
        && !key.contains(['=', '\n'])
        && !key.starts_with(['[', '#', '\u{feff}']);
    if !is_key {
        return Err(Refusal::bad_value(format!("`{}` cannot be a key", key.escape_debug())));
    }
    if value.contains('\n') || trim(value) != value {
        return Err(Refusal::bad_value(
            "a value has no line end and no blanks at its start and end",
        ));
    }
    Ok(())
}

/// Refuses a list of punits that the program would not read to its end.
fn check_punits(value: &str) -> Result<(), Refusal> {
    for item in PunitItems::new(value) {
        let item = item.map_err(|(_, at)| {
            Refusal::bad_value(format!("`{at}` is not of the form `Domain.kind(ids)`"))
        })?;
        if item.known_kind().is_none() {
            let name = format!("{}.{}", item.domain, item.kind);
            return Err(Refusal::bad_value(format!("`{name}` is no kind of parallel unit")));
        }
        if IdSet::read(item.ids).is_err() {
            return Err(Refusal::bad_value(format!("`{}` is no list of ids", item.ids)));
        }
    }
    Ok(())
}

/// Refuses a list of parents that the program would not follow.
fn check_parents(target: Target, value: &str, seed: bool) -> Result<(), Refusal> {
    for item in value.split(',').map(trim) {
        let domain = item.strip_suffix(".default").and_then(Domain::from_name);
        let is_known = domain.is_some_and(|it| !seed || it.in_seed());
        // The document has it among the parents of regions, where it means nothing.
        let is_tolerated = seed && target != Target::Punits && item == "Lexgion.default";
        if !is_known && !is_tolerated {
            return Err(Refusal::bad_value(format!("`{item}` is no `Domain.default`")));
        }
    }
    Ok(())
}
