//! The wording of diagnostics about lines, headers and regions.

use text_size::TextRange;

use super::codes::*;
use crate::tables::{Domain, Kind};
use crate::token::PIECE;
use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::TextEdit;

pub(crate) fn byte_order_mark(range: TextRange) -> Diagnostic {
    let message = "a byte order mark hides this line from the program";
    Diagnostic::new(&BYTE_ORDER_MARK, range, message)
        .with_help("save the file without a byte order mark")
        .with_fix("Remove the byte order mark", TextEdit::delete(range))
}

pub(crate) fn line_too_long(rest: TextRange) -> Diagnostic {
    let message =
        format!("the program reads {PIECE} bytes at once and takes the rest for a line of its own");
    Diagnostic::new(&LINE_TOO_LONG, rest, message).with_help("split the line")
}

/// `equals` puts the `=` between the words, if they look like a key and a value.
pub(crate) fn missing_equals(
    range: TextRange,
    text: &str,
    equals: Option<TextEdit>,
    comment: Option<TextEdit>,
) -> Diagnostic {
    let message = format!("`{text}` has no `=`, and the program ignores it");
    let res = Diagnostic::new(&MISSING_EQUALS, range, message)
        .with_help("write `key = value`, or begin the line with `#`");
    let res = match equals {
        Some(edit) => res.with_fix("Insert `=`", edit),
        None => res,
    };
    match comment {
        Some(edit) => with_comment(res, edit),
        None => res,
    }
}

pub(crate) fn before_first_section(key: TextRange, text: &str, comment: TextEdit) -> Diagnostic {
    let message = format!("`{text}` comes before the first section, and the program ignores it");
    with_comment(Diagnostic::new(&BEFORE_FIRST_SECTION, key, message), comment)
}

pub(crate) fn seed_dialect(header: TextRange, read_as: &str, convert: TextEdit) -> Diagnostic {
    let message = format!("today's program reads this header as {read_as}");
    let res = Diagnostic::new(&SEED_DIALECT, header, message).with_help(
        "the parts are inside the brackets, as in the document of February 2026; today they come \
         after them",
    );
    // Headers with nothing in them have no other form.
    if convert.is_empty() {
        return res;
    }
    res.with_fix("Convert all headers to today's form", convert)
}

pub(crate) fn seed_header(range: TextRange, read_as: &str, convert: TextEdit) -> Diagnostic {
    let message = format!("today's program reads this header as {read_as}");
    Diagnostic::new(&SEED_HEADER, range, message)
        .with_help("write parents and constraints after the bracket")
        .with_fix("Convert to today's form", convert)
}

/// Reports a header with parts on both sides of the bracket. `without` takes away those inside, where
/// that changes nothing; `convert` makes them count, too.
pub(crate) fn parts_on_both_sides(
    range: TextRange,
    read_as: &str,
    without: Option<TextEdit>,
    convert: TextEdit,
) -> Diagnostic {
    let message = format!("today's program reads this header as {read_as}");
    let without = without.map(|it| Fix::new("Remove what is ignored inside the bracket", it));
    let convert = Fix::new("Let the parts on both sides of the bracket count", convert).as_guess();
    Diagnostic::new(&SEED_HEADER, range, message)
        .with_help("write all parents and constraints after the bracket")
        .with_fixes(without.into_iter().chain([convert]))
}

pub(crate) fn outdated(
    range: TextRange,
    old: &str,
    new: &str,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let message =
        format!("`{old}` is a spelling of an earlier version that today's program does not know");
    let res = Diagnostic::new(&OUTDATED_SPELLING, range, message).with_help(format!("write {new}"));
    match edit {
        Some(edit) => res.with_fix(format!("Write {new}"), edit),
        None => res,
    }
}

/// `fix` adds the bracket.
pub(crate) fn missing_bracket(header: TextRange, fix: Option<TextEdit>) -> Diagnostic {
    let message = "this header has no `]`, and the program stops reading here";
    with_bracket(Diagnostic::new(&MISSING_BRACKET, header, message), fix)
}

