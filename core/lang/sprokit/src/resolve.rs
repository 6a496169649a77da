//! The configuration that counts in the end ("baking", sprokit.md#configuration-bake): flags,
//! macros, relative paths, and which assignment wins.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::ast::EntryForm;
use crate::file::{File, RelativePath};
use crate::macros::{self, Macro};
use crate::model::{Entry, HolderKind};
use crate::source::folder;
use crate::token::Kind;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::view::{Origin, OriginKind};

/// The greatest length of a value, in bytes. A value that names itself twice doubles with each
/// line.
const MOST_EXPANDED: usize = 1 << 16;

/// The greatest length of all expanded values together for each byte of the text, and what any text may
/// have beyond that.
const MOST_IN_ALL: (usize, usize) = (8, 4 << 20);

/// The greatest length of a name of joined keys that is told of, in bytes: each macro that asks for one of
/// the keys has it.
const MOST_JOINED: usize = 256;

/// The remark about a key that the program does not set, because it joins it with another one.
const JOINED: &str = "kwiver joins this key with another one";

/// The flag of keys that can be changed while the pipeline runs.
pub const TUNABLE: &str = "tunable";

/// The flags, folded to lower case (sprokit.md#flags).
#[derive(Debug, Clone, Copy, Default)]
pub struct EntryFlags {
    /// The flag `ro`.
    pub read_only: bool,
    /// The flag `tunable`, in lower case.
    pub tunable: bool,
    /// `local-assign`, or `:=`
    pub local: bool,
    /// `RelativePath` in another case than the reserved word, or the word itself
    pub relative: bool,
}

/// An entry with what comes of it.
#[derive(Debug)]
pub struct Baked<'f> {
    /// Index among the entries of the model; behind them come the settings of the command line.
    pub entry: usize,
    /// Its full key.
    pub key: &'f str,
    /// The value as written.
    pub raw: &'f str,
    /// The value after macros, without the folder of a relative path.
    pub value: Cow<'f, str>,
    /// The flags of the entry.
    pub flags: EntryFlags,
    /// True if a macro has a value that is not known here, so that `value` still contains the macro
    /// itself.
    pub is_open: bool,
    /// True if the key is read-only by then, so that the assignment does not count.
    pub is_refused: bool,
}

/// A macro that names nothing the program knows.
#[derive(Debug)]
pub struct Unresolved<'f> {
    /// Index among the entries of the model.
    pub entry: usize,
    /// The byte range of the macro in the value.
    pub range: std::ops::Range<usize>,
    /// The byte range of its name.
    pub name_range: std::ops::Range<usize>,
    /// The provider between `$` and `{`.
    pub provider: &'f str,
    /// The name between the braces.
    pub name: &'f str,
    /// True if there is such a provider.
    pub is_known_provider: bool,
    /// The entry further down that gives the name its value.
    pub later: Option<usize>,
    /// The name by which the program knows what is meant, with the blocks around its `:=` or the keys
    /// that it joins; Bobbin takes its value all the same.
    pub full_name: Option<String>,
}

/// The configuration of a text.
#[derive(Debug)]
pub struct Configuration<'f> {
    /// All entries that assign something, in the order of the text.
    pub entries: Vec<Baked<'f>>,
    /// The assignment that counts for each key, as index in `entries`; sorted by key.
    pub effective: Vec<(&'f str, usize)>,
    /// The macros that name nothing the program knows, in the order of the text.
    pub unresolved: Vec<Unresolved<'f>>,
    /// Assignments to keys that are read-only: index in `entries`, and of what made them so.
    pub overrides: Vec<(usize, usize)>,
    /// Assignments that take the place of an earlier one, and that one: indices in `entries`, by
    /// key.
    pub replaced: Vec<(usize, usize)>,
    /// The names that `$CONFIG` macros ask for.
    pub asked: Vec<&'f str>,
    /// The first entry whose macros keep their words because the text would become too long, as
    /// index among the entries of the model.
    pub beyond: Option<usize>,
}

impl<'f> Configuration<'f> {
    /// Returns the assignment in force for a key.
    pub fn get(&self, key: &str) -> Option<&Baked<'f>> {
        let at = self.effective.binary_search_by_key(&key, |it| it.0).ok()?;
        self.entries.get(self.effective.get(at)?.1)
    }
}

