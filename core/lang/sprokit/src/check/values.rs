//! Keys, flags and values (sprokit.md#config-entries, sprokit.md#macros,
//! sprokit.md#configuration-bake, sprokit.md#reserved-configuration and sprokit.md#clusters).

use std::collections::HashSet;

use text_size::TextRange;

use super::written::{key_range, key_token, only_where_written, removal, value_token};
use super::{special, typed, unread};
use crate::ast::EntryForm;
use crate::catalogue::{INSTRUMENTATION, NON_BLOCKING, SCHEDULERS};
use crate::diagnostics::{Findings, config, syntax};
use crate::edit::{plain, statements};
use crate::file::File;
use crate::macros;
use crate::model::{Entry, HolderKind};
use crate::network::Network;
use crate::resolve::{self, Baked, Configuration, Flag, TUNABLE, Unresolved};
use crate::token::Kind;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::TokenIdx;
use bobbin_core::text::{offset, slice};

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    definition(file, configuration, findings);
    settings(file, configuration, findings);
    for (n, why) in &file.library().unread {
        let range = TextRange::empty(0.into());
        let name = file.input().host.catalogue_names.get(*n).map(String::as_str);
        findings.push(TokenIdx(0), config::unread_catalogue(range, n + 1, name, why));
    }
    let asked: HashSet<&str> = configuration.asked.iter().copied().collect();
    replaced(file, configuration, &asked, findings);
    let declared = unread::declared(file, configuration);
    let cluster = resolve::cluster_name(file);
    for it in &configuration.entries {
        relative_path(file, it, findings);
        literal_macros(file, it, findings);
        reserved_keys(file, network, configuration, it, &asked, findings);
        unread::check(file, network, configuration, it, &asked, &declared, findings);
        if !asked.contains(it.key) && !it.flags.local {
            special::check(file, network, configuration, it, findings);
        }
        if let Some(cluster) = cluster {
            inner_override(file, configuration, cluster, it, findings);
            cluster_key(file, network, configuration, cluster, it, &asked, findings);
        }
    }
}

/// Checks what stops the program before it knows any process type.
pub(super) fn definition(
    file: &File,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    flags(file, findings);
    for it in &configuration.unresolved {
        unresolved(file, configuration, it, findings);
    }
    if let Some(entry) = configuration.beyond.and_then(|it| file.model().entries.get(it)) {
        let at = entry.value.unwrap_or(entry.key.start);
        findings.push(at, syntax::long_expansion(file.source().range(at)));
    }
    for &(at, first) in &configuration.overrides {
        let (Some(at), Some(first)) =
            (configuration.entries.get(at), configuration.entries.get(first))
        else {
            continue;
        };
        let (key, first_key) = (key_token(file, at), key_range(file, first));
        let finding = if at.entry < file.model().entries.len() {
            let removal = removal(file, configuration, at);
            let release = file.model().entries.get(first.entry).and_then(|it| release(file, it));
            config::read_only_override(key_range(file, at), at.key, first_key, removal, release)
        } else {
            config::read_only_setting(first_key, at.key)
        };
        findings.push(key, finding);
    }
}

/// The edit that takes the flag of an entry away, if that is its only one and no comment would go with it.
fn release(file: &File, entry: &Entry) -> Option<TextEdit> {
    let flags = entry.flags?;
    let mut words = file.source().significant_in(flags).filter(|it| it.1 == Kind::Word);
    let is_alone = words.next().is_some() && words.next().is_none();
    let range = file.source().span_range(flags);
    let has_comment = slice(&file.input().text, range).contains('#');
    (is_alone && file.source().is_own(flags.start) && !has_comment)
        .then(|| plain::without(file, entry, range))
}

/// Checks settings of the command line (sprokit.md#supplements-and-settings).
fn settings(file: &File, configuration: &Configuration<'_>, findings: &mut Findings<'_>) {
    let settings = configuration.entries.iter().filter(|it| it.entry >= file.model().entries.len());
    for it in settings {
        if it.key.split(':').filter(|it| !it.is_empty()).count() < 2 {
            let finding = config::bad_setting(TextRange::empty(0.into()), it.key);
            findings.push(TokenIdx(0), finding);
        }
    }
}

/// Returns the place in the text of a part of a value, given as byte indices.
fn part_of_value(file: &File, value: TokenIdx, part: &std::ops::Range<usize>) -> TextRange {
    let range = file.source().range(value);
    if !file.source().is_own(value) {
        return range;
    }
    let end = range.end();
    let at = |it: usize| (range.start() + offset(it)).min(end);
    TextRange::new(at(part.start), at(part.end))
}

