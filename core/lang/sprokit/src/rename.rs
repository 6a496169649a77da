//! A new name for the thing at a place, wherever it is named.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::macros;
use crate::model::HolderKind;
use crate::occurrences::occurrences;
use crate::resolve;
use crate::source::path_from;
use crate::symbols::{Names, Symbol};
use crate::token;
use crate::workspace::{self, named};
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};
use bobbin_core::text::Files;

/// Returns the word at a place that can be renamed.
pub fn renamable(file: &File, place: TextSize) -> Option<TextRange> {
    let (symbols, others) = named(file, place)?;
    if symbols.iter().any(|it| may_rename(file, it).is_err()) {
        return None;
    }
    workspace::at(file, &others, place).first().map(|it| it.range)
}

fn may_rename(file: &File, symbol: &Symbol) -> Result<(), Refusal> {
    let fixed = |what: &str| Err(Refusal::bad_value(format!("{what}, so the name is fixed")));
    match symbol {
        Symbol::Type(_) => fixed("a plug-in declares the process type"),
        Symbol::Port(..) => fixed("the process type declares the port"),
        Symbol::Key(full) | Symbol::InnerKey(_, full) => {
            let (first, local) = full.split_once(':').unwrap_or((full, ""));
            let names = Names::new(file);
            let known = match symbol {
                Symbol::InnerKey(cluster, _) => {
                    names.inner_type(cluster, first).map(|it| (it, local))
                }
                _ => names.typed_key(full),
            };
            let known = known.and_then(|(it, key)| Some((file.process_type(it)?, key)));
            if known.is_some_and(|(it, key)| it.key(key).is_some()) {
                return fixed("the process type declares the key");
            }
            let is_process = matches!(symbol, Symbol::InnerKey(..)) || names.has_process(first);
            if first.starts_with('_') || (is_process && local.starts_with('_')) {
                return fixed("the program itself reads the key");
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Gives the thing at a place another name wherever it is named, in all open files.
pub fn rename(file: &File, place: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let Some((symbols, others)) = named(file, place) else {
        return Err(Refusal::bad_value("nothing here has a name"));
    };
    rename_all(file, &symbols, &others, name)
}

/// Gives a process another name wherever it is named, also where an included file declares it.
pub fn rename_process(file: &File, process: &str, name: &str) -> Result<SourceChange, Refusal> {
    let symbol = Names::new(file).process(process);
    let others = workspace::others(file, symbol.is_shared());
    let symbols = [symbol];
    let others = workspace::of_same_clusters(file, others, &symbols);
    rename_all(file, &symbols, &others, name)
}

/// Gives what one word names another name wherever it is named, in the text and in `others`.
fn rename_all(
    file: &File,
    symbols: &[Symbol],
    others: &[File],
    name: &str,
) -> Result<SourceChange, Refusal> {
    let places = workspace::all(file, others, symbols);
    for symbol in symbols {
        may_rename(file, symbol)?;
        let what = words(symbol);
        if !accepts(symbol, name) {
            return Err(Refusal::bad_value(format!("`{name}` cannot be the name of {what}")));
        }
        let taken = std::iter::once(file).chain(others).find(|it| is_taken(it, symbol, name));
        if let Some(taken) = taken {
            let there = match symbol {
                Symbol::Cluster(_) if !file.process_type(name).is_some_and(|it| it.is_cluster) => {
                    "a process type"
                }
                _ => what,
            };
            let reason = format!("there is {there} called `{name}` already");
            return Err(in_file(file, taken)(Refusal::bad_value(reason)));
        }
        for it in std::iter::once(file).chain(others) {
            let declares = || occurrences(it).iter().any(|it| it.declares && it.symbol == *symbol);
            match symbol {
                Symbol::Process(old) | Symbol::Inner(_, old) if declares() => {
                    check_namespace(it, old, name).map_err(in_file(file, it))?;
                }
                Symbol::Section(old) if declares() => {
                    check_section(it, old, name).map_err(in_file(file, it))?;
                }
                _ => (),
            }
        }
    }
    if places.iter().any(|it| it.is_in_macro) && !macros::is_name(name) {
        return Err(no_macro(name));
    }
    let mut res = SourceChange::default();
    let mut by_path: Vec<(String, Vec<Replacement>)> = Vec::new();
    for it in places {
        let path = it.location.path.unwrap_or_else(|| file.input().path.clone());
        let replacement = Replacement { range: it.location.range, text: name.to_owned() };
        match by_path.iter_mut().find(|it| it.0 == path) {
            Some(it) => it.1.push(replacement),
            None => by_path.push((path, vec![replacement])),
        }
    }
    for (path, replacements) in by_path {
        res.edits.insert(path, TextEdit::from_replacements(replacements));
    }
    Ok(res)
}

/// Lets a refusal say which file it is about, unless that is the one in which a name is changed.
fn in_file(file: &File, other: &File) -> impl FnOnce(Refusal) -> Refusal {
    let (own, path) = (&file.input().path, &other.input().path);
    let is_own = Files::normalise(path) == Files::normalise(own);
    let shown = (!is_own).then(|| path_from(path, own));
    move |it| match shown {
        Some(shown) => {
            let reason = format!("the new name would reach `{shown}`, where {}", it.reason);
            // The place is in the other file.
            Refusal { reason, at: None }
        }
        None => it,
    }
}

/// Refuses a name under which a process would share its settings with others: those of processes and
/// sections are in one place (sprokit.md#configuration-bake), and so are the pipeline's own.
pub(crate) fn check_namespace(file: &File, old: &str, name: &str) -> Result<(), Refusal> {
    let is_in =
        |key: &str, name: &str| key.strip_prefix(name).is_some_and(|it| it.starts_with(':'));
    let is_taken = old != name && file.full_keys().iter().any(|it| is_in(it, name));
    if name == "_pipeline" {
        return Err(Refusal::bad_value("`_pipeline` has the settings of the pipeline itself"));
    }
    if is_taken {
        return Err(Refusal::bad_value(format!(
            "there are settings of `{name}` already, which would become those of `{old}`"
        )));
    }
    Ok(())
}

/// Refuses a path under which the settings of a section would mix with those of something else.
pub(crate) fn check_section(file: &File, old: &str, name: &str) -> Result<(), Refusal> {
    if old == name {
        return Ok(());
    }
    if let Some(holder) = file.model().holders.iter().find(|it| it.path == name) {
        let what = match holder.kind {
            HolderKind::Section { .. } => "a section",
            HolderKind::Process(_) => "a process",
            HolderKind::Cluster { .. } => "a cluster",
        };
        return Err(Refusal::bad_value(format!(
            "there is {what} called `{name}` already, and the settings of both would mix"
        )));
    }
    let is_in =
        |key: &str, path: &str| key.strip_prefix(path).is_some_and(|it| it.starts_with(':'));
    if file.full_keys().iter().any(|it| is_in(it, name) && !is_in(it, old)) {
        return Err(Refusal::bad_value(format!(
            "there are settings of `{name}` already, with which those of `{old}` would mix"
        )));
    }
    Ok(())
}

/// The refusal of a name that a macro, which names the thing, could not ask for.
pub(crate) fn no_macro(name: &str) -> Refusal {
    Refusal::bad_value(format!("a macro names it, and none can ask for `{name}`"))
}

/// Returns true if a text that names `symbol` has something else of its kind called `name`.
fn is_taken(file: &File, symbol: &Symbol, name: &str) -> bool {
    let is_named = |symbol: &Symbol| occurrences(file).iter().any(|it| it.symbol == *symbol);
    let is_declared =
        |symbol: &Symbol| occurrences(file).iter().any(|it| it.declares && it.symbol == *symbol);
    match symbol {
        Symbol::Process(old) | Symbol::Inner(_, old) => {
            old != name
                && is_named(symbol)
                && file.model().processes().any(|(_, it, _)| it.path == name)
        }
        Symbol::Key(old) => {
            let other = beside(old, name);
            other != *old && is_named(symbol) && is_declared(&Symbol::Key(other))
        }
        Symbol::InnerKey(cluster, old) => {
            let other = beside(old, name);
            other != *old && is_declared(&Symbol::InnerKey(cluster.clone(), other))
        }
        Symbol::Local(old) => {
            old != name && is_named(symbol) && is_declared(&Symbol::Local(name.to_owned()))
        }
        Symbol::ClusterKey(cluster, old) => {
            let other = beside(old, name);
            let known = file.process_type(cluster);
            other != *old
                && (known.is_some_and(|it| it.key(&other).is_some())
                    || is_declared(&Symbol::ClusterKey(cluster.clone(), other)))
        }
        Symbol::Cluster(old) => old != name && file.process_type(name).is_some(),
        Symbol::ClusterPort(cluster, is_input, old) => {
            let is_own = resolve::cluster_name(file) == Some(cluster);
            let own = file.model().mappings.iter().filter(|it| is_own && it.is_input == *is_input);
            let mut own = own.map(|it| file.source().joined(it.outer.span));
            let known = file
                .process_type(cluster)
                .map(|it| if *is_input { &it.inputs } else { &it.outputs });
            old != name
                && (own.any(|it| it == name)
                    || known.is_some_and(|it| it.iter().any(|it| it.name == name)))
        }
        _ => false,
    }
}

/// Returns the key that another name for the last word of one makes.
fn beside(key: &str, name: &str) -> String {
    let last = key.rfind([':', '/', '.']).map_or(0, |it| it + 1);
    format!("{}{name}", key.get(..last).unwrap_or_default())
}

/// True for a name that the thing can have.
fn accepts(symbol: &Symbol, name: &str) -> bool {
    match symbol {
        Symbol::Section(_) => name.split(':').all(token::is_name),
        _ => token::is_name(name),
    }
}

fn words(symbol: &Symbol) -> &'static str {
    match symbol {
        Symbol::Process(_) | Symbol::Inner(..) => "a process",
        Symbol::Type(_) => "a process type",
        Symbol::Cluster(_) => "a cluster",
        Symbol::ClusterPort(..) | Symbol::Port(..) => "a port",
        Symbol::ClusterKey(..) | Symbol::InnerKey(..) | Symbol::Key(_) | Symbol::Local(_) => {
            "a key"
        }
        Symbol::Section(_) => "a section",
    }
}
