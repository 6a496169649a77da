//! Messages about what fits the target: architecture, mode, features, registers, ABI.

use text_size::TextRange;

use super::{
    ABI_ARCHITECTURE, ABI_MISMATCH, ARCHITECTURE, ARCHITECTURE_NAME, CUSTOM_ABI,
    CUSTOM_ARCHITECTURE, ENDIANNESS, EXTENSION, FEATURE, FEATURE_MODE, MODE, NO_REGISTER_TABLE,
    REGISTER, REGISTER_MODE, SIMD_MODE, SIMD_NOT_IN_FEATURES, change_to, names,
};
use crate::target::tables::{Abi, Architecture, tables, with_article};
use bobbin_core::diagnostics::{Diagnostic, Fix, nearest};
use bobbin_core::edit::{Replacement, TextEdit};

/// The most names that a message gives.
const MOST_NAMES: usize = 6;

/// Widths as people write them: "16, 32 and 64".
fn bits(modes: &[u16]) -> String {
    let modes: Vec<String> = modes.iter().map(ToString::to_string).collect();
    match modes.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => "no".to_owned(),
    }
}

/// Describes an architecture in a phrase; a unit's own name where two units have one of the same
/// name.
fn shown(architecture: &Architecture) -> String {
    let is_alone = tables().architectures.iter().filter(|it| it.name == architecture.name).count();
    match is_alone {
        1 => format!("`{}`", architecture.name),
        _ => format!("{} architecture `{}`", architecture.unit, architecture.name),
    }
}

/// Reports that no architecture of `unit` is called `name`. `mode` is the value of `Mode`, if it is
/// written.
pub(crate) fn architecture(
    range: TextRange,
    unit: &str,
    name: &str,
    mode: Option<(TextRange, u16)>,
) -> Diagnostic {
    let message = format!("`{name}` is not {} architecture", with_article(unit));
    let res = Diagnostic::new(&ARCHITECTURE, range, message);
    let is_alias = |it: &&Architecture| it.aliases.iter().any(|it| it.eq_ignore_ascii_case(name));
    if name.starts_with('(') {
        return res.with_help("the document's default configuration describes what a processor does; a file names the architecture");
    }
    if let Some(meant) = tables().of_unit(unit).find(is_alias) {
        let right = meant.name;
        let Some(wanted) = meant.alias_mode(name) else {
            return change_to(res.with_help(format!("write `{right}`")), range, Some(right));
        };
        let res = res.with_help(format!("write `{right}` and set `Mode` to {wanted}"));
        let mut replacements = vec![Replacement { range, text: right.to_owned() }];
        let label = match mode {
            Some((mode_range, mode)) if mode != wanted => {
                replacements.push(Replacement { range: mode_range, text: wanted.to_string() });
                format!("Change to `{right}` with mode {wanted}")
            }
            _ => format!("Change to `{right}`"),
        };
        return res.with_fix(label, TextEdit::from_replacements(replacements));
    }
    if let Some(other) = tables().architectures.iter().find(|it| it.is_called(name)) {
        return res.with_help(format!(
            "`{}` is {} architecture",
            other.name,
            with_article(other.unit)
        ));
    }
    let known: Vec<&str> = tables().of_unit(unit).map(|it| it.name).collect();
    let similar = nearest(name, known.iter().copied());
    let res = match similar {
        Some(similar) => res.with_help(format!("did you mean `{similar}`?")),
        None => {
            let known = known.join(", ");
            res.with_help(format!("{} is one of {known} or Custom", with_article(unit)))
        }
    };
    change_to(res, range, similar)
}

pub(crate) fn architecture_name(range: TextRange, name: &str, right: &str) -> Diagnostic {
    let res = Diagnostic::new(&ARCHITECTURE_NAME, range, format!("`{name}` is taken as `{right}`"));
    change_to(res, range, Some(right))
}

pub(crate) fn custom_architecture(range: TextRange) -> Diagnostic {
    let message = "features, extensions and registers of a custom architecture are not checked";
    Diagnostic::new(&CUSTOM_ARCHITECTURE, range, message)
}

pub(crate) fn mode(range: TextRange, mode: i128, it: &Architecture) -> Diagnostic {
    let message = format!("{} has no {mode}-bit mode", shown(it));
    let res = Diagnostic::new(&MODE, range, message)
        .with_help(format!("it has {} bits", bits(&it.modes)));
    change_to(res, range, it.nearest_mode(mode).map(|it| it.to_string()).as_deref())
}

pub(crate) fn feature(range: TextRange, name: &str, it: &Architecture) -> Diagnostic {
    let message = format!("`{name}` is not a feature of {}", shown(it));
    let res = Diagnostic::new(&FEATURE, range, message);
    let similar = nearest(name, it.features.iter().map(|it| it.name));
    let others = tables().architectures.iter().filter(|it| it.feature(name).is_some());
    let res = match similar {
        Some(similar) => res.with_help(format!("did you mean `{similar}`?")),
        None => with_owners(res, "it is a feature of", others),
    };
    change_to(res, range, similar)
}

