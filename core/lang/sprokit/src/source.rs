//! The tokens of a text with those of the files it includes, in reading order.
//!
//! Includes are textual at line granularity and may stand in the middle of a statement
//! (sprokit.md#includes), so the grammar reads one stream. A [`TokenIdx`] counts in that stream;
//! [`Source`] knows the file and the range behind it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use text_size::{TextRange, TextSize};

use crate::lexer::Lexer;
use crate::macros;
use crate::token::{Kind, Token};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{self, Encoding, Files, Location, SourceText, paths};
use bobbin_core::{HostFacts, Input};

/// Includes that are followed, over the whole text. Files that include each other twice would
/// double with each level.
const MOST_INCLUDES: usize = 500;

/// The bytes of files that are included more than once, each time but the first.
const MOST_REREAD: usize = 256 << 10;

/// The environment variable with folders to search for includes (sprokit.md#include-search).
pub const SEARCH_PATH: &str = "SPROKIT_PIPE_INCLUDE_PATH";

/// A text with all that it includes, as tokens.
#[derive(Debug)]
pub struct Source {
    tokens: Vec<Token>,
    /// Stretches of tokens of one file, sorted by their first token.
    segments: Vec<Segment>,
    /// The text itself first.
    files: Vec<SourceFile>,
    /// The includes, in reading order.
    includes: Vec<Include>,
}

#[derive(Debug)]
struct Segment {
    first: u32,
    file: u32,
}

/// A file whose tokens are in the stream.
#[derive(Debug)]
pub struct SourceFile {
    /// The path, as in [`Input::path`].
    pub path: String,
    /// All of it.
    pub text: Arc<str>,
    /// The name in the outermost include line that brought it in; none for the text itself.
    pub included_at: Option<TokenIdx>,
    /// The file with the line that brought it in, by number; none for the text itself.
    pub included_by: Option<u32>,
}

/// An include line.
#[derive(Debug)]
pub struct Include {
    /// The file name in the line.
    pub name: TokenIdx,
    /// The name after macros.
    pub expanded: String,
    /// The outcome of the include.
    pub target: Target,
    /// The first directory in the place of a file, which ended its step of the search.
    pub directory: Option<String>,
    /// The file that was found and cannot be read, with the reason.
    pub unreadable: Option<(String, String)>,
}

/// The outcome of an include.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Its tokens follow.
    Opened {
        /// Index in [`Source::files`].
        file: u32,
    },
    /// No open file has this name.
    Missing,
    /// A directory has this absolute name, which the program reads as an empty file.
    Directory,
    /// The file is being read already.
    Cycle {
        /// Index in [`Source::files`].
        file: u32,
    },
    /// There are too many includes.
    TooMany,
}

impl Target {
    /// True if it is not known what the program would read.
    fn is_gap(self) -> bool {
        !matches!(self, Target::Opened { .. } | Target::Directory)
    }
}

/// A file that is being read.
struct Reading {
    file: u32,
    at: usize,
}

impl Source {
    /// Reads the tokens of `input` and of what it includes.
    pub fn new(input: &Input) -> Source {
        let main = SourceFile {
            path: input.path.clone(),
            text: Arc::clone(&input.text),
            included_at: None,
            included_by: None,
        };
        let mut source = Source {
            tokens: Vec::new(),
            segments: vec![Segment { first: 0, file: 0 }],
            files: vec![main],
            includes: Vec::new(),
        };
        let mut lexer = Lexer::default();
        lexer.tokens.reserve(input.text.len() / 5);
        let mut stack = vec![Reading { file: 0, at: 0 }];
        while let Some(reading) = stack.last_mut() {
            let Some(file) = source.files.get(reading.file as usize) else { break };
            let file_text = Arc::clone(&file.text);
            let mut included = false;
            while !included && reading.at < file_text.len() {
                (reading.at, included) = lexer.line(file_text.as_bytes(), reading.at);
            }
            if !included {
                stack.pop();
                if let Some(outer) = stack.last() {
                    source.enter(&mut lexer, outer.file);
                }
                continue;
            }
            if let Some(file) = source.include(&lexer, &stack, input, &file_text) {
                stack.push(Reading { file, at: 0 });
                source.enter(&mut lexer, file);
            }
        }
        source.tokens = lexer.tokens;
        source
    }

