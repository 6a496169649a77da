//! The map of units: what decides about each pair of ids of two kinds.
//!
//! A section is for each id of one kind together with each id of another, so rows of the map are
//! computed with sets of bits, and rows in which the same sections have a say are computed once.

use super::File;
use super::explain::{Case, Reading};
use super::header::{Action, Target};
use super::model::is_named;
use super::punits::{IdSet, MAX_ID, PunitItems, PunitSet};
use super::question::{Question, choice, key, kind_key, kind_of_key, number, reading_control};
use super::reading::Subject;
use super::tables::{Domain, Kind};
use crate::text::slice;
use crate::view::{
    Axis, CellRows, CellState, Choice, Control, Coverage, Decider, Reason, Selection, Verdict,
    ViewQuery,
};

/// Most ids on an axis.
const MAX_EXTENT: usize = 1024;

const N_WORDS: usize = MAX_EXTENT / 64;

/// A set of ids on one axis.
type Bits = [u64; N_WORDS];

impl File {
    /// The map for the settings of `query`.
    pub(super) fn coverage_of(&self, query: &ViewQuery) -> Coverage {
        let mut question = self.question(query);
        let reading = Reading::ALL
            .into_iter()
            .find(|it| query.get(key::READING) == Some(it.name()))
            .unwrap_or(Reading::Effective);
        let section = query.item.as_ref().and_then(|it| self.find_section(it));
        let kinds = self.relevant_kinds(question.domain);
        let (x, y) = self.axes(query, &question, section);
        let (x, y) = (self.axis(x, &mut question), self.axis(y, &mut question));
        let case = Case::new(self, &question, reading);
        let mut map = Map::new(&case, &x, &y);
        map.draw();
        let [effective, intended] = if self.is_seed() {
            ["The program of February 2026", "Intended by the document"]
        } else {
            ["Effective today", "Intended by the documents"]
        };
        let explanations = vec![
            Case::new(self, &question, Reading::Effective).explain(effective),
            Case::new(self, &question, Reading::Intended).explain(intended),
        ];
        Coverage {
            controls: self.coverage_controls(&question, reading, &kinds, [x.kind, y.kind]),
            deciders: map.deciders,
            states: map.states,
            rows: map.rows,
            selection: section.and_then(|it| self.selection(it, [x.kind, y.kind])),
            notes: self.coverage_notes(&question, reading),
            explanations,
            x: x.view(),
            y: y.view(),
        }
    }

    /// The kinds of the two axes.
    fn axes(&self, query: &ViewQuery, question: &Question, section: Option<usize>) -> (Kind, Kind) {
        let chosen = |key: &str| query.get(key).and_then(kind_of_key);
        let own = section.map(|it| self.written_units(it)).unwrap_or_default();
        let mut wanted: Vec<Kind> = own.iter().map(|(kind, _)| kind).collect();
        // What the domain's own units are stands on the x axis, ranks below them.
        wanted.sort_by_key(|it| (it.domain() != question.domain, it.index()));
        wanted.extend(question.domain.kinds().filter(|it| it.name() == "thread"));
        wanted.extend(question.domain.kinds());
        let rank = Domain::Mpi.kinds();
        let threads = Domain::OpenMp.kinds().filter(|it| it.name() == "thread");
        wanted.extend(rank.chain(threads));
        let x = chosen(key::X).or_else(|| {
            let free = wanted.iter().find(|&&it| chosen(key::Y) != Some(it));
            free.copied()
        });
        let x = x.unwrap_or_else(|| wanted.first().copied().unwrap_or_default());
        let is_foreign = |it: &&Kind| it.domain() != x.domain() && own.get(**it).is_some();
        let foreign = wanted.iter().find(is_foreign);
        let rank = wanted.iter().find(|it| it.domain() == Domain::Mpi && **it != x);
        let other = wanted.iter().find(|it| **it != x);
        let y = chosen(key::Y).filter(|it| *it != x);
        let y = y.or_else(|| foreign.or(rank).or(other).copied());
        (x, y.unwrap_or_default())
    }

