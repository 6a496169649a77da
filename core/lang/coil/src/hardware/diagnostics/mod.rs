//! The codes of this language, and one constructor per message.

mod codes;

pub use codes::*;

use text_size::TextRange;

use crate::guess;
use crate::hardware::sections::UnitKey;
use crate::hardware::tables::Named;
use crate::hardware::value::{CommentLike, bytes_words, quoted};
use bobbin_core::diagnostics::{Bounded, Diagnostic, Fix, nearest};
use bobbin_core::edit::{Replacement, TextEdit};

type Names<'n> = &'n mut dyn Iterator<Item = &'static str>;

/// Adds "did you mean" with its fix.
fn suggest(it: Diagnostic, range: TextRange, similar: Option<&str>) -> Diagnostic {
    match similar {
        Some(similar) => it
            .with_help(format!("did you mean `{similar}`?"))
            .with_fix(format!("Change to `{similar}`"), TextEdit::replace(range, similar)),
        None => it,
    }
}

/// Adds "did you mean" for a key of a section in which `is_set` says whether a key is set: beside one of
/// that name, the line may be another key misspelt, and would replace what counts now, so a person has
/// to want it.
fn suggest_key(it: Diagnostic, range: TextRange, similar: &str, is_set: bool) -> Diagnostic {
    let mut it = suggest(it, range, Some(similar));
    if is_set {
        it.fixes = it.fixes.into_iter().map(Fix::as_choice).collect();
    }
    it
}

/// Joins the names of a table.
fn joined(table: &[Named]) -> String {
    table.iter().map(|it| it.key).collect::<Vec<_>>().join(", ")
}

/// Adds how the number of something without a name is written; `known` says what has names. The number
/// may stand in brackets, as placeholders do in documents.
fn suggest_number(it: Diagnostic, range: TextRange, written: &str, known: &str) -> Diagnostic {
    let it = it.with_help(format!("{known}; what has only a number is written like `type300`"));
    let digits = written.strip_prefix("type<").and_then(|it| it.strip_suffix('>'));
    let is_digit = |it: char| it.is_ascii_digit();
    // A greater number is no kind either (coil.md#field-limits).
    let is_kind = |it: &&str| it.chars().all(is_digit) && it.parse::<u16>().is_ok();
    match digits.filter(is_kind) {
        Some(digits) => it.with_fix(
            format!("Change to `type{digits}`"),
            TextEdit::replace(range, format!("type{digits}")),
        ),
        None => it,
    }
}

/// Reports a file whose bytes stop being UTF-8 at the character of this range.
pub(crate) fn not_utf8(range: TextRange) -> Diagnostic {
    Diagnostic::new(&ENCODING, range, "this is not a UTF-8 text file")
        .with_help("save it as UTF-8; strings in the binary are UTF-8")
}

/// Reports a line that is neither section nor pair; `missing` says what was expected in the found's
/// place.
pub(crate) fn syntax(range: TextRange, missing: Option<&str>) -> Diagnostic {
    match missing {
        Some(missing) => Diagnostic::new(&SYNTAX, range, format!("expected {missing}")),
        None => {
            Diagnostic::new(&SYNTAX, range, "this line is neither `[section]` nor `key = value`")
        }
    }
}

/// Reports a section whose name every line below would repeat.
pub(crate) fn long_name(range: TextRange) -> Diagnostic {
    let message =
        "the name of this section is longer than 1000 bytes, so Bobbin does not read the section";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
}

/// Reports facts that are too long together with the names of their architectures.
pub(crate) fn long_facts(range: TextRange) -> Diagnostic {
    let message = "the facts of this unit are too long in total with the names of their sections, so Bobbin does not read the rest";
    Diagnostic::new(&BEYOND_BUDGET, range, message).with_help("shorten the names of the sections")
}

/// Reports more diagnostics than are listed of one file, at the first that is not.
pub(crate) fn too_many(range: TextRange) -> Diagnostic {
    let message = format!(
        "Bobbin lists {} problems of one kind, of which there are more from here on",
        Bounded::MOST
    );
    Diagnostic::new(&UNLISTED, range, message).with_help("mend some of the others first")
}