    fn enter(&mut self, lexer: &mut Lexer, file: u32) {
        lexer.enter_file();
        self.segments.push(Segment { first: lexer.tokens.len() as u32, file });
    }

    /// Notes the include whose line was just read; the file to read next, if it is open.
    fn include(
        &mut self,
        lexer: &Lexer,
        stack: &[Reading],
        input: &Input,
        file_text: &str,
    ) -> Option<u32> {
        let idx = lexer.tokens.iter().rposition(|it| it.kind == Kind::IncludeName)?;
        let token = lexer.tokens.get(idx)?;
        let written = file_text.get(token.start as usize..token.end as usize).unwrap_or_default();
        let name = TokenIdx(idx as u32);
        let including = self.files.get(stack.last()?.file as usize)?;
        // The program takes the bytes of the line; names of files are UTF-8 here, as far as they can be.
        let bytes = input.files.utf8_fault(&including.path).map(|_| {
            let bytes = SourceText::encode(written, Encoding::Latin1);
            paths::to_text(&bytes)
        });
        let expanded = macros::expand_include(bytes.as_deref().unwrap_or(written), &input.host);
        let folders = stack
            .iter()
            .rev()
            .filter_map(|it| self.files.get(it.file as usize))
            .map(|it| folder(&it.path));
        let found = search(&expanded, folders, &input.files, &input.host);
        let reading = |path: &str| {
            let path = Files::normalise(path);
            let mut files = stack.iter().map(|it| it.file);
            files.find(|&it| self.file(it).is_some_and(|it| Files::normalise(&it.path) == path))
        };
        let target = match &found.file {
            None if is_absolute(&expanded) && found.directory.is_some() => Target::Directory,
            None => Target::Missing,
            Some((path, text)) => match reading(path) {
                Some(file) => Target::Cycle { file },
                None if self.files.len() > MOST_INCLUDES || self.is_too_long(path, text) => {
                    Target::TooMany
                }
                None => Target::Opened { file: self.files.len() as u32 },
            },
        };
        let Found { directory, unreadable, .. } = found;
        self.includes.push(Include { name, expanded, target, directory, unreadable });
        let Target::Opened { file } = target else { return None };
        let (path, text) = found.file?;
        let included_by = stack.last()?.file;
        let outer = self.files.get(included_by as usize)?;
        let included_at = Some(outer.included_at.unwrap_or(name));
        self.files.push(SourceFile { path, text, included_at, included_by: Some(included_by) });
        Some(file)
    }

    /// True if this file is included again, and what is has become too long with that.
    fn is_too_long(&self, path: &str, text: &str) -> bool {
        let mut seen = HashSet::new();
        let again = self.files.iter().filter(|it| !seen.insert(it.path.as_str()));
        let spent: usize = again.map(|it| it.text.len()).sum();
        self.files.iter().any(|it| it.path == path) && spent + text.len() > MOST_REREAD
    }

    /// Returns the bytes of the text and of all that it includes, as often as it does.
    pub fn n_bytes(&self) -> usize {
        self.files.iter().map(|it| it.text.len()).sum()
    }

    /// Returns the paths of the files that lead from the file of this number to the file of the
    /// token `at`, each of which includes the next.
    pub fn chain(&self, file: u32, at: TokenIdx) -> Vec<&str> {
        let mut res = Vec::new();
        let mut next = Some(self.file_of(at));
        while let Some((number, it)) = next.and_then(|it| Some((it, self.file(it)?))) {
            res.push(it.path.as_str());
            next = it.included_by.filter(|_| number != file);
        }
        res.reverse();
        res
    }

