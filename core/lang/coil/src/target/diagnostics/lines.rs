//! Messages about lines, sections, keys and includes.

use text_size::{TextRange, TextSize};

use super::{
    BEYOND_BUDGET, DUPLICATE_KEY, DUPLICATE_SECTION, ENCODING, INCLUDE_CYCLE, INCLUDE_DEPTH,
    INCLUDE_NOT_FIRST, INCLUDE_NOT_FOUND, INCLUDE_SYNTAX, KEY_NAME, KEY_OUTSIDE_SECTION,
    MISSING_KEY, MISSING_SECTION, QUOTE, SECTION_NAME, SYNTAX, UNKNOWN_KEY, UNKNOWN_SECTION,
    VENDOR_SECTION, change_to, names,
};
use crate::target::schema::{SECTIONS, SectionSchema};
use crate::target::token;
use crate::target::value::{self, QuoteFault, Quoting};
use bobbin_core::diagnostics::{Bounded, Diagnostic, Fix, nearest};
use bobbin_core::edit::TextEdit;

/// `edit` takes all NUL bytes away; `None` if that would take a half of wider characters.
pub(crate) fn nul(range: TextRange, edit: Option<TextEdit>) -> Diagnostic {
    let message = "a NUL byte: this is not a text file, and none of it is read";
    let res = Diagnostic::new(&ENCODING, range, message);
    match edit {
        Some(edit) => res.with_fix("Remove the NUL bytes", edit),
        None => res.with_help("it looks like UTF-16; save it as UTF-8"),
    }
}

pub(crate) fn not_utf8(range: TextRange) -> Diagnostic {
    Diagnostic::new(&ENCODING, range, "this is not a UTF-8 text file, and none of it is read")
        .with_help("save it as UTF-8")
}

/// `line` is where the line begins, blanks left out.
pub(crate) fn syntax(range: TextRange, text: &str, line: TextSize) -> Diagnostic {
    let res = Diagnostic::new(&SYNTAX, range, "expected `[section]`, `key = value` or `@include`")
        .with_fix("Make it a comment", TextEdit::insert(line, "# "));
    if text.starts_with('@') {
        return res.with_help("the only directive is `@include`");
    }
    res
}

pub(crate) fn section_name(range: TextRange, text: &str) -> Diagnostic {
    let name = value::trim(text.trim_start_matches('[').split(']').next().unwrap_or_default());
    let res = Diagnostic::new(&SECTION_NAME, range, format!("malformed section header `{text}`"));
    let help = "the keys below it are skipped";
    if !value::is_section_name(name) {
        return res.with_help(format!(
            "{help}; a name starts with a letter or `_` and has letters, digits, spaces, `_`, `.` and `-`"
        ));
    }
    let header = format!("[{name}]");
    let label = format!("Change to `{header}`");
    if text.contains(']') {
        return res.with_help(format!("{help}; only a comment may follow the `]`"));
    }
    res.with_help(help).with_fix(label, TextEdit::replace(range, header))
}

pub(crate) fn key_name(range: TextRange, key: &str) -> Diagnostic {
    if key.is_empty() {
        return Diagnostic::new(&KEY_NAME, range, "no key before the `=`");
    }
    let joined: String = key.chars().filter(|it| !it.is_whitespace()).collect();
    let is_known = SECTIONS.iter().any(|it| it.key(&joined).is_some());
    let res = Diagnostic::new(&KEY_NAME, range, format!("`{key}` is not a valid key"))
        .with_help("a key starts with a letter or `_` and has letters, digits, `_`, `.` and `-`");
    change_to(res, range, is_known.then_some(&joined))
}

/// `belongs` is the section of the document that has the key, with what can be done and the edit that
/// does it.
pub(crate) fn key_outside_section(
    range: TextRange,
    key: &str,
    belongs: Option<(&str, String, TextEdit)>,
) -> Diagnostic {
    let res =
        Diagnostic::new(&KEY_OUTSIDE_SECTION, range, format!("`{key}` is not inside a section"));
    match belongs {
        Some((section, label, edit)) => {
            res.with_help(format!("it belongs below `[{section}]`")).with_fix(label, edit)
        }
        None => res,
    }
}