    fn axis(&self, kind: Kind, question: &mut Question) -> AxisIds {
        let (low, high) = self.state.scope(kind).value;
        let mut last = usize::try_from(high).unwrap_or(0);
        self.for_each_id_list(|it, ids| {
            if it == kind
                && let Some(&(_, high)) = ids.ranges().last()
            {
                last = last.max(usize::from(high));
            }
        });
        let n_ids = (last + 1).min(MAX_EXTENT);
        let at = question.units.id(kind).unwrap_or(0).clamp(0, n_ids as i64 - 1);
        if let Some(slot) = question.units.0.get_mut(kind.index()) {
            *slot = Some(at);
        }
        let mut scope = Bits::default();
        set_range(&mut scope, low.max(0) as usize, high, n_ids);
        AxisIds { kind, n_ids, at: at as u32, scope }
    }

    fn coverage_controls(
        &self,
        question: &Question,
        reading: Reading,
        kinds: &[Kind],
        axes: [Kind; 2],
    ) -> Vec<Control> {
        let mut controls = vec![reading_control(self.is_seed(), reading)];
        controls.extend(self.question_controls(question, true));
        let mut shown = kinds.to_vec();
        shown.extend(axes.into_iter().filter(|it| !kinds.contains(it)));
        for (key, label, kind) in [(key::X, "Across", axes[0]), (key::Y, "Down", axes[1])] {
            let words = shown
                .iter()
                .map(|&it| Choice { value: kind_key(it), help: it.id_source().to_owned() });
            controls.push(choice(key, label, words, &kind_key(kind)));
        }
        for kind in shown {
            let id = question.units.id(kind).unwrap_or(0).to_string();
            let key = kind_key(kind);
            controls.push(number(&key, &key, i64::from(MAX_ID) - 1, id, kind.id_source()));
        }
        let invocation = question.invocation.map(|it| it.to_string()).unwrap_or_default();
        let help = "which invocation of the region, counted from 0; empty is any";
        controls.push(number(key::INVOCATION, "Invocation", i64::from(u32::MAX), invocation, help));
        controls
    }

    fn coverage_notes(&self, question: &Question, reading: Reading) -> Vec<String> {
        let domain = question.domain.name();
        let has_punits = !self.state.domain(question.domain).punits.is_empty();
        let mut notes = Vec::new();
        match reading {
            Reading::Effective if has_punits => notes.push(format!(
                "the punit sections of {domain} are read and never used by the program; choose the \
                 intended reading to see what they say"
            )),
            Reading::Intended if has_punits => notes.push(
                "this is what the documents say; the program never uses punit sections".to_owned(),
            ),
            _ => (),
        }
        if !is_named(question.event, self.is_seed()) {
            notes.push(format!("`{}` cannot be named in a file", question.event.name));
        }
        notes
    }

    /// The ids that a section names, as they are written: also those outside the scope.
    pub(super) fn written_units(&self, section: usize) -> PunitSet {
        let mut res = PunitSet::default();
        let Some(section) = self.layout.sections.get(section) else { return res };
        let header = &section.header;
        let target = (header.target == Target::Punits).then_some(header.target_range);
        let reads = matches!(header.target, Target::Punits | Target::Regions(_));
        for part in [target, header.constraints.filter(|_| reads)].into_iter().flatten() {
            for item in PunitItems::new(slice(&self.input.text, part)).filter_map(Result::ok) {
                if let (Some(kind), Ok(ids)) = (item.known_kind(), IdSet::read(item.ids)) {
                    res.set(kind, ids);
                }
            }
        }
        res
    }

    fn selection(&self, idx: usize, [x, y]: [Kind; 2]) -> Option<Selection> {
        let section = self.layout.sections.get(idx)?;
        if !matches!(section.header.target, Target::Punits | Target::Regions(_)) {
            return None;
        }
        let units = self.written_units(idx);
        let ranges = |kind: Kind| {
            let ranges = units.get(kind)?.ranges().iter();
            Some(ranges.map(|&(low, high)| (u32::from(low), u32::from(high))).collect())
        };
        Some(Selection {
            item: self.item_path(idx)?,
            name: self.target(section).to_owned(),
            range: self.section_range(section),
            x: ranges(x),
            y: ranges(y),
            refusal: self.unpaintable(idx),
        })
    }

