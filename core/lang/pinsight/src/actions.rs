//! Actions on a section as a whole: add, duplicate, move, remove.

use crate::edit::header;
use crate::file::File;
use crate::header::{Action, Target};
use crate::item::{self, KIND};
use crate::model::RegionId;
use crate::punits::{IdSet, MAX_ID, PunitItems};
use crate::reading::Subject;
use crate::subject;
use crate::tables::Domain;
use bobbin_core::edit::Command;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::slice;
use bobbin_core::view::ItemAction;

/// Returns the commands that add a section to the file, also to an empty one.
pub(crate) fn additions(file: &File) -> Vec<ItemAction> {
    vec![ItemAction {
        label: "Add section".to_owned(),
        command: Command::AddItem {
            kind: KIND.to_owned(),
            name: String::new(),
            values: Vec::new(),
        },
        names: new_targets(file),
    }]
}

pub(crate) fn of_section(file: &File, idx: usize) -> Vec<ItemAction> {
    let Some(item) = item::item_path(file, idx) else { return Vec::new() };
    let plain = |label: &str, command: Command| ItemAction {
        label: label.to_owned(),
        command,
        names: Vec::new(),
    };
    let mut res = additions(file);
    let names = copy_names(file, idx);
    if !names.is_empty() {
        let command = Command::Duplicate { item: item.clone(), name: String::new() };
        res.push(ItemAction { label: "Duplicate".to_owned(), command, names });
    }
    let is_whole = file.layout().sections.get(idx).is_some_and(|it| it.header.close.is_some());
    let to = |before| Command::Move { item: item.clone(), before };
    if let Some(above) =
        idx.checked_sub(1).and_then(|it| item::item_path(file, it)).filter(|_| is_whole)
    {
        res.push(plain("Move up", to(Some(above))));
    }
    if idx + 1 < file.layout().sections.len() && is_whole {
        res.push(plain("Move down", to(item::item_path(file, idx + 2))));
    }
    res.push(plain("Remove", Command::Remove { item }));
    res
}

fn has_target(file: &File, name: &str) -> bool {
    file.layout().sections.iter().any(|it| item::name(file, it) == name)
}

/// Targets of sections that may be added: those the file does not have yet first.
fn new_targets(file: &File) -> Vec<String> {
    let seed = file.is_seed();
    let domains: Vec<Domain> = Domain::ALL.into_iter().filter(|it| !seed || it.in_seed()).collect();
    let mut res: Vec<String> = domains.iter().map(|it| format!("{}.default", it.name())).collect();
    res.push("Lexgion.default".to_owned());
    if !seed {
        res.extend(domains.iter().map(|it| format!("Lexgion({}).default", it.name())));
    }
    res.retain(|it| !has_target(file, it));
    res.push(format!("Lexgion(0x{:x})", free_address(file)));
    for kind in domains.iter().flat_map(|it| it.kinds()) {
        res.push(format!("{}.{}(0)", kind.domain().name(), kind.name()));
    }
    if !seed {
        let single = ["Knob", "Energy", "Manifest"];
        res.extend(single.into_iter().filter(|it| !has_target(file, it)).map(str::to_owned));
    }
    res.retain(|it| header::target_of(file, it).is_some());
    res
}

/// Returns an address behind all those of the file.
fn free_address(file: &File) -> u64 {
    let addresses = file.state().regions.iter().filter_map(|it| match it.id {
        RegionId::Address(address) => Some(address),
        RegionId::Name(..) => None,
    });
    addresses.max().map_or(0x40_1000, |it| it.saturating_add(0x10))
}