/// `fix` adds the bracket.
pub(crate) fn unclosed_header(header: TextRange, fix: Option<TextEdit>) -> Diagnostic {
    let message = "this header has no `]`, which the program of February 2026 accepts; today's \
                   program stops reading here";
    with_bracket(Diagnostic::new(&UNCLOSED_HEADER, header, message), fix)
}

fn with_bracket(diagnostic: Diagnostic, fix: Option<TextEdit>) -> Diagnostic {
    match fix {
        Some(fix) => diagnostic.with_fix("Add `]`", fix),
        None => diagnostic,
    }
}

/// Reports a tail that the program of the seed dialect takes for a part; `fix` puts a comment above.
pub(crate) fn seed_tail(range: TextRange, text: &str, fix: Option<TextEdit>) -> Diagnostic {
    let today = match text.starts_with(':') {
        true => "",
        false => "; today's program ignores it",
    };
    let message = format!(
        "`{text}` comes after the `]`, and the program of February 2026 takes both for a part of the \
         header{today}"
    );
    let res = Diagnostic::new(&HEADER_TAIL, range, message);
    match fix {
        Some(fix) => {
            let is_comment = text.starts_with('#');
            let label =
                if is_comment { "Put the comment above" } else { "Put it above as a comment" };
            res.with_help("write a comment on a line of its own").with_fix(label, fix)
        }
        None => res,
    }
}

pub(crate) fn reading_stopped(header: TextRange, why: &str) -> Diagnostic {
    Diagnostic::new(&READING_STOPPED, header, format!("{why}, and the program stops reading here"))
}

pub(crate) fn header_syntax(range: TextRange, found: &str, expected: &str) -> Diagnostic {
    let message = format!("expected {expected}, found `{found}`");
    Diagnostic::new(&HEADER_SYNTAX, range, message)
}

pub(crate) fn header_tail(range: TextRange, text: &str, fix: TextEdit) -> Diagnostic {
    let label = match text.starts_with('#') {
        true => "Put the comment above",
        false if text.contains(char::is_alphanumeric) => "Put it above as a comment",
        false => "Remove it",
    };
    Diagnostic::new(&HEADER_TAIL, range, format!("`{text}` is ignored, as it does not begin with `:`"))
        .with_help("parents and constraints are written `[target] : parents : constraints`, a comment on a line of its own")
        .with_fix(label, fix)
}

pub(crate) fn ignored_part(range: TextRange, text: &str, why: &str) -> Diagnostic {
    Diagnostic::new(&IGNORED_PART, range, format!("`{text}` is ignored: {why}"))
}

pub(crate) fn dead_section(range: TextRange, text: &str, better: Option<&str>) -> Diagnostic {
    let what = if text.is_empty() { "an empty target".to_owned() } else { format!("`{text}`") };
    let message =
        format!("{what} selects nothing, and the program ignores the body of the section");
    let mut res = with_nearest(Diagnostic::new(&DEAD_SECTION, range, message), range, better);
    // A section that counts may switch off what is traced.
    res.fixes = res.fixes.into_iter().map(Fix::as_guess).collect();
    res
}

/// `fix` writes the action where the program takes it for one; `is_dead` is true if nothing else in the
/// target selects the section.
pub(crate) fn misplaced_action(
    range: TextRange,
    action: &str,
    is_dead: bool,
    fix: TextEdit,
) -> Diagnostic {
    let then = match is_dead {
        true => "the program ignores the section",
        false => "the program skips the list of ids behind it",
    };
    let message = format!(
        "`{action}` is taken for a part of the target, and {then}: an action stands right behind the \
         bracket, with a space behind it"
    );
    let mut res =
        Diagnostic::new(&DEAD_SECTION, range, message).with_fix(format!("Write `[{action} `"), fix);
    // A section that counts may switch off what is traced.
    res.fixes = res.fixes.into_iter().map(Fix::as_guess).collect();
    res
}