    /// Why the ids of a section cannot be changed by pointing.
    pub(super) fn unpaintable(&self, idx: usize) -> Option<String> {
        let Some(section) = self.layout.sections.get(idx) else { return Some(String::new()) };
        let header = &section.header;
        let reason = match header.target {
            Target::Punits | Target::Regions(_) if header.action != Action::Set => {
                "a section that resets or removes names no units to paint"
            }
            _ if header.close.is_none() || header.ignored.is_some() => {
                "the header has a mistake; mend it first"
            }
            Target::Punits | Target::Regions(_) => {
                let is_dead =
                    self.log.sections.get(idx).is_none_or(|it| it.subject == Subject::None);
                let parts = [Some(header.target_range), header.constraints];
                let mut texts = parts.into_iter().flatten().map(|it| slice(&self.input.text, it));
                let is_broken = |it: &str| PunitItems::new(it).any(|it| it.is_err());
                let first = if header.target == Target::Punits { texts.next() } else { None };
                let rest = header.constraints.map(|it| slice(&self.input.text, it));
                if is_dead {
                    "the program does not read this section"
                } else if first.is_some_and(is_broken) || rest.is_some_and(is_broken) {
                    "a list of units has a mistake; mend it first"
                } else {
                    return None;
                }
            }
            _ => "only punit and region sections name units",
        };
        Some(reason.to_owned())
    }
}

/// The ids of one axis.
struct AxisIds {
    kind: Kind,
    n_ids: usize,
    at: u32,
    /// The ids inside the scope.
    scope: Bits,
}

impl AxisIds {
    fn view(&self) -> Axis {
        Axis {
            key: kind_key(self.kind),
            label: format!("{} {}", self.kind.domain().name(), self.kind.name()),
            low: 0,
            high: self.n_ids as u32 - 1,
            at: self.at,
        }
    }

    /// The ids of this axis that a set is for. Ids outside the scope are never met (facts, pinsight
    /// §6.1 step 5).
    fn bits(&self, punits: &PunitSet) -> Bits {
        let Some(ids) = punits.get(self.kind) else { return [u64::MAX; N_WORDS] };
        let mut bits = Bits::default();
        for &(low, high) in ids.ranges() {
            set_range(&mut bits, usize::from(low), i32::from(high), self.n_ids);
        }
        for (word, scope) in bits.iter_mut().zip(&self.scope) {
            *word &= scope;
        }
        bits
    }
}

fn set_range(bits: &mut Bits, low: usize, high: i32, n_ids: usize) {
    let Ok(high) = usize::try_from(high) else { return };
    for id in low..=high.min(n_ids - 1) {
        if let Some(word) = bits.get_mut(id / 64) {
            *word |= 1 << (id % 64);
        }
    }
}

fn has(bits: &Bits, id: usize) -> bool {
    bits.get(id / 64).is_some_and(|it| it & (1 << (id % 64)) != 0)
}

/// One rule on the map: the cells of `x` and `y` if it is for the other units of the question.
struct Layer {
    x: Bits,
    y: Bits,
}

impl Layer {
    /// None if a kind that is no axis leaves the unit of the question out.
    fn new(case: &Case<'_>, x: &AxisIds, y: &AxisIds, punits: &PunitSet) -> Option<Layer> {
        let mut others = punits.clone();
        others.clear(x.kind);
        others.clear(y.kind);
        let is_met = super::resolve::all_match(&case.file.state, &others, &case.question.units);
        is_met.then(|| Layer { x: x.bits(punits), y: y.bits(punits) })
    }
}

const OVERLAP: usize = 1;
const INSIDE: usize = 2;
const OUTSIDE: usize = 4;
const N_MARKS: usize = 8;

/// The map while it is drawn.
struct Map<'a, 'f> {
    case: &'a Case<'f>,
    x: &'a AxisIds,
    y: &'a AxisIds,
    /// The punit sections, by their order.
    layers: Vec<Option<Layer>>,
    /// Where the constraint of the entry holds; none if it has no say.
    constraint: Option<Option<Layer>>,
    deciders: Vec<Decider>,
    states: Vec<CellState>,
    /// Index of a state plus one, by section and marks; 0 is not made yet.
    known: Vec<u32>,
    rows: Vec<CellRows>,
}

