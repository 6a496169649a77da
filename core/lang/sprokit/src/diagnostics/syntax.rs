//! Words for what does not parse or stands in the wrong place.

use text_size::TextRange;

use super::*;
use crate::source::is_absolute;
use crate::token::STATEMENT_WORDS;
use bobbin_core::diagnostics::{Fix, nearest};
use bobbin_core::edit::TextEdit;

/// Reports text that nothing reads; `expected` is what could stand there, if that helps.
pub fn unexpected(range: TextRange, found: &str, expected: Option<String>) -> Diagnostic {
    let message = match (found, expected) {
        ("", Some(expected)) => format!("expected {expected}, but the text ends here"),
        ("", None) => "the statement is incomplete".to_owned(),
        (_, Some(expected)) => format!("expected {expected}, found `{found}`"),
        (_, None) => format!("`{found}` is not allowed here"),
    };
    Diagnostic::new(&SYNTAX, range, message)
}

/// Reports a comment as other languages have it; `sign` begins it.
pub fn foreign_comment(range: TextRange, sign: &str) -> Diagnostic {
    unexpected(range, sign, None)
        .with_help("comments begin with `#`")
        .with_fix("Change to `#`", TextEdit::replace(range, "#"))
}

/// Reports a `;` at the end of a statement.
pub fn semicolon(range: TextRange) -> Diagnostic {
    unexpected(range, ";", None)
        .with_help("a statement needs no sign at its end")
        .with_fix("Remove the `;`", TextEdit::delete(range))
}

/// Reports a `;` between two statements of one line; `edit` breaks the line.
pub fn semicolon_between(range: TextRange, edit: TextEdit) -> Diagnostic {
    unexpected(range, ";", None).with_help(NO_SIGN).with_fix("Break the line", edit)
}

/// Reports a `;` behind a statement, and in front of words that begin none: they may be a comment.
pub fn semicolon_before_words(range: TextRange) -> Diagnostic {
    let fix = Fix::new("Change to `#`", TextEdit::replace(range, "#"));
    unexpected(range, ";", None).with_help(NO_SIGN).with_fixes([fix.as_guess()])
}

const NO_SIGN: &str =
    "a statement needs no sign at its end, and the next one stands on a line of its own";

/// Reports a `:` between a process and its port; `edit` writes what belongs there.
pub fn colon_in_address(range: TextRange, edit: TextEdit) -> Diagnostic {
    unexpected(range, ":", None)
        .with_help("a process and its port are joined by `.`")
        .with_fix("Change to `.`", edit)
}

/// Reports a `,` between the inputs of a mapping; `edit` writes what belongs there, if that is known.
pub fn comma_in_mapping(range: TextRange, edit: Option<TextEdit>) -> Diagnostic {
    let is_last = |it: &TextEdit| it.replacements().iter().all(|it| it.text.is_empty());
    let fix = edit.map(|it| {
        let label = if is_last(&it) { "Remove the `,`" } else { "Write `to`" };
        Fix::new(label, it)
    });
    unexpected(range, ",", None)
        .with_help("`to` stands before each of several inputs")
        .with_fixes(fix)
}

/// Reports a blank that is none to the program, such as a no-break space; `edit` writes spaces.
pub fn foreign_blank(
    code: &'static Code,
    range: TextRange,
    found: char,
    edit: TextEdit,
) -> Diagnostic {
    let message = format!("this blank is the character U+{:04X}, not a space", u32::from(found));
    Diagnostic::new(code, range, message)
        .with_help("text that is copied from elsewhere may have such blanks")
        .with_fix("Change to a space", edit)
}

