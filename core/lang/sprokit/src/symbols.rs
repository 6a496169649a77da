//! What the words of a text can name: the kinds of things, and where a path through instances of
//! clusters leads.

use std::collections::BTreeMap;

use crate::capacity;
use crate::file::{Cluster, File};
use crate::key_words::{Part, Word};
use crate::resolve;

/// Something that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// A process of one text.
    Process(String),
    /// A process inside a cluster, and the name of that.
    Inner(String, String),
    /// A process type that is no open cluster.
    Type(String),
    /// A cluster of the open files.
    Cluster(String),
    /// A port of a cluster: whether it is an input, and its name.
    ClusterPort(String, bool, String),
    /// A key that a cluster declares.
    ClusterKey(String, String),
    /// A key of a process inside a cluster: the cluster, and the key with the name of the process. Instances
    /// may set it.
    InnerKey(String, String),
    /// A port of a process: whether it is an input, and its name.
    Port(String, bool, String),
    /// A key of one text, with the names of what is around it.
    Key(String),
    /// A name that `:=` defines.
    Local(String),
    /// The path of sections that no process and no cluster has as its name, and that the program does
    /// not read by itself.
    Section(String),
}

impl Symbol {
    /// Returns true if other files can name it.
    pub fn is_shared(&self) -> bool {
        matches!(
            self,
            Symbol::Inner(..)
                | Symbol::Cluster(_)
                | Symbol::ClusterPort(..)
                | Symbol::ClusterKey(..)
                | Symbol::InnerKey(..)
        )
    }

    /// Returns the cluster that it is, or that it is part of.
    pub fn cluster(&self) -> Option<&str> {
        match self {
            Symbol::Inner(cluster, _)
            | Symbol::Cluster(cluster)
            | Symbol::ClusterPort(cluster, ..)
            | Symbol::ClusterKey(cluster, _)
            | Symbol::InnerKey(cluster, _) => Some(cluster),
            _ => None,
        }
    }

    /// Returns true for what a line with a key declares. One with `:=` declares two at once: the key,
    /// and the name for `$LOCAL`.
    pub fn is_key(&self) -> bool {
        matches!(
            self,
            Symbol::Key(_) | Symbol::ClusterKey(..) | Symbol::InnerKey(..) | Symbol::Local(_)
        )
    }
}

/// The names that a text declares, and those inside the clusters that it knows.
pub struct Names<'f> {
    file: &'f File,
    /// The name of the cluster that the text declares.
    pub own: Option<&'f str>,
    /// The type of the first process of each name; `None` where it is missing.
    types: BTreeMap<&'f str, Option<&'f str>>,
}

/// The processes among which a name is looked up.
#[derive(Clone, Copy)]
pub enum Scope<'f> {
    /// Those of the text.
    Text,
    /// Those of a cluster in another file.
    Cluster(&'f Cluster),
}

/// A process that a path leads to.
pub struct Step<'f> {
    /// The process itself.
    pub symbol: Symbol,
    /// Its type, if it has one.
    pub process_type: Option<&'f str>,
}

impl<'f> Names<'f> {
    /// Finds the names of a text.
    pub fn new(file: &'f File) -> Names<'f> {
        let mut types = BTreeMap::new();
        for (_, holder, head) in file.model().processes() {
            let name = head.process_type.map(|it| file.source().text(it));
            types.entry(holder.path.as_str()).or_insert(name);
        }
        Names { file, own: resolve::cluster_name(file), types }
    }

    /// Returns true if the text has a process of this name.
    pub fn has_process(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    /// Returns true if a file declares the type as a cluster.
    pub fn is_cluster(&self, name: &str) -> bool {
        self.file.library().has_file(name) || self.own == Some(name)
    }

    /// Returns the process of the text that has this name, whether there is one or not.
    pub fn process(&self, name: &str) -> Symbol {
        match self.own {
            Some(own) => Symbol::Inner(own.to_owned(), name.to_owned()),
            None => Symbol::Process(name.to_owned()),
        }
    }

    /// Finds a process by its name.
    pub fn step(&self, scope: Scope<'f>, name: &str) -> Option<Step<'f>> {
        match scope {
            Scope::Text => {
                let &process_type = self.types.get(name)?;
                Some(Step { symbol: self.process(name), process_type })
            }
            Scope::Cluster(cluster) => {
                let mut inner = cluster.file.model().processes();
                let (_, _, head) = inner.find(|it| it.1.path == name)?;
                Some(Step {
                    symbol: Symbol::Inner(cluster.name.clone(), name.to_owned()),
                    process_type: head.process_type.map(|it| cluster.file.source().text(it)),
                })
            }
        }
    }

    /// Returns the processes inside those of a type, if another file declares it.
    pub fn inside(&self, process_type: Option<&str>) -> Option<Scope<'f>> {
        let name = process_type.filter(|&it| self.own != Some(it))?;
        let cluster = self.file.library().cluster(name).filter(|it| !it.path.is_empty())?;
        Some(Scope::Cluster(cluster))
    }

    /// Returns the port of a process that is called `process` in all.
    pub fn port(&self, it: Option<&Step<'f>>, process: &str, is_input: bool, name: &str) -> Symbol {
        let process_type = it.and_then(|it| it.process_type);
        match process_type.filter(|it| self.is_cluster(it)) {
            Some(cluster) => Symbol::ClusterPort(cluster.to_owned(), is_input, name.to_owned()),
            None => Symbol::Port(process.to_owned(), is_input, name.to_owned()),
        }
    }

    /// Returns the process whose key a full key sets, with that key: `end` of `a` for `a:end`, and for
    /// `m:a:end` if `a` is inside `m`.
    fn owner<'k>(&self, full: &'k str) -> Option<(Step<'f>, &'k str)> {
        let (mut first, mut local) = full.split_once(':')?;
        if self.own == Some(first) {
            (first, local) = local.split_once(':')?;
        }
        let mut step = self.step(Scope::Text, first)?;
        while let Some((name, rest)) = local.split_once(':')
            && let Some(scope) = self.inside(step.process_type)
            && let Some(next) = self.step(scope, name)
        {
            (step, local) = (next, rest);
        }
        Some((step, local))
    }

    /// Returns the process type whose key a full key sets, with that key.
    pub fn typed_key<'k>(&self, full: &'k str) -> Option<(&'f str, &'k str)> {
        let (step, local) = self.owner(full)?;
        step.process_type.map(|it| (it, local))
    }

