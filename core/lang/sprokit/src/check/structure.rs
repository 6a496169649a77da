//! Checks for statements in places where they are not allowed, and for words that are not read.

use std::collections::HashMap;

use super::verdicts::is_fragment;
use crate::ast::EntryForm;
use crate::diagnostics::{Findings, syntax};
use crate::edit::{lines, statements};
use crate::file::File;
use crate::model::{Block, Entry, Fault, FaultKind};
use crate::token::Kind;
use bobbin_core::diagnostics::Fix;
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_indent};
use bobbin_core::text::offset;
use text_size::TextRange;

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    let first_error = first_error(file);
    for fault in &file.model().faults {
        one(file, *fault, first_error, findings);
    }
    let mut closed: Option<HashMap<TokenIdx, &str>> = None;
    let mut endblock = TokenIdx(0);
    for (at, token, _) in file.source().tokens() {
        match token.kind {
            Kind::Endblock => endblock = at,
            Kind::Ignored => {
                // Harmless if it only repeats the name of the block.
                let closed = closed.get_or_insert_with(|| closed_blocks(file));
                let text = file.source().text(at);
                if closed.get(&endblock) != Some(&text) {
                    findings.push(at, syntax::ignored_text(file.source().range(at), text));
                }
            }
            Kind::ByteOrderMark => {
                let text: &str = &file.input().text;
                let marks = text.len() - text.trim_start_matches('\u{feff}').len();
                let marks = TextRange::up_to(offset(marks));
                findings.push(at, syntax::byte_order_mark(file.source().range(at), marks));
            }
            _ => (),
        }
    }
    cluster_file(file, findings);
}

/// Returns the first token of what cannot be read, or may belong to a cluster; looked for only if there
/// are faults of which that may be the reason.
fn first_error(file: &File) -> Option<TokenIdx> {
    let model = file.model();
    model.faults.first()?;
    let is_junk = |it: &&Entry| matches!(it.form, EntryForm::Junk | EntryForm::LegacyJunk);
    let junk = model.entries.iter().find(is_junk).map(|it| it.span.start);
    let mut faults = model.faults.iter();
    let mapping = faults.find(|it| it.kind == FaultKind::MappingOutside).map(|it| it.span.start);
    let error = model.errors.first().map(|it| it.0.start);
    [junk, mapping, error].into_iter().flatten().min()
}

fn one(file: &File, fault: Fault, first_error: Option<TokenIdx>, findings: &mut Findings<'_>) {
    let source = file.source();
    let at = fault.span.start;
    let word = source.range(at);
    let range = source.span_range(fault.span);
    let is_cluster = file.model().is_cluster;
    // Then the word `cluster` is missing or has a slip, which is told at the start of the file.
    let lacks_header = fault.kind == FaultKind::MappingOutside
        && is_cluster
        && !source.has_gaps()
        && file.model().holders.iter().next().is_none_or(|it| at < it.head.start)
        && file.model().connections.iter().next().is_none_or(|it| at < it.span.start);
    if lacks_header {
        return;
    }
    let mut diagnostic = match fault.kind {
        FaultKind::BlockOutside => syntax::block_outside(word),
        FaultKind::UnmatchedEndblock => {
            // What stands behind it on its line is not read without it either.
            let rest = TokenSpan::new(at.next(), source.end());
            let last = source.significant_in(rest).next().map_or(source.end(), |it| it.0);
            let ignored = (at.next().0..last.0).map(TokenIdx);
            let mut ignored = ignored.filter(|&it| source.kind(it) == Some(Kind::Ignored));
            let end = ignored.next_back().map_or(word.end(), |it| source.range(it).end());
            let removal = statements::remove_words(file, TextRange::new(word.start(), end));
            syntax::unmatched_endblock(word, removal)
        }
        FaultKind::UnclosedBlock { block } => {
            let end = statements::end_block(file, block);
            let block = file.model().blocks.get(block);
            let name = block.and_then(|it| it.name).map_or("", |it| source.text(it));
            syntax::unclosed_block(word, name, end)
        }
        FaultKind::LongKeys => syntax::long_keys(range),
        FaultKind::ManyMappings => syntax::many_mappings(range),
        FaultKind::DeepBlock { most } => syntax::deep_block(word, most),
        FaultKind::DanglingRelativepath | FaultKind::RelativepathOutside => {
            let removal = statements::remove_words(file, word);
            // Of two of them the first is told as doubled, and taken away by that.
            let mut before = source.significant_in(TokenSpan::new(TokenIdx(0), at));
            let is_second = before.next_back().is_some_and(|it| it.1 == Kind::Relativepath);
            let removal = (!is_second).then_some(removal);
            match fault.kind {
                FaultKind::RelativepathOutside => syntax::relativepath_outside(word, removal),
                _ => syntax::dangling_relativepath(word, removal),
            }
        }
        FaultKind::InterruptedRelativepath => syntax::interrupted_relativepath(word),
        FaultKind::DoubleRelativepath => {
            let removal = statements::remove_words(file, word);
            syntax::double_relativepath(word, removal)
        }
        FaultKind::LegacyRelativepath => syntax::legacy_relativepath(
            word,
            "`relativepath` is not allowed before an entry that begins with `:`",
        ),
        FaultKind::ClusterNotFirst => syntax::cluster_not_first(word),
        FaultKind::MappingOutside => syntax::mapping_outside(word, source.text(at), is_cluster),
        FaultKind::BlockInHeader => syntax::block_in_header(word),
        FaultKind::StrayDescription => syntax::stray_description(range, is_cluster),
        FaultKind::MissingDescription => {
            let what = match source.kind(at) {
                Some(Kind::Cluster) => "the cluster",
                Some(Kind::Imap | Kind::Omap) => "the mapping",
                _ => "the key",
            };
            let indent = line_indent(&file.input().text, word.start()).unwrap_or_default();
            let indent = if what == "the cluster" { "  " } else { indent };
            let line = format!("{indent}-- (to be described)");
            let last = lines::last_token(file, fault.span);
            // What cannot be read belongs to the item, and would be torn off.
            let is_torn = lines::next_on_line(file, last).is_some_and(|it| {
                file.model().errors.iter().any(|(span, _)| span.start <= it && it < span.end)
            });
            let added = (!is_torn).then(|| lines::insert_behind(file, last, &line));
            syntax::missing_description(range, what, added)
        }
    };
    let is_doubtful = match fault.kind {
        FaultKind::UnmatchedEndblock => may_be_part(file),
        FaultKind::UnclosedBlock { block } => {
            may_be_part(file) || !diagnostic.fixes.is_empty() && may_end_elsewhere(file, block)
        }
        // With its first word mended, the text may be a cluster, and this the description of an item.
        FaultKind::StrayDescription => {
            is_cluster
                || file.input().path.ends_with(".cluster")
                || first_error.is_some_and(|it| it < at)
        }
        _ => false,
    };
    if is_doubtful {
        diagnostic.fixes = diagnostic.fixes.into_iter().map(Fix::as_choice).collect();
    }
    findings.push(at, diagnostic);
}