/// `raw` is the item with the error, `quoting` where a quote of it may start.
pub(crate) fn quote(
    range: TextRange,
    raw: &str,
    fault: QuoteFault,
    quoting: Quoting,
) -> Diagnostic {
    let open = raw.find('"').unwrap_or_default();
    let may_open = open == 0
        || (quoting == Quoting::AfterName && raw.find('=').map(|it| it + 1) == Some(open));
    let res = match fault {
        QuoteFault::Unterminated => Diagnostic::new(&QUOTE, range, "unterminated quoted string")
            .with_help("the quote takes everything up to the end of the line, comments too"),
        QuoteFault::Misplaced => {
            Diagnostic::new(&QUOTE, range, format!("misplaced quote in `{raw}`"))
                .with_help("put the whole item in quotes, or none of it")
        }
    };
    match fault {
        QuoteFault::Unterminated if may_open => res.with_fixes([closed(range, raw, open)]),
        _ => res.with_fixes(without_quotes(range, raw, fault)),
    }
}

/// Takes the quotes of an item away if what stood in them is the same without; else puts the whole item
/// in quotes (coil.md#quotes). What a backslash in front of a quote or of another one was to mean, nobody
/// knows.
fn without_quotes(range: TextRange, raw: &str, fault: QuoteFault) -> Option<Fix> {
    if raw.contains("\\\"") || raw.contains(r"\\") || raw.ends_with('\\') {
        return None;
    }
    let bare = raw.replace('"', "");
    let is_cut =
        value::trim(&bare) != bare || token::comment_start(bare.as_bytes(), true).is_some();
    let is_open = fault == QuoteFault::Unterminated;
    let is_parted = bare.contains(',');
    let fix = if is_cut || is_parted && !is_open {
        let whole = TextEdit::replace(range, format!("\"{bare}\""));
        Fix::new("Put the whole item in quotes", whole)
    } else {
        Fix::new("Remove the quotes", TextEdit::replace(range, bare))
    };
    // Where a quote that is never closed was to end, at a comma or in front of a comment, nobody knows.
    Some(if is_open && (is_cut || is_parted) { fix.as_choice() } else { fix })
}

/// Closes the quote at `open` in an item, in front of what is a comment then.
fn closed(range: TextRange, raw: &str, open: usize) -> Fix {
    let behind = comment_behind(raw, open);
    let quoted = raw.get(..behind.unwrap_or(raw.len())).unwrap_or_default();
    let end = range.start() + TextSize::of(quoted);
    // A backslash in front of the closing quote makes it a part of the text.
    let fix = if quoted.ends_with("\\\"") && quoted.len() > open + 2 {
        let at = end - TextSize::new(1);
        Fix::new("Double the last backslash", TextEdit::insert(at, "\\"))
    } else {
        let n_backslashes = quoted.len() - quoted.trim_end_matches('\\').len();
        let close = if n_backslashes % 2 == 1 { "\\\"" } else { "\"" };
        Fix::new("Add a closing quote", TextEdit::insert(end, close))
    };
    // Whether nothing was meant, or a text that begins like a comment, nobody knows.
    if quoted.len() == open + 1 { fix.as_choice() } else { fix }
}

/// Returns the end of what stands in front of a comment behind the quote at `open`, if there is one.
fn comment_behind(raw: &str, open: usize) -> Option<usize> {
    let is_blank = |it: char| u8::try_from(it).is_ok_and(token::is_blank);
    let marks = raw.match_indices(['#', ';']).map(|it| it.0).skip_while(|at| *at < open);
    let mut fronts = marks.filter_map(|at| raw.get(..at));
    fronts.find(|it| it.ends_with(is_blank)).map(|it| it.trim_end_matches(is_blank).len())
}

