//! Putting an item in front of another of its kind.

use super::statements;
use text_size::TextRange;

use super::lines;
use super::statements::{find, some};
use crate::check;
use crate::file::File;
use crate::items::ItemRef;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;
use bobbin_core::{Document, Input};

/// Plans the move. Settings further down win over those further up, so a move that changes what
/// counts is refused.
pub(super) fn plan(
    file: &File,
    item: &ItemPath,
    before: Option<&ItemPath>,
) -> Result<TextEdit, Refusal> {
    let moved = find(file, item)?;
    let span = span(file, moved)?;
    let target = match before {
        Some(it) => find(file, it)?,
        None => last(file, moved).ok_or_else(|| Refusal::unknown_item(item))?,
    };
    if std::mem::discriminant(&moved) != std::mem::discriminant(&target) {
        return Err(Refusal::bad_value("a connection and a process cannot swap places"));
    }
    if moved == target {
        return some(TextEdit::default());
    }
    let target_span = self::span(file, target)?;
    for it in [span, target_span] {
        let last = lines::last_token(file, it);
        if lines::before_on_line(file, it.start).is_some()
            || lines::next_on_line(file, last).is_some()
        {
            return Err(Refusal {
                reason: "something else is on its lines; move it in the text".to_owned(),
                at: Some(file.source().span_range(it)),
            });
        }
    }
    let text: &str = &file.input().text;
    let own = lines::owned(file, span);
    let others = lines::owned(file, target_span);
    let nl = lines::line_end(file);
    let mut block = slice(text, own).trim_end_matches(['\n', '\r']).to_owned();
    block += nl;
    // A blank line stays between items that had one between them.
    let behind = text.get(own.end().into()..).unwrap_or_default();
    let is_apart = behind.starts_with(['\n', '\r'])
        || slice(text, TextRange::up_to(own.start())).ends_with(&format!("{nl}{nl}"));
    let gap = if is_apart { nl } else { "" };
    let (at, block) = match before {
        Some(_) => {
            let at = lines::with_comments(file, target_span).start();
            (at, format!("{block}{gap}"))
        }
        None => {
            let ends = slice(text, others).ends_with('\n');
            (others.end(), format!("{}{gap}{block}", if ends { "" } else { nl }))
        }
    };
    let mut removed = lines::remove_statement(file, span);
    if removed.range.contains(at) {
        removed.range = own;
    }
    let edit = TextEdit::from_replacements(vec![
        removed,
        Replacement { range: TextRange::empty(at), text: block },
    ]);
    check_meaning(file, &edit)?;
    some(edit)
}

fn check_meaning(file: &File, edit: &TextEdit) -> Result<(), Refusal> {
    let input = Input { text: edit.apply(&file.input().text).into(), ..file.input().clone() };
    let after = file.parse_other(&input);
    let values = |file: &File| {
        let rows = file.resolved().map(|it| it.rows).unwrap_or_default();
        rows.into_iter().map(|it| (it.key, it.value)).collect::<Vec<_>>()
    };
    if values(file) != values(&after) {
        return Err(Refusal::bad_value("moving it there would change the effective values"));
    }
    // A move changes no connection, and what is told first of those depends on the order.
    let told = check::findings_of_statements(&after);
    if let Some(it) = check::new_fault(&check::findings_of_statements(file), &told) {
        return Err(Refusal::bad_value(format!("there it would have a fault: {}", it.message)));
    }
    Ok(())
}

/// Returns the span of all that moves with an item, without its comments.
fn span(file: &File, item: ItemRef) -> Result<TokenSpan, Refusal> {
    let missing = || Refusal::bad_value("there is no such item");
    match item {
        ItemRef::Connection(idx) => {
            file.model().connections.get(idx).map(|it| it.span).ok_or_else(missing)
        }
        ItemRef::Holder(idx) => {
            let holder = file.model().holders.get(idx).ok_or_else(missing)?;
            if matches!(holder.kind, crate::model::HolderKind::Cluster { .. }) {
                return Err(Refusal::bad_value("the header of a cluster comes first"));
            }
            statements::whole(file, holder)
        }
    }
}

/// Returns the last item of the same kind.
fn last(file: &File, item: ItemRef) -> Option<ItemRef> {
    let own = |at: TokenIdx| file.source().is_own(at);
    match item {
        ItemRef::Connection(_) => {
            let mut all = file.model().connections.enumerated().rev();
            all.find(|it| own(it.1.span.start)).map(|it| ItemRef::Connection(it.0))
        }
        ItemRef::Holder(idx) => {
            let kind = std::mem::discriminant(&file.model().holders.get(idx)?.kind);
            let is_it = |it: &crate::model::Holder| {
                std::mem::discriminant(&it.kind) == kind && own(it.head.start)
            };
            let mut all = file.model().holders.enumerated().rev();
            all.find(|it| is_it(it.1)).map(|it| ItemRef::Holder(it.0))
        }
    }
}