/// The entries so far, while the configuration is computed.
#[derive(Debug)]
struct Baker<'f> {
    file: &'f File,
    /// The entries so far.
    entries: Vec<Baked<'f>>,
    /// The last of the entries of each full key, as index.
    values: HashMap<&'f str, usize>,
    /// Values of `:=` so far, by name with blocks, as the program knows them
    /// (sprokit.md#local-definitions).
    locals: HashMap<String, &'f str>,
    /// The same by the bare name, which counts where the program knows none; each with the name that
    /// it does know.
    bare_locals: HashMap<String, (&'f str, String)>,
    /// The names that the program makes of keys that it joins (sprokit.md#legacy-entries); empty for
    /// one that is too long.
    chains: Vec<String>,
    /// Keys that have a value in such a chain only, which is an index of `chains`.
    joined: HashMap<&'f str, usize>,
    /// The last of the entries of each name of a chain, as index.
    joined_values: HashMap<String, usize>,
    /// The chain that the next entry belongs to.
    joining: Option<usize>,
    /// The first include that is not open: it may assign what entries behind it ask for.
    gap: Option<TokenIdx>,
    keys: &'f [String],
    /// The last entry of each key; made when a macro does not find its key.
    last_of_key: Option<HashMap<&'f str, usize>>,
    unresolved: Vec<Unresolved<'f>>,
    asked: Vec<&'f str>,
    /// Bytes of all expanded values so far.
    spent: usize,
    most_in_all: usize,
    beyond: Option<usize>,
}

/// Computes the configuration of `file`. `keys` are the full keys of its entries.
pub fn bake<'f>(file: &'f File, keys: &'f [String]) -> Configuration<'f> {
    let mut baker = Baker {
        file,
        entries: Vec::with_capacity(keys.len()),
        values: HashMap::new(),
        locals: HashMap::new(),
        bare_locals: HashMap::new(),
        chains: Vec::new(),
        joined: HashMap::new(),
        joined_values: HashMap::new(),
        joining: None,
        gap: file.source().first_gap(),
        keys,
        last_of_key: None,
        unresolved: Vec::new(),
        asked: Vec::new(),
        spent: 0,
        most_in_all: MOST_IN_ALL.1 + MOST_IN_ALL.0 * file.source().n_bytes(),
        beyond: None,
    };
    // Only what a macro asks for must be remembered by its key.
    let asks = |text: &str| text.contains("CONFIG{") || text.contains("LOCAL{");
    let mut values = file.model().entries.iter().filter_map(|it| it.value);
    let has_macros = values.any(|it| asks(file.source().text(it)))
        || file.input().host.settings.iter().any(|it| asks(&it.1));
    if has_macros {
        // Growing would hash all keys again.
        baker.values.reserve(keys.len());
    }
    for (idx, entry) in file.model().entries.iter().enumerate() {
        if entry.owner.holder().is_none() || is_no_assignment(entry.form) {
            continue;
        }
        baker.entry(idx, entry, has_macros);
    }
    let settings = keys.get(file.model().entries.len()..).unwrap_or_default();
    for (n, (key, setting)) in settings.iter().zip(&file.input().host.settings).enumerate() {
        baker.setting(file.model().entries.len() + n, key, &setting.1, has_macros);
    }
    let Baker { mut entries, unresolved, asked, beyond, .. } = baker;
    let (mut overrides, mut replaced) = (Vec::new(), Vec::new());
    let mut effective: Vec<(&'f str, usize)> = Vec::with_capacity(entries.len());
    for (key, at) in by_key(&entries) {
        match effective.last_mut() {
            Some((before_key, before)) if *before_key == key => {
                if entries.get(*before).is_some_and(|it| it.flags.read_only) {
                    overrides.push((at, *before));
                } else {
                    replaced.push((at, *before));
                    *before = at;
                }
            }
            _ => effective.push((key, at)),
        }
    }
    overrides.order();
    for &(at, _) in &overrides {
        if let Some(it) = entries.get_mut(at) {
            it.is_refused = true;
        }
    }
    Configuration { entries, effective, unresolved, overrides, replaced, asked, beyond }
}

/// Returns the keys of all entries with their indices, sorted.
fn by_key<'f>(entries: &[Baked<'f>]) -> impl Iterator<Item = (&'f str, usize)> {
    let keys: Vec<&'f str> = entries.iter().map(|it| it.key).collect();
    let first = keys.first().copied().unwrap_or_default();
    let common = |one: &str, other: &str| {
        one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
    };
    let n_common = keys.iter().map(|it| common(first, it)).min().unwrap_or_default();
    // Most keys differ in a few letters behind those that all begin with. With these in the list,
    // few of the keys themselves, which are all over the memory, need to be looked at.
    let mut places: Vec<([u64; 2], usize)> = keys
        .iter()
        .map(|key| {
            let mut rest = key.bytes().skip(n_common);
            let mut letters =
                || (0..8).fold(0, |res, _| (res << 8) | u64::from(rest.next().unwrap_or(0)));
            [letters(), letters()]
        })
        .zip(0..)
        .collect();
    places.order_by(|one, other| {
        let whole = |at: usize| (keys.get(at), at);
        one.0.cmp(&other.0).then_with(|| whole(one.1).cmp(&whole(other.1)))
    });
    places.into_iter().filter_map(move |(_, at)| Some((*keys.get(at)?, at)))
}

