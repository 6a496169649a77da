//! Words to choose from, as far as the tables know them.

use super::schema::ListRule;
use super::tables::{Architecture, tables};
use super::target_section::Target;
use bobbin_core::view::Choice;

pub(super) fn choice(value: &str, help: &str) -> Choice {
    Choice { value: value.to_owned(), help: help.to_owned() }
}

/// Describes an architecture where it is offered.
pub(crate) fn architecture_help(it: &Architecture) -> String {
    let modes: Vec<String> = it.modes.iter().map(ToString::to_string).collect();
    format!("{} bits; {}", modes.join(", "), it.tier.about())
}

/// Returns the ABIs that fit the target.
pub(super) fn abis(target: &Target) -> Vec<Choice> {
    let Some((architecture, mode)) = target.tables().zip(target.mode) else { return Vec::new() };
    let fitting = tables().abis.iter().filter(|it| it.fits(architecture, mode));
    fitting.map(|it| choice(it.name, it.tier.about())).collect()
}

/// Returns the items that a list may have on this target.
pub(super) fn items(rule: ListRule, target: &Target) -> Vec<Choice> {
    let Some(architecture) = target.tables() else { return Vec::new() };
    let fits =
        |modes: &[u16]| modes.is_empty() || target.mode.is_none_or(|mode| modes.contains(&mode));
    match rule {
        ListRule::Features => architecture
            .features
            .iter()
            .filter(|it| fits(&it.modes))
            .map(|it| choice(it.name, it.tier.about()))
            .collect(),
        ListRule::Registers => architecture
            .registers
            .iter()
            .filter(|it| fits(&it.modes))
            .flat_map(|group| {
                let width = group.width.map(|it| format!(", {it} bits")).unwrap_or_default();
                let help = format!("{}{width}", group.class_name());
                group.names().map(move |it| choice(&it, &help))
            })
            .collect(),
        ListRule::Crypto => {
            let choices = architecture.crypto.iter();
            choices.map(|it| choice(it, &architecture.extension_help(it))).collect()
        }
        ListRule::Defines | ListRule::Paths | ListRule::Libraries => Vec::new(),
    }
}
