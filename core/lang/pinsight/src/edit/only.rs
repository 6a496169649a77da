//! One event on, all others off.

use crate::file::{File, parse};
use crate::form;
use crate::item;
use crate::subject;
use crate::tables::Domain;
use bobbin_core::Input;
use bobbin_core::edit::{Command, ItemPath, Refusal, TextEdit};
use bobbin_core::view::{Field, FieldKind};

/// Switches one event on and the others of its domain off, as far as they are on and have an effect
/// at run time. The first line that a section without events gets makes all others off
/// (pinsight.md#region-event-sets), so each line is planned, by
/// `plan`, on what the ones before have left.
pub(super) fn set_only(
    file: &File,
    item: &ItemPath,
    key: &str,
    plan: impl Fn(&File, &Command) -> Result<TextEdit, Refusal>,
) -> Result<TextEdit, Refusal> {
    let domain = key.rsplit_once('.').map_or("", |it| it.0);
    let is_of_domain = |it: &Field| it.key.rsplit_once('.').map_or("", |it| it.0) == domain;
    let switches = |file: &File| {
        let form = form::form(file, item).ok_or_else(|| Refusal::unknown_item(item))?;
        let groups = form.groups.into_iter().filter(|it| it.are_switches);
        let fields = groups.flat_map(|it| it.fields).filter(is_of_domain);
        Ok(fields.collect::<Vec<Field>>())
    };
    let words = |it: &Field| match &it.kind {
        FieldKind::Toggle { on, off } => (on.clone(), off.clone()),
        _ => Default::default(),
    };
    let before = switches(file)?;
    let Some(field) = before.iter().find(|it| it.key == key) else {
        return Err(Refusal::bad_value(format!("`{key}` is not an event of this section")));
    };
    let (on, off) = words(field);
    let set = |file: &File, key: &str, value: &str| {
        let (item, key, value) = (item.clone(), key.to_owned(), value.to_owned());
        plan(file, &Command::SetValue { item, key, value })
    };
    let read = |text: String| parse(&Input { text: text.into(), ..file.input().clone() });
    let mut edit = TextEdit::default();
    let mut text = file.text().to_owned();
    let mut now = None::<File>;
    let (section, _) = item::section(file, item)?;
    let subject = file.log().sections.get(section).map(|it| &it.subject);
    let config = subject.and_then(|it| subject::config_of(file, it));
    // Without a set of events every event passes.
    let has_no_set = config
        .zip(Domain::from_name(domain))
        .is_some_and(|(config, domain)| config.filter(domain).is_none());
    if field.effective != on || has_no_set {
        let next = set(file, key, &on)?;
        text = next.apply(&text);
        edit = next;
        now = Some(read(text.clone()));
    }
    let others = |it: &&Field| it.key != key && it.effective == on && it.inert.is_none();
    for other in switches(now.as_ref().unwrap_or(file))?.iter().filter(others) {
        let next = set(now.as_ref().unwrap_or(file), &other.key, &off)?;
        edit = edit.then(&next, file.text());
        text = next.apply(&text);
        now = Some(read(text.clone()));
    }
    match edit.is_empty() {
        true => Err(Refusal::bad_value(format!("no other event than `{key}` is on"))),
        false => Ok(edit),
    }
}
