//! Measures how long plans take beside reading the text: most read it once more to be sure of what
//! they change, and those that create items once more to name them.
//!
//! `cargo run --release -p bobbin-languages --example plans`

#[expect(dead_code, reason = "the bench needs more of it")]
#[path = "../benches/texts.rs"]
mod texts;

use std::hint::black_box;
use std::time::{Duration, Instant};

use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::view::OutlineEntry;
use bobbin_core::{Document, Input, Snapshot, plan_sequence};
use bobbin_languages::LanguageId;

/// Long enough that the timer's resolution and a cold cache do not matter.
const AT_LEAST: Duration = Duration::from_millis(300);

/// Values to try, of which one will do for most fields.
const VALUES: [&str; 8] = ["7", "64", "true", "ON", "TRACING", "2", "other", "x"];

fn main() {
    println!(
        "{:<14} {:<30} {:>7} {:>9} {:>10}  {:<14} {:>9} {:>9} {:>7}",
        "language",
        "text",
        "lines",
        "parse ms",
        "outline ms",
        "command",
        "plan ms",
        "all ms",
        "parses"
    );
    for id in LanguageId::ALL {
        let name = id.info().name;
        let samples = texts::samples().into_iter().filter(|it| it.language == name);
        let mut all: Vec<(String, String)> =
            samples.map(|it| (it.name.to_owned(), it.text)).collect();
        if name == "sprokit" {
            all.push(("five_thousand.pipe".to_owned(), texts::pipeline(600)));
        }
        let corpus = bobbin_testing::corpus(id.info());
        all.extend(corpus.into_iter().max_by_key(|it| it.1.len()));
        for (path, text) in all {
            measure(id, &Input::alone(&path, &text));
        }
    }
}

fn measure(id: LanguageId, input: &Input) {
    let snapshot = Snapshot::new(id.info(), input.clone());
    let document = snapshot.document();
    let parse = least(|| id.parse(input));
    let outline = least(|| document.outline());
    for (what, command) in commands(document) {
        let alone = least(|| document.plan(&command));
        let plan = least(|| plan_sequence(&snapshot, std::slice::from_ref(&command)));
        println!(
            "{:<14} {:<30} {:>7} {:>9.2} {:>10.2}  {what:<14} {:>9.2} {:>9.2} {:>7.2}",
            id.info().name,
            input.path,
            input.text.lines().count(),
            parse.as_secs_f64() * 1e3,
            outline.as_secs_f64() * 1e3,
            alone.as_secs_f64() * 1e3,
            plan.as_secs_f64() * 1e3,
            plan.as_secs_f64() / parse.as_secs_f64(),
        );
    }
}

/// Returns commands about items in the middle of the text that are not refused.
fn commands(document: &dyn Document) -> Vec<(&'static str, Command)> {
    let mut items = Vec::new();
    visit(&document.outline().entries, &mut items);
    let middle = items.len() / 2;
    items.rotate_left(middle);
    items.truncate(40);
    let is_planned = |it: &Command| document.plan(it).is_ok();
    let mut res = Vec::new();
    let forms = items.iter().filter_map(|it| document.form(it)).collect::<Vec<_>>();
    let mut fields = forms.iter().flat_map(|form| {
        let fields = form.groups.iter().flat_map(|it| &it.fields);
        fields.map(|field| (form.item.clone(), field))
    });
    let set = fields.find_map(|(item, field)| {
        field.written.as_ref()?;
        let key = field.key.clone();
        let set = |value: &&str| Command::SetValue {
            item: item.clone(),
            key: key.clone(),
            value: (*value).to_owned(),
        };
        let other = VALUES.iter().filter(|it| field.written.as_deref() != Some(**it));
        other.map(set).find(is_planned)
    });
    res.extend(set.map(|it| ("set a value", it)));
    let unset = forms.iter().find_map(|form| {
        let mut fields = form.groups.iter().flat_map(|it| &it.fields);
        fields.find_map(|it| {
            it.written.as_ref()?;
            let unset = Command::Unset { item: form.item.clone(), key: it.key.clone() };
            Some(unset).filter(is_planned)
        })
    });
    res.extend(unset.map(|it| ("unset a value", it)));
    let actions =
        document.additions().into_iter().chain(forms.iter().flat_map(|it| it.actions.clone()));
    let add = actions.into_iter().find_map(|it| match it.command {
        Command::AddItem { kind, name, values } => {
            let name = if name.is_empty() { it.names.first().cloned()? } else { name };
            Some(Command::AddItem { kind, name, values }).filter(is_planned)
        }
        _ => None,
    });
    res.extend(add.map(|it| ("add an item", it)));
    let name = || "other_name".to_owned();
    let mut all = items.iter();
    let rename = |item: &ItemPath| {
        Some(Command::Rename { item: item.clone(), name: name() }).filter(is_planned)
    };
    res.extend(all.find_map(rename).map(|it| ("rename", it)));
    let remove = |item: &ItemPath| Some(Command::Remove { item: item.clone() }).filter(is_planned);
    res.extend(items.iter().find_map(remove).map(|it| ("remove", it)));
    res
}

fn visit(entries: &[OutlineEntry], to: &mut Vec<ItemPath>) {
    for it in entries {
        to.push(it.item.clone());
        visit(&it.children, to);
    }
}

/// Returns the least time that some runs of `work` take.
fn least<T>(work: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < AT_LEAST || best == Duration::MAX {
        let before = Instant::now();
        black_box(work());
        best = best.min(before.elapsed());
    }
    best
}
