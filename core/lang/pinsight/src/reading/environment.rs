//! Environment variables, which count after the file (pinsight.md#environment-variables).

use std::collections::BTreeMap;

use text_size::{TextRange, TextSize};

use super::log::{Complaint, ComplaintKind};
use super::window;
use crate::header::Dialect;
use crate::model::{OUTSIDE, Sourced, State, install_bits};
use crate::tables::Domain;
use crate::values::{Mode, NodePolicy, decimal};

/// Applies the variables that the program looks at. The window variable changes `Lexgion.default`
/// alone; the defaults of the domains were derived before.
#[must_use]
pub fn apply_environment(
    env: &BTreeMap<String, String>,
    dialect: Dialect,
    state: &mut State,
) -> Vec<Complaint> {
    let mut log = Vec::new();
    for domain in Domain::ALL {
        let name = format!("PINSIGHT_TRACE_{}", domain.name().to_uppercase());
        let value = env.get(&name).map(String::as_str);
        let mode = match dialect {
            Dialect::Current => value.map(mode),
            Dialect::Seed => Some(seed_mode(domain, value)),
        };
        if let Some(mode) = mode {
            let pair = value.map(|_| OUTSIDE);
            state.domain_mut(domain).mode = Sourced { value: mode, pair };
        }
    }
    let energy = env.get("PINSIGHT_MEASURE_ENERGY").filter(|_| dialect == Dialect::Current);
    if let Some(policy) = energy.and_then(|it| NodePolicy::read(it)) {
        state.energy = Sourced::outside(policy);
    }
    let rate = env.get("PINSIGHT_TRACE_RATE");
    let window = env.get("PINSIGHT_TRACE_WINDOW").filter(|_| dialect == Dialect::Current);
    if dialect == Dialect::Current && window.is_none() && rate.is_some() {
        let at = TextRange::empty(TextSize::new(0));
        log.push(Complaint { kind: ComplaintKind::EnvRateDeprecated, at });
    }
    let Some(value) = window.or(rate) else { return log };
    let config = &mut state.region_default;
    let mut parts = value.splitn(5, ':');
    for slot in &mut config.triple {
        if let Some(part) = parts.next() {
            *slot = Sourced::outside(decimal(part));
        }
    }
    let (timeout, action) = (parts.next(), parts.next());
    if dialect == Dialect::Current && (timeout.is_some() || action.is_some()) {
        let window = config.window.get_or_insert_default();
        window.timeout = timeout.map(|it| (decimal(it), OUTSIDE));
        if let Some(action) = action {
            let action = window::read_action(action, action, &mut log);
            window.action = Some((action, OUTSIDE));
        }
    }
    log
}

fn mode(value: &str) -> Mode {
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    if is("OFF") || is("FALSE") || value == "0" { Mode::Off } else { Mode::read(value) }
}

/// Returns the mode in the program of the seed dialect, which knew on and off only: a domain
/// without an event that is on by default was off, unless the variable said otherwise
/// (pinsight.md#seed-run-time).
fn seed_mode(domain: Domain, value: Option<&str>) -> Mode {
    let is_on = match value {
        Some(value) => value.eq_ignore_ascii_case("TRUE") || value == "1",
        None => install_bits(domain, true) != 0,
    };
    if is_on { Mode::Tracing } else { Mode::Off }
}
