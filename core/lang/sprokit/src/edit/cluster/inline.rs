//! Putting the processes of a cluster in the place of an instance of it.

use super::super::statements;
use std::borrow::Cow;

use text_size::TextRange;

use super::super::connections::{self, Statement};
use super::super::lines;
use super::super::lines::shares_lines;
use super::super::statements::{check_value, find};
use super::meaning::{EDGES, check_meaning, check_own, has_process, renamed, section_of};
use super::said::{self, Comments, Said};
use crate::ast::Address;
use crate::file::{Cluster, File, RelativePath};
use crate::instances::{self, Setting};
use crate::items::ItemRef;
use crate::items::free_name;
use crate::macros;
use crate::model::{Connection, Entry, Holder, HolderId, HolderKind};
use crate::network::Network;
use crate::resolve;
use crate::source::{folder, way};
use crate::token::{self, Kind, trim_end};
use bobbin_core::Input;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_end_after, line_indent};
use bobbin_core::text::{len, offset, slice};

/// Plans the edit of the text; the file of the cluster stays as it is.
pub(crate) fn inline(file: &File, item: &ItemPath) -> Result<SourceChange, Refusal> {
    let none = || Refusal::bad_value("this is not an instance of a cluster among the open files");
    let ItemRef::Holder(idx) = find(file, item)? else { return Err(none()) };
    let holder = file.model().holders.get(idx).ok_or_else(none)?;
    let network = Network::new(file);
    let process = network.own().iter().find(|it| it.holder == idx).ok_or_else(none)?;
    let instance = process.instance.and_then(|it| network.instances.get(it)).ok_or_else(none)?;
    let cluster = instance.cluster;
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let prefix = format!("{}:", holder.path);
    let is_inner = |name: &str| cluster.file.model().processes().any(|(_, it, _)| it.path == name);
    // A key of a process inside will be one of the process itself.
    let mut asked = configuration.asked.iter().filter_map(|it| it.strip_prefix(&prefix));
    if let Some(key) = asked.find(|it| !it.split_once(':').is_some_and(|it| is_inner(it.0))) {
        let reason = format!("a macro asks for the key `{key}` of `{}`", holder.path);
        return Err(Refusal::bad_value(reason));
    }
    let mut names: Vec<(String, String)> = Vec::new();
    for (_, inner, _) in cluster.file.model().processes() {
        let old = inner.path.clone();
        let taken = |name: &str| {
            names.iter().any(|it| it.1 == name) || (has_process(file, name) && holder.path != name)
        };
        let wanted = if taken(&old) { format!("{}_{old}", holder.path) } else { old.clone() };
        let new = free_name(&wanted, taken);
        names.push((old, new));
    }
    let plan = |kept: Vec<HolderId>| Plan {
        file,
        cluster,
        name: &holder.path,
        names: &names,
        kept,
        edits: Vec::new(),
        new: Vec::new(),
    };
    // Sections of a process inside stay as sections of that process, with their comments and macros,
    // if that means the same; else what they set is written out.
    let of_inner = |(at, it): (HolderId, &Holder)| {
        let rest = section_path(file, it.kind)?.strip_prefix(&prefix)?.to_owned();
        is_inner(rest.split(':').next().unwrap_or_default()).then_some(at)
    };
    let kept: Vec<HolderId> = file.model().holders.enumerated().filter_map(of_inner).collect();
    if !kept.is_empty()
        && let Ok(change) = plan(kept).change(idx)
    {
        return Ok(change);
    }
    plan(Vec::new()).change(idx)
}

/// Returns the path of a section, if it is one.
fn section_path(file: &File, kind: HolderKind) -> Option<Cow<'_, str>> {
    let HolderKind::Section { path } = kind else { return None };
    Some(file.source().joined(path))
}

