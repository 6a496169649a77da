//! Reads the built-in table. It is text, because text packs far better than structures with
//! pointers, and is read when it is first asked for.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::types::{Dynamic, Flags, Key, KeyKind, Port, ProcessType, Word};
use bobbin_core::view::PortSide;

/// Lines of words between tabs; the first word says what the line is.
static TABLE: &str = include_str!("table.txt");

struct Table {
    types: Vec<ProcessType>,
    data_types: Vec<(&'static str, &'static str)>,
    stale_types: Vec<(&'static str, &'static str)>,
}

fn table() -> &'static Table {
    static READ: OnceLock<Table> = OnceLock::new();
    READ.get_or_init(|| {
        let mut res = Table { types: Vec::new(), data_types: Vec::new(), stale_types: Vec::new() };
        for line in TABLE.lines() {
            read(line, &mut res);
        }
        res
    })
}

fn read(line: &'static str, table: &mut Table) {
    let mut words = line.split('\t');
    let mut next = || words.next().unwrap_or_default();
    let kind = next();
    match kind {
        "type" => {
            let mut it = ProcessType::default();
            (it.name, it.module) = (Cow::Borrowed(next()), Cow::Borrowed(next()));
            it.is_cluster = next() == "cluster";
            table.types.push(it);
        }
        "data" => table.data_types.push((next(), next())),
        "stale" => table.stale_types.push((next(), next())),
        _ => {
            let Some(of) = table.types.last_mut() else { return };
            let first: Word = Cow::Borrowed(next());
            let second = next();
            match kind {
                "in" | "out" => {
                    let port = Port {
                        name: first,
                        data_type: Cow::Borrowed(second),
                        flags: Flags(next().parse().unwrap_or_default()),
                        about: Word::default(),
                    };
                    if kind == "in" { of.inputs.push(port) } else { of.outputs.push(port) }
                }
                "key" => of.keys.push(Key {
                    name: first,
                    default: Cow::Borrowed(next()),
                    tunable: next() == "tunable",
                    kind: KeyKind::of(second, next()),
                    interface: Cow::Borrowed(next()),
                    about: Word::default(),
                }),
                _ => of.dynamic.push(Dynamic {
                    side: if kind == "ins" { PortSide::Input } else { PortSide::Output },
                    template: first,
                    pattern: Cow::Borrowed(second),
                    data_type: Cow::Borrowed(next()),
                }),
            }
        }
    }
}

/// Returns KWIVER's process types, sorted by name.
pub fn built_in() -> &'static [ProcessType] {
    &table().types
}

/// Returns the types of data with their C++ type; empty if they have none.
pub fn data_types() -> &'static [(&'static str, &'static str)] {
    &table().data_types
}

/// Names of process types that are no more, with what they are called today.
pub fn stale_types() -> &'static [(&'static str, &'static str)] {
    &table().stale_types
}
