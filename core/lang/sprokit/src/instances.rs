//! Instances of clusters: the settings of the processes inside them (sprokit.md#instantiation).

use std::collections::HashMap;

use text_size::TextRange;

use crate::file::{File, RelativePath};
use crate::inside;
use crate::network::{Instance, Network, ProcessId};
use crate::resolve::{self, Configuration};
use bobbin_core::IdVec;
use bobbin_core::syntax::TokenSpan;
use bobbin_core::text::Location;
use bobbin_core::view::{Origin, ResolvedRow};

/// A key of a process inside an instance, or of an instance.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The key as the process sees it.
    pub key: String,
    /// The value of the setting.
    pub value: String,
    /// The relative path that it is.
    pub relative: Option<RelativePath>,
    /// True if it cannot be set again.
    pub read_only: bool,
    /// True if the value that the process gets is not known here.
    pub is_open: bool,
    /// The place in the text that decides, if one does.
    pub range: Option<TextRange>,
    /// The place where the value stands, if that is in another text.
    pub written: Option<Location>,
    /// The key of the instance around the process that it is mapped to, if it is.
    pub mapped: Option<String>,
    /// The keys of the cluster whose defaults it took when the cluster was loaded.
    pub frozen: Vec<String>,
    /// The way it came to be.
    pub note: String,
}

/// The reason why an instance cannot be made.
#[derive(Debug)]
pub struct Fault {
    /// The process of the text that is it or around it.
    pub root: ProcessId,
    /// The place in the text that does it; none if the cluster itself does.
    pub range: Option<TextRange>,
    /// The kind of error.
    pub kind: FaultKind,
}

/// An error of an instance.
#[derive(Debug)]
pub enum FaultKind {
    /// It sets a key that is read-only, or the cluster itself does.
    ReadOnly {
        /// The key, with the names of what is around it.
        key: String,
        /// The cluster's name.
        cluster: String,
        /// The key of the instance that makes it read-only, with the names of what is around it; none
        /// if the cluster does.
        own: Option<String>,
        /// The place where the value stands, if that is in another text.
        written: Option<Location>,
    },
    /// A mapped value names a key that the cluster does not declare.
    Undeclared {
        /// The key in question.
        key: String,
        /// The cluster's name.
        cluster: String,
        /// The file of the cluster.
        path: String,
        /// The value there.
        value: TextRange,
    },
}

/// A value of an instance that does not reach a process inside, as that took the default of the key when
/// the cluster was loaded (sprokit.md#config-mapping).
#[derive(Debug)]
pub struct Unreached {
    /// The process of the text that is the instance or around it.
    pub root: ProcessId,
    /// The key, with the names of what is around it.
    pub key: String,
    /// The place in the text that sets it; none if a cluster or the command line does.
    pub range: Option<TextRange>,
    /// The first key that it does not reach, with the names of what is around it.
    pub inner: String,
    /// True if that is another key of the instance.
    pub is_key: bool,
    /// True if the cluster makes that read-only.
    pub read_only: bool,
    /// The place of its value in the file of the cluster, if that is known.
    pub written: Option<Location>,
}

impl Unreached {
    /// Says what becomes of the value.
    pub fn words(&self) -> String {
        format!("does not reach `{}`", self.inner)
    }
}

/// The settings of processes inside instances, and what stands in their way.
#[derive(Debug)]
pub struct Configured {
    /// The settings of each process; empty for those of the text.
    pub settings: IdVec<ProcessId, Vec<Setting>>,
    /// The errors, in the order of the instances.
    pub faults: Vec<Fault>,
    /// The values that do not reach what they seem to be for, in the order of the instances.
    pub unreached: Vec<Unreached>,
    /// The process of the text inside which not all is set up, as there would be too many settings.
    pub beyond: Option<ProcessId>,
}

/// The number of settings that are looked at for all instances together: each repeats those of its
/// cluster.
const MOST_SETTINGS: usize = 30_000;