/// Returns a value as the program stores it, without the whitespace around it.
pub fn trimmed(value: &str) -> &str {
    value.trim_matches(|it: char| it.is_ascii_whitespace() || it == '\u{b}')
}

/// Returns true if the program joins a legacy entry without a value with the next one. Behind flags
/// there must be whitespace in the line (sprokit.md#legacy-entries).
pub fn is_glued(file: &File, entry: &Entry) -> bool {
    let source = file.source();
    let rest = TokenSpan::new(entry.span.end, source.end());
    entry.form == EntryForm::Legacy
        && entry.value.is_none()
        && entry.flags.is_none()
        && source.significant_in(rest).next().is_some_and(|it| it.1 == Kind::LegacyColon)
}

/// Returns true if the program has the entry with this index in the model as a part of a longer key: it
/// is joined with the next one or with the one before it.
pub fn is_joined(file: &File, entry: usize) -> bool {
    let is_glued_at = |at: usize| file.model().entries.get(at).is_some_and(|it| is_glued(file, it));
    is_glued_at(entry) || entry.checked_sub(1).is_some_and(is_glued_at)
}

/// Returns true if an entry of this form is an error that stops the program.
fn is_no_assignment(form: EntryForm) -> bool {
    matches!(form, EntryForm::Junk | EntryForm::LegacyJunk | EntryForm::LegacyAssign)
}

impl<'f> Baker<'f> {
    fn entry(&mut self, idx: usize, entry: &Entry, remember: bool) {
        let file = self.file;
        let raw = entry.value.map_or("", |it| file.source().text(it));
        let flags = flags(file, entry);
        let key = self.keys.get(idx).map_or("", String::as_str);
        let chain = if remember { self.join(entry, key) } else { None };
        let (value, is_open) = if flags.local {
            let name = file.model().local_key(file.source(), entry);
            let bare = file.source().joined(entry.key).into_owned();
            self.bare_locals.insert(bare, (raw, name.clone()));
            self.locals.insert(name, raw);
            (Cow::Borrowed(raw), false)
        } else {
            self.expand(idx, raw)
        };
        if remember {
            self.values.insert(key, self.entries.len());
            if let Some(chain) = chain {
                self.joined_values.insert(chain, self.entries.len());
            }
        }
        let baked = Baked { entry: idx, key, raw, value, flags, is_open, is_refused: false };
        self.entries.push(baked);
    }

    /// Notes what the program joins with the entry before it or the next one, which has no value under
    /// its own key then; returns the name of a chain that ends here, which has the value of this entry.
    fn join(&mut self, entry: &Entry, key: &'f str) -> Option<String> {
        let is_glued = is_glued(self.file, entry);
        let chain = match self.joining.take() {
            Some(chain) => {
                let name = self.chains.get_mut(chain)?;
                let own = self.file.source().joined(entry.key);
                if name.len() + own.len() > MOST_JOINED {
                    name.clear();
                } else if !name.is_empty() {
                    name.push(':');
                    name.push_str(&own);
                }
                chain
            }
            None if is_glued => {
                let is_short = key.len() <= MOST_JOINED;
                self.chains.push(if is_short { key.to_owned() } else { String::new() });
                self.chains.len() - 1
            }
            None => {
                self.joined.remove(key);
                return None;
            }
        };
        if !self.values.contains_key(key) {
            self.joined.insert(key, chain);
        }
        if is_glued {
            self.joining = Some(chain);
            return None;
        }
        self.chains.get(chain).filter(|it| !it.is_empty()).cloned()
    }

