//! A new name for the thing at a place, wherever it is named.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::occurrences::{Occurrence, Symbol, occurrences};
use crate::resolve;
use crate::token;
use crate::workspace::{self, named};
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};

/// Returns the word at a place that can be renamed.
pub fn renamable(file: &File, place: TextSize) -> Option<TextRange> {
    let found = workspace::at(file, &workspace::others(file, false), place);
    let is_fixed = |it: &Occurrence| may_rename(file, &it.symbol).is_err();
    if found.iter().any(is_fixed) {
        return None;
    }
    found.first().map(|it| it.range)
}

fn may_rename(file: &File, symbol: &Symbol) -> Result<(), Refusal> {
    let fixed = |what: &str| Err(Refusal::bad_value(format!("{what}, so the name is fixed")));
    match symbol {
        Symbol::Type(_) => fixed("a plug-in declares the process type"),
        Symbol::Port(..) => fixed("the process type declares the port"),
        Symbol::Key(full) => {
            let (first, local) = full.split_once(':').unwrap_or((full, ""));
            let process = file.model().processes().find(|(_, it, _)| it.path == first);
            let known = process
                .and_then(|(_, _, head)| head.process_type)
                .and_then(|it| file.process_type(file.source().text(it)));
            if known.is_some_and(|it| it.key(local).is_some()) {
                return fixed("the process type declares the key");
            }
            if first.starts_with('_') || local.starts_with('_') {
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
    let places = workspace::all(file, &others, &symbols);
    for symbol in &symbols {
        may_rename(file, symbol)?;
        let what = words(symbol);
        if !accepts(symbol, name) {
            return Err(Refusal::bad_value(format!("`{name}` cannot be the name of {what}")));
        }
        if std::iter::once(file).chain(&others).any(|it| is_taken(it, symbol, name)) {
            return Err(Refusal::bad_value(format!("there is {what} called `{name}` already")));
        }
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

/// Returns true if a text that names `symbol` has something else of its kind called `name`.
fn is_taken(file: &File, symbol: &Symbol, name: &str) -> bool {
    match symbol {
        Symbol::Process(old) => {
            old != name
                && file.model().processes().any(|(_, it, _)| it.path == name)
                && occurrences(file).iter().any(|it| it.symbol == *symbol)
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

/// True for a name that the thing can have.
fn accepts(symbol: &Symbol, name: &str) -> bool {
    match symbol {
        Symbol::Section(_) => name.split(':').all(token::is_name),
        _ => token::is_name(name),
    }
}

fn words(symbol: &Symbol) -> &'static str {
    match symbol {
        Symbol::Process(_) => "a process",
        Symbol::Type(_) => "a process type",
        Symbol::Cluster(_) => "a cluster",
        Symbol::ClusterPort(..) | Symbol::Port(..) => "a port",
        Symbol::ClusterKey(..) | Symbol::Key(_) | Symbol::Local(_) => "a key",
        Symbol::Section(_) => "a section",
    }
}