/// Adds the architectures that have something, by their units.
fn with_owners<'a>(
    diagnostic: Diagnostic,
    phrase: &str,
    mut owners: impl Iterator<Item = &'a Architecture>,
) -> Diagnostic {
    let mut of_units: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in owners.by_ref().take(MOST_NAMES) {
        match of_units.iter_mut().find(|(unit, _)| *unit == it.unit) {
            Some((_, names)) => names.push(it.name),
            None => of_units.push((it.unit, vec![it.name])),
        }
    }
    if of_units.is_empty() {
        return diagnostic;
    }
    let others = owners.next().map(|_| "others".to_owned());
    let n_phrases = of_units.len();
    let phrases = of_units.into_iter().enumerate().map(|(idx, (unit, owners))| {
        let is_last = idx + 1 == n_phrases;
        let s = if owners.len() == 1 { "" } else { "s" };
        let conjunction = if is_last && others.is_some() { ", " } else { " and " };
        format!("the {unit} architecture{s} {}", names(&owners, conjunction))
    });
    let mut phrases: Vec<String> = phrases.collect();
    phrases.extend(others);
    let last = phrases.pop().unwrap_or_default();
    let and = if phrases.is_empty() { "" } else { " and " };
    diagnostic.with_help(format!("{phrase} {}{and}{last}", phrases.join(", ")))
}

pub(crate) fn feature_mode(
    range: TextRange,
    name: &str,
    it: &Architecture,
    mode: u16,
    modes: &[u16],
) -> Diagnostic {
    let message = format!("`{name}` does not exist in {mode}-bit {}", it.name);
    Diagnostic::new(&FEATURE_MODE, range, message)
        .with_help(format!("it needs {} bits", bits(modes)))
}

pub(crate) fn simd_mode(
    range: TextRange,
    name: &str,
    it: &Architecture,
    mode: u16,
    modes: &[u16],
) -> Diagnostic {
    let message = format!("`{name}` does not exist in {mode}-bit {}", it.name);
    Diagnostic::new(&SIMD_MODE, range, message).with_help(format!("it needs {} bits", bits(modes)))
}

/// `kind` is "a SIMD" or "a cryptographic"; `known` is what the architecture has.
pub(crate) fn extension(
    range: TextRange,
    name: &str,
    kind: &str,
    it: &Architecture,
    known: &[&str],
) -> Diagnostic {
    let message = format!("`{name}` is not {kind} extension of {}", shown(it));
    let res = Diagnostic::new(&EXTENSION, range, message);
    let similar = nearest(name, known.iter().copied());
    let res = match (similar, known) {
        (Some(similar), _) => res.with_help(format!("did you mean `{similar}`?")),
        (None, []) => res.with_help("none is known for it"),
        (None, _) => {
            let first = known.get(..MOST_NAMES).unwrap_or(known);
            let more = if first.len() < known.len() { " and others" } else { "" };
            res.with_help(format!("it has {}{more}", first.join(", ")))
        }
    };
    change_to(res, range, similar)
}

pub(crate) fn shared_memory(range: TextRange, unit: &str) -> Diagnostic {
    let message = format!("{} has no `SharedMemory`", with_article(unit));
    let res = Diagnostic::new(&EXTENSION, range, message).with_help("only a GPU has it");
    change_to(res, range, Some("false"))
}

/// `known` is the registers of the mode.
pub(crate) fn register(
    range: TextRange,
    name: &str,
    it: &Architecture,
    known: &[String],
) -> Diagnostic {
    let bare = name.trim_start_matches(['%', '$']);
    let res =
        Diagnostic::new(&REGISTER, range, format!("`{name}` is not a register of {}", shown(it)));
    let n_signs = name.len() - bare.len();
    if n_signs > 1 && it.register(bare, None).is_some() {
        let right = name.get(n_signs - 1..);
        let res = res.with_help("at most one `%` or `$` stands before a register's name");
        return change_to(res, range, right);
    }
    // A name of two letters is one edit away from half the table.
    let known = if bare.len() > 2 { known } else { &[] };
    let similar = nearest(bare, known.iter().map(String::as_str));
    let others = tables().architectures.iter().filter(|it| it.register(bare, None).is_some());
    let res = match similar {
        Some(similar) => res.with_help(format!("did you mean `{similar}`?")),
        None => with_owners(res, "it is a register of", others),
    };
    change_to(res, range, similar)
}

pub(crate) fn register_mode(
    range: TextRange,
    name: &str,
    it: &Architecture,
    mode: u16,
    modes: &[u16],
) -> Diagnostic {
    let message = format!("`{name}` does not exist in {mode}-bit {}", it.name);
    Diagnostic::new(&REGISTER_MODE, range, message)
        .with_help(format!("it needs {} bits", bits(modes)))
}