    /// Returns the type of a process inside a cluster, if it is known.
    pub fn inner_type(&self, cluster: &str, process: &str) -> Option<&'f str> {
        let scope = match self.own == Some(cluster) {
            true => Scope::Text,
            false => self.inside(Some(cluster))?,
        };
        self.step(scope, process)?.process_type
    }

    /// Returns the symbol of a full key, as the text or a macro writes it.
    pub fn key(&self, full: &str) -> Symbol {
        let (first, local) = full.split_once(':').unwrap_or((full, ""));
        if let Some(own) = self.own.filter(|&it| it == first) {
            // A key of a process, with the cluster's name in front (sprokit.md#instantiation).
            return match local.split_once(':').is_some_and(|it| self.has_process(it.0)) {
                true => self.key(local),
                false => Symbol::ClusterKey(own.to_owned(), local.to_owned()),
            };
        }
        let Some((step, local)) = self.owner(full) else { return Symbol::Key(full.to_owned()) };
        if let Some(name) = step.process_type.filter(|it| self.is_cluster(it))
            && let Some(process_type) = self.file.process_type(name)
            && process_type.keys.iter().any(|it| it.name == local)
        {
            return Symbol::ClusterKey(name.to_owned(), local.to_owned());
        }
        match step.symbol {
            Symbol::Inner(cluster, name) => Symbol::InnerKey(cluster, format!("{name}:{local}")),
            _ => Symbol::Key(full.to_owned()),
        }
    }

    /// Returns what the parts of a full key name, from the part `from` on, each with the word to
    /// change for another name. The part that ends a key is the key itself, and not among `parts`.
    pub fn along<'p>(&self, parts: &'p [Part<'f>], from: usize) -> Vec<(Symbol, &'p Word<'f>)> {
        let mut res = Vec::new();
        if let [root, section, rest @ ..] = parts
            && capacity::SECTION.split_once(':') == root.text().zip(section.text())
        {
            self.edge(rest, from.saturating_sub(2), &mut res);
            return res;
        }
        let mut scope = Scope::Text;
        for (nth, part) in parts.iter().enumerate() {
            let Some(word) = part.word() else { break };
            if nth == 0 && self.own == Some(word.text) {
                if from == 0 {
                    res.push((Symbol::Cluster(word.text.to_owned()), word));
                }
                continue;
            }
            let Some(step) = self.step(scope, word.text) else { break };
            let inside = self.inside(step.process_type);
            if nth >= from {
                res.push((step.symbol, word));
            }
            let Some(inside) = inside else { break };
            scope = inside;
        }
        res
    }

    /// Finds the names in what stands behind `_pipeline:_edge_by_conn`: a process, which may be inside
    /// an instance, a direction and a port (sprokit.md#edge-capacity).
    fn edge<'p>(&self, parts: &'p [Part<'f>], from: usize, res: &mut Vec<(Symbol, &'p Word<'f>)>) {
        let Some(process) = parts.first() else { return };
        let (found, last) = self.path(&process.words);
        if found.len() < process.words.len() {
            return;
        }
        if from == 0 {
            res.extend(found);
        }
        if let [_, direction, port, ..] = parts
            && let Some(is_input) = is_input(direction)
            && let Some(word) = port.words.last()
            && from <= 2
        {
            let symbol = self.port(last.as_ref(), &process.joined(), is_input, &port.joined());
            res.push((symbol, word));
        }
    }

    /// Returns the processes that the words of a path such as `m/k` name, as far as they are known,
    /// and the one that it leads to.
    pub fn path<'p>(
        &self,
        words: &'p [Word<'f>],
    ) -> (Vec<(Symbol, &'p Word<'f>)>, Option<Step<'f>>) {
        let (mut res, mut last) = (Vec::new(), None);
        let mut scope = Some(Scope::Text);
        for word in words {
            let Some(step) = scope.and_then(|it| self.step(it, word.text)) else {
                return (res, None);
            };
            scope = self.inside(step.process_type);
            res.push((step.symbol.clone(), word));
            last = Some(step);
        }
        (res, last)
    }
}

fn is_input(direction: &Part<'_>) -> Option<bool> {
    match direction.text()? {
        "down" => Some(true),
        "up" => Some(false),
        _ => None,
    }
}