pub(crate) fn unknown_domain(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("{}, and the program ignores the section", no_domain(text));
    let mut res = with_nearest(Diagnostic::new(&UNKNOWN_DOMAIN, range, message), range, nearest);
    // A section that counts may switch off what is traced.
    res.fixes = res.fixes.into_iter().map(Fix::as_guess).collect();
    res
}

/// `fix` writes the target that is taken.
pub(crate) fn loose_default(
    range: TextRange,
    text: &str,
    domain: Domain,
    fix: TextEdit,
) -> Diagnostic {
    let name = format!("{}.default", domain.name());
    Diagnostic::new(&LOOSE_DEFAULT, range, format!("the program takes `{text}` for `{name}`"))
        .with_fix(format!("Change to `{name}`"), fix)
}

pub(crate) fn remove_refused(range: TextRange, text: &str, restarts: bool) -> Diagnostic {
    let more = if restarts { ", but starts it afresh" } else { "" };
    Diagnostic::new(&REMOVE_REFUSED, range, format!("the program does not remove `{text}`{more}"))
}

/// `has_address` tells of a region that this does something to.
pub(crate) fn reset_refused(range: TextRange, text: &str, has_address: bool) -> Diagnostic {
    let res =
        Diagnostic::new(&RESET_REFUSED, range, format!("the program does not reset `{text}`"));
    if has_address {
        res.with_help("this brings a removed address back and creates a missing one")
    } else {
        res
    }
}

pub(crate) fn reset_punits(range: TextRange, text: &str) -> Diagnostic {
    Diagnostic::new(&RESET_PUNITS, range, format!("the program does not reset `{text}`"))
}

pub(crate) fn reset_mode(
    range: TextRange,
    domain: Domain,
    mode: &str,
    line: TextRange,
    fix: TextEdit,
) -> Diagnostic {
    let name = domain.name();
    let message = format!("this takes the mode of {name} back to TRACING, which was {mode} above");
    Diagnostic::new(&RESET_MODE, range, message)
        .with_related(line, "the mode that no longer counts")
        .with_help("scope and node policy stay as they are")
        .with_fix(format!("Set the mode to {mode} again"), fix)
}