/// Reports a word at the start of a statement that begins none; `is_cluster` says that the file is one.
pub fn unknown_statement(range: TextRange, word: &str, is_cluster: bool) -> Diagnostic {
    let res = Diagnostic::new(
        &UNKNOWN_STATEMENT,
        range,
        format!("`{word}` does not begin a statement, and no section is open for a key"),
    )
    .with_help(if is_cluster {
        "a cluster begins with `cluster`, mappings with `imap` or `omap`, other statements with `process`, \
         `connect`, `config` or `include`"
    } else {
        "statements begin with `process`, `connect`, `config` or `include`"
    });
    match nearest(word, STATEMENT_WORDS) {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports a word of statements that is `written` in two parts; `is_sure` says that nothing else may be meant.
pub fn parted_word(range: TextRange, written: &str, word: &str, is_sure: bool) -> Diagnostic {
    let fix = Fix::new(format!("Change to `{word}`"), TextEdit::replace(range, word));
    Diagnostic::new(&UNKNOWN_STATEMENT, range, format!("`{written}` does not begin a statement"))
        .with_help(format!("`{word}` is one word"))
        .with_fixes([if is_sure { fix } else { fix.as_choice() }])
}

/// Reports `name :: type` without `process`. `rest` is the name, if `word` begins with `process`; `is_sure`
/// says that it cannot be meant to begin so.
pub fn missing_process_word(
    range: TextRange,
    word: &str,
    rest: Option<&str>,
    is_sure: bool,
) -> Diagnostic {
    let parted = rest.map(|it| {
        let text = format!("process {it}");
        Fix::new(format!("Change to `{text}`"), TextEdit::replace(range, text)).as_choice()
    });
    let fix = Fix::new("Insert `process`", TextEdit::insert(range.start(), "process "));
    Diagnostic::new(
        &UNKNOWN_STATEMENT,
        range,
        format!("the word `process` is missing before `{word}`"),
    )
    .with_fixes(parted)
    .with_fixes([if is_sure { fix } else { fix.as_choice() }])
}

/// Reports a reserved word where a name belongs; `what` says whose name.
pub fn reserved_word(range: TextRange, word: &str, what: &str, ways: Vec<Fix>) -> Diagnostic {
    let message = format!("`{word}` is a reserved word and cannot be {what}");
    Diagnostic::new(&RESERVED_WORD, range, message)
        .with_help("choose another name, for example with one letter more")
        .with_fixes(ways)
}

/// Reports a reserved word where a flag belongs.
pub fn reserved_flag(range: TextRange, word: &str, ways: Vec<Fix>) -> Diagnostic {
    let help = match word {
        "relativepath" => "write `relativepath key = value`",
        _ => "the flags are `ro` and `tunable`",
    };
    let message = format!("`{word}` is a reserved word and cannot be a flag");
    Diagnostic::new(&RESERVED_WORD, range, message).with_help(help).with_fixes(ways)
}

/// Reports a reserved word in a key, where the program's document has such and the program rejects
/// them: behind a `:`.
pub fn reserved_key_part(range: TextRange, word: &str, ways: Vec<Fix>) -> Diagnostic {
    let message = format!("kwiver rejects the reserved word `{word}` anywhere in a key");
    Diagnostic::new(&RESERVED_KEY_PART, range, message)
        .with_help("its document has such keys; the name of a block may be a reserved word")
        .with_fixes(ways)
}

/// Reports a process without a type.
pub fn missing_type(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_TYPE, range, format!("process `{name}` has no type"))
        .with_help("write `:: type` after the name")
}

/// Reports a process with a type but without `::`; `is_type` says that it is one, as no `::` follows.
pub fn missing_colons(range: TextRange, process_type: &str, is_type: bool) -> Diagnostic {
    if !is_type {
        return Diagnostic::new(
            &MISSING_TYPE,
            range,
            format!("expected `::`, found `{process_type}`"),
        );
    }
    let fix = Fix::new("Insert `::`", TextEdit::insert(range.start(), ":: "));
    let message = format!("`::` is missing before the type `{process_type}`");
    Diagnostic::new(&MISSING_TYPE, range, message).with_fixes([fix])
}

/// Reports a single `:` in front of a type; `is_type` says that it is one, as no `::` follows.
pub fn single_colon(range: TextRange, is_type: bool) -> Diagnostic {
    let fix = Fix::new("Change to `::`", TextEdit::replace(range, "::"));
    Diagnostic::new(&MISSING_TYPE, range, "a type follows `::`, not `:`")
        .with_fixes(is_type.then_some(fix))
}

/// Reports `process` without a name.
pub fn missing_process_name(range: TextRange) -> Diagnostic {
    Diagnostic::new(&SYNTAX, range, "the process has no name")
        .with_help("write `process name :: type`")
}

/// Reports `cluster` without a name.
pub fn missing_cluster_name(range: TextRange) -> Diagnostic {
    Diagnostic::new(&SYNTAX, range, "the cluster has no name").with_help("write `cluster name`")
}

/// Reports a connection that breaks off.
pub fn incomplete_connection(range: TextRange) -> Diagnostic {
    Diagnostic::new(&INCOMPLETE_CONNECTION, range, "the connection is incomplete")
        .with_help("write `connect from process.output to process.input`")
}

/// Reports a connection without `word`, which belongs in front of `at`; if it `is_sure`, that stands nowhere else.
pub fn missing_connection_word(
    at: TextRange,
    word: &str,
    address: &str,
    is_sure: bool,
) -> Diagnostic {
    let edit = TextEdit::insert(at.start(), format!("{word} "));
    let fix = Fix::new(format!("Insert `{word}`"), edit);
    Diagnostic::new(&INCOMPLETE_CONNECTION, at, format!("`{word}` is missing before `{address}`"))
        .with_fixes([if is_sure { fix } else { fix.as_choice() }])
}

/// Reports a word that is spelled like the `from` it should be.
pub fn misspelt_from(range: TextRange, word: &str) -> Diagnostic {
    Diagnostic::new(&INCOMPLETE_CONNECTION, range, format!("expected `from`, found `{word}`"))
        .with_fix("Change to `from`", TextEdit::replace(range, "from"))
}

/// Reports a word that is spelled like the `to` it should be.
pub fn misspelt_to(range: TextRange, word: &str) -> Diagnostic {
    Diagnostic::new(&INCOMPLETE_CONNECTION, range, format!("expected `to`, found `{word}`"))
        .with_fix("Change to `to`", TextEdit::replace(range, "to"))
}

/// Reports an end of a connection without a port.
pub fn missing_port(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&INCOMPLETE_CONNECTION, range, format!("`{name}` names a process but no port"))
        .with_help("write `process.port`")
}