/// Returns the processes inside an instance as they shall stand in a text that has this one, below
/// what else the instance says.
fn blocks(
    file: &File,
    name: &str,
    names: &[(String, String)],
    nl: &str,
) -> Result<Vec<String>, Refusal> {
    let gone = || Refusal::bad_value(format!("`{name}` is not an instance of a cluster any more"));
    let network = Network::new(file);
    let process = network.own().iter().find(|it| it.name == name).ok_or_else(gone)?;
    let instance = process.instance.and_then(|it| network.instances.get(it)).ok_or_else(gone)?;
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let configured = instances::configure(file, &network, &configuration);
    let said = Said::new(file, name);
    let mut res = Vec::new();
    for (at, (_, inner, _)) in instance.inner().zip(instance.cluster.file.model().processes()) {
        let settings = configured.settings.get(at).map_or(&[][..], Vec::as_slice);
        let new = names.iter().find(|it| it.0 == inner.path).map_or("", |it| it.1.as_str());
        let block =
            Block { file, cluster: instance.cluster, holder: inner, settings, new, said: &said };
        res.push(block.text()?.replace("\r\n", "\n").replace('\n', nl));
    }
    if let Some(first) = res.first_mut() {
        let rest: String = said.rest().iter().map(|it| format!("{it}{nl}")).collect();
        first.insert_str(0, &rest);
    }
    Ok(res)
}

/// Returns the name of a process inside, or of one inside of that, behind the change.
fn rename(names: &[(String, String)], inner: &str) -> String {
    let (first, rest) = inner.split_at(inner.find('/').unwrap_or(inner.len()));
    let new = names.iter().find(|it| it.0 == first).map_or(first, |it| it.1.as_str());
    format!("{new}{rest}")
}

/// A process of the cluster as it shall stand in the text.
struct Block<'b> {
    file: &'b File,
    cluster: &'b Cluster,
    holder: &'b Holder,
    /// The settings of the process.
    settings: &'b [Setting],
    /// The process's new name.
    new: &'b str,
    /// The settings and comments of the instance and its sections.
    said: &'b Said,
}

