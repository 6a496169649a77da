//! Process types beyond KWIVER's own: those of catalogues that the user brings, and the clusters
//! among the open files and in the folders of the environment (sprokit.md#clusters).

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::catalogue::{self, Flags, Key, KeyKind, Port, ProcessType};
use crate::check;
use crate::diagnostics::Findings;
use crate::file::{self, Assigned, Cluster, File, Library};
use crate::form;
use crate::lexer::Lexer;
use crate::macros;
use crate::model::HolderKind;
use crate::resolve;
use crate::source::{Target, folder, shown_path};
use crate::token::Kind;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Files;
use bobbin_core::{HostFacts, Input};

/// A cluster that KWIVER has built in, as far as it is known what is inside
/// (sprokit.md#catalogue-of-process-types). Its ports and keys stand in the catalogue.
const BUILT_IN: (&str, &str) = (
    "multiplier_cluster",
    "cluster multiplier_cluster\n -- Multiplies numbers by a constant.\n factor =\n -- The constant.\n \
     imap from factor to multiplication.factor1\n -- The number.\n \
     omap from multiplication.product to product\n -- The product.\n\
     process const_number :: const_number\n value[ro] = multiplier_cluster:factor\n\
     process multiplication :: multiplication\n\
     connect from const_number.number to multiplication.factor2\n",
);

/// The environment variable with folders of cluster files (sprokit.md#cluster-files).
const CLUSTER_PATH: &str = "SPROKIT_CLUSTER_PATH";

/// The ending of cluster files.
pub const ENDING: &str = ".cluster";

/// Returns the folders in which the program looks for clusters, in order.
pub fn folders(host: &HostFacts) -> impl Iterator<Item = &str> {
    let path = host.env.get(CLUSTER_PATH).map(String::as_str).unwrap_or_default();
    path.split(':').filter(|it| !it.is_empty())
}

/// Returns the paths of the cluster files among `files`, in the order in which they are looked for:
/// those of the program's folders first, then those that are nearest to the file `own`.
fn paths<'f>(files: &'f Files, host: &HostFacts, own: &str) -> Vec<(Rank, &'f str)> {
    let searched: Vec<String> = folders(host).map(Files::normalise).collect();
    let place = |path: &str| searched.iter().position(|it| it == folder(path));
    let rank = |path: &str| match place(path) {
        Some(nth) => (nth, (0, 0)),
        None => (searched.len(), distance(folder(own), folder(path))),
    };
    let clusters = files.paths().filter(|it| it.ends_with(ENDING));
    let mut res: Vec<_> = clusters.map(|it| (rank(it), it)).collect();
    res.order_by_key(|it| *it);
    res
}

/// The place of a cluster file among others: of two with one, nothing tells which comes first.
type Rank = (usize, (usize, usize));

/// Returns how many folders one goes up and then down from one folder to another.
fn distance(from: &str, to: &str) -> (usize, usize) {
    fn parts(folder: &str) -> impl Iterator<Item = &str> {
        folder.split('/').filter(|it| !it.is_empty())
    }
    let n_shared = parts(from).zip(parts(to)).take_while(|(one, other)| one == other).count();
    (parts(from).count() - n_shared, parts(to).count() - n_shared)
}

/// Gathers what `input` brings; its own text is not part of it.
pub fn gather(input: &Input) -> Library {
    let mut res = Library::default();
    for (n, text) in input.host.catalogues.iter().enumerate() {
        if let Err(why) = catalogue::read(text, &mut res.types) {
            res.unread.push((n, why));
        }
    }
    let own = Files::normalise(&input.path);
    let unused = unused(input);
    let n_searched = folders(&input.host).count();
    let mut ranks: Vec<Rank> = Vec::new();
    let mut skipped: Vec<(Rank, Cluster)> = Vec::new();
    for (rank, path) in paths(&input.files, &input.host, &own).into_iter().filter(|it| it.1 != own)
    {
        if unused.contains(path) {
            continue;
        }
        let Some(text) = input.files.get(path) else { continue };
        let input = Input {
            path: path.to_owned(),
            text: text.clone(),
            files: input.files.clone(),
            host: input.host.clone(),
        };
        let cluster = match cluster(&input) {
            Ok(cluster) => cluster,
            Err(file) => {
                keep_unfinished(&mut res, *file);
                continue;
            }
        };
        if cluster.fault.is_some() && rank.0 < n_searched {
            skipped.push((rank, cluster));
        } else {
            register(&mut res, &mut ranks, (rank, cluster), &own);
        }
    }
    // What the program skips hides nothing else; where there is nothing else it is told of.
    for (rank, it) in skipped {
        let mut known = res.types.iter().chain(catalogue::built_in());
        if known.any(|known| known.name == it.name) {
            keep_unfinished(&mut res, *it.file);
        } else {
            register(&mut res, &mut ranks, (rank, it), &own);
        }
    }
    let (name, text) = BUILT_IN;
    let is_known = res.types.iter().any(|it| it.name == name);
    let mut texts = input.files.paths().filter_map(|it| input.files.get(it));
    if !is_known && (input.text.contains(name) || texts.any(|it| it.contains(name))) {
        res.clusters.extend(cluster(&Input::alone("", text)).ok());
    }
    res.types.order_by(|one, other| one.name.cmp(&other.name));
    res.clusters.order_by(|one, other| one.name.cmp(&other.name));
    res
}