impl<'a, 'f> Map<'a, 'f> {
    fn new(case: &'a Case<'f>, x: &'a AxisIds, y: &'a AxisIds) -> Map<'a, 'f> {
        let layers: Vec<Option<Layer>> =
            case.punits().iter().map(|it| Layer::new(case, x, y, &it.punits)).collect();
        let constraint = case.has_constraint().then(|| {
            let punits = &case.config.punits;
            if punits.is_empty() { None } else { Layer::new(case, x, y, punits) }
        });
        let known = vec![0; (layers.len() + 1) * N_MARKS];
        Map {
            case,
            x,
            y,
            layers,
            constraint,
            deciders: Vec::new(),
            states: Vec::new(),
            known,
            rows: Vec::new(),
        }
    }

    fn draw(&mut self) {
        // What decides where: 0 is no section, else its order plus one.
        let mut sections = vec![0_u16; self.x.n_ids];
        let mut marks = vec![0_u8; self.x.n_ids];
        let mut before: Option<(Vec<usize>, bool, bool)> = None;
        for y in 0..self.y.n_ids {
            let layers = self.layers.iter().enumerate();
            let on_row: Vec<usize> = layers
                .filter(|(_, it)| it.as_ref().is_some_and(|it| has(&it.y, y)))
                .map(|(idx, _)| idx)
                .collect();
            let holds = match &self.constraint {
                None => true,
                Some(layer) => layer.as_ref().is_some_and(|it| has(&it.y, y)),
            };
            let look = (on_row, holds, has(&self.y.scope, y));
            if before.as_ref() == Some(&look)
                && let Some(row) = self.rows.last_mut()
            {
                row.n_rows += 1;
                continue;
            }
            self.fill(&look.0, look.1, look.2, &mut sections, &mut marks);
            let runs = self.runs(&sections, &marks);
            self.rows.push(CellRows { n_rows: 1, runs });
            before = Some(look);
        }
        self.count();
    }

    /// One row: which section decides and which marks count for each id.
    fn fill(
        &self,
        on_row: &[usize],
        holds: bool,
        in_scope: bool,
        sections: &mut [u16],
        marks: &mut [u8],
    ) {
        let inside = match &self.constraint {
            None => [u64::MAX; N_WORDS],
            Some(Some(layer)) if holds => layer.x,
            _ => Bits::default(),
        };
        let (mut seen, mut twice) = (Bits::default(), Bits::default());
        sections.fill(0);
        for &idx in on_row {
            let Some(Some(layer)) = self.layers.get(idx) else { continue };
            let words = seen.iter_mut().zip(&mut twice).zip(&layer.x).enumerate();
            for (n, ((seen, twice), &word)) in words {
                let mut fresh = word & !*seen;
                *twice |= word & *seen;
                *seen |= word;
                while fresh != 0 {
                    let id = n * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    if let Some(slot) = sections.get_mut(id) {
                        *slot = idx as u16 + 1;
                    }
                }
            }
        }
        for (id, slot) in marks.iter_mut().enumerate() {
            let mark = |is: bool, mark: usize| if is { mark } else { 0 };
            *slot = (mark(has(&twice, id), OVERLAP)
                | mark(has(&inside, id), INSIDE)
                | mark(!in_scope || !has(&self.x.scope, id), OUTSIDE)) as u8;
        }
    }

    fn runs(&mut self, sections: &[u16], marks: &[u8]) -> Vec<(u32, u32)> {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let mut last = None;
        for cell in sections.iter().zip(marks) {
            if last == Some(cell)
                && let Some((n, _)) = runs.last_mut()
            {
                *n += 1;
                continue;
            }
            last = Some(cell);
            let state = self.state(usize::from(*cell.0), usize::from(*cell.1));
            runs.push((1, state));
        }
        runs
    }

    fn state(&mut self, section: usize, marks: usize) -> u32 {
        let slot = section * N_MARKS + marks;
        if let Some(known) = self.known.get(slot).and_then(|it| it.checked_sub(1)) {
            return known;
        }
        let state = self.make_state(section, marks);
        let made = self.states.len() as u32;
        self.states.push(state);
        if let Some(slot) = self.known.get_mut(slot) {
            *slot = made + 1;
        }
        made
    }

