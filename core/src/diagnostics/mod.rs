//! Diagnostics: their codes, severities and fixes, worded for users of the language.

mod bounded;
mod nearest;
mod quotes;

pub use bounded::Bounded;
pub use nearest::{nearest, switch_meant};

use text_size::TextRange;

use crate::edit::{LabelledChange, SourceChange, TextEdit};
use crate::sorting::Sorting as _;
use crate::text::{MapPlace, Placed, placed};

/// The severity of a diagnostic, decided by what the real program does with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Severity {
    /// The real program rejects the text or stops reading it.
    Error,
    /// The real program ignores or misreads what was written.
    Warning,
    /// Legal, but probably not meant; or what the text alone does not tell ([`Code::meaning`]).
    Hint,
}

impl Severity {
    /// All, the gravest first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Hint];

    /// Returns what it says about the text.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Severity::Error => "the real program rejects the text or stops reading it",
            Severity::Warning => "the real program ignores or misreads what was written",
            Severity::Hint => "legal, but probably not meant",
        }
    }

    /// Returns the word that people use for one.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

/// One kind of diagnostic. Each language lists its own in `diagnostics.rs`, next to the functions
/// that word the messages.
///
/// Codes appear in docs, tests and the npm package, so a code is never used again for another
/// meaning.
#[derive(Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Code {
    /// Stable name in kebab case.
    #[cfg_attr(feature = "serde", serde(rename = "code"))]
    pub name: &'static str,
    /// The name under which the language's own documents know the condition, for example `E_MODE`.
    pub reference: Option<&'static str>,
    /// Follows from the code, never from the place.
    pub severity: Severity,
    /// The condition as a sentence, with its source in the reference (`docs/languages`) or the
    /// document.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub summary: &'static str,
    /// The sentence about the text that takes the place of the severity's, if one does.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub meaning: Option<&'static str>,
}

impl Code {
    /// The meaning of a hint about a text that the real program may reject as well.
    pub const OPEN: &'static str =
        "the text alone does not tell whether the real program takes it or rejects it";
}

/// Declares the codes of a language and the list [`Code`]s of them.
///
/// ```
/// bobbin_core::codes! {
///     /// All codes of this language.
///     pub static CODES;
///     SYNTAX: "syntax", Error, "the line is no statement (sprokit.md#grammar)";
///     MODE: "bad-mode", Error, "the mode does not exist (coil.md#modes)", "E_MODE";
///     TYPE: "unknown-type", Hint, "no known type has this name" => "a plug-in may have it";
/// }
/// assert_eq!(CODES[1].reference, Some("E_MODE"));
/// assert_eq!(CODES[2].meaning, Some("a plug-in may have it"));
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$doc:meta])* $vis:vis static $list:ident;
        $(
            $id:ident: $name:literal, $severity:ident, $summary:literal
                $(, $reference:literal)? $(=> $meaning:expr)?;
        )*
    ) => {
        $(
            #[doc = $summary]
            $vis static $id: $crate::diagnostics::Code = $crate::diagnostics::Code {
                name: $name,
                severity: $crate::diagnostics::Severity::$severity,
                summary: $summary,
                reference: $crate::codes!(@option $($reference)?),
                meaning: $crate::codes!(@option $($meaning)?),
            };
        )*
        $(#[$doc])* $vis static $list: &[&$crate::diagnostics::Code] = &[$(&$id),*];
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
}

/// One diagnostic. In LSP's `textDocument/publishDiagnostics` the same stands in LSP's own shape, with
/// [`DiagnosticData`] as `data`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Diagnostic<P = TextRange> {
    /// The code, which tells diagnostics of one kind from those of another.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub code: &'static Code,
    /// The smallest wrong thing.
    pub range: P,
    /// One lower-case sentence without full stop; the user's text in backticks.
    pub message: String,
    /// Advice on what to do, where the message alone does not say it.
    pub help: Option<String>,
    /// Other places that explain this one, such as the block left open.
    pub related: Vec<Related<P>>,
    /// Edits that mend it, the likeliest first.
    pub fixes: Vec<Fix<P>>,
    /// Open files that would mend it at another path, the likeliest first.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<FileMove>>"))]
    pub moves: Vec<FileMove>,
}

