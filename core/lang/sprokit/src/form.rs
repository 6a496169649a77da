//! The fields of a process, a section, a cluster or a connection.

use std::collections::{HashMap, HashSet};

use crate::ast::EntryForm;
use crate::capacity::{self, BLOCKING, CAPACITY};
use crate::catalogue::{Key, KeyKind, ProcessType, SCHEDULERS};
use crate::check;
use crate::deciding::{self, full_key};
use crate::diagnostics::MISSING_TYPE;
use crate::edges::{self, EdgeSettings};
use crate::file::File;
use crate::inside;
use crate::instances;
use crate::items::{self, ItemRef, PORT, SETTING, SETTING_OF, TYPE_KEY};
use crate::model::{ConnectionId, Entry, Holder, HolderId, HolderKind};
use crate::network::{End, Network, PortInfo};
use crate::resolve::{self, Configuration};
use crate::wires;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::syntax::TokenSpan;
use bobbin_core::view::{
    Choice, Field, FieldGroup, FieldKind, FieldProblem, Form, FormTable, Origin, OriginKind,
    TableColumn,
};

/// Returns the form of an item; `None` if there is no such item.
pub fn form(file: &File, item: &ItemPath) -> Option<Form> {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let of_holder = |item: &ItemPath, idx: HolderId| {
        let holder = file.model().holders.get(idx)?;
        Some(Forms { file, configuration: &configuration, holder }.form(item))
    };
    match items::find(file, item) {
        Some(ItemRef::Holder(idx)) => of_holder(item, idx),
        Some(ItemRef::Connection(idx)) => connection(file, item, idx, &configuration),
        None => {
            // What can be set here of what is inside an instance, the instance has.
            let inside = inside::find(&Network::new(file), item)?;
            let form = of_holder(&items::holder_path(file, inside.holder), inside.holder)?;
            let whose = format!("{}; this is the form of `{}`", inside.place, form.title);
            let note = if form.note.is_empty() { whose } else { format!("{whose}; {}", form.note) };
            Some(Form { note, ..form })
        }
    }
}

struct Forms<'f> {
    file: &'f File,
    configuration: &'f Configuration<'f>,
    holder: &'f Holder,
}

/// A column of a table that adds something: its key, its title, what it is for, and its input.
type ColumnSpec<'c> = (&'c str, &'c str, &'c str, FieldKind);

fn column((key, title, help, kind): ColumnSpec<'_>) -> TableColumn {
    TableColumn {
        key: key.to_owned(),
        title: title.to_owned(),
        help: help.to_owned(),
        kind: Some(kind),
    }
}

/// The declaration of a key, whether or not the text has it.
struct KeySpec<'k> {
    key: String,
    kind: KeyKind,
    default: &'k str,
    help: String,
}

impl KeySpec<'_> {
    fn of(key: &Key) -> KeySpec<'_> {
        let tunable = if key.tunable { "; can be changed while the pipeline runs" } else { "" };
        match key.kind {
            KeyKind::Algorithm => KeySpec {
                key: format!("{}:type", key.name),
                kind: KeyKind::Text,
                default: "",
                help: format!(
                    "which implementation of `{}` to use; its own keys are below `{}:<implementation>:`",
                    key.interface, key.name
                ),
            },
            kind => KeySpec {
                key: key.name.to_string(),
                kind,
                default: &key.default,
                help: if key.about.is_empty() {
                    format!("{}{tunable}", kind.words())
                } else {
                    format!("{}{tunable}", key.about)
                },
            },
        }
    }
}