    /// Adds a setting of the command line, which stands behind all else and has no flags
    /// (sprokit.md#supplements-and-settings).
    fn setting(&mut self, idx: usize, key: &'f str, raw: &'f str, remember: bool) {
        let raw = trimmed(raw);
        let (value, is_open) = self.expand(idx, raw);
        if remember {
            self.values.insert(key, self.entries.len());
        }
        let flags = EntryFlags::default();
        let baked = Baked { entry: idx, key, raw, value, flags, is_open, is_refused: false };
        self.entries.push(baked);
    }

    fn expand(&mut self, idx: usize, raw: &'f str) -> (Cow<'f, str>, bool) {
        if !raw.contains('$') {
            return (Cow::Borrowed(raw), false);
        }
        let (mut res, mut done, mut is_open) = (String::new(), 0, false);
        for it in macros::find(raw) {
            match self.lookup(idx, &it) {
                Value::Known(value, _) if res.len() + value.len() > MOST_EXPANDED => {
                    is_open = true;
                    self.beyond.get_or_insert(idx);
                }
                Value::Known(value, _)
                    if self.spent + res.len() + value.len() > self.most_in_all =>
                {
                    is_open = true;
                    self.beyond.get_or_insert(idx);
                }
                Value::Known(value, open) => {
                    res.push_str(raw.get(done..it.range.start).unwrap_or_default());
                    res.push_str(&value);
                    done = it.range.end;
                    is_open |= open;
                }
                Value::Open => is_open = true,
                Value::Missing { is_known_provider, later } => {
                    is_open = true;
                    let missing = Unresolved { is_known_provider, later, ..unresolved(idx, &it) };
                    self.unresolved.push(missing);
                }
            }
        }
        if done == 0 {
            return (Cow::Borrowed(raw), is_open);
        }
        res.push_str(raw.get(done..).unwrap_or_default());
        self.spent += res.len();
        // The value is trimmed again (sprokit.md#configuration-bake).
        let trimmed = trimmed(&res);
        let value = if trimmed.len() == res.len() { res } else { trimmed.to_owned() };
        (Cow::Owned(value), is_open)
    }

    fn lookup(&mut self, idx: usize, it: &Macro<'f>) -> Value<'f> {
        let host = &*self.file.input().host;
        let has_gap = self.has_gap_before(idx);
        let missing = Value::Missing { is_known_provider: true, later: None };
        match it.provider {
            "ENV" => match host.env.get(it.name) {
                Some(value) => Value::Known(Cow::Owned(value.clone()), false),
                // Nothing at all is known of the environment.
                None if host.env.is_empty() && !it.name.is_empty() => Value::Open,
                None => missing,
            },
            "SYSENV" => match macros::system(host, it.name) {
                Some(value) => Value::Known(Cow::Owned(value.to_owned()), false),
                None if macros::SYSTEM_NAMES.iter().any(|known| known.0 == it.name) => Value::Open,
                None => missing,
            },
            "LOCAL" => match (self.locals.get(it.name), self.bare_locals.get(it.name)) {
                (Some(&value), _) => Value::Known(Cow::Borrowed(value), false),
                (None, Some((value, name))) => {
                    // What is not open may define the name itself.
                    if !has_gap {
                        let full_name = Some(name.clone());
                        self.unresolved.push(Unresolved { full_name, ..unresolved(idx, it) });
                    }
                    Value::Known(Cow::Borrowed(value), false)
                }
                (None, None) if has_gap => Value::Open,
                (None, None) => missing,
            },
            "CONFIG" => {
                self.asked.push(it.name);
                let chain = self.joined.get(it.name).and_then(|&it| self.chains.get(it));
                let chain = chain.filter(|it| !it.is_empty());
                // What is not open may give the key a value of its own.
                if let Some(chain) = chain.filter(|_| !has_gap) {
                    let full_name = Some(chain.clone());
                    self.unresolved.push(Unresolved { full_name, ..unresolved(idx, it) });
                }
                let joined = || self.joined_values.get(it.name);
                let found = self.values.get(it.name).or_else(joined);
                match found.and_then(|&it| self.entries.get(it)) {
                    Some(it) => Value::Known(it.value.clone(), it.is_open),
                    None if has_gap => Value::Open,
                    None => {
                        Value::Missing { is_known_provider: true, later: self.later(idx, it.name) }
                    }
                }
            }
            _ => Value::Missing { is_known_provider: false, later: None },
        }
    }

    /// Returns true if an include that is not open stands before the value of an entry. Those behind it
    /// assign nothing in time (sprokit.md#macros).
    fn has_gap_before(&self, idx: usize) -> bool {
        let entry = self.file.model().entries.get(idx);
        // A setting of the command line stands behind all includes.
        let at = entry.map_or(self.file.source().end(), |it| it.value.unwrap_or(it.key.start));
        self.gap.is_some_and(|it| it < at)
    }

    fn later(&mut self, idx: usize, name: &str) -> Option<usize> {
        let keys = self.keys;
        let last = self.last_of_key.get_or_insert_with(|| {
            keys.iter().enumerate().map(|(idx, key)| (key.as_str(), idx)).collect()
        });
        last.get(name).copied().filter(|&it| it >= idx)
    }
}

/// Returns a macro of the entry `idx` as one that names nothing.
fn unresolved<'f>(idx: usize, it: &Macro<'f>) -> Unresolved<'f> {
    Unresolved {
        entry: idx,
        range: it.range.clone(),
        name_range: it.name_range.clone(),
        provider: it.provider,
        name: it.name,
        is_known_provider: true,
        later: None,
        full_name: None,
    }
}