    /// Returns the significant tokens, as the grammar reads them.
    pub fn significant(&self) -> impl Iterator<Item = (TokenIdx, Kind, TokenIdx)> + '_ {
        self.tokens
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.kind.is_trivia())
            .map(|(idx, it)| (TokenIdx(idx as u32), it.kind, TokenIdx(idx as u32 + 1)))
    }

    /// Returns all tokens with their index and file.
    pub fn tokens(&self) -> impl Iterator<Item = (TokenIdx, Token, u32)> + '_ {
        let mut segments = self.segments.iter().peekable();
        let mut file = 0;
        self.tokens.iter().enumerate().map(move |(idx, &token)| {
            while let Some(it) = segments.next_if(|it| it.first <= idx as u32) {
                file = it.file;
            }
            (TokenIdx(idx as u32), token, file)
        })
    }

    /// Returns the tokens of the text itself.
    pub fn own_tokens(&self) -> impl Iterator<Item = (TokenIdx, Token)> + '_ {
        self.tokens().filter(|&(_, _, file)| file == 0).map(|(idx, token, _)| (idx, token))
    }

    /// Tokens of `span`, trivia left out.
    pub fn significant_in(
        &self,
        span: TokenSpan,
    ) -> impl DoubleEndedIterator<Item = (TokenIdx, Kind)> + '_ {
        let tokens = self.tokens.get(span.start.0 as usize..span.end.0 as usize);
        tokens
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.kind.is_trivia())
            .map(move |(idx, it)| (TokenIdx(span.start.0 + idx as u32), it.kind))
    }

    /// Returns the kind of a token; `None` behind the last.
    pub fn kind(&self, idx: TokenIdx) -> Option<Kind> {
        self.tokens.get(idx.0 as usize).map(|it| it.kind)
    }

    /// Returns the index behind the last token.
    pub fn end(&self) -> TokenIdx {
        TokenIdx(self.tokens.len() as u32)
    }

    /// Returns the text itself and all files that were read into it, once for each time.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns the includes, in reading order.
    pub fn includes(&self) -> &[Include] {
        &self.includes
    }

    /// Returns true if some include is not open, so that not all of the text is known.
    pub fn has_gaps(&self) -> bool {
        self.first_gap().is_some()
    }

    /// Returns the name in the first include that is not open.
    pub fn first_gap(&self) -> Option<TokenIdx> {
        self.includes.iter().find(|it| it.target.is_gap()).map(|it| it.name)
    }

    /// Returns true if an include that is not open stands between two places in the stream.
    pub fn has_gap_between(&self, from: TokenIdx, to: TokenIdx) -> bool {
        let first = self.includes.partition_point(|it| it.name < from);
        self.includes.iter().skip(first).take_while(|it| it.name < to).any(|it| it.target.is_gap())
    }

    /// Returns the number of the file that a token stands in; 0 is the text itself.
    pub fn file_of(&self, idx: TokenIdx) -> u32 {
        if self.segments.len() == 1 {
            return 0;
        }
        let at = self.segments.partition_point(|it| it.first <= idx.0);
        at.checked_sub(1).and_then(|it| self.segments.get(it)).map_or(0, |it| it.file)
    }

    /// Returns a file by its number.
    pub fn file(&self, file: u32) -> Option<&SourceFile> {
        self.files.get(file as usize)
    }

    /// Returns true if the token stands in the text itself.
    pub fn is_own(&self, idx: TokenIdx) -> bool {
        self.file_of(idx) == 0
    }

    /// Returns the range of a token in its own file.
    pub fn local_range(&self, idx: TokenIdx) -> TextRange {
        match self.tokens.get(idx.0 as usize) {
            Some(it) => TextRange::new(it.start.into(), it.end.into()),
            None => TextRange::empty(self.files.first().map_or(0.into(), |it| text::len(&it.text))),
        }
    }

    /// Returns the range of a token in the text itself; for a token of an included file that of the
    /// name in the include line.
    pub fn range(&self, idx: TokenIdx) -> TextRange {
        let file = self.file_of(idx);
        match self.file(file).and_then(|it| it.included_at) {
            Some(name) => self.local_range(name),
            None => self.local_range(idx),
        }
    }

    /// Returns the last significant token of a span, or the name of the include that it ends with. An empty span gives
    /// its start.
    pub fn last_of(&self, span: TokenSpan) -> TokenIdx {
        let end = span.end.0.checked_sub(1).map(TokenIdx).filter(|it| *it >= span.start);
        let include = end.filter(|it| self.kind(*it) == Some(Kind::IncludeName));
        let last = || self.significant_in(span).next_back().map(|it| it.0);
        include.or_else(last).unwrap_or(span.start)
    }

    /// Returns the range of a span in the text itself, from its first significant token to its last, or to the include
    /// that it ends with.
    pub fn span_range(&self, span: TokenSpan) -> TextRange {
        let first = self.significant_in(span).next().map_or(span.start, |(idx, _)| idx);
        let last = self.last_of(span);
        let (first, last) = (self.range(first), self.range(last));
        if span.start >= span.end {
            return TextRange::empty(first.start());
        }
        TextRange::new(first.start(), last.end().max(first.end()))
    }

    /// Returns the place where a span is written, in the file that it starts in.
    pub fn written(&self, span: TokenSpan) -> Option<Location> {
        let file = self.file_of(span.start);
        let it = self.file(file).filter(|it| !it.path.is_empty())?;
        let mut inside = self.significant_in(span).filter(|it| self.file_of(it.0) == file);
        let first = self.local_range(inside.next()?.0);
        let last = inside.next_back().map_or(first, |it| self.local_range(it.0));
        Some(Location::elsewhere(&it.path, first.cover(last)))
    }

    /// Returns the place of a token, if that is in an included file.
    pub fn elsewhere(&self, idx: TokenIdx) -> Option<Location> {
        if self.is_own(idx) {
            return None;
        }
        let file = self.file(self.file_of(idx))?;
        Some(Location::elsewhere(&file.path, self.local_range(idx)))
    }

    /// Returns the text of a token.
    pub fn text(&self, idx: TokenIdx) -> &str {
        let Some(file) = self.file(self.file_of(idx)) else { return "" };
        text::slice(&file.text, self.local_range(idx))
    }

    /// Returns the texts of the significant tokens of a span, joined: a key or an address as the
    /// program sees it.
    pub fn joined(&self, span: TokenSpan) -> Cow<'_, str> {
        if span.end.0 == span.start.0 + 1 {
            return Cow::Borrowed(self.text(span.start));
        }
        let file = self.file_of(span.start);
        if let (Some(first), Some(last), Some(it)) = (
            self.tokens.get(span.start.0 as usize),
            span.end.0.checked_sub(1).and_then(|it| self.tokens.get(it as usize)),
            self.file(file),
        ) && file == self.file_of(TokenIdx(span.end.0 - 1))
            && self.significant_in(span).count() as u32 == span.end.0.saturating_sub(span.start.0)
        {
            return Cow::Borrowed(text::slice(
                &it.text,
                TextRange::new(first.start.into(), last.end.max(first.start).into()),
            ));
        }
        Cow::Owned(self.significant_in(span).map(|(idx, _)| self.text(idx)).collect())
    }

    /// Returns the token of the text itself that the offset lies in; at a border the one that
    /// starts there.
    pub fn at(&self, at: TextSize) -> Option<TokenIdx> {
        let at = u32::from(at);
        if self.segments.len() == 1 {
            let idx = self.tokens.partition_point(|it| it.start <= at).checked_sub(1)?;
            return Some(TokenIdx(idx as u32));
        }
        self.own_tokens().take_while(|(_, it)| it.start <= at).last().map(|(idx, _)| idx)
    }
}

