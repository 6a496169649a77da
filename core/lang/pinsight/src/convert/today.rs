//! A whole file of the seed dialect, or of the months after it, as today's program reads it
//! (pinsight.md#converting-to-the-current-dialect and
//! pinsight.md#converting-intermediate-versions).

use text_size::TextRange;

use super::defaults;
use super::header::{Loss, Rewritten, rewritten};
use crate::check;
use crate::edit::section::guide_order;
use crate::edit::{lines, section};
use crate::file::{File, parse, parse_as};
use crate::header::{Dialect, Header, Target};
use crate::lower::{FileDialect, Section};
use crate::model::State;
use crate::punits::{IdSet, PunitItems};
use crate::reading::{MAX_REGIONS, Subject};
use crate::tables::{Domain, Kind};
use crate::token::is_blank;
use bobbin_core::Input;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{len, slice};
use bobbin_core::view::Remark;

/// A section with the comments above it, up to those above the next.
struct Block {
    /// The number of sections above it in the text.
    idx: usize,
    /// Its place in the order that the guide asks for.
    order: u8,
    /// True if it became a comment.
    is_comment: bool,
    text: String,
}

/// Converts the text to today's dialect, and returns what was lost or is worth a look.
pub(super) fn current(file: &File) -> (String, Vec<Remark>) {
    const MARK: &str = "\u{feff}";
    // The mark hides what the first header says, from the program and from us.
    let (text, mut remarks) = match file.text().strip_prefix(MARK) {
        Some(text) if text.trim_start_matches(is_blank).starts_with('[') => {
            let bare = parse(&Input { text: text.into(), ..file.input().clone() });
            let (text, mut remarks) = converted(&bare);
            for it in &mut remarks {
                it.range = it.range.map(|it| it + len(MARK));
            }
            let message = "a byte order mark hid the first header; it is left out, and the section \
                           counts now";
            remarks.push(remark(TextRange::up_to(len(MARK)), message));
            (text, remarks)
        }
        _ => converted(file),
    };
    let after = parse_as(&Input::alone("", &text), Some(Dialect::Current));
    if after.log().crashed.is_some() {
        let message = format!(
            "today's program has place for {MAX_REGIONS} regions and crashes on reading this text, \
             which has more"
        );
        remarks.push(Remark { message, range: None });
    }
    (text, remarks)
}

fn converted(file: &File) -> (String, Vec<Remark>) {
    if file.layout().dialect != FileDialect::Seed {
        return respelled(file);
    }
    let mut remarks = Vec::new();
    let text = file.text();
    let starts: Vec<_> = file.layout().sections.iter().map(|it| section::above(file, it)).collect();
    let first = starts.first().copied().unwrap_or_else(|| len(text));
    let mut blocks = Vec::new();
    let mut targets: Vec<Identity> = Vec::new();
    for (idx, section) in file.layout().sections.iter().enumerate() {
        let Some(&start) = starts.get(idx) else { continue };
        let end = starts.get(idx + 1).copied().unwrap_or_else(|| len(text));
        let whole = TextRange::new(start, end.max(start));
        let (mut edits, n_remarks) = (Vec::new(), remarks.len());
        let header = header_edits(file, idx, section, &mut edits, &mut remarks);
        let target = Identity::of(&header, file.state());
        body_edits(file, section, &mut edits, &mut remarks);
        let moved = edits
            .into_iter()
            .map(|it: Replacement| Replacement { range: it.range - start, text: it.text });
        let mut block = TextEdit::from_replacements(moved.collect()).apply(slice(text, whole));
        let repeated = target.as_ref().and_then(|it| it.repeats(&targets));
        if let Some(message) = &repeated {
            block = commented(slice(text, whole));
            // It stays as it was written.
            remarks.truncate(n_remarks);
            remarks.push(remark(section.header.range, message));
        }
        targets.extend(target);
        let order = order(section.header.target);
        blocks.push(Block { idx, order, is_comment: repeated.is_some(), text: block });
    }
    remarks.extend(defaults::remarks(file, Dialect::Current));
    let preamble = slice(text, TextRange::up_to(first));
    let as_it_is = joined(preamble, &blocks);
    blocks.order_by_key(|it| it.order);
    let in_order = joined(preamble, &blocks);
    if in_order == as_it_is {
        return (as_it_is, remarks);
    }
    // A section copies others as they are at its place, so another order may mean another thing.
    if same_meaning(&as_it_is, &in_order) {
        return (in_order, remarks);
    }
    let message =
        "the sections stay in their order, because another order would change what they copy";
    remarks.push(Remark { message: message.to_owned(), range: None });
    (as_it_is, remarks)
}

