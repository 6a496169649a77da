//! Moving processes to the file of a new cluster, with an instance of it in their place.

use std::collections::{HashMap, HashSet};

use super::super::statements;
use bobbin_core::sorting::Sorting as _;
use text_size::TextRange;

use super::super::lines;
use super::super::statements::elsewhere;
use super::meaning::{
    EDGES, PIPELINE, check_meaning, check_own, has_process, path_of, renamed, section_of,
};
use crate::ast::{Address, ProcessHead};
use crate::check;
use crate::diagnostics::SYNTAX;
use crate::file::File;
use crate::items::ItemRef;
use crate::items::free_name;
use crate::macros;
use crate::model::{Connection, Entry, Holder, HolderId, HolderKind};
use crate::resolve::{self, Configuration};
use crate::token::{self, trim_end};
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::edit::{ItemPath, Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{len, offset, slice};

/// Plans the new file and the edit of the text. Connections among `items` go with their processes
/// anyway.
pub(crate) fn extract(
    file: &File,
    items: &[ItemPath],
    name: &str,
) -> Result<SourceChange, Refusal> {
    let path = check_name(file, name)?;
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let picked = pick(file, items, &configuration)?;
    let names: HashSet<&str> = picked.iter().map(Picked::name).collect();
    let is_picked = |it: &str| names.contains(it);
    let instance = free_name(name, |it| has_process(file, it) && !is_picked(it));
    let mut plan = Plan {
        file,
        picked: &picked,
        names: &names,
        name,
        instance: &instance,
        edits: Vec::new(),
        ports: Vec::new(),
        known: HashMap::new(),
        taken: HashSet::new(),
        connections: Vec::new(),
    };
    plan.connections()?;
    plan.mappings()?;
    if plan.ports.is_empty() {
        return Err(Refusal::bad_value(
            "no connection goes in or out, and a cluster must have a port",
        ));
    }
    plan.processes()?;
    plan.sections()?;
    plan.macros()?;
    let text = plan.text();
    let new_name = |old: &str| {
        let first = old.split('/').next().unwrap_or_default();
        if is_picked(first) { format!("{instance}/{old}") } else { old.to_owned() }
    };
    let pairs: Vec<(String, String)> =
        picked.iter().map(|it| (it.name().to_owned(), new_name(it.name()))).collect();
    let mut change = SourceChange::single(&file.input().path, lines::merged(file, plan.edits));
    change.edits.insert(path, TextEdit::insert(0.into(), text));
    change.notes = renamed(&pairs);
    check_meaning(file, &change, new_name)?;
    Ok(change)
}

/// Returns the path of the new file.
fn check_name(file: &File, name: &str) -> Result<String, Refusal> {
    if !token::is_name(name) {
        return Err(Refusal::bad_value(format!("`{name}` cannot be the name of a cluster")));
    }
    let is_own = resolve::cluster_name(file) == Some(name);
    if is_own || file.process_type(name).is_some() {
        return Err(Refusal::bad_value(format!("there is a process type called `{name}` already")));
    }
    let path = path_of(file, name);
    if file.input().files.get(&path).is_some() {
        return Err(Refusal::bad_value(format!("there is a file `{path}` already")));
    }
    Ok(path)
}

/// A process that goes into the cluster.
struct Picked<'f> {
    holder: &'f Holder,
    head: ProcessHead,
    /// The span of all that belongs to it.
    span: TokenSpan,
    /// True if its keys stay in the text, as those of a section of the instance: their values, or
    /// values elsewhere, depend on what stands around them.
    stays: bool,
}

impl<'f> Picked<'f> {
    fn name(&self) -> &'f str {
        &self.holder.path
    }
}

/// Facts about a text that are asked for each process, found once for all of them.
struct Facts<'f> {
    /// The name of the cluster that the text declares.
    own: Option<&'f str>,
    /// The syntax errors, in the order of the text.
    errors: Vec<&'f Diagnostic>,
    /// The names that several processes have.
    repeated: HashSet<&'f str>,
    /// The first words of the keys that `$CONFIG` macros ask for.
    asked: HashSet<&'f str>,
    /// The first section with the name of each process.
    sections: HashMap<&'f str, HolderId>,
}