impl Forms<'_> {
    fn form(&self, item: &ItemPath) -> Form {
        let (file, holder) = (self.file, self.holder);
        let source = file.source();
        let mut groups = Vec::new();
        let (kind, note) = match holder.kind {
            HolderKind::Process(head) => {
                let name = head.process_type.map_or("", |it| source.text(it));
                let known = file.process_type(name);
                groups.push(self.type_group(name, known));
                let specs =
                    known.map_or_else(Vec::new, |it| it.keys.iter().map(KeySpec::of).collect());
                groups.extend(self.key_groups(specs, "Keys of the type"));
                let note = if known.is_none() && !name.is_empty() {
                    format!("the type `{name}` is not in the catalogue, so its keys are not known")
                } else {
                    String::new()
                };
                ("process", note)
            }
            HolderKind::Section { .. } => {
                groups.extend(self.key_groups(section_keys(&holder.path), "Keys of the section"));
                ("section", section_note(&holder.path).to_owned())
            }
            HolderKind::Cluster { description, .. } => {
                groups.extend(self.key_groups(Vec::new(), "Keys"));
                ("cluster", description.map(|it| described(file, it)).unwrap_or_default())
            }
        };
        Form {
            item: item.clone(),
            title: holder.path.clone(),
            kind: kind.to_owned(),
            range: source.span_range(holder.span),
            note,
            actions: Vec::new(),
            groups,
            tables: self.additions(item),
        }
    }

    /// Returns the tables that add a key which has no field, and a port of a cluster. They have no rows, as
    /// what is written has a field, or is drawn.
    fn additions(&self, item: &ItemPath) -> Vec<FormTable> {
        if !self.file.source().is_own(self.holder.head.start) {
            return Vec::new();
        }
        let text = FieldKind::Text;
        let is_cluster = matches!(self.holder.kind, HolderKind::Cluster { .. });
        let flags = match is_cluster {
            true => {
                "`[ro]` behind them makes it read-only, `[tunable]` one that can be changed while the \
                 pipeline runs"
            }
            false => "`[ro]` behind them makes it read-only",
        };
        let words = format!("words joined by `:`, such as `reader:type`; {flags}");
        let key = ("key", "Key", words.as_str(), text.clone());
        let value = ("value", "Value", "as it stands behind `=`; may be empty", text.clone());
        let about = ("description", "Description", "a few words that the text needs", text.clone());
        let further = |title: &str, note: &str, kind: &str, columns: Vec<ColumnSpec<'_>>| {
            let parts = item.0.iter().map(|it| (SETTING_OF.to_owned(), it.clone()));
            FormTable {
                title: title.to_owned(),
                note: note.to_owned(),
                columns: columns.into_iter().map(column).collect(),
                rows: Vec::new(),
                n_left_out: 0,
                add: Some(Command::AddItem {
                    kind: kind.to_owned(),
                    name: String::new(),
                    values: parts.collect(),
                }),
                only_adds: true,
            }
        };
        if !is_cluster {
            let note = "A key that has no field yet gets one here.";
            return vec![further("Further settings", note, SETTING, vec![key, value])];
        }
        let choice = |it: &str| Choice { value: it.to_owned(), help: String::new() };
        let sides = FieldKind::Choice { choices: ["input", "output"].map(choice).into() };
        let port = ("port", "Port", "the name that pipelines connect", text.clone());
        let side = ("side", "Side", "whether data goes in or comes out", sides);
        let inner = ("inner", "Inside", "what it stands for, as `process.port`", text);
        vec![
            further(
                "Further keys",
                "A key of the cluster that has no field yet gets one here.",
                SETTING,
                vec![key, value, about],
            ),
            further(
                "Further ports",
                "A port of the cluster stands for one of a process inside; the graph shows them.",
                PORT,
                vec![port, side, inner],
            ),
        ]
    }

    fn type_group(&self, name: &str, known: Option<&ProcessType>) -> FieldGroup {
        let HolderKind::Process(head) = self.holder.kind else {
            return FieldGroup::new("", "", Vec::new());
        };
        let range = head.process_type.map(|it| self.file.source().range(it));
        let is_elsewhere = head.process_type.is_some_and(|it| !self.file.source().is_own(it));
        let field = Field {
            key: TYPE_KEY.to_owned(),
            label: "type".to_owned(),
            kind: FieldKind::Text,
            written: head.process_type.map(|_| name.to_owned()),
            list: None,
            effective: name.to_owned(),
            origin: range.map_or_else(Origin::default_value, Origin::written),
            range: range.filter(|_| !is_elsewhere),
            help: known.map_or_else(
                || "the type of the process, after `::`".to_owned(),
                |it| match it.about.as_ref() {
                    "" if it.module.is_empty() => "a process type".to_owned(),
                    "" => format!("a process type of the module `{}`", it.module),
                    about => about.to_owned(),
                },
            ),
            inert: is_elsewhere.then(|| "it is in an included file".to_owned()),
            problem: match head.process_type {
                Some(it) => self.problem(TokenSpan::of(it)),
                // One that is missing is told of at the name; of an included file, at the statement.
                None => {
                    let is_own = self.file.source().is_own(head.name);
                    let span = if is_own { TokenSpan::of(head.name) } else { self.holder.head };
                    self.found(span, |it| it.code == &MISSING_TYPE)
                }
            },
            is_kept: true,
        };
        FieldGroup::new("Type", "", vec![field])
    }

    /// Groups the fields: first the known keys, then what else the text has.
    fn key_groups(&self, specs: Vec<KeySpec<'_>>, title: &str) -> Vec<FieldGroup> {
        let file = self.file;
        let mut written: Vec<Option<(String, &Entry)>> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (_, entry) in file.model().entries_of(self.holder) {
            if !matches!(entry.form, EntryForm::Assign | EntryForm::Local | EntryForm::Legacy) {
                continue;
            }
            let key = file.model().local_key(file.source(), entry);
            // The last one counts.
            match places.get(&key).and_then(|it| written.get_mut(*it)) {
                Some(it) => *it = Some((key, entry)),
                None => {
                    places.insert(key.clone(), written.len());
                    written.push(Some((key, entry)));
                }
            }
        }
        let mut known = Vec::new();
        for spec in specs {
            let entry = places.get(&spec.key).and_then(|it| written.get_mut(*it)?.take());
            known.push(self.field(&spec, entry.map(|it| it.1)));
        }
        let mut others: Vec<Field> = written
            .into_iter()
            .flatten()
            .map(|(key, entry)| {
                let help = match self.holder.kind {
                    HolderKind::Cluster { .. } => entry_description(self.file, self.holder, entry),
                    _ => String::new(),
                };
                let spec = KeySpec { key, kind: KeyKind::Text, default: "", help };
                self.field(&spec, Some(entry))
            })
            .collect();
        let mut named: HashSet<String> =
            known.iter().chain(&others).map(|it| it.key.clone()).collect();
        if matches!(self.holder.kind, HolderKind::Process(_)) {
            for key in self.keys_set_elsewhere() {
                if named.insert(key.clone()) {
                    let spec =
                        KeySpec { key, kind: KeyKind::Text, default: "", help: String::new() };
                    others.push(self.field(&spec, None));
                }
            }
        }
        let other_title = if known.is_empty() { title } else { "Other keys" };
        [(title, known), (other_title, others)]
            .into_iter()
            .filter(|it| !it.1.is_empty())
            .map(|(title, fields)| FieldGroup::new(title, "", fields))
            .collect()
    }

    /// Returns the keys of the process that other sections, other files or the command line set,
    /// without its name.
    fn keys_set_elsewhere(&self) -> impl Iterator<Item = String> {
        let prefix = format!("{}:", self.holder.path);
        let all = &self.configuration.effective;
        let first = all.partition_point(|it| it.0 < prefix.as_str());
        let below = all.iter().skip(first).map_while(move |it| it.0.strip_prefix(&prefix));
        below.map(str::to_owned)
    }

    fn field(&self, spec: &KeySpec<'_>, entry: Option<&Entry>) -> Field {
        let (file, holder) = (self.file, self.holder);
        let source = file.source();
        let counts = self.configuration.get(&full_key(holder, &spec.key));
        // The value is changed where it can count.
        let decider = match entry {
            Some(_) => None,
            None => deciding::decider(file, self.configuration, holder, &spec.key),
        };
        let there = decider.as_ref().map(|it| it.entry).filter(|it| source.is_own(it.span.start));
        let shown = entry.or(there);
        let written =
            shown.map(|it| it.value.map_or(String::new(), |it| source.text(it).to_owned()));
        let own = |at: usize| {
            file.model()
                .entries
                .get(at)
                .is_some_and(|it| entry.is_some_and(|own| std::ptr::eq(own, it)))
        };
        let effective = counts.map_or(spec.default.to_owned(), |it| resolve::stored(file, it));
        let (origin, mut inert) = match counts {
            None => (Origin::default_value(), None),
            Some(it) if own(it.entry) => (resolve::origin(file, it), None),
            Some(it) if file.model().entries.get(it.entry).is_none() => {
                let inert = "the command line sets the key and overrides the text".to_owned();
                (resolve::origin(file, it), Some(inert))
            }
            Some(it) => {
                let other = file.model().entries.get(it.entry);
                let range = other.map(|it| source.span_range(it.span));
                let by = other
                    .and_then(|it| it.owner.holder())
                    .and_then(|it| file.model().holders.get(it));
                let by = by.map_or(String::new(), holder_words);
                // What is written here counts only if it stands behind the other assignment.
                let is_decided = it.entry >= holder.entries.end || it.flags.read_only;
                let inert = (entry.is_some() || is_decided && there.is_none()).then(|| {
                    if it.flags.read_only {
                        format!("{by} has made the key read-only")
                    } else {
                        let again = if entry.is_some() { " again" } else { "" };
                        format!("{by} sets the key{again} further down")
                    }
                });
                let written = other.and_then(|it| source.elsewhere(it.span.start));
                (Origin::inherited(range, format!("from {by}")).with_written(written), inert)
            }
        };
        let is_elsewhere = entry.is_some_and(|it| !source.is_own(it.span.start));
        if is_elsewhere {
            inert = Some("it is in an included file".to_owned());
        }
        let inert = inert.or_else(|| self.fixed(&spec.key));
        let value_range = shown.and_then(|it| it.value).map(|it| source.range(it));
        let kind = kind(spec.kind, written.as_deref(), &effective);
        Field {
            key: spec.key.clone(),
            label: spec.key.clone(),
            kind,
            written,
            list: None,
            effective,
            origin,
            range: value_range.filter(|_| !is_elsewhere),
            help: spec.help.clone(),
            inert,
            problem: shown.and_then(|it| self.problem(it.span)),
            // It goes with its description only.
            is_kept: matches!(holder.kind, HolderKind::Cluster { .. }),
        }
    }

    /// Says that the cluster of an instance makes a key read-only (sprokit.md#instantiation).
    fn fixed(&self, key: &str) -> Option<String> {
        let HolderKind::Process(head) = self.holder.kind else { return None };
        let cluster = self.file.library().cluster(self.file.source().text(head.process_type?))?;
        let is_it = |it: &str| {
            let own = it.strip_prefix(&cluster.name).and_then(|it| it.strip_prefix(':'));
            it == key || own == Some(key)
        };
        let is_fixed = cluster.assigned.iter().any(|it| it.read_only && is_it(&it.key));
        is_fixed.then(|| format!("cluster `{}` makes it read-only", cluster.name))
    }

    fn problem(&self, span: TokenSpan) -> Option<FieldProblem> {
        self.found(span, |it| it.code.severity != Severity::Hint)
    }

    /// Returns the first diagnostic about a span. Of one in an included file its place there decides, as all that is
    /// said of the file stands at the line that includes it.
    fn found(
        &self,
        span: TokenSpan,
        is_wanted: impl Fn(&Diagnostic) -> bool,
    ) -> Option<FieldProblem> {
        let source = self.file.source();
        let range = source.span_range(span);
        let there = (!source.is_own(span.start)).then(|| source.written(span)).flatten();
        let is_there = |it: &Diagnostic| {
            there.as_ref().is_none_or(|there| {
                let place = it.related.first().filter(|it| it.path == there.path);
                place.is_some_and(|it| there.range.contains_range(it.range))
            })
        };
        let mut all = check::findings(self.file).iter();
        let found = all.find(|it| range.contains_range(it.range) && is_there(it) && is_wanted(it));
        found.map(FieldProblem::from)
    }
}