/// Reports a unit that shares long sections with many others; `range` is where it asks for them.
pub(crate) fn too_much_shared(range: TextRange) -> Diagnostic {
    let message = "the units share too many lines, so Bobbin does not read them again for this one";
    Diagnostic::new(&BEYOND_BUDGET, range, message)
        .with_help("put the unit before the names of its sections, such as `[cpu:0.integer]`")
}

/// Reports a line without `=` that starts with `#`.
pub(crate) fn hash_line(range: TextRange, hash: TextRange) -> Diagnostic {
    Diagnostic::new(&SYNTAX, range, "this line is neither `[section]` nor `key = value`")
        .with_help("comments start with `;` in this language")
        .with_fix("Make it a comment", TextEdit::replace(hash, ";"))
}

/// Reports a pair whose key starts with `#`; `counts` is true where any key has an effect.
pub(crate) fn hash_key(hash: TextRange, key: &str, counts: bool) -> Diagnostic {
    let so = match counts {
        true => "this line takes effect".to_owned(),
        false => format!("`{key}` is read as a key"),
    };
    let fix = Fix::new("Make it a comment", TextEdit::replace(hash, ";"));
    Diagnostic::new(&HASH_COMMENT, hash, format!("`#` does not start a comment, so {so}"))
        .with_help("comments start with `;` in this language")
        .with_fixes([if counts { fix.as_guess() } else { fix }])
}

/// Reports the sign of a comment in a value; `whole` is what that makes it a part of.
pub(crate) fn comment_in_value(range: TextRange, found: CommentLike, whole: &str) -> Diagnostic {
    let sign = found.sign;
    let message = format!("`{sign}` does not start a comment, so this is a part {whole}");
    let fix = Fix::new("Make it a comment", TextEdit::replace(range, ";"));
    Diagnostic::new(&HASH_COMMENT, range, message)
        .with_help("comments start with `;` in this language")
        .with_fixes([if found.is_certain { fix } else { fix.as_guess() }])
}

pub(crate) fn key_outside_section(range: TextRange, key: &str) -> Diagnostic {
    Diagnostic::new(&KEY_OUTSIDE_SECTION, range, format!("`{key}` comes before the first section"))
        .with_help("put it below a header such as `[metadata]`")
}

pub(crate) fn bad_boolean(range: TextRange, key: &str, value: &str) -> Diagnostic {
    if value.is_empty() {
        return Diagnostic::new(&BAD_BOOLEAN, range, format!("`{key}` has no value"))
            .with_help("write true or false")
            .with_fixes([
                Fix::new("Write `true`", TextEdit::insert(range.end(), " true")).as_guess()
            ]);
    }
    let it = Diagnostic::new(&BAD_BOOLEAN, range, format!("`{value}` is not a boolean"));
    match guess::boolean(value) {
        Some(similar) => suggest(it, range, Some(similar)),
        None => it.with_help("write true or false; yes, no, 1 and 0 work too"),
    }
}

/// `what` is the field, `max` the largest number it holds.
pub(crate) fn bad_integer(range: TextRange, what: &str, value: &str, max: u64) -> Diagnostic {
    let message = if value.is_empty() {
        format!("the {what} has no value")
    } else {
        format!("`{value}` is not a {what}")
    };
    Diagnostic::new(&BAD_INTEGER, range, message)
        .with_help(format!("write a whole number from 0 to {max}"))
}

pub(crate) fn bad_version(range: TextRange, value: &str) -> Diagnostic {
    let help = "write three numbers from 0 to 255 with dots, such as 0.1.0";
    if value.is_empty() {
        return Diagnostic::new(&BAD_INTEGER, range, "`version` has no value")
            .with_help(help)
            .with_fixes([
                Fix::new("Write `0.1.0`", TextEdit::insert(range.end(), " 0.1.0")).as_guess()
            ]);
    }
    let it = Diagnostic::new(&BAD_INTEGER, range, format!("`{value}` is not a version"));
    version_like(it.with_help(help), range, value)
}