impl Block<'_> {
    fn text(&self) -> Result<String, Refusal> {
        let before = self.said.state();
        if let Some(text) = self.as_written() {
            return Ok(text);
        }
        self.said.reset(&before);
        self.anew()
    }

    /// Returns the process as it stands in the file of the cluster, with its comments and with
    /// other values where they differ; `None` if that does not do.
    fn as_written(&self) -> Option<String> {
        let inner = &*self.cluster.file;
        let HolderKind::Process(head) = self.holder.kind else { return None };
        let last = statements::try_last_statement(inner, self.holder).ok()?;
        let span = TokenSpan::new(self.holder.head.start, last.next());
        check_own(inner, span).ok()?;
        if shares_lines(inner, span) {
            return None;
        }
        let range = lines::with_comments(inner, span);
        let same_folder = folder(&self.cluster.path) == folder(&self.file.input().path);
        let mut edits =
            vec![Replacement { range: inner.source().range(head.name), text: self.new.to_owned() }];
        let mut known: Vec<String> = Vec::new();
        for (idx, entry) in inner.model().entries_of(self.holder) {
            let flags = resolve::flags(inner, entry);
            let raw = entry.value.map_or("", |it| inner.source().text(it));
            let asks = macros::find(raw).any(|it| matches!(it.provider, "CONFIG" | "LOCAL"));
            if flags.local || (flags.relative && !same_folder) {
                return None;
            }
            let key = inner.model().local_key(inner.source(), entry);
            if known.contains(&key) {
                return None;
            }
            let setting = self.settings.iter().find(|it| it.key == key)?;
            let assigned = self.cluster.assigned.iter().find(|it| it.entry == idx)?;
            known.push(key);
            let behind = self.comments(entry, setting, &mut edits);
            let is_same = assigned.value == setting.value && assigned.relative == setting.relative;
            if is_same && !asks {
                edits.extend(behind);
                continue;
            }
            let is_plain = !flags.relative && setting.relative.is_none();
            let value = entry.value.filter(|_| is_plain && !setting.value.is_empty())?;
            let range = inner.source().range(value);
            let behind = behind.map_or(String::new(), |it| it.text);
            edits.push(Replacement { range, text: format!("{}{behind}", setting.value) });
            // A value that a pipeline has set could be set again.
            if let Some(flags) = entry.flags.filter(|_| !is_read_only(self.file, setting)) {
                let range = inner.source().span_range(flags);
                edits.push(Replacement { range, text: String::new() });
            }
        }
        let text = &inner.input().text;
        let moved = edits.into_iter().map(|it| Replacement {
            range: TextRange::at(it.range.start() - range.start(), it.range.len()),
            text: it.text,
        });
        let block = trim_end(slice(text, range));
        let mut res = TextEdit::from_replacements(moved.collect()).apply(block);
        let more = self.settings.iter().filter(|it| !known.contains(&it.key));
        for it in more {
            res += &self.line(it).ok()?;
        }
        Some(res)
    }

    /// Plans the comments of the instance at an entry of the cluster's file: those above it, and
    /// returns the one behind its value.
    fn comments(
        &self,
        entry: &Entry,
        setting: &Setting,
        edits: &mut Vec<Replacement>,
    ) -> Option<Replacement> {
        let Comments { above, behind } = self.said.carry(setting)?;
        let (source, text) = (self.cluster.file.source(), &*self.cluster.file.input().text);
        let start = source.range(entry.relative.unwrap_or(entry.span.start)).start();
        let end = source.span_range(entry.span).end();
        let (next, _) = line_end_after(text, end);
        let is_free = slice(text, TextRange::new(end, next)).trim().is_empty();
        let (above_too, behind) = match behind {
            Some(it) if is_free => {
                let text = format!(" {it}");
                (None, Some(Replacement { range: TextRange::empty(end), text }))
            }
            it => (it.as_ref(), None),
        };
        let indent = line_indent(text, start).unwrap_or_default();
        let lines = above.iter().chain(above_too).map(|it| format!("{it}\n{indent}"));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            edits.push(Replacement { range: TextRange::empty(start), text: lines });
        }
        behind
    }

    /// Writes the line of a key with its comments, with the line end in front of it.
    fn line(&self, setting: &Setting) -> Result<String, Refusal> {
        let line = line(self.file, setting)?;
        let Some(Comments { above, behind }) = self.said.carry(setting) else { return Ok(line) };
        let above: String = above.iter().map(|it| format!("\n  {it}")).collect();
        let behind = behind.as_ref().map_or(String::new(), |it| format!(" {it}"));
        Ok(format!("{above}{line}{behind}"))
    }

    /// Writes the process anew with all its settings, one line for each key.
    fn anew(&self) -> Result<String, Refusal> {
        let HolderKind::Process(head) = self.holder.kind else {
            return Err(Refusal::bad_value("the cluster has no such process"));
        };
        let process_type = head.process_type.map_or("", |it| self.cluster.file.source().text(it));
        let mut res = format!("process {}\n  :: {process_type}", self.new);
        for it in self.settings {
            res += &self.line(it)?;
        }
        Ok(res)
    }
}

/// Returns true if a key must be read-only: it was, or its value names a key of the cluster in
/// whose file the instance stands.
fn is_read_only(file: &File, setting: &Setting) -> bool {
    let own = resolve::cluster_name(file);
    let mapped = own.and_then(|it| setting.value.strip_prefix(it));
    setting.read_only || mapped.is_some_and(|it| it.starts_with(':'))
}

/// Writes the line of a key, with the line end in front of it.
fn line(file: &File, setting: &Setting) -> Result<String, Refusal> {
    let key = &setting.key;
    if !token::is_key(key) {
        return Err(Refusal::bad_value(format!("`{key}` cannot be written as a key")));
    }
    let (word, value) = match &setting.relative {
        Some(it) => relative(file, it, &setting.value)?,
        None => ("", Cow::Borrowed(setting.value.as_str())),
    };
    check_value(&value)?;
    let flag = if is_read_only(file, setting) { "[ro]" } else { "" };
    let line = format!("\n  {word}{key}{flag} = {value}");
    Ok(trim_end(&line).to_owned())
}