/// Plans the order of the guide for the sections, if that changes the order and nothing else.
pub(crate) fn ordered(file: &File) -> Option<TextEdit> {
    let text = file.text();
    if file.layout().dialect != FileDialect::Current || file.log().stopped.is_some() {
        return None;
    }
    let sections = &file.layout().sections;
    let starts: Vec<_> = sections.iter().map(|it| section::above(file, it)).collect();
    let mut blocks = Vec::new();
    for (idx, section) in sections.iter().enumerate() {
        let end = starts.get(idx + 1).copied().unwrap_or_else(|| len(text));
        let start = *starts.get(idx)?;
        let block = slice(text, TextRange::new(start, end.max(start))).to_owned();
        let order = guide_order(section.header.target);
        blocks.push(Block { idx, order, is_comment: false, text: block });
    }
    if blocks.is_sorted_by_key(|it| it.order) {
        return None;
    }
    blocks.order_by_key(|it| it.order);
    let preamble = slice(text, TextRange::up_to(*starts.first()?));
    let new = joined(preamble, &blocks);
    same_meaning(text, &new).then(|| TextEdit::replace(TextRange::up_to(len(text)), new))
}

/// Converts the spellings of earlier months to today's form, and headers of the seed dialect among
/// those of today.
fn respelled(file: &File) -> (String, Vec<Remark>) {
    let remarks = respelling(file).1;
    let mut text = file.text().to_string();
    // One spelling may hide another in the same header.
    for _ in 0..4 {
        let read = parse_as(&Input::alone("", &text), Some(Dialect::Current));
        let (edit, _) = respelling(&read);
        if edit.is_empty() {
            break;
        }
        text = edit.apply(&text);
    }
    (text, remarks)
}

fn respelling(file: &File) -> (TextEdit, Vec<Remark>) {
    let (mut edits, mut remarks) = (Vec::new(), Vec::new());
    for it in check::found(file) {
        match it.code.name {
            "seed-header" => {
                let header = rewritten(file, it.range);
                edits.extend(header.edits);
                remarks.extend(header.losses.into_iter().map(Loss::remark));
            }
            "dead-section" if is_old_target(file.text_at(it.range)) => {
                if let Some(fix) = it.fixes.first() {
                    edits.extend(fix.edit.replacements().to_vec());
                    remarks.push(remark(it.range, "this section was ignored and counts now"));
                }
            }
            "outdated-spelling" => match it.fixes.first() {
                Some(fix) => edits.extend(fix.edit.replacements().to_vec()),
                None => {
                    let message = format!("{}; it is left as it is", it.message);
                    remarks.push(Remark { message, range: Some(it.range) });
                }
            },
            _ => (),
        }
    }
    (TextEdit::from_replacements(edits), remarks)
}

/// Returns true for `OpenMP` and `0x401234`, as older pages have them for a default and a region
/// (pinsight.md#documents-and-program).
fn is_old_target(target: &str) -> bool {
    let digits = target.strip_prefix("0x").unwrap_or_default();
    let is_address = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_address || Domain::from_name(target).is_some()
}

