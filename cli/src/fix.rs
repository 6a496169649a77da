//! `bobbin check --fix`: the fixes of diagnostics, written to their files.

mod errors;
mod hidden;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::text::{SourceText, len, slice};
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;
use rayon::prelude::*;
use text_size::{TextRange, TextSize};

use self::errors::{is_revealed, new_errors};
use self::hidden::hiding;
use crate::files::Given;
use crate::load::{
    Loaded, load, load_to_check, parse, read, refuse_stream, shown, unwritable, write,
};
use crate::parts::{Includers, including, n_errors, n_grave, real_sources};
use crate::save::identity;
use crate::say::escaped;

/// A fix may bring another one into reach; more rounds that leave as much to mend as before are no
/// progress.
const MOST_ROUNDS: usize = 20;

/// The greatest number of times that all is gone through again, until that mends nothing more.
const MOST_PASSES: usize = 5;

/// The greatest number of times that a round is parted to find the fixes that make it worse; then all that
/// leave what they were to mend are left out at once.
const MOST_PARTED: usize = 200;

/// The number of bytes of a line on either side of a place by which a fix is told from others: a whole
/// line may be a file, with thousands of fixes.
const MOST_AROUND: usize = 2000;

/// Which fixes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those of errors and warnings that keep every word and number: they change case, spaces and marks,
    /// or add what belongs to the form. What a hint is about is legal, so its fix changes what the text
    /// means.
    Keeping,
    /// All, also those that replace or remove, but none that a person has to want.
    All,
}

/// Applies the fixes of all files, and returns for each what is to be printed, or a message for the user
/// if it could not be read or written. The files that others include come first, one after the other:
/// what those are judged by does not change meanwhile.
pub(crate) fn all_fixed(
    files: &[Given],
    language: Option<LanguageId>,
    host: &Arc<HostFacts>,
    scope: Scope,
) -> Vec<Result<String, String>> {
    let read: Vec<Read> =
        files.par_iter().map(|it| Read::new(&it.path, language, host, scope)).collect();
    // All are read, since they may include what is mended; but of the names of a file one mends it, and no link that
    // was found in a folder.
    let mut known = BTreeSet::new();
    let mut is_first = |it: &Given| identity(&it.path).is_none_or(|it| known.insert(it));
    let is_mended: Vec<bool> = files.iter().map(|it| !it.is_link && is_first(it)).collect();
    let sources: Vec<&BTreeSet<PathBuf>> = read.iter().map(|it| &it.sources).collect();
    let including = including(files, &sources);
    let mend = |nth: usize, read: Read, changed: &BTreeSet<PathBuf>| {
        let path = &files.get(nth)?.path;
        if is_mended.get(nth) != Some(&true) {
            return Some((nth, Ok(Mended::default())));
        }
        let includers = Includers::new(path, including.get(nth)?, language, host);
        let loaded = match read.loaded {
            // As it was read, it was made from other texts than now.
            _ if !read.sources.is_disjoint(changed) => load(path, language, host),
            Some(loaded) => loaded,
            None => return Some((nth, Ok(Mended::default()))),
        };
        let mended = loaded.and_then(|it| fixed(path, it, host, scope, &includers));
        Some((nth, mended))
    };
    let is_part = |it: &(usize, Read)| including.get(it.0).is_some_and(|it| !it.is_empty());
    let (parts, others): (Vec<_>, Vec<_>) = read.into_iter().enumerate().partition(is_part);
    let mut changed = BTreeSet::new();
    let mut res = Vec::new();
    for (nth, read) in parts {
        let mended = mend(nth, read, &changed);
        if let Some((_, Ok(Mended { is_changed: true, .. }))) = mended {
            changed.extend(files.get(nth).and_then(|it| fs::canonicalize(&it.path).ok()));
        }
        res.extend(mended);
    }
    let changed = &changed;
    res.par_extend(others.into_par_iter().filter_map(|(nth, read)| mend(nth, read, changed)));
    res.sort_by_key(|it| it.0);
    res.into_iter().map(|it| it.1.map(|it| it.said)).collect()
}

/// A file as it was read to know who includes whom.
struct Read {
    /// The real paths of the files that it is made from.
    sources: BTreeSet<PathBuf>,
    /// The file itself, or why it cannot be mended; `None` if nothing in it can be, which takes no memory.
    loaded: Option<Result<Loaded, String>>,
}