/// Reports a mapping that breaks off, or with a dot on the wrong side.
pub fn incomplete_mapping(range: TextRange, reason: &str, is_input: bool) -> Diagnostic {
    Diagnostic::new(&INCOMPLETE_MAPPING, range, reason).with_help(if is_input {
        "write `imap from outer to process.input`"
    } else {
        "write `omap from process.output to outer`"
    })
}

/// Reports something in a section header that cannot stand there.
pub fn section_header(range: TextRange, found: &str) -> Diagnostic {
    let message = match found {
        "" => "the section has no path".to_owned(),
        ":" => "a word is missing after this `:`".to_owned(),
        _ => format!("`{found}` is not allowed in the header of a section"),
    };
    Diagnostic::new(&SECTION_HEADER, range, message)
        .with_help("write `config name` or `config name:name` on one line")
}

/// Reports a `:` at the start of the path of a section.
pub fn header_without_word(range: TextRange) -> Diagnostic {
    Diagnostic::new(&SECTION_HEADER, range, "a word is missing before this `:`")
        .with_help("write `config name` or `config name:name` on one line")
}

/// Reports a doubled `:` in a section header.
pub fn double_colon_in_header(range: TextRange) -> Diagnostic {
    section_header(range, "::").with_fix("Change to `:`", TextEdit::replace(range, ":"))
}

/// Reports a key that is alone on its line, and is spelled like `word`, which begins statements.
pub fn misspelt_statement(range: TextRange, key: &str, word: &str) -> Diagnostic {
    missing_assignment(range, key)
        .with_help(format!("if it is not a key, did you mean the statement `{word}`?"))
        .with_fix(format!("Change to `{word}`"), TextEdit::replace(range, word))
}