/// Sets up all instances.
pub fn configure(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
) -> Configured {
    let settings = IdVec::of(&network.processes, Vec::new());
    let mut res = Configured { settings, faults: Vec::new(), unreached: Vec::new(), beyond: None };
    let mut spent = 0;
    for instance in &network.instances {
        let Some(outer) = network.processes.get(instance.process) else { continue };
        let given = match outer.within {
            None => given_in_instances(file, configuration, &outer.name),
            Some(_) => res.settings.get(instance.process).cloned().unwrap_or_default(),
        };
        spent += instance.cluster.assigned.len() + given.len();
        if spent > MOST_SETTINGS {
            res.beyond = Some(outer.root);
            break;
        }
        one(network, instance, &given, &mut res);
    }
    res
}

/// Returns the settings that the text has for one of its processes.
pub fn given(file: &File, configuration: &Configuration<'_>, name: &str) -> Vec<Setting> {
    let prefix = format!("{name}:");
    let first = configuration.effective.partition_point(|it| it.0 < prefix.as_str());
    let mut res = Vec::new();
    for &(key, at) in configuration.effective.iter().skip(first) {
        let (Some(local), Some(baked)) = (key.strip_prefix(&prefix), configuration.entries.get(at))
        else {
            break;
        };
        let Origin { range, written, .. } = resolve::origin(file, baked);
        res.push(Setting {
            key: local.to_owned(),
            value: resolve::stored(file, baked),
            relative: resolve::relative_path(file, baked),
            read_only: baked.flags.read_only,
            is_open: resolve::known(file, baked).is_none(),
            range,
            written,
            mapped: None,
            frozen: Vec::new(),
            note: format!("set by `{key}`"),
        });
    }
    res
}

/// The same with what the text, if it is that of a cluster, sets by its own keys: they count at the top
/// level of its instances (sprokit.md#instantiation).
fn given_in_instances(file: &File, configuration: &Configuration<'_>, name: &str) -> Vec<Setting> {
    let mut block = Block(given(file, configuration, name));
    if let Some(cluster) = resolve::cluster_name(file) {
        for it in given(file, configuration, &format!("{cluster}:{name}")) {
            // What is read-only is an error that is told of where the key stands.
            block.put(Setting { read_only: false, ..it });
        }
    }
    block.0
}

/// Keys with their settings, sorted.
struct Block(Vec<Setting>);

impl Block {
    fn get(&self, key: &str) -> Option<&Setting> {
        let at = self.0.binary_search_by(|it| it.key.as_str().cmp(key)).ok()?;
        self.0.get(at)
    }

    /// Sets a key; false if it is read-only.
    fn put(&mut self, setting: Setting) -> bool {
        match self.0.binary_search_by(|it| it.key.cmp(&setting.key)) {
            Ok(at) => match self.0.get_mut(at) {
                Some(it) if it.read_only => return false,
                Some(it) => *it = setting,
                None => (),
            },
            Err(at) => self.0.insert(at, setting),
        }
        true
    }
}