impl Read {
    fn new(path: &Path, language: Option<LanguageId>, host: &Arc<HostFacts>, scope: Scope) -> Read {
        if path == Path::new("-") {
            let reason = "standard input cannot be mended; name a file".to_owned();
            return Read { sources: BTreeSet::new(), loaded: Some(Err(reason)) };
        }
        if let Err(reason) = refuse_stream(path) {
            return Read { sources: BTreeSet::new(), loaded: Some(Err(reason)) };
        }
        match load(path, language, host) {
            Ok(loaded) => {
                let sources = real_sources(&loaded.snapshot);
                let has_fixes = fixes(&loaded.snapshot, scope).next().is_some();
                Read { sources, loaded: has_fixes.then_some(Ok(loaded)) }
            }
            Err(message) => {
                let snapshot = load_to_check(path, language, host).ok();
                let sources = snapshot.map(|it| real_sources(&it)).unwrap_or_default();
                Read { sources, loaded: Some(Err(message)) }
            }
        }
    }
}

/// The outcome of mending one file.
#[derive(Default)]
struct Mended {
    /// The lines to print about it; empty if there is nothing to say.
    said: String,
    /// True if it was written.
    is_changed: bool,
}

/// Applies the fix of each diagnostic that has exactly one, except those that harm a file which includes
/// this one: of several, a person has to choose. Writes the file if something changed, and returns what
/// to print.
///
/// # Errors
///
/// A message for the user if the file cannot be written, or has changed meanwhile.
fn fixed(
    path: &Path,
    loaded: Loaded,
    host: &Arc<HostFacts>,
    scope: Scope,
    includers: &Includers<'_>,
) -> Result<Mended, String> {
    let language = LanguageId::from_name(loaded.snapshot.info().name);
    let language = language.ok_or_else(|| format!("{} has no language", shown(path)))?;
    let source = |text: &str| SourceText { text: text.into(), encoding: loaded.encoding };
    let judge = |text: String| parse(language, &shown(path), &source(&text), host);
    let harms = |old: &Snapshot, new: &Snapshot| {
        includers.are_harmed(&source(old.text()), &source(new.text()))
    };
    // What one fix mends in another file must not hide what the next one does there.
    let most_at_once = if includers.is_empty() { usize::MAX } else { 1 };
    let (snapshot, n_fixes) = mended(loaded.snapshot, scope, most_at_once, judge, harms);
    let note = includers.note().map(|it| escaped(&it) + "\n").unwrap_or_default();
    if n_fixes == 0 {
        return Ok(Mended { said: note, is_changed: false });
    }
    // Of the fixes that replace and remove, one may be that which takes the NUL bytes away.
    let judged = if scope == Scope::Keeping { &loaded.bytes } else { snapshot.text().as_bytes() };
    if let Some(why) = unwritable(judged) {
        return Err(format!("{}: left as it is: {why}", shown(path)));
    }
    if read(path)? != loaded.bytes {
        return Err(format!("{} has changed meanwhile and is left as it is", shown(path)));
    }
    write(Some(path), &SourceText::encode(snapshot.text(), loaded.encoding))?;
    let s = if n_fixes == 1 { "fix" } else { "fixes" };
    let said = escaped(&format!("{}: {n_fixes} {s} applied", shown(path))) + "\n" + &note;
    Ok(Mended { said, is_changed: true })
}

/// A diagnostic with the fix that is to be applied.
type Chosen<'s> = (&'s Diagnostic, &'s Fix);

/// Applies fixes until none is left that mends anything, and returns the text and how many it took: what
/// was left out because it mended nothing may do so when others have been applied.
fn mended(
    mut snapshot: Snapshot,
    scope: Scope,
    most_at_once: usize,
    judge: impl Fn(String) -> Snapshot,
    harms: impl Fn(&Snapshot, &Snapshot) -> bool,
) -> (Snapshot, usize) {
    let mut n_fixes = 0;
    for _ in 0..MOST_PASSES {
        let (next, n) = gone_through(snapshot, scope, most_at_once, &judge, &harms);
        snapshot = next;
        n_fixes += n;
        if n == 0 {
            break;
        }
    }
    (snapshot, n_fixes)
}