/// Returns true if another file may include the text and hold the other end of a block
/// (sprokit.md#blocks): no process and no connection stands in it.
fn may_be_part(file: &File) -> bool {
    let (source, model) = (file.source(), file.model());
    let has_process = model.processes().any(|(_, it, _)| source.is_own(it.head.start));
    let has_connection = model.connections.iter().any(|it| source.is_own(it.span.start));
    !has_process && !has_connection && !model.is_cluster || is_fragment(file)
}

/// Returns true if a block may be meant to end before the end of its section: its end may have a slip in it,
/// or the lines go back to where the block begins.
fn may_end_elsewhere(file: &File, block: usize) -> bool {
    let (source, model) = (file.source(), file.model());
    let Some(it) = model.blocks.get(block) else { return true };
    let holder = model.holders.last_while(|holder| holder.head.start < it.open).map(|it| it.1);
    let end = holder.map_or(it.open.next(), |holder| holder.span.end);
    let text: &str = &file.input().text;
    let indent = |at: TokenIdx| line_indent(text, source.range(at).start()).map(str::len);
    let goes_back = |at: TokenIdx| source.is_own(at) && indent(at) <= indent(it.open);
    let is_doubtful = |entry: &Entry| {
        let value = entry.value.map_or("", |value| source.text(value));
        matches!(entry.form, EntryForm::Junk | EntryForm::LegacyJunk)
            || value.ends_with("endblock")
            || goes_back(entry.relative.unwrap_or(entry.span.start))
    };
    let error = model.errors.partition_point(|error| error.0.start <= it.open);
    let entry = model.entries.partition_point(|entry| entry.span.start <= it.open);
    let entries = model.entries.iter().skip(entry);
    let mut entries = entries.take_while(|entry| entry.span.start < end);
    let inner = model.blocks.iter().skip(block + 1);
    let mut inner = inner.take_while(|inner| inner.open < end);
    model.errors.get(error).is_some_and(|error| error.0.start < end)
        || entries.any(is_doubtful)
        || inner.any(|inner| goes_back(inner.open))
}

/// Returns the names of blocks by the `endblock` that closes them.
fn closed_blocks(file: &File) -> HashMap<TokenIdx, &str> {
    let named = |it: &Block| Some((it.close?, file.source().text(it.name?)));
    file.model().blocks.iter().filter_map(named).collect()
}

fn cluster_file(file: &File, findings: &mut Findings<'_>) {
    let source = file.source();
    let path = file.input().path.as_str();
    match file.model().cluster() {
        Some((_, holder)) if path.ends_with(".pipe") => {
            let at = holder.head.start;
            findings.push(at, syntax::cluster_file_name(source.range(at)));
        }
        None if path.ends_with(".cluster") && !source.has_gaps() => {
            let first = source.significant().next().map_or(source.end(), |(at, _, _)| at);
            findings.push(first, syntax::cluster_expected(source.range(first)));
        }
        _ => (),
    }
}
