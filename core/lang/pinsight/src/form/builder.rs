//! A form while it is made, and the fields that several sections have.

use std::collections::HashMap;

use text_size::TextRange;

use crate::docs;
use crate::file::File;
use crate::item;
use crate::lower::{Pair, Section};
use crate::model::Sourced;
use crate::reading::Subject;
use crate::values::{Mode, NodePolicy};
use bobbin_core::text::slice;
use bobbin_core::view::{Choice, Field, FieldGroup, FieldKind, FieldProblem, Origin};

pub(super) struct Builder<'f> {
    pub(super) file: &'f File,
    pub(super) section: &'f Section,
    pub(super) subject: Subject,
    /// The last line of each key, until a field shows it.
    pub(super) written: HashMap<&'f str, (usize, Pair)>,
    /// The errors and warnings in this section with their places.
    pub(super) problems: Vec<(TextRange, FieldProblem)>,
    pub(super) groups: Vec<FieldGroup>,
}

/// A field without what the text says of it.
pub(super) struct Plain {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) kind: FieldKind,
    pub(super) effective: String,
    pub(super) origin: Origin,
    pub(super) help: String,
    pub(super) inert: Option<String>,
}

impl<'f> Builder<'f> {
    pub(super) fn text(&self, range: TextRange) -> &'f str {
        slice(self.file.text(), range)
    }

    /// Completes a field with the last line of its key.
    pub(super) fn field(&mut self, plain: Plain) -> Field {
        let written = self.written.remove(plain.key.as_str());
        let (value, range, problem) = match written {
            Some((_, pair)) => {
                let problem = self.problem(pair.key.cover(pair.value));
                (Some(self.text(pair.value).to_owned()), Some(pair.value), problem)
            }
            None => (None, None, None),
        };
        let Plain { key, label, kind, effective, origin, help, inert } = plain;
        Field {
            key,
            label,
            kind,
            written: value,
            list: None,
            effective,
            origin,
            range,
            help,
            inert,
            problem,
            is_kept: false,
        }
    }

    pub(super) fn problem(&self, range: TextRange) -> Option<FieldProblem> {
        let found = self.problems.iter().find(|(at, _)| range.contains_range(*at));
        found.map(|(_, problem)| problem.clone())
    }

    pub(super) fn group(
        &mut self,
        title: impl Into<String>,
        note: impl Into<String>,
        fields: Vec<Field>,
    ) {
        if !fields.is_empty() {
            self.groups.push(FieldGroup::new(title, note, fields));
        }
    }

    /// Returns the origin of a value set by the body line `pair`.
    pub(super) fn origin(&self, pair: Option<u32>, default: &str) -> Origin {
        let Some(pair) = pair.map(|it| it as usize) else {
            let note = default.to_owned();
            return Origin { note, ..Origin::default_value() };
        };
        let Some(line) = self.file.layout().pairs.get(pair) else {
            return Origin::inherited(None, "from the environment");
        };
        if self.section.pairs.contains(&pair) {
            return Origin::written(line.value);
        }
        let from = item::section_of_pair(self.file, pair)
            .and_then(|it| self.file.layout().sections.get(it));
        let name = from.map_or("", |it| item::name(self.file, it));
        Origin::inherited(Some(line.value), format!("from `{name}`"))
    }

    pub(super) fn integer(
        &mut self,
        key: &str,
        label: &str,
        value: Sourced<i32>,
        min: i64,
    ) -> Field {
        let origin = self.origin(value.pair, "");
        self.field(Plain {
            key: key.to_owned(),
            label: label.to_owned(),
            kind: FieldKind::Integer { min, max: i64::from(i32::MAX) },
            effective: value.value.to_string(),
            origin,
            help: docs::key_help(key),
            inert: None,
        })
    }

    pub(super) fn choice(
        &mut self,
        key: &str,
        label: &str,
        words: &[String],
        value: String,
        origin: Origin,
    ) -> Field {
        let help = |it: &str| match Mode::from_word(it) {
            _ if key != "trace_mode" => "",
            Some(Mode::Off) => "nothing is counted or traced",
            Some(Mode::Standby) => "nothing is counted or traced, but the domain is ready to start",
            Some(Mode::Monitoring) => "invocations are counted, none is traced",
            _ => "invocations are counted and traced",
        };
        let mut choices: Vec<Choice> = words
            .iter()
            .map(|it| Choice { value: it.clone(), help: help(it).to_owned() })
            .collect();
        if !words.contains(&value) && !value.is_empty() {
            choices.push(Choice { value: value.clone(), help: String::new() });
        }
        self.field(Plain {
            key: key.to_owned(),
            label: label.to_owned(),
            kind: FieldKind::Choice { choices },
            effective: value,
            origin,
            help: docs::key_help(key),
            inert: None,
        })
    }

    pub(super) fn policy(&mut self, key: &str, label: &str, value: Sourced<NodePolicy>) -> Field {
        let origin = self.origin(value.pair, "");
        // There the rotation means nothing (pinsight.md#documents-and-program).
        let rotation = (key != "measure").then_some(NodePolicy::RotatePerNode(1000));
        let words = NodePolicy::UNTIMED.into_iter().chain(rotation);
        let words: Vec<String> = words.map(|it| it.to_string()).collect();
        self.choice(key, label, &words, value.value.to_string(), origin)
    }
}
