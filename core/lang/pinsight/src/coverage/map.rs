//! The map while it is drawn: rules as sets of bits, rows, and the looks of cells.

use crate::explain::Case;
use crate::item;
use crate::punits::PunitSet;
use crate::run_time;
use crate::tables::Kind;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Axis, CellRows, CellState, Decider, Reason, Verdict};

/// Most ids on an axis.
pub(super) const MAX_EXTENT: usize = 1024;

const N_WORDS: usize = MAX_EXTENT / 64;

/// A set of ids on one axis.
type Bits = [u64; N_WORDS];

/// The ids of one axis.
pub(super) struct AxisIds {
    pub(super) kind: Kind,
    n_ids: usize,
    at: u32,
    /// The ids inside the scope.
    scope: Bits,
}

impl AxisIds {
    /// Creates an axis of `n_ids` ids from 0, of which those in `scope` are met; both ends of it
    /// included.
    pub(super) fn new(kind: Kind, n_ids: usize, at: u32, (low, high): (i32, i32)) -> AxisIds {
        let mut scope = Bits::default();
        set_range(&mut scope, usize::try_from(low).unwrap_or(0), high, n_ids);
        AxisIds { kind, n_ids, at, scope }
    }

    pub(super) fn view(&self) -> Axis {
        Axis {
            key: self.kind.words(),
            label: format!("{} {}", self.kind.domain().name(), self.kind.name()),
            low: 0,
            high: self.n_ids as u32 - 1,
            at: self.at,
        }
    }

    /// Returns the ids of this axis that a set is for. Ids outside the scope are never met
    /// (pinsight.md#constraints-at-run-time).
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
    /// Creates a layer; `None` if a kind that is no axis leaves the unit of the question out.
    fn new(case: &Case<'_>, x: &AxisIds, y: &AxisIds, punits: &PunitSet) -> Option<Layer> {
        let mut others = punits.clone();
        others.clear(x.kind);
        others.clear(y.kind);
        let is_met = run_time::all_match(case.file.state(), &others, &case.question.units);
        is_met.then(|| Layer { x: x.bits(punits), y: y.bits(punits) })
    }
}

const OVERLAP: usize = 1;
const INSIDE: usize = 2;
const OUTSIDE: usize = 4;
const N_MARKS: usize = 8;

/// The map while it is drawn.
pub(super) struct Map<'a, 'f> {
    case: &'a Case<'f>,
    x: &'a AxisIds,
    y: &'a AxisIds,
    /// The punit sections, by their order.
    layers: Vec<Option<Layer>>,
    /// The units at which the constraint of the entry holds; none if it has no say.
    constraint: Option<Option<Layer>>,
    pub(super) deciders: Vec<Decider>,
    pub(super) states: Vec<CellState>,
    /// Index of a state plus one, by section and marks; 0 is not made yet.
    known: Vec<u32>,
    pub(super) rows: Vec<CellRows>,
}

impl<'a, 'f> Map<'a, 'f> {
    pub(super) fn new(case: &'a Case<'f>, x: &'a AxisIds, y: &'a AxisIds) -> Map<'a, 'f> {
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

    pub(super) fn draw(&mut self) {
        // What decides where: 0 is no section, else its order plus one.
        let mut sections = vec![0_u32; self.x.n_ids];
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

    /// Fills one row: which section decides and which marks count for each id.
    fn fill(
        &self,
        on_row: &[usize],
        holds: bool,
        in_scope: bool,
        sections: &mut [u32],
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
                        *slot = idx as u32 + 1;
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

    fn runs(&mut self, sections: &[u32], marks: &[u8]) -> Vec<(u32, u32)> {
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
            let state = self.state(*cell.0 as usize, usize::from(*cell.1));
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
            &|| entry.map_or_else(|| case.no_punit(), |it| Some(case.punit(it))),
            &|| Some(case.event()),
            &|| case.constraint(marks & INSIDE != 0, None),
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
            (None, Some((3, _))) => self.decider(None, 0, "no punit section".to_owned()),
            (None, Some((0, _))) if case.crash().is_some() => {
                self.decider(None, 0, "the full table of regions".to_owned())
            }
            (None, Some((0..=2, reason))) => {
                let item = reason.item.as_ref().and_then(|it| item::find_section(case.asked, it));
                let name = format!("{}.default", case.question.domain.name());
                self.decider(item, 0, name)
            }
            _ => {
                let section = case.naming_section();
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
        let is_said = matches!(stop, Some((3, _)));
        let (is_overlap, is_outside) = (marks & OVERLAP != 0, marks & OUTSIDE != 0);
        if is_gap && !is_said {
            sentence.push_str("; no punit section covers this unit");
        }
        if is_overlap {
            sentence.push_str("; several punit sections cover this unit; the first wins");
        }
        if is_outside {
            sentence.push_str(
                "; the unit lies outside the scope: lists below drop it, and no constraint on its kind holds",
            );
        }
        CellState { decider, is_on, is_overlap, is_gap, is_outside, sentence }
    }

    /// Returns the index of a decider, which is added if it is new.
    fn decider(&mut self, section: Option<usize>, colour: u32, name: String) -> u32 {
        let file = self.case.asked;
        let item = section.and_then(|it| item::item_path(file, it));
        let found = self.deciders.iter().position(|it| {
            it.colour == colour && it.item == item && (section.is_some() || it.name == name)
        });
        let found = found.unwrap_or_else(|| {
            let section = section.and_then(|it| file.layout().sections.get(it));
            let name = section.map_or(name, |it| item::name(file, it).to_owned());
            let range = section.map(|it| item::section_range(file, it));
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
        order.order_by_key(|&it| {
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