/// Proposes names for a copy of a section, first those with which most of its lines count; none if
/// there can be only one of its kind.
fn copy_names(file: &File, idx: usize) -> Vec<String> {
    let Some(section) = file.layout().sections.get(idx) else { return Vec::new() };
    let header = &section.header;
    if header.action != Action::Set || header.close.is_none() {
        return Vec::new();
    }
    let domains = || Domain::ALL.into_iter().filter(|it| !file.is_seed() || it.in_seed());
    let mut names: Vec<String> = match header.target {
        Target::DomainDefault(domain) => {
            let defaults =
                domains().map(|it| (Subject::Domain(it), format!("{}.default", it.name())));
            let kinds = domain.into_iter().flat_map(Domain::kinds);
            let units =
                kinds.map(|it| (Subject::Punit(it.domain(), 0), format!("{}(0)", it.words())));
            let n_lost = |subject: &Subject| {
                let keys = file.layout().pairs_of(section).map(|(_, it)| file.text_at(it.key));
                keys.filter(|it| !counts(file, subject, it)).count()
            };
            let all = defaults.chain(units).map(|(subject, name)| (n_lost(&subject), name));
            let mut all: Vec<(usize, String)> = all.collect();
            all.order_by_key(|it| it.0);
            all.into_iter().map(|it| it.1).collect()
        }
        Target::DomainRegionDefault(_) => {
            domains().map(|it| format!("Lexgion({}).default", it.name())).collect()
        }
        Target::Punits => vec![next_units(file, item::name(file, section))],
        Target::Regions(list) => vec![next_region(file, slice(file.text(), list))],
        Target::RegionDefault | Target::Knob | Target::Energy | Target::Manifest | Target::Dead => {
            Vec::new()
        }
    };
    names.retain(|it| !has_target(file, it) && header::target_of(file, it).is_some());
    names
}

/// Returns true if a key counts in a section.
fn counts(file: &File, subject: &Subject, key: &str) -> bool {
    subject::event_of(file, subject, key).is_some()
        || subject::keys_of(file, subject).iter().any(|it| it == key)
}

/// Returns a target for the units behind those of another.
fn next_units(file: &File, target: &str) -> String {
    let items = PunitItems::new(target).filter_map(Result::ok);
    let items = items.enumerate().map(|(n, item)| {
        let ids = IdSet::read(item.ids).unwrap_or_default();
        let most = item.known_kind().map_or(0, |it| file.state().scope(it).value.1);
        let most = u16::try_from(most).unwrap_or(0).min(MAX_ID - 1);
        let ids = match (n, ids.ranges().first(), ids.ranges().last()) {
            (0, Some(&(low, _)), Some(&(_, high))) if high < most => {
                let end = high.saturating_add(1 + high - low).min(most);
                IdSet::default().with(high + 1, end).to_string()
            }
            (0, ..) => "0".to_owned(),
            _ => item.ids.to_owned(),
        };
        format!("{}.{}({ids})", item.domain, item.kind)
    });
    items.collect::<Vec<_>>().join(", ")
}