pub(crate) fn unreadable_version(range: TextRange, value: &str) -> Diagnostic {
    let it = Diagnostic::new(&BAD_VERSION, range, format!("no reader accepts version `{value}`"))
        .with_help("versions 0.1.x and 1.0.x have this layout");
    version_like(it, range, value)
}

/// Offers the one of the accepted versions that begins as `value` does (coil.md#accepted-versions).
fn version_like(it: Diagnostic, range: TextRange, value: &str) -> Diagnostic {
    let major = value.split('.').next().unwrap_or_default();
    let right = if major == "1" { "1.0.0" } else { "0.1.0" };
    it.with_fix(format!("Change to `{right}`"), TextEdit::replace(range, right))
}

pub(crate) fn unknown_flag(range: TextRange, name: &str, table: &'static [Named]) -> Diagnostic {
    let it = Diagnostic::new(&UNKNOWN_FLAG, range, format!("there is no flag `{name}` here"));
    match nearest(name, table.iter().map(|it| it.key)) {
        Some(similar) => suggest(it, range, Some(similar)),
        None => it.with_help(format!("the flags are {}", joined(table))),
    }
}

pub(crate) fn reserved_bits(range: TextRange, bits: u64) -> Diagnostic {
    Diagnostic::new(&RESERVED_BITS, range, format!("the flag bits {bits:#x} are reserved"))
        .with_help("readers may ignore or refuse them")
}

/// `elsewhere` is the unit types that have the key; `is_set` says of a feature whether the unit sets it.
pub(crate) fn unknown_feature(
    range: TextRange,
    key: &str,
    (unit, is_off): (&str, bool),
    known: Names<'_>,
    elsewhere: &[&str],
    is_set: impl Fn(&str) -> bool,
) -> Diagnostic {
    let code = if is_off { &UNKNOWN_FEATURE_OFF } else { &UNKNOWN_FEATURE };
    let it = Diagnostic::new(code, range, format!("`{unit}` has no feature called `{key}`"));
    // A line behind `#` was meant as a comment, so its key is no misspelling.
    let similar = if key.starts_with('#') { None } else { nearest(key, known) };
    match (similar, elsewhere) {
        (_, [types @ .., last]) => {
            let types = if types.is_empty() {
                (*last).to_owned()
            } else {
                format!("{} and {last}", types.join(", "))
            };
            it.with_help(format!("`{key}` is a feature of units of type {types}"))
        }
        (Some(similar), []) => suggest_key(it, range, similar, is_set(similar)),
        (None, []) if key.starts_with('#') => it,
        (None, []) => it.with_help("a bit without a name is written `bit_<n>`, n from 0 to 255"),
    }
}

/// Adds the fix for a line without effect that no similar name explains.
pub(crate) fn or_remove(it: Diagnostic, line: TextRange) -> Diagnostic {
    if it.fixes.is_empty() { it.with_fix("Remove the line", TextEdit::delete(line)) } else { it }
}

/// Reports a resource of an unknown kind; with `is_lenient`, the line is left out instead of
/// refused.
pub(crate) fn unknown_resource(
    range: TextRange,
    key: &str,
    table: &'static [Named],
    is_lenient: bool,
) -> Diagnostic {
    let message = format!("there is no resource kind `{key}`");
    let it = match is_lenient {
        true => {
            let message = format!("{message}, so the line is left out");
            Diagnostic::new(&RESOURCE_LEFT_OUT, range, message)
        }
        false => Diagnostic::new(&UNKNOWN_RESOURCE, range, message),
    };
    match nearest(key, table.iter().map(|it| it.key)) {
        Some(similar) => suggest(it, range, Some(similar)),
        None => suggest_number(it, range, key, &format!("the kinds are {}", joined(table))),
    }
}

pub(crate) fn arch_left_out(range: TextRange, name: &str) -> Diagnostic {
    let message = format!("`{name}` has no place in the document's format and is left out");
    Diagnostic::new(&ARCH_LEFT_OUT, range, message)
        .with_help("without the strict mode it is kept after the feature bitmap")
}

