//! Environment variables, which count after the file (facts, pinsight §3.8).

use std::collections::BTreeMap;

use text_size::{TextRange, TextSize};

use super::log::{Complaint, ComplaintKind};
use super::window;
use crate::lang::pinsight::model::{Sourced, State};
use crate::lang::pinsight::tables::Domain;
use crate::lang::pinsight::values::{Mode, decimal};

/// Applies the variables that the program looks at. The window variable changes `Lexgion.default`
/// alone; the defaults of the domains were derived before.
#[must_use]
pub fn apply_environment(env: &BTreeMap<String, String>, state: &mut State) -> Vec<Complaint> {
    let mut log = Vec::new();
    for domain in Domain::ALL {
        let name = format!("PINSIGHT_TRACE_{}", domain.name().to_uppercase());
        if let Some(value) = env.get(&name) {
            state.domain_mut(domain).mode = Sourced::default_value(mode(value));
        }
    }
    let window = env.get("PINSIGHT_TRACE_WINDOW").or_else(|| {
        let old = env.get("PINSIGHT_TRACE_RATE");
        if old.is_some() {
            let at = TextRange::empty(TextSize::new(0));
            log.push(Complaint { kind: ComplaintKind::EnvRateDeprecated, at });
        }
        old
    });
    if let Some(value) = window {
        let config = &mut state.region_default;
        let mut parts = value.splitn(5, ':');
        for slot in &mut config.triple {
            if let Some(part) = parts.next() {
                *slot = Sourced::default_value(decimal(part));
            }
        }
        let (timeout, action) = (parts.next(), parts.next());
        if timeout.is_some() || action.is_some() {
            let window = config.window.get_or_insert_default();
            window.timeout = timeout.map(|it| (decimal(it), u32::MAX));
            if let Some(action) = action {
                let action = window::read_action(action, action, &mut log);
                window.action = Some((action, u32::MAX));
            }
        }
    }
    log
}

fn mode(value: &str) -> Mode {
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    if is("OFF") || is("FALSE") || value == "0" { Mode::Off } else { Mode::read(value) }
}