/// Rewrites one header, and returns it.
fn header_edits(
    file: &File,
    idx: usize,
    section: &Section,
    edits: &mut Vec<Replacement>,
    remarks: &mut Vec<Remark>,
) -> String {
    let range = section.header.range;
    let Rewritten { new, edits: header_edits, losses } = rewritten(file, range);
    edits.extend(header_edits);
    remarks.extend(losses.into_iter().map(Loss::remark));
    if file.log().stopped == Some(idx) {
        remarks.push(remark(
            range,
            "the program stopped reading here; from here on sections count now",
        ));
    } else if file.log().stopped.is_none_or(|it| idx < it) {
        let is_dead = file.log().sections.get(idx).is_none_or(|it| it.subject == Subject::None);
        let is_known = is_dead && counts_now(&new);
        if is_known {
            remarks.push(remark(range, "this section was ignored and counts now"));
        } else if !is_dead && !counts_now(&new) {
            remarks.push(remark(range, "this section counted and is ignored now"));
        }
    }
    new
}

/// Moves comments behind values above their lines.
fn body_edits(
    file: &File,
    section: &Section,
    edits: &mut Vec<Replacement>,
    remarks: &mut Vec<Remark>,
) {
    for (_, pair) in file.layout().pairs_of(section) {
        if let Some((_, at)) = lines::split_comment(file, pair) {
            let start = lines::key_range(pair).start();
            edits.extend(lines::comment_above(file, start, at).replacements().to_vec());
            remarks.push(remark(
                at,
                "a comment after a value was part of the value, which may be read otherwise now",
            ));
        }
        let key = slice(file.text(), pair.key);
        let event = key.strip_prefix("CUDA.").unwrap_or(key);
        let message = match event {
            "CUDA_memcpy" => {
                "`CUDA_memcpy` does not exist; the events are `CUDA_memcpy_HtoD`, `CUDA_memcpy_DtoH`, \
                 `CUDA_memcpy_DtoD`, `CUDA_memcpy_HtoH` and `CUDA_memcpy_async`"
            }
            "MPI_rank_begin" | "MPI.MPI_rank_begin" | "MPI_rank_end" | "MPI.MPI_rank_end" => {
                "there is no such event in any version"
            }
            _ => continue,
        };
        remarks.push(remark(pair.key, message));
    }
}

/// The key by which today's program finds the entry of a punit section again: the ids for OpenMP;
/// for other domains it never finds one (pinsight.md#finding-the-same-target), and only the very
/// same header is a repetition.
struct Identity {
    ids: Vec<(Kind, IdSet)>,
    constraints: Option<String>,
}

impl Identity {
    fn of(header: &str, state: &State) -> Option<Identity> {
        let read = Header::read(Dialect::Current, header, header);
        if read.target != Target::Punits {
            return None;
        }
        let items = PunitItems::new(slice(header, read.target_range)).filter_map(Result::ok);
        let ids = items.filter_map(|it| {
            let (kind, mut ids) = (it.known_kind()?, IdSet::read(it.ids).ok()?);
            ids.drop_outside(state.scope(kind).value);
            Some((kind, ids))
        });
        let mut ids: Vec<(Kind, IdSet)> = ids.collect();
        ids.order_by_key(|it| it.0);
        ids.first()?;
        let constraints = read.constraints.map(|it| slice(header, it).to_owned());
        Some(Identity { ids, constraints })
    }

    /// Says why a section cannot stay beside those `above`, if one of them has its target.
    fn repeats(&self, above: &[Identity]) -> Option<String> {
        let is_openmp = self.ids.first().is_some_and(|it| it.0.domain() == Domain::OpenMp);
        let is_same = |it: &&Identity| {
            it.ids == self.ids && (is_openmp || it.constraints == self.constraints)
        };
        let mut same = above.iter().filter(is_same).peekable();
        same.peek()?;
        // The first one won there, where its conditions hold (pinsight.md#seed-run-time).
        let won = same.any(|it| it.constraints.is_none() || it.constraints == self.constraints);
        let (above, does) = match (won, is_openmp) {
            (true, true) => (", which won", "would merge the two"),
            (true, false) => (", which won", "would add another entry"),
            (false, _) => (" with other conditions", "has one entry for both"),
        };
        Some(format!(
            "this target has a section above{above}; today's program {does}, so this one is kept as \
             a comment"
        ))
    }
}