/// The value of a macro.
enum Value<'v> {
    /// This, and whether it still has words of another macro.
    Known(Cow<'v, str>, bool),
    /// Something that is not known here.
    Open,
    /// Nothing: the program stops.
    Missing { is_known_provider: bool, later: Option<usize> },
}

/// Reads the flags of an entry; unknown ones do not count.
pub fn flags(file: &File, entry: &Entry) -> EntryFlags {
    let mut res = EntryFlags {
        local: entry.form == EntryForm::Local,
        relative: entry.relative.is_some(),
        ..EntryFlags::default()
    };
    let Some(span) = entry.flags else { return res };
    for (at, kind) in file.source().significant_in(span) {
        if kind == Kind::Word {
            let word = file.source().text(at);
            match flag(word) {
                Some(Flag::ReadOnly) => res.read_only = true,
                // The comparison of this flag is case-sensitive (sprokit.md#flags).
                Some(Flag::Tunable) => res.tunable = word == TUNABLE,
                Some(Flag::Local) => res.local = true,
                Some(Flag::Relative) => res.relative = true,
                None => (),
            }
        }
    }
    res
}

/// A flag of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// The flag `ro`.
    ReadOnly,
    /// The flag `tunable`.
    Tunable,
    /// The flag `local-assign`.
    Local,
    /// The flag `relativepath`.
    Relative,
}

/// Returns the flag of this name, in any case (sprokit.md#flags).
pub fn flag(word: &str) -> Option<Flag> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    if is("ro") {
        Some(Flag::ReadOnly)
    } else if is(TUNABLE) {
        Some(Flag::Tunable)
    } else if is("local-assign") {
        Some(Flag::Local)
    } else if is("relativepath") {
        Some(Flag::Relative)
    } else {
        None
    }
}

/// Returns the value as the program stores it, with the folder of its file in front if it is a
/// relative path (sprokit.md#relative-paths). Where the folder is not known the word `relativepath`
/// stands for it.
pub fn stored(file: &File, baked: &Baked<'_>) -> String {
    if !baked.flags.relative {
        return baked.value.to_string();
    }
    match real_folder(file, baked) {
        None => format!("relativepath {}", baked.value),
        Some("/") => format!("/{}", baked.value),
        Some(folder) => format!("{folder}/{}", baked.value),
    }
}

/// Returns the value of an entry as a relative path, if it is one in a folder.
pub fn relative_path(file: &File, baked: &Baked<'_>) -> Option<RelativePath> {
    if !baked.flags.relative {
        return None;
    }
    let source = file.source();
    let at = assignment(file, file.model().entries.get(baked.entry)?);
    Some(RelativePath {
        folder: folder(&source.file(source.file_of(at))?.path).to_owned(),
        real_folder: real_folder(file, baked).map(str::to_owned),
        value: baked.value.to_string(),
    })
}

/// Returns the token of an entry whose file is the one that has the assignment: the `=`, or the value
/// behind it, which is of the same line. What stands before may be another file's (sprokit.md#includes);
/// that the file of the `=` counts was read, not run (sprokit.md#relative-paths).
pub fn assignment(file: &File, entry: &Entry) -> TokenIdx {
    let last = file.source().significant_in(entry.span).next_back();
    last.map_or(entry.span.start, |it| it.0)
}