pub(crate) fn remove_by_name(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` is a name, and removing a region by name does nothing");
    Diagnostic::new(&REMOVE_BY_NAME, range, message)
        .with_help("a name goes away when a file that is read again does not list it")
}

pub(crate) fn remove_punits(range: TextRange, text: &str, does: &str) -> Diagnostic {
    Diagnostic::new(&REMOVE_PUNITS, range, format!("removing `{text}` {does}"))
        .with_help("`[REMOVE Domain.kind(*)]` deletes all sections of a kind")
}

pub(crate) fn punits_removed(range: TextRange, kind: Kind, n_removed: u32) -> Diagnostic {
    let name = format!("{}.{}", kind.domain().name(), kind.name());
    let message = match n_removed {
        0 => format!("there is no section of `{name}` above, so nothing is removed"),
        1 => format!("this removes one section of `{name}`"),
        _ => format!("this removes {n_removed} sections of `{name}`"),
    };
    Diagnostic::new(&PUNITS_REMOVED, range, message)
}

pub(crate) fn body_not_read(range: TextRange, action: &str, comment: TextEdit) -> Diagnostic {
    let message = format!("the program does not read the body of a section with `{action}`");
    Diagnostic::new(&BODY_NOT_READ, range, message)
        .with_help("write the body below a header without it")
        .with_fix("Make the body a comment", comment)
}

/// Gives a diagnostic about a parent the code for places where the program says nothing of it.
pub(crate) fn odd_parent(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { code: &ODD_PARENT, ..diagnostic }
}

/// `taken` is the domain whose events the program takes for it.
pub(crate) fn bad_parent(range: TextRange, text: &str, taken: Option<Domain>) -> Diagnostic {
    let then = taken_for(taken);
    let message = format!("`{text}` is not of the form `Domain.default`, and the program {then}");
    Diagnostic::new(&BAD_PARENT, range, message)
}

fn taken_for(taken: Option<Domain>) -> String {
    match taken {
        Some(domain) => format!("takes it for `{}.default`", domain.name()),
        None => "skips it".to_owned(),
    }
}

/// `taken` is the domain whose events the program takes for it; `form` is a header without parents.
pub(crate) fn misplaced_constraint(
    range: TextRange,
    text: &str,
    taken: Option<Domain>,
    form: &str,
    fix: TextEdit,
) -> Diagnostic {
    let help = format!("constraints without parents need a space between two colons: `{form}`");
    units_as_parents(range, text, taken).with_help(help).with_fix("Make it a constraint", fix)
}

/// Reports units in place of the parents of a default, which has no constraints; `fix` has its label.
pub(crate) fn constraint_of_default(
    range: TextRange,
    text: &str,
    taken: Option<Domain>,
    (label, fix): (&str, TextEdit),
) -> Diagnostic {
    units_as_parents(range, text, taken)
        .with_help("this section has no constraints; write them in sections of regions")
        .with_fix(label, fix)
}

fn units_as_parents(range: TextRange, text: &str, taken: Option<Domain>) -> Diagnostic {
    let then = taken_for(taken);
    let message = format!("`{text}` is where the parents belong, and the program {then}");
    Diagnostic::new(&BAD_PARENT, range, message)
}

pub(crate) fn unknown_parent(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("`{text}` names no domain, and the program skips it");
    with_nearest(Diagnostic::new(&UNKNOWN_PARENT, range, message), range, nearest)
}

pub(crate) fn region_default_parent(
    range: TextRange,
    text: &str,
    is_punits: bool,
    fix: TextEdit,
) -> Diagnostic {
    let message = format!("`{text}` cannot be a parent, and the program skips it");
    let help = match is_punits {
        true => "a punit section takes its events from the default of its domain",
        false => "every region starts as a copy of `Lexgion.default` anyway",
    };
    Diagnostic::new(&UNKNOWN_PARENT, range, message)
        .with_help(help)
        .with_fix(format!("Remove `{text}`"), fix)
}

pub(crate) fn extra_parent(range: TextRange, text: &str, fix: Option<TextEdit>) -> Diagnostic {
    let message =
        format!("`{text}` is ignored: a punit section has one parent, the first `.default`");
    let fix = fix.map(|it| Fix::new(format!("Remove `{text}`"), it));
    Diagnostic::new(&EXTRA_PARENT, range, message).with_fixes(fix)
}

/// Reports what stands in front of the parent of a punit section.
pub(crate) fn hidden_parent(
    range: TextRange,
    text: &str,
    parent: &str,
    fix: Option<TextEdit>,
) -> Diagnostic {
    let message = format!(
        "`{text}` hides `{parent}`: the program takes all in front of the first `.default` for the name \
         of one domain, and copies nothing"
    );
    let fix = fix.map(|it| Fix::new(format!("Remove `{text}`"), it));
    Diagnostic::new(&ODD_PARENT, range, message).with_fixes(fix)
}

pub(crate) fn foreign_parent(range: TextRange, text: &str, own: Domain) -> Diagnostic {
    let name = format!("{}.default", own.name());
    let message = format!(
        "`{text}` is of another domain, and the program copies its events by their numbers"
    );
    Diagnostic::new(&FOREIGN_PARENT, range, message)
        .with_fix(format!("Change to `{name}`"), TextEdit::replace(range, name))
}

/// `then` is what the program does with the rest.
pub(crate) fn punit_syntax(range: TextRange, text: &str, what: &str, then: &str) -> Diagnostic {
    Diagnostic::new(&PUNIT_SYNTAX, range, format!("`{text}` {what}, {then}"))
        .with_help("write `Domain.kind(ids)`, several separated by commas")
}

/// Reports the same in a target of the seed dialect, of which the program complains.
pub(crate) fn broken_target(range: TextRange, text: &str, what: &str, then: &str) -> Diagnostic {
    Diagnostic { code: &BROKEN_TARGET, ..punit_syntax(range, text, what, then) }
}

/// `then` is what the program does instead.
pub(crate) fn unknown_kind(
    range: TextRange,
    text: &str,
    then: &str,
    nearest: Option<&str>,
) -> Diagnostic {
    let message = format!("there is no `{text}`, {then}");
    with_nearest(Diagnostic::new(&UNKNOWN_KIND, range, message), range, nearest)
}

/// `then` is what else the program does, `better` the list as it was most likely meant.
pub(crate) fn bad_id_list(
    range: TextRange,
    text: &str,
    then: &str,
    better: Option<&str>,
) -> Diagnostic {
    let message = format!("the program refuses the list of ids `{text}`{then}");
    let res = Diagnostic::new(&BAD_ID_LIST, range, message)
        .with_help("write numbers up to 1024 and ascending ranges, as in `4, 6, 8-12`");
    match better {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

pub(crate) fn id_out_of_scope(
    range: TextRange,
    dropped: &str,
    kind: Kind,
    (low, high): (i32, i32),
    fix: Option<TextEdit>,
) -> Diagnostic {
    let name = format!("{}.{}", kind.domain().name(), kind.name());
    let scope = if low > high {
        format!("the scope of `{name}` ends below its start")
    } else {
        format!("the scope of `{name}` is {low} to {high}")
    };
    let left = if fix.is_none() { ", and no id is left: the list matches nothing" } else { "" };
    let message = format!("{scope}, so the program drops {dropped}{left}");
    let res = Diagnostic::new(&ID_OUT_OF_SCOPE, range, message);
    match fix {
        Some(fix) => res.with_fix("Remove these ids", fix),
        None => res,
    }
}

/// `rest` is the list without it, if anything is left then.
pub(crate) fn id_1024(range: TextRange, kind: Kind, rest: Option<String>) -> Diagnostic {
    let name = format!("{}.{}", kind.domain().name(), kind.name());
    let message = format!("1024 is outside the scope of `{name}`, but the program does not notice");
    let res = Diagnostic::new(&ID_1024, range, message);
    match rest {
        Some(rest) => res.with_fix("Remove 1024", TextEdit::replace(range, rest)),
        None => res,
    }
}

pub(crate) fn empty_ids(range: TextRange, text: &str) -> Diagnostic {
    Diagnostic::new(&EMPTY_IDS, range, format!("`{text}` has no ids and so matches nothing"))
}

pub(crate) fn repeated_kind(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` replaces an earlier list for the same kind");
    Diagnostic::new(&REPEATED_KIND, range, message)
}