/// Applies fixes in rounds of at most `most_at_once`, each judged anew, and returns the text and how
/// many it took. A round that leaves what it was to mend, makes an error, or does harm elsewhere, is
/// taken back, and its first half is tried; a lone fix that does so is not tried again.
fn gone_through(
    mut snapshot: Snapshot,
    scope: Scope,
    most_at_once: usize,
    judge: &impl Fn(String) -> Snapshot,
    harms: &impl Fn(&Snapshot, &Snapshot) -> bool,
) -> (Snapshot, usize) {
    let mut n_fixes = 0;
    let mut useless = BTreeSet::new();
    let mut fewest = n_grave(&snapshot);
    let mut n_rounds = 0;
    let (mut most, mut n_parted) = (most_at_once, 0);
    let mut since: Vec<Step> = Vec::new();
    while n_rounds < MOST_ROUNDS {
        let mut chosen = chosen(&snapshot, scope, &useless, judge);
        chosen.truncate(most);
        let edit = together(&chosen);
        let text = edit.apply(snapshot.text());
        if text == **snapshot.text() {
            break;
        }
        let next = judge(text);
        let mut failed = failed(&chosen, &snapshot, &edit, &next);
        failed.extend(undone(&chosen, &snapshot, &edit, &next, scope));
        if scope == Scope::Keeping {
            let hides = hiding(&snapshot, &edit, &next);
            let hidden = chosen.iter().filter(|it| hides(it.1));
            failed.extend(hidden.map(|(it, fix)| name(&snapshot, it, fix)));
        }
        // A lone fix that makes a text fail which passed mends nothing.
        if let [(it, fix)] = chosen.as_slice()
            && n_errors(&snapshot) == 0
            && n_errors(&next) > 0
        {
            failed.push(name(&snapshot, it, fix));
        }
        let to_mend: Vec<&Diagnostic> = chosen.iter().map(|it| it.0).collect();
        let new = new_errors(&to_mend, &snapshot, &edit, &next);
        if new.iter().any(|it| !is_revealed(it, &to_mend, &snapshot, &edit, &next)) {
            failed.extend(chosen.iter().map(|(it, fix)| name(&snapshot, it, fix)));
        }
        let n = n_grave(&next);
        // What is mended may uncover warnings: those are no worse. Whether it uncovers an error or makes it,
        // only a fix for itself tells.
        let is_worse = !failed.is_empty() || !new.is_empty();
        let does_harm = failed.is_empty() && harms(&snapshot, &next);
        if chosen.len() > 1 && (is_worse || does_harm) && n_parted < MOST_PARTED {
            n_parted += 1;
            most = chosen.len() / 2;
            continue;
        }
        if does_harm {
            failed.extend(chosen.iter().map(|(it, fix)| name(&snapshot, it, fix)));
        }
        if !failed.is_empty() {
            // Each name is new, so this comes to an end.
            useless.extend(failed);
            most = most_at_once;
            continue;
        }
        most = most_at_once;
        let names: Vec<String> = chosen.iter().map(|(it, fix)| name(&snapshot, it, fix)).collect();
        let n_chosen = chosen.len();
        since.push(Step { before: snapshot, n_before: n_fixes, names });
        n_fixes += n_chosen;
        snapshot = next;
        if let Some(start) = since.iter().position(|it| it.before.text() == snapshot.text()) {
            // Fixes that undo each other mend nothing; of the texts between them always the same is kept.
            let (best, names) = end_of_circle(since.split_off(start));
            useless.extend(names);
            if let Some((text, n)) = best {
                (snapshot, n_fixes) = (text, n);
            }
        }
        n_rounds = if n < fewest { 0 } else { n_rounds + 1 };
        if n < fewest {
            since.clear();
        }
        fewest = n.min(fewest);
    }
    (snapshot, n_fixes)
}

/// A round that was carried out.
struct Step {
    /// The text in front of it.
    before: Snapshot,
    /// The number of fixes in front of it.
    n_before: usize,
    /// The names of its fixes.
    names: Vec<String>,
}

/// Returns the text with the fewest errors and warnings of rounds that came back to where they began,
/// with its number of fixes, and the names of all their fixes.
fn end_of_circle(steps: Vec<Step>) -> (Option<(Snapshot, usize)>, Vec<String>) {
    let names = steps.iter().flat_map(|it| it.names.iter().cloned()).collect();
    let best = steps
        .into_iter()
        .min_by_key(|it| (n_errors(&it.before), n_grave(&it.before), it.before.text().to_string()));
    (best.map(|it| (it.before, it.n_before)), names)
}