/// Reports a key without `=`, at its end.
pub fn missing_assignment(range: TextRange, key: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_ASSIGNMENT, range, format!("`=` is missing after the key `{key}`"))
}

/// Reports a key without `=` with its value behind it; `word` begins statements and is spelled
/// alike. `is_sure` says that it can be nothing but a value.
pub fn missing_assignment_before(
    key: TextRange,
    value: TextRange,
    name: &str,
    word: Option<&str>,
    is_sure: bool,
) -> Diagnostic {
    let res = missing_assignment(key, name);
    let res = match word {
        Some(it) => res
            .with_help(format!("if it is not a key, did you mean the statement `{it}`?"))
            .with_fix(format!("Change to `{it}`"), TextEdit::replace(key, it)),
        None => res,
    };
    let fix = Fix::new("Insert `=`", TextEdit::insert(value.start(), "= "));
    res.with_fixes([if is_sure { fix } else { fix.as_choice() }])
}

/// The value that a key has before something is to be added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoFar<'k> {
    Nothing,
    /// An include that is not open may give it one.
    Unknown,
    /// A macro gives it by this full key.
    Key(&'k str),
    /// No macro can name the key (sprokit.md#macros).
    Unreachable,
    /// It is a path, whose folder no macro gives (sprokit.md#relative-paths).
    RelativePath,
    /// The key is not set again (sprokit.md#configuration-bake).
    ReadOnly,
}

/// Reports `+=` or `.=`, the beginning of `junk`; `rest` stands behind it.
pub fn append_operator(
    junk: TextRange,
    operator: &str,
    rest: &str,
    so_far: SoFar<'_>,
) -> Diagnostic {
    let message = format!("there is no `{operator}`");
    let operator = TextRange::at(junk.start(), 2.into());
    let value = rest.trim_start();
    let res = Diagnostic::new(&APPEND_OPERATOR, operator, message);
    match so_far {
        SoFar::Nothing => res
            .with_help("the key has no value before, to which this could be added")
            .with_fix("Change to `=`", TextEdit::replace(operator, "=")),
        SoFar::Unknown => res.with_help(
            "an include that is not open may give the key a value; if it does, `$CONFIG` gives that",
        ),
        SoFar::Key(full_key) => {
            let edit = TextEdit::replace(junk, format!("= $CONFIG{{{full_key}}}{value}"));
            res.with_help("`$CONFIG` gives the value so far, to which text can be added")
                .with_fix("Change to `=` with the value so far", edit)
        }
        // With `=` alone the value so far would be lost.
        SoFar::Unreachable => {
            res.with_help("no macro can name this key, so write the whole value behind `=`")
        }
        SoFar::RelativePath => res.with_help(
            "the value so far is a path in the file's folder, which `$CONFIG` leaves out; write the \
             whole value behind `relativepath key =`",
        ),
        SoFar::ReadOnly => {
            res.with_help("the key is read-only, so it cannot be set again; write the whole value there")
        }
    }
}

/// Reports `::` inside a key.
pub fn double_colon_in_key(range: TextRange) -> Diagnostic {
    Diagnostic::new(&KEY_CHARACTER, range, "the parts of a key are joined by one `:`")
        .with_fix("Change to `:`", TextEdit::replace(range, ":"))
}

/// Reports what cannot stand in a key: a character, or the two of a description.
pub fn key_character(range: TextRange, found: &str) -> Diagnostic {
    let (message, help) = match found {
        "--" => ("`--` begins a description, not a word of a key".to_owned(), IN_WORDS),
        "-" => ("a word of a key cannot begin with `-`".to_owned(), IN_WORDS),
        _ => (
            format!("`{found}` is not allowed in a key"),
            "keys are letters, digits, `_` and `-`, joined by `:`, `/` or `.`",
        ),
    };
    Diagnostic::new(&KEY_CHARACTER, range, message).with_help(help)
}

/// Where words have `-`.
const IN_WORDS: &str = "words have `-` between or behind other characters, as in `a-b`";