pub(crate) fn lost_domain(range: TextRange, text: &str, kept: Domain) -> Diagnostic {
    let message =
        format!("`{text}` is lost, because the program files this section under {}", kept.name());
    Diagnostic::new(&LOST_DOMAIN, range, message).with_help(format!(
        "write kinds of other domains as constraints: `[…] : {}.default : {text}`",
        kept.name()
    ))
}

fn no_known_kind(text: &str) -> String {
    match text {
        "" => "the constraints are empty".to_owned(),
        _ => format!("no kind in `{text}` is known"),
    }
}

/// Reports a constraint that leaves regions what they have from a section above: `kept`, or several.
pub(crate) fn kept_constraint(range: TextRange, text: &str, kept: Option<&str>) -> Diagnostic {
    let what = no_known_kind(text);
    let message = match kept {
        Some(kept) => format!("{what}, so the constraint is still `{kept}` from above"),
        None => format!("{what}, so the constraints are still those from above"),
    };
    Diagnostic::new(&SILENCED_REGION, range, message)
}

/// Reports a constraint of regions to which a section below gives one.
pub(crate) fn constraint_from_below(range: TextRange, text: &str) -> Diagnostic {
    let what = no_known_kind(text);
    let message = format!("{what}, so the constraint is what other sections of the region say");
    Diagnostic::new(&SILENCED_REGION, range, message)
}