impl<'f> Facts<'f> {
    fn new(file: &'f File, configuration: &Configuration<'f>) -> Facts<'f> {
        let is_error = |it: &&Diagnostic| {
            it.code.reference == SYNTAX.reference && it.code.severity == Severity::Error
        };
        let mut errors: Vec<&Diagnostic> = check::findings(file).iter().filter(is_error).collect();
        errors.order_by_key(|it| it.range.start());
        let mut seen = HashSet::new();
        let names = file.model().processes().map(|it| it.1.path.as_str());
        let repeated = names.filter(|it| !seen.insert(*it)).collect();
        let asked = configuration.asked.iter().filter_map(|it| it.split_once(':'));
        let mut sections = HashMap::new();
        for (idx, holder) in file.model().holders.enumerated() {
            if let Some((_, name)) = section_of(file, holder.kind) {
                sections.entry(name).or_insert(idx);
            }
        }
        let own = resolve::cluster_name(file);
        Facts { own, errors, repeated, asked: asked.map(|it| it.0).collect(), sections }
    }

    /// Refuses a process with a syntax error: what belongs to it behind that is not known.
    fn check_readable(&self, file: &File, holder: &Holder) -> Result<(), Refusal> {
        let range = file.source().span_range(holder.span);
        let first = self.errors.partition_point(|it| it.range.start() < range.start());
        let mut errors = self.errors.iter().skip(first);
        let within = errors.by_ref().take_while(|it| it.range.start() <= range.end());
        let Some(it) = { within }.find(|it| it.range.end() <= range.end()) else { return Ok(()) };
        let above = slice(&file.input().text, TextRange::up_to(it.range.start()));
        Err(Refusal {
            reason: format!(
                "`{}` has a syntax error in line {}: {}; fix it first",
                holder.path,
                above.matches('\n').count() + 1,
                it.message
            ),
            at: Some(it.range),
        })
    }

    fn stays(&self, file: &File, idx: HolderId, holder: &Holder) -> bool {
        let name = holder.path.as_str();
        let depends = |entry: &Entry| {
            let value = entry.value.map_or("", |it| file.source().text(it));
            let maps = self
                .own
                .and_then(|it| value.strip_prefix(it))
                .is_some_and(|it| it.starts_with(':'));
            let asks = macros::find(value).any(|it| matches!(it.provider, "CONFIG" | "LOCAL"));
            maps || asks || resolve::flags(file, entry).local
        };
        // What a section above sets, the keys of the process set again.
        let has_section = self.sections.get(name).is_some_and(|it| *it < idx);
        let mut entries = file.model().entries_of(holder).peekable();
        entries.peek().is_some()
            && (self.asked.contains(name)
                || has_section
                || entries.any(|(_, entry)| depends(entry)))
    }
}

/// Returns the processes among `items`, in the order of the text.
fn pick<'f>(
    file: &'f File,
    items: &[ItemPath],
    configuration: &Configuration<'f>,
) -> Result<Vec<Picked<'f>>, Refusal> {
    let mut holders = Vec::new();
    for found in statements::find_all(file, items) {
        match found? {
            ItemRef::Holder(idx) => holders.push(idx),
            ItemRef::Connection(_) => (),
        }
    }
    let facts = Facts::new(file, configuration);
    holders.order();
    holders.dedup();
    let mut res: Vec<Picked<'f>> = Vec::new();
    for idx in holders {
        let Some(holder) = file.model().holders.get(idx) else { continue };
        let HolderKind::Process(head) = holder.kind else {
            return Err(Refusal::bad_value("only processes go into a cluster"));
        };
        let name = holder.path.as_str();
        if facts.repeated.contains(name) {
            return Err(Refusal::bad_value(format!("several processes are called `{name}`")));
        }
        facts.check_readable(file, holder)?;
        let last = statements::try_last_statement(file, holder)?;
        let span = TokenSpan::new(holder.head.start, last.next());
        check_own(file, span)?;
        if lines::before_on_line(file, span.start).is_some()
            || lines::next_on_line(file, last).is_some()
        {
            return Err(Refusal {
                reason: "something else is on its lines; move it to a line of its own".to_owned(),
                at: Some(file.source().span_range(span)),
            });
        }
        let stays = facts.stays(file, idx, holder);
        res.push(Picked { holder, head, span, stays });
    }
    if res.is_empty() {
        return Err(Refusal::bad_value("there is no process among what is selected"));
    }
    Ok(res)
}