/// Reports a key that ends with a separator.
pub fn key_part_missing(range: TextRange, separator: &str) -> Diagnostic {
    Diagnostic::new(&KEY_CHARACTER, range, format!("a word is missing after `{separator}`"))
        .with_help("the parts of a key are words joined by `:`, `/` or `.`")
}

/// Reports a legacy entry without a value.
pub fn legacy_without_value(range: TextRange, key: &str) -> Diagnostic {
    Diagnostic::new(&LEGACY_ENTRY, range, format!("`:{key}` has no value"))
}

/// Reports a legacy entry without a value in front of another one, whose key is `next`.
pub fn glued_keys(range: TextRange, key: &str, next: &str) -> Diagnostic {
    let message = format!("kwiver joins this key with the next one and reads `{key}:{next}`");
    Diagnostic::new(&GLUED_KEYS, range, message)
        .with_help(format!("`:{key}` has no value; Bobbin reads it as empty"))
}

/// Reports `:key=value`, with `=` at `assign`; `modern` takes the `:` away.
pub fn legacy_tight_assignment(assign: TextRange, modern: TextEdit) -> Diagnostic {
    Diagnostic::new(&LEGACY_ENTRY, assign, "an entry that begins with `:` has no `=`")
        .with_help("write a space between the key and its value")
        .with_fix("Remove the `:`", modern)
        .with_fix("Change `=` to a space", TextEdit::replace(assign, " "))
}

/// Reports a blank between the `:` of a legacy entry and its key.
pub fn legacy_blank(range: TextRange) -> Diagnostic {
    Diagnostic::new(&LEGACY_ENTRY, range, "no space is allowed between the `:` and the key")
        .with_fix("Remove the space", TextEdit::delete(range))
}

/// Reports a legacy entry that does not parse.
pub fn legacy_syntax(range: TextRange, found: &str) -> Diagnostic {
    Diagnostic::new(
        &LEGACY_ENTRY,
        range,
        format!("`{found}` is not allowed in an entry that begins with `:`"),
    )
    .with_help("write `:key value`, or `key = value`")
}

/// Reports `:key = value`, whose value begins with `=`; `modern` takes the `:` away.
pub fn legacy_assignment(assign: TextRange, modern: TextEdit) -> Diagnostic {
    Diagnostic::new(&LEGACY_ASSIGNMENT, assign, "this `=` becomes part of the value")
        .with_help("an entry that begins with `:` has no `=`: everything after the whitespace is its value")
        .with_fix("Remove the `:` before the key", modern)
}

/// Reports several flags; each of `known` can be the one to stay.
pub fn flag_list(range: TextRange, known: &[&str]) -> Diagnostic {
    let res = Diagnostic::new(&FLAG_LIST, range, "kwiver reads one flag only and rejects a list")
        .with_help(
            "its document has lists; `tunable` has an effect only in the header of a cluster",
        );
    known.iter().fold(res, |res, it| {
        res.with_fix(format!("Keep `{it}` only"), TextEdit::replace(range, format!("[{it}]")))
    })
}

/// Brackets with something else than flags.
pub fn bad_flag_list(range: TextRange, message: &str) -> Diagnostic {
    Diagnostic::new(&BAD_FLAG_LIST, range, message).with_help("write `key[ro] = value`")
}

/// Brackets with nothing in them; `removal` takes them away.
pub fn empty_flag_list(range: TextRange, removal: Option<TextEdit>) -> Diagnostic {
    bad_flag_list(range, "the brackets hold no flag")
        .with_fixes(removal.map(|it| Fix::new("Remove the brackets", it)))
}

/// Reports an entry that belongs to nothing.
pub fn entry_outside(range: TextRange, key: &str, after_connection: bool) -> Diagnostic {
    let message = if after_connection {
        format!("the entry `{key}` follows a connection and belongs to nothing")
    } else {
        format!("the entry `{key}` comes before any section or process")
    };
    Diagnostic::new(&ENTRY_OUTSIDE, range, message)
        .with_help("put it below a `process` or `config`")
}

/// Reports a block that belongs to nothing.
pub fn block_outside(range: TextRange) -> Diagnostic {
    Diagnostic::new(&BLOCK_OUTSIDE, range, "a block belongs below `process` or `config`")
}

