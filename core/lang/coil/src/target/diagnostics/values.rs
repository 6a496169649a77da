//! Messages about single values: types, ranges and forms.

use text_size::TextRange;

use super::{
    ABI_NAME, BEYOND_BUDGET, DEFINE, DUPLICATE_ITEM, EMPTY_LIST, EMPTY_VALUE, ENUM, LIBRARY,
    LIST_ELEMENT, OPTIMIZE_BOTH, PATH, POWER_OF_TWO, RANGE, SYMBOL, TYPE, change_to, names,
};
use crate::guess;
use crate::target::value;
use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::TextEdit;

/// `value` and `edit` say what could be written.
pub(crate) fn empty_value(
    range: TextRange,
    key: &str,
    edit: Option<(&str, TextEdit)>,
) -> Diagnostic {
    let res = Diagnostic::new(&EMPTY_VALUE, range, format!("`{key}` has no value after the `=`"));
    match edit {
        // The value is a usual one, which nothing in the text says.
        Some((value, edit)) => {
            res.with_fixes([Fix::new(format!("Write `{value}`"), edit).as_guess()])
        }
        None => res,
    }
}

/// `is_clearing` says whether there is an included list that it overrides; `edit` takes the key
/// away, if there is no list at all that it overrides.
pub(crate) fn empty_list(
    range: TextRange,
    key: &str,
    is_clearing: bool,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let help = if is_clearing {
        "it clears the included list"
    } else {
        "there is no included list that it would clear"
    };
    let res =
        Diagnostic::new(&EMPTY_LIST, range, format!("`{key}` is an empty list")).with_help(help);
    match edit {
        Some(edit) => res.with_fix(format!("Remove `{key}`"), edit),
        None => res,
    }
}

/// `edit` removes the element.
pub(crate) fn list_element(range: TextRange, edit: TextEdit) -> Diagnostic {
    let message = "empty list element: two commas in a row, or one at the start or end";
    Diagnostic::new(&LIST_ELEMENT, range, message).with_fix("Remove the empty element", edit)
}

/// `edit` removes the second item.
pub(crate) fn duplicate_item(range: TextRange, item: &str, edit: TextEdit) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_ITEM, range, format!("`{item}` is listed twice"))
        .with_fix("Remove the second one", edit)
}

/// Says of an item that is no name that it is several, which `text` has between its quotes.
pub(crate) fn quoted_list(diagnostic: Diagnostic, text: &str) -> Diagnostic {
    let range = diagnostic.range;
    let res = Diagnostic { fixes: Vec::new(), ..diagnostic }
        .with_help("a comma in quotes does not separate, so this is one name");
    res.with_fix("Remove the quotes", TextEdit::replace(range, text))
}

pub(crate) fn not_an_integer(range: TextRange, raw: &str, inner: &str) -> Diagnostic {
    let res = Diagnostic::new(&TYPE, range, format!("expected an integer, found `{raw}`"));
    if raw.starts_with('"') && value::integer(inner).is_some() {
        let res = res.with_help("a quoted number is a string");
        return change_to(res, range, Some(inner));
    }
    res.with_help("write decimal digits, or hexadecimal ones after `0x`")
}

pub(crate) fn not_a_boolean(range: TextRange, raw: &str, inner: &str) -> Diagnostic {
    let res = Diagnostic::new(&TYPE, range, format!("expected true or false, found `{raw}`"))
        .with_help("`true`, `yes`, `1` and `false`, `no`, `0` are booleans; quoted they are not");
    change_to(res, range, guess::boolean(inner))
}

pub(crate) fn not_one_text(range: TextRange, key: &str, raw: &str) -> Diagnostic {
    Diagnostic::new(&TYPE, range, format!("`{key}` takes one value, found the list `{raw}`"))
        .with_help("a comma in quotes does not separate")
}

/// `right` is the nearest value that is valid.
pub(crate) fn range(
    range: TextRange,
    value: &str,
    min: i128,
    max: Option<i128>,
    right: i128,
) -> Diagnostic {
    let message = match max {
        Some(max) => format!("{value} is outside {min}..{max}"),
        None => format!("{value} is less than {min}"),
    };
    change_to(Diagnostic::new(&RANGE, range, message), range, Some(&right.to_string()))
}

pub(crate) fn not_a_word(range: TextRange, raw: &str, text: &str, words: &[&str]) -> Diagnostic {
    let message = format!("`{text}` is not one of {}", words.join(", "));
    let res = Diagnostic::new(&ENUM, range, message);
    let similar = guess::only_nearest(text, words.iter().copied());
    match similar {
        Some(similar) if similar.eq_ignore_ascii_case(text) => {
            change_to(res.with_help("case matters"), range, Some(similar))
        }
        Some(similar) => {
            change_to(res.with_help(format!("did you mean `{similar}`?")), range, Some(similar))
        }
        None if words.len() <= 4 && !raw.is_empty() => {
            words.iter().fold(res, |res, word| change_to(res, range, Some(word)))
        }
        None => res,
    }
}

