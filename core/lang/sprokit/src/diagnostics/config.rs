//! Words for what is wrong with keys and values.

use text_size::{TextRange, TextSize};

use super::*;
use crate::catalogue::KeyKind;
use crate::macros::{self, Mismatch};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};

/// Reports a flag that does not exist.
pub fn unknown_flag(range: TextRange, flag: &str, nearest: Option<&str>) -> Diagnostic {
    let res = Diagnostic::new(&UNKNOWN_FLAG, range, format!("there is no flag `{flag}`"))
        .with_help(
            "`ro` makes a key read-only; `tunable` has an effect only in the header of a cluster",
        );
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports the flag `tunable` with capitals, in the header of a cluster.
pub fn capital_flag(range: TextRange, flag: &str) -> Diagnostic {
    let message = format!("`{flag}` does not make the key tunable: only lower case counts");
    Diagnostic::new(&CAPITAL_FLAG, range, message)
        .with_fix("Change to `tunable`", TextEdit::replace(range, "tunable"))
}

/// Reports a provider that does not exist.
pub fn unknown_provider(range: TextRange, provider: &str, nearest: Option<&str>) -> Diagnostic {
    let res = Diagnostic::new(
        &MACRO_UNRESOLVED,
        range,
        format!("there is no macro provider `{provider}`"),
    )
    .with_help("providers are `CONFIG`, `ENV`, `LOCAL` and `SYSENV`, in capitals");
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports a name that the provider does not know.
pub fn unresolved_macro(
    range: TextRange,
    provider: &str,
    name: &str,
    nearest: Option<&str>,
) -> Diagnostic {
    let message = match provider {
        _ if name.is_empty() => format!("`${provider}{{}}` names nothing"),
        "CONFIG" => format!("the key `{name}` has no value yet at this point"),
        "LOCAL" => format!("`{name}` is not defined with `:=` before this point"),
        "ENV" => format!("there is no environment variable `{name}`"),
        _ => format!("`{provider}` has no `{name}`"),
    };
    let res = Diagnostic::new(&MACRO_UNRESOLVED, range, message);
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports what looks like a macro and stays as it is; `is_known` says whether the environment may
/// have a variable.
pub fn literal_macro(
    range: TextRange,
    text: &str,
    reason: Mismatch<'_>,
    is_known: impl Fn(&str) -> bool,
) -> Diagnostic {
    let why = match reason {
        Mismatch::NoProvider(_) => {
            "a macro names its provider, as in `$ENV{HOME}` or `$CONFIG{key}`".to_owned()
        }
        Mismatch::Character(it) if it.is_whitespace() => {
            "the name in a macro has no blanks".to_owned()
        }
        Mismatch::Character(it) => format!("the name in a macro cannot have `{it}`"),
        Mismatch::Around => "only the macro inside it is replaced".to_owned(),
        Mismatch::Open => "its `}` is missing".to_owned(),
    };
    let res = Diagnostic::new(&LITERAL_MACRO, range, format!("`{text}` stays as it is: {why}"));
    let Mismatch::NoProvider(name) = reason else { return res };
    let is_variable = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if !is_variable || !is_known(name) {
        return res;
    }
    let new = format!("$ENV{{{name}}}");
    res.with_fix(format!("Change to `{new}`"), TextEdit::replace(range, new))
}

/// Reports a value that a later one of the same key replaces.
pub fn replaced_value(range: TextRange, key: &str, value: &str, later: TextRange) -> Diagnostic {
    let message = match value {
        "" => format!("this value of `{key}` does not count: the key is set again, to nothing"),
        value => {
            format!("this value of `{key}` does not count: the key is set again, to `{value}`")
        }
    };
    Diagnostic::new(&REPLACED_VALUE, range, message).with_related(later, "it is replaced here")
}

/// Reports a `$LOCAL` without the names of the blocks around the definition that it means;
/// `full_name` has them.
pub fn bare_local(range: TextRange, name: &str, full_name: &str) -> Diagnostic {
    let message =
        format!("kwiver rejects `{name}` here: inside its block the name is `{full_name}`");
    let res = Diagnostic::new(&MACRO_UNRESOLVED, range, message);
    // A macro cannot ask for every name that a block can have.
    match macros::is_name(full_name) {
        true => {
            res.with_fix(format!("Change to `{full_name}`"), TextEdit::replace(range, full_name))
        }
        false => res.with_help("a macro cannot have that name; define it outside the block"),
    }
}

/// Reports a `$CONFIG` that names a key without a value of its own, which the program joins with the one
/// above it or below: it knows them as `full_name`.
pub fn joined_key(range: TextRange, name: &str, full_name: &str) -> Diagnostic {
    let message = format!("kwiver rejects `{name}` here: it joins keys and reads `{full_name}`");
    Diagnostic::new(&MACRO_UNRESOLVED, range, message)
        .with_help("an entry that begins with `:` needs a value in front of the next one")
}

/// Reports a `$CONFIG` that names a key assigned further down, at `later`.
pub fn forward_macro(range: TextRange, name: &str, later: TextRange) -> Diagnostic {
    unresolved_macro(range, "CONFIG", name, None)
        .with_help("`$CONFIG` sees only what comes before it")
        .with_related(later, "it gets its value here")
}

/// Reports a read-only key that is set again. `removal` takes the entry away, `release` the flag of
/// the first one.
pub fn read_only_override(
    range: TextRange,
    key: &str,
    first: TextRange,
    removal: Option<TextEdit>,
    release: Option<TextEdit>,
) -> Diagnostic {
    let message = format!("`{key}` is read-only and is set again");
    let res = Diagnostic::new(&READ_ONLY_OVERRIDE, range, message)
        .with_related(first, "it becomes read-only here");
    let res = removable_key(res, removal);
    match release {
        Some(edit) => res.with_fix("Make the first one writable", edit),
        None => res,
    }
}

/// Reports a key of a cluster that sets the read-only key `inner` in each of its instances; `removal`
/// takes the entry away.
pub fn inner_override(
    range: TextRange,
    key: &str,
    inner: (&str, TextRange),
    removal: Option<TextEdit>,
) -> Diagnostic {
    let message = format!(
        "`{key}` makes instances impossible, because it sets `{}`, which is read-only",
        inner.0
    );
    let res = Diagnostic::new(&INSTANCE_OVERRIDE, range, message)
        .with_related(inner.1, "it becomes read-only here");
    removable_key(res, removal)
}

/// Reports `_type` or `_name` made read-only, which the program sets itself; `removal` takes the
/// entry away.
pub fn read_only_builtin(range: TextRange, key: &str, removal: Option<TextEdit>) -> Diagnostic {
    let message = format!("`{key}` is read-only, but the program sets it for every process");
    removable_key(Diagnostic::new(&READ_ONLY_BUILTIN, range, message), removal)
}

/// Reports `_type` or `_name` given a value that is overwritten; `removal` takes the entry away.
pub fn overwritten_key(range: TextRange, key: &str, removal: Option<TextEdit>) -> Diagnostic {
    let message = format!("`{key}` is overwritten when the process is made");
    removable_key(Diagnostic::new(&OVERWRITTEN_KEY, range, message), removal)
}

fn removable_key(finding: Diagnostic, removal: Option<TextEdit>) -> Diagnostic {
    match removal {
        Some(edit) => finding.with_fix("Remove the key", edit),
        None => finding,
    }
}

/// Reports an absolute path behind `relativepath`; `made` is what comes of it, if that is known.
pub fn absolute_relativepath(
    range: TextRange,
    made: Option<&str>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let message = match made {
        Some(it) => format!("`relativepath` turns this absolute path into `{it}`"),
        None => "`relativepath` prepends the file's folder to this absolute path".to_owned(),
    };
    let res = Diagnostic::new(&ABSOLUTE_RELATIVEPATH, range, message);
    match removal {
        Some(edit) => res.with_fix("Remove `relativepath`", edit),
        None => res,
    }
}

/// Reports a key that the process type does not declare.
pub fn unknown_key(
    range: TextRange,
    key: &str,
    process_type: &str,
    nearest: Option<&str>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let res = Diagnostic::new(
        &UNKNOWN_KEY,
        range,
        format!("`{process_type}` does not read the key `{key}`"),
    );
    let res = match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    };
    removable_key(res, removal)
}

/// Reports a key of an algorithm that is neither its type nor below an implementation; `below` is what
/// stands behind the algorithm, and `edit` makes it the type.
pub fn algorithm_key(
    range: TextRange,
    algorithm: &str,
    below: &str,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let message = match below {
        "" => format!("`{algorithm}` is a block and has no value of its own"),
        _ => format!("`{below}` is neither the type of `{algorithm}` nor below an implementation"),
    };
    let res = Diagnostic::new(&ALGORITHM_KEY, range, message).with_help(format!(
        "write `{algorithm}:type = implementation` and `{algorithm}:implementation:key = value`"
    ));
    match edit {
        Some(edit) => res.with_fix(format!("Change to `{algorithm}:type`"), edit),
        None => res,
    }
}

/// Reports a capacity that is no number; `taken` is what the program makes of it, and `number` what
/// it begins with.
pub fn bad_capacity(range: TextRange, value: &str, taken: &str, number: Option<u64>) -> Diagnostic {
    let message = format!("{} is not a capacity; {taken}", value_words(value));
    let res = Diagnostic::new(&BAD_CAPACITY, range, message)
        .with_help("a whole number; 0 means unbounded");
    match number {
        Some(it) => {
            res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it.to_string()))
        }
        None => res,
    }
}