pub(crate) fn no_register_table(range: TextRange, it: &Architecture) -> Diagnostic {
    let message = format!("no register names are known for {}", shown(it));
    Diagnostic::new(&NO_REGISTER_TABLE, range, message).with_help("the names are not checked")
}

/// `edit` adds the extension to the features, if they stand in the same file; in a base, they may be
/// another file's, too, so a person has to want it.
pub(crate) fn simd_not_in_features(
    range: TextRange,
    name: &str,
    features: TextRange,
    edit: Option<TextEdit>,
) -> Diagnostic {
    let res = Diagnostic::new(
        &SIMD_NOT_IN_FEATURES,
        range,
        format!("`Features` does not imply `{name}`"),
    );
    match edit {
        Some(edit) => res.with_related(features, "the features").with_fixes([Fix::new(
            format!("Add `{name}` to the features"),
            edit,
        )
        .as_choice()]),
        None => res,
    }
}

pub(crate) fn endianness(range: TextRange, word: &str, it: &Architecture) -> Diagnostic {
    let usual = it.endianness.first().copied();
    let message = format!("{} is normally {}-endian", shown(it), usual.unwrap_or("not"));
    let res = Diagnostic::new(&ENDIANNESS, range, message)
        .with_help(format!("`{word}` is taken as it is"));
    change_to(res, range, usual)
}

/// Reports an ABI that is known, but for another architecture or mode.
pub(crate) fn abi_architecture(
    range: TextRange,
    name: &str,
    it: &Architecture,
    mode: u16,
) -> Diagnostic {
    let message = format!("`{name}` is not an ABI of {} in {mode}-bit mode", shown(it));
    let res = Diagnostic::new(&ABI_ARCHITECTURE, range, message);
    let fitting = tables().abis.iter().filter(|abi| abi.fits(it, mode));
    let (own, of_any): (Vec<&Abi>, Vec<&Abi>) = fitting.partition(|it| it.architecture.is_some());
    let called = |abis: &[&Abi]| names(&abis.iter().map(|it| it.name).collect::<Vec<_>>(), " and ");
    if own.is_empty() {
        return res.with_help(format!("only {} fit this target", called(&of_any)));
    }
    let res = res.with_help(format!("it has {}", called(&own)));
    let own = own.iter().map(|it| it.name);
    own.take(3).fold(res, |res, name| change_to(res, range, Some(name)))
}

pub(crate) fn custom_abi(range: TextRange, name: &str) -> Diagnostic {
    let known = tables().abis.iter().flat_map(|it| std::iter::once(&it.name).chain(&it.aliases));
    let similar = nearest(name, known.copied());
    let message = format!("custom ABI `{name}` without `ParameterRegisters`");
    let res = Diagnostic::new(&CUSTOM_ABI, range, message);
    let res = match similar {
        Some(similar) => res.with_help(format!("did you mean `{similar}`?")),
        None => res.with_help("no known ABI has this name"),
    };
    change_to(res, range, similar)
}

/// `what` names what is listed, `registers` what the ABI says, and `edit` writes that. An ABI may
/// have other registers in another mode than `mode`.
pub(crate) fn abi_registers(
    range: TextRange,
    abi: &Abi,
    mode: u16,
    what: &str,
    registers: &[&str],
    edit: TextEdit,
) -> Diagnostic {
    if registers.is_empty() {
        let message = format!("`{}` has no {what} registers in {mode}-bit mode", abi.name);
        return Diagnostic::new(&ABI_MISMATCH, range, message);
    }
    let right = registers.join(",");
    let message = format!("`{}` has other {what} registers in {mode}-bit mode", abi.name);
    let res = Diagnostic::new(&ABI_MISMATCH, range, message)
        .with_help(format!("it has `{right}`, in this order"));
    // A longer list would be in force in the files that include this one for another mode.
    res.with_fixes([Fix::new(format!("Change to `{right}`"), edit).as_choice()])
}

pub(crate) fn abi_alignment(range: TextRange, abi: &Abi, mode: u16, right: u32) -> Diagnostic {
    let message = format!("`{}` aligns the stack to {right} bytes in {mode}-bit mode", abi.name);
    let res = Diagnostic::new(&ABI_MISMATCH, range, message)
        .with_help("the alignment must be a multiple of that");
    change_to(res, range, Some(&right.to_string()))
}

pub(crate) fn abi_red_zone(range: TextRange, abi: &Abi, mode: u16, right: u32) -> Diagnostic {
    let message =
        format!("`{}` guarantees only {right} red-zone bytes in {mode}-bit mode", abi.name);
    let res = Diagnostic::new(&ABI_MISMATCH, range, message);
    change_to(res, range, Some(&right.to_string()))
}
