//! KWIVER pipelines and clusters.

mod ast;
mod capacity;
mod catalogue;
mod check;
mod completion;
mod convert;
mod diagnostics;
mod edges;
mod edit;
mod fixes_elsewhere;
mod folding;
mod form;
mod format;
mod graph;
mod highlight;
mod hover;
mod instances;
mod items;
mod key_parts;
mod lexer;
mod library;
mod lower;
mod macro_sources;
mod macros;
mod missing_files;
mod model;
mod navigation;
mod network;
mod notes;
mod occurrences;
mod outline;
mod palette;
mod refactoring;
mod rename;
mod resolve;
mod source;
mod templates;
mod token;
mod wires;
mod workspace;

use std::sync::OnceLock;

use lalrpop_util::lalrpop_mod;
use text_size::{TextRange, TextSize};

use self::catalogue::ProcessType;
use self::diagnostics::Findings;
use self::library::Library;
use self::model::Model;
use self::network::Network;
use self::source::Source;
use self::token::Kind;
use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use bobbin_core::edit::{
    Command, ItemPath, LabelledChange, Leftovers, Refusal, SourceChange, TextEdit,
};
use bobbin_core::syntax::{Highlight, Recovered, TokenSpan};
use bobbin_core::text::Location;
use bobbin_core::view::{
    Catalogue, Completion, Converted, Form, Graph, Hover, ItemAction, Link, Outline, Resolved,
    ViewKind,
};
use bobbin_core::{Document, FileBytes, Input, LanguageInfo};

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

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
    name: "sprokit",
    title: "KWIVER pipeline",
    parse: |input| Box::new(parse(input)),
    extensions: &[".pipe", ".cluster"],
    comment: "#",
    views: &[ViewKind::Graph, ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    file_bytes: FileBytes::Any,
    wizard: None,
};

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    source: Source,
    /// One for each stretch in [`Model::errors`].
    recovered: Vec<Recovered<Kind>>,
    model: Model,
    numbers: OnceLock<items::Numbers>,
    findings: OnceLock<Vec<Diagnostic>>,
    library: OnceLock<Library>,
}

/// Parses a text with what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    let source = Source::new(input);
    let mut recovered = Vec::new();
    let parsed = grammar::FileParser::new().parse(&mut recovered, source.significant());
    let items = parsed.unwrap_or_else(|error| {
        let span = TokenSpan::new(bobbin_core::syntax::TokenIdx(0), source.end());
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
        numbers: OnceLock::new(),
        findings: OnceLock::new(),
        library: OnceLock::new(),
    }
}

impl File {
    /// What is wrong with the text, in its order.
    fn findings(&self) -> &[Diagnostic] {
        self.findings.get_or_init(|| self.find())
    }

    fn find(&self) -> Vec<Diagnostic> {
        let mut res = self.syntax_findings();
        let is_clean = !res.iter().any(|it| it.code.severity == Severity::Error);
        let network = Network::new(self);
        let keys = self.full_keys();
        let configuration = resolve::bake(self, &keys);
        let mut findings = Findings::new(&self.source);
        check::values(self, &network, &configuration, &mut findings);
        res.extend(findings.list);
        res.extend(check::graph(self, &network, is_clean).into_findings());
        bobbin_core::diagnostics::sort(&mut res);
        res
    }

    /// The full keys of all entries, and behind them those of the settings of the command line.
    fn full_keys(&self) -> Vec<String> {
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

    /// What the user's catalogues and the open cluster files bring.
    fn library(&self) -> &Library {
        self.library.get_or_init(|| Library::new(&self.input))
    }

    /// The process type of this name.
    fn process_type(&self, name: &str) -> Option<&ProcessType> {
        catalogue::find(&self.library().types, name)
            .or_else(|| catalogue::find(catalogue::built_in(), name))
    }

    fn syntax_findings(&self) -> Vec<Diagnostic> {
        let mut findings = Findings::new(&self.source);
        check::syntax(self, &mut findings);
        findings.list
    }

    fn draw(&self, is_expanded: bool) -> Graph {
        let is_clean = !self.syntax_findings().iter().any(|it| it.code.severity == Severity::Error);
        let network = Network::new(self);
        let verdicts = check::graph(self, &network, is_clean);
        graph::graph(self, &network, &verdicts, is_expanded)
    }

    fn numbers(&self) -> &items::Numbers {
        self.numbers.get_or_init(|| items::Numbers::new(self))
    }
}

impl Document for File {
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.source.own_tokens().map(|(idx, _)| self.source.local_range(idx)).collect()
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::highlights(self)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.findings().to_vec()
    }

    fn graph(&self) -> Option<Graph> {
        Some(self.draw(false))
    }

    fn expanded_graph(&self) -> Option<Graph> {
        Some(self.draw(true))
    }

    fn catalogue(&self) -> Option<Catalogue> {
        Some(palette::catalogue(self))
    }

    fn additions(&self) -> Vec<ItemAction> {
        outline::additions()
    }

    fn outline(&self) -> Outline {
        outline::outline(self)
    }