/// `edit` takes the include away.
pub(crate) fn include_syntax(range: TextRange, edit: TextEdit) -> Diagnostic {
    Diagnostic::new(&INCLUDE_SYNTAX, range, "`@include` needs a file name")
        .with_help("write it like `@include \"base.coilcfg\"`")
        .with_fix("Remove the include", edit)
}

/// `similar` is the path of an open file that may be meant.
pub(crate) fn include_not_found(
    range: TextRange,
    path: &str,
    folder: &str,
    similar: Option<&str>,
) -> Diagnostic {
    let similar = similar.map(|it| format!("\"{it}\""));
    let res = Diagnostic::new(&INCLUDE_NOT_FOUND, range, format!("cannot read `{path}`"));
    let res = match folder {
        "" => res.with_help("there is no such file beside this one"),
        _ => res.with_help(format!("there is no such file below `{folder}`")),
    };
    change_to(res, range, similar.as_deref())
}

/// Says of an included file that was reported as missing that it is there, and why it cannot be read.
pub(crate) fn unreadable(diagnostic: Diagnostic, path: &str, why: &str) -> Diagnostic {
    diagnostic.with_help(format!("`{path}` is there, but cannot be read: {why}"))
}

/// `chain` starts and ends with the same file; `edit` takes the include away.
pub(crate) fn include_cycle(range: TextRange, chain: &[&str], edit: TextEdit) -> Diagnostic {
    let message = format!("include cycle: {}", chain.join(" -> "));
    Diagnostic::new(&INCLUDE_CYCLE, range, message)
        .with_help("this include is skipped")
        .with_fix("Remove the include", edit)
}

pub(crate) fn include_depth(range: TextRange, most: usize) -> Diagnostic {
    Diagnostic::new(&INCLUDE_DEPTH, range, format!("more than {most} nested includes"))
        .with_help("this include is skipped")
}

pub(crate) fn include_not_first(range: TextRange, edit: Option<TextEdit>) -> Diagnostic {
    let message = "`@include` after local settings is still processed first";
    let res = Diagnostic::new(&INCLUDE_NOT_FIRST, range, message)
        .with_help("the settings of this file replace the included ones, wherever they are");
    match edit {
        Some(edit) => res.with_fix("Move above the settings", edit),
        None => res,
    }
}

/// `edit` moves what stands below the header.
pub(crate) fn duplicate_section(
    range: TextRange,
    name: &str,
    first: TextRange,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let res = Diagnostic::new(&DUPLICATE_SECTION, range, format!("`[{name}]` appears again"))
        .with_help("the sections are merged")
        .with_related(first, format!("`[{name}]` starts here"));
    match edit {
        Some(edit) => res.with_fix("Move its keys to the one before", edit),
        None => res,
    }
}

/// Reports a section with so long a name that the messages about its keys would be too long.
pub(crate) fn long_name(range: TextRange) -> Diagnostic {
    let message =
        "the name of this section is longer than 1000 bytes, so Bobbin does not read the section";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Reports a section whose name and keys are too long together.
pub(crate) fn long_keys(range: TextRange) -> Diagnostic {
    let message = "the keys from here to the end of the section are too long in total with its name, so Bobbin does not read them";
    Diagnostic::new(&BEYOND_BUDGET, range, message).with_help("shorten the name of the section")
}

/// Reports a list beyond those that are read.
pub(crate) fn long_lists(range: TextRange, most: usize) -> Diagnostic {
    let message = format!(
        "the lists up to here have more than {most} elements in total, so Bobbin does not read this one"
    );
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Reports more diagnostics than are listed of one file, at the first that is not.
pub(crate) fn too_many(range: TextRange) -> Diagnostic {
    let message = format!(
        "Bobbin lists {} problems of one file, of which there are more from here on",
        Bounded::MOST
    );
    Diagnostic::new(&BEYOND_BUDGET, range, message).with_help("mend some of the others first")
}

/// `edit` removes the pair that has no effect.
pub(crate) fn duplicate_key(
    range: TextRange,
    key: &str,
    before: TextRange,
    edit: TextEdit,
) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_KEY, range, format!("`{key}` appears again; the last one wins"))
        .with_related(before, "this one has no effect")
        .with_fix("Remove the one without effect", edit)
}