/// Reports a number that is not computed exactly.
pub(crate) fn long_number(range: TextRange, key: &str) -> Diagnostic {
    let message = format!(
        "`{key}` has more than {} digits, so Bobbin does not compute it",
        value::MOST_DIGITS
    );
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// `shown` is the value in decimal digits.
pub(crate) fn not_a_power_of_two(range: TextRange, value: i128, shown: &str) -> Diagnostic {
    let res = Diagnostic::new(&POWER_OF_TWO, range, format!("{shown} is not a power of two"));
    let above = u32::try_from(value).ok().and_then(u32::checked_next_power_of_two);
    match above {
        Some(above) => {
            let res = change_to(res, range, Some(&(above / 2).to_string()));
            change_to(res, range, Some(&above.to_string()))
        }
        None => res,
    }
}

/// `edit` makes the size count only.
pub(crate) fn optimize_both(
    range: TextRange,
    size: Option<TextRange>,
    is_speed: TextRange,
) -> Diagnostic {
    let message = "size and speed are both requested; the implementation decides";
    let res = Diagnostic::new(&OPTIMIZE_BOTH, range, message)
        .with_fix("Optimize for size only", TextEdit::replace(is_speed, "false"));
    match size {
        Some(size) => res
            .with_related(size, "size is requested here")
            .with_fix("Optimize for speed only", TextEdit::replace(size, "false")),
        None => res,
    }
}

pub(crate) fn abi_name(range: TextRange, name: &str) -> Diagnostic {
    let res = Diagnostic::new(&ABI_NAME, range, format!("`{name}` is not an identifier"))
        .with_help(
            "an ABI name starts with a letter or `_` and has letters, digits, `_`, `.` and `-`",
        );
    change_to(res, range, with_underscores(name, value::is_key).as_deref())
}

/// The form of a macro's name.
pub(crate) const MACRO_FORM: &str =
    "a name starts with a letter or `_` and has letters, digits and `_`";

/// The form of a library's name.
pub(crate) const LIBRARY_FORM: &str =
    "a name has letters, digits, `_`, `.`, `+` and `-`, and starts with a letter, a digit or `_`";

/// The form of a symbol.
pub(crate) const SYMBOL_FORM: &str = "a symbol has letters, digits, `_`, `.`, `$` and `@`, and starts neither with a digit nor with `@`";

/// `written` is the item in the text and its place, if its name stands there as it is.
pub(crate) fn define(
    range: TextRange,
    item: &str,
    written: Option<(TextRange, &str)>,
) -> Diagnostic {
    let res = Diagnostic::new(&DEFINE, range, format!("`{item}` is not NAME or NAME=VALUE"))
        .with_help(MACRO_FORM);
    let Some((place, written)) = written else { return res };
    let (name, value) = match written.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (written, None),
    };
    let (trimmed, behind) = (value::trim(name), value.map(value::trim));
    let Some(right) = with_underscores(trimmed, value::is_macro) else { return res };
    // Blanks belong neither to the name nor to the value.
    match (behind, value) {
        (Some(behind), Some(value)) if (trimmed, behind) != (name, value) => {
            change_to(res, place, Some(&format!("{right}={behind}")))
        }
        _ => {
            let range = TextRange::at(place.start(), bobbin_core::text::len(name));
            change_to(res, range, Some(&right))
        }
    }
}

/// Returns `name` with an underscore for each character that it may not have, if `is_right` then
/// holds.
fn with_underscores(name: &str, is_right: fn(&str) -> bool) -> Option<String> {
    // Behind such a mark a note was meant.
    if name.contains([';', '#']) {
        return None;
    }
    let right = |c: char| if is_right(&format!("_{c}")) { c } else { '_' };
    let mut res: String = name.chars().map(right).collect();
    if !is_right(&res) {
        res.insert(0, '_');
    }
    let is_word = res.chars().any(char::is_alphanumeric);
    (is_word && is_right(&res)).then_some(res)
}

pub(crate) fn path(range: TextRange, is_empty: bool) -> Diagnostic {
    let why = if is_empty { "it is empty" } else { "it has a control character" };
    Diagnostic::new(&PATH, range, format!("not a usable path: {why}"))
}

pub(crate) fn library(range: TextRange, name: &str) -> Diagnostic {
    let res = Diagnostic::new(&LIBRARY, range, format!("`{name}` is not a library name"));
    if !name.contains(['/', '\\']) {
        // As compilers are told of one.
        let bare = name.strip_prefix("-l").filter(|it| value::is_library(it));
        return change_to(res.with_help(LIBRARY_FORM), range, bare);
    }
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = [".a", ".so", ".lib", ".dll", ".dylib"]
        .iter()
        .find_map(|it| file.strip_suffix(it))
        .unwrap_or(file);
    let res = res.with_help("folders belong in `DefaultLibraryPath`");
    change_to(res, range, (!stem.is_empty()).then_some(stem))
}

pub(crate) fn symbol(range: TextRange, name: &str) -> Diagnostic {
    let res = Diagnostic::new(&SYMBOL, range, format!("`{name}` is not a symbol name"))
        .with_help(SYMBOL_FORM);
    change_to(res, range, with_underscores(name, value::is_symbol).as_deref())
}

/// Lists the words of a schema as a phrase.
pub(crate) fn words_phrase(words: &[&str]) -> String {
    names(words, " or ")
}
