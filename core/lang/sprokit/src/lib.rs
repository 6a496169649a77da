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
mod file;
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
mod numbers;
mod occurrences;
mod outline;
mod palette;
mod refactoring;
mod rename;
mod resolve;
mod resolved;
mod scalars;
mod source;
mod templates;
mod token;
mod wires;
mod workspace;

pub use self::file::File;

use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{
    Command, ItemPath, LabelledChange, Leftovers, Refusal, SourceChange, TextEdit,
};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::Location;
use bobbin_core::view::{
    Catalogue, Completion, Converted, Form, Graph, Hover, ItemAction, Link, Outline, Resolved,
    ViewKind,
};
use bobbin_core::{Document, FileBytes, Input, LanguageInfo};

/// The facts about the language that hold for every text.
pub static INFO: LanguageInfo = LanguageInfo {
    name: file::NAME,
    title: "KWIVER pipeline",
    parse: |input| Box::new(parse(input)),
    extensions: file::EXTENSIONS,
    comment: "#",
    views: &[ViewKind::Graph, ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    file_bytes: FileBytes::Any,
    wizard: None,
};

/// Parses a text with what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    file::parse(input, library::gather)
}

impl Document for File {
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        highlight::token_ranges(self)
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::highlights(self)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        check::findings(self).to_vec()
    }

    fn graph(&self) -> Option<Graph> {
        Some(graph::graph(self, false))
    }

    fn expanded_graph(&self) -> Option<Graph> {
        Some(graph::graph(self, true))
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
        Some(resolved::resolved(self))
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