/// Reports a region whose constraint never holds. One with an address may be of OpenMP, where not
/// every event asks (pinsight.md#domain-callbacks). `others_have` is true if other regions of the
/// header have a constraint from another section.
pub(crate) fn silenced_region(
    range: TextRange,
    text: &str,
    has_address: bool,
    others_have: bool,
) -> Diagnostic {
    let what = no_known_kind(text);
    let of = if others_have { "for regions without another constraint " } else { "" };
    let but = match has_address {
        true => " except events that do not check it, such as parallel begin and end of OpenMP",
        false => "",
    };
    let message =
        format!("{what}, and an empty constraint never holds: {of}nothing is traced{but}");
    Diagnostic::new(&SILENCED_REGION, range, message)
}

pub(crate) fn open_constraint(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("the error in `{text}` lets the program trace on all units");
    Diagnostic::new(&OPEN_CONSTRAINT, range, message)
}

pub(crate) fn constraint_not_asked(range: TextRange) -> Diagnostic {
    let message = "`omp_parallel_begin` and `omp_parallel_end` do not check constraints: they are \
                   traced on all units";
    Diagnostic::new(&CONSTRAINT_NOT_ASKED, range, message).with_help(
        "the triple applies to them; thread begin and end and the barrier at the end of a parallel \
         region do not check it either",
    )
}

pub(crate) fn punits_unused(range: TextRange, seed: bool) -> Diagnostic {
    let message = match seed {
        true => "the program of February 2026 reads punit sections and never uses them",
        false => "today's program reads punit sections and never uses them",
    };
    let res = Diagnostic::new(&PUNITS_UNUSED, range, message);
    if seed {
        return res;
    }
    res.with_help("constraints of region sections are what limits tracing to some units")
}

/// `triple` is what then counts for all regions.
pub(crate) fn taken_default(range: TextRange, text: &str, triple: &str) -> Diagnostic {
    let message = format!(
        "the program of February 2026 gives `{text}` the entry of `Lexgion.default`, as the first \
         region: every region {triple}"
    );
    Diagnostic::new(&TAKEN_DEFAULT, range, message)
        .with_help("a defect of that program; today's keeps the two apart")
}

pub(crate) fn regions_unused(range: TextRange) -> Diagnostic {
    let message = "the program of February 2026 has no finished look-up of regions, so this triple \
                   has no reliable effect";
    Diagnostic::new(&REGIONS_UNUSED, range, message)
        .with_help("the entry of `Lexgion.default` is the one to rely on")
}

pub(crate) fn unused_action(range: TextRange, action: &str, target: &str) -> Diagnostic {
    let message = format!("`{action}` has no effect before `{target}`; the body is read");
    Diagnostic::new(&UNUSED_ACTION, range, message)
}

pub(crate) fn decimal_address(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` is read as a name; an address begins with `0x`");
    let res = Diagnostic::new(&DECIMAL_ADDRESS, range, message);
    // As the dialect of the document reads it (pinsight.md#seed-headers).
    let (name, base) = if text.starts_with('0') { ("octal", 8) } else { ("decimal", 10) };
    let res = match u64::from_str_radix(text, base) {
        Ok(value) => res.with_fix(
            format!("Write the {name} number as `0x{value:x}`"),
            TextEdit::replace(range, format!("0x{value:x}")),
        ),
        Err(_) => res,
    };
    res.with_fix(format!("Change to `0x{text}`"), TextEdit::insert(range.start(), "0x"))
}

/// `is_own` is true if no region with a name is above.
pub(crate) fn null_address(range: TextRange, text: &str, is_own: bool) -> Diagnostic {
    let does = if is_own { "no region has" } else { "finds the first region with a name" };
    let message = format!("`{text}` is the address 0, which {does}");
    Diagnostic::new(&NULL_ADDRESS, range, message)
}

pub(crate) fn no_address(range: TextRange, text: &str) -> Diagnostic {
    let what = if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
    let message = format!("expected an address, found {what}, so the region has the address 0");
    Diagnostic::new(&NULL_ADDRESS, range, message)
}

pub(crate) fn address_junk(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` is not a part of the address, and the program ignores it");
    Diagnostic::new(&ADDRESS_JUNK, range, message).with_fix("Remove it", TextEdit::delete(range))
}