pub(crate) fn empty_resource(range: TextRange, key: &str) -> Diagnostic {
    Diagnostic::new(&BAD_INTEGER, range, format!("`{key}` has neither a count nor a size"))
        .with_help("write a count such as 16, a size such as 32KiB or 64bit, or both with a comma")
}

/// `meant` is the sizes that the word may be, the likeliest first.
pub(crate) fn label_like_size(range: TextRange, item: &str, meant: &[String]) -> Diagnostic {
    let it = Diagnostic::new(
        &LABEL_LIKE_SIZE,
        range,
        format!("`{item}` is no count and no size, and becomes part of the resource's name"),
    );
    match meant {
        [] => it.with_help("sizes are whole numbers of bit, B, KiB, MiB, GiB or TiB"),
        [meant] => suggest(it, range, Some(meant)),
        _ => {
            let names: Vec<String> = meant.iter().map(|it| format!("`{it}`")).collect();
            let it = it.with_help(format!("did you mean {}?", names.join(" or ")));
            meant.iter().fold(it, |it, meant| {
                it.with_fix(format!("Change to `{meant}`"), TextEdit::replace(range, meant))
            })
        }
    }
}

/// Reports a label that is a flag in other letters.
pub(crate) fn label_like_flag(range: TextRange, item: &str, meant: Option<&str>) -> Diagnostic {
    let message = format!("`{item}` is no flag, and becomes part of the resource's name");
    let it = Diagnostic::new(&LABEL_LIKE_SIZE, range, message);
    match meant {
        Some(_) => suggest(it, range, meant),
        None => it.with_help("flags are written in lower case"),
    }
}

/// `remove` takes what is replaced out of the text.
pub(crate) fn repeated_quantity(
    range: TextRange,
    item: &str,
    what: &str,
    remove: Option<TextEdit>,
) -> Diagnostic {
    let it =
        Diagnostic::new(&REPEATED_KEY, range, format!("`{item}` replaces the {what} before it"));
    match remove {
        Some(edit) => it.with_fix(format!("Remove the {what} before it"), edit),
        None => it,
    }
}

/// Reports a number that is the size although another number stands before it. `remove` takes that
/// one out of the text.
pub(crate) fn lone_number(
    range: TextRange,
    item: &str,
    bytes: u64,
    remove: Option<TextEdit>,
) -> Diagnostic {
    let it = Diagnostic::new(
        &REPEATED_KEY,
        range,
        format!(
            "`{item}` replaces the number before it: the count is 1, the size {}",
            bytes_words(bytes)
        ),
    )
    .with_help(format!("a size beside a count needs its unit, as in `{bytes}B`"));
    match remove {
        Some(edit) => it
            .with_fix(
                format!("Change to `{bytes}B`"),
                TextEdit::replace(range, format!("{bytes}B")),
            )
            .with_fix("Remove the number before it", edit),
        None => it,
    }
}

/// `remove` takes it out of the text.
pub(crate) fn repeated_item(range: TextRange, item: &str, remove: TextEdit) -> Diagnostic {
    Diagnostic::new(&REPEATED_ITEM, range, format!("`{item}` is already here and counts once"))
        .with_fix("Remove it", remove)
}

/// Reports a feature section's name that stands in the list again, where it counts; `remove` takes it out of the text.
pub(crate) fn overtaken_item(range: TextRange, item: &str, remove: TextEdit) -> Diagnostic {
    let message = format!("`{item}` stands in this list again, and counts there");
    Diagnostic::new(&REPEATED_ITEM, range, message).with_fix("Remove it", remove)
}

pub(crate) fn opposite_flags(range: TextRange) -> Diagnostic {
    Diagnostic::new(
        &OPPOSITE_FLAGS,
        range,
        "a resource that is shared is not exclusive to one unit",
    )
    .with_help("keep `shared` or `exclusive`")
}

/// `number` is that of the general register whose name the value is.
pub(crate) fn bad_mapping(range: TextRange, value: &str, number: Option<usize>) -> Diagnostic {
    let message = if value.is_empty() {
        "a register is missing here".to_owned()
    } else {
        format!("`{value}` is not written as type:index")
    };
    let fix = number.map(|it| {
        let register = format!("gpr:{it}");
        let edit = TextEdit::replace(range, &register);
        Fix::new(format!("Change to `{register}`"), edit).as_guess()
    });
    Diagnostic::new(&BAD_MAPPING, range, message)
        .with_help("write type:index or type:index:mask, with the type gpr, fpr, vr, spr or stack")
        .with_fixes(fix)
}

