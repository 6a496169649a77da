//! Setting what belongs to one connection: its ends, where they stand, and its capacity and whether
//! it blocks, in the section that the program reads them from.

use super::{connections, entries, items as edit_items, lines, statements};
use crate::capacity::{BLOCKING, KEYS, SECTION, destination, entry_of, local_key};
use crate::catalogue::NON_BLOCKING;
use crate::file::File;
use crate::items::{self, ItemRef};
use crate::model::ConnectionId;
use crate::network::Network;
use crate::scalars::yes_or_no;
use crate::token::Kind;
use bobbin_core::edit::{ItemPath, Refusal, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;
use bobbin_core::view::PortSide;

/// Gives a connection a setting of its own, or another end: `from` or `to` with an address.
pub(super) fn set(
    file: &File,
    connection: ConnectionId,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    match key {
        "from" => return connections::reroute(file, connection, PortSide::Output, value),
        "to" => return connections::reroute(file, connection, PortSide::Input, value),
        _ => check_key(key)?,
    }
    let network = Network::new(file);
    let link = connections::link(&network, connection)?;
    if key == BLOCKING && yes_or_no(value).is_none() {
        return Err(Refusal::bad_value(format!("`{value}` is neither `true` nor `false`")));
    }
    if key != BLOCKING && value.parse::<u32>().is_err() {
        return Err(Refusal::bad_value(format!(
            "`{value}` is not a capacity: it is a whole number, and 0 is unbounded"
        )));
    }
    let to = destination(file, &network, link).map_err(Refusal::bad_value)?;
    if let Some(entry) = entry_of(file, &format!("{}:{NON_BLOCKING}", to.0)) {
        let at = file.model().entries.get(entry).map(|it| file.source().span_range(it.span));
        let reason = format!("`{NON_BLOCKING}` of `{}` decides the {key} of all its inputs", to.0);
        return Err(Refusal { reason, at });
    }
    let local = local_key(&to, key);
    if let Some((item, key)) = written(file, &local) {
        return entries::set(file, &item, &key, value);
    }
    let section = ItemPath::new(["config", SECTION]);
    if items::find(file, &section).is_some() {
        return entries::set(file, &section, &local, value);
    }
    edit_items::add(file, "config", SECTION, &[(local, value.to_owned())])
}

/// Takes away what is said of a connection alone.
pub(super) fn unset(file: &File, connection: ConnectionId, key: &str) -> Result<TextEdit, Refusal> {
    check_key(key)?;
    let network = Network::new(file);
    let link = connections::link(&network, connection)?;
    let to = destination(file, &network, link).map_err(Refusal::bad_value)?;
    let local = local_key(&to, key);
    let Some((item, key)) = written(file, &local) else {
        return Err(Refusal::bad_value(format!("no {key} is set for this connection alone")));
    };
    let edit = entries::unset(file, &item, &key)?;
    Ok(emptied_section(file, &item, &key).unwrap_or(edit))
}

/// Takes the section of single connections away if it sets this key alone and holds no comment: `set`
/// makes such a one.
fn emptied_section(file: &File, item: &ItemPath, key: &str) -> Option<TextEdit> {
    let ItemRef::Holder(idx) = items::find(file, item)? else { return None };
    let holder = file.model().holders.get(idx).filter(|it| it.path == SECTION)?;
    let n_written = statements::written(file, holder, key).count();
    let is_whole = file.model().entries_of(holder).count() == n_written;
    let span = TokenSpan::new(holder.head.start, statements::last_statement(file, holder)?.next());
    // A block is of the person who wrote it.
    let is_plain = (span.start.0..span.end.0).map(TokenIdx).all(|it| {
        let kind = file.source().kind(it);
        file.source().is_own(it) && !matches!(kind, Some(Kind::Block | Kind::IncludeName))
    });
    let mut errors = file.model().errors.iter().map(|it| it.0);
    let is_read = errors.all(|it| it.end <= span.start || span.end <= it.start);
    let has_comment = slice(&file.input().text, lines::owned(file, span)).contains('#');
    (is_whole && is_plain && is_read && !has_comment)
        .then(|| statements::remove_holder(file, holder))?
}

fn check_key(key: &str) -> Result<(), Refusal> {
    if KEYS.contains(&key) {
        return Ok(());
    }
    Err(Refusal::bad_value(format!("a connection has no key `{key}` that can be set")))
}

/// Finds the item that sets the key, and the key as it is written there.
fn written(file: &File, local: &str) -> Option<(ItemPath, String)> {
    let entry = entry_of(file, &format!("{SECTION}:{local}"))?;
    let entry = file.model().entries.get(entry)?;
    let holder = items::holder_path(file, entry.owner.holder()?);
    Some((holder, file.model().local_key(file.source(), entry)))
}