/// Returns a value as the subject of a sentence.
fn value_words(value: &str) -> String {
    match value {
        "" => "an empty value".to_owned(),
        _ => format!("`{value}`"),
    }
}

/// Reports a setting of the pipeline that nothing reads. `fix` is what was probably meant, and how
/// it is written; `removal` takes the entry away.
pub fn ignored_setting(
    range: TextRange,
    message: String,
    fix: Option<(&str, TextEdit)>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let message = format!("{message}, so the setting has no effect");
    let res = Diagnostic::new(&IGNORED_SETTING, range, message);
    let res = match fix {
        Some((meant, edit)) => res.with_fix(format!("Change to `{meant}`"), edit),
        None => res,
    };
    removable_key(res, removal)
}

/// Adds what was probably meant as the first fix.
pub fn meant(mut finding: Diagnostic, meant: &str, edit: TextEdit) -> Diagnostic {
    let others = std::mem::take(&mut finding.fixes);
    let res = finding.with_fix(format!("Change to `{meant}`"), edit);
    others.into_iter().fold(res, |res, it| res.with_fix(it.label, it.edit))
}

/// Reports a setting of an edge that ends before the key of the edge; `edit` adds it.
pub fn incomplete_edge_key(range: TextRange, edit: Option<TextEdit>) -> Diagnostic {
    let message = "the setting does not say which key of the edge it sets, so it has no effect";
    let res = Diagnostic::new(&IGNORED_SETTING, range, message);
    match edit {
        Some(edit) => res.with_fix("Add `:capacity`", edit),
        None => res,
    }
}