/// Returns the edit of several fixes.
fn together(chosen: &[Chosen<'_>]) -> TextEdit {
    let parts = chosen.iter().flat_map(|it| it.1.edit.replacements()).cloned().collect();
    TextEdit::from_replacements(parts)
}

/// Returns the fixes that may be applied, each with its diagnostic.
fn fixes(snapshot: &Snapshot, scope: Scope) -> impl Iterator<Item = Chosen<'_>> {
    let all = snapshot.diagnostics().iter();
    all.filter_map(move |it| Some((it, lone_fix(snapshot, it, scope)?)))
}

/// Returns the fixes of a round, of which none touches another, and none is for what goes away with
/// another: an error may be there only for what is wrong in front of it. As long as an error has one,
/// those of hints wait.
fn chosen<'s>(
    snapshot: &'s Snapshot,
    scope: Scope,
    useless: &BTreeSet<String>,
    judge: &impl Fn(String) -> Snapshot,
) -> Vec<Chosen<'s>> {
    let useful = |(it, fix): &Chosen<'s>| !useless.contains(&name(snapshot, it, fix));
    let mut fixes: Vec<Chosen<'s>> = fixes(snapshot, scope).filter(useful).collect();
    // What stands behind an error that is left may be wrong only for that: nothing of it is removed.
    let mended: BTreeSet<*const Diagnostic> = fixes.iter().map(|it| ptr::from_ref(it.0)).collect();
    let is_left = |it: &&Diagnostic| {
        it.code.severity == Severity::Error && !mended.contains(&ptr::from_ref(*it))
    };
    let first_left = snapshot.diagnostics().iter().filter(is_left).map(|it| it.range.start()).min();
    fixes.retain(|(it, fix)| {
        let is_behind = first_left.is_some_and(|at| at < it.range.start());
        !is_behind || removed(snapshot, fix).next().is_none()
    });
    let has_errors = fixes.iter().any(|(it, _)| it.code.severity == Severity::Error);
    if has_errors {
        // What is missing in a text is said at its start and added at its end.
        let place = |fix: &Fix| fix.edit.replacements().first().map(|it| it.range.start());
        fixes.retain(|(it, _)| it.code.severity != Severity::Hint);
        fixes.sort_by_key(|(it, fix)| (place(fix), it.code.severity));
    }
    // By where they start; none touches another, so they end in the same order.
    let mut taken: BTreeMap<TextSize, TextSize> = BTreeMap::new();
    let mut res = Vec::new();
    for (it, fix) in fixes {
        let touches = |it: &Replacement| {
            let before = taken.range(..=it.range.end()).next_back();
            before.is_some_and(|(_, end)| it.range.start() <= *end)
        };
        let parts = fix.edit.replacements();
        if !parts.iter().any(touches) {
            taken.extend(parts.iter().map(|it| (it.range.start(), it.range.end())));
            res.push((it, fix));
        }
    }
    independent(snapshot, scope, res, judge)
}

/// Leaves out what goes away when others are mended. Of each two, one is applied without the other in
/// one of the texts that are judged here, for which it takes one for each binary digit of their number.
/// The first of all stays.
fn independent<'s>(
    snapshot: &'s Snapshot,
    scope: Scope,
    chosen: Vec<Chosen<'s>>,
    judge: &impl Fn(String) -> Snapshot,
) -> Vec<Chosen<'s>> {
    let last = chosen.len().saturating_sub(1);
    let mut kept: Vec<(usize, Chosen<'s>)> = chosen.into_iter().enumerate().collect();
    for digit in (0..usize::BITS - last.leading_zeros()).rev() {
        let (applied, left): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|it| it.0 >> digit & 1 == 0);
        kept = applied.clone();
        if left.is_empty() {
            continue;
        }
        let applied: Vec<Chosen<'_>> = applied.into_iter().map(|it| it.1).collect();
        let next = judge(together(&applied).apply(snapshot.text()));
        let mut found: BTreeMap<String, i64> = BTreeMap::new();
        for (it, fix) in fixes(&next, scope) {
            *found.entry(name(&next, it, fix)).or_default() += 1;
        }
        let names: Vec<String> = left.iter().map(|it| name(snapshot, it.1.0, it.1.1)).collect();
        for it in &names {
            *found.entry(it.clone()).or_default() -= 1;
        }
        let remaining = left.into_iter().zip(names).filter(|it| found.get(&it.1) >= Some(&0));
        kept.extend(remaining.map(|it| it.0));
        kept.sort_by_key(|it| it.0);
    }
    kept.into_iter().map(|it| it.1).collect()
}