/// Returns the paths of clusters that are only beside a text and that it does not speak of: among
/// hundreds of files that are looked at together, each would be read once for each other one.
fn unused(input: &Input) -> BTreeSet<&str> {
    let Input { files, host, .. } = input;
    let searched: Vec<String> = folders(host).map(Files::normalise).collect();
    let is_searched = |path: &str| searched.iter().any(|it| it == folder(path));
    let beside: BTreeSet<String> = host.beside.iter().map(|it| Files::normalise(it)).collect();
    if beside.is_empty() {
        return BTreeSet::new();
    }
    let mut unused = BTreeSet::new();
    let mut texts: Vec<&str> = vec![&input.text];
    let mut clusters = Vec::new();
    for path in files.paths() {
        let Some(text) = files.get(path) else { continue };
        let is_beside = path.ends_with(ENDING) && beside.contains(path) && !is_searched(path);
        match declared(text) {
            Some(name) if is_beside => {
                unused.insert(path);
                clusters.push((path, name, text));
            }
            _ => texts.push(text),
        }
    }
    // What is spoken of may speak of others.
    while let Some(text) = texts.pop() {
        clusters.retain(|&(path, name, other)| {
            let is_named = text.contains(name);
            if is_named {
                unused.remove(path);
                texts.push(other);
            }
            !is_named
        });
    }
    unused
}

/// Returns the name of the cluster that a text declares with its own first words; `None` if others
/// come first, such as an include. It reads no further.
fn declared(text: &str) -> Option<&str> {
    let mut lexer = Lexer::default();
    let (mut at, mut has_word) = (0, false);
    while at < text.len() {
        let before = lexer.tokens.len();
        let (next, is_include) = lexer.line(text.as_bytes(), at);
        if is_include {
            return None;
        }
        at = next;
        let read = lexer.tokens.get(before..).unwrap_or_default();
        for it in read.iter().filter(|it| !it.kind.is_trivia()) {
            match (has_word, it.kind) {
                (false, Kind::Cluster) => has_word = true,
                (true, Kind::Word) => return text.get(it.start as usize..it.end as usize),
                _ => return None,
            }
        }
    }
    None
}

/// Adds a cluster, unless there is one of its name: the first one found is registered. `ranks` are those of
/// the clusters so far.
fn register(
    library: &mut Library,
    ranks: &mut Vec<Rank>,
    (rank, cluster): (Rank, Cluster),
    own: &str,
) {
    let same = library.clusters.iter().position(|it| it.name == cluster.name);
    match same.and_then(|it| Some((library.clusters.get_mut(it)?, ranks.get(it)?))) {
        // Of two that are equally near one that the program skips is no choice.
        Some((_, its_rank)) if *its_rank != rank || cluster.fault.is_some() => {}
        Some((first, _)) if first.fault.is_some() => {
            library.types.retain(|it| it.name != cluster.name);
            library.types.push(process_type(&cluster, own));
            *first = cluster;
        }
        Some((first, _)) => {
            first.rival.get_or_insert(cluster.path);
        }
        None => {
            library.types.retain(|it| it.name != cluster.name);
            library.types.push(process_type(&cluster, own));
            library.clusters.push(cluster);
            ranks.push(rank);
        }
    }
}

/// Keeps the file of no cluster if it lacks an include, with which it may be one.
fn keep_unfinished(library: &mut Library, file: File) {
    if file.source().includes().iter().any(|it| matches!(it.target, Target::Missing)) {
        library.unfinished.push(file);
    }
}

