//! Everything that can be asked of a text, asked one after the other.

use std::collections::BTreeSet;
use std::hint::black_box;

use bobbin_core::edit::{ItemPath, SourceChange};
use bobbin_core::text::{FileMoves, len};
use bobbin_core::view::ViewQuery;
use bobbin_core::{Document, Snapshot, plan_sequence};
use text_size::{TextRange, TextSize};

use crate::Random;
use crate::commands::{self, flat};

/// The number of places and items of a text that questions are asked about.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// The number of places, spread over the text.
    pub places: usize,
    /// The number of items with forms and maps, from its beginning, middle and end.
    pub items: usize,
    /// The number of commands that are planned.
    pub commands: usize,
}

/// A question with its name.
pub type Ask<'a> = dyn FnMut(&str, &mut dyn FnMut()) + 'a;

/// Asks everything that [`Document`] offers. `ask` gets the name of each question and what asks it,
/// which it must call; so it can measure.
pub fn ask_everything(snapshot: &Snapshot, extent: Extent, random: &mut Random, ask: &mut Ask<'_>) {
    let document = snapshot.document();
    ask_about_all(snapshot, ask);
    ask_for_files(document, ask);
    ask_for_conversions(document, ask);
    for at in places(snapshot.text(), extent.places) {
        ask_about_place(document, at, ask);
    }
    for range in ranges(snapshot.text()) {
        ask("refactorings", &mut || drop(black_box(document.refactorings(range))));
        ask("wider refactorings", &mut || drop(black_box(document.wider_refactorings(range))));
    }
    let mut seen = BTreeSet::new();
    for it in snapshot.diagnostics() {
        if seen.insert(it.code.name) {
            ask("fixes elsewhere", &mut || drop(black_box(document.fixes_elsewhere(it))));
        }
    }
    for item in items(snapshot, extent.items) {
        ask("form", &mut || drop(black_box(document.form(&item))));
        let query = ViewQuery { item: Some(item), settings: Vec::new() };
        ask("coverage", &mut || drop(black_box(document.coverage(&query))));
        ask("timeline", &mut || drop(black_box(document.timeline(&query))));
    }
    let mut planned = commands::offered(document, snapshot.text(), extent.items, random);
    while planned.len() > extent.commands {
        planned.swap_remove(random.below(planned.len()));
    }
    for command in planned {
        let words = format!("{command:?}");
        let kind = words.split(' ').next().unwrap_or_default();
        ask(&format!("plan {kind}"), &mut || {
            if let Ok(change) = plan_sequence(snapshot, std::slice::from_ref(&command)) {
                black_box(applied(snapshot, &change));
            }
        });
    }
}

/// Asks for what is of the text as a whole.
fn ask_about_all(snapshot: &Snapshot, ask: &mut Ask<'_>) {
    let document = snapshot.document();
    ask("tokens", &mut || drop(black_box(document.token_ranges())));
    ask("highlights", &mut || _ = black_box(snapshot.highlights()));
    ask("diagnostics", &mut || _ = black_box(snapshot.diagnostics()));
    ask("outline", &mut || _ = black_box(snapshot.outline()));
    ask("folds", &mut || drop(black_box(document.folds())));
    ask("format", &mut || {
        if let Some(edit) = document.format() {
            black_box(edit.apply(snapshot.text()));
        }
    });
    ask("additions", &mut || drop(black_box(document.additions())));
    ask("graph", &mut || _ = black_box(snapshot.graph()));
    ask("expanded graph", &mut || drop(black_box(document.expanded_graph())));
    ask("catalogue", &mut || drop(black_box(document.catalogue())));
    ask("resolved", &mut || drop(black_box(document.resolved())));
    ask("first resolved", &mut || drop(black_box(document.first_resolved(100))));
    ask("unset", &mut || drop(black_box(document.unset())));
    ask("second reading", &mut || drop(black_box(document.second_reading())));
    let query = ViewQuery::default();
    ask("coverage of all", &mut || drop(black_box(document.coverage(&query))));
    ask("timeline of all", &mut || drop(black_box(document.timeline(&query))));
    ask("left behind", &mut || drop(black_box(document.left_behind(snapshot.input()))));
}

fn ask_for_files(document: &dyn Document, ask: &mut Ask<'_>) {
    ask("links", &mut || drop(black_box(document.links())));
    ask("includes", &mut || drop(black_box(document.includes())));
    ask("absent files", &mut || drop(black_box(document.absent_files())));
    ask("missing files", &mut || drop(black_box(document.missing_files())));
    let moves = FileMoves::new([
        ("f1".to_owned(), "elsewhere/f1".to_owned()),
        ("text".to_owned(), "elsewhere/text".to_owned()),
    ]);
    ask("names of files", &mut || drop(black_box(document.names_of_files(&moves))));
}

fn ask_for_conversions(document: &dyn Document, ask: &mut Ask<'_>) {
    ask("compile", &mut || drop(black_box(document.compile())));
    ask("compile compressed", &mut || drop(black_box(document.compile_compressed())));
    for it in document.info().conversions {
        ask(&format!("convert {}", it.id), &mut || drop(black_box(document.convert(it.id))));
        ask("conversion choices", &mut || drop(black_box(document.conversion_choices(it.id))));
    }
    for path in ["", "cpu:0", "cpu:0.features", "a", "a:k", "Target.Features"] {
        ask("query", &mut || drop(black_box(document.query(path))));
        ask("query completions", &mut || drop(black_box(document.query_completions(path))));
    }
    for offset in [0, 8, 40] {
        ask("plan bytes", &mut || drop(black_box(document.plan_bytes(offset, &[1, 2]))));
    }
}

fn ask_about_place(document: &dyn Document, at: TextSize, ask: &mut Ask<'_>) {
    ask("hover", &mut || drop(black_box(document.hover(at))));
    ask("completions", &mut || drop(black_box(document.completions(at))));
    ask("definition", &mut || drop(black_box(document.definition(at))));
    ask("references", &mut || drop(black_box(document.references(at))));
    ask("renamable", &mut || _ = black_box(document.renamable(at)));
    ask("rename", &mut || drop(black_box(document.rename(at, "other"))));
    ask("item at", &mut || drop(black_box(document.item_at(at))));
}

/// Returns the texts after a change.
fn applied(snapshot: &Snapshot, change: &SourceChange) -> Vec<String> {
    change.edits.iter().map(|(path, edit)| edit.apply(&snapshot.input().text_at(path))).collect()
}

/// Returns places spread over a text, its start and its end among them.
pub fn places(text: &str, n: usize) -> Vec<TextSize> {
    let mut res: Vec<usize> = Vec::new();
    for nth in 0..n {
        let mut at = text.len() * nth / n.saturating_sub(1).max(1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        if res.last() != Some(&at) {
            res.push(at);
        }
    }
    res.into_iter().map(|it| TextSize::new(it as u32)).collect()
}

/// Returns the whole text and its middle.
fn ranges(text: &str) -> [TextRange; 2] {
    let whole = TextRange::up_to(len(text));
    let middle = places(text, 3).get(1).copied().unwrap_or_default();
    [whole, TextRange::empty(middle)]
}

/// Returns items from the beginning, the middle and the end of the outline.
fn items(snapshot: &Snapshot, n: usize) -> Vec<ItemPath> {
    let all = flat(&snapshot.outline().entries);
    let step = (all.len() / n.max(1)).max(1);
    let mut res: Vec<ItemPath> =
        all.iter().step_by(step).take(n).map(|it| it.item.clone()).collect();
    res.extend(all.last().filter(|_| n > 0).map(|it| it.item.clone()));
    res
}