/// Reports what stands behind the `)` that ends `regions`; `fix` has its label.
pub(crate) fn region_tail(
    range: TextRange,
    text: &str,
    regions: &str,
    fix: Option<(&str, TextEdit)>,
) -> Diagnostic {
    let message = format!(
        "`{text}` is ignored: the regions end at the first `)`, and the program reads `{regions}`"
    );
    let res = Diagnostic::new(&REGION_TAIL, range, message);
    match fix {
        Some((label, fix)) => res.with_fix(label, fix),
        None if regions.contains('(') => {
            res.with_help("a name with a `)` cannot be written; the code address, as `0x…`, can")
        }
        None => res,
    }
}

/// Reports a tail that is almost that of the default of a domain's regions, which `fix` makes of it.
pub(crate) fn region_tail_default(
    range: TextRange,
    text: &str,
    domain: Domain,
    fix: TextEdit,
) -> Diagnostic {
    let name = domain.name();
    let message =
        format!("`{text}` is ignored, and the program takes `{name}` for the name of a region");
    Diagnostic::new(&REGION_TAIL, range, message)
        .with_fix(format!("Change to `Lexgion({name}).default`"), fix)
}

pub(crate) fn region_domain(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("{}, and the program skips the region", no_domain(text));
    with_nearest(Diagnostic::new(&REGION_DOMAIN, range, message), range, nearest)
}

/// Reports an item of a list of regions that names none; `is_dead` is true if no other does.
pub(crate) fn nameless_region(range: TextRange, text: &str, is_dead: bool) -> Diagnostic {
    let end = match is_dead {
        true => "; no region is left, so it ignores the body of the section",
        false => "",
    };
    let message = format!("`{text}` has no name, and the program skips it{end}");
    Diagnostic::new(&NAMELESS_REGION, range, message)
        .with_help("the name of a region comes last, as in `file:name`")
}

pub(crate) fn inner_blank(range: TextRange) -> Diagnostic {
    let message =
        "the whitespace belongs to the part next to it, which therefore matches no region";
    Diagnostic::new(&INNER_BLANK, range, message).with_fix("Remove it", TextEdit::delete(range))
}

pub(crate) fn openmp_name(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("regions of OpenMP have no names, so `{text}` is never found");
    Diagnostic::new(&OPENMP_NAME, range, message).with_help("write the code address as `0x…`")
}

pub(crate) fn mpi_name(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!(
        "regions of MPI have the names of functions that are traced, so `{text}` is never found"
    );
    with_nearest(Diagnostic::new(&MPI_NAME, range, message), range, nearest)
}

pub(crate) fn file_collision(range: TextRange, text: &str, first: Option<&str>) -> Diagnostic {
    let place = match first {
        Some(file) => format!("the file `{file}` given first stays"),
        None => "the one given first has no file".to_owned(),
    };
    let message = format!("`{text}` is the same region as an earlier one of this name: {place}");
    Diagnostic::new(&FILE_COLLISION, range, message)
}

/// `first` is the region of any domain that is found instead.
pub(crate) fn shadowed_region(range: TextRange, text: &str, first: &str) -> Diagnostic {
    let message = format!(
        "`{text}` is never found: `{first}` is above it, for any domain, and the first that fits counts"
    );
    Diagnostic::new(&SHADOWED_REGION, range, message).with_help(format!("name it before `{first}`"))
}