/// Reads a cluster; of a file that declares none, as far as its includes are known, returns the file.
fn cluster(input: &Input) -> Result<Cluster, Box<File>> {
    let file = file::parse(input, gather);
    let name = file.model().cluster().map(|it| it.1.path.clone()).unwrap_or_default();
    if name.is_empty() {
        return Err(Box::new(file));
    }
    let keys = file.full_keys();
    let configuration = resolve::bake(&file, &keys);
    let assigned = configuration.entries.iter().map(|it| Assigned {
        entry: it.entry,
        key: it.key.to_owned(),
        value: resolve::stored(&file, it),
        relative: resolve::relative_path(&file, it),
        read_only: it.flags.read_only,
        is_open: it.is_open,
        frozen: frozen(it, &name),
    });
    let assigned = assigned.collect();
    let fault = fault(&file, &configuration);
    let path = input.path.clone();
    Ok(Cluster { name, path, rival: None, assigned, fault, file: Box::new(file) })
}

/// Returns the keys of the cluster `name` that a value asks for with `$CONFIG`, which gives it the
/// defaults once and for all (sprokit.md#config-mapping).
fn frozen(baked: &resolve::Baked<'_>, name: &str) -> Vec<String> {
    let mut res = Vec::new();
    if baked.flags.local {
        return res;
    }
    for it in macros::find(baked.raw).filter(|it| it.provider == "CONFIG") {
        let key = it.name.strip_prefix(name).and_then(|it| it.strip_prefix(':'));
        if let Some(key) = key.filter(|key| !res.iter().any(|it| it == key)) {
            res.push(key.to_owned());
        }
    }
    res
}

/// Returns the first error at which the program stops when it reads a cluster's file.
fn fault(file: &File, configuration: &resolve::Configuration<'_>) -> Option<Diagnostic> {
    // Fixes look at what other files declare, which asks for the faults of those.
    let mut findings = Findings::without_searches(file.source());
    check::syntax(file, &mut findings);
    check::definition(file, configuration, &mut findings);
    findings.finish().into_iter().find(|it| it.code.severity == Severity::Error)
}

/// Describes a cluster as a process type for the file `own`: its mappings are ports, its header's
/// entries are keys.
fn process_type(cluster: &Cluster, own: &str) -> ProcessType {
    let file = &cluster.file;
    let source = file.source();
    let mut res = ProcessType {
        name: Cow::Owned(cluster.name.clone()),
        module: Cow::Owned(shown_path(&cluster.path, own).to_owned()),
        is_cluster: true,
        ..ProcessType::default()
    };
    for it in &file.model().mappings {
        let name = source.joined(it.outer.span);
        let ports = if it.is_input { &mut res.inputs } else { &mut res.outputs };
        if ports.iter().any(|it| it.name == name) {
            continue;
        }
        let about = it.description.map(|it| form::described(file, it)).unwrap_or_default();
        ports.push(Port {
            name: Cow::Owned(name.into_owned()),
            data_type: Cow::Borrowed("_any"),
            flags: Flags::default(),
            about: Cow::Owned(about),
        });
    }
    let Some((_, holder)) = file.model().cluster() else { return res };
    if let HolderKind::Cluster { description: Some(it), .. } = holder.kind {
        res.about = Cow::Owned(form::described(file, it));
    }
    for (idx, entry) in file.model().entries_of(holder) {
        let name = file.model().local_key(source, entry);
        let last = cluster.assigned.iter().rev().find(|it| it.entry == idx);
        let default = last.map(|it| it.value.clone()).unwrap_or_default();
        let tunable = resolve::flags(file, entry).tunable;
        res.keys.retain(|it| it.name != name);
        res.keys.push(Key {
            name: Cow::Owned(name),
            kind: KeyKind::Text,
            interface: Cow::Borrowed(""),
            default: Cow::Owned(default),
            tunable,
            about: Cow::Owned(form::entry_description(file, holder, entry)),
        });
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_near_by_what_it_shares() {
        for (from, to, expected) in [
            ("", "", (0, 0)),
            ("/", "/a", (0, 1)),
            ("/a", "/", (1, 0)),
            ("a/b", "a/c/d", (1, 2)),
            ("/a/b", "/a/b", (0, 0)),
            ("ab", "a", (1, 1)),
        ] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn the_name_of_a_cluster_is_what_the_program_reads() {
        for (text, name) in [
            ("cluster a\n -- d\n", Some("a")),
            ("# cluster b\n\n  cluster\ta# c\n", Some("a")),
            ("!cluster a-b-- d\n", Some("a-b--")),
            ("cluster\n# c\n a -- d\n", Some("a")),
            ("cluster a:b\n", Some("a")),
            ("process p :: t\n  k =\ncluster a\n", None),
            ("include head.conf\ncluster a\n", None),
            ("clusters a\n", None),
            ("cluster\n", None),
            ("", None),
        ] {
            assert_eq!(declared(text), name, "{text}");
        }
    }
}
