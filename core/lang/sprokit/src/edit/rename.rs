//! Giving a process, a section or a cluster another name, with everything that refers to it.

use std::collections::BTreeSet;

use text_size::TextRange;

use super::items;
use super::statements::{elsewhere, find, some};
use crate::file::File;
use crate::items::ItemRef;
use crate::macros;
use crate::model::{Holder, HolderKind};
use crate::occurrences::{self, Occurrence, occurrences};
use crate::rename::{check_namespace, check_section, no_macro};
use crate::symbols::{Names, Symbol};
use crate::token;
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
    if let Some(process) = included_process(file, item) {
        items::check_name(file, name)?;
        return crate::rename::rename_process(file, process, name);
    }
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

/// Returns the name of a process that an included file declares.
fn included_process<'f>(file: &'f File, item: &ItemPath) -> Option<&'f str> {
    let ItemRef::Holder(idx) = crate::items::find(file, item)? else { return None };
    let holder = file.model().holders.get(idx)?;
    let HolderKind::Process(head) = holder.kind else { return None };
    (!file.source().is_own(head.name)).then_some(holder.path.as_str())
}

/// Plans the edit of the name and of all that names the item in the text. No other text is looked at,
/// so checks may ask.
pub(crate) fn rename(file: &File, item: &ItemPath, name: &str) -> Result<TextEdit, Refusal> {
    let ItemRef::Holder(idx) = find(file, item)? else {
        return Err(Refusal::unsupported("naming a connection"));
    };
    let holder = file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    if holder.path == name {
        return some(TextEdit::default());
    }
    match holder.kind {
        HolderKind::Process(head) => {
            items::check_name(file, name)?;
            check_namespace(file, &holder.path, name)?;
            // What refers to the name refers to the first process that has it.
            let first = file.model().processes().find(|(_, it, _)| it.path == holder.path);
            let symbol = Names::new(file).process(&holder.path);
            let is_first = first.is_some_and(|(first, _, _)| first == idx);
            written(file, name, head.name, |it| is_first && it.symbol == symbol)
        }
        HolderKind::Cluster { name: at, .. } => {
            if !token::is_name(name) {
                return Err(Refusal::bad_value(format!(
                    "`{name}` cannot be the name of a cluster"
                )));
            }
            if holder.path.is_empty() {
                return Err(Refusal::broken_syntax(file.source().range(at)));
            }
            let symbol = Symbol::Cluster(holder.path.clone());
            written(file, name, at, |it| it.symbol == symbol)
        }
        HolderKind::Section { path } => {
            if !name.split(':').all(token::is_name) {
                return Err(Refusal::bad_value(format!(
                    "`{name}` cannot be the path of a section"
                )));
            }
            check_section(file, &holder.path, name)?;
            section(file, holder, path, name)
        }
    }
}

/// Writes a name at `own` and in all places that name the same.
fn written(
    file: &File,
    name: &str,
    own: TokenIdx,
    names: impl Fn(&Occurrence) -> bool,
) -> Result<TextEdit, Refusal> {
    let mut ranges = vec![(own, file.source().range(own))];
    for it in occurrences(file).into_iter().filter(names) {
        if it.is_in_macro && !macros::is_name(name) {
            return Err(no_macro(name));
        }
        if it.at != own {
            ranges.push((it.at, it.range));
        }
    }
    let mut replacements = Vec::with_capacity(ranges.len());
    for (at, range) in ranges {
        if !file.source().is_own(at) {
            return Err(elsewhere(file, at));
        }
        replacements.push(Replacement { range, text: name.to_owned() });
    }
    some(TextEdit::from_replacements(replacements))
}

/// Renames the path of a section, and in macros that name its keys, unless another section that has
/// the path sets them, too.
fn section(file: &File, holder: &Holder, path: TokenSpan, name: &str) -> Result<TextEdit, Refusal> {
    let source = file.source();
    let range = source.span_range(path);
    if holder.path.is_empty() || path.start >= path.end {
        return Err(Refusal::broken_syntax(source.span_range(holder.head)));
    }
    let same = file.model().holders.iter().filter(|it| it.path == holder.path);
    let others = same.filter(|it| !std::ptr::eq(*it, holder));
    let is_only = others.clone().next().is_none();
    let keys = |it: &Holder| -> BTreeSet<String> {
        let entries = file.model().entries_of(it);
        entries.map(|(_, it)| file.model().full_key(source, it)).collect()
    };
    let own = keys(holder);
    let elsewhere_too: BTreeSet<String> = others.flat_map(keys).collect();
    let mut replacements = vec![Replacement { range, text: name.to_owned() }];
    for value in file.model().entries.iter().filter_map(|it| it.value) {
        let start = source.range(value).start();
        for it in macros::find(source.text(value)).filter(|it| it.provider == "CONFIG") {
            let rest = it.name.strip_prefix(&holder.path);
            let is_of_path = rest.is_some_and(|it| it.starts_with(':'));
            let is_of_key = own.contains(it.name) && !elsewhere_too.contains(it.name);
            if !is_of_path || !(is_only || is_of_key) {
                continue;
            }
            if !macros::is_name(name) {
                return Err(no_macro(name));
            }
            if !source.is_own(value) {
                return Err(elsewhere(file, value));
            }
            let range =
                TextRange::at(start + offset(it.name_range.start), offset(holder.path.len()));
            replacements.push(Replacement { range, text: name.to_owned() });
        }
    }
    some(TextEdit::from_replacements(replacements))
}