/// Reports `endblock` too many; `removal` takes it away.
pub fn unmatched_endblock(range: TextRange, removal: TextEdit) -> Diagnostic {
    Diagnostic::new(&UNMATCHED_ENDBLOCK, range, "no block is open for this `endblock`")
        .with_help("a block does not extend beyond its process or section")
        .with_fix("Remove `endblock`", removal)
}

/// Reports `block` without its end; `end` is the edit that writes it.
pub fn unclosed_block(range: TextRange, name: &str, end: Option<TextEdit>) -> Diagnostic {
    let message = match name {
        "" => "the block without a name is not closed".to_owned(),
        _ => format!("the block `{name}` is not closed"),
    };
    let res = Diagnostic::new(&UNCLOSED_BLOCK, range, message)
        .with_help("write `endblock` before the next `process`, `config` or `connect`");
    match end {
        Some(end) => res.with_fix("Add `endblock`", end),
        None => res,
    }
}

/// Entries whose full keys, all together, are too long to be looked at.
pub fn long_keys(range: TextRange) -> Diagnostic {
    let message = "the keys from here to the end of the section are too long in total, so Bobbin does not check them";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
        .with_help("shorten the names of the section and of the blocks around the entries")
}

/// Mappings that are too many, or have too long names.
pub fn many_mappings(range: TextRange) -> Diagnostic {
    let message = "the mappings up to here are too many, or their names too long in total, so Bobbin does not look at the rest";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// A block inside more blocks than are read.
pub fn deep_block(range: TextRange, most: usize) -> Diagnostic {
    let message =
        format!("this block lies inside {most} others, so Bobbin does not look at its entries");
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Instances of clusters whose settings are too many together.
pub fn many_settings(range: TextRange) -> Diagnostic {
    let message = "the clusters up to here have too many settings in total, so Bobbin does not look at those inside this one";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// More diagnostics than are listed of one text.
pub fn too_many(range: TextRange) -> Diagnostic {
    let message = format!(
        "Bobbin lists {} problems of one kind, of which there are more from here on",
        Bounded::MOST
    );
    Diagnostic::new(&BEYOND_BUDGET, range, message).with_help("mend some of the others first")
}

/// Instances of clusters that are too many together.
pub fn many_instances(range: TextRange) -> Diagnostic {
    let message = "the clusters up to here have too many processes in total, so Bobbin does not look at all inside this one";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Values whose macros make too long a text.
pub fn long_expansion(range: TextRange) -> Diagnostic {
    let message = "the values up to here are too long with their macros expanded, so Bobbin does not expand the rest";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Reports text behind `endblock`.
pub fn ignored_text(range: TextRange, text: &str) -> Diagnostic {
    Diagnostic::new(&IGNORED_TEXT, range, format!("`{text}` after `endblock` is ignored"))
        .with_help("put it on a line of its own if it should have an effect")
        .with_fix("Make it a comment", TextEdit::insert(range.start(), "# "))
}

/// Reports `relativepath` without an entry; `removal` takes it away.
pub fn dangling_relativepath(range: TextRange, removal: Option<TextEdit>) -> Diagnostic {
    let message = "no entry follows this `relativepath`";
    let res = Diagnostic::new(&DANGLING_RELATIVEPATH, range, message)
        .with_help("kwiver ignores it; write `relativepath key = value`");
    match removal {
        Some(edit) => res.with_fix("Remove `relativepath`", edit),
        None => res,
    }
}

/// Reports `relativepath` in front of something other than an entry or the end of its section: of that
/// it is not known what the program does with it (sprokit.md#relative-paths).
pub fn interrupted_relativepath(range: TextRange) -> Diagnostic {
    let message = "no entry follows this `relativepath`";
    Diagnostic::new(&DANGLING_RELATIVEPATH, range, message).with_help(
        "kwiver ignores one at the end of a section, and it is not known what it does with this one; \
         write `relativepath key = value`",
    )
}

/// Reports `relativepath` in no section; `removal` takes it away.
pub fn relativepath_outside(range: TextRange, removal: Option<TextEdit>) -> Diagnostic {
    let message = "`relativepath` belongs below `process` or `config`";
    let res = legacy_relativepath(range, message);
    match removal {
        Some(edit) => res.with_fix("Remove `relativepath`", edit),
        None => res,
    }
}

/// Reports `relativepath` twice; `removal` takes one away.
pub fn double_relativepath(range: TextRange, removal: TextEdit) -> Diagnostic {
    legacy_relativepath(range, "`relativepath` is repeated")
        .with_fix("Remove `relativepath`", removal)
}

/// Reports `relativepath` before a legacy entry.
pub fn legacy_relativepath(range: TextRange, message: &str) -> Diagnostic {
    Diagnostic::new(&MISPLACED_RELATIVEPATH, range, message)
        .with_help("write `relativepath key = value`")
}

/// Reports a byte order mark; `all` is that with the others right behind it.
pub fn byte_order_mark(range: TextRange, all: TextRange) -> Diagnostic {
    Diagnostic::new(&BYTE_ORDER_MARK, range, "the file begins with a byte order mark")
        .with_help("kwiver takes it for text and rejects the first line")
        .with_fix("Remove it", TextEdit::delete(all))
}

/// Reports `cluster` in the middle of a file.
pub fn cluster_not_first(range: TextRange) -> Diagnostic {
    Diagnostic::new(&CLUSTER_NOT_FIRST, range, "`cluster` can only be the first word of a file")
        .with_help(
            "a file declares at most one cluster, before its processes, settings and connections",
        )
}

/// Reports a cluster file that does not begin with `cluster`.
pub fn cluster_expected(range: TextRange) -> Diagnostic {
    Diagnostic::new(&CLUSTER_EXPECTED, range, "a cluster file begins with `cluster name`")
}

/// Reports a cluster in a file called `*.pipe`.
pub fn cluster_file_name(range: TextRange) -> Diagnostic {
    Diagnostic::new(
        &CLUSTER_FILE_NAME,
        range,
        "kwiver finds clusters in files called `*.cluster` only",
    )
    .with_help("as a pipeline this file is rejected at its first word")
}

/// Reports a mapping outside the header.
pub fn mapping_outside(range: TextRange, word: &str, is_cluster: bool) -> Diagnostic {
    let message = if is_cluster {
        format!("`{word}` must come before the first `process`, `config` or `connect`")
    } else {
        format!("`{word}` belongs to a cluster, and this is a pipeline")
    };
    Diagnostic::new(&MAPPING_OUTSIDE, range, message)
}

/// Reports a block in a cluster's header.
pub fn block_in_header(range: TextRange) -> Diagnostic {
    Diagnostic::new(&BLOCK_IN_HEADER, range, "the header of a cluster has no blocks")
        .with_help("write the key with its path, as in `limits:end = 20`")
}

/// Reports a description that describes nothing.
pub fn stray_description(range: TextRange, is_cluster: bool) -> Diagnostic {
    let res = Diagnostic::new(&STRAY_DESCRIPTION, range, "this description describes nothing")
        .with_fix("Make it a comment", TextEdit::insert(range.start(), "# "));
    if is_cluster {
        res.with_help("descriptions follow the items of the cluster's header")
    } else {
        res.with_help("only clusters have descriptions; comments begin with `#`")
    }
}

/// Reports an item of a cluster's header without description; `added` writes one below it, with words
/// that a person has to replace.
pub fn missing_description(range: TextRange, what: &str, added: Option<TextEdit>) -> Diagnostic {
    Diagnostic::new(&MISSING_DESCRIPTION, range, format!("{what} has no description"))
        .with_help("write a line that begins with `--` below it")
        .with_fixes(added.map(|it| Fix::new("Add a description", it).as_choice()))
}

/// Reports an included file that does not exist; `directory` stands where it was looked
/// for, and `lacking` says which macro stays in its name.
pub fn include_not_found(
    range: TextRange,
    name: &str,
    directory: Option<&str>,
    lacking: Option<&str>,
) -> Diagnostic {
    let (code, what) = match is_absolute(name) {
        true => (&INCLUDE_UNREADABLE, "cannot be read"),
        false => (&INCLUDE_NOT_FOUND, "was not found"),
    };
    let res = Diagnostic::new(code, range, format!("the included file `{name}` {what}"));
    if let Some(it) = lacking {
        return res.with_help(it);
    }
    match directory {
        Some(it) => res.with_help(format!(
            "`{it}` is a directory, so the rest of that step of the search is skipped"
        )),
        None if name.starts_with('~') => res.with_help("`~` stands for no folder in an include"),
        // It is opened as it is, so no search path helps (sprokit.md#include-search).
        None if is_absolute(name) => res,
        None => res.with_help("if it comes with kwiver, give its folder as an include path"),
    }
}

/// Reports an included file that is at `path`, but cannot be read; `why` says what keeps it from that.
pub fn include_unreadable(range: TextRange, name: &str, path: &str, why: &str) -> Diagnostic {
    let message = format!("the included file `{name}` cannot be read");
    Diagnostic::new(&INCLUDE_UNREADABLE, range, message)
        .with_help(format!("`{path}` is there, but cannot be read: {why}"))
}

/// Reports an included directory.
pub fn include_directory(range: TextRange, name: &str) -> Diagnostic {
    let message = format!("`{name}` is a directory, so nothing is included");
    Diagnostic::new(&INCLUDE_DIRECTORY, range, message)
        .with_help("name a file in it, or remove the line")
}

/// Reports an included file that is not open; `alike` are names of open files that may be it, and `lacking` says which
/// macro stays in its name.
pub fn include_not_open(
    range: TextRange,
    name: &str,
    alike: &[String],
    lacking: Option<&str>,
) -> Diagnostic {
    let code = if is_absolute(name) { &ABSOLUTE_INCLUDE_NOT_OPEN } else { &INCLUDE_NOT_OPEN };
    let res = Diagnostic::new(code, range, format!("the included file `{name}` is not open"))
        .with_help(lacking.unwrap_or("open it too; until then, what depends on it is not checked"));
    alike.iter().fold(res, |res, it| {
        res.with_fix(format!("Change to `{it}`, which is open"), TextEdit::replace(range, it))
    })
}

/// Reports a file that includes itself; `chain` leads from it to the file with the include.
pub fn include_cycle(
    range: TextRange,
    name: &str,
    chain: &[&str],
    removal: TextEdit,
) -> Diagnostic {
    let res = Diagnostic::new(&INCLUDE_CYCLE, range, format!("`{name}` includes itself"))
        .with_fix("Remove the include", removal);
    let help = "kwiver reads it again until no more files can be opened";
    if chain.len() < 2 {
        return res.with_help(help);
    }
    let chain: Vec<String> =
        chain.iter().chain(chain.first()).map(|it| format!("`{it}`")).collect();
    res.with_help(format!("{}; {help}", chain.join(" → ")))
}

/// Reports too many includes.
pub fn include_too_many(range: TextRange) -> Diagnostic {
    let message =
        "this file is not read: the includes up to here are too many, or too long in total";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Reports an include's name in quotes, which become part of it; `is_found` says that there is a file of
/// that name, quotes and all.
pub fn include_quotes(range: TextRange, name: &str, is_found: bool) -> Diagnostic {
    let res = include_name(range, "the quotes become part of the file name");
    if is_found {
        return res;
    }
    let mut inner = name.chars();
    let is_pair = inner.next() == inner.next_back();
    match inner.as_str() {
        inside if is_pair && !inside.is_empty() && !inside.starts_with(['"', '\'']) => {
            res.with_fix("Remove the quotes", TextEdit::replace(range, inside))
        }
        _ => res,
    }
}

/// Reports something in an include's name that is taken as it stands.
pub fn include_name(range: TextRange, message: &str) -> Diagnostic {
    Diagnostic::new(&INCLUDE_NAME, range, message)
}
