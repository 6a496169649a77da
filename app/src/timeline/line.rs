//! The geometry of the line of invocations.

use bobbin_protocol::{FieldKind, Handle, Timeline};

use crate::widgets::prose::grouped;

/// Marks closer than this, in pixels, merge.
const MIN_GAP: f64 = 3.0;
/// The distance from its end of a grip without a place on the line, in pixels.
const PARKED: f64 = 6.0;

/// The mapping of invocations to places.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Scale {
    /// The number of invocations.
    pub n: u64,
    /// The width of the line, in pixels.
    pub width: f64,
}

impl Scale {
    /// Returns the place of an invocation, in pixels; those beyond the end stand at the end.
    #[must_use]
    pub fn x(self, at: u64) -> f64 {
        if self.n == 0 { 0.0 } else { (at as f64 / self.n as f64).min(1.0) * self.width }
    }

    /// Returns the invocation at a place.
    #[must_use]
    pub fn at(self, x: f64) -> u64 {
        let share = (x / self.width.max(1.0)).clamp(0.0, 1.0);
        (share * self.n as f64).floor() as u64
    }

    /// Returns the place of a grip.
    #[must_use]
    pub fn grip(self, handle: &Handle) -> f64 {
        match handle.at {
            Some(at) if at <= self.n => self.x(at),
            _ => (self.width - PARKED).max(0.0),
        }
    }

    /// Returns the invocations to write along the line.
    #[must_use]
    pub fn ticks(self) -> Vec<u64> {
        let n_most = (self.width / 64.0).max(1.0) as u64;
        let steps = (0..19).flat_map(|power| {
            let ten = 10u64.pow(power);
            [ten, ten.saturating_mul(2), ten.saturating_mul(5)]
        });
        let step = steps.into_iter().find(|it| self.n / it <= n_most).unwrap_or(u64::MAX);
        (0..=self.n).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect()
    }
}

/// Returns the rank of an invocation among those that count, from 1; `None` if it does not count.
#[must_use]
pub fn place_of(view: &Timeline, invocation: u64) -> Option<u64> {
    let since = invocation.checked_sub(view.first?)?;
    let step = view.step.max(1);
    let number = since / step + 1;
    (since.is_multiple_of(step) && view.count.is_none_or(|it| number <= it)).then_some(number)
}

/// The drawn form of the invocations that count.
#[derive(Debug, Clone, PartialEq)]
pub enum Marks {
    /// Separate marks at these places.
    Lines(Vec<f64>),
    /// A range of marks too close to be told apart.
    Band(f64, f64),
}

/// Returns the marks of the invocations that count.
#[must_use]
pub fn marks(view: &Timeline, scale: Scale) -> Marks {
    let Some(first) = view.first.filter(|it| *it < scale.n) else {
        return Marks::Lines(Vec::new());
    };
    let step = view.step.max(1);
    let n_most = (scale.n - 1 - first) / step + 1;
    let n = view.count.map_or(n_most, |it| it.min(n_most));
    let last = first + n.saturating_sub(1) * step;
    if n > 1 && scale.x(step) < MIN_GAP {
        return Marks::Band(scale.x(first), scale.x(last + 1));
    }
    Marks::Lines((0..n).map(|it| scale.x(first + it * step)).collect())
}

/// Returns the places where the window ends: once, or again and again where it opens anew each time. Ends too close to
/// be told apart are the first alone.
#[must_use]
pub fn ends(view: &Timeline, scale: Scale) -> Vec<f64> {
    let Some((first, end)) = view.first.zip(view.end).filter(|(_, end)| *end < scale.n) else {
        return Vec::new();
    };
    let window = end.saturating_sub(first).saturating_add(view.step.max(1));
    let opens_anew = view.count.is_none();
    let n =
        if opens_anew && scale.x(window) >= MIN_GAP { (scale.n - 1 - end) / window + 1 } else { 1 };
    (0..n).map(|it| scale.x(end + it * window + 1)).collect()
}

/// Returns the value of a handle at a place on the line, within its bounds.
#[must_use]
pub fn value_at(handle: &Handle, at: u64) -> i64 {
    let unit = i64::try_from(handle.unit.max(1)).unwrap_or(i64::MAX);
    let off = i64::try_from(at).unwrap_or(i64::MAX).saturating_sub(handle.base);
    // Rounded to the nearest; the unit is positive.
    let value = off.saturating_add(unit / 2).div_euclid(unit);
    inside(handle, value)
}

/// Returns the place on the line that a value stands for; the start if it has none.
#[must_use]
pub fn place_at(handle: &Handle, value: i64) -> u64 {
    let unit = i64::try_from(handle.unit.max(1)).unwrap_or(i64::MAX);
    u64::try_from(value.saturating_mul(unit).saturating_add(handle.base)).unwrap_or(0)
}

/// Returns the nearest value that dragging may write: values below 0 have meanings of their own,
/// such as no limit, and are typed.
#[must_use]
pub fn inside(handle: &Handle, value: i64) -> i64 {
    let (min, max) = match handle.field.kind {
        FieldKind::Integer { min, max } => (min.max(0), max),
        _ => (0, i64::MAX),
    };
    value.clamp(min, max.max(min))
}