/// Reports a `blocking` of an edge that is neither yes nor no.
pub fn bad_blocking(range: TextRange, value: &str) -> Diagnostic {
    let message = match value {
        "" => "yes or no is missing here; the default `true` applies".to_owned(),
        _ => format!("`{value}` is neither yes nor no; the default `true` applies"),
    };
    ["true", "false"].into_iter().fold(Diagnostic::new(&BAD_BLOCKING, range, message), |res, it| {
        res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it))
    })
}

/// Reports a static value for an input that is not static, or that is connected.
pub fn ignored_static(
    range: TextRange,
    port: &str,
    process_type: &str,
    is_connected: bool,
    nearest: Option<&str>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let message = if is_connected {
        format!("the input `{port}` is connected, so its static value has no effect")
    } else {
        format!("`{process_type}` has no static input `{port}`, so the value has no effect")
    };
    let fix = nearest.map(|it| (it, TextEdit::replace(range, it)));
    let res = Diagnostic::new(&IGNORED_SETTING, range, message);
    let res = match fix {
        Some((meant, edit)) => res.with_fix(format!("Change to `{meant}`"), edit),
        None => res,
    };
    removable_key(res, removal)
}

/// Reports a key that begins with `_` and that a process reads under a similar name only; none if the
/// program sets that itself.
pub fn unknown_special_key(
    range: TextRange,
    key: &str,
    nearest: Option<&str>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let fix = nearest.map(|it| Fix::new(format!("Change to `{it}`"), TextEdit::replace(range, it)));
    let res = Diagnostic::new(&UNKNOWN_KEY, range, format!("no process reads the key `{key}`"))
        .with_fixes(fix);
    removable_key(res, removal)
}

