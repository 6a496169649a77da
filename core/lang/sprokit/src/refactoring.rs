//! Rewritings that mend nothing but may be wanted.

use text_size::TextRange;

use crate::ast::EntryForm;
use crate::edit::lines::{COMMENTS, line_end};
use crate::edit::plain;
use crate::file::File;
use crate::model::{Entry, Holder, HolderKind};
use crate::token::{self, Kind};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::line_indent;
use bobbin_core::text::slice;

/// Plans refactorings of what stands in `range`.
pub fn refactorings(file: &File, range: TextRange) -> Vec<Fix> {
    let mut res = Vec::new();
    let touches = |it: TextRange| it.start() <= range.end() && range.start() <= it.end();
    let source = file.source();
    for holder in file.model().holders.iter().filter(|it| source.is_own(it.head.start)) {
        if !touches(source.span_range(holder.span)) {
            continue;
        }
        res.extend(extract(file, holder));
        let legacy: Vec<&Entry> = file
            .model()
            .entries_of(holder)
            .map(|it| it.1)
            .filter(|it| it.form == EntryForm::Legacy && source.is_own(it.span.start))
            .collect();
        let here = legacy.iter().filter(|it| touches(source.span_range(it.span)));
        let here: Vec<Replacement> = here.flat_map(|it| modern(file, it)).collect();
        if !here.is_empty() {
            let label = "Write as `key = value`".to_owned();
            res.push(Fix::new(label, TextEdit::from_replacements(here)));
        }
        let all: Vec<Replacement> = legacy.iter().flat_map(|it| modern(file, it)).collect();
        if legacy.len() > 1 && !all.is_empty() {
            let label = format!("Write all keys of `{}` as `key = value`", holder.path);
            res.push(Fix::new(label, TextEdit::from_replacements(all)));
        }
    }
    for it in file.model().connections.iter().filter(|it| source.is_own(it.span.start)) {
        let place = source.span_range(it.span);
        if !touches(place) {
            continue;
        }
        let text = slice(&file.input().text, place);
        let one = format!(
            "connect from {} to {}",
            source.joined(it.from.span),
            source.joined(it.to.span)
        );
        if text.contains('\n') && !text.contains('#') && !text.contains("include") {
            let label = "Write the connection on one line".to_owned();
            res.push(Fix::new(label, TextEdit::replace(place, one)));
        }
    }
    res
}

/// Plans to move the keys of a process in a section of its name. It stands where they stood, so the
/// order of assignments stays.
fn extract(file: &File, holder: &Holder) -> Option<Fix> {
    let HolderKind::Process(head) = holder.kind else { return None };
    let source = file.source();
    head.process_type.filter(|&it| source.is_own(it) && token::is_name(&holder.path))?;
    let text: &str = &file.input().text;
    let first_entry = file.model().entries_of(holder).next()?.1;
    let first = first_entry.relative.unwrap_or(first_entry.span.start);
    let blocks = &file.model().blocks;
    let block = blocks.get(blocks.partition_point(|it| it.open < holder.head.end));
    let first = block.map(|it| it.open).filter(|&it| it < first).unwrap_or(first);
    if !source.is_own(first) || source.has_gap_between(holder.head.start, holder.span.end) {
        return None;
    }
    let range = source.range(first);
    line_indent(text, range.start())?;
    // Comments above the first key move along.
    let line = COMMENTS.lines_with_comments(text, range).start();
    if line < source.span_range(holder.head).end() {
        return None;
    }
    let nl = line_end(file);
    let label = format!("Move the keys of `{}` to `config {}`", holder.path, holder.path);
    Some(Fix::new(label, TextEdit::insert(line, format!("{nl}config {}{nl}", holder.path))))
}