/// Returns the folder of a path, without its slash; empty for a bare name.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

/// Returns the path of a file in a folder, which is empty for the current one.
pub fn joined_path(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// Returns the path of a file as people read it in the file `own`: from the folder of that, if it is
/// there or below.
pub fn shown_path<'p>(path: &'p str, own: &str) -> &'p str {
    path.strip_prefix(&joined_path(folder(own), "")).unwrap_or(path)
}

/// Returns the way from one folder to another, without a slash at its end; `None` where the paths do not tell, such as
/// out of a folder whose own place is not known.
pub fn way(from: &str, to: &str) -> Option<String> {
    let parts = |it: &str| -> Vec<String> {
        it.split('/').filter(|it| !it.is_empty() && *it != ".").map(str::to_owned).collect()
    };
    let (here, there) = (parts(from), parts(to));
    let n_shared = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let up = here.get(n_shared..).unwrap_or_default();
    let down = there.get(n_shared..).unwrap_or_default();
    let is_known = from.starts_with('/') == to.starts_with('/') && !up.iter().any(|it| it == "..");
    let way = up.iter().map(|_| "..").chain(down.iter().map(String::as_str));
    is_known.then(|| way.collect::<Vec<_>>().join("/"))
}

/// Returns the path of a file as people read it in the file `own`: the way from the folder of that, where it is known.
pub fn path_from(path: &str, own: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    way(folder(own), folder(path)).map_or_else(|| path.to_owned(), |it| joined_path(&it, name))
}