/// Reports a definition of which the program drops the first character; `stored` is what it keeps,
/// none if that is no text.
pub fn lost_character(
    range: TextRange,
    sign: &str,
    stored: Option<&str>,
    insert_at: Option<TextSize>,
) -> Diagnostic {
    let what = match stored {
        Some("") => "stores nothing".to_owned(),
        Some(it) => format!("stores `{it}`"),
        None => "stores half a character".to_owned(),
    };
    let message = format!("kwiver drops the character right after `{sign}` and {what}");
    let res = Diagnostic::new(&LOST_CHARACTER, range, message)
        .with_help(format!("put a space after `{sign}`; Bobbin reads all of the text"));
    match insert_at {
        Some(at) => res.with_fix("Insert a space", TextEdit::insert(at, " ")),
        None => res,
    }
}

/// Reports `:=` with nothing behind it; `edit` writes `=` instead, if no macro asks for the
/// definition.
pub fn empty_definition(range: TextRange, edit: Option<TextEdit>) -> Diagnostic {
    let res =
        Diagnostic::new(&EMPTY_DEFINITION, range, "kwiver crashes at a `:=` with nothing after it");
    match edit {
        Some(edit) => res.with_fix("Write `=` instead", edit),
        None => res,
    }
}

/// A value that a process inside an instance gets by default.
pub struct InnerDefault<'a> {
    /// The key that decides, with the names of what is around it.
    pub key: &'a str,
    /// The value that the process gets.
    pub value: &'a str,
    /// True if the key is one of an instance, to which that of the process is mapped.
    pub is_mapped: bool,
    /// The cluster that makes the key read-only, so that it cannot be set.
    pub read_only: Option<&'a str>,
}

/// Reports a value that a process inside an instance cannot use.
pub fn unusable_default(range: TextRange, it: &InnerDefault<'_>, kind: KeyKind) -> Diagnostic {
    let kind = match kind {
        KeyKind::Bool(_) => "yes or no".to_owned(),
        _ => format!("a {}", kind.words()),
    };
    inner_default(&BAD_VALUE, range, it, &format!("and must be {kind}"))
}

/// Reports a value of which a process inside an instance takes only the number at its start, or a negative
/// one that may not be.
pub fn partial_default(
    range: TextRange,
    it: &InnerDefault<'_>,
    taken: i64,
    is_cut: bool,
) -> Diagnostic {
    let end = match is_cut {
        true => format!("and only {taken} of it is used"),
        false => "and wraps to a very large number, as it is negative".to_owned(),
    };
    inner_default(&PARTIAL_NUMBER, range, it, &end)
}

/// Says which value it is, and what is wrong with it at the `end`.
fn inner_default(
    code: &'static Code,
    range: TextRange,
    it: &InnerDefault<'_>,
    end: &str,
) -> Diagnostic {
    let InnerDefault { key, value, is_mapped, read_only } = it;
    let what = match *value {
        "" => "is empty".to_owned(),
        value => format!("is `{value}`"),
    };
    let when = match read_only {
        Some(it) => format!(", which cluster `{it}` makes read-only,"),
        None => " unless it is set,".to_owned(),
    };
    let res = Diagnostic::new(code, range, format!("`{key}` {what}{when} {end}"));
    match *is_mapped && read_only.is_none() {
        true => res.with_help(format!("set `{key}`")),
        false => res,
    }
}

