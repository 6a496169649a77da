//! The plain pipeline of kwiver's pipe-config tool (sprokit.md#pipe-export), except that what it
//! writes of relative paths can be read again here.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use crate::ast::EntryForm;
use crate::catalogue::Key;
use crate::edit::statements::check_value;
use crate::file::File;
use crate::macros;
use crate::model::{Entry, Holder, HolderKind};
use crate::network::{Network, Process};
use crate::resolve::{self, Baked, Configuration};
use crate::source::{folder, way};
use crate::token;
use bobbin_core::edit::Refusal;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::TokenIdx;

/// Columns of a description.
const WIDTH: usize = 80;

/// The greatest length of what is written for each byte that is read, and what there may be beyond that.
const MOST_BYTES: (usize, usize) = (16, 4 << 20);

/// Writes the statements in their order, then what else can be set.
///
/// # Errors
///
/// A reason for people if that is too long: all keys of a cluster are repeated for each instance.
pub fn write(file: &File, network: &Network<'_>) -> Result<String, Refusal> {
    let keys = file.full_keys();
    check_paths(file, &keys)?;
    let configuration = resolve::bake(file, &keys);
    let mut writer = Writer {
        file,
        network,
        configuration: &configuration,
        described: HashSet::new(),
        res: String::new(),
        most: MOST_BYTES.1 + MOST_BYTES.0 * file.source().n_bytes(),
    };
    let mut holders = file.model().holders.iter().peekable();
    let mut connections = file.model().connections.iter().peekable();
    loop {
        let start = |it: Option<TokenIdx>| it.unwrap_or(TokenIdx(u32::MAX));
        let holder = start(holders.peek().map(|it| it.head.start));
        let connection = start(connections.peek().map(|it| it.span.start));
        if holder <= connection {
            let Some(it) = holders.next() else { break };
            writer.holder(it);
        } else {
            let Some(it) = connections.next() else { break };
            let (from, to) = (file.source().joined(it.from.span), file.source().joined(it.to.span));
            let _ = writeln!(writer.res, "connect from {from}\n        to   {to}\n");
        }
    }
    writer.settings(&keys)?;
    writer.rest();
    if writer.res.len() > writer.most {
        let mebibytes = writer.most >> 20;
        let reason = format!("the plain pipeline would be longer than {mebibytes} MiB");
        return Err(Refusal { reason, at: None });
    }
    Ok(writer.res)
}

/// Checks that a relative path of another folder can be written as one of the folder of the text, with the way there in
/// front: `$CONFIG` gives what is written, so it would give the way, too.
fn check_paths(file: &File, keys: &[String]) -> Result<(), Refusal> {
    let (source, entries) = (file.source(), &file.model().entries);
    for (entry, key) in entries.iter().zip(keys) {
        if !resolve::flags(file, entry).relative {
            continue;
        }
        let refused = |reason: &str| {
            let at = Some(source.span_range(entry.span));
            Err(Refusal { reason: format!("`{key}` {reason}"), at })
        };
        match way_to(file, entry) {
            Err(()) => return refused("is a path in a folder that is not known here"),
            Ok(Some(way)) if !way.is_empty() => {
                let reads = |it: &macros::Macro<'_>| it.provider == "CONFIG" && it.name == key;
                let mut values = entries.iter().filter_map(|it| it.value);
                if values.any(|it| macros::find(source.text(it)).any(|it| reads(&it))) {
                    return refused(
                        "is a path in another folder, and `$CONFIG` reads it without that folder",
                    );
                }
            }
            Ok(_) => (),
        }
    }
    Ok(())
}

/// Returns the way from the folder of the text to that of an entry; `None` if the text itself has its assignment, `Err`
/// if it is not known.
fn way_to(file: &File, entry: &Entry) -> Result<Option<String>, ()> {
    let source = file.source();
    let at = resolve::assignment(file, entry);
    if source.is_own(at) {
        return Ok(None);
    }
    let path = |file: u32| source.file(file).map(|it| it.path.as_str());
    let (Some(own), Some(other)) = (path(0), path(source.file_of(at))) else {
        return Err(());
    };
    // A link may lie elsewhere than its name says.
    let files = &file.input().files;
    let way = match (files.folder(own), files.folder(other)) {
        (Some(own), Some(other)) => way(own, other),
        _ => way(folder(own), folder(other)),
    };
    way.map(Some).ok_or(())
}