    fn folds(&self) -> Vec<TextRange> {
        folding::folds(self)
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        hover::hover(self, at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        completion::completions(self, at)
    }

    fn missing_files(&self) -> Vec<String> {
        missing_files::missing(self)
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        navigation::definition(self, at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        navigation::references(self, at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        rename::renamable(self, at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        rename::rename(self, at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        Some(format::format(self))
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        refactoring::refactorings(self, range)
    }

    fn wider_refactorings(&self, range: TextRange) -> Vec<LabelledChange> {
        edit::wider_refactorings(self, range)
    }

    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        fixes_elsewhere::fixes(self, finding)
    }

    fn links(&self) -> Vec<Link> {
        navigation::links(self)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        items::item_at(self, at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(self, item)
    }

    fn resolved(&self) -> Option<Resolved> {
        let keys = self.full_keys();
        let configuration = resolve::bake(self, &keys);
        let mut res = resolve::resolved(self, &configuration);
        if !self.library().clusters.is_empty() {
            let network = Network::new(self);
            let configured = instances::configure(self, &network, &configuration);
            instances::rows(&network, &configured, &mut res.rows);
        }
        Some(res)
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(self, id)
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(self, command)
    }

    fn left_behind(&self, after: &Input) -> Leftovers {
        edit::left_behind(self, after)
    }
}

#[cfg(test)]
mod workspace_tests;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use bobbin_core::text::{Files, slice};
    use expect_test::{Expect, expect};

    /// The findings of `main.pipe`, with the code and the text each points at.
    #[track_caller]
    fn check(files: &[(&str, &str)], expect: Expect) {
        let mut all = Files::default();
        for (path, text) in files {
            all.insert(path, (*text).into());
        }
        let text = Arc::clone(all.get("main.pipe").unwrap());
        let input =
            Input { path: "main.pipe".to_owned(), text, files: Arc::new(all), ..Input::default() };
        let file = parse(&input);
        let mut res = String::new();
        for it in file.diagnostics() {
            let at = slice(&input.text, it.range);
            res += &format!("{} {at:?}: {}\n", it.code.name, it.message);
            for it in it.related {
                let path = it.path.unwrap_or_default();
                res += &format!("    {path}: {} {:?}\n", it.message, it.range);
            }
        }
        let graph = file.graph().unwrap();
        for it in &graph.vertices {
            res += &format!("{} :: {}\n", it.title, it.subtitle);
        }
        for it in &graph.edges {
            res += &format!("{}\n", it.item);
        }
        expect.assert_eq(&res);
    }

    #[test]
    fn includes_may_supply_any_part_of_a_statement() {
        check(
            &[
                (
                    "main.pipe",
                    "process a\ninclude sub/type.pipe\nconnect from a.number\n!include end.pipe\n",
                ),
                ("sub/type.pipe", ":: numbers\ninclude keys.conf"),
                ("sub/keys.conf", "end = 3\n"),
                ("end.pipe", "to b.sink\nprocess b :: sink\n"),
            ],
            expect![[r#"
                a :: numbers
                b :: sink
                connection › a.number › b.sink
            "#]],
        );
    }

    #[test]
    fn faults_of_an_included_file_are_told_at_its_include() {
        check(
            &[
                ("main.pipe", "include b.pipe\nprocess a :: numbers\n"),
                ("b.pipe", "process b :: sink\n nonsense here\n"),
            ],
            expect![[r#"
                missing-assignment "b.pipe": `=` is missing behind the key `nonsense`
                    b.pipe: in this included file 19..27
                b :: sink
                a :: numbers
            "#]],
        );
    }

    #[test]
    fn a_file_that_includes_itself_is_read_once() {
        check(
            &[
                ("main.pipe", "process a :: orphan\ninclude b.pipe\n"),
                ("b.pipe", "include ./main.pipe\n"),
            ],
            expect![[r#"
                include-cycle "b.pipe": `./main.pipe` includes itself
                    b.pipe: in this included file 8..19
                a :: orphan
            "#]],
        );
    }

    #[test]
    fn a_text_without_processes_may_be_meant_for_others() {
        check(
            &[("main.pipe", "config a\n  k = 1\n")],
            expect![[r#"
                no-processes "config": there is no process, so this cannot run by itself
            "#]],
        );
    }

    #[test]
    fn a_process_inside_a_cluster_can_be_named() {
        check(
            &[(
                "main.pipe",
                "process c :: multiplier_cluster\nprocess n :: numbers\nprocess s :: sink\n\
                 connect from n.number to c.factor\nconnect from c.product to s.sink\n\
                 connect from n/x.number to c/multiplication.factor2\n",
            )],
            expect![[r#"
                bad-value "c": `c:factor` is empty unless it is set, and must be a whole number
                unknown-process "n/x": there is no process called `n/x`
                c :: multiplier_cluster
                n :: numbers
                s :: sink
                n/x :: 
                connection › n.number › c.factor
                connection › c.product › s.sink
                connection › n/x.number › c/multiplication.factor2
            "#]],
        );
    }
}