/// Reports a `part` of a register that is not the number that it should be: `what`.
pub(crate) fn bad_register_part(range: TextRange, part: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&BAD_MAPPING, range, format!("`{part}` is no {what}"))
        .with_help("write type:index or type:index:mask, with numbers for index and mask")
}

pub(crate) fn unknown_register(
    range: TextRange,
    name: &str,
    table: &'static [Named],
) -> Diagnostic {
    let it = Diagnostic::new(&BAD_MAPPING, range, format!("there is no register type `{name}`"));
    match guess::only_nearest(name, table.iter().map(|it| it.key)) {
        Some(similar) => suggest(it, range, Some(similar)),
        None => suggest_number(it, range, name, &format!("the types are {}", joined(table))),
    }
}

/// `count` is the number of registers of the kind that the unit has.
pub(crate) fn missing_register(
    range: TextRange,
    (kind, index): (&str, u32),
    count: u64,
) -> Diagnostic {
    let message = match count {
        0 => format!("this unit has no `{kind}`"),
        _ => format!("`{kind}:{index}` is beyond the {count} `{kind}` of this unit"),
    };
    let res = Diagnostic::new(&MISSING_REGISTER, range, message);
    match count.checked_sub(1) {
        Some(last @ 1..) => res.with_help(format!("they are `{kind}:0` to `{kind}:{last}`")),
        _ => res,
    }
}

pub(crate) fn bad_argument(range: TextRange, key: &str) -> Diagnostic {
    let it = Diagnostic::new(&BAD_INTEGER, range, format!("`{key}` is not an argument index"));
    match nearest(key, ["ret", "return", "this", "context", "vararg"]) {
        Some(similar) => suggest(it, range, Some(similar)),
        None => it.with_help(
            "write a number from 0 to 65535 (0 is the return value), `<n>f` for float arguments, \
             return, this, context or vararg",
        ),
    }
}

pub(crate) fn duplicate_unit(
    range: TextRange,
    name: &str,
    first: TextRange,
    as_first: &str,
) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_UNIT, range, format!("`{name}` is the same unit as `{as_first}`"))
        .with_related(first, "the unit is already here")
        .with_help("give it another index, or spell both the same way to merge them")
        .with_fix(format!("Change to `{as_first}`"), TextEdit::replace(range, as_first))
}

pub(crate) fn wrong_unit_type(range: TextRange, value: u64, unit: &str, right: u16) -> Diagnostic {
    Diagnostic::new(
        &WRONG_UNIT_TYPE,
        range,
        format!("type {value} contradicts the section name `{unit}`"),
    )
    .with_help(format!("`{unit}` has type {right}; the key can be left out"))
    .with_fix(format!("Change to `{right}`"), TextEdit::replace(range, right.to_string()))
}

pub(crate) fn nul(range: TextRange) -> Diagnostic {
    Diagnostic::new(&NUL, range, "this text holds a NUL, which would end it in the binary")
}

pub(crate) fn missing_section(range: TextRange, name: &str, similar: Option<&str>) -> Diagnostic {
    let it = Diagnostic::new(
        &MISSING_SECTION,
        range,
        format!("there is no section `{name}`, so nothing is set by it"),
    );
    suggest(it, range, similar)
}

/// Reports a name in `features` that no section of features can have; `remove` takes it out of the text.
pub(crate) fn no_feature_section(range: TextRange, name: &str, remove: TextEdit) -> Diagnostic {
    let message = format!("`{name}` names no section of features, so nothing is set by it");
    Diagnostic::new(&MISSING_SECTION, range, message).with_fix("Remove it", remove)
}