/// `edit` adds the section. A base leaves sections and keys to the file that includes it
/// (coil.md#includes), where what is added would count instead, so a person has to want it.
pub(crate) fn missing_section(
    range: TextRange,
    section: &SectionSchema,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let name = section.name;
    let required = section.keys.iter().filter(|it| it.required).map(|it| it.name);
    let required: Vec<&str> = required.collect();
    let message = format!("required section `[{name}]` is missing");
    let res = Diagnostic::new(&MISSING_SECTION, range, message)
        .with_help(format!("it needs {}", names(&required, " and ")));
    match edit {
        Some(edit) => res.with_fixes([Fix::new(format!("Add `[{name}]`"), edit).as_choice()]),
        None => res,
    }
}

/// `edit` adds the key with the value, for a person to want as with [`missing_section`].
pub(crate) fn missing_key(
    range: TextRange,
    section: &str,
    key: &str,
    edit: Option<(&str, TextEdit)>,
) -> Diagnostic {
    let res = Diagnostic::new(&MISSING_KEY, range, format!("`[{section}]` needs `{key}`"));
    match edit {
        Some((value, edit)) => {
            res.with_fixes([Fix::new(format!("Add `{key} = {value}`"), edit).as_choice()])
        }
        None => res,
    }
}

/// `is_there` says of the name of a section whether there is one.
pub(crate) fn unknown_section(
    range: TextRange,
    name: &str,
    is_there: impl Fn(&str) -> bool,
) -> Diagnostic {
    let similar = nearest(name, SECTIONS.iter().map(|it| it.name));
    let res = Diagnostic::new(&UNKNOWN_SECTION, range, format!("unknown section `[{name}]`"));
    let res = match similar {
        Some(similar) => res.with_help(format!("did you mean `[{similar}]`?")),
        None => res.with_help(
            "only lines that do not parse, key names, repeated keys and quotes are checked in it; \
             vendor sections are named `VENDOR_Name`",
        ),
    };
    rename_to(res, range, similar, is_there)
}

/// Offers to write `name` at `range`, if that is known. Beside one of that name, what stands in the text
/// may be another word misspelt, and would replace what counts now, so a person has to want it.
fn rename_to(
    diagnostic: Diagnostic,
    range: TextRange,
    name: Option<&str>,
    is_there: impl Fn(&str) -> bool,
) -> Diagnostic {
    diagnostic.with_fixes(name.map(|name| {
        let fix = Fix::new(format!("Change to `{name}`"), TextEdit::replace(range, name));
        if is_there(name) { fix.as_choice() } else { fix }
    }))
}

/// `is_set` says of a key of the section whether anything sets it.
pub(crate) fn unknown_key(
    range: TextRange,
    section: &SectionSchema,
    key: &str,
    is_set: impl Fn(&str) -> bool,
) -> Diagnostic {
    let similar = nearest(key, section.keys.iter().map(|it| it.name));
    let message = format!("unknown key `{key}` in `[{}]`", section.name);
    let res = Diagnostic::new(&UNKNOWN_KEY, range, message);
    let other = SECTIONS.iter().find(|it| it.key(key).is_some());
    let res = match (similar, other) {
        (_, Some(other)) => res.with_help(format!("it belongs below `[{}]`", other.name)),
        (Some(similar), None) => res.with_help(format!("did you mean `{similar}`?")),
        (None, None) => res.with_help("nothing reads it"),
    };
    rename_to(res, range, similar.filter(|_| other.is_none()), is_set)
}

pub(crate) fn vendor_section(range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::new(&VENDOR_SECTION, range, format!("vendor section `[{name}]` is not validated"))
}