/// Returns true if the value is a relative path in a folder that is not known.
pub fn lacks_folder(file: &File, baked: &Baked<'_>) -> bool {
    baked.flags.relative && real_folder(file, baked).is_none()
}

/// Returns the folder of the machine that the file of an entry's assignment lies in, if it is known.
pub fn real_folder<'f>(file: &'f File, baked: &Baked<'_>) -> Option<&'f str> {
    let source = file.source();
    let at = assignment(file, file.model().entries.get(baked.entry)?);
    file.input().files.folder(&source.file(source.file_of(at))?.path)
}

/// Returns the origin of an entry's value.
pub fn origin(file: &File, baked: &Baked<'_>) -> Origin {
    origin_with(file, baked, "")
}

/// Returns the origin of an entry's value, with a remark; may be empty.
pub fn origin_with(file: &File, baked: &Baked<'_>, remark: &str) -> Origin {
    let entry = file.model().entries.get(baked.entry);
    let at = entry.map(|it| it.value.unwrap_or(it.span.start));
    let range = at.map(|it| file.source().range(it));
    let written = at.and_then(|it| file.source().elsewhere(it));
    let is_changed = baked.flags.relative || baked.value != baked.raw;
    let kind = if is_changed || baked.is_open { OriginKind::Expanded } else { OriginKind::Written };
    let mut note = String::new();
    let has_folder = !lacks_folder(file, baked);
    if baked.value != baked.raw || baked.is_open || (is_changed && has_folder) {
        note = format!("from `{}`", baked.raw);
    }
    if baked.is_open {
        note += ", as far as it is known here";
    }
    if !has_folder {
        note += if note.is_empty() { "" } else { ", " };
        // The line that the value stands in is told beside it.
        let which = if written.is_some() { "that" } else { "this" };
        note += &format!("in the folder of {which} file, which is not known here");
    }
    if entry.is_none() {
        note += if note.is_empty() { "given" } else { ", given" };
        note += " on the command line";
    }
    let mapped = mapped_key(file, baked).map_or(String::new(), mapping_words);
    let tunable = if baked.flags.tunable { "tunable" } else { "" };
    let read_only = if baked.flags.read_only { "read-only" } else { "" };
    let joined = if is_joined(file, baked.entry) { JOINED } else { "" };
    for it in [remark, joined, &mapped, tunable, read_only].into_iter().filter(|it| !it.is_empty())
    {
        note += if note.is_empty() { "" } else { ", " };
        note += it;
    }
    Origin { kind, range, written, note }
}

/// Returns the key of the cluster whose value a process in its file gets in each instance; `None` if it
/// gets the value as it stands (sprokit.md#config-mapping).
pub fn mapped_key<'b>(file: &File, baked: &'b Baked<'_>) -> Option<&'b str> {
    // What relative paths begin with is a folder.
    if !baked.flags.read_only || baked.flags.relative || baked.is_open {
        return None;
    }
    // Most values name none, and a pipeline has many.
    let (cluster, key) = baked.value.split_once(':')?;
    if cluster_name(file)? != cluster {
        return None;
    }
    let entry = file.model().entries.get(baked.entry)?;
    let holder = file.model().holders.get(entry.owner.holder()?)?;
    let first = baked.key.split(':').next().unwrap_or_default();
    let is_inner = || {
        matches!(holder.kind, HolderKind::Process(_))
            || file.model().processes().any(|it| it.1.path == first)
    };
    is_inner().then_some(key)
}

/// Returns the value that the program gets, as [`stored`] has it; `None` if that is not known here, because
/// of a macro or because each instance of the cluster gives its own.
pub fn known<'b>(file: &File, baked: &'b Baked<'_>) -> Option<Cow<'b, str>> {
    if baked.is_open || mapped_key(file, baked).is_some() {
        return None;
    }
    Some(match baked.flags.relative {
        true => Cow::Owned(stored(file, baked)),
        false => Cow::Borrowed(&baked.value),
    })
}

/// Says what a mapping to a key of the cluster means.
pub fn mapping_words(key: &str) -> String {
    format!("mapped to `{key}` of each instance")
}

/// Returns the name in front of a cluster's own keys.
pub fn cluster_name(file: &File) -> Option<&str> {
    let (_, holder) = file.model().cluster()?;
    matches!(holder.kind, HolderKind::Cluster { .. }).then_some(holder.path.as_str())
}

#[cfg(test)]
mod tests;