/// Reports a scheduler that is not known.
pub fn unknown_scheduler(range: TextRange, name: &str, nearest: Option<&str>) -> Diagnostic {
    let message = match name {
        "" => "the name of the scheduler is missing here".to_owned(),
        _ => format!("no known scheduler is called `{name}`"),
    };
    let res = Diagnostic::new(&UNKNOWN_SCHEDULER, range, message)
        .with_help("a plug-in may have it; by default kwiver runs `thread_per_process`");
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports an instrumentation that is not known.
pub fn unknown_instrumentation(range: TextRange, name: &str, nearest: Option<&str>) -> Diagnostic {
    let message = match name {
        "" => "the name of the instrumentation is missing here".to_owned(),
        _ => format!("no known instrumentation is called `{name}`"),
    };
    let res = Diagnostic::new(&UNKNOWN_INSTRUMENTATION, range, message)
        .with_help("kwiver has `logger` and `timing`; `none` switches it off");
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports a value mapped to a key that the cluster does not declare; `nearest` is one that it
/// does.
pub fn unknown_cluster_key(
    range: TextRange,
    key: &str,
    cluster: &str,
    nearest: Option<&str>,
) -> Diagnostic {
    let message = match key {
        "" => format!("the mapping names no key of cluster `{cluster}`"),
        _ => format!("cluster `{cluster}` declares no key `{key}`"),
    };
    let res = Diagnostic::new(&UNKNOWN_CLUSTER_KEY, range, message)
        .with_help("a read-only value that begins with the cluster's name maps one of its keys");
    match nearest.map(|it| format!("{cluster}:{it}")) {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// Reports `$CONFIG` of a cluster's own key; `live` is the value that maps it in a read-only entry, here `own`.
/// `flag` is where the flag must be written for that, if anywhere; none if the entry cannot map it.
pub fn frozen_cluster_key(
    range: TextRange,
    key: &str,
    (own, live): (&str, &str),
    flag: Option<Option<TextSize>>,
) -> Diagnostic {
    let res = frozen_key(range, key).with_help(format!(
        "`{own}[ro] = {live}`, without `$CONFIG`, gives each instance its own value"
    ));
    let Some(flag) = flag else { return res };
    let flag = flag.map(|at| Replacement { range: TextRange::empty(at), text: "[ro]".to_owned() });
    let value = Replacement { range, text: live.to_owned() };
    let edit = TextEdit::from_replacements(flag.into_iter().chain([value]).collect());
    res.with_fix("Make it follow the key of the instance", edit)
}

/// Reports `$CONFIG` of a cluster's own key in a part of a value; `live` is the whole value
/// that would map it in the entry `own`.
pub fn partly_frozen(range: TextRange, key: &str, (own, live): (&str, &str)) -> Diagnostic {
    frozen_key(range, key).with_help(format!(
        "only a whole value, as in `{own}[ro] = {live}`, can be that of each instance"
    ))
}

fn frozen_key(range: TextRange, key: &str) -> Diagnostic {
    let message = format!("this takes the default of `{key}`, whatever a pipeline sets it to");
    Diagnostic::new(&FROZEN_CLUSTER_KEY, range, message)
}

/// The way in which each instance can give its own value to what took the default.
pub enum WayIn<'a> {
    /// This value maps the key in a read-only entry of the cluster.
    Map(&'a str),
    /// It is a key of the instance and can be set itself.
    Set,
    /// None that can be told.
    None,
}

/// Reports a value of an instance that `inner` does not get; `written` is the path and the place of
/// the one that it gets instead.
pub fn unreached_value(
    range: TextRange,
    key: &str,
    inner: &str,
    way: WayIn<'_>,
    written: Option<(&str, TextRange)>,
) -> Diagnostic {
    let message = format!(
        "`{key}` does not reach `{inner}`, which took the default when the cluster was loaded"
    );
    let mut res = Diagnostic::new(&FROZEN_CLUSTER_KEY, range, message);
    match way {
        WayIn::Map(live) => {
            let own = inner.split_once(':').map_or(inner, |it| it.1);
            res = res.with_help(format!(
                "in the cluster, `{own}[ro] = {live}`, without `$CONFIG`, gives each instance its own value"
            ));
        }
        WayIn::Set => res = res.with_help(format!("set `{inner}`, too")),
        WayIn::None => (),
    }
    if let Some((path, range)) = written {
        let message = "`$CONFIG` freezes the default here".to_owned();
        res.related.push(Related { path: Some(path.to_owned()), range, message });
    }
    res
}

/// Reports a value that names a key of the cluster and is no mapping, because the entry `own` is not
/// read-only; `flag_at` is where the flag can be written.
pub fn unmapped_cluster_key(
    range: TextRange,
    (own, value): (&str, &str),
    key: &str,
    flag_at: Option<TextSize>,
) -> Diagnostic {
    let message = format!("this is the text `{value}`, whatever a pipeline sets `{key}` to");
    let res = Diagnostic::new(&UNMAPPED_CLUSTER_KEY, range, message)
        .with_help(format!("`{own}[ro] = {value}`, read-only, gives each instance its own value"));
    match flag_at {
        Some(at) => {
            res.with_fixes([Fix::new("Add `[ro]`", TextEdit::insert(at, "[ro]")).as_guess()])
        }
        None => res,
    }
}

/// Reports `_non_blocking` with something else than a number.
pub fn bad_non_blocking(range: TextRange, value: &str) -> Diagnostic {
    let message = format!("{} is not a capacity", value_words(value));
    Diagnostic::new(&BAD_NON_BLOCKING, range, message)
        .with_help("`_non_blocking` takes a whole number, the capacity of the process's inputs")
}

/// Reports a read-only key, at `first`, that a setting of the command line sets again.
pub fn read_only_setting(first: TextRange, key: &str) -> Diagnostic {
    Diagnostic::new(
        &READ_ONLY_OVERRIDE,
        first,
        format!("`{key}` is read-only, but a setting of the command line sets it again"),
    )
}

/// Reports a setting of the command line whose key is too short.
pub fn bad_setting(range: TextRange, key: &str) -> Diagnostic {
    let message = match key {
        "" => "a setting of the command line has no key".to_owned(),
        _ => format!("the key `{key}` of a setting of the command line has one part only"),
    };
    Diagnostic::new(&BAD_SETTING, range, message)
        .with_help("it needs at least two parts, as in `process:key=value`")
}

/// Reports a catalogue that the user brought, the `n`th, that cannot be read; `name` is that of its file, if known.
pub fn unread_catalogue(range: TextRange, n: usize, name: Option<&str>, why: &str) -> Diagnostic {
    let message = match name {
        Some(it) => format!("the catalogue `{it}` of process types cannot be read: {why}"),
        None => format!("catalogue {n} of process types cannot be read: {why}"),
    };
    Diagnostic::new(&UNREAD_CATALOGUE, range, message)
}

/// Reports a value of another kind than the process needs.
pub fn bad_kind(range: TextRange, value: &str, kind: KeyKind) -> Diagnostic {
    let message = match (value, kind) {
        ("", KeyKind::Bool(_)) => "the process needs yes or no here".to_owned(),
        ("", _) => format!("the process needs a {} here", kind.words()),
        (_, KeyKind::Bool(_)) => format!("`{value}` is neither yes nor no"),
        _ => format!("`{value}` is not a {}", kind.words()),
    };
    Diagnostic::new(&BAD_VALUE, range, message)
}

/// Reports a value of which only the number at its start counts, or a negative one that may not be.
pub fn partial_number(range: TextRange, value: &str, taken: i64, is_cut: bool) -> Diagnostic {
    let what = if is_cut {
        format!("only {taken} of `{value}` is used")
    } else {
        format!("`{value}` is negative and wraps to a very large number")
    };
    let res = Diagnostic::new(&PARTIAL_NUMBER, range, what);
    if !is_cut {
        return res;
    }
    res.with_fix(format!("Change to `{taken}`"), TextEdit::replace(range, taken.to_string()))
}

/// Reports a process that counts from `start` to an `end` before it.
pub fn numbers_backwards(range: TextRange, process: &str, start: i64, end: i64) -> Diagnostic {
    Diagnostic::new(
        &BAD_VALUE,
        range,
        format!("`{process}` cannot count from {start} to {end}: its end comes before its start"),
    )
}

/// Reports a section that nothing in the text reads; `removal` takes it away. `meant` is the place of its
/// first word, with one that is read and spelled alike.
pub fn unused_section(
    range: TextRange,
    path: &str,
    meant: Option<(TextRange, &str)>,
    removal: Option<TextEdit>,
) -> Diagnostic {
    let res =
        Diagnostic::new(&UNUSED_SECTION, range, format!("nothing here reads the section `{path}`"));
    let res = match meant {
        Some((word, it)) => res
            .with_help(format!("did you mean `{it}`?"))
            .with_fix(format!("Change to `{it}`"), TextEdit::replace(word, it)),
        None => res.with_help("no process has its name, and no `$CONFIG` asks for its keys"),
    };
    match removal {
        Some(edit) => res.with_fix("Remove the section", edit),
        None => res,
    }
}

/// Reports a process that leaves a type open or rejects it, at the value by which it does if it `is_value`.
pub fn undecided_type(
    code: &'static Code,
    range: TextRange,
    process: &str,
    is_value: bool,
) -> Diagnostic {
    let what = if std::ptr::eq(code, &UNTYPED_OUTPUT) {
        "gives its output no type, though it is connected"
    } else {
        "rejects the type that its connections give it"
    };
    let with = if is_value { "with this, " } else { "" };
    Diagnostic::new(code, range, format!("{with}`{process}` {what}"))
}