fn one(network: &Network<'_>, instance: &Instance<'_>, given: &[Setting], res: &mut Configured) {
    let Some(outer) = network.processes.get(instance.process) else { return };
    let cluster = instance.cluster;
    let prefix = format!("{}:", cluster.name);
    let mut block = Block(Vec::new());
    let place = format!("cluster `{}`", cluster.name);
    let written = |entry: usize| {
        let entry = cluster.file.model().entries.get(entry)?;
        cluster.file.source().written(TokenSpan::of(entry.value.unwrap_or(entry.span.start)))
    };
    let header = cluster.file.model().cluster().map(|it| it.0);
    let is_default = |entry: usize| {
        let entry = cluster.file.model().entries.get(entry);
        entry.is_some_and(|it| it.owner.holder() == header)
    };
    for it in &cluster.assigned {
        block.put(Setting {
            key: it.key.clone(),
            value: it.value.clone(),
            relative: it.relative.clone(),
            read_only: it.read_only,
            is_open: it.is_open,
            range: None,
            written: written(it.entry),
            mapped: None,
            frozen: it.frozen.clone(),
            note: match (it.key.strip_prefix(&prefix), it.frozen.as_slice()) {
                (Some(key), _) if is_default(it.entry) => {
                    format!("the default of `{key}` in {place}")
                }
                (Some(_), _) => format!("set by `{}` in {place}", it.key),
                (None, []) => format!("in {place}"),
                (None, [key]) => {
                    format!("in {place}, from the default of `{key}` when that was loaded")
                }
                (None, keys) => {
                    let keys = keys.join("`, `");
                    format!("in {place}, from the defaults of `{keys}` when that was loaded")
                }
            },
        });
    }
    let refuse = |it: &Setting, key: &str, in_block: &str, res: &mut Configured| {
        let key = format!("{}:{key}", outer.name);
        let mut of_cluster = cluster.assigned.iter();
        let own = match of_cluster.any(|it| it.read_only && it.key == in_block) {
            true => None,
            false => in_block.strip_prefix(&prefix).map(|it| format!("{}:{it}", outer.name)),
        };
        let written = it.written.clone();
        let kind = FaultKind::ReadOnly { key, cluster: cluster.name.clone(), own, written };
        res.faults.push(Fault { root: outer.root, range: it.range, kind });
    };
    for it in given {
        let key = format!("{prefix}{}", it.key);
        // A cluster around has keys of its own.
        let frozen = Vec::new();
        if !block.put(Setting { key: key.clone(), frozen, ..it.clone() }) {
            refuse(it, &it.key, &key, res);
        }
    }
    // All that belongs to the cluster counts at the top level too, and so reaches inner processes.
    let own: Vec<Setting> =
        block.0.iter().filter(|it| it.key.starts_with(&prefix)).cloned().collect();
    for it in own {
        let key = it.key.get(prefix.len()..).unwrap_or_default().to_owned();
        if !block.put(Setting { key: key.clone(), read_only: false, ..it.clone() }) {
            refuse(&it, &key, &key, res);
        }
    }
    // What took the defaults of keys, with the names of what is around it.
    let mut taken: Vec<(String, Setting)> = Vec::new();
    for at in instance.inner() {
        let Some(inner) = network.processes.get(at) else { continue };
        let name = inside::own_name(&inner.name);
        let of_process = format!("{name}:");
        let mut settings: Vec<Setting> = Vec::new();
        for it in block.0.iter().filter(|it| it.key.starts_with(&of_process)) {
            let key = it.key.get(of_process.len()..).unwrap_or_default().to_owned();
            settings.push(Setting { key, read_only: false, ..it.clone() });
        }
        for it in &cluster.assigned {
            let (Some(key), Some(mapped), true) =
                (it.key.strip_prefix(&of_process), it.value.strip_prefix(&prefix), it.read_only)
            else {
                continue;
            };
            let is_declared =
                outer.process_type.is_some_and(|it| it.keys.iter().any(|it| it.name == mapped));
            let setting = settings.iter_mut().find(|it| it.key == key);
            let Some(value) = block.get(&it.value).filter(|_| is_declared) else {
                let source = cluster.file.source();
                let entry = cluster.file.model().entries.get(it.entry);
                let at = entry.map(|it| it.value.unwrap_or(it.key.start));
                let kind = FaultKind::Undeclared {
                    key: mapped.to_owned(),
                    cluster: cluster.name.clone(),
                    path: cluster.path.clone(),
                    value: at.map_or(TextRange::default(), |it| source.range(it)),
                };
                res.faults.push(Fault { root: outer.root, range: None, kind });
                // There is no value, and none can be set.
                if let Some(setting) = setting {
                    setting.is_open = true;
                    setting.read_only = true;
                    setting.note = match mapped {
                        "" => format!("mapped to no key of {place}"),
                        _ => format!("mapped to `{mapped}`, which {place} does not declare"),
                    };
                }
                continue;
            };
            if let Some(setting) = setting {
                setting.value.clone_from(&value.value);
                setting.relative.clone_from(&value.relative);
                setting.is_open = value.is_open;
                setting.range = value.range;
                setting.written.clone_from(&value.written);
                setting.read_only = true;
                setting.mapped = Some(mapped.to_owned());
                setting.note = format!("mapped to `{}:{mapped}`, {}", outer.name, value.note);
            }
        }
        let with_frozen = settings.iter().filter(|it| !it.frozen.is_empty());
        taken.extend(with_frozen.map(|it| (format!("{}:{}", inner.name, it.key), it.clone())));
        if let Some(slot) = res.settings.get_mut(at) {
            *slot = settings;
        }
    }
    let declared = outer.process_type.map(|it| it.keys.as_slice()).unwrap_or_default();
    let n_inside = taken.len();
    // Keys of the header take the defaults of others, too, and cannot follow them.
    taken.extend(declared.iter().filter_map(|key| {
        let found = block.get(&format!("{prefix}{}", key.name));
        let found = found.filter(|it| !it.frozen.is_empty())?;
        Some((format!("{}:{}", outer.name, key.name), found.clone()))
    }));
    let mut by_key: Option<HashMap<&str, &Setting>> = None;
    let taken = taken.iter().enumerate().map(|(n, (inner, it))| (n >= n_inside, inner, it));
    let taken = taken.flat_map(|it| it.2.frozen.iter().map(move |key| (it, key)));
    for ((is_key, inner, it), key) in taken {
        let by_key =
            by_key.get_or_insert_with(|| given.iter().map(|it| (it.key.as_str(), it)).collect());
        // Each is told of once, and none that has the value of the default.
        let Some(given) = by_key.remove(key.as_str()) else { continue };
        let is_other = declared.iter().any(|it| it.name == *key && it.default != given.value);
        // What is read-only is refused, and another error says so.
        let full = format!("{prefix}{key}");
        let is_refused = || cluster.assigned.iter().any(|it| it.read_only && it.key == full);
        if is_other && !is_refused() {
            res.unreached.push(Unreached {
                root: outer.root,
                key: format!("{}:{key}", outer.name),
                range: given.range,
                inner: inner.clone(),
                is_key,
                read_only: it.read_only,
                written: it.written.clone(),
            });
        }
    }
}

