//! Giving a process, a section or a cluster another name, with everything that refers to it.

use text_size::{TextRange, TextSize};

use super::items;
use super::statements::{elsewhere, find, some};
use crate::file::File;
use crate::items::ItemRef;
use crate::macros;
use crate::model::{Holder, HolderKind};
use crate::occurrences;
use crate::token::{self, Kind};
use bobbin_core::edit::{ItemPath, Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

/// Plans the edits of the name and of all that names the item, also in what the text includes, and in
/// the open texts that include it.
pub(super) fn everywhere(
    file: &File,
    item: &ItemPath,
    name: &str,
) -> Result<SourceChange, Refusal> {
    let here = rename(file, item, name);
    let ItemRef::Holder(idx) = find(file, item)? else {
        return Err(Refusal::unsupported("naming a connection"));
    };
    let holder = file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    let named = match holder.kind {
        HolderKind::Process(head) => {
            items::check_name(file, name)?;
            // What refers to the name refers to the first process that has it.
            let first = file.model().processes().find(|(_, it, _)| it.path == holder.path);
            first.filter(|it| it.0 == idx).map(|_| head.name)
        }
        HolderKind::Cluster { name, .. } => Some(name),
        HolderKind::Section { .. } if holder.path == name => None,
        HolderKind::Section { .. } => occurrences::own_section(file, holder),
    };
    match named {
        Some(at) if here.is_ok() || !matches!(holder.kind, HolderKind::Cluster { .. }) => {
            crate::rename::rename(file, file.source().local_range(at).start(), name)
        }
        _ => here.map(|it| SourceChange::single(&file.input().path, it)),
    }
}

/// Plans the edit of the name and of all that names the item in the text. No other text is looked at,
/// so checks may ask.
pub(crate) fn rename(file: &File, item: &ItemPath, name: &str) -> Result<TextEdit, Refusal> {
    let ItemRef::Holder(idx) = find(file, item)? else {
        return Err(Refusal::unsupported("naming a connection"));
    };
    let holder = file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    let mut places = Places { file, old: &holder.path, list: Vec::new() };
    if holder.path == name {
        return some(TextEdit::default());
    }
    match holder.kind {
        HolderKind::Process(head) => {
            items::check_name(file, name)?;
            places.token(head.name);
            // What refers to the name refers to the first process that has it.
            let first = file.model().processes().find(|(_, it, _)| it.path == holder.path);
            if first.is_some_and(|(first, _, _)| first == idx) {
                places.process();
            }
        }
        HolderKind::Cluster { name: at, .. } => {
            if !token::is_name(name) {
                return Err(Refusal::bad_value(format!(
                    "`{name}` cannot be the name of a cluster"
                )));
            }
            if places.old.is_empty() {
                return Err(Refusal::broken_syntax(file.source().range(at)));
            }
            places.token(at);
            places.cluster();
        }
        HolderKind::Section { path } => {
            if !name.split(':').all(token::is_name) {
                return Err(Refusal::bad_value(format!(
                    "`{name}` cannot be the path of a section"
                )));
            }
            return section(file, holder, path, name);
        }
    }
    let mut replacements = Vec::with_capacity(places.list.len());
    for (at, range) in places.list {
        if !file.source().is_own(at) {
            return Err(elsewhere(file, at));
        }
        replacements.push(Replacement { range, text: name.to_owned() });
    }
    some(TextEdit::from_replacements(replacements))
}

/// Renames the path of a section, and macros that name its keys if no other section has the path.
fn section(file: &File, holder: &Holder, path: TokenSpan, name: &str) -> Result<TextEdit, Refusal> {
    let source = file.source();
    let range = source.span_range(path);
    if holder.path.is_empty() || path.start >= path.end {
        return Err(Refusal::broken_syntax(source.span_range(holder.head)));
    }
    let mut replacements = vec![Replacement { range, text: name.to_owned() }];
    let is_only = file.model().holders.iter().filter(|it| it.path == holder.path).count() == 1;
    if is_only {
        let mut places = Places { file, old: &holder.path, list: Vec::new() };
        places.macros();
        for (at, range) in places.list {
            if !source.is_own(at) {
                return Err(elsewhere(file, at));
            }
            replacements.push(Replacement { range, text: name.to_owned() });
        }
    }
    some(TextEdit::from_replacements(replacements))
}

/// The places where a name stands.
struct Places<'f> {
    file: &'f File,
    old: &'f str,
    list: Vec<(TokenIdx, TextRange)>,
}

impl Places<'_> {
    fn token(&mut self, at: TokenIdx) {
        self.list.push((at, self.file.source().range(at)));
    }

    fn token_if_old(&mut self, at: TokenIdx) {
        if self.file.source().text(at) == self.old {
            self.token(at);
        }
    }

    /// Renames a process in connections, mappings, sections, keys of edges, and macros.
    fn process(&mut self) {
        let model = self.file.model();
        for it in &model.connections {
            self.token_if_old(it.from.span.start);
            self.token_if_old(it.to.span.start);
        }
        for it in &model.mappings {
            self.token_if_old(it.inner.span.start);
        }
        for it in &model.holders {
            let HolderKind::Section { path } = it.kind else { continue };
            let words: Vec<TokenIdx> = self.words(path);
            let of_edges = it.path.starts_with("_pipeline:_edge_by_conn");
            match words.as_slice() {
                [_, _, at, ..] if of_edges => self.token_if_old(*at),
                [first, ..] if !of_edges => self.token_if_old(*first),
                _ => (),
            }
            if it.path == "_pipeline:_edge_by_conn" {
                for (_, entry) in model.entries_of(it).filter(|(_, it)| it.block.is_none()) {
                    self.token_if_old(entry.key.start);
                }
            }
        }
        self.macros();
    }

    fn words(&self, span: TokenSpan) -> Vec<TokenIdx> {
        let tokens = self.file.source().significant_in(span);
        tokens.filter(|it| matches!(it.1, Kind::Word | Kind::Reserved)).map(|it| it.0).collect()
    }

    /// Renames in values: `$CONFIG{name:…}`.
    fn macros(&mut self) {
        for entry in &self.file.model().entries {
            let Some(value) = entry.value else { continue };
            for it in macros::find(self.file.source().text(value)) {
                let is_old = it.provider == "CONFIG"
                    && it.name.strip_prefix(self.old).is_some_and(|it| it.starts_with(':'));
                if is_old {
                    let start = it.name_range.start;
                    self.part(value, start, start + self.old.len());
                }
            }
        }
    }

    /// Renames in macros, and in values that begin with the name of the cluster.
    fn cluster(&mut self) {
        self.macros();
        for entry in &self.file.model().entries {
            let Some(value) = entry.value else { continue };
            let text = self.file.source().text(value);
            if entry.flags.is_some()
                && text.strip_prefix(self.old).is_some_and(|it| it.starts_with(':'))
            {
                self.part(value, 0, self.old.len());
            }
        }
    }

    fn part(&mut self, at: TokenIdx, from: usize, to: usize) {
        let start: TextSize = self.file.source().range(at).start();
        self.list.push((at, TextRange::new(start + offset(from), start + offset(to))));
    }
}