/// Returns a region beside the first of a list.
fn next_region(file: &File, list: &str) -> String {
    let first = list.split(',').next().unwrap_or_default().trim();
    match first.strip_prefix("0x").or_else(|| first.strip_prefix("0X")) {
        Some(_) => format!("Lexgion(0x{:x})", free_address(file)),
        None if file.is_seed() => format!("Lexgion(0x{:x})", free_address(file)),
        None => format!("Lexgion({first}_2)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::parse;
    use bobbin_core::{Document, Input};

    fn actions(text: &str, idx: usize) -> Vec<ItemAction> {
        let file = parse(&Input::alone("x.trace", text));
        let item = item::item_path(&file, idx).unwrap();
        file.form(&item).unwrap().actions
    }

    #[test]
    fn every_action_that_is_offered_can_be_done() {
        let texts = [
            "[OpenMP.default]\n\n[OpenMP.thread(0-3), OpenMP.team(1)] : OpenMP.default\n[Lexgion(0x10)]\n",
            "[Lexgion(Python:a.py:f, 0x20)]\nmax_num_traces = 1\n[Knob]\na = 1\n[MPI.rank(0-127)]\n",
            "[Lexgion.default: OpenMP.default]\n[OpenMP.thread(0): OpenMP.default]\n[Lexgion(12)]\n",
            "[REMOVE Lexgion(0x10)]\n[Lexgion(OpenMP).default]\n[Whatever]\n",
        ];
        for text in texts {
            let file = parse(&Input::alone("x.trace", text));
            for idx in 0..file.layout().sections.len() {
                for action in actions(text, idx) {
                    let with_name = |name: &str| match action.command.clone() {
                        Command::AddItem { kind, values, .. } => {
                            Command::AddItem { kind, name: name.to_owned(), values }
                        }
                        Command::Duplicate { item, .. } => {
                            Command::Duplicate { item, name: name.to_owned() }
                        }
                        other => other,
                    };
                    let names = match action.names.as_slice() {
                        [] => vec![String::new()],
                        names => names.to_vec(),
                    };
                    for command in names.iter().map(|it| with_name(it)) {
                        let change = file
                            .plan(&command)
                            .unwrap_or_else(|it| panic!("{command:?} in {text:?}: {}", it.reason));
                        let edit = &change.edits["x.trace"];
                        let after = edit.apply(text);
                        assert_eq!(edit.invert(text).apply(&after), text);
                        let after = parse(&Input::alone("x.trace", &after));
                        let n = |file: &File| file.layout().sections.len() as i32;
                        let more = match command {
                            Command::Remove { .. } => -1,
                            Command::Move { .. } => 0,
                            _ => 1,
                        };
                        assert_eq!(n(&after), n(&file) + more, "{command:?} in {text:?}");
                        assert_eq!(
                            after.layout().pairs.len() as i32 - file.layout().pairs.len() as i32,
                            {
                                let own = file.layout().sections[idx].pairs.len() as i32;
                                match command {
                                    Command::Remove { .. } => -own,
                                    Command::Duplicate { .. } => own,
                                    _ => 0,
                                }
                            }
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_section_can_be_added_to_a_file_without_any() {
        for text in ["", "\n", "# a note", "# a note\r\n", "a = 1\n", "\u{feff}", "\u{feff}# x\n"] {
            let file = parse(&Input::alone("x.trace", text));
            let additions = file.additions();
            assert_eq!(additions.len(), 1, "{text:?}");
            for name in &additions[0].names {
                let Command::AddItem { kind, values, .. } = additions[0].command.clone() else {
                    panic!("{:?}", additions[0].command)
                };
                let change = file.plan(&Command::AddItem { kind, name: name.clone(), values });
                let after = change.unwrap().edits["x.trace"].apply(text);
                assert!(after.starts_with(text), "{after:?}");
                let after = parse(&Input::alone("x.trace", &after));
                assert_eq!(after.layout().sections.len(), 1, "{name} in {text:?}");
                assert_eq!(item::name(&after, &after.layout().sections[0]), name);
                assert!(after.log().sections[0].takes_body);
                assert_eq!(after.layout().pairs.len(), file.layout().pairs.len());
            }
        }
    }

    #[test]
    fn copies_are_for_what_comes_next() {
        let names = |text: &str, idx: usize| {
            let all = actions(text, idx);
            all.into_iter().find(|it| it.label == "Duplicate").map(|it| it.names)
        };
        let text =
            "[OpenMP.thread(0-3)]\n[Lexgion(0x4010bd)]\n[Lexgion(f)]\n[Knob]\n[MPI.default]\n";
        assert_eq!(names(text, 0).unwrap(), ["OpenMP.thread(4-7)"]);
        assert_eq!(names(text, 1).unwrap(), ["Lexgion(0x4010cd)"]);
        assert_eq!(names(text, 2).unwrap(), ["Lexgion(f_2)"]);
        assert_eq!(names(text, 3), None);
        assert_eq!(
            names(text, 4).unwrap(),
            ["OpenMP.default", "CUDA.default", "Python.default", "HIP.default", "MPI.rank(0)"]
        );
        // There the line counts; elsewhere the program does not read it.
        let text = "[MPI.default]\nMPI.rank = (0-3)\nMPI_Send = off\n";
        assert_eq!(names(text, 0).unwrap()[0], "MPI.rank(0)");
    }
}