/// Returns the present value of a handle as a number.
#[must_use]
pub fn value_of(handle: &Handle) -> Option<i64> {
    let written = handle.field.written.as_deref().unwrap_or(&handle.field.effective);
    written.trim().parse().ok()
}

/// Renders an ordinal number: 1st, 2nd.
#[must_use]
pub fn ordinal(n: u64) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(n))
}

#[cfg(test)]
pub(super) mod tests {
    use bobbin_protocol::{Field, Origin, OriginKind};

    use super::*;

    pub fn view(first: Option<u64>, step: u64, count: Option<u64>) -> Timeline {
        Timeline {
            item: None,
            title: String::new(),
            range: None,
            controls: Vec::new(),
            sentence: String::new(),
            n_invocations: 100,
            pick: None,
            at: None,
            first,
            step,
            count,
            end: None,
            end_reasons: Vec::new(),
            handles: Vec::new(),
            totals: Vec::new(),
        }
    }

    fn handle(at: Option<u64>, base: i64, unit: u64) -> Handle {
        Handle {
            field: Field {
                key: "k".into(),
                label: "k".into(),
                kind: FieldKind::Integer { min: -1, max: 50 },
                written: Some("7".into()),
                list: None,
                effective: "7".into(),
                origin: Origin {
                    kind: OriginKind::Written,
                    range: None,
                    written: None,
                    note: String::new(),
                },
                range: None,
                help: String::new(),
                inert: None,
                problem: None,
                is_kept: false,
            },
            at,
            base,
            unit,
        }
    }

    #[test]
    fn invocations_count_in_steps_up_to_a_limit() {
        let view = view(Some(20), 10, Some(4));
        for (invocation, place) in
            [(0, None), (20, Some(1)), (25, None), (50, Some(4)), (60, None), (u64::MAX, None)]
        {
            assert_eq!(place_of(&view, invocation), place, "{invocation}");
        }
    }

    #[test]
    fn marks_are_lines_or_a_band() {
        let scale = Scale { n: 100, width: 500.0 };
        assert_eq!(
            marks(&view(Some(20), 10, Some(4)), scale),
            Marks::Lines(vec![100.0, 150.0, 200.0, 250.0])
        );
        let Marks::Lines(all) = marks(&view(Some(9), 10, None), scale) else { panic!("a band") };
        assert_eq!(all.len(), 10);
        let dense = Scale { n: 10_000, width: 500.0 };
        assert_eq!(marks(&view(Some(0), 1, None), dense), Marks::Band(0.0, 500.0));
        for none in [view(None, 1, None), view(Some(100), 1, None), view(Some(0), 1, Some(0))] {
            assert_eq!(marks(&none, scale), Marks::Lines(Vec::new()));
        }
    }

    #[test]
    fn a_window_that_opens_anew_ends_again() {
        let scale = Scale { n: 100, width: 500.0 };
        let with_end = |count| Timeline { end: Some(50), ..view(Some(20), 10, count) };
        assert_eq!(ends(&with_end(Some(4)), scale), [255.0]);
        // Four traces each: 20 to 50, 60 to 90.
        assert_eq!(ends(&with_end(None), scale), [255.0, 455.0]);
        assert_eq!(ends(&with_end(None), Scale { n: 91, width: 910.0 }), [510.0, 910.0]);
        assert_eq!(ends(&with_end(None), Scale { n: 100_000, width: 500.0 }).len(), 1);
        for none in [view(Some(20), 10, None), Timeline { end: Some(100), ..with_end(None) }] {
            assert!(ends(&none, scale).is_empty());
        }
    }

    #[test]
    fn places_mean_values() {
        for (base, unit, at, value) in [
            (0, 1, 20, 20),
            (10, 10, 50, 4),
            (10, 10, 54, 4),
            (10, 10, 55, 5),
            (90, 1, 20, 0),
            (0, 1, 99, 50),
        ] {
            assert_eq!(value_at(&handle(None, base, unit), at), value, "{base} {unit} {at}");
        }
        let handle = handle(Some(50), 10, 10);
        assert_eq!(value_at(&handle, place_at(&handle, 4)), 4);
        assert_eq!(value_of(&handle), Some(7));
        let scale = Scale { n: 100, width: 500.0 };
        assert_eq!(scale.grip(&handle), 250.0);
        assert_eq!(scale.grip(&Handle { at: None, ..handle }), 494.0);
        assert_eq!((scale.at(251.0), scale.at(-3.0), scale.at(1e9)), (50, 0, 100));
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(Scale { n: 100, width: 400.0 }.ticks(), [0, 20, 40, 60, 80, 100]);
        assert_eq!(Scale { n: 3, width: 400.0 }.ticks(), [0, 1, 2, 3]);
        assert!(Scale { n: 10_000_000, width: 10.0 }.ticks().len() <= 2);
    }

    #[test]
    fn numbers_are_read_aloud() {
        assert_eq!(
            (ordinal(1), ordinal(12), ordinal(23)),
            ("1st".into(), "12th".into(), "23rd".into())
        );
    }
}