/// Adds the settings of the processes inside as rows of the whole configuration, and to the rows of
/// instances what does not reach the inside.
pub fn rows(network: &Network<'_>, configured: &Configured, rows: &mut Vec<ResolvedRow>) {
    for (process, settings) in network.processes.iter().zip(&configured.settings) {
        for it in settings {
            let mut note = it.note.clone();
            if it.relative.as_ref().is_some_and(|it| it.real_folder.is_none()) {
                // The line that the value stands in is told beside it.
                let which = if it.written.is_some() { "that" } else { "this" };
                note += if note.is_empty() { "" } else { ", " };
                note += &format!("in the folder of {which} file, which is not known here");
            }
            if it.read_only {
                note += ", read-only";
            }
            rows.push(ResolvedRow {
                item: inside::process_path(&process.name),
                key: format!("{}:{}", process.name, it.key),
                value: it.value.clone(),
                origin: Origin::inherited(it.range, note).with_written(it.written.clone()),
                second: None,
            });
        }
    }
    if configured.unreached.is_empty() {
        return;
    }
    let unreached = configured.unreached.iter().map(|it| (it.key.as_str(), it));
    let unreached: HashMap<&str, &Unreached> = unreached.collect();
    for it in rows {
        if let Some(found) = unreached.get(it.key.as_str()) {
            let note = &mut it.origin.note;
            *note += if note.is_empty() { "" } else { ", " };
            *note += &found.words();
        }
    }
}