/// The words of other languages for the flag `ro`.
const READ_ONLY: [&str; 4] = ["readonly", "read-only", "read_only", "const"];

fn flags(file: &File, findings: &mut Findings<'_>) {
    for entry in &file.model().entries {
        let Some(span) = entry.flags else { continue };
        for (at, kind) in file.source().significant_in(span) {
            if kind != Kind::Word {
                continue;
            }
            let (word, range) = (file.source().text(at), file.source().range(at));
            let holder = entry.owner.holder().and_then(|it| file.model().holders.get(it));
            let is_header =
                || holder.is_some_and(|it| matches!(it.kind, HolderKind::Cluster { .. }));
            match resolve::flag(word) {
                None => {
                    // That is the opposite of `ro`.
                    let is_opposite = word.eq_ignore_ascii_case("rw");
                    let is_synonym = READ_ONLY.iter().any(|it| word.eq_ignore_ascii_case(it));
                    let nearest = match is_synonym {
                        true => Some("ro"),
                        false => nearest(word, ["ro", TUNABLE]).filter(|_| !is_opposite),
                    };
                    findings.push(at, config::unknown_flag(range, word, nearest));
                }
                // Elsewhere it has no effect in any case.
                Some(Flag::Tunable) if word != TUNABLE && is_header() => {
                    findings.push(at, config::capital_flag(range, word));
                }
                Some(_) => (),
            }
        }
    }
}

fn unresolved(
    file: &File,
    configuration: &Configuration<'_>,
    it: &Unresolved<'_>,
    findings: &mut Findings<'_>,
) {
    let Some(value) = file.model().entries.get(it.entry).and_then(|it| it.value) else {
        // A setting of the command line stands nowhere in the text.
        let range = TextRange::empty(0.into());
        let finding = match it.is_known_provider {
            true => config::unresolved_macro(range, it.provider, it.name, None),
            false => config::unknown_provider(range, it.provider, None),
        };
        findings.push(TokenIdx(0), finding.with_help("a setting of the command line asks for it"));
        return;
    };
    let name_range = part_of_value(file, value, &it.name_range);
    if let Some(full_name) = &it.full_name {
        findings.push(
            value,
            match it.provider {
                "LOCAL" => config::bare_local(name_range, it.name, full_name),
                _ => config::joined_key(name_range, it.name, full_name),
            },
        );
        return;
    }
    if !it.is_known_provider {
        let start = it.range.start + 1;
        let range = part_of_value(file, value, &(start..start + it.provider.len()));
        let nearest = nearest(it.provider, macros::PROVIDERS.map(|it| it.0));
        findings.push(value, config::unknown_provider(range, it.provider, nearest));
        return;
    }
    if let Some(later) = it.later.and_then(|it| file.model().entries.get(it)) {
        let later = file.source().span_range(later.key);
        findings.push(value, config::forward_macro(name_range, it.name, later));
        return;
    }
    let near = match it.provider {
        "CONFIG" => {
            let before = configuration.entries.iter().take_while(|known| known.entry < it.entry);
            findings.nearest(it.name, before.map(|it| it.key))
        }
        "SYSENV" => nearest(it.name, macros::SYSTEM_NAMES.map(|it| it.0)),
        "ENV" => findings.nearest(it.name, file.input().host.env.keys().map(String::as_str)),
        _ => None,
    };
    let range =
        if name_range.is_empty() { part_of_value(file, value, &it.range) } else { name_range };
    findings.push(value, config::unresolved_macro(range, it.provider, it.name, near));
}

/// Reports what looks like a macro in a value and stays as it is. Values of `:=` stay as they are in
/// any case (sprokit.md#local-definitions).
fn literal_macros(file: &File, baked: &Baked<'_>, findings: &mut Findings<'_>) {
    let entry = file.model().entries.get(baked.entry).filter(|_| !baked.flags.local);
    let Some(value) = entry.and_then(|it| it.value) else { return };
    let env = &file.input().host.env;
    for it in macros::literals(baked.raw) {
        let text = baked.raw.get(it.range.clone()).unwrap_or_default();
        let range = part_of_value(file, value, &it.range);
        let is_known = |name: &str| env.is_empty() || env.contains_key(name);
        findings.push(value, config::literal_macro(range, text, it.reason, is_known));
    }
}