fn holder_words(holder: &Holder) -> String {
    match holder.kind {
        HolderKind::Section { .. } => format!("`config {}`", holder.path),
        HolderKind::Process(_) => format!("`process {}`", holder.path),
        HolderKind::Cluster { .. } => format!("`cluster {}`", holder.path),
    }
}

/// Returns the description below an entry of a cluster's header.
pub fn entry_description(file: &File, holder: &Holder, entry: &Entry) -> String {
    let end = file.model().description_end(file.source(), holder, entry);
    described(file, TokenSpan::new(entry.span.end, end))
}

/// Joins the text of description lines.
pub fn described(file: &File, span: TokenSpan) -> String {
    let lines = file
        .source()
        .significant_in(span)
        .map(|(at, _)| file.source().text(at).trim_start_matches("--").trim());
    lines.collect::<Vec<_>>().join(" ")
}

/// Chooses the input for a value: by its type, unless the text says something else.
fn kind(kind: KeyKind, written: Option<&str>, effective: &str) -> FieldKind {
    let said = written.unwrap_or(effective);
    match kind {
        KeyKind::Int | KeyKind::Uint => {
            let min = if kind == KeyKind::Uint { 0 } else { i64::from(i32::MIN) };
            let max = i64::from(if kind == KeyKind::Uint { u32::MAX } else { i32::MAX as u32 });
            let fits = said.parse::<i64>().is_ok_and(|it| (min..=max).contains(&it));
            if fits { FieldKind::Integer { min, max } } else { FieldKind::Text }
        }
        KeyKind::Bool(yes) => {
            let no = if yes == "True" { "False" } else { "false" };
            let both = [yes, no];
            if both.contains(&said) && both.contains(&effective) {
                FieldKind::Toggle { on: yes.to_owned(), off: no.to_owned() }
            } else {
                FieldKind::Text
            }
        }
        _ => FieldKind::Text,
    }
}

