//! A parsed text with what is computed from it once.

use std::sync::OnceLock;

use lalrpop_util::lalrpop_mod;

use crate::ast;
use crate::catalogue::{self, ProcessType};
use crate::lower;
use crate::model::Model;
use crate::numbers::Numbers;
use crate::source::{Source, shown_path};
use crate::token::Kind;
use bobbin_core::Input;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::syntax::{Recovered, TokenIdx, TokenSpan};

lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::panic,
        unused,
        missing_docs,
        reason = "generated"
    )]
    grammar,
    "/grammar.rs"
);

/// The name of the language.
pub const NAME: &str = "sprokit";

/// The endings of its files.
pub const EXTENSIONS: &[&str] = &[".pipe", ".cluster"];

/// Reads the process types and clusters that the surroundings of a text bring.
pub type Gather = fn(&Input) -> Library;

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    source: Source,
    recovered: Vec<Recovered<Kind>>,
    model: Model,
    gather: Gather,
    numbers: OnceLock<Numbers>,
    findings: OnceLock<Vec<Diagnostic>>,
    library: OnceLock<Library>,
}

/// Process types beyond KWIVER's own.
#[derive(Debug, Default)]
pub struct Library {
    /// The process types, sorted by name.
    pub types: Vec<ProcessType>,
    /// The clusters, sorted by name; each has a type of its name, in `types` or built in.
    pub clusters: Vec<Cluster>,
    /// The cluster files that lack an include and give no type without it.
    pub unfinished: Vec<File>,
    /// The catalogues that cannot be read, by index, with the reason.
    pub unread: Vec<(usize, String)>,
}

/// A cluster that another file declares.
#[derive(Debug)]
pub struct Cluster {
    /// The cluster's name.
    pub name: String,
    /// Its file; empty if it is built in.
    pub path: String,
    /// Another file with a cluster of that name, which is passed over though nothing puts it behind this one.
    pub rival: Option<String>,
    /// Its text with what it includes.
    pub file: Box<File>,
    /// The assignments of its entries, in the order of its text.
    pub assigned: Vec<Assigned>,
    /// The error for which the program skips the file, if it does.
    pub fault: Option<Diagnostic>,
}

/// The value that an entry of a cluster assigns when the cluster is defined.
#[derive(Debug)]
pub struct Assigned {
    /// Index among the entries of the model.
    pub entry: usize,
    /// The full key.
    pub key: String,
    /// The value as stored.
    pub value: String,
    /// The relative path that it is.
    pub relative: Option<RelativePath>,
    /// True if it has the flag `ro`.
    pub read_only: bool,
    /// True if a macro in it has a value that is not known here.
    pub is_open: bool,
    /// The keys of the cluster whose defaults `$CONFIG` has put into the value.
    pub frozen: Vec<String>,
}

/// A relative path, as an entry has it (sprokit.md#relative-paths).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelativePath {
    /// The folder of the file with the entry, as that is open.
    pub folder: String,
    /// The folder of the machine that it is, if that is known.
    pub real_folder: Option<String>,
    /// The value, without the folder.
    pub value: String,
}

/// Parses a text with what it includes; never fails. `gather` reads its surroundings, once they are
/// asked for.
pub fn parse(input: &Input, gather: Gather) -> File {
    let source = Source::new(input);
    let mut recovered = Vec::new();
    let parsed = grammar::FileParser::new().parse(&mut recovered, source.significant());
    let items = parsed.unwrap_or_else(|error| {
        let span = TokenSpan::new(TokenIdx(0), source.end());
        recovered = vec![Recovered::from_error(span, error)];
        vec![ast::Item { span, kind: ast::ItemKind::Error }]
    });
    let is_cluster = source.significant().next().is_some_and(|(_, it, _)| it == Kind::Cluster)
        || input.path.ends_with(".cluster");
    let model = lower::lower(&source, &items, is_cluster);
    File {
        input: input.clone(),
        source,
        recovered,
        model,
        gather,
        numbers: OnceLock::new(),
        findings: OnceLock::new(),
        library: OnceLock::new(),
    }
}

impl File {
    /// Parses another text, or another version of this one.
    pub(crate) fn parse_other(&self, input: &Input) -> File {
        parse(input, self.gather)
    }

    /// Returns the text and its surroundings.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the tokens of the text, with those of included files.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Returns one error for each stretch in [`Model::errors`].
    pub(crate) fn recovered(&self) -> &[Recovered<Kind>] {
        &self.recovered
    }

    /// Returns the statements of the text.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the path of the file that a token stands in, as people read it here.
    pub(crate) fn shown_path(&self, at: TokenIdx) -> &str {
        let path = self.source.file(self.source.file_of(at)).map_or("", |it| it.path.as_str());
        shown_path(path, &self.input.path)
    }

    /// Returns the diagnostics, from `find` the first time.
    pub(crate) fn findings_or(&self, find: impl FnOnce() -> Vec<Diagnostic>) -> &[Diagnostic] {
        self.findings.get_or_init(find)
    }

    /// Returns what the user's catalogues and the open cluster files bring.
    pub(crate) fn library(&self) -> &Library {
        self.library.get_or_init(|| (self.gather)(&self.input))
    }

    /// Returns the process type of this name.
    pub(crate) fn process_type(&self, name: &str) -> Option<&ProcessType> {
        catalogue::find(&self.library().types, name)
            .or_else(|| catalogue::find(catalogue::built_in(), name))
    }

    /// Returns the numbers of the items that share a name.
    pub(crate) fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| Numbers::new(&self.source, &self.model))
    }

    /// Returns the full keys of all entries, and behind them those of the settings of the command line.
    pub(crate) fn full_keys(&self) -> Vec<String> {
        let entries = &self.model.entries;
        let mut res = Vec::with_capacity(entries.len() + self.input.host.settings.len());
        res.extend(entries.iter().map(|it| self.model.full_key(&self.source, it)));
        if !self.model.is_cluster {
            // Empty parts of a key are dropped; the program wants two at least
            // (sprokit.md#supplements-and-settings).
            let parts = |key: &str| -> Vec<String> {
                key.split(':').filter(|it| !it.is_empty()).map(str::to_owned).collect()
            };
            res.extend(self.input.host.settings.iter().map(|it| parts(&it.0).join(":")));
        }
        res
    }
}

impl Library {
    /// True if a file declares a cluster of this name.
    pub fn has_file(&self, name: &str) -> bool {
        self.cluster(name).is_some_and(|it| !it.path.is_empty())
    }

    /// Returns the cluster of this name.
    pub fn cluster(&self, name: &str) -> Option<&Cluster> {
        let at = self.clusters.binary_search_by(|it| it.name.as_str().cmp(name)).ok()?;
        self.clusters.get(at)
    }
}