    fn make_state(&mut self, section: usize, marks: usize) -> CellState {
        let case = self.case;
        let entry = section.checked_sub(1).and_then(|it| case.punits().get(it));
        let rules: [&dyn Fn() -> Option<Reason>; 7] = [
            &|| Some(case.mode()),
            &|| case.never(),
            &|| case.domain_default(),
            &|| entry.map(|it| case.punit(it)),
            &|| Some(case.event()),
            &|| case.constraint(marks & INSIDE != 0),
            &|| Some(case.triple()),
        ];
        let stop = rules.iter().enumerate().find_map(|(rule, it)| {
            it().filter(|it| it.verdict == Verdict::Stops).map(|it| (rule, it))
        });
        let is_on = stop.is_none();
        let by_section = stop.as_ref().is_none_or(|(rule, _)| *rule == 3);
        let entry = entry.filter(|_| by_section);
        let decider = match (entry, &stop) {
            (Some(entry), _) => {
                let sections = case.punit_sections(entry);
                self.decider(sections.first().copied(), section as u32, String::new())
            }
            (None, Some((0..=2, reason))) => {
                let item = reason.item.as_ref().and_then(|it| case.file.find_section(it));
                let name = format!("{}.default", case.question.domain.name());
                self.decider(item, 0, name)
            }
            _ => {
                let section = case.entry_sections.last().copied();
                let colour =
                    if self.constraint.is_some() { case.punits().len() as u32 + 1 } else { 0 };
                self.decider(section, colour, case.entry_name.clone())
            }
        };
        let mut sentence = match &stop {
            Some((_, reason)) => format!("not traced: {}", reason.sentence),
            None => {
                let words =
                    entry.map_or_else(|| case.triple().sentence, |it| case.punit(it).sentence);
                format!("traced: {words}")
            }
        };
        let is_gap = section == 0 && !case.punits().is_empty();
        let (is_overlap, is_outside) = (marks & OVERLAP != 0, marks & OUTSIDE != 0);
        if is_gap {
            sentence.push_str("; no punit section is for this unit");
        }
        if is_overlap {
            sentence.push_str("; more than one punit section is for this unit, the first counts");
        }
        if is_outside {
            sentence.push_str("; the unit lies outside the scope, which drops it from every list");
        }
        CellState { decider, is_on, is_overlap, is_gap, is_outside, sentence }
    }

    /// The index of a decider, which is added if it is new.
    fn decider(&mut self, section: Option<usize>, colour: u32, name: String) -> u32 {
        let file = self.case.file;
        let item = section.and_then(|it| file.item_path(it));
        let found = self.deciders.iter().position(|it| {
            it.colour == colour && it.item == item && (section.is_some() || it.name == name)
        });
        let found = found.unwrap_or_else(|| {
            let section = section.and_then(|it| file.layout.sections.get(it));
            let name = section.map_or(name, |it| file.target(it).to_owned());
            let range = section.map(|it| file.section_range(it));
            self.deciders.push(Decider { item, name, range, colour, n_cells: 0, n_on: 0 });
            self.deciders.len() - 1
        });
        found as u32
    }

    /// Counts the cells of each decider and puts the deciders into the order of the text.
    fn count(&mut self) {
        for row in &self.rows {
            for &(n_cells, state) in &row.runs {
                let Some(state) = self.states.get(state as usize) else { continue };
                if let Some(it) = self.deciders.get_mut(state.decider as usize) {
                    it.n_cells += n_cells * row.n_rows;
                    it.n_on += if state.is_on { n_cells * row.n_rows } else { 0 };
                }
            }
        }
        let mut order: Vec<usize> = (0..self.deciders.len()).collect();
        order.sort_by_key(|&it| {
            self.deciders.get(it).map(|it| (it.range.map(|it| it.start()), it.colour))
        });
        for state in &mut self.states {
            let place = order.iter().position(|&it| it == state.decider as usize);
            state.decider = place.unwrap_or_default() as u32;
        }
        let mut sorted = Vec::with_capacity(order.len());
        for idx in order {
            sorted.extend(self.deciders.get(idx).cloned());
        }
        self.deciders = sorted;
    }
}