/// Returns the word in front of the key and the value that have a relative path in the text. The program
/// only puts the folder in front of it (sprokit.md#relative-paths), so the word stays where the folder of
/// the text is the same or around it; else the whole path is written.
fn relative<'v>(
    file: &File,
    path: &'v RelativePath,
    stored: &'v str,
) -> Result<(&'static str, Cow<'v, str>), Refusal> {
    let own = &file.input().path;
    let below = match (file.input().files.folder(own), path.real_folder.as_deref()) {
        (Some(own), Some(real)) => below(own, real),
        (None, Some(_)) => None,
        (_, None) => below(folder(own), &path.folder),
    };
    match below {
        Some("") => Ok(("relativepath ", Cow::Borrowed(path.value.as_str()))),
        Some(below) => Ok(("relativepath ", Cow::Owned(format!("{below}/{}", path.value)))),
        None if path.real_folder.is_some() => Ok(("", Cow::Borrowed(stored))),
        None => Err(Refusal::bad_value(format!(
            "`{}` is a path in the folder of the cluster, `{}`, and it is not known here where that is",
            path.value,
            way(folder(own), &path.folder).unwrap_or_else(|| path.folder.clone())
        ))),
    }
}

/// Returns the way from one folder to another that is the same or inside it.
fn below<'p>(outer: &str, inner: &'p str) -> Option<&'p str> {
    match outer {
        "" => Some(inner).filter(|it| !it.starts_with('/')),
        "/" => inner.strip_prefix('/'),
        _ if outer == inner => Some(""),
        _ => inner.strip_prefix(outer)?.strip_prefix('/'),
    }
}

struct Plan<'p> {
    file: &'p File,
    cluster: &'p Cluster,
    /// The name of the instance.
    name: &'p str,
    /// The names of the processes inside, in the cluster and in the text.
    names: &'p [(String, String)],
    /// The sections of processes inside that stay.
    kept: Vec<HolderId>,
    edits: Vec<Replacement>,
    /// The connections to add.
    new: Vec<Statement>,
}