/// Reports values that a later assignment in the same section or process replaces. Sections that set a
/// key of a process again are meant to.
fn replaced(
    file: &File,
    configuration: &Configuration<'_>,
    asked: &HashSet<&str>,
    findings: &mut Findings<'_>,
) {
    let source = file.source();
    for &(later, earlier) in &configuration.replaced {
        let baked = |at: usize| configuration.entries.get(at);
        let (Some(later), Some(earlier)) = (baked(later), baked(earlier)) else { continue };
        let entry = |it: &Baked<'_>| file.model().entries.get(it.entry);
        let (Some(new), Some(old)) = (entry(later), entry(earlier)) else { continue };
        let is_same_place = new.owner == old.owner
            && new.block == old.block
            && source.file_of(new.span.start) == source.file_of(old.span.start);
        // The program joins it with the key below.
        let is_glued = resolve::is_glued(file, new) || resolve::is_glued(file, old);
        let is_used = asked.contains(later.key) || later.flags.local || earlier.flags.local;
        if !is_same_place || is_used || is_glued {
            continue;
        }
        let token = value_token(file, earlier);
        let place = key_range(file, later);
        let finding = config::replaced_value(source.range(token), later.key, later.raw, place);
        findings.push(token, finding);
    }
}

fn relative_path(file: &File, baked: &Baked<'_>, findings: &mut Findings<'_>) {
    if !baked.flags.relative || !baked.value.starts_with('/') {
        return;
    }
    let Some(entry) = file.model().entries.get(baked.entry) else { return };
    let Some(value) = entry.value else { return };
    let range = file.source().range(value);
    let made = resolve::real_folder(file, baked).map(|_| resolve::stored(file, baked));
    let removal = match entry.relative {
        Some(word) => {
            let (word, key) = (file.source().range(word), file.source().range(entry.key.start));
            let gap = TextRange::new(word.start(), key.start());
            // A comment between the two stays.
            Some(match slice(&file.input().text, gap).contains('#') {
                true => statements::remove_words(file, word),
                false => plain::without(file, entry, gap),
            })
        }
        // A flag that the program knows in other letters than those of the word.
        None => release(file, entry),
    };
    findings.push(value, config::absolute_relativepath(range, made.as_deref(), removal));
}

/// Keys that mean something to the program itself (sprokit.md#building-the-graph and
/// sprokit.md#reserved-configuration).
fn reserved_keys(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    baked: &Baked<'_>,
    asked: &HashSet<&str>,
    findings: &mut Findings<'_>,
) {
    let (first, rest) = baked.key.split_once(':').unwrap_or((baked.key, ""));
    let value = value_token(file, baked);
    let range = file.source().range(value);
    if baked.key == "_scheduler:type" {
        if let Some(name) = resolve::known(file, baked)
            && !SCHEDULERS.contains(&&*name)
        {
            // That is the opposite of `sync`.
            let is_opposite = name.eq_ignore_ascii_case("async");
            let nearest = nearest(&name, SCHEDULERS).filter(|_| !is_opposite);
            let finding = config::unknown_scheduler(range, &name, nearest);
            findings.push(value, only_where_written(file, &name, finding));
        }
        return;
    }
    if first == "_pipeline" {
        let is_capacity = ["_edge:", "_edge_by_type:", "_edge_by_conn:"]
            .iter()
            .any(|it| rest.starts_with(it) && rest.ends_with(":capacity"));
        // A cluster has no edges of its own.
        if is_capacity && !file.model().is_cluster {
            judged(file, baked, typed::judge_capacity, findings);
        }
        return;
    }
    if !network.by_name.contains_key(first) {
        return;
    }
    match rest {
        "_type" | "_name" => {
            let key = key_range(file, baked);
            let is_asked = asked.contains(baked.key);
            let removal = removal(file, configuration, baked).filter(|_| !is_asked);
            // A process inside an instance loses the flag, unless the value is mapped
            // (sprokit.md#config-mapping). A key of the cluster itself may be both.
            let is_inner = resolve::cluster_name(file).is_some_and(|it| it != first);
            let loses_flag = is_inner && resolve::mapped_key(file, baked).is_none();
            let finding = if baked.flags.read_only && !loses_flag {
                config::read_only_builtin(key, baked.key, removal)
            } else {
                config::overwritten_key(key, baked.key, removal)
            };
            findings.push(key_token(file, baked), finding);
        }
        // That of an instance is not read, whatever it is.
        NON_BLOCKING if network.named(first).is_none_or(|it| it.instance.is_none()) => {
            judged(file, baked, typed::judge_non_blocking, findings);
        }
        "_instrumentation:type" => {
            if let Some(name) = resolve::known(file, baked)
                && name != "none"
                && !INSTRUMENTATION.contains(&&*name)
            {
                let nearest = nearest(&name, INSTRUMENTATION);
                let finding = config::unknown_instrumentation(range, &name, nearest);
                findings.push(value, only_where_written(file, &name, finding));
            }
        }
        _ => (),
    }
}