/// Returns the names of the fixes that left what they were to mend: there are more of its kind than there
/// should be, and as many in its line as there were.
fn failed(
    chosen: &[Chosen<'_>],
    before: &Snapshot,
    edit: &TextEdit,
    after: &Snapshot,
) -> Vec<String> {
    let (old, new) = (Counts::of(before), Counts::of(after));
    let mut n_chosen: BTreeMap<&str, usize> = BTreeMap::new();
    for (it, _) in chosen {
        *n_chosen.entry(it.code.name).or_default() += 1;
    }
    // What the edit puts in front of a line moves it.
    let mut moved = 0;
    let mut moves: Vec<(TextSize, i64)> = Vec::new();
    let ends = |text: &str| text.matches('\n').count() as i64;
    for part in edit.replacements() {
        moved += ends(&part.text) - ends(slice(before.text(), part.range));
        moves.push((part.range.end(), moved));
    }
    let remains = |it: &Diagnostic| {
        let start = it.range.start();
        let in_front = moves.partition_point(|it| it.0 <= start).checked_sub(1);
        let moved = in_front.and_then(|it| moves.get(it)).map_or(0, |it| it.1);
        let line = before.lines().line(start);
        let moved_line = u32::try_from(i64::from(line) + moved).unwrap_or(line);
        new.in_line(it, moved_line) >= old.in_line(it, line)
    };
    let is_left = |it: &Diagnostic| {
        let n_chosen = n_chosen.get(it.code.name).copied().unwrap_or_default();
        new.of_kind(it) + n_chosen > old.of_kind(it) && remains(it)
    };
    let failed = chosen.iter().filter(|it| is_left(it.0));
    failed.map(|(it, fix)| name(before, it, fix)).collect()
}

/// Returns the names of the fixes whose work another one would remove now: what they made of the text is
/// no better understood.
fn undone(
    chosen: &[Chosen<'_>],
    before: &Snapshot,
    edit: &TextEdit,
    after: &Snapshot,
    scope: Scope,
) -> Vec<String> {
    let removed: Vec<TextRange> =
        fixes(after, scope).flat_map(|it| removed(after, it.1).collect::<Vec<_>>()).collect();
    let is_removed = |part: &Replacement| {
        let end = edit.map_offset(part.range.end());
        let start = end.checked_sub(len(&part.text)).unwrap_or_default();
        start < end && removed.iter().any(|it| it.start() <= start && end <= it.end())
    };
    let undone = chosen.iter().filter(|it| it.1.edit.replacements().iter().any(is_removed));
    undone.map(|(it, fix)| name(before, it, fix)).collect()
}

/// The numbers of diagnostics of each code, and of each line.
#[derive(Default)]
struct Counts {
    of_kind: BTreeMap<&'static str, usize>,
    in_line: BTreeMap<(&'static str, u32), usize>,
}

impl Counts {
    fn of(snapshot: &Snapshot) -> Counts {
        let mut res = Counts::default();
        for it in snapshot.diagnostics() {
            let line = snapshot.lines().line(it.range.start());
            *res.of_kind.entry(it.code.name).or_default() += 1;
            *res.in_line.entry((it.code.name, line)).or_default() += 1;
        }
        res
    }

    fn of_kind(&self, it: &Diagnostic) -> usize {
        self.of_kind.get(it.code.name).copied().unwrap_or_default()
    }

    fn in_line(&self, it: &Diagnostic, line: u32) -> usize {
        self.in_line.get(&(it.code.name, line)).copied().unwrap_or_default()
    }
}

/// Returns the fix of a diagnostic if it is the only one, within the scope, and left to no person.
fn lone_fix<'s>(snapshot: &Snapshot, it: &'s Diagnostic, scope: Scope) -> Option<&'s Fix> {
    let [fix] = it.fixes.as_slice() else { return None };
    let parts = fix.edit.replacements();
    let is_wanted = match scope {
        Scope::All => true,
        Scope::Keeping => {
            it.code.severity != Severity::Hint
                && !fix.is_guess
                && parts.iter().all(|it| keeps(snapshot.text(), it, is_loose(snapshot, it)))
        }
    };
    (is_wanted && !fix.is_choice && !parts.is_empty()).then_some(fix)
}

/// Returns the ranges with letters or digits that a fix removes, and puts nothing in their place.
fn removed<'s>(snapshot: &'s Snapshot, fix: &'s Fix) -> impl Iterator<Item = TextRange> {
    let has_words = |text: &str| text.contains(char::is_alphanumeric);
    let parts = fix.edit.replacements().iter();
    let removed =
        parts.filter(move |it| !has_words(&it.text) && has_words(slice(snapshot.text(), it.range)));
    removed.map(|it| it.range)
}