fn remark(range: TextRange, message: &str) -> Remark {
    Remark { message: message.to_owned(), range: Some(range) }
}

/// Returns the rank in the order that the guide asks for
/// (pinsight.md#converting-to-the-current-dialect).
fn order(target: Target) -> u8 {
    match target {
        Target::DomainDefault(_) => 0,
        Target::Punits => 1,
        Target::RegionDefault => 2,
        _ => 3,
    }
}

/// Returns true if today's program reads the body below a header.
fn counts_now(header: &str) -> bool {
    let file = parse_as(&Input::alone("", &format!("{header}\n")), Some(Dialect::Current));
    file.log().sections.first().is_some_and(|it| it.takes_body)
}

fn commented(block: &str) -> String {
    let lines = block.split_inclusive('\n').map(|it| {
        let is_plain = it.trim().is_empty() || it.trim_start().starts_with('#');
        if is_plain { it.to_owned() } else { format!("# {it}") }
    });
    lines.collect()
}

fn joined(preamble: &str, blocks: &[Block]) -> String {
    let mut res = preamble.to_owned();
    let end = if preamble.contains("\r\n") || blocks.iter().any(|it| it.text.contains("\r\n")) {
        "\r\n"
    } else {
        "\n"
    };
    let mut above: Option<&Block> = None;
    for block in blocks {
        if !res.is_empty() && !res.ends_with('\n') {
            res.push_str(end);
        }
        // A comment that ends a section is not about another one below.
        let is_new = above.is_some_and(|it| it.is_comment || it.idx + 1 != block.idx);
        if is_new && res.lines().last().is_some_and(|it| it.trim_start().starts_with('#')) {
            res.push_str(end);
        }
        res.push_str(&block.text);
        above = Some(block);
    }
    res
}

/// Returns true if today's program is in the same state after both texts.
fn same_meaning(one: &str, other: &str) -> bool {
    let read = |text: &str| parse_as(&Input::alone("", text), Some(Dialect::Current));
    let (one, other) = (read(one), read(other));
    let is_same = |one: &State, other: &State| {
        let punits = |state: &State| {
            let all = state.domains.iter().flat_map(|it| &it.punits);
            all.map(|it| (it.punits.clone(), it.events.bits)).collect::<Vec<_>>()
        };
        let regions = |state: &State| {
            let defaults = state.domain_region_defaults.iter().map(|it| (None, &it.0));
            let regions = state.regions.iter().map(|it| (Some(it.id.clone()), &it.config));
            let all = defaults.chain([(None, &state.region_default)]).chain(regions);
            all.map(|(id, it)| {
                let window = it.window.as_deref().map(|it| {
                    let action = it.action.as_ref().map(|it| it.0.clone());
                    (action, it.trigger.map(|it| it.0), it.timeout.map(|it| it.0))
                });
                let sets = it.filters.map(|it| it.map(|it| it.bits));
                (id, it.triple.map(|it| it.value), sets, it.punits.clone(), it.armed, window)
            })
            .collect::<Vec<_>>()
        };
        let domains = |state: &State| {
            let domains = state.domains.clone();
            domains.map(|it| (it.events.bits, it.mode.value, it.device_activity.value))
        };
        punits(one) == punits(other)
            && regions(one) == regions(other)
            && domains(one) == domains(other)
            && one.energy.value == other.energy.value
            && one.manifest_interval.value == other.manifest_interval.value
            && one
                .knobs
                .iter()
                .map(|it| (&it.name, &it.value))
                .eq(other.knobs.iter().map(|it| (&it.name, &it.value)))
            && one.scopes.map(|it| it.value) == other.scopes.map(|it| it.value)
    };
    is_same(one.state(), other.state())
}