/// Rewrites a legacy entry as `key = value`. A value that begins with `=` would not stay what it
/// is.
fn modern(file: &File, entry: &Entry) -> Vec<Replacement> {
    let source = file.source();
    let Some(value) = entry.value.filter(|&it| source.is_own(it)) else { return Vec::new() };
    let mut tokens = source.significant_in(entry.span);
    let colon = tokens.find(|it| it.1 == Kind::LegacyColon).map(|it| it.0);
    let last = tokens.take_while(|it| it.0 < value).last().map(|it| it.0);
    let (Some(colon), Some(last)) = (colon, last) else { return Vec::new() };
    let (colon, last) = (plain::without_colon(file, colon), source.range(last));
    let blanks = TextRange::new(last.end(), source.range(value).start());
    let gap = slice(&file.input().text, blanks);
    // Columns stay where they were.
    let operator = match gap.len().checked_sub(2) {
        _ if plain::include_blanks(file, entry, colon.range).is_some() => "= ".to_owned(),
        Some(n) if n > 0 && !gap.contains('\t') => format!("{} = ", " ".repeat(n - 1)),
        _ => " = ".to_owned(),
    };
    vec![colon, Replacement { range: blanks, text: operator }]
}

#[cfg(test)]
mod tests {
    use crate::parse;
    use bobbin_core::text::offset;
    use bobbin_core::{Document, Input};
    use expect_test::{Expect, expect};
    use text_size::TextRange;

    /// Checks the labels at `|`, and the text after the first of them; the values in force stay.
    #[track_caller]
    fn check(marked: &str, expect: Expect) {
        let at = marked.find('|').unwrap();
        let text = marked.replace('|', "");
        let file = parse(&Input::alone("t.pipe", &text));
        let fixes = file.refactorings(TextRange::empty(offset(at)));
        let mut res = String::new();
        for it in &fixes {
            res += &format!("{}\n", it.label);
            let after = parse(&Input::alone("t.pipe", &it.edit.apply(&text)));
            let values = |file: &super::File| -> Vec<(String, String)> {
                let rows = file.resolved().unwrap().rows;
                rows.into_iter().map(|it| (it.key, it.value)).collect()
            };
            assert_eq!(values(&file), values(&after), "{}", it.label);
        }
        res += &fixes.first().map_or(String::new(), |it| it.edit.apply(&text));
        expect.assert_eq(&res);
    }

    #[test]
    fn keys_move_to_a_section() {
        check(
            "process a :: numbers\n  # first\n  start = 1|\n  block b\n    k := v\n  endblock\nprocess c :: sink\n",
            expect![[r#"
                Move the keys of `a` to `config a`
                process a :: numbers

                config a
                  # first
                  start = 1
                  block b
                    k := v
                  endblock
                process c :: sink
            "#]],
        );
    }

    #[test]
    fn no_section_has_the_name_of_a_reserved_word() {
        check("process to :: numbers\n  start = 1|\n", expect![[""]]);
        check("process a/b :: numbers\n  start = 1|\n", expect![[""]]);
    }

    #[test]
    fn legacy_entries_become_modern() {
        check(
            "config a\n  :k    v|\n  :long[ro]  = w\n",
            expect![[r#"
            Write as `key = value`
            Write all keys of `a` as `key = value`
            config a
              k  = v
              :long[ro]  = w
        "#]],
        );
    }

    #[test]
    fn a_legacy_entry_may_follow_a_type_directly() {
        check(
            "process s :: print_number:output|  out.txt\n",
            expect![[r#"
                Write as `key = value`
                process s :: print_number output = out.txt
            "#]],
        );
    }

    #[test]
    fn a_modern_entry_includes_no_file() {
        check(
            "config a\n  :include   3|\n  :include[ro] 4\n",
            expect![[r#"
                Write as `key = value`
                Write all keys of `a` as `key = value`
                config a
                  include= 3
                  :include[ro] 4
            "#]],
        );
    }

    #[test]
    fn a_connection_can_stand_on_one_line() {
        check(
            "connect from a.b|\n   to c.d # x\n",
            expect![[r#"
            Write the connection on one line
            connect from a.b to c.d # x
        "#]],
        );
    }
}