/// Returns what tells a fix from others, whatever happens to the lines in front of it.
fn name(snapshot: &Snapshot, it: &Diagnostic, fix: &Fix) -> String {
    let text = snapshot.text();
    let at = usize::from(it.range.start());
    let is_boundary = |it: &usize| text.is_char_boundary(*it);
    let from = (at.saturating_sub(MOST_AROUND)..at).find(is_boundary).unwrap_or(at);
    let to = (at..=text.len().min(at + MOST_AROUND)).rev().find(is_boundary).unwrap_or(at);
    let before = text.get(from..at).unwrap_or_default();
    let behind = text.get(at..to).unwrap_or_default();
    let start = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let end = behind.split(['\n', '\r']).next().unwrap_or_default();
    let line = &format!("{start}{end}");
    [it.code.name, &it.message, &fix.label, line].join("\n")
}

/// Returns true for a language in which names that differ in case are the same, or none has both: in a
/// pipeline and in a trace configuration they are two names.
/// The word that starts a block is none.
fn is_loose(snapshot: &Snapshot, part: &Replacement) -> bool {
    let is_start = matches!(part.text.trim(), "cluster" | "process" | "config");
    is_start || snapshot.info().name.starts_with("coil")
}

/// Returns true if a replacement leaves the words that it touches what they are: either all letters and
/// numbers stay, and only spaces and marks differ, or words are added and each old one is still there. A
/// word that grows is another word: `cache_l1` is no spelling of `cache_l`, nor 16 of 1, and a number alone is no
/// word that is added, but a value. If `is_loose`, case may differ too, and a `_` stand for a blank.
fn keeps(text: &str, part: &Replacement, is_loose: bool) -> bool {
    // A number where no letter and no digit was is a value that nobody wrote.
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    if !slice(text, part.range).contains(char::is_alphanumeric) && is_number(part.text.trim()) {
        return false;
    }
    let around = |start: TextSize, end: TextSize| slice(text, TextRange::new(start, end));
    let in_front = around(TextSize::default(), part.range.start());
    let behind = around(part.range.end(), len(text));
    let is_far = |it: &(usize, char)| it.0 >= MOST_AROUND || !is_of_word(it.1);
    let n_in_front: usize = in_front
        .chars()
        .rev()
        .enumerate()
        .take_while(|it| !is_far(it))
        .map(|it| it.1.len_utf8())
        .sum();
    let n_behind: usize =
        behind.chars().enumerate().take_while(|it| !is_far(it)).map(|it| it.1.len_utf8()).sum();
    let in_front = in_front.get(in_front.len() - n_in_front..).unwrap_or_default();
    let behind = behind.get(..n_behind).unwrap_or_default();
    let whole = |it: &str| -> Vec<char> {
        let whole = [in_front, it, behind].concat();
        let whole = if is_loose { whole.to_lowercase() } else { whole };
        whole.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect()
    };
    let (old, new) = (whole(slice(text, part.range)), whole(&part.text));
    let joined = || -> Vec<char> {
        old.iter().map(|it| if it.is_whitespace() { '_' } else { *it }).collect()
    };
    let kept = letters(&new);
    if letters(&old) == kept || is_loose && letters(&joined()) == kept {
        return true;
    }
    let mut new = words(&new).into_iter();
    words(&old).into_iter().all(|it| new.any(|other| other == it))
}