/// Adds what `judge` says of a value.
fn judged(
    file: &File,
    baked: &Baked<'_>,
    judge: fn(TextRange, &str) -> Option<Diagnostic>,
    findings: &mut Findings<'_>,
) {
    let Some(said) = resolve::known(file, baked) else { return };
    let value = value_token(file, baked);
    if let Some(finding) = judge(file.source().range(value), &said) {
        findings.push(value, only_where_written(file, &said, finding));
    }
}

/// Reports keys of a cluster that set read-only ones inside it: they count at the top level of each
/// instance, too (sprokit.md#instantiation).
fn inner_override(
    file: &File,
    configuration: &Configuration<'_>,
    cluster: &str,
    baked: &Baked<'_>,
    findings: &mut Findings<'_>,
) {
    let inner = mapped_key(cluster, baked.key).and_then(|it| configuration.get(it));
    let is_in_force =
        |it: &Baked<'_>| configuration.get(it.key).is_some_and(|at| at.entry == it.entry);
    if let Some(inner) = inner.filter(|it| it.flags.read_only && is_in_force(baked)) {
        let removal = removal(file, configuration, baked);
        let (range, first) = (key_range(file, baked), key_range(file, inner));
        let finding = config::inner_override(range, baked.key, (inner.key, first), removal);
        findings.push(key_token(file, baked), finding);
    }
}

/// Values of a cluster's inner processes that come from, or should come from, the cluster's keys.
fn cluster_key(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    cluster: &str,
    baked: &Baked<'_>,
    asked: &HashSet<&str>,
    findings: &mut Findings<'_>,
) {
    let first = baked.key.split(':').next().unwrap_or_default();
    if !network.by_name.contains_key(first) {
        return;
    }
    let value = value_token(file, baked);
    let range = file.source().range(value);
    let keys = || -> Vec<String> {
        let header = file.model().cluster().map(|it| it.1);
        let keys = header.into_iter().flat_map(|it| file.model().entries_of(it));
        keys.map(|(_, it)| file.model().local_key(file.source(), it)).collect()
    };
    let entry = file.model().entries.get(baked.entry);
    let own = entry.map(|it| file.source().joined(it.key)).unwrap_or_default();
    let flag_at = || {
        let entry = file.model().entries.get(baked.entry)?;
        let may_have = entry.flags.is_none() && entry.form == EntryForm::Assign;
        may_have.then(|| file.source().span_range(entry.key).end())
    };
    let is_in_force = configuration.get(baked.key).is_some_and(|it| it.entry == baked.entry);
    if let Some(key) = mapped_key(cluster, baked.raw)
        && !baked.flags.read_only
        && !baked.flags.relative
        && is_in_force
        && keys().iter().any(|it| it == key)
    {
        let finding = config::unmapped_cluster_key(range, (&own, baked.raw), key, flag_at());
        findings.push(value, finding);
        return;
    }
    if let Some(key) = resolve::mapped_key(file, baked) {
        let keys = keys();
        if !keys.iter().any(|it| it == key) && !file.source().has_gaps() {
            let nearest = nearest(key, keys.iter().map(String::as_str));
            let finding = config::unknown_cluster_key(range, key, cluster, nearest);
            findings.push(value, only_where_written(file, &baked.value, finding));
        }
        return;
    }
    // What `:=` gives is the text as it stands.
    if baked.flags.local || !(is_in_force || asked.contains(baked.key)) {
        return;
    }
    let mut told = HashSet::new();
    for it in macros::find(baked.raw).filter(|it| it.provider == "CONFIG") {
        // What is read-only no pipeline can set.
        let is_default = configuration.get(it.name).is_some_and(|it| !it.flags.read_only);
        let Some(key) = mapped_key(cluster, it.name).filter(|_| is_default) else { continue };
        if !told.insert(key) {
            continue;
        }
        if it.range != (0..baked.raw.len()) {
            let range = part_of_value(file, value, &it.range);
            findings.push(value, config::partly_frozen(range, key, (&own, it.name)));
            continue;
        }
        let flag = || match baked.flags.read_only {
            true => Some(None),
            false => flag_at().map(Some),
        };
        // The name of a relative path would get the folder in front, and who asks for the value would get
        // the name.
        let flag = flag().filter(|_| !baked.flags.relative && !asked.contains(baked.key));
        findings.push(value, config::frozen_cluster_key(range, key, (&own, it.name), flag));
    }
}

/// Returns what follows the cluster's name in a key or a value.
fn mapped_key<'v>(cluster: &str, value: &'v str) -> Option<&'v str> {
    value.strip_prefix(cluster)?.strip_prefix(':')
}
