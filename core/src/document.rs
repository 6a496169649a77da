//! The trait that every language implements, and the constants of a language.

use std::fmt;

use text_size::{TextRange, TextSize};

use crate::Input;
use crate::diagnostics::{Code, Diagnostic, Fix};
use crate::edit::{Command, ItemPath, LabelledChange, Leftovers, Refusal, SourceChange, TextEdit};
use crate::syntax::Highlight;
use crate::text::{FileMoves, FileName, Location};
use crate::view::{
    BinaryComparison, Catalogue, Compiled, Completion, ConversionChoice, ConversionInfo, Converted,
    ConvertedBinary, Coverage, DecodeError, Decompiled, Form, Graph, Hover, IncludeWord,
    ItemAction, Link, Machine, Meaning, Outline, OwnBytes, QueryHit, Resolved, ResolvedRow,
    SecondReading, Template, Timeline, ViewKind, ViewQuery, Wizard,
};

/// A parsed text, and everything a language can do with it.
///
/// Not `Debug` by itself: through the trait object, that would keep the code that prints all trees
/// and models in every program.
pub trait Document: Send + Sync {
    /// Returns the constants of the text's language.
    fn info(&self) -> &'static Language;

    /// Returns the version of the language the text is written in, if the language has several.
    fn dialect(&self) -> Option<String> {
        None
    }

    /// Returns the ranges of all tokens, trivia included: joined, they are the text.
    fn token_ranges(&self) -> Vec<TextRange>;

    /// Returns the highlighting, sorted by place, not overlapping.
    fn highlights(&self) -> Vec<Highlight>;

    /// Returns the diagnostics, in the order of the text.
    fn diagnostics(&self) -> Vec<Diagnostic>;

    /// Returns the items of the text.
    fn outline(&self) -> Outline;

    /// Stretches of several lines that can be hidden but for their first line.
    fn folds(&self) -> Vec<TextRange>;

    /// Returns what is known about the place `at`.
    fn hover(&self, at: TextSize) -> Option<Hover>;

    /// Words that could stand at the place `at`.
    fn completions(&self, at: TextSize) -> Vec<Completion> {
        let _ = at;
        Vec::new()
    }

    /// Returns the places that declare the name at `at`: usually one, none if nothing is named
    /// there or nothing declares it.
    fn definition(&self, at: TextSize) -> Vec<Location> {
        let _ = at;
        Vec::new()
    }

    /// Returns all places that name the thing at the place `at`, its declaration included, in the
    /// order of the texts.
    fn references(&self, at: TextSize) -> Vec<Location> {
        let _ = at;
        Vec::new()
    }