/// True for a character of a name or a number.
fn is_of_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// Returns each character with its neighbours.
fn neighbours(text: &[char]) -> impl Iterator<Item = (Option<char>, char, Option<char>)> {
    let at = |idx: Option<usize>| idx.and_then(|it| text.get(it)).copied();
    text.iter().enumerate().map(move |(idx, &it)| (at(idx.checked_sub(1)), it, at(Some(idx + 1))))
}

/// True for what makes another number of digits: a sign in front of them, and any mark between two.
fn is_of_number((before, it, after): (Option<char>, char, Option<char>)) -> bool {
    let is_digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    let is_sign = matches!(it, '-' | '+') && !before.is_some_and(is_of_word);
    is_digit(after) && (is_digit(before) || is_sign)
}

/// Returns what is left of a text without the marks that respell no number.
fn letters(text: &[char]) -> String {
    let is_kept = |it: &(Option<char>, char, _)| is_of_word(it.1) || is_of_number(*it);
    neighbours(text).filter(is_kept).map(|it| it.1).collect()
}

/// Returns the names and numbers of a text.
fn words(text: &[char]) -> Vec<String> {
    let is_joint = |it: Option<char>| it.is_some_and(is_of_word);
    let is_kept = |it: (Option<char>, char, Option<char>)| {
        is_of_word(it.1)
            || (it.1 == '-' && is_joint(it.0) && is_joint(it.2))
            || (matches!(it.1, '.' | '-' | '+') && is_of_number(it))
    };
    let kept: String = neighbours(text).map(|it| if is_kept(it) { it.1 } else { ' ' }).collect();
    kept.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use bobbin_core::Input;

    /// Mends a text; returns what comes of it, the number of fixes, and how often it was judged.
    fn mend(path: &str, text: &str, scope: Scope, most_at_once: usize) -> (Snapshot, usize, usize) {
        let is_its = |it: &LanguageId| it.info().extensions.iter().any(|it| path.ends_with(it));
        let language = LanguageId::ALL.into_iter().find(is_its).unwrap();
        let judged = Cell::new(0);
        let judge = |text: String| {
            judged.set(judged.get() + 1);
            Snapshot::new(language.info(), Input::alone(path, &text))
        };
        let (snapshot, n) =
            mended(judge(text.to_owned()), scope, most_at_once, judge, |_, _| false);
        (snapshot, n, judged.get())
    }

    #[test]
    fn thousands_of_mistakes_are_judged_a_few_times() {
        let entries = |colon: &str| -> String {
            (0..3_000).map(|it| format!("  a{it}{colon}b = {it}\n")).collect()
        };
        let text = format!("config s\n{}", entries("::"));
        let (mended, n, judged) = mend("a.pipe", &text, Scope::Keeping, usize::MAX);
        assert_eq!(**mended.text(), format!("config s\n{}", entries(":")));
        assert_eq!(n, 3_000);
        assert!(judged < 30, "judged {judged} times");
    }

    #[test]
    fn a_line_without_end_is_judged_a_few_times() {
        for word in ["abcdefg ", "a=bcdefg,", "a :: b = c "] {
            for (path, head) in [
                ("a.trace", "[OpenMP.default]\n"),
                ("a.pipe", "config s\n"),
                ("a.coilcfg.txt", "[cpu:0]\n"),
                ("a.coilcfg", "[A_b]\n"),
            ] {
                for scope in [Scope::Keeping, Scope::All] {
                    let text = format!("{head}{}\n", word.repeat(3_000));
                    let (_, _, judged) = mend(path, &text, scope, usize::MAX);
                    assert!(judged < 60, "{path} {word:?}, {scope:?}: judged {judged} times");
                }
            }
        }
    }

    #[test]
    fn many_fixes_at_once_leave_what_one_at_a_time_leaves() {
        let codes = |it: &Snapshot| -> Vec<&'static str> {
            let mut codes: Vec<_> = it.diagnostics().iter().map(|it| it.code.name).collect();
            codes.sort_unstable();
            codes
        };
        let mut n_more = 0;
        for language in LanguageId::ALL.map(LanguageId::info) {
            for (name, text) in bobbin_testing::corpus(language) {
                let is_cluster = text.trim_start().starts_with("cluster");
                let end = language.extensions.get(usize::from(is_cluster)).copied();
                let path = format!("a{}", end.unwrap_or(language.extensions[0]));
                for scope in [Scope::Keeping, Scope::All] {
                    let (one, n_one, _) = mend(&path, &text, scope, 1);
                    let (many, n_many, _) = mend(&path, &text, scope, usize::MAX);
                    // Of two fixes that do the same, one may be left out.
                    assert!(n_many <= n_one, "{name}, {scope:?}: {n_many} and {n_one} fixes");
                    assert_eq!(codes(&many), codes(&one), "{name}, {scope:?}");
                    n_more += n_many;
                }
            }
        }
        assert!(n_more > 100, "{n_more} fixes");
    }

    /// Also of texts with a line that is gone, and one that is there twice.
    #[test]
    fn what_is_mended_stays_as_it_is() {
        let mut random = bobbin_testing::Random::seeded(12);
        let mut left = Vec::new();
        for language in LanguageId::ALL.map(LanguageId::info) {
            for (name, text) in bobbin_testing::corpus(language) {
                let is_cluster = text.trim_start().starts_with("cluster");
                let end = language.extensions.get(usize::from(is_cluster)).copied();
                let path = format!("a{}", end.unwrap_or(language.extensions[0]));
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                if lines.len() > 2 {
                    lines.remove(random.below(lines.len()));
                    lines.insert(random.below(lines.len()), lines[random.below(lines.len())]);
                }
                for text in [text.clone(), lines.concat()] {
                    for scope in [Scope::Keeping, Scope::All] {
                        let once = mend(&path, &text, scope, usize::MAX).0;
                        let (again, n, _) = mend(&path, once.text(), scope, usize::MAX);
                        if n > 0 {
                            left.push(format!("{name}, {scope:?}: {n}\n{}", again.text()));
                        }
                    }
                }
            }
        }
        assert!(
            left.is_empty(),
            "{} texts are not mended at once\n{}",
            left.len(),
            left.join("\n")
        );
    }

    #[test]
    fn a_fix_that_keeps_what_is_written_leaves_names_and_numbers() {
        // Replaces what is between the bars.
        #[track_caller]
        fn check_in(text: &str, new: &str, is_loose: bool, is_kept: bool) {
            let [before, old, after] = *text.split('|').collect::<Vec<_>>() else {
                panic!("{text}")
            };
            let range = TextRange::at(len(before), len(old));
            let part = Replacement { range, text: new.to_owned() };
            let text = [before, old, after].concat();
            assert_eq!(keeps(&text, &part, is_loose), is_kept, "{text:?} {new:?}");
        }
        let check = |text: &str, new: &str, is_kept: bool| check_in(text, new, true, is_kept);
        // Form: case, spaces, marks, and words that are added.
        check("PU = |cpu|", "CPU", true);
        check("||k = 1\n", "# ", true);
        check("||", "[Memory]\n", true);
        check("a|  |b", " ", true);
        check("|Stack Growth| = Up", "StackGrowth", true);
        check("EntryPoint = |my main|", "my_main", true);
        check("|\"64\"|", "64", true);
        check("[|resources|]", "cpu:0.resources", true);
        check("[|0x401234|]", "Lexgion(0x401234)", true);
        check("connect from a.b ||d.e", "to ", true);
        check("tracing_rate =|| # x", " 0", false);
        check("max_num_traces = |-|", "0", false);
        // Other names and numbers.
        check("|k = 1\n|", "", false);
        check("|b|", "a", false);
        check("|writter|", "writer", false);
        check("|numbr|", "number", false);
        check("|cache_l| = 1", "cache_l1", false);
        check("|custom| = true", "custom_1", false);
        check("|zve| = 1", "zve-x", false);
        check("|1|", "16", false);
        check("|-1|", "1", false);
        check("1||", "6", false);
        check("||99", "0x", false);
        check("1| |0", "", false);
        check("|1.0|", "10", false);
        check("version = |1.0|", "0.1.0", false);
        check("version = |1|", "1.0.0", false);
        check("EntryPoint = |1main|", "_1main", false);
        check("EntryPoint = |my_main|", "mymain", false);
        // Where case tells names apart.
        check_in("connect from |a|.number", "A", false, false);
        check_in("to |s2|.sink", "s_2", false, false);
        check_in("|my main|", "my_main", false, false);
        check_in("connect from a.b ||d.e", "to ", false, true);
        check_in("a|  |b", " ", false, true);
        // However long a word is.
        check(&format!("{0}||{0}", "a".repeat(5000)), " ", true);
    }
}