impl Plan<'_> {
    /// Plans the whole change, for the instance of this index.
    fn change(mut self, idx: HolderId) -> Result<SourceChange, Refusal> {
        let file = self.file;
        let gone = || Refusal::bad_value("there is no such item");
        let holder = file.model().holders.get(idx).ok_or_else(gone)?;
        let nl = lines::line_end(file);
        let blocks = match self.kept.is_empty() {
            true => blocks(file, self.name, self.names, nl)?,
            // What stays there need not be written here.
            false => blocks(&self.without_kept()?, self.name, self.names, nl)?,
        };
        self.process(holder, &blocks)?;
        self.sections(idx)?;
        self.inside();
        self.macros(idx)?;
        self.connections()?;
        self.mappings()?;
        if !self.new.is_empty() {
            let new = connections::write_all(file, &self.new);
            self.edits.extend_from_slice(new.replacements());
        }
        let old_name = format!("{}/", self.name);
        let new_name = |name: &str| match name.strip_prefix(&old_name) {
            Some(inner) => rename(self.names, inner),
            None => name.to_owned(),
        };
        let mut change = SourceChange::single(&file.input().path, lines::merged(file, self.edits));
        let names = self.names.iter();
        let pairs: Vec<(String, String)> =
            names.map(|it| (format!("{old_name}{}", it.0), it.1.clone())).collect();
        change.notes = renamed(&pairs);
        check_meaning(file, &change, new_name)?;
        Ok(change)
    }

    /// Returns the text without the sections that stay.
    fn without_kept(&self) -> Result<File, Refusal> {
        let file = self.file;
        let mut edits = Vec::new();
        for holder in self.kept.iter().filter_map(|it| file.model().holders.get(*it)) {
            let last = statements::try_last_statement(file, holder)?;
            let span = TokenSpan::new(holder.head.start, last.next());
            check_own(file, span)?;
            edits.push(lines::remove_statement(file, span));
        }
        let text = lines::merged(file, edits).apply(&file.input().text).into();
        Ok(file.parse_other(&Input { text, ..file.input().clone() }))
    }

    /// Puts the processes in the place of the instance.
    fn process(&mut self, holder: &Holder, blocks: &[String]) -> Result<(), Refusal> {
        let file = self.file;
        let last = statements::try_last_statement(file, holder)?;
        let span = TokenSpan::new(holder.head.start, last.next());
        check_own(file, span)?;
        if shares_lines(file, span) {
            return Err(Refusal {
                reason: "something else is on its lines; move it to a line of its own".to_owned(),
                at: Some(file.source().span_range(span)),
            });
        }
        let nl = lines::line_end(file);
        let text = format!("{}{nl}", blocks.join(&format!("{nl}{nl}")));
        let range = said::going(file, span);
        // Keys that are commented out would be of the process above.
        let above = slice(&file.input().text, TextRange::up_to(range.start()));
        let is_right_below = above.lines().next_back().is_some_and(|it| !it.trim().is_empty());
        let is_part = text.lines().next().is_some_and(|it| lines::COMMENTS.is_part_below(it));
        let gap = if is_right_below && is_part { nl } else { "" };
        self.edits.push(Replacement { range, text: format!("{gap}{text}") });
        Ok(())
    }

    /// Removes the sections of the instance, whose settings are among the values by now. Capacities
    /// of connections inside go by the new names.
    fn sections(&mut self, process: HolderId) -> Result<(), Refusal> {
        let file = self.file;
        for (idx, holder) in file.model().holders.enumerated() {
            if idx == process {
                continue;
            }
            let first = section_of(file, holder.kind).map(|it| it.1);
            if first == Some(self.name) && self.kept.contains(&idx) {
                self.keep(holder);
            } else if first == Some(self.name) {
                let last = statements::try_last_statement(file, holder)?;
                let span = TokenSpan::new(holder.head.start, last.next());
                check_own(file, span)?;
                self.edits.push(lines::remove_statement(file, span));
            }
            if holder.path != EDGES {
                continue;
            }
            for (_, entry) in file.model().entries_of(holder).filter(|it| it.1.block.is_none()) {
                let words: Vec<(TokenIdx, Kind)> =
                    file.source().significant_in(entry.key).take(3).collect();
                if let [(outer, _), (_, Kind::Slash), (inner, _)] = words.as_slice()
                    && file.source().text(*outer) == self.name
                {
                    check_own(file, TokenSpan::new(*outer, inner.next()))?;
                    let range = file.source().range(*outer).cover(file.source().range(*inner));
                    let text = rename(self.names, file.source().text(*inner));
                    self.edits.push(Replacement { range, text });
                }
            }
        }
        Ok(())
    }

    /// Keeps a section of a process inside, which is one of the process from now on.
    fn keep(&mut self, holder: &Holder) {
        let HolderKind::Section { path } = holder.kind else { return };
        let source = self.file.source();
        let mut words = source.significant_in(path).filter(|it| it.1 != Kind::Colon);
        if let (Some((outer, _)), Some((inner, _))) = (words.next(), words.next()) {
            let range = source.range(outer).cover(source.range(inner));
            let text = rename(self.names, source.text(inner));
            self.edits.push(Replacement { range, text });
        }
    }

    /// Rewrites `$CONFIG{instance:process:…}` outside of what goes.
    fn macros(&mut self, process: HolderId) -> Result<(), Refusal> {
        let file = self.file;
        let prefix = format!("{}:", self.name);
        for entry in &file.model().entries {
            let (Some(value), Some(owner)) = (entry.value, entry.owner.holder()) else { continue };
            let holder = file.model().holders.get(owner);
            let section = holder.and_then(|it| section_of(file, it.kind));
            let goes = section.is_some_and(|it| it.1 == self.name) && !self.kept.contains(&owner);
            if owner == process || goes {
                continue;
            }
            for it in macros::find(file.source().text(value)).filter(|it| it.provider == "CONFIG") {
                let Some(inner) = it.name.strip_prefix(&prefix) else { continue };
                let Some((name, _)) = inner.split_once(':') else { continue };
                check_own(file, TokenSpan::new(value, value.next()))?;
                let start = file.source().range(value).start() + offset(it.name_range.start);
                let range = TextRange::at(start, len(&prefix) + len(name));
                self.edits.push(Replacement { range, text: rename(self.names, name) });
            }
        }
        Ok(())
    }

    /// Rewrites an address in the file of the cluster, with the new names.
    fn address(&self, address: Address) -> Option<String> {
        let source = self.cluster.file.source();
        let process = source.joined(address.process());
        Some(format!("{}.{}", rename(self.names, &process), source.joined(address.port()?)))
    }

    /// Adds the connections between the processes of the cluster.
    fn inside(&mut self) {
        for it in &self.cluster.file.model().connections {
            if let (Some(from), Some(to)) = (self.address(it.from), self.address(it.to)) {
                let statement = match self.with_comments(it, &from, &to) {
                    Some(text) => Statement::Written(text),
                    None => Statement::New(from, to),
                };
                self.new.push(statement);
            }
        }
    }

    /// Creates a connection as it stands in the file of the cluster, with its comments and with
    /// other ends; `None` if it has no comments.
    fn with_comments(&self, connection: &Connection, from: &str, to: &str) -> Option<String> {
        let inner = &*self.cluster.file;
        check_own(inner, connection.span).ok()?;
        let range = lines::with_comments(inner, connection.span);
        let text = trim_end(slice(&inner.input().text, range));
        if !text.contains('#') || shares_lines(inner, connection.span) {
            return None;
        }
        let ends = [(connection.from, from), (connection.to, to)];
        let edits = ends.map(|(address, new)| Replacement {
            range: inner.source().span_range(address.span) - range.start(),
            text: new.to_owned(),
        });
        let text = TextEdit::from_replacements(edits.to_vec()).apply(text);
        Some(text.replace("\r\n", "\n").replace('\n', lines::line_end(self.file)))
    }

    /// Returns the address that a port of the instance, or of a process inside it, has after the
    /// change, or the addresses of an input of the cluster; `None` if the address is another's.
    fn targets(&self, address: Address, is_input: bool) -> Result<Option<Vec<String>>, Refusal> {
        let source = self.file.source();
        let process = source.joined(address.process());
        let Some(port) = address.port().map(|it| source.joined(it)) else { return Ok(None) };
        if let Some(inner) = process.strip_prefix(self.name).and_then(|it| it.strip_prefix('/')) {
            return Ok(Some(vec![format!("{}.{port}", rename(self.names, inner))]));
        }
        if process != self.name {
            return Ok(None);
        }
        let inner = &self.cluster.file;
        let mappings =
            inner.model().mappings.iter().filter(|it| {
                it.is_input == is_input && inner.source().joined(it.outer.span) == port
            });
        let targets: Vec<String> = mappings.filter_map(|it| self.address(it.inner)).collect();
        if targets.is_empty() {
            return Err(Refusal {
                reason: format!("the cluster has no port `{port}`"),
                at: Some(source.span_range(address.span)),
            });
        }
        Ok(Some(targets))
    }

    fn connections(&mut self) -> Result<(), Refusal> {
        let source = self.file.source();
        for it in &self.file.model().connections {
            let (from, to) = (self.targets(it.from, false)?, self.targets(it.to, true)?);
            if from.is_none() && to.is_none() {
                continue;
            }
            check_own(self.file, it.span)?;
            let output = match from.as_deref() {
                Some([first, ..]) => {
                    self.replace(it.from, first);
                    first.clone()
                }
                _ => source.joined(it.from.span).into_owned(),
            };
            if let Some([first, rest @ ..]) = to.as_deref() {
                self.replace(it.to, first);
                let new = |it: &String| Statement::New(output.clone(), it.clone());
                self.new.extend(rest.iter().map(new));
            }
        }
        Ok(())
    }

    /// Ports of a cluster in whose file the instance stands.
    fn mappings(&mut self) -> Result<(), Refusal> {
        let nl = lines::line_end(self.file);
        for it in &self.file.model().mappings {
            if let Some(targets) = self.targets(it.inner, it.is_input)? {
                check_own(self.file, it.span)?;
                self.replace(it.inner, &targets.join(&format!("{nl}       to   ")));
            }
        }
        Ok(())
    }

    fn replace(&mut self, address: Address, text: &str) {
        self.edits.extend(lines::reworded(self.file, address.span, text));
    }
}
