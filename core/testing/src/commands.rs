//! Commands that fit a text: what its views offer, with names and values that they do not.

use bobbin_core::Document;
use bobbin_core::edit::{Command, ItemPath, PortRef, UnitRange};
use bobbin_core::text::slice;
use bobbin_core::view::{OutlineEntry, PortSide, ViewQuery};

use crate::Random;

/// The number of commands of each kind that are tried on each text.
const COMMANDS_OF_A_KIND: usize = 6;

/// Returns up to a few random elements of a list.
pub fn some<T>(mut all: Vec<T>, random: &mut Random) -> Vec<T> {
    while all.len() > COMMANDS_OF_A_KIND {
        all.swap_remove(random.below(all.len()));
    }
    all
}

/// Returns commands of every kind that fit a text, those of forms for up to `most_forms` items.
pub fn offered(
    document: &dyn Document,
    text: &str,
    most_forms: usize,
    random: &mut Random,
) -> Vec<Command> {
    let mut res = Vec::new();
    let outline = document.outline();
    let paths: Vec<ItemPath> = flat(&outline.entries).iter().map(|it| it.item.clone()).collect();
    let step = paths.len().div_ceil(most_forms).max(1);
    let forms: Vec<_> = paths.iter().step_by(step).filter_map(|it| document.form(it)).collect();
    let mut values = Vec::new();
    let mut rows = Vec::new();
    for form in &forms {
        let fields = form.groups.iter().flat_map(|it| &it.fields);
        values.extend(fields.map(|it| (form.item.clone(), it.key.clone(), it.effective.clone())));
        for table in &form.tables {
            res.extend(table.add.clone());
            for row in &table.rows {
                rows.push(row.item.clone());
                let keys = table.columns.iter().map(|it| it.key.clone());
                values.extend(keys.map(|it| (row.item.clone(), it, "1".to_owned())));
            }
        }
        res.extend(form.actions.iter().map(|it| it.command.clone()));
        for add in form.tables.iter().filter_map(|it| it.add.clone()) {
            if let Command::AddItem { kind, name, mut values } = add
                && kind == "setting"
            {
                values.push(("key".to_owned(), "new:key".to_owned()));
                values.push(("value".to_owned(), "7".to_owned()));
                res.push(Command::AddItem { kind, name, values });
            }
        }
    }
    for (item, key, value) in some(values, random) {
        let (item, key) = (item.clone(), key.clone());
        let value = if random.below(2) == 0 { "7".to_owned() } else { value };
        res.push(Command::SetValue { item: item.clone(), key: key.clone(), value });
        res.push(Command::SetOnly { item: item.clone(), key: key.clone() });
        res.push(Command::Unset { item, key });
    }
    let remove = |item: ItemPath| Command::Remove { item };
    res.extend(paths.iter().cloned().map(remove));
    res.extend(some(rows, random).into_iter().map(remove));
    for item in some(paths.clone(), random) {
        let other = paths[random.below(paths.len())].clone();
        for name in ["other", "Lexgion(0x77)", "gpu:7", "ACME_Other"] {
            res.push(Command::Rename { item: item.clone(), name: name.to_owned() });
            res.push(Command::Duplicate { item: item.clone(), name: name.to_owned() });
        }
        res.push(Command::Move { item: item.clone(), before: None });
        res.push(Command::Move { item: item.clone(), before: Some(other.clone()) });
        res.push(Command::Inline { item: item.clone() });
        let items = vec![item.clone(), other];
        res.push(Command::Extract { items, name: "new_cluster".to_owned() });
        res.push(Command::Extract { items: vec![item], name: "new_cluster".to_owned() });
    }
    for (kind, name) in [
        ("process", "new_one"),
        ("config", "new_one"),
        ("section", "Lexgion(0x99)"),
        ("section", "ACME_New"),
        ("metadata", ""),
        ("unit", "cpu:9"),
        ("abi", "new_abi"),
        ("resources", ""),
    ] {
        let values =
            if kind == "process" { vec![("::".to_owned(), "sink".to_owned())] } else { vec![] };
        res.push(Command::AddItem { kind: kind.to_owned(), name: name.to_owned(), values });
    }
    if let Some(graph) = document.graph() {
        let port = |(vertex, port): (usize, usize)| {
            let it = &graph.vertices[vertex];
            PortRef { item: it.item.clone(), port: it.ports[port].name.clone() }
        };
        for it in some(graph.edges.iter().collect(), random) {
            let (from, to) = (port(it.from()), port(it.to()));
            res.push(Command::Disconnect { from: from.clone(), to: to.clone() });
            res.push(Command::Remove { item: it.item.clone() });
            res.push(Command::Connect { from, to });
        }
        let ports = |side: PortSide| -> Vec<PortRef> {
            let all = graph.vertices.iter().enumerate().flat_map(|(vertex, it)| {
                let own = it.ports.iter().enumerate().filter(move |it| it.1.side == side);
                own.map(move |(port, _)| (vertex, port))
            });
            all.map(port).collect()
        };
        let (outputs, inputs) = (ports(PortSide::Output), ports(PortSide::Input));
        for from in some(outputs, random) {
            let Some(to) = inputs.get(random.below(inputs.len())).cloned() else { continue };
            res.push(Command::Connect { from, to });
        }
        for it in some(graph.vertices.iter().collect(), random) {
            let text = slice(text, it.range).to_owned();
            res.push(Command::Insert { text, copied_from: None });
        }
    }
    for item in some(paths, random) {
        let query = ViewQuery { item: Some(item), settings: Vec::new() };
        let Some(map) = document.coverage(&query) else { continue };
        let Some(selection) = &map.selection else { continue };
        let unit = |axis: &str| UnitRange { axis: axis.to_owned(), low: 1, high: 2 };
        for is_on in [true, false] {
            let item = selection.item.clone();
            let units = vec![unit(&map.x.key), unit(&map.y.key)];
            res.push(Command::Paint { item, is_on, units });
        }
    }
    res
}

/// Returns the entries of an outline, each in front of what is inside it.
pub fn flat(entries: &[OutlineEntry]) -> Vec<&OutlineEntry> {
    let mut res = Vec::new();
    let mut open: Vec<&OutlineEntry> = entries.iter().rev().collect();
    while let Some(it) = open.pop() {
        res.push(it);
        open.extend(it.children.iter().rev());
    }
    res
}