    /// Returns the name at the place `at`, if it is one that [`Document::rename`] can change.
    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        let _ = at;
        None
    }

    /// Plans to give the thing at the place `at` another name wherever it is named.
    ///
    /// # Errors
    ///
    /// A reason for people if nothing at this place has a name, or if the new name will not do.
    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        let _ = (at, name);
        Err(Refusal::unsupported("renaming this"))
    }

    /// Plans the canonical layout of the text. It never changes what the text means, keeps all
    /// comments, and is empty for a text it has been applied to. `None` if the text has no such layout.
    fn format(&self) -> Option<TextEdit> {
        None
    }

    /// Rewritings of what stands in `range` that mend nothing but may be wanted, such as extracting
    /// a selection.
    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        let _ = range;
        Vec::new()
    }

    /// Rewritings of what stands in `range` that make or edit other files too.
    fn wider_refactorings(&self, range: TextRange) -> Vec<LabelledChange> {
        let _ = range;
        Vec::new()
    }

    /// Edits of other files that mend `finding`, a diagnostic of this text about what stands there.
    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        let _ = finding;
        Vec::new()
    }

    /// Returns the words that name files.
    fn links(&self) -> Vec<Link> {
        Vec::new()
    }

    /// Returns the words, here and in what the text includes, that include files.
    fn includes(&self) -> Vec<IncludeWord> {
        Vec::new()
    }

    /// Returns the words, here and in what the text includes, that name files which are at hand, with
    /// their spelling once files have moved. The others stay as they are.
    ///
    /// # Errors
    ///
    /// A reason for people if a new path cannot be written in the place of an old one.
    fn names_of_files(&self, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
        let _ = moves;
        Ok(Vec::new())
    }

    /// Returns the paths in [`Files`] at which included files were looked for and not found. The
    /// caller supplies those files, says which of the paths are directories, and parses again; a
    /// file that is found may include further missing ones.
    fn missing_files(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the names of the files that the text includes, itself or by others, and that are not at hand: what
    /// the text means is not all known without them.
    fn absent_files(&self) -> Vec<String> {
        let absent = self.includes().into_iter().filter(|it| it.path.is_none());
        absent.map(|it| it.name).collect()
    }

    /// Returns the folders of which the files with an ending count as if they were open, in the order
    /// in which they are searched.
    fn searched_folders(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }

    /// Returns the innermost item at the place `at` that has a form or stands in the graph.
    fn item_at(&self, at: TextSize) -> Option<ItemPath>;

    /// Returns the fields of an item; `None` if there is no such item.
    fn form(&self, item: &ItemPath) -> Option<Form>;

    /// Returns the commands that add something to the text as a whole, also to an empty one;
    /// [`Document::plan`] carries them out. For the graph there is [`Document::catalogue`].
    fn additions(&self) -> Vec<ItemAction> {
        Vec::new()
    }

    /// Returns the graph that the text describes, if the language has graphs.
    fn graph(&self) -> Option<Graph> {
        None
    }

    /// Returns the graph with the inside of vertices that stand for graphs of their own, as
    /// vertices whose parent is set; the plain graph if the language has no such vertices.
    fn expanded_graph(&self) -> Option<Graph> {
        self.graph()
    }

    /// Returns the catalogue of things that can be put into the graph, if the language has graphs
    /// that can be added to.
    fn catalogue(&self) -> Option<Catalogue> {
        None
    }

    /// Returns every value that counts, with its origin, if the language has that view.
    fn resolved(&self) -> Option<Resolved> {
        None
    }

    /// Returns the first `most` rows of [`Document::resolved`], and how many more there are. A
    /// language whose texts can be very long does not make the others.
    fn first_resolved(&self, most: usize) -> Option<(Resolved, usize)> {
        let mut all = self.resolved()?;
        let n_more = all.rows.len().saturating_sub(most);
        all.rows.truncate(most);
        Some((all, n_more))
    }

    /// Returns the values in force that nothing sets, with the defaults that decide, where
    /// [`Document::resolved`] leaves them out because the real program does.
    fn unset(&self) -> Vec<ResolvedRow> {
        Vec::new()
    }

    /// Returns the values of [`Document::resolved`] by a second reading, where documents and
    /// program disagree.
    fn second_reading(&self) -> Option<SecondReading> {
        None
    }

    /// Returns what the text means beyond its graph, to compare with what another text means: the
    /// values by every reading, and what the language has besides, such as marks of values, whom a
    /// section is for, and which of several is asked first. `None` if the language has no values.
    fn meaning(&self) -> Option<Meaning> {
        Some(Meaning::of(self.resolved()?, self.second_reading()))
    }

    /// Returns the map of units and what decides about each, if the language has that view.
    fn coverage(&self, query: &ViewQuery) -> Option<Coverage> {
        let _ = query;
        None
    }

    /// Returns the timeline of the invocations that count, if the language has that view.
    fn timeline(&self, query: &ViewQuery) -> Option<Timeline> {
        let _ = query;
        None
    }

    /// Compiles the binary that the text describes, or says why it cannot be made; `None` if the
    /// language has no binary form.
    fn compile(&self) -> Option<Result<Compiled, Refusal>> {
        None
    }

    /// Compiles the same binary in the compressed form of the language; `None` if the language has
    /// no binary form, or no compressed one.
    fn compile_compressed(&self) -> Option<Result<Compiled, Refusal>> {
        None
    }

    /// Turns the text into something else: one of [`Language::conversions`], by its id.
    ///
    /// # Errors
    ///
    /// A reason for people if there is no such conversion, or if the text cannot be converted.
    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        Err(Refusal::unsupported(&format!("the conversion `{id}`")))
    }

    /// Ways to carry out a conversion that was refused because the text leaves something open; empty
    /// if nothing that could be chosen stands in the way.
    fn conversion_choices(&self, id: &str) -> Vec<ConversionChoice> {
        let _ = id;
        Vec::new()
    }

    /// Returns the values that a path leads to, such as `cpu:0.features.fp_fma`; the language's
    /// README says which paths there are. Empty if the path is sound and leads nowhere.
    ///
    /// # Errors
    ///
    /// A reason for people if the language has no paths, or if this is none.
    fn query(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        let _ = path;
        Err(Refusal::unsupported("asking for values by path"))
    }

    /// Completes the part of an unfinished path behind its last dot; the answers are whole paths.
    fn query_completions(&self, path: &str) -> Vec<String> {
        let _ = path;
        Vec::new()
    }

    /// Plans the change of the text after which the binary has `bytes` at `offset`.
    ///
    /// # Errors
    ///
    /// A reason for people if there is no binary, or if no text makes these bytes so.
    fn plan_bytes(&self, offset: u32, bytes: &[u8]) -> Result<SourceChange, Refusal> {
        let _ = (offset, bytes);
        Err(Refusal::unsupported("editing bytes"))
    }

    /// Plans the smallest change of texts that does what `command` says. Nothing is changed here.
    ///
    /// # Errors
    ///
    /// A reason for people if the text, or the language, has no place for the change.
    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal>;

    /// Plans a change as [`Document::plan`] does, but as one of several: without what
    /// [`Document::left_behind`] tells of the last text.
    ///
    /// # Errors
    ///
    /// As [`Document::plan`].
    fn plan_step(&self, command: &Command) -> Result<SourceChange, Refusal> {
        self.plan(command)
    }

    /// Returns what has no effect any more once the text is that of `after`, which commands made of it.
    fn left_behind(&self, after: &Input) -> Leftovers {
        let _ = after;
        Leftovers::default()
    }
}