/// Reports a list of ids in a constraint of which a scope below leaves `left` only, or nothing.
pub(crate) fn narrowed_constraint(
    range: TextRange,
    text: &str,
    left: &str,
    (low, high): (i32, i32),
    scope: Option<TextRange>,
) -> Diagnostic {
    let does = match left {
        "" => "never holds".to_owned(),
        left => format!("holds for {left} alone"),
    };
    let message = format!("`{text}` {does}: the scope becomes {low} to {high} below");
    let res = Diagnostic::new(&NARROWED_CONSTRAINT, range, message)
        .with_help("set the scope above the sections whose ids it limits");
    scope.into_iter().fold(res, |res, it| res.with_related(it, "the scope"))
}

pub(crate) fn too_many_items(range: TextRange, n_ignored: usize) -> Diagnostic {
    let last = if n_ignored == 1 { "one".to_owned() } else { n_ignored.to_string() };
    let message = format!("a header takes 64 regions, and the program ignores the last {last}");
    Diagnostic::new(&TOO_MANY_ITEMS, range, message)
}

pub(crate) fn region_table_full(range: TextRange) -> Diagnostic {
    let message = "the table of 512 regions is full, and the program skips this one";
    Diagnostic::new(&REGION_TABLE_FULL, range, message)
}

pub(crate) fn region_crash(range: TextRange) -> Diagnostic {
    let message = "the table of 512 regions is full, and the program crashes at this address";
    Diagnostic::new(&REGION_CRASH, range, message)
}

pub(crate) fn region_dropped(range: TextRange) -> Diagnostic {
    let message =
        "the table of 512 regions is full, and the program of February 2026 drops this one";
    Diagnostic::new(&REGION_DROPPED, range, message)
}

pub(crate) fn repeated_section(range: TextRange, text: &str, first: TextRange) -> Diagnostic {
    let message = format!("`{text}` has a section above, and the program merges the two");
    Diagnostic::new(&REPEATED_SECTION, range, message).with_related(first, "the section above")
}

pub(crate) fn restarted_section(range: TextRange, text: &str, first: TextRange) -> Diagnostic {
    let message = format!("this header starts `{text}` afresh, so the section above has no effect");
    Diagnostic::new(&RESTARTED_SECTION, range, message).with_related(first, "the section above")
}

pub(crate) fn repeated_punits(
    range: TextRange,
    text: &str,
    first: TextRange,
    seed: bool,
) -> Diagnostic {
    let does = if seed { "; where both fit, the first decides" } else { " but adds another entry" };
    let message =
        format!("the program does not merge this with the section of `{text}` above{does}");
    Diagnostic::new(&REPEATED_PUNITS, range, message).with_related(first, "the section above")
}

pub(crate) fn hidden_punits(range: TextRange) -> Diagnostic {
    let message = "sections above are for all of these units, and by the documents the first that fits decides";
    Diagnostic::new(&HIDDEN_PUNITS, range, message)
        .with_help("put the narrower section above the wider one")
}

/// More copies are counted, and not shown one by one.
const MOST_COPIES: usize = 8;

/// `text` is what the section at `range` changes after the sections at `copies` took it, the first of
/// them `first`.
pub(crate) fn stale_copy(
    range: TextRange,
    text: &str,
    copies: &[TextRange],
    first: &str,
) -> Diagnostic {
    let message = match copies.len().saturating_sub(1) {
        0 => format!("`{first}` copied `{text}` above and does not get what this section changes"),
        n => {
            let others = if n == 1 { "another section".to_owned() } else { format!("{n} others") };
            format!(
                "`{first}` and {others} copied `{text}` above and do not get what this section changes"
            )
        }
    };
    let res = Diagnostic::new(&STALE_COPY, range, message)
        .with_help("the order that works: domain defaults, punit sections, `Lexgion.default`, `Lexgion(Domain).default`, regions");
    let shown = copies.iter().take(MOST_COPIES);
    shown.fold(res, |res, &it| res.with_related(it, "the copy"))
}

pub(crate) fn old_values_return(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` was removed above and comes back with its old values");
    Diagnostic::new(&OLD_VALUES_RETURN, range, message)
}