/// True if an include with this name is not searched for (sprokit.md#include-search).
pub fn is_absolute(name: &str) -> bool {
    name.starts_with(['/', '~'])
}

/// The result of a search for an include.
#[derive(Debug, Default)]
pub struct Found {
    /// The path of the file, and its text.
    pub file: Option<(String, Arc<str>)>,
    /// The first directory in the place of a file, which ended its step of the search.
    pub directory: Option<String>,
    /// The file that is there and cannot be read, with the reason.
    pub unreadable: Option<(String, String)>,
}

/// Returns the places where an include is looked for, in the order of the program. They come in
/// steps: the search path of the environment and the folders given for includes, then the folders of
/// the files being read from the innermost outward, then the current folder
/// (sprokit.md#include-search). An absolute name has one place.
pub fn places<'f>(
    name: &str,
    folders: impl Iterator<Item = &'f str>,
    host: &HostFacts,
) -> [Vec<String>; 3] {
    if is_absolute(name) {
        return [vec![name.to_owned()], Vec::new(), Vec::new()];
    }
    let search_path = host.env.get(SEARCH_PATH).map(String::as_str).unwrap_or_default();
    let search_path = search_path.split(':').filter(|it| !it.is_empty());
    let include_path = host.include_path.iter().map(|it| it.trim_end_matches('/'));
    let inside = |folder: &str| joined_path(folder, name);
    [
        search_path.chain(include_path).map(inside).collect(),
        folders.map(inside).collect(),
        vec![inside("")],
    ]
}

/// Looks for an include. In each step of the search the first path that exists counts, and if that is
/// a directory, the step fails (sprokit.md#include-search).
pub fn search<'f>(
    name: &str,
    folders: impl Iterator<Item = &'f str>,
    files: &Files,
    host: &HostFacts,
) -> Found {
    let mut res = Found::default();
    for step in places(name, folders, host) {
        for path in step {
            if let Some(text) = files.get(&path) {
                res.file = Some((path, Arc::clone(text)));
                return res;
            }
            if let Some(why) = files.unreadable(&path) {
                res.unreadable = Some((path.clone(), why.to_owned()));
                return res;
            }
            if files.is_directory(&path) {
                res.directory.get_or_insert(path);
                break;
            }
        }
    }
    res
}