struct Writer<'w> {
    file: &'w File,
    network: &'w Network<'w>,
    configuration: &'w Configuration<'w>,
    /// Names of processes whose keys are written.
    described: HashSet<String>,
    res: String,
    /// The bytes after which nothing more is written.
    most: usize,
}

impl Writer<'_> {
    fn holder(&mut self, holder: &Holder) {
        match holder.kind {
            HolderKind::Section { .. } => {
                let _ = writeln!(self.res, "config {}", holder.path);
                self.entries(holder);
                self.describe(&holder.path.replace(':', "/"));
            }
            HolderKind::Process(head) => {
                let kind = head.process_type.map_or("", |it| self.file.source().text(it));
                let _ = writeln!(self.res, "process {}\n :: {kind}", holder.path);
                self.entries(holder);
                self.describe(&holder.path);
            }
            HolderKind::Cluster { .. } => return,
        }
        self.res.push('\n');
    }

    /// Writes the entries of a holder. Names of blocks become part of their keys, where a key may have
    /// them: a block may have any name (sprokit.md#blocks).
    fn entries(&mut self, holder: &Holder) {
        let (source, model) = (self.file.source(), self.file.model());
        let mut open: Option<usize> = None;
        for (_, entry) in model.entries_of(holder) {
            if matches!(
                entry.form,
                EntryForm::Junk | EntryForm::LegacyJunk | EntryForm::LegacyAssign
            ) {
                continue;
            }
            if open.is_some() && entry.block == open {
                self.entry("    ", entry, &source.joined(entry.key));
                continue;
            }
            if open.take().is_some() {
                self.res += "  endblock\n";
            }
            let blocks = model.block_path(source, entry.block);
            if is_of_keys(&blocks) {
                self.entry("  ", entry, &format!("{blocks}{}", source.joined(entry.key)));
            } else {
                open = entry.block;
                let _ = writeln!(self.res, "  block {}", blocks.trim_end_matches(':'));
                self.entry("    ", entry, &source.joined(entry.key));
            }
        }
        if open.is_some() {
            self.res += "  endblock\n";
        }
    }

    fn entry(&mut self, indent: &str, entry: &Entry, key: &str) {
        let file = self.file;
        let flags = resolve::flags(file, entry);
        let relative = if flags.relative { "relativepath " } else { "" };
        let value = entry.value.map_or("", |it| file.source().text(it));
        let value = match self.folder(entry).filter(|_| flags.relative) {
            Some(folder) => Cow::Owned(format!("{folder}/{value}")),
            None => Cow::Borrowed(value),
        };
        let mut words: Vec<&str> = Vec::new();
        if flags.read_only {
            words.push("ro");
        }
        if flags.tunable {
            words.push("tunable");
        }
        // A list of flags cannot be read again.
        let operator = if flags.local && words.is_empty() {
            words.push("local-assign");
            "="
        } else if flags.local {
            ":="
        } else {
            "="
        };
        let words = if words.is_empty() { String::new() } else { format!("[{}]", words.join(",")) };
        // With a blank behind it the word would include a file (sprokit.md#lines).
        let is_include = key == "include" && relative.is_empty() && words.is_empty();
        let blank = if is_include { "" } else { " " };
        let _ = writeln!(self.res, "{indent}{relative}{key}{words}{blank}{operator} {value}");
    }

    /// Writes the settings of the command line, which stand behind all entries (sprokit.md#supplements-and-settings).
    fn settings(&mut self, keys: &[String]) -> Result<(), Refusal> {
        let keys = keys.get(self.file.model().entries.len()..).unwrap_or_default();
        for (full, (_, value)) in keys.iter().zip(&self.file.input().host.settings) {
            let Some((section, key)) = full.split_once(':') else { continue };
            if !token::is_name(section) || !token::is_key(key) {
                return Err(Refusal::bad_value(format!(
                    "the setting `{full}` cannot be written as a key"
                )));
            }
            let value = resolve::trimmed(value);
            check_value(value).map_err(|it| {
                Refusal::bad_value(format!("the setting `{full}` cannot be written: {}", it.reason))
            })?;
            // With a blank behind it the word would include a file (sprokit.md#lines).
            let blank = if key == "include" { "" } else { " " };
            let _ = writeln!(self.res, "config {section}\n  {key}{blank}= {value}\n");
        }
        Ok(())
    }

    /// Returns the way from the folder of the text to that of an entry, whose relative path it belongs to
    /// (sprokit.md#relative-paths); none if that is the same.
    fn folder(&self, entry: &Entry) -> Option<String> {
        way_to(self.file, entry).unwrap_or_default().filter(|it| !it.is_empty())
    }

    /// Returns the value of an assignment in words; of a relative path in a folder that is not known, the
    /// path as it is written here.
    fn stored(&self, baked: &Baked<'_>) -> String {
        if !resolve::lacks_folder(self.file, baked) {
            return resolve::stored(self.file, baked);
        }
        let entry = self.file.model().entries.get(baked.entry);
        let way = entry.and_then(|it| self.folder(it)).map_or(String::new(), |it| it + "/");
        format!("{way}{}, in the folder of this file", baked.value)
    }

    /// Writes the keys that the type of a process declares, once for each process.
    fn describe(&mut self, name: &str) {
        let process = self.network.named(name);
        let Some(process) = process.filter(|_| !self.described.contains(name)) else {
            return;
        };
        self.described.insert(name.to_owned());
        self.keys(process);
    }

    fn keys(&mut self, process: &Process<'_>) {
        let mut keys: Vec<&Key> =
            process.process_type.map_or(Vec::new(), |it| it.keys.iter().collect());
        keys.retain(|it| !it.name.starts_with('_'));
        keys.order_by_key(|it| &it.name);
        for it in keys {
            if self.res.len() > self.most {
                return;
            }
            let _ = writeln!(self.res, "\n  # Key: {}", commented(&it.name));
            if !it.about.is_empty() {
                self.res += "  # Description:\n";
                for line in wrapped(&it.about) {
                    let _ = writeln!(self.res, "  #    {line}");
                }
            }
            let _ = writeln!(self.res, "  # Tunable: {}", if it.tunable { "yes" } else { "no" });
            self.value("Default", "default", Some(it.default.as_ref()).filter(|it| !it.is_empty()));
            let full = format!("{}:{}", process.name, it.name);
            let current = self.configuration.get(&full).map(|it| self.stored(it));
            self.value("Current", "current", current.as_deref());
        }
    }

    fn value(&mut self, word: &str, lower: &str, value: Option<&str>) {
        let _ = match value {
            Some(it) => writeln!(self.res, "  # {word} value: {}", commented(it)),
            None => writeln!(self.res, "  # No {lower} value"),
        };
    }

    /// Writes clusters, then processes, that the text does not name: those inside of clusters.
    fn rest(&mut self) {
        for is_cluster in [true, false] {
            let mut rest: Vec<&Process<'_>> = self.network.processes.iter().collect();
            rest.retain(|it| it.within.is_some() && it.instance.is_some() == is_cluster);
            rest.order_by_key(|it| &it.name);
            for it in rest {
                if self.described.contains(it.name.as_ref()) {
                    continue;
                }
                let word = if is_cluster { "cluster" } else { "process" };
                let _ = writeln!(
                    self.res,
                    "# Defaults for '{}' {word}:\nconfig {}\n#:: {}",
                    it.name,
                    it.name.replace('/', ":"),
                    it.type_name
                );
                self.keys(it);
                self.res.push('\n');
            }
        }
    }
}

/// Returns true if a key may begin with these names of blocks, each with a `:` behind it.
fn is_of_keys(blocks: &str) -> bool {
    let mut parts = blocks.split_terminator(':');
    parts.all(|it| it.split(['/', '.']).all(token::is_name))
}

/// Returns a text for a comment, which each of its lines stays in.
fn commented(text: &str) -> String {
    text.replace('\n', "\n  #    ")
}

/// Wraps the words of a text into lines of at most [`WIDTH`] columns.
fn wrapped(text: &str) -> Vec<String> {
    let mut res: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match res.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => res.push(word.to_owned()),
        }
    }
    res
}
