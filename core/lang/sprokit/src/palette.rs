//! The catalogue of a pipeline's drawing.

use crate::catalogue::NON_BLOCKING;
use crate::catalogue::{self, Flags, ProcessType};
use crate::file::File;
use crate::graph::{further_ports, is_guarded};
use crate::items::TYPE_KEY;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Catalogue, CatalogueEntry, Point, Port, PortSide, QuickKey};

/// Returns all process types, by name: KWIVER's own, those of the user's catalogues, and open
/// clusters.
pub fn catalogue(file: &File) -> Catalogue {
    let brought = &file.library().types;
    let is_brought = |it: &ProcessType| catalogue::find(brought, &it.name).is_some();
    let mut entries: Vec<CatalogueEntry> = brought.iter().map(entry).collect();
    entries.extend(catalogue::built_in().iter().filter(|it| !is_brought(it)).map(entry));
    entries.order_by(|one, other| one.name.cmp(&other.name));
    let key = |key: &str, label: &str, help: &str, initial: &str| QuickKey {
        key: key.to_owned(),
        label: label.to_owned(),
        help: help.to_owned(),
        initial: initial.to_owned(),
    };
    Catalogue {
        kind: "process".to_owned(),
        type_key: TYPE_KEY.to_owned(),
        entries,
        vertex_keys: vec![key(
            NON_BLOCKING,
            "Non-blocking",
            "its inputs never make a sender wait; each holds as many data sets as the number says",
            "10",
        )],
        edge_keys: vec![key(
            "capacity",
            "Capacity",
            "how many data sets may wait on the connection; 0 is unbounded",
            "10",
        )],
    }
}

fn entry(it: &ProcessType) -> CatalogueEntry {
    let ports = [PortSide::Input, PortSide::Output].into_iter().flat_map(|side| {
        it.ports(side).iter().map(move |it| Port {
            name: it.name.to_string(),
            side,
            data_type: it.data_type.to_string(),
            required: it.flags.has(Flags::REQUIRED),
            guarded: is_guarded(it.flags),
            missing: false,
            is_flow_typed: false,
            is_inner: false,
            anchor: Point::default(),
        })
    });
    CatalogueEntry {
        name: it.name.to_string(),
        group: it.module.to_string(),
        about: it.about.to_string(),
        ports: ports.collect(),
        further: further_ports(Some(it)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_come_with_their_ports() {
        let catalogue = catalogue(&crate::parse(&bobbin_core::Input::alone("t.pipe", "")));
        assert!(catalogue.entries.is_sorted_by_key(|it| it.name.clone()));
        let numbers = catalogue.entries.iter().find(|it| it.name == "numbers").unwrap();
        let [port] = numbers.ports.as_slice() else { panic!("{numbers:?}") };
        assert_eq!((port.name.as_str(), port.side), ("number", PortSide::Output));
        assert_eq!(port.data_type, "integer");
    }

    #[test]
    fn ports_that_a_connection_makes_are_told_by_a_rule() {
        let catalogue = catalogue(&crate::parse(&bobbin_core::Input::alone("t.pipe", "")));
        let of = |name: &str| {
            let rules = &catalogue.entries.iter().find(|it| it.name == name).unwrap().further;
            let rules = rules.iter().map(|it| (it.side, it.template.clone(), it.data_type.clone()));
            rules.collect::<Vec<_>>()
        };
        let made = (PortSide::Input, "<name>".to_owned(), "kwiver:detected_object_set".to_owned());
        assert_eq!(of("merge_detection_sets"), [made]);
        assert_eq!(of("numbers"), []);
    }

    #[test]
    fn every_built_in_type_is_offered() {
        let all = catalogue(&super::super::parse(&bobbin_core::Input::alone("t.pipe", "")));
        assert!(catalogue::built_in().len() > 60);
        for it in catalogue::built_in() {
            assert!(all.entries.iter().any(|entry| *entry.name == *it.name), "{}", it.name);
        }
    }
}
