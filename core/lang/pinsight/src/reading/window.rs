//! Window actions and triggers (pinsight.md#window-actions and
//! pinsight.md#window-triggers-and-timeouts).

use text_size::TextRange;

use super::log::{Complaint, ComplaintKind};
use crate::model::{Introspect, Trigger, WindowAction};
use crate::tables::Domain;
use crate::token::is_blank;
use crate::values::{Mode, NodePolicy, cut, decimal};
use bobbin_core::text::range_in;

/// One item of the mode list of a window action, as slices of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionItem<'t> {
    /// The whole item without leading blanks.
    pub whole: &'t str,
    /// The domain in front of the colon, if there is one.
    pub domain: Option<&'t str>,
    /// The policy behind `device_activity=`, if the item sets it.
    pub policy: Option<&'t str>,
    /// The word for the mode, with the blanks behind it, which the program does not take away.
    pub word: &'t str,
}

/// The parts of a window action: the parts of `INTROSPECT` if it has that, and the mode list.
pub(crate) struct ActionParts<'t> {
    /// Seconds, and the script if there is one.
    pub(crate) introspect: Option<(&'t str, Option<&'t str>)>,
    pub(crate) list: &'t str,
}

/// Takes a window action apart.
pub(crate) fn action_parts(value: &str) -> ActionParts<'_> {
    const WORD: &str = "INTROSPECT:";
    let behind = value
        .get(..WORD.len())
        .filter(|it| it.eq_ignore_ascii_case(WORD))
        .and_then(|_| value.get(WORD.len()..));
    let Some(behind) = behind else { return ActionParts { introspect: None, list: value } };
    let Some((seconds, behind)) = behind.split_once(':') else {
        return ActionParts { introspect: Some((behind, None)), list: "" };
    };
    let (script, list) = behind.split_once(':').unwrap_or((behind, ""));
    ActionParts { introspect: Some((seconds, Some(script))), list }
}

/// Returns the items of the mode list of a window action.
pub fn action_items(value: &str) -> impl Iterator<Item = ActionItem<'_>> {
    action_parts(value).list.split(',').map(|it| it.trim_start_matches(is_blank)).filter_map(
        |whole| {
            if whole.is_empty() {
                return None;
            }
            let Some((domain, behind)) = whole.split_once(':') else {
                return Some(ActionItem { whole, domain: None, policy: None, word: whole });
            };
            let word = behind.trim_start_matches(is_blank);
            let policy = word
                .split_once('=')
                .filter(|(key, _)| key.trim_end_matches(is_blank) == "device_activity")
                .map(|(_, policy)| policy);
            Some(ActionItem {
                whole,
                domain: Some(domain.trim_end_matches(is_blank)),
                policy,
                word,
            })
        },
    )
}

/// Reads the value of `window_end_action`, a slice of `text`.
pub(super) fn read_action(text: &str, value: &str, log: &mut Vec<Complaint>) -> WindowAction {
    let mut complain = |kind, at: &str| log.push(Complaint { kind, at: range_in(text, at) });
    let mut action = WindowAction::default();
    if let Some((seconds, script)) = action_parts(value).introspect {
        if script.is_none() {
            complain(ComplaintKind::BadIntrospect, value);
        }
        let script = cut(script.unwrap_or_default(), 255);
        let script = if script == "-" { "" } else { script }.to_owned();
        action.introspect = Some(Introspect { pause: decimal(seconds), script });
    }
    for item in action_items(value) {
        let Some(name) = item.domain else {
            action.modes = action.modes.map(|_| Some(Mode::read(item.word)));
            continue;
        };
        let Some(domain) = Domain::from_name(name) else {
            complain(ComplaintKind::ActionUnknownDomain, name);
            continue;
        };
        match item.policy {
            Some(_) if !domain.has_device_activity() => {
                complain(ComplaintKind::ActionNoDeviceActivity, item.whole);
            }
            Some(policy) => {
                let policy = NodePolicy::read(policy).unwrap_or_else(|| {
                    complain(ComplaintKind::BadNodePolicy, policy);
                    NodePolicy::Off
                });
                if let Some(slot) = action.device_activity.get_mut(domain.index()) {
                    *slot = Some(policy);
                }
            }
            None => {
                if let Some(slot) = action.modes.get_mut(domain.index()) {
                    *slot = Some(Mode::read(item.word));
                }
            }
        }
    }
    action
}

/// Reads a window action, without what the program says of it.
#[must_use]
pub fn action_of(value: &str) -> WindowAction {
    read_action(value, value, &mut Vec::new())
}

/// Reads the value of `window_end_trigger`.
pub(super) fn read_trigger(value: &str, at: TextRange, log: &mut Vec<Complaint>) -> Trigger {
    if value.eq_ignore_ascii_case("all") {
        return Trigger::All;
    }
    let is_anchor = value.get(..6).is_some_and(|it| it.eq_ignore_ascii_case("anchor"));
    if is_anchor {
        log.push(Complaint { kind: ComplaintKind::TriggerReserved, at });
    } else if !value.eq_ignore_ascii_case("first") {
        log.push(Complaint { kind: ComplaintKind::TriggerUnknown, at });
    }
    Trigger::First
}