/// An open file that a diagnostic is looking for at another path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FileMove {
    /// The menu entry for it: ``It is `x.pipe`, which is open``.
    pub label: String,
    /// Its path now.
    pub from: String,
    /// The path where it is looked for.
    pub to: String,
}

/// Another place that explains a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Related<P = TextRange> {
    /// The file, if it is another one.
    pub path: Option<String>,
    /// The place it points to.
    pub range: P,
    /// One sentence on what stands there.
    pub message: String,
}

/// A way to mend a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Fix<P = TextRange> {
    /// Its effect, as a menu entry: ``Change to `queue` ``.
    pub label: String,
    /// Edits of the diagnostic's own text, sorted, disjoint, in terms of the text before.
    #[cfg_attr(feature = "serde", serde(rename = "edits"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<TextEdit>"))]
    pub edit: TextEdit<P>,
    /// True if a person has to want it: it leaves words to be written, or decides what nothing in the
    /// text says. A command that applies fixes by itself leaves it out.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_choice: bool,
    /// True if it sets a value, or lets something count, that the text does not say. A command that
    /// applies fixes by itself leaves it out unless it is asked for those, too.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_guess: bool,
}

impl Fix {
    /// Creates a fix that mends by itself.
    #[must_use]
    pub fn new(label: impl Into<String>, edit: TextEdit) -> Fix {
        Fix { label: label.into(), edit, is_choice: false, is_guess: false }
    }

    /// Marks it as what is probably meant, but not written.
    #[must_use]
    pub fn as_guess(mut self) -> Fix {
        self.is_guess = true;
        self
    }

    /// Leaves it to a person to want it.
    #[must_use]
    pub fn as_choice(mut self) -> Fix {
        self.is_choice = true;
        self
    }
}

/// The `data` of an LSP diagnostic: what LSP's own fields cannot say apart.
///
/// LSP's `message` is this message with the help as a second line, for clients that know nothing of
/// `data`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct DiagnosticData<P = TextRange> {
    /// The message alone.
    pub message: String,
    /// Advice on what to do, where the message alone does not say it.
    pub help: Option<String>,
    /// Edits that mend it, the likeliest first.
    pub fixes: Vec<Fix<P>>,
    /// Open files that would mend it at another path, the likeliest first.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<FileMove>>"))]
    pub moves: Vec<FileMove>,
    /// The path at which a file that is included here is looked for, where none is open.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wanted: Option<String>,
}

placed!(Diagnostic { code, message, help, moves; range, related, fixes });
placed!(Fix { label, is_choice, is_guess; edit });

impl Placed for Related {
    type At<P> = Related<P>;

    fn map_place<M: MapPlace>(self, map: &mut M) -> Related<M::Place> {
        let Related { path, range, message } = self;
        let path = path.filter(|it| !map.is_own(it));
        let elsewhere = path.as_deref().and_then(|it| map.place_in(it, range));
        let range = elsewhere.unwrap_or_else(|| map.place(range));
        Related { path, range, message }
    }
}

/// Adds `fixes` of a diagnostic in the file `path` as changes that another file can offer; a change that
/// is there already is not added again.
pub fn offer_elsewhere(path: &str, fixes: &[Fix], changes: &mut Vec<LabelledChange>) {
    let name = path.rsplit('/').next().unwrap_or(path);
    for fix in fixes {
        let label = format!("{} in `{name}`", fix.label);
        let change = SourceChange::single(path, fix.edit.clone());
        if changes.iter().all(|it| it.change != change) {
            changes.push(LabelledChange { label, change });
        }
    }
}

impl Diagnostic {
    /// Creates a diagnostic without help, related places or fixes; the `with_` methods add them. Of long texts in
    /// backticks the message has the beginning and the end.
    #[must_use]
    pub fn new(code: &'static Code, range: TextRange, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            range,
            message: quotes::with_short_quotes(message.into()),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Points at another place of the same file.
    #[must_use]
    pub fn with_related(mut self, range: TextRange, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { path: None, range, message: message.into() });
        self
    }