/// Keys that the program itself reads (sprokit.md#reserved-configuration).
fn section_keys(path: &str) -> Vec<KeySpec<'static>> {
    let spec = |key: &str, kind: KeyKind, default: &'static str, help: &str| KeySpec {
        key: key.to_owned(),
        kind,
        default,
        help: help.to_owned(),
    };
    match path {
        "_pipeline:_edge" => vec![
            spec(
                "capacity",
                KeyKind::Uint,
                "10",
                "how many data sets may wait on a connection; 0 is unbounded",
            ),
            spec(
                "blocking",
                KeyKind::Bool("true"),
                "true",
                "whether a full connection makes its sender wait",
            ),
        ],
        "_scheduler" => vec![spec(
            "type",
            KeyKind::Text,
            "thread_per_process",
            &format!("one of {}", SCHEDULERS.map(|it| format!("`{it}`")).join(", ")),
        )],
        _ => Vec::new(),
    }
}

fn section_note(path: &str) -> &'static str {
    match path {
        "_pipeline:_edge" => "applies to every connection without a more specific setting",
        "_pipeline:_edge_by_type" => "by the type of the input, as in `kwiver:image:capacity`",
        "_pipeline:_edge_by_conn" => {
            "by one end, as in `input:up:image:capacity` or `input:down:image:capacity`"
        }
        "_scheduler" => "the scheduler that runs the processes; the runner's `-S` overrides it",
        _ => "",
    }
}