/// Returns the lines of the head of a process with the comments about it: those above that the process owns,
/// and those on its lines. What stands below them is about its keys.
fn head_lines(file: &File, picked: &Picked<'_>) -> TextRange {
    let text: &str = &file.input().text;
    let end = file.source().range(lines::last_token(file, picked.holder.head)).end();
    let rest = text.get(end.into()..).unwrap_or_default();
    let rest = rest.split_inclusive('\n').next().unwrap_or_default();
    TextRange::new(lines::owned(file, picked.span).start(), end + len(rest))
}

/// A port of the new cluster.
struct Port {
    is_input: bool,
    name: String,
    /// The process and port it stands for.
    inner: (String, String),
}

struct Plan<'p> {
    file: &'p File,
    picked: &'p [Picked<'p>],
    /// The names of those that are picked.
    names: &'p HashSet<&'p str>,
    name: &'p str,
    instance: &'p str,
    edits: Vec<Replacement>,
    ports: Vec<Port>,
    /// The names of the ports, by side and what they stand for.
    known: HashMap<(bool, String, String), String>,
    /// The names of the ports with their sides.
    taken: HashSet<(bool, String)>,
    /// Connections inside, as they stand in the text.
    connections: Vec<String>,
}

impl Plan<'_> {
    fn is_picked(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns true if an address is that of a picked process, or of one inside it.
    fn touches(&self, address: Address) -> bool {
        let name = self.file.source().joined(address.process());
        address.dot.is_some() && self.is_picked(name.split('/').next().unwrap_or_default())
    }

    /// Returns true if an address is that of a picked process itself.
    fn is_inner(&self, address: Address) -> bool {
        address.dot.is_some() && self.is_picked(&self.file.source().joined(address.process()))
    }

    fn connections(&mut self) -> Result<(), Refusal> {
        let file = self.file;
        for it in &file.model().connections {
            if !self.touches(it.from) && !self.touches(it.to) {
                continue;
            }
            check_own(file, it.span)?;
            if self.is_inner(it.from) && self.is_inner(it.to) {
                self.moves(it);
                continue;
            }
            for (address, is_input) in [(it.from, false), (it.to, true)] {
                self.outside(address, is_input);
            }
        }
        Ok(())
    }

    /// Moves a connection between two picked processes along.
    fn moves(&mut self, connection: &Connection) {
        let text: &str = &self.file.input().text;
        let last = lines::last_token(self.file, connection.span);
        let shares = lines::before_on_line(self.file, connection.span.start).is_some()
            || lines::next_on_line(self.file, last).is_some();
        let range = if shares {
            self.file.source().span_range(connection.span)
        } else {
            lines::owned(self.file, connection.span)
        };
        self.connections.push(trim_end(slice(text, range)).to_owned());
        self.edits.push(lines::remove_statement(self.file, connection.span));
    }

    /// Rewrites an address that stays outside: it names the instance from now on.
    fn outside(&mut self, address: Address, is_input: bool) {
        let source = self.file.source();
        let Some(port) = address.port().filter(|_| self.touches(address)) else { return };
        let text = if self.is_inner(address) {
            let process = source.joined(address.process()).into_owned();
            let outer = self.port(is_input, process, source.joined(port).into_owned());
            format!("{}.{outer}", self.instance)
        } else {
            format!("{}/{}", self.instance, source.joined(address.span))
        };
        self.edits.extend(lines::reworded(self.file, address.span, &text));
    }

    /// Returns the name of the cluster's port for a port inside.
    fn port(&mut self, is_input: bool, process: String, port: String) -> String {
        let key = (is_input, process, port);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let taken = |name: &str| self.taken.contains(&(is_input, name.to_owned()));
        let (_, process, port) = &key;
        // The outer name of an output is one word.
        let mut name = port.replace('/', "_");
        if taken(&name) {
            name = format!("{process}_{name}");
        }
        let name = free_name(&name, taken);
        let inner = (process.clone(), port.clone());
        self.ports.push(Port { is_input, name: name.clone(), inner });
        self.taken.insert((is_input, name.clone()));
        self.known.insert(key, name.clone());
        name
    }

    /// Ports of a cluster in whose file the processes stand.
    fn mappings(&mut self) -> Result<(), Refusal> {
        let file = self.file;
        for it in file.model().mappings.iter().filter(|it| it.inner.dot.is_some()) {
            if self.touches(it.inner) {
                check_own(file, it.span)?;
                self.outside(it.inner, it.is_input);
            }
        }
        Ok(())
    }

    /// Puts the instance in the place of the first process.
    fn processes(&mut self) -> Result<(), Refusal> {
        let file = self.file;
        let nl = lines::line_end(file);
        for (n, it) in self.picked.iter().enumerate() {
            let owned = lines::owned(file, it.span);
            if it.stays {
                let head = it.holder.head;
                let last = lines::last_token(file, head);
                if lines::next_on_line(file, last).is_some() {
                    return Err(Refusal {
                        reason: "a key is on the same line as the type; give it a line of its own"
                            .to_owned(),
                        at: Some(file.source().span_range(head)),
                    });
                }
                let statement = match n {
                    0 => format!("{}{nl}{nl}", self.statement(it.head)),
                    _ => String::new(),
                };
                self.edits.push(Replacement {
                    range: head_lines(file, it),
                    text: format!("{statement}config {}:{}{nl}", self.instance, it.name()),
                });
            } else if n == 0 {
                let text = format!("{}{nl}", self.statement(it.head));
                self.edits.push(Replacement { range: owned, text });
            } else {
                self.edits.push(lines::remove_statement(file, it.span));
            }
        }
        Ok(())
    }

    /// Writes `process instance :: name`, with the blanks of another process.
    fn statement(&self, model: ProcessHead) -> String {
        let source = self.file.source();
        let is_blank = |it: &&str| !it.is_empty() && it.chars().all(char::is_whitespace);
        let others = self.file.model().processes().map(|it| it.2);
        let heads = std::iter::once(model).chain(others);
        let between = heads.filter(|it| source.is_own(it.name)).filter_map(|it| {
            let (name, colons) = (source.range(it.name), source.range(it.colons?));
            let between = TextRange::new(name.end(), colons.start().max(name.end()));
            Some(slice(&self.file.input().text, between))
        });
        let between = { between }.find(is_blank).unwrap_or(" ");
        format!("process {}{between}:: {}", self.instance, self.name)
    }

    /// Sections of picked processes become sections of the instance.
    fn sections(&mut self) -> Result<(), Refusal> {
        let file = self.file;
        for holder in &file.model().holders {
            self.edges_of_process(holder)?;
            let Some((at, first)) = section_of(file, holder.kind) else { continue };
            if self.is_picked(first) {
                self.own(at)?;
                let text = format!("{}:{first}", self.instance);
                self.edits.push(Replacement { range: file.source().range(at), text });
            }
            self.edges(holder)?;
        }
        Ok(())
    }

    /// Puts the instance in front of picked processes in keys of `config _pipeline:_edge_by_conn`, and of
    /// `config _pipeline`.
    fn edges(&mut self, holder: &Holder) -> Result<(), Refusal> {
        let file = self.file;
        // The word and the colon in front of the process.
        let n_before = match holder.path.as_str() {
            EDGES => 0,
            PIPELINE => 2,
            _ => return Ok(()),
        };
        for (_, entry) in file.model().entries_of(holder) {
            let full = file.model().full_key(file.source(), entry);
            let rest = full.strip_prefix(EDGES).and_then(|it| it.strip_prefix(':'));
            let name = rest.and_then(|it| it.split([':', '/']).next()).unwrap_or_default();
            if !self.is_picked(name) {
                continue;
            }
            if entry.block.is_some() {
                let reason =
                    format!("`{full}` is set in a block; write it without the block first");
                let at = Some(file.source().span_range(entry.span));
                return Err(Refusal { reason, at });
            }
            let mut words = file.source().significant_in(entry.key).skip(n_before);
            let Some((at, _)) = words.next() else { continue };
            self.own(at)?;
            let text = format!("{}/{name}", self.instance);
            self.edits.push(Replacement { range: file.source().range(at), text });
        }
        Ok(())
    }

    /// Rewrites `config _pipeline:_edge_by_conn:process`: the path of a section cannot name a
    /// process of the instance, but the keys can.
    fn edges_of_process(&mut self, holder: &Holder) -> Result<(), Refusal> {
        let file = self.file;
        let HolderKind::Section { path } = holder.kind else { return Ok(()) };
        let rest = holder.path.strip_prefix(EDGES).and_then(|it| it.strip_prefix(':'));
        let Some(rest) = rest else { return Ok(()) };
        let (name, more) = rest.split_once(':').unwrap_or((rest, ""));
        if !self.is_picked(name) {
            return Ok(());
        }
        check_own(file, TokenSpan::new(holder.head.start, path.end))?;
        let range = file.source().span_range(path);
        self.edits.push(Replacement { range, text: EDGES.to_owned() });
        let more = if more.is_empty() { String::new() } else { format!("{more}:") };
        let prefix = format!("{}/{name}:{more}", self.instance);
        for (_, entry) in file.model().entries_of(holder) {
            let at = match entry.block {
                Some(_) => {
                    return Err(Refusal {
                        reason: format!(
                            "`config {}` has a block; write its keys without the block first",
                            holder.path
                        ),
                        at: Some(file.source().span_range(entry.span)),
                    });
                }
                None => entry.key.start,
            };
            self.own(at)?;
            let start = file.source().range(at).start();
            self.edits.push(Replacement { range: TextRange::empty(start), text: prefix.clone() });
        }
        Ok(())
    }

    /// Rewrites `$CONFIG{process:…}` of picked processes.
    fn macros(&mut self) -> Result<(), Refusal> {
        let file = self.file;
        for value in file.model().entries.iter().filter_map(|it| it.value) {
            for it in macros::find(file.source().text(value)) {
                let first = it.name.split(':').next().unwrap_or_default();
                if it.provider != "CONFIG" || first == it.name || !self.is_picked(first) {
                    continue;
                }
                self.own(value)?;
                let start = file.source().range(value).start() + offset(it.name_range.start);
                let text = format!("{}:", self.instance);
                self.edits.push(Replacement { range: TextRange::empty(start), text });
            }
        }
        Ok(())
    }

    fn own(&self, at: TokenIdx) -> Result<(), Refusal> {
        if self.file.source().is_own(at) { Ok(()) } else { Err(elsewhere(self.file, at)) }
    }

    /// Writes the text of the new file.
    fn text(&self) -> String {
        let file = self.file;
        let nl = lines::line_end(file);
        let names: Vec<&str> = self.picked.iter().map(Picked::name).collect();
        let mut res = format!("cluster {}{nl}  -- Holds {}.{nl}", self.name, names.join(", "));
        let side = |is_input: bool| self.ports.iter().filter(move |it| it.is_input == is_input);
        for it in side(true).chain(side(false)) {
            let (process, port) = &it.inner;
            let inner = format!("{process}.{port}");
            let (word, from, to, side) = match it.is_input {
                true => ("imap", it.name.as_str(), inner.as_str(), "input"),
                false => ("omap", inner.as_str(), it.name.as_str(), "output"),
            };
            res += &format!(
                "{nl}  {word} from {from}{nl}       to   {to}{nl}  -- The {side} {port} of {process}.{nl}"
            );
        }
        for it in self.picked {
            let range = if it.stays { head_lines(file, it) } else { lines::owned(file, it.span) };
            res += &format!("{nl}{}{nl}", trim_end(slice(&file.input().text, range)));
        }
        if !self.connections.is_empty() {
            res += &format!("{nl}{}{nl}", self.connections.join(nl));
        }
        res
    }
}