impl fmt::Debug for dyn Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Document")
    }
}

/// The way in which the bytes of a language's files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileBytes {
    /// Byte by byte; any byte may stand in a text.
    Any,
    /// As UTF-8; anything else is no text of the language.
    Utf8 {
        /// True if a CR that no LF follows ends a line.
        lone_cr_ends_line: bool,
    },
}

/// Parses a text; never fails.
pub type ParseFn = fn(&Input) -> Box<dyn Document>;

/// Questions that lead to a new file: given the answers, as pairs of a field's key and a value,
/// returns the questions and the text that the answers make.
pub type WizardFn = fn(&[(String, String)]) -> Wizard;

/// Compares two binaries; an error comes with whether the second one is meant.
pub type CompareFn = fn(&[u8], &[u8]) -> Result<BinaryComparison, (DecodeError, bool)>;

/// The functions for the binary files of a language.
#[derive(Debug, Clone, Copy)]
pub struct BinaryForm {
    /// Reads a binary as a text.
    pub decompile: fn(&[u8]) -> Result<Decompiled, DecodeError>,
    /// Writes what can be read of a damaged binary, whose first fault is the error.
    pub salvage: fn(&[u8], &DecodeError) -> String,
    /// Reads a binary for a look at its own bytes. Of a damaged one the text is that of `salvage`.
    pub own_bytes: fn(&[u8]) -> OwnBytes,
    /// Compares two binaries.
    pub compare: CompareFn,
    /// Converts a binary, given its name and the id of a conversion of the language.
    pub convert: fn(&str, &[u8], &str) -> ConvertedBinary,
    /// Writes the text that describes a machine.
    pub describe: fn(&Machine) -> String,
}

/// A language: what is fixed for it, and how its texts are read.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// Stable name, as in the npm package and the language server.
    pub name: &'static str,
    /// The name that people use for it.
    pub title: &'static str,
    /// Parses a text of the language. A broken text gives a document with diagnostics.
    pub parse: ParseFn,
    /// Ends of file names, longest first.
    pub extensions: &'static [&'static str],
    /// The characters that start a comment.
    pub comment: &'static str,
    /// The views it offers, the most telling first.
    pub views: &'static [ViewKind],
    /// The formats into which its texts can be converted.
    pub conversions: &'static [ConversionInfo],
    /// Beginnings of new files, the commonest first; at least two.
    pub templates: &'static [Template],
    /// All codes its diagnostics can have.
    pub codes: &'static [&'static Code],
    /// The way in which the bytes of its files are read.
    pub file_bytes: FileBytes,
    /// The dialogue that leads to a new file, if the language has one.
    pub wizard: Option<WizardFn>,
    /// The functions for files in the binary form of its texts, if they have one that can be read
    /// back.
    pub binary: Option<&'static BinaryForm>,
}