fn connection(
    file: &File,
    item: &ItemPath,
    idx: ConnectionId,
    configuration: &Configuration<'_>,
) -> Option<Form> {
    let network = Network::new(file);
    let connection = file.model().connections.get(idx)?;
    let source = file.source();
    let mut fields = Vec::new();
    if let Some(link) = network.links.iter().find(|it| it.connection == idx) {
        for (key, end) in [("from", &link.from), ("to", &link.to)] {
            let at = if key == "from" { connection.from.span } else { connection.to.span };
            let is_own = source.is_own(at.start);
            fields.push(Field {
                range: is_own.then(|| source.span_range(at)),
                inert: (!is_own).then(|| "it is in an included file".to_owned()),
                ..end_field(&network, key, &source.joined(at), end)
            });
        }
        let configured = instances::configure(file, &network, configuration);
        let edges: Vec<_> = wires::of_link(&network, link)
            .iter()
            .map(|it| edges::settings(file, &network, configuration, &configured, it))
            .collect();
        let to = capacity::destination(file, &network, link);
        let mut field = |key, of: &dyn Fn(&EdgeSettings) -> (String, Origin)| {
            if let Some((value, origin)) = edges::together(edges.iter().map(of)) {
                fields.push(capacity::field(file, &to, key, &value, origin));
            }
        };
        field(CAPACITY, &|it| (it.capacity.clone(), it.origin.clone()));
        field(BLOCKING, &|it| (it.blocking.to_string(), it.blocking_origin.clone()));
    }
    Some(Form {
        item: item.clone(),
        title: format!(
            "{} → {}",
            source.joined(connection.from.span),
            source.joined(connection.to.span)
        ),
        kind: "connection".to_owned(),
        range: source.span_range(connection.span),
        note: String::new(),
        actions: Vec::new(),
        groups: vec![FieldGroup::new("Connection", "", fields)],
        tables: Vec::new(),
    })
}

/// Returns an end of a connection as a field that names it and tells the type of its data.
fn end_field(network: &Network<'_>, key: &str, address: &str, end: &End<'_>) -> Field {
    let process = end.process.and_then(|it| network.processes.get(it));
    let process_type = process.map_or("", |it| it.type_name);
    let note = match end.info {
        PortInfo::Open if process_type.is_empty() => format!("nothing is known of `{}`", end.name),
        PortInfo::Open => format!("`{process_type}` is not in the catalogue"),
        PortInfo::Missing => format!("`{process_type}` declares no such port"),
        it => format!("its type is `{}`, as `{process_type}` declares it", it.data_type()),
    };
    Field {
        key: key.to_owned(),
        label: key.to_owned(),
        kind: FieldKind::Text,
        written: Some(address.to_owned()),
        list: None,
        effective: address.to_owned(),
        origin: Origin { kind: OriginKind::Written, note, ..Origin::default_value() },
        range: None,
        help: "the end of the connection, as `process.port`".to_owned(),
        inert: None,
        problem: None,
        is_kept: true,
    }
}