    /// Offers to take the open file at `from` for the one at `to`.
    #[must_use]
    pub fn with_move(mut self, from: &str, to: &str) -> Diagnostic {
        let name = from.trim_start_matches('/');
        let label = format!("It is `{name}`, which is open");
        self.moves.push(FileMove { label, from: from.to_owned(), to: to.to_owned() });
        self
    }

    /// Offers an edit.
    #[must_use]
    pub fn with_fix(self, label: impl Into<String>, edit: TextEdit) -> Diagnostic {
        self.with_fixes([Fix::new(label, edit)])
    }

    /// Offers fixes that were planned elsewhere.
    #[must_use]
    pub fn with_fixes(mut self, fixes: impl IntoIterator<Item = Fix>) -> Diagnostic {
        self.fixes.extend(fixes);
        self
    }
}

/// Texts are read again to try fixes until so many bytes are read, which takes about 3 ms: people wait for what is found.
const MOST_TRIED: usize = 160 * 1024;
/// Of a longer text, up to this length, one fix is tried.
const LONGEST_TRIED: usize = 512 * 1024;

/// Takes the fixes away after which a text fails that passes now: a fix may bring into force what
/// nobody has read so far. `fails` judges a text; only fixes of `codes` may do so. Where a text is
/// too long to try them all, the others are taken away untried.
pub fn drop_failing_fixes(
    diagnostics: &mut [Diagnostic],
    codes: &[&str],
    text: &str,
    fails: impl Fn(String) -> bool,
) {
    try_fixes(diagnostics, codes, text, fails, |fixes, passes| fixes.retain_mut(|it| passes(it)));
}

/// Leaves the fixes that [`drop_failing_fixes`] would take away to a person: what then fails is what the
/// diagnostic has hidden.
pub fn leave_failing_fixes(
    diagnostics: &mut [Diagnostic],
    codes: &[&str],
    text: &str,
    fails: impl Fn(String) -> bool,
) {
    try_fixes(diagnostics, codes, text, fails, |fixes, passes| {
        fixes.iter_mut().for_each(|it| it.is_choice |= !passes(it));
    });
}

/// Marks the fixes of `codes` as guesses behind which a text has more that is wrong, so that they bring into
/// force what does not do what is meant. `is_worse` judges a text; so that people need not wait, as
/// many are tried as by [`drop_failing_fixes`], and the others are guesses, too.
pub fn guess_worse_fixes(
    diagnostics: &mut [Diagnostic],
    codes: &[&str],
    text: &str,
    is_worse: impl Fn(String) -> bool,
) {
    judge_fixes(diagnostics, codes, text, is_worse, |fixes, passes| {
        fixes.iter_mut().for_each(|it| it.is_guess |= !passes(it));
    });
}

/// Lets `judge` go through the fixes of each diagnostic of `codes`, with what tells whether a text that
/// passes now still does behind one.
fn try_fixes(
    diagnostics: &mut [Diagnostic],
    codes: &[&str],
    text: &str,
    fails: impl Fn(String) -> bool,
    judge: impl Fn(&mut Vec<Fix>, &mut dyn FnMut(&Fix) -> bool),
) {
    if diagnostics.iter().all(|it| it.code.severity != Severity::Error) {
        judge_fixes(diagnostics, codes, text, fails, judge);
    }
}

fn judge_fixes(
    diagnostics: &mut [Diagnostic],
    codes: &[&str],
    text: &str,
    fails: impl Fn(String) -> bool,
    judge: impl Fn(&mut Vec<Fix>, &mut dyn FnMut(&Fix) -> bool),
) {
    let mut n_tried = 0;
    for it in diagnostics.iter_mut().filter(|it| codes.contains(&it.code.name)) {
        judge(&mut it.fixes, &mut |fix| {
            let is_first = n_tried == 0 && text.len() <= LONGEST_TRIED;
            n_tried += text.len();
            (is_first || n_tried <= MOST_TRIED) && !fails(fix.edit.apply(text))
        });
    }
}

/// Sorts diagnostics as people read a text; the order is the same on every run.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics
        .order_by_key(|it| (it.range.start(), it.code.severity, it.range.end(), it.code.name));
}