/// The reason why a section belongs to no unit. `undoes` is true if something that counts now would
/// be otherwise if the section counted.
pub(crate) enum Unused<'n> {
    NoUnitAtAll,
    NoSuchUnit { unit: &'n str, undoes: bool },
    PassedOver { unit: UnitKey, undoes: bool },
    NotListed { unit: &'n str, insert: Option<TextEdit>, undoes: bool },
    Misspelt(String),
    NoSuchAbi { abi: &'n str, full: String },
    NoSuchType { similar: Option<String>, undoes: bool },
}

/// `range` is the name's, `add` makes a section above the unused one.
pub(crate) fn unused_section(
    range: TextRange,
    name: &str,
    why: Unused<'_>,
    add: impl Fn(&str) -> TextEdit,
) -> Diagnostic {
    let it = |reason: String| {
        Diagnostic::new(&UNUSED_SECTION, range, format!("nothing uses `{name}`: {reason}"))
    };
    // A text leaves a section out by not using it; the binary would hold more.
    let chosen_if = |undoes: bool, fix: Fix| {
        let fix = fix.as_guess();
        if undoes { fix.as_choice() } else { fix }
    };
    match why {
        Unused::NoUnitAtAll => {
            let it = it("the text has no processing unit".to_owned());
            // The text does not say of what type the unit is.
            let fix = Fix::new("Add the section `[cpu:0]`", add("cpu:0")).as_choice();
            it.with_help("add a unit such as `[cpu:0]`").with_fixes([fix])
        }
        Unused::NoSuchUnit { unit, undoes } => {
            let fix = Fix::new(format!("Add the section `[{unit}]`"), add(unit));
            it(format!("there is no section `{unit}`"))
                .with_help(format!("add the unit with the line `[{unit}]`"))
                .with_fixes([chosen_if(undoes, fix)])
        }
        Unused::PassedOver { unit, undoes } => {
            let unit = unit.spelling();
            let full = format!("{unit}.{name}");
            let fix = Fix::new(format!("Change to `{full}`"), TextEdit::replace(range, &*full));
            it(format!("`{unit}` takes its own section `{full}` instead"))
                .with_help("two sections of one name are merged")
                .with_fixes([chosen_if(undoes, fix)])
        }
        Unused::NotListed { unit, insert, undoes } => {
            let label = format!("Add it to the features of `{unit}`");
            let fix = insert.map(|edit| chosen_if(undoes, Fix::new(label, edit)));
            it(format!("the `features` of `{unit}` do not name it")).with_fixes(fix)
        }
        Unused::Misspelt(meant) => {
            let edit = TextEdit::replace(range, &*meant);
            // The binary would hold more.
            let fix = Fix::new(format!("Change to `{meant}`"), edit).as_guess();
            it("it is read as a feature section".to_owned())
                .with_help(format!("did you mean `{meant}`?"))
                .with_fixes([fix])
        }
        Unused::NoSuchAbi { abi, full } => {
            let it = it(format!("there is no section `abi:{abi}`"));
            let fix = Fix::new(format!("Add the section `[{full}]`"), add(&full)).as_guess();
            it.with_help(format!("add the ABI with the line `[{full}]`")).with_fixes([fix])
        }
        Unused::NoSuchType { similar, undoes } => {
            let it = it("it starts with no known unit type".to_owned());
            match similar {
                // The binary would hold another unit.
                Some(similar) => {
                    let edit = TextEdit::replace(range, &*similar);
                    let fix = chosen_if(undoes, Fix::new(format!("Change to `{similar}`"), edit));
                    it.with_help(format!("did you mean `{similar}`?")).with_fixes([fix])
                }
                None => it.with_help(
                    "the types are cpu, gpu, tpu, fpga, dsp and custom; others are written \
                     `pu<number>:<index>`",
                ),
            }
        }
    }
}

/// `first` is the name of the section that it is merged with, and where that stands.
pub(crate) fn duplicate_section(
    range: TextRange,
    name: &str,
    (first, as_first): (TextRange, &str),
) -> Diagnostic {
    let message = match as_first == name {
        true => format!("`{name}` is merged with the section above"),
        false => format!("`{name}` is merged with `{as_first}` above"),
    };
    Diagnostic::new(&DUPLICATE_SECTION, range, message)
        .with_related(first, format!("`{as_first}` starts here"))
}

/// `together` is this and the other names that change in one step, and where they stand; none if no step
/// keeps what the text says.
pub(crate) fn bare_section(
    range: TextRange,
    name: &str,
    owner: &str,
    together: &[(TextRange, &str)],
) -> Diagnostic {
    let all = if together.len() > 1 { "all " } else { "" };
    let full = |name: &str| format!("{owner}.{name}");
    let replacements = together.iter().map(|it| Replacement { range: it.0, text: full(it.1) });
    let edit = TextEdit::from_replacements(replacements.collect());
    let fix = Fix::new(format!("Change {all}to `{}`", full(name)), edit);
    Diagnostic::new(
        &BARE_SECTION,
        range,
        format!("`{name}` goes to `{owner}`, one of several units"),
    )
    .with_help("write the unit before the name to say which one is meant")
    .with_fixes((!together.is_empty()).then_some(fix))
}

/// Reports a feature section without a unit that has features of other units than the one it goes to.
pub(crate) fn bare_section_of_others(
    range: TextRange,
    name: &str,
    owner: &str,
    meant: &[UnitKey],
) -> Diagnostic {
    let fixes = meant.iter().map(|it| {
        let full = format!("{}.{name}", it.spelling());
        // The features get into another unit than now.
        Fix::new(format!("Change to `{full}`"), TextEdit::replace(range, &*full)).as_guess()
    });
    let units: Vec<String> = meant.iter().map(|it| format!("`{}`", it.spelling())).collect();
    let message = format!("`{name}` goes to `{owner}`, which lacks some of its features");
    Diagnostic::new(&BARE_SECTION, range, message)
        .with_help(format!("{} has them; write the unit before the name", units.join(" or ")))
        .with_fixes(fixes)
}

/// Reports a section without a unit that further units name in their `features`.
pub(crate) fn bare_shared_section(range: TextRange, name: &str, owner: &str) -> Diagnostic {
    let message = format!(
        "`{name}` goes to `{owner}`, which has no `features`, and to the units whose `features` name it"
    );
    Diagnostic::new(&BARE_SECTION, range, message)
        .with_help(format!("write `features` in `{owner}`, too, to say which sections it has"))
}

/// Reports a mapping without a unit that the ABIs of several units have.
pub(crate) fn bare_shared_mapping(range: TextRange, name: &str, abi: &str) -> Diagnostic {
    let message = format!(
        "`{name}` goes to each of several units that have an ABI `{abi}` and no mapping of their own"
    );
    Diagnostic::new(&BARE_SECTION, range, message)
        .with_help("write the unit before the name to say which one is meant")
}

pub(crate) fn small_arg_count(range: TextRange, count: u16, highest: u16) -> Diagnostic {
    Diagnostic::new(
        &SMALL_ARG_COUNT,
        range,
        format!("`arg_count` is {count}, but argument {highest} is mapped"),
    )
    .with_fix(format!("Change to `{highest}`"), TextEdit::replace(range, highest.to_string()))
}

/// `set` is those of the known keys that the section sets.
pub(crate) fn unknown_key(
    range: TextRange,
    key: &str,
    section: &str,
    known: &[&'static str],
    set: &[&str],
) -> Diagnostic {
    let it = Diagnostic::new(
        &UNKNOWN_KEY,
        range,
        format!("`{key}` has no meaning in `{section}` and is left out"),
    );
    match nearest(key, known.iter().copied()) {
        Some(similar) => suggest_key(it, range, similar, set.contains(&similar)),
        None => it.with_help(format!("the keys here are {}", known.join(", "))),
    }
}

/// Reports a register in the section of an ABI; those of the section `mapping` count, if `lacking` is there, too.
pub(crate) fn misplaced_register(
    range: TextRange,
    key: &str,
    section: &str,
    mapping: &str,
    lacking: Option<&str>,
) -> Diagnostic {
    let message = format!("`{key}` has no meaning in `{section}` and is left out");
    let too = lacking.map_or(String::new(), |it| format!(", and the ABI needs `[{it}]`, too"));
    Diagnostic::new(&UNKNOWN_KEY, range, message)
        .with_help(format!("the registers of an argument stand below `[{mapping}]`{too}"))
}

/// `line` is the whole line, which does not count.
pub(crate) fn repeated_key(
    range: TextRange,
    key: &str,
    last: TextRange,
    line: TextRange,
) -> Diagnostic {
    Diagnostic::new(&REPEATED_KEY, range, format!("a later line sets `{key}` again"))
        .with_related(last, "this line takes effect")
        .with_fix("Remove the line", TextEdit::delete(line))
}

/// Reports a feature that a later section of the unit sets to `is_on`, at `last`.
pub(crate) fn overridden_feature(
    range: TextRange,
    key: &str,
    unit: &str,
    (last, is_on): (TextRange, bool),
) -> Diagnostic {
    let message = format!("a later section of `{unit}` sets `{key}` to {is_on}");
    Diagnostic::new(&OVERRIDDEN_FEATURE, range, message)
        .with_related(last, "this line takes effect")
}

/// Reports the first carriage return that stands alone; `all` makes each of them the end of a line.
pub(crate) fn lone_cr(range: TextRange, n: usize, all: Option<TextEdit>) -> Diagnostic {
    let label = if n == 1 { "Make it the end of a line" } else { "Make all of them ends of lines" };
    let message = "this carriage return does not end the line, as no line feed follows it";
    Diagnostic::new(&LONE_CR, range, message)
        .with_help("in quotes, a carriage return is written `\\x0d`")
        .with_fixes(all.map(|it| Fix::new(label, it).as_guess()))
}

/// `value` is the whole value, and where it stands.
pub(crate) fn open_quote(range: TextRange, value: (TextRange, &str)) -> Diagnostic {
    Diagnostic::new(&OPEN_QUOTE, range, "this quote is not closed, so it is part of the text")
        .with_help("inside a quoted value, write `\\\"`")
        .with_fix("Put the text in quotes", TextEdit::replace(value.0, quoted(value.1)))
}

/// Reports a value that begins with a quote and is not wholly quoted.
pub(crate) fn literal_quotes(range: TextRange, value: &str) -> Diagnostic {
    let message = "these quotes do not go around the whole value, so they are part of the text";
    Diagnostic::new(&LITERAL_QUOTES, range, message)
        .with_help("inside a quoted value, write `\\\"`")
        .with_fix("Put the text in quotes", TextEdit::replace(range, quoted(value)))
}

/// Reports the backslash at `range` in a quoted value; `escape` is that with what stands behind it.
pub(crate) fn literal_backslash(range: TextRange, escape: &str) -> Diagnostic {
    let message = format!("`{escape}` is no escape, so the backslash is part of the text");
    Diagnostic::new(&LITERAL_QUOTES, range, message)
        .with_help("the escapes are `\\\"`, `\\\\`, `\\n` and `\\xHH` with two hexadecimal digits")
        .with_fix("Double the backslash", TextEdit::insert(range.end(), "\\"))
}

/// Says of a key that is no feature why it should be one: its section has a name that may be misspelt.
pub(crate) fn in_misspelt_section(it: Diagnostic, name: &str, meant: &str) -> Diagnostic {
    Diagnostic { fixes: Vec::new(), ..it }
        .with_help(format!("`{name}` is read as a feature section; did you mean `{meant}`?"))
}

/// Reports a name that is customary in units of another type, `of`, than that of `unit`.
pub(crate) fn foreign_section(
    range: TextRange,
    name: &str,
    similar: &str,
    of: &str,
    unit: &str,
) -> Diagnostic {
    let message = format!("`{name}` is customary for the features of a `{of}`, not of `{unit}`");
    suggest(Diagnostic::new(&ODD_SECTION, range, message), range, Some(similar))
}

pub(crate) fn odd_section(range: TextRange, name: &str, similar: &str) -> Diagnostic {
    let it = Diagnostic::new(
        &ODD_SECTION,
        range,
        format!("`{name}` is not a customary name of a feature section"),
    );
    suggest(it, range, Some(similar))
}
