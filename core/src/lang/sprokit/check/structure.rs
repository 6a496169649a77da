//! What stands where it may not, and words that nobody reads.

use std::collections::HashMap;

use super::super::File;
use super::super::diagnostics::{Findings, syntax};
use super::super::edit;
use super::super::model::{Block, Fault, FaultKind};
use super::super::token::Kind;
use crate::syntax::{TokenIdx, line_indent};

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    for fault in &file.model.faults {
        one(file, *fault, findings);
    }
    let mut closed: Option<HashMap<TokenIdx, &str>> = None;
    let mut endblock = TokenIdx(0);
    for (at, token, _) in file.source.tokens() {
        match token.kind {
            Kind::Endblock => endblock = at,
            Kind::Ignored => {
                // Harmless if it only repeats the name of the block.
                let closed = closed.get_or_insert_with(|| closed_blocks(file));
                let text = file.source.text(at);
                if closed.get(&endblock) != Some(&text) {
                    findings.push(at, syntax::ignored_text(file.source.range(at), text));
                }
            }
            Kind::ByteOrderMark => {
                findings.push(at, syntax::byte_order_mark(file.source.range(at)));
            }
            _ => (),
        }
    }
    cluster_file(file, findings);
}

fn one(file: &File, fault: Fault, findings: &mut Findings<'_>) {
    let source = &file.source;
    let at = fault.span.start;
    let word = source.range(at);
    let range = source.span_range(fault.span);
    let is_cluster = file.model.is_cluster;
    let diagnostic = match fault.kind {
        FaultKind::BlockOutside => syntax::block_outside(word),
        FaultKind::UnmatchedEndblock => syntax::unmatched_endblock(word),
        FaultKind::UnclosedBlock { block } => {
            let end = edit::end_block(file, block);
            let block = file.model.blocks.get(block);
            let name = block.and_then(|it| it.name).map_or("", |it| source.text(it));
            syntax::unclosed_block(word, name, end)
        }
        FaultKind::DanglingRelativepath => {
            syntax::dangling_relativepath(word, "no entry follows this `relativepath`")
        }
        FaultKind::DoubleRelativepath => {
            syntax::dangling_relativepath(word, "`relativepath` stands twice")
        }
        FaultKind::LegacyRelativepath => syntax::dangling_relativepath(
            word,
            "`relativepath` cannot stand in front of an entry that begins with `:`",
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
            let indent = line_indent(&file.input.text, word.start()).unwrap_or_default();
            let indent = if what == "the cluster" { "  " } else { indent };
            syntax::missing_description(range, what, indent)
        }
    };
    findings.push(at, diagnostic);
}

/// The names of blocks by the `endblock` that closes them.
fn closed_blocks(file: &File) -> HashMap<TokenIdx, &str> {
    let named = |it: &Block| Some((it.close?, file.source.text(it.name?)));
    file.model.blocks.iter().filter_map(named).collect()
}

fn cluster_file(file: &File, findings: &mut Findings<'_>) {
    let source = &file.source;
    let path = file.input.path.as_str();
    match file.model.cluster() {
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
